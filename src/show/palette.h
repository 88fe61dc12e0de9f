/* Colours for terminals that have few. */
#ifndef SHOW_PALETTE_H
#define SHOW_PALETTE_H

#include "show/theme.h"

/* Returns the number of the nearest of 256 colours; never one of the first 16, which people set.
 * With `hue` a colour does not turn grey: dark reds and blues would. */
int palette_256(uint32_t rgb, bool hue);
/* Returns which of 16 colours serves for a role, on light or dark paper. */
int palette_16(int role, bool light);
bool palette_is_light(uint32_t rgb);

#endif
