/* A review in words: who leads as a chart, a table of the players, and the moves that matter. */
#include "cli/chart.h"
#include "cli/review.h"
#include "cli/screen.h"
#include "play/advisor.h"
#include "play/player.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 11, PANEL_ROWS = 5, INDENT = 33 };
enum { HEAD_BYTES = 320 };

static void put_head(const struct review *review) {
    char buffer[HEAD_BYTES], seconds[ADVISOR_VALUE_BYTES];
    struct text head = text_over(buffer, sizeof buffer);
    text_format(&head, "%s, ", review->session->game->name);
    text_int(&head, (int64_t)review->all);
    text_format(&head, " move%s. %s searched ", review->all == 1 ? "" : "s", review->agent->name);
    if (review->rollouts) {
        text_int(&head, (int64_t)review->rollouts);
        text_string(&head, " rollouts, ");
    }
    text_int(&head, (int64_t)review->nodes);
    snprintf(seconds, sizeof seconds, "%.1f", review->milliseconds / 1000);
    text_format(&head, " nodes in %s s, at most ", seconds);
    review_write_budget(review->budget, &head);
    text_string(&head, " a move.");
    if (review->objective)
        text_format(&head, " Objective: %s.", player_objective(review->agent, review->objective));
    screen_put_text(buffer);
    if (review->stopped) printf("It was stopped after move %zu.\n", review->count);
}

static void put_result(const struct review *review) {
    const struct session *session = review->session;
    if (game_over(session->game, session->state))
        screen_put_result(session->game, session->state);
    else
        puts("The game is not over.");
}

/* Collects what the chart shows of a seat, or of all for -1, with the turning points to mark.
 * Returns the number of these. */
static int collect(const struct review *review, int seat, double *values, size_t *marks) {
    int count = 0;
    for (size_t i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];
        bool known = move->graded && (seat < 0 || move->who == seat);
        values[i] = known ? review_chart_value(review, move) : NAN;
    }
    for (int i = 0; i < review->turns_count; i++)
        if (seat < 0 || review->moves[review->turns[i].move].who == seat)
            marks[count++] = review->turns[i].move;
    return count;
}

/* Prints what a chart shows, and by what objective, if not by the standard one. */
static void put_title(const struct review *review, const char *title) {
    char buffer[HEAD_BYTES];
    struct text text = text_over(buffer, sizeof buffer);
    text_string(&text, title);
    if (review->objective)
        text_format(&text, ", by the objective '%s'",
                    player_objective(review->agent, review->objective));
    text_string(&text, ":");
    puts("");
    screen_put_text(buffer);
}

static void put_chart(const struct review_show *show, int seat, const char *title, double *values) {
    const struct review *review = show->review;
    size_t marks[REVIEW_TURNS_MAX];
    struct chart chart = {.values = values,
                          .count = review->count,
                          .has_zero = review->seats > 1,
                          .ascii = show->ascii,
                          .rows = seat < 0 ? ROWS : PANEL_ROWS,
                          .marks = marks,
                          .marks_count = collect(review, seat, values, marks)};
    if (!chart_has_values(&chart)) return;
    put_title(review, title);
    chart_put(&chart);
}

/* Prints a chart, or one for each player of more than two. */
static bool put_charts(const struct review_show *show) {
    const struct review *review = show->review;
    double *values = malloc((review->count + 1) * sizeof *values);
    char title[SCREEN_NAME_BYTES];
    if (!values) return false;
    const char *chance = review_chart_chance(review);
    snprintf(title, sizeof title, "The chance of %s after each move, in %%", chance ? chance : "");
    if (review->seats == 1)
        put_chart(show, -1, chance ? title : "The score that is expected after each move", values);
    else if (review->seats == 2)
        put_chart(show, -1, "The lead of player 1 that is expected after each move", values);
    for (int seat = 0; review->seats > 2 && seat < review->seats; seat++) {
        snprintf(title, sizeof title, "The lead of player %d over the best other, after its moves",
                 seat + 1);
        put_chart(show, seat, title, values);
    }
    if (review->turns_count) printf("%9s%s a turning point\n", "", show->ascii ? "^" : "\u25B2");
    free(values);
    return true;
}

static void put_seat(const struct review_seat *seat, int number, bool alone) {
    char accuracy[ADVISOR_VALUE_BYTES] = "-", loss[ADVISOR_VALUE_BYTES] = "-";
    char name[ADVISOR_VALUE_BYTES] = "";
    if (!alone) snprintf(name, sizeof name, "player %d", number);
    if (seat->graded) {
        snprintf(accuracy, sizeof accuracy, "%.1f %%", seat->accuracy);
        snprintf(loss, sizeof loss, "%.2f", seat->lost / (double)seat->graded);
    }
    printf("%-8s  %8s  %20s", name, accuracy, loss);
    for (int i = 0; i < REVIEW_GRADES; i++) printf(i ? "  %5zu" : "  %9zu", seat->grades[i]);
    printf("  %6zu\n", seat->forced);
}

