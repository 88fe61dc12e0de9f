/* Memory, in place of the C library's: blocks of a few sizes, four for each power of two, each size
 * with a list of those that are free. Nearly all memory is taken once and kept, so blocks are
 * neither split nor joined; that takes a tenth of the code. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 16, LEAST = 64, PAGE = 1 << 16, CLASSES = 4 * 32 };
static const size_t most = (size_t)1 << 30;

extern unsigned char __heap_base; /* where the linker's own data end */

/* Lies before a block's bytes. While the block is free, they hold the next free one. */
struct head {
    size_t room; /* bytes, this included */
    struct head *next;
    uint32_t spare[2];
};
_Static_assert(sizeof(struct head) == HEAD, "blocks are aligned as for any object");

static struct head *unused[CLASSES];
static uintptr_t end; /* of all blocks; 0 before the first */

/* Finds the class of blocks with room for so many bytes and a head, and how large they are. */
static int class_of(size_t size, size_t *room) {
    size_t last = (size + HEAD < LEAST ? LEAST : size + HEAD) - 1;
    int power = 31 - __builtin_clz(last), step = power - 2;
    *room = ((last >> step) + 1) << step;
    return 4 * power + (int)(last >> step & 3);
}

/* Takes memory that was never used, and so is all zeros. */
static struct head *extend(size_t room) {
    uintptr_t first = ((uintptr_t)&__heap_base + HEAD - 1) & ~(uintptr_t)(HEAD - 1);
    uintptr_t begin = end ? end : first, have = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
    if (begin + room < begin) return NULL;
    size_t pages = begin + room > have ? (begin + room - have + PAGE - 1) / PAGE : 0;
    if (pages && __builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    end = begin + room;
    return (struct head *)begin;
}

static void *take(size_t size, bool zeros) {
    size_t room;
    if (size > most) return NULL;
    struct head **list = &unused[class_of(size, &room)], *head = *list;
    if (head) {
        *list = head->next;
        return zeros ? memset(head + 1, 0, size) : head + 1;
    }
    head = extend(room);
    if (!head) return NULL;
    head->room = room;
    return head + 1;
}

void *malloc(size_t size) {
    return take(size, false);
}

void *calloc(size_t count, size_t size) {
    size_t all;
    return __builtin_mul_overflow(count, size, &all) ? NULL : take(all, true);
}

void free(void *at) {
    size_t room;
    if (!at) return;
    struct head *head = (struct head *)at - 1, **list = &unused[class_of(head->room - HEAD, &room)];
    head->next = *list;
    *list = head;
}

void *realloc(void *at, size_t size) {
    if (!at) return malloc(size);
    size_t room = ((struct head *)at - 1)->room - HEAD;
    if (size <= room) return at;
    void *larger = malloc(size);
    if (!larger) return NULL;
    memcpy(larger, at, room);
    free(at);
    return larger;
}
