/* Short memory for programs in a room: two clients play a round, one of them comes back by its
 * token. A client that lacks a frame is told to end; all others get what they should, and nothing
 * leaks. */
#include "games/games.h"
#include "hall/room.h"
#include "serve/rooms.h"
#include "tests/support/starve.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 1024, PRIVATE_BYTES = 1 << 14, LAST_BYTES = 1 << 16 };

static struct server server;

struct guest {
    struct rooms_client *client;
    bool lacking; /* a frame could not be made */
    int events, ends;
    char last[LAST_BYTES];
};

/* A frame's text begins after its head. */
static void note(void *self, struct frames_buffer *frame) {
    struct guest *guest = self;
    if (!frame) {
        guest->lacking = true;
        return;
    }
    const char *text = memchr(frame->bytes, '{', 12);
    size_t length = frame->length - (size_t)((const uint8_t *)text - frame->bytes);
    assert_true(length < sizeof guest->last);
    memcpy(guest->last, text, length);
    guest->last[length] = '\0';
    guest->events += strncmp(guest->last, "{\"event\":\"events\"", 17) == 0;
    guest->ends += strncmp(guest->last, "{\"event\":\"end\"", 14) == 0;
}

static void draw_zeros(void *self, void *bytes, size_t count) {
    (void)self;
    memset(bytes, 0, count);
}

static void keep(void *self, struct hall_result *result) {
    (void)self;
    result->record = 1;
    hall_kept(server.hall, result, NULL, 0);
}

/* Whether a request is answered well; if not, memory was short. */
static bool ask(struct guest *guest, const char *request, double now) {
    struct json_token tokens[TOKENS];
    struct json_doc doc;
    if (guest->lacking) return false;
    assert_null(json_parse(&doc, request, strlen(request), tokens, TOKENS));
    assert_true(rooms_takes(json_root(&doc)));
    rooms_ask(guest->client, json_root(&doc), now);
    if (guest->lacking) return false;
    if (strncmp(guest->last, "{\"id\":null,\"ok\":", 16) != 0)
        return true; /* a push came after it */
    bool fine = strncmp(guest->last + 16, "true", 4) == 0;
    if (!fine && !strstr(guest->last, "emory")) fail_msg("%s: %s", request, guest->last);
    return fine;
}

static bool act(struct guest *guest, double now) {
    static struct choice choices[1 << 16];
    static char written[1024];
    struct text out = text_over(written, sizeof written);
    const struct member *member = guest->client->member;
    int seat = 0;
    const struct table *table = member && member->room && member->room->phase == ROOM_ROUND
                                    ? room_table(member->room, member->seat, &seat)
                                    : NULL;
    if (!table || table->game->choices(table->session.state, seat, choices) == 0) return true;
    text_string(&out, "{\"cmd\":\"room.act\",\"action\":");
    table->game->write_act(table->session.state, seat, choices[0].act, &out);
    text_string(&out, "}");
    return ask(guest, written, now);
}

static bool play(struct guest guests[2], const char *create, double now) {
    bool done = ask(&guests[0], "{\"cmd\":\"hall.enter\",\"name\":\"anna\"}", now) &&
                ask(&guests[1], "{\"cmd\":\"hall.enter\",\"name\":\"ben\"}", now) &&
                ask(&guests[0], create, now) &&
                ask(&guests[1], "{\"cmd\":\"room.join\",\"room\":1}", now);
    if (!done) return false;
    struct room *room = room_find(server.hall, 1);
    done = !room_start(room, now);
    for (int i = 0; i < 12 && done; i++) {
        hall_run(server.hall, now += 0.5);
        done = act(&guests[i % 2], now);
        rooms_push_flush(guests[0].client->rooms);
        rooms_hall_push(guests[0].client->rooms);
    }
    if (room_find(server.hall, 1)) room_stop_round(room, now);
    return done && guests[0].ends == 1 && guests[1].events > 0 && !guests[1].lacking;
}

/* Loses the connection, and comes back by another one. */
static bool come_back(struct guest *guest, struct rooms *rooms) {
    char code[HALL_CODE_BYTES], request[100];
    const struct member *member = guest->client->member;
    if (!member) return false;
    hall_write_code(member, code);
    snprintf(request, sizeof request, "{\"cmd\":\"hall.return\",\"token\":\"%s\"}", code);
    rooms_leave(guest->client, 50);
    guest->client = rooms_enter(rooms, note, guest);
    return guest->client && ask(guest, request, 50);
}

static bool meet_in(struct rooms *rooms, const char *create) {
    static struct guest guests[2];
    bool done = true;
    memset(guests, 0, sizeof guests);
    for (int i = 0; i < 2; i++)
        done &= (guests[i].client = rooms_enter(rooms, note, &guests[i])) != NULL;
    if (done) done = play(guests, create, 0) && come_back(&guests[0], rooms);
    for (int i = 0; i < 2; i++)
        if (guests[i].client) rooms_leave(guests[i].client, 60);
    return done;
}

static bool meet(const void *create) {
    const struct host host = {.threads = 1};
    struct hall_setup setup = {.members_max = 2, .rooms_max = 1, .host = &host};
    bool done = false;
    setup.draw = draw_zeros;
    setup.keep = keep;
    server.hall = hall_new(&setup);
    struct rooms *rooms = server.hall ? rooms_new(&server) : NULL;
    if (rooms) done = meet_in(rooms, create);
    rooms_free(rooms);
    if (server.hall) hall_free(server.hall);
    return done;
}

static void test_rooms(void **state) {
    static char notes[PRIVATE_BYTES]; /* where server_stir notes that something happened */
    (void)state;
    server.private = (void *)notes;
    starve(meet, "{\"cmd\":\"room.create\",\"game\":\"lines\",\"params\":{\"rows\":5,\"cols\":5,"
                 "\"show_next_balls\":0},\"title\":\"Blind\"}");
    starve(meet, "{\"cmd\":\"room.create\",\"game\":\"azul\",\"params\":{\"max_rounds\":1}}");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rooms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
