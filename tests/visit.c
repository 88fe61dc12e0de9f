/* A visitor among others on a server without sockets, to look at the screens: steps are played in a
 * time of its own, and the last frame is printed with true colours, or as plain text.
 *
 * usage: visit [--rows N] [--cols N] [--light] [--friendly] [--plain] [--bare] [--dump] STEP...
 * steps: keys:TEXT       type it; \n \e and \t are understood
 *        wait:SECONDS    let time pass
 *        bots:N          so many come, and play in the first room
 *        watch:N         so many come, and watch it
 *        say:N:TEXT      bot N says something in its room
 *        game:NAME       bots open a room of it if there is none
 *        auto:           all play from now on, the visitor by itself, too; else they wait */
#include "games/games.h"
#include "host/system.h"
#include "lobby/lobby.h"
#include "play/advisor.h"
#include "term/seats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS_MAX = 16, TEXT_BYTES = 1 << 16 };
static const double step = 0.05, pause = 0.25;

static struct {
    int rows, cols;
    bool light, friendly, plain, bare, dump;
} options = {.rows = 24, .cols = 80};

static struct bot {
    struct member *member;
    double acts; /* when it acts next */
} bots[BOTS_MAX];
static int bots_count;
static bool automatic;
static double own_acts;
static struct host_system host;
static struct advisor advisor;
static struct hall *hall;
static struct term *term;
static struct lobby *lobby;
static const struct game *game;
static double now = 1000;
static struct rng rng;

static void fail(const char *what) {
    fprintf(stderr, "visit: %s\n", what);
    exit(2);
}

static void check(const char *why) {
    if (why) fail(why);
}

static void tell(void *self, const struct hall_message *message) {
    struct bot *bot = self;
    if (message->kind == HALL_GONE) bot->member = NULL;
}

static void draw(void *self, void *bytes, size_t count) {
    (void)self;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)rng_next(&rng);
}

static void changed(void *self) {
    (void)self;
}

static void draw_seed(void *self, char *seed, size_t capacity) {
    (void)self;
    snprintf(seed, capacity, "visit");
}

/* Ratings as a keeper could give them. */
static void keep(void *self, struct hall_result *result) {
    (void)self;
    for (int i = 0; i < result->seats_count; i++) {
        result->seats[i].gain = 24.0 / result->seats[i].rank - 8;
        result->seats[i].rating = 1500 + result->seats[i].gain;
    }
    hall_kept(hall, result, NULL, now);
}

static void ask_top(void *self, const char *name) {
    static const struct lobby_rank ranks[] = {{"Mira", false, 1712.4, 61.2, 88, 51},
                                              {"steady:50ms", true, 1650.1, 40.5, 310, 150},
                                              {"Ada", false, 1544.9, 120.7, 9, 4}};
    (void)self;
    lobby_give_top(lobby, name, ranks, sizeof ranks / sizeof *ranks);
}

/* Asks the agent that the game offers first, with a small budget. */
static action find_act(const struct table *table, int place) {
    if (advisor.query.game != table->game) {
        advisor_release(&advisor);
        if (advisor_init(&advisor, table->game, seats_opponent(table->game), &host.host) < 0)
            fail("out of memory");
    }
    game_copy(table->game, advisor.query.state, table->session.state);
    advisor.query.who = place;
    advisor.query.budget = (struct budget){.nodes = 200};
    advisor.query.rng = rng_new(rng_next(&rng), 0);
    advisor.query.act = AGENT_NO_ACT;
    advisor.query.acts_per_tick = 2;
    advice_ask(&advisor.query, &advisor.verdict);
    return advisor.verdict.advice.candidates[0].act;
}

static void act(struct member *member) {
    struct room *room = member->room;
    int seat = member->seat, place;
    if (!room || seat == HALL_NO_SEAT || room->phase == ROOM_ENDING) return;
    if (room->phase == ROOM_WAITING) room_ready(member, true, now);
    if (room->phase != ROOM_ROUND || !automatic) return;
    const struct table *table = room_table(room, seat, &place);
    if (!table || !(table->game->movers(table->session.state) >> place & 1)) return;
    room_act(member, find_act(table, place), now);
}

static void pass(double seconds) {
    for (double end = now + seconds; now < end;) {
        now += step;
        hall_run(hall, now);
        for (int i = 0; i < bots_count; i++) {
            if (!bots[i].member || now < bots[i].acts) continue;
            bots[i].acts = now + pause;
            act(bots[i].member);
        }
        if (automatic && now >= own_acts) {
            own_acts = now + pause;
            act((struct member *)lobby_member(lobby));
        }
        term_run(term, now);
    }
}

