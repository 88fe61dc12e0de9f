/* Text written into a caller's buffer: bounded, always ended by a NUL, and honest about what did
 * not fit. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *at;
    size_t length, capacity; /* room counts the closing NUL */
    bool cut;                /* something did not fit; nothing was written since */
};

/* An empty text over a buffer of at least one byte. */
struct text text_over(char *buffer, size_t capacity);
void text_clear(struct text *text);

void text_char(struct text *text, char c);
void text_bytes(struct text *text, const char *bytes, size_t count);
void text_string(struct text *text, const char *words);
void text_int(struct text *text, int64_t value);
/* Lower-case hexadecimal, at least `digits` long. */
void text_hex(struct text *text, uint64_t value, int digits);
/* printf's %d %u %s %c %% and nothing more: no widths, no lengths. */
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
