/* A filter takes the subnegotiations out, and libtelnet gets the rest. It would read some of them
 * unasked, as the one that begins compression, and trusts their lengths. Only two are read here:
 * the size and the type.
 *
 * Clients that send lines are known by what they send: all that is read at once ends with LF. In a
 * line, its end is a key of its own only if the line is empty or a text is typed. */
#include "serve/telnet_decode.h"
#include "serve/log.h"
#include <ctype.h>
#include <libtelnet.h>
#include <string.h>

enum {
    ETX = 3,
    EOT = 4,
    ESC = 0x1B,
    DELETE = 0x7F,
    KILL = 0x15,
    PIECE = 4096,
    NAWS_BYTES = 4,
    FOREIGN_MAX = 1024
};
static const double sub_seconds = 1; /* what takes longer was cut short */

enum filter { DATA, IAC, OPTION, SUB_OPTION, SUB, SUB_IAC };

static const telnet_telopt_t options[] = {
    {TELNET_TELOPT_ECHO, TELNET_WILL, TELNET_DONT}, {TELNET_TELOPT_SGA, TELNET_WILL, TELNET_DO},
    {TELNET_TELOPT_BINARY, TELNET_WILL, TELNET_DO}, {TELNET_TELOPT_NAWS, TELNET_WONT, TELNET_DO},
    {TELNET_TELOPT_TTYPE, TELNET_WONT, TELNET_DO},  {-1, 0, 0}};

/* Keys */

static void give(struct telnet_decode *decode, const uint8_t *bytes, size_t count) {
    if (count) decode->calls->keys(decode->self, bytes, count);
}

/* Returns the length of a report of the cursor's place, "ESC [ rows ; cols R"; 0 if it is none. It
 * answers a question, and stands before what a person typed in a line. */
static size_t report_at(const uint8_t *bytes, size_t count) {
    size_t at = 2;
    if (count < at || bytes[0] != ESC || bytes[1] != '[') return 0;
    while (at < count && (isdigit(bytes[at]) || bytes[at] == ';')) at++;
    return at < count && bytes[at] == 'R' ? at + 1 : 0;
}

/* Takes the end of a line; behind ESC it would make another key of it. */
static void end_line(struct telnet_decode *decode) {
    static const uint8_t end = '\n';
    if (decode->line_count == 0 || (decode->last != ESC && decode->calls->typing(decode->self)))
        give(decode, &end, 1);
    decode->line_count = 0;
    decode->last = 0;
}

static void take_lines(struct telnet_decode *decode, const uint8_t *bytes, size_t count) {
    size_t from = 0;
    for (size_t i = 0; i < count; i++) {
        size_t report = decode->line_count ? 0 : report_at(bytes + i, count - i);
        if (report) {
            i += report - 1;
        } else if (bytes[i] == '\n' ||
                   (bytes[i] == '\r' && i + 1 < count && bytes[i + 1] == '\n')) {
            give(decode, bytes + from, i - from);
            i += bytes[i] == '\r';
            from = i + 1;
            end_line(decode);
        } else {
            decode->line_count++;
            decode->last = bytes[i];
        }
    }
    give(decode, bytes + from, count - from);
}

static void take_data(struct telnet_decode *decode, const uint8_t *bytes, size_t count) {
    if (decode->lined) {
        take_lines(decode, bytes, count);
    } else {
        decode->keyed = true;
        give(decode, bytes, count);
    }
}

/* What libtelnet tells */

static void obey(struct telnet_decode *decode, uint8_t command) {
    static const uint8_t erase = DELETE, erase_line = KILL, stop = ETX, end = EOT;
    switch (command) {
    case TELNET_IP:
    case TELNET_BREAK:
    case TELNET_ABORT:
        give(decode, &stop, 1);
        break;
    case TELNET_EOF:
        give(decode, &end, 1);
        break;
    case TELNET_AYT:
        decode->calls->there(decode->self);
        break;
    case TELNET_EC:
        give(decode, &erase, 1);
        break;
    case TELNET_EL:
        give(decode, &erase_line, 1);
        break;
    }
}

static void ask_type(struct telnet_decode *decode) {
    static const unsigned char question[] = {TELNET_IAC,        TELNET_SB,  TELNET_TELOPT_TTYPE,
                                             TELNET_TTYPE_SEND, TELNET_IAC, TELNET_SE};
    decode->calls->reply(decode->self, (const char *)question, sizeof question);
}

static void hear(telnet_t *telnet, telnet_event_t *event, void *self) {
    struct telnet_decode *decode = self;
    (void)telnet;
    switch (event->type) {
    case TELNET_EV_DATA:
        take_data(decode, (const uint8_t *)event->data.buffer, event->data.size);
        break;
    case TELNET_EV_SEND:
        decode->calls->reply(decode->self, event->data.buffer, event->data.size);
        break;
    case TELNET_EV_IAC:
        obey(decode, event->iac.cmd);
        break;
    case TELNET_EV_DO:
        decode->by_key |=
            event->neg.telopt == TELNET_TELOPT_ECHO || event->neg.telopt == TELNET_TELOPT_SGA;
        break;
    case TELNET_EV_WILL:
        if (event->neg.telopt == TELNET_TELOPT_TTYPE) ask_type(decode);
        break;
    case TELNET_EV_WARNING:
    case TELNET_EV_ERROR:
        log_line(LOG_DEBUG, "telnet", "option bytes: %s", event->error.msg);
        break;
    default:
        break;
    }
}

/* Subnegotiations */

