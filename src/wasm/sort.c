/* Sorting in place of the C library's: by merging, as the program's C library does, so that what
 * compares as equal keeps its order here as there; and faster on the short lists of agents. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef int sort_compare(const void *a, const void *b);

enum { SHORT_BYTES = 8192 };

/* Sorts `count` things; `spare` has room for half of them. */
static void sort(char *at, size_t count, size_t size, sort_compare *compare, char *spare) {
    if (count < 2) return;
    size_t half = count / 2, left = half * size, all = count * size;
    sort(at, half, size, compare, spare);
    sort(at + left, count - half, size, compare, spare);
    if (compare(at + left - size, at + left) <= 0) return;
    memcpy(spare, at, left);
    size_t one = 0, two = left, out = 0;
    while (one < left && two < all) {
        bool first = compare(spare + one, at + two) <= 0;
        memcpy(at + out, first ? spare + one : at + two, size);
        *(first ? &one : &two) += size;
        out += size;
    }
    memcpy(at + out, spare + one, left - one);
}

void qsort(void *at, size_t count, size_t size, sort_compare *compare) {
    char few[SHORT_BYTES], *spare = count / 2 * size <= sizeof few ? few : malloc(count / 2 * size);
    if (!spare) __builtin_trap();
    sort(at, count, size, compare, spare);
    if (spare != few) free(spare);
}
