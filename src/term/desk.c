/* What terms share: made when it is first needed, and kept. */
#include "term/desk.h"
#include <stdlib.h>

void desk_init(struct desk *desk) {
    *desk = (struct desk){.cells = NULL};
}

void desk_release(struct desk *desk) {
    free(desk->cells);
    free(desk->scene);
    free(desk->more);
    for (int i = 0; i < DESK_LOOKS; i++) free(desk->inks[i]);
    desk_init(desk);
}

struct cells_cell *desk_cells(struct desk *desk, int rows, int cols) {
    size_t count = (size_t)rows * (size_t)cols;
    if (count <= desk->cells_count) return desk->cells;
    struct cells_cell *cells = realloc(desk->cells, count * sizeof *cells);
    if (!cells) return NULL;
    desk->cells = cells;
    desk->cells_count = count;
    return cells;
}

struct scene *desk_scene(struct desk *desk) {
    if (!desk->scene) desk->scene = malloc(sizeof *desk->scene);
    return desk->scene;
}

const struct wire_inks *desk_inks(struct desk *desk, const struct config *config) {
    int depth = config->colours < 0 ? WIRE_NONE : config->colours;
    int index = (depth * THEME_NAMES + (int)config->theme) * 2 + config->friendly;
    if (!desk->inks[index]) {
        struct theme theme;
        desk->inks[index] = malloc(sizeof *desk->inks[index]);
        if (!desk->inks[index]) return NULL;
        theme_fill(&theme, config->theme, config->friendly);
        wire_inks_fill(desk->inks[index], (enum wire_colours)depth, &theme);
    }
    return desk->inks[index];
}
