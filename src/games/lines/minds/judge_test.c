/* What the nets say of moves and boards: all moves, sorted; a board in one way of looking is the
 * turned board in the first way; damaged nets are warned of and know nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/grid.h"
#include "games/lines/lines_luck.h"
#include "games/lines/lines_twin_test.h"
#include "games/lines/minds/judge.h"
#include "tests/support/often.h"

enum { CELLS = 81 };

static struct lines_judge *judge;
static const struct host quiet = {.threads = 1};

static int open_judge(void **unused) {
    (void)unused;
    judge = lines_judge_new(&quiet);
    return judge ? 0 : -1;
}

static int free_judge(void **unused) {
    (void)unused;
    lines_judge_free(judge);
    return 0;
}

static struct lines start(int rules98) {
    struct lines lines;
    int params[PARAMS_MAX];
    game_standard(&lines_game, params);
    params[LINES_98] = rules98;
    memset(&lines, 0, sizeof lines);
    lines_game.start(&lines, params);
    return lines;
}

/* Plays up to a state in which the seat moves, so many moves later; sooner if the game ends. */
static struct lines play_some(int moves, struct rng *rng) {
    struct lines before, lines = start((int)rng_below(rng, 2));
    int who;
    while ((who = game_mover(&lines_game, &lines)) >= 0 && (who == CHANCE || moves-- > 0)) {
        if (who == 0) before = lines;
        lines_apply(&lines, who, lines_random_act(&lines, who, rng));
    }
    return who == 0 ? lines : before;
}

/* Returns the state that a symmetry makes of it. */
static struct lines turned(const struct lines *lines, int symmetry) {
    struct lines image = *lines;
    lines_clear(&image);
    for (int cell = 0; cell < CELLS; cell++) {
        int code = lines_code(lines, lines_bit(lines, cell), 2);
        if (code) lines_put(&image, lines_bit(&image, grid_turn(symmetry, 9, 9, cell)), code);
    }
    for (int i = 0; i < lines->drawn; i++)
        if (lines->cells[i])
            image.cells[i] = (uint8_t)(grid_turn(symmetry, 9, 9, lines->cells[i] - 1) + 1);
    assert_null(lines_game.check(&image));
    return image;
}

static action turned_act(action act, int symmetry) {
    return (action)(grid_turn(symmetry, 9, 9, (int)act / CELLS) * CELLS +
                    grid_turn(symmetry, 9, 9, (int)act % CELLS));
}

/* The way of the judge that shows a board as this symmetry makes it. Its ways mirror after turning,
 * symmetries before. */
static int way_of(int symmetry) {
    static const int ways[GRID_SYMMETRIES] = {0, 6, 4, 2, 1, 3, 5, 7};
    return ways[symmetry];
}

static int by_act(const void *a, const void *b) {
    const struct lines_move *one = a, *two = b;
    return one->act < two->act ? -1 : one->act > two->act;
}

static void moves_are_the_choices(void **unused) {
    static struct lines_move moves[LINES_MOVES_MAX];
    struct choice *choices = malloc(sizeof *choices * (size_t)lines_game.choices_max);
    struct rng rng = rng_new(1, 0);
    (void)unused;
    for (int i = 0; i < often(30, 1000); i++) {
        struct lines lines = play_some(3 * i % 60, &rng);
        uint64_t nodes = lines_judge_nodes(judge);
        assert_true(lines_judge_knows(judge, &lines));
        int count = lines_judge_moves(judge, &lines, i % LINES_SYMMETRIES, moves, LINES_MOVES_MAX);
        assert_int_equal(lines_judge_nodes(judge), nodes + 1);
        assert_int_equal(count, lines_game.choices(&lines, 0, choices));
        for (int k = 1; k < count; k++)
            assert_true(moves[k - 1].log > moves[k].log ||
                        (moves[k - 1].log == moves[k].log && moves[k - 1].act < moves[k].act));
        assert_true(moves[0].log < 1000 && moves[count - 1].log > -1000);
        qsort(moves, (size_t)count, sizeof *moves, by_act);
        for (int k = 0; k < count; k++) assert_int_equal(moves[k].act, choices[k].act);
    }
    free(choices);
}

