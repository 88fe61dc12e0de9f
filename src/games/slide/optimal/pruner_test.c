/* The relations against counts known for the plane, a plain search of all words on small boards,
 * and the distances of whole graphs: pruning must keep a shortest way to every arrangement. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grid.h"
#include "base/hash.h"
#include "base/rng.h"
#include "games/slide/optimal/pruner.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { CELLS = 12 };

static int neighbour(int rows, int cols, int cell, int move) {
    int row = cell / cols + (move == SLIDE_DOWN) - (move == SLIDE_UP);
    int col = cell % cols + (move == SLIDE_RIGHT) - (move == SLIDE_LEFT);
    return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

static bool is_earlier(const uint8_t *one, int length, const uint8_t *two, int other_length) {
    static const char order[] = {0, 3, 1, 2}; /* Up, Left, Right, Down */
    if (length != other_length) return length < other_length;
    for (int i = 0; i < length; i++)
        if (one[i] != two[i]) return order[one[i]] < order[two[i]];
    return false;
}

enum { SIDE = 2 * SLIDE_SEQUENCE_MAX + 1 };

static void push_all(uint16_t *tiles, int side, int blank, const uint8_t *word, int length) {
    for (int cell = 0; cell < side * side; cell++) tiles[cell] = (uint16_t)cell;
    for (int i = 0; i < length; i++) {
        int to = neighbour(side, side, blank, word[i]);
        assert_true(to >= 0);
        uint16_t tile = tiles[to];
        tiles[to] = tiles[blank], tiles[blank] = tile, blank = to;
    }
}

enum { LENGTH = 12, WORDS = 4096 };

struct mined {
    int words[LENGTH + 1], classes[LENGTH + 1], last_length;
    uint64_t canonical[LENGTH + 1][WORDS]; /* of each class, one word in a number */
};

/* The least of a word's eight images, in a number. */
static uint64_t class_of(const uint8_t *word, int length) {
    uint64_t least = UINT64_MAX;
    for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
        uint64_t image = 0;
        for (int i = 0; i < length; i++)
            image = image << 2 | (uint64_t)slide_pattern_turn_move(symmetry, word[i]);
        if (image < least) least = image;
    }
    return least;
}

static void note_relation(void *self, const struct slide_duplicate *relation) {
    struct mined *mined = self;
    int length = relation->length, known = 0;
    uint16_t one[SIDE * SIDE], two[SIDE * SIDE];
    uint64_t class = class_of(relation->word, length);
    assert_true(length >= mined->last_length && length <= LENGTH);
    mined->last_length = length;
    mined->words[length]++;
    while (known < mined->classes[length] && mined->canonical[length][known] != class) known++;
    assert_true(known < WORDS);
    mined->canonical[length][known] = class;
    if (known == mined->classes[length]) mined->classes[length]++;
    assert_true(is_earlier(relation->least, relation->least_length, relation->word, length));
    push_all(one, 2 * LENGTH + 1, (2 * LENGTH + 1) * LENGTH + LENGTH, relation->word, length);
    push_all(two, 2 * LENGTH + 1, (2 * LENGTH + 1) * LENGTH + LENGTH, relation->least,
             relation->least_length);
    assert_memory_equal(one, two, sizeof *one * (2 * LENGTH + 1) * (2 * LENGTH + 1));
}

static void test_relations_of_the_plane(void **state) {
    (void)state;
    static const int words[] = {0, 0, 4, 0, 0, 0, 4, 2, 32, 22, 294, 211, 2098};
    static const int classes[] = {0, 0, 1, 0, 0, 0, 1, 1, 8, 8, 81, 80, 593};
    static struct mined mined;
    struct slide_trie tree;
    assert_int_equal(slide_trie_init(&tree, 0, 0, LENGTH, UINT32_MAX, note_relation, &mined), 0);
    assert_int_equal(tree.depth, LENGTH);
    assert_memory_equal(mined.words, words, sizeof words);
    assert_memory_equal(mined.classes, classes, sizeof classes);
    slide_trie_release(&tree);
}

/* What is forbidden on a board is what is forbidden on the plane where both words fit: so far as
 * looked at, words near an edge have no relations of their own. */
