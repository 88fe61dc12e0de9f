/* The host's services, in a module: the page's clock, one thread, and of files only weights. */
#include "agents/agents.h"
#include "game/weights.h"
#include "games/games.h"
#include "host/system.h"
#include "wasm/wasm.h"
#include <stdlib.h>
#include <string.h>

static double seconds(void *self) {
    (void)self;
    return wasm_clock() / 1000;
}

static const struct weights *find_weights(const char *name) {
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; agents_of(games_list[g], i); i++) {
            const struct weights *weights = agents_of(games_list[g], i)->weights;
            if (weights && strcmp(weights->name, name) == 0) return weights;
        }
    return NULL;
}

/* Asks the page for weights, which are packed. Returns the numbers, or NULL. */
static int16_t *fetch(const struct weights *weights) {
    uint8_t *packed = malloc(2 * weights->count);
    int16_t *numbers = malloc(sizeof *numbers * weights->count);
    bool loaded = packed && numbers &&
                  wasm_load(weights->name, strlen(weights->name), packed, 2 * weights->count);
    if (loaded) weights_unpack(packed, weights->count, numbers);
    free(packed);
    if (loaded) return numbers;
    free(numbers);
    return NULL;
}

static const void *load(void *self, const char *name, uint32_t version, size_t size) {
    struct host_system *system = self;
    const struct weights *weights = find_weights(name);
    if (!weights || weights->version != version || 2 * weights->count != size) return NULL;
    for (int i = 0; i < system->count; i++)
        if (strcmp(system->files[i].name, name) == 0) return system->files[i].contents.bytes;
    struct host_file *file = &system->files[system->count];
    if (system->count == HOST_FILES_MAX || strlen(name) >= sizeof file->name) return NULL;
    file->contents.bytes = fetch(weights);
    if (!file->contents.bytes) return NULL;
    memcpy(file->name, name, strlen(name) + 1);
    system->count++;
    return file->contents.bytes;
}

void host_system_init(struct host_system *system) {
    memset(system, 0, sizeof *system);
    system->host = (struct host){.threads = 1, .seconds = seconds, .load = load, .self = system};
}

void host_system_release(struct host_system *system) {
    for (int i = 0; i < system->count; i++) free(system->files[i].contents.bytes);
    system->count = 0;
}
