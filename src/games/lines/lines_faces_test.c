/* lines: JSON that must be refused and where, JSON that is accepted, hidden colours, the picture,
 * the path, the observation, and the symmetries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grid.h"
#include "lines_twin_test.h"
#include "tests/support/reading.h"
#include <stdlib.h>

static const char *read_text(const char *text, struct lines *lines, char *pointer,
                             size_t capacity) {
    struct envelope envelope;
    return reading_state(&lines_game, text, lines, &envelope, pointer, capacity);
}

static void take(const char *text, struct lines *lines) {
    char pointer[64];
    const char *wrong = read_text(text, lines, pointer, sizeof pointer);
    if (wrong) fail_msg("%s: %s at '%s'", text, wrong, pointer);
}

#define HEAD(id, rest)                                                                             \
    "{\"state_version\":1,\"ruleset_id\":\"" id "\",\"config\":{\"rows\":5,\"cols\":5" rest "}"
#define V1 HEAD("lines_v1", "")
#define FEW HEAD("lines_v1", ",\"colors_count\":2")
#define HIDDEN HEAD("lines_v1", ",\"show_next_balls\":false")
#define V98 HEAD("lines98_v1", "")
#define BOARD ",\"board\":[\"R....\",\".G...\",\".....\",\".....\",\"....C\"]"
#define BARE ",\"board\":[\".....\",\".....\",\".....\",\".....\",\".....\"]"
#define FULL ",\"board\":[\"RGBNM\",\"YCRGB\",\"NMYCR\",\"GBNMY\",\"CRGBN\"]"
#define WIDE "\".........\","
#define NINE ",\"board\":[" WIDE "\"..R......\"," WIDE WIDE WIDE WIDE WIDE WIDE "\".........\"]"
#define NEXT ",\"next_balls\":[\"Red\",\"Cyan\",\"Brown\"]"

static void test_bad_states_are_refused_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *pointer;
    } bad[] = {
        {V1 "}", ""},
        {V1 ",\"board\":null}", "/board"},
        {V1 ",\"board\":{}}", "/board"},
        {V1 ",\"board\":[\"R....\",\".....\",\".....\",\".....\"]}", "/board"},
        {V1 ",\"board\":[\"R....\",\".....\",\".....\",\".....\",\"....\"]}", "/board/4"},
        {V1 ",\"board\":[\"R....\",\"......\",\".....\",\".....\",\".....\"]}", "/board/1"},
        {V1 ",\"board\":[\"R....\",\".....\",7,\".....\",\".....\"]}", "/board/2"},
        {V1 ",\"board\":[\"r....\",\".....\",\".....\",\".....\",\".....\"]}", "/board/0"},
        {V1 ",\"board\":[\"R..\\u0000.\",\".....\",\".....\",\".....\",\".....\"]}", "/board/0"},
        {FEW ",\"board\":[\"R....\",\".....\",\".....\",\"...B.\",\".....\"]}", "/board/3"},
        {V1 BOARD ",\"next_balls\":[\"Red\",\"Red\",\"Red\",\"Red\"]}", "/next_balls"},
        {V1 BOARD ",\"next_balls\":\"Red\"}", "/next_balls"},
        {V1 BOARD ",\"next_balls\":[\"Red\",\"Pink\"]}", "/next_balls/1"},
        {V1 BOARD ",\"next_balls\":[\"Red\",1]}", "/next_balls/1"},
        {FEW ",\"board\":[\"R....\",\".....\",\".....\",\".....\",\".....\"],\"next_balls\":["
             "\"Blue\"]}",
         "/next_balls/0"},
        {V1 BOARD NEXT ",\"score\":-1}", "/score"},
        {V1 BOARD NEXT ",\"score\":1000000001}", "/score"},
        {V1 BOARD NEXT ",\"turn\":1.0}", "/turn"},
        {V1 BOARD NEXT ",\"arriving\":0}", "/arriving"},
        {V1 BOARD NEXT ",\"arriving\":25}", "/arriving"},
        {V1 BOARD NEXT ",\"arriving\":2}", ""},
        {V1 BOARD ",\"turn\":1,\"arriving\":4}", ""},
        {V1 FULL NEXT ",\"arriving\":3}", "/arriving"},
        {V1 BOARD NEXT ",\"next_cells\":[[0,1],[0,2],[0,3]]}", "/next_cells"},
        {V98 BOARD NEXT ",\"next_cells\":[[0,1],[0,2]]}", "/next_cells"},
        {V98 BOARD NEXT ",\"next_cells\":[[0,1],[0,2],[0,5]]}", "/next_cells/2"},
        {V98 BOARD NEXT ",\"next_cells\":[[0,1],[-1,2],null]}", "/next_cells/1"},
        {V98 BOARD NEXT ",\"next_cells\":[[0,1],[0,1],null]}", ""},
        {V98 BOARD NEXT ",\"next_cells\":[[0,0],[0,1],null]}", ""},
        {V1 BOARD NEXT ",\"game_over\":true}", "/game_over"},
        {V1 BOARD NEXT ",\"moves\":1}", "/moves"},
        {HEAD("lines_v1", ",\"depth\":1") BOARD "}", "/config/depth"},
        {HEAD("lines_v1", ",\"lines98\":0") BOARD "}", "/config/lines98"},
        {HEAD("lines_v1", ",\"colors_count\":8") BOARD "}", "/config/colors_count"},
        {HEAD("lines_v1", ",\"match_length\":2") BOARD "}", "/config/match_length"},
        {HEAD("lines_v1", ",\"balls_per_turn\":11") BOARD "}", "/config/balls_per_turn"},
        {HEAD("lines_v1", ",\"initial_balls\":25") BOARD "}", "/config/initial_balls"},
        {HEAD("lines_v1", ",\"show_next_balls\":1") BOARD "}", "/config/show_next_balls"},
        {"{\"state_version\":1,\"ruleset_id\":\"lines_v1\",\"config\":{\"rows\":4,\"cols\":5}}",
         "/config/rows"},
        {"{\"state_version\":1,\"ruleset_id\":\"lines_v1\",\"config\":{\"rows\":5,\"cols\":16}}",
         "/config/cols"},
        {"{\"state_version\":1,\"ruleset_id\":\"lines_v1\",\"config\":[]}", "/config"},
        {"{\"state_version\":1,\"ruleset_id\":\"lines_v2\"}", ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct lines lines;
        char pointer[128] = "";
        if (!read_text(bad[i].text, &lines, pointer, sizeof pointer))
            fail_msg("%s was taken", bad[i].text);
        assert_string_equal(pointer, bad[i].pointer);
    }
}

static void test_the_phase_follows_from_the_fields(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int phase, arriving, drawn;
    } good[] = {
        {V1 BOARD NEXT "}", LINES_PLAY, 0, 3},
        {V1 BOARD "}", LINES_DRAW, 0, 0},
        {V1 BOARD ",\"next_balls\":null}", LINES_DRAW, 0, 0},
        {V1 BOARD ",\"next_balls\":[\"Red\"]}", LINES_DRAW, 0, 1},
        {V1 BARE NEXT "}", LINES_ARRIVE, 3, 3}, /* an empty board is never played on */
        {V1 BARE "}", LINES_DRAW, 0, 0},
        {V1 BARE ",\"arriving\":5}", LINES_ARRIVE, 5, 0},
        {V1 BOARD NEXT ",\"arriving\":3,\"turn\":9}", LINES_ARRIVE, 3, 3},
        {V1 FULL NEXT ",\"game_over\":true}", LINES_PLAY, 0, 3},
        {V1 FULL "}", LINES_PLAY, 0, 0},
        {HIDDEN BOARD "}", LINES_PLAY, 0, 0},
        {HIDDEN BOARD ",\"next_balls\":[]}", LINES_DRAW, 0, 0},
        {HIDDEN BOARD NEXT "}", LINES_PLAY, 0, 3},
        {HIDDEN BARE "}", LINES_ARRIVE, 3, 0},
        {V98 BOARD NEXT ",\"next_cells\":[[0,1],null,[4,0]]}", LINES_PLAY, 0, 3},
        {V98 BOARD NEXT "}", LINES_PLAY, 0, 3},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct lines lines;
        take(good[i].text, &lines);
        assert_int_equal(lines.phase, good[i].phase);
        assert_int_equal(lines.arriving, good[i].arriving);
        assert_int_equal(lines.drawn, good[i].drawn);
    }
    struct lines lines;
    take(good[14].text, &lines);
    assert_int_equal(lines.cells[0], 2);
    assert_int_equal(lines.cells[1], 0);
    assert_int_equal(lines.cells[2], 21);
    assert_int_equal(lines.next, 0x471);
}

