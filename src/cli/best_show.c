/* The answer of `tilewright best` in words. What is said around the table of moves is written
 * first, and the table gets the lines of the screen that are left. If a move is asked about, the
 * plays are what is to be learned: they are printed whole, even if that takes more than a screen.
 */
#include "cli/best.h"
#include "cli/screen.h"
#include "play/player.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TOP = 8, TOP_MIN = 3 }; /* rows of the table; the fewest if a move is asked about */
enum { PLAY_BYTES = ADVICE_LINE_MAX * (SCREEN_NAME_BYTES + 2) }; /* a whole play */
enum { OTHER_BYTES = 160 };
enum { PAGE_LINES = 16, PAGE_BYTES = 2 * PLAY_BYTES + 8192 };

/* Lines to be printed, wrapped; an empty one stays empty. */
struct page {
    char *lines[PAGE_LINES]; /* one after the other in the bytes */
    int count;
    char bytes[PAGE_BYTES];
};

/* Begins a line; the one before must be complete. */
static struct text page_line(struct page *page) {
    char *begin = page->bytes;
    if (page->count)
        begin = page->lines[page->count - 1] + strlen(page->lines[page->count - 1]) + 1;
    page->lines[page->count++] = begin;
    return text_over(begin, (size_t)(page->bytes + PAGE_BYTES - begin));
}

static void page_add(struct page *page, const char *line) {
    struct text text = page_line(page);
    text_string(&text, line);
}

static int page_height(const struct page *page) {
    int height = 0;
    for (int i = 0; i < page->count; i++)
        height += *page->lines[i] ? screen_count_lines(page->lines[i]) : 1;
    return height;
}

static void page_print(const struct page *page) {
    for (int i = 0; i < page->count; i++)
        if (*page->lines[i])
            screen_put_text(page->lines[i]);
        else
            puts("");
}

