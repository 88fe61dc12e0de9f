/* Keys and clicks become steps of a choice. */
#include "term/choosing.h"
#include "base/bits.h"
#include "show/spell.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Returns GAME_KEY_UP and so on for an arrow, or a letter that moves like one; else 0. */
static int direction_of(const struct term *term, uint32_t key) {
    static const char letters[] = "kjhl";
    const char *letter = key < 0x80 && key > 0 ? strchr(letters, (int)key) : NULL;
    if (term->config.vi && letter) return GAME_KEY_UP + (int)(letter - letters);
    return key >= INPUT_UP && key <= INPUT_RIGHT ? GAME_KEY_UP + (int)(key - INPUT_UP) : 0;
}

const struct key *choosing_game_key(const struct game *game, const struct term *term,
                                    uint32_t key) {
    int direction = direction_of(term, key), meant = direction ? direction : input_game_key(key);
    if (!game->keys) return NULL;
    const struct key *found = find_remapped(game, &term->config, key);
    for (const struct key *at = game->keys; !found && meant && at->key; at++)
        if (at->key == meant) found = at;
    return found;
}

static bool is_character(uint32_t key) {
    return key > ' ' && key < INPUT_KEYS && key != INPUT_BACKSPACE;
}

/* Returns whether the key would be typed for the choice. Capital letters are left to the commands,
 * so that each of them has a key in every game. */
static bool wants(const struct choosing *choosing, uint32_t key) {
    return is_character(key) && !(key >= 'A' && key <= 'Z') &&
           pick_wants(choosing->pick, &choosing->view->scene, key);
}

/* Returns why no legal act goes on at a spot, found among the illegal ones; or NULL. */
static const char *why_not(const struct choosing *choosing, int spot) {
    const struct pick *pick = choosing->pick;
    const struct game *game = choosing->view->game;
    struct shape shape = game->shape(choosing->state);
    for (action act = 0; act < (action)(shape.actions + shape.shorthands); act++) {
        int spots[SPOTS_MAX], same = 0;
        int count = game->picks(choosing->state, choosing->who, act, spots);
        while (same < pick->depth && same < count && spots[same] == pick->chosen[same]) same++;
        if (same < pick->depth || same + 1 != count || spots[same] != spot) continue;
        const char *code = game->refuse(choosing->state, choosing->who, act);
        if (code) return game_sentence(game, code);
    }
    return NULL;
}

/* Picks a spot. Returns the act that is then complete, or PICK_NO_ACT. */
static int64_t choose(const struct choosing *choosing, struct term *term, int spot) {
    bool fine;
    int64_t act = pick_spot(choosing->pick, spot, &fine);
    if (act != PICK_NO_ACT || fine) return act;
    const char *why = why_not(choosing, spot);
    if (why)
        term_say(term, "Not there: %s.", why);
    else
        term_say(term, "Nothing can be picked there.");
    term_ring(term);
    return PICK_NO_ACT;
}

static bool is_named(const struct choosing *choosing, const struct scene_tile *tile,
                     const char *typed) {
    return tile->spot != SCENE_NO_SPOT &&
           spell_match(choosing->view->game, typed, tile->name).match == SPELL_WORDS;
}

/* Returns a spot whose name was typed in whole words, the cursor's if that is one; or
 * SCENE_NO_SPOT. */
static int find_named(const struct choosing *choosing, const char *typed) {
    const struct scene *scene = &choosing->view->scene;
    int found = SCENE_NO_SPOT;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        if (!is_named(choosing, tile, typed)) continue;
        if (tile->spot == choosing->pick->cursor) return tile->spot;
        if (found == SCENE_NO_SPOT) found = tile->spot;
    }
    return found;
}

/* Takes what was typed for a name in the picture, whether it can be picked or not: then it is said
 * why. The beginning of a number is another number, so it means nothing yet. */
