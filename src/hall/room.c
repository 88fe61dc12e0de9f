/* What members do in rooms. Each call checks, changes, and settles the room. */
#include "hall/room.h"
#include "games/games.h"
#include "hall/hall_names.h"
#include "hall/room_private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_IN_TIME = 3, ROUNDS_IN_TURNS = 1, MINUTES = 5 };

static uint64_t hash_id(uint32_t id) {
    return id * UINT64_C(0x9e3779b97f4a7c15) >> 20;
}

struct room *room_find(const struct hall *hall, uint32_t id) {
    struct hall_index_link *link = hall_index_find(&hall->private->ids, hash_id(id));
    for (; link; link = hall_index_next(link)) {
        struct room *room = ((struct room_private *)link)->room;
        if (room->id == id) return room;
    }
    return NULL;
}

static int count_persons(const struct room *room) {
    int persons = 0;
    for (int seat = 0; seat < room->seats_count; seat++)
        persons += room_seats_has_person(room, seat);
    return persons;
}

int room_taken(const struct room *room) {
    int taken = 0;
    for (int seat = 0; seat < room->seats_count; seat++) taken += room->seats[seat].name[0] != '\0';
    return taken;
}

struct room *room_quick(const struct hall *hall, const struct game *game) {
    struct room *best = NULL;
    int most = 0;
    for (struct room *room = hall->rooms; room; room = room->next) {
        if (room->setup.game != game || room->phase == ROOM_ROUND || room_seats_free(room) < 0)
            continue;
        int persons = count_persons(room);
        if (persons > most) best = room, most = persons;
    }
    return best;
}

const struct table *room_table(const struct room *room, int seat, int *table_seat) {
    int place = room->seats[seat].place;
    if (place < 0 || room->tables_count == 0) return NULL;
    *table_seat = room->race ? 0 : place;
    return room->tables[room->race ? place : 0];
}

size_t room_events(const struct room *room, int table) {
    return ((const struct room_private_table *)room->tables[table])->events;
}

/* Settling */

static void count_playing(struct room *room) {
    int playing = 0;
    for (int seat = 0; seat < room->seats_count; seat++)
        playing += room->seats[seat].member && room_round_has(room, seat);
    room->hall->playing_count += playing - room->private->playing;
    room->private->playing = playing;
}

static void tell_change(struct room *room) {
    struct room_private *private = room->private;
    bool skips = room_can_skip(room);
    private->changed |= skips != private->skips;
    private->skips = skips;
    if (private->listed) room->hall->private->listed = true;
    if (private->changed) {
        room->version++;
        hall_tell_room(room, &(struct hall_message){.kind = HALL_ROOM});
    }
    private->changed = private->listed = false;
}

static double due(const struct room *room, double now) {
    double due = room->until;
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->seats[seat].member && room->seats[seat].away)
            due = fmin(due, room->seats[seat].member->lost + HALL_AWAY_SECONDS);
    return room->phase == ROOM_ROUND ? fmin(due, room_round_due(room, now)) : due;
}

void room_settle(struct room *room, double now) {
    room_phase_follow(room, now);
    count_playing(room);
    tell_change(room);
    hall_heap_move(&room->hall->private->heap, room, due(room, now));
}

void room_keep_line(struct room *room, const char *name, const char *text) {
    if (room->said_count == ROOM_SAID_MAX)
        memmove(&room->said[0], &room->said[1], (size_t)--room->said_count * sizeof *room->said);
    struct room_line *line = &room->said[room->said_count++];
    struct text to = text_over(line->name, sizeof line->name);
    text_string(&to, name);
    to = text_over(line->text, sizeof line->text);
    text_string(&to, text);
}

static void add_line(struct room *room, const char *name, const char *text) {
    room_keep_line(room, name, text);
    const struct room_line *line = &room->said[room->said_count - 1];
    hall_tell_room(
        room, &(struct hall_message){.kind = HALL_SAY, .name = line->name, .text = line->text});
}

void room_note(struct room *room, const char *name, const char *text) {
    char line[HALL_SAY_BYTES];
    struct text to = text_over(line, sizeof line);
    text_format(&to, "%s%s%s", name, *name ? " " : "", text);
    add_line(room, "", line);
}

