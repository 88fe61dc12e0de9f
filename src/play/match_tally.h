/* Adds up the games of a match, group by group. */
#ifndef PLAY_MATCH_TALLY_H
#define PLAY_MATCH_TALLY_H

#include "play/match.h"

/* Adds the games of a group. Returns the half points of the first agent. */
int match_tally_add(const struct match_plan *plan, const struct match_game *games,
                    struct match_result *result);

/* Scores of who plays alone, for what lies in the middle and at the ends of them. */
struct match_scores {
    int *of[MATCH_PLAYERS_MAX]; /* by agent, in the order of the games */
    int64_t count;
};

/* Makes room for all games. Returns false if out of memory. */
bool match_scores_init(struct match_scores *scores, const struct match_plan *plan);
void match_scores_release(struct match_scores *scores);
void match_scores_add(struct match_scores *scores, const struct match_plan *plan,
                      const struct match_game *games);
/* Sorts the scores, and sets what the result tells of them. */
void match_scores_tell(struct match_scores *scores, struct match_result *result);

#endif
