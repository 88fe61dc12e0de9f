/* Every line of an answer begins with two spaces, so that no name or text can look like its end. */
#include "serve/console_commands.h"
#include "games/games.h"
#include "hall/room.h"
#include "serve/http.h"
#include "serve/print.h"
#include "serve/telnet.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024, NAME_COLUMNS = 18, ADDRESS_COLUMNS = 16, BASE_BYTES = 1 << 14 };
enum { ITEM_BYTES = 512, NUMBER_DIGITS = 9 };
static const char *const phases[] = {"waiting", "round", "ending", "end card"};

size_t console_commands_room(const struct server *server) {
    size_t items = (size_t)(server->hall->members_count + server->hall->rooms_count);
    return BASE_BYTES + ITEM_BYTES * items;
}

/* Writes a text from outside, and spaces up to a width in characters. */
static void put_padded(struct text *out, const char *name, int columns) {
    char shown[LINE_BYTES];
    struct text text = text_over(shown, sizeof shown);
    text_printable(&text, name, strlen(name));
    text_string(out, shown);
    for (const char *at = shown; *at; at++) columns -= ((unsigned char)*at & 0xC0) != 0x80;
    do text_char(out, ' ');
    while (--columns > 0);
}

/* Returns the next word of a line, ended by a NUL, and moves on; NULL if there is none. */
static char *next_word(char **rest) {
    char *word = *rest + strspn(*rest, " ");
    size_t length = strcspn(word, " ");
    *rest = word + length;
    if (**rest) *(*rest)++ = '\0';
    *rest += strspn(*rest, " ");
    return length ? word : NULL;
}

static bool read_number(const char *word, int *number) {
    size_t digits = word ? strspn(word, "0123456789") : 0;
    if (digits == 0 || digits > NUMBER_DIGITS || word[digits]) return false;
    *number = atoi(word);
    return true;
}

static const char *refuse_rest(const char *rest) {
    return *rest ? "nothing more must follow this command" : NULL;
}

/* Players */

static bool find_visit(const struct member *member, struct server_visit *visit) {
    return telnet_find(member, visit) || http_find(member, visit);
}

static void put_place(struct text *out, const struct member *member) {
    const struct room *room = member->room;
    if (!room)
        print_to(out, "lobby");
    else if (member->seat == HALL_NO_SEAT)
        print_to(out, "room %u, watching, %s", room->id, phases[room->phase]);
    else
        print_to(out, "room %u, player %d, %s", room->id, member->seat + 1, phases[room->phase]);
}

static const char *run_players(struct server *server, char *rest, struct text *out) {
    const char *wrong = refuse_rest(rest);
    double now = server_now();
    for (struct member *member = server->hall->members; member && !wrong; member = member->next) {
        struct server_visit visit = {"", now};
        bool here = member->tell && find_visit(member, &visit);
        print_to(out, "  ");
        put_padded(out, member->name, NAME_COLUMNS);
        put_padded(out, here ? visit.address : "-", ADDRESS_COLUMNS);
        put_place(out, member);
        if (!member->tell) print_to(out, ", connection lost %.0f s ago", now - member->lost);
        if (here) print_to(out, ", idle %.0f s", now - visit.heard);
        print_to(out, "\n");
    }
    if (!wrong && !server->hall->members) print_to(out, "  nobody is here\n");
    return wrong;
}

static const char *run_accept(struct server *server, char *rest, struct text *out) {
    const char *wrong = refuse_rest(rest);
    if (!wrong) server->hall->restricted = false;
    if (!wrong) print_to(out, "  newcomers may come in\n");
    return wrong;
}

static const char *run_restrict(struct server *server, char *rest, struct text *out) {
    const char *wrong = refuse_rest(rest);
    if (!wrong) server->hall->restricted = true;
    if (!wrong) print_to(out, "  newcomers must stay outside\n");
    return wrong;
}

/* A reason may be "". */
static const char *kick(struct server *server, const char *name, const char *reason,
                        struct text *out) {
    char shown[LINE_BYTES], why[HALL_SAY_BYTES];
    struct text text = text_over(shown, sizeof shown);
    text_printable(&text, name, strlen(name));
    struct text told = text_over(why, sizeof why);
    text_format(&told, "The game master threw you out%s", *reason ? ": " : ".");
    text_printable(&told, reason, strlen(reason));
    const char *wrong = hall_kick(server->hall, name, why, server_now());
    if (!wrong) log_line(LOG_INFO, "console", "%s was told: %s", name, why);
    if (!wrong) print_to(out, "  %s is out\n", shown);
    return wrong;
}

