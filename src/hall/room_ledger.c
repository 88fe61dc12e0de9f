/* The points of a game, round by round. Who was not in a round gets the points of the worst who
 * was, so that nobody gains by staying away; who left is remembered until the game is over. */
#include "hall/hall_names.h"
#include "hall/room_private.h"
#include <string.h>

static bool is_taken(const struct room *room, int seat) {
    return room->seats[seat].name[0];
}

void room_ledger_forget(struct room *room) {
    room->round = 0;
    room->private->absent = room->private->leavers_count = 0;
    for (int seat = 0; seat < room->seats_count; seat++) {
        room->seats[seat].total = room->seats[seat].won = 0;
        room->private->seats[seat].before = room->private->seats[seat].rounds = 0;
    }
}

bool room_ledger_is_new(const struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->private->seats[seat].rounds) return false;
    return true;
}

static void drop_leaver(struct room_private *private, int at) {
    int behind = --private->leavers_count - at;
    memmove(&private->leavers[at], &private->leavers[at + 1],
            (size_t)behind * sizeof *private->leavers);
}

/* The oldest make room: they come back as newcomers do. */
void room_ledger_leave(struct room *room, int seat) {
    struct room_private *private = room->private;
    const struct room_seat *at = &room->seats[seat];
    if (!is_taken(room, seat) || !private->seats[seat].rounds) return;
    if (private->leavers_count == ROOM_PRIVATE_LEAVERS_MAX) drop_leaver(private, 0);
    struct room_private_leaver *leaver = &private->leavers[private->leavers_count++];
    *leaver = (struct room_private_leaver){.agent = at->player.agent,
                                           .before = private->seats[seat].before,
                                           .rounds = private->seats[seat].rounds,
                                           .won = at->won};
    memcpy(leaver->name, at->name, sizeof leaver->name);
}

void room_ledger_sit(struct room *room, int seat) {
    struct room_private *private = room->private;
    struct room_seat *at = &room->seats[seat];
    private->seats[seat].before = at->total = private->absent;
    for (int i = 0; i < private->leavers_count; i++) {
        const struct room_private_leaver *leaver = &private->leavers[i];
        if (leaver->agent != (at->player.agent != NULL) ||
            !hall_names_equal(leaver->name, at->name))
            continue;
        private->seats[seat].before = at->total = leaver->before;
        private->seats[seat].rounds = leaver->rounds;
        at->won = leaver->won;
        drop_leaver(private, i);
        return;
    }
}

void room_ledger_add_up(struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->seats[seat].place >= 0)
            room->seats[seat].total = room->private->seats[seat].before + room->seats[seat].points;
}

static int find_worst(const struct room *room) {
    bool any = false;
    int worst = 0;
    for (int seat = 0; seat < room->seats_count; seat++) {
        const struct room_seat *at = &room->seats[seat];
        if (at->place < 0 || (any && at->points >= worst)) continue;
        worst = at->points;
        any = true;
    }
    return worst;
}

void room_ledger_end_round(struct room *room) {
    struct room_private *private = room->private;
    int worst = find_worst(room);
    room_ledger_add_up(room);
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct room_seat *at = &room->seats[seat];
        if (at->place < 0 && is_taken(room, seat)) at->total += worst;
        private->seats[seat].before = at->total;
    }
    for (int i = 0; i < private->leavers_count; i++) private->leavers[i].before += worst;
    private->absent += worst;
}

uint32_t room_ledger_first(const struct room *room) {
    uint32_t first = 0;
    int most = 0;
    for (int seat = 0; seat < room->seats_count; seat++) {
        int total = room->seats[seat].total;
        if (!room->private->seats[seat].rounds || (first && total < most)) continue;
        if (total > most) first = 0;
        first |= UINT32_C(1) << seat;
        most = total;
    }
    return first;
}
