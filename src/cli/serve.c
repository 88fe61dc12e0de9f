/* tilewright serve: the server, and where to go once it listens. */
#include "cli/cli.h"
#include "serve/server.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRONG_BYTES = 600, HOST_BYTES = 256, PLACE_BYTES = 512 };

static bool listens_everywhere(const struct options *options) {
    return strcmp(options->listen, "::") == 0 || strcmp(options->listen, "0.0.0.0") == 0;
}

/* The name that others may know this machine by; an address that is not all of them is better. */
static void find_host(const struct options *options, char host[HOST_BYTES]) {
    if (!listens_everywhere(options))
        snprintf(host, HOST_BYTES, "%s", options->listen);
    else if (gethostname(host, HOST_BYTES - 1) != 0)
        strcpy(host, "localhost");
    host[HOST_BYTES - 1] = '\0';
}

static const char *browser_host(const struct options *options, char place[PLACE_BYTES]) {
    snprintf(place, PLACE_BYTES, strchr(options->listen, ':') ? "[%s]" : "%s", options->listen);
    return listens_everywhere(options) ? "localhost" : place;
}

/* The standard socket is found without being named. */
static void tell_socket(const char *path) {
    struct options standard;
    options_standard(&standard);
    if (strcmp(path, standard.gm_sock) == 0)
        cli_say("Game master: tilewright gm");
    else
        cli_say("Game master: tilewright gm --gm-sock %s", path);
}

static void tell_where(const struct server *server) {
    char host[HOST_BYTES], place[PLACE_BYTES];
    const struct options *options = &server->options;
    find_host(options, host);
    if (server->telnet) cli_say("Terminals: telnet %s %d", host, server->port);
    if (server->http)
        cli_say("Browsers: http://%s:%d/", browser_host(options, place), server->http_port);
    if (server->console) tell_socket(options->gm_sock);
    cli_say("Ctrl-C ends the server.");
    fflush(stdout);
}

static const struct tool_option options_table[] = {
    {"listen", "ADDRESS", "the address to listen on; standard: all of this machine"},
    {"port", "PORT", "of terminals; standard: 2020; 0: none; -1: any that is free"},
    {"http-port", "PORT", "of browsers; standard: 8080; 0: none; -1: any that is free"},
    {"max-players", "N", "members at a time; standard: 4096"},
    {"max-connections", "N", "connections at a time; standard: 16384"},
    {"per-address", "N", "connections of one address; standard: 100; 0: any number"},
    {"rooms", "N", "rooms at a time; standard: 1000"},
    {"db", "FILE", "where results are kept; :memory: keeps nothing; see above"},
    {"tick", "MS", "from row to row in real time; standard: 400"},
    {"virs", "N", "viruses of rooms that name no number; standard: the game's"},
    {"gm-sock", "FILE", "the game master's socket; '' for none; see above"},
    {"origin", "URL", "a further origin that pages may connect from"},
    {"threads", "N", "that think; standard: as many as processors"},
    {"log-level", "LEVEL", "error, warning, info or debug; standard: info"},
    {"config", "FILE", "read options from a file; the command line wins"},
    {NULL, NULL, NULL},
};
enum { CONFIG = sizeof options_table / sizeof *options_table - 2 };

static int read_config(const char *name, struct options *options) {
    char *text, buffer[WRONG_BYTES];
    size_t length;
    struct text wrong = text_over(buffer, sizeof buffer);
    int status = cli_read_file(name, &text, &length);
    if (status >= 0) return status;
    if (strlen(text) < length)
        status = cli_complain("%s must be a text without NULs", name);
    else if (!options_read(options, text, &wrong))
        status = cli_complain("%s, %s", name, buffer);
    free(text);
    return status;
}

static int run_serve(const struct cli_args *args) {
    struct options options;
    options_standard(&options);
    int status = args->values[CONFIG] ? read_config(args->values[CONFIG], &options) : -1;
    if (status >= 0) return status;
    for (int i = 0; i < CONFIG; i++) {
        char buffer[WRONG_BYTES];
        struct text wrong = text_over(buffer, sizeof buffer);
        if (args->values[i] &&
            !options_set(&options, options_table[i].name, args->values[i], &wrong))
            return cli_complain("--%s", buffer);
    }
    return server_run(&options, tell_where) == 0 ? CLI_FINE : CLI_FAILED;
}

const struct cli_command cli_serve = {
    .name = "serve",
    .arguments = "",
    .summary = "let a group play: by telnet, nc and browsers",
    .help = "Runs a server until it is told to end, and says where to go. Anybody who reaches it "
            "can play: by telnet, nc or socat with nothing installed, and by a browser. Results, "
            "records and ratings are kept in a database, by default "
            "$XDG_DATA_HOME/tilewright/tilewright.db or the same below ~/.local/share.\n\n"
            "  tilewright serve\n"
            "  tilewright serve --port 2323 --http-port 0 --tick 300\n"
            "  tilewright serve --config /etc/tilewright.conf\n\n"
            "A config file has lines 'name = value' with the names of the options, and comments "
            "that begin with #. The game master talks to the server by 'tilewright gm', over a "
            "socket that only the server's user can open: by default "
            "$XDG_RUNTIME_DIR/tilewright/gm.sock, or gm.sock beside the database.\n\n"
            "SIGUSR1 begins the rounds of all rooms that wait. SIGTERM ends the server after the "
            "rounds that are played, SIGINT (Ctrl-C) ends them as they stand; both twice: now. "
            "Every game that was finished is kept. docs/server.md tells more.",
    .options = options_table,
    .run = run_serve,
};
