/* Which tiles share a table, and where the tables come from. */
#include "games/slide/optimal/tables.h"
#include "games/slide/optimal/pruner.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, GROUPS_MAX = 5, NAME_ROOM = 80, RELATIONS_BYTES = 1 << 22 };

/* A letter a cell: the tiles at home on cells of one letter share a table. */
struct plan {
    int rows, cols;
    const char *large, *small;
};

static const struct plan plans[] = {
    {4, 4,
     "aaaa"
     "aaaa"
     "bbbb"
     "bbb.",
     "aabb"
     "aabb"
     "aabb"
     "ccc."},
    {5, 5,
     "aaabb"
     "aaabb"
     "ccdbb"
     "ccddd"
     "ccdd.",
     "aabbb"
     "aaabb"
     "ccddd"
     "ccdde"
     "ceee."},
};

enum { PLANS = sizeof plans / sizeof *plans };

struct group {
    uint8_t tiles[SLIDE_PDB_TILES_MAX];
    int count;
};

struct slide_tables {
    struct slide_heuristic scheme;
    struct slide_pruner relations;
    struct slide_layout *layouts[SLIDE_PDB_TILES_MAX + 1]; /* by the number of tiles */
    struct group groups[GROUPS_MAX];
    uint64_t *made[GROUPS_MAX]; /* tables that are the kit's own */
    int count;
    bool best;
};

static const struct plan *find_plan(int rows, int cols) {
    for (int i = 0; i < PLANS; i++)
        if (plans[i].rows == rows && plans[i].cols == cols) return &plans[i];
    return NULL;
}

bool slide_tables_fits(int rows, int cols) {
    return rows * cols <= SLIDE_PDB_CELLS_MAX;
}

static void follow_plan(struct slide_tables *kit, const char *letters) {
    memset(kit->groups, 0, sizeof kit->groups);
    kit->count = 0;
    for (int cell = 0; letters[cell] != '.'; cell++) {
        struct group *group = &kit->groups[letters[cell] - 'a'];
        group->tiles[group->count++] = (uint8_t)(cell + 1);
        if (letters[cell] - 'a' >= kit->count) kit->count = letters[cell] - 'a' + 1;
    }
}

