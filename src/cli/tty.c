/* One loop waits for keys, signals and time. Signals only set a flag and wake it; those of a crash
 * put the terminal back first. The terminal is touched only while this program has the foreground:
 * in the background its settings are the shell's. */
#define _XOPEN_SOURCE 700 /* for sigaltstack */
#include "cli/tty.h"
#include "cli/cli.h"
#include "cli/tty_errors.h"
#include "cli/tty_look.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { OUT_BYTES = 1 << 18, IN_BYTES = 4096, NAME_BYTES = 256, STACK_BYTES = 1 << 16 };
enum { WAIT_MAX = 3600, STUCK_MS = 1000 };
static const double patience = 1; /* seconds for the loop to end, until another signal ends it */

/* Signals that end the program, those that mean a fault in it, and those about the terminal. */
enum { ENDS = 4, FAULTS = 5, CAUGHT = 14 };
static const int caught[CAUGHT] = {SIGINT, SIGTERM, SIGHUP,  SIGQUIT, SIGSEGV,  SIGBUS,  SIGFPE,
                                   SIGILL, SIGABRT, SIGTSTP, SIGCONT, SIGWINCH, SIGTTOU, SIGPIPE};

/* All that the handlers of signals need: there is one terminal. */
static struct {
    int file; /* our own opening of the terminal, so that it can be non-blocking for us alone */
    volatile sig_atomic_t taken;
    volatile sig_atomic_t ended;                       /* the signal that ends the program, or 0 */
    volatile sig_atomic_t stopped, continued, resized; /* `continued` counts */
    sig_atomic_t seen;                                 /* of `continued` */
    struct termios before;
    struct sigaction usual[CAUGHT]; /* what the signals did before */
    int pipe[2];
    bool mouse;
    double ended_at, away; /* `away` is how long the program was stopped */
    struct tty_look_typed typed;
    char out[OUT_BYTES];
    size_t sent, length; /* of `out` */
    bool more;           /* the frame did not fit into it */
    stack_t usual_stack;
    _Alignas(64) char stack[STACK_BYTES]; /* for a crash that has none left */
} tty = {.file = -1, .pipe = {-1, -1}};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double tty_now(void) {
    return seconds() - tty.away;
}

bool tty_fits(bool reads_input) {
    const char *term = getenv("TERM");
    if (!term || !*term || strcmp(term, "dumb") == 0) return false;
    return isatty(STDOUT_FILENO) && (reads_input || isatty(STDIN_FILENO));
}

/* Taking the terminal and giving it back */

/* Writes all, waiting where it must, but not for ever. */
static void write_all(const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(tty.file, bytes, count);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd room = {.fd = tty.file, .events = POLLOUT};
            if (poll(&room, 1, STUCK_MS) <= 0) return;
        } else if (written < 0 && errno != EINTR) {
            return;
        } else if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
}

/* Returns whether the terminal listens to this program; if it governs no session, to all. */
static bool has_foreground(void) {
    pid_t group = tcgetpgrp(tty.file);
    return group < 0 || group == getpgrp();
}

static void set_terminal(const struct termios *how) {
    while (tcsetattr(tty.file, TCSANOW, how) < 0 && errno == EINTR) continue;
}

/* Puts the terminal back. Safe in a handler. */
static void give_back(void) {
    if (!tty.taken) return;
    write_all(wire_end, strlen(wire_end));
    if (has_foreground()) set_terminal(&tty.before);
    tty.taken = 0;
}

static void take(void) {
    /* Where the system knows no size, the cursor tells it. */
    static const char ask_size[] = "\033[999;999H\033[6n";
    struct winsize size = {0};
    struct termios raw = tty.before;
    raw.c_iflag &= (tcflag_t) ~(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK);
    raw.c_oflag &= (tcflag_t)~OPOST;
    raw.c_cflag &= (tcflag_t) ~(CSIZE | PARENB);
    raw.c_cflag |= CS8;
    raw.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tty.taken = 1;
    set_terminal(&raw);
    write_all(wire_begin, strlen(wire_begin));
    if (!tty.mouse) write_all(wire_no_mouse, strlen(wire_no_mouse));
    ioctl(tty.file, TIOCGWINSZ, &size);
    if (!size.ws_row || !size.ws_col) write_all(ask_size, strlen(ask_size));
}

/* Signals */

void tty_wake(void *self) {
    int error = errno;
    (void)self;
    if (write(tty.pipe[1], "", 1) < 0) errno = error; /* full: the loop is awake anyway */
}

