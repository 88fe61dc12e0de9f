/* The options of a game, from its params: a list of rows, each a name and a value to change. Play
 * is the first, so that Enter begins at once. */
#include "agents/agents.h"
#include "play/practice.h"
#include "term/help.h"
#include "term/page.h"
#include "term/playing.h"
#include "term/rows.h"
#include "term/screens.h"
#include "term/seats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_BYTES = 48, AGENTS_MAX = 32 };
enum { TICK_STEP = 50, BIG_STEP = 10 };

enum row_kind { PLAY, PRACTISE, WATCH, PARAM, SEAT, TICK, SPEED, SEED };

struct row {
    enum row_kind kind;
    int index; /* of a param or a seat */
};

struct options {
    const struct game *game;
    int params[PARAMS_MAX];
    const struct agent *agents[AGENTS_MAX];
    int agents_count;
    int seats;
    int sitters[SEATS_MAX]; /* 0 is a person, else an agent's index from 1 */
    int tick_ms;
    bool speeds_up, clock;
    char seed[SEED_BYTES];
    struct row rows[PARAMS_MAX + SEATS_MAX + 8];
    struct page_list list;
    struct page page;
    bool typing; /* digits go on with the number */
};

static void add_row(struct options *options, enum row_kind kind, int index) {
    options->rows[options->list.count++] = (struct row){kind, index};
}

/* Lists the rows: what they are depends on the params. */
static void list_rows(struct options *options) {
    options->list.count = 0;
    add_row(options, PLAY, 0);
    add_row(options, PRACTISE, 0);
    add_row(options, WATCH, 0);
    for (int seat = 0; options->seats > 1 && seat < options->seats; seat++)
        add_row(options, SEAT, seat);
    for (int i = 0; options->game->params[i].name; i++) add_row(options, PARAM, i);
    if (options->clock) add_row(options, TICK, 0);
    if (options->clock) add_row(options, SPEED, 0);
    add_row(options, SEED, 0);
}

/* The chosen row stays the same, wherever it is then. */
static void count_seats(struct options *options) {
    int seats = seats_count(options->game, options->params);
    struct row chosen = options->rows[options->list.at];
    options->seats = seats > 0 ? seats : 1;
    list_rows(options);
    for (int i = 0; i < options->list.count; i++)
        if (options->rows[i].kind == chosen.kind && options->rows[i].index == chosen.index)
            options->list.at = i;
}

static void fill_seed(const struct options *options, struct term *term, char *seed) {
    if (options->seed[0])
        snprintf(seed, SEED_BYTES, "%s", options->seed);
    else
        term->setup.draw_seed(term->setup.self, seed, SEED_BYTES);
}

static void fill_setup(const struct options *options, struct term *term, bool live,
                       struct table_setup *setup) {
    char seed[SEED_BYTES];
    fill_seed(options, term, seed);
    *setup = (struct table_setup){.game = options->game,
                                  .rng = rng_from_string(seed, strlen(seed)),
                                  .tick_ms = options->tick_ms,
                                  .speeds_up = options->speeds_up};
    memcpy(setup->params, options->params, sizeof setup->params);
    for (int seat = 0; seat < options->seats; seat++) {
        int sitter = options->sitters[seat];
        if (live && !sitter) setup->seats[seat].player.agent = seats_opponent(options->game);
        if (sitter) setup->seats[seat].player.agent = options->agents[sitter - 1];
    }
    seats_name(setup, options->seats);
}

static void practise(const struct options *options, struct term *term) {
    char seed[SEED_BYTES];
    fill_seed(options, term, seed);
    struct practice_setup setup = {.game = options->game, .seed = seed};
    memcpy(setup.params, options->params, sizeof setup.params);
    term_open_practice(term, &setup);
}

static bool has_person(const struct options *options) {
    for (int seat = 0; seat < options->seats; seat++)
        if (options->sitters[seat] == 0) return true;
    return false;
}

/* Where nobody plays, there is only something to watch. */
static void start(const struct options *options, struct term *term, enum row_kind kind) {
    struct table_setup setup;
    if (kind == PRACTISE) {
        practise(options, term);
        return;
    }
    bool live = kind == WATCH || !has_person(options);
    fill_setup(options, term, live, &setup);
    if (live)
        term_open_live(term, &setup);
    else
        playing_open(term, &setup);
}

static int clamp(int64_t value, int least, int most) {
    return (int)(value < least ? least : value > most ? most : value);
}

static void set_param(struct options *options, int index, int64_t value) {
    const struct param *param = &options->game->params[index];
    options->params[index] = clamp(value, param->min, param->max);
    count_seats(options);
}

/* Changes the value of the chosen row by a step. */
static void change(struct options *options, int step) {
    const struct row *row = &options->rows[options->list.at];
    int small = step < 0 ? -1 : 1, all = options->agents_count + 1;
    switch (row->kind) {
    case PARAM:
        set_param(options, row->index, (int64_t)options->params[row->index] + step);
        break;
    case SEAT:
        options->sitters[row->index] = (options->sitters[row->index] + small + all) % all;
        break;
    case TICK:
        options->tick_ms =
            clamp(options->tick_ms + step * TICK_STEP, TABLE_TICK_MIN_MS, TABLE_TICK_MAX_MS);
        break;
    case SPEED:
        options->speeds_up = !options->speeds_up;
        break;
    default:
        break;
    }
}

