/* Reads files for commands, and says what is wrong with them. */
#include "cli/cli.h"
#include "play/game_file.h"
#include <errno.h>
#include <string.h>

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

int cli_read_file(const char *name, char **text, size_t *length) {
    int error = game_file_read(name, text, length);
    if (!error) return -1;
    return error == ENOMEM ? fail_memory() : cli_complain("%s: %s", name, strerror(error));
}

int cli_game_file(const struct game_file *file, bool fine) {
    if (fine) return -1;
    if (file->starved) return fail_memory();
    if (!file->few) return cli_complain("%s", file->wrong);
    return cli_complain("--game must be a whole number from 1 to %d: so many games are in %s",
                        file->found, file->name);
}