/* Opening and closing */

static bool is_known(const struct game *game) {
    for (int i = 0; games_list[i]; i++)
        if (games_list[i] == game) return true;
    return false;
}

static const char *refuse_params(struct hall *hall, const struct room_setup *setup) {
    const char *wrong = NULL;
    for (int i = 0; setup->game->params[i].name && !wrong; i++) {
        const struct param *param = &setup->game->params[i];
        if (i != game_param(setup->game, "players"))
            wrong = hall_answer_range(hall, param->name, setup->params[i], param->min, param->max);
    }
    return wrong;
}

static int seats_max(const struct game *game) {
    return game->seats_max == 1 ? SEATS_MAX : game->seats_max;
}

void room_fill(struct room_setup *setup) {
    bool clock = game_has_clock(setup->game);
    if (!setup->seats) setup->seats = seats_max(setup->game);
    if (!setup->rounds) setup->rounds = clock ? ROUNDS_IN_TIME : ROUNDS_IN_TURNS;
    if (!setup->minutes) setup->minutes = MINUTES;
}

/* Fills the setup in, too. */
static const char *refuse_setup(struct hall *hall, struct room_setup *setup) {
    char title[HALL_TITLE_BYTES];
    if (!setup->game || !is_known(setup->game)) return "There is no such game.";
    const char *wrong = refuse_params(hall, setup);
    room_fill(setup);
    if (!wrong)
        wrong = hall_answer_range(hall, "seats", setup->seats, setup->game->seats_min,
                                  seats_max(setup->game));
    if (!wrong) wrong = hall_answer_range(hall, "rounds", setup->rounds, 1, ROOM_ROUNDS_MAX);
    if (!wrong) wrong = hall_answer_range(hall, "minutes", setup->minutes, 1, ROOM_MINUTES_MAX);
    if (!wrong && setup->tick_ms)
        wrong =
            hall_answer_range(hall, "tick", setup->tick_ms, TABLE_TICK_MIN_MS, TABLE_TICK_MAX_MS);
    if (wrong) return wrong;
    if (hall_names_read(setup->title, HALL_TITLE_CHARS, title) < 0) {
        struct text answer = hall_answer(hall);
        text_format(&answer, "The title must have at most %d printable characters.",
                    HALL_TITLE_CHARS);
        return answer.at;
    }
    memcpy(setup->title, title, sizeof title);
    return NULL;
}

static void name_room(struct room *room) {
    struct text title = text_over(room->setup.title, sizeof room->setup.title);
    text_format(&title, "%s %u", room->setup.game->name, room->id);
}

static void link_room(struct hall *hall, struct room *room) {
    struct hall_private *private = hall->private;
    room->id = ++private->room_ids;
    hall_index_add(&private->ids, &room->private->link, hash_id(room->id));
    room->prior = private->rooms_end;
    if (room->prior)
        room->prior->next = room;
    else
        hall->rooms = room;
    private->rooms_end = room;
    hall->rooms_count++;
}

static void unlink_room(struct hall *hall, struct room *room) {
    hall_index_remove(&hall->private->ids, &room->private->link);
    if (room->prior)
        room->prior->next = room->next;
    else
        hall->rooms = room->next;
    if (room->next)
        room->next->prior = room->prior;
    else
        hall->private->rooms_end = room->prior;
    hall->rooms_count--;
    hall->private->listed = true;
}

static struct room *make_room(struct hall *hall, const struct room_setup *setup) {
    struct room *room = calloc(1, sizeof *room);
    struct room_private *private = calloc(1, sizeof *private);
    if (!room || !private) goto fail;
    *private = (struct room_private){.room = room, .some_ready = INFINITY, .all_ready = INFINITY};
    room->hall = hall;
    room->private = private;
    room->setup = *setup;
    room->race = setup->game->seats_max == 1;
    room->clock = game_has_clock(setup->game);
    room->until = INFINITY;
    room->seats_count = setup->seats;
    for (int seat = 0; seat < SEATS_MAX; seat++) room->seats[seat].place = -1;
    if (hall_heap_add(&hall->private->heap, room, INFINITY) < 0) goto fail;
    link_room(hall, room);
    if (!room->setup.title[0]) name_room(room);
    return room;
fail:
    free(room);
    free(private);
    return NULL;
}

