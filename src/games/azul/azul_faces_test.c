/* azul: words, the picture, picks, the observation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_by_hand_test.h"
#include <stdlib.h>
#include <string.h>

static struct azul some_draft(int players) {
    struct azul azul = hand_start(players);
    hand_source(&azul, 3, B, 2);
    hand_source(&azul, 3, W, 1);
    hand_source(&azul, AZUL_CENTER, B, 1);
    hand_source(&azul, AZUL_CENTER, K, 11);
    hand_line(&azul, 1, 3, R, 2);
    hand_wall(&azul, 1, 4, 0);
    hand_floor(&azul, 1, Y, 1);
    hand_floor(&azul, 1, W, 8);
    hand_lid(&azul, R, 5);
    azul.player[1].score = 1;
    azul.player[0].score = 260;
    azul.active = 1;
    azul.round = 3;
    azul.token = 1;
    assert_null(azul_game.check(&azul));
    return azul;
}

static void require_name(const struct azul *azul, int who, action act, const char *words) {
    char name[160];
    struct text text = text_over(name, sizeof name);
    azul_name_act(azul, who, act, &text);
    assert_string_equal(name, words);
}

static void test_words(void **state) {
    (void)state;
    struct azul azul = some_draft(2);
    struct choice scratch[300];
    action act;
    require_name(&azul, 1, azul_act(3, B, 3), "2 Blue from factory 3 to line 4");
    require_name(&azul, 1, azul_act(AZUL_CENTER, K, 5), "11 Black from center to floor");
    require_name(&azul, 1, azul_act(1, R, 0), "Red from factory 1 to line 1");
    require_name(&azul, CHANCE, K, "draw Black");
    static const struct {
        const char *said;
        int found;
        action act;
    } known[] = {
        {"2 blue from factory 3 to line 5", 1, (3 * 5 + B) * 6 + 4},
        {"blue 3 5", 1, (3 * 5 + B) * 6 + 4},
        {"white 3 floor", 1, (3 * 5 + W) * 6 + 5},
        {"bl c f", 2, 0}, /* Blue or Black */
        {"black c f", 1, K * 6 + 5},
        {"white line 1", 1, (3 * 5 + W) * 6 + 0},
        {"red", 0, 0},
        /* as the picture writes it */
        {"k c f", 1, K * 6 + 5},
        {"K C L1", 1, K * 6 + 0},
        {"b 3 5", 1, (3 * 5 + B) * 6 + 4},
        {"B F3 5", 1, (3 * 5 + B) * 6 + 4},
        {"b f3 l3", 1, (3 * 5 + B) * 6 + 2},
        {"b f3 3", 1, (3 * 5 + B) * 6 + 2},
        {"w f3 f", 1, (3 * 5 + W) * 6 + 5},
        {"w l1", 1, (3 * 5 + W) * 6 + 0},
        {"11 k centre l3", 1, K * 6 + 2},
        {"b c f", 1, B * 6 + 5},
        {"b f3", 5, 0},   /* to four lines and the floor; not from the center to line 3 */
        {"k f3", 0, 0},   /* not from the center to line 3 */
        {"k f3 1", 0, 0}, /* factory 3 has no Black */
        {"b f33 5", 0, 0},
        {"b f 5", 2, 0}, /* from factory 3 or center: F alone is a prefix like any other */
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_int_equal(game_find_acts(&azul_game, &azul, 1, known[i].said, scratch, &act, 1),
                         known[i].found);
        if (known[i].found == 1) assert_int_equal(act, known[i].act);
    }
    assert_string_equal(game_why_not(&azul_game, &azul, 1, "blue 3 4"), "COLOR_MISMATCH");
    assert_string_equal(game_why_not(&azul_game, &azul, 1, "yellow 3 1"), "SOURCE_EMPTY");
    assert_string_equal(game_why_not(&azul_game, &azul, 1, "b f3 4"), "COLOR_MISMATCH");
    assert_string_equal(game_why_not(&azul_game, &azul, 1, "k f3 1"), "SOURCE_EMPTY");
    assert_null(game_why_not(&azul_game, &azul, 1, "k f9 1")); /* two players have five */
}

static void test_examples(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    struct choice scratch[300];
    action acts[] = {azul_act(3, B, 3), azul_act(2, K, 0), azul_act(AZUL_CENTER, W, AZUL_FLOOR)};
    action found;
    hand_source(&azul, 2, K, 2);
    hand_source(&azul, 2, B, 2);
    hand_source(&azul, 3, B, 2);
    hand_source(&azul, AZUL_CENTER, K, 1);
    hand_source(&azul, AZUL_CENTER, W, 1);
    int count = 0;
    for (; azul_game.examples[count].typed; count++) {
        const char *typed = azul_game.examples[count].typed;
        assert_int_equal(game_find_acts(&azul_game, &azul, 0, typed, scratch, &found, 1), 1);
        assert_int_equal(found, acts[count]);
    }
    assert_int_equal(count, sizeof acts / sizeof *acts);
}

