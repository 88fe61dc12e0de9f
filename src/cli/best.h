/* What the files of `tilewright best` share. */
#ifndef CLI_BEST_H
#define CLI_BEST_H

#include "play/advisor.h"

/* Prints the verdict for a person, on a screen of 80 by 24; it may be longer if a move is asked
 * about. If it is about the last of several games in a file, `last_of` is their number. */
void best_show(const struct advisor *advisor, int last_of);

#endif
