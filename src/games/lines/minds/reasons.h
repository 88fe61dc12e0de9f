/* Why a move is worse than the best one, and what speaks for that: facts of the boards, in
 * sentences. docs/coach-lines.md lists the kinds and what their amounts mean. */
#ifndef LINES_REASONS_H
#define LINES_REASONS_H

#include "game/agent.h"

/* As `explain` of struct agent. Compares advice->line with advice->reply, which begins with
 * question->act, and the chances of the two candidates. Returns 0 if there is nothing to compare.
 */
int lines_reasons(const struct agent_question *question, const struct advice *advice,
                  struct agent_reason reasons[AGENT_REASONS_MAX]);

/* As `why` of struct agent: at most two sentences. Compares the board after advice->line with the
 * board before it. */
int lines_why(const struct agent_question *question, const struct advice *advice,
              struct agent_reason reasons[AGENT_REASONS_MAX]);

#endif