static struct scene scene;

/* The tile drawn last at a place. */
static const struct scene_tile *at(int row, int col) {
    for (int i = scene.count - 1; i >= 0; i--)
        if (scene.tiles[i].row == row && scene.tiles[i].col == col) return &scene.tiles[i];
    fail_msg("nothing is drawn at %d %d", row, col);
    return NULL;
}

static void require_drawn(int row, int col, int kind, int colour, const char *label, int spot) {
    const struct scene_tile *tile = at(row, col);
    assert_string_equal(tile->label, label);
    assert_int_equal(tile->kind, kind);
    assert_int_equal(tile->colour, colour);
    assert_int_equal(tile->spot, spot);
}

static void require_name_at(int row, int col, const char *name) {
    assert_string_equal(at(row, col)->name, name);
}

static void test_the_table(void **state) {
    (void)state;
    struct azul azul = some_draft(2);
    azul_draw(&azul, 1, &scene);
    assert_string_equal(at(0, 0)->label, "Round 3, 15 tiles left");
    assert_string_equal(at(0, 12)->label, "Player 2 to draft");
    assert_string_equal(at(1, 6)->label, " F3");
    assert_string_equal(at(1, 6)->face, "3");
    require_drawn(1, 7, SCENE_TILE, SCENE_BLUE, "B", 15);
    require_drawn(1, 8, SCENE_TILE, SCENE_BLUE, "B", 15);
    require_drawn(2, 7, SCENE_TILE, SCENE_WHITE, "W", 19);
    require_drawn(2, 8, SCENE_EMPTY, SCENE_PLAIN, "", SCENE_NO_SPOT);
    require_drawn(1, 19, SCENE_TILE, SCENE_BLUE, "1B", 0);
    require_drawn(1, 22, SCENE_TILE, SCENE_BLACK, "11K", 3);
    assert_string_equal(at(1, 22)->face, "K+");
    assert_string_equal(at(1, 19)->face, "");
    assert_string_equal(at(2, 16)->label, "Bag 17B 18Y 13R 9K 11W");
    assert_string_equal(at(3, 16)->label, "Lid 5R");
    assert_int_equal(at(2, 16)->spot, 175);
    assert_int_equal(at(3, 16)->spot, 176);
    require_name_at(1, 8, "Blue, factory 3");
    require_name_at(2, 8, "empty, factory 3");
    require_name_at(1, 22, "11 Black, center");
    require_name_at(1, 23, "no White, center");
    require_name_at(2, 16, "bag 17 Blue 18 Yellow 13 Red 9 Black 11 White");
    require_name_at(3, 16, "lid 5 Red");
    azul.token = AZUL_TOKEN_IN_CENTER;
    azul_draw(&azul, 1, &scene);
    require_drawn(1, 18, SCENE_MARK, SCENE_CYAN, "1", 174);
    require_name_at(1, 18, "first-player token, center");
    azul_game.start(&azul, (int[]){2, 9});
    azul_draw(&azul, 1, &scene);
    require_name_at(2, 16, "bag 20 Blue 20 Yellow 20 Red 20 Black 20 White");
    require_name_at(3, 16, "lid empty");
}

/* Seven and nine factories stand in two rows. */
static void test_rows_of_factories(void **state) {
    (void)state;
    struct azul azul = some_draft(3);
    azul_draw(&azul, 1, &scene);
    assert_string_equal(at(1, 9)->label, " F4");
    assert_string_equal(at(3, 0)->label, " F5");
    assert_string_equal(at(3, 6)->label, " F7");
    assert_string_equal(at(1, 13)->label, "Center");
    azul = some_draft(4);
    azul_draw(&azul, 1, &scene);
    assert_string_equal(at(1, 12)->label, " F5");
    assert_string_equal(at(3, 9)->label, " F9");
    require_name_at(4, 11, "empty, factory 9");
    assert_string_equal(at(1, 16)->label, "Center");
}

