/* falls: the picture. */
#include "base/bits.h"
#include "falls_support_test.h"

static const struct scene_tile *tile_at(const struct scene *scene, int row, int col) {
    for (int i = scene->count - 1; i >= 0; i--)
        if (scene->tiles[i].row == row && scene->tiles[i].col == col) return &scene->tiles[i];
    return NULL;
}

static void require_tile(const struct scene *scene, int row, int col, enum scene_kind kind,
                         enum scene_colour colour, const char *label) {
    const struct scene_tile *tile = tile_at(scene, row, col);
    assert_non_null(tile);
    assert_int_equal(tile->kind, kind);
    assert_int_equal(tile->colour, colour);
    assert_string_equal(tile->label, label);
}

static void test_scene(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    hand_make_round(&falls);
    falls_game.draw(&falls, 1, &scene);
    require_tile(&scene, 0, 0, SCENE_GHOST, SCENE_RED, "R"); /* what comes, above its columns */
    require_tile(&scene, 0, 7, SCENE_GHOST, SCENE_YELLOW, "Y");
    require_tile(&scene, 1 + 3, 3, SCENE_TILE, SCENE_BLUE, "/B\\");
    require_tile(&scene, 1 + 4, 3, SCENE_TILE, SCENE_RED, "\\R/");
    require_tile(&scene, 1 + 14, 3, SCENE_GHOST, SCENE_BLUE, "B");
    require_tile(&scene, 1 + 15, 3, SCENE_GHOST, SCENE_RED, "R");
    require_tile(&scene, 1 + 15, 7, SCENE_MARK, SCENE_YELLOW, "*y*");
    require_tile(&scene, 1 + 15, 0, SCENE_EMPTY, SCENE_PLAIN, "");
    require_tile(&scene, 17, 0, SCENE_TEXT, SCENE_PLAIN, "P2");
    require_tile(&scene, 17, 1, SCENE_TEXT, SCENE_PLAIN, "1 left, 2 coming");
    require_tile(&scene, 18, 3, SCENE_TEXT, SCENE_PLAIN, "next");
    require_tile(&scene, 18, 5, SCENE_TILE, SCENE_BLUE, "(B=");
    require_tile(&scene, 18, 6, SCENE_TILE, SCENE_BLUE, "=B)");
    require_tile(&scene, 18, 0, SCENE_MARK, SCENE_RED, "*r*"); /* how many of each are left */
    require_tile(&scene, 18, 1, SCENE_TEXT, SCENE_PLAIN, "  0");
    require_tile(&scene, 19, 0, SCENE_MARK, SCENE_YELLOW, "*y*");
    require_tile(&scene, 19, 1, SCENE_TEXT, SCENE_PLAIN, "  1");
    require_tile(&scene, 20, 0, SCENE_MARK, SCENE_BLUE, "*b*");
    falls_game.draw(&falls, 0, &scene);
    require_tile(&scene, 1 + 9, 5, SCENE_TILE, SCENE_RED, "(R)");
    require_tile(&scene, 17, 1, SCENE_TEXT, SCENE_PLAIN, "1 left, chain of 2");
    assert_null(tile_at(&scene, 0, 5));
    for (int i = 0; i < scene.count; i++) assert_int_not_equal(scene.tiles[i].kind, SCENE_GHOST);
}

/* The other's field, a character a cell. */
static void test_small_field(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    hand_make_round(&falls);
    falls_game.draw(&falls, 1, &scene);
    require_tile(&scene, 0, 9, SCENE_TEXT, SCENE_PLAIN, "P1: 1");
    require_tile(&scene, 1 + 8, 9, SCENE_TILE, SCENE_BLUE, "B"); /* it falls */
    require_tile(&scene, 1 + 8, 10, SCENE_EMPTY, SCENE_PLAIN, ".");
    require_tile(&scene, 1 + 15, 10, SCENE_TILE, SCENE_BLUE, "B");
    require_tile(&scene, 1 + 15, 11, SCENE_TILE, SCENE_YELLOW, "Y");
    require_tile(&scene, 1 + 15, 16, SCENE_MARK, SCENE_YELLOW, "y");
    require_tile(&scene, 17, 9, SCENE_TEXT, SCENE_PLAIN, "");
    falls_game.draw(&falls, 0, &scene);
    require_tile(&scene, 17, 9, SCENE_TEXT, SCENE_PLAIN, "2 coming");
}

