/* A line is made first and written by one call, so that lines of several threads do not mix. The
 * level is the one thing here that the whole process shares, as it does standard error. */
#include "serve/log.h"
#include "base/text.h"
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_BYTES = 1024, STAMP_BYTES = 32 };

const char *const log_level_names[LOG_LEVELS] = {"error", "warning", "info", "debug"};

static atomic_int log_most = LOG_INFO;

void log_set_level(enum log_level level) {
    atomic_store(&log_most, (int)level);
}

void log_line(enum log_level level, const char *part, const char *format, ...) {
    char stamp[STAMP_BYTES] = "", message[MESSAGE_BYTES] = "", line[8 * MESSAGE_BYTES];
    struct text out = text_over(line, sizeof line);
    struct tm utc;
    va_list list;
    time_t now = time(NULL);
    if ((int)level > atomic_load(&log_most)) return;
    if (gmtime_r(&now, &utc)) strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    va_start(list, format);
    int length = vsnprintf(message, sizeof message, format, list);
    va_end(list);
    text_format(&out, "%s %s %s: ", stamp, log_level_names[level], part);
    text_printable(&out, message, strlen(message));
    text_string(&out, length < MESSAGE_BYTES ? "\n" : "...\n");
    /* Nobody can be told that the log cannot be written. */
    if (write(STDERR_FILENO, line, out.length) < 0) return;
}
