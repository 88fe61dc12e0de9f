/* Agents that think in the background: what is asked last is answered, what is dropped is not, and
 * nobody waits. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "host/system.h"
#include "play/player.h"
#include "play/session.h"
#include "play/thinker.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct host_system lent;
static atomic_int woken;

static int set_up(void **unused) {
    (void)unused;
    host_system_init(&lent);
    lent.host.threads = 2;
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    host_system_release(&lent);
    return 0;
}

static void wake(void *self) {
    atomic_fetch_add((atomic_int *)self, 1);
}

static void begin(struct session *session, const char *name) {
    int params[PARAMS_MAX];
    const struct game *game = games_find(name);
    game_standard(game, params);
    assert_int_equal(session_init(session, game, params, rng_new(7, 0)), 0);
}

static const struct agent *find(const struct game *game, const char *name) {
    struct text wrong = text_over((char[512]){0}, 512);
    const struct agent *agent;
    if (!player_find(game, name, strlen(name), &agent, &wrong)) fail_msg("%s", wrong.at);
    return agent;
}

static struct thinker *open_thinker(const struct game *game, const char *name) {
    atomic_store(&woken, 0);
    struct thinker *thinker = thinker_new(game, find(game, name), &lent.host, wake, &woken);
    assert_non_null(thinker);
    return thinker;
}

static const struct advisor *await(struct thinker *thinker) {
    const struct timespec pause = {.tv_nsec = 1000000};
    const struct advisor *answer;
    while (!(answer = thinker_answer(thinker))) {
        assert_true(thinker_busy(thinker) || thinker_answer(thinker));
        nanosleep(&pause, NULL);
    }
    assert_false(thinker_busy(thinker));
    return answer;
}

static struct advice_query ask_of(int who, struct budget budget) {
    return (struct advice_query){
        .who = who, .budget = budget, .rng = rng_new(1, 2), .act = AGENT_NO_ACT};
}

static const struct timespec moment = {.tv_nsec = 50000000};
static const struct budget endless = {.milliseconds = PLAYER_MILLISECONDS_MAX};
static const struct budget quick = {.nodes = 2000};

/* The answer is that of advice_ask. */
static void test_answers(void **unused) {
    (void)unused;
    struct session session;
    begin(&session, "azul");
    struct thinker *thinker = open_thinker(session.game, "mcts");
    struct advisor plain;
    struct advice_query query = ask_of(0, quick);
    assert_int_equal(advisor_init(&plain, session.game, find(session.game, "mcts"), &lent.host), 0);
    game_copy(session.game, plain.query.state, session.state);
    plain.query.who = 0, plain.query.budget = quick, plain.query.rng = query.rng;
    advice_ask(&plain.query, &plain.verdict);

    assert_null(thinker_answer(thinker));
    assert_false(thinker_busy(thinker));
    thinker_ask(thinker, session.state, &query);
    const struct advisor *answer = await(thinker);
    assert_int_equal(answer->verdict.advice.count, plain.verdict.advice.count);
    for (int i = 0; i < plain.verdict.advice.count; i++)
        assert_int_equal(answer->query.candidates[i].act, plain.query.candidates[i].act);
    assert_true(game_equal(session.game, answer->query.state, session.state));
    assert_ptr_equal(thinker_answer(thinker), answer);
    thinker_free(thinker);
    assert_int_equal(atomic_load(&woken), 1);
    advisor_release(&plain);
    session_release(&session);
}

/* The last of many questions is answered, and only that. */
static void test_asks_again(void **unused) {
    (void)unused;
    struct session session;
    begin(&session, "azul");
    struct thinker *thinker = open_thinker(session.game, "coach");
    for (int i = 0; i < 20; i++) {
        struct advice_query query = ask_of(0, endless);
        thinker_ask(thinker, session.state, &query);
        assert_true(thinker_busy(thinker));
        assert_null(thinker_answer(thinker));
    }
    int acts = session.game->choices(session.state, 0, session.scratch);
    assert_int_equal(session_act(&session, 0, session.scratch[acts / 2].act), 0);
    struct advice_query query = ask_of(1, quick);
    thinker_ask(thinker, session.state, &query);
    const struct advisor *answer = await(thinker);
    assert_int_equal(answer->query.who, 1);
    assert_true(game_equal(session.game, answer->query.state, session.state));
    assert_null(session.game->refuse(session.state, 1, answer->verdict.advice.candidates[0].act));
    thinker_free(thinker);
    assert_int_equal(atomic_load(&woken), 1);
    session_release(&session);
}

static void test_drops(void **unused) {
    (void)unused;
    struct session session;
    begin(&session, "lines");
    struct thinker *thinker = open_thinker(session.game, "rollout");
    struct advice_query query = ask_of(0, quick);
    thinker_drop(thinker);
    thinker_ask(thinker, session.state, &query);
    await(thinker);
    thinker_drop(thinker);
    assert_null(thinker_answer(thinker));
    assert_false(thinker_busy(thinker));
    query.budget = endless;
    thinker_ask(thinker, session.state, &query);
    nanosleep(&moment, NULL); /* it begins, and after the drop it ends */
    thinker_drop(thinker);
    nanosleep(&moment, NULL);
    assert_false(thinker_busy(thinker));
    assert_null(thinker_answer(thinker));
    query.budget = quick;
    for (int i = 0; i < 50; i++) {
        thinker_ask(thinker, session.state, &query);
        if (i % 2) thinker_drop(thinker);
        assert_int_equal(thinker_busy(thinker) || thinker_answer(thinker), i % 2 == 0);
    }
    thinker_ask(thinker, session.state, &query);
    await(thinker);
    thinker_free(thinker);
    session_release(&session);
}

/* Several at once, as at a table; freed while busy, while a question waits, and idle. */
static void test_ends(void **unused) {
    (void)unused;
    struct session session;
    struct thinker *thinkers[4];
    begin(&session, "slide");
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
            struct advice_query query = ask_of(0, endless);
            thinkers[i] = open_thinker(session.game, "solver");
            for (int k = 0; k < i; k++) thinker_ask(thinkers[i], session.state, &query);
        }
        for (int i = 0; i < 4; i++) thinker_free(thinkers[i]);
    }
    thinker_free(NULL);
    session_release(&session);
}

/* What a seat may not see is not in the question. */
static void test_hides(void **unused) {
    (void)unused;
    struct session session;
    const struct game *lines = games_find("lines");
    int params[PARAMS_MAX];
    game_standard(lines, params);
    params[game_param(lines, "show_next_balls")] = 0;
    assert_int_equal(session_init(&session, lines, params, rng_new(7, 0)), 0);
    struct thinker *thinker = open_thinker(session.game, "greedy");
    struct advice_query query = ask_of(0, quick);
    void *seen = malloc(session.game->state_max);
    assert_non_null(seen);
    game_copy(session.game, seen, session.state);
    session.game->hide(seen, 0);
    assert_false(game_equal(session.game, seen, session.state));
    thinker_ask(thinker, session.state, &query);
    assert_true(game_equal(session.game, await(thinker)->query.state, seen));
    thinker_free(thinker);
    free(seen);
    session_release(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers), cmocka_unit_test(test_asks_again),
        cmocka_unit_test(test_drops),   cmocka_unit_test(test_ends),
        cmocka_unit_test(test_hides),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
