/* Measuring areas, and dividing panels into columns and rows. */
#include "show/board_grid.h"
#include <assert.h>
#include <string.h>

enum { NOTHING, CAPTION, TEXT, TILE };

/* Height and width from one tile to the next, the height in half rows; the tile itself; and the
 * same in a dense area, where tiles touch. */
static const struct {
    uint8_t pitch_halves, pitch_cols, tile_halves, tile_cols, dense_halves, dense_cols;
} sizes[BOARD_SIZES] = {
    [BOARD_SKETCH] = {2, 1, 2, 1, 1, 1}, [BOARD_TINY] = {2, 1, 2, 1, 2, 1},
    [BOARD_SMALL] = {2, 3, 2, 2, 2, 2},  [BOARD_LARGE] = {4, 4, 3, 3, 4, 4},
    [BOARD_BIG] = {6, 6, 5, 5, 6, 6},    [BOARD_HUGE] = {8, 8, 7, 7, 8, 8},
};

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* Returns the columns of a text without the spaces at its end. */
static int width_of(const char *text) {
    if (!text[0] || !text[1]) return text[0] > ' ';
    int width = cells_width(text);
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' '; length--) width--;
    return width;
}

const char *board_grid_word(const struct scene_tile *tile, bool dense, int cols) {
    if (tile->face[0] && (dense || cols < 3 || width_of(tile->label) > cols)) return tile->face;
    return tile->label;
}

int board_grid_middle(const struct board_grid *grid) {
    return grid->area->dense ? (grid->tile_halves - 1) / 4 : grid->tile_halves / 4;
}

bool board_grid_has_tiles(const struct board_grid *grid, int col) {
    return grid->facts->col_kinds[col] == TILE;
}

/* Returns the columns to keep for a text: what it takes, or as many as its places have where the
 * game is printed, less a gap; so that the layout stays the same when the text changes. */
static int text_width(const struct scene *scene, const struct scene_tile *tile) {
    int places = tile->span * scene->place - (tile->span > 1);
    if (places >= SCENE_LABEL_MAX) places = 0;
    return larger(width_of(tile->label), places);
}

static void look_at_caption(struct board_grid_facts *facts, const struct scene_tile *tile) {
    int row = tile->row - facts->area->row, first = tile->col - facts->area->col;
    for (int col = first; col < first + tile->span && col < facts->area->cols; col++) {
        facts->captions[0][row]++;
        facts->captions[1][col]++;
    }
}

static void look_at_text(struct board_grid_facts *facts, const struct scene_tile *tile, int index) {
    int col = tile->col - facts->area->col;
    if (tile->span == 1) {
        int width = tile->face[0] ? width_of(tile->face) : text_width(facts->scene, tile);
        facts->texts++;
        facts->cols[col] = (uint8_t)larger(facts->cols[col], width);
        facts->col_kinds[col] = (uint8_t)larger(facts->col_kinds[col], TEXT);
    } else if (facts->spans_count < BOARD_GRID_SPANS) {
        facts->spans[facts->spans_count++] = (int16_t)index;
    }
}

/* Only what lies somewhere for long has room for its words; those of others are cut. */
static void look_at_tile(struct board_grid_facts *facts, const struct scene_tile *tile) {
    facts->col_kinds[tile->col - facts->area->col] = TILE;
    if (tile->kind != SCENE_TILE) return;
    int label = width_of(tile->label), face = tile->face[0] ? width_of(tile->face) : label;
    facts->label_cols = larger(facts->label_cols, label);
    facts->face_cols = larger(facts->face_cols, face);
}

/* All places of a dense area are for tiles, empty or not, but for columns of texts, and rows and
 * columns that captions fill. */
static void complete(struct board_grid_facts *facts) {
    for (int row = 0; row < facts->area->rows; row++) {
        facts->row_kinds[row] = facts->captions[0][row] == facts->area->cols ? CAPTION : TILE;
        facts->row_ends[row] = facts->area->cols;
    }
    for (int col = 0; col < facts->area->cols; col++)
        if (facts->col_kinds[col] != TEXT)
            facts->col_kinds[col] = facts->captions[1][col] == facts->area->rows ? CAPTION : TILE;
}

static void look_at(struct board_grid_facts *facts, const struct scene_tile *tile, int index) {
    int row = tile->row - facts->area->row, end = tile->col - facts->area->col + tile->span;
    int kind = tile->caption ? CAPTION : tile->kind == SCENE_TEXT ? TEXT : TILE;
    if (kind > facts->row_kinds[row]) facts->row_kinds[row] = (uint8_t)kind;
    if (kind != CAPTION && end > facts->row_ends[row]) facts->row_ends[row] = (int16_t)end;
    if (kind == CAPTION)
        look_at_caption(facts, tile);
    else if (kind == TEXT)
        look_at_text(facts, tile, index);
    else
        look_at_tile(facts, tile);
}

void board_grid_look(struct board_grid_facts *facts, const struct scene *scene,
                     const struct scene_area *area, int first, int end) {
    assert(area->cols <= BOARD_GRID_MAX && area->rows <= BOARD_GRID_MAX);
    facts->scene = scene;
    facts->area = area;
    facts->label_cols = facts->face_cols = facts->texts = facts->spans_count = 0;
    memset(facts->cols, 0, (size_t)area->cols);
    memset(facts->col_kinds, NOTHING, (size_t)area->cols);
    memset(facts->row_kinds, NOTHING, (size_t)area->rows);
    memset(facts->row_ends, 0, sizeof *facts->row_ends * (size_t)area->rows);
    memset(facts->captions[0], 0, sizeof *facts->captions[0] * (size_t)area->rows);
    memset(facts->captions[1], 0, sizeof *facts->captions[1] * (size_t)area->cols);
    for (int i = first; i < end; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        if (area->dense && tile->kind != SCENE_TEXT) continue;
        if (board_grid_has(area, tile)) look_at(facts, tile, i);
    }
    if (area->dense) complete(facts);
}

