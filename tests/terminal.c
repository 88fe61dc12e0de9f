/* terminal [TEXT KEYS]... -- PROGRAM ARG...: runs a program on a terminal of its own, as a person
 * would, and prints what it says. When it has printed TEXT, KEYS are typed, and the next TEXT is
 * waited for. Ends as the program does, with 128 and the signal's number if it died of one. The
 * terminal has TERMINAL_ROWS rows, if that is set. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID_MAX = 1 << 20, WAIT_MS = 300000 };

static char said[SAID_MAX + 1];

static int stop(const char *what) {
    fprintf(stderr, "terminal: %s: %s\n", what, strerror(errno));
    return 125;
}

static _Noreturn void run(int terminal, char **argv) {
    setsid();
    int file = open(ptsname(terminal), O_RDWR); /* becomes what governs the session */
    for (int i = 0; i < 3; i++) dup2(file, i);
    if (file > 2) close(file);
    close(terminal);
    signal(SIGINT, SIG_DFL);
    execv(argv[0], argv);
    _exit(127);
}

static bool is_end(const char *argument) {
    return strcmp(argument, "--") == 0;
}

/* Listens until the program is gone, and types; false if it says nothing for too long. */
static bool listen_to(int terminal, char **script) {
    size_t length = 0;
    const char *heard = said; /* what is behind the last TEXT */
    for (;;) {
        struct pollfd ready = {terminal, POLLIN, 0};
        if (poll(&ready, 1, WAIT_MS) <= 0) return false;
        ssize_t got = read(terminal, said + length, SAID_MAX - length);
        if (got <= 0) return true;
        length += (size_t)got;
        for (; !is_end(script[0]) && strstr(heard, script[0]); script += 2) {
            heard = strstr(heard, script[0]) + strlen(script[0]);
            if (write(terminal, script[1], strlen(script[1])) < 0) return false;
        }
    }
}

static void set_rows(int terminal) {
    const char *rows = getenv("TERMINAL_ROWS");
    struct winsize size = {.ws_row = (unsigned short)(rows ? atoi(rows) : 0), .ws_col = 80};
    if (rows) ioctl(terminal, TIOCSWINSZ, &size);
}

int main(int argc, char **argv) {
    int program = 1, status;
    while (program < argc && !is_end(argv[program])) program += 2;
    if (program + 1 >= argc)
        return fprintf(stderr, "usage: terminal [TEXT KEYS]... -- PROGRAM ARG...\n"), 125;
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0) return stop("no terminal");
    set_rows(terminal);
    pid_t pid = fork();
    if (pid < 0) return stop("fork");
    if (pid == 0) run(terminal, argv + program + 1);
    bool heard = listen_to(terminal, argv + 1);
    if (!heard) kill(pid, SIGKILL);
    if (waitpid(pid, &status, 0) != pid) return stop("wait");
    fputs(said, stdout);
    if (!heard) return stop("it says nothing any more");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
