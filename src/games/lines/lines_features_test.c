/* What the nets of lines see: the fast features against slow ones, cell by cell, over games and
 * boards of all kinds; a board whose numbers can be checked by eye; turned and mirrored boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/grid.h"
#include "lines_agree_test.h"
#include "lines_features.h"
#include "tests/support/often.h"

enum { ONE = LINES_FEATURE_ONE, COUNT_MAX = 7 };

/* Along the row, along the column, down to the right, down to the left. */
static const int downs[4] = {0, 1, 1, 1}, rights[4] = {1, 0, 1, -1};

/* The features of one colour, the slow way */

struct slow {
    struct twin board;
    int colour;
    int at[LINES_SIDE_MAX][LINES_SIDE_MAX][LINES_FEATURES];
};

static bool on_board(const struct twin *twin, int row, int col) {
    return row >= 0 && row < twin->rows && col >= 0 && col < twin->cols;
}

static void at_least(int *at, int value) {
    if (*at < value) *at = value;
}

/* Looks at one window; it must lie on the board. */
static void see_window(struct slow *slow, int row, int col, int way) {
    const struct twin *board = &slow->board;
    int own = 0, other = 0, down = downs[way], right = rights[way];
    for (int i = 0; i < board->match; i++) {
        int code = board->board[row + i * down][col + i * right];
        own += code == slow->colour;
        other += code != 0 && code != slow->colour;
    }
    if (own > COUNT_MAX) own = COUNT_MAX;
    for (int i = 0; i < board->match; i++) {
        int *cell = slow->at[row + i * down][col + i * right];
        if (other == 0) at_least(&cell[LINES_FEATURE_FREE + way], own * ONE / 4);
        if (other == 1) at_least(&cell[LINES_FEATURE_BLOCKED + way], own * ONE / 4);
    }
}

static void see_cell(struct slow *slow, int row, int col) {
    const struct twin *board = &slow->board;
    int *cell = slow->at[row][col], code = board->board[row][col], coming = 0, region = 0;
    struct twin_map map = {{{false}}};
    if (code == 0) {
        map.at[row][col] = true;
        twin_walk(board, row, col, &map);
    }
    for (int i = 0; i < board->rows * board->cols; i++)
        region += map.at[i / board->cols][i % board->cols];
    for (int i = 0; i < board->drawn; i++) {
        bool own = board->next[i] == slow->colour;
        coming += own;
        if (board->rules98 && board->show && board->cells[i] == row * board->cols + col + 1)
            cell[own ? LINES_FEATURE_HERE : LINES_FEATURE_HERE_OTHER] = ONE;
    }
    coming = coming * ONE / 2 < 255 ? coming * ONE / 2 : 255;
    int all = board->rows * board->cols;
    cell[LINES_FEATURE_OWN] = code == slow->colour ? ONE : 0;
    cell[LINES_FEATURE_OTHER] = code && code != slow->colour ? ONE : 0;
    cell[LINES_FEATURE_EMPTY] = code ? 0 : ONE;
    cell[LINES_FEATURE_COMING] = board->show ? coming : 0;
    cell[LINES_FEATURE_ARRIVING] = board->phase == LINES_ARRIVE ? ONE : 0;
    cell[LINES_FEATURE_REGION] = (region * ONE + all / 2) / all;
}

static void see(struct slow *slow, const struct lines *lines, int colour) {
    memset(slow, 0, sizeof *slow);
    twin_of(&slow->board, lines);
    slow->colour = colour;
    for (int row = 0; row < lines->rows; row++)
        for (int col = 0; col < lines->cols; col++) {
            see_cell(slow, row, col);
            for (int way = 0; way < 4; way++)
                if (on_board(&slow->board, row + (lines->match - 1) * downs[way],
                             col + (lines->match - 1) * rights[way]))
                    see_window(slow, row, col, way);
        }
}

/* Comparing */

static size_t features_size(const struct lines *lines) {
    return (size_t)(lines->colours * lines_count(lines) * LINES_FEATURES);
}

/* Returns features in memory that ends with them, so that a byte too many is noticed. */
static uint8_t *features_of(const struct lines *lines) {
    uint8_t *out = malloc(features_size(lines));
    assert_non_null(out);
    memset(out, 0xA5, features_size(lines));
    lines_features(lines, out);
    return out;
}

