/* A page's module does without `match`, which would be a twelfth of it. */
#include "engine/engine.h"

bool engine_run_match(struct engine *engine, struct json request) {
    (void)request;
    return engine_fail(engine, "BAD_REQUEST", "this engine does not have the command 'match'");
}
