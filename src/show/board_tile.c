/* Tiles as cells. A ground of colour with a letter on it; half blocks make edges of half a row. In
 * a dense area a tile fills its place, and a stub points to what it is joined to. */
#include "show/board_tile.h"
#include <string.h>

enum { UPPER_HALF = 0x2580, LOWER_HALF = 0x2584, FULL = 0x2588, DOT = 0xB7, BULLET = 0x2022 };
enum { STUB_LEFT = 0x2574, STUB_UP, STUB_RIGHT, STUB_DOWN, ACROSS = 0x2500, UPRIGHT = 0x2502 };
enum { LEFT_BAR = 0x2590, RIGHT_BAR = 0x258C, LEFT_CORNER = 0x259D, RIGHT_CORNER = 0x2598 };

/* What stands to the left and the right of a tile, and likewise beside its lower half row; then the
 * first two in ASCII. */
static const struct sign {
    uint32_t left, right, low_left, low_right;
    char plain_left, plain_right;
    uint8_t fore;
} signs[] = {
    [BOARD_LEGAL] = {0, BULLET, 0, 0, 0, '+', THEME_ACCENT},
    [BOARD_LAST] = {0x2595, 0x258F, 0, 0, ':', ':', THEME_INK},
    [BOARD_YOURS] = {0x254E, 0x254E, 0, 0, '{', '}', THEME_OKAY},
    [BOARD_BEST] = {0x25BA, 0x25C4, 0, 0, '<', '>', THEME_GOOD},
    [BOARD_CHOSEN] = {LEFT_BAR, RIGHT_BAR, LEFT_CORNER, RIGHT_CORNER, '(', ')', THEME_ACCENT},
    [BOARD_CURSOR] = {LEFT_BAR, RIGHT_BAR, LEFT_CORNER, RIGHT_CORNER, '[', ']', THEME_ACCENT},
};

/* A tile being painted: its cell, its colours, its words. */
struct stroke {
    const struct board_tile_place *place;
    int row, col;
    bool lower; /* in the lower half of its row; only where it is sketched */
    bool filled;
    struct cells_cell ink;
    const char *word;
};

static struct cells_cell glyph_in(struct cells_cell ink, uint32_t glyph) {
    ink.glyph = glyph;
    return ink;
}

static struct cells_cell colours_of(const struct scene_tile *tile, bool dense,
                                    enum board_tile_look look) {
    int colour = tile->colour;
    if (look == BOARD_TILE_PROMISED)
        return (struct cells_cell){' ', THEME_ON_GRADE, THEME_GOOD, CELLS_BOLD, 0};
    int kind = look == BOARD_TILE_WOULD_LIE ? SCENE_GHOST : tile->kind;
    switch (kind) {
    case SCENE_TILE:
        return (struct cells_cell){
            ' ', theme_tile(colour, dense ? THEME_HALF_LETTER : THEME_LETTER),
            theme_tile(colour, dense ? THEME_HALF : THEME_FACE), CELLS_BOLD, 0};
    case SCENE_MARK:
        if (!dense) return (struct cells_cell){' ', THEME_ON_ACCENT, THEME_ACCENT, CELLS_BOLD, 0};
        return (struct cells_cell){' ', theme_tile(colour, THEME_MARK_LETTER),
                                   theme_tile(colour, THEME_MARK), CELLS_BOLD, 0};
    case SCENE_GHOST:
        return (struct cells_cell){' ', theme_tile(colour, dense ? THEME_HALF : THEME_FAINT_LETTER),
                                   theme_tile(colour, dense ? THEME_GHOST : THEME_FAINT), 0, 0};
    default:
        return (struct cells_cell){' ', dense ? THEME_GLASS_DOT : THEME_QUIET,
                                   dense ? THEME_GLASS : THEME_RECESS, 0, 0};
    }
}

/* Two places share a cell: the upper one is its glyph, the lower one its ground. Where grounds do
 * not show, the glyph tells which are filled. */
