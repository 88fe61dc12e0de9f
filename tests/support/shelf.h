/* A host that keeps up to SHELF_CAPACITY files in memory. A test may set its other hooks; a struct
 * that begins with a shelf may be used as the host's self. */
#ifndef TESTS_SUPPORT_SHELF_H
#define TESTS_SUPPORT_SHELF_H

#include "game/tool.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHELF_CAPACITY = 8 };

struct shelf {
    struct host host;
    struct {
        char name[100];
        uint32_t version;
        size_t size;
        void *bytes;
    } files[SHELF_CAPACITY];
    int count, capacity, loads; /* loads: calls of `load` */
};

static inline const void *shelf_load(void *self, const char *name, uint32_t version, size_t size) {
    struct shelf *shelf = self;
    shelf->loads++;
    for (int i = 0; i < shelf->count; i++)
        if (strcmp(shelf->files[i].name, name) == 0 && shelf->files[i].version == version &&
            shelf->files[i].size == size)
            return shelf->files[i].bytes;
    return NULL;
}

static inline const char *shelf_keep(void *self, const char *name, uint32_t version,
                                     const void *bytes, size_t size) {
    struct shelf *shelf = self;
    void *copy = shelf->count < shelf->capacity ? malloc(size) : NULL;
    if (!copy) return "the shelf is full";
    memcpy(copy, bytes, size);
    snprintf(shelf->files[shelf->count].name, sizeof shelf->files->name, "%s", name);
    shelf->files[shelf->count].version = version;
    shelf->files[shelf->count].size = size;
    shelf->files[shelf->count++].bytes = copy;
    return NULL;
}

static inline void shelf_init(struct shelf *shelf) {
    *shelf = (struct shelf){.capacity = SHELF_CAPACITY};
    shelf->host =
        (struct host){.threads = 1, .load = shelf_load, .keep = shelf_keep, .self = shelf};
}

static inline void shelf_release(struct shelf *shelf) {
    for (int i = 0; i < shelf->count; i++) free(shelf->files[i].bytes);
}

#endif
