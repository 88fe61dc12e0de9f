/* JSON read and written. Every text is parsed in a copy without a NUL and into exactly
 * json_tokens_max tokens, so that a sanitizer sees any step outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/rng.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct json_doc doc;
static struct json_token *tokens;
static char *copy;

static void *grab(size_t size) {
    void *memory = malloc(size ? size : 1);
    assert_non_null(memory);
    return memory;
}

static int forget(void **unused) {
    (void)unused;
    free(copy);
    free(tokens);
    return 0;
}

/* The document parsed last stays until the next. */
static const char *parse_into(size_t capacity, const char *text, size_t length) {
    forget(NULL);
    copy = memcpy(grab(length), text, length);
    tokens = grab(capacity * sizeof *tokens);
    return json_parse(&doc, copy, length, tokens, capacity);
}

static const char *parse_bytes(const char *text, size_t length) {
    return parse_into(json_tokens_max(length), text, length);
}

static const char *parse(const char *text) {
    return parse_bytes(text, strlen(text));
}

/* Documents with | between them and ' for each quote. */
static const char good[] =
    /* structure: any value may stand alone, white space anywhere between */
    "null|true|false|7|-3|''|'alone'|[]|{}| \t\r\n[ \n]\n|[true]\n| 4 |[\t1 ,\r\n2 ]|{ 'k' :\t1 }"
    /* arrays */
    "|[[]]|[[],[[]],{}]|['']|[null,1,'1',{}]|[1,null,null,null,2]|[ 1]|[2] "
    /* objects */
    "|{'a':[]}|{'':0}|{'a':1,'b':1}|{'a':{'a':{}}}|{'a\\u0000b':1}|{\n'a':\n1\n}"
    "|{'true':true,'null':null}|[{'a':1},{'a':1}]|{'a':1,'A':2,'aa':3,'':4}"
    /* numbers: the grammar alone decides, not what a machine can hold */
    "|[0]|[-0]|[0.0]|[-0.0e-0]|[0e+1]|[0e1]|[1E22]|[1E-2]|[1E+2]|[20e1]|[123.456e78]|[1.5]"
    "|[1e9999]|[-1e-9999]|[100000000000000000000000000000000000000]|[1e0000000000001]"
    "|[0.00000000000000000000000000001]|[-9223372036854775809]"
    /* escapes */
    "|'\\'\\\\\\/\\b\\f\\n\\r\\t'|'\\u0041\\u00e9\\u20AC\\uFfFf'|'\\u0000'|'\\\\u0000'|'\\\\\\''"
    "|'\\ud83d\\ude00'|'\\uDBFF\\uDFFF'|'\\uD800\\uDC00x'|'a/b*//*c'|'\\u0022\\u005c'"
    "|'\\u2028\\ufeff\\ufffe\\uFDD0'"
    /* UTF-8 up to the borders of each length */
    "|'\x7f'|'\xc2\x80\xdf\xbf'|'\xe0\xa0\x80\xef\xbf\xbf'|'\xed\x9f\xbf\xee\x80\x80'"
    "|'\xf0\x90\x80\x80\xf4\x8f\xbf\xbf'|'\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf'"
    "|{'\xc3\xa9':'\xe2\x82\xac'}";

