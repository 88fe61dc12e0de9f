/* Nets with random weights, for tests and measurements: all tensors with their names, and the file
 * made of them. */
#ifndef LINES_NET_RANDOM_TEST_H
#define LINES_NET_RANDOM_TEST_H

#include "base/rng.h"
#include "net/net_write_test.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { RANDOM_TENSORS_MAX = 400 };

struct random_net {
    int channels, blocks, inner; /* channels of a trunk and within a block */
    bool wild;                   /* weights of 127 and -127 only */
    struct rng rng;
    uint32_t count;
    char names[RANDOM_TENSORS_MAX][NET_FILE_NAME];
    struct net_shape shapes[RANDOM_TENSORS_MAX];
    void *data[RANDOM_TENSORS_MAX];
};

static inline const void *random_net_find(const struct random_net *net, const char *name) {
    uint32_t i = 0;
    while (i < net->count && strcmp(net->names[i], name) != 0) i++;
    assert(i < net->count);
    return net->data[i];
}

static inline void *random_net_add(struct random_net *net, const char *before, const char *name,
                                   struct net_shape shape) {
    uint32_t i = net->count++;
    assert(i < RANDOM_TENSORS_MAX);
    strcpy(net->names[i], before);
    strcat(net->names[i], name);
    net->shapes[i] = shape;
    net->shapes[i].name = net->names[i];
    net->data[i] = malloc(net_write_size(&shape));
    assert(net->data[i]);
    return net->data[i];
}

static inline int random_net_within(struct random_net *net, int most) {
    return (int)(rng_next(&net->rng) % (unsigned)(2 * most + 1)) - most;
}

static inline void random_net_weights(struct random_net *net, const char *before, const char *name,
                                      int dims, int outputs, int inputs) {
    struct net_shape shape = {NULL, NET_INT8, dims, {(uint32_t)outputs, (uint32_t)inputs}};
    if (dims == 4) shape.dim[1] = shape.dim[2] = 3, shape.dim[3] = (uint32_t)inputs;
    int8_t *weights = random_net_add(net, before, name, shape);
    for (size_t i = 0; i < net_write_size(&shape); i++)
        weights[i] = (int8_t)(net->wild ? rng_next(&net->rng) & 1 ? 127 : -127
                                        : random_net_within(net, 127));
}

static inline void random_net_ints(struct random_net *net, const char *before, const char *name,
                                   int count, int most) {
    struct net_shape shape = {NULL, NET_INT32, 1, {(uint32_t)count}};
    int32_t *numbers = random_net_add(net, before, name, shape);
    for (int i = 0; i < count; i++) numbers[i] = random_net_within(net, most);
}

/* Scales for sums of so many products of inputs up to `most`: results are of the size of `to`. */
static inline void random_net_scales(struct random_net *net, const char *before, const char *name,
                                     int count, int products, double most, double to) {
    struct net_shape shape = {NULL, NET_FLOAT32, 1, {(uint32_t)count}};
    float *scales = random_net_add(net, before, name, shape);
    for (int i = 0; i < count; i++) {
        double usual = to / (sqrt(products) * 40 * most);
        scales[i] = (float)(usual * (1 + random_net_within(net, 1000) / 1500.0));
    }
}

static inline void random_net_block(struct random_net *net, const char *trunk, int i) {
    int channels = net->channels, inner = net->inner;
    char before[NET_FILE_NAME] = {0};
    strcpy(before, trunk);
    before[strlen(trunk)] = (char)('0' + i);
    before[strlen(trunk) + 1] = '.';
    random_net_weights(net, before, "mw", 2, inner, 2 * channels);
    random_net_weights(net, before, "gw", 2, inner, 2 * channels);
    random_net_ints(net, before, "ab", inner, 20000);
    random_net_weights(net, before, "aw", 4, inner, channels);
    random_net_scales(net, before, "ar", inner, 9 * channels, 200, 300);
    random_net_weights(net, before, "bw", 4, channels, inner);
    random_net_ints(net, before, "k", channels, 2000);
    random_net_ints(net, before, "bb", channels, 20000);
    random_net_scales(net, before, "br", channels, 9 * inner, 200, 300);
}

