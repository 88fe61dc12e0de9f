/* tilewright engine: the protocol on standard input and output, one request a line.
 *
 * One thread does it all. While a request takes long, the engine asks `watch` many times a second:
 * there the input is read on, so that a `cancel` is seen, and it shows if the client has gone.
 * While the output is full, the input is read on, too, as far as the inbox has room. */
#include "cli/cli.h"
#include "engine/inbox.h"
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Answers are collected up to FULL bytes. There is always room for an answer, and for the answers
 * to all cancels in a chunk: an answer is not twice as long as its cancel. */
enum { BURST = 32, CHUNK = 1 << 16, FULL = 1 << 16, ANSWER = TW_LINE_MAX + 1 };
enum { RESERVE = ANSWER + 2 * (CHUNK + ANSWER), OUT_BYTES = FULL + 2 * RESERVE };

/* Seconds that a request may take once the client has closed the input. */
static const double last_seconds = 2;

struct server {
    struct engine *engine;
    struct inbox *inbox;
    char *chunk;
    char *out;
    size_t sent, length; /* of `out`: written, and all */
    bool is_file;        /* the input is a regular file: its end says nothing about the client */
    bool ended;          /* the input has been read to its end */
    bool gone;           /* nobody can read the output any more */
    int in_error, out_error;
    double closed; /* when the input was seen to be closed, or -1 */
    double began;  /* when the current request did */
};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Adds a line to the output. */
static void put_line(void *self, const char *line, size_t length) {
    struct server *server = self;
    assert(length < OUT_BYTES - server->length);
    memcpy(server->out + server->length, line, length);
    server->out[server->length + length] = '\n';
    server->length += length + 1;
}

static void note_closed(struct server *server) {
    if (server->closed < 0) server->closed = seconds();
}

static size_t room(struct server *server) {
    if (server->ended || OUT_BYTES - server->length < RESERVE) return 0;
    size_t room = inbox_room(server->inbox);
    return room < CHUNK ? room : CHUNK;
}

static void read_some(struct server *server, size_t most) {
    ssize_t length = read(STDIN_FILENO, server->chunk, most);
    if (length > 0) return inbox_put(server->inbox, server->chunk, (size_t)length);
    if (length < 0 && (errno == EINTR || errno == EAGAIN)) return;
    server->in_error = length < 0 ? errno : 0;
    server->ended = true;
    note_closed(server);
    inbox_end(server->inbox);
}

/* Looks at both ends, and reads if there is something to read and room for it. Waits up to
 * `milliseconds` for that, or for `events` on the output; -1 is no limit. Returns what happened
 * there. */
static int look(struct server *server, int milliseconds, int events) {
    size_t most = room(server);
    bool listens = most || (!server->ended && server->closed < 0);
    struct pollfd ends[] = {
        {listens ? STDIN_FILENO : -1, most ? POLLIN : 0, 0},
        {STDOUT_FILENO, (short)events, 0},
    };
    if (poll(ends, 2, milliseconds) <= 0) return 0;
    if (ends[0].revents & (POLLHUP | POLLERR)) note_closed(server);
    if (ends[0].revents && most) read_some(server, most);
    if (ends[1].revents & (POLLERR | POLLHUP)) server->gone = true;
    return ends[1].revents;
}

/* Writes what the output takes at once, and reads meanwhile. A pipe that is ready takes PIPE_BUF
 * bytes. */
static bool flush(struct server *server) {
    while (server->sent < server->length && !server->out_error) {
        size_t left = server->length - server->sent;
        if (!look(server, -1, POLLOUT)) continue;
        ssize_t wrote =
            write(STDOUT_FILENO, server->out + server->sent, left < PIPE_BUF ? left : PIPE_BUF);
        if (wrote >= 0)
            server->sent += (size_t)wrote;
        else if (errno != EINTR && errno != EAGAIN)
            server->out_error = errno;
    }
    server->sent = server->length = 0;
    return !server->out_error;
}

static void hear(void *self, const char *line, size_t length) {
    put_line(self, line, length);
    flush(self);
}

static bool is_late(const struct server *server) {
    double from = server->began > server->closed ? server->began : server->closed;
    return !server->is_file && server->closed >= 0 && seconds() > from + last_seconds;
}

static int watch(void *self) {
    struct server *server = self;
    look(server, 0, 0);
    return flush(server) && !server->gone && !is_late(server);
}

static bool answer_next(struct server *server) {
    size_t length;
    server->began = seconds();
    const char *answer = inbox_answer(server->inbox, &length);
    if (answer) put_line(server, answer, length);
    return answer;
}

/* Answers up to BURST requests that wait. Returns whether there were any. */
static bool answer_some(struct server *server) {
    int count = 0;
    while (count < BURST && answer_next(server)) {
        count++;
        if (server->length >= FULL) flush(server);
    }
    return count > 0;
}

/* Answers until the input has ended and nothing waits. Before it waits for input, all answers are
 * sent; more requests may come while they are. */
static void serve(struct server *server) {
    while (!server->gone && !server->out_error) {
        look(server, 0, 0);
        if (answer_some(server)) continue;
        if (server->length > 0)
            flush(server);
        else if (server->ended)
            return;
        else
            look(server, -1, 0);
    }
}

static int run_server(struct server *server) {
    struct stat input;
    server->is_file = fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);
    server->closed = -1;
    server->engine->send = hear;
    server->engine->watch = watch;
    server->engine->send_self = server->engine->watch_self = server;
    serve(server);
    if (server->gone) return CLI_SIGNAL + SIGPIPE; /* as if it had written */
    if (server->out_error) return cli_fail("standard output cannot be written");
    if (server->in_error)
        return cli_fail("standard input cannot be read: %s", strerror(server->in_error));
    return CLI_FINE;
}

static int run_engine(const struct cli_args *args) {
    (void)args;
    struct server server = {
        .engine = engine_new(), .chunk = malloc(CHUNK), .out = malloc(OUT_BYTES)};
    if (server.engine) server.inbox = inbox_new(server.engine, put_line, &server);
    int status = server.inbox && server.chunk && server.out
                     ? run_server(&server)
                     : cli_fail("there is not enough memory");
    inbox_free(server.inbox);
    engine_free(server.engine);
    free(server.chunk);
    free(server.out);
    return status;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_engine = {
    .name = "engine",
    .arguments = "",
    .summary = "answer requests of the protocol, a JSON line each",
    .help = "Reads requests from standard input and answers on standard output, one JSON object a "
            "line,\n"
            "until the input ends. If a pipe or a terminal ends, each request that is left may "
            "take two\n"
            "seconds; if nobody reads the output any more, all work stops. docs/protocol.md is the "
            "reference.\n\n"
            "  printf '{\"cmd\":\"games\"}\\n' | tilewright engine",
    .options = options,
    .run = run_engine,
};
