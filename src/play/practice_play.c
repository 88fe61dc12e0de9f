/* Positions from games that an agent plays with itself: a move of the middle of a game is the
 * question. Where no clock runs, one is looked for that has something to find. */
#include "play/player.h"
#include "play/practice_find.h"
#include "play/session.h"
#include <string.h>

static const char stopped[] = "stopped before a position was found";

enum { NODES = 200, COACH_NODES = 500, ROUNDS_MAX = 400, TURNS_MAX = 160, ACTS_PER_TICK = 4 };
enum { TRIES = 10, LOOKS = 12, CHOICES_MIN = 2 };

/* The best move is so many points better than the next: else there is nothing to find. A look tells
 * too much or too little, so that the least is twice what grades call a difference. */
static const double gap_min = 0.5, gap_max = 10;

/* Of a game's own agents one of the middle, which are neither slow nor weak. */
const struct agent *practice_play_agent(const struct game *game) {
    static const char rollout[] = "rollout";
    struct text wrong = text_over((char[1]){0}, 1);
    const struct agent *agent;
    int count = 0;
    while (game->agents && game->agents[count]) count++;
    if (count) return game->agents[count == 1 ? 0 : (count + 1) / 2];
    if (player_find(game, rollout, sizeof rollout - 1, &agent, &wrong)) return agent;
    return player_standard(game);
}

/* A game on its way. */
struct playing {
    struct practice *practice;
    struct session session;
    struct rng rng; /* of the agent */
    int seat;       /* that acted last */
    bool starved, stopped;
};

static int count_choices(const struct session *session, int who) {
    return session->game->choices(session->state, who, session->scratch);
}

/* Asks an agent. Its host may say stop. */
static void ask(struct playing *playing, struct advisor *advisor, const void *state, int seat,
                bool only_best) {
    struct advice_query *query = &advisor->query;
    bool quick = advisor == playing->practice->player;
    game_copy(query->game, query->state, state);
    query->who = seat;
    query->budget = (struct budget){.nodes = quick ? NODES : COACH_NODES};
    query->rng = playing->rng;
    query->acts_per_tick = ACTS_PER_TICK;
    query->only_best = only_best;
    advice_ask(query, &advisor->verdict);
    playing->rng = query->rng;
    playing->stopped = advisor->verdict.advice.stopped ||
                       !host_go_on(playing->practice->host, 0, "looking for a position");
}

/* Lets a seat act that has a choice. */
static void act(struct playing *playing, int seat) {
    struct session *session = &playing->session;
    struct advisor *player = playing->practice->player;
    playing->seat = seat;
    ask(playing, player, session->state, seat, true);
    if (playing->stopped) return;
    action best = player->query.candidates[0].act;
    playing->starved = session_act(session, seat, best) < 0;
}

static bool goes_on(const struct playing *playing) {
    return !playing->starved && !playing->stopped &&
           !game_over(playing->session.game, playing->session.state);
}

/* The next seat that has a choice acts. */
static void play_turn(struct playing *playing, int seats) {
    int seat = (playing->seat + 1) % seats;
    for (int i = 1; i < seats && count_choices(&playing->session, seat) == 0; i++)
        seat = (seat + 1) % seats;
    act(playing, seat);
}

static void tick(struct playing *playing) {
    struct session *session = &playing->session;
    int64_t last = -1;
    while (goes_on(playing)) {
        int count = count_choices(session, CLOCK), i = 0;
        while (i < count && session->scratch[i].act <= last) i++;
        if (i == count) return;
        last = session->scratch[i].act;
        playing->starved = session_act(session, CLOCK, (action)last) < 0;
    }
}

/* Each seat acts as often as it may, then the clock ticks for all. */
static void play_round(struct playing *playing, int seats) {
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < ACTS_PER_TICK && goes_on(playing); i++)
            if (count_choices(&playing->session, seat) > 0) act(playing, seat);
    tick(playing);
}

static void play_game(struct playing *playing) {
    const struct session *session = &playing->session;
    const struct game *game = session->game;
    int seats = game->shape(session->state).seats;
    int rounds = 0, turns = 0;
    while (rounds < ROUNDS_MAX && turns < TURNS_MAX && goes_on(playing)) {
        bool clock = game->movers(session->state) >> CLOCK & 1;
        if (clock)
            play_round(playing, seats), rounds++;
        else
            play_turn(playing, seats), turns++;
    }
}

/* A walk through the moves of a game that was played, to find one worth a question. */
struct sifting {
    const struct session *session;
    void *state;
    bool clock;
    size_t moves, found, wanted; /* moves so far; those that will do; which of these to stop at */
    size_t first, last;          /* moves to look at */
    int who;                     /* of the move at which it stopped */
};

