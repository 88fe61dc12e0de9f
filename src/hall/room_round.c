/* A round: the tables where it is played, and the clocks of those who play. What happens at a table
 * goes into its journal and to everybody in the room. */
#include "hall/room_private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOW_MS = 500, SLOW_RACE_MS = 1000 }; /* how long an agent's move is to be seen */
static const struct budget heir = {.nodes = 1000, .milliseconds = 300}; /* of who takes over */
static const double retry_seconds = 1;

/* From any thread. */
static void wake(void *self) {
    struct room *room = self;
    struct hall_private *hall = room->hall->private;
    if (!atomic_exchange(&room->private->woken, true)) {
        struct room *first = atomic_load(&hall->woken);
        do room->private->woken_next = first;
        while (!atomic_compare_exchange_weak(&hall->woken, &first, room));
    }
    if (room->hall->setup.wake) room->hall->setup.wake(room->hall->setup.self);
}

static void hear(void *self, const void *state, struct event event) {
    struct room_private_table *at = self;
    struct room_private *private = at->room->private;
    bool noted = journal_add(&private->result->result.journals[at->at], event) == 0;
    private->short_of_memory |= !noted;
    private->acted |= event.who < SEATS_MAX;
    struct hall_message message = {
        .kind = HALL_EVENT, .table = at->at, .event = event, .state = state};
    if (private->told) hall_tell_room(at->room, &message);
    at->events++;
}

/* Beginning */

static void set_params(const struct room *room, int places, int params[PARAMS_MAX]) {
    const struct game *game = room->setup.game;
    int players = game_param(game, "players"), viruses = game_param(game, "viruses");
    memcpy(params, room->setup.params, sizeof room->setup.params);
    if (players >= 0) params[players] = places;
    if (viruses >= 0 && !room->setup.viruses_set && room->hall->setup.viruses)
        params[viruses] = room->hall->setup.viruses;
}

static struct rng draw_luck(const struct hall *hall) {
    uint64_t luck[2];
    hall->setup.draw(hall->setup.self, luck, sizeof luck);
    return rng_new(luck[0], luck[1]);
}

static struct table_setup plan(struct room *room, const int *params) {
    const struct hall *hall = room->hall;
    struct table_setup setup = {.game = room->setup.game,
                                .rng = draw_luck(hall),
                                .host = hall->setup.host,
                                .pool = hall->setup.pool,
                                .wake = wake,
                                .self = room,
                                .light = true,
                                .tell = hear,
                                .scratch = hall->private->scratch,
                                .tick_ms = TABLE_TICK_MS};
    memcpy(setup.params, params, sizeof setup.params);
    if (hall->setup.tick_ms) setup.tick_ms = hall->setup.tick_ms;
    if (room->setup.tick_ms) setup.tick_ms = room->setup.tick_ms;
    setup.slow_ms = room->clock ? 0 : room->race ? SLOW_RACE_MS : SLOW_MS;
    return setup;
}

/* A name that is too long for a table is cut between characters. */
static void name_seat(const struct room *room, int seat, struct table_seat *to) {
    struct text name = text_over(to->name, sizeof to->name);
    text_printable(&name, room->seats[seat].name, strlen(room->seats[seat].name));
}

/* An agent that counts nodes is bounded in time, too. */
static void place_seat(const struct room *room, int seat, struct table_seat *to) {
    to->player = room->seats[seat].player;
    struct budget *budget = &to->player.budget;
    if (budget->nodes || budget->rollouts)
        budget->milliseconds = room->clock ? ROOM_PRIVATE_CLOCK_MS : ROOM_PRIVATE_TURN_MS;
    name_seat(room, seat, to);
}

static struct hall_private_result *make_result(struct room *room, int places) {
    struct hall_private_result *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    struct hall_result *result = &made->result;
    result->room = room;
    result->game = room->setup.game;
    result->race = room->race;
    result->seats_count = places;
    result->journals_count = room->race ? places : 1;
    set_params(room, places, result->params);
    return made;
}

