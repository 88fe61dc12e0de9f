/* JSON (RFC 8259, strict) read in place, and written into a text.
 *
 * Reading allocates nothing: json_parse checks a whole document and notes where its values stand in
 * an array the caller lends. A `struct json` is then a value in it, small enough to pass about;
 * asking a missing value anything is allowed and answers "missing", so that a chain of questions
 * needs one check. Beyond the grammar it refuses what cannot be kept: bytes that are not UTF-8,
 * lone surrogates, the same key twice in an object, nesting past JSON_DEPTH. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH = 64 };

enum json_kind {
    JSON_MISSING,
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
};

/* One value, or one key of an object; a key stands just before its value and contains it. */
struct json_token {
    uint32_t at, length; /* its bytes in the text, quotes and brackets counted */
    uint32_t next;       /* the token after it and all it contains */
    uint32_t extra;      /* a container's members; a key's link while keys are compared */
};

struct json_doc {
    const char *text;
    struct json_token *tokens;
    uint32_t count, capacity;
    size_t error_at; /* the byte at which json_parse gave up */
};

struct json {
    const struct json_doc *doc; /* NULL: missing */
    uint32_t token;
};

/* Tokens enough for any text of this length. A value of n bytes has at most (n + 1) / 2: a scalar
 * has, and k members with k - 1 commas and two brackets keep it so; keys bring three bytes each. A
 * container that is not closed lacks a byte, but of these there are at most JSON_DEPTH. */
static inline size_t json_tokens_max(size_t length) {
    return length / 2 + JSON_DEPTH / 2 + 1;
}

/* NULL, or why the text is no document, which then has no root; doc keeps pointing to the text and
 * the tokens, both the caller's. */
const char *json_parse(struct json_doc *doc, const char *text, size_t length,
                       struct json_token *tokens, size_t capacity);
struct json json_root(const struct json_doc *doc);

enum json_kind json_kind(struct json value);
static inline bool json_is(struct json value, enum json_kind kind) {
    return json_kind(value) == kind;
}

/* Members of an array or object, 0 for all else. */
int json_count(struct json value);
struct json json_get(struct json object, const char *key);
/* Each member in order: for (m = json_first(v); json_kind(m); m = json_after(v, m)). */
struct json json_first(struct json container);
struct json json_after(struct json container, struct json member);
/* The first member whose key is none of `keys` (NULL-ended), else missing. */
struct json json_find_unknown(struct json object, const char *const *keys);

/* A number written without fraction or exponent, within min..max; false, and *out unchanged,
 * otherwise. */
bool json_int(struct json value, int64_t min, int64_t max, int64_t *out);
bool json_bool(struct json value, bool *out);
/* Whether it is the string `words`. */
bool json_equals(struct json value, const char *words);
/* A string's bytes, decoded, with a NUL added; its length, or -1, and out unchanged, if it is none
 * or needs more than room. \u0000 is a byte like any other: where that matters, compare with
 * strlen. */
int json_string(struct json value, char *out, size_t capacity);
/* The key of an object's member, likewise; and whether it is `key`. */
int json_key(struct json member, char *out, size_t capacity);
bool json_has_key(struct json member, const char *key);
/* The value as it was written, a missing one as null. */
const char *json_raw(struct json value, size_t *length);
/* The JSON Pointer (RFC 6901) from one value to another inside it; nothing if it is not. */
void json_pointer(struct json from, struct json to, struct text *out);

/* Writing. Commas and colons come by themselves: a comma unless the text is empty or ends with an
 * opening bracket, a colon or a line feed. What opens must be closed; strings must be UTF-8. */
void json_open(struct text *out, char bracket);
void json_close(struct text *out, char bracket);
void json_put_key(struct text *out, const char *key);
void json_put_null(struct text *out);
void json_put_bool(struct text *out, bool value);
void json_put_int(struct text *out, int64_t value);
void json_put_string(struct text *out, const char *words);
void json_put_bytes(struct text *out, const char *bytes, size_t length);
/* A key and its value. */
void json_field_bool(struct text *out, const char *key, bool value);
void json_field_int(struct text *out, const char *key, int64_t value);
void json_field_string(struct text *out, const char *key, const char *words);
/* Text that is JSON already. */
void json_put_raw(struct text *out, const char *bytes, size_t length);

#endif
