/* A round: the own board or the one that is watched, scores and talk beside it. In real time
 * fields.c draws it, in turns board.c. */
#include "lobby/board.h"
#include "lobby/fields.h"
#include "lobby/meeting.h"
#include "lobby/talking.h"
#include "lobby/telling.h"
#include "term/moves.h"
#include <math.h>
#include <string.h>

static const double second = 1.0;

static const struct game *game_of(const struct lobby *lobby) {
    return lobby->member->room->setup.game;
}

/* Returns whether the person's seat may still do something in the round. */
static bool is_playing(const struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    int place;
    if (!telling_plays(lobby) || room->phase != ROOM_ROUND) return false;
    if (room->seats[lobby->member->seat].left) return false;
    const struct table *table = room_table(room, lobby->member->seat, &place);
    return table && table->game->movers(table->session.state) >> place & 1;
}

/* Returns whether the person has something to lose by leaving: in turns, others may be to move. */
static bool is_in(const struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    if (room->clock || room->race) return is_playing(lobby);
    return telling_plays(lobby) && room->phase == ROOM_ROUND &&
           !room->seats[lobby->member->seat].left;
}

static bool has_left(const struct lobby *lobby) {
    return telling_plays(lobby) && lobby->member->room->seats[lobby->member->seat].left;
}

static bool is_stopped(const struct lobby *lobby) {
    return telling_plays(lobby) && !has_left(lobby) &&
           lobby->member->room->seats[lobby->member->seat].stopped;
}

/* Commands */

static void stop(struct lobby *lobby, bool stopped) {
    lobby_refused(lobby, room_stop(lobby->member, stopped, lobby->term->now));
}

/* Looks at the board of another seat. */
static void view_next(struct lobby *lobby, int step) {
    const struct room *room = lobby->member->room;
    int seat = telling_viewed(lobby), count = room->seats_count;
    for (int i = 0; i < count && seat >= 0; i++) {
        seat = (seat + step + count) % count;
        if (room->seats[seat].place >= 0) break;
    }
    lobby->viewed = seat;
    lobby->frame.laid = 0;
}

static bool view_number(struct lobby *lobby, uint32_t key) {
    const struct room *room = lobby->member->room;
    int seat = (int)key - '1';
    if (key < '1' || seat >= room->seats_count || room->seats[seat].place < 0) return false;
    lobby->viewed = seat;
    lobby->frame.laid = 0;
    return true;
}

static void leave(struct lobby *lobby, uint32_t key) {
    const char *what = is_in(lobby) ? "the room: your seat then plays no more." : "the room.";
    if (lobby_is_sure(lobby, key, what))
        lobby_refused(lobby, room_leave(lobby->member, lobby->term->now));
}

/* Returns whether the person may ask for the end of a round that only agents go on with. */
static bool may_skip(const struct lobby *lobby) {
    const struct member *member = lobby->member;
    return member->seat != HALL_NO_SEAT && !member->room->seats[member->seat].ready &&
           room_can_skip(member->room);
}

/* Keys that come late are still meant for the board. */
static void notice_skip(struct lobby *lobby) {
    bool skips = may_skip(lobby);
    if (skips && !lobby->skips) meeting_deafen(lobby);
    lobby->skips = skips;
}

static bool skip(struct lobby *lobby, bool heard) {
    if (!may_skip(lobby)) return false;
    if (heard) lobby_refused(lobby, room_ready(lobby->member, true, lobby->term->now));
    return true;
}

static void open_help(struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    struct choosing choosing;
    bool chooses = !room->clock && lobby_board_choosing(lobby, telling_viewed(lobby), &choosing);
    if (room->clock && is_playing(lobby) && !is_stopped(lobby)) {
        stop(lobby, true);
        lobby->helped = is_stopped(lobby);
    }
    meeting_open_help(lobby, HELP_ROUND, chooses ? &choosing : NULL);
}

/* The clock that the help stopped runs on. */
static void close_help(struct lobby *lobby) {
    bool goes_on = lobby->helped && is_stopped(lobby) && is_playing(lobby);
    lobby->helped = false;
    if (!goes_on) return;
    lobby_begin(lobby);
    stop(lobby, false);
    lobby_end(lobby);
}

