/* What the screens of a visitor share, for the files of this folder only.
 *
 * There are thousands of visitors, so a visitor is small: what is only needed to draw a frame is
 * shared by all, since one thread draws them one after the other. The lowest screen of the term
 * follows from where the member is (lobby_end); other screens lie above it for a while. */
#ifndef LOBBY_LOBBY_PRIVATE_H
#define LOBBY_LOBBY_PRIVATE_H

#include "lobby/lobby.h"
#include "lobby/scratch.h"
#include "term/page.h"

enum { LOBBY_PRIVATE_NEWS_BYTES = 256 };

struct lobby_board;   /* board.h */
struct lobby_ranking; /* ranking.c */

/* What the last frame of a round in real time showed, so that only what changed is drawn. */
struct lobby_frame {
    uint64_t laid;     /* the layout's key; 0: the screen shows something else */
    uint64_t sign;     /* of all else that asks for a whole frame, as telling.h says */
    double refreshed;  /* when a side view was last drawn */
    int side;          /* whose it was */
    uint32_t stale;    /* seats of the table whose boards changed since they were drawn */
    int seconds;       /* that the bar tells */
    bool news, scores; /* changed since they were drawn */
};

struct lobby {
    struct lobby_setup setup;
    struct term *term;
    struct lobby_scratch *scratch;
    struct member *member; /* NULL before a name is given */
    int busy;              /* calls of the term that are under way: no change need be told */
    bool over;             /* the person left or was sent away: the screens close */
    char farewell[HALL_WRONG_BYTES];

    double next; /* when to draw anew without a change */

    bool sure;   /* leaving was asked once */
    bool typing; /* a line: the name, or what to say */
    char typed[HALL_SAY_BYTES];

    /* In the lobby. */
    int at, top;     /* the entry chosen, and the first room shown */
    uint32_t chosen; /* the room chosen, 0 if none */
    int number;      /* what digits have made so far */
    struct lobby_ranking *ranking;

    /* In a room. */
    const struct agent *seated; /* the agent that was seated last, NULL if none */
    bool playing;               /* the person played when it was last drawn */
    bool skips;                 /* and could skip what agents play */
    bool late;                  /* the screen of a phase came by itself, and is not drawn yet */
    double deaf;                /* until then keys may be meant for the phase before */
    bool helped;                /* the clock stands because of the help */
    bool talk_shown;            /* there was room for the talk */
    int viewed;                 /* the seat whose board is shown to who does not play */
    struct lobby_frame frame;
    char news[LOBBY_PRIVATE_NEWS_BYTES];
    struct lobby_board *board; /* of a round in turns */
};

/* The lowest screens. */
extern const struct term_screen lobby_naming_screen, lobby_listing_screen, lobby_waiting_screen,
    lobby_round_screen, lobby_ending_screen;

/* Every event of a lowest screen is between these two. After the second the screen may be another
 * one, or closed. */
void lobby_begin(struct lobby *lobby);
void lobby_end(struct lobby *lobby);
/* Says why something was refused, if it was. Returns whether it was. */
bool lobby_refused(struct lobby *lobby, const char *why);
/* Returns whether a key leaves what is shown: never one that the game uses itself; `game` may be
 * NULL. */
bool lobby_leaves(const struct lobby *lobby, const struct game *game, uint32_t key);
/* Asks before something is left ("the room."). Returns true when such a key comes once more; any
 * other key must set `sure` to false. */
bool lobby_is_sure(struct lobby *lobby, uint32_t key, const char *what);
/* The person leaves for good. */
void lobby_quit(struct lobby *lobby);
/* What the lowest screens do when time has passed. */
double lobby_due(const void *self);
void lobby_run(void *self, struct term *term);
/* Returns whether a line has been begun. The end of the line that only opened it does not end it.
 */
bool lobby_is_typing(const void *self);
/* Forgets what is on the screen: a screen that lay above is closed. */
void lobby_resume(void *self, struct term *term);
/* The lobby is not the screens' to free. */
void lobby_release(void *self);
/* For hall_enter and hall_return. */
void lobby_tell(void *self, const struct hall_message *message);

/* The texts of the page that all share, empty; and draws it. */
struct lobby_page {
    struct text left, right, news, keys;
};
struct lobby_page lobby_page(struct lobby *lobby);
struct cells_box lobby_page_draw(const struct lobby *lobby, struct cells *cells);

#endif
