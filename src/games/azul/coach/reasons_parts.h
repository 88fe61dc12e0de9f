/* Between the parts of the reasons: what is known of the two lines of play that are compared. */
#ifndef AZUL_REASONS_PARTS_H
#define AZUL_REASONS_PARTS_H

#include "games/azul/azul.h"

enum { AZUL_REASONS_UNTILED = -1 };

/* What a line of play brings a seat at the end of the round. */
struct azul_reasons_seat {
    int colour[AZUL_SIDE]; /* of the tile that a full line lays, or AZUL_REASONS_UNTILED */
    int points[AZUL_SIDE]; /* by which that tile raises the score */
    int loss;              /* by which the floor lowers the score; a score stops at 0 */
    int bonus;             /* by which bonuses raise the score, if the game is over */
    int dumped, spilled;   /* tiles put on the floor; tiles that did not fit on their line */
};

/* What the first act does at once. */
struct azul_reasons_first {
    action act;
    int taken;   /* tiles taken */
    int fallen;  /* tiles that come to lie on the floor */
    int cost;    /* by how much the floor costs more */
    bool token;  /* it takes the token */
    bool filled; /* it makes a line full */
};

/* A line of play, as far as it is compared. */
struct azul_reasons_side {
    struct azul drafted; /* after its last act, before any tile goes to a wall */
    struct azul after;   /* after the end of the round, or as if it ended there */
    struct azul_reasons_first first;
    struct azul_reasons_seat seats[AZUL_SEATS_MAX];
};

struct azul_reasons_pair {
    struct azul_reasons_side best, yours;
    int who;
    int rival; /* the best other seat at the end of yours */
    bool cut;  /* the lines are not compared at the end of the round */
};

/* In reasons_play.c. */
/* Plays `count` acts, as far as they are legal. Returns how many were, and in *ends whether the
 * draft is over then. */
int azul_reasons_play(const struct azul *from, const action *acts, int count,
                      struct azul_reasons_side *side, bool *ends);
/* Returns the points of a seat at the end, less those of the best other one. */
int azul_reasons_lead(const struct azul *azul, int seat);
/* Returns the other seat with the most points, the first if there are several. */
int azul_reasons_best_other(const struct azul *azul, int seat);

/* In reasons_gain.c: what a seat gains if the best is played and not yours, in points. */
typedef double azul_reasons_gain(const struct azul_reasons_pair *pair, int seat);
azul_reasons_gain azul_reasons_gain_lines, azul_reasons_gain_adjacency, azul_reasons_gain_floor,
    azul_reasons_gain_bonus, azul_reasons_gain_end, azul_reasons_gain_start,
    azul_reasons_gain_progress, azul_reasons_gain_sets, azul_reasons_gain_outlook;
/* Returns whether the floor costs less than its places do, because the score stops at 0. */
bool azul_reasons_is_stopped(const struct azul_reasons_side *side, int seat);
/* Returns whether only tiles that did not fit can make the own floors cost differently. */
bool azul_reasons_is_spill(const struct azul_reasons_pair *pair);
/* Return the gain in an unfinished line, and in the i-th row, column or colour. */
double azul_reasons_gain_line(const struct azul_reasons_pair *pair, int seat, int row);
double azul_reasons_gain_set(const struct azul_reasons_pair *pair, int seat, enum azul_set set,
                             int i);

/* In reasons_tell.c: a sentence for each of them, when the gain is good for who asked. */
typedef void azul_reasons_tell(const struct azul_reasons_pair *pair, int seat, struct text *out);
azul_reasons_tell azul_reasons_tell_lines, azul_reasons_tell_adjacency, azul_reasons_tell_floor,
    azul_reasons_tell_spill, azul_reasons_tell_bonus, azul_reasons_tell_end,
    azul_reasons_tell_start, azul_reasons_tell_progress, azul_reasons_tell_sets,
    azul_reasons_tell_outlook;

#endif
