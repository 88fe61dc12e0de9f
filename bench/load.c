/* Load on a whole server: players of the first game in the lobby, in rooms of eight, at ticks of
 * 200 ms, who press 5 keys a second each by telnet; then WebSockets that only sit there. The server
 * is a process of its own on the first core, this one is pinned to the second.
 *
 *   build/release/bench/load [players=2550] [seconds=10] [sockets=10000] [program=FILE]
 *                            [port=PORT http=PORT, of a server that runs already]
 *                            [sleeps=1: leave the core to others in between]
 *
 * Latency is measured at this end, from a key until the frame that answers it comes. Some keys
 * change nothing: so every 20th player asks for a telnet timing mark behind each key, and only a
 * frame that comes with the mark counts. */
#define _GNU_SOURCE
#include "base/rng.h"
#include "bench/load_server.h"
#include <sys/epoll.h>

enum { PLAYERS_MAX = 9000, SOCKETS_MAX = 18000, PROBE_EACH = 20, SAMPLES_MAX = 1 << 20 };
enum { SLOTS = 4096, KEY_MS = 200, AT_ONCE = 100, IN_BYTES = 1 << 16 };
enum { IAC = 255, DONT = 254, DO = 253, WONT = 252, WILL = 251, SB = 250, SE = 240 };
enum { BINARY = 0, ECHO = 1, SGA = 3, TIMING_MARK = 6, TTYPE = 24, NAWS = 31 };
static const double mark_seconds = 0.004; /* a frame comes at once with its mark, or not at all */

/* NAMING: the screen asks for a name. LISTED: the lobby is shown. SEATED: in a room. PLAYING: in a
 * round. */
enum stage { NEW, NAMING, LISTED, SEATED, PLAYING };

struct player {
    int file;
    enum stage stage;
    bool probes, ready;
    bool right;        /* where it steers its pieces to for a while, so that they do not pile up */
    bool out;          /* of the round: its keys are those of who watches */
    int next;          /* of its slot, or -1 */
    uint8_t option[3]; /* the beginning of a telnet command */
    int option_count;  /* 3 within a subnegotiation */
    double sent, marked; /* when the last key went and its mark came; 0 if none is awaited */
    double framed;       /* when the first frame after the key came; 0 if none did */
};

static struct player *players;
static int players_count = 2550, sockets_count = 10000, seconds = 10, sleeps = 0;
static int stages[PLAYING + 1]; /* how many players got so far */
static int slots[SLOTS];        /* the first player whose key is due in that millisecond */
static struct rng rng;
static int epoll;
static bool playing; /* keys are pressed */
static uint64_t bytes_in, frames_in, keys_out;
static float *samples;
static int samples_count;

static void reply(struct player *player, const void *bytes, size_t count) {
    if (send(player->file, bytes, count, MSG_NOSIGNAL) != (ssize_t)count)
        load_server_fail("a player cannot send");
}

/* Telnet */

static void answer(struct player *player, int command, int option) {
    static const uint8_t size[] = {IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE};
    uint8_t bytes[3] = {IAC, 0, (uint8_t)option};
    bool ours = option == BINARY || option == SGA || option == TTYPE || option == NAWS;
    bool theirs = option == BINARY || option == SGA || option == ECHO;
    if (option == TIMING_MARK || command == DONT || command == WONT) return;
    bytes[1] = (uint8_t)(command == DO ? (ours ? WILL : WONT) : theirs ? DO : DONT);
    reply(player, bytes, sizeof bytes);
    if (command == DO && option == NAWS) reply(player, size, sizeof size);
}

static void note_sample(struct player *player) {
    bool counts = player->framed > 0 && player->framed - player->marked < mark_seconds;
    if (counts && playing && samples_count < SAMPLES_MAX)
        samples[samples_count++] = (float)(player->framed - player->sent);
    player->sent = player->marked = player->framed = 0;
}