/* 41 balls and 40 free cells, all of which every ball can reach: as many moves as there can be. */
static void most_moves_have_room(void **unused) {
    static struct lines_move moves[LINES_MOVES_MAX];
    struct lines lines;
    char board[CELLS + 1];
    (void)unused;
    for (int cell = 0; cell < CELLS; cell++) {
        bool ball = cell % 9 % 2 == 0 && cell / 9 < 8;
        board[cell] = ball ? "RGBC"[cell / 9 % 4] : '.';
    }
    memcpy(board + 72, "R........", 9);
    board[CELLS] = '\0';
    twin_position(&lines, 9, 9, 5, 0, board);
    assert_null(lines_game.check(&lines));
    int count = lines_judge_moves(judge, &lines, 0, moves, LINES_MOVES_MAX);
    assert_int_equal(count, LINES_MOVES_MAX);
    for (int i = 0; i < count; i++) assert_null(lines_refuse(&lines, 0, moves[i].act));
}

/* However many are brought to the front, they are the same, and no move is lost. */
static void the_best_come_first(void **unused) {
    static struct lines_move all[LINES_MOVES_MAX], moves[LINES_MOVES_MAX];
    struct rng rng = rng_new(4, 0);
    (void)unused;
    for (int i = 0; i < often(16, 400); i++) {
        struct lines lines = play_some(i, &rng);
        int count = lines_judge_moves(judge, &lines, 0, all, LINES_MOVES_MAX), first = 1 + i % 10;
        assert_int_equal(lines_judge_moves(judge, &lines, 0, moves, first), count);
        for (int k = 0; k < count && k < first; k++) assert_int_equal(moves[k].act, all[k].act);
        qsort(all, (size_t)count, sizeof *all, by_act);
        qsort(moves, (size_t)count, sizeof *moves, by_act);
        for (int k = 0; k < count; k++) assert_int_equal(moves[k].act, all[k].act);
    }
}

/* Logarithms are added up over the ways in which the policy looks. */
static void logs_add_up(void **unused) {
    static struct lines_move moves[LINES_MOVES_MAX], more[LINES_MOVES_MAX];
    struct rng rng = rng_new(2, 0);
    (void)unused;
    struct lines lines = play_some(20, &rng);
    int count = lines_judge_moves(judge, &lines, 5, moves, LINES_MOVES_MAX);
    for (int i = 0; i < count; i++) more[i] = (struct lines_move){moves[i].act, 100};
    lines_judge_logs(judge, &lines, 5, more, count);
    for (int i = 0; i < count; i++) assert_true(more[i].log == 100 + moves[i].log);
}

/* Looking in a way is looking at a turned board: the same nets see the same bytes. */
static void ways_are_turned_boards(void **unused) {
    static struct lines_move moves[LINES_MOVES_MAX], image_moves[LINES_MOVES_MAX];
    struct rng rng = rng_new(3, 0);
    int different = 0;
    (void)unused;
    for (int i = 0; i < often(24, 800); i++) {
        int symmetry = i % GRID_SYMMETRIES, way = way_of(symmetry);
        struct lines lines = play_some(5 + i, &rng), image = turned(&lines, symmetry);
        int count = lines_judge_moves(judge, &lines, way, moves, LINES_MOVES_MAX);
        assert_int_equal(lines_judge_moves(judge, &image, 0, image_moves, LINES_MOVES_MAX), count);
        for (int k = 0; k < count; k++) moves[k].act = turned_act(moves[k].act, symmetry);
        qsort(moves, (size_t)count, sizeof *moves, by_act);
        qsort(image_moves, (size_t)count, sizeof *moves, by_act);
        for (int k = 0; k < count; k++) {
            assert_int_equal(moves[k].act, image_moves[k].act);
            assert_true(moves[k].log == image_moves[k].log);
        }
        action act = image_moves[rng_below(&rng, (uint32_t)count)].act;
        lines_apply(&image, 0, act);
        lines_apply(&lines, 0, turned_act(act, grid_undo[symmetry]));
        if (lines.rules98) { /* what is judged then is the board after luck */
            lines_settle(&lines, &rng, 2, 10);
            image = turned(&lines, symmetry);
        }
        struct lines_worth worth = lines_judge_board(judge, &lines, way),
                           other = lines_judge_board(judge, &image, 0),
                           plain = lines_judge_board(judge, &lines, 0);
        assert_true(worth.balls == other.balls && worth.death == other.death);
        assert_true(worth.death >= 0 && worth.death <= 1);
        assert_true(worth.balls > -1000 && worth.balls < 1000);
        different += plain.balls != worth.balls;
    }
    assert_true(different > 10); /* so the ways are not all one */
}

static bool is_announced(const struct lines *lines, int cell) {
    for (int i = 0; i < lines->drawn; i++)
        if (lines->cells[i] == cell + 1) return true;
    return false;
}

/* Returns whether a ball lies where one was announced. */
static bool is_taken(const struct lines *lines) {
    for (int i = 0; i < lines->drawn; i++)
        if (lines->cells[i] && lines_code(lines, lines_bit(lines, lines->cells[i] - 1), 2))
            return true;
    return false;
}

