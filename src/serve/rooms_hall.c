/* Coming in, going out, and the list of rooms. */
#include "base/hash.h"
#include "serve/rooms_private.h"

enum { ENTERS_MOST = 20 }; /* at once; one a second more */

/* Answers who the client is now, and where. */
static void answer_member(struct rooms_client *client, struct json id, double now) {
    const struct member *member = client->member;
    char code[HALL_CODE_BYTES];
    struct text out = rooms_begin_answer(client, id);
    hall_write_code(member, code);
    json_field_string(&out, "name", member->name);
    json_field_string(&out, "token", code);
    json_field_int(&out, "member", (int64_t)member->id);
    rooms_json_place(member, now, &out);
    rooms_end_answer(client, id, &out);
}

static bool is_stranger(struct rooms_client *client, struct json id) {
    return !client->member || rooms_fail(client, id, "NOT_NOW",
                                         "you have a name here already: hall.leave gives it up");
}

void rooms_hall_enter(struct rooms_client *client, struct json request, double now) {
    struct json id = json_get(request, "id");
    char name[256];
    struct member *member;
    if (!is_stranger(client, id) ||
        !rooms_read_string(client, request, "name", true, name, sizeof name))
        return;
    if (!limits_take(&client->enters, 1, 1, ENTERS_MOST, now)) {
        rooms_fail(client, id, "LIMIT", "you change your name too often: wait a moment");
        return;
    }
    const char *wrong =
        hall_enter(client->rooms->server->hall, name, rooms_push_tell, client, now, &member);
    if (wrong) {
        rooms_fail(client, id, "BAD_NAME", wrong);
        return;
    }
    client->member = member;
    answer_member(client, id, now);
}

void rooms_hall_return(struct rooms_client *client, struct json request, double now) {
    struct json id = json_get(request, "id");
    char token[HALL_CODE_BYTES];
    struct member *member;
    if (!is_stranger(client, id) ||
        !rooms_read_string(client, request, "token", true, token, sizeof token))
        return;
    const char *wrong =
        hall_return(client->rooms->server->hall, token, rooms_push_tell, client, now, &member);
    if (wrong) {
        rooms_fail(client, id, "BAD_TOKEN", wrong);
        return;
    }
    client->member = member;
    rooms_push_follow(client);
    answer_member(client, id, now);
    if (member->room) rooms_push_begin(client);
}

void rooms_hall_leave(struct rooms_client *client, struct json request, double now) {
    struct json id = json_get(request, "id");
    struct member *member = client->member;
    client->member = NULL;
    rooms_push_follow(client);
    hall_leave(member, now);
    struct text out = rooms_begin_answer(client, id);
    rooms_end_answer(client, id, &out);
}

void rooms_hall_list(struct rooms_client *client, struct json request, double now) {
    struct json id = json_get(request, "id");
    const struct game *game = NULL;
    int from = 0;
    bool follows = client->follows;
    (void)now;
    if (!rooms_read_game(client, request, false, &game) ||
        !rooms_read_int(client, request, "from", 0, 1 << 20, &from) ||
        !rooms_read_bool(client, request, "follow", &follows))
        return;
    if (follows && !client->follows) client->list = 0;
    client->follows = follows;
    struct text out = rooms_begin_answer(client, id);
    rooms_json_list(client->rooms->server, game, from, &out);
    rooms_end_answer(client, id, &out);
}

/* Those who asked for it, and members in no room. */
static bool wants_list(const struct rooms_client *client) {
    return client->follows || (client->member && !client->member->room);
}

void rooms_hall_push(struct rooms *rooms) {
    struct rooms_client *client = rooms->clients;
    while (client && !wants_list(client)) client = client->next;
    if (!client) return;
    struct text out = text_over(rooms->scratch, ROOMS_TEXT_BYTES);
    json_open(&out, '{');
    json_field_string(&out, "event", "hall");
    rooms_json_list(rooms->server, NULL, 0, &out);
    json_close(&out, '}');
    uint64_t list = hash_bytes(out.at, out.length);
    struct frames_buffer *frame = NULL;
    for (; client; client = client->next) {
        if (!wants_list(client) || client->list == list) continue;
        if (!frame && !(frame = rooms_frame(&out))) return;
        client->list = list;
        rooms_send(client, frame);
    }
    frames_drop(frame);
}
