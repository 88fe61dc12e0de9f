/* storm ENGINE LINES FILE...: sends LINES requests to `ENGINE engine` through a pipe: the valid
 * ones of the files, mostly damaged at random, with noise, empty lines, lines ended by CR LF, huge
 * ones, and some that are cancelled as soon as they are sent. Every line must get one answer that
 * jansson reads, with id, ok and a known error code, in order but for the cancels'; the engine's
 * memory must not grow; and at the end of the input it must exit with status 0. */
#include "base/rng.h"
#include "tests/support/mutate.h"
#include "tilewright.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POOL_MAX = 64, PIECE = 1 << 16, LINE_BYTES = 4 * TW_LINE_MAX };
/* Tools keep tables for the size of the last board: a few MB. */
enum { GROWTH_MAX_KB = 12288 };
enum { HUGE_EVERY = 2000 }; /* few, as they take long; each kind comes in the first tenth */

/* What a line is, which determines what its answer may be. */
enum kind { VALID, DAMAGED, EMPTY, CANCELLED, HUGE_FINE, HUGE_REFUSED };

static const char *const codes[] = {"BAD_JSON",   "BAD_REQUEST",    "BAD_STATE",
                                    "BAD_ACTION", "ILLEGAL_ACTION", "GAME_OVER",
                                    "LIMIT",      "UNSOLVABLE",     "CANCELLED"};
enum { CODES = sizeof codes / sizeof *codes };

static struct {
    char *text;
    size_t length;
} pool[POOL_MAX];
static size_t pool_count;

static struct {
    pid_t pid;
    int to, from;
} engine;

static struct {
    struct rng rng;
    size_t lines, made, answered; /* of lines: all, made so far, answered so far */
    unsigned char *kinds;         /* of each line */
    char *line, *spare;           /* being sent, LINE_BYTES each */
    size_t at, end;
    char *in; /* an answer being read */
    size_t in_length;
    size_t fine, refused[CODES], unread; /* unread: valid, but too much for jansson */
    size_t cancels, cancels_answered;    /* they are not among `lines` */
    long early_kb;
} storm;

__attribute__((format(printf, 1, 2))) static _Noreturn void stop(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "storm: line %zu: ", storm.answered + 1);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(1);
}

static void *grab(size_t size) {
    void *memory = malloc(size);
    if (!memory) stop("out of memory");
    return memory;
}

static uint32_t below(uint32_t n) {
    return rng_below(&storm.rng, n);
}

static void add_to_pool(const char *text, size_t length) {
    if (pool_count == POOL_MAX) stop("more than %d requests", POOL_MAX);
    pool[pool_count].text = memcpy(grab(length), text, length);
    pool[pool_count++].length = length;
}

static void add_file(const char *name) {
    static char text[PIECE];
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (length == 0) stop("%s: %s", name, strerror(errno));
    fclose(file);
    add_to_pool(text, length);
}

/* Writes the largest board. */
static void add_large(void) {
    char text[4096];
    int at = sprintf(text, "{\"cmd\":\"render\",\"color\":true,\"state\":{\"state_version\":1,"
                           "\"ruleset_id\":\"slide_v1\",\"rows\":16,\"cols\":16,\"tiles\":[0");
    for (int tile = 1; tile < 256; tile++) at += sprintf(text + at, ",%d", tile);
    at += sprintf(text + at, "]}}");
    add_to_pool(text, (size_t)at);
}

static void put(const char *piece) {
    size_t length = strlen(piece);
    memcpy(storm.line + storm.end, piece, length);
    storm.end += length;
}

/* Repeats a piece while the line stays within a length. */
static void fill(const char *piece, size_t length) {
    while (storm.end + strlen(piece) <= length) put(piece);
}

static enum kind make_huge(size_t kind) {
    switch (kind % 5) {
    case 0: /* JSON as long as may be, of as many values as can be */
        put("[0"), fill(",0", TW_LINE_MAX - 1), put("]");
        return HUGE_FINE;
    case 1:
        fill("[", TW_LINE_MAX - below(9));
        return HUGE_FINE;
    case 2: /* events are longer than actions: it is the answer that gets too long */
        put("{\"cmd\":\"apply\",\"state\":{\"state_version\":1,\"ruleset_id\":\"slide_v1\",");
        put("\"rows\":2,\"cols\":2,\"tiles\":[1,0,2,3]},\"actions\":[{\"blank\":\"Left\"}");
        fill(",{\"blank\":\"Right\"},{\"blank\":\"Left\"}", TW_LINE_MAX - 2), put("]}");
        return HUGE_REFUSED;
    case 3:
        fill(" ", TW_LINE_MAX + 1);
        return HUGE_REFUSED;
    default: /* a line's end just past the limit does not make it shorter */
        fill(" ", TW_LINE_MAX), fill("\r", TW_LINE_MAX + 2 + below(TW_LINE_MAX));
        return HUGE_REFUSED;
    }
}

