/* Where a capsule can go in time. All poses of a row are the bits of one number, so a key press
 * moves all of them at once. */
#include "minds.h"

/* Returns the poses of a row that fit the free cells. */
static uint32_t fitting(falls_set taken, int row) {
    unsigned here = ~falls_byte(taken, row) & 0xFF;
    unsigned above = row > 0 ? ~falls_byte(taken, row - 1) & 0xFF : 0;
    unsigned lying = here & here >> 1, standing = here & above;
    return (lying | standing << 8) * 0x10001u;
}

/* Returns the poses of a row that stand on something. */
static uint32_t resting(falls_set taken, int row) {
    unsigned below = row < FALLS_ROWS - 1 ? falls_byte(taken, row + 1) : 0xFF;
    return ((below | below >> 1) | below << 8) * 0x10001u;
}

/* Return the poses after a key press, before looking at what is in the way. A lying capsule's
 * column is at most 6, and one off the field does not fit. */
static uint32_t moved(uint32_t poses, int move) {
    uint32_t stand = poses >> 8 & 0xFF00FF, lie = poses & 0xFF00FF;
    switch (move) {
    case FALLS_LEFT:
        return poses >> 1 & 0x7F7F7F7F;
    case FALLS_RIGHT:
        return poses << 1 & 0xFEFEFEFE;
    case FALLS_CCW:
        return lie << 8 | (stand >> 1 & 0x7F) << 16 | (stand >> 17 & 0x7F);
    default:
        return stand | (lie & 0x7F) << 25 | (lie >> 7 & 0xFE00);
    }
}

static uint32_t moved_any(uint32_t poses) {
    return moved(poses, FALLS_LEFT) | moved(poses, FALLS_RIGHT) | moved(poses, FALLS_CCW) |
           moved(poses, FALLS_CW);
}

int falls_place_of(const struct falls_player *player) {
    unsigned lower = falls_taken_in(&player->moving, FALLS_ROWS - 1);
    int kind = player->moving.down ? FALLS_STANDING : FALLS_LYING;
    return FALLS_POSES * player->low + FALLS_COLS * kind + __builtin_ctz(lower);
}

bool falls_place_rests(falls_set taken, int place) {
    return resting(taken, place / FALLS_POSES) >> place % FALLS_POSES & 1;
}

int falls_place_after(falls_set taken, int place, int act) {
    int row = place / FALLS_POSES;
    uint32_t pose = UINT32_C(1) << place % FALLS_POSES;
    if (act == FALLS_DROP) return falls_place_rests(taken, place) ? -1 : place + FALLS_POSES;
    pose = moved(pose, act) & fitting(taken, row);
    return pose ? FALLS_POSES * row + __builtin_ctz(pose) : -1;
}

/* at[n] are the poses of a row with n key presses done since the last tick. */
void falls_reach_from(falls_set taken, int place, struct falls_pace pace,
                      struct falls_reach *reach) {
    uint32_t at[FALLS_PACE_MAX + 1] = {0};
    int row = place / FALLS_POSES, acts = pace.acts;
    *reach = (struct falls_reach){{0}};
    at[acts - pace.left] = UINT32_C(1) << place % FALLS_POSES;
    for (; row < FALLS_ROWS; row++) {
        uint32_t fits = fitting(taken, row), rests = resting(taken, row), all = at[0];
        for (int n = 1; n <= acts; n++) {
            at[n] |= moved_any(at[n - 1]) & fits;
            all |= at[n];
        }
        reach->rest[row] = all & rests;
        uint32_t ticked = at[acts] & ~rests;
        for (int n = acts; n > 0; n--) at[n] = at[n - 1] & ~rests;
        at[0] = ticked;
        if (!(all & ~rests)) break;
    }
}

void falls_reach_all(falls_set taken, int place, struct falls_reach *reach) {
    uint32_t poses = UINT32_C(1) << place % FALLS_POSES, before = 0;
    *reach = (struct falls_reach){{0}};
    for (int row = place / FALLS_POSES; row < FALLS_ROWS && poses; row++) {
        uint32_t fits = fitting(taken, row), rests = resting(taken, row);
        for (before = 0; before != poses;) before = poses, poses |= moved_any(poses) & fits;
        reach->rest[row] = poses & rests;
        poses &= ~rests;
    }
}

/* Finding a plan: breadth first over places and the key presses done since the last tick. */
enum { STEPS = FALLS_PLACES * (FALLS_PACE_MAX + 1) };

struct step {
    int16_t before; /* the step it came from, -1 for the first, -2 for not seen */
    uint8_t act;
};

struct trail {
    struct step steps[STEPS];
    int16_t queue[STEPS];
    int head, tail;
};

static void visit(struct trail *trail, int place, int done, int before, int act) {
    int at = place * (FALLS_PACE_MAX + 1) + done;
    if (trail->steps[at].before != -2) return;
    trail->steps[at] = (struct step){(int16_t)before, (uint8_t)act};
    trail->queue[trail->tail++] = (int16_t)at;
}

static void write_plan(const struct trail *trail, int at, struct falls_plan *plan) {
    int length = 0;
    for (int i = at; trail->steps[i].before >= 0; i = trail->steps[i].before) length++;
    *plan = (struct falls_plan){.count = length + 1};
    plan->acts[length] = FALLS_DROP;
    for (; trail->steps[at].before >= 0; at = trail->steps[at].before) {
        plan->presses += at % (FALLS_PACE_MAX + 1) != 0;
        plan->acts[--length] = trail->steps[at].act;
    }
    plan->presses++;
}

static void expand(struct trail *trail, falls_set taken, int at, int acts) {
    int place = at / (FALLS_PACE_MAX + 1), done = at % (FALLS_PACE_MAX + 1);
    for (int act = FALLS_LEFT; act < FALLS_MOVES; act++) {
        int after = falls_place_after(taken, place, act);
        if (after < 0) continue;
        visit(trail, after, done + 1, at, act);
        if (done + 1 < acts || falls_place_rests(taken, after)) continue;
        visit(trail, after + FALLS_POSES, 0, after * (FALLS_PACE_MAX + 1) + acts, FALLS_DROP);
    }
}

bool falls_plan_to(falls_set taken, int from, int to, bool alike, struct falls_pace pace,
                   struct falls_plan *plan) {
    struct trail trail;
    int swap = alike ? FALLS_POSES / 2 : 0;
    for (int i = 0; i < STEPS; i++) trail.steps[i].before = -2;
    trail.head = trail.tail = 0;
    visit(&trail, from, pace.acts - pace.left, -1, 0);
    while (trail.head < trail.tail) {
        int at = trail.queue[trail.head++], place = at / (FALLS_PACE_MAX + 1);
        if (place == to || place == (to ^ swap)) {
            write_plan(&trail, at, plan);
            return true;
        }
        if (at % (FALLS_PACE_MAX + 1) < pace.acts) expand(&trail, taken, at, pace.acts);
    }
    return false;
}
