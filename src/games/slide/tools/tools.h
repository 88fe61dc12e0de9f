/* The tools and the agent of slide, each in a file of its own, and what they share. */
#ifndef SLIDE_TOOLS_H
#define SLIDE_TOOLS_H

#include "game/agent.h"
#include "game/tool.h"
#include "games/slide/board/parser.h"

extern const struct agent slide_agent;
extern const struct tool slide_tool_solve, slide_tool_scenario, slide_tool_patterns,
    slide_tool_build;

enum { SLIDE_TOOL_BUDGET = 10000, SLIDE_TOOL_BUDGET_MAX = 86400000 }; /* milliseconds */

extern const char slide_tool_no_memory[], slide_tool_no_board[]; /* messages */

/* Sets the fault. Returns false. */
bool slide_tool_fail(struct tool_fault *fault, const char *code, const char *message,
                     struct json at);
/* Reads the board of the request's state, which may be larger than the boards that are played. */
bool slide_tool_state(struct slide_parser *parser, struct json request, struct tool_fault *fault);
/* Reads an optional field, a whole number. More than max is a LIMIT with the message `limit`; all
 * else that is wrong is a BAD_REQUEST with the message `bad`. */
bool slide_tool_field(struct json field, int64_t min, int64_t max, const char *bad,
                      const char *limit, int64_t *value, struct tool_fault *fault);
/* Reads the optional field budget_ms. */
bool slide_tool_budget(struct json request, int64_t *milliseconds, struct tool_fault *fault);
/* Writes moves as an array of their names, each of which is an action. */
void slide_tool_put_moves(struct text *out, const uint8_t *moves, size_t count);

/* Reads the value of an option, or takes `fallback` if it is NULL. Returns -1 if it is not a whole
 * number from min to max. */
int slide_tool_whole(const char *value, int fallback, int min, int max);
/* Reads the value of --time, or takes SLIDE_TOOL_BUDGET if it is NULL. Returns NULL, or what is
 * wrong. */
const char *slide_tool_time(const char *value, int64_t *milliseconds);
/* Reports what is wrong. Returns the status. */
int slide_tool_complain(const struct tool_call *call, const char *message, int status);

#endif
