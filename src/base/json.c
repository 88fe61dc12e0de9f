/* The same decoder, next_char, checks the strings of a text and reads them later, so that both
 * agree. Tokens are in the order of the text; the contents of a value are the tokens up to its
 * `next`. */
#include "base/json.h"
#include <assert.h>
#include <string.h>

/* The rest of a string's contents. */
struct chars {
    const char *at, *end;
};

static const char escape_letters[] = "\"\\/bfnrt", escape_meanings[] = "\"\\/\b\f\n\r\t";

/* What next_char returns instead of a code point. */
enum {
    CHARS_END = -1,
    CHARS_CONTROL = -2,
    CHARS_UTF8 = -3,
    CHARS_ESCAPE = -4,
    CHARS_SURROGATE = -5,
};

static int32_t next_utf8(struct chars *in) {
    const unsigned char *at = (const unsigned char *)in->at;
    int size = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (at[0] < 0xc2 || at[0] > 0xf4 || in->end - in->at < size) return CHARS_UTF8;
    int32_t point = at[0] & (0x7f >> size);
    for (int i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) return CHARS_UTF8;
        point = point << 6 | (at[i] & 0x3f);
    }
    bool overlong = point < (size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80);
    if (overlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return CHARS_UTF8;
    in->at += size;
    return point;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* Reads one \uXXXX, which may be half of a surrogate pair. */
static int32_t next_unit(struct chars *in) {
    if (in->end - in->at < 6 || memcmp(in->at, "\\u", 2) != 0) return CHARS_ESCAPE;
    int32_t unit = 0;
    for (int i = 2; i < 6; i++) {
        int digit = hex_digit(in->at[i]);
        if (digit < 0) return CHARS_ESCAPE;
        unit = unit << 4 | digit;
    }
    in->at += 6;
    return unit;
}

static int32_t next_unicode(struct chars *in) {
    int32_t high = next_unit(in);
    if (high < 0xd800 || high > 0xdfff) return high;
    if (high > 0xdbff) return CHARS_SURROGATE;
    int32_t low = next_unit(in);
    if (low < 0xdc00 || low > 0xdfff) return CHARS_SURROGATE;
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

static int32_t next_escape(struct chars *in) {
    if (in->end - in->at < 2) return CHARS_ESCAPE;
    if (in->at[1] == 'u') return next_unicode(in);
    const char *letter = memchr(escape_letters, in->at[1], sizeof escape_letters - 1);
    if (!letter) return CHARS_ESCAPE;
    in->at += 2;
    return escape_meanings[letter - escape_letters];
}

/* Returns the next code point, or a CHARS_ constant. */
static int32_t next_char(struct chars *in) {
    if (in->at == in->end) return CHARS_END;
    unsigned char byte = (unsigned char)*in->at;
    if (byte == '\\') return next_escape(in);
    if (byte < 0x20) return CHARS_CONTROL;
    if (byte >= 0x80) return next_utf8(in);
    in->at++;
    return byte;
}

static size_t encode(int32_t point, char out[4]) {
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, point >>= 6) out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(0xf00 >> size | point);
    return size;
}

static struct chars token_chars(const struct json_doc *doc, uint32_t token) {
    const char *at = doc->text + doc->tokens[token].at;
    return (struct chars){at + 1, at + doc->tokens[token].length - 1};
}

/* Any order will do, as long as keys are equal when their decoded characters are. */
static int compare_keys(const struct json_doc *doc, uint32_t a, uint32_t b) {
    struct chars one = token_chars(doc, a), two = token_chars(doc, b);
    for (;;) {
        int32_t c = next_char(&one), d = next_char(&two);
        if (c != d) return c < d ? -1 : 1;
        if (c < 0) return 0;
    }
}

static bool same(struct chars in, const char *string) {
    size_t left = strlen(string);
    char bytes[4];
    for (int32_t c; (c = next_char(&in)) >= 0;) {
        size_t size = encode(c, bytes);
        if (size > left || memcmp(bytes, string, size) != 0) return false;
        string += size, left -= size;
    }
    return left == 0;
}

struct reader {
    struct json_doc *doc;
    const char *at, *end, *why;
};

static bool fail(struct reader *r, const char *at, const char *why) {
    r->at = at;
    r->why = why;
    return false;
}

static bool fail_here(struct reader *r, const char *why) {
    return fail(r, r->at, why);
}

/* Returns the next byte, from 0 to 255, or -1 at the end. */
static int peek(const struct reader *r) {
    return r->at < r->end ? (unsigned char)*r->at : -1;
}

static bool is_space(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static int skip_space(struct reader *r) {
    while (is_space(peek(r))) r->at++;
    return peek(r);
}

static bool take(struct reader *r, char c) {
    if (skip_space(r) != c) return false;
    r->at++;
    return true;
}

static bool read_digits(struct reader *r) {
    if (!is_digit(peek(r))) return fail_here(r, "expected a digit");
    while (is_digit(peek(r))) r->at++;
    return true;
}

static bool read_number(struct reader *r) {
    if (peek(r) == '-') r->at++;
    const char *first = r->at;
    if (!read_digits(r)) return false;
    if (*first == '0' && r->at - first > 1)
        return fail(r, first, "a number must not have leading zeros");
    if (peek(r) == '.') {
        r->at++;
        if (!read_digits(r)) return false;
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-') r->at++;
        if (!read_digits(r)) return false;
    }
    return true;
}

static bool read_literal(struct reader *r, const char *literal) {
    size_t size = strlen(literal);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, literal, size) != 0)
        return fail_here(r, "expected a value");
    r->at += size;
    return true;
}

