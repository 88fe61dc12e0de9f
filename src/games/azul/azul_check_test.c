/* azul: check finds every fault planted in a sound state; canonical joins only equal positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_by_hand_test.h"
#include <string.h>

/* A draft with something of everything. */
static struct azul sound_draft(void) {
    struct azul azul = hand_start(3);
    for (int source = 1; source <= 7; source++) {
        hand_source(&azul, source, source % 5, 3);
        hand_source(&azul, source, (source + 1) % 5, 1);
    }
    hand_source(&azul, AZUL_CENTER, K, 2);
    hand_lid(&azul, R, 3);
    hand_line(&azul, 1, 2, Y, 2);
    hand_line(&azul, 2, 0, W, 1);
    hand_wall(&azul, 1, 2, azul_wall_col(2, B));
    hand_floor(&azul, 0, R, 1);
    hand_floor(&azul, 0, W, 2);
    azul.token = 1;
    assert_null(azul_game.check(&azul));
    return azul;
}

static struct azul sound_refill(void) {
    struct azul azul;
    azul_game.start(&azul, (int[]){2, 50});
    for (int i = 0; i < 9; i++) azul_game.apply(&azul, CHANCE, (action)(i % 5));
    assert_null(azul_game.check(&azul));
    return azul;
}

static struct azul sound_end(void) {
    static const char *const row[] = {"xxxxx", ".....", ".....", ".....", "....."};
    struct azul azul = hand_start(2);
    azul.phase = AZUL_OVER;
    hand_walls(&azul, 1, row);
    assert_null(azul_game.check(&azul));
    return azul;
}

#define REQUIRE_BROKEN(sound, fault)                                                               \
    do {                                                                                           \
        struct azul azul = sound;                                                                  \
        fault;                                                                                     \
        if (!azul_game.check(&azul)) fail_msg("check does not see: %s", #fault);                   \
    } while (0)

static void test_faults_in_a_draft(void **state) {
    (void)state;
    REQUIRE_BROKEN(sound_draft(), azul.players = 1);
    REQUIRE_BROKEN(sound_draft(), azul.players = 5);
    REQUIRE_BROKEN(sound_draft(), azul.phase = 3);
    REQUIRE_BROKEN(sound_draft(), azul.phase = AZUL_REFILL);
    REQUIRE_BROKEN(sound_draft(), azul.phase = AZUL_OVER);
    REQUIRE_BROKEN(sound_draft(), azul.active = 3);
    REQUIRE_BROKEN(sound_draft(), azul.round = 0);
    REQUIRE_BROKEN(sound_draft(), azul.round = 51);
    REQUIRE_BROKEN(sound_draft(), azul.max_rounds = 0);
    REQUIRE_BROKEN(sound_draft(), azul.token = 3);
    REQUIRE_BROKEN(sound_draft(), azul.token = 254);
    REQUIRE_BROKEN(sound_draft(), azul.dealt = 1);
    REQUIRE_BROKEN(sound_draft(), azul.spare = 1);
    REQUIRE_BROKEN(sound_draft(), azul.bag += azul_tiles(B, 1));
    REQUIRE_BROKEN(sound_draft(), azul.bag -= azul_tiles(W, 1));
    REQUIRE_BROKEN(sound_draft(), azul.bag += azul_tiles(B, 1) - azul_tiles(W, 1));
    REQUIRE_BROKEN(sound_draft(), azul.lid += azul_tiles(AZUL_COLOURS, 1));
    REQUIRE_BROKEN(sound_draft(), azul.lid = azul.lid + azul_tiles(B, 240));
    REQUIRE_BROKEN(sound_draft(), azul.source[2] -= azul_tiles(R, 1));
    REQUIRE_BROKEN(sound_draft(), azul.source[8] += azul_tiles(AZUL_COLOURS, 1));
    REQUIRE_BROKEN(sound_draft(), hand_source(&azul, 8, R, 1)); /* 3 players have 7 factories */
    REQUIRE_BROKEN(sound_draft(), hand_source(&azul, 1, R, 1)); /* a fifth tile */
    REQUIRE_BROKEN(sound_draft(), azul.player[0].score = AZUL_SCORE_MAX + 1);
    REQUIRE_BROKEN(sound_draft(), azul.player[2].spare[2] = 1);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].wall |= UINT32_C(1) << 25);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].wall |= 1);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].open ^= 1);
    REQUIRE_BROKEN(sound_draft(), azul.player[2].open |= UINT32_C(1) << 31);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].filled[1] = 3);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].colour[1] = 1);
    REQUIRE_BROKEN(sound_draft(), azul.player[1].colour[2] = AZUL_COLOURS);
    REQUIRE_BROKEN(sound_draft(), azul.player[1].colour[2] = R);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].floor_count--);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].floor_count++);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].floor_count = 65);
    REQUIRE_BROKEN(sound_draft(), azul.player[0].floor[0] |= 7);
    REQUIRE_BROKEN(sound_draft(), azul.player[1].floor[3] = 1);
    REQUIRE_BROKEN(sound_draft(), hand_line(&azul, 1, 2, B, 1)); /* Blue is on that row's wall */
    REQUIRE_BROKEN(hand_start(2), (void)azul);                   /* nothing to draft */
}

