/* One terminal: a socket, a struct term with the lobby's screens, and the decoder between them. */
#ifndef SERVE_TELNET_CLIENT_H
#define SERVE_TELNET_CLIENT_H

#include "lobby/lobby.h"
#include "serve/server.h"
#include "serve/telnet_decode.h"
#include "serve/telnet_link.h"
#include "term/desk.h"

enum { TELNET_CLIENT_IN_BYTES = 4096, TELNET_CLIENT_OUT_BYTES = 1 << 16 };

/* What all clients of a door share. */
struct telnet_client_shared {
    struct server *server;
    struct telnet_link *all;
    struct telnet_link *dirty; /* those to send a frame to */
    struct telnet_link *sent;  /* those of them whose turn is now */
    uv_async_t woken;
    uv_mutex_t lock;           /* of the next two */
    struct telnet_link *awake; /* those to run */
    struct telnet_link *run;   /* those of them whose turn is now */
    struct desk desk;
    char in[TELNET_CLIENT_IN_BYTES], out[TELNET_CLIENT_OUT_BYTES];
};

/* NEW: the picture waits until its size is known. ENDING: the last line is sent, all else is over.
 */
enum telnet_client_stage {
    TELNET_CLIENT_NEW,
    TELNET_CLIENT_SHOWN,
    TELNET_CLIENT_ENDING,
    TELNET_CLIENT_CLOSED
};

struct telnet_client {
    struct telnet_client_shared *shared;
    uv_tcp_t socket;
    uv_timer_t timer;
    uv_shutdown_t shutdown;
    int open_handles;
    struct telnet_link among, dirty, awake;
    enum telnet_client_stage stage;
    struct limits_address address;
    struct term *term; /* NULL when it ends */
    struct lobby *lobby;
    struct telnet_decode decode;
    bool sized, typed;  /* the client told the size, and the type of the terminal */
    bool asked;         /* the terminal was asked for its size */
    bool lines;         /* the client sends lines: its terminal shows by itself what is typed */
    bool more;          /* the last frame is not whole */
    bool warned;        /* of being idle */
    bool hinted;        /* that each key needs Enter */
    bool named;         /* the log knows */
    bool shut;          /* nothing more will be sent */
    bool hung_up;       /* nothing more will come */
    double came, heard; /* `heard` is when the last key came */
    double input;       /* when the input came that no frame has answered yet; 0: none */
    double again;       /* when to paint all anew; INFINITY if not */
    double resume;      /* when to read again; INFINITY unless too much came */
    double end;         /* when to close at the latest, while ENDING */
    double armed;       /* when the timer runs out */
    struct limits_bucket bytes, pauses;
    struct limits_bucket frames; /* sent; a large one counts for several */
    double pace;                 /* when to send the next one; INFINITY unless it waits for that */
    struct telnet_write *write;  /* what waits to be sent, NULL if nothing */
    size_t write_left;           /* of it, when that was last looked at */
    double write_look;           /* when to look again */
    struct telnet_write *later;  /* what to send after that */
    uint64_t question;           /* for a top list; 0 if none */
    char top[STORE_GAME_BYTES];  /* of that game */
};

/* Begins with a connected socket, which is then its own. */
void telnet_client_start(struct telnet_client_shared *shared, int socket,
                         const struct limits_address *address);
/* Draws and sends what changed, or does what the person wants, after something happened. */
void telnet_client_update(struct telnet_client *client);
/* Lets an agent's answer be played, or time pass. */
void telnet_client_run(struct telnet_client *client);
/* Says a last line, and closes. Nothing happens if it ends already. */
void telnet_client_finish(struct telnet_client *client, const char *why);
/* Closes at once. */
void telnet_client_close(struct telnet_client *client);
/* Writes the address for people. */
void telnet_client_address(const struct telnet_client *client, char address[OPTIONS_ADDRESS_MAX]);

#endif