/* A name may have spaces, and a reason may follow: the longest beginning that is a name counts. */
static const char *run_kick(struct server *server, char *rest, struct text *out) {
    char *end = *rest == '"' || *rest == '\'' ? strchr(rest + 1, *rest) : NULL;
    if (!*rest) return "a NAME must follow, as 'players' lists them";
    if (end) {
        *end = '\0';
        end += 1 + strspn(end + 1, " ");
        return kick(server, rest + 1, end, out);
    }
    char whole[LINE_BYTES * 4];
    snprintf(whole, sizeof whole, "%s", rest);
    const char *wrong = kick(server, rest, "", out);
    for (char *space = strrchr(rest, ' '); wrong && space; space = strrchr(rest, ' ')) {
        const char *reason = whole + (space - rest);
        *space = '\0';
        if (rest[strlen(rest) - 1] == ' ') continue;
        wrong = kick(server, rest, reason + strspn(reason, " "), out);
    }
    return wrong;
}

static const char *run_say(struct server *server, char *rest, struct text *out) {
    if (!*rest) return "a TEXT must follow";
    if (strlen(rest) >= HALL_SAY_BYTES) return "the text must be shorter";
    hall_announce(server->hall, rest);
    print_to(out, "  %d members were told\n", server->hall->members_count);
    return NULL;
}

/* Rooms */

static void put_room(struct text *out, const struct room *room) {
    int persons = 0, agents = 0;
    for (int i = 0; i < room->seats_count; i++) {
        persons += room->seats[i].member != NULL;
        agents += room->seats[i].player.agent != NULL;
    }
    print_to(out, "  room %u  %s  ", room->id, room->setup.game->name);
    put_padded(out, room->setup.title, 1);
    print_to(out, " %s, round %d of %d, %d of %d seats taken", phases[room->phase], room->round,
             room->setup.rounds, persons + agents, room->seats_count);
    if (agents) print_to(out, " (%d by agents)", agents);
    if (room->watchers) print_to(out, ", %d watching", room->watchers);
    print_to(out, "\n");
}

static const char *run_rooms(struct server *server, char *rest, struct text *out) {
    const char *wrong = refuse_rest(rest);
    if (wrong) return wrong;
    for (const struct room *room = server->hall->rooms; room; room = room->next)
        put_room(out, room);
    if (!server->hall->rooms) print_to(out, "  there is no room\n");
    return NULL;
}

static int viruses_of(const struct hall *hall) {
    if (hall->setup.viruses) return hall->setup.viruses;
    for (int i = 0; games_list[i]; i++) {
        int at = game_param(games_list[i], "viruses");
        if (at >= 0) return games_list[i]->params[at].standard;
    }
    return 0;
}

static int tick_of(const struct hall *hall) {
    return hall->setup.tick_ms ? hall->setup.tick_ms : TABLE_TICK_MS;
}

static void put_uptime(struct text *out, double seconds) {
    long minutes = (long)(seconds / 60);
    print_to(out, "  up for %ld d %ld h %ld min %d s\n", minutes / 1440, minutes / 60 % 24,
             minutes % 60, (int)(seconds - 60.0 * (double)minutes));
}

static const char *run_status(struct server *server, char *rest, struct text *out) {
    const struct hall *hall = server->hall;
    const char *wrong = refuse_rest(rest);
    if (wrong) return wrong;
    print_to(out, "  %s, newcomers %s\n",
             server->ending ? "the server ends after the rounds" : "the server runs",
             hall->restricted || server->ending ? "must stay outside" : "may come in");
    print_to(out, "  %d members, %d in rounds, %d watching, %d rooms\n", hall->members_count,
             hall->playing_count, hall->watching_count, hall->rooms_count);
    print_to(out, "  virs %d, tick %d ms, at most %d members and %d rooms\n", viruses_of(hall),
             tick_of(hall), hall->setup.members_max, hall->setup.rooms_max);
    print_to(out, "  terminals at port %d, browsers at port %d\n", server->port, server->http_port);
    put_uptime(out, server_now() - server->began);
    return run_rooms(server, rest, out);
}

static const char *refuse_room(const char *word) {
    int id;
    if (!word || read_number(word, &id)) return NULL;
    return "ROOM must be a number, as 'rooms' lists them";
}

/* Finds the room of a number. NULL after setting why. */
static struct room *find_room(struct server *server, const char *word, const char **wrong) {
    int id = 0;
    struct room *room = read_number(word, &id) ? room_find(server->hall, (uint32_t)id) : NULL;
    if (!room) *wrong = "there is no room of this number; 'rooms' lists them";
    return room;
}

static const char *run_start(struct server *server, char *rest, struct text *out) {
    int started = 0;
    const char *word = next_word(&rest), *wrong = refuse_room(word);
    if (!wrong) wrong = refuse_rest(rest);
    if (wrong) return wrong;
    struct room *room = word ? find_room(server, word, &wrong) : NULL;
    if (room) wrong = room_start(room, server_now());
    if (room) started = !wrong;
    if (!word && (started = server_start(server, &wrong))) wrong = NULL;
    if (!wrong) print_to(out, "  rounds started: %d\n", started);
    return wrong;
}

