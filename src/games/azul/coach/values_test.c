/* The values: what the net sees of a board, its sums against plain ones, and what was learned. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/values_net.h"
#include <math.h>
#include <string.h>

/* Draws a board after the tiling: any wall without a complete row, and lines that it can take. */
static struct azul_player draw_board(struct rng *rng) {
    struct azul_player player;
    memset(&player, 0, sizeof player);
    for (int row = 0; row < AZUL_SIDE; row++) {
        player.wall |= (uint32_t)rng_below(rng, 31) << AZUL_SIDE * row;
        int colour = (int)rng_below(rng, AZUL_COLOURS), filled = (int)rng_below(rng, 5);
        if (filled == 0 || filled > row || azul_on_wall(&player, row, colour)) continue;
        player.filled[row] = (uint8_t)filled;
        player.colour[row] = (uint8_t)colour;
    }
    return player;
}

static bool has(const uint16_t *features, int count, int feature) {
    for (int i = 0; i < count; i++)
        if (features[i] == feature) return true;
    return false;
}

static void test_features_by_hand(void **unused) {
    struct azul_player player;
    uint16_t features[AZUL_VALUES_ACTIVE];
    (void)unused;
    memset(&player, 0, sizeof player);
    /* Row 2 has columns 0 and 2; its line holds two of the colour that goes to column 1. */
    player.wall = azul_cell(2, 0) | azul_cell(2, 2) | azul_cell(3, 1) | azul_cell(0, 1);
    player.filled[2] = 2;
    player.colour[2] = (uint8_t)azul_wall_colour(2, 1);
    int count = azul_values_features(&player, true, features);
    int slot = (1 + 2 - 1) * AZUL_SIDE; /* one slot in row 1, then the second in row 2 */
    assert_int_equal(count, 15 + 6 + 1);
    assert_true(has(features, count, AZUL_VALUES_ROW + 2 * 32 + 5));
    assert_true(has(features, count, AZUL_VALUES_COLUMN + 1 * 32 + 9));
    assert_true(has(features, count,
                    AZUL_VALUES_SET + azul_wall_colour(2, 0) * 32 +
                        (azul_wall_colour(0, 1) == azul_wall_colour(2, 0)) + 4 +
                        8 * (azul_wall_colour(3, 1) == azul_wall_colour(2, 0))));
    assert_true(has(features, count, AZUL_VALUES_LINE + slot + azul_wall_colour(2, 1)));
    assert_true(has(features, count, AZUL_VALUES_ACROSS + slot + 3 - 1));
    assert_true(has(features, count, AZUL_VALUES_DOWN + slot + 2 - 1));
    assert_true(has(features, count, AZUL_VALUES_IN_ROW + slot + 2));
    assert_true(has(features, count, AZUL_VALUES_IN_COLUMN + slot + 2));
    assert_true(has(features, count, AZUL_VALUES_IN_SET + slot));
    assert_true(has(features, count, AZUL_VALUES_ORDER + 1));
    assert_int_equal(azul_values_features(&player, false, features), count);
    assert_true(has(features, count, AZUL_VALUES_ORDER));
}

/* The runs and counts agree with the rules' own. */
static void test_features_of_any_board(void **unused) {
    struct rng rng = rng_new(1, 0);
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        struct azul_player player = draw_board(&rng);
        uint16_t features[AZUL_VALUES_ACTIVE];
        int count = azul_values_features(&player, i & 1, features), lines = 0;
        for (int k = 0; k < count; k++) assert_true(features[k] < AZUL_VALUES_FEATURES);
        for (int set = 0; set < AZUL_SETS; set++)
            for (int k = 0; k < AZUL_SIDE; k++) {
                int pattern = features[3 * k + set] - set * 160 - k * 32;
                uint32_t cells = player.wall & azul_set_cells((enum azul_set)set, k);
                assert_int_equal(bits_count((unsigned)pattern), bits_count(cells));
            }
        for (int row = 1; row < AZUL_SIDE; row++) {
            if (!player.filled[row]) continue;
            const uint16_t *line = features + 15 + 6 * lines++;
            int col = azul_wall_col(row, player.colour[row]);
            int across = (line[1] - AZUL_VALUES_ACROSS) % AZUL_SIDE + 1;
            int down = (line[2] - AZUL_VALUES_DOWN) % AZUL_SIDE + 1;
            int points = (across > 1 ? across : 0) + (down > 1 ? down : 0);
            assert_int_equal(azul_tile_points(player.wall | azul_cell(row, col), row, col),
                             points ? points : 1);
        }
        assert_int_equal(count, 15 + 6 * lines + 1);
    }
}

