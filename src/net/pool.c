#include "net/pool.h"
#include "net/kernel.h"
#include <assert.h>
#include <string.h>

/* A group of channels as a vector, which every compiler here knows. */
typedef uint8_t pool_bytes __attribute__((vector_size(NET_GROUP)));
typedef uint16_t pool_words __attribute__((vector_size(2 * NET_GROUP)));

/* A group of channels of a cell of all planes. If `planes` is a constant, the division is cheap. */
static inline void pool(const uint8_t *from, int planes, int channels, uint8_t *means,
                        uint8_t *most) {
    pool_words sums = {0}, limit = 255 - (pool_words){0};
    pool_bytes largest = {0}, x;
    for (int plane = 0; plane < planes; plane++, from += NET_FRAME * channels) {
        memcpy(&x, from, sizeof x);
        pool_bytes larger = (pool_bytes)(x > largest);
        largest = (x & larger) | (largest & ~larger);
        sums += __builtin_convertvector(x, pool_words);
    }
    sums = (2 * sums + (uint16_t)(planes / 2)) / (uint16_t)planes;
    pool_words beyond = (pool_words)(sums > limit);
    x = __builtin_convertvector(sums | beyond, pool_bytes);
    memcpy(means, &x, sizeof x);
    memcpy(most, &largest, sizeof largest);
}

void net_pool(const uint8_t *frames, int planes, int channels, uint8_t *out) {
    assert(channels % NET_GROUP == 0 && planes > 0 && planes <= 64);
    for (int cell = 0; cell < NET_CELLS; cell++, out += 2 * channels) {
        int place = (cell / NET_SIDE + 1) * NET_WIDE + cell % NET_SIDE + 1;
        const uint8_t *from = frames + place * channels;
        for (int c = 0; c < channels; c += NET_GROUP)
            if (planes == 7)
                pool(from + c, 7, channels, out + c, out + channels + c);
            else
                pool(from + c, planes, channels, out + c, out + channels + c);
    }
}

void net_pool_board(const uint8_t *cells, int channels, int32_t *out) {
    for (int c = 0; c < channels; c++) out[c] = 0;
    for (int cell = 0; cell < NET_CELLS; cell++)
        for (int c = 0; c < channels; c++) out[c] += cells[cell * channels + c];
    for (int c = 0; c < channels; c++) out[c] = (256 * out[c] + NET_CELLS / 2) / NET_CELLS;
}
