/* Finding the act that somebody's words mean, by comparing them with the acts' names. */
#include "game/game.h"
#include <string.h>

enum { NAME_MAX_BYTES = 160 };

/* How well words fit a name; better is larger. */
enum fit { NO_FIT, FIT_BEGINNINGS, FIT_WORDS, FIT_NAME };

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

static enum fit fit_word(const char *said, const char *name) {
    size_t length = word_length(said);
    for (size_t i = 0; i < length; i++)
        if (lower(said[i]) != lower(name[i])) return NO_FIT;
    return length == word_length(name) ? FIT_NAME : FIT_BEGINNINGS;
}

/* Each word said must fit a later word of the name than the one before it. */
static enum fit fit_words(const char *said, const char *name) {
    enum fit fit = FIT_NAME;
    name = next_word(name);
    for (said = next_word(said); *said; said = next_word(said + word_length(said))) {
        enum fit word = NO_FIT;
        while (*name && (word = fit_word(said, name)) == NO_FIT) {
            fit = fit < FIT_WORDS ? fit : FIT_WORDS;
            name = next_word(name + word_length(name));
        }
        if (word == NO_FIT) return NO_FIT;
        if (word < fit) fit = word;
        name = next_word(name + word_length(name));
    }
    return *name && fit == FIT_NAME ? FIT_WORDS : fit;
}

struct search {
    enum fit best;
    int count;
    action act;
};

static void consider(struct search *search, const struct game *game, const void *state, int who,
                     action act, const char *words) {
    char buffer[NAME_MAX_BYTES];
    struct text name = text_over(buffer, sizeof buffer);
    game->name_act(state, who, act, &name);
    enum fit fit = fit_words(words, buffer);
    if (fit == NO_FIT || fit < search->best) return;
    if (fit > search->best) *search = (struct search){.best = fit};
    if (search->count++ == 0) search->act = act;
}

int game_find_act(const struct game *game, const void *state, int who, const char *words,
                  struct choice *scratch, action *act) {
    struct search search = {.best = NO_FIT};
    if (*next_word(words) == '\0') return 0;
    int count = game->choices(state, who, scratch);
    for (int i = 0; i < count; i++) consider(&search, game, state, who, scratch[i].act, words);
    struct shape shape = game->shape(state);
    for (int i = 0; who < SEATS_MAX && i < shape.shorthands; i++) {
        action shorthand = (action)(shape.actions + i);
        if (!game->refuse(state, who, shorthand))
            consider(&search, game, state, who, shorthand, words);
    }
    if (search.count == 1) *act = search.act;
    return search.count;
}

const char *game_why_not(const struct game *game, const void *state, int who, const char *words) {
    struct search search = {.best = NO_FIT};
    struct shape shape = game->shape(state);
    if (who >= SEATS_MAX || *next_word(words) == '\0') return NULL;
    for (action act = 0; act < (action)(shape.actions + shape.shorthands); act++)
        if (game->refuse(state, who, act)) consider(&search, game, state, who, act, words);
    return search.count ? game->refuse(state, who, search.act) : NULL;
}
