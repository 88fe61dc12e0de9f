/* Chooses the facts that weigh most among those that speak for the best act. */
#include "games/azul/coach/reasons.h"
#include "games/azul/coach/reasons_parts.h"
#include <string.h>

enum { OBJECTIVE_ROUND = 1 };

/* An estimate below this is not worth a sentence. */
static const double least_estimate = 0.25;

struct kind {
    const char *name;
    azul_reasons_gain *gain;
    azul_reasons_tell *tell;
    bool rival;    /* it is about the rival, whose gain is a loss for who asked */
    bool estimate; /* its amount is not points at the end of the round */
};

static const struct kind kinds[] = {
    {"LINE_COMPLETED", azul_reasons_gain_lines, azul_reasons_tell_lines, false, false},
    {"ADJACENCY", azul_reasons_gain_adjacency, azul_reasons_tell_adjacency, false, false},
    {"FLOOR_PENALTY", azul_reasons_gain_floor, azul_reasons_tell_floor, false, false},
    {"BONUS", azul_reasons_gain_bonus, azul_reasons_tell_bonus, false, false},
    {"OPPONENT_DENIED", azul_reasons_gain_lines, azul_reasons_tell_lines, true, false},
    {"OPPONENT_ADJACENCY", azul_reasons_gain_adjacency, azul_reasons_tell_adjacency, true, false},
    {"OPPONENT_FLOOR", azul_reasons_gain_floor, azul_reasons_tell_floor, true, false},
    {"OPPONENT_BONUS", azul_reasons_gain_bonus, azul_reasons_tell_bonus, true, false},
    {"GAME_END", azul_reasons_gain_end, azul_reasons_tell_end, false, true},
    {"FIRST_PLAYER", azul_reasons_gain_start, azul_reasons_tell_start, false, true},
    {"LINE_PROGRESS", azul_reasons_gain_progress, azul_reasons_tell_progress, false, true},
    {"BONUS_PROGRESS", azul_reasons_gain_sets, azul_reasons_tell_sets, false, true},
    {"OPPONENT_PROGRESS", azul_reasons_gain_progress, azul_reasons_tell_progress, true, true},
    {"OPPONENT_BONUS_PROGRESS", azul_reasons_gain_sets, azul_reasons_tell_sets, true, true},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* Told in place of FLOOR_PENALTY where only tiles that did not fit make the difference. */
static const struct kind spill = {"TILES_WASTED", azul_reasons_gain_floor, azul_reasons_tell_spill,
                                  false, false};

/* Told beside the others, with which it overlaps: see add_outlook(). */
static const struct kind outlook = {"OUTLOOK", azul_reasons_gain_outlook, azul_reasons_tell_outlook,
                                    false, true};
static const double least_outlook = 0.5;

static double amount_of(const struct kind *kind, const struct azul_reasons_pair *pair) {
    return kind->rival ? -kind->gain(pair, pair->rival) : kind->gain(pair, pair->who);
}

static void tell(const struct kind *kind, double amount, const struct azul_reasons_pair *pair,
                 struct agent_reason *reason) {
    struct text text = text_over(reason->text, sizeof reason->text);
    if (kind->tell == azul_reasons_tell_floor && !kind->rival && azul_reasons_is_spill(pair))
        kind = &spill;
    reason->kind = kind->name;
    reason->amount = amount;
    kind->tell(pair, kind->rival ? pair->rival : pair->who, &text);
}

/* Returns the kind that weighs most of those not told yet, or -1. */
static int weightiest(const double *amounts, uint32_t told) {
    int best = -1;
    for (int i = 0; i < KINDS; i++) {
        double least = kinds[i].estimate ? least_estimate : 0;
        if (told >> i & 1 || amounts[i] <= 0 || amounts[i] < least) continue;
        if (best < 0 || amounts[i] > amounts[best]) best = i;
    }
    return best;
}

/* What later rounds are worth is told if there is room, or if it is more than all reasons together.
 * It comes last, unless it is the largest. Returns how many are told now. */
static int add_outlook(const struct azul_reasons_pair *pair, int count,
                       struct agent_reason reasons[AGENT_REASONS_MAX]) {
    double amount = amount_of(&outlook, pair), others = 0;
    for (int i = 0; i < count; i++) others += reasons[i].amount;
    if (amount < least_outlook) return count;
    if (count == AGENT_REASONS_MAX && amount <= others) return count;
    if (count == AGENT_REASONS_MAX) count--;
    int at = count && amount <= reasons[0].amount ? count : 0;
    memmove(&reasons[at + 1], &reasons[at], (size_t)(count - at) * sizeof *reasons);
    tell(&outlook, amount, pair, &reasons[at]);
    return count + 1;
}

static int choose(const struct azul_reasons_pair *pair, bool round,
                  struct agent_reason reasons[AGENT_REASONS_MAX]) {
    double amounts[KINDS], points = 0;
    uint32_t told = 0;
    int count = 0;
    for (int i = 0; i < KINDS; i++) {
        amounts[i] = round && kinds[i].estimate ? 0 : amount_of(&kinds[i], pair);
        points += amounts[i];
    }
    if (round && points <= 0) return 0;
    for (; count < AGENT_REASONS_MAX; count++) {
        int next = weightiest(amounts, told);
        if (next < 0) break;
        told |= UINT32_C(1) << next;
        tell(&kinds[next], amounts[next], pair, &reasons[count]);
    }
    return round ? count : add_outlook(pair, count, reasons);
}

/* Plays both lines to the end of the round, or else as far as both go. Returns whether both have an
 * act. */
static bool play(const struct azul *azul, const struct advice *advice,
                 struct azul_reasons_pair *pair) {
    bool best_ends, yours_ends;
    int best = azul_reasons_play(azul, advice->line, advice->line_count, &pair->best, &best_ends);
    int yours =
        azul_reasons_play(azul, advice->reply, advice->reply_count, &pair->yours, &yours_ends);
    int common = best < yours ? best : yours;
    pair->cut = !best_ends || !yours_ends;
    if (pair->cut && best > common)
        azul_reasons_play(azul, advice->line, common, &pair->best, &best_ends);
    if (pair->cut && yours > common)
        azul_reasons_play(azul, advice->reply, common, &pair->yours, &yours_ends);
    pair->rival = azul_reasons_best_other(&pair->yours.after, pair->who);
    return common > 0;
}

int azul_reasons(const struct agent_question *question, const struct advice *advice,
                 struct agent_reason reasons[AGENT_REASONS_MAX]) {
    const struct azul *azul = question->state;
    struct azul_reasons_pair pair = {.who = question->who};
    if (azul->phase != AZUL_DRAFT || azul->active != question->who) return 0;
    if (!advice->line_count || !advice->reply_count) return 0;
    if (advice->reply[0] != question->act || advice->line[0] == advice->reply[0]) return 0;
    if (!play(azul, advice, &pair)) return 0;
    return choose(&pair, question->objective == OBJECTIVE_ROUND, reasons);
}
