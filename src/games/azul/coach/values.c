/* The net of values_net.h at work. Its loops are plain, over arrays of 16-bit numbers, so that
 * compilers make vector instructions of them. */
#include "games/azul/coach/values_net.h"

enum { ROW_MASK = AZUL_VALUES_PATTERNS - 1 };

/* Gathers the first of each five bits. */
static unsigned gather(uint32_t bits) {
    return (unsigned)((uint64_t)(bits & AZUL_DOWN) * 0x11111 >> 16) & ROW_MASK;
}

/* Returns the wall with the columns of each row in the order of the colours. */
static uint32_t by_colour(uint32_t wall) {
    uint32_t turned = 0;
    for (int row = 0; row < AZUL_SIDE; row++) {
        uint32_t cells = wall >> AZUL_SIDE * row & ROW_MASK;
        cells = (cells >> row | cells << (AZUL_SIDE - row)) & ROW_MASK;
        turned |= cells << AZUL_SIDE * row;
    }
    return turned;
}

/* Returns the length of the run through a place of a pattern, if a tile lay there. */
static int run_through(unsigned pattern, int place) {
    unsigned after = pattern >> (place + 1), before = pattern;
    int length = 1 + bits_low(~(uint64_t)after);
    while (place > 0 && before >> --place & 1) length++;
    return length;
}

/* The patterns of a wall. */
struct patterns {
    unsigned row[AZUL_SIDE], column[AZUL_SIDE], set[AZUL_SIDE];
};

static struct patterns patterns_of(uint32_t wall) {
    struct patterns patterns;
    uint32_t sets = by_colour(wall);
    for (int i = 0; i < AZUL_SIDE; i++) {
        patterns.row[i] = wall >> AZUL_SIDE * i & ROW_MASK;
        patterns.column[i] = gather(wall >> i);
        patterns.set[i] = gather(sets >> i);
    }
    return patterns;
}

static uint16_t *list_line(const struct patterns *patterns, int row, int colour, int filled,
                           uint16_t *out) {
    int slot = (row * (row - 1) / 2 + filled - 1) * AZUL_SIDE, col = azul_wall_col(row, colour);
    unsigned across = patterns->row[row], down = patterns->column[col];
    *out++ = (uint16_t)(AZUL_VALUES_LINE + slot + colour);
    *out++ = (uint16_t)(AZUL_VALUES_ACROSS + slot + run_through(across, col) - 1);
    *out++ = (uint16_t)(AZUL_VALUES_DOWN + slot + run_through(down, row) - 1);
    *out++ = (uint16_t)(AZUL_VALUES_IN_ROW + slot + bits_count(across));
    *out++ = (uint16_t)(AZUL_VALUES_IN_COLUMN + slot + bits_count(down));
    *out++ = (uint16_t)(AZUL_VALUES_IN_SET + slot + bits_count(patterns->set[colour]));
    return out;
}

int azul_values_features(const struct azul_player *player, bool first, uint16_t *out) {
    const struct patterns patterns = patterns_of(player->wall);
    uint16_t *begin = out;
    for (int i = 0, at = 0; i < AZUL_SIDE; i++, at += AZUL_VALUES_PATTERNS) {
        *out++ = (uint16_t)(AZUL_VALUES_ROW + at + (int)patterns.row[i]);
        *out++ = (uint16_t)(AZUL_VALUES_COLUMN + at + (int)patterns.column[i]);
        *out++ = (uint16_t)(AZUL_VALUES_SET + at + (int)patterns.set[i]);
    }
    for (int row = 1; row < AZUL_SIDE; row++)
        if (player->filled[row])
            out = list_line(&patterns, row, player->colour[row], player->filled[row], out);
    *out++ = (uint16_t)(AZUL_VALUES_ORDER + first);
    return (int)(out - begin);
}

void azul_values_half(const struct azul_values *values, const struct azul_player *player,
                      bool first, struct azul_values_half *half) {
    uint16_t features[AZUL_VALUES_ACTIVE];
    int count = azul_values_features(player, first, features);
    *half = (struct azul_values_half){{0}};
    const int16_t *end = half->at + AZUL_VALUES_HIDDEN;
    for (int i = 0; i < count; i++) {
        const int16_t *add = values->in[features[i]];
        for (int16_t *at = half->at; at < end; at++) *at = (int16_t)(*at + *add++);
    }
}

