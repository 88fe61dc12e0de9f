/* Which tiles share a table, and where the tables come from: loaded or built. */
#include "games/slide/optimal/tables.h"
#include "base/hash.h"
#include "base/text.h"
#include "games/slide/optimal/pruner.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, PATTERNS_MAX = 5, NAME_BYTES = 80, PRUNER_BYTES = 1 << 22 };

static const char stopped_or_no_memory[] = "stopped, or there is not enough memory";

/* A letter for each cell: the tiles at home on cells of one letter share a table. The large tables
 * are kept in files; their hashes tell whether a file holds what belongs there. */
struct partition {
    int rows, cols;
    const char *large, *small;
    uint64_t hashes[PATTERNS_MAX]; /* of the large tables */
};

static const struct partition partitions[] = {
    {4,
     4,
     "aaaa"
     "aaaa"
     "bbbb"
     "bbb.",
     "aabb"
     "aabb"
     "aabb"
     "ccc.",
     {0x3b2f64fe20e036c8, 0xa4b8d3f15b358423}},
    {5,
     5,
     "aaabb"
     "aaabb"
     "ccdbb"
     "ccddd"
     "ccdd.",
     "aabbb"
     "aaabb"
     "ccddd"
     "ccdde"
     "ceee.",
     {0x188560b8a89d63f2, 0x44dceab783b37b6d, 0x215863f698be2359, 0x9e3baceb852d70e1}},
};

enum { PARTITIONS = sizeof partitions / sizeof *partitions };

struct pattern {
    uint8_t tiles[SLIDE_PDB_TILES_MAX];
    int count;
};

struct slide_tables {
    struct slide_heuristic heuristic;
    struct slide_pruner pruner;
    struct slide_layout *layouts[SLIDE_PDB_TILES_MAX + 1]; /* by the number of tiles */
    struct pattern patterns[PATTERNS_MAX];
    uint64_t *built[PATTERNS_MAX]; /* tables that were not loaded */
    int count;
};

static const struct partition *find_partition(int rows, int cols) {
    for (int i = 0; i < PARTITIONS; i++)
        if (partitions[i].rows == rows && partitions[i].cols == cols) return &partitions[i];
    return NULL;
}

bool slide_tables_fits(int rows, int cols) {
    return rows * cols <= SLIDE_PDB_CELLS_MAX;
}

static void use_partition(struct slide_tables *tables, const char *letters) {
    memset(tables->patterns, 0, sizeof tables->patterns);
    tables->count = 0;
    for (int cell = 0; letters[cell] != '.'; cell++) {
        struct pattern *pattern = &tables->patterns[letters[cell] - 'a'];
        pattern->tiles[pattern->count++] = (uint8_t)(cell + 1);
        if (letters[cell] - 'a' >= tables->count) tables->count = letters[cell] - 'a' + 1;
    }
}