static void test_faults_in_a_refill(void **state) {
    (void)state;
    REQUIRE_BROKEN(sound_refill(), azul.dealt = 8);
    REQUIRE_BROKEN(sound_refill(), azul.dealt = 10);
    REQUIRE_BROKEN(sound_refill(), azul.phase = AZUL_DRAFT);
    REQUIRE_BROKEN(sound_refill(), azul.token = 0);
    REQUIRE_BROKEN(sound_refill(), azul.lid = azul.bag; azul.bag = 0);
    REQUIRE_BROKEN(sound_refill(), hand_source(&azul, AZUL_CENTER, R, 1));
    REQUIRE_BROKEN(sound_refill(), hand_source(&azul, 5, R, 1));
    REQUIRE_BROKEN(sound_refill(), hand_source(&azul, 5, R, 1); azul.dealt++);
    REQUIRE_BROKEN(sound_refill(), hand_floor(&azul, 1, R, 1));
    REQUIRE_BROKEN(sound_refill(), hand_line(&azul, 1, 3, R, 4));
    REQUIRE_BROKEN(sound_refill(), for (int col = 0; col < 5; col++) hand_wall(&azul, 1, 3, col));
    struct azul full = sound_refill();
    while (full.phase == AZUL_REFILL)
        azul_game.apply(&full, CHANCE, (action)(bits_low(full.bag) / 8));
    assert_null(azul_game.check(&full));
    full.phase = AZUL_REFILL;
    full.dealt = 20;
    assert_non_null(azul_game.check(&full));
}

static void test_faults_at_the_end(void **state) {
    (void)state;
    REQUIRE_BROKEN(sound_end(), azul.phase = AZUL_REFILL);
    REQUIRE_BROKEN(sound_end(), azul.phase = AZUL_DRAFT);
    REQUIRE_BROKEN(sound_end(), hand_source(&azul, 1, K, 1));
    REQUIRE_BROKEN(sound_end(), hand_floor(&azul, 0, K, 1));
    REQUIRE_BROKEN(sound_end(), hand_line(&azul, 0, 0, K, 1));
    REQUIRE_BROKEN(sound_end(), azul.token = 1);
    REQUIRE_BROKEN(hand_start(2), azul.phase = AZUL_OVER); /* for no reason */
}

static struct azul canonical(struct azul azul) {
    azul_game.canonical(&azul);
    assert_null(azul_game.check(&azul));
    return azul;
}

static void test_factories_and_floors_have_no_order(void **state) {
    (void)state;
    struct azul one = sound_draft(), two = one;
    for (int i = 0; i < 7; i++) two.source[1 + (i + 3) % 7] = one.source[1 + i];
    memset(two.player[0].floor, 0, sizeof two.player[0].floor);
    two.player[0].floor_count = 0;
    azul_add_to_floor(&two.player[0], W, 2);
    azul_add_to_floor(&two.player[0], R, 1);
    assert_null(azul_game.check(&two));
    assert_false(game_equal(&azul_game, &one, &two));
    struct azul a = canonical(one), b = canonical(two);
    assert_true(game_equal(&azul_game, &a, &b));
    assert_int_equal(a.source[AZUL_CENTER], one.source[AZUL_CENTER]);
    two.player[0].score++;
    b = canonical(two);
    assert_false(game_equal(&azul_game, &a, &b));
}

/* Colours, rows and seats are no symmetries: other colours on the factories stay others. */
static void test_colours_have_their_places(void **state) {
    (void)state;
    struct azul one = hand_start(2), two = hand_start(2);
    hand_source(&one, 1, B, 4);
    hand_source(&two, 1, Y, 4);
    one = canonical(one);
    two = canonical(two);
    assert_false(game_equal(&azul_game, &one, &two));
}

/* While they are filled, full factories change places, the one being filled does not. */
static void test_the_order_of_a_refill(void **state) {
    (void)state;
    static const action first[] = {B, B, B, B, R, R, R, R, Y},
                        second[] = {R, R, R, R, B, B, B, B, Y};
    struct azul one, two;
    azul_game.start(&one, (int[]){2, 50});
    azul_game.start(&two, (int[]){2, 50});
    for (int i = 0; i < 9; i++) {
        azul_game.apply(&one, CHANCE, first[i]);
        azul_game.apply(&two, CHANCE, second[i]);
    }
    one = canonical(one);
    two = canonical(two);
    assert_true(game_equal(&azul_game, &one, &two));
    assert_int_equal(one.source[3], azul_tiles(Y, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults_in_a_draft),
        cmocka_unit_test(test_faults_in_a_refill),
        cmocka_unit_test(test_faults_at_the_end),
        cmocka_unit_test(test_factories_and_floors_have_no_order),
        cmocka_unit_test(test_colours_have_their_places),
        cmocka_unit_test(test_the_order_of_a_refill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
