/* Laying out panels. Each comes where it fits first, sought from the top or from the left. Sizes
 * are tried from large down until all panels fit; then from huge down to what fitted. */
#include "show/board_pack.h"
#include "show/board_grid.h"
#include <string.h>

/* Who shrinks last comes first. */
enum group { OWN, SHARED, OTHERS, SMALL, GROUPS };

enum { MARGIN = 1, TEXT_COLS_BEST = 64, TEXT_COLS_MAX = 76, TRIES = 12, MARGINS = 4 };

struct need {
    int rows, cols; /* with the frame */
};

/* Where there is not enough room for margins, players' panels give them up first. */
static const uint8_t margins[MARGINS][GROUPS][2] = {
    /* of tiny and small tiles, and of larger ones */
    {[OWN] = {2, 2}, [SHARED] = {2, 2}, [OTHERS] = {2, 2}, [SMALL] = {2, 2}},
    {[OWN] = {0, 1}, [SHARED] = {2, 2}, [OTHERS] = {0, 1}, [SMALL] = {0, 1}},
    {[OWN] = {0, 1}, [SHARED] = {0, 1}, [OTHERS] = {0, 1}, [SMALL] = {0, 1}},
    {[OWN] = {0, 0}, [SHARED] = {0, 0}, [OTHERS] = {0, 0}, [SMALL] = {0, 0}},
};

/* A panel that wants a place. */
struct item {
    int area;
    enum group group;
    bool dense;
    struct need needs[BOARD_SIZES];
};

struct plan {
    const struct board *board;
    int rows, cols; /* there are */
    bool aligned;   /* side views of one kind are kept together */
    int count;
    struct item items[BOARD_PANELS_MAX];
    bool used[GROUPS], dense[GROUPS];
};

static bool holds(const struct scene_area *outer, const struct scene_area *inner) {
    return outer->row <= inner->row && outer->col <= inner->col &&
           outer->row + outer->rows >= inner->row + inner->rows &&
           outer->col + outer->cols >= inner->col + inner->cols;
}

/* Returns whether an area is a panel. Of two equal ones it is the first. */
static bool is_panel(const struct scene *scene, int index) {
    const struct scene_area *area = &scene->areas[index];
    if (strcmp(area->kind, "status") == 0 || strcmp(area->kind, "buttons") == 0) return false;
    for (int i = 0; i < scene->areas_count; i++) {
        const struct scene_area *other = &scene->areas[i];
        if (i != index && holds(other, area) && (i < index || !holds(area, other))) return false;
    }
    return true;
}

static enum group group_of(const struct board *board, const struct scene_area *area) {
    if (area->small) return SMALL;
    if (area->seat == SCENE_NO_SEAT) return SHARED;
    return board->seat == SCENE_NO_SEAT || area->seat == board->seat ? OWN : OTHERS;
}

/* Tiny places of a dense area have no colours to tell halves of a row apart by, or they would be
 * sketched; tiles that are not dense are never sketched. */
static enum board_size usual(const struct board *board, bool dense, enum board_size size) {
    if (!dense) return size == BOARD_SKETCH ? BOARD_TINY : size;
    bool coloured = !board->plain && !board->bare;
    return size == BOARD_TINY && coloured ? BOARD_SKETCH : size;
}

/* Names may be cut; a title of the game may not. */
static struct need need_of(const struct board *board, const struct board_grid *grid) {
    const struct scene_area *area = grid->area;
    int cols = grid->cols + 2;
    int title = cells_width(area->title) + 2;
    if (!(area->seat >= 0 && board->names) && !area->small && cols < title) cols = title;
    return (struct need){grid->rows + 2, cols};
}

