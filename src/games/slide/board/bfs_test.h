/* For tests: the length of the shortest solution of every board of a small size, found the plain
 * way, breadth first over all arrangements. */
#ifndef SLIDE_BFS_H
#define SLIDE_BFS_H

#include "games/slide/slide.h"
#include <stdlib.h>
#include <string.h>

enum { BFS_CELLS_MAX = 9, BFS_FAR = 255 };

struct bfs {
    int rows, cols;
    uint8_t *distance;
};

static inline uint32_t bfs_rank(const uint8_t *tiles, int cells) {
    uint32_t rank = 0;
    for (int i = 0; i < cells; i++) {
        uint32_t smaller = 0;
        for (int k = i + 1; k < cells; k++) smaller += tiles[k] < tiles[i];
        rank = rank * (uint32_t)(cells - i) + smaller;
    }
    return rank;
}

static inline struct bfs bfs_new(int rows, int cols, bool blank_first) {
    int cells = rows * cols;
    uint32_t all = 1, first = 0, last = 1;
    for (int i = 2; i <= cells; i++) all *= (uint32_t)i;
    struct bfs bfs = {rows, cols, malloc(all)};
    uint8_t(*queue)[BFS_CELLS_MAX] = malloc((size_t)all * BFS_CELLS_MAX);
    memset(bfs.distance, BFS_FAR, all);
    for (int i = 0; i < cells; i++) queue[0][i] = (uint8_t)(blank_first ? i : (i + 1) % cells);
    for (bfs.distance[bfs_rank(queue[0], cells)] = 0; first < last; first++) {
        int blank = 0, away = bfs.distance[bfs_rank(queue[first], cells)];
        while (queue[first][blank]) blank++;
        for (int to = 0; to < cells; to++) {
            int down = abs(to / cols - blank / cols), right = abs(to % cols - blank % cols);
            if (down + right != 1) continue;
            uint8_t *next = queue[last];
            memcpy(next, queue[first], (size_t)cells);
            next[blank] = next[to];
            next[to] = 0;
            uint8_t *distance = &bfs.distance[bfs_rank(next, cells)];
            if (*distance != BFS_FAR) continue;
            *distance = (uint8_t)(away + 1);
            last++;
        }
    }
    free(queue);
    return bfs;
}

static inline int bfs_length(const struct bfs *bfs, const struct slide *slide) {
    return bfs->distance[bfs_rank(slide->cells, bfs->rows * bfs->cols)];
}

#endif
