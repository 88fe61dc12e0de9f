/* For tests: requires that random acts of lines are uniform among the choices of the slow twin.
 * Include cmocka first. */
#ifndef LINES_UNIFORM_TEST_H
#define LINES_UNIFORM_TEST_H

#include "lines_twin_test.h"
#include <math.h>
#include <stdlib.h>

/* Draws `each` acts for each choice of the twin, and requires that all are about equally often: a
 * chi-square test that chance practically never fails. */
static inline void uniform_require(const struct lines *lines, int who, struct rng *rng, int each) {
    action *acts = malloc(sizeof *acts * (size_t)lines_game.choices_max);
    struct twin twin;
    twin_of(&twin, lines);
    int count = twin_choices(&twin, acts);
    int *drawn = calloc((size_t)count, sizeof *drawn);
    double square = 0;
    for (int i = 0; i < count * each; i++) {
        action act = lines_random_act(lines, who, rng);
        int low = 0, high = count - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (acts[middle] < act)
                low = middle + 1;
            else
                high = middle;
        }
        assert_int_equal(acts[low], act);
        drawn[low]++;
    }
    for (int i = 0; i < count; i++) square += (drawn[i] - each) * (double)(drawn[i] - each) / each;
    double freedom = count - 1;
    assert_true(square <= freedom + 5 * sqrt(2 * freedom + 1) + 10);
    if (count > 30) assert_true(square >= freedom - 6 * sqrt(2 * freedom));
    free(drawn);
    free(acts);
}

/* Makes a board with random balls, crowded or not, with at least one move. */
static inline void uniform_draw_board(struct lines *lines, int rows, int cols, struct rng *rng) {
    char board[LINES_CELLS_MAX];
    uint32_t crowd = 1 + rng_below(rng, 99);
    for (int cell = 0; cell < rows * cols; cell++)
        board[cell] = rng_below(rng, 100) < crowd ? lines_letters[rng_below(rng, 7)] : '.';
    board[0] = 'R', board[1] = '.';
    twin_position(lines, rows, cols, 5, 0, board);
}

/* Moves on random boards of all shapes: `rounds` of each, and as many of the largest. */
static inline void uniform_on_boards(uint64_t seed, int rounds, int each) {
    static const int sizes[][2] = {{9, 9},  {5, 5},  {5, 15}, {15, 5},
                                   {9, 12}, {12, 9}, {8, 15}, {15, 15}};
    struct rng rng = rng_new(seed, 0);
    for (int i = 0; i < 8 * rounds; i++) {
        struct lines lines;
        uniform_draw_board(&lines, sizes[i % 8][0], sizes[i % 8][1], &rng);
        uniform_require(&lines, 0, &rng, each);
    }
}

#endif
