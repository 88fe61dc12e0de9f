/* Only whole characters are added and removed, and none that a terminal would obey. */
#include "lobby/line.h"
#include "show/cells.h"
#include "show/glyph.h"
#include <string.h>

static void remove_last(char *line) {
    size_t length = strlen(line);
    while (length && (line[length - 1] & 0xC0) == 0x80) length--;
    if (length) line[length - 1] = '\0';
}

static void add(char *line, size_t capacity, uint32_t code) {
    char bytes[8];
    size_t length = strlen(line);
    struct text text = text_over(bytes, sizeof bytes);
    glyph_put(&text, code);
    if (length + text.length < capacity) memcpy(line + length, bytes, text.length + 1);
}

enum line_end line_key(char *line, size_t capacity, uint32_t key) {
    if (key == INPUT_ENTER || key == '\n') return LINE_ENTERED;
    if (key == INPUT_ESCAPE) return LINE_DROPPED;
    if (key == INPUT_BACKSPACE)
        remove_last(line);
    else if (key == INPUT_CTRL('u'))
        line[0] = '\0';
    else if (key >= ' ' && key < INPUT_KEYS && !glyph_is_obeyed(key))
        add(line, capacity, key);
    else
        return LINE_OTHER;
    return LINE_TYPED;
}

int line_length(const char *line) {
    int length = 0;
    for (; *line; line++) length += (*line & 0xC0) != 0x80;
    return length;
}

void line_write(const char *line, int width, bool plain, struct text *out) {
    uint32_t glyph;
    while (cells_width(line) > width - 1 && *line) cells_next(&line, &glyph);
    text_printable(out, line, strlen(line));
    text_string(out, plain ? CELLS_ACCENT "_" CELLS_INK : CELLS_ACCENT "▏" CELLS_INK);
}
