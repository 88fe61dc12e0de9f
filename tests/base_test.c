/* The base: text, generator, hash, bits and grid, against known answers or slow
 * twins. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/grid.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/text.h"

static void text_keeps_whole_pieces(void **unused) {
    (void)unused;
    char buffer[8];
    struct text text = text_over(buffer, sizeof buffer);
    assert_string_equal(buffer, "");
    text_string(&text, "abcd");
    text_string(&text, "efgh");
    assert_true(text.cut);
    assert_string_equal(buffer, "abcd");
    text_char(&text, 'e'); /* would fit, but a piece before it is missing */
    assert_string_equal(buffer, "abcd");
    assert_int_equal(text.length, 4);
    text_clear(&text);
    assert_false(text.cut);
    assert_string_equal(buffer, "");
}

static void text_fills_to_the_last_byte(void **unused) {
    (void)unused;
    char buffer[] = "-------!";
    struct text text = text_over(buffer, 6);
    text_bytes(&text, "ab", 2);
    text_string(&text, "cde");
    assert_string_equal(buffer, "abcde");
    text_string(&text, "");
    assert_false(text.cut);
    text_char(&text, 'f');
    assert_true(text.cut);
    assert_string_equal(buffer, "abcde");
    assert_int_equal(buffer[6], '-');
}

static void text_of_one_byte_is_empty(void **unused) {
    (void)unused;
    char buffer[1] = {'?'};
    struct text text = text_over(buffer, 1);
    assert_int_equal(buffer[0], '\0');
    text_int(&text, 7);
    assert_true(text.cut);
    assert_int_equal(text.length, 0);
    assert_int_equal(buffer[0], '\0');
}

static void text_keeps_nul_bytes(void **unused) {
    (void)unused;
    char buffer[8];
    struct text text = text_over(buffer, sizeof buffer);
    text_bytes(&text, "a\0b", 3);
    assert_int_equal(text.length, 3);
    assert_memory_equal(buffer, "a\0b", 4);
}

static void text_writes_numbers(void **unused) {
    (void)unused;
    char buffer[128];
    struct text text = text_over(buffer, sizeof buffer);
    const int64_t ints[] = {0, -1, 10, INT64_MAX, INT64_MIN};
    for (int i = 0; i < 5; i++) text_int(&text, ints[i]), text_char(&text, ' ');
    assert_string_equal(buffer, "0 -1 10 9223372036854775807 -9223372036854775808 ");
    text_clear(&text);
    text_hex(&text, 0, 0), text_char(&text, ' ');
    text_hex(&text, 0xabc, 1), text_char(&text, ' ');
    text_hex(&text, 0xabc, 4), text_char(&text, ' ');
    text_hex(&text, UINT64_MAX, 4);
    assert_string_equal(buffer, "0 abc 0abc ffffffffffffffff");
    text_clear(&text);
    text_hex(&text, 5, 64);
    assert_int_equal(text.length, 64);
    assert_int_equal(strspn(buffer, "0"), 63);
}

static void require_printable(const char *bytes, size_t count, const char *expected) {
    char buffer[128];
    struct text text = text_over(buffer, sizeof buffer);
    text_printable(&text, bytes, count);
    assert_string_equal(buffer, expected);
}

/* What comes from outside cannot steer a terminal, and words of any language stay as they are. */
static void text_shows_what_a_terminal_would_obey(void **unused) {
    (void)unused;
    require_printable("plain ~\\", 8, "plain ~\\");
    require_printable("h\xC3\xA9 \xE2\x96\xA1 \xF0\x9F\x8E\xB2", 12,
                      "h\xC3\xA9 \xE2\x96\xA1 \xF0\x9F\x8E\xB2");
    require_printable("\33[31m\0\n\x1F\x7F", 9, "\\u001b[31m\\u0000\\u000a\\u001f\\u007f");
    require_printable("\xC2\x9B\xC2\x80\xC2\xA0", 6, "\\u009b\\u0080\xC2\xA0");
    require_printable("\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\xA8", 9, "\\u202e\\u2066\\u2028");
    require_printable("\xE2\x80\x8B\xEF\xBB\xBF\xF3\xA0\x80\x81", 10, "\\u200b\\ufeff\\ue0001");
    require_printable("\x9B\xFF\xC3", 3, "\\x9b\\xff\\xc3");
    require_printable("\xC3\xA9", 1, "\\xc3");               /* cut in the middle */
    require_printable("\xC1\x9B", 2, "\\xc1\\x9b");          /* longer than it need be */
    require_printable("\xE0\x82\x9B", 3, "\\xe0\\x82\\x9b"); /* likewise */
    require_printable("\xED\xA0\x80", 3, "\\xed\\xa0\\x80"); /* half of a pair */
    require_printable("\xF4\x90\x80\x80", 4, "\\xf4\\x90\\x80\\x80");
    require_printable("", 0, "");
}

