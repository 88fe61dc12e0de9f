/* The loops of a kernel of vectors, for any instructions. Whoever includes this says before:
 *   KERNEL_TARGET           an attribute: the instructions to compile for
 *   KERNEL_LANES            int32 of a vector
 *   KERNEL_CELLS            cells, and
 *   KERNEL_VECTORS          vectors of outputs whose sums are in registers at a time
 *   kernel_sums             the type of a vector of int32
 *   kernel_input, _weight   the types of what is multiplied
 * and these functions:
 *   kernel_prepare          makes inputs of bytes, in scratch or in place
 *   kernel_spread           a step of inputs of one cell, in every lane
 *   kernel_dot              adds the products with a step of weights for each lane
 *   kernel_load, _store     int32 from and to memory
 *   kernel_keep             adds k times the bytes of a place
 *   kernel_scale            scales sums, and rounds and holds them within 0 and 255
 *   kernel_write            writes a group of such numbers as bytes
 * Numbers of inputs that are usual are constants in loops of their own. */
#ifndef NET_KERNEL_LOOPS_H
#define NET_KERNEL_LOOPS_H

#include "net/kernels.h"

#ifdef __clang__
#define KERNEL_UNROLL _Pragma("clang loop unroll(full)")
#else
#define KERNEL_UNROLL _Pragma("GCC unroll 16")
#endif
#define KERNEL_INLINE KERNEL_TARGET static inline __attribute__((always_inline))

enum {
    KERNEL_STEP = sizeof(int32_t) / sizeof(kernel_weight),
    KERNEL_PARTS = NET_GROUP / KERNEL_LANES, /* vectors of a group */
    KERNEL_GROUPS = KERNEL_VECTORS < KERNEL_PARTS ? 1 : KERNEL_VECTORS / KERNEL_PARTS,
};

/* Where a block of outputs comes from and goes to. `inputs` and `groups` are known to the compiler,
 * so they are passed on beside it. */
struct kernel_block {
    const kernel_weight *weights; /* of the first group */
    size_t group;                 /* from group to group of the weights */
    const int32_t *addend;
    size_t next; /* from cell to cell of the addend */
};

KERNEL_INLINE void kernel_begin(kernel_sums sums[][KERNEL_GROUPS * KERNEL_PARTS], int groups,
                                const struct kernel_block *block) {
    KERNEL_UNROLL for (int cell = 0; cell < KERNEL_CELLS; cell++) {
        const int32_t *addend = block->addend + (size_t)cell * block->next;
        KERNEL_UNROLL for (int v = 0; v < groups * KERNEL_PARTS; v++) sums[cell][v] =
            kernel_load(addend + v * KERNEL_LANES);
    }
}

/* Adds `length` products for each cell, to some of the vectors. */
KERNEL_INLINE void kernel_add_some(kernel_sums sums[][KERNEL_GROUPS * KERNEL_PARTS], int first,
                                   int vectors, int inputs, int length, const kernel_input *in,
                                   const kernel_weight *weights, size_t group) {
    for (int i = 0; i < length; i += KERNEL_STEP) {
        const kernel_weight *here = weights + i * NET_GROUP;
        KERNEL_UNROLL for (int cell = 0; cell < KERNEL_CELLS; cell++) {
            kernel_sums x = kernel_spread(in + cell * inputs + i);
            KERNEL_UNROLL for (int v = first; v < first + vectors; v++) {
                const kernel_weight *w = here + (size_t)(v / KERNEL_PARTS) * group +
                                         v % KERNEL_PARTS * KERNEL_LANES * KERNEL_STEP;
                sums[cell][v] = kernel_dot(sums[cell][v], x, w);
            }
        }
    }
}

/* Three taps in a row lie side by side, as their weights do. */
KERNEL_INLINE void kernel_add(kernel_sums sums[][KERNEL_GROUPS * KERNEL_PARTS], int groups,
                              int inputs, int length, const kernel_input *in,
                              const kernel_weight *weights, size_t group) {
    int all = groups * KERNEL_PARTS, some = all < KERNEL_VECTORS ? all : KERNEL_VECTORS;
    KERNEL_UNROLL for (int first = 0; first < all; first += some)
        kernel_add_some(sums, first, some, inputs, length, in, weights, group);
}

KERNEL_INLINE void kernel_finish(kernel_sums sums[][KERNEL_GROUPS * KERNEL_PARTS], int groups,
                                 const int32_t *k, const float *scale, uint8_t *out, int outputs) {
    KERNEL_UNROLL for (int cell = 0; cell < KERNEL_CELLS; cell++, out += outputs) {
        if (k)
            KERNEL_UNROLL for (int v = 0; v < groups * KERNEL_PARTS; v++) sums[cell][v] =
                kernel_keep(sums[cell][v], k + v * KERNEL_LANES, out + v * KERNEL_LANES);
        KERNEL_UNROLL for (int v = 0; v < groups * KERNEL_PARTS; v++) sums[cell][v] =
            kernel_scale(sums[cell][v], scale + v * KERNEL_LANES);
        KERNEL_UNROLL for (int g = 0; g < groups; g++)
            kernel_write(out + g * NET_GROUP, &sums[cell][g * KERNEL_PARTS]);
    }
}

