/* What the files of `tilewright match` share. */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "play/match.h"
#include <sys/types.h>

/* A file of records, one a line. It always ends after a whole record, whenever the program is
 * killed; if it cannot be written any more, no further records are. */
struct match_records {
    const struct match_plan *plan;
    const char *name; /* NULL if there is none */
    int file, error;  /* error: an errno */
    off_t length;
    char *line;
    size_t line_length, line_capacity;
    void *state;
};

/* Makes a new file. Returns -1, or the exit status after a complaint. */
int match_records_open(struct match_records *records, const char *name,
                       const struct match_plan *plan);
/* Appends a game; its self is the records. */
void match_records_tell(void *self, const struct match_game *game);
/* Closes the file. Returns the status, or another one after a complaint if records are missing. */
int match_records_close(struct match_records *records, int status);

/* Prints the results for a person. */
void match_show(const struct match_plan *plan, const struct match_result *result);

#endif
