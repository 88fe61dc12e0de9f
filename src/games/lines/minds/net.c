/* A board goes through the trunk: each colour is a plane with the same weights; between two
 * convolutions, planes learn of each other by what they have in common. */
#include "games/lines/minds/net.h"
#include "games/lines/minds/net_parts.h"
#include "net/pool.h"
#include <math.h>
#include <string.h>

enum { PLANES = LINES_NET_COLOURS, FRAMES = PLANES * NET_FRAME };

/* Scratch, cut into pieces. */
struct work {
    uint8_t *view, *x, *y;   /* frames */
    uint8_t *common;         /* [81][2C] */
    int32_t *board, *addend; /* [2C] and [inner] */
    int32_t *mix, *head;     /* [81][inner] and [81][outputs of a head] */
    void *kernel;
};

static void *cut(uintptr_t *at, size_t size) {
    void *piece = (void *)*at;
    *at += (size + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN;
    return piece;
}

/* Cuts what begins at `at`; returns where it ends. */
static uintptr_t cut_all(const struct lines_net *net, uintptr_t at, struct work *work) {
    size_t channels = (size_t)net->widest, sum = sizeof(int32_t);
    work->view = cut(&at, (size_t)FRAMES * LINES_NET_FEATURES);
    work->x = cut(&at, (size_t)FRAMES * channels);
    work->y = cut(&at, (size_t)FRAMES * channels);
    work->common = cut(&at, NET_CELLS * 2 * channels);
    work->board = cut(&at, 2 * channels * sum);
    work->addend = cut(&at, channels * sum);
    work->mix = cut(&at, NET_CELLS * channels * sum);
    work->head = cut(&at, NET_CELLS * LINES_NET_HIDDEN * sum);
    work->kernel = cut(&at, net_scratch_size(2 * net->widest));
    return at;
}

size_t lines_net_scratch(const struct lines_net *net) {
    struct work work;
    return cut_all(net, 0, &work) + NET_ALIGN;
}

static struct work work_in(const struct lines_net *net, void *scratch) {
    struct work work;
    cut_all(net, ((uintptr_t)scratch + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN, &work);
    return work;
}

/* Brings a view into frames. The edges of all frames become zero, and stay it; those within a block
 * do with each block, as their width may differ. */
static void frame(const struct lines_net *net, const struct lines_net_view *view,
                  struct work *work) {
    enum { ROW = NET_SIDE * LINES_NET_FEATURES };
    memset(work->view, 0, (size_t)FRAMES * LINES_NET_FEATURES);
    memset(work->x, 0, (size_t)FRAMES * (size_t)net->widest);
    for (int plane = 0; plane < PLANES; plane++)
        for (int row = 0; row < NET_SIDE; row++) {
            int to = plane * NET_FRAME + (row + 1) * NET_WIDE + 1;
            memcpy(work->view + to * LINES_NET_FEATURES, view->at[plane][row * NET_SIDE], ROW);
        }
}

static void run_block(const struct lines_net *net, const struct lines_net_block *block,
                      int channels, struct work *work) {
    struct net_dense mix = block->mix;
    struct net_conv first = block->first;
    int common = 2 * channels;
    net_pool(work->x, PLANES, channels, work->common);
    net_pool_board(work->common, common, work->board);
    for (int c = 0; c < block->inner; c++) {
        int32_t sum = 128;
        for (int j = 0; j < common; j++) sum += block->board[c * common + j] * work->board[j];
        work->addend[c] = (sum >> 8) + block->addend[c];
    }
    mix.addend = work->addend;
    net->kernel->apply(&mix, NET_SIDE, work->common, (size_t)(NET_SIDE * common), work->mix,
                       work->kernel);
    first.addend = work->mix;
    memset(work->y, 0, (size_t)FRAMES * (size_t)block->inner);
    net->kernel->convolve(&first, PLANES, work->x, work->y, work->kernel);
    net->kernel->convolve(&block->second, PLANES, work->y, work->x, work->kernel);
}

static void run_trunk(const struct lines_net *net, const struct lines_net_trunk *trunk,
                      const struct lines_net_view *view, struct work *work) {
    frame(net, view, work);
    net->kernel->convolve(&trunk->stem, PLANES, work->view, work->x, work->kernel);
    for (int i = 0; i < trunk->blocks; i++) run_block(net, &trunk->block[i], trunk->channels, work);
}

static float scaled(float sum, float scale, float least, float most) {
    float value = sum * scale;
    value = value > least ? value : least;
    return rintf(value < most ? value : most);
}

static void sum_over_board(const int32_t *cells, int32_t sums[LINES_NET_HIDDEN]) {
    memset(sums, 0, sizeof(int32_t) * LINES_NET_HIDDEN);
    for (int cell = 0; cell < NET_CELLS; cell++, cells += LINES_NET_HIDDEN)
        for (int o = 0; o < LINES_NET_HIDDEN; o++) sums[o] += cells[o] > 0 ? cells[o] : 0;
}

/* Adds products to a sum; the numbers are at most 32767, so that a product is an int32. */
static int64_t dot(const int16_t *weights, const int32_t *numbers, int count, int64_t sum) {
    for (int i = 0; i < count; i++) sum += weights[i] * numbers[i];
    return sum;
}

static struct lines_net_worth worth_of(const struct lines_net_value_head *head,
                                       const int32_t *cells) {
    int32_t sums[LINES_NET_HIDDEN], later[LINES_NET_LATER];
    double out[LINES_NET_ANSWERS];
    sum_over_board(cells, sums);
    for (int o = 0; o < LINES_NET_HIDDEN; o++)
        sums[o] = (int32_t)scaled((float)sums[o], head->hidden_scale[o], 0, INT16_MAX);
    for (int i = 0; i < LINES_NET_LATER; i++) {
        const int16_t *weights = head->later + i * LINES_NET_HIDDEN;
        int64_t sum = dot(weights, sums, LINES_NET_HIDDEN, head->later_addend[i]);
        later[i] = (int32_t)scaled((float)sum, head->later_scale[i], 0, INT16_MAX);
    }
    for (int i = 0; i < LINES_NET_ANSWERS; i++) {
        const int16_t *weights = head->last + i * LINES_NET_LATER;
        int64_t sum = dot(weights, later, LINES_NET_LATER, head->last_addend[i]);
        out[i] = (double)sum * (double)head->last_scale[i];
    }
    return (struct lines_net_worth){out[0], out[1]};
}

struct lines_net_worth lines_net_value(const struct lines_net *net,
                                       const struct lines_net_view *view, void *scratch) {
    struct work work = work_in(net, scratch);
    run_trunk(net, &net->value, view, &work);
    net_pool(work.x, PLANES, net->value.channels, work.common);
    net->kernel->apply(&net->value_head.hidden, NET_SIDE, work.common,
                       (size_t)(NET_SIDE * 2 * net->value.channels), work.head, work.kernel);
    return worth_of(&net->value_head, work.head);
}

/* One side of the moves of a cell: `dims` that are multiplied, and what it is worth alone. */
static int32_t write_side(const int32_t *sums, const float *scale, int16_t dims[LINES_NET_DIMS]) {
    enum { ALONE = 1 << 24, MOST = 8191 };
    for (int i = 0; i < LINES_NET_DIMS; i++)
        dims[i] = (int16_t)scaled((float)sums[i], scale[i], -MOST, MOST);
    return (int32_t)scaled((float)sums[LINES_NET_DIMS], scale[LINES_NET_DIMS], -ALONE, ALONE);
}

void lines_net_policy(const struct lines_net *net, const struct lines_net_view *view, void *scratch,
                      struct lines_net_moves *moves) {
    const struct lines_net_policy_head *head = &net->policy_head;
    struct work work = work_in(net, scratch);
    size_t channels = (size_t)net->policy.channels;
    run_trunk(net, &net->policy, view, &work);
    for (int colour = 0; colour < PLANES; colour++) {
        size_t corner = (size_t)colour * NET_FRAME + net_corner();
        net->kernel->apply(&head->both, NET_SIDE, work.x + corner * channels, NET_WIDE * channels,
                           work.head, work.kernel);
        for (int cell = 0; cell < NET_CELLS; cell++) {
            const int32_t *ball = work.head + cell * LINES_NET_HEAD;
            const int32_t *target = ball + LINES_NET_SIDE_DIMS;
            moves->ball_alone[colour][cell] =
                write_side(ball, head->scale, moves->ball[colour][cell]);
            moves->target_alone[colour][cell] =
                write_side(target, head->scale + LINES_NET_SIDE_DIMS, moves->target[colour][cell]);
        }
    }
}