/* Returns what the net says of a player, from its own sums and the other's about it. */
static int say(const struct azul_values *values, const int16_t *own, const int16_t *other) {
    int sum = 0;
    for (int k = 0; k < AZUL_VALUES_HALF; k++) {
        int16_t on = (int16_t)(own[k] + other[k]);
        on = on < 0 ? 0 : on;
        on = on > AZUL_VALUES_ONE ? AZUL_VALUES_ONE : on;
        sum += on * values->out[k];
    }
    return sum;
}

int azul_values_lead(const struct azul_values *values, const struct azul_values_half *first,
                     const struct azul_values_half *second) {
    int sum = say(values, first->at, second->at + AZUL_VALUES_HALF) -
              say(values, second->at, first->at + AZUL_VALUES_HALF);
    return sum / (AZUL_VALUES_ONE * AZUL_VALUES_FINE);
}

/* 1 / (1 + exp(-x)) for x from 0 in steps of 1/8, in 1/65536: no library's exp is needed, so the
 * chance is the same everywhere. */
enum { STEPS = 64, STEPS_IN_ONE = 8, CERTAIN = 65536 };
static const uint16_t logistic[STEPS + 1] = {
    32768, 34813, 36843, 38841, 40793, 42687, 44511, 46254, 47911, 49474, 50941, 52310, 53581,
    54754, 55834, 56822, 57724, 58544, 59287, 59959, 60565, 61109, 61598, 62036, 62428, 62778,
    63090, 63368, 63615, 63835, 64030, 64203, 64357, 64494, 64614, 64721, 64816, 64900, 64974,
    65039, 65097, 65149, 65194, 65234, 65269, 65300, 65328, 65352, 65374, 65393, 65410, 65425,
    65438, 65449, 65459, 65468, 65476, 65483, 65489, 65495, 65500, 65504, 65508, 65511, 65514,
};

/* Returns the chance in 1/65536 at a lead from 0. */
static int64_t chance_ahead(int64_t lead, int64_t spread) {
    int64_t step = lead * STEPS_IN_ONE / spread, rest = lead * STEPS_IN_ONE % spread;
    if (step >= STEPS) return logistic[STEPS];
    return logistic[step] + (logistic[step + 1] - logistic[step]) * rest / spread;
}

double azul_values_chance(const struct azul_values *values, int lead, int fullest) {
    int64_t spread =
        values->spread[fullest < AZUL_VALUES_FULLEST ? fullest : AZUL_VALUES_FULLEST - 1];
    int64_t chance =
        lead < 0 ? CERTAIN - chance_ahead(-(int64_t)lead, spread) : chance_ahead(lead, spread);
    return (double)chance / CERTAIN;
}

/* Returns the largest size of a weight of a unit among features from `begin`. */
static int largest(const struct azul_values *values, int begin, int count, int unit) {
    int most = 0;
    for (int i = begin; i < begin + count; i++) {
        int weight = values->in[i][unit];
        if (weight > most) most = weight;
        if (-weight > most) most = -weight;
    }
    return most;
}

/* Of each group of features below, a board has at most one. */
static int largest_sum(const struct azul_values *values, int unit) {
    int sum = largest(values, AZUL_VALUES_ORDER, 2, unit);
    for (int at = AZUL_VALUES_ROW; at < AZUL_VALUES_LINE; at += AZUL_VALUES_PATTERNS)
        sum += largest(values, at, AZUL_VALUES_PATTERNS, unit);
    for (int kind = AZUL_VALUES_LINE; kind < AZUL_VALUES_ORDER;
         kind += AZUL_VALUES_SLOTS * AZUL_SIDE)
        for (int row = 1; row < AZUL_SIDE; row++)
            sum += largest(values, kind + row * (row - 1) / 2 * AZUL_SIDE, row * AZUL_SIDE, unit);
    return sum;
}

const char *azul_values_check(const struct azul_values *values) {
    int64_t sum = 0;
    for (int unit = 0; unit < AZUL_VALUES_HIDDEN; unit++)
        if (largest_sum(values, unit) > AZUL_VALUES_SUM_MAX)
            return "a sum of the first layer must fit its 16 bits";
    for (int unit = 0; unit < AZUL_VALUES_HALF; unit++)
        sum += values->out[unit] < 0 ? -values->out[unit] : values->out[unit];
    if (2 * sum * AZUL_VALUES_ONE > INT32_MAX) return "a sum of the second layer must fit 32 bits";
    for (int i = 0; i < AZUL_VALUES_FULLEST; i++)
        if (values->spread[i] <= 0) return "a spread must be above 0";
    return NULL;
}
