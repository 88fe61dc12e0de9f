/* How long the net takes for a board, with each kernel of this machine. */
#include "bench/bench.h"
#include "games/lines/minds/net.h"
#include "net_random_test.h"

enum { BOARDS = 40 };

struct trial {
    struct lines_net *net;
    void *scratch;
    struct lines_net_view view;
    struct lines_net_moves moves;
    double sum;
};

static uint64_t ask_policy(void *self) {
    struct trial *trial = self;
    for (int i = 0; i < BOARDS; i++)
        lines_net_policy(trial->net, &trial->view, trial->scratch, &trial->moves);
    return BOARDS;
}

static uint64_t ask_value(void *self) {
    struct trial *trial = self;
    for (int i = 0; i < BOARDS; i++)
        trial->sum += lines_net_value(trial->net, &trial->view, trial->scratch).points;
    return BOARDS;
}

static void measure(const struct net_kernel *kernel, const uint8_t *file, size_t size) {
    static struct trial trial;
    char reason[NET_FILE_REASON_MAX];
    struct rng rng = rng_new(1, 1);
    trial.net = lines_net_new(file, size, false, kernel, reason);
    if (!trial.net) {
        puts(reason);
        return;
    }
    trial.scratch = malloc(lines_net_scratch(trial.net));
    for (size_t i = 0; i < sizeof trial.view; i++)
        (&trial.view.at[0][0][0])[i] = (uint8_t)(rng_next(&rng) & 127);
    if (trial.scratch)
        printf("%-8s policy %8.1f us, value %8.1f us\n", kernel->name,
               1e6 / bench_rate(ask_policy, &trial), 1e6 / bench_rate(ask_value, &trial));
    free(trial.scratch);
    lines_net_free(trial.net);
}

int main(void) {
    static struct random_net random;
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    size_t size;
    random_net_init(&random, 64, 3, 64, false, 1);
    uint8_t *file = random_net_file(&random, &size);
    printf("64 channels, 3 blocks, %zu bytes\n", size);
    for (int i = 0; i < count; i++) measure(kernels[i], file, size);
    free(file);
    random_net_release(&random);
}
