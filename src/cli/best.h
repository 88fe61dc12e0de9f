/* What the files of `tilewright best` share. */
#ifndef CLI_BEST_H
#define CLI_BEST_H

#include "cli/advisor.h"

/* Prints the verdict for a person, on a screen of 80 by 24; it may be longer if a move is asked
 * about. */
void best_show(const struct advisor *advisor);

#endif
