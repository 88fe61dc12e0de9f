/* The players of falls. All are one: they differ in how far they look, how fast they press keys and
 * how much they err. */
#include "base/hash.h"
#include "game/agent.h"
#include "search.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct character {
    struct falls_skill skill;
    double mistakes; /* how much worse a place may seem to be as good, in capsules */
};

enum { SENDING = FALLS_WORTH_UNIT / 2 };
#define HURRY 10   /* to let a capsule land just before a tick in a crowded field, in capsules */
enum { ACTS = 4 }; /* key presses between two ticks if nobody tells */
#define VIRUSES_A_CAPSULE 0.75
#define ERROR 0.25

static const struct character novice = {{2, 1, 0}, 0.3};
static const struct character casual = {{3, 1, 0}, 0.16};
static const struct character steady = {{3, 2, 0}, 0.4};
static const struct character sharp = {{3, 2, SENDING}, 0.25};
static const struct character master = {{4, 2, SENDING}, 0};
static const struct character clearer = {{FALLS_PACE_MAX, 3, SENDING}, 0};

struct thinker {
    const struct character *character;
    struct falls_search *search;
    struct falls_steering steering;
    uint64_t answers, seed, stream; /* what the steering was found for */
    struct falls_pulse pulse[SEATS_MAX];
};

static bool suits(const struct game *game) {
    return game == &falls_game;
}

static void release(void *self) {
    struct thinker *thinker = self;
    if (!thinker) return;
    falls_search_free(thinker->search);
    free(thinker);
}

static void *init_as(const struct character *character, const struct host *host) {
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker) return NULL;
    thinker->character = character;
    thinker->search = falls_search_new(host, &character->skill);
    if (thinker->search) return thinker;
    release(thinker);
    return NULL;
}

/* A capsule in flight: its place with the colours in ascending order, so that turning it asks the
 * same question. */
struct flight {
    falls_set taken;
    int place, done; /* done: as falls_pulse_now tells */
    uint8_t colours[2];
};

static struct flight flight_of(const struct falls_player *player) {
    struct flight flight = {.taken = falls_taken(&player->settled),
                            .place = falls_place_of(player),
                            .done = FALLS_PULSE_UNKNOWN};
    int col = flight.place % FALLS_COLS, low = FALLS_COLS * (FALLS_ROWS - 1) + col;
    int first = falls_colour_at(&player->moving, low);
    int second = falls_colour_at(&player->moving, player->moving.down ? low - FALLS_COLS : low + 1);
    bool swapped = first > second;
    flight.colours[0] = (uint8_t)(swapped ? second : first);
    flight.colours[1] = (uint8_t)(swapped ? first : second);
    if (swapped) flight.place ^= FALLS_POSES / 2;
    return flight;
}

static bool within(const struct falls_reach *part, const struct falls_reach *whole) {
    uint32_t outside = 0;
    for (int row = 0; row < FALLS_ROWS; row++) outside |= part->rest[row] & ~whole->rest[row];
    return !outside;
}

/* Lists the places that the search rates: all that a capsule can get to from the top, so that the
 * question stays the same while it falls; if it can get to others, all from where it is. */
static void list_places(const struct flight *flight, struct falls_reach *places) {
    struct falls_reach now;
    falls_reach_all(flight->taken, FALLS_SPAWN, places);
    for (int row = 0; row < FALLS_ROWS; row++)
        places->rest[row] |= places->rest[row] << 16 | places->rest[row] >> 16;
    falls_reach_all(flight->taken, flight->place, &now);
    if (!within(&now, places)) *places = now;
}

/* Lists the places that an act may lead to. */
static void list_after(const struct flight *flight, int64_t act, struct falls_reach *places) {
    if (act < 0 || act >= FALLS_MOVES) return;
    int after = falls_place_after(flight->taken, flight->place, (int)act);
    if (after >= 0) falls_reach_all(flight->taken, after, places);
    if (after < 0 && act == FALLS_DROP)
        places->rest[flight->place / FALLS_POSES] = UINT32_C(1) << flight->place % FALLS_POSES;
    if (flight->colours[0] != flight->colours[1]) return;
    for (int row = 0; row < FALLS_ROWS; row++)
        places->rest[row] = (places->rest[row] | places->rest[row] >> 16) & 0xFFFF;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return !a || (b && b < a) ? b : a;
}

