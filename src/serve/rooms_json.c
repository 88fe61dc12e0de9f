/* Rooms as JSON: what everybody may see of them. */
#include "serve/rooms_private.h"
#include <math.h>

static const char *const phases[] = {"waiting", "round", "ending", "card"};

void rooms_json_word(struct text *out, const char *key, const char *word) {
    json_put_key(out, key);
    if (*word)
        json_put_string(out, word);
    else
        json_put_null(out);
}

void rooms_json_number(struct text *out, const char *key, bool known, int64_t number) {
    json_put_key(out, key);
    if (known)
        json_put_int(out, number);
    else
        json_put_null(out);
}

static void put_rating(const struct room_seat *seat, struct text *out) {
    rooms_json_number(out, "rating", seat->rating > 0, lround(seat->rating));
    rooms_json_number(out, "gain", seat->rating > 0, lround(seat->gain));
}

static void put_seat(const struct room *room, int at, double now, struct text *out) {
    const struct room_seat *seat = &room->seats[at];
    json_open(out, '{');
    rooms_json_word(out, "name", seat->name);
    if (*seat->name) {
        json_field_bool(out, "agent", seat->player.agent != NULL);
        json_field_bool(out, "ready", seat->ready);
        json_field_bool(out, "paused", seat->stopped);
        rooms_json_number(out, "pause_left", room->clock, room_stop_left(room, at, now));
        json_field_bool(out, "away", seat->away);
        json_field_bool(out, "left", seat->left);
        rooms_json_number(out, "place", seat->place >= 0, seat->place);
        json_field_int(out, "points", seat->points);
        json_field_int(out, "total", seat->total);
        json_field_int(out, "won", seat->won);
        rooms_json_number(out, "rank", seat->rank > 0, seat->rank);
        put_rating(seat, out);
    }
    json_close(out, '}');
}

static void put_params(const struct room_setup *setup, struct text *out) {
    const struct param *params = setup->game->params;
    json_put_key(out, "params");
    json_open(out, '{');
    for (int i = 0; params[i].name; i++) json_field_int(out, params[i].name, setup->params[i]);
    json_close(out, '}');
}

static void put_said(const struct room *room, struct text *out) {
    json_put_key(out, "said");
    json_open(out, '[');
    for (int i = 0; i < room->said_count; i++) {
        json_open(out, '{');
        rooms_json_word(out, "name", room->said[i].name);
        json_field_string(out, "text", room->said[i].text);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_phase(const struct room *room, double now, struct text *out) {
    json_field_string(out, "phase", phases[room->phase]);
    double left = room->until - now;
    rooms_json_number(out, "seconds", isfinite(left), left > 0 ? (int64_t)ceil(left) : 0);
    bool plays = room->phase == ROOM_ROUND;
    rooms_json_number(out, "elapsed", plays, plays ? (int64_t)(now - room->began) : 0);
    json_field_int(out, "round", room->round);
    json_field_int(out, "rounds", room->setup.rounds);
}

void rooms_json_room(const struct room *room, bool said, double now, struct text *out) {
    json_open(out, '{');
    json_field_int(out, "room", room->id);
    json_field_string(out, "title", room->setup.title);
    json_field_string(out, "game", room->setup.game->name);
    put_params(&room->setup, out);
    json_field_bool(out, "race", room->race);
    json_field_bool(out, "clock", room->clock);
    put_phase(room, now, out);
    rooms_json_number(out, "tick_ms", room->setup.tick_ms > 0, room->setup.tick_ms);
    json_field_int(out, "minutes", room->setup.minutes);
    json_put_key(out, "seats");
    json_open(out, '[');
    for (int i = 0; i < room->seats_count; i++) put_seat(room, i, now, out);
    json_close(out, ']');
    json_field_int(out, "watchers", room->watchers);
    json_field_bool(out, "can_skip", room_can_skip(room));
    if (said) put_said(room, out);
    json_close(out, '}');
}

void rooms_json_place(const struct member *member, double now, struct text *out) {
    json_put_key(out, "room");
    if (member->room)
        rooms_json_room(member->room, true, now, out);
    else
        json_put_null(out);
    rooms_json_number(out, "seat", member->seat != HALL_NO_SEAT, member->seat);
}

static void put_line(const struct room *room, struct text *out) {
    json_open(out, '{');
    json_field_int(out, "room", room->id);
    json_field_string(out, "title", room->setup.title);
    json_field_string(out, "game", room->setup.game->name);
    json_field_string(out, "phase", phases[room->phase]);
    json_field_int(out, "round", room->round);
    json_field_int(out, "rounds", room->setup.rounds);
    json_field_int(out, "seats", room->seats_count);
    json_put_key(out, "names");
    json_open(out, '[');
    for (int i = 0; i < room->seats_count; i++)
        if (*room->seats[i].name) json_put_string(out, room->seats[i].name);
    json_close(out, ']');
    json_field_int(out, "watchers", room->watchers);
    json_close(out, '}');
}

static void put_rooms(const struct hall *hall, const struct game *game, int from,
                      struct text *out) {
    int at = 0;
    json_put_key(out, "rooms");
    json_open(out, '[');
    for (const struct room *room = hall->rooms; room; room = room->next) {
        if (game && room->setup.game != game) continue;
        if (at >= from && at < from + ROOMS_PRIVATE_LIST_MAX) put_line(room, out);
        at++;
    }
    json_close(out, ']');
    json_field_int(out, "rooms_count", at);
}

static void put_members(const struct hall *hall, struct text *out) {
    int at = 0;
    json_put_key(out, "players");
    json_open(out, '[');
    for (const struct member *member = hall->members; member; member = member->next)
        if (at++ < ROOMS_PRIVATE_LIST_MAX) json_put_string(out, member->name);
    json_close(out, ']');
    json_field_int(out, "players_count", hall->members_count);
    json_field_int(out, "playing", hall->playing_count);
}

void rooms_json_list(const struct server *server, const struct game *game, int from,
                     struct text *out) {
    put_rooms(server->hall, game, from, out);
    put_members(server->hall, out);
    rooms_json_number(out, "telnet_port", server->telnet, server->port);
}

static void put_result(const struct room *room, int at, struct text *out) {
    const struct room_seat *seat = &room->seats[at];
    json_open(out, '{');
    json_field_int(out, "seat", at);
    json_field_string(out, "name", seat->name);
    json_field_int(out, "points", seat->points);
    json_field_int(out, "rank", seat->rank);
    json_field_int(out, "total", seat->total);
    json_field_int(out, "won", seat->won);
    put_rating(seat, out);
    json_close(out, '}');
}

void rooms_json_end(const struct room *room, struct text *out) {
    json_field_int(out, "room", room->id);
    json_field_int(out, "round", room->round);
    json_field_int(out, "rounds", room->setup.rounds);
    json_field_string(out, "card", room->card);
    rooms_json_number(out, "record", room->record > 0, room->record);
    json_field_bool(out, "rated", room->rated);
    rooms_json_word(out, "trouble", room->trouble);
    json_put_key(out, "seats");
    json_open(out, '[');
    for (int i = 0; i < room->seats_count; i++)
        if (room->seats[i].place >= 0) put_result(room, i, out);
    json_close(out, ']');
    json_put_key(out, "digests");
    json_open(out, '[');
    for (int i = 0; i < room->tables_count; i++) {
        char digest[17];
        struct text hex = text_over(digest, sizeof digest);
        text_hex(&hex, game_hash(room->setup.game, room->tables[i]->session.state), 16);
        json_put_string(out, digest);
    }
    json_close(out, ']');
}
