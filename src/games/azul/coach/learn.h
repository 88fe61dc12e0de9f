/* Learning the values by self-play: games for two are played by a search that maximises the points
 * at the round's end and the values so far; what came of each round's end is then learned.
 *
 * A step plays some games, on several threads, and learns from them and from earlier ones, on one.
 * All is drawn by seed and game, so the same steps give the same weights on any number of threads.
 */
#ifndef AZUL_LEARN_H
#define AZUL_LEARN_H

#include "game/host.h"
#include "games/azul/coach/values_net.h"

/* In learn_mind.c: a search of few plies, enough to learn from. */
struct azul_learn_mind;

struct azul_learn_mind *azul_learn_mind_new(void); /* NULL if out of memory */
void azul_learn_mind_free(struct azul_learn_mind *mind);

/* How to play. A game is not stopped before its end, so nodes are limited. */
enum { AZUL_LEARN_NODES_MAX = 100000 };

struct azul_learn_skill {
    const struct azul_values *values; /* NULL: nothing counts but the round */
    uint64_t nodes;
    int noise;  /* each act's value is changed at random by up to so many units */
    int random; /* of 1024 acts, so many are any */
};

/* Chooses an act of the seat to draft, in a game for two. */
action azul_learn_choose(struct azul_learn_mind *mind, const struct azul_learn_skill *skill,
                         const struct azul *azul, struct rng *rng);

/* In learn_play.c: games. */
enum { AZUL_LEARN_ROUNDS = 12 }; /* of a game, at most; later ones are not learned from */

/* A board when floors are empty and no line is full. */
struct azul_learn_board {
    uint32_t wall;
    uint8_t line[AZUL_SIDE - 1]; /* of row 1 and so on: filled * 8 + colour, or 0 */
};

/* A position before a refill, and what came of it. */
struct azul_learn_sample {
    struct azul_learn_board first, second;
    float target;          /* by how many points the first gains more until the end of the game */
    int16_t lead;          /* the first's so far, in points */
    uint8_t fullest, wins; /* tiles in the fullest row; of the first: 0 lost, 1 shared, 2 won */
};

void azul_learn_pack(const struct azul_player *player, struct azul_learn_board *board);
void azul_learn_unpack(const struct azul_learn_board *board, struct azul_player *player);
/* Deals until somebody is to draft. */
void azul_learn_deal(struct azul *azul, struct rng *rng);
/* Returns the gain that the values expect for the first player before a refill, in points. */
float azul_learn_expect(const struct azul_values *values, const struct azul *azul);
/* Plays a game; skills[i] is of seat i. Lists what is to be learned from it. Returns the number of
 * samples, at most AZUL_LEARN_ROUNDS. */
int azul_learn_play(struct azul_learn_mind *mind, const struct azul_learn_skill skills[2],
                    float lambda, struct rng *rng, struct azul *azul,
                    struct azul_learn_sample *samples);

/* In learn_net.c: the net of values_net.h with real numbers, learned by Adam (Kingma and Ba,
 * 2015). */
enum { AZUL_LEARN_SHARED = 143 };

struct azul_learn_weights {
    float in[AZUL_VALUES_FEATURES + AZUL_LEARN_SHARED][AZUL_VALUES_HIDDEN];
    float out[AZUL_VALUES_HALF];      /* in tens of points */
    float steep[AZUL_VALUES_FULLEST]; /* log odds of winning for a lead of ten points */
};

struct azul_learn_net {
    struct azul_learn_weights now, mean;     /* mean: over the latest changes; that is what plays */
    struct azul_learn_weights slope, square; /* means of the gradient and of its square */
    uint64_t changes;
};

void azul_learn_net_init(struct azul_learn_net *net, uint64_t seed);
/* Returns whether all numbers of a net that comes from anywhere are numbers. */
bool azul_learn_net_sound(const struct azul_learn_net *net);
/* Learns from some samples at once. Returns the mean square of what was missed, in points. */
double azul_learn_net_learn(struct azul_learn_net *net,
                            const struct azul_learn_sample *const *samples, int count, float rate,
                            struct azul_learn_weights *scratch);
/* Rounds the mean to whole numbers; weights that are too large are cut. */
void azul_learn_net_round(const struct azul_learn_net *net, struct azul_values *values);

/* In learn.c: steps. */
enum { AZUL_LEARN_GAMES = 256, AZUL_LEARN_KEPT = 1 << 17 }; /* games a step; samples kept */

/* All that the next step depends on. */
struct azul_learn_past {
    uint64_t seed, nodes;    /* nodes a move */
    uint64_t steps, samples; /* so far */
    struct azul_learn_net net;
    struct azul_learn_sample kept[AZUL_LEARN_KEPT]; /* the latest, sample i at i mod this */
};

/* What a step came to. */
struct azul_learn_report {
    double missed;         /* the root mean square of what the values missed, in points */
    double points, rounds; /* means of a game */
};

struct azul_learn {
    struct azul_learn_past past;
    struct azul_values values;       /* as they are now */
    struct azul_learn_report report; /* of the latest step */
    struct azul_learn_weights scratch;
    const struct host *host;
    struct azul_learn_work *work;
    int games, batches; /* of a step, at most AZUL_LEARN_GAMES; a test may set them lower */
};

/* The host must outlive it. Plays on as many threads. Returns NULL if out of memory. */
struct azul_learn *azul_learn_new(const struct host *host, int threads, uint64_t seed,
                                  uint64_t nodes);
void azul_learn_free(struct azul_learn *learn);
/* Goes on from a past, which may have come from anywhere. Returns NULL, or what is wrong with it;
 * then nothing has changed. */
const char *azul_learn_restore(struct azul_learn *learn, const struct azul_learn_past *past);
/* Returns false if it was stopped by the host; then nothing has changed. `done` and `share` are for
 * the progress: what is done, and what this step adds. */
bool azul_learn_step(struct azul_learn *learn, double done, double share, const char *message);

#endif
