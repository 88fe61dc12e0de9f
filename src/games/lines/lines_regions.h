/* The empty regions of a board.
 *
 * A ball can go to every cell of each empty region that it touches. So each region has as many
 * moves as its cells times the balls around it, and every move belongs to one region. */
#ifndef LINES_REGIONS_H
#define LINES_REGIONS_H

#include "lines_events.h"

/* A bound by counting the sides of cells. A region of two or more cells has at least 8 sides of its
 * own cells, and at least 6 sides of balls or of the edge face it: 14 in all. The board has 4 for
 * each cell and the edge 4 * LINES_SIDE_MAX. */
enum { LINES_REGIONS_MAX = (4 * LINES_CELLS_MAX + 4 * LINES_SIDE_MAX) / 14 };

struct lines_region {
    struct lines_set cells, around;
    uint32_t moves;
};

struct lines_regions {
    struct lines_region at[LINES_REGIONS_MAX];
    int count;
    struct lines_set lone[4]; /* one-cell regions with a ball to the right, left, below, above */
    uint32_t moves;
};

/* A crowded board has many regions of one cell: they are handled together, one side at a time. */
LINES_INLINE void lines_find_lone(struct lines_regions *regions, struct lines_set lone,
                                  struct lines_set balls, int limbs, int stride) {
    regions->lone[0] = lines_set_and(lone, lines_set_down(balls, 1, limbs), limbs);
    regions->lone[1] = lines_set_and(lone, lines_set_up(balls, 1, limbs), limbs);
    regions->lone[2] = lines_set_and(lone, lines_set_down(balls, stride, limbs), limbs);
    regions->lone[3] = lines_set_and(lone, lines_set_up(balls, stride, limbs), limbs);
    for (int i = 0; i < 4; i++)
        regions->moves += (uint32_t)lines_set_count(regions->lone[i], limbs);
}

LINES_INLINE void lines_find_regions(struct lines_regions *regions, const struct lines *lines,
                                     int limbs, int stride) {
    struct lines_set left = lines_load(lines, LINES_EMPTY, limbs),
                     balls = lines_balls(lines, limbs);
    struct lines_set lone = lines_set_minus(left, lines_set_neighbours(left, stride, limbs), limbs);
    regions->count = 0;
    regions->moves = 0;
    lines_find_lone(regions, lone, balls, limbs, stride);
    left = lines_set_minus(left, lone, limbs);
    while (lines_set_any(left, limbs)) {
        struct lines_region *region = &regions->at[regions->count++];
        region->cells = lines_set_flood(lines_set_first(left, limbs), left, stride, limbs);
        region->around =
            lines_set_and(lines_set_neighbours(region->cells, stride, limbs), balls, limbs);
        region->moves = (uint32_t)(lines_set_count(region->cells, limbs) *
                                   lines_set_count(region->around, limbs));
        regions->moves += region->moves;
        left = lines_set_minus(left, region->cells, limbs);
    }
}

#endif
