/* A record that grows with a game, in a file. It is only ever appended to and cut off at the end of
 * a line, so that it is a complete record of the game after each act, whenever the program is
 * killed. */
#ifndef PLAY_RECORDER_H
#define PLAY_RECORDER_H

#include "play/session.h"
#include <sys/types.h>

struct recorder {
    const char *name; /* the caller's; NULL: nothing is recorded */
    int file;
    off_t length; /* the bytes of the file that stand */
    bool longer;  /* it may have more bytes, which must go */
    bool failing; /* the last attempt failed */
    bool begun;   /* the record of a game */
    bool starved; /* some of it is missing for want of memory */
    off_t begin;  /* where the record of this game begins */
    void *state;  /* the game after `count` events, which are written or pending */
    size_t count, places_capacity;
    off_t *places; /* where the line of each event begins */
    char *pending; /* lines still to be written, behind `length` */
    size_t pending_length, pending_capacity;
};

/* Who sits where, for the head of a record: the program that reads it can seat them again. */
struct recorder_seats {
    int count;
    const char *names[SEATS_MAX]; /* "you" or an agent as "coach:200ms"; `match` writes agents so */
};

/* These return NULL, or what went wrong in words; errno then tells more. The file is locked: two
 * programs cannot write to it. The name must stay until the recorder is closed.
 *
 * Creates the file, which must be new: EEXIST if it is not. */
const char *recorder_open(struct recorder *recorder, const char *name);
/* Opens a file that ends with a record of this session's events so far, as a recorder wrote it, to
 * go on with it. EBUSY if another program does. */
const char *recorder_continue(struct recorder *recorder, const char *name,
                              const struct session *session);
/* Begins the record of a game; the record before it in the file is kept or replaced. `seats` may be
 * NULL. */
const char *recorder_begin(struct recorder *recorder, const struct session *session,
                           const struct recorder_seats *seats, bool keep);
/* Brings the file up to date: drops what the session undid, writes what is missing; to be called
 * after each act and each undo. If that fails, says so the first time, and tries again at the next
 * call. */
const char *recorder_keep(struct recorder *recorder, const struct session *session);
/* Closes the file, and removes it if it stayed empty. Says so if something is missing in it. */
const char *recorder_close(struct recorder *recorder);

#endif
