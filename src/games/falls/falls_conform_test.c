/* falls keeps the promises of game.h with any number of players. tests/conform.c plays with the
 * fewest and the most; here are 1, 2, 4 and 8, with both kinds of boards, further into the round.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "falls.h"
#include "tests/support/trial.h"
#include <stdio.h>

enum { EVENTS = 1500, LOOK_EVERY = 5 };

static void bail(void) {
    fail();
}

static void play_round(struct trial *trial, int players, int viruses, int level) {
    int params[] = {players, viruses, level};
    snprintf(trial->where, sizeof trial->where, "falls, %d players, %d viruses, level %d", players,
             viruses, level);
    trial_start(trial, params);
    for (int i = 0; i < EVENTS && !game_over(trial->game, trial->state); i++) {
        if (i % LOOK_EVERY == 0) trial_look(trial);
        trial_step(trial, trial_draw(trial));
    }
    trial_look(trial);
}

static void test_players(void **state) {
    int players = *(int *)*state;
    struct trial trial;
    trial_init(&trial, &falls_game, (uint64_t)players);
    play_round(&trial, players, 1, -1);
    play_round(&trial, players, 28, -1);
    play_round(&trial, players, 1, 3);
    trial_release(&trial);
}

int main(void) {
    static int counts[] = {1, 2, 4, 8};
    const struct CMUnitTest tests[] = {
        {"one player", test_players, NULL, NULL, &counts[0]},
        {"two players", test_players, NULL, NULL, &counts[1]},
        {"four players", test_players, NULL, NULL, &counts[2]},
        {"eight players", test_players, NULL, NULL, &counts[3]},
    };
    trial_bail = bail;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
