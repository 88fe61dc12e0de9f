/* The numbers in a page's module, which loads them. */
#include "minds.h"

const struct weights falls_numbers_weights = {
    .name = "falls", .version = 1, .count = FALLS_NUMBERS_ALL};

bool falls_numbers_fill(struct falls_number to[FALLS_STAGES][FALLS_NUMBERS],
                        const struct host *host) {
    const struct weights *weights = &falls_numbers_weights;
    const int16_t *capsules =
        host_load(host, weights->name, weights->version, sizeof *capsules * weights->count);
    if (!capsules) return false;
    const int16_t *danger = capsules + FALLS_NUMBERS;
    for (int i = 0; i < FALLS_NUMBERS; i++) {
        struct falls_number roomy = {capsules[i], danger[i]};
        to[FALLS_ROOMY][i] = to[FALLS_CROWDED][i] = roomy;
        to[FALLS_CROWDED][i].capsules += capsules[2 * FALLS_NUMBERS + i];
        to[FALLS_CROWDED][i].danger += danger[2 * FALLS_NUMBERS + i];
    }
    return true;
}