/* Returns when the clocks of a round start. Rooms that begin together do not tick together: the
 * server would have all to do at once. */
static double clocks_start(const struct room *room, double now) {
    const double golden = 0.6180339887;
    return room->clock ? now + fmod(room->id * golden, 1) * room->private->tick_ms / 1e3 : now;
}

/* Makes a table for its place in a race, or for all. */
static const char *make_table(struct room *room, struct table_setup *setup, int at, double now) {
    struct room_private_table *made = calloc(1, sizeof *made);
    if (!made) return hall_answer_no_memory;
    made->room = room;
    made->at = at;
    setup->tell_self = made;
    for (int seat = 0; seat < room->seats_count; seat++) {
        int place = room->seats[seat].place;
        if (room->race ? place == at : place >= 0)
            place_seat(room, seat, &setup->seats[room->race ? 0 : place]);
    }
    room->tables[room->tables_count++] = &made->table;
    return table_init(&made->table, setup, clocks_start(room, now)) ? hall_answer_no_memory : NULL;
}

static const char *make_tables(struct room *room, int places, double now) {
    struct room_private *private = room->private;
    const char *wrong = NULL;
    private->result = make_result(room, places);
    if (!private->result) return hall_answer_no_memory;
    struct table_setup setup = plan(room, private->result->result.params);
    private->tick_ms = setup.tick_ms;
    for (int at = 0; at < private->result->result.journals_count && !wrong; at++)
        wrong = make_table(room, &setup, at, now);
    if (wrong || !private->short_of_memory) return wrong;
    return hall_answer_no_memory;
}

const char *room_round_begin(struct room *room, int places, double now) {
    struct room_private *private = room->private;
    private->told = private->acted = private->short_of_memory = false;
    private->moved = now;
    private->tick_due = INFINITY;
    const char *wrong = make_tables(room, places, now);
    if (wrong) {
        room_round_release(room);
        if (private->result) hall_free_result(room->hall, private->result);
        private->result = NULL;
    }
    private->told = !wrong;
    return wrong;
}

void room_round_release(struct room *room) {
    for (int i = 0; i < room->tables_count; i++) {
        table_release(room->tables[i]);
        free(room->tables[i]); /* it begins its struct room_private_table */
        room->tables[i] = NULL;
    }
    room->tables_count = 0;
}

/* Who plays */

bool room_round_has(const struct room *room, int seat) {
    return room->phase == ROOM_ROUND && room->seats[seat].place >= 0 && !room->seats[seat].left;
}

static struct table *table_of(const struct room *room, int seat, int *table_seat) {
    return (struct table *)room_table(room, seat, table_seat);
}

/* Whether a seat may still do something in the round. */
static bool is_in_play(const struct room *room, int seat) {
    int at = 0;
    if (!room_round_has(room, seat)) return false;
    const struct table *table = table_of(room, seat, &at);
    if (table_over(table)) return false;
    return !room->clock || table->game->movers(table->session.state) >> at & 1;
}

static bool is_won(const struct room *room) {
    for (int i = 0; i < room->tables_count; i++)
        if (room->tables[i]->game->winners(room->tables[i]->session.state)) return true;
    return false;
}

static bool is_full(const struct room *room) {
    const struct hall_result *result = &room->private->result->result;
    size_t bytes = 0;
    for (int i = 0; i < result->journals_count; i++) bytes += result->journals[i].length;
    return bytes >= ROOM_PRIVATE_JOURNALS_MAX;
}

bool room_can_skip(const struct room *room) {
    bool any = false;
    if (room->phase != ROOM_ROUND) return false;
    for (int seat = 0; seat < room->seats_count; seat++) {
        if (!is_in_play(room, seat)) continue;
        if (!room->seats[seat].player.agent) return false;
        any = true;
    }
    return any;
}