void room_close(struct room *room, double now) {
    struct hall *hall = room->hall;
    room->private->closing = true;
    if (room->phase == ROOM_ROUND) room_round_end(room, "Nobody is left in the room.", false, now);
    if (room->private->result) room->private->result->result.room = NULL;
    room_round_release(room);
    hall_take_woken(hall);
    hall_heap_remove(&hall->private->heap, room);
    unlink_room(hall, room);
    hall->playing_count -= room->private->playing;
    free(room->private);
    free(room);
}

/* Coming and going */

/* Leaving is always allowed, so it is not counted. */
static const char *refuse_stir(struct member *member, double now) {
    return hall_pace_take(&member->stirs, &hall_pace_stirs, now);
}

static void add_member(struct room *room, struct member *member) {
    member->room = room;
    member->seat = HALL_NO_SEAT;
    member->room_next = room->members;
    member->room_prior = NULL;
    if (room->members) room->members->room_prior = member;
    room->members = member;
    room->watchers++;
    room->hall->watching_count++;
    room->private->changed = room->private->listed = true;
    room->hall->private->listed = true;
}

static void remove_member(struct room *room, struct member *member) {
    if (member->room_prior)
        member->room_prior->room_next = member->room_next;
    else
        room->members = member->room_next;
    if (member->room_next) member->room_next->room_prior = member->room_prior;
    member->room_next = member->room_prior = NULL;
    member->room = NULL;
    if (member->seat == HALL_NO_SEAT) {
        room->watchers--;
        room->hall->watching_count--;
    }
    member->seat = HALL_NO_SEAT;
    room->private->changed = room->private->listed = true;
}

/* From watching. */
static void sit(struct room *room, struct member *member, int seat) {
    room_seats_sit(room, member, seat);
    room->watchers--;
    room->hall->watching_count--;
    room_note(room, member->name, "sits down.");
}

void room_part(struct member *member, double now) {
    struct room *room = member->room;
    int seat = member->seat;
    remove_member(room, member);
    room->hall->private->listed = true;
    if (!room->members) {
        if (seat >= 0) room->seats[seat].member = NULL;
        room_close(room, now);
        return;
    }
    if (seat >= 0) {
        room_note(room, member->name, "leaves.");
        room_seats_leave(room, seat, now);
    }
    room_settle(room, now);
}

const char *room_open(struct member *member, const struct room_setup *setup, double now) {
    struct hall *hall = member->hall;
    struct room_setup filled = *setup;
    hall->private->now = now;
    if (member->room) return "You are in a room already; leave it first.";
    if (hall->ending) return "The server ends; no more rooms are opened.";
    if (hall->rooms_count >= hall->setup.rooms_max)
        return "There are as many rooms as there may be; join one of them.";
    const char *wrong = refuse_setup(hall, &filled);
    if (!wrong) wrong = refuse_stir(member, now);
    if (wrong) return wrong;
    struct room *room = make_room(hall, &filled);
    if (!room) return hall_answer_no_memory;
    add_member(room, member);
    sit(room, member, 0);
    room_settle(room, now);
    return NULL;
}

const char *room_join(struct member *member, struct room *room, double now) {
    member->hall->private->now = now;
    if (member->room && member->room != room) return "You are in a room already; leave it first.";
    if (member->room && member->seat >= 0) return "You sit in this room already.";
    int seat = room_seats_for(room, member);
    if (seat < 0) return "No seat is free in this room; you may watch.";
    const char *wrong = refuse_stir(member, now);
    if (wrong) return wrong;
    if (!member->room) add_member(room, member);
    sit(room, member, seat);
    room_settle(room, now);
    return NULL;
}

const char *room_watch(struct member *member, struct room *room, double now) {
    member->hall->private->now = now;
    if (member->room && member->room != room) return "You are in a room already; leave it first.";
    if (member->room && member->seat < 0) return "You watch this room already.";
    const char *wrong = refuse_stir(member, now);
    if (wrong) return wrong;
    int seat = member->seat;
    if (seat < 0) {
        add_member(room, member);
    } else {
        member->seat = HALL_NO_SEAT;
        room->watchers++;
        room->hall->watching_count++;
        room_seats_leave(room, seat, now);
    }
    room_note(room, member->name, "watches.");
    room_settle(room, now);
    return NULL;
}

