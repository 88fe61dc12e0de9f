/* One loop waits for keys, signals and time. Signals only put a byte into a pipe; those of a crash
 * put the terminal back first. */
#define _XOPEN_SOURCE 700 /* for sigaltstack */
#include "cli/tty.h"
#include "cli/cli.h"
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

enum { OUT_BYTES = 1 << 18, IN_BYTES = 4096, WAKE = 0, WAIT_MAX = 3600, STACK_BYTES = 1 << 16 };

/* Signals that end the program, and those that mean a fault in it. */
static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { ENDS = sizeof ends / sizeof *ends, FAULTS = sizeof faults / sizeof *faults };

/* All that the handlers of signals need: there is one terminal. */
static struct {
    int file; /* our own opening of the terminal, so that it can be non-blocking for us alone */
    volatile sig_atomic_t taken;
    struct termios before;
    int pipe[2];
    bool mouse;
    char out[OUT_BYTES];
    size_t sent, length; /* of `out` */
    char stack[STACK_BYTES];
} tty = {.file = -1, .pipe = {-1, -1}};

double tty_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool tty_fits(bool reads_input) {
    const char *term = getenv("TERM");
    if (!term || !*term || strcmp(term, "dumb") == 0) return false;
    return isatty(STDOUT_FILENO) && (reads_input || isatty(STDIN_FILENO));
}

/* Writes all, waiting where it must; for the few bytes at the beginning and the end. */
static void write_all(const char *bytes, size_t count) {
    while (count) {
        ssize_t written = write(tty.file, bytes, count);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd room = {.fd = tty.file, .events = POLLOUT};
            if (poll(&room, 1, 1000) <= 0) return;
        } else if (written < 0 && errno != EINTR) {
            return;
        } else if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
}

/* Puts the terminal back. Safe in a handler. */
static void give_back(void) {
    if (!tty.taken) return;
    tty.taken = 0;
    write_all(wire_end, strlen(wire_end));
    tcsetattr(tty.file, TCSADRAIN, &tty.before);
}

static void take(void) {
    struct termios raw = tty.before;
    raw.c_iflag &= (tcflag_t) ~(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_oflag &= (tcflag_t)~OPOST;
    raw.c_cflag |= CS8;
    raw.c_lflag &= (tcflag_t) ~(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(tty.file, TCSADRAIN, &raw);
    tty.taken = 1;
    write_all(wire_begin, strlen(wire_begin));
    if (!tty.mouse) write_all(wire_no_mouse, strlen(wire_no_mouse));
}

static void tell_loop(int number) {
    int error = errno;
    char byte = (char)number;
    if (write(tty.pipe[1], &byte, 1) < 0) errno = error; /* full: the loop is awake anyway */
    errno = error;
}

void tty_wake(void *self) {
    (void)self;
    tell_loop(WAKE);
}

/* The handler is gone when it runs, so the signal then does what it always does. */
static void crash(int number) {
    give_back();
    raise(number);
}

static void handle(int number, void (*handler)(int), int flags) {
    struct sigaction how = {.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&how.sa_mask);
    sigaction(number, &how, NULL);
}

/* Signals that the caller ignores, as nohup does, stay ignored. */
static void handle_end(int number) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
        handle(number, tell_loop, SA_RESTART);
}

static void handle_signals(void) {
    stack_t stack = {.ss_sp = tty.stack, .ss_size = sizeof tty.stack};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < ENDS; i++) handle_end(ends[i]);
    for (int i = 0; i < FAULTS; i++) handle(faults[i], crash, (int)SA_RESETHAND | SA_ONSTACK);
    handle(SIGTSTP, tell_loop, SA_RESTART);
    handle(SIGCONT, tell_loop, SA_RESTART);
    handle(SIGWINCH, tell_loop, SA_RESTART);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
}

static void leave_signals(void) {
    for (int i = 0; i < ENDS; i++) signal(ends[i], SIG_DFL);
    for (int i = 0; i < FAULTS; i++) signal(faults[i], SIG_DFL);
    signal(SIGTSTP, SIG_DFL);
    signal(SIGCONT, SIG_DFL);
    signal(SIGWINCH, SIG_DFL);
    signal(SIGTTOU, SIG_DFL);
}

