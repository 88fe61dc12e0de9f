/* Our reader against jansson's: over a drawn and damaged corpus, and over every short text of the
 * grammar's own bytes, both accept the same documents and find the same in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What both libraries call by one name gets another on jansson's side. */
#define JSON_NULL JANSSON_NULL
#define JSON_STRING JANSSON_STRING
#define JSON_ARRAY JANSSON_ARRAY
#define JSON_OBJECT JANSSON_OBJECT
#define json_string jansson_string
#include <jansson.h>
#undef JSON_NULL
#undef JSON_STRING
#undef JSON_ARRAY
#undef JSON_OBJECT
#undef json_string

#include "base/json.h"
#include "base/rng.h"
#include "tests/support/often.h"

enum { TEXT_MAX = 4096, DEEP = 5 };

static struct tally {
    int accepted, refused;
    int overflowed, nul_keys; /* documents that jansson alone refuses, by its reason */
    int nuls_lost;            /* documents that jansson alone accepts */
} tally;

static bool one_in(struct rng *rng, uint32_t n) {
    return rng_below(rng, n) == 0;
}

static char pick(struct rng *rng, const char *letters) {
    return letters[rng_below(rng, (uint32_t)strlen(letters))];
}

static void make_space(struct text *out, struct rng *rng) {
    while (one_in(rng, 6)) text_char(out, pick(rng, " \t\n\r"));
}

static void make_digits(struct text *out, struct rng *rng, uint32_t most) {
    for (uint32_t left = 1 + rng_below(rng, most); left > 0; left--)
        text_char(out, pick(rng, "0123456789"));
}

static void make_number(struct text *out, struct rng *rng) {
    if (one_in(rng, 3)) text_char(out, '-');
    if (one_in(rng, 4)) {
        text_char(out, '0');
    } else {
        text_char(out, pick(rng, "123456789"));
        if (one_in(rng, 2)) make_digits(out, rng, one_in(rng, 4) ? 20 : 3);
    }
    if (one_in(rng, 4)) {
        text_char(out, '.');
        make_digits(out, rng, 6);
    }
    if (one_in(rng, 5)) {
        text_char(out, pick(rng, "eE"));
        if (one_in(rng, 2)) text_char(out, pick(rng, "+-"));
        make_digits(out, rng, one_in(rng, 50) ? 4 : 2); /* few that overflow */
    }
}

static void make_unit(struct text *out, uint32_t unit) {
    text_string(out, "\\u");
    text_hex(out, unit, 4);
}

static void make_escape(struct text *out, struct rng *rng) {
    switch (rng_below(rng, 5)) {
    case 0:
        make_unit(out, 'a' + rng_below(rng, 4));
        break;
    case 1:
        make_unit(out, one_in(rng, 16) ? 0 : 1 + rng_below(rng, 0xd7ff));
        break;
    case 2:
        make_unit(out, 0xd800 + rng_below(rng, 0x400));
        make_unit(out, 0xdc00 + rng_below(rng, one_in(rng, 16) ? 0x500 : 0x400));
        break;
    default:
        text_char(out, '\\');
        text_char(out, pick(rng, "\"\\/bfnrt"));
    }
}

static void make_string(struct text *out, struct rng *rng, uint32_t most) {
    static const char *const wide[] = {"\xc3\xa9",         "\xe2\x82\xac",     "\xf0\x9f\x98\x80",
                                       "\xed\x9f\xbf",     "\xee\x80\x80",     "\x7f",
                                       "\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80", "\xc2\x80"};
    text_char(out, '"');
    for (uint32_t left = rng_below(rng, most + 1); left > 0; left--) {
        if (one_in(rng, 6))
            make_escape(out, rng);
        else if (one_in(rng, 6))
            text_string(out, wide[rng_below(rng, sizeof wide / sizeof *wide)]);
        else
            text_char(out, pick(rng, "abcd /:,[]{}0"));
    }
    text_char(out, '"');
}

static void make_value(struct text *out, struct rng *rng, int depth);

static void make_container(struct text *out, struct rng *rng, int depth) {
    bool object = one_in(rng, 2);
    text_char(out, object ? '{' : '[');
    make_space(out, rng);
    for (uint32_t count = rng_below(rng, 5), i = 0; i < count; i++) {
        if (i > 0) text_char(out, ',');
        if (object) {
            make_space(out, rng);
            make_string(out, rng, one_in(rng, 8) ? 1 : 6); /* some keys come twice */
            make_space(out, rng);
            text_char(out, ':');
        }
        make_value(out, rng, depth + 1);
    }
    text_char(out, object ? '}' : ']');
}

