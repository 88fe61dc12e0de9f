/* Every game, one line each, in the order people see them. */
GAME(azul)
GAME(slide)
GAME(lines)
GAME(falls)
