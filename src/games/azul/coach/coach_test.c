/* The agents of azul: what they call exact, proven and solved, chances, budgets, the reply to an
 * act, and positions in which the best act is plain to see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/azul_by_hand_test.h"
#include "games/azul/coach/coach.h"
#include "games/azul/coach/solver_test.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"

enum { PLENTY = 2000000 }; /* nodes: small positions are solved with fewer */
enum { KINDS = 3 };        /* the coach with both objectives, and the other agent */

struct thought {
    struct advice advice;
    struct candidate candidates[AZUL_SOLVER_ACTS];
};

static const struct host plain = {.threads = 1};
static void *coach, *drafter;
static struct azul_solver *solver; /* plays to positions */
static struct thought thought, again;

/* Asks as one of the kinds. The state and the seat are those of the position. */
static void ask_about(int kind, const struct azul *azul, struct agent_question question,
                      struct thought *out) {
    struct rng rng = rng_new(1, 1);
    if (!question.rng) question.rng = &rng;
    question.state = azul;
    question.who = azul->active;
    question.objective = kind == AZUL_COACH_ROUND ? AZUL_COACH_ROUND : AZUL_COACH_GAME;
    memset(out, 0, sizeof *out);
    out->advice.candidates = out->candidates;
    (kind < 2 ? &azul_coach : &azul_round_agent)
        ->think(kind < 2 ? coach : drafter, &question, &out->advice);
}

static void ask(int kind, const struct azul *azul, uint64_t nodes, struct thought *out) {
    ask_about(kind, azul, (struct agent_question){.budget.nodes = nodes, .act = AGENT_NO_ACT}, out);
}

static bool is_learned(int kind) {
    return kind == AZUL_COACH_GAME;
}

static const struct candidate *find(const struct thought *in, action act) {
    for (int i = 0; i < in->advice.count; i++)
        if (in->candidates[i].act == act) return &in->candidates[i];
    fail_msg("act %u is missing", (unsigned)act);
    return NULL;
}

static void expect_same(const struct thought *one, const struct thought *two) {
    assert_int_equal(one->advice.count, two->advice.count);
    for (int i = 0; i < one->advice.count; i++) {
        const struct candidate *a = &one->candidates[i], *b = &two->candidates[i];
        assert_int_equal(a->act, b->act);
        assert_true(a->value == b->value && a->error == b->error && a->chance == b->chance);
        assert_true(a->visits == b->visits && a->exact == b->exact);
    }
    assert_int_equal(one->advice.line_count, two->advice.line_count);
    assert_memory_equal(one->advice.line, two->advice.line,
                        sizeof *one->advice.line * (size_t)one->advice.line_count);
    assert_true(one->advice.nodes == two->advice.nodes);
    assert_true(one->advice.proven == two->advice.proven);
    assert_true(one->advice.solved == two->advice.solved);
}

/* Whether the game is over after this round in each of some random ways to play on. */
static bool seems_to_end(const struct azul *azul, struct rng *rng) {
    for (int i = 0; i < 20; i++) {
        struct azul after = *azul;
        while (after.phase == AZUL_DRAFT) azul_take(&after, azul_random_take(&after, rng));
        if (after.phase != AZUL_OVER) return false;
    }
    return true;
}

static void check_chance(int kind, const struct candidate *candidate, bool ends) {
    double chance = candidate->chance, value = candidate->value;
    if (!is_learned(kind)) assert_true(chance == 0);
    assert_true(chance >= 0 && chance <= 1);
    if (is_learned(kind) && ends && candidate->exact)
        assert_true(chance == (value > 0 ? 1 : value < 0 ? 0 : 0.5));
}

/* An exact value is that of minimax, and nothing is left to chance. */
static void check_candidate(int kind, const struct azul *azul, const struct candidate *candidate,
                            struct rng *rng) {
    struct azul after = *azul;
    azul_take(&after, candidate->act);
    bool ends = seems_to_end(&after, rng);
    check_chance(kind, candidate, ends);
    assert_true(candidate->exact ? candidate->error == 0 && candidate->visits > 0
                                 : (candidate->error > 0) == (candidate->visits > 0));
    if (!candidate->exact) return;
    assert_int_equal(azul->players, 2);
    assert_true(ends || !is_learned(kind));
    assert_true(candidate->value == slow_value_of(azul, candidate->act, NULL, true));
}

