/* Glicko-2 as in Glickman's "Example of the Glicko-2 system" (2013); the steps are the paper's. All
 * that comes in is brought within bounds first, so no number can become infinite or none at all. */
#include "store/glicko.h"
#include <math.h>
#include <stdbool.h>

static const double scale = 173.7178, middle = 1500; /* step 2 */
static const double tau = 0.5;
static const double rating_min = 100, rating_max = 4000;
static const double deviation_min = 25, deviation_max = 350;
static const double volatility_min = 0.001, volatility_max = 0.2;
static const double near_enough = 1e-6;
enum { TRIES_MAX = 100 };

/* Returns a number within bounds; one that is none becomes the standard. */
static double within(double value, double min, double max, double standard) {
    if (isnan(value)) return standard;
    return value < min ? min : value > max ? max : value;
}

static struct glicko bound(struct glicko player) {
    struct glicko new = GLICKO_NEW;
    return (struct glicko){
        within(player.rating, rating_min, rating_max, new.rating),
        within(player.deviation, deviation_min, deviation_max, new.deviation),
        within(player.volatility, volatility_min, volatility_max, new.volatility)};
}

/* What a period's results say of a player, on the paper's scale. */
struct evidence {
    double variance; /* v of step 3 */
    double gain;     /* the sum in step 4 */
};

static struct evidence weigh(struct glicko player, const struct glicko_result *results, int count) {
    double information = 0, gain = 0;
    for (int i = 0; i < count; i++) {
        struct glicko other = bound(results[i].opponent);
        double score = within(results[i].score, 0, 1, 0.5), phi = other.deviation / scale;
        double g = 1 / sqrt(1 + 3 * phi * phi / (acos(-1) * acos(-1)));
        double expected = 1 / (1 + exp(-g * (player.rating - other.rating) / scale));
        information += g * g * expected * (1 - expected);
        gain += g * (score - expected);
    }
    return (struct evidence){1 / information, gain};
}

/* What step 5 seeks the root of. */
struct quest {
    double delta, phi, variance, a;
};

static double off(const struct quest *quest, double x) {
    double e = exp(x), phi = quest->phi, sum = phi * phi + quest->variance + e;
    return e * (quest->delta * quest->delta - sum) / (2 * sum * sum) - (x - quest->a) / (tau * tau);
}

/* Returns a point on the other side of the root. */
static double beyond(const struct quest *quest) {
    double square = quest->delta * quest->delta - quest->phi * quest->phi - quest->variance;
    if (square > 0) return log(square);
    int k = 1;
    while (off(quest, quest->a - k * tau) < 0 && k < TRIES_MAX) k++;
    return quest->a - k * tau;
}

/* Step 5, by the Illinois algorithm. Returns the new volatility. */
static double settle(const struct quest *quest) {
    double a = quest->a, b = beyond(quest), at_a = off(quest, a), at_b = off(quest, b);
    for (int tries = 0; fabs(b - a) > near_enough && at_a != at_b && tries < TRIES_MAX; tries++) {
        double c = a + (a - b) * at_a / (at_b - at_a), at_c = off(quest, c);
        bool across = at_c * at_b <= 0;
        at_a = across ? at_b : at_a / 2;
        if (across) a = b;
        b = c;
        at_b = at_c;
    }
    return exp(a / 2);
}

struct glicko glicko_after(struct glicko player, const struct glicko_result *results, int count) {
    player = bound(player);
    if (count <= 0) return player;
    double phi = player.deviation / scale;
    struct evidence evidence = weigh(player, results, count);
    struct quest quest = {evidence.variance * evidence.gain, phi, evidence.variance,
                          2 * log(player.volatility)};
    double volatility = within(settle(&quest), volatility_min, volatility_max, player.volatility);
    double wide = phi * phi + volatility * volatility; /* step 6 */
    double after = 1 / sqrt(1 / wide + 1 / evidence.variance);
    double mu = (player.rating - middle) / scale + after * after * evidence.gain;
    return bound((struct glicko){middle + scale * mu, scale * after, volatility});
}

struct glicko glicko_idle(struct glicko player, double periods) {
    player = bound(player);
    double growth = scale * player.volatility;
    if (periods > 0)
        player.deviation = sqrt(player.deviation * player.deviation + periods * growth * growth);
    return bound(player);
}