static void put_question(const struct agent_question *asked, const struct flight *flight,
                         const struct character *character, struct falls_question *question) {
    const struct falls *falls = asked->state;
    const struct falls_player *player = &falls->player[asked->who];
    struct budget budget = asked->budget;
    int acts = asked->acts_per_tick > 0 ? asked->acts_per_tick : ACTS;
    int next = falls->capsules[player->drawn - falls->first];
    memset(question, 0, sizeof *question);
    question->field = (struct falls_field){player->settled, player->virus};
    list_places(flight, &question->places);
    list_after(flight, asked->act, &question->care);
    memcpy(question->incoming, player->incoming, sizeof question->incoming);
    memcpy(question->colours, flight->colours, sizeof question->colours);
    question->next[0] = (uint8_t)(next / 3 + 1), question->next[1] = (uint8_t)(next % 3 + 1);
    question->units = player->units;
    question->rivals = (uint8_t)__builtin_popcount(falls->playing & ~(1u << asked->who));
    question->nodes = smaller(budget.nodes, budget.rollouts);
    question->milliseconds = budget.milliseconds;
    question->beat = (uint8_t)(acts < FALLS_BEAT_MAX ? acts : FALLS_BEAT_MAX);
    if (acts > character->skill.acts) acts = character->skill.acts;
    if (acts < FALLS_PACE_MAX) question->beat = (uint8_t)acts;
    /* Who counts key presses lets capsules land with a tick, so that the next one begins with all
     * of them. Otherwise, one may land with the last key press, and the next falls before it moves.
     */
    question->pace = (struct falls_pace){(uint8_t)acts, 0};
    if (question->beat == asked->acts_per_tick) question->pace.left = (uint8_t)acts;
}

/* Draws a number that errs as if places were picked by softmax. It is the same for the same place
 * as long as the capsule falls. */
static double mistake(uint64_t seed, int place, const struct rng *rng) {
    struct rng own = rng_new(seed ^ rng->seed, rng->stream ^ (uint64_t)place << 32);
    double share = (rng_next(&own) + 0.5) / 4294967296.0;
    return log(-log(share));
}

static double hurry_at(const struct falls_option *option) {
    falls_set taken = falls_taken(&option->field.settled);
    return falls_byte(taken, 1) | falls_byte(taken, 2) ? HURRY : 0;
}

static void put_rest(struct falls_steering *steering, int place, double cost, double hurry) {
    steering->rest[place] = cost;
    steering->hurry[place] = hurry;
}

/* Finds the way to each place, by the cost that it seems to have. */
static void steer(struct thinker *thinker, const struct flight *flight, const struct rng *rng) {
    const struct falls_search *search = thinker->search;
    struct falls_steering *steering = &thinker->steering;
    double mistakes = thinker->character->mistakes;
    bool alike = flight->colours[0] == flight->colours[1];
    uint64_t seed = hash_bytes(&search->question, offsetof(struct falls_question, nodes));
    for (int i = 0; i < FALLS_PLACES; i++) put_rest(steering, i, INFINITY, 0);
    for (int i = 0; i < search->count; i++) {
        const struct falls_option *option = &search->options[i];
        double cost = (double)option->cost / FALLS_WORTH_UNIT;
        if (mistakes > 0) cost += mistakes * mistake(seed, option->place, rng);
        put_rest(steering, option->place, cost, hurry_at(option));
        if (alike) put_rest(steering, option->place ^ FALLS_POSES / 2, cost, hurry_at(option));
    }
    falls_steer(steering, flight->taken, search->question.beat);
}

/* While a capsule falls, the way stays the same. */
static void steer_if_new(struct thinker *thinker, const struct flight *flight,
                         const struct rng *rng) {
    bool same = thinker->answers == thinker->search->answers && thinker->seed == rng->seed &&
                thinker->stream == rng->stream;
    if (!same) steer(thinker, flight, rng);
    thinker->answers = thinker->search->answers;
    thinker->seed = rng->seed, thinker->stream = rng->stream;
}

static void put_candidate(struct advice *advice, struct candidate candidate) {
    int at = advice->count++;
    for (; at > 0 && advice->candidates[at - 1].value < candidate.value; at--)
        advice->candidates[at] = advice->candidates[at - 1];
    advice->candidates[at] = candidate;
}

/* Returns the capsules that a seat's field still takes, at first sight, with what waits for it. */
static double need(const struct falls_search *search, const struct falls *falls, int seat) {
    const struct falls_player *player = &falls->player[seat];
    struct falls_field field = {player->settled, player->virus};
    struct falls_view view;
    falls_look(&search->worth, &field, &view);
    int32_t cost = falls_rate(&search->worth, &view, &field);
    for (int unit = 0; unit < player->units; unit++)
        for (int i = 0; i < FALLS_UNIT_MAX; i++) cost += player->incoming[unit][i] ? SENDING : 0;
    return (double)cost / FALLS_WORTH_UNIT;
}