static void require_agreement(const struct lines *lines) {
    static struct slow slow;
    uint8_t *fast = features_of(lines), *at = fast;
    for (int colour = 1; colour <= lines->colours; colour++) {
        see(&slow, lines, colour);
        for (int row = 0; row < lines->rows; row++)
            for (int col = 0; col < lines->cols; col++)
                for (int i = 0; i < LINES_FEATURES; i++, at++)
                    if (*at != slow.at[row][col][i])
                        fail_msg("%dx%d, match %d: feature %d of colour %d at %d, %d is %d, not %d",
                                 lines->rows, lines->cols, lines->match, i, colour, row, col, *at,
                                 slow.at[row][col][i]);
    }
    free(fast);
}

/* How often each kind of state was seen. */
struct seen {
    int phases[LINES_PHASES], announced, covered, hidden, after;
};

static void note(struct seen *seen, const struct lines *lines, int who) {
    seen->phases[lines->phase]++;
    seen->hidden += !lines->show && lines->drawn > 0;
    seen->after += who == 0 && lines->phase == LINES_ARRIVE;
    for (int i = 0; lines_announces(lines) && i < lines->drawn; i++) {
        if (!lines->cells[i]) continue;
        seen->announced++;
        seen->covered +=
            lines_code(lines, lines_bit(lines, lines->cells[i] - 1), lines_limbs(lines)) != 0;
    }
}

/* Compares one state in about so many. */
static void agree_in_game(const int *params, int one_in, struct seen *seen, struct rng *rng) {
    struct lines lines;
    int who;
    lines_game.start(&lines, params);
    for (int i = 0; i < 600 && (who = game_mover(&lines_game, &lines)) >= 0; i++) {
        lines_apply(&lines, who, agree_eager_act(&lines, who, rng));
        if (rng_below(rng, (uint32_t)one_in)) continue;
        note(seen, &lines, who);
        require_agreement(&lines);
    }
    require_agreement(&lines);
}

static void usual_games_agree(void **unused) {
    struct rng rng = rng_new(1, 0);
    struct seen seen = {0};
    int params[PARAMS_MAX];
    (void)unused;
    game_standard(&lines_game, params);
    for (int i = 0; i < often(9, 200); i++) {
        params[LINES_98] = i % 3 != 0;
        params[LINES_SHOW] = i % 3 != 2;
        agree_in_game(params, 8, &seen, &rng);
    }
    for (int i = 0; i < LINES_PHASES; i++) assert_true(seen.phases[i] > 20);
    assert_true(seen.announced > 20 && seen.covered > 0 && seen.hidden > 20 && seen.after > 5);
}

static void other_games_agree(void **unused) {
    struct rng rng = rng_new(2, 0);
    struct seen seen = {0};
    int params[PARAMS_MAX];
    (void)unused;
    for (int i = 0; i < often(30, 1000); i++) {
        agree_params(params, &rng);
        agree_in_game(params, 60, &seen, &rng);
    }
    for (int i = 0; i < LINES_PHASES; i++) assert_true(seen.phases[i] > 5);
}

/* A board as no game makes it: of any size and density, some with hardly another colour. */
static void random_board(struct lines *lines, struct rng *rng) {
    memset(lines, 0, sizeof *lines);
    lines->rows = (uint8_t)(LINES_SIDE_MIN + rng_below(rng, 11));
    lines->cols = (uint8_t)(LINES_SIDE_MIN + rng_below(rng, 11));
    int longest = lines->rows > lines->cols ? lines->rows : lines->cols;
    lines->match = (uint8_t)(3 + rng_below(rng, (uint32_t)longest - 2));
    lines->colours = (uint8_t)(2 + rng_below(rng, 6));
    lines->phase = (uint8_t)rng_below(rng, LINES_PHASES);
    lines->show = rng_below(rng, 4) > 0;
    lines->rules98 = rng_below(rng, 2) > 0;
    lines->drawn = (uint8_t)rng_below(rng, LINES_NEXT_MAX + 1);
    for (int i = 0; i < lines->drawn; i++) {
        lines->next |= (uint64_t)(1 + rng_below(rng, rng_below(rng, 2) ? lines->colours : 1))
                       << 4 * i;
        if (lines->rules98) /* apart from each other */
            lines->cells[i] = (uint8_t)(1 + 2 * i + (int)rng_below(rng, 2));
    }
    uint32_t full = rng_below(rng, 9), odd = rng_below(rng, 2) ? 40 : 2;
    lines_clear(lines);
    for (int cell = 0; cell < lines_count(lines); cell++)
        if (rng_below(rng, 8) < full)
            lines_put(lines, lines_bit(lines, cell),
                      rng_below(rng, odd) ? 1 : 1 + (int)rng_below(rng, lines->colours));
}

