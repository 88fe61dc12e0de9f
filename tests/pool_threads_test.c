/* Agents that share threads: the same answers as with threads of their own, one after the other,
 * and nobody waits for an agent that is slow to stop. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "host/system.h"
#include "play/player.h"
#include "play/session.h"
#include "play/table.h"
#include "play/thinker.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MANY = 60, STEPS = 3000, THREADS = 3 };

static struct host_system lent;
static struct session sessions[8]; /* a game of each kind, in the middle */
static int kinds;
static const struct budget endless = {.milliseconds = PLAYER_MILLISECONDS_MAX};
static const struct budget quick = {.nodes = 300};

static const char *const agents[][2] = {
    {"azul", "mcts"}, {"lines", "rollout"}, {"falls", "greedy"}, {"slide", "mcts"}};

static const struct agent *find(const struct game *game, const char *name) {
    struct text wrong = text_over((char[512]){0}, 512);
    const struct agent *agent;
    if (!player_find(game, name, strlen(name), &agent, &wrong)) fail_msg("%s", wrong.at);
    return agent;
}

static const struct agent *agent_of(int kind) {
    return find(sessions[kind].game, agents[kind][1]);
}

/* Whoever is first among the seats that may act. */
static int seat_of(int kind) {
    const struct session *session = &sessions[kind];
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (session->game->choices(session->state, seat, session->scratch) > 0) return seat;
    fail();
    return -1;
}

static int set_up(void **unused) {
    (void)unused;
    host_system_init(&lent);
    lent.host.threads = 2;
    for (kinds = 0; kinds < (int)(sizeof agents / sizeof *agents); kinds++) {
        int params[PARAMS_MAX];
        struct session *session = &sessions[kinds];
        const struct game *game = games_find(agents[kinds][0]);
        game_standard(game, params);
        if (session_init(session, game, params, rng_new(7, 0)) < 0) return -1;
        for (int i = 0; i < 40 && game->movers(session->state) >> CLOCK & 1 &&
                        !game->choices(session->state, 0, session->scratch);
             i++)
            session_act(session, CLOCK, 0);
    }
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    for (int i = 0; i < kinds; i++) session_release(&sessions[i]);
    host_system_release(&lent);
    return 0;
}

static void rest(void) {
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static const struct advisor *await(struct thinker *thinker) {
    const struct advisor *answer;
    while (!(answer = thinker_answer(thinker))) rest();
    assert_false(thinker_busy(thinker));
    return answer;
}

static void ask(struct thinker *thinker, int kind, struct budget budget, uint64_t seed) {
    const struct session *session = &sessions[kind];
    struct advice_query query = {.who = seat_of(kind),
                                 .budget = budget,
                                 .rng = rng_new(seed, 2),
                                 .act = AGENT_NO_ACT,
                                 .acts_per_tick = 2};
    session->game->choices(session->state, query.who, session->scratch);
    query.act = session->scratch[0].act;
    thinker_ask(thinker, session->state, &query);
}

static void compare(const struct advisor *one, const struct advisor *two) {
    const struct advice *a = &one->verdict.advice, *b = &two->verdict.advice;
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->candidates[i].act, b->candidates[i].act);
        assert_true(a->candidates[i].value == b->candidates[i].value);
    }
    assert_int_equal(a->line_count, b->line_count);
    assert_memory_equal(a->line, b->line, sizeof *a->line * (size_t)a->line_count);
    assert_non_null(one->verdict.user);
    assert_int_equal(one->verdict.user->act, two->verdict.user->act);
    assert_int_equal(one->verdict.user - a->candidates, two->verdict.user - b->candidates);
    assert_int_equal(one->query.rng.index, two->query.rng.index);
    assert_true(game_equal(one->query.game, one->query.state, two->query.state));
}

