/* The agents for any game: exact odds, proven values against a plain search, care for the
 * question's act, and play that beats the simpler agent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "games/games.h"
#include "nim/nim.c"
#include "tests/support/often.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct tool *const nim_tools[] = {NULL};
const struct agent *const nim_agents[] = {NULL};

static const struct agent *agent_named(const struct game *game, const char *name) {
    const struct agent *agent;
    for (int i = 0; (agent = agents_of(game, i)); i++)
        if (strcmp(agent->name, name) == 0) return agent;
    fail_msg("there is no agent %s", name);
    return NULL;
}

/* An agent that was asked once. */
struct asked {
    struct candidate *candidates;
    struct advice advice;
};

static struct asked ask(const struct game *game, const char *name, const void *state, int who,
                        struct budget budget, int64_t act) {
    const struct agent *agent = agent_named(game, name);
    struct host host = {.threads = 1};
    struct rng rng = rng_new(3, 4);
    struct asked asked = {.candidates =
                              calloc((size_t)game->choices_max, sizeof(struct candidate))};
    struct agent_question question = {
        .state = state, .who = who, .budget = budget, .rng = &rng, .act = act};
    void *self = agent->init(game, &host);
    assert_non_null(self);
    asked.advice.candidates = asked.candidates;
    agent->think(self, &question, &asked.advice);
    agent->release(self);
    return asked;
}

/* A game for one or two seats: the seat takes 5 points or tosses a coin that shows heads in 2 of 5
 * tosses, for 10 points. With two seats each does so once. */

struct toss {
    uint8_t seats, turn, tossing, points[2];
};

static size_t toss_size(const void *state) {
    (void)state;
    return sizeof(struct toss);
}

static uint32_t toss_movers(const void *state) {
    const struct toss *toss = state;
    if (toss->tossing) return UINT32_C(1) << CHANCE;
    return toss->turn < toss->seats ? UINT32_C(1) << toss->turn : 0;
}

static int toss_choices(const void *state, int who, struct choice *out) {
    if (!(toss_movers(state) >> who & 1)) return 0;
    out[0] = (struct choice){0, who == CHANCE ? 3 : 1};
    out[1] = (struct choice){1, who == CHANCE ? 2 : 1};
    return 2;
}

static const char *toss_refuse(const void *state, int who, action act) {
    return toss_movers(state) >> who & 1 && act < 2 ? NULL : game_not_your_turn;
}

static void toss_apply(void *state, int who, action act) {
    struct toss *toss = state;
    toss->tossing = who != CHANCE && act == 1;
    if (who == CHANCE || act == 0) {
        toss->points[toss->turn] = who == CHANCE ? (uint8_t)(10 * act) : 5;
        toss->turn++;
    }
}

static int toss_score(const void *state, int seat) {
    return ((const struct toss *)state)->points[seat];
}

static uint32_t toss_winners(const void *state) {
    const struct toss *toss = state;
    if (toss_movers(state) || toss->seats == 1) return 0;
    return toss->points[0] == toss->points[1] ? 3 : toss->points[0] > toss->points[1] ? 1 : 2;
}

static struct shape toss_shape(const void *state) {
    return (struct shape){.seats = ((const struct toss *)state)->seats, .actions = 2};
}

static const struct game toss_game = {
    .name = "toss",
    .state_max = sizeof(struct toss),
    .choices_max = 2,
    .size = toss_size,
    .movers = toss_movers,
    .choices = toss_choices,
    .refuse = toss_refuse,
    .apply = toss_apply,
    .score = toss_score,
    .winners = toss_winners,
    .shape = toss_shape,
};

