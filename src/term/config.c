/* The config file. Every setting is a row of a table: its name, what it may be, what it means. */
#include "term/config.h"
#include "games/games.h"
#include "play/table.h"
#include "show/input.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_BYTES = 256, VALUE_BYTES = LINE_BYTES, NUMBER_DIGITS = 6 };

const char *const config_command_names[CONFIG_COMMANDS] = {"hint",  "undo",    "redo", "restart",
                                                           "new",   "pause",   "save", "review",
                                                           "moves", "history", "help", "leave"};

/* Keys that mean a command if the file says nothing. */
static const char *const standard_keys[CONFIG_COMMANDS] = {
    [CONFIG_HINT] = "h H F2",    [CONFIG_UNDO] = "u Backspace", [CONFIG_REDO] = "U Ctrl-Y",
    [CONFIG_RESTART] = "Ctrl-R", [CONFIG_NEW] = "n N",          [CONFIG_PAUSE] = "p P",
    [CONFIG_SAVE] = "Ctrl-S w",  [CONFIG_REVIEW] = "v V",       [CONFIG_MOVES] = "m M",
    [CONFIG_HISTORY] = "l L F3", [CONFIG_HELP] = "? F1",        [CONFIG_LEAVE] = "q Q",
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
static const struct word answers[] = {{"yes", 1},   {"no", 0},   {"off", 0}, {"on", 1},
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
    [TICK] = {"tick", NULL, TABLE_TICK_MIN_MS, TABLE_TICK_MAX_MS, "400",
              "milliseconds from row to row, in real time"},
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

static bool complain_of_key(const char *name, struct text *wrong) {
    text_string(wrong, "there is no key ");
    text_quote(wrong, name);
    return false;
}

/* Keys that choose and move do so on every screen. */
static bool is_reserved(uint32_t key) {
    return key == INPUT_ENTER || key == INPUT_ESCAPE || key == INPUT_TAB || key == INPUT_BACKTAB ||
           (key >= INPUT_UP && key <= INPUT_RIGHT);
}

/* Reads the keys of a command: names with spaces between them, or "none". */
static bool read_keys(const char *value, uint32_t keys[CONFIG_KEYS_MAX + 1], struct text *wrong) {
    char name[VALUE_BYTES];
    int count = 0;
    if (strcasecmp(value, "none") == 0) return true;
    for (value += strspn(value, " \t"); *value; value += strspn(value, " \t")) {
        size_t length = strcspn(value, " \t");
        memcpy(name, value, length);
        name[length] = '\0';
        value += length;
        uint32_t key = input_read_name(name);
        if (!key) return complain_of_key(name, wrong);
        if (is_reserved(key)) {
            text_format(wrong, "%s must keep its meaning", name);
            return false;
        }
        if (count == CONFIG_KEYS_MAX) {
            text_format(wrong, "a command must have at most %d keys", CONFIG_KEYS_MAX);
            return false;
        }
        keys[count++] = key;
    }
    if (count == 0) text_string(wrong, "a command must have a key, or 'none'");
    return count > 0;
}

static void take_away(uint32_t keys[CONFIG_KEYS_MAX + 1], uint32_t key) {
    int kept = 0;
    for (int i = 0; keys[i]; i++)
        if (keys[i] != key) keys[kept++] = keys[i];
    keys[kept] = 0;
}

/* A key means one command: the last that it is given to. If a name is wrong nothing changes. */
static bool set_keys(struct config *config, int command, const char *value, struct text *wrong) {
    uint32_t keys[CONFIG_KEYS_MAX + 1] = {0};
    if (!read_keys(value, keys, wrong)) return false;
    for (int other = 0; other < CONFIG_COMMANDS; other++)
        for (int i = 0; keys[i]; i++) take_away(config->keys[other], keys[i]);
    memcpy(config->keys[command], keys, sizeof keys);
    return true;
}

/* Writes "a, b or c"; other words for yes and no need not be listed. */
static void list_words(const struct word *words, struct text *out) {
    bool more = words != answers;
    for (const struct word *word = words; word->word && (more || word < answers + 2); word++)
        text_format(out, "%s%s",
                    word == words          ? ""
                    : word[1].word && more ? ", "
                                           : " or ",
                    word->word);
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
    text_string(wrong, ", not ");
    text_quote(wrong, value);
    return false;
}

/* Returns the game's key of a meaning, or NULL. */
static const struct key *find_meaning(const struct game *game, const char *meaning) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (strcasecmp(key->meaning, meaning) == 0) return key;
    return NULL;
}

static bool complain_of_meaning(const struct game *game, const char *value, struct text *wrong) {
    if (!game->keys) {
        text_format(wrong, "%s has no keys of its own", game->name);
        return false;
    }
    text_format(wrong, "a key of %s must mean ", game->name);
    for (const struct key *key = game->keys; key->key; key++)
        if (find_meaning(game, key->meaning) == key)
            text_format(wrong, "%s%s", key == game->keys ? "" : "; ", key->meaning);
    text_string(wrong, "; not ");
    text_quote(wrong, value);
    return false;
}

/* Gives a key of a game its meaning, in place of an earlier one. */
static bool keep_game_key(struct config *config, const struct game *game, uint32_t key,
                          const char *meaning) {
    int at = 0;
    if (!config->game_keys) return false;
    while (at < config->game_keys_count && (config->game_keys[at].key != key ||
                                            strcmp(config->game_keys[at].game, game->name) != 0))
        at++;
    if (at == CONFIG_GAME_KEYS_MAX) return false;
    if (at == config->game_keys_count) config->game_keys_count++;
    struct text name = text_over(config->game_keys[at].game, sizeof config->game_keys[at].game);
    struct text words =
        text_over(config->game_keys[at].meaning, sizeof config->game_keys[at].meaning);
    text_string(&name, game->name);
    text_string(&words, meaning);
    config->game_keys[at].key = key;
    return !name.cut && !words.cut;
}

/* "key.GAME.KEY = MEANING". */
static bool read_game_key(struct config *config, char *name, const char *value,
                          struct text *wrong) {
    char *dot = strchr(name, '.');
    *dot = '\0';
    const struct game *game = games_find(name);
    uint32_t key = input_read_name(dot + 1);
    if (!game) {
        text_string(wrong, "there is no game ");
        text_quote(wrong, name);
        return false;
    }
    if (!key) return complain_of_key(dot + 1, wrong);
    const struct key *meaning = find_meaning(game, value);
    if (!meaning) return complain_of_meaning(game, value, wrong);
    if (keep_game_key(config, game, key, meaning->meaning)) return true;
    text_string(wrong, "there are too many keys of games");
    return false;
}

static bool read_key(struct config *config, char *name, const char *value, struct text *wrong) {
    if (strchr(name, '.')) return read_game_key(config, name, value, wrong);
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        if (strcasecmp(config_command_names[command], name) == 0)
            return set_keys(config, command, value, wrong);
    text_string(wrong, "there is no command ");
    text_quote(wrong, name);
    text_string(wrong, "; key.COMMAND must name one of ");
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        text_format(wrong, "%s%s", command ? ", " : "", config_command_names[command]);
    return false;
}

static bool read_pair(struct config *config, char *name, const char *value, struct text *wrong) {
    static const char key[] = "key.";
    if (strncasecmp(name, key, sizeof key - 1) == 0)
        return read_key(config, name + sizeof key - 1, value, wrong);
    for (int i = 0; i < SETTINGS; i++)
        if (strcasecmp(settings[i].name, name) == 0)
            return read_setting(config, (enum setting_kind)i, value, wrong);
    text_string(wrong, "there is no setting ");
    text_quote(wrong, name);
    text_string(wrong, "; 'tilewright config' lists them");
    return false;
}

/* Splits "name = value" at the sign; but in "key.falls.= = left" the first one is a key. */
static char *find_sign(char *line) {
    char *sign = strchr(line, '=');
    if (!sign || sign == line || sign[-1] != '.') return sign;
    char *next = strchr(sign + 1, '=');
    return next ? next : sign;
}

bool config_read_line(struct config *config, const char *line, struct text *wrong) {
    char copy[LINE_BYTES];
    if (strlen(line) >= sizeof copy) {
        text_format(wrong, "a line must have at most %d bytes", LINE_BYTES - 1);
        return false;
    }
    strcpy(copy, line);
    char *from = text_trim(copy), *sign = find_sign(from);
    if (!*from || *from == '#') return true;
    if (!sign || sign == from) {
        text_string(wrong, "a line must be 'name = value'");
        return false;
    }
    *sign = '\0';
    return read_pair(config, text_trim(from), text_trim(sign + 1), wrong);
}

/* Writes as much of a text as fits. */
static void put_start(struct text *out, const char *text) {
    size_t room = out->capacity - out->length - 1, length = strlen(text);
    if (length > room) {
        length = room < 3 ? 0 : room - 3;
        while (length && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    text_bytes(out, text, length);
    if (text[length]) text_string(out, "...");
}

bool config_read(struct config *config, const char *text, struct text *wrong) {
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors put it first */
    char line[LINE_BYTES + 1], why[2 * LINE_BYTES];
    bool fine = true;
    if (strncmp(text, mark, 3) == 0) text += 3;
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n"), kept = length < LINE_BYTES ? length : LINE_BYTES;
        struct text first = text_over(why, sizeof why);
        memcpy(line, text, kept);
        line[kept] = '\0';
        text += length + (text[length] == '\n');
        if (config_read_line(config, line, &first)) continue;
        if (fine) text_format(wrong, "line %d: ", number);
        if (fine) put_start(wrong, why);
        fine = false;
    }
    return fine;
}

void config_standard(struct config *config) {
    char buffer[CONFIG_WRONG_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    memset(config, 0, sizeof *config);
    for (int i = 0; i < SETTINGS; i++)
        read_setting(config, (enum setting_kind)i, settings[i].standard, &wrong);
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        set_keys(config, command, standard_keys[command], &wrong);
    assert(wrong.length == 0);
}

void config_write_sample(struct text *out) {
    text_string(out, "# Settings of Tilewright, with their standard values.\n");
    for (int i = 0; i < SETTINGS; i++)
        text_format(out, "\n# %s\n%s = %s\n", settings[i].meaning, settings[i].name,
                    settings[i].standard);
    text_string(
        out, "\n# Keys of commands, at most 4 each, or none. The first that a game does not use\n"
             "# itself is shown.\n");
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
