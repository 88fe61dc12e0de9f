/* The config file: every setting and its edges, keys, and what is said of mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "show/input.h"
#include "term/config.h"
#include <stdlib.h>
#include <string.h>

static struct config config;
static struct config_game_key game_keys[CONFIG_GAME_KEYS_MAX];
static char said[1024];

static bool read_text(const char *text) {
    struct text wrong = text_over(said, sizeof said);
    config_standard(&config);
    config.game_keys = game_keys;
    return config_read(&config, text, &wrong);
}

static void require_fine(const char *text) {
    if (!read_text(text)) fail_msg("%s: %s", text, said);
    assert_string_equal(said, "");
}

static void require_wrong(const char *text, const char *expected) {
    assert_false(read_text(text));
    assert_string_equal(said, expected);
}

static void test_settings(void **unused) {
    (void)unused;
    require_fine("");
    assert_true(config.colours == -1 && config.plain == -1 && !config.theme_set);
    assert_true(config.mouse && config.hard_drop && !config.bell && !config.vi && !config.friendly);
    assert_true(config.tick_ms == 400 && config.hint_ms == 1000);
    require_fine(
        "theme = light\npalette=friendly\n  colours\t=\t256  \nglyphs = ASCII\r\nbell = on\n"
        "mouse = off\nkeys = vi\ntick = 20\nspeedup = yes\nhard_drop = no\nhint_ms = 60000");
    assert_true(config.theme == THEME_LIGHT && config.theme_set && config.friendly);
    assert_true(config.colours == WIRE_256 && config.plain == 1 && config.bell && !config.mouse);
    assert_true(config.vi && config.tick_ms == 20 && config.speeds_up && !config.hard_drop);
    assert_int_equal(config.hint_ms, 60000);
    require_fine("theme = light\ntheme = auto\ncolours = none\nglyphs = unicode\n");
    assert_true(!config.theme_set && config.colours == WIRE_NONE && config.plain == 0);
    require_fine("\xEF\xBB\xBF# a mark, comments and empty lines\n\n   \n\t# more\nTHEME = Dark\n");
    assert_true(config.theme_set && config.theme == THEME_DARK);
}

static void test_mistakes(void **unused) {
    (void)unused;
    require_wrong("\n\ntheme = blue\n", "line 3: theme must be auto, dark or light, not 'blue'");
    require_wrong("bell = perhaps", "line 1: bell must be yes or no, not 'perhaps'");
    require_wrong("colours = 8", "line 1: colours must be auto, none, 16, 256 or true, not '8'");
    require_wrong("tick = 19", "line 1: tick must be a whole number from 20 to 10000, not '19'");
    require_wrong("tick = 10001",
                  "line 1: tick must be a whole number from 20 to 10000, not '10001'");
    require_wrong("tick = 4294967316",
                  "line 1: tick must be a whole number from 20 to 10000, not '4294967316'");
    require_wrong("tick = 1e3", "line 1: tick must be a whole number from 20 to 10000, not '1e3'");
    require_wrong("tick =", "line 1: tick must be a whole number from 20 to 10000, not ''");
    require_wrong("tick", "line 1: a line must be 'name = value'");
    require_wrong("= 3", "line 1: a line must be 'name = value'");
    require_wrong("colour = 16",
                  "line 1: there is no setting 'colour'; 'tilewright config' lists them");
    require_wrong("theme = \x1b[31m",
                  "line 1: theme must be auto, dark or light, not '\\u001b[31m'");
    require_wrong("theme = \xff", "line 1: theme must be auto, dark or light, not '\\xff'");
    /* The others count; the first is told. */
    require_wrong("bell = on\ntick = x\nkeys = vi\nkeys = emacs",
                  "line 2: tick must be a whole number from 20 to 10000, not 'x'");
    assert_true(config.bell && config.vi && config.tick_ms == 400);
}

