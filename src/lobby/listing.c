/* The lobby: what can be done, who is here, and the rooms. */
#include "lobby/listing.h"
#include "games/games.h"
#include "lobby/lobby_private.h"
#include "lobby/looking.h"
#include "lobby/opening.h"
#include "lobby/ranking.h"
#include "term/help.h"
#include "term/screens.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 2, LIST_COLS = 42, ENTRY_COLS = 20, GAMES_MAX = 16, LABEL_BYTES = 160 };
enum { ROWS_LEAST = 18, COLS_LEAST = 60, HERE_COLS_LEAST = 20, NUMBER_COLS = 4 };
enum { GAME_COLS = 8, PHASE_COLS = 21, SEATS_COLS = 14, WATCH_COLS = 10 };
enum { TITLE_COLS_LEAST = 12, SEATS_COLS_SHORT = 7, KEYS_COLS_LEAST = 72 };

enum entry_kind { QUICK, OPEN, ALONE, RANKING, LOOKS, ROOM };

struct entry {
    enum entry_kind kind;
    const struct game *game; /* of QUICK */
    struct room *room;       /* of ROOM */
};

const struct game *listing_game(int index) {
    for (int timed = 1; timed >= 0; timed--)
        for (int i = 0; games_list[i]; i++)
            if (game_has_clock(games_list[i]) == timed && index-- == 0) return games_list[i];
    return NULL;
}

int listing_count(void) {
    int count = 0;
    while (games_list[count]) count++;
    return count;
}

/* Lists the entries that are always there; returns their number. */
static int list_fixed(const struct lobby *lobby, struct entry entries[GAMES_MAX]) {
    int count = 0, games = listing_count();
    for (; count < games && count < GAMES_MAX - ROOM; count++)
        entries[count] = (struct entry){QUICK, listing_game(count), NULL};
    for (enum entry_kind kind = OPEN; kind < ROOM; kind++)
        if (kind != RANKING || lobby->setup.ask_top)
            entries[count++] = (struct entry){kind, NULL, NULL};
    return count;
}

static struct room *nth_room(const struct hall *hall, int index) {
    struct room *room = hall->rooms;
    while (room && index-- > 0) room = room->next;
    return room;
}

static struct entry entry_at(const struct lobby *lobby, int index) {
    struct entry entries[GAMES_MAX];
    int fixed = list_fixed(lobby, entries);
    if (index < fixed) return entries[index];
    return (struct entry){ROOM, NULL, nth_room(lobby->setup.hall, index - fixed)};
}

static int count_fixed(const struct lobby *lobby) {
    struct entry entries[GAMES_MAX];
    return list_fixed(lobby, entries);
}

static struct page_list list_of(const struct lobby *lobby) {
    return (struct page_list){count_fixed(lobby) + lobby->setup.hall->rooms_count, lobby->at, 0};
}

/* Chooses an entry. A room stays chosen wherever it is then. */
static void choose(struct lobby *lobby, int at) {
    struct entry entry = entry_at(lobby, at);
    lobby->at = at;
    lobby->chosen = entry.room ? entry.room->id : 0;
}

/* Finds the chosen room again: others may have come and gone. */
static void find_chosen(struct lobby *lobby) {
    int index = 0, fixed = count_fixed(lobby);
    const struct room *room = lobby->setup.hall->rooms;
    struct page_list list = list_of(lobby);
    for (; lobby->chosen && room && room->id != lobby->chosen; room = room->next) index++;
    if (lobby->chosen && room)
        lobby->at = fixed + index;
    else if (lobby->chosen || lobby->at >= list.count)
        choose(lobby, lobby->at < list.count ? lobby->at : list.count - 1);
}

/* What can be done */

static void play_now(struct lobby *lobby, const struct game *game) {
    struct room *room = room_quick(lobby->setup.hall, game);
    struct room_setup setup = {.game = game};
    game_standard(game, setup.params);
    lobby_refused(lobby, room ? room_join(lobby->member, room, lobby->term->now)
                              : room_open(lobby->member, &setup, lobby->term->now));
}

