/* Every kind has an amount, and a sentence that is told if the amount is among the largest. What
 * amounts estimate was fitted to the values of the nets. */
#include "games/lines/minds/reasons.h"
#include "games/lines/minds/facts.h"
#include "games/lines/minds/judge.h"
#include <math.h>
#include <string.h>

#define LEAST 0.5         /* points; a smaller amount or loss is not worth a sentence */
#define LEAST_PERCENT 2   /* a smaller difference is not either */
#define NEXT_SHARE 0.15   /* of the points of a line that the next turn may make */
#define WAIT_SHARE 0.5    /* of the points of a line that is left for the next turn */
#define REGION_BALLS 0.05 /* of a cell of the largest empty region */
#define OTHERS_SHARE 0.5  /* of what balls of another colour are worth */

enum { WHY_MAX = 2 };

/* Two moves; or the best one, and as `yours` the board before it. */
struct pair {
    const struct lines *lines;
    double ball;                      /* points */
    double best_chance, yours_chance; /* of surviving; -1 if not known */
    double delta;                     /* the best's value less yours */
    struct lines_facts best, yours;
};

static double least_zero(double x) {
    return x > 0 ? x : 0;
}

/* Amounts */

static double amount_of_line(const struct pair *pair) {
    return pair->best.board.points - pair->yours.board.points;
}

/* Returns what the danger costs, in points: lines_survival the other way round. */
static double cost_of(const struct pair *pair, double chance) {
    double log = -log1p(fmax(chance, 1e-6) - 1);
    return pair->ball * LINES_DEATH_COST * LINES_DEATH_KEEPS * log / (1 + log);
}

static int percent(double chance) {
    return (int)floor(100 * chance + 0.5);
}

static double amount_of_risk(const struct pair *pair) {
    if (pair->best_chance < 0 || pair->yours_chance < 0) return 0;
    if (percent(pair->best_chance) - percent(pair->yours_chance) < LEAST_PERCENT) return 0;
    return cost_of(pair, pair->yours_chance) - cost_of(pair, pair->best_chance);
}

/* Returns what a move changes for the ball's own colour: above 0 it builds, below it breaks. */
static double built(const struct lines_facts_move *move) {
    return lines_facts_worth(move->joined) - lines_facts_worth(move->left);
}

static double amount_of_build(const struct pair *pair) {
    const struct lines_facts_move *best = &pair->best.move, *yours = &pair->yours.move;
    if (best->joined <= yours->joined) return 0;
    return pair->ball * (least_zero(built(best)) - least_zero(built(yours)));
}

static double amount_of_break(const struct pair *pair) {
    const struct lines_facts_move *best = &pair->best.move, *yours = &pair->yours.move;
    if (yours->left <= best->left && best->quiet) return 0;
    return pair->ball * (least_zero(-built(yours)) - least_zero(-built(best)));
}

static double blocked(const struct lines_facts_move *move) {
    return lines_facts_worth(move->blocked.balls) - lines_facts_worth(move->blocked_kept);
}

static double opened(const struct lines_facts_move *move) {
    return lines_facts_worth(move->opened.balls) - lines_facts_worth(move->opened_had);
}

static double amount_of_block(const struct pair *pair) {
    return OTHERS_SHARE * pair->ball * (blocked(&pair->yours.move) - blocked(&pair->best.move));
}

static double amount_of_open(const struct pair *pair) {
    return OTHERS_SHARE * pair->ball * (opened(&pair->best.move) - opened(&pair->yours.move));
}

/* Who makes a line now cannot make the same one next turn, and is not blamed for that. */
static double amount_of_next(const struct pair *pair) {
    int points = 0;
    if (pair->yours.board.points > pair->best.board.points) return 0;
    for (int i = 0; i < LINES_COLOURS_MAX; i++)
        points += pair->best.board.points_next[i] - pair->yours.board.points_next[i];
    return NEXT_SHARE * points;
}

/* Why not to make a line at once: after the best move, which makes none, one of that colour is
 * still there, for no fewer points. */