static int index_of(int number) {
    int i = 0;
    while (caught[i] != number) i++;
    return i;
}

/* Gives the terminal back and lets the signal do what it would have done without us. */
static void crash(int number) {
    give_back();
    tty_errors_tell();
    sigaction(number, &tty.usual[index_of(number)], NULL);
    raise(number);
}

static void note(int number) {
    int error = errno;
    if (number == SIGTSTP) tty.stopped = 1;
    if (number == SIGCONT) tty.continued++;
    if (number == SIGWINCH) tty.resized = 1;
    tty_wake(NULL);
    errno = error;
}

/* A loop that does not end when it is told to is ended. */
static void end(int number) {
    if (tty.ended && seconds() > tty.ended_at + patience) crash(number);
    if (tty.ended) return;
    tty.ended_at = seconds();
    tty.ended = number;
    note(number);
}

static void handle(int number, void (*handler)(int), int flags) {
    struct sigaction how = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&how.sa_mask);
    sigaction(number, &how, NULL);
}

/* Signals that the caller ignores, as nohup does, stay ignored. */
static void catch_signals(void) {
    stack_t stack = {.ss_sp = tty.stack, .ss_size = sizeof tty.stack};
    sigaltstack(&stack, &tty.usual_stack);
    for (int i = 0; i < CAUGHT; i++) {
        bool ends = i < ENDS, faults = !ends && i < ENDS + FAULTS;
        bool ignored = caught[i] == SIGTTOU || caught[i] == SIGPIPE;
        sigaction(caught[i], NULL, &tty.usual[i]);
        if ((ends || caught[i] == SIGTSTP) && tty.usual[i].sa_handler == SIG_IGN) continue;
        handle(caught[i],
               ignored  ? SIG_IGN
               : ends   ? end
               : faults ? crash
                        : note,
               faults ? SA_ONSTACK : SA_RESTART);
    }
}

static void leave_signals(void) {
    for (int i = 0; i < CAUGHT; i++) sigaction(caught[i], &tty.usual[i], NULL);
    sigaltstack(&tty.usual_stack, NULL);
}

/* Stops as a program does that catches no signals. Returns whether it was continued; it cannot stop
 * where no shell would continue it. */
static bool stop_by(int number) {
    sig_atomic_t before = tty.continued;
    struct sigaction handler;
    double begin = seconds();
    sigaction(number, NULL, &handler);
    handle(number, SIG_DFL, 0);
    raise(number);
    sigaction(number, &handler, NULL);
    tty.away += seconds() - begin;
    return tty.continued != before;
}

/* Takes the terminal again and paints all. In the background it stops until it has the foreground.
 * Returns false if that never happens. */
static bool come_back(struct term *term) {
    while (!tty.ended && !has_foreground()) {
        tty.taken = 0;
        if (!stop_by(SIGTTIN)) return false;
    }
    tty.seen = tty.continued;
    if (tty.ended) return true;
    tty.sent = tty.length = 0;
    tty.resized = 1;
    take();
    wire_forget(&term->wire);
    term->dirty = true;
    return true;
}

static bool suspend(struct term *term) {
    give_back();
    stop_by(SIGTSTP);
    return come_back(term);
}

/* Opening and closing */

static void set_pipe(int end) {
    fcntl(tty.pipe[end], F_SETFL, O_NONBLOCK);
    fcntl(tty.pipe[end], F_SETFD, FD_CLOEXEC);
}

/* Opens what standard output is; the terminal that governs the session may be another one. */
static int open_terminal(void) {
    char name[NAME_BYTES];
    int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int file = ttyname_r(STDOUT_FILENO, name, sizeof name) == 0 ? open(name, flags) : -1;
    return file >= 0 ? file : open("/dev/tty", flags);
}

static void close_all(void) {
    close(tty.file);
    if (tty.pipe[0] >= 0) close(tty.pipe[0]);
    if (tty.pipe[1] >= 0) close(tty.pipe[1]);
    tty.file = tty.pipe[0] = tty.pipe[1] = -1;
}

int tty_open(bool mouse) {
    tty.file = open_terminal();
    if (tty.file < 0) return -1;
    if (tcgetattr(tty.file, &tty.before) < 0 || pipe(tty.pipe) < 0) {
        int error = errno;
        close_all();
        errno = error;
        return -1;
    }
    set_pipe(0);
    set_pipe(1);
    tty.mouse = mouse;
    tty.ended = tty.stopped = 0;
    atexit(tty_close);
    catch_signals();
    tty_errors_keep();
    if (has_foreground())
        take();
    else
        tty.continued++; /* taken as soon as it has */
    return 0;
}

