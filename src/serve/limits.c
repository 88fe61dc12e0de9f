/* Addresses that have connections are in a hash table, and only they: it is never larger than what
 * it limits. The hash has a secret, so that nobody can choose addresses that collide. */
#include "serve/limits.h"
#include "base/hash.h"
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { KEY_BYTES = 16, NETWORK_BYTES = 8, CHAINS_MAX = 1 << 16 };

struct entry {
    struct entry *next;
    unsigned char key[KEY_BYTES];
    int count;
};

struct limits {
    int connections, per_address, count;
    size_t chains; /* a power of 2 */
    uint64_t secret;
    struct entry *table[];
};

struct limits *limits_new(int connections, int per_address) {
    size_t chains = 16;
    while (chains < (size_t)connections && chains < CHAINS_MAX) chains *= 2;
    struct limits *limits = calloc(1, sizeof *limits + chains * sizeof *limits->table);
    if (!limits) return NULL;
    limits->connections = connections;
    limits->per_address = per_address;
    limits->chains = chains;
    if (getrandom(&limits->secret, sizeof limits->secret, GRND_NONBLOCK) < 0)
        limits->secret = (uint64_t)(uintptr_t)limits;
    return limits;
}

void limits_free(struct limits *limits) {
    for (size_t i = 0; limits && i < limits->chains; i++)
        while (limits->table[i]) {
            struct entry *entry = limits->table[i];
            limits->table[i] = entry->next;
            free(entry);
        }
    free(limits);
}

static void take_v4(const unsigned char four[4], struct limits_address *address) {
    address->bytes[10] = address->bytes[11] = 0xFF;
    memcpy(address->bytes + 12, four, 4);
    address->local = four[0] == 127;
}

static void take_v6(const struct in6_addr *from, struct limits_address *address) {
    if (IN6_IS_ADDR_V4MAPPED(from)) {
        take_v4(from->s6_addr + 12, address);
        return;
    }
    memcpy(address->bytes, from->s6_addr, NETWORK_BYTES);
    address->local = IN6_IS_ADDR_LOOPBACK(from);
}

void limits_address(const struct sockaddr *from, struct limits_address *address) {
    memset(address, 0, sizeof *address);
    if (from->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, from, sizeof four);
        take_v4((const unsigned char *)&four.sin_addr, address);
    } else if (from->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, from, sizeof six);
        take_v6(&six.sin6_addr, address);
    } else {
        address->local = true;
    }
}

/* Returns where the address is, or where it would be. */
static struct entry **find(struct limits *limits, const struct limits_address *address) {
    unsigned char keyed[KEY_BYTES + sizeof limits->secret];
    memcpy(keyed, address->bytes, KEY_BYTES);
    memcpy(keyed + KEY_BYTES, &limits->secret, sizeof limits->secret);
    struct entry **at = &limits->table[hash_bytes(keyed, sizeof keyed) & (limits->chains - 1)];
    while (*at && memcmp((*at)->key, address->bytes, KEY_BYTES) != 0) at = &(*at)->next;
    return at;
}

const char *limits_enter(struct limits *limits, const struct limits_address *address) {
    if (limits->count >= limits->connections) return "The server is full. Please try again later.";
    if (!address->local) {
        struct entry **at = find(limits, address);
        if (*at && limits->per_address && (*at)->count >= limits->per_address)
            return "There are too many connections from your address.";
        if (!*at && !(*at = calloc(1, sizeof **at)))
            return "The server has no memory left. Please try again later.";
        memcpy((*at)->key, address->bytes, KEY_BYTES);
        (*at)->count++;
    }
    limits->count++;
    return NULL;
}

void limits_leave(struct limits *limits, const struct limits_address *address) {
    assert(limits->count > 0);
    limits->count--;
    if (address->local) return;
    struct entry **at = find(limits, address), *entry = *at;
    assert(entry && entry->count > 0);
    if (--entry->count > 0) return;
    *at = entry->next;
    free(entry);
}

/* The level is what was taken and has not come back yet. */
bool limits_take(struct limits_bucket *bucket, double amount, double rate, double most,
                 double now) {
    if (now > bucket->at) {
        double level = bucket->level - (now - bucket->at) * rate;
        bucket->level = level > 0 ? level : 0;
        bucket->at = now;
    }
    if (bucket->level + amount > most) return false;
    bucket->level += amount;
    return true;
}
