/* Tilewright as a library: the engine protocol (docs/protocol.md) as one C call.
 *
 *     struct tw_engine *engine = tw_open();
 *     size_t length;
 *     puts(tw_request(engine, "{\"cmd\":\"games\"}", 15, &length));
 *     tw_close(engine);
 *
 * Build with: cc program.c $(pkg-config --cflags --libs tilewright) */
#ifndef TILEWRIGHT_H
#define TILEWRIGHT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TW_VERSION "0.1.0"
#define TW_PROTOCOL 1
/* The most bytes of a request, and of an answer. */
#define TW_LINE_MAX 1048576

#if defined(__GNUC__)
#define TW_API __attribute__((visibility("default")))
#else
#define TW_API
#endif

struct tw_engine;

/* Returns the TW_VERSION that the library was built with. */
TW_API const char *tw_version(void);

/* Returns a new engine, or NULL if out of memory. Engines share nothing: use one per thread. Only
 * tw_cancel may be called for an engine that works in another thread. */
TW_API struct tw_engine *tw_open(void);
/* Frees an engine; NULL is allowed. */
TW_API void tw_close(struct tw_engine *engine);

/* Sets the function that receives the progress lines of requests with "progress": true, each
 * without newline and ended by a NUL. It is called from within tw_request and must not call
 * tw_request. */
TW_API void tw_listen(struct tw_engine *engine,
                      void (*hear)(void *self, const char *line, size_t length), void *self);

/* Answers one request of `length` bytes; a newline at its end is ignored. The answer, without
 * newline and ended by a NUL, belongs to the engine and lasts until the engine's next call; its
 * length goes to *answer_length unless that is NULL. Every request gets an answer, a bad one an
 * error. */
TW_API const char *tw_request(struct tw_engine *engine, const char *request, size_t length,
                              size_t *answer_length);

/* Stops the request that the engine works on, if its id is the JSON value in the `length` bytes at
 * `id`; if `id` is NULL, whichever it works on. The request is then answered with its best so far,
 * or with CANCELLED. Returns 1 if there is such a request, else 0. Any thread may call it, also the
 * functions given to tw_listen and tw_watch. */
TW_API int tw_cancel(struct tw_engine *engine, const char *id, size_t length);

/* Sets a function that is called many times a second, from within tw_request, while a request takes
 * long. If it returns 0, the request is stopped as by tw_cancel. It must not call tw_request. NULL:
 * none. */
TW_API void tw_watch(struct tw_engine *engine, int (*go_on)(void *self), void *self);

#ifdef __cplusplus
}
#endif

#endif
