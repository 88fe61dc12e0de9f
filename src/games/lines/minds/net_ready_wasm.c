/* The net in a page's module, which loads it. */
#include "games/lines/minds/net.h"

const struct weights lines_net_weights = {.name = "lines", .version = 2, .size = LINES_NET_SIZE};

const void *lines_net_ready(const struct host *host) {
    const struct weights *weights = &lines_net_weights;
    return host_load(host, weights->name, weights->version, weights->size);
}
