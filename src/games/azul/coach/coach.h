/* The agents of azul: both search the round, with and without a value for what follows. */
#ifndef AZUL_COACH_H
#define AZUL_COACH_H

#include "game/agent.h"

enum { AZUL_COACH_GAME, AZUL_COACH_ROUND }; /* objectives */

extern const struct agent azul_coach, azul_round_agent;

#endif
