/* azul: positions with known answers for the draft, the end of a round, the refill and the end of
 * the game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_by_hand_test.h"
#include <string.h>

static void require_refused(const struct azul *azul, action act, const char *code) {
    const char *answer = azul_game.refuse(azul, azul->active, act);
    if (!answer) fail_msg("%s was expected, and it is allowed", code);
    assert_string_equal(answer, code);
}

static void take(struct azul *azul, int source, int colour, int destination) {
    action act = azul_act(source, colour, destination);
    assert_null(azul_game.check(azul));
    assert_null(azul_game.refuse(azul, azul->active, act));
    azul_game.apply(azul, azul->active, act);
    assert_null(azul_game.check(azul));
}

static void test_setup(void **state) {
    (void)state;
    for (int players = 2; players <= 4; players++) {
        struct azul azul;
        struct rng rng = rng_new(1, 1);
        azul_game.start(&azul, (int[]){players, 50});
        assert_int_equal(azul_game.size(&azul), 104 + 56 * players);
        assert_int_equal(azul.bag, UINT64_C(0x1414141414));
        int draws = 0;
        for (; azul_game.movers(&azul) == UINT32_C(1) << CHANCE; draws++)
            azul_game.apply(&azul, CHANCE, azul_game.random_act(&azul, CHANCE, &rng));
        assert_int_equal(draws, players == 2 ? 20 : players == 3 ? 28 : 36);
        assert_int_equal(azul_total(azul.bag), 100 - draws);
        assert_int_equal(azul_game.movers(&azul), 1);
        for (int i = 1; i <= azul_factories(&azul); i++)
            assert_int_equal(azul_total(azul.source[i]), 4);
        assert_int_equal(azul.source[AZUL_CENTER], 0);
        assert_int_equal(azul.token, AZUL_TOKEN_IN_CENTER);
    }
}

static void test_a_factory_s_rest_goes_to_the_center(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_source(&azul, 3, B, 2);
    hand_source(&azul, 3, R, 1);
    hand_source(&azul, 3, W, 1);
    hand_source(&azul, AZUL_CENTER, R, 2);
    hand_source(&azul, 1, K, 4);
    take(&azul, 3, B, 2);
    assert_int_equal(azul.source[3], 0);
    assert_int_equal(azul.source[AZUL_CENTER], azul_tiles(R, 3) + azul_tiles(W, 1));
    assert_int_equal(azul.player[0].filled[2], 2);
    assert_int_equal(azul.player[0].colour[2], B);
    assert_int_equal(azul.token, AZUL_TOKEN_IN_CENTER);
    assert_int_equal(azul.active, 1);
}

static void test_the_first_from_the_center_takes_the_token(void **state) {
    (void)state;
    struct azul azul = hand_start(3);
    hand_source(&azul, AZUL_CENTER, R, 3);
    hand_source(&azul, AZUL_CENTER, Y, 1);
    hand_source(&azul, AZUL_CENTER, K, 1);
    azul.active = 2;
    take(&azul, AZUL_CENTER, R, 1);
    assert_int_equal(azul.token, 2);
    assert_int_equal(azul.player[2].filled[1], 2);
    assert_int_equal(azul.player[2].floor_count, 1); /* one Red too many */
    assert_int_equal(azul_floor_penalty(&azul, 2), 2);
    take(&azul, AZUL_CENTER, Y, AZUL_FLOOR);
    assert_int_equal(azul.token, 2);
    assert_int_equal(azul_floor_penalty(&azul, 0), 1);
}

static void test_overflow_and_a_full_floor(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_source(&azul, AZUL_CENTER, B, 12);
    hand_source(&azul, AZUL_CENTER, Y, 3);
    hand_floor(&azul, 0, K, 5);
    azul.player[0].score = 20;
    take(&azul, AZUL_CENTER, B, 4);
    assert_int_equal(azul.player[0].filled[4], 5);
    assert_int_equal(azul.player[0].floor_count, 12);
    assert_int_equal(azul.token, 0); /* onto a full floor, at no further cost */
    assert_int_equal(azul_floor_penalty(&azul, 0), 14);
    for (int i = 0; i < 12; i++)
        assert_int_equal(azul_floor_tile(&azul.player[0], i), i < 5 ? K : B);
    take(&azul, AZUL_CENTER, Y, AZUL_FLOOR);
    assert_int_equal(azul.player[0].score, 20 + 1 - 14);
    assert_int_equal(azul.player[0].floor_count, 0);
    assert_int_equal(azul.lid, azul_tiles(K, 5) + azul_tiles(B, 11) + azul_tiles(Y, 3));
    assert_int_equal(azul.round, 2);
    assert_int_equal(azul.active, 0);
}

