/* The number is rounded to whole units of its last decimal, half of one away from zero. */
#include "play/number.h"
#include <math.h>

enum { UNITS = 10000, BYTES = 32 };

/* Past this, doubles have no four decimals any more; units still fit into 64 bits. */
static const double most = 1e14;
static const int64_t enough = INT64_C(100000000000000000); /* no double has more digits */

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

/* Others may write more digits than a double holds: these do not count. */
bool number_read(struct json from, double *value) {
    size_t length;
    const char *text = json_raw(from, &length);
    bool negative = text[0] == '-', point = false;
    int64_t digits = 0;
    double unit = 1;
    if (!json_is(from, JSON_NUMBER)) return false;
    for (size_t at = negative; at < length; at++) {
        if (text[at] == '.') {
            point = true;
        } else if (text[at] < '0' || text[at] > '9') {
            return false;
        } else if (digits < enough) {
            digits = 10 * digits + (text[at] - '0');
            if (point) unit *= 10;
        } else if (!point) {
            return false;
        }
    }
    double number = (double)digits / unit;
    if (number > most) return false;
    *value = negative ? -number : number;
    return true;
}