static int64_t choose_named(const struct choosing *choosing, struct term *term, const char *typed) {
    int spot = find_named(choosing, typed);
    pick_untype(choosing->pick);
    if (spot != SCENE_NO_SPOT) return choose(choosing, term, spot);
    term_say(term, "Nothing called '%s' can be picked now.", typed);
    term_ring(term);
    return PICK_NO_ACT;
}

static bool ends_in_digit(const char *typed) {
    size_t length = strlen(typed);
    return length && typed[length - 1] >= '0' && typed[length - 1] <= '9';
}

static int64_t enter(const struct choosing *choosing, struct term *term) {
    struct pick *pick = choosing->pick;
    char typed[PICK_TYPED_MAX];
    memcpy(typed, pick->typed, sizeof typed);
    if (ends_in_digit(typed) || pick->cursor == SCENE_NO_SPOT)
        return choose_named(choosing, term, typed);
    return choose(choosing, term, pick->cursor);
}

/* Returns whether the key is a step of the choice. */
static bool steer(const struct choosing *choosing, struct term *term, uint32_t key, int64_t *act) {
    struct pick *pick = choosing->pick;
    const struct view *view = choosing->view;
    int direction = direction_of(term, key);
    if (direction && view->fits) {
        pick_move(pick, &view->board, &view->layout, direction);
    } else if ((key == INPUT_TAB || key == INPUT_BACKTAB) && view->fits) {
        pick_step(pick, &view->board, &view->layout, key == INPUT_TAB ? 1 : -1);
    } else if ((key == INPUT_ENTER || key == ' ') &&
               (pick->cursor != SCENE_NO_SPOT || pick->typed[0])) {
        *act = enter(choosing, term);
    } else if ((key == INPUT_ESCAPE || key == INPUT_BACKSPACE) && pick->typed[0]) {
        pick_untype(pick);
    } else if (key == INPUT_ESCAPE || key == INPUT_BACKSPACE) {
        return pick_back(pick);
    } else {
        return false;
    }
    return true;
}

/* Returns whether what was typed begins the name of a place that cannot be picked now. */
static bool begins_name(const struct choosing *choosing, const char *typed) {
    const struct scene *scene = &choosing->view->scene;
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot != SCENE_NO_SPOT &&
            spell_match(choosing->view->game, typed, scene->tiles[i].name).match != SPELL_NOT)
            return true;
    return false;
}

static bool type(const struct choosing *choosing, struct term *term, uint32_t key, int64_t *act);

/* Takes a character that goes on with nothing that can be picked. The name of another place is
 * answered with the reason, once it is whole; else the character may begin another name, or be a
 * command. */
static bool type_other(const struct choosing *choosing, struct term *term, uint32_t key,
                       int64_t *act) {
    char typed[PICK_TYPED_MAX];
    const struct pick *pick = choosing->pick;
    bool capital = key >= 'A' && key <= 'Z', digit = key >= '0' && key <= '9';
    memcpy(typed, pick->typed, sizeof typed);
    if (capital || !is_character(key)) return false;
    bool own = digit || choosing_owns(choosing, key), more = typed[0];
    if ((!more && !own) || !spell_add(typed, sizeof typed, key)) return false;
    if (more && find_named(choosing, typed) == SCENE_NO_SPOT) {
        pick_untype(choosing->pick);
        if (wants(choosing, key)) return type(choosing, term, key, act);
        if (!own) return false;
    }
    if (!more && !digit && find_named(choosing, typed) == SCENE_NO_SPOT &&
        begins_name(choosing, typed)) {
        pick_hold(choosing->pick, typed);
        term_say(term, "%s_", typed);
        return true;
    }
    *act = choose_named(choosing, term, typed);
    return true;
}

/* What is typed in whole words for the first spots picks them at once; the last one waits for
 * Enter, which then has nothing to play until a target is named, too. */