static void test_a_config_may_be_left_out(void **state) {
    (void)state;
    struct lines lines;
    take("{\"state_version\":1,\"ruleset_id\":\"lines98_v1\"" NINE "}", &lines);
    assert_memory_equal(&lines, "\11\11\7\5\3\5\1\1", 8);
}

/* Null means the same as a field left out. */
static void test_null_is_absent(void **state) {
    (void)state;
    static const struct {
        const char *with, *without;
    } pairs[] = {
        {V1 BOARD NEXT ",\"score\":null,\"turn\":null,\"arriving\":null,\"next_cells\":null}",
         V1 BOARD NEXT "}"},
        {V1 BOARD ",\"next_balls\":null}", V1 BOARD "}"},
        {HIDDEN BOARD ",\"next_balls\":null,\"next_cells\":null}", HIDDEN BOARD "}"},
        {V98 BOARD NEXT ",\"next_cells\":null}", V98 BOARD NEXT "}"},
        {V98 BOARD NEXT ",\"next_cells\":[null,null,null]}", V98 BOARD NEXT "}"},
        {HEAD("lines_v1", ",\"colors_count\":null,\"match_length\":null,\"balls_per_turn\":null,"
                          "\"initial_balls\":null,\"show_next_balls\":null") BOARD NEXT "}",
         V1 BOARD NEXT "}"},
        {"{\"state_version\":1,\"ruleset_id\":\"lines_v1\",\"config\":null" NINE "}",
         "{\"state_version\":1,\"ruleset_id\":\"lines_v1\"" NINE "}"},
        {"{\"state_version\":1,\"ruleset_id\":\"lines_v1\",\"config\":{\"rows\":null,\"cols\":"
         "null}" NINE "}",
         "{\"state_version\":1,\"ruleset_id\":\"lines_v1\"" NINE "}"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct lines with, without;
        take(pairs[i].with, &with);
        take(pairs[i].without, &without);
        assert_true(game_equal(&lines_game, &with, &without));
    }
}

static const char *act_of(const struct lines *lines, int who, const char *text, action *act) {
    struct json_token tokens[64];
    struct json_doc doc;
    assert_null(json_parse(&doc, text, strlen(text), tokens, 64));
    return lines_read_act(lines, who, json_root(&doc), act);
}

static void test_actions_are_read_strictly(void **state) {
    (void)state;
    static const struct {
        const char *state;
        int who;
        const char *act;
    } bad[] = {
        {V1 BOARD NEXT "}", 0, "null"},
        {V1 BOARD NEXT "}", 0, "[[0,0],[0,1]]"},
        {V1 BOARD NEXT "}", 0, "{\"from\":[0,0]}"},
        {V1 BOARD NEXT "}", 0, "{\"from\":[0,0],\"to\":[0,5]}"},
        {V1 BOARD NEXT "}", 0, "{\"from\":[-1,0],\"to\":[0,1]}"},
        {V1 BOARD NEXT "}", 0, "{\"from\":[0,0,0],\"to\":[0,1]}"},
        {V1 BOARD NEXT "}", 0, "{\"from\":[0,0],\"to\":[0,1],\"by\":1}"},
        {V1 BOARD NEXT "}", 0, "{\"ball\":[0,1]}"},
        {V1 BOARD "}", CHANCE, "{\"next\":\"red\"}"},
        {V1 BOARD "}", CHANCE, "{\"next\":\"Red\",\"cell\":[0,1]}"},
        {V1 BOARD "}", CHANCE, "{\"ball\":[0,1]}"},
        {V98 BOARD "}", CHANCE, "{\"next\":\"Red\"}"},
        {V98 BOARD "}", CHANCE, "{\"next\":\"Red\",\"cell\":[5,1]}"},
        {V1 BOARD NEXT ",\"arriving\":3}", CHANCE, "{\"next\":\"Red\"}"},
        {V1 BOARD NEXT ",\"arriving\":3}", CHANCE, "{\"ball\":[0,9]}"},
        {V1 BOARD NEXT ",\"arriving\":3}", CHANCE, "{\"ball\":[0,1],\"x\":0}"},
    };
    struct lines lines;
    action act = 99;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        take(bad[i].state, &lines);
        assert_non_null(act_of(&lines, bad[i].who, bad[i].act, &act));
        assert_int_equal(act, 99);
    }
    take(V1 BOARD NEXT "}", &lines);
    assert_null(act_of(&lines, 0, "{\"to\":[3,4],\"from\":[1,1]}", &act));
    assert_int_equal(act, 6 * 25 + 19);
    take(V98 BOARD "}", &lines);
    assert_null(act_of(&lines, CHANCE, "{\"cell\":[0,1],\"next\":\"Cyan\"}", &act));
    assert_int_equal(act, 6 * 25 + 1);
}