static void test_luck_counts_by_its_exact_odds(void **state) {
    struct toss toss = {.seats = 1};
    (void)state;
    struct asked asked = ask(&toss_game, "mcts", &toss, 0, (struct budget){.rollouts = 50}, -1);
    assert_true(asked.advice.proven);
    assert_int_equal(asked.candidates[0].act, 0);
    assert_true(asked.candidates[0].exact && fabs(asked.candidates[0].value - 5) < 1e-6);
    assert_true(asked.candidates[1].exact && fabs(asked.candidates[1].value - 4) < 1e-6);
    assert_true(asked.candidates[1].error == 0);
    free(asked.candidates);
    asked = ask(&toss_game, "rollout", &toss, 0, (struct budget){.rollouts = 4000}, 1);
    assert_int_equal(asked.candidates[0].act, 0);
    assert_true(fabs(asked.candidates[1].value - 4) < 5 * asked.candidates[1].error);
    assert_true(asked.candidates[1].error > 0.01 && asked.candidates[1].error < 0.5);
    free(asked.candidates);
}

/* Behind by 5 points with one toss left: only the toss can win. */
static void test_a_second_seat_answers(void **state) {
    struct toss toss = {.seats = 2, .turn = 1, .points = {6, 0}};
    (void)state;
    struct asked asked = ask(&toss_game, "mcts", &toss, 1, (struct budget){.rollouts = 50}, -1);
    /* 5 - 6 and a loss, or 2/5 of 4 and a win less 3/5 of 6 and a loss. */
    assert_true(asked.advice.proven);
    assert_int_equal(asked.candidates[0].act, 0);
    assert_true(fabs(asked.candidates[0].value - (-1 - 0.001)) < 1e-5);
    assert_true(fabs(asked.candidates[1].value - (-2 - 0.0002)) < 1e-5);
    free(asked.candidates);
}