static bool type(const struct choosing *choosing, struct term *term, uint32_t key, int64_t *act) {
    bool only;
    struct pick *pick = choosing->pick;
    if (!wants(choosing, key)) return type_other(choosing, term, key, act);
    if (!pick_type(pick, &choosing->view->scene, key, &only)) return false;
    if (!only || pick_considered(pick) != PICK_NO_ACT) return true;
    if (find_named(choosing, pick->typed) != pick->cursor) return true;
    *act = choose(choosing, term, pick->cursor);
    if (*act == PICK_NO_ACT) pick->cursor = SCENE_NO_SPOT;
    return true;
}

bool choosing_key(const struct choosing *choosing, struct term *term, uint32_t key, int64_t *act) {
    *act = PICK_NO_ACT;
    return steer(choosing, term, key, act) || type(choosing, term, key, act);
}

bool choosing_press(const struct choosing *choosing, struct term *term,
                    const struct input_event *event, int64_t *act) {
    int spot = view_spot_at(choosing->view, event->row, event->col);
    *act = PICK_NO_ACT;
    if (event->button != 0) return pick_back(choosing->pick);
    if (spot == SCENE_NO_SPOT) return false;
    choosing->pick->cursor = spot;
    *act = choose(choosing, term, spot);
    return true;
}

bool choosing_owns(const struct choosing *choosing, uint32_t key) {
    return key >= 'a' && key <= 'z' && choosing->letters >> (key - 'a') & 1;
}

/* Returns a bit for each letter with which a word of the name begins. */
static uint32_t letters_of(const char *name) {
    uint32_t letters = 0;
    for (const char *at = name; *at; at++) {
        int letter = *at | ' ';
        if ((at == name || at[-1] == ' ') && letter >= 'a' && letter <= 'z')
            letters |= UINT32_C(1) << (letter - 'a');
    }
    return letters;
}

/* The places that acts pick, legal or not. */
struct places {
    uint64_t picked[CHOOSING_SPOTS / 64];
};

static void find_places(const struct game *game, const void *state, int who,
                        struct places *places) {
    struct shape shape = game->shape(state);
    *places = (struct places){{0}};
    for (action act = 0; act < (action)(shape.actions + shape.shorthands); act++) {
        int spots[SPOTS_MAX], count = game->picks(state, who, act, spots);
        for (int i = 0; i < count; i++)
            if (spots[i] >= 0 && spots[i] < CHOOSING_SPOTS) bits_add(places->picked, spots[i]);
    }
}

static uint32_t letters_in(const struct scene *scene, const struct places *places) {
    uint32_t letters = 0;
    for (int i = 0; i < scene->count; i++) {
        int spot = scene->tiles[i].spot;
        if (spot >= 0 && spot < CHOOSING_SPOTS && bits_has(places->picked, spot))
            letters |= letters_of(scene->tiles[i].name);
    }
    return letters;
}

enum { SAMPLE = 200 }; /* events */

/* Plays on at random, since names may come up later: a colour that is not on the board yet. */
static uint32_t letters_later(const struct game *game, void *state, int seat,
                              struct choice *choices, const struct places *places,
                              struct scene *scene) {
    struct rng rng = rng_new(1, 0);
    uint32_t letters = 0, movers;
    for (int i = 0; i < SAMPLE && (movers = game->movers(state)); i++) {
        int who = bits_low(movers);
        if (game->choices(state, who, choices) == 0) break;
        game->apply(state, who, game_draw(game, state, who, &rng, choices));
        game->draw(state, seat, scene);
        letters |= letters_in(scene, places);
    }
    return letters;
}

uint32_t choosing_find_letters(struct scene *scene, const struct game *game, const void *state,
                               int who) {
    struct places places;
    void *copy = malloc(game->state_max);
    struct choice *choices = malloc(sizeof *choices * (size_t)game->choices_max);
    find_places(game, state, who, &places);
    game->draw(state, who, scene);
    uint32_t letters = letters_in(scene, &places);
    if (copy && choices) {
        game_copy(game, copy, state);
        letters |= letters_later(game, copy, who, choices, &places, scene);
        game->draw(state, who, scene);
    }
    free(copy);
    free(choices);
    return letters;
}

