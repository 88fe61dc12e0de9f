/* Finding places for the panels of a board: what board_lay promises. */
#ifndef SHOW_BOARD_PACK_H
#define SHOW_BOARD_PACK_H

#include "show/board.h"

bool board_pack(const struct board *board, int rows, int cols, struct board_layout *layout);

#endif
