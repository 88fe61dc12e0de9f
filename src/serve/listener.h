/* A socket that waits for connections, and takes them by the server's limits. Who may not come in
 * is told why in one line; so is everybody while there are no file descriptors left. */
#ifndef SERVE_LISTENER_H
#define SERVE_LISTENER_H

#include "serve/server.h"

struct listener;

struct listener_setup {
    struct server *server;
    const char *part; /* for the log, as "telnet" */
    /* Takes a connected socket that does not block, and is then its owner; the connection is
     * counted by limits_enter with this address, for the taker to give back by limits_leave. */
    void (*take)(void *self, int socket, const struct sockaddr *from,
                 const struct limits_address *address);
    void *self;
    bool paced; /* connections of an address may not come one after the other fast */
    const char *before, *after; /* what stands around the line that tells why not; not NULL */
};

/* Listens on the address of the options; port -1 is any free one, and *bound is the one taken. Or
 * on a socket that is bound already, and then the listener's: its connections are neither limited
 * nor counted. Returns NULL after writing what is wrong. */
struct listener *listener_open(const struct listener_setup *setup, int port, int *bound,
                               struct text *wrong);
struct listener *listener_open_on(const struct listener_setup *setup, int socket,
                                  struct text *wrong);
/* Takes no more. It is freed when the loop has closed it. */
void listener_close(struct listener *listener);

/* Writes an address for people, without the port: at most OPTIONS_ADDRESS_MAX bytes. */
void listener_write_address(const struct sockaddr *from, char address[OPTIONS_ADDRESS_MAX]);

#endif
