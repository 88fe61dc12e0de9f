/* The net of lines in plain loops, straight from the tensors: slow and obvious. */
#ifndef LINES_NET_TWIN_TEST_H
#define LINES_NET_TWIN_TEST_H

#include "games/lines/minds/net.h"
#include "games/lines/minds/net_random_test.h"

enum { TWIN_MOST = 64, TWIN_CELLS = 81, TWIN_COLOURS = 7, TWIN_HIDDEN = 128, TWIN_LATER = 64 };

struct twin_planes {
    int channels;
    uint8_t at[TWIN_COLOURS][TWIN_CELLS][TWIN_MOST];
};

struct twin {
    const struct random_net *net;
    char before[NET_FILE_NAME];
    struct twin_planes x, y;
    int m[TWIN_CELLS][2 * TWIN_MOST], g[2 * TWIN_MOST];
    int32_t mix[TWIN_CELLS][TWIN_MOST];
};

static inline const void *twin_tensor(const struct twin *twin, const char *name) {
    char full[2 * NET_FILE_NAME];
    strcpy(full, twin->before);
    strcat(full, name);
    return random_net_find(twin->net, full);
}

static inline double twin_clamp(float value, double least, double most) {
    double whole = rint((double)value);
    return whole < least ? least : whole > most ? most : whole;
}

static inline int32_t twin_conv(const struct twin_planes *in, const int8_t *weights, int colour,
                                int cell, int o) {
    int32_t sum = 0;
    for (int ky = 0; ky < 3; ky++)
        for (int kx = 0; kx < 3; kx++) {
            int row = cell / 9 + ky - 1, column = cell % 9 + kx - 1;
            if (row < 0 || row > 8 || column < 0 || column > 8) continue;
            for (int i = 0; i < in->channels; i++)
                sum += in->at[colour][row * 9 + column][i] *
                       weights[((o * 3 + ky) * 3 + kx) * in->channels + i];
        }
    return sum;
}

/* What every place of planes becomes, by a sum and a scale. */
#define TWIN_EACH(channels)                                                                        \
    for (int colour = 0; colour < TWIN_COLOURS; colour++)                                          \
        for (int cell = 0; cell < TWIN_CELLS; cell++)                                              \
            for (int c = 0; c < (channels); c++)

static inline void twin_stem(struct twin *twin, const struct lines_net_view *view) {
    const int8_t *w = twin_tensor(twin, "stem.w");
    const int32_t *b = twin_tensor(twin, "stem.b");
    const float *r = twin_tensor(twin, "stem.r");
    twin->y.channels = 16;
    for (int colour = 0; colour < TWIN_COLOURS; colour++)
        for (int cell = 0; cell < TWIN_CELLS; cell++)
            memcpy(twin->y.at[colour][cell], view->at[colour][cell], 16);
    TWIN_EACH(twin->net->channels) {
        int32_t sum = twin_conv(&twin->y, w, colour, cell, c) + b[c];
        twin->x.at[colour][cell][c] = (uint8_t)twin_clamp((float)sum * r[c], 0, 255);
    }
    twin->x.channels = twin->net->channels;
    twin->y.channels = twin->net->inner;
}

static inline void twin_pool(struct twin *twin) {
    int channels = twin->net->channels;
    for (int cell = 0; cell < TWIN_CELLS; cell++)
        for (int c = 0; c < channels; c++) {
            int sum = 0, most = 0;
            for (int colour = 0; colour < TWIN_COLOURS; colour++) {
                int x = twin->x.at[colour][cell][c];
                sum += x;
                if (x > most) most = x;
            }
            twin->m[cell][c] = (2 * sum + 3) / 7 < 255 ? (2 * sum + 3) / 7 : 255;
            twin->m[cell][channels + c] = most;
        }
}

static inline void twin_mix(struct twin *twin) {
    const int8_t *mw = twin_tensor(twin, "mw"), *gw = twin_tensor(twin, "gw");
    const int32_t *ab = twin_tensor(twin, "ab");
    int common = 2 * twin->net->channels;
    for (int j = 0; j < common; j++) {
        int sum = 0;
        for (int cell = 0; cell < TWIN_CELLS; cell++) sum += twin->m[cell][j];
        twin->g[j] = (256 * sum + 40) / 81;
    }
    for (int cell = 0; cell < TWIN_CELLS; cell++)
        for (int c = 0; c < twin->net->inner; c++) {
            int64_t own = 0, board = 0;
            for (int j = 0; j < common; j++) own += mw[c * common + j] * twin->m[cell][j];
            for (int j = 0; j < common; j++) board += gw[c * common + j] * (int64_t)twin->g[j];
            int64_t shifted = (int64_t)floor((double)(board + 128) / 256);
            twin->mix[cell][c] = (int32_t)(own + shifted + ab[c]);
        }
}