static void test_floor_costs(void **state) {
    (void)state;
    static const int costs[] = {0, 1, 2, 4, 6, 8, 11, 14, 14, 14};
    for (int tiles = 0; tiles < 10; tiles++) {
        struct azul azul = hand_start(2);
        hand_floor(&azul, 1, W, tiles);
        assert_int_equal(azul_floor_penalty(&azul, 1), costs[tiles]);
        azul.token = 1;
        assert_int_equal(azul_floor_penalty(&azul, 1), costs[tiles < 9 ? tiles + 1 : 9]);
        assert_int_equal(azul_floor_penalty(&azul, 0), 0);
    }
}

static void test_reasons(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_source(&azul, 2, B, 2);
    hand_source(&azul, 2, R, 2);
    hand_line(&azul, 0, 1, R, 1);
    hand_line(&azul, 0, 2, R, 3);
    hand_line(&azul, 0, 3, B, 4);
    hand_wall(&azul, 0, 4, azul_wall_col(4, B));
    hand_wall(&azul, 1, 0, azul_wall_col(0, B)); /* the other player's does not matter */
    assert_null(azul_game.check(&azul));
    require_refused(&azul, azul_act(1, B, 0), "SOURCE_EMPTY");
    require_refused(&azul, azul_act(2, Y, 0), "SOURCE_EMPTY");
    require_refused(&azul, azul_act(AZUL_CENTER, B, AZUL_FLOOR), "SOURCE_EMPTY");
    require_refused(&azul, azul_act(2, B, 1), "COLOR_MISMATCH");
    require_refused(&azul, azul_act(2, B, 2), "PATTERN_LINE_COMPLETE");
    require_refused(&azul, azul_act(2, B, 3), "PATTERN_LINE_COMPLETE");
    require_refused(&azul, azul_act(2, B, 4), "WALL_CONFLICT");
    require_refused(&azul, azul_act(6, B, 0), "NO_SUCH_ACT"); /* 2 players have 5 factories */
    assert_string_equal(azul_game.refuse(&azul, 1, azul_act(2, B, 0)), "NOT_YOUR_TURN");
    assert_string_equal(azul_game.refuse(&azul, CHANCE, B), "NOT_YOUR_TURN");
    assert_null(azul_game.refuse(&azul, 0, azul_act(2, B, 0)));
    assert_null(azul_game.refuse(&azul, 0, azul_act(2, R, 1)));
    assert_null(azul_game.refuse(&azul, 0, azul_act(2, B, AZUL_FLOOR)));
    assert_string_equal(game_sentence(&azul_game, "WALL_CONFLICT"),
                        "that row of the wall has that colour already");
}

static void test_tiles_are_scored_one_by_one(void **state) {
    (void)state;
    static const struct {
        const char *wall[5];
        int row, col, points;
    } known[] = {
        {{".....", ".....", ".....", ".....", "....."}, 2, 2, 1},
        {{".....", ".....", ".x...", ".....", "....."}, 2, 2, 2},
        {{".....", "..x..", ".....", ".....", "....."}, 2, 2, 2},
        {{".....", "..x..", ".x...", ".....", "....."}, 2, 2, 4},
        {{"..x..", "..x..", "xx.xx", "..x..", "..x.."}, 2, 2, 10},
        {{"x....", ".....", "x....", "....x", ".xxx."}, 4, 4, 6},
        {{".x.x.", "x.x.x", ".x.x.", "x.x.x", ".x.x."}, 0, 0, 4},
        {{".xxxx", ".....", "x....", "....x", ".xxx."}, 0, 0, 5},
        {{"xxxxx", ".....", ".....", ".....", "....."}, 1, 0, 2}, /* no run goes around an edge */
        {{"....x", "....x", "....x", "....x", "xxxx."}, 4, 4, 10},
        {{"xx.xx", ".....", ".....", ".....", "....."}, 0, 2, 5},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct azul azul = hand_start(2);
        hand_walls(&azul, 0, known[i].wall);
        uint32_t wall = azul.player[0].wall | azul_cell(known[i].row, known[i].col);
        assert_int_equal(azul_tile_points(wall, known[i].row, known[i].col), known[i].points);
    }
    /* Two tiles of one round, one under the other: 1, then 2. Scored after both it would be 4. */
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 0, B, 1);
    hand_line(&azul, 0, 1, W, 2);
    azul_resolve_pattern_lines(&azul);
    assert_int_equal(azul.player[0].score, 3);
}