static void check_advice(int kind, const struct azul *azul, struct rng *rng) {
    const struct advice *advice = &thought.advice;
    struct choice choices[AZUL_SOLVER_ACTS];
    assert_int_equal(advice->count, azul_game.choices(azul, azul->active, choices));
    for (int i = 0; i < advice->count; i++) find(&thought, choices[i].act);
    for (int i = 0; i < advice->count; i++)
        check_candidate(kind, azul, &advice->candidates[i], rng);
    if (!advice->proven) return;
    assert_true(advice->solved && advice->candidates[0].exact);
    assert_true(!is_learned(kind) || seems_to_end(azul, rng));
}

/* Of acts after which another round may follow, a higher value has no lower chance. */
static void check_order_of_chances(const struct azul *azul) {
    for (int i = 0, last = -1; i < thought.advice.count; i++) {
        struct azul after = *azul;
        azul_take(&after, thought.candidates[i].act);
        bool sure = azul->round == azul->max_rounds;
        for (int row = 0; row < AZUL_SIDE; row++) {
            const struct azul_player *player = &after.player[azul->active];
            uint32_t tiles = player->wall & azul_set_cells(AZUL_ROWS, row);
            sure |= bits_count(tiles) == AZUL_SIDE - 1 && azul_is_full(player, row);
        }
        if (sure) continue;
        const struct candidate *one = &thought.candidates[i];
        if (last >= 0 && one->value <= thought.candidates[last].value)
            assert_true(one->chance <= thought.candidates[last].chance);
        last = i;
    }
}

/* How often each claim was made, so that none is tested in vain. */
static int exact_of[KINDS], proven_of[KINDS], solved_of[KINDS], open_of[KINDS];

static void count_claims(int kind) {
    exact_of[kind] += thought.candidates[0].exact;
    proven_of[kind] += thought.advice.proven;
    solved_of[kind] += thought.advice.solved;
    open_of[kind] += !thought.advice.solved;
}

static void test_claims(void **unused) {
    struct rng rng = rng_new(6, 14);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < often(200, 400); i++) {
        slow_play(solver, &azul, 7, &rng);
        struct azul varied = azul;
        slow_vary(&varied, &rng);
        for (int kind = 0; kind < KINDS; kind++) {
            ask(kind, &varied, i % 2 ? PLENTY : 40, &thought);
            check_advice(kind, &varied, &rng);
            if (is_learned(kind)) check_order_of_chances(&varied);
            count_claims(kind);
            if (i % 2 == 0) continue;
            assert_true(thought.advice.solved);
            if (azul.players > 2 || is_learned(kind)) continue;
            assert_true(thought.advice.proven);
            for (int k = 0; k < thought.advice.count; k++) assert_true(thought.candidates[k].exact);
        }
    }
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(exact_of[kind] > 9 && proven_of[kind] > 9 && solved_of[kind] > often(49, 99) &&
                    open_of[kind] > 9);
}

/* In the last round the values of both objectives are the same, and exact. */
static void test_last_round(void **unused) {
    struct rng rng = rng_new(7, 14);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < 40; i++) {
        do slow_play(solver, &azul, 9, &rng);
        while (azul.players > 2);
        azul.max_rounds = azul.round;
        ask(AZUL_COACH_GAME, &azul, PLENTY, &thought);
        ask(AZUL_COACH_ROUND, &azul, PLENTY, &again);
        assert_true(thought.advice.proven && again.advice.proven);
        for (int k = 0; k < thought.advice.count; k++) {
            const struct candidate *one = &thought.candidates[k];
            assert_true(one->exact && one->value == find(&again, one->act)->value);
            assert_true(one->chance == (one->value > 0 ? 1 : one->value < 0 ? 0 : 0.5));
        }
        azul.max_rounds = AZUL_ROUNDS;
    }
}

/* A position before the last two or so acts: the token lies with the other player, and no line of
 * a player takes Yellow. */
