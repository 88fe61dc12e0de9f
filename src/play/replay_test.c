/* A walk through a game gives what the game was, wherever one goes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/replay.h"

enum { ACTS = 1500, WALKS = 300 };
#define TICK 0.4
#define MOVE 1.0

static uint64_t hashes[ACTS + 1];
static struct event acts[ACTS + 1];
static size_t played;

/* Plays a random act of somebody who may move. */
static void act_randomly(struct session *session, struct rng *rng) {
    uint32_t movers = session->game->movers(session->state);
    int who = (int)rng_below(rng, 32);
    while (!(movers >> who & 1) || !session->game->choices(session->state, who, session->scratch))
        who = (int)rng_below(rng, 32);
    action act = game_draw(session->game, session->state, who, rng, session->scratch);
    assert_int_equal(session_act(session, who, act), 0);
    acts[++played] = (struct event){who, act};
    hashes[played] = game_hash(session->game, session->state);
}

static void begin(struct session *session, const struct game *game, int players) {
    int params[PARAMS_MAX];
    game_standard(game, params);
    for (int i = 0; game->params[i].name; i++)
        if (players && game->params[i].name[0] == 'p') params[i] = players;
    played = 0;
    assert_int_equal(session_init(session, game, params, rng_new(3, 0)), 0);
    hashes[0] = game_hash(game, session->state);
}

static void play_game(struct session *session, const struct game *game) {
    struct rng rng = rng_new(5, 1);
    begin(session, game, 0);
    while (played < ACTS && !game_over(game, session->state)) act_randomly(session, &rng);
}

static void see_stop(struct replay *replay, size_t stop) {
    const struct game *game = replay->session->game;
    struct event event;
    replay_go(replay, stop);
    assert_int_equal(replay->at, stop);
    assert_true(game_hash(game, replay->state) == hashes[stop]);
    const void *before = replay_act(replay, &event);
    assert_int_equal(before != NULL, stop > 0);
    if (!before) return;
    assert_true(game_hash(game, before) == hashes[stop - 1]);
    assert_int_equal(event.who, acts[stop].who);
    assert_int_equal(event.act, acts[stop].act);
}

struct told {
    size_t events;
    int points[SEATS_MAX];
    int first;
};

static void note(void *self, const void *before, struct event event,
                 const struct effect_list *effects) {
    struct told *told = self;
    assert_non_null(before);
    if (told->events++ == 0) told->first = event.who;
    for (int i = 0; i < effects->count; i++)
        if (effects->at[i].seat >= 0) told->points[effects->at[i].seat] += effects->at[i].points;
}

/* What is told of a stop adds up to what changed since the one before. */
static void see_told(struct replay *replay) {
    const struct game *game = replay->session->game;
    struct event event;
    struct told told = {0};
    const void *before = replay_act(replay, &event);
    replay_tell(replay, note, &told);
    if (!before) {
        assert_int_equal(told.events, 0);
        return;
    }
    assert_int_equal(told.first, event.who);
    assert_int_equal(told.events,
                     replay->stops[replay->at].end - replay->stops[replay->at - 1].end);
    for (int seat = 0; seat < game->shape(before).seats; seat++)
        assert_int_equal(told.points[seat],
                         game->score(replay->state, seat) - game->score(before, seat));
}

static void see_times(const struct replay *replay) {
    assert_true(replay->stops[0].time == 0);
    for (size_t stop = 1; stop <= replay->last; stop++) {
        assert_true(replay->stops[stop].time >= replay->stops[stop - 1].time);
        size_t found = replay_find(replay, replay->stops[stop].time);
        assert_true(found >= stop && replay->stops[found].time == replay->stops[stop].time);
        if (!replay->has_clock) assert_true(replay->stops[stop].time == (double)stop * MOVE);
    }
    assert_int_equal(replay_find(replay, 1e9), replay->last);
    assert_int_equal(replay_find(replay, -1), 0);
}

static void test_walks(void **unused) {
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        struct session session;
        struct replay replay;
        struct rng rng = rng_new(11, 2);
        play_game(&session, games_list[i]);
        assert_int_equal(replay_init(&replay, &session, TICK, MOVE), 0);
        assert_int_equal(replay.last, played);
        for (size_t stop = 0; stop <= played; stop++) {
            see_stop(&replay, stop);
            see_told(&replay);
        }
        for (int walk = 0; walk < WALKS; walk++) {
            see_stop(&replay, rng_below(&rng, (uint32_t)played + 1));
            if (walk % 8 == 0) see_told(&replay);
        }
        for (size_t stop = played + 1; stop-- > 0;) see_stop(&replay, stop);
        replay_go(&replay, SIZE_MAX);
        assert_int_equal(replay.at, played);
        see_times(&replay);
        replay_release(&replay);
        session_release(&session);
    }
}

/* A game with no act yet, or none at all of anything, has one stop. */
static void test_nothing_played(void **unused) {
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        struct session session;
        struct replay replay;
        struct event event;
        begin(&session, games_list[i], 0);
        assert_int_equal(replay_init(&replay, &session, TICK, MOVE), 0);
        assert_int_equal(replay.last, 0);
        assert_int_equal(replay.has_clock, games_list[i]->movers(session.state) >> CLOCK & 1);
        replay_go(&replay, 1);
        assert_null(replay_act(&replay, &event));
        assert_true(game_hash(session.game, replay.state) == hashes[0]);
        replay_release(&replay);
        session_release(&session);
    }
}

static void act(struct session *session, int who, action act) {
    assert_null(session->game->refuse(session->state, who, act));
    assert_int_equal(session_act(session, who, act), 0);
}

static action first_act(struct session *session, int who) {
    assert_true(session->game->choices(session->state, who, session->scratch) > 0);
    return session->scratch[0].act;
}

static action tick_of(struct session *session, int seat) {
    assert_true(session->game->choices(session->state, CLOCK, session->scratch) > seat);
    return session->scratch[seat].act;
}

/* Both clocks tick together; what the seats do until the next tick is spread over that time. */
static void test_beats(void **unused) {
    (void)unused;
    static const double times[] = {0, 0.2, 0.4, 0.4, 0.4 + 0.4 / 3, 0.4 + 0.8 / 3, 0.8, 0.8, 1.2};
    struct session session;
    struct replay replay;
    begin(&session, games_find("falls"), 2);
    act(&session, 0, first_act(&session, 0));
    act(&session, CLOCK, tick_of(&session, 0));
    act(&session, CLOCK, tick_of(&session, 1));
    act(&session, 1, first_act(&session, 1));
    act(&session, 0, first_act(&session, 0));
    act(&session, CLOCK, tick_of(&session, 0));
    act(&session, CLOCK, tick_of(&session, 1));
    act(&session, CLOCK, tick_of(&session, 0));
    assert_int_equal(replay_init(&replay, &session, TICK, MOVE), 0);
    assert_true(replay.has_clock);
    for (size_t stop = 0; stop <= replay.last; stop++) {
        double wrong = replay.stops[stop].time - times[stop];
        if (wrong > 1e-9 || wrong < -1e-9) fail_msg("stop %zu: off by %f", stop, wrong);
    }
    replay_release(&replay);
    session_release(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_nothing_played),
        cmocka_unit_test(test_beats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
