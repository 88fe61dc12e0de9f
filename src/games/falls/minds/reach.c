/* Where a capsule can go in time. All poses of a row are the bits of one number, so a key press
 * moves all of them at once. */
#include "minds.h"

uint32_t falls_poses_fitting(falls_set taken, int row) {
    unsigned here = ~falls_byte(taken, row) & 0xFF;
    unsigned above = row > 0 ? ~falls_byte(taken, row - 1) & 0xFF : 0;
    unsigned lying = here & here >> 1, standing = here & above;
    return (lying | standing << 8) * 0x10001u;
}

uint32_t falls_poses_resting(falls_set taken, int row) {
    unsigned below = row < FALLS_ROWS - 1 ? falls_byte(taken, row + 1) : 0xFF;
    return ((below | below >> 1) | below << 8) * 0x10001u;
}

uint32_t falls_poses_moved(uint32_t poses, int move) {
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
    return falls_poses_moved(poses, FALLS_LEFT) | falls_poses_moved(poses, FALLS_RIGHT) |
           falls_poses_moved(poses, FALLS_CCW) | falls_poses_moved(poses, FALLS_CW);
}

int falls_place_of(const struct falls_player *player) {
    unsigned lower = falls_taken_in(&player->moving, FALLS_ROWS - 1);
    int kind = player->moving.down ? FALLS_STANDING : FALLS_LYING;
    return FALLS_POSES * player->low + FALLS_COLS * kind + __builtin_ctz(lower);
}

bool falls_place_rests(falls_set taken, int place) {
    return falls_poses_resting(taken, place / FALLS_POSES) >> place % FALLS_POSES & 1;
}

int falls_place_after(falls_set taken, int place, int act) {
    int row = place / FALLS_POSES;
    uint32_t pose = UINT32_C(1) << place % FALLS_POSES;
    if (act == FALLS_DROP) return falls_place_rests(taken, place) ? -1 : place + FALLS_POSES;
    pose = falls_poses_moved(pose, act) & falls_poses_fitting(taken, row);
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
        uint32_t fits = falls_poses_fitting(taken, row), rests = falls_poses_resting(taken, row),
                 all = at[0];
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
        uint32_t fits = falls_poses_fitting(taken, row), rests = falls_poses_resting(taken, row);
        for (before = 0; before != poses;) before = poses, poses |= moved_any(poses) & fits;
        reach->rest[row] = poses & rests;
        poses &= ~rests;
    }
}
