/* How long the nets of the program take for a board, with each kernel of this machine. */
#include "base/rng.h"
#include "bench/bench.h"
#include "games/lines/minds/net.h"
#include <stdlib.h>

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

static void measure(const struct net_kernel *kernel, bool rules98) {
    static struct trial trial;
    char reason[NET_FILE_REASON_MAX];
    struct rng rng = rng_new(1, 1);
    const struct weights *weights = &lines_net_weights;
    trial.net = lines_net_new(weights->bytes, weights->size, rules98, kernel, reason);
    if (!trial.net) {
        puts(reason);
        return;
    }
    trial.scratch = malloc(lines_net_scratch(trial.net));
    for (size_t i = 0; i < sizeof trial.view; i++)
        (&trial.view.at[0][0][0])[i] = (uint8_t)(rng_next(&rng) & 127);
    if (trial.scratch)
        printf("%-8s policy %8.1f us, value %8.1f us%s\n", kernel->name,
               1e6 / bench_rate(ask_policy, &trial), 1e6 / bench_rate(ask_value, &trial),
               rules98 ? ", lines98" : "");
    free(trial.scratch);
    lines_net_free(trial.net);
}

int main(void) {
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    for (int i = 0; i < count; i++)
        for (int rules98 = 0; rules98 < 2; rules98++) measure(kernels[i], rules98);
}
