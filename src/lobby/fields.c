/* Scene and board are scratch for all terms. Layouts are kept in a small table by what they depend
 * on: nearly all players have a window of a usual size. Side views are drawn anew about once a
 * second; in between, what the terminal shows there stays. */
#include "lobby/fields.h"
#include "lobby/scores.h"
#include "lobby/talking.h"
#include "lobby/telling.h"
#include "term/view.h"
#include <string.h>

enum { LAYOUTS = 128, SCORE_COLS_MAX = 38, TALK_COLS_MAX = 44 };
enum { TEXT_SCORE, TEXT_TALK, TEXTS };

static const double refresh_seconds = 1.0;

static struct scene scene;

static struct kept_layout {
    uint64_t key; /* 0: none */
    bool fits;
    struct board_layout layout;
} layouts[LAYOUTS];

/* Finds the layout, or makes it in place of another one. */
static const struct kept_layout *lay(const struct board *board, const struct game *game,
                                     const struct cells_box *body) {
    uint64_t key = (view_sign(board, body) ^ (uint64_t)(uintptr_t)game) | 1;
    struct kept_layout *kept = &layouts[(key >> 1) % LAYOUTS];
    if (kept->key == key) return kept;
    kept->key = key;
    kept->fits = board_lay(board, body->rows, body->cols, &kept->layout);
    return kept;
}

/* Returns whether the side views that the terminal shows may stay. */
static bool keeps_side_views(const struct lobby *lobby, uint64_t key, const struct cells *cells) {
    const struct wire *wire = &lobby->term->wire;
    return lobby->laid == key && wire->known && wire->shown.rows == cells->rows &&
           wire->shown.cols == cells->cols && lobby->term->now - lobby->refreshed < refresh_seconds;
}

static struct cells_box shift(struct cells_box box, const struct cells_box *body) {
    box.row += body->row;
    box.col += body->col;
    return box;
}

static void keep_box(const struct packed *shown, struct cells_box box, struct cells *cells) {
    struct cells_cell kept[CELLS_COLS_MAX];
    for (int row = box.row; row < box.row + box.rows && row < cells->rows; row++) {
        packed_read(shown, row, box.col + box.cols, kept);
        memcpy(&cells->at[row * cells->cols + box.col], kept + box.col,
               sizeof *cells->at * (size_t)box.cols);
    }
}

static void keep_side_views(const struct lobby *lobby, const struct board_layout *layout,
                            const struct cells_box *body, struct cells *cells) {
    for (int i = 0; i < layout->count; i++) {
        int area = layout->panels[i].area;
        if (area >= 0 && scene.areas[area].small)
            keep_box(&lobby->term->wire.shown, shift(layout->panels[i].box, body), cells);
    }
}

static struct cells_box narrow(struct cells_box box, int most) {
    if (box.cols > most) box.cols = most;
    return box;
}

static void draw_texts(struct lobby *lobby, const struct board_layout *layout,
                       const struct cells_box *body, struct cells *cells) {
    lobby->talk_shown = false;
    for (int i = 0; i < layout->count; i++) {
        struct cells_box box = shift(layout->panels[i].box, body);
        if (layout->panels[i].text == TEXT_SCORE)
            scores_draw(lobby, SCORES_ROUND, narrow(box, SCORE_COLS_MAX), cells);
        if (layout->panels[i].text != TEXT_TALK) continue;
        talking_draw(lobby, narrow(box, TALK_COLS_MAX), cells);
        lobby->talk_shown = true;
    }
}

static void set_board(struct board *board, const struct lobby *lobby,
                      const struct telling_names *names, int place) {
    const struct config *config = &lobby->term->config;
    const struct room *room = lobby->member->room;
    *board = (struct board){.scene = &scene,
                            .names = names->at,
                            .seat = place,
                            .plain = config->plain > 0,
                            .bare = config->colours < WIRE_256,
                            .texts_count = TEXTS};
    board->texts[TEXT_SCORE] = (struct board_text){NULL, NULL, "", scores_rows(room), SCORES_COLS};
    board->texts[TEXT_TALK] = (struct board_text){NULL, NULL, "", TALKING_ROWS, TALKING_COLS};
}

/* Paints the areas alone: the texts draw their own frames. */
static void paint(const struct board *board, const struct board_layout *layout,
                  const struct cells_box *body, bool side_views, struct cells *cells) {
    struct board_layout shown = {.rows = layout->rows, .cols = layout->cols};
    for (int i = 0; i < layout->count; i++) {
        int area = layout->panels[i].area;
        if (area >= 0 && (side_views || !scene.areas[area].small))
            shown.panels[shown.count++] = layout->panels[i];
    }
    board_paint(board, &shown, cells, body->row, body->col);
}

void fields_draw(struct lobby *lobby, int seat, struct cells *cells, struct cells_box body) {
    const struct room *room = lobby->member->room;
    struct telling_names names;
    struct board board;
    int place;
    const struct table *table = room_table(room, seat, &place);
    if (!table) return;
    telling_name(lobby, room, seat, &names);
    table->game->draw(table->session.state, place, &scene);
    set_board(&board, lobby, &names, place);
    const struct kept_layout *kept = lay(&board, table->game, &body);
    if (!kept->fits) {
        lobby->laid = 0;
        page_draw_too_small(cells, "The round goes on.");
        return;
    }
    uint64_t key = kept->key ^ (uint64_t)seat << 56;
    bool keeps = keeps_side_views(lobby, key, cells);
    paint(&board, &kept->layout, &body, !keeps, cells);
    if (keeps) keep_side_views(lobby, &kept->layout, &body, cells);
    if (!keeps) lobby->refreshed = lobby->term->now;
    lobby->laid = key;
    draw_texts(lobby, &kept->layout, &body, cells);
}
