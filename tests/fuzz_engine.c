/* Any bytes as one request to the engine: the answer is one line, an object with id and ok, and an
 * error has a known code; progress lines before it are objects, too. One engine answers all
 * requests. Its clock advances only when it is read, so that a request takes the same way every
 * time. */
#include "base/json.h"
#include "engine/engine.h"
#include "tilewright.h"
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 200 }; /* calls of go_on, then it is cancelled: no input thinks for long */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool fine) {
    if (!fine) abort();
}

static bool is_code(struct json code) {
    static const char *const codes[] = {"BAD_JSON",   "BAD_REQUEST",    "BAD_STATE",
                                        "BAD_ACTION", "ILLEGAL_ACTION", "GAME_OVER",
                                        "LIMIT",      "UNSOLVABLE",     "CANCELLED"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (json_equals(code, codes[i])) return true;
    return false;
}

static struct json_token tokens[TW_LINE_MAX / 2 + JSON_DEPTH];

static void judge(const char *answer, size_t length) {
    struct json_doc doc;
    bool ok;
    demand(length <= TW_LINE_MAX && strlen(answer) == length && !strpbrk(answer, "\r\n"));
    demand(!json_parse(&doc, answer, length, tokens, sizeof tokens / sizeof *tokens));
    struct json root = json_root(&doc), error = json_get(root, "error");
    demand(json_is(root, JSON_OBJECT) && json_kind(json_get(root, "id")));
    demand(json_bool(json_get(root, "ok"), &ok) && ok == !json_kind(error));
    demand(ok || (is_code(json_get(error, "code")) && json_kind(json_get(error, "message"))));
}

static struct engine *engine;
static bool (*tell)(void *self, double done, const char *message);
static int ticks, patience;

static double seconds(void *self) {
    (void)self;
    return 0.05 * ticks++;
}

static bool go_on(void *self, double done, const char *message) {
    if (patience-- <= 0) demand(engine_cancel(engine, NULL, 0));
    return tell(self, done, message);
}

static void hear(void *self, const char *line, size_t length) {
    struct json_doc doc;
    (void)self;
    demand(strlen(line) == length && !strpbrk(line, "\r\n"));
    demand(!json_parse(&doc, line, length, tokens, sizeof tokens / sizeof *tokens));
    demand(json_kind(json_get(json_root(&doc), "id")) && json_count(json_root(&doc)) == 4);
    demand(json_equals(json_get(json_root(&doc), "event"), "progress"));
}

static void begin(void) {
    demand((engine = engine_new()) != NULL);
    tell = engine->system.host.go_on;
    engine->system.host.go_on = go_on;
    engine->system.host.seconds = seconds;
    engine->system.host.load = NULL; /* no files of this machine */
    engine->system.host.threads = 1;
    engine->send = hear;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!engine) begin();
    ticks = 0;
    patience = PATIENCE;
    /* Of exactly this size, so that the sanitizer sees a read past the end. */
    char *line = malloc(size ? size : 1);
    demand(line != NULL);
    memcpy(line, data, size);
    size_t length;
    const char *answer = engine_answer(engine, line, size, &length);
    judge(answer, length);
    free(line);
    return 0;
}
