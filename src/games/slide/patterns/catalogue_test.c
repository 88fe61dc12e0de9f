/* The catalogue against boards pushed by hand and a plain search of every box. Matching: labels,
 * place, turns and mirrors make no difference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grid.h"
#include "base/hash.h"
#include "base/rng.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COST = SLIDE_CATALOGUE_COST_MAX, CELLS = SLIDE_CATALOGUE_CELLS_MAX };

static struct slide_catalogue catalogue;

static int open_catalogue(void **state) {
    (void)state;
    return slide_catalogue_init(&catalogue, COST, NULL);
}

static int close_catalogue(void **state) {
    (void)state;
    slide_catalogue_release(&catalogue);
    return 0;
}

/* The board before a pattern runs: the other cells are numbered in order. */
static struct plain board_before(int rows, int cols, int blank) {
    struct plain board = {rows, cols, blank, {0}};
    for (int cell = 0, tile = 1; cell < rows * cols; cell++)
        if (cell != blank) board.tiles[cell] = (uint16_t)tile++;
    return board;
}

/* The rank of the board after a pattern; cells[] are those of its box, or NULL for the same ones.
 */
static uint32_t rank_after(const struct plain *before, const struct slide_pattern *pattern,
                           const int *cells) {
    struct plain after = *before;
    for (int i = 0; i < pattern->rows * pattern->cols; i++) {
        int end = pattern->effect[i];
        after.tiles[cells ? cells[end] : end] = before->tiles[cells ? cells[i] : i];
    }
    return plain_rank(&after);
}

/* Every entry costs what the shortest way within its box costs. */
static void test_entries_are_cheapest_in_their_boxes(void **state) {
    (void)state;
    size_t seen = 0;
    for (int rows = 1; rows <= 3; rows++)
        for (int cols = rows; rows * cols <= CELLS; cols++)
            for (int start = 0; start < rows * cols; start++) {
                struct plain before = board_before(rows, cols, start);
                uint8_t *lengths = plain_lengths_from(&before, COST);
                for (size_t i = 0; i < catalogue.count; i++) {
                    const struct slide_pattern *pattern = &catalogue.entries[i].pattern;
                    if (pattern->rows != rows || pattern->cols != cols) continue;
                    if (pattern->start != start) continue;
                    assert_int_equal(lengths[rank_after(&before, pattern, NULL)], pattern->cost);
                    seen++;
                }
                free(lengths);
            }
    assert_int_equal(seen, catalogue.count);
}

struct cover {
    struct plain before;
    uint8_t *cheapest; /* match that leads to each board, by rank; 0 for none */
};

static bool note_match(void *self, const struct slide_match *match) {
    struct cover *cover = self;
    const struct slide_pattern *pattern = &match->entry->pattern;
    uint8_t *cheapest = &cover->cheapest[rank_after(&cover->before, pattern, match->cells)];
    if (!*cheapest || pattern->cost < *cheapest) *cheapest = pattern->cost;
    return true;
}

/* On a board no larger than the boxes, there is a match for everything that some moves can do, at
 * the cost of the shortest way. */
static void test_matches_reach_everything_at_its_cost(void **state) {
    (void)state;
    const int boards[][4] = {{2, 2, COST, 3}, {2, 3, COST, 2}, {3, 2, COST, 3}, {3, 3, COST, 4},
                             {2, 4, COST, 3}, {4, 2, COST, 5}, {2, 5, 12, 4},   {1, 7, COST, 3}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int blank = 0; blank < boards[i][0] * boards[i][1]; blank += boards[i][3]) {
            int rows = boards[i][0], cols = boards[i][1], limit = boards[i][2];
            uint32_t ranks = plain_ranks(rows, cols);
            struct cover cover = {board_before(rows, cols, blank), calloc(ranks, 1)};
            uint8_t *lengths = plain_lengths_from(&cover.before, limit);
            slide_catalogue_match(&catalogue, rows, cols, blank, limit, note_match, &cover);
            for (uint32_t rank = 0; rank < ranks; rank++)
                if (cover.cheapest[rank] != (lengths[rank] == PLAIN_NEVER ? 0 : lengths[rank]))
                    fail_msg("%dx%d, rank %u", rows, cols, rank);
            free(cover.cheapest);
            free(lengths);
        }
}

/* Matches of one effect: each costs less than those within its box. */
struct rivals {
    struct plain before;
    struct rival {
        uint32_t rank;
        int top, bottom, first, last, cost;
    } * list;
    size_t count;
};

