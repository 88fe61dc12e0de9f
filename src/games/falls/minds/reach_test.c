/* Places, steering to them and what comes of them, against the rules. */
#include "minds_test.h"
#include <math.h>

enum { SLOTS = FALLS_PACE_MAX + 1, NONE = -1 };

/* The slow twin: breadth first over copies of the player. */
struct twin {
    int presses[FALLS_PLACES][SLOTS]; /* the fewest, or NONE */
    struct {
        struct falls_player player;
        int done, presses;
    } queue[FALLS_PLACES * SLOTS];
    int head, tail, acts;
};

static struct twin twin;

/* The capsule is Red and Yellow, and Red was first. */
static int place_of(const struct falls_player *player) {
    int place = falls_place_of(player);
    int low = FALLS_COLS * (FALLS_ROWS - 1) + place % FALLS_COLS;
    return falls_colour_at(&player->moving, low) == FALLS_RED ? place : place ^ FALLS_POSES / 2;
}

static void twin_visit(const struct falls_player *player, int done, int presses) {
    int *seen = &twin.presses[place_of(player)][done];
    if (*seen != NONE) return;
    *seen = presses;
    twin.queue[twin.tail].player = *player;
    twin.queue[twin.tail].done = done;
    twin.queue[twin.tail++].presses = presses;
}

static void twin_tick(const struct falls_player *player, int presses) {
    struct falls_player after = *player;
    if (falls_touches(player, player->low)) return;
    after.low++;
    twin_visit(&after, 0, presses);
}

static void twin_press(const struct falls_player *player, int done, int presses, int act) {
    struct falls_player after = *player;
    if (act != FALLS_DROP && !falls_move(&after, act)) return;
    if (act == FALLS_DROP && falls_touches(player, player->low)) return;
    if (act == FALLS_DROP) after.low++;
    twin_visit(&after, done + 1, presses + 1);
    if (done + 1 == twin.acts) twin_tick(&after, presses + 1);
}

static void twin_search(const struct falls_player *player, struct falls_pace pace) {
    for (int i = 0; i < FALLS_PLACES * SLOTS; i++) twin.presses[i / SLOTS][i % SLOTS] = NONE;
    twin.head = twin.tail = 0;
    twin.acts = pace.acts;
    twin_visit(player, pace.acts - pace.left, 0);
    if (pace.left == 0) twin_tick(player, 0);
    for (; twin.head < twin.tail; twin.head++)
        for (int act = 0; act < FALLS_MOVES; act++)
            if (twin.queue[twin.head].done < pace.acts)
                twin_press(&twin.queue[twin.head].player, twin.queue[twin.head].done,
                           twin.queue[twin.head].presses, act);
}

/* Returns the fewest key presses to be at a place. */
static int twin_presses(int place) {
    int least = NONE;
    for (int done = 0; done < SLOTS; done++) {
        int presses = twin.presses[place][done];
        if (presses != NONE && (least == NONE || presses < least)) least = presses;
    }
    return least;
}

static void colour_capsule(struct falls_player *player, int first, int second) {
    falls_set taken = falls_taken(&player->moving), low = taken & falls_row(FALLS_ROWS - 1);
    low &= -low;
    player->moving.one = player->moving.two = 0;
    falls_put(&player->moving, low, first);
    falls_put(&player->moving, taken & ~low, second);
}

static void check_reach(const struct falls_player *player, struct falls_pace pace) {
    falls_set taken = falls_taken(&player->settled);
    int from = place_of(player);
    struct falls_reach reach, all;
    twin_search(player, pace);
    falls_reach_from(taken, from, pace, &reach);
    falls_reach_all(taken, from, &all);
    for (int place = 0; place < FALLS_PLACES; place++) {
        uint32_t bit = UINT32_C(1) << place % FALLS_POSES;
        bool found = twin_presses(place) != NONE && falls_place_rests(taken, place);
        assert_int_equal((reach.rest[place / FALLS_POSES] & bit) != 0, found);
        if (found) assert_true(all.rest[place / FALLS_POSES] & bit);
    }
}

static void test_reach(void **state) {
    struct rng rng = rng_new(1, 0);
    (void)state;
    for (int round = 0; round < 400; round++) {
        struct falls falls;
        int seat = minds_position(&falls, &rng, 1 + round % 3);
        struct falls_player *player = &falls.player[seat];
        uint8_t acts = (uint8_t)(1 + rng_below(&rng, FALLS_PACE_MAX));
        struct falls_pace pace = {acts, (uint8_t)rng_below(&rng, acts + 1u)};
        colour_capsule(player, FALLS_RED, FALLS_YELLOW);
        check_reach(player, pace);
    }
}

