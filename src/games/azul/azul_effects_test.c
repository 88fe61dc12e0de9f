/* azul: what it tells of an event, in positions with known effects and against the slow twin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_by_hand_test.h"
#include "azul_twin_test.h"
#include <stdio.h>

static struct effect_list list;

/* The points of the list are the change of every score. */
static void require_points(const struct azul *azul, int who, action act) {
    struct azul after = *azul;
    azul_game.apply(&after, who, act);
    for (int seat = 0; seat < azul->players; seat++) {
        int points = 0;
        for (int i = 0; i < list.count; i++)
            if (list.at[i].seat == seat) points += list.at[i].points;
        assert_int_equal(points, after.player[seat].score - azul->player[seat].score);
    }
}

static void find_effects(const struct azul *azul, int who, action act) {
    assert_null(azul_game.check(azul));
    assert_null(azul_game.refuse(azul, who, act));
    list.count = 0;
    azul_game.effects(azul, who, act, &list);
    require_points(azul, who, act);
}

/* The effects are these, each "KIND seat points: text". */
static void require_effects(const struct azul *azul, int who, action act,
                            const char *const *expected) {
    char line[200];
    find_effects(azul, who, act);
    for (int i = 0; i < list.count; i++) {
        const struct effect *effect = &list.at[i];
        if (!expected[i]) fail_msg("'%s' is one too many", effect->text);
        snprintf(line, sizeof line, "%s %d %d: %s", azul_game.effect_kinds[effect->kind],
                 effect->seat, effect->points, effect->text);
        assert_string_equal(line, expected[i]);
    }
    if (expected[list.count]) fail_msg("'%s' is missing", expected[list.count]);
}

#define REQUIRE_EFFECTS(azul, who, act, ...)                                                       \
    require_effects(azul, who, act, (const char *const[]){__VA_ARGS__, NULL})

static void test_a_deal(void **state) {
    (void)state;
    struct azul azul;
    azul_game.start(&azul, (int[]){2, AZUL_ROUNDS});
    for (int i = 0; i < 3; i++) {
        require_effects(&azul, CHANCE, R, (const char *const[]){NULL});
        azul_game.apply(&azul, CHANCE, (action)i % 2);
    }
    REQUIRE_EFFECTS(&azul, CHANCE, Y, "DEAL -1 0: Factory 1: 2 Blue and 2 Yellow");
    REQUIRE_EFFECTS(&azul, CHANCE, W, "DEAL -1 0: Factory 1: 2 Blue, 1 Yellow and 1 White");
    for (int i = 3; i < 19; i++) azul_game.apply(&azul, CHANCE, (action)i % 5);
    REQUIRE_EFFECTS(&azul, CHANCE, W, "DEAL -1 0: Factory 5: 1 Yellow, 1 Red, 1 Black and 1 White");
}

static int any_colour(const struct azul *azul) {
    int colour = 0;
    while (!azul_count(azul->bag, colour)) colour++;
    return colour;
}

static void deal(struct azul *azul, int count) {
    for (int i = 0; i < count; i++) azul_game.apply(azul, CHANCE, (action)any_colour(azul));
}

/* Four players have 65 tiles on their walls, so that one place of the factories must stay free. */
static void test_the_bag_is_filled_and_runs_out(void **state) {
    (void)state;
    static const char *const wall[] = {"xxxx.", "xxxx.", "xxxx.", "xxxx.", "....."};
    struct azul azul = hand_start(4);
    for (int seat = 0; seat < 4; seat++) hand_walls(&azul, seat, wall);
    hand_wall(&azul, 0, 4, 4);
    azul.phase = AZUL_REFILL;
    struct azul two = azul;
    hand_lid(&azul, W, 1);
    deal(&azul, 33);
    REQUIRE_EFFECTS(&azul, CHANCE, W,
                    "BAG -1 0: The bag is empty: 1 tile goes from the lid into it");
    deal(&azul, 1);
    REQUIRE_EFFECTS(&azul, CHANCE, W, "DEAL -1 0: Factory 9: 3 White",
                    "SHORT -1 0: Bag and lid are empty: 1 place stays free on the factories");

    hand_wall(&two, 1, 4, 4); /* 66 tiles on walls, 2 in the lid */
    hand_lid(&two, W, 2);
    deal(&two, 31);
    REQUIRE_EFFECTS(&two, CHANCE, W, "DEAL -1 0: Factory 8: 4 White",
                    "BAG -1 0: The bag is empty: 2 tiles go from the lid into it");
    deal(&two, 2);
    REQUIRE_EFFECTS(&two, CHANCE, W, "DEAL -1 0: Factory 9: 2 White",
                    "SHORT -1 0: Bag and lid are empty: 2 places stay free on the factories");
}