/* Puts four balls beside the first announced cell, along its row, so that a line arrives; if there
 * is room. */
static void line_up(struct lines *lines) {
    int cell = lines->cells[0] - 1, first = cell / 9 * 9 + (cell % 9 < 5 ? 0 : 4);
    int code = (int)(lines->next & 15);
    for (int at = first; at < first + 5; at++)
        if (lines_code(lines, lines_bit(lines, at), 2) || (at != cell && is_announced(lines, at)))
            return;
    for (int at = first; at < first + 5; at++)
        if (at != cell) lines_put(lines, lines_bit(lines, at), code);
}

/* In lines98 the announced balls arrive before a board is judged. The test lets them arrive by the
 * rules' own events, and writes the preview that the judge drew onto that board. A ball whose cell
 * is taken goes anywhere: of such boards, only those are looked at that get full. */
static void announced_balls_arrive_first(void **unused) {
    struct rng rng = rng_new(6, 0);
    int scored = 0, full = 0, way = 3;
    (void)unused;
    for (int i = 0; i < often(400, 20000); i++) {
        struct lines lines = play_some(1 + i % 40, &rng), drawn, board;
        if (!lines.rules98) continue;
        lines_apply(&lines, 0, lines_random_act(&lines, 0, &rng));
        if (lines.phase != LINES_ARRIVE) continue;
        if (i % 4 == 0) line_up(&lines);
        assert_null(lines_game.check(&lines));
        board = drawn = lines;
        while (board.phase == LINES_ARRIVE)
            lines_apply(&board, CHANCE, lines_random_act(&board, CHANCE, &rng));
        struct rng luck = rng_new(98, (uint64_t)way);
        lines_settle(&drawn, &luck, 2, 10);
        if (is_taken(&lines)) board = drawn;
        if (is_taken(&lines) && !lines_is_full(&board, 2)) continue;
        double points = board.score - lines.score;
        struct lines_worth worth = lines_judge_board(judge, &lines, way), other = {0, 1};
        if (!lines_is_full(&board, 2)) {
            board.next = drawn.next;
            board.drawn = drawn.drawn;
            memcpy(board.cells, drawn.cells, sizeof board.cells);
            board.phase = drawn.phase;
            assert_null(lines_game.check(&board));
            other = lines_judge_board(judge, &board, way);
        }
        assert_true(worth.balls == other.balls + points && worth.death == other.death);
        scored += points > 0;
        full += other.death == 1;
    }
    assert_true(scored > 3 && full > 3);
}

static int exchanged(int code) {
    return code == 1 ? 3 : code == 3 ? 1 : code;
}

/* To the nets all colours are alike: with red and blue exchanged, they say the same of each move.
 */
static void colours_are_alike(void **unused) {
    static struct lines_move moves[LINES_MOVES_MAX], other_moves[LINES_MOVES_MAX];
    struct rng rng = rng_new(5, 0);
    (void)unused;
    for (int i = 0; i < often(10, 300); i++) {
        struct lines lines = play_some(5 + i, &rng), other = lines;
        lines_clear(&other);
        for (int bit = 0; bit < 9 * 10; bit++)
            if (lines_code(&lines, bit, 2))
                lines_put(&other, bit, exchanged(lines_code(&lines, bit, 2)));
        other.next = 0;
        for (int k = 0; k < lines.drawn; k++)
            other.next |= (uint64_t)exchanged(lines_next(&lines, k)) << 4 * k;
        int count = lines_judge_moves(judge, &lines, 0, moves, LINES_MOVES_MAX);
        assert_int_equal(lines_judge_moves(judge, &other, 0, other_moves, LINES_MOVES_MAX), count);
        for (int k = 0; k < count; k++) {
            assert_int_equal(moves[k].act, other_moves[k].act);
            assert_true(moves[k].log == other_moves[k].log);
        }
        assert_true(lines_judge_board(judge, &lines, 0).balls ==
                    lines_judge_board(judge, &other, 0).balls);
    }
}

/* An open board is safer than a full one, and one look is the same as the next. */
static void worths_make_sense(void **unused) {
    struct lines open, full;
    (void)unused;
    twin_position(&open, 9, 9, 5, 0,
                  "RRRR............."
                  "................................................................");
    twin_position(&full, 9, 9, 5, 0,
                  "RGBCRGBCRBCRGBCRGBRGBCRGBCRBCRGBCRGBRGBCRGBCRBCRGBCRGB"
                  "RGBCRGBCRBCRGBCRGB.......CR");
    open.phase = full.phase = LINES_ARRIVE;
    open.arriving = full.arriving = 3;
    struct lines_worth light = lines_judge_board(judge, &open, 0),
                       heavy = lines_judge_board(judge, &full, 0),
                       again = lines_judge_board(judge, &open, 0);
    assert_true(light.death < heavy.death);
    assert_true(lines_worth_sum(light) > lines_worth_sum(heavy));
    assert_true(light.death == again.death && light.balls == again.balls);
}

