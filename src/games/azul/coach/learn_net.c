/* The net while it is learned. Only features that a board has get a gradient; Adam's steps are so
 * cheap beside the play that all weights take part in each. */
#include "games/azul/coach/learn.h"
#include <math.h>
#include <string.h>

enum {
    WEIGHTS = sizeof(struct azul_learn_weights) / sizeof(float),
    DECAYING = AZUL_VALUES_ORDER * AZUL_VALUES_HIDDEN,
    HASTY = offsetof(struct azul_learn_weights, steep) / sizeof(float),
    POINTS = 10,
};

static float normal(struct rng *rng) {
    float sum = 0;
    for (int i = 0; i < 12; i++) sum += (float)(rng_next(rng) >> 8) / (1 << 24);
    return sum - 6;
}

void azul_learn_net_init(struct azul_learn_net *net, uint64_t seed) {
    struct rng rng = rng_new(seed, UINT64_MAX);
    struct azul_learn_weights *now = &net->now;
    memset(net, 0, sizeof *net);
    for (int i = 0; i < AZUL_VALUES_FEATURES; i++)
        for (int k = 0; k < AZUL_VALUES_HIDDEN; k++) now->in[i][k] = 0;
    for (int i = AZUL_VALUES_LINE; i < AZUL_VALUES_FEATURES + AZUL_LEARN_SHARED; i++)
        for (int k = 0; k < AZUL_VALUES_HIDDEN; k++) now->in[i][k] = 0.05f * normal(&rng);
    for (int k = 0; k < AZUL_VALUES_HALF; k++) {
        for (int i = 0; i < 2; i++) now->in[AZUL_VALUES_ORDER + i][k] += 0.4f;
        now->out[k] = 0.1f * normal(&rng);
    }
    for (int i = 0; i < AZUL_VALUES_FULLEST; i++) now->steep[i] = 1;
    net->mean = *now;
}

static bool are_sound(const struct azul_learn_weights *weights, bool squares) {
    const float *at = (const float *)weights;
    for (int i = 0; i < WEIGHTS; i++)
        if (!isfinite(at[i]) || (squares && at[i] < 0)) return false;
    return true;
}

bool azul_learn_net_sound(const struct azul_learn_net *net) {
    return are_sound(&net->now, false) && are_sound(&net->mean, false) &&
           are_sound(&net->slope, false) && are_sound(&net->square, true);
}

/* Rare features would be learned slowly alone. While they are learned, they also share weights with
 * their like: a pattern with others of as many tiles, a row's with its cells, a line of one colour
 * with the other colours. These weights are added to those of the features when they are rounded.
 */
enum {
    CELL = AZUL_VALUES_FEATURES,
    ROW_TILES = CELL + AZUL_SIDE * AZUL_SIDE, /* in this row, and so on */
    COLUMN_TILES = ROW_TILES + AZUL_SIDE * (AZUL_SIDE + 1),
    SET_TILES = COLUMN_TILES + AZUL_SIDE * (AZUL_SIDE + 1),
    ANY_TILES = SET_TILES + AZUL_SIDE * (AZUL_SIDE + 1), /* in any row, column, colour */
    SLOT = ANY_TILES + 3 * (AZUL_SIDE + 1),
    SHARED_END = SLOT + AZUL_VALUES_SLOTS,
    SHARED_EACH = AZUL_SIDE + 2,
};
_Static_assert(SHARED_END - AZUL_VALUES_FEATURES == AZUL_LEARN_SHARED, "as many as in learn.h");

static int share_pattern(int feature, int16_t *out) {
    int kind = feature / (AZUL_SIDE * AZUL_VALUES_PATTERNS);
    int place = feature / AZUL_VALUES_PATTERNS % AZUL_SIDE, count = 0;
    int pattern = feature % AZUL_VALUES_PATTERNS, tiles = bits_count((unsigned)pattern);
    out[count++] = (int16_t)(ROW_TILES + (kind * AZUL_SIDE + place) * (AZUL_SIDE + 1) + tiles);
    out[count++] = (int16_t)(ANY_TILES + kind * (AZUL_SIDE + 1) + tiles);
    for (; kind == 0 && pattern; pattern &= pattern - 1)
        out[count++] = (int16_t)(CELL + place * AZUL_SIDE + bits_low((unsigned)pattern));
    return count;
}

/* Lists the shared weights of a feature. Returns how many. */
static int share(int feature, int16_t *out) {
    if (feature < AZUL_VALUES_LINE) return share_pattern(feature, out);
    if (feature >= AZUL_VALUES_ACROSS) return 0;
    out[0] = (int16_t)(SLOT + (feature - AZUL_VALUES_LINE) / AZUL_SIDE);
    return 1;
}

/* A board as the net sees it. */
struct sight {
    int16_t features[AZUL_VALUES_ACTIVE * (SHARED_EACH + 1)];
    int count;
    float sums[AZUL_VALUES_HIDDEN], slopes[AZUL_VALUES_HIDDEN];
};

static void look(const struct azul_learn_weights *weights, const struct azul_learn_board *board,
                 bool first, struct sight *sight) {
    struct azul_player player;
    uint16_t features[AZUL_VALUES_ACTIVE];
    azul_learn_unpack(board, &player);
    int count = azul_values_features(&player, first, features);
    sight->count = 0;
    for (int i = 0; i < count; i++) {
        sight->features[sight->count++] = (int16_t)features[i];
        sight->count += share(features[i], sight->features + sight->count);
    }
    memset(sight->sums, 0, sizeof sight->sums);
    for (int i = 0; i < sight->count; i++)
        for (int k = 0; k < AZUL_VALUES_HIDDEN; k++)
            sight->sums[k] += weights->in[sight->features[i]][k];
}