static void make_value(struct text *out, struct rng *rng, int depth) {
    static const char *const literals[] = {"null", "true", "false"};
    make_space(out, rng);
    if (depth < DEEP && !one_in(rng, (uint32_t)depth + 2))
        make_container(out, rng, depth);
    else if (one_in(rng, 3))
        make_number(out, rng);
    else if (one_in(rng, 2))
        make_string(out, rng, 8);
    else
        text_string(out, literals[rng_below(rng, 3)]);
    make_space(out, rng);
}

/* Puts `count` bytes in the place of `gone` others, if they fit. */
static void splice(struct text *text, size_t at, size_t gone, const char *bytes, size_t count) {
    if (text->length - gone + count >= text->capacity) return;
    memmove(text->at + at + count, text->at + at + gone, text->length - at - gone + 1);
    memcpy(text->at + at, bytes, count);
    text->length += count - gone;
}

/* Damages the text in one place, in one of the ways that texts get damaged; `other` is one more. */
static void damage(struct text *text, const struct text *other, struct rng *rng) {
    static const char *const pieces[] = {"\"",
                                         "\\",
                                         "\\u",
                                         "\\ud800",
                                         "\\u0000",
                                         ",",
                                         ":",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         "-",
                                         "0",
                                         ".",
                                         "e",
                                         "E+",
                                         "1e999",
                                         "true",
                                         "\"\":",
                                         "null,",
                                         "\n",
                                         "\x01",
                                         "\x00",
                                         "/",
                                         "\xc3",
                                         "\x80",
                                         "\xe2\x82",
                                         "\xff",
                                         "\xc0",
                                         "\xed\xa0\x80",
                                         "\xf4\x90\x80\x80",
                                         "\xef\xbb\xbf",
                                         "\xf0\x80\x80\x80"};
    size_t at = rng_below(rng, (uint32_t)text->length + 1), left = text->length - at;
    size_t some = left > 0 ? 1 + rng_below(rng, left < 8 ? (uint32_t)left : 8) : 0;
    const char *piece = pieces[rng_below(rng, sizeof pieces / sizeof *pieces)];
    size_t from = rng_below(rng, (uint32_t)other->length + 1);
    switch (rng_below(rng, 6)) {
    case 0: /* a bit */
        if (left > 0) text->at[at] ^= (char)(1 << rng_below(rng, 8));
        break;
    case 1: /* bytes missing */
        splice(text, at, some, "", 0);
        break;
    case 2: /* bytes of the grammar, or no UTF-8, inserted; an empty piece is a NUL */
        splice(text, at, 0, piece, *piece ? strlen(piece) : 1);
        break;
    case 3: /* or put over others */
        splice(text, at, some, piece, *piece ? strlen(piece) : 1);
        break;
    case 4: /* another document's end, or a part of it */
        splice(text, at, one_in(rng, 2) ? left : some, other->at + from, other->length - from);
        break;
    default: /* the end missing */
        if (one_in(rng, 2)) splice(text, at, left, "", 0);
    }
}

static void compare(struct json ours, json_t *theirs);

static void compare_members(struct json ours, json_t *theirs) {
    char key[TEXT_MAX];
    struct json member = json_first(ours);
    void *iter = json_object_iter(theirs);
    for (; iter; iter = json_object_iter_next(theirs, iter), member = json_after(ours, member)) {
        int length = json_key(member, key, sizeof key);
        assert_int_equal(length, json_object_iter_key_len(iter));
        assert_memory_equal(key, json_object_iter_key(iter), (size_t)length + 1);
        assert_int_equal(json_get(ours, key).token, member.token);
        compare(member, json_object_iter_value(iter));
    }
    assert_true(json_is(member, JSON_MISSING));
}

static void compare_elements(struct json ours, json_t *theirs) {
    struct json member = json_first(ours);
    for (size_t i = 0; i < json_array_size(theirs); i++, member = json_after(ours, member))
        compare(member, json_array_get(theirs, i));
    assert_true(json_is(member, JSON_MISSING));
}

static void compare_numbers(struct json ours, double theirs) {
    char digits[TEXT_MAX];
    size_t length;
    const char *raw = json_raw(ours, &length);
    memcpy(digits, raw, length);
    digits[length] = '\0';
    assert_true(strtod(digits, NULL) == theirs);
    int64_t number = 0;
    bool whole = !strpbrk(digits, ".eE"), fits = theirs > -0x1p63 && theirs < 0x1p63;
    bool read = json_int(ours, INT64_MIN, INT64_MAX, &number);
    assert_true(read ? whole && (double)number == theirs : !whole || !fits);
}