/* Returns the capsules that the best act is worth: by so many fewer than the best rival needs, both
 * at first sight; or than par, if there is no rival. */
static double lead(const struct falls_search *search, const struct falls *falls, int who,
                   double cost) {
    double least = INFINITY;
    for (int seat = 0; seat < falls->players; seat++)
        if (seat != who && falls->playing >> seat & 1)
            least = fmin(least, need(search, falls, seat));
    if (least < INFINITY) return least - need(search, falls, who);
    return falls_count(falls->player[who].virus) / VIRUSES_A_CAPSULE - cost;
}

/* The line is what happens while the clock stands still; where the capsule would wait for a tick,
 * it drops. */
static void put_line(const struct falls_steering *steering, const struct flight *flight,
                     struct advice *advice) {
    uint32_t seen[FALLS_ROWS] = {0};
    for (int place = flight->place; place >= 0 && advice->line_count < ADVICE_LINE_MAX;) {
        uint32_t *row = &seen[place / FALLS_POSES], pose = UINT32_C(1) << place % FALLS_POSES;
        int done = advice->line_count ? FALLS_PULSE_UNKNOWN : flight->done;
        int act = *row & pose ? FALLS_DROP : falls_steering_act(steering, place, done);
        *row |= pose;
        advice->line[advice->line_count++] = (action)act;
        place = falls_place_after(flight->taken, place, act);
    }
}

/* The act to play comes first, before others as good. */
static void put_candidates(const struct thinker *thinker, const struct flight *flight,
                           const struct falls *falls, int who, struct advice *advice) {
    const struct falls_steering *steering = &thinker->steering;
    int best = falls_steering_act(steering, flight->place, flight->done);
    double least = falls_steering_cost(steering, flight->place, best, flight->done);
    double ahead = lead(thinker->search, falls, who, least);
    for (int i = 0; i < FALLS_MOVES; i++) {
        int act = (best + i) % FALLS_MOVES;
        double cost = falls_steering_cost(steering, flight->place, act, flight->done);
        if (cost == INFINITY) continue;
        put_candidate(advice, (struct candidate){
                                  .act = (action)act,
                                  .value = (ahead + least - fmax(cost, least)) * VIRUSES_A_CAPSULE,
                                  .error = ERROR,
                                  .visits = (uint64_t)thinker->search->count,
                              });
    }
}

static void think(void *self, const struct agent_question *asked, struct advice *advice) {
    struct thinker *thinker = self;
    const struct falls *falls = asked->state;
    const struct falls_player *player = &falls->player[asked->who];
    struct falls_pulse *pulse = &thinker->pulse[asked->who];
    struct flight flight = flight_of(player);
    struct falls_question question;
    put_question(asked, &flight, thinker->character, &question);
    if (question.pace.left) flight.done = falls_pulse_now(pulse, player, question.beat);
    falls_search_ask(thinker->search, &question);
    steer_if_new(thinker, &flight, asked->rng);
    *advice = (struct advice){.candidates = advice->candidates,
                              .nodes = thinker->search->nodes,
                              .stopped = thinker->search->stopped};
    put_candidates(thinker, &flight, falls, asked->who, advice);
    put_line(&thinker->steering, &flight, advice);
    falls_pulse_press(pulse, player, (int)advice->line[0], flight.done);
}

static const struct agent_objective objectives[] = {{"game", "viruses ahead, at 3 for 4 capsules"},
                                                    {NULL, NULL}};

#define CHARACTER(who, words)                                                                      \
    static void *init_##who(const struct game *game, const struct host *host) {                    \
        (void)game;                                                                                \
        return init_as(&who, host);                                                                \
    }                                                                                              \
    static const struct agent agent_##who = {                                                      \
        .name = #who,                                                                              \
        .summary = words,                                                                          \
        .objectives = objectives,                                                                  \
        .weights = &falls_numbers_weights,                                                         \
        .suits = suits,                                                                            \
        .init = init_##who,                                                                        \
        .think = think,                                                                            \
        .release = release,                                                                        \
    }

CHARACTER(novice, "sees only the capsule that falls, presses few keys and errs often");
CHARACTER(casual, "sees only the capsule that falls and errs at times");
CHARACTER(steady, "looks at the next capsule, too, and errs at times");
CHARACTER(sharp, "looks at the next capsule, too, and seldom errs");
CHARACTER(master, "looks at the next capsule, too, and does not err");
CHARACTER(clearer, "also looks at the capsules that may follow, as far as time allows");

const struct agent *const falls_agents[] = {
    &agent_clearer, &agent_master, &agent_sharp, &agent_steady, &agent_casual, &agent_novice, NULL};
