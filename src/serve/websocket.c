/* The life of a WebSocket. Nothing is freed where it happens to fail: it is marked, and the end of
 * the turn of the loop sends what is queued and buries the dead. */
#include "serve/websocket_private.h"
#include <assert.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEND_MS = 1000 };

static void on_closed(uv_handle_t *handle) {
    struct websocket *websocket = handle->data;
    close(websocket->socket);
    free(websocket);
}

/* Ends a connection: others learn of it, and its memory goes with the loop's next turn. */
static void bury(struct websocket *websocket) {
    struct websocket_set *set = websocket->set;
    double now = server_now();
    if (websocket->prior)
        websocket->prior->next = websocket->next;
    else
        set->sockets = websocket->next;
    if (websocket->next) websocket->next->prior = websocket->prior;
    websocket_send_release(websocket);
    frames_reader_free(websocket->reader);
    websocket->dead = true;
    if (websocket->clerk) clerk_close(websocket->clerk);
    if (websocket->rooms) rooms_leave(websocket->rooms, now);
    limits_leave(set->server->limits, &websocket->address);
    set->server->metrics.values[METRICS_WEBSOCKET]--;
    log_line(LOG_DEBUG, "http", "a WebSocket ended (%s)", websocket->from);
    uv_close((uv_handle_t *)&websocket->poll, on_closed);
}

static void on_ready(uv_poll_t *poll, int status, int events) {
    struct websocket *websocket = poll->data;
    if (status < 0) {
        websocket->dead = true;
    } else {
        if (events & UV_READABLE) websocket_receive(websocket);
        if (events & UV_WRITABLE) websocket_send_now(websocket);
    }
    websocket_send_later(websocket);
}

/* A client that does not read its answers is not read either. */
void websocket_wait(struct websocket *websocket) {
    int events = websocket->first ? UV_WRITABLE : 0;
    if (websocket->queued < WEBSOCKET_QUEUE_MAX / 2 && !websocket->rests) events |= UV_READABLE;
    if (events == websocket->polled) return;
    websocket->polled = events;
    if (events == 0)
        uv_poll_stop(&websocket->poll);
    else if (uv_poll_start(&websocket->poll, events, on_ready) != 0)
        websocket->dead = true;
}

/* Sends what is queued. Returns whether the connection lives on. */
static bool settle(struct websocket *websocket) {
    if (!websocket->dead) websocket_send_now(websocket);
    if (websocket->closed && !websocket->first) shutdown(websocket->socket, SHUT_WR);
    if (!websocket->dead) websocket_wait(websocket);
    return !websocket->dead;
}

/* Burying one may tell others something, so it goes on until all is quiet. */
void websocket_flush(struct websocket_set *set) {
    rooms_push_flush(set->rooms);
    while (set->dirty) {
        struct websocket *websocket = set->dirty;
        set->dirty = websocket->dirty_next;
        websocket->dirty = false;
        if (!settle(websocket)) bury(websocket);
        rooms_push_flush(set->rooms);
    }
}

static void on_turn(uv_prepare_t *turn) {
    websocket_flush(turn->data);
}

static void on_timer(uv_timer_t *timer) {
    struct websocket_set *set = timer->data;
    websocket_tend(set, server_now());
    rooms_hall_push(set->rooms);
}

struct websocket_set *websocket_open(struct server *server) {
    struct websocket_set *set = calloc(1, sizeof *set);
    if (!set) return NULL;
    set->server = server;
    set->rooms = rooms_new(server);
    if (!set->rooms) {
        free(set);
        return NULL;
    }
    return set;
}

void websocket_start(struct websocket_set *set) {
    uv_prepare_init(&set->server->loop, &set->turn);
    uv_timer_init(&set->server->loop, &set->timer);
    set->turn.data = set->timer.data = set;
    uv_prepare_start(&set->turn, on_turn);
    uv_timer_start(&set->timer, on_timer, TEND_MS, TEND_MS);
}

