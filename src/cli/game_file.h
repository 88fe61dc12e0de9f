/* Reads games from a file: states, and records as one document or line by line. A file may hold
 * several games, one after the other. */
#ifndef CLI_GAME_FILE_H
#define CLI_GAME_FILE_H

#include "base/json_lines.h"
#include "play/session.h"

enum { GAME_FILE_PLAYED_BYTES = 1024 };

struct game_file {
    const char *name;
    char *text;
    struct json_token *tokens;
    void *state;
    struct json_lines lines;
    bool ahead; /* the current document begins the next game */
    int found;  /* games that game_file_find went through */
    /* Who played the last record, if `match` wrote it; or "". */
    char played[GAME_FILE_PLAYED_BYTES];
};

/* Reads the file, or standard input for "-". Returns -1, or the exit status after a complaint, here
 * and below. game_file_close is needed in any case. */
int game_file_open(struct game_file *file, const char *name);
/* Plays the next game of the file, as far as it goes, in a session that the caller releases in any
 * case. At the end of the file its game is NULL. */
int game_file_next(struct game_file *file, struct rng rng, struct session *session);
/* The same for a game by its number, from 1, or for the last one if that is 0. */
int game_file_find(struct game_file *file, int number, struct rng rng, struct session *session);
void game_file_close(struct game_file *file);

#endif