static void test_the_boards(void **state) {
    (void)state;
    struct azul azul = some_draft(2);
    azul_draw(&azul, 1, &scene); /* the one who looks comes first */
    assert_string_equal(at(4, 0)->label, "> Player 2, you: 1 point");
    assert_string_equal(at(4, 12)->label, "Player 1: 260 points");
    require_drawn(8, 4, SCENE_TILE, SCENE_RED, "R", 84);
    require_drawn(8, 3, SCENE_TILE, SCENE_RED, "R", 84);
    require_drawn(8, 2, SCENE_EMPTY, SCENE_PLAIN, "", 84);
    assert_string_equal(at(8, 5)->label, " 4 ");
    assert_string_equal(at(8, 5)->face, "4>");
    require_drawn(9, 6, SCENE_TILE, SCENE_YELLOW, "Y", 107);
    require_drawn(9, 7, SCENE_GHOST, SCENE_RED, "r", 108);
    assert_string_equal(at(10, 0)->label, "floor");
    require_drawn(10, 2, SCENE_MARK, SCENE_CYAN, "1", 86);
    require_drawn(10, 3, SCENE_TILE, SCENE_YELLOW, "Y", 86);
    require_drawn(10, 8, SCENE_TILE, SCENE_WHITE, "W", 86);
    assert_string_equal(at(10, 9)->label, "3 more");
    require_drawn(10, 14, SCENE_EMPTY, SCENE_PLAIN, "-1", 55);
    require_drawn(10, 20, SCENE_EMPTY, SCENE_PLAIN, "-3", 55);
    require_drawn(5, 18, SCENE_GHOST, SCENE_BLUE, "b", 56);
    assert_int_equal(scene.rows, 11);
    assert_true(scene.cols * scene.place <= 80);
    azul_draw(&azul, 0, &scene);
    assert_string_equal(at(4, 0)->label, "Player 1, you: 260 points");
    assert_string_equal(at(4, 12)->label, "> Player 2: 1 point");
    hand_floor(&azul, 0, R, 13);
    hand_floor(&azul, 0, K, 4);
    azul_draw(&azul, 0, &scene);
    assert_string_equal(at(10, 9)->label, "10more"); /* in two places */

    azul = some_draft(4);
    azul_draw(&azul, 2, &scene);
    assert_string_equal(at(5, 0)->label, "Player 3, you: 0 points");
    assert_string_equal(at(5, 12)->label, "Player 4: 0 points");
    assert_string_equal(at(13, 0)->label, "Player 1: 260 points");
    assert_string_equal(at(13, 12)->label, "> Player 2: 1 point");
    assert_true(scene.cols * scene.place <= 80 && scene.rows <= 24);
}

/* Full lines say what they will score. Of the second tile of the first column only the tile above
 * it counts, since the one below is laid later. */
static void test_promises(void **state) {
    (void)state;
    static const char *const wall[] = {".xxxx", "x....", "x....", "x....", "x...."};
    struct azul azul = hand_start(2);
    hand_line(&azul, 0, 0, B, 1); /* column 0 */
    hand_line(&azul, 0, 1, W, 2); /* column 0 */
    hand_line(&azul, 0, 2, K, 3); /* column 0 */
    hand_line(&azul, 0, 3, R, 3); /* not full */
    azul_draw(&azul, 0, &scene);
    require_drawn(5, 6, SCENE_MARK, SCENE_BLUE, "+1", azul_cell_spot(0, 0));
    require_drawn(6, 6, SCENE_MARK, SCENE_WHITE, "+2", azul_cell_spot(0, 5));
    require_drawn(7, 6, SCENE_MARK, SCENE_BLACK, "+3", azul_cell_spot(0, 10));
    require_drawn(8, 6, SCENE_GHOST, SCENE_RED, "r", azul_cell_spot(0, 15));
    require_name_at(6, 6, "White will score 2, wall row 2");
    azul_draw(&azul, 1, &scene);
    require_name_at(6, 18, "White will score 2, wall row 2, player 1");
    azul = hand_start(2);
    hand_walls(&azul, 0, wall);
    hand_line(&azul, 0, 0, B, 1);
    azul_draw(&azul, 0, &scene);
    require_drawn(5, 6, SCENE_MARK, SCENE_BLUE, "+10", azul_cell_spot(0, 0));
    assert_string_equal(at(5, 6)->face, "10");
    azul_resolve_pattern_lines(&azul);
    assert_int_equal(azul.player[0].score, 10);
}

