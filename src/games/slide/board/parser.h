/* Reads boards as people write them: rows of numbers, a board a line, a string of digits and
 * letters, lists of lists, drawn tables, or states in JSON. docs/solving-slide.md shows the forms.
 */
#ifndef SLIDE_PARSER_H
#define SLIDE_PARSER_H

#include "base/json.h"
#include "games/slide/board/board.h"
#include "games/slide/board/grid.h"

enum { SLIDE_PARSER_CELLS_MAX = SLIDE_BOARD_SIDE_MAX * SLIDE_BOARD_SIDE_MAX };

struct slide_parser {
    const char *at, *end;  /* the text that is left */
    int line;              /* of `at`, from 1 */
    const char *lines_end; /* up to here every line is a board */
    struct {
        const char *from, *to; /* a place and the end of its line */
    } line_ends[2];            /* found last: a line may hold many boards */
    int line_end;              /* the one to replace next */
    struct json_token *tokens; /* for states */
    size_t tokens_capacity;
    /* The board read last. */
    struct slide_board board;
    bool blank_first;    /* a state asks for that goal */
    int board_line;      /* the line where the board begins, or where it is wrong */
    int expected_length; /* of its shortest solution, if the line gives it; else -1 */
    int bad_number;      /* the place of the first number that does not fit, or -1 */
    char message[160];   /* what is wrong with it */
    uint16_t tiles[SLIDE_PARSER_CELLS_MAX];
    struct slide_grid grid;
};

/* Returns -1 if memory runs out. The bytes must stay until slide_parser_release. */
int slide_parser_init(struct slide_parser *parser, const char *bytes, size_t length);
void slide_parser_release(struct slide_parser *parser);

/* Reads the next board, from 2x2 to 255x255 with each number once. Returns 1, 0 at the end, or -1
 * if it is no board; then `message` says why. */
int slide_parser_next(struct slide_parser *parser);

/* Reads a board from a state's fields; needs no slide_parser_init. Returns NULL, or what is wrong
 * at which field. */
const char *slide_parser_state(struct slide_parser *parser, struct json state, struct json *at);

#endif
