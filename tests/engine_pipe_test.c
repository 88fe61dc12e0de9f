/* `tilewright engine` at the other end of real pipes: what is cancelled while it runs or waits, a
 * client that goes, and one that sends much and reads late. Nothing here measures time; a limit of
 * minutes only ends a test that would hang. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

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

enum { LINE = 1 << 20, PATIENCE = 120, PATH = 4096 };

/* A board whose shortest solution is not found within a day. */
#define HARD                                                                                       \
    "'state':{'state_version':1,'ruleset_id':'slide_v1','rows':5,'cols':5,'tiles':[0,24,23,22,21," \
    "20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1]}"
#define ENDLESS "'cmd':'solve','budget_ms':86400000," HARD

static char program[PATH];

static struct {
    pid_t pid;
    int to, from; /* -1 if closed */
    char in[2 * LINE];
    size_t length; /* of `in` */
    char line[LINE + 1];
    json_t *reply; /* the line, as jansson reads it */
} client;

/* The engine with both of its ends on pipes, or its input from a file. */
static void start(int input, bool ignores_sigpipe) {
    int to[2], from[2];
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    client.pid = fork();
    assert_true(client.pid >= 0);
    if (client.pid == 0) {
        signal(SIGPIPE, ignores_sigpipe ? SIG_IGN : SIG_DFL);
        dup2(input < 0 ? to[0] : input, STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) close(to[i]), close(from[i]);
        alarm(4 * PATIENCE);
        execl(program, program, "engine", (char *)NULL);
        _exit(127);
    }
    close(to[0]), close(from[1]);
    client.to = to[1], client.from = from[0];
    client.length = 0;
}

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

/* Waits for the engine's end; returns its status as waitpid has it. */
static int wait_for_end(void) {
    int status;
    for (int i = 0; i < PATIENCE * 100; i++) {
        pid_t ended = waitpid(client.pid, &status, WNOHANG);
        assert_true(ended >= 0);
        if (ended) return status;
        poll(NULL, 0, 10);
    }
    kill(client.pid, SIGKILL);
    waitpid(client.pid, &status, 0);
    fail_msg("the engine goes on although its client is gone");
    return -1;
}