/* The net in plain words. */
static int plain_lead(const struct azul_values *values, const struct azul_player *first,
                      const struct azul_player *second) {
    uint16_t own[AZUL_VALUES_ACTIVE], other[AZUL_VALUES_ACTIVE];
    int owns = azul_values_features(first, true, own);
    int others = azul_values_features(second, false, other);
    int64_t said = 0;
    for (int k = 0; k < AZUL_VALUES_HALF; k++) {
        int64_t one = 0, two = 0;
        for (int i = 0; i < owns; i++) {
            one += values->in[own[i]][k];
            two += values->in[own[i]][AZUL_VALUES_HALF + k];
        }
        for (int i = 0; i < others; i++) {
            one += values->in[other[i]][AZUL_VALUES_HALF + k];
            two += values->in[other[i]][k];
        }
        one = one < 0 ? 0 : one > AZUL_VALUES_ONE ? AZUL_VALUES_ONE : one;
        two = two < 0 ? 0 : two > AZUL_VALUES_ONE ? AZUL_VALUES_ONE : two;
        said += (one - two) * values->out[k];
    }
    return (int)(said / (AZUL_VALUES_ONE * AZUL_VALUES_FINE));
}

static int lead_of(const struct azul_values *values, const struct azul_player *first,
                   const struct azul_player *second) {
    struct azul_values_half halves[2];
    azul_values_half(values, first, true, &halves[0]);
    azul_values_half(values, second, false, &halves[1]);
    return azul_values_lead(values, &halves[0], &halves[1]);
}

static void test_leads_are_the_plain_ones(void **unused) {
    struct rng rng = rng_new(2, 0);
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        struct azul_player first = draw_board(&rng), second = draw_board(&rng);
        assert_int_equal(lead_of(&azul_values_learned, &first, &second),
                         plain_lead(&azul_values_learned, &first, &second));
    }
}

/* The largest weights that are allowed do not overflow. */
static void test_the_bounds(void **unused) {
    static struct azul_values values;
    int16_t most = AZUL_VALUES_SUM_MAX / AZUL_VALUES_ACTIVE;
    struct rng rng = rng_new(3, 0);
    (void)unused;
    for (int i = 0; i < AZUL_VALUES_FEATURES * AZUL_VALUES_HIDDEN; i++)
        values.in[i / AZUL_VALUES_HIDDEN][i % AZUL_VALUES_HIDDEN] =
            i % 128 < 64 ? most : (int16_t)-most;
    for (int k = 0; k < AZUL_VALUES_HALF; k++) values.out[k] = k % 2 ? INT16_MAX : -INT16_MAX;
    for (int i = 0; i < AZUL_VALUES_FULLEST; i++) values.spread[i] = 1;
    assert_null(azul_values_check(&values));
    for (int i = 0; i < 1000; i++) {
        struct azul_player first = draw_board(&rng), second = draw_board(&rng);
        assert_int_equal(lead_of(&values, &first, &second), plain_lead(&values, &first, &second));
    }
    values.spread[4] = 0;
    assert_non_null(azul_values_check(&values));
    values.spread[4] = 1;
    for (int i = 0; i < AZUL_VALUES_FEATURES; i++) values.in[i][7] = 420;
    assert_non_null(azul_values_check(&values));
}

static void test_the_learned(void **unused) {
    (void)unused;
    assert_null(azul_values_check(&azul_values_learned));
}

/* A board that is plainly better leads. */
static void test_better_boards_lead(void **unused) {
    struct azul_player even, good;
    (void)unused;
    memset(&even, 0, sizeof even);
    even.wall = azul_cell(0, 2) | azul_cell(1, 2) | azul_cell(2, 2);
    good = even;
    good.wall |= azul_cell(3, 2);
    assert_true(lead_of(&azul_values_learned, &good, &even) > AZUL_VALUES_UNIT);
    assert_true(lead_of(&azul_values_learned, &even, &good) < -AZUL_VALUES_UNIT);
    good = even;
    good.filled[4] = 4; /* the last cell but one of the column, and a tile is missing */
    good.colour[4] = (uint8_t)azul_wall_colour(4, 2);
    assert_true(lead_of(&azul_values_learned, &good, &even) > AZUL_VALUES_UNIT);
    assert_true(lead_of(&azul_values_learned, &even, &even) > 0); /* it is good to draft first */
}

static void test_chances(void **unused) {
    (void)unused;
    for (int fullest = 0; fullest < AZUL_VALUES_FULLEST; fullest++) {
        double before = 0, spread = azul_values_learned.spread[fullest];
        for (int lead = -4000; lead <= 4000; lead++) {
            double chance = azul_values_chance(&azul_values_learned, lead, fullest);
            assert_true(chance >= before && chance > 0 && chance < 1);
            assert_true(fabs(chance - 1 / (1 + exp(-lead / spread))) < 0.001);
            before = chance;
        }
        assert_true(azul_values_chance(&azul_values_learned, 0, fullest) == 0.5);
        assert_true(azul_values_chance(&azul_values_learned, INT32_MAX, fullest) < 1);
        assert_true(azul_values_chance(&azul_values_learned, INT32_MIN, fullest) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features_by_hand),
        cmocka_unit_test(test_features_of_any_board),
        cmocka_unit_test(test_leads_are_the_plain_ones),
        cmocka_unit_test(test_the_bounds),
        cmocka_unit_test(test_the_learned),
        cmocka_unit_test(test_better_boards_lead),
        cmocka_unit_test(test_chances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