static void sketch(const struct stroke *stroke) {
    struct cells *cells = stroke->place->cells;
    if (stroke->row < 0 || stroke->row >= cells->rows || stroke->col < 0 ||
        stroke->col >= cells->cols)
        return;
    struct cells_cell *cell = &cells->at[stroke->row * cells->cols + stroke->col];
    if (stroke->place->plain || stroke->place->bare) {
        static const uint32_t glyphs[2][4] = {{' ', UPPER_HALF, LOWER_HALF, FULL},
                                              {' ', '\'', '.', ':'}};
        const uint32_t *set = glyphs[stroke->place->plain];
        int now = 0;
        while (now < 3 && set[now] != cell->glyph) now++;
        if (stroke->filled) cell->fore = stroke->ink.back;
        cell->glyph = set[stroke->filled ? now | 1 << stroke->lower : now];
        return;
    }
    if (stroke->lower)
        cell->back = stroke->ink.back;
    else
        cell->fore = stroke->ink.back;
    cell->glyph = cell->fore == cell->back ? ' ' : UPPER_HALF;
}

/* Fills the tile's rows, and half a row below if its height is uneven. */
static void fill(const struct stroke *stroke) {
    const struct board_grid *grid = stroke->place->grid;
    struct cells_box box = {stroke->row, stroke->col, grid->tile_halves / 2, grid->tile_cols};
    struct cells_cell below = {UPPER_HALF, stroke->ink.back, THEME_PAPER, 0, 0};
    cells_fill(stroke->place->cells, box, glyph_in(stroke->ink, ' '));
    if (grid->tile_halves % 2 == 0 || stroke->place->plain || stroke->place->bare) return;
    box.row += box.rows;
    box.rows = 1;
    cells_fill(stroke->place->cells, box, below);
}

static void write_word(const struct stroke *stroke, int middle) {
    int cols = stroke->place->grid->tile_cols;
    const char *word = stroke->word;
    while (*word == ' ') word++;
    if (word[0] > ' ' && !word[1]) {
        cells_put(stroke->place->cells, stroke->row + middle, stroke->col + (cols - 1) / 2,
                  glyph_in(stroke->ink, (unsigned char)word[0]));
        return;
    }
    int width = cells_width(word);
    if (width > cols && cols > 1 && (*word == '+' || *word == '-')) word++;
    int left = width < cols ? (cols - width) / 2 : 0;
    cells_text(stroke->place->cells, stroke->row + middle, stroke->col + left, cols - left,
               stroke->ink, word);
}

/* Draws lines from the letter to the edges at which the tile is joined. */
static void draw_joins(const struct stroke *stroke, int joins, int middle) {
    const struct board_grid *grid = stroke->place->grid;
    struct cells *cells = stroke->place->cells;
    int rows = grid->tile_halves / 2, centre = stroke->col + (grid->tile_cols - 1) / 2;
    bool plain = stroke->place->plain;
    for (int col = stroke->col; col < stroke->col + grid->tile_cols; col++)
        if ((joins & SCENE_JOIN_RIGHT && col > centre) || (joins & SCENE_JOIN_LEFT && col < centre))
            cells_put(cells, stroke->row + middle, col,
                      glyph_in(stroke->ink, plain ? '-' : ACROSS));
    for (int row = 0; row < rows; row++)
        if ((joins & SCENE_JOIN_DOWN && row > middle) || (joins & SCENE_JOIN_UP && row < middle))
            cells_put(cells, stroke->row + row, centre,
                      glyph_in(stroke->ink, plain ? '|' : UPRIGHT));
}

/* In two columns: the letter and a stub, or two letters; the letter comes second where the stub
 * points left. */