static void test_a_draft(void **state) {
    (void)state;
    struct azul azul = hand_start(3);
    hand_source(&azul, 4, B, 2);
    hand_source(&azul, 4, R, 1);
    hand_source(&azul, 4, W, 1);
    hand_source(&azul, 5, K, 1);
    hand_source(&azul, 5, Y, 3);
    hand_source(&azul, 6, W, 4);
    hand_source(&azul, AZUL_CENTER, K, 3);
    hand_source(&azul, AZUL_CENTER, Y, 1);
    azul.active = 1;
    REQUIRE_EFFECTS(&azul, 1, azul_act(4, B, 2),
                    "TAKE 1 0: Player 2 takes 2 Blue from factory 4 to line 3",
                    "REST -1 0: 1 Red and 1 White go to the center");
    REQUIRE_EFFECTS(&azul, 1, azul_act(4, R, 2),
                    "TAKE 1 0: Player 2 takes 1 Red from factory 4 to line 3",
                    "REST -1 0: 2 Blue and 1 White go to the center");
    REQUIRE_EFFECTS(
        &azul, 1, azul_act(5, Y, 1), "TAKE 1 0: Player 2 takes 3 Yellow from factory 5 to line 2",
        "REST -1 0: 1 Black goes to the center", "FALL 1 0: 1 Yellow falls to the floor");
    REQUIRE_EFFECTS(&azul, 1, azul_act(6, W, 0),
                    "TAKE 1 0: Player 2 takes 4 White from factory 6 to line 1",
                    "FALL 1 0: 3 White fall to the floor");
    REQUIRE_EFFECTS(&azul, 1, azul_act(5, K, AZUL_FLOOR),
                    "TAKE 1 0: Player 2 takes 1 Black from factory 5 to floor",
                    "REST -1 0: 3 Yellow go to the center");
    REQUIRE_EFFECTS(&azul, 1, azul_act(AZUL_CENTER, K, 1),
                    "TAKE 1 0: Player 2 takes 3 Black from center to line 2",
                    "TOKEN 1 0: Player 2 takes the first-player token",
                    "FALL 1 0: 1 Black falls to the floor");
    azul.token = 2;
    REQUIRE_EFFECTS(&azul, 1, azul_act(AZUL_CENTER, Y, 4),
                    "TAKE 1 0: Player 2 takes 1 Yellow from center to line 5");
}

/* The worked example of docs/rules-azul.md; the other player's floor costs more than they have. */
static struct azul some_end_of_round(void) {
    static const char *const wall[] = {".xx..", ".x...", "x.x..", "x....", "....."};
    struct azul azul = hand_start(2);
    hand_walls(&azul, 0, wall);
    hand_line(&azul, 0, 0, B, 1);
    hand_line(&azul, 0, 1, Y, 2);
    hand_line(&azul, 0, 2, W, 3);
    hand_line(&azul, 0, 3, W, 3);
    hand_line(&azul, 0, 4, Y, 5);
    hand_floor(&azul, 0, K, 2);
    hand_floor(&azul, 1, R, 3);
    hand_source(&azul, 2, R, 4);
    azul.player[0].score = 7;
    azul.player[1].score = 1;
    azul.token = 0;
    azul.active = 1;
    return azul;
}

