/* falls for learners, at the level "places": an act is where the capsule comes to rest, as a place
 * (minds.h). Between two acts of a seat all its ticks happen, so it always has a capsule to place,
 * until it is out. */
#include "base/bits.h"
#include "base/bits_spread.h"
#include "game/lanes.h"
#include "games/falls/falls_capsule.h"
#include "minds.h"

static int acts(const struct game *game, const void *state) {
    (void)game, (void)state;
    return FALLS_PLACES;
}

static bool plays(const struct falls *falls, int seat) {
    return falls->phase == FALLS_PLAY && (falls->playing >> seat & 1);
}

/* The places of a seat; none if it does not play, or has no capsule. */
static struct falls_reach places_of(const struct falls *falls, int seat) {
    const struct falls_player *player = &falls->player[seat];
    struct falls_reach reach = {{0}};
    if (plays(falls, seat) && player->controlled)
        falls_reach_all(falls_taken(&player->settled), falls_place_of(player), &reach);
    return reach;
}

/* Puts the capsule to its place, without its way there. */
static void put(struct falls_player *player, int place) {
    struct falls_capsule capsule = falls_capsule_of(&player->moving);
    int kind = place % FALLS_POSES / FALLS_COLS;
    bool swapped = kind >= FALLS_LYING_SWAPPED;
    struct falls_capsule after = {.standing = kind & 1,
                                  .col = (unsigned)place % FALLS_COLS,
                                  .first = swapped ? capsule.second : capsule.first,
                                  .second = swapped ? capsule.first : capsule.second};
    falls_put_capsule(&player->moving, &after);
    player->low = (uint8_t)(place / FALLS_POSES);
}

/* The clock of a seat ticks until it has a capsule again. */
static void tick_on(struct falls *falls, int seat, struct rng *luck) {
    do {
        falls_tick(falls, seat);
        while (falls->phase < FALLS_PLAY)
            falls_game.apply(falls, CHANCE, falls_game.random_act(falls, CHANCE, luck));
    } while (plays(falls, seat) && !falls->player[seat].controlled);
}

static void play_seat(struct falls *falls, int seat, int32_t act, struct rng *luck,
                      int32_t *points) {
    if (!plays(falls, seat)) return;
    if (!falls->player[seat].controlled) { /* only in a state that was put there */
        tick_on(falls, seat, luck);
        return;
    }
    struct falls_reach reach = places_of(falls, seat);
    if (act < 0 || act >= FALLS_PLACES ||
        !(reach.rest[act / FALLS_POSES] >> act % FALLS_POSES & 1)) {
        points[seat] += LANES_ILLEGAL;
        return;
    }
    int before = falls_count(falls->player[seat].virus);
    put(&falls->player[seat], act);
    tick_on(falls, seat, luck);
    points[seat] += before - falls_count(falls->player[seat].virus);
}

static void play(const struct lanes *lanes, void *state, const int32_t *act, struct rng *luck,
                 int32_t *points, struct choice *scratch) {
    (void)scratch;
    for (int seat = 0; seat < lanes->seats; seat++) play_seat(state, seat, act[seat], luck, points);
}

static void mask(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                 struct choice *scratch) {
    struct falls_reach reach = places_of(state, seat);
    (void)scratch;
    if (lanes->bits)
        memcpy(out, reach.rest, sizeof reach.rest);
    else
        for (int row = 0; row < FALLS_ROWS; row++)
            bits_spread_32(reach.rest[row], out + FALLS_POSES * row);
}

static int32_t sample(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                      struct choice *scratch) {
    struct falls_reach reach = places_of(state, seat);
    int count = 0, row = 0;
    (void)lanes, (void)scratch;
    for (int i = 0; i < FALLS_ROWS; i++) count += bits_count(reach.rest[i]);
    if (count == 0) return 0;
    int nth = (int)rng_below(rng, (uint32_t)count);
    for (; nth >= bits_count(reach.rest[row]); row++) nth -= bits_count(reach.rest[row]);
    return FALLS_POSES * row + bits_nth(reach.rest[row], nth);
}

/* All else is as at the level "ticks". */

static void begin(const struct lanes *lanes, void *state, struct rng *luck,
                  struct choice *scratch) {
    falls_ticks.ops.begin(lanes, state, luck, scratch);
}

static bool over(const struct lanes *lanes, const void *state) {
    return falls_ticks.ops.over(lanes, state);
}

static int mover(const struct lanes *lanes, const void *state) {
    return falls_ticks.ops.mover(lanes, state);
}

static void view(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    falls_ticks.ops.view(lanes, state, seat, out);
}

static const struct lanes_level places = {
    .name = "places",
    .meaning = "an act is where the capsule comes to rest: 32 * row + 8 * kind + column",
    .together = true,
    .acts = acts,
    .ops = {begin, play, over, mover, view, mask, sample, NULL},
};

const struct lanes_level *const falls_levels[] = {&falls_ticks, &places, NULL};
