/* What the agents promise: legal advice at any budget, the same answer for the same nodes, lines
 * that lead where they say, and an end when told to stop. */
#include "game/agent.h"
#include "games/falls/falls_support_test.h"
#include "minds_test.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"
#include <time.h>

static double seconds(void *self) {
    struct timespec now;
    (void)self;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const struct host host = {.threads = 1, .seconds = seconds};

struct answer {
    struct advice advice;
    struct candidate candidates[FALLS_MOVES];
};

static const struct agent *agent_named(const char *name) {
    const struct agent *const *agent = falls_agents;
    while (strcmp((*agent)->name, name) != 0) agent++;
    return *agent;
}

/* Checks what holds for any advice: each choice once, best first, a line that can be played and
 * brings the capsule to rest. */
static void check_advice(const struct falls *falls, int who, const struct advice *advice) {
    struct choice choices[FALLS_MOVES];
    struct falls after = *falls;
    unsigned seen = 0;
    assert_int_equal(advice->count, falls_game.choices(falls, who, choices));
    for (int i = 0; i < advice->count; i++) {
        const struct candidate *candidate = &advice->candidates[i];
        assert_null(falls_game.refuse(falls, who, candidate->act));
        assert_false(seen >> candidate->act & 1);
        seen |= 1u << candidate->act;
        assert_true(candidate->visits > 0 && candidate->error >= 0);
        assert_true(i == 0 || candidate[-1].value >= candidate->value);
    }
    assert_true(advice->line_count > 0 && advice->line[0] == advice->candidates[0].act);
    for (int i = 0; i < advice->line_count; i++) {
        assert_true(after.player[who].controlled);
        assert_int_equal(after.player[who].drawn, falls->player[who].drawn);
        assert_null(falls_game.refuse(&after, who, advice->line[i]));
        falls_game.apply(&after, who, advice->line[i]);
    }
    assert_true(!after.player[who].controlled ||
                after.player[who].drawn != falls->player[who].drawn);
}

static void ask(const struct agent *agent, void *self, const struct falls *falls, int who,
                struct budget budget, uint64_t seed, struct answer *answer) {
    struct rng rng = rng_new(seed, 3);
    memset(answer, 0xA5, sizeof *answer);
    answer->advice.candidates = answer->candidates;
    struct agent_question question = {
        .state = falls, .who = who, .budget = budget, .rng = &rng, .act = AGENT_NO_ACT};
    agent->think(self, &question, &answer->advice);
    assert_ptr_equal(answer->advice.candidates, answer->candidates);
    check_advice(falls, who, &answer->advice);
}

static void require_same(const struct answer *one, const struct answer *two) {
    assert_int_equal(one->advice.count, two->advice.count);
    assert_int_equal(one->advice.nodes, two->advice.nodes);
    assert_int_equal(one->advice.line_count, two->advice.line_count);
    assert_memory_equal(one->advice.line, two->advice.line,
                        sizeof(action) * (size_t)one->advice.line_count);
    for (int i = 0; i < one->advice.count; i++) {
        assert_int_equal(one->candidates[i].act, two->candidates[i].act);
        assert_int_equal(one->candidates[i].visits, two->candidates[i].visits);
        assert_true(one->candidates[i].value == two->candidates[i].value);
    }
}

static const struct budget budgets[] = {
    {.nodes = 1},        {.nodes = 10},
    {.nodes = 36},       {.nodes = 300},
    {.rollouts = 1500},  {.nodes = 4000},
    {.rollouts = 1},     {.nodes = 50, .milliseconds = 1},
    {.milliseconds = 1}, {0},
};

enum { BUDGETS = sizeof budgets / sizeof *budgets };

static void test_advice_is_legal(void **state) {
    struct rng rng = rng_new(1, 0);
    (void)state;
    for (int i = 0; falls_agents[i]; i++) {
        void *self = falls_agents[i]->init(&falls_game, &host);
        assert_true(falls_agents[i]->suits(&falls_game));
        for (int round = 0; round < often(48, 120); round++) {
            struct falls falls;
            struct answer answer;
            int who = minds_position(&falls, &rng, 1 + round % SEATS_MAX);
            ask(falls_agents[i], self, &falls, who, budgets[round % BUDGETS], 1, &answer);
            assert_false(answer.advice.stopped);
        }
        falls_agents[i]->release(self);
    }
}

static void test_longer_thinking(void **state) {
    struct rng rng = rng_new(2, 0);
    const struct agent *agent = agent_named("clearer");
    void *self = agent->init(&falls_game, &host);
    (void)state;
    for (int round = 0; round < often(8, 16); round++) {
        struct falls falls;
        struct answer answer;
        int who = minds_position(&falls, &rng, 1 + round % SEATS_MAX);
        struct budget budget = {.milliseconds = round % 2 ? 50 : 10};
        ask(agent, self, &falls, who, budget, 1, &answer);
        budget = (struct budget){.nodes = 60000};
        ask(agent, self, &falls, who, budget, 1, &answer);
    }
    agent->release(self);
}

/* An agent that has thought about this capsule before answers as a fresh one does, on any number of
 * threads. */
static void test_same_nodes_same_answer(void **state) {
    struct rng rng = rng_new(3, 0);
    (void)state;
    for (int i = 0; falls_agents[i]; i++) {
        const struct agent *agent = falls_agents[i];
        void *used = agent->init(&falls_game, &host);
        for (int round = 0; round < often(4, 24); round++) {
            struct falls falls;
            struct answer one, two;
            int who = minds_position(&falls, &rng, 1 + round % 3);
            struct budget budget = {.nodes = 1 + rng_below(&rng, 3000)};
            for (int step = 0; step < 4 && falls.player[who].controlled; step++) {
                struct host threads = {.threads = 1 + (round + step) % 3};
                void *fresh = agent->init(&falls_game, &threads);
                ask(agent, used, &falls, who, budget, 1, &one);
                ask(agent, fresh, &falls, who, budget, 1, &two);
                require_same(&one, &two);
                agent->release(fresh);
                falls_game.apply(&falls, who, one.candidates[0].act);
                minds_settle(&falls, &rng);
                if (!falls_game.movers(&falls)) break;
            }
        }
        agent->release(used);
    }
}

/* Plays what the agent says until the capsule has landed, with a tick after every fourth act. */
static void follow(const struct agent *agent, void *self, struct falls *falls) {
    struct budget budget = {.nodes = 500};
    uint32_t drawn = falls->player[0].drawn;
    for (int acts = 0; falls->player[0].controlled && falls->player[0].drawn == drawn;) {
        struct answer answer;
        ask(agent, self, falls, 0, budget, 1, &answer);
        falls_game.apply(falls, 0, answer.candidates[0].act);
        if (++acts % 4 == 0 && falls->player[0].controlled && falls->player[0].drawn == drawn)
            falls_game.apply(falls, CLOCK, 0);
    }
}

/* The capsule goes where the first line says, unless a tick comes at the wrong moment. */
static void test_it_goes_where_it_says(void **state) {
    struct rng rng = rng_new(4, 0);
    const struct agent *agent = agent_named("clearer");
    void *self = agent->init(&falls_game, &host);
    int same = 0;
    (void)state;
    for (int round = 0; round < 60; round++) {
        struct falls falls, said;
        struct answer answer;
        minds_start(&falls, &rng, 1, 1 + (int)rng_below(&rng, 30));
        ask(agent, self, &falls, 0, (struct budget){.nodes = 500}, 1, &answer);
        said = falls;
        for (int i = 0; i < answer.advice.line_count; i++)
            falls_game.apply(&said, 0, answer.advice.line[i]);
        follow(agent, self, &falls);
        same += memcmp(&said.player[0].settled, &falls.player[0].settled,
                       sizeof said.player[0].settled) == 0;
    }
    assert_true(same > 40);
    agent->release(self);
}

/* A unit arrives while the capsule falls: the agent thinks again, and as a fresh one does. */
static void test_a_unit_arrives(void **state) {
    struct rng rng = rng_new(5, 0);
    const struct agent *agent = agent_named("clearer");
    void *self = agent->init(&falls_game, &host);
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct falls falls;
        struct answer before, after, fresh;
        void *other = agent->init(&falls_game, &host);
        struct budget budget = {.nodes = 2000};
        minds_start(&falls, &rng, 2, 40);
        ask(agent, self, &falls, 0, budget, 1, &before);
        for (int i = 0; i < 4; i++)
            falls.player[0].incoming[0][i] = (uint8_t)(1 + i % 3 + 4 * (2 * i + 1));
        falls.player[0].units = 1;
        hand_require_sound(&falls);
        ask(agent, self, &falls, 0, budget, 1, &after);
        ask(agent, other, &falls, 0, budget, 1, &fresh);
        require_same(&after, &fresh);
        assert_true(before.candidates[0].value != after.candidates[0].value);
        agent->release(other);
    }
    agent->release(self);
}

