/* storm_server PORT HTTP_PORT SOCKET SECONDS SEED FILE...: many connections to all doors of a
 * server that come, send noise and things that are half right, read or do not read, and go, some
 * without a word. The files hold requests of the protocol. Whether the server lived through it is
 * for the caller to find out. */
#include "base/rng.h"
#include "tests/support/mutate.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { GUESTS = 150, POOL_MAX = 128, OUT_BYTES = 1 << 17, PIECE = 1 << 16, TURN_MS = 2 };
enum door { TELNET, HTTP, WEBSOCKET, CONSOLE, DOORS };
static const char *const door_names[DOORS] = {"terminals", "HTTP", "WebSockets", "consoles"};

struct guest {
    int socket; /* -1: not there */
    enum door door;
    bool reads;   /* what is sent to it */
    bool greeted; /* it said what its door hears first */
    int turns;    /* left */
    char *out;
    size_t at, end;
};

static struct guest guests[GUESTS];
static struct rng rng;
static struct {
    char *text;
    size_t length;
} pool[POOL_MAX];
static size_t pool_count;
static struct {
    int ports[2];
    const char *path;
    unsigned long opened[DOORS], refused, ended;
    unsigned long long sent, got;
} storm;

static _Noreturn void stop(const char *message) {
    fprintf(stderr, "storm_server: %s\n", message);
    exit(1);
}

static uint32_t below(uint32_t limit) {
    return rng_below(&rng, limit);
}

static bool one_in(uint32_t count) {
    return below(count) == 0;
}

#define PICK(list) (list)[below(sizeof(list) / sizeof *(list))]

static void put(struct guest *guest, const void *bytes, size_t count) {
    if (count > OUT_BYTES - guest->end) count = OUT_BYTES - guest->end;
    memcpy(guest->out + guest->end, bytes, count);
    guest->end += count;
}

static void put_string(struct guest *guest, const char *string) {
    put(guest, string, strlen(string));
}

static void put_noise(struct guest *guest, size_t count) {
    for (; count > 0 && guest->end < OUT_BYTES; count--)
        guest->out[guest->end++] = (char)below(256);
}

/* Terminals */

static void put_option(struct guest *guest) {
    static const unsigned char commands[] = {240, 241, 244, 246, 250, 251, 252, 253, 254, 255};
    unsigned char bytes[] = {255, PICK(commands), (unsigned char)below(one_in(2) ? 50 : 256)};
    put(guest, bytes, sizeof bytes);
    if (bytes[1] != 250) return;
    if (one_in(2)) put_string(guest, "\037");
    put_noise(guest, below(one_in(20) ? 5000 : 12));
    if (!one_in(3)) put(guest, "\377\360", 2);
}

static void put_keys(struct guest *guest) {
    static const char *const keys[] = {"\r",
                                       "\n",
                                       "\r\n",
                                       "\r\0",
                                       "\033",
                                       "\033[A",
                                       "\033[B",
                                       "\033[C",
                                       "\033[D",
                                       "\033OA",
                                       "\033[1;5",
                                       "\t",
                                       " ",
                                       "q",
                                       "?",
                                       "y",
                                       "n",
                                       "t",
                                       "p",
                                       "w",
                                       "anna",
                                       "b\xC3\xA9",
                                       "\xE2\x82",
                                       "\x7F",
                                       "\x03",
                                       "\033[5~",
                                       "\033[<0;10;10M",
                                       "\033[<0;10;10m",
                                       "\033[200~paste",
                                       "\033[201~",
                                       "\033[24;80R",
                                       "\033[999;999R",
                                       "\033]11;rgb:0/0/0\007",
                                       "\x04",
                                       "1",
                                       "2",
                                       "9"};
    for (uint32_t i = below(12); i > 0; i--) put_string(guest, PICK(keys));
}

