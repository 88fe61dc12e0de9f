/* The rest of a round, searched to its end where time allows: until the refill there is no luck, so
 * it can be solved. With more than two players, the others play together against who asks. */
#ifndef AZUL_SOLVER_H
#define AZUL_SOLVER_H

#include "game/host.h"
#include "games/azul/coach/values.h"

enum { AZUL_SOLVER_ACTS = AZUL_SOURCES_MAX * AZUL_COLOURS * AZUL_DESTINATIONS };
enum { AZUL_SOLVER_LINE = AZUL_LOOSE_MAX };

struct azul_solver;

/* The host must outlive it. Returns NULL if out of memory. */
struct azul_solver *azul_solver_new(const struct host *host);
void azul_solver_free(struct azul_solver *solver);

struct azul_solver_question {
    const struct azul *azul; /* in the draft; the values are for the seat to move */
    /* What follows the round. NULL: values are the lead in points at the round's end, with the
     * bonuses only if the game ends there. */
    const struct azul_values *values;
    uint64_t nodes;        /* the answer is the same for the same nodes; 0 is no limit */
    uint32_t milliseconds; /* 0 is no limit */
    bool best_only;        /* do not value every act, only find the best */
    int64_t act;           /* one to value with the same care as the best, or AGENT_NO_ACT */
};

struct azul_solver_act {
    action act;
    double value; /* in points */
    int depth;    /* plies searched; 0 if none */
    bool solved;  /* searched to the round's end */
    bool ends;    /* the game is over then, whatever is played */
};

struct azul_solver_answer {
    struct azul_solver_act acts[AZUL_SOLVER_ACTS]; /* every choice, best first */
    int count;
    bool solved;  /* all acts are */
    bool proven;  /* the first is, and none is better */
    bool stopped; /* by the host */
    uint64_t nodes;
    /* The expected play to the round's end: from the best act on, and from `act` on. */
    action line[AZUL_SOLVER_LINE], reply[AZUL_SOLVER_LINE];
    int line_count, reply_count;
};

void azul_solver_ask(struct azul_solver *solver, const struct azul_solver_question *question,
                     struct azul_solver_answer *answer);

#endif
