/* How fast the values are, how wrong, and what they are worth:
 *   values_bench              halves and leads a second
 *   values_bench error N      from N games: the square of the model's error, without the luck
 *   values_bench match N      N pairs of games against the same search without values
 * Two games played on from the same position share what the position is worth, but not their luck:
 * the product of what the values miss of each is, in the mean, the square of the model's error. */
#include "bench/bench.h"
#include "games/azul/coach/learn.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS = 1024, TIMES = 1000, NODES = 2000, SEED = 7 };

struct boards {
    struct azul_player players[BOARDS];
    struct azul_values_half halves[BOARDS];
    int count, sum;
};

static void add_boards(struct boards *boards, const struct azul_learn_sample *samples, int count) {
    for (int i = 0; i < count && boards->count < BOARDS; i++)
        azul_learn_unpack(&samples[i].first, &boards->players[boards->count++]);
}

static uint64_t make_halves(void *self) {
    struct boards *boards = self;
    for (int i = 0; i < TIMES * BOARDS; i++)
        azul_values_half(&azul_values_learned, &boards->players[i % BOARDS], i & 1,
                         &boards->halves[i % BOARDS]);
    return TIMES * BOARDS;
}

static uint64_t make_leads(void *self) {
    struct boards *boards = self;
    for (int i = 0; i < TIMES * BOARDS; i++)
        boards->sum += azul_values_lead(&azul_values_learned, &boards->halves[i % BOARDS],
                                        &boards->halves[i * 7 % BOARDS]) &
                       1;
    return TIMES * BOARDS;
}

static void time_them(struct azul_learn_mind *mind) {
    static struct boards boards;
    struct azul_learn_skill skill = {&azul_values_learned, NODES, 0, 0};
    struct azul_learn_sample samples[AZUL_LEARN_ROUNDS];
    struct azul azul;
    for (uint64_t game = 0; boards.count < BOARDS; game++) {
        struct rng rng = rng_new(SEED, game);
        int count = azul_learn_play(mind, (struct azul_learn_skill[]){skill, skill}, 1, &rng, &azul,
                                    samples);
        add_boards(&boards, samples, count);
    }
    printf("azul, values: a half takes %.0f ns", 1e9 / bench_rate(make_halves, &boards));
    printf(", a lead %.1f ns\n", 1e9 / bench_rate(make_leads, &boards));
}

static int lead_of(const struct azul *azul, int seat) {
    return azul->player[seat].score - azul->player[!seat].score;
}

/* Plays on from before a refill. Returns what the first player then gains more. */
static double play_on(struct azul_learn_mind *mind, struct azul azul, struct rng rng) {
    struct azul_learn_skill skill = {&azul_values_learned, NODES, 0, 0};
    int first = azul.active, before = lead_of(&azul, first);
    while (azul.phase != AZUL_OVER) {
        azul_learn_deal(&azul, &rng);
        azul_take(&azul, azul_learn_choose(mind, &skill, &azul, &rng));
    }
    return lead_of(&azul, first) - before;
}

/* Sums over positions before the refill of a round. */
struct errors {
    double count, model, luck, worth, valued, both;
};

static void add_error(struct errors *errors, double value, double one, double two) {
    errors->count++;
    errors->model += (value - one) * (value - two);
    errors->luck += (one - two) * (one - two) / 2;
    errors->worth += one * two;
    errors->valued += value * value;
    errors->both += value * (one + two) / 2;
}

static void print_errors(const char *name, int number, const struct errors *errors) {
    if (errors->count < 10) return;
    printf("%s %d: %.0f positions, model error^2 %.1f, true values^2 %.1f, luck^2 %.0f, "
           "correlation %.2f\n",
           name, number, errors->count, errors->model / errors->count,
           errors->worth / errors->count, errors->luck / errors->count,
           errors->both / sqrt(errors->valued * errors->worth));
}

static void measure_errors(struct azul_learn_mind *mind, int games) {
    struct errors errors[AZUL_LEARN_ROUNDS + 1], all;
    struct azul_learn_skill skill = {&azul_values_learned, NODES, 16, 10};
    memset(errors, 0, sizeof errors);
    memset(&all, 0, sizeof all);
    for (int game = 0; game < games; game++) {
        struct rng rng = rng_new(SEED + 1, (uint64_t)game);
        struct azul azul;
        azul_game.start(&azul, (int[]){2, AZUL_LEARN_ROUNDS});
        while (azul.phase != AZUL_OVER) {
            if (azul.phase == AZUL_REFILL) {
                uint64_t stream = (uint64_t)game * AZUL_LEARN_ROUNDS + azul.round;
                double value = (double)azul_learn_expect(&azul_values_learned, &azul);
                double one = play_on(mind, azul, rng_new(SEED + 2, stream));
                double two = play_on(mind, azul, rng_new(SEED + 3, stream));
                add_error(&errors[azul.round], value, one, two);
                add_error(&all, value, one, two);
                azul_learn_deal(&azul, &rng);
            }
            azul_take(&azul, azul_learn_choose(mind, &skill, &azul, &rng));
        }
    }
    for (int round = 1; round <= AZUL_LEARN_ROUNDS; round++)
        print_errors("before round", round, &errors[round]);
    print_errors("all, games", games, &all);
}

static void measure_strength(struct azul_learn_mind *mind, int pairs) {
    struct azul_learn_sample samples[AZUL_LEARN_ROUNDS];
    double wins = 0, lead = 0, games = 2 * pairs;
    for (int game = 0; game < 2 * pairs; game++) {
        struct rng rng = rng_new(SEED + 4, (uint64_t)game / 2);
        struct azul_learn_skill skills[2] = {{NULL, NODES, 0, 0}, {NULL, NODES, 0, 0}};
        int seat = game & 1;
        struct azul azul;
        skills[seat].values = &azul_values_learned;
        azul_learn_play(mind, skills, 1, &rng, &azul, samples);
        uint32_t winners = azul_winners(&azul);
        wins += winners == 3 ? 0.5 : winners >> seat & 1;
        lead += lead_of(&azul, seat);
    }
    printf("with values against without: %.1f %% of %.0f games (+- %.1f), lead %.1f points\n",
           100 * wins / games, games, 100 * sqrt(wins / games * (1 - wins / games) / games),
           lead / games);
}

int main(int count, char **args) {
    struct azul_learn_mind *mind = azul_learn_mind_new();
    int number = count > 2 ? atoi(args[2]) : 100;
    if (!mind) return 1;
    if (count > 1 && strcmp(args[1], "error") == 0)
        measure_errors(mind, number);
    else if (count > 1 && strcmp(args[1], "match") == 0)
        measure_strength(mind, number);
    else
        time_them(mind);
    azul_learn_mind_free(mind);
    return 0;
}