static inline void random_net_trunk(struct random_net *net, const char *before) {
    int32_t *shape =
        random_net_add(net, before, "shape", (struct net_shape){NULL, NET_INT32, 1, {18}});
    memset(shape, 0, 18 * sizeof *shape);
    shape[0] = net->channels, shape[1] = net->blocks;
    for (int i = 0; i < net->blocks; i++) shape[2 + i] = net->inner;
    random_net_weights(net, before, "stem.w", 4, net->channels, 16);
    random_net_ints(net, before, "stem.b", net->channels, 20000);
    random_net_scales(net, before, "stem.r", net->channels, 9 * 16, 200, 300);
    for (int i = 0; i < net->blocks; i++) random_net_block(net, before, i);
}

static inline void random_net_later(struct random_net *net, const char *weights, const char *addend,
                                    int outputs, int inputs) {
    struct net_shape two = {NULL, NET_INT16, 2, {(uint32_t)outputs, (uint32_t)inputs}};
    struct net_shape one = {NULL, NET_INT64, 1, {(uint32_t)outputs}};
    int16_t *numbers = random_net_add(net, "value.", weights, two);
    int64_t *large = random_net_add(net, "value.", addend, one);
    for (int i = 0; i < outputs * inputs; i++)
        numbers[i] = (int16_t)random_net_within(net, net->wild ? 32767 : 3000);
    for (int i = 0; i < outputs; i++) large[i] = random_net_within(net, 1000000);
}

static inline void random_net_value(struct random_net *net) {
    random_net_weights(net, "value.", "hw", 2, 128, 2 * net->channels);
    random_net_ints(net, "value.", "hb", 128, 20000);
    random_net_scales(net, "value.", "hr", 128, 2 * net->channels * 81, 200, 20000);
    random_net_later(net, "l1w", "l1b", 64, 128);
    random_net_scales(net, "value.", "l1r", 64, 128, 1e6, 20000);
    random_net_later(net, "l2w", "l2b", 2, 64);
    random_net_scales(net, "value.", "l2r", 2, 64, 1e6, 10);
}

static inline void random_net_policy(struct random_net *net) {
    static const char *const names[2][3] = {{"qw", "qb", "qr"}, {"kw", "kb", "kr"}};
    for (int i = 0; i < 2; i++) {
        random_net_weights(net, "policy.", names[i][0], 2, 17, net->channels);
        random_net_ints(net, "policy.", names[i][1], 17, 20000);
        random_net_scales(net, "policy.", names[i][2], 17, net->channels, 200, 3000);
    }
}

/* Makes a net; its tensors are to be released. */
static inline void random_net_init(struct random_net *net, int channels, int blocks, int inner,
                                   bool wild, uint64_t seed) {
    *net =
        (struct random_net){.channels = channels, .blocks = blocks, .inner = inner, .wild = wild};
    net->rng = rng_new(seed, 0);
    random_net_trunk(net, "policy.");
    random_net_policy(net);
    random_net_trunk(net, "value.");
    random_net_value(net);
}

static inline void random_net_release(struct random_net *net) {
    for (uint32_t i = 0; i < net->count; i++) free(net->data[i]);
}

/* Returns the file, to be freed. */
static inline uint8_t *random_net_file(const struct random_net *net, size_t *size) {
    const void *data[RANDOM_TENSORS_MAX];
    for (uint32_t i = 0; i < net->count; i++) data[i] = net->data[i];
    *size = net_write(NULL, net->shapes, data, net->count);
    uint8_t *file = malloc(*size);
    assert(file);
    net_write(file, net->shapes, data, net->count);
    return file;
}

#endif
