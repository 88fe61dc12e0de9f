/* A server without sockets, for the tests of this folder: guests who note what they are told, a
 * keeper that checks each result, and luck that is the same each time. */
#ifndef HALL_TEST_H
#define HALL_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "hall/room.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_guest {
    struct member *member;
    int told[HALL_GONE + 1];
    uint64_t serial;
    char text[HALL_SAY_BYTES], name[HALL_NAME_BYTES]; /* of the last SAY or GONE */
    struct event event;
    bool lost; /* must not be told anything */
};

enum { TEST_HELD_MAX = 4096 };

struct test_hall {
    struct hall *hall;
    struct rng rng;
    double now;
    bool holds; /* results are kept later */
    struct hall_result *held[TEST_HELD_MAX];
    int held_count, kept;
    struct hall_result last; /* without its journals */
};

static const struct host test_host = {.threads = 1};

static inline void test_tell(void *self, const struct hall_message *message) {
    struct test_guest *guest = self;
    assert_false(guest->lost);
    assert_true(message->serial > guest->serial);
    guest->serial = message->serial;
    guest->told[message->kind]++;
    if (message->kind == HALL_EVENT) guest->event = message->event;
    if (message->text) snprintf(guest->text, sizeof guest->text, "%s", message->text);
    if (message->name) snprintf(guest->name, sizeof guest->name, "%s", message->name);
    if (message->kind == HALL_GONE) guest->lost = true;
}

static inline void test_draw(void *self, void *bytes, size_t count) {
    struct test_hall *test = self;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)rng_next(&test->rng);
}

/* The journals play to the states of the tables, and the points are what these say. */
static inline void test_check_result(const struct hall_result *result) {
    const struct game *game = result->game;
    const struct room *room = result->room;
    uint32_t won = 0;
    bool left = false;
    assert_int_equal(result->journals_count, result->race ? result->seats_count : 1);
    for (int i = 0; i < result->journals_count; i++) {
        struct session session;
        const struct journal *journal = &result->journals[i];
        assert_null(journal_play(game, result->params, journal->bytes, journal->length, &session));
        assert_true(game_hash(game, session.state) ==
                    game_hash(game, room->tables[i]->session.state));
        for (int s = 0; !result->race && s < result->seats_count; s++)
            assert_int_equal(result->seats[s].points, game->score(session.state, s));
        won |= result->race ? game->winners(session.state) << i : game->winners(session.state);
        session_release(&session);
    }
    for (int s = 0; s < result->seats_count; s++) left |= room->seats[result->seats[s].seat].left;
    for (int s = 0; s < result->seats_count; s++) {
        const struct room_seat *seat = &room->seats[result->seats[s].seat];
        assert_int_equal(seat->place, s);
        assert_int_equal(seat->rank, result->seats[s].rank);
        assert_true(result->seats[s].rank >= 1 && result->seats[s].rank <= result->seats_count);
        if (result->seats[s].won) assert_int_equal(seat->rank, 1);
        if (won && !left) assert_int_equal(result->seats[s].rank == 1, won >> s & 1);
    }
}

static inline void test_keep(void *self, struct hall_result *result) {
    struct test_hall *test = self;
    assert_int_equal(result->room->phase, ROOM_ENDING);
    test_check_result(result);
    test->last = *result;
    result->record = ++test->kept;
    for (int s = 0; s < result->seats_count; s++) {
        result->seats[s].rating = 1500 + s;
        result->seats[s].gain = s;
    }
    if (test->holds) {
        assert_in_range(test->held_count, 0, TEST_HELD_MAX - 1);
        test->held[test->held_count++] = result;
    } else {
        hall_kept(test->hall, result, NULL, test->now);
    }
}

static inline void test_open(struct test_hall *test) {
    *test = (struct test_hall){.rng = rng_new(7, 0)};
    struct hall_setup setup = {.members_max = 1000,
                               .rooms_max = 100,
                               .host = &test_host,
                               .draw = test_draw,
                               .keep = test_keep,
                               .self = test};
    test->hall = hall_new(&setup);
    assert_non_null(test->hall);
}

static inline void test_enter(struct test_hall *test, struct test_guest *guest, const char *name) {
    *guest = (struct test_guest){.member = NULL};
    assert_null(hall_enter(test->hall, name, test_tell, guest, test->now, &guest->member));
    assert_non_null(guest->member);
}

/* Lets time pass, in small steps: what is due happens in time. */
static inline void test_pass(struct test_hall *test, double seconds) {
    double end = test->now + seconds;
    for (double due; (due = hall_due(test->hall)) <= end;) {
        test->now = fmax(test->now, due);
        hall_run(test->hall, test->now);
    }
    test->now = end;
    hall_run(test->hall, test->now);
}

static inline struct room_setup test_setup(const char *game) {
    struct room_setup setup = {.game = games_find(game)};
    game_standard(setup.game, setup.params);
    return setup;
}

#define test_refused(answer, sentence)                                                             \
    do {                                                                                           \
        const char *test_answer = (answer);                                                        \
        assert_non_null(test_answer);                                                              \
        assert_string_equal(test_answer, sentence);                                                \
    } while (0)

#endif
