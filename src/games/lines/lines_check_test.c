/* lines: `check` finds every cache and invariant that is broken, one at a time. Cells, bits and
 * sets are compared with slow versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_twin_test.h"

/* Breaks a sound 5x5 state, with balls on bits 0 and 7, by flipping bits of up to three bytes. */
struct flip {
    size_t at;
    int bits;
};

#define AT(field) offsetof(struct lines, field)
#define BIT(plane, bit) AT(bits) + 16 * (plane) + (bit) / 8, 1 << (bit) % 8

static const struct flip breaks[][3] = {
    {{AT(rows), 5 ^ 4}},
    {{AT(rows), 5 ^ 16}},
    {{AT(cols), 5 ^ 4}},
    {{AT(cols), 5 ^ 16}},
    {{AT(colours), 7 ^ 1}},
    {{AT(colours), 7 ^ 8}},
    {{AT(match), 5 ^ 2}},
    {{AT(match), 5 ^ 16}},
    {{AT(per_turn), 3 ^ 0}},
    {{AT(per_turn), 3 ^ 11}},
    {{AT(per_turn), 3 ^ 2}}, /* three are drawn */
    {{AT(initial), 5 ^ 25}},
    {{AT(show), 1 ^ 2}},
    {{AT(rules98), 2}},
    {{AT(spare[0]), 1}},
    {{AT(spare[2]), 1}},
    {{AT(score) + 3, 0x40}},
    {{AT(turn) + 3, 0x40}},
    {{BIT(0, 0)}},                       /* a ball on an empty cell */
    {{BIT(0, 1)}},                       /* neither a ball nor empty */
    {{BIT(0, 5)}},                       /* an empty guard */
    {{BIT(0, 30)}},                      /* below the board */
    {{BIT(1, 11)}},                      /* a ball on a guard */
    {{BIT(1, 64)}},                      /* a ball in the upper limb */
    {{AT(colours), 7 ^ 2}, {BIT(1, 7)}}, /* Green becomes Blue, of two colours */
    {{AT(phase), LINES_PLAY ^ LINES_PHASES}},
    {{AT(drawn), 3 ^ 2}},                    /* a colour past the count */
    {{AT(drawn), 3 ^ 2}, {AT(next) + 1, 1}}, /* not all are drawn */
    {{AT(next), 0x10}},                      /* a gap in the colours */
    {{AT(next), 0x80}},                      /* no such colour */
    {{AT(next) + 7, 0x10}},
    {{AT(cells[0]), 2}},                    /* not in lines_v1 */
    {{AT(rules98), 1}, {AT(cells[0]), 1}},  /* taken */
    {{AT(rules98), 1}, {AT(cells[0]), 26}}, /* off the board */
    {{AT(rules98), 1}, {AT(cells[0]), 9}, {AT(cells[2]), 9}},
    {{AT(rules98), 1}, {AT(cells[3]), 9}}, /* for no ball */
    {{AT(arriving), 1}},                   /* during a move */
};

static void make(struct lines *lines, const char *board) {
    twin_position(lines, 5, 5, 5, 0, board);
    assert_null(lines_game.check(lines));
}

static void test_broken_states_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
        struct lines lines;
        make(&lines, "R.....G..................");
        for (int k = 0; k < 3; k++)
            ((uint8_t *)&lines)[breaks[i][k].at] ^= (uint8_t)breaks[i][k].bits;
        if (!lines_game.check(&lines)) fail_msg("break %zu is not found", i);
    }
}