static const char *end_all(struct server *server, int *ended) {
    struct room *next;
    for (struct room *room = server->hall->rooms; room; room = next) {
        next = room->next;
        if (room->phase == ROOM_ROUND) *ended += !room_stop_round(room, server_now());
    }
    return *ended ? NULL : "no round is played";
}

static const char *run_end(struct server *server, char *rest, struct text *out) {
    int ended = 0;
    const char *word = next_word(&rest), *wrong = NULL;
    if (word && strcmp(word, "now") == 0)
        word = next_word(&rest);
    else if (*rest && strcmp(rest, "now") == 0)
        rest += strlen(rest);
    wrong = refuse_room(word);
    if (!wrong) wrong = refuse_rest(rest);
    if (wrong) return wrong;
    struct room *room = word ? find_room(server, word, &wrong) : NULL;
    if (room) wrong = room_stop_round(room, server_now());
    if (room) ended = !wrong;
    if (!word) wrong = end_all(server, &ended);
    if (!wrong) print_to(out, "  rounds ended: %d\n", ended);
    return wrong;
}

/* Settings */

static const char *run_set(struct server *server, char *rest, struct text *out) {
    const char *name = next_word(&rest), *word = next_word(&rest), *wrong = refuse_rest(rest);
    bool tick = name && strcmp(name, "tick") == 0, virs = name && strcmp(name, "virs") == 0;
    int number = INT_MAX;
    if (wrong) return wrong;
    if ((!tick && !virs) || !word) return "'virs N' or 'tick MS' must follow";
    if (!read_number(word, &number)) number = INT_MAX; /* the hall tells the range */
    wrong = tick ? hall_set_tick(server->hall, number) : hall_set_viruses(server->hall, number);
    if (!wrong) print_to(out, "  %s is %d from the next round on\n", name, number);
    return wrong;
}

static const char *run_get(struct server *server, char *rest, struct text *out) {
    const char *name = next_word(&rest), *wrong = refuse_rest(rest);
    bool tick = name && strcmp(name, "tick") == 0, virs = name && strcmp(name, "virs") == 0;
    if (wrong) return wrong;
    if (!tick && !virs) return "'virs' or 'tick' must follow";
    print_to(out, "  %s %d\n", name, tick ? tick_of(server->hall) : viruses_of(server->hall));
    return NULL;
}

/* The server */

/* Writes a text of several lines, each with two spaces before it. */
static void put_lines(struct text *out, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        text_string(out, "  ");
        text_bytes(out, text, length);
        text_char(out, '\n');
        text += length + (text[length] == '\n');
    }
}

static const char *run_stats(struct server *server, char *rest, struct text *out) {
    char plain[BASE_BYTES / 2];
    struct text text = text_over(plain, sizeof plain);
    const char *wrong = refuse_rest(rest);
    if (wrong) return wrong;
    metrics_write_plain(&server->metrics, server->hall, &text);
    put_lines(out, plain);
    return NULL;
}

static const char *run_stop(struct server *server, char *rest, struct text *out) {
    bool now = strcmp(rest, "now") == 0;
    if (*rest && !now) return "nothing or 'now' must follow";
    if (server->ending && !now) {
        print_to(out, "  the server ends already, after the rounds; 'stop now' ends these, too\n");
        return NULL;
    }
    print_to(out, now ? "  the server ends now\n" : "  the server ends after the rounds\n");
    server_end(server, now);
    return NULL;
}

static const char *run_help(struct server *server, char *rest, struct text *out) {
    const char *wrong = refuse_rest(rest);
    char left[LINE_BYTES];
    (void)server;
    if (wrong) return wrong;
    for (const struct console_commands_row *row = console_commands_rows; row->name; row++) {
        snprintf(left, sizeof left, "%s%s%s", row->name, *row->arguments ? " " : "",
                 row->arguments);
        print_to(out, "  %-22s  %s\n", left, row->meaning);
    }
    return NULL;
}

const struct console_commands_row console_commands_rows[] = {
    {"players", "", "who is here: name, address, room, how long idle", run_players},
    {"rooms", "", "the rooms and their phases", run_rooms},
    {"status", "", "counts, settings, rooms", run_status},
    {"stats", "", "what the server counts and measures", run_stats},
    {"start", "[ROOM]", "begin the round, of one room or of all that wait", run_start},
    {"end", "[ROOM] [now]", "end the round as it stands, of one room or of all", run_end},
    {"set", "virs N|tick MS", "viruses, milliseconds a tick: from the next round on", run_set},
    {"get", "virs|tick", "tell what is set", run_get},
    {"say", "TEXT", "tell everybody something", run_say},
    {"kick", "NAME [REASON]", "throw somebody out", run_kick},
    {"accept", "", "let newcomers in", run_accept},
    {"restrict", "", "let no newcomers in", run_restrict},
    {"stop", "[now]", "end the server, after the rounds or now", run_stop},
    {"help", "", "this list", run_help},
    {NULL, NULL, NULL, NULL},
};
