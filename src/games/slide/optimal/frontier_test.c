/* The front: whatever it passes over, a shortest solution still leads through one of its roots. */
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

static struct plain entry_board(const struct slide_frontier *front, uint32_t entry) {
    struct slide_node node;
    struct plain plain = {front->scheme->rows, front->scheme->cols, 0, {0}};
    slide_frontier_node(front, entry, &node);
    for (int cell = 0; cell < plain.rows * plain.cols; cell++) plain.tiles[cell] = node.tiles[cell];
    plain.blank = node.blank;
    assert_int_equal(plain.tiles[plain.blank], 0);
    assert_int_equal(node.root, entry);
    return plain;
}

/* The path of an entry leads to its board. */
static void require_path(const struct slide_frontier *front, struct plain plain, uint32_t entry) {
    uint8_t moves[SLIDE_DEPTH_MAX];
    struct plain there = entry_board(front, entry);
    slide_frontier_path(front, entry, moves);
    for (int i = 0; i < front->entries[entry].depth; i++) assert_true(plain_step(&plain, moves[i]));
    assert_memory_equal(plain.tiles, there.tiles, sizeof plain.tiles);
}

/* Whether a shortest solution is left from here, by moves that the automaton lets pass. */
static bool is_left(const struct slide_heuristic *scheme, struct plain plain, uint32_t state,
                    int skip, const uint8_t *lengths) {
    int length = lengths[plain_rank(&plain)];
    for (int move = 0; length && move < 4; move++) {
        struct plain after = plain;
        uint32_t next = scheme->next[state][move];
        if (skip >> move & 1 || !next || !plain_step(&after, move)) continue;
        if (lengths[plain_rank(&after)] > length) continue;
        if (is_left(scheme, after, next, 0, lengths)) return true;
    }
    return length == 0;
}

static void require_roots(const struct slide_frontier *front, struct plain plain,
                          const uint8_t *lengths) {
    int length = lengths[plain_rank(&plain)], least = PLAIN_NEVER;
    bool left = false;
    assert_true(front->least <= length);
    for (uint32_t i = 0; i < front->count; i++) {
        const struct slide_frontier_entry *entry = &front->entries[i];
        require_path(front, plain, i);
        if (entry->expanded) continue;
        struct slide_node node;
        struct plain root = entry_board(front, i);
        int through = entry->depth + lengths[plain_rank(&root)];
        slide_frontier_node(front, i, &node);
        assert_in_range(entry->least, front->least, through);
        if (through < least) least = through;
        if (through == length && !left)
            left = is_left(front->scheme, root, node.state, node.skip, lengths);
    }
    assert_int_equal(least, length);
    assert_true(left);
}

/* Each board is there once; what is expanded has all its neighbours, near enough, and they need not
 * go back. */
static void require_memory(const struct slide_frontier *front) {
    uint32_t *entry_of = calloc(plain_ranks(SIDE, SIDE), sizeof *entry_of);
    assert_non_null(entry_of);
    for (uint32_t i = 0; i < front->count; i++) {
        struct plain plain = entry_board(front, i);
        assert_int_equal(entry_of[plain_rank(&plain)], 0);
        entry_of[plain_rank(&plain)] = i + 1;
    }
    for (uint32_t i = 0; i < front->count; i++)
        for (int move = 0; front->entries[i].expanded && move < 4; move++) {
            struct plain plain = entry_board(front, i);
            if (!plain_step(&plain, move)) continue;
            uint32_t other = entry_of[plain_rank(&plain)];
            assert_true(other && front->entries[other - 1].depth <= front->entries[i].depth + 1);
            if (!front->entries[other - 1].expanded)
                assert_true(front->entries[other - 1].skip >> (move ^ 1) & 1);
        }
    free(entry_of);
}

