/* Single patterns: their effects, and that turning them turns the board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grid.h"
#include "base/rng.h"
#include "games/slide/board/plain_test.h"
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include <string.h>

static struct slide_pattern of(const char *letters) {
    static const char order[] = "UDLR";
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX];
    struct slide_pattern pattern;
    int count = (int)strlen(letters);
    for (int i = 0; i < count; i++) moves[i] = (uint8_t)(strchr(order, letters[i]) - order);
    assert_true(slide_pattern_run(&pattern, moves, count));
    return pattern;
}

static void require_drawing(const char *letters, const char *drawing) {
    char buffer[200];
    struct text text = text_over(buffer, sizeof buffer);
    struct slide_pattern pattern = of(letters);
    slide_pattern_draw(&pattern, &text);
    assert_string_equal(buffer, drawing);
}

static void test_effects_are_what_running_gives(void **state) {
    (void)state;
    require_drawing("R", ". A  ->  A .\n");
    require_drawing("RL", ". A  ->  . A\n");
    require_drawing("RDL", ". A  ->  A C\n"
                           "B C      . B\n");
    require_drawing("RDLU", ". A  ->  . C\n"
                            "B C      A B\n");
    require_drawing("RRRD", ". A B C  ->  A B C G\n"
                            "D E F G      D E F .\n");
    require_drawing("DRRRULL", ". A B C  ->  D . A B\n"
                               "D E F G      E F G C\n");
    require_drawing("UL", "A B  ->  . A\n"
                          "C .      C B\n");
}

/* A board of letters, where a dot is the blank. */
static struct plain read_letters(const char *letters, int rows, int cols) {
    struct plain board = {rows, cols, (int)(strchr(letters, '.') - letters), {0}};
    for (int cell = 0; cell < rows * cols; cell++)
        board.tiles[cell] = (uint16_t)(letters[cell] == '.' ? 0 : letters[cell] - 'A' + 1);
    return board;
}

/* The fewest moves from one board to another, or -1 if there are none; '?' is anything. */
static int fewest(const char *before, const char *after, int rows, int cols) {
    struct plain start = read_letters(before, rows, cols);
    uint8_t *lengths = plain_lengths_from(&start, PLAIN_NEVER);
    int best = PLAIN_NEVER;
    for (uint32_t rank = 0; rank < plain_ranks(rows, cols); rank++) {
        struct plain board = plain_ranked(rows, cols, rank);
        bool same = true;
        for (int cell = 0; cell < rows * cols; cell++) {
            int tile = after[cell] == '.' ? 0 : after[cell] - 'A' + 1;
            same = same && (after[cell] == '?' || board.tiles[cell] == tile);
        }
        if (same && lengths[rank] < best) best = lengths[rank];
    }
    free(lengths);
    return best == PLAIN_NEVER ? -1 : best;
}

/* Drawings that were once given for three patterns: two tiles swapped in 2 moves, C./BA in 3 and
 * D.AB in 4. */
static void test_the_drawings_once_given_are_not_effects(void **state) {
    (void)state;
    assert_int_equal(fewest(".ABCDE", ".BACDE", 2, 3), -1);
    assert_int_equal(fewest(".ABC", "C.BA", 2, 2), -1);
    assert_int_equal(fewest(".ABCDEFG", "D.AB????", 2, 4), 7);
    struct slide_pattern shift = of("DRRRULL");
    assert_int_equal(shift.cost, 7);
}

/* The blank's walks from the four corners of a 3x3 board, once four patterns. */
static void test_four_corners_are_one_pattern(void **state) {
    (void)state;
    static const int walks[4][4][2] = {{{0, 0}, {0, 1}, {1, 1}, {1, 0}},
                                       {{0, 2}, {1, 2}, {1, 1}, {0, 1}},
                                       {{2, 2}, {2, 1}, {1, 1}, {1, 2}},
                                       {{2, 0}, {1, 0}, {1, 1}, {2, 1}}};
    struct slide_pattern one, other;
    for (int i = 0; i < 4; i++) {
        uint8_t moves[3];
        for (int step = 0; step < 3; step++) {
            int down = walks[i][step + 1][0] - walks[i][step][0];
            int right = walks[i][step + 1][1] - walks[i][step][1];
            moves[step] = (uint8_t)(down ? (down < 0 ? SLIDE_UP : SLIDE_DOWN)
                                         : (right < 0 ? SLIDE_LEFT : SLIDE_RIGHT));
        }
        assert_true(slide_pattern_run(&other, moves, 3));
        slide_pattern_canonical(&other, i ? &other : &one);
        if (i) assert_memory_equal(&one, &other, sizeof one);
    }
}