/* Sits down in a room, or watches if there is no seat. */
static void join(struct lobby *lobby, struct room *room, bool watch) {
    watch |= room_taken(room) == room->seats_count;
    lobby_refused(lobby, watch ? room_watch(lobby->member, room, lobby->term->now)
                               : room_join(lobby->member, room, lobby->term->now));
}

static void act(struct lobby *lobby, bool watch) {
    struct term *term = lobby->term;
    struct entry entry = entry_at(lobby, lobby->at);
    lobby->number = 0;
    switch (entry.kind) {
    case QUICK:
        play_now(lobby, entry.game);
        break;
    case OPEN:
        opening_open(lobby);
        break;
    case ALONE:
        term_open_menu(term);
        break;
    case RANKING:
        lobby_ranking_open(lobby);
        break;
    case LOOKS:
        looking_open(lobby);
        break;
    case ROOM:
        if (entry.room) join(lobby, entry.room, watch);
        break;
    }
}

static void watch(struct lobby *lobby) {
    if (entry_at(lobby, lobby->at).kind == ROOM)
        act(lobby, true);
    else
        term_say(lobby->term, "Choose a room to watch.");
}

/* Digits choose an entry by its number, one after the other. */
static bool take_digit(struct lobby *lobby, uint32_t key) {
    int count = list_of(lobby).count;
    if (key < '0' || key > '9') return false;
    int number = 10 * lobby->number + (int)(key - '0');
    if (number > count) number = (int)(key - '0');
    lobby->number = number <= count ? number : 0;
    if (lobby->number) choose(lobby, lobby->number - 1);
    return true;
}

static void take_key(struct lobby *lobby, struct term *term, uint32_t key) {
    if (take_digit(lobby, key)) {
        lobby->sure = false;
        return;
    }
    lobby->number = 0;
    if (lobby_leaves(lobby, NULL, key)) {
        if (lobby_is_sure(lobby, key, "the server.")) lobby_quit(lobby);
        return;
    }
    lobby->sure = false;
    if (key == INPUT_ENTER || key == ' ' || key == INPUT_RIGHT)
        act(lobby, false);
    else if (key == 'w')
        watch(lobby);
    else if (key == 'n')
        opening_open(lobby);
    else if (term_command(term, key) == CONFIG_HELP)
        help_open(term, HELP_LOBBY, NULL, NULL);
}

static int rooms_top(const struct lobby *lobby) {
    return TOP + count_fixed(lobby) + 2;
}

/* Returns the entry at a click, or -1. */
static int entry_under(const struct lobby *lobby, const struct input_event *event) {
    int fixed = count_fixed(lobby), row = event->row - TOP, room = event->row - rooms_top(lobby);
    if (row >= 0 && row < fixed && event->col < LIST_COLS) return row;
    if (room >= 0 && lobby->top + room < lobby->setup.hall->rooms_count)
        return fixed + lobby->top + room;
    return -1;
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct lobby *lobby = self;
    lobby_begin(lobby);
    find_chosen(lobby);
    struct page_list list = list_of(lobby);
    if (page_list_key(&list, event, 5)) {
        lobby->number = 0;
        lobby->sure = false;
        choose(lobby, list.at);
    } else if (event->kind == INPUT_KEY) {
        take_key(lobby, term, event->key);
    } else if (event->kind == INPUT_PRESS && entry_under(lobby, event) >= 0) {
        choose(lobby, entry_under(lobby, event));
        act(lobby, event->button != 0);
    }
    lobby_end(lobby);
}

/* Drawing */

struct row_look {
    struct cells_cell ink;
    int number;
    bool chosen, plain;
};

