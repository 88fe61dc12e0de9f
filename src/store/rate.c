/* All are rated at once, by what they were before the game, which is a rating period of its own. */
#include "store/rate.h"
#include "store/glicko.h"
#include <assert.h>

/* A player of the game. */
struct rated {
    int64_t id, games, wins, played;
    struct glicko before, after;
};

static void find(struct database *database, const struct store_game *game, struct rated *rated) {
    rated->before = GLICKO_NEW;
    database_ask(database, SQL_FIND_RATING, "it", rated->id, game->game);
    while (database_next(database)) {
        rated->before = (struct glicko){database_double(database, 0), database_double(database, 1),
                                        database_double(database, 2)};
        rated->games = database_int(database, 3);
        rated->wins = database_int(database, 4);
        rated->played = database_int(database, 5);
    }
    double idle = rated->games ? (double)game->ended - (double)rated->played : 0;
    rated->before = glicko_idle(rated->before, idle / RATE_IDLE_SECONDS);
}

/* Lists who played, each once; `of` gets the index of each seat's player. Returns their number. */
static int gather(struct database *database, const struct store_game *game, const int64_t *players,
                  struct rated rated[SEATS_MAX], int of[SEATS_MAX]) {
    int count = 0;
    for (int seat = 0; seat < game->seats_count; seat++) {
        int i = 0;
        while (i < count && rated[i].id != players[seat]) i++;
        of[seat] = i;
        if (i < count) continue;
        rated[count] = (struct rated){.id = players[seat]};
        find(database, game, &rated[count++]);
    }
    return count;
}

static double score(const struct store_game *game, int seat, int other) {
    int rank = game->seats[seat].rank, against = game->seats[other].rank;
    return rank < against ? 1 : rank > against ? 0 : 0.5;
}

/* Rates a player by all its seats against those of others. */
static void rate(const struct store_game *game, const struct rated *rated, const int *of, int own,
                 struct glicko *after) {
    struct glicko_result results[SEATS_MAX * SEATS_MAX];
    int count = 0;
    for (int seat = 0; seat < game->seats_count; seat++)
        for (int other = 0; of[seat] == own && other < game->seats_count; other++)
            if (of[other] != own)
                results[count++] =
                    (struct glicko_result){rated[of[other]].before, score(game, seat, other)};
    *after = glicko_after(rated[own].before, results, count);
}

/* Returns whether a player won with one of its seats. */
static bool won(const struct store_game *game, const int *of, int own) {
    bool won = false;
    for (int seat = 0; seat < game->seats_count; seat++)
        won |= of[seat] == own && game->seats[seat].won;
    return won;
}

static void write(struct database *database, const struct store_game *game,
                  const struct rated *rated) {
    int64_t played = rated->games > 1 && rated->played > game->ended ? rated->played : game->ended;
    database_do(database, SQL_SET_RATING, "itdddiii", rated->id, game->game, rated->after.rating,
                rated->after.deviation, rated->after.volatility, rated->games, rated->wins, played);
    database_do(database, SQL_ADD_HISTORY, "iidddii", rated->id, game->id, rated->before.rating,
                rated->after.rating, rated->after.deviation, rated->games, rated->wins);
}

void rate_seats(struct database *database, struct store_game *game, const int64_t *players) {
    struct rated rated[SEATS_MAX];
    int of[SEATS_MAX];
    int count = game->rated ? gather(database, game, players, rated, of) : 0;
    game->rated = count > 1;
    if (!game->rated) return;
    for (int i = 0; i < count; i++) {
        rate(game, rated, of, i, &rated[i].after);
        rated[i].games++;
        rated[i].wins += won(game, of, i);
        write(database, game, &rated[i]);
    }
    for (int seat = 0; seat < game->seats_count; seat++) {
        struct store_seat *to = &game->seats[seat];
        to->before = rated[of[seat]].before.rating;
        to->after = rated[of[seat]].after.rating;
        to->deviation = rated[of[seat]].after.deviation;
    }
}