const char *room_leave(struct member *member, double now) {
    member->hall->private->now = now;
    if (!member->room) return "You are in no room.";
    room_part(member, now);
    return NULL;
}

/* Playing */

/* Every call of one who sits begins here: time may have passed since the last hall_run. */
static const char *refuse_seat(struct member *member, double now) {
    member->hall->private->now = now;
    if (!member->room) return "You are in no room.";
    if (member->seat < 0) return "You are watching; sit down first.";
    if (now >= member->room->until) room_settle(member->room, now);
    return NULL;
}

static int count_seated(const struct room *room) {
    int seated = 0;
    for (int seat = 0; seat < room->seats_count; seat++)
        seated += room_seats_has_person(room, seat) || room->seats[seat].player.agent;
    return seated;
}

const char *room_ready(struct member *member, bool ready, double now) {
    const char *wrong = refuse_seat(member, now);
    if (wrong) return wrong;
    struct room *room = member->room;
    if (room->phase == ROOM_ROUND && !room_can_skip(room)) return "The round is being played.";
    if (room->phase == ROOM_ENDING) return "The round is being kept; one moment.";
    if (ready && room->hall->ending && room->phase != ROOM_ROUND)
        return "The server ends; no more rounds begin.";
    if (ready && room->phase == ROOM_WAITING && count_seated(room) < room_seats_needed(room))
        return room_seats_too_few(room);
    if (room->seats[member->seat].ready == ready) return NULL;
    if ((wrong = refuse_stir(member, now))) return wrong;
    room->seats[member->seat].ready = ready;
    room->private->changed = true;
    room_settle(room, now);
    return NULL;
}

static const char *refuse_play(struct member *member, double now) {
    const char *wrong = refuse_seat(member, now);
    if (wrong) return wrong;
    const struct room *room = member->room;
    if (room->phase == ROOM_WAITING) return "The round has not begun.";
    if (room->phase != ROOM_ROUND) return "The round is over.";
    if (room->seats[member->seat].place < 0) return "You are not in this round; wait for the next.";
    if (room->seats[member->seat].left) return "You are out of this round; wait for the next.";
    return NULL;
}

const char *room_act(struct member *member, action act, double now) {
    const char *wrong = refuse_play(member, now);
    if (!wrong) wrong = hall_pace_take(&member->acts, &hall_pace_acts, now);
    if (wrong) return wrong;
    struct room *room = member->room;
    int table_seat = 0;
    struct table *table = (struct table *)room_table(room, member->seat, &table_seat);
    bool stopped = room->seats[member->seat].stopped;
    if (stopped) room_round_stop(room, member->seat, false, now);
    wrong = table_act(table, table_seat, act, now);
    if (wrong && !stopped) return wrong;
    room->private->moved = now;
    room_round_count(room);
    room_settle(room, now);
    return wrong;
}

/* Once a round; then the list of seats shows it. */
static void tell_stop(struct room *room, int seat) {
    char line[HALL_SAY_BYTES];
    struct text text = text_over(line, sizeof line);
    if (room->private->seats[seat].stop_told) return;
    room->private->seats[seat].stop_told = true;
    text_format(&text, "stops the clock (%d s at most a round).", ROOM_STOP_SECONDS);
    room_note(room, room->seats[seat].name, line);
}

const char *room_stop(struct member *member, bool stopped, double now) {
    const char *wrong = refuse_play(member, now);
    if (wrong) return wrong;
    struct room *room = member->room;
    if (!room->clock) return "There is no clock to stop in this game.";
    if (stopped && !room_round_may_stop(room, member->seat))
        return "You used up the time to pause in this round.";
    if (room->seats[member->seat].stopped != stopped && (wrong = refuse_stir(member, now)))
        return wrong;
    if (stopped) tell_stop(room, member->seat);
    room_round_stop(room, member->seat, stopped, now);
    room_settle(room, now);
    return NULL;
}

