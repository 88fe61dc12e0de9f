/* What the files of WebSockets share, for this folder only. */
#ifndef WEBSOCKET_PRIVATE_H
#define WEBSOCKET_PRIVATE_H

#include "serve/websocket.h"

/* websocket_send.c: what goes out. */
/* Queues a frame, which is held once more; NULL, or too much that waits, ends the connection. */
void websocket_send_frame(struct websocket *websocket, struct frames_buffer *frame);
/* Says why and closes; the client has a moment to do the same. */
void websocket_send_close(struct websocket *websocket, int code, const char *why);
/* Ends without a word. */
void websocket_send_drop(struct websocket *websocket, const char *why);
/* Sends what is queued, as far as the socket takes it. */
void websocket_send_now(struct websocket *websocket);
void websocket_send_release(struct websocket *websocket);
/* Lets the end of the turn look at it. */
void websocket_send_later(struct websocket *websocket);
/* Waits for what it needs now. */
void websocket_wait(struct websocket *websocket);

/* websocket_receive.c: what comes in. */
void websocket_receive(struct websocket *websocket);
void websocket_receive_bytes(struct websocket *websocket, const uint8_t *bytes, size_t length);

#endif
