/* A line that is typed: a name, a title, something to say. */
#ifndef LOBBY_LINE_H
#define LOBBY_LINE_H

#include "show/input.h"

enum line_end {
    LINE_TYPED,
    LINE_ENTERED,
    LINE_DROPPED,
    LINE_OTHER /* the key is not for a line */
};

/* Takes a key. Enter ends the line, Escape drops it. */
enum line_end line_key(char *line, size_t capacity, uint32_t key);
/* Returns its number of characters. */
int line_length(const char *line);
/* Writes its end, as much as fits the width, with a cursor. It comes from outside. */
void line_write(const char *line, int width, bool plain, struct text *out);

#endif
