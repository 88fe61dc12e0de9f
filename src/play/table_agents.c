/* Agents at a table. In turns, an agent is asked about each position in which it is to move, and
 * plays when the move before it was shown long enough. In real time, it is asked when its time to
 * act has come, and acts as soon as it has an answer: a few times from tick to tick, so that it
 * looks human. */
#include "play/table_private.h"
#include <math.h>

enum { TURN_MS = 300, REAL_TIME_MS = 30, ACT_MS = 100 }; /* ACT_MS: from act to act, in real time */
enum { FIRST_STREAM = 1 << 16 };

/* The agent's seed tells nothing about the luck of the game. */
static struct rng rng_of(struct rng luck, int seat) {
    struct rng from = rng_new(luck.seed, luck.stream + FIRST_STREAM + (uint64_t)seat);
    uint64_t high = rng_next(&from);
    return rng_new(high << 32 | rng_next(&from), (uint64_t)seat);
}

static struct thinker *make(const struct table *table, const struct agent *agent) {
    const struct table_setup *setup = &table->private->setup;
    return setup->pool ? thinker_new_in(setup->pool, table->game, agent, setup->wake, setup->self)
                       : thinker_new(table->game, agent, setup->host, setup->wake, setup->self);
}

bool table_agents_make(struct table *table) {
    struct table_private *private = table->private;
    for (int seat = 0; seat < table->seats_count; seat++) {
        const struct agent *agent = table->seats[seat].player.agent;
        private->rngs[seat] = rng_of(table->session.rng, seat);
        if (agent && !(private->thinkers[seat] = make(table, agent))) return false;
    }
    return true;
}

bool table_agents_seat(struct table *table, int seat, struct player player) {
    struct thinker **thinker = &table->private->thinkers[seat];
    struct thinker *next = player.agent ? make(table, player.agent) : NULL;
    if (player.agent && !next) return false;
    thinker_free(*thinker);
    *thinker = next;
    table->seats[seat].player = player;
    return true;
}

void table_agents_free(struct table *table) {
    for (int seat = 0; seat < SEATS_MAX; seat++) thinker_free(table->private->thinkers[seat]);
}

void table_agents_drop(struct table *table) {
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (table->private->thinkers[seat]) thinker_drop(table->private->thinkers[seat]);
}

/* Whoever's clock stands waits. */
static bool has_choice(const struct table *table, int seat) {
    const struct session *session = &table->session;
    if (table->stopped >> seat & 1) return false;
    return table->game->choices(session->state, seat, session->scratch) > 0;
}

static int acts_per_tick(const struct table *table) {
    double acts = floor(table_period(table) * 1000 / ACT_MS);
    return acts < 1 ? 1 : acts > ADVICE_ACTS_PER_TICK_MAX ? ADVICE_ACTS_PER_TICK_MAX : (int)acts;
}

static void ask(struct table *table, int seat) {
    struct table_private *private = table->private;
    struct advice_query query = {
        .who = seat,
        .budget = table->seats[seat].player.budget,
        .rng = private->rngs[seat],
        .act = AGENT_NO_ACT,
        .acts_per_tick = private->clock ? acts_per_tick(table) : 0,
    };
    struct budget *budget = &query.budget;
    if (!budget->nodes && !budget->rollouts && !budget->milliseconds)
        budget->milliseconds = private->clock ? REAL_TIME_MS : TURN_MS;
    thinker_ask(private->thinkers[seat], table->session.state, &query);
}

/* Takes the answer of an agent, which must be there. */
static action take_answer(struct table *table, int seat) {
    const struct advisor *answer = thinker_answer(table->private->thinkers[seat]);
    action act = answer->verdict.advice.candidates[0].act;
    table->private->rngs[seat] = answer->query.rng;
    thinker_drop(table->private->thinkers[seat]);
    return act;
}

/* Returns the agent's seat that is to move, or -1. */
static int find_turn(const struct table *table) {
    uint32_t movers = table->game->movers(table->session.state);
    for (int seat = 0; seat < table->seats_count; seat++)
        if (movers >> seat & 1 && table->private->thinkers[seat] && has_choice(table, seat))
            return seat;
    return -1;
}

static bool is_asked(const struct table *table, int seat) {
    struct thinker *thinker = table->private->thinkers[seat];
    return thinker_busy(thinker) || thinker_answer(thinker);
}

static double shown_until(const struct table *table) {
    return table->private->changed + table->private->setup.slow_ms / 1000.0;
}

/* An agent that meets the same position again after an undo moves as it did. */
static bool run_turn(struct table *table, double now) {
    int seat = find_turn(table);
    if (seat < 0) return false;
    int64_t act = table_undone(table, seat);
    if (act < 0 && !is_asked(table, seat)) ask(table, seat);
    if (now < shown_until(table)) return false;
    if (act < 0 && !thinker_answer(table->private->thinkers[seat])) return false;
    return table_play(table, seat, act < 0 ? take_answer(table, seat) : (action)act, now);
}

/* Returns when an agent may act next in real time; INFINITY if it has no choice now. */
static double act_due(const struct table *table, int seat) {
    const struct table_private *private = table->private;
    double from = fmax(private->ticked, private->acted[seat]);
    if (!has_choice(table, seat)) return INFINITY;
    return from + table_period(table) / (acts_per_tick(table) + 1);
}

static bool run_seat(struct table *table, int seat, double now) {
    struct table_private *private = table->private;
    struct thinker *thinker = private->thinkers[seat];
    if (thinker_answer(thinker)) {
        action act = take_answer(table, seat);
        private->acted[seat] = now;
        return !table->game->refuse(table->session.state, seat, act) &&
               table_play(table, seat, act, now);
    }
    if (!thinker_busy(thinker) && now >= act_due(table, seat)) ask(table, seat);
    return false;
}

bool table_agents_run(struct table *table, double now) {
    bool acted = false;
    if (!table->private->clock) {
        while (!table->paused && run_turn(table, now)) acted = true;
        return acted;
    }
    for (int seat = 0; seat < table->seats_count && !table->paused; seat++)
        if (table->private->thinkers[seat]) acted |= run_seat(table, seat, now);
    return acted;
}

static double seat_due(const struct table *table, int seat) {
    struct thinker *thinker = table->private->thinkers[seat];
    if (thinker_answer(thinker)) return table->private->acted[seat];
    return thinker_busy(thinker) ? INFINITY : act_due(table, seat);
}

double table_agents_due(const struct table *table) {
    const struct table_private *private = table->private;
    double due = INFINITY;
    int turn = private->clock ? -1 : find_turn(table);
    for (int seat = 0; private->clock && seat < table->seats_count; seat++)
        if (private->thinkers[seat]) due = fmin(due, seat_due(table, seat));
    if (turn < 0) return due;
    if (table_undone(table, turn) >= 0) return shown_until(table);
    if (!is_asked(table, turn)) return private->changed;
    return thinker_answer(private->thinkers[turn]) ? shown_until(table) : INFINITY;
}
