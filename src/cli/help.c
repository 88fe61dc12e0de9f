/* The page of a command, wrapped to the width of a screen. In the text of a help, lines that begin
 * with a space are printed as they are; other lines are one text up to the next of these or an
 * empty one. */
#include "cli/cli.h"
#include "cli/screen.h"
#include <stdio.h>
#include <string.h>

enum { OPTION_BYTES = 64, USAGE_INDENT = 9 };

/* Text on its way, word by word. */
struct flow {
    int column, indent; /* of the lines after the first */
};

/* Prints a piece that stays in a line. */
static void flow_put(struct flow *flow, const char *piece, size_t length) {
    int width = (int)length;
    if (flow->column && flow->column + 1 + width > SCREEN_WIDTH) {
        printf("\n%*s", flow->indent, "");
        flow->column = flow->indent;
    } else if (flow->column) {
        putchar(' ');
        flow->column++;
    }
    printf("%.*s", width, piece);
    flow->column += width;
}

static void flow_put_words(struct flow *flow, const char *words, size_t length) {
    const char *end = words + length;
    while (words < end) {
        size_t word = strcspn(words, " \n");
        if (word) flow_put(flow, words, word);
        words += word + 1;
    }
}

static void flow_end(struct flow *flow) {
    if (flow->column) puts("");
    flow->column = 0;
}

static void put_text(const char *text) {
    struct flow flow = {0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (*text == ' ' || length == 0) {
            flow_end(&flow);
            printf("%.*s\n", (int)length, text);
        } else {
            flow_put_words(&flow, text, length);
        }
        text += length + (text[length] != '\0');
    }
    flow_end(&flow);
}

/* Writes "--name VALUE". Returns its width. */
static int write_option(const struct tool_option *option, char left[OPTION_BYTES]) {
    return snprintf(left, OPTION_BYTES, "--%s%s%s", option->name, option->value ? " " : "",
                    option->value ? option->value : "");
}

static void put_options(const struct tool_option *options) {
    char left[OPTION_BYTES];
    int widest = 0;
    for (const struct tool_option *option = options; option->name; option++) {
        int width = write_option(option, left);
        if (width > widest) widest = width;
    }
    for (const struct tool_option *option = options; option->name; option++) {
        write_option(option, left);
        screen_put_item(left, widest, option->meaning);
    }
}

static void put_usage(const struct cli_command *command) {
    char left[OPTION_BYTES], item[OPTION_BYTES + 2];
    struct flow flow = {.indent = USAGE_INDENT};
    flow_put_words(&flow, "usage: tilewright", strlen("usage: tilewright"));
    flow_put_words(&flow, command->name, strlen(command->name));
    for (const struct tool_option *option = command->options; option->name; option++) {
        write_option(option, left);
        int width = snprintf(item, sizeof item, "[%s]", left);
        flow_put(&flow, item, (size_t)width);
    }
    flow_put_words(&flow, command->arguments, strlen(command->arguments));
    flow_end(&flow);
}

void cli_help(const struct cli_command *command) {
    struct flow title = {.indent = 2};
    printf("tilewright %s:", command->name);
    title.column = (int)(strlen("tilewright :") + strlen(command->name));
    flow_put_words(&title, command->summary, strlen(command->summary));
    flow_end(&title);
    puts("");
    put_usage(command);
    puts("");
    put_text(command->help);
    if (command->options->name) puts("");
    put_options(command->options);
    if (command->example) printf("\nIn the protocol: %s\n", command->example);
}
