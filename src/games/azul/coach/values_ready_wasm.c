/* The weights in a page's module, which loads them. */
#include "games/azul/coach/values_net.h"
#include <string.h>

const struct weights azul_values_weights = {
    .name = "azul", .version = 1, .count = sizeof(struct azul_values) / sizeof(int16_t)};

bool azul_values_ready(const struct host *host) {
    const struct weights *weights = &azul_values_weights;
    const void *loaded =
        host_load(host, weights->name, weights->version, sizeof azul_values_learned);
    if (loaded) memcpy(&azul_values_learned, loaded, sizeof azul_values_learned);
    return loaded;
}
