/* The results of a match as a table that fits a terminal, and in a sentence. */
#include "cli/match.h"
#include "cli/screen.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { CELL_BYTES = 96, SENTENCE_BYTES = 512, COLUMNS = 8, GAP = 2 };
#define PLUS_MINUS "\u00b1"

struct view {
    const struct match_plan *plan;
    const struct match_result *result;
};

typedef void put_cell(const struct view *view, int agent, char *cell);

struct column {
    const char *heading;
    put_cell *put;
};

static bool same_name(const struct view *view, int one, int two) {
    char a[CELL_BYTES], b[CELL_BYTES];
    struct text first = text_over(a, sizeof a), second = text_over(b, sizeof b);
    match_plan_put_agent(view->plan, one, &first);
    match_plan_put_agent(view->plan, two, &second);
    return strcmp(a, b) == 0;
}

/* Agents that have the same name and budget are numbered. */
static void put_name(const struct view *view, int agent, char *cell) {
    struct text text = text_over(cell, CELL_BYTES);
    int same = 0, number = 0;
    for (int other = 0; other < view->plan->count; other++) {
        same += same_name(view, agent, other);
        if (other == agent) number = same;
    }
    match_plan_put_agent(view->plan, agent, &text);
    if (same > 1) text_format(&text, " #%d", number);
}

static void put_wins(const struct view *view, int agent, char *cell) {
    snprintf(cell, CELL_BYTES, "%lld", (long long)view->result->agents[agent].wins);
}

static void put_draws(const struct view *view, int agent, char *cell) {
    snprintf(cell, CELL_BYTES, "%lld", (long long)view->result->agents[agent].draws);
}

static void put_losses(const struct view *view, int agent, char *cell) {
    snprintf(cell, CELL_BYTES, "%lld", (long long)view->result->agents[agent].losses);
}

/* Writes a mean and its interval. */
static void put_mean(double mean, double interval, char *cell) {
    if (isfinite(interval))
        snprintf(cell, CELL_BYTES, "%.2f " PLUS_MINUS " %.2f", mean, interval);
    else
        snprintf(cell, CELL_BYTES, "%.2f", mean);
}

static void put_score(const struct view *view, int agent, char *cell) {
    const struct stats *score = &view->result->agents[agent].score;
    put_mean(score->mean, stats_interval(score), cell);
}

/* Writes a few digits that matter, and no exponent. */
static void put_number(double value, char *cell) {
    int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.1 ? 2 : 4;
    if (isfinite(value))
        snprintf(cell, CELL_BYTES, "%.*f", decimals, value);
    else
        snprintf(cell, CELL_BYTES, "-");
}

static void put_acts(const struct view *view, int agent, char *cell) {
    put_number(view->result->agents[agent].acts.mean, cell);
}

static void put_low(const struct view *view, int agent, char *cell) {
    snprintf(cell, CELL_BYTES, "%d", view->result->agents[agent].low);
}

static void put_median(const struct view *view, int agent, char *cell) {
    double median = view->result->agents[agent].median;
    snprintf(cell, CELL_BYTES, "%.*f", median == round(median) ? 0 : 1, median);
}

static void put_high(const struct view *view, int agent, char *cell) {
    snprintf(cell, CELL_BYTES, "%d", view->result->agents[agent].high);
}

static void put_time(const struct view *view, int agent, char *cell) {
    put_number(view->result->agents[agent].milliseconds, cell);
}

static void put_time99(const struct view *view, int agent, char *cell) {
    put_number(view->result->agents[agent].milliseconds99, cell);
}

static void put_points(const struct view *view, int agent, char *cell) {
    snprintf(cell, CELL_BYTES, "%.1f %%", 100 * view->result->agents[agent].share.mean);
}

static struct stats_range elo_range(const struct view *view, int agent) {
    struct stats_range share =
        stats_share_range(&view->result->agents[agent].share, view->plan->each);
    return (struct stats_range){stats_elo(share.low), stats_elo(share.high)};
}

/* Returns whether the interval says something: both ends are finite, or the one that is tells who
 * is stronger. */
static bool is_rated(const struct view *view, int agent) {
    struct stats_range range = elo_range(view, agent);
    return isfinite(range.low) ? isfinite(range.high) || range.low > 0 : range.high < 0;
}

/* Where an end of the interval is infinite, the other one is a bound. */
static void put_elo(const struct view *view, int agent, char *cell) {
    struct stats_range range = elo_range(view, agent);
    double elo = stats_elo(view->result->agents[agent].share.mean);
    if (!is_rated(view, agent))
        snprintf(cell, CELL_BYTES, "unknown");
    else if (isfinite(range.low) && isfinite(range.high))
        snprintf(cell, CELL_BYTES, "%+.0f " PLUS_MINUS " %.0f", elo, (range.high - range.low) / 2);
    else if (isfinite(range.low))
        snprintf(cell, CELL_BYTES, "> %+.0f", range.low);
    else
        snprintf(cell, CELL_BYTES, "< %+.0f", range.high);
}