/* Returns what the net says of the player `own`; on[k] is how far unit k is on. */
static float say(const struct azul_learn_weights *weights, const struct sight *own,
                 const struct sight *other, float on[AZUL_VALUES_HALF]) {
    float sum = 0;
    for (int k = 0; k < AZUL_VALUES_HALF; k++) {
        float value = own->sums[k] + other->sums[AZUL_VALUES_HALF + k];
        on[k] = value < 0 ? 0 : value > 1 ? 1 : value;
        sum += on[k] * weights->out[k];
    }
    return sum;
}

/* Sets the slopes of the sums, for what the net says times `much`. */
static void send_back(const struct azul_learn_weights *weights, const float *on, float much,
                      struct sight *own, struct sight *other, struct azul_learn_weights *slope) {
    for (int k = 0; k < AZUL_VALUES_HALF; k++) {
        float through = on[k] > 0 && on[k] < 1 ? much * weights->out[k] : 0;
        slope->out[k] += much * on[k];
        own->slopes[k] = through;
        other->slopes[AZUL_VALUES_HALF + k] = through;
    }
}

static void add_slopes(const struct sight *sight, struct azul_learn_weights *slope) {
    for (int i = 0; i < sight->count; i++)
        for (int k = 0; k < AZUL_VALUES_HIDDEN; k++)
            slope->in[sight->features[i]][k] += sight->slopes[k];
}

/* Adds a sample's slope. Returns the points missed. */
static float add_sample(const struct azul_learn_weights *weights,
                        const struct azul_learn_sample *sample, struct azul_learn_weights *slope) {
    struct sight first, second;
    float on[2][AZUL_VALUES_HALF];
    look(weights, &sample->first, true, &first);
    look(weights, &sample->second, false, &second);
    float said = say(weights, &first, &second, on[0]) - say(weights, &second, &first, on[1]);
    float missed = said - sample->target / POINTS;
    float lead = said + (float)sample->lead / POINTS;
    float chance = 1 / (1 + expf(-lead * weights->steep[sample->fullest]));
    slope->steep[sample->fullest] += (chance - (float)sample->wins / 2) * lead;
    send_back(weights, on[0], missed, &first, &second, slope);
    send_back(weights, on[1], -missed, &second, &first, slope);
    add_slopes(&first, slope);
    add_slopes(&second, slope);
    return missed * POINTS;
}

/* Takes a step down the slope. The first layer also decays, so that what is not needed goes. */
static void change(struct azul_learn_net *net, const struct azul_learn_weights *slope, int count,
                   float rate) {
    const float keep = 0.9f, keep_square = 0.999f, keep_most = 0.999f, decay = 5, haste = 10;
    const float keep_mean = fminf(keep_most, (float)net->changes / (float)(net->changes + 9));
    float *now = (float *)&net->now, *mean = (float *)&net->mean;
    float *slopes = (float *)&net->slope, *squares = (float *)&net->square;
    const float *from = (const float *)slope;
    double changes = (double)++net->changes;
    float whole = (float)(1 - pow((double)keep, changes));
    float whole_square = (float)(1 - pow((double)keep_square, changes));
    for (int i = 0; i < WEIGHTS; i++) {
        float each = from[i] / (float)count;
        slopes[i] = keep * slopes[i] + (1 - keep) * each;
        squares[i] = keep_square * squares[i] + (1 - keep_square) * each * each;
        float step = slopes[i] / whole / (sqrtf(squares[i] / whole_square) + 1e-6f);
        if (i < DECAYING) step += decay * now[i];
        if (i >= HASTY) step *= haste;
        now[i] -= rate * step;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * now[i];
    }
}

double azul_learn_net_learn(struct azul_learn_net *net,
                            const struct azul_learn_sample *const *samples, int count, float rate,
                            struct azul_learn_weights *scratch) {
    double sum = 0;
    memset(scratch, 0, sizeof *scratch);
    for (int i = 0; i < count; i++) {
        double missed = (double)add_sample(&net->now, samples[i], scratch);
        sum += missed * missed;
    }
    change(net, scratch, count, rate);
    return sum / count;
}

static int16_t rounded(float weight, float unit, int16_t most) {
    float value = weight * unit;
    value = value > most ? most : value < -most ? -most : value;
    return (int16_t)lrintf(value);
}

void azul_learn_net_round(const struct azul_learn_net *net, struct azul_values *values) {
    const struct azul_learn_weights *mean = &net->mean;
    const int16_t in_most = AZUL_VALUES_SUM_MAX / AZUL_VALUES_ACTIVE, out_most = INT16_MAX;
    for (int i = 0; i < AZUL_VALUES_FEATURES; i++) {
        int16_t shared[SHARED_EACH];
        int count = share(i, shared);
        for (int k = 0; k < AZUL_VALUES_HIDDEN; k++) {
            float weight = mean->in[i][k];
            for (int s = 0; s < count; s++) weight += mean->in[shared[s]][k];
            values->in[i][k] = rounded(weight, AZUL_VALUES_ONE, in_most);
        }
    }
    for (int k = 0; k < AZUL_VALUES_HALF; k++)
        values->out[k] =
            rounded(mean->out[k], POINTS * AZUL_VALUES_UNIT * AZUL_VALUES_FINE, out_most);
    for (int i = 0; i < AZUL_VALUES_FULLEST; i++) {
        float steep = mean->steep[i] > 0.01f ? mean->steep[i] : 0.01f;
        values->spread[i] = rounded(1 / steep, POINTS * AZUL_VALUES_UNIT, INT16_MAX);
    }
    values->spread[0] =
        values->spread[1]; /* while walls are empty, nobody leads: nothing to learn */
}
