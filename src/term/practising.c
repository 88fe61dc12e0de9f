/* Questions one after the other. While a person reads a verdict, the next position is made. */
#include "term/practising.h"
#include "game/tool.h"
#include "play/player.h"
#include "term/screens.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 110, GOOD_COLS = 32, SMALL_COLS = 26 }; /* columns of a window, and of panels */
enum { BAR_WIDTH = 30, BAR_BYTES = 4 * BAR_WIDTH + 1 };

static const char no_memory[] = "there is not enough memory";
static const char question[] = "What would you play?";

static void make(void *self) {
    struct practising *practising = self;
    practising->trouble = practice_go_to(&practising->practice, practising->making);
}

void practising_make(struct practising *practising, int number) {
    if (practising->making == number || worker_busy(practising->maker)) return;
    practising->making = number;
    worker_start(practising->maker, make, practising);
}

static void name_seats(struct practising *practising, int who) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        char *name = practising->name_bytes[seat];
        snprintf(name, PRACTISING_NAME_BYTES, "Player %d", seat + 1);
        practising->names[seat] = seat == who ? "You" : name;
    }
}

/* Makes room for all acts of a position. */
static bool widen_pick(struct practising *practising, const void *state) {
    struct pick *pick = &practising->pick;
    int capacity = pick_capacity(practising->game, state);
    if (capacity <= pick->capacity) return true;
    struct pick_act *acts = realloc(pick->acts, (size_t)capacity * sizeof *acts);
    if (!acts) return false;
    pick->acts = acts;
    pick->capacity = capacity;
    return true;
}

void practising_choose(struct practising *practising) {
    const struct answer *answer = &practising->answer;
    pick_begin(&practising->pick, practising->game, answer->now, answer->query.who,
               answer->query.choices);
    if (practising->keyed) practising->pick.cursor = SCENE_NO_SPOT;
    practising->letters = choosing_find_letters(&practising->view.scene, practising->game,
                                                answer->now, answer->query.who);
}

void practising_again(struct practising *practising) {
    answer_again(&practising->answer);
    practising_choose(practising);
    practising->longer = false;
    practising->stage = PRACTISING_ASKS;
    practising->in_words = false;
}

/* Asks about the position that is ready. */
static void ask(struct practising *practising) {
    struct practice *practice = &practising->practice;
    practising->number = practising->making;
    practising->making = 0;
    practising->noted = false;
    if (!practising->trouble && !widen_pick(practising, practice->state))
        practising->trouble = no_memory;
    if (practising->trouble) {
        practising->stage = PRACTISING_STUCK;
        return;
    }
    memcpy(practising->note, practice->note, sizeof practising->note);
    name_seats(practising, practice->who);
    answer_begin(&practising->answer, practice->state, practice->who);
    practising_again(practising);
}

void practising_next(struct practising *practising) {
    practising->stage = PRACTISING_MAKES;
    practising_make(practising, practising->number + 1);
}

static void run(void *self, struct term *term) {
    struct practising *practising = self;
    if (practising->stage == PRACTISING_MAKES) {
        term->dirty = true;
        if (!worker_busy(practising->maker)) ask(practising);
    } else if (practising->stage == PRACTISING_THINKS) {
        practising_judge_hear(practising, term);
    }
}

/* Writes how long the coach may think, if that is a time. */
static void write_seconds(const struct practising *practising, struct text *out) {
    char seconds[ADVISOR_VALUE_BYTES];
    if (!practising->budget.milliseconds) return;
    snprintf(seconds, sizeof seconds, "%.4g", practising->budget.milliseconds / 1000.0);
    text_format(out, "%s s", seconds);
}

/* Writes how the answers were so far. */
static void write_score(const struct practising *practising, struct text *out) {
    struct practice_summary sum;
    char percent[ADVISOR_VALUE_BYTES];
    practice_sum(&practising->practice, &sum);
    if (!sum.graded) return;
    snprintf(percent, sizeof percent, "%.0f", sum.accuracy);
    text_format(out, CELLS_QUIET "%d graded, accuracy " CELLS_INK "%s %%", sum.graded, percent);
}

