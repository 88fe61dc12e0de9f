/* The folder of recorded games: every game played has a file there, named by its time and game, as
 * 2026-03-01-180522-azul.jsonl. A game that is not over can be gone on with. */
#ifndef PLAY_ARCHIVE_H
#define PLAY_ARCHIVE_H

#include "play/session.h"
#include <time.h>

enum { ARCHIVE_PATH_MAX = 4096, ARCHIVE_NAME_MAX = 96, ARCHIVE_SEAT_BYTES = 48 };
enum { ARCHIVE_SHOWN_BYTES = 2 * ARCHIVE_NAME_MAX };

struct archive_entry {
    char name[ARCHIVE_NAME_MAX];     /* of the file, without the folder */
    char shown[ARCHIVE_SHOWN_BYTES]; /* the same for people: a terminal obeys nothing in it */
    const struct game *game;         /* NULL if it cannot be read */
    time_t time;                     /* of its last change */
    bool over, readable; /* a file that cannot be read as a record is listed all the same */
    size_t moves;        /* acts of seats */
    int seats;
    char players[SEATS_MAX][ARCHIVE_SEAT_BYTES]; /* as the head tells; "" if it does not */
    int scores[SEATS_MAX];
    uint32_t winners;
};

struct archive_list {
    struct archive_entry *entries; /* the newest first */
    size_t count;
};

/* Writes the path of the standard folder, $XDG_DATA_HOME/tilewright/games or below
 * ~/.local/share. False if neither variable is set. */
bool archive_folder(char path[ARCHIVE_PATH_MAX]);
/* Makes the folder if it is missing (mode 0700), and writes the path of a new file in it. Returns
 * NULL, or what went wrong; errno tells more, here and below. */
const char *archive_new(const char *folder, const struct game *game, time_t now,
                        char path[ARCHIVE_PATH_MAX]);
/* Lists the files *.jsonl of the folder, of those with several games the last one; a folder that is
 * not there is empty. Links and longer names are left out. `most` of the newest are listed, 0 for
 * all. Returns NULL, or what went wrong; archive_release is needed in any case. */
const char *archive_list(const char *folder, size_t most, struct archive_list *list);
void archive_release(struct archive_list *list);
/* Removes a file of the folder, by its name. */
const char *archive_remove(const char *folder, const char *name);
/* Writes the path of an entry. False if the name is not one of a file in the folder. */
bool archive_path(const char *folder, const char *name, char path[ARCHIVE_PATH_MAX]);

#endif
