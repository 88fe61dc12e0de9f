/* A console is read only while nothing waits to be sent to it: who does not read its answers can
 * ask nothing more, and is dropped after a while. */
#include "serve/console.h"
#include "serve/console_commands.h"
#include "serve/console_socket.h"
#include "serve/listener.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINE_BYTES = 4096, CONSOLES_MAX = 32, SLOW_MS = 20000, LAST_MS = 1000 };
static const char part[] = "console";
static const char no_memory[] = "error: there is not enough memory\n";

struct console {
    struct console_door *door;
    struct console *next, **prior;
    uv_pipe_t pipe;
    uv_timer_t slow;
    uv_write_t write;
    int open_handles;
    bool closing, skipping; /* skipping: the rest of a line that is too long */
    bool writing, leaves;   /* leaves: no more is read, and it ends when all is answered */
    char *answer;
    size_t length; /* of the bytes that are read and not yet run */
    char bytes[LINE_BYTES];
};

struct console_door {
    struct server *server;
    struct listener *listener;
    struct console *consoles;
    int count;
    bool closed;
};

static void forget(uv_handle_t *handle) {
    struct console *console = handle->data;
    if (--console->open_handles > 0) return;
    free(console->answer);
    free(console);
}

static void drop(struct console *console) {
    if (console->closing) return;
    console->closing = true;
    *console->prior = console->next;
    if (console->next) console->next->prior = console->prior;
    console->door->count--;
    console->door->server->metrics.values[METRICS_CONSOLE]--;
    uv_close((uv_handle_t *)&console->pipe, forget);
    uv_close((uv_handle_t *)&console->slow, forget);
}

static void lose_patience(uv_timer_t *timer) {
    struct console *console = timer->data;
    console->door->server->metrics.values[METRICS_DROPPED]++;
    log_line(LOG_WARNING, part, "a console that does not read was dropped");
    drop(console);
}

/* Commands */

static const struct console_commands_row *find(const char *name) {
    for (const struct console_commands_row *row = console_commands_rows; row->name; row++)
        if (strcmp(row->name, name) == 0) return row;
    return NULL;
}

static void refuse_name(const char *name, struct text *out) {
    text_string(out, "error: there is no command ");
    text_quote(out, name);
    text_string(out, "; 'help' lists them\n");
}

static void put_error(const char *wrong, struct text *out) {
    text_string(out, "error: ");
    text_printable(out, wrong, strlen(wrong));
    text_char(out, '\n');
}

void console_command(struct server *server, const char *line, struct text *out) {
    char copy[LINE_BYTES];
    snprintf(copy, sizeof copy, "%s", line);
    char *name = text_trim(copy), *rest = name + strcspn(name, " ");
    if (*rest) *rest++ = '\0';
    rest += strspn(rest, " ");
    const struct console_commands_row *row = find(name);
    if (!row) {
        refuse_name(name, out);
        return;
    }
    const char *wrong = row->run(server, rest, out);
    if (wrong)
        put_error(wrong, out);
    else
        text_string(out, "ok\n");
    server_stir(server);
}

/* Returns an answer to free, or NULL if out of memory. */
static char *answer(struct server *server, const char *line) {
    size_t capacity = console_commands_room(server);
    char *buffer = malloc(capacity);
    if (!buffer) return NULL;
    struct text out = text_over(buffer, capacity);
    console_command(server, line, &out);
    if (out.cut) strcpy(buffer, no_memory);
    return buffer;
}

/* Connections */

static void take_lines(struct console *console);
static void read_more(struct console *console);

static void written(uv_write_t *write, int status) {
    struct console *console = write->data;
    console->writing = false;
    if (console->closing) return;
    uv_timer_stop(&console->slow);
    free(console->answer);
    console->answer = NULL;
    if (status < 0)
        drop(console);
    else
        take_lines(console);
}

static void send_answer(struct console *console, const char *bytes) {
    uv_buf_t buffer = uv_buf_init((char *)bytes, (unsigned)strlen(bytes));
    console->door->server->metrics.values[METRICS_OUT] += buffer.len;
    console->write.data = console;
    console->writing = true;
    uv_read_stop((uv_stream_t *)&console->pipe);
    uv_timer_start(&console->slow, lose_patience, SLOW_MS, 0);
    if (uv_write(&console->write, (uv_stream_t *)&console->pipe, &buffer, 1, written) < 0)
        drop(console);
}

static void run_line(struct console *console, const char *line, size_t length) {
    static const char not_printable[] = "error: a command must be text in one line\n";
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' && line[i] != '\t' && line[i] != '\r') {
            send_answer(console, not_printable);
            return;
        }
    log_line(LOG_DEBUG, part, "%s", line);
    console->answer = answer(console->door->server, line);
    send_answer(console, console->answer ? console->answer : no_memory);
}