/* The example of docs/rules-azul.md. */
static void test_worked_example(void **state) {
    (void)state;
    static const char *const wall[] = {".xx..", ".x...", "x.x..", "x....", "....."};
    struct azul azul = hand_start(2);
    hand_walls(&azul, 0, wall);
    hand_line(&azul, 0, 0, B, 1);
    hand_line(&azul, 0, 1, Y, 2);
    hand_line(&azul, 0, 2, W, 3);
    hand_line(&azul, 0, 3, W, 3);
    hand_line(&azul, 0, 4, Y, 5);
    hand_floor(&azul, 0, K, 2);
    hand_source(&azul, AZUL_CENTER, R, 1);
    azul.player[0].score = 7;
    azul.active = 1;
    azul.token = 0;
    take(&azul, AZUL_CENTER, R, AZUL_FLOOR);
    assert_int_equal(azul.player[0].score, 7 + 3 + 5 + 6 + 3 - 4);
    assert_int_equal(azul.player[0].filled[3], 3);
    assert_int_equal(azul.lid,
                     azul_tiles(Y, 5) + azul_tiles(W, 2) + azul_tiles(K, 2) + azul_tiles(R, 1));
}

static void test_a_score_never_falls_below_0(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_floor(&azul, 0, K, 3);
    hand_floor(&azul, 1, R, 3);
    hand_source(&azul, AZUL_CENTER, Y, 1);
    azul.player[0].score = 5;
    azul.player[1].score = 3;
    azul.active = 1;
    take(&azul, AZUL_CENTER, Y, AZUL_FLOOR);
    assert_int_equal(azul.player[0].score, 1);
    assert_int_equal(azul.player[1].score, 0);
    assert_int_equal(azul.active, 1); /* who has the token starts */
    assert_int_equal(azul.token, AZUL_TOKEN_IN_CENTER);
}

static void test_who_starts_without_the_token_being_taken(void **state) {
    (void)state;
    struct azul azul = hand_start(3);
    hand_source(&azul, 2, Y, 4);
    hand_source(&azul, 7, R, 4);
    take(&azul, 2, Y, 4);
    take(&azul, 7, R, 4);
    assert_int_equal(azul.phase, AZUL_REFILL);
    assert_int_equal(azul.active, 2); /* whose turn it would be */
    assert_int_equal(azul.round, 2);
}

static void deal_all(struct azul *azul, struct rng *rng) {
    while (azul->phase == AZUL_REFILL) {
        azul_game.apply(azul, CHANCE, azul_game.random_act(azul, CHANCE, rng));
        assert_null(azul_game.check(azul));
    }
}

/* The last tile of the table goes; `bag` tiles are left there, of Blue, and the rest is in the lid.
 */
static struct azul at_refill(int players, int bag) {
    struct azul azul = hand_start(players);
    hand_source(&azul, 1, K, 1);
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        hand_lid(&azul, colour, azul_count(azul.bag, colour) - (colour == B ? bag : 0));
    take(&azul, 1, K, AZUL_FLOOR);
    return azul;
}

static void test_the_lid_goes_to_the_bag_only_when_it_is_empty(void **state) {
    (void)state;
    struct rng rng = rng_new(9, 9);
    struct azul azul = at_refill(2, 6);
    for (int i = 0; i < 6; i++) {
        struct choice only[AZUL_COLOURS];
        assert_int_equal(azul_game.choices(&azul, CHANCE, only), 1);
        assert_int_equal(only[0].weight, 6 - i);
        assert_int_equal(azul_total(azul.lid), 94);
        azul_game.apply(&azul, CHANCE, B);
        assert_null(azul_game.check(&azul));
    }
    assert_int_equal(azul.lid, 0);
    assert_int_equal(azul_total(azul.bag), 94);
    assert_int_equal(azul_game.movers(&azul), UINT32_C(1) << CHANCE);
    deal_all(&azul, &rng);
    assert_int_equal(azul_total(azul.bag), 80);

    azul = at_refill(2, 20); /* just enough: the bag stays empty */
    for (int i = 0; i < 20; i++) azul_game.apply(&azul, CHANCE, B);
    assert_int_equal(azul.phase, AZUL_DRAFT);
    assert_int_equal(azul.bag, 0);
    assert_int_equal(azul_total(azul.lid), 80);

    azul = at_refill(4, 0); /* nothing in it to begin with */
    assert_int_equal(azul.lid, 0);
    assert_int_equal(azul_total(azul.bag), 100);
    deal_all(&azul, &rng);
    assert_int_equal(azul_total(azul.bag), 64);
}

