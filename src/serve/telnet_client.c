/* The life of a connection. What comes in is decoded, the screens take it, and the frame that
 * answers it goes out at once. One timer has all that is due: the screens, the end of a pause, the
 * ends of patience. It is set only earlier; when it comes too early it is set again. */
#include "serve/telnet_client.h"
#include "serve/listener.h"
#include "serve/log.h"
#include "serve/telnet_looks.h"
#include "serve/telnet_write.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SEND_BYTES = 1 << 15, WHY_BYTES = 256, KEEPALIVE_SECONDS = 60, TOP = 20 };
enum { ROWS = 24, COLS = 80 }; /* until they are told */
/* Seconds: after which the terminal is asked for its size, after which it is drawn anyway, and once
 * more, over the answer that it may have shown; for the name; without a key in the lobby, and in a
 * room; and how long before that there is a warning; for the last line. */
static const double ask_after = 0.4, show_after = 0.8, again_after = 1, name_seconds = 120;
static const double idle_lobby = 1800, idle_room = 3600, warning = 60, end_seconds = 1;
/* Bytes that may come: in a second, and at once. If there are more, reading pauses for some
 * seconds; so many pauses a second are fine, and so many at once. */
static const double rate = 4096, burst = 4 * 4096;
static const double pause_seconds = 1, pauses = 0.05, pauses_most = 30;

static const char ask_size[] = "\0337\033[999;999H\033[6n\0338";
/* Where lines are sent, the answer to that question may stand where the last line goes. */
static const char erase_line[] = "\r\033[K";
static const char part[] = "telnet";
static const char no_memory[] = "The server has no memory left. Please try again later.";

static void arm(struct telnet_client *client);

/* Ending */

static void forget(uv_handle_t *handle) {
    struct telnet_client *client = handle->data;
    if (--client->open_handles > 0) return;
    telnet_decode_release(&client->decode);
    free(client);
}

void telnet_client_address(const struct telnet_client *client, char address[OPTIONS_ADDRESS_MAX]) {
    union {
        struct sockaddr any;
        struct sockaddr_storage storage;
    } from;
    int length = sizeof from;
    memset(&from, 0, sizeof from);
    uv_tcp_getpeername(&client->socket, &from.any, &length);
    listener_write_address(&from.any, address);
}

/* Writes to the log when a person has given a name, and when that person is gone. */
static void log_name(struct telnet_client *client, const char *what) {
    char address[OPTIONS_ADDRESS_MAX];
    const struct member *member = lobby_member(client->lobby);
    if (!member) return;
    telnet_client_address(client, address);
    log_line(LOG_INFO, part, "%s %s (%s)", member->name, what, address);
}

/* Lets go of the screens. The member is lost if it did not leave. */
static void release_screens(struct telnet_client *client) {
    struct telnet_client_shared *shared = client->shared;
    if (!client->term) return;
    if (client->question) server_forget(shared->server, client->question);
    if (client->lobby) {
        log_name(client, "is gone");
        lobby_close(client->lobby, server_now());
    }
    term_free(client->term);
    client->lobby = NULL;
    client->term = NULL;
    telnet_link_remove(&client->dirty);
    uv_mutex_lock(&shared->lock);
    telnet_link_remove(&client->awake);
    uv_mutex_unlock(&shared->lock);
    server_stir(shared->server);
}

void telnet_client_close(struct telnet_client *client) {
    struct server *server = client->shared->server;
    if (client->stage == TELNET_CLIENT_CLOSED) return;
    client->stage = TELNET_CLIENT_CLOSED;
    release_screens(client);
    telnet_link_remove(&client->among);
    telnet_write_release(client);
    limits_leave(server->limits, &client->address);
    server->metrics.values[METRICS_TELNET]--;
    uv_close((uv_handle_t *)&client->socket, forget);
    uv_close((uv_handle_t *)&client->timer, forget);
}

void telnet_client_finish(struct telnet_client *client, const char *why) {
    char line[WHY_BYTES];
    bool shown = client->stage == TELNET_CLIENT_SHOWN;
    if (client->stage >= TELNET_CLIENT_ENDING) return;
    snprintf(line, sizeof line, "%s\r\n", *why ? why : "Goodbye.");
    client->stage = TELNET_CLIENT_ENDING;
    release_screens(client);
    if (shown) {
        telnet_write_bytes(client, wire_end, strlen(wire_end));
        telnet_write_bytes(client, erase_line, sizeof erase_line - 1);
    }
    telnet_write_bytes(client, line, strlen(line));
    telnet_write_end(client);
    client->end = server_now() + end_seconds;
    arm(client);
}