static void prepare_socket(int socket) {
    int one = 1, flags = fcntl(socket, F_GETFL);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (flags >= 0) fcntl(socket, F_SETFL, flags | O_NONBLOCK);
}

/* Returns NULL after giving up what was taken. */
static struct websocket *adopt(struct websocket_set *set, int socket,
                               const struct limits_address *address) {
    struct websocket *websocket = calloc(1, sizeof *websocket);
    prepare_socket(socket);
    if (websocket && uv_poll_init(&set->server->loop, &websocket->poll, socket) == 0)
        return websocket;
    free(websocket);
    close(socket);
    limits_leave(set->server->limits, address);
    set->server->metrics.values[METRICS_REFUSED]++;
    return NULL;
}

void websocket_take(struct websocket_set *set, int socket, const void *bytes, size_t length,
                    const struct limits_address *address, const char *from) {
    struct websocket *websocket = adopt(set, socket, address);
    if (!websocket) return;
    websocket->set = set;
    websocket->poll.data = websocket;
    websocket->socket = socket;
    websocket->address = *address;
    strncpy(websocket->from, from, sizeof websocket->from - 1);
    websocket->heard = websocket->moved = websocket->pinged = server_now();
    websocket->next = set->sockets;
    if (websocket->next) websocket->next->prior = websocket;
    set->sockets = websocket;
    set->server->metrics.values[METRICS_WEBSOCKET]++;
    log_line(LOG_DEBUG, "http", "a WebSocket came (%s)", from);
    if (length > 0) websocket_receive_bytes(websocket, bytes, length);
    websocket_send_later(websocket);
}

bool websocket_find(const struct member *member, struct server_visit *visit) {
    const struct websocket *websocket = rooms_visitor(member);
    if (!websocket) return false;
    strncpy(visit->address, websocket->from, sizeof visit->address - 1);
    visit->address[sizeof visit->address - 1] = '\0';
    visit->heard = websocket->heard;
    return true;
}

static void ping(struct websocket *websocket, double now) {
    struct frames_buffer *frame = frames_make(FRAMES_PING, NULL, 0);
    websocket->pinged = now;
    websocket_send_frame(websocket, frame);
    frames_drop(frame);
}

static void tend(struct websocket *websocket, double now) {
    if (websocket->rests) websocket_send_later(websocket);
    websocket->rests = false;
    if (websocket->closing && now - websocket->parted > WEBSOCKET_CLOSE_SECONDS)
        websocket->dead = true;
    else if (websocket->first && now - websocket->moved > WEBSOCKET_GRACE_SECONDS)
        websocket_send_drop(websocket, "it reads too slowly");
    else if (now - websocket->heard > WEBSOCKET_SILENCE_SECONDS)
        websocket_send_drop(websocket, "it was silent for too long");
    else if (websocket->reader && now - websocket->opened > WEBSOCKET_MESSAGE_SECONDS)
        websocket_send_drop(websocket, "its message took too long");
    else if (now - websocket->heard > WEBSOCKET_PING_SECONDS &&
             now - websocket->pinged > WEBSOCKET_PING_SECONDS)
        ping(websocket, now);
    if (websocket->dead) websocket_send_later(websocket);
}

void websocket_tend(struct websocket_set *set, double now) {
    for (struct websocket *websocket = set->sockets; websocket; websocket = websocket->next)
        tend(websocket, now);
}

void websocket_close(struct websocket_set *set, const char *why) {
    for (struct websocket *websocket = set->sockets; websocket; websocket = websocket->next)
        websocket_send_close(websocket, 1001, why);
    websocket_flush(set);
    while (set->sockets) bury(set->sockets);
    set->dirty = NULL;
    uv_close((uv_handle_t *)&set->turn, NULL);
    uv_close((uv_handle_t *)&set->timer, NULL);
}

void websocket_free(struct websocket_set *set) {
    if (!set) return;
    assert(!set->sockets);
    rooms_free(set->rooms);
    free(set);
}
