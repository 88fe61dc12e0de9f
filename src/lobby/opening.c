/* A new room is a list of rows: the game, the rounds, the seats, and the game's params. */
#include "lobby/opening.h"
#include "lobby/line.h"
#include "lobby/listing.h"
#include "term/help.h"
#include "term/rows.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = PARAMS_MAX + 8, BIG_STEP = 10, TICK_STEP = 50 };

enum row_kind { OPEN, GAME, TITLE, SEATS, ROUNDS, TICK, MINUTES, PARAM };

struct row {
    enum row_kind kind;
    int index; /* of a param */
};

struct opening {
    struct lobby *lobby;
    int game; /* its place in the lobby */
    struct room_setup setup;
    struct row rows[ROWS_MAX];
    struct page_list list;
    bool typing;    /* digits go on with the number */
    int64_t number; /* what they made so far; the setup has it within its range */
};

static bool is_race(const struct opening *opening) {
    return opening->setup.game->seats_max == 1;
}

static void add_row(struct opening *opening, enum row_kind kind, int index) {
    opening->rows[opening->list.count++] = (struct row){kind, index};
}

/* Takes a game with its standards. How many play goes by who is there. */
static void take_game(struct opening *opening, int index) {
    struct room_setup *setup = &opening->setup;
    opening->game = index;
    setup->game = listing_game(index);
    setup->seats = setup->rounds = setup->tick_ms = setup->minutes = 0;
    room_fill(setup);
    setup->viruses_set = false;
    game_standard(setup->game, setup->params);
    int viruses = game_param(setup->game, "viruses"),
        hall = opening->lobby->setup.hall->setup.viruses;
    if (viruses >= 0 && hall) setup->params[viruses] = hall;
    opening->list.count = 0;
    for (enum row_kind kind = OPEN; kind <= ROUNDS; kind++) add_row(opening, kind, 0);
    if (game_has_clock(setup->game)) add_row(opening, TICK, 0);
    if (is_race(opening)) add_row(opening, MINUTES, 0);
    for (int i = 0; setup->game->params[i].name; i++)
        if (i != game_param(setup->game, "players")) add_row(opening, PARAM, i);
}

static int clamp(int64_t value, int least, int most) {
    return (int)(value < least ? least : value > most ? most : value);
}

struct number {
    int *value; /* NULL if the row has none */
    int least, most, step;
};

static struct number number_of(struct opening *opening) {
    struct room_setup *setup = &opening->setup;
    const struct row *row = &opening->rows[opening->list.at];
    const struct game *game = setup->game;
    int most = is_race(opening) ? SEATS_MAX : game->seats_max;
    const struct param *param = &game->params[row->kind == PARAM ? row->index : 0];
    switch (row->kind) {
    case SEATS:
        return (struct number){&setup->seats, game->seats_min, most, 1};
    case ROUNDS:
        return (struct number){&setup->rounds, 1, ROOM_ROUNDS_MAX, 1};
    case TICK:
        return (struct number){&setup->tick_ms, TABLE_TICK_MIN_MS, TABLE_TICK_MAX_MS, TICK_STEP};
    case MINUTES:
        return (struct number){&setup->minutes, 1, ROOM_MINUTES_MAX, 1};
    case PARAM:
        return (struct number){&setup->params[row->index], param->min, param->max, 1};
    default:
        return (struct number){NULL, 0, 0, 0};
    }
}

/* Returns where a change begins: the tick may be left to the server. */
static int value_of(const struct opening *opening, const struct number *number) {
    bool none = number->value == &opening->setup.tick_ms && !*number->value;
    return none ? TABLE_TICK_MS : *number->value;
}

static void set_number(struct opening *opening, const struct number *number, int64_t value) {
    const struct row *row = &opening->rows[opening->list.at];
    *number->value = clamp(value, number->least, number->most);
    if (row->kind == PARAM && row->index == game_param(opening->setup.game, "viruses"))
        opening->setup.viruses_set = true;
}

static void change(struct opening *opening, int step) {
    struct number number = number_of(opening);
    int games = listing_count(), small = step < 0 ? -1 : 1;
    if (opening->rows[opening->list.at].kind == GAME)
        take_game(opening, (opening->game + small + games) % games);
    if (!number.value) return;
    set_number(opening, &number, (int64_t)value_of(opening, &number) + step * number.step);
}

/* Digits make a number, one after the other; Backspace takes the last one away. */
static bool type_number(struct opening *opening, uint32_t key) {
    struct number number = number_of(opening);
    bool digit = key >= '0' && key <= '9';
    if (!number.value || (!digit && key != INPUT_BACKSPACE)) return false;
    int64_t before = opening->typing ? opening->number : digit ? 0 : value_of(opening, &number);
    int64_t typed = digit ? 10 * before + (int64_t)key - '0' : before / 10;
    opening->number = typed < number.most ? typed : number.most;
    opening->typing = true;
    set_number(opening, &number, opening->number);
    return true;
}

static void leave(struct term *term) {
    term->writing = false;
    term_close(term);
}

/* Opens the room. If that is refused, all that was chosen stays. */
static void finish(struct opening *opening, struct term *term) {
    struct lobby *lobby = opening->lobby;
    lobby_begin(lobby);
    if (!lobby_refused(lobby, room_open(lobby->member, &opening->setup, term->now))) leave(term);
    lobby_end(lobby);
}

static bool is_title(const struct opening *opening) {
    return opening->rows[opening->list.at].kind == TITLE;
}