static void add_item(struct plan *plan, int area) {
    const struct scene *scene = plan->board->scene;
    struct item *item = &plan->items[plan->count++];
    struct board_grid_facts facts;
    struct board_grid grid;
    board_grid_look(&facts, scene, &scene->areas[area], 0, scene->count);
    item->area = area;
    item->dense = scene->areas[area].dense;
    item->group = group_of(plan->board, &scene->areas[area]);
    plan->used[item->group] = true;
    if (item->dense) plan->dense[item->group] = true;
    for (int size = 0; size < BOARD_SIZES; size++) {
        board_grid_fill(&grid, &facts, usual(plan->board, item->dense, (enum board_size)size));
        item->needs[size] = need_of(plan->board, &grid);
    }
}

static void set_plan(struct plan *plan, const struct board *board, int rows, int cols) {
    memset(plan, 0, sizeof *plan);
    plan->board = board;
    plan->rows = rows;
    plan->cols = cols;
    plan->aligned = true;
    for (int i = 0; i < board->scene->areas_count; i++)
        if (is_panel(board->scene, i)) add_item(plan, i);
}

static bool overlap(const struct cells_box *a, const struct cells_box *b) {
    return a->row < b->row + b->rows && b->row < a->row + a->rows && a->col < b->col + b->cols &&
           b->col < a->col + a->cols;
}

/* Returns a panel that a box overlaps, or NULL. */
static const struct cells_box *hit(const struct board_layout *layout, const struct cells_box *box) {
    for (int i = 0; i < layout->count; i++)
        if (overlap(&layout->panels[i].box, box)) return &layout->panels[i].box;
    return NULL;
}

/* Puts the edges of the panels at which another one may begin in order, the screen's own first;
 * returns their number. */
static int list_edges(const struct board_layout *layout, bool right, int *edges) {
    int count = 1;
    edges[0] = 0;
    for (int i = 0; i < layout->count; i++) {
        const struct cells_box *box = &layout->panels[i].box;
        int edge = right ? box->col + box->cols : box->row + box->rows, at = count;
        for (; at > 0 && edges[at - 1] > edge; at--) edges[at] = edges[at - 1];
        if (at > 0 && edges[at - 1] == edge) {
            memmove(edges + at, edges + at + 1, sizeof *edges * (size_t)(count - at));
            continue;
        }
        edges[at] = edge;
        count++;
    }
    return count;
}

/* Finds the first free place for a box, by rows or by columns. */
static bool find_place(const struct board_layout *layout, int rows, int cols, bool from_left,
                       struct cells_box *box) {
    int ys[BOARD_PANELS_MAX + 1], xs[BOARD_PANELS_MAX + 1];
    int y_count = list_edges(layout, false, ys), x_count = list_edges(layout, true, xs);
    int outer = from_left ? x_count : y_count, inner = from_left ? y_count : x_count;
    for (int i = 0; i < outer; i++)
        for (int j = 0; j < inner; j++) {
            box->row = ys[from_left ? j : i];
            box->col = xs[from_left ? i : j];
            if (box->row + box->rows > rows || box->col + box->cols > cols) break;
            if (!hit(layout, box)) return true;
        }
    return false;
}

static void add_panel(struct board_layout *layout, int area, int text, enum board_size size,
                      struct cells_box box) {
    layout->panels[layout->count++] = (struct board_panel){area, text, size, box};
    if (box.row + box.rows > layout->rows) layout->rows = box.row + box.rows;
    if (box.col + box.cols > layout->cols) layout->cols = box.col + box.cols;
}

/* How panels are placed: at these sizes and margins, by rows or by columns. */
struct way {
    const enum board_size *sizes;
    int margin;
    bool from_left;
};

static struct cells_box box_for(const struct item *item, const struct way *way) {
    enum board_size size = way->sizes[item->group];
    struct cells_box box = {.rows = item->needs[size].rows, .cols = item->needs[size].cols};
    if (!item->dense) box.cols += margins[way->margin][item->group][size >= BOARD_LARGE];
    return box;
}

