/* Boards as people write them: every form, every refusal with its line, and hostile bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/slide/board/parser.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 12 };

static struct slide_parser parser;

/* The boards of a text, each as "RxC: tiles", the length it is said to have as "=n", and errors as
 * "line n: message"; joined by " | ". */
static const char *read_all(const char *bytes, size_t length) {
    static char out[TEXT_BYTES];
    size_t used = 0;
    int found;
    char *copy = malloc(length ? length : 1); /* so that no byte past the end can be read */
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    assert_int_equal(slide_parser_init(&parser, copy, length), 0);
    for (out[0] = '\0'; (found = slide_parser_next(&parser)) != 0;) {
        if (used) used += (size_t)snprintf(out + used, TEXT_BYTES - used, " | ");
        if (found < 0) {
            used += (size_t)snprintf(out + used, TEXT_BYTES - used, "line %d: %s",
                                     parser.board_line, parser.message);
            continue;
        }
        used += (size_t)snprintf(out + used, TEXT_BYTES - used, "%dx%d:", parser.board.rows,
                                 parser.board.cols);
        for (int i = 0; i < parser.board.rows * parser.board.cols; i++)
            used += (size_t)snprintf(out + used, TEXT_BYTES - used, " %d", parser.board.tiles[i]);
        if (parser.expected_length >= 0)
            used += (size_t)snprintf(out + used, TEXT_BYTES - used, " =%d", parser.expected_length);
        if (parser.blank_first) used += (size_t)snprintf(out + used, TEXT_BYTES - used, " first");
        assert_int_equal(parser.board.tiles[parser.board.blank], 0);
    }
    slide_parser_release(&parser);
    free(copy);
    return out;
}

static void expect(const char *bytes, const char *boards) {
    const char *read = read_all(bytes, strlen(bytes));
    if (strcmp(read, boards) != 0)
        fail_msg("%s\nis read as\n%s\ninstead of\n%s", bytes, read, boards);
}

#define EIGHT "3x3: 8 6 7 2 5 4 3 0 1"
#define FIFTEEN "4x4: 15 14 1 6 9 11 4 12 0 10 7 3 13 8 5 2"
#define TILES "15 14 1 6 9 11 4 12 0 10 7 3 13 8 5 2"

static void test_rows_and_lines(void **state) {
    (void)state;
    expect("8 6 7\n2 5 4\n3 0 1\n", EIGHT);
    expect("8 6 7\n2 5 4\n3 0 1", EIGHT);
    expect("\n\n  8\t6  7 \r\n 2 5\t4\r\n3 0 1\r\n\r\n", EIGHT);
    expect("\xEF\xBB\xBF"
           "8 6 7\n2 5 4\n3 0 1\n",
           EIGHT);
    expect("8,6,7\n2,5,4\n3,0,1\n", EIGHT);
    expect("8 6 7 2 5 4 3 0 1\n", EIGHT);
    expect("8\n6\n7\n2\n5\n4\n3\n0\n1\n", EIGHT);
    expect("8 6 7 / 2 5 4 / 3 0 1", EIGHT);
    expect("8 6 7; 2 5 4; 3 0 1;", EIGHT);
    expect("1 2 3 / 4 5 0", "2x3: 1 2 3 4 5 0");
    expect("1 2\n3 4\n5 0\n", "3x2: 1 2 3 4 5 0");
    expect(TILES "\n", FIFTEEN);
    expect("# an easy one\n8 6 7 # first\n2 5 4\n3 0 1\n# the end\n", EIGHT);
}

static void test_sizes_above_and_before(void **state) {
    (void)state;
    expect("3\n8 6 7\n2 5 4\n3 0 1\n", EIGHT);
    expect("3 3\n8 6 7\n2 5 4\n3 0 1\n", EIGHT);
    expect("3x3\n8 6 7\n2 5 4\n3 0 1\n", EIGHT);
    expect("3 x 3\r\n8 6 7\r\n2 5 4\r\n3 0 1\r\n", EIGHT);
    expect("2 3\n1 2 3\n4 5 0\n", "2x3: 1 2 3 4 5 0");
    expect("2 2\n1 2\n3 0\n", "2x2: 1 2 3 0");
    expect("3x3:8,6,7,2,5,4,3,0,1\n", EIGHT);
    expect("3x2:1,2,3,4,5,0\n", "2x3: 1 2 3 4 5 0");
    expect("2x3:1,2,3,4,5,0\n3x2:1,2,3,4,5,0\n", "3x2: 1 2 3 4 5 0 | 2x3: 1 2 3 4 5 0");
    expect("2\n8 6 7 2 5 4 3 0 1\n1 2 3 4 5 6 7 0 8\n", EIGHT " | 3x3: 1 2 3 4 5 6 7 0 8");
}