static void require_small(const char *bytes, const char *expected) {
    char buffer[128];
    struct text text = text_over(buffer, sizeof buffer);
    text_small(&text, bytes, strlen(bytes));
    assert_string_equal(buffer, expected);
    assert_int_equal(strlen(bytes), strlen(buffer));
}

static void text_makes_letters_small(void **unused) {
    (void)unused;
    require_small("", "");
    require_small("Anna-AZ@[`az{09", "anna-az@[`az{09");
    require_small("\u00C4\u00D6\u00DC\u00DF\u00D7\u00D8\u0160\u0178",
                  "\u00E4\u00F6\u00FC\u00DF\u00D7\u00F8\u0161\u00FF");
    require_small("\u0100\u0101\u0102\u0139\u013A", "\u0101\u0101\u0103\u013A\u013A");
    require_small("\u0391\u03A9\u0386 \u0401\u0416\u042F\u0436 \u0531",
                  "\u03B1\u03C9\u03AC \u0451\u0436\u044F\u0436 \u0561");
    require_small("\u1EA4\u1EA5\uFF21", "\u1EA5\u1EA5\uFF41");
    require_small("\u03A3\u03C3\u03C2 \U00010400", "\u03C3\u03C3\u03C3 \U00010428");
    require_small("\u732B \U0001F3B2 \u05D0", "\u732B \U0001F3B2 \u05D0");
    require_small("A\xFF\xC3", "a\xFF\xC3"); /* not UTF-8 */
}

static void text_formats(void **unused) {
    (void)unused;
    char buffer[64], small[8];
    struct text text = text_over(buffer, sizeof buffer);
    text_format(&text, "%d|%u|%s|%c|%%", INT_MIN, UINT_MAX, "words", 'x');
    assert_string_equal(buffer, "-2147483648|4294967295|words|x|%");
    text = text_over(small, sizeof small);
    text_format(&text, "ab%dcd", 1234567);
    assert_true(text.cut);
    assert_string_equal(small, "ab");
}

