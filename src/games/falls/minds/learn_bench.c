/* Learns the numbers of worth.c by playing, and writes them as numbers_*.c:
 *   learn_bench GAMES RATE LAMBDA NODES SEED FOLDER
 * Without arguments it tells how fast it learns. It begins with the numbers it was built with. The
 * same arguments give the same numbers.
 *
 * The capsules that a field takes and the odds that it is lost are learned from the fields that
 * followed it in a game, by TD(lambda) from the game's end back to its beginning; capsules only if
 * the game was not lost. Each number has a rate of its own, which falls when its changes cancel out
 * (temporal coherence: Beal and Smith, 1999). The numbers written are the mean over the second half
 * of the games. */
#include "bench/bench.h"
#include "numbers.h"
#include "search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_NUMBERS = FALLS_STAGES * FALLS_NUMBERS, CAPSULES_MAX = 500 };
enum { DANGER_HASTE = 20 }; /* how much faster the odds are learned, which are in smaller units */
enum { ENOUGH = 50 };       /* with fewer viruses left, most games are cut short */

/* What is learned about one thing, the stages one after the other. */
struct lesson {
    float numbers[ALL_NUMBERS], sums[ALL_NUMBERS], sizes[ALL_NUMBERS];
    double totals[ALL_NUMBERS]; /* for the mean */
};

struct past {
    struct falls_field field;
    uint8_t status;
};

struct learner {
    struct falls_search *search;
    struct lesson capsules, danger;
    float rate, lambda;
    uint64_t nodes, seed;
    int means; /* how many were added to the totals */
    struct past past[CAPSULES_MAX + 1];
    int end;
};

static void begin(struct learner *learner, const struct host *host,
                  const struct falls_skill *skill) {
    memset(learner, 0, sizeof *learner);
    learner->search = falls_search_new(host, skill);
    if (!learner->search) exit(1);
    for (int i = 0; i < ALL_NUMBERS; i++) {
        struct falls_number number =
            learner->search->worth.numbers[i / FALLS_NUMBERS][i % FALLS_NUMBERS];
        learner->capsules.numbers[i] = (float)number.capsules / FALLS_NUMBER_UNIT;
        learner->danger.numbers[i] = (float)number.danger / FALLS_NUMBER_UNIT;
    }
}

static int16_t rounded(double number) {
    return (int16_t)lrint(fmin(fmax(number * FALLS_NUMBER_UNIT, INT16_MIN), INT16_MAX));
}

/* Returns how much faster a number is learned: some are one among many, but decide much. */
static float haste(int index) {
    index %= FALLS_NUMBERS;
    if (index < FALLS_AT_ROOF) return 1;
    return index < FALLS_AT_TALL ? 10 : index < FALLS_AT_WIDE ? 4 : 2;
}

static void change(struct lesson *lesson, int index, float error, float step) {
    float *sum = &lesson->sums[index], *size = &lesson->sizes[index];
    float steady = *size > 0 ? fabsf(*sum) / *size : 1;
    *sum += error, *size += fabsf(error);
    lesson->numbers[index] += step * steady * error * haste(index);
}

/* Free windows tell nothing: their numbers stay 0. */
static bool is_free(int feature) {
    if (feature < FALLS_AT_DOWN) return feature % FALLS_ACROSS_KINDS == 0;
    return feature < FALLS_AT_ROOF && (feature - FALLS_AT_DOWN) % FALLS_DOWN_KINDS == 0;
}

/* The numbers that make up what a field is worth. */
struct features {
    int index[FALLS_FEATURES_MAX], count;
    float capsules, lost; /* what is known so far; lost: the chance */
};

static void list_features(const struct learner *learner, const struct falls_field *field,
                          struct features *features) {
    int all[FALLS_FEATURES_MAX], stage;
    int count = falls_features(&learner->search->worth.kinds, field, &stage, all);
    float capsules = 0, odds = 0;
    features->count = 0;
    for (int i = 0; i < count; i++) {
        int index = FALLS_NUMBERS * stage + all[i];
        if (is_free(all[i])) continue;
        features->index[features->count++] = index;
        capsules += learner->capsules.numbers[index];
        odds += learner->danger.numbers[index];
    }
    features->capsules = capsules;
    features->lost = 1 / (1 + expf(-odds));
}

