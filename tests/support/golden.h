/* Golden games: each game's folder has one short recorded game, with the state's hash after each
 * event, so that a change of the rules shows as a changed file. The first line has the game and its
 * params, each further line WHO ACT = HASH. */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "game/game.h"

/* Fails the test if replaying the file does not give its hashes. */
void golden_replay(const struct game *game, const char *path);
/* Prints a random one for GAME PLIES [PARAM=VALUE ...]. Returns an exit status. */
int golden_print(int argc, char **argv);

#endif
