/* Loaded before a program, makes its allocation number SHORT_AT fail, and at its end writes the
 * number of all allocations to the file SHORT_COUNT. */
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_long calls;
static long fail_at;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("SHORT_AT");
    fail_at = at ? strtol(at, NULL, 10) : 0;
    calls = 0;
}

__attribute__((destructor)) static void end(void) {
    const char *name = getenv("SHORT_COUNT");
    long count = calls;
    FILE *file = name ? fopen(name, "w") : NULL;
    if (file) fprintf(file, "%ld\n", count);
    if (file) fclose(file);
}

static int fails(void) {
    if (++calls != fail_at) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}