static void add_bots(int count, bool watch) {
    static const char *const names[BOTS_MAX] = {
        "Mira", "Tom\xC3\xA1s", "Steady", "Ken", "\xE6\x9D\x8E\xE5\xB0\x8F\xE9\xBE\x99",
        "Ada",  "Alexander",    "Bo",     "Cleo"};
    for (; count > 0 && bots_count < BOTS_MAX; count--) {
        struct bot *bot = &bots[bots_count];
        char name[HALL_NAME_BYTES];
        snprintf(name, sizeof name, "%s", names[bots_count] ? names[bots_count] : "");
        if (!name[0]) snprintf(name, sizeof name, "Bot %d", bots_count);
        check(hall_enter(hall, name, tell, bot, now, &bot->member));
        bots_count++;
        bot->acts = now + pause * bots_count / BOTS_MAX;
        struct room_setup setup = {.game = game, .title = "Saturday table"};
        game_standard(game, setup.params);
        if (!hall->rooms)
            check(room_open(bot->member, &setup, now));
        else
            check(watch ? room_watch(bot->member, hall->rooms, now)
                        : room_join(bot->member, hall->rooms, now));
    }
}

static void type(const char *keys) {
    for (; *keys; keys++) {
        uint8_t byte = (uint8_t)*keys;
        if (byte == '\\' && keys[1]) {
            keys++;
            byte = *keys == 'n' ? '\r' : *keys == 'e' ? 0x1B : *keys == 't' ? '\t' : (uint8_t)*keys;
        }
        term_input(term, &byte, 1, now);
    }
    pass(step);
}

static const char *after(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

static void take_step(const char *text) {
    const char *rest;
    char *end;
    if ((rest = after(text, "keys:")))
        type(rest);
    else if ((rest = after(text, "wait:")))
        pass(atof(rest));
    else if ((rest = after(text, "bots:")))
        add_bots(atoi(rest), false);
    else if ((rest = after(text, "watch:")))
        add_bots(atoi(rest), true);
    else if (after(text, "auto:"))
        automatic = true;
    else if ((rest = after(text, "game:")))
        game = games_find(rest);
    else if ((rest = after(text, "say:")) && strtol(rest, &end, 10) < bots_count && *end == ':')
        check(room_say(bots[strtol(rest, NULL, 10)].member, end + 1, now));
    else
        fail(text);
    if (!game) fail("there is no such game");
}

static bool read_option(char **args, int *at) {
    static const struct {
        const char *name;
        int *number;
        bool *flag;
    } list[] = {{"--rows", &options.rows, NULL},   {"--cols", &options.cols, NULL},
                {"--light", NULL, &options.light}, {"--friendly", NULL, &options.friendly},
                {"--plain", NULL, &options.plain}, {"--bare", NULL, &options.bare},
                {"--dump", NULL, &options.dump}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (strcmp(args[*at], list[i].name) != 0) continue;
        if (list[i].flag) *list[i].flag = true;
        if (list[i].number && args[*at + 1]) *list[i].number = atoi(args[++*at]);
        return true;
    }
    return false;
}

static void print(void) {
    static char bytes[TEXT_BYTES];
    struct text out = text_over(bytes, sizeof bytes);
    if (options.dump) {
        while (!term_output(term, &out)) text_clear(&out);
        text_clear(&out);
        cells_write(&term->cells, &out);
        fputs(bytes, stdout);
        return;
    }
    fputs(wire_begin, stdout);
    for (bool done = false; !done; text_clear(&out)) {
        done = term_output(term, &out);
        fwrite(bytes, 1, out.length, stdout);
    }
    fflush(stdout);
    getchar();
    fputs(wire_end, stdout);
}

/* Options may stand anywhere, so that a golden screen's line can end with one. */
int main(int count, char **args) {
    struct config config;
    (void)count;
    for (int i = 1; args[i]; i++) read_option(args, &i);
    config_standard(&config);
    config.theme = options.light ? THEME_LIGHT : THEME_DARK;
    config.friendly = options.friendly;
    config.plain = options.plain;
    config.colours = options.bare ? WIRE_NONE : WIRE_TRUE;
    host_system_init(&host);
    struct hall_setup setup = {
        .members_max = 1000, .rooms_max = 100, .host = &host.host, .draw = draw, .keep = keep};
    struct term_setup shown = {.config = &config,
                               .host = &host.host,
                               .draw_seed = draw_seed,
                               .rows = options.rows,
                               .cols = options.cols,
                               .remote = true};
    rng = rng_new(1, 0);
    game = games_find("falls");
    hall = hall_new(&setup);
    term = term_new(&shown);
    struct lobby_setup visit = {.hall = hall, .changed = changed, .ask_top = ask_top};
    lobby = hall && term ? lobby_open(term, &visit, now) : NULL;
    if (!lobby) fail("out of memory");
    for (int i = 1; args[i]; i++)
        if (!read_option(args, &i)) take_step(args[i]);
    print();
    lobby_close(lobby, now);
    term_free(term);
    hall_free(hall);
    advisor_release(&advisor);
    host_system_release(&host);
    return 0;
}