/* Some groups of outputs of a plane. The rows beside the board are zero: they are left out. */
KERNEL_INLINE void kernel_convolve_groups(const struct net_conv *conv, int first, int groups,
                                          int inputs, const kernel_input *in, uint8_t *out) {
    const int32_t *k = conv->k ? conv->k + first : NULL;
    const float *scale = conv->scale + first;
    int outputs = conv->outputs;
    struct kernel_block block = {
        .weights = (const kernel_weight *)conv->weights + (size_t)first * 9 * (size_t)inputs,
        .group = (size_t)9 * NET_GROUP * (size_t)inputs,
        .addend = conv->addend + first,
        .next = conv->by_cell ? (size_t)outputs : 0,
    };
    for (int row = 0; row < NET_SIDE; row++)
        for (int column = 0; column < NET_SIDE; column += KERNEL_CELLS) {
            kernel_sums sums[KERNEL_CELLS][KERNEL_GROUPS * KERNEL_PARTS];
            kernel_begin(sums, groups, &block);
            for (int tap = row == 0 ? 1 : 0; tap < (row == NET_SIDE - 1 ? 2 : 3); tap++)
                kernel_add(sums, groups, inputs, 3 * inputs,
                           in + ((row + tap) * NET_WIDE + column) * inputs,
                           block.weights + (size_t)(tap * 3 * NET_GROUP * inputs), block.group);
            kernel_finish(sums, groups, k, scale,
                          out + ((row + 1) * NET_WIDE + column + 1) * outputs + first, outputs);
            block.addend += block.next * KERNEL_CELLS;
        }
}

KERNEL_INLINE void kernel_convolve_plane(const struct net_conv *conv, int inputs,
                                         const kernel_input *in, uint8_t *out) {
    int wide = KERNEL_GROUPS * NET_GROUP, first = 0;
    for (; first + wide <= conv->outputs; first += wide)
        kernel_convolve_groups(conv, first, KERNEL_GROUPS, inputs, in, out);
    for (; first < conv->outputs; first += NET_GROUP)
        kernel_convolve_groups(conv, first, 1, inputs, in, out);
}

KERNEL_TARGET static void kernel_convolve(const struct net_conv *conv, int planes,
                                          const uint8_t *in, uint8_t *out, void *scratch) {
    for (int plane = 0; plane < planes; plane++) {
        const kernel_input *from = kernel_prepare(in, NET_FRAME * conv->inputs, scratch);
        switch (conv->inputs) {
        case 16:
            kernel_convolve_plane(conv, 16, from, out);
            break;
        case 32:
            kernel_convolve_plane(conv, 32, from, out);
            break;
        case 64:
            kernel_convolve_plane(conv, 64, from, out);
            break;
        default:
            kernel_convolve_plane(conv, conv->inputs, from, out);
        }
        in += NET_FRAME * conv->inputs;
        out += NET_FRAME * conv->outputs;
    }
}

KERNEL_INLINE void kernel_apply_groups(const struct net_dense *dense, int first, int groups,
                                       int inputs, const kernel_input *in, int32_t *out) {
    struct kernel_block block = {
        .weights = (const kernel_weight *)dense->weights + (size_t)first * (size_t)inputs,
        .group = (size_t)NET_GROUP * (size_t)inputs,
        .addend = dense->addend + first,
    };
    for (int column = 0; column < NET_SIDE; column += KERNEL_CELLS) {
        kernel_sums sums[KERNEL_CELLS][KERNEL_GROUPS * KERNEL_PARTS];
        kernel_begin(sums, groups, &block);
        kernel_add(sums, groups, inputs, inputs, in + column * inputs, block.weights, block.group);
        KERNEL_UNROLL for (int cell = 0; cell < KERNEL_CELLS; cell++) {
            int32_t *to = out + (column + cell) * dense->outputs + first;
            KERNEL_UNROLL for (int v = 0; v < groups * KERNEL_PARTS; v++)
                kernel_store(to + v * KERNEL_LANES, sums[cell][v]);
        }
    }
}

KERNEL_INLINE void kernel_apply_row(const struct net_dense *dense, int inputs,
                                    const kernel_input *in, int32_t *out) {
    int wide = KERNEL_GROUPS * NET_GROUP, first = 0;
    for (; first + wide <= dense->outputs; first += wide)
        kernel_apply_groups(dense, first, KERNEL_GROUPS, inputs, in, out);
    for (; first < dense->outputs; first += NET_GROUP)
        kernel_apply_groups(dense, first, 1, inputs, in, out);
}

KERNEL_TARGET static void kernel_apply(const struct net_dense *dense, int rows, const uint8_t *in,
                                       size_t stride, int32_t *out, void *scratch) {
    for (int row = 0; row < rows; row++) {
        const kernel_input *from = kernel_prepare(in, NET_SIDE * dense->inputs, scratch);
        if (dense->inputs == 128)
            kernel_apply_row(dense, 128, from, out);
        else
            kernel_apply_row(dense, dense->inputs, from, out);
        in += stride;
        out += NET_SIDE * dense->outputs;
    }
}

#define KERNEL_OF(title, asks)                                                                     \
    {                                                                                              \
        .name = title, .runs = asks, .step = KERNEL_STEP, .width = sizeof(kernel_weight),          \
        .convolve = kernel_convolve, .apply = kernel_apply                                         \
    }

#endif