/* What a cell shows where it is two columns wide, and what it is bound to. */
static void test_faces_and_joins(void **state) {
    (void)state;
    static const struct {
        int seat, row, col, joins;
        const char *face;
    } cases[] = {
        {1, 1 + 3, 3, SCENE_JOIN_DOWN, "B"},
        {1, 1 + 4, 3, SCENE_JOIN_UP, "R"},
        {1, 1 + 14, 3, 0, "B"},
        {1, 1 + 15, 7, 0, "oo"},
        {1, 1 + 15, 0, 0, ""},
        {1, 18, 5, SCENE_JOIN_RIGHT, "B"},
        {1, 18, 6, SCENE_JOIN_LEFT, "B"},
        {1, 18, 0, 0, "><"},
        {1, 20, 0, 0, "^^"},
        {1, 0, 0, 0, "R"},
        {1, 1 + 14, 10, SCENE_JOIN_DOWN, "R"},
        {1, 1 + 15, 10, SCENE_JOIN_UP, "B"},
        {1, 1 + 15, 11, SCENE_JOIN_RIGHT, "Y"},
        {1, 1 + 15, 12, SCENE_JOIN_LEFT, "Y"},
        {1, 1 + 15, 16, 0, "oo"},
        {0, 1 + 9, 5, 0, "R"},
        {0, 1 + 15, 2, SCENE_JOIN_RIGHT, "Y"},
        {0, 1 + 15, 3, SCENE_JOIN_LEFT, "Y"},
    };
    struct falls falls;
    static struct scene scenes[2];
    hand_make_round(&falls);
    for (int seat = 0; seat < 2; seat++) falls_game.draw(&falls, seat, &scenes[seat]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct scene_tile *tile = tile_at(&scenes[cases[i].seat], cases[i].row, cases[i].col);
        assert_non_null(tile);
        assert_string_equal(tile->face, cases[i].face);
        assert_int_equal(tile->joins, cases[i].joins);
    }
}

/* What a cell must be bound to and labelled, told the slow way. */
static void expect_cell(const struct falls_player *player, int cell, const struct scene_tile *own,
                        const struct scene_tile *small) {
    struct falls_tiles moving = falls_placed_tiles(player);
    bool settled = falls_colour_at(&player->settled, cell);
    const struct falls_tiles *tiles = settled ? &player->settled : &moving;
    falls_set bit = (falls_set)1 << cell;
    int colour = falls_colour_at(tiles, cell), joins = 0;
    bool virus = settled && player->virus & bit;
    if (tiles->right & bit) joins |= SCENE_JOIN_RIGHT;
    if (tiles->right << 1 & bit) joins |= SCENE_JOIN_LEFT;
    if (tiles->down & bit) joins |= SCENE_JOIN_DOWN;
    if (tiles->down << FALLS_COLS & bit) joins |= SCENE_JOIN_UP;
    assert_true(own->joins == joins && small->joins == joins);
    assert_int_equal(own->kind == SCENE_TILE || own->kind == SCENE_MARK, colour != 0);
    assert_int_equal(small->kind, virus ? SCENE_MARK : colour ? SCENE_TILE : SCENE_EMPTY);
    assert_int_equal(small->label[0], falls_letters[colour] + (virus ? 'a' - 'A' : 0));
    if (colour) assert_int_equal(own->label[1], small->label[0]);
    assert_int_equal(strstr(own->name, "falling") != NULL, colour && !settled);
    assert_int_equal(own->spot, small->spot);
}

