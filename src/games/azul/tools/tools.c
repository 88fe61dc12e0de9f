/* The tables of azul's agents and tools, and what the tools share. */
#include "games/azul/tools/tools.h"
#include "games/azul/azul.h"
#include "games/azul/coach/coach.h"

const struct agent *const azul_agents[] = {&azul_coach, &azul_round_agent, NULL};

const struct tool *const azul_tools[] = {&azul_tool_position, &azul_tool_scenario, &azul_tool_train,
                                         NULL};

const char azul_tool_no_memory[] = "there is not enough memory";

bool azul_tool_fail(struct tool_fault *fault, const char *code, const char *message,
                    struct json at) {
    *fault = (struct tool_fault){code, message, at};
    return false;
}

int azul_tool_complain(const struct tool_call *call, const char *message, int status) {
    call->complain(call->self, message);
    return status;
}
