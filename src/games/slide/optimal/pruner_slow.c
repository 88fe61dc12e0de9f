/* Pruning keeps a shortest path from every blank cell to every arrangement, not only to the goal:
 * breadth first with and without the pruner, level by level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "games/slide/optimal/pruner.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS = 12 };

/* A set of arrangements, each with the automaton's state in which a pruned search comes to it, or
 * with state 0. */
struct level {
    struct pair {
        uint8_t tiles[CELLS];
        uint32_t blank, state;
    } * pairs;
    size_t count;
    uint32_t *slots;
};

enum { PAIRS = 1 << 17, SLOTS = PAIRS * 2 };

static struct level level_new(void) {
    return (struct level){calloc(PAIRS, sizeof(struct pair)), 0, calloc(SLOTS, sizeof(uint32_t))};
}

static void level_clear(struct level *level) {
    level->count = 0;
    memset(level->slots, 0, SLOTS * sizeof *level->slots);
}

static void level_free(struct level *level) {
    free(level->pairs);
    free(level->slots);
}

static size_t level_slot(const struct level *level, const struct pair *pair) {
    size_t at = hash_bytes(pair, sizeof *pair) % SLOTS;
    while (level->slots[at] && memcmp(&level->pairs[level->slots[at] - 1], pair, sizeof *pair))
        at = (at + 1) % SLOTS;
    return at;
}

static bool level_has(const struct level *level, const struct pair *pair) {
    return level->slots[level_slot(level, pair)] != 0;
}

static bool level_add(struct level *level, const struct pair *pair) {
    size_t at = level_slot(level, pair);
    if (level->slots[at]) return false;
    assert_true(level->count < PAIRS);
    level->pairs[level->count++] = *pair;
    level->slots[at] = (uint32_t)level->count;
    return true;
}

static bool pair_move(struct pair *pair, int rows, int cols, int move) {
    int to = slide_neighbour(rows, cols, (int)pair->blank, move);
    if (to < 0) return false;
    uint8_t tile = pair->tiles[to];
    pair->tiles[to] = pair->tiles[pair->blank];
    pair->tiles[pair->blank] = tile;
    pair->blank = (uint32_t)to;
    return true;
}

/* All arrangements that a plain breadth-first search reaches at a depth must be reached by a pruned
 * one at the same depth. Returns the number of arrangements. */
static size_t require_all_reached(const struct slide_pruner *pruner, int start, size_t limit) {
    int rows = pruner->rows, cols = pruner->cols;
    struct level plain[3] = {level_new(), level_new(), level_new()}, pruned[2];
    struct pair first = {{0}, (uint32_t)start, 0};
    size_t reached = 1;
    pruned[0] = level_new(), pruned[1] = level_new();
    for (int cell = 0; cell < rows * cols; cell++) first.tiles[cell] = (uint8_t)cell;
    level_add(&plain[0], &first);
    first.state = pruner->start[start];
    level_add(&pruned[0], &first);
    for (int depth = 1; plain[(depth + 2) % 3].count && reached < limit; depth++) {
        struct level *now = &plain[(depth + 2) % 3], *next = &plain[depth % 3],
                     *seen = &plain[(depth + 1) % 3];
        struct level *shortest = &pruned[(depth + 1) % 2], *grown = &pruned[depth % 2],
                     found = level_new();
        level_clear(next);
        level_clear(grown);
        for (size_t i = 0; i < now->count; i++)
            for (int move = 0; move < 4; move++) {
                struct pair pair = now->pairs[i];
                if (pair_move(&pair, rows, cols, move) && !level_has(seen, &pair))
                    level_add(next, &pair);
            }
        for (size_t i = 0; i < shortest->count; i++)
            for (int move = 0; move < 4; move++) {
                struct pair pair = shortest->pairs[i];
                uint32_t state = pruner->next[pair.state][move];
                if (!state) continue;
                assert_true(pair_move(&pair, rows, cols, move));
                pair.state = 0;
                if (!level_has(next, &pair)) continue;
                level_add(&found, &pair);
                pair.state = state;
                level_add(grown, &pair);
            }
        assert_int_equal(found.count, next->count);
        reached += next->count;
        level_free(&found);
    }
    for (int i = 0; i < 3; i++) level_free(&plain[i]);
    for (int i = 0; i < 2; i++) level_free(&pruned[i]);
    return reached;
}

static void require_sound(int rows, int cols, int depth, int step, size_t limit, size_t all) {
    struct slide_pruner pruner;
    assert_int_equal(slide_pruner_init(&pruner, rows, cols, depth, SIZE_MAX, NULL), 0);
    for (int start = 0; start < rows * cols; start += step) {
        size_t reached = require_all_reached(&pruner, start, limit);
        if (all) assert_int_equal(reached, all);
    }
    slide_pruner_release(&pruner);
}

static void test_every_arrangement_keeps_a_shortest_path(void **state) {
    (void)state;
    require_sound(2, 2, 14, 1, SIZE_MAX, 12);
    require_sound(2, 3, 14, 1, SIZE_MAX, 360);
    require_sound(2, 4, 16, 1, SIZE_MAX, 20160);
    require_sound(3, 3, 9, 4, SIZE_MAX, 181440);
    require_sound(3, 3, 14, 1, SIZE_MAX, 181440);
    require_sound(2, 5, 14, 3, 60000, 0);
    require_sound(3, 4, 12, 1, 20000, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_arrangement_keeps_a_shortest_path),
    };
    return cmocka_run_group_tests_name("slide pruner slow", tests, NULL, NULL);
}
