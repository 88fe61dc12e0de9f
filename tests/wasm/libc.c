/* What stands in for the C library in the page's module (src/wasm): bytes moved and set, sorting,
 * memory. As a module of its own; tests/wasm.sh builds it and node runs it. Each check returns 0,
 * or the line of what is wrong. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name
#define REQUIRE(truth)                                                                             \
    if (!(truth)) return __LINE__

enum { ROOM = 160, LENGTH_MAX = 80, ITEMS = 700, BLOCKS = 300 };

int check_memory(void), check_sort(void), check_heap(void);

static uint32_t state = 12345;

static uint32_t draw(uint32_t below) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state % below;
}

static void fill(unsigned char *at, unsigned char *twin) {
    for (int i = 0; i < ROOM; i++) at[i] = twin[i] = (unsigned char)draw(256);
}

/* Moves byte by byte, by a copy that nothing overlaps. */
static void move_slowly(volatile unsigned char *bytes, int to, int from, int length) {
    volatile unsigned char copy[LENGTH_MAX];
    for (int i = 0; i < length; i++) copy[i] = bytes[from + i];
    for (int i = 0; i < length; i++) bytes[to + i] = copy[i];
}

static bool same(volatile unsigned char *a, volatile unsigned char *b) {
    for (int i = 0; i < ROOM; i++)
        if (a[i] != b[i]) return false;
    return true;
}

int EXPORT(check_memory)(void) {
    unsigned char bytes[ROOM], twin[ROOM];
    for (int length = 0; length <= LENGTH_MAX; length++)
        for (int shift = -LENGTH_MAX / 2; shift <= LENGTH_MAX / 2; shift++) {
            int from = LENGTH_MAX / 2, to = from + shift;
            fill(bytes, twin);
            REQUIRE(memmove(bytes + to, bytes + from, (size_t)length) == bytes + to);
            move_slowly(twin, to, from, length);
            REQUIRE(same(bytes, twin));
            if (abs(shift) < length) continue;
            fill(bytes, twin);
            REQUIRE(memcpy(bytes + to, bytes + from, (size_t)length) == bytes + to);
            move_slowly(twin, to, from, length);
            REQUIRE(same(bytes, twin));
            REQUIRE(memset(bytes + to, shift, (size_t)length) == bytes + to);
            for (volatile int i = 0; i < length; i++) twin[to + i] = (unsigned char)shift;
            REQUIRE(same(bytes, twin));
        }
    return 0;
}

struct item {
    int key, order;
    char weight[20];
};

static int by_key(const void *a, const void *b) {
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int EXPORT(check_sort)(void) {
    static struct item items[ITEMS];
    for (int count = 0; count <= ITEMS; count += count < 20 ? 1 : 97) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            items[i] = (struct item){.key = (int)draw(9) - 4, .order = i};
            sum += items[i].key;
        }
        qsort(items, (size_t)count, sizeof *items, by_key);
        for (int i = 0; i < count; i++) sum -= items[i].key;
        REQUIRE(sum == 0);
        for (int i = 1; i < count; i++) {
            REQUIRE(items[i - 1].key <= items[i].key);
            REQUIRE(items[i - 1].key < items[i].key || items[i - 1].order < items[i].order);
        }
    }
    return 0;
}

struct taken {
    unsigned char *at;
    size_t size;
    unsigned char mark;
};

static bool holds(const struct taken *taken) {
    for (size_t i = 0; i < taken->size; i++)
        if (taken->at[i] != taken->mark) return false;
    return true;
}

/* Takes, resizes and gives back blocks at random; each keeps its bytes whatever happens to others.
 */
int EXPORT(check_heap)(void) {
    static struct taken blocks[BLOCKS];
    for (int round = 0; round < 20000; round++) {
        struct taken *one = &blocks[draw(BLOCKS)];
        size_t size = draw(round % 7 ? 300 : 20000);
        bool zeros = draw(2);
        REQUIRE(holds(one));
        if (one->at && draw(3) == 0) {
            size_t kept = size < one->size ? size : one->size;
            one->at = realloc(one->at, size);
            REQUIRE(one->at || size == 0);
            one->size = kept;
            REQUIRE(holds(one));
        } else {
            free(one->at);
            one->at = zeros ? calloc(1, size) : malloc(size);
            REQUIRE(one->at);
            for (size_t i = 0; zeros && i < size; i++) REQUIRE(one->at[i] == 0);
        }
        REQUIRE((uintptr_t)one->at % 16 == 0);
        one->size = size;
        one->mark = (unsigned char)round;
        memset(one->at, one->mark, size);
    }
    for (int i = 0; i < BLOCKS; i++) free(blocks[i].at);
    REQUIRE(__builtin_wasm_memory_size(0) < 400); /* 26 MB: what is given back is used again */
    /* A compiler takes for granted that memory which nobody uses is there. */
    void *volatile none[] = {malloc(SIZE_MAX), malloc(SIZE_MAX / 2), calloc(SIZE_MAX / 2, 3)};
    REQUIRE(!none[0] && !none[1] && !none[2]);
    return 0;
}