static void write_bar(struct practising *practising) {
    struct text left = text_over(practising->page.left, PAGE_TEXT_BYTES);
    struct text right = text_over(practising->page.right, PAGE_TEXT_BYTES);
    text_format(&left, CELLS_ACCENT CELLS_STRONG "%s" CELLS_INK "  practice",
                practising->game->name);
    if (practising->stage > PRACTISING_STUCK && practising->stage < PRACTISING_SUMS) {
        text_format(&left, "   Question %d   " CELLS_QUIET, practising->number);
        board_write_status(&practising->view.scene, &left);
    }
    write_score(practising, &right);
}

/* The position is not there yet, or never. */
static void draw_wait(struct practising *practising, struct cells *cells, struct cells_box body,
                      bool plain) {
    char bar[BAR_BYTES], message[WORKER_MESSAGE_BYTES];
    struct text out = text_over(practising->panel, sizeof practising->panel);
    struct text blocks = text_over(bar, sizeof bar);
    int full = (int)(worker_progress(practising->maker, message) * BAR_WIDTH);
    if (practising->stage == PRACTISING_STUCK) {
        text_format(&out, CELLS_MISS "There is no such position: " CELLS_INK "%s.\n\n",
                    practising->trouble);
        text_string(&out, "n tries the next one, q ends.");
    } else {
        for (int i = 0; i < BAR_WIDTH; i++)
            text_string(&blocks, i < full ? (plain ? "#" : "█") : (plain ? "." : "░"));
        text_format(&out, "Making a position...\n\n" CELLS_ACCENT "%s" CELLS_INK, bar);
    }
    struct cells_box box = {body.row + body.rows / 3, body.col + 4, body.rows * 2 / 3,
                            body.cols - 8};
    struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
    cells_paragraph(cells, box, ink, practising->panel);
}

/* Writes what the move under the cursor would do, or the aim of the game, and what is known of the
 * position. */
static void write_question(struct practising *practising, int64_t considered) {
    const struct answer *answer = &practising->answer;
    struct text out = text_over(practising->panel, sizeof practising->panel);
    if (answer->timed)
        text_string(&out, "The clock stands. Play this piece to its end; Backspace takes a key "
                          "back.\n");
    if (considered != PICK_NO_ACT)
        view_write_effects(&practising->view, answer->now, answer->query.who, (action)considered,
                           &out);
    else
        text_format(&out, "%s\n", practising->game->goal);
    if (practising->note[0]) text_format(&out, CELLS_QUIET "The position: %s.", practising->note);
}

static const char *look_at_question(struct practising *practising) {
    struct answer *answer = &practising->answer;
    struct view *view = &practising->view;
    int64_t considered = answer->timed ? PICK_NO_ACT : pick_considered(&practising->pick);
    view_look(view, answer->now, answer->query.who);
    if (!answer->timed) pick_mark(&practising->pick, practising->pick.depth > 0, &view->marks);
    if (considered != PICK_NO_ACT)
        view_consider(view, answer->now, answer->query.who, (action)considered,
                      answer->query.spare);
    write_question(practising, considered);
    return question;
}

static void write_thinking(const struct practising *practising, struct text *out) {
    text_string(out, CELLS_QUIET "Thinking");
    if (practising->budget.milliseconds) text_string(out, " for ");
    write_seconds(practising, out);
    text_string(out, "...");
}

/* The position with both moves. */
static const char *look_at_verdict(struct practising *practising) {
    const struct answer *answer = &practising->answer;
    const struct verdict_line *best = &practising->lines[PRACTISING_BEST];
    struct text out = text_over(practising->panel, sizeof practising->panel);
    view_look(&practising->view, answer->query.state, answer->query.who);
    practising_lines_mark(practising, answer->acts, answer->count, answer->picked, BOARD_YOURS);
    if (practising->stage == PRACTISING_TELLS)
        practising_lines_mark(practising, best->acts, best->count, best->acts[0], BOARD_BEST);
    if (practising->stage == PRACTISING_TELLS)
        text_string(&out, practising->words);
    else
        write_thinking(practising, &out);
    return "Coach";
}

