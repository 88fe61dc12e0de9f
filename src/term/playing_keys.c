/* Keys and clicks at a table. A key means, in this order: what the game's own table says, a step of
 * the choice, what is typed for it, a command. So a command's letter that the game uses itself
 * stays the game's, and another key of the command works. */
#include "base/bits.h"
#include "play/archive.h"
#include "term/playing.h"
#include "term/screens.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* A key that the config file gives a meaning of the game's table. */
static const struct key *find_remapped(const struct game *game, const struct config *config,
                                       uint32_t key) {
    for (int i = 0; i < config->game_keys_count; i++) {
        if (config->game_keys[i].key != key || strcmp(config->game_keys[i].game, game->name) != 0)
            continue;
        for (const struct key *at = game->keys; at->key; at++)
            if (strcasecmp(at->meaning, config->game_keys[i].meaning) == 0) return at;
    }
    return NULL;
}

const struct key *playing_game_key(const struct playing *playing, const struct term *term,
                                   uint32_t key) {
    const struct game *game = playing->table.game;
    int meant = input_game_key(key);
    if (!game->keys) return NULL;
    const struct key *found = find_remapped(game, &term->config, key);
    for (const struct key *at = game->keys; !found && meant && at->key; at++)
        if (at->key == meant) found = at;
    return found;
}

static bool has_cursor(const struct playing *playing) {
    return !table_has_clock(&playing->table) && table_persons(&playing->table);
}

/* Returns whether the game takes the key for itself. */
static bool is_taken(const struct playing *playing, const struct term *term, uint32_t key) {
    if (playing_game_key(playing, term, key)) return true;
    return key > ' ' && key < INPUT_KEYS && key != INPUT_BACKSPACE && has_cursor(playing) &&
           pick_wants(&playing->pick, &playing->view.scene, key);
}

uint32_t playing_key_of(const struct playing *playing, const struct term *term,
                        enum config_command command) {
    for (const uint32_t *key = term->config.keys[command]; *key; key++)
        if (!is_taken(playing, term, *key)) return *key;
    return 0;
}

static void act(struct playing *playing, struct term *term, int seat, action what) {
    const char *why = table_act(&playing->table, seat, what, term->now);
    if (why) {
        term_say(term, "Not possible: %s.", why);
        term_ring(term);
    }
    playing_refresh(playing, term);
}

/* Returns why no legal act goes on at a spot, found among the illegal ones; or NULL. */
static const char *why_not(struct playing *playing, int spot) {
    const struct table *table = &playing->table;
    const struct game *game = table->game;
    const void *state = table->session.state;
    struct shape shape = game->shape(state);
    const struct pick *pick = &playing->pick;
    for (action what = 0; what < (action)(shape.actions + shape.shorthands); what++) {
        int spots[SPOTS_MAX], count = game->picks(state, playing->seat, what, spots), same = 0;
        while (same < pick->depth && same < count && spots[same] == pick->chosen[same]) same++;
        if (same < pick->depth || same >= count || spots[same] != spot) continue;
        const char *code = game->refuse(state, playing->seat, what);
        if (code && same + 1 == count) return game_sentence(game, code);
    }
    return NULL;
}

static void choose(struct playing *playing, struct term *term, int spot) {
    bool fine;
    int64_t what = pick_spot(&playing->pick, spot, &fine);
    if (what != PICK_NO_ACT) {
        act(playing, term, playing->seat, (action)what);
    } else if (!fine) {
        const char *why = why_not(playing, spot);
        term_say(term, why ? "Not there: %s." : "%s", why ? why : "Nothing can be picked there.");
        term_ring(term);
    }
}

static void press(struct playing *playing, struct term *term, const struct input_event *event) {
    int spot = view_spot_at(&playing->view, event->row, event->col);
    if (event->button != 0) {
        pick_back(&playing->pick);
        return;
    }
    if (spot == SCENE_NO_SPOT || !has_cursor(playing)) return;
    playing->pick.cursor = spot;
    choose(playing, term, spot);
}

/* Begins another game; its record is a new file in the same folder. */
static void renew(struct playing *playing, struct term *term) {
    char seed[64], path[ARCHIVE_PATH_MAX] = "";
    struct table *table = &playing->table;
    if (playing->record[0] && term->setup.archive &&
        archive_new(term->setup.archive, table->game, time(NULL), path))
        path[0] = '\0';
    term->setup.draw_seed(term->setup.self, seed, sizeof seed);
    const char *wrong =
        table_renew(table, rng_from_string(seed, strlen(seed)), path[0] ? path : NULL, term->now);
    if (path[0]) snprintf(playing->record, sizeof playing->record, "%s", path);
    if (wrong) term_say(term, "The game cannot begin: %s.", wrong);
    playing_refresh(playing, term);
}