/* Four walls without a complete row hold 80 tiles, 20 are left: 4 Black, Red and Yellow, 8 White.
 */
static const char *const nearly[] = {"xxxx.", "xxxx.", "xxxx.", "xxxx.", "xxx.x"};

static void fill_lines(struct azul *azul, int seat) {
    hand_line(azul, seat, 1, K, 1);
    hand_line(azul, seat, 2, R, 1);
    hand_line(azul, seat, 3, Y, 1);
    hand_line(azul, seat, 4, W, 2);
}

static void test_factories_stay_short_when_tiles_run_out(void **state) {
    (void)state;
    struct azul azul = hand_start(4);
    struct rng rng = rng_new(2, 2);
    for (int seat = 0; seat < 4; seat++) hand_walls(&azul, seat, nearly);
    fill_lines(&azul, 2);
    hand_source(&azul, AZUL_CENTER, W, 6);
    hand_lid(&azul, K, 3);
    hand_lid(&azul, R, 3);
    take(&azul, AZUL_CENTER, W, AZUL_FLOOR);
    assert_int_equal(azul.phase, AZUL_REFILL); /* 3 Yellow in the bag, 12 tiles in the lid */
    deal_all(&azul, &rng);
    assert_int_equal(azul.phase, AZUL_DRAFT);
    assert_int_equal(azul_on_table(&azul), 15);
    assert_int_equal(azul_count(azul.source[1], Y), 3);
    assert_int_equal(azul_total(azul.source[4]), 3);
    assert_int_equal(azul.source[5] | azul.bag | azul.lid, 0);
}

static void test_no_tile_to_deal_ends_the_game(void **state) {
    (void)state;
    struct azul azul = hand_start(4);
    for (int seat = 0; seat < 4; seat++) {
        hand_walls(&azul, seat, nearly);
        if (seat > 0) fill_lines(&azul, seat);
    }
    hand_line(&azul, 0, 1, K, 1);
    hand_line(&azul, 0, 2, R, 1);
    hand_line(&azul, 0, 3, Y, 1);
    hand_source(&azul, 9, W, 2);
    take(&azul, 9, W, 4);
    assert_int_equal(azul.phase, AZUL_OVER);
    assert_int_equal(azul.round, 1);
    assert_int_equal(azul_game.winners(&azul), 15);
    assert_int_equal(azul_game.score(&azul, 3), 10 + 3 * 7); /* Blue, and columns 1 to 3 */
}

static void test_bonuses(void **state) {
    (void)state;
    static const struct {
        const char *wall[5];
        int rows, bonus;
    } known[] = {
        {{".....", ".....", ".....", ".....", "....."}, 0, 0},
        {{"xxxxx", ".....", ".....", ".....", "....."}, 1, 2},
        {{"....x", "....x", "....x", "....x", "xxxxx"}, 1, 9},
        {{"x....", ".x...", "..x..", "...x.", "....x"}, 0, 10},
        {{"....x", "x....", ".x...", "..x..", "...x."}, 0, 10},
        {{"xxxx.", "xxxx.", "xxxx.", "xxxx.", "xxxx."}, 0, 28},
        {{"xxxxx", "xxxxx", "xxxxx", "xxxxx", "xxxxx"}, 5, 95},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct azul azul = hand_start(2);
        hand_walls(&azul, 1, known[i].wall);
        assert_int_equal(azul_complete_rows(azul.player[1].wall), known[i].rows);
        assert_int_equal(azul_bonus(azul.player[1].wall), known[i].bonus);
    }
}

