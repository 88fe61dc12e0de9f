/* Keys and clicks at a table. A key means what choosing.h says, and else a command. So a command's
 * letter that the game uses itself stays the game's, and another key of the command works. */
#include "base/bits.h"
#include "play/archive.h"
#include "term/choosing.h"
#include "term/help.h"
#include "term/history.h"
#include "term/moves.h"
#include "term/playing.h"
#include "term/screens.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

static bool has_cursor(const struct playing *playing) {
    return !table_has_clock(&playing->table) && table_persons(&playing->table);
}

/* Returns whether the person who looks may move, also if the clock stands. */
static bool is_to_move(const struct playing *playing) {
    const struct table *table = &playing->table;
    return table->game->movers(table->session.state) >> playing->seat & 1 &&
           !table->seats[playing->seat].player.agent;
}

static struct choosing choice_of(struct playing *playing) {
    return (struct choosing){&playing->pick, &playing->view, playing->table.session.state,
                             playing->seat, playing->letters};
}

static uint32_t key_of(struct playing *playing, const struct term *term,
                       enum config_command command) {
    struct choosing choice = choice_of(playing);
    return choosing_command_key(playing->table.game, has_cursor(playing) ? &choice : NULL, term,
                                command);
}

static void act(struct playing *playing, struct term *term, int seat, action what) {
    const char *why = table_act(&playing->table, seat, what, term->now);
    playing->asked = PLAYING_NOTHING;
    if (why) {
        term_say(term, "Not possible: %s.", why);
        term_ring(term);
    }
    playing_refresh(playing, term);
}

static void press(struct playing *playing, struct term *term, const struct input_event *event) {
    int64_t chosen;
    struct choosing choice = choice_of(playing);
    if (has_cursor(playing) && choosing_press(&choice, term, event, &chosen) &&
        chosen != PICK_NO_ACT)
        act(playing, term, playing->seat, (action)chosen);
}

/* Begins another game; its record is a new file in the same folder. */
static void renew(struct playing *playing, struct term *term) {
    char seed[64], path[ARCHIVE_PATH_MAX] = "";
    struct table *table = &playing->table;
    playing->played = 0;
    playing_drop_unused(playing);
    if (playing->archived && term->setup.archive &&
        archive_new(term->setup.archive, table->game, time(NULL), path))
        path[0] = '\0';
    term->setup.draw_seed(term->setup.self, seed, sizeof seed);
    const char *wrong =
        table_renew(table, rng_from_string(seed, strlen(seed)), path[0] ? path : NULL, term->now);
    if (path[0]) snprintf(playing->record, sizeof playing->record, "%s", path);
    playing->begun = table->session.count;
    if (wrong) term_say(term, "The game cannot begin: %s.", wrong);
    playing_refresh(playing, term);
}

static void tell_saved(const struct playing *playing, struct term *term) {
    if (playing->record[0])
        term_say(term, "Saved as %s; the menu goes on with it.",
                 playing->archived ? strrchr(playing->record, '/') + 1 : playing->record);
    else
        term_say(term, "This game is not recorded: it was begun without a record.");
}

/* A game is not left by one key: another game by mistake is a nuisance, and one that nobody keeps
 * is lost. Returns whether the key came twice. */
static bool is_sure(struct playing *playing, struct term *term, int command) {
    const struct table *table = &playing->table;
    bool kept = playing->record[0];
    if (table_over(table) || !table_can_undo(table) || (kept && command == CONFIG_LEAVE))
        return true;
    bool again = playing->asked == command;
    playing->asked = command;
    if (!again)
        term_say(term, kept ? "Press the key again for another game; this one is kept."
                            : "This game is not recorded. Press the key again to leave it.");
    return again;
}

static void pause(struct playing *playing, struct term *term) {
    playing_pause(playing, term, !playing->table.paused);
}

/* Another screen comes over the table: time stands still meanwhile. */
static void stop_clock(struct playing *playing, struct term *term) {
    if (table_has_clock(&playing->table)) playing_pause(playing, term, true);
}

