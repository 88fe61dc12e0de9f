/* The numbers as part of the program. */
#include "minds.h"

static void fill_stage(struct falls_number *to, const char *const *capsules,
                       const char *const *danger) {
    int16_t numbers[FALLS_NUMBERS];
    falls_numbers_read(capsules, numbers);
    for (int i = 0; i < FALLS_NUMBERS; i++) to[i].capsules = numbers[i];
    falls_numbers_read(danger, numbers);
    for (int i = 0; i < FALLS_NUMBERS; i++) to[i].danger = numbers[i];
}

bool falls_numbers_fill(struct falls_number to[FALLS_STAGES][FALLS_NUMBERS],
                        const struct host *host) {
    (void)host;
    fill_stage(to[FALLS_ROOMY], falls_numbers_capsules_roomy, falls_numbers_danger_roomy);
    fill_stage(to[FALLS_CROWDED], falls_numbers_capsules_crowded, falls_numbers_danger_crowded);
    return true;
}

static void write(int16_t *numbers) {
    int16_t *capsules = numbers + 2 * FALLS_NUMBERS, *danger = capsules + FALLS_NUMBERS;
    falls_numbers_read(falls_numbers_capsules_roomy, numbers);
    falls_numbers_read(falls_numbers_danger_roomy, numbers + FALLS_NUMBERS);
    falls_numbers_read(falls_numbers_capsules_crowded, capsules);
    falls_numbers_read(falls_numbers_danger_crowded, danger);
    for (int i = 0; i < FALLS_NUMBERS; i++) {
        capsules[i] = (int16_t)(capsules[i] - numbers[i]);
        danger[i] = (int16_t)(danger[i] - numbers[FALLS_NUMBERS + i]);
    }
}

const struct weights falls_numbers_weights = {
    .name = "falls", .version = 1, .count = FALLS_NUMBERS_ALL, .write = write};
