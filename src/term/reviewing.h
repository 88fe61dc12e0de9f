/* The screen of a review: how the game stood as a graph, its moves with their grades, and the board
 * at one of them, with what was played and what was best. */
#ifndef TERM_REVIEWING_H
#define TERM_REVIEWING_H

#include "play/review.h"
#include "term/graph.h"
#include "term/watching.h"
#include "term/worker.h"

struct reviewing {
    struct watching watching; /* the players, and what is drawn with */
    struct session session;
    struct worker *worker;
    struct advice_query how;
    struct review review; /* the worker's while it is busy */
    bool ran;             /* it is the screen's */
    const char *wrong;    /* what went wrong with it */
    struct review_walk walk;
    double *values;         /* of the graph, for all moves */
    struct page_list list;  /* of the moves */
    bool in_words;          /* the words of the move fill the screen */
    struct cells_box graph; /* where it is drawn; no rows if it is not */
    size_t marks[REVIEW_TURNS_MAX];
    int marks_count;
    char moves[VIEW_TEXT_BYTES], words[VIEW_TEXT_BYTES];
    char title[64], grade[64];
};

/* In reviewing_draw.c. */
void reviewing_draw(void *self, struct term *term, struct cells *cells);
/* Fills the graph of the moves. */
struct graph reviewing_draw_graph(struct reviewing *reviewing, bool plain);

#endif
