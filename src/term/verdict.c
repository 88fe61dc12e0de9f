/* Words for a verdict. Numbers are as many as help: what is lost, what it is worth, how sure it is.
 */
#include "term/verdict.h"
#include "show/cells.h"
#include <math.h>
#include <string.h>

enum { CANDIDATES = 4 };

const char *const verdict_words[] = {"Excellent", "Good", "Okay", "Miss"};
const char *const verdict_colours[] = {CELLS_GOOD, CELLS_GOOD, CELLS_OKAY, CELLS_MISS};
const char verdict_letters[] = "EGOM";

void verdict_add(struct verdict *verdict, const struct advice_verdict *advice, bool alone) {
    const struct advice *said = &advice->advice;
    bool first = !verdict->graded;
    verdict->hopeless = said->hopeless;
    if (!advice->graded || said->hopeless) return;
    bool worst = first || advice->delta > verdict->worst;
    verdict->graded = true;
    verdict->proven = (first || verdict->proven) && said->proven && advice->user->exact;
    verdict->solved = (first || verdict->solved) && said->solved;
    verdict->delta += alone ? advice->delta : fmax(0, advice->delta);
    verdict->error = hypot(verdict->error, advice->error);
    verdict->grade = advice_grade(verdict->delta);
    if (!worst) return;
    verdict->worst = advice->delta;
    verdict->reasons_count = advice->reasons_count;
    memcpy(verdict->reasons, advice->reasons, sizeof verdict->reasons);
}

void verdict_write_grade(const struct verdict *verdict, struct text *out) {
    char lost[ADVISOR_VALUE_BYTES];
    advisor_put_value(fmax(0, verdict->delta), lost);
    text_format(out, "%s" CELLS_STRONG "%s", verdict_colours[verdict->grade],
                verdict_words[verdict->grade]);
    if (strcmp(lost, "0") != 0) text_format(out, " -%s", lost);
    text_string(out, CELLS_INK);
}

/* Only what is proven is 100 %. */
static int percent(double share) {
    int whole = (int)(share * 100);
    return whole < 99 ? whole : 99;
}

void verdict_write_surety(const struct verdict *verdict, struct text *out) {
    if (verdict->proven)
        text_string(out, CELLS_ACCENT "Proven." CELLS_INK);
    else if (verdict->solved)
        text_string(out, "Searched up to where luck comes in.");
    else if (verdict->error > 0)
        text_format(out, "The grade is %d %% sure.",
                    percent(advice_stability(verdict->delta, verdict->error)));
    else
        text_string(out, "An estimate.");
}

void verdict_write_reasons(const struct agent_reason *reasons, int count, struct text *out) {
    for (int i = 0; i < count; i++) {
        const char *reason = reasons[i].text;
        size_t length = strlen(reason);
        bool ended = length > 0 && strchr(".!?", reason[length - 1]);
        text_format(out, "- %s%s\n", reason, ended ? "" : ".");
    }
}

/* Writes what the best move is worth, and yours if that is searched and another. */
static void write_worth(const struct advisor *advisor, struct text *out) {
    const struct candidate *best = &advisor->verdict.advice.candidates[0];
    const struct candidate *yours = advisor->verdict.user;
    char value[ADVISOR_VALUE_BYTES];
    if (!best->visits) return;
    text_string(out, "Best: ");
    advisor_write_worth(advisor, best->value, out);
    if (yours && yours != best && yours->visits) {
        advisor_put_value(yours->value, value);
        text_format(out, "; yours: %s", value);
    }
    advisor_write_chance(advisor, best, "; chance", out);
    text_string(out, ".\n");
}

static void write_candidate(const struct advisor *advisor, int i, struct text *out) {
    const struct candidate *candidate = &advisor->verdict.advice.candidates[i];
    char value[ADVISOR_VALUE_BYTES] = "?";
    bool yours = candidate == advisor->verdict.user;
    if (candidate->visits) advisor_put_value(candidate->value, value);
    text_format(out, "%s%d. ", yours ? CELLS_ACCENT : CELLS_QUIET, i + 1);
    for (size_t width = strlen(value); width < 5; width++) text_char(out, ' ');
    text_format(out, "%s  %s", value, yours ? "" : CELLS_INK);
    advisor_name(advisor, candidate->act, out);
    text_format(out, "%s" CELLS_INK "\n", yours ? " (yours)" : i == 0 ? " (best)" : "");
}

/* Writes the best candidates with their values; yours among them or after them. */
static void write_candidates(const struct advisor *advisor, int most, struct text *out) {
    const struct advice *advice = &advisor->verdict.advice;
    const struct candidate *yours = advisor->verdict.user;
    int place = yours ? (int)(yours - advice->candidates) : 0;
    for (int i = 0; i < advice->count && i < most; i++) write_candidate(advisor, i, out);
    if (place >= most) write_candidate(advisor, place, out);
}

static void write_moves(const struct answer *answer, action best, struct text *out) {
    const struct advice_query *query = &answer->query;
    bool same = answer->count == 1 && answer->acts[0] == best;
    text_string(out, CELLS_ACCENT "Yours " CELLS_INK);
    query->game->name_act(query->state, query->who, answer->picked, out);
    if (answer->count > 1 && answer->timed) text_format(out, " and %d more", answer->count - 1);
    text_format(out, "%s" CELLS_INK "\n", same ? CELLS_GOOD ", the best move" : "");
    if (same) return;
    text_string(out, CELLS_GOOD "Best " CELLS_INK);
    query->game->name_act(query->state, query->who, best, out);
    text_char(out, '\n');
}

void verdict_write(const struct verdict *verdict, const struct answer *answer, action best,
                   const struct advisor *advisor, struct text *out) {
    const char *why =
        verdict->hopeless ? verdict->hopeless : "it or the best move was not searched";
    write_moves(answer, best, out);
    if (verdict->graded)
        verdict_write_surety(verdict, out);
    else
        text_format(out, "There is no grade: %s.", why);
    text_char(out, '\n');
    verdict_write_reasons(verdict->reasons, verdict->reasons_count, out);
    if (answer->count > 1 || !verdict->graded) return;
    text_char(out, '\n');
    write_worth(advisor, out);
    write_candidates(advisor, CANDIDATES, out);
}

struct budget verdict_share(struct budget whole, int acts) {
    uint64_t parts = (uint64_t)acts;
    struct budget share = {whole.nodes / parts, whole.rollouts / parts,
                           whole.milliseconds / (uint32_t)acts};
    if (whole.nodes && !share.nodes) share.nodes = 1;
    if (whole.rollouts && !share.rollouts) share.rollouts = 1;
    if (whole.milliseconds && !share.milliseconds) share.milliseconds = 1;
    return share;
}
