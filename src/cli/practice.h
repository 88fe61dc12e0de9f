/* `tilewright practice` in lines, for pipes and screen readers. */
#ifndef CLI_PRACTICE_H
#define CLI_PRACTICE_H

#include "play/practice.h"

/* Asks questions until the input ends or the person leaves. Returns the exit status. */
int practice_lines_run(const struct practice_setup *setup, struct budget budget);

#endif
