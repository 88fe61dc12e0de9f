/* The local terminal on a pseudo-terminal, under a small shell with job control: whatever happens,
 * the terminal is given back as it was. The test holds the other end: it is the person and the
 * terminal emulator. */
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/tty_job.h"

enum { SAID_MAX = 1 << 20, WAIT_MS = 60000 };

/* The person and the emulator */

static struct {
    int terminal, orders, reports;
    pid_t shell, job;
    struct termios before;
    char said[SAID_MAX + 1];
    size_t length, heard;
} world;

static void open_pipe(int ends[2]) {
    assert_int_equal(pipe(ends), 0);
}

/* Ends what a test that failed has left. */
static void clean_up(void) {
    if (world.shell <= 0) return;
    if (world.job > 1) kill(world.job, SIGKILL);
    kill(world.shell, SIGKILL);
    waitpid(world.shell, NULL, 0);
    world.shell = world.job = 0;
}

static void begin_in(int rows, int cols) {
    int orders[2], reports[2];
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    clean_up();
    open_pipe(orders);
    open_pipe(reports);
    world.terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(world.terminal >= 0 && grantpt(world.terminal) == 0 &&
                unlockpt(world.terminal) == 0);
    ioctl(world.terminal, TIOCSWINSZ, &size);
    tcgetattr(world.terminal, &world.before);
    world.length = world.heard = 0;
    world.said[0] = '\0';
    world.shell = fork();
    if (world.shell == 0) {
        setsid();
        int file = open(ptsname(world.terminal), O_RDWR);
        for (int i = 0; i < 3; i++) dup2(file, i);
        close(file);
        close(world.terminal);
        close(orders[1]);
        close(reports[0]);
        run_shell(orders[0], reports[1]);
    }
    close(orders[0]);
    close(reports[1]);
    world.orders = orders[1];
    world.reports = reports[0];
    struct report report;
    assert_int_equal(read(world.reports, &report, sizeof report), sizeof report);
    world.job = report.number;
    assert_true(report.what == 'J' && world.job > 1);
}

/* Takes what the terminal was sent. Returns false if there is nothing within so many ms. */
static bool hear(int wait) {
    struct pollfd ready = {.fd = world.terminal, .events = POLLIN};
    if (poll(&ready, 1, wait) <= 0) return false;
    ssize_t count = read(world.terminal, world.said + world.length, SAID_MAX - world.length);
    if (count <= 0) return false;
    world.length += (size_t)count;
    world.said[world.length] = '\0';
    return true;
}

/* Waits for a text behind the last one that was waited for. */
static void expect(const char *text) {
    char *found;
    while (!(found = strstr(world.said + world.heard, text)))
        if (!hear(WAIT_MS)) fail_msg("no '%s' in '%s'", text, world.said + world.heard);
    world.heard = (size_t)(found - world.said) + strlen(text);
}

static void type(const char *keys) {
    assert_int_equal(write(world.terminal, keys, strlen(keys)), strlen(keys));
}

static void begin(void) {
    begin_in(ROWS, COLS);
    expect("size:24x80");
}

/* Hears all until the job stops or ends; a terminal that nobody hears would hold it up. */
static struct report await(bool hears) {
    struct report report = {.what = 0};
    struct pollfd ready[] = {{.fd = world.reports, .events = POLLIN},
                             {.fd = world.terminal, .events = POLLIN}};
    while (poll(ready, hears ? 2 : 1, WAIT_MS) > 0) {
        if (hears && ready[1].revents & POLLIN)
            hear(0);
        else if (ready[0].revents) {
            assert_int_equal(read(world.reports, &report, sizeof report), sizeof report);
            return report;
        }
    }
    fail_msg("the job goes on for ever");
    return report;
}

static void require_report(struct report report, char what, int number) {
    if (report.what != what || report.number != number)
        fail_msg("%c %d, not %c %d; '%s'", report.what, report.number, what, number,
                 world.said + world.heard);
}