static void test_long_lines(void **unused) {
    (void)unused;
    char line[4096];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    require_wrong(line, "line 1: a line must have at most 255 bytes");
    memcpy(line, "theme = ", 8);
    line[255] = '\n';
    memcpy(line + 256, "bell = on", 10);
    require_wrong(line, "line 1: theme must be auto, dark or light, not "
                        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'");
    assert_true(config.bell);
    memset(line, ' ', 255);
    memcpy(line, "# ", 2);
    require_fine(line);
    memset(line, 'h', 255);
    memcpy(line, "key.hint = ", 11);
    assert_false(read_text(line));
}

/* However small the place for it, what is said is whole characters, and ended. */
static void test_small_places(void **unused) {
    (void)unused;
    for (size_t capacity = 1; capacity < 200; capacity++) {
        char *exact = malloc(capacity);
        struct text wrong = text_over(exact, capacity);
        config_standard(&config);
        config.game_keys = game_keys;
        assert_false(config_read(&config, "key.slide.a = \xc3\xa9\xc3\xa9\xc3\xa9", &wrong));
        assert_true(strlen(exact) < capacity);
        if (capacity > 20) assert_int_equal(strncmp(exact, "line 1: a key", 13), 0);
        free(exact);
    }
}

static void require_keys(int command, uint32_t first, uint32_t second, uint32_t third) {
    const uint32_t *keys = config.keys[command];
    assert_int_equal(keys[0], first);
    if (first) assert_int_equal(keys[1], second);
    if (first && second) assert_int_equal(keys[2], third);
}

static void test_keys(void **unused) {
    (void)unused;
    require_fine("");
    require_keys(CONFIG_HINT, 'h', 'H', INPUT_F1 + 1);
    require_keys(CONFIG_UNDO, 'u', INPUT_BACKSPACE, 0);
    require_keys(CONFIG_REDO, 'U', INPUT_CTRL('Y'), 0);
    require_keys(CONFIG_RESTART, INPUT_CTRL('R'), 0, 0);
    require_keys(CONFIG_NEW, 'n', 'N', 0);
    require_keys(CONFIG_PAUSE, 'p', 'P', 0);
    require_keys(CONFIG_SAVE, INPUT_CTRL('S'), 'w', 0);
    require_keys(CONFIG_REVIEW, 'v', 'V', 0);
    require_keys(CONFIG_MOVES, 'm', 'M', 0);
    require_keys(CONFIG_HISTORY, 'l', 'L', INPUT_F1 + 2);
    require_keys(CONFIG_HELP, '?', INPUT_F1, 0);
    require_keys(CONFIG_LEAVE, 'q', 'Q', 0);
    require_fine("key.hint = x  ctrl-x\tF5\nkey.undo = =\nkey.redo = \u00e9\nkey.save = none\n");
    require_keys(CONFIG_HINT, 'x', INPUT_CTRL('X'), INPUT_F1 + 4);
    require_keys(CONFIG_UNDO, '=', 0, 0);
    require_keys(CONFIG_REDO, 0xE9, 0, 0);
    require_keys(CONFIG_SAVE, 0, 0, 0);
    require_fine("key.hint = u a"); /* a key has one meaning, the last */
    require_keys(CONFIG_HINT, 'u', 'a', 0);
    require_keys(CONFIG_UNDO, INPUT_BACKSPACE, 0, 0);
    require_fine("key.hint = u\nkey.undo = u\n");
    require_keys(CONFIG_HINT, 0, 0, 0);
    require_keys(CONFIG_UNDO, 'u', 0, 0);
    require_fine("key.hint = a a b"); /* said twice */
}

static void test_wrong_keys(void **unused) {
    (void)unused;
    require_wrong("key.hint = x nothing", "line 1: there is no key 'nothing'");
    require_keys(CONFIG_HINT, 'h', 'H', INPUT_F1 + 1);
    require_wrong("key.hint = a b c d e", "line 1: a command must have at most 4 keys");
    require_wrong("key.hint =", "line 1: a command must have a key, or 'none'");
    require_wrong("key.hint = Enter", "line 1: Enter must keep its meaning");
    require_wrong("key.hint = up", "line 1: up must keep its meaning");
    require_wrong(
        "key.jump = j",
        "line 1: there is no command 'jump'; key.COMMAND must name one of hint, undo, redo, "
        "restart, new, pause, save, review, moves, history, help, leave");
}

static void require_game_key(int at, const char *game, uint32_t key, const char *meaning) {
    assert_string_equal(config.game_keys[at].game, game);
    assert_string_equal(config.game_keys[at].meaning, meaning);
    assert_int_equal(config.game_keys[at].key, key);
}

static void test_game_keys(void **unused) {
    (void)unused;
    require_fine(
        "key.falls.a = left\nkey.falls.= = Right\nkey.falls.. = turn\nkey.falls.a = right\n"
        "key.slide.Ctrl-A = the blank moves up");
    assert_int_equal(config.game_keys_count, 4);
    require_game_key(0, "falls", 'a', "right");
    require_game_key(1, "falls", '=', "right");
    require_game_key(2, "falls", '.', "turn");
    require_game_key(3, "slide", 1, "the blank moves up");
    require_wrong("key.chess.a = left", "line 1: there is no game 'chess'");
    require_wrong("key.falls.xx = left", "line 1: there is no key 'xx'");
    require_wrong("key.falls. = left", "line 1: there is no key ''");
    require_wrong("key.falls.a = lft",
                  "line 1: a key of falls must mean left; right; turn; down; turn back; "
                  "fall; pause; not 'lft'");
    for (int i = 0; games_list[i]; i++)
        for (const struct key *key = games_list[i]->keys; key && key->key; key++) {
            char line[128] = "key.";
            strcat(strcat(strcat(strcat(line, games_list[i]->name), ".x"), " = "), key->meaning);
            require_fine(line);
            require_game_key(0, games_list[i]->name, 'x', key->meaning);
        }
}

static void test_many_game_keys(void **unused) {
    (void)unused;
    char text[4096];
    struct text out = text_over(text, sizeof text);
    for (char key = '!'; key < '!' + 65; key++)
        if (key != '=') text_format(&out, "key.falls.%c = left\n", key);
    require_fine(text);
    assert_int_equal(config.game_keys_count, 64);
    text_string(&out, "key.falls.z = left\n");
    require_wrong(text, "line 65: there are too many keys of games");
}

/* The sample says what holds without a file. */
static void test_sample(void **unused) {
    (void)unused;
    char sample[8192];
    struct text out = text_over(sample, sizeof sample);
    struct config standard;
    config_write_sample(&out);
    assert_false(out.cut);
    require_fine(sample);
    config_standard(&standard);
    standard.game_keys = game_keys;
    assert_memory_equal(&standard, &config, sizeof config);
    for (char *line = strtok(sample, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 80);
}

static void require_path(const char *folder, const char *home, const char *expected) {
    char path[64];
    if (folder)
        setenv("XDG_CONFIG_HOME", folder, 1);
    else
        unsetenv("XDG_CONFIG_HOME");
    if (home)
        setenv("HOME", home, 1);
    else
        unsetenv("HOME");
    assert_int_equal(config_path(path, sizeof path), expected != NULL);
    if (expected) assert_string_equal(path, expected);
}

static void test_path(void **unused) {
    (void)unused;
    require_path("/c", "/home/a", "/c/tilewright/config");
    require_path(NULL, "/home/a", "/home/a/.config/tilewright/config");
    require_path("", "/home/a", "/home/a/.config/tilewright/config");
    require_path("relative", "/home/a", "/home/a/.config/tilewright/config");
    require_path(NULL, NULL, NULL);
    require_path(NULL, "", NULL);
    require_path("/far/too/long/for/the/place/that/there/is/for/a/path/of/this/kind", "/home/a",
                 NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings),   cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_long_lines), cmocka_unit_test(test_small_places),
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_wrong_keys),
        cmocka_unit_test(test_game_keys),  cmocka_unit_test(test_many_game_keys),
        cmocka_unit_test(test_sample),     cmocka_unit_test(test_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
