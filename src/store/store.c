/* The store's thread. It takes all games that wait at once, keeps them together, and gives their
 * answers; then it answers one question, and looks again. The memory of an answer is taken when the
 * question is asked, so that an answer always comes. */
#include "store/store.h"
#include "store/ask.h"
#include "store/database.h"
#include "store/keep.h"
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What may have been asked and not yet taken. */
enum { KEEPS_MAX = 4096, ASKS_MAX = 256, BYTES_MAX = 1 << 26 };

struct question {
    struct store_answer answer; /* first: the same address */
    size_t bytes;
    char name[STORE_NAME_BYTES]; /* of a game or a player */
    int count;
    int64_t id;
};

struct list {
    struct store_answer *first, *last;
};

struct store {
    char *path;
    bool reads_only;
    struct database database; /* of the thread */
    void (*wake)(void *self);
    void *self;
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t asked, answered;
    struct list keeps, asks, answers;
    int keeps_count, asks_count;
    size_t bytes;
    bool closing;
};

static void add(struct list *list, struct store_answer *answer) {
    answer->next = NULL;
    *(list->first ? &list->last->next : &list->first) = answer;
    list->last = answer;
}

/* Takes the first answer of a list, or NULL. */
static struct store_answer *take_first(struct list *list) {
    struct store_answer *first = list->first;
    if (first) list->first = first->next;
    return first;
}

static void drop_all(struct list *list) {
    for (struct store_answer *answer; (answer = take_first(list));) store_drop(answer);
}

static struct question *question_of(struct store_answer *answer) {
    return (struct question *)answer;
}

static bool is_memory(const struct store *store) {
    return strcmp(store->path, ":memory:") == 0;
}

/* Opens the database again if it had to be closed, or its file is another one now. */
static bool is_ready(struct store *store, struct text *wrong) {
    if (store->database.handle && database_lost(&store->database)) database_close(&store->database);
    database_clear(&store->database);
    return store->database.handle ||
           database_open(&store->database, store->path, store->reads_only, wrong);
}

/* After a failure that may be one of the connection, closes that: the next one may do better. What
 * is only in memory would be lost. */
static void look_after(struct store *store) {
    int code = store->database.code & 0xFF;
    bool passing = code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_FULL ||
                   code == SQLITE_NOMEM || code == SQLITE_TOOBIG;
    if (!passing && !is_memory(store)) database_close(&store->database);
}

static void refuse(struct store_answer *answer, const char *why) {
    struct text wrong = text_over(answer->wrong, sizeof answer->wrong);
    text_string(&wrong, "the database cannot be opened: ");
    text_string(&wrong, why);
}

static void do_keeps(struct store *store, struct store_answer *first) {
    char why[STORE_WRONG_BYTES];
    struct text wrong = text_over(why, sizeof why);
    if (is_ready(store, &wrong))
        keep_games(&store->database, first);
    else
        for (struct store_answer *at = first; at; at = at->next) refuse(at, why);
    look_after(store);
}

static void answer_ask(struct database *database, struct question *question) {
    struct store_answer *answer = &question->answer;
    switch (answer->kind) {
    case STORE_TOP:
        ask_top(database, question->name, question->count, answer);
        break;
    case STORE_HISTORY:
        ask_history(database, question->name, question->count, answer);
        break;
    case STORE_RECENT:
        ask_recent(database, question->name, question->count, answer);
        break;
    case STORE_RECORD:
        ask_record(database, question->id, answer);
        break;
    default:
        ask_counts(database, answer);
    }
}

static void do_ask(struct store *store, struct store_answer *answer) {
    char why[STORE_WRONG_BYTES];
    struct text wrong = text_over(why, sizeof why);
    if (!is_ready(store, &wrong)) {
        refuse(answer, why);
        return;
    }
    answer_ask(&store->database, question_of(answer));
    if (store->database.code != SQLITE_OK)
        snprintf(answer->wrong, sizeof answer->wrong, "%s",
                 database_describe(store->database.code));
    look_after(store);
}