static void draw_number(const struct row_look *look, int row, int width, struct cells *cells) {
    char words[16];
    struct text text = text_over(words, sizeof words);
    struct cells_cell ink = look->ink;
    if (look->chosen) cells_fill(cells, (struct cells_box){row, 1, 1, width}, ink);
    if (look->chosen) cells_text(cells, row, 1, 1, ink, look->plain ? ">" : "›");
    ink.fore = THEME_QUIET;
    ink.style = 0;
    text_int(&text, look->number);
    cells_text(cells, row, 2 + NUMBER_COLS - 1 - cells_width(words), NUMBER_COLS, ink, words);
}

static struct row_look look_of(const struct lobby *lobby, int index) {
    bool chosen = index == lobby->at;
    return (struct row_look){
        .ink = {' ', THEME_INK, chosen ? THEME_CHOSEN : THEME_PAPER, 0, 0},
        .number = index + 1,
        .chosen = chosen,
        .plain = lobby->term->config.plain > 0,
    };
}

/* Returns whether a room of a game waits. Rooms are looked through once a list, not for each of the
 * thousands who see it. */
static bool room_waits(const struct lobby *lobby, const struct game *game) {
    struct lobby_scratch *scratch = lobby->scratch;
    const struct hall *hall = lobby->setup.hall;
    if (scratch->listed_hall != hall || scratch->listed != hall->lists ||
        scratch->listed_rooms != hall->rooms_count) {
        scratch->waits = 0;
        for (int i = 0; games_list[i] && i < GAMES_MAX; i++)
            if (room_quick(hall, games_list[i])) scratch->waits |= UINT32_C(1) << i;
    }
    scratch->listed_hall = hall;
    scratch->listed = hall->lists;
    scratch->listed_rooms = hall->rooms_count;
    int index = 0;
    while (games_list[index] != game) index++;
    return scratch->waits >> index & 1;
}

/* Writes what an entry is called and, beside it, what it does. */
static void describe(const struct lobby *lobby, const struct entry *entry, struct text *name,
                     struct text *meaning) {
    static const char *const words[][2] = {[OPEN] = {"New room", "with options"},
                                           [ALONE] = {"Play alone", "against agents"},
                                           [RANKING] = {"Top lists", "ratings"},
                                           [LOOKS] = {"Looks", "colours"}};
    if (entry->kind != QUICK) {
        text_string(name, words[entry->kind][0]);
        text_string(meaning, words[entry->kind][1]);
        return;
    }
    text_format(name, "Play %s now", entry->game->name);
    text_string(meaning, room_waits(lobby, entry->game) ? "a room waits" : "opens a room");
}

static void draw_entry(const struct lobby *lobby, const struct entry *entry, int index,
                       struct cells *cells) {
    char names[LABEL_BYTES], meanings[LABEL_BYTES];
    struct text name = text_over(names, sizeof names),
                meaning = text_over(meanings, sizeof meanings);
    struct row_look look = look_of(lobby, index);
    int row = TOP + index, col = 2 + NUMBER_COLS;
    describe(lobby, entry, &name, &meaning);
    look.ink.style = entry->kind == QUICK ? CELLS_BOLD : 0;
    draw_number(&look, row, LIST_COLS, cells);
    cells_text(cells, row, col, ENTRY_COLS - 1, look.ink, names);
    look.ink.fore = THEME_QUIET;
    look.ink.style = 0;
    cells_text(cells, row, col + ENTRY_COLS, LIST_COLS - col - ENTRY_COLS, look.ink, meanings);
}

/* Writes where somebody is. */
static void write_place(const struct member *member, struct text *out) {
    const struct room *room = member->room;
    if (!room) return;
    if (member->seat == HALL_NO_SEAT) text_string(out, "watches ");
    text_printable(out, room->setup.title, strlen(room->setup.title));
}

