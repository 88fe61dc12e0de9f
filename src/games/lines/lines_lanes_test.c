/* The level of lines against the one for any game: the same acts, and all that is written and kept
 * is the same, to the byte. The view "cells" against one made from the state cell by cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/lanes.h"
#include "lines.h"
#include "tests/support/often.h"

enum { LANES = 7, GUARD = 64, MARK = 0xA5 };

/* A buffer with some bytes before and behind it that must stay as they are. */
struct buffer {
    uint8_t *at;
    size_t size;
};

enum {
    VIEWS,
    MASKS,
    REWARDS,
    TERMINATED,
    TRUNCATED,
    SEATS,
    FINAL_VIEWS,
    RETURNS,
    LENGTHS,
    BUFFERS
};

struct options {
    int params[PARAMS_MAX];
    struct lanes lanes; /* level, view, autoreset, reward, bits, limit */
};

struct side {
    struct lanes lanes;
    struct lines fresh;
    struct choice *scratch;
    struct buffer buffers[BUFFERS];
};

static void buffer_init(struct buffer *buffer, size_t size) {
    uint8_t *memory = malloc(size + 2 * GUARD);
    memset(memory, MARK, size + 2 * GUARD);
    *buffer = (struct buffer){memory + GUARD, size};
}

/* The lanes themselves: their states, their luck, and the games begun. */
static void side_begin(struct side *side, const struct options *options, uint64_t seed) {
    struct lanes *lanes = &side->lanes;
    memset(&side->fresh, 0, sizeof side->fresh);
    lines_game.start(&side->fresh, options->params);
    *lanes = options->lanes;
    lanes->fresh = &side->fresh;
    lanes_measure(lanes);
    lanes->states = calloc(LANES, lanes->stride);
    lanes->one = calloc(LANES, sizeof *lanes->one);
    side->scratch = malloc(sizeof *side->scratch * (size_t)lines_game.choices_max);
    for (int lane = 0; lane < LANES; lane++) lanes_seed(lanes, lane, seed + (uint64_t)lane);
}

static void side_init(struct side *side, const struct options *options, uint64_t seed,
                      const int32_t *acts) {
    struct lanes *lanes = &side->lanes;
    struct buffer *at = side->buffers;
    side_begin(side, options, seed);
    size_t sizes[BUFFERS] = {lanes->view_bytes, lanes->mask_bytes, sizeof(float),  1, 1, 1,
                             lanes->view_bytes, sizeof(float),     sizeof(int32_t)};
    for (int i = 0; i < BUFFERS; i++) buffer_init(&at[i], LANES * sizes[i]);
    lanes->io = (struct lanes_buffers){.acts = acts,
                                       .views = at[VIEWS].at,
                                       .masks = at[MASKS].at,
                                       .rewards = (float *)at[REWARDS].at,
                                       .terminated = at[TERMINATED].at,
                                       .truncated = at[TRUNCATED].at,
                                       .seats = at[SEATS].at,
                                       .final_views = at[FINAL_VIEWS].at,
                                       .returns = (float *)at[RETURNS].at,
                                       .lengths = (int32_t *)at[LENGTHS].at};
    lanes_reset(lanes, 0, LANES, side->scratch);
}

static void side_release(struct side *side) {
    free(side->lanes.states);
    free(side->lanes.one);
    free(side->scratch);
    for (int i = 0; i < BUFFERS; i++) free(side->buffers[i].at - GUARD);
}

static void require_same(const struct side *own, const struct side *any) {
    const struct lanes *a = &own->lanes, *b = &any->lanes;
    for (int i = 0; i < BUFFERS; i++)
        assert_memory_equal(own->buffers[i].at - GUARD, any->buffers[i].at - GUARD,
                            own->buffers[i].size + 2 * GUARD);
    assert_memory_equal(a->one, b->one, LANES * sizeof *a->one);
    assert_memory_equal(a->states, b->states, LANES * a->stride);
}

/* Cell by cell. */
static void slow_cells(const struct lines *lines, uint8_t *out) {
    int cells = lines_count(lines);
    memset(out, 0, (size_t)(cells * (lines_announces(lines) ? 3 : 2)));
    for (int cell = 0; cell < cells; cell++)
        out[cell] = (uint8_t)lines_code(lines, lines_bit(lines, cell), lines_limbs(lines));
    for (int i = 0; lines->show && i < lines->drawn; i++) {
        out[cells + i] = (uint8_t)lines_next(lines, i);
        if (lines->cells[i]) out[2 * cells + lines->cells[i] - 1] = (uint8_t)lines_next(lines, i);
    }
}

static void require_cells(const struct side *side) {
    const struct lanes *lanes = &side->lanes;
    uint8_t cells[3 * LINES_CELLS_MAX];
    for (int lane = 0; lanes->view && lane < LANES; lane++) {
        slow_cells(lanes_state(lanes, lane), cells);
        assert_memory_equal(side->buffers[VIEWS].at + (size_t)lane * lanes->view_bytes, cells,
                            lanes->view_bytes);
    }
}

static int below(struct rng *rng, int n) {
    return (int)rng_below(rng, (uint32_t)n);
}

