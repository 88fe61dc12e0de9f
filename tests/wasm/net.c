/* The kernels of the page's module (src/net): SIMD128 computes what plain C computes, to the bit.
 * As a module of its own; node runs it. Each check returns 0, or the line of what is wrong. */
#include "base/rng.h"
#include "net/kernel.h"
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name
#define REQUIRE(truth)                                                                             \
    if (!(truth)) return __LINE__

enum { MOST = 64, PLANES = 2, LAYERS = 60 };

int check_kernels(void), check_dense(void);

struct layer {
    int8_t weights[MOST * 9 * MOST];
    int32_t addend[NET_CELLS * MOST], k[MOST];
    float scale[MOST];
    uint8_t in[PLANES * NET_FRAME * MOST], out[PLANES * NET_FRAME * MOST];
    int32_t sums[NET_CELLS * MOST];
    _Alignas(NET_ALIGN) uint8_t packed[2 * MOST * 9 * MOST];
    _Alignas(NET_ALIGN) uint8_t scratch[2 * NET_FRAME * MOST];
};

static struct layer layer;

static int within(struct rng *rng, int most) {
    return (int)(rng_next(rng) % (unsigned)(2 * most + 1)) - most;
}

/* Makes the edges of the frames zero. */
static void clear_edges(int inputs) {
    for (int place = 0; place < PLANES * NET_FRAME; place++) {
        int row = place % NET_FRAME / NET_WIDE, column = place % NET_WIDE;
        if (row % (NET_WIDE - 1) == 0 || column % (NET_WIDE - 1) == 0)
            memset(layer.in + place * inputs, 0, (size_t)inputs);
    }
}

static void fill(struct rng *rng, int inputs, int outputs) {
    bool wild = rng_next(rng) % 4 == 0;
    for (int i = 0; i < outputs * 9 * inputs; i++)
        layer.weights[i] = (int8_t)(wild ? (rng_next(rng) & 1 ? 127 : -128) : within(rng, 127));
    for (int i = 0; i < PLANES * NET_FRAME * inputs; i++)
        layer.in[i] = (uint8_t)(wild ? 255 : rng_next(rng) >> 24);
    for (int i = 0; i < NET_CELLS * outputs; i++) layer.addend[i] = within(rng, 100000);
    for (int o = 0; o < outputs; o++) {
        layer.scale[o] = (float)within(rng, 1000) / (float)(2000 * inputs);
        layer.k[o] = within(rng, 20000);
    }
}

static void convolve(const char *name, struct net_conv conv, struct rng rng) {
    const struct net_kernel *kernel = net_kernel_named(name);
    net_pack(kernel, conv.outputs, 9, conv.inputs, layer.weights, layer.packed);
    for (int i = 0; i < PLANES * NET_FRAME * conv.outputs; i++)
        layer.out[i] = (uint8_t)(rng_next(&rng) >> 24);
    kernel->convolve(&conv, PLANES, layer.in, layer.out, layer.scratch);
}

int EXPORT(check_kernels)(void) {
    static uint8_t expected[sizeof layer.out];
    struct rng rng = rng_new(1, 0);
    REQUIRE(strcmp(net_kernel_best()->name, "simd128") == 0);
    for (int i = 0; i < LAYERS; i++) {
        int inputs = i % 20 ? 16 : MOST, outputs = 16 + 16 * (i % 3);
        struct net_conv conv = {inputs, outputs,     layer.packed,          layer.addend,
                                i & 1,  layer.scale, i & 2 ? layer.k : NULL};
        fill(&rng, inputs, outputs);
        clear_edges(inputs);
        convolve("plain", conv, rng);
        memcpy(expected, layer.out, sizeof expected);
        convolve("simd128", conv, rng);
        REQUIRE(memcmp(expected, layer.out, sizeof expected) == 0);
    }
    return 0;
}

static void apply(const char *name, struct net_dense dense) {
    const struct net_kernel *kernel = net_kernel_named(name);
    net_pack(kernel, dense.outputs, 1, dense.inputs, layer.weights, layer.packed);
    kernel->apply(&dense, NET_SIDE, layer.in, (size_t)(NET_SIDE * dense.inputs), layer.sums,
                  layer.scratch);
}

int EXPORT(check_dense)(void) {
    static int32_t expected[NET_CELLS * MOST];
    struct rng rng = rng_new(2, 0);
    for (int i = 0; i < LAYERS; i++) {
        int inputs = 16 + 16 * (i % 4), outputs = 16 + 16 * (i % 3);
        struct net_dense dense = {inputs, outputs, layer.packed, layer.addend};
        fill(&rng, inputs, outputs);
        apply("plain", dense);
        memcpy(expected, layer.sums, sizeof expected);
        apply("simd128", dense);
        REQUIRE(memcmp(expected, layer.sums, sizeof expected) == 0);
    }
    return 0;
}
