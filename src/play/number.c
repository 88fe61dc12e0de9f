/* The number is rounded to whole units of its last decimal, half of one away from zero. */
#include "play/number.h"
#include <math.h>

enum { UNITS = 10000, BYTES = 32 };

/* Past this, doubles have no four decimals any more; units still fit into 64 bits. */
static const double most = 1e14;

static int64_t units_of(double value) {
    if (value > most) value = most;
    if (value < -most) value = -most;
    return llround(value * UNITS);
}

void number_put(struct text *out, double value) {
    char buffer[BYTES];
    struct text digits = text_over(buffer, sizeof buffer);
    if (!isfinite(value)) {
        json_put_null(out);
        return;
    }
    int64_t units = units_of(value), whole = units < 0 ? -units : units;
    if (units < 0) text_char(&digits, '-');
    text_int(&digits, whole / UNITS);
    if (whole % UNITS) text_char(&digits, '.');
    for (int64_t rest = whole % UNITS, unit = UNITS / 10; rest > 0; rest %= unit, unit /= 10)
        text_int(&digits, rest / unit);
    json_put_raw(out, buffer, digits.length);
}

void number_field(struct text *out, const char *key, double value) {
    json_put_key(out, key);
    number_put(out, value);
}