static void tell_saved(const struct playing *playing, struct term *term) {
    if (playing->record[0])
        term_say(term, "Saved in %s; the menu goes on with it.", playing->record);
    else
        term_say(term, "This game is not recorded: it was begun without a record.");
}

/* A game that nobody keeps is not lost by one key. */
static void leave(struct playing *playing, struct term *term) {
    bool lost = !playing->record[0] && table_can_undo(&playing->table) &&
                !table_over(&playing->table) && !playing->leaving;
    playing->leaving = true;
    if (lost)
        term_say(term, "This game is not recorded. Press the key again to leave it.");
    else
        term_close(term);
}

static void pause(struct playing *playing, struct term *term) {
    table_pause(&playing->table, !playing->table.paused, term->now);
    term->dirty = true;
}

static void run_command(struct playing *playing, struct term *term, int command) {
    struct table *table = &playing->table;
    bool leaving = playing->leaving;
    playing->leaving = leaving && command == CONFIG_LEAVE;
    switch (command) {
    case CONFIG_HINT:
        playing_ask_hint(playing, term);
        break;
    case CONFIG_UNDO:
        if (!table_undo(table, term->now)) term_say(term, "There is no move to undo.");
        break;
    case CONFIG_REDO:
        if (!table_redo(table, term->now)) term_say(term, "There is no move to redo.");
        break;
    case CONFIG_RESTART:
        if (!table_restart(table, term->now)) term_say(term, "This is the beginning of the game.");
        break;
    case CONFIG_NEW:
        renew(playing, term);
        break;
    case CONFIG_PAUSE:
        pause(playing, term);
        break;
    case CONFIG_SAVE:
        tell_saved(playing, term);
        break;
    case CONFIG_REVIEW:
        screens_open_review(term, &table->session, playing->names);
        break;
    case CONFIG_HELP:
        screens_open_help(term, table->game);
        break;
    case CONFIG_LEAVE:
        leave(playing, term);
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
    return key < INPUT_KEYS && second ? bits_low(second) : bits_low(persons);
}

static void play_key(struct playing *playing, struct term *term, const struct key *key,
                     uint32_t typed) {
    struct table *table = &playing->table;
    int seat = find_actor(playing, typed);
    bool shorthand = key->act >= (action)table->game->shape(table->session.state).actions;
    if (key->act == GAME_KEY_PAUSE)
        pause(playing, term);
    else if (table->paused && table_has_clock(table))
        pause(playing, term);
    else if (table_has_clock(table) && shorthand && !term->config.hard_drop)
        term_say(term, "Hard drop is switched off (hard_drop in the config file).");
    else if (seat >= 0)
        act(playing, term, seat, key->act);
}

static int direction_of(const struct term *term, uint32_t key) {
    static const char letters[] = "kjhl";
    const char *letter = key < 0x80 && key > 0 ? strchr(letters, (int)key) : NULL;
    if (term->config.vi && letter) return GAME_KEY_UP + (int)(letter - letters);
    return key >= INPUT_UP && key <= INPUT_RIGHT ? GAME_KEY_UP + (int)(key - INPUT_UP) : 0;
}

/* Returns whether the key is a step of the choice. */
static bool steer(struct playing *playing, struct term *term, uint32_t key) {
    struct pick *pick = &playing->pick;
    const struct view *view = &playing->view;
    int direction = direction_of(term, key);
    if (direction && view->fits) {
        pick_move(pick, &view->board, &view->layout, direction);
    } else if ((key == INPUT_TAB || key == INPUT_BACKTAB) && view->fits) {
        pick_step(pick, &view->board, &view->layout, key == INPUT_TAB ? 1 : -1);
    } else if ((key == INPUT_ENTER || key == ' ') && pick->cursor != SCENE_NO_SPOT) {
        choose(playing, term, pick->cursor);
    } else if (key == INPUT_ESCAPE || key == INPUT_BACKSPACE) {
        return pick_back(pick);
    } else {
        return false;
    }
    return true;
}

/* What is typed for the first spots picks them at once; the last one waits for Enter. */
static bool type(struct playing *playing, struct term *term, uint32_t key) {
    bool only;
    if (key <= ' ' || key >= INPUT_KEYS || key == INPUT_BACKSPACE) return false;
    if (!pick_wants(&playing->pick, &playing->view.scene, key)) return false;
    if (!pick_type(&playing->pick, &playing->view.scene, key, &only)) return false;
    if (only && pick_considered(&playing->pick) == PICK_NO_ACT)
        choose(playing, term, playing->pick.cursor);
    return true;
}

static void take_key(struct playing *playing, struct term *term, uint32_t key) {
    const struct key *own = playing_game_key(playing, term, key);
    int direction = direction_of(term, key);
    if (direction && key < INPUT_KEYS)
        own = playing_game_key(playing, term, (uint32_t)(INPUT_UP + direction - GAME_KEY_UP));
    if (own) {
        play_key(playing, term, own, key);
        return;
    }
    if (has_cursor(playing) && steer(playing, term, key)) return;
    if (has_cursor(playing) && type(playing, term, key)) return;
    if (key == INPUT_ESCAPE && playing->hint != PLAYING_NO_HINT) {
        playing_drop_hint(playing);
        return;
    }
    int command =
        key == INPUT_ESCAPE || key == INPUT_CTRL('c') ? (int)CONFIG_LEAVE : term_command(term, key);
    if (command >= 0)
        run_command(playing, term, command);
    else if (key > ' ' && key < INPUT_KEYS)
        term_say(term, "That key does nothing here; ? shows those that do.");
}

void playing_event(void *self, struct term *term, const struct input_event *event) {
    struct playing *playing = self;
    if (event->kind == INPUT_KEY)
        take_key(playing, term, event->key);
    else if (event->kind == INPUT_PRESS)
        press(playing, term, event);
}

/* Returns whether another key of the table, an arrow or an earlier one, plays the same. */
static bool is_listed(const struct game *game, const struct key *key) {
    for (const struct key *other = game->keys; other->key; other++)
        if (other != key && other->act == key->act && (other->key >= GAME_KEY_UP || other < key))
            return true;
    return false;
}

/* Writes the game's own keys: the arrows together, then those that play something else. */
static void write_game_keys(const struct game *game, const struct term *term, struct text *out) {
    bool arrows = false;
    for (const struct key *key = game->keys; key && key->key; key++)
        arrows |= key->key >= GAME_KEY_UP;
    if (arrows) page_add_keys(out, term->config.plain > 0 ? "arrows" : "←↑↓→", "move");
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key < GAME_KEY_UP && key->act != GAME_KEY_PAUSE && !is_listed(game, key))
            page_add_key(out, term, (uint32_t)key->key, key->meaning);
}

