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

/* Asks the page for weights that are bytes. Returns them, or NULL. */
static void *fetch_bytes(const struct weights *weights) {
    void *bytes = malloc(weights->size);
    if (bytes && wasm_load(weights->name, strlen(weights->name), bytes, weights->size))
        return bytes;
    free(bytes);
    return NULL;
}

/* The same for numbers, which are packed. */
static int16_t *fetch_numbers(const struct weights *weights) {
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
    if (!weights || weights->version != version || weights_size(weights) != size) return NULL;
    for (int i = 0; i < system->count; i++)
        if (strcmp(system->files[i].name, name) == 0) return system->files[i].contents.bytes;
    struct host_file *file = &system->files[system->count];
    if (system->count == HOST_FILES_MAX || strlen(name) >= sizeof file->name) return NULL;
    file->contents.bytes = weights->count ? fetch_numbers(weights) : fetch_bytes(weights);
    if (!file->contents.bytes) return NULL;
    memcpy(file->name, name, strlen(name) + 1);
    system->count++;
    return file->contents.bytes;
}

static void warn(void *self, const char *message) {
    (void)self;
    wasm_warn(message, strlen(message));
}

static bool lost(void *self, const char *name) {
    (void)self;
    return wasm_lost(name, strlen(name));
}

void host_system_init(struct host_system *system) {
    memset(system, 0, sizeof *system);
    system->host = (struct host){
        .threads = 1, .seconds = seconds, .warn = warn, .load = load, .lost = lost, .self = system};
}

void host_system_release(struct host_system *system) {
    for (int i = 0; i < system->count; i++) free(system->files[i].contents.bytes);
    system->count = 0;
}
