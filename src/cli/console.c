/* Progress bar and signals. A signal becomes "stop", so that work always ends by its own way. */
#include "cli/console.h"
#include "cli/cli.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The progress bar and its message fit into 80 columns. */
enum { BAR = 30, MESSAGE = 36 };
static const double tell_seconds = 0.1;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t interrupted; /* the signal's number, or 0 */

static void interrupt(int number) {
    interrupted = number;
}

/* Signals that were ignored stay ignored. */
static void catch_signals(void) {
    struct sigaction stop = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND}, before;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &stop, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a write past the file size limit then fails as on a full disk */
}

bool console_stopped(void) {
    return interrupted || ferror(stdout);
}

static bool has_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb") != 0;
}

void console_clear(struct console *console) {
    if (console->shown) fputs("\r\033[K", stderr);
    console->shown = false;
}

static bool go_on(void *self, double done, const char *message) {
    struct console *console = self;
    double now = console->system.host.seconds(self), share = done < 0 ? 0 : done < 1 ? done : 1;
    if (console->shows && now > console->told + tell_seconds) {
        int full = (int)(share * BAR);
        fprintf(stderr, "\r\033[K[%.*s%*s] %3d %%  %.*s", full, "##############################",
                BAR - full, "", (int)(share * 100), MESSAGE, message);
        console->told = now;
        console->shown = true;
    }
    return !console_stopped();
}

static void warn(void *self, const char *message) {
    console_clear(self);
    cli_complain("%s", message);
}

void console_complain(void *self, const char *message) {
    if (!console_stopped()) warn(self, message);
}

void console_print(void *self, const char *bytes, size_t length) {
    console_clear(self);
    fwrite(bytes, 1, length, stdout);
    if (length > 0 && bytes[length - 1] == '\n') fflush(stdout);
}

void console_init(struct console *console) {
    host_system_init(&console->system);
    console->system.host.go_on = go_on;
    console->system.host.warn = warn;
    console->shows = has_terminal();
    console->shown = false;
    console->stopped = "stopped";
    console->told = host_seconds(&console->system.host);
    catch_signals();
}

int console_release(struct console *console, int status) {
    console_clear(console);
    host_system_release(&console->system);
    if (!interrupted) return status;
    cli_fail("%s", console->stopped);
    return CLI_SIGNAL + interrupted;
}
