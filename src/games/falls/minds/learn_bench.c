/* Learns the numbers of worth_roomy.c and worth_crowded.c by playing, and writes them:
 *   learn_bench GAMES RATE LAMBDA NODES SEED FOLDER [fresh]
 * Without arguments it tells how fast it learns. It begins with the numbers it was built with, or
 * with a guess. The same arguments give the same numbers.
 *
 * The cost of a field is learned from the costs of those that followed it in a game, by TD(lambda)
 * from the game's end back to its beginning. Each number has a rate of its own, which falls when
 * its changes cancel out (temporal coherence: Beal and Smith, 1999). */
#include "bench/bench.h"
#include "search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = FALLS_STAGES * FALLS_WORTH_NUMBERS, FEATURES_MAX = 256, CAPSULES_MAX = 600 };
enum { PLACES_MAX = FALLS_WORTH_NUMBERS * 12, LESS = 60 };

/* The cost of a defeat is LESS than for the search, so that no field is worse than a defeat. */
static float defeat_cost(falls_set virus) {
    return (float)(FALLS_DEFEAT + FALLS_DEFEAT_VIRUS * falls_count(virus)) / FALLS_WORTH_UNIT -
           LESS;
}

struct learner {
    struct falls_search *search;
    struct falls_worth_stage which; /* the index of the number, in place of the number */
    int roof, tall, left;           /* the first number of each table */
    float numbers[NUMBERS], sum[NUMBERS], sizes[NUMBERS]; /* the stages one after the other */
    int first[FALLS_WORTH_NUMBERS + 1];                   /* of the places of each in `places` */
    const int16_t *places[PLACES_MAX]; /* in `which`; they are at the same places in a stage */
    float rate, lambda;
    uint64_t nodes;
    struct falls_option past[CAPSULES_MAX + 1];
};

/* Calls `use` for each place in the tables of 16-bit numbers. */
static void each_place(struct learner *learner,
                       void (*use)(struct learner *learner, const int16_t *place)) {
    const struct falls_worth_stage *which = &learner->which;
    for (int i = 0; i < FALLS_ACROSS_WINDOWS; i++) use(learner, &which->across[i]);
    for (int i = 0; i < FALLS_DOWN_WINDOWS; i++) use(learner, &which->down[i]);
    for (int i = 0; i < FALLS_ROOFS; i++) use(learner, &which->roof[i]);
    for (int col = 0; col < FALLS_COLS; col++)
        for (int row = 0; row <= FALLS_ROWS; row++) use(learner, &which->tall[col][row]);
}

/* Tables are 0 where a window cannot be; that is the number of the first window, too, which stays
 * 0. */
static void count_place(struct learner *learner, const int16_t *place) {
    if (*place) learner->first[*place + 1]++;
}

static void put_place(struct learner *learner, const int16_t *place) {
    if (*place) learner->places[learner->first[*place]++] = place;
}

static void link_numbers(struct learner *learner) {
    static int32_t indices[FALLS_WORTH_NUMBERS];
    for (int i = 0; i < FALLS_WORTH_NUMBERS; i++) indices[i] = i;
    falls_worth_fill(&learner->which, indices);
    learner->roof = learner->which.roof[0];
    learner->tall = learner->which.tall[0][0];
    learner->left = learner->which.left[0];
    each_place(learner, count_place);
    for (int i = 0; i < FALLS_WORTH_NUMBERS; i++) learner->first[i + 1] += learner->first[i];
    each_place(learner, put_place);
    for (int i = FALLS_WORTH_NUMBERS; i > 0; i--) learner->first[i] = learner->first[i - 1];
    learner->first[0] = 0;
}

/* Copies a number to all its places. */
static void publish(struct learner *learner, int index) {
    int local = index % FALLS_WORTH_NUMBERS;
    struct falls_worth_stage *stage = &learner->search->worth.stages[index / FALLS_WORTH_NUMBERS];
    float number = learner->numbers[index] * FALLS_WORTH_UNIT;
    if (local >= learner->left) {
        stage->left[local - learner->left] = (int32_t)lrintf(number);
        return;
    }
    number = fminf(fmaxf(number, INT16_MIN), INT16_MAX);
    for (int i = learner->first[local]; i < learner->first[local + 1]; i++) {
        ptrdiff_t at = (const char *)learner->places[i] - (const char *)&learner->which;
        *(int16_t *)((char *)stage + at) = (int16_t)lrintf(number);
    }
}

