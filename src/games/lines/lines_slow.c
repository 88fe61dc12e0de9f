/* Moves and points of games under the standard rules, against what an independent simulator
 * measured: 26.09 moves and 0.135 points in random play, 2.55 points for a player who makes a
 * scoring move whenever there is one. And longer runs of lines_test.c and lines_random_test.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lines_agree_test.h"
#include "lines_uniform_test.h"

struct table {
    const struct game *game;
    int params[PARAMS_MAX];
    void *state, *next;
    struct choice *scratch;
};

static void table_init(struct table *table) {
    table->game = &lines_game;
    assert_non_null(table->game);
    game_standard(table->game, table->params);
    table->state = malloc(table->game->state_max);
    table->next = malloc(table->game->state_max);
    table->scratch = malloc(sizeof *table->scratch * (size_t)table->game->choices_max);
}

static void table_release(struct table *table) {
    free(table->state);
    free(table->next);
    free(table->scratch);
}

typedef action chooser(struct table *table, struct rng *rng);

static action any_act(struct table *table, struct rng *rng) {
    return game_draw(table->game, table->state, 0, rng, table->scratch);
}

/* One of the moves that score, all equally likely; any move if none does. */
static action scoring_act(struct table *table, struct rng *rng) {
    const struct game *game = table->game;
    int count = game->choices(table->state, 0, table->scratch), scoring = 0;
    for (int i = 0; i < count; i++) {
        game_copy(game, table->next, table->state);
        game->apply(table->next, 0, table->scratch[i].act);
        if (game->score(table->next, 0) > game->score(table->state, 0))
            table->scratch[scoring++] = table->scratch[i];
    }
    return scoring ? table->scratch[rng_below(rng, (uint32_t)scoring)].act : any_act(table, rng);
}

/* Plays so many games; sets the mean moves and points. */
static void play(int games, chooser *choose, double *moves, double *points) {
    struct table table;
    table_init(&table);
    *moves = *points = 0;
    for (int i = 0; i < games; i++) {
        struct rng rng = rng_new(51, (uint64_t)i);
        table.game->start(table.state, table.params);
        for (int who; (who = game_mover(table.game, table.state)) >= 0; *moves += who == 0) {
            action act = who == 0 ? choose(&table, &rng)
                                  : game_draw(table.game, table.state, who, &rng, table.scratch);
            table.game->apply(table.state, who, act);
        }
        *points += table.game->score(table.state, 0);
    }
    *moves /= games;
    *points /= games;
    table_release(&table);
}

static void test_random_play(void **state) {
    (void)state;
    double moves, points;
    play(300000, any_act, &moves, &points);
    print_message("%.4f moves, %.4f points a game\n", moves, points);
    assert_true(fabs(moves - 26.09) < 0.05);
    assert_true(fabs(points - 0.135) < 0.006);
}

static void test_scoring_play(void **state) {
    (void)state;
    double moves, points;
    play(10000, scoring_act, &moves, &points);
    print_message("%.4f moves, %.4f points a game\n", moves, points);
    assert_true(fabs(points - 2.55) < 0.1);
}

static void test_twin_agrees_in_random_games(void **state) {
    (void)state;
    agree_in_games(33, 400000);
}

static void test_moves_are_uniform_on_random_boards(void **state) {
    (void)state;
    uniform_on_boards(47, 30, 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_play),
        cmocka_unit_test(test_scoring_play),
        cmocka_unit_test(test_twin_agrees_in_random_games),
        cmocka_unit_test(test_moves_are_uniform_on_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