/* By nodes an answer is the same wherever it was thought of. */
static void test_same_answers(void **unused) {
    (void)unused;
    struct pool *pool = pool_new(&lent.host, THREADS);
    assert_non_null(pool);
    for (int round = 0; round < 3; round++) {
        struct thinker *own[8], *pooled[8];
        for (int i = 0; i < kinds; i++) {
            const struct game *game = sessions[i].game;
            own[i] = thinker_new(game, agent_of(i), &lent.host, NULL, NULL);
            pooled[i] = thinker_new_in(pool, game, agent_of(i), NULL, NULL);
            assert_non_null(own[i]);
            assert_non_null(pooled[i]);
            ask(own[i], i, quick, (uint64_t)round);
            ask(pooled[i], i, quick, (uint64_t)round);
        }
        for (int i = 0; i < kinds; i++) compare(await(own[i]), await(pooled[i]));
        char line[ADVISOR_LINE_BYTES];
        struct text play = text_over(line, sizeof line);
        for (int i = 0; i < kinds; i++) { /* an answer can be told */
            const struct advisor *answer = thinker_answer(pooled[i]);
            text_clear(&play);
            advisor_write_line(answer, "Expected: ", advice_line(&answer->verdict), &play);
            advisor_write_worth(answer, answer->verdict.advice.candidates[0].value, &play);
            assert_true(play.length > 0);
        }
        for (int i = 0; i < kinds; i++) {
            thinker_free(own[i]);
            thinker_free(pooled[i]);
        }
    }
    pool_free(pool);
}

static void wake(void *self) {
    atomic_fetch_add((atomic_int *)self, 1);
}

/* Questions, changes of mind, drops and ends in any order; what is awaited comes. */
static void test_storm(void **unused) {
    (void)unused;
    struct pool *pool = pool_new(&lent.host, THREADS);
    struct thinker *thinkers[MANY] = {NULL};
    atomic_int woken = 0;
    struct rng rng = rng_new(3, 0);
    assert_non_null(pool);
    for (int step = 0; step < STEPS; step++) {
        int i = (int)rng_below(&rng, MANY), kind = i % kinds;
        if (!thinkers[i])
            thinkers[i] = thinker_new_in(pool, sessions[kind].game, agent_of(kind), wake, &woken);
        assert_non_null(thinkers[i]);
        switch (rng_below(&rng, 8)) {
        case 0:
            thinker_free(thinkers[i]), thinkers[i] = NULL;
            break;
        case 1:
            thinker_drop(thinkers[i]);
            break;
        case 2:
            ask(thinkers[i], kind, endless, 0);
            break;
        case 3:
            thinker_answer(thinkers[i]);
            break;
        default:
            ask(thinkers[i], kind, quick, 0);
        }
        if (step % 500 == 0) rest();
    }
    for (int i = 0; i < MANY; i++)
        if (thinkers[i]) ask(thinkers[i], i % kinds, quick, 0);
    for (int i = 0; i < MANY; i++)
        if (thinkers[i]) await(thinkers[i]);
    assert_int_equal(pool_waiting(pool), 0);
    assert_true(atomic_load(&woken) > 0);
    for (int i = 0; i < MANY; i++)
        if (thinkers[i] && i % 2) ask(thinkers[i], i % kinds, endless, 0);
    for (int i = 0; i < MANY; i++) thinker_free(thinkers[i]);
    assert_int_equal(pool_waiting(pool), 0);
    pool_free(pool);
}

/* An agent that notices "stop" only when it is told to. */
static atomic_bool stuck, entered;
static atomic_int order[MANY], answers, minds;

static bool suits(const struct game *game) {
    (void)game;
    return true;
}

static void *init(const struct game *game, const struct host *host) {
    (void)game, (void)host;
    atomic_fetch_add(&minds, 1);
    return malloc(1);
}

static void think(void *self, const struct agent_question *question, struct advice *advice) {
    (void)self;
    atomic_store(&entered, true);
    while (atomic_load(&stuck)) rest();
    if (question->objective)
        atomic_store(&order[atomic_fetch_add(&answers, 1)], question->objective);
    advice->candidates[0] = (struct candidate){.act = (action)question->act};
    advice->count = 1;
}

static const struct agent slow = {
    .name = "slow", .summary = "", .suits = suits, .init = init, .think = think, .release = free};

static void ask_slow(struct thinker *thinker, int number) {
    const struct session *session = &sessions[0];
    struct advice_query query = {.who = seat_of(0), .objective = number};
    thinker_ask(thinker, session->state, &query);
}

/* Nobody waits for a slow agent: what it thought about is freed when it is done. Questions are
 * taken in order; one that is asked anew keeps its place. */