/* A guess to begin with: one colour with viruses and free cells is good, a tile on another colour
 * is bad. */
static float guess(unsigned window, int cells, bool down) {
    int tiles[FALLS_COLOURS] = {0}, viruses = 0, covered = 0, kinds = 0, before = 0;
    float sum = 0;
    for (int i = 0; i < cells; i++) {
        int colour = (int)(window >> i & 1) | (int)(window >> (cells + i) & 1) << 1;
        bool other = window >> (2 * cells + i) & 1;
        if (colour) tiles[colour]++, viruses += other;
        if (down && before && colour && colour != before) sum += other ? 0.12f : 0.05f;
        covered += !colour && other;
        before = colour;
    }
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++) kinds += tiles[colour] > 0;
    int most = tiles[1] + tiles[2] + tiles[3];
    if (kinds == 1) sum -= (viruses ? 0.12f : 0.04f) * (float)(most * most) * (covered ? 0.5f : 1);
    return sum + 0.05f * (float)covered;
}

/* Tiles in the way of new capsules are bad, most of all where these appear. */
static float guess_roof(int roof) {
    static const float upper[] = {4, 4, 10, 40, 40, 10, 4, 4}, lower[] = {1, 1, 3, 6, 6, 3, 1, 1};
    float sum = 0;
    for (int col = 0; col < FALLS_COLS; col++) {
        if (roof >> col & 1) sum += upper[col];
        if (roof >> (FALLS_COLS + col) & 1) sum += lower[col];
    }
    return fminf(sum, 31);
}

static void guess_numbers(struct learner *learner) {
    const struct falls_worth_stage *which = &learner->which;
    for (unsigned i = 1; i < FALLS_ACROSS_WINDOWS; i++)
        learner->numbers[which->across[i]] = guess(i, FALLS_ACROSS, false);
    for (unsigned i = 1; i < FALLS_DOWN_WINDOWS; i++)
        learner->numbers[which->down[i]] = guess(i, FALLS_DOWN, true);
    for (int i = 0; i < FALLS_ROOFS; i++) learner->numbers[which->roof[i]] = guess_roof(i);
    for (int col = 0; col < FALLS_COLS; col++)
        for (int row = 0; row <= FALLS_ROWS; row++)
            learner->numbers[which->tall[col][row]] =
                row < 5 ? (float)((5 - row) * (5 - row)) * 0.15f : 0;
    for (int i = 0; i <= FALLS_VIRUSES_MAX; i++) learner->numbers[which->left[i]] = 1.5f * (float)i;
}

static void begin(struct learner *learner, const struct host *host, const struct falls_skill *skill,
                  bool fresh) {
    memset(learner, 0, sizeof *learner);
    learner->search = falls_search_new(host, skill);
    if (!learner->search) exit(1);
    link_numbers(learner);
    if (fresh) guess_numbers(learner);
    for (int i = 0; i < NUMBERS; i++) {
        int local = i % FALLS_WORTH_NUMBERS;
        const int32_t *table = i == local ? falls_worth_roomy : falls_worth_crowded;
        if (fresh)
            learner->numbers[i] = local ? learner->numbers[local] : 0;
        else
            learner->numbers[i] = (float)table[local] / FALLS_WORTH_UNIT;
        publish(learner, i);
    }
}

/* Lists the numbers that make up the cost of a field. */
static int list_features(const struct learner *learner, const struct falls_field *field, int *out) {
    const struct falls_worth_stage *which = &learner->which;
    struct falls_view view;
    falls_look(&learner->search->worth, field, &view);
    falls_set planes[] = {view.one, view.two, view.other, view.ledge}, taken = view.one | view.two;
    int count = 0;
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        int row = cell / FALLS_COLS, col = cell % FALLS_COLS;
        unsigned across = 0, down = 0;
        for (int i = 0; i < FALLS_ACROSS; i++)
            for (int plane = 0; plane < 4; plane++)
                across |= (unsigned)(planes[plane] >> cell >> i & 1) << (4 * plane + i);
        for (int i = 0; i < FALLS_DOWN && row + i < FALLS_ROWS; i++)
            for (int plane = 0; plane < 3; plane++)
                down |= (unsigned)(planes[plane] >> cell >> FALLS_COLS * i & 1) << (5 * plane + i);
        if (col + FALLS_ACROSS <= FALLS_COLS && across) out[count++] = which->across[across];
        if (row + FALLS_DOWN <= FALLS_ROWS && down) out[count++] = which->down[down];
    }
    for (int col = 0; col < FALLS_COLS; col++) {
        int row = 0;
        while (row < FALLS_ROWS && !(taken >> (FALLS_COLS * row + col) & 1)) row++;
        out[count++] = which->tall[col][row];
    }
    unsigned upper = falls_byte(taken, 1), both = upper | falls_byte(taken, 2);
    out[count++] = which->roof[upper | both << FALLS_COLS];
    out[count++] = which->left[falls_count(field->virus)];
    for (int i = 0; i < count; i++) out[i] += view.stage * FALLS_WORTH_NUMBERS;
    return count;
}

