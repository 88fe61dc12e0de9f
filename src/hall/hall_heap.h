/* The rooms of a hall, by when something is due in them; the first is due first. */
#ifndef HALL_HEAP_H
#define HALL_HEAP_H

#include "hall/room.h"

struct hall_heap {
    struct room **rooms;
    int count, capacity;
};

/* Returns -1 if out of memory. */
int hall_heap_add(struct hall_heap *heap, struct room *room, double due);
void hall_heap_remove(struct hall_heap *heap, struct room *room);
void hall_heap_move(struct hall_heap *heap, struct room *room, double due);
void hall_heap_release(struct hall_heap *heap);

#endif
