/* What a player of lines sees in a move: the balls that it brings together or apart, and the board
 * that it leaves when the next balls arrive.
 *
 * A window is match_length cells in a row. It is open to a colour if no ball of another colour lies
 * in it: only there a line of that colour can come to be. */
#ifndef LINES_FACTS_H
#define LINES_FACTS_H

#include "games/lines/lines.h"

/* Balls of a colour in one window. */
struct lines_facts_group {
    int code, balls; /* 0: none */
};

/* Of a move that makes no line. */
struct lines_facts_move {
    int from, to, code;
    bool quiet; /* it makes no line; else the rest is 0 */
    /* Its colour, in the fullest open window: that it leaves, and that it comes to. */
    int left, joined;
    /* Another colour, in a window that the ball closes, or opens as it leaves, and how many of
     * these balls still share, or shared, another open window. */
    struct lines_facts_group blocked, opened;
    int blocked_kept, opened_had;
};

/* Of a board when the next balls arrive. */
struct lines_facts_board {
    int points;                          /* scored on the way */
    int acts;                            /* on the way */
    int balls;                           /* that lie there */
    int region;                          /* cells of the largest empty region */
    int points_next[LINES_COLOURS_MAX];  /* the most that a move of each colour would score now */
    action best_next[LINES_COLOURS_MAX]; /* such a move */
};

struct lines_facts {
    int first_points; /* of the first act */
    int first_balls;  /* how many balls of its colour it makes vanish */
    struct lines_facts_move move;
    struct lines_facts_board board;
};

/* Returns what a group of so many balls in an open window is worth, in balls: an estimate. */
double lines_facts_worth(int balls);

/* Plays acts up to the first after which CHANCE moves; all are legal. Without any, the board is
 * that before the move. */
void lines_facts_find(const struct lines *lines, const action *acts, int count,
                      struct lines_facts *facts);

#endif
