/* Words for a verdict. Numbers are as many as help: what is lost, what it is worth, how sure it is.
 */
#include "term/verdict.h"
#include "show/cells.h"
#include "term/choosing.h"
#include <math.h>
#include <string.h>

enum { CANDIDATES = 4, LINE_BYTES = 1024, NAME_BYTES = 160, LABEL_BYTES = 32 };

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
    advisor_put_lost(fmax(0, verdict->delta), lost);
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
        text_string(out, "Exact up to the next luck.");
    else if (verdict->error > 0)
        text_format(out, "The grade is %d %% sure.",
                    percent(advice_stability(verdict->delta, verdict->error)));
    else
        text_string(out, "This is an estimate.");
}

void verdict_write_reasons(const struct agent_reason *reasons, int count, struct text *out) {
    for (int i = 0; i < count; i++) {
        text_string(out, "- ");
        advisor_write_reason(&reasons[i], out);
        text_char(out, '\n');
    }
}

/* Writes what the best move is worth, and yours if that is searched and another. */
static void write_worth(const struct advisor *advisor, struct text *out) {
    const struct candidate *best = &advisor->verdict.advice.candidates[0];
    const struct candidate *yours = advisor->verdict.user;
    char value[ADVISOR_VALUE_BYTES];
    if (!best->visits) return;
    text_string(out, "Worth ");
    advisor_write_worth(advisor, best->value, out);
    if (yours && yours != best && yours->visits) {
        advisor_put_worth(advisor, yours->value, value);
        text_format(out, "; yours %s", value);
    }
    advisor_write_chance(advisor, best, "; chance", out);
    text_string(out, ".\n");
}

static void write_arrow(const struct game *game, action act, enum verdict_arrows arrows,
                        struct text *out) {
    if (arrows != VERDICT_NO_ARROWS) choosing_write_arrow(game, act, arrows == VERDICT_ASCII, out);
}

/* Returns whether the place of a candidate is known. Of the last that was searched it is not, if
 * there are more: some of these may be better. */
static bool is_placed(const struct advice *advice, int i) {
    bool all = advice->candidates[advice->count - 1].visits > 0;
    return i == 0 || all || (i + 1 < advice->count && advice->candidates[i + 1].visits > 0);
}

static void write_candidate(const struct advisor *advisor, int i, enum verdict_arrows arrows,
                            struct text *out) {
    const struct candidate *candidate = &advisor->verdict.advice.candidates[i];
    char value[ADVISOR_VALUE_BYTES] = "-";
    bool yours = candidate == advisor->verdict.user;
    if (candidate->visits) advisor_put_worth(advisor, candidate->value, value);
    text_string(out, yours ? CELLS_ACCENT : CELLS_QUIET);
    if (yours ? !is_placed(&advisor->verdict.advice, i) : i > 0 && !candidate->visits)
        text_string(out, "   ");
    else
        text_format(out, "%d. ", i + 1);
    for (size_t width = strlen(value); width < 5; width++) text_char(out, ' ');
    text_format(out, "%s  %s", value, yours ? "" : CELLS_INK);
    advisor_name(advisor, candidate->act, out);
    write_arrow(advisor->query.game, candidate->act, arrows, out);
    text_format(out, "%s" CELLS_INK "\n", yours ? " (yours)" : i == 0 ? " (best)" : "");
}

/* Writes the best candidates with their values; yours among them or after them. */
static void write_candidates(const struct advisor *advisor, int most, enum verdict_arrows arrows,
                             struct text *out) {
    const struct advice *advice = &advisor->verdict.advice;
    const struct candidate *yours = advisor->verdict.user;
    int place = yours ? (int)(yours - advice->candidates) : 0;
    for (int i = 0; i < advice->count && i < most; i++) write_candidate(advisor, i, arrows, out);
    if (place >= most) write_candidate(advisor, place, arrows, out);
}

/* Writes a play as the keys that play it. */
static void write_keys(const struct game *game, const char *label, struct advice_line line,
                       enum verdict_arrows arrows, struct text *out) {
    if (line.count < 2) return;
    text_format(out, "%s, by keys:", label);
    for (int i = 0; i < line.count; i++) {
        text_char(out, ' ');
        input_name(choosing_arrow(game, line.acts[i]), arrows == VERDICT_ASCII, out);
    }
    text_string(out, ".\n");
}