static void talk_telnet(struct guest *guest) {
    char name[32];
    if (!guest->greeted && !one_in(4)) {
        snprintf(name, sizeof name, "guest %u\r", below(300));
        put(guest, "\377\375\001\377\375\003\377\373\037\377\372\037\0\120\0\030\377\360", 18);
        put_string(guest, name);
        guest->greeted = true;
    } else if (one_in(3)) {
        put_option(guest);
    } else if (one_in(10)) {
        put_noise(guest, below(one_in(10) ? 20000 : 100));
    } else {
        put_keys(guest);
    }
}

/* Browsers */

static void put_headers(struct guest *guest) {
    static const char *const headers[] = {"Host: localhost",
                                          "Connection: close",
                                          "Connection: Upgrade",
                                          "Upgrade: websocket",
                                          "Sec-WebSocket-Version: 13",
                                          "Accept-Encoding: gzip",
                                          "If-None-Match: \"x\"",
                                          "Content-Length: 5",
                                          "Content-Length: -1",
                                          "Origin: http://evil.x",
                                          "Content-Length: 99999999999",
                                          "Transfer-Encoding: chunked",
                                          "Range: bytes=0-1",
                                          ": empty",
                                          "no colon",
                                          "Cookie: a=b",
                                          "Expect: 100-continue",
                                          "Sec-WebSocket-Key: short"};
    for (uint32_t i = below(6); i > 0; i--) {
        put_string(guest, PICK(headers));
        put_string(guest, one_in(20) ? "\n" : "\r\n");
    }
    if (!one_in(30)) return;
    put_string(guest, "X-Long: ");
    for (uint32_t i = below(20000); i > 0; i--) put_string(guest, "x");
    put_string(guest, "\r\n");
}

static void talk_http(struct guest *guest) {
    static const char *const methods[] = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "get", "X", ""};
    static const char *const paths[] = {
        "/",       "/healthz", "/metrics",          "/ws", "/x",    "/../../etc/passwd",
        "/%2e%2e", "*",        "http://localhost/", "//",  "/?a=b", "/%00",
        "",        "/\xFF",    "/.git/config"};
    if (one_in(15)) {
        put_noise(guest, below(3000));
        return;
    }
    put_string(guest, one_in(2) ? "GET" : PICK(methods));
    put_string(guest, " ");
    put_string(guest, PICK(paths));
    put_string(guest, one_in(10) ? " HTTP/9.9\r\n" : one_in(5) ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n");
    put_headers(guest);
    if (!one_in(10)) put_string(guest, "\r\n");
    if (one_in(5)) put_noise(guest, below(200));
}

/* WebSockets */

static void put_frame(struct guest *guest, int opcode, const char *bytes, size_t count) {
    unsigned char head[10] = {(unsigned char)(0x80 | opcode)}, mask[4];
    size_t length = 2;
    head[1] = (unsigned char)(0x80 | (count < 126 ? count : count < 65536 ? 126 : 127));
    for (int i = count < 126 ? 0 : count < 65536 ? 2 : 8; i > 0; i--)
        head[length++] = (unsigned char)(i > 4 ? 0 : count >> (8 * (i - 1)));
    if (one_in(60)) head[0] = (unsigned char)below(256);
    if (one_in(60)) head[1] = (unsigned char)below(256);
    for (int i = 0; i < 4; i++) mask[i] = (unsigned char)below(256);
    put(guest, head, length);
    put(guest, mask, sizeof mask);
    for (size_t i = 0; i < count && guest->end < OUT_BYTES; i++)
        guest->out[guest->end++] = (char)((unsigned char)bytes[i] ^ mask[i % 4]);
}