/* Phases that contradict the rest of the state, and `fine` ones that do not. */
static void test_phases_are_checked(void **state) {
    (void)state;
    static const struct {
        uint8_t show, phase, arriving, drawn;
        uint32_t turn;
        bool full, fine;
    } cases[] = {
        {1, LINES_ARRIVE, 3, 3, 1, false, true},  {1, LINES_ARRIVE, 0, 0, 1, false, false},
        {1, LINES_ARRIVE, 3, 0, 1, false, true},  {1, LINES_ARRIVE, 3, 1, 1, false, true},
        {1, LINES_ARRIVE, 3, 2, 1, false, false}, {1, LINES_ARRIVE, 2, 3, 1, false, false},
        {1, LINES_ARRIVE, 5, 0, 0, false, true},  {1, LINES_ARRIVE, 5, 0, 1, false, false},
        {1, LINES_ARRIVE, 6, 0, 0, false, false}, {1, LINES_ARRIVE, 1, 1, 1, true, false},
        {1, LINES_DRAW, 0, 0, 1, false, true},    {1, LINES_DRAW, 0, 3, 1, false, false},
        {1, LINES_DRAW, 1, 0, 1, false, false},   {1, LINES_DRAW, 0, 0, 1, true, false},
        {1, LINES_PLAY, 0, 3, 1, false, true},    {1, LINES_PLAY, 0, 0, 1, false, false},
        {0, LINES_PLAY, 0, 0, 1, false, true},    {0, LINES_PLAY, 0, 1, 1, false, false},
        {1, LINES_PLAY, 0, 0, 1, true, true},     {1, LINES_PLAY, 2, 0, 1, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lines lines;
        make(&lines, cases[i].full ? "RGBNMYCRGBNMYCRGBNMYCRGBN" : "R.....G..................");
        lines.show = cases[i].show, lines.phase = cases[i].phase;
        lines.arriving = cases[i].arriving, lines.drawn = cases[i].drawn;
        lines.turn = cases[i].turn, lines.next = 0x111 >> (12 - 4 * lines.drawn);
        if (cases[i].fine != !lines_game.check(&lines)) fail_msg("case %zu", i);
    }
    struct lines lines;
    make(&lines, "R........................");
    lines_clear(&lines); /* nothing to move */
    assert_non_null(lines_game.check(&lines));
}

/* lines_cell is the inverse of lines_bit on boards of every size. */
static void test_cells_and_bits(void **state) {
    (void)state;
    for (int size = 0; size < 11 * 11; size++) {
        struct lines lines = {.rows = (uint8_t)(5 + size / 11), .cols = (uint8_t)(5 + size % 11)};
        for (int cell = 0; cell < lines_count(&lines); cell++) {
            int row = cell / lines.cols, col = cell % lines.cols;
            assert_int_equal(lines_bit(&lines, cell), row * (lines.cols + 1) + col);
            assert_int_equal(lines_cell(&lines, lines_bit(&lines, cell)), cell);
        }
        assert_true(lines_bit(&lines, lines_count(&lines) - 1) < 64 * lines_limbs(&lines));
    }
}

static struct lines_set random_set(struct rng *rng, int limbs) {
    struct lines_set set = lines_set_none();
    uint32_t odds = rng_below(rng, 5);
    for (int bit = 0; bit < 64 * limbs; bit++)
        if (rng_below(rng, 4) < odds) bits_add(set.at, bit);
    return set;
}

static void require_shifts(struct lines_set a, int by, int limbs) {
    struct lines_set up = lines_set_up(a, by, limbs), down = lines_set_down(a, by, limbs);
    for (int bit = 0; bit < 64 * limbs; bit++) {
        assert_int_equal(bits_has(up.at, bit), bit >= by && bits_has(a.at, bit - by));
        assert_int_equal(bits_has(down.at, bit), bit + by < 64 * limbs && bits_has(a.at, bit + by));
    }
}

/* From each member to the right while cells are open. */
static void require_slide(struct lines_set a, struct lines_set open, int limbs) {
    struct lines_set slid = lines_set_fill_right(a, open, limbs);
    bool sliding = false;
    for (int bit = 0; bit < 64 * limbs; bit++) {
        sliding = bits_has(open.at, bit) && (sliding || bits_has(a.at, bit));
        assert_int_equal(bits_has(slid.at, bit), sliding);
    }
}

static void require_members(struct lines_set a, int limbs) {
    struct lines_set first = lines_set_first(a, limbs);
    int count = 0;
    for (int bit = 0; bit < 64 * limbs; bit++) {
        assert_int_equal(bits_has(first.at, bit), count == 0 && bits_has(a.at, bit));
        if (bits_has(a.at, bit)) assert_int_equal(lines_set_nth(a, count++, limbs), bit);
        struct lines_set one = lines_set_one(bit, limbs);
        assert_true(bits_has(one.at, bit) && lines_set_count(one, limbs) == 1);
    }
    assert_int_equal(lines_set_count(a, limbs), count);
    assert_int_equal(lines_set_any(a, limbs), count > 0);
}

static void test_sets_bit_by_bit(void **state) {
    (void)state;
    struct rng rng = rng_new(71, 0);
    for (int i = 0; i < 2000; i++) {
        int limbs = i & 1 ? 2 : LINES_LIMBS_MAX;
        struct lines_set a = random_set(&rng, limbs), open = random_set(&rng, limbs);
        require_shifts(a, 1 + (int)rng_below(&rng, 51), limbs);
        require_slide(lines_set_and(a, open, limbs), open, limbs);
        require_members(a, limbs);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broken_states_are_found),
        cmocka_unit_test(test_phases_are_checked),
        cmocka_unit_test(test_cells_and_bits),
        cmocka_unit_test(test_sets_bit_by_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