static void compare(struct json ours, json_t *theirs) {
    char string[TEXT_MAX];
    int length;
    switch (json_kind(ours)) {
    case JSON_OBJECT:
        assert_int_equal(json_typeof(theirs), JANSSON_OBJECT);
        assert_int_equal(json_count(ours), json_object_size(theirs));
        compare_members(ours, theirs);
        break;
    case JSON_ARRAY:
        assert_int_equal(json_typeof(theirs), JANSSON_ARRAY);
        assert_int_equal(json_count(ours), json_array_size(theirs));
        compare_elements(ours, theirs);
        break;
    case JSON_STRING:
        assert_int_equal(json_typeof(theirs), JANSSON_STRING);
        length = json_string(ours, string, sizeof string);
        assert_int_equal(length, json_string_length(theirs));
        assert_memory_equal(string, json_string_value(theirs), (size_t)length + 1);
        break;
    case JSON_NUMBER:
        assert_int_equal(json_typeof(theirs), JSON_REAL);
        compare_numbers(ours, json_real_value(theirs));
        break;
    case JSON_BOOL: {
        bool flag = false;
        assert_true(json_bool(ours, &flag));
        assert_int_equal(json_typeof(theirs), flag ? JSON_TRUE : JSON_FALSE);
        break;
    }
    default:
        assert_int_equal(json_kind(ours), JSON_NULL);
        assert_int_equal(json_typeof(theirs), JANSSON_NULL);
    }
}

/* jansson keeps numbers as doubles and keys as C strings, and refuses what they cannot hold. */
static void explain_refusal(enum json_error_code code, const char *text, size_t length) {
    if (code == json_error_numeric_overflow)
        tally.overflowed++;
    else if (code == json_error_null_byte_in_key)
        tally.nul_keys++;
    else
        fail_msg("only jansson refuses: %.*s", (int)length, text);
}

/* jansson drops a NUL byte that follows a number or a literal: it marks its buffer's end with one.
 */
static void explain_acceptance(const char *why, const char *text, size_t length) {
    if (!memchr(text, '\0', length))
        fail_msg("only jansson accepts: %.*s (%s)", (int)length, text, why);
    tally.nuls_lost++;
}

static void check(const char *text, size_t length) {
    static struct json_token tokens[TEXT_MAX];
    const size_t flags =
        JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL;
    struct json_doc doc;
    json_error_t error;
    const char *why = json_parse(&doc, text, length, tokens, json_tokens_max(length));
    json_t *theirs = json_loadb(text, length, flags, &error);
    if (!why && theirs) compare(json_root(&doc), theirs);
    if (!why && !theirs) explain_refusal(json_error_code(&error), text, length);
    if (why && theirs) explain_acceptance(why, text, length);
    tally.accepted += !why;
    tally.refused += why != NULL;
    json_decref(theirs);
}

static void agrees_on_a_drawn_corpus(void **unused) {
    (void)unused;
    static char buffers[2][TEXT_MAX];
    struct text texts[2] = {text_over(buffers[0], TEXT_MAX), text_over(buffers[1], TEXT_MAX)};
    int corpus = often(100000, 400000);
    tally = (struct tally){0};
    for (uint64_t i = 0; i < (uint64_t)corpus; i++) {
        struct rng rng = rng_new(20, i);
        struct text *text = &texts[i % 2], *other = &texts[1 - i % 2];
        text_clear(text);
        make_value(text, &rng, 0);
        for (uint32_t left = rng_below(&rng, 4); left > 0; left--) damage(text, other, &rng);
        char *exact = malloc(text->length + !text->length);
        assert_non_null(exact);
        check(memcpy(exact, text->at, text->length), text->length);
        free(exact);
    }
    print_message("accepted %d, refused %d; jansson alone refused %d overflows and %d keys with "
                  "NUL, and accepted %d with NUL\n",
                  tally.accepted, tally.refused, tally.overflowed, tally.nul_keys, tally.nuls_lost);
    assert_true(tally.accepted > corpus / 5 && tally.refused > corpus / 5);
    assert_in_range(tally.overflowed, 1, corpus / 100);
    assert_in_range(tally.nul_keys, 1, corpus / 100);
    assert_in_range(tally.nuls_lost, 1, corpus / 100);
}

static void agrees_on_every_short_text(void **unused) {
    (void)unused;
    static const char letters[] = "[]{},:\"\\10-.e ";
    const uint32_t base = sizeof letters - 1;
    tally = (struct tally){0};
    for (uint32_t length = 0, count = 1; length <= 5; length++, count *= base)
        for (uint32_t i = 0; i < count; i++) {
            char text[5];
            for (uint32_t at = 0, rest = i; at < length; at++, rest /= base)
                text[at] = letters[rest % base];
            check(text, length);
        }
    print_message("accepted %d, refused %d\n", tally.accepted, tally.refused);
    assert_true(tally.accepted > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_on_a_drawn_corpus),
        cmocka_unit_test(agrees_on_every_short_text),
    };
    return cmocka_run_group_tests_name("json against jansson", tests, NULL, NULL);
}