static void draw_pair(const struct stroke *stroke, int joins) {
    static const uint32_t stubs[2][4] = {{STUB_RIGHT, STUB_LEFT, STUB_UP, STUB_DOWN},
                                         {'-', '-', '|', '|'}};
    int side = 0, left = joins & SCENE_JOIN_LEFT ? 1 : 0;
    struct cells *cells = stroke->place->cells;
    const char *word = stroke->word;
    uint32_t letter = ' ', second = ' ';
    if (*word) cells_next(&word, &letter);
    if (*word) cells_next(&word, &second);
    while (side < 4 && !(joins >> side & 1)) side++;
    if (side < 4) second = stubs[stroke->place->plain][side];
    cells_put(cells, stroke->row, stroke->col + left, glyph_in(stroke->ink, letter));
    cells_put(cells, stroke->row, stroke->col + !left, glyph_in(stroke->ink, second));
}

static bool is_words(const char *word) {
    return word[0] && strcmp(word, ".") != 0;
}

bool board_tile_has_words(const struct scene_tile *tile) {
    return is_words(tile->label);
}

static bool has_words(const struct stroke *stroke) {
    return is_words(stroke->word);
}

static uint32_t dot_of(const struct board_tile_place *place, enum board_mark mark) {
    if (mark == BOARD_LEGAL) return place->plain ? '+' : BULLET;
    return place->plain ? '.' : DOT;
}

/* An empty place shows its words if they fit, or else a dot: in glass, where grounds do not show,
 * and where it can be picked. */
static void draw_empty(const struct stroke *stroke, int middle, enum board_mark mark) {
    const struct board_grid *grid = stroke->place->grid;
    bool dotted = grid->area->dense || stroke->place->bare || stroke->place->plain;
    struct cells_cell dot = glyph_in(stroke->ink, dot_of(stroke->place, mark));
    if (mark == BOARD_LEGAL) dot.fore = THEME_ACCENT;
    if (has_words(stroke) && cells_width(stroke->word) <= grid->tile_cols)
        write_word(stroke, middle);
    else if (dotted || mark == BOARD_LEGAL)
        cells_put(stroke->place->cells, stroke->row + middle,
                  stroke->col + (grid->tile_cols - 1) / 2, dot);
}

static void put_sign(struct cells *cells, int row, int col, uint32_t glyph, uint8_t fore) {
    if (!glyph || row < 0 || row >= cells->rows || col < 0 || col >= cells->cols) return;
    struct cells_cell *cell = &cells->at[row * cells->cols + col];
    cell->glyph = glyph;
    cell->fore = fore;
}

/* Marks a tile in the gap at one side: on its middle line, or on all of them and the half row
 * below. A gap between two marks shows the stronger; within a group it shows none, or goes on with
 * the bars. */
static void mark_side(const struct stroke *stroke, const struct sign *sign, int middle, bool right,
                      bool within) {
    const struct board_tile_place *place = stroke->place;
    int col = right ? stroke->col + place->grid->tile_cols : stroke->col - 1;
    int rows = place->grid->tile_halves / 2;
    bool barred = sign->low_left && !place->plain,
         whole = barred || sign->left == 0x2595 || sign->left == 0x254E;
    if (within && !barred) return;
    uint32_t glyph = right ? sign->right : sign->left;
    uint32_t low = right ? sign->low_right : sign->low_left;
    if (place->plain) glyph = (uint32_t)(right ? sign->plain_right : sign->plain_left);
    if (within) glyph = FULL, low = UPPER_HALF;
    for (int row = 0; row < rows; row++)
        if (row == middle || (whole && !place->plain))
            put_sign(place->cells, stroke->row + row, col, glyph, sign->fore);
    if (place->grid->tile_halves % 2 && barred && !place->bare)
        put_sign(place->cells, stroke->row + rows, col, low, sign->fore);
}

static void mark_beside(const struct stroke *stroke, const struct board_tile_marks *marks,
                        int middle) {
    const struct sign *sign = &signs[marks->own];
    if (marks->left <= marks->own)
        mark_side(stroke, sign, middle, false, marks->left == marks->own);
    if (marks->right <= marks->own)
        mark_side(stroke, sign, middle, true, marks->right == marks->own);
}

