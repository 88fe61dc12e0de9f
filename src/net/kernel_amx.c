/* AMX-INT8: an instruction multiplies a tile of 16 cells by a tile of weights, up to 64 inputs
 * deep, in the same time if the tiles are not full. Layers that do not fit go to the kernel for
 * VNNI, whose packed weights are the same.
 *
 * All frames together are a tall one of 11 columns. A tile of cells is a part of such a column,
 * edges included: their sums are not used. Two tiles of cells and two groups of outputs are summed
 * at a time: in tiles 0 to 3. Tiles 4 and 5 are the cells, 6 and 7 the weights. */
#include "net/kernels.h"
#ifdef __x86_64__
#include <cpuid.h>
#include <string.h>

#define KERNEL_TARGET                                                                              \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,amx-tile,amx-int8")))
#include "net/kernel_zmm.h"

enum { PAIR = 2, TILES = 8, TILE = 16 };

/* What the processor is told of its tiles: in memory as here. */
struct shapes {
    uint8_t palette, start, zero[14];
    uint16_t bytes[16];
    uint8_t rows[16];
};
_Static_assert(sizeof(struct shapes) == 64, "the processor's own layout");

struct sums {
    _Alignas(64) int32_t at[PAIR][PAIR][TILE][NET_GROUP]; /* by tile, group, cell */
};

KERNEL_TARGET static void set_tiles(int depth) {
    struct shapes shapes = {.palette = 1};
    for (int i = 0; i < TILES; i++) {
        shapes.bytes[i] = (uint16_t)(i == 4 || i == 5 ? depth : 64);
        shapes.rows[i] = (uint8_t)(i >= 6 ? depth / 4 : TILE);
    }
    _tile_loadconfig(&shapes);
}

/* Adds `length` inputs, from the cells of two tiles on; `stride` is the distance of cells. */
KERNEL_TARGET static inline void add(const uint8_t *const cells[PAIR], int stride, int length,
                                     int depth, const int8_t *const weights[PAIR]) {
    for (int i = 0; i < length; i += depth) {
        _tile_loadd(4, cells[0] + i, stride);
        _tile_loadd(6, weights[0] + i * NET_GROUP, 64);
        _tile_dpbusd(0, 4, 6);
        _tile_loadd(7, weights[1] + i * NET_GROUP, 64);
        _tile_dpbusd(1, 4, 7);
        _tile_loadd(5, cells[1] + i, stride);
        _tile_dpbusd(2, 5, 6);
        _tile_dpbusd(3, 5, 7);
    }
}

KERNEL_TARGET static inline void begin(void) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
}

KERNEL_TARGET static inline void store(struct sums *sums) {
    _tile_stored(0, sums->at[0][0], 64);
    _tile_stored(1, sums->at[0][1], 64);
    _tile_stored(2, sums->at[1][0], 64);
    _tile_stored(3, sums->at[1][1], 64);
}

/* A tile of cells: in a column of the board, from a row of the tall frame on. The first cells may
 * be an earlier tile's. */
struct place {
    int column, row;
    uint32_t own; /* a bit for each cell that is on the board and no other tile's */
};

static int tiles_of_column(int planes) {
    return (planes * NET_WIDE - 2 + TILE - 1) / TILE;
}

static struct place place_of(int tile, int planes) {
    int each = tiles_of_column(planes), wanted = 1 + tile % each * TILE;
    int last = planes * NET_WIDE - 1 - TILE, row = wanted < last ? wanted : last;
    uint32_t edge = 1U << (NET_WIDE - 1) | 1,
             edges = edge | edge << NET_WIDE | edge << 2 * NET_WIDE;
    uint32_t later = 0xFFFFU << (wanted - row) & 0xFFFF;
    return (struct place){tile / each, row, later & ~(edges >> row % NET_WIDE)};
}

