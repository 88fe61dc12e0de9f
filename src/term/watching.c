/* What a replay and a game of agents share: time, players, keys, and playing on. */
#include "term/watching.h"
#include "base/bits.h"
#include "play/outcome.h"
#include "term/names.h"
#include "term/playing.h"
#include "term/screens.h"
#include "term/seats.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PANEL_ROWS = 4, PANEL_COLS = 26, SEED_BYTES = 64, WRONG_BYTES = 256 };

double watching_time_now(const struct watching_time *time, double real) {
    return time->paused ? time->at : time->at + (real - time->real) * time->speed;
}

double watching_time_due(const struct watching_time *time, double at) {
    return time->paused ? INFINITY : time->real + (at - time->at) / time->speed;
}

void watching_time_set(struct watching_time *time, double real, double at) {
    time->real = real;
    time->at = at;
}

void watching_time_pause(struct watching_time *time, double real, bool paused) {
    watching_time_set(time, real, watching_time_now(time, real));
    time->paused = paused;
}

void watching_time_speed(struct watching_time *time, double real, double speed) {
    watching_time_set(time, real, watching_time_now(time, real));
    time->speed = fmin(fmax(speed, WATCHING_SLOWEST), WATCHING_FASTEST);
}

void watching_init(struct watching *watching, enum help_screen help, const struct game *game,
                   int seats) {
    watching->game = game;
    watching->help = help;
    watching->seats = seats;
    watching->players.game = game;
    watching->time.speed = 1;
    view_init(&watching->view, game, watching->names);
    watching_told_nothing(watching);
}

/* Returns whether a name is an agent of the game, and who. */
static bool find_agent(const struct game *game, const char *name, struct player *player) {
    char wrong[WRONG_BYTES];
    struct text text = text_over(wrong, sizeof wrong);
    bool found = player_read(game, name, strlen(name), player, &text);
    if (!found) *player = (struct player){.agent = NULL};
    return found;
}

void watching_set_names(struct watching *watching, const char *const *names) {
    struct table_setup *players = &watching->players;
    for (int seat = 0; names && seat < watching->seats; seat++)
        if (names[seat]) find_agent(watching->game, names[seat], &players->seats[seat].player);
    seats_name(players, watching->seats);
    for (int seat = 0; seat < watching->seats; seat++) {
        struct table_seat *at = &players->seats[seat];
        const char *name = names && names[seat] ? names[seat] : "";
        watching->names[seat] = at->name;
        if (*name && (at->player.agent || strcasecmp(name, "you") == 0)) continue;
        struct text text = text_over(at->name, sizeof at->name);
        if (*name)
            text_printable(&text, name, strlen(name));
        else
            game_name_who(seat, &text);
    }
}

void watching_set_players(struct watching *watching, const struct watching *other) {
    for (int seat = 0; seat < watching->seats; seat++) {
        watching->players.seats[seat] = other->players.seats[seat];
        watching->names[seat] = watching->players.seats[seat].name;
    }
    watching->seat = other->seat;
}

static void say_speed(const struct watching *watching, struct text *out) {
    char number[32];
    snprintf(number, sizeof number, "%.4gx", watching->time.speed);
    text_string(out, number);
}

/* Both screens begin with a struct watching. */
void watching_set_speed(struct term *term, double speed) {
    struct watching *watching = term->screens[term->count - 1].self;
    watching_time_speed(&watching->time, term->now, speed);
    term->dirty = true;
}

/* Doubles and halves go by powers of two, whatever the speed was. */
static void change_speed(struct watching *watching, double real, bool faster) {
    double power = log2(watching->time.speed);
    watching_time_speed(&watching->time, real, exp2(faster ? floor(power) + 1 : ceil(power) - 1));
}

bool watching_key(struct watching *watching, struct term *term, uint32_t key) {
    struct watching_time *time = &watching->time;
    if (key == ' ')
        watching_time_pause(time, term->now, !time->paused);
    else if (key == '+' || key == '=' || key == '-')
        change_speed(watching, term->now, key != '-');
    else if (key >= '1' && key <= '9')
        watching_time_speed(time, term->now, (double)(key - '0'));
    else if (key == INPUT_TAB && watching->seats > 1)
        watching->seat = (watching->seat + 1) % watching->seats;
    else if (term_command(term, key) == CONFIG_HELP)
        help_open(term, watching->help, watching->game, NULL);
    else if (key == INPUT_ESCAPE || key == INPUT_CTRL('c') ||
             term_command(term, key) == CONFIG_LEAVE)
        term_close(term);
    else
        return false;
    return true;
}

