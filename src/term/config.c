/* The config file. Every setting is a row of a table: its name, what it may be, what it means. */
#include "term/config.h"
#include "show/input.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_BYTES = 256, VALUE_BYTES = 128, NUMBER_DIGITS = 6 };

const char *const config_command_names[CONFIG_COMMANDS] = {
    "hint", "undo", "redo", "restart", "new", "pause", "save", "review", "moves", "help", "leave"};
const char *const config_command_words[CONFIG_COMMANDS] = {
    "hint", "undo", "redo", "restart", "new", "pause", "save", "review", "moves", "help", "leave"};

/* Keys that mean a command if the file says nothing. */
static const char *const standard_keys[CONFIG_COMMANDS] = {
    [CONFIG_HINT] = "h H F2",   [CONFIG_UNDO] = "u Backspace Ctrl-Z",
    [CONFIG_REDO] = "U Ctrl-Y", [CONFIG_RESTART] = "Ctrl-R",
    [CONFIG_NEW] = "n N",       [CONFIG_PAUSE] = "p P",
    [CONFIG_SAVE] = "Ctrl-S",   [CONFIG_REVIEW] = "v V",
    [CONFIG_MOVES] = "m M",     [CONFIG_HELP] = "? F1",
    [CONFIG_LEAVE] = "q Q",
};

/* Words that a setting may be, and the number that each stands for. */
struct word {
    const char *word;
    int value;
};

static const struct word themes[] = {
    {"auto", -1}, {"dark", THEME_DARK}, {"light", THEME_LIGHT}, {NULL, 0}};
static const struct word palettes[] = {{"standard", 0}, {"friendly", 1}, {NULL, 0}};
static const struct word colours[] = {{"auto", -1},      {"none", WIRE_NONE}, {"16", WIRE_16},
                                      {"256", WIRE_256}, {"true", WIRE_TRUE}, {NULL, 0}};
static const struct word glyphs[] = {{"auto", -1}, {"unicode", 0}, {"ascii", 1}, {NULL, 0}};
static const struct word answers[] = {{"no", 0},    {"yes", 1},  {"off", 0}, {"on", 1},
                                      {"false", 0}, {"true", 1}, {NULL, 0}};
static const struct word layouts[] = {{"arrows", 0}, {"vi", 1}, {NULL, 0}};

enum setting_kind { THEME, PALETTE, COLOURS, GLYPHS, BELL, MOUSE, KEYS, TICK, SPEED, DROP, HINT };

