/* The heuristic for boards of one size: its pattern databases, here called tables, and its pruner.
 */
#ifndef SLIDE_TABLES_H
#define SLIDE_TABLES_H

#include "game/host.h"
#include "games/slide/optimal/ida.h"

struct slide_tables;

/* Whether boards of this size can be solved optimally. */
bool slide_tables_fits(int rows, int cols);

/* Loads the large tables if the host has them all, else builds small ones. Returns NULL if memory
 * runs out or the host says stop. */
struct slide_tables *slide_tables_new(int rows, int cols, const struct host *host);
void slide_tables_free(struct slide_tables *tables);

const struct slide_heuristic *slide_tables_heuristic(const struct slide_tables *tables);

/* Builds the large tables that the host does not have yet, and lets it keep them. Sets *bytes to
 * the size of all of them, 0 if it stops before. Returns NULL, or why it failed. */
const char *slide_tables_build(int rows, int cols, const struct host *host, size_t *bytes);
/* Tells the i-th size that has large tables. Returns false past the last. */
bool slide_tables_size(int i, int *rows, int *cols);

#endif
