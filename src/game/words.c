/* Matches typed words to acts, by comparing them with the acts' names. */
#include "game/game.h"
#include <string.h>

enum { NAME_BYTES = 160 };

/* How well words match a name, from worst to best. */
enum match { NO_MATCH, MATCH_PREFIXES, MATCH_WORDS, MATCH_NAME };

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static size_t word_length(const char *at) {
    size_t length = 0;
    while (at[length] && at[length] != ' ') length++;
    return length;
}

static const char *next_word(const char *at) {
    while (*at == ' ') at++;
    return at;
}

static bool begins_with(const char *name, const char *typed, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (lower(typed[i]) != lower(name[i])) return false;
    return true;
}

/* Returns what a typed alias stands for, or NULL. */
static const char *find_alias(const struct game *game, const char *typed, size_t length) {
    for (const struct game_alias *alias = game->aliases; alias && alias->word; alias++)
        if (begins_with(alias->typed, typed, length) && !alias->typed[length]) return alias->word;
    return NULL;
}

/* Matches a typed word to the next word of a name, or an alias to as many words as it stands for.
 * Moves *name past those that match. */
static enum match match_word(const struct game *game, const char *typed, const char **name) {
    size_t length = word_length(typed);
    const char *words = find_alias(game, typed, length);
    if (words) typed = words, length = strlen(words);
    if (!begins_with(*name, typed, length)) return NO_MATCH;
    size_t rest = word_length(*name + length);
    *name = next_word(*name + length + rest);
    return rest == 0 ? MATCH_NAME : MATCH_PREFIXES;
}

/* Each typed word must match a later word of the name than the typed word before it. */
static enum match match_words(const struct game *game, const char *typed, const char *name) {
    enum match match = MATCH_NAME;
    name = next_word(name);
    for (typed = next_word(typed); *typed; typed = next_word(typed + word_length(typed))) {
        enum match word = NO_MATCH;
        while (*name && (word = match_word(game, typed, &name)) == NO_MATCH) {
            match = match < MATCH_WORDS ? match : MATCH_WORDS;
            name = next_word(name + word_length(name));
        }
        if (word == NO_MATCH) return NO_MATCH;
        if (word < match) match = word;
    }
    return *name && match == MATCH_NAME ? MATCH_WORDS : match;
}

/* The acts that match best so far; the first `capacity` of them are listed. */
struct search {
    enum match best;
    int count, capacity;
    action *acts;
};

static void consider(struct search *search, const struct game *game, const void *state, int who,
                     action act, const char *words) {
    char buffer[NAME_BYTES];
    struct text name = text_over(buffer, sizeof buffer);
    game->name_act(state, who, act, &name);
    enum match match = match_words(game, words, buffer);
    if (match == NO_MATCH || match < search->best) return;
    if (match > search->best) search->best = match, search->count = 0;
    if (search->count < search->capacity) search->acts[search->count] = act;
    search->count++;
}

int game_find_acts(const struct game *game, const void *state, int who, const char *words,
                   struct choice *scratch, action *acts, int capacity) {
    struct search search = {.best = NO_MATCH, .capacity = capacity, .acts = acts};
    if (*next_word(words) == '\0') return 0;
    int count = game->choices(state, who, scratch);
    for (int i = 0; i < count; i++) consider(&search, game, state, who, scratch[i].act, words);
    struct shape shape = game->shape(state);
    for (int i = 0; who < SEATS_MAX && i < shape.shorthands; i++) {
        action shorthand = (action)(shape.actions + i);
        if (!game->refuse(state, who, shorthand))
            consider(&search, game, state, who, shorthand, words);
    }
    return search.count;
}

const char *game_why_not(const struct game *game, const void *state, int who, const char *words) {
    action first;
    struct search search = {.best = NO_MATCH, .capacity = 1, .acts = &first};
    struct shape shape = game->shape(state);
    if (who >= SEATS_MAX || *next_word(words) == '\0') return NULL;
    for (action act = 0; act < (action)(shape.actions + shape.shorthands); act++)
        if (game->refuse(state, who, act)) consider(&search, game, state, who, act, words);
    return search.count ? game->refuse(state, who, first) : NULL;
}
