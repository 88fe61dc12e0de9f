/* The tool `build-db`: makes the large tables and keeps them. */
#include "games/slide/optimal/tables.h"
#include "games/slide/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 160 };

static void *init_build(const struct host *host) {
    struct host *copy = malloc(sizeof *copy);
    if (copy) *copy = *host;
    return copy;
}

/* Returns the index of a size like 4x4 among the sizes with large tables, or -1. */
static int find_size(const char *size) {
    int rows, cols;
    for (int i = 0; slide_tables_size(i, &rows, &cols); i++) {
        char buffer[16];
        struct text name = text_over(buffer, sizeof buffer);
        text_format(&name, "%dx%d", rows, cols);
        if (strcmp(buffer, size) == 0) return i;
    }
    return -1;
}

static int build(const struct host *host, const struct tool_call *call, int i) {
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    int rows = 0, cols = 0;
    size_t bytes = 0;
    slide_tables_size(i, &rows, &cols);
    const char *wrong = slide_tables_build(rows, cols, host, &bytes);
    text_format(&line, "%dx%d: ", rows, cols);
    text_string(&line, wrong ? wrong : "ready, ");
    if (wrong) return slide_tool_complain(call, buffer, TOOL_FAILED);
    text_int(&line, (int64_t)((bytes + 500000) / 1000000));
    text_string(&line, " MB\n");
    call->print(call->self, line.at, line.length);
    return TOOL_FINE;
}

static int run_build(void *self, const struct tool_call *call) {
    int status = TOOL_FINE, rows, cols;
    for (int i = 0; i < call->count; i++)
        if (find_size(call->operands[i]) < 0)
            return slide_tool_complain(call, "the size must be 4x4 or 5x5", TOOL_USAGE);
    for (int i = 0; call->count == 0 && status == TOOL_FINE; i++) {
        if (!slide_tables_size(i, &rows, &cols)) break;
        status = build(self, call, i);
    }
    for (int i = 0; i < call->count && status == TOOL_FINE; i++)
        status = build(self, call, find_size(call->operands[i]));
    return status;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

const struct tool slide_tool_build = {
    .name = "build-db",
    .arguments = "[4x4] [5x5]",
    .summary = "make the large tables that speed up shortest solutions",
    .help = TOOL_COMMAND(
        "Makes the tables for boards of these sizes, or for both, and keeps them in the cache "
        "directory\n"
        "(XDG_CACHE_HOME, or ~/.cache): 196 MB for 4x4, 97 MB for 5x5. Work that was stopped "
        "goes on\n"
        "with the next table when it is started again.\n\n"
        "  tilewright slide build-db 4x4"),
    .options = TOOL_COMMAND(options),
    .operands_max = 2,
    .init = init_build,
    .release = free,
    .run = TOOL_COMMAND(run_build),
};