/* Hands answers out. */
static void give(struct store *store, struct store_answer *first) {
    if (!first) return;
    pthread_mutex_lock(&store->lock);
    for (struct store_answer *next; first; first = next) {
        next = first->next;
        add(&store->answers, first);
    }
    pthread_cond_broadcast(&store->answered);
    pthread_mutex_unlock(&store->lock);
    if (store->wake) store->wake(store->self);
}

/* Counts the journals that came with an answer. */
static void count_journals(struct store *store, struct store_answer *answer) {
    struct question *question = question_of(answer);
    size_t more = 0;
    if (answer->kind != STORE_RECORD) return;
    for (int i = 0; i < answer->game.journals_count; i++) more += answer->game.journals[i].length;
    pthread_mutex_lock(&store->lock);
    question->bytes += more;
    store->bytes += more;
    pthread_mutex_unlock(&store->lock);
}

static void *work(void *self) {
    struct store *store = self;
    for (;;) {
        pthread_mutex_lock(&store->lock);
        while (!store->keeps.first && !store->asks.first && !store->closing)
            pthread_cond_wait(&store->asked, &store->lock);
        struct store_answer *keeps = store->keeps.first;
        struct store_answer *ask = store->closing ? NULL : take_first(&store->asks);
        store->keeps.first = NULL;
        pthread_mutex_unlock(&store->lock);
        if (!keeps && !ask) return NULL;
        if (keeps) do_keeps(store, keeps);
        give(store, keeps);
        if (!ask) continue;
        ask->next = NULL;
        do_ask(store, ask);
        count_journals(store, ask);
        give(store, ask);
    }
}

static bool start(struct store *store) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->asked, NULL);
    pthread_cond_init(&store->answered, NULL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&store->thread, NULL, work, store) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void release(struct store *store) {
    database_close(&store->database);
    free(store->path);
    free(store);
}

static struct store *open_store(const struct store *setup, const char *path, struct text *wrong) {
    struct store *store = calloc(1, sizeof *store);
    char *own = store ? malloc(strlen(path) + 1) : NULL;
    if (!own) {
        free(store);
        text_string(wrong, "there is not enough memory");
        return NULL;
    }
    *store = *setup;
    store->path = strcpy(own, path);
    struct text why = text_over((char[STORE_WRONG_BYTES]){0}, STORE_WRONG_BYTES);
    bool opened = database_open(&store->database, path, store->reads_only, &why);
    if (opened && start(store)) return store;
    if (opened) text_string(&why, "no thread can be started");
    if (strlen(path) + why.length + 3 <= wrong->capacity - wrong->length)
        text_format(wrong, "%s: ", path);
    text_string(wrong, why.at);
    release(store);
    return NULL;
}

struct store *store_open(const char *path, void (*wake)(void *self), void *self,
                         struct text *wrong) {
    return open_store(&(struct store){.wake = wake, .self = self}, path, wrong);
}

struct store *store_open_to_read(const char *path, struct text *wrong) {
    return open_store(&(struct store){.reads_only = true}, path, wrong);
}

void store_close(struct store *store) {
    if (!store) return;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->asked);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->thread, NULL);
    drop_all(&store->asks);
    drop_all(&store->answers);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->asked);
    pthread_cond_destroy(&store->answered);
    release(store);
}

/* Counts a question in. Returns false if too much waits. */
static bool has_room(struct store *store, const struct question *question) {
    bool keep = question->answer.kind == STORE_KEPT;
    int *count = keep ? &store->keeps_count : &store->asks_count;
    if (*count >= (keep ? KEEPS_MAX : ASKS_MAX)) return false;
    if (question->bytes > BYTES_MAX - (store->bytes < BYTES_MAX ? store->bytes : BYTES_MAX))
        return false;
    ++*count;
    store->bytes += question->bytes;
    return true;
}

