/* What the program lends to a tool or an agent: threads, a clock, a way to report progress and to
 * be stopped, and files that last. Rules never see a host. */
#ifndef GAME_HOST_H
#define GAME_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Work in parts that are independent of each other. */
struct host_work {
    int parts;
    /* Runs a part. `leads` is true on the thread that called host_share, the only one that may use
     * the host for more than its clock. */
    void (*run)(void *self, int part, bool leads);
    /* Called now and then on that thread while it waits for the others. */
    void (*wait)(void *self);
    void *self;
};

/* Any hook may be NULL: then there is one thread, no clock, nobody listens, and nothing is kept. */
struct host {
    int threads; /* at least 1 */
    /* Runs all parts of some work, on as many threads; returns when all are done. */
    void (*share)(void *self, const struct host_work *work);
    /* Seconds on a clock that never goes back. Any thread may ask. */
    double (*seconds)(void *self);
    /* Takes the share of the work that is done, from 0 to 1, and a short message. Returns false to
     * stop the work. */
    bool (*go_on)(void *self, double done, const char *message);
    /* Takes a warning, one sentence. */
    void (*warn)(void *self, const char *message);
    /* Returns a file kept earlier, of this version and size; it stays until the host is released.
     * NULL if there is none; a damaged file is warned of. */
    const void *(*load)(void *self, const char *name, uint32_t version, size_t size);
    /* Returns whether a file that cannot be loaded was tried in vain: do without it for now. */
    bool (*lost)(void *self, const char *name);
    /* Keeps a file, whole or not at all. Returns NULL, or why not. */
    const char *(*keep)(void *self, const char *name, uint32_t version, const void *bytes,
                        size_t size);
    /* Tries whether a file of this size could be kept now. Returns NULL, or why not. */
    const char *(*can_keep)(void *self, const char *name, size_t size);
    void *self;
};

static inline double host_seconds(const struct host *host) {
    return host->seconds ? host->seconds(host->self) : 0;
}

static inline bool host_go_on(const struct host *host, double done, const char *message) {
    return !host->go_on || host->go_on(host->self, done, message);
}

static inline void host_warn(const struct host *host, const char *message) {
    if (host->warn) host->warn(host->self, message);
}

static inline const void *host_load(const struct host *host, const char *name, uint32_t version,
                                    size_t size) {
    return host->load ? host->load(host->self, name, version, size) : NULL;
}

static inline bool host_lost(const struct host *host, const char *name) {
    return host->lost && host->lost(host->self, name);
}

static inline const char *host_can_keep(const struct host *host, const char *name, size_t size) {
    return host->can_keep ? host->can_keep(host->self, name, size) : NULL;
}

static inline void host_share(const struct host *host, const struct host_work *work) {
    if (host->share && host->threads > 1) {
        host->share(host->self, work);
        return;
    }
    for (int part = 0; part < work->parts; part++) work->run(work->self, part, true);
}

/* A host for a part of some work: it passes on what the whole work is lent, but reports progress
 * its own way and keeps no files. It begins a struct of its user, which is the self of `go_on`. */
struct host_part {
    struct host host;
    const struct host *whole;
};

static inline double host_part_seconds(void *self) {
    return host_seconds(((struct host_part *)self)->whole);
}

static inline void host_part_warn(void *self, const char *message) {
    host_warn(((struct host_part *)self)->whole, message);
}

static inline const void *host_part_load(void *self, const char *name, uint32_t version,
                                         size_t size) {
    return host_load(((struct host_part *)self)->whole, name, version, size);
}

static inline bool host_part_lost(void *self, const char *name) {
    return host_lost(((struct host_part *)self)->whole, name);
}

static inline void host_part_share(void *self, const struct host_work *work) {
    host_share(((struct host_part *)self)->whole, work);
}

/* The whole's host must outlive the part. */
static inline void host_part_init(struct host_part *part, const struct host *whole,
                                  bool (*go_on)(void *self, double done, const char *message)) {
    part->whole = whole;
    part->host = (struct host){
        .threads = whole->threads,
        .share = host_part_share,
        .seconds = whole->seconds ? host_part_seconds : NULL,
        .go_on = go_on,
        .warn = host_part_warn,
        .load = host_part_load,
        .lost = host_part_lost,
        .self = part,
    };
}

#endif