static void philox_gives_the_known_answers(void **unused) {
    (void)unused;
    static const struct {
        uint32_t counter[4], key[2], answer[4];
    } known[] = {
        {{0}, {0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint32_t out[4];
        rng_philox(out, known[i].counter, known[i].key);
        assert_memory_equal(out, known[i].answer, sizeof out);
    }
}

/* Every half of seed, stream and index reaches its own part of the key or the counter. */
static void rng_places_its_parts(void **unused) {
    (void)unused;
    uint64_t seed = UINT64_C(0x299f31d0a4093822), stream = UINT64_C(0x0370734413198a2e);
    uint64_t block = UINT64_C(0x05a308d3243f6a88);
    uint32_t counter[4] = {0x243f6a88, 0x05a308d3, 0x13198a2e, 0x03707344};
    uint32_t key[2] = {0xa4093822, 0x299f31d0}, answer[4];
    rng_philox(answer, counter, key);
    struct rng rng = rng_at(seed, stream, block << 2);
    for (int i = 0; i < 4; i++) assert_int_equal(rng_next(&rng), answer[i]);
}

static void rng_stands_anywhere(void **unused) {
    (void)unused;
    struct rng drawing = rng_new(42, 7);
    for (uint64_t index = 0; index < 1000; index++) {
        struct rng there = rng_at(42, 7, index), copy = drawing;
        for (int i = 0; i < 9; i++) assert_int_equal(rng_next(&there), rng_next(&copy));
        assert_int_equal(drawing.index, index);
        rng_next(&drawing);
    }
}

static void rng_stays_below(void **unused) {
    (void)unused;
    static const uint32_t bounds[] = {1, 2, 3, 7, 255, 1u << 31, (1u << 31) + 1, UINT32_MAX};
    struct rng rng = rng_new(1, 0);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        for (int draw = 0; draw < 10000; draw++)
            assert_true(rng_below(&rng, bounds[i]) < bounds[i]);
    /* 2^31 + 1 fits into 2^32 but once: nearly half of the numbers must be drawn again. */
    rng = rng_new(2, 0);
    for (int draw = 0; draw < 10000; draw++) rng_below(&rng, (1u << 31) + 1);
    assert_in_range(rng.index, 19500, 20500);
}

enum { PARTS_MAX = 1000, DRAWS = 300000 };
enum way { BELOW, MODULO, MULTIPLY };

static uint32_t draw_below(struct rng *rng, uint32_t n, enum way way) {
    if (way == MODULO) return rng_next(rng) % n;
    if (way == MULTIPLY) return (uint32_t)((uint64_t)rng_next(rng) * n >> 32);
    return rng_below(rng, n);
}

/* Whether the counts look like equal chances: chi square within five deviations of what it should
 * be. */
static int looks_even(const int *counts, int parts) {
    double expected = (double)DRAWS / parts, sum = 0;
    for (int i = 0; i < parts; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    double freedom = parts - 1, excess = sum - freedom;
    return excess * excess < 25 * 2 * freedom;
}

/* Parts are neighbouring numbers: a plain modulo is biased there. */
static int even_by_range(uint32_t n, int parts, enum way way) {
    int counts[PARTS_MAX] = {0};
    struct rng rng = rng_new(n, 3);
    for (int i = 0; i < DRAWS; i++)
        counts[(uint64_t)draw_below(&rng, n, way) * (uint64_t)parts / n]++;
    return looks_even(counts, parts);
}

/* Parts are residues: a plain multiplication is biased there. */
static int even_by_residue(uint32_t n, int parts, enum way way) {
    int counts[PARTS_MAX] = {0};
    struct rng rng = rng_new(n, 4);
    for (int i = 0; i < DRAWS; i++) counts[draw_below(&rng, n, way) % (uint32_t)parts]++;
    return looks_even(counts, parts);
}

static void rng_below_is_even(void **unused) {
    (void)unused;
    static const int small[] = {2, 3, 5, 6, 10, 64, 100, 1000};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        assert_true(even_by_range((uint32_t)small[i], small[i], BELOW));
    static const uint32_t large[] = {3u << 24, (1u << 31) + 1, (1u << 31) + (1u << 28), 3u << 30};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        assert_true(even_by_range(large[i], 16, BELOW));
        assert_true(even_by_residue(large[i], 3, BELOW));
    }
    /* The measure can fail: it detects both biased shortcuts. */
    assert_false(even_by_range((1u << 31) + (1u << 28), 16, MODULO));
    assert_false(even_by_range(3u << 30, 16, MODULO));
    assert_false(even_by_residue(3u << 30, 3, MULTIPLY));
}

static void rng_survives_text(void **unused) {
    (void)unused;
    static const struct rng cases[] = {
        {.seed = 0},
        {.seed = 0x1234, .stream = 5, .index = 6},
        {.seed = 1, .stream = 0xabcdef, .index = 7},
        {.seed = UINT64_MAX, .stream = UINT64_MAX, .index = UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buffer[RNG_TEXT_MAX];
        struct text text = text_over(buffer, sizeof buffer);
        struct rng rng = rng_at(cases[i].seed, cases[i].stream, cases[i].index),
                   back = rng_new(9, 9);
        rng_write(&rng, &text);
        assert_false(text.cut);
        assert_true(rng_read(&back, buffer, text.length));
        for (int draw = 0; draw < 10; draw++) assert_int_equal(rng_next(&back), rng_next(&rng));
        assert_memory_equal(&back, &rng, sizeof rng);
    }
}

static void rng_text_is_fixed(void **unused) {
    (void)unused;
    char buffer[RNG_TEXT_MAX];
    struct text text = text_over(buffer, sizeof buffer);
    struct rng rng = rng_at(0xbeef, 0x10, 255);
    rng_write(&rng, &text);
    assert_string_equal(buffer, "000000000000beef.10.ff");
}

static void rng_refuses_other_text(void **unused) {
    (void)unused;
    static const char *const others[] = {
        "",
        ".",
        "1",
        "1.",
        "1.2",
        "1.2.",
        "..",
        ".2.3",
        "1..3",
        "1.2.3.",
        "1.2.3.4",
        " 1.2.3",
        "1.2.3 ",
        "1.2.3g",
        "-1.2.3",
        "0x1.2.3",
        "A.2.3",
        "1.2.F",
        "1,2,3",
        "1.2.+3",
        "1.2 .3",
        "words",
        "1.2.\xff",
        "00000000000000001.2.3",
        "1.11112222333344445.3",
    };
    struct rng rng = rng_at(1, 2, 3), before = rng;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_false(rng_read(&rng, others[i], strlen(others[i])));
        assert_memory_equal(&rng, &before, sizeof rng);
    }
    assert_false(rng_read(&rng, "1.2.3\0", 6));
    assert_false(rng_read(&rng, "1.2.3", 4)); /* the length counts, not a NUL */
}

static void rng_from_words_hashes_them(void **unused) {
    (void)unused;
    struct rng rng = rng_from_string("tea", 3), other = rng_from_string("tee", 3);
    assert_int_equal(rng.seed, hash_bytes("tea", 3));
    assert_int_equal(rng.index, 0);
    assert_int_not_equal(rng_next(&rng), rng_next(&other));
}

static void hash_is_fixed(void **unused) {
    (void)unused;
    unsigned char ascending[40];
    for (int i = 0; i < 40; i++) ascending[i] = (unsigned char)i;
    assert_int_equal(hash_bytes("", 0), UINT64_C(0x0eb18a37778fb7a9));
    assert_int_equal(hash_bytes("a", 1), UINT64_C(0x654517482e84dcd1));
    assert_int_equal(hash_bytes("12345678", 8), UINT64_C(0xdefa9035f6debcc1));
    assert_int_equal(hash_bytes("123456789", 9), UINT64_C(0x65ea3df52a4c38ff));
    assert_int_equal(hash_bytes("0123456789abcdef", 16), UINT64_C(0x6918190a21a3364b));
    assert_int_equal(hash_bytes("0123456789abcdefg", 17), UINT64_C(0x1474a0f2b471d6c0));
    assert_int_equal(hash_bytes(ascending, 40), UINT64_C(0x26838ab456032ba6));
}

static void assert_all_differ(const uint64_t *values, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) assert_int_not_equal(values[i], values[j]);
}

static void hash_sees_every_bit(void **unused) {
    (void)unused;
    unsigned char bytes[40];
    uint64_t seen[1 + 8 * sizeof bytes];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 37 + 11);
    seen[0] = hash_bytes(bytes, sizeof bytes);
    for (int bit = 0; bit < (int)(8 * sizeof bytes); bit++) {
        unsigned char changed[sizeof bytes];
        memcpy(changed, bytes, sizeof bytes);
        changed[bit / 8] ^= (unsigned char)(1 << bit % 8);
        seen[1 + bit] = hash_bytes(changed, sizeof changed);
    }
    assert_all_differ(seen, (int)(sizeof seen / sizeof *seen));
}

