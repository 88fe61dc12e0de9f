/* For tests, after cmocka.h: the slow twin of the solver, which plays every act by the rules and
 * knows no bound, no table and no folding; positions to compare them on; and how to compare. */
#ifndef AZUL_SOLVER_TEST_H
#define AZUL_SOLVER_TEST_H

#include "game/agent.h"
#include "games/azul/coach/solver.h"
#include <string.h>

/* The lead of a seat over the best other one, in units, when no tile is left. */
static inline int slow_lead(const struct azul *azul, int me, const struct azul_values *values) {
    int unit = values ? AZUL_VALUES_UNIT : 1, lead = 1 << 20, players = azul->players;
    for (int seat = 0; seat < players; seat++) {
        if (seat == me) continue;
        int one = (azul->player[me].score - azul->player[seat].score) * unit;
        if (values && azul->phase == AZUL_REFILL) {
            struct azul_values_half mine, its;
            bool first =
                (me + players - azul->active) % players < (seat + players - azul->active) % players;
            azul_values_half(values, &azul->player[me], first, &mine);
            azul_values_half(values, &azul->player[seat], !first, &its);
            one += first ? azul_values_lead(values, &mine, &its)
                         : -azul_values_lead(values, &its, &mine);
        }
        if (one < lead) lead = one;
    }
    return lead;
}

/* Plain minimax, with alpha and beta if `cut`. */
static inline int slow_value(const struct azul *azul, int me, const struct azul_values *values,
                             int alpha, int beta, bool cut) {
    struct choice choices[AZUL_SOLVER_ACTS];
    if (azul->phase != AZUL_DRAFT) return slow_lead(azul, me, values);
    bool mine = azul->active == me;
    int count = azul_game.choices(azul, azul->active, choices), best = mine ? -(1 << 20) : 1 << 20;
    for (int i = 0; i < count; i++) {
        struct azul after = *azul;
        azul_game.apply(&after, azul->active, choices[i].act);
        int value = slow_value(&after, me, values, alpha, beta, cut);
        if (mine ? value > best : value < best) best = value;
        if (mine && best > alpha) alpha = best;
        if (!mine && best < beta) beta = best;
        if (cut && alpha >= beta) break;
    }
    return best;
}

static inline int slow_value_of(const struct azul *azul, action act,
                                const struct azul_values *values, bool cut) {
    struct azul after = *azul;
    azul_game.apply(&after, azul->active, act);
    return slow_value(&after, azul->active, values, -(1 << 20), 1 << 20, cut);
}

static inline void slow_start(struct azul *azul, int players, struct rng *rng) {
    int params[PARAMS_MAX];
    game_standard(&azul_game, params);
    params[AZUL_PLAYERS] = players;
    if (rng_below(rng, 4) == 0) params[AZUL_MAX_ROUNDS] = 1 + (int)rng_below(rng, 5);
    memset(azul, 0, sizeof *azul);
    azul_game.start(azul, params);
}

/* Plays on, as somebody does who thinks a little and errs at times, until at most so many tiles are
 * left on the table. Begins a new game when one is over. */
static inline void slow_play(struct azul_solver *solver, struct azul *azul, int tiles,
                             struct rng *rng) {
    static struct azul_solver_answer answer;
    do {
        if (azul->phase == AZUL_OVER) slow_start(azul, 2 + (int)rng_below(rng, 3), rng);
        if (azul->phase == AZUL_REFILL) {
            azul_deal(azul, azul_random_colour(azul, rng));
            continue;
        }
        struct azul_solver_question question = {
            .azul = azul, .nodes = 200, .best_only = true, .act = AGENT_NO_ACT};
        azul_solver_ask(solver, &question, &answer);
        uint32_t slips = (uint32_t)(answer.count < 6 ? answer.count : 6);
        azul_take(azul, answer.acts[rng_below(rng, 3) ? 0 : rng_below(rng, slips)].act);
    } while (azul->phase != AZUL_DRAFT || azul_on_table(azul) > tiles);
}

/* Lays so many tiles anew: on any sources, or most of them on two equal factories. */
static inline void slow_lay(struct azul *azul, int tiles, struct rng *rng) {
    uint32_t places = 1 + rng_below(rng, 3);
    bool equal = tiles > 3 && rng_below(rng, 2);
    memset(azul->source, 0, sizeof azul->source);
    for (int i = 0; equal && i < tiles / 2; i++)
        azul->source[1] += azul_tiles((int)rng_below(rng, AZUL_COLOURS), 1);
    azul->source[4] = azul->source[1];
    for (int i = equal ? tiles / 2 * 2 : 0; i < tiles; i++)
        azul->source[equal ? 0 : rng_below(rng, 1 + places)] +=
            azul_tiles((int)rng_below(rng, AZUL_COLOURS), 1);
}

