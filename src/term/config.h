/* What a person can set: looks, keys, times. A file of lines "name = value"; the command line and
 * the environment may override it. */
#ifndef TERM_CONFIG_H
#define TERM_CONFIG_H

#include "base/text.h"
#include "show/theme.h"
#include "show/wire.h"

enum { CONFIG_KEYS_MAX = 4, CONFIG_GAME_KEYS_MAX = 64, CONFIG_WRONG_BYTES = 160 };

/* What can be asked of a screen by a key, in any game. */
enum config_command {
    CONFIG_HINT,
    CONFIG_UNDO,
    CONFIG_REDO,
    CONFIG_RESTART,
    CONFIG_NEW,
    CONFIG_PAUSE,
    CONFIG_SAVE,
    CONFIG_REVIEW,
    CONFIG_MOVES,   /* list the legal moves */
    CONFIG_HISTORY, /* and what happened */
    CONFIG_HELP,
    CONFIG_LEAVE, /* this screen */
    CONFIG_COMMANDS
};

/* "key.falls.a = left": the key plays what another key of the game does (its meaning's words). */
struct config_game_key {
    char game[16], meaning[48];
    uint32_t key;
};

struct config {
    enum theme_name theme;
    bool theme_set; /* else the terminal is asked */
    bool friendly;  /* palette = friendly: Okabe and Ito */
    int colours;    /* an enum wire_colours, or -1: what the terminal can do */
    int plain;      /* 1: ASCII alone, 0: Unicode, -1: as the locale says */
    bool bell, mouse;
    bool vi;     /* h j k l move like the arrows */
    int tick_ms; /* of games in real time; 0 is the standard */
    bool speeds_up, hard_drop;
    int hint_ms; /* how long a hint may think */
    /* Keys of the commands, as input.h has them, the first that a game does not use itself is
     * shown; 0-ended. Keys of game moves are remapped by game_keys. */
    uint32_t keys[CONFIG_COMMANDS][CONFIG_KEYS_MAX + 1];
    struct config_game_key *game_keys; /* room for CONFIG_GAME_KEYS_MAX, lent by who reads a file
                                        * and shared by all copies; NULL: none are read */
    int game_keys_count;
};

extern const char
    *const config_command_names[CONFIG_COMMANDS]; /* as in the file and in the last line */

void config_standard(struct config *config);
/* Reads a line of the file. Returns true, or false after writing what is wrong; blank lines and
 * those that begin with # are fine. */
bool config_read_line(struct config *config, const char *line, struct text *wrong);
/* Reads a whole file's text; complains of the first wrong line with its number, but takes all the
 * others. */
bool config_read(struct config *config, const char *text, struct text *wrong);
/* Lists all names, their standard values and meanings, for --help and the man page: as a config
 * file that could be used as it is. */
void config_write_sample(struct text *out);
/* Writes the path of the file: $XDG_CONFIG_HOME/tilewright/config, or below ~/.config. */
bool config_path(char *path, size_t capacity);

#endif
