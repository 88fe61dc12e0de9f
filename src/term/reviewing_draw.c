/* How a review looks: the graph above, the board below it with the words and the list of moves. */
#include "play/player.h"
#include "term/choosing.h"
#include "term/names.h"
#include "term/reviewing.h"
#include "term/verdict.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BAR_WIDTH = 40, NAME_BYTES = 160, TEXT_ROWS = 5, TEXT_COLS = 30 };
enum { LOST_WIDTH = 6 };   /* of the points that a move lost, as -147.7 */
enum { CHANCE_SPAN = 20 }; /* percent of the graph, at least: small changes look small */
enum { BAR_GAPS = 4 };     /* columns at the ends of the bar and in its middle */
enum { COACH, MOVES };     /* the texts */

static const struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};

static const struct review_move *chosen(const struct reviewing *reviewing) {
    return &reviewing->review.moves[reviewing->list.at];
}

static void write_player(const struct reviewing *reviewing, int seat, struct text *out) {
    text_string(out, reviewing->watching.names[seat]);
}

/* With more than two players, each has a lead of its own: that of who moved is shown. */
static bool is_shown(const struct reviewing *reviewing, const struct review_move *move) {
    return move->graded && (reviewing->review.seats < 3 || move->who == chosen(reviewing)->who);
}

struct graph reviewing_draw_graph(struct reviewing *reviewing, bool plain) {
    const struct review *review = &reviewing->review;
    for (size_t i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];
        reviewing->values[i] =
            is_shown(reviewing, move) ? review_chart_value(review, move) : (double)NAN;
    }
    return (struct graph){
        .values = reviewing->values,
        .count = review->count,
        .has_zero = review->seats > 1,
        .span = review_chart_chance(review) ? CHANCE_SPAN : 0,
        .plain = plain,
        .above = THEME_ACCENT,
        .below = THEME_QUIET,
        .at = reviewing->list.at,
        .marks = reviewing->marks,
        .marks_count = reviewing->marks_count,
    };
}

static void write_accuracy(const struct reviewing *reviewing, struct text *out) {
    const struct review *review = &reviewing->review;
    char percent[ADVISOR_VALUE_BYTES];
    text_string(out, CELLS_QUIET "accuracy" CELLS_INK);
    for (int seat = 0; seat < review->seats; seat++) {
        if (!review->seat[seat].graded) continue;
        text_string(out, "  ");
        if (review->seats > 1) {
            write_player(reviewing, seat, out);
            text_char(out, ' ');
        }
        snprintf(percent, sizeof percent, "%.0f", review->seat[seat].accuracy);
        text_format(out, CELLS_STRONG "%s %%" CELLS_INK, percent);
    }
}

/* Writes whose side of the graph is above. */
static void write_side(const struct reviewing *reviewing, struct text *out) {
    const struct review *review = &reviewing->review;
    text_string(out, CELLS_QUIET);
    if (review->seats == 1) {
        const char *chance = review_chart_chance(review);
        if (chance)
            text_format(out, "%% %s", chance);
        else
            text_string(out, "expected score");
        return;
    }
    text_string(out, "lead of ");
    write_player(reviewing, review->seats == 2 ? 0 : chosen(reviewing)->who, out);
}

/* Writes who grades, and for how long: "deep, 1000000n or 1000ms a move". */
static void write_judge(const struct agent *agent, struct budget budget, struct text *out) {
    text_format(out, "%s, ", agent->name);
    review_write_budget(budget, out);
    text_string(out, " a move");
}

/* Adds who grades to the bar, if it fits there. */
static void add_judge(struct reviewing *reviewing, int cols, struct text *left) {
    const struct page *page = &reviewing->watching.page;
    char words[NAME_BYTES];
    struct text judge = text_over(words, sizeof words);
    text_string(&judge, ", by ");
    write_judge(reviewing->review.agent, reviewing->review.budget, &judge);
    if (cells_width(page->left) + cells_width(words) + cells_width(page->right) + BAR_GAPS <= cols)
        text_string(left, words);
}

static void write_bar(struct reviewing *reviewing, int cols) {
    struct text left = text_over(reviewing->watching.page.left, PAGE_TEXT_BYTES);
    struct text right = text_over(reviewing->watching.page.right, PAGE_TEXT_BYTES);
    text_format(&left, CELLS_ACCENT CELLS_STRONG "%s" CELLS_INK "  review  ",
                reviewing->watching.game->name);
    if (!reviewing->ran || !reviewing->list.count) return;
    text_format(&left, " %d of %d%s   ", reviewing->list.at + 1, reviewing->list.count,
                reviewing->review.stopped ? " so far" : "");
    write_side(reviewing, &left);
    write_accuracy(reviewing, &right);
    add_judge(reviewing, cols, &left);
}