/* Writes the outputs of some cells of a tile, for two groups. */
KERNEL_TARGET static inline void finish(const struct net_conv *conv, int first,
                                        const int32_t sums[PAIR][TILE][NET_GROUP],
                                        struct place place, int from, int to, uint8_t *out) {
    for (uint32_t rest = place.own & ((1U << to) - (1U << from)); rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest), tall = place.row + i, row = tall % NET_WIDE - 1;
        int cell = conv->by_cell ? (row * NET_SIDE + place.column) * conv->outputs : 0;
        for (int g = 0; g < PAIR; g++) {
            int group = first + g * NET_GROUP;
            uint8_t *at = out + (tall * NET_WIDE + place.column + 1) * conv->outputs + group;
            __m512i sum = kernel_load(conv->addend + cell + group);
            sum = _mm512_add_epi32(sum, kernel_load(sums[g][i]));
            if (conv->k) sum = kernel_keep(sum, conv->k + group, at);
            sum = kernel_scale(sum, conv->scale + group);
            kernel_write(at, &sum);
        }
    }
}

/* Two groups of outputs. While tiles are multiplied, the two before them are written. */
KERNEL_TARGET static void convolve_groups(const struct net_conv *conv, int first, int depth,
                                          int planes, const uint8_t *in, uint8_t *out) {
    static const uint8_t cuts[] = {0, 6, 11, TILE};
    int inputs = conv->inputs, count = NET_SIDE * tiles_of_column(planes);
    const int8_t *weights = (const int8_t *)conv->weights + first * 9 * inputs;
    struct place before[PAIR] = {{0}, {0}};
    struct sums sums;
    for (int tile = 0; tile < count + PAIR; tile += PAIR) {
        struct place now[PAIR] = {{.row = 1}, {.row = 1}};
        for (int i = 0; i < PAIR && tile + i < count; i++) now[i] = place_of(tile + i, planes);
        begin();
        for (int tap = 0; tap < 3; tap++) {
            const int8_t *own = weights + tap * 3 * NET_GROUP * inputs;
            const uint8_t *cells[PAIR];
            for (int i = 0; i < PAIR; i++)
                cells[i] = in + ((now[i].row - 1 + tap) * NET_WIDE + now[i].column) * inputs;
            if (tile < count)
                add(cells, NET_WIDE * inputs, 3 * inputs, depth,
                    (const int8_t *[]){own, own + 9 * NET_GROUP * inputs});
            for (int i = 0; i < PAIR; i++)
                finish(conv, first, sums.at[i], before[i], cuts[tap], cuts[tap + 1], out);
        }
        store(&sums);
        memcpy(before, now, sizeof before);
    }
}

KERNEL_TARGET static void convolve(const struct net_conv *conv, int planes, const uint8_t *in,
                                   uint8_t *out, void *scratch) {
    int depth = 3 * conv->inputs % 64 == 0 ? 64 : 48;
    if (conv->outputs % (PAIR * NET_GROUP) != 0 || planes < 2) {
        net_kernel_vnni.convolve(conv, planes, in, out, scratch);
        return;
    }
    set_tiles(depth);
    for (int first = 0; first < conv->outputs; first += PAIR * NET_GROUP)
        convolve_groups(conv, first, depth, planes, in, out);
    _tile_release();
}

KERNEL_TARGET static void apply(const struct net_dense *dense, int rows, const uint8_t *in,
                                size_t stride, int32_t *out, void *scratch) {
    net_kernel_vnni.apply(dense, rows, in, stride, out, scratch);
}

/* The system gives tiles only to programs that ask for them; it refuses if a thread has too small a
 * stack for signals. */
static bool ask_for_tiles(void) {
#ifdef __linux__
    enum { ARCH_PRCTL = 158, REQUEST = 0x1023, TILE_DATA = 18 };
    long answer = ARCH_PRCTL;
    __asm__ volatile("syscall"
                     : "+a"(answer)
                     : "D"((long)REQUEST), "S"((long)TILE_DATA)
                     : "rcx", "r11", "memory");
    return answer == 0;
#else
    return false;
#endif
}

static bool runs(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!net_kernel_vnni.runs() || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
    bool tiles = d >> 24 & 1, int8 = d >> 25 & 1;
    return tiles && int8 && ask_for_tiles();
}

const struct net_kernel net_kernel_amx = {
    .name = "amx",
    .runs = runs,
    .step = 4,
    .width = 1,
    .convolve = convolve,
    .apply = apply,
};
#endif
