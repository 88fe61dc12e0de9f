/* Stopping the request that runs. Its id is kept as JSON text, so that any thread can compare it
 * with another. */
#include "engine/engine.h"
#include <string.h>

/* JSON text being compared. */
struct reader {
    const char *at, *end;
    bool in_string;
};

enum { END = -1, QUOTE = 0x110000 }; /* past all characters: a quote that is not escaped */

static int32_t read_hex(struct reader *reader) {
    int32_t value = 0;
    for (int i = 0; i < 4 && reader->at < reader->end; i++) {
        char c = *reader->at++;
        value = value << 4 | (c <= '9' ? c - '0' : (c & 7) + 9);
    }
    return value & 0xFFFF;
}

/* Reads what follows a backslash. */
static int32_t read_escape(struct reader *reader) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    char letter = reader->at < reader->end ? *reader->at++ : '\\';
    for (int i = 0; letters[i]; i++)
        if (letters[i] == letter) return meanings[i];
    if (letter != 'u') return (unsigned char)letter;
    int32_t unit = read_hex(reader);
    bool pair = (unit & 0xFC00) == 0xD800 && reader->end - reader->at >= 6;
    if (!pair) return unit;
    reader->at += 2;
    return 0x10000 + ((unit & 0x3FF) << 10 | (read_hex(reader) & 0x3FF));
}

static int32_t read_utf8(struct reader *reader) {
    int lead = (unsigned char)*reader->at++;
    int more = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    int32_t c = more ? lead & (0x3F >> more) : lead;
    for (; more > 0 && reader->at < reader->end; more--) c = c << 6 | (*reader->at++ & 0x3F);
    return c;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Returns the next character, decoded in strings, or the next byte that is not white space outside
 * of them. */
static int32_t next(struct reader *reader) {
    while (!reader->in_string && reader->at < reader->end && is_space(*reader->at)) reader->at++;
    if (reader->at == reader->end) return END;
    if (*reader->at == '"') {
        reader->at++;
        reader->in_string = !reader->in_string;
        return QUOTE;
    }
    if (!reader->in_string) return (unsigned char)*reader->at++;
    if (*reader->at != '\\') return read_utf8(reader);
    reader->at++;
    return read_escape(reader);
}

bool engine_same_id(const char *a, size_t a_length, const char *b, size_t b_length) {
    struct reader one = {.at = a, .end = a + a_length}, two = {.at = b, .end = b + b_length};
    int32_t c;
    do {
        c = next(&one);
        if (c != next(&two)) return false;
    } while (c != END);
    return true;
}

bool engine_may_cancel(const char *text, size_t length) {
    static const char word[] = "cancel";
    if (length < sizeof word - 1) return false;
    const char *at = text, *end = text + length, *last = end - (sizeof word - 1);
    while (at <= last && (at = memchr(at, 'c', (size_t)(end - at))) && at <= last)
        if (memcmp(at++, word, sizeof word - 1) == 0) return true;
    return memchr(text, '\\', length);
}

struct json engine_find_target(struct json request) {
    bool cancels = json_equals(json_get(request, "cmd"), "cancel");
    return cancels ? json_get(request, "target") : (struct json){NULL, 0};
}

void engine_put_cancelled(struct text *out, struct json id, bool cancelled) {
    json_open(out, '{');
    engine_put_id(out, id);
    json_field_bool(out, "ok", true);
    json_field_bool(out, "cancelled", cancelled);
    json_close(out, '}');
}

void engine_begin(struct engine *engine) {
    pthread_mutex_lock(&engine->lock);
    engine->running = json_raw(engine->id, &engine->running_length);
    atomic_store(&engine->stop, false);
    pthread_mutex_unlock(&engine->lock);
}

void engine_end(struct engine *engine) {
    pthread_mutex_lock(&engine->lock);
    engine->running = NULL;
    pthread_mutex_unlock(&engine->lock);
}

bool engine_cancel(struct engine *engine, const char *id, size_t length) {
    pthread_mutex_lock(&engine->lock);
    bool hit = engine->running &&
               (!id || engine_same_id(engine->running, engine->running_length, id, length));
    if (hit) atomic_store(&engine->stop, true);
    pthread_mutex_unlock(&engine->lock);
    return hit;
}

/* An engine works on one request at a time: when this one is its turn, no other runs. What cancels
 * others while they run is the inbox, or tw_cancel. */
bool engine_run_cancel(struct engine *engine, struct json request) {
    if (!json_given(json_get(request, "target")))
        return engine_fail(engine, "BAD_REQUEST", "target must be the id of a request");
    json_field_bool(&engine->out, "cancelled", false);
    return true;
}
