/* What is the same for all games: matching typed words, perft, draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/envelope.h"
#include "games/games.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { LINE = 4096, TOKENS = 2048 };

static struct json parse(const char *text, struct json_doc *doc) {
    static struct json_token tokens[TOKENS];
    assert_null(json_parse(doc, text, strlen(text), tokens, TOKENS));
    return json_root(doc);
}

/* A state of any game, from JSON with ' for each quote. */
static const struct game *read_state(const char *text, void *state) {
    char copy[LINE];
    struct json_doc doc;
    struct envelope envelope;
    struct json at;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *quote = copy; (quote = strchr(quote, '\''));) *quote = '"';
    struct json root = parse(copy, &doc);
    const struct game *game = games_of(root);
    assert_non_null(game);
    assert_null(envelope_read(game, state, &envelope, root, &at));
    return game;
}

struct words {
    const char *said;
    int count;         /* acts that match */
    const char *meant; /* the name of the only one */
};

static void check_words(const struct game *game, const void *state, int who,
                        const struct words *list, size_t count) {
    struct choice scratch[1024];
    char name[160];
    for (size_t i = 0; i < count; i++) {
        action act = UINT32_MAX;
        int found = game_find_acts(game, state, who, list[i].said, scratch, &act, 1);
        if (found != list[i].count) fail_msg("'%s' is %d acts", list[i].said, found);
        assert_int_equal(act == UINT32_MAX, found == 0);
        if (found != 1) continue;
        struct text text = text_over(name, sizeof name);
        game->name_act(state, who, act, &text);
        assert_string_equal(name, list[i].meant);
    }
}

static _Alignas(max_align_t) char any_state[1 << 16];

/* In line with the blank: 5 10 . 11 in its row, 1 . 7 15 in its column. */
static void test_words(void **unused) {
    (void)unused;
    static const struct words list[] = {
        {"Left", 1, "Left"},      {"left", 1, "Left"},
        {"RIGHT", 1, "Right"},    {"u", 1, "Up"},
        {"  dO  ", 1, "Down"},    {"tile 7", 1, "tile 7"},
        {"7", 1, "tile 7"},       {"t 7", 1, "tile 7"},
        {"TI 15", 1, "tile 15"},  {"1", 1, "tile 1"},
        {"10", 1, "tile 10"},     {"tile  11", 1, "tile 11"},
        {"t 1", 4, NULL},         {"tile", 6, NULL},
        {"t", 6, NULL},           {"tile 2", 0, NULL},
        {"2", 0, NULL},           {"7 tile", 0, NULL},
        {"tile 7 now", 0, NULL},  {"upp", 0, NULL},
        {"up down", 0, NULL},     {"", 0, NULL},
        {"  ", 0, NULL},          {"\xC3\xA9", 0, NULL},
        {"tile tile 7", 0, NULL}, {"7 7", 0, NULL},
    };
    const struct game *game =
        read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':4,'cols':4,"
                   "'tiles':[3,2,1,4,5,10,0,11,9,12,7,8,13,14,15,6]}",
                   any_state);
    check_words(game, any_state, 0, list, COUNT(list));
    check_words(game, any_state, CHANCE, &(struct words){"left", 0, NULL}, 1);
}

/* Words that match an illegal act give its reason; the best match counts. */
static void test_words_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *said, *code;
    } list[] = {
        {"up", "OFF_BOARD"}, {"L", "OFF_BOARD"}, {"tile 8", "NOT_IN_LINE"}, {"5", "NOT_IN_LINE"},
        {"fly", NULL},       {"", NULL},         {"tile 9", NULL},
    };
    const struct game *game = read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':3,"
                                         "'cols':3,'tiles':[0,1,2,3,4,5,6,7,8]}",
                                         any_state);
    for (size_t i = 0; i < COUNT(list); i++) {
        const char *code = game_why_not(game, any_state, 0, list[i].said);
        if (!list[i].code) assert_null(code);
        if (list[i].code) assert_string_equal(code, list[i].code);
    }
    assert_null(game_why_not(game, any_state, CHANCE, "up"));
}