/* Zero bytes differ in nothing but their number, so this also says that trailing zeros matter. */
static void hash_sees_the_length(void **unused) {
    (void)unused;
    static const unsigned char fills[] = {0x00, 0x5a, 0xff};
    for (int f = 0; f < 3; f++) {
        unsigned char bytes[64];
        uint64_t seen[65];
        memset(bytes, fills[f], sizeof bytes);
        for (size_t length = 0; length <= 64; length++) seen[length] = hash_bytes(bytes, length);
        assert_all_differ(seen, 65);
    }
    assert_int_not_equal(hash_bytes("tile\0\0", 4), hash_bytes("tile\0\0", 5));
    assert_int_not_equal(hash_bytes("tile\0\0", 5), hash_bytes("tile\0\0", 6));
}

static uint64_t draw_word(struct rng *rng) {
    uint64_t high = rng_next(rng);
    return high << 32 | rng_next(rng);
}

static void bits_agree_with_counting(void **unused) {
    (void)unused;
    struct rng rng = rng_new(5, 0);
    for (int trial = 0; trial < 2000; trial++) {
        uint64_t set = draw_word(&rng), rest;
        if (trial % 3 == 0) set &= draw_word(&rng) & draw_word(&rng);
        if (trial == 0) set = UINT64_MAX;
        rest = set;
        int count = 0;
        for (int i = 0; i < 64; i++) {
            if (!(set >> i & 1)) continue;
            assert_int_equal(bits_nth(set, count), i);
            assert_int_equal(bits_low(rest), i);
            rest = bits_rest(rest);
            count++;
        }
        assert_int_equal(rest, 0);
        assert_int_equal(bits_count(set), count);
    }
    assert_int_equal(bits_count(0), 0);
}

