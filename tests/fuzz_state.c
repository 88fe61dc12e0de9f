/* Any bytes as a state's JSON, for every game: it is refused with a message, or it is a state that
 * keeps all promises of the waist, now and a few events on. */
#include "games/games.h"
#include "tests/support/trial.h"
#include <stdlib.h>

enum { STEPS = 4, GAMES_MAX = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void live_on(struct trial *trial) {
    game_copy(trial->game, trial->state, trial->other);
    trial_look(trial);
    for (int i = 0; i < STEPS && !game_over(trial->game, trial->state); i++) {
        trial_step(trial, trial_draw(trial));
        trial_look(trial);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct trial trials[GAMES_MAX];
    if (size > TRIAL_TEXT_MAX) return 0;
    for (int i = 0; i < GAMES_MAX && games_list[i]; i++) {
        if (!trials[i].game) trial_init(&trials[i], games_list[i], 1);
        trials[i].rng = rng_new(size, 0); /* the same bytes fail again */
        if (!trial_read(&trials[i], (const char *)data, size)) live_on(&trials[i]);
    }
    return 0;
}
