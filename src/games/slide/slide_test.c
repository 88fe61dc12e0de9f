/* slide against what is known: a slow twin, all small boards, and positions by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/slide/board/plain_test.h"
#include "slide.h"
#include "tests/support/often.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a move is possible in the twin, a plain board. */
static bool twin_may(struct plain twin, int move) {
    return !plain_is_goal(&twin) && plain_step(&twin, move);
}

static uint64_t twin_perft(struct plain twin, int depth) {
    uint64_t leaves = 0;
    if (depth == 0) return 1;
    if (plain_is_goal(&twin)) return 0;
    for (int move = 0; move < 4; move++) {
        if (!plain_step(&twin, move)) continue;
        leaves += twin_perft(twin, depth - 1);
        plain_step(&twin, move ^ 1);
    }
    return leaves;
}

/* What a move of the state is in its twin, which is turned if the goal is blank first. */
static int twin_move(const struct slide *slide, int move) {
    return slide->blank_first ? move ^ 1 : move;
}

static void require_twin(const struct slide *slide, const struct plain *twin) {
    struct choice choices[SLIDE_CELLS_MAX];
    struct plain plain = plain_of_slide(slide);
    int count = slide_game.choices(slide, 0, choices), next = 0;
    assert_int_equal(slide_game.movers(slide), plain_is_goal(twin) ? 0 : 1);
    for (int move = 0; move < 4; move++)
        if (twin_may(*twin, twin_move(slide, move)))
            assert_true(next < count && choices[next++].act == (action)move);
    assert_int_equal(next, count);
    assert_memory_equal(&plain, twin, sizeof plain);
}

static void start(struct slide *slide, int rows, int cols, int blank_first, int difficulty) {
    int params[] = {rows, cols, blank_first, difficulty};
    slide_game.start(slide, params);
}

static void settle(struct slide *slide, struct rng *rng) {
    struct choice scratch[SLIDE_CELLS_MAX];
    while (slide->phase != SLIDE_PLAY)
        slide_game.apply(slide, CHANCE, game_draw(&slide_game, slide, CHANCE, rng, scratch));
}

/* A board in play with these tiles, row by row. */
static void set_board(struct slide *slide, int rows, int cols, int blank_first, const int *tiles) {
    start(slide, rows, cols, blank_first, 1);
    slide->phase = SLIDE_PLAY;
    slide->left = 0;
    for (int cell = 0; cell < rows * cols; cell++) {
        slide->cells[cell] = (uint8_t)tiles[cell];
        if (tiles[cell] == 0) slide->blank = (uint8_t)cell;
    }
    slide->misplaced = (uint16_t)slide_misplaced(slide);
    assert_null(slide_game.check(slide));
}

static void test_twin_agrees_in_long_play(void **state) {
    (void)state;
    struct rng rng = rng_new(11, 0);
    struct choice scratch[SLIDE_CELLS_MAX];
    long states = 0;
    while (states < often(800000, 2000000)) {
        struct slide slide;
        int rows = 2 + (int)rng_below(&rng, 15), cols = 2 + (int)rng_below(&rng, 15);
        if (rng_below(&rng, 2)) rows = cols = 2 + (int)rng_below(&rng, 2);
        start(&slide, rows, cols, (int)rng_below(&rng, 2), (int)rng_below(&rng, 2));
        settle(&slide, &rng);
        struct plain twin = plain_of_slide(&slide);
        for (int ply = 0; ply < 2000 && slide_game.movers(&slide); ply++, states++) {
            action act = game_draw(&slide_game, &slide, 0, &rng, scratch);
            slide_game.apply(&slide, 0, act);
            assert_true(plain_step(&twin, twin_move(&slide, (int)act)));
            assert_int_equal(slide.moves, ply + 1);
            if (ply % 16 == 0 || rows * cols <= 9) require_twin(&slide, &twin);
        }
        require_twin(&slide, &twin);
    }
}

static uint64_t perft(const struct slide *slide, int depth) {
    void *scratch = malloc(game_perft_scratch_size(&slide_game, depth));
    uint64_t leaves = game_perft(&slide_game, slide, depth, scratch);
    free(scratch);
    return leaves;
}

static void test_perft_counts(void **state) {
    (void)state;
    static const struct {
        int rows, cols, blank_first, depth;
        uint64_t leaves;
    } known[] = {
        {2, 2, 0, 11, 504},     {2, 2, 1, 20, 175066},   {3, 3, 0, 14, 1258340},
        {3, 3, 1, 14, 1258340}, {4, 4, 0, 12, 824123},   {4, 4, 1, 13, 2668239},
        {2, 5, 0, 13, 333813},  {16, 16, 0, 10, 173268}, {5, 3, 1, 13, 1552821},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct slide slide;
        struct rng rng = rng_new(3, i);
        start(&slide, known[i].rows, known[i].cols, known[i].blank_first, 1);
        settle(&slide, &rng);
        uint64_t leaves = perft(&slide, known[i].depth);
        assert_int_equal(leaves, twin_perft(plain_of_slide(&slide), known[i].depth));
        assert_int_equal(leaves, known[i].leaves);
    }
}