static void list_moves(struct lobby *lobby) {
    struct choosing choosing;
    int seat = telling_viewed(lobby);
    if (lobby->member->room->clock || !lobby_board_choosing(lobby, seat, &choosing)) {
        term_say(lobby->term, "There are no moves for you now.");
        return;
    }
    moves_open(lobby->term, game_of(lobby), choosing.state, choosing.who);
}

/* Returns whether the key does something. */
static bool take_command(struct lobby *lobby, uint32_t key) {
    struct term *term = lobby->term;
    int command = term_command(term, key);
    bool plays = is_in(lobby);
    notice_skip(lobby);
    bool heard = meeting_hears(lobby);
    if (lobby_leaves(lobby, NULL, key)) {
        leave(lobby, key);
        return true;
    }
    lobby->sure = false;
    if (key == 't')
        talking_begin(lobby);
    else if (command == CONFIG_HELP)
        open_help(lobby);
    else if (command == CONFIG_MOVES)
        list_moves(lobby);
    else if (command == CONFIG_PAUSE && plays)
        stop(lobby, !is_stopped(lobby));
    else if (!plays && (key == INPUT_TAB || key == INPUT_RIGHT || key == INPUT_DOWN))
        view_next(lobby, 1);
    else if (!plays && (key == INPUT_BACKTAB || key == INPUT_LEFT || key == INPUT_UP))
        view_next(lobby, -1);
    else if (!plays && view_number(lobby, key))
        return true;
    else if (key == 'j' && lobby->member->seat == HALL_NO_SEAT)
        lobby_refused(lobby, room_join(lobby->member, lobby->member->room, term->now));
    else if (skip(lobby, heard))
        return true;
    else if (key > ' ' && key < INPUT_KEYS && !lobby->member->room->clock)
        term_say(term, "That key does nothing here; ? shows those that do.");
    else
        return false;
    return true;
}

/* A move that is not possible is seen to be so in real time, and not told. */
static bool play_key(struct lobby *lobby, uint32_t key) {
    struct term *term = lobby->term;
    const struct key *own = choosing_game_key(game_of(lobby), term, key);
    int place;
    if (!own || !is_playing(lobby)) return false;
    lobby->sure = false;
    if (own->act == GAME_KEY_PAUSE) {
        stop(lobby, !is_stopped(lobby));
        return true;
    }
    const struct table *table = room_table(lobby->member->room, lobby->member->seat, &place);
    if (own->act >= (action)table->game->shape(table->session.state).actions &&
        !term->config.hard_drop) {
        term_say(term, "Hard drop is switched off.");
        return true;
    }
    room_act(lobby->member, own->act, term->now);
    return true;
}

/* Returns whether anything may have changed that is not told as an event. */
static bool take_key(struct lobby *lobby, uint32_t key) {
    bool clock = lobby->member->room->clock;
    if (talking_key(lobby, key)) return true;
    if (key == TALKING_KEY) {
        talking_begin(lobby);
        return true;
    }
    if (clock ? play_key(lobby, key) : lobby_board_key(lobby, telling_viewed(lobby), key)) {
        lobby->sure = false;
        return !clock;
    }
    return take_command(lobby, key);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct lobby *lobby = self;
    lobby_begin(lobby);
    if (event->kind == INPUT_KEY)
        term->dirty |= take_key(lobby, event->key);
    else if (event->kind == INPUT_PRESS && !lobby->member->room->clock)
        term->dirty |= lobby_board_press(lobby, telling_viewed(lobby), event);
    lobby_end(lobby);
}

static void resume(void *self, struct term *term) {
    struct lobby *lobby = self;
    int64_t act = term->answer;
    term->answer = MOVES_NONE;
    lobby->frame.laid = 0;
    close_help(lobby);
    if (act == MOVES_NONE || !lobby->member) return;
    lobby_begin(lobby);
    lobby_board_act(lobby, (action)act);
    lobby_end(lobby);
}

