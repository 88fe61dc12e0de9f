/* lines without the preview: nothing that a seat gets shows the hidden colours, and a game goes on
 * from a state that hides them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_agree_test.h"
#include "tests/support/often.h"
#include "tests/support/reading.h"

static struct effect_list list, list_other;
static struct scene scene, scene_other;

static void start(struct lines *lines, struct rng *rng) {
    int params[LINES_PARAMS];
    agree_params(params, rng);
    params[LINES_SHOW] = 0;
    lines_game.start(lines, params);
}

/* Draws other colours for the hidden balls, from the i-th on. */
static void redraw(struct lines *other, const struct lines *lines, int i, struct rng *rng) {
    game_copy(&lines_game, other, lines);
    for (; i < lines->drawn; i++) {
        other->next &= ~(UINT64_C(15) << 4 * i);
        other->next |= (uint64_t)(1 + rng_below(rng, lines->colours)) << 4 * i;
    }
    assert_null(lines_game.check(other));
}

static void require_same_pictures(const struct lines *lines, const struct lines *other) {
    lines_draw(lines, 0, &scene);
    lines_draw(other, 0, &scene_other);
    assert_int_equal(scene.count, scene_other.count);
    assert_int_equal(scene.areas_count, scene_other.areas_count);
    assert_memory_equal(scene.tiles, scene_other.tiles, sizeof *scene.tiles * (size_t)scene.count);
    assert_memory_equal(scene.areas, scene_other.areas,
                        sizeof *scene.areas * (size_t)scene.areas_count);
}

static void require_same_observations(const struct lines *lines, const struct lines *other) {
    static uint8_t seen[(2 * LINES_COLOURS_MAX + 1) * LINES_CELLS_MAX], seen_other[sizeof seen];
    size_t size = (size_t)(lines_shape(lines).planes * lines_count(lines));
    lines_observe(lines, 0, seen);
    lines_observe(other, 0, seen_other);
    assert_memory_equal(seen, seen_other, size);
}

static void require_same_effects(const struct lines *lines, action act, const struct lines *other,
                                 action act_other, int who) {
    list.count = list_other.count = 0;
    lines_effects(lines, who, act, &list);
    lines_effects(other, who, act_other, &list_other);
    assert_int_equal(list.count, list_other.count);
    for (int i = 0; i < list.count; i++) {
        const struct effect *one = &list.at[i], *two = &list_other.at[i];
        assert_string_equal(one->text, two->text);
        assert_true(one->kind == two->kind && one->seat == two->seat && one->points == two->points);
        assert_int_equal(one->spots_count, two->spots_count);
        assert_memory_equal(one->spots, two->spots, sizeof *one->spots * (size_t)one->spots_count);
    }
}

static void write_state(const struct lines *lines, char *buffer, size_t capacity) {
    struct envelope plain = envelope_plain();
    struct text text = text_over(buffer, capacity);
    envelope_write(&lines_game, lines, &plain, &text);
    assert_false(text.cut);
}

/* A hidden state names no colour, as JSON too, and is read back the same. */
static void require_hidden(const struct lines *lines, const struct lines *other) {
    struct lines hidden, hidden_other, back;
    struct envelope envelope;
    char text[1024], pointer[64];
    game_copy(&lines_game, &hidden, lines);
    game_copy(&lines_game, &hidden_other, other);
    lines_game.hide(&hidden, 0);
    lines_game.hide(&hidden_other, 0);
    assert_true(game_equal(&lines_game, &hidden, &hidden_other));
    require_same_pictures(&hidden, lines);
    require_same_observations(&hidden, lines);
    write_state(&hidden, text, sizeof text);
    const char *next = hidden.phase == LINES_DRAW ? "\"next_balls\":[]," : "\"next_balls\":null,";
    assert_non_null(strstr(text, next));
    assert_null(reading_state(&lines_game, text, &back, &envelope, pointer, sizeof pointer));
    assert_true(game_equal(&lines_game, &back, &hidden));
}

