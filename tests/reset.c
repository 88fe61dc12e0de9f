/* Asks for WebSockets and resets each connection at a random moment, about when it is answered.
 *
 * usage: reset PORT TIMES */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SETTLE_NS = 200000, LATEST_US = 800 };

static const char request[] =
    "GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

static long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}

static bool visit(const struct sockaddr_in *to) {
    const struct linger none = {.l_onoff = 1};
    const struct timespec settle = {.tv_nsec = SETTLE_NS};
    int made = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(made, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    bool fine = connect(made, (const struct sockaddr *)to, sizeof *to) == 0;
    nanosleep(&settle, NULL);
    fine = fine && send(made, request, sizeof request - 1, MSG_NOSIGNAL) > 0;
    for (long end = nanoseconds() + rand() % LATEST_US * 1000L; nanoseconds() < end;) continue;
    close(made);
    return fine;
}

int main(int count, char **arguments) {
    struct sockaddr_in to = {.sin_family = AF_INET};
    int done = 0;
    if (count != 3) return 2;
    to.sin_port = htons((uint16_t)atoi(arguments[1]));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int i = atoi(arguments[2]); i > 0; i--) done += visit(&to);
    printf("%d connections\n", done);
    return 0;
}
