/* The functions of include/tilewright.h. */
#include "engine/engine.h"

const char *tw_version(void) {
    return TW_VERSION;
}

struct tw_engine *tw_open(void) {
    return (struct tw_engine *)engine_new();
}

void tw_close(struct tw_engine *engine) {
    engine_free((struct engine *)engine);
}

void tw_listen(struct tw_engine *engine, void (*hear)(void *self, const char *line, size_t length),
               void *self) {
    ((struct engine *)engine)->send = hear;
    ((struct engine *)engine)->send_self = self;
}

void tw_watch(struct tw_engine *engine, int (*go_on)(void *self), void *self) {
    ((struct engine *)engine)->watch = go_on;
    ((struct engine *)engine)->watch_self = self;
}

int tw_cancel(struct tw_engine *engine, const char *id, size_t length) {
    return engine_cancel((struct engine *)engine, id, length);
}

const char *tw_request(struct tw_engine *engine, const char *request, size_t length,
                       size_t *answer_length) {
    size_t ignored;
    return engine_answer((struct engine *)engine, request, length,
                         answer_length ? answer_length : &ignored);
}
