/* What all planes of a frame have in common, cell by cell and over the board. */
#ifndef NET_POOL_H
#define NET_POOL_H

#include <stdint.h>

/* Writes [81][2 * channels]: of each cell twice the mean over the planes, rounded, at most 255;
 * then the largest. `frames` are [planes][121][channels], up to 64 planes. */
void net_pool(const uint8_t *frames, int planes, int channels, uint8_t *out);
/* Writes 256 times the mean over the 81 cells of [81][channels], rounded. */
void net_pool_board(const uint8_t *cells, int channels, int32_t *out);

#endif