static bool type_title(struct opening *opening, uint32_t key) {
    char *title = opening->setup.title;
    if (!is_title(opening) || line_key(title, HALL_TITLE_BYTES, key) != LINE_TYPED) return false;
    if (line_length(title) > HALL_TITLE_CHARS) line_key(title, HALL_TITLE_BYTES, INPUT_BACKSPACE);
    return true;
}

static void take_key(struct opening *opening, struct term *term, uint32_t key) {
    if (type_number(opening, key)) return;
    opening->typing = false;
    if (key == INPUT_ENTER)
        finish(opening, term);
    else if (key == INPUT_ESCAPE || key == INPUT_CTRL('c') || (key == 'q' && !is_title(opening)))
        leave(term);
    else if (type_title(opening, key))
        return;
    else if (key == INPUT_LEFT || key == '-')
        change(opening, -1);
    else if (key == INPUT_RIGHT || key == '+')
        change(opening, 1);
    else if (key == '[')
        change(opening, -BIG_STEP);
    else if (key == ']')
        change(opening, BIG_STEP);
    else if (key == ' ')
        finish(opening, term);
    else if (term_command(term, key) == CONFIG_HELP)
        help_open(term, HELP_OPENING, opening->setup.game, NULL);
}

static void press(struct opening *opening, struct term *term, const struct input_event *event) {
    int row = rows_at(&opening->list, event);
    if (row < 0) return;
    opening->list.at = row;
    opening->typing = false;
    term->writing = is_title(opening);
    if (opening->rows[row].kind == OPEN)
        finish(opening, term);
    else
        change(opening, event->button ? -1 : 1);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct opening *opening = self;
    bool letters = is_title(opening) && event->kind == INPUT_KEY && event->key < INPUT_KEYS;
    if (!letters && page_list_key(&opening->list, event, BIG_STEP)) {
        opening->typing = false;
        term->writing = is_title(opening);
    } else if (event->kind == INPUT_KEY) {
        take_key(opening, term, event->key);
    } else if (event->kind == INPUT_PRESS) {
        press(opening, term, event);
    }
}

static void write_number(const struct opening *opening, const struct number *number, bool chosen,
                         struct text *out) {
    if (!chosen || !opening->typing)
        text_int(out, *number->value);
    else if (opening->number)
        text_int(out, opening->number);
}

static const char *describe_number(const struct opening *opening, enum row_kind kind,
                                   const struct number *number, bool chosen, struct text *name,
                                   struct text *value) {
    static const char *const words[][3] = {
        [SEATS] = {"seats", "", "At most so many play; others can watch."},
        [ROUNDS] = {"rounds", "", "Points add up over the rounds."},
        [TICK] = {"tick", " ms", "The time that a row of falling takes."},
        [MINUTES] = {"time", " min",
                     "A race ends then, when all are done, or when one has won it."}};
    text_string(name, words[kind][0]);
    if (!*number->value && kind == TICK && !(chosen && opening->typing)) {
        text_string(value, "the server's");
        return words[kind][2];
    }
    write_number(opening, number, chosen, value);
    text_string(value, words[kind][1]);
    return words[kind][2];
}

static const char *describe_row(struct opening *opening, const struct row *row, bool chosen,
                                struct text *name, struct text *value) {
    const struct room_setup *setup = &opening->setup;
    struct number number = number_of(opening);
    const struct param *param = &setup->game->params[row->kind == PARAM ? row->index : 0];
    switch (row->kind) {
    case OPEN:
        text_string(name, "Open the room");
        return "Others see it in the lobby, and you sit down in it.";
    case GAME:
        text_string(name, "game");
        text_string(value, setup->game->name);
        return setup->game->summary;
    case TITLE:
        text_string(name, "title");
        text_printable(value, setup->title, strlen(setup->title));
        if (!setup->title[0]) text_string(value, CELLS_QUIET "by itself");
        return "What the lobby calls the room. Type it here.";
    case PARAM:
        text_string(name, param->name);
        write_number(opening, &number, chosen, value);
        return param->meaning;
    default:
        return describe_number(opening, row->kind, &number, chosen, name, value);
    }
}

/* A row is described as if it was the chosen one. */
static void describe(void *self, int index, struct rows_row *row) {
    struct opening *opening = self;
    struct text name = text_over(row->name, sizeof row->name);
    struct text value = text_over(row->value, sizeof row->value);
    enum row_kind kind = opening->rows[index].kind;
    int at = opening->list.at;
    opening->list.at = index;
    row->meaning = describe_row(opening, &opening->rows[index], at == index, &name, &value);
    opening->list.at = at;
    row->starts = kind == OPEN;
    row->steps = kind != OPEN && kind != TITLE;
    row->told = kind != OPEN;
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct opening *opening = self;
    struct lobby_page page = lobby_page(opening->lobby);
    text_string(&page.left, CELLS_STRONG CELLS_ACCENT "Tilewright" CELLS_INK "  a new room");
    rows_write_keys(term, "open", &page.keys);
    rows_draw(&opening->list, describe, opening, term, cells, &page.news);
    lobby_page_draw(opening->lobby, cells);
}

static const struct term_screen screen = {
    .name = "new room", .draw = draw, .event = event, .release = free};

void opening_open(struct lobby *lobby) {
    struct opening *opening = calloc(1, sizeof *opening);
    if (!opening) {
        term_say(lobby->term, "There is not enough memory.");
        return;
    }
    opening->lobby = lobby;
    take_game(opening, 0);
    term_open(lobby->term, &screen, opening);
}
