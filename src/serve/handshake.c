/* SHA-1 is here because the protocol asks for it; nothing is kept safe by it. */
#include "serve/handshake.h"
#include <string.h>
#include <strings.h>

enum { BLOCK = 64, ROUNDS = 80, WORDS = 5 };

static uint32_t turn(uint32_t value, int bits) {
    return value << bits | value >> (32 - bits);
}

static void mix(uint32_t sum[WORDS], const uint8_t block[BLOCK]) {
    uint32_t words[ROUNDS], a = sum[0], b = sum[1], c = sum[2], d = sum[3], e = sum[4];
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++)
        words[i] = turn(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t f, k;
        if (i < 20) {
            f = (b & c) | (~b & d), k = 0x5A827999;
        } else if (i < 40) {
            f = b ^ c ^ d, k = 0x6ED9EBA1;
        } else if (i < 60) {
            f = (b & c) | (b & d) | (c & d), k = 0x8F1BBCDC;
        } else {
            f = b ^ c ^ d, k = 0xCA62C1D6;
        }
        uint32_t next = turn(a, 5) + f + e + k + words[i];
        e = d, d = c, c = turn(b, 30), b = a, a = next;
    }
    sum[0] += a, sum[1] += b, sum[2] += c, sum[3] += d, sum[4] += e;
}

void handshake_sha1(const void *bytes, size_t length, uint8_t digest[HANDSHAKE_SHA1_BYTES]) {
    uint32_t sum[WORDS] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    const uint8_t *at = bytes;
    uint8_t last[2 * BLOCK] = {0};
    size_t left = length;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) mix(sum, at);
    if (left > 0) memcpy(last, at, left);
    last[left] = 0x80;
    size_t end = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    for (size_t i = 0; i < 8; i++) last[end - 1 - i] = (uint8_t)((uint64_t)length * 8 >> (8 * i));
    for (size_t i = 0; i < end; i += BLOCK) mix(sum, last + i);
    for (int i = 0; i < HANDSHAKE_SHA1_BYTES; i++)
        digest[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool handshake_key_fits(const char *key) {
    if (strlen(key) != HANDSHAKE_KEY_CHARS || strcmp(key + HANDSHAKE_KEY_CHARS - 2, "==") != 0)
        return false;
    return strspn(key, letters) == HANDSHAKE_KEY_CHARS - 2;
}

/* Writes base64, ended by a NUL. */
static void encode(const uint8_t *bytes, size_t count, char *out) {
    for (size_t i = 0; i < count; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (i + 1 < count) group |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < count) group |= bytes[i + 2];
        *out++ = letters[group >> 18];
        *out++ = letters[group >> 12 & 63];
        *out++ = i + 1 < count ? letters[group >> 6 & 63] : '=';
        *out++ = i + 2 < count ? letters[group & 63] : '=';
    }
    *out = '\0';
}

void handshake_accept(const char *key, char accept[HANDSHAKE_ACCEPT_BYTES]) {
    static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char joined[HANDSHAKE_KEY_CHARS + sizeof suffix];
    uint8_t digest[HANDSHAKE_SHA1_BYTES];
    memcpy(joined, key, HANDSHAKE_KEY_CHARS);
    memcpy(joined + HANDSHAKE_KEY_CHARS, suffix, sizeof suffix);
    handshake_sha1(joined, sizeof joined - 1, digest);
    encode(digest, sizeof digest, accept);
}

bool handshake_origin_fits(const char *origin, const char *host, const char *further) {
    if (!origin) return true;
    if (*further && strcasecmp(origin, further) == 0) return true;
    const char *after = strstr(origin, "://");
    return after && host && *host && strcasecmp(after + 3, host) == 0;
}

bool handshake_lists(const char *list, const char *word) {
    size_t length = strlen(word);
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t count = strcspn(list, " \t,");
        if (count == length && strncasecmp(list, word, length) == 0) return true;
        list += count;
    }
    return false;
}
