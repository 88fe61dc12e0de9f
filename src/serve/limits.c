/* Addresses that have connections are in a hash table, and those that took something which has not
 * come back yet: each time something is taken a part of the table is looked through for others. The
 * hash has a secret, so that nobody can choose addresses that collide. */
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
    struct limits_bucket taken[LIMITS_KINDS];
};

struct limits {
    int connections, per_address, count;
    size_t chains; /* a power of 2 */
    size_t swept;  /* the chain that is looked through next */
    uint64_t secret;
    struct entry *table[];
};

static const struct {
    double rate, most;
} kinds[LIMITS_KINDS] = {[LIMITS_VISITS] = {3, 300},
                         [LIMITS_REQUESTS] = {1000, 5000},
                         [LIMITS_BYTES] = {1 << 22, 1 << 24},
                         [LIMITS_SECONDS] = {1, 60}};

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

/* The level is what was taken and has not come back yet. */
static void refill(struct limits_bucket *bucket, double rate, double now) {
    if (now <= bucket->at) return;
    double level = bucket->level - (now - bucket->at) * rate;
    bucket->level = level > 0 ? level : 0;
    bucket->at = now;
}

bool limits_take(struct limits_bucket *bucket, double amount, double rate, double most,
                 double now) {
    refill(bucket, rate, now);
    if (bucket->level + amount > most) return false;
    bucket->level += amount;
    return true;
}

/* Returns whether nobody would miss it. */
static bool is_idle(struct entry *entry, double now) {
    if (entry->count > 0) return false;
    for (int kind = 0; kind < LIMITS_KINDS; kind++) {
        refill(&entry->taken[kind], kinds[kind].rate, now);
        if (entry->taken[kind].level > 0) return false;
    }
    return true;
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
    entry->count--;
    if (!is_idle(entry, 0)) return;
    *at = entry->next;
    free(entry);
}

/* Addresses as a whole */

static void sweep(struct limits *limits, double now) {
    struct entry **at = &limits->table[limits->swept];
    limits->swept = (limits->swept + 1) & (limits->chains - 1);
    while (*at) {
        struct entry *entry = *at;
        if (is_idle(entry, now)) {
            *at = entry->next;
            free(entry);
        } else {
            at = &entry->next;
        }
    }
}

/* Returns what an address took, or NULL if it may take all or there is no memory to note it. */
static struct limits_bucket *taken_by(struct limits *limits, const struct limits_address *address,
                                      enum limits_kind kind, double now) {
    if (address->local || !limits->per_address) return NULL;
    sweep(limits, now);
    struct entry **at = find(limits, address);
    if (!*at && !(*at = calloc(1, sizeof **at))) return NULL;
    memcpy((*at)->key, address->bytes, KEY_BYTES);
    return &(*at)->taken[kind];
}

bool limits_spend(struct limits *limits, const struct limits_address *address,
                  enum limits_kind kind, double amount, double now) {
    struct limits_bucket *bucket = taken_by(limits, address, kind, now);
    return !bucket || limits_take(bucket, amount, kinds[kind].rate, kinds[kind].most, now);
}

void limits_charge(struct limits *limits, const struct limits_address *address,
                   enum limits_kind kind, double amount, double now) {
    struct limits_bucket *bucket = taken_by(limits, address, kind, now);
    if (!bucket) return;
    refill(bucket, kinds[kind].rate, now);
    bucket->level += amount;
}
