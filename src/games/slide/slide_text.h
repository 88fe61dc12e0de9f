/* Boards as people write them: rows of numbers, a board a line, a word of digits and letters, lists
 * of lists, drawn tables, or states in JSON. docs/solving-slide.md shows the forms. */
#ifndef SLIDE_TEXT_H
#define SLIDE_TEXT_H

#include "base/json.h"
#include "slide_board.h"
#include "slide_grid.h"

enum { SLIDE_TEXT_CELLS_MAX = SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX };

/* The text, and the board read from it last. */
struct slide_text {
    const char *at, *end;
    int line;                  /* of `at`, from 1 */
    const char *one_by_one;    /* up to here every line is a board */
    struct json_token *tokens; /* for states; its own */
    size_t tokens_room;
    struct slide_board board;
    bool blank_first; /* a state said so */
    int begins;       /* the line where the board begins, or where it is wrong */
    int expected;     /* the length of its shortest solution, if the line told; else -1 */
    int fault;        /* the first number that keeps it from being a board, or -1 */
    char wrong[160];  /* what is wrong with it */
    uint16_t tiles[SLIDE_TEXT_CELLS_MAX];
    struct slide_grid grid;
};

/* -1 if memory runs out. The bytes are the caller's and stay until slide_text_end. */
int slide_text_begin(struct slide_text *text, const char *bytes, size_t length);
void slide_text_end(struct slide_text *text);

/* The next board: 1; 0 at the end; -1 if it is none, and `wrong` says why. Boards have a size from
 * 2x2 to 255x255 and each number once. */
int slide_text_next(struct slide_text *text);

/* The same from a state's fields, without slide_text_begin: NULL, or what is wrong with which. */
const char *slide_text_state(struct slide_text *text, struct json state, struct json *at);

#endif
