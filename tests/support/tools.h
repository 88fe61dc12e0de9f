/* What every tool of every game holds; tests/conform.c asks. */
#ifndef TESTS_SUPPORT_TOOLS_H
#define TESTS_SUPPORT_TOOLS_H

#include "game/game.h"
#include "game/tool.h"

/* Tries the tool by its table and its examples: the same answer to the same request, bad requests
 * refused with a reason, stopped at once, budgets kept. Ends the test with a message that says what
 * is wrong. */
void tools_try(const struct game *game, const struct tool *tool);

#endif
