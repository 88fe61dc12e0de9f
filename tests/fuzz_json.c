/* Any bytes to the JSON reader, with exactly the promised number of tokens: every accepted document
 * can be read in all ways, and gives the same text when written, read and written again. */
#include "base/json.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool fine) {
    if (!fine) abort();
}

static void *grab(size_t size) {
    void *memory = malloc(size ? size : 1);
    demand(memory != NULL);
    return memory;
}

/* Scratch for one string or pointer of the text at hand: ~ and / double in a pointer. */
struct scratch {
    char *at;
    size_t capacity;
};

static void ask(struct json root, struct json value, struct scratch scratch) {
    int64_t number = 0;
    bool flag = false;
    demand(!json_int(value, -5, 5, &number) || (number >= -5 && number <= 5));
    demand(json_int(value, INT64_MIN, INT64_MAX, &number) <= json_is(value, JSON_NUMBER));
    demand(json_bool(value, &flag) == json_is(value, JSON_BOOL));
    struct text text = text_over(scratch.at, scratch.capacity);
    json_pointer(root, value, &text);
    demand(!text.cut && (text.length > 0) == (value.token != root.token));
    int length = json_string(value, scratch.at, scratch.capacity);
    demand((length >= 0) == json_is(value, JSON_STRING));
    if (length < 0) return;
    demand(json_string(value, scratch.at, (size_t)length) == -1);
    demand(json_equals(value, scratch.at) == (strlen(scratch.at) == (size_t)length));
}

static void ask_key(struct json object, struct json member, struct scratch scratch) {
    int length = json_key(member, scratch.at, scratch.capacity);
    demand((length >= 0) == json_is(object, JSON_OBJECT));
    if (length < 0 || strlen(scratch.at) != (size_t)length) return;
    const char *keys[] = {scratch.at, NULL};
    demand(json_get(object, scratch.at).token == member.token);
    demand(json_find_unknown(object, keys).token != member.token);
}

static void walk(struct json root, struct json value, struct scratch scratch) {
    int count = 0;
    ask(root, value, scratch);
    for (struct json m = json_first(value); json_kind(m); m = json_after(value, m), count++) {
        ask_key(value, m, scratch);
        walk(root, m, scratch);
    }
    demand(count == json_count(value));
}

static void put_value(struct text *out, struct json value, struct scratch scratch);

static void put_members(struct text *out, struct json container, struct scratch scratch) {
    struct json m = json_first(container);
    for (; json_kind(m); m = json_after(container, m)) {
        int length = json_key(m, scratch.at, scratch.capacity);
        if (length >= 0) {
            json_put_bytes(out, scratch.at, (size_t)length); /* json_put_key, had it no NUL */
            text_char(out, ':');
        }
        put_value(out, m, scratch);
    }
}

static void put_value(struct text *out, struct json value, struct scratch scratch) {
    bool object = json_is(value, JSON_OBJECT);
    int length = json_string(value, scratch.at, scratch.capacity);
    if (object || json_is(value, JSON_ARRAY)) {
        json_open(out, object ? '{' : '[');
        put_members(out, value, scratch);
        json_close(out, object ? '}' : ']');
    } else if (length >= 0) {
        json_put_bytes(out, scratch.at, (size_t)length);
    } else {
        size_t size;
        const char *raw = json_raw(value, &size);
        json_put_raw(out, raw, size);
    }
}

/* Writing only ever shortens: space goes, and no character has a longer form than it must have. */
static struct text rewrite(struct json root, size_t size, struct scratch scratch) {
    struct text out = text_over(grab(size + 1), size + 1);
    put_value(&out, root, scratch);
    demand(!out.cut);
    return out;
}

static void rewrite_twice(struct json root, size_t size, struct scratch scratch) {
    struct text once = rewrite(root, size, scratch);
    struct json_token *tokens = grab(json_tokens_max(once.length) * sizeof *tokens);
    struct json_doc again;
    demand(!json_parse(&again, once.at, once.length, tokens, json_tokens_max(once.length)));
    demand(again.count == root.doc->count);
    struct text twice = rewrite(json_root(&again), once.length, scratch);
    demand(twice.length == once.length && memcmp(once.at, twice.at, once.length) == 0);
    free(once.at);
    free(twice.at);
    free(tokens);
}

/* More tokens than the document takes make no difference; with fewer it is refused. */
static void parse_in(const char *text, size_t size, size_t capacity, bool accepted) {
    struct json_token *tokens = grab(capacity * sizeof *tokens);
    struct json_doc doc;
    const char *why = json_parse(&doc, text, size, tokens, capacity);
    demand(!why == accepted);
    demand(doc.error_at <= size);
    demand(json_is(json_root(&doc), JSON_MISSING) == !accepted);
    free(tokens);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t capacity = json_tokens_max(size);
    struct json_token *tokens = grab(capacity * sizeof *tokens);
    struct json_doc doc;
    const char *text = (const char *)data, *why = json_parse(&doc, text, size, tokens, capacity);
    demand(doc.error_at <= size);
    if (why) {
        demand(strcmp(why, "the text contains too many values") != 0);
        parse_in(text, size, capacity / 2, false);
    } else {
        struct scratch scratch = {grab(2 * size + 1), 2 * size + 1};
        walk(json_root(&doc), json_root(&doc), scratch);
        rewrite_twice(json_root(&doc), size, scratch);
        parse_in(text, size, doc.count, true);
        parse_in(text, size, doc.count - 1, false);
        free(scratch.at);
    }
    free(tokens);
    return 0;
}
