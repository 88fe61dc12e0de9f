/* A line is made first and written by one call, so that lines of several threads do not mix. The
 * level and how much was written are the only things here that the whole process shares, as it does
 * standard error. Visitors make lines: so there are only so many, and who reads them is told how
 * many are missing. Errors are always written. */
#include "serve/log.h"
#include "base/text.h"
#include "serve/limits.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_BYTES = 1024, STAMP_BYTES = 32 };

const char *const log_level_names[LOG_LEVELS] = {"error", "warning", "info", "debug"};

static atomic_int log_most = LOG_INFO;

static struct {
    pthread_mutex_t lock;
    struct limits_bucket lines;
    int missing;
} log_written = {.lock = PTHREAD_MUTEX_INITIALIZER};

void log_set_level(enum log_level level) {
    atomic_store(&log_most, (int)level);
}

/* Counts a line. Returns -1 if it is one too many, or how many were left out before it. */
static int count_line(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_lock(&log_written.lock);
    bool fits =
        limits_take(&log_written.lines, 1, LOG_LINES_RATE, LOG_LINES_MOST, (double)now.tv_sec);
    int before = log_written.missing;
    log_written.missing = fits ? 0 : before + 1;
    pthread_mutex_unlock(&log_written.lock);
    return fits ? before : -1;
}

static void write_line(enum log_level level, const char *part, const char *message, bool cut) {
    char stamp[STAMP_BYTES] = "", line[8 * MESSAGE_BYTES];
    struct text out = text_over(line, sizeof line);
    struct tm utc;
    time_t now = time(NULL);
    if (gmtime_r(&now, &utc)) strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    text_format(&out, "%s %s %s: ", stamp, log_level_names[level], part);
    text_printable(&out, message, strlen(message));
    text_string(&out, cut ? "...\n" : "\n");
    /* Nobody can be told that the log cannot be written. */
    if (write(STDERR_FILENO, line, out.length) < 0) return;
}

void log_line(enum log_level level, const char *part, const char *format, ...) {
    char message[MESSAGE_BYTES] = "";
    va_list list;
    if ((int)level > atomic_load(&log_most)) return;
    int missing = level == LOG_ERROR ? 0 : count_line();
    if (missing < 0) return;
    if (missing) {
        snprintf(message, sizeof message, "too much happened: %d lines were left out", missing);
        write_line(LOG_WARNING, "log", message, false);
    }
    va_start(list, format);
    int length = vsnprintf(message, sizeof message, format, list);
    va_end(list);
    write_line(level, part, message, length >= MESSAGE_BYTES);
}
