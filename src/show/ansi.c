/* Scene to text: every place becomes a few characters, styled by the tile's kind and colour. And
 * text from outside, made harmless. */
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

/* Returns the number of places from `col` on that show the same tile. */
static int run(const struct scene_tile *const *shown, int cols, int col) {
    int count = 1;
    while (col + count < cols && shown[col + count] == shown[col]) count++;
    return count;
}

void ansi_render(const struct scene *scene, bool colour, struct text *out) {
    const struct scene_tile *shown[SCENE_COLS_MAX];
    assert(scene->cols <= SCENE_COLS_MAX);
    for (int row = 0; row < scene->rows; row++) {
        int blank = 0; /* spaces not written yet, so that no line ends in them */
        cover(scene, row, shown);
        for (int col = 0, span; col < scene->cols; col += span) {
            span = run(shown, scene->cols, col);
            if (shown[col]) {
                put_spaces(out, blank);
                blank = put_tile(shown[col], span * scene->place, colour, out);
            } else {
                blank += span * scene->place;
            }
        }
        text_char(out, '\n');
    }
}

/* Reads a character of valid UTF-8. Returns its number of bytes, or 0. */
static size_t read_character(const unsigned char *at, size_t left, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t count = *at < 0x80 ? 1 : *at < 0xC0 ? 0 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    if (count == 0 || count > left || *at >= 0xF8) return 0;
    *code = count == 1 ? *at : *at & (0x7Fu >> count);
    for (size_t i = 1; i < count; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3Fu);
    }
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < least[count] || surrogate || *code > 0x10FFFF ? 0 : count;
}

/* Returns whether a terminal would obey a character, or show nothing for it. */
static bool is_hidden(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},
                  {0x61C, 0x61C},   {0x200B, 0x200F}, {0x2028, 0x202E},
                  {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE0FFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

/* Writes the next character, or a byte that is none. Returns how many bytes it was; *columns gets
 * how wide it is shown. */
static size_t quote_next(const unsigned char *at, size_t left, int *columns, struct text *out) {
    uint32_t code;
    size_t count = read_character(at, left, &code);
    *columns = 1;
    if (count > 0 && !is_hidden(code)) {
        text_bytes(out, (const char *)at, count);
        return count;
    }
    if (count == 0) count = 1;
    *columns = 4 * (int)count;
    for (size_t i = 0; i < count; i++) {
        text_string(out, "\\x");
        text_hex(out, at[i], 2);
    }
    return count;
}

void ansi_quote(const char *bytes, size_t length, int width, struct text *out) {
    enum { DOTS = 3 };
    const unsigned char *at = (const unsigned char *)bytes;
    struct text cut = *out; /* where "..." would follow */
    int used = 0, columns;
    for (size_t i = 0; i < length; used += columns) {
        if (used <= width - DOTS) cut = *out;
        i += quote_next(at + i, length - i, &columns, out);
        if (used + columns <= width) continue;
        *out = cut;
        out->at[out->length] = '\0';
        text_string(out, "...");
        return;
    }
}
