/* Messages that come: counted, then handed to who answers them. */
#include "serve/websocket_private.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

static void send_frame(void *self, struct frames_buffer *frame) {
    websocket_send_frame(self, frame);
}

static void end_flood(struct websocket *websocket) {
    if (websocket->closing || websocket->dead) return;
    websocket->set->server->metrics.values[METRICS_DROPPED]++;
    websocket_send_close(websocket, 1008, "too many messages");
}

/* Pongs and close frames that wslay made. A ping counts as a message. */
static void send_reply(void *self, struct frames_buffer *frame) {
    struct websocket *websocket = self;
    websocket_send_frame(websocket, frame);
    frames_drop(frame);
    if (!limits_take(&websocket->messages, 1, WEBSOCKET_MESSAGES_RATE, WEBSOCKET_MESSAGES_MOST,
                     server_now()))
        end_flood(websocket);
}

/* Whether an answer of the engine is an error: that stands right after its id. */
static bool is_error(const char *line, size_t length) {
    char begin[512];
    if (length >= sizeof begin) length = sizeof begin - 1;
    memcpy(begin, line, length);
    begin[length] = '\0';
    return strstr(begin, ",\"ok\":false,\"error\":") != NULL;
}

static void take_answer(void *self, const char *line, size_t length) {
    struct websocket *websocket = self;
    struct frames_buffer *frame = frames_make(FRAMES_TEXT, line, length);
    limits_charge(websocket->set->server->limits, &websocket->address, LIMITS_SECONDS,
                  clerk_worked(websocket->clerk), server_now());
    if (is_error(line, length)) websocket->set->server->metrics.values[METRICS_ERRORS]++;
    websocket_send_frame(websocket, frame);
    frames_drop(frame);
}

static void refuse(struct websocket *websocket, struct json id, const char *message) {
    struct frames_buffer *frame = rooms_error(id, "LIMIT", message);
    websocket->set->server->metrics.values[METRICS_ERRORS]++;
    websocket_send_frame(websocket, frame);
    frames_drop(frame);
}

static void ask_clerk(struct websocket *websocket, struct json id, const char *text, size_t length,
                      double now) {
    struct server *server = websocket->set->server;
    if (!limits_spend(server->limits, &websocket->address, LIMITS_SECONDS, 0, now)) {
        refuse(websocket, id, "your address used up its time: wait a moment");
        return;
    }
    if (!websocket->clerk) websocket->clerk = clerk_open(server->clerk, take_answer, websocket);
    if (websocket->clerk)
        clerk_ask(websocket->clerk, text, length);
    else
        refuse(websocket, id, "there is not enough memory");
}

static void ask_rooms(struct websocket *websocket, struct json request, double now) {
    struct websocket_set *set = websocket->set;
    if (!websocket->rooms) websocket->rooms = rooms_enter(set->rooms, send_frame, websocket);
    if (websocket->rooms)
        rooms_ask(websocket->rooms, request, now);
    else
        refuse(websocket, json_get(request, "id"), "there is not enough memory");
}

static bool may_send(struct websocket *websocket, int cost, size_t length, double now) {
    struct limits *limits = websocket->set->server->limits;
    const struct limits_address *address = &websocket->address;
    return limits_take(&websocket->messages, cost, WEBSOCKET_MESSAGES_RATE, WEBSOCKET_MESSAGES_MOST,
                       now) &&
           limits_take(&websocket->bytes, (double)length, WEBSOCKET_BYTES_RATE,
                       WEBSOCKET_BYTES_MOST, now) &&
           limits_spend(limits, address, LIMITS_REQUESTS, cost, now) &&
           limits_spend(limits, address, LIMITS_BYTES, (double)length, now);
}

/* Counts a message. Returns false if it is one too many. */
static bool may_ask(struct websocket *websocket, int cost, size_t length, double now) {
    if (may_send(websocket, cost, length, now)) return true;
    if (!limits_take(&websocket->refusals, 1, WEBSOCKET_REFUSALS_RATE, WEBSOCKET_REFUSALS_MOST,
                     now))
        end_flood(websocket);
    return false;
}

static void take_message(void *self, const char *text, size_t length) {
    struct websocket *websocket = self;
    struct json_token tokens[ROOMS_REQUEST_MAX / 2 + JSON_DEPTH];
    struct json_doc doc = {0};
    struct json request = {0};
    double now = server_now();
    websocket->opened = now;
    if (websocket->closing || websocket->dead) return;
    websocket->set->server->metrics.values[METRICS_REQUESTS]++;
    if (length <= ROOMS_REQUEST_MAX &&
        !json_parse(&doc, text, length, tokens, sizeof tokens / sizeof *tokens))
        request = json_root(&doc);
    bool rooms = json_is(request, JSON_OBJECT) && rooms_takes(request);
    if (!may_ask(websocket, rooms ? rooms_cost(request) : 1, length, now))
        refuse(websocket, json_get(request, "id"), "too many messages: send less");
    else if (rooms)
        ask_rooms(websocket, request, now);
    else
        ask_clerk(websocket, json_get(request, "id"), text, length, now);
}

void websocket_receive_bytes(struct websocket *websocket, const uint8_t *bytes, size_t length) {
    const struct frames_events events = {take_message, send_reply, websocket};
    if (!websocket->reader) {
        websocket->reader = frames_reader_new(&events);
        websocket->opened = server_now();
    }
    if (!websocket->reader) {
        websocket_send_drop(websocket, "there is not enough memory");
        return;
    }
    websocket->heard = server_now();
    websocket->set->server->metrics.values[METRICS_IN] += length;
    if (!frames_take(websocket->reader, bytes, length)) {
        if (!frames_closed(websocket->reader))
            websocket->set->server->metrics.values[METRICS_DROPPED]++;
        websocket->closed = websocket->closing = true;
        websocket->parted = websocket->heard;
    } else if (!frames_at_rest(websocket->reader)) {
        return;
    }
    frames_reader_free(websocket->reader);
    websocket->reader = NULL;
}

/* After the end, what still comes is thrown away: closing with bytes unread would reset the
 * connection, and the client might not learn why. */
void websocket_receive(struct websocket *websocket) {
    struct websocket_set *set = websocket->set;
    ssize_t count = recv(websocket->socket, set->bytes, sizeof set->bytes, MSG_DONTWAIT);
    if (count > 0) {
        websocket->rests |= !limits_take(&websocket->raw, (double)count, WEBSOCKET_RAW_RATE,
                                         WEBSOCKET_RAW_MOST, server_now());
        if (!websocket->closed) websocket_receive_bytes(websocket, set->bytes, (size_t)count);
    } else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        websocket->dead = true;
    }
    websocket_send_later(websocket);
}