static void write_command(const struct playing *playing, const struct term *term,
                          enum config_command command, struct text *out) {
    page_add_key(out, term, playing_key_of(playing, term, command), config_command_words[command]);
}

/* Writes the commands that make sense now. */
static void write_commands(const struct playing *playing, const struct term *term,
                           struct text *out) {
    const struct table *table = &playing->table;
    bool over = table_over(table);
    if (over) write_command(playing, term, CONFIG_NEW, out);
    if (over) write_command(playing, term, CONFIG_REVIEW, out);
    if (!over) write_command(playing, term, CONFIG_HINT, out);
    if (table_can_undo(table)) write_command(playing, term, CONFIG_UNDO, out);
    if (table_can_redo(table)) write_command(playing, term, CONFIG_REDO, out);
    if (table_has_clock(table) && !over) write_command(playing, term, CONFIG_PAUSE, out);
    write_command(playing, term, CONFIG_HELP, out);
    write_command(playing, term, CONFIG_LEAVE, out);
}

void playing_write_keys(const struct playing *playing, const struct term *term, struct text *out) {
    char words[PAGE_TEXT_BYTES];
    struct text commands = text_over(words, sizeof words);
    const struct game *game = playing->table.game;
    bool over = table_over(&playing->table);
    if (!over) write_game_keys(game, term, out);
    if (has_cursor(playing) && !out->length)
        page_add_keys(out, term->config.plain > 0 ? "arrows" : "←↑↓→", "choose");
    if (has_cursor(playing)) page_add_keys(out, "Enter", playing->pick.depth ? "play" : "pick");
    if (has_cursor(playing) && playing->pick.depth) page_add_keys(out, "Esc", "back");
    write_commands(playing, term, &commands);
    if (cells_width(out->at) + cells_width(words) + 4 > term->cells.cols) text_clear(out);
    if (out->length) text_string(out, "  ");
    text_string(out, words);
}