static void draw_member(const struct member *member, const struct lobby *lobby,
                        struct cells_box box, struct cells *cells) {
    char names[4 * HALL_NAME_BYTES], places[4 * HALL_TITLE_BYTES];
    struct text name = text_over(names, sizeof names), place = text_over(places, sizeof places);
    struct cells_cell ink = {' ', THEME_INK, THEME_PAPER, 0, 0};
    text_printable(&name, member->name, strlen(member->name));
    write_place(member, &place);
    if (member == lobby->member) ink.style = CELLS_BOLD;
    int width = cells_text(cells, box.row, box.col, box.cols, ink, names);
    ink.fore = THEME_QUIET;
    ink.style = 0;
    page_put_text(cells, box.row, box.col + width + 1, box.cols - width - 1, ink, places,
                  lobby->term->config.plain > 0);
}

/* Lists who is here, those who came last first. */
static void draw_here(const struct lobby *lobby, struct cells_box box, struct cells *cells) {
    const struct hall *hall = lobby->setup.hall;
    char words[32];
    struct text text = text_over(words, sizeof words);
    struct cells_cell ink = {' ', THEME_FRAME, THEME_PAPER, 0, 0};
    int shown = 0, rows = box.rows - 2;
    text_int(&text, hall->members_count);
    cells_frame(cells, box, ink, "Here now", words, lobby->term->config.plain > 0);
    for (const struct member *member = hall->members_end; member; member = member->prior) {
        struct cells_box line = {box.row + 1 + shown, box.col + 2, 1, box.cols - 4};
        if (shown == rows - 1 && hall->members_count > rows) break;
        if (shown++ == rows) return;
        draw_member(member, lobby, line, cells);
    }
    if (hall->members_count <= rows) return;
    text_clear(&text);
    text_format(&text, "and %d more", hall->members_count - shown);
    ink.fore = THEME_QUIET;
    cells_text(cells, box.row + rows, box.col + 2, box.cols - 4, ink, words);
}

void listing_write_phase(const struct room *room, struct text *out) {
    static const char *const words[][2] = {[ROOM_WAITING] = {"waiting", "waiting"},
                                           [ROOM_ROUND] = {"playing", "round"},
                                           [ROOM_ENDING] = {"playing", "round"},
                                           [ROOM_CARD] = {"over", "after round"}};
    bool rounds = room->setup.rounds > 1;
    text_string(out, words[room->phase][rounds]);
    if (rounds && room->phase != ROOM_WAITING)
        text_format(out, " %d of %d", room->round, room->setup.rounds);
}

static void draw_room(const struct lobby *lobby, const struct room *room, int index, int row,
                      struct cells *cells) {
    char words[LABEL_BYTES];
    struct text text = text_over(words, sizeof words);
    struct row_look look = look_of(lobby, index);
    int taken = room_taken(room), col = 2 + NUMBER_COLS;
    int title = cells->cols - col - 2 - GAME_COLS - PHASE_COLS - SEATS_COLS - WATCH_COLS;
    bool watch = title >= TITLE_COLS_LEAST;
    if (!watch) title += WATCH_COLS;
    bool words_fit = title >= TITLE_COLS_LEAST;
    if (!words_fit) title += SEATS_COLS - SEATS_COLS_SHORT;
    if (title > HALL_TITLE_CHARS + 2) title = HALL_TITLE_CHARS + 2;
    draw_number(&look, row, cells->cols - 2, cells);
    text_printable(&text, room->setup.title, strlen(room->setup.title));
    page_put_text(cells, row, col, title - 1, look.ink, words, look.plain);
    cells_text(cells, row, col += title, GAME_COLS - 1, look.ink, room->setup.game->name);
    text_clear(&text);
    listing_write_phase(room, &text);
    cells_text(cells, row, col += GAME_COLS, PHASE_COLS - 1, look.ink, words);
    text_clear(&text);
    text_format(&text, words_fit ? "%d of %d taken" : "%d of %d", taken, room->seats_count);
    if (taken == room->seats_count) look.ink.fore = THEME_QUIET;
    cells_text(cells, row, col += PHASE_COLS, SEATS_COLS - 1, look.ink, words);
    text_clear(&text);
    if (room->watchers && watch) text_format(&text, "%d watch", room->watchers);
    look.ink.fore = THEME_QUIET;
    cells_text(cells, row, col + SEATS_COLS, WATCH_COLS, look.ink, words);
}

