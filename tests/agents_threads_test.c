/* Agents on several threads: with nodes or rollouts the same advice on any number of them, and with
 * a time budget legal advice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "games/games.h"
#include "host/system.h"
#include "tests/support/often.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct position {
    const struct game *game;
    char *state;
    struct choice *choices;
    int who;
};

/* Plays some random events from the start. */
static struct position wander(const struct game *game, uint64_t seed, int events) {
    struct position at = {.game = game, .state = calloc(1, game->state_max)};
    struct rng rng = rng_new(seed, 0);
    int params[PARAMS_MAX];
    at.choices = calloc((size_t)game->choices_max, sizeof *at.choices);
    game_standard(game, params);
    game->start(at.state, params);
    game_settle(game, at.state, &rng, at.choices, NULL, NULL);
    for (; events > 0 && game->choices(at.state, 0, at.choices) > 0; events--) {
        game->apply(at.state, 0, game_draw(game, at.state, 0, &rng, at.choices));
        game_settle(game, at.state, &rng, at.choices, NULL, NULL);
    }
    while (at.who < SEATS_MAX && game->choices(at.state, at.who, at.choices) == 0) at.who++;
    return at;
}

static void leave(struct position *at) {
    free(at->state);
    free(at->choices);
}

static void *do_all(void *self) {
    const struct host_work *work = self;
    for (int part = 0; part < work->parts; part++) work->run(work->self, part, false);
    return NULL;
}

/* The thread that leads is so slow that another one takes all parts, and finds the time of the
 * round over before its first game. */
static void share_slowly(void *self, const struct host_work *work) {
    const struct timespec late = {.tv_nsec = 15000000}, pause = {.tv_nsec = 1000000};
    pthread_t other;
    (void)self;
    nanosleep(&late, NULL);
    work->wait(work->self);
    assert_int_equal(pthread_create(&other, NULL, do_all, (void *)(uintptr_t)work), 0);
    for (int i = 0; i < 40; i++) {
        work->wait(work->self);
        nanosleep(&pause, NULL);
    }
    pthread_join(other, NULL);
}

static bool stop(void *self, double done, const char *message) {
    (void)self, (void)message;
    return done < 0.5;
}

static bool is_slow;

static struct advice ask(const struct position *at, const struct agent *agent, int threads,
                         struct budget budget, struct candidate *candidates) {
    struct host_system system;
    struct advice advice = {.candidates = candidates};
    struct rng rng = rng_new(1, 2);
    host_system_init(&system);
    system.host.threads = threads;
    if (is_slow) system.host.share = share_slowly, system.host.go_on = stop;
    void *self = agent->init(at->game, &system.host);
    assert_non_null(self);
    struct agent_question question = {
        .state = at->state, .who = at->who, .budget = budget, .rng = &rng, .act = AGENT_NO_ACT};
    agent->think(self, &question, &advice);
    agent->release(self);
    host_system_release(&system);
    assert_null(at->game->refuse(at->state, at->who, candidates[0].act));
    return advice;
}

static void compare(const struct position *at, const struct agent *agent, struct budget budget) {
    size_t room = (size_t)at->game->choices_max;
    struct candidate *one = calloc(room, sizeof *one), *two = calloc(room, sizeof *two);
    struct advice first = ask(at, agent, 1, budget, one);
    for (int threads = 2; threads <= 3; threads++) {
        struct advice other = ask(at, agent, threads, budget, two);
        assert_int_equal(first.count, other.count);
        assert_int_equal(first.nodes, other.nodes);
        assert_int_equal(first.line_count, other.line_count);
        assert_memory_equal(first.line, other.line, sizeof(action) * (size_t)first.line_count);
        for (int i = 0; i < first.count; i++) {
            assert_int_equal(one[i].act, two[i].act);
            assert_int_equal(one[i].visits, two[i].visits);
            assert_memory_equal(&one[i].value, &two[i].value, sizeof one[i].value);
            assert_memory_equal(&one[i].error, &two[i].error, sizeof one[i].error);
        }
    }
    free(one);
    free(two);
}

/* Solvers of a game's own are tested beside it. */
static void for_each(void (*check)(const struct position *, const struct agent *)) {
    for (int g = 0; games_list[g]; g++) {
        struct position at = wander(games_list[g], (uint64_t)g + 5, 3);
        for (int i = 0; agents_of(at.game, i); i++) {
            const struct agent *agent = agents_of(at.game, i);
            const char *const generic[] = {"greedy", "rollout", "mcts"};
            for (size_t k = 0; k < 3; k++)
                if (strcmp(agent->name, generic[k]) == 0 && at.who < SEATS_MAX) check(&at, agent);
        }
        leave(&at);
    }
}

static void compare_counted(const struct position *at, const struct agent *agent) {
    compare(at, agent, (struct budget){.nodes = (uint64_t)often(30000, 100000)});
    compare(at, agent, (struct budget){.rollouts = 1100});
    compare(at, agent, (struct budget){.nodes = 1});
}

static void use_time(const struct position *at, const struct agent *agent) {
    struct candidate *candidates = calloc((size_t)at->game->choices_max, sizeof *candidates);
    for (int threads = 1; threads <= 3; threads++)
        ask(at, agent, threads, (struct budget){.milliseconds = 20}, candidates);
    free(candidates);
}

static void test_counted_budgets(void **state) {
    (void)state;
    for_each(compare_counted);
}

static void test_time_budgets(void **state) {
    (void)state;
    for_each(use_time);
}

static void use_slow_leader(const struct position *at, const struct agent *agent) {
    struct candidate *candidates = calloc((size_t)at->game->choices_max, sizeof *candidates);
    is_slow = true;
    ask(at, agent, 2, (struct budget){.milliseconds = 40}, candidates);
    is_slow = false;
    free(candidates);
}

static void test_slow_leader(void **state) {
    (void)state;
    for_each(use_slow_leader);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted_budgets),
        cmocka_unit_test(test_time_budgets),
        cmocka_unit_test(test_slow_leader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
