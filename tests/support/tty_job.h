/* The local terminal as a job of a small shell: a screen that tells what happens and fails on
 * request, and a shell that starts it, stops and continues it, and reports what becomes of it. */
#ifndef TESTS_SUPPORT_TTY_JOB_H
#define TESTS_SUPPORT_TTY_JOB_H

#include "cli/tty.c"
#include "cli/tty_errors.c"
#include "cli/tty_look.c"
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>

enum { ROWS = 24, COLS = 80 };

/* Each news has a row of its own. */

struct dummy {
    char lines[ROWS][COLS];
    int count, rows, cols;
    bool draws; /* all cells change in every frame */
    uint32_t frame;
    volatile bool ready;
};

static void dummy_say(struct dummy *dummy, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void dummy_say(struct dummy *dummy, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(dummy->lines[dummy->count++ % ROWS], COLS, format, list);
    va_end(list);
}

static void dummy_draw(void *self, struct term *term, struct cells *cells) {
    struct dummy *dummy = self;
    struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
    (void)term;
    if (dummy->rows != cells->rows || dummy->cols != cells->cols)
        dummy_say(dummy, "size:%dx%d", cells->rows, cells->cols);
    dummy->rows = cells->rows;
    dummy->cols = cells->cols;
    for (int row = 0; row < ROWS; row++) cells_text(cells, row, 0, COLS, ink, dummy->lines[row]);
    dummy->frame++;
    for (int i = 0; dummy->draws && i < cells->rows * cells->cols; i++)
        cells->at[i] = (struct cells_cell){'a' + (dummy->frame + (uint32_t)i) % 26,
                                           (uint8_t)(i % 9 + 1), (uint8_t)(i % 7), 0, 0};
}

static void *work(void *self) {
    struct dummy *dummy = self;
    struct timespec moment = {.tv_nsec = 20000000};
    nanosleep(&moment, NULL);
    dummy->ready = true;
    tty_wake(NULL);
    return NULL;
}

/* Takes all of the stack. */
static int overflow(const volatile char *before) {
    volatile char bytes[4096] = {before != NULL};
    return before && before[0] > 1 ? 0 : overflow(bytes) + bytes[0];
}

static void dummy_press(struct dummy *dummy, struct term *term, uint32_t key) {
    static volatile int none;
    pthread_t thread;
    switch (key) {
    case 'q':
        term_close(term);
        return;
    case 'A':
        assert(key == 0);
        return;
    case 'S':
        overflow(NULL);
        return;
    case 'H':
        while (!none) continue;
        return;
    case 'w':
        fprintf(stderr, "a warning\n");
        break;
    case 'd':
        dummy->draws = true;
        return;
    case 'm':
        dummy_say(dummy, "away:%d", tty.away >= 0.05);
        return;
    case 't':
        if (pthread_create(&thread, NULL, work, dummy) == 0) pthread_detach(thread);
        return;
    default:
        break;
    }
    dummy_say(dummy, "key:%u", (unsigned)key);
}

static void dummy_event(void *self, struct term *term, const struct input_event *event) {
    if (event->kind == INPUT_KEY)
        dummy_press(self, term, event->key);
    else
        dummy_say(self, "other:%d", event->kind);
}

static double dummy_due(const void *self) {
    const struct dummy *dummy = self;
    return dummy->draws ? 0 : INFINITY;
}

static void dummy_run(void *self, struct term *term) {
    struct dummy *dummy = self;
    if (dummy->ready) dummy_say(dummy, "woken");
    dummy->ready = false;
    term->dirty = true;
}

static void dummy_release(void *self) {
    (void)self;
}

static const struct term_screen dummy_screen = {.name = "dummy",
                                                .draw = dummy_draw,
                                                .event = dummy_event,
                                                .due = dummy_due,
                                                .run = dummy_run,
                                                .release = dummy_release};

/* The framework's handlers of faults are not for the player. */
static int play(void) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static struct dummy dummy;
    struct config config;
    struct term_setup setup = {.config = &config, .wake = tty_wake};
    for (int i = 0; i < 5; i++) signal(faults[i], SIG_DFL);
    config_standard(&config);
    if (!tty_fits(false)) return 99;
    if (tty_open(true) < 0) return 98;
    tty_look(&config);
    tty_size(&setup.rows, &setup.cols);
    struct term *term = term_new(&setup);
    dummy_say(&dummy, "theme:%d;colours:%d;plain:%d", config.theme, config.colours, config.plain);
    term_open(term, &dummy_screen, &dummy);
    int status = tty_run(term);
    term_free(term);
    tty_close();
    return status;
}

/* The shell: starts the player as a job, and tells a pipe what becomes of it. Its orders are 'f' to
 * bring the job to the foreground and 'b' to continue it in the background. */

struct report {
    char what; /* 'J' began as a process, 'S' stopped, 'E' exited, 'K' killed, and its number */
    int number;
};

static void obey(int orders, pid_t job) {
    char order;
    if (read(orders, &order, 1) != 1) _exit(0);
    if (order == 'f') tcsetpgrp(STDIN_FILENO, job);
    kill(-job, SIGCONT);
}

static _Noreturn void run_shell(int orders, int reports) {
    struct report report = {.what = 'S'};
    struct sigaction usual;
    int status;
    sigaction(SIGHUP, NULL, &usual);
    signal(SIGHUP, SIG_IGN); /* it is told when the terminal is gone */
    signal(SIGTTOU, SIG_IGN);
    pid_t job = fork();
    if (job == 0) {
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        signal(SIGTTOU, SIG_DFL);
        sigaction(SIGHUP, &usual, NULL);
        exit(play());
    }
    setpgid(job, job);
    tcsetpgrp(STDIN_FILENO, job);
    if (write(reports, &(struct report){'J', job}, sizeof report) < 0) _exit(1);
    while (report.what == 'S' && waitpid(job, &status, WUNTRACED) == job) {
        report.what = WIFSTOPPED(status) ? 'S' : WIFEXITED(status) ? 'E' : 'K';
        report.number = WIFSTOPPED(status)  ? WSTOPSIG(status)
                        : WIFEXITED(status) ? WEXITSTATUS(status)
                                            : WTERMSIG(status);
        tcsetpgrp(STDIN_FILENO, getpid());
        if (write(reports, &report, sizeof report) < 0) _exit(1);
        if (report.what == 'S') obey(orders, job);
    }
    _exit(0);
}

#endif
