/* Arrow keys among places on a screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "game/game.h"
#include "show/steer.h"
#include <stdbool.h>

enum { DIRECTIONS = 4 };
static const int arrows[DIRECTIONS] = {GAME_KEY_UP, GAME_KEY_DOWN, GAME_KEY_LEFT, GAME_KEY_RIGHT};

static int toward(const struct steer_place *places, int count, int from, int direction) {
    return places[steer_toward(places, count, from, direction)].spot;
}

/* A board of 3 x 4 with a tile every 4 columns and 2 rows. */
static void test_grid(void **unused) {
    (void)unused;
    enum { ROWS = 3, COLS = 4, COUNT = ROWS * COLS };
    struct steer_place places[COUNT];
    for (int i = 0; i < COUNT; i++)
        places[i] =
            (struct steer_place){(int16_t)i, (int16_t)(2 * (i / COLS)), (int16_t)(4 * (i % COLS))};
    for (int i = 0; i < COUNT; i++) {
        int row = i / COLS;
        assert_int_equal(toward(places, COUNT, i, GAME_KEY_UP), row > 0 ? i - COLS : i);
        assert_int_equal(toward(places, COUNT, i, GAME_KEY_DOWN), row < ROWS - 1 ? i + COLS : i);
        assert_int_equal(toward(places, COUNT, i, GAME_KEY_LEFT), (i + COUNT - 1) % COUNT);
        assert_int_equal(toward(places, COUNT, i, GAME_KEY_RIGHT), (i + 1) % COUNT);
    }
}

static void test_sorting(void **unused) {
    (void)unused;
    struct steer_place places[] = {{5, 2, 1}, {3, 1, 9}, {2, 2, 0}, {9, 1, 9}, {1, 1, 10}};
    static const int due[] = {3, 9, 1, 2, 5};
    steer_sort(places, 5);
    for (int i = 0; i < 5; i++) assert_int_equal(places[i].spot, due[i]);
}

/* Cells are twice as high as wide: from the corner, what is 2 rows down and 3 columns right is
 * below, and what is 1 row down and 3 right is to the right. */
static void test_cells_are_high(void **unused) {
    (void)unused;
    static const struct steer_place places[] = {{0, 0, 0}, {1, 1, 3}, {2, 2, 3}};
    assert_int_equal(toward(places, 3, 0, GAME_KEY_DOWN), 2);
    assert_int_equal(toward(places, 3, 0, GAME_KEY_RIGHT), 1);
}

/* What lies straight on is preferred to what is a bit nearer aside; what is far aside comes last.
 */
static void test_cone(void **unused) {
    (void)unused;
    static const struct steer_place aside[] = {{0, 0, 0}, {1, 0, 6}, {2, 1, 3}};
    assert_int_equal(toward(aside, 3, 0, GAME_KEY_RIGHT), 1);
    static const struct steer_place outside[] = {{0, 0, 0}, {1, 0, 40}, {2, 2, 1}};
    assert_int_equal(toward(outside, 3, 0, GAME_KEY_RIGHT), 1);
    assert_int_equal(toward(outside, 3, 1, GAME_KEY_DOWN), 2);
}

static bool reaches_all(const struct steer_place *places, int count, int from) {
    bool seen[STEER_PLACES_MAX] = {false};
    int queue[STEER_PLACES_MAX], head = 0, tail = 0;
    seen[from] = true;
    queue[tail++] = from;
    while (head < tail) {
        int at = queue[head++];
        for (int i = 0; i < DIRECTIONS; i++) {
            int to = steer_toward(places, count, at, arrows[i]);
            if (!seen[to]) queue[tail++] = to;
            seen[to] = true;
        }
    }
    return tail == count;
}

static void expect_all_reached(const struct steer_place *places, int count) {
    for (int i = 0; i < count; i++)
        if (!reaches_all(places, count, i)) fail_msg("%d of %d cannot reach all", i, count);
}

static void test_alone(void **unused) {
    (void)unused;
    static const struct steer_place places[] = {{7, 3, 3}};
    for (int i = 0; i < DIRECTIONS; i++) assert_int_equal(toward(places, 1, 0, arrows[i]), 7);
}

/* Two spots may share a cell. */
static void test_same_cell(void **unused) {
    (void)unused;
    static const struct steer_place places[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 1, 0}};
    expect_all_reached(places, 4);
}

static void test_random_places(void **unused) {
    (void)unused;
    struct rng rng = rng_new(15, 0);
    for (int i = 0; i < 400; i++) {
        struct steer_place places[12];
        int count = 1 + (int)rng_below(&rng, 12), side = 2 + (int)rng_below(&rng, 30);
        for (int k = 0; k < count; k++)
            places[k] = (struct steer_place){(int16_t)k, (int16_t)rng_below(&rng, (uint32_t)side),
                                             (int16_t)rng_below(&rng, (uint32_t)(2 * side))};
        steer_sort(places, count);
        expect_all_reached(places, count);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grid),           cmocka_unit_test(test_sorting),
        cmocka_unit_test(test_cells_are_high), cmocka_unit_test(test_cone),
        cmocka_unit_test(test_alone),          cmocka_unit_test(test_same_cell),
        cmocka_unit_test(test_random_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
