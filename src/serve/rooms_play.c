/* What a member does in rooms. It sends acts of its own seat and nothing else: states and luck are
 * the server's. */
#include "serve/rooms_private.h"
#include <string.h>

/* Answers that all is well, or what the hall said. Returns whether all is well. */
static bool answer(struct rooms_client *client, struct json request, const char *wrong) {
    struct json id = json_get(request, "id");
    if (wrong) return rooms_fail(client, id, "NOT_NOW", wrong);
    struct text out = rooms_begin_answer(client, id);
    rooms_end_answer(client, id, &out);
    return true;
}

/* Answers the room that the client is in now. */
static void answer_room(struct rooms_client *client, struct json request, double now) {
    struct json id = json_get(request, "id");
    struct text out = rooms_begin_answer(client, id);
    rooms_json_place(client->member, now, &out);
    rooms_end_answer(client, id, &out);
}

/* Answers after the member came into a room, which may be in a round. */
static void arrive(struct rooms_client *client, struct json request, const struct room *before,
                   const char *wrong, double now) {
    if (wrong) {
        rooms_fail(client, json_get(request, "id"), "NOT_NOW", wrong);
        return;
    }
    rooms_push_follow(client);
    answer_room(client, request, now);
    if (client->member->room != before) rooms_push_begin(client);
}

static struct room *read_room(struct rooms_client *client, struct json request) {
    int64_t number;
    struct json from = json_get(request, "room");
    if (!json_int(from, 1, UINT32_MAX, &number)) {
        rooms_fail_field(client, request, "room", "must be the number of a room");
        return NULL;
    }
    struct room *room = room_find(client->rooms->server->hall, (uint32_t)number);
    if (!room) rooms_fail(client, json_get(request, "id"), "NO_ROOM", "there is no such room");
    return room;
}

static bool read_params(struct rooms_client *client, struct json request,
                        struct room_setup *setup) {
    struct record_fault fault;
    struct json params = json_get(request, "params");
    if (!record_read_params(setup->game, params, setup->params, &fault))
        return rooms_fail(client, json_get(request, "id"), "BAD_REQUEST", fault.why);
    if (json_given(json_get(params, "players")))
        return rooms_fail_field(client, request, "params",
                                "must not have players: that goes by who plays; see seats");
    setup->viruses_set = json_given(json_get(params, "viruses"));
    return true;
}

static bool read_setup(struct rooms_client *client, struct json request, struct room_setup *setup) {
    return rooms_read_game(client, request, true, &setup->game) &&
           read_params(client, request, setup) &&
           rooms_read_string(client, request, "title", false, setup->title, sizeof setup->title) &&
           rooms_read_int(client, request, "seats", 1, SEATS_MAX, &setup->seats) &&
           rooms_read_int(client, request, "rounds", 1, ROOM_ROUNDS_MAX, &setup->rounds) &&
           rooms_read_int(client, request, "tick_ms", TABLE_TICK_MIN_MS, TABLE_TICK_MAX_MS,
                          &setup->tick_ms) &&
           rooms_read_int(client, request, "minutes", 1, ROOM_MINUTES_MAX, &setup->minutes);
}

void rooms_play_create(struct rooms_client *client, struct json request, double now) {
    struct room_setup setup = {0};
    if (!read_setup(client, request, &setup)) return;
    arrive(client, request, NULL, room_open(client->member, &setup, now), now);
}

void rooms_play_join(struct rooms_client *client, struct json request, double now) {
    const struct room *before = client->member->room;
    struct room *room = read_room(client, request);
    if (room) arrive(client, request, before, room_join(client->member, room, now), now);
}

void rooms_play_watch(struct rooms_client *client, struct json request, double now) {
    const struct room *before = client->member->room;
    struct room *room = read_room(client, request);
    if (room) arrive(client, request, before, room_watch(client->member, room, now), now);
}

void rooms_play_leave(struct rooms_client *client, struct json request, double now) {
    const char *wrong = room_leave(client->member, now);
    rooms_push_follow(client);
    answer(client, request, wrong);
}

void rooms_play_ready(struct rooms_client *client, struct json request, double now) {
    bool ready = true;
    if (rooms_read_bool(client, request, "ready", &ready))
        answer(client, request, room_ready(client->member, ready, now));
}

/* Reads an act of the member's seat; it must be legal now. */
static bool read_act(struct rooms_client *client, struct json request, const struct table *table,
                     int seat, action *act) {
    struct json id = json_get(request, "id"), from = json_get(request, "action");
    const void *state = table->session.state;
    struct record_fault fault;
    struct event event;
    if (!json_given(from)) return rooms_fail_field(client, request, "action", "must be given");
    if (game_over(table->game, state))
        return rooms_fail(client, id, "GAME_OVER", "the game is over");
    if (!record_read_event(table->game, state, from, seat, &event, &fault)) {
        if (!fault.code) return rooms_fail(client, id, "BAD_ACTION", fault.why);
        return rooms_fail_reason(client, id, fault.why, fault.code);
    }
    if (event.who != seat)
        return rooms_fail(client, id, "BAD_ACTION", "the action must be one of your own seat");
    *act = event.act;
    return true;
}

void rooms_play_act(struct rooms_client *client, struct json request, double now) {
    const struct member *member = client->member;
    int seat = 0;
    action act = 0;
    const struct table *table = NULL;
    if (member->room && member->room->phase == ROOM_ROUND && member->seat != HALL_NO_SEAT &&
        member->room->seats[member->seat].place >= 0)
        table = room_table(member->room, member->seat, &seat);
    if (!table) {
        rooms_fail(client, json_get(request, "id"), "NOT_NOW", "you are in no round now");
        return;
    }
    if (!read_act(client, request, table, seat, &act)) return;
    client->acted = now;
    if (!answer(client, request, room_act(client->member, act, now))) client->acted = 0;
}

void rooms_play_pause(struct rooms_client *client, struct json request, double now) {
    bool paused = true;
    if (rooms_read_bool(client, request, "paused", &paused))
        answer(client, request, room_stop(client->member, paused, now));
}

void rooms_play_chat(struct rooms_client *client, struct json request, double now) {
    char text[ROOMS_REQUEST_MAX];
    if (rooms_read_string(client, request, "text", true, text, sizeof text))
        answer(client, request, room_say(client->member, text, now));
}

void rooms_play_agent(struct rooms_client *client, struct json request, double now) {
    char player[128] = "";
    if (rooms_read_string(client, request, "agent", false, player, sizeof player))
        answer(client, request, room_seat_agent(client->member, player, now));
}

void rooms_play_dismiss(struct rooms_client *client, struct json request, double now) {
    answer(client, request, room_unseat_agent(client->member, now));
}
