/* A visitor at a terminal: the screens that ask for a name, list the rooms, wait, play a round with
 * others, and show how it ended; for any game. Besides, all the screens of src/term. */
#ifndef LOBBY_LOBBY_H
#define LOBBY_LOBBY_H

#include "hall/room.h"
#include "term/term.h"

struct lobby;

/* What a top list shows; filled by who keeps it. */
struct lobby_rank {
    char name[HALL_NAME_BYTES + 16];
    bool agent;
    double rating, deviation;
    int games, wins;
};

struct lobby_setup {
    struct hall *hall;
    /* Called when something happened that must be drawn or sent, outside of term_input and
     * term_run. */
    void (*changed)(void *self);
    /* Asks for the top list of a game; lobby_give_top brings it. NULL: there is none. */
    void (*ask_top)(void *self, const char *game);
    void *self;
};

/* Opens the first screen, which asks for the name. Returns NULL if out of memory. */
struct lobby *lobby_open(struct term *term, const struct lobby_setup *setup, double now);
/* The connection is gone, or the person left. A member who did not leave is lost and may come back.
 * The term must be freed after it. */
void lobby_close(struct lobby *lobby, double now);
/* The member; NULL before a name is given, and after the person left. */
const struct member *lobby_member(const struct lobby *lobby);
/* The `self` of the setup of the lobby where a member is; NULL if it is in none. */
void *lobby_visitor(const struct member *member);
/* Answers `ask_top`. A list that nobody waits for any more is dropped. */
void lobby_give_top(struct lobby *lobby, const char *game, const struct lobby_rank *ranks,
                    int count);
/* A line that tells why the connection ends, "" if the person left. */
const char *lobby_farewell(const struct lobby *lobby);

#endif