static void test_nim_is_won_where_it_can_be(void **state) {
    (void)state;
    for (int a = 0; a <= 4; a++)
        for (int b = 0; b <= 4; b++)
            for (int c = 1; c <= 3; c++) {
                struct nim nim = {.heaps = 3, .sticks = {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
                struct asked asked =
                    ask(&nim_game, "mcts", &nim, 0, (struct budget){.rollouts = 20000}, -1);
                struct nim after = nim;
                nim_apply(&after, 0, asked.candidates[0].act);
                int sum = after.sticks[0] ^ after.sticks[1] ^ after.sticks[2];
                if (a ^ b ^ c) assert_int_equal(sum, 0);
                assert_true(asked.candidates[0].value * ((a ^ b ^ c) ? 1 : -1) > 0);
                free(asked.candidates);
            }
}

/* Plain search: the value of a state for seat 0, by trying all. Gives up past some states. */
static double minimax(const struct game *game, const void *state, int *states) {
    struct choice choices[512];
    int who = game_mover(game, state);
    if (who < 0) {
        int lead = game->score(state, 0) - game->score(state, 1);
        uint32_t winners = game->winners(state);
        return lead + (winners == 1 ? 0.001 : winners == 2 ? -0.001 : 0);
    }
    if (who == CHANCE || --*states < 0) return NAN;
    int count = game->choices(state, who, choices);
    double best = who == 0 ? -INFINITY : INFINITY;
    char *after = malloc(game->state_max);
    for (int i = 0; i < count; i++) {
        game_copy(game, after, state);
        game->apply(after, who, choices[i].act);
        double value = minimax(game, after, states);
        if (isnan(value) || (who == 0 ? value > best : value < best)) best = value;
        if (isnan(value)) break;
    }
    free(after);
    return best;
}

/* Plays a random game up to a state whose rest a plain search can finish. Returns its value. */
static double late_state(const struct game *game, char *state, struct rng *rng) {
    struct choice choices[512];
    int standard[PARAMS_MAX], states;
    game_standard(game, standard);
    double value = NAN;
    game->start(state, standard);
    while (game->movers(state)) {
        int who = game_mover(game, state);
        states = 3000;
        if (who < 2 && game->choices(state, who, choices) > 1)
            value = minimax(game, state, &states);
        if (!isnan(value)) return value;
        game->apply(state, who, game_draw(game, state, who, rng, choices));
    }
    return NAN;
}

static void test_ends_of_azul_are_proven(void **state) {
    const struct game *game = games_find("azul");
    char *late = calloc(1, game->state_max);
    int seen = 0;
    (void)state;
    for (uint64_t i = 0; seen < often(16, 40); i++) {
        struct rng rng = rng_new(i, 9);
        double value = late_state(game, late, &rng);
        if (isnan(value)) continue;
        int who = game_mover(game, late);
        struct asked asked = ask(game, "mcts", late, who, (struct budget){.rollouts = 40000}, -1);
        assert_true(asked.advice.proven && asked.candidates[0].exact);
        assert_true(fabs(asked.candidates[0].value - (who == 0 ? value : -value)) < 1e-4);
        /* Asked about any act, it ends as well. */
        action last = asked.candidates[asked.advice.count - 1].act;
        free(asked.candidates);
        asked = ask(game, "mcts", late, who, (struct budget){.rollouts = 40000}, last);
        assert_true(asked.advice.proven);
        free(asked.candidates);
        seen++;
    }
    free(late);
}

static void test_the_act_in_question_gets_the_same_care(void **state) {
    static const char *const names[] = {"greedy", "rollout", "mcts"};
    static const struct budget budgets[] = {
        {.nodes = 1}, {.nodes = 3000}, {.rollouts = 1}, {.rollouts = 100}, {.rollouts = 3000}};
    (void)state;
    for (int g = 0; games_list[g]; g++) {
        const struct game *game = games_list[g];
        struct choice *choices = calloc((size_t)game->choices_max, sizeof *choices);
        char *begun = calloc(1, game->state_max);
        int standard[PARAMS_MAX];
        struct rng rng = rng_new(6, 7);
        game_standard(game, standard);
        game->start(begun, standard);
        game_settle(game, begun, &rng, choices, NULL, NULL);
        int count = game->choices(begun, 0, choices);
        for (size_t k = 0; k < sizeof budgets / sizeof *budgets * 3; k++) {
            action act = choices[rng_below(&rng, (uint32_t)count)].act;
            struct asked asked = ask(game, names[k % 3], begun, 0, budgets[k / 3], act);
            int i = 0;
            assert_int_equal(asked.advice.count, count);
            while (asked.candidates[i].act != act) i++;
            assert_true(asked.candidates[i].visits >= asked.candidates[0].visits);
            assert_true(asked.candidates[i].visits > 0);
            free(asked.candidates);
        }
        free(begun);
        free(choices);
    }
}

/* Asking about the worst act does not make it the best. */
static void test_a_question_does_not_change_the_answer(void **state) {
    static const char *const names[] = {"rollout", "mcts"};
    const struct game *game = games_find("azul");
    struct choice *choices = calloc((size_t)game->choices_max, sizeof *choices);
    char *begun = calloc(1, game->state_max);
    struct budget budget = {.rollouts = 4000};
    int standard[PARAMS_MAX];
    struct rng rng = rng_new(6, 7);
    (void)state;
    game_standard(game, standard);
    game->start(begun, standard);
    game_settle(game, begun, &rng, choices, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        struct asked plain = ask(game, names[i], begun, 0, budget, -1);
        action worst = plain.candidates[plain.advice.count - 1].act;
        struct asked asked = ask(game, names[i], begun, 0, budget, worst);
        assert_int_not_equal(asked.candidates[0].act, worst);
        free(asked.candidates);
        free(plain.candidates);
    }
    free(begun);
    free(choices);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_luck_counts_by_its_exact_odds),
        cmocka_unit_test(test_a_second_seat_answers),
        cmocka_unit_test(test_nim_is_won_where_it_can_be),
        cmocka_unit_test(test_ends_of_azul_are_proven),
        cmocka_unit_test(test_the_act_in_question_gets_the_same_care),
        cmocka_unit_test(test_a_question_does_not_change_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