static const char bad[] =
    /* structure: too little, too much, brackets that do not match */
    " |\n\t|[|{|]|}|[[|[{|[}|{]|[1}|{'a':1]|[1]]|{}}|[][|1 2|[1]x|{} null|null,|,|:|*|[1]//"
    "|[1]/**/|[1]#|<null>|[<null>]|{'\\|['\\"
    /* space that is none, a byte order mark, bytes outside of strings */
    "|[\f1]|[\v]|[\xc2\xa0]|\xe2\x81\xa0[]|\xef\xbb\xbf[]|\xff|[\xc3\xa9]|[\x1f]"
    /* literals */
    "|nul|nullx|nil|tru|trues|True|TRUE|fals|[falsch]|undefined|[nu|a|abc"
    /* arrays */
    "|[1,]|[,]|[,1]|[1,,2]|[1 2]|['a' 1]|[1|[1,|[1,\n1\n,1|['': 1]|[1:2]|[3[4]]|['',|[*]|[(1)]"
    "|[1,2,]|[x]|[;]|['x']]|[[]|[{}|[\\n]|[a,b]"
    /* objects */
    "|{'a'}|{'a':}|{'a'|{'a':|{'a':1|{'a':1,}|{,'a':1}|{'a':1,,'b':2}|{'a':1 'b':2}|{'a' 1}"
    "|{'a',1}|{'a'::1}|{:1}|{1:1}|{null:1}|{a:1}|{[]:1}|{'a':1 2}|{'a':1;'b':2}|{'a'=1}"
    "|{'a':'b'}#|{'a':/*x*/1}|{'a':1,'b'}|{'a':1,'b':}|{'a|{,}|{'a':a}|{'\\ud800':1}"
    "|{'\xff':1}|{'a\\z':1}|{'\n':1}"
    /* the same key twice */
    "|{'a':1,'a':1}|{'':1,'':2}|[{'b':[{'a':1,'b':2,'a':3}]}]|{'a':1,'\\u0061':2}"
    /* numbers */
    "|-|[-]|[+1]|[++1]|[--1]|[- 1]|[01]|[-01]|[00]|[-00.5]|[012]|[.5]|[-.5]|[1.]|[0.e1]|[1..2]"
    "|[1.2.3]|[1e]|[1e+]|[1E-]|[1eE2]|[1e2e3]|[1e1.5]|[1+2]|[0x1]|[0xg]|[1 000]|[1,5.]|[1_000]"
    "|[0e]|[NaN]|[-NaN]|[Infinity]|[-Infinity]|[Inf]|[1a]|[1.5f]|[-x]|[1\xe5]|[\xef\xbc\x91]|-.1"
    "|[1e\xff]|1.|1e|[-1|0-1"
    /* strings that are not closed, and control characters */
    "|'|'a|'a\\'|'\\\\\\'|a'|['a]|'a\nb'|'a\tb'|'\r'|'\x1f'|'\x01'|''x|'a'b'c'|[\\u0020'a']|'\\"
    /* escapes */
    "|'\\a'|'\\x41'|'\\0'|'\\U0041'|'\\ '|'\\\n'|'\\\xc3\xa9'|'\\v'|'\\u'|'\\u0'|'\\u00a'|'\\u00g0'"
    "|'\\u-001'|'\\u 041'|'\\u00|'\\u0x41'|'\\u{41}'|'\\u+041'"
    /* surrogates */
    "|'\\ud800'|'\\udfff'|'\\ud800\\ud800'|'\\udc00\\ud800'|'\\ud800x'|'\\ud800\\n'|'\\ud800\\"
    "|'\\ud800\\u0041'|'\\ud800\\u'|'\\ud800\\udc0'|'\\ud83d\\ude00\\ude00'|'\\ud800\\\\udc00'"
    "|'\\udbff\\ue000'|'\\udc00\\udc00'|'\\ud800\xed\xb0\x80'"
    /* what is not UTF-8 */
    "|'\x80'|'\xbf'|'\xc0\x80'|'\xc1\xbf'|'\xc3'|'\xc3('|'\xe0\x9f\xbf'|'\xe2\x82'|'\xe2(\xa1'"
    "|'\xed\xa0\x80'|'\xed\xbf\xbf'|'\xf0\x8f\xbf\xbf'|'\xf0\x9f\x98'|'\xf4\x90\x80\x80'|'\xfe'"
    "|'\xf5\x80\x80\x80'|'\xf8\x88\x80\x80\x80'|'\xff'|'\xe9'|'\xed\xa0\xbd\xed\xb8\x80'|'\xf0\x9f";

static char sample[128];

