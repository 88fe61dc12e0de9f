/* Plays one game after the other. All luck comes from the seed and the number of the group; each
 * agent's own generator has a seed that tells nothing about the luck of the game. */
#include "play/match_worker.h"
#include "agents/mind.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LUCK, FIRST_AGENT, LANES_BITS = 16 }; /* streams of a group */

int match_worker_init(struct match_worker *worker, const struct match_plan *plan,
                      const struct host *host,
                      bool (*go_on)(void *self, double done, const char *message)) {
    const struct game *game = plan->game;
    memset(worker, 0, sizeof *worker);
    worker->plan = plan;
    host_part_init(&worker->part, host, go_on);
    worker->part.host.threads = 1;
    worker->part.host.share = NULL;
    worker->state = malloc(game->state_max);
    worker->view = malloc(game->state_max);
    worker->choices = malloc(sizeof *worker->choices * (size_t)game->choices_max);
    worker->advice.candidates =
        malloc(sizeof *worker->advice.candidates * (size_t)game->choices_max);
    if (!worker->state || !worker->view || !worker->choices || !worker->advice.candidates)
        return -1;
    for (int i = 0; i < plan->count; i++)
        if (!(worker->minds[i] = mind_open(plan->players[i].agent, game, &worker->part.host)))
            return -1;
    worker->part.host.load = NULL;
    worker->part.host.warn = NULL;
    return 0;
}

void match_worker_release(struct match_worker *worker) {
    for (int i = 0; worker->plan && i < worker->plan->count; i++) mind_close(worker->minds[i]);
    free(worker->state);
    free(worker->view);
    free(worker->choices);
    free(worker->advice.candidates);
}

/* Keeps an event that is about to happen, if somebody wants to know. */
static bool note(void *self, struct event event) {
    struct match_worker *worker = self;
    struct match_game *game = worker->game;
    if (!worker->plan->tell) return true;
    if (game->count == game->capacity) {
        size_t capacity = game->capacity ? 2 * game->capacity : 256;
        struct event *events = realloc(game->events, capacity * sizeof *events);
        worker->starved = !events;
        if (!events) return false;
        game->events = events;
        game->capacity = capacity;
    }
    game->events[game->count++] = event;
    return true;
}

static bool settle(struct match_worker *worker) {
    return game_settle(worker->plan->game, worker->state, &worker->luck, worker->choices, note,
                       worker);
}

static bool play(struct match_worker *worker, int who, action act) {
    if (!note(worker, (struct event){who, act})) return false;
    worker->plan->game->apply(worker->state, who, act);
    return settle(worker);
}

static uint64_t stream_of(int64_t group, int lane) {
    return (uint64_t)group << LANES_BITS | (uint64_t)lane;
}

static struct rng agent_rng(uint64_t seed, uint64_t stream) {
    struct rng from = rng_new(seed, stream);
    uint64_t high = rng_next(&from), low = rng_next(&from);
    return rng_new(high << 32 | low, 0);
}

/* Agents that play alone have the same generator in all games of a group: one that plays twice does
 * the same twice. */
static void set_luck(struct match_worker *worker, int64_t number) {
    const struct match_plan *plan = worker->plan;
    int64_t group = number / plan->group;
    int turn = plan->seats == 1 ? 0 : (int)(number % plan->group);
    worker->luck = rng_new(plan->seed, stream_of(group, LUCK));
    for (int seat = 0; seat < plan->seats; seat++)
        worker->rngs[seat] =
            agent_rng(plan->seed, stream_of(group, FIRST_AGENT + SEATS_MAX * turn + seat));
}

static void begin(struct match_worker *worker, int64_t number, struct match_game *game) {
    const struct match_plan *plan = worker->plan;
    *game = (struct match_game){.number = number};
    for (int seat = 0; seat < plan->seats; seat++)
        game->agents[seat] = match_plan_agent(plan, number, seat);
    worker->game = game;
    worker->seat = -1;
    worker->acts = worker->ticks = 0;
    worker->highest = 0;
    set_luck(worker, number);
    plan->game->start(worker->state, plan->params);
}

static void end(struct match_worker *worker) {
    const struct game *rules = worker->plan->game;
    struct match_game *game = worker->game;
    game->finished = game_over(rules, worker->state);
    game->winners = rules->winners(worker->state);
    for (int seat = 0; seat < worker->plan->seats; seat++)
        game->scores[seat] = rules->score(worker->state, seat);
}

/* What a seat may see of the state. */
static const void *look(struct match_worker *worker, int seat) {
    const struct game *game = worker->plan->game;
    if (!game->hide) return worker->state;
    game_copy(game, worker->view, worker->state);
    game->hide(worker->view, seat);
    return worker->view;
}