static uint32_t rank_of(const struct slide *slide) {
    struct plain plain = plain_of_slide(slide);
    return plain_rank(&plain);
}

/* A board in play with the tiles of a plain one, turned if the goal is blank first. */
static void set_plain(struct slide *slide, struct plain plain, int blank_first) {
    int tiles[SLIDE_CELLS_MAX];
    if (blank_first) plain = plain_turned(&plain);
    for (int cell = 0; cell < plain.rows * plain.cols; cell++) tiles[cell] = plain.tiles[cell];
    set_board(slide, plain.rows, plain.cols, blank_first, tiles);
}

static void test_solvable_is_reachable(void **state) {
    (void)state;
    static const int sizes[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {3, 3}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int rows = sizes[i][0], cols = sizes[i][1];
        uint8_t *lengths = plain_lengths(rows, cols);
        for (uint32_t rank = 0; rank < plain_ranks(rows, cols); rank++)
            for (int blank_first = 0; blank_first < 2; blank_first++) {
                struct slide slide;
                set_plain(&slide, plain_ranked(rows, cols, rank), blank_first);
                assert_int_equal(slide_solvable(&slide), lengths[rank] != PLAIN_NEVER);
            }
        free(lengths);
    }
}

/* Every way CHANCE can deal: the odds are equal at each step, so arrangements met equally often are
 * equally likely. */
static void deal_all(const struct slide *slide, unsigned char *met) {
    struct choice choices[SLIDE_CELLS_MAX];
    if (slide->phase == SLIDE_PLAY) {
        met[rank_of(slide)]++;
        return;
    }
    int count = slide_game.choices(slide, CHANCE, choices);
    for (int i = 0; i < count; i++) {
        struct slide next;
        game_copy(&slide_game, &next, slide);
        assert_int_equal(choices[i].weight, 1);
        slide_game.apply(&next, CHANCE, choices[i].act);
        deal_all(&next, met);
    }
}

static void test_deal_is_uniform_over_the_solvable(void **state) {
    (void)state;
    static const int sizes[][3] = {{2, 2, 0}, {2, 3, 1}, {4, 2, 0}, {3, 3, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide slide;
        uint32_t ranks = plain_ranks(sizes[i][0], sizes[i][1]);
        uint8_t *lengths = plain_lengths(sizes[i][0], sizes[i][1]);
        unsigned char *met = calloc(ranks, 1);
        start(&slide, sizes[i][0], sizes[i][1], sizes[i][2], 0);
        deal_all(&slide, met);
        for (uint32_t rank = 0; rank < ranks; rank++)
            assert_int_equal(met[rank], lengths[rank] != PLAIN_NEVER);
        free(lengths);
        free(met);
    }
}

static void test_difficulty_bounds_the_solution(void **state) {
    (void)state;
    static const int sizes[][3] = {{2, 2, 0}, {2, 2, 1}, {2, 3, 0}, {3, 3, 1}};
    struct rng rng = rng_new(5, 5);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct slide slide;
        uint8_t *lengths = plain_lengths(sizes[i][0], sizes[i][1]);
        for (int difficulty = 1; difficulty <= 60; difficulty++)
            for (int game = 0; game < 50; game++) {
                start(&slide, sizes[i][0], sizes[i][1], sizes[i][2], difficulty);
                settle(&slide, &rng);
                int length = lengths[rank_of(&slide)];
                assert_in_range(length, 1, difficulty);
                assert_int_equal(length % 2, difficulty % 2);
            }
        free(lengths);
    }
}

static void test_click_is_a_chain_of_moves(void **state) {
    (void)state;
    struct rng rng = rng_new(8, 0);
    for (int game = 0; game < 300; game++) {
        struct slide slide, clicked, moved;
        start(&slide, 2 + game % 15, 2 + game / 15 % 15, game & 1, 0);
        settle(&slide, &rng);
        for (int cell = 0; cell < slide_count(&slide); cell++) {
            action act = SLIDE_CLICK + (action)cell;
            int down = cell / slide.cols - slide.blank / slide.cols;
            int right = cell % slide.cols - slide.blank % slide.cols;
            const char *code = slide_game.refuse(&slide, 0, act);
            if ((down == 0) == (right == 0)) {
                assert_string_equal(code, "NOT_IN_LINE");
                continue;
            }
            assert_null(code);
            game_copy(&slide_game, &clicked, &slide);
            game_copy(&slide_game, &moved, &slide);
            slide_game.apply(&clicked, 0, act);
            int move = down < 0    ? SLIDE_UP
                       : down > 0  ? SLIDE_DOWN
                       : right < 0 ? SLIDE_LEFT
                                   : SLIDE_RIGHT;
            for (int i = 0; i < abs(down + right); i++) slide_game.apply(&moved, 0, (action)move);
            assert_true(game_equal(&slide_game, &clicked, &moved));
            assert_int_equal(clicked.blank, cell);
        }
        assert_string_equal(slide_game.refuse(&slide, 0, SLIDE_CLICK + (action)slide_count(&slide)),
                            "OFF_BOARD");
    }
}

