/* An agent to ask for one game, with the memory that it takes; and its advice in words, for people.
 */
#ifndef PLAY_ADVISOR_H
#define PLAY_ADVISOR_H

#include "play/advice.h"

enum { ADVISOR_VALUE_BYTES = 32 };
enum { ADVISOR_LINE_BYTES = 220 }; /* a play takes at most three lines of a screen */
enum { ADVISOR_WHY_BYTES = AGENT_REASONS_MAX * (AGENT_REASON_BYTES + 1) };

struct advisor {
    const struct agent *agent; /* who is asked; another may think in its place: query.agent */
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
/* The same for what a move loses, with more decimals where it would else tell another grade. */
void advisor_put_lost(double lost, char out[ADVISOR_VALUE_BYTES]);
/* The same for a value of the advisor, as advisor_write_worth tells it: where that is minus what is
 * left, what is left. */
void advisor_put_worth(const struct advisor *advisor, double value, char out[ADVISOR_VALUE_BYTES]);
/* Writes a play in words after a label, as far as it fits. Returns false, having written nothing,
 * if it is shorter than two acts. */
bool advisor_write_line(const struct advisor *advisor, const char *label, struct advice_line line,
                        struct text *out);
/* Writes the chance that the agent names, as "chance of winning: 63 %", with that word for the
 * first. Returns false, having written nothing, if there is none. */
bool advisor_write_chance(const struct advisor *advisor, const struct candidate *candidate,
                          const char *chance, struct text *out);
/* Writes who thought in place of the agent that was asked, a sentence. Returns false, having
 * written nothing, if that one did. */
bool advisor_write_other(const struct advisor *advisor, struct text *out);
/* Writes a reason, a sentence with its full stop. */
void advisor_write_reason(const struct agent_reason *reason, struct text *out);
/* Writes what speaks for the best act, sentence after sentence. Returns false, having written
 * nothing, if nothing is told. */
bool advisor_write_why(const struct advisor *advisor, struct text *out);
/* Writes a value with what it means, as "3 points ahead of the best other player at the end". */
void advisor_write_worth(const struct advisor *advisor, double value, struct text *out);
/* Writes an act's name. */
void advisor_name(const struct advisor *advisor, action act, struct text *out);

#endif
