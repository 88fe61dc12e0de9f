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
/* The longest request, and the longest answer, in bytes. */
#define TW_LINE_MAX 1048576

#if defined(__GNUC__)
#define TW_API __attribute__((visibility("default")))
#else
#define TW_API
#endif

struct tw_engine;

/* TW_VERSION of the library at run time. */
TW_API const char *tw_version(void);

/* A new engine; NULL if memory ran out. Engines share nothing: use one a thread. */
TW_API struct tw_engine *tw_open(void);
/* Frees it; NULL is fine. */
TW_API void tw_close(struct tw_engine *engine);

/* Has the lines heard that come before the answer of a request with "progress": true, each without
 * newline and ended by a NUL. They come from within tw_request, which must not be called there. */
TW_API void tw_listen(struct tw_engine *engine,
                      void (*hear)(void *self, const char *line, size_t length), void *self);

/* Answers one request of `length` bytes; a newline at its end does no harm. The answer, without
 * newline and ended by a NUL, belongs to the engine and lasts until its next call; its length goes
 * to *answer_length unless that is NULL. Every request is answered, bad ones with an error; none is
 * kept, and memory does not grow. */
TW_API const char *tw_request(struct tw_engine *engine, const char *request, size_t length,
                              size_t *answer_length);

#ifdef __cplusplus
}
#endif

#endif
