/* What agents learned, as files for a page: numbers survive packing, and all agents tell theirs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "game/weights.h"
#include "games/games.h"

enum { NUMBERS = 1 << 16, FEW = 5 };

static void all_numbers_survive(void **unused) {
    static int16_t numbers[NUMBERS], back[NUMBERS];
    static uint8_t packed[2 * NUMBERS];
    (void)unused;
    for (int i = 0; i < NUMBERS; i++) numbers[i] = (int16_t)(i - NUMBERS / 2);
    weights_pack(numbers, NUMBERS, packed);
    weights_unpack(packed, NUMBERS, back);
    assert_memory_equal(numbers, back, sizeof numbers);
}

static void small_numbers_have_small_bytes(void **unused) {
    const int16_t numbers[FEW] = {0, -1, 1, -2, 128};
    const uint8_t expected[2 * FEW] = {0, 1, 2, 3, 0, 0, 0, 0, 0, 1};
    uint8_t packed[2 * FEW];
    (void)unused;
    weights_pack(numbers, FEW, packed);
    assert_memory_equal(packed, expected, sizeof expected);
}

/* Weights are numbers or bytes, not both. */
static void check_bytes(const struct weights *weights) {
    const uint8_t *bytes = weights->bytes;
    size_t other = 0;
    assert_true(!weights->count && !weights->write && bytes);
    for (size_t i = 0; i < weights->size; i++) other += bytes[i] != 0;
    assert_true(weights->size > 1000 && other > weights->size / 4);
}

static void check_numbers(const struct weights *weights) {
    int16_t *numbers = malloc(sizeof *numbers * (weights->count + 1));
    int other = 0;
    assert_true(numbers && !weights->size && !weights->bytes);
    numbers[weights->count] = 12345;
    weights->write(numbers);
    assert_int_equal(numbers[weights->count], 12345);
    for (size_t i = 0; i < weights->count; i++) other += numbers[i] != 0;
    assert_true(weights->count > 1000 && other > (int)weights->count / 4);
    free(numbers);
}

static void check(const struct weights *weights) {
    for (const char *at = weights->name; *at; at++) assert_true(*at >= 'a' && *at <= 'z');
    if (weights->size)
        check_bytes(weights);
    else
        check_numbers(weights);
}

/* The module finds weights by their name: agents with the same name share them. */
static void agents_tell_theirs(void **unused) {
    const struct weights *all[16];
    int count = 0;
    (void)unused;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; agents_of(games_list[g], i); i++) {
            const struct weights *weights = agents_of(games_list[g], i)->weights;
            int known = 0;
            while (weights && known < count && all[known] != weights) known++;
            if (!weights || known < count) continue;
            for (int k = 0; k < count; k++) assert_string_not_equal(all[k]->name, weights->name);
            check(all[count++] = weights);
        }
    assert_int_equal(count, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_numbers_survive),
        cmocka_unit_test(small_numbers_have_small_bytes),
        cmocka_unit_test(agents_tell_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
