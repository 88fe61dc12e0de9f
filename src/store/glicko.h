/* Ratings by Glicko-2 (Glickman, 2013), a rating period a game: how strong a player seems, how sure
 * that is, and how steady. */
#ifndef STORE_GLICKO_H
#define STORE_GLICKO_H

struct glicko {
    double rating, deviation, volatility;
};

/* Who has not played. */
#define GLICKO_NEW ((struct glicko){1500, 350, 0.06})

/* Against one opponent: 1 a win, 0.5 a draw, 0 a loss. */
struct glicko_result {
    struct glicko opponent;
    double score;
};

/* Returns the rating after some results of one period. */
struct glicko glicko_after(struct glicko player, const struct glicko_result *results, int count);
/* Returns it after periods without a game: less sure, at most as a newcomer's. */
struct glicko glicko_idle(struct glicko player, double periods);

#endif