/* Puts a question where the thread finds it, or frees it. */
static bool ask(struct store *store, struct question *question) {
    if (!question) return false;
    pthread_mutex_lock(&store->lock);
    bool fine = has_room(store, question);
    if (fine) {
        add(question->answer.kind == STORE_KEPT ? &store->keeps : &store->asks, &question->answer);
        pthread_cond_signal(&store->asked);
    }
    pthread_mutex_unlock(&store->lock);
    if (!fine) store_drop(&question->answer);
    return fine;
}

static struct question *make(enum store_kind kind, uint64_t tag) {
    struct question *question = calloc(1, sizeof *question);
    if (!question) return NULL;
    question->answer.kind = kind;
    question->answer.tag = tag;
    question->bytes = sizeof *question;
    return question;
}

/* A name that is too long is nobody's. */
static bool ask_named(struct store *store, enum store_kind kind, uint64_t tag, const char *name,
                      int count) {
    struct question *question = make(kind, tag);
    if (!question) return false;
    question->count = count;
    snprintf(question->name, STORE_NAME_BYTES, "%s",
             !name                             ? ""
             : strlen(name) < STORE_NAME_BYTES ? name
                                               : "\n");
    return ask(store, question);
}

/* Copies the journals. Returns false if out of memory. */
static bool copy_journals(struct question *question, const struct store_game *game) {
    for (int i = 0; i < game->journals_count; i++) {
        size_t length = game->journals[i].length;
        uint8_t *copy = malloc(length + 1);
        if (!copy) return false;
        if (length) memcpy(copy, game->journals[i].bytes, length);
        question->answer.game.journals[i].bytes = copy;
        question->answer.game.journals[i].length = length;
        question->answer.game.journals_count++;
        question->bytes += length;
    }
    return true;
}

bool store_keep(struct store *store, uint64_t tag, const struct store_game *game) {
    assert(!store->reads_only);
    assert(game->journals_count >= 0 && game->journals_count <= SEATS_MAX);
    struct question *question = make(STORE_KEPT, tag);
    if (!question) return false;
    question->answer.game = *game;
    question->answer.game.journals_count = 0;
    if (copy_journals(question, game)) return ask(store, question);
    store_drop(&question->answer);
    return false;
}

bool store_ask_top(struct store *store, uint64_t tag, const char *game, int count) {
    return ask_named(store, STORE_TOP, tag, game, count);
}

bool store_ask_history(struct store *store, uint64_t tag, const char *name, int count) {
    return ask_named(store, STORE_HISTORY, tag, name, count);
}

bool store_ask_recent(struct store *store, uint64_t tag, const char *game, int count) {
    return ask_named(store, STORE_RECENT, tag, game, count);
}

bool store_ask_record(struct store *store, uint64_t tag, int64_t id) {
    struct question *question = make(STORE_RECORD, tag);
    if (question) question->id = id;
    return ask(store, question);
}

bool store_ask_counts(struct store *store, uint64_t tag) {
    return ask(store, make(STORE_COUNTS, tag));
}

/* Takes an answer, with the lock held. */
static struct store_answer *take(struct store *store) {
    struct store_answer *answer = take_first(&store->answers);
    if (!answer) return NULL;
    answer->next = NULL;
    store->bytes -= question_of(answer)->bytes;
    --*(answer->kind == STORE_KEPT ? &store->keeps_count : &store->asks_count);
    return answer;
}

struct store_answer *store_take(struct store *store) {
    pthread_mutex_lock(&store->lock);
    struct store_answer *answer = take(store);
    pthread_mutex_unlock(&store->lock);
    return answer;
}

struct store_answer *store_wait(struct store *store) {
    pthread_mutex_lock(&store->lock);
    while (!store->answers.first && store->keeps_count + store->asks_count > 0)
        pthread_cond_wait(&store->answered, &store->lock);
    struct store_answer *answer = take(store);
    pthread_mutex_unlock(&store->lock);
    return answer;
}

void store_drop(struct store_answer *answer) {
    if (!answer) return;
    for (int i = 0; i < answer->game.journals_count; i++)
        free((void *)(uintptr_t)answer->game.journals[i].bytes);
    free(answer->ratings);
    free(answer->games);
    free(question_of(answer));
}
