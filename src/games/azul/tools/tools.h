/* The tools of azul, each in a file of its own, and what they share. */
#ifndef AZUL_TOOLS_H
#define AZUL_TOOLS_H

#include "game/agent.h"
#include "game/tool.h"

extern const struct tool azul_tool_position, azul_tool_scenario, azul_tool_train;

extern const char azul_tool_no_memory[]; /* a message */

/* Sets the fault. Returns false. */
bool azul_tool_fail(struct tool_fault *fault, const char *code, const char *message,
                    struct json at);
/* Reports what is wrong. Returns the status. */
int azul_tool_complain(const struct tool_call *call, const char *message, int status);

#endif
