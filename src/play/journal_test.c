/* Journals: every game comes back from its own, and no bytes do harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/journal.h"
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 400, GAMES = 5, HOSTILE = 3000 };

static void note(void *self, const void *state, struct event event) {
    (void)state;
    assert_int_equal(journal_add(self, event), 0);
}

/* Plays at random: at most so many events, whoever of the movers. */
static void play(struct session *session, struct rng *rng) {
    for (int i = 0; i < EVENTS && !game_over(session->game, session->state); i++) {
        uint32_t movers = session->game->movers(session->state);
        int who = (int)rng_below(rng, 32);
        while (!(movers >> who & 1)) who = (who + 1) % 32;
        int count = session->game->choices(session->state, who, session->scratch);
        if (!count) continue;
        action act = session->scratch[rng_below(rng, (uint32_t)count)].act;
        assert_int_equal(session_act(session, who, act), 0);
    }
}

static void any_params(const struct game *game, struct rng *rng, int params[PARAMS_MAX]) {
    game_standard(game, params);
    for (int i = 0; game->params[i].name; i++) {
        const struct param *param = &game->params[i];
        if (rng_below(rng, 2))
            params[i] = param->min + (int)rng_below(rng, (uint32_t)(param->max - param->min) + 1);
    }
}

/* Plays a game that is told to a journal. */
static void play_game(const struct game *game, uint64_t seed, int params[PARAMS_MAX],
                      struct session *session, struct journal *journal) {
    struct rng rng = rng_new(seed, 1);
    *journal = (struct journal){.bytes = NULL};
    any_params(game, &rng, params);
    assert_int_equal(session_begin(session, game, params, rng_new(seed, 0)), 0);
    session->tell = note;
    session->tell_self = journal;
    assert_int_equal(session_settle(session), 0);
    play(session, &rng);
    assert_int_equal(journal->count, session->count);
}

static void test_round_trip(void **unused) {
    (void)unused;
    for (int i = 0; games_list[i]; i++)
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            struct session session, back;
            struct journal journal;
            int params[PARAMS_MAX];
            play_game(games_list[i], seed, params, &session, &journal);
            assert_null(journal_play(games_list[i], params, journal.bytes, journal.length, &back));
            assert_int_equal(back.count, session.count);
            for (size_t n = 0; n < back.count; n++) {
                assert_int_equal(back.events[n].event.who, session.events[n].event.who);
                assert_int_equal(back.events[n].event.act, session.events[n].event.act);
            }
            assert_true(game_equal(games_list[i], back.state, session.state));
            session_release(&back);
            session_release(&session);
            journal_release(&journal);
        }
}

/* A byte an event where acts are few. */
static void test_is_short(void **unused) {
    (void)unused;
    struct session session;
    struct journal journal;
    int params[PARAMS_MAX];
    size_t bytes = 0, events = 0;
    for (uint64_t seed = 0; seed < 4 * GAMES; seed++) {
        play_game(games_find("falls"), seed, params, &session, &journal);
        events += journal.count;
        bytes += journal.length;
        session_release(&session);
        journal_release(&journal);
    }
    assert_true(events > EVENTS);
    assert_true(bytes < events + events / 2); /* most are ticks and keys; viruses take two */
}

static void test_every_number(void **unused) {
    (void)unused;
    static const action acts[] = {0, 1, 11, 12, 13, 1000, 1637, 1638, 1 << 20, UINT32_MAX};
    static const int whos[] = {0, 3, SEATS_MAX - 1, CHANCE, CLOCK};
    struct journal journal = {.bytes = NULL};
    struct event event;
    size_t at = 0;
    for (size_t a = 0; a < sizeof acts / sizeof *acts; a++)
        for (size_t w = 0; w < sizeof whos / sizeof *whos; w++)
            assert_int_equal(journal_add(&journal, (struct event){whos[w], acts[a]}), 0);
    for (size_t a = 0; a < sizeof acts / sizeof *acts; a++)
        for (size_t w = 0; w < sizeof whos / sizeof *whos; w++) {
            assert_true(journal_next(journal.bytes, journal.length, &at, &event));
            assert_int_equal(event.who, whos[w]);
            assert_int_equal(event.act, acts[a]);
        }
    assert_int_equal(at, journal.length);
    assert_false(journal_next(journal.bytes, journal.length, &at, &event));
    assert_int_equal(at, journal.length);
    journal_release(&journal);
}

