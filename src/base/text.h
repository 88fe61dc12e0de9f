/* Text written into a caller's buffer: bounded, always ended by a NUL. `cut` tells whether
 * something did not fit. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *at;
    size_t length, capacity; /* capacity includes the closing NUL */
    bool cut;                /* a piece did not fit; it and all later ones were dropped */
};

/* Returns an empty text in a buffer of at least one byte. */
struct text text_over(char *buffer, size_t capacity);
void text_clear(struct text *text);

void text_char(struct text *text, char c);
void text_bytes(struct text *text, const char *bytes, size_t count);
void text_string(struct text *text, const char *string);
void text_int(struct text *text, int64_t value);
/* Writes lower-case hexadecimal, padded with zeros to at least `digits` digits. */
void text_hex(struct text *text, uint64_t value, int digits);
/* Returns the length of the UTF-8 character at the first of some bytes, and sets its code; 0 if
 * there is none. */
int text_character(const char *bytes, size_t count, uint32_t *code);
/* Returns whether a terminal would obey a character, or show nothing for it. */
bool text_is_obeyed(uint32_t code);
/* Writes text from outside for a person: what a terminal would obey comes out as \u and four
 * digits or more, a byte that is not UTF-8 as \x and two. Takes up to seven bytes for each. */
void text_printable(struct text *text, const char *bytes, size_t count);
/* Writes the same in quotation marks, for a message: the beginning of it, if it is long. */
void text_quote(struct text *text, const char *string);
/* Writes small letters for capital ones, so that names can be compared without case: Latin, Greek,
 * Cyrillic, Armenian and Deseret. Greek's two small sigmas become one. All else is copied. Takes as
 * many bytes as it is given. */
void text_small(struct text *text, const char *bytes, size_t count);
/* Cuts spaces, tabs and returns off both ends of a string, in place. Returns its new beginning. */
char *text_trim(char *string);
/* Knows printf's %d %u %s %c %% only, without widths or length modifiers. */
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
