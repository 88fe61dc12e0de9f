/* Steering: the best key press at each place. If it is known how many key presses are done since
 * the last tick, each one leads to a later moment, and costs are found from the last one back. If
 * it is not known, an act is rated by its mean over all these numbers. */
#include "minds.h"
#include <math.h>

static bool rests_at(const struct falls_steering *steering, int place) {
    return steering->rests[place / FALLS_POSES] >> place % FALLS_POSES & 1;
}

/* Returns the place after an act, which does not make the capsule rest; -1 if it is blocked. */
static int place_after(const struct falls_steering *steering, int place, int act) {
    int row = place / FALLS_POSES;
    uint32_t pose = UINT32_C(1) << place % FALLS_POSES;
    if (act == FALLS_DROP) return place + FALLS_POSES;
    pose = falls_poses_moved(pose, act) & steering->fits[row];
    return pose ? FALLS_POSES * row + __builtin_ctz(pose) : -1;
}

/* Returns the cost at a place where a key press led; `done` counts it. */
static double arrived(const struct falls_steering *steering, int place, int done) {
    if (done < steering->acts) return steering->cost[done][place];
    if (rests_at(steering, place)) return steering->rest[place];
    return steering->cost[0][place + FALLS_POSES];
}

/* Returns the cost of a Drop where the capsule rests. */
static double dropped(const struct falls_steering *steering, int place, int done) {
    return steering->rest[place] + steering->hurry[place] * (done + 1) / steering->acts;
}

/* Finds the cost of a place from those after it. */
static void find_cost(struct falls_steering *steering, int place, int done) {
    bool rests = rests_at(steering, place);
    double least =
        rests ? dropped(steering, place, done) : arrived(steering, place + FALLS_POSES, done + 1);
    for (int act = FALLS_LEFT; act < FALLS_DROP; act++) {
        int after = place_after(steering, place, act);
        if (after < 0) continue;
        double cost = arrived(steering, after, done + 1);
        if (cost < least) least = cost;
    }
    steering->cost[done][place] = (float)(least + FALLS_PRESS);
}

void falls_steer(struct falls_steering *steering, falls_set taken, int acts) {
    steering->acts = acts;
    for (int row = FALLS_ROWS - 1; row >= 0; row--) {
        steering->fits[row] = falls_poses_fitting(taken, row);
        steering->rests[row] = falls_poses_resting(taken, row);
        for (int done = acts - 1; done >= 0; done--)
            for (uint32_t left = steering->fits[row]; left; left &= left - 1)
                find_cost(steering, FALLS_POSES * row + __builtin_ctz(left), done);
    }
}

double falls_steering_cost(const struct falls_steering *steering, int place, int act, int done) {
    if (act == FALLS_DROP && rests_at(steering, place))
        return dropped(steering, place, done == FALLS_PULSE_UNKNOWN ? steering->acts / 2 : done);
    int after = place_after(steering, place, act);
    if (after < 0) return INFINITY;
    if (done != FALLS_PULSE_UNKNOWN) return arrived(steering, after, done + 1);
    double sum = 0;
    for (int count = 1; count <= steering->acts; count++) sum += arrived(steering, after, count);
    return sum / steering->acts;
}

/* Of acts that are as good, moving comes before dropping: higher up there is more time. */
int falls_steering_act(const struct falls_steering *steering, int place, int done) {
    int best = FALLS_DROP;
    double least = falls_steering_cost(steering, place, best, done) + FALLS_PRESS / 2;
    for (int act = FALLS_LEFT; act < FALLS_DROP; act++) {
        double cost = falls_steering_cost(steering, place, act, done);
        if (cost < least) least = cost, best = act;
    }
    return best;
}
