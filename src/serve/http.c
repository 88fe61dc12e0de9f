/* libmicrohttpd runs inside the loop, without threads: its epoll descriptor is watched, and it is
 * run when that is ready or its time has come. The listener hands it the connections. After an
 * upgrade its socket is duplicated and its own connection closed, so that it keeps no memory for
 * WebSockets. */
#include "serve/http.h"
#include "serve/handshake.h"
#include "serve/http_answer.h"
#include "serve/http_headers.h"
#include "serve/listener.h"
#include "serve/websocket.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { MEMORY_BYTES = 1 << 14, MEMORY_STEP = 1 << 11, BODY_MAX = 1 << 12 };
/* Seconds: without a byte; until a request has come; until it is answered, and the answer read. */
enum { TIMEOUT_SECONDS = 15, ASK_SECONDS = 20, ANSWER_SECONDS = 120, TEND_MS = 1000 };

struct http_door {
    struct server *server;
    struct MHD_Daemon *daemon;
    struct listener *listener;
    struct websocket_set *websockets;
    uv_poll_t ready;
    uv_timer_t timer, patience;
    struct visit *visits;
    bool started; /* the connection that is being added was begun */
    bool closed;
};

/* A connection of HTTP. */
struct visit {
    struct limits_address address; /* that it is counted by */
    bool counted;                  /* until a WebSocket takes its place */
    int socket;
    double end; /* when it must have got on */
    struct visit *next, **prior;
};

static void run(struct http_door *door);

static void on_ready(uv_poll_t *poll, int status, int events) {
    (void)status, (void)events;
    run(poll->data);
}

static void on_timer(uv_timer_t *timer) {
    run(timer->data);
}

/* Runs what is due, and sets the timer for what will be. */
static void run(struct http_door *door) {
    MHD_UNSIGNED_LONG_LONG due;
    MHD_run(door->daemon);
    if (MHD_get_timeout(door->daemon, &due) == MHD_YES)
        uv_timer_start(&door->timer, on_timer, due, 0);
    else
        uv_timer_stop(&door->timer);
}

static void log_mhd(void *self, const char *format, va_list values) {
    char line[256];
    (void)self;
    vsnprintf(line, sizeof line, format, values);
    line[strcspn(line, "\n")] = '\0';
    log_line(LOG_DEBUG, "http", "%s", line);
}

/* Connections */

static const struct sockaddr *address_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static struct visit *visit_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static int socket_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static struct visit *begin_visit(struct http_door *door, struct MHD_Connection *connection,
                                 const struct limits_address *address) {
    struct visit *visit = calloc(1, sizeof *visit);
    if (!visit) return NULL;
    *visit = (struct visit){.address = *address,
                            .counted = true,
                            .socket = socket_of(connection),
                            .end = server_now() + ASK_SECONDS,
                            .next = door->visits,
                            .prior = &door->visits};
    if (visit->next) visit->next->prior = &visit->next;
    door->visits = visit;
    return visit;
}

static void end_visit(struct http_door *door, struct visit *visit) {
    if (visit->counted) limits_leave(door->server->limits, &visit->address);
    *visit->prior = visit->next;
    if (visit->next) visit->next->prior = visit->prior;
    free(visit);
}

/* What was counted must be given back even where there was no memory to note it. */
static void on_connection(void *self, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code) {
    struct http_door *door = self;
    struct limits_address address;
    limits_address(address_of(connection), &address);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = begin_visit(door, connection, &address);
        door->started = true;
    } else if (*context) {
        end_visit(door, *context);
        *context = NULL;
    } else {
        limits_leave(door->server->limits, &address);
    }
}

static void grant(struct MHD_Connection *connection, int seconds) {
    struct visit *visit = visit_of(connection);
    if (visit) visit->end = server_now() + seconds;
}

/* A request is answered: the next one may come. */
static void on_answered(void *self, struct MHD_Connection *connection, void **context,
                        enum MHD_RequestTerminationCode code) {
    (void)self, (void)context, (void)code;
    grant(connection, ASK_SECONDS);
}

/* Whoever sends or reads a byte now and then would stay for ever. libmicrohttpd ends a connection
 * when it finds it shut. */
static void on_patience(uv_timer_t *timer) {
    struct http_door *door = timer->data;
    double now = server_now();
    for (struct visit *visit = door->visits; visit; visit = visit->next) {
        if (now < visit->end) continue;
        visit->end = INFINITY;
        shutdown(visit->socket, SHUT_RDWR);
        door->server->metrics.values[METRICS_DROPPED]++;
        log_line(LOG_DEBUG, "http", "dropped: it took too long");
    }
}

