/* Who thinks about a state: an agent about those it knows, a general one about all others. Nim is
 * the game, with agents that only count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "agents/mind.h"
#include "tests/nim/nim.c"

const struct tool *const nim_tools[] = {NULL};
const struct agent *const nim_agents[] = {NULL};

/* What the fake agents did. */
static struct {
    int made, freed, thoughts;
    bool fails; /* init */
    const struct game *game;
    const struct host *host;
    const struct agent_question *question;
} fake;

enum { FAKE_VALUE = 12345 };

static bool fake_suits(const struct game *game) {
    return game != NULL;
}

static void *fake_init(const struct game *game, const struct host *host) {
    if (fake.fails) return NULL;
    fake.game = game;
    fake.host = host;
    fake.made++;
    return malloc(1);
}

/* Knows states whose first heap is odd. */
static bool fake_knows(const void *self, const void *state) {
    assert_non_null(self);
    return ((const struct nim *)state)->sticks[0] % 2 == 1;
}

static void fake_think(void *self, const struct agent_question *question, struct advice *advice) {
    assert_non_null(self);
    fake.thoughts++;
    fake.question = question;
    advice->count = 1;
    advice->candidates[0] = (struct candidate){.act = 0, .value = FAKE_VALUE};
}

static void fake_release(void *self) {
    assert_non_null(self);
    fake.freed++;
    free(self);
}

static const struct agent all_knowing = {.name = "all",
                                         .suits = fake_suits,
                                         .init = fake_init,
                                         .think = fake_think,
                                         .release = fake_release};
static const struct agent half_knowing = {.name = "half",
                                          .suits = fake_suits,
                                          .init = fake_init,
                                          .knows = fake_knows,
                                          .think = fake_think,
                                          .release = fake_release};

static const struct host host = {.threads = 1};

static int setup(void **unused) {
    (void)unused;
    memset(&fake, 0, sizeof fake);
    return 0;
}

/* Asks a mind. Returns whether the fake agent thought; else the advice must be sound. */
static bool fake_thinks(struct agents_mind *mind, const struct nim *nim) {
    struct candidate candidates[HEAPS_MAX * STICKS_MAX];
    struct choice choices[HEAPS_MAX * STICKS_MAX];
    struct advice advice = {.candidates = candidates};
    struct rng rng = rng_new(1, 2);
    struct agent_question question = {.state = nim,
                                      .who = nim->turn,
                                      .budget = {.rollouts = 20},
                                      .rng = &rng,
                                      .act = AGENT_NO_ACT};
    int thoughts = fake.thoughts;
    mind_think(mind, &question, &advice);
    if (fake.thoughts > thoughts) {
        assert_int_equal(fake.thoughts, thoughts + 1);
        assert_ptr_equal(fake.question, &question);
        assert_int_equal(advice.count, 1);
        assert_true(candidates[0].value == FAKE_VALUE);
        return true;
    }
    assert_int_equal(advice.count, nim_choices(nim, nim->turn, choices));
    assert_null(nim_refuse(nim, nim->turn, candidates[0].act));
    assert_true(advice.rollouts > 0);
    return false;
}

static struct nim heaps_of(int first, int second) {
    return (struct nim){.heaps = 2, .sticks = {(uint8_t)first, (uint8_t)second}};
}

static void who_knows_all_thinks_always(void **unused) {
    struct agents_mind *mind = mind_open(&all_knowing, &nim_game, &host);
    (void)unused;
    assert_non_null(mind);
    assert_ptr_equal(fake.game, &nim_game);
    assert_ptr_equal(fake.host, &host);
    for (int first = 0; first < 5; first++) {
        struct nim nim = heaps_of(first, 3);
        assert_ptr_equal(mind_for(mind, &nim), &all_knowing);
        assert_true(fake_thinks(mind, &nim));
    }
    mind_close(mind);
    assert_int_equal(fake.made, 1);
    assert_int_equal(fake.freed, 1);
}

static void another_thinks_about_the_rest(void **unused) {
    struct agents_mind *mind = mind_open(&half_knowing, &nim_game, &host);
    const struct agent *other = agents_general(&nim_game);
    (void)unused;
    assert_non_null(mind);
    for (int first = 0; first < 5; first++) {
        struct nim nim = heaps_of(first, 3);
        bool knows = first % 2 == 1;
        assert_ptr_equal(mind_for(mind, &nim), knows ? &half_knowing : other);
        assert_int_equal(fake_thinks(mind, &nim), knows);
    }
    mind_close(mind);
    assert_int_equal(fake.made, 1);
    assert_int_equal(fake.freed, 1);
}

/* An agent that cannot begin is not released either. tests/memory_test.c lets the other one fail.
 */
static void no_agent_is_no_mind(void **unused) {
    (void)unused;
    fake.fails = true;
    assert_null(mind_open(&all_knowing, &nim_game, &host));
    assert_null(mind_open(&half_knowing, &nim_game, &host));
    assert_int_equal(fake.freed, 0);
    mind_close(NULL);
}

/* Alone, moves are rolled out; against others, a tree grows. */
static void the_general_agent_fits_the_game(void **unused) {
    struct game alone = nim_game;
    (void)unused;
    alone.seats_min = alone.seats_max = 1;
    assert_string_equal(agents_general(&alone)->name, "rollout");
    assert_string_equal(agents_general(&nim_game)->name, "mcts");
    const struct game *const games[] = {&alone, &nim_game};
    for (int i = 0; i < 2; i++) {
        const struct agent *general = agents_general(games[i]), *found = NULL;
        assert_null(general->knows); /* so it can stand in */
        assert_null(general->weights);
        assert_true(general->suits(games[i]));
        for (int k = 0; agents_of(games[i], k); k++)
            if (agents_of(games[i], k) == general) found = general;
        assert_ptr_equal(found, general);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(who_knows_all_thinks_always, setup),
        cmocka_unit_test_setup(another_thinks_about_the_rest, setup),
        cmocka_unit_test_setup(no_agent_is_no_mind, setup),
        cmocka_unit_test_setup(the_general_agent_fits_the_game, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
