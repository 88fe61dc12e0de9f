/* The number of chains is a power of two, and doubles when they hold more than one link each. */
#include "hall/hall_index.h"
#include <stdlib.h>

enum { CHAINS_MIN = 64 };

static struct hall_index_link **chain_of(const struct hall_index *index, uint64_t hash) {
    return &index->chains[hash & (index->chains_count - 1)];
}

int hall_index_init(struct hall_index *index) {
    *index = (struct hall_index){.chains = calloc(CHAINS_MIN, sizeof *index->chains)};
    index->chains_count = CHAINS_MIN;
    return index->chains ? 0 : -1;
}

void hall_index_release(struct hall_index *index) {
    free(index->chains);
    *index = (struct hall_index){.chains = NULL};
}

static void put(struct hall_index *index, struct hall_index_link *link) {
    struct hall_index_link **chain = chain_of(index, link->hash);
    link->next = *chain;
    *chain = link;
}

static void grow(struct hall_index *index) {
    struct hall_index old = *index;
    index->chains = calloc(2 * old.chains_count, sizeof *index->chains);
    if (!index->chains) {
        *index = old;
        return;
    }
    index->chains_count = 2 * old.chains_count;
    for (size_t i = 0; i < old.chains_count; i++)
        for (struct hall_index_link *link = old.chains[i], *next; link; link = next) {
            next = link->next;
            put(index, link);
        }
    free(old.chains);
}

void hall_index_add(struct hall_index *index, struct hall_index_link *link, uint64_t hash) {
    if (index->count >= index->chains_count) grow(index);
    link->hash = hash;
    put(index, link);
    index->count++;
}

void hall_index_remove(struct hall_index *index, struct hall_index_link *link) {
    struct hall_index_link **at = chain_of(index, link->hash);
    while (*at != link) at = &(*at)->next;
    *at = link->next;
    index->count--;
}

static struct hall_index_link *seek(struct hall_index_link *link, uint64_t hash) {
    while (link && link->hash != hash) link = link->next;
    return link;
}

struct hall_index_link *hall_index_find(const struct hall_index *index, uint64_t hash) {
    return seek(*chain_of(index, hash), hash);
}

struct hall_index_link *hall_index_next(const struct hall_index_link *link) {
    return seek(link->next, link->hash);
}
