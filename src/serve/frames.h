/* WebSocket frames (RFC 6455): those that the server sends, made once and shared by all who get
 * them; and those that come, read by wslay. It knows no socket. */
#ifndef SERVE_FRAMES_H
#define SERVE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAMES_MESSAGE_MAX = 1 << 18, FRAMES_WHY_MAX = 120 };
enum { FRAMES_TEXT = 1, FRAMES_PING = 9 };

/* Bytes for sockets, counted by how many hold them. */
struct frames_buffer {
    size_t holders, length;
    uint8_t bytes[];
};

/* Makes a frame, held once. Returns NULL if out of memory, here and below. */
struct frames_buffer *frames_make(int opcode, const char *bytes, size_t length);
/* A close frame; the reason is cut to FRAMES_WHY_MAX bytes. */
struct frames_buffer *frames_make_close(int code, const char *why);
struct frames_buffer *frames_hold(struct frames_buffer *buffer);
void frames_drop(struct frames_buffer *buffer);

/* What a reader tells; it must not be freed meanwhile. */
struct frames_events {
    /* A whole message of text, UTF-8, at most FRAMES_MESSAGE_MAX bytes. */
    void (*message)(void *self, const char *text, size_t length);
    /* Frames that answer: pongs, and the close that ends it all. The taker holds it once. */
    void (*send)(void *self, struct frames_buffer *buffer);
    void *self;
};

struct frames_reader;

struct frames_reader *frames_reader_new(const struct frames_events *events);
void frames_reader_free(struct frames_reader *reader);
/* Takes bytes of a client. Returns false when no more may come: the client closed, or broke the
 * rules, or there is not enough memory. */
bool frames_take(struct frames_reader *reader, const uint8_t *bytes, size_t length);
/* Nothing is half read: the reader may be freed, and a new one go on. */
bool frames_at_rest(const struct frames_reader *reader);
/* The code that the client closed with, 0 if it did not. */
int frames_closed(const struct frames_reader *reader);

#endif