struct fits {
    int rows, cols;
    size_t plane, board;
};

static bool word_fits(const struct fits *fits, int cell, const uint8_t *word, int length) {
    for (int i = 0; i < length && cell >= 0; i++)
        cell = neighbour(fits->rows, fits->cols, cell, word[i]);
    return cell >= 0;
}

static void count_fits(void *self, const struct slide_duplicate *relation) {
    struct fits *fits = self;
    for (int cell = 0; cell < fits->rows * fits->cols; cell++)
        fits->plane += word_fits(fits, cell, relation->word, relation->length) &&
                       word_fits(fits, cell, relation->least, relation->least_length);
}

static void count_board(void *self, const struct slide_duplicate *relation) {
    struct fits *fits = self;
    assert_true(word_fits(fits, relation->cell, relation->word, relation->length));
    assert_true(word_fits(fits, relation->cell, relation->least, relation->least_length));
    fits->board++;
}

static void test_boards_have_the_relations_of_the_plane(void **state) {
    (void)state;
    struct fits all[] = {{2, 3, 0, 0}, {2, 5, 0, 0}, {3, 3, 0, 0}, {3, 4, 0, 0}, {4, 4, 0, 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct fits *fits = &all[i];
        struct slide_trie tree;
        assert_int_equal(slide_trie_init(&tree, 0, 0, 10, UINT32_MAX, count_fits, fits), 0);
        slide_trie_release(&tree);
        assert_int_equal(
            slide_trie_init(&tree, fits->rows, fits->cols, 10, UINT32_MAX, count_board, fits), 0);
        slide_trie_release(&tree);
        assert_int_equal(fits->board, fits->plane);
    }
}

/* The twin: all words in their order, and which arrangement each reaches. */
struct twin {
    int rows, cols;
    struct arrangement {
        uint8_t tiles[CELLS];
    } * reached;
    size_t count, capacity;
};

/* In the twin's world a word is allowed if no part of at most `depth` moves is reached by an
 * earlier word from where the part begins. least[cell] holds a bit for each least word, by its
 * number. */
static uint32_t word_number(const uint8_t *word, int length) {
    uint32_t number = 1;
    for (int i = 0; i < length; i++) number = number << 2 | word[i];
    return number;
}

static void look_at_words(struct twin *twin, const struct arrangement *at, int blank, uint8_t *word,
                          int made, int length, uint8_t *least) {
    if (made == length) {
        for (size_t i = 0; i < twin->count; i++)
            if (memcmp(&twin->reached[i], at, sizeof *at) == 0) return;
        least[word_number(word, length)] = 1;
        assert_true(twin->count < twin->capacity);
        twin->reached[twin->count++] = *at;
        return;
    }
    for (int rank = 0; rank < 4; rank++) {
        struct arrangement next = *at;
        int move = (int[]){SLIDE_UP, SLIDE_LEFT, SLIDE_RIGHT, SLIDE_DOWN}[rank];
        int to = neighbour(twin->rows, twin->cols, blank, move);
        if (to < 0) continue;
        next.tiles[blank] = next.tiles[to];
        next.tiles[to] = at->tiles[blank];
        word[made] = (uint8_t)move;
        look_at_words(twin, &next, to, word, made + 1, length, least);
    }
}

static uint8_t *least_words(int rows, int cols, int start, int depth) {
    struct twin twin = {.rows = rows, .cols = cols, .capacity = 1 << 12};
    struct arrangement first = {{0}};
    uint8_t word[SLIDE_SEQUENCE_MAX], *least = calloc((size_t)2 << (2 * depth), 1);
    twin.reached = malloc(twin.capacity * sizeof *twin.reached);
    for (int cell = 0; cell < rows * cols; cell++) first.tiles[cell] = (uint8_t)cell;
    for (int length = 0; length <= depth; length++)
        look_at_words(&twin, &first, start, word, 0, length, least);
    free(twin.reached);
    return least;
}

/* Walks all words of some length and sees that the automaton allows just those whose parts are
 * least. */
static void compare_words(const struct slide_pruner *relations, uint8_t *const *least, int *cells,
                          uint8_t *word, int made, int length, uint32_t state, size_t *allowed) {
    for (int move = 0; move < 4 && made < length; move++) {
        int to = neighbour(relations->rows, relations->cols, cells[made], move);
        uint32_t next = relations->next[state][move];
        bool good = to >= 0;
        word[made] = (uint8_t)move;
        for (int part = 1; good && part <= relations->depth && part <= made + 1; part++) {
            int begin = made + 1 - part;
            good = least[cells[begin]][word_number(word + begin, part)];
        }
        assert_int_equal(good, next != 0);
        if (!good) continue;
        ++*allowed;
        cells[made + 1] = to;
        compare_words(relations, least, cells, word, made + 1, length, next, allowed);
    }
}

static void test_prunes_what_the_twin_prunes_and_no_more(void **state) {
    (void)state;
    const int boards[][3] = {{2, 2, 8}, {2, 3, 8}, {3, 2, 7}, {3, 3, 8}, {2, 5, 8}, {1, 4, 5}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        int rows = boards[i][0], cols = boards[i][1], depth = boards[i][2];
        struct slide_pruner relations;
        uint8_t *least[CELLS], word[SLIDE_SEQUENCE_MAX];
        size_t allowed = 0;
        assert_int_equal(slide_pruner_init(&relations, rows, cols, depth, SIZE_MAX), 0);
        assert_int_equal(relations.depth, depth);
        for (int cell = 0; cell < rows * cols; cell++)
            least[cell] = least_words(rows, cols, cell, depth);
        for (int cell = 0; cell < rows * cols; cell++) {
            int cells[SLIDE_SEQUENCE_MAX + 1] = {cell};
            compare_words(&relations, least, cells, word, 0, depth + 3, relations.start[cell],
                          &allowed);
        }
        assert_true(allowed > 0);
        for (int cell = 0; cell < rows * cols; cell++) free(least[cell]);
        slide_pruner_release(&relations);
    }
}

/* Arrangements with the automaton's states in which the pruned tree comes to them, level by level.
 * The same search without the states gives the true distances. */
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
    int to = neighbour(rows, cols, (int)pair->blank, move);
    if (to < 0) return false;
    uint8_t tile = pair->tiles[to];
    pair->tiles[to] = pair->tiles[pair->blank];
    pair->tiles[pair->blank] = tile;
    pair->blank = (uint32_t)to;
    return true;
}