/* Those who wait for the next round are asked only if no other person is here. */
static bool is_skipped(const struct room *room) {
    int persons[2] = {0, 0}, ready[2] = {0, 0};
    for (int seat = 0; seat < room->seats_count; seat++) {
        bool plays = room->seats[seat].place >= 0 && !room->private->seats[seat].gave_up;
        if (!room_seats_has_person(room, seat)) continue;
        persons[plays]++;
        ready[plays] += room->seats[seat].ready;
    }
    int asked = persons[1] > 0;
    return persons[asked] > 0 && ready[asked] == persons[asked] && room_can_skip(room);
}

/* What is skipped is between agents: the places of persons are decided. */
const char *room_round_over(const struct room *room, double now, bool *rated) {
    bool gave_up = false, stayed = false, plays = false;
    *rated = true;
    if (room->race ? is_won(room) : table_over(room->tables[0])) return "";
    if (now >= room->until) return "The time is up.";
    if (is_full(room)) return "The record of the round is full.";
    for (int seat = 0; seat < room->seats_count && !plays; seat++) {
        if (room->seats[seat].place < 0) continue;
        plays = is_in_play(room, seat);
        gave_up |= room->private->seats[seat].gave_up;
        stayed |= !room->private->seats[seat].gave_up;
    }
    if (plays) return is_skipped(room) ? "The agents' end was skipped." : NULL;
    *rated = stayed;
    return gave_up ? "Nobody else is left to play." : "";
}

/* In a race nobody is ahead by doing nothing: moves that count against one do not show. */
static int points_of(const struct room *room, const struct table *table, int table_seat) {
    int points = table->game->score(table->session.state, table_seat);
    return room->race && points < 0 ? 0 : points;
}

void room_round_count(struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct room_seat *at = &room->seats[seat];
        int table_seat = 0;
        const struct table *table = table_of(room, seat, &table_seat);
        if (!table) continue;
        int points = points_of(room, table, table_seat);
        if (at->points == points) continue;
        at->points = points;
        room->private->changed = true;
    }
    room_ledger_add_up(room);
}

/* The clocks of seats */

void room_round_stop(struct room *room, int seat, bool stopped, double now) {
    struct room_seat *at = &room->seats[seat];
    struct room_private_seat *times = &room->private->seats[seat];
    int table_seat = 0;
    struct table *table = table_of(room, seat, &table_seat);
    if (at->stopped == stopped) return;
    at->stopped = stopped;
    if (stopped)
        times->stopped_from = now;
    else
        times->stopped_for += now - times->stopped_from;
    table_stop(table, table_seat, stopped);
    room->private->changed = true;
}

static double stop_ends(const struct room *room, int seat) {
    const struct room_private_seat *private = &room->private->seats[seat];
    return private->stopped_from + ROOM_STOP_SECONDS - private->stopped_for;
}

int room_stop_left(const struct room *room, int seat, double now) {
    double left = ROOM_STOP_SECONDS - room->private->seats[seat].stopped_for;
    if (room->seats[seat].stopped) left = stop_ends(room, seat) - now;
    return left > 0 ? (int)ceil(left) : 0;
}

bool room_round_may_stop(const struct room *room, int seat) {
    return room->private->seats[seat].stopped_for < ROOM_STOP_SECONDS;
}

void room_round_give_up(struct room *room, int seat, double now) {
    int table_seat = 0;
    struct table *table = table_of(room, seat, &table_seat);
    struct player player = {.agent = player_standard(table->game), .budget = heir};
    room->private->seats[seat].gave_up = is_in_play(room, seat);
    room->seats[seat].left = true;
    room->private->changed = true;
    if (room->clock) room_round_stop(room, seat, true, now);
    if (room->clock || room->race) return;
    if (table_seat_agent(table, table_seat, player))
        room_round_end(room, hall_answer_no_memory, false, now);
    else
        name_seat(room, seat, &table->seats[table_seat]);
}

/* Time */

