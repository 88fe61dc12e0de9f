/* Sessions: events, undo and redo, and luck that stays the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/session.h"

enum { ACTS = 40 };

static void begin(struct session *session, const char *name, int rows, int cols, int difficulty) {
    int params[PARAMS_MAX];
    const struct game *game = games_find(name);
    assert_non_null(game);
    game_standard(game, params);
    params[0] = rows, params[1] = cols, params[3] = difficulty;
    assert_int_equal(session_init(session, game, params, rng_new(1, 0)), 0);
    assert_int_equal(game_mover(game, session->state), 0);
}

/* Begins a game at its standard params. */
static void begin_standard(struct session *session, const struct game *game, uint64_t seed) {
    int params[PARAMS_MAX];
    game_standard(game, params);
    assert_int_equal(session_init(session, game, params, rng_new(seed, 0)), 0);
}

static int first_mover(const struct session *session) {
    int who = 0;
    while (!(session->game->movers(session->state) >> who & 1)) who++;
    return who;
}

/* Plays a random act of the first who may move, drawn by another generator, and returns it. */
static struct event act_randomly(struct session *session, struct rng *rng) {
    int who = first_mover(session);
    action act = game_draw(session->game, session->state, who, rng, session->scratch);
    assert_int_equal(session_act(session, who, act), 0);
    return (struct event){who, act};
}

static uint64_t hash_of(const struct session *session) {
    return game_hash(session->game, session->state);
}

/* A game of some acts, with the state before each and after the last. */
struct played {
    int count;
    struct event acts[ACTS];
    uint64_t hashes[ACTS + 1];
};

static void play(struct session *session, struct played *played) {
    struct rng rng = rng_new(7, 1);
    for (played->count = 0; played->count < ACTS && !game_over(session->game, session->state);
         played->count++) {
        played->hashes[played->count] = hash_of(session);
        played->acts[played->count] = act_randomly(session, &rng);
    }
    played->hashes[played->count] = hash_of(session);
}

/* Plays acts `from` to `to` again, as a player who types them. */
static void type(struct session *session, const struct played *played, int from, int to) {
    for (int i = from; i < to; i++) {
        assert_int_equal(session_act(session, played->acts[i].who, played->acts[i].act), 0);
        assert_int_equal(hash_of(session), played->hashes[i + 1]);
    }
}

/* Forgets what was undone, so that acts draw their luck anew. */
static void forget(struct session *session) {
    session->known = session->count;
}

static void each_game(void (*test)(struct session *session, const struct played *played)) {
    for (int g = 0; games_list[g]; g++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct session session;
            struct played played;
            begin_standard(&session, games_list[g], seed);
            play(&session, &played);
            test(&session, &played);
            session_release(&session);
        }
}

/* Undone one by one to the start and redone one by one, each state is as before. */
static void go_back_and_forth(struct session *session, const struct played *played) {
    for (int i = played->count - 1; i >= 0; i--) {
        assert_int_equal(session_undo(session, 1), 1);
        assert_int_equal(hash_of(session), played->hashes[i]);
        assert_int_equal(session_acts(session), i);
    }
    assert_int_equal(session_undo(session, 1), 0);
    assert_int_equal(hash_of(session), played->hashes[0]);
    for (int i = 1; i <= played->count; i++) {
        assert_int_equal(session_redo(session, 1), 1);
        assert_int_equal(hash_of(session), played->hashes[i]);
    }
    assert_int_equal(session_redo(session, 1), 0);
}

/* The same act after undo meets the same luck: as redo, and drawn anew. */
static void meet_the_same_luck(struct session *session, const struct played *played) {
    for (int step = 1; step <= played->count; step += 7) {
        int from = played->count - step;
        assert_int_equal(session_undo(session, (size_t)step), step);
        type(session, played, from, played->count);
        assert_int_equal(session_undo(session, (size_t)step), step);
        forget(session);
        type(session, played, from, played->count);
    }
}