static const struct setting {
    const char *name;
    const struct word *words; /* NULL: a number from `least` to `most` */
    int least, most;
    const char *standard, *meaning;
} settings[] = {
    [THEME] = {"theme", themes, 0, 0, "auto", "dark, light, or auto: the terminal is asked"},
    [PALETTE] = {"palette", palettes, 0, 0, "standard",
                 "friendly takes colours that colour-blind people can tell apart"},
    [COLOURS] = {"colours", colours, 0, 0, "auto", "none, 16, 256 or true; auto: what there is"},
    [GLYPHS] = {"glyphs", glyphs, 0, 0, "auto", "unicode or ascii; auto: as the locale says"},
    [BELL] = {"bell", answers, 0, 0, "no", "ring when a move is refused and when a game ends"},
    [MOUSE] = {"mouse", answers, 0, 0, "yes", "clicks pick; no: the terminal selects text"},
    [KEYS] = {"keys", layouts, 0, 0, "arrows", "vi: h j k l move like the arrows, too"},
    [TICK] = {"tick", NULL, 20, 10000, "400", "milliseconds from row to row, in real time"},
    [SPEED] = {"speedup", answers, 0, 0, "no", "the clock gets faster as the game goes on"},
    [DROP] = {"hard_drop", answers, 0, 0, "yes", "a key may let a piece fall all the way"},
    [HINT] = {"hint_ms", NULL, 10, 60000, "1000", "milliseconds that a hint may think"},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static void set(struct config *config, enum setting_kind kind, int value) {
    switch (kind) {
    case THEME:
        config->theme_set = value >= 0;
        config->theme = value >= 0 ? (enum theme_name)value : THEME_DARK;
        break;
    case PALETTE:
        config->friendly = value;
        break;
    case COLOURS:
        config->colours = value;
        break;
    case GLYPHS:
        config->plain = value;
        break;
    case BELL:
        config->bell = value;
        break;
    case MOUSE:
        config->mouse = value;
        break;
    case KEYS:
        config->vi = value;
        break;
    case TICK:
        config->tick_ms = value;
        break;
    case SPEED:
        config->speeds_up = value;
        break;
    case DROP:
        config->hard_drop = value;
        break;
    case HINT:
        config->hint_ms = value;
        break;
    }
}

/* Reads the keys of a command: names with spaces between them. The target stays if one is wrong. */
static bool read_keys(const char *value, uint32_t keys[CONFIG_KEYS_MAX + 1], struct text *wrong) {
    uint32_t read[CONFIG_KEYS_MAX + 1] = {0};
    char name[VALUE_BYTES];
    int count = 0;
    for (value += strspn(value, " "); *value; value += strspn(value, " ")) {
        size_t length = strcspn(value, " ");
        memcpy(name, value, length);
        name[length] = '\0';
        value += length;
        uint32_t key = input_read_name(name);
        if (!key) {
            text_format(wrong, "there is no key '%s'", name);
            return false;
        }
        if (count == CONFIG_KEYS_MAX) {
            text_format(wrong, "a command must have at most %d keys", CONFIG_KEYS_MAX);
            return false;
        }
        read[count++] = key;
    }
    memcpy(keys, read, sizeof read);
    return true;
}

void config_standard(struct config *config) {
    memset(config, 0, sizeof *config);
    config->colours = config->plain = -1;
    config->mouse = config->hard_drop = config->erases = true;
    config->hint_ms = 1000;
    for (int command = 0; command < CONFIG_COMMANDS; command++) {
        char wrong[VALUE_BYTES];
        struct text text = text_over(wrong, sizeof wrong);
        read_keys(standard_keys[command], config->keys[command], &text);
    }
}

/* Writes "a, b or c". */
static void list_words(const struct word *words, struct text *out) {
    for (const struct word *word = words; word->word; word++)
        text_format(out, "%s%s", word == words ? "" : word[1].word ? ", " : " or ", word->word);
}

static bool read_word(const struct setting *setting, const char *value, int *number) {
    for (const struct word *word = setting->words; word->word; word++)
        if (strcasecmp(word->word, value) == 0) {
            *number = word->value;
            return true;
        }
    return false;
}

static bool read_number(const struct setting *setting, const char *value, int *number) {
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || digits > NUMBER_DIGITS || value[digits]) return false;
    *number = atoi(value);
    return *number >= setting->least && *number <= setting->most;
}

static bool read_setting(struct config *config, enum setting_kind kind, const char *value,
                         struct text *wrong) {
    const struct setting *setting = &settings[kind];
    int number;
    if (setting->words ? read_word(setting, value, &number)
                       : read_number(setting, value, &number)) {
        set(config, kind, number);
        return true;
    }
    text_format(wrong, "%s must be ", setting->name);
    if (setting->words)
        list_words(setting->words, wrong);
    else
        text_format(wrong, "a whole number from %d to %d", setting->least, setting->most);
    text_format(wrong, ", not '%s'", value);
    return false;
}

/* "key.GAME.KEY = MEANING". */
static bool read_game_key(struct config *config, const char *name, const char *value,
                          struct text *wrong) {
    const char *dot = strchr(name, '.');
    size_t length = (size_t)(dot - name);
    int at = config->game_keys_count;
    if (length == 0 || length >= sizeof config->game_keys[0].game ||
        strlen(value) >= sizeof config->game_keys[0].meaning || !*value) {
        text_string(wrong, "it must be key.GAME.KEY = what the key does, as 'key.falls.a = left'");
        return false;
    }
    if (at == (int)(sizeof config->game_keys / sizeof *config->game_keys)) {
        text_string(wrong, "there are too many keys of games");
        return false;
    }
    uint32_t key = input_read_name(dot + 1);
    if (!key) {
        text_format(wrong, "there is no key '%s'", dot + 1);
        return false;
    }
    memcpy(config->game_keys[at].game, name, length);
    config->game_keys[at].game[length] = '\0';
    strcpy(config->game_keys[at].meaning, value);
    config->game_keys[at].key = key;
    config->game_keys_count++;
    return true;
}

