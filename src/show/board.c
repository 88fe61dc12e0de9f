/* Painting the panels of a layout, and finding spots in it. The grid of a panel is found anew from
 * the scene each time, since texts may change their width. */
#include "show/board.h"
#include "show/board_pack.h"
#include "show/board_tile.h"
#include <stdlib.h>
#include <string.h>

/* Flags beside a mark. */
enum { VALUE_COLS = 6 }; /* as of "out 28" */
enum { MARK_BITS = 7, HAS_EMPTY = 8, IS_PARTED = 16, HAS_LABELS = 32 };
enum { SPOTS = INT16_MAX + 1, PARTED_MAX = 64 };

/* What is said of each spot; and for spots of which not all tiles are marked, the one that is, or
 * -1 for those that are filled. */
struct marked {
    bool any;
    int parted_count;
    struct {
        int spot, tile;
    } parted[PARTED_MAX];
    uint8_t spots[SPOTS];
};

/* The tiles of a panel lie between these, and its texts between those. */
struct range {
    int first, end;
    int first_text, text_end;
};

static bool is_strong(enum board_mark mark) {
    return mark >= BOARD_YOURS;
}

static const struct scene_tile *tile_after(const struct board *board, int index) {
    const struct scene *after = board->after;
    const struct scene_tile *tile = &board->scene->tiles[index];
    if (!after) return NULL;
    if (index < after->count && after->tiles[index].row == tile->row &&
        after->tiles[index].col == tile->col)
        return &after->tiles[index];
    for (int i = 0; i < after->count; i++)
        if (after->tiles[i].row == tile->row && after->tiles[i].col == tile->col)
            return &after->tiles[i];
    return NULL;
}

/* Returns what the considered act lays onto a place that is free now, or NULL. */
static const struct scene_tile *laid(const struct board *board, int index) {
    const struct scene_tile *after = tile_after(board, index);
    int kind = board->scene->tiles[index].kind;
    if (!after || (kind != SCENE_EMPTY && kind != SCENE_GHOST)) return NULL;
    return after->kind == SCENE_TILE || after->kind == SCENE_MARK ? after : NULL;
}

/* Returns how far an empty tile is from the next filled one of its spot. */
static int distance_to_filled(const struct scene *scene, const struct scene_tile *empty) {
    int best = INT16_MAX;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        if (tile->spot != empty->spot || tile->kind == SCENE_EMPTY) continue;
        int distance = abs(tile->row - empty->row) + abs(tile->col - empty->col);
        if (distance < best) best = distance;
    }
    return best;
}

/* Decides which tiles of a spot are marked, if it has an empty one: those that the act fills, or
 * the next one to fill. Where it can merely be picked, no act counts. */
static void part(const struct board *board, struct marked *marked, int spot) {
    const struct scene *scene = board->scene;
    bool strong = is_strong((enum board_mark)(marked->spots[spot] & MARK_BITS));
    int filled = 0, nearest = -1, best = strong ? INT16_MAX : INT16_MAX + 1;
    if (marked->parted_count == PARTED_MAX) return;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        if (tile->spot != spot || tile->kind == SCENE_TEXT) continue;
        if (strong && laid(board, i)) filled++;
        if (tile->kind != SCENE_EMPTY) continue;
        int distance = distance_to_filled(scene, tile);
        if (distance < best) best = distance, nearest = i;
    }
    if (!filled && nearest < 0) return;
    marked->spots[spot] |= IS_PARTED;
    marked->parted[marked->parted_count].spot = spot;
    marked->parted[marked->parted_count++].tile = filled ? -1 : nearest;
}

/* Returns whether not all tiles of a spot are marked. Labels of empty places would be drowned by
 * marks between them. */
static bool is_to_part(int found) {
    if (!(found & HAS_EMPTY) || found & IS_PARTED) return false;
    int mark = found & MARK_BITS;
    return is_strong((enum board_mark)mark) || (mark == BOARD_LEGAL && found & HAS_LABELS);
}