static void put_request(struct guest *guest) {
    static const char *const requests[] = {
        "{\"cmd\":\"room.list\",\"follow\":true}",
        "{\"cmd\":\"room.create\",\"game\":\"falls\"}",
        "{\"cmd\":\"room.create\",\"game\":\"azul\",\"seats\":2,\"title\":\"x\"}",
        "{\"cmd\":\"room.create\",\"game\":\"slide\",\"params\":{\"rows\":3,\"cols\":3}}",
        "{\"cmd\":\"room.create\",\"game\":\"lines\",\"rounds\":99}",
        "{\"cmd\":\"room.agent\",\"agent\":\"random\"}",
        "{\"cmd\":\"room.agent\"}",
        "{\"cmd\":\"room.dismiss\"}",
        "{\"cmd\":\"room.ready\",\"ready\":true}",
        "{\"cmd\":\"room.act\",\"action\":\"left\"}",
        "{\"cmd\":\"room.act\",\"action\":{\"blank\":\"Up\"}}",
        "{\"cmd\":\"room.pause\",\"paused\":true}",
        "{\"cmd\":\"room.chat\",\"text\":\"hello\"}",
        "{\"cmd\":\"room.leave\"}",
        "{\"cmd\":\"hall.leave\"}",
        "{\"cmd\":\"hall.top\",\"game\":\"falls\"}",
        "{\"cmd\":\"hall.player\",\"name\":\"guest 1\"}",
        "{\"cmd\":\"hall.games\",\"game\":\"azul\"}",
        "{\"cmd\":\"hall.record\",\"record\":1}",
        "{\"cmd\":\"hall.return\",\"token\":\"00112233445566778899aabbccddeeff\"}"};
    static char damaged[PIECE];
    char text[200];
    const char *request = PICK(requests);
    if (one_in(6)) {
        snprintf(text, sizeof text, "{\"cmd\":\"room.%s\",\"room\":%u}",
                 one_in(3) ? "watch" : "join", below(20));
        request = text;
    }
    size_t length = strlen(request);
    if (pool_count && one_in(4)) {
        size_t at = below((uint32_t)pool_count);
        request = pool[at].text;
        length = pool[at].length;
    }
    size_t bytes = one_in(3) ? mutate_json(request, length, damaged, sizeof damaged, &rng) : 0;
    put_frame(guest, 1, bytes ? damaged : request, bytes ? bytes : length);
}