static void write_act(const struct reviewing *reviewing, const struct review_move *move, action act,
                      struct text *out) {
    const struct game *game = reviewing->watching.game;
    game->name_act(reviewing->walk.state, move->who, act, out);
    choosing_write_arrow(game, act, reviewing->watching.view.board.plain, out);
}

static struct verdict verdict_of(const struct review_move *move) {
    struct verdict verdict = {.graded = move->graded,
                              .grade = move->grade,
                              .delta = move->delta,
                              .error = move->error,
                              .proven = move->exact,
                              .solved = move->solved};
    return verdict;
}

static void write_grade(const struct review_move *move, struct text *out) {
    struct verdict verdict = verdict_of(move);
    if (move->graded)
        verdict_write_grade(&verdict, out);
    else
        text_string(out, move->forced ? CELLS_QUIET "Forced" CELLS_INK : CELLS_QUIET "-" CELLS_INK);
}

/* Writes a value with its sign. */
static void write_value(double value, struct text *out) {
    char number[ADVISOR_VALUE_BYTES];
    advisor_put_value(value, number);
    text_string(out, number);
}

static bool is_reader(const struct reviewing *reviewing, int seat) {
    return strcmp(reviewing->watching.names[seat], "You") == 0;
}

/* Writes the reasons with the names of the players. They say "you" to who moved: if that is not the
 * reader, it is told whom they speak to, and the reader is a player like others. */
static void write_reasons(const struct reviewing *reviewing, const struct review_move *move,
                          struct text *out) {
    char words[AGENT_REASONS_MAX * (AGENT_REASON_BYTES + 4)];
    struct text text = text_over(words, sizeof words);
    const char *names[SEATS_MAX] = {NULL};
    bool other = reviewing->review.seats > 1 && !is_reader(reviewing, move->who);
    for (int seat = 0; seat < reviewing->review.seats; seat++)
        if (!other || !is_reader(reviewing, seat)) names[seat] = reviewing->watching.names[seat];
    if (!move->reasons_count) return;
    if (other) text_format(out, "To %s:\n", reviewing->watching.names[move->who]);
    verdict_write_reasons(move->reasons, move->reasons_count, &text);
    names_write(words, names, out);
}

static void write_words(struct reviewing *reviewing, const struct review_move *move) {
    struct text out = text_over(reviewing->words, sizeof reviewing->words);
    struct text grade = text_over(reviewing->grade, sizeof reviewing->grade);
    struct verdict verdict = verdict_of(move);
    bool better = move->graded && move->best != move->act;
    write_grade(move, &grade);
    text_string(&out, CELLS_ACCENT "Played " CELLS_INK);
    write_act(reviewing, move, move->act, &out);
    if (move->graded && !better) text_string(&out, CELLS_GOOD ", the best move" CELLS_INK);
    if (better) {
        text_string(&out, "\n" CELLS_GOOD "Best " CELLS_INK);
        write_act(reviewing, move, move->best, &out);
    }
    text_char(&out, '\n');
    if (move->forced) text_string(&out, "There was no other move.\n");
    if (!move->graded) return;
    verdict_write_surety(&verdict, &out);
    text_string(&out, " Value ");
    write_value(move->value, &out);
    text_string(&out, ", best ");
    write_value(move->best_value, &out);
    text_string(&out, ".\n");
    write_reasons(reviewing, move, &out);
}

static bool is_turn(const struct reviewing *reviewing, size_t move) {
    for (int i = 0; i < reviewing->marks_count; i++)
        if (reviewing->marks[i] == move) return true;
    return false;
}