/* In random games: what is promised on a wall is what tiling the lines brings. */
static void test_promises_are_kept(void **state) {
    (void)state;
    struct rng rng = rng_new(7, 0);
    struct azul azul;
    int promised, marks = 0;
    azul_game.start(&azul, (int[]){3, 50});
    for (int event = 0; event < 3000 && azul.phase != AZUL_OVER; event++) {
        struct azul tiled = azul;
        for (int seat = 0; seat < 3; seat++) tiled.player[seat].score = 0;
        azul_resolve_pattern_lines(&tiled);
        azul_draw(&azul, 0, &scene);
        promised = 0;
        for (int i = 0; i < scene.count; i++)
            if (scene.tiles[i].label[0] == '+') promised += atoi(scene.tiles[i].label), marks++;
        for (int seat = 0; seat < 3; seat++) promised -= tiled.player[seat].score;
        assert_int_equal(promised, 0);
        if (azul.phase == AZUL_REFILL)
            azul_deal(&azul, azul_random_colour(&azul, &rng));
        else
            azul_take(&azul, azul_random_take(&azul, &rng));
    }
    assert_true(marks > 100);
}

static void test_names_on_the_boards(void **state) {
    (void)state;
    struct azul azul = some_draft(4);
    azul_draw(&azul, 1, &scene);
    require_name_at(9, 4, "Red, line 4");
    require_name_at(9, 2, "empty, line 4");
    require_name_at(10, 6, "Yellow, wall row 5");
    require_name_at(10, 7, "Red missing, wall row 5");
    require_name_at(11, 2, "first-player token, floor -1");
    require_name_at(11, 4, "White, floor -2");
    require_name_at(6, 16, "empty, line 1, player 3");
    require_name_at(7, 20, "Yellow missing, wall row 2, player 3");
    require_name_at(19, 8, "empty, floor -3, player 4");
    azul_draw(&azul, 0, &scene);
    require_name_at(11, 14, "first-player token, floor -1, player 2");
}

/* The same place of the game has the same spot in the picture of every seat. */
static void test_spots_do_not_depend_on_who_looks(void **state) {
    (void)state;
    struct azul azul = some_draft(4);
    for (int seat = 0; seat < 4; seat++) {
        azul_draw(&azul, seat, &scene);
        for (int other = 0; other < 4; other++) {
            int place = (other - seat + 4) % 4, row = 5 + place / 2 * 8, col = place % 2 * 12;
            for (int line = 0; line < 5; line++) {
                assert_int_equal(at(row + 1 + line, col + 4)->spot, 50 + 31 * other + line);
                for (int i = 0; i < 5; i++)
                    assert_int_equal(at(row + 1 + line, col + 6 + i)->spot,
                                     50 + 31 * other + 6 + 5 * line + i);
            }
            assert_int_equal(at(row + 6, col + 2)->spot, 50 + 31 * other + 5);
        }
    }
}

/* The area with a title, which there must be just one of. */
static const struct scene_area *area(const char *title) {
    const struct scene_area *found = NULL;
    for (int i = 0; i < scene.areas_count; i++)
        if (strcmp(scene.areas[i].title, title) == 0) {
            assert_null(found);
            found = &scene.areas[i];
        }
    assert_non_null(found);
    return found;
}

static void require_area(const char *title, const char *kind, int row, int col, int rows,
                         int cols) {
    const struct scene_area *found = area(title);
    assert_string_equal(found->kind, kind);
    assert_int_equal(found->row, row);
    assert_int_equal(found->col, col);
    assert_int_equal(found->rows, rows);
    assert_int_equal(found->cols, cols);
}

static void test_areas(void **state) {
    (void)state;
    struct azul azul = some_draft(4);
    azul_draw(&azul, 1, &scene);
    assert_int_equal(scene.areas_count, 4 + 9 + 4 * 4);
    require_area("Status", "status", 0, 0, 1, 23);
    require_area("Factories", "factories", 1, 0, 4, 15);
    require_area("Factory 3", "factory", 1, 6, 2, 3);
    require_area("Factory 7", "factory", 3, 3, 2, 3);
    require_area("Center", "center", 1, 16, 3, 8);
    require_area("Bag and lid", "supply", 2, 16, 2, 8);
    require_area("Player 2", "player", 5, 0, 7, 11);
    require_area("Player 2's lines", "lines", 6, 0, 5, 6);
    require_area("Player 2's wall", "wall", 6, 6, 5, 5);
    require_area("Player 2's floor", "floor", 11, 0, 1, 11);
    require_area("Player 1", "player", 13, 12, 7, 11);
}

