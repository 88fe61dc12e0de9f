/* Moving and setting bytes, in place of the C library's: up to 16 at a time, which for a state of a
 * few hundred bytes is faster than its loops and than the browser's call for any number of bytes.
 *
 * Where not all is moved in one piece, the last piece overlaps the one before. */
#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);

enum { WIDE = sizeof(v128_t) };

/* A number at any address, of any type. */
struct eight {
    uint64_t at;
} __attribute__((packed, may_alias));
struct four {
    uint32_t at;
} __attribute__((packed, may_alias));

/* Less than WIDE bytes, which may overlap: all are read before any is written. */
static inline void move_few(char *to, const char *from, size_t count) {
    if (count >= 8) {
        struct eight first = *(const struct eight *)from;
        struct eight last = *(const struct eight *)(from + count - 8);
        *(struct eight *)to = first;
        *(struct eight *)(to + count - 8) = last;
    } else if (count >= 4) {
        struct four first = *(const struct four *)from;
        struct four last = *(const struct four *)(from + count - 4);
        *(struct four *)to = first;
        *(struct four *)(to + count - 4) = last;
    } else if (count > 0) {
        char first = from[0], middle = from[count / 2], last = from[count - 1];
        to[0] = first, to[count / 2] = middle, to[count - 1] = last;
    }
}

static inline void move_up(char *to, const char *from, size_t count) {
    v128_t last = wasm_v128_load(from + count - WIDE);
    for (size_t i = 0; i + WIDE < count; i += WIDE)
        wasm_v128_store(to + i, wasm_v128_load(from + i));
    wasm_v128_store(to + count - WIDE, last);
}

static inline void move_down(char *to, const char *from, size_t count) {
    v128_t first = wasm_v128_load(from);
    for (size_t i = count; i > WIDE; i -= WIDE)
        wasm_v128_store(to + i - WIDE, wasm_v128_load(from + i - WIDE));
    wasm_v128_store(to, first);
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    if (count < WIDE)
        move_few(to, from, count);
    else
        move_up(to, from, count);
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    if (count < WIDE)
        move_few(to, from, count);
    else if ((uintptr_t)to - (uintptr_t)from >= count)
        move_up(to, from, count);
    else
        move_down(to, from, count);
    return to;
}

void *memset(void *to, int value, size_t count) {
    char *out = to;
    v128_t wide = wasm_i8x16_splat((int8_t)value);
    if (count < WIDE) {
        for (size_t i = 0; i < count; i++) out[i] = (char)value;
        return to;
    }
    for (size_t i = 0; i + WIDE < count; i += WIDE) wasm_v128_store(out + i, wide);
    wasm_v128_store(out + count - WIDE, wide);
    return to;
}
