/* Phases follow each other: waiting, round, ending, card, waiting. They follow from time and from
 * who is ready, never from who asks first. */
#include "hall/room_private.h"
#include <math.h>
#include <string.h>

struct heads {
    int persons, ready, agents; /* persons: those who are connected; ready: of these */
};

static struct heads count_heads(const struct room *room) {
    struct heads heads = {0, 0, 0};
    for (int seat = 0; seat < room->seats_count; seat++) {
        bool person = room_seats_has_person(room, seat);
        heads.persons += person;
        heads.ready += person && room->seats[seat].ready;
        heads.agents += room->seats[seat].player.agent != NULL;
    }
    return heads;
}

static void set_until(struct room *room, double until) {
    if (room->until == until) return;
    room->until = until;
    room->private->changed = room->private->listed = true;
}

static void set_phase(struct room *room, enum room_phase phase, double until) {
    room->phase = phase;
    room->until = until;
    room->private->changed = room->private->listed = true;
}

/* Sets when the round begins. */
static void count_down(struct room *room, double now) {
    struct room_private *private = room->private;
    struct heads heads = count_heads(room);
    bool enough = heads.ready > 0 && heads.ready + heads.agents >= room_seats_needed(room);
    if (!enough || room->hall->ending) {
        private->some_ready = private->all_ready = INFINITY;
        set_until(room, INFINITY);
        return;
    }
    private->some_ready = fmin(private->some_ready, now);
    private->all_ready = heads.ready == heads.persons ? fmin(private->all_ready, now) : INFINITY;
    set_until(room, fmin(private->some_ready + ROOM_WAIT_SECONDS,
                         private->all_ready + ROOM_START_SECONDS));
}

static void wait_on(struct room *room, double now) {
    count_down(room, now);
    if (now < room->until) return;
    const char *wrong = room_phase_begin(room, false, now);
    if (!wrong) return;
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->seats[seat].member) room->seats[seat].ready = false;
    room_note(room, "The round cannot begin:", wrong);
    count_down(room, now);
}

static void go_on(struct room *room, double now) {
    struct heads heads = {0, 0, 0};
    const char *over = NULL;
    bool rated = false;
    switch (room->phase) {
    case ROOM_WAITING:
        wait_on(room, now);
        break;
    case ROOM_ROUND:
        over = room_round_over(room, now, &rated);
        if (over) room_round_end(room, over, rated, now);
        break;
    case ROOM_ENDING:
        break;
    case ROOM_CARD:
        heads = count_heads(room);
        if (now >= room->until || (heads.persons && heads.ready == heads.persons))
            room_phase_wait(room);
    }
}

void room_phase_follow(struct room *room, double now) {
    enum room_phase phase;
    do {
        phase = room->phase;
        go_on(room, now);
    } while (room->phase != phase);
}

/* Gives places to those who play, in the order of seats. Returns how many. */
static int give_places(struct room *room, bool all) {
    int places = 0;
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct room_seat *at = &room->seats[seat];
        bool plays = at->player.agent || (room_seats_has_person(room, seat) && (all || at->ready));
        at->place = plays ? places++ : -1;
    }
    return places;
}

static void take_places(struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++) room->seats[seat].place = -1;
}

static void prepare_seats(struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct room_seat *at = &room->seats[seat];
        struct room_private_seat *private = &room->private->seats[seat];
        at->ready = at->player.agent;
        at->stopped = at->left = false;
        at->points = at->rank = 0;
        private->stopped_from = private->stopped_for = 0;
        private->stop_told = private->gave_up = false;
        if (at->place >= 0) private->rounds++;
    }
}

static void note_round(struct room *room) {
    char line[HALL_SAY_BYTES];
    struct text text = text_over(line, sizeof line);
    text_format(&text, "Round %d of %d begins.", room->round, room->setup.rounds);
    room_note(room, "", room->setup.rounds == 1 ? "The game begins." : line);
}

const char *room_phase_begin(struct room *room, bool all, double now) {
    int places = give_places(room, all);
    const char *wrong = NULL;
    if (places < room_seats_needed(room))
        wrong = room_seats_too_few(room);
    else
        wrong = room_round_begin(room, places, now);
    if (wrong) {
        take_places(room);
        return wrong;
    }
    if (room_ledger_is_new(room)) room_ledger_forget(room);
    room->round++;
    room->began = now;
    room->card[0] = room->trouble[0] = '\0';
    room->record = 0;
    prepare_seats(room);
    room->private->some_ready = room->private->all_ready = INFINITY;
    set_phase(room, ROOM_ROUND, room->race ? now + room->setup.minutes * 60 : INFINITY);
    room_round_count(room);
    hall_tell_room(room, &(struct hall_message){.kind = HALL_BEGIN});
    note_round(room);
    return NULL;
}

void room_phase_card(struct room *room, double now) {
    for (int seat = 0; seat < room->seats_count; seat++)
        room->seats[seat].ready = room->seats[seat].player.agent;
    set_phase(room, ROOM_CARD, now + ROOM_CARD_SECONDS);
    hall_tell_room(room, &(struct hall_message){.kind = HALL_END});
    if (strlen(room->card) < HALL_SAY_BYTES) room_note(room, "", room->card);
}

void room_phase_wait(struct room *room) {
    room_round_release(room);
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct room_seat *at = &room->seats[seat];
        if (!at->member && !at->player.agent) room_seats_clear(room, seat);
        at->ready |= at->player.agent != NULL; /* a key at the card is for the next round */
        at->stopped = at->left = false;
    }
    take_places(room);
    if (room->round >= room->setup.rounds) room_ledger_forget(room);
    set_phase(room, ROOM_WAITING, INFINITY);
}
