/* The tool `train`: learns the values of positions by self-play, goes on where it was stopped, and
 * writes the weights as C. */
#include "games/azul/coach/learn.h"
#include "games/azul/tools/tools.h"
#include <math.h>
#include <stdlib.h>

enum { LINE_BYTES = 160, CURVE = 20 };
enum { GAMES_MAX = 1000000000, THREADS_MAX = 64 };
static const double keep_seconds = 30;

static const char file_name[] = "azul-values";
enum { FILE_VERSION = 1 };

enum { GAMES, SEED, NODES, THREADS, FRESH, EXPORT };

static const struct tool_option options[] = {
    [GAMES] = {"games", "N", "learn from so many games in all; 100000 if not given"},
    [SEED] = {"seed", "N", "begin with this seed; 1 if not given"},
    [NODES] = {"nodes", "N",
               "search so many positions for each move; as before if not given, at first 1000"},
    [THREADS] = {"threads", "N", "games played at a time; as many as processors if not given"},
    [FRESH] = {"fresh", NULL, "begin anew, and forget what was learned before"},
    [EXPORT] = {"export", NULL, "learn nothing, but print the weights as C"},
    {NULL, NULL, NULL},
};

/* Reads the value of an option, if it is given. Returns whether it is a whole number from min to
 * max, or not given. */
static bool read_whole(const char *value, int64_t min, int64_t max, int64_t *whole) {
    int64_t read = 0;
    if (!value) return true;
    if (!*value) return false;
    for (; *value; value++) {
        int digit = *value - '0';
        if (digit < 0 || digit > 9 || read > (max - digit) / 10) return false;
        read = read * 10 + digit;
    }
    *whole = read;
    return read >= min;
}

/* What is asked. */
struct order {
    int64_t games, seed, nodes, threads;
};

static const char *read_order(const struct tool_call *call, struct order *order) {
    if (!read_whole(call->values[GAMES], 1, GAMES_MAX, &order->games))
        return "--games must be a whole number from 1 to 1000000000";
    if (!read_whole(call->values[SEED], 0, INT64_MAX, &order->seed))
        return "--seed must be a whole number from 0 to 9223372036854775807";
    if (!read_whole(call->values[NODES], 1, AZUL_LEARN_NODES_MAX, &order->nodes))
        return "--nodes must be a whole number from 1 to 100000";
    if (!read_whole(call->values[THREADS], 1, THREADS_MAX, &order->threads))
        return "--threads must be a whole number from 1 to 64";
    return NULL;
}

/* Goes on with what was kept. Returns NULL, or what is wrong. */
static const char *go_on_from(struct azul_learn *learn, const struct tool_call *call,
                              const struct order *order) {
    const struct azul_learn_past *past =
        host_load(learn->host, file_name, FILE_VERSION, sizeof *past);
    if (!past) return NULL;
    const char *wrong = azul_learn_restore(learn, past);
    if (wrong) return wrong;
    if (call->values[SEED] && past->seed != (uint64_t)order->seed)
        return "--seed must be that of the learning before; --fresh begins anew";
    if (call->values[NODES]) learn->past.nodes = (uint64_t)order->nodes;
    return NULL;
}

/* Writes a number with one decimal. */
static void put_decimal(struct text *text, double value) {
    int64_t tenths = llrint(fabs(value) * 10);
    text_format(text, "%s%d.%d", value < 0 ? "-" : "", (int)(tenths / 10), (int)(tenths % 10));
}

/* Writes how far learning has come. */
static void tell(const struct azul_learn *learn, struct text *line) {
    text_clear(line);
    text_int(line, (int64_t)(learn->past.steps * AZUL_LEARN_GAMES));
    text_string(line, " games, missed ");
    put_decimal(line, learn->report.missed);
    text_string(line, ", points ");
    put_decimal(line, learn->report.points);
}

static void print_line(const struct tool_call *call, const struct text *line) {
    call->print(call->self, line->at, line->length);
    call->print(call->self, "\n", 1);
}

static const char *keep(const struct azul_learn *learn) {
    const struct host *host = learn->host;
    if (!host->keep) return NULL;
    return host->keep(host->self, file_name, FILE_VERSION, &learn->past, sizeof learn->past);
}

/* Keeps what is learned now and then. Returns NULL, or why it could not. */
static const char *keep_at_times(const struct azul_learn *learn, double *kept) {
    double now = host_seconds(learn->host);
    if (now < *kept + keep_seconds) return NULL;
    *kept = now;
    return keep(learn);
}

/* Learns until so many steps are made, it is stopped, or what is learned cannot be kept. Returns
 * NULL, or why not. */
static const char *learn_steps(struct azul_learn *learn, const struct tool_call *call,
                               uint64_t steps) {
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    uint64_t begin = learn->past.steps, all = steps - begin, done = 0;
    double kept = host_seconds(learn->host), share = 1 / (double)all;
    const char *wrong = NULL;
    text_string(&line, "the first games");
    while (done < all && !wrong && azul_learn_step(learn, share * (double)done, share, buffer)) {
        tell(learn, &line);
        done++;
        if ((done - 1) * CURVE / all != done * CURVE / all) print_line(call, &line);
        wrong = keep_at_times(learn, &kept);
    }
    if (done > 0 && done < all) print_line(call, &line);
    return !wrong && done > 0 ? keep(learn) : wrong;
}

