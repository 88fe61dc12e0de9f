/* Layers of small whole-number nets on boards of 9x9 cells, as fast as this machine can. Every
 * kernel computes the same numbers, to the bit.
 *
 * Activations are bytes, weights are int8, sums are int32: whoever makes a layer sees to it that no
 * sum can overflow. A plane lies in a frame of 11x11 cells, whose edge is zero, row by row; a cell
 * has its channels side by side. Channels come in multiples of 16. */
#ifndef NET_KERNEL_H
#define NET_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NET_SIDE = 9,
    NET_CELLS = 81,
    NET_WIDE = 11,   /* a row of a frame */
    NET_FRAME = 121, /* cells of a frame */
    NET_GROUP = 16,  /* outputs that lie together in packed weights */
    NET_ALIGN = 64,  /* packed weights and scratch begin at a multiple of it */
    NET_KERNELS_MAX = 8,
};

/* A 3x3 convolution. Its output is rint((sum + addend + k * before) * scale), held within 0 and
 * 255, where `before` is what the output's place held. */
struct net_conv {
    int inputs, outputs;
    const void *weights;   /* packed, 9 taps */
    const int32_t *addend; /* of each output */
    bool by_cell;          /* the addend is [81][outputs] */
    const float *scale;    /* of each output; finite */
    const int32_t *k;      /* of each output; NULL for none */
};

/* A layer that sees one cell: rows of 9 cells, int32 out. */
struct net_dense {
    int inputs, outputs;
    const void *weights;   /* packed, 1 tap */
    const int32_t *addend; /* of each output */
};

struct net_kernel {
    const char *name;
    bool (*runs)(void); /* whether this machine can */
    int step;           /* inputs that lie together in packed weights */
    int width;          /* bytes of a packed weight */
    /* Convolves frames. `out` may hold what `k` multiplies, and must not be `in`; its edge stays.
     */
    void (*convolve)(const struct net_conv *conv, int planes, const uint8_t *in, uint8_t *out,
                     void *scratch);
    /* `stride` is the distance of rows in bytes; `out` is [9 * rows][outputs]. */
    void (*apply)(const struct net_dense *dense, int rows, const uint8_t *in, size_t stride,
                  int32_t *out, void *scratch);
};

/* All kernels that this machine can run, the fastest first. Returns their number. */
int net_kernels(const struct net_kernel *kernels[NET_KERNELS_MAX]);
const struct net_kernel *net_kernel_best(void);
/* For tests and measurements. Returns NULL if this machine has none of that name. */
const struct net_kernel *net_kernel_named(const char *name);

/* Returns how many bytes packed weights take. */
size_t net_packed_size(const struct net_kernel *kernel, int outputs, int taps, int inputs);
/* Packs weights [outputs][taps][inputs]. */
void net_pack(const struct net_kernel *kernel, int outputs, int taps, int inputs,
              const int8_t *weights, void *out);
/* Returns how much scratch, in bytes, layers of up to this many inputs need. */
size_t net_scratch_size(int inputs);

/* Returns where the cell in the corner of the board lies in a frame, in cells. */
static inline size_t net_corner(void) {
    return NET_WIDE + 1;
}

#endif