/* Writes a line of the list: number, player, grade, what was lost, and the move. */
static void write_line(struct reviewing *reviewing, size_t i, int width, struct text *out) {
    const struct review_move *move = &reviewing->review.moves[i];
    char line[NAME_BYTES + 64], lost[1 + ADVISOR_VALUE_BYTES] = "";
    bool here = (int)i == reviewing->list.at;
    struct text name = text_over(line, sizeof line);
    if (move->graded && move->delta > 0.005) {
        *lost = '-';
        advisor_put_lost(move->delta, lost + 1);
    }
    const char *colour = move->graded ? verdict_colours[move->grade] : CELLS_QUIET;
    char number[32];
    snprintf(number, sizeof number, "%s%3zu",
             here                    ? ">"
             : is_turn(reviewing, i) ? "!"
                                     : " ",
             i + 1);
    text_format(&name, "%s%s ", here ? CELLS_ACCENT CELLS_STRONG : CELLS_QUIET, number);
    text_format(&name, "%s%c ", colour,
                move->graded   ? verdict_letters[move->grade]
                : move->forced ? 'f'
                               : '-');
    for (size_t k = strlen(lost); k < LOST_WIDTH; k++) text_char(&name, ' ');
    text_format(&name, "%s  %s", lost, here ? CELLS_INK CELLS_STRONG : CELLS_INK);
    if (reviewing->review.seats > 1) {
        write_player(reviewing, move->who, &name);
        text_string(&name, ": ");
    }
    write_act(reviewing, move, move->act, &name);
    int taken = 0;
    for (const char *at = line; *at;) {
        const char *from = at;
        uint32_t glyph;
        taken += cells_next(&at, &glyph);
        if (taken > width) break;
        text_bytes(out, from, (size_t)(at - from));
    }
    text_string(out, CELLS_INK "\n");
}

/* Fills the list with as many moves as it has rows, the chosen one in their middle. */
static void write_moves(struct reviewing *reviewing, int rows, int width) {
    struct page_list *list = &reviewing->list;
    struct text out = text_over(reviewing->moves, sizeof reviewing->moves);
    list->top = list->at - rows / 2;
    page_list_fit(list, rows);
    for (int i = list->top; i < list->top + rows && i < list->count; i++) {
        review_walk_to(&reviewing->walk, reviewing->review.moves[i].event);
        write_line(reviewing, (size_t)i, width, &out);
    }
}

static void look(struct reviewing *reviewing, const struct review_move *move) {
    struct view *view = &reviewing->watching.view;
    review_walk_to(&reviewing->walk, move->event);
    const void *state = reviewing->walk.state;
    view_look(view, state, reviewing->watching.seat);
    view_mark_act(view, state, move->who, move->act, BOARD_YOURS);
    if (move->graded && move->best != move->act)
        view_mark_act(view, state, move->who, move->best, BOARD_BEST);
}

static const struct board_panel *find_text(const struct view *view, int text) {
    for (int i = 0; i < view->layout.count; i++)
        if (view->layout.panels[i].text == text) return &view->layout.panels[i];
    return NULL;
}

/* Tries to lay the board and both texts, the coach's with so many rows, below a graph of so many.
 */
static bool lay(struct reviewing *reviewing, struct cells_box body, int graph, int words,
                bool texts) {
    struct view *view = &reviewing->watching.view;
    view->body = (struct cells_box){body.row + graph, body.col, body.rows - graph, body.cols};
    view->board.texts_count = 0;
    view_add_text(view, "Coach", reviewing->grade, reviewing->words, words, TEXT_COLS);
    view_add_text(view, reviewing->title, NULL, reviewing->moves, TEXT_ROWS, TEXT_COLS);
    return view_lay(view) && (!texts || (find_text(view, COACH) && find_text(view, MOVES)));
}

/* Shares the body between the graph, the board and the texts: the coach gets room for reasons if
 * there is any, the graph what the others can spare. It does not depend on the move, so that
 * nothing jumps from move to move. */
static void arrange(struct reviewing *reviewing, struct cells_box body) {
    static const int words[] = {TEXT_ROWS + 8, TEXT_ROWS + 4, TEXT_ROWS};
    int most = body.rows / 3 < 12 ? body.rows / 3 : 12, graph = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words && graph < GRAPH_ROWS_MIN; i++)
        for (graph = most; graph >= GRAPH_ROWS_MIN && !lay(reviewing, body, graph, words[i], true);)
            graph--;
    if (graph < GRAPH_ROWS_MIN)
        for (graph = most;
             graph >= GRAPH_ROWS_MIN && !lay(reviewing, body, graph, TEXT_ROWS, false);)
            graph--;
    if (graph < GRAPH_ROWS_MIN) lay(reviewing, body, graph = 0, TEXT_ROWS, false);
    reviewing->graph = (struct cells_box){body.row, body.col + 1, graph, body.cols - 2};
}

/* The short of it, for windows that have no room for the words. */
static void write_news(struct reviewing *reviewing, const struct review_move *move) {
    struct text news = text_over(reviewing->watching.page.news, PAGE_TEXT_BYTES);
    write_grade(move, &news);
    text_string(&news, "  ");
    write_act(reviewing, move, move->act, &news);
    if (!move->graded || move->best == move->act) return;
    text_string(&news, CELLS_QUIET "; best " CELLS_INK);
    write_act(reviewing, move, move->best, &news);
}

