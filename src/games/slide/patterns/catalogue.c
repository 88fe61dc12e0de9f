/* Finds the catalogue by a breadth-first search on a board without edges. It keeps a pattern unless
 * a cheaper or earlier one has the same effect within the same box. It extends only the patterns it
 * keeps: whatever an extension of another one does, the same extension of the one that replaces it
 * does as well. */
#include "base/grid.h"
#include "base/hash.h"
#include "games/slide/optimal/duplicates.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct found {
    struct slide_pattern pattern;
    uint32_t next; /* in the bucket, 0 for none */
    bool dropped;  /* another one replaces it */
};

enum { ASK_EVERY = 64 }; /* patterns between two reports */

struct search {
    const struct host *host; /* may be NULL */
    int max_cost;
    uint32_t since_report;
    bool stopped;
    struct found *found; /* the first is the empty pattern */
    uint32_t count, capacity;
    uint32_t *slots; /* the head of each bucket, 0 for none */
    uint32_t slots_mask;
};

/* The place of a cell relative to the start, as one number. */
static int offset(const struct slide_pattern *pattern, int cell) {
    int cols = pattern->cols;
    int row = cell / cols - pattern->start / cols, col = cell % cols - pattern->start % cols;
    return row * 256 + col;
}

/* A hash of the effect, the same in any box. */
static uint32_t hash_effect(const struct slide_pattern *pattern) {
    uint64_t key = 0;
    for (int cell = 0; cell < pattern->rows * pattern->cols; cell++) {
        int ends = pattern->effect[cell], move[2] = {offset(pattern, cell), offset(pattern, ends)};
        if (cell != ends) key += hash_bytes(move, sizeof move);
    }
    return (uint32_t)(key >> 32);
}

/* The edges of a box relative to the start. */
struct bounds {
    int top, bottom, first, last;
};

static struct bounds bounds_of(const struct slide_pattern *pattern) {
    int row = pattern->start / pattern->cols, col = pattern->start % pattern->cols;
    return (struct bounds){-row, pattern->rows - 1 - row, -col, pattern->cols - 1 - col};
}

static bool within(struct bounds inner, struct bounds outer) {
    return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.first >= outer.first &&
           inner.last <= outer.last;
}

/* Whether two patterns have the same effect; the box of the small one lies in the large one's. */
static bool same_effect(const struct slide_pattern *small, const struct slide_pattern *large) {
    struct bounds in = bounds_of(small), out = bounds_of(large);
    int shift = (in.top - out.top) * large->cols + in.first - out.first;
    bool covered[SLIDE_PATTERN_CELLS_MAX] = {false};
    for (int cell = 0; cell < small->rows * small->cols; cell++) {
        int here = cell / small->cols * large->cols + cell % small->cols + shift;
        int ends = small->effect[cell];
        ends = ends / small->cols * large->cols + ends % small->cols + shift;
        if (large->effect[here] != ends) return false;
        covered[here] = true;
    }
    for (int cell = 0; cell < large->rows * large->cols; cell++)
        if (!covered[cell] && large->effect[cell] != cell) return false;
    return true;
}

/* Whether a pattern can replace another: the same effect within its box. */
static bool replaces(const struct slide_pattern *one, const struct slide_pattern *other) {
    return within(bounds_of(one), bounds_of(other)) && same_effect(one, other);
}

static void rehash(struct search *search) {
    memset(search->slots, 0, sizeof *search->slots * (search->slots_mask + 1));
    for (uint32_t i = 0; i < search->count; i++) {
        uint32_t *slot =
            &search->slots[hash_effect(&search->found[i].pattern) & search->slots_mask];
        search->found[i].next = *slot;
        *slot = i;
    }
}

static int grow(struct search *search) {
    if (search->count < search->capacity) return 0;
    uint32_t capacity = search->capacity * 2;
    struct found *found = realloc(search->found, sizeof *found * capacity);
    if (found) search->found = found;
    uint32_t *slots = realloc(search->slots, sizeof *slots * capacity);
    if (slots) search->slots = slots;
    if (!found || !slots) return -1;
    search->capacity = capacity;
    search->slots_mask = capacity - 1;
    rehash(search);
    return 0;
}

/* Keeps a pattern that nothing replaces. Drops those of the same cost that it replaces. */
static int keep(struct search *search, const struct slide_pattern *pattern) {
    if (grow(search)) return -1;
    uint32_t *slot = &search->slots[hash_effect(pattern) & search->slots_mask];
    for (uint32_t i = *slot; i; i = search->found[i].next)
        if (replaces(&search->found[i].pattern, pattern)) return 0;
    for (uint32_t i = *slot; i; i = search->found[i].next) {
        struct found *other = &search->found[i];
        if (other->pattern.cost == pattern->cost && replaces(pattern, &other->pattern))
            other->dropped = true;
    }
    search->found[search->count] = (struct found){.pattern = *pattern, .next = *slot};
    *slot = search->count++;
    return 0;
}

static bool is_identity(const struct slide_pattern *pattern) {
    for (int cell = 0; cell < pattern->rows * pattern->cols; cell++)
        if (pattern->effect[cell] != cell) return false;
    return true;
}

static int extend(struct search *search, uint32_t from) {
    struct slide_pattern longer, base = search->found[from].pattern;
    for (int rank = 0; rank < 4; rank++) {
        base.moves[base.cost] = slide_move_order[rank];
        if (!slide_pattern_run(&longer, base.moves, base.cost + 1)) continue;
        if (longer.rows * longer.cols > SLIDE_CATALOGUE_CELLS_MAX || is_identity(&longer)) continue;
        if (keep(search, &longer)) return -1;
    }
    return 0;
}

