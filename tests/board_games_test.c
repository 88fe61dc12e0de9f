/* Boards of the real games, through random play: everything fits 80 x 24, is shown once and apart,
 * stays where it is while the game goes on, can be picked where it is seen, and says all it says
 * without colours, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "show/board_grid.h"
#include "tests/support/often.h"
#include <stdlib.h>
#include <string.h>

/* One line above and two below are the screen's. */
enum { BODY = 24 - 3, ROWS = 60, COLS = 200, DUMP = ROWS * (4 * COLS + 1) + 1 };
enum { SPOTS_NUMBERED = 1 << 12 };

struct setup {
    const char *game, *param;
    int from, to; /* the param's values */
};

static const struct setup setups[] = {{"azul", "players", 2, 4},
                                      {"falls", "players", 1, 8},
                                      {"lines", "rows", 5, 15},
                                      {"slide", "rows", 2, 16}};

static struct cells_cell memory[ROWS * COLS];
static struct scene scene;
static struct board_layout layout;

/* A game at play. */
struct match {
    const struct game *game;
    void *state;
    struct choice *scratch;
    struct rng rng;
};

static void begin(struct match *match, const struct setup *setup, int value) {
    int params[PARAMS_MAX];
    match->game = games_find(setup->game);
    match->state = calloc(1, match->game->state_max);
    match->scratch = calloc((size_t)match->game->choices_max, sizeof *match->scratch);
    match->rng = rng_new(7, (uint64_t)value);
    assert_true(match->state && match->scratch);
    game_standard(match->game, params);
    for (int i = 0; match->game->params[i].name; i++) {
        const char *name = match->game->params[i].name;
        if (strcmp(name, setup->param) == 0 ||
            (strcmp(name, "cols") == 0 && strcmp(setup->param, "rows") == 0))
            params[i] = value;
    }
    match->game->start(match->state, params);
    game_settle(match->game, match->state, &match->rng, match->scratch, NULL, NULL);
}

static void end(struct match *match) {
    free(match->state);
    free(match->scratch);
}

/* Plays a random act of somebody; returns false when the game is over. */
static bool go_on(struct match *match) {
    const struct game *game = match->game;
    uint32_t movers = game->movers(match->state);
    if (!movers) return false;
    for (int who = (int)rng_below(&match->rng, 32);; who = (who + 1) % 32) {
        if (!(movers >> who & 1) || game->choices(match->state, who, match->scratch) == 0) continue;
        action act = game_draw(game, match->state, who, &match->rng, match->scratch);
        game->apply(match->state, who, act);
        game_settle(game, match->state, &match->rng, match->scratch, NULL, NULL);
        return true;
    }
}

static struct board look(const struct match *match) {
    match->game->draw(match->state, 0, &scene);
    return (struct board){.scene = &scene, .seat = 0};
}

static void for_all(void (*test)(struct match *match)) {
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
        for (int value = setups[i].from; value <= setups[i].to; value++) {
            struct match match;
            begin(&match, &setups[i], value);
            test(&match);
            end(&match);
        }
}

static bool is_nested(const struct scene_area *inner) {
    for (int i = 0; i < scene.areas_count; i++) {
        const struct scene_area *area = &scene.areas[i];
        if (area != inner && area->row <= inner->row && area->col <= inner->col &&
            area->row + area->rows >= inner->row + inner->rows &&
            area->col + area->cols >= inner->col + inner->cols)
            return true;
    }
    return false;
}

static void require_all_panels(void) {
    for (int i = 0; i < scene.areas_count; i++) {
        const struct scene_area *area = &scene.areas[i];
        int shown = 0;
        for (int j = 0; j < layout.count; j++) shown += layout.panels[j].area == i;
        bool left_out = strcmp(area->kind, "status") == 0 || strcmp(area->kind, "buttons") == 0;
        assert_int_equal(shown, !left_out && !is_nested(area));
    }
}

static void require_apart(int rows, int cols) {
    for (int i = 0; i < layout.count; i++) {
        struct cells_box a = layout.panels[i].box;
        assert_true(a.row >= 0 && a.col >= 0 && a.row + a.rows <= rows && a.col + a.cols <= cols);
        for (int j = 0; j < i; j++) {
            struct cells_box b = layout.panels[j].box;
            assert_true(a.row >= b.row + b.rows || b.row >= a.row + a.rows ||
                        a.col >= b.col + b.cols || b.col >= a.col + a.cols);
        }
    }
}