static bool read_string(struct reader *r) {
    static const char *const reasons[] = {
        [-CHARS_END] = "a string must end with a quote",
        [-CHARS_CONTROL] = "a control character in a string must be escaped",
        [-CHARS_UTF8] = "a string must be UTF-8",
        [-CHARS_ESCAPE] = "a string contains an unknown escape",
        [-CHARS_SURROGATE] = "a string contains an unpaired surrogate",
    };
    struct chars in = {r->at + 1, r->end};
    while (in.at == in.end || *in.at != '"') {
        const char *at = in.at;
        int32_t c = next_char(&in);
        if (c < 0) return fail(r, at, reasons[-c]);
    }
    r->at = in.at + 1;
    return true;
}

/* Adds a token that begins here. */
static bool begin_token(struct reader *r, uint32_t *token) {
    struct json_doc *doc = r->doc;
    if (doc->count == doc->capacity) return fail_here(r, "the text contains too many values");
    *token = doc->count++;
    doc->tokens[*token] = (struct json_token){.at = (uint32_t)(r->at - doc->text)};
    return true;
}

static void end_token(struct reader *r, uint32_t token) {
    struct json_token *t = &r->doc->tokens[token];
    t->length = (uint32_t)(r->at - r->doc->text) - t->at;
    t->next = r->doc->count;
}

/* Merges two sorted lists of keys; those of b come later in the text. Equal keys meet as the heads
 * of their lists. */
static uint32_t merge_keys(struct reader *r, uint32_t a, uint32_t b) {
    struct json_token *tokens = r->doc->tokens;
    uint32_t head = 0, *tail = &head;
    while (a && b) {
        int order = compare_keys(r->doc, a, b);
        if (order == 0) {
            fail(r, r->doc->text + tokens[b].at, "the keys of an object must be unique");
            return 0;
        }
        uint32_t *smaller = order < 0 ? &a : &b;
        *tail = *smaller;
        tail = &tokens[*smaller].extra;
        *smaller = *tail;
    }
    *tail = a ? a : b;
    return head;
}

/* Merge-sorts the keys of the object that ends here, linked by `extra`; 0 ends a list, as token 0
 * is never a key. It needs no memory and compares at most n log n bytes. */
static bool check_keys(struct reader *r, uint32_t object) {
    uint32_t runs[32] = {0}; /* each is empty or 2^i sorted keys */
    struct json_token *tokens = r->doc->tokens;
    for (uint32_t key = object + 1; key < r->doc->count && !r->why; key = tokens[key].next) {
        uint32_t run = key, *slot = runs;
        tokens[key].extra = 0;
        for (; *slot; *slot++ = 0) run = merge_keys(r, *slot, run);
        *slot = run;
    }
    for (uint32_t i = 0, all = 0; i < 32 && !r->why; i++) all = merge_keys(r, runs[i], all);
    return !r->why;
}

static bool read_value(struct reader *r, int depth);

static bool read_member(struct reader *r, int depth) {
    uint32_t key;
    if (skip_space(r) != '"') return fail_here(r, "expected a key in quotes");
    if (!begin_token(r, &key) || !read_string(r)) return false;
    end_token(r, key);
    if (!take(r, ':')) return fail_here(r, "expected ':'");
    if (!read_value(r, depth)) return false;
    r->doc->tokens[key].next = r->doc->count;
    return true;
}

static bool read_container(struct reader *r, uint32_t token, int depth) {
    bool object = *r->at == '{';
    char bracket = object ? '}' : ']';
    if (depth == JSON_DEPTH) return fail_here(r, "values must be nested at most 64 deep");
    r->at++;
    if (skip_space(r) != bracket) {
        do {
            if (!(object ? read_member : read_value)(r, depth + 1)) return false;
            r->doc->tokens[token].extra++;
        } while (take(r, ','));
    }
    if (!take(r, bracket))
        return fail_here(r, object ? "expected ',' or '}'" : "expected ',' or ']'");
    return !object || check_keys(r, token);
}