static void test_the_end_of_a_round(void **state) {
    (void)state;
    struct azul azul = some_end_of_round();
    REQUIRE_EFFECTS(&azul, 1, azul_act(2, R, 0),
                    "TAKE 1 0: Player 2 takes 4 Red from factory 2 to line 1",
                    "FALL 1 0: 3 Red fall to the floor",
                    "WALL 0 3: Player 1: Blue goes to the wall from line 1: 3 points",
                    "WALL 0 5: Player 1: Yellow goes to the wall from line 2: 5 points",
                    "WALL 0 6: Player 1: White goes to the wall from line 3: 6 points",
                    "WALL 0 3: Player 1: Yellow goes to the wall from line 5: 3 points",
                    "FLOOR 0 -4: Player 1: floor -4",
                    "WALL 1 1: Player 2: Red goes to the wall from line 1: 1 point",
                    "FLOOR 1 -2: Player 2: floor -2, not -11: a score never falls below 0",
                    "ROUND -1 0: Round 2 begins, player 1 starts");
    azul.player[1].score = 0;
    azul.token = AZUL_TOKEN_IN_CENTER;
    REQUIRE_EFFECTS(&azul, 1, azul_act(2, R, AZUL_FLOOR),
                    "TAKE 1 0: Player 2 takes 4 Red from factory 2 to floor",
                    "WALL 0 3: Player 1: Blue goes to the wall from line 1: 3 points",
                    "WALL 0 5: Player 1: Yellow goes to the wall from line 2: 5 points",
                    "WALL 0 6: Player 1: White goes to the wall from line 3: 6 points",
                    "WALL 0 3: Player 1: Yellow goes to the wall from line 5: 3 points",
                    "FLOOR 0 -2: Player 1: floor -2",
                    "FLOOR 1 0: Player 2: floor 0, not -14: a score never falls below 0",
                    "ROUND -1 0: Round 2 begins, player 1 starts");
}

static void test_a_round_begins_with_a_filled_bag(void **state) {
    (void)state;
    struct azul azul = hand_start(2);
    hand_source(&azul, AZUL_CENTER, R, 2);
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        hand_lid(&azul, colour, azul_count(azul.bag, colour));
    azul.player[1].score = 9;
    azul.active = 1;
    REQUIRE_EFFECTS(&azul, 1, azul_act(AZUL_CENTER, R, 1),
                    "TAKE 1 0: Player 2 takes 2 Red from center to line 2",
                    "TOKEN 1 0: Player 2 takes the first-player token",
                    "WALL 1 1: Player 2: Red goes to the wall from line 2: 1 point",
                    "FLOOR 1 -1: Player 2: floor -1", "ROUND -1 0: Round 2 begins, player 2 starts",
                    "BAG -1 0: The bag is empty: 99 tiles go from the lid into it");
}

/* Player 1 lays the last tile of a row; the take is the last of the game. */
static struct azul some_last_take(int players) {
    static const char *const almost[] = {"xxxx.", ".....", ".....", ".....", "....."};
    struct azul azul = hand_start(players);
    hand_walls(&azul, 0, almost);
    hand_source(&azul, 2, W, 1);
    return azul;
}

static void test_the_end_of_the_game(void **state) {
    (void)state;
    static const char *const sets[] = {"xx..x", "xx...", "xxx..", "xx.x.", "xxxxx"};
    action act = azul_act(2, W, 0);
    struct azul azul = some_last_take(2);
    hand_walls(&azul, 1, sets);
    azul.player[1].score = 30;
    REQUIRE_EFFECTS(&azul, 0, act, "TAKE 0 0: Player 1 takes 1 White from factory 2 to line 1",
                    "WALL 0 5: Player 1: White goes to the wall from line 1: 5 points",
                    "ROW 0 2: Player 1: row 1 complete: 2 points",
                    "ROW 1 2: Player 2: row 5 complete: 2 points",
                    "COLUMN 1 14: Player 2: columns 1 and 2 complete: 14 points",
                    "COLOR 1 10: Player 2: colour Blue complete: 10 points",
                    "OVER -1 0: The game is over: player 2 wins with 56 points");
}

/* Plays the last take and compares only the last effect. */
static void require_last(struct azul *azul, const char *text) {
    find_effects(azul, 0, azul_act(2, W, 0));
    assert_string_equal(list.at[list.count - 1].text, text);
    assert_int_equal(list.at[list.count - 1].seat, EFFECT_ALL);
}