void tty_close(void) {
    if (tty.file < 0) return;
    give_back();
    tty_errors_tell();
    leave_signals();
    close_all();
}

void tty_look(struct config *config) {
    tty_look_around(config, tty.taken ? tty.file : -1, &tty.typed);
}

void tty_size(int *rows, int *cols) {
    struct winsize size;
    *rows = 24;
    *cols = 80;
    if (ioctl(tty.file, TIOCGWINSZ, &size) < 0 || !size.ws_row || !size.ws_col) return;
    *rows = size.ws_row;
    *cols = size.ws_col;
}

/* The loop */

static void resize(struct term *term) {
    struct winsize size = {0};
    tty.resized = 0;
    ioctl(tty.file, TIOCGWINSZ, &size);
    if (size.ws_row && size.ws_col) term_resize(term, size.ws_row, size.ws_col);
}

/* Does what the handlers have noted. Returns false when the terminal is gone. */
static bool heed(struct term *term) {
    char bytes[64];
    while (read(tty.pipe[0], bytes, sizeof bytes) > 0) continue;
    if (tty.stopped && !tty.ended) {
        tty.stopped = 0;
        if (!suspend(term)) return false;
    }
    if (tty.seen != tty.continued && !tty.ended && !come_back(term)) return false;
    if (tty.resized && !tty.ended) resize(term);
    return true;
}

/* Gives keys to the screen. Ctrl-Z stops the program as everywhere, unless it is a command; all of
 * the job gets the signal, as from the terminal itself. */
static void take_keys(struct term *term, const uint8_t *bytes, size_t count) {
    bool stops = term_command(term, INPUT_CTRL('z')) < 0;
    for (size_t from = 0, to = 0; from < count; from = to + 1) {
        for (to = from; to < count && !(stops && bytes[to] == INPUT_CTRL('z')); to++) {
        }
        term_input(term, bytes + from, to - from, tty_now());
        if (to < count && !term->input.pasting) kill(0, SIGTSTP);
    }
}

/* Returns false when the terminal is gone. */
static bool read_keys(struct term *term) {
    uint8_t bytes[IN_BYTES];
    ssize_t count = read(tty.file, bytes, sizeof bytes);
    if (count > 0) take_keys(term, bytes, (size_t)count);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Sends what is left of the last frame, then makes the next: a slow terminal gets fewer of them.
 * Returns false when the terminal is gone. */
static bool write_frame(struct term *term) {
    do {
        if (tty.sent == tty.length) {
            struct text text = text_over(tty.out, sizeof tty.out);
            tty.more = !term_output(term, &text);
            tty.sent = 0;
            tty.length = text.length;
        }
        while (tty.sent < tty.length) {
            ssize_t count = write(tty.file, tty.out + tty.sent, tty.length - tty.sent);
            if (count < 0) return errno == EAGAIN || errno == EINTR;
            tty.sent += (size_t)count;
        }
    } while (tty.more);
    return true;
}

static int milliseconds_until(double due) {
    double wait = due - tty_now();
    if (!(wait < WAIT_MAX)) wait = WAIT_MAX;
    return wait > 0 ? (int)ceil(1e3 * wait) : 0;
}

/* Waits for keys, signals, time, and for room if something is left to send. Returns false when the
 * terminal is gone. */
static bool wait_and_read(struct term *term) {
    bool left = tty.sent < tty.length;
    struct pollfd ready[] = {{.fd = tty.file, .events = (short)(left ? POLLIN | POLLOUT : POLLIN)},
                             {.fd = tty.pipe[0], .events = POLLIN}};
    if (poll(ready, 2, milliseconds_until(term_due(term))) < 0) return errno == EINTR;
    return !(ready[0].revents & (POLLIN | POLLHUP | POLLERR)) || read_keys(term);
}

int tty_run(struct term *term) {
    if (tty.typed.count) term_input(term, tty.typed.bytes, tty.typed.count, tty_now());
    tty.typed.count = 0;
    while (!term_is_done(term)) {
        bool there = heed(term);
        if (tty.ended) return CLI_SIGNAL + tty.ended;
        if (!there || !write_frame(term) || !wait_and_read(term)) return CLI_SIGNAL + SIGHUP;
        if (!tty.stopped && !tty.ended) term_run(term, tty_now());
    }
    return CLI_FINE;
}
