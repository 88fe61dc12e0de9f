/* What terminals send, and what it means: events are written as words and compared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "show/input.h"
#include <string.h>

static void write_event(const struct input_event *event, struct text *out) {
    static const char *const kinds[] = {"key", "press", "release", "drag", "wheel", "size"};
    if (out->length) text_char(out, ' ');
    if (event->modifiers & INPUT_SHIFT) text_string(out, "S-");
    if (event->modifiers & INPUT_ALT) text_string(out, "A-");
    if (event->modifiers & INPUT_CONTROL) text_string(out, "C-");
    if (event->modifiers & INPUT_PASTED) text_string(out, "P-");
    if (event->kind == INPUT_KEY) {
        input_name(event->key, true, out);
        if (event->key > '~' && event->key < INPUT_KEYS && event->key != INPUT_BACKSPACE)
            text_hex(out, event->key, 1);
    } else {
        text_format(out, "%s:%d,%d", kinds[event->kind], event->row, event->col);
        if (event->kind != INPUT_SIZE) text_format(out, ",%d", event->button);
    }
}

/* Feeds bytes, and then lets time pass until nothing is undecided. */
static void feed(struct input *input, const char *bytes, size_t count, struct text *out) {
    struct input_event event;
    for (size_t i = 0; i < count; i++)
        if (input_take(input, (uint8_t)bytes[i], &event)) write_event(&event, out);
    while (input_waits(input))
        if (input_pause(input, &event)) write_event(&event, out);
}

static void require_events(const char *bytes, size_t count, const char *expected) {
    char buffer[1024];
    struct text out = text_over(buffer, sizeof buffer);
    struct input input = {.count = 0};
    feed(&input, bytes, count, &out);
    assert_string_equal(buffer, expected);
}

#define REQUIRE(bytes, expected) require_events(bytes, sizeof(bytes) - 1, expected)
#define E "\033"

static void test_characters(void **unused) {
    (void)unused;
    REQUIRE("aZ ~", "a Z Space ~");
    REQUIRE("\1\3\x1a\x1c", "Ctrl-A Ctrl-C Ctrl-Z Ctrl-\\");
    REQUIRE("\t\b\x7f", "Tab Backspace Backspace");
    REQUIRE("\xc3\xa9\xe2\x86\x92\xf0\x9f\x98\x80", "ee9 >2192 ?1f600");
    REQUIRE("\0", "");
}

static void test_invalid_characters(void **unused) {
    (void)unused;
    REQUIRE("\x80\xbfx", "x");
    REQUIRE("\xc0\x80x", "x"); /* a NUL in disguise */
    REQUIRE("\xc1\xbfx\xf5\x80\xffx", "x x");
    REQUIRE("\xe0\x80\xafx", "x");
    REQUIRE("\xed\xa0\x80x", "x"); /* a surrogate */
    REQUIRE("\xf4\x90\x80\x80x", "x");
    REQUIRE("\xc2\x9bx", "x"); /* control characters of the second kind */
    REQUIRE("\xe2\x86x", "x");
    REQUIRE("\xe2\x86\xe2\x86\x92", ">2192");
    REQUIRE("\xe2\x86" E "[A", "Up");
}

static void test_line_ends(void **unused) {
    (void)unused;
    REQUIRE("\r", "Enter");
    REQUIRE("\n", "Enter");
    REQUIRE("\r\n", "Enter");
    REQUIRE("\r\0", "Enter");
    REQUIRE("\r\r\n\n", "Enter Enter Enter");
    REQUIRE("\rx\n", "Enter x Enter");
    REQUIRE("\r" E "[A\n", "Enter Up Enter");
    REQUIRE(E "\r\n", "A-Enter");
}