static void drop(struct telnet_client *client, const char *why) {
    client->shared->server->metrics.values[METRICS_DROPPED]++;
    log_line(LOG_INFO, part, "dropped: %s", why);
    telnet_client_finish(client, why);
}

/* Closes when the last line has had its time. nc would wait on for its user otherwise. */
static void reset(struct telnet_client *client) {
    struct linger none = {.l_onoff = 1};
    int file;
    if (uv_fileno((uv_handle_t *)&client->socket, &file) == 0)
        setsockopt(file, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    telnet_client_close(client);
}

/* Showing */

static void paint_anew(struct telnet_client *client) {
    wire_forget(&client->term->wire);
    client->term->dirty = true;
}

/* Tells a person whose client sends lines. */
static void hint(struct telnet_client *client) {
    if (client->hinted) return;
    client->hinted = true;
    term_say(client->term, "Each key needs Enter here.");
}

static void show(struct telnet_client *client) {
    if (client->stage != TELNET_CLIENT_NEW) return;
    client->stage = TELNET_CLIENT_SHOWN;
    if (!client->decode.by_key && !client->decode.keyed) hint(client);
    if (client->asked && !client->sized) client->again = server_now() + again_after;
    bool mouse =
        client->shared->server->config.mouse && (client->decode.by_key || client->decode.keyed);
    telnet_write_bytes(client, wire_begin, strlen(wire_begin));
    if (!mouse) telnet_write_bytes(client, wire_no_mouse, strlen(wire_no_mouse));
}

/* Learns about the terminal for a while, then shows the picture whatever is known. */
static void settle(struct telnet_client *client, double now) {
    if (client->sized && client->typed) show(client);
    if (now < client->came + ask_after) return;
    if (client->sized) {
        show(client);
    } else if (!client->asked) {
        client->asked = true;
        telnet_write_bytes(client, ask_size, sizeof ask_size - 1);
    }
    if (now >= client->came + show_after) show(client);
}

void telnet_client_update(struct telnet_client *client) {
    char why[WHY_BYTES];
    telnet_link_remove(&client->dirty);
    if (!client->term) return;
    if (!client->named && lobby_member(client->lobby)) {
        client->named = true;
        log_name(client, "came");
    }
    if (term_is_done(client->term)) {
        snprintf(why, sizeof why, "%s", lobby_farewell(client->lobby));
        telnet_client_finish(client, why);
        return;
    }
    telnet_write_frame(client);
    arm(client);
}

void telnet_client_run(struct telnet_client *client) {
    if (!client->term) return;
    term_run(client->term, server_now());
    server_stir(client->shared->server);
    telnet_client_update(client);
}

/* Time */

static double idle_end(const struct telnet_client *client) {
    const struct member *member = lobby_member(client->lobby);
    if (!member) return client->came + name_seconds;
    return client->heard + (member->room ? idle_room : idle_lobby);
}

static double due(const struct telnet_client *client) {
    if (client->stage == TELNET_CLIENT_ENDING) return client->end;
    if (client->stage == TELNET_CLIENT_CLOSED) return INFINITY;
    double due = fmin(fmin(client->resume, client->pace), client->write_look);
    due = fmin(due, client->again);
    if (!client->asked && !client->sized) due = fmin(due, client->came + ask_after);
    if (client->stage == TELNET_CLIENT_NEW)
        due = fmin(due, client->came + (client->asked ? show_after : ask_after));
    due = fmin(due, idle_end(client) - (client->warned ? 0 : warning));
    return fmin(due, term_due(client->term));
}

static void look_at_idle(struct telnet_client *client, double now) {
    double end = idle_end(client);
    if (now >= end) {
        drop(client, lobby_member(client->lobby) ? "No key was pressed for too long. Goodbye."
                                                 : "No name was given in time. Goodbye.");
    } else if (now >= end - warning && !client->warned) {
        client->warned = true;
        term_say(client->term, "Are you there? Press a key, or the connection ends in a minute.");
        term_ring(client->term);
    }
}

static void take_bytes(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer);
static void lend_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer);

static void read_on(struct telnet_client *client, double now) {
    if (now < client->resume) return;
    client->resume = INFINITY;
    uv_read_start((uv_stream_t *)&client->socket, lend_buffer, take_bytes);
}

/* A terminal whose client sends lines shows its answer to the question by itself. */
static void look_at_echo(struct telnet_client *client, double now) {
    if (now < client->again) return;
    client->again = INFINITY;
    if (client->term) paint_anew(client);
}

