/* Names for patterns. A name means an effect; the cheapest entry of each box with that effect gets
 * it. */
#include "base/grid.h"
#include "games/slide/patterns/pattern.h"

static int cells_of(const struct slide_pattern *pattern) {
    return pattern->rows * pattern->cols;
}

/* Counts the tiles that do not end where they began. */
static int count_moved(const struct slide_pattern *pattern) {
    int count = 0;
    for (int cell = 0; cell < cells_of(pattern); cell++)
        count += cell != pattern->start && pattern->effect[cell] != cell;
    return count;
}

static bool blank_comes_home(const struct slide_pattern *pattern) {
    return pattern->effect[pattern->start] == pattern->start;
}

static bool is_box(const struct slide_pattern *pattern, int rows, int cols) {
    return pattern->rows == rows && pattern->cols == cols;
}

/* Three tiles go round; the blank is in the corner before and after. */
static bool is_corner_rotation(const struct slide_pattern *pattern) {
    return is_box(pattern, 2, 2) && blank_comes_home(pattern) && count_moved(pattern) == 3;
}

static bool is_three_cycle(const struct slide_pattern *pattern) {
    return is_box(pattern, 2, 3) && blank_comes_home(pattern) && count_moved(pattern) == 3;
}

/* The blank begins at the left end of the upper row. The tiles of that row shift right by one cell,
 * the tile below the blank takes the left end, and the row's last tile drops out. */
static bool is_linear_shift(const struct slide_pattern *pattern) {
    const uint8_t *effect = pattern->effect;
    int cols = pattern->cols;
    if (pattern->rows != 2 || cols < 3 || pattern->start != 0) return false;
    if (effect[0] != 1 || effect[cols] != 0) return false;
    for (int col = 1; col < cols - 1; col++)
        if (effect[col] != col + 1) return false;
    return true;
}

/* A tile of the lower row, where the blank begins and ends, takes the last cell of the upper row;
 * the other tiles of the upper row stay. */
static bool is_edge_insertion(const struct slide_pattern *pattern) {
    const uint8_t *effect = pattern->effect;
    return is_box(pattern, 2, 3) && pattern->start >= 3 && effect[pattern->start] >= 3 &&
           effect[0] == 0 && effect[1] == 1 && effect[2] != 2;
}

static const struct {
    const char *name;
    bool (*is)(const struct slide_pattern *pattern);
} names[] = {
    {"corner rotation", is_corner_rotation},
    {"three-cycle in 2x3", is_three_cycle},
    {"linear shift", is_linear_shift},
    {"edge insertion", is_edge_insertion},
};

static bool any_image(const struct slide_pattern *pattern,
                      bool (*is)(const struct slide_pattern *)) {
    for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        struct slide_pattern image;
        slide_pattern_turn(pattern, symmetry, &image);
        if (is(&image)) return true;
    }
    return false;
}

static bool is_taken(const struct slide_catalogue *catalogue, size_t before, const char *name) {
    const struct slide_pattern *pattern = &catalogue->entries[before].pattern;
    for (size_t i = 0; i < before; i++) {
        const struct slide_catalogue_entry *entry = &catalogue->entries[i];
        if (entry->name == name && is_box(&entry->pattern, pattern->rows, pattern->cols))
            return true;
    }
    return false;
}

void slide_catalogue_name(struct slide_catalogue *catalogue) {
    for (size_t i = 0; i < catalogue->count; i++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            if (any_image(&catalogue->entries[i].pattern, names[n].is) &&
                !is_taken(catalogue, i, names[n].name))
                catalogue->entries[i].name = names[n].name;
}