/* Seat 1 completes a row; the round is played to its end, then bonuses count for all. */
static void test_a_complete_row_ends_the_game_after_the_round(void **state) {
    (void)state;
    static const char *const almost[] = {"xxxx.", ".....", ".....", ".....", "....."};
    static const char *const column[] = {"x....", "x....", "x....", "x....", "x...."};
    struct azul azul = hand_start(2);
    hand_walls(&azul, 1, almost);
    hand_walls(&azul, 0, column);
    hand_source(&azul, 2, W, 1);
    hand_source(&azul, 3, R, 4);
    azul.active = 1;
    take(&azul, 2, W, 0);
    assert_int_equal(azul.phase, AZUL_DRAFT);
    assert_int_equal(azul_game.winners(&azul), 0);
    take(&azul, 3, R, 4);
    assert_int_equal(azul.phase, AZUL_OVER);
    assert_int_equal(azul_game.movers(&azul), 0);
    assert_int_equal(azul_game.score(&azul, 1), 5 + 2);
    assert_int_equal(azul_game.score(&azul, 0), 7);
    assert_int_equal(azul_game.winners(&azul), 2); /* equal points, more rows */
    assert_string_equal(azul_game.refuse(&azul, 0, 0), "NOT_YOUR_TURN");
}

static void test_winners(void **state) {
    (void)state;
    static const char *const one[] = {"xxxxx", ".....", ".....", ".....", "....."};
    static const char *const two[] = {"xxxxx", ".....", "xxxxx", ".....", "....."};
    static const struct {
        int scores[3], rows[3];
        uint32_t winners;
    } known[] = {
        {{5, 9, 7}, {1, 0, 0}, 2}, {{9, 9, 7}, {1, 0, 2}, 1}, {{9, 9, 9}, {1, 2, 1}, 2},
        {{9, 9, 3}, {1, 1, 2}, 3}, {{0, 0, 0}, {1, 1, 1}, 7}, {{8, 9, 9}, {2, 0, 0}, 6},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct azul azul = hand_start(3);
        azul.phase = AZUL_OVER;
        for (int seat = 0; seat < 3; seat++) {
            azul.player[seat].score = (uint16_t)known[i].scores[seat];
            if (known[i].rows[seat]) hand_walls(&azul, seat, known[i].rows[seat] == 1 ? one : two);
        }
        assert_null(azul_game.check(&azul));
        assert_int_equal(azul_game.winners(&azul), known[i].winners);
    }
}

static void test_the_last_round(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    azul.max_rounds = 7;
    azul.round = 6;
    hand_wall(&azul, 0, 3, 3);
    hand_source(&azul, 1, R, 1);
    take(&azul, 1, R, 0);
    assert_int_equal(azul.phase, AZUL_REFILL);
    assert_int_equal(azul.round, 7);
    struct rng rng = rng_new(0, 0);
    deal_all(&azul, &rng);
    while (azul.phase == AZUL_DRAFT)
        azul_game.apply(&azul, azul.active, azul_game.random_act(&azul, azul.active, &rng));
    assert_int_equal(azul.phase, AZUL_OVER);
    assert_int_equal(azul.round, 7);
    assert_null(azul_game.check(&azul));
}

static void test_a_score_stops_at_its_limit(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_source(&azul, 1, R, 1);
    azul.player[0].score = AZUL_SCORE_MAX;
    take(&azul, 1, R, 0);
    assert_int_equal(azul.player[0].score, AZUL_SCORE_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup),
        cmocka_unit_test(test_a_factory_s_rest_goes_to_the_center),
        cmocka_unit_test(test_the_first_from_the_center_takes_the_token),
        cmocka_unit_test(test_overflow_and_a_full_floor),
        cmocka_unit_test(test_floor_costs),
        cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_tiles_are_scored_one_by_one),
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_a_score_never_falls_below_0),
        cmocka_unit_test(test_who_starts_without_the_token_being_taken),
        cmocka_unit_test(test_the_lid_goes_to_the_bag_only_when_it_is_empty),
        cmocka_unit_test(test_factories_stay_short_when_tiles_run_out),
        cmocka_unit_test(test_no_tile_to_deal_ends_the_game),
        cmocka_unit_test(test_bonuses),
        cmocka_unit_test(test_a_complete_row_ends_the_game_after_the_round),
        cmocka_unit_test(test_winners),
        cmocka_unit_test(test_the_last_round),
        cmocka_unit_test(test_a_score_stops_at_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