static void test_blanks(void **state) {
    static const char *const blanks[] = {
        "0",        "_",           "-", ".", "*", "x", "X", "None", "null", "blank", "\xE2\x96\xA1",
        "\xC2\xB7", "\xE2\x96\xA0"};
    (void)state;
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        char bytes[TEXT_BYTES];
        snprintf(bytes, sizeof bytes, "8 6 7\n2 5 4\n3 %s 1\n", blanks[i]);
        expect(bytes, EIGHT);
        snprintf(bytes, sizeof bytes, "8 6 7 2 5 4 3 1 %s", blanks[i]);
        expect(bytes, "3x3: 8 6 7 2 5 4 3 1 0");
        snprintf(bytes, sizeof bytes, "[[8,6,7],[2,5,4],[3,%s,1]]", blanks[i]);
        expect(bytes, EIGHT);
    }
}

static void test_symbols(void **state) {
    (void)state;
    expect("867254301", EIGHT);
    expect("8672543_1", EIGHT);
    expect("8672543x1", EIGHT);
    expect("867\n254\n3.1\n", EIGHT);
    expect("867/254/301", EIGHT);
    expect("867 254 3-1", EIGHT);
    expect("FE169B4C0A73D852", FIFTEEN);
    expect("fe169b4c0a73d852\nFE169B4C0A73D852\n", FIFTEEN " | " FIFTEEN);
    expect("123456780\n867254301\n123456708\n",
           "3x3: 1 2 3 4 5 6 7 8 0 | " EIGHT " | 3x3: 1 2 3 4 5 6 7 0 8");
    expect("123/450", "2x3: 1 2 3 4 5 0");
    expect("123456789abcdefghijklmno0", "5x5: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 "
                                        "21 22 23 24 0");
}

static void test_lists(void **state) {
    (void)state;
    expect("[[8, 6, 7], [2, 5, 4], [3, 0, 1]]", EIGHT);
    expect("[[8, 6, 7],\n [2, 5, 4],\n [3, 0, 1]]\n", EIGHT);
    expect("((8, 6, 7), (2, 5, 4), (3, None, 1))", EIGHT);
    expect("{{8, 6, 7}, {2, 5, 4}, {3, 0, 1}};", EIGHT);
    expect("[8, 6, 7, 2, 5, 4, 3, 0, 1]", EIGHT);
    expect("[['8','6','7'],['2','5','4'],['3','_','1']]", EIGHT);
    expect("[[1, 2, 3], [4, 5, 0]]\n[[1, 2], [3, 0]]\n", "2x3: 1 2 3 4 5 0 | 2x2: 1 2 3 0");
}

static void test_drawings(void **state) {
    (void)state;
    expect("+---+---+---+\n| 8 | 6 | 7 |\n+---+---+---+\n| 2 | 5 | 4 |\n+---+---+---+\n"
           "| 3 |   | 1 |\n+---+---+---+\n",
           EIGHT);
    expect("| 8 | 6 | 7 |\n|---|:-:|---|\n| 2 | 5 | 4 |\n| 3 | _ | 1 |\n", EIGHT);
    expect(
        "+----+----+\n|    |    |\n|  1 |  2 |\n|    |    |\n+----+----+\n|  3 |    |\n+----+----+",
        "2x2: 1 2 3 0");
    expect("\xE2\x94\x8C\xE2\x94\x80\xE2\x94\xAC\xE2\x94\x80\xE2\x94\x90\n"
           "\xE2\x94\x82 1\xE2\x94\x82 2\xE2\x94\x82\n\xE2\x94\x82  \xE2\x94\x82 3\xE2\x94\x82\n",
           "2x2: 1 2 0 3");
    expect("8||6||7\n2||5||4\n3|| ||1\n", EIGHT);
    expect("1\n2\n3\n-\n", "2x2: 1 2 3 0");
    expect("8|6|7\n-----\n2|5|4\n-----\n3|-|1\n", EIGHT);
}

static void test_listings(void **state) {
    (void)state;
    expect("1 " TILES " 57\n", FIFTEEN " =57");
    expect("1: " TILES " 57\n", FIFTEEN " =57");
    expect("79 " TILES "\n", FIFTEEN);
    expect(TILES " 57\n", FIFTEEN " =57");
    expect("1 " TILES " 57\n2 " TILES " 55\n", FIFTEEN " =57 | " FIFTEEN " =55");
    expect("1 " TILES " 57\n2 8 6 7 2 5 4 3 0 1 31\n", FIFTEEN " =57 | " EIGHT " =31");
}