/* Here and there takes any act instead, or any cell for the ball to go to, or any number. */
static void spoil_acts(const struct lanes *lanes, int32_t *acts, struct rng *rng) {
    static const int32_t odd[] = {-1, INT32_MIN, INT32_MAX, 0};
    for (int lane = 0; lane < LANES; lane++) {
        int kind = below(rng, 24), cells = lanes->rows * lanes->cols;
        if (kind == 0) acts[lane] = below(rng, lanes->acts);
        if (kind == 1) acts[lane] = acts[lane] / cells * cells + below(rng, cells);
        if (kind == 2 && below(rng, 4) == 0) acts[lane] = odd[below(rng, 4)];
        if (kind == 3 && below(rng, 4) == 0) acts[lane] = lanes->acts + below(rng, 3);
    }
}

/* Makes the next balls of a lane undrawn, where they are hidden anyway. */
static void hide_next(struct side *side, int lane) {
    lines_game.hide(lanes_state(&side->lanes, lane), 0);
}

/* Makes the numbers that the lane has in store 0: those that a fair draw may have to reject. */
static void spoil_luck(struct side *side, int lane) {
    memset(side->lanes.one[lane].luck.block, 0, sizeof(uint32_t[4]));
}

/* Steps both sides, then changes something in both. */
static void step(struct side sides[2], int32_t *acts, struct rng *rng) {
    int32_t same[LANES];
    int lane = below(rng, LANES), what = below(rng, 8);
    lanes_sample(&sides[0].lanes, 0, LANES, acts, sides[0].scratch);
    lanes_sample(&sides[1].lanes, 0, LANES, same, sides[1].scratch);
    assert_memory_equal(acts, same, sizeof same);
    spoil_acts(&sides[0].lanes, acts, rng);
    for (int i = 0; i < 2; i++) lanes_step(&sides[i].lanes, 0, LANES, sides[i].scratch);
    require_same(&sides[0], &sides[1]);
    require_cells(&sides[0]);
    for (int i = 0; i < 2; i++) {
        if (what == 0) hide_next(&sides[i], lane);
        if (what == 1) spoil_luck(&sides[i], lane);
    }
}

static void compare(const struct options *options, uint64_t seed, int steps) {
    struct side sides[2];
    struct options slow = *options;
    int32_t acts[LANES];
    struct rng rng = rng_new(seed, 3);
    slow.lanes.level = lanes_standard(&lines_game);
    assert_ptr_not_equal(options->lanes.level, slow.lanes.level);
    side_init(&sides[0], options, seed, acts);
    side_init(&sides[1], &slow, seed, acts);
    require_same(&sides[0], &sides[1]);
    require_cells(&sides[0]);
    for (int i = 0; i < steps; i++) {
        step(sides, acts, &rng);
        if (options->lanes.autoreset != LANES_DISABLED || i % 50 != 49) continue;
        for (int k = 0; k < 2; k++) lanes_reset(&sides[k].lanes, 0, LANES, sides[k].scratch);
        require_same(&sides[0], &sides[1]);
    }
    side_release(&sides[0]);
    side_release(&sides[1]);
}

static struct options standard(const char *view) {
    struct options options = {.lanes = {.game = &lines_game, .count = LANES}};
    bool found;
    game_standard(&lines_game, options.params);
    options.lanes.level = lanes_find_level(&lines_game, "turns");
    options.lanes.view = lanes_find_view(&lines_game, view, &found);
    assert_true(found);
    return options;
}

static void draw_params(int *params, struct rng *rng) {
    for (int i = 0; i < LINES_PARAMS && below(rng, 6); i++) {
        const struct param *param = &lines_game.params[i];
        params[i] = param->min + below(rng, param->max - param->min + 1);
    }
    if (below(rng, 3) == 0) params[LINES_ROWS] = params[LINES_COLS] = 9;
    if (below(rng, 12) == 0) params[LINES_ROWS] = params[LINES_COLS] = 15;
    if (below(rng, 12) == 0) params[LINES_ROWS] = params[LINES_COLS] = 5;
    if (below(rng, 2)) params[LINES_MATCH] = 3 + below(rng, 3);
    if (below(rng, 2)) params[LINES_PER_TURN] = 1 + below(rng, 4);
}

static struct options draw_options(struct rng *rng) {
    struct options options = standard(below(rng, 2) ? "planes" : "cells");
    draw_params(options.params, rng);
    options.lanes.autoreset = (enum lanes_autoreset)below(rng, 3);
    options.lanes.reward = below(rng, 4) ? LANES_POINTS : LANES_OUTCOME;
    options.lanes.bits = below(rng, 2);
    options.lanes.limit = below(rng, 2) ? 0 : 1 + below(rng, 40);
    return options;
}

static void test_same_with_any_options(void **state) {
    (void)state;
    struct rng rng = rng_new(61, 0);
    for (int i = 0; i < often(60, 3000); i++) {
        struct options options = draw_options(&rng);
        compare(&options, (uint64_t)i, 60);
    }
}

static void test_same_under_the_standard_rules(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct options options = standard(i & 2 ? "cells" : "planes");
        options.lanes.autoreset = LANES_SAME_STEP;
        options.lanes.bits = i & 1;
        compare(&options, (uint64_t)(100 + i), often(300, 100000));
    }
}

/* Two colours and short lines: boards are emptied, and lines vanish as balls arrive. */
static void test_same_when_much_vanishes(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        struct options options = standard("planes");
        const int params[LINES_PARAMS] = {5 + i,     9,     2,          3 + i % 2,
                                          1 + i % 4, i & 1, i >> 1 & 1, i >> 2};
        memcpy(options.params, params, sizeof params);
        options.lanes.bits = true;
        compare(&options, (uint64_t)(200 + i), often(100, 20000));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_with_any_options),
        cmocka_unit_test(test_same_under_the_standard_rules),
        cmocka_unit_test(test_same_when_much_vanishes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
