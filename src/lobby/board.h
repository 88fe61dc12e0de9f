/* The board of a round in turns: its picture, and choosing a move on it. It is large, so it is made
 * when the round begins and freed when that ends. */
#ifndef LOBBY_BOARD_H
#define LOBBY_BOARD_H

#include "lobby/lobby_private.h"
#include "term/choosing.h"

void lobby_board_free(struct lobby_board *board);
/* Keeps what an event does, to be listed; the board may be NULL. `own` is the seat of the table
 * that is seen: the list begins anew with what it does. */
void lobby_board_told(struct lobby_board *board, int own, int who,
                      const struct effect_list *effects, const char *const *names);
/* Draws the page and the board of a seat, with scores and talk. */
void lobby_board_draw(struct lobby *lobby, int seat, struct cells *cells, struct lobby_page *page);
/* Takes a key or a click. Returns whether it belonged to the choice of a move. */
bool lobby_board_key(struct lobby *lobby, int seat, uint32_t key);
bool lobby_board_press(struct lobby *lobby, int seat, const struct input_event *event);
/* Plays an act that was chosen from the list of moves. */
void lobby_board_act(struct lobby *lobby, action act);
/* Returns whether words of a choice are typed, which Enter ends; the board may be NULL. */
bool lobby_board_is_typing(const struct lobby_board *board);
/* Fills how a move is being chosen. Returns false if none is. */
bool lobby_board_choosing(struct lobby *lobby, int seat, struct choosing *choosing);

#endif
