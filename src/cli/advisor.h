/* An agent to ask for one game, with the memory that it takes; and its advice in words, for people.
 */
#ifndef CLI_ADVISOR_H
#define CLI_ADVISOR_H

#include "play/advice.h"

enum { ADVISOR_VALUE_BYTES = 32 };

struct advisor {
    struct advice_query query;
    struct advice_verdict verdict;
};

/* Makes the agent's object. The host must outlive it. Returns -1 if out of memory; release it in
 * either case. */
int advisor_init(struct advisor *advisor, const struct game *game, const struct agent *agent,
                 const struct host *host);
void advisor_release(struct advisor *advisor);

/* Writes a value: whole if it is, else with one decimal, or two if it is small. */
void advisor_put_value(double value, char out[ADVISOR_VALUE_BYTES]);
/* Prints the expected play in words, if it is more than one act. */
void advisor_put_line(const struct advisor *advisor);
/* Returns what a value means, as "points ahead of the best other player at the end". */
const char *advisor_meaning(const struct advisor *advisor);
/* Writes an act's name. */
void advisor_name(const struct advisor *advisor, action act, struct text *out);

#endif