/* Drawing */

/* Writes whose turn it is. */
static void write_turn(const struct lobby *lobby, int seat, struct text *out) {
    const struct room *room = lobby->member->room;
    struct telling_names names;
    int place;
    const struct table *table = room_table(room, seat, &place);
    if (!table || room->race || table_over(table)) return;
    int mover = game_mover(table->game, table->session.state);
    telling_name(lobby, room, seat, &names);
    if (mover < 0 || mover >= SEATS_MAX || !names.at[mover]) return;
    bool you = is_playing(lobby) && strcmp(names.at[mover], "You") == 0;
    text_string(out, "   " CELLS_STRONG);
    if (!you) text_printable(out, names.at[mover], strlen(names.at[mover]));
    text_string(out, you ? "Your turn" : " to move");
    text_string(out, CELLS_INK);
}

static void write_bar(const struct lobby *lobby, int seat, struct lobby_page *page) {
    const struct room *room = lobby->member->room;
    meeting_write_bar(room, page);
    if (room->clock || room->race)
        meeting_write_time(lobby->term->now - room->began, room->race ? room->setup.minutes : 0,
                           &page->left);
    else if (seat >= 0)
        write_turn(lobby, seat, &page->left);
    if (is_stopped(lobby)) text_string(&page->left, "   " CELLS_ACCENT "clock stopped" CELLS_INK);
}

/* Writes when the person plays, and the code: who comes in the middle has not seen it yet. */
static void write_later(const struct lobby *lobby, struct text *out) {
    const struct room *room = lobby->member->room;
    text_format(out, "You play from the next %s on. Code: ",
                room->round < room->setup.rounds ? "round" : "game");
    meeting_write_code(lobby, out);
}

static bool has_skipped(const struct lobby *lobby) {
    const struct member *member = lobby->member;
    return member->seat != HALL_NO_SEAT && member->room->seats[member->seat].ready &&
           room_can_skip(member->room);
}

/* Writes whom a round waits for that others skip: those who wait for the next are not asked. */
static void write_skip(const struct room *room, struct text *out) {
    const char *before = "; waiting for ";
    text_string(out, "You skip");
    for (int seat = 0; seat < room->seats_count; seat++) {
        const struct room_seat *at = &room->seats[seat];
        if (!at->member || at->away || at->ready || at->place < 0) continue;
        text_string(out, before);
        text_printable(out, at->name, strlen(at->name));
        before = ", ";
    }
    text_char(out, '.');
}

static void write_news(const struct lobby *lobby, struct text *out) {
    const struct room *room = lobby->member->room;
    if (room->phase == ROOM_ENDING)
        text_string(out, "The round is over.");
    else if (has_skipped(lobby))
        write_skip(room, out);
    else if (has_left(lobby))
        text_format(out, "You left this round; you play from the next %s on.",
                    room->round < room->setup.rounds ? "one" : "game");
    else if (is_stopped(lobby))
        text_string(out, "Your clock stands, those of the others do not.");
    else if (lobby->news[0] || telling_plays(lobby))
        text_string(out, lobby->news);
    else if (lobby->member->seat == HALL_NO_SEAT)
        text_string(out, "You watch.");
    else
        write_later(lobby, out);
}

/* Writes the keys of who watches, or is out. */
static void write_watch_keys(const struct lobby *lobby, struct text *keys) {
    const struct room *room = lobby->member->room;
    char keys_of[32];
    struct text text = text_over(keys_of, sizeof keys_of);
    int last = room->seats_count - 1;
    while (last > 0 && room->seats[last].place < 0) last--;
    text_format(&text, "Tab 1-%d", last + 1);
    if (last > 0) page_add_keys(keys, keys_of, "another player");
    if (may_skip(lobby)) page_add_keys(keys, "any key", "skip to the result");
    if (meeting_can_sit(lobby)) page_add_keys(keys, "j", "sit down");
}