/* Returns how many items from this one on are side views of one kind and size. */
static int count_alike(const struct plan *plan, int first, const struct way *way) {
    const struct scene_area *areas = plan->board->scene->areas;
    const struct item *item = &plan->items[first];
    int count = 1;
    if (item->group != SMALL || !plan->aligned) return 1;
    struct cells_box box = box_for(item, way);
    for (; first + count < plan->count; count++) {
        const struct item *next = &plan->items[first + count];
        struct cells_box other = box_for(next, way);
        if (next->group != SMALL || other.rows != box.rows || other.cols != box.cols ||
            strcmp(areas[next->area].kind, areas[item->area].kind) != 0)
            break;
    }
    return count;
}

/* Places items of one size side by side and one above the other, in as few columns as possible. */
static bool place_block(const struct plan *plan, int first, int count, const struct way *way,
                        struct board_layout *layout) {
    struct cells_box box = box_for(&plan->items[first], way), block = box;
    int across = 1;
    for (;; across++) {
        if (across > count) return false;
        block.rows = (count + across - 1) / across * box.rows;
        block.cols = across * box.cols;
        if (find_place(layout, plan->rows, plan->cols, way->from_left, &block)) break;
    }
    for (int i = 0; i < count; i++) {
        const struct item *item = &plan->items[first + i];
        box.row = block.row + i / across * box.rows;
        box.col = block.col + i % across * box.cols;
        add_panel(layout, item->area, -1, usual(plan->board, item->dense, way->sizes[item->group]),
                  box);
    }
    return true;
}

static bool place_all(const struct plan *plan, const struct way *way, struct board_layout *layout) {
    layout->rows = layout->cols = layout->count = 0;
    for (int i = 0, count; i < plan->count; i += count) {
        count = count_alike(plan, i, way);
        if (!place_block(plan, i, count, way, layout)) return false;
    }
    return true;
}

/* Returns whether the panels could fit if they had any shape. */
static bool may_fit(const struct plan *plan, const enum board_size sizes[GROUPS]) {
    int room = plan->rows * plan->cols;
    for (int i = 0; i < plan->count; i++) {
        const struct need *need = &plan->items[i].needs[sizes[plan->items[i].group]];
        room -= need->rows * need->cols;
        if (need->rows > plan->rows || need->cols > plan->cols) return false;
    }
    return room >= 0;
}

/* Makes the box at a corner as wide as it can be down to a row. Returns false if something lies at
 * its left edge. */
static bool widen(const struct board_layout *layout, int cols, struct cells_box *box) {
    box->cols = cols - box->col;
    for (const struct cells_box *other; (other = hit(layout, box)) != NULL;) {
        if (other->col <= box->col) return false;
        box->cols = other->col - box->col;
    }
    return true;
}

/* A text is read best in a box that is not too wide. */
static int worth(const struct cells_box *box) {
    return box->rows * (box->cols < TEXT_COLS_BEST ? box->cols : TEXT_COLS_BEST);
}

/* Tries the boxes that begin at a corner: each ends above a panel, or at the screen's end. */
static void try_corner(const struct plan *plan, const struct board_layout *layout,
                       struct cells_box box, const struct need *need, struct cells_box *best) {
    for (int i = 0; i <= layout->count; i++) {
        int bottom = i < layout->count ? layout->panels[i].box.row : plan->rows;
        box.rows = bottom - box.row;
        if (box.rows < need->rows || !widen(layout, plan->cols, &box)) continue;
        if (box.cols >= need->cols && worth(&box) > worth(best)) *best = box;
    }
}

/* Finds the most room for a text. */
static bool find_room(const struct plan *plan, const struct board_layout *layout,
                      const struct need *need, struct cells_box *best) {
    int ys[BOARD_PANELS_MAX + 1], xs[BOARD_PANELS_MAX + 1];
    int y_count = list_edges(layout, false, ys), x_count = list_edges(layout, true, xs);
    *best = (struct cells_box){0, 0, 0, 0};
    for (int y = 0; y < y_count; y++)
        for (int x = 0; x < x_count; x++)
            try_corner(plan, layout, (struct cells_box){ys[y], xs[x], 0, 0}, need, best);
    return best->rows > 0;
}