/* Reads a value of any kind inside `depth` containers. */
static bool read_any(struct reader *r, uint32_t token, int depth) {
    switch (peek(r)) {
    case '{':
    case '[':
        return read_container(r, token, depth);
    case '"':
        return read_string(r);
    case 't':
        return read_literal(r, "true");
    case 'f':
        return read_literal(r, "false");
    case 'n':
        return read_literal(r, "null");
    default:
        if (peek(r) == '-' || is_digit(peek(r))) return read_number(r);
        return fail_here(r, "expected a value");
    }
}

static bool read_value(struct reader *r, int depth) {
    uint32_t token;
    if (skip_space(r) < 0) return fail_here(r, "the text ends, expected a value");
    if (!begin_token(r, &token) || !read_any(r, token, depth)) return false;
    end_token(r, token);
    return true;
}

static bool read_document(struct reader *r) {
    if (!read_value(r, 0)) return false;
    return skip_space(r) < 0 || fail_here(r, "expected nothing after the value");
}

const char *json_parse(struct json_doc *doc, const char *text, size_t length,
                       struct json_token *tokens, size_t capacity) {
    *doc = (struct json_doc){.text = text, .tokens = tokens};
    doc->capacity = capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX;
    if (length == 0) return "the text is empty, expected a value"; /* and may be NULL */
    if (length > INT32_MAX) return "the text is too long";         /* lengths are returned as int */
    struct reader r = {.doc = doc, .at = text, .end = text + length};
    if (read_document(&r)) return NULL;
    doc->error_at = (size_t)(r.at - text);
    doc->count = 0;
    return r.why;
}

static const struct json missing;

struct json json_root(const struct json_doc *doc) {
    return doc->count > 0 ? (struct json){doc, 0} : missing;
}

static const struct json_token *token_of(struct json value) {
    return &value.doc->tokens[value.token];
}

enum json_kind json_kind(struct json value) {
    if (!value.doc) return JSON_MISSING;
    switch (value.doc->text[token_of(value)->at]) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_ARRAY;
    case '"':
        return JSON_STRING;
    case 't':
    case 'f':
        return JSON_BOOL;
    case 'n':
        return JSON_NULL;
    default:
        return JSON_NUMBER;
    }
}

int json_count(struct json value) {
    bool container = json_is(value, JSON_ARRAY) || json_is(value, JSON_OBJECT);
    return container ? (int)token_of(value)->extra : 0;
}

/* Returns the member whose first token is this one; in an object that is a key. */
static struct json member_at(struct json container, uint32_t token) {
    if (token >= token_of(container)->next) return missing;
    return (struct json){container.doc, token + json_is(container, JSON_OBJECT)};
}

struct json json_first(struct json container) {
    return json_count(container) > 0 ? member_at(container, container.token + 1) : missing;
}

struct json json_after(struct json container, struct json member) {
    if (!container.doc || !member.doc) return missing;
    return member_at(container, token_of(member)->next);
}

/* Finds the key before a member: of all strings, only keys contain other tokens. */
static bool find_key(struct json member, struct chars *key) {
    if (!member.doc || member.token == 0) return false;
    struct json before = {member.doc, member.token - 1};
    if (!json_is(before, JSON_STRING) || token_of(before)->next == member.token) return false;
    *key = token_chars(before.doc, before.token);
    return true;
}

bool json_has_key(struct json member, const char *key) {
    struct chars in;
    return find_key(member, &in) && same(in, key);
}

struct json json_get(struct json object, const char *key) {
    struct json member = json_first(object);
    while (member.doc && !json_has_key(member, key)) member = json_after(object, member);
    return member;
}

struct json json_find_unknown(struct json object, const char *const *keys) {
    struct json member = json_first(object);
    for (; member.doc; member = json_after(object, member)) {
        const char *const *known = keys;
        while (*known && !json_has_key(member, *known)) known++;
        if (!*known) break;
    }
    return member;
}

bool json_int(struct json value, int64_t min, int64_t max, int64_t *out) {
    if (!json_is(value, JSON_NUMBER)) return false;
    const char *at = value.doc->text + token_of(value)->at, *end = at + token_of(value)->length;
    bool minus = *at == '-';
    int64_t number = 0; /* kept negative: INT64_MIN has no positive counterpart */
    for (at += minus; at < end; at++) {
        int digit = *at - '0';
        if (!is_digit(*at) || number < (INT64_MIN + digit) / 10) return false;
        number = number * 10 - digit;
    }
    if (!minus && number == INT64_MIN) return false;
    if (!minus) number = -number;
    if (number < min || number > max) return false;
    *out = number;
    return true;
}