static void bits_span_words(void **unused) {
    (void)unused;
    uint64_t limbs[4] = {0};
    char twin[256] = {0};
    struct rng rng = rng_new(6, 0);
    for (int step = 0; step < 5000; step++) {
        int i = (int)rng_below(&rng, 256);
        twin[i] = (char)rng_below(&rng, 2);
        if (twin[i])
            bits_add(limbs, i);
        else
            bits_drop(limbs, i);
        for (int j = step % 16; j < 256; j += 16) assert_int_equal(bits_has(limbs, j), twin[j]);
    }
}

/* Whether (row + i * down, col + i * right) is on the board and in the mask for each i from a to b.
 */
static int all_set(const uint64_t *mask, int rows, int cols, int cell, const int way[2], int a,
                   int b) {
    for (int i = a; i <= b; i++) {
        int row = cell / cols + i * way[0], col = cell % cols + i * way[1];
        if (row < 0 || row >= rows || col < 0 || col >= cols) return 0;
        if (!bits_has(mask, row * cols + col)) return 0;
    }
    return 1;
}

/* The slow twin of grid_run: the longest stretch of the line that holds the cell and is all set. */
static struct grid_span slow_run(const uint64_t *mask, int rows, int cols, int cell,
                                 const int way[2]) {
    struct grid_span best = {0, way[0] * cols + way[1], 0};
    int reach = rows > cols ? rows : cols;
    for (int a = -reach; a <= 0; a++)
        for (int b = 0; b <= reach; b++)
            if (b - a + 1 > best.count && all_set(mask, rows, cols, cell, way, a, b))
                best.first = cell + a * best.step, best.count = b - a + 1;
    return best;
}

static void check_runs(const uint64_t *mask, int rows, int cols) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int cell = 0; cell < rows * cols; cell++) {
        if (!bits_has(mask, cell)) continue;
        for (int w = 0; w < 4; w++) {
            struct grid_span fast = grid_run(mask, rows, cols, cell, ways[w][0], ways[w][1]);
            struct grid_span slow = slow_run(mask, rows, cols, cell, ways[w]);
            assert_int_equal(fast.first, slow.first);
            assert_int_equal(fast.step, slow.step);
            assert_int_equal(fast.count, slow.count);
        }
    }
}

static void grid_runs_agree_with_their_twin(void **unused) {
    (void)unused;
    static const int sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2},  {3, 5},
                                   {5, 3}, {8, 8}, {9, 7}, {6, 11}, {12, 16}};
    struct rng rng = rng_new(7, 0);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (uint32_t density = 1; density <= 8; density++) {
            uint64_t mask[4] = {0};
            int cells = sizes[s][0] * sizes[s][1];
            for (int i = 0; i < cells; i++)
                if (rng_below(&rng, 8) < density) bits_add(mask, i);
            check_runs(mask, sizes[s][0], sizes[s][1]);
        }
}

/* The matrix of first a, then b. */
static void multiply(const signed char *a, const signed char *b, signed char out[4]) {
    for (int row = 0; row < 2; row++)
        for (int col = 0; col < 2; col++)
            out[2 * row + col] = (signed char)(b[2 * row] * a[col] + b[2 * row + 1] * a[2 + col]);
}