static struct need text_need(const struct board *board, int index, bool scant) {
    const struct board_text *text = &board->texts[index];
    bool narrow = scant && board->scant_cols && board->scant_cols < text->cols;
    return (struct need){text->rows + 2,
                         (narrow ? board->scant_cols : text->cols) + 2 + 2 * MARGIN};
}

static bool has_text(const struct board_layout *layout, int text) {
    for (int i = 0; i < layout->count; i++)
        if (layout->panels[i].text == text) return true;
    return false;
}

/* Places the texts that fit and are not there yet; returns how many do. One that shares its room
 * with the next takes only what it needs of it. */
static int place_texts(const struct plan *plan, struct board_layout *layout, bool scant) {
    const struct board *board = plan->board;
    int placed = 0;
    for (int i = 0; i < board->texts_count && layout->count < BOARD_PANELS_MAX; i++) {
        struct need need = text_need(board, i, scant);
        struct cells_box box;
        if (has_text(layout, i) || !find_room(plan, layout, &need, &box)) continue;
        if (box.cols > TEXT_COLS_MAX) box.cols = TEXT_COLS_BEST;
        if (i + 1 < board->texts_count) {
            struct need next = text_need(board, i + 1, scant);
            if (box.rows - need.rows >= next.rows && box.cols >= next.cols) box.rows = need.rows;
        }
        add_panel(layout, -1, i, BOARD_TINY, box);
        placed++;
    }
    return placed;
}

/* Tries all ways to place panels of these sizes, of which none is larger than the viewer's own, the
 * widest margins first. Returns the number of texts that the better one has room for, or -1 if none
 * fits. */
static int try_sizes(const struct plan *plan, const enum board_size sizes[GROUPS],
                     struct board_layout *best) {
    int most = -1, best_area = 0;
    for (int group = SHARED; plan->used[OWN] && group < GROUPS; group++)
        if (plan->used[group] && sizes[group] > sizes[OWN] && sizes[group] > BOARD_TINY) return -1;
    if (!may_fit(plan, sizes)) return -1;
    for (int i = 0; i < 2 * MARGINS; i++) {
        struct board_layout layout;
        struct way way = {sizes, i / 2, i % 2};
        if (most >= 0 && i % 2 == 0) break;
        if (!place_all(plan, &way, &layout)) continue;
        int area = layout.rows * layout.cols, texts = place_texts(plan, &layout, false);
        if (texts < most || (texts == most && area >= best_area)) continue;
        most = texts;
        best_area = area;
        *best = layout;
    }
    return most;
}

/* The sizes to try: from the largest down to the smallest, the last group shrinking first. */
struct search {
    enum board_size sizes[GROUPS], largest[GROUPS], smallest[GROUPS];
};

/* Takes the next sizes. Returns the first group that changed, or GROUPS at the end. */
static int shrink(struct search *search) {
    for (int group = GROUPS; group-- > 0;) {
        if (search->sizes[group] > search->smallest[group]) {
            search->sizes[group]--;
            return group;
        }
        search->sizes[group] = search->largest[group];
    }
    return GROUPS;
}

/* Finds the first sizes that fit, none beyond large; better others that leave room for more texts,
 * but whoever shrinks last does not shrink for them. Returns the number of texts, or -1 if nothing
 * fits. */
static int find_usual(const struct plan *plan, enum board_size sizes[GROUPS],
                      struct board_layout *layout) {
    struct search search;
    int most = -1, tries = 0, leads = GROUPS - 1;
    for (int group = GROUPS; group-- > 0;) {
        enum board_size smallest = plan->dense[group] ? BOARD_SKETCH : BOARD_TINY;
        if (plan->used[group]) leads = group;
        search.sizes[group] = search.largest[group] = BOARD_LARGE;
        search.smallest[group] = plan->used[group] ? smallest : BOARD_LARGE;
    }
    for (;;) {
        struct board_layout tried;
        int texts = try_sizes(plan, search.sizes, &tried);
        if (texts > most) {
            *layout = tried;
            most = texts;
            memcpy(sizes, search.sizes, sizeof search.sizes);
        }
        if (most == plan->board->texts_count || (most >= 0 && ++tries == TRIES)) return most;
        int changed = shrink(&search);
        if (changed == GROUPS || (most >= 0 && changed == leads)) return most;
    }
}

