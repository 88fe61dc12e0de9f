/* Clients that have something to ask and nothing in work stand in a line; a thread takes the first,
 * works on one request of it, and lets it stand at the end again. All of this is under one lock,
 * which nobody holds while an engine works. What is asked and what is answered are sheets; who
 * closes a client takes its name off them. */
#include "serve/clerk.h"
#include "engine/engine.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { CANCEL_MAX = 4096 }; /* bytes; a longer one waits for its turn, and is then too late */
enum { STARVED_AT_ONCE = 64 };

static const char no_memory[] = "{\"id\":null,\"ok\":false,\"error\":{\"code\":\"LIMIT\","
                                "\"message\":\"there is not enough memory\"}}";

/* A request or an answer. */
struct sheet {
    struct sheet *next;
    struct clerk_client *client; /* NULL once it is closed */
    const char *text;            /* `bytes`, or `no_memory` */
    size_t length;
    atomic_bool stop; /* a request is not wanted any more */
    bool identified;  /* its id has been looked for, the loop's */
    size_t id_at, id_length;
    char bytes[];
};

struct clerk_client {
    struct clerk *clerk;
    void (*answer)(void *self, const char *line, size_t length);
    void *self;
    struct sheet *waiting, *running;
    struct clerk_client *next, *previous; /* in the line */
    struct clerk_client *next_starved;
    double worked; /* seconds, since they were asked for */
    int starved;   /* requests that were dropped because memory ran out */
    bool stands;   /* in the line */
};

struct clerk_thread {
    struct clerk *clerk;
    struct engine *engine; /* NULL until it is needed */
    struct sheet *request;
    double began;
    pthread_t thread;
};

struct clerk {
    void (*wake)(void *self);
    void *self;
    struct host_system system; /* its files are for all engines */
    struct clerk_thread *threads;
    int started;
    pthread_mutex_t lock; /* of all below, and of clients */
    pthread_cond_t turn;
    bool ends;
    int busy;
    size_t bytes; /* of requests that wait */
    struct clerk_client *first, *last, *starved;
    struct sheet *answers, *last_answer;
};

static struct sheet *make_sheet(struct clerk_client *client, const char *text, size_t length) {
    struct sheet *sheet = malloc(sizeof *sheet + length);
    if (!sheet) return NULL;
    *sheet = (struct sheet){.client = client, .text = sheet->bytes, .length = length};
    atomic_init(&sheet->stop, false);
    if (length) memcpy(sheet->bytes, text, length); /* an empty message has no bytes at all */
    return sheet;
}

/* The line of clients */

static void stand(struct clerk *clerk, struct clerk_client *client) {
    if (client->stands || client->running || !client->waiting) return;
    client->stands = true;
    client->next = NULL;
    client->previous = clerk->last;
    *(clerk->last ? &clerk->last->next : &clerk->first) = client;
    clerk->last = client;
    pthread_cond_signal(&clerk->turn);
}

static void step_out(struct clerk *clerk, struct clerk_client *client) {
    if (!client->stands) return;
    *(client->previous ? &client->previous->next : &clerk->first) = client->next;
    *(client->next ? &client->next->previous : &clerk->last) = client->previous;
    client->stands = false;
}

static void post(struct clerk *clerk, struct sheet *answer) {
    answer->next = NULL;
    *(clerk->last_answer ? &clerk->last_answer->next : &clerk->answers) = answer;
    clerk->last_answer = answer;
}

/* Working */

/* Asked by the engine while it works. */
static int watch(void *self) {
    const struct clerk_thread *thread = self;
    double now = host_seconds(&thread->clerk->system.host);
    return !atomic_load(&thread->request->stop) && now < thread->began + CLERK_SECONDS_MAX;
}

/* A line of progress. Without memory it is left out. */
static void send_progress(void *self, const char *line, size_t length) {
    struct clerk_thread *thread = self;
    struct clerk *clerk = thread->clerk;
    struct sheet *sheet = make_sheet(NULL, line, length);
    pthread_mutex_lock(&clerk->lock);
    bool wanted = sheet && thread->request->client;
    if (wanted) sheet->client = thread->request->client;
    if (wanted) post(clerk, sheet);
    pthread_mutex_unlock(&clerk->lock);
    if (wanted)
        clerk->wake(clerk->self);
    else
        free(sheet);
}

/* All engines use the same copy of a file. */
static const void *load(void *self, const char *name, uint32_t version, size_t size) {
    const struct clerk_thread *thread = ((struct engine *)self)->watch_self;
    return host_load(&thread->clerk->system.host, name, version, size);
}

