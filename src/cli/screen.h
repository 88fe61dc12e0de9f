/* What commands print for people: boards, results, wrapped text; and what the terminal can show. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "game/game.h"

enum { SCREEN_BYTES = 1 << 18, SCREEN_WIDTH = 80, SCREEN_HEIGHT = 24, SCREEN_NAME_BYTES = 160 };

struct screen {
    bool colour;
    struct scene scene; /* the board drawn last */
    char text[SCREEN_BYTES];
};

/* Finds out whether standard output shows colours. */
void screen_init(struct screen *screen);
/* Returns the height of the terminal on standard output, or 0 if there is none. */
int screen_rows(void);
/* Returns how many lines fit there above `below` others: `least` or more, 20 without a terminal. */
int screen_fitting(int below, int least);

/* Draws the board that a seat sees; and prints it, with an empty line at
 * its top. */
void screen_draw(struct screen *screen, const struct game *game, const void *state, int seat);
void screen_put_board(const struct screen *screen);

/* Prints text in lines of at most SCREEN_WIDTH columns, broken at spaces. */
void screen_put_text(const char *text);
/* Returns how many lines that takes. */
int screen_count_lines(const char *text);
/* Prints the rest of a line that so many columns stand in already, and goes on below it. */
void screen_put_column(const char *text, int column);
/* The same, in a column behind a name of at most `width` columns. */
void screen_put_item(const char *name, int width, const char *text);
/* Prints "player 1", "players 1, 2 and 4" and the like, for a bit a seat. */
void screen_put_players(uint32_t seats);
/* Prints how a finished game ended. */
void screen_put_result(const struct game *game, const void *state);

#endif
