/* Scenes for a terminal. */
#ifndef SHOW_ANSI_H
#define SHOW_ANSI_H

#include "base/text.h"
#include "game/scene.h"
#include <stdbool.h>
#include <stddef.h>

/* Writes the whole picture, one line a row, with colour codes or as plain text. */
void ansi_render(const struct scene *scene, bool colour, struct text *out);

/* Writes text from outside so that a terminal only shows it: control characters, invisible ones and
 * bytes that are not UTF-8 become \x1b and the like. If it is wider than `width`, its beginning and
 * "..." are written. */
void ansi_quote(const char *bytes, size_t length, int width, struct text *out);

#endif