static int width_of(const char *cell) {
    int width = 0;
    for (; *cell; cell++) width += ((unsigned char)*cell & 0xC0) != 0x80;
    return width;
}

static int widest_of(const struct view *view, const struct column *column) {
    char cell[CELL_BYTES];
    int widest = width_of(column->heading);
    for (int agent = 0; agent < view->plan->count; agent++) {
        column->put(view, agent, cell);
        if (width_of(cell) > widest) widest = width_of(cell);
    }
    return widest;
}

/* Prints a row: the headings for agent -1. Only the first column stands on the left. */
static void print_row(const struct view *view, const struct column *columns, int agent) {
    char cell[CELL_BYTES];
    for (const struct column *column = columns; column->heading; column++) {
        snprintf(cell, sizeof cell, "%s", column->heading);
        if (agent >= 0) column->put(view, agent, cell);
        int pad = widest_of(view, column) - width_of(cell);
        if (column == columns)
            printf("%s%*s", cell, pad, "");
        else
            printf("%*s%s", GAP + pad, "", cell);
    }
    printf("\n");
}

static void print_table(const struct view *view, const struct column *columns) {
    printf("\n");
    for (int agent = -1; agent < view->plan->count; agent++) print_row(view, columns, agent);
    printf("\n");
}

static const struct column seated[] = {
    {"agent", put_name},  {"won", put_wins},    {"drawn", put_draws},
    {"lost", put_losses}, {"score", put_score}, {"acts", put_acts},
    {"ms/act", put_time}, {"p99", put_time99},  {NULL, NULL},
};
static const struct column winnable[] = {
    {"agent", put_name},  {"won", put_wins},   {"score", put_score}, {"acts", put_acts},
    {"ms/act", put_time}, {"p99", put_time99}, {NULL, NULL},
};
static const struct column alone[] = {
    {"agent", put_name},    {"score", put_score}, {"5 %", put_low},
    {"median", put_median}, {"95 %", put_high},   {"acts", put_acts},
    {"ms/act", put_time},   {"p99", put_time99},  {NULL, NULL},
};
static const struct column rated[] = {
    {"agent", put_name},
    {"points", put_points},
    {"Elo", put_elo},
    {NULL, NULL},
};

static bool has_wins(const struct view *view) {
    bool any = false;
    for (int i = 0; i < view->plan->count; i++) any |= view->result->agents[i].wins > 0;
    return any;
}

/* Says who meets whom, and how to have it otherwise if nobody asked for it. */
static void print_meeting(const struct match_plan *plan) {
    printf("%s for %d player%s", plan->game->name, plan->seats, plan->seats > 1 ? "s" : "");
    if (plan->count > 1)
        printf("%s", plan->seats == 1                       ? ": each plays alone"
                     : plan->seats == 2 && plan->count == 2 ? ": against each other"
                     : plan->seats == 2                     ? ": a round robin of pairs"
                                                            : ": all at one table");
    if (plan->instead)
        printf("; players=%d for %s", plan->instead,
               plan->instead == 1 ? "each alone" : "a round robin of pairs");
    printf("\n");
}

static void print_heading(const struct view *view) {
    const struct match_plan *plan = view->plan;
    const struct match_result *result = view->result;
    print_meeting(plan);
    printf("%lld game%s each", (long long)result->agents[0].games,
           result->agents[0].games == 1 ? "" : "s");
    bool single = plan->seats == 1 && plan->group > 1;
    if (single)
        printf(", in groups of %d games, one of each agent, with the same luck", plan->group);
    else if (plan->group > 1)
        printf(", in groups of %d with the same luck", plan->group);
    if (result->groups > 1) printf(";%s" PLUS_MINUS " is the 95 %% interval", single ? "\n" : " ");
    printf("\n");
}

/* Prints a sentence, in lines that fit. */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    char sentence[SENTENCE_BYTES];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    screen_put_text(sentence);
}

/* Two agents against each other, from the side of the one with more points. */
static void print_duel(const struct view *view) {
    const struct match_agent *agents = view->result->agents;
    int better = agents[1].share.mean > agents[0].share.mean;
    char one[CELL_BYTES], two[CELL_BYTES], elo[CELL_BYTES];
    put_name(view, better, one);
    put_name(view, !better, two);
    put_elo(view, better, elo);
    double points = 100 * agents[better].share.mean;
    if (elo_range(view, better).low > 0)
        say("%s beats %s: %.1f %% of the points, Elo %s.", one, two, points, elo);
    else if (is_rated(view, better))
        say("No significant difference: %s has %.1f %% of the points, Elo %s.", one, points, elo);
    else
        say("Too few games to tell: %s has %.1f %% of the points.", one, points);
}

