/* The generator as text, "seed.stream.index" in lower-case hexadecimal, and seeds from text. */
#include "base/rng.h"
#include "base/hash.h"

struct rng rng_from_string(const char *string, size_t length) {
    return rng_new(hash_bytes(string, length), 0);
}

void rng_write(const struct rng *rng, struct text *out) {
    text_hex(out, rng->seed, 16);
    text_char(out, '.');
    text_hex(out, rng->stream, 1);
    text_char(out, '.');
    text_hex(out, rng->index, 1);
}

static bool read_hex(const char **at, const char *end, uint64_t *value) {
    const char *begin = *at;
    for (*value = 0; *at < end && *at - begin < 16; ++*at) {
        char c = **at;
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) break;
        *value = *value << 4 | (uint64_t)digit;
    }
    return *at > begin;
}

bool rng_read(struct rng *rng, const char *string, size_t length) {
    const char *at = string, *end = string + length;
    uint64_t part[3];
    for (int i = 0; i < 3; i++) {
        if (i > 0 && (at == end || *at++ != '.')) return false;
        if (!read_hex(&at, end, &part[i])) return false;
    }
    if (at != end) return false;
    *rng = rng_at(part[0], part[1], part[2]);
    return true;
}