static void put_weights(struct text *text, const int16_t *weights, int count) {
    text_char(text, '{');
    for (int i = 0; i < count; i++) {
        if (i) text_char(text, ',');
        text_int(text, weights[i]);
    }
    text_string(text, "},");
}

static void print_weights(const struct tool_call *call, const int16_t *weights, int count,
                          bool ends) {
    char buffer[AZUL_VALUES_HIDDEN * 8];
    struct text text = text_over(buffer, sizeof buffer);
    put_weights(&text, weights, count);
    if (ends) text_char(&text, '\n');
    call->print(call->self, buffer, text.length);
}

static void print_string(const struct tool_call *call, const char *string) {
    char buffer[LINE_BYTES * 4];
    struct text text = text_over(buffer, sizeof buffer);
    text_string(&text, string);
    call->print(call->self, buffer, text.length);
}

/* Prints the weights as values_learned.c. */
static int export_weights(const struct azul_learn *learn, const struct tool_call *call) {
    const struct azul_values *values = &learn->values;
    print_string(call, "/* The weights of values.h, written by `tilewright azul train --export`;\n"
                       " * docs/coach-azul.md says how they were learned. */\n"
                       "#include \"games/azul/coach/values_net.h\"\n\n"
                       "/* clang-format off */\n"
                       "const struct azul_values azul_values_learned = {\n{\n");
    for (int i = 0; i < AZUL_VALUES_FEATURES; i++)
        print_weights(call, values->in[i], AZUL_VALUES_HIDDEN, i % 2 == 1);
    print_string(call, "},\n");
    print_weights(call, values->out, AZUL_VALUES_HALF, true);
    print_weights(call, values->spread, AZUL_VALUES_FULLEST, true);
    print_string(call, "};\n");
    return TOOL_FINE;
}

static int work(struct azul_learn *learn, const struct tool_call *call, const struct order *order) {
    const char *wrong = call->values[FRESH] ? NULL : go_on_from(learn, call, order);
    if (wrong) return azul_tool_complain(call, wrong, TOOL_FAILED);
    if (call->values[EXPORT] && learn->past.steps == 0)
        return azul_tool_complain(call, "nothing was learned yet: run train without --export",
                                  TOOL_FAILED);
    if (call->values[EXPORT]) return export_weights(learn, call);
    if (learn->past.steps * AZUL_LEARN_GAMES >= (uint64_t)order->games)
        return azul_tool_complain(
            call, "so many games were learned from already: give more --games", TOOL_FAILED);
    uint64_t steps = ((uint64_t)order->games + AZUL_LEARN_GAMES - 1) / AZUL_LEARN_GAMES;
    if ((wrong = learn_steps(learn, call, steps)))
        return azul_tool_complain(call, wrong, TOOL_FAILED);
    return learn->past.steps < steps ? TOOL_FAILED : TOOL_FINE;
}

static int run_train(void *self, const struct tool_call *call) {
    const struct host *host = self;
    struct order order = {100000, 1, 1000, host->threads};
    const char *wrong = read_order(call, &order);
    if (wrong) return azul_tool_complain(call, wrong, TOOL_USAGE);
    if (call->values[EXPORT] && call->values[FRESH])
        return azul_tool_complain(call, "--export must be given without --fresh", TOOL_USAGE);
    struct azul_learn *learn =
        azul_learn_new(host, (int)order.threads, (uint64_t)order.seed, (uint64_t)order.nodes);
    if (!learn) return azul_tool_complain(call, azul_tool_no_memory, TOOL_FAILED);
    int status = work(learn, call, &order);
    azul_learn_free(learn);
    return status;
}

static void *init_train(const struct host *host) {
    struct host *copy = malloc(sizeof *copy);
    if (copy) *copy = *host;
    return copy;
}

const struct tool azul_tool_train = {
    .name = "train",
    .arguments = "",
    .summary = "learn by self-play what positions are worth",
    .help = TOOL_COMMAND(
        "Learns what the rest of a game is worth from the end of a round on, by games against "
        "itself.\n"
        "It keeps what it learned in the cache directory (XDG_CACHE_HOME, or ~/.cache) and goes on "
        "from\n"
        "there when it is started again. The same calls with the same seed give the same weights, "
        "on any\n"
        "number of threads. The weights that the program plays with are part of it: to change "
        "them,\n"
        "write src/games/azul/coach/values_learned.c and build.\n\n"
        "Each line tells the games so far, by how many points the values missed what came, and "
        "the mean\n"
        "points of a player.\n\n"
        "  tilewright azul train --games 50000\n"
        "  tilewright azul train --export > src/games/azul/coach/values_learned.c"),
    .options = TOOL_COMMAND(options),
    .init = init_train,
    .release = free,
    .run = TOOL_COMMAND(run_train),
};