static struct slide_pattern random_pattern(struct rng *rng) {
    struct slide_pattern pattern;
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX];
    int count;
    do {
        count = (int)rng_below(rng, SLIDE_PATTERN_MOVES_MAX + 1);
        for (int i = 0; i < count; i++) moves[i] = (uint8_t)rng_below(rng, 4);
    } while (!slide_pattern_run(&pattern, moves, count));
    return pattern;
}

static void test_turning_is_running_turned_moves(void **state) {
    (void)state;
    struct rng rng = rng_new(2, 0);
    for (int i = 0; i < 20000; i++) {
        struct slide_pattern pattern = random_pattern(&rng), image, again;
        int symmetry = (int)rng_below(&rng, GRID_SYMMETRIES);
        slide_pattern_turn(&pattern, symmetry, &image);
        assert_true(slide_pattern_run(&again, image.moves, image.cost));
        assert_memory_equal(&image, &again, sizeof image);
        slide_pattern_turn(&image, grid_undo[symmetry], &again);
        assert_memory_equal(&pattern, &again, sizeof image);
    }
}

static void test_images_have_one_canonical_form(void **state) {
    (void)state;
    struct rng rng = rng_new(3, 0);
    for (int i = 0; i < 5000; i++) {
        struct slide_pattern pattern = random_pattern(&rng), canonical, image, other;
        int symmetry = slide_pattern_canonical(&pattern, &canonical);
        slide_pattern_turn(&pattern, symmetry, &image);
        assert_memory_equal(&image, &canonical, sizeof image);
        for (int turn = 0; turn < GRID_SYMMETRIES; turn++) {
            slide_pattern_turn(&pattern, turn, &image);
            assert_true(slide_pattern_compare(&canonical, &image) <= 0);
            slide_pattern_canonical(&image, &other);
            assert_memory_equal(&other, &canonical, sizeof other);
        }
    }
}

static void require_images(const char *letters, unsigned images) {
    struct slide_pattern pattern = of(letters);
    assert_int_equal(slide_pattern_images(&pattern), images);
}

/* A straight walk is its own mirror image; a turn around a corner looks different in all eight. */
static void test_equal_images_count_once(void **state) {
    (void)state;
    require_images("", 0x01);
    require_images("R", 0x0f);
    require_images("RR", 0x0f);
    require_images("RDLU", 0xff);
    require_images("RDLURD", 0x0f);
}

static void test_spells_its_moves(void **state) {
    (void)state;
    char buffer[40];
    struct text text = text_over(buffer, sizeof buffer);
    struct slide_pattern pattern = of("RDLU");
    slide_pattern_spell(&pattern, &text);
    assert_string_equal(buffer, "Right Down Left Up");
}

static void test_too_much_is_refused(void **state) {
    (void)state;
    struct slide_pattern pattern;
    uint8_t moves[SLIDE_PATTERN_MOVES_MAX + 1], line[SLIDE_PATTERN_CELLS_MAX];
    for (int i = 0; i <= SLIDE_PATTERN_MOVES_MAX; i++) moves[i] = i & 1 ? SLIDE_UP : SLIDE_DOWN;
    memset(line, SLIDE_LEFT, sizeof line);
    assert_true(slide_pattern_run(&pattern, moves, SLIDE_PATTERN_MOVES_MAX));
    assert_false(slide_pattern_run(&pattern, moves, SLIDE_PATTERN_MOVES_MAX + 1));
    assert_false(slide_pattern_run(&pattern, moves, -1));
    assert_true(slide_pattern_run(&pattern, line, SLIDE_PATTERN_CELLS_MAX - 1));
    assert_false(slide_pattern_run(&pattern, line, SLIDE_PATTERN_CELLS_MAX));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_effects_are_what_running_gives),
        cmocka_unit_test(test_the_drawings_once_given_are_not_effects),
        cmocka_unit_test(test_four_corners_are_one_pattern),
        cmocka_unit_test(test_turning_is_running_turned_moves),
        cmocka_unit_test(test_images_have_one_canonical_form),
        cmocka_unit_test(test_equal_images_count_once),
        cmocka_unit_test(test_spells_its_moves),
        cmocka_unit_test(test_too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