static void random_boards_agree(void **unused) {
    struct rng rng = rng_new(3, 0);
    int most = 0, full = 0;
    (void)unused;
    for (int i = 0; i < often(120, 10000); i++) {
        struct lines lines;
        random_board(&lines, &rng);
        require_agreement(&lines);
        uint8_t *features = features_of(&lines);
        most += features[LINES_FEATURE_FREE] == COUNT_MAX * ONE / 4 && lines.match > COUNT_MAX;
        full += features[LINES_FEATURE_COMING] == 255;
        free(features);
    }
    assert_true(most > 0 && full > 0);
}

/* By hand */

static int at(const uint8_t *features, char colour, const char *cell, int feature) {
    int code = (int)(strchr(lines_letters, colour) - lines_letters);
    int number = (cell[0] - '0') * 9 + cell[1] - '0';
    return features[(code * 81 + number) * LINES_FEATURES + feature];
}

/* Cells are named by row and column, from 0. Walls of blue cut off the nine cells of the lower
 * right. */
static const char by_hand[] = "RR.RG...."
                              "........."
                              "..R......"
                              "...R....."
                              "G........"
                              ".....BBBB"
                              ".....B..."
                              ".....B..."
                              ".....B...";

static void known_numbers_are_seen(void **unused) {
    enum { ROW, COLUMN, RIGHT, LEFT, FREE = LINES_FEATURE_FREE, BLOCKED = LINES_FEATURE_BLOCKED };
    static const struct {
        char colour;
        const char *cell;
        int feature, value;
    } known[] = {
        {'R', "00", LINES_FEATURE_OWN, 64},
        {'R', "04", LINES_FEATURE_OWN, 0},
        {'R', "04", LINES_FEATURE_OTHER, 64},
        {'G', "04", LINES_FEATURE_OTHER, 0},
        {'R', "02", LINES_FEATURE_EMPTY, 64},
        {'R', "00", LINES_FEATURE_EMPTY, 0},
        {'G', "88", LINES_FEATURE_COMING, 64}, /* two of three */
        {'B', "00", LINES_FEATURE_COMING, 32},
        {'R', "00", LINES_FEATURE_COMING, 0},
        {'R', "00", LINES_FEATURE_ARRIVING, 0},
        {'R', "88", LINES_FEATURE_REGION, 7},  /* 9 of 81, in units of 1/64 */
        {'R', "10", LINES_FEATURE_REGION, 46}, /* 58 of 81 */
        {'R', "00", LINES_FEATURE_REGION, 0},
        {'G', "77", LINES_FEATURE_HERE, 64}, /* lines98 announces a green ball there */
        {'G', "77", LINES_FEATURE_HERE_OTHER, 0},
        {'R', "77", LINES_FEATURE_HERE, 0},
        {'R', "77", LINES_FEATURE_HERE_OTHER, 64},
        {'R', "76", LINES_FEATURE_HERE_OTHER, 0},
        {'R', "00", FREE + ROW, 0}, /* RR.RG */
        {'R', "00", BLOCKED + ROW, 48},
        {'R', "03", BLOCKED + ROW, 48},
        {'R', "05", BLOCKED + ROW, 32}, /* R.RG. */
        {'R', "07", BLOCKED + ROW, 16}, /* RG... */
        {'R', "08", FREE + ROW, 0},
        {'R', "08", BLOCKED + ROW, 0}, /* G.... */
        {'G', "08", FREE + ROW, 16},
        {'G', "07", BLOCKED + ROW, 16}, /* RG... */
        {'G', "02", BLOCKED + ROW, 16}, /* .RG.. */
        {'G', "01", BLOCKED + ROW, 0},  /* R.RG. has two red balls */
        {'R', "00", FREE + COLUMN, 0},  /* R...G */
        {'R', "00", BLOCKED + COLUMN, 16},
        {'G', "80", FREE + COLUMN, 16},
        {'G', "00", BLOCKED + COLUMN, 16},
        {'R', "00", FREE + RIGHT, 48}, /* R.RR. on the diagonal */
        {'R', "11", FREE + RIGHT, 48},
        {'R', "44", FREE + RIGHT, 48},
        {'R', "55", BLOCKED + RIGHT, 32}, /* .RR.B */
        {'R', "66", BLOCKED + RIGHT, 32}, /* RR.B. */
        {'R', "77", BLOCKED + RIGHT, 16}, /* R.B.. */
        {'R', "88", BLOCKED + RIGHT, 0},
        {'B', "55", BLOCKED + RIGHT, 16},
        {'B', "88", FREE + RIGHT, 16},
        {'G', "04", FREE + LEFT, 0}, /* G.R.G */
        {'G', "04", BLOCKED + LEFT, 32},
        {'G', "31", BLOCKED + LEFT, 32},
        {'G', "32", BLOCKED + LEFT, 0},
        {'G', "04", FREE + COLUMN, 16},
        {'B', "58", FREE + ROW, 64},
        {'B', "54", FREE + ROW, 64},
        {'B', "53", FREE + ROW, 48},
        {'B', "85", FREE + COLUMN, 64},
        {'B', "58", FREE + COLUMN, 16},
        {'R', "58", FREE + ROW, 0},
    };
    struct lines lines;
    (void)unused;
    twin_position(&lines, 9, 9, 5, 1, by_hand);
    lines.next = (uint64_t)(strchr(lines_letters, 'G') - lines_letters + 1) * 0x11 +
                 (uint64_t)(strchr(lines_letters, 'B') - lines_letters + 1) * 0x100;
    lines.cells[0] = 7 * 9 + 7 + 1, lines.cells[1] = 1 * 9 + 1, lines.cells[2] = 2 * 9 + 1;
    assert_null(lines_game.check(&lines));
    uint8_t *features = features_of(&lines);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int found = at(features, known[i].colour, known[i].cell, known[i].feature);
        if (found != known[i].value)
            fail_msg("feature %d of %c at %s is %d, not %d", known[i].feature, known[i].colour,
                     known[i].cell, found, known[i].value);
    }
    free(features);
}