static void write_line(const struct advisor *advisor, const char *label, struct advice_line line,
                       enum verdict_arrows arrows, struct text *out) {
    char words[LINE_BYTES], before[LABEL_BYTES];
    struct text text = text_over(words, sizeof words), head = text_over(before, sizeof before);
    text_format(&head, "%s: ", label);
    bool keyed = arrows != VERDICT_NO_ARROWS;
    for (int i = 0; i < line.count; i++)
        keyed = keyed && choosing_arrow(advisor->query.game, line.acts[i]);
    if (keyed)
        write_keys(advisor->query.game, label, line, arrows, out);
    else if (advisor_write_line(advisor, before, line, &text))
        text_format(out, "%s.\n", words);
}

/* A play in words, on its way: acts that repeat are counted. */
struct telling {
    const struct game *game;
    struct text *out;
    enum verdict_arrows arrows;
    char last[NAME_BYTES];
    int times;
};

static void end_act(struct telling *telling) {
    if (!telling->times) return;
    text_string(telling->out, telling->last);
    if (telling->times > 1) text_format(telling->out, " %d times", telling->times);
}

static void tell_act(void *self, const void *before, struct event event) {
    struct telling *telling = self;
    char name[NAME_BYTES];
    struct text text = text_over(name, sizeof name);
    telling->game->name_act(before, event.who, event.act, &text);
    write_arrow(telling->game, event.act, telling->arrows, &text);
    if (telling->times && strcmp(name, telling->last) == 0) {
        telling->times++;
        return;
    }
    end_act(telling);
    if (telling->times) text_string(telling->out, ", ");
    memcpy(telling->last, name, sizeof name);
    telling->times = 1;
}

/* Writes the best move, if yours is another; all of it where a move is a row of acts. */
static void write_best(const struct answer *answer, struct advice_line best,
                       enum verdict_arrows arrows, struct text *out) {
    const struct advice_query *query = &answer->query;
    struct telling telling = {.game = query->game, .out = out, .arrows = arrows};
    if (answer->count == 1 && answer->acts[0] == best.acts[0]) {
        text_string(out, CELLS_GOOD "Yours is the best move." CELLS_INK);
        return;
    }
    text_string(out, CELLS_GOOD "Best: " CELLS_INK);
    if (!answer->timed) best.count = 1;
    advice_play_line(query, best, tell_act, &telling);
    end_act(&telling);
    text_char(out, '.');
}

static void write_plays(const struct advisor *advisor, enum verdict_arrows arrows,
                        struct text *out) {
    const struct advice_verdict *said = &advisor->verdict;
    char plays[2 * LINE_BYTES];
    struct text text = text_over(plays, sizeof plays);
    write_line(advisor, "After your move", advice_user_line(said), arrows, &text);
    if (said->user != said->advice.candidates)
        write_line(advisor, "The best play", advice_line(said), arrows, &text);
    if (text.length) text_char(out, '\n');
    text_string(out, plays);
}

void verdict_write(const struct verdict *verdict, const struct answer *answer,
                   struct advice_line best, const struct advisor *advisor,
                   enum verdict_arrows arrows, struct text *out) {
    const char *why =
        verdict->hopeless ? verdict->hopeless : "it or the best move was not searched";
    write_best(answer, best, arrows, out);
    text_char(out, ' ');
    if (verdict->graded)
        verdict_write_surety(verdict, out);
    else
        text_format(out, "There is no grade: %s.", why);
    text_char(out, '\n');
    if (advisor_write_other(advisor, out)) text_char(out, '\n');
    verdict_write_reasons(verdict->reasons, verdict->reasons_count, out);
    if (answer->count > 1 || !verdict->graded) return;
    verdict_write_reasons(advisor->verdict.why, advisor->verdict.why_count, out);
    text_char(out, '\n');
    write_worth(advisor, out);
    write_candidates(advisor, CANDIDATES, arrows, out);
    write_plays(advisor, arrows, out);
}

void verdict_best_line(const struct answer *answer, int asked, const struct advice_verdict *said,
                       struct verdict_line *line) {
    struct advice_line rest = advice_line(said);
    if (!rest.count) rest = (struct advice_line){&said->advice.candidates[0].act, 1};
    verdict_join(answer, asked, rest, line);
}

void verdict_join(const struct answer *answer, int asked, struct advice_line rest,
                  struct verdict_line *line) {
    memcpy(line->acts, answer->acts, sizeof *line->acts * (size_t)asked);
    line->count = asked;
    for (int i = 0; i < rest.count && line->count < ADVICE_LINE_MAX; i++)
        line->acts[line->count++] = rest.acts[i];
    struct advice_line all = {line->acts, line->count};
    line->count = advice_play_line(&answer->query, all, NULL, NULL);
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