/* Takes the line that ends at `end` out of what was read, and runs it. */
static void take_line(struct console *console, char *end) {
    char line[LINE_BYTES];
    size_t length = (size_t)(end - console->bytes);
    memcpy(line, console->bytes, length);
    line[length] = '\0';
    console->length -= length + 1;
    memmove(console->bytes, end + 1, console->length);
    bool skipped = console->skipping;
    console->skipping = false;
    if (!skipped && line[strspn(line, " \t\r")]) run_line(console, line, length);
}

static void take_lines(struct console *console) {
    static const char too_long[] = "error: a line must have at most 4095 bytes\n";
    while (!console->writing && !console->closing) {
        char *end = memchr(console->bytes, '\n', console->length);
        if (console->door->closed) {
            drop(console);
        } else if (end) {
            take_line(console, end);
        } else if (console->length == sizeof console->bytes) {
            console->length = 0;
            if (!console->skipping) send_answer(console, too_long);
            console->skipping = true;
        } else if (console->leaves) {
            drop(console); /* half a line is no command */
        } else {
            read_more(console);
            return;
        }
    }
}

static void lend(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer) {
    struct console *console = handle->data;
    (void)wanted;
    *buffer = uv_buf_init(console->bytes + console->length,
                          (unsigned)(sizeof console->bytes - console->length));
}

static void take_bytes(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer) {
    struct console *console = stream->data;
    (void)buffer;
    if (count > 0) {
        console->door->server->metrics.values[METRICS_IN] += (uint64_t)count;
        console->length += (size_t)count;
    }
    if (count < 0) console->leaves = true;
    if (count < 0) uv_read_stop(stream);
    if (count != 0) take_lines(console);
}

static void read_more(struct console *console) {
    if (!uv_is_active((uv_handle_t *)&console->pipe) &&
        uv_read_start((uv_stream_t *)&console->pipe, lend, take_bytes) < 0)
        drop(console);
}

static void enlist(struct console_door *door, struct console *console) {
    console->door = door;
    console->next = door->consoles;
    console->prior = &door->consoles;
    if (door->consoles) door->consoles->prior = &console->next;
    door->consoles = console;
    door->count++;
    door->server->metrics.values[METRICS_CONSOLE]++;
}

static void refuse(struct console_door *door, int socket) {
    static const char why[] = "error: there are too many consoles\n";
    if (send(socket, why, sizeof why - 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        log_line(LOG_DEBUG, part, "a console was refused, and did not hear it");
    door->server->metrics.values[METRICS_REFUSED]++;
    close(socket);
}

static void take(void *self, int socket, const struct sockaddr *from,
                 const struct limits_address *address) {
    struct console_door *door = self;
    uv_loop_t *loop = &door->server->loop;
    struct console *console = door->count < CONSOLES_MAX ? calloc(1, sizeof *console) : NULL;
    (void)from, (void)address;
    if (!console) {
        refuse(door, socket);
        return;
    }
    uv_pipe_init(loop, &console->pipe, 0);
    uv_timer_init(loop, &console->slow);
    console->pipe.data = console->slow.data = console;
    console->open_handles = 2;
    enlist(door, console);
    if (uv_pipe_open(&console->pipe, socket) < 0) {
        close(socket);
        drop(console);
    } else {
        read_more(console);
    }
}

struct console_door *console_open(struct server *server, struct text *wrong) {
    struct console_door *door = calloc(1, sizeof *door);
    const struct listener_setup setup = {.server = server,
                                         .part = part,
                                         .take = take,
                                         .self = door,
                                         .before = "error: ",
                                         .after = "\n"};
    if (!door) {
        text_string(wrong, "there is not enough memory");
        return NULL;
    }
    door->server = server;
    int socket = console_socket_bind(server->options.gm_sock, wrong);
    if (socket >= 0) door->listener = listener_open_on(&setup, socket, wrong);
    if (door->listener) return door;
    if (socket >= 0) unlink(server->options.gm_sock);
    free(door);
    return NULL;
}

/* Answers that are being written are still sent, if that is soon. */
void console_close(struct console_door *door) {
    struct console *next;
    door->closed = true;
    unlink(door->server->options.gm_sock);
    listener_close(door->listener);
    for (struct console *console = door->consoles; console; console = next) {
        next = console->next;
        if (console->writing)
            uv_timer_start(&console->slow, lose_patience, LAST_MS, 0);
        else
            drop(console);
    }
}

void console_free(struct console_door *door) {
    free(door);
}
