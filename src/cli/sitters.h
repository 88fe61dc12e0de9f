/* Who plays, from the command line: --vs AGENT[,AGENT...] names the others, --seats all seats. */
#ifndef CLI_SITTERS_H
#define CLI_SITTERS_H

#include "play/table.h"

/* Sets the param "players", if the game has one and the operands do not name it, to as many as the
 * texts seat, where the game allows that. */
void sitters_count(const struct game *game, const char *const *operands, int count, const char *vs,
                   const char *seats, int params[PARAMS_MAX]);
/* Fills the seats of a setup and names them. Seat 1 is a person's unless `seats` says otherwise;
 * without both texts, the game's own middle agent takes the other seats if `opponents`, else
 * persons do. Returns -1, or the exit status after a complaint. */
int sitters_read(struct table_setup *setup, int count, const char *vs, const char *seats,
                 bool opponents);

#endif
