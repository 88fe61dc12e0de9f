/* Games on a screen: choosing by arrows, typing and mouse, hints, undo, the clock, and the record.
 */
#include "tests/support/onscreen.h"

#include "play/archive.h"
#include "play/game_file.h"
#include "term/playing.h"
#include "term/seats.h"
#include <unistd.h>

enum { ROWS = 24, COLS = 80 };

static char folder[64];

static int begin(void **unused) {
    strcpy(folder, "/tmp/tilewright-playing-XXXXXX");
    return mkdtemp(folder) ? onscreen_begin(unused) : -1;
}

/* Whatever a failed test left goes, too. */
static int end(void **unused) {
    struct archive_list list = {.count = 0};
    int status = onscreen_end(unused);
    if (!archive_list(folder, 0, &list))
        for (size_t i = 0; i < list.count; i++) archive_remove(folder, list.entries[i].name);
    archive_release(&list);
    return rmdir(folder) < 0 ? -1 : status;
}

/* Begins a game; all seats but the first have the agent, if one is named. */
static void play(const char *name, const char *const params[][2], const char *agent) {
    struct table_setup setup = {.game = games_find(name), .rng = rng_from_string("monday", 6)};
    game_standard(setup.game, setup.params);
    for (int i = 0; params && params[i][0]; i++)
        for (int k = 0; setup.game->params[k].name; k++)
            if (strcmp(setup.game->params[k].name, params[i][0]) == 0)
                setup.params[k] = atoi(params[i][1]);
    int seats = seats_count(setup.game, setup.params);
    char wrong[256];
    struct text text = text_over(wrong, sizeof wrong);
    for (int seat = 1; agent && seat < seats; seat++)
        assert_true(
            player_read(setup.game, agent, strlen(agent), &setup.seats[seat].player, &text));
    seats_name(&setup, seats);
    onscreen_open(ROWS, COLS);
    term->setup.archive = folder;
    playing_open(term, &setup);
    assert_int_equal(term->count, 1);
}

/* Reads the only game in the folder, and removes its file. */
static struct session take_record(void) {
    struct archive_list list = {.count = 0};
    struct game_file file;
    struct session session;
    char path[ARCHIVE_PATH_MAX];
    assert_null(archive_list(folder, 0, &list));
    assert_int_equal(list.count, 1);
    assert_true(archive_path(folder, list.entries[0].name, path));
    assert_true(game_file_open(&file, path) && game_file_find(&file, 0, rng_new(0, 0), &session));
    game_file_close(&file);
    archive_release(&list);
    unlink(path);
    return session;
}

static void require_empty(void) {
    struct archive_list list = {.count = 0};
    assert_null(archive_list(folder, 0, &list));
    assert_int_equal(list.count, 0);
    archive_release(&list);
}

static void test_typing(void **unused) {
    (void)unused;
    play("azul", NULL, "greedy");
    see("azul  Round 1, 20 tiles left   Your turn");
    see("You 0   greedy 0");
    type("4b");
    see("choose  Esc back"); /* Enter plays nothing before a line is named */
    type("\r5");
    see("to line 5");
    type("2"); /* instead of 5 */
    see("You take 2 Blue from factory");
    see("Enter play");
    see_not("greedy takes");
    type("\r");
    wait_for("greedy takes");
    see("Your turn");
    type("q");
    assert_true(term_is_done(term));
    struct session session = take_record();
    assert_int_equal(session_acts(&session), 2);
    session_release(&session);
}

static void test_undo(void **unused) {
    (void)unused;
    play("azul", NULL, "greedy");
    type("u");
    see("There is no move to undo.");
    type("4b2\r");
    wait_for("greedy takes");
    char before[sizeof shown];
    strcpy(before, look());
    type("u");
    see("20 tiles left");
    see("U redo");
    type("U");
    wait_for("greedy takes");
    assert_string_equal(look(), before);
    type("\022"); /* Ctrl-R */
    see("20 tiles left");
    type("U");
    wait_for("greedy takes");
    type("q");
    session_release(&(struct session[]){take_record()}[0]);
}

static void test_hint(void **unused) {
    (void)unused;
    config.hint_ms = 50;
    play("azul", NULL, "greedy");
    type("h");
    see("Thinking...");
    wait_for("chance of winning");
    see(">");
    type("\033");
    see_not("chance of winning");
    type("q");
    require_empty(); /* nothing was played */
}

static void test_refusals(void **unused) {
    (void)unused;
    play("lines", NULL, NULL);
    type("x");
    see("That key does nothing here");
    type("\033[<0;7;4M"); /* a click on an empty cell */
    see("Nothing can be picked there.");
    type("d2");
    see("Esc back");
    type("\033");
    type("q");
    require_empty();
}

static void test_moves_list(void **unused) {
    (void)unused;
    play("azul", NULL, "greedy");
    type("m");
    assert_string_equal(top(), "moves");
    see("1 Yellow from factory 1 to line 1");
    type("blue 4 2");
    see("azul  1 move");
    type("\r");
    assert_string_equal(top(), "playing");
    wait_for("greedy takes");
    type("q");
    session_release(&(struct session[]){take_record()}[0]);
}

