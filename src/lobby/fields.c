/* Scene and board are scratch for all terms. Layouts are kept in a small table by what they depend
 * on: nearly all players have a window of a usual size. Most often only the own board is drawn;
 * side views that changed come about once a second. */
#include "lobby/fields.h"
#include "base/bits.h"
#include "lobby/scores.h"
#include "lobby/talking.h"
#include "lobby/telling.h"
#include "term/view.h"
#include <string.h>

enum { COLS_MAX = 44 };
enum { TEXT_SCORE, TEXT_TALK, TEXTS };
enum { PANELS_MAX = TERM_BOXES_MAX - 3 }; /* besides them come scores, bar and news */

static const double refresh_seconds = 1.0;

/* Finds the layout, or makes it in place of another one. */
static const struct scratch_layout *lay(struct lobby_scratch *scratch, const struct board *board,
                                        const struct game *game, const struct cells_box *body) {
    uint64_t key = (view_sign(board, body) ^ (uint64_t)(uintptr_t)game) | 1;
    struct scratch_layout *kept = &scratch->layouts[(key >> 1) % SCRATCH_LAYOUTS];
    if (kept->key == key) return kept;
    kept->key = key;
    kept->fits = board_lay(board, body->rows, body->cols, &kept->layout);
    return kept;
}

static struct cells_box shift(struct cells_box box, const struct cells_box *body) {
    box.row += body->row;
    box.col += body->col;
    return box;
}

static struct cells_box narrow(struct cells_box box, int most) {
    if (box.cols > most) box.cols = most;
    return box;
}

/* Draws a text's panel with every cell of it. */
static void draw_text(struct lobby *lobby, int text, struct cells_box box, struct cells *cells) {
    cells_fill(cells, box, (struct cells_cell){' ', THEME_INK, THEME_PAPER, 0, 0});
    if (text == TEXT_SCORE)
        scores_draw(lobby, SCORES_ROUND, narrow(box, COLS_MAX), cells);
    else
        talking_draw(lobby, narrow(box, COLS_MAX), cells);
}

static void draw_texts(struct lobby *lobby, const struct board_layout *layout,
                       const struct cells_box *body, struct cells *cells) {
    lobby->talk_shown = false;
    for (int i = 0; i < layout->count; i++) {
        int text = layout->panels[i].text;
        if (text >= 0) draw_text(lobby, text, shift(layout->panels[i].box, body), cells);
        lobby->talk_shown |= text == TEXT_TALK;
    }
}

static void set_board(struct board *board, const struct lobby *lobby,
                      const struct telling_names *names, int place) {
    const struct config *config = &lobby->term->config;
    const struct room *room = lobby->member->room;
    *board = (struct board){.scene = lobby->scratch->scene,
                            .names = names->at,
                            .seat = place,
                            .plain = config->plain > 0,
                            .bare = config->colours < WIRE_256,
                            .texts_count = TEXTS};
    board->texts[TEXT_SCORE] = (struct board_text){NULL, NULL, "", scores_rows(room), SCORES_COLS};
    board->texts[TEXT_TALK] = (struct board_text){NULL, NULL, "", TALKING_ROWS, TALKING_COLS};
}

void fields_draw(struct lobby *lobby, int seat, struct cells *cells, struct cells_box body) {
    const struct room *room = lobby->member->room;
    struct telling_names names;
    struct board board;
    int place;
    const struct table *table = room_table(room, seat, &place);
    lobby->frame = (struct lobby_frame){.refreshed = lobby->term->now};
    if (!table) return;
    telling_name(lobby, room, seat, &names);
    table->game->draw(table->session.state, place, lobby->scratch->scene);
    set_board(&board, lobby, &names, place);
    const struct scratch_layout *kept = lay(lobby->scratch, &board, table->game, &body);
    if (!kept->fits) {
        page_draw_too_small(cells, "The round goes on.");
        return;
    }
    lobby->frame.laid = kept->key;
    lobby->frame.sign = telling_sign(lobby);
    board_paint_some(&board, &kept->layout, board_panels_of(&board, &kept->layout, UINT32_MAX),
                     cells, body.row, body.col);
    draw_texts(lobby, &kept->layout, &body, cells);
}

/* Paints the boards of some seats, and what belongs to nobody. Returns the number of boxes, or -1
 * if they are too many. */
static int paint_seats(const struct lobby *lobby, int seat, uint32_t seats,
                       const struct scratch_layout *kept, struct cells *cells,
                       struct cells_box *boxes) {
    const struct room *room = lobby->member->room;
    struct cells_box body = page_body(cells);
    struct telling_names names;
    struct board board;
    int place, count = 0;
    const struct table *table = room_table(room, seat, &place);
    telling_name(lobby, room, seat, &names);
    if (table->game->draw_seats)
        table->game->draw_seats(table->session.state, place, seats, lobby->scratch->scene);
    else
        table->game->draw(table->session.state, place, lobby->scratch->scene);
    set_board(&board, lobby, &names, place);
    uint64_t panels = board_panels_of(&board, &kept->layout, seats);
    if (bits_count(panels) > PANELS_MAX) return -1;
    board_paint_some(&board, &kept->layout, panels, cells, body.row, body.col);
    for (int i = 0; i < kept->layout.count; i++)
        if (panels >> i & 1) boxes[count++] = shift(kept->layout.panels[i].box, &body);
    return count;
}

static int draw_scores(struct lobby *lobby, const struct scratch_layout *kept, struct cells *cells,
                       struct cells_box *box) {
    struct cells_box body = page_body(cells);
    for (int i = 0; i < kept->layout.count; i++) {
        if (kept->layout.panels[i].text != TEXT_SCORE) continue;
        *box = shift(kept->layout.panels[i].box, &body);
        draw_text(lobby, TEXT_SCORE, *box, cells);
        return 1;
    }
    return 0;
}

/* Returns the seat whose side view is to be drawn now, as a bit; 0 if it is too early. They come in
 * turn: a field that changes is a hundred bytes and more. */
static uint32_t next_side_view(struct lobby *lobby, int own) {
    struct lobby_frame *frame = &lobby->frame;
    if (lobby->term->now - frame->refreshed < refresh_seconds) return 0;
    frame->refreshed = lobby->term->now;
    for (int i = 1; i <= SEATS_MAX; i++) {
        int seat = (frame->side + i) % SEATS_MAX;
        if (seat == own || !(frame->stale >> seat & 1)) continue;
        frame->side = seat;
        return UINT32_C(1) << seat;
    }
    return 0;
}

int fields_patch(struct lobby *lobby, int seat, struct cells *cells, struct cells_box *boxes) {
    struct lobby_frame *frame = &lobby->frame;
    const struct scratch_layout *kept =
        &lobby->scratch->layouts[(frame->laid >> 1) % SCRATCH_LAYOUTS];
    int count = 0, place;
    if (!frame->laid || kept->key != frame->laid || frame->sign != telling_sign(lobby)) return -1;
    if (!room_table(lobby->member->room, seat, &place)) return -1;
    uint32_t seats = frame->stale & (UINT32_C(1) << place | next_side_view(lobby, place));
    if (seats) count = paint_seats(lobby, seat, seats, kept, cells, boxes);
    if (count < 0) return -1;
    if (frame->scores) count += draw_scores(lobby, kept, cells, boxes + count);
    frame->stale &= ~seats;
    frame->scores = false;
    return count;
}
