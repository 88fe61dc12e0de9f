/* Visitors of a server without sockets, for tests: terms in one hall, in a time of its own. The
 * term of the visitor that acts is onscreen.h's. */
#ifndef TESTS_SUPPORT_VISITORS_H
#define TESTS_SUPPORT_VISITORS_H

#include "lobby/lobby.h"
#include "tests/support/onscreen.h"
#include <time.h>

enum { VISITORS_MAX = 9, VISITORS_RESULTS_MAX = 256 };

static struct visitor {
    struct term *term;
    struct lobby *lobby;
    int changed;
} visitors[VISITORS_MAX];

static struct hall *hall;
static struct rng visitors_luck;
static struct {
    int count;
    int seats[VISITORS_RESULTS_MAX], points[VISITORS_RESULTS_MAX][SEATS_MAX];
} results;

static void visitors_draw(void *self, void *bytes, size_t count) {
    (void)self;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)rng_next(&visitors_luck);
}

static void visitors_keep(void *self, struct hall_result *result) {
    (void)self;
    assert_true(results.count < VISITORS_RESULTS_MAX);
    results.seats[results.count] = result->seats_count;
    for (int i = 0; i < result->seats_count; i++) {
        results.points[results.count][i] = result->seats[i].points;
        result->seats[i].rating = 1500 + i;
        result->seats[i].gain = i ? -3 : 5;
    }
    results.count++;
    hall_kept(hall, result, NULL, now);
}

static void visitors_changed(void *self) {
    ((struct visitor *)self)->changed++;
}

static void visitors_ask_top(void *self, const char *game) {
    struct visitor *visitor = self;
    struct lobby_rank ranks[] = {{"Ann", false, 1612.4, 61.2, 88, 51},
                                 {"steady:50ms", true, 1550.1, 40.5, 310, 150}};
    lobby_give_top(visitor->lobby, "no such game", ranks, 2);
    lobby_give_top(visitor->lobby, game, ranks, strcmp(game, "azul") == 0 ? 0 : 2);
}

/* Lets a visitor act from now on. */
static inline void as(int visitor) {
    term = visitors[visitor].term;
}

/* A visitor connects. */
static inline void arrive(int visitor, int rows, int cols) {
    struct term_setup setup = {.config = &config,
                               .host = &host.host,
                               .draw_seed = draw_seed,
                               .rows = rows,
                               .cols = cols,
                               .remote = true};
    struct visitor *at = &visitors[visitor];
    struct lobby_setup visit = {
        .hall = hall, .changed = visitors_changed, .ask_top = visitors_ask_top, .self = at};
    at->term = term_new(&setup);
    assert_non_null(at->term);
    at->lobby = lobby_open(at->term, &visit, now);
    assert_non_null(at->lobby);
    as(visitor);
}

/* The connection is gone. */
static inline void vanish(int visitor) {
    struct visitor *at = &visitors[visitor];
    if (!at->term) return;
    lobby_close(at->lobby, now);
    term_free(at->term);
    if (term == at->term) term = NULL;
    *at = (struct visitor){.term = NULL};
}

/* Waits for agents that are thinking: they take real time, which the test's own time does not. */
static inline void await_agents(void) {
    const struct timespec pause = {.tv_nsec = 200000};
    for (const struct room *room = hall->rooms; room; room = room->next)
        for (int i = 0; i < room->tables_count; i++)
            while (table_thinking(room->tables[i])) nanosleep(&pause, NULL);
}

/* Time passes, and all that changes is drawn. */
static inline void pass(double seconds) {
    static char bytes[1 << 16];
    for (double end = now + seconds; now < end; now += 0.05) {
        await_agents();
        hall_run(hall, now);
        for (int i = 0; i < VISITORS_MAX; i++) {
            if (!visitors[i].term) continue;
            struct text text = text_over(bytes, sizeof bytes);
            term_run(visitors[i].term, now);
            while (!term_output(visitors[i].term, &text)) text_clear(&text);
        }
    }
}

static inline const struct member *member_of(int visitor) {
    return lobby_member(visitors[visitor].lobby);
}

static inline struct room *room_of(int visitor) {
    return member_of(visitor)->room;
}

/* A visitor connects and goes in by a name. */
static inline void enter(int visitor, const char *name) {
    arrive(visitor, 24, 80);
    type(name);
    type("\r");
    pass(0.5);
    assert_non_null(member_of(visitor));
}

/* Two visitors choose an entry of the lobby and are ready; the round begins. */
static inline void begin(const char *number) {
    enter(0, "Ann");
    type(number);
    type("\r");
    enter(1, "Bob");
    type(number);
    type("\r");
    type(" ");
    as(0);
    type(" ");
    pass(3.5);
    assert_int_equal(room_of(0)->phase, ROOM_ROUND);
    assert_ptr_equal(room_of(0), room_of(1));
}

static inline int seat_points(int visitor) {
    return room_of(visitor)->seats[member_of(visitor)->seat].points;
}

static inline int visitors_begin(void **unused) {
    onscreen_begin(unused);
    now = 1000;
    visitors_luck = rng_new(7, 0);
    results.count = 0;
    struct hall_setup setup = {.members_max = 100,
                               .rooms_max = 20,
                               .host = &host.host,
                               .draw = visitors_draw,
                               .keep = visitors_keep};
    hall = hall_new(&setup);
    return hall ? 0 : -1;
}

static inline int visitors_end(void **unused) {
    (void)unused;
    for (int i = 0; i < VISITORS_MAX; i++) vanish(i);
    hall_free(hall);
    host_system_release(&host);
    return 0;
}

#endif
