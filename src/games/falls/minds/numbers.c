/* Reads numbers that are kept as text. A character is a digit to the base 90: those from '#' to '~'
 * without '?' and '\\', which mean something else in strings. A digit below FALLS_ZEROS is a
 * number, FALLS_MIDDLE being 0. FALLS_ZEROS and a digit stand for as many numbers 0. FALLS_LARGE
 * and three digits are a larger number, FALLS_LARGE_MIDDLE being 0. */
#include "numbers.h"
#include <assert.h>

struct reader {
    const char *const *line;
    const char *at;
};

static int next_digit(struct reader *reader) {
    while (!*reader->at) {
        reader->at = *++reader->line;
        assert(reader->at);
    }
    char c = *reader->at++;
    return c - '#' - (c > '?') - (c > '\\');
}

static int read_large(struct reader *reader) {
    int number = 0;
    for (int i = 0; i < FALLS_LARGE_DIGITS; i++)
        number = FALLS_DIGITS * number + next_digit(reader);
    return number - FALLS_LARGE_MIDDLE;
}

void falls_numbers_read(const char *const *lines, int16_t *numbers) {
    struct reader reader = {lines, lines[0]};
    for (int i = 0; i < FALLS_NUMBERS;) {
        int digit = next_digit(&reader);
        if (digit == FALLS_ZEROS) {
            for (int zeros = next_digit(&reader); zeros > 0; zeros--) numbers[i++] = 0;
        } else {
            numbers[i++] =
                (int16_t)(digit == FALLS_LARGE ? read_large(&reader) : digit - FALLS_MIDDLE);
        }
    }
}