static void find_marked(const struct board *board, struct marked *marked) {
    const struct board_marks *marks = board->marks;
    marked->any = marks && marks->count > 0;
    marked->parted_count = 0;
    if (!marked->any) return;
    memset(marked->spots, 0, sizeof marked->spots);
    for (int i = 0; i < marks->count; i++) {
        int spot = marks->at[i].spot;
        if (spot >= 0 && marks->at[i].mark > marked->spots[spot])
            marked->spots[spot] = marks->at[i].mark;
    }
    for (int i = 0; i < board->scene->count; i++) {
        const struct scene_tile *tile = &board->scene->tiles[i];
        if (tile->kind == SCENE_EMPTY && tile->spot >= 0 && marked->spots[tile->spot])
            marked->spots[tile->spot] |=
                board_tile_has_words(tile) ? HAS_EMPTY | HAS_LABELS : HAS_EMPTY;
    }
    for (int i = 0; i < marks->count; i++) {
        int spot = marks->at[i].spot;
        if (spot >= 0 && is_to_part(marked->spots[spot])) part(board, marked, spot);
    }
}

/* Returns what is said of a tile. */
static enum board_mark mark_of(const struct board *board, const struct marked *marked, int index) {
    const struct scene_tile *tile = &board->scene->tiles[index];
    if (tile->spot < 0) return BOARD_PLAIN;
    int found = marked->spots[tile->spot], mark = found & MARK_BITS;
    if (found & HAS_EMPTY && mark == BOARD_LEGAL && tile->kind != SCENE_EMPTY) return BOARD_PLAIN;
    if (!(found & IS_PARTED)) return (enum board_mark)mark;
    for (int i = 0; i < marked->parted_count; i++) {
        if (marked->parted[i].spot != tile->spot) continue;
        int only = marked->parted[i].tile;
        return only == index || (only < 0 && laid(board, index)) ? (enum board_mark)mark
                                                                 : BOARD_PLAIN;
    }
    return BOARD_PLAIN;
}

/* Returns the tile of a panel at so many places to the right of another one, or -1. Most often it
 * is the one before or after that. */
static int find_beside(const struct scene *scene, struct range range, int index, int step) {
    const struct scene_tile *tile = &scene->tiles[index];
    int row = tile->row, col = tile->col + step;
    for (int n = range.first - 1; n < range.end; n++) {
        int i = n < range.first ? index + step : n;
        if (i < range.first || i >= range.end || scene->tiles[i].kind == SCENE_TEXT) continue;
        if (scene->tiles[i].row == row && scene->tiles[i].col == col) return i;
    }
    return -1;
}

/* What can be picked as another one is no group with it. */
static enum board_mark mark_beside(const struct board *board, const struct marked *marked,
                                   struct range range, int index, int step) {
    const struct scene_tile *tiles = board->scene->tiles;
    int beside = find_beside(board->scene, range, index, step);
    if (beside < 0) return BOARD_PLAIN;
    enum board_mark mark = mark_of(board, marked, beside);
    return mark == BOARD_LEGAL && tiles[beside].spot != tiles[index].spot ? BOARD_PLAIN : mark;
}

static struct board_tile_marks marks_of(const struct board *board, const struct marked *marked,
                                        struct range range, int index) {
    struct board_tile_marks marks = {BOARD_PLAIN, BOARD_PLAIN, BOARD_PLAIN};
    if (marked->any) marks.own = mark_of(board, marked, index);
    if (marks.own == BOARD_PLAIN) return marks;
    marks.left = mark_beside(board, marked, range, index, -1);
    marks.right = mark_beside(board, marked, range, index, 1);
    return marks;
}

static void paint_tile(const struct board *board, const struct board_tile_place *place,
                       const struct marked *marked, struct range range, int index) {
    const struct scene_tile *tile = &board->scene->tiles[index];
    struct board_tile_marks marks = marks_of(board, marked, range, index);
    if (tile->kind == SCENE_TEXT) {
        board_tile_text(place, tile, marks.own);
        return;
    }
    const struct scene_tile *after = board->after ? laid(board, index) : NULL;
    if (after && is_strong(marks.own))
        board_tile_paint(place, after, BOARD_TILE_WOULD_LIE, &marks);
    else if (after && tile->kind == SCENE_GHOST && after->kind == SCENE_MARK)
        board_tile_paint(place, after, BOARD_TILE_PROMISED, &marks);
    else
        board_tile_paint(place, tile, BOARD_TILE_USUAL, &marks);
}

