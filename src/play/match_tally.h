/* Adds up the games of a match, group by group. */
#ifndef PLAY_MATCH_TALLY_H
#define PLAY_MATCH_TALLY_H

#include "play/match.h"

/* Adds the games of a group. Returns the half points of the first agent. */
int match_tally_add(const struct match_plan *plan, const struct match_game *games,
                    struct match_result *result);

#endif
