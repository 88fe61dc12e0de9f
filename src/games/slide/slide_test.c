/* slide against what is known: a slow twin, whole graphs of small boards, and positions by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "slide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The twin: a board of plain numbers, told in the simplest way. */
struct twin {
    int rows, cols, blank_first, row, col;
    int tiles[SLIDE_SIDE_MAX][SLIDE_SIDE_MAX];
};

static const int downs[] = {-1, 1, 0, 0}, rights[] = {0, 0, -1, 1};

static struct twin twin_of(const struct slide *slide) {
    struct twin twin = {slide->rows, slide->cols, slide->blank_first, -1, -1, {{0}}};
    for (int cell = 0; cell < slide_count(slide); cell++) {
        int row = cell / slide->cols, col = cell % slide->cols;
        twin.tiles[row][col] = slide->cells[cell];
        if (slide->cells[cell] == 0) twin.row = row, twin.col = col;
    }
    return twin;
}

static bool twin_may(const struct twin *twin, int move) {
    int row = twin->row + downs[move], col = twin->col + rights[move];
    return row >= 0 && row < twin->rows && col >= 0 && col < twin->cols;
}

static void twin_move(struct twin *twin, int move) {
    int row = twin->row + downs[move], col = twin->col + rights[move];
    twin->tiles[twin->row][twin->col] = twin->tiles[row][col];
    twin->tiles[row][col] = 0;
    twin->row = row, twin->col = col;
}

static bool twin_solved(const struct twin *twin) {
    int next = twin->blank_first ? 0 : 1;
    for (int row = 0; row < twin->rows; row++)
        for (int col = 0; col < twin->cols; col++, next++)
            if (twin->tiles[row][col] != next % (twin->rows * twin->cols)) return false;
    return true;
}

static uint64_t twin_perft(const struct twin *twin, int depth) {
    uint64_t leaves = 0;
    if (depth == 0) return 1;
    for (int move = 0; move < 4 && !twin_solved(twin); move++) {
        struct twin next = *twin;
        if (!twin_may(twin, move)) continue;
        twin_move(&next, move);
        leaves += twin_perft(&next, depth - 1);
    }
    return leaves;
}

