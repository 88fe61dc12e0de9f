/* Why an act is worse than the best one: the facts in which the two expected lines of play differ,
 * told in sentences. docs/coach-azul.md lists the kinds and what their amounts mean. */
#ifndef AZUL_REASONS_H
#define AZUL_REASONS_H

#include "game/agent.h"

/* As `explain` of struct agent. Compares advice->line with advice->reply, which begins with
 * question->act; objective 1 is the points at the round's end alone. If a line stops before that,
 * both are compared after as many acts as both have, as if the round ended there. Returns 0 if
 * there is nothing to compare or nothing to tell. */
int azul_reasons(const struct agent_question *question, const struct advice *advice,
                 struct agent_reason reasons[AGENT_REASONS_MAX]);

#endif