static void draw_text(struct cells *cells, struct cells_box box, const char *title,
                      const char *value, const char *text, bool plain) {
    struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
    struct cells_cell frame = {.fore = THEME_FRAME, .back = THEME_PAPER};
    cells_frame(cells, box, frame, title, value, plain);
    box = (struct cells_box){box.row + 1, box.col + 2, box.rows - 2, box.cols - 4};
    cells_paragraph(cells, box, ink, text);
}

/* Tries to lay the board with a panel of this size at least. */
static bool lay(struct practising *practising, struct cells_box body, const char *title, int rows,
                int cols) {
    struct view *view = &practising->view;
    bool shown = false, told = practising->stage == PRACTISING_TELLS;
    view->body = body;
    view->board.texts_count = 0;
    view_add_text(view, title, told ? practising->grade : NULL, practising->panel, rows, cols);
    if (!view_lay(view)) return false;
    for (int i = 0; i < view->layout.count; i++) shown |= view->layout.panels[i].text >= 0;
    return shown;
}

/* Tries to lay the board with a column beside it for the words. Returns its width, or 0. */
static int lay_column(struct practising *practising, struct cells_box body) {
    struct view *view = &practising->view;
    int width = body.cols / 3;
    if (body.cols < WIDE) return 0;
    view->body = body;
    view->body.cols -= width;
    view->board.texts_count = 0;
    return view_lay(view) ? width : 0;
}

/* Finds room for the words: beside the board, in a column of their own, or at least some. Returns
 * the width of the column, or 0. */
static int arrange(struct practising *practising, struct cells_box body, const char *title) {
    static const int good[] = {14, 9}, small[] = {6, 4};
    for (int i = 0; i < 2; i++)
        if (lay(practising, body, title, good[i], GOOD_COLS)) return 0;
    int column = lay_column(practising, body);
    for (int i = 0; i < 2 && !column; i++)
        if (lay(practising, body, title, small[i], SMALL_COLS)) return 0;
    return column;
}

/* Draws the board, and the words beside it. */
static void draw_board(struct practising *practising, struct term *term, struct cells *cells,
                       struct cells_box body, const char *title) {
    int column = arrange(practising, body, title);
    bool told = practising->stage == PRACTISING_TELLS;
    body.cols -= column;
    view_draw(&practising->view, term, cells, body);
    if (!column) return;
    struct cells_box box = {body.row, body.col + body.cols, body.rows, column};
    draw_text(cells, box, title, told ? practising->grade : NULL, practising->panel,
              term->config.plain > 0);
}

static const char *look(struct practising *practising) {
    if (practising->stage == PRACTISING_ASKS) return look_at_question(practising);
    if (practising->stage == PRACTISING_STEPS) return practising_lines_look(practising);
    return look_at_verdict(practising);
}

/* Writes what the person's move does. Where a key played it, that tells more than its name. */
static void write_own_move(struct practising *practising, struct text *out) {
    const struct answer *answer = &practising->answer;
    const struct advice_query *query = &answer->query;
    struct effect_list *effects = &practising->view.effects;
    effects->count = 0;
    if (practising->keyed && !answer->timed)
        query->game->effects(query->state, query->who, answer->picked, effects);
    if (effects->count)
        text_string(out, effects->at[0].text);
    else
        query->game->name_act(query->state, query->who, answer->picked, out);
    if (answer->timed && answer->count > 1) text_format(out, " and %d more", answer->count - 1);
}

static void write_news(struct practising *practising) {
    struct text news = text_over(practising->page.news, PAGE_TEXT_BYTES);
    bool tells = practising->stage == PRACTISING_TELLS;
    if (practising->stage == PRACTISING_ASKS)
        text_format(&news, CELLS_STRONG "%s", question);
    else if (practising->stage == PRACTISING_STEPS)
        text_string(&news, practising->title);
    if (practising->stage != PRACTISING_THINKS && !tells) return;
    text_string(&news, CELLS_ACCENT "Your move: " CELLS_INK);
    write_own_move(practising, &news);
    text_string(&news, ".  ");
    if (tells)
        text_string(&news, practising->grade);
    else
        write_thinking(practising, &news);
    if (!tells || !practising->longer || !practising->budget.milliseconds) return;
    text_string(&news, CELLS_QUIET ", with up to ");
    write_seconds(practising, &news);
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct practising *practising = self;
    bool waits = practising->stage <= PRACTISING_STUCK, sums = practising->stage == PRACTISING_SUMS;
    const char *title = waits || sums ? "" : look(practising);
    struct text keys = text_over(practising->page.keys, PAGE_TEXT_BYTES);
    write_bar(practising);
    write_news(practising);
    practising_keys_write(practising, term, &keys);
    struct cells_box body = page_draw(&practising->page, term, cells);
    if (waits) {
        draw_wait(practising, cells, body, term->config.plain > 0);
    } else if (sums) {
        practising_sum_draw(practising, term, cells);
    } else if (practising->in_words) {
        draw_text(cells, body, "Coach", practising->grade, practising->words,
                  term->config.plain > 0);
    } else {
        draw_board(practising, term, cells, body, title);
    }
}

