/* What `tilewright serve` can be told: by options, or by a file of lines "name = value". */
#ifndef SERVE_OPTIONS_H
#define SERVE_OPTIONS_H

#include "base/text.h"
#include "serve/log.h"

enum { OPTIONS_PATH_MAX = 4096, OPTIONS_ADDRESS_MAX = 64 };

struct options {
    char listen[OPTIONS_ADDRESS_MAX]; /* an address of this machine; "0.0.0.0", "::" are all */
    int port, http_port;              /* of terminals and of the page; 0: none; -1: any free one */
    int max_players;                  /* members: those who gave a name */
    int max_connections;              /* all connections */
    int per_address;                  /* connections of one address; 0: any number */
    int rooms;                        /* at most */
    int tick_ms, virs;                /* 0: the standard */
    char db[OPTIONS_PATH_MAX];        /* ":memory:": nothing lasts */
    char gm_sock[OPTIONS_PATH_MAX];   /* "": no console */
    char origin[256];                 /* a further origin that browsers may come from; "": none */
    enum log_level log_level;
    int threads; /* that think; 0: as many as processors */
};

/* Fills the standard values. */
void options_standard(struct options *options);
/* Sets one by its name, as on the command line without the dashes. Returns false after writing what
 * is wrong, here and below. */
bool options_set(struct options *options, const char *name, const char *value, struct text *wrong);
/* Reads a file's text; the first wrong line is named with its number, and nothing is changed. */
bool options_read(struct options *options, const char *text, struct text *wrong);

#endif