/* After a detour of other acts, the same holds. */
static void take_a_detour(struct session *session, const struct played *played) {
    struct rng rng = rng_new(9, 2);
    for (int step = 1; step <= played->count; step += 5) {
        int from = played->count - step, detour = 0;
        assert_int_equal(session_undo(session, (size_t)step), step);
        for (; detour < 3 && !game_over(session->game, session->state); detour++)
            act_randomly(session, &rng);
        assert_int_equal(session_undo(session, (size_t)detour), detour);
        forget(session);
        type(session, played, from, played->count);
    }
}

/* What is played after a redo draws the luck that it would have drawn without undo. */
static void go_on_after_redo(struct session *session, const struct played *played) {
    uint64_t luck = session->rng.index;
    assert_int_equal(session_undo(session, SIZE_MAX), played->count);
    assert_int_equal(session_undo(session, 1), 0);
    assert_int_equal(session_redo(session, 2), 2);
    assert_int_equal(session_redo(session, SIZE_MAX), played->count - 2);
    assert_int_equal(hash_of(session), played->hashes[played->count]);
    assert_int_equal(session->rng.index, luck);
}

static void test_undo(void **unused) {
    (void)unused;
    each_game(go_back_and_forth);
}

static void test_same_luck(void **unused) {
    (void)unused;
    each_game(meet_the_same_luck);
}

static void test_detour(void **unused) {
    (void)unused;
    each_game(take_a_detour);
}

static void test_redo(void **unused) {
    (void)unused;
    each_game(go_on_after_redo);
}

/* Another act forgets what was undone; the same act does not. */
static void test_redo_is_forgotten(void **unused) {
    (void)unused;
    struct session session;
    begin(&session, "slide", 2, 2, 2);
    action acts[2];
    struct choice choices[4];
    assert_int_equal(session.game->choices(session.state, 0, choices), 2);
    acts[0] = choices[0].act, acts[1] = choices[1].act;
    assert_int_equal(session_act(&session, 0, acts[0]), 0);
    assert_int_equal(session.game->choices(session.state, 0, choices), 2);
    assert_int_equal(session_act(&session, 0, choices[0].act), 0);
    assert_int_equal(session_undo(&session, 2), 2);
    assert_int_equal(session_act(&session, 0, acts[0]), 0);
    assert_int_equal(session_redo(&session, 5), 1);
    assert_int_equal(session_undo(&session, 2), 2);
    assert_int_equal(session_act(&session, 0, acts[1]), 0);
    assert_int_equal(session_redo(&session, 5), 0);
    session_release(&session);
}

/* The last move of a finished game can be undone, too. */
static void test_undo_the_end(void **unused) {
    (void)unused;
    struct session session;
    struct rng rng = rng_new(5, 0);
    begin(&session, "slide", 2, 2, 1);
    while (!game_over(session.game, session.state)) act_randomly(&session, &rng);
    assert_int_equal(session.game->winners(session.state), 1);
    assert_int_equal(session_undo(&session, 1), 1);
    assert_false(game_over(session.game, session.state));
    session_release(&session);
}

/* Begun once more: another setup, or the same with the same luck, and nothing to undo or redo. */
static void test_renew(void **unused) {
    (void)unused;
    struct session session;
    struct played played;
    begin_standard(&session, games_find("lines"), 1);
    play(&session, &played);
    assert_int_equal(session_renew(&session, rng_new(2, 0)), 0);
    assert_int_not_equal(hash_of(&session), played.hashes[0]);
    assert_int_equal(session_undo(&session, 1) + session_redo(&session, 1), 0);
    assert_int_equal(session_renew(&session, rng_new(1, 0)), 0);
    assert_int_equal(hash_of(&session), played.hashes[0]);
    type(&session, &played, 0, played.count);
    session_release(&session);
}