static void test_random_rounds(void **state) {
    (void)state;
    static struct scene own, other;
    struct rng rng = rng_new(3, 0);
    struct choice scratch[8];
    struct falls falls = {.phase = FALLS_OVER};
    for (int event = 0; event < 2000; event++) {
        if (falls.phase == FALLS_OVER) falls_game.start(&falls, (int[]){2, 40, -1});
        game_settle(&falls_game, &falls, &rng, NULL, NULL, NULL);
        falls_game.draw(&falls, 0, &own);
        falls_game.draw(&falls, 1, &other);
        for (int cell = 0; cell < FALLS_CELLS; cell++)
            expect_cell(&falls.player[0], cell,
                        tile_at(&own, 1 + cell / FALLS_COLS, cell % FALLS_COLS),
                        tile_at(&other, 1 + cell / FALLS_COLS, 9 + cell % FALLS_COLS));
        int count = falls_game.choices(&falls, 0, scratch);
        if (count > 0 && event % 2)
            falls_game.apply(&falls, 0, scratch[rng_below(&rng, (uint32_t)count)].act);
        else
            falls_game.apply(&falls, CLOCK, (action)bits_low(falls.playing));
    }
}

static void test_scene_of_one(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    hand_begin_round(&falls, 1);
    falls_game.draw(&falls, 0, &scene);
    require_tile(&scene, 0, 3, SCENE_TILE, SCENE_RED, "(R=");
    require_tile(&scene, 16, 0, SCENE_TEXT, SCENE_PLAIN, "1 virus left");
    require_tile(&scene, 17, 5, SCENE_TILE, SCENE_BLUE, "(B=");
    require_tile(&scene, 20, FALLS_FALL, SCENE_MARK, SCENE_PLAIN, "⇓");
    assert_int_equal(scene.rows, 21);
    assert_int_equal(scene.cols, FALLS_COLS);
}

static const struct scene_area *area_of(const struct scene *scene, const char *title) {
    for (int i = 0; i < scene->areas_count; i++)
        if (strcmp(scene->areas[i].title, title) == 0) return &scene->areas[i];
    fail_msg("no area is '%s'", title);
    return NULL;
}

/* Who is out or has won is said so below their field, and in its frame. */
static void test_fates_in_the_scene(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    hand_begin_round(&falls, 3);
    for (int seat = 1; seat < 3; seat++) falls.player[seat].controlled = 0;
    falls.player[1].status = FALLS_DEFEATED;
    falls.player[2].status = FALLS_CLEARED;
    hand_put_settled(&falls, 2, HAND_EMPTY);
    falls_tell(&falls);
    hand_require_sound(&falls);
    falls_game.draw(&falls, 0, &scene);
    require_tile(&scene, 0, 9, SCENE_TEXT, SCENE_PLAIN, "P2: 1");
    require_tile(&scene, 17, 9, SCENE_TEXT, SCENE_PLAIN, "out");
    require_tile(&scene, 0, 18, SCENE_TEXT, SCENE_PLAIN, "P3: 0");
    require_tile(&scene, 17, 18, SCENE_TEXT, SCENE_PLAIN, "won");
    assert_string_equal(area_of(&scene, "Player 1")->value, "1 virus");
    assert_string_equal(area_of(&scene, "Player 2")->value, "out 1");
    assert_string_equal(area_of(&scene, "Player 3")->value, "won");
    falls_game.draw(&falls, 1, &scene);
    require_tile(&scene, 17, 1, SCENE_TEXT, SCENE_PLAIN, "defeated, 1 left");
    assert_int_equal(tile_at(&scene, 17, 1)->caption, 0);
    falls_game.draw(&falls, 2, &scene);
    require_tile(&scene, 17, 1, SCENE_TEXT, SCENE_PLAIN, "cleared");
    require_tile(&scene, 0, 9, SCENE_TEXT, SCENE_PLAIN, "P1: 1");
}

static void require_name(const struct scene *scene, int row, int col, int spot, const char *name) {
    const struct scene_tile *tile = tile_at(scene, row, col);
    assert_non_null(tile);
    assert_string_equal(tile->name, name);
    assert_int_equal(tile->spot, spot);
}

