/* Seats: taken by persons and agents, left, and kept by name until the card is over. */
#include "hall/hall_names.h"
#include "hall/room_private.h"
#include <string.h>

int room_seats_free(const struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++)
        if (!room->seats[seat].name[0]) return seat;
    return -1;
}

static bool is_left_by(const struct room *room, int seat, const struct member *member) {
    const struct room_seat *at = &room->seats[seat];
    return at->name[0] && !at->member && !at->player.agent &&
           hall_names_equal(at->name, member->name);
}

int room_seats_for(const struct room *room, const struct member *member) {
    for (int seat = 0; seat < room->seats_count; seat++)
        if (is_left_by(room, seat, member)) return seat;
    return room_seats_free(room);
}

bool room_seats_has_person(const struct room *room, int seat) {
    return room->seats[seat].member && !room->seats[seat].away;
}

int room_seats_needed(const struct room *room) {
    return room->race ? 1 : room->setup.game->seats_min;
}

const char *room_seats_too_few(const struct room *room) {
    struct text answer = hall_answer(room->hall);
    int needed = room_seats_needed(room);
    text_format(&answer, "%s needs %d player%s; seat an agent, or wait for others.",
                room->setup.game->name, needed, needed == 1 ? "" : "s");
    return answer.at;
}

void room_seats_sit(struct room *room, struct member *member, int seat) {
    struct room_seat *at = &room->seats[seat];
    bool back = is_left_by(room, seat, member);
    if (!back) room_seats_clear(room, seat);
    at->member = member;
    memcpy(at->name, member->name, sizeof at->name);
    member->seat = seat;
    if (!back) room_ledger_sit(room, seat);
    room->private->changed = room->private->listed = true;
}

void room_seats_clear(struct room *room, int seat) {
    room_ledger_leave(room, seat);
    room->seats[seat] = (struct room_seat){.place = -1};
    room->private->seats[seat] = (struct room_private_seat){.order = 0};
    room->private->changed = room->private->listed = true;
}

void room_seats_leave(struct room *room, int seat, double now) {
    struct room_seat *at = &room->seats[seat];
    bool plays = room_round_has(room, seat);
    if (room->phase == ROOM_WAITING || at->place < 0) {
        room_seats_clear(room, seat);
        return;
    }
    at->member = NULL;
    at->away = at->ready = false;
    if (plays) room_round_give_up(room, seat, now);
    at->left = true;
    room->private->changed = room->private->listed = true;
}