/* Makes the next document of such a list the sample; false after the last. */
static bool next_sample(const char **list) {
    size_t length = strcspn(*list, "|");
    if (!**list) return false;
    assert_true(length < sizeof sample);
    for (size_t i = 0; i < length; i++) sample[i] = (*list)[i] == '\'' ? '"' : (*list)[i];
    sample[length] = '\0';
    *list += length + ((*list)[length] == '|');
    return true;
}

static struct json load(const char *list) {
    assert_true(next_sample(&list));
    assert_null(parse(sample));
    return json_root(&doc);
}

static void accepts_what_is_json(void **unused) {
    (void)unused;
    for (const char *list = good; next_sample(&list);) {
        const char *why = parse(sample);
        if (why) fail_msg("%s: %s", sample, why);
        assert_false(json_is(json_root(&doc), JSON_MISSING));
    }
}

static void refuses_what_is_not(void **unused) {
    (void)unused;
    for (const char *list = bad; next_sample(&list);) {
        if (!parse(sample)) fail_msg("accepted: %s", sample);
        assert_true(doc.error_at <= strlen(sample));
        assert_true(json_is(json_root(&doc), JSON_MISSING));
    }
    static const char *const quotes[] = {"", "'a'", "{'a':1}", "\"\\'\""};
    for (size_t i = 0; i < COUNT(quotes); i++) assert_non_null(parse(quotes[i]));
    assert_non_null(json_parse(&doc, NULL, 0, NULL, 0));
}

static void refuses_nul_bytes(void **unused) {
    (void)unused;
    static const char whole[] = "[{\"a\":1.5e1},\"\\n\",null]";
    assert_null(parse(whole));
    for (size_t i = 0; i < sizeof whole; i++) { /* before each byte, and after the last */
        char damaged[sizeof whole];
        memcpy(damaged, whole, i);
        damaged[i] = '\0';
        memcpy(damaged + i + 1, whole + i, sizeof whole - 1 - i);
        assert_non_null(parse_bytes(damaged, sizeof damaged));
    }
}

static void refuses_every_beginning(void **unused) {
    (void)unused;
    static const char text[] = "{\"a\\u00e9\\n\":[1.5e+3,-0,{\"\xe2\x82\xac\":null,\"\":false}],"
                               "\"b\":[[],{},\"\\ud83d\\ude00\",true]}";
    for (size_t length = 0; length < sizeof text - 1; length++)
        assert_non_null(parse_bytes(text, length));
    assert_null(parse_bytes(text, sizeof text - 1));
}

static void says_why_and_where(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *why;
        size_t at;
    } cases[] = {
        {"", "the text is empty, expected a value", 0},
        {"  ", "the text ends, expected a value", 2},
        {"[1,", "the text ends, expected a value", 3},
        {"[1,x]", "expected a value", 3},
        {"tru", "expected a value", 0},
        {"[] []", "expected nothing after the value", 3},
        {"[1 2]", "expected ',' or ']'", 3},
        {"{\"a\":1", "expected ',' or '}'", 6},
        {"{\"a\":1,}", "expected a key in quotes", 7},
        {"{\"a\" 1}", "expected ':'", 5},
        {"[-x]", "expected a digit", 2},
        {"[1.]", "expected a digit", 3},
        {"[-012]", "a number must not have leading zeros", 2},
        {"[\"abc", "a string must end with a quote", 5},
        {"\"a\tb\"", "a control character in a string must be escaped", 2},
        {"\"a\xff\"", "a string must be UTF-8", 2},
        {"\"ab\\q\"", "a string contains an unknown escape", 3},
        {"\"ab\\ud800\"", "a string contains an unpaired surrogate", 3},
        {"{\"a\":1,\"b\":2,\"a\":3}", "the keys of an object must be unique", 13},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_string_equal(parse(cases[i].text), cases[i].why);
        assert_int_equal(doc.error_at, cases[i].at);
    }
}