static void set_pipe(int end) {
    fcntl(tty.pipe[end], F_SETFL, O_NONBLOCK);
    fcntl(tty.pipe[end], F_SETFD, FD_CLOEXEC);
}

int tty_open(bool mouse) {
    tty.file = open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (tty.file < 0) return -1;
    if (tcgetattr(tty.file, &tty.before) < 0 || pipe(tty.pipe) < 0) {
        close(tty.file);
        tty.file = -1;
        return -1;
    }
    set_pipe(0);
    set_pipe(1);
    tty.mouse = mouse;
    atexit(give_back);
    handle_signals();
    take();
    return 0;
}

void tty_close(void) {
    if (tty.file < 0) return;
    give_back();
    leave_signals();
    close(tty.file);
    close(tty.pipe[0]);
    close(tty.pipe[1]);
    tty.file = tty.pipe[0] = tty.pipe[1] = -1;
}

void tty_look(struct config *config) {
    tty_look_around(config, tty.file);
}

void tty_size(int *rows, int *cols) {
    struct winsize size;
    *rows = 24;
    *cols = 80;
    if (ioctl(tty.file, TIOCGWINSZ, &size) < 0 || !size.ws_row || !size.ws_col) return;
    *rows = size.ws_row;
    *cols = size.ws_col;
}

static void resize(struct term *term) {
    int rows, cols;
    tty_size(&rows, &cols);
    term_resize(term, rows, cols);
}

/* Stops like any program, and paints all when it goes on. */
static void suspend(void) {
    give_back();
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    handle(SIGTSTP, tell_loop, SA_RESTART);
}

static void come_back(struct term *term) {
    tty.sent = tty.length = 0;
    take();
    wire_forget(&term->wire);
    resize(term);
}

/* Takes what the handlers and other threads put into the pipe. Returns the signal that ends the
 * program, or 0. */
static int read_pipe(struct term *term) {
    char numbers[64];
    ssize_t count;
    while ((count = read(tty.pipe[0], numbers, sizeof numbers)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            int number = numbers[i];
            if (number == SIGWINCH) resize(term);
            if (number == SIGTSTP) suspend();
            if (number == SIGCONT) come_back(term);
            for (int k = 0; k < ENDS; k++)
                if (number == ends[k]) return number;
        }
    return 0;
}

/* Returns false when the terminal is gone. */
static bool read_keys(struct term *term) {
    uint8_t bytes[IN_BYTES];
    ssize_t count = read(tty.file, bytes, sizeof bytes);
    if (count > 0) term_input(term, bytes, (size_t)count, tty_now());
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Sends what is left of the last frame, then makes the next: a slow terminal gets fewer of them.
 * Returns false when the terminal is gone. */
static bool write_frame(struct term *term) {
    if (tty.sent == tty.length) {
        struct text text = text_over(tty.out, sizeof tty.out);
        term_output(term, &text);
        tty.sent = 0;
        tty.length = text.length;
    }
    while (tty.sent < tty.length) {
        ssize_t count = write(tty.file, tty.out + tty.sent, tty.length - tty.sent);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        tty.sent += (size_t)count;
    }
    return true;
}

static int milliseconds_until(double due) {
    double wait = due - tty_now();
    if (!(wait < WAIT_MAX)) wait = WAIT_MAX;
    return wait > 0 ? (int)ceil(1e3 * wait) : 0;
}

int tty_run(struct term *term) {
    while (!term_is_done(term)) {
        if (!write_frame(term)) return CLI_SIGNAL + SIGHUP;
        bool more = tty.sent < tty.length;
        struct pollfd ready[] = {
            {.fd = tty.file, .events = (short)(more ? POLLIN | POLLOUT : POLLIN)},
            {.fd = tty.pipe[0], .events = POLLIN}};
        if (poll(ready, 2, milliseconds_until(term_due(term))) < 0 && errno != EINTR)
            return CLI_FAILED;
        int number = read_pipe(term);
        if (number) return CLI_SIGNAL + number;
        if (ready[0].revents & (POLLIN | POLLHUP | POLLERR) && !read_keys(term))
            return CLI_SIGNAL + SIGHUP;
        term_run(term, tty_now());
    }
    return CLI_FINE;
}