/* Whatever is no event leaves the place as it is. */
static void test_no_events(void **unused) {
    (void)unused;
    static const struct {
        uint8_t bytes[8];
        size_t length;
    } damaged[] = {
        {{0}, 0},
        {{0x80}, 1},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, 5},
        {{0x81, 0x00}, 2},                               /* 1, with a byte too many */
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F}, 6},       /* more than an act can be */
        {{0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}, 7}, /* seven bytes */
    };
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        size_t at = 0;
        struct event event;
        assert_false(journal_next(damaged[i].bytes, damaged[i].length, &at, &event));
        assert_int_equal(at, 0);
    }
}

static void refuse(const struct game *game, const int *params, const uint8_t *bytes, size_t length,
                   const char *why) {
    struct session session;
    assert_string_equal(journal_play(game, params, bytes, length, &session), why);
    session_release(&session);
}

static void test_refuses(void **unused) {
    (void)unused;
    const struct game *game = games_find("falls");
    int params[PARAMS_MAX];
    game_standard(game, params);
    refuse(game, params, (const uint8_t[]){0x80}, 1, "the journal is damaged");
    refuse(game, params, (const uint8_t[]){0}, 1, "the journal has an event that cannot happen");
    refuse(game, params, (const uint8_t[]){SEATS_MAX - 1}, 1,
           "the journal has an event that cannot happen");
    params[0] = game->params[0].max + 1;
    refuse(game, params, NULL, 0, "there is no game with these settings");
    params[0] = game->params[0].min - 1;
    refuse(game, params, NULL, 0, "there is no game with these settings");
    params[0] = game->params[0].min;
    struct session session;
    assert_null(journal_play(game, params, NULL, 0, &session));
    assert_int_equal(session.count, 0);
    session_release(&session);
}

/* Changes, cuts, and lengthens bytes at random. Returns their number. */
static size_t damage(uint8_t *bytes, size_t length, size_t capacity, struct rng *rng) {
    for (uint32_t times = 1 + rng_below(rng, 3); times; times--) {
        size_t at = rng_below(rng, (uint32_t)length);
        switch (rng_below(rng, 4)) {
        case 0:
            bytes[at] ^= (uint8_t)(1 << rng_below(rng, 8));
            break;
        case 1:
            bytes[at] = (uint8_t)rng_below(rng, 256);
            break;
        case 2:
            length = at + 1;
            break;
        default:
            if (length == capacity) break;
            memmove(bytes + at + 1, bytes + at, length++ - at);
        }
    }
    return length;
}

/* What is played of damaged journals is a game: the rules agree to every state. */
static void test_hostile(void **unused) {
    (void)unused;
    struct rng rng = rng_new(99, 0);
    int played = 0;
    for (int i = 0; games_list[i]; i++) {
        struct session session, back;
        struct journal journal;
        int params[PARAMS_MAX];
        play_game(games_list[i], 3, params, &session, &journal);
        size_t capacity = journal.length + 8;
        uint8_t *bytes = malloc(capacity);
        assert_non_null(bytes);
        for (int n = 0; n < HOSTILE / 4; n++) {
            memcpy(bytes, journal.bytes, journal.length);
            size_t length = damage(bytes, journal.length, capacity, &rng);
            uint8_t *exact = malloc(length); /* so that a byte too far is seen */
            assert_non_null(exact);
            memcpy(exact, bytes, length);
            played += !journal_play(games_list[i], params, exact, length, &back);
            if (back.state) assert_null(games_list[i]->check(back.state));
            session_release(&back);
            free(exact);
        }
        free(bytes);
        session_release(&session);
        journal_release(&journal);
    }
    assert_true(played > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_is_short),
        cmocka_unit_test(test_every_number), cmocka_unit_test(test_no_events),
        cmocka_unit_test(test_refuses),      cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