/* Hidden colours are drawn a turn ahead; once hidden they are undrawn, and drawn when needed. */
static void test_hidden_colours(void **state) {
    (void)state;
    struct lines lines, seen, other;
    static struct scene scene, scene_seen;
    uint8_t out[15 * 25], out_seen[15 * 25];
    take(HIDDEN BOARD NEXT "}", &lines);
    game_copy(&lines_game, &seen, &lines);
    lines_game.hide(&seen, 0);
    assert_int_equal(seen.drawn, 0);
    assert_int_equal(seen.next, 0);
    take(HIDDEN BOARD "}", &other);
    assert_true(game_equal(&lines_game, &seen, &other));
    /* Picture and observation show no more. */
    lines_draw(&lines, 0, &scene);
    lines_draw(&seen, 0, &scene_seen);
    assert_memory_equal(scene.tiles, scene_seen.tiles, sizeof *scene.tiles * (size_t)scene.count);
    lines_observe(&lines, 0, out);
    lines_observe(&seen, 0, out_seen);
    assert_memory_equal(out, out_seen, sizeof out);
    /* In play a colour is then drawn for each ball before it is placed. */
    action move = 24;
    assert_null(lines_refuse(&seen, 0, 6 * 25 + 7));
    lines_apply(&seen, 0, 6 * 25 + 7);
    for (int ball = 0; ball < 3; ball++) {
        assert_int_equal(seen.arriving, 3 - ball);
        assert_int_equal(lines_game.choices(&seen, CHANCE, (struct choice[25]){{0, 0}}), 7);
        lines_apply(&seen, CHANCE, 3);
        assert_int_equal(lines_game.choices(&seen, CHANCE, (struct choice[25]){{0, 0}}), 22 - ball);
        lines_apply(&seen, CHANCE, --move - 1);
        assert_null(lines_game.check(&seen));
    }
    assert_int_equal(seen.phase, LINES_DRAW);
    /* With the preview nothing is hidden. */
    take(V1 BOARD NEXT "}", &lines);
    game_copy(&lines_game, &seen, &lines);
    lines_game.hide(&seen, 0);
    assert_true(game_equal(&lines_game, &seen, &lines));
}