static struct azul hand_end(void) {
    struct azul azul = hand_start(2);
    azul.token = 1;
    azul.round = 4;
    for (int seat = 0; seat < 2; seat++) {
        azul.player[seat].score = 20;
        for (int row = 1; row < AZUL_SIDE; row++) hand_line(&azul, seat, row, R, 1);
        hand_wall(&azul, seat, 0, azul_wall_col(0, Y));
    }
    return azul;
}

/* Blue fills a line; five Yellow tiles fall to the floor of whoever takes them. */
static void test_dumping(void **unused) {
    struct azul azul = hand_end();
    action best = azul_act(AZUL_CENTER, B, 0), dump = azul_act(AZUL_CENTER, Y, AZUL_FLOOR);
    (void)unused;
    hand_source(&azul, AZUL_CENTER, B, 1);
    hand_source(&azul, AZUL_CENTER, Y, 5);
    for (int kind = 0; kind < KINDS; kind++) {
        ask_about(kind, &azul, (struct agent_question){.budget.nodes = 1000, .act = dump},
                  &thought);
        assert_int_equal(thought.candidates[0].act, best);
        assert_true(find(&thought, dump)->value < thought.candidates[0].value - 10);
        assert_int_equal(thought.advice.line_count, 2);
        assert_true(thought.advice.line[0] == best && thought.advice.line[1] == dump);
        assert_int_equal(thought.advice.reply_count, 2);
        assert_true(thought.advice.reply[0] == dump && thought.advice.reply[1] == best);
        assert_true(thought.advice.solved && thought.advice.proven == !is_learned(kind));
    }
    /* Blue beside Yellow is two points; the other player has the token on the floor. */
    assert_true(thought.candidates[0].value == 22 - 9);
    assert_true(find(&thought, azul_act(AZUL_CENTER, B, AZUL_FLOOR))->value == 19 - 9);
    assert_true(find(&thought, dump)->value == 12 - 21);
}

/* One tile completes a row, which ends the game: won with it, and lost without, as the other player
 * would complete columns. */
static struct azul hand_race(void) {
    static const char *const mine[] = {".xxxx", ".....", ".....", ".....", "....."};
    static const char *const others[] = {"xxxx.", "xxxx.", "xxxx.", "xxxx.", "....."};
    struct azul azul = hand_start(2);
    azul.token = 1;
    azul.round = 6;
    hand_walls(&azul, 0, mine);
    hand_walls(&azul, 1, others);
    azul.player[0].score = 40;
    azul.player[1].score = 38;
    hand_source(&azul, AZUL_CENTER, B, 1);
    hand_source(&azul, AZUL_CENTER, R, 1);
    return azul;
}

static void test_win_at_once(void **unused) {
    struct azul azul = hand_race();
    action best = azul_act(AZUL_CENTER, B, 0);
    (void)unused;
    for (int kind = 0; kind < KINDS; kind++) {
        ask(kind, &azul, 10000, &thought);
        assert_int_equal(thought.candidates[0].act, best);
        assert_true(thought.candidates[0].exact && thought.advice.solved);
        assert_true(thought.candidates[0].value > 0);
        assert_true(thought.candidates[0].value == slow_value_of(&azul, best, NULL, false));
        if (is_learned(kind)) assert_true(thought.candidates[0].chance == 1);
        for (int i = 1; i < thought.advice.count && is_learned(kind); i++)
            assert_true(thought.candidates[i].value < -2.5 && thought.candidates[i].chance < 0.3);
    }
}

/* That it is exact does not prove that no other act is better, where another round may follow. */
static void test_proof_needs_all(void **unused) {
    struct azul azul = hand_race();
    (void)unused;
    ask(AZUL_COACH_GAME, &azul, 10000, &thought);
    assert_true(thought.candidates[0].exact && !thought.candidates[1].exact);
    assert_false(thought.advice.proven);
    ask(AZUL_COACH_ROUND, &azul, 10000, &thought);
    assert_true(thought.advice.proven);
}

/* No tile is left to deal, but the last of these may still fall to a floor and be dealt again. */
static void test_end_is_not_sure(void **unused) {
    struct azul azul = hand_start(2);
    (void)unused;
    hand_source(&azul, AZUL_CENTER, B, 1);
    hand_source(&azul, AZUL_CENTER, Y, 1);
    azul.token = 1;
    azul.bag = 0;
    ask(AZUL_COACH_GAME, &azul, PLENTY, &thought);
    assert_true(thought.advice.solved && !thought.advice.proven);
    for (int i = 0; i < thought.advice.count; i++) assert_false(thought.candidates[i].exact);
}