static const char *title_of(const struct board *board, const struct scene_area *area) {
    return area->seat >= 0 && board->names ? board->names[area->seat] : area->title;
}

/* Boards that look alike tell their values alike: all below if one has no room above. Short values
 * count alike, or boards would have to be painted whose neighbour's value has changed. */
static bool is_low(const struct board *board, const struct board_layout *layout,
                   const struct board_panel *panel) {
    const struct scene_area *areas = board->scene->areas, *area = &areas[panel->area];
    bool low = false;
    int alike = 0;
    for (int i = 0; i < layout->count; i++) {
        const struct board_panel *other = &layout->panels[i];
        if (other->area < 0 || other->box.cols != panel->box.cols) continue;
        const struct scene_area *at = &areas[other->area];
        if (at->seat < 0 || at->small != area->small || strcmp(at->kind, area->kind) != 0) continue;
        int value = cells_width(at->value) > VALUE_COLS ? cells_width(at->value) : VALUE_COLS;
        low |= !cells_frame_holds(panel->box.cols, title_of(board, at), value);
        alike++;
    }
    return low && alike > 1;
}

static void paint_frame(const struct board *board, const struct scene_area *area,
                        struct cells_box box, bool low, struct cells *cells) {
    bool turns = area->seat >= 0 && (area->seat == board->seat || board->movers >> area->seat & 1);
    uint8_t fore = area->dense ? THEME_WALL : turns ? THEME_TURN : THEME_FRAME;
    struct cells_cell ink = {' ', fore, THEME_PAPER, 0, 0};
    if (low)
        cells_frame_low(cells, box, ink, title_of(board, area), area->value, board->plain);
    else
        cells_frame(cells, box, ink, title_of(board, area), area->value, board->plain);
}

static struct cells_box inside_of(const struct cells_box *box) {
    return (struct cells_box){box->row + 1, box->col + 1, box->rows - 2, box->cols - 2};
}

/* The margin at the left of the contents: what is left over, but one column at most. */
static int margin_of(const struct board_grid *grid, const struct cells_box *inside) {
    int spare = inside->cols - grid->cols;
    return spare >= 1 ? (grid->area->dense ? spare / 2 : 1) : 0;
}

/* Sets where a panel's tiles come to lie. */
static void set_place(struct board_tile_place *place, const struct board *board,
                      const struct board_grid *grid, const struct cells_box *box) {
    place->grid = grid;
    place->inside = inside_of(box);
    place->row = place->inside.row;
    place->col = place->inside.col + margin_of(grid, &place->inside);
    place->plain = board->plain;
    place->bare = board->bare;
}

static bool is_shown(const struct scene_area *area, const struct scene_tile *tile) {
    return !tile->caption && board_grid_has(area, tile);
}

static void paint_area(const struct board *board, const struct board_panel *panel,
                       struct cells_box box, bool low, struct range range,
                       const struct marked *marked, struct cells *cells) {
    const struct scene_area *area = &board->scene->areas[panel->area];
    struct board_grid_facts facts;
    struct board_grid grid;
    struct board_tile_place place = {.cells = cells};
    if (area->dense)
        board_grid_look(&facts, board->scene, area, range.first_text, range.text_end);
    else
        board_grid_look(&facts, board->scene, area, range.first, range.end);
    board_grid_fill(&grid, &facts, panel->size);
    set_place(&place, board, &grid, &box);
    paint_frame(board, area, box, low, cells);
    if (area->dense)
        cells_fill(cells, place.inside, (struct cells_cell){' ', THEME_GLASS, THEME_GLASS, 0, 0});
    bool sketched = grid.tile_halves < 2; /* then an empty place is as the glass is */
    for (int i = range.first; i < range.end; i++) {
        const struct scene_tile *tile = &board->scene->tiles[i];
        if (sketched && tile->kind == SCENE_EMPTY) continue;
        if (is_shown(area, tile)) paint_tile(board, &place, marked, range, i);
    }
}

