/* The screen on which a game is played: a table, its picture, and the keys. */
#ifndef TERM_PLAYING_H
#define TERM_PLAYING_H

#include "play/table.h"
#include "show/pick.h"
#include "term/view.h"

enum { PLAYING_NOTHING = -1, PLAYING_TARGET_MAX = 8 };
enum playing_hint { PLAYING_NO_HINT, PLAYING_ASKED, PLAYING_HINTED };

struct playing {
    struct table table;
    char record[4096]; /* the path of the record, or "" */
    bool archived;     /* it is a file of the archive, made for this game */
    size_t begun;      /* the events that had happened when this screen opened */
    const char *names[SEATS_MAX];
    struct view view;
    struct pick pick;
    struct page page;
    void *scratch;  /* a state */
    int seat;       /* whose view is shown */
    uint64_t known; /* the version of the table that the choice and the texts are of */
    double played;  /* seconds of a clock that ran, counted up to `seen` */
    double seen;
    bool told; /* the end was told */
    int asked; /* the command that must be given again to be sure, or PLAYING_NOTHING */
    struct thinker *coach;
    enum playing_hint hint;
    uint64_t hint_version; /* of the table, when it was asked for */
    int hint_seat;
    double hint_until; /* in real time: when it goes */
    action hint_act;
    char hint_text[PAGE_TEXT_BYTES];
    int16_t target[PLAYING_TARGET_MAX]; /* in real time: the places where the hint leads */
    int target_count;
    char panel[VIEW_TEXT_BYTES], news[PAGE_TEXT_BYTES];
    uint32_t letters; /* that are never commands here, as choosing.h says */
    bool keyed;       /* the game's own keys have the arrows: no cursor until one is asked for */
};

/* Begins a game and opens its screen; the record's path is made in the archive unless the setup
 * names one. If that fails, says why in the message line. */
void playing_open(struct term *term, const struct table_setup *setup);
/* Goes on with a session, which belongs to the screen from now on, in the same record if
 * setup->record is set and setup->goes_on. */
void playing_open_with(struct term *term, const struct table_setup *setup, struct session *session);

/* Parts of it. In playing_keys.c: events, and what is left by a screen that was over it. */
void playing_keys_resume(void *self, struct term *term);
void playing_keys_event(void *self, struct term *term, const struct input_event *event);
/* Writes the keys that work now. */
void playing_keys_write(struct playing *playing, const struct term *term, struct text *out);

/* In playing_hint.c: asks for a hint; looks whether it is there; forgets it. */
void playing_hint_ask(struct playing *playing, struct term *term);
void playing_hint_take(struct playing *playing, struct term *term);
void playing_hint_drop(struct playing *playing);
/* Moves the cursor to what the hint picks next, as long as it is being followed. */
void playing_hint_steer(struct playing *playing);
/* Marks the hint on the board. */
void playing_hint_show(struct playing *playing);

/* In playing.c: removes the record of a game in which no person played anything, unless somebody
 * named the file; takes note of a changed table. */
void playing_drop_unused(struct playing *playing);
/* Returns whether a person did something here, or the game came to its end. */
bool playing_is_used(const struct playing *playing);
/* Stops or starts the clock. */
void playing_pause(struct playing *playing, struct term *term, bool paused);
void playing_refresh(struct playing *playing, struct term *term);

#endif
