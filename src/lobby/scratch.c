/* It lies on the desk, and goes with it. */
#include "lobby/scratch.h"
#include <stdlib.h>

struct lobby_scratch *scratch_of(struct desk *desk) {
    struct scene *scene = desk_scene(desk);
    if (!desk->more) desk->more = calloc(1, sizeof(struct lobby_scratch));
    struct lobby_scratch *scratch = desk->more;
    if (!scratch || !scene) return NULL;
    scratch->scene = scene;
    return scratch;
}