static void paint_text(const struct board *board, const struct board_text *text,
                       struct cells_box box, struct cells *cells) {
    struct cells_box inside = inside_of(&box);
    struct cells_cell frame = {' ', THEME_FRAME, THEME_PAPER, 0, 0};
    struct cells_cell ink = {' ', THEME_INK, THEME_PAPER, 0, 0};
    cells_frame(cells, box, frame, text->title, text->value, board->plain);
    inside.col++;
    inside.cols -= 2;
    cells_passage(cells, inside, ink, text->text, board->plain);
}

static bool is_in_panel(const struct board *board, const struct board_panel *panel,
                        const struct scene_tile *tile) {
    return panel->area >= 0 && board_grid_has(&board->scene->areas[panel->area], tile);
}

/* Finds the first and the last tile of each panel that is asked for. Neighbours are most often of
 * the same one. */
static void find_ranges(const struct board *board, const struct board_layout *layout,
                        uint64_t panels, struct range *ranges) {
    int at = 0;
    for (int i = 0; i < layout->count; i++) ranges[i] = (struct range){0, 0, 0, 0};
    for (int i = 0; i < board->scene->count && layout->count > 0; i++) {
        const struct scene_tile *tile = &board->scene->tiles[i];
        if (at == layout->count || !is_in_panel(board, &layout->panels[at], tile))
            for (at = 0; at < layout->count; at++)
                if (panels >> at & 1 && is_in_panel(board, &layout->panels[at], tile)) break;
        if (at == layout->count) continue;
        if (!ranges[at].end) ranges[at].first = i;
        ranges[at].end = i + 1;
        if (tile->kind != SCENE_TEXT) continue;
        if (!ranges[at].text_end) ranges[at].first_text = i;
        ranges[at].text_end = i + 1;
    }
}

static void paint_panels(const struct board *board, const struct board_layout *layout,
                         uint64_t panels, struct cells *cells, int row, int col) {
    struct range ranges[BOARD_PANELS_MAX];
    struct marked marked;
    find_ranges(board, layout, panels, ranges);
    find_marked(board, &marked);
    for (int i = 0; i < layout->count; i++) {
        const struct board_panel *panel = &layout->panels[i];
        struct cells_box box = panel->box;
        if (!(panels >> i & 1)) continue;
        box.row += row;
        box.col += col;
        if (panel->area >= 0)
            paint_area(board, panel, box, is_low(board, layout, panel), ranges[i], &marked, cells);
        else
            paint_text(board, &board->texts[panel->text], box, cells);
    }
}

void board_paint(const struct board *board, const struct board_layout *layout, struct cells *cells,
                 int row, int col) {
    paint_panels(board, layout, UINT64_MAX, cells, row, col);
}

void board_paint_some(const struct board *board, const struct board_layout *layout, uint64_t panels,
                      struct cells *cells, int row, int col) {
    for (int i = 0; i < layout->count; i++) {
        struct cells_box box = layout->panels[i].box;
        box.row += row;
        box.col += col;
        if (panels >> i & 1)
            cells_fill(cells, box, (struct cells_cell){' ', THEME_INK, THEME_PAPER, 0, 0});
    }
    paint_panels(board, layout, panels, cells, row, col);
}

uint64_t board_panels_of(const struct board *board, const struct board_layout *layout,
                         uint32_t seats) {
    uint64_t panels = 0;
    for (int i = 0; i < layout->count; i++) {
        int area = layout->panels[i].area, seat;
        if (area < 0) continue;
        seat = board->scene->areas[area].seat;
        if (seat < 0 || seats >> seat & 1) panels |= UINT64_C(1) << i;
    }
    return panels;
}

