/* What a terminal makes of a character. */
#ifndef SHOW_GLYPH_H
#define SHOW_GLYPH_H

#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

enum { GLYPH_WIDE = 0x1100 }; /* below this no character is two columns wide */

/* Returns whether a terminal would obey a character, or show it in no column of its own. */
bool glyph_is_obeyed(uint32_t code);
/* Returns whether it takes two columns. */
bool glyph_is_wide(uint32_t code);
/* Returns the printable ASCII character that is most like it; '?' if none is. */
char glyph_plain(uint32_t code);
/* Writes it in UTF-8. */
void glyph_put(struct text *out, uint32_t code);

#endif