/* In all ways to show it. */
static void require_fits(struct match *match) {
    for (int way = 0; way < 4; way++) {
        struct board board = look(match);
        board.plain = way & 1;
        board.bare = way & 2;
        for (int cols = 80; cols <= COLS; cols += 30) {
            int rows = cols == 80 ? BODY : cols / 4 + 5;
            if (!board_lay(&board, rows, cols, &layout))
                fail_msg("%s needs %d x %d", match->game->name, layout.rows, layout.cols);
            require_all_panels();
            require_apart(rows, cols);
        }
    }
}

static void test_fits(void **unused) {
    (void)unused;
    for_all(require_fits);
}

/* Every panel shows all it has, or the board does not fit; then it fits where it says so. */
static void require_whole(struct match *match) {
    struct board board = look(match);
    for (int rows = 5; rows < 30; rows += 2)
        for (int cols = 20; cols < 100; cols += 7) {
            if (!board_lay(&board, rows, cols, &layout))
                assert_true(board_lay(&board, layout.rows, layout.cols, &layout));
            for (int i = 0; i < layout.count; i++) {
                const struct board_panel *panel = &layout.panels[i];
                struct board_grid_facts facts;
                struct board_grid grid;
                board_grid_look(&facts, &scene, &scene.areas[panel->area], 0, scene.count);
                board_grid_fill(&grid, &facts, panel->size);
                assert_true(panel->box.rows - 2 >= grid.rows && panel->box.cols - 2 >= grid.cols);
            }
        }
}

static void test_whole(void **unused) {
    (void)unused;
    for_all(require_whole);
}

static void require_stable(struct match *match) {
    for (int size = 0; size < 2; size++) {
        int rows = size ? 47 : BODY, cols = size ? 160 : 80;
        struct board board = look(match);
        assert_true(board_lay(&board, rows, cols, &layout));
        struct board_layout first = layout;
        for (int i = 0; i < 60 && go_on(match); i++) {
            board = look(match);
            assert_true(board_lay(&board, rows, cols, &layout));
            assert_int_equal(layout.count, first.count);
            for (int j = 0; j < layout.count; j++)
                assert_memory_equal(&layout.panels[j], &first.panels[j], sizeof *layout.panels);
        }
    }
}

/* Nothing on the screen jumps while a game goes on. */
static void test_stays(void **unused) {
    (void)unused;
    for_all(require_stable);
}

/* Compares the panels of two paintings. */
static void require_same(const struct cells *a, const struct cells *b, uint64_t panels) {
    for (int i = 0; i < layout.count; i++) {
        const struct cells_box *box = &layout.panels[i].box;
        for (int row = box->row; panels >> i & 1 && row < box->row + box->rows; row++)
            assert_memory_equal(a->at + (row + 1) * COLS + box->col + 2,
                                b->at + (row + 1) * COLS + box->col + 2,
                                (size_t)box->cols * sizeof *a->at);
    }
}

/* Panels of some seats, painted alone over cells of which nothing is known, with the tiles of these
 * seats alone. */
static void paint_part(const struct match *match, int seat, uint32_t seats,
                       const struct cells *whole) {
    static struct cells_cell others[ROWS * COLS];
    static struct scene part;
    struct cells cells = {ROWS, COLS, others};
    struct board board = {.scene = &part, .seat = seat, .movers = 5};
    memset(others, 0x11, sizeof others);
    if (match->game->draw_seats)
        match->game->draw_seats(match->state, seat, seats, &part);
    else
        match->game->draw(match->state, seat, &part);
    uint64_t panels = board_panels_of(&board, &layout, seats);
    board_paint_some(&board, &layout, panels, &cells, 1, 2);
    require_same(&cells, whole, panels);
}

static void require_parts(struct match *match) {
    struct cells whole = {ROWS, COLS, memory};
    for (int size = 0; size < 2; size++) {
        struct board board = look(match);
        assert_true(board_lay(&board, size ? 47 : BODY, size ? 160 : 80, &layout));
        for (int i = 0; i < often(50, 150) && go_on(match); i++) {
            int seats = match->game->shape(match->state).seats, seat = i % seats;
            match->game->draw(match->state, seat, &scene);
            board = (struct board){.scene = &scene, .seat = seat, .movers = 5};
            if (seat != 0)
                assert_true(board_lay(&board, size ? 47 : BODY, size ? 160 : 80, &layout));
            cells_clear(&whole);
            board_paint(&board, &layout, &whole, 1, 2);
            paint_part(match, seat, 1u << seat, &whole);
            paint_part(match, seat, rng_below(&match->rng, 256), &whole);
            paint_part(match, seat, UINT32_MAX, &whole);
        }
    }
}

/* Painting a part gives what painting all gives there. */
static void test_parts(void **unused) {
    (void)unused;
    for_all(require_parts);
}

