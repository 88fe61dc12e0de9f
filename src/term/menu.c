/* The menu: games that are not over, the games with a picture of each, the records, help. */
#include "games/games.h"
#include "play/archive.h"
#include "play/game_file.h"
#include "term/help.h"
#include "term/page.h"
#include "term/playing.h"
#include "term/screens.h"
#include "term/seats.h"
#include "term/view.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAVED_MAX = 3, READ_MAX = 30, ITEMS_MAX = 32, LIST_COLS = 40, TOP = 3 };
enum { PREVIEW_ACTS = 12, PREVIEW_COLS = 38, NO_ITEM = -1, LABEL_BYTES = 160 };

enum item_kind { RESUME, GAME, RECORDS, HELP, QUIT };

struct item {
    enum item_kind kind;
    int index; /* of a saved game in the list, or of a game */
};

struct menu {
    struct archive_list saved;
    struct item items[ITEMS_MAX];
    struct page_list list;
    struct page page;
    /* The picture of a game after some moves. */
    int pictured; /* the item it is of, or NO_ITEM */
    struct session session;
    struct view view;
};

static void add(struct menu *menu, enum item_kind kind, int index) {
    if (menu->list.count < ITEMS_MAX) menu->items[menu->list.count++] = (struct item){kind, index};
}

/* Reads the folder and lists what can be chosen. */
static void fill(struct menu *menu, const struct term *term) {
    archive_release(&menu->saved);
    menu->list.count = 0;
    menu->pictured = NO_ITEM;
    if (term->setup.archive) archive_list(term->setup.archive, READ_MAX, &menu->saved);
    int found = 0;
    for (size_t i = 0; i < menu->saved.count && found < SAVED_MAX; i++) {
        const struct archive_entry *entry = &menu->saved.entries[i];
        if (!entry->readable || entry->over || !entry->moves) continue;
        add(menu, RESUME, (int)i);
        found++;
    }
    for (int i = 0; games_list[i]; i++) add(menu, GAME, i);
    if (menu->saved.count) add(menu, RECORDS, 0);
    add(menu, HELP, 0);
    add(menu, QUIT, 0);
    if (menu->list.at >= menu->list.count) menu->list.at = 0;
}

/* Seats who sat there: agents as the head names them, else persons. */
static void seat_again(const struct game_file *file, struct table_setup *setup, int seats) {
    char wrong[256];
    for (int seat = 0; seat < seats && seat < file->seats; seat++) {
        struct text text = text_over(wrong, sizeof wrong);
        const char *name = file->names[seat];
        if (!player_read(setup->game, name, strlen(name), &setup->seats[seat].player, &text))
            setup->seats[seat].player = (struct player){.agent = NULL};
    }
    seats_name(setup, seats);
}

static void resume_file(struct term *term, const char *path) {
    char seed[64];
    struct game_file file;
    struct session session = {.game = NULL};
    term->setup.draw_seed(term->setup.self, seed, sizeof seed);
    struct rng rng = rng_from_string(seed, strlen(seed));
    bool fine = game_file_open(&file, path) && game_file_find(&file, 0, rng, &session);
    if (fine) {
        struct table_setup setup = {.game = session.game,
                                    .rng = rng,
                                    .record = path,
                                    .goes_on = true,
                                    .tick_ms = term->config.tick_ms,
                                    .speeds_up = term->config.speeds_up};
        seat_again(&file, &setup, session.game->shape(session.state).seats);
        playing_open_with(term, &setup, &session);
    } else {
        term_say(term, "The game cannot be read: %s", file.wrong);
        session_release(&session);
    }
    game_file_close(&file);
}

void term_open_saved(struct term *term, const char *name) {
    char path[ARCHIVE_PATH_MAX];
    if (archive_path(term->setup.archive, name, path)) resume_file(term, path);
}

static void choose(struct menu *menu, struct term *term) {
    const struct item *item = &menu->items[menu->list.at];
    switch (item->kind) {
    case RESUME:
        term_open_saved(term, menu->saved.entries[item->index].name);
        break;
    case GAME:
        term_open_options(term, games_list[item->index]);
        break;
    case RECORDS:
        term_open_records(term);
        break;
    case HELP:
        help_open(term, HELP_MENU, NULL, NULL);
        break;
    case QUIT:
        term_close(term);
        break;
    }
}

