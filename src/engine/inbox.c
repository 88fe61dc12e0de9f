/* Lines lie one after the other in a buffer. A place is counted from the begin of the stream, so
 * that it stays true when the buffer is moved up. A line is parsed here only if it may be a
 * `cancel`, or if one looks for its id. */
#include "engine/inbox.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The longest line fits even where it begins just before the middle of the buffer. */
enum { TOKENS = TW_LINE_MAX / 2 + JSON_DEPTH / 2 + 1 }; /* json_tokens_max(TW_LINE_MAX) */
enum { CAPACITY = 4 * TW_LINE_MAX, LINES_MAX = 1 << 15, ROOM_MIN = 1 << 12, ROOM_MAX = 1 << 16 };

/* A line that waits. */
struct waiting {
    uint64_t at;
    uint32_t length, id_at, id_length; /* the id is in the line; its length is 0 if it has none */
    bool identified;                   /* the id has been looked for */
    bool cancelled;
};

struct inbox {
    struct engine *engine;
    void (*send)(void *self, const char *line, size_t length);
    void *self;
    char *bytes;
    uint64_t base;  /* the place of the first byte in the buffer */
    uint64_t begin; /* of the line that is still coming */
    uint64_t end;   /* of all bytes */
    bool too_long;  /* bytes of that line were dropped */
    struct waiting *lines;
    size_t first, count;          /* lines[first % LINES_MAX] waits longest */
    char *current;                /* the line being answered */
    char *answer;                 /* to a cancel */
    struct json_doc doc, waiting; /* a cancel, and a line that waits */
    struct json_token *tokens, *waiting_tokens;
};

struct inbox *inbox_new(struct engine *engine,
                        void (*send)(void *self, const char *line, size_t length), void *self) {
    struct inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox) return NULL;
    inbox->engine = engine;
    inbox->send = send;
    inbox->self = self;
    inbox->bytes = malloc(CAPACITY);
    inbox->lines = malloc(LINES_MAX * sizeof *inbox->lines);
    inbox->current = malloc(ENGINE_LINE_BYTES);
    inbox->answer = malloc(ENGINE_LINE_BYTES);
    inbox->tokens = malloc(TOKENS * sizeof *inbox->tokens);
    inbox->waiting_tokens = malloc(TOKENS * sizeof *inbox->tokens);
    if (inbox->bytes && inbox->lines && inbox->current && inbox->answer && inbox->tokens &&
        inbox->waiting_tokens)
        return inbox;
    inbox_free(inbox);
    return NULL;
}

void inbox_free(struct inbox *inbox) {
    if (!inbox) return;
    free(inbox->bytes);
    free(inbox->lines);
    free(inbox->current);
    free(inbox->answer);
    free(inbox->tokens);
    free(inbox->waiting_tokens);
    free(inbox);
}

static char *byte_at(const struct inbox *inbox, uint64_t place) {
    return inbox->bytes + (place - inbox->base);
}

static struct waiting *line_at(const struct inbox *inbox, size_t index) {
    return &inbox->lines[(inbox->first + index) % LINES_MAX];
}

/* Moves the lines up if half of the buffer is free before them, or nothing waits: so each byte is
 * moved rarely. */
static void move_up(struct inbox *inbox) {
    uint64_t first = inbox->count ? line_at(inbox, 0)->at : inbox->begin;
    if (first == inbox->base || (inbox->count && first - inbox->base < CAPACITY / 2)) return;
    memmove(inbox->bytes, byte_at(inbox, first), inbox->end - first);
    inbox->base = first;
}

size_t inbox_room(struct inbox *inbox) {
    move_up(inbox);
    uint64_t bytes = CAPACITY - (inbox->end - inbox->base), lines = LINES_MAX - inbox->count;
    uint64_t room = bytes < lines ? bytes : lines; /* every byte may end a line */
    return room < ROOM_MIN ? 0 : room < ROOM_MAX ? room : ROOM_MAX;
}