static int by_number(const void *a, const void *b) {
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* Where there is no plan: all tiles together if they are few, else six by six along the shorter
 * side, or five by five if that would take more than about a second. */
static void cut_up(struct slide_tables *kit, int rows, int cols) {
    int cells = rows * cols, most = cells > 20 ? 5 : 6;
    if (cells - 1 <= SLIDE_PDB_TILES_MAX) most = cells - 1;
    for (int i = 0, put = 0; i < cells; i++) {
        int cell = rows <= cols ? i % rows * cols + i / rows : i;
        if (cell == cells - 1) continue;
        struct group *group = &kit->groups[put / most];
        group->tiles[group->count++] = (uint8_t)(cell + 1);
        kit->count = put++ / most + 1;
    }
    for (int i = 0; i < kit->count; i++)
        qsort(kit->groups[i].tiles, (size_t)kit->groups[i].count, 1, by_number);
}

static bool make_layouts(struct slide_tables *kit) {
    for (int i = 0; i < kit->count; i++) {
        int tiles = kit->groups[i].count;
        if (!kit->layouts[tiles])
            kit->layouts[tiles] = slide_layout_new(kit->scheme.rows, kit->scheme.cols, tiles);
        if (!kit->layouts[tiles]) return false;
    }
    return true;
}

static size_t table_bytes(const struct slide_tables *kit, int i) {
    return slide_layout_words(kit->layouts[kit->groups[i].count]) * sizeof(uint64_t);
}

static void name_table(const struct slide_tables *kit, int i, char *name) {
    struct text text = text_over(name, NAME_ROOM);
    text_format(&text, "slide-%dx%d", kit->scheme.rows, kit->scheme.cols);
    for (int k = 0; k < kit->groups[i].count; k++)
        text_format(&text, "-%d", kit->groups[i].tiles[k]);
}

static const uint64_t *load_table(const struct slide_tables *kit, int i, const struct host *host) {
    char name[NAME_ROOM];
    name_table(kit, i, name);
    return host_load(host, name, VERSION, table_bytes(kit, i));
}

static bool load_tables(struct slide_tables *kit, const struct host *host) {
    for (int i = 0; i < kit->count; i++)
        if (!(kit->scheme.table[i].bits = load_table(kit, i, host))) return false;
    return true;
}

struct part {
    const struct host *host;
    const char *message;
    double from, share; /* of the whole work */
};

static bool go_on(void *self, double done) {
    const struct part *part = self;
    return host_go_on(part->host, part->from + part->share * done, part->message);
}

static uint64_t *make_table(const struct slide_tables *kit, int i, struct part *part) {
    uint64_t *bits = malloc(table_bytes(kit, i));
    const struct group *group = &kit->groups[i];
    struct slide_watch watch = {go_on, part};
    if (!bits) return NULL;
    if (slide_pdb_build(kit->layouts[group->count], group->tiles, bits, &watch) == 0) return bits;
    free(bits);
    return NULL;
}

static bool make_tables(struct slide_tables *kit, const struct host *host) {
    for (int i = 0; i < kit->count; i++) {
        struct part part = {host, "preparing", (double)i / kit->count, 1.0 / kit->count};
        kit->scheme.table[i].bits = kit->made[i] = make_table(kit, i, &part);
        if (!kit->made[i]) return false;
    }
    return true;
}

static void set_view(struct slide_tables *kit) {
    struct slide_heuristic *scheme = &kit->scheme;
    struct slide_view *view = &scheme->view[0];
    for (int cell = 0; cell < scheme->rows * scheme->cols; cell++) view->cell[cell] = (uint8_t)cell;
    for (int i = 0; i < kit->count; i++) {
        const struct group *group = &kit->groups[i];
        scheme->table[i].layout = kit->layouts[group->count];
        scheme->table[i].home = slide_group_home(group->tiles, group->count);
        for (int k = 0; k < group->count; k++) {
            view->table_of[group->tiles[k]] = (uint8_t)i;
            view->place[group->tiles[k]] = (uint8_t)k;
        }
    }
    view->end = kit->count;
    scheme->views = 1;
    scheme->tables = kit->count;
}

/* A square board mirrored along its diagonal has the same goal, with other numbers on the tiles. */
static void add_mirror(struct slide_tables *kit) {
    struct slide_heuristic *scheme = &kit->scheme;
    const struct slide_view *plain = &scheme->view[0];
    struct slide_view *mirror = &scheme->view[1];
    int side = scheme->rows;
    for (int cell = 0; cell < side * side; cell++)
        mirror->cell[cell] = (uint8_t)(cell % side * side + cell / side);
    for (int tile = 1; tile < side * side; tile++) {
        int other = mirror->cell[tile - 1] + 1;
        mirror->table_of[tile] = (uint8_t)(plain->table_of[other] + kit->count);
        mirror->place[tile] = plain->place[other];
    }
    mirror->first = kit->count, mirror->end = 2 * kit->count;
    for (int i = 0; i < kit->count; i++) scheme->table[kit->count + i] = scheme->table[i];
    scheme->views = 2;
    scheme->tables = 2 * kit->count;
}

static bool choose_tables(struct slide_tables *kit, const struct host *host) {
    const struct plan *plan = find_plan(kit->scheme.rows, kit->scheme.cols);
    if (plan) {
        follow_plan(kit, plan->large);
        if (!make_layouts(kit)) return false;
        if (load_tables(kit, host)) return kit->best = true;
        follow_plan(kit, plan->small);
    } else {
        cut_up(kit, kit->scheme.rows, kit->scheme.cols);
        kit->best = true;
    }
    return make_layouts(kit) && make_tables(kit, host);
}

struct slide_tables *slide_tables_new(int rows, int cols, const struct host *host) {
    struct slide_tables *kit = calloc(1, sizeof *kit);
    if (!kit) return NULL;
    kit->scheme.rows = rows, kit->scheme.cols = cols;
    if (slide_pruner_init(&kit->relations, rows, cols, slide_pruner_depth(rows, cols),
                          RELATIONS_BYTES) < 0 ||
        !choose_tables(kit, host)) {
        slide_tables_free(kit);
        return NULL;
    }
    kit->scheme.next = (const uint32_t(*)[4])kit->relations.next;
    kit->scheme.start = kit->relations.start;
    set_view(kit);
    if (rows == cols && kit->count > 1) add_mirror(kit);
    return kit;
}

void slide_tables_free(struct slide_tables *kit) {
    if (!kit) return;
    for (int i = 0; i <= SLIDE_PDB_TILES_MAX; i++) slide_layout_free(kit->layouts[i]);
    for (int i = 0; i < GROUPS_MAX; i++) free(kit->made[i]);
    slide_pruner_release(&kit->relations);
    free(kit);
}

const struct slide_heuristic *slide_tables_heuristic(const struct slide_tables *kit) {
    return &kit->scheme;
}

bool slide_tables_is_best(const struct slide_tables *kit) {
    return kit->best;
}

static const char *build_table(struct slide_tables *kit, int i, const struct host *host,
                               struct part *part) {
    char name[NAME_ROOM];
    if (load_table(kit, i, host)) return NULL;
    uint64_t *bits = make_table(kit, i, part);
    if (!bits) return "stopped, or there is not enough memory";
    name_table(kit, i, name);
    const char *wrong = host->keep(host->self, name, VERSION, bits, table_bytes(kit, i));
    free(bits);
    return wrong;
}

static const char *build_tables(struct slide_tables *kit, const struct host *host, size_t *bytes) {
    const char *wrong = make_layouts(kit) ? NULL : "there is not enough memory";
    double done = 0;
    for (int i = 0; !wrong && i < kit->count; i++) *bytes += table_bytes(kit, i);
    for (int i = 0; !wrong && i < kit->count; i++) {
        double share = (double)table_bytes(kit, i) / (double)*bytes;
        struct part part = {host, "building", done, share};
        wrong = build_table(kit, i, host, &part);
        done += share;
    }
    return wrong;
}

const char *slide_tables_build(int rows, int cols, const struct host *host, size_t *bytes) {
    const struct plan *plan = find_plan(rows, cols);
    *bytes = 0;
    if (!plan) return "there are no large tables for that size";
    struct slide_tables *kit = calloc(1, sizeof *kit);
    if (!kit) return "there is not enough memory";
    kit->scheme.rows = rows, kit->scheme.cols = cols;
    follow_plan(kit, plan->large);
    const char *wrong = build_tables(kit, host, bytes);
    slide_tables_free(kit);
    return wrong;
}

bool slide_tables_size(int i, int *rows, int *cols) {
    if (i < 0 || i >= PLANS) return false;
    *rows = plans[i].rows, *cols = plans[i].cols;
    return true;
}
