/* Golden games: one short recorded game a folder, in words, with the hash after each event. A
 * change of play shows as a changed file. First line: the game and its params. Then: WHO WORDS =
 * HASH. */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "game/game.h"

/* Ends the test if the file does not replay to its hashes. */
void golden_replay(const struct game *game, const char *path);
/* Prints a random one: GAME PLIES [PARAM=VALUE ...]; an exit status. */
int golden_print(int argc, char **argv);

#endif