static void require_same_terminal(void) {
    struct termios now;
    tcgetattr(world.terminal, &now);
    assert_int_equal(now.c_iflag, world.before.c_iflag);
    assert_int_equal(now.c_oflag, world.before.c_oflag);
    assert_int_equal(now.c_cflag, world.before.c_cflag);
    assert_int_equal(now.c_lflag, world.before.c_lflag);
    assert_memory_equal(now.c_cc, world.before.c_cc, sizeof now.c_cc);
}

static void require_raw_terminal(void) {
    struct termios now;
    tcgetattr(world.terminal, &now);
    assert_false(now.c_lflag & (ICANON | ECHO | ISIG));
    assert_false(now.c_oflag & OPOST);
}

/* The last thing the terminal was sent, but for messages, is the end of the screen. */
static size_t require_end(void) {
    size_t length = strlen(wire_end);
    const char *last = NULL, *at = world.said;
    while ((at = strstr(at, wire_end))) last = at++;
    assert_non_null(last);
    const char *behind = last + length;
    assert_null(strstr(behind, "\033[?1049h"));
    require_same_terminal();
    return (size_t)(behind - world.said);
}

static void finish(void) {
    close(world.terminal);
    close(world.orders);
    close(world.reports);
    assert_int_equal(waitpid(world.shell, NULL, 0), world.shell);
    world.shell = 0;
}

static void leave(void) {
    type("q");
    require_report(await(true), 'E', 0);
    assert_int_equal(require_end(), world.length);
    finish();
}

static void test_leaving(void **unused) {
    (void)unused;
    begin();
    assert_int_equal(strncmp(world.said, wire_begin, strlen(wire_begin)), 0);
    require_raw_terminal();
    type("a\r\003");
    expect("key:97");
    expect("key:13");
    expect("key:3");
    type("\033");
    expect("key:27");
    type("\033[");
    type("A");
    expect("key:1114112");
    type("\033[200~qx\r\033[201~"); /* a paste commands nothing */
    expect("key:120");
    leave();
}

static void test_ends(void **unused) {
    (void)unused;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        begin();
        kill(world.job, numbers[i]);
        require_report(await(true), 'E', CLI_SIGNAL + numbers[i]);
        assert_int_equal(require_end(), world.length);
        finish();
    }
}

static void test_crashes(void **unused) {
    (void)unused;
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        begin();
        kill(world.job, numbers[i]);
        require_report(await(true), 'K', numbers[i]);
        assert_int_equal(require_end(), world.length);
        finish();
    }
    begin();
    type("S");
    require_report(await(true), 'K', SIGSEGV);
    assert_int_equal(require_end(), world.length);
    finish();
}

/* What was said while the screen was full is said when it is gone. */
static void test_messages(void **unused) {
    (void)unused;
    begin();
    type("A");
    require_report(await(true), 'K', SIGABRT);
    assert_non_null(strstr(world.said + require_end(), "Assertion"));
    finish();
    begin();
    type("w");
    expect("key:119");
    assert_null(strstr(world.said, "warning"));
    type("q");
    require_report(await(true), 'E', 0);
    assert_string_equal(world.said + require_end(), "a warning\r\n");
    finish();
}

static void test_lost_terminal(void **unused) {
    (void)unused;
    begin();
    close(world.terminal);
    struct report report = {.what = 0};
    assert_int_equal(read(world.reports, &report, sizeof report), sizeof report);
    require_report(report, 'E', CLI_SIGNAL + SIGHUP);
    close(world.orders);
    close(world.reports);
    waitpid(world.shell, NULL, 0);
    world.shell = 0;
}

static void order(char what) {
    assert_int_equal(write(world.orders, &what, 1), 1);
}

static void test_job_control(void **unused) {
    (void)unused;
    begin();
    type("\032"); /* Ctrl-Z */
    require_report(await(true), 'S', SIGTSTP);
    assert_int_equal(require_end(), world.length);
    struct timespec moment = {.tv_nsec = 100000000};
    nanosleep(&moment, NULL);
    order('f');
    expect(wire_begin);
    expect("size:24x80"); /* all is painted again */
    require_raw_terminal();
    type("m");
    expect("away:1");         /* and no time has passed */
    kill(world.job, SIGSTOP); /* cannot be caught; but what comes after it can */
    require_report(await(true), 'S', SIGSTOP);
    tcsetattr(world.terminal, TCSANOW, &world.before); /* as a shell does */
    order('f');
    expect(wire_begin);
    expect("size:24x80");
    require_raw_terminal();
    leave();
}

