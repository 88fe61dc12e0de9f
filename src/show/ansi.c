/* Scene to text: every place becomes a few characters, or one in a small area, styled by the tile's
 * kind and colour. */
#include "show/ansi.h"
#include <assert.h>
#include <string.h>

/* Of the 256-colour palette: a tile's background, a readable foreground on it, and the foreground
 * without a background, visible on dark and on light terminals. */
static const struct {
    int back, fore, alone;
} palette[SCENE_COLOURS] = {
    [SCENE_PLAIN] = {252, 16, 245},    [SCENE_BLUE] = {26, 231, 33},
    [SCENE_YELLOW] = {220, 16, 178},   [SCENE_RED] = {160, 231, 160},
    [SCENE_BLACK] = {236, 231, 242},   [SCENE_WHITE] = {231, 16, 250},
    [SCENE_GREEN] = {71, 16, 71},      [SCENE_BROWN] = {130, 231, 130},
    [SCENE_MAGENTA] = {164, 231, 164}, [SCENE_CYAN] = {44, 16, 37},
};

/* Tiles are underlined, to separate them from those below. */
static void put_style(const struct scene_tile *tile, struct text *out) {
    int back = palette[tile->colour].back, fore = palette[tile->colour].fore;
    int alone = palette[tile->colour].alone;
    switch (tile->kind) {
    case SCENE_TILE:
        text_format(out, "\033[4;48;5;%d;38;5;%dm", back, fore);
        break;
    case SCENE_MARK:
        text_format(out, "\033[1;38;5;%dm", alone);
        break;
    case SCENE_GHOST:
        text_format(out, "\033[2;38;5;%dm", alone);
        break;
    case SCENE_EMPTY:
        text_string(out, "\033[2m");
        break;
    default:
        text_format(out, "\033[38;5;%dm", alone);
    }
}

static bool has_style(const struct scene_tile *tile) {
    return tile->kind != SCENE_TEXT || tile->colour != SCENE_PLAIN;
}

static bool is_blank(const struct scene_tile *tile) {
    return !tile || (tile->kind == SCENE_TEXT && !tile->label[0]);
}

static void put_spaces(struct text *out, int count) {
    while (count-- > 0) text_char(out, ' ');
}

/* Returns the bytes of the whole characters that fit the width; *columns gets their number. */
static int fit(const char *label, int width, int *columns) {
    int bytes = 0;
    for (*columns = 0; label[bytes] && *columns < width; ++*columns) {
        bytes++;
        while (((unsigned char)label[bytes] & 0xC0) == 0x80) bytes++;
    }
    return bytes;
}

/* Text is aligned left; a tile's label is centred, nearer to the right. The last column of a tile
 * stays free where possible, to separate neighbours. Returns the number of invisible spaces at the
 * end, which are not written. */
static int put_tile(const struct scene_tile *tile, int width, bool colour, struct text *out) {
    const char *label = tile->kind == SCENE_EMPTY && !tile->label[0] ? "·" : tile->label;
    int columns, bytes = fit(label, width, &columns);
    int right = tile->kind == SCENE_TEXT ? width - columns : (width - columns) / 2;
    bool styled = colour && has_style(tile);
    if (styled) put_style(tile, out);
    put_spaces(out, width - columns - right);
    text_bytes(out, label, (size_t)bytes);
    if (!styled) return right;
    int free = right > 0;
    put_spaces(out, right - free);
    text_string(out, "\033[0m");
    return free;
}

/* Finds the tile to show at each place of a row: the one drawn last. */
static void cover(const struct scene *scene, int row, const struct scene_tile **shown) {
    memset(shown, 0, sizeof *shown * (size_t)scene->cols);
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        for (int col = tile->col; col < tile->col + tile->span && col < scene->cols; col++)
            if (tile->row == row) shown[col] = tile;
    }
}

/* Returns the number of places from `col` on that show the same tile; *width gets how wide they
 * are.
 */
static int run(const struct scene_tile *const *shown, const uint8_t *widths, int cols, int col,
               int *width) {
    int count = 1;
    *width = widths[col];
    for (; col + count < cols && shown[col + count] == shown[col]; count++)
        *width += widths[col + count];
    return count;
}

void ansi_render(const struct scene *scene, bool colour, struct text *out) {
    const struct scene_tile *shown[SCENE_COLS_MAX];
    uint8_t widths[SCENE_COLS_MAX];
    assert(scene->cols <= SCENE_COLS_MAX);
    scene_widths(scene, widths);
    for (int row = 0; row < scene->rows; row++) {
        int blank = 0; /* spaces not written yet, so that no line ends in them */
        cover(scene, row, shown);
        for (int col = 0, span, width; col < scene->cols; col += span) {
            span = run(shown, widths, scene->cols, col, &width);
            if (is_blank(shown[col])) {
                blank += width;
            } else {
                put_spaces(out, blank);
                blank = put_tile(shown[col], width, colour, out);
            }
        }
        text_char(out, '\n');
    }
}
