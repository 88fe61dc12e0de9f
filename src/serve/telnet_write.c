/* Mostly the socket takes all at once. What it does not take is copied and waits, in one piece; the
 * buffer for frames is everybody's. */
#include "serve/telnet_write.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LATER_MAX = 1024, PLACE_BYTES = 32 };
static const double patience = 30; /* seconds without any progress */
/* Frames that may be sent: in a second, and at once. So many bytes count as one more. Whoever asks
 * for more, as by sizes that change without end, gets fewer; each shows what is true then. */
static const double frames_rate = 100, frames_most = 300, frame_bytes = 1024;

struct telnet_write {
    uv_write_t request;
    size_t count, capacity;
    char bytes[];
};

static uv_stream_t *stream_of(struct telnet_client *client) {
    return (uv_stream_t *)&client->socket;
}

static struct telnet_write *make_write(size_t capacity) {
    struct telnet_write *write = malloc(sizeof *write + capacity);
    if (!write) return NULL;
    write->count = 0;
    write->capacity = capacity;
    return write;
}

static void add(struct telnet_write *write, const char *bytes, size_t count) {
    if (count > write->capacity - write->count) return;
    memcpy(write->bytes + write->count, bytes, count);
    write->count += count;
}

/* Who still sends is read until it has seen the end: else closing would take the last line back. */
static void finish_end(uv_shutdown_t *request, int status) {
    struct telnet_client *client = request->handle->data;
    (void)status;
    if (client->hung_up) telnet_client_close(client);
}

static void end_now(struct telnet_client *client) {
    if (uv_shutdown(&client->shutdown, stream_of(client), finish_end) != 0)
        telnet_client_close(client);
}

static void go_on(uv_write_t *request, int status);

static void wait_for_room(struct telnet_client *client, const char *bytes, size_t count) {
    struct telnet_write *write = make_write(count);
    if (!write) {
        telnet_client_close(client);
        return;
    }
    add(write, bytes, count);
    uv_buf_t buffer = uv_buf_init(write->bytes, (unsigned)count);
    write->request.data = client;
    if (uv_write(&write->request, stream_of(client), &buffer, 1, go_on) != 0) {
        free(write);
        telnet_client_close(client);
        return;
    }
    client->write = write;
    client->write_left = count;
    client->write_look = server_now() + patience;
}

static void send_now(struct telnet_client *client, const char *bytes, size_t count) {
    uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)count);
    int sent = uv_try_write(stream_of(client), &buffer, 1);
    if (sent < 0 && sent != UV_EAGAIN) {
        telnet_client_close(client);
        return;
    }
    size_t taken = sent > 0 ? (size_t)sent : 0;
    if (taken < count) wait_for_room(client, bytes + taken, count - taken);
}

/* What was waiting is sent. */
static void go_on(uv_write_t *request, int status) {
    struct telnet_client *client = request->data;
    struct telnet_write *later = client->later;
    free(client->write);
    client->write = client->later = NULL;
    client->write_look = INFINITY;
    if (status < 0) telnet_client_close(client);
    if (later && client->stage != TELNET_CLIENT_CLOSED)
        send_now(client, later->bytes, later->count);
    free(later);
    if (client->stage == TELNET_CLIENT_CLOSED || client->write) return;
    if (client->shut)
        end_now(client);
    else
        telnet_client_update(client);
}

static void keep_for_later(struct telnet_client *client, const char *bytes, size_t count) {
    if (!client->later) client->later = make_write(LATER_MAX);
    if (client->later) add(client->later, bytes, count);
}

void telnet_write_bytes(struct telnet_client *client, const char *bytes, size_t count) {
    if (client->stage == TELNET_CLIENT_CLOSED || client->shut || !count) return;
    client->shared->server->metrics.values[METRICS_OUT] += count;
    if (client->write)
        keep_for_later(client, bytes, count);
    else
        send_now(client, bytes, count);
}

/* Where the terminal shows by itself what is typed, it does so in the line above the last: there a
 * new line does not push up the picture. */
static void place_cursor(struct term *term, struct text *out) {
    int row = term->cells.rows > 1 ? term->cells.rows - 1 : 1;
    text_format(out, "\033[%d;1H", row);
    term->wire.pen.row = -1;
}

static void write_part(struct telnet_client *client) {
    struct telnet_client_shared *shared = client->shared;
    struct text out = text_over(shared->out, sizeof shared->out - PLACE_BYTES);
    client->frames.level += client->term->dirty || client->term->touched;
    client->more = !term_output(client->term, &out);
    out.capacity += PLACE_BYTES;
    if (out.length && client->lines && !client->more) place_cursor(client->term, &out);
    if (!out.length) return;
    telnet_write_bytes(client, out.at, out.length);
    client->frames.level += (double)out.length / frame_bytes;
    if (client->input > 0)
        metrics_time(&shared->server->metrics.frames, server_now() - client->input);
    client->input = 0;
}

/* Returns whether a frame may be made now; else `pace` tells when. */
static bool is_time(struct telnet_client *client) {
    double now = server_now();
    bool fits = limits_take(&client->frames, 0, frames_rate, frames_most, now);
    if (!fits) client->pace = now + (client->frames.level - frames_most) / frames_rate;
    return fits;
}

void telnet_write_frame(struct telnet_client *client) {
    client->pace = INFINITY; /* what waits to be sent brings the next one by itself */
    if (client->stage != TELNET_CLIENT_SHOWN || client->write || !is_time(client)) return;
    do write_part(client);
    while (client->more && !client->write && client->stage == TELNET_CLIENT_SHOWN);
    if (!client->more) client->input = 0;
}

void telnet_write_end(struct telnet_client *client) {
    if (client->stage == TELNET_CLIENT_CLOSED || client->shut) return;
    client->shut = true;
    if (!client->write) end_now(client);
}

bool telnet_write_is_stuck(struct telnet_client *client, double now) {
    if (!client->write || now < client->write_look) return false;
    size_t left = uv_stream_get_write_queue_size(stream_of(client));
    bool stuck = left >= client->write_left;
    client->write_left = left;
    client->write_look = now + patience;
    return stuck;
}

/* What the loop still holds is freed by go_on. */
void telnet_write_release(struct telnet_client *client) {
    free(client->later);
    client->later = NULL;
}