/* The capsule RY stands beside three Yellow ones over the last virus: it must go there. */
static void test_it_clears(void **state) {
    static const char rows[] = "Yo .. .. .. .. .. .. ..\n"
                               "Yo .. .. .. .. .. .. ..\n"
                               "Y* R* R* R* .. .. .. ..";
    (void)state;
    for (int i = 0; falls_agents[i]; i++) {
        const struct agent *agent = falls_agents[i];
        struct falls falls;
        struct rng rng = rng_new(6, 0);
        if (strcmp(agent->name, "clearer") != 0 && strcmp(agent->name, "master") != 0) continue;
        void *self = agent->init(&falls_game, &host);
        hand_begin_round(&falls, 1);
        hand_put_settled(&falls, 0, rows);
        for (int act = 0; act < 200 && falls_game.movers(&falls); act++) {
            struct answer answer;
            if (falls.player[0].controlled) {
                ask(agent, self, &falls, 0, (struct budget){.nodes = 3000}, 1, &answer);
                falls_game.apply(&falls, 0, answer.candidates[0].act);
            } else {
                falls_game.apply(&falls, CLOCK, 0);
            }
            minds_settle(&falls, &rng);
        }
        assert_int_equal(falls.player[0].status, FALLS_CLEARED);
        assert_true(falls.player[0].drawn <= 4);
        agent->release(self);
    }
}