static void write_keys(struct reviewing *reviewing, const struct term *term) {
    struct text out = text_over(reviewing->watching.page.keys, PAGE_TEXT_BYTES);
    if (!reviewing->ran) {
        page_add_keys(&out, "Esc", "stop, and show the moves so far");
        page_add_keys(&out, "q", "back");
        return;
    }
    if (reviewing->list.count) {
        page_add_keys(&out, term->config.plain > 0 ? "arrows" : "←→", "move");
        page_add_keys(&out, "t", "turning point");
        page_add_keys(&out, "p", "play on");
        page_add_keys(&out, "w", reviewing->in_words ? "board" : "words");
        if (reviewing->watching.seats > 1) page_add_keys(&out, "Tab", "seat");
        page_add_keys(&out, "?", "help");
    }
    page_add_keys(&out, "q", "back");
}

/* While it runs: how far it is. If nothing came of it: why. */
static void draw_early(struct reviewing *reviewing, struct cells *cells, struct cells_box body,
                       bool plain) {
    char message[WORKER_MESSAGE_BYTES];
    struct text out = text_over(reviewing->words, sizeof reviewing->words);
    int full = (int)(worker_progress(reviewing->worker, message) * BAR_WIDTH);
    if (reviewing->ran) {
        text_format(&out, "There is no review: %s.",
                    reviewing->wrong ? reviewing->wrong : "it was stopped before its first move");
    } else {
        write_judge(reviewing->how.agent, reviewing->how.budget, &out);
        text_format(&out, ", looks at every move: %s\n\n" CELLS_ACCENT, message);
        for (int i = 0; i < BAR_WIDTH; i++)
            text_string(&out, i < full ? (plain ? "#" : "█") : (plain ? "." : "░"));
    }
    struct cells_box box = {body.row + body.rows / 3, body.col + 4, body.rows * 2 / 3,
                            body.cols - 8};
    cells_paragraph(cells, box, ink, reviewing->words);
}

static void draw_words(struct reviewing *reviewing, struct cells *cells, struct cells_box body,
                       bool plain) {
    struct cells_cell frame = {.fore = THEME_FRAME, .back = THEME_PAPER};
    cells_frame(cells, body, frame, reviewing->title, reviewing->grade, plain);
    struct cells_box box = {body.row + 1, body.col + 2, body.rows - 2, body.cols - 4};
    char words[NAME_BYTES];
    struct text judge = text_over(words, sizeof words);
    text_string(&judge, CELLS_QUIET "By ");
    write_judge(reviewing->review.agent, reviewing->review.budget, &judge);
    text_string(&judge, ".");
    int rows = cells_paragraph(cells, box, ink, reviewing->words);
    box.row += rows;
    box.rows -= rows;
    cells_paragraph(cells, box, ink, words);
}

static void draw_move(struct reviewing *reviewing, struct term *term, struct cells *cells,
                      struct cells_box body) {
    struct view *view = &reviewing->watching.view;
    bool plain = term->config.plain > 0;
    arrange(reviewing, body);
    const struct board_panel *list = view->fits ? find_text(view, MOVES) : NULL;
    if (list) write_moves(reviewing, list->box.rows - 2, list->box.cols - 4);
    struct graph graph = reviewing_draw_graph(reviewing, plain);
    graph_draw(&graph, cells, reviewing->graph);
    view_draw(view, term, cells, view->body);
}

void reviewing_draw(void *self, struct term *term, struct cells *cells) {
    struct reviewing *reviewing = self;
    reviewing->watching.view.board.plain = term->config.plain > 0;
    bool plain = term->config.plain > 0, moves = reviewing->ran && reviewing->list.count;
    write_bar(reviewing, cells->cols);
    write_keys(reviewing, term);
    reviewing->watching.page.news[0] = '\0';
    if (moves) {
        const struct review_move *move = chosen(reviewing);
        snprintf(reviewing->title, sizeof reviewing->title, "Move %d of %d", reviewing->list.at + 1,
                 reviewing->list.count);
        look(reviewing, move);
        write_words(reviewing, move);
        write_news(reviewing, move);
    }
    struct cells_box body = page_draw(&reviewing->watching.page, term, cells);
    if (!moves)
        draw_early(reviewing, cells, body, plain);
    else if (reviewing->in_words)
        draw_words(reviewing, cells, body, plain);
    else
        draw_move(reviewing, term, cells, body);
}