static void greet_websocket(struct guest *guest) {
    char text[100];
    put_string(guest, "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    snprintf(text, sizeof text, "{\"cmd\":\"hall.enter\",\"name\":\"web %u\"}", below(300));
    if (!one_in(4)) put_frame(guest, 1, text, strlen(text));
    guest->greeted = true;
}

static void talk_websocket(struct guest *guest) {
    static char noise[300];
    for (size_t i = 0; i < sizeof noise; i++) noise[i] = (char)below(256);
    if (!guest->greeted)
        greet_websocket(guest);
    else if (one_in(20))
        put_frame(guest, (int)below(16), noise, below(sizeof noise));
    else if (one_in(40))
        put_noise(guest, below(500));
    else
        put_request(guest);
}

/* Consoles: everything but what ends the server. */

static void talk_console(struct guest *guest) {
    static const char *const lines[] = {
        "players\n",       "rooms\n",      "status\n",       "stats\n",
        "start\n",         "start 1\n",    "end\n",          "end 2 now\n",
        "set virs 97\n",   "set virs 4\n", "get tick",       "set tick 50\n",
        "say hello all\n", "help\n",       "kick guest 1\n", "kick web 2 why not\n",
        "accept\n",        "restrict\n",   "kick \"guest\n", "\n"};
    if (one_in(15))
        put_noise(guest, below(one_in(10) ? 10000 : 100));
    else
        put_string(guest, PICK(lines));
    if (one_in(10)) put_string(guest, "accept\n"); /* so that others come in */
}

/* Connections */

static int connect_to(enum door door) {
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    struct sockaddr_in far = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool is_local = door == CONSOLE;
    int made = socket(is_local ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
    if (made < 0) stop("no socket can be made");
    snprintf(local.sun_path, sizeof local.sun_path, "%s", storm.path);
    far.sin_port = htons((uint16_t)storm.ports[door != TELNET]);
    int fine = is_local ? connect(made, (struct sockaddr *)&local, sizeof local)
                        : connect(made, (struct sockaddr *)&far, sizeof far);
    if (fine == 0 && fcntl(made, F_SETFL, O_NONBLOCK) == 0) return made;
    close(made);
    return -1;
}

static void come(struct guest *guest) {
    char *out = guest->out;
    *guest = (struct guest){.door = (enum door)below(DOORS), .reads = !one_in(8), .out = out};
    guest->turns = 1 + (int)below(one_in(3) ? 400 : 40);
    guest->socket = connect_to(guest->door);
    if (guest->socket < 0)
        storm.refused++;
    else
        storm.opened[guest->door]++;
}

/* Some go with what they did not read, so that the server is told by a reset. */
static void go(struct guest *guest) {
    struct linger at_once = {.l_onoff = 1};
    if (one_in(3)) setsockopt(guest->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(guest->socket);
    guest->socket = -1;
    storm.ended++;
}

static void say_next(struct guest *guest) {
    static void (*const talk[DOORS])(struct guest *) = {talk_telnet, talk_http, talk_websocket,
                                                        talk_console};
    guest->at = guest->end = 0;
    if (!one_in(4)) talk[guest->door](guest);
    if (one_in(50)) shutdown(guest->socket, SHUT_WR);
}

/* Sends some, sometimes byte by byte. Returns false if the other side is gone. */
static bool send_some(struct guest *guest) {
    size_t count = guest->end - guest->at;
    if (count == 0) return true;
    if (one_in(10)) count = 1;
    ssize_t sent = send(guest->socket, guest->out + guest->at, count, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    guest->at += (size_t)sent;
    storm.sent += (unsigned long long)sent;
    return true;
}

static bool read_some(struct guest *guest) {
    static char room[PIECE];
    if (!guest->reads) return true;
    ssize_t got = recv(guest->socket, room, sizeof room, 0);
    if (got > 0) storm.got += (unsigned long long)got;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
}

static void take_turn(struct guest *guest) {
    if (guest->socket < 0) {
        if (one_in(10)) come(guest);
        return;
    }
    if (guest->at == guest->end) say_next(guest);
    if (guest->turns-- <= 0 || !send_some(guest) || !read_some(guest)) go(guest);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void read_pool(const char *name) {
    FILE *file = pool_count < POOL_MAX ? fopen(name, "rb") : NULL;
    char *text = malloc(PIECE / 2);
    if (!file || !text) stop("a file cannot be read");
    size_t length = fread(text, 1, PIECE / 2, file);
    while (length && text[length - 1] == '\n') length--;
    pool[pool_count].text = text;
    pool[pool_count++].length = length;
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc < 6) stop("usage: storm_server PORT HTTP_PORT SOCKET SECONDS SEED FILE...");
    storm.ports[0] = atoi(argv[1]);
    storm.ports[1] = atoi(argv[2]);
    storm.path = argv[3];
    rng = rng_from_string(argv[5], strlen(argv[5]));
    for (int i = 6; i < argc; i++) read_pool(argv[i]);
    for (int i = 0; i < GUESTS; i++) {
        guests[i].socket = -1;
        if (!(guests[i].out = malloc(OUT_BYTES))) stop("there is not enough memory");
    }
    for (double end = now() + atof(argv[4]); now() < end; poll(NULL, 0, TURN_MS))
        for (int i = 0; i < GUESTS; i++) take_turn(&guests[i]);
    for (int i = 0; i < GUESTS; i++) {
        if (guests[i].socket >= 0) go(&guests[i]);
        free(guests[i].out);
    }
    for (size_t i = 0; i < pool_count; i++) free(pool[i].text);
    for (int i = 0; i < DOORS; i++) printf("%lu %s, ", storm.opened[i], door_names[i]);
    printf("%lu not connected; %.1f MB sent, %.1f MB received\n", storm.refused,
           (double)storm.sent / 1e6, (double)storm.got / 1e6);
    return 0;
}