static void grid_symmetries_are_a_group(void **unused) {
    (void)unused;
    for (int a = 0; a < GRID_SYMMETRIES; a++) {
        for (int b = 0; b < GRID_SYMMETRIES; b++) {
            signed char product[4];
            multiply(grid_symmetry[a], grid_symmetry[b], product);
            assert_in_range(grid_then[a][b], 0, GRID_SYMMETRIES - 1);
            assert_memory_equal(product, grid_symmetry[grid_then[a][b]], sizeof product);
            if (a != b) assert_memory_not_equal(grid_symmetry[a], grid_symmetry[b], 4);
        }
        assert_int_equal(grid_then[a][grid_undo[a]], 0);
        assert_int_equal(grid_then[grid_undo[a]][a], 0);
    }
}

static void grid_turns_are_what_they_say(void **unused) {
    (void)unused;
    /* Of 2 rows and 3 columns, where the cell in the upper left corner goes. */
    static const int corner[GRID_SYMMETRIES] = {0, 1, 5, 4, 2, 5, 3, 0};
    for (int s = 0; s < GRID_SYMMETRIES; s++) assert_int_equal(grid_turn(s, 2, 3, 0), corner[s]);
    assert_int_equal(grid_turn(1, 2, 3, 1),
                     3); /* clockwise, the upper edge becomes the right one */
}

/* Where two cells are apart by a vector, their images are apart by the vector's image. */
static void check_difference(int s, int rows, int cols, int p, int q) {
    const signed char *m = grid_symmetry[s];
    int wide = s & 1 ? rows : cols;
    int down = q / cols - p / cols, right = q % cols - p % cols;
    int from = grid_turn(s, rows, cols, p), to = grid_turn(s, rows, cols, q);
    assert_int_equal(to / wide - from / wide, m[0] * down + m[1] * right);
    assert_int_equal(to % wide - from % wide, m[2] * down + m[3] * right);
}

static void check_turn(int s, int rows, int cols) {
    uint64_t seen = 0;
    int high = s & 1 ? cols : rows, wide = s & 1 ? rows : cols;
    for (int cell = 0; cell < rows * cols; cell++) {
        int there = grid_turn(s, rows, cols, cell);
        assert_in_range(there, 0, rows * cols - 1);
        assert_int_equal(grid_turn(grid_undo[s], high, wide, there), cell);
        bits_add(&seen, there);
        for (int next = 0; next < GRID_SYMMETRIES; next++)
            assert_int_equal(grid_turn(next, high, wide, there),
                             grid_turn(grid_then[s][next], rows, cols, cell));
        for (int other = 0; other < rows * cols; other++)
            check_difference(s, rows, cols, cell, other);
    }
    assert_int_equal(bits_count(seen), rows * cols);
}

static void grid_turns_agree_with_the_tables(void **unused) {
    (void)unused;
    for (int s = 0; s < GRID_SYMMETRIES; s++)
        for (int rows = 1; rows <= 8; rows++)
            for (int cols = 1; cols <= 8; cols++) check_turn(s, rows, cols);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_keeps_whole_pieces),
        cmocka_unit_test(text_fills_to_the_last_byte),
        cmocka_unit_test(text_of_one_byte_is_empty),
        cmocka_unit_test(text_keeps_nul_bytes),
        cmocka_unit_test(text_writes_numbers),
        cmocka_unit_test(text_shows_what_a_terminal_would_obey),
        cmocka_unit_test(text_makes_letters_small),
        cmocka_unit_test(text_formats),
        cmocka_unit_test(philox_gives_the_known_answers),
        cmocka_unit_test(rng_places_its_parts),
        cmocka_unit_test(rng_stands_anywhere),
        cmocka_unit_test(rng_stays_below),
        cmocka_unit_test(rng_below_is_even),
        cmocka_unit_test(rng_survives_text),
        cmocka_unit_test(rng_text_is_fixed),
        cmocka_unit_test(rng_refuses_other_text),
        cmocka_unit_test(rng_from_words_hashes_them),
        cmocka_unit_test(hash_is_fixed),
        cmocka_unit_test(hash_sees_every_bit),
        cmocka_unit_test(hash_sees_the_length),
        cmocka_unit_test(bits_agree_with_counting),
        cmocka_unit_test(bits_span_words),
        cmocka_unit_test(grid_runs_agree_with_their_twin),
        cmocka_unit_test(grid_symmetries_are_a_group),
        cmocka_unit_test(grid_turns_are_what_they_say),
        cmocka_unit_test(grid_turns_agree_with_the_tables),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
