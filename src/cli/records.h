/* Recorded games by their names and numbers. */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "play/archive.h"

/* Writes the path of what a person calls a record: a file, or the name or number of a game in the
 * archive, as 'records' lists it. False if that is too long; else it may still not be there. */
bool records_path(const char *asked, char path[ARCHIVE_PATH_MAX]);

#endif
