/* tilewright gm: talks to a server's console, a line at a time. */
#include "cli/cli.h"
#include "serve/console_socket.h"
#include "serve/options.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINE_BYTES = 4096, SOCKET_OPTION = 0 };

/* A connection to a console, and what of it is read. */
struct talk {
    int socket;
    FILE *answers;
};

static int open_talk(struct talk *talk, const char *path) {
    talk->socket = console_socket_connect(path);
    if (talk->socket < 0)
        return cli_fail("no server can be reached by %s: %s; is it running, and is it yours?", path,
                        strerror(errno));
    talk->answers = fdopen(talk->socket, "r");
    if (talk->answers) return -1;
    close(talk->socket);
    return cli_fail("there is not enough memory");
}

static void send_line(const struct talk *talk, const char *line) {
    char bytes[LINE_BYTES + 1];
    size_t length = (size_t)snprintf(bytes, sizeof bytes, "%s\n", line);
    for (size_t sent = 0; sent < length;) {
        ssize_t more = send(talk->socket, bytes + sent, length - sent, MSG_NOSIGNAL);
        if (more < 0 && errno != EINTR) return;
        if (more > 0) sent += (size_t)more;
    }
}

/* Prints the answer up to its end. Returns the exit status. */
static int show_answer(struct talk *talk) {
    static const char error[] = "error: ";
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, talk->answers)) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "ok") == 0) return CLI_FINE;
        if (strncmp(line, error, sizeof error - 1) == 0)
            return cli_fail("%s", line + sizeof error - 1);
        cli_say("%s", line + (strncmp(line, "  ", 2) == 0 ? 2 : 0));
    }
    return CLI_FAILED;
}

static int ask(struct talk *talk, const char *line) {
    if (!line[strspn(line, " \t")]) return CLI_FINE;
    send_line(talk, line); /* if nobody takes it, there may be a line that says why */
    int status = show_answer(talk);
    fflush(stdout);
    if (status == CLI_FAILED && (feof(talk->answers) || ferror(talk->answers)))
        return cli_fail("the server is gone");
    return status;
}

/* Reads commands until the input or the server ends. */
static int read_commands(struct talk *talk) {
    bool prompt = isatty(STDIN_FILENO);
    char line[LINE_BYTES];
    int status = CLI_FINE;
    if (prompt) puts("The game master's console; 'help' lists the commands, Ctrl-D leaves.");
    while (!feof(talk->answers) && !ferror(talk->answers)) {
        if (prompt) fputs("gm> ", stdout);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) break;
        bool whole = strchr(line, '\n') || feof(stdin);
        for (int c; !whole && (c = getchar()) != EOF && c != '\n';) continue;
        line[strcspn(line, "\n")] = '\0';
        int result =
            whole ? ask(talk, line) : cli_fail("a line must have at most %d bytes", LINE_BYTES - 2);
        if (result != CLI_FINE && !prompt) status = result;
    }
    if (prompt) puts("");
    return status;
}

/* Joins the operands to a line. False if it is too long, or would be several lines. */
static bool join(const struct cli_args *args, char line[LINE_BYTES]) {
    struct text text = text_over(line, LINE_BYTES - 1);
    for (int i = 0; i < args->count; i++)
        text_format(&text, "%s%s", i ? " " : "", args->operands[i]);
    return !text.cut && !strchr(line, '\n');
}

static int run_gm(const struct cli_args *args) {
    struct options options;
    struct talk talk;
    char line[LINE_BYTES];
    options_standard(&options);
    const char *path = args->values[SOCKET_OPTION] ? args->values[SOCKET_OPTION] : options.gm_sock;
    if (!join(args, line))
        return cli_complain("the command must be one line of at most %d bytes", LINE_BYTES - 2);
    int status = open_talk(&talk, path);
    if (status >= 0) return status;
    status = args->count ? ask(&talk, line) : read_commands(&talk);
    fclose(talk.answers);
    return status;
}

static const struct tool_option options_table[] = {
    {"gm-sock", "FILE", "the server's socket, as given to 'tilewright serve'"},
    {NULL, NULL, NULL},
};

static const char *const first_words[] = {"players", "rooms",    "status", "stats", "start",
                                          "end",     "set",      "get",    "say",   "kick",
                                          "accept",  "restrict", "stop",   "help",  NULL};

const struct cli_command cli_gm = {
    .name = "gm",
    .arguments = "[COMMAND...]",
    .summary = "be the game master of a server that runs on this machine",
    .help = "Sends a command to the server and prints the answer; the exit status is 1 if it was "
            "refused. Without a command it reads commands from standard input, one a line. Only "
            "the user who runs the server can do this.\n\n"
            "  tilewright gm players\n"
            "  tilewright gm start\n"
            "  tilewright gm set virs 40\n"
            "  tilewright gm kick anna please come back later\n"
            "  tilewright gm say The next round is the last one.\n"
            "  tilewright gm stop\n\n"
            "'tilewright gm help' lists all commands. A name with spaces may be quoted.",
    .options = options_table,
    .first_words = first_words,
    .operands_max = CLI_OPERANDS_MAX,
    .run = run_gm,
};
