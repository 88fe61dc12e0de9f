/* The host's services, on POSIX. */
#include "host/system.h"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_BYTES = 256 };

double host_system_seconds(void *self) {
    struct timespec now;
    (void)self;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Work that several threads take parts of. */
struct shared {
    const struct host_work *work;
    atomic_int next, working; /* the next part; threads beside the calling one */
};

static void take_parts(struct shared *shared, bool leads) {
    const struct host_work *work = shared->work;
    for (int part; (part = atomic_fetch_add(&shared->next, 1)) < work->parts;)
        work->run(work->self, part, leads);
}

static void *work_beside(void *self) {
    struct shared *shared = self;
    take_parts(shared, false);
    atomic_fetch_sub(&shared->working, 1);
    return NULL;
}

/* Threads that cannot be started are done without. */
static void share(void *self, const struct host_work *work) {
    const struct host_system *system = self;
    const struct timespec pause = {.tv_nsec = 500000};
    struct shared shared = {.work = work};
    pthread_t threads[HOST_THREADS_MAX];
    assert(system->host.threads <= HOST_THREADS_MAX);
    int wanted = (system->host.threads < work->parts ? system->host.threads : work->parts) - 1;
    int started = 0;
    atomic_store(&shared.working, wanted);
    while (started < wanted && pthread_create(&threads[started], NULL, work_beside, &shared) == 0)
        started++;
    atomic_fetch_sub(&shared.working, wanted - started);
    take_parts(&shared, true);
    while (work->wait && atomic_load(&shared.working) > 0) {
        work->wait(work->self);
        nanosleep(&pause, NULL);
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

static bool is_same(const struct host_file *file, const char *name, uint32_t version, size_t size) {
    return strcmp(file->name, name) == 0 && file->version == version && file->size == size;
}

/* Finds a file among those read, or reads it. Returns NULL, with *wrong as cache_read sets it. */
static const void *find(struct host_system *system, const char *name, uint32_t version, size_t size,
                        const char **wrong) {
    *wrong = NULL;
    for (int i = 0; i < system->count; i++)
        if (is_same(&system->files[i], name, version, size)) return system->files[i].contents.bytes;
    if (system->count == HOST_FILES_MAX || strlen(name) >= HOST_FILE_NAME_MAX) return NULL;
    struct host_file *file = &system->files[system->count];
    if (cache_read(&file->contents, name, version, size, wrong) < 0) return NULL;
    memcpy(file->name, name, strlen(name) + 1);
    file->version = version;
    file->size = size;
    system->count++;
    return file->contents.bytes;
}

static const void *load(void *self, const char *name, uint32_t version, size_t size) {
    struct host_system *system = self;
    char message[MESSAGE_BYTES];
    const char *wrong;
    pthread_mutex_lock(&system->lock);
    const void *bytes = find(system, name, version, size, &wrong);
    pthread_mutex_unlock(&system->lock);
    if (wrong && system->host.warn) {
        snprintf(message, sizeof message, "ignoring the file %s in the cache: %s", name, wrong);
        system->host.warn(self, message);
    }
    return bytes;
}

static const char *refuse(struct host_system *system, const char *name, const char *wrong) {
    char path[1];
    if (cache_path(name, path, sizeof path) < 0 && errno == ENOENT)
        return "there is no cache directory: XDG_CACHE_HOME or HOME must be an absolute path";
    snprintf(system->message, sizeof system->message, "%s cannot be written to the cache: %s", name,
             wrong);
    return system->message;
}

static const char *keep(void *self, const char *name, uint32_t version, const void *bytes,
                        size_t size) {
    const char *wrong;
    return cache_write(name, version, bytes, size, &wrong) == 0 ? NULL : refuse(self, name, wrong);
}

static const char *can_keep(void *self, const char *name, size_t size) {
    const char *wrong;
    return cache_try(name, size, &wrong) == 0 ? NULL : refuse(self, name, wrong);
}

void host_system_init(struct host_system *system) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    memset(system, 0, sizeof *system);
    pthread_mutex_init(&system->lock, NULL);
    system->host = (struct host){
        .threads = (int)(processors < 1                  ? 1
                         : processors > HOST_THREADS_MAX ? HOST_THREADS_MAX
                                                         : processors),
        .share = share,
        .seconds = host_system_seconds,
        .load = load,
        .keep = keep,
        .can_keep = can_keep,
        .self = system,
    };
}

void host_system_release(struct host_system *system) {
    for (int i = 0; i < system->count; i++) cache_release(&system->files[i].contents);
    system->count = 0;
    pthread_mutex_destroy(&system->lock);
}
