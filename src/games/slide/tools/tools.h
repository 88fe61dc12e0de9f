/* What slide offers besides its rules, each in a file of its own, and what these share. */
#ifndef SLIDE_TOOLS_H
#define SLIDE_TOOLS_H

#include "game/agent.h"
#include "game/tool.h"
#include "games/slide/board/parser.h"

extern const struct agent slide_agent;
extern const struct tool slide_tool_solve, slide_tool_scenario, slide_tool_patterns,
    slide_tool_build;

enum { SLIDE_TOOL_BUDGET = 10000, SLIDE_TOOL_BUDGET_MAX = 86400000 }; /* milliseconds */

/* Always false, to be returned. */
bool slide_tool_fail(struct tool_fault *fault, const char *code, const char *words, struct json at);
/* The board of the request's state, which may be larger than those that are played. */
bool slide_tool_state(struct slide_parser *text, struct json request, struct tool_fault *fault);
/* A field of the request that may be missing: a number from `least` to `most`. More is LIMIT, with
 * `limit` as the words, all else BAD_REQUEST, with `words`. */
bool slide_tool_field(struct json field, int64_t least, int64_t most, const char *words,
                      const char *limit, int64_t *value, struct tool_fault *fault);
/* The field `budget_ms`, which may be missing. */
bool slide_tool_budget(struct json request, int64_t *milliseconds, struct tool_fault *fault);
/* Moves as a list of words, each of which is an action. */
void slide_tool_put_moves(struct text *out, const uint8_t *moves, size_t count);
/* The number of an option in thousandths, -1 if it is none. */
int64_t slide_tool_figure(const char *words);
/* Says what is wrong, and gives the status back. */
int slide_tool_complain(const struct tool_call *call, const char *words, int status);

#endif