static void nests_to_its_depth(void **unused) {
    (void)unused;
    static const char *const open[] = {"[", "{\"a\":"}, *const close[] = {"]", "}"};
    for (int kind = 0; kind < 2; kind++)
        for (int depth = 1; depth <= JSON_DEPTH + 2; depth++) {
            char buffer[1024];
            struct text text = text_over(buffer, sizeof buffer);
            for (int i = 0; i < depth; i++) text_string(&text, open[kind]);
            text_char(&text, '0');
            for (int i = 0; i < depth; i++) text_string(&text, close[kind]);
            assert_false(text.cut);
            if (depth <= JSON_DEPTH)
                assert_null(parse(buffer));
            else
                assert_string_equal(parse(buffer), "values must be nested at most 64 deep");
        }
}

/* Table 3-7 of the Unicode standard: how long the well-formed sequence here is, or 0. */
static size_t well_formed(const unsigned char *s, size_t length) {
    static const unsigned char table[][9] = {
        {1, 0x20, 0x7f},
        {2, 0xc2, 0xdf, 0x80, 0xbf},
        {3, 0xe0, 0xe0, 0xa0, 0xbf, 0x80, 0xbf},
        {3, 0xe1, 0xec, 0x80, 0xbf, 0x80, 0xbf},
        {3, 0xed, 0xed, 0x80, 0x9f, 0x80, 0xbf},
        {3, 0xee, 0xef, 0x80, 0xbf, 0x80, 0xbf},
        {4, 0xf0, 0xf0, 0x90, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
        {4, 0xf1, 0xf3, 0x80, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
        {4, 0xf4, 0xf4, 0x80, 0x8f, 0x80, 0xbf, 0x80, 0xbf},
    };
    for (size_t row = 0; row < COUNT(table); row++) {
        size_t size = table[row][0], i = 0;
        const unsigned char *range = table[row] + 1;
        while (i < size && i < length && s[i] >= range[2 * i] && s[i] <= range[2 * i + 1]) i++;
        if (i == size) return size;
    }
    return 0;
}

static void knows_utf8_at_its_borders(void **unused) {
    (void)unused;
    static const unsigned char border[] = {0x20, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                           0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
                                           0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff};
    size_t all = COUNT(border);
    for (size_t n = 0; n < all * all * all * all; n++) {
        unsigned char s[6] = {'"',
                              border[n % all],
                              border[n / all % all],
                              border[n / all / all % all],
                              border[n / all / all / all],
                              '"'};
        size_t at = 1, size = 1;
        for (; at < 5 && size > 0; at += size) size = well_formed(s + at, 5 - at);
        struct json_token capacity[1];
        const char *why = json_parse(&doc, (const char *)s, sizeof s, capacity, 1);
        if ((why == NULL) != (size > 0)) fail_msg("%02x %02x %02x %02x", s[1], s[2], s[3], s[4]);
    }
}

static size_t encode(uint32_t point, unsigned char out[4]) {
    size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1; point >>= 6) out[i] = (unsigned char)(0x80 | (point & 0x3f));
    out[0] = (unsigned char)(leads[size] | point);
    return size;
}

static void write_unit(struct text *text, uint32_t unit) {
    text_string(text, "\\u");
    text_hex(text, unit, 4);
}

/* Every character, as a \u escape or a pair and as the writer writes it, decodes to its UTF-8. */
static void knows_every_character(void **unused) {
    (void)unused;
    for (uint32_t point = 0; point <= 0x10ffff; point++) {
        char escaped[32], written[32], back[8];
        unsigned char bytes[4];
        if (point >= 0xd800 && point <= 0xdfff) continue;
        size_t size = encode(point, bytes);
        struct text one = text_over(escaped, sizeof escaped);
        struct text two = text_over(written, sizeof written);
        text_char(&one, '"');
        if (point >= 0x10000) write_unit(&one, 0xd800 + ((point - 0x10000) >> 10));
        write_unit(&one, point < 0x10000 ? point : 0xdc00 + (point & 0x3ff));
        text_char(&one, '"');
        json_put_bytes(&two, (const char *)bytes, size);
        struct text *both[] = {&one, &two};
        for (int i = 0; i < 2; i++) {
            struct json_token capacity[1];
            assert_null(json_parse(&doc, both[i]->at, both[i]->length, capacity, 1));
            assert_int_equal(json_string(json_root(&doc), back, sizeof back), size);
            assert_memory_equal(back, bytes, size);
        }
    }
}

static void finds_its_way(void **unused) {
    (void)unused;
    struct json root = load("{'a':[1,'two',[3],{'b':{}}],'x\\/y':null,'t':true,'':-0.5}");
    assert_int_equal(json_kind(root), JSON_OBJECT);
    assert_int_equal(json_count(root), 4);
    struct json list = json_get(root, "a"), member = json_first(list);
    static const enum json_kind kinds[] = {JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT};
    assert_int_equal(json_count(list), 4);
    for (int i = 0; i < 4; i++, member = json_after(list, member))
        assert_int_equal(json_kind(member), kinds[i]);
    assert_int_equal(json_kind(member), JSON_MISSING);
    assert_int_equal(json_kind(json_get(root, "x/y")), JSON_NULL);
    assert_int_equal(json_kind(json_get(root, "")), JSON_NUMBER);
    assert_int_equal(json_kind(json_get(root, "b")), JSON_MISSING); /* not this object's */
    int seen = 0;
    for (member = json_first(root); json_kind(member); member = json_after(root, member)) seen++;
    assert_int_equal(seen, 4);
    assert_false(json_kind(json_first(load("[]"))) || json_kind(json_first(load("{}"))));
}

static void lets_missing_values_be_asked(void **unused) {
    (void)unused;
    struct json gone = json_get(json_first(json_get(load("[1]"), "a")), "b");
    char buffer[8] = "keep";
    struct text text = text_over(buffer + 5, 3);
    int64_t number = 5;
    bool flag = true;
    size_t length;
    assert_int_equal(json_kind(gone), JSON_MISSING);
    assert_int_equal(json_count(gone), 0);
    assert_int_equal(json_kind(json_after(gone, gone)), JSON_MISSING);
    assert_int_equal(json_kind(json_find_unknown(gone, (const char *const[]){NULL})), JSON_MISSING);
    assert_false(json_int(gone, INT64_MIN, INT64_MAX, &number) || json_bool(gone, &flag));
    assert_true(number == 5 && flag);
    assert_false(json_equals(gone, ""));
    assert_int_equal(json_string(gone, buffer, sizeof buffer), -1);
    assert_int_equal(json_key(gone, buffer, sizeof buffer), -1);
    assert_string_equal(buffer, "keep");
    assert_string_equal(json_raw(gone, &length), "null");
    assert_int_equal(length, 4);
    json_pointer(gone, gone, &text);
    json_pointer(json_root(&doc), gone, &text);
    assert_int_equal(text.length, 0);
}

static void reads_integers_and_truth(void **unused) {
    (void)unused;
    static const char none[] = "9223372036854775808|-9223372036854775809|9223372036854775810"
                               "|18446744073709551617|1000000000000000000000000000000000000000"
                               "|1.0|1e0|-0.0|'1'|true|null|[1]";
    int64_t out = 5;
    for (const char *list = none; next_sample(&list);) {
        assert_null(parse(sample));
        assert_false(json_int(json_root(&doc), INT64_MIN, INT64_MAX, &out));
    }
    assert_false(json_int(load("42"), 43, 50, &out) || json_int(load("42"), 0, 41, &out));
    assert_int_equal(out, 5);
    assert_true(json_int(load("-0"), 0, 0, &out) && out == 0);
    assert_true(json_int(load("42"), 42, 42, &out) && out == 42);
    assert_true(json_int(load("9223372036854775807"), 0, INT64_MAX, &out) && out == INT64_MAX);
    assert_true(json_int(load("-9223372036854775808"), INT64_MIN, 0, &out) && out == INT64_MIN);
    bool flag;
    assert_true(json_bool(load("true"), &flag) && flag);
    assert_true(json_bool(load("false"), &flag) && !flag);
    assert_false(json_bool(load("null"), &flag) || json_bool(load("0"), &flag));
}

static void reads_strings_that_fit(void **unused) {
    (void)unused;
    char out[16] = "keep";
    struct json value = load("'\\u00e9\\ud83d\\ude00\\'\\u0000/'");
    assert_int_equal(json_string(value, out, 9), -1);
    assert_int_equal(json_string(value, out, 0), -1);
    assert_string_equal(out, "keep");
    assert_int_equal(json_string(value, out, 10), 9);
    assert_memory_equal(out, "\xc3\xa9\xf0\x9f\x98\x80\"\0/", 10);
    assert_int_equal(json_string(load("''"), out, 1), 0);
    assert_int_equal(json_string(load("[]"), out, sizeof out), -1);
    assert_true(json_equals(load("'a\\u0062c'"), "abc"));
    assert_true(json_equals(load("''"), ""));
    assert_false(json_equals(load("'abc'"), "ab") || json_equals(load("'ab'"), "abc"));
    assert_false(json_equals(load("'ab\\u0000'"), "ab") || json_equals(load("1"), "1"));
}

static void knows_keys_from_strings(void **unused) {
    (void)unused;
    char key[16];
    struct json root = load("{'list':['s','t'],'\\u006bey':'v'}"), list;
    assert_int_equal(json_key(root, key, sizeof key), -1);
    list = json_first(root);
    assert_int_equal(json_key(list, key, 4), -1);
    assert_int_equal(json_key(list, key, 5), 4);
    assert_string_equal(key, "list");
    struct json first = json_first(list), second = json_after(list, first);
    assert_int_equal(json_key(first, key, sizeof key), -1);
    assert_int_equal(json_key(second, key, sizeof key), -1);
    assert_int_equal(json_key(json_get(root, "key"), key, sizeof key), 3);
    assert_string_equal(key, "key");
    static const char *const all[] = {"key", "list", NULL}, *const some[] = {"list", "v", NULL};
    assert_int_equal(json_kind(json_find_unknown(root, all)), JSON_MISSING);
    assert_true(json_equals(json_find_unknown(root, some), "v"));
    size_t length;
    assert_memory_equal(json_raw(list, &length), "[\"s\",\"t\"]", 9);
    assert_int_equal(length, 9);
}

static void points_to_values(void **unused) {
    (void)unused;
    char buffer[64];
    struct text text = text_over(buffer, sizeof buffer);
    struct json root = load("[0,{'a/b~':[[],[5,6]],'\\u00e9\\'':1,'':2}]");
    struct json object = json_after(root, json_first(root)), deep = json_first(object);
    struct json pair = json_after(deep, json_first(deep)), six = json_after(pair, json_first(pair));
    json_pointer(root, six, &text);
    assert_string_equal(buffer, "/1/a~1b~0/1/1");
    text_clear(&text), json_pointer(deep, six, &text);
    assert_string_equal(buffer, "/1/1");
    text_clear(&text), json_pointer(root, json_get(object, "\xc3\xa9\""), &text);
    assert_string_equal(buffer, "/1/\xc3\xa9\"");
    text_clear(&text), json_pointer(object, json_get(object, ""), &text);
    assert_string_equal(buffer, "/");
    text_clear(&text), json_pointer(root, root, &text), json_pointer(six, root, &text);
    json_pointer(json_first(root), six, &text);
    assert_string_equal(buffer, "");
}

static void sees_keys_as_they_decode(void **unused) {
    (void)unused;
    static const char twice[] =
        "{'a':1,'\\u0061':2}|{'/':1,'\\/':2}|{'\xc3\xa9':1,'\\u00E9':2}"
        "|{'\xf0\x9f\x98\x80':1,'x':2,'\\ud83d\\ude00':3}|{'\\n':1,'\\u000a':2}"
        "|{'a\\u0000':1,'b':2,'\\u0061\\u0000':3}|[{'a':{'b':1,'b':1}}]";
    static const char once[] =
        "{'a':1,'A':2}|{'':1,'\\u0000':2}|{'a':1,'ab':2,'abc':3}|{'u0061':1,'a':2}"
        "|{'a':{'a':[{'a':1}]},'b':{'a':1}}|{'\\\\u0061':1,'a':2}"
        "|{'\xc3\xa9':1,'e\xcc\x81':2}|{'a':'a','b':'a'}";
    for (const char *list = twice; next_sample(&list);)
        assert_string_equal(parse(sample), "the keys of an object must be unique");
    for (const char *list = once; next_sample(&list);) assert_null(parse(sample));
}

/* Objects of keys drawn from few, against the obvious search for a pair. */
static void agrees_with_pairwise_search(void **unused) {
    (void)unused;
    static const char *const spelling[3][2] = {
        {"a", "\\u0061"}, {"\xc3\xa9", "\\u00e9"}, {"/", "\\/"}};
    struct rng rng = rng_new(11, 0);
    int found = 0;
    for (int trial = 0; trial < 20000; trial++) {
        char buffer[2048];
        struct text text = text_over(buffer, sizeof buffer);
        int keys[40], count = (int)rng_below(&rng, 40), twice = 0;
        json_open(&text, '{');
        for (int k = 0; k < count; k++) {
            text_string(&text, k ? ",\"" : "\"");
            keys[k] = (int)rng_below(&rng, 729);
            for (int digit = 0, rest = keys[k]; digit < 6; digit++, rest /= 3)
                text_string(&text, spelling[rest % 3][rng_below(&rng, 2)]);
            text_string(&text, "\":0");
            for (int j = 0; j < k; j++) twice |= keys[j] == keys[k];
        }
        json_close(&text, '}');
        assert_false(text.cut);
        assert_int_equal(parse(buffer) != NULL, twice);
        found += twice;
    }
    assert_in_range(found, 2000, 18000);
}

/* What repeats with glue between, each # being three letters that differ from all before. */
static void build(struct text *text, size_t size, const char *const shape[4]) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+";
    text_string(text, shape[0]);
    for (size_t i = 0; text->length + strlen(shape[1]) + strlen(shape[3]) + 4 < size; i++) {
        if (i > 0) text_string(text, shape[2]);
        for (const char *at = shape[1]; *at; at++)
            if (*at == '#')
                for (int shift = 0; shift < 18; shift += 6)
                    text_char(text, letters[i >> shift & 63]);
            else
                text_char(text, *at);
    }
    text_string(text, shape[3]);
    assert_false(text->cut);
}