/* Plays alone before a clock that is told, and counts key presses. */
static void test_it_clears_by_the_clock(void **state) {
    const struct agent *agent = agent_named("clearer");
    void *self = agent->init(&falls_game, &host);
    struct rng rng = rng_new(9, 0), own = rng_new(9, 1);
    (void)state;
    for (int acts = 2; acts <= 5; acts++) {
        struct falls falls;
        minds_start(&falls, &rng, 1, 20 * acts - 20);
        for (int tick = 0; tick < 3000 && falls_game.movers(&falls); tick++) {
            for (int i = 0; i < acts && falls.player[0].controlled; i++) {
                struct answer answer = {.advice = {.candidates = answer.candidates}};
                struct agent_question question = {.state = &falls,
                                                  .who = 0,
                                                  .budget = {.nodes = 400},
                                                  .rng = &own,
                                                  .act = AGENT_NO_ACT,
                                                  .acts_per_tick = acts};
                agent->think(self, &question, &answer.advice);
                check_advice(&falls, 0, &answer.advice);
                falls_game.apply(&falls, 0, answer.candidates[0].act);
                minds_settle(&falls, &rng);
            }
            if (falls_game.movers(&falls)) falls_game.apply(&falls, CLOCK, 0);
            minds_settle(&falls, &rng);
        }
        assert_int_equal(falls.player[0].status, FALLS_CLEARED);
        assert_true(falls.player[0].drawn < 150);
    }
    agent->release(self);
}

