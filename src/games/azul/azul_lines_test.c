/* azul: azul_resolve_pattern_lines by positions with known answers, and the pattern of the wall. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_by_hand_test.h"

static bool on_wall(const struct azul *azul, int seat, int row, int col) {
    return azul->player[seat].wall & azul_cell(row, col);
}

static void require_empty(const struct azul *azul, int seat, int row) {
    assert_int_equal(azul->player[seat].filled[row], 0);
    assert_int_equal(azul->player[seat].colour[row], 0);
    assert_int_equal(azul->player[seat].open >> 5 * row & 31,
                     azul_open_row(&azul->player[seat], row));
}

static int all_tiles(const struct azul *azul) {
    int tiles = azul_total(azul->bag) + azul_total(azul->lid) + azul_on_table(azul);
    for (int seat = 0; seat < azul->players; seat++) {
        tiles += bits_count(azul->player[seat].wall) + azul->player[seat].floor_count;
        for (int row = 0; row < AZUL_SIDE; row++) tiles += azul->player[seat].filled[row];
    }
    return tiles;
}

static void resolve(struct azul *azul) {
    assert_int_equal(all_tiles(azul), AZUL_TILES);
    azul_resolve_pattern_lines(azul);
    assert_int_equal(all_tiles(azul), AZUL_TILES);
}

static void test_wall_pattern(void **state) {
    (void)state;
    static const char printed[5][6] = {"BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"};
    static const char letters[] = "BYRKW";
    for (int row = 0; row < 5; row++)
        for (int col = 0; col < 5; col++) {
            int colour = azul_wall_colour(row, col);
            assert_int_equal(letters[colour], printed[row][col]);
            assert_int_equal(azul_wall_col(row, colour), col);
        }
}

static void test_single_complete_line(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 2, B, 3);
    resolve(&azul);
    assert_true(on_wall(&azul, 0, 2, 2));
    assert_int_equal(azul.lid, azul_tiles(B, 2));
    require_empty(&azul, 0, 2);
    assert_int_equal(azul.player[0].open >> 10 & 1, 0); /* Blue is closed there from now on */
}

static void test_multiple_complete_lines(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 0, B, 1);
    hand_line(&azul, 0, 4, R, 5);
    resolve(&azul);
    assert_true(on_wall(&azul, 0, 0, 0));
    assert_true(on_wall(&azul, 0, 4, 1));
    assert_int_equal(azul.lid, azul_tiles(R, 4));
}

static void test_no_complete_line(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 2, Y, 2);
    struct azul before = azul;
    resolve(&azul);
    assert_true(game_equal(&azul_game, &azul, &before));
}

static void test_both_players(void **state) {
    (void)state;
    for (int players = 2; players <= 4; players++) {
        struct azul azul = hand_start(players);
        hand_line(&azul, 0, 1, W, 2);
        hand_line(&azul, players - 1, 3, K, 4);
        resolve(&azul);
        assert_true(on_wall(&azul, 0, 1, 0));
        assert_true(on_wall(&azul, players - 1, 3, 1));
        assert_int_equal(azul.lid, azul_tiles(W, 1) + azul_tiles(K, 3));
    }
}

/* Each full line of each colour, among lines, walls and floors of both players. */
static void test_tile_conservation(void **state) {
    (void)state;
    for (int row = 0; row < AZUL_SIDE; row++)
        for (int colour = 0; colour < AZUL_COLOURS; colour++) {
            struct azul azul = hand_start(2);
            hand_line(&azul, 0, row, colour, row + 1);
            hand_line(&azul, 1, 4, W, 5);
            hand_line(&azul, 1, 3, Y, 2);
            hand_wall(&azul, 0, row, (azul_wall_col(row, colour) + 2) % 5);
            hand_floor(&azul, 1, R, 9);
            hand_source(&azul, AZUL_CENTER, K, 6);
            hand_source(&azul, 4, B, 3);
            hand_lid(&azul, B, 5);
            resolve(&azul);
            assert_int_equal(azul_count(azul.lid, colour),
                             row + (colour == B ? 5 : 0) + (colour == W ? 4 : 0));
        }
}

static void test_row_0_discards_nothing(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 0, Y, 1);
    resolve(&azul);
    assert_true(on_wall(&azul, 0, 0, 1));
    assert_int_equal(azul.lid, 0);
}

static void test_edge_some_lines_complete(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 0, B, 1);
    hand_line(&azul, 0, 1, R, 2);
    hand_line(&azul, 0, 3, Y, 3);
    hand_line(&azul, 0, 4, W, 5);
    resolve(&azul);
    for (int row = 0; row < AZUL_SIDE; row++)
        if (row != 3) require_empty(&azul, 0, row);
    assert_int_equal(azul.player[0].filled[3], 3);
    assert_int_equal(azul.player[0].colour[3], Y);
    assert_int_equal(azul.lid, azul_tiles(R, 1) + azul_tiles(W, 4));
    assert_int_equal(azul.player[0].wall, azul_cell(0, 0) | azul_cell(1, 3) | azul_cell(4, 3));
}

static void test_edge_all_lines_complete(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    for (int row = 0; row < AZUL_SIDE; row++) hand_line(&azul, 0, row, row, row + 1);
    resolve(&azul);
    for (int row = 0; row < AZUL_SIDE; row++) {
        require_empty(&azul, 0, row);
        assert_int_equal(azul_count(azul.lid, row), row);
    }
    assert_int_equal(bits_count(azul.player[0].wall), 5);
}

static void test_edge_nothing_complete(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    for (int row = 1; row < AZUL_SIDE; row++) {
        hand_line(&azul, 0, row, B, row);
        hand_line(&azul, 1, row, K, 1);
    }
    struct azul before = azul;
    resolve(&azul);
    assert_true(game_equal(&azul_game, &azul, &before));
}

static void test_edge_capacity_1(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 0, R, 1);
    resolve(&azul);
    require_empty(&azul, 0, 0);
    assert_int_equal(azul.player[0].wall, azul_cell(0, 2));
    assert_int_equal(azul.lid, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wall_pattern),
        cmocka_unit_test(test_single_complete_line),
        cmocka_unit_test(test_multiple_complete_lines),
        cmocka_unit_test(test_no_complete_line),
        cmocka_unit_test(test_both_players),
        cmocka_unit_test(test_tile_conservation),
        cmocka_unit_test(test_row_0_discards_nothing),
        cmocka_unit_test(test_edge_some_lines_complete),
        cmocka_unit_test(test_edge_all_lines_complete),
        cmocka_unit_test(test_edge_nothing_complete),
        cmocka_unit_test(test_edge_capacity_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