static void write_commands(const struct lobby *lobby, const struct choosing *choosing,
                           struct text *out) {
    const struct term *term = lobby->term;
    const struct game *game = game_of(lobby);
    bool plays = is_playing(lobby);
    if (plays && lobby->member->room->clock)
        page_add_key(out, term, (uint32_t)game_pause_key(game),
                     is_stopped(lobby) ? "go on" : "stop clock");
    page_add_key(out, term, TALKING_KEY, "talk");
    page_add_key(out, term,
                 plays ? choosing_command_key(game, choosing, term, CONFIG_LEAVE)
                       : term->config.keys[CONFIG_LEAVE][0],
                 "leave");
    page_add_key(out, term, term->config.keys[CONFIG_HELP][0], "help");
}

static void write_keys(struct lobby *lobby, int seat, struct text *out) {
    char words[PAGE_TEXT_BYTES];
    struct text commands = text_over(words, sizeof words);
    struct choosing choosing;
    bool chooses = !lobby->member->room->clock && lobby_board_choosing(lobby, seat, &choosing);
    write_commands(lobby, chooses ? &choosing : NULL, &commands);
    if (is_playing(lobby))
        choosing_write_game_keys(game_of(lobby), lobby->term,
                                 lobby->term->cells.cols - 4 - cells_width(words), out);
    else if (!is_in(lobby))
        write_watch_keys(lobby, out);
    if (chooses) choosing_write_keys(&choosing, lobby->term, out);
    if (out->length) text_string(out, "  ");
    text_string(out, words);
}

static void set_next(struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    lobby->next = room->clock || room->race ? lobby->term->now + second : INFINITY;
}

static int seconds_of(const struct lobby *lobby) {
    return (int)(lobby->term->now - lobby->member->room->began);
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct lobby *lobby = self;
    const struct room *room = lobby->member->room;
    int seat = telling_viewed(lobby);
    struct lobby_page page = lobby_page(lobby);
    (void)term;
    notice_skip(lobby);
    set_next(lobby);
    write_bar(lobby, seat, &page);
    write_news(lobby, &page.news);
    write_keys(lobby, seat, &page.keys);
    talking_write(lobby, &page.news, &page.keys);
    if (!room->clock) {
        lobby_board_draw(lobby, seat, cells, &page);
        return;
    }
    struct cells_box body = lobby_page_draw(lobby, cells);
    if (seat >= 0) fields_draw(lobby, seat, cells, body);
    lobby->frame.seconds = seconds_of(lobby);
    lobby->playing = is_playing(lobby);
}

/* Draws the bar and the news if they changed. Returns the number of boxes. */
static int patch_page(struct lobby *lobby, int seat, struct cells *cells, struct cells_box *boxes) {
    struct lobby_page page = lobby_page(lobby);
    int count = 0;
    if (lobby->frame.seconds != seconds_of(lobby)) {
        write_bar(lobby, seat, &page);
        boxes[count++] = page_draw_bar(&lobby->scratch->page, lobby->term, cells);
    }
    if (lobby->frame.news && !lobby->typing) {
        write_news(lobby, &page.news);
        boxes[count++] = page_draw_news(&lobby->scratch->page, lobby->term, cells);
    }
    lobby->frame.seconds = seconds_of(lobby);
    lobby->frame.news = false;
    return count;
}

static int patch(void *self, struct term *term, struct cells *cells, struct cells_box *boxes) {
    struct lobby *lobby = self;
    (void)term;
    int seat = telling_viewed(lobby);
    if (!lobby->member->room->clock || seat < 0 || lobby->playing != is_playing(lobby)) return -1;
    int count = fields_patch(lobby, seat, cells, boxes);
    if (count < 0) return -1;
    set_next(lobby);
    return count + patch_page(lobby, seat, cells, boxes + count);
}

static bool is_typing(const void *self) {
    return lobby_is_typing(self) || lobby_board_is_typing(((const struct lobby *)self)->board);
}

const struct term_screen lobby_round_screen = {
    .name = "round",
    .draw = draw,
    .event = event,
    .due = lobby_due,
    .run = lobby_run,
    .resume = resume,
    .typing = is_typing,
    .release = lobby_release,
    .patch = patch,
};