/* Adds bytes to the line that is coming; those past the limit are dropped. */
static void add(struct inbox *inbox, const char *piece, size_t length) {
    size_t left = ENGINE_LINE_BYTES - (size_t)(inbox->end - inbox->begin);
    size_t fits = length < left ? length : left;
    memcpy(byte_at(inbox, inbox->end), piece, fits);
    inbox->end += fits;
    inbox->too_long |= length > left;
}

/* Finds the id of a line that waits. */
static void identify(struct inbox *inbox, struct waiting *line) {
    const char *text = byte_at(inbox, line->at);
    size_t length;
    line->identified = true;
    if (line->length > TW_LINE_MAX ||
        json_parse(&inbox->waiting, text, line->length, inbox->waiting_tokens, TOKENS))
        return;
    struct json id = json_get(json_root(&inbox->waiting), "id");
    if (!json_given(id)) return;
    line->id_at = (uint32_t)(json_raw(id, &length) - text);
    line->id_length = (uint32_t)length;
}

/* Cancels what has this id. Returns whether there is anything. */
static bool cancel(struct inbox *inbox, struct json target) {
    size_t length;
    const char *id = json_raw(target, &length);
    bool hit = engine_cancel(inbox->engine, id, length);
    for (size_t i = 0; i < inbox->count; i++) {
        struct waiting *line = line_at(inbox, i);
        if (!line->identified) identify(inbox, line);
        if (line->id_length == 0) continue;
        const char *other = byte_at(inbox, line->at) + line->id_at;
        if (!engine_same_id(other, line->id_length, id, length)) continue;
        line->cancelled = hit = true;
    }
    return hit;
}

static void answer_cancel(struct inbox *inbox, struct json id, bool cancelled) {
    struct text out = text_over(inbox->answer, ENGINE_LINE_BYTES);
    engine_put_cancelled(&out, id, cancelled);
    if (out.cut) return answer_cancel(inbox, (struct json){NULL, 0}, cancelled);
    inbox->send(inbox->self, out.at, out.length);
}

/* Returns whether the line was a `cancel`, which is answered. */
static bool take_cancel(struct inbox *inbox, const struct waiting *line) {
    const char *text = byte_at(inbox, line->at);
    if (line->length > TW_LINE_MAX || !engine_may_cancel(text, line->length) ||
        json_parse(&inbox->doc, text, line->length, inbox->tokens, TOKENS))
        return false;
    struct json request = json_root(&inbox->doc), target = engine_find_target(request);
    if (!json_given(target)) return false;
    answer_cancel(inbox, json_get(request, "id"), cancel(inbox, target));
    return true;
}

/* The line that was coming is complete. */
static void complete(struct inbox *inbox) {
    struct waiting line = {.at = inbox->begin, .length = (uint32_t)(inbox->end - inbox->begin)};
    /* The engine ignores a line end at the end of a request: the byte past the limit must not be
     * one. */
    if (inbox->too_long) *byte_at(inbox, inbox->end - 1) = ' ';
    if (take_cancel(inbox, &line))
        inbox->end = inbox->begin;
    else
        *line_at(inbox, inbox->count++) = line;
    inbox->begin = inbox->end;
    inbox->too_long = false;
}

void inbox_put(struct inbox *inbox, const char *bytes, size_t length) {
    const char *newline;
    assert(length <= LINES_MAX - inbox->count && length <= CAPACITY - (inbox->end - inbox->base));
    while ((newline = memchr(bytes, '\n', length))) {
        size_t piece = (size_t)(newline - bytes);
        add(inbox, bytes, piece);
        complete(inbox);
        bytes += piece + 1;
        length -= piece + 1;
    }
    add(inbox, bytes, length);
}

void inbox_end(struct inbox *inbox) {
    if (inbox->end > inbox->begin) complete(inbox);
}

const char *inbox_answer(struct inbox *inbox, size_t *answer_length) {
    if (inbox->count == 0) return NULL;
    struct waiting line = *line_at(inbox, 0);
    /* The buffer may be moved while the engine works. */
    memcpy(inbox->current, byte_at(inbox, line.at), line.length);
    inbox->first = (inbox->first + 1) % LINES_MAX;
    inbox->count--;
    return (line.cancelled ? engine_answer_cancelled : engine_answer)(inbox->engine, inbox->current,
                                                                      line.length, answer_length);
}