/* Each level's arrangements by plain breadth-first search must all be among what pruned shortest
 * ways reach at this level. */
static size_t require_all_reached(const struct slide_pruner *relations, int start, size_t limit) {
    int rows = relations->rows, cols = relations->cols;
    struct level plain[3] = {level_new(), level_new(), level_new()}, pruned[2];
    struct pair first = {{0}, (uint32_t)start, 0};
    size_t reached = 1;
    pruned[0] = level_new(), pruned[1] = level_new();
    for (int cell = 0; cell < rows * cols; cell++) first.tiles[cell] = (uint8_t)cell;
    level_add(&plain[0], &first);
    first.state = relations->start[start];
    level_add(&pruned[0], &first);
    for (int far = 1; plain[(far + 2) % 3].count && reached < limit; far++) {
        struct level *now = &plain[(far + 2) % 3], *next = &plain[far % 3],
                     *seen = &plain[(far + 1) % 3];
        struct level *tree = &pruned[(far + 1) % 2], *grown = &pruned[far % 2], found = level_new();
        level_clear(next);
        level_clear(grown);
        for (size_t i = 0; i < now->count; i++)
            for (int move = 0; move < 4; move++) {
                struct pair pair = now->pairs[i];
                if (pair_move(&pair, rows, cols, move) && !level_has(seen, &pair))
                    level_add(next, &pair);
            }
        for (size_t i = 0; i < tree->count; i++)
            for (int move = 0; move < 4; move++) {
                struct pair pair = tree->pairs[i];
                uint32_t state = relations->next[pair.state][move];
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
    struct slide_pruner relations;
    assert_int_equal(slide_pruner_init(&relations, rows, cols, depth, SIZE_MAX), 0);
    for (int start = 0; start < rows * cols; start += step) {
        size_t reached = require_all_reached(&relations, start, limit);
        if (all) assert_int_equal(reached, all);
    }
    slide_pruner_release(&relations);
}

static void test_every_arrangement_keeps_a_shortest_way(void **state) {
    (void)state;
    require_sound(2, 2, 14, 1, SIZE_MAX, 12);
    require_sound(2, 3, 14, 1, SIZE_MAX, 360);
    require_sound(2, 4, 16, 1, SIZE_MAX, 20160);
    require_sound(3, 3, 9, 4, SIZE_MAX, 181440);
    require_sound(3, 3, 14, 1, SIZE_MAX, 181440);
    require_sound(2, 5, 14, 3, 60000, 0);
    require_sound(3, 4, 12, 1, 20000, 0);
}

/* All words that an automaton allows of a given length, from all starts. */
static uint64_t count_words(const struct slide_pruner *relations, uint32_t state, int length) {
    uint64_t count = 0;
    if (length == 0) return 1;
    for (int move = 0; move < 4; move++)
        if (relations->next[state][move])
            count += count_words(relations, relations->next[state][move], length - 1);
    return count;
}

/* Up to the depth, the words allowed on the plane are as many as there are arrangements. */
static void test_words_allowed_on_the_plane(void **state) {
    (void)state;
    struct slide_pruner relations;
    struct slide_trie tree;
    assert_int_equal(slide_trie_init(&tree, 0, 0, 10, UINT32_MAX, NULL, NULL), 0);
    assert_int_equal(slide_pruner_init(&relations, 0, 0, 10, SIZE_MAX), 0);
    for (int length = 0; length < 10; length++)
        assert_int_equal(count_words(&relations, relations.start[0], length),
                         tree.level[length + 1] - tree.level[length]);
    slide_trie_release(&tree);
    slide_pruner_release(&relations);
}

/* Joining leaves no two states that allow the same words: as many as once found. */
static void test_sizes_of_automata(void **state) {
    (void)state;
    static const struct {
        int rows, cols, depth;
        uint32_t states;
    } known[] = {{4, 4, 2, 65}, {4, 4, 8, 802}, {4, 4, 12, 12732}, {5, 5, 10, 9059}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct slide_pruner relations;
        int rows = known[i].rows, cols = known[i].cols;
        assert_int_equal(slide_pruner_init(&relations, rows, cols, known[i].depth, SIZE_MAX), 0);
        assert_int_equal(relations.states, known[i].states);
        slide_pruner_release(&relations);
    }
}

static void test_depth_gives_way_to_memory(void **state) {
    (void)state;
    const int boards[][2] = {{4, 4}, {2, 8}, {3, 5}, {6, 6}, {16, 16}, {0, 0}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct slide_pruner relations, deeper;
        int rows = boards[i][0], cols = boards[i][1];
        assert_int_equal(slide_pruner_init(&relations, rows, cols, 9, 20000), 0);
        size_t cells = rows ? (size_t)(rows * cols) : 1;
        assert_true(relations.depth >= 1 && relations.states * 16 + cells * 4 <= 20000);
        for (uint32_t at = 1; at < relations.states; at++)
            for (int move = 0; move < 4; move++)
                assert_true(relations.next[at][move] < relations.states);
        if (relations.depth < 9) {
            int more = relations.depth + 1;
            assert_int_equal(slide_pruner_init(&deeper, rows, cols, more, SIZE_MAX), 0);
            assert_true(deeper.depth == more && deeper.states * 16 + cells * 4 > 20000);
            slide_pruner_release(&deeper);
        }
        slide_pruner_release(&relations);
    }
    struct slide_pruner none;
    assert_int_equal(slide_pruner_init(&none, 4, 4, 9, 100), -1);
    assert_null(none.next);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relations_of_the_plane),
        cmocka_unit_test(test_boards_have_the_relations_of_the_plane),
        cmocka_unit_test(test_prunes_what_the_twin_prunes_and_no_more),
        cmocka_unit_test(test_every_arrangement_keeps_a_shortest_way),
        cmocka_unit_test(test_words_allowed_on_the_plane),
        cmocka_unit_test(test_sizes_of_automata),
        cmocka_unit_test(test_depth_gives_way_to_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