static void expect_clean_end(void) {
    close_end(&client.to);
    int status = wait_for_end();
    close_end(&client.from);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void say(const char *text) {
    char *copy = strdup(text);
    assert_non_null(copy);
    for (char *at = copy; *at; at++)
        if (*at == '\'') *at = '"';
    for (size_t sent = 0, length = strlen(copy); sent < length;) {
        ssize_t wrote = write(client.to, copy + sent, length - sent);
        assert_true(wrote > 0);
        sent += (size_t)wrote;
    }
    free(copy);
}

/* Moves the first line that has come to client.line. */
static bool take_line(void) {
    char *end = memchr(client.in, '\n', client.length);
    if (!end) return false;
    size_t length = (size_t)(end - client.in);
    assert_true(length <= LINE);
    memcpy(client.line, client.in, length);
    client.line[length] = '\0';
    client.length -= length + 1;
    memmove(client.in, end + 1, client.length);
    return true;
}

/* Reads the next line, whatever it is. False at the end of the output. */
static bool hear_any(void) {
    while (!take_line()) {
        struct pollfd end = {client.from, POLLIN, 0};
        if (poll(&end, 1, PATIENCE * 1000) <= 0) fail_msg("no answer");
        ssize_t got =
            read(client.from, client.in + client.length, sizeof client.in - client.length);
        assert_true(got >= 0);
        if (got == 0) return false;
        client.length += (size_t)got;
    }
    json_error_t error;
    json_decref(client.reply);
    client.reply = json_loads(client.line, 0, &error);
    if (!client.reply) fail_msg("jansson: %s in %s", error.text, client.line);
    return true;
}

/* Reads the next answer, past progress lines. */
static void hear(void) {
    do assert_true(hear_any());
    while (json_object_get(client.reply, "event"));
}

static void hear_progress(void) {
    assert_true(hear_any());
    assert_non_null(json_object_get(client.reply, "event"));
}

static void expect(const char *key, const char *json) {
    char *found = json_dumps(json_object_get(client.reply, key), JSON_COMPACT | JSON_ENCODE_ANY);
    if (!found) fail_msg("no %s in %s", key, client.line);
    assert_string_equal(found, json);
    free(found);
}

static bool is_code(const char *code) {
    json_t *found = json_object_get(json_object_get(client.reply, "error"), "code");
    return found && strcmp(json_string_value(found), code) == 0;
}

/* Reads the answer to a request that was stopped: its best so far, or CANCELLED. */
static void hear_stopped(const char *id) {
    hear();
    expect("id", id);
    if (json_object_get(client.reply, "ok") == json_false())
        assert_true(is_code("CANCELLED"));
    else
        assert_true(json_array_size(json_object_get(client.reply, "moves")) > 0);
}

static void test_cancel_running(void **unused) {
    (void)unused;
    start(-1, false);
    say("{'id':[1,{'a':'b/\xC3\xA9'}],'progress':true," ENDLESS "}\n");
    hear_progress();
    say("{'id':'no','cmd':'cancel','target':[1,{'a':'b'}]}\n");
    hear();
    expect("id", "\"no\"");
    expect("cancelled", "false");
    say("{'id':'yes','cmd':'cancel','target': [ 1 , {'\\u0061'"); /* in two pieces */
    hear_progress();
    say(":'b\\/\\u00e9'}\t]}\n");
    hear();
    expect("id", "\"yes\"");
    expect("cancelled", "true");
    hear_stopped("[1,{\"a\":\"b/\xC3\xA9\"}]");
    say("{'id':'late','cmd':'cancel','target':[1,{'a':'b/\xC3\xA9'}]}\n{'id':2,'cmd':'games'}\n");
    hear();
    expect("cancelled", "false");
    hear();
    expect("id", "2");
    expect("ok", "true");
    expect_clean_end();
}

/* What waits is not run, and answered in its turn. */
static void test_cancel_waiting(void **unused) {
    (void)unused;
    start(-1, false);
    say("{'id':1,'progress':true," ENDLESS "}\n");
    hear_progress();
    say("{'id':'2'," ENDLESS "}\n{'id':3,'cmd':'games'}\nnonsense\n{'id':2,'cmd':'games'}\n");
    say("{'cmd':'cancel','target':'\\u0032'}\n{'cmd':'cancel','target':1.0}\n");
    say("{'cmd':'cancel','target':1}\n");
    hear();
    expect("cancelled", "true");
    hear();
    expect("cancelled", "false"); /* numbers must be written alike */
    hear();
    expect("cancelled", "true");
    hear_stopped("1");
    hear();
    expect("id", "\"2\"");
    assert_true(is_code("CANCELLED"));
    hear();
    expect("id", "3");
    expect("ok", "true");
    hear();
    assert_true(is_code("BAD_JSON"));
    hear();
    expect("id", "2");
    expect("ok", "true");
    expect_clean_end();
}

/* A cancel without a target, and one that finds nothing, are answered like any request. */
static void test_cancel_nothing(void **unused) {
    (void)unused;
    start(-1, false);
    say("{'id':1,'cmd':'cancel'}\n{'id':2,'cmd':'cancel','target':null}\n");
    say("{'id':3,'cmd':'cancel','target':0}\n");
    bool heard[4] = {false};
    for (int i = 0; i < 3; i++) {
        hear();
        json_int_t id = json_integer_value(json_object_get(client.reply, "id"));
        assert_in_range(id, 1, 3);
        heard[id] = true;
        assert_true(id == 3 ? json_object_get(client.reply, "cancelled") == json_false()
                            : is_code("BAD_REQUEST"));
    }
    assert_true(heard[1] && heard[2] && heard[3]);
    expect_clean_end();
}

/* The input ends while one request runs and another waits: both are stopped and answered. */
static void test_close_input(void **unused) {
    (void)unused;
    start(-1, false);
    say("{'id':1,'progress':true," ENDLESS "}\n");
    hear_progress();
    say("{'id':2," ENDLESS "}\n{'id':3,'cmd':'games'}");
    close_end(&client.to);
    hear_stopped("1");
    hear_stopped("2");
    hear();
    expect("id", "3");
    expect("ok", "true");
    assert_false(hear_any());
    expect_clean_end();
}

/* The input ended before anything was read of it. */
static void test_short_pipe(void **unused) {
    (void)unused;
    start(-1, false);
    say("{'id':1,'cmd':'games'}\n{'id':2," ENDLESS "}\n");
    close_end(&client.to);
    hear();
    expect("ok", "true");
    hear_stopped("2");
    assert_false(hear_any());
    expect_clean_end();
}

/* The end of a file says nothing about the client: the budget counts, here more than the time that
 * is left after the end of a pipe. */
static void test_file(void **unused) {
    (void)unused;
    FILE *file = tmpfile();
    assert_non_null(file);
    static char request[] = "{'id':1,'cmd':'solve','budget_ms':3000," HARD "}\n";
    for (char *at = request; *at; at++)
        if (*at == '\'') *at = '"';
    fputs(request, file);
    rewind(file);
    start(fileno(file), false);
    hear();
    expect("ok", "true");
    assert_true(json_integer_value(json_object_get(client.reply, "elapsed_ms")) > 2500);
    expect_clean_end();
    fclose(file);
}

/* Nobody can read the output: the engine ends, although its input is open and the tool is silent.
 */
static void test_close_output(void **unused) {
    (void)unused;
    for (int ignores = 0; ignores < 2; ignores++) {
        start(-1, ignores);
        say("{'id':1,'cmd':'games'}\n{'id':2,'progress':true,'cmd':'solve','budget_ms':1000," HARD
            "}\n{'id':3," ENDLESS "}\n");
        hear();
        hear_stopped("2"); /* the silent one begins */
        close_end(&client.from);
        int status = wait_for_end();
        if (ignores)
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) != 0);
        else
            assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
        close_end(&client.to);
    }
}

static void test_close_output_of_idle(void **unused) {
    (void)unused;
    start(-1, false);
    say("{'cmd':'games'}\n");
    hear();
    close_end(&client.from);
    int status = wait_for_end();
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE);
    close_end(&client.to);
}

