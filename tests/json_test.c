/* JSON read and written. Every text is parsed in a copy without a NUL and into exactly json_room tokens,
 * so that a sanitizer sees any step outside. */
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

enum { MIB = 1 << 20 };

static struct json_doc doc;
static struct json_token *tokens;
static char *copy;

static void *grab(size_t size) {
    void *memory = malloc(size ? size : 1);
    assert_non_null(memory);
    return memory;
}

/* The document parsed last stays until the next. */
static const char *parse_into(size_t room, const char *text, size_t length) {
    free(copy);
    free(tokens);
    copy = memcpy(grab(length), text, length);
    tokens = grab(room * sizeof *tokens);
    return json_parse(&doc, copy, length, tokens, room);
}

static const char *parse_bytes(const char *text, size_t length) {
    return parse_into(json_room(length), text, length);
}

static const char *parse(const char *text) {
    return parse_bytes(text, strlen(text));
}

static struct json load(const char *text) {
    assert_null(parse(text));
    return json_root(&doc);
}

static int forget(void **unused) {
    (void)unused;
    free(copy);
    free(tokens);
    return 0;
}

/* A text that may contain NUL bytes. */
struct sample {
    const char *text;
    size_t length;
};
#define SAMPLE(text)                                                                               \
    { text, sizeof text - 1 }

static const struct sample good[] = {
    /* structure: any value may stand alone, white space anywhere between */
    SAMPLE("null"), SAMPLE("true"), SAMPLE("false"), SAMPLE("7"), SAMPLE("-3"), SAMPLE("\"\""),
    SAMPLE("\"alone\""), SAMPLE("[]"), SAMPLE("{}"), SAMPLE(" \t\r\n[ \n]\n"), SAMPLE("[true]\n"),
    SAMPLE(" 4 "), SAMPLE("[\t1 ,\r\n2 ]"), SAMPLE("{ \"k\" :\t1 }"),
    /* arrays */
    SAMPLE("[[]]"), SAMPLE("[[],[[]],{}]"), SAMPLE("[\"\"]"), SAMPLE("[null,1,\"1\",{}]"),
    SAMPLE("[1,null,null,null,2]"), SAMPLE("[ 1]"), SAMPLE("[2] "),
    /* objects */
    SAMPLE("{\"a\":[]}"), SAMPLE("{\"\":0}"), SAMPLE("{\"a\":1,\"b\":1}"), SAMPLE("{\"a\":{\"a\":{}}}"),
    SAMPLE("{\"a\\u0000b\":1}"), SAMPLE("{\n\"a\":\n1\n}"), SAMPLE("{\"true\":true,\"null\":null}"),
    SAMPLE("[{\"a\":1},{\"a\":1}]"), SAMPLE("{\"a\":1,\"A\":2,\"aa\":3,\"\":4}"),
    /* numbers: the grammar alone decides, not what a machine can hold */
    SAMPLE("[0]"), SAMPLE("[-0]"), SAMPLE("[0.0]"), SAMPLE("[-0.0e-0]"), SAMPLE("[0e+1]"),
    SAMPLE("[0e1]"), SAMPLE("[1E22]"), SAMPLE("[1E-2]"), SAMPLE("[1E+2]"), SAMPLE("[20e1]"),
    SAMPLE("[123.456e78]"), SAMPLE("[1.5]"), SAMPLE("[1e9999]"), SAMPLE("[-1e-9999]"),
    SAMPLE("[100000000000000000000000000000000000000]"), SAMPLE("[0.00000000000000000000000000001]"),
    SAMPLE("[-9223372036854775809]"), SAMPLE("[1e0000000000001]"),
    /* strings: escapes */
    SAMPLE("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), SAMPLE("\"\\u0041\\u00e9\\u20AC\\uFfFf\""),
    SAMPLE("\"\\ud83d\\ude00\""), SAMPLE("\"\\uDBFF\\uDFFF\""), SAMPLE("\"\\uD800\\uDC00x\""),
    SAMPLE("\"\\u0000\""), SAMPLE("\"\\\\u0000\""), SAMPLE("\"\\\\\\\"\""), SAMPLE("\"a/b*//*c\""),
    SAMPLE("\"\\u2028\\ufeff\\ufffe\\uFDD0\""), SAMPLE("\"\\u0022\\u005c\""),
    /* strings: UTF-8 up to the borders of each length */
    SAMPLE("\"\x7f\""), SAMPLE("\"\xc2\x80\xdf\xbf\""), SAMPLE("\"\xe0\xa0\x80\xef\xbf\xbf\""),
    SAMPLE("\"\xed\x9f\xbf\xee\x80\x80\""), SAMPLE("\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\""),
    SAMPLE("\"\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf\""), SAMPLE("{\"\xc3\xa9\":\"\xe2\x82\xac\"}"),
};