/* Where a clock runs, a move that follows luck is the first with what has just come in. */
static bool will_do(const struct sifting *sifting, size_t event) {
    const struct session *session = sifting->session;
    if (sifting->clock && (event == 0 || session->events[event - 1].event.who != CHANCE))
        return false;
    return session->game->choices(sifting->state, session->events[event].event.who,
                                  session->scratch) >= CHOICES_MIN;
}

/* Counts the moves that will do. Returns true at the wanted one, with the state before it. */
static bool sift(struct sifting *sifting) {
    const struct session *session = sifting->session;
    sifting->moves = sifting->found = 0;
    game_copy(session->game, sifting->state, session->origin);
    for (size_t i = 0; i < session->count; i++) {
        struct event event = session->events[i].event;
        sifting->moves += event.who < SEATS_MAX;
        sifting->who = event.who;
        bool looked = event.who < SEATS_MAX && sifting->moves >= sifting->first &&
                      sifting->moves <= sifting->last;
        if (looked && will_do(sifting, i) && sifting->found++ == sifting->wanted) return true;
        session->game->apply(sifting->state, event.who, event.act);
    }
    return false;
}

static bool has_clock(const struct session *session) {
    size_t i = 0;
    while (i < session->count && session->events[i].event.who != CLOCK) i++;
    return i < session->count;
}

/* Returns the points that an act brings at once. */
static int points_of(const struct advice_query *query, action act) {
    const struct game *game = query->game;
    game_copy(game, query->spare, query->state);
    game->apply(query->spare, query->who, act);
    return game->score(query->spare, query->who) - game->score(query->state, query->who);
}

/* Returns whether by this agent a move must be looked for: it is better than the next by neither
 * too little nor too much, and does not just score. */
static bool is_to_find(struct playing *playing, struct advisor *advisor, int who) {
    const struct candidate *found = advisor->query.candidates;
    ask(playing, advisor, playing->practice->state, who, false);
    if (playing->stopped || advisor->verdict.advice.count < CHOICES_MIN) return false;
    double gap = found[0].value - found[1].value;
    return gap >= gap_min && gap <= gap_max && points_of(&advisor->query, found[0].act) <= 0;
}

/* The player is quick, the coach is right: who answers is graded by the coach. */
static bool is_worth_asking(struct playing *playing, int who) {
    struct advisor *player = playing->practice->player, *coach = playing->practice->coach;
    return is_to_find(playing, player, who) && (coach == player || is_to_find(playing, coach, who));
}

/* Goes to a move of the middle of the game. False if none will do, or if it is stopped. With `any`
 * each will do where somebody has a choice. */
static bool choose(struct playing *playing, bool any, struct rng *rng) {
    struct practice *practice = playing->practice;
    const struct session *session = &playing->session;
    struct sifting sifting = {.session = session,
                              .state = practice->state,
                              .clock = has_clock(session),
                              .wanted = SIZE_MAX,
                              .last = SIZE_MAX};
    sift(&sifting);
    sifting.first = sifting.moves / 4 + 1;
    sifting.last = 3 * sifting.moves / 4 + 1;
    sift(&sifting);
    if (sifting.found == 0) return false;
    size_t moves = sifting.found;
    bool found = false;
    for (int i = 0; i < LOOKS && !found && !playing->stopped; i++) {
        sifting.wanted = rng_below(rng, (uint32_t)moves);
        sift(&sifting);
        found = any || sifting.clock || is_worth_asking(playing, sifting.who);
    }
    struct text note = text_over(practice->note, sizeof practice->note);
    practice->who = sifting.who;
    if (!sifting.clock) text_format(&note, "move %u of a game", (unsigned)sifting.moves);
    return found && !playing->stopped;
}

/* Plays a game and takes a position of it. Returns NULL; or what is wrong, practice_find_nothing if
 * another game may have one. */
static const char *try_game(struct practice *practice, bool any, struct rng luck) {
    const struct practice_setup *setup = &practice->setup;
    struct playing playing = {.practice = practice, .seat = -1};
    struct rng own = rng_new(luck.seed, luck.stream + TRIES);
    playing.rng = rng_new(rng_next(&own), 0);
    playing.starved = session_init(&playing.session, setup->game, setup->params, luck) < 0;
    if (!playing.starved) play_game(&playing);
    bool fine = !playing.starved && !playing.stopped && choose(&playing, any, &own);
    session_release(&playing.session);
    if (fine) return NULL;
    return playing.starved   ? practice_find_no_memory
           : playing.stopped ? stopped
                             : practice_find_nothing;
}

const char *practice_play_find(struct practice *practice) {
    char seed[PRACTICE_FIND_SEED_BYTES];
    const char *wrong = practice_find_nothing;
    practice_find_seed(practice, seed);
    uint64_t number = rng_from_string(seed, strlen(seed)).seed;
    for (int i = 0; i < TRIES && wrong == practice_find_nothing; i++)
        wrong = try_game(practice, i >= TRIES / 2, rng_new(number, (uint64_t)i));
    return wrong;
}
