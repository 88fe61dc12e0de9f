/* Lanes of batches as bytes: they can be cloned, and what comes from outside is checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "games/games.h"
#include "tests/support/batches.h"
#include "tests/support/often.h"

/* A clone with its luck has the same future; without it, the rest of the lane's own luck. */
static void states_can_be_cloned(void **unused) {
    (void)unused;
    struct rng rng = rng_new(23, 0);
    for (int i = 0; games_list[i]; i++)
        for (int round = 0; round < often(10, 200); round++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            options.count = 2;
            struct batches_one one = batches_open(&options, rng_next(&rng));
            const struct lanes *lanes = batch_lanes(one.batch);
            size_t size = batch_state_size(one.batch);
            char *bytes = malloc(size);
            for (uint32_t k = rng_below(&rng, 60); k > 0; k--) {
                batches_draw(&one, &rng);
                batch_step(one.batch);
            }
            struct rng luck = lanes->one[1].luck;
            batch_state_get(one.batch, 0, bytes);
            assert_null(batch_state_set(one.batch, 1, bytes, false));
            assert_memory_equal(lanes_state(lanes, 0), lanes_state(lanes, 1), lanes->size);
            assert_memory_equal(&lanes->one[1].luck, &luck, sizeof luck);
            assert_null(batch_state_set(one.batch, 1, bytes, true));
            for (int k = 0; k < 30; k++) {
                batches_draw(&one, &rng);
                memcpy(one.acts + lanes->learners, one.acts,
                       sizeof *one.acts * (size_t)lanes->learners);
                batch_step(one.batch);
                assert_memory_equal(lanes_state(lanes, 0), lanes_state(lanes, 1), lanes->size);
                assert_memory_equal(&lanes->one[0], &lanes->one[1], sizeof *lanes->one);
                size_t seen = lanes->view_bytes * (size_t)lanes->learners;
                assert_memory_equal(one.io.views, one.io.views + seen, seen);
            }
            free(bytes);
            batches_close(&one);
        }
}

/* Any changed byte is refused, and so is the state of other params or another level. */
static void bad_states_are_refused(void **unused) {
    (void)unused;
    struct batch_options options = batch_standard(games_find("slide"));
    struct batches_one one = batches_open(&options, 1), other;
    size_t size = batch_state_size(one.batch);
    char *bytes = malloc(size), *before = malloc(size), *after = malloc(size);
    batch_state_get(one.batch, 0, before);
    memcpy(bytes, before, size);
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 4;
        assert_non_null(strstr(batch_state_set(one.batch, 0, bytes, true), "damaged"));
        bytes[at] ^= 4;
    }
    options.params[game_param(options.game, "blank_first")] = 1;
    other = batches_open(&options, 1);
    batch_state_get(other.batch, 0, bytes);
    assert_non_null(strstr(batch_state_set(one.batch, 0, bytes, true), "same game"));
    batch_state_get(one.batch, 0, after);
    assert_memory_equal(before, after, size);
    free(bytes);
    free(before);
    free(after);
    batches_close(&one);
    batches_close(&other);
    options = batch_standard(games_find("falls"));
    one = batches_open(&options, 1);
    options.level = lanes_find_level(options.game, "places");
    other = batches_open(&options, 1);
    bytes = malloc(batch_state_size(one.batch));
    batch_state_get(one.batch, 0, bytes);
    assert_non_null(strstr(batch_state_set(other.batch, 0, bytes, true), "same game"));
    free(bytes);
    batches_close(&one);
    batches_close(&other);
}

/* Bytes of a lane, changed so that only what they say is wrong. */
static void sign(struct batch *batch, char *bytes) {
    uint64_t hash = hash_bytes(bytes + sizeof hash, batch_state_size(batch) - sizeof hash);
    memcpy(bytes, &hash, sizeof hash);
}

enum { ONE = 2 * sizeof(uint64_t) }; /* where struct lanes_one is in the bytes */

