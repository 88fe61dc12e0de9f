/* Clients and their requests. A command answers once; what follows from it is pushed. */
#include "engine/engine.h"
#include "games/games.h"
#include "serve/rooms_private.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct rooms *rooms_new(struct server *server) {
    struct rooms *rooms = calloc(1, sizeof *rooms);
    if (!rooms) return NULL;
    rooms->server = server;
    rooms->scratch = malloc(ROOMS_TEXT_BYTES);
    rooms->piece = malloc(ROOMS_TEXT_BYTES);
    rooms->view = malloc(games_state_max());
    if (rooms->scratch && rooms->piece && rooms->view) return rooms;
    rooms_free(rooms);
    return NULL;
}

void rooms_free(struct rooms *rooms) {
    if (!rooms) return;
    assert(!rooms->clients);
    rooms_push_flush(rooms);
    for (int i = 0; i < rooms->shared_count; i++) frames_drop(rooms->shared[i].frame);
    free(rooms->scratch);
    free(rooms->piece);
    free(rooms->view);
    free(rooms);
}

struct rooms_client *rooms_enter(struct rooms *rooms,
                                 void (*send)(void *self, struct frames_buffer *frame),
                                 void *self) {
    struct rooms_client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->rooms = rooms;
    client->send = send;
    client->self = self;
    client->next = rooms->clients;
    if (client->next) client->next->prior = client;
    rooms->clients = client;
    return client;
}

void rooms_leave(struct rooms_client *client, double now) {
    struct member *member = client->member;
    if (!client->prior)
        client->rooms->clients = client->next;
    else
        client->prior->next = client->next;
    if (client->next) client->next->prior = client->prior;
    rooms_store_forget(client);
    rooms_push_leave(client);
    client->member = NULL;
    if (member) {
        hall_lose(member, now);
        server_stir(client->rooms->server);
    }
    free(client);
}

void *rooms_visitor(const struct member *member) {
    return member->tell == rooms_push_tell ? ((struct rooms_client *)member->self)->self : NULL;
}

struct frames_buffer *rooms_frame(const struct text *out) {
    return out->cut ? NULL : frames_make(FRAMES_TEXT, out->at, out->length);
}

void rooms_send(struct rooms_client *client, struct frames_buffer *frame) {
    client->send(client->self, frame);
}

struct text rooms_begin_answer(struct rooms_client *client, struct json id) {
    struct text out = text_over(client->rooms->scratch, ROOMS_TEXT_BYTES);
    json_open(&out, '{');
    engine_put_id(&out, id);
    json_field_bool(&out, "ok", true);
    return out;
}

void rooms_end_answer(struct rooms_client *client, struct json id, struct text *out) {
    json_close(out, '}');
    if (out->cut) {
        rooms_fail(client, id, "LIMIT", "the answer is too large");
        return;
    }
    struct frames_buffer *frame = rooms_frame(out);
    rooms_send(client, frame);
    frames_drop(frame);
}

static struct frames_buffer *make_error(struct json id, const char *code, const char *message,
                                        const char *reason) {
    char buffer[ROOMS_REQUEST_MAX + 1024];
    struct text out = text_over(buffer, sizeof buffer);
    json_open(&out, '{');
    engine_put_id(&out, id);
    json_field_bool(&out, "ok", false);
    json_put_key(&out, "error");
    json_open(&out, '{');
    json_field_string(&out, "code", code);
    json_field_string(&out, "message", message);
    if (reason) json_field_string(&out, "reason", reason);
    json_close(&out, '}');
    json_close(&out, '}');
    return rooms_frame(&out);
}

struct frames_buffer *rooms_error(struct json id, const char *code, const char *message) {
    return make_error(id, code, message, NULL);
}

static bool fail(struct rooms_client *client, struct frames_buffer *frame) {
    client->rooms->server->metrics.values[METRICS_ERRORS]++;
    rooms_send(client, frame);
    frames_drop(frame);
    return false;
}

bool rooms_fail(struct rooms_client *client, struct json id, const char *code,
                const char *message) {
    return fail(client, make_error(id, code, message, NULL));
}

bool rooms_fail_reason(struct rooms_client *client, struct json id, const char *message,
                       const char *reason) {
    return fail(client, make_error(id, "ILLEGAL_ACTION", message, reason));
}

bool rooms_fail_field(struct rooms_client *client, struct json request, const char *key,
                      const char *message) {
    char buffer[256];
    struct text text = text_over(buffer, sizeof buffer);
    text_format(&text, "%s %s", key, message);
    return rooms_fail(client, json_get(request, "id"), "BAD_REQUEST", buffer);
}