static int by_number(const void *a, const void *b) {
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* Where no partition is listed: all tiles in one table if they are few, else six a table along the
 * shorter side, or five where six would take more than about a second. */
static void make_partition(struct slide_tables *tables, int rows, int cols) {
    int cells = rows * cols, max = cells > 20 ? 5 : 6;
    if (cells - 1 <= SLIDE_PDB_TILES_MAX) max = cells - 1;
    for (int i = 0, put = 0; i < cells; i++) {
        int cell = rows <= cols ? i % rows * cols + i / rows : i;
        if (cell == cells - 1) continue;
        struct pattern *pattern = &tables->patterns[put / max];
        pattern->tiles[pattern->count++] = (uint8_t)(cell + 1);
        tables->count = put++ / max + 1;
    }
    for (int i = 0; i < tables->count; i++)
        qsort(tables->patterns[i].tiles, (size_t)tables->patterns[i].count, 1, by_number);
}

static bool make_layouts(struct slide_tables *tables, const struct slide_watch *watch) {
    for (int i = 0; i < tables->count; i++) {
        struct slide_watch_step step = {watch, (double)i / tables->count, 1.0 / tables->count};
        struct slide_watch part = slide_watch_of(&step);
        struct slide_layout **layout = &tables->layouts[tables->patterns[i].count];
        if (!*layout)
            *layout = slide_layout_new(tables->heuristic.rows, tables->heuristic.cols,
                                       tables->patterns[i].count, &part);
        if (!*layout) return false;
    }
    return true;
}

static size_t table_bytes(const struct slide_tables *tables, int i) {
    return slide_layout_limbs(tables->layouts[tables->patterns[i].count]) * sizeof(uint64_t);
}

static void name_table(const struct slide_tables *tables, int i, char *name) {
    struct text text = text_over(name, NAME_BYTES);
    text_format(&text, "slide-%dx%d", tables->heuristic.rows, tables->heuristic.cols);
    for (int k = 0; k < tables->patterns[i].count; k++)
        text_format(&text, "-%d", tables->patterns[i].tiles[k]);
}

static void warn_of(const char *name, const struct host *host) {
    char buffer[2 * NAME_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    text_format(&message, "ignoring the file %s in the cache: it holds another table", name);
    host_warn(host, buffer);
}

static const uint64_t *load_table(const struct slide_tables *tables, int i,
                                  const struct host *host) {
    char name[NAME_BYTES];
    size_t size = table_bytes(tables, i);
    name_table(tables, i, name);
    const uint64_t *bits = host_load(host, name, VERSION, size);
    const struct partition *partition =
        find_partition(tables->heuristic.rows, tables->heuristic.cols);
    if (!bits || hash_bytes(bits, size) == partition->hashes[i]) return bits;
    warn_of(name, host);
    return NULL;
}

static bool load_tables(struct slide_tables *tables, const struct host *host) {
    for (int i = 0; i < tables->count; i++)
        if (!(tables->heuristic.table[i].bits = load_table(tables, i, host))) return false;
    return true;
}

struct listener {
    const struct host *host;
    const char *message;
};

static bool go_on(void *self, double done) {
    const struct listener *listener = self;
    return host_go_on(listener->host, done < 1 ? done : 1, listener->message);
}

static uint64_t *build_table(const struct slide_tables *tables, int i,
                             const struct slide_watch *watch) {
    const struct pattern *pattern = &tables->patterns[i];
    uint64_t *bits = malloc(table_bytes(tables, i));
    if (!bits) return NULL;
    if (slide_pdb_build(tables->layouts[pattern->count], pattern->tiles, bits, watch) == 0)
        return bits;
    free(bits);
    return NULL;
}

static bool build_tables(struct slide_tables *tables, const struct slide_watch *watch) {
    for (int i = 0; i < tables->count; i++) {
        struct slide_watch_step step = {watch, (double)i / tables->count, 1.0 / tables->count};
        struct slide_watch part = slide_watch_of(&step);
        tables->heuristic.table[i].bits = tables->built[i] = build_table(tables, i, &part);
        if (!tables->built[i]) return false;
    }
    return true;
}

static void set_view(struct slide_tables *tables) {
    struct slide_heuristic *heuristic = &tables->heuristic;
    struct slide_view *view = &heuristic->view[0];
    for (int cell = 0; cell < heuristic->rows * heuristic->cols; cell++)
        view->cell[cell] = (uint8_t)cell;
    for (int i = 0; i < tables->count; i++) {
        const struct pattern *pattern = &tables->patterns[i];
        heuristic->table[i].layout = tables->layouts[pattern->count];
        heuristic->table[i].home = slide_group_home(pattern->tiles, pattern->count);
        for (int k = 0; k < pattern->count; k++) {
            view->table_of[pattern->tiles[k]] = (uint8_t)i;
            view->index[pattern->tiles[k]] = (uint8_t)k;
        }
    }
    view->end = tables->count;
    heuristic->views = 1;
    heuristic->tables = tables->count;
}

/* A square board mirrored at its diagonal has the same goal, with other numbers on the tiles. */
static void add_mirror(struct slide_tables *tables) {
    struct slide_heuristic *heuristic = &tables->heuristic;
    const struct slide_view *plain = &heuristic->view[0];
    struct slide_view *mirror = &heuristic->view[1];
    int side = heuristic->rows;
    for (int cell = 0; cell < side * side; cell++)
        mirror->cell[cell] = (uint8_t)(cell % side * side + cell / side);
    for (int tile = 1; tile < side * side; tile++) {
        int other = mirror->cell[tile - 1] + 1;
        mirror->table_of[tile] = (uint8_t)(plain->table_of[other] + tables->count);
        mirror->index[tile] = plain->index[other];
    }
    mirror->first = tables->count, mirror->end = 2 * tables->count;
    for (int i = 0; i < tables->count; i++)
        heuristic->table[tables->count + i] = heuristic->table[i];
    heuristic->views = 2;
    heuristic->tables = 2 * tables->count;
}

static bool choose_tables(struct slide_tables *tables, const struct host *host,
                          const struct slide_watch *watch) {
    const struct partition *partition =
        find_partition(tables->heuristic.rows, tables->heuristic.cols);
    struct slide_watch_step steps[] = {{watch, 0, 0.2}, {watch, 0.2, 0.1}, {watch, 0.3, 0.7}};
    struct slide_watch large = slide_watch_of(&steps[0]), small = slide_watch_of(&steps[1]),
                       build = slide_watch_of(&steps[2]);
    if (partition) {
        use_partition(tables, partition->large);
        if (host->load) {
            if (!make_layouts(tables, &large)) return false;
            if (load_tables(tables, host)) return true;
        }
        use_partition(tables, partition->small);
    } else {
        make_partition(tables, tables->heuristic.rows, tables->heuristic.cols);
    }
    return make_layouts(tables, &small) && build_tables(tables, &build);
}

/* Fills zeroed tables. Returns false if memory runs out or to stop. */
static bool init(struct slide_tables *tables, int rows, int cols, const struct host *host) {
    struct listener listener = {host, "preparing"};
    struct slide_watch watch = {go_on, &listener};
    struct slide_watch_step steps[] = {{&watch, 0, 0.4}, {&watch, 0.4, 0.6}};
    struct slide_watch first = slide_watch_of(&steps[0]), second = slide_watch_of(&steps[1]);
    int depth = slide_pruner_depth(rows, cols);
    tables->heuristic.rows = rows, tables->heuristic.cols = cols;
    if (slide_pruner_init(&tables->pruner, rows, cols, depth, PRUNER_BYTES, &first) < 0)
        return false;
    if (!choose_tables(tables, host, &second)) return false;
    tables->heuristic.next = (const uint32_t(*)[4])tables->pruner.next;
    tables->heuristic.start = tables->pruner.start;
    set_view(tables);
    if (rows == cols && tables->count > 1) add_mirror(tables);
    return slide_watch_go_on(&watch, 1);
}

struct slide_tables *slide_tables_new(int rows, int cols, const struct host *host) {
    struct slide_tables *tables = calloc(1, sizeof *tables);
    if (!tables) return NULL;
    if (init(tables, rows, cols, host)) return tables;
    slide_tables_free(tables);
    return NULL;
}

void slide_tables_free(struct slide_tables *tables) {
    if (!tables) return;
    for (int i = 0; i <= SLIDE_PDB_TILES_MAX; i++) slide_layout_free(tables->layouts[i]);
    for (int i = 0; i < PATTERNS_MAX; i++) free(tables->built[i]);
    slide_pruner_release(&tables->pruner);
    free(tables);
}

const struct slide_heuristic *slide_tables_heuristic(const struct slide_tables *tables) {
    return &tables->heuristic;
}

static const char *keep_table(struct slide_tables *tables, int i, const struct host *host,
                              const struct slide_watch *watch) {
    char name[NAME_BYTES];
    if (load_table(tables, i, host)) return NULL;
    name_table(tables, i, name);
    const char *wrong = host_can_keep(host, name, table_bytes(tables, i));
    if (wrong) return wrong;
    uint64_t *bits = build_table(tables, i, watch);
    if (!bits) return stopped_or_no_memory;
    wrong = host->keep(host->self, name, VERSION, bits, table_bytes(tables, i));
    free(bits);
    return wrong;
}

static const char *keep_tables(struct slide_tables *tables, const struct host *host,
                               size_t *bytes) {
    struct listener listener = {host, "building"};
    struct slide_watch watch = {go_on, &listener};
    struct slide_watch_step step = {&watch, 0, 0.05};
    struct slide_watch part = slide_watch_of(&step);
    const char *wrong = make_layouts(tables, &part) ? NULL : stopped_or_no_memory;
    for (int i = 0; !wrong && i < tables->count; i++) *bytes += table_bytes(tables, i);
    for (int i = 0; !wrong && i < tables->count; i++) {
        step.from += step.share;
        step.share = 0.95 * (double)table_bytes(tables, i) / (double)*bytes;
        wrong = keep_table(tables, i, host, &part);
    }
    return wrong;
}

const char *slide_tables_build(int rows, int cols, const struct host *host, size_t *bytes) {
    const struct partition *partition = find_partition(rows, cols);
    *bytes = 0;
    if (!partition) return "there are no large tables for that size";
    struct slide_tables *tables = calloc(1, sizeof *tables);
    if (!tables) return "there is not enough memory";
    tables->heuristic.rows = rows, tables->heuristic.cols = cols;
    use_partition(tables, partition->large);
    const char *wrong = keep_tables(tables, host, bytes);
    slide_tables_free(tables);
    return wrong;
}

bool slide_tables_size(int i, int *rows, int *cols) {
    if (i < 0 || i >= PARTITIONS) return false;
    *rows = partitions[i].rows, *cols = partitions[i].cols;
    return true;
}