static void count_late(struct room *room, double now) {
    double period = room->private->tick_ms / 1000.0, late = now - room->private->tick_due;
    if (late > period / 2) room->hall->late += 1 + (uint64_t)(late / period);
}

static void run_tables(struct room *room, double now) {
    for (int i = 0; i < room->tables_count; i++) {
        struct table *table = room->tables[i];
        if (table->paused) table_pause(table, false, now); /* it lacked memory */
        if (!table_run(table, now)) continue;
        room->private->moved = now;
        if (room->race && is_won(room)) break;
    }
}

static void start_clocks(struct room *room, double now) {
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct room_seat *at = &room->seats[seat];
        if (!room_round_has(room, seat) || !at->stopped || now < stop_ends(room, seat)) continue;
        room_round_stop(room, seat, false, now);
        room_note(room, at->name, "used up the time to pause; the clock runs on.");
    }
}

/* Returns the persons who are to move in turns, as bits of seats of the table. */
static uint32_t awaited(const struct room *room) {
    return room->clock || room->race ? 0 : table_persons(room->tables[0]);
}

static void drop_sleepers(struct room *room, double now) {
    uint32_t sleepers = awaited(room);
    if (!sleepers || now < room->private->moved + ROOM_PRIVATE_TURN_SECONDS) return;
    for (int seat = 0; seat < room->seats_count && room->phase == ROOM_ROUND; seat++) {
        if (!room_round_has(room, seat) || !(sleepers >> room->seats[seat].place & 1)) continue;
        room_note(room, room->seats[seat].name, "did not move for too long; an agent plays on.");
        room_round_give_up(room, seat, now);
    }
}

void room_round_run(struct room *room, double now) {
    if (room->clock) count_late(room, now);
    run_tables(room, now);
    if (room->private->moved == now) room_round_count(room);
    start_clocks(room, now);
    drop_sleepers(room, now);
}

static double tables_due(const struct room *room, double now) {
    double due = INFINITY;
    for (int i = 0; i < room->tables_count; i++)
        due = fmin(due, room->tables[i]->paused ? now + retry_seconds : table_due(room->tables[i]));
    return due;
}

double room_round_due(const struct room *room, double now) {
    double due = tables_due(room, now);
    room->private->tick_due = room->clock && due > now ? due : INFINITY;
    for (int seat = 0; room->clock && seat < room->seats_count; seat++)
        if (room_round_has(room, seat) && room->seats[seat].stopped)
            due = fmin(due, stop_ends(room, seat));
    if (awaited(room)) due = fmin(due, room->private->moved + ROOM_PRIVATE_TURN_SECONDS);
    return due;
}

/* The end */

static void keep(struct room *room) {
    struct hall *hall = room->hall;
    struct hall_private_result *result = room->private->result;
    result->next = hall->private->results;
    if (result->next) result->next->prior = result;
    hall->private->results = result;
    hall->setup.keep(hall->setup.self, &result->result);
}

static void forget_ratings(struct room *room) {
    room->rated = false;
    for (int seat = 0; seat < room->seats_count; seat++)
        room->seats[seat].rating = room->seats[seat].gain = 0;
}

/* The keeper may answer at once. */
void room_round_end(struct room *room, const char *why, bool rated, double now) {
    struct room_private *private = room->private;
    struct text trouble = text_over(room->trouble, sizeof room->trouble);
    room->phase = ROOM_ENDING;
    room->until = INFINITY;
    private->told = false;
    private->changed = private->listed = true;
    room->hall->rounds++;
    forget_ratings(room);
    room_result_make(room, why, rated && private->acted, now);
    if (private->acted && !private->short_of_memory && room->hall->setup.keep) {
        keep(room);
        return;
    }
    if (private->short_of_memory) text_string(&trouble, hall_answer_no_memory);
    hall_free_result(room->hall, private->result);
    private->result = NULL;
    room_phase_card(room, now);
}
