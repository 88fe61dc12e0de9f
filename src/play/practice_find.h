/* Ways to positions, for practice's own files only. The functions set the state, who and the note;
 * they return NULL, or why there is no position. */
#ifndef PLAY_PRACTICE_FIND_H
#define PLAY_PRACTICE_FIND_H

#include "play/practice.h"

enum { PRACTICE_FIND_SEED_BYTES = PRACTICE_SEED_BYTES + 16 };

extern const char practice_find_no_memory[], practice_find_nothing[];

/* Writes the seed of the present number, as "monday/3". */
void practice_find_seed(const struct practice *practice, char seed[PRACTICE_FIND_SEED_BYTES]);

/* Writes that positions have no option of a name. */
void practice_find_no_option(const struct practice *practice, const char *name, struct text *out);
/* Returns NULL if the tool takes the options. */
const char *practice_tool_check(struct practice *practice);
const char *practice_tool_find(struct practice *practice);

/* Returns the agent that plays for positions. */
const struct agent *practice_play_agent(const struct game *game);
const char *practice_play_find(struct practice *practice);

#endif