bool board_lay(const struct board *board, int rows, int cols, struct board_layout *layout) {
    return board_pack(board, rows, cols, layout);
}

/* The places of a panel in a layout. */
static void find_places(const struct board *board, const struct board_panel *panel,
                        struct board_grid_facts *facts, struct board_grid *grid,
                        struct board_tile_place *place) {
    board_grid_look(facts, board->scene, &board->scene->areas[panel->area], 0, board->scene->count);
    board_grid_fill(grid, facts, panel->size);
    set_place(place, board, grid, &panel->box);
}

/* Returns the cells that belong to a tile, its gap to the next one included. */
static struct cells_box box_of(const struct board_tile_place *place,
                               const struct scene_tile *tile) {
    const struct board_grid *grid = place->grid;
    int row = tile->row - grid->area->row, col = tile->col - grid->area->col;
    int end = col + tile->span < grid->area->cols ? col + tile->span : grid->area->cols;
    struct cells_box box = {place->row + grid->row_at[row] / 2, place->col + grid->col_at[col],
                            (grid->row_at[row + 1] + 1) / 2 - grid->row_at[row] / 2,
                            grid->col_at[end] - grid->col_at[col]};
    if (tile->kind == SCENE_TEXT && box.cols < cells_width(tile->label))
        box.cols = cells_width(tile->label);
    return box;
}

static bool covers(const struct cells_box *box, int row, int col) {
    return row >= box->row && row < box->row + box->rows && col >= box->col &&
           col < box->col + box->cols;
}

static const struct board_panel *panel_at(const struct board_layout *layout, int row, int col) {
    for (int i = 0; i < layout->count; i++)
        if (layout->panels[i].area >= 0 && covers(&layout->panels[i].box, row, col))
            return &layout->panels[i];
    return NULL;
}

int board_spot_at(const struct board *board, const struct board_layout *layout, int row, int col) {
    const struct board_panel *panel = panel_at(layout, row, col);
    struct board_grid_facts facts;
    struct board_grid grid;
    struct board_tile_place place;
    if (!panel) return SCENE_NO_SPOT;
    find_places(board, panel, &facts, &grid, &place);
    for (int i = 0; i < board->scene->count; i++) {
        const struct scene_tile *tile = &board->scene->tiles[i];
        if (tile->spot < 0 || !is_shown(grid.area, tile)) continue;
        struct cells_box box = box_of(&place, tile);
        if (covers(&box, row, col)) return tile->spot;
    }
    return SCENE_NO_SPOT;
}

bool board_find_spot(const struct board *board, const struct board_layout *layout, int spot,
                     int *row, int *col) {
    struct board_grid_facts facts;
    struct board_grid grid;
    struct board_tile_place place;
    for (int i = 0; i < layout->count; i++) {
        if (layout->panels[i].area < 0) continue;
        const struct scene_area *area = &board->scene->areas[layout->panels[i].area];
        for (int j = 0; j < board->scene->count; j++) {
            const struct scene_tile *tile = &board->scene->tiles[j];
            if (tile->spot != spot || !is_shown(area, tile)) continue;
            find_places(board, &layout->panels[i], &facts, &grid, &place);
            struct cells_box box = box_of(&place, tile);
            *row = box.row + board_grid_middle(&grid) * (tile->kind != SCENE_TEXT);
            *col = box.col + (tile->kind == SCENE_TEXT ? 0 : (grid.tile_cols - 1) / 2);
            return true;
        }
    }
    return false;
}

void board_write_status(const struct scene *scene, struct text *out) {
    bool first = true;
    for (int i = 0; i < scene->areas_count; i++) {
        if (strcmp(scene->areas[i].kind, "status") != 0) continue;
        for (int j = 0; j < scene->count; j++) {
            const struct scene_tile *tile = &scene->tiles[j];
            if (tile->kind != SCENE_TEXT || !is_shown(&scene->areas[i], tile)) continue;
            if (!tile->label[0]) continue;
            text_string(out, first ? "" : "  ");
            text_string(out, tile->label);
            first = false;
        }
    }
}
