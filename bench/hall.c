/* What falls players cost the hall alone, without sockets and screens: memory each, and CPU time of
 * rooms of eight at 200 ms ticks and five keys a second. All are told all that happens. */
#include "bench/bench.h"
#include "games/games.h"
#include "hall/room.h"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum { ROOMS = 320, PLAYERS = ROOMS * SEATS_MAX, TICK_MS = 200, SECONDS = 10, KEYS = 5 };

static struct member *members[PLAYERS];
static uint64_t messages;
static struct rng luck;

static void tell(void *self, const struct hall_message *message) {
    (void)self;
    messages += message->kind != HALL_GONE;
}

static void draw(void *self, void *bytes, size_t count) {
    (void)self;
    for (size_t i = 0; i < count; i++) ((uint8_t *)bytes)[i] = (uint8_t)rng_next(&luck);
}

static const struct game *find_game(const char *name) {
    const struct game *const *game = games_list;
    while (*game && strcmp((*game)->name, name) != 0) game++;
    return *game;
}

/* Room by room, the clocks of the rounds are spread over a tick. */
static bool fill(struct hall *hall, double now) {
    struct room_setup setup = {.game = find_game("falls")};
    game_standard(setup.game, setup.params);
    for (int i = 0; i < PLAYERS; i++) {
        char name[16];
        double at = now + 0.001 * TICK_MS * i / PLAYERS;
        snprintf(name, sizeof name, "p%d", i);
        if (hall_enter(hall, name, tell, NULL, at, &members[i])) return false;
        struct room *room = i % SEATS_MAX ? members[i - 1]->room : NULL;
        if (room ? room_join(members[i], room, at) : room_open(members[i], &setup, at))
            return false;
        if (i % SEATS_MAX == SEATS_MAX - 1 && room_start(room, at)) return false;
    }
    return true;
}

/* Shifts and turns: with few viruses nobody is out meanwhile. Returns the keys pressed. */
static uint64_t play(struct hall *hall, double from) {
    uint64_t keys = 0;
    int steps = PLAYERS * KEYS * SECONDS;
    for (int i = 0; i < steps; i++) {
        double now = from + (double)SECONDS * i / steps;
        while (hall_due(hall) <= now) hall_run(hall, now);
        keys += !room_act(members[rng_below(&luck, PLAYERS)], rng_below(&luck, 4), now);
    }
    return keys;
}

int main(void) {
    struct hall_setup setup = {
        .members_max = PLAYERS, .rooms_max = ROOMS, .tick_ms = TICK_MS, .viruses = 4, .draw = draw};
    luck = rng_new(1, 0);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    struct hall *hall = hall_new(&setup);
    if (!hall || !fill(hall, 1)) return 1;
    size_t begun = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    double begin = bench_seconds();
    messages = 0;
    uint64_t keys = play(hall, 2);
    double seconds = bench_seconds() - begin;
    size_t after = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    printf("%d falls players in rooms of %d, %d ms ticks, %d keys a second:\n", PLAYERS, SEATS_MAX,
           TICK_MS, KEYS);
    printf("  memory a player: %zu bytes at the beginning, %zu after %d s (aim: 2000)\n",
           begun / PLAYERS, after / PLAYERS, SECONDS);
    printf(
        "  %.1f %% of a core (aim: 5), %.0f keys and %.0f messages a second, %.0f ns a message\n",
        100 * seconds / SECONDS, (double)keys / SECONDS, (double)messages / SECONDS,
        1e9 * seconds / (double)messages);
    hall_free(hall);
    return 0;
}