static void test_keys(void **unused) {
    (void)unused;
    REQUIRE(E "[A" E "[B" E "[C" E "[D" E "[H" E "[F", "Up Down Right Left Home End");
    REQUIRE(E "OA" E "OB" E "OC" E "OD" E "OH" E "OF", "Up Down Right Left Home End");
    REQUIRE(E "[1~" E "[2~" E "[3~" E "[4~" E "[5~" E "[6~",
            "Home Insert Delete End PageUp PageDown");
    REQUIRE(E "[7~" E "[8~", "Home End");
    REQUIRE(E "OP" E "OQ" E "OR" E "OS" E "[P" E "[R", "F1 F2 F3 F4 F1 F3");
    REQUIRE(E "[11~" E "[12~" E "[13~" E "[14~" E "[15~", "F1 F2 F3 F4 F5");
    REQUIRE(E "[17~" E "[18~" E "[19~" E "[20~" E "[21~" E "[23~" E "[24~",
            "F6 F7 F8 F9 F10 F11 F12");
    REQUIRE(E "[[A" E "[[B" E "[[C" E "[[D" E "[[E" E "[[F", "F1 F2 F3 F4 F5");
    REQUIRE(E "[Z" E "[E" E "[9~" E "[10~" E "[16~" E "[22~" E "[25~" E "[~", "Shift-Tab");
    REQUIRE(E "OM" E "Ok" E "Op" E "Oy" E "Oj" E "OX" E "OI" E "O ", "Enter + 0 9 * = Tab Space");
}

static void test_modifiers(void **unused) {
    (void)unused;
    REQUIRE(E "[1;2A" E "[1;3B" E "[1;5C" E "[1;8D" E "[1;9A",
            "S-Up A-Down C-Right S-A-C-Left A-Up");
    REQUIRE(E "[3;5~" E "[15;2~" E "[1;2P" E "[1;5R" E "O5P" E "O1;2Q",
            "C-Delete S-F5 S-F1 C-F3 C-F1 S-F2");
    REQUIRE(E "[a" E "[d" E "Oa" E "Od", "S-Up S-Left C-Up C-Left");
    REQUIRE(E "[3$" E "[3^" E "[3@", "S-Delete C-Delete S-C-Delete");
    REQUIRE(E E "[A" E E "OB" E E "[3~", "A-Up A-Down A-Delete");
    REQUIRE(E "[97;5u" E "[97;3u" E "[97;2u" E "[13;2u" E "[9;2u" E "[27u",
            "Ctrl-A A-a A S-Enter Shift-Tab Esc");
    REQUIRE(E "[27;5;97~" E "[128512u" E "[57358u" E "[55296u" E "[155u" E "[8;3u",
            "Ctrl-A ?1f600 A-Backspace");
    REQUIRE(E "[1;5:1A" E "[97:65;5u", "C-Up Ctrl-A");
}

static void test_alt(void **unused) {
    (void)unused;
    REQUIRE(E "a" E "\x7f" E "\3" E "\xc3\xa9", "A-a A-Backspace A-Ctrl-C A-ee9");
    REQUIRE(E, "Esc");
    REQUIRE(E E, "A-Esc");
    REQUIRE(E E E, "A-Esc Esc");
    REQUIRE(E "[", "A-[");
    REQUIRE(E "O", "A-O");
    REQUIRE(E "]", "A-]");
    REQUIRE(E "P" E "P", "A-P A-P");
    REQUIRE(E "[" E "[A", "A-[ Up");
    REQUIRE(E "\xff"
              "a",
            "a");
}

static void test_mouse(void **unused) {
    (void)unused;
    REQUIRE(E "[<0;1;1M" E "[<0;1;1m", "press:0,0,0 release:0,0,0");
    REQUIRE(E "[<1;80;24M" E "[<2;300;200m", "press:23,79,1 release:199,299,2");
    REQUIRE(E "[<32;5;6M" E "[<35;5;6M" E "[<64;5;6M" E "[<65;5;6M",
            "drag:5,4,0 wheel:5,4,-1 wheel:5,4,1");
    REQUIRE(E "[<66;5;6M" E "[<67;5;6M" E "[<64;5;6m" E "[<128;5;6M", "");
    REQUIRE(E "[<4;5;6M" E "[<8;5;6M" E "[<16;5;6M" E "[<84;5;6M",
            "S-press:5,4,0 A-press:5,4,0 C-press:5,4,0 S-C-wheel:5,4,-1");
    REQUIRE(E "[<0;0;1M" E "[<0;1;0M" E "[<0;1M" E "[<0;1;1;1M" E "[<0;99999;1M" E "[<3;1;1M", "");
    REQUIRE(E "[M !!" E "[M#!!" E "[M`!\"", "press:0,0,0 release:0,0,0 wheel:1,0,-1");
    REQUIRE(E "[M\x20\xff\xfe", "press:221,222,0");
    REQUIRE(E "[M \r", "Enter");
    REQUIRE(E "[M  !"
              "x",
            "x"); /* column 0 */
    REQUIRE(E "[32;5;6M" E "[35;5;6M", "press:5,4,0 release:5,4,0");
}