static double amount_of_wait(const struct pair *pair) {
    const struct lines_facts *best = &pair->best, *yours = &pair->yours;
    if (best->first_points || !yours->first_points) return 0;
    bool is_left = best->board.points_next[yours->move.code - 1] >= yours->first_points;
    return is_left ? WAIT_SHARE * yours->first_points : 0;
}

static double amount_of_space(const struct pair *pair) {
    return REGION_BALLS * pair->ball * (pair->best.board.region - pair->yours.board.region);
}

/* Cells that a line empties are not counted: the line is told. */
static double amount_of_growth(const struct pair *pair) {
    const struct lines_facts_board *after = &pair->best.board, *before = &pair->yours.board;
    int emptied = before->balls - after->balls;
    return REGION_BALLS * pair->ball * (after->region - before->region - emptied);
}

/* What the nets expect besides points at once and danger. */
static double amount_of_outlook(const struct pair *pair) {
    return pair->delta - least_zero(amount_of_risk(pair)) - amount_of_line(pair);
}

/* Sentences */

static const char *colour(int code) {
    return lines_colour_names[code - 1];
}

static void put_points(int points, struct text *out) {
    text_format(out, "%d point%s", points, points == 1 ? "" : "s");
}

static void put_act(const struct lines *lines, action act, struct text *out) {
    int cells = lines_count(lines);
    lines_name_cell(lines, (int)act / cells, out);
    text_string(out, " to ");
    lines_name_cell(lines, (int)act % cells, out);
}

static void put_line(const struct lines_facts *facts, struct text *out) {
    text_format(out, "%d %s vanish for ", facts->first_balls, colour(facts->move.code));
    put_points(facts->first_points, out);
}

/* Of the moves alone, or of all that they make before the next balls arrive. */
static void tell_line(const struct pair *pair, struct text *out) {
    const struct lines_facts *best = &pair->best, *yours = &pair->yours;
    if (best->first_points > yours->first_points) {
        text_string(out, "The best move makes a line at once: ");
        put_line(best, out);
        text_string(out, yours->first_points ? "; with yours " : "; yours makes none");
        if (yours->first_points) put_line(yours, out);
        text_string(out, yours->first_points ? "." : ", and more balls arrive.");
        return;
    }
    text_string(out, "In the expected play the best move leads to ");
    put_points(best->board.points, out);
    text_format(out, " before the next balls arrive, yours to %d.", yours->board.points);
}

static void put_chance(double chance, struct text *out) {
    if (percent(chance))
        text_format(out, "%d %%", percent(chance));
    else
        text_string(out, "less than 1 %");
}

static void tell_risk(const struct pair *pair, struct text *out) {
    text_string(out, "The chance of surviving the next 100 turns is ");
    put_chance(pair->best_chance, out);
    text_string(out, " after the best move, ");
    put_chance(pair->yours_chance, out);
    text_string(out, " after yours.");
}

static void put_built(const struct pair *pair, struct text *out) {
    const struct lines_facts_move *best = &pair->best.move;
    text_format(out, "brings %d %s together within %d cells in a row, no other ball between",
                best->joined, colour(best->code), pair->lines->match);
}

static void tell_build(const struct pair *pair, struct text *out) {
    const struct lines_facts_move *yours = &pair->yours.move;
    text_string(out, "The best move ");
    put_built(pair, out);
    if (yours->quiet && yours->joined > 1)
        text_format(out, "; yours %d %s.", yours->joined, colour(yours->code));
    else
        text_string(out, ".");
}

static void tell_break(const struct pair *pair, struct text *out) {
    const struct lines_facts_move *yours = &pair->yours.move;
    text_string(out, "Your move takes the ball from ");
    lines_name_cell(pair->lines, yours->from, out);
    text_string(out, " away from ");
    if (yours->left > 2)
        text_format(out, "%d other %s", yours->left - 1, colour(yours->code));
    else
        text_format(out, "another %s", colour(yours->code));
    text_string(out, " that could make a line with it.");
}

static void tell_block(const struct pair *pair, struct text *out) {
    const struct lines_facts_move *yours = &pair->yours.move;
    text_string(out, "Your ball on ");
    lines_name_cell(pair->lines, yours->to, out);
    text_format(out, " gets in the way of %d %s that had %d cells in a row for a line.",
                yours->blocked.balls, colour(yours->blocked.code), pair->lines->match);
}

