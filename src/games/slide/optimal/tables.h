/* All that shortest solutions of boards of one size need: tables, views and relations. */
#ifndef SLIDE_KIT_H
#define SLIDE_KIT_H

#include "game/tool.h"
#include "games/slide/optimal/ida.h"

struct slide_tables;

/* Whether boards of this size can be solved with a proof. */
bool slide_tables_fits(int rows, int cols);

/* With the large tables if the host has them all, else with small ones that are made at once. NULL
 * if memory runs out or the host says stop. */
struct slide_tables *slide_tables_new(int rows, int cols, const struct host *host);
void slide_tables_free(struct slide_tables *kit);

const struct slide_heuristic *slide_tables_heuristic(const struct slide_tables *kit);
/* It works with the large tables, or there are none for its size. */
bool slide_tables_is_best(const struct slide_tables *kit);

/* Makes the large tables for a size, those that the host does not have yet, and tells the bytes of
 * all. NULL, or why not. */
const char *slide_tables_build(int rows, int cols, const struct host *host, size_t *bytes);
/* The sizes that have large tables: the i-th, false past the last. */
bool slide_tables_size(int i, int *rows, int *cols);

#endif
