/* Games that the store keeps a second, by how many wait for it at a time: those are kept in one
 * transaction, and it is the commit that takes long. `store [FILE]`, a new file where the disk is
 * to be measured; below the temporary folder if none is named. */
#include "store/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLAYERS = 200, SEATS = 4, JOURNAL_BYTES = 2000, PATH_BYTES = 4096, WRONG_BYTES = 4400 };
static const double least = 2; /* seconds a line */

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct store_game make_game(uint32_t number) {
    static uint8_t journal[JOURNAL_BYTES];
    struct store_game game = {
        .game = "falls", .ended = number, .seconds = 120, .rated = true, .seats_count = SEATS};
    struct rng rng = rng_new(number, 0);
    for (int i = 0; i < SEATS; i++) {
        struct store_seat *seat = &game.seats[i];
        snprintf(seat->name, sizeof seat->name, "Player %d", (int)rng_below(&rng, PLAYERS));
        seat->rank = i + 1;
        seat->won = i == 0;
        seat->points = (int)rng_below(&rng, 1000);
    }
    game.journals_count = 1;
    game.journals[0].bytes = journal;
    game.journals[0].length = sizeof journal;
    return game;
}

/* Takes an answer. Returns whether it is a good one. */
static bool take(struct store *store) {
    struct store_answer *answer = store_wait(store);
    bool fine = answer && !answer->wrong[0];
    if (!fine) printf("not kept: %s\n", answer ? answer->wrong : "no answer");
    store_drop(answer);
    return fine;
}

/* Keeps games with so many waiting, and prints how fast that goes. */
static bool measure(struct store *store, int waiting) {
    static uint32_t number;
    double begin = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID), seconds = 0;
    int kept = 0;
    while (seconds < least) {
        for (int i = 0; i < waiting; i++) {
            struct store_game game = make_game(number++);
            if (!store_keep(store, 0, &game)) return false;
        }
        for (int i = 0; i < waiting; i++, kept++)
            if (!take(store)) return false;
        seconds = now(CLOCK_MONOTONIC) - begin;
    }
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("%10d %12.0f %16.3f\n", waiting, kept / seconds, 1000 * cpu / kept);
    return true;
}

static bool measure_all(const char *path) {
    char words[WRONG_BYTES];
    struct text wrong = text_over(words, sizeof words);
    struct store *store = store_open(path, NULL, NULL, &wrong);
    printf("%s\n%10s %12s %16s\n", path, "waiting", "games/s", "ms CPU a game");
    bool fine = store;
    if (!store) printf("%s\n", words);
    for (int waiting = 1; fine && waiting <= 1024; waiting *= 4) fine = measure(store, waiting);
    store_close(store);
    return fine;
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/tilewright-bench-XXXXXX", path[PATH_BYTES], command[PATH_BYTES + 16];
    if (argc < 2 && !mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s%s", argc < 2 ? folder : argv[1], argc < 2 ? "/store.db" : "");
    bool fine = measure_all(":memory:") && measure_all(path);
    if (argc < 2) snprintf(command, sizeof command, "rm -r '%s'", folder);
    if (argc < 2) fine &= system(command) == 0;
    return !fine;
}