static void take_command(struct player *player, int command, int option, double now) {
    static const uint8_t type[] = "\377\372\030\000xterm-256color\377\360";
    if (option == TIMING_MARK && (command == WILL || command == WONT))
        player->marked = now;
    else if (command == SB && option == TTYPE)
        reply(player, type, sizeof type - 1);
    else if (command != SB)
        answer(player, command, option);
}

/* Takes telnet's commands out. Returns whether anything else came. */
static bool take_options(struct player *player, const uint8_t *bytes, size_t count, double now) {
    bool other = false;
    for (size_t i = 0; i < count; i++) {
        uint8_t byte = bytes[i];
        if (player->option_count == 3) { /* a subnegotiation, up to its end */
            if (byte == SE) player->option_count = 0;
        } else if (player->option_count || byte == IAC) {
            player->option[player->option_count++] = byte;
            if (player->option_count < 3) continue;
            player->option_count = player->option[1] == SB ? 3 : 0;
            take_command(player, player->option[1], player->option[2], now);
        } else {
            other = true;
        }
    }
    return other;
}

/* What a player sees */

static void step(struct player *player, enum stage stage) {
    player->stage = stage;
    stages[stage]++;
}

static void look(struct player *player, const char *bytes, size_t count) {
    static const char *const signs[] = {
        [NEW] = "Your name", [NAMING] = "Play ", [LISTED] = "Any key", [SEATED] = "Viruses"};
    char name[16];
    if (player->stage == PLAYING) return;
    if (!memmem(bytes, count, signs[player->stage], strlen(signs[player->stage]))) return;
    step(player, player->stage + 1);
    if (player->stage == NAMING) {
        int length = snprintf(name, sizeof name, "player %d\r", (int)(player - players) + 1);
        reply(player, name, (size_t)length);
    } else if (player->stage == LISTED) {
        reply(player, "\r", 1);
    }
}

static void take(struct player *player) {
    static const char told[] = "another player";
    static char bytes[IN_BYTES];
    ssize_t got = recv(player->file, bytes, sizeof bytes, 0);
    double now = load_server_now();
    if (got <= 0) load_server_fail("a player was disconnected");
    bytes_in += (uint64_t)got;
    frames_in++;
    bool other = take_options(player, (const uint8_t *)bytes, (size_t)got, now);
    if (other && player->sent > 0 && player->framed == 0) player->framed = now;
    if (player->stage != PLAYING) look(player, bytes, (size_t)got);
    if (player->stage == PLAYING && memmem(bytes, (size_t)got, told, strlen(told)))
        player->out = true;
}

static void wait_for_events(int ms) {
    static struct epoll_event events[1024];
    int count = epoll_wait(epoll, events, 1024, ms);
    for (int i = 0; i < count; i++) take(events[i].data.ptr);
}

/* Keys, in a wheel of milliseconds. */

static void set_key(int index, uint64_t at) {
    players[index].next = slots[at % SLOTS];
    slots[at % SLOTS] = index;
}

static uint8_t draw_key(struct player *player) {
    static const char turns[] = "kkll ";
    if (rng_below(&rng, 10) == 0) player->right = !player->right;
    if (rng_below(&rng, 2)) return player->right ? 'd' : 's';
    return (uint8_t)turns[rng_below(&rng, sizeof turns - 1)];
}

static void press(struct player *player) {
    uint8_t bytes[] = {draw_key(player), IAC, DO, TIMING_MARK};
    if (player->out) return;
    if (player->stage < PLAYING) {
        if (!player->ready) reply(player, " ", 1);
        player->ready = true;
        return;
    }
    if (player->sent > 0) note_sample(player);
    keys_out++;
    if (player->probes) player->sent = load_server_now();
    reply(player, bytes, player->probes ? sizeof bytes : 1);
}

