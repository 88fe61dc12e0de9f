/* Short memory at the screens of a visitor: nothing crashes or leaks, whatever is missing, and the
 * person can go on. */
#include "games/games.h"
#include "lobby/lobby.h"
#include "tests/support/starve.h"
#include <stdio.h>
#include <string.h>

static double now;
static bool complained;

static void draw_zeros(void *self, void *bytes, size_t count) {
    (void)self;
    memset(bytes, 0, count);
}

static void draw_seed(void *self, char *seed, size_t capacity) {
    (void)self;
    snprintf(seed, capacity, "seed");
}

static void keep_result(void *self, struct hall_result *result) {
    hall_kept(*(struct hall **)self, result, NULL, now);
}

static void ignore(void *self) {
    (void)self;
}

static void give_top(void *self, const char *game) {
    struct lobby_rank rank = {.name = "Ann", .rating = 1500};
    lobby_give_top(*(struct lobby **)self, game, &rank, 1);
}

static void look(struct term *term) {
    static char bytes[1 << 16];
    struct text text = text_over(bytes, sizeof bytes);
    complained |= strstr(term->message, "memory") != NULL;
    for (int i = 0; i < 100 && !term_output(term, &text); i++) text_clear(&text);
}

static void type(struct term *term, struct hall *hall, const char *keys) {
    for (; *keys; keys++) {
        term_input(term, (const uint8_t *)keys, 1, now);
        look(term);
    }
    now += 0.1;
    hall_run(hall, now);
    term_run(term, now);
    look(term);
}

/* Goes through all screens, and plays a game for a while. */
static bool visit_in(struct hall *hall, struct term *term, struct lobby *lobby, int number) {
    char keys[16];
    snprintf(keys, sizeof keys, "%d\r", number);
    type(term, hall, "Ann\r");
    if (!lobby_member(lobby)) return false;
    for (const char *const *at = (const char *const[]){"8\r", "\033", "7\r", "\t", "\033", "n", "?",
                                                       "\033", "\033", "?", "\033", NULL};
         *at; at++)
        type(term, hall, *at);
    type(term, hall, keys);
    const struct room *room = lobby_member(lobby)->room;
    if (!room) return false;
    type(term, hall, "a");
    type(term, hall, "\r");
    type(term, hall, " ");
    for (int i = 0; i < 40; i++) type(term, hall, "");
    bool began = room->phase == ROOM_ROUND;
    for (const char *const *at =
             (const char *const[]){"\r", "\r", "m", "\r", "?", "\033", "s", "p", "thi\r", NULL};
         *at; at++)
        type(term, hall, *at);
    term_resize(term, 50, 160);
    type(term, hall, "x");
    return began;
}

static bool visit(const void *of) {
    const struct host host = {.threads = 1};
    struct hall *hall = NULL;
    struct lobby *lobby = NULL;
    struct config config;
    struct desk desk;
    struct hall_setup made = {.members_max = 2, .rooms_max = 1, .host = &host};
    made.draw = draw_zeros;
    made.keep = keep_result;
    made.self = &hall;
    config_standard(&config);
    config.colours = WIRE_256;
    config.plain = 0;
    desk_init(&desk);
    struct term_setup shown = {.config = &config,
                               .host = &host,
                               .desk = &desk,
                               .draw_seed = draw_seed,
                               .rows = 24,
                               .cols = 80,
                               .remote = true};
    struct lobby_setup visited = {.changed = ignore, .ask_top = give_top, .self = &lobby};
    now = 1;
    complained = false;
    hall = visited.hall = hall_new(&made);
    struct term *term = hall ? term_new(&shown) : NULL;
    lobby = term ? lobby_open(term, &visited, now) : NULL;
    bool done = lobby && visit_in(hall, term, lobby, *(const int *)of) && !complained;
    if (lobby) lobby_close(lobby, now);
    term_free(term);
    desk_release(&desk);
    if (hall) hall_free(hall);
    return done;
}

static void test_visits(void **state) {
    (void)state;
    for (int number = 1; number <= 4; number++) starve(visit, &number);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_visits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
