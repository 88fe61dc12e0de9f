/* Log lines on standard error: "2026-03-01T18:05:22Z info telnet: anna came (192.0.2.7)". What
 * comes from outside is made printable. */
#ifndef SERVE_LOG_H
#define SERVE_LOG_H

enum log_level { LOG_ERROR, LOG_WARNING, LOG_INFO, LOG_DEBUG, LOG_LEVELS };
extern const char *const log_level_names[LOG_LEVELS];

enum { LOG_LINES_RATE = 20, LOG_LINES_MOST = 2000 }; /* lines a second, and at once */

void log_set_level(enum log_level level);
/* `part` names the part of the server, as "telnet". If there are too many lines, those that are no
 * errors are left out. */
void log_line(enum log_level level, const char *part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