static const struct scene_tile *spot_tile(const struct scene *scene, int spot) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot == spot) return &scene->tiles[i];
    return NULL;
}

static void test_the_picture(void **state) {
    (void)state;
    static struct scene scene;
    struct lines lines;
    take(V98 BOARD NEXT ",\"next_cells\":[[0,1],null,[4,0]],\"score\":12,\"turn\":3}", &lines);
    lines_draw(&lines, 0, &scene);
    assert_int_equal(spot_tile(&scene, 0)->kind, SCENE_TILE);
    assert_int_equal(spot_tile(&scene, 0)->colour, SCENE_RED);
    assert_string_equal(spot_tile(&scene, 0)->label, "R");
    assert_int_equal(spot_tile(&scene, 1)->kind, SCENE_GHOST);
    assert_string_equal(spot_tile(&scene, 1)->label, "r");
    assert_int_equal(spot_tile(&scene, 20)->colour, SCENE_BROWN);
    assert_string_equal(spot_tile(&scene, 20)->label, "n");
    assert_int_equal(spot_tile(&scene, 24)->colour, SCENE_CYAN);
    assert_int_equal(spot_tile(&scene, 24)->row, 5);
    assert_int_equal(spot_tile(&scene, 24)->col, 5);
    assert_int_equal(spot_tile(&scene, 2)->kind, SCENE_EMPTY);
    assert_string_equal(scene.tiles[scene.count - 2].label, "N");
    assert_string_equal(scene.tiles[scene.count - 1].label, "12 points, turn 3");
    take(V1 FULL ",\"score\":1}", &lines);
    lines_draw(&lines, 0, &scene);
    assert_string_equal(scene.tiles[scene.count - 1].label, "1 point, over");
}

