/* The frontier: a shortest solution always leads through one of its roots. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "games/slide/optimal/frontier.h"
#include "games/slide/optimal/heuristic_test.h"
#include "games/slide/optimal/pruner.h"

enum { SIDE = 3 };

static struct plain entry_board(const struct slide_frontier *frontier, uint32_t entry) {
    struct slide_node node;
    struct plain plain = {frontier->heuristic->rows, frontier->heuristic->cols, 0, {0}};
    slide_frontier_node(frontier, entry, &node);
    for (int cell = 0; cell < plain.rows * plain.cols; cell++) plain.tiles[cell] = node.tiles[cell];
    plain.blank = node.blank;
    assert_int_equal(plain.tiles[plain.blank], 0);
    assert_int_equal(node.root, entry);
    return plain;
}

/* The path of an entry leads to its board. */
static void require_path(const struct slide_frontier *frontier, struct plain plain,
                         uint32_t entry) {
    uint8_t moves[SLIDE_DEPTH_MAX];
    struct plain there = entry_board(frontier, entry);
    slide_frontier_path(frontier, entry, moves);
    for (int i = 0; i < frontier->entries[entry].depth; i++)
        assert_true(plain_step(&plain, moves[i]));
    assert_memory_equal(plain.tiles, there.tiles, sizeof plain.tiles);
}

static void require_roots(const struct slide_frontier *frontier, struct plain plain,
                          const uint8_t *lengths) {
    int length = lengths[plain_rank(&plain)], shortest = PLAIN_NEVER;
    bool solved = false;
    assert_true(frontier->lower_bound <= length);
    for (uint32_t i = 0; i < frontier->count; i++) {
        const struct slide_frontier_entry *entry = &frontier->entries[i];
        require_path(frontier, plain, i);
        if (entry->expanded) continue;
        struct slide_node node;
        struct plain root = entry_board(frontier, i);
        int through = entry->depth + lengths[plain_rank(&root)];
        slide_frontier_node(frontier, i, &node);
        assert_in_range(entry->lower_bound, frontier->lower_bound, through);
        if (through < shortest) shortest = through;
        if (through == length && !solved)
            solved = heuristic_test_keeps_solution(frontier->heuristic->next, node.state, node.skip,
                                                   root, lengths);
    }
    assert_int_equal(shortest, length);
    assert_true(solved);
}

/* Each board is there once. The neighbours of an expanded board are there, at most a move deeper,
 * and skip the move back to it. */
static void require_unique(const struct slide_frontier *frontier) {
    uint32_t *entry_of = calloc(plain_ranks(SIDE, SIDE), sizeof *entry_of);
    assert_non_null(entry_of);
    for (uint32_t i = 0; i < frontier->count; i++) {
        struct plain plain = entry_board(frontier, i);
        assert_int_equal(entry_of[plain_rank(&plain)], 0);
        entry_of[plain_rank(&plain)] = i + 1;
    }
    for (uint32_t i = 0; i < frontier->count; i++)
        for (int move = 0; frontier->entries[i].expanded && move < 4; move++) {
            struct plain plain = entry_board(frontier, i);
            if (!plain_step(&plain, move)) continue;
            uint32_t other = entry_of[plain_rank(&plain)];
            assert_true(other &&
                        frontier->entries[other - 1].depth <= frontier->entries[i].depth + 1);
            if (!frontier->entries[other - 1].expanded)
                assert_true(frontier->entries[other - 1].skip >> (move ^ 1) & 1);
        }
    free(entry_of);
}