/* Returns how much faster a number is learned: what is in the way of new capsules is one number
 * among many, but decides much. */
static float haste(const struct learner *learner, int index) {
    index %= FALLS_WORTH_NUMBERS;
    return index < learner->roof ? 1 : index < learner->tall ? 20 : index < learner->left ? 4 : 1;
}

static void change(struct learner *learner, int index, float error, float share) {
    float *sum = &learner->sum[index], *size = &learner->sizes[index];
    float steady = *size > 0 ? fabsf(*sum) / *size : 1;
    *sum += error, *size += fabsf(error);
    learner->numbers[index] += learner->rate * steady * error * share * haste(learner, index);
    publish(learner, index);
}

/* Learns from a game of `end` capsules, backwards. */
static void learn(struct learner *learner, int end) {
    const struct falls_option *last = &learner->past[end];
    float target = last->status == FALLS_CLEARED ? 0 : defeat_cost(last->field.virus) - 1;
    for (int i = end - 1; i >= 0; i--) {
        int features[FEATURES_MAX],
            count = list_features(learner, &learner->past[i].field, features);
        float cost = 0;
        for (int k = 0; k < count; k++) cost += learner->numbers[features[k]];
        target += 1;
        float error = fminf(fmaxf(target - cost, -30), 30);
        for (int k = 0; k < count; k++) change(learner, features[k], error, 1 / (float)count);
        target = learner->lambda * target + (1 - learner->lambda) * cost;
    }
}

static struct falls_field deal(struct rng *rng, int viruses, int level) {
    struct falls falls;
    falls_game.start(&falls, (int[]){1, viruses, level});
    while (falls.phase == FALLS_SETUP) {
        action act = falls_game.random_act(&falls, CHANCE, rng);
        falls_place(&falls, (int)act / 3, (int)act % 3 + 1);
    }
    return (struct falls_field){falls.player[0].settled, falls.player[0].virus};
}

static void draw_capsule(struct rng *rng, uint8_t *colours) {
    for (int i = 0; i < 2; i++) colours[i] = (uint8_t)(1 + rng_below(rng, 3));
}

/* Steers a capsule to rest, with a tick after every fourth key press, also if that has made the
 * capsule before it land. Returns where it rests. */
static int land(const struct falls_steering *steering, falls_set taken, int *presses) {
    int place = FALLS_SPAWN, after = place;
    for (;; after = falls_place_after(taken, place, falls_steering_act(steering, place))) {
        if (after < 0) return place;
        place = after;
        if (++*presses % steering->acts) continue;
        if (falls_place_rests(taken, place)) return place;
        place += FALLS_POSES;
    }
}

/* Puts a capsule where the search and the clock bring it. */
static const struct falls_option *put_capsule(const struct falls_search *search, int *presses) {
    static struct falls_steering steering;
    const struct falls_question *question = &search->question;
    falls_set taken = falls_taken(&question->field.settled);
    bool alike = question->colours[0] == question->colours[1];
    for (int i = 0; i < FALLS_PLACES; i++) steering.rest[i] = INFINITY;
    for (int i = 0; i < search->count; i++) {
        int place = search->options[i].place;
        steering.rest[place] = (double)search->options[i].cost / FALLS_WORTH_UNIT;
        if (alike) steering.rest[place ^ FALLS_POSES / 2] = steering.rest[place];
    }
    falls_steer(&steering, taken, search->skill->acts);
    int place = land(&steering, taken, presses), at = 0;
    if (alike) place &= ~(FALLS_POSES / 2);
    while (search->options[at].place != place) at++;
    return &search->options[at];
}

