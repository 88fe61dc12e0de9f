/* Steps of learning. Games are played side by side, each from a generator of its own; what is
 * learned from them is learned in the order of the games. */
#include "games/azul/coach/learn.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BATCH = 1024, BATCHES = 6 };
enum { NOISE = 16, RANDOM = 10 };
static const float lambda = 0.4f;

/* The games of a step. */
struct azul_learn_work {
    struct azul_learn *learn;
    struct azul_learn_sample samples[AZUL_LEARN_GAMES][AZUL_LEARN_ROUNDS];
    int counts[AZUL_LEARN_GAMES], points[AZUL_LEARN_GAMES];
    atomic_int next;
    atomic_bool stopped;
    double done, share;
    const char *message;
    int threads;
    struct azul_learn_mind *minds[];
};

void azul_learn_free(struct azul_learn *learn) {
    if (!learn) return;
    for (int i = 0; learn->work && i < learn->work->threads; i++)
        azul_learn_mind_free(learn->work->minds[i]);
    free(learn->work);
    free(learn);
}

static bool make_work(struct azul_learn *learn, int threads) {
    struct azul_learn_work *work = calloc(1, sizeof *work + (size_t)threads * sizeof *work->minds);
    learn->work = work;
    if (!work) return false;
    work->learn = learn;
    work->threads = threads;
    for (int i = 0; i < threads; i++)
        if (!(work->minds[i] = azul_learn_mind_new())) return false;
    return true;
}

struct azul_learn *azul_learn_new(const struct host *host, int threads, uint64_t seed,
                                  uint64_t nodes) {
    struct azul_learn *learn = calloc(1, sizeof *learn);
    if (!learn || !make_work(learn, threads)) {
        azul_learn_free(learn);
        return NULL;
    }
    learn->host = host;
    learn->games = AZUL_LEARN_GAMES;
    learn->batches = BATCHES;
    learn->past.seed = seed;
    learn->past.nodes = nodes;
    azul_learn_net_init(&learn->past.net, seed);
    azul_learn_net_round(&learn->past.net, &learn->values);
    return learn;
}

/* Returns whether a line holds tiles of a colour that its row can still take, or none. */
static bool is_line(uint8_t line, uint32_t wall, int row) {
    int filled = line >> 3, colour = line & 7;
    if (!filled) return line == 0;
    return filled <= row && colour < AZUL_COLOURS &&
           !(wall & azul_cell(row, azul_wall_col(row, colour)));
}

static bool is_board(const struct azul_learn_board *board) {
    if (board->wall >> AZUL_SIDE * AZUL_SIDE || azul_complete_rows(board->wall)) return false;
    for (int row = 1; row < AZUL_SIDE; row++)
        if (!is_line(board->line[row - 1], board->wall, row)) return false;
    return true;
}

static bool is_sample(const struct azul_learn_sample *sample) {
    return is_board(&sample->first) && is_board(&sample->second) && isfinite(sample->target) &&
           sample->fullest < AZUL_VALUES_FULLEST && sample->wins <= 2;
}

const char *azul_learn_restore(struct azul_learn *learn, const struct azul_learn_past *past) {
    static const char wrong[] = "what was kept of the learning is damaged; --fresh begins anew";
    if (past->steps > UINT32_MAX || past->nodes == 0 || past->nodes > AZUL_LEARN_NODES_MAX ||
        (past->samples == 0) != (past->steps == 0))
        return wrong;
    if (!azul_learn_net_sound(&past->net)) return wrong;
    for (uint64_t i = 0; i < past->samples && i < AZUL_LEARN_KEPT; i++)
        if (!is_sample(&past->kept[i])) return wrong;
    learn->past = *past;
    azul_learn_net_round(&past->net, &learn->values);
    return NULL;
}

static void play_game(struct azul_learn_work *work, int game, struct azul_learn_mind *mind) {
    const struct azul_learn *learn = work->learn;
    const struct azul_learn_past *past = &learn->past;
    struct rng rng = rng_new(past->seed, past->steps * AZUL_LEARN_GAMES + (uint64_t)game);
    const struct azul_values *values = past->steps ? &learn->values : NULL;
    struct azul_learn_skill skill = {values, past->nodes, NOISE, RANDOM};
    struct azul azul;
    work->counts[game] = azul_learn_play(mind, (struct azul_learn_skill[]){skill, skill}, lambda,
                                         &rng, &azul, work->samples[game]);
    work->points[game] = azul.player[0].score + azul.player[1].score;
}

static void report(struct azul_learn_work *work, int games) {
    double done = work->done + work->share * games / work->learn->games;
    if (!atomic_load(&work->stopped) && !host_go_on(work->learn->host, done, work->message))
        atomic_store(&work->stopped, true);
}

static void play_part(void *self, int part, bool leads) {
    struct azul_learn_work *work = self;
    for (int game; (game = atomic_fetch_add(&work->next, 1)) < work->learn->games;) {
        if (leads) report(work, game);
        if (atomic_load(&work->stopped)) return;
        play_game(work, game, work->minds[part]);
    }
}

static void wait_for_parts(void *self) {
    struct azul_learn_work *work = self;
    report(work, work->learn->games);
}

/* Moves the samples of the games to those kept. */
static void keep_samples(struct azul_learn *learn) {
    struct azul_learn_past *past = &learn->past;
    for (int game = 0; game < learn->games; game++)
        for (int i = 0; i < learn->work->counts[game]; i++)
            past->kept[past->samples++ % AZUL_LEARN_KEPT] = learn->work->samples[game][i];
}

static void learn_batches(struct azul_learn *learn) {
    struct azul_learn_past *past = &learn->past;
    struct rng rng = rng_new(past->seed, UINT64_MAX - 1 - past->steps);
    const struct azul_learn_sample *batch[BATCH];
    uint64_t count = past->samples < AZUL_LEARN_KEPT ? past->samples : AZUL_LEARN_KEPT;
    float rate = 0.001f / sqrtf(1 + (float)past->steps / 200);
    double sum = 0;
    for (int i = 0; i < learn->batches; i++) {
        for (int k = 0; k < BATCH; k++) batch[k] = &past->kept[rng_below(&rng, (uint32_t)count)];
        sum += azul_learn_net_learn(&past->net, batch, BATCH, rate, &learn->scratch);
    }
    learn->report.missed = sqrt(sum / learn->batches);
}

bool azul_learn_step(struct azul_learn *learn, double done, double share, const char *message) {
    struct azul_learn_work *work = learn->work;
    double points = 0, rounds = 0;
    atomic_store(&work->next, 0);
    atomic_store(&work->stopped, false);
    work->done = done;
    work->share = share;
    work->message = message;
    host_share(learn->host,
               &(struct host_work){
                   .parts = work->threads, .run = play_part, .wait = wait_for_parts, .self = work});
    if (atomic_load(&work->stopped)) return false;
    keep_samples(learn);
    learn_batches(learn);
    for (int i = 0; i < learn->games; i++) points += work->points[i], rounds += work->counts[i];
    learn->report.points = points / 2 / learn->games;
    learn->report.rounds = rounds / learn->games;
    learn->past.steps++;
    azul_learn_net_round(&learn->past.net, &learn->values);
    return true;
}