void watching_write_keys(const struct watching *watching, const struct term *term,
                         struct text *out) {
    page_add_keys(out, "Space", watching->time.paused ? "play" : "stop");
    page_add_keys(out, "+-", "speed");
    if (watching->seats > 1 && term->cells.cols > 90) page_add_keys(out, "Tab", "seat");
}

/* Writes the scores of all seats, the viewer's in bold; who plays alone, only by name, as the
 * status tells the score. */
static void write_scores(const struct watching *watching, const void *state, struct text *out) {
    if (watching->seats == 1) text_format(out, CELLS_STRONG "%s" CELLS_INK, watching->names[0]);
    for (int seat = 0; watching->seats > 1 && seat < watching->seats; seat++) {
        text_format(out, "%s%s", seat ? "   " : "",
                    seat == watching->seat ? CELLS_STRONG : CELLS_QUIET);
        text_format(out, "%s %d" CELLS_INK, watching->names[seat],
                    watching->game->score(state, seat));
    }
}

void watching_write_bar(struct watching *watching, const void *state) {
    struct text left = text_over(watching->page.left, PAGE_TEXT_BYTES);
    struct text right = text_over(watching->page.right, PAGE_TEXT_BYTES);
    text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  ", watching->game->name);
    board_write_status(&watching->view.scene, &left);
    text_string(&left, "   " CELLS_ACCENT);
    if (watching->time.paused)
        text_string(&left, "Paused");
    else
        say_speed(watching, &left);
    write_scores(watching, state, &right);
}

void watching_write_effect(const struct watching *watching, const struct effect *effect,
                           struct text *out) {
    text_string(out, effect->points > 0 ? CELLS_GOOD : effect->points < 0 ? CELLS_MISS : CELLS_INK);
    names_write(effect->text, watching->names, out);
    text_string(out, CELLS_INK);
}

void watching_write_end(const struct watching *watching, const void *state, struct text *out) {
    char words[PAGE_TEXT_BYTES];
    struct text text = text_over(words, sizeof words);
    outcome_write(watching->game, state, NULL, &text);
    names_write(words, watching->names, out);
}

void watching_add_panel(struct watching *watching, const char *title) {
    view_add_text(&watching->view, title, NULL, watching->panel, PANEL_ROWS, PANEL_COLS);
}

/* Returns the seat that a person takes: the one to move, of several the one that is looked at. */
static int find_person(const struct watching *watching, const void *state) {
    uint32_t movers = watching->game->movers(state) & ((1U << SEATS_MAX) - 1);
    if (!movers || movers >> watching->seat & 1) return watching->seat;
    return bits_low(movers);
}

static void seat_players(const struct watching *watching, int person, struct table_setup *setup) {
    for (int seat = 0; seat < watching->seats; seat++) {
        struct player *player = &setup->seats[seat].player;
        *player = watching->players.seats[seat].player;
        if (seat == person)
            *player = (struct player){.agent = NULL};
        else if (!player->agent)
            player->agent = seats_opponent(watching->game);
    }
    seats_name(setup, watching->seats);
}

static void open_table(struct watching *watching, struct term *term, struct session *session) {
    struct table_setup setup = {
        .game = watching->game,
        .rng = session->rng,
        .tick_ms = term->config.tick_ms,
        .speeds_up = term->config.speeds_up,
    };
    memcpy(setup.params, session->params, sizeof setup.params);
    seat_players(watching, find_person(watching, session->state), &setup);
    playing_open_with(term, &setup, session);
}

void watching_play_on(struct watching *watching, struct term *term, const struct session *session,
                      size_t events) {
    char seed[SEED_BYTES];
    struct session copy;
    term->setup.draw_seed(term->setup.self, seed, sizeof seed);
    watching_time_pause(&watching->time, term->now, true);
    bool copied = session_copy(&copy, session, events) == 0;
    if (copied) copy.rng = rng_from_string(seed, strlen(seed));
    if (!copied || session_settle(&copy) < 0)
        term_say(term, "There is not enough memory.");
    else if (game_over(copy.game, copy.state))
        term_say(term, "The game is over here; go back to play on.");
    else
        open_table(watching, term, &copy);
    session_release(&copy);
}