static const struct sample bad[] = {
    /* structure: nothing, too little, too much */
    SAMPLE(""), SAMPLE(" "), SAMPLE("\n\t"), SAMPLE("["), SAMPLE("{"), SAMPLE("]"), SAMPLE("}"),
    SAMPLE("[["), SAMPLE("[{"), SAMPLE("[}"), SAMPLE("{]"), SAMPLE("[1}"), SAMPLE("{\"a\":1]"),
    SAMPLE("[1]]"), SAMPLE("{}}"), SAMPLE("[]["), SAMPLE("1 2"), SAMPLE("[1]x"), SAMPLE("{} null"),
    SAMPLE("null,"), SAMPLE(","), SAMPLE(":"), SAMPLE("*"), SAMPLE("\xef\xbb\xbf[]"), SAMPLE("\xff"),
    SAMPLE("[\xc3\xa9]"), SAMPLE("\xe2\x81\xa0[]"), SAMPLE("[\f1]"), SAMPLE("[\v]"), SAMPLE("[\xc2\xa0]"),
    SAMPLE("\0"), SAMPLE("[]\0"), SAMPLE("[1\0]"), SAMPLE("[1]//"), SAMPLE("[1]/**/"), SAMPLE("[1]#"),
    SAMPLE("<null>"), SAMPLE("[<null>]"), SAMPLE("{\"\\"), SAMPLE("[\"\\"), SAMPLE("\xfe\xff\0[\0]"),
    /* words */
    SAMPLE("nul"), SAMPLE("nullx"), SAMPLE("nil"), SAMPLE("tru"), SAMPLE("trues"), SAMPLE("True"),
    SAMPLE("TRUE"), SAMPLE("fals"), SAMPLE("[falsch]"), SAMPLE("undefined"), SAMPLE("[nu"), SAMPLE("a"),
    SAMPLE("n\0ll"), SAMPLE("'a'"), SAMPLE("abc"),
    /* arrays */
    SAMPLE("[1,]"), SAMPLE("[,]"), SAMPLE("[,1]"), SAMPLE("[1,,2]"), SAMPLE("[1 2]"), SAMPLE("[\"a\" 1]"),
    SAMPLE("[1"), SAMPLE("[1,"), SAMPLE("[1,\n1\n,1"), SAMPLE("[\"\": 1]"), SAMPLE("[1:2]"),
    SAMPLE("[3[4]]"), SAMPLE("[\"\","), SAMPLE("[*]"), SAMPLE("[(1)]"), SAMPLE("[1,2,]"), SAMPLE("[x]"),
    SAMPLE("[;]"), SAMPLE("[\"x\"]]"), SAMPLE("[[]"), SAMPLE("[{}"), SAMPLE("[\\n]"), SAMPLE("[a,b]"),
    /* objects */
    SAMPLE("{\"a\"}"), SAMPLE("{\"a\":}"), SAMPLE("{\"a\""), SAMPLE("{\"a\":"), SAMPLE("{\"a\":1"),
    SAMPLE("{\"a\":1,}"), SAMPLE("{,\"a\":1}"), SAMPLE("{\"a\":1,,\"b\":2}"), SAMPLE("{\"a\":1 \"b\":2}"),
    SAMPLE("{\"a\" 1}"), SAMPLE("{\"a\",1}"), SAMPLE("{\"a\"::1}"), SAMPLE("{:1}"), SAMPLE("{1:1}"),
    SAMPLE("{null:1}"), SAMPLE("{a:1}"), SAMPLE("{'a':1}"), SAMPLE("{[]:1}"), SAMPLE("{\"a\":1 2}"),
    SAMPLE("{\"a\":1;\"b\":2}"), SAMPLE("{\"a\"=1}"), SAMPLE("{\"a\":\"b\"}#"), SAMPLE("{\"a\":/*x*/1}"),
    SAMPLE("{\"a\":1,\"b\"}"), SAMPLE("{\"a\":1,\"b\":}"), SAMPLE("{\"a"), SAMPLE("{,}"), SAMPLE("{\"a\":a}"),
    SAMPLE("{\"\\ud800\":1}"), SAMPLE("{\"\xff\":1}"), SAMPLE("{\"a\\z\":1}"), SAMPLE("{\"\n\":1}"),
    /* objects: the same key twice */
    SAMPLE("{\"a\":1,\"a\":1}"), SAMPLE("{\"\":1,\"\":2}"), SAMPLE("[{\"b\":[{\"a\":1,\"b\":2,\"a\":3}]}]"),
    /* numbers */
    SAMPLE("-"), SAMPLE("[-]"), SAMPLE("[+1]"), SAMPLE("[++1]"), SAMPLE("[--1]"), SAMPLE("[- 1]"),
    SAMPLE("[01]"), SAMPLE("[-01]"), SAMPLE("[00]"), SAMPLE("[-00.5]"), SAMPLE("[012]"), SAMPLE("[.5]"),
    SAMPLE("[-.5]"), SAMPLE("[1.]"), SAMPLE("[0.e1]"), SAMPLE("[1..2]"), SAMPLE("[1.2.3]"), SAMPLE("[1e]"),
    SAMPLE("[1e+]"), SAMPLE("[1E-]"), SAMPLE("[1eE2]"), SAMPLE("[1e2e3]"), SAMPLE("[1e1.5]"), SAMPLE("[1+2]"),
    SAMPLE("[0x1]"), SAMPLE("[0xg]"), SAMPLE("[1 000]"), SAMPLE("[1,5.]"), SAMPLE("[1_000]"), SAMPLE("[0e]"),
    SAMPLE("[NaN]"), SAMPLE("[-NaN]"), SAMPLE("[Infinity]"), SAMPLE("[-Infinity]"), SAMPLE("[Inf]"),
    SAMPLE("[1a]"), SAMPLE("[1.5f]"), SAMPLE("[-x]"), SAMPLE("[1\xe5]"), SAMPLE("[\xef\xbc\x91]"), SAMPLE("-.1"),
    SAMPLE("[1e\xff]"), SAMPLE("[1.\0]"), SAMPLE("1."), SAMPLE("1e"), SAMPLE("[-1"), SAMPLE("0-1"),
    /* strings: not closed, not quoted, control characters */
    SAMPLE("\""), SAMPLE("\"a"), SAMPLE("\"a\\\""), SAMPLE("\"\\\\\\\""), SAMPLE("a\""), SAMPLE("[\"a]"),
    SAMPLE("\"a\nb\""), SAMPLE("\"a\tb\""), SAMPLE("\"a\0b\""), SAMPLE("\"\x1f\""), SAMPLE("\"\x01\""),
    SAMPLE("\"\"x"), SAMPLE("\"a\"b\"c\""), SAMPLE("[\\u0020\"a\"]"), SAMPLE("\"\\"), SAMPLE("\"\r\""),
    /* strings: escapes */
    SAMPLE("\"\\a\""), SAMPLE("\"\\x41\""), SAMPLE("\"\\'\""), SAMPLE("\"\\0\""), SAMPLE("\"\\U0041\""),
    SAMPLE("\"\\ \""), SAMPLE("\"\\\n\""), SAMPLE("\"\\\0\""), SAMPLE("\"\\\xc3\xa9\""), SAMPLE("\"\\v\""),
    SAMPLE("\"\\u\""), SAMPLE("\"\\u0\""), SAMPLE("\"\\u00a\""), SAMPLE("\"\\u00g0\""), SAMPLE("\"\\u-001\""),
    SAMPLE("\"\\u 041\""), SAMPLE("\"\\u00"), SAMPLE("\"\\u0x41\""), SAMPLE("\"\\u{41}\""), SAMPLE("\"\\u+041\""),
    /* strings: surrogates */
    SAMPLE("\"\\ud800\""), SAMPLE("\"\\udfff\""), SAMPLE("\"\\ud800\\ud800\""), SAMPLE("\"\\udc00\\ud800\""),
    SAMPLE("\"\\ud800x\""), SAMPLE("\"\\ud800\\n\""), SAMPLE("\"\\ud800\\u0041\""), SAMPLE("\"\\ud800\\u\""),
    SAMPLE("\"\\ud800\\udc0\""), SAMPLE("\"\\ud800\\"), SAMPLE("\"\\ud83d\\ude00\\ude00\""),
    SAMPLE("\"\\ud800\\\\udc00\""), SAMPLE("\"\\udbff\\ue000\""), SAMPLE("\"\\ud800\xed\xb0\x80\""),
    /* strings: what is not UTF-8 */
    SAMPLE("\"\x80\""), SAMPLE("\"\xbf\""), SAMPLE("\"\xc0\x80\""), SAMPLE("\"\xc1\xbf\""), SAMPLE("\"\xc3\""),
    SAMPLE("\"\xc3(\""), SAMPLE("\"\xe0\x9f\xbf\""), SAMPLE("\"\xe2\x82\""), SAMPLE("\"\xe2(\xa1\""),
    SAMPLE("\"\xed\xa0\x80\""), SAMPLE("\"\xed\xbf\xbf\""), SAMPLE("\"\xf0\x8f\xbf\xbf\""), SAMPLE("\"\xe9\""),
    SAMPLE("\"\xf0\x9f\x98\""), SAMPLE("\"\xf4\x90\x80\x80\""), SAMPLE("\"\xf5\x80\x80\x80\""), SAMPLE("\"\xfe\""),
    SAMPLE("\"\xf8\x88\x80\x80\x80\""), SAMPLE("\"\xff\""), SAMPLE("\"\xed\xa0\xbd\xed\xb8\x80\""), SAMPLE("\"\xf0\x9f"),
};