#define STATE "{\"rows\":3,\"cols\":3,\"tiles\":[8,6,7,2,5,4,3,0,1]}"

static void test_states(void **state) {
    (void)state;
    expect(STATE "\n", EIGHT);
    expect(STATE "\n" STATE, EIGHT " | " EIGHT);
    expect("{\n \"rows\": 3,\n \"cols\": 3,\n \"tiles\": [8,6,7,\n2,5,4,\n3,0,1],\n"
           "\"goal\": \"blank_first\"\n}\n\n" STATE,
           EIGHT " first | " EIGHT);
    expect("[\n" STATE ",\n" STATE "\n]\n", EIGHT " | " EIGHT);
    expect("[" STATE "," STATE "]\n1 2\n3 0\n", EIGHT " | " EIGHT " | 2x2: 1 2 3 0");
    expect("{\"id\":1,\"ok\":true,\"state\":" STATE ",\"rng\":\"}{\\\"\"}\n", EIGHT);
    expect("1 2\n3 0\n" STATE "\n0 1\n2 3\n", "2x2: 1 2 3 0 | " EIGHT " | 2x2: 0 1 2 3");
}

static void test_several(void **state) {
    (void)state;
    expect("8 6 7\n2 5 4\n3 0 1\n\n1 2\n3 0\n\n\n0 1 2 / 3 4 5\n",
           EIGHT " | 2x2: 1 2 3 0 | 2x3: 0 1 2 3 4 5");
    expect("8 6 7\n2 5 4\n3 0 1\n# two\n1 2\n3 0\n", EIGHT " | 2x2: 1 2 3 0");
    expect("867254301\n\n[[1,2],[3,0]]\n" TILES "\n\n2x3:1,2,3,4,5,0\n",
           EIGHT " | 2x2: 1 2 3 0 | " FIFTEEN " | 3x2: 1 2 3 4 5 0");
    expect("1 2 3 0\n8 6 7 2 5 4 3 0 1\n", "2x2: 1 2 3 0 | " EIGHT);
}

#define NUMBERS "a board must be numbers and one blank, written as 0 or _"

static void test_refusals(void **state) {
    (void)state;
    expect("", "");
    expect("\n \t\n# nothing\n", "");
    expect("8 6 7\n2 5 4\n3 0 0\n", "line 1: a board must have one blank, not 2");
    expect("\n\n8 6 7\n2 5 4\n3 9 1\n", "line 3: a board must have a blank, written as 0 or _");
    expect("1 2 3 4 5 6 7 8 9", "line 1: a board must have a blank, written as 0 or _");
    expect("8 6 7\n2 5 4\n8 0 1\n", "line 1: tile 8 must be there only once");
    expect("8 6 7\n2 9 4\n3 0 1\n", "line 1: tile 9 must be less than the number of cells");
    expect("8 6 7\n2 99999999999999999999 4\n3 0 1\n",
           "line 1: tile 99999 must be less than the number of cells");
    expect("8 6 7\n2 5 4\n3 0\n", "line 1: row 3 must be as long as the first");
    expect("[[8,6,7],[2,5],[3,0,1]]", "line 1: row 2 must be as long as the first");
    expect("8 6 7\n2 five 4\n3 0 1\n", "line 2: " NUMBERS);
    expect("8 6 7\n2 5 4\n3 0 1.5\n", "line 3: " NUMBERS);
    expect("8 6 7\n2 5 -4\n3 0 1\n", "line 2: " NUMBERS);
    expect("hello", "line 1: " NUMBERS);
    expect("]]]\n", "line 1: " NUMBERS);
    expect("1 2 0", "line 1: 3 numbers make no square: each row must be on a line of its own");
    expect("0", "line 1: a board must have at least 2 rows and 2 columns");
    expect("3x3:1,2,3,0\n", "line 1: a board of this size must have 9 numbers");
    expect("1x4:1,2,3,0\n", "line 1: a board must have at least 2 rows and 2 columns");
    expect("4x4#123456789\n", "line 1: " NUMBERS);
    expect("8 6 7 2 5 4 3 0 1\n8 6 7 2 5 4 3 0 0\n1 2 3 4 5 6 7 8 0\n",
           EIGHT " | line 2: a board must have one blank, not 2 | 3x3: 1 2 3 4 5 6 7 8 0");
    expect("1 8 6 7 2 5 4 3 0 1 31\n2 8 6 7 2 5 4 3 0 0 31\n",
           EIGHT " =31 | line 2: 11 numbers make no square: each row must be on a line of its own");
    expect("8 6 7 2 5 4 3 1 1\n8 6 7 2 5 4 3 0 0\n",
           "line 1: a board must have a blank, written as 0 or _ | line 2: a board must have one "
           "blank, not 2");
    expect("8 6 7\n2 5 5\n3 0 1\n\n1 2\n3 0\n",
           "line 1: tile 5 must be there only once | 2x2: 1 2 3 0");
    expect("3\n8 6 7\n2 5 5\n3 0 1\n", "line 2: tile 5 must be there only once");
    expect("{\"rows\":3,\"cols\":3,\n\"tiles\":[8,6",
           "line 1: a state must end with a closing brace");
    expect("1 2\n3 0\n\n{\"rows\":1,\"cols\":3,\"tiles\":[0,1,2]}\n" STATE,
           "2x2: 1 2 3 0 | line 4: rows must be a number from 2 to 255 | " EIGHT);
    expect("{\"rows\":2,\"cols\":2,\"tiles\":[1,1,2,0]}", "line 1: tile 1 must be there only once");
    expect("{\"rows\":2,\"cols\":2,\"tiles\":[1,2,0]}",
           "line 1: tiles must be an array with a number for each cell");
    expect("{\"rows\":2,\"cols\":2,\"tiles\":[1,2,0,-3]}",
           "line 1: a tile must be a number from 0 to one less than the cells");
    expect("{\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0],\"goal\":\"top\"}",
           "line 1: goal must be \"blank_last\" or \"blank_first\"");
    assert_string_equal(read_all("1 2\0003 0", 7), "line 1: " NUMBERS);
}

