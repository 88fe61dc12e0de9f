/* The pruner against counts known for the plane, a plain comparison of all sequences on small
 * boards, and the lengths of all solutions of small boards: pruning must keep a shortest one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grid.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/heuristic_test.h"
#include "games/slide/optimal/pruner.h"
#include "games/slide/optimal/watch_test.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

static bool is_earlier(const uint8_t *one, int length, const uint8_t *two, int other_length) {
    static const char order[] = {0, 3, 1, 2}; /* Up, Left, Right, Down */
    if (length != other_length) return length < other_length;
    for (int i = 0; i < length; i++)
        if (one[i] != two[i]) return order[one[i]] < order[two[i]];
    return false;
}

enum { LENGTH = 12, SIDE = 2 * LENGTH + 1, CLASSES_MAX = 4096 };

static void make_moves(uint16_t *tiles, const uint8_t *moves, int length) {
    int blank = SIDE * SIDE / 2;
    for (int cell = 0; cell < SIDE * SIDE; cell++) tiles[cell] = (uint16_t)cell;
    for (int i = 0; i < length; i++) {
        int to = slide_neighbour(SIDE, SIDE, blank, moves[i]);
        assert_true(to >= 0);
        uint16_t tile = tiles[to];
        tiles[to] = tiles[blank], tiles[blank] = tile, blank = to;
    }
}

/* The duplicates found, by length; those that are images of each other are one class. */
struct found {
    int duplicates[LENGTH + 1], classes[LENGTH + 1], last_length;
    uint64_t canonical[LENGTH + 1][CLASSES_MAX]; /* of each class */
};

/* Returns the smallest of a sequence's eight images, each as a number. */
static uint64_t canonical_of(const uint8_t *moves, int length) {
    uint64_t smallest = UINT64_MAX;
    for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        uint64_t image = 0;
        for (int i = 0; i < length; i++)
            image = image << 2 | (uint64_t)slide_pattern_turn_move(symmetry, moves[i]);
        if (image < smallest) smallest = image;
    }
    return smallest;
}

static void add_duplicate(void *self, const struct slide_duplicate *duplicate) {
    struct found *found = self;
    int length = duplicate->length, known = 0;
    uint16_t one[SIDE * SIDE], two[SIDE * SIDE];
    uint64_t canonical = canonical_of(duplicate->moves, length);
    assert_true(length >= found->last_length && length <= LENGTH);
    found->last_length = length;
    found->duplicates[length]++;
    while (known < found->classes[length] && found->canonical[length][known] != canonical) known++;
    assert_true(known < CLASSES_MAX);
    found->canonical[length][known] = canonical;
    if (known == found->classes[length]) found->classes[length]++;
    assert_true(is_earlier(duplicate->first, duplicate->first_length, duplicate->moves, length));
    make_moves(one, duplicate->moves, length);
    make_moves(two, duplicate->first, duplicate->first_length);
    assert_memory_equal(one, two, sizeof one);
}

static void test_duplicates_of_the_plane(void **state) {
    (void)state;
    static const int duplicates[] = {0, 0, 4, 0, 0, 0, 4, 2, 32, 22, 294, 211, 2098};
    static const int classes[] = {0, 0, 1, 0, 0, 0, 1, 1, 8, 8, 81, 80, 593};
    static struct found found;
    struct slide_trie trie;
    assert_int_equal(slide_trie_init(&trie, 0, 0, LENGTH, UINT32_MAX, add_duplicate, &found, NULL),
                     0);
    assert_int_equal(trie.depth, LENGTH);
    assert_memory_equal(found.duplicates, duplicates, sizeof duplicates);
    assert_memory_equal(found.classes, classes, sizeof classes);
    slide_trie_release(&trie);
}

/* The minimal duplicates of a board are those of the plane, from every cell where both sequences
 * fit: up to this length, edges add none. */
struct fits {
    int rows, cols;
    size_t plane, board;
};