/* The event of a random game shows nothing of the colours that stay hidden. */
static void require_silent(const struct lines *lines, int who, action act, struct rng *rng) {
    struct lines other;
    bool places = who == CHANCE && !lines_draws(lines);
    action drawn = who == CHANCE && !places ? rng_below(rng, lines->colours) : act;
    redraw(&other, lines, 0, rng);
    require_same_pictures(lines, &other);
    require_same_observations(lines, &other);
    require_hidden(lines, &other);
    if (places) redraw(&other, lines, 1, rng); /* the first is seen now */
    require_same_effects(lines, act, &other, drawn, who);
    assert_int_equal(lines_hides_act(lines, 0, who, act), who == CHANCE && !places);
}

static void test_nothing_shows_hidden_colours(void **state) {
    (void)state;
    struct rng rng = rng_new(91, 0);
    for (int game = 0; game < often(40, 120); game++) {
        struct lines lines;
        start(&lines, &rng);
        for (int i = 0, who; i < 200 && (who = game_mover(&lines_game, &lines)) >= 0; i++) {
            action act = agree_eager_act(&lines, who, &rng);
            require_silent(&lines, who, act, &rng);
            lines_apply(&lines, who, act);
        }
    }
}

static void play(struct lines *lines, int who, action act) {
    assert_null(lines_refuse(lines, who, act));
    lines_apply(lines, who, act);
    assert_null(lines_game.check(lines));
}

/* Plays an event of the true game in the one whose player knows no colours: there each colour is
 * drawn just before its ball arrives. */
static void follow(struct lines *hidden, const struct lines *lines, int who, action act) {
    if (who == CHANCE && !lines_draws(lines) && hidden->drawn == 0)
        play(hidden, CHANCE, (action)(lines_next(lines, 0) - 1));
    play(hidden, who, act);
}

/* The same luck leads to the same boards, whether hidden colours were drawn ahead or are drawn when
 * they are needed. */
static void test_a_game_goes_on_from_hidden_states(void **state) {
    (void)state;
    struct rng rng = rng_new(92, 0);
    int ended = 0;
    for (int game = 0; game < often(75, 150); game++) {
        struct lines lines, hidden;
        start(&lines, &rng);
        game_copy(&lines_game, &hidden, &lines);
        for (int i = 0, who; i < 400 && (who = game_mover(&lines_game, &lines)) >= 0; i++) {
            action act = agree_eager_act(&lines, who, &rng);
            if (who == 0) lines_game.hide(&hidden, 0);
            follow(&hidden, &lines, who, act);
            play(&lines, who, act);
            assert_int_equal(hidden.phase, lines.phase);
            assert_int_equal(hidden.arriving, lines.arriving);
            assert_int_equal(hidden.score, lines.score);
            assert_memory_equal(hidden.bits, lines.bits,
                                lines_size(&lines) - offsetof(struct lines, bits));
        }
        ended += game_over(&lines_game, &lines);
    }
    assert_true(ended > often(10, 20));
}

/* With the preview no act is hidden. */
static void test_nothing_is_hidden_with_the_preview(void **state) {
    (void)state;
    struct rng rng = rng_new(93, 0);
    for (int rules98 = 0; rules98 < 2; rules98++) {
        struct lines lines, other;
        int who;
        lines_game.start(&lines, (int[]){5, 5, 7, 5, 3, 5, 1, rules98});
        while ((who = game_mover(&lines_game, &lines)) >= 0) {
            action act = lines_random_act(&lines, who, &rng);
            assert_false(lines_hides_act(&lines, 0, who, act));
            game_copy(&lines_game, &other, &lines);
            lines_game.hide(&other, 0);
            assert_true(game_equal(&lines_game, &other, &lines));
            lines_apply(&lines, who, act);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_shows_hidden_colours),
        cmocka_unit_test(test_a_game_goes_on_from_hidden_states),
        cmocka_unit_test(test_nothing_is_hidden_with_the_preview),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
