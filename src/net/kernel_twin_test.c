/* Every kernel of this machine computes what plain loops compute, to the bit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "net/kernel.h"
#include "net/pool.h"

enum { MOST = 128, PLANES = 2, LAYERS = 120, ROWS = 1500 };

/* A layer with all that it may use, and what goes in and comes out. */
struct layer {
    int inputs, outputs, taps;
    int8_t weights[MOST * 9 * MOST];
    int32_t addend[NET_CELLS * MOST], k[MOST];
    float scale[MOST];
    uint8_t in[PLANES * NET_FRAME * MOST], out[PLANES * NET_FRAME * MOST];
    uint8_t expected[PLANES * NET_FRAME * MOST];
    int32_t sums[NET_SIDE * MOST], expected_sums[NET_SIDE * MOST];
    _Alignas(NET_ALIGN) uint8_t packed[2 * MOST * 9 * MOST];
    _Alignas(NET_ALIGN) uint8_t scratch[2 * NET_FRAME * 2 * MOST];
};

static struct layer layer;

static int within(struct rng *rng, int most) {
    return (int)(rng_next(rng) % (unsigned)(2 * most + 1)) - most;
}

/* Kinds of random numbers: any, the largest only, and many zeros. */
static void fill(struct rng *rng, int inputs, int outputs, int taps) {
    unsigned kind = rng_next(rng) % 4;
    layer.inputs = inputs, layer.outputs = outputs, layer.taps = taps;
    for (int i = 0; i < outputs * taps * inputs; i++) {
        int8_t any = (int8_t)(rng_next(rng) & 255);
        layer.weights[i] = kind == 1 ? 127 : kind == 2 ? (any & 1 ? 127 : -128) : any;
    }
    for (int i = 0; i < PLANES * NET_FRAME * inputs; i++) {
        uint32_t any = rng_next(rng);
        layer.in[i] = (uint8_t)(kind == 1 || kind == 2 ? 255 : any >> 24 & (any & 1 ? 0 : 255));
    }
    for (int i = 0; i < NET_CELLS * outputs; i++) layer.addend[i] = within(rng, 100000);
    for (int o = 0; o < outputs; o++) {
        static const float odd[] = {0, -0.001F, 1e-30F, 3e38F, 0.5F, 0.25F, 1, 1.5F};
        double usual = 200 / (sqrt(taps * inputs) * 8000);
        layer.scale[o] = (float)(usual * (1 + within(rng, 1000) / 1100.0));
        if (rng_next(rng) % 8 == 0) layer.scale[o] = odd[rng_next(rng) % 8];
        layer.k[o] = within(rng, 20000);
    }
}

/* Sets the edges of frames. */
static void set_edges(uint8_t *frames, int channels, uint8_t value) {
    for (int place = 0; place < PLANES * NET_FRAME; place++) {
        int row = place % NET_FRAME / NET_WIDE, column = place % NET_WIDE;
        if (row == 0 || row == NET_WIDE - 1 || column == 0 || column == NET_WIDE - 1)
            memset(frames + place * channels, value, (size_t)channels);
    }
}

static int32_t sum_of(int place, int o) {
    int32_t sum = 0;
    for (int tap = 0; tap < layer.taps; tap++) {
        int from = layer.taps == 1 ? place : place + (tap / 3 - 1) * NET_WIDE + tap % 3 - 1;
        for (int i = 0; i < layer.inputs; i++)
            sum += layer.in[from * layer.inputs + i] *
                   layer.weights[(o * layer.taps + tap) * layer.inputs + i];
    }
    return sum;
}

