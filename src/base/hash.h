/* A 64-bit hash of bytes, the same on every machine: each step multiplies two 64-bit numbers and
 * folds the product. It is fast on states of tens to hundreds of bytes; it is not cryptographic. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "hashes are defined on little-endian bytes");

/* Returns the upper half of the product, exclusive-or its lower half. */
static inline uint64_t hash_fold(uint64_t a, uint64_t b) {
#ifdef __wasm__ /* which would call a function for 128 bits */
    uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    uint64_t low = a0 * b0, cross = a1 * b0 + (low >> 32), more = a0 * b1 + (uint32_t)cross;
    return (a1 * b1 + (cross >> 32) + (more >> 32)) ^ a * b;
#else
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#endif
}

/* Loads up to 8 bytes as an integer; missing bytes are 0. */
static inline uint64_t hash_load(const unsigned char *at, size_t count) {
    uint64_t value = 0;
    memcpy(&value, at, count);
    return value;
}

static inline uint64_t hash_bytes(const void *bytes, size_t count) {
    const uint64_t one = UINT64_C(0x9e3779b97f4a7c15), two = UINT64_C(0xd1b54a32d192ed03);
    const unsigned char *at = bytes;
    uint64_t hash = one ^ count;
    for (; count >= 16; count -= 16, at += 16)
        hash = hash_fold(hash_load(at, 8) ^ one, hash_load(at + 8, 8) ^ hash) + two;
    if (count > 8)
        hash = hash_fold(hash_load(at, 8) ^ one, hash_load(at + 8, count - 8) ^ hash) + two;
    else if (count > 0)
        hash = hash_fold(hash_load(at, count) ^ one, hash) + two;
    return hash_fold(hash ^ two, one);
}

#endif