static bool is_strongest(const struct view *view, int agent) {
    bool strongest = true;
    for (int other = 0; other < view->plan->count; other++)
        if (other != agent) strongest &= elo_range(view, agent).low > elo_range(view, other).high;
    return strongest;
}

/* Several agents, each against all others. */
static void print_field(const struct view *view) {
    char name[CELL_BYTES];
    int best = 0;
    for (int i = 1; i < view->plan->count; i++)
        if (view->result->agents[i].share.mean > view->result->agents[best].share.mean) best = i;
    put_name(view, best, name);
    printf("Each against all others:\n");
    print_table(view, rated);
    if (is_strongest(view, best))
        say("%s is the strongest.", name);
    else if (is_rated(view, best))
        printf("No agent is significantly stronger than all others.\n");
    else
        printf("Too few games to tell which is the strongest.\n");
}

/* An agent that plays alone, and the first, which had the same luck. */
static void print_difference(const struct view *view, int agent) {
    const struct stats *stats = &view->result->agents[agent].difference;
    double size = fabs(stats->mean), interval = stats_interval(stats);
    char more[CELL_BYTES], less[CELL_BYTES], points[CELL_BYTES];
    put_name(view, stats->mean < 0 ? 0 : agent, more);
    put_name(view, stats->mean < 0 ? agent : 0, less);
    put_mean(size, interval, points);
    const char *unsure = isfinite(interval) ? "" : "Too few games to tell: ";
    if (isfinite(interval) && size <= interval && interval > 0 && view->plan->count > 2)
        say("No significant difference: the scores of %s and %s differ by %s points.", more, less,
            points);
    else if (isfinite(interval) && size <= interval && interval > 0)
        say("No significant difference: the scores differ by %s points.", points);
    else if (size <= 0 && !(interval > 0))
        say("%s%s scores the same as %s.", unsure, more, less);
    else
        say("%s%s scores %s points more than %s.", unsure, more, points, less);
}

static void print_test(const struct view *view) {
    const struct match_plan *plan = view->plan;
    double bound = stats_sprt_bound();
    if (view->result->groups < STATS_SPRT_LEAST) {
        printf("The test between Elo %d and %d is open: it needs at least %d groups of games.\n",
               plan->elo0, plan->elo1, STATS_SPRT_LEAST);
        return;
    }
    if (view->result->verdict == STATS_OPEN)
        printf("The test between Elo %d and %d is open", plan->elo0, plan->elo1);
    else if (view->result->verdict == STATS_H0)
        printf("The test takes H0, Elo %d, not H1, Elo %d", plan->elo0, plan->elo1);
    else
        printf("The test takes H1, Elo %d, not H0, Elo %d", plan->elo1, plan->elo0);
    printf(".\nIts log likelihood ratio is %.2f, ", view->result->ratio);
    if (view->result->verdict == STATS_OPEN)
        printf("between %.2f and %.2f.\n", -bound, bound);
    else
        printf("beyond %.2f.\n", view->result->verdict == STATS_H0 ? -bound : bound);
}

static void print_unfinished(const struct view *view, int agent) {
    long long count = view->result->agents[agent].unfinished, acts = view->plan->acts;
    bool one_player = view->plan->seats == 1;
    char name[CELL_BYTES];
    put_name(view, agent, name);
    if (count == 0) return;
    const char *whose = one_player ? "" : acts ? " of a player" : " for each player";
    if (one_player && !acts) whose = " without a higher score";
    const char *then = one_player   ? "the scores so far count"
                       : count == 1 ? "it counts as drawn"
                                    : "they count as drawn";
    say("%lld game%s of %s did not end within %lld act%s%s; %s.", count, count == 1 ? "" : "s",
        name, acts ? acts : MATCH_ACTS_MAX, acts == 1 ? "" : "s", whose, then);
}

static void print_other(const struct view *view, int agent) {
    const struct agent *other = view->result->agents[agent].other;
    char name[CELL_BYTES];
    put_name(view, agent, name);
    if (other)
        say("%s thought in place of %s, which cannot judge such positions.", other->name, name);
}

void match_show(const struct match_plan *plan, const struct match_result *result) {
    struct view view = {plan, result};
    print_heading(&view);
    print_table(&view, plan->seats > 1 ? seated : has_wins(&view) ? winnable : alone);
    for (int i = 0; i < plan->count; i++) print_other(&view, i);
    if (plan->seats > 1 && plan->count == 2) print_duel(&view);
    if (plan->seats > 1 && plan->count > 2) print_field(&view);
    for (int i = 1; plan->seats == 1 && i < plan->count; i++) print_difference(&view, i);
    if (plan->tests) print_test(&view);
    for (int i = 0; i < plan->count; i++) print_unfinished(&view, i);
}
