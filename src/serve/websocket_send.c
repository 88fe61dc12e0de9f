/* Frames wait in a list until the socket takes them. Many connections share one frame; what is
 * bounded is how much waits for each. */
#include "serve/websocket_private.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { PIECES = 32 }; /* in one call */

void websocket_send_later(struct websocket *websocket) {
    struct websocket_set *set = websocket->set;
    if (websocket->dirty) return;
    websocket->dirty = true;
    websocket->dirty_next = set->dirty;
    set->dirty = websocket;
}

void websocket_send_drop(struct websocket *websocket, const char *why) {
    if (websocket->dead) return;
    websocket->dead = true;
    websocket->set->server->metrics.values[METRICS_DROPPED]++;
    log_line(LOG_INFO, "http", "dropped a WebSocket (%s): %s", websocket->from, why);
    websocket_send_later(websocket);
}

void websocket_send_frame(struct websocket *websocket, struct frames_buffer *frame) {
    if (websocket->dead || websocket->closing) return;
    struct websocket_piece *piece = frame ? malloc(sizeof *piece) : NULL;
    if (!piece) {
        websocket_send_drop(websocket, "there is not enough memory");
        return;
    }
    if (websocket->queued > WEBSOCKET_QUEUE_MAX) {
        free(piece);
        websocket_send_drop(websocket, "it reads too slowly");
        return;
    }
    piece->next = NULL;
    piece->frame = frames_hold(frame);
    if (websocket->last)
        websocket->last->next = piece;
    else
        websocket->first = piece;
    websocket->last = piece;
    if (websocket->queued == 0) websocket->moved = server_now();
    websocket->queued += frame->length;
    websocket_send_later(websocket);
}

void websocket_send_close(struct websocket *websocket, int code, const char *why) {
    if (websocket->dead || websocket->closing) return;
    struct frames_buffer *frame = frames_make_close(code, why);
    websocket_send_frame(websocket, frame);
    frames_drop(frame);
    websocket->closing = true;
    websocket->parted = server_now();
}

static void drop_first(struct websocket *websocket) {
    struct websocket_piece *piece = websocket->first;
    websocket->first = piece->next;
    if (!websocket->first) websocket->last = NULL;
    websocket->sent = 0;
    frames_drop(piece->frame);
    free(piece);
}

void websocket_send_release(struct websocket *websocket) {
    while (websocket->first) drop_first(websocket);
    websocket->queued = 0;
}

/* The socket took some bytes. */
static void advance(struct websocket *websocket, size_t count) {
    websocket->queued -= count;
    websocket->moved = server_now();
    websocket->set->server->metrics.values[METRICS_OUT] += count;
    while (count > 0) {
        size_t left = websocket->first->frame->length - websocket->sent;
        if (count < left) {
            websocket->sent += count;
            return;
        }
        count -= left;
        drop_first(websocket);
    }
}

static ssize_t send_some(const struct websocket *websocket) {
    struct iovec parts[PIECES];
    struct msghdr message = {.msg_iov = parts};
    size_t skip = websocket->sent;
    for (struct websocket_piece *piece = websocket->first; piece && message.msg_iovlen < PIECES;
         piece = piece->next) {
        struct iovec *part = &parts[message.msg_iovlen++];
        part->iov_base = piece->frame->bytes + skip;
        part->iov_len = piece->frame->length - skip;
        skip = 0;
    }
    return sendmsg(websocket->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void websocket_send_now(struct websocket *websocket) {
    while (websocket->first) {
        ssize_t count = send_some(websocket);
        if (count > 0) {
            advance(websocket, (size_t)count);
        } else if (count < 0 && errno == EINTR) {
            continue;
        } else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)) {
            return;
        } else {
            websocket->dead = true;
            return;
        }
    }
}
