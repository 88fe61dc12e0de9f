/* The screen on which a person practises: a position, a move, its grade and why. What is shown
 * follows from the stage, the answer and what the coach said. */
#ifndef TERM_PRACTISING_H
#define TERM_PRACTISING_H

#include "play/practice.h"
#include "show/pick.h"
#include "term/choosing.h"
#include "term/verdict.h"
#include "term/view.h"
#include "term/worker.h"

enum { PRACTISING_NAME_BYTES = 24, PRACTISING_TITLE_BYTES = 96, PRACTISING_VALUE_BYTES = 12 };

enum practising_stage {
    PRACTISING_MAKES,  /* a position is being made */
    PRACTISING_STUCK,  /* there is none */
    PRACTISING_ASKS,   /* what would you play? */
    PRACTISING_THINKS, /* the coach does */
    PRACTISING_TELLS,  /* the verdict */
    PRACTISING_STEPS,  /* through a line of play */
    PRACTISING_SUMS    /* all answers */
};

/* Lines of play, from the position on. */
enum { PRACTISING_YOURS, PRACTISING_BEST, PRACTISING_LINES };

struct practising {
    const struct game *game;
    struct practice practice; /* the maker's while it is busy, but for the results */
    char values[PRACTICE_OPTIONS_MAX][PRACTISING_VALUE_BYTES]; /* of params that are its options */
    struct worker *maker;
    int making;          /* the number of the position that is made, or is ready; 0 if none */
    const char *trouble; /* why it could not be made */
    struct thinker *coach;
    enum practising_stage stage;

    int number; /* of the question, from 1 */
    char note[PRACTICE_NOTE_BYTES];
    struct answer answer;
    struct pick pick;
    uint32_t letters; /* that are never commands, as choosing.h says */
    char name_bytes[SEATS_MAX][PRACTISING_NAME_BYTES];
    const char *names[SEATS_MAX];

    bool keyed; /* the game's own keys have the arrows: no cursor until one is asked for */
    struct budget budget; /* of the coach, for an answer */
    bool longer;          /* it thinks longer than before about the same answer */
    int asked;            /* which act of the answer the coach thinks about */
    bool heard;           /* it has said something of this answer */
    bool noted;           /* the first answer counts */
    struct verdict verdict;
    struct verdict_line lines[PRACTISING_LINES];
    int line, step; /* which is shown, and how many of its acts are played */

    bool in_words; /* the coach's words fill the screen */
    struct view view;
    struct page page;
    char title[PRACTISING_TITLE_BYTES], grade[PRACTISING_TITLE_BYTES];
    char words[VIEW_TEXT_BYTES], panel[VIEW_TEXT_BYTES];
};

/* Opens the screen; the coach thinks that much about an answer. */
void practising_open(struct term *term, const struct practice_setup *setup, struct budget budget);

/* In practising.c. Begins to make a position, unless that is under way. */
void practising_make(struct practising *practising, int number);
/* Goes to the next question, or waits for it. */
void practising_next(struct practising *practising);
/* Asks the same question once more. */
void practising_again(struct practising *practising);
/* Lets the next act of the answer be chosen. */
void practising_choose(struct practising *practising);

/* In practising_keys.c. */
void practising_keys_event(void *self, struct term *term, const struct input_event *event);
void practising_keys_write(struct practising *practising, const struct term *term,
                           struct text *out);

/* In practising_judge.c. Asks the coach about the answer; looks whether it has said all. */
void practising_judge(struct practising *practising, struct term *term);
void practising_judge_hear(struct practising *practising, struct term *term);

/* In practising_lines.c. Returns whether a line has more than its first act. */
bool practising_lines_are_long(const struct practising *practising);
/* Goes to a line; makes so many steps in it, or back to the verdict. */
void practising_lines_show(struct practising *practising, struct term *term, int line);
void practising_lines_walk(struct practising *practising, int steps);
/* Draws the position of the line. Returns the panel's title. */
const char *practising_lines_look(struct practising *practising);
/* Marks what a row of acts lays on the board. */
void practising_lines_mark(struct practising *practising, const action *acts, int count,
                           action picked, enum board_mark mark);

/* In practising_sum.c. */
void practising_sum_draw(struct practising *practising, struct term *term, struct cells *cells);

#endif
