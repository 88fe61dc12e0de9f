/* JSON (RFC 8259, strict) read in place, and written into a text.
 *
 * Reading allocates nothing: json_parse checks a whole document and stores the places of its values
 * in an array the caller lends. A `struct json` is a value of the document, passed by value. Every
 * function takes a missing value too and returns "missing", so a chain of calls needs one check.
 * Beyond the grammar, invalid UTF-8, unpaired surrogates, duplicate keys and nesting deeper than
 * JSON_DEPTH are errors. */
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

/* A value, or a key of an object. A key comes just before its value and contains it. */
struct json_token {
    uint32_t at, length; /* its bytes in the text, with quotes or brackets */
    uint32_t next;       /* the first token after it and its contents */
    uint32_t extra;      /* a container's number of members; links keys in a sort */
};

struct json_doc {
    const char *text;
    struct json_token *tokens;
    uint32_t count, capacity;
    size_t error_at; /* the byte where json_parse found the error */
};

struct json {
    const struct json_doc *doc; /* NULL: missing */
    uint32_t token;
};

/* Returns a number of tokens that is enough for any text of this length. A value of n bytes has at
 * most (n + 1) / 2: true for a scalar; k members with k - 1 commas and two brackets keep it true; a
 * key adds at least three bytes. An unclosed container lacks a byte; there are at most JSON_DEPTH.
 */
static inline size_t json_tokens_max(size_t length) {
    return length / 2 + JSON_DEPTH / 2 + 1;
}

/* Returns NULL, or the error, and then the document has no root. The text and the tokens stay the
 * caller's and must outlive the document. */
const char *json_parse(struct json_doc *doc, const char *text, size_t length,
                       struct json_token *tokens, size_t capacity);
struct json json_root(const struct json_doc *doc);

enum json_kind json_kind(struct json value);
static inline bool json_is(struct json value, enum json_kind kind) {
    return json_kind(value) == kind;
}
/* Returns whether there is a value other than null: in a request, null means absent. */
static inline bool json_given(struct json value) {
    return json_kind(value) > JSON_NULL;
}

/* Returns the number of members of an array or object, 0 for other values. */
int json_count(struct json value);
struct json json_get(struct json object, const char *key);
/* Each member in order: for (m = json_first(v); json_kind(m); m = json_after(v, m)). */
struct json json_first(struct json container);
struct json json_after(struct json container, struct json member);
/* Returns the first member whose key is not one of `keys` (NULL-ended), or missing. */
struct json json_find_unknown(struct json object, const char *const *keys);

/* Reads a number written without fraction or exponent, from min to max. Returns false, with *out
 * unchanged, for anything else. */
bool json_int(struct json value, int64_t min, int64_t max, int64_t *out);
bool json_bool(struct json value, bool *out);
/* Returns whether the value is the string `string`. */
bool json_equals(struct json value, const char *string);
/* Copies a string, decoded and ended by a NUL. Returns its length; -1, with `out` unchanged, if the
 * value is not a string or does not fit. A string may contain NUL bytes (\u0000): compare with
 * strlen where that matters. */
int json_string(struct json value, char *out, size_t capacity);
/* The same for the key of an object's member; and whether that key is `key`. */
int json_key(struct json member, char *out, size_t capacity);
bool json_has_key(struct json member, const char *key);
/* Returns the bytes of the value as written; "null" for a missing one. */
const char *json_raw(struct json value, size_t *length);
/* Writes the JSON Pointer (RFC 6901) from a value to one inside it; nothing if it is not inside. */
void json_pointer(struct json from, struct json to, struct text *out);

/* Writing. Commas are added automatically: before a value, unless the text is empty or ends with an
 * opening bracket, a colon or a line feed. Close what you open; strings must be UTF-8. */
void json_open(struct text *out, char bracket);
void json_close(struct text *out, char bracket);
void json_put_key(struct text *out, const char *key);
void json_put_null(struct text *out);
void json_put_bool(struct text *out, bool value);
void json_put_int(struct text *out, int64_t value);
void json_put_string(struct text *out, const char *string);
void json_put_bytes(struct text *out, const char *bytes, size_t length);
/* Write a key and its value. */
void json_field_bool(struct text *out, const char *key, bool value);
void json_field_int(struct text *out, const char *key, int64_t value);
void json_field_string(struct text *out, const char *key, const char *string);
/* Writes a value that is JSON text already. */
void json_put_raw(struct text *out, const char *bytes, size_t length);

#endif