static void test_background(void **unused) {
    (void)unused;
    begin();
    pid_t job = world.job;
    kill(job, SIGTSTP);
    require_report(await(true), 'S', SIGTSTP);
    size_t length = world.length;
    for (int i = 0; i < 2; i++) { /* there it leaves the terminal alone */
        order('b');
        require_report(await(true), 'S', SIGTTIN);
        require_same_terminal();
        assert_int_equal(world.length, length);
    }
    order('f');
    expect(wire_begin);
    expect("size:24x80");
    kill(job, SIGTSTP);
    require_report(await(true), 'S', SIGTSTP);
    length = world.length;
    kill(job, SIGTERM);
    order('b');
    require_report(await(true), 'E', CLI_SIGNAL + SIGTERM);
    assert_int_equal(world.length, length);
    require_same_terminal();
    finish();
}

/* Stopped with the screen full, it leaves the screen at its end, but not the shell's settings. */
static void test_end_in_background(void **unused) {
    (void)unused;
    struct termios other;
    begin();
    pid_t job = world.job;
    kill(job, SIGSTOP);
    require_report(await(true), 'S', SIGSTOP);
    other = world.before;
    other.c_lflag ^= ECHO;
    tcsetattr(world.terminal, TCSANOW, &other);
    world.before = other;
    kill(job, SIGTERM);
    order('b');
    require_report(await(true), 'E', CLI_SIGNAL + SIGTERM);
    assert_int_equal(require_end(), world.length);
    finish();
}

static void test_sizes(void **unused) {
    (void)unused;
    struct winsize size = {.ws_row = 33, .ws_col = 99};
    begin();
    ioctl(world.terminal, TIOCSWINSZ, &size);
    expect("size:33x99");
    leave();
    begin_in(0, 0); /* the system knows no size: the terminal is asked */
    expect("\033[6n");
    type("\033[30;90R");
    expect("size:30x90");
    leave();
}

/* Frames are left out, but keys are heard. */
static void test_deaf_terminal(void **unused) {
    (void)unused;
    struct timespec moment = {.tv_nsec = 300000000};
    begin();
    type("d");
    nanosleep(&moment, NULL);
    type("q");
    require_report(await(false), 'E', 0);
    require_same_terminal();
    finish();
    begin();
    type("d");
    nanosleep(&moment, NULL);
    kill(world.job, SIGTERM);
    require_report(await(false), 'E', CLI_SIGNAL + SIGTERM);
    require_same_terminal();
    finish();
}

static void test_wake(void **unused) {
    (void)unused;
    begin();
    type("t");
    expect("woken");
    leave();
}

static void test_questions(void **unused) {
    (void)unused;
    setenv("COLORTERM", "truecolor", 1);
    begin_in(ROWS, COLS);
    expect("\033]11;?");
    type("a\033]11;rgb:ffff/ffff/ffff\033\\b");
    expect("theme:1;colours:3");
    expect("key:97"); /* no key is lost */
    expect("key:98");
    type("\033[?62;22c\033]11;rgb:0000/0000/0000\033\\c"); /* late answers are no keys */
    expect("key:99");
    assert_null(strstr(world.said, "key:27"));
    leave();
    setenv("COLORFGBG", "0;15", 1);
    begin_in(ROWS, COLS);
    expect("\033[c");
    type("\033[?1;2c"); /* the terminal does not know the question about its ground */
    expect("theme:1");
    leave();
    setenv("COLORFGBG", "15;0", 1);
    begin_in(ROWS, COLS); /* nor any other */
    expect("theme:0");
    leave();
    unsetenv("COLORFGBG");
    unsetenv("COLORTERM");
}

