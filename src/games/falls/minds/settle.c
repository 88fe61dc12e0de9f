/* What happens when a capsule comes to rest. Most capsules make no run; the others are left to the
 * rules. */
#include "minds.h"

static bool has_run(falls_set set) {
    falls_set across = set & set >> 1, down = set & set >> FALLS_COLS;
    return ((across & across >> 2 & falls_each_row(0x1F)) | (down & down >> 2 * FALLS_COLS)) != 0;
}

/* Plays the player's ticks until nothing moves. */
static struct falls_fate play_out(struct falls_field *field, struct falls_player *player) {
    while (player->status == FALLS_PLAYING && falls_taken(&player->moving)) {
        while (!falls_touches(player, player->low)) player->low++;
        falls_pass(player);
        player->low = (uint8_t)(player->low + 1);
    }
    field->settled = player->settled;
    field->virus = player->virus;
    return (struct falls_fate){player->status, (uint8_t)falls_runs(player->chain)};
}

/* The moving field's lowest row stands for the row `low`. */
static void put_capsule(struct falls_tiles *tiles, int row, int pose, int first, int second) {
    int kind = pose / FALLS_COLS;
    falls_set low = falls_cell(row, pose % FALLS_COLS);
    falls_set other = kind & FALLS_STANDING ? low >> FALLS_COLS : low << 1;
    bool swapped = kind >= FALLS_LYING_SWAPPED;
    falls_put(tiles, low, swapped ? second : first);
    falls_put(tiles, other, swapped ? first : second);
    if (kind & FALLS_STANDING)
        tiles->down |= other;
    else
        tiles->right |= low;
}

static struct falls_fate settle_by_rules(struct falls_field *field, int place, int first,
                                         int second) {
    struct falls_player player = {
        .settled = field->settled, .virus = field->virus, .controlled = 1};
    player.low = (uint8_t)(place / FALLS_POSES);
    put_capsule(&player.moving, FALLS_ROWS - 1, place % FALLS_POSES, first, second);
    return play_out(field, &player);
}

struct falls_fate falls_settle(struct falls_field *field, int place, int first, int second) {
    int row = place / FALLS_POSES, pose = place % FALLS_POSES;
    if (row - (pose / FALLS_COLS & FALLS_STANDING) <= 0)
        return (struct falls_fate){FALLS_DEFEATED, 0};
    struct falls_tiles before = field->settled;
    put_capsule(&field->settled, row, pose, first, second);
    if (!has_run(falls_of_colour(&field->settled, first)) &&
        (first == second || !has_run(falls_of_colour(&field->settled, second))))
        return (struct falls_fate){FALLS_PLAYING, 0};
    field->settled = before;
    return settle_by_rules(field, place, first, second);
}

struct falls_fate falls_settle_unit(struct falls_field *field, const uint8_t *unit) {
    struct falls_player player = {.settled = field->settled, .virus = field->virus};
    for (int i = 0; i < FALLS_UNIT_MAX && unit[i]; i++)
        falls_put(&player.moving, falls_cell(FALLS_ROWS - 1, (unit[i] >> 2) - 1), unit[i] & 3);
    return play_out(field, &player);
}
