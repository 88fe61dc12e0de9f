/* What the program lends a tool: all processors, a steady clock, and files in the cache. A front
 * end that listens sets host.go_on and host.warn; they get the play_host as self. */
#ifndef PLAY_HOST_H
#define PLAY_HOST_H

#include "game/tool.h"
#include "play/cache.h"

enum { HOST_FILES_MAX = 16, HOST_NAME_MAX = 64 };

/* A file of the cache that is in use; it is opened once, however often it is asked for. */
struct host_file {
    char name[HOST_NAME_MAX];
    uint32_t version;
    size_t size;
    struct cache_map map;
};

struct play_host {
    struct host host;
    struct host_file files[HOST_FILES_MAX];
    int count;
    char words[256];
};

void host_init(struct play_host *room);
void host_release(struct play_host *room);

#endif