static bool read_key(struct config *config, const char *name, const char *value,
                     struct text *wrong) {
    if (strchr(name, '.')) return read_game_key(config, name, value, wrong);
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        if (strcasecmp(config_command_names[command], name) == 0)
            return read_keys(value, config->keys[command], wrong);
    text_format(wrong, "there is no command '%s'; key.COMMAND must name one of ", name);
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        text_format(wrong, "%s%s", command ? ", " : "", config_command_names[command]);
    return false;
}

static bool read_pair(struct config *config, const char *name, const char *value,
                      struct text *wrong) {
    static const char key[] = "key.";
    if (strncasecmp(name, key, sizeof key - 1) == 0)
        return read_key(config, name + sizeof key - 1, value, wrong);
    for (int i = 0; i < SETTINGS; i++)
        if (strcasecmp(settings[i].name, name) == 0)
            return read_setting(config, (enum setting_kind)i, value, wrong);
    text_format(wrong, "there is no setting '%s'; 'tilewright config' lists them", name);
    return false;
}

/* Cuts spaces off both ends. */
static char *trim(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1])) length--;
    text[length] = '\0';
    return text;
}

bool config_read_line(struct config *config, const char *line, struct text *wrong) {
    char copy[LINE_BYTES];
    if (strlen(line) >= sizeof copy) {
        text_format(wrong, "a line must have at most %d bytes", LINE_BYTES - 1);
        return false;
    }
    strcpy(copy, line);
    char *from = trim(copy), *equals = strchr(from, '=');
    if (!*from || *from == '#') return true;
    if (!equals || equals == from) {
        text_string(wrong, "a line must be 'name = value'");
        return false;
    }
    /* The key '=' itself: "key.undo = =". */
    *equals = '\0';
    char *name = trim(from), *value = trim(equals + 1);
    if (strlen(value) >= VALUE_BYTES) {
        text_format(wrong, "%s must be shorter", name);
        return false;
    }
    return read_pair(config, name, value, wrong);
}

bool config_read(struct config *config, const char *text, struct text *wrong) {
    char line[LINE_BYTES + 1], why[2 * LINE_BYTES];
    bool fine = true;
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n"), kept = length < LINE_BYTES ? length : LINE_BYTES;
        struct text first = text_over(why, sizeof why);
        memcpy(line, text, kept);
        line[kept] = '\0';
        text += length + (text[length] == '\n');
        if (config_read_line(config, line, &first)) continue;
        if (fine) text_format(wrong, "line %d: ", number);
        if (fine) text_printable(wrong, why, strlen(why));
        fine = false;
    }
    return fine;
}

void config_write_sample(struct text *out) {
    text_string(out, "# Settings of Tilewright, with their standard values.\n");
    for (int i = 0; i < SETTINGS; i++)
        text_format(out, "\n# %s\n%s = %s\n", settings[i].meaning, settings[i].name,
                    settings[i].standard);
    text_string(out, "\n# Keys of commands, the first that a game does not use itself counts.\n");
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        text_format(out, "key.%s = %s\n", config_command_names[command], standard_keys[command]);
    text_string(out, "\n# Keys of a game: key.GAME.KEY = what another key of the game does.\n"
                     "# key.falls.a = left\n");
}

bool config_path(char *path, size_t capacity) {
    struct text out = text_over(path, capacity);
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && folder[0] == '/')
        text_format(&out, "%s/tilewright/config", folder);
    else if (home && home[0] == '/')
        text_format(&out, "%s/.config/tilewright/config", home);
    return out.length > 0 && !out.cut;
}
