/* Lines of play on the board, step by step, and what moves lay there. */
#include "term/names.h"
#include "term/practising.h"
#include <string.h>

static const char *const titles[] = {"After your move", "The best play"};
enum { BEFORE = 2, LISTED = 14 }; /* moves shown before the one that was played, and in all */

bool practising_lines_are_long(const struct practising *practising) {
    for (int i = 0; i < PRACTISING_LINES; i++)
        if (practising->lines[i].count > 1) return true;
    return false;
}

void practising_lines_show(struct practising *practising, struct term *term, int line) {
    if (!practising->lines[line].count) {
        term_say(term, "The coach tells no play after that.");
        return;
    }
    practising->line = line;
    practising->step = 0;
    practising->in_words = false;
    practising_lines_walk(practising, 1);
}

void practising_lines_walk(struct practising *practising, int steps) {
    const struct verdict_line *line = &practising->lines[practising->line];
    int step = practising->step + steps;
    practising->step = step < 0 ? 0 : step < line->count ? step : line->count;
    practising->stage = practising->step ? PRACTISING_STEPS : PRACTISING_TELLS;
}

/* The moves of a line in words, on their way. */
struct listing {
    struct practising *practising;
    struct text *out;
    int at;
};

static void write_move(const struct practising *practising, const void *before, struct event event,
                       struct text *out) {
    const struct game *game = practising->game;
    if (game->shape(before).seats > 1) text_format(out, "%s: ", practising->names[event.who]);
    game->name_act(before, event.who, event.act, out);
    if (!practising->answer.timed)
        choosing_write_arrow(game, event.act, practising->view.board.plain, out);
}

static void write_title(struct practising *practising, const void *before, struct event event) {
    const struct verdict_line *line = &practising->lines[practising->line];
    struct text title = text_over(practising->title, sizeof practising->title);
    text_format(&title, CELLS_STRONG "%s, %d of %d: " CELLS_INK, titles[practising->line],
                practising->step, line->count);
    write_move(practising, before, event, &title);
}

/* Writes a move of the list; of the one that was played last, also the title. */
static void list_move(void *self, const void *before, struct event event) {
    struct listing *listing = self;
    struct practising *practising = listing->practising;
    int number = ++listing->at, step = practising->step;
    if (number == step) write_title(practising, before, event);
    if (number < step - BEFORE || number >= step - BEFORE + LISTED) return;
    text_format(listing->out, "%s%s%d. ", number == step ? CELLS_ACCENT CELLS_STRONG : CELLS_QUIET,
                number == step ? "> " : "  ", number);
    write_move(practising, before, event, listing->out);
    text_string(listing->out, CELLS_INK "\n");
}

/* A play that ends where luck comes in has not been cut short. */
static void tell_luck(struct practising *practising, const void *after, struct text *panel) {
    size_t length = strlen(practising->title);
    struct text title = {practising->title, length, sizeof practising->title, false};
    if (!(practising->game->movers(after) >> CHANCE & 1)) return;
    text_string(&title, "; then luck decides");
    text_string(panel, CELLS_QUIET "  Then luck decides.\n" CELLS_INK);
}

const char *practising_lines_look(struct practising *practising) {
    const struct advice_query *query = &practising->answer.query;
    const struct verdict_line *line = &practising->lines[practising->line];
    struct text out = text_over(practising->panel, sizeof practising->panel);
    struct listing listing = {.practising = practising, .out = &out};
    int spots[SPOTS_MAX], step = practising->step;
    action last = line->acts[step - 1];
    advice_play_line(query, (struct advice_line){line->acts, line->count}, list_move, &listing);
    advice_play_line(query, (struct advice_line){line->acts, step - 1}, NULL, NULL);
    int mover = game_mover(query->game, query->spare), who = mover < 0 ? query->who : mover;
    int count = query->game->picks(query->spare, who, last, spots);
    query->game->apply(query->spare, who, last);
    if (step == line->count) tell_luck(practising, query->spare, &out);
    view_look(&practising->view, query->spare, query->who);
    for (int i = 0; i < count; i++) view_mark(&practising->view, spots[i], BOARD_LAST);
    return titles[practising->line];
}

static bool has_tile(const struct scene *scene, const struct scene_tile *like) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot == like->spot) return scene->tiles[i].kind == SCENE_TILE;
    return false;
}

/* Where a clock runs an act is only a key. Shows where the tiles are just before the last act,
 * which lets them land. */
static void mark_landing(struct practising *practising, const action *acts, int count,
                         enum board_mark mark) {
    const struct advice_query *query = &practising->answer.query;
    struct view *view = &practising->view;
    advice_play_line(query, (struct advice_line){acts, count - 1}, NULL, NULL);
    query->game->draw(query->spare, query->who, &view->after);
    view->board.after = &view->after;
    for (int i = 0; i < view->after.count; i++) {
        const struct scene_tile *tile = &view->after.tiles[i];
        bool laid = tile->kind == SCENE_TILE && tile->spot != SCENE_NO_SPOT;
        if (laid && !has_tile(&view->scene, tile)) view_mark(view, tile->spot, mark);
    }
}

void practising_lines_mark(struct practising *practising, const action *acts, int count,
                           action picked, enum board_mark mark) {
    const struct advice_query *query = &practising->answer.query;
    struct view *view = &practising->view;
    if (practising->answer.timed) {
        if (count > 0) mark_landing(practising, acts, count, mark);
        return;
    }
    view_mark_act(view, query->state, query->who, picked, mark);
    if (mark == BOARD_BEST) view_consider(view, query->state, query->who, picked, query->spare);
}