static void draw_rooms(struct lobby *lobby, struct cells *cells) {
    const struct hall *hall = lobby->setup.hall;
    int top = rooms_top(lobby), rows = cells->rows - top - PAGE_BELOW, fixed = count_fixed(lobby);
    struct page_list list = {hall->rooms_count, lobby->at - fixed, lobby->top};
    struct cells_cell ink = {' ', THEME_QUIET, THEME_PAPER, 0, 0};
    if (list.at < 0) list.at = 0;
    page_list_fit(&list, rows);
    lobby->top = list.top;
    cells_text(cells, top - 1, 2, cells->cols - 3, ink,
               hall->rooms ? "Rooms" : "There are no rooms yet.");
    const struct room *room = nth_room(hall, list.top);
    for (int i = 0; i < rows && room; i++, room = room->next)
        draw_room(lobby, room, fixed + list.top + i, top + i, cells);
}

static void write_news(const struct lobby *lobby, struct text *out) {
    struct entry entry = entry_at(lobby, lobby->at);
    static const char *const words[] = {
        [OPEN] = "Open a room with a game, rounds and seats of your own.",
        [ALONE] = "All games against agents, practice with the coach. Nothing is recorded here.",
        [RANKING] = "The best players of each game, by their ratings.",
        [LOOKS] = "Dark or light, how many colours, ASCII alone.",
        [ROOM] = "Enter sits down, or watches if no seat is free; w watches."};
    text_string(out, entry.kind == QUICK ? entry.game->summary : words[entry.kind]);
}

static void write_choose(int count, bool plain, struct text *out) {
    char keys[LABEL_BYTES];
    struct text text = text_over(keys, sizeof keys);
    text_format(&text, "%s 1-%d", plain ? "up down" : "↑↓", count);
    page_add_keys(out, keys, "choose");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct lobby *lobby = self;
    struct lobby_page page = lobby_page(lobby);
    struct entry entries[GAMES_MAX];
    int fixed = list_fixed(lobby, entries), here = cells->cols - LIST_COLS - 3;
    bool plain = term->config.plain > 0;
    lobby->next = INFINITY;
    if (cells->rows < ROWS_LEAST || cells->cols < COLS_LEAST) {
        page_draw_too_small(cells, "");
        return;
    }
    find_chosen(lobby);
    text_string(&page.left, CELLS_STRONG CELLS_ACCENT "Tilewright" CELLS_INK "  lobby");
    page_write_count(&page.right, (uint64_t)lobby->setup.hall->members_count, "player", "players");
    text_string(&page.right, ", ");
    page_write_count(&page.right, (uint64_t)lobby->setup.hall->rooms_count, "room", "rooms");
    write_news(lobby, &page.news);
    write_choose(list_of(lobby).count, plain, &page.keys);
    page_add_keys(&page.keys, "Enter", "go");
    if (cells->cols >= KEYS_COLS_LEAST) {
        page_add_keys(&page.keys, "w", "watch");
        page_add_keys(&page.keys, "n", "new room");
    }
    page_add_keys(&page.keys, "?", "help");
    page_add_keys(&page.keys, "q", "leave");
    for (int i = 0; i < fixed; i++) draw_entry(lobby, &entries[i], i, cells);
    if (here >= HERE_COLS_LEAST)
        draw_here(lobby, (struct cells_box){TOP - 1, LIST_COLS + 2, fixed + 2, here}, cells);
    draw_rooms(lobby, cells);
    lobby_page_draw(lobby, cells);
}

/* A number that was typed chooses an entry, which Enter opens. */
static bool is_typing(const void *self) {
    return ((const struct lobby *)self)->number > 0;
}

const struct term_screen lobby_listing_screen = {
    .name = "lobby",
    .draw = draw,
    .event = event,
    .due = lobby_due,
    .run = lobby_run,
    .resume = lobby_resume,
    .typing = is_typing,
    .release = lobby_release,
};
