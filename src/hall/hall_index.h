/* Finds things by a hash: chains of links that lie in the things themselves. */
#ifndef HALL_INDEX_H
#define HALL_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* Begins what is indexed. */
struct hall_index_link {
    struct hall_index_link *next;
    uint64_t hash;
};

struct hall_index {
    struct hall_index_link **chains;
    size_t chains_count, count;
};

/* Returns -1 if out of memory. All zeros may be released, too. */
int hall_index_init(struct hall_index *index);
void hall_index_release(struct hall_index *index);
/* Cannot fail: without memory for more of them, chains get longer. */
void hall_index_add(struct hall_index *index, struct hall_index_link *link, uint64_t hash);
void hall_index_remove(struct hall_index *index, struct hall_index_link *link);
/* Return the first link with a hash, and the next with the same; NULL if there is none. */
struct hall_index_link *hall_index_find(const struct hall_index *index, uint64_t hash);
struct hall_index_link *hall_index_next(const struct hall_index_link *link);

#endif