static void put_opened(const struct pair *pair, struct text *out) {
    const struct lines_facts_move *best = &pair->best.move;
    lines_name_cell(pair->lines, best->from, out);
    text_format(out, ", and %d %s get %d cells in a row for a line.", best->opened.balls,
                colour(best->opened.code), pair->lines->match);
}

static void tell_open(const struct pair *pair, struct text *out) {
    text_string(out, "The best move clears ");
    put_opened(pair, out);
}

/* Returns the colour whose next line makes the largest difference. */
static int colour_of_next(const struct pair *pair) {
    const int *best = pair->best.board.points_next, *yours = pair->yours.board.points_next;
    int most = 0;
    for (int i = 1; i < LINES_COLOURS_MAX; i++)
        if (best[i] - yours[i] > best[most] - yours[most]) most = i;
    return most;
}

static bool is_played_on(const struct pair *pair) {
    return pair->best.board.acts > 1 || pair->yours.board.acts > 1;
}

static void put_the(const struct pair *pair, struct text *out) {
    text_string(out, is_played_on(pair) ? "In the expected play the" : "The");
}

static void put_next(const struct pair *pair, int which, struct text *out) {
    text_string(out, " (");
    put_act(pair->lines, pair->best.board.best_next[which], out);
    text_string(out, "), if the new balls leave the way open");
}

static void tell_next(const struct pair *pair, struct text *out) {
    int which = colour_of_next(pair);
    put_the(pair, out);
    text_format(out, " next turn can make a %s line after the best move",
                lines_colour_names[which]);
    put_next(pair, which, out);
    if (pair->yours.board.points_next[which])
        text_string(out, "; after yours only a shorter one.");
    else
        text_string(out, "; after yours not.");
}

static void tell_wait(const struct pair *pair, struct text *out) {
    text_format(out,
                "Your line can wait: after the best move the next turn can still make a %s "
                "line for as many points, if the new balls leave the way open.",
                colour(pair->yours.move.code));
}

static void tell_space(const struct pair *pair, struct text *out) {
    put_the(pair, out);
    text_format(out, " largest empty region has %d cells after the best move, %d after yours.",
                pair->best.board.region, pair->yours.board.region);
}

/* Returns whether most of the difference is danger, or all chances are gone. */
static bool is_about_the_end(const struct pair *pair) {
    if (pair->best_chance < 0 || pair->yours_chance < 0) return false;
    double danger = cost_of(pair, pair->yours_chance) - cost_of(pair, pair->best_chance);
    return percent(pair->best_chance) == 0 || danger > pair->delta / 2;
}

static void tell_outlook(const struct pair *pair, struct text *out) {
    const char *what = is_about_the_end(pair) ? "a later end" : "more lines later";
    text_format(out,
                "Nothing simple tells the two moves apart: the nets expect %s after the best move.",
                what);
}

/* Sentences for the best move alone */

static void praise_line(const struct pair *pair, struct text *out) {
    const struct lines_facts *best = &pair->best;
    text_string(out, "It makes a line: ");
    put_line(best, out);
    if (best->board.points > best->first_points)
        text_format(out, "; the expected play makes %d before the next balls arrive",
                    best->board.points);
    text_char(out, '.');
}

static void praise_build(const struct pair *pair, struct text *out) {
    text_string(out, "It ");
    put_built(pair, out);
    text_char(out, '.');
}

static void praise_open(const struct pair *pair, struct text *out) {
    text_string(out, "It clears ");
    put_opened(pair, out);
}

static void praise_next(const struct pair *pair, struct text *out) {
    int which = colour_of_next(pair);
    put_the(pair, out);
    text_format(out, " next turn can then make a %s line%s", lines_colour_names[which],
                pair->yours.board.points_next[which] ? " for more points" : "");
    put_next(pair, which, out);
    text_char(out, '.');
}

static void praise_space(const struct pair *pair, struct text *out) {
    put_the(pair, out);
    text_format(out, " largest empty region grows from %d to %d cells.", pair->yours.board.region,
                pair->best.board.region);
}