static void test_the_last_move_ends_it(void **state) {
    (void)state;
    struct slide slide;
    set_board(&slide, 2, 3, 0, (int[]){1, 2, 3, 4, 0, 5});
    assert_int_equal(slide_game.movers(&slide), 1);
    assert_int_equal(slide_game.winners(&slide), 0);
    slide_game.apply(&slide, 0, SLIDE_RIGHT);
    assert_int_equal(slide_game.movers(&slide), 0);
    assert_int_equal(slide_game.winners(&slide), 1);
    assert_int_equal(slide_game.score(&slide, 0), -1);
    assert_string_equal(slide_game.refuse(&slide, 0, SLIDE_UP), "NOT_YOUR_TURN");

    set_board(&slide, 3, 2, 1, (int[]){1, 2, 0, 3, 4, 5});
    slide_game.apply(&slide, 0, SLIDE_UP);
    assert_int_equal(slide_game.movers(&slide), 1);
    set_board(&slide, 3, 2, 1, (int[]){1, 0, 2, 3, 4, 5});
    slide_game.apply(&slide, 0, SLIDE_LEFT);
    assert_int_equal(slide_game.movers(&slide), 0);
}

static void test_every_edge_is_off_board(void **state) {
    (void)state;
    struct slide slide;
    static const int tiles[4][9] = {{0, 1, 2, 3, 4, 5, 6, 8, 7},
                                    {1, 2, 0, 3, 4, 5, 6, 8, 7},
                                    {1, 2, 3, 4, 5, 8, 0, 6, 7},
                                    {2, 1, 3, 4, 5, 6, 7, 8, 0}};
    static const unsigned off[4] = {
        1 << SLIDE_UP | 1 << SLIDE_LEFT, 1 << SLIDE_UP | 1 << SLIDE_RIGHT,
        1 << SLIDE_DOWN | 1 << SLIDE_LEFT, 1 << SLIDE_DOWN | 1 << SLIDE_RIGHT};
    for (int corner = 0; corner < 4; corner++) {
        set_board(&slide, 3, 3, 0, tiles[corner]);
        for (action move = 0; move < 4; move++) {
            const char *code = slide_game.refuse(&slide, 0, move);
            if (off[corner] >> move & 1)
                assert_string_equal(code, "OFF_BOARD");
            else
                assert_null(code);
        }
    }
}

static void test_move_count_stops_at_its_limit(void **state) {
    (void)state;
    struct slide slide;
    set_board(&slide, 2, 2, 0, (int[]){0, 1, 3, 2});
    slide.moves = SLIDE_MOVES_MAX;
    slide_game.apply(&slide, 0, SLIDE_DOWN);
    assert_int_equal(slide.moves, SLIDE_MOVES_MAX);
    assert_null(slide_game.check(&slide));
}

/* A board and its mirror image, renumbered by hand, have one canonical form. */
static void test_canonical_joins_mirror_images(void **state) {
    (void)state;
    struct slide one, two;
    set_board(&one, 3, 3, 0, (int[]){2, 1, 3, 4, 0, 5, 7, 8, 6});
    /* Tile 2 is at home at (0,1); mirrored that is (1,0), the home of 4; and so on. */
    int mirrored[9], mirror_tile[9] = {0, 1, 4, 7, 2, 5, 8, 3, 6};
    for (int cell = 0; cell < 9; cell++)
        mirrored[cell % 3 * 3 + cell / 3] = mirror_tile[one.cells[cell]];
    set_board(&two, 3, 3, 0, mirrored);
    assert_false(game_equal(&slide_game, &one, &two));
    slide_game.canonical(&one);
    slide_game.canonical(&two);
    assert_true(game_equal(&slide_game, &one, &two));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twin_agrees_in_long_play),
        cmocka_unit_test(test_perft_counts),
        cmocka_unit_test(test_solvable_is_reachable),
        cmocka_unit_test(test_deal_is_uniform_over_the_solvable),
        cmocka_unit_test(test_difficulty_bounds_the_solution),
        cmocka_unit_test(test_click_is_a_chain_of_moves),
        cmocka_unit_test(test_the_last_move_ends_it),
        cmocka_unit_test(test_every_edge_is_off_board),
        cmocka_unit_test(test_move_count_stops_at_its_limit),
        cmocka_unit_test(test_canonical_joins_mirror_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
