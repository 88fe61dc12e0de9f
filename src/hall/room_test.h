/* Three guests and a room, for the tests of rooms. */
#ifndef ROOM_TEST_H
#define ROOM_TEST_H

#include "hall/hall_test.h"

static struct test_hall test;
static struct test_guest anna, bob, carl;

static inline int set_up(void **state) {
    (void)state;
    test_open(&test);
    test_enter(&test, &anna, "anna");
    test_enter(&test, &bob, "bob");
    test_enter(&test, &carl, "carl");
    return 0;
}

static inline int tear_down(void **state) {
    (void)state;
    hall_free(test.hall);
    return 0;
}

static inline struct room *open_room(struct room_setup setup) {
    assert_null(room_open(anna.member, &setup, test.now));
    return anna.member->room;
}

static inline void set_param(struct room_setup *setup, const char *name, int value) {
    setup->params[game_param(setup->game, name)] = value;
}

/* Anna and bob begin a round. */
static inline struct room *play(struct room_setup setup) {
    struct room *room = open_room(setup);
    assert_null(room_join(bob.member, room, test.now));
    assert_null(room_ready(anna.member, true, test.now));
    assert_null(room_ready(bob.member, true, test.now));
    test_pass(&test, ROOM_START_SECONDS);
    assert_int_equal(room->phase, ROOM_ROUND);
    return room;
}

/* Returns a legal act of who sits there, or -1. */
static inline int64_t find_act(const struct room *room, const struct member *member) {
    static struct choice choices[1 << 16];
    int at = 0;
    const struct table *table = room_table(room, member->seat, &at);
    int count = table->game->choices(table->session.state, at, choices);
    return count ? (int64_t)choices[rng_below(&test.rng, (uint32_t)count)].act : -1;
}

static inline bool act(const struct test_guest *guest) {
    const struct room *room = guest->member->room;
    int64_t found = room->phase == ROOM_ROUND ? find_act(room, guest->member) : -1;
    if (found < 0) return false;
    test.now += 0.01;
    assert_null(room_act(guest->member, (action)found, test.now));
    return true;
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

#endif