static void grow(const struct slide_heuristic *heuristic, struct plain plain, bool deduplicates,
                 const uint8_t *lengths) {
    uint8_t tiles[SIDE * SIDE], moves[SLIDE_DEPTH_MAX];
    struct slide_batch batch;
    struct slide_frontier frontier;
    uint32_t solved = 0;
    int found = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++) tiles[cell] = (uint8_t)plain.tiles[cell];
    assert_int_equal(slide_batch_init(&batch, heuristic), 0);
    assert_int_equal(slide_frontier_init(&frontier, heuristic, tiles, deduplicates), 0);
    for (size_t count = 1; !found && count < 20000; count *= 4) {
        found = slide_frontier_grow(&frontier, &batch, count, &solved);
        assert_int_equal(batch.top, 0);
        if (found) break;
        assert_true(frontier.count >= count && frontier.count < count + SLIDE_BATCH_CHILDREN);
        require_roots(&frontier, plain, lengths);
        if (deduplicates) require_unique(&frontier);
    }
    if (found) {
        assert_int_equal(found, 1);
        slide_frontier_path(&frontier, solved, moves);
        plain_require_solved(plain, moves, frontier.entries[solved].depth);
        assert_int_equal(frontier.entries[solved].depth, lengths[plain_rank(&plain)]);
    }
    assert_true(frontier.tried >= frontier.count - 1);
    slide_frontier_release(&frontier);
    slide_batch_release(&batch);
}

/* A pruner of depth 2 only rules out the move back; deeper ones prune more. */
static void grow_all(int depth, uint32_t step) {
    struct heuristic_test test;
    struct slide_pruner pruner;
    uint8_t *lengths = plain_lengths(SIDE, SIDE);
    heuristic_test_init(&test, SIDE, SIDE);
    heuristic_test_add_view(&test, "abcdefgh.", false);
    assert_int_equal(slide_pruner_init(&pruner, SIDE, SIDE, depth, 1 << 20, NULL), 0);
    test.heuristic.next = (const uint32_t(*)[4])pruner.next;
    test.heuristic.start = pruner.start;
    for (uint32_t rank = 0; rank < plain_ranks(SIDE, SIDE); rank += step)
        for (int deduplicates = 0; deduplicates < 2; deduplicates++)
            if (lengths[rank] != PLAIN_NEVER)
                grow(&test.heuristic, plain_ranked(SIDE, SIDE, rank), deduplicates, lengths);
    slide_pruner_release(&pruner);
    heuristic_test_release(&test);
    free(lengths);
}

static void test_roots(void **unused) {
    (void)unused;
    grow_all(2, 5003);
    grow_all(8, 5003);
    grow_all(13, 2503);
}

/* Boards of many cells have different keys. */
static void grow_large(int rows, int cols, const char *letters) {
    struct heuristic_test test;
    struct slide_batch batch;
    struct slide_frontier frontier;
    struct plain plain = plain_dealt(rows, cols, 7), boards[600];
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    uint32_t solved;
    heuristic_test_init(&test, rows, cols);
    heuristic_test_add_view(&test, letters, false);
    for (int cell = 0; cell < rows * cols; cell++) tiles[cell] = (uint8_t)plain.tiles[cell];
    assert_int_equal(slide_batch_init(&batch, &test.heuristic), 0);
    assert_int_equal(slide_frontier_init(&frontier, &test.heuristic, tiles, true), 0);
    assert_int_equal(slide_frontier_grow(&frontier, &batch, 500, &solved), 0);
    assert_true(frontier.count <= 600);
    for (uint32_t i = 0; i < frontier.count; i++) {
        require_path(&frontier, plain, i);
        boards[i] = entry_board(&frontier, i);
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(boards[i].tiles, boards[k].tiles, sizeof plain.tiles);
    }
    slide_frontier_release(&frontier);
    slide_batch_release(&batch);
    heuristic_test_release(&test);
}

static void test_large(void **unused) {
    (void)unused;
    grow_large(5, 5, "aaabbbcccdddeeefffggghhh.");
    grow_large(2, 13, "aaabbbcccdddeeefffggghhhi.");
    grow_large(13, 2, "aaabbbcccdddeeefffggghhhi.");
    grow_large(4, 4, "aaabbbcccdddeee.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