/* Choosing */

struct kind {
    const char *name;
    double (*amount)(const struct pair *pair);
    void (*tell)(const struct pair *pair, struct text *out);
};

static const struct kind kinds[] = {
    {"MISSED_LINE", amount_of_line, tell_line}, {"RISK", amount_of_risk, tell_risk},
    {"BUILD", amount_of_build, tell_build},     {"BREAK", amount_of_break, tell_break},
    {"BLOCK", amount_of_block, tell_block},     {"OPEN", amount_of_open, tell_open},
    {"NEXT_LINE", amount_of_next, tell_next},   {"WAIT", amount_of_wait, tell_wait},
    {"SPACE", amount_of_space, tell_space},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct kind praises[] = {
    {"LINE", amount_of_line, praise_line},     {"BUILD", amount_of_build, praise_build},
    {"OPEN", amount_of_open, praise_open},     {"NEXT_LINE", amount_of_next, praise_next},
    {"SPACE", amount_of_growth, praise_space},
};
enum { PRAISES = sizeof praises / sizeof *praises };

/* Told only if there is nothing else. */
static const struct kind outlook = {"OUTLOOK", amount_of_outlook, tell_outlook};

static bool add(const struct kind *kind, double amount, const struct pair *pair,
                struct agent_reason *reason) {
    struct text text = text_over(reason->text, sizeof reason->text);
    if (amount < LEAST) return false;
    reason->kind = kind->name;
    reason->amount = amount;
    kind->tell(pair, &text);
    return true;
}

/* Tells the kinds of the largest amounts. Returns how many. */
static int choose(const struct kind *from, int kinds_count, int most_told, const struct pair *pair,
                  struct agent_reason *reasons) {
    double amounts[KINDS];
    int count = 0;
    for (int i = 0; i < kinds_count; i++) amounts[i] = from[i].amount(pair);
    while (count < most_told) {
        int most = 0;
        for (int i = 1; i < kinds_count; i++)
            if (amounts[i] > amounts[most]) most = i;
        if (!add(&from[most], amounts[most], pair, &reasons[count])) break;
        amounts[most] = 0;
        count++;
    }
    return count;
}

static const struct candidate *find(const struct advice *advice, action act) {
    for (int i = 0; i < advice->count; i++)
        if (advice->candidates[i].act == act) return &advice->candidates[i];
    return NULL;
}

int lines_reasons(const struct agent_question *question, const struct advice *advice,
                  struct agent_reason reasons[AGENT_REASONS_MAX]) {
    if (!advice->line_count || !advice->reply_count) return 0;
    if (advice->reply[0] != question->act || advice->line[0] == advice->reply[0]) return 0;
    const struct lines *lines = question->state;
    const struct candidate *best = find(advice, advice->line[0]),
                           *yours = find(advice, advice->reply[0]);
    struct pair pair = {.lines = lines, .ball = lines_points_of_ball(lines)};
    pair.best_chance = best && best->visits ? best->chance : -1;
    pair.yours_chance = yours && yours->visits ? yours->chance : -1;
    pair.delta = best && yours ? best->value - yours->value : 0;
    if (pair.delta < LEAST) return 0;
    lines_facts_find(lines, advice->line, advice->line_count, &pair.best);
    lines_facts_find(lines, advice->reply, advice->reply_count, &pair.yours);
    int count = choose(kinds, KINDS, AGENT_REASONS_MAX, &pair, reasons);
    return count ? count : add(&outlook, outlook.amount(&pair), &pair, reasons);
}

int lines_why(const struct agent_question *question, const struct advice *advice,
              struct agent_reason reasons[AGENT_REASONS_MAX]) {
    const struct lines *lines = question->state;
    struct pair pair = {.lines = lines, .ball = lines_points_of_ball(lines)};
    if (!advice->line_count) return 0;
    lines_facts_find(lines, advice->line, advice->line_count, &pair.best);
    lines_facts_find(lines, NULL, 0, &pair.yours);
    return choose(praises, PRAISES, WHY_MAX, &pair, reasons);
}
