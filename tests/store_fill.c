/* Keeps some games in a new database, for tests of what reads it: `store_fill FILE`. They are
 * played at random, the same each time. With `store_fill FILE wait` it then stays until its input
 * ends, as a server that runs. */
#include "games/games.h"
#include "play/journal.h"
#include "store/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 4000, WORDS_BYTES = 1024 };

static const struct sitting {
    const char *game;
    bool race;
    const char *names[SEATS_MAX]; /* NULL-ended; an agent's has a colon */
} sittings[] = {
    {"azul", false, {"Anna", "coach:200ms"}},
    {"azul", false, {"anna", "Ben", "\xC3\x84nne"}},
    {"lines", true, {"Ben", "Anna"}},
    {"slide", true, {"Ben"}},
    {"falls", false, {"Anna", "red\33[31m", "random:"}},
};
enum { SITTINGS = sizeof sittings / sizeof *sittings };

/* Returns a mover that may do something, drawn at random. */
static int draw_mover(const struct session *session, struct rng *rng) {
    uint32_t movers = session->game->movers(session->state);
    for (;;) {
        int who = (int)rng_below(rng, 32);
        if (movers >> who & 1 && session->game->choices(session->state, who, session->scratch))
            return who;
    }
}

/* Plays a game at random, and writes its journal. */
static bool play(const struct game *game, const int *params, uint64_t seed, int points[SEATS_MAX],
                 int seats, struct journal *journal) {
    struct rng rng = rng_new(seed, 7);
    struct session session;
    bool fine = session_init(&session, game, params, rng_new(seed, 0)) == 0;
    for (int i = 0; fine && i < EVENTS_MAX && !game_over(game, session.state); i++) {
        int who = draw_mover(&session, &rng);
        fine = session_act(&session, who,
                           game_draw(game, session.state, who, &rng, session.scratch)) == 0;
    }
    for (size_t i = 0; fine && i < session.count; i++)
        fine = journal_add(journal, session.events[i].event) == 0;
    for (int i = 0; fine && i < seats; i++) points[i] = game->score(session.state, i);
    session_release(&session);
    return fine;
}

static void rank(struct store_game *kept) {
    for (int i = 0; i < kept->seats_count; i++) {
        struct store_seat *seat = &kept->seats[i];
        int equal = 0;
        seat->rank = 1;
        for (int k = 0; k < kept->seats_count; k++) {
            seat->rank += kept->seats[k].points > seat->points;
            equal += kept->seats[k].points == seat->points;
        }
        seat->won = seat->rank == 1 && equal == 1;
    }
}

static void set_players(const struct game *game, struct store_game *kept) {
    int players = game_param(game, "players");
    game_standard(game, kept->params);
    if (players >= 0) kept->params[players] = kept->seats_count;
}

/* Plays and keeps a game. Returns whether all is well. */
static bool keep(struct store *store, const struct sitting *sitting, int number) {
    const struct game *game = games_find(sitting->game);
    struct journal journals[SEATS_MAX] = {{.bytes = NULL}};
    struct store_game kept = {
        .ended = 1772388000 + 100 * number, .seconds = 61.5 * number, .rated = true};
    int points[SEATS_MAX] = {0};
    snprintf(kept.game, sizeof kept.game, "%s", sitting->game);
    kept.race = sitting->race;
    while (sitting->names[kept.seats_count]) kept.seats_count++;
    kept.journals_count = kept.race ? kept.seats_count : 1;
    set_players(game, &kept);
    bool fine = true;
    for (int i = 0; i < kept.journals_count; i++) {
        uint64_t seed = (uint64_t)(10 * number + i);
        fine &= play(game, kept.params, seed, points + i, kept.race ? 1 : kept.seats_count,
                     &journals[i]);
        kept.journals[i].bytes = journals[i].bytes;
        kept.journals[i].length = journals[i].length;
    }
    for (int i = 0; i < kept.seats_count; i++) {
        struct store_seat *seat = &kept.seats[i];
        snprintf(seat->name, sizeof seat->name, "%s", sitting->names[i]);
        seat->agent = strchr(seat->name, ':') != NULL;
        seat->points = points[i];
    }
    rank(&kept);
    fine = fine && store_keep(store, 0, &kept);
    for (int i = 0; i < SEATS_MAX; i++) journal_release(&journals[i]);
    struct store_answer *answer = fine ? store_wait(store) : NULL;
    fine = answer && !answer->wrong[0];
    store_drop(answer);
    return fine;
}

int main(int argc, char **argv) {
    char words[WORDS_BYTES];
    struct text wrong = text_over(words, sizeof words);
    struct store *store = argc > 1 ? store_open(argv[1], NULL, NULL, &wrong) : NULL;
    if (!store) {
        fprintf(stderr, "store_fill: %s\n", words);
        return 1;
    }
    bool fine = true;
    for (int i = 0; fine && i < SITTINGS; i++) fine = keep(store, &sittings[i], i + 1);
    if (fine && argc > 2) {
        puts("kept");
        fflush(stdout);
        while (getchar() != EOF) continue;
    }
    store_close(store);
    return !fine;
}