/* Without a clock, and with as many key presses as it takes, all places are found. */
static void test_reach_of_all(void **state) {
    struct rng rng = rng_new(2, 0);
    (void)state;
    for (int round = 0; round < 200; round++) {
        struct falls falls;
        int seat = minds_position(&falls, &rng, 1);
        struct falls_player *player = &falls.player[seat];
        falls_set taken = falls_taken(&player->settled);
        struct falls_reach all;
        colour_capsule(player, FALLS_RED, FALLS_YELLOW);
        falls_reach_all(taken, place_of(player), &all);
        /* In a twin whose clock never ticks, the key presses done do not matter. */
        for (int i = 0; i < FALLS_PLACES * SLOTS; i++) twin.presses[i / SLOTS][i % SLOTS] = NONE;
        twin.head = twin.tail = 0;
        twin.acts = NONE;
        twin_visit(player, 0, 0);
        for (; twin.head < twin.tail; twin.head++) {
            for (int act = 0; act < FALLS_MOVES; act++)
                twin_press(&twin.queue[twin.head].player, -1, 0, act);
        }
        for (int place = 0; place < FALLS_PLACES; place++) {
            bool found = twin_presses(place) != NONE && falls_place_rests(taken, place);
            assert_int_equal(all.rest[place / FALLS_POSES] >> place % FALLS_POSES & 1, found);
        }
    }
}

/* Puts the capsule of a player at a place. */
static void put_at(struct falls_player *player, int place, int first, int second) {
    int kind = place % FALLS_POSES / FALLS_COLS;
    falls_set low = falls_cell(FALLS_ROWS - 1, place % FALLS_COLS);
    falls_set other = kind & FALLS_STANDING ? low >> FALLS_COLS : low << 1;
    player->moving = (struct falls_tiles){0, 0, 0, 0};
    if (kind & FALLS_STANDING)
        player->moving.down = other;
    else
        player->moving.right = low;
    falls_put(&player->moving, low, kind & 2 ? second : first);
    falls_put(&player->moving, other, kind & 2 ? first : second);
    player->low = (uint8_t)(place / FALLS_POSES);
}

/* What an act leads to, by the rules, with `done` key presses since the last tick. */
static double twin_cost(const struct falls_steering *steering, const struct falls_player *player,
                        int act, int done) {
    struct falls_player after = *player;
    if (act == FALLS_DROP && falls_touches(player, player->low))
        return steering->rest[place_of(player)] +
               steering->hurry[place_of(player)] * (done + 1) / steering->acts;
    if (act == FALLS_DROP) after.low++;
    if (act != FALLS_DROP && !falls_move(&after, act)) return INFINITY;
    int place = place_of(&after);
    if (done + 1 < steering->acts) return steering->cost[done + 1][place];
    if (falls_touches(&after, after.low)) return steering->rest[place];
    return steering->cost[0][place + FALLS_POSES];
}

static void check_steering(const struct falls_steering *steering, struct falls_player *player,
                           int place) {
    double sums[FALLS_MOVES] = {0}, best = INFINITY;
    put_at(player, place, FALLS_RED, FALLS_YELLOW);
    for (int done = steering->acts - 1; done >= 0; done--) {
        double least = INFINITY;
        for (int act = 0; act < FALLS_MOVES; act++) {
            double cost = twin_cost(steering, player, act, done);
            double told = falls_steering_cost(steering, place, act, done);
            assert_true(told == cost);
            if (cost < least) least = cost;
            sums[act] += cost;
        }
        assert_true(steering->cost[done][place] == (float)(least + FALLS_PRESS));
        int act = falls_steering_act(steering, place, done);
        assert_true(twin_cost(steering, player, act, done) < least + FALLS_PRESS);
    }
    for (int act = 0; act < FALLS_MOVES; act++) {
        double mean = sums[act] / steering->acts;
        double cost = falls_steering_cost(steering, place, act, FALLS_PULSE_UNKNOWN);
        assert_true(mean == INFINITY ? cost == INFINITY
                                     : fabs(cost - mean) <= steering->hurry[place] + 1e-6);
        if (cost < best) best = cost;
    }
    int act = falls_steering_act(steering, place, FALLS_PULSE_UNKNOWN);
    assert_true(falls_steering_cost(steering, place, act, FALLS_PULSE_UNKNOWN) <
                best + FALLS_PRESS);
}

/* Costs are those of the best acts, by the rules. */
static void test_steering(void **state) {
    struct rng rng = rng_new(3, 0);
    (void)state;
    for (int round = 0; round < 150; round++) {
        static struct falls_steering steering;
        struct falls falls;
        int seat = minds_position(&falls, &rng, 1);
        struct falls_player *player = &falls.player[seat];
        falls_set taken = falls_taken(&player->settled);
        for (int i = 0; i < FALLS_PLACES; i++) {
            steering.rest[i] = rng_below(&rng, 100);
            steering.hurry[i] = rng_below(&rng, 3) * 10;
        }
        falls_steer(&steering, taken, 1 + round % FALLS_PACE_MAX);
        for (int place = 0; place < FALLS_PLACES; place++)
            if (falls_poses_fitting(taken, place / FALLS_POSES) >> place % FALLS_POSES & 1)
                check_steering(&steering, player, place);
    }
}