/* Who is whose, and what a frame says in place of captions. */
static void test_frames(void **state) {
    (void)state;
    struct azul azul = some_draft(3);
    azul_draw(&azul, 1, &scene);
    assert_string_equal(area("Player 2")->value, "1 point");
    assert_string_equal(area("Player 1")->value, "260 points");
    assert_int_equal(area("Player 2")->seat, 1);
    assert_int_equal(area("Player 1's wall")->seat, 0);
    assert_int_equal(area("Factories")->seat, SCENE_NO_SEAT);
    assert_int_equal(at(0, 12)->caption, 1); /* whose turn it is */
    assert_int_equal(at(0, 0)->caption, 0);
    struct scene_area center = scene_framed(&scene, area("Center"));
    assert_true(center.col == 13 && center.cols == 8 && center.rows == 3);
    struct scene_area player = scene_framed(&scene, area("Player 2"));
    assert_true(player.row == 6 && player.rows == 6 && player.cols == 11);
}

/* A source's colour, then a place on the own board. */
static void test_picks(void **state) {
    (void)state;
    struct azul azul = some_draft(2);
    int spots[SPOTS_MAX];
    azul_draw(&azul, 1, &scene);
    assert_int_equal(azul_picks(&azul, 1, azul_act(3, W, 4), spots), 2);
    assert_int_equal(spots[0], at(2, 7)->spot);
    assert_int_equal(spots[1], at(9, 0)->spot);
    assert_int_equal(azul_picks(&azul, 1, azul_act(AZUL_CENTER, K, AZUL_FLOOR), spots), 2);
    assert_int_equal(spots[0], at(1, 22)->spot);
    assert_int_equal(spots[1], at(10, 5)->spot);
    assert_int_equal(azul_picks(&azul, CHANCE, B, spots), 0);
    azul.active = 0;
    assert_int_equal(azul_picks(&azul, 0, azul_act(3, W, 4), spots), 2);
    assert_int_equal(spots[1], at(9, 12)->spot);
}

static void test_the_title(void **state) {
    (void)state;
    static const char *const row[] = {"xxxxx", ".....", ".....", ".....", "....."};
    struct azul azul;
    azul_game.start(&azul, (int[]){4, 9});
    azul_draw(&azul, 0, &scene);
    assert_string_equal(at(0, 0)->label, "Round 1");
    assert_string_equal(at(0, 12)->label, "The factories are being filled");
    assert_int_equal(at(0, 12)->caption, 0); /* no name is in it */
    azul = hand_start(4);
    azul.phase = AZUL_OVER;
    for (int seat = 0; seat < 4; seat++) hand_walls(&azul, seat, row);
    azul_draw(&azul, 0, &scene);
    assert_string_equal(at(0, 12)->label, "Over, won by players 1, 2, 3, 4");
    azul.player[2].score = 1;
    azul_draw(&azul, 0, &scene);
    assert_string_equal(at(0, 12)->label, "Over, won by player 3");
    azul = hand_start(2);
    hand_source(&azul, AZUL_CENTER, B, 1);
    azul_draw(&azul, 0, &scene);
    assert_string_equal(at(0, 0)->label, "Round 1, 1 tile left");
}

static void test_the_observation(void **state) {
    (void)state;
    struct azul azul = some_draft(3);
    struct shape shape = azul_shape(&azul);
    uint8_t seen[12 * 25], expected[12 * 25] = {0};
    assert_int_equal(shape.planes * shape.rows * shape.cols, sizeof seen);
    assert_int_equal(shape.actions, 240);
    azul_observe(&azul, 1, seen);
    expected[20] = 1;             /* own wall, row 4, column 0 */
    expected[25 + 3 * 5 + 0] = 2; /* Red's column of row 3 is 0 */
    static const uint8_t rest[] = {0, 1,  0, 0, 8,
                                   1, 14, 1, 0, 1}; /* floor; token, cost, score, turn */
    memcpy(expected + 50, rest, sizeof rest);
    expected[2 * 75 + 50 + 7] = 255; /* player 0 sits two on: 260 points */
    expected[2 * 75 + 50 + 8] = 5;
    uint8_t *shared = expected + 225;
    shared[0] = 1, shared[3] = 11;  /* the center */
    shared[15] = 2, shared[19] = 1; /* factory 2 */
    static const uint8_t game[] = {17, 18, 13, 9, 11, 0, 0, 5, 0, 0, 0, 3, 47, 0, 0};
    memcpy(shared + 50, game, sizeof game);
    assert_memory_equal(seen, expected, sizeof seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_the_table),
        cmocka_unit_test(test_rows_of_factories),
        cmocka_unit_test(test_the_boards),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_promises_are_kept),
        cmocka_unit_test(test_names_on_the_boards),
        cmocka_unit_test(test_spots_do_not_depend_on_who_looks),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_picks),
        cmocka_unit_test(test_the_title),
        cmocka_unit_test(test_the_observation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