/* The client sends 10,000 requests before it reads the first answer. */
static void test_pipeline(void **unused) {
    (void)unused;
    enum { REQUESTS = 10000, WIDTH = 320 }; /* together almost as much as the engine keeps */
    char request[WIDTH + 64], id[16];
    start(-1, false);
    for (int i = 0; i < REQUESTS; i++) {
        snprintf(request, sizeof request,
                 "{'id':%d,'cmd':'new','game':'slide','rows':2,'cols':2%*s}\n", i, WIDTH, "");
        say(request);
    }
    for (int i = 0; i < REQUESTS; i++) {
        hear();
        snprintf(id, sizeof id, "%d", i);
        expect("id", id);
        expect("ok", "true");
    }
    expect_clean_end();
}

static long memory_kb(void) {
    char path[64], line[256];
    long kb = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)client.pid);
    FILE *file = fopen(path, "r");
    while (file && kb < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, "VmHWM:", 6) == 0) kb = strtol(line + 6, NULL, 10);
    if (file) fclose(file);
    return kb;
}

/* Waits until the engine takes more, or has an answer; true if it takes more. */
static bool may_say(bool more) {
    struct pollfd ends[] = {{client.from, POLLIN, 0}, {more ? client.to : -1, POLLOUT, 0}};
    if (poll(ends, 2, PATIENCE * 1000) <= 0) fail_msg("stuck");
    return more && ends[1].revents;
}

/* More than the engine keeps, of long requests and cancels. The client reads only when it cannot
 * write: neither side gets stuck, and the engine's memory does not grow with what waits. */
/* Waits until a pipe holds more than so many bytes. */
static void wait_for_bytes(int end, int count) {
    for (int i = 0, held = 0; held <= count; i++) {
        assert_true(i < PATIENCE * 100);
        if (i) poll(NULL, 0, 10);
        assert_int_equal(ioctl(end, FIONREAD, &held), 0);
    }
}

/* A request that comes while an answer is held up is answered without a further one. Two answers
 * are more than a pipe holds. */
static void test_request_while_full(void **unused) {
    enum { LONG = 50000 };
    char *line = malloc(LONG + 64);
    (void)unused;
    assert_non_null(line);
    start(-1, false);
    memset(line, 'x', LONG);
    memcpy(line, "{'id':'", 7);
    strcpy(line + LONG, "','cmd':'fly'}\n");
    say(line);
    wait_for_bytes(client.from, LONG);
    say(line);
    wait_for_bytes(client.from, LONG + 1000);
    say("{'id':2,'cmd':'fly'}\n");
    for (int i = 0; i < 3; i++) hear();
    assert_int_equal(json_integer_value(json_object_get(client.reply, "id")), 2);
    expect_clean_end();
    free(line);
}

static void test_flood(void **unused) {
    (void)unused;
    enum { REQUESTS = 300, BYTES = 200000 };
    static char request[BYTES + 64];
    size_t at = 0, length = 0;
    int made = 0, answered = 0;
    start(-1, false);
    fcntl(client.to, F_SETFL, O_NONBLOCK);
    while (answered < 2 * REQUESTS) {
        if (at == length && made < REQUESTS) {
            int head =
                sprintf(request, "{\"cmd\":\"cancel\",\"target\":%d}\n{\"cmd\":\"games\"", made);
            memset(request + head, ' ', BYTES - (size_t)head);
            strcpy(request + BYTES, "}\n");
            at = 0, length = BYTES + 2, made++;
        }
        if (client.length == 0 && may_say(at < length)) {
            ssize_t wrote = write(client.to, request + at, length - at);
            assert_true(wrote > 0 || errno == EAGAIN);
            at += wrote > 0 ? (size_t)wrote : 0;
        } else {
            hear();
            answered++;
            expect("ok", "true");
        }
    }
    assert_in_range(memory_kb(), 1, 200000);
    expect_clean_end();
}

/* The program is built where this one is, a folder up. */
static int find_program(void **unused) {
    (void)unused;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 32);
    if (length <= 0) return -1;
    program[length] = '\0';
    for (int steps = 0; steps < 2; steps++) *strrchr(program, '/') = '\0';
    strcat(program, "/tilewright");
    signal(SIGPIPE, SIG_IGN);
    return setenv("XDG_CACHE_HOME", "/nonexistent", 1);
}

static int forget(void **unused) {
    (void)unused;
    json_decref(client.reply);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cancel_running),     cmocka_unit_test(test_cancel_waiting),
        cmocka_unit_test(test_cancel_nothing),     cmocka_unit_test(test_close_input),
        cmocka_unit_test(test_short_pipe),         cmocka_unit_test(test_file),
        cmocka_unit_test(test_close_output),       cmocka_unit_test(test_close_output_of_idle),
        cmocka_unit_test(test_pipeline),           cmocka_unit_test(test_flood),
        cmocka_unit_test(test_request_while_full),
    };
    return cmocka_run_group_tests_name("engine pipe", tests, find_program, forget);
}