#define TEN(text) text text text text text text text text text text

/* Each asks for as many tokens or as much comparing as its size allows. */
static const char *const wide[][4] = {
    {"[", "1", ",", "]"},
    {"[", "[]", ",", "]"},
    {"[", "{\"\":0}", ",", "]"},
    {"[", "[[[[[{\"\":[1]}]]]]]", ",", "]"},
    {"{", "\"#\":0", ",", "}"},
    {"{", "\"\\u0061#\":[]", ",", "}"},
    {"{", "\"" TEN(TEN("same ")) "#\":1", ",", "}"},
    {"\"", "\\\\", "", "\""},
    {"", "1", "", ""},
    {"[", " \n", "", "]"},
};

static void takes_a_mebibyte_in_its_stride(void **unused) {
    (void)unused;
    enum { SIZE = 1 << 20 };
    char *buffer = grab(SIZE + 1);
    clock_t begin = clock();
    for (size_t i = 0; i < COUNT(wide); i++) {
        struct text text = text_over(buffer, SIZE + 1);
        build(&text, SIZE, wide[i]);
        assert_null(parse(buffer));
        size_t count = doc.count;
        assert_true(count <= (text.length + 1) / 2);
        assert_null(parse_into(count, buffer, text.length));
        assert_string_equal(parse_into(count - 1, buffer, text.length),
                            "the text contains too many values");
    }
    /* A key comes again at the very end, spelt otherwise. */
    struct text text = text_over(buffer, SIZE + 1);
    build(&text, SIZE, (const char *const[]){"{", "\"#\":0", ",", ",\"\\u0061a\\u0061\":1}"});
    assert_string_equal(parse(buffer), "the keys of an object must be unique");
    free(buffer);
    assert_true(clock() - begin < 20 * CLOCKS_PER_SEC); /* a quadratic search takes far longer */
}