const char *room_say(struct member *member, const char *text, double now) {
    char line[4 * HALL_SAY_BYTES];
    member->hall->private->now = now;
    if (!member->room) return "You are in no room.";
    int chars = hall_names_read(text, HALL_SAY_BYTES - 1, line);
    if (chars == 0) return "There is nothing to say.";
    if (chars < 0 || strlen(line) >= HALL_SAY_BYTES) {
        struct text answer = hall_answer(member->hall);
        text_format(&answer, "A line must have printable characters only, at most %d bytes.",
                    HALL_SAY_BYTES - 1);
        return answer.at;
    }
    const char *wrong = hall_pace_take(&member->talk, &hall_pace_talk, now);
    if (wrong) return wrong;
    add_line(member->room, member->name, line);
    return NULL;
}

/* Agents */

static int count_alike(const struct room *room, const struct agent *agent) {
    int alike = 0;
    for (int seat = 0; seat < room->seats_count; seat++)
        alike += room->seats[seat].player.agent == agent;
    return alike;
}

static void name_agent(struct room *room, int seat, const struct agent *agent) {
    struct text name = text_over(room->seats[seat].name, sizeof room->seats[seat].name);
    int alike = count_alike(room, agent);
    text_string(&name, agent->name);
    if (alike) text_format(&name, " %d", alike + 1);
}

static const char *read_player(const struct room *room, const char *from, struct player *player) {
    struct text wrong = hall_answer(room->hall);
    uint32_t most = room->clock ? ROOM_PRIVATE_CLOCK_MS : ROOM_PRIVATE_TURN_MS;
    *player = (struct player){.agent = player_standard(room->setup.game)};
    if (!*from) return NULL;
    if (!player_read(room->setup.game, from, strlen(from), player, &wrong)) return wrong.at;
    if (player->budget.milliseconds <= most) return NULL;
    text_format(&wrong, "An agent may think about a move for at most %u ms here.", most);
    return wrong.at;
}

const char *room_seat_agent(struct member *member, const char *player, double now) {
    struct player read;
    const char *wrong = refuse_seat(member, now);
    if (wrong) return wrong;
    struct room *room = member->room;
    int seat = room_seats_free(room);
    if (seat < 0) return "No seat is free in this room.";
    wrong = read_player(room, player, &read);
    if (!wrong) wrong = refuse_stir(member, now);
    if (wrong) return wrong;
    room_seats_clear(room, seat);
    name_agent(room, seat, read.agent);
    room->seats[seat].player = read;
    room->seats[seat].ready = true;
    room->private->seats[seat].order = ++room->private->agents;
    room_ledger_sit(room, seat);
    room_note(room, room->seats[seat].name, "sits down.");
    room_settle(room, now);
    return NULL;
}

const char *room_unseat_agent(struct member *member, double now) {
    const char *wrong = refuse_seat(member, now);
    if (wrong) return wrong;
    struct room *room = member->room;
    int last = -1;
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->seats[seat].player.agent &&
            (last < 0 || room->private->seats[seat].order > room->private->seats[last].order))
            last = seat;
    if (last < 0) return "No agent sits in this room.";
    if (room->phase != ROOM_WAITING && room->seats[last].place >= 0)
        return "The agent is in the round; wait for its end.";
    if ((wrong = refuse_stir(member, now))) return wrong;
    room_note(room, room->seats[last].name, "leaves.");
    room_seats_clear(room, last);
    room_settle(room, now);
    return NULL;
}

/* The game master */

const char *room_start(struct room *room, double now) {
    room->hall->private->now = now;
    if (room->hall->ending) return "The server ends; no more rounds begin.";
    if (room->phase == ROOM_ROUND) return "The round is being played.";
    if (room->phase == ROOM_ENDING) return "The last round is being kept; one moment.";
    if (count_seated(room) == 0) return "Nobody sits in this room.";
    if (count_seated(room) < room_seats_needed(room)) return room_seats_too_few(room);
    if (room->phase == ROOM_CARD) room_phase_wait(room);
    const char *wrong = room_phase_begin(room, true, now);
    room_settle(room, now);
    return wrong;
}

const char *room_stop_round(struct room *room, double now) {
    room->hall->private->now = now;
    if (room->phase != ROOM_ROUND) return "No round is being played.";
    room_round_end(room, "The game master ended the round.", false, now);
    room_settle(room, now);
    return NULL;
}
