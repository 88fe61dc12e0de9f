/* Short memory for a piece of work: the linker puts the functions below in the place of the C
 * library's. Included once in a program, which the Makefile links that way. */
#ifndef TESTS_SUPPORT_STARVE_H
#define TESTS_SUPPORT_STARVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/often.h"

enum { CALLS_MAX = 1 << 20 };

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *bytes);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *bytes);

static _Atomic bool counting;
static _Atomic long calls, live; /* live: blocks taken and not given back; by any thread */
static long fail_at;
static void *places[CALLS_MAX]; /* where each call came from, when none fails */

static bool fails(void *place) {
    if (!counting) return false;
    long call = calls++;
    if (fail_at == 0 && call < CALLS_MAX) places[call] = place;
    return call + 1 == fail_at;
}

static void *took(void *bytes) {
    if (counting && bytes) live++;
    return bytes;
}

void *__wrap_malloc(size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : took(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : took(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size) {
    if (fails(__builtin_return_address(0))) return NULL;
    void *bytes = __real_realloc(old, size);
    return old ? bytes : took(bytes);
}

void __wrap_free(void *bytes) {
    if (counting && bytes) live--;
    __real_free(bytes);
}

/* A piece of work; true if it was done, false if it was refused in a way that is allowed. */
typedef bool work_function(const void *of);

static bool try(work_function *work, const void *of) {
    calls = live = 0;
    counting = true;
    bool done = work(of);
    counting = false;
    if (live) fail_msg("%ld blocks leak when allocation %ld fails", (long)live, fail_at);
    return done;
}

/* Whether call i, from 0, is the first or last of its place; in slow tests the second counts, too.
 */
static bool matters(long i, long most) {
    long before = 0, after = 0, first = often(1, 2);
    for (long k = 0; k < i && before < first; k++) before += places[k] == places[i];
    for (long k = i + 1; k < most && !after; k++) after += places[k] == places[i];
    return before < first || !after;
}

/* Does the work with plenty of memory, then with allocations failing. */
static void starve(work_function *work, const void *of) {
    long refused = 0;
    fail_at = 0;
    assert_true(try(work, of));
    long most = calls;
    assert_in_range(most, 1, CALLS_MAX);
    for (long i = 0; i < most; i++) {
        if (!matters(i, most)) continue;
        fail_at = i + 1;
        refused += !try(work, of);
    }
    if (!refused) fail_msg("%ld allocations, and nobody noticed that they fail", most);
}

#endif