/* A board of numbers in some order, of which no row is a board. */
static char *make_large(int rows, int cols, size_t *length) {
    char *bytes = malloc((size_t)(rows * cols) * 6 + 1), *at = bytes;
    assert_non_null(bytes);
    for (int i = 0; i < rows * cols; i++)
        at += sprintf(at, "%d%c", i * 7 % (rows * cols), i % cols == cols - 1 ? '\n' : ' ');
    *length = (size_t)(at - bytes);
    return bytes;
}

static void test_large(void **state) {
    (void)state;
    static const struct {
        int rows, cols, found;
    } sizes[] = {{255, 255, 1}, {256, 256, -1}, {255, 256, -1}, {2, 256, -1}, {256, 2, -1},
                 {2, 255, 1},   {255, 2, 1},    {1, 256, 1},    {1, 255, -1}, {300, 1, -1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t length;
        char *bytes = make_large(sizes[i].rows, sizes[i].cols, &length);
        assert_int_equal(slide_parser_init(&parser, bytes, length), 0);
        assert_int_equal(slide_parser_next(&parser), sizes[i].found);
        assert_int_equal(slide_parser_next(&parser), 0);
        slide_parser_release(&parser);
        free(bytes);
    }
}

/* Each form of a random board reads back equal. */
static void test_forms_read_back(void **state) {
    (void)state;
    static const struct {
        const char *begin, *cell, *row, *end;
    } forms[] = {
        {"", "%d ", "\n", ""},      {"", "%d ", "/ ", "\n"},
        {"[[", "%d,", "],[", "]]"}, {"# a board\r\n", "%d\t", "\r\n", ""},
        {"|", "%3d |", "\n|", ""},  {"(", "'%d',", ";", ")"},
    };
    struct rng rng = rng_new(7, 0);
    for (int round = 0; round < 300; round++) {
        int rows = 2 + (int)rng_below(&rng, 8), cols = 2 + (int)rng_below(&rng, 8);
        int cells = rows * cols, tiles[81];
        for (int i = 0; i < cells; i++) {
            int k = (int)rng_below(&rng, (uint32_t)i + 1);
            tiles[i] = tiles[k];
            tiles[k] = i;
        }
        for (size_t form = 0; form < sizeof forms / sizeof *forms; form++) {
            char bytes[TEXT_BYTES], boards[TEXT_BYTES];
            int used = sprintf(bytes, "%s", forms[form].begin);
            int told = sprintf(boards, "%dx%d:", rows, cols);
            for (int i = 0; i < cells; i++) {
                used += sprintf(bytes + used, forms[form].cell, tiles[i]);
                if (i % cols == cols - 1 && i < cells - 1)
                    used += sprintf(bytes + used, "%s", forms[form].row);
                told += sprintf(boards + told, " %d", tiles[i]);
            }
            sprintf(bytes + used, "%s", forms[form].end);
            expect(bytes, boards);
        }
    }
}

/* Whatever the bytes: every board that comes out is one, everything else has a reason, and it
 * comes to an end. */
static void survive(const char *bytes, size_t length) {
    char *copy = malloc(length ? length : 1);
    int found, turns = 0, line = 0;
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    assert_int_equal(slide_parser_init(&parser, copy, length), 0);
    while ((found = slide_parser_next(&parser)) != 0) {
        const struct slide_board *board = &parser.board;
        assert_true(++turns <= (int)length);
        assert_true(parser.board_line >= line);
        line = parser.board_line;
        if (found < 0) {
            assert_true(strlen(parser.message) > 10 &&
                        strlen(parser.message) < sizeof parser.message - 1);
            continue;
        }
        assert_true(board->rows >= 2 && board->cols >= 2);
        static bool seen[SLIDE_PARSER_CELLS_MAX];
        memset(seen, 0, (size_t)(board->rows * board->cols));
        for (int i = 0; i < board->rows * board->cols; i++) {
            assert_true(board->tiles[i] < board->rows * board->cols && !seen[board->tiles[i]]);
            seen[board->tiles[i]] = true;
        }
        assert_int_equal(board->tiles[board->blank], 0);
    }
    slide_parser_release(&parser);
    free(copy);
}

static void test_hostile_bytes(void **state) {
    (void)state;
    static const char *const seeds[] = {
        "8 6 7\n2 5 4\n3 0 1\n\n1 2\n3 0\n",
        "3\n8 6 7\n2 5 4\n3 _ 1\n",
        "FE169B4C0A73D852\n867254301\n",
        "1 " TILES " 57\n2 " TILES " 55\n",
        "[[8, 6, 7], [2, 5, 4], [3, 0, 1]]\n# more\n4x2:1,2,3,4,5,6,7,0\n",
        "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+\n",
        "[" STATE ",\n" STATE "]\n1 2/3 0\r\n{\"state\":" STATE "}",
    };
    static const char bytes[] =
        "0123456789 \n\r\t,;:/|[](){}\"'\\_-.*xX#+=eE\xE2\x96\xA1\xC2\xB7\0";
    struct rng rng = rng_new(8, 0);
    for (int round = 0; round < 60000; round++) {
        const char *seed = seeds[round % (int)(sizeof seeds / sizeof *seeds)];
        char copy[512];
        size_t length = strlen(seed);
        memcpy(copy, seed, length);
        for (uint32_t changes = 1 + rng_below(&rng, 4); changes; changes--) {
            size_t at = rng_below(&rng, (uint32_t)length), kind = rng_below(&rng, 4);
            char byte = rng_below(&rng, 8) ? bytes[rng_below(&rng, sizeof bytes)]
                                           : (char)rng_below(&rng, 256);
            if (kind == 0 && length > 1)
                memmove(copy + at, copy + at + 1, --length - at);
            else if (kind == 1 && length < sizeof copy)
                memmove(copy + at + 1, copy + at, length++ - at), copy[at] = byte;
            else if (kind == 2 && round % 16 == 0)
                length = at + 1;
            else
                copy[at] = byte;
        }
        survive(copy, length);
    }
}

/* Work that grows with the square of a line's length would take minutes here. */
static void test_many_states_on_a_line(void **state) {
    static const char one[] = "{\"rows\":2,\"cols\":2,\"tiles\":[1,2,3,0]} ";
    enum { STATES = 300000 };
    size_t length = strlen(one) * STATES;
    char *text = malloc(length);
    int count = 0;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < STATES; i++) memcpy(text + strlen(one) * (size_t)i, one, strlen(one));
    assert_int_equal(slide_parser_init(&parser, text, length), 0);
    while (slide_parser_next(&parser) > 0) count++;
    assert_int_equal(count, STATES);
    assert_int_equal(parser.line, 1);
    slide_parser_release(&parser);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_and_lines), cmocka_unit_test(test_sizes_above_and_before),
        cmocka_unit_test(test_blanks),         cmocka_unit_test(test_symbols),
        cmocka_unit_test(test_lists),          cmocka_unit_test(test_drawings),
        cmocka_unit_test(test_listings),       cmocka_unit_test(test_states),
        cmocka_unit_test(test_several),        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_large),          cmocka_unit_test(test_forms_read_back),
        cmocka_unit_test(test_hostile_bytes),  cmocka_unit_test(test_many_states_on_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
