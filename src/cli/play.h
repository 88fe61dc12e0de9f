/* `tilewright play`: a game on the screen or at the prompt, and the parts of the latter. Functions
 * that return an int return -1 to go on, else the exit status. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/screen.h"
#include "play/table.h"

enum { PLAY_LINE_BYTES = 1 << 16, PLAY_NEWS_MAX = 64, PLAY_SEATS = (1 << SEATS_MAX) - 1 };

/* What happened since the board was last shown: lines, each with how often it came in a row. */
struct play_news {
    int count, more; /* `more` are not kept */
    int latest;      /* where the news of the latest act begins */
    struct {
        char text[EFFECT_TEXT_BYTES];
        int times;
        bool scores; /* it changes a score, so it is left out last */
    } lines[PLAY_NEWS_MAX];
};

struct cli_args;
/* The options of the command. */
enum {
    PLAY_SEED,
    PLAY_VS,
    PLAY_SEATING,
    PLAY_FROM,
    PLAY_GAME,
    PLAY_RECORD,
    PLAY_NO_RECORD,
    PLAY_TICK,
    PLAY_SPEEDUP,
    PLAY_PLAIN
};

/* Play as the command line says, on the screen or at the prompt. Return the exit status. */
int play_screen_run(const struct cli_args *args);
int play_at_prompt(const struct cli_args *args);

struct play_hint;   /* play_hint.c */
struct play_agents; /* play_agents.c */

struct play {
    struct session session;
    struct recorder record;
    struct play_news news;
    struct effect_list effects;
    struct play_hint *hint;     /* who is asked for hints; NULL before the first */
    struct play_agents *agents; /* who plays against a person; NULL: nobody */
    void *before;               /* the state before the latest events, while they are told */
    bool prompt;                /* a person types: standard input is a terminal */
    bool changed;               /* the board must be shown */
    int seat;                   /* that acted last */
    uint32_t named;             /* the player that the line named last, as a bit; 0 if none */
    bool refused;               /* something was refused, so the rest of the line is left out */
    const char *rest;           /* that rest */
    const char *from;           /* where in the line the piece that is being run begins */
    size_t line_length;         /* of the typed line, which may have NULs in it */
    char line[PLAY_LINE_BYTES];
    char piece[PLAY_LINE_BYTES]; /* a copy of that piece: a move or a command */
    struct screen screen;
};

/* Brings the record up to date, and warns if that fails. */
void play_keep_record(struct play *play);
/* Begins the record of a game; the record before it in the file is kept or replaced. */
void play_begin_record(struct play *play, bool keep);

/* What to type where several players may move. */
extern const char play_tell_several[];
/* Adds a line of news; `scores` if it changes a score. */
void play_tell_add(struct play *play, const char *text, bool scores);
/* Adds the effects of the session's events from number `from` on; they began in play->before. */
void play_tell_events(struct play *play, size_t from);
void play_tell_forget(struct play_news *news);
/* Prints the news and the board, if something changed. Before anything else is printed. */
void play_tell_changes(struct play *play);
void play_tell_help(struct play *play);
/* Lists the legal moves, or those that the words match. */
void play_tell_moves(struct play *play, const char *words);
/* Says which moves the words could mean. */
void play_tell_candidates(struct play *play, int who, const char *words);

/* Where moves are to be listed. */
struct play_list {
    const struct game *game;
    const void *state;
    struct choice *choices; /* room for choices_max */
    bool players;           /* each move is written with its player */
};
/* Prints a move in a line. */
void play_list_put(const struct play_list *list, int who, action act);
/* Prints the moves of some, a bit each, or those that the words match: as many as fit. */
void play_list_moves(const struct play_list *list, uint32_t movers, const char *words);

/* Plays a legal act, and tells and records what happened. */
int play_moves_act(struct play *play, int who, action act);
/* Plays typed words or keys; *known tells whether they mean a move, legal or not. */
int play_moves_run(struct play *play, const char *words, bool *known);
/* Finds who may be meant: the player before a colon, or all that may move. *words goes past the
 * colon. False after a refusal. */
bool play_moves_who(struct play *play, const char **words, uint32_t *who);
/* Returns whether the words are a row of keys. Spaces between them are allowed. */
bool play_moves_is_row(const struct game *game, const char *words);
/* Returns whether a typed line may contain the key: arrows need a front end that reads the
 * keyboard, a pause one with a clock. */
bool play_moves_has(const struct key *key);

/* Runs the command that the first word names in full or, if `prefix` is set, begins. False if there
 * is none. */
bool play_commands_run(struct play *play, const char *words, bool prefix, int *status);
/* Returns whether the words begin with a command that takes the rest of the line, commas and all.
 */
bool play_commands_take_line(const char *words);
void play_commands_list(void);
/* Begins the game once more, with the luck of a seed, or of a new one if it is NULL. */
int play_commands_renew(struct play *play, const char *seed);

/* Seats agents: all seats without one are persons'. */
int play_agents_seat(struct play *play, const struct table_seat *seats, int count);
void play_agents_free(struct play_agents *agents);
/* Returns the seat of the agent that is to move, or -1. */
int play_agents_mover(const struct play *play);
/* Lets agents move until a person is to. */
int play_agents_run(struct play *play);

/* Says what a good move is. */
int play_hint_give(struct play *play);
void play_hint_free(struct play_hint *hint);

/* Reads a line of at most capacity - 1 bytes, without its end; false at the end of the input. A
 * line that is too long is empty, and *length is the capacity. */
bool play_line_read(char *line, size_t capacity, size_t *length);
/* Prints typed text harmlessly and in quotes. */
void play_line_quote(const char *typed, size_t length);
/* Refuses the piece that is being run; the caller then prints why. What follows `end` in it, or the
 * whole piece if that is NULL, is left out. */
void play_line_refuse(struct play *play, const char *end);
/* Runs the line in play->line. */
int play_line_run(struct play *play);

#endif
