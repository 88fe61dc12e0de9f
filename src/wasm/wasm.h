/* The engine as a WebAssembly module: one thread, one engine, no files.
 *
 * Whoever loads it calls _initialize once. Then: write a request (docs/protocol.md) into the
 * buffer, as UTF-8, and call wasm_request; or wasm_scene, for a picture that is read from memory
 * with no JSON (web/js/engine/scene_memory.js). The module can only be used by one caller at a
 * time. */
#ifndef WASM_WASM_H
#define WASM_WASM_H

#include "game/scene.h"
#include <stddef.h>

#define WASM_EXPORT(name) __attribute__((export_name(#name))) name
#define WASM_IMPORT(name) __attribute__((import_module("env"), import_name(#name)))

/* What the module asks of whoever loads it. A clock in milliseconds that never goes back: */
WASM_IMPORT(clock) double wasm_clock(void);
/* While it works, many times a second: the share that is done, and a short message. 0 stops it. */
WASM_IMPORT(go_on) int wasm_go_on(double done, const char *message, size_t length);
/* A progress line of the request. */
WASM_IMPORT(tell) void wasm_tell(const char *line, size_t length);

/* Copies a file of weights of this size to memory. Returns 0 if it is not there: then the request
 * fails, and can be asked again when the page has loaded the file. */
WASM_IMPORT(load) int wasm_load(const char *name, size_t length, void *to, size_t size);
/* A warning, as of a file of weights that is damaged. */
WASM_IMPORT(warn) void wasm_warn(const char *message, size_t length);
/* Returns 1 if the page tried to load a file of weights in vain: another agent thinks instead. */
WASM_IMPORT(lost) int wasm_lost(const char *name, size_t length);

/* Returns where requests are written: TW_LINE_MAX bytes. NULL if there is not enough memory. */
char *wasm_buffer(void);
/* Answers the request of this length in the buffer. Returns the answer's length. */
size_t wasm_request(size_t length);
/* Returns the last answer, which ends with a zero byte. */
const char *wasm_answer(void);
/* Draws the `state` of a request for the seat `who`. Returns the picture, which stays until the
 * next call; NULL if the request is wrong: then the answer says why. */
const struct scene *wasm_scene(size_t length);

#endif