static void test_names_to_read_aloud(void **state) {
    (void)state;
    static struct scene scene;
    struct lines lines;
    take(V98 BOARD NEXT ",\"next_cells\":[[0,1],null,[4,0]]}", &lines);
    lines_draw(&lines, 0, &scene);
    assert_string_equal(spot_tile(&scene, 0)->name, "Red, a1");
    assert_string_equal(spot_tile(&scene, 24)->name, "Cyan, e5");
    assert_string_equal(spot_tile(&scene, 1)->name, "Red announced, b1");
    assert_string_equal(spot_tile(&scene, 20)->name, "Brown announced, a5");
    assert_string_equal(spot_tile(&scene, 2)->name, "empty, c1");
    assert_string_equal(scene.tiles[scene.count - 4].name, "next: Red");
    assert_string_equal(scene.tiles[scene.count - 2].name, "next: Brown");
}

/* The areas share the places of the picture, and each tile lies in one of them. */
static void test_areas_of_the_picture(void **state) {
    (void)state;
    static const char *const kinds[] = {"board", "next", "status"};
    static struct scene scene;
    struct lines lines;
    for (int size = LINES_SIDE_MIN; size <= LINES_SIDE_MAX; size++) {
        lines_game.start(&lines, (int[]){size, LINES_SIDE_MAX + LINES_SIDE_MIN - size, 7, 5, 10, 0,
                                         size & 1, 0});
        while (lines_movers(&lines) != 1) lines_apply(&lines, CHANCE, lines.drawn < 10 ? 3 : 0);
        lines_draw(&lines, 0, &scene);
        assert_int_equal(scene.areas_count, 3);
        for (int i = 0; i < 3; i++) assert_string_equal(scene.areas[i].kind, kinds[i]);
        for (int i = 0; i < scene.count; i++) {
            const struct scene_tile *tile = &scene.tiles[i];
            int area = tile->row <= lines.rows ? 0 : tile->row - lines.rows;
            assert_in_range(tile->row, scene.areas[area].row,
                            scene.areas[area].row + scene.areas[area].rows - 1);
            assert_true(tile->col + tile->span <= scene.areas[area].col + scene.areas[area].cols);
        }
    }
}