/* Finds larger sizes where there is room for that without anybody becoming smaller. */
static void find_larger(const struct plan *plan, const enum board_size sizes[GROUPS], int texts,
                        struct board_layout *layout) {
    struct search search;
    for (int group = 0; group < GROUPS; group++) {
        search.smallest[group] = sizes[group];
        search.sizes[group] = search.largest[group] = plan->used[group] ? BOARD_HUGE : sizes[group];
    }
    do {
        struct board_layout tried;
        if (try_sizes(plan, search.sizes, &tried) < texts) continue;
        *layout = tried;
        return;
    } while (shrink(&search) < GROUPS);
}

/* Makes a panel larger where that closes a gap: to the right, and a little down. Glass keeps its
 * shape. */
static void grow(const struct plan *plan, struct board_layout *layout, int index) {
    enum { RIGHT = 30, RIGHT_OF_SEATS = 6, DOWN = 3 };
    struct board_panel *panel = &layout->panels[index];
    if (panel->text >= 0 || plan->board->scene->areas[panel->area].dense) return;
    int most = plan->board->scene->areas[panel->area].seat >= 0 ? RIGHT_OF_SEATS : RIGHT;
    struct cells_box beside = panel->box, below = panel->box;
    beside.col += panel->box.cols;
    int free = widen(layout, layout->cols, &beside) ? beside.cols : 0;
    if (free > 0 && free <= most) panel->box.cols += free;
    below.row += panel->box.rows;
    below.cols = panel->box.cols;
    below.rows = 0;
    while (below.row + below.rows < layout->rows && below.rows <= DOWN) {
        below.rows++;
        if (!hit(layout, &below)) continue;
        below.rows--;
        break;
    }
    if (below.rows <= DOWN) panel->box.rows += below.rows;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

/* Finds the smallest layout of all, as close as possible to the room there is: for each width how
 * high it comes out. */
static void find_smallest(struct plan *plan, struct board_layout *layout) {
    enum { WIDEST = 100 };
    static const enum board_size sizes[GROUPS] = {BOARD_SKETCH};
    static const struct way way = {sizes, MARGINS - 1, false};
    int rows = plan->rows, cols = plan->cols, most = larger(cols, WIDEST), best = INT32_MAX;
    plan->rows = layout->rows = CELLS_ROWS_MAX;
    layout->cols = CELLS_COLS_MAX;
    for (plan->cols = 1; plan->cols <= most || best == INT32_MAX; plan->cols++) {
        struct board_layout tried;
        if (plan->cols > CELLS_COLS_MAX) return;
        if (!place_all(plan, &way, &tried)) continue;
        int area = larger(tried.rows, rows) * larger(tried.cols, cols);
        if (area >= best) continue;
        best = area;
        *layout = tried;
    }
}

bool board_pack(const struct board *board, int rows, int cols, struct board_layout *layout) {
    struct plan plan;
    enum board_size sizes[GROUPS];
    set_plan(&plan, board, rows, cols);
    int texts = find_usual(&plan, sizes, layout);
    plan.aligned = texts >= 0;
    if (texts < 0) texts = find_usual(&plan, sizes, layout);
    if (texts < 0)
        find_smallest(&plan, layout);
    else
        find_larger(&plan, sizes, texts, layout);
    if (layout->rows > rows || layout->cols > cols) return false;
    plan.rows = rows;
    plan.cols = cols;
    place_texts(&plan, layout, true);
    for (int i = 0; i < layout->count; i++) grow(&plan, layout, i);
    return true;
}