/* Reports now and then that a share of the patterns of a cost is done. With one more move there are
 * about 1.6 times as many. Returns -1 if the host says stop. */
static int report(struct search *search, int cost, double share) {
    double done = 0, all = 0, weight = 1;
    if (!search->host || search->since_report++ % ASK_EVERY) return 0;
    for (int i = 0; i <= search->max_cost; i++, weight *= 1.6) {
        done += i < cost ? weight : i == cost ? share * weight : 0;
        all += weight;
    }
    search->stopped = !host_go_on(search->host, done / all, "finding patterns");
    return search->stopped ? -1 : 0;
}

/* Finds the sequences of each cost in order, so that of equal patterns the first is kept. */
static int discover(struct search *search) {
    uint32_t begin = 0;
    search->capacity = 1 << 10;
    search->slots_mask = search->capacity - 1;
    search->found = malloc(sizeof *search->found * search->capacity);
    search->slots = calloc(search->capacity, sizeof *search->slots);
    if (!search->found || !search->slots) return -1;
    search->found[search->count++] = (struct found){.pattern = {.rows = 1, .cols = 1}};
    for (int cost = 0; cost < search->max_cost; cost++) {
        uint32_t first = begin, end = search->count;
        for (; begin < end; begin++) {
            if (report(search, cost, (double)(begin - first) / (end - first))) return -1;
            if (!search->found[begin].dropped && extend(search, begin)) return -1;
        }
    }
    return 0;
}

static int compare_entries(const void *one, const void *two) {
    const struct slide_catalogue_entry *a = one, *b = two;
    if (a->pattern.cost != b->pattern.cost) return a->pattern.cost - b->pattern.cost;
    return slide_pattern_compare(&a->pattern, &b->pattern);
}

/* The search finds all eight images of a class; the catalogue gets the canonical one. */
static int collect(struct slide_catalogue *catalogue, struct search *search) {
    catalogue->entries = calloc(search->count, sizeof *catalogue->entries);
    if (!catalogue->entries) return -1;
    for (uint32_t i = 1; i < search->count; i++) {
        const struct slide_pattern *pattern = &search->found[i].pattern;
        struct slide_pattern canonical;
        if (report(search, search->max_cost, (double)i / search->count)) return -1;
        slide_pattern_canonical(pattern, &canonical);
        if (!search->found[i].dropped && slide_pattern_compare(pattern, &canonical) == 0)
            catalogue->entries[catalogue->count++].pattern = *pattern;
    }
    qsort(catalogue->entries, catalogue->count, sizeof *catalogue->entries, compare_entries);
    return 0;
}

int slide_catalogue_init(struct slide_catalogue *catalogue, int max_cost, const struct host *host) {
    struct search search = {.host = host, .max_cost = max_cost};
    assert(max_cost >= 0 && max_cost <= SLIDE_CATALOGUE_COST_MAX);
    *catalogue = (struct slide_catalogue){.max_cost = max_cost};
    int failed = discover(&search) || collect(catalogue, &search) ? -1 : 0;
    free(search.found);
    free(search.slots);
    if (failed) slide_catalogue_release(catalogue);
    if (!failed) slide_catalogue_name(catalogue);
    catalogue->stopped = search.stopped;
    return failed;
}

void slide_catalogue_release(struct slide_catalogue *catalogue) {
    free(catalogue->entries);
    *catalogue = (struct slide_catalogue){0};
}

size_t slide_catalogue_size(const struct slide_catalogue *catalogue, int max_cost) {
    size_t size = 0;
    while (size < catalogue->count && catalogue->entries[size].pattern.cost <= max_cost) size++;
    return size;
}

/* Places an entry's image with its start on the blank. Returns false if it does not fit. */
static bool fit(const struct slide_catalogue_entry *entry, int symmetry, int rows, int cols,
                int blank, struct slide_match *match) {
    const struct slide_pattern *pattern = &entry->pattern;
    struct slide_pattern image;
    slide_pattern_turn(pattern, symmetry, &image);
    int top = blank / cols - image.start / image.cols,
        left = blank % cols - image.start % image.cols;
    if (top < 0 || left < 0 || top + image.rows > rows || left + image.cols > cols) return false;
    *match = (struct slide_match){.entry = entry, .symmetry = symmetry};
    memcpy(match->moves, image.moves, sizeof match->moves);
    for (int cell = 0; cell < pattern->rows * pattern->cols; cell++) {
        int at = grid_turn(symmetry, pattern->rows, pattern->cols, cell);
        match->cells[cell] = (top + at / image.cols) * cols + left + at % image.cols;
    }
    return true;
}

size_t slide_catalogue_match(const struct slide_catalogue *catalogue, int rows, int cols, int blank,
                             int max_cost, slide_match_visit *visit, void *self) {
    size_t shown = 0, size = slide_catalogue_size(catalogue, max_cost);
    for (size_t i = 0; i < size; i++) {
        const struct slide_catalogue_entry *entry = &catalogue->entries[i];
        unsigned images = slide_pattern_images(&entry->pattern);
        for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
            struct slide_match match;
            if (!(images >> symmetry & 1) || !fit(entry, symmetry, rows, cols, blank, &match))
                continue;
            shown++;
            if (!visit(self, &match)) return shown;
        }
    }
    return shown;
}
