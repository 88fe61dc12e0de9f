/* The command `render`: what a seat sees, as text for a terminal. */
#include "engine/engine.h"
#include "show/ansi.h"

bool engine_run_render(struct engine *engine, struct json request) {
    bool colour = false;
    if (!engine_run_draw(engine, request)) return false;
    if (!engine_read_bool(engine, request, "color", &colour)) return false;
    struct text picture = text_over(engine->scratch, ENGINE_LINE_BYTES);
    ansi_render(engine->scene, colour, &picture);
    if (picture.cut) return engine_fail(engine, "LIMIT", "the picture is too large");
    json_put_key(&engine->out, "text");
    json_put_bytes(&engine->out, picture.at, picture.length);
    return true;
}