static void release_rest(void *self) {
    struct practising *practising = self;
    practice_release(&practising->practice);
    answer_release(&practising->answer);
    free(practising->pick.acts);
    free(practising);
}

static bool is_typing(const void *self) {
    const struct practising *practising = self;
    return practising->pick.typed[0] != '\0';
}

static void release(void *self) {
    struct practising *practising = self;
    thinker_free(practising->coach);
    if (practising->maker)
        worker_end(practising->maker, release_rest, practising);
    else
        release_rest(practising);
}

static const struct term_screen screen = {
    .name = "practising",
    .draw = draw,
    .event = practising_keys_event,
    .run = run,
    .typing = is_typing,
    .release = release,
};

static bool has_option(const struct tool *tool, const char *name) {
    for (const struct tool_option *option = tool->options; option->name; option++)
        if (strcmp(option->name, name) == 0) return true;
    return false;
}

static bool is_given(const struct practice_setup *setup, const char *name) {
    for (int i = 0; i < setup->options_count; i++)
        if (strcmp(setup->options[i].name, name) == 0) return true;
    return false;
}

/* Where a tool makes the positions, params that it knows are options of it. */
static void add_params(struct practising *practising, struct practice_setup *setup) {
    const struct tool *const *tool = practising->game->tools;
    while (tool && *tool && strcmp((*tool)->name, "scenario") != 0) tool++;
    if (!tool || !*tool) return;
    for (int i = 0; practising->game->params[i].name; i++) {
        const struct param *param = &practising->game->params[i];
        int value = setup->params[i], at = setup->options_count;
        bool wanted = value != param->standard && value >= param->min && value <= param->max;
        if (!wanted || at == PRACTICE_OPTIONS_MAX) continue;
        if (is_given(setup, param->name) || !has_option(*tool, param->name)) continue;
        snprintf(practising->values[at], PRACTISING_VALUE_BYTES, "%d", value);
        setup->options[at].name = param->name;
        setup->options[at].value = practising->values[at];
        setup->options_count++;
    }
}

static const char *begin(struct practising *practising, const struct term *term,
                         const struct practice_setup *asked, struct budget budget) {
    const struct game *game = asked->game;
    struct practice_setup setup = *asked;
    practising->game = game;
    practising->budget = budget;
    practising->pick.cursor = SCENE_NO_SPOT;
    practising->keyed = choosing_is_keyed(game);
    practising->maker =
        worker_new(term->setup.pool, term->setup.host, term->setup.wake, term->setup.self);
    if (!practising->maker) return no_memory;
    add_params(practising, &setup);
    const char *wrong =
        practice_init(&practising->practice, &setup, worker_host(practising->maker));
    if (wrong) return wrong;
    if (answer_init(&practising->answer, game) < 0) return no_memory;
    view_init(&practising->view, game, practising->names);
    practising_next(practising);
    return NULL;
}

void practising_open(struct term *term, const struct practice_setup *setup, struct budget budget) {
    struct practising *practising = calloc(1, sizeof *practising);
    const char *wrong = practising ? begin(practising, term, setup, budget) : no_memory;
    if (!wrong) {
        term_open(term, &screen, practising);
        return;
    }
    term_say(term, "There is no practice: %s.", wrong);
    if (practising) release(practising);
}

void term_open_practice(struct term *term, const struct practice_setup *setup) {
    struct budget budget = {.milliseconds = (uint32_t)term->config.hint_ms};
    practising_open(term, setup, budget);
}