/* In a frame only the balls are left of the next ones, or the word that they are hidden. */
static void test_frame_of_the_next(void **state) {
    (void)state;
    static struct scene scene;
    struct lines lines;
    for (int balls = 1; balls <= LINES_NEXT_MAX; balls++) {
        lines_game.start(&lines, (int[]){9, 9, 7, 5, balls, 5, balls & 1, 0});
        lines_draw(&lines, 0, &scene);
        struct scene_area next = scene_framed(&scene, &scene.areas[1]);
        assert_true(next.col == 2 && next.rows == 1);
        assert_int_equal(next.cols, balls > 2 ? balls : 2);
    }
    lines_game.start(&lines, (int[]){15, 15, 7, 5, 3, 5, 1, 0});
    lines_draw(&lines, 0, &scene);
    assert_string_equal(scene.tiles[0].face, "a"); /* the column, the first row, the last */
    assert_string_equal(scene.tiles[15].face, "1");
    assert_string_equal(scene.tiles[29].face, "15");
}

/* Requires a path of neighbours over empty cells, as short as a slow search finds. */
static void require_path(const struct lines *lines, action act) {
    int spots[GAME_PATH_MAX], cells = lines_count(lines), from = (int)act / cells,
                              to = (int)act % cells;
    int count = lines_path(lines, 0, act, spots), distance[LINES_CELLS_MAX];
    assert_int_equal(spots[0], from);
    assert_int_equal(spots[count - 1], to);
    for (int i = 1; i < count; i++) {
        int down = abs(spots[i] / lines->cols - spots[i - 1] / lines->cols);
        int right = abs(spots[i] % lines->cols - spots[i - 1] % lines->cols);
        assert_int_equal(down + right, 1);
        assert_int_equal(lines_code(lines, lines_bit(lines, spots[i]), lines_limbs(lines)), 0);
    }
    for (int cell = 0; cell < cells; cell++) distance[cell] = cell == from ? 0 : cells;
    for (bool more = true; more;) {
        more = false;
        for (int cell = 0; cell < cells; cell++)
            for (int other = 0; other < cells; other++) {
                int apart = abs(cell / lines->cols - other / lines->cols) +
                            abs(cell % lines->cols - other % lines->cols);
                if (apart != 1 || distance[other] <= distance[cell] + 1) continue;
                if (lines_code(lines, lines_bit(lines, other), lines_limbs(lines))) continue;
                distance[other] = distance[cell] + 1;
                more = true;
            }
    }
    assert_int_equal(count, distance[to] + 1);
}

static void test_paths_are_shortest(void **state) {
    (void)state;
    struct rng rng = rng_new(61, 0);
    static const char maze[] = ".RRRR"
                               ".....";
    for (int game = 0; game < 40; game++) {
        struct lines lines;
        int who;
        lines_game.start(&lines, (int[]){5 + game % 5, 5 + game % 4, 7, 5, 3, 9, 1, 0});
        while ((who = game_mover(&lines_game, &lines)) >= 0) {
            action act = lines_random_act(&lines, who, &rng);
            if (who == 0 && lines.turn % 3 == 0) require_path(&lines, act);
            lines_apply(&lines, who, act);
        }
    }
    struct lines lines;
    char board[26];
    memset(board, '.', sizeof board);
    memcpy(board, maze, 10);
    twin_position(&lines, 5, 5, 5, 0, board);
    require_path(&lines, 1 * 25 + 0);
    assert_int_equal(lines_path(&lines, 0, 4 * 25, (int[GAME_PATH_MAX]){0}), 7);
    assert_int_equal(lines_path(&lines, CHANCE, 0, (int[GAME_PATH_MAX]){0}), 0);
}