static void grow(const struct slide_heuristic *scheme, struct plain plain, bool remembers,
                 const uint8_t *lengths) {
    uint8_t tiles[SIDE * SIDE], moves[SLIDE_DEPTH_MAX];
    struct slide_batch batch;
    struct slide_frontier front;
    uint32_t solved = 0;
    int found = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++) tiles[cell] = (uint8_t)plain.tiles[cell];
    assert_int_equal(slide_batch_init(&batch, scheme), 0);
    assert_int_equal(slide_frontier_init(&front, scheme, tiles, remembers), 0);
    for (size_t count = 1; !found && count < 20000; count *= 4) {
        found = slide_frontier_grow(&front, &batch, count, &solved);
        assert_int_equal(batch.top, 0);
        if (found) break;
        assert_true(front.count >= count && front.count < count + SLIDE_BATCH_CHILDREN);
        require_roots(&front, plain, lengths);
        if (remembers) require_memory(&front);
    }
    if (found) {
        assert_int_equal(found, 1);
        slide_frontier_path(&front, solved, moves);
        plain_require_solved(plain, moves, front.entries[solved].depth);
        assert_int_equal(front.entries[solved].depth, lengths[plain_rank(&plain)]);
    }
    assert_true(front.tried >= front.count - 1);
    slide_frontier_release(&front);
    slide_batch_release(&batch);
}

/* With the automaton of depth 2 no move is taken back; deeper ones prune more. */
static void grow_all(int depth, uint32_t step) {
    struct own own;
    struct slide_pruner relations;
    uint8_t *lengths = plain_lengths(SIDE, SIDE);
    own_init(&own, SIDE, SIDE);
    own_view(&own, "abcdefgh.", false);
    assert_int_equal(slide_pruner_init(&relations, SIDE, SIDE, depth, 1 << 20), 0);
    own.scheme.next = (const uint32_t(*)[4])relations.next;
    own.scheme.start = relations.start;
    for (uint32_t rank = 0; rank < plain_ranks(SIDE, SIDE); rank += step)
        for (int remembers = 0; remembers < 2; remembers++)
            if (lengths[rank] != PLAIN_NEVER)
                grow(&own.scheme, plain_ranked(SIDE, SIDE, rank), remembers, lengths);
    slide_pruner_release(&relations);
    own_release(&own);
    free(lengths);
}

static void test_roots(void **unused) {
    (void)unused;
    grow_all(2, 5003);
    grow_all(8, 5003);
    grow_all(13, 2503);
}

/* Boards of many cells are told apart. */
static void remember_large(int rows, int cols, const char *letters) {
    struct own own;
    struct slide_batch batch;
    struct slide_frontier front;
    struct plain plain = plain_dealt(rows, cols, 7), boards[600];
    uint8_t tiles[SLIDE_PDB_CELLS_MAX];
    uint32_t solved;
    own_init(&own, rows, cols);
    own_view(&own, letters, false);
    for (int cell = 0; cell < rows * cols; cell++) tiles[cell] = (uint8_t)plain.tiles[cell];
    assert_int_equal(slide_batch_init(&batch, &own.scheme), 0);
    assert_int_equal(slide_frontier_init(&front, &own.scheme, tiles, true), 0);
    assert_int_equal(slide_frontier_grow(&front, &batch, 500, &solved), 0);
    assert_true(front.count <= 600);
    for (uint32_t i = 0; i < front.count; i++) {
        require_path(&front, plain, i);
        boards[i] = entry_board(&front, i);
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(boards[i].tiles, boards[k].tiles, sizeof plain.tiles);
    }
    slide_frontier_release(&front);
    slide_batch_release(&batch);
    own_release(&own);
}

static void test_large(void **unused) {
    (void)unused;
    remember_large(5, 5, "aaabbbcccdddeeefffggghhh.");
    remember_large(2, 13, "aaabbbcccdddeeefffggghhhi.");
    remember_large(13, 2, "aaabbbcccdddeeefffggghhhi.");
    remember_large(4, 4, "aaabbbcccdddeee.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
