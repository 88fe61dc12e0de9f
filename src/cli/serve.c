/* tilewright serve: the server, and where to go once it listens. */
#include "cli/cli.h"
#include "serve/server.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_BYTES = 600, HOST_BYTES = 256, ADDRESS_BYTES = 64, OTHERS_BYTES = 600 };

static bool is_all(const char *listen) {
    return strcmp(listen, "::") == 0 || strcmp(listen, "0.0.0.0") == 0;
}

/* Tells the names that others may know this machine by: its own, and its addresses. */
static void tell_others(void) {
    char others[OTHERS_BYTES], host[HOST_BYTES], address[ADDRESS_BYTES];
    struct text text = text_over(others, sizeof others);
    uv_interface_address_t *found;
    int count;
    size_t size = sizeof host;
    if (uv_os_gethostname(host, &size) == 0) text_string(&text, host);
    if (uv_interface_addresses(&found, &count) == 0) {
        for (int i = 0; i < count; i++) {
            if (found[i].is_internal || found[i].address.address4.sin_family != AF_INET) continue;
            uv_ip4_name(&found[i].address.address4, address, sizeof address);
            text_format(&text, text.length ? " or %s" : "%s", address);
        }
        uv_free_interface_addresses(found, count);
    }
    if (text.length) cli_say("From other machines, in place of localhost: %s", others);
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
    const struct options *options = &server->options;
    bool all = is_all(options->listen), colons = strchr(options->listen, ':');
    const char *host = all ? "localhost" : options->listen;
    if (server->telnet) cli_say("Terminals: telnet %s %d", host, server->port);
    if (server->http)
        cli_say(colons && !all ? "Browsers: http://[%s]:%d/" : "Browsers: http://%s:%d/", host,
                server->http_port);
    if (all) tell_others();
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
