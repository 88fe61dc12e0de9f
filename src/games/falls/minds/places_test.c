/* The level "places" against a search through the rules: every way to move the capsule until it
 * rests, and what then happens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/falls/falls_capsule.h"
#include "minds.h"
#include "tests/support/batches.h"
#include "tests/support/often.h"

/* What the rules allow: whether a capsule can come to rest at a place. */
static bool rests[FALLS_PLACES], seen[FALLS_PLACES];

static int place_of(const struct falls_player *player) {
    struct falls_capsule capsule = falls_capsule_of(&player->moving);
    int kind = (int)capsule.standing + (capsule.first == FALLS_YELLOW ? FALLS_LYING_SWAPPED : 0);
    return FALLS_POSES * player->low + FALLS_COLS * kind + (int)capsule.col;
}

static void explore(const struct falls *falls, int seat) {
    int place = place_of(&falls->player[seat]);
    if (seen[place]) return;
    seen[place] = true;
    rests[place] = falls_touches(&falls->player[seat], falls->player[seat].low);
    for (int act = FALLS_LEFT; act <= FALLS_DROP; act++) {
        struct falls next = *falls;
        if (falls_game.refuse(falls, seat, (action)act)) continue;
        if (act == FALLS_DROP && rests[place]) continue;
        falls_game.apply(&next, seat, (action)act);
        explore(&next, seat);
    }
}

/* Finds them with a capsule of two different colours, so that each half is known. */
static void find_rests(const struct falls *falls, int seat) {
    struct falls copy = *falls;
    struct falls_capsule capsule = falls_capsule_of(&copy.player[seat].moving);
    capsule.first = FALLS_RED, capsule.second = FALLS_YELLOW;
    falls_put_capsule(&copy.player[seat].moving, &capsule);
    memset(rests, 0, sizeof rests);
    memset(seen, 0, sizeof seen);
    explore(&copy, seat);
}

static bool plays(const struct falls *falls, int seat) {
    return falls->phase == FALLS_PLAY && (falls->playing >> seat & 1);
}

static void require_mask(const struct lanes *lanes, const struct falls *falls, int seat,
                         const uint8_t *mask) {
    int count = 0;
    memset(rests, 0, sizeof rests);
    if (plays(falls, seat)) find_rests(falls, seat);
    for (int place = 0; place < FALLS_PLACES; place++) {
        int allowed = lanes->bits ? mask[place / 8] >> place % 8 & 1 : mask[place];
        assert_int_equal(allowed, rests[place]);
        count += allowed;
    }
    assert_int_equal(count > 0, plays(falls, seat));
}

/* Moves the capsule to its place by the rules, whichever way: a search finds the acts. */
static bool walk(struct falls *falls, int seat, int place, int depth) {
    if (place_of(&falls->player[seat]) == place) return true;
    int here = place_of(&falls->player[seat]);
    if (seen[here] || depth == 0) return false;
    seen[here] = true;
    for (int act = FALLS_LEFT; act <= FALLS_DROP; act++) {
        struct falls next = *falls;
        if (falls_game.refuse(falls, seat, (action)act)) continue;
        if (act == FALLS_DROP && falls_touches(&falls->player[seat], falls->player[seat].low))
            continue;
        falls_game.apply(&next, seat, (action)act);
        if (walk(&next, seat, place, depth - 1)) {
            *falls = next;
            return true;
        }
    }
    return false;
}

static void recolour(struct falls *falls, int seat, struct falls_capsule as, bool swap) {
    struct falls_capsule capsule = falls_capsule_of(&falls->player[seat].moving);
    capsule.first = swap ? as.second : as.first;
    capsule.second = swap ? as.first : as.second;
    falls_put_capsule(&falls->player[seat].moving, &capsule);
}

/* Plays an act of a seat on the twin: to the place, then ticks until there is a capsule again. */
static void play_twin(struct falls *falls, int seat, int32_t act, struct rng *luck) {
    struct falls_capsule capsule = falls_capsule_of(&falls->player[seat].moving);
    recolour(falls, seat, (struct falls_capsule){.first = FALLS_RED, .second = FALLS_YELLOW},
             false);
    memset(seen, 0, sizeof seen);
    assert_true(walk(falls, seat, act, FALLS_PLACES));
    recolour(falls, seat, capsule,
             falls_capsule_of(&falls->player[seat].moving).first == FALLS_YELLOW);
    do {
        assert_null(falls_game.refuse(falls, CLOCK, (action)seat));
        falls_game.apply(falls, CLOCK, (action)seat);
        while (falls_game.movers(falls) >> CHANCE & 1)
            falls_game.apply(falls, CHANCE, game_draw(&falls_game, falls, CHANCE, luck, NULL));
    } while (plays(falls, seat) && !falls->player[seat].controlled);
}

static void step_twin(struct falls *falls, int seats, const int32_t *acts, struct rng *luck,
                      float *rewards) {
    for (int seat = 0; seat < seats; seat++) {
        rewards[seat] = 0;
        if (!plays(falls, seat)) continue;
        find_rests(falls, seat);
        bool legal = acts[seat] >= 0 && acts[seat] < FALLS_PLACES && rests[acts[seat]];
        int before = falls_game.score(falls, seat);
        if (legal) play_twin(falls, seat, acts[seat], luck);
        rewards[seat] = legal ? (float)(falls_game.score(falls, seat) - before) : LANES_ILLEGAL;
    }
}

static void places_are_those_of_the_rules(void **unused) {
    (void)unused;
    struct rng rng = rng_new(31, 0);
    for (int round = 0; round < often(20, 300); round++) {
        struct batch_options options = batches_options(&falls_game, &rng);
        options.level = lanes_find_level(&falls_game, "places");
        options.params[FALLS_PLAYERS] = round % 2 ? 1 : 1 + round % 8;
        options.autoreset = LANES_DISABLED;
        options.reward = LANES_POINTS;
        options.limit = 0;
        options.count = 1;
        struct batches_one one = batches_open(&options, rng_next(&rng));
        const struct lanes *lanes = batch_lanes(one.batch);
        while (!lanes->one[0].ended && lanes->one[0].length < 60) {
            struct falls twin;
            float rewards[SEATS_MAX];
            memcpy(&twin, lanes_state(lanes, 0), lanes->size);
            struct rng luck = lanes->one[0].luck;
            for (int seat = 0; seat < lanes->seats; seat++)
                require_mask(lanes, &twin, seat, one.io.masks + (size_t)seat * lanes->mask_bytes);
            batches_draw(&one, &rng);
            step_twin(&twin, lanes->seats, one.acts, &luck, rewards);
            batch_step(one.batch);
            assert_memory_equal(&twin, lanes_state(lanes, 0), lanes->size);
            assert_memory_equal(&luck, &lanes->one[0].luck, sizeof luck);
            assert_memory_equal(rewards, one.io.rewards, sizeof *rewards * (size_t)lanes->seats);
            assert_int_equal(lanes->one[0].ended, twin.phase == FALLS_OVER);
        }
        batches_close(&one);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_are_those_of_the_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
