/* The tools of azul, each in a file of its own. */
#ifndef AZUL_TOOLS_H
#define AZUL_TOOLS_H

#include "game/agent.h"
#include "game/tool.h"

extern const struct tool azul_tool_train;

#endif