static void finish_sub(struct telnet_decode *decode) {
    const unsigned char *sub = (const unsigned char *)decode->sub;
    if (decode->sub_count >= TELNET_DECODE_SUB_MAX) return;
    if (decode->option == TELNET_TELOPT_NAWS && decode->sub_count == NAWS_BYTES) {
        int cols = sub[0] << 8 | sub[1], rows = sub[2] << 8 | sub[3];
        if (rows && cols) decode->calls->size(decode->self, rows, cols);
    } else if (decode->option == TELNET_TELOPT_TTYPE && decode->sub_count > 1 &&
               sub[0] == TELNET_TTYPE_IS) {
        decode->sub[decode->sub_count] = '\0';
        decode->calls->type(decode->self, decode->sub + 1);
    }
}

/* Returns whether a byte cannot belong to the subnegotiation: so that it was cut short, and the
 * byte is a key. */
static bool is_beyond(const struct telnet_decode *decode, uint8_t byte) {
    if (decode->option == TELNET_TELOPT_NAWS) return decode->sub_count == NAWS_BYTES;
    if (decode->option == TELNET_TELOPT_TTYPE) return decode->sub_count && byte < ' ';
    return decode->sub_count == FOREIGN_MAX;
}

static void take_sub(struct telnet_decode *decode, uint8_t byte) {
    if (decode->sub_count < TELNET_DECODE_SUB_MAX) decode->sub[decode->sub_count] = (char)byte;
    if (decode->sub_count < FOREIGN_MAX) decode->sub_count++;
    decode->state = SUB;
}

static size_t filter(struct telnet_decode *decode, uint8_t byte, uint8_t *out);

static size_t filter_command(struct telnet_decode *decode, uint8_t byte, uint8_t *out) {
    bool verb = byte >= TELNET_WILL && byte <= TELNET_DONT;
    decode->verb = byte;
    decode->state = verb ? OPTION : byte == TELNET_SB ? SUB_OPTION : DATA;
    if (decode->state != DATA || byte == TELNET_SE) return 0;
    out[0] = TELNET_IAC;
    out[1] = byte;
    return 2;
}

/* Filters the byte after an IAC in a subnegotiation. */
static size_t filter_end(struct telnet_decode *decode, uint8_t byte, uint8_t *out) {
    if (byte == TELNET_IAC && !is_beyond(decode, byte)) {
        take_sub(decode, byte);
        return 0;
    }
    if (byte == TELNET_SE) finish_sub(decode);
    return filter_command(decode, byte, out);
}

static size_t filter_sub(struct telnet_decode *decode, uint8_t byte, uint8_t *out) {
    if (byte == TELNET_IAC) {
        decode->state = SUB_IAC;
    } else if (is_beyond(decode, byte)) {
        decode->state = DATA;
        return filter(decode, byte, out);
    } else {
        take_sub(decode, byte);
    }
    return 0;
}

/* Takes a byte. Returns how many bytes go on to libtelnet: at most 3. */
static size_t filter(struct telnet_decode *decode, uint8_t byte, uint8_t *out) {
    switch ((enum filter)decode->state) {
    case IAC:
        return filter_command(decode, byte, out);
    case OPTION:
        decode->state = DATA;
        memcpy(out, (const uint8_t[]){TELNET_IAC, decode->verb, byte}, 3);
        return 3;
    case SUB_OPTION:
        decode->option = byte;
        decode->sub_count = 0;
        decode->state = byte == TELNET_IAC ? SUB_IAC : SUB;
        return 0;
    case SUB:
        return filter_sub(decode, byte, out);
    case SUB_IAC:
        return filter_end(decode, byte, out);
    case DATA:
        break;
    }
    out[0] = byte;
    if (byte == TELNET_IAC) decode->state = IAC;
    return byte != TELNET_IAC;
}

/* Filters a piece. Sizes and types are told when what came before them has been taken. */
static void take_piece(struct telnet_decode *decode, const uint8_t *bytes, size_t count) {
    uint8_t clean[PIECE + 3];
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        if (decode->state == SUB_IAC || length >= PIECE) {
            telnet_recv(decode->telnet, (const char *)clean, length);
            length = 0;
        }
        length += filter(decode, bytes[i], clean + length);
    }
    if (length) telnet_recv(decode->telnet, (const char *)clean, length);
}

bool telnet_decode_take(struct telnet_decode *decode, const uint8_t *bytes, size_t count,
                        double now) {
    bool in_sub = decode->state >= SUB_OPTION;
    if (in_sub && now - decode->sub_at > sub_seconds) decode->state = DATA;
    decode->lined = count && bytes[count - 1] == '\n' && !decode->by_key && !decode->keyed;
    take_piece(decode, bytes, count);
    if (!in_sub) decode->sub_at = now;
    return decode->lined;
}

bool telnet_decode_init(struct telnet_decode *decode, const struct telnet_decode_calls *calls,
                        void *self) {
    *decode = (struct telnet_decode){.calls = calls, .self = self};
    decode->telnet = telnet_init(options, hear, 0, decode);
    return decode->telnet;
}

void telnet_decode_release(struct telnet_decode *decode) {
    if (decode->telnet) telnet_free(decode->telnet);
    decode->telnet = NULL;
}

void telnet_decode_greet(struct telnet_decode *decode) {
    static const unsigned char wishes[][2] = {
        {TELNET_WILL, TELNET_TELOPT_ECHO}, {TELNET_WILL, TELNET_TELOPT_SGA},
        {TELNET_DO, TELNET_TELOPT_SGA},    {TELNET_WILL, TELNET_TELOPT_BINARY},
        {TELNET_DO, TELNET_TELOPT_BINARY}, {TELNET_DO, TELNET_TELOPT_NAWS},
        {TELNET_DO, TELNET_TELOPT_TTYPE},
    };
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        telnet_negotiate(decode->telnet, wishes[i][0], wishes[i][1]);
}