/* Player 1 gets 5 + 2 points for the row. */
static void test_who_wins(void **state) {
    (void)state;
    static const char *const row[] = {".....", ".....", ".....", ".....", "xxxxx"};
    struct azul azul = some_last_take(2);
    require_last(&azul, "The game is over: player 1 wins with 7 points");
    azul.player[1].score = 8;
    require_last(&azul, "The game is over: player 2 wins with 8 points");
    azul.player[1].score = 7;
    require_last(&azul, "The game is over: player 1 wins with 7 points and more complete rows");
    hand_walls(&azul, 1, row);
    azul.player[1].score = 5;
    require_last(&azul, "The game is over: players 1 and 2 share the win with 7 points");

    azul = some_last_take(4);
    for (int seat = 1; seat < 4; seat++) {
        azul.player[seat].score = AZUL_SCORE_MAX;
        if (seat > 1) hand_walls(&azul, seat, row);
    }
    azul.player[0].score = AZUL_SCORE_MAX - 7;
    require_last(&azul, "The game is over: players 1, 3 and 4 share the win with 9999 points and "
                        "more complete rows");
    hand_walls(&azul, 1, row);
    require_last(&azul, "The game is over: players 1, 2, 3 and 4 share the win with 9999 points");

    azul = hand_start(2); /* the last round ends without a complete row, without points */
    hand_source(&azul, 2, W, 1);
    azul.max_rounds = 1;
    azul.player[0].score = azul.player[1].score = 1;
    find_effects(&azul, 0, azul_act(2, W, AZUL_FLOOR));
    assert_string_equal(list.at[list.count - 1].text,
                        "The game is over: player 2 wins with 1 point");
}

/* All 100 tiles come to lie on the four walls: the most bonuses there can be. */
static void test_full_walls(void **state) {
    (void)state;
    static const char *const full[] = {"xxxx.", "xxxxx", "xxxxx", "xxxxx", "xxxxx"};
    struct azul azul = hand_start(4);
    for (int seat = 0; seat < 4; seat++) {
        hand_walls(&azul, seat, full);
        if (seat > 0) hand_line(&azul, seat, 0, W, 1);
    }
    hand_source(&azul, AZUL_CENTER, W, 1);
    azul.player[3].score = AZUL_SCORE_MAX - 4;
    find_effects(&azul, 0, azul_act(AZUL_CENTER, W, 0));
    assert_int_equal(list.count, 2 + 4 + 1 + 4 * 3 + 1);
    static const char *const last[] = {
        "Player 4: White goes to the wall from line 1: 4 points (9999 is the most)",
        "Player 1: rows 1, 2, 3, 4 and 5 complete: 10 points",
        "Player 1: columns 1, 2, 3, 4 and 5 complete: 35 points",
        "Player 1: colours Blue, Yellow, Red, Black and White complete: 50 points",
        "Player 4: rows 1, 2, 3, 4 and 5 complete: 0 points (9999 is the most)",
        "Player 4: columns 1, 2, 3, 4 and 5 complete: 0 points (9999 is the most)",
        "Player 4: colours Blue, Yellow, Red, Black and White complete: 0 points (9999 is the "
        "most)",
    };
    static const int places[] = {6, 7, 8, 9, 16, 17, 18};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_string_equal(list.at[places[i]].text, last[i]);
        assert_int_equal(list.at[places[i]].spots_count, i == 0 ? 2 : 25);
    }
}

/* Every line of four players is full: the most lines there can be. */
static void test_all_lines_full(void **state) {
    (void)state;
    static const int colours[] = {W, K, R, Y, B};
    struct azul azul = hand_start(4);
    for (int seat = 0; seat < 4; seat++) {
        for (int row = 0; row < AZUL_SIDE; row++)
            hand_line(&azul, seat, row, colours[row], row + (seat > 0 || row > 0));
        hand_floor(&azul, seat, K, 1);
        azul.player[seat].score = 9;
    }
    hand_source(&azul, AZUL_CENTER, W, 2);
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        hand_lid(&azul, colour, azul_count(azul.bag, colour));
    find_effects(&azul, 0, azul_act(AZUL_CENTER, W, 0));
    assert_int_equal(list.count, 3 + 4 * (5 + 1) + 2);
    assert_string_equal(list.at[2].text, "1 White falls to the floor");
    assert_string_equal(list.at[8].text, "Player 1: floor -4");
    assert_string_equal(list.at[28].text, "The bag is empty: 80 tiles go from the lid into it");
}

static struct scene scene;

static int spot_at(int row, int col) {
    for (int i = 0; i < scene.count; i++)
        if (scene.tiles[i].row == row && scene.tiles[i].col == col) return scene.tiles[i].spot;
    fail_msg("nothing is drawn at %d %d", row, col);
    return SCENE_NO_SPOT;
}

