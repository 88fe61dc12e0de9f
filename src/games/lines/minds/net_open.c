/* Opens the file of a net: every tensor must be there, have its shape, and be small enough that no
 * sum of int32 can overflow, whatever the board. Weights are packed for the kernel at once. */
#include "base/text.h"
#include "games/lines/minds/net_parts.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BYTE = 255, BOARD = 65280 }; /* the largest inputs of layers, and of the board's means */

static const char no_memory[] = "";

/* The first fault stays; after it nothing more is read. */
struct loader {
    struct net_file file;
    struct lines_net *net;
    uint8_t *at, *end;          /* what is left of the net's memory */
    const char *rules, *before; /* what the names of tensors begin with */
    const char *reason;
    int64_t bound[LINES_NET_CHANNELS_MAX]; /* how large sums of each output can become */
};

static const char *say(struct loader *loader, const char *name, const char *what) {
    struct text text = text_over(loader->file.reason, sizeof loader->file.reason);
    text_format(&text, "'%s%s%s' %s", loader->rules, loader->before, name, what);
    return loader->reason = loader->file.reason;
}

/* Returns memory that is aligned. */
static void *take(struct loader *loader, size_t size) {
    uint8_t *piece = loader->at;
    size = (size + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN;
    assert(size <= (size_t)(loader->end - piece));
    loader->at += size;
    return piece;
}

/* Returns a copy of a tensor of `rows` times `columns` numbers; NULL if it is not as expected. The
 * file has it as it is called: with 1, 2 or 4 dims. */
static void *copy(struct loader *loader, const char *name, enum net_type type, int dims, int rows,
                  int columns) {
    char full[NET_FILE_NAME];
    struct text text = text_over(full, sizeof full);
    struct net_shape shape = {full, type, dims, {(uint32_t)rows, (uint32_t)columns}};
    text_format(&text, "%s%s%s", loader->rules, loader->before, name);
    if (dims == 4) {
        shape.dim[1] = shape.dim[2] = 3;
        shape.dim[3] = (uint32_t)columns / 9;
    }
    if (loader->reason) return NULL;
    void *to = take(loader, net_type_size(type) * (size_t)rows * (size_t)columns);
    loader->reason = net_file_copy(&loader->file, &shape, to);
    return loader->reason ? NULL : to;
}

static const int32_t *copy_numbers(struct loader *loader, const char *name, int count) {
    return copy(loader, name, NET_INT32, 1, count, 1);
}

static const int64_t *copy_large(struct loader *loader, const char *name, int count) {
    const int64_t *numbers = copy(loader, name, NET_INT64, 1, count, 1);
    for (int i = 0; numbers && i < count; i++)
        if (numbers[i] > INT64_MAX / 2 || numbers[i] < -(INT64_MAX / 2))
            say(loader, name, "is too large: sums would overflow");
    return loader->reason ? NULL : numbers;
}

static const float *copy_scale(struct loader *loader, const char *name, int count) {
    const float *scale = copy(loader, name, NET_FLOAT32, 1, count, 1);
    for (int i = 0; scale && i < count; i++)
        if (!isfinite(scale[i])) say(loader, name, "has a scale that is not a finite number");
    return loader->reason ? NULL : scale;
}

/* Sums of each output become so much larger. */
static void add_bound(struct loader *loader, const int32_t *numbers, int count, int64_t most) {
    for (int i = 0; numbers && i < count; i++)
        loader->bound[i] += llabs((long long)numbers[i]) * most;
}

static void add_weights_bound(struct loader *loader, const int8_t *weights, int rows, int columns,
                              int64_t most) {
    for (int i = 0; weights && i < rows * columns; i++)
        loader->bound[i / columns] += llabs((long long)weights[i]) * most;
}

/* Checks the sums of a layer, all taken together, against what a number can hold. */
static void check_bound(struct loader *loader, const char *name, int count, int64_t most) {
    for (int i = 0; !loader->reason && i < count; i++)
        if (loader->bound[i] > most) say(loader, name, "is too large: sums would overflow");
}

static const void *pack(struct loader *loader, const int8_t *weights, int outputs, int taps,
                        int inputs) {
    const struct net_kernel *kernel = loader->net->kernel;
    if (loader->reason) return NULL;
    void *packed = take(loader, net_packed_size(kernel, outputs, taps, inputs));
    net_pack(kernel, outputs, taps, inputs, weights, packed);
    return packed;
}

/* Reads the weights of a convolution, and adds their bound. */
static struct net_conv read_conv(struct loader *loader, const char *weights, const char *scale,
                                 int inputs, int outputs) {
    int columns = 9 * inputs;
    struct net_conv conv = {.inputs = inputs, .outputs = outputs};
    const int8_t *plain = copy(loader, weights, NET_INT8, 4, outputs, columns);
    add_weights_bound(loader, plain, outputs, columns, BYTE);
    conv.weights = pack(loader, plain, outputs, 9, inputs);
    conv.scale = copy_scale(loader, scale, outputs);
    return conv;
}

static void forget_bounds(struct loader *loader) {
    memset(loader->bound, 0, sizeof loader->bound);
}

/* What all planes add to the first convolution of a block. */
static void read_mix(struct loader *loader, int channels, struct lines_net_block *block) {
    int inner = block->inner, common = 2 * channels;
    block->board = copy(loader, "gw", NET_INT8, 2, inner, common);
    add_weights_bound(loader, block->board, inner, common, BOARD);
    check_bound(loader, "gw", inner, INT32_MAX - 128);
    for (int c = 0; c < inner; c++) loader->bound[c] = loader->bound[c] / 256 + 1;
    const int8_t *plain = copy(loader, "mw", NET_INT8, 2, inner, common);
    add_weights_bound(loader, plain, inner, common, BYTE);
    block->mix = (struct net_dense){.inputs = common, .outputs = inner};
    block->mix.weights = pack(loader, plain, inner, 1, common);
    block->addend = copy_numbers(loader, "ab", inner);
    add_bound(loader, block->addend, inner, 1);
}

static void read_block(struct loader *loader, int channels, struct lines_net_block *block) {
    forget_bounds(loader);
    read_mix(loader, channels, block);
    block->first = read_conv(loader, "aw", "ar", channels, block->inner);
    block->first.by_cell = true;
    check_bound(loader, "aw", block->inner, INT32_MAX);
    forget_bounds(loader);
    block->second = read_conv(loader, "bw", "br", block->inner, channels);
    block->second.k = copy_numbers(loader, "k", channels);
    add_bound(loader, block->second.k, channels, BYTE);
    block->second.addend = copy_numbers(loader, "bb", channels);
    add_bound(loader, block->second.addend, channels, 1);
    check_bound(loader, "bw", channels, INT32_MAX);
}

static void read_trunk(struct loader *loader, const char *name, struct lines_net_trunk *trunk) {
    char before[NET_FILE_NAME];
    int channels = trunk->channels;
    loader->before = name;
    forget_bounds(loader);
    trunk->stem = read_conv(loader, "stem.w", "stem.r", LINES_NET_FEATURES, channels);
    trunk->stem.addend = copy_numbers(loader, "stem.b", channels);
    add_bound(loader, trunk->stem.addend, channels, 1);
    check_bound(loader, "stem.w", channels, INT32_MAX);
    for (int i = 0; i < trunk->blocks; i++) {
        struct text text = text_over(before, sizeof before);
        text_format(&text, "%s%d.", name, i);
        loader->before = before;
        read_block(loader, channels, &trunk->block[i]);
    }
    loader->before = name;
}

static void read_value_head(struct loader *loader, struct lines_net_value_head *head) {
    enum { HIDDEN = LINES_NET_HIDDEN, LATER = LINES_NET_LATER, ANSWERS = LINES_NET_ANSWERS };
    int common = 2 * loader->net->value.channels;
    forget_bounds(loader);
    const int8_t *plain = copy(loader, "hw", NET_INT8, 2, HIDDEN, common);
    head->hidden = (struct net_dense){.inputs = common, .outputs = HIDDEN};
    head->hidden.weights = pack(loader, plain, HIDDEN, 1, common);
    head->hidden.addend = copy_numbers(loader, "hb", HIDDEN);
    add_weights_bound(loader, plain, HIDDEN, common, BYTE);
    add_bound(loader, head->hidden.addend, HIDDEN, 1);
    check_bound(loader, "hw", HIDDEN, INT32_MAX / NET_CELLS);
    head->hidden_scale = copy_scale(loader, "hr", HIDDEN);
    head->later = copy(loader, "l1w", NET_INT16, 2, LATER, HIDDEN);
    head->later_addend = copy_large(loader, "l1b", LATER);
    head->later_scale = copy_scale(loader, "l1r", LATER);
    head->last = copy(loader, "l2w", NET_INT16, 2, ANSWERS, LATER);
    head->last_addend = copy_large(loader, "l2b", ANSWERS);
    head->last_scale = copy_scale(loader, "l2r", ANSWERS);
}

/* One side of the policy's head goes behind the other, into arrays for both. */
static void read_side(struct loader *loader, const char *const names[3], int first, int8_t *weights,
                      int32_t *addend, float *scale) {
    enum { DIMS = LINES_NET_SIDE_DIMS };
    int channels = loader->net->policy.channels;
    forget_bounds(loader);
    const int8_t *own = copy(loader, names[0], NET_INT8, 2, DIMS, channels);
    const int32_t *numbers = copy_numbers(loader, names[1], DIMS);
    const float *scales = copy_scale(loader, names[2], DIMS);
    add_weights_bound(loader, own, DIMS, channels, BYTE);
    add_bound(loader, numbers, DIMS, 1);
    check_bound(loader, names[0], DIMS, INT32_MAX);
    if (loader->reason) return;
    memcpy(weights + first * channels, own, (size_t)(DIMS * channels));
    memcpy(addend + first, numbers, sizeof *numbers * DIMS);
    memcpy(scale + first, scales, sizeof *scales * DIMS);
}

static void read_policy_head(struct loader *loader, struct lines_net_policy_head *head) {
    int channels = loader->net->policy.channels;
    size_t size = (size_t)(LINES_NET_HEAD * channels);
    int8_t *weights = take(loader, size);
    int32_t *addend = take(loader, sizeof *addend * LINES_NET_HEAD);
    float *scale = take(loader, sizeof *scale * LINES_NET_HEAD);
    memset(weights, 0, size);
    memset(addend, 0, sizeof *addend * LINES_NET_HEAD);
    memset(scale, 0, sizeof *scale * LINES_NET_HEAD);
    read_side(loader, (const char *[]){"qw", "qb", "qr"}, 0, weights, addend, scale);
    read_side(loader, (const char *[]){"kw", "kb", "kr"}, LINES_NET_SIDE_DIMS, weights, addend,
              scale);
    head->both = (struct net_dense){.inputs = channels, .outputs = LINES_NET_HEAD};
    head->both.weights = pack(loader, weights, LINES_NET_HEAD, 1, channels);
    head->both.addend = addend;
    head->scale = scale;
}

/* Returns whether a layer may have so many channels. */
static bool fits(int32_t channels) {
    return channels >= NET_GROUP && channels <= LINES_NET_CHANNELS_MAX && channels % NET_GROUP == 0;
}

/* Reads the shape of a trunk: its channels, its blocks, and the channels within each block. */
static void read_shape(struct loader *loader, const char *name, struct lines_net_trunk *trunk) {
    enum { COUNT = 2 + LINES_NET_BLOCKS_MAX };
    loader->before = name;
    const int32_t *numbers = copy_numbers(loader, "shape", COUNT);
    if (!numbers) return;
    bool right = fits(numbers[0]);
    trunk->channels = numbers[0];
    trunk->blocks = numbers[1];
    if (trunk->blocks < 1 || trunk->blocks > LINES_NET_BLOCKS_MAX) {
        say(loader, "shape", "must have 1 to 16 blocks");
        return;
    }
    for (int i = 0; i < trunk->blocks; i++) {
        int32_t inner = trunk->block[i].inner = numbers[2 + i];
        right = right && fits(inner);
        if (inner > loader->net->widest) loader->net->widest = inner;
    }
    if (trunk->channels > loader->net->widest) loader->net->widest = trunk->channels;
    if (!right) say(loader, "shape", "must have multiples of 16 channels, at most 256");
}

/* Takes memory for all tensors as they are, and packed, which at most doubles them; the head of the
 * policy is filled up to whole groups. */
static void take_memory(struct loader *loader) {
    enum { HEAD = LINES_NET_HEAD * LINES_NET_CHANNELS_MAX };
    size_t pieces = 2 * (size_t)loader->file.tensors + 8;
    size_t size = 3 * loader->file.size + pieces * NET_ALIGN + 4 * (size_t)HEAD;
    if (loader->reason) return;
    uint8_t *memory = loader->net->memory = malloc(size + NET_ALIGN);
    if (!memory) {
        loader->reason = no_memory;
        return;
    }
    loader->at = memory + (-(uintptr_t)memory & (NET_ALIGN - 1));
    loader->end = loader->at + size;
}

static void read_all(struct loader *loader, const void *bytes, size_t size) {
    struct lines_net *net = loader->net;
    loader->reason = net_file_open(&loader->file, bytes, size);
    take_memory(loader);
    if (loader->reason) return;
    read_shape(loader, "policy.", &net->policy);
    read_shape(loader, "value.", &net->value);
    if (loader->reason) return;
    read_trunk(loader, "policy.", &net->policy);
    read_policy_head(loader, &net->policy_head);
    read_trunk(loader, "value.", &net->value);
    read_value_head(loader, &net->value_head);
}

struct lines_net *lines_net_new(const void *bytes, size_t size, bool rules98,
                                const struct net_kernel *kernel, char reason[NET_FILE_REASON_MAX]) {
    struct loader loader = {.net = calloc(1, sizeof(struct lines_net)),
                            .rules = rules98 ? "98." : ""};
    struct text text = text_over(reason, NET_FILE_REASON_MAX);
    if (loader.net) {
        loader.net->kernel = kernel ? kernel : net_kernel_best();
        read_all(&loader, bytes, size);
    } else {
        loader.reason = no_memory;
    }
    if (!loader.reason) return loader.net;
    text_string(&text, loader.reason);
    lines_net_free(loader.net);
    return NULL;
}

void lines_net_free(struct lines_net *net) {
    if (net) free(net->memory);
    free(net);
}