static void list_moves(struct playing *playing, struct term *term) {
    const struct table *table = &playing->table;
    stop_clock(playing, term);
    if (is_to_move(playing))
        moves_open(term, table->game, table->session.state, playing->seat);
    else
        term_say(term, "There are no moves for you now.");
}

void playing_keys_resume(void *self, struct term *term) {
    struct playing *playing = self;
    int64_t what = term->answer;
    term->answer = MOVES_NONE;
    if (what == MOVES_NONE) return;
    if (table_has_clock(&playing->table)) playing_pause(playing, term, false);
    act(playing, term, playing->seat, (action)what);
}

static void open_help(struct playing *playing, struct term *term) {
    struct choosing choice = choice_of(playing);
    stop_clock(playing, term);
    help_open(term, HELP_PLAYING, playing->table.game,
              table_has_clock(&playing->table) ? NULL : &choice);
}

static void run_command(struct playing *playing, struct term *term, int command) {
    struct table *table = &playing->table;
    if (command != playing->asked) playing->asked = PLAYING_NOTHING;
    if (command >= CONFIG_UNDO && command <= CONFIG_NEW) playing_hint_drop(playing);
    switch (command) {
    case CONFIG_HINT:
        playing_hint_ask(playing, term);
        break;
    case CONFIG_UNDO:
        if (!table_undo(table, term->now))
            term_say(term, "There is no move to undo.");
        else if (table_has_clock(table))
            term_say(term, "Undone; the clock stands. p goes on.");
        break;
    case CONFIG_REDO:
        if (!table_redo(table, term->now)) term_say(term, "There is no move to redo.");
        break;
    case CONFIG_RESTART:
        if (!table_restart(table, term->now)) term_say(term, "This is the beginning of the game.");
        break;
    case CONFIG_NEW:
        if (is_sure(playing, term, command)) renew(playing, term);
        break;
    case CONFIG_PAUSE:
        pause(playing, term);
        break;
    case CONFIG_SAVE:
        tell_saved(playing, term);
        break;
    case CONFIG_REVIEW:
        stop_clock(playing, term);
        term_open_review(term, &table->session, playing->names);
        break;
    case CONFIG_MOVES:
        list_moves(playing, term);
        break;
    case CONFIG_HISTORY:
        stop_clock(playing, term);
        history_open(term, &table->session, playing->names);
        break;
    case CONFIG_HELP:
        open_help(playing, term);
        break;
    case CONFIG_LEAVE:
        if (!is_sure(playing, term, command)) break;
        if (playing->record[0] && playing_is_used(playing) && !table_over(table))
            term_say(term, "The game is kept; the menu goes on with it.");
        term_close(term);
        return;
    default:
        return;
    }
    playing_refresh(playing, term);
}

/* The arrows act for the first person, letters for the second, where two play at once. */
static int find_actor(const struct playing *playing, uint32_t key) {
    uint32_t persons = table_persons(&playing->table);
    if (!persons) return -1;
    if (!table_has_clock(&playing->table)) return playing->seat;
    uint32_t second = persons & (persons - 1);
    bool first = key >= INPUT_KEYS || key == INPUT_ENTER;
    return second && !first ? bits_low(second) : bits_low(persons);
}

/* A move lets a clock that stands run again. */
static void play_key(struct playing *playing, struct term *term, const struct key *key,
                     uint32_t typed) {
    struct table *table = &playing->table;
    bool clock = table_has_clock(table);
    bool shorthand = key->act >= (action)table->game->shape(table->session.state).actions;
    if (key->act == GAME_KEY_PAUSE) {
        pause(playing, term);
        return;
    }
    if (clock && shorthand && !term->config.hard_drop) {
        term_say(term, "Hard drop is switched off (hard_drop in the config file).");
        return;
    }
    if (clock && table->paused) playing_pause(playing, term, false);
    int seat = find_actor(playing, typed);
    if (seat >= 0) act(playing, term, seat, key->act);
}

/* Nobody plays a board that cannot be seen: only commands work then. */
static bool is_hidden(const struct playing *playing) {
    return playing->view.laid && !playing->view.fits;
}