/* Seat 1 of two: cells have the numbers of its field, and rows and columns count from 1. */
static void test_names_and_spots(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    hand_make_round(&falls);
    falls_game.draw(&falls, 1, &scene);
    require_name(&scene, 0, 7, SCENE_NO_SPOT, "yellow half comes, column 8");
    require_name(&scene, 18, 5, SCENE_NO_SPOT, "next capsule, left half: blue");
    require_name(&scene, 18, 6, SCENE_NO_SPOT, "next capsule, right half: blue");
    require_name(&scene, 19, 0, SCENE_NO_SPOT, "1 yellow left");
    require_name(&scene, 1, 0, falls_spot(1, 0), "empty, row 1 column 1");
    require_name(&scene, 1 + 4, 3, falls_spot(1, 35), "falling red capsule half, row 5 column 4");
    require_name(&scene, 1 + 15, 3, falls_spot(1, 123), "red lands here, row 16 column 4");
    require_name(&scene, 1 + 15, 7, falls_spot(1, 127), "yellow virus, row 16 column 8");
    require_name(&scene, 21, FALLS_CCW, FALLS_CCW, "turn counterclockwise");
    require_name(&scene, 21, FALLS_FALL, FALLS_FALL, "fall until it lands");
    require_name(&scene, 1 + 9, 14, falls_spot(0, 77),
                 "falling red half, row 10 column 6, player 1");
    require_name(&scene, 1 + 14, 10, falls_spot(0, 113), "red half, row 15 column 2, player 1");
    require_name(&scene, 1 + 15, 16, falls_spot(0, 127), "yellow virus, row 16 column 8, player 1");
    require_name(&scene, 1 + 8, 16, falls_spot(0, 71), "empty, row 9 column 8, player 1");
    falls_game.draw(&falls, 0, &scene);
    require_name(&scene, 1 + 14, 1, falls_spot(0, 113), "red capsule half, row 15 column 2");
    require_name(&scene, 1 + 15, 3, falls_spot(0, 123), "yellow capsule half, row 16 column 4");
    require_name(&scene, 1 + 9, 5, falls_spot(0, 77), "falling red half, row 10 column 6");
    assert_true(falls_spot(0, 0) >= FALLS_ACTS && falls_spot(1, 0) > falls_spot(0, 127));
}

/* In the order of the panels: what is looked at most comes first. */
static void test_areas(void **state) {
    (void)state;
    static const struct {
        const char *kind, *title, *value;
        int row, col, rows, cols, seat;
        bool dense, small;
    } expected[] = {
        {"coming", "Coming", "", 0, 0, 1, 8, SCENE_NO_SEAT, true, false},
        {"bottle", "Player 2", "1 virus", 1, 0, 16, 8, 1, true, false},
        {"next", "Next", "", 18, 3, 1, 4, SCENE_NO_SEAT, true, false},
        {"viruses", "Viruses", "1", 18, 0, 3, 2, SCENE_NO_SEAT, true, false},
        {"bottle", "Player 1", "1", 0, 9, 18, 8, 0, true, true},
        {"bottle", "Player 3", "1", 0, 18, 18, 8, 2, true, true},
        {"status", "Status", "", 17, 0, 1, 8, SCENE_NO_SEAT, false, false},
        {"buttons", "Moves", "", 21, 0, 1, 6, SCENE_NO_SEAT, false, false},
    };
    struct falls falls;
    static struct scene scene;
    hand_begin_round(&falls, 3);
    falls_game.draw(&falls, 1, &scene);
    assert_int_equal(scene.areas_count, 8);
    for (int i = 0; i < 8; i++) {
        const struct scene_area *area = &scene.areas[i];
        assert_string_equal(area->kind, expected[i].kind);
        assert_string_equal(area->title, expected[i].title);
        assert_string_equal(area->value, expected[i].value);
        assert_true(area->row == expected[i].row && area->col == expected[i].col);
        assert_true(area->rows == expected[i].rows && area->cols == expected[i].cols);
        assert_int_equal(area->seat, expected[i].seat);
        assert_true(area->dense == expected[i].dense && area->small == expected[i].small);
    }
    hand_begin_round(&falls, 1);
    falls_game.draw(&falls, 0, &scene);
    assert_int_equal(scene.areas_count, 5); /* nobody sends anything */
    assert_string_equal(area_of(&scene, "Bottle")->value, "1 virus");
}