static void put_seats(const struct review *review) {
    size_t unknown = review->count;
    printf("\n%-8s  %8s  %20s  %9s  %5s  %5s  %5s  %6s\n", "", "accuracy", "points lost per move",
           "excellent", "good", "okay", "miss", "forced");
    for (int i = 0; i < review->seats; i++) {
        put_seat(&review->seat[i], i + 1, review->seats == 1);
        unknown -= review->seat[i].graded + review->seat[i].forced;
    }
    if (unknown)
        printf("%zu move%s no grade, since %s was not searched.\n", unknown,
               unknown == 1 ? " has" : "s have", unknown == 1 ? "it" : "this");
}

/* Prints text in the last column of the table. */
static void put_words(const char *text) {
    screen_put_column(text, INDENT);
}

static void put_name(const struct review *review, const struct review_walk *walk,
                     const char *before, int who, action act) {
    char buffer[SCREEN_NAME_BYTES];
    struct text name = text_over(buffer, sizeof buffer);
    text_string(&name, before);
    review->session->game->name_act(walk->state, who, act, &name);
    put_words(buffer);
}

static void put_reasons(const struct review_move *move) {
    for (int i = 0; i < move->reasons_count; i++) {
        char buffer[AGENT_REASON_BYTES + 1];
        struct text text = text_over(buffer, sizeof buffer);
        advisor_write_reason(&move->reasons[i], &text);
        printf("%*s", INDENT, "");
        put_words(buffer);
    }
}

/* Returns whether a reason tells of the chance already. */
static bool is_told(const struct review_move *move, const char *chance) {
    for (int i = 0; i < move->reasons_count; i++)
        if (strstr(move->reasons[i].text, chance)) return true;
    return false;
}

/* Prints the chance that the agent names, if it does. */
static void put_chance(const struct review *review, const struct review_move *move) {
    char buffer[SCREEN_NAME_BYTES];
    const char *chance = player_chance(review->agent, review->objective);
    if (!chance || is_told(move, chance)) return;
    snprintf(buffer, sizeof buffer, "chance of %s %ld %%, better %ld %%", chance,
             lround(100 * move->chance), lround(100 * move->best_chance));
    printf("%*s", INDENT, "");
    put_words(buffer);
}

/* Prints a move with what it lost; and the best one, if that is clearly better. */
static void put_move(const struct review *review, struct review_walk *walk, size_t i, char mark) {
    const struct review_move *move = &review->moves[i];
    char lost[ADVISOR_VALUE_BYTES] = "-", standing[ADVISOR_VALUE_BYTES] = "-";
    if (move->graded) {
        advisor_put_lost(fmax(0, move->delta), lost);
        advisor_put_value(review_chart_value(review, move), standing);
    }
    const char *grade = move->forced   ? "forced"
                        : move->graded ? advice_grade_names[move->grade]
                                       : "-";
    review_walk_to(walk, move->event);
    char by[ADVISOR_VALUE_BYTES] = "";
    if (review->seats > 1) snprintf(by, sizeof by, "%d", move->who + 1);
    printf("%5zu%c%3s %-9s %5s %6s ", i + 1, mark, by, grade, lost, standing);
    put_name(review, walk, "", move->who, move->act);
    if (!move->graded || move->grade == ADVICE_EXCELLENT) return;
    printf("%*s", INDENT, "");
    put_name(review, walk, "better: ", move->who, move->best);
    put_chance(review, move);
    put_reasons(move);
}

/* Prints what the rows below are, and their columns. */
static void put_heading(const struct review_show *show) {
    int seats = show->review->seats;
    const char *whose = seats == 2 ? "player 1" : "the player";
    puts("");
    screen_put_text(show->every ? "All moves:"
                    : seats == 1
                        ? "Turning points, the weightiest first:"
                        : "Turning points, the weightiest first (* lost the lead: counts double):");
    if (seats > 1) printf("'lead' is that of %s after the move.\n", whose);
    printf("%5s %3s %-9s %5s %6s %s\n", "move", seats == 1 ? "" : "by", "grade", "lost",
           review_chart_chance(show->review) ? "chance"
           : seats == 1                      ? "score"
                                             : "lead",
           "played");
}

static void put_moves(const struct review_show *show) {
    const struct review *review = show->review;
    struct review_walk walk = {.session = review->session, .state = show->state, .at = SIZE_MAX};
    if (review->count == 0) return;
    if (!show->every && review->turns_count == 0) {
        printf("\nNo move lost more than a point%s.\n",
               review->seats > 1 ? " or gave the lead away" : "");
        return;
    }
    put_heading(show);
    for (size_t i = 0; show->every && i < review->count; i++) put_move(review, &walk, i, ' ');
    for (int i = 0; !show->every && i < review->turns_count; i++)
        put_move(review, &walk, review->turns[i].move, review->turns[i].lead ? '*' : ' ');
}

bool review_show(const struct review_show *show) {
    const struct review *review = show->review;
    put_head(review);
    put_result(review);
    if (review->all == 0) {
        puts("No move was played.");
        return true;
    }
    if (!put_charts(show)) return false;
    put_seats(review);
    put_moves(show);
    return true;
}
