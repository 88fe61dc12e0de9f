/* A person's answer to "what would you play?": a move, as the acts that an agent can be asked
 * about. A chain of tiles is several acts. Where a clock runs a single key says little; there the
 * clock stands, and the answer goes on until luck comes in, as when a capsule has landed. */
#ifndef TERM_ANSWER_H
#define TERM_ANSWER_H

#include "play/advice.h"

enum { ANSWER_ACTS_MAX = ADVICE_LINE_MAX };

struct answer {
    struct advice_query query; /* the position, who answers, and room; there is no agent in it */
    void *now;                 /* the position after the acts so far */
    bool timed;                /* a clock would run */
    bool complete;
    action picked; /* the first move as it was chosen */
    action acts[ANSWER_ACTS_MAX];
    int count;
};

/* Returns -1 if out of memory; release is needed in any case. */
int answer_init(struct answer *answer, const struct game *game);
void answer_release(struct answer *answer);
/* Begins an answer to a position, which is copied without what the seat may not see. */
void answer_begin(struct answer *answer, const void *state, int who);
/* Begins once more. */
void answer_again(struct answer *answer);
/* Adds a legal move. */
void answer_add(struct answer *answer, action act);
/* Takes back the last act. Returns false if there is none. */
bool answer_back(struct answer *answer);
/* Fills a state: the position after the first so many acts. */
void answer_play(const struct answer *answer, int count, void *state);

#endif
