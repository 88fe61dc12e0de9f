/* Loaded before a program, counts its calls of pwrite and the bytes written, and at its end writes
 * both to the file DISK_COUNT, if there were any. The calls from number DISK_FULL to DISK_FREE - 1
 * find the disk full: they write half of their bytes, or none if it is only one. getrandom gives a
 * byte at a time, 00, 01, 02 and so on, and is interrupted before each. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

static long calls, bytes, full, vacant;

static long number(const char *name) {
    const char *value = getenv(name);
    return value ? strtol(value, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void) {
    full = number("DISK_FULL");
    vacant = number("DISK_FREE");
}

__attribute__((destructor)) static void end(void) {
    const char *name = getenv("DISK_COUNT");
    FILE *file = name && calls ? fopen(name, "w") : NULL;
    if (file) fprintf(file, "%ld %ld\n", calls, bytes);
    if (file) fclose(file);
}

ssize_t pwrite(int file, const void *from, size_t count, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pwrite");
    if (++calls >= full && calls < vacant) {
        if (count / 2) return real(file, from, count / 2, at);
        errno = ENOSPC;
        return -1;
    }
    ssize_t done = real(file, from, count, at);
    if (done > 0) bytes += done;
    return done;
}

ssize_t getrandom(void *to, size_t count, unsigned flags) {
    static unsigned char next;
    static int turn;
    (void)flags;
    if (turn++ % 2 == 0 || count == 0) {
        errno = EINTR;
        return -1;
    }
    *(unsigned char *)to = next++;
    return 1;
}
