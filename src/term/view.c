/* The layout is kept while the areas stay where they are: then a frame only paints. */
#include "term/view.h"
#include "base/hash.h"
#include "term/names.h"
#include <string.h>

void view_init(struct view *view, const struct game *game, const char *const *names) {
    view->game = game;
    view->laid = view->fits = false;
    view->meanwhile = "The game waits.";
    view->board = (struct board){.scene = &view->scene, .marks = &view->marks, .names = names};
    view->marks.count = 0;
}

void view_look(struct view *view, const void *state, int seat) {
    view->game->draw(state, seat, &view->scene);
    view->marks.count = 0;
    view->board.after = NULL;
    view->board.seat = seat;
    view->board.movers = view->game->movers(state);
    view->board.texts_count = 0;
}

void view_consider(struct view *view, const void *state, int who, action act, void *scratch) {
    game_copy(view->game, scratch, state);
    view->game->apply(scratch, who, act);
    view->game->draw(scratch, view->board.seat, &view->after);
    view->board.after = &view->after;
}

void view_write_effects(struct view *view, const void *state, int who, action act,
                        struct text *out) {
    static const char *const no_names[SEATS_MAX];
    view->effects.count = 0;
    view->game->effects(state, who, act, &view->effects);
    for (int i = 0; i < view->effects.count; i++) {
        const struct effect *effect = &view->effects.at[i];
        text_string(out, effect->points > 0   ? CELLS_GOOD
                         : effect->points < 0 ? CELLS_MISS
                                              : CELLS_INK);
        names_write(effect->text, view->board.names ? view->board.names : no_names, out);
        text_string(out, CELLS_INK ".\n");
    }
}

void view_mark(struct view *view, int spot, enum board_mark mark) {
    struct board_marks *marks = &view->marks;
    if (marks->count == BOARD_MARKS_MAX || spot < 0) return;
    marks->at[marks->count].spot = (int16_t)spot;
    marks->at[marks->count++].mark = (uint8_t)mark;
}

void view_mark_act(struct view *view, const void *state, int who, action act,
                   enum board_mark mark) {
    int spots[SPOTS_MAX], count = view->game->picks(state, who, act, spots);
    for (int i = 0; i < count; i++) view_mark(view, spots[i], mark);
}

void view_add_text(struct view *view, const char *title, const char *value, const char *text,
                   int rows, int cols) {
    struct board *board = &view->board;
    if (board->texts_count == BOARD_TEXTS_MAX) return;
    board->texts[board->texts_count++] = (struct board_text){title, value, text, rows, cols};
}

uint64_t view_sign(const struct board *board, const struct cells_box *body) {
    const struct scene *scene = board->scene;
    int looks[] = {board->plain, board->bare, board->seat == SCENE_NO_SEAT};
    uint64_t hash = hash_bytes(body, sizeof *body) * 31 + hash_bytes(looks, sizeof looks);
    for (int i = 0; i < scene->areas_count; i++) {
        const struct scene_area *area = &scene->areas[i];
        int16_t whose =
            (int16_t)(area->seat == SCENE_NO_SEAT ? 0 : 1 + (area->seat == board->seat));
        int16_t place[] = {area->row, area->col, area->rows, area->cols, whose};
        hash = hash * 31 + hash_bytes(place, sizeof place);
    }
    for (int i = 0; i < board->texts_count; i++) {
        int size[] = {board->texts[i].rows, board->texts[i].cols};
        hash = hash * 31 + hash_bytes(size, sizeof size);
    }
    return hash;
}

bool view_lay(struct view *view) {
    uint64_t now = view_sign(&view->board, &view->body);
    if (view->laid && view->laid_for == now) return view->fits;
    view->fits = board_lay(&view->board, view->body.rows, view->body.cols, &view->layout);
    view->laid = true;
    view->laid_for = now;
    return view->fits;
}

void view_draw(struct view *view, struct term *term, struct cells *cells, struct cells_box body) {
    view->body = body;
    view->board.plain = term->config.plain > 0;
    view->board.bare = term->config.colours < WIRE_256;
    if (view_lay(view))
        board_paint(&view->board, &view->layout, cells, body.row, body.col);
    else
        page_draw_too_small(cells, view->meanwhile);
}

bool view_shows_text(struct view *view) {
    if (!view_lay(view)) return false;
    for (int i = 0; i < view->layout.count; i++)
        if (view->layout.panels[i].text == 0) return true;
    return false;
}

int view_spot_at(const struct view *view, int row, int col) {
    if (!view->laid || !view->fits) return SCENE_NO_SPOT;
    return board_spot_at(&view->board, &view->layout, row - view->body.row, col - view->body.col);
}
