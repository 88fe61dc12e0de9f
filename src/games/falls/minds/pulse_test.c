/* Counting key presses, against clocks that do tick after so many. */
#include "minds_test.h"

/* A player who presses keys at random, before a clock that ticks after every `acts` of them. */
struct pupil {
    struct falls falls;
    struct falls_pulse pulse;
    int acts, done; /* done: the truth */
    bool idle;      /* now and then the clock ticks early */
    bool receives;  /* units arrive */
    int known, asked;
};

/* Returns what was counted. */
static int press(struct pupil *pupil, struct rng *rng) {
    struct falls *falls = &pupil->falls;
    struct choice choices[FALLS_MOVES];
    int count = falls_game.choices(falls, 0, choices);
    action act = choices[rng_below(rng, (uint32_t)count)].act;
    int told = falls_pulse_now(&pupil->pulse, &falls->player[0], pupil->acts);
    falls_pulse_press(&pupil->pulse, &falls->player[0], (int)act, told);
    pupil->asked++;
    pupil->known += told != FALLS_PULSE_UNKNOWN;
    falls_game.apply(falls, 0, act);
    minds_settle(falls, rng);
    return told;
}

static void tick(struct pupil *pupil, struct rng *rng) {
    if (falls_game.movers(&pupil->falls)) falls_game.apply(&pupil->falls, CLOCK, 0);
    minds_settle(&pupil->falls, rng);
    pupil->done = 0;
}

static void receive(struct falls_player *player, struct rng *rng) {
    if (player->units) return;
    player->units = 1;
    player->incoming[0][0] = (uint8_t)(FALLS_RED + 4 * (1 + rng_below(rng, FALLS_COLS)));
}

static void play(struct pupil *pupil, struct rng *rng, bool check) {
    while (falls_game.movers(&pupil->falls) && pupil->asked < 3000) {
        for (pupil->done = 0; pupil->done < pupil->acts; pupil->done++) {
            if (!falls_game.movers(&pupil->falls) || !pupil->falls.player[0].controlled) break;
            if (pupil->idle && rng_below(rng, 20) == 0) break;
            if (pupil->receives && rng_below(rng, 30) == 0) receive(&pupil->falls.player[0], rng);
            int told = press(pupil, rng);
            if (check) assert_true(told == FALLS_PULSE_UNKNOWN || told == pupil->done);
            assert_in_range(told + 1, 0, pupil->acts);
        }
        tick(pupil, rng);
    }
}

/* From the first capsule on it is always known, and right. */
static void test_from_the_beginning(void **state) {
    struct rng rng = rng_new(1, 0);
    (void)state;
    for (int round = 0; round < 160; round++) {
        struct pupil pupil = {.acts = 1 + round % FALLS_PACE_MAX, .receives = round % 3 == 0};
        minds_start(&pupil.falls, &rng, 1, 1 + (int)rng_below(&rng, 60));
        play(&pupil, &rng, true);
        assert_int_equal(pupil.known, pupil.asked);
    }
}

/* From anywhere it is known after the first tick that is seen. */
static void test_from_anywhere(void **state) {
    struct rng rng = rng_new(2, 0);
    int known = 0, asked = 0;
    (void)state;
    for (int round = 0; round < 160; round++) {
        struct pupil pupil = {.acts = 2 + round % 7};
        minds_position(&pupil.falls, &rng, 1);
        if (pupil.falls.player[0].drawn == 1) continue;
        play(&pupil, &rng, true);
        known += pupil.known, asked += pupil.asked;
    }
    assert_true(known > asked / 2 && known < asked);
}

/* A clock that ticks early, or another act than the one noted, leads to nothing but a wrong or an
 * unknown count, within bounds; the next tick that is seen sets it right. */
static void test_other_clocks(void **state) {
    struct rng rng = rng_new(3, 0);
    int known = 0;
    (void)state;
    for (int round = 0; round < 100; round++) {
        struct pupil pupil = {.acts = 1 + round % FALLS_PACE_MAX, .idle = true};
        minds_start(&pupil.falls, &rng, 1, 20);
        play(&pupil, &rng, false);
        known += pupil.known;
    }
    assert_true(known > 1000);
}

/* Asked twice about the same state, nothing is known: no key was pressed. */
static void test_asked_twice(void **state) {
    struct rng rng = rng_new(4, 0);
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct falls falls;
        struct falls_pulse pulse;
        int seat = minds_position(&falls, &rng, 1 + round % 3);
        struct choice choices[FALLS_MOVES];
        int count = falls_game.choices(&falls, seat, choices);
        for (int i = 0; i < count; i++) {
            falls_pulse_press(&pulse, &falls.player[seat], (int)choices[i].act, 0);
            assert_int_equal(falls_pulse_now(&pulse, &falls.player[seat], 4), FALLS_PULSE_UNKNOWN);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_from_the_beginning),
        cmocka_unit_test(test_from_anywhere),
        cmocka_unit_test(test_other_clocks),
        cmocka_unit_test(test_asked_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