/* Returns whether the key belongs to the choice of a move. */
static bool choose(struct playing *playing, struct term *term, uint32_t key) {
    int64_t chosen;
    struct choosing choice = choice_of(playing);
    if (!has_cursor(playing) || is_hidden(playing) || !choosing_key(&choice, term, key, &chosen))
        return false;
    if (chosen != PICK_NO_ACT) act(playing, term, playing->seat, (action)chosen);
    return true;
}

/* Of two persons who play at once, the one with the arrows has Enter for what a letter of the other
 * does: the first key of a shorthand. */
static const struct key *find_second_key(const struct playing *playing) {
    const struct game *game = playing->table.game;
    uint32_t persons = table_persons(&playing->table);
    int actions = game->shape(playing->table.session.state).actions;
    if (!table_has_clock(&playing->table) || !(persons & (persons - 1))) return NULL;
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->act >= (action)actions && key->act != GAME_KEY_PAUSE) return key;
    return NULL;
}

static void take_key(struct playing *playing, struct term *term, uint32_t key) {
    const struct key *own = choosing_game_key(playing->table.game, term, key);
    if (key == INPUT_ENTER) own = find_second_key(playing);
    if (own && !is_hidden(playing)) {
        play_key(playing, term, own, key);
        return;
    }
    int depth = playing->pick.depth;
    if (choose(playing, term, key)) {
        if (playing->pick.depth != depth) playing_hint_steer(playing);
        return;
    }
    struct choosing choice = choice_of(playing);
    bool owned = has_cursor(playing) && choosing_owns(&choice, key);
    int command = key == INPUT_CTRL('c') ? (int)CONFIG_LEAVE : owned ? -1 : term_command(term, key);
    if (key == INPUT_ESCAPE && playing->hint != PLAYING_NO_HINT)
        playing_hint_drop(playing);
    else if (key == INPUT_ESCAPE)
        term_say(term, "q leaves; the game is kept.");
    else if (command >= 0)
        run_command(playing, term, command);
    else if (key > ' ' && key < INPUT_KEYS)
        term_say(term, "That key does nothing here; ? shows those that do.");
}

void playing_keys_event(void *self, struct term *term, const struct input_event *event) {
    struct playing *playing = self;
    if (event->kind == INPUT_KEY)
        take_key(playing, term, event->key);
    else if (event->kind == INPUT_PRESS)
        press(playing, term, event);
}

static void write_command(struct playing *playing, const struct term *term,
                          enum config_command command, struct text *out) {
    bool pauses = command == CONFIG_PAUSE;
    uint32_t own = pauses ? (uint32_t)game_pause_key(playing->table.game) : 0;
    page_add_key(out, term, own ? own : key_of(playing, term, command),
                 pauses && playing->table.paused ? "go on" : config_command_names[command]);
}

/* Writes the commands that make sense now. */
static void write_commands(struct playing *playing, const struct term *term, struct text *out) {
    const struct table *table = &playing->table;
    bool over = table_over(table);
    bool clock = table_has_clock(table);
    if (over || (clock && !is_to_move(playing))) write_command(playing, term, CONFIG_NEW, out);
    if (over && !clock) write_command(playing, term, CONFIG_REVIEW, out);
    if (is_to_move(playing)) write_command(playing, term, CONFIG_HINT, out);
    write_command(playing, term, CONFIG_UNDO, out);
    if (table_can_redo(table)) write_command(playing, term, CONFIG_REDO, out);
    if (clock && !over) write_command(playing, term, CONFIG_PAUSE, out);
    write_command(playing, term, CONFIG_HELP, out);
    write_command(playing, term, CONFIG_LEAVE, out);
}

void playing_keys_write(struct playing *playing, const struct term *term, struct text *out) {
    char words[PAGE_TEXT_BYTES];
    struct text commands = text_over(words, sizeof words);
    const struct game *game = playing->table.game;
    struct choosing choice = choice_of(playing);
    write_commands(playing, term, &commands);
    if (is_to_move(playing))
        choosing_write_game_keys(game, term, term->cells.cols - 4 - cells_width(words), out);
    if (has_cursor(playing)) choosing_write_keys(&choice, term, out);
    if (out->length) text_string(out, "  ");
    text_string(out, words);
}