/* Turns */

static void turn_board(struct lines *image, const struct lines *lines, int symmetry) {
    *image = *lines;
    if (symmetry & 1) image->rows = lines->cols, image->cols = lines->rows;
    lines_clear(image);
    for (int cell = 0; cell < lines_count(lines); cell++) {
        int code = lines_code(lines, lines_bit(lines, cell), lines_limbs(lines));
        int to = grid_turn(symmetry, lines->rows, lines->cols, cell);
        if (code) lines_put(image, lines_bit(image, to), code);
    }
    for (int i = 0; i < lines->drawn; i++)
        if (lines->cells[i])
            image->cells[i] =
                (uint8_t)(grid_turn(symmetry, lines->rows, lines->cols, lines->cells[i] - 1) + 1);
}

/* Returns the way that a way becomes. */
static int turn_way(int symmetry, int way) {
    const signed char *m = grid_symmetry[symmetry];
    int down = m[0] * downs[way] + m[1] * rights[way],
        right = m[2] * downs[way] + m[3] * rights[way];
    for (int i = 0; i < 4; i++)
        if (abs(down - downs[i]) + abs(right - rights[i]) == 0 ||
            abs(down + downs[i]) + abs(right + rights[i]) == 0)
            return i;
    fail_msg("no way goes %d down and %d to the right", down, right);
    return -1;
}

static void turned_boards_are_seen_turned(void **unused) {
    struct rng rng = rng_new(4, 0);
    (void)unused;
    for (int i = 0; i < often(60, 2000); i++) {
        struct lines lines, image;
        int symmetry = i % GRID_SYMMETRIES;
        random_board(&lines, &rng);
        turn_board(&image, &lines, symmetry);
        uint8_t *one = features_of(&lines), *two = features_of(&image);
        int cells = lines_count(&lines);
        for (int k = 0; k < lines.colours * cells; k++) {
            int to = grid_turn(symmetry, lines.rows, lines.cols, k % cells);
            const uint8_t *here = one + k * LINES_FEATURES,
                          *there = two + (k / cells * cells + to) * LINES_FEATURES;
            assert_memory_equal(here, there, LINES_FEATURE_FREE);
            for (int way = 0; way < 4; way++) {
                int other = turn_way(symmetry, way);
                assert_int_equal(here[LINES_FEATURE_FREE + way], there[LINES_FEATURE_FREE + other]);
                assert_int_equal(here[LINES_FEATURE_BLOCKED + way],
                                 there[LINES_FEATURE_BLOCKED + other]);
            }
        }
        free(one);
        free(two);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_games_agree),
        cmocka_unit_test(other_games_agree),
        cmocka_unit_test(random_boards_agree),
        cmocka_unit_test(known_numbers_are_seen),
        cmocka_unit_test(turned_boards_are_seen_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