static void press_due(uint64_t ms) {
    int index = slots[ms % SLOTS];
    slots[ms % SLOTS] = -1;
    for (int next; index >= 0; index = next) {
        next = players[index].next;
        press(&players[index]);
        set_key(index, ms + KEY_MS / 2 + rng_below(&rng, KEY_MS + 1));
    }
}

/* Unless it must, it never sleeps: the server would pay for waking it, as it does not for real
 * players. */
static void play(double until) {
    uint64_t ms = (uint64_t)(load_server_now() * 1e3);
    for (double now; (now = load_server_now()) < until;) {
        for (; ms <= (uint64_t)(now * 1e3); ms++) press_due(ms);
        wait_for_events(sleeps);
    }
}

/* Beginning */

static void connect_players(const struct load_server *server) {
    for (int i = 0; i < players_count; i++) {
        struct player *player = &players[i];
        *player = (struct player){.file = load_server_connect(server->port, false), .next = -1};
        player->probes = i % PROBE_EACH == 0;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, player->file, &event) < 0) load_server_fail("epoll");
        while (i + 1 - stages[SEATED] >= AT_ONCE) wait_for_events(100);
    }
    while (stages[SEATED] < players_count) wait_for_events(100);
}

/* The first key of each says that it is ready. They begin one after the other, so that rooms begin
 * at different moments, as they do in life. */
static void begin_rounds(void) {
    const uint32_t spread_ms = SLOTS - 1;
    const double most = 60;
    uint64_t ms = (uint64_t)(load_server_now() * 1e3);
    double end = load_server_now() + most;
    for (int i = 0; i < SLOTS; i++) slots[i] = -1;
    for (int i = 0; i < players_count; i++) set_key(i, ms + 1 + rng_below(&rng, spread_ms));
    while (stages[PLAYING] < players_count) {
        play(load_server_now() + 0.5);
        if (load_server_now() > end) load_server_fail("not all players came into a round");
    }
    play(load_server_now() + 1);
}

/* Measuring */

