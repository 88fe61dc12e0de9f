/* The kernel in C: what the others are compared with, and what other processors run. */
#include "net/kernels.h"
#include <math.h>

enum { AT_ONCE = 3 }; /* cells that share a weight that is loaded */

static bool runs(void) {
    return true;
}

struct sums {
    int32_t at[AT_ONCE][NET_GROUP];
};

static void add_tap(struct sums *sums, const uint8_t *in, int inputs, const int8_t *weights) {
    struct sums own = *sums;
    for (int i = 0; i < inputs; i++, weights += NET_GROUP)
        for (int cell = 0; cell < AT_ONCE; cell++)
            for (int o = 0; o < NET_GROUP; o++)
                own.at[cell][o] += in[cell * inputs + i] * weights[o];
    *sums = own;
}

static void begin(struct sums *sums, const int32_t *addend, int stride) {
    for (int cell = 0; cell < AT_ONCE; cell++)
        for (int o = 0; o < NET_GROUP; o++) sums->at[cell][o] = addend[cell * stride + o];
}

static void convolve_some(const struct net_conv *conv, const uint8_t *in, int group, int row,
                          int column, struct sums *sums) {
    const int8_t *weights = conv->weights;
    for (int tap = 0; tap < 9; tap++) {
        int from = (row + tap / 3) * NET_WIDE + column + tap % 3;
        add_tap(sums, in + from * conv->inputs, conv->inputs,
                weights + (group * 9 + tap * NET_GROUP) * conv->inputs);
    }
}

static void finish(const struct net_conv *conv, const struct sums *sums, int group, uint8_t *out) {
    for (int cell = 0; cell < AT_ONCE; cell++, out += conv->outputs)
        for (int o = 0; o < NET_GROUP; o++) {
            int32_t sum = sums->at[cell][o];
            if (conv->k) sum += conv->k[group + o] * out[o];
            float value = (float)sum * conv->scale[group + o];
            value = value > 0 ? value : 0;
            value = value < 255 ? value : 255;
            out[o] = (uint8_t)rintf(value);
        }
}

static void convolve(const struct net_conv *conv, int planes, const uint8_t *in, uint8_t *out,
                     void *scratch) {
    (void)scratch;
    for (int plane = 0; plane < planes; plane++)
        for (int group = 0; group < conv->outputs; group += NET_GROUP)
            for (int cell = 0; cell < NET_CELLS; cell += AT_ONCE) {
                struct sums sums;
                int row = cell / NET_SIDE, column = cell % NET_SIDE;
                int to = plane * NET_FRAME + (row + 1) * NET_WIDE + column + 1;
                int first = conv->by_cell ? cell * conv->outputs : 0;
                begin(&sums, conv->addend + first + group, conv->by_cell ? conv->outputs : 0);
                convolve_some(conv, in + plane * NET_FRAME * conv->inputs, group, row, column,
                              &sums);
                finish(conv, &sums, group, out + to * conv->outputs + group);
            }
}

static void apply(const struct net_dense *dense, int rows, const uint8_t *in, size_t stride,
                  int32_t *out, void *scratch) {
    const int8_t *weights = dense->weights;
    (void)scratch;
    for (int row = 0; row < rows; row++, in += stride)
        for (int column = 0; column < NET_SIDE; column += AT_ONCE)
            for (int group = 0; group < dense->outputs; group += NET_GROUP) {
                int32_t *to = out + (row * NET_SIDE + column) * dense->outputs + group;
                struct sums sums;
                begin(&sums, dense->addend + group, 0);
                add_tap(&sums, in + column * dense->inputs, dense->inputs,
                        weights + group * dense->inputs);
                for (int cell = 0; cell < AT_ONCE; cell++)
                    for (int o = 0; o < NET_GROUP; o++)
                        to[cell * dense->outputs + o] = sums.at[cell][o];
            }
}

const struct net_kernel net_kernel_plain = {
    .name = "plain",
    .runs = runs,
    .step = 1,
    .width = 1,
    .convolve = convolve,
    .apply = apply,
};