static bool does_fit(const struct fits *fits, int cell, const uint8_t *moves, int length) {
    for (int i = 0; i < length && cell >= 0; i++)
        cell = slide_neighbour(fits->rows, fits->cols, cell, moves[i]);
    return cell >= 0;
}

static void count_plane(void *self, const struct slide_duplicate *duplicate) {
    struct fits *fits = self;
    for (int cell = 0; cell < fits->rows * fits->cols; cell++)
        fits->plane += does_fit(fits, cell, duplicate->moves, duplicate->length) &&
                       does_fit(fits, cell, duplicate->first, duplicate->first_length);
}

static void count_board(void *self, const struct slide_duplicate *duplicate) {
    struct fits *fits = self;
    assert_true(does_fit(fits, duplicate->cell, duplicate->moves, duplicate->length));
    assert_true(does_fit(fits, duplicate->cell, duplicate->first, duplicate->first_length));
    fits->board++;
}

static void test_boards_have_the_duplicates_of_the_plane(void **state) {
    (void)state;
    struct fits all[] = {{2, 3, 0, 0}, {2, 5, 0, 0}, {3, 3, 0, 0}, {3, 4, 0, 0}, {4, 4, 0, 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct fits *fits = &all[i];
        struct slide_trie trie;
        assert_int_equal(slide_trie_init(&trie, 0, 0, 10, UINT32_MAX, count_plane, fits, NULL), 0);
        slide_trie_release(&trie);
        assert_int_equal(
            slide_trie_init(&trie, fits->rows, fits->cols, 10, UINT32_MAX, count_board, fits, NULL),
            0);
        slide_trie_release(&trie);
        assert_int_equal(fits->board, fits->plane);
    }
}

enum { CELLS = 12 };

/* All sequences from a cell in their order, and the arrangements reached so far. */
struct plain_sequences {
    int rows, cols;
    struct arrangement {
        uint8_t tiles[CELLS];
    } * reached;
    size_t count, capacity;
    uint8_t moves[SLIDE_SEQUENCE_MAX];
    uint8_t *is_first; /* by the sequence's number */
};

static uint32_t sequence_number(const uint8_t *moves, int length) {
    uint32_t number = 1;
    for (int i = 0; i < length; i++) number = number << 2 | moves[i];
    return number;
}

static void try_sequences(struct plain_sequences *all, const struct arrangement *at, int blank,
                          int made, int length) {
    if (made == length) {
        for (size_t i = 0; i < all->count; i++)
            if (memcmp(&all->reached[i], at, sizeof *at) == 0) return;
        all->is_first[sequence_number(all->moves, length)] = 1;
        assert_true(all->count < all->capacity);
        all->reached[all->count++] = *at;
        return;
    }
    for (int rank = 0; rank < 4; rank++) {
        struct arrangement next = *at;
        int move = (int[]){SLIDE_UP, SLIDE_LEFT, SLIDE_RIGHT, SLIDE_DOWN}[rank];
        int to = slide_neighbour(all->rows, all->cols, blank, move);
        if (to < 0) continue;
        next.tiles[blank] = next.tiles[to];
        next.tiles[to] = at->tiles[blank];
        all->moves[made] = (uint8_t)move;
        try_sequences(all, &next, to, made + 1, length);
    }
}

static uint8_t *first_sequences(int rows, int cols, int start, int depth) {
    struct plain_sequences all = {.rows = rows, .cols = cols, .capacity = 1 << 12};
    struct arrangement home = {{0}};
    all.is_first = calloc((size_t)2 << (2 * depth), 1);
    all.reached = malloc(all.capacity * sizeof *all.reached);
    for (int cell = 0; cell < rows * cols; cell++) home.tiles[cell] = (uint8_t)cell;
    for (int length = 0; length <= depth; length++) try_sequences(&all, &home, start, 0, length);
    free(all.reached);
    return all.is_first;
}

/* Walks all sequences of some length: the automaton must allow just those whose parts of at most
 * its depth are all first, from the cells where they begin. */
static void compare_sequences(const struct slide_pruner *pruner, uint8_t *const *is_first,
                              int *cells, uint8_t *moves, int made, int length, uint32_t state,
                              size_t *allowed) {
    for (int move = 0; move < 4 && made < length; move++) {
        int to = slide_neighbour(pruner->rows, pruner->cols, cells[made], move);
        uint32_t next = pruner->next[state][move];
        bool good = to >= 0;
        moves[made] = (uint8_t)move;
        for (int part = 1; good && part <= pruner->depth && part <= made + 1; part++) {
            int begin = made + 1 - part;
            good = is_first[cells[begin]][sequence_number(moves + begin, part)];
        }
        assert_int_equal(good, next != 0);
        if (!good) continue;
        ++*allowed;
        cells[made + 1] = to;
        compare_sequences(pruner, is_first, cells, moves, made + 1, length, next, allowed);
    }
}

static void test_prunes_exactly_the_duplicates(void **state) {
    (void)state;
    const int boards[][3] = {{2, 2, 8}, {2, 3, 8}, {3, 2, 7}, {3, 3, 8}, {2, 5, 8}, {1, 4, 5}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        int rows = boards[i][0], cols = boards[i][1], depth = boards[i][2];
        struct slide_pruner pruner;
        uint8_t *is_first[CELLS], moves[SLIDE_SEQUENCE_MAX];
        size_t allowed = 0;
        assert_int_equal(slide_pruner_init(&pruner, rows, cols, depth, SIZE_MAX, NULL), 0);
        assert_int_equal(pruner.depth, depth);
        for (int cell = 0; cell < rows * cols; cell++)
            is_first[cell] = first_sequences(rows, cols, cell, depth);
        for (int cell = 0; cell < rows * cols; cell++) {
            int cells[SLIDE_SEQUENCE_MAX + 1] = {cell};
            compare_sequences(&pruner, is_first, cells, moves, 0, depth + 3, pruner.start[cell],
                              &allowed);
        }
        assert_true(allowed > 0);
        for (int cell = 0; cell < rows * cols; cell++) free(is_first[cell]);
        slide_pruner_release(&pruner);
    }
}

/* Every board of a size, or every step-th. */
static void require_solutions(int rows, int cols, int depth, uint32_t step) {
    struct slide_pruner pruner;
    uint8_t *lengths = plain_lengths(rows, cols);
    assert_int_equal(slide_pruner_init(&pruner, rows, cols, depth, SIZE_MAX, NULL), 0);
    for (uint32_t rank = 0; rank < plain_ranks(rows, cols); rank += step) {
        if (lengths[rank] == PLAIN_NEVER) continue;
        struct plain plain = plain_ranked(rows, cols, rank);
        assert_true(heuristic_test_keeps_solution((const uint32_t(*)[4])pruner.next,
                                                  pruner.start[plain.blank], 0, plain, lengths));
    }
    free(lengths);
    slide_pruner_release(&pruner);
}

static void test_every_board_keeps_a_shortest_solution(void **state) {
    (void)state;
    require_solutions(2, 2, 14, 1);
    require_solutions(2, 3, 14, 1);
    require_solutions(3, 2, 9, 1);
    require_solutions(2, 4, 16, 3);
    require_solutions(3, 3, 9, 11);
    require_solutions(3, 3, 14, 5);
}

/* Returns the number of sequences of a length that an automaton allows. */
static uint64_t count_sequences(const struct slide_pruner *pruner, uint32_t state, int length) {
    uint64_t count = 0;
    if (length == 0) return 1;
    for (int move = 0; move < 4; move++)
        if (pruner->next[state][move])
            count += count_sequences(pruner, pruner->next[state][move], length - 1);
    return count;
}

/* Up to the depth, the plane allows as many sequences as there are arrangements. */
static void test_sequences_allowed_on_the_plane(void **state) {
    (void)state;
    struct slide_pruner pruner;
    struct slide_trie trie;
    assert_int_equal(slide_trie_init(&trie, 0, 0, 10, UINT32_MAX, NULL, NULL, NULL), 0);
    assert_int_equal(slide_pruner_init(&pruner, 0, 0, 10, SIZE_MAX, NULL), 0);
    for (int length = 0; length < 10; length++)
        assert_int_equal(count_sequences(&pruner, pruner.start[0], length),
                         trie.level[length + 1] - trie.level[length]);
    slide_trie_release(&trie);
    slide_pruner_release(&pruner);
}

/* Minimal automata have as many states as once found. */
static void test_sizes_of_automata(void **state) {
    (void)state;
    static const struct {
        int rows, cols, depth;
        uint32_t states;
    } known[] = {{4, 4, 2, 65}, {4, 4, 8, 802}, {4, 4, 12, 12732}, {5, 5, 10, 9059}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct slide_pruner pruner;
        int rows = known[i].rows, cols = known[i].cols;
        assert_int_equal(slide_pruner_init(&pruner, rows, cols, known[i].depth, SIZE_MAX, NULL), 0);
        assert_int_equal(pruner.states, known[i].states);
        slide_pruner_release(&pruner);
    }
}

static void test_depth_gives_way_to_memory(void **state) {
    (void)state;
    const int boards[][2] = {{4, 4}, {2, 8}, {3, 5}, {6, 6}, {16, 16}, {0, 0}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct slide_pruner pruner, deeper;
        int rows = boards[i][0], cols = boards[i][1];
        assert_int_equal(slide_pruner_init(&pruner, rows, cols, 9, 20000, NULL), 0);
        size_t cells = rows ? (size_t)(rows * cols) : 1;
        assert_true(pruner.depth >= 1 && pruner.states * 16 + cells * 4 <= 20000);
        for (uint32_t at = 1; at < pruner.states; at++)
            for (int move = 0; move < 4; move++) assert_true(pruner.next[at][move] < pruner.states);
        if (pruner.depth < 9) {
            int more = pruner.depth + 1;
            assert_int_equal(slide_pruner_init(&deeper, rows, cols, more, SIZE_MAX, NULL), 0);
            assert_true(deeper.depth == more && deeper.states * 16 + cells * 4 > 20000);
            slide_pruner_release(&deeper);
        }
        slide_pruner_release(&pruner);
    }
    struct slide_pruner none;
    assert_int_equal(slide_pruner_init(&none, 4, 4, 9, 100, NULL), -1);
    assert_null(none.next);
}

/* Any call of the watch may be the last, and leaves nothing behind. */
static void test_stops(void **state) {
    (void)state;
    struct slide_pruner pruner;
    struct watch_test test;
    watch_test_init(&test, 0);
    assert_int_equal(slide_pruner_init(&pruner, 3, 4, 11, SIZE_MAX, &test.watch), 0);
    slide_pruner_release(&pruner);
    int calls = test.calls;
    assert_true(calls > 100 && !test.backwards);
    for (int stop_at = 1; stop_at <= calls; stop_at += stop_at < 4 ? 1 : stop_at / 2) {
        watch_test_init(&test, stop_at);
        assert_int_equal(slide_pruner_init(&pruner, 3, 4, 11, SIZE_MAX, &test.watch), -1);
        assert_int_equal(test.calls, stop_at);
        assert_false(test.backwards);
        assert_null(pruner.next);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duplicates_of_the_plane),
        cmocka_unit_test(test_boards_have_the_duplicates_of_the_plane),
        cmocka_unit_test(test_prunes_exactly_the_duplicates),
        cmocka_unit_test(test_every_board_keeps_a_shortest_solution),
        cmocka_unit_test(test_sequences_allowed_on_the_plane),
        cmocka_unit_test(test_sizes_of_automata),
        cmocka_unit_test(test_depth_gives_way_to_memory),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests_name("slide pruner", tests, NULL, NULL);
}
