/* One file descriptor is kept in reserve. When there are none left it is given up for a moment, so
 * that those who wait can be told so: else they would wait on, and the loop would be woken for them
 * without end. Where not even that helps, nobody is taken for a while. */
#include "serve/listener.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024, BURST = 64, REST_MS = 200, REFUSAL_BYTES = 512, DRAIN_BYTES = 4096 };

static const char no_files[] =
    "The server has no room for more connections now. Please try again later.";
static const char too_fast[] = "Your address connects too often. Please wait a minute.";
static const char it_ends[] = "The server is about to end. Please try again later.";
static const char no_memory[] = "there is not enough memory";

struct listener {
    struct listener_setup setup;
    int socket;
    bool limited, closed;
    int open_handles;
    uv_poll_t poll;
    uv_timer_t rest;
};

static bool make_ready(int socket) {
    int flags = fcntl(socket, F_GETFL);
    return flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) >= 0 &&
           fcntl(socket, F_SETFD, FD_CLOEXEC) >= 0;
}

/* Says why not, and closes. What the other side sent is read first: else closing would take the
 * line back. */
static void refuse(struct listener *listener, int socket, const char *why) {
    char text[REFUSAL_BYTES], drain[DRAIN_BYTES];
    struct server *server = listener->setup.server;
    int length =
        snprintf(text, sizeof text, "%s%s%s", listener->setup.before, why, listener->setup.after);
    ssize_t sent = send(socket, text, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) server->metrics.values[METRICS_OUT] += (uint64_t)sent;
    shutdown(socket, SHUT_WR);
    if (recv(socket, drain, sizeof drain, MSG_DONTWAIT) < 0) sent = 0;
    close(socket);
    server->metrics.values[METRICS_REFUSED]++;
}

/* Returns NULL if the connection may stay; it is counted then. */
static const char *admit(struct listener *listener, const struct limits_address *address) {
    struct server *server = listener->setup.server;
    if (!listener->limited) return NULL;
    if (server->ending) return it_ends;
    if (listener->setup.paced &&
        !limits_spend(server->limits, address, LIMITS_VISITS, 1, server_now()))
        return too_fast;
    return limits_enter(server->limits, address);
}

static void take(struct listener *listener, int socket, const struct sockaddr *from) {
    struct server *server = listener->setup.server;
    struct limits_address address;
    char shown[OPTIONS_ADDRESS_MAX];
    limits_address(from, &address);
    const char *why = make_ready(socket) ? admit(listener, &address) : no_files;
    if (why) {
        listener_write_address(from, shown);
        log_line(LOG_DEBUG, listener->setup.part, "%s was refused: %s", shown, why);
        refuse(listener, socket, why);
        return;
    }
    int on = 1;
    if (from->sa_family != AF_UNIX) setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    server->metrics.values[METRICS_CAME]++;
    listener->setup.take(listener->setup.self, socket, from, &address);
}

/* Tells one of those who wait that there is no room. False if that cannot be done. */
static bool refuse_next(struct listener *listener) {
    struct server *server = listener->setup.server;
    if (server->spare < 0) return false;
    close(server->spare);
    int socket = accept(listener->socket, NULL, NULL);
    if (socket >= 0) refuse(listener, socket, no_files);
    server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return socket >= 0;
}

static void look(uv_poll_t *poll, int status, int events);

static void wake_up(uv_timer_t *timer) {
    struct listener *listener = timer->data;
    struct server *server = listener->setup.server;
    if (server->spare < 0) server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    uv_poll_start(&listener->poll, UV_READABLE, look);
}

static void rest(struct listener *listener) {
    uv_poll_stop(&listener->poll);
    uv_timer_start(&listener->rest, wake_up, REST_MS, 0);
}