static void test_history(void **unused) {
    (void)unused;
    play("azul", NULL, "greedy");
    type("L");
    see("Nothing was played yet.");
    type("q");
    type("4b2\r");
    wait_for("greedy takes");
    type("L"); /* l begins "line" */
    assert_string_equal(top(), "history");
    see("1. You take 2 Blue from factory 4 to line 2");
    see("2. greedy takes");
    type(ONSCREEN_UP);
    type("q");
    assert_string_equal(top(), "playing");
    type("q");
    session_release(&(struct session[]){take_record()}[0]);
}

/* The arrows play, and a number names a tile. */
static void test_slide(void **unused) {
    static const char *const params[][2] = {{"rows", "3"}, {"cols", "3"}, {NULL, NULL}};
    (void)unused;
    play("slide", params, NULL);
    see("0 moves");
    for (int i = 0; i < 4; i++) type(ONSCREEN_UP), type(ONSCREEN_LEFT);
    see_not("slide  0 moves");
    type("\177\177\177\177\177\177\177\177"); /* Backspace: u is the game's */
    see("slide  0 moves");
    type("q");
    struct session session = take_record();
    assert_int_equal(session_acts(&session), 0);
    session_release(&session);
}

/* A name that cannot be picked is refused with the reason, and Enter then plays nothing else. */
static void test_names(void **unused) {
    (void)unused;
    play("slide", NULL, NULL);
    type("1\r"); /* 12 and 14 can move */
    see("Not there: ");
    see("slide  0 moves");
    type("11");
    see("Not there: ");
    type("\r");
    see("slide  0 moves");
    type("99");
    see("Not there: ");
    type("0");
    see("Nothing called '0' can be picked now.");
    type("14\r");
    see("slide  3 moves");
    type("q");
    session_release(&(struct session[]){take_record()}[0]);
}

/* In lines all letters of columns are the board's, also where nothing can be picked. */
static void test_letters(void **unused) {
    (void)unused;
    play("lines", NULL, NULL);
    see("H hint");
    type("h");
    see_not("Thinking");
    type("H");
    see("Thinking");
    type("q");
    require_empty();
}

static void let_pass(double seconds) {
    for (int i = 0; i < 100 * seconds; i++) {
        now += 0.01;
        term_run(term, now);
    }
}

static void test_clock(void **unused) {
    static const char *const params[][2] = {{"viruses", "4"}, {NULL, NULL}};
    (void)unused;
    play("falls", params, NULL);
    char before[sizeof shown];
    strcpy(before, look());
    let_pass(1.3);
    see("0:01");
    assert_string_not_equal(look(), before);
    type("p");
    see("Paused");
    strcpy(before, look());
    let_pass(2);
    assert_string_equal(look(), before);
    type("?");
    assert_string_equal(top(), "help");
    type("q");
    type("p");
    see_not("Paused");
    type("f");
    let_pass(0.5);
    see("Y");
    type("u");
    see("Paused");
    type("q");
    session_release(&(struct session[]){take_record()}[0]);
}

static void test_hard_drop(void **unused) {
    (void)unused;
    config.hard_drop = false;
    play("falls", NULL, NULL);
    type("f");
    see("Hard drop is switched off");
    type("q");
    require_empty();
}

static void test_bots(void **unused) {
    static const char *const params[][2] = {{"players", "3"}, {"viruses", "6"}, {NULL, NULL}};
    (void)unused;
    play("falls", params, "master");
    see("Score");
    see("master 2");
    for (int i = 0; i < 600 && !strstr(look(), "Over"); i++) {
        let_pass(0.2);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    see("The end");
    type("q");
    struct session session = take_record();
    assert_true(game_over(session.game, session.state));
    session_release(&session);
}

/* Two persons look at the board of the one who is to move. */
static void test_persons(void **unused) {
    (void)unused;
    play("azul", NULL, NULL);
    see("Player 1 to move");
    type("4b2\r");
    see("Player 2 to move");
    see("Player 1 takes 2 Blue");
    type("\033");
    see("q leaves");
    type("n");
    see("Press the key again");
    type("n");
    see("Player 1 to move");
    see("20 tiles left");
    type("q");
    session_release(&(struct session[]){take_record()}[0]);
}

static void test_small(void **unused) {
    (void)unused;
    play("azul", NULL, "greedy");
    term_resize(term, 10, 30);
    see("too small");
    term_resize(term, 50, 160);
    see("Factories");
    term_resize(term, ROWS, COLS);
    see("Factories");
    type("q");
    require_empty();
}

static void test_keys(void **unused) {
    char wrong[256];
    struct text text = text_over(wrong, sizeof wrong);
    (void)unused;
    assert_true(config_read(&config, "keys = vi\nkey.hint = x\nkey.falls.a = left\n", &text));
    play("slide", NULL, NULL);
    see("x hint");
    for (int i = 0; i < 3; i++) type("h"), type("k");
    see_not("slide  0 moves");
    type("Q");
    session_release(&(struct session[]){take_record()}[0]);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_typing), TEST(test_undo),    TEST(test_hint),      TEST(test_refusals),
        TEST(test_slide),  TEST(test_clock),   TEST(test_hard_drop), TEST(test_moves_list),
        TEST(test_bots),   TEST(test_small),   TEST(test_persons),   TEST(test_keys),
        TEST(test_names),  TEST(test_history), TEST(test_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
