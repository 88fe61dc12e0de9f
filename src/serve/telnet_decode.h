/* Bytes of a client, decoded: keys, the window's size, the terminal's type, commands of telnet. Any
 * bytes may come, in any pieces; none of them is a reason to end. It knows no socket. */
#ifndef SERVE_TELNET_DECODE_H
#define SERVE_TELNET_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct telnet_t; /* of libtelnet */

enum { TELNET_DECODE_SUB_MAX = 48 };

/* What is told. */
struct telnet_decode_calls {
    void (*keys)(void *self, const uint8_t *bytes, size_t count); /* for term_input */
    void (*size)(void *self, int rows, int cols);
    void (*type)(void *self, const char *name); /* of the terminal */
    void (*there)(void *self);                  /* it asks "are you there?" */
    /* Returns whether a text is typed, which the end of a line ends. */
    bool (*typing)(void *self);
    void (*reply)(void *self, const char *bytes, size_t count); /* to send */
};

struct telnet_decode {
    struct telnet_t *telnet;
    const struct telnet_decode_calls *calls;
    void *self;
    uint8_t state;  /* of the filter before libtelnet */
    uint8_t verb;   /* the command whose option comes next */
    uint8_t option; /* of the subnegotiation */
    uint8_t last;   /* byte of a line */
    bool by_key;    /* the client knows telnet, and agreed to send each key by itself */
    bool keyed;     /* keys came by themselves: it is no client that sends lines */
    bool lined;     /* the bytes that are taken are whole lines */
    uint16_t sub_count;
    uint32_t line_count; /* bytes of keys in the line */
    double sub_at;       /* when the subnegotiation began */
    char sub[TELNET_DECODE_SUB_MAX];
};

/* Returns false if out of memory. */
bool telnet_decode_init(struct telnet_decode *decode, const struct telnet_decode_calls *calls,
                        void *self);
void telnet_decode_release(struct telnet_decode *decode);
/* Says what this side would like: each key by itself, all eight bits, the size, the type. */
void telnet_decode_greet(struct telnet_decode *decode);
/* Takes bytes as one read gave them. If they were lines, the client's terminal has shown them by
 * itself: then the picture must be painted anew. Returns whether they were. */
bool telnet_decode_take(struct telnet_decode *decode, const uint8_t *bytes, size_t count,
                        double now);

#endif