static void has_tokens_for_every_prefix(void **unused) {
    (void)unused;
    static const char *const deep[][4] = {
        {"", "[", "", ""}, {"", "{\"\":", "", ""}, {"", "[1,", "", ""}, {"", "[[],{\"\":", "", ""}};
    char buffer[400];
    for (size_t i = 0; i < COUNT(deep) + COUNT(wide); i++) {
        struct text text = text_over(buffer, sizeof buffer);
        build(&text, 300, i < COUNT(deep) ? deep[i] : wide[i - COUNT(deep)]);
        for (size_t length = 0; length <= text.length; length++) {
            const char *why = parse_bytes(buffer, length);
            if (why) assert_string_not_equal(why, "the text contains too many values");
        }
    }
}

static void writes_commas_by_itself(void **unused) {
    (void)unused;
    char buffer[256];
    struct text text = text_over(buffer, sizeof buffer);
    json_open(&text, '{');
    json_put_key(&text, "list"), json_open(&text, '[');
    json_put_int(&text, INT64_MIN), json_put_bool(&text, true), json_put_bool(&text, false);
    json_put_null(&text), json_open(&text, '['), json_close(&text, ']');
    json_put_string(&text, "x,{["), json_put_string(&text, "y:\n");
    json_close(&text, ']');
    json_put_key(&text, "raw"), json_put_raw(&text, "[1, 2]\n", 7);
    json_put_key(&text, ""), json_open(&text, '{'), json_close(&text, '}');
    json_close(&text, '}');
    text_char(&text, '\n');
    json_open(&text, '['), json_close(&text, ']'); /* the next of JSON Lines */
    assert_string_equal(buffer, "{\"list\":[-9223372036854775808,true,false,null,[],\"x,{[\","
                                "\"y:\\n\"],\"raw\":[1, 2],\"\":{}}\n[]");
}

