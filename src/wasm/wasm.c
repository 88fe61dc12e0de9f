/* The module's calls, on one engine. */
#include "wasm/wasm.h"
#include "engine/engine.h"
#include <string.h>

/* What web/js/engine/scene_memory.js takes for granted. */
#define AT(type, member, at)                                                                       \
    _Static_assert(offsetof(struct type, member) == (at), "scene_memory.js")
AT(scene, rows, 0);
AT(scene, cols, 4);
AT(scene, place, 8);
AT(scene, count, 12);
AT(scene, areas_count, 16);
AT(scene, areas, 20);
AT(scene, tiles, 20 + 64 * 84);
AT(scene_area, row, 0);
AT(scene_area, col, 2);
AT(scene_area, rows, 4);
AT(scene_area, cols, 6);
AT(scene_area, kind, 8);
AT(scene_area, title, 24);
AT(scene_area, value, 56);
AT(scene_area, seat, 80);
AT(scene_area, dense, 81);
AT(scene_area, small, 82);
AT(scene_tile, row, 0);
AT(scene_tile, col, 2);
AT(scene_tile, span, 4);
AT(scene_tile, spot, 6);
AT(scene_tile, kind, 8);
AT(scene_tile, colour, 9);
AT(scene_tile, joins, 10);
AT(scene_tile, caption, 11);
AT(scene_tile, face, 12);
AT(scene_tile, label, 20);
AT(scene_tile, name, 52);
_Static_assert(sizeof(struct scene_area) == 84 && sizeof(struct scene_tile) == 100,
               "scene_memory.js");
_Static_assert(SCENE_KINDS == 5 && SCENE_COLOURS == 10 && SCENE_AREAS_MAX == 64, "scene_memory.js");

static char buffer[TW_LINE_MAX];
static struct engine *engine;
static const char *answer = "";
static bool (*engine_go_on)(void *self, double done, const char *message);

static bool go_on(void *self, double done, const char *message) {
    if (!wasm_go_on(done, message, strlen(message))) engine_cancel(engine, NULL, 0);
    return engine_go_on(self, done, message);
}

static void tell(void *self, const char *line, size_t length) {
    (void)self;
    wasm_tell(line, length);
}

char *WASM_EXPORT(wasm_buffer)(void) {
    if (engine) return buffer;
    engine = engine_new();
    if (!engine) return NULL;
    engine_go_on = engine->system.host.go_on;
    engine->system.host.go_on = go_on;
    engine->send = tell;
    return buffer;
}

size_t WASM_EXPORT(wasm_request)(size_t length) {
    size_t answer_length;
    answer = engine_answer(engine, buffer, length, &answer_length);
    return answer_length;
}

const char *WASM_EXPORT(wasm_answer)(void) {
    return answer;
}

const struct scene *WASM_EXPORT(wasm_scene)(size_t length) {
    size_t ignored;
    answer = engine_answer_by(engine, engine_run_draw, buffer, length, &ignored);
    return engine->error.code ? NULL : engine->scene;
}
