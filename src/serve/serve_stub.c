/* Stand-ins until the parts of others are merged; weak, so that theirs win. */
#include "play/pool.h"
#include "serve/clerk.h"
#include "serve/console.h"
#include "serve/http.h"
#include "serve/telnet.h"
#include <math.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))

WEAK struct pool *pool_new(const struct host *host, int threads) {
    (void)host, (void)threads;
    return malloc(1);
}
WEAK void pool_free(struct pool *pool) {
    free(pool);
}
WEAK struct clerk *clerk_new(int threads, void (*wake)(void *self), void *self) {
    (void)threads, (void)wake, (void)self;
    return malloc(1);
}
WEAK void clerk_free(struct clerk *clerk) {
    free(clerk);
}
WEAK struct clerk_client *clerk_open(struct clerk *clerk,
                                     void (*answer)(void *self, const char *line, size_t length),
                                     void *self) {
    (void)clerk, (void)answer, (void)self;
    return NULL;
}
WEAK void clerk_close(struct clerk_client *client) {
    (void)client;
}
WEAK void clerk_ask(struct clerk_client *client, const char *line, size_t length) {
    (void)client, (void)line, (void)length;
}
WEAK void clerk_deliver(struct clerk *clerk) {
    (void)clerk;
}
WEAK struct telnet_door *telnet_open(struct server *server, struct text *wrong) {
    (void)server, (void)wrong;
    return malloc(1);
}
WEAK void telnet_flush(struct telnet_door *door) {
    (void)door;
}
WEAK bool telnet_find(const struct telnet_door *door, const struct member *member,
                      struct server_visit *visit) {
    (void)door, (void)member, (void)visit;
    return false;
}
WEAK void telnet_close(struct telnet_door *door, const char *why) {
    (void)door, (void)why;
}
WEAK void telnet_door_free(struct telnet_door *door) {
    free(door);
}
WEAK struct http_door *http_open(struct server *server, struct text *wrong) {
    (void)server, (void)wrong;
    return malloc(1);
}
WEAK void http_flush(struct http_door *door) {
    (void)door;
}
WEAK bool http_find(const struct http_door *door, const struct member *member,
                    struct server_visit *visit) {
    (void)door, (void)member, (void)visit;
    return false;
}
WEAK void http_close(struct http_door *door, const char *why) {
    (void)door, (void)why;
}
WEAK void http_free(struct http_door *door) {
    free(door);
}
WEAK struct hall *hall_new(const struct hall_setup *setup) {
    struct hall *hall = calloc(1, sizeof *hall);
    if (hall) hall->setup = *setup;
    return hall;
}
WEAK void hall_free(struct hall *hall) {
    free(hall);
}
WEAK bool hall_run(struct hall *hall, double now) {
    (void)hall, (void)now;
    return false;
}
WEAK double hall_due(const struct hall *hall) {
    (void)hall;
    return INFINITY;
}
WEAK void hall_kept(struct hall *hall, struct hall_result *result, const char *wrong, double now) {
    (void)hall, (void)result, (void)wrong, (void)now;
}
WEAK void hall_announce(struct hall *hall, const char *text) {
    (void)hall, (void)text;
}
WEAK void hall_end(struct hall *hall, bool now_too, double now) {
    (void)hall, (void)now_too, (void)now;
}
WEAK const char *hall_kick(struct hall *hall, const char *name, const char *why, double now) {
    (void)hall, (void)name, (void)why, (void)now;
    return "There is nobody of that name.";
}
WEAK const char *hall_set_tick(struct hall *hall, int tick_ms) {
    hall->setup.tick_ms = tick_ms;
    return NULL;
}
WEAK const char *hall_set_viruses(struct hall *hall, int viruses) {
    hall->setup.viruses = viruses;
    return NULL;
}
struct room;
WEAK struct room *room_find(const struct hall *hall, uint32_t id);
WEAK struct room *room_find(const struct hall *hall, uint32_t id) {
    (void)hall, (void)id;
    return NULL;
}
WEAK const char *room_start(struct room *room, double now);
WEAK const char *room_start(struct room *room, double now) {
    (void)room, (void)now;
    return NULL;
}
WEAK const char *room_stop_round(struct room *room, double now);
WEAK const char *room_stop_round(struct room *room, double now) {
    (void)room, (void)now;
    return NULL;
}
WEAK struct store *store_open(const char *path, void (*wake)(void *self), void *self,
                              struct text *wrong) {
    (void)path, (void)wake, (void)self, (void)wrong;
    return malloc(1);
}
WEAK void store_close(struct store *store) {
    free(store);
}
WEAK bool store_path(char *path, size_t capacity) {
    struct text out = text_over(path, capacity);
    text_string(&out, ":memory:");
    return true;
}
WEAK bool store_keep(struct store *store, uint64_t tag, const struct store_game *game) {
    (void)store, (void)tag, (void)game;
    return false;
}
WEAK bool store_ask_top(struct store *store, uint64_t tag, const char *game, int count) {
    (void)store, (void)tag, (void)game, (void)count;
    return false;
}
WEAK bool store_ask_history(struct store *store, uint64_t tag, const char *name, int count) {
    (void)store, (void)tag, (void)name, (void)count;
    return false;
}
WEAK bool store_ask_recent(struct store *store, uint64_t tag, const char *game, int count) {
    (void)store, (void)tag, (void)game, (void)count;
    return false;
}
WEAK bool store_ask_record(struct store *store, uint64_t tag, int64_t id) {
    (void)store, (void)tag, (void)id;
    return false;
}
WEAK struct store_answer *store_take(struct store *store) {
    (void)store;
    return NULL;
}
WEAK void store_drop(struct store_answer *answer) {
    (void)answer;
}
