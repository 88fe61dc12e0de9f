/* File descriptors are given out from the lowest on, so the highest is about the number in use. */
#include "serve/files.h"
#include "serve/log.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { RESERVED = 64, ENTRY_BYTES = 2 * sizeof(void *) };

static rlim_t limit_now(void) {
    struct rlimit files;
    return getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur : 0;
}

int files_make_room(int connections) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files); /* if not, there are as many as before */
    }
    rlim_t limit = limit_now(), fit = limit < 2 * RESERVED ? limit / 2 : limit - RESERVED;
    if (!limit || fit >= (rlim_t)connections) return connections;
    log_line(LOG_WARNING, "server", "only %d connections at a time: the limit on open files is %d",
             (int)fit, (int)limit);
    return (int)fit;
}

static void ignore(uv_poll_t *poll, int status, int events) {
    (void)poll, (void)status, (void)events;
}

static void forget(uv_handle_t *handle) {
    free(handle);
}

/* Watches a high descriptor for a moment: the loop then has room for all below. */
static bool watch_once(uv_loop_t *loop, int high) {
    uv_poll_t *poll = malloc(sizeof *poll);
    if (!poll) return false;
    if (uv_poll_init(loop, poll, high) != 0) {
        free(poll);
        return true;
    }
    uv_poll_start(poll, UV_READABLE, ignore);
    uv_close((uv_handle_t *)poll, forget);
    return true;
}

bool files_widen(uv_loop_t *loop, int connections) {
    rlim_t limit = limit_now(), wanted = (rlim_t)connections + 4 * RESERVED;
    if (wanted > limit) wanted = limit;
    void *fits = malloc((size_t)wanted * ENTRY_BYTES);
    int low = socket(AF_UNIX, SOCK_STREAM, 0);
    int high = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, (int)wanted - 1);
    free(fits);
    bool fine = fits && (high < 0 || watch_once(loop, high));
    if (low >= 0) close(low);
    if (high >= 0) close(high);
    return fine;
}
