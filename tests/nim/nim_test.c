/* Nim: counts made by hand, and the classic rule, which a search of all games agrees with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/game.h"

enum { HEAPS = 3, STICKS = 3 };

extern const struct game nim_game;

union state {
    max_align_t align;
    uint8_t bytes[64];
};

static union state start(int heaps, int sticks) {
    union state state = {.bytes = {0}};
    int params[PARAMS_MAX] = {heaps, sticks};
    assert_true(nim_game.state_max <= sizeof state);
    nim_game.start(&state, params);
    return state;
}

/* A heap of three: take 3, 2 1, 1 2 or 1 1 1. */
static void test_perft(void **unused) {
    static const uint64_t due[] = {1, 3, 3, 1, 0};
    max_align_t scratch[4096];
    union state state = start(1, 3);
    (void)unused;
    for (int depth = 0; depth < 5; depth++) {
        assert_true(game_perft_scratch_size(&nim_game, depth) <= sizeof scratch);
        assert_int_equal(game_perft(&nim_game, &state, depth, scratch), due[depth]);
    }
}

/* Whether who is to move can win, by trying everything. */
static bool can_win(const union state *state) {
    struct choice choices[128];
    int who = game_mover(&nim_game, state);
    int count = who < 0 ? 0 : nim_game.choices(state, who, choices);
    for (int i = 0; i < count; i++) {
        union state after = *state;
        nim_game.apply(&after, who, choices[i].act);
        if (!can_win(&after)) return true;
    }
    return false;
}

/* The exclusive or of all heaps tells. The act takes so many from a heap, nine acts a heap. */
static void test_classic_rule(void **unused) {
    (void)unused;
    for (int a = 0; a <= STICKS; a++)
        for (int b = 0; b <= STICKS; b++)
            for (int c = 0; c <= STICKS; c++) {
                const int left[HEAPS] = {a, b, c};
                union state state = start(HEAPS, STICKS);
                for (int heap = 0, who = 0; heap < HEAPS; heap++)
                    if (left[heap] < STICKS) {
                        nim_game.apply(&state, who, (action)(heap * 9 + STICKS - left[heap] - 1));
                        who = 1 - who;
                    }
                assert_int_equal(can_win(&state), (a ^ b ^ c) != 0);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_classic_rule),
    };
    return cmocka_run_group_tests_name("nim", tests, NULL, NULL);
}
