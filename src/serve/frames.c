/* A reader counts the bytes of whole frames, so that it knows when nothing is half read: a
 * connection at rest then needs none, and costs no memory of wslay's. */
#include "serve/frames.h"
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum { HEAD_MAX = 10, SHORT_MAX = 125, MEDIUM_MAX = 65535, FINAL = 0x80, MASK_BYTES = 4 };

static struct frames_buffer *buffer_new(size_t length) {
    struct frames_buffer *buffer = malloc(sizeof *buffer + length);
    if (!buffer) return NULL;
    buffer->holders = 1;
    buffer->length = length;
    return buffer;
}

static size_t extended_bytes(uint64_t length) {
    return length <= SHORT_MAX ? 0 : length <= MEDIUM_MAX ? 2 : 8;
}

/* Writes the head of a frame that is not masked. */
static void put_head(uint8_t *head, int opcode, uint64_t length) {
    size_t extended = extended_bytes(length);
    head[0] = (uint8_t)(FINAL | opcode);
    head[1] = (uint8_t)(extended == 0 ? length : extended == 2 ? 126 : 127);
    for (size_t i = 0; i < extended; i++)
        head[2 + i] = (uint8_t)(length >> (8 * (extended - 1 - i)));
}

struct frames_buffer *frames_make(int opcode, const char *bytes, size_t length) {
    size_t head = 2 + extended_bytes(length);
    struct frames_buffer *buffer = buffer_new(head + length);
    if (!buffer) return NULL;
    put_head(buffer->bytes, opcode, length);
    if (length > 0) memcpy(buffer->bytes + head, bytes, length);
    return buffer;
}

struct frames_buffer *frames_make_close(int code, const char *why) {
    char bytes[2 + FRAMES_WHY_MAX] = {(char)(code >> 8), (char)(code & 0xFF)};
    size_t length = strlen(why);
    if (length > FRAMES_WHY_MAX) length = FRAMES_WHY_MAX;
    /* A cut must not part a character. */
    while (length > 0 && length < strlen(why) && ((unsigned char)why[length] & 0xC0) == 0x80)
        length--;
    memcpy(bytes + 2, why, length);
    return frames_make(WSLAY_CONNECTION_CLOSE, bytes, 2 + length);
}

struct frames_buffer *frames_hold(struct frames_buffer *buffer) {
    buffer->holders++;
    return buffer;
}

void frames_drop(struct frames_buffer *buffer) {
    if (buffer && --buffer->holders == 0) free(buffer);
}

struct frames_reader {
    wslay_event_context_ptr context;
    struct frames_events events;
    const uint8_t *at, *end;
    uint64_t given, taken; /* bytes; those of whole frames */
    uint64_t frame;        /* bytes of the frame that is being read */
    bool open;             /* a message in several frames is half read */
    bool failed;
};

static ssize_t give(wslay_event_context_ptr context, uint8_t *buffer, size_t capacity, int flags,
                    void *self) {
    struct frames_reader *reader = self;
    size_t count = (size_t)(reader->end - reader->at);
    (void)flags;
    if (count == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (count > capacity) count = capacity;
    memcpy(buffer, reader->at, count);
    reader->at += count;
    reader->given += count;
    return (ssize_t)count;
}

static ssize_t send_out(wslay_event_context_ptr context, const uint8_t *bytes, size_t length,
                        int flags, void *self) {
    struct frames_reader *reader = self;
    struct frames_buffer *buffer = buffer_new(length);
    (void)flags;
    if (!buffer) {
        wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    memcpy(buffer->bytes, bytes, length);
    reader->events.send(reader->events.self, buffer);
    return (ssize_t)length;
}

static void begin_frame(wslay_event_context_ptr context,
                        const struct wslay_event_on_frame_recv_start_arg *frame, void *self) {
    struct frames_reader *reader = self;
    (void)context;
    reader->frame = 2 + MASK_BYTES + extended_bytes(frame->payload_length) + frame->payload_length;
    if (!wslay_is_ctrl_frame(frame->opcode)) reader->open = !frame->fin;
}

static void end_frame(wslay_event_context_ptr context, void *self) {
    struct frames_reader *reader = self;
    (void)context;
    reader->taken += reader->frame;
}

static void take_message(wslay_event_context_ptr context,
                         const struct wslay_event_on_msg_recv_arg *message, void *self) {
    static const uint8_t why[] = "Messages must be text.";
    struct frames_reader *reader = self;
    if (message->opcode == WSLAY_TEXT_FRAME) {
        const char *text = message->msg_length > 0 ? (const char *)message->msg : "";
        reader->events.message(reader->events.self, text, message->msg_length);
    } else if (message->opcode == WSLAY_BINARY_FRAME) {
        wslay_event_queue_close(context, WSLAY_CODE_UNSUPPORTED_DATA, why, sizeof why - 1);
        wslay_event_shutdown_read(context);
    }
}

struct frames_reader *frames_reader_new(const struct frames_events *events) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = give,
        .send_callback = send_out,
        .on_frame_recv_start_callback = begin_frame,
        .on_frame_recv_end_callback = end_frame,
        .on_msg_recv_callback = take_message,
    };
    struct frames_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->events = *events;
    if (wslay_event_context_server_init(&reader->context, &callbacks, reader) != 0) {
        free(reader);
        return NULL;
    }
    wslay_event_config_set_max_recv_msg_length(reader->context, FRAMES_MESSAGE_MAX);
    return reader;
}

void frames_reader_free(struct frames_reader *reader) {
    if (!reader) return;
    wslay_event_context_free(reader->context);
    free(reader);
}

/* wslay says nothing to who breaks the form of a frame. */
static void fail(struct frames_reader *reader, int error) {
    reader->failed = true;
    struct frames_buffer *frame =
        error == WSLAY_ERR_NOMEM
            ? frames_make_close(WSLAY_CODE_INTERNAL_SERVER_ERROR, "There is not enough memory.")
            : frames_make_close(WSLAY_CODE_PROTOCOL_ERROR, "The frame must be as RFC 6455 says.");
    if (frame) reader->events.send(reader->events.self, frame);
}

bool frames_take(struct frames_reader *reader, const uint8_t *bytes, size_t length) {
    reader->at = bytes;
    reader->end = bytes + length;
    int error = wslay_event_recv(reader->context);
    if (error)
        fail(reader, error);
    else if (wslay_event_send(reader->context) != 0)
        reader->failed = true;
    return !reader->failed && wslay_event_get_read_enabled(reader->context);
}

bool frames_at_rest(const struct frames_reader *reader) {
    return reader->given == reader->taken && !reader->open && !reader->failed;
}

int frames_closed(const struct frames_reader *reader) {
    return wslay_event_get_close_received(reader->context)
               ? wslay_event_get_status_code_received(reader->context)
               : 0;
}
