/* Two kinds of damage: to bytes, and to whole values, which the JSON reader still accepts. */
#include "tests/support/mutate.h"
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

static const char *const spares[] = {
    "0",           "1",
    "-1",          "2",
    "3",           "7",
    "15",          "16",
    "255",         "256",
    "4096",        "1e3",
    "0.5",         "-0",
    "null",        "true",
    "[]",          "{}",
    "\"\"",        "false",
    "[0]",         "\"Up\"",
    "[0,0]",       "\"Blue\"",
    "\"chance\"",  "99999999999999999999",
    "\"\\u0000\"", "[[[[]]]]",
    "{\"a\":1}",
};

static const char bytes[] = "{}[]\",:0123456789.-eE\\nulltruefalse \t\xff\x80\xc3";

static size_t splice(const char *text, size_t length, size_t at, size_t cut, const char *in,
                     size_t added, char *out, size_t capacity) {
    if (length - cut + added > capacity) return 0;
    memcpy(out, text, at);
    memcpy(out + at, in, added);
    memcpy(out + at + added, text + at + cut, length - at - cut);
    return length - cut + added;
}

static size_t below(struct rng *rng, size_t n) {
    return rng_below(rng, (uint32_t)n);
}

static size_t hurt_bytes(const char *text, size_t length, char *out, size_t capacity,
                         struct rng *rng) {
    char byte = bytes[below(rng, sizeof bytes - 1)];
    size_t at = below(rng, length), cut = below(rng, length - at < 9 ? length - at + 1 : 9);
    switch (below(rng, 4)) {
    case 0:
        return splice(text, length, at, 1, &byte, 1, out, capacity);
    case 1:
        return splice(text, length, at, 0, &byte, 1, out, capacity);
    case 2:
        return splice(text, length, at, cut, "", 0, out, capacity);
    default:
        return splice(text, length, at, length - at, "", 0, out, capacity);
    }
}

/* Replaces a value by a spare one or by another value of the text, or removes it. */
static size_t hurt_value(const char *text, size_t length, char *out, size_t capacity,
                         struct rng *rng) {
    struct json_doc doc;
    size_t tokens_capacity = json_tokens_max(length), result = 0;
    struct json_token *tokens = malloc(tokens_capacity * sizeof *tokens);
    if (tokens && !json_parse(&doc, text, length, tokens, tokens_capacity)) {
        struct json_token at = tokens[below(rng, doc.count)], from = tokens[below(rng, doc.count)];
        const char *spare = spares[below(rng, sizeof spares / sizeof *spares)];
        switch (below(rng, 3)) {
        case 0:
            result = splice(text, length, at.at, at.length, spare, strlen(spare), out, capacity);
            break;
        case 1:
            result =
                splice(text, length, at.at, at.length, text + from.at, from.length, out, capacity);
            break;
        default: /* with the comma that follows it */
            if (at.at + at.length < length && text[at.at + at.length] == ',') at.length++;
            result = splice(text, length, at.at, at.length, "", 0, out, capacity);
        }
    }
    free(tokens);
    return result;
}

size_t mutate_json(const char *text, size_t length, char *out, size_t capacity, struct rng *rng) {
    size_t result = 0;
    if (length == 0) return 0;
    if (below(rng, 2)) result = hurt_value(text, length, out, capacity, rng);
    return result ? result : hurt_bytes(text, length, out, capacity, rng);
}
