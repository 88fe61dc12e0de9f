/* tilewright engine: the protocol on standard input and output, one request a line. */
#include "cli/cli.h"
#include "tilewright.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, LINE_BYTES = TW_LINE_MAX + 1 };

/* A line that arrives piece by piece; bytes past the limit are counted, not kept. */
struct line {
    char *bytes;
    size_t kept, length;
};

static void take(struct line *line, const char *piece, size_t length) {
    size_t fits = length < LINE_BYTES - line->kept ? length : LINE_BYTES - line->kept;
    memcpy(line->bytes + line->kept, piece, fits);
    line->kept += fits;
    line->length += length;
}

static bool reply(struct tw_engine *engine, struct line *line) {
    size_t length;
    /* The engine ignores a line end at the end of a request: the byte past the limit must not be
     * one. */
    if (line->length > line->kept) line->bytes[line->kept - 1] = ' ';
    const char *answer = tw_request(engine, line->bytes, line->kept, &length);
    line->kept = line->length = 0;
    return fwrite(answer, 1, length, stdout) == length && putchar('\n') != EOF;
}

/* Answers every line that a chunk completes, and sends the answers before reading more. */
static bool serve_chunk(struct tw_engine *engine, struct line *line, const char *chunk,
                        size_t length) {
    const char *newline;
    while ((newline = memchr(chunk, '\n', length))) {
        size_t piece = (size_t)(newline - chunk);
        take(line, chunk, piece);
        if (!reply(engine, line)) return false;
        chunk += piece + 1;
        length -= piece + 1;
    }
    take(line, chunk, length);
    return fflush(stdout) == 0;
}

/* A failure shows again when the answer is written. */
static void hear(void *self, const char *line, size_t length) {
    (void)self;
    fwrite(line, 1, length, stdout);
    putchar('\n');
    fflush(stdout);
}

static int serve(struct tw_engine *engine, struct line *line, char *chunk) {
    ssize_t length;
    while ((length = read(STDIN_FILENO, chunk, CHUNK)) != 0) {
        if (length < 0 && errno == EINTR) continue;
        if (length < 0) return cli_fail("standard input cannot be read: %s", strerror(errno));
        /* If the output fails, main reports it. */
        if (!serve_chunk(engine, line, chunk, (size_t)length)) return CLI_FAILED;
    }
    return line->length == 0 || reply(engine, line) ? CLI_FINE : CLI_FAILED;
}

static int run_engine(const struct cli_args *args) {
    (void)args;
    struct line line = {.bytes = malloc(LINE_BYTES)};
    char *chunk = malloc(CHUNK);
    struct tw_engine *engine = tw_open();
    if (engine) tw_listen(engine, hear, NULL);
    int status = line.bytes && chunk && engine ? serve(engine, &line, chunk)
                                               : cli_fail("there is not enough memory");
    free(line.bytes);
    free(chunk);
    tw_close(engine);
    return status;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

const struct cli_command cli_engine = {
    .name = "engine",
    .arguments = "",
    .summary = "answer requests of the protocol, a JSON line each",
    .help = "Reads requests from standard input and answers on standard output, one JSON object a "
            "line,\n"
            "until the input ends. docs/protocol.md is the reference.\n\n"
            "  printf '{\"cmd\":\"games\"}\\n' | tilewright engine",
    .options = options,
    .run = run_engine,
};