/* Makes some empty lines the last ones of their rows. */
static inline void slow_build(struct azul_player *player, struct rng *rng) {
    for (int row = 0; row < AZUL_SIDE; row++) {
        if (player->filled[row] || rng_below(rng, 2)) continue;
        player->wall |= azul_set_cells(AZUL_ROWS, row);
        player->wall &= ~azul_cell(row, (int)rng_below(rng, AZUL_SIDE));
        player->open &= ~(UINT32_C(31) << AZUL_SIDE * row);
        player->open |= azul_open_row(player, row) << AZUL_SIDE * row;
    }
}

/* Changes what games seldom bring: scores that are about to leave 0 to 9999, no tile that could be
 * dealt again, other tiles on the table, the token still there, and walls that are nearly full. */
static inline void slow_vary(struct azul *azul, struct rng *rng) {
    uint32_t kind = rng_below(rng, 6);
    for (int seat = 0; seat < azul->players && kind < 2; seat++)
        azul->player[seat].score =
            (uint16_t)(kind ? AZUL_SCORE_MAX - rng_below(rng, 20) : rng_below(rng, 6));
    if (rng_below(rng, 4) == 0) azul->bag = azul->lid = 0;
    if (azul_on_table(azul) <= 6 && rng_below(rng, 2)) slow_lay(azul, azul_on_table(azul), rng);
    if (rng_below(rng, 4) == 0) azul->token = AZUL_TOKEN_IN_CENTER;
    for (int seat = 0; kind == 2 && seat < azul->players; seat++)
        slow_build(&azul->player[seat], rng);
}

static inline int slow_units(double value, int unit) {
    double units = value * unit;
    return (int)(units < 0 ? units - 0.5 : units + 0.5);
}

/* Every choice is there once, best first, solved, with the value of minimax. */
static inline void slow_compare_values(const struct azul *azul, const struct azul_values *values,
                                       const struct azul_solver_answer *answer, bool cut) {
    struct choice choices[AZUL_SOLVER_ACTS];
    int count = azul_game.choices(azul, azul->active, choices);
    assert_true(answer->solved && answer->proven);
    assert_int_equal(answer->count, count);
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (int k = 0; k < count; k++) found |= answer->acts[k].act == choices[i].act;
        assert_true(found);
    }
    for (int i = 0; i < count; i++) {
        const struct azul_solver_act *act = &answer->acts[i];
        assert_true(act->solved && (i == 0 || act->value <= answer->acts[i - 1].value));
        assert_int_equal(slow_units(act->value, values ? AZUL_VALUES_UNIT : 1),
                         slow_value_of(azul, act->act, values, cut));
    }
}

/* The play after an act is legal, reaches the end of the round, and is worth what is told. */
static inline void slow_follow_play(const struct azul *azul, const struct azul_values *values,
                                    const action *play, int count, double told) {
    struct azul after = *azul;
    for (int i = 0; i < count; i++) {
        assert_int_equal(after.phase, AZUL_DRAFT);
        assert_null(azul_game.refuse(&after, after.active, play[i]));
        azul_take(&after, play[i]);
    }
    assert_int_not_equal(after.phase, AZUL_DRAFT);
    assert_int_equal(slow_lead(&after, azul->active, values),
                     slow_units(told, values ? AZUL_VALUES_UNIT : 1));
}

static inline void slow_follow(const struct azul *azul, const struct azul_values *values,
                               const struct azul_solver_answer *answer) {
    slow_follow_play(azul, values, answer->line, answer->line_count, answer->acts[0].value);
}

struct slow_kind {
    int positions;
    int players;      /* 0 is any */
    int fewest, most; /* tiles */
    bool cut;         /* the twin uses alpha and beta */
};

/* Compares solver and twin on such positions, with both objectives. */
static inline void slow_compare(struct azul_solver *solver, struct slow_kind kind, int seed) {
    static struct azul_solver_answer answer;
    struct rng rng = rng_new((uint64_t)seed, 14);
    struct azul azul = {.phase = AZUL_OVER};
    for (int i = 0; i < kind.positions; i++) {
        do slow_play(solver, &azul, kind.most, &rng);
        while ((kind.players && azul.players != kind.players) ||
               azul_on_table(&azul) < kind.fewest);
        struct azul varied = azul;
        slow_vary(&varied, &rng);
        for (int game = 0; game < 2; game++) {
            const struct azul_values *values = game ? &azul_values_learned : NULL;
            struct azul_solver_question question = {
                .azul = &varied, .values = values, .act = AGENT_NO_ACT};
            azul_solver_ask(solver, &question, &answer);
            slow_compare_values(&varied, values, &answer, kind.cut);
            slow_follow(&varied, values, &answer);
        }
    }
}

#endif
