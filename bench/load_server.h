/* A server to measure: a process of its own on the first core, and what it tells about itself. */
#ifndef BENCH_LOAD_SERVER_H
#define BENCH_LOAD_SERVER_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOAD_SERVER_TEXT = 1 << 16 };

struct load_server {
    pid_t process; /* 0: somebody else's */
    int port, http_port;
};

static pid_t load_server_running; /* the process that must not outlive this one */

static inline void load_server_fail(const char *what) {
    if (load_server_running > 0) kill(load_server_running, SIGKILL);
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static inline double load_server_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline void load_server_pin(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    sched_setaffinity(0, sizeof set, &set); /* where there is only one core, that one serves both */
}

static inline void load_server_raise_files(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) < 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* Reads the number behind a text. */
static inline double load_server_number(const char *text, const char *before) {
    const char *at = strstr(text, before);
    return at ? strtod(at + strlen(before), NULL) : -1;
}

/* Reads what the server says until it says how it ends: then it listens. */
static inline void load_server_read_ports(struct load_server *server, int from) {
    char text[4096];
    size_t length = 0;
    for (ssize_t got; length < sizeof text - 1; length += (size_t)got) {
        got = read(from, text + length, sizeof text - 1 - length);
        if (got <= 0) load_server_fail("the server did not start");
        text[length + (size_t)got] = '\0';
        if (strstr(text, "ends the server")) break;
    }
    const char *telnet = strstr(text, "telnet "), *http = strstr(text, "http://");
    if (telnet) sscanf(telnet, "telnet %*s %d", &server->port);
    if (http) sscanf(http, "http://%*[^:]:%d", &server->http_port);
}

static inline void load_server_start(struct load_server *server, const char *program, int players) {
    int pipes[2];
    char most[16], rooms[16];
    snprintf(most, sizeof most, "%d", players > 1 ? players : 1);
    snprintf(rooms, sizeof rooms, "%d", players / 8 + 8);
    if (pipe(pipes) < 0) load_server_fail("pipe");
    server->process = fork();
    if (server->process < 0) load_server_fail("fork");
    if (server->process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        load_server_pin(0);
        dup2(pipes[1], STDOUT_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        execl(program, program, "serve", "--listen", "127.0.0.1", "--port", "-1", "--http-port",
              "-1", "--db", ":memory:", "--gm-sock", "", "--per-address", "0", "--tick", "200",
              "--virs", "2", "--max-players", most, "--rooms", rooms, "--log-level", "warning",
              (char *)NULL);
        load_server_fail(program);
    }
    load_server_running = server->process;
    close(pipes[1]);
    load_server_read_ports(server, pipes[0]);
    close(pipes[0]);
}

static inline void load_server_stop(struct load_server *server) {
    if (server->process <= 0) return;
    kill(server->process, SIGINT);
    kill(server->process, SIGINT);
    waitpid(server->process, NULL, 0);
    server->process = load_server_running = 0;
}

static inline struct sockaddr_in load_server_address(int port) {
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/* Begins to connect. Returns the socket. */
static inline int load_server_connect(int port, bool waits) {
    struct sockaddr_in address = load_server_address(port);
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | (waits ? 0 : SOCK_NONBLOCK), 0);
    if (file < 0) load_server_fail("socket");
    if (connect(file, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS)
        load_server_fail("connect");
    return file;
}

/* Asks for a page. The text lasts until the next call. */
static inline const char *load_server_get(const struct load_server *server, const char *path) {
    static char text[LOAD_SERVER_TEXT];
    size_t length = 0;
    int file = load_server_connect(server->http_port, true);
    int count = snprintf(text, sizeof text,
                         "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    if (send(file, text, (size_t)count, 0) < 0) load_server_fail("send");
    for (ssize_t got = 1; got > 0 && length < sizeof text - 1;
         length += (size_t)(got > 0 ? got : 0))
        got = recv(file, text + length, sizeof text - 1 - length, 0);
    text[length] = '\0';
    close(file);
    return text;
}

/* Return the seconds of processor time and the bytes of memory that the server takes. */
static inline double load_server_cpu(const struct load_server *server) {
    return load_server_number(load_server_get(server, "/metrics"), "\nprocess_cpu_seconds_total ");
}

static inline double load_server_memory(const struct load_server *server) {
    return load_server_number(load_server_get(server, "/metrics"),
                              "\nprocess_resident_memory_bytes ");
}

#endif