/* Plays a game. Returns how many capsules it took; the fields are in `past`. */
static int play(struct learner *learner, struct rng *rng, int viruses, int level) {
    struct falls_search *search = learner->search;
    struct falls_question question;
    int end = 0, presses = (int)rng_below(rng, search->skill->acts);
    memset(&question, 0, sizeof question);
    learner->past[0] = (struct falls_option){.field = deal(rng, viruses, level)};
    question.nodes = learner->nodes;
    question.acts = search->skill->acts;
    draw_capsule(rng, question.next);
    while (end < CAPSULES_MAX && learner->past[end].status == FALLS_PLAYING) {
        question.field = learner->past[end++].field;
        memcpy(question.colours, question.next, sizeof question.colours);
        draw_capsule(rng, question.next);
        falls_reach_all(falls_taken(&question.field.settled), FALLS_SPAWN, &question.places);
        falls_search_ask(search, &question);
        learner->past[end] = *put_capsule(search, &presses);
    }
    return end;
}

/* Half of the games are the hardest of the console, a quarter those with the most viruses. While it
 * knows little, `most` grows from 1 on. */
static int play_any(struct learner *learner, uint64_t seed, uint64_t game, int most) {
    struct rng rng = rng_new(seed, game);
    uint32_t kind = most < FALLS_VIRUSES_MAX ? 1 : rng_below(&rng, 4);
    if (kind == 0) return play(learner, &rng, FALLS_VIRUSES_MAX, -1);
    if (kind == 1)
        return play(
            learner, &rng,
            1 + (int)rng_below(&rng, most < FALLS_VIRUSES_MAX ? (uint32_t)most : FALLS_VIRUSES_MAX),
            -1);
    return play(learner, &rng, 1, FALLS_LEVEL_MAX - (int)(rng_below(&rng, 8) / 5));
}

static void write_table(const struct learner *learner, int stage, const char *folder) {
    static const char *const names[] = {"roomy", "crowded"};
    char path[256];
    snprintf(path, sizeof path, "%s/worth_%s.c", folder, names[stage]);
    FILE *file = fopen(path, "w");
    if (!file) exit(1);
    fprintf(file,
            "/* Numbers for worth.c, written by learn_bench; docs/measurements.md says how. */\n"
            "#include \"minds.h\"\n\n/* clang-format off */\n"
            "const int32_t falls_worth_%s[FALLS_WORTH_NUMBERS] = {",
            names[stage]);
    for (int i = 0; i < FALLS_WORTH_NUMBERS; i++) {
        float number = learner->numbers[stage * FALLS_WORTH_NUMBERS + i] * FALLS_WORTH_UNIT;
        if (i < learner->left) number = fminf(fmaxf(number, INT16_MIN), INT16_MAX);
        fprintf(file, "%s%ld,", i % 16 ? " " : "\n    ", lrintf(number));
    }
    fprintf(file, "\n};\n");
    fclose(file);
}

static void learn_games(struct learner *learner, int games, uint64_t seed, bool fresh,
                        const char *folder) {
    int cleared = 0, every = games < 10 ? 1 : games / 10;
    double capsules = 0, start = bench_seconds();
    for (int game = 0; game < games; game++) {
        int most = fresh ? 1 + game * 2 * FALLS_VIRUSES_MAX / games : FALLS_VIRUSES_MAX;
        int end = play_any(learner, seed, (uint64_t)game, most);
        cleared += learner->past[end].status == FALLS_CLEARED;
        capsules += learner->past[end].status == FALLS_CLEARED ? end : 0;
        learn(learner, end);
        if (game % every != every - 1) continue;
        printf("falls, learning: %d games, %.0f a second, %d of %d cleared, %.2f capsules\n",
               game + 1, (game + 1) / (bench_seconds() - start), cleared, every,
               capsules / cleared);
        fflush(stdout);
        cleared = 0, capsules = 0;
        for (int stage = 0; folder && stage < FALLS_STAGES; stage++)
            write_table(learner, stage, folder);
    }
}

int main(int count, char **args) {
    static struct learner learner;
    static const struct host host = {.threads = 1};
    static const struct falls_skill skill = {.acts = 4, .plies = 3};
    bool told = count >= 7;
    begin(&learner, &host, &skill, count == 8);
    learner.rate = told ? strtof(args[2], NULL) : 0.1f;
    learner.lambda = told ? strtof(args[3], NULL) : 0.5f;
    learner.nodes = told ? strtoul(args[4], NULL, 10) : 1500;
    learn_games(&learner, told ? atoi(args[1]) : 20, told ? strtoul(args[5], NULL, 10) : 1,
                count == 8, told ? args[6] : NULL);
    falls_search_free(learner.search);
    return 0;
}