/* Plays a capsule at rest by the rules to the end of the chain, and compares. */
static void check_settle(const struct falls *falls, int seat, int place, int first, int second) {
    const struct falls_player *player = &falls->player[seat];
    struct falls after = *falls;
    struct falls_field field = {player->settled, player->virus};
    struct falls_fate fate = falls_settle(&field, place, first, second);
    int rival = 1 - seat;
    uint32_t drawn = player->drawn;
    put_at(&after.player[seat], place, first, second);
    assert_null(falls_game.check(&after));
    falls_game.apply(&after, seat, FALLS_DROP);
    while (falls_game.movers(&after) >> CLOCK & 1 && after.player[seat].drawn == drawn &&
           !after.player[rival].units && after.playing >> seat & 1)
        falls_game.apply(&after, CLOCK, (action)seat);
    assert_int_equal(after.player[seat].status, fate.status);
    if (fate.status == FALLS_DEFEATED) return;
    assert_memory_equal(&after.player[seat].settled, &field.settled, sizeof field.settled);
    assert_true(after.player[seat].virus == field.virus);
    if (fate.status == FALLS_CLEARED) return;
    int sent = 0;
    while (sent < FALLS_UNIT_MAX && after.player[rival].incoming[0][sent]) sent++;
    if (!(falls->playing >> rival & 1)) return;
    assert_int_equal(sent, fate.runs < 2 ? 0 : fate.runs < 4 ? fate.runs : 4);
}

static void test_settle(void **state) {
    struct rng rng = rng_new(4, 0);
    int runs[2] = {0, 0};
    (void)state;
    for (int round = 0; round < 1000; round++) {
        struct falls falls;
        int seat = minds_position(&falls, &rng, 2);
        if (falls.player[0].units || falls.player[1].units) continue;
        struct falls_player *player = &falls.player[seat];
        int first = 1 + (int)rng_below(&rng, 3), second = 1 + (int)rng_below(&rng, 3);
        struct falls_reach reach;
        colour_capsule(player, first, second);
        falls_reach_from(falls_taken(&player->settled), falls_place_of(player),
                         (struct falls_pace){8, 8}, &reach);
        for (int place = 0; place < FALLS_PLACES; place++)
            if (reach.rest[place / FALLS_POSES] >> place % FALLS_POSES & 1) {
                check_settle(&falls, seat, place, first, second);
                struct falls_field field = {player->settled, player->virus};
                int found = falls_settle(&field, place, first, second).runs;
                runs[0] += found > 0, runs[1] += found > 1;
            }
    }
    assert_true(runs[0] > 200 && runs[1] > 5);
}

static void test_settle_unit(void **state) {
    struct rng rng = rng_new(5, 0);
    (void)state;
    for (int round = 0; round < 2000; round++) {
        struct falls falls;
        minds_start(&falls, &rng, 1, 1 + (int)rng_below(&rng, FALLS_VIRUSES_MAX));
        minds_wander(&falls, &rng, (int)rng_below(&rng, 200));
        if (!falls_game.movers(&falls) || falls.player[0].units) continue;
        struct falls_player *player = &falls.player[0];
        uint8_t unit[FALLS_UNIT_MAX] = {0};
        unsigned count = 1 + rng_below(&rng, FALLS_UNIT_MAX), shift = rng_below(&rng, FALLS_COLS);
        for (unsigned i = 0; i < count; i++)
            unit[i] = (uint8_t)(1 + rng_below(&rng, 3) + 4 * ((shift + 3 * i) % FALLS_COLS + 1));
        struct falls_field field = {player->settled, player->virus};
        struct falls_fate fate = falls_settle_unit(&field, unit);
        player->moving = (struct falls_tiles){0, 0, 0, 0};
        player->low = player->controlled = 0;
        for (unsigned i = 0; i < count; i++)
            falls_put(&player->moving, falls_cell(FALLS_ROWS - 1, (unit[i] >> 2) - 1), unit[i] & 3);
        uint32_t drawn = player->drawn;
        while (player->status == FALLS_PLAYING && player->drawn == drawn)
            falls_game.apply(&falls, CLOCK, 0);
        assert_int_equal(player->status, fate.status);
        if (fate.status == FALLS_DEFEATED) continue;
        assert_memory_equal(&player->settled, &field.settled, sizeof field.settled);
        assert_true(player->virus == field.virus);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach),       cmocka_unit_test(test_reach_of_all),
        cmocka_unit_test(test_steering),    cmocka_unit_test(test_settle),
        cmocka_unit_test(test_settle_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