static bool note_rival(void *self, const struct slide_match *match) {
    struct rivals *rivals = self;
    const struct slide_pattern *pattern = &match->entry->pattern;
    int cols = rivals->before.cols, count = pattern->rows * pattern->cols;
    uint32_t rank = rank_after(&rivals->before, pattern, match->cells);
    struct rival rival = {rank, 99, 0, 99, 0, pattern->cost};
    for (int i = 0; i < count; i++) {
        int cell = match->cells[i], row = cell / cols, col = cell % cols;
        if (row < rival.top) rival.top = row;
        if (row > rival.bottom) rival.bottom = row;
        if (col < rival.first) rival.first = col;
        if (col > rival.last) rival.last = col;
    }
    rivals->list[rivals->count++] = rival;
    return true;
}

static int compare_rivals(const void *one, const void *two) {
    const struct rival *a = one, *b = two;
    return a->rank != b->rank ? (a->rank < b->rank ? -1 : 1) : a->cost - b->cost;
}

static void test_dearer_entries_have_other_boxes(void **state) {
    (void)state;
    size_t pairs = 0;
    for (int blank = 0; blank < 9; blank++) {
        struct rivals rivals = {board_before(3, 3, blank),
                                calloc(catalogue.count * 8, sizeof *rivals.list), 0};
        slide_catalogue_match(&catalogue, 3, 3, blank, COST, note_rival, &rivals);
        qsort(rivals.list, rivals.count, sizeof *rivals.list, compare_rivals);
        for (size_t i = 1; i < rivals.count; i++)
            for (size_t j = i; j-- > 0 && rivals.list[j].rank == rivals.list[i].rank; pairs++) {
                struct rival cheap = rivals.list[j], dear = rivals.list[i];
                bool within = cheap.top >= dear.top && cheap.bottom <= dear.bottom &&
                              cheap.first >= dear.first && cheap.last <= dear.last;
                bool around = cheap.top <= dear.top && cheap.bottom >= dear.bottom &&
                              cheap.first <= dear.first && cheap.last >= dear.last;
                assert_false(within || (around && cheap.cost == dear.cost));
            }
        free(rivals.list);
    }
    assert_true(pairs > 0);
}

struct trial {
    struct rng rng;
    int rows, cols, blank;
    size_t count;
};

/* Makes the match's moves on a board with random labels and looks at every cell. */
static bool try_match(void *self, const struct slide_match *match) {
    struct trial *trial = self;
    const struct slide_pattern *pattern = &match->entry->pattern;
    int cells = trial->rows * trial->cols, before[64], after[64], blank = trial->blank;
    for (int cell = 0; cell < cells; cell++) before[cell] = cell + 1;
    for (int cell = cells - 1; cell > 0; cell--) {
        int other = (int)rng_below(&trial->rng, (uint32_t)cell + 1), tile = before[cell];
        before[cell] = before[other], before[other] = tile;
    }
    before[blank] = 0;
    memcpy(after, before, sizeof after);
    for (int i = 0; i < pattern->cost; i++) {
        int to = slide_neighbour(trial->rows, trial->cols, blank, match->moves[i]);
        assert_true(to >= 0);
        after[blank] = after[to], after[to] = 0, blank = to;
    }
    for (int i = 0; i < pattern->rows * pattern->cols; i++) {
        assert_int_equal(after[match->cells[pattern->effect[i]]], before[match->cells[i]]);
        after[match->cells[pattern->effect[i]]] = before[match->cells[i]] = -1;
    }
    for (int cell = 0; cell < cells; cell++) assert_int_equal(after[cell], before[cell]);
    trial->count++;
    return true;
}

