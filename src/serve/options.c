/* Each option is a row of a table: its name, its place, what it may be. */
#include "serve/options.h"
#include "games/games.h"
#include "host/system.h"
#include "play/table.h"
#include "store/store.h"
#include <arpa/inet.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/un.h>

enum { LINE_BYTES = OPTIONS_PATH_MAX + 64, NUMBER_DIGITS = 9, WHY_BYTES = 400 };
enum { PLAYERS_MAX = 1000000, CONNECTIONS_MAX = 1000000, ROOMS_MAX = 100000 };
enum { SOCKET_BYTES = sizeof((struct sockaddr_un *)NULL)->sun_path };

enum kind { NUMBER, PORT, MILLISECONDS, VIRUSES, ADDRESS, PATH, SOCKET, ORIGIN, LEVEL };

static const struct row {
    const char *name;
    enum kind kind;
    size_t place, bytes; /* in struct options */
    int least, most;
} rows[] = {
    {"listen", ADDRESS, offsetof(struct options, listen), OPTIONS_ADDRESS_MAX, 0, 0},
    {"port", PORT, offsetof(struct options, port), 0, -1, 65535},
    {"http-port", PORT, offsetof(struct options, http_port), 0, -1, 65535},
    {"max-players", NUMBER, offsetof(struct options, max_players), 0, 1, PLAYERS_MAX},
    {"max-connections", NUMBER, offsetof(struct options, max_connections), 0, 1, CONNECTIONS_MAX},
    {"per-address", NUMBER, offsetof(struct options, per_address), 0, 0, CONNECTIONS_MAX},
    {"rooms", NUMBER, offsetof(struct options, rooms), 0, 1, ROOMS_MAX},
    {"db", PATH, offsetof(struct options, db), OPTIONS_PATH_MAX, 0, 0},
    {"tick", MILLISECONDS, offsetof(struct options, tick_ms), 0, TABLE_TICK_MIN_MS,
     TABLE_TICK_MAX_MS},
    {"virs", VIRUSES, offsetof(struct options, virs), 0, 0, 0},
    {"gm-sock", SOCKET, offsetof(struct options, gm_sock), SOCKET_BYTES, 0, 0},
    {"origin", ORIGIN, offsetof(struct options, origin), sizeof((struct options *)NULL)->origin, 0,
     0},
    {"threads", NUMBER, offsetof(struct options, threads), 0, 0, HOST_THREADS_MAX},
    {"log-level", LEVEL, offsetof(struct options, log_level), 0, 0, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool read_number(const char *value, const char *unit, int *number) {
    bool minus = *value == '-';
    value += minus;
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || digits > NUMBER_DIGITS) return false;
    if (value[digits] && strcmp(value + digits, unit) != 0) return false;
    *number = minus ? -atoi(value) : atoi(value);
    return true;
}

/* Finds what a game that has viruses allows: the widest range of all games. */
static void find_viruses(int *least, int *most) {
    *least = INT_MAX;
    *most = 0;
    for (int i = 0; games_list[i]; i++) {
        int at = game_param(games_list[i], "viruses");
        const struct param *param = &games_list[i]->params[at < 0 ? 0 : at];
        if (at >= 0 && param->min < *least) *least = param->min;
        if (at >= 0 && param->max > *most) *most = param->max;
    }
}

static void tell_range(const struct row *row, int least, int most, struct text *wrong) {
    if (row->kind == PORT)
        text_format(wrong, "%s must be from 0 to %d (0: none; -1: any that is free)", row->name,
                    most);
    else
        text_format(wrong, "%s must be from %d to %d%s", row->name, least, most,
                    row->kind == MILLISECONDS ? " milliseconds" : "");
}

static bool set_number(int *place, const struct row *row, const char *value, struct text *wrong) {
    int least = row->least, most = row->most, number;
    if (row->kind == VIRUSES) find_viruses(&least, &most);
    if (read_number(value, row->kind == MILLISECONDS ? "ms" : "", &number) && number >= least &&
        number <= most) {
        *place = number;
        return true;
    }
    tell_range(row, least, most, wrong);
    text_string(wrong, ", not ");
    text_quote(wrong, value);
    return false;
}

static bool is_address(const char *value) {
    struct in6_addr room;
    return inet_pton(AF_INET, value, &room) == 1 || inet_pton(AF_INET6, value, &room) == 1;
}

/* An origin as a browser sends it: "https://games.example.org", perhaps with a port. */
static bool is_origin(const char *value) {
    size_t scheme = strncmp(value, "http://", 7) == 0    ? 7
                    : strncmp(value, "https://", 8) == 0 ? 8
                                                         : 0;
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789.-:[]";
    return !*value || (scheme && value[scheme] && !value[scheme + strspn(value + scheme, allowed)]);
}

/* Returns what a text must be, or NULL if it is. */
static const char *refuse_text(enum kind kind, const char *value) {
    if (kind == ADDRESS && !is_address(value))
        return "an address of this machine, as 0.0.0.0 or ::1";
    if (kind == ORIGIN && !is_origin(value))
        return "an origin in small letters, as https://games.example.org";
    if (kind == PATH && !*value) return "a file's name, or :memory:";
    return NULL;
}

static bool set_text(char *place, const struct row *row, const char *value, struct text *wrong) {
    const char *expected = refuse_text(row->kind, value);
    if (expected) {
        text_format(wrong, "%s must be %s, not ", row->name, expected);
        text_quote(wrong, value);
        return false;
    }
    if (strlen(value) >= row->bytes) {
        text_format(wrong, "%s must have at most %d bytes", row->name, (int)row->bytes - 1);
        return false;
    }
    strcpy(place, value);
    return true;
}

static bool set_level(enum log_level *place, const char *value, struct text *wrong) {
    for (int i = 0; i < LOG_LEVELS; i++)
        if (strcasecmp(log_level_names[i], value) == 0) {
            *place = (enum log_level)i;
            return true;
        }
    text_string(wrong, "log-level must be ");
    for (int i = 0; i < LOG_LEVELS; i++)
        text_format(wrong, "%s%s",
                    i == 0                ? ""
                    : i == LOG_LEVELS - 1 ? " or "
                                          : ", ",
                    log_level_names[i]);
    text_string(wrong, ", not ");
    text_quote(wrong, value);
    return false;
}

bool options_set(struct options *options, const char *name, const char *value, struct text *wrong) {
    for (int i = 0; i < ROWS; i++) {
        const struct row *row = &rows[i];
        void *place = (char *)options + row->place;
        if (strcmp(row->name, name) != 0) continue;
        if (row->kind == LEVEL) return set_level(place, value, wrong);
        if (row->kind <= VIRUSES) return set_number(place, row, value, wrong);
        return set_text(place, row, value, wrong);
    }
    text_string(wrong, "there is no option ");
    text_quote(wrong, name);
    return false;
}

static bool read_line(struct options *options, char *line, struct text *wrong) {
    char *from = text_trim(line), *sign = strchr(from, '=');
    if (!*from || *from == '#') return true;
    if (!sign || sign == from) {
        text_string(wrong, "a line must be 'name = value'");
        return false;
    }
    *sign = '\0';
    return options_set(options, text_trim(from), text_trim(sign + 1), wrong);
}

bool options_read(struct options *options, const char *text, struct text *wrong) {
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors put it first */
    char line[LINE_BYTES], why[WHY_BYTES];
    struct options read = *options;
    if (strncmp(text, mark, sizeof mark - 1) == 0) text += sizeof mark - 1;
    for (int number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        struct text reason = text_over(why, sizeof why);
        if (length < sizeof line) {
            memcpy(line, text, length);
            line[length] = '\0';
        }
        if (length >= sizeof line || !read_line(&read, line, &reason)) {
            if (length >= sizeof line) text_string(&reason, "the line is too long");
            text_format(wrong, "line %d: %s", number, why);
            return false;
        }
        text += length + (text[length] == '\n');
    }
    *options = read;
    return true;
}

/* The socket lies where only its owner comes; "" if there is no such place. */
static void find_socket(char *path, size_t capacity) {
    const char *runtime = getenv("XDG_RUNTIME_DIR"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    struct text out = text_over(path, capacity);
    if (runtime && *runtime == '/')
        text_format(&out, "%s/tilewright/gm.sock", runtime);
    else if (data && *data == '/')
        text_format(&out, "%s/tilewright/gm.sock", data);
    else if (home && *home == '/')
        text_format(&out, "%s/.local/share/tilewright/gm.sock", home);
    if (out.cut) text_clear(&out);
}

void options_standard(struct options *options) {
    memset(options, 0, sizeof *options);
    strcpy(options->listen, "::");
    options->port = 2020;
    options->http_port = 8080;
    options->max_players = 4096;
    options->max_connections = 16384;
    options->per_address = 100;
    options->rooms = 1000;
    options->log_level = LOG_INFO;
    if (!store_path(options->db, sizeof options->db)) strcpy(options->db, ":memory:");
    find_socket(options->gm_sock, SOCKET_BYTES);
}