static void test_the_observation(void **state) {
    (void)state;
    struct lines lines;
    uint8_t out[15 * 25];
    take(V98 BOARD ",\"next_balls\":[\"Red\",\"Cyan\",\"Red\"],\"next_cells\":[[0,1],null,[4,0]]}",
         &lines);
    assert_int_equal(lines_shape(&lines).planes, 15);
    lines_observe(&lines, 0, out);
    for (int i = 0; i < 15 * 25; i++) {
        int plane = i / 25, cell = i % 25, expected = 0;
        expected += (plane == 0 && cell == 0) || (plane == 1 && cell == 6);
        expected += plane == 6 && cell == 24;
        if (plane == 7) expected = 2;
        if (plane == 13) expected = 1;
        if (plane == 14 && cell == 1) expected = 1;
        if (plane == 14 && cell == 20) expected = 1;
        assert_int_equal(out[i], expected);
    }
}

/* Makes an image: cells turned, colours exchanged. */
static void make_image(struct lines *image, const struct lines *lines, int symmetry,
                       const int *colours) {
    memcpy(image, lines, offsetof(struct lines, bits));
    lines_clear(image);
    image->next = 0;
    for (int cell = 0; cell < lines_count(lines); cell++) {
        int code = lines_code(lines, lines_bit(lines, cell), lines_limbs(lines));
        int to = grid_turn(symmetry, lines->rows, lines->cols, cell);
        if (code) lines_put(image, lines_bit(image, to), colours[code - 1] + 1);
    }
    for (int i = 0; i < lines->drawn; i++) {
        image->next |= (uint64_t)(colours[lines_next(lines, i) - 1] + 1) << 4 * i;
        if (lines->cells[i])
            image->cells[i] =
                (uint8_t)(grid_turn(symmetry, lines->rows, lines->cols, lines->cells[i] - 1) + 1);
    }
}

static void test_canonical_joins_images(void **state) {
    (void)state;
    struct rng rng = rng_new(62, 0);
    int joined = 0;
    for (int game = 0; game < 60; game++) {
        struct lines lines, image, one, two;
        int params[] = {5 + game % 7, game & 1 ? 5 + game % 7 : 9, 5, 4, 3, 6, 1, game / 2 & 1};
        lines_game.start(&lines, params);
        for (int i = 0, who; i < 30 + game && (who = game_mover(&lines_game, &lines)) >= 0; i++)
            lines_apply(&lines, who, lines_random_act(&lines, who, &rng));
        game_copy(&lines_game, &one, &lines);
        lines_canonical(&one);
        for (int symmetry = 0; symmetry < GRID_SYMMETRIES; symmetry++) {
            static const int colours[] = {3, 0, 4, 1, 2, 5, 6};
            if (symmetry & 1 && lines.rows != lines.cols) continue;
            make_image(&image, &lines, symmetry, colours);
            assert_null(lines_game.check(&image));
            game_copy(&lines_game, &two, &image);
            lines_canonical(&two);
            assert_true(game_equal(&lines_game, &one, &two));
            joined++;
        }
    }
    assert_true(joined > 300);
    /* Different positions stay different. */
    struct lines one, two;
    twin_position(&one, 5, 5, 5, 0, "RG.......................");
    twin_position(&two, 5, 5, 5, 0, "R.G......................");
    lines_canonical(&one);
    lines_canonical(&two);
    assert_false(game_equal(&lines_game, &one, &two));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_states_are_refused_with_the_place),
        cmocka_unit_test(test_the_phase_follows_from_the_fields),
        cmocka_unit_test(test_a_config_may_be_left_out),
        cmocka_unit_test(test_null_is_absent),
        cmocka_unit_test(test_actions_are_read_strictly),
        cmocka_unit_test(test_hidden_colours),
        cmocka_unit_test(test_the_picture),
        cmocka_unit_test(test_names_to_read_aloud),
        cmocka_unit_test(test_areas_of_the_picture),
        cmocka_unit_test(test_frame_of_the_next),
        cmocka_unit_test(test_paths_are_shortest),
        cmocka_unit_test(test_the_observation),
        cmocka_unit_test(test_canonical_joins_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
