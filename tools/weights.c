/* tools/weights FOLDER: writes the weights of all agents into files, as a page's module loads
 * them: FOLDER/NAME.bin. */
#include "game/weights.h"
#include "agents/agents.h"
#include "games/games.h"
#include <stdio.h>
#include <stdlib.h>

/* Writes what a file has: bytes as they are, numbers packed. */
static bool write_bytes(const struct weights *weights, FILE *file) {
    size_t size = weights_size(weights);
    if (weights->bytes) return fwrite(weights->bytes, 1, size, file) == size;
    int16_t *numbers = malloc(sizeof *numbers * weights->count);
    uint8_t *packed = malloc(size);
    if (!numbers || !packed) return false;
    weights->write(numbers);
    weights_pack(numbers, weights->count, packed);
    bool written = fwrite(packed, 1, size, file) == size;
    free(numbers);
    free(packed);
    return written;
}

static bool write_file(const struct weights *weights, const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bin", folder, weights->name);
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool written = write_bytes(weights, file);
    return fclose(file) == 0 && written;
}

int main(int count, char **args) {
    if (count != 2) return 2;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; agents_of(games_list[g], i); i++) {
            const struct weights *weights = agents_of(games_list[g], i)->weights;
            if (!weights || write_file(weights, args[1])) continue;
            fprintf(stderr, "tools/weights: %s cannot be written to %s\n", weights->name, args[1]);
            return 1;
        }
    return 0;
}
