/* The loop. Whatever is called in the hall is followed by server_stir; then, before the loop waits
 * again, the hall runs once, the timer is set to what is due next, and the doors send what changed:
 * once a turn, however much happened in it. */
#include "serve/server.h"
#include "hall/room.h"
#include "play/pool.h"
#include "serve/console.h"
#include "serve/files.h"
#include "serve/http.h"
#include "serve/listener.h"
#include "serve/log.h"
#include "serve/telnet.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

enum { WRONG_BYTES = 600, GRACE_SECONDS = 600 };
static const char part[] = "server";
static const char no_memory[] = "there is not enough memory";
static const char farewell[] = "The server ends. Thank you for playing!";

static const int signals[] = {SIGUSR1, SIGTERM, SIGINT, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* A question to the store that is not answered yet; of a game to keep, its result. */
struct question {
    uint64_t tag;
    server_take *take; /* NULL: nobody waits for the answer any more */
    void *self;
    struct hall_result *result;
    struct question *next;
};

struct server_private {
    struct host_system system;
    uv_prepare_t settle;
    uv_timer_t due, grace;
    uv_async_t hall_woken, store_woken, clerk_woken;
    uv_signal_t signals[SIGNALS];
    uv_handle_t *handles[6 + SIGNALS]; /* those of the above that are open */
    int handles_count;
    bool stirred, at_once;
    struct question *questions, **questions_end; /* in the order they were asked */
    uint64_t tag;                                /* of the last one */
    int keeping;                                 /* games that are being kept */
};

double server_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void server_stir(struct server *server) {
    server->private->stirred = true;
}

/* Questions to the store */

static struct question *add_question(struct server *server, server_take *take, void *self) {
    struct server_private *private = server->private;
    struct question *question = calloc(1, sizeof *question);
    if (!question) return NULL;
    *question = (struct question){.tag = ++private->tag, .take = take, .self = self};
    *private->questions_end = question;
    private->questions_end = &question->next;
    return question;
}

static struct question **find_question(struct server *server, uint64_t tag) {
    struct question **at = &server->private->questions;
    while (*at && (*at)->tag != tag) at = &(*at)->next;
    return at;
}

static void remove_question(struct server *server, struct question **at) {
    struct question *question = *at;
    *at = question->next;
    if (!*at) server->private->questions_end = at;
    free(question);
}

/* A question that the store had no room for is as if it had not been asked. */
static uint64_t asked(struct server *server, struct question *question, bool fine) {
    uint64_t tag = question->tag;
    if (!fine) remove_question(server, find_question(server, tag));
    return fine ? tag : 0;
}

uint64_t server_ask_top(struct server *server, const char *game, int count, server_take *take,
                        void *self) {
    struct question *question = add_question(server, take, self);
    if (!question) return 0;
    return asked(server, question, store_ask_top(server->store, question->tag, game, count));
}

uint64_t server_ask_history(struct server *server, const char *name, int count, server_take *take,
                            void *self) {
    struct question *question = add_question(server, take, self);
    if (!question) return 0;
    return asked(server, question, store_ask_history(server->store, question->tag, name, count));
}

uint64_t server_ask_recent(struct server *server, const char *game, int count, server_take *take,
                           void *self) {
    struct question *question = add_question(server, take, self);
    if (!question) return 0;
    return asked(server, question, store_ask_recent(server->store, question->tag, game, count));
}

uint64_t server_ask_record(struct server *server, int64_t id, server_take *take, void *self) {
    struct question *question = add_question(server, take, self);
    if (!question) return 0;
    return asked(server, question, store_ask_record(server->store, question->tag, id));
}

void server_forget(struct server *server, uint64_t tag) {
    struct question *question = *find_question(server, tag);
    if (question) question->take = NULL;
}

/* Games to keep */

static void fill_game(const struct hall_result *result, struct store_game *game) {
    memset(game, 0, sizeof *game);
    snprintf(game->game, sizeof game->game, "%s", result->game->name);
    memcpy(game->params, result->params, sizeof game->params);
    game->ended = time(NULL);
    game->seconds = result->seconds;
    game->race = result->race;
    game->rated = result->rated;
    game->seats_count = result->seats_count;
    for (int i = 0; i < result->seats_count; i++) {
        struct store_seat *seat = &game->seats[i];
        snprintf(seat->name, sizeof seat->name, "%s", result->seats[i].name);
        seat->agent = result->seats[i].agent;
        seat->points = result->seats[i].points;
        seat->rank = result->seats[i].rank;
        seat->won = result->seats[i].won;
    }
    game->journals_count = result->journals_count;
    for (int i = 0; i < result->journals_count; i++) {
        game->journals[i].bytes = result->journals[i].bytes;
        game->journals[i].length = result->journals[i].length;
    }
}

static void log_result(const struct hall_result *result) {
    const char *winner = "nobody";
    for (int i = 0; i < result->seats_count; i++)
        if (result->seats[i].won) winner = result->seats[i].name;
    log_line(LOG_INFO, part, "room %u (%s): round %d over, %s won, record %lld%s", result->room_id,
             result->game->name, result->round, winner, (long long)result->record,
             result->rated ? "" : ", not rated");
}

static void end_keeping(struct server *server, struct hall_result *result, const char *wrong) {
    server->metrics.values[wrong ? METRICS_NOT_KEPT : METRICS_KEPT]++;
    if (wrong)
        log_line(LOG_ERROR, "store", "a game of %s was not kept: %s", result->game->name, wrong);
    else
        log_result(result);
    hall_kept(server->hall, result, wrong, server_now());
    server_stir(server);
}

static void keep(void *self, struct hall_result *result) {
    struct server *server = self;
    struct store_game game;
    struct question *question = add_question(server, NULL, NULL);
    fill_game(result, &game);
    if (question && asked(server, question, store_keep(server->store, question->tag, &game))) {
        question->result = result;
        server->private->keeping++;
        return;
    }
    end_keeping(server, result, question ? "too much waits to be written" : no_memory);
}

static void take_kept(struct server *server, const struct store_answer *answer,
                      struct hall_result *result) {
    server->private->keeping--;
    result->record = answer->game.id;
    for (int i = 0; i < result->seats_count && i < answer->game.seats_count; i++) {
        result->seats[i].rating = answer->game.seats[i].after;
        result->seats[i].gain = answer->game.seats[i].after - answer->game.seats[i].before;
    }
    end_keeping(server, result, *answer->wrong ? answer->wrong : NULL);
}

static void take_answers(uv_async_t *async) {
    struct server *server = async->data;
    struct store_answer *answer;
    while ((answer = store_take(server->store))) {
        struct question **at = find_question(server, answer->tag);
        if (*at) {
            struct question question = **at;
            remove_question(server, at);
            if (question.result) take_kept(server, answer, question.result);
            if (question.take) question.take(question.self, answer);
        }
        store_drop(answer);
    }
}

/* Time */

static void run_hall(uv_async_t *async) {
    server_stir(async->data);
}

static void deliver(uv_async_t *async) {
    struct server *server = async->data;
    clerk_deliver(server->clerk);
}

static void come_due(uv_timer_t *timer) {
    server_stir(timer->data);
}

static void set_timer(struct server *server) {
    double wait = hall_due(server->hall) - server_now();
    if (isinf(wait)) {
        uv_timer_stop(&server->private->due);
        return;
    }
    uv_update_time(&server->loop);
    uv_timer_start(&server->private->due, come_due, wait > 0 ? (uint64_t)ceil(wait * 1e3) : 0, 0);
}

static bool is_busy(const struct server *server) {
    for (const struct room *room = server->hall->rooms; room; room = room->next)
        if (room->phase == ROOM_ROUND || room->phase == ROOM_ENDING) return true;
    return server->private->keeping > 0;
}

/* Closes the doors. The loop ends when all that they had open is closed. */
static void close_doors(struct server *server) {
    struct server_private *private = server->private;
    server->closed = true;
    log_line(LOG_INFO, part, "closing");
    if (server->telnet) telnet_close(server->telnet, farewell);
    if (server->http) http_close(server->http, farewell);
    if (server->console) console_close(server->console);
    for (int i = 0; i < private->handles_count; i++) uv_unref(private->handles[i]);
}

static void settle(uv_prepare_t *prepare) {
    struct server *server = prepare->data;
    struct server_private *private = server->private;
    if (!private->stirred || server->closed) return;
    private->stirred = false;
    hall_run(server->hall, server_now());
    set_timer(server);
    if (server->telnet) telnet_flush(server->telnet);
    if (server->http) http_flush(server->http);
    if (server->ending && !is_busy(server)) close_doors(server);
}

/* Ending */

static void lose_patience(uv_timer_t *timer) {
    log_line(LOG_WARNING, part, "rounds are still played; they end as they stand");
    server_end(timer->data, true);
}

void server_end(struct server *server, bool at_once) {
    struct server_private *private = server->private;
    if (server->closed || private->at_once || (server->ending && !at_once)) return;
    log_line(LOG_INFO, part, at_once ? "ending now" : "ending after the rounds that are played");
    private->at_once = at_once;
    server->ending = true;
    hall_announce(server->hall, at_once ? "The server ends now."
                                        : "The server ends after the rounds that are played.");
    hall_end(server->hall, at_once, server_now());
    uv_timer_start(&private->grace, lose_patience, GRACE_SECONDS * UINT64_C(1000), 0);
    server_stir(server);
}

int server_start(struct server *server, const char **wrong) {
    int started = 0;
    struct room *next;
    *wrong = server->hall->rooms ? "no room is waiting" : "nobody is in a room";
    for (struct room *room = server->hall->rooms; room; room = next) {
        next = room->next;
        if (room->phase != ROOM_WAITING && room->phase != ROOM_CARD) continue;
        const char *why = room_start(room, server_now());
        if (why) *wrong = why;
        started += !why;
    }
    server_stir(server);
    return started;
}

static void start_rounds(struct server *server) {
    const char *wrong;
    int started = server_start(server, &wrong);
    if (started)
        log_line(LOG_INFO, part, "rounds started: %d", started);
    else
        log_line(LOG_WARNING, part, "no round was started: %s", wrong);
}

static void take_signal(uv_signal_t *handle, int number) {
    struct server *server = handle->data;
    if (server->closed) return;
    if (number == SIGUSR1) start_rounds(server);
    if (number == SIGINT) server_end(server, true);
    if (number == SIGTERM) server_end(server, server->ending); /* who asks twice means it */
}

/* Making and freeing */

static void wake(uv_async_t *async) {
    uv_async_send(async);
}

static void wake_hall(void *self) {
    wake(&((struct server *)self)->private->hall_woken);
}

static void wake_store(void *self) {
    wake(&((struct server *)self)->private->store_woken);
}

static void wake_clerk(void *self) {
    wake(&((struct server *)self)->private->clerk_woken);
}

static void draw(void *self, void *bytes, size_t count) {
    (void)self;
    for (size_t got = 0; got < count;) {
        ssize_t more = getrandom((char *)bytes + got, count - got, 0);
        if (more > 0) got += (size_t)more;
        if (more >= 0 || errno == EINTR) continue;
        log_line(LOG_ERROR, part, "the system gives no random bytes: %s", strerror(errno));
        abort(); /* tokens that can be guessed are worse than no server */
    }
}

static void warn(void *self, const char *message) {
    (void)self;
    log_line(LOG_WARNING, "agents", "%s", message);
}

static void *own(struct server *server, void *handle) {
    struct server_private *private = server->private;
    private->handles[private->handles_count++] = handle;
    ((uv_handle_t *)handle)->data = server;
    return handle;
}

/* Opens the handles of the loop itself. Returns 0 or an error of libuv. */
static int open_handles(struct server *server) {
    struct server_private *private = server->private;
    uv_loop_t *loop = &server->loop;
    int error = 0;
    struct {
        uv_async_t *async;
        uv_async_cb run;
    } asyncs[] = {{&private->hall_woken, run_hall},
                  {&private->store_woken, take_answers},
                  {&private->clerk_woken, deliver}};
    for (size_t i = 0; i < sizeof asyncs / sizeof *asyncs && !error; i++)
        if (!(error = uv_async_init(loop, asyncs[i].async, asyncs[i].run)))
            own(server, asyncs[i].async);
    for (int i = 0; i < SIGNALS && !error; i++)
        if (!(error = uv_signal_init(loop, &private->signals[i]))) {
            own(server, &private->signals[i]);
            error = uv_signal_start(&private->signals[i], take_signal, signals[i]);
        }
    if (error) return error;
    uv_prepare_init(loop, &private->settle);
    uv_timer_init(loop, &private->due);
    uv_timer_init(loop, &private->grace);
    own(server, &private->settle);
    own(server, &private->due);
    own(server, &private->grace);
    return uv_prepare_start(&private->settle, settle);
}

static int threads_of(const struct server *server) {
    return server->options.threads ? server->options.threads : server->system->host.threads;
}

static bool make_hall(struct server *server) {
    const struct options *options = &server->options;
    const struct hall_setup setup = {
        .members_max = options->max_players,
        .rooms_max = options->rooms,
        .tick_ms = options->tick_ms,
        .viruses = options->virs,
        .host = &server->system->host,
        .pool = server->pool,
        .wake = wake_hall,
        .draw = draw,
        .keep = keep,
        .self = server,
    };
    server->hall = hall_new(&setup);
    return server->hall;
}

/* Makes all that is not a socket. False after writing what is wrong. */
static bool make_parts(struct server *server, struct text *wrong) {
    int threads = threads_of(server);
    int connections = files_make_room(server->options.max_connections);
    server->system->host.threads = 1; /* what each of many questions may use */
    server->limits = limits_new(connections, server->options.per_address);
    server->store = store_open(server->options.db, wake_store, server, wrong);
    if (!server->store) return false;
    server->pool = pool_new(&server->system->host, threads);
    if (server->pool) server->clerk = clerk_new(threads, wake_clerk, server);
    if (server->limits && server->clerk && make_hall(server) &&
        files_widen(&server->loop, connections))
        return true;
    text_string(wrong, no_memory);
    return false;
}

static bool open_doors(struct server *server, struct text *wrong) {
    const struct options *options = &server->options;
    if (*options->gm_sock && !(server->console = console_open(server, wrong))) return false;
    if (options->port && !(server->telnet = telnet_open(server, wrong))) return false;
    return !options->http_port || (server->http = http_open(server, wrong));
}

static bool prepare(struct server *server, struct text *wrong) {
    server->private->questions_end = &server->private->questions;
    server->system = &server->private->system;
    host_system_init(server->system);
    server->system->host.warn = warn;
    config_standard(&server->config);
    server->config.plain = 0;
    server->config.colours = WIRE_256;
    int error = open_handles(server);
    if (error) text_string(wrong, uv_strerror(error));
    return !error && make_parts(server, wrong) && open_doors(server, wrong);
}

/* Who presses Ctrl-C twice must not kill what is ending by itself. */
static void block_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < SIGNALS; i++) sigaddset(&set, signals[i]);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Frees what other threads use first: they wake handles of the loop. */
static void release(struct server *server) {
    struct server_private *private = server->private;
    if (server->telnet) telnet_door_free(server->telnet);
    if (server->http) http_free(server->http);
    if (server->console) console_free(server->console);
    if (server->hall) hall_free(server->hall);
    if (server->clerk) clerk_free(server->clerk);
    if (server->pool) pool_free(server->pool);
    if (server->store) store_close(server->store);
    limits_free(server->limits);
    while (private->questions) remove_question(server, &private->questions);
    block_signals();
    for (int i = 0; i < private->handles_count; i++) uv_close(private->handles[i], NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    host_system_release(server->system);
}

static int run(struct server *server, void (*ready)(const struct server *server)) {
    char buffer[WRONG_BYTES];
    struct text wrong = text_over(buffer, sizeof buffer);
    bool fine = prepare(server, &wrong);
    if (!fine) log_line(LOG_ERROR, part, "%s", buffer);
    if (fine) ready(server);
    if (!fine) close_doors(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    release(server);
    return fine ? 0 : 1;
}

int server_run(const struct options *options, void (*ready)(const struct server *server)) {
    struct server *server = calloc(1, sizeof *server);
    struct server_private *private = calloc(1, sizeof *private);
    int status = 1;
    log_set_level(options->log_level);
    signal(SIGPIPE, SIG_IGN);
    if (server && private && uv_loop_init(&server->loop) == 0) {
        server->options = *options;
        server->private = private;
        server->began = server_now();
        server->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
        status = run(server, ready);
        if (server->spare >= 0) close(server->spare);
        uv_loop_close(&server->loop);
    } else {
        log_line(LOG_ERROR, part, no_memory);
    }
    free(private);
    free(server);
    return status;
}