static void test_slow(void **unused) {
    (void)unused;
    struct pool *pool = pool_new(&lent.host, 1);
    struct thinker *first, *others[MANY];
    assert_non_null(pool);
    atomic_store(&answers, 0);
    atomic_store(&minds, 0);
    atomic_store(&entered, false);
    atomic_store(&stuck, true);
    first = thinker_new_in(pool, sessions[0].game, &slow, NULL, NULL);
    assert_non_null(first);
    ask_slow(first, 0);
    while (!atomic_load(&entered)) rest();
    thinker_drop(first);
    assert_false(thinker_busy(first));
    thinker_free(first); /* returns, though the agent is stuck */
    for (int i = 0; i < MANY; i++) {
        others[i] = thinker_new_in(pool, sessions[0].game, &slow, NULL, NULL);
        assert_non_null(others[i]);
        ask_slow(others[i], MANY);
        assert_int_equal(pool_waiting(pool), i + 1);
    }
    for (int i = 0; i < MANY; i++) ask_slow(others[i], i + 1);
    thinker_drop(others[7]);
    assert_int_equal(pool_waiting(pool), MANY - 1);
    ask_slow(others[7], 8); /* now it is the last */
    atomic_store(&stuck, false);
    for (int i = 0; i < MANY; i++) await(others[i]);
    assert_int_equal(atomic_load(&answers), MANY);
    for (int i = 0; i < MANY - 1; i++)
        assert_int_equal(atomic_load(&order[i]), i < 7 ? i + 1 : i + 2);
    assert_int_equal(atomic_load(&order[MANY - 1]), 8);
    assert_int_equal(atomic_load(&minds), 1); /* memory goes by the threads */
    for (int i = 0; i < MANY; i++) thinker_free(others[i]);
    pool_free(pool);
}

/* Tables share the threads. */
static void test_tables(void **unused) {
    (void)unused;
    static struct table tables[8];
    struct pool *pool = pool_new(&lent.host, 2);
    struct table_setup setup = {
        .game = games_find("azul"), .host = &lent.host, .pool = pool, .light = true};
    assert_non_null(pool);
    game_standard(setup.game, setup.params);
    for (int seat = 0; seat < 2; seat++)
        setup.seats[seat].player =
            (struct player){find(setup.game, seat ? "greedy" : "mcts"), {.nodes = 50}};
    for (int i = 0; i < 8; i++) {
        setup.rng = rng_new((uint64_t)i, 0);
        assert_null(table_init(&tables[i], &setup, 0));
    }
    bool over = false;
    for (double now = 0; !over; now++) {
        over = true;
        for (int i = 0; i < 8; i++) {
            table_run(&tables[i], now);
            over &= table_over(&tables[i]);
        }
        rest();
    }
    for (int i = 0; i < 8; i++) table_release(&tables[i]);
    pool_free(pool);
}

static atomic_bool held;

static void hold(struct pool_job *job, struct pool_thread *thread) {
    (void)job, (void)thread;
    while (atomic_load(&held)) rest();
}

/* When many wait, each takes less time. */
static void test_share(void **unused) {
    (void)unused;
    struct pool *pool = pool_new(&lent.host, 1);
    struct pool_job jobs[17];
    memset(jobs, 0, sizeof jobs);
    atomic_store(&held, true);
    for (int i = 0; i < 17; i++) {
        jobs[i].run = hold;
        pool_think(pool, &jobs[i]);
        if (i == 0)
            while (pool_waiting(pool)) rest();
        if (i == 4) assert_int_equal(pool_share(pool, 1000), 1000);
        if (i == 8) assert_int_equal(pool_share(pool, 1000), 500);
    }
    assert_int_equal(pool_share(pool, 1000), 250);
    assert_int_equal(pool_share(pool, 3600000), 900000);
    assert_int_equal(pool_share(pool, 2), 1);
    assert_int_equal(pool_share(pool, 0), 0);
    atomic_store(&held, false);
    while (pool_waiting(pool)) rest();
    pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_answers), cmocka_unit_test(test_storm),
        cmocka_unit_test(test_slow),         cmocka_unit_test(test_tables),
        cmocka_unit_test(test_share),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