/* A tile is as wide as its words need, up to 3 columns where it is tiny or small and 5 where it is
 * large. Then even a tiny one needs a gap to the next. */
static void set_tile(struct board_grid *grid, const struct board_grid_facts *facts) {
    bool dense = facts->area->dense;
    grid->tile_halves = dense ? sizes[grid->size].dense_halves : sizes[grid->size].tile_halves;
    grid->tile_cols = dense ? sizes[grid->size].dense_cols : sizes[grid->size].tile_cols;
    grid->pitch_cols = dense ? sizes[grid->size].dense_cols : sizes[grid->size].pitch_cols;
    if (dense || grid->size >= BOARD_BIG) return;
    int word = grid->size < BOARD_LARGE ? facts->face_cols : facts->label_cols;
    int most = grid->size < BOARD_LARGE ? 3 : 5;
    if (word > most) word = most;
    if (word <= grid->tile_cols) return;
    grid->pitch_cols = word + 1;
    grid->tile_cols = word;
}

static void set_rows(struct board_grid *grid, const struct board_grid_facts *facts) {
    int count = grid->area->rows, last = count, at = 0;
    bool begun = false, dense = grid->area->dense;
    int pitch = dense ? sizes[grid->size].dense_halves : sizes[grid->size].pitch_halves;
    while (last > 0 && facts->row_kinds[last - 1] < TEXT) last--;
    for (int row = 0; row < count; row++) {
        int kind = facts->row_kinds[row];
        grid->row_at[row] = (int16_t)at;
        if (kind == TILE) at += pitch;
        if (kind == TEXT || (kind == NOTHING && begun && row < last)) at += 2;
        if (kind >= TEXT) begun = true;
    }
    grid->row_at[count] = (int16_t)at;
    grid->rows = (at + 1) / 2;
}

/* A text over several places pushes on what stands behind it, unless tiles fix the columns. */
static void make_room(const struct board_grid_facts *facts, int16_t *widths) {
    for (int i = 0; i < facts->spans_count; i++) {
        const struct scene_tile *tile = &facts->scene->tiles[facts->spans[i]];
        int first = tile->col - facts->area->col, end = first + tile->span, room = 0;
        if (end >= facts->row_ends[tile->row - facts->area->row] || end > facts->area->cols)
            continue;
        for (int col = first; col < end; col++) room += widths[col];
        int missing = text_width(facts->scene, tile) + 1 - room;
        if (missing > 0 && facts->col_kinds[end - 1] != TILE)
            widths[end - 1] = (int16_t)(widths[end - 1] + missing);
    }
}

/* Returns how many columns the contents take: without the gap behind the last, but with texts that
 * reach farther, unless they stand behind tiles. */
static int content_cols(const struct board_grid *grid, const struct board_grid_facts *facts,
                        int last) {
    int cols = 0;
    if (last > 0) {
        cols = grid->col_at[last - 1];
        cols += facts->col_kinds[last - 1] == TILE ? grid->tile_cols : facts->cols[last - 1];
    }
    for (int i = 0; i < facts->spans_count; i++) {
        const struct scene_tile *tile = &facts->scene->tiles[facts->spans[i]];
        int row = tile->row - grid->area->row, col = tile->col - grid->area->col;
        if (col + tile->span < facts->row_ends[row] || facts->row_kinds[row] == TILE) continue;
        cols = larger(cols, grid->col_at[col] + text_width(facts->scene, tile));
    }
    return cols;
}

/* Where tiles have no gaps, texts between them need some. */
static void part_texts(const struct board_grid *grid, const struct board_grid_facts *facts,
                       int16_t *widths) {
    if (grid->area->dense || grid->pitch_cols > grid->tile_cols) return;
    for (int col = 0; col < grid->area->cols; col++) {
        if (!facts->cols[col]) continue;
        if (facts->col_kinds[col] == TILE) widths[col]++;
        if (col > 0 && facts->col_kinds[col - 1] == TILE && !facts->cols[col - 1])
            widths[col - 1]++;
    }
}

static void set_cols(struct board_grid *grid, const struct board_grid_facts *facts) {
    int16_t widths[BOARD_GRID_MAX];
    int count = grid->area->cols, last = count, at = 0;
    bool begun = false;
    while (last > 0 && facts->col_kinds[last - 1] < TEXT) last--;
    for (int col = 0; col < count; col++) {
        int kind = facts->col_kinds[col];
        widths[col] = (int16_t)(kind == TILE   ? grid->pitch_cols
                                : kind == TEXT ? facts->cols[col] + 1
                                               : begun && col < last && kind == NOTHING);
        if (kind >= TEXT) begun = true;
    }
    part_texts(grid, facts, widths);
    make_room(facts, widths);
    for (int col = 0; col < count; at += widths[col++]) grid->col_at[col] = (int16_t)at;
    grid->col_at[count] = (int16_t)at;
    grid->cols = content_cols(grid, facts, last);
}

void board_grid_fill(struct board_grid *grid, const struct board_grid_facts *facts,
                     enum board_size size) {
    grid->area = facts->area;
    grid->facts = facts;
    grid->size = size == BOARD_SKETCH && facts->texts ? BOARD_TINY : size;
    set_tile(grid, facts);
    set_rows(grid, facts);
    set_cols(grid, facts);
}