static void come_due(uv_timer_t *timer) {
    struct telnet_client *client = timer->data;
    double now = server_now();
    client->armed = INFINITY;
    if (client->stage == TELNET_CLIENT_ENDING) {
        if (now >= client->end) reset(client);
    } else if (telnet_write_is_stuck(client, now)) {
        client->shared->server->metrics.values[METRICS_DROPPED]++;
        log_line(LOG_INFO, part, "dropped: it does not read");
        reset(client);
    } else {
        read_on(client, now);
        settle(client, now);
        look_at_echo(client, now);
        if (client->term) look_at_idle(client, now); /* what was sent may have met nobody */
        bool runs = client->term && term_due(client->term) <= now;
        runs ? telnet_client_run(client) : telnet_client_update(client);
    }
    arm(client);
}

static void arm(struct telnet_client *client) {
    double at = due(client);
    if (at >= client->armed || isinf(at)) return;
    double wait = at - server_now();
    client->armed = at;
    uv_update_time(&client->shared->server->loop);
    uv_timer_start(&client->timer, come_due, wait > 0 ? (uint64_t)ceil(wait * 1e3) : 0, 0);
}

/* What the decoder tells */

static void take_keys(void *self, const uint8_t *bytes, size_t count) {
    struct telnet_client *client = self;
    double now = server_now();
    if (!client->term) return;
    client->heard = now;
    client->warned = false;
    term_input(client->term, bytes, count, now);
}

static void take_size(void *self, int rows, int cols) {
    struct telnet_client *client = self;
    client->sized = true;
    if (client->term) term_resize(client->term, rows, cols);
}

static void take_type(void *self, const char *name) {
    struct telnet_client *client = self;
    struct telnet_looks looks = telnet_looks_of(name);
    client->typed = true;
    if (!client->term) return;
    client->term->config.colours = (int)looks.colours;
    client->term->config.plain = looks.plain;
    term_set_looks(client->term);
}

static void tell_there(void *self) {
    struct telnet_client *client = self;
    if (client->term) term_say(client->term, "Tilewright is here.");
    telnet_write_bytes(client, "\a", 1);
}

static bool is_typing(void *self) {
    const struct telnet_client *client = self;
    return client->term && term_is_typing(client->term);
}

static void send_reply(void *self, const char *bytes, size_t count) {
    telnet_write_bytes(self, bytes, count);
}

static const struct telnet_decode_calls calls = {.keys = take_keys,
                                                 .size = take_size,
                                                 .type = take_type,
                                                 .there = tell_there,
                                                 .typing = is_typing,
                                                 .reply = send_reply};

/* Reading */

static void lend_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer) {
    struct telnet_client *client = handle->data;
    (void)wanted;
    *buffer = uv_buf_init(client->shared->in, sizeof client->shared->in);
}

/* Who sends too much is read later; who goes on with it for long is dropped. */
static void limit_input(struct telnet_client *client, size_t count, double now) {
    if (limits_take(&client->bytes, (double)count, rate, burst, now)) return;
    if (!limits_take(&client->pauses, 1, pauses, pauses_most, now)) {
        drop(client, "Too much was sent. Goodbye.");
        return;
    }
    uv_read_stop((uv_stream_t *)&client->socket);
    client->resume = now + pause_seconds;
}

static void decode(struct telnet_client *client, const uint8_t *bytes, size_t count, double now) {
    double heard = client->heard;
    if (telnet_decode_take(&client->decode, bytes, count, now)) client->lines = true;
    if (client->decode.keyed || client->decode.by_key) client->lines = false;
    if (!client->term) return;
    if (client->lines) paint_anew(client);
    settle(client, now);
    if (client->heard > heard) show(client);
    if (client->lines) hint(client);
}

static void take_bytes(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    struct telnet_client *client = stream->data;
    double now = server_now();
    if (count < 0) {
        client->hung_up = true;
        if (count == UV_EOF && client->term)
            telnet_client_finish(client, "");
        else
            telnet_client_close(client);
        return;
    }
    client->shared->server->metrics.values[METRICS_IN] += (uint64_t)count;
    if (!client->term || count == 0) return;
    if (client->input == 0) client->input = now;
    decode(client, (const uint8_t *)buffer->base, (size_t)count, now);
    limit_input(client, (size_t)count, now);
    server_stir(client->shared->server);
    telnet_client_update(client);
}

/* Beginning */

static void wake(void *self) {
    struct telnet_client *client = self;
    struct telnet_client_shared *shared = client->shared;
    uv_mutex_lock(&shared->lock);
    telnet_link_add(&shared->awake, &client->awake);
    uv_mutex_unlock(&shared->lock);
    uv_async_send(&shared->woken);
}

