/* A page's module does without `render`: a page has no terminal. */
#include "engine/engine.h"

bool engine_run_render(struct engine *engine, struct json request) {
    (void)request;
    return engine_fail(engine, "BAD_REQUEST", "this engine does not have the command 'render'");
}
