/* What a net is made of, for those that open and run it. */
#ifndef LINES_NET_PARTS_H
#define LINES_NET_PARTS_H

#include "games/lines/minds/net.h"

enum {
    LINES_NET_BLOCKS_MAX = 16,
    LINES_NET_CHANNELS_MAX = 256,
    LINES_NET_HIDDEN = 128, /* of the value: sums over the board, */
    LINES_NET_LATER = 64,   /* and what is made of them */
    LINES_NET_ANSWERS = 2,
    LINES_NET_SIDE_DIMS = LINES_NET_DIMS + 1, /* of a ball or a target */
    LINES_NET_HEAD = 48,                      /* both of them, in full groups */
};

/* The addends of `first` and `mix` depend on the board. */
struct lines_net_block {
    int inner; /* channels between the two convolutions */
    struct net_dense mix;
    struct net_conv first, second;
    const int8_t *board;   /* [inner][2C], by what the whole board has in common */
    const int32_t *addend; /* [inner] */
};

struct lines_net_trunk {
    int channels, blocks;
    struct net_conv stem;
    struct lines_net_block block[LINES_NET_BLOCKS_MAX];
};

struct lines_net_value_head {
    struct net_dense hidden;
    const float *hidden_scale;
    const int16_t *later, *last; /* weights */
    const int64_t *later_addend, *last_addend;
    const float *later_scale, *last_scale;
};

struct lines_net_policy_head {
    struct net_dense both;
    const float *scale; /* [LINES_NET_HEAD] */
};

struct lines_net {
    const struct net_kernel *kernel;
    int widest; /* channels of any layer, at most */
    struct lines_net_trunk policy, value;
    struct lines_net_policy_head policy_head;
    struct lines_net_value_head value_head;
    void *memory; /* of all weights */
};

#endif