static const char *keep(void *self, const char *name, uint32_t version, const void *bytes,
                        size_t size) {
    (void)self, (void)name, (void)version, (void)bytes, (void)size;
    return "the server keeps no files";
}

static const char *can_keep(void *self, const char *name, size_t size) {
    return keep(self, name, 0, NULL, size);
}

static struct engine *open_engine(struct clerk_thread *thread) {
    struct engine *engine = engine_new();
    if (!engine) return NULL;
    engine->send = send_progress;
    engine->watch = watch;
    engine->send_self = engine->watch_self = thread;
    engine->milliseconds_max = 1000 * CLERK_SECONDS_MAX;
    engine->system.host.threads = 1;
    engine->system.host.load = load;
    engine->system.host.keep = keep;
    engine->system.host.can_keep = can_keep;
    return engine;
}

/* Returns the answer to the thread's request, or NULL if out of memory. */
static struct sheet *work(struct clerk_thread *thread) {
    const struct sheet *request = thread->request;
    size_t length;
    if (!thread->engine) thread->engine = open_engine(thread);
    if (!thread->engine) return NULL;
    const char *text = (atomic_load(&request->stop) ? engine_answer_cancelled : engine_answer)(
        thread->engine, request->text, request->length, &length);
    return make_sheet(NULL, text, length);
}

/* Waits for the next client, and takes its request. Returns false when the thread must end. */
static bool take(struct clerk_thread *thread) {
    struct clerk *clerk = thread->clerk;
    pthread_mutex_lock(&clerk->lock);
    while (!clerk->first && !clerk->ends) pthread_cond_wait(&clerk->turn, &clerk->lock);
    struct clerk_client *client = clerk->first;
    if (client) {
        step_out(clerk, client);
        thread->request = client->running = client->waiting;
        client->waiting = client->waiting->next;
        clerk->bytes -= client->running->length;
    }
    pthread_mutex_unlock(&clerk->lock);
    return client;
}

/* Without memory for the answer, the request's sheet has another. */
static void finish(struct clerk_thread *thread, struct sheet *made) {
    struct clerk *clerk = thread->clerk;
    double worked = host_seconds(&clerk->system.host) - thread->began;
    struct sheet *request = thread->request;
    pthread_mutex_lock(&clerk->lock);
    if (!made) {
        made = request;
        made->text = no_memory;
        made->length = sizeof no_memory - 1;
    }
    struct clerk_client *client = made->client = request->client;
    clerk->busy--;
    if (client) {
        client->running = NULL;
        client->worked += worked;
        stand(clerk, client);
        post(clerk, made);
    }
    pthread_mutex_unlock(&clerk->lock);
    if (made != request) free(request);
    if (client)
        clerk->wake(clerk->self);
    else
        free(made);
}

static void *run(void *self) {
    struct clerk_thread *thread = self;
    while (take(thread)) {
        thread->began = host_seconds(&thread->clerk->system.host);
        finish(thread, work(thread));
    }
    engine_free(thread->engine);
    return NULL;
}

