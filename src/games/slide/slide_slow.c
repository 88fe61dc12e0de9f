/* The large tables of slide, through struct game: made, kept by a host in memory, and used.
 * Solutions are replayed. Their lengths are those published, or those found without large tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/tool.h"
#include "games/slide/board/plain_test.h"
#include "slide.h"
#include "tests/support/shelf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIME = 1, BLANK_FIRST = 3 };

/* A host that keeps files and messages. */
struct desk {
    struct shelf shelf;
    char *printed;
    size_t length, size;
    int complaints;
    char complaint[200];
};

static void print(void *self, const char *bytes, size_t length) {
    struct desk *desk = self;
    if (desk->length + length + 1 > desk->size) {
        desk->size = 2 * (desk->length + length + 1);
        desk->printed = realloc(desk->printed, desk->size);
        assert_non_null(desk->printed);
    }
    memcpy(desk->printed + desk->length, bytes, length);
    desk->length += length;
    desk->printed[desk->length] = '\0';
}

static void complain(void *self, const char *message) {
    struct desk *desk = self;
    snprintf(desk->complaint, sizeof desk->complaint, "%s", message);
    desk->complaints++;
}

static void desk_init(struct desk *desk, int capacity) {
    *desk = (struct desk){.printed = NULL};
    shelf_init(&desk->shelf);
    desk->shelf.host.threads = 2;
    desk->shelf.capacity = capacity;
}

static void desk_release(struct desk *desk) {
    shelf_release(&desk->shelf);
    free(desk->printed);
}

static int use_tool(struct desk *desk, const char *name, struct tool_call call) {
    const struct game *game = &slide_game;
    int i = 0;
    while (game->tools[i] && strcmp(game->tools[i]->name, name) != 0) i++;
    assert_non_null(game->tools[i]);
    void *self = game->tools[i]->init(&desk->shelf.host);
    assert_non_null(self);
    call.print = print, call.complain = complain, call.self = desk;
    desk->length = 0;
    int status = game->tools[i]->run(self, &call);
    game->tools[i]->release(self);
    return status;
}

static int build(struct desk *desk, const char *size) {
    return use_tool(desk, "build-db", (struct tool_call){.operands = {size}, .count = 1});
}

static void solve(struct desk *desk, const char *boards, bool blank_first) {
    struct tool_call call = {
        .operands = {"-"}, .count = 1, .text = boards, .length = strlen(boards)};
    call.values[TIME] = "3600";
    if (blank_first) call.values[BLANK_FIRST] = "";
    assert_int_equal(use_tool(desk, "solve", call), TOOL_FINE);
    assert_int_equal(desk->complaints, 0);
}

/* Makes the moves of a printed line on the board of its number, which must then be solved. Returns
 * their number and goes past the line. */
static int replay(struct plain plain, int number, bool blank_first, char **line) {
    char *at;
    assert_int_equal(strtol(*line, &at, 10), number);
    assert_int_equal(*at++, ':');
    int said = (int)strtol(at, &at, 10), count = 0;
    if (blank_first) plain = plain_turned(&plain);
    assert_int_equal(strncmp(at, " optimal ", 9), 0);
    for (at += 9; *at != '\n'; at++, count++) {
        const char *move = strchr("UDLR", *at);
        assert_non_null(move);
        assert_true(plain_step(&plain, (int)(move - "UDLR") ^ (int)blank_first));
    }
    assert_true(plain_is_goal(&plain));
    assert_int_equal(count, said);
    *line = at + 1;
    return count;
}

/* Reads a square board. */
static struct plain read_plain(int side, char **at) {
    struct plain plain = {side, side, 0, {0}};
    for (int cell = 0; cell < side * side; cell++) {
        plain.tiles[cell] = (uint16_t)strtol(*at, at, 10);
        if (!plain.tiles[cell]) plain.blank = cell;
    }
    return plain;
}

static void test_korf(void **unused) {
    static char boards[1 << 14];
    struct desk desk;
    FILE *file = fopen("tests/data/korf100.txt", "r");
    (void)unused;
    assert_non_null(file);
    assert_true(fread(boards, 1, sizeof boards - 1, file) > 0);
    fclose(file);
    desk_init(&desk, SHELF_CAPACITY);
    assert_int_equal(build(&desk, "4x4"), TOOL_FINE);
    assert_true(desk.shelf.count > 0);
    solve(&desk, boards, true);
    char *line = desk.printed, *at = boards;
    while (*at == '#') at = strchr(at, '\n') + 1;
    for (int i = 1; i <= 100; i++) {
        assert_int_equal(strtol(at, &at, 10), i);
        struct plain plain = read_plain(4, &at);
        assert_int_equal(replay(plain, i, true, &line), strtol(at, &at, 10));
    }
    desk_release(&desk);
}

/* Boards a walk away from the goal, a line each. */
static void write_walks(char *at, int boards, int moves) {
    for (int i = 0; i < boards; i++) {
        struct plain plain = plain_walked(5, 5, moves, (uint64_t)i);
        for (int cell = 0; cell < 25; cell++)
            at += sprintf(at, "%d%c", plain.tiles[cell], cell < 24 ? ' ' : '\n');
    }
}

static void test_large_5x5(void **unused) {
    enum { BOARDS = 20, MOVES = 90 };
    static char boards[BOARDS * 100];
    struct desk desk, bare;
    int lengths[BOARDS];
    (void)unused;
    write_walks(boards, BOARDS, MOVES);
    desk_init(&desk, 1);
    desk_init(&bare, 0);
    solve(&bare, boards, false);
    for (int with = 0; with < 2; with++) {
        char *at = boards, *line = with ? desk.printed : bare.printed;
        for (int i = 0; i < BOARDS; i++) {
            int length = replay(read_plain(5, &at), i + 1, false, &line);
            assert_true(with ? length == lengths[i] : length <= MOVES && length % 2 == 0);
            lengths[i] = length;
        }
        if (with) break;
        assert_int_equal(build(&desk, "5x5"), TOOL_FAILED);
        assert_string_equal(desk.complaint, "5x5: the shelf is full");
        assert_int_equal(desk.shelf.count, 1);
        desk.shelf.capacity = SHELF_CAPACITY, desk.complaints = 0;
        assert_int_equal(build(&desk, "5x5"), TOOL_FINE);
        assert_true(desk.shelf.count > 1);
        solve(&desk, boards, false);
    }
    desk_release(&desk);
    desk_release(&bare);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_korf),
        cmocka_unit_test(test_large_5x5),
    };
    return cmocka_run_group_tests_name("slide slow", tests, NULL, NULL);
}