static void test_every_entry_does_what_it_says(void **state) {
    (void)state;
    struct trial trial = {.rng = rng_new(5, 0)};
    const int boards[][2] = {{8, 8}, {4, 4}, {3, 6}, {7, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        trial.rows = boards[i][0], trial.cols = boards[i][1], trial.count = 0;
        for (trial.blank = 0; trial.blank < trial.rows * trial.cols; trial.blank += i ? 1 : 27) {
            size_t before = trial.count;
            size_t shown = slide_catalogue_match(&catalogue, trial.rows, trial.cols, trial.blank,
                                                 i ? 9 : COST, try_match, &trial);
            assert_int_equal(trial.count - before, shown);
        }
        assert_true(trial.count > 500);
    }
}

/* Matches as a set: a sum of hashes over the entry and what goes where, by cells that `map`
 * renames. */
struct sum {
    const int *map;
    uint64_t matches;
};

static bool add_match(void *self, const struct slide_match *match) {
    struct sum *sum = self;
    const struct slide_pattern *pattern = &match->entry->pattern;
    uint64_t all = 0;
    for (int i = 0; i < pattern->rows * pattern->cols; i++) {
        int way[3] = {(int)(match->entry - catalogue.entries), sum->map[match->cells[i]],
                      sum->map[match->cells[pattern->effect[i]]]};
        all += hash_bytes(way, sizeof way);
    }
    sum->matches += hash_bytes(&all, sizeof all);
    return true;
}

static void test_turning_the_board_turns_the_matches(void **state) {
    (void)state;
    const int boards[][2] = {{4, 4}, {3, 5}, {2, 6}, {2, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int blank = 0; blank < boards[i][0] * boards[i][1]; blank++)
            for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
                int rows = boards[i][0], cols = boards[i][1], map[64], same[64];
                for (int cell = 0; cell < rows * cols; cell++)
                    map[cell] = grid_turn(symmetry, rows, cols, cell), same[cell] = cell;
                struct sum one = {map, 0}, two = {same, 0};
                int high = symmetry & 1 ? cols : rows, wide = symmetry & 1 ? rows : cols;
                size_t count =
                    slide_catalogue_match(&catalogue, rows, cols, blank, 7, add_match, &one);
                assert_int_equal(count, slide_catalogue_match(&catalogue, high, wide, map[blank], 7,
                                                              add_match, &two));
                assert_true(one.matches == two.matches);
            }
}

/* Far from all edges the place makes no difference. */
static void test_moving_the_blank_moves_the_matches(void **state) {
    (void)state;
    enum { SIDE = 20 };
    int map[SIDE * SIDE], same[SIDE * SIDE];
    for (int cell = 0; cell < SIDE * SIDE; cell++)
        map[cell] = (cell + SIDE + 1) % (SIDE * SIDE), same[cell] = cell;
    int blank = 9 * SIDE + 9;
    struct sum one = {map, 0}, two = {same, 0};
    size_t count = slide_catalogue_match(&catalogue, SIDE, SIDE, blank, 9, add_match, &one);
    assert_int_equal(count,
                     slide_catalogue_match(&catalogue, SIDE, SIDE, map[blank], 9, add_match, &two));
    assert_true(one.matches == two.matches);
    assert_true(count > 5000);
}

static void test_entries_are_canonical_ordered_and_different(void **state) {
    (void)state;
    const size_t sizes[COST + 1] = {0,   1,   3,    8,    22,   53,   114,  228,
                                    434, 783, 1370, 2337, 3902, 6335, 10143};
    for (int cost = 0; cost <= COST; cost++)
        assert_int_equal(slide_catalogue_size(&catalogue, cost), sizes[cost]);
    for (size_t i = 0; i < catalogue.count; i++) {
        const struct slide_pattern *pattern = &catalogue.entries[i].pattern, *before = pattern - 1;
        struct slide_pattern canonical, run;
        slide_pattern_canonical(pattern, &canonical);
        assert_int_equal(slide_pattern_compare(pattern, &canonical), 0);
        assert_true(slide_pattern_run(&run, pattern->moves, pattern->cost));
        assert_memory_equal(pattern, &run, sizeof run);
        if (i) before = &catalogue.entries[i - 1].pattern;
        if (i && before->cost == pattern->cost)
            assert_true(slide_pattern_compare(before, pattern) < 0);
        else if (i)
            assert_true(before->cost < pattern->cost);
    }
}

/* A smaller catalogue is the beginning of a larger one. */
static void test_catalogues_agree(void **state) {
    (void)state;
    for (int cost = 0; cost <= 8; cost++) {
        struct slide_catalogue small;
        assert_int_equal(slide_catalogue_init(&small, cost, NULL), 0);
        assert_int_equal(small.count, slide_catalogue_size(&catalogue, cost));
        for (size_t i = 0; i < small.count; i++) {
            const struct slide_catalogue_entry *one = &small.entries[i],
                                               *two = &catalogue.entries[i];
            assert_memory_equal(&one->pattern, &two->pattern, sizeof one->pattern);
            assert_true(one->name == two->name);
        }
        slide_catalogue_release(&small);
    }
}

/* Pushing tiles never swaps just two of them: with the blank home, the tiles' permutation is even.
 */
static void test_no_pattern_swaps_two_tiles(void **state) {
    (void)state;
    for (size_t i = 0; i < catalogue.count; i++) {
        const struct slide_pattern *pattern = &catalogue.entries[i].pattern;
        int odd = 0, cells = pattern->rows * pattern->cols;
        if (pattern->effect[pattern->start] != pattern->start) continue;
        for (int one = 0; one < cells; one++)
            for (int two = one + 1; two < cells; two++)
                odd ^= pattern->effect[one] > pattern->effect[two];
        assert_false(odd);
    }
}

/* A host that says stop at the n-th call. */
struct listener {
    int calls, stop_at;
    double done;
};

static bool listen(void *self, double done, const char *message) {
    struct listener *listener = self;
    assert_true(done >= listener->done && done <= 1 && message[0]);
    listener->done = done;
    return ++listener->calls != listener->stop_at;
}

static void test_making_stops_when_told(void **state) {
    struct listener listener = {0};
    const struct host host = {.threads = 1, .go_on = listen, .self = &listener};
    struct slide_catalogue small;
    (void)state;
    assert_int_equal(slide_catalogue_init(&small, 9, &host), 0);
    assert_false(small.stopped);
    assert_int_equal(small.count, slide_catalogue_size(&catalogue, 9));
    slide_catalogue_release(&small);
    int all = listener.calls;
    assert_true(all > 50 && listener.done > 0.9);
    for (int stop_at = 1; stop_at <= all; stop_at += stop_at < 5 ? 1 : all / 7) {
        listener = (struct listener){.stop_at = stop_at};
        assert_int_equal(slide_catalogue_init(&small, 9, &host), -1);
        assert_true(small.stopped && !small.entries && small.count == 0);
        assert_int_equal(listener.calls, stop_at);
    }
}

static bool stop_at_three(void *self, const struct slide_match *match) {
    (void)match;
    return ++*(int *)self < 3;
}

static void test_matching_stops_when_told(void **state) {
    (void)state;
    int shown = 0;
    assert_int_equal(slide_catalogue_match(&catalogue, 4, 4, 5, COST, stop_at_three, &shown), 3);
    assert_int_equal(shown, 3);
}

/* The named ones, with what the documentation for users shows of them. */
static void test_names_are_found_and_documented(void **state) {
    (void)state;
    static const char *const known[] = {
        "corner rotation 4 2x2", "linear shift 5 2x3",   "three-cycle in 2x3 6 2x3",
        "linear shift 7 2x4",    "edge insertion 8 2x3", "linear shift 9 2x5",
    };
    static char page[1 << 16];
    FILE *file = fopen("docs/patterns-slide.md", "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    size_t named = 0;
    for (size_t i = 0; i < catalogue.count; i++) {
        const struct slide_catalogue_entry *entry = &catalogue.entries[i];
        char buffer[300];
        struct text text = text_over(buffer, sizeof buffer);
        if (!entry->name) continue;
        text_format(&text, "%s %d %dx%d", entry->name, entry->pattern.cost, entry->pattern.rows,
                    entry->pattern.cols);
        assert_true(named < sizeof known / sizeof *known);
        assert_string_equal(buffer, known[named++]);
        text_clear(&text);
        slide_pattern_spell(&entry->pattern, &text);
        assert_non_null(strstr(page, buffer));
        text_clear(&text);
        slide_pattern_draw(&entry->pattern, &text);
        for (char *line = strtok(buffer, "\n"); line; line = strtok(NULL, "\n"))
            assert_non_null(strstr(page, line));
    }
    assert_int_equal(named, sizeof known / sizeof *known);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_are_cheapest_in_their_boxes),
        cmocka_unit_test(test_matches_reach_everything_at_its_cost),
        cmocka_unit_test(test_dearer_entries_have_other_boxes),
        cmocka_unit_test(test_every_entry_does_what_it_says),
        cmocka_unit_test(test_turning_the_board_turns_the_matches),
        cmocka_unit_test(test_moving_the_blank_moves_the_matches),
        cmocka_unit_test(test_entries_are_canonical_ordered_and_different),
        cmocka_unit_test(test_catalogues_agree),
        cmocka_unit_test(test_no_pattern_swaps_two_tiles),
        cmocka_unit_test(test_matching_stops_when_told),
        cmocka_unit_test(test_making_stops_when_told),
        cmocka_unit_test(test_names_are_found_and_documented),
    };
    return cmocka_run_group_tests(tests, open_catalogue, close_catalogue);
}
