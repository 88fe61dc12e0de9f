/* Tile-agnostic patterns of slide. A pattern is a row of blank moves, each from where the one
 * before ended; its box is the smallest rectangle that holds the blank's walk; its effect, always
 * found by running it, is a permutation of the box's cells. Labels, the place on the board, turning
 * and mirroring make no other pattern: of the eight images one is canonical. */
#ifndef SLIDE_PATTERN_H
#define SLIDE_PATTERN_H

#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLIDE_PATTERN_MOVES_MAX = 24, SLIDE_PATTERN_CELLS_MAX = 16 };

struct slide_pattern {
    uint8_t rows, cols; /* of the box */
    uint8_t start;      /* the cell of the box where the blank begins */
    uint8_t cost;       /* the number of moves */
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX];
    uint8_t
        effect[SLIDE_PATTERN_CELLS_MAX]; /* the cell where each cell's tile, or the blank, ends */
};

/* The pattern of some moves, by running them; false if they or their box are too many. */
bool slide_pattern_run(struct slide_pattern *pattern, const uint8_t *moves, int count);
/* Its image by a symmetry of base/grid.h, and a move's. */
void slide_pattern_turn(const struct slide_pattern *pattern, int symmetry,
                        struct slide_pattern *out);
int slide_pattern_turn_move(int symmetry, int move);
/* Orders patterns by box, start and effect: 0 where they do the same in the same box, whatever
 * their moves. */
int slide_pattern_compare(const struct slide_pattern *one, const struct slide_pattern *two);
/* The least of the eight images, ties broken by the moves; the symmetry that makes it. */
int slide_pattern_canonical(const struct slide_pattern *pattern, struct slide_pattern *out);
/* The symmetries that give different images, a bit each: of equal ones the first. */
unsigned slide_pattern_images(const struct slide_pattern *pattern);
/* The box before and after, a line each row; the tiles are A, B, ... and the blank is a dot. */
void slide_pattern_draw(const struct slide_pattern *pattern, struct text *out);
/* The moves, as "Right Down Left Up". */
void slide_pattern_spell(const struct slide_pattern *pattern, struct text *out);

/* The catalogue: for each effect that up to max_cost moves can have in some box of at most
 * SLIDE_CATALOGUE_CELLS_MAX cells, the cheapest pattern (the least in the order of slide_mine.h);
 * and the cheapest in each smaller box that has a dearer one. One canonical member for each class.
 */
enum { SLIDE_CATALOGUE_COST_MAX = 14, SLIDE_CATALOGUE_CELLS_MAX = 10 };
#define SLIDE_CATALOGUE_COST_WORD "14" /* the same, for sentences */

struct slide_catalogue_entry {
    struct slide_pattern pattern;
    const char *name; /* NULL for most */
};

/* Entries by cost, then box, start and effect: the same on every machine. */
struct slide_catalogue {
    struct slide_catalogue_entry *entries;
    size_t count;
    int max_cost;
};

/* -1 without memory. */
int slide_catalogue_init(struct slide_catalogue *catalogue, int max_cost);
void slide_catalogue_release(struct slide_catalogue *catalogue);
/* Gives the names in slide_names.c to what they mean. */
void slide_catalogue_name(struct slide_catalogue *catalogue);
/* How many entries, the first ones, cost at most this. */
size_t slide_catalogue_size(const struct slide_catalogue *catalogue, int max_cost);

/* An entry where it fits: turned, with the blank where it begins and its walk on the board. What
 * lies on cells[i] goes to cells[entry->pattern.effect[i]]. */
struct slide_match {
    const struct slide_catalogue_entry *entry;
    int symmetry;
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX]; /* as they are made here */
    int cells[SLIDE_PATTERN_CELLS_MAX];     /* of the board, for each cell of the entry's box */
};

/* Shows every match at a board with the blank on a cell, in the order of entries and symmetries,
 * until visit says false; how many it showed. Labels play no part. */
typedef bool slide_match_visit(void *self, const struct slide_match *match);
size_t slide_catalogue_match(const struct slide_catalogue *catalogue, int rows, int cols, int blank,
                             int max_cost, slide_match_visit *visit, void *self);

#endif