static void make_noise(void) {
    for (uint32_t left = 1 + below(200); left > 0; left--)
        storm.line[storm.end++] = (char)below(256);
}

/* Makes a request of the pool, damaged up to three times. */
static enum kind make_request(void) {
    size_t which = below((uint32_t)pool_count);
    uint32_t wounds = below(10) == 0 ? 0 : below(4) ? 1 : 1 + below(3);
    storm.end = pool[which].length;
    memcpy(storm.line, pool[which].text, storm.end);
    for (uint32_t i = 0; i < wounds; i++) {
        storm.end = mutate_json(storm.line, storm.end, storm.spare, PIECE, &storm.rng);
        memcpy(storm.line, storm.spare, storm.end);
    }
    return wounds ? DAMAGED : VALID;
}

/* Makes a request to be cancelled; its id is its number. */
static enum kind make_cancelled(void) {
    storm.end = (size_t)sprintf(storm.line, "{\"id\":\"storm %zu\",\"cmd\":\"games\"}", storm.made);
    return CANCELLED;
}

static void put_cancel(void) {
    storm.end += (size_t)sprintf(
        storm.line + storm.end, "{\"id\":\"cancel\",\"cmd\":\"cancel\",\"target\":\"storm %zu\"}\n",
        storm.made);
    storm.cancels++;
}

static enum kind make_any(void) {
    size_t number = storm.made;
    storm.at = storm.end = 0;
    if (number % HUGE_EVERY == HUGE_EVERY / 2) return make_huge(number / HUGE_EVERY);
    if (below(50) == 0) return EMPTY;
    if (below(50) == 0) return make_cancelled();
    if (below(30) == 0) return make_noise(), DAMAGED;
    return make_request();
}

/* Makes the next line; only the last has no line end. */
static void make_line(void) {
    enum kind kind = make_any();
    bool last = storm.made + 1 == storm.lines;
    for (size_t i = 0; i < storm.end; i++)
        if (storm.line[i] == '\n') storm.line[i] = ' ';
    if (storm.end == 0 && last) storm.line[storm.end++] = 'x';
    if (kind < HUGE_FINE && below(16) == 0) storm.line[storm.end++] = '\r';
    if (!last) storm.line[storm.end++] = '\n';
    if (kind == CANCELLED && !last) put_cancel();
    storm.kinds[storm.made++] = (unsigned char)kind;
}

static int find_code(const char *code) {
    for (int i = 0; code && i < CODES; i++)
        if (strcmp(codes[i], code) == 0) return i;
    return -1;
}

/* Returns whether the answer's code, or -1 for ok, is allowed for the line. */
static bool suits(int code, enum kind kind) {
    switch (kind) {
    case VALID: /* the rules may still refuse it */
        return code != find_code("BAD_JSON") && code != find_code("LIMIT");
    case CANCELLED: /* it may have been too late */
        return code < 0 || code == find_code("CANCELLED");
    case EMPTY:
        return code == find_code("BAD_JSON");
    case HUGE_REFUSED:
        return code == find_code("LIMIT");
    case HUGE_FINE:
        return code != find_code("LIMIT");
    default:
        return code != find_code("CANCELLED");
    }
}

/* Returns the error's code, or -1 for ok. */
static int judge_object(json_t *answer, const char *text) {
    json_t *ok = json_object_get(answer, "ok"), *error = json_object_get(answer, "error");
    int code = find_code(json_string_value(json_object_get(error, "code")));
    if (!json_is_object(answer) || !json_object_get(answer, "id")) stop("no id: %s", text);
    if (!json_is_boolean(ok)) stop("no ok: %s", text);
    if (json_is_true(ok) == (error != NULL)) stop("ok and error: %s", text);
    if (error && code < 0) stop("an unknown code: %s", text);
    if (error && !json_is_string(json_object_get(error, "message"))) stop("no message: %s", text);
    return code;
}

/* Returns whether it is a progress line or the answer to a cancel: those have no turn. */
static bool is_aside(json_t *answer) {
    const char *id = json_string_value(json_object_get(answer, "id"));
    if (json_object_get(answer, "event")) return true;
    if (!id || strcmp(id, "cancel") != 0) return false;
    if (!json_is_boolean(json_object_get(answer, "cancelled"))) stop("an odd answer to a cancel");
    storm.cancels_answered++;
    return true;
}

static void judge(const char *text, size_t length) {
    json_error_t error;
    json_t *answer = json_loadb(text, length, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &error);
    if (storm.answered >= storm.made) stop("an answer to nothing");
    if (is_aside(answer)) {
        json_decref(answer);
        return;
    }
    if (answer) {
        int code = judge_object(answer, text);
        if (!suits(code, storm.kinds[storm.answered])) stop("not what is due: %s", text);
        if (code < 0)
            storm.fine++;
        else
            storm.refused[code]++;
    } else if (json_error_code(&error) != json_error_null_byte_in_key &&
               json_error_code(&error) != json_error_numeric_overflow) {
        stop("jansson: %s: %s", error.text, text);
    } else {
        storm.unread++;
    }
    json_decref(answer);
    storm.answered++;
}

