/* A binary heap; a room knows its place in it. */
#include "hall/hall_heap.h"
#include "hall/room_private.h"
#include <stdlib.h>

static void put(struct hall_heap *heap, int at, struct room *room) {
    heap->rooms[at] = room;
    room->private->heap_at = at;
}

static double due_at(const struct hall_heap *heap, int at) {
    return heap->rooms[at]->private->due;
}

static int rise(struct hall_heap *heap, int at) {
    struct room *room = heap->rooms[at];
    for (; at > 0 && room->private->due < due_at(heap, (at - 1) / 2); at = (at - 1) / 2)
        put(heap, at, heap->rooms[(at - 1) / 2]);
    put(heap, at, room);
    return at;
}

static void sink(struct hall_heap *heap, int at) {
    struct room *room = heap->rooms[at];
    for (int child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count && due_at(heap, child + 1) < due_at(heap, child)) child++;
        if (room->private->due <= due_at(heap, child)) break;
        put(heap, at, heap->rooms[child]);
    }
    put(heap, at, room);
}

int hall_heap_add(struct hall_heap *heap, struct room *room, double due) {
    if (heap->count == heap->capacity) {
        int capacity = heap->capacity ? 2 * heap->capacity : 16;
        struct room **rooms = realloc(heap->rooms, (size_t)capacity * sizeof *rooms);
        if (!rooms) return -1;
        heap->rooms = rooms;
        heap->capacity = capacity;
    }
    room->private->due = due;
    put(heap, heap->count++, room);
    rise(heap, heap->count - 1);
    return 0;
}

void hall_heap_remove(struct hall_heap *heap, struct room *room) {
    int at = room->private->heap_at;
    if (at == --heap->count) return;
    put(heap, at, heap->rooms[heap->count]);
    sink(heap, rise(heap, at));
}

void hall_heap_move(struct hall_heap *heap, struct room *room, double due) {
    room->private->due = due;
    sink(heap, rise(heap, room->private->heap_at));
}

void hall_heap_release(struct hall_heap *heap) {
    free(heap->rooms);
    *heap = (struct hall_heap){.rooms = NULL};
}