/* In a frame a bottle is its field alone, and the next capsule two halves. */
static void test_frames(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    hand_make_round(&falls);
    falls_game.draw(&falls, 1, &scene);
    struct scene_area other = scene_framed(&scene, area_of(&scene, "Player 1"));
    assert_true(other.row == 1 && other.rows == 16 && other.col == 9 && other.cols == 8);
    struct scene_area next = scene_framed(&scene, area_of(&scene, "Next"));
    assert_true(next.col == 5 && next.cols == 2 && next.rows == 1);
    assert_string_equal(area_of(&scene, "Coming")->value, "first of 2");
    struct scene_area coming = scene_framed(&scene, area_of(&scene, "Coming"));
    assert_true(coming.cols == 8 && coming.rows == 1);
    assert_int_equal(tile_at(&scene, 17, 1)->caption, 1); /* the bottle and "coming" say it */
    falls_game.draw(&falls, 0, &scene);
    assert_int_equal(tile_at(&scene, 17, 1)->caption, 0); /* nothing else says: a chain */
}

/* Seat 1 is a capsule ahead: its next is another one. */
static void test_each_sees_their_own_next(void **state) {
    (void)state;
    struct falls falls;
    static struct scene scene;
    uint8_t seen[17][16][8];
    hand_begin_round(&falls, 2);
    falls.player[1].drawn = 2;
    falls.capsules[falls.kept++] = 3 * 1 + 0; /* Yellow Red */
    falls_tell(&falls);
    hand_require_sound(&falls);
    falls_game.draw(&falls, 0, &scene);
    require_tile(&scene, 18, 5, SCENE_TILE, SCENE_BLUE, "(B=");
    falls_game.draw(&falls, 1, &scene);
    require_tile(&scene, 18, 5, SCENE_TILE, SCENE_YELLOW, "(Y=");
    require_tile(&scene, 18, 6, SCENE_TILE, SCENE_RED, "=R)");
    falls_game.observe(&falls, 1, &seen[0][0][0]);
    assert_true(seen[12][3][3] == FALLS_YELLOW && seen[13][3][3] == FALLS_RED);
    falls_game.observe(&falls, 0, &seen[0][0][0]);
    assert_true(seen[12][3][3] == FALLS_BLUE && seen[13][3][3] == FALLS_BLUE);
}

/* A move changes two cells, their ghosts, and no more. */
static void test_an_event_changes_few_tiles(void **state) {
    (void)state;
    struct falls falls;
    static struct scene before, after;
    hand_begin_round(&falls, 3);
    for (int event = 0; event < 3; event++) {
        int changed = 0;
        falls_game.draw(&falls, 0, &before);
        if (event == 0)
            falls_game.apply(&falls, 0, FALLS_LEFT);
        else
            falls_game.apply(&falls, CLOCK, (action)(event - 1));
        falls_game.draw(&falls, 0, &after);
        assert_int_equal(before.count, after.count);
        for (int i = 0; i < after.count; i++)
            changed += memcmp(&before.tiles[i], &after.tiles[i], sizeof *after.tiles) != 0;
        assert_int_equal(changed, event == 0 ? 6 : 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_small_field),
        cmocka_unit_test(test_faces_and_joins),
        cmocka_unit_test(test_random_rounds),
        cmocka_unit_test(test_scene_of_one),
        cmocka_unit_test(test_fates_in_the_scene),
        cmocka_unit_test(test_names_and_spots),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_each_sees_their_own_next),
        cmocka_unit_test(test_an_event_changes_few_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
