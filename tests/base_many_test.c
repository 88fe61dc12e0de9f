/* Numbers and bits, many at once: the same as one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits_spread.h"
#include "base/rng_ahead.h"
#include "base/rng_many.h"
#include "tests/support/often.h"

/* A generator somewhere: at any place of a block, and where counters carry over. */
static struct rng draw_rng(struct rng *by) {
    static const uint64_t far[] = {0, UINT64_C(0x3FFFFFFF0), UINT64_C(0xFFFFFFFFFFFFFF00)};
    uint64_t seed = (uint64_t)rng_next(by) << 32 | rng_next(by);
    uint64_t index = far[rng_below(by, 3)] + rng_below(by, 40);
    struct rng rng = rng_at(seed, rng_next(by) % 3 ? 0 : ~seed, index);
    if (rng_below(by, 2)) rng_next(&rng);
    return rng;
}

static void require_same(struct rng *a, struct rng *b) {
    assert_int_equal(a->index, b->index);
    for (int i = 0; i < 40; i++) assert_int_equal(rng_next(a), rng_next(b));
}

static void many_numbers_are_those_of_the_generator(void **unused) {
    (void)unused;
    struct rng by = rng_new(5, 0);
    for (int round = 0; round < often(2000, 50000); round++) {
        struct rng one = draw_rng(&by), other = one, here = one;
        struct rng_many many;
        rng_many_begin(&many, &other);
        for (uint32_t left = rng_below(&by, 90); left > 0; left--) {
            uint32_t n =
                rng_below(&by, 3) ? 9 : (1u << 31) + 1; /* of these, half are drawn again */
            assert_int_equal(rng_many_below(&many, n), rng_below(&one, n));
        }
        struct rng_many_mark mark = rng_many_mark(&many);
        for (uint32_t left = rng_below(&by, 50); left > 0; left--) rng_many_next(&many);
        rng_many_return(&many, mark);
        rng_many_end(&many);
        assert_true(one.index == other.index);
        if (one.index != here.index) assert_memory_equal(one.block, other.block, sizeof one.block);
        require_same(&one, &other);
    }
}

static void numbers_ahead_are_those_of_the_generator(void **unused) {
    (void)unused;
    struct rng by = rng_new(6, 0);
    for (int round = 0; round < often(2000, 50000); round++) {
        struct rng one = draw_rng(&by), other = one;
        struct rng_ahead ahead;
        uint32_t count = 1 + rng_below(&by, RNG_AHEAD);
        bool unsure = false;
        rng_ahead_look(&ahead, &other);
        for (uint32_t i = 0; i < count; i++) {
            struct rng before = one;
            uint32_t n = 1 + rng_below(&by, 100), drawn = rng_ahead_below(&ahead, i, n, &unsure);
            assert_int_equal(rng_ahead_number(&ahead, i), rng_next(&before));
            if (unsure) break;
            assert_int_equal(drawn, rng_below(&one, n));
        }
        if (unsure) continue;
        rng_ahead_take(&other, &ahead, count);
        require_same(&one, &other);
    }
}

static void bits_become_bytes(void **unused) {
    (void)unused;
    struct rng by = rng_new(7, 0);
    for (unsigned bits = 0; bits < 256; bits++)
        for (int i = 0; i < 8; i++)
            assert_int_equal(bits_spread_8(bits) >> 8 * i & 255, bits >> i & 1);
    for (int round = 0; round < 10000; round++) {
        uint8_t bytes[34] = {[0] = 7, [33] = 7};
        uint32_t bits = rng_next(&by);
        bits_spread_32(bits, bytes + 1);
        for (int i = 0; i < 32; i++) assert_int_equal(bytes[1 + i], bits >> i & 1);
        assert_int_equal(bytes[0] + bytes[33], 14);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_numbers_are_those_of_the_generator),
        cmocka_unit_test(numbers_ahead_are_those_of_the_generator),
        cmocka_unit_test(bits_become_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