static void survival_falls_with_death(void **unused) {
    double before = 1;
    (void)unused;
    assert_true(lines_survival(0) == 1);
    for (int i = 1; i <= 100000; i++) {
        double now = lines_survival(i / 100000.0);
        if (!(now >= 0 && now <= before))
            fail_msg("survival is %g at %d, and %g before", now, i, before);
        before = now;
    }
    assert_true(before < 1e-40);
    /* A death in 1 of 100 turns: 0.01 / (0.01 + 0.01) is discounted; 100 turns are lived by 1/e. */
    assert_true(lines_survival(0.5) > 0.367 && lines_survival(0.5) < 0.369);
}

static void only_usual_boards_are_known(void **unused) {
    struct lines lines = start(1);
    uint8_t *const params[] = {&lines.rows,  &lines.cols,     &lines.colours,
                               &lines.match, &lines.per_turn, &lines.show};
    (void)unused;
    assert_true(lines_judge_knows(judge, &lines));
    lines.initial = 24;
    assert_true(lines_judge_knows(judge, &lines));
    for (size_t i = 0; i < sizeof params / sizeof *params; i++) {
        --*params[i];
        assert_false(lines_judge_knows(judge, &lines));
        ++*params[i];
    }
}

/* Damage */

struct warnings {
    int count;
    char last[NET_FILE_REASON_MAX];
};

static void take_warning(void *self, const char *message) {
    struct warnings *warnings = self;
    warnings->count++;
    assert_true(strlen(message) < sizeof warnings->last);
    strcpy(warnings->last, message);
}

/* Opens bytes that are bad: one line must say so, and no state is known. */
static void require_warning(const uint8_t *bytes, size_t size, const char *why) {
    struct warnings warnings = {0};
    struct host host = {.threads = 1, .warn = take_warning, .self = &warnings};
    struct lines lines = start(0);
    struct lines_judge *bad = lines_judge_open(&host, bytes, size);
    assert_non_null(bad);
    assert_int_equal(warnings.count, 1);
    assert_true(strlen(warnings.last) > 10 && !strchr(warnings.last, '\n'));
    if (!strstr(warnings.last, why)) fail_msg("%s, not %s", warnings.last, why);
    assert_false(lines_judge_knows(bad, &lines));
    assert_int_equal(lines_judge_nodes(bad), 0);
    lines_judge_free(bad);
}

static void damage_is_warned_of(void **unused) {
    size_t size = lines_net_weights.size;
    uint8_t *bytes = malloc(size);
    struct rng rng = rng_new(4, 0);
    (void)unused;
    memcpy(bytes, lines_net_weights.bytes, size);
    for (int i = 0; i < often(40, 2000); i++) {
        size_t at = i < 32 ? (size_t)i : rng_below(&rng, (uint32_t)size);
        uint8_t flip = (uint8_t)(1 << rng_below(&rng, 8));
        bytes[at] ^= flip;
        require_warning(bytes, size, "");
        bytes[at] ^= flip;
    }
    for (int i = 0; i < often(10, 200); i++) {
        size_t cut = i < 3   ? (size_t)i
                     : i < 6 ? size - (size_t)i + 2
                             : rng_below(&rng, (uint32_t)size);
        uint8_t *less = malloc(cut ? cut : 1); /* so that a read past it is noticed */
        memcpy(less, bytes, cut);
        require_warning(less, cut, "cut short");
        free(less);
    }
    free(bytes);
}

static void free_takes_nothing(void **unused) {
    (void)unused;
    lines_judge_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_the_choices),     cmocka_unit_test(most_moves_have_room),
        cmocka_unit_test(the_best_come_first),       cmocka_unit_test(logs_add_up),
        cmocka_unit_test(ways_are_turned_boards),    cmocka_unit_test(worths_make_sense),
        cmocka_unit_test(survival_falls_with_death), cmocka_unit_test(only_usual_boards_are_known),
        cmocka_unit_test(damage_is_warned_of),       cmocka_unit_test(colours_are_alike),
        cmocka_unit_test(free_takes_nothing),        cmocka_unit_test(announced_balls_arrive_first),
    };
    return cmocka_run_group_tests(tests, open_judge, free_judge);
}