static void test_sizes(void **unused) {
    (void)unused;
    REQUIRE(E "[8;24;80t" E "[24;80R" E "[1;80R", "size:24,80 size:24,80 size:1,80");
    REQUIRE(E "[8;0;80t" E "[8;24t" E "[9;24;80t" E "[24;0R" E "[8;24;10000t", "");
}

static void test_ignored(void **unused) {
    (void)unused;
    REQUIRE(E "[I" E "[O" E "[?62;22c" E "[?2004;1$y" E "[>0;1;2c" E "[1;2;3;4;5A" E "[ A", "");
    REQUIRE(E "]11;rgb:0f0f/1414/1a1a" E "\\x" E "]0;title\ax", "x x");
    REQUIRE(E "P>|term 1.2" E "\\x" E "_app" E "\\x" E "^pm" E "\\x", "x x x");
    REQUIRE(E "]11;lost" E "[A", "Up");
    REQUIRE(E "]11;lost\r\n", "Enter");
    REQUIRE(E "[12\rx", "Enter x");
    REQUIRE(E "[12" E "[A", "Up");
    REQUIRE(E "[1;\xc3\xa9", "ee9");
    REQUIRE(E "O1\3", "Ctrl-C");
}

static void require_long(const char *begin, const char *end, const char *expected) {
    char bytes[1024] = "";
    strcat(bytes, begin);
    for (int i = 0; i < 300; i++) strcat(bytes, "1;");
    strcat(bytes, end);
    require_events(bytes, strlen(bytes), expected);
}

static void test_long_sequences(void **unused) {
    (void)unused;
    require_long(E "[", "Ax", "x");
    require_long(E E "[", "Ax", "x");
    require_long(E "[", E "[A", "Up");
    require_long(E "[", "\r", "Enter");
    require_long(E "O", "Px", "x");
    require_long(E "]11;", "\ax", "x");
    require_long(E "]11;", E "\\x", "x");
    require_long(E "]11;", E "[A", "Up");
    require_long(E "]11;", "\rx", "Enter x");
    require_long(E E "P", E "\\x", "x");
    REQUIRE(E "[99999999999A" E "[1;99999999999A" E "[4294967297~", "");
}

static void test_paste(void **unused) {
    (void)unused;
    REQUIRE(E "[200~aq\r\n\t\3\x7f" E "[201~q\r", "P-a P-q q Enter");
    REQUIRE(E "[200~" E "[A" E "x" E "OP\xc3\xa9" E "[<0;1;1M" E "[8;24;80t" E "[201~", "P-ee9");
    REQUIRE(E "[200~a" E "[200~b" E "[201~c", "P-a P-b c");
    REQUIRE(E "[201~c", "c");
    struct input input = {.count = 0};
    char buffer[64];
    struct text out = text_over(buffer, sizeof buffer);
    feed(&input, E "[200~a" E, 8, &out); /* the end was lost; Escape ends it */
    feed(&input, "b", 1, &out);
    assert_string_equal(buffer, "P-a b");
}

static void require_ground(const char *answer, int64_t ground) {
    struct input input = {.count = 0};
    char buffer[64];
    struct text out = text_over(buffer, sizeof buffer);
    feed(&input, answer, strlen(answer), &out);
    assert_string_equal(buffer, "");
    assert_int_equal(input.grounded, ground >= 0);
    if (ground >= 0) assert_int_equal(input.ground, ground);
}

static void test_ground(void **unused) {
    (void)unused;
    require_ground(E "]11;rgb:ffff/8080/0000" E "\\", 0xFF8000);
    require_ground(E "]11;rgb:FF/80/0a\a", 0xFF800A);
    require_ground(E "]11;rgba:f/8/0/ffff\a", 0xFF8800);
    require_ground(E "]11;rgb:fffff/0/0\a", -1);
    require_ground(E "]11;rgb:ff/ff\a", -1);
    require_ground(E "]11;rgb:ff//ff\a", -1);
    require_ground(E "]11;rgb\a", -1);
    require_ground(E "]11;?\a", -1);
    require_ground(E "]10;rgb:ff/ff/ff\a", -1);
    require_ground(E "P11;rgb:ff/ff/ff\a", -1);
}