static void underline(const struct stroke *stroke, int middle) {
    struct cells *cells = stroke->place->cells;
    int row = stroke->row + middle;
    for (int i = 0; row < cells->rows && i < stroke->place->grid->tile_cols; i++)
        if (stroke->col + i < cells->cols)
            cells->at[row * cells->cols + stroke->col + i].style |= CELLS_UNDERLINE;
}

/* Marks a tile that has no gaps, in its own columns. */
static void mark_inside(const struct stroke *stroke, const struct board_tile_marks *marks,
                        int middle) {
    const struct board_tile_place *place = stroke->place;
    const struct sign *sign = &signs[marks->own];
    int cols = place->grid->tile_cols, row = stroke->row + middle;
    uint32_t left = place->plain ? (uint32_t)sign->plain_left : sign->left;
    uint32_t right = place->plain ? (uint32_t)sign->plain_right : sign->right;
    if (cols >= 4 && marks->left != marks->own)
        put_sign(place->cells, row, stroke->col, left, sign->fore);
    if (cols >= 2 && marks->right != marks->own)
        put_sign(place->cells, row, stroke->col + cols - 1, right, sign->fore);
    underline(stroke, middle);
}

static void draw_mark(const struct stroke *stroke, const struct board_tile_marks *marks,
                      int middle) {
    const struct board_grid *grid = stroke->place->grid;
    if (marks->own == BOARD_PLAIN || grid->tile_halves < 2) return;
    if (marks->own == BOARD_LEGAL && !stroke->filled && !has_words(stroke)) return;
    if (grid->pitch_cols > grid->tile_cols)
        mark_beside(stroke, marks, middle);
    else
        mark_inside(stroke, marks, middle);
    if (marks->own == BOARD_CHOSEN) underline(stroke, middle);
}

static void draw_dense(const struct stroke *stroke, const struct scene_tile *tile, int middle) {
    if (stroke->place->grid->tile_cols == 2) {
        draw_pair(stroke, tile->joins);
        return;
    }
    write_word(stroke, middle);
    draw_joins(stroke, tile->joins, middle);
}

/* Makes a capital letter a small one: what would lie somewhere must not look as if it did. */
static const char *lowered(const char *word, char small[2]) {
    if (word[0] < 'A' || word[0] > 'Z' || word[1]) return word;
    small[0] = (char)(word[0] - 'A' + 'a');
    small[1] = '\0';
    return small;
}

/* Finds a tile's cell. Returns false if the tile does not lie wholly within the panel. */
static bool find_cell(struct stroke *stroke, const struct scene_tile *tile) {
    const struct board_tile_place *place = stroke->place;
    const struct board_grid *grid = place->grid;
    int half = grid->row_at[tile->row - grid->area->row];
    stroke->row = place->row + half / 2;
    stroke->col = place->col + grid->col_at[tile->col - grid->area->col];
    stroke->lower = half % 2;
    return stroke->col + grid->tile_cols <= place->inside.col + place->inside.cols &&
           stroke->row + (grid->tile_halves + 1) / 2 <= place->inside.row + place->inside.rows;
}

/* Most places of a game in motion are empty glass: their ground is there already. */
static void paint_glass(const struct board_tile_place *place, const struct scene_tile *tile) {
    const struct board_grid *grid = place->grid;
    int row = place->row + grid->row_at[tile->row - grid->area->row] / 2 + board_grid_middle(grid);
    int col = place->col + grid->col_at[tile->col - grid->area->col] + (grid->tile_cols - 1) / 2;
    if (col < place->inside.col + place->inside.cols &&
        row < place->inside.row + place->inside.rows)
        cells_put(
            place->cells, row, col,
            (struct cells_cell){place->plain ? '.' : DOT, THEME_GLASS_DOT, THEME_GLASS, 0, 0});
}

