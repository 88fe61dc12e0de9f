/* The reasons: in thousands of positions every sentence is read and found true by a slow twin, and
 * those told are the weightiest; then positions with known reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/azul_by_hand_test.h"
#include "games/azul/coach/reasons.h"
#include "games/azul/coach/reasons_words_test.h"
#include <math.h>
#include <stdio.h>

enum { WHOLE_GAME, ROUND };

static struct advice advice;
static struct agent_reason told[AGENT_REASONS_MAX];
static int told_count;

/* How often each kind was told, and of them of what moves do at once. */
static int told_of[LEDGER_KINDS], at_once_of[LEDGER_KINDS];

static int kind_of(const char *name) {
    for (int i = 0; i < LEDGER_KINDS; i++)
        if (strcmp(name, ledger_names[i]) == 0) return i;
    fail_msg("there is no kind %s", name);
    return -1;
}

static void ask(const struct azul *azul, int objective) {
    struct agent_question question = {
        .state = azul, .who = azul->active, .act = advice.reply[0], .objective = objective};
    memset(told, 0x55, sizeof told);
    told_count = azul_reasons(&question, &advice, told);
    assert_in_range(told_count, 0, AGENT_REASONS_MAX);
}

/* The points of the kinds add up to the change of the lead over the rival, which is at least the
 * change of the lead over the best other seat. */
static double require_identity(const struct ledger_pair *pair, const double *amounts) {
    double points = 0;
    for (int i = 0; i < LEDGER_POINT_KINDS; i++) points += amounts[i];
    const struct ledger_seat *best = pair->best.seat, *yours = pair->yours.seat;
    int own = best[pair->who].score - yours[pair->who].score;
    int rival = best[pair->rival].score - yours[pair->rival].score;
    assert_int_equal((int)points, own - rival);
    int lead = ledger_lead(&pair->best, pair->who) - ledger_lead(&pair->yours, pair->who);
    assert_true(pair->best.players == 2 ? points == lead : points >= lead);
    return points;
}

/* What is told weighs as much as the ledger says, the weightiest first, and no other weighs more.
 */
static void require_weights(double *amounts) {
    for (int i = 0; i < told_count; i++) {
        int kind = kind_of(told[i].kind), first = kind == LEDGER_SPILL ? LEDGER_FLOOR : kind;
        assert_true(fabs(told[i].amount - amounts[first]) < 1e-9 && told[i].amount > 0);
        if (i > 0) assert_true(told[i].amount <= told[i - 1].amount);
        amounts[first] = 0;
    }
    for (int i = 0; i < LEDGER_KINDS; i++) {
        double least = i < LEDGER_POINT_KINDS ? 1e-9 : 0.25 + 1e-9;
        bool silent = amounts[i] < least;
        bool weighs_less = told_count == 3 && amounts[i] <= told[2].amount + 1e-9;
        if (!silent && !weighs_less) fail_msg("%s is missing", ledger_names[i]);
    }
}

/* Everything that is said of the lines in `advice` is true and chosen as documented. */
static void require_truth(const struct azul *azul, int objective) {
    double amounts[LEDGER_KINDS];
    struct ledger_pair pair = ledger_compare(azul, azul->active, &advice);
    ask(azul, objective);
    ledger_amounts(&pair, amounts);
    double points = require_identity(&pair, amounts);
    if (objective == ROUND && points <= 0) {
        assert_int_equal(told_count, 0);
        return;
    }
    for (int i = LEDGER_POINT_KINDS; objective == ROUND && i < LEDGER_KINDS; i++) amounts[i] = 0;
    require_weights(amounts);
    for (int i = 0; i < told_count; i++) {
        int kind = kind_of(told[i].kind);
        told_of[kind]++;
        at_once_of[kind] += words_check(&pair, kind, told[i].text);
    }
    if (objective == ROUND) assert_true(told_count > 0);
}