/* Any act may be named, and any number of key presses told. */
static void test_any_question(void **state) {
    static const int told[] = {0, 1, 2, 3, 4, 7, 8, 9, 255, 256, 1000000, INT32_MAX};
    static const int64_t acts[] = {AGENT_NO_ACT, 0, 1, 2, 3, 4, 5, 1000, INT64_MAX, INT64_MIN};
    struct rng rng = rng_new(10, 0);
    (void)state;
    for (int i = 0; falls_agents[i]; i++) {
        void *self = falls_agents[i]->init(&falls_game, &host);
        for (int round = 0; round < 120; round++) {
            struct falls falls;
            int who = minds_position(&falls, &rng, 1 + round % 3);
            struct answer answer = {.advice = {.candidates = answer.candidates}};
            struct agent_question question = {.state = &falls,
                                              .who = who,
                                              .budget = {.nodes = 1 + rng_below(&rng, 2000)},
                                              .rng = &rng,
                                              .act = acts[round % 10],
                                              .acts_per_tick = told[round % 12]};
            falls_agents[i]->think(self, &question, &answer.advice);
            check_advice(&falls, who, &answer.advice);
        }
        falls_agents[i]->release(self);
    }
}

/* Mistakes are the same for the same seed, and differ with the seed. */
static void test_mistakes(void **state) {
    struct rng rng = rng_new(7, 0);
    const struct agent *agent = agent_named("novice");
    void *self = agent->init(&falls_game, &host);
    int differ = 0;
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct falls falls;
        struct answer one, two, other;
        minds_start(&falls, &rng, 1, 28);
        ask(agent, self, &falls, 0, (struct budget){0}, 1, &one);
        ask(agent, self, &falls, 0, (struct budget){0}, 1, &two);
        ask(agent, self, &falls, 0, (struct budget){0}, 2, &other);
        require_same(&one, &two);
        differ += one.candidates[0].value != other.candidates[0].value;
    }
    assert_true(differ > 20);
    agent->release(self);
}

static void test_it_stops(void **state) {
    static const struct budget long_ones[] = {{.nodes = 1 << 30}, {.milliseconds = 3600000}};
    struct rng rng = rng_new(8, 0);
    const struct agent *agent = agent_named("clearer");
    (void)state;
    for (int round = 0; round < often(8, 20); round++)
        for (int stop_at = 1; stop_at <= 40; stop_at = 3 * stop_at) {
            struct listener listener;
            struct falls falls;
            struct answer answer;
            listener_init(&listener, 1, 1e-6);
            void *self = agent->init(&falls_game, &listener.host);
            int who = minds_position(&falls, &rng, 1 + round % 4);
            listener_restart(&listener, stop_at);
            ask(agent, self, &falls, who, long_ones[round % 2], 1, &answer);
            assert_false(listener.backwards);
            assert_true(answer.advice.stopped == (listener.calls >= stop_at));
            assert_in_range(listener.calls, 0, stop_at);
            /* Asked again, it does not take the answer that was cut short. */
            listener_restart(&listener, 0);
            ask(agent, self, &falls, who, (struct budget){.nodes = 500}, 1, &answer);
            assert_false(answer.advice.stopped);
            agent->release(self);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_advice_is_legal),
        cmocka_unit_test(test_longer_thinking),
        cmocka_unit_test(test_same_nodes_same_answer),
        cmocka_unit_test(test_it_goes_where_it_says),
        cmocka_unit_test(test_a_unit_arrives),
        cmocka_unit_test(test_it_clears),
        cmocka_unit_test(test_it_clears_by_the_clock),
        cmocka_unit_test(test_any_question),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_it_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