/* Three players need not play together against the fourth. */
static void test_more_players_prove_nothing(void **unused) {
    struct rng rng = rng_new(8, 14);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < 20; i++) {
        do slow_play(solver, &azul, 6, &rng);
        while (azul.players == 2);
        azul.max_rounds = azul.round;
        for (int kind = 0; kind < KINDS; kind++) {
            ask(kind, &azul, PLENTY, &thought);
            assert_true(thought.advice.solved && !thought.advice.proven);
            for (int k = 0; k < thought.advice.count; k++)
                assert_true(!thought.candidates[k].exact && thought.candidates[k].error > 0);
        }
        azul.max_rounds = AZUL_ROUNDS;
    }
}

static void ask_about_twin(int kind, const struct azul *azul, action best, action same) {
    for (int i = 0; i < 2; i++) {
        struct agent_question question = {.budget.nodes = PLENTY, .only_best = i, .act = same};
        ask_about(kind, azul, question, &thought);
        const struct candidate *one = find(&thought, best), *two = find(&thought, same);
        assert_int_equal(thought.advice.line[0], best);
        assert_true(one->value == thought.candidates[0].value && one->value == two->value);
        assert_true(one->exact == two->exact && one->visits == two->visits);
        assert_true(one->chance == two->chance && one->error == two->error);
        assert_int_equal(thought.advice.reply_count, thought.advice.line_count);
        assert_int_equal(thought.advice.reply[0], same);
        question.act = best;
        ask_about(kind, azul, question, &thought);
        assert_int_equal(thought.advice.reply_count, 0);
    }
}

/* Equal factories: taking from the second does the same as taking from the first. */
static void test_same_act_elsewhere(void **unused) {
    struct azul azul = hand_end();
    (void)unused;
    for (int source = 2; source <= 4; source += 2) {
        hand_source(&azul, source, B, 1);
        hand_source(&azul, source, Y, 3);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        ask(kind, &azul, PLENTY, &thought);
        action best = thought.candidates[0].act;
        assert_int_equal(azul_act_source(best), 2);
        ask_about_twin(kind, &azul, best, best + azul_act(2, 0, 0));
    }
}

/* A reply is legal from its act on, and to the end of the round where all is solved. */
static void check_reply(const struct azul *azul, action act) {
    struct azul after = *azul;
    assert_true(thought.advice.reply_count > 0 && thought.advice.reply[0] == act);
    for (int i = 0; i < thought.advice.reply_count; i++) {
        assert_null(azul_game.refuse(&after, after.active, thought.advice.reply[i]));
        azul_take(&after, thought.advice.reply[i]);
    }
    assert_int_not_equal(after.phase, AZUL_DRAFT);
}

/* The first candidate and the act asked about have the values that they have if all are valued. */
static void test_only_best(void **unused) {
    struct rng rng = rng_new(9, 14);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < often(24, 60); i++) {
        slow_play(solver, &azul, often(8, 9), &rng);
        for (int kind = 0; kind < KINDS; kind++) {
            ask(kind, &azul, PLENTY, &again);
            action act = again.candidates[rng_below(&rng, (uint32_t)again.advice.count)].act;
            struct agent_question question = {
                .budget.nodes = PLENTY, .only_best = true, .act = act};
            ask_about(kind, &azul, question, &thought);
            assert_true(thought.advice.solved && thought.advice.count == again.advice.count);
            assert_true(thought.advice.proven == again.advice.proven);
            assert_true(thought.candidates[0].value == again.candidates[0].value);
            assert_true(find(&thought, act)->value == find(&again, act)->value);
            assert_true(find(&thought, act)->exact == find(&again, act)->exact);
            if (act != thought.candidates[0].act) check_reply(&azul, act);
        }
    }
}

static void deal(struct azul *azul) {
    struct rng rng = rng_new(10, 14);
    slow_start(azul, 2, &rng);
    while (azul->phase == AZUL_REFILL) azul_deal(azul, azul_random_colour(azul, &rng));
}