bool rooms_read_string(struct rooms_client *client, struct json request, const char *key,
                       bool needed, char *out, size_t capacity) {
    struct json from = json_get(request, key);
    char long_one[ROOMS_REQUEST_MAX + 1];
    if (!json_given(from) && !needed) return true;
    if (!json_is(from, JSON_STRING))
        return rooms_fail_field(client, request, key, "must be a string");
    int length = json_string(from, long_one, sizeof long_one);
    if (length < 0 || (size_t)length >= capacity)
        return rooms_fail_field(client, request, key, "must be shorter");
    if (strlen(long_one) != (size_t)length)
        return rooms_fail_field(client, request, key, "must not contain the character U+0000");
    memcpy(out, long_one, (size_t)length + 1);
    return true;
}

bool rooms_read_int(struct rooms_client *client, struct json request, const char *key, int min,
                    int max, int *out) {
    char buffer[128];
    struct text text = text_over(buffer, sizeof buffer);
    struct json from = json_get(request, key);
    int64_t value;
    if (!json_given(from)) return true;
    if (json_int(from, min, max, &value)) {
        *out = (int)value;
        return true;
    }
    text_format(&text, "must be a whole number from %d to %d", min, max);
    return rooms_fail_field(client, request, key, buffer);
}

bool rooms_read_bool(struct rooms_client *client, struct json request, const char *key, bool *out) {
    struct json from = json_get(request, key);
    return !json_given(from) || json_bool(from, out) ||
           rooms_fail_field(client, request, key, "must be true or false");
}

bool rooms_read_game(struct rooms_client *client, struct json request, bool needed,
                     const struct game **out) {
    struct json name = json_get(request, "game");
    if (!json_given(name) && !needed) return true;
    *out = games_named(name);
    return *out || rooms_fail_field(client, request, "game", "must name a game of this engine");
}

static const struct {
    const char *name;
    rooms_private_command *run;
    bool members; /* it is for those who have a name */
    int cost;     /* as how many messages it counts */
} commands[] = {
    {"hall.enter", rooms_hall_enter, false, 5},     {"hall.return", rooms_hall_return, false, 5},
    {"hall.leave", rooms_hall_leave, true, 1},      {"hall.top", rooms_store_top, false, 5},
    {"hall.player", rooms_store_player, false, 5},  {"hall.games", rooms_store_games, false, 10},
    {"hall.record", rooms_store_record, false, 20}, {"room.list", rooms_hall_list, false, 10},
    {"room.create", rooms_play_create, true, 5},    {"room.join", rooms_play_join, true, 5},
    {"room.watch", rooms_play_watch, true, 5},      {"room.leave", rooms_play_leave, true, 1},
    {"room.ready", rooms_play_ready, true, 1},      {"room.act", rooms_play_act, true, 1},
    {"room.pause", rooms_play_pause, true, 1},      {"room.chat", rooms_play_chat, true, 1},
    {"room.agent", rooms_play_agent, true, 1},      {"room.dismiss", rooms_play_dismiss, true, 1},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* Reads a command's name; false if it is longer than any. */
static bool read_name(struct json request, char name[32]) {
    return json_string(json_get(request, "cmd"), name, 32) >= 0;
}

bool rooms_takes(struct json request) {
    size_t length;
    const char *raw = json_raw(json_get(request, "cmd"), &length);
    char name[32];
    if (read_name(request, name))
        return strncmp(name, "hall.", 5) == 0 || strncmp(name, "room.", 5) == 0;
    return length > 6 && (strncmp(raw, "\"hall.", 6) == 0 || strncmp(raw, "\"room.", 6) == 0);
}

/* Returns COMMANDS if there is no such command. */
static int find_command(struct json request, char name[32]) {
    int at = 0;
    name[0] = '\0';
    read_name(request, name);
    while (at < COMMANDS && strcmp(commands[at].name, name) != 0) at++;
    return at;
}

int rooms_cost(struct json request) {
    char name[32];
    int at = find_command(request, name);
    return at < COMMANDS ? commands[at].cost : 1;
}

void rooms_ask(struct rooms_client *client, struct json request, double now) {
    struct json id = json_get(request, "id");
    char name[32];
    int at = find_command(request, name);
    if (at == COMMANDS) {
        char buffer[96];
        struct text text = text_over(buffer, sizeof buffer);
        text_format(&text, "there is no command '%s'", name);
        rooms_fail(client, id, "BAD_REQUEST", buffer);
    } else if (commands[at].members && !client->member) {
        rooms_fail(client, id, "NOT_ENTERED", "you have no name here yet: hall.enter gives one");
    } else {
        commands[at].run(client, request, now);
        server_stir(client->rooms->server);
    }
}