/* A player with an eye for lines that become full; `care` is how many acts it looks at. */
static action draw(const struct azul *azul, int care, struct rng *rng) {
    action best = 0;
    int most = -1000;
    for (int i = 0; i < care; i++) {
        action act = azul_game.random_act(azul, azul->active, rng);
        int row = azul_act_destination(act);
        int count = azul_count(azul->source[azul_act_source(act)], azul_act_colour(act));
        int free = row == AZUL_FLOOR ? 0 : row + 1 - azul->player[azul->active].filled[row];
        int worth = (count < free ? count : free) * 2 + (count == free) * 5;
        if (count > free) worth -= 3 * (count - free);
        if (worth > most) most = worth, best = act;
    }
    return best;
}

static int play_out(const struct azul *from, action first, int care, struct rng *rng,
                    action *line) {
    struct azul azul = *from;
    int count = 0, round = azul.round;
    for (action act = first;; act = draw(&azul, care, rng)) {
        line[count++] = act;
        azul_game.apply(&azul, azul.active, act);
        if (azul.phase != AZUL_DRAFT || azul.round != round) return count;
    }
}

static int lead_after(const struct azul *from, const action *line, int count) {
    struct azul azul = *from;
    int who = azul.active, most = 0;
    for (int i = 0; i < count; i++) azul_game.apply(&azul, azul.active, line[i]);
    for (int seat = 0; seat < azul.players; seat++)
        if (seat != who && azul.player[seat].score > most) most = azul.player[seat].score;
    return azul.player[who].score - most;
}

static void swap_lines(void) {
    struct advice other = advice;
    memcpy(advice.line, other.reply, sizeof advice.line);
    memcpy(advice.reply, other.line, sizeof advice.reply);
    advice.line_count = other.reply_count, advice.reply_count = other.line_count;
}

/* Two different acts, each with a line to the end of the round, the better one first. */
static bool draw_lines(const struct azul *azul, int care, struct rng *rng) {
    action one = draw(azul, care, rng), two = azul_game.random_act(azul, azul->active, rng);
    if (one == two) return false;
    advice.line_count = play_out(azul, one, care, rng, advice.line);
    advice.reply_count = play_out(azul, two, care, rng, advice.reply);
    if (lead_after(azul, advice.line, advice.line_count) <
        lead_after(azul, advice.reply, advice.reply_count))
        swap_lines();
    return true;
}

static void cut_lines(struct rng *rng) {
    advice.line_count = 1 + (int)rng_below(rng, (uint32_t)advice.line_count);
    if (rng_below(rng, 2))
        advice.reply_count = 1 + (int)rng_below(rng, (uint32_t)advice.reply_count);
}

static void require_position(const struct azul *azul, int care, struct rng *rng) {
    if (!draw_lines(azul, care, rng)) return;
    require_truth(azul, WHOLE_GAME);
    require_truth(azul, ROUND);
    cut_lines(rng);
    require_truth(azul, WHOLE_GAME);
    require_truth(azul, ROUND);
}

static void test_all_is_true(void **state) {
    (void)state;
    struct rng rng = rng_new(14, 4);
    for (int game = 0; game < 300; game++) {
        struct azul azul;
        int rounds = game % 4 ? 50 : 1 + (int)rng_below(&rng, 6), care = 1 + game % 7 * 3;
        azul_game.start(&azul, (int[]){2 + game % 3, rounds});
        while (azul_game.movers(&azul)) {
            int who = bits_low(azul_game.movers(&azul));
            if (who != CHANCE && rng_below(&rng, 4) == 0) require_position(&azul, care, &rng);
            action act =
                who == CHANCE ? azul_game.random_act(&azul, who, &rng) : draw(&azul, care, &rng);
            azul_game.apply(&azul, who, act);
        }
    }
    for (int i = 0; i < LEDGER_KINDS; i++)
        printf("%s %d %d\n", ledger_names[i], told_of[i], at_once_of[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
