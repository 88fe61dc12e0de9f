/* Counts the key presses since the last tick. Nobody tells when the clock ticks, but who knows how
 * many key presses fit between two ticks, and what was pressed last, sees it by where the capsule
 * is. */
#include "minds.h"
#include <string.h>

static bool same_field(const struct falls_player *one, const struct falls_player *two) {
    return memcmp(&one->settled, &two->settled, sizeof one->settled) == 0 &&
           one->virus == two->virus;
}

static int counted(int done, int acts) {
    return done == FALLS_PULSE_UNKNOWN || done + 1 >= acts ? FALLS_PULSE_UNKNOWN : done + 1;
}

/* The same capsule: it is where the key press has led, or a row below after a tick. */
static int while_falling(const struct falls_pulse *pulse, const struct falls_player *player,
                         int acts) {
    int place = falls_place_of(player);
    int after = falls_place_after(falls_taken(&player->settled), falls_place_of(&pulse->player),
                                  pulse->act);
    /* Places do not tell colours: a turn by half a circle looks like none. */
    place &= ~(FALLS_POSES / 2), after = after < 0 ? after : after & ~(FALLS_POSES / 2);
    if (after < 0 || !same_field(player, &pulse->player)) return FALLS_PULSE_UNKNOWN;
    if (place == after + FALLS_POSES) return 0;
    return place == after ? counted(pulse->done, acts) : FALLS_PULSE_UNKNOWN;
}

/* The next capsule. It came at once if a Drop made the one before rest and nothing fell after that;
 * else it came with a tick. */
static int after_landing(const struct falls_pulse *pulse, const struct falls_player *player,
                         int acts) {
    struct falls_player before = pulse->player;
    bool dropped = pulse->act == FALLS_DROP && falls_touches(&before, before.low);
    if (dropped) falls_pass(&before);
    if (player->virus & ~before.virus) return FALLS_PULSE_UNKNOWN;
    if (!dropped || before.units || falls_taken(&before.moving))
        return player->low ? FALLS_PULSE_UNKNOWN : 0;
    if (!same_field(player, &before)) return FALLS_PULSE_UNKNOWN;
    return player->low ? 0 : counted(pulse->done, acts);
}

int falls_pulse_now(const struct falls_pulse *pulse, const struct falls_player *player, int acts) {
    if (pulse->player.controlled && player->drawn == pulse->player.drawn)
        return while_falling(pulse, player, acts);
    if (pulse->player.controlled && player->drawn == pulse->player.drawn + 1)
        return after_landing(pulse, player, acts);
    return player->drawn == 1 && player->low == 0 ? 0 : FALLS_PULSE_UNKNOWN;
}

void falls_pulse_press(struct falls_pulse *pulse, const struct falls_player *player, int act,
                       int done) {
    pulse->player = *player;
    pulse->act = act;
    pulse->done = done;
}
