/* The tables of azul's agents and tools. */
#include "games/azul/tools/tools.h"
#include "games/azul/azul.h"

const struct agent *const azul_agents[] = {NULL};

const struct tool *const azul_tools[] = {
    &azul_tool_train,
    NULL,
};