static bool is_full(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

static void look(uv_poll_t *poll, int status, int events) {
    struct listener *listener = poll->data;
    union {
        struct sockaddr any;
        struct sockaddr_storage storage;
    } from;
    (void)status, (void)events;
    for (int i = 0; i < BURST && !listener->closed; i++) {
        socklen_t length = sizeof from;
        memset(&from, 0, sizeof from);
        int socket = accept(listener->socket, &from.any, &length);
        if (socket >= 0) {
            take(listener, socket, &from.any);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (is_full(errno) && !refuse_next(listener)) {
            rest(listener);
            return;
        }
    }
}

static void forget(uv_handle_t *handle) {
    struct listener *listener = handle->data;
    if (--listener->open_handles > 0) return;
    close(listener->socket);
    free(listener);
}

void listener_close(struct listener *listener) {
    if (!listener || listener->closed) return;
    listener->closed = true;
    uv_close((uv_handle_t *)&listener->poll, forget);
    uv_close((uv_handle_t *)&listener->rest, forget);
}

/* Takes over the socket in any case. */
static struct listener *start(const struct listener_setup *setup, int socket, bool limited,
                              struct text *wrong) {
    struct listener *listener = calloc(1, sizeof *listener);
    int error = listener ? 0 : UV_ENOMEM;
    if (listener && listen(socket, BACKLOG) < 0) error = uv_translate_sys_error(errno);
    if (!error) error = uv_poll_init(&setup->server->loop, &listener->poll, socket);
    if (error) {
        text_string(wrong, error == UV_ENOMEM ? no_memory : uv_strerror(error));
        close(socket);
        free(listener);
        return NULL;
    }
    listener->setup = *setup;
    listener->socket = socket;
    listener->limited = limited;
    listener->open_handles = 2;
    uv_timer_init(&setup->server->loop, &listener->rest);
    listener->poll.data = listener->rest.data = listener;
    uv_poll_start(&listener->poll, UV_READABLE, look);
    return listener;
}

/* Makes a socket that is bound. Returns -1 with errno. "::" takes IPv4, too. */
static int bind_to(const char *address, int port) {
    struct sockaddr_in6 six;
    struct sockaddr_in four;
    int on = 1, off = 0;
    bool is_six = uv_ip6_addr(address, port, &six) == 0 && strchr(address, ':');
    errno = EINVAL;
    if (!is_six && uv_ip4_addr(address, port, &four) != 0) return -1;
    int made = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
    if (made < 0) return -1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (is_six && strcmp(address, "::") == 0)
        setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    const struct sockaddr *to =
        is_six ? (const struct sockaddr *)&six : (const struct sockaddr *)&four;
    if (make_ready(made) && bind(made, to, is_six ? sizeof six : sizeof four) == 0) return made;
    int error = errno;
    close(made);
    errno = error;
    return -1;
}

static int bind_socket(const char *address, int port) {
    int made = bind_to(address, port);
    bool no_six = made < 0 && (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL);
    return no_six && strcmp(address, "::") == 0 ? bind_to("0.0.0.0", port) : made;
}

static int port_of(int socket) {
    struct sockaddr_storage bound;
    socklen_t length = sizeof bound;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    if (getsockname(socket, (struct sockaddr *)&bound, &length) < 0) return 0;
    memcpy(&four, &bound, sizeof four);
    memcpy(&six, &bound, sizeof six);
    return ntohs(bound.ss_family == AF_INET6 ? six.sin6_port : four.sin_port);
}

struct listener *listener_open(const struct listener_setup *setup, int port, int *bound,
                               struct text *wrong) {
    const char *address = setup->server->options.listen;
    char why[REFUSAL_BYTES];
    struct text reason = text_over(why, sizeof why);
    int socket = bind_socket(address, port < 0 ? 0 : port);
    if (socket < 0) {
        text_format(wrong, "port %d of %s cannot be used: %s", port, address, strerror(errno));
        return NULL;
    }
    *bound = port_of(socket);
    struct listener *listener = start(setup, socket, true, &reason);
    if (!listener) text_format(wrong, "port %d of %s cannot be used: %s", port, address, why);
    return listener;
}

struct listener *listener_open_on(const struct listener_setup *setup, int socket,
                                  struct text *wrong) {
    return start(setup, socket, false, wrong);
}

void listener_write_address(const struct sockaddr *from, char address[OPTIONS_ADDRESS_MAX]) {
    struct sockaddr_in6 six;
    struct sockaddr_in four;
    const char *shown = NULL;
    if (from->sa_family == AF_INET) {
        memcpy(&four, from, sizeof four);
        shown = inet_ntop(AF_INET, &four.sin_addr, address, OPTIONS_ADDRESS_MAX);
    } else if (from->sa_family == AF_INET6) {
        memcpy(&six, from, sizeof six);
        bool mapped = IN6_IS_ADDR_V4MAPPED(&six.sin6_addr);
        shown = mapped
                    ? inet_ntop(AF_INET, six.sin6_addr.s6_addr + 12, address, OPTIONS_ADDRESS_MAX)
                    : inet_ntop(AF_INET6, &six.sin6_addr, address, OPTIONS_ADDRESS_MAX);
    }
    if (!shown) snprintf(address, OPTIONS_ADDRESS_MAX, "local");
}
