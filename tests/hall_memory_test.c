/* Short memory in a hall with a room, in which a round is played and kept, and another ends as its
 * players leave. What was announced is whole; what lacks memory is answered with that. */
#include "games/games.h"
#include "hall/room.h"
#include "tests/support/starve.h"
#include <string.h>

static void draw_zeros(void *self, void *bytes, size_t count) {
    (void)self;
    memset(bytes, 0, count);
}

static void keep_result(void *self, struct hall_result *result) {
    struct session session;
    for (int i = 0; i < result->journals_count && result->room; i++) {
        const struct journal *journal = &result->journals[i];
        bool fine =
            !journal_play(result->game, result->params, journal->bytes, journal->length, &session);
        if (fine)
            assert_true(
                game_equal(result->game, session.state, result->room->tables[i]->session.state));
        session_release(&session);
    }
    hall_kept(*(struct hall **)self, result, NULL, 0);
}

/* Whether a call was fine; if not, memory was short. */
static bool is_fine(const char *wrong) {
    if (wrong && !strstr(wrong, "not enough memory")) fail_msg("%s", wrong);
    return !wrong;
}

static bool act_in_room(struct member *member, double now) {
    int at = 0;
    static struct choice choices[1 << 16];
    const struct table *table = room_table(member->room, member->seat, &at);
    bool may = member->room->phase == ROOM_ROUND && table &&
               table->game->choices(table->session.state, at, choices) > 0;
    return !may || is_fine(room_act(member, choices[0].act, now));
}

static bool play_round(struct member **members, int count, double now) {
    struct room *room = members[0]->room;
    bool done = is_fine(room_start(room, now));
    for (int i = 0; i < 40 && done; i++) {
        now += 0.1;
        hall_run(room->hall, now);
        for (int k = 0; k < count; k++) done &= act_in_room(members[k], now);
    }
    return done && !room->trouble[0];
}

static bool meet_in(struct hall *hall, const struct game *game) {
    struct member *members[2];
    struct room_setup setup = {.game = game};
    game_standard(game, setup.params);
    for (int i = 0; i < 2; i++)
        if (!is_fine(hall_enter(hall, i ? "anna" : "bob", NULL, NULL, 0, &members[i])))
            return false;
    if (!is_fine(room_open(members[0], &setup, 0))) return false;
    struct room *room = members[0]->room;
    bool done = is_fine(room_join(members[1], room, 0)) && play_round(members, 2, 0);
    if (room->phase == ROOM_ROUND) room_stop_round(room, 10);
    if (room->phase == ROOM_CARD && hall->games == 0) assert_true(room->trouble[0]);
    done &= !room->trouble[0] && play_round(members, 2, 10);
    hall_leave(members[1], 20);
    hall_leave(members[0], 20);
    return done && hall->games == 2;
}

static bool meet(const void *of) {
    const struct host host = {.threads = 1};
    struct hall *hall = NULL;
    struct hall_setup setup = {.members_max = 2, .rooms_max = 1, .host = &host};
    setup.draw = draw_zeros;
    setup.keep = keep_result;
    setup.self = &hall;
    hall = hall_new(&setup);
    if (!hall) return false;
    bool done = meet_in(hall, of);
    hall_free(hall);
    return done;
}

static void test_halls(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) starve(meet, games_list[g]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_halls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
