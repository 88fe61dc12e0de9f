/* Any bytes as one request to the engine: the answer is one line, an object with id and ok, and an
 * error that has a known code. The engine is kept, as a server keeps it. */
#include "base/json.h"
#include "engine/engine.h"
#include "tilewright.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool fine) {
    if (!fine) abort();
}

static bool is_code(struct json code) {
    static const char *const codes[] = {"BAD_JSON",       "BAD_REQUEST", "BAD_STATE", "BAD_ACTION",
                                        "ILLEGAL_ACTION", "GAME_OVER",   "LIMIT"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (json_says(code, codes[i])) return true;
    return false;
}

static void judge(const char *answer, size_t length) {
    static struct json_token tokens[TW_LINE_MAX / 2 + JSON_DEPTH];
    struct json_doc doc;
    bool ok;
    demand(length <= TW_LINE_MAX && strlen(answer) == length && !strpbrk(answer, "\r\n"));
    demand(!json_parse(&doc, answer, length, tokens, sizeof tokens / sizeof *tokens));
    struct json root = json_root(&doc), error = json_get(root, "error");
    demand(json_is(root, JSON_OBJECT) && json_kind(json_get(root, "id")));
    demand(json_bool(json_get(root, "ok"), &ok) && ok == !json_kind(error));
    demand(ok || (is_code(json_get(error, "code")) && json_kind(json_get(error, "message"))));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct engine *engine;
    size_t length;
    if (!engine) demand((engine = engine_new()) != NULL);
    /* Exactly its size, so that reading past the end shows. */
    char *line = malloc(size ? size : 1);
    demand(line != NULL);
    memcpy(line, data, size);
    const char *answer = engine_answer(engine, line, size, &length);
    judge(answer, length);
    free(line);
    return 0;
}
