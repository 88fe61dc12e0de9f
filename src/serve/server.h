/* The server: one loop on one thread for all sockets, the hall and its time; beside it the threads
 * that think and the thread of the store. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "hall/hall.h"
#include "host/system.h"
#include "serve/clerk.h"
#include "serve/limits.h"
#include "serve/metrics.h"
#include "serve/options.h"
#include "store/store.h"
#include "term/config.h"
#include <uv.h>

struct server {
    struct options options;
    uv_loop_t loop;
    struct hall *hall;
    struct store *store;
    struct pool *pool;
    struct clerk *clerk;
    struct limits *limits;
    struct metrics metrics;
    struct host_system *system;
    struct config config; /* of all terminals; each may change its copy's looks */
    int port, http_port;  /* that it listens on */
    int spare;            /* a file descriptor in reserve: given up to refuse newcomers politely */
    double began;         /* when it was made, by server_now */
    bool ending, closed;  /* no new rounds and connections; sockets are being closed */
    struct telnet_door *telnet;
    struct http_door *http;
    struct console_door *console;
    struct server_private *private;
};

/* Where a member comes from, for the game master. */
struct server_visit {
    char address[OPTIONS_ADDRESS_MAX];
    double heard; /* when the last byte came */
};

/* Runs until it is told to end; `ready` is called once it listens. Returns the exit status, after
 * a line on standard error if it is not 0. */
int server_run(const struct options *options, void (*ready)(const struct server *server));

/* Seconds on the loop's clock, exact. */
double server_now(void);
/* Something was called in the hall: what is due may have changed. Lets it run soon. */
void server_stir(struct server *server);
/* Begins the rounds of all rooms that wait. Returns how many; if 0, *wrong says why. */
int server_start(struct server *server, const char **wrong);
/* Ends: after the rounds that are played, or at once. */
void server_end(struct server *server, bool at_once);

/* Store questions by parts of the server: `take` gets the answer on the loop's thread, and must not
 * keep it. Each returns a tag, 0 if the store has no room; server_forget drops a question whose
 * asker is gone. */
typedef void server_take(void *self, const struct store_answer *answer);
uint64_t server_ask_top(struct server *server, const char *game, int count, server_take *take,
                        void *self);
uint64_t server_ask_history(struct server *server, const char *name, int count, server_take *take,
                            void *self);
uint64_t server_ask_recent(struct server *server, const char *game, int count, server_take *take,
                           void *self);
uint64_t server_ask_record(struct server *server, int64_t id, server_take *take, void *self);
void server_forget(struct server *server, uint64_t tag);

#endif