static int compare(const void *a, const void *b) {
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static void print(const char *what, double value, const char *unit, const char *aim) {
    printf("  %-44s %10.3f %-12s %s\n", what, value, unit, aim);
}

static void print_latency(void) {
    qsort(samples, (size_t)samples_count, sizeof *samples, compare);
    if (!samples_count) return;
    print("input to frame, median", 1e3 * samples[samples_count / 2], "ms", "");
    print("input to frame, 99 %", 1e3 * samples[samples_count * 99 / 100], "ms", "at most 20");
    print("input to frame, most", 1e3 * samples[samples_count - 1], "ms", "");
    print("keys measured", samples_count, "", "");
}

static double own_cpu(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void print_server(const struct load_server *server) {
    const char *text = load_server_get(server, "/metrics");
    print("server: input to frame, median",
          1e3 * load_server_number(text, "input_to_frame_seconds{quantile=\"0.5\"} "), "ms", "");
    print("server: input to frame, 99 %",
          1e3 * load_server_number(text, "input_to_frame_seconds{quantile=\"0.99\"} "), "ms", "");
    print("players still in a round", load_server_number(text, "\ntilewright_playing "), "", "");
    print("ticks late so far", load_server_number(text, "\ntilewright_ticks_late_total "), "", "");
}

static void measure_players(const struct load_server *server) {
    double memory = load_server_memory(server);
    connect_players(server);
    double seated = load_server_memory(server);
    begin_rounds();
    playing = true;
    bytes_in = frames_in = keys_out = 0;
    double cpu = load_server_cpu(server), own = own_cpu(), begin = load_server_now();
    play(begin + seconds);
    double time = load_server_now() - begin;
    uint64_t bytes = bytes_in, frames = frames_in, keys = keys_out;
    cpu = load_server_cpu(server) - cpu;
    own = own_cpu() - own;
    double share = players_count * time;
    printf("%d players in real time, %.0f s\n", players_count, time);
    print_latency();
    print_server(server);
    print("memory a player, in a round",
          (load_server_memory(server) - memory) / players_count / 1e3, "kB", "10");
    print("memory a player, waiting", (seated - memory) / players_count / 1e3, "kB", "");
    print("CPU a player", 100 * cpu / share, "% of a core", "0.017");
    print("CPU of the server", 100 * cpu / time, "% of a core", "");
    print("bytes to a player", (double)bytes / share / 1e3, "kB/s", "at most 0.5");
    print("frames to a player", (double)frames / share, "1/s", "");
    int out = 0;
    for (int i = 0; i < players_count; i++) out += players[i].out;
    print("players out of their rounds", out, "", "");
    print("keys of a player", (double)keys / share, "1/s", "5");
    print("CPU of this generator", 100 * own / time, "% of a core", "");
    for (int i = 0; i < players_count; i++) close(players[i].file);
}

/* WebSockets that only sit there. */

static void upgrade(int file) {
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    char answer[2048] = "";
    if (send(file, request, sizeof request - 1, 0) < 0) load_server_fail("send");
    ssize_t got = recv(file, answer, sizeof answer - 1, 0);
    if (got < 12 || memcmp(answer, "HTTP/1.1 101", 12) != 0) load_server_fail("no WebSocket");
}

static void measure_sockets(const struct load_server *server) {
    int *files = calloc((size_t)sockets_count, sizeof *files);
    if (!files) load_server_fail("memory");
    double memory = load_server_memory(server), begin = load_server_now();
    for (int i = 0; i < sockets_count; i++) {
        files[i] = load_server_connect(server->http_port, true);
        upgrade(files[i]);
    }
    double time = load_server_now() - begin, cpu = load_server_cpu(server);
    sleep(2);
    const char *text = load_server_get(server, "/metrics");
    double open = load_server_number(text, "\ntilewright_connections{door=\"websocket\"} ");
    printf("%d idle WebSockets\n", sockets_count);
    print("open", open, "", "");
    print("memory each", (load_server_memory(server) - memory) / sockets_count / 1e3, "kB", "");
    print("to open one", 1e3 * time / sockets_count, "ms", "");
    print("CPU of the server", 100 * (load_server_cpu(server) - cpu) / 2, "% of a core", "0");
    for (int i = 0; i < sockets_count; i++) close(files[i]);
    free(files);
}

static int number_of(const char *argument, const char *name, int most, int standard) {
    size_t length = strlen(name);
    if (strncmp(argument, name, length) != 0 || argument[length] != '=') return standard;
    int value = atoi(argument + length + 1);
    return value < 0 ? 0 : value > most ? most : value;
}

int main(int count, char **arguments) {
    struct load_server server = {0};
    const char *program = "build/release/tilewright";
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        players_count = number_of(argument, "players", PLAYERS_MAX, players_count);
        sockets_count = number_of(argument, "sockets", SOCKETS_MAX, sockets_count);
        seconds = number_of(argument, "seconds", 3600, seconds);
        sleeps = number_of(argument, "sleeps", 1, sleeps);
        server.port = number_of(argument, "port", 65535, server.port);
        server.http_port = number_of(argument, "http", 65535, server.http_port);
        if (strncmp(argument, "program=", 8) == 0) program = argument + 8;
    }
    bool own = !server.port;
    load_server_raise_files();
    rng = rng_new((uint64_t)time(NULL), 0);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    players = calloc((size_t)players_count + 1, sizeof *players);
    samples = calloc(SAMPLES_MAX, sizeof *samples);
    if (epoll < 0 || !players || !samples) load_server_fail("memory");
    if (own) load_server_start(&server, program, players_count);
    load_server_pin(1);
    if (players_count) measure_players(&server);
    if (own) load_server_stop(&server);
    if (own && sockets_count) load_server_start(&server, program, 1);
    if (sockets_count) measure_sockets(&server);
    if (own) load_server_stop(&server);
    return 0;
}
