/* Tries every way to divide what was typed among the words of a name: both are short. */
#include "show/spell.h"
#include <assert.h>
#include <string.h>

enum { WORDS_MAX = (SCENE_NAME_MAX + 1) / 2, PARTS_MAX = WORDS_MAX };

struct word {
    uint8_t at, length, part;
};

struct name {
    const char *text;
    int words, parts;
    int number; /* the word that a number means, or 0 */
    struct word word[WORDS_MAX];
};

struct spelling {
    const struct game *game;
    const char *typed;
    size_t length;
    const struct name *name;
};

static char lower(char c) {
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool all_digits(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!is_digit(text[i])) return false;
    return length > 0;
}

static bool begins_with(const char *text, const char *beginning, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (lower(text[i]) != lower(beginning[i])) return false;
    return true;
}

static void add_word(struct name *name, size_t at, size_t length) {
    if (length == 0 || name->words == WORDS_MAX) return;
    if (name->words > 0 && name->number == 0 && all_digits(name->text + at, length))
        name->number = name->words;
    name->word[name->words++] = (struct word){(uint8_t)at, (uint8_t)length, (uint8_t)name->parts};
}

static struct name split(const char *text) {
    struct name name = {.text = text};
    size_t length = strlen(text), begin = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && !strchr(" ,:;", text[i])) continue;
        add_word(&name, begin, i - begin);
        begin = i + 1;
        name.parts += i < length && text[i] == ',';
    }
    name.parts++;
    return name;
}

/* Returns the word that ends at or after a place of the text. */
static int word_at(const struct name *name, size_t end) {
    int word = 0;
    while (word < name->words - 1 && name->word[word].at + name->word[word].length < end) word++;
    return word;
}

static bool is_alias(const struct game *game, const char *typed, size_t length) {
    for (const struct game_alias *alias = game->aliases; alias && alias->word; alias++)
        if (begins_with(alias->typed, typed, length) && !alias->typed[length]) return true;
    return false;
}

/* Returns whether a piece that begins with a character may match at a word. */
static bool may_begin(const struct spelling *spelling, char first, int word) {
    const char *text = spelling->name->text + spelling->name->word[word].at;
    if (lower(*text) == first) return true;
    for (const struct game_alias *alias = spelling->game->aliases; alias && alias->word; alias++)
        if (*alias->typed == first && lower(*alias->word) == lower(*text)) return true;
    return false;
}

/* Matches a piece with the words from `first` on that an alias stands for; `*last` is then the last
 * of them. */
static enum spell match_alias(const struct spelling *spelling, const char *piece, size_t length,
                              int first, int *last) {
    const struct name *name = spelling->name;
    const char *text = name->text + name->word[first].at;
    enum spell best = SPELL_NOT;
    for (const struct game_alias *alias = spelling->game->aliases; alias && alias->word; alias++) {
        if (!begins_with(alias->typed, piece, length)) continue;
        size_t words = strlen(alias->word);
        if (!begins_with(text, alias->word, words)) continue;
        size_t end = name->word[first].at + words;
        *last = word_at(name, end);
        bool whole = !alias->typed[length] &&
                     end == (size_t)name->word[*last].at + (size_t)name->word[*last].length;
        if (whole) return SPELL_WORDS;
        best = SPELL_BEGINNINGS;
    }
    return best;
}

static enum spell match_word(const struct spelling *spelling, const char *piece, size_t length,
                             int index, int before) {
    const struct name *name = spelling->name;
    const struct word *word = &name->word[index];
    if (length > word->length || !begins_with(name->text + word->at, piece, length))
        return SPELL_NOT;
    if (all_digits(piece, length) && (index == 0 || (index != name->number && index != before + 1)))
        return SPELL_NOT;
    if (length == word->length) return SPELL_WORDS;
    return is_alias(spelling->game, piece, length) ? SPELL_UNFINISHED : SPELL_BEGINNINGS;
}

static struct spell_fit fit_of(const struct name *name, uint32_t used) {
    struct spell_fit fit = {.match = SPELL_WORDS};
    for (int i = 0, part = -1; i < name->words; i++)
        if (used >> i & 1) {
            fit.parts += name->word[i].part != part;
            part = name->word[i].part;
            fit.last = part == name->parts - 1;
        }
    fit.all = fit.parts == name->parts;
    return fit;
}

static bool better(struct spell_fit a, struct spell_fit b) {
    return a.match != b.match ? a.match > b.match : a.parts > b.parts;
}

/* Matches what was typed from a place on with words that are not used yet. `before` is the word
 * typed before, or less than -1. */
static struct spell_fit match_rest(const struct spelling *spelling, size_t at, uint32_t used,
                                   int before);

static struct spell_fit match_piece(const struct spelling *spelling, size_t at, size_t length,
                                    int word, uint32_t used, int before) {
    const char *piece = spelling->typed + at;
    int last = word;
    enum spell match = match_alias(spelling, piece, length, word, &last);
    enum spell plain = match_word(spelling, piece, length, word, before);
    if (plain >= match) match = plain, last = word;
    if (match == SPELL_NOT) return (struct spell_fit){.match = SPELL_NOT};
    for (int i = word; i <= last; i++) used |= UINT32_C(1) << i;
    struct spell_fit rest = match_rest(spelling, at + length, used, last);
    if (rest.match > match) rest.match = match;
    rest.all &= match == SPELL_WORDS;
    rest.last &= match == SPELL_WORDS;
    return rest;
}

static struct spell_fit match_rest(const struct spelling *spelling, size_t at, uint32_t used,
                                   int before) {
    const struct name *name = spelling->name;
    const char *typed = spelling->typed;
    struct spell_fit best = {.match = SPELL_NOT};
    if (at == spelling->length) return fit_of(name, used);
    for (int word = 0; word < name->words; word++) {
        if (used >> word & 1 || !may_begin(spelling, typed[at], word)) continue;
        for (size_t end = at + 1; end <= spelling->length; end++) {
            if (is_digit(typed[end - 1]) && is_digit(typed[end])) continue;
            struct spell_fit fit = match_piece(spelling, at, end - at, word, used, before);
            if (better(fit, best)) best = fit;
        }
    }
    return best;
}

struct spell_fit spell_match(const struct game *game, const char *typed, const char *name) {
    enum { NO_WORD = -2 };
    struct name words = split(name);
    struct spelling spelling = {game, typed, strlen(typed), &words};
    _Static_assert(WORDS_MAX < 32, "a bit a word");
    assert(spelling.length > 0);
    return match_rest(&spelling, 0, 0, NO_WORD);
}

bool spell_add(char *typed, size_t capacity, uint32_t character) {
    static const uint8_t firsts[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t length = strlen(typed);
    int bytes = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    if (character < ' ' || character == 0x7F || character > 0x10FFFF) return false;
    if (length + (size_t)bytes >= capacity) return false;
    typed[length + (size_t)bytes] = '\0';
    for (int i = bytes - 1; i > 0; i--, character >>= 6)
        typed[length + (size_t)i] = (char)(0x80 | (character & 0x3F));
    typed[length] = (char)(firsts[bytes] | character);
    if (bytes == 1) typed[length] = lower(typed[length]);
    return true;
}