/* Digits write a number, one after the other; all characters write a seed. */
static bool type(struct options *options, uint32_t key) {
    const struct row *row = &options->rows[options->list.at];
    size_t length = strlen(options->seed);
    if (row->kind == SEED && key == INPUT_BACKSPACE && length) {
        options->seed[length - 1] = '\0';
    } else if (row->kind == SEED && key > ' ' && key < 0x7F && length + 1 < SEED_BYTES) {
        options->seed[length] = (char)key;
    } else if (row->kind == PARAM && key >= '0' && key <= '9') {
        int64_t before = options->typing ? options->params[row->index] : 0;
        set_param(options, row->index, 10 * before + (int64_t)key - '0');
        options->typing = true;
        return true;
    } else {
        return false;
    }
    return true;
}

static void take_key(struct options *options, struct term *term, uint32_t key) {
    enum row_kind kind = options->rows[options->list.at].kind;
    if (type(options, key)) return;
    options->typing = false;
    if (key == INPUT_LEFT || key == '-')
        change(options, -1);
    else if (key == INPUT_RIGHT || key == '+')
        change(options, 1);
    else if (key == '[')
        change(options, -BIG_STEP);
    else if (key == ']')
        change(options, BIG_STEP);
    else if (key == INPUT_ENTER || key == ' ')
        start(options, term, kind == PRACTISE || kind == WATCH ? kind : PLAY);
    else if (key == INPUT_ESCAPE || key == INPUT_CTRL('c') || key == 'q')
        term_close(term);
    else if (term_command(term, key) == CONFIG_HELP)
        help_open(term, HELP_OPTIONS, options->game, NULL);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct options *options = self;
    bool letters = options->rows[options->list.at].kind == SEED && event->kind == INPUT_KEY &&
                   event->key < INPUT_KEYS;
    if (!letters && page_list_key(&options->list, event, BIG_STEP)) {
        options->typing = false;
    } else if (event->kind == INPUT_KEY) {
        take_key(options, term, event->key);
    } else if (event->kind == INPUT_PRESS && rows_at(&options->list, event) >= 0) {
        options->list.at = rows_at(&options->list, event);
        enum row_kind kind = options->rows[options->list.at].kind;
        if (kind <= WATCH)
            start(options, term, kind);
        else
            change(options, event->button ? -1 : 1);
    }
}

static const char *describe_value(const struct options *options, const struct row *row,
                                  struct text *name, struct text *value) {
    const struct param *param = &options->game->params[row->kind == PARAM ? row->index : 0];
    switch (row->kind) {
    case PLAY:
        text_string(name, "Play");
        return "Begin the game. Left and right change the other rows.";
    case PRACTISE:
        text_string(name, "Practise");
        return "Positions, one after the other: your move, its grade, and why.";
    case WATCH:
        text_string(name, "Watch");
        return "Agents play each other.";
    case PARAM:
        text_string(name, param->name);
        text_int(value, options->params[row->index]);
        return param->meaning;
    case SEAT: {
        const struct agent *agent =
            options->sitters[row->index] ? options->agents[options->sitters[row->index] - 1] : NULL;
        text_format(name, "player %d", row->index + 1);
        text_string(value, agent ? agent->name : "a person");
        return agent ? agent->summary : "Somebody at this keyboard.";
    }
    case TICK:
        text_string(name, "tick");
        text_format(value, "%d ms", options->tick_ms);
        return "The time that a row of falling takes.";
    case SPEED:
        text_string(name, "speeds up");
        text_string(value, options->speeds_up ? "yes" : "no");
        return "The clock gets faster as the game goes on.";
    default:
        text_string(name, "seed");
        text_string(value, options->seed[0] ? options->seed : "drawn");
        return "The same text gives the same game. Type it here; empty: a seed is drawn.";
    }
}

static void describe(void *self, int index, struct rows_row *row) {
    const struct options *options = self;
    struct text name = text_over(row->name, sizeof row->name);
    struct text value = text_over(row->value, sizeof row->value);
    enum row_kind kind = options->rows[index].kind;
    row->meaning = describe_value(options, &options->rows[index], &name, &value);
    row->starts = kind <= WATCH;
    row->steps = kind > WATCH && kind != SEED;
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct options *options = self;
    struct text keys = text_over(options->page.keys, sizeof options->page.keys);
    struct text news = text_over(options->page.news, sizeof options->page.news);
    struct text left = text_over(options->page.left, sizeof options->page.left);
    rows_write_keys(term, "begin", &keys);
    text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  %s", options->game->name,
                options->game->summary);
    rows_draw(&options->list, describe, options, term, cells, &news);
    page_draw(&options->page, term, cells);
}

static const struct term_screen screen = {
    .name = "options", .draw = draw, .event = event, .release = free};

static void seat_opponents(struct options *options) {
    const struct agent *opponent = seats_opponent(options->game);
    for (int seat = 1; seat < SEATS_MAX; seat++)
        for (int i = 0; i < options->agents_count; i++)
            if (options->agents[i] == opponent) options->sitters[seat] = i + 1;
}

void term_open_options(struct term *term, const struct game *game) {
    struct options *options = calloc(1, sizeof *options);
    if (!options) {
        term_say(term, "There is not enough memory.");
        return;
    }
    options->game = game;
    game_standard(game, options->params);
    while (options->agents_count < AGENTS_MAX && agents_of(game, options->agents_count)) {
        options->agents[options->agents_count] = agents_of(game, options->agents_count);
        options->agents_count++;
    }
    options->clock = game_has_clock(game);
    options->tick_ms = term->config.tick_ms ? term->config.tick_ms : TABLE_TICK_MS;
    options->speeds_up = term->config.speeds_up;
    seat_opponents(options);
    count_seats(options);
    term_open(term, &screen, options);
}
