/* The net of lines, on 9x9 cells and 7 colours: which move, and what is a board worth? All is
 * computed in whole numbers, so answers are the same to the bit on every machine.
 *
 * A net is read-only once it is open: threads may share it, each with its own scratch. */
#ifndef LINES_NET_H
#define LINES_NET_H

#include "game/host.h"
#include "game/weights.h"
#include "net/kernel.h"
#include "net/net_file.h"

enum {
    LINES_NET_COLOURS = 7,
    LINES_NET_CELLS = 81,
    LINES_NET_FEATURES = 16,
    LINES_NET_DIMS = 16,
};

/* What a net sees of a board: by colour, cell (row by row) and feature. */
struct lines_net_view {
    uint8_t at[LINES_NET_COLOURS][LINES_NET_CELLS][LINES_NET_FEATURES];
};

/* What a board after a move is worth. */
struct lines_net_worth {
    double points; /* discounted points to come, in balls */
    double death;  /* the logit of the discounted chance of death */
};

/* What a board says of its moves: of a ball on a cell, and of a target. */
struct lines_net_moves {
    int16_t ball[LINES_NET_COLOURS][LINES_NET_CELLS][LINES_NET_DIMS];
    int16_t target[LINES_NET_COLOURS][LINES_NET_CELLS][LINES_NET_DIMS];
    int32_t ball_alone[LINES_NET_COLOURS][LINES_NET_CELLS];
    int32_t target_alone[LINES_NET_COLOURS][LINES_NET_CELLS];
};

struct lines_net;

/* Opens the two nets of a file for some rules, for a kernel, NULL for the best; the bytes are not
 * needed afterwards. Returns NULL if they are wrong, and writes why, or if memory is short: then
 * that is empty. */
struct lines_net *lines_net_new(const void *bytes, size_t size, bool rules98,
                                const struct net_kernel *kernel, char reason[NET_FILE_REASON_MAX]);
void lines_net_free(struct lines_net *net);
/* Returns how much scratch an evaluation needs, in bytes. It may begin anywhere. */
size_t lines_net_scratch(const struct lines_net *net);

struct lines_net_worth lines_net_value(const struct lines_net *net,
                                       const struct lines_net_view *view, void *scratch);
void lines_net_policy(const struct lines_net *net, const struct lines_net_view *view, void *scratch,
                      struct lines_net_moves *moves);

/* Returns how good it is to move a ball of a colour, in units of 2^-16. */
static inline int32_t lines_net_logit(const struct lines_net_moves *moves, int colour, int from,
                                      int to) {
    const int16_t *ball = moves->ball[colour][from], *target = moves->target[colour][to];
    int32_t sum = moves->ball_alone[colour][from] + moves->target_alone[colour][to];
    for (int i = 0; i < LINES_NET_DIMS; i++) sum += ball[i] * target[i];
    return sum;
}

/* The file of the net. It is part of the program; a page's module loads it. */
extern const struct weights lines_net_weights;
/* Returns the file, lines_net_weights.size bytes; NULL if a page has not loaded it yet. */
const void *lines_net_ready(const struct host *host);

#endif