static socklen_t length_of(const struct sockaddr *from) {
    return from->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

static void take(void *self, int socket, const struct sockaddr *from,
                 const struct limits_address *address) {
    struct http_door *door = self;
    door->started = false;
    enum MHD_Result added = MHD_add_connection(door->daemon, socket, from, length_of(from));
    if (added != MHD_YES && !door->started) limits_leave(door->server->limits, address);
    run(door);
}

/* WebSockets */

/* Finds whose connection it is: a proxy of this machine speaks for somebody else. */
static void find_visitor(struct MHD_Connection *connection, struct limits_address *address,
                         char from[OPTIONS_ADDRESS_MAX]) {
    const char *forwarded = http_answer_header(connection, "X-Forwarded-For");
    limits_address(address_of(connection), address);
    listener_write_address(address_of(connection), from);
    if (!address->local || !forwarded) return;
    http_headers_forwarded(forwarded, address);
    const char *comma = strrchr(forwarded, ','), *last = comma ? comma + 1 : forwarded;
    struct text text = text_over(from, OPTIONS_ADDRESS_MAX);
    last += strspn(last, " \t");
    text_printable(&text, last, strnlen(last, OPTIONS_ADDRESS_MAX / 8));
}

/* Counts the connection by the address that it speaks for. It may end before the WebSocket begins:
 * so it stays counted as what it is until then. Returns NULL, or why it may not be. */
static const char *count_socket(struct http_door *door, struct visit *visit,
                                const struct limits_address *address) {
    struct limits *limits = door->server->limits;
    if (!visit) return "The server has no memory left. Please try again later.";
    if (!visit->counted) return "This connection has ended.";
    if (!limits_spend(limits, address, LIMITS_VISITS, 1, server_now()))
        return "Your address connects too often. Please wait a minute.";
    limits_leave(limits, &visit->address);
    const char *wrong = limits_enter(limits, address);
    visit->counted = !wrong;
    if (!wrong) visit->address = *address;
    return wrong;
}

static void on_upgrade(void *self, struct MHD_Connection *connection, void *context,
                       const char *extra, size_t extra_length, MHD_socket socket,
                       struct MHD_UpgradeResponseHandle *handle) {
    struct http_door *door = self;
    struct visit *visit = visit_of(connection);
    struct limits_address address;
    char from[OPTIONS_ADDRESS_MAX];
    (void)context;
    find_visitor(connection, &address, from);
    int own = door->closed ? -1 : fcntl(socket, F_DUPFD_CLOEXEC, 0);
    if (own >= 0) {
        visit->counted = false;
        websocket_take(door->websockets, own, extra, extra_length, &visit->address, from);
    }
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static enum MHD_Result upgrade(struct http_door *door, struct MHD_Connection *connection) {
    char accept[HANDSHAKE_ACCEPT_BYTES], from[OPTIONS_ADDRESS_MAX];
    struct limits_address address;
    find_visitor(connection, &address, from);
    const char *wrong = count_socket(door, visit_of(connection), &address);
    if (wrong) {
        door->server->metrics.values[METRICS_REFUSED]++;
        return http_answer_line(connection, MHD_HTTP_SERVICE_UNAVAILABLE, wrong, "Retry-After",
                                "10");
    }
    struct MHD_Response *response = MHD_create_response_for_upgrade(on_upgrade, door);
    handshake_accept(http_answer_header(connection, "Sec-WebSocket-Key"), accept);
    enum MHD_Result result = MHD_NO;
    if (response && MHD_add_response_header(response, "Upgrade", "websocket") == MHD_YES &&
        MHD_add_response_header(response, "Sec-WebSocket-Accept", accept) == MHD_YES)
        result = MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    if (response) MHD_destroy_response(response);
    return result;
}

static enum MHD_Result ask_upgrade(struct http_door *door, struct MHD_Connection *connection,
                                   const char *method, const char *version) {
    const char *key = http_answer_header(connection, "Sec-WebSocket-Key");
    const char *number = http_answer_header(connection, "Sec-WebSocket-Version");
    if (!handshake_lists(http_answer_header(connection, "Connection"), "Upgrade") ||
        !handshake_lists(http_answer_header(connection, "Upgrade"), "websocket"))
        return http_answer_line(connection, MHD_HTTP_UPGRADE_REQUIRED,
                                "This address is for WebSockets.\n", "Upgrade", "websocket");
    if (!number || strcmp(number, "13") != 0)
        return http_answer_line(connection, MHD_HTTP_UPGRADE_REQUIRED,
                                "Sec-WebSocket-Version must be 13.\n", "Sec-WebSocket-Version",
                                "13");
    if (strcmp(method, "GET") != 0 || strcmp(version, "HTTP/1.1") != 0 || !key ||
        !handshake_key_fits(key))
        return http_answer_line(connection, MHD_HTTP_BAD_REQUEST,
                                "Sec-WebSocket-Key must be 16 bytes in base64.\n", NULL, NULL);
    if (!handshake_origin_fits(http_answer_header(connection, "Origin"),
                               http_answer_header(connection, "Host"),
                               door->server->options.origin))
        return http_answer_line(connection, MHD_HTTP_FORBIDDEN,
                                "Pages of other sites may not come in.\n", NULL, NULL);
    if (door->server->ending)
        return http_answer_line(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "The server ends.\n",
                                NULL, NULL);
    return upgrade(door, connection);
}

static bool may_ask(struct http_door *door, struct MHD_Connection *connection) {
    struct limits_address address;
    char from[OPTIONS_ADDRESS_MAX];
    find_visitor(connection, &address, from);
    return limits_spend(door->server->limits, &address, LIMITS_REQUESTS, 1, server_now());
}

/* Requests. libmicrohttpd calls it at least twice: with the head, with pieces of a body, and when
 * all has come. */
static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *length, void **context) {
    static const char begun[] = "";
    struct http_door *door = self;
    (void)data;
    if (!*context) {
        *context = (void *)(uintptr_t)begun;
        door->server->metrics.values[METRICS_HTTP]++;
        grant(connection, ANSWER_SECONDS);
        if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0) return MHD_YES;
        return http_answer_line(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                                "The method must be GET or HEAD.\n", "Allow", "GET, HEAD");
    }
    if (*length > 0) {
        if (*length > BODY_MAX) return MHD_NO;
        *length = 0;
        return MHD_YES;
    }
    if (!may_ask(door, connection))
        return http_answer_line(connection, MHD_HTTP_TOO_MANY_REQUESTS,
                                "Your address asks too much. Please wait a moment.\n",
                                "Retry-After", "1");
    if (strcmp(url, "/ws") == 0) return ask_upgrade(door, connection, method, version);
    return http_answer_path(door->server, connection, url);
}

