/* All that shortest solutions of boards of one size need: tables, views and relations. */
#ifndef SLIDE_KIT_H
#define SLIDE_KIT_H

#include "game/tool.h"
#include "slide_ida.h"

struct slide_kit;

/* Whether boards of this size can be solved with a proof. */
bool slide_kit_fits(int rows, int cols);

/* With the large tables if the host has them all, else with small ones that are made at once. NULL
 * if memory runs out or the host says stop. */
struct slide_kit *slide_kit_new(int rows, int cols, const struct host *host);
void slide_kit_free(struct slide_kit *kit);

const struct slide_scheme *slide_kit_scheme(const struct slide_kit *kit);
/* It works with the large tables, or there are none for its size. */
bool slide_kit_is_best(const struct slide_kit *kit);

/* Makes the large tables for a size, those that the host does not have yet, and tells the bytes of
 * all. NULL, or why not. */
const char *slide_kit_build(int rows, int cols, const struct host *host, size_t *bytes);
/* The sizes that have large tables: the i-th, false past the last. */
bool slide_kit_size(int i, int *rows, int *cols);

#endif