/* Between its bytes a sequence may take its time, but for the first two. */
static void test_pauses(void **unused) {
    (void)unused;
    static const char bytes[] = E "[1;5A";
    struct input input = {.count = 0};
    struct input_event event;
    for (size_t i = 0; i + 2 < sizeof bytes; i++) {
        assert_false(input_take(&input, (uint8_t)bytes[i], &event));
        assert_int_equal(input_waits(&input), i < 2);
        if (i >= 2) assert_false(input_pause(&input, &event));
    }
    assert_true(input_take(&input, 'A', &event));
    assert_int_equal(event.key, INPUT_UP);
    assert_false(input_waits(&input));
    assert_false(input_pause(&input, &event));
}

static void require_name(uint32_t key, const char *name, const char *plain) {
    char buffer[64];
    struct text out = text_over(buffer, sizeof buffer);
    input_name(key, false, &out);
    assert_string_equal(buffer, name);
    assert_int_equal(input_read_name(name), key);
    text_clear(&out);
    input_name(key, true, &out);
    assert_string_equal(buffer, plain);
}

static void test_names(void **unused) {
    (void)unused;
    require_name('h', "h", "h");
    require_name('H', "H", "H");
    require_name('F', "F", "F");
    require_name(' ', "Space", "Space");
    require_name(INPUT_ENTER, "Enter", "Enter");
    require_name(INPUT_CTRL('R'), "Ctrl-R", "Ctrl-R");
    require_name(INPUT_LEFT, "\u2190", "Left");
    require_name(INPUT_F1, "F1", "F1");
    require_name(INPUT_F12, "F12", "F12");
    require_name(0xE9, "\u00e9", "e");
    require_name(INPUT_BACKTAB, "Shift-Tab", "Shift-Tab");
    for (uint32_t key = INPUT_KEYS; key <= INPUT_F12; key++) {
        char buffer[64];
        struct text out = text_over(buffer, sizeof buffer);
        input_name(key, true, &out);
        assert_int_equal(input_read_name(buffer), key);
    }
    static const struct {
        const char *name;
        uint32_t key;
    } others[] = {{"LEFT", INPUT_LEFT},
                  {"ctrl-r", 18},
                  {"CTRL-z", 26},
                  {"return", '\r'},
                  {"escape", 27},
                  {"ctrl-h", INPUT_BACKSPACE},
                  {"ctrl-j", INPUT_ENTER},
                  {"f10", INPUT_F1 + 9},
                  {"", 0},
                  {"f0", 0},
                  {"f13", 0},
                  {"f1x", 0},
                  {"f99999999999", 0},
                  {"ctrl-", 0},
                  {"ctrl-ab", 0},
                  {"ctrl-1", 0},
                  {"hh", 0},
                  {"\xff", 0},
                  {"\xc3", 0},
                  {"\x1b", 0},
                  {"\x7f", 0},
                  {"nonsense", 0}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(input_read_name(others[i].name), others[i].key);
}

static void test_game_keys(void **unused) {
    (void)unused;
    assert_int_equal(input_game_key(INPUT_UP), GAME_KEY_UP);
    assert_int_equal(input_game_key(INPUT_DOWN), GAME_KEY_DOWN);
    assert_int_equal(input_game_key(INPUT_LEFT), GAME_KEY_LEFT);
    assert_int_equal(input_game_key(INPUT_RIGHT), GAME_KEY_RIGHT);
    assert_int_equal(input_game_key('s'), 's');
    assert_int_equal(input_game_key(' '), ' ');
    assert_int_equal(input_game_key(INPUT_ENTER), 0);
    assert_int_equal(input_game_key(INPUT_HOME), 0);
    assert_int_equal(input_game_key(0x100), 0); /* a letter, no arrow */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters), cmocka_unit_test(test_invalid_characters),
        cmocka_unit_test(test_line_ends),  cmocka_unit_test(test_keys),
        cmocka_unit_test(test_modifiers),  cmocka_unit_test(test_alt),
        cmocka_unit_test(test_mouse),      cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_ignored),    cmocka_unit_test(test_long_sequences),
        cmocka_unit_test(test_paste),      cmocka_unit_test(test_ground),
        cmocka_unit_test(test_pauses),     cmocka_unit_test(test_names),
        cmocka_unit_test(test_game_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