static void require_looks(const char *name, const char *value, const char *expected) {
    char before[64];
    snprintf(before, sizeof before, "%s", getenv(name) ? getenv(name) : "");
    setenv(name, value, 1);
    begin_in(ROWS, COLS);
    expect(expected);
    leave();
    setenv(name, before, 1);
}

static void test_environment(void **unused) {
    (void)unused;
    require_looks("NO_COLOR", "1", "colours:0");
    require_looks("TERM", "xterm-256color", "colours:2");
    require_looks("TERM", "linux", "colours:1");
    require_looks("TERM", "vt220", "colours:0");
    require_looks("TERM", "xterm-direct", "colours:3");
    require_looks("COLORTERM", "24bit", "colours:3");
    setenv("COLORTERM", "truecolor", 1);
    require_looks("TERM", "screen-256color", "colours:2");
    setenv("TMUX", "/tmp/tmux", 1);
    require_looks("TERM", "screen-256color", "colours:3");
    unsetenv("TMUX");
    unsetenv("COLORTERM");
    require_looks("LC_ALL", "C", "plain:1");
    require_looks("LC_ALL", "de_DE.utf8", "plain:0");
    require_looks("LANG", "en_US.UTF-8", "plain:0");
}

static void test_unfit(void **unused) {
    (void)unused;
    static const char *const kinds[] = {"dumb", ""};
    for (int i = 0; i < 2; i++) {
        setenv("TERM", kinds[i], 1);
        begin_in(ROWS, COLS);
        require_report(await(true), 'E', 99);
        assert_int_equal(world.length, 0);
        finish();
    }
    setenv("TERM", "xterm", 1);
    int nothing = open("/dev/null", O_RDWR), file = dup(STDOUT_FILENO);
    dup2(nothing, STDOUT_FILENO);
    assert_false(tty_fits(true) || tty_fits(false));
    dup2(file, STDOUT_FILENO);
    close(nothing);
    close(file);
}

static void test_stuck_loop(void **unused) {
    (void)unused;
    struct timespec moment = {.tv_sec = 1, .tv_nsec = 200000000};
    begin();
    type("H");
    nanosleep(&moment, NULL);
    kill(world.job, SIGTERM);
    nanosleep(&moment, NULL);
    kill(world.job, SIGTERM);
    require_report(await(true), 'K', SIGTERM);
    assert_int_equal(require_end(), world.length);
    finish();
}

/* A program that nohup runs goes on. */
static void test_ignored_signals(void **unused) {
    (void)unused;
    signal(SIGHUP, SIG_IGN);
    begin();
    signal(SIGHUP, SIG_DFL);
    kill(world.job, SIGHUP);
    type("x");
    expect("key:120");
    leave();
}

/* The test's runner keeps the sanitizer's handlers of crashes in place; here those of the terminal
 * are tried, so the test runs itself again without that. */
static void allow_handlers(char **argv) {
    const char *options = getenv("ASAN_OPTIONS");
    if (!options || !strstr(options, "handle_segv=2")) return;
    setenv("ASAN_OPTIONS", "detect_leaks=1", 1);
    execv("/proc/self/exe", argv);
}

int main(int argc, char **argv) {
    (void)argc;
    allow_handlers(argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaving),       cmocka_unit_test(test_ends),
        cmocka_unit_test(test_crashes),       cmocka_unit_test(test_messages),
        cmocka_unit_test(test_lost_terminal), cmocka_unit_test(test_job_control),
        cmocka_unit_test(test_background),    cmocka_unit_test(test_end_in_background),
        cmocka_unit_test(test_sizes),         cmocka_unit_test(test_deaf_terminal),
        cmocka_unit_test(test_wake),          cmocka_unit_test(test_questions),
        cmocka_unit_test(test_environment),   cmocka_unit_test(test_unfit),
        cmocka_unit_test(test_stuck_loop),    cmocka_unit_test(test_ignored_signals),
    };
    static const char *const unset[] = {"NO_COLOR", "COLORTERM", "COLORFGBG", "TMUX",
                                        "LC_ALL",   "LC_CTYPE",  "LANG"};
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++) unsetenv(unset[i]);
    setenv("TERM", "xterm", 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clean_up();
    return failed;
}
