/* Boards as people write them: rows of numbers, a board a line, a word of digits and letters, lists
 * of lists, drawn tables, or states in JSON. docs/solving-slide.md shows the forms. */
#ifndef SLIDE_PARSER_H
#define SLIDE_PARSER_H

#include "base/json.h"
#include "games/slide/board/board.h"
#include "games/slide/board/grid.h"

enum { SLIDE_PARSER_CELLS_MAX = SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX };

/* The text, and the board read from it last. */
struct slide_parser {
    const char *at, *end;
    int line;                  /* of `at`, from 1 */
    const char *one_by_one;    /* up to here every line is a board */
    struct json_token *tokens; /* for states; its own */
    size_t tokens_capacity;
    struct slide_board board;
    bool blank_first; /* a state said so */
    int begins;       /* the line where the board begins, or where it is wrong */
    int expected;     /* the length of its shortest solution, if the line told; else -1 */
    int fault;        /* the first number that keeps it from being a board, or -1 */
    char wrong[160];  /* what is wrong with it */
    uint16_t tiles[SLIDE_PARSER_CELLS_MAX];
    struct slide_grid grid;
};

/* -1 if memory runs out. The bytes are the caller's and stay until slide_parser_release. */
int slide_parser_init(struct slide_parser *text, const char *bytes, size_t length);
void slide_parser_release(struct slide_parser *text);

/* The next board: 1; 0 at the end; -1 if it is none, and `wrong` says why. Boards have a size from
 * 2x2 to 255x255 and each number once. */
int slide_parser_next(struct slide_parser *text);

/* The same from a state's fields, without slide_parser_init: NULL, or what is wrong with which. */
const char *slide_parser_state(struct slide_parser *text, struct json state, struct json *at);

#endif
