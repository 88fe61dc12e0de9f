/* Tile-agnostic patterns of slide. A pattern is a sequence of moves of the blank. Its box is the
 * smallest rectangle that holds the blank's walk; its effect, always found by running it, is a
 * permutation of the box's cells. The tiles' numbers, the place on the board, turns and mirrors
 * make no other pattern: one of the eight images is canonical. */
#ifndef SLIDE_PATTERN_H
#define SLIDE_PATTERN_H

#include "base/text.h"
#include "game/host.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLIDE_PATTERN_MOVES_MAX = 24, SLIDE_PATTERN_CELLS_MAX = 16 };

struct slide_pattern {
    uint8_t rows, cols; /* of the box */
    uint8_t start;      /* the cell of the box where the blank begins */
    uint8_t cost;       /* the number of moves */
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX];
    uint8_t effect[SLIDE_PATTERN_CELLS_MAX]; /* the cell where the content of each cell ends */
};

/* Runs moves and sets their pattern. Returns false if there are too many moves or cells. */
bool slide_pattern_run(struct slide_pattern *pattern, const uint8_t *moves, int count);
/* The image of a pattern and of a move under a symmetry of base/grid.h. */
void slide_pattern_turn(const struct slide_pattern *pattern, int symmetry,
                        struct slide_pattern *out);
int slide_pattern_turn_move(int symmetry, int move);
/* Orders patterns by box, start and effect, not by moves. */
int slide_pattern_compare(const struct slide_pattern *one, const struct slide_pattern *two);
/* Sets the smallest of the eight images, by moves if they compare equal. Returns its symmetry. */
int slide_pattern_canonical(const struct slide_pattern *pattern, struct slide_pattern *out);
/* The set of symmetries that give different images: the first of those that give the same. */
unsigned slide_pattern_images(const struct slide_pattern *pattern);
/* Draws the box before and after. The tiles are A, B, ... and the blank is a dot. */
void slide_pattern_draw(const struct slide_pattern *pattern, struct text *out);
/* Writes the moves as "Right Down Left Up". */
void slide_pattern_spell(const struct slide_pattern *pattern, struct text *out);

/* The catalogue: for each effect that up to max_cost moves can have in a box of at most
 * SLIDE_CATALOGUE_CELLS_MAX cells, the cheapest pattern (the first in the order of
 * optimal/duplicates.h); and, where a smaller box needs more moves, the cheapest pattern in that
 * box as well. One canonical pattern stands for each class. */
enum { SLIDE_CATALOGUE_COST_MAX = 14, SLIDE_CATALOGUE_CELLS_MAX = 10 };
#define SLIDE_CATALOGUE_COST_TEXT "14" /* the same, for messages */

struct slide_catalogue_entry {
    struct slide_pattern pattern;
    const char *name; /* NULL for most */
};

/* Sorted by cost, then box, start and effect. */
struct slide_catalogue {
    struct slide_catalogue_entry *entries;
    size_t count;
    int max_cost;
    bool stopped; /* by the host, before it was complete */
};

/* Reports progress to the host, which may be NULL. Returns -1, and leaves no entries, if memory ran
 * out or the host stopped it. */
int slide_catalogue_init(struct slide_catalogue *catalogue, int max_cost, const struct host *host);
void slide_catalogue_release(struct slide_catalogue *catalogue);
/* Names the entries that names.c knows. */
void slide_catalogue_name(struct slide_catalogue *catalogue);
/* Returns the number of entries, the first ones, that cost at most max_cost. */
size_t slide_catalogue_size(const struct slide_catalogue *catalogue, int max_cost);

/* An image of an entry that fits on the board, with its start on the blank. The content of cells[i]
 * goes to cells[entry->pattern.effect[i]]. */
struct slide_match {
    const struct slide_catalogue_entry *entry;
    int symmetry;
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX]; /* of the image */
    int cells[SLIDE_PATTERN_CELLS_MAX];     /* the cell of the board for each cell of the box */
};

/* Visits every match on a board of a size with the blank on a cell, in the order of entries and
 * symmetries, until `visit` returns false. Returns the number of visits. */
typedef bool slide_match_visit(void *self, const struct slide_match *match);
size_t slide_catalogue_match(const struct slide_catalogue *catalogue, int rows, int cols, int blank,
                             int max_cost, slide_match_visit *visit, void *self);

#endif