static void writes_escapes(void **unused) {
    (void)unused;
    char buffer[64];
    struct text text = text_over(buffer, sizeof buffer);
    json_put_bytes(&text, "\"\\/\b\f\n\r\t\0\x1f\x7f\xc3\xa9", 13);
    assert_string_equal(buffer, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\xc3\xa9\"");
    text = text_over(buffer, 6);
    json_put_string(&text, "12345");
    assert_true(text.cut);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_what_is_json),
        cmocka_unit_test(refuses_what_is_not),
        cmocka_unit_test(refuses_nul_bytes),
        cmocka_unit_test(refuses_every_beginning),
        cmocka_unit_test(says_why_and_where),
        cmocka_unit_test(nests_to_its_depth),
        cmocka_unit_test(knows_utf8_at_its_borders),
        cmocka_unit_test(knows_every_character),
        cmocka_unit_test(finds_its_way),
        cmocka_unit_test(lets_missing_values_be_asked),
        cmocka_unit_test(reads_integers_and_truth),
        cmocka_unit_test(reads_strings_that_fit),
        cmocka_unit_test(knows_keys_from_strings),
        cmocka_unit_test(points_to_values),
        cmocka_unit_test(sees_keys_as_they_decode),
        cmocka_unit_test(agrees_with_pairwise_search),
        cmocka_unit_test(takes_a_mebibyte_in_its_stride),
        cmocka_unit_test(has_tokens_for_every_prefix),
        cmocka_unit_test(writes_commas_by_itself),
        cmocka_unit_test(writes_escapes),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, forget);
}