static void accepts_what_is_json(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const char *why = parse_bytes(good[i].text, good[i].length);
        if (why) fail_msg("%s: %s", good[i].text, why);
        assert_int_not_equal(json_kind(json_root(&doc)), JSON_MISSING);
    }
}

static void refuses_what_is_not(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (!parse_bytes(bad[i].text, bad[i].length)) fail_msg("accepted: %s", bad[i].text);
        assert_true(doc.error_at <= bad[i].length);
        assert_int_equal(json_kind(json_root(&doc)), JSON_MISSING);
    }
    assert_non_null(json_parse(&doc, NULL, 0, NULL, 0));
}

/* No document that ends in a bracket or a quote has a beginning that is one. */
static void refuses_every_beginning(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const char *close = strpbrk(good[i].text, "[{\"");
        size_t length = good[i].length;
        if (!close) continue;
        while (!strchr("]}\"", good[i].text[length - 1])) length--;
        while (length-- > 0) assert_non_null(parse_bytes(good[i].text, length));
    }
}

static void says_why_and_where(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *why;
        size_t at;
    } cases[] = {
        {"", "the text is empty", 0},
        {"  ", "the text ends where a value was expected", 2},
        {"[1,", "the text ends where a value was expected", 3},
        {"[1,x]", "a value was expected", 3},
        {"[1,]", "a value was expected", 3},
        {"tru", "a value was expected", 0},
        {"[] []", "something follows the value", 3},
        {"[1 2]", "a comma or ] was expected", 3},
        {"{\"a\":1", "a comma or } was expected", 6},
        {"{\"a\":1,}", "a key was expected", 7},
        {"{\"a\" 1}", "a colon was expected", 5},
        {"[-x]", "a digit was expected", 2},
        {"[1.]", "a digit was expected", 3},
        {"[-012]", "a number begins with 0", 2},
        {"[\"abc", "a string is not closed", 5},
        {"\"a\tb\"", "a control character in a string", 2},
        {"\"a\xff\"", "a string is not UTF-8", 2},
        {"\"ab\\q\"", "a string has an unknown escape", 3},
        {"\"\\ud800\"", "a string has half a surrogate pair", 7},
        {"{\"a\":1,\"b\":2,\"a\":3}", "the same key twice in an object", 13},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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
            for (int i = 0; i < depth; i++) text_words(&text, open[kind]);
            text_char(&text, '0');
            for (int i = 0; i < depth; i++) text_words(&text, close[kind]);
            assert_false(text.cut);
            if (depth <= JSON_DEPTH)
                assert_null(parse(buffer));
            else
                assert_string_equal(parse(buffer), "values are nested too deeply");
        }
}