/* The first letter of a game chooses it. */
static bool choose_letter(struct menu *menu, uint32_t key) {
    for (int i = 0; i < menu->list.count; i++) {
        const struct item *item = &menu->items[i];
        if (item->kind != GAME || (uint32_t)games_list[item->index]->name[0] != key) continue;
        menu->list.at = i;
        return true;
    }
    return false;
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct menu *menu = self;
    int row = event->row - TOP + menu->list.top;
    if (page_list_key(&menu->list, event, term->cells.rows)) return;
    if (event->kind == INPUT_PRESS && row >= 0 && row < menu->list.count) {
        menu->list.at = row;
        choose(menu, term);
    }
    if (event->kind != INPUT_KEY) return;
    if (event->key == INPUT_ENTER || event->key == ' ' || event->key == INPUT_RIGHT)
        choose(menu, term);
    else if (event->key == INPUT_ESCAPE || event->key == INPUT_CTRL('c') ||
             event->key == INPUT_CTRL('d') || term_command(term, event->key) == CONFIG_LEAVE)
        term_close(term);
    else if (term_command(term, event->key) == CONFIG_HELP)
        help_open(term, HELP_MENU, NULL, NULL);
    else if (choose_letter(menu, event->key))
        choose(menu, term);
}

/* Writes how long ago something was. */
static void write_age(time_t seconds, struct text *out) {
    static const struct {
        time_t seconds;
        const char *name;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (seconds >= units[i].seconds) {
            text_int(out, seconds / units[i].seconds);
            text_format(out, " %s ago", units[i].name);
            return;
        }
    text_string(out, "just now");
}

static void write_saved(const struct archive_entry *entry, struct text *out) {
    text_format(out, "%s", entry->game->name);
    for (int seat = 0; seat < entry->seats && entry->seats > 1; seat++) {
        if (!entry->players[seat][0] || strcmp(entry->players[seat], "you") == 0) continue;
        text_string(out, " with ");
        text_printable(out, entry->players[seat], strlen(entry->players[seat]));
        break;
    }
    text_string(out, ", ");
    page_write_count(out, entry->moves, "move", "moves");
}

static void write_item(const struct menu *menu, const struct item *item, struct text *out) {
    static const char *const names[] = {
        [RECORDS] = "Recorded games", [HELP] = "Help", [QUIT] = "Quit"};
    if (item->kind == RESUME) {
        text_string(out, "Go on: ");
        write_saved(&menu->saved.entries[item->index], out);
    } else {
        text_string(out, item->kind == GAME ? games_list[item->index]->name : names[item->kind]);
    }
}

/* Writes what an item is. */
static void write_meaning(const struct menu *menu, const struct item *item, struct text *out) {
    static const char *const hints[] = {[RECORDS] = "Watch, review or delete games.",
                                        [HELP] = "Keys and rules.",
                                        [QUIT] = "Leave. Nothing is lost."};
    if (item->kind == GAME) {
        text_string(out, games_list[item->index]->summary);
    } else if (item->kind == RESUME) {
        text_string(out, "Go on with a game that is not over, played ");
        write_age(time(NULL) - menu->saved.entries[item->index].time, out);
        text_char(out, '.');
    } else {
        text_string(out, hints[item->kind]);
    }
}

static const struct game *game_of(const struct menu *menu) {
    const struct item *item = &menu->items[menu->list.at];
    if (item->kind == GAME) return games_list[item->index];
    return item->kind == RESUME ? menu->saved.entries[item->index].game : NULL;
}

/* Reads the saved game, to show how it stands. */
static bool load(struct menu *menu, const struct term *term, const struct archive_entry *entry) {
    char path[ARCHIVE_PATH_MAX];
    struct game_file file;
    if (!archive_path(term->setup.archive, entry->name, path)) return false;
    bool fine =
        game_file_open(&file, path) && game_file_find(&file, 0, rng_new(0, 0), &menu->session);
    game_file_close(&file);
    return fine;
}

/* Plays some moves of a game, so that there is something to see. */
static bool play_some(struct session *session, const struct game *game) {
    int params[PARAMS_MAX];
    game_standard(game, params);
    if (session_init(session, game, params, rng_new(7, 0)) < 0) return false;
    struct rng rng = rng_new(3, 1);
    for (int i = 0; i < PREVIEW_ACTS; i++) {
        uint32_t movers = game->movers(session->state);
        if (!(movers & 0xFF)) break;
        int who = movers >> CLOCK & 1 && i % 2 ? CLOCK : __builtin_ctz(movers);
        if (!game->choices(session->state, who, session->scratch)) who = CLOCK;
        action act = game_draw(game, session->state, who, &rng, session->scratch);
        if (session_act(session, who, act) < 0) return false;
    }
    return true;
}

/* Makes the picture of the chosen item: the saved game itself, or an example. */
static bool picture(struct menu *menu, const struct term *term, const struct game *game) {
    const struct item *item = &menu->items[menu->list.at];
    if (menu->pictured == menu->list.at) return menu->session.game;
    session_release(&menu->session);
    menu->pictured = menu->list.at;
    bool fine = item->kind == RESUME ? load(menu, term, &menu->saved.entries[item->index])
                                     : play_some(&menu->session, game);
    if (!fine) session_release(&menu->session);
    if (fine) view_init(&menu->view, game, NULL);
    return fine;
}

/* Draws the game beside the list, where there is room. */
static void draw_picture(struct menu *menu, struct term *term, struct cells *cells) {
    const struct game *game = game_of(menu);
    struct cells_box box = {TOP, LIST_COLS, cells->rows - TOP - PAGE_BELOW,
                            cells->cols - LIST_COLS};
    if (!game || box.cols < PREVIEW_COLS || !picture(menu, term, game)) return;
    view_look(&menu->view, menu->session.state, 0);
    menu->view.board.movers = 0;
    menu->view.body = box;
    if (view_lay(&menu->view)) view_draw(&menu->view, term, cells, box);
}

static void draw_list(struct menu *menu, struct term *term, struct cells *cells) {
    int rows = cells->rows - TOP - PAGE_BELOW;
    page_list_fit(&menu->list, rows);
    for (int i = 0; i < rows && menu->list.top + i < menu->list.count; i++) {
        int index = menu->list.top + i;
        const struct item *item = &menu->items[index];
        char label[LABEL_BYTES];
        struct text text = text_over(label, sizeof label);
        bool chosen = index == menu->list.at;
        struct cells_cell ink = {.glyph = ' ',
                                 .fore = item->kind > GAME ? THEME_QUIET : THEME_INK,
                                 .back = chosen ? THEME_CHOSEN : THEME_PAPER,
                                 .style = item->kind == GAME ? CELLS_BOLD : 0};
        write_item(menu, item, &text);
        if (chosen) cells_fill(cells, (struct cells_box){TOP + i, 1, 1, LIST_COLS - 2}, ink);
        if (chosen) cells_text(cells, TOP + i, 1, 1, ink, term->config.plain > 0 ? ">" : "›");
        cells_text(cells, TOP + i, 3, LIST_COLS - 4, ink, label);
    }
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct menu *menu = self;
    struct text keys = text_over(menu->page.keys, sizeof menu->page.keys);
    struct text news = text_over(menu->page.news, sizeof menu->page.news);
    page_add_keys(&keys, term->config.plain > 0 ? "up down" : "↑↓", "choose");
    page_add_keys(&keys, "Enter", "go");
    page_add_keys(&keys, "?", "help");
    page_add_keys(&keys, "q", "quit");
    write_meaning(menu, &menu->items[menu->list.at], &news);
    draw_picture(menu, term, cells);
    draw_list(menu, term, cells);
    page_draw(&menu->page, term, cells);
}

static void resume(void *self, struct term *term) {
    fill(self, term);
}

static void release(void *self) {
    struct menu *menu = self;
    archive_release(&menu->saved);
    session_release(&menu->session);
    free(menu);
}

static const struct term_screen screen = {
    .name = "menu", .draw = draw, .event = event, .resume = resume, .release = release};

void term_open_menu(struct term *term) {
    struct menu *menu = calloc(1, sizeof *menu);
    if (!menu) return;
    struct text left = text_over(menu->page.left, sizeof menu->page.left);
    text_string(&left, CELLS_STRONG CELLS_ACCENT "Tilewright" CELLS_INK
                                                 "  play, practise and watch tile games");
    fill(menu, term);
    term_open(term, &screen, menu);
}