static void mark_changed(void *self) {
    struct telnet_client *client = self;
    telnet_link_add(&client->shared->dirty, &client->dirty);
}

static void draw_seed(void *self, char *seed, size_t capacity) {
    uint64_t drawn = 0;
    (void)self;
    if (getrandom(&drawn, sizeof drawn, 0) < 0) drawn = (uint64_t)(server_now() * 1e9);
    struct text text = text_over(seed, capacity);
    text_hex(&text, drawn, 1);
}

static void take_top(void *self, const struct store_answer *answer) {
    struct telnet_client *client = self;
    struct lobby_rank ranks[TOP];
    int count = answer->count < TOP ? answer->count : TOP;
    client->question = 0;
    memset(ranks, 0, sizeof ranks);
    for (int i = 0; i < count; i++) {
        const struct store_rating *rating = &answer->ratings[i];
        snprintf(ranks[i].name, sizeof ranks[i].name, "%s", rating->name);
        ranks[i].agent = rating->agent;
        ranks[i].rating = rating->rating;
        ranks[i].deviation = rating->deviation;
        ranks[i].games = rating->games;
        ranks[i].wins = rating->wins;
    }
    lobby_give_top(client->lobby, client->top, ranks, count);
    telnet_client_update(client);
}

static void ask_top(void *self, const char *game) {
    struct telnet_client *client = self;
    struct server *server = client->shared->server;
    if (client->question) server_forget(server, client->question);
    snprintf(client->top, sizeof client->top, "%s", game);
    client->question = server_ask_top(server, game, TOP, take_top, client);
}

static bool open_screens(struct telnet_client *client) {
    struct server *server = client->shared->server;
    struct term_setup setup = {.config = &server->config,
                               .host = &server->system->host,
                               .pool = server->pool,
                               .wake = wake,
                               .self = client,
                               .draw_seed = draw_seed,
                               .remote = true,
                               .desk = &client->shared->desk,
                               .rows = ROWS,
                               .cols = COLS};
    struct lobby_setup lobby = {
        .hall = server->hall, .changed = mark_changed, .ask_top = ask_top, .self = client};
    if (!telnet_decode_init(&client->decode, &calls, client)) return false;
    client->term = term_new(&setup);
    if (client->term) client->lobby = lobby_open(client->term, &lobby, client->came);
    return client->lobby;
}

static void set_socket(struct telnet_client *client, int socket) {
    int on = 1, room = SEND_BYTES;
    uv_tcp_keepalive(&client->socket, 1, KEEPALIVE_SECONDS);
    uv_send_buffer_size((uv_handle_t *)&client->socket, &room);
    /* Of telnet's synch, IAC DM, one byte comes as urgent data, and would be missing. */
    setsockopt(socket, SOL_SOCKET, SO_OOBINLINE, &on, sizeof on);
}

/* Owns the socket in any case. */
static bool open_handles(struct telnet_client *client, int socket) {
    uv_loop_t *loop = &client->shared->server->loop;
    uv_timer_init(loop, &client->timer);
    uv_tcp_init(loop, &client->socket);
    client->socket.data = client->timer.data = client;
    client->open_handles = 2;
    if (uv_tcp_open(&client->socket, socket) == 0) return true;
    close(socket);
    return false;
}

static void begin(struct telnet_client *client, int socket) {
    if (!open_handles(client, socket)) {
        telnet_client_close(client);
        return;
    }
    set_socket(client, socket);
    if (!open_screens(client)) {
        client->shared->server->metrics.values[METRICS_REFUSED]++;
        telnet_client_finish(client, no_memory);
        return;
    }
    telnet_decode_greet(&client->decode);
    if (client->stage == TELNET_CLIENT_CLOSED) return;
    uv_read_start((uv_stream_t *)&client->socket, lend_buffer, take_bytes);
    arm(client);
}

void telnet_client_start(struct telnet_client_shared *shared, int socket,
                         const struct limits_address *address) {
    struct telnet_client *client = calloc(1, sizeof *client);
    if (!client) {
        shared->server->metrics.values[METRICS_REFUSED]++;
        send(socket, no_memory, sizeof no_memory - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        limits_leave(shared->server->limits, address);
        close(socket);
        return;
    }
    client->shared = shared;
    client->address = *address;
    client->among.owner = client->dirty.owner = client->awake.owner = client;
    client->came = client->heard = server_now();
    client->resume = client->pace = client->write_look = INFINITY;
    client->again = client->armed = INFINITY;
    shared->server->metrics.values[METRICS_TELNET]++;
    telnet_link_add(&shared->all, &client->among);
    begin(client, socket);
}