/* A game in a given state goes back to that state, and cannot be recorded from its start. */
static void test_begin_at(void **unused) {
    (void)unused;
    struct session first, second;
    struct played played;
    begin_standard(&first, games_find("azul"), 3);
    assert_true(first.fresh);
    play(&first, &played);
    session_undo(&first, 1);
    assert_int_equal(session_begin_at(&second, first.game, first.state, rng_new(4, 0)), 0);
    assert_int_equal(session_settle(&second), 0);
    assert_false(second.fresh);
    assert_int_equal(session_undo(&second, 1), 0);
    act_randomly(&second, &first.rng);
    assert_int_equal(session_undo(&second, 5), 1);
    assert_int_equal(hash_of(&second), hash_of(&first));
    session_release(&first);
    session_release(&second);
}

/* Events added one by one, luck included, are the same game; they can be undone like any other. */
static void test_add(void **unused) {
    (void)unused;
    for (int g = 0; games_list[g]; g++) {
        struct session first, second;
        struct played played;
        begin_standard(&first, games_list[g], 6);
        play(&first, &played);
        assert_int_equal(session_begin(&second, first.game, first.params, rng_new(9, 9)), 0);
        for (size_t i = 0; i < first.count; i++)
            assert_int_equal(session_add(&second, first.events[i].event), 0);
        assert_true(game_equal(first.game, first.state, second.state));
        go_back_and_forth(&second, &played);
        session_undo(&second, 3);
        type(&second, &played, played.count - 3, played.count);
        session_release(&first);
        session_release(&second);
    }
}

/* Going back to a move of a seat, in any order; the same act then leads on as before. */
static void test_rewind(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) {
        struct session session;
        struct played played;
        struct event event;
        size_t moves = 0, last = 0;
        begin_standard(&session, games_list[g], 4);
        play(&session, &played);
        uint64_t end = hash_of(&session);
        for (int i = 0; i < played.count; i++) moves += played.acts[i].who < SEATS_MAX;
        assert_false(session_rewind(&session, moves + 1, &event));
        assert_true(hash_of(&session) == end);
        for (int i = played.count - 1; i >= 0; i--) {
            if (played.acts[i].who >= SEATS_MAX) continue;
            if (!last) last = moves;
            assert_true(session_rewind(&session, moves--, &event));
            assert_true(event.who == played.acts[i].who && event.act == played.acts[i].act);
            assert_true(hash_of(&session) == played.hashes[i]);
            assert_true(session.rng.index == session.events[session.count].luck);
        }
        assert_false(session_rewind(&session, last + 1, &event));
        session_redo(&session, ACTS);
        assert_true(hash_of(&session) == end);
        session_release(&session);
    }
}

/* A copy cut anywhere goes on with the same luck, and is not touched by what happens to the first.
 */
static void test_copy(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) {
        struct session session, copy;
        struct played played;
        begin_standard(&session, games_list[g], 5);
        play(&session, &played);
        uint64_t end = hash_of(&session);
        size_t half = session.count / 2;
        while (session.events[half].event.who == CHANCE) half++;
        assert_int_equal(session_copy(&copy, &session, half), 0);
        assert_true(copy.count == half && copy.fresh);
        for (size_t i = half; i < session.count; i++)
            if (session.events[i].event.who != CHANCE)
                session_act(&copy, session.events[i].event.who, session.events[i].event.act);
        assert_true(hash_of(&copy) == end && copy.rng.index == session.rng.index);
        session_release(&copy);
        session_undo(&session, 1);
        assert_int_equal(session_copy(&copy, &session, SIZE_MAX), 0);
        assert_true(hash_of(&copy) == hash_of(&session) && copy.count == session.count);
        assert_int_equal(session_redo(&copy, 1), 0);
        assert_true(copy.rng.index == session.rng.index);
        session_release(&copy);
        session_release(&session);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_rewind),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_same_luck),
        cmocka_unit_test(test_detour),
        cmocka_unit_test(test_redo),
        cmocka_unit_test(test_redo_is_forgotten),
        cmocka_unit_test(test_undo_the_end),
        cmocka_unit_test(test_renew),
        cmocka_unit_test(test_begin_at),
        cmocka_unit_test(test_add),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