bool json_bool(struct json value, bool *out) {
    if (!json_is(value, JSON_BOOL)) return false;
    *out = value.doc->text[token_of(value)->at] == 't';
    return true;
}

bool json_equals(struct json value, const char *string) {
    return json_is(value, JSON_STRING) && same(token_chars(value.doc, value.token), string);
}

static int copy_chars(struct chars in, char *out, size_t capacity) {
    struct chars again = in;
    size_t length = 0;
    char bytes[4];
    for (int32_t c; (c = next_char(&in)) >= 0;) length += encode(c, bytes);
    if (length >= capacity) return -1;
    for (int32_t c; (c = next_char(&again)) >= 0;) {
        size_t size = encode(c, bytes);
        memcpy(out, bytes, size);
        out += size;
    }
    *out = '\0';
    return (int)length;
}

int json_string(struct json value, char *out, size_t capacity) {
    if (!json_is(value, JSON_STRING)) return -1;
    return copy_chars(token_chars(value.doc, value.token), out, capacity);
}

int json_key(struct json member, char *out, size_t capacity) {
    struct chars key;
    return find_key(member, &key) ? copy_chars(key, out, capacity) : -1;
}

const char *json_raw(struct json value, size_t *length) {
    *length = value.doc ? token_of(value)->length : strlen("null");
    return value.doc ? value.doc->text + token_of(value)->at : "null";
}

/* Writes a key as RFC 6901 escapes it. */
static void put_step(struct text *out, struct chars key) {
    char bytes[4];
    for (int32_t c; (c = next_char(&key)) >= 0;) {
        if (c == '~')
            text_string(out, "~0");
        else if (c == '/')
            text_string(out, "~1");
        else
            text_bytes(out, bytes, encode(c, bytes));
    }
}

void json_pointer(struct json from, struct json to, struct text *out) {
    if (!from.doc || from.doc != to.doc) return;
    if (to.token < from.token || to.token >= token_of(from)->next) return;
    while (from.token != to.token) {
        struct json member = json_first(from);
        struct chars key;
        int index = 0;
        for (; token_of(member)->next <= to.token; index++) member = json_after(from, member);
        text_char(out, '/');
        if (find_key(member, &key))
            put_step(out, key);
        else
            text_int(out, index);
        from = member;
    }
}

static void put_comma(struct text *out) {
    if (out->length > 0 && !memchr("{[:\n", out->at[out->length - 1], 4)) text_char(out, ',');
}

void json_open(struct text *out, char bracket) {
    assert(bracket == '{' || bracket == '[');
    put_comma(out);
    text_char(out, bracket);
}

void json_close(struct text *out, char bracket) {
    assert(bracket == '}' || bracket == ']');
    text_char(out, bracket);
}

void json_put_key(struct text *out, const char *key) {
    json_put_string(out, key);
    text_char(out, ':');
}

void json_put_null(struct text *out) {
    json_put_raw(out, "null", 4);
}

void json_put_bool(struct text *out, bool value) {
    put_comma(out);
    text_string(out, value ? "true" : "false");
}

void json_put_int(struct text *out, int64_t value) {
    put_comma(out);
    text_int(out, value);
}

void json_put_string(struct text *out, const char *string) {
    json_put_bytes(out, string, strlen(string));
}

static bool is_plain(char c) {
    return (unsigned char)c >= 0x20 && c != '"' && c != '\\';
}

static void put_escape(struct text *out, char c) {
    const char *meaning = memchr(escape_meanings, c, sizeof escape_meanings - 1);
    text_char(out, '\\');
    text_char(out, meaning ? escape_letters[meaning - escape_meanings] : 'u');
    if (!meaning) text_hex(out, (unsigned char)c, 4);
}

void json_put_bytes(struct text *out, const char *bytes, size_t length) {
    put_comma(out);
    text_char(out, '"');
    for (const char *end = bytes + length; bytes < end;) {
        const char *plain = bytes;
        while (bytes < end && is_plain(*bytes)) bytes++;
        text_bytes(out, plain, (size_t)(bytes - plain));
        if (bytes < end) put_escape(out, *bytes++);
    }
    text_char(out, '"');
}

void json_put_raw(struct text *out, const char *bytes, size_t length) {
    /* Drops space at the end: after a line feed, put_comma would not write a comma. */
    while (length > 0 && is_space(bytes[length - 1])) length--;
    assert(length > 0);
    put_comma(out);
    text_bytes(out, bytes, length);
}

void json_field_bool(struct text *out, const char *key, bool value) {
    json_put_key(out, key);
    json_put_bool(out, value);
}

void json_field_int(struct text *out, const char *key, int64_t value) {
    json_put_key(out, key);
    json_put_int(out, value);
}

void json_field_string(struct text *out, const char *key, const char *string) {
    json_put_key(out, key);
    json_put_string(out, string);
}
