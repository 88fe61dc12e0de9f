/* Practice: a position, a move, a grade and why. Positions come from the game's tool `scenario` if
 * it has one, else from games that a quick agent plays with itself. Each is made from a seed and a
 * number, so it can be asked for again. */
#ifndef PLAY_PRACTICE_H
#define PLAY_PRACTICE_H

#include "play/thinker.h"

enum { PRACTICE_SEED_ALONE = 0 }; /* the number of the position of the seed itself */
enum { PRACTICE_SEED_BYTES = 48, PRACTICE_OPTIONS_MAX = 8, PRACTICE_NOTE_BYTES = 160 };

/* How to choose positions. */
struct practice_setup {
    const struct game *game;
    const char *seed; /* shorter than PRACTICE_SEED_BYTES; copied */
    /* For the tool, as {"stage", "mid"} or {"length", "20"}: the names are those of its requests,
     * words are sent in capitals. The texts must outlive the practice. */
    struct {
        const char *name, *value;
    } options[PRACTICE_OPTIONS_MAX];
    int options_count;
    int params[PARAMS_MAX]; /* of the games, where there is no tool */
};

/* A question answered, for the summary. */
struct practice_result {
    int number;
    bool graded;
    enum advice_grade grade;
    double delta;
};

struct practice {
    struct practice_setup setup;
    char seed[PRACTICE_SEED_BYTES];
    const struct host *host;
    void *state;                    /* the position */
    int number, who;                /* the question's, from 1; who is to move */
    char note[PRACTICE_NOTE_BYTES]; /* what is known of the position, in words; may be empty */
    char wrong[PRACTICE_NOTE_BYTES];
    struct practice_result *results;
    size_t count, capacity;
    const struct tool *tool; /* that makes positions, and its object; NULL if there is none */
    void *tool_self;
    struct advisor *player; /* then it plays for positions, */
    struct advisor *coach;  /* and the game's strongest agent looks at them; may be the player */
};

/* Returns the tool `scenario` of a game, NULL if it has none. */
const struct tool *practice_tool(const struct game *game);
/* Returns NULL if the game can be practised with these options, else why not. Release is needed in
 * any case. */
const char *practice_init(struct practice *practice, const struct practice_setup *setup,
                          const struct host *host);
void practice_release(struct practice *practice);
/* Makes the position of a number, from 1, whose seed is then as "monday/1". Takes a moment; the
 * host can stop it. Returns NULL, or why there is none; then there is no position. */
const char *practice_go_to(struct practice *practice, int number);
/* Keeps the result of the present question; the first answer counts. -1 if out of memory. */
int practice_note(struct practice *practice, const struct advice_verdict *verdict);

/* The sum of a session. */
struct practice_summary {
    int questions, graded, grades[4];
    double lost;     /* points in all */
    double accuracy; /* as in a review, from 0 to 100; NAN without graded answers */
};
void practice_sum(const struct practice *practice, struct practice_summary *summary);
/* Writes the command that asks the same questions. */
void practice_write_command(const struct practice *practice, struct text *out);

#endif