bool choosing_takes(const struct game *game, const struct choosing *choosing,
                    const struct term *term, uint32_t key) {
    bool chooses = choosing && (direction_of(term, key) || choosing_owns(choosing, key));
    return chooses || choosing_game_key(game, term, key);
}

uint32_t choosing_command_key(const struct game *game, const struct choosing *choosing,
                              const struct term *term, enum config_command command) {
    for (const uint32_t *key = term->config.keys[command]; *key; key++)
        if (!choosing_takes(game, choosing, term, *key)) return *key;
    return 0;
}

/* Returns whether another key of the table, an arrow or an earlier one, plays the same. */
static bool is_listed(const struct game *game, const struct key *key) {
    for (const struct key *other = game->keys; other->key; other++)
        if (other != key && other->act == key->act && (other->key >= GAME_KEY_UP || other < key))
            return true;
    return false;
}

bool choosing_is_keyed(const struct game *game) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key >= GAME_KEY_UP) return true;
    return false;
}

uint32_t choosing_arrow(const struct game *game, action act) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->act == act && key->key >= GAME_KEY_UP)
            return (uint32_t)(INPUT_UP + key->key - GAME_KEY_UP);
    return 0;
}

void choosing_write_arrow(const struct game *game, action act, bool plain, struct text *out) {
    if (!choosing_arrow(game, act)) return;
    text_string(out, " (key ");
    input_name(choosing_arrow(game, act), plain, out);
    text_char(out, ')');
}

enum { ARROWS_BYTES = 256, BRIEF = 6, KEYS_GAP = 2 };

/* In the order of GAME_KEY_UP and so on. */
static const char *arrows_of(const struct term *term) {
    return term->config.plain > 0 ? "arrows" : "↑↓←→";
}

/* Writes what the arrows do, if that is short. */
static void write_arrows(const struct game *game, const struct term *term, struct text *out) {
    char words[ARROWS_BYTES];
    struct text text = text_over(words, sizeof words);
    bool brief = true;
    for (int arrow = GAME_KEY_UP; arrow <= GAME_KEY_RIGHT; arrow++)
        for (const struct key *key = game->keys; key->key; key++) {
            if (key->key != arrow) continue;
            brief &= strlen(key->meaning) <= BRIEF;
            text_format(&text, "%s%s", text.length ? ", " : "", key->meaning);
        }
    page_add_keys(out, arrows_of(term), brief ? words : "move");
}

/* Adds a key if it fits the width. */
static void add_game_key(const struct key *key, const struct term *term, int width,
                         struct text *out) {
    char words[ARROWS_BYTES];
    struct text text = text_over(words, sizeof words);
    page_add_key(&text, term, (uint32_t)key->key, key->meaning);
    if (cells_width(out->at) + KEYS_GAP + cells_width(words) <= width)
        page_add_key(out, term, (uint32_t)key->key, key->meaning);
}

void choosing_write_game_keys(const struct game *game, const struct term *term, int width,
                              struct text *out) {
    if (choosing_is_keyed(game)) write_arrows(game, term, out);
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key < GAME_KEY_UP && key->act != GAME_KEY_PAUSE && !is_listed(game, key) &&
            choosing_game_key(game, term, (uint32_t)key->key) == key)
            add_game_key(key, term, width, out);
}

void choosing_write_keys(const struct choosing *choosing, const struct term *term,
                         struct text *out) {
    int depth = choosing->pick->depth;
    bool last = pick_considered(choosing->pick) != PICK_NO_ACT;
    if (!out->length) page_add_keys(out, arrows_of(term), "choose");
    if (choosing->pick->cursor != SCENE_NO_SPOT)
        page_add_keys(out, "Enter", last ? "play" : "pick");
    if (depth) page_add_keys(out, "Esc", "back");
}
