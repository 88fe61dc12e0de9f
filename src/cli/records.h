/* Recorded games by their names and numbers. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "play/archive.h"
#include "play/game_file.h"

/* Opens what a person calls a record: a file, "-" for standard input, or the name or number of a
 * game in the archive, as 'records' lists it. The path is kept as long as the file. As
 * game_file_open. */
bool records_open(struct game_file *file, const char *asked, char path[ARCHIVE_PATH_MAX]);

#endif
