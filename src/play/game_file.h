/* Reads games from a file: states, and records as one document or line by line. A file may hold
 * several games, one after the other. */
#ifndef PLAY_GAME_FILE_H
#define PLAY_GAME_FILE_H

#include "base/json_lines.h"
#include "play/session.h"

enum { GAME_FILE_MAX = 1 << 26 }; /* bytes */
enum { GAME_FILE_PLAYED_BYTES = 1024, GAME_FILE_WRONG_BYTES = 1024, GAME_FILE_SEAT_BYTES = 64 };

struct game_file {
    const char *name; /* the caller's */
    char *text;
    struct json_token *tokens;
    void *state;
    struct json_lines lines;
    bool ahead; /* the current document begins the next game */
    int found;  /* games that game_file_find went through */
    /* Of the last game: */
    bool is_record; /* not a state alone */
    int seats;      /* that the head of its record names; 0 if it does not tell who played */
    char names[SEATS_MAX][GAME_FILE_SEAT_BYTES]; /* "you" or an agent as "coach:200ms" */
    char played[GAME_FILE_PLAYED_BYTES];         /* the same as a sentence, or "" */
    /* After a failure: */
    char wrong[GAME_FILE_WRONG_BYTES]; /* what is wrong; parts may come from the file */
    bool starved;                      /* there was not enough memory */
    bool few;                          /* the file has only `found` games */
};

/* Reads a whole file, or standard input for "-", of at most GAME_FILE_MAX bytes. The text ends with
 * a NUL; the caller frees it. Returns 0, or an errno. */
int game_file_read(const char *name, char **text, size_t *length);

/* Reads a file; or takes a text that was read, which is freed in any case. Returns false after
 * setting `wrong`, here and below. game_file_close is needed in any case. */
bool game_file_open(struct game_file *file, const char *name);
bool game_file_open_text(struct game_file *file, const char *name, char *text, size_t length);
/* Plays the next game of the file, as far as it goes, in a session that the caller releases in any
 * case. At the end of the file its game is NULL. */
bool game_file_next(struct game_file *file, struct rng rng, struct session *session);
/* The same for a game by its number, from 1, or for the last one if that is 0. */
bool game_file_find(struct game_file *file, int number, struct rng rng, struct session *session);
void game_file_close(struct game_file *file);

#endif
