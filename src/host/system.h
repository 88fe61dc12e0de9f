/* The host that the program lends to tools and agents: all processors, a monotonic clock, and files
 * in the cache. A front end may set host.go_on and host.warn; they get the host_system as self. It
 * may also set host.threads, up to HOST_THREADS_MAX. Any thread may load files; then `warn` is
 * called on that thread. */
#ifndef HOST_SYSTEM_H
#define HOST_SYSTEM_H

#include "game/host.h"
#include "host/cache.h"
#include <pthread.h>

enum { HOST_THREADS_MAX = 64, HOST_FILES_MAX = 16, HOST_FILE_NAME_MAX = 64 };

/* A file of the cache. Each is read once and stays until host_system_release. */
struct host_file {
    char name[HOST_FILE_NAME_MAX];
    uint32_t version;
    size_t size;
    struct cache_file contents;
};

struct host_system {
    struct host host;
    struct host_file files[HOST_FILES_MAX];
    int count;
    pthread_mutex_t lock; /* of the files */
    char message[256];    /* why a file was not kept */
};

void host_system_init(struct host_system *system);
void host_system_release(struct host_system *system);
/* The clock alone, for a host that lends nothing else; `self` is not used. */
double host_system_seconds(void *self);

#endif
