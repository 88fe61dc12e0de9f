/* What a member does is told to everybody in the room, so that one who does it without end would
 * keep the server busy, and the others from talking. */
#include "hall/hall_private.h"
#include <math.h>

const struct hall_private_pace hall_pace_talk = {5, 2}, hall_pace_stirs = {20, 0.5},
                               hall_pace_acts = {200, 0.01};

const char *hall_pace_take(struct hall_pace *pace, const struct hall_private_pace *limit,
                           double now) {
    pace->used = fmax(0, pace->used - fmax(0, now - pace->at) / limit->seconds);
    pace->at = now;
    if (pace->used > limit->burst - 1)
        return limit == &hall_pace_talk ? "Wait a moment before you say more."
                                        : "Wait a moment before you do more.";
    pace->used++;
    return NULL;
}