static void require_twin(const struct slide *slide, const struct twin *twin) {
    struct choice choices[SLIDE_CELLS_MAX];
    int count = slide_game.choices(slide, 0, choices), next = 0;
    assert_int_equal(slide_game.movers(slide), twin_solved(twin) ? 0 : 1);
    for (int move = 0; move < 4; move++) {
        bool may = twin_may(twin, move) && !twin_solved(twin);
        if (may) assert_true(next < count && choices[next++].act == (action)move);
    }
    assert_int_equal(next, count);
    for (int cell = 0; cell < slide_count(slide); cell++)
        assert_int_equal(slide->cells[cell], twin->tiles[cell / twin->cols][cell % twin->cols]);
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
    while (states < 2000000) {
        struct slide slide;
        int rows = 2 + (int)rng_below(&rng, 15), cols = 2 + (int)rng_below(&rng, 15);
        if (rng_below(&rng, 2)) rows = cols = 2 + (int)rng_below(&rng, 2);
        start(&slide, rows, cols, (int)rng_below(&rng, 2), (int)rng_below(&rng, 2));
        settle(&slide, &rng);
        struct twin twin = twin_of(&slide);
        for (int ply = 0; ply < 2000 && slide_game.movers(&slide); ply++, states++) {
            action act = game_draw(&slide_game, &slide, 0, &rng, scratch);
            slide_game.apply(&slide, 0, act);
            twin_move(&twin, (int)act);
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
        struct twin twin = twin_of(&slide);
        uint64_t leaves = perft(&slide, known[i].depth);
        assert_int_equal(leaves, twin_perft(&twin, known[i].depth));
        assert_int_equal(leaves, known[i].leaves);
    }
}

/* Whole graphs of small boards: an arrangement is a number, and its distance from the goal is
 * known. */
enum { GRAPH_MAX = 362880 };

struct graph {
    int rows, cols, count;
    signed char *distance; /* -1: out of reach */
};

static int rank_of(const struct slide *slide) {
    int rank = 0, count = slide_count(slide);
    for (int i = 0; i < count; i++) {
        int smaller = 0;
        for (int k = i + 1; k < count; k++) smaller += slide->cells[k] < slide->cells[i];
        rank = rank * (count - i) + smaller;
    }
    return rank;
}

static void graph_init(struct graph *graph, int rows, int cols, int blank_first) {
    struct slide *queue = malloc(GRAPH_MAX * sizeof *queue), next;
    int head = 0, tail = 0;
    *graph = (struct graph){rows, cols, 1, malloc(GRAPH_MAX)};
    for (int i = 2; i <= rows * cols; i++) graph->count *= i;
    memset(graph->distance, -1, GRAPH_MAX);
    start(&queue[tail], rows, cols, blank_first, 1);
    graph->distance[rank_of(&queue[tail++])] = 0;
    for (; head < tail; head++)
        for (int move = 0; move < 4; move++) {
            if (!slide_on_board(&queue[head], move)) continue;
            memcpy(&next, &queue[head], sizeof next);
            slide_move(&next, move);
            int rank = rank_of(&next);
            if (graph->distance[rank] >= 0) continue;
            graph->distance[rank] = (signed char)(graph->distance[rank_of(&queue[head])] + 1);
            queue[tail++] = next;
        }
    assert_int_equal(tail, graph->count / 2);
    free(queue);
}

static void require_solvable_just_when_reachable(struct slide *slide, int cell, unsigned used,
                                                 const struct graph *graph) {
    if (cell == slide_count(slide)) {
        assert_int_equal(slide_solvable(slide), graph->distance[rank_of(slide)] >= 0);
        return;
    }
    for (int tile = 0; tile < slide_count(slide); tile++) {
        if (used >> tile & 1) continue;
        slide->cells[cell] = (uint8_t)tile;
        if (tile == 0) slide->blank = (uint8_t)cell;
        require_solvable_just_when_reachable(slide, cell + 1, used | 1u << tile, graph);
    }
}

static void test_solvable_is_reachable(void **state) {
    (void)state;
    static const int sizes[][3] = {{2, 2, 0}, {2, 3, 0}, {3, 2, 1}, {2, 4, 1},
                                   {4, 2, 0}, {3, 3, 0}, {3, 3, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct graph graph;
        struct slide slide;
        graph_init(&graph, sizes[i][0], sizes[i][1], sizes[i][2]);
        start(&slide, sizes[i][0], sizes[i][1], sizes[i][2], 0);
        require_solvable_just_when_reachable(&slide, 0, 0, &graph);
        free(graph.distance);
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
        struct graph graph;
        struct slide slide;
        unsigned char *met = calloc(GRAPH_MAX, 1);
        graph_init(&graph, sizes[i][0], sizes[i][1], sizes[i][2]);
        start(&slide, sizes[i][0], sizes[i][1], sizes[i][2], 0);
        deal_all(&slide, met);
        for (int rank = 0; rank < graph.count; rank++)
            assert_int_equal(met[rank], graph.distance[rank] >= 0);
        free(graph.distance);
        free(met);
    }
}

static void test_difficulty_bounds_the_solution(void **state) {
    (void)state;
    static const int sizes[][3] = {{2, 2, 0}, {2, 2, 1}, {2, 3, 0}, {3, 3, 1}};
    struct rng rng = rng_new(5, 5);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct graph graph;
        struct slide slide;
        graph_init(&graph, sizes[i][0], sizes[i][1], sizes[i][2]);
        for (int difficulty = 1; difficulty <= 60; difficulty++)
            for (int game = 0; game < 50; game++) {
                start(&slide, sizes[i][0], sizes[i][1], sizes[i][2], difficulty);
                settle(&slide, &rng);
                int distance = graph.distance[rank_of(&slide)];
                assert_in_range(distance, 1, difficulty);
                assert_int_equal(distance % 2, difficulty % 2);
            }
        free(graph.distance);
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
