/* What the nets of lines see. A feature of a cell is a byte; LINES_FEATURE_ONE stands for 1. */
#ifndef LINES_FEATURES_H
#define LINES_FEATURES_H

#include "lines.h"

enum { LINES_FEATURE_ONE = 64 };

/* Of a colour and a cell. The last two are one for each way in which lines go: along the row, along
 * the column, down to the right, down to the left. */
enum lines_feature {
    LINES_FEATURE_OWN,      /* a ball of the colour lies there */
    LINES_FEATURE_OTHER,    /* a ball of another colour */
    LINES_FEATURE_EMPTY,    /* none */
    LINES_FEATURE_COMING,   /* how many balls of the colour come next, if shown; each a half */
    LINES_FEATURE_ARRIVING, /* balls arrive now */
    LINES_FEATURE_REGION,   /* the share of the board that can be reached from there */
    LINES_FEATURE_HERE,     /* a ball of the colour is announced there, or of another colour */
    LINES_FEATURE_HERE_OTHER,
    /* The most balls of the colour, a quarter each, in a window of match_length cells that the cell
     * lies in: of those without a ball of another colour, and of those with one. */
    LINES_FEATURE_FREE,
    LINES_FEATURE_BLOCKED = LINES_FEATURE_FREE + 4,
    LINES_FEATURES = LINES_FEATURE_BLOCKED + 4
};

/* Writes [colour][cell][LINES_FEATURES] bytes. */
void lines_features(const struct lines *lines, uint8_t *out);

#endif
