/* Scenes for a terminal. */
#ifndef SHOW_ANSI_H
#define SHOW_ANSI_H

#include "base/text.h"
#include "game/scene.h"
#include <stdbool.h>

/* Writes the whole picture, one line a row, with colour codes or as plain text. */
void ansi_render(const struct scene *scene, bool colour, struct text *out);

#endif