static void add_other(const struct advisor *advisor, struct page *page) {
    char buffer[OTHER_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    if (advisor_write_other(advisor, &line)) page_add(page, buffer);
}

/* Returns whether the agent ended by itself, with time for as much again, and nothing else says so.
 */
static bool ended_early(const struct advisor *advisor) {
    const struct advice *advice = &advisor->verdict.advice;
    struct budget budget = advisor->query.budget;
    if (advice->stopped || advice->proven || advice->solved) return false;
    if (budget.nodes && 2 * advice->nodes >= budget.nodes) return false;
    if (budget.rollouts && 2 * advice->rollouts >= budget.rollouts) return false;
    return !budget.milliseconds || 2 * advisor->verdict.milliseconds < budget.milliseconds;
}

/* Says who was asked, and how much was searched. */
static void add_head(const struct advisor *advisor, int last_of, struct page *page) {
    const struct advice_query *query = &advisor->query;
    const struct advice *advice = &advisor->verdict.advice;
    char seconds[ADVISOR_VALUE_BYTES];
    struct text line = page_line(page);
    if (last_of > 1) text_format(&line, "Game %d of %d in the file: ", last_of, last_of);
    text_format(&line, "%s, player %d. %s searched ", query->game->name, query->who + 1,
                query->agent->name);
    if (advice->rollouts) {
        text_int(&line, (int64_t)advice->rollouts);
        text_string(&line, " rollouts, ");
    }
    text_int(&line, (int64_t)advice->nodes);
    snprintf(seconds, sizeof seconds, "%.1f", advisor->verdict.milliseconds / 1000);
    text_format(&line, " node%s in %s s", advice->nodes == 1 ? "" : "s", seconds);
    text_string(&line, advice->stopped        ? " and was stopped."
                       : ended_early(advisor) ? "; more time changes nothing."
                                              : ".");
    if (query->objective)
        text_format(&line, " Objective: %s.", player_objective(query->agent, query->objective));
    add_other(advisor, page);
}

/* Writes how sure it is that a share tells. Only what is proven is 100 %. */
static int percent(double share) {
    int whole = (int)(share * 100);
    return whole < 99 ? whole : 99;
}

static void add_value(const struct advisor *advisor, struct page *page) {
    char error[ADVISOR_VALUE_BYTES];
    const struct candidate *first = &advisor->verdict.advice.candidates[0];
    struct text line = page_line(page);
    advisor_put_value(first->error, error);
    text_string(&line, "Value: ");
    advisor_write_worth(advisor, first->value, &line);
    if (!first->exact && first->error > 0) text_format(&line, " (standard error %s)", error);
    text_string(&line, ".");
}

static void add_certainty(const struct advisor *advisor, struct page *page) {
    const struct advice_verdict *verdict = &advisor->verdict;
    struct text line = page_line(page);
    if (advisor_write_chance(advisor, verdict->advice.candidates, "Chance", &line))
        text_string(&line, ". ");
    if (verdict->advice.proven)
        text_string(&line, "It is proven that no move is better.");
    else if (verdict->advice.solved)
        text_string(&line, "All is searched up to where luck comes in next; "
                           "what follows is estimated.");
    else if (verdict->advice.count > 1 && !verdict->advice.candidates[1].visits)
        text_string(&line, "No other move was compared with it.");
    else if (percent(verdict->confidence) > 0)
        text_format(&line, "The chance that no other move is better is about %d %%.",
                    percent(verdict->confidence));
    else
        text_string(&line, "Another move may well be better: it is less than 1 % sure that none "
                           "is.");
}

static void add_why(const struct advisor *advisor, struct page *page) {
    char buffer[ADVISOR_WHY_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    if (advisor_write_why(advisor, &line)) page_add(page, buffer);
}

static void add_best(const struct advisor *advisor, struct page *page) {
    const struct candidate *first = &advisor->verdict.advice.candidates[0];
    struct text line = page_line(page);
    text_string(&line, "Best move: ");
    advisor_name(advisor, first->act, &line);
    add_why(advisor, page);
    if (!first->visits) {
        page_add(page, "Its value is not known.");
        return;
    }
    add_value(advisor, page);
    add_certainty(advisor, page);
}

/* Adds a play in words; the whole of it if a move is asked about. */
static void add_line(const struct advisor *advisor, const char *label, struct advice_line line,
                     struct page *page) {
    char buffer[PLAY_BYTES];
    struct text text = text_over(buffer, advisor->verdict.user ? PLAY_BYTES : ADVISOR_LINE_BYTES);
    if (advisor_write_line(advisor, label, line, &text)) page_add(page, buffer);
}

/* Compares the user's move with the best. */
static void write_difference(const struct advice_verdict *verdict, struct text *out) {
    char value[ADVISOR_VALUE_BYTES], best[ADVISOR_VALUE_BYTES], delta[ADVISOR_VALUE_BYTES];
    const struct candidate *first = &verdict->advice.candidates[0];
    bool better = verdict->delta < 0;
    advisor_put_value(verdict->user->value, value);
    advisor_put_value(first->value, best);
    advisor_put_lost(better ? -verdict->delta : verdict->delta, delta);
    if (verdict->user == first)
        text_string(out, "it is the best move");
    else if (strcmp(delta, "0") == 0)
        text_string(out, "it is as good as the best move");
    else
        text_format(out, "its value is %s; that of the best move is %s, %s %s", value, best, delta,
                    better ? "worse" : "better");
}

/* Tells the grade of the user's move, and how sure that is. */
static void add_grade(const struct advisor *advisor, struct page *page) {
    const struct advice_verdict *verdict = &advisor->verdict;
    struct text line = page_line(page);
    text_format(&line, "%s: ", advice_grade_names[verdict->grade]);
    write_difference(verdict, &line);
    text_string(&line, ".");
    if (player_chance(advisor->query.agent, advisor->query.objective)) {
        struct text chance = page_line(page);
        advisor_write_chance(advisor, verdict->user, "Chance", &chance);
        text_string(&chance, ".");
    }
    if (!(verdict->error > 0)) return;
    struct text more = page_line(page);
    text_format(&more, "By this search, the grade is %d %% sure.", percent(verdict->stability));
}

static void add_reason(const struct agent_reason *reason, struct page *page) {
    struct text line = page_line(page);
    advisor_write_reason(reason, &line);
}

static void add_user(const struct advisor *advisor, struct page *page) {
    const struct advice_verdict *verdict = &advisor->verdict;
    if (!verdict->user) return;
    page_add(page, "");
    struct text line = page_line(page);
    text_string(&line, "Your move: ");
    advisor_name(advisor, verdict->user->act, &line);
    if (verdict->graded)
        add_grade(advisor, page);
    else
        page_add(page, "It has no grade, since it or the best move was not searched.");
    for (int i = 0; i < verdict->reasons_count; i++) add_reason(&verdict->reasons[i], page);
    if (verdict->user != verdict->advice.candidates)
        add_line(advisor, "After your move: ", advice_user_line(verdict), page);
}

static void put_candidate(const struct advisor *advisor, int i) {
    char name[SCREEN_NAME_BYTES], value[ADVISOR_VALUE_BYTES] = "-";
    char error[ADVISOR_VALUE_BYTES] = "-";
    struct text text = text_over(name, sizeof name);
    const struct candidate *candidate = &advisor->verdict.advice.candidates[i];
    advisor_name(advisor, candidate->act, &text);
    if (candidate->visits) {
        advisor_put_value(candidate->value, value);
        advisor_put_value(candidate->exact ? 0 : candidate->error, error);
    }
    printf("%4d %8s %7s %11llu  ", i + 1, value, error, (unsigned long long)candidate->visits);
    bool chances = player_chance(advisor->query.agent, advisor->query.objective);
    if (chances && candidate->visits)
        printf("%4ld %%  %.38s\n", lround(100 * candidate->chance), name);
    else if (chances)
        printf("%6s  %.38s\n", "-", name);
    else
        printf("%.46s\n", name);
}

static void put_table(const struct advisor *advisor, int rows) {
    int count = advisor->verdict.advice.count;
    printf("\n%4s %8s %7s %11s  %s%s\n", "", "value", "error", "visits",
           player_chance(advisor->query.agent, advisor->query.objective) ? "chance  " : "", "move");
    for (int i = 0; i < count && i < rows; i++) put_candidate(advisor, i);
    if (count > rows) printf("     ... and %d more\n", count - rows);
}

void best_show(const struct advisor *advisor, int last_of) {
    struct page above, below;
    above.count = below.count = 0;
    const struct advice *advice = &advisor->verdict.advice;
    add_head(advisor, last_of, &above);
    add_best(advisor, &above);
    if (advice->line_count > 1) page_add(&below, "");
    add_line(advisor, "Expected: ", advice_line(&advisor->verdict), &below);
    add_user(advisor, &below);
    /* An empty line, the heading, and the number of the others are the table's, too. */
    int rows = SCREEN_HEIGHT - page_height(&above) - page_height(&below) - 3;
    if (advisor->verdict.user && rows < TOP_MIN) rows = TOP_MIN;
    if (rows > TOP) rows = TOP;
    page_print(&above);
    if (advice->candidates[0].visits && rows > 0) put_table(advisor, rows);
    page_print(&below);
}