/* A rollout counts as a node, the smaller limit holds, and without any there is one of its own. */
static void test_budgets(void **unused) {
    struct azul azul;
    struct agent_question question = {.budget.rollouts = 5000, .act = AGENT_NO_ACT};
    (void)unused;
    deal(&azul);
    for (int kind = 0; kind < KINDS; kind++) {
        ask(kind, &azul, 5000, &thought);
        assert_false(thought.advice.solved || thought.advice.stopped);
        question.budget.nodes = 0;
        ask_about(kind, &azul, question, &again);
        expect_same(&thought, &again);
        question.budget.nodes = 7000;
        ask_about(kind, &azul, question, &again);
        expect_same(&thought, &again);
        ask(kind, &azul, 7000, &again);
        assert_true(again.advice.nodes > thought.advice.nodes);
    }
    ask(AZUL_COACH_ROUND, &azul, 0, &thought);
    assert_true(thought.advice.nodes >= 1000000 && !thought.advice.solved);
    ask(AZUL_COACH_ROUND, &azul, 1000000, &again);
    expect_same(&thought, &again);
}

/* The seed makes no difference, and no luck is used. */
static void test_seeds(void **unused) {
    struct rng rng = rng_new(11, 14);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < 30; i++) {
        slow_play(solver, &azul, 20, &rng);
        struct rng seed = rng_new((uint64_t)i, 2), before = seed;
        struct agent_question question = {.budget.nodes = 2000, .act = AGENT_NO_ACT, .rng = &seed};
        ask(i % KINDS, &azul, 2000, &thought);
        ask_about(i % KINDS, &azul, question, &again);
        expect_same(&thought, &again);
        assert_memory_equal(&seed, &before, sizeof seed);
    }
}

static void test_stops(void **unused) {
    struct listener listener;
    struct azul azul;
    struct rng rng = rng_new(1, 1);
    struct agent_question question = {.state = &azul, .act = AGENT_NO_ACT, .rng = &rng};
    (void)unused;
    deal(&azul);
    for (int i = 0; azul_agents[i]; i++) {
        listener_init(&listener, 1, 0);
        listener.stop_at = 3;
        void *mind = azul_agents[i]->init(&azul_game, &listener.host);
        assert_non_null(mind);
        thought.advice.candidates = thought.candidates;
        azul_agents[i]->think(mind, &question, &thought.advice);
        assert_true(thought.advice.stopped && !thought.advice.proven && !thought.advice.solved);
        assert_true(listener.calls == 3 && thought.advice.line_count > 0);
        azul_agents[i]->release(mind);
    }
}

static void test_table(void **unused) {
    struct game other = azul_game;
    (void)unused;
    assert_true(azul_agents[0] == &azul_coach && azul_agents[1] == &azul_round_agent);
    for (int i = 0; azul_agents[i]; i++)
        assert_true(azul_agents[i]->suits(&azul_game) && !azul_agents[i]->suits(&other));
    assert_string_equal(azul_coach.objectives[AZUL_COACH_GAME].name, "game");
    assert_string_equal(azul_coach.objectives[AZUL_COACH_ROUND].name, "round");
    assert_null(azul_coach.objectives[2].name);
    assert_null(azul_round_agent.objectives[1].name);
    assert_string_equal(azul_coach.chance, "winning");
    assert_null(azul_round_agent.chance);
}

static int set_up(void **unused) {
    (void)unused;
    coach = azul_coach.init(&azul_game, &plain);
    drafter = azul_round_agent.init(&azul_game, &plain);
    solver = azul_solver_new(&plain);
    return coach && drafter && solver ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    azul_coach.release(coach);
    azul_round_agent.release(drafter);
    azul_solver_free(solver);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_last_round),
        cmocka_unit_test(test_dumping),
        cmocka_unit_test(test_win_at_once),
        cmocka_unit_test(test_proof_needs_all),
        cmocka_unit_test(test_end_is_not_sure),
        cmocka_unit_test(test_more_players_prove_nothing),
        cmocka_unit_test(test_same_act_elsewhere),
        cmocka_unit_test(test_only_best),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