/* The door */

static struct MHD_Daemon *start_daemon(struct http_door *door) {
    unsigned flags =
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_UPGRADE | MHD_USE_ERROR_LOG;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, on_request, door, MHD_OPTION_EXTERNAL_LOGGER, log_mhd, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY_BYTES,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)MEMORY_STEP, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)door->server->options.max_connections, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)TIMEOUT_SECONDS, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, door, MHD_OPTION_NOTIFY_COMPLETED, on_answered, door, MHD_OPTION_END);
}

static struct listener *listen_to(struct http_door *door, struct text *wrong) {
    static const char before[] =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Connection: close\r\nRetry-After: 10\r\n\r\n";
    struct server *server = door->server;
    const struct listener_setup setup = {.server = server,
                                         .part = "http",
                                         .take = take,
                                         .self = door,
                                         .before = before,
                                         .after = "\n"};
    return listener_open(&setup, server->options.http_port, &server->http_port, wrong);
}

/* Gets all that may fail; handles, which only the loop can end, come after it. */
static bool prepare(struct http_door *door, struct text *wrong) {
    struct server *server = door->server;
    door->listener = listen_to(door, wrong);
    if (!door->listener) return false;
    door->websockets = websocket_open(server);
    door->daemon = door->websockets ? start_daemon(door) : NULL;
    const union MHD_DaemonInfo *info =
        door->daemon ? MHD_get_daemon_info(door->daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
    if (info && uv_poll_init(&server->loop, &door->ready, info->epoll_fd) == 0) return true;
    text_string(wrong, "the page cannot be served: there is not enough memory");
    listener_close(door->listener);
    return false;
}

static void release(struct http_door *door) {
    if (door->daemon) MHD_stop_daemon(door->daemon);
    websocket_free(door->websockets);
    free(door);
}

struct http_door *http_open(struct server *server, struct text *wrong) {
    struct http_door *door = calloc(1, sizeof *door);
    if (!door) {
        text_string(wrong, "the page cannot be served: there is not enough memory");
        return NULL;
    }
    door->server = server;
    if (!prepare(door, wrong)) {
        release(door);
        return NULL;
    }
    websocket_start(door->websockets);
    uv_timer_init(&server->loop, &door->timer);
    uv_timer_init(&server->loop, &door->patience);
    door->ready.data = door->timer.data = door->patience.data = door;
    uv_timer_start(&door->patience, on_patience, TEND_MS, TEND_MS);
    uv_poll_start(&door->ready, UV_READABLE, on_ready);
    return door;
}

void http_flush(struct http_door *door) {
    websocket_flush(door->websockets);
}

bool http_find(const struct member *member, struct server_visit *visit) {
    return websocket_find(member, visit);
}

void http_close(struct http_door *door, const char *why) {
    if (door->closed) return;
    door->closed = true;
    listener_close(door->listener);
    websocket_close(door->websockets, why);
    uv_close((uv_handle_t *)&door->ready, NULL);
    uv_close((uv_handle_t *)&door->timer, NULL);
    uv_close((uv_handle_t *)&door->patience, NULL);
}

void http_free(struct http_door *door) {
    if (!door) return;
    MHD_run(door->daemon);
    release(door);
}