/* Returns whether a spot is a button, which is not shown. */
static bool is_button(int spot) {
    for (int i = 0; i < scene.areas_count; i++)
        for (int j = 0; strcmp(scene.areas[i].kind, "buttons") == 0 && j < scene.count; j++)
            if (scene.tiles[j].spot == spot && scene_is_inside(&scene.tiles[j], &scene.areas[i]))
                return true;
    return false;
}

/* Every spot of every act is seen where it can be picked. */
static void require_picks(const struct match *match, const struct board *board, int who) {
    static bool looked[SPOTS_NUMBERED];
    const struct game *game = match->game;
    int count = game->choices(match->state, who, match->scratch), spots[SPOTS_MAX];
    memset(looked, 0, sizeof looked);
    for (int i = 0; i < count; i++) {
        int picked = game->picks(match->state, who, match->scratch[i].act, spots);
        for (int j = 0; j < picked; j++) {
            int row, col;
            assert_in_range(spots[j], 0, SPOTS_NUMBERED - 1);
            if (looked[spots[j]] || is_button(spots[j])) continue;
            looked[spots[j]] = true;
            assert_true(board_find_spot(board, &layout, spots[j], &row, &col));
            assert_int_equal(board_spot_at(board, &layout, row, col), spots[j]);
        }
    }
}

static void require_spots(struct match *match) {
    for (int i = 0; i < 5 && go_on(match); i++)
        for (int size = 0; size < 2; size++) {
            struct board board = look(match);
            assert_true(board_lay(&board, size ? 47 : BODY, size ? 160 : 80, &layout));
            for (int who = 0; who < SEATS_MAX; who++)
                if (match->game->movers(match->state) >> who & 1) require_picks(match, &board, who);
        }
}

static void test_spots(void **unused) {
    (void)unused;
    for_all(require_spots);
}

/* Paints and dumps, with a border of cells that must stay as they are. */
static void dump(const struct board *board, int rows, int cols, char *out) {
    struct cells cells = {rows + 2, cols + 2, memory};
    struct text text = text_over(out, DUMP);
    cells_clear(&cells);
    board_paint(board, &layout, &cells, 1, 1);
    for (int i = 0; i < cells.rows * cells.cols; i++) {
        int row = i / cells.cols, col = i % cells.cols;
        bool border = row == 0 || row > rows || col == 0 || col > cols;
        assert_true(!border || (memory[i].glyph == ' ' && memory[i].back == THEME_PAPER));
        assert_true(memory[i].glyph >= ' ');
        assert_true(!board->plain || memory[i].glyph < 0x7F);
        assert_true(memory[i].fore < THEME_ROLES && memory[i].back < THEME_ROLES);
    }
    cells_write(&cells, &text);
    assert_false(text.cut);
}

/* A tile as a person sees it. */
static bool same_tile(const struct scene_tile *a, const struct scene_tile *b) {
    return a->row == b->row && a->col == b->col && a->kind == b->kind && a->colour == b->colour &&
           a->joins == b->joins && strcmp(a->label, b->label) == 0;
}

/* Returns whether two scenes look the same in the panels of the layout, titles and all. */
static bool same_panels(const struct scene *a, const struct scene *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < layout.count; i++)
        if (strcmp(a->areas[layout.panels[i].area].value, b->areas[layout.panels[i].area].value))
            return false;
    for (int i = 0; i < a->count; i++) {
        const struct scene_tile *tile = &a->tiles[i];
        for (int j = 0; j < layout.count; j++) {
            const struct scene_area *area = &a->areas[layout.panels[j].area];
            if (tile->row >= area->row && tile->row < area->row + area->rows &&
                tile->col >= area->col && tile->col < area->col + area->cols &&
                !same_tile(tile, &b->tiles[i]))
                return false;
        }
    }
    return true;
}

static void require_readable(struct match *match) {
    static char before[DUMP], now[DUMP];
    static struct scene old;
    for (int way = 1; way < 4; way++) {
        int rows = 50, cols = 190;
        struct board board = look(match);
        for (int i = 0; i < often(12, 30); i++) {
            board.plain = way & 1;
            board.bare = way & 2;
            assert_true(board_lay(&board, rows, cols, &layout));
            dump(&board, rows, cols, now);
            if (i > 0 && !same_panels(&old, &scene)) assert_string_not_equal(before, now);
            memcpy(before, now, sizeof before);
            old = scene;
            if (!go_on(match)) break;
            board = look(match);
        }
    }
}

/* In a large window, whatever changes in a picture changes the text. */
static void test_readable(void **unused) {
    (void)unused;
    for_all(require_readable);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits),  cmocka_unit_test(test_whole), cmocka_unit_test(test_stays),
        cmocka_unit_test(test_parts), cmocka_unit_test(test_spots), cmocka_unit_test(test_readable),
    };
    return cmocka_run_group_tests_name("board_games", tests, NULL, NULL);
}