static void require_spots(int place, int count, const int (*at)[2]) {
    assert_int_equal(list.at[place].spots_count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(list.at[place].spots[i], spot_at(at[i][0], at[i][1]));
}

/* The spots of effects lie where player 1 sees what they tell; player 2's board is on the right. */
static void test_spots(void **state) {
    (void)state;
    struct azul azul = some_end_of_round();
    azul_draw(&azul, 0, &scene);
    find_effects(&azul, 1, azul_act(2, R, 0));
    require_spots(0, 2, (const int[][2]){{1, 4}, {5, 16}});  /* factory 2 to line 1 */
    require_spots(1, 2, (const int[][2]){{1, 4}, {10, 14}}); /* to the floor */
    require_spots(2, 2, (const int[][2]){{5, 4}, {5, 6}});   /* line 1 to Blue of the wall */
    require_spots(5, 2, (const int[][2]){{9, 0}, {9, 6}});   /* line 5 to Yellow */
    require_spots(6, 1, (const int[][2]){{10, 2}});          /* the floor */
    require_spots(7, 2, (const int[][2]){{5, 16}, {5, 20}}); /* player 2's line 1 and Red */
    hand_source(&azul, 3, B, 1);
    hand_source(&azul, 3, Y, 2);
    hand_source(&azul, AZUL_CENTER, B, 1);
    hand_source(&azul, AZUL_CENTER, Y, 1);
    azul.token = AZUL_TOKEN_IN_CENTER;
    azul_draw(&azul, 0, &scene);
    find_effects(&azul, 1, azul_act(AZUL_CENTER, Y, 4));
    require_spots(0, 2, (const int[][2]){{1, 20}, {9, 12}});
    require_spots(1, 2, (const int[][2]){{1, 18}, {10, 14}}); /* the token */
    find_effects(&azul, 1, azul_act(3, Y, 4));
    require_spots(1, 2, (const int[][2]){{1, 7}, {1, 19}}); /* Blue to the center */
    azul_game.start(&azul, (int[]){2, AZUL_ROUNDS});
    for (int i = 0; i < 3; i++) azul_game.apply(&azul, CHANCE, B);
    find_effects(&azul, CHANCE, R);
    azul_game.apply(&azul, CHANCE, R);
    azul_draw(&azul, 0, &scene);
    require_spots(0, 3, (const int[][2]){{2, 16}, {1, 1}, {2, 2}}); /* the bag to factory 1 */
}

/* What the twin expects of an event: kinds, seats and points. */
struct expected {
    int count;
    struct {
        const char *kind;
        int seat, points;
    } at[EFFECT_MAX];
};

static void expect(struct expected *expected, const char *kind, int seat, int points) {
    expected->at[expected->count].kind = kind;
    expected->at[expected->count].seat = seat;
    expected->at[expected->count++].points = points;
}

static void expect_take(struct twin *twin, action act, struct expected *expected) {
    int source = (int)act / 30, colour = (int)act / 6 % 5, destination = (int)act % 6;
    int *from = twin_source(twin, source), seat = twin->turn;
    int free = destination < 5 ? destination + 1 - twin->board[seat].held[destination] : 100;
    expect(expected, "TAKE", seat, 0);
    if (source == 0 && twin->center_token) expect(expected, "TOKEN", seat, 0);
    if (source > 0 && twin_sum(from) > from[colour]) expect(expected, "REST", -1, 0);
    if (from[colour] > free) expect(expected, "FALL", seat, 0);
    twin_draft(twin, source, colour, destination);
}

static void expect_board(struct twin *twin, int seat, struct expected *expected) {
    struct twin_board *board = &twin->board[seat];
    for (int row = 0; row < 5; row++) {
        if (board->held[row] < row + 1) continue;
        int col = 0;
        while (twin_printed[row][col] != board->line[row][0]) col++;
        board->wall[row][col] = true;
        board->score += twin_points(board, row, col);
        expect(expected, "WALL", seat, twin_points(board, row, col));
    }
    int score = board->score;
    bool taken = board->floor_count + board->token > 0;
    twin_clear_floor(twin, board);
    if (taken) expect(expected, "FLOOR", seat, board->score - score);
}

static void expect_bonuses(const struct twin_board *board, int seat, struct expected *expected) {
    int by_row[5] = {0}, by_col[5] = {0}, by_colour[5] = {0}, rows = 0, cols = 0, colours = 0;
    for (int cell = 0; cell < 25; cell++) {
        int row = cell / 5, col = cell % 5, tile = board->wall[row][col];
        by_row[row] += tile;
        by_col[col] += tile;
        by_colour[twin_printed[row][col]] += tile;
    }
    for (int i = 0; i < 5; i++) {
        rows += by_row[i] == 5;
        cols += by_col[i] == 5;
        colours += by_colour[i] == 5;
    }
    if (rows) expect(expected, "ROW", seat, 2 * rows);
    if (cols) expect(expected, "COLUMN", seat, 7 * cols);
    if (colours) expect(expected, "COLOR", seat, 10 * colours);
}

/* `steps` has played the draft; `after` is the twin after the event. */
static void expect_round(struct twin *steps, const struct twin *after, struct expected *expected) {
    for (int seat = 0; seat < steps->players; seat++) expect_board(steps, seat, expected);
    for (int seat = 0; after->over && seat < steps->players; seat++)
        expect_bonuses(&after->board[seat], seat, expected);
    expect(expected, after->over ? "OVER" : "ROUND", -1, 0);
    if (!after->over && twin_sum(steps->bag) == 0) expect(expected, "BAG", -1, 0);
}

static void expect_deal(const struct twin *before, const struct twin *after,
                        struct expected *expected) {
    bool full = twin_sum(after->factory[twin_factories(after) - 1]) == 4;
    bool empty = twin_sum(before->bag) == 1;
    int dealt = 0;
    for (int i = 0; i < twin_factories(after); i++) dealt += twin_sum(after->factory[i]);
    bool ends = empty && twin_sum(before->lid) == 0;
    if (dealt % 4 == 0 || ends) expect(expected, "DEAL", -1, 0);
    if (empty && !full) expect(expected, twin_sum(before->lid) ? "BAG" : "SHORT", -1, 0);
}

static void require_expected(const struct expected *expected) {
    assert_int_equal(list.count, expected->count);
    for (int i = 0; i < list.count; i++) {
        assert_string_equal(azul_game.effect_kinds[list.at[i].kind], expected->at[i].kind);
        assert_int_equal(list.at[i].seat, expected->at[i].seat);
        assert_int_equal(list.at[i].points, expected->at[i].points);
    }
}

static void compare_effects(const struct azul *azul, const struct twin *before,
                            const struct twin *after, int who, action act) {
    struct twin steps = *before;
    struct expected expected = {.count = 0};
    list.count = 0;
    azul_game.effects(azul, who, act, &list);
    if (who == CHANCE) {
        expect_deal(before, after, &expected);
    } else {
        expect_take(&steps, act, &expected);
        if (twin_left_to_draft(&steps) == 0) expect_round(&steps, after, &expected);
    }
    require_expected(&expected);
}

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    struct rng rng = rng_new(23, 5);
    for (int game = 0; game < 3000; game++) {
        int players = 2 + game % 3, last_round = game % 5 ? 50 : 1 + (int)rng_below(&rng, 12);
        struct twin twin = twin_start(players, last_round);
        struct azul azul;
        azul_game.start(&azul, (int[]){players, last_round});
        while (azul_game.movers(&azul)) {
            int who = bits_low(azul_game.movers(&azul));
            action act = twin_draw_act(&azul, who, game / 3 % 3, &rng);
            struct twin before = twin;
            twin_apply(&twin, who, act);
            compare_effects(&azul, &before, &twin, who, act);
            azul_game.apply(&azul, who, act);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_deal),
        cmocka_unit_test(test_the_bag_is_filled_and_runs_out),
        cmocka_unit_test(test_a_draft),
        cmocka_unit_test(test_the_end_of_a_round),
        cmocka_unit_test(test_a_round_begins_with_a_filled_bag),
        cmocka_unit_test(test_the_end_of_the_game),
        cmocka_unit_test(test_who_wins),
        cmocka_unit_test(test_full_walls),
        cmocka_unit_test(test_all_lines_full),
        cmocka_unit_test(test_spots),
        cmocka_unit_test(test_twin_agrees_in_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