static void test_words_of_chance(void **unused) {
    (void)unused;
    static const struct words list[] = {
        {"blank to row 2 column 3", 1, "blank to row 2 column 3"},
        {"ROW 2 col 3", 1, "blank to row 2 column 3"},
        {"2 3", 1, "blank to row 2 column 3"},
        {"b t r 3 c 1", 1, "blank to row 3 column 1"},
        {"row 2", 5, NULL}, /* as row or as column */
        {"blank", 9, NULL},
        {"4 1", 0, NULL},
        {"1 2 3", 0, NULL},
    };
    const struct game *game =
        read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':3,'cols':3,"
                   "'tiles':[null,null,null,null,null,null,null,null,null]}",
                   any_state);
    check_words(game, any_state, CHANCE, list, COUNT(list));
    check_words(game, any_state, 0, &(struct words){"blank", 0, NULL}, 1);
}

/* Perft, written in the simplest way. */
static uint64_t count_slowly(const struct game *game, const void *state, int depth) {
    struct choice *choices = malloc(sizeof *choices * (size_t)game->choices_max);
    void *next = malloc(game->state_max);
    uint64_t leaves = depth == 0;
    assert_non_null(choices);
    assert_non_null(next);
    for (int who = 0; depth > 0 && who <= CLOCK; who++) {
        int count = game->choices(state, who, choices);
        for (int i = 0; i < count; i++) {
            game_copy(game, next, state);
            game->apply(next, who, choices[i].act);
            leaves += count_slowly(game, next, depth - 1);
        }
    }
    free(choices);
    free(next);
    return leaves;
}

static void compare_perft(const struct game *game, const int *params, int deepest) {
    void *scratch = malloc(game_perft_scratch_size(game, deepest));
    assert_non_null(scratch);
    game->start(any_state, params);
    for (int depth = 0; depth <= deepest; depth++)
        assert_int_equal(game_perft(game, any_state, depth, scratch),
                         count_slowly(game, any_state, depth));
    free(scratch);
}

/* From setups, where CHANCE moves, into play and past the end of games. */
static void test_perft(void **unused) {
    (void)unused;
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){2, 2, 0, 0}, 7);
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){2, 3, 1, 2}, 8);
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){3, 3, 0, 1}, 9);
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){16, 16, 0, 0}, 2);
}

static void test_game_helpers(void **unused) {
    (void)unused;
    const struct game *game = read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':2,"
                                         "'cols':2,'tiles':[1,2,3,0]}",
                                         any_state);
    assert_int_equal(game_mover(game, any_state), -1);
    assert_string_equal(game_sentence(game, "OFF_BOARD"), "that is off the board");
    assert_string_equal(game_sentence(game, "NO_SUCH_ACT"), "there is no such move here");
    assert_string_equal(game_sentence(game, "ELSE"), "ELSE");
    assert_null(games_find("Slide"));
}

/* A game of which game_draw sees only these choices. */
static int uneven_choices(const void *state, int who, struct choice *out) {
    (void)state, (void)who;
    for (uint32_t i = 0; i < 4; i++) out[i] = (struct choice){10 * i, i + 1};
    return 4;
}

/* CHANCE by weight, 1 2 3 4 of 10; a seat evenly. Each count is within five deviations. */
static void test_draws(void **unused) {
    (void)unused;
    const struct game uneven = {.choices = uneven_choices};
    struct rng rng = rng_new(4, 4);
    struct choice scratch[4];
    int chance[4] = {0}, seat[4] = {0};
    for (int i = 0; i < 100000; i++) {
        chance[game_draw(&uneven, NULL, CHANCE, &rng, scratch) / 10]++;
        seat[game_draw(&uneven, NULL, 0, &rng, scratch) / 10]++;
    }
    for (int i = 0; i < 4; i++) {
        assert_in_range(chance[i], 10000 * (i + 1) - 775, 10000 * (i + 1) + 775);
        assert_in_range(seat[i], 25000 - 685, 25000 + 685);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),           cmocka_unit_test(test_words_refused),
        cmocka_unit_test(test_words_of_chance), cmocka_unit_test(test_perft),
        cmocka_unit_test(test_game_helpers),    cmocka_unit_test(test_draws),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