static void impossible_states_are_refused(void **unused) {
    (void)unused;
    const struct {
        size_t at;
        char value;
    } wrong[] = {
        {ONE + offsetof(struct lanes_one, length) + 3, -128}, /* negative */
        {ONE + offsetof(struct lanes_one, ended), LANES_TERMINATED},
        {ONE + offsetof(struct lanes_one, ended), LANES_TRUNCATED + 1},
        {ONE + offsetof(struct lanes_one, seat), 1},
        {ONE + offsetof(struct lanes_one, seat), SEATS_MAX},
        {ONE + sizeof(struct lanes_one), 99}, /* in the state */
    };
    for (int i = 0; games_list[i]; i++) {
        struct batch_options options = batch_standard(games_list[i]);
        struct batches_one one = batches_open(&options, 1);
        char *bytes = malloc(batch_state_size(one.batch));
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            batch_state_get(one.batch, 0, bytes);
            bytes[wrong[k].at] = wrong[k].value;
            sign(one.batch, bytes);
            const char *why = batch_state_set(one.batch, 0, bytes, true);
            if (!why || !strstr(why, "can have")) fail_msg("%s: %zu", games_list[i]->name, k);
        }
        free(bytes);
        batches_close(&one);
    }
}

/* Any bytes that are signed are refused, or are a state that can be played on. */
static void forged_states_do_no_harm(void **unused) {
    (void)unused;
    struct rng rng = rng_new(27, 0);
    for (int i = 0; games_list[i]; i++)
        for (int round = 0; round < often(40, 400); round++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            struct batches_one one = batches_open(&options, rng_next(&rng));
            uint32_t size = (uint32_t)batch_state_size(one.batch), head = 2 * sizeof(uint64_t);
            char *bytes = malloc(size);
            for (int k = 0; k < 50; k++) {
                batch_state_get(one.batch, 0, bytes);
                for (uint32_t n = 1 + rng_below(&rng, 3); n > 0; n--)
                    bytes[head + rng_below(&rng, size - head)] = (char)rng_next(&rng);
                sign(one.batch, bytes);
                batch_state_set(one.batch, 0, bytes, true);
                batches_draw(&one, &rng);
                batch_step(one.batch);
            }
            free(bytes);
            batches_close(&one);
        }
}

/* A game that was begun without a limit is cut short by that of its new batch; and a length that
 * cannot grow stays. */
static void lengths_come_with_states(void **unused) {
    (void)unused;
    struct batch_options options = batch_standard(games_find("slide"));
    const int32_t lengths[] = {3, 4, 5, 10, INT32_MAX};
    for (int i = 0; i < 10; i++) {
        int32_t before = lengths[i / 2], after = before < INT32_MAX ? before + 1 : before;
        options.limit = i % 2 ? 5 : 0;
        struct batches_one one = batches_open(&options, 1);
        char *bytes = malloc(batch_state_size(one.batch));
        batch_state_get(one.batch, 0, bytes);
        memcpy(bytes + ONE + offsetof(struct lanes_one, length), &before, sizeof before);
        sign(one.batch, bytes);
        assert_null(batch_state_set(one.batch, 0, bytes, true));
        batch_sample(one.batch, one.acts);
        batch_step(one.batch);
        assert_int_equal(one.io.truncated[0], options.limit && after >= options.limit);
        assert_int_equal(batch_lanes(one.batch)->one[0].length, after);
        free(bytes);
        batches_close(&one);
    }
}

/* Rivals are never left to the learner. */
static void rivals_refuse_their_own_turns(void **unused) {
    (void)unused;
    struct batch_options options = batch_standard(games_find("azul"));
    struct batches_one all = batches_open(&options, 1);
    options.rivals = true;
    struct batches_one alone = batches_open(&options, 2);
    char *bytes = malloc(batch_state_size(all.batch));
    for (int turn = 0; turn < 6; turn++) {
        batch_state_get(all.batch, 0, bytes);
        const char *why = batch_state_set(alone.batch, 0, bytes, true);
        assert_int_equal(why != NULL, all.io.seats[0] != 0);
        if (why) assert_non_null(strstr(why, "turn of seat 0"));
        batch_sample(all.batch, all.acts);
        batch_step(all.batch);
    }
    free(bytes);
    batches_close(&all);
    batches_close(&alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_can_be_cloned),          cmocka_unit_test(bad_states_are_refused),
        cmocka_unit_test(impossible_states_are_refused), cmocka_unit_test(lengths_come_with_states),
        cmocka_unit_test(rivals_refuse_their_own_turns), cmocka_unit_test(forged_states_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
