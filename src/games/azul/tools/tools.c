/* The tables of azul's agents and tools. */
#include "games/azul/tools/tools.h"
#include "games/azul/azul.h"
#include "games/azul/coach/coach.h"

const struct agent *const azul_agents[] = {&azul_coach, &azul_round_agent, NULL};

const struct tool *const azul_tools[] = {
    &azul_tool_train,
    NULL,
};
