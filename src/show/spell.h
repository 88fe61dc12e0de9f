/* Typed characters against the spoken name of a spot: "4k" for "Black, factory 4".
 *
 * They are beginnings of the name's words, one after the other without spaces, in any order. An
 * alias of the game counts as the words that it stands for. */
#ifndef SHOW_SPELL_H
#define SHOW_SPELL_H

#include "game/game.h"

/* How well it matches, from worst to best. A typed alias means its words and no others; before
 * another word that begins like it, what was typed is unfinished. */
enum spell { SPELL_NOT, SPELL_UNFINISHED, SPELL_BEGINNINGS, SPELL_WORDS };

/* A name has parts, divided by commas: what it is, and last where. */
struct spell_fit {
    enum spell match;
    int parts; /* how many have words that were typed */
    bool all;  /* all of them, by whole words */
    bool last; /* the last of them, by whole words */
};

/* Matches what was typed, in small letters, with a name.
 *
 * A number is not taken apart. It never means the first word, which may be a count; it means the
 * first number after that, or the one behind the word typed before it. */
struct spell_fit spell_match(const struct game *game, const char *typed, const char *name);

/* Adds a character to what was typed, as a small letter. Returns false if it cannot be shown or
 * does not fit. */
bool spell_add(char *typed, size_t capacity, uint32_t character);

#endif