static inline void twin_block(struct twin *twin) {
    const int8_t *aw = twin_tensor(twin, "aw"), *bw = twin_tensor(twin, "bw");
    const float *ar = twin_tensor(twin, "ar"), *br = twin_tensor(twin, "br");
    const int32_t *k = twin_tensor(twin, "k"), *bb = twin_tensor(twin, "bb");
    twin_pool(twin);
    twin_mix(twin);
    TWIN_EACH(twin->net->inner) {
        int32_t sum = twin_conv(&twin->x, aw, colour, cell, c) + twin->mix[cell][c];
        twin->y.at[colour][cell][c] = (uint8_t)twin_clamp((float)sum * ar[c], 0, 255);
    }
    TWIN_EACH(twin->net->channels) {
        uint8_t *x = &twin->x.at[colour][cell][c];
        int32_t sum = twin_conv(&twin->y, bw, colour, cell, c) + k[c] * *x + bb[c];
        *x = (uint8_t)twin_clamp((float)sum * br[c], 0, 255);
    }
}

static inline void twin_trunk(struct twin *twin, const struct random_net *net, const char *name,
                              const struct lines_net_view *view) {
    twin->net = net;
    strcpy(twin->before, name);
    twin_stem(twin, view);
    for (int i = 0; i < net->blocks; i++) {
        char number[3] = {(char)('0' + i), '.', 0};
        strcpy(twin->before, name);
        strcat(twin->before, number);
        twin_block(twin);
    }
    strcpy(twin->before, name);
}

static inline struct lines_net_worth twin_value(struct twin *twin, const struct random_net *net,
                                                const struct lines_net_view *view) {
    double h[TWIN_HIDDEN], t[TWIN_LATER], out[2];
    int common = 2 * net->channels;
    twin_trunk(twin, net, "value.", view);
    twin_pool(twin);
    const int8_t *hw = twin_tensor(twin, "hw");
    const int32_t *hb = twin_tensor(twin, "hb");
    const int16_t *l1w = twin_tensor(twin, "l1w"), *l2w = twin_tensor(twin, "l2w");
    const int64_t *l1b = twin_tensor(twin, "l1b"), *l2b = twin_tensor(twin, "l2b");
    const float *hr = twin_tensor(twin, "hr"), *l1r = twin_tensor(twin, "l1r");
    const float *l2r = twin_tensor(twin, "l2r");
    for (int o = 0; o < TWIN_HIDDEN; o++) {
        int64_t total = 0;
        for (int cell = 0; cell < TWIN_CELLS; cell++) {
            int64_t sum = hb[o];
            for (int j = 0; j < common; j++) sum += hw[o * common + j] * twin->m[cell][j];
            total += sum > 0 ? sum : 0;
        }
        h[o] = twin_clamp((float)total * hr[o], 0, 32767);
    }
    for (int j = 0; j < TWIN_LATER; j++) {
        int64_t sum = l1b[j];
        for (int o = 0; o < TWIN_HIDDEN; o++) sum += l1w[j * TWIN_HIDDEN + o] * (int64_t)h[o];
        t[j] = twin_clamp((float)sum * l1r[j], 0, 32767);
    }
    for (int i = 0; i < 2; i++) {
        int64_t sum = l2b[i];
        for (int j = 0; j < TWIN_LATER; j++) sum += l2w[i * TWIN_LATER + j] * (int64_t)t[j];
        out[i] = (double)sum * (double)l2r[i];
    }
    return (struct lines_net_worth){out[0], out[1]};
}

/* One of q and k: number d of a cell. */
static inline int32_t twin_side(const struct twin *twin, char side, int colour, int cell, int d) {
    const char names[3][3] = {{side, 'w'}, {side, 'b'}, {side, 'r'}};
    const int8_t *w = twin_tensor(twin, names[0]);
    int32_t sum = ((const int32_t *)twin_tensor(twin, names[1]))[d];
    float scale = ((const float *)twin_tensor(twin, names[2]))[d];
    double most = d < 16 ? 8191 : 1 << 24;
    for (int c = 0; c < twin->net->channels; c++)
        sum += w[d * twin->net->channels + c] * twin->x.at[colour][cell][c];
    return (int32_t)twin_clamp((float)sum * scale, -most, most);
}

/* After twin_trunk of the policy. */
static inline int32_t twin_logit(const struct twin *twin, int colour, int from, int to) {
    int64_t sum = twin_side(twin, 'q', colour, from, 16) + twin_side(twin, 'k', colour, to, 16);
    for (int d = 0; d < 16; d++)
        sum += (int64_t)twin_side(twin, 'q', colour, from, d) * twin_side(twin, 'k', colour, to, d);
    return (int32_t)sum;
}

#endif