void board_tile_paint(const struct board_tile_place *place, const struct scene_tile *tile,
                      enum board_tile_look look, const struct board_tile_marks *marks) {
    const struct board_grid *grid = place->grid;
    bool dense = grid->area->dense;
    if (dense && tile->kind == SCENE_EMPTY && marks->own == BOARD_PLAIN) {
        paint_glass(place, tile);
        return;
    }
    int middle = board_grid_middle(grid);
    char small[2];
    struct stroke stroke = {
        .place = place, .filled = tile->kind != SCENE_EMPTY, .ink = colours_of(tile, dense, look)};
    if (!find_cell(&stroke, tile)) return;
    if (grid->tile_halves < 2) {
        if (tile->kind == SCENE_MARK) stroke.ink.back = theme_tile(tile->colour, THEME_SPECK);
        sketch(&stroke);
        return;
    }
    stroke.word = board_grid_word(tile, dense, grid->tile_cols);
    if (look == BOARD_TILE_WOULD_LIE || (dense && tile->kind == SCENE_GHOST))
        stroke.word = lowered(stroke.word, small);
    if (!dense || grid->tile_cols != 2) fill(&stroke);
    if (!stroke.filled)
        draw_empty(&stroke, middle, marks->own);
    else if (dense)
        draw_dense(&stroke, tile, middle);
    else
        write_word(&stroke, middle);
    draw_mark(&stroke, marks, middle);
}

/* A text of one place above or below tiles stands as their letters do. */
static bool is_heading(const struct board_tile_place *place, const struct scene_tile *tile,
                       int width) {
    return tile->span == 1 && width <= place->grid->tile_cols &&
           board_grid_has_tiles(place->grid, tile->col - place->grid->area->col);
}

/* Returns the column where the room for a text ends: at the next thing in its row, or the frame. */
static int text_end(const struct board_tile_place *place, const struct scene_tile *tile) {
    const struct board_grid *grid = place->grid;
    int end = tile->col - grid->area->col + tile->span,
        right = place->inside.col + place->inside.cols;
    if (end >= grid->facts->row_ends[tile->row - grid->area->row]) return right;
    int next = place->col + grid->col_at[end] - (tile->span > 1);
    return next < right ? next : right;
}

static struct cells_cell text_colours(const struct scene_tile *tile, bool dense,
                                      enum board_mark mark) {
    struct cells_cell ink = {' ', THEME_QUIET, THEME_PAPER, 0, 0};
    if (tile->colour != SCENE_PLAIN) ink.fore = theme_tile(tile->colour, THEME_FAINT_LETTER);
    if (dense) ink.fore = theme_tile(SCENE_WHITE, THEME_MARK_LETTER);
    if (dense) ink.back = THEME_GLASS;
    if (mark <= BOARD_LEGAL) return ink;
    ink.fore = signs[mark].fore;
    ink.style = CELLS_UNDERLINE;
    return ink;
}

void board_tile_text(const struct board_tile_place *place, const struct scene_tile *tile,
                     enum board_mark mark) {
    const struct board_grid *grid = place->grid;
    int row = tile->row - grid->area->row, height = grid->row_at[row + 1] - grid->row_at[row];
    int line = place->row + grid->row_at[row] / 2 + (height > 2 ? board_grid_middle(grid) : 0);
    int col = place->col + grid->col_at[tile->col - grid->area->col];
    int end = text_end(place, tile);
    bool brief = tile->face[0] && (tile->span == 1 || cells_width(tile->label) > end - col);
    const char *word = brief ? tile->face : tile->label, *bare = word;
    while (*bare == ' ') bare++;
    int width = cells_width(bare);
    if (is_heading(place, tile, width)) {
        col += (grid->tile_cols - width) / 2;
        word = bare;
        end = col + width;
    }
    if (line < place->inside.row + place->inside.rows)
        cells_text(place->cells, line, col, end - col, text_colours(tile, grid->area->dense, mark),
                   word);
}