static void start(char *program) {
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN);
    if (pipe(to) || pipe(from) || (engine.pid = fork()) < 0) stop("%s", strerror(errno));
    if (engine.pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        for (int i = 0; i < 2; i++) close(to[i]), close(from[i]);
        execv(program, (char *[]){program, "engine", NULL});
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    engine.to = to[1], engine.from = from[0];
    fcntl(engine.to, F_SETFL, O_NONBLOCK);
}

static long resident_kb(void) {
    char path[64], line[256];
    long kb = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)engine.pid);
    FILE *file = fopen(path, "r");
    while (file && kb < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0) kb = strtol(line + 6, NULL, 10);
    if (kb < 0) stop("the engine's memory cannot be read");
    fclose(file);
    return kb;
}

/* Sends what the pipe takes, up to `limit` lines. */
static void send_some(size_t limit) {
    while (storm.at < storm.end || storm.made < limit) {
        if (storm.at == storm.end) make_line();
        ssize_t sent = write(engine.to, storm.line + storm.at, storm.end - storm.at);
        if (sent < 0 && errno == EAGAIN) return;
        if (sent < 0) stop("the engine does not listen: %s", strerror(errno));
        storm.at += (size_t)sent;
    }
}

/* Checks the answers that have arrived; false at the end of the output. */
static bool receive_some(void) {
    ssize_t got = read(engine.from, storm.in + storm.in_length, PIECE);
    if (got < 0) stop("%s", strerror(errno));
    storm.in_length += (size_t)got;
    char *at = storm.in, *newline;
    while ((newline = memchr(at, '\n', storm.in_length - (size_t)(at - storm.in)))) {
        *newline = '\0';
        judge(at, (size_t)(newline - at));
        at = newline + 1;
    }
    storm.in_length -= (size_t)(at - storm.in);
    memmove(storm.in, at, storm.in_length);
    if (storm.in_length > TW_LINE_MAX) stop("an answer of more than %d bytes", TW_LINE_MAX);
    return got > 0;
}

/* Until so many lines are answered; reading never waits for writing, so neither side can be stuck.
 */
static void rage(size_t limit) {
    while (storm.answered < limit) {
        bool more = storm.at < storm.end || storm.made < limit;
        struct pollfd ends[] = {{engine.from, POLLIN, 0}, {engine.to, more ? POLLOUT : 0, 0}};
        if (poll(ends, 2, 60000) <= 0) stop("no answer for a minute");
        if (ends[0].revents && !receive_some()) stop("the engine ended");
        if (more && ends[1].revents) send_some(limit);
    }
}

/* The last line, without its end; the engine answers it and leaves. */
static void calm_down(void) {
    int status;
    fcntl(engine.to, F_SETFL, 0);
    send_some(storm.lines);
    close(engine.to);
    while (receive_some()) continue;
    if (storm.answered != storm.lines) stop("%zu lines, but so many answers", storm.lines);
    if (storm.cancels_answered != storm.cancels)
        stop("%zu cancels, %zu answers", storm.cancels, storm.cancels_answered);
    if (waitpid(engine.pid, &status, 0) != engine.pid || status != 0) stop("exit %d", status);
}

static void report(long late_kb) {
    printf("%zu lines, all answered: %zu ok", storm.lines, storm.fine);
    for (int i = 0; i < CODES; i++)
        if (storm.refused[i]) printf(", %zu %s", storm.refused[i], codes[i]);
    printf("; memory %ld kB after a tenth, %ld kB at the end\n", storm.early_kb, late_kb);
    if (storm.unread > storm.lines / 1000) stop("%zu answers were not judged", storm.unread);
    if (late_kb > storm.early_kb + GROWTH_MAX_KB) stop("memory grows");
    for (int i = 0; i < CODES; i++)
        if (storm.refused[i] == 0) stop("%s never came: the storm is too weak", codes[i]);
}

int main(int argc, char **argv) {
    storm.lines = argc > 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (storm.lines < 10) return fprintf(stderr, "usage: storm ENGINE LINES FILE...\n"), 2;
    for (int i = 3; i < argc; i++) add_file(argv[i]);
    add_large();
    storm.rng = rng_new(2026, 1);
    storm.kinds = grab(storm.lines);
    storm.line = grab(LINE_BYTES);
    storm.spare = grab(PIECE);
    storm.in = grab(TW_LINE_MAX + 1 + PIECE);
    start(argv[1]);
    rage(storm.lines / 10);
    storm.early_kb = resident_kb();
    rage(storm.lines - 1);
    long late_kb = resident_kb();
    calm_down();
    report(late_kb);
    free(storm.kinds), free(storm.line), free(storm.spare), free(storm.in);
    for (size_t i = 0; i < pool_count; i++) free(pool[i].text);
    return 0;
}