static void learn_field(struct learner *learner, const struct features *features, float capsules,
                        float lost, bool survived) {
    float missed = fminf(fmaxf(capsules - features->capsules, -30), 30);
    float step = learner->rate / (float)features->count;
    for (int i = 0; i < features->count; i++) {
        int index = features->index[i];
        if (survived) change(&learner->capsules, index, missed, step);
        change(&learner->danger, index, lost - features->lost, step * DANGER_HASTE);
        learner->search->worth.numbers[index / FALLS_NUMBERS][index % FALLS_NUMBERS] =
            (struct falls_number){rounded(learner->capsules.numbers[index]),
                                  rounded(learner->danger.numbers[index])};
    }
}

/* Learns from a game, backwards. If it was cut short, what is known of its end is taken as true. */
static void learn(struct learner *learner) {
    int status = learner->past[learner->end].status;
    bool survived = status != FALLS_DEFEATED;
    float capsules = 0, lost = survived ? 0 : 1;
    struct features features;
    if (status == FALLS_PLAYING) {
        list_features(learner, &learner->past[learner->end].field, &features);
        capsules = features.capsules, lost = features.lost;
    }
    for (int i = learner->end - 1; i >= 0; i--) {
        list_features(learner, &learner->past[i].field, &features);
        capsules += 1;
        learn_field(learner, &features, capsules, lost, survived);
        capsules = learner->lambda * capsules + (1 - learner->lambda) * features.capsules;
        lost = learner->lambda * lost + (1 - learner->lambda) * features.lost;
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

/* Plays a game down to some viruses; the fields are in `past`. */
static void play(struct learner *learner, struct rng *rng, struct falls_field field, int enough) {
    struct falls_search *search = learner->search;
    struct falls_question question;
    uint8_t acts = search->skill->acts;
    memset(&question, 0, sizeof question);
    question.nodes = learner->nodes;
    question.pace = (struct falls_pace){acts, acts};
    learner->end = 0;
    learner->past[0] = (struct past){field, FALLS_PLAYING};
    draw_capsule(rng, question.next);
    for (struct past *now = learner->past; learner->end < CAPSULES_MAX &&
                                           now->status == FALLS_PLAYING &&
                                           falls_count(now->field.virus) >= enough;) {
        question.field = now->field;
        memcpy(question.colours, question.next, sizeof question.colours);
        draw_capsule(rng, question.next);
        falls_reach_from(falls_taken(&now->field.settled), FALLS_SPAWN, question.pace,
                         &question.places);
        falls_search_ask(search, &question);
        now = &learner->past[++learner->end];
        *now = (struct past){search->options[0].field, search->options[0].status};
    }
}

/* Six games of ten are the hardest of the console, two a little easier, one has the most viruses
 * and one any number. */
static void play_any(struct learner *learner, uint64_t game) {
    struct rng rng = rng_new(learner->seed, game);
    int kind = (int)rng_below(&rng, 10), any = 1 + (int)rng_below(&rng, FALLS_VIRUSES_MAX);
    int level = kind < 6 ? 20 : kind == 6 ? 19 : kind == 7 ? 17 + any % 2 : -1;
    int enough = kind < 8 && rng_below(&rng, 8) ? ENOUGH : 0;
    play(learner, &rng, deal(&rng, kind == 8 ? FALLS_VIRUSES_MAX : any, level), enough);
}

/* Text for numbers; numbers.c says how it is read. */
struct writer {
    FILE *file;
    int width;
};

enum { WIDTH_MAX = 192 };

static void put_digits(struct writer *writer, const int *digits, int count) {
    if (writer->width + count > WIDTH_MAX) {
        fprintf(writer->file, "\",\n    \"");
        writer->width = 0;
    }
    for (int i = 0; i < count; i++) {
        int c = '#' + digits[i];
        c += c >= '?';
        fputc(c + (c >= '\\'), writer->file);
    }
    writer->width += count;
}

static void put_number(struct writer *writer, int number) {
    int more = number + FALLS_LARGE_MIDDLE;
    if (number >= -FALLS_MIDDLE && number < FALLS_ZEROS - FALLS_MIDDLE)
        put_digits(writer, (int[]){number + FALLS_MIDDLE}, 1);
    else
        put_digits(writer,
                   (int[]){FALLS_LARGE, more / FALLS_DIGITS / FALLS_DIGITS,
                           more / FALLS_DIGITS % FALLS_DIGITS, more % FALLS_DIGITS},
                   1 + FALLS_LARGE_DIGITS);
}

static void put_numbers(struct writer *writer, const double *totals, int means) {
    for (int i = 0, zeros; i < FALLS_NUMBERS; i += zeros ? zeros : 1) {
        for (zeros = 0; i + zeros < FALLS_NUMBERS && zeros < FALLS_DIGITS - 1; zeros++)
            if (rounded(totals[i + zeros] / means)) break;
        if (zeros < 3) zeros = 0;
        if (zeros)
            put_digits(writer, (int[]){FALLS_ZEROS, zeros}, 2);
        else
            put_number(writer, rounded(totals[i] / means));
    }
}

static void write_numbers(const struct lesson *lesson, const char *name, int means,
                          const char *folder) {
    for (int stage = 0; stage < FALLS_STAGES; stage++) {
        const char *stage_name = stage == FALLS_ROOMY ? "roomy" : "crowded";
        char path[256];
        snprintf(path, sizeof path, "%s/numbers_%s_%s.c", folder, name, stage_name);
        struct writer writer = {.file = fopen(path, "w")};
        if (!writer.file) exit(1);
        fprintf(writer.file,
                "/* Numbers for worth.c, written by learn_bench; docs/measurements.md says how. "
                "*/\n#include \"minds.h\"\n\n/* clang-format off */\n"
                "const char *const falls_numbers_%s_%s[] = {\n    \"",
                name, stage_name);
        put_numbers(&writer, lesson->totals + FALLS_NUMBERS * stage, means);
        fprintf(writer.file, "\",\n    NULL,\n};\n");
        fclose(writer.file);
    }
}

static void add_to_mean(struct learner *learner) {
    learner->means++;
    for (int i = 0; i < ALL_NUMBERS; i++) {
        learner->capsules.totals[i] += (double)learner->capsules.numbers[i];
        learner->danger.totals[i] += (double)learner->danger.numbers[i];
    }
}

static void learn_games(struct learner *learner, int games) {
    int survived = 0, every = games < 10 ? 1 : games / 10;
    double start = bench_seconds();
    for (int game = 0; game < games; game++) {
        play_any(learner, (uint64_t)game);
        survived += learner->past[learner->end].status != FALLS_DEFEATED;
        learn(learner);
        if (game >= games / 2 && (game % 16 == 15 || game == games - 1)) add_to_mean(learner);
        if (game % every != every - 1) continue;
        printf("falls, learning: %d games, %.0f a second, %d of %d not lost\n", game + 1,
               (game + 1) / (bench_seconds() - start), survived, every);
        fflush(stdout);
        survived = 0;
    }
}

int main(int count, char **args) {
    static struct learner learner;
    static const struct host host = {.threads = 1};
    static const struct falls_skill skill = {.acts = 4, .plies = 3};
    bool told = count >= 7;
    begin(&learner, &host, &skill);
    learner.rate = told ? strtof(args[2], NULL) : 0.1f;
    learner.lambda = told ? strtof(args[3], NULL) : 0.9f;
    learner.nodes = told ? strtoul(args[4], NULL, 10) : 1500;
    learner.seed = told ? strtoul(args[5], NULL, 10) : 1;
    learn_games(&learner, told ? atoi(args[1]) : 20);
    if (told) write_numbers(&learner.capsules, "capsules", learner.means, args[6]);
    if (told) write_numbers(&learner.danger, "danger", learner.means, args[6]);
    falls_search_free(learner.search);
    return 0;
}