/* Signals are the business of the program's own thread. */
static void start_threads(struct clerk *clerk, int threads) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; clerk->started < threads; clerk->started++) {
        struct clerk_thread *thread = &clerk->threads[clerk->started];
        thread->clerk = clerk;
        if (pthread_create(&thread->thread, NULL, run, thread)) break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct clerk *clerk_new(int threads, void (*wake)(void *self), void *self) {
    struct clerk *clerk = calloc(1, sizeof *clerk);
    if (!clerk) return NULL;
    clerk->wake = wake;
    clerk->self = self;
    host_system_init(&clerk->system);
    pthread_mutex_init(&clerk->lock, NULL);
    pthread_cond_init(&clerk->turn, NULL);
    clerk->threads = calloc((size_t)threads, sizeof *clerk->threads);
    if (clerk->threads) start_threads(clerk, threads);
    if (clerk->started) return clerk;
    clerk_free(clerk);
    return NULL;
}

static void free_sheets(struct sheet *sheet) {
    for (struct sheet *next; sheet; sheet = next) {
        next = sheet->next;
        free(sheet);
    }
}

void clerk_free(struct clerk *clerk) {
    if (!clerk) return;
    pthread_mutex_lock(&clerk->lock);
    clerk->ends = true;
    pthread_cond_broadcast(&clerk->turn);
    pthread_mutex_unlock(&clerk->lock);
    for (int i = 0; i < clerk->started; i++) pthread_join(clerk->threads[i].thread, NULL);
    free_sheets(clerk->answers);
    host_system_release(&clerk->system);
    pthread_mutex_destroy(&clerk->lock);
    pthread_cond_destroy(&clerk->turn);
    free(clerk->threads);
    free(clerk);
}

/* Clients */

struct clerk_client *clerk_open(struct clerk *clerk,
                                void (*answer)(void *self, const char *line, size_t length),
                                void *self) {
    struct clerk_client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->clerk = clerk;
    client->answer = answer;
    client->self = self;
    return client;
}

static void forget_starved(struct clerk_client *client) {
    struct clerk_client **at = &client->clerk->starved;
    while (*at && *at != client) at = &(*at)->next_starved;
    if (*at) *at = client->next_starved;
    client->starved = 0;
}

void clerk_close(struct clerk_client *client) {
    struct clerk *clerk = client->clerk;
    pthread_mutex_lock(&clerk->lock);
    step_out(clerk, client);
    forget_starved(client);
    for (struct sheet *sheet = client->waiting; sheet; sheet = sheet->next) {
        clerk->busy--;
        clerk->bytes -= sheet->length;
    }
    for (struct sheet *sheet = clerk->answers; sheet; sheet = sheet->next)
        if (sheet->client == client) sheet->client = NULL;
    if (client->running) {
        client->running->client = NULL;
        atomic_store(&client->running->stop, true);
    }
    pthread_mutex_unlock(&clerk->lock);
    free_sheets(client->waiting);
    free(client);
}

/* Asking */

/* JSON that was read, with the memory for that. */
struct reading {
    struct json_doc doc;
    struct json_token *tokens;
};

/* Returns the root, or a missing value if it is no JSON or there is not enough memory. */
static struct json begin_reading(struct reading *reading, const char *text, size_t length) {
    size_t capacity = json_tokens_max(length);
    reading->tokens = malloc(capacity * sizeof *reading->tokens);
    bool fine =
        reading->tokens && !json_parse(&reading->doc, text, length, reading->tokens, capacity);
    return fine ? json_root(&reading->doc) : (struct json){NULL, 0};
}

static void end_reading(struct reading *reading) {
    free(reading->tokens);
}

/* Puts a sheet with this text among the answers. Without memory, the client hears of that. */
static void reply(struct clerk_client *client, const struct text *text) {
    struct clerk *clerk = client->clerk;
    struct sheet *sheet = make_sheet(client, text->at, text->length);
    pthread_mutex_lock(&clerk->lock);
    if (sheet) {
        post(clerk, sheet);
    } else if (!client->starved++) {
        client->next_starved = clerk->starved;
        clerk->starved = client;
    }
    pthread_mutex_unlock(&clerk->lock);
    clerk->wake(clerk->self);
}

/* Answers that the server does not take a request. The id of one that is too long is not looked
 * for. */
static void refuse(struct clerk_client *client, const char *line, size_t length,
                   const char *message) {
    char buffer[2 * CANCEL_MAX];
    struct reading reading = {.tokens = NULL};
    struct text out = text_over(buffer, sizeof buffer);
    struct json id = {NULL, 0};
    size_t id_length = 0;
    if (length <= CLERK_LINE_MAX) id = json_get(begin_reading(&reading, line, length), "id");
    if (json_given(id)) json_raw(id, &id_length);
    json_open(&out, '{');
    engine_put_id(&out, id_length <= CANCEL_MAX ? id : (struct json){NULL, 0});
    json_field_bool(&out, "ok", false);
    json_put_key(&out, "error");
    json_open(&out, '{');
    json_field_string(&out, "code", "LIMIT");
    json_field_string(&out, "message", message);
    json_close(&out, '}');
    json_close(&out, '}');
    end_reading(&reading);
    reply(client, &out);
}

/* Finds the id of a request that waits or runs. */
static void identify(struct sheet *sheet) {
    struct reading reading;
    struct json id = json_get(begin_reading(&reading, sheet->text, sheet->length), "id");
    if (json_given(id)) sheet->id_at = (size_t)(json_raw(id, &sheet->id_length) - sheet->text);
    sheet->identified = reading.tokens;
    end_reading(&reading);
}

/* Stops a request if it has this id. Returns whether it has. */
static bool cancel(struct sheet *sheet, const char *id, size_t length) {
    if (!sheet->identified) identify(sheet);
    if (!sheet->id_length ||
        !engine_same_id(sheet->text + sheet->id_at, sheet->id_length, id, length))
        return false;
    atomic_store(&sheet->stop, true);
    return true;
}

static bool cancel_all(struct clerk_client *client, struct json target) {
    size_t length;
    const char *id = json_raw(target, &length);
    pthread_mutex_lock(&client->clerk->lock);
    bool hit = client->running && cancel(client->running, id, length);
    for (struct sheet *sheet = client->waiting; sheet; sheet = sheet->next)
        hit |= cancel(sheet, id, length);
    pthread_mutex_unlock(&client->clerk->lock);
    return hit;
}

/* Returns whether the line is a `cancel`, which is answered. */
static bool take_cancel(struct clerk_client *client, const char *line, size_t length) {
    char buffer[2 * CANCEL_MAX];
    struct reading reading;
    struct text out = text_over(buffer, sizeof buffer);
    if (length > CANCEL_MAX || !engine_may_cancel(line, length)) return false;
    struct json request = begin_reading(&reading, line, length);
    struct json target = engine_find_target(request);
    bool cancels = json_given(target);
    if (cancels) engine_put_cancelled(&out, json_get(request, "id"), cancel_all(client, target));
    end_reading(&reading);
    if (cancels) reply(client, &out);
    return cancels;
}

/* Returns NULL if so many bytes more may wait, or why not. */
static const char *refuse_more(const struct clerk_client *client, size_t length) {
    size_t bytes = length;
    int count = 0;
    for (const struct sheet *sheet = client->waiting; sheet; sheet = sheet->next, count++)
        bytes += sheet->length;
    if (count >= CLERK_WAITING_MAX) return "8 requests wait already; wait for an answer";
    if (bytes > CLERK_BYTES_MAX) return "much waits already; wait for an answer";
    if (client->clerk->bytes + length > CLERK_ALL_BYTES_MAX)
        return "the server is busy; try again later";
    return NULL;
}

/* Lets a request wait, behind the others of its client. */
static void queue(struct clerk_client *client, struct sheet *sheet) {
    struct clerk *clerk = client->clerk;
    struct sheet **at = &client->waiting;
    while (*at) at = &(*at)->next;
    *at = sheet;
    clerk->busy++;
    clerk->bytes += sheet->length;
    stand(clerk, client);
}

void clerk_ask(struct clerk_client *client, const char *line, size_t length) {
    struct clerk *clerk = client->clerk;
    if (take_cancel(client, line, length)) return;
    if (length > CLERK_LINE_MAX) {
        refuse(client, line, length, "a request must be at most 262144 bytes long");
        return;
    }
    struct sheet *sheet = make_sheet(client, line, length);
    pthread_mutex_lock(&clerk->lock);
    const char *wrong = sheet ? refuse_more(client, length) : "there is not enough memory";
    if (!wrong) queue(client, sheet);
    pthread_mutex_unlock(&clerk->lock);
    if (!wrong) return;
    refuse(client, line, length, wrong);
    free(sheet);
}

double clerk_worked(struct clerk_client *client) {
    pthread_mutex_lock(&client->clerk->lock);
    double worked = client->worked;
    client->worked = 0;
    pthread_mutex_unlock(&client->clerk->lock);
    return worked;
}

/* Handing out */

static struct sheet *take_answer(struct clerk *clerk) {
    pthread_mutex_lock(&clerk->lock);
    struct sheet *sheet = clerk->answers;
    if (sheet) {
        clerk->answers = sheet->next;
        if (!clerk->answers) clerk->last_answer = NULL;
    }
    pthread_mutex_unlock(&clerk->lock);
    return sheet;
}

/* Returns a client that lacked memory for a request, one less then. */
static struct clerk_client *take_starved(struct clerk *clerk) {
    pthread_mutex_lock(&clerk->lock);
    struct clerk_client *client = clerk->starved;
    if (client && !--client->starved) clerk->starved = client->next_starved;
    pthread_mutex_unlock(&clerk->lock);
    return client;
}

static void deliver_starved(struct clerk *clerk) {
    struct clerk_client *client;
    for (int i = 0; i < STARVED_AT_ONCE && (client = take_starved(clerk)); i++)
        client->answer(client->self, no_memory, sizeof no_memory - 1);
    pthread_mutex_lock(&clerk->lock);
    bool more = clerk->starved;
    pthread_mutex_unlock(&clerk->lock);
    if (more) clerk->wake(clerk->self);
}

/* Whoever gets an answer may close any client, or ask again; what that answers comes next time. */
void clerk_deliver(struct clerk *clerk) {
    pthread_mutex_lock(&clerk->lock);
    const struct sheet *last = clerk->last_answer;
    pthread_mutex_unlock(&clerk->lock);
    for (bool more = last; more;) {
        struct sheet *sheet = take_answer(clerk);
        more = sheet != last;
        if (sheet->client) sheet->client->answer(sheet->client->self, sheet->text, sheet->length);
        free(sheet);
    }
    deliver_starved(clerk);
}

int clerk_busy(struct clerk *clerk) {
    pthread_mutex_lock(&clerk->lock);
    int busy = clerk->busy;
    pthread_mutex_unlock(&clerk->lock);
    return busy;
}
