/* Looking on: what a replay and a game of agents have in common. Both run in a time of their own,
 * which can be stopped, slowed down and sped up. */
#ifndef TERM_WATCHING_H
#define TERM_WATCHING_H

#include "play/archive.h"
#include "play/table.h"
#include "term/help.h"
#include "term/view.h"

#define WATCHING_SLOWEST 0.25
#define WATCHING_FASTEST 16.0
#define WATCHING_MOVE_SECONDS 1.0 /* of a move at speed 1, where there is no clock */

enum { WATCHING_MARKS_MAX = 12 };

/* A time that goes at its own speed. */
struct watching_time {
    double speed;
    bool paused;
    double real, at; /* when it was last set, and to what */
};

struct watching_places {
    int16_t spots[WATCHING_MARKS_MAX];
    int count; /* of all; so many or fewer are kept */
};

/* What an act and the luck after it did. */
struct watching_told {
    bool begun;              /* there was an act */
    struct text news, panel; /* over those of the screen: joined to a line, and a line each */
    struct watching_places own, luck;
    int picks[SPOTS_MAX], picks_count; /* of the act */
};

struct watching {
    const struct game *game;
    int seats; /* their number */
    int seat;  /* whose view is shown */
    enum help_screen help;
    /* Who played, as far as is known, to play on with; `names` points into it. */
    struct table_setup players;
    const char *names[SEATS_MAX];
    struct watching_time time;
    struct view view;
    struct page page;
    char panel[VIEW_TEXT_BYTES];
    struct watching_told told;
};

/* The screen of agents that play. */
struct watching_live {
    struct watching watching;
    struct table table;
    char record[ARCHIVE_PATH_MAX]; /* its path, or "" */
    uint64_t known;                /* the version of the table that is shown */
    bool told;                     /* the end was told */
};

double watching_time_now(const struct watching_time *time, double real);
/* Returns the real time of a time to come; INFINITY while it is stopped. */
double watching_time_due(const struct watching_time *time, double at);
void watching_time_set(struct watching_time *time, double real, double at);
void watching_time_pause(struct watching_time *time, double real, bool paused);
void watching_time_speed(struct watching_time *time, double real, double speed);

/* Begins with nobody known. */
void watching_init(struct watching *watching, enum help_screen help, const struct game *game,
                   int seats);
/* Takes the names of the players, those of a record's head: an agent with its budget, or a person.
 * Any of them may be NULL or empty: then it is "Player 2". */
void watching_set_names(struct watching *watching, const char *const *names);
/* Takes the players of another. */
void watching_set_players(struct watching *watching, const struct watching *other);
/* Takes a key that both know: pause, speed, another seat's view, help, leave. Returns whether it
 * was one; the screen may be gone then. */
bool watching_key(struct watching *watching, struct term *term, uint32_t key);
/* Writes these keys for the last line. */
void watching_write_keys(const struct watching *watching, const struct term *term,
                         struct text *out);
/* Writes the first line: the game, how it stands, and who has how many points. */
void watching_write_bar(struct watching *watching, const void *state);
/* Writes an effect with the players' names, in the colour of its points. */
void watching_write_effect(const struct watching *watching, const struct effect *effect,
                           struct text *out);
/* Writes how a game ended. */
void watching_write_end(const struct watching *watching, const void *state, struct text *out);

/* In watching_told.c: what happened is nothing yet; and it is this event with what it does, alone
 * if it is an act, else after the act. The setup's luck is not told. Both write to `panel` and the
 * news.
 */
void watching_told_nothing(struct watching *watching);
void watching_told_add(struct watching *watching, const void *before, struct event event,
                       const struct effect_list *effects);
/* Marks where it happened. */
void watching_told_mark(struct watching *watching);

/* Adds the panel with what was written to `panel`. */
void watching_add_panel(struct watching *watching, const char *title);
/* Goes on with the first events of a session at a table: the person takes the seat that is to move,
 * the others are played by who played them, or by the game's own middle agent. */
void watching_play_on(struct watching *watching, struct term *term, const struct session *session,
                      size_t events);

/* Sets the speed of the screen on top, which must be one of these. */
void watching_set_speed(struct term *term, double speed);
/* Opens a replay with the same players, stopped at its end. The session belongs to it from now on.
 */
void watching_replay_look_back(struct term *term, struct session *session,
                               const struct watching *players);

#endif