/* Keeps who thinks in place of an agent that does not know the state. */
static void note_other(struct match_worker *worker, int agent, const void *state) {
    const struct agent *who = mind_for(worker->minds[agent], state);
    if (who != worker->plan->players[agent].agent) worker->others[agent] = who;
}

static action think(struct match_worker *worker, int seat) {
    const struct match_plan *plan = worker->plan;
    int agent = worker->game->agents[seat];
    const struct player *player = &plan->players[agent];
    struct agent_question question = {
        .state = look(worker, seat),
        .who = seat,
        .budget = player->budget,
        .rng = &worker->rngs[seat],
        .act = AGENT_NO_ACT,
        .acts_per_tick = plan->acts_per_tick,
        .only_best = true,
    };
    struct budget *budget = &question.budget;
    if (!budget->nodes && !budget->rollouts && !budget->milliseconds) budget->nodes = MATCH_NODES;
    note_other(worker, agent, question.state);
    double before = host_seconds(&worker->part.host);
    mind_think(worker->minds[agent], &question, &worker->advice);
    stats_times_add(&worker->times[agent], host_seconds(&worker->part.host) - before);
    return worker->advice.candidates[0].act;
}

/* Lets a seat act that has a choice. Returns false if the match is stopped. */
static bool act(struct match_worker *worker, int seat) {
    action best = think(worker, seat);
    if (!host_go_on(&worker->part.host, 0, "")) return false;
    assert(!worker->plan->game->refuse(worker->state, seat, best));
    worker->seat = seat;
    worker->acts++;
    worker->game->acts[seat]++;
    return play(worker, seat, best);
}

static bool has_choice(struct match_worker *worker, int seat) {
    return worker->plan->game->choices(worker->state, seat, worker->choices) > 0;
}

/* The next seat that has a choice acts. */
static bool play_turn(struct match_worker *worker) {
    int seats = worker->plan->seats, seat = (worker->seat + 1) % seats;
    for (int i = 1; i < seats && !has_choice(worker, seat); i++) seat = (seat + 1) % seats;
    return act(worker, seat);
}

/* Returns the clock's first act after another one, or -1. */
static int64_t next_tick(struct match_worker *worker, int64_t last) {
    int count = worker->plan->game->choices(worker->state, CLOCK, worker->choices);
    for (int i = 0; i < count; i++)
        if (worker->choices[i].act > last) return worker->choices[i].act;
    return -1;
}

static bool tick(struct match_worker *worker) {
    int64_t last = -1;
    while ((last = next_tick(worker, last)) >= 0) {
        worker->ticks++;
        if (!play(worker, CLOCK, (action)last)) return false;
    }
    return true;
}

/* Returns whether a seat acted as often as the plan lets it. */
static bool is_spent(const struct match_worker *worker, int seat) {
    return worker->plan->acts && worker->game->acts[seat] >= worker->plan->acts;
}

/* Each seat acts as often as it may and has a choice, then the clock ticks for all. */
static bool play_round(struct match_worker *worker) {
    for (int seat = 0; seat < worker->plan->seats; seat++)
        for (int i = 0;
             i < worker->plan->acts_per_tick && has_choice(worker, seat) && !is_spent(worker, seat);
             i++)
            if (!act(worker, seat)) return false;
    return tick(worker) && host_go_on(&worker->part.host, 0, "");
}

static bool is_cut(const struct match_worker *worker) {
    for (int seat = 0; seat < worker->plan->seats; seat++)
        if (is_spent(worker, seat)) return true;
    return worker->ticks >= (int64_t)MATCH_ACTS_ALONE * worker->plan->seats;
}

static bool is_endless(struct match_worker *worker) {
    int64_t most = (int64_t)MATCH_ACTS_MAX * worker->plan->seats;
    int score = worker->plan->seats == 1 ? worker->plan->game->score(worker->state, 0) : 0;
    if (score > worker->highest) {
        worker->highest = score;
        worker->acts = worker->ticks = 0;
    }
    return worker->acts >= most || worker->ticks >= most ||
           worker->game->acts[0] >= MATCH_ACTS_ALONE;
}

bool match_worker_play(struct match_worker *worker, int64_t number, struct match_game *game) {
    const struct game *rules = worker->plan->game;
    begin(worker, number, game);
    bool fine = settle(worker);
    while (fine && !game_over(rules, worker->state) &&
           !(worker->plan->acts ? is_cut(worker) : is_endless(worker)))
        fine = rules->movers(worker->state) >> CLOCK & 1 ? play_round(worker) : play_turn(worker);
    end(worker);
    return fine;
}