static uint8_t requantised(int32_t sum, float scale) {
    float value = rintf((float)sum * scale);
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void expect_conv(bool by_cell, bool with_k) {
    for (int plane = 0; plane < PLANES; plane++)
        for (int cell = 0; cell < NET_CELLS; cell++)
            for (int o = 0; o < layer.outputs; o++) {
                int place = plane * NET_FRAME + (cell / 9 + 1) * NET_WIDE + cell % 9 + 1;
                uint8_t *to = &layer.expected[place * layer.outputs + o];
                int32_t sum =
                    sum_of(place, o) + layer.addend[(by_cell ? cell * layer.outputs : 0) + o];
                if (with_k) sum += layer.k[o] * *to;
                *to = requantised(sum, layer.scale[o]);
            }
}

/* With every kernel that there is. The edges of what comes out must stay as they were. */
static void check_conv(struct rng *rng, int inputs, int outputs) {
    static uint8_t before[sizeof layer.out];
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    bool by_cell = rng_next(rng) & 1, with_k = rng_next(rng) & 1;
    struct net_conv conv = {inputs,  outputs,     layer.packed,           layer.addend,
                            by_cell, layer.scale, with_k ? layer.k : NULL};
    size_t size = (size_t)(PLANES * NET_FRAME * outputs);
    fill(rng, inputs, outputs, 9);
    set_edges(layer.in, inputs, 0);
    for (size_t i = 0; i < size; i++) before[i] = (uint8_t)(rng_next(rng) & 255);
    set_edges(before, outputs, 77);
    memcpy(layer.expected, before, size);
    expect_conv(by_cell, with_k);
    for (int i = 0; i < count; i++) {
        assert_true(net_packed_size(kernels[i], outputs, 9, inputs) <= sizeof layer.packed);
        net_pack(kernels[i], outputs, 9, inputs, layer.weights, layer.packed);
        memcpy(layer.out, before, size);
        kernels[i]->convolve(&conv, PLANES, layer.in, layer.out, layer.scratch);
        assert_memory_equal(layer.out, layer.expected, size);
    }
}

static void convolutions(void **unused) {
    struct rng rng = rng_new(1, 0);
    (void)unused;
    for (int i = 0; i < LAYERS; i++) check_conv(&rng, 16, 16 * (1 + i % 3));
    for (int i = 0; i < 4; i++) check_conv(&rng, 32 + 16 * i, 48 - 16 * (i % 3));
    for (int i = 0; i < 3; i++) check_conv(&rng, 64, 32);
    check_conv(&rng, 64, 64);
    check_conv(&rng, 128, 32);
    check_conv(&rng, 48, 96);
}

static void check_dense(struct rng *rng, int inputs, int outputs) {
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    struct net_dense dense = {inputs, outputs, layer.packed, layer.addend};
    fill(rng, inputs, outputs, 1);
    for (int cell = 0; cell < NET_SIDE; cell++)
        for (int o = 0; o < outputs; o++)
            layer.expected_sums[cell * outputs + o] = sum_of(cell, o) + layer.addend[o];
    for (int i = 0; i < count; i++) {
        net_pack(kernels[i], outputs, 1, inputs, layer.weights, layer.packed);
        kernels[i]->apply(&dense, 1, layer.in, (size_t)(NET_SIDE * inputs), layer.sums,
                          layer.scratch);
        assert_memory_equal(layer.sums, layer.expected_sums,
                            sizeof(int32_t) * (size_t)(NET_SIDE * outputs));
    }
}

static void dense_layers(void **unused) {
    struct rng rng = rng_new(2, 0);
    (void)unused;
    for (int i = 0; i < ROWS; i++) check_dense(&rng, 16 + 16 * (i % 3), 16 * (1 + i % 4));
    check_dense(&rng, 128, 64);
    check_dense(&rng, 128, 128);
    check_dense(&rng, 64, 48);
}

static void pools(void **unused) {
    enum { CHANNELS = 32, COLOURS = 7 };
    static uint8_t frames[COLOURS * NET_FRAME * CHANNELS], common[NET_CELLS * 2 * CHANNELS];
    int32_t board[2 * CHANNELS];
    struct rng rng = rng_new(3, 0);
    (void)unused;
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof frames; i++)
            frames[i] = (uint8_t)(round == 0 ? 255 : rng_next(&rng) & 255 & rng_next(&rng));
        net_pool(frames, COLOURS, CHANNELS, common);
        net_pool_board(common, 2 * CHANNELS, board);
        for (int j = 0; j < 2 * CHANNELS; j++) {
            int total = 0;
            for (int cell = 0; cell < NET_CELLS; cell++) {
                int sum = 0, most = 0, m = common[cell * 2 * CHANNELS + j];
                for (int plane = 0; plane < COLOURS; plane++) {
                    int place = plane * NET_FRAME + (cell / 9 + 1) * NET_WIDE + cell % 9 + 1;
                    int x = frames[place * CHANNELS + j % CHANNELS];
                    sum += x;
                    most = most > x ? most : x;
                }
                int mean = (2 * sum + 3) / 7;
                assert_int_equal(m, j < CHANNELS ? (mean < 255 ? mean : 255) : most);
                total += m;
            }
            assert_int_equal(board[j], (256 * total + 40) / 81);
        }
    }
}

static void kernels_have_names(void **unused) {
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    (void)unused;
    assert_true(count >= 1);
    assert_ptr_equal(net_kernel_best(), kernels[0]);
    for (int i = 0; i < count; i++)
        assert_ptr_equal(net_kernel_named(kernels[i]->name), kernels[i]);
    assert_string_equal(kernels[count - 1]->name, "plain");
    assert_null(net_kernel_named("abacus"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_have_names),
        cmocka_unit_test(convolutions),
        cmocka_unit_test(dense_layers),
        cmocka_unit_test(pools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
