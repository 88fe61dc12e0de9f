/* The rollout agent plays random games after each act and takes the act with the best mean.
 *
 * It races: each round shares its games evenly among the acts that are still in, and then the worse
 * half is out. Game number j of every act meets the same luck, so that acts differ by what they do
 * and not by luck. A round is shared into parts, game j of act i belonging to part (i + j) modulo
 * their number; the answer does not depend on how many threads run them. */
#include "agents/agents.h"
#include "agents/effort.h"
#include "agents/sim.h"
#include "agents/tally.h"
#include <stdlib.h>
#include <string.h>

/* When the first is taken to be the best: after so many games, by so many standard errors. */
enum { SURE_GAMES = 32 };
static const double sure = 3.1;
#define ALONE 0.1 /* the share of the budget for an act without alternative */

/* An act in the race. */
struct entrant {
    action act;
    int order;    /* before the first game: by what the act scores at once, then by chance */
    double guess; /* what it is worth if it scores no more */
    bool asked;   /* it is the question's act, and stays in */
    struct tally tally;
};

struct part {
    struct sim sim;
    struct tally *tallies;    /* of this round, by entrant */
    uint64_t nodes, rollouts; /* spent in this round */
    uint64_t next;            /* no game has this number or a larger one */
};

struct race {
    const struct game *game;
    const struct host *host;
    struct part parts[EFFORT_PARTS_MAX];
    struct entrant *entrants; /* best first; the first `in` of `count` are still in */
    /* Of the current question: */
    const struct agent_question *question;
    struct effort effort;
    int part_count, count, in, horizon;
    uint64_t seed, game_number; /* game_number: of the round's first games */
    double base;
    double quota; /* the share of all the work up to which this round goes */
    double spent; /* the share before it */
    uint64_t nodes, rollouts;
    atomic_bool round_over;
};

static bool rollout_suits(const struct game *game) {
    (void)game;
    return true;
}

static void rollout_release(void *agent) {
    struct race *race = agent;
    if (!race) return;
    for (int i = 0; i < EFFORT_PARTS_MAX; i++) {
        sim_release(&race->parts[i].sim);
        free(race->parts[i].tallies);
    }
    free(race->entrants);
    free(race);
}

static void *rollout_init(const struct game *game, const struct host *host) {
    struct race *race = calloc(1, sizeof *race);
    size_t most = (size_t)game->choices_max;
    if (!race) return NULL;
    race->game = game;
    race->host = host;
    race->entrants = malloc(most * sizeof *race->entrants);
    bool fine = race->entrants != NULL;
    for (int i = 0; i < EFFORT_PARTS_MAX; i++) {
        fine &= sim_init(&race->parts[i].sim, game) == 0;
        race->parts[i].tallies = malloc(most * sizeof *race->parts[i].tallies);
        fine &= race->parts[i].tallies != NULL;
    }
    if (fine) return race;
    rollout_release(race);
    return NULL;
}

static void play_game(struct race *race, struct part *part, int i, uint64_t number) {
    struct sim *sim = &part->sim;
    const struct agent_question *question = race->question;
    sim->luck = rng_new(race->seed, 2 * number);
    sim->rng = rng_new(race->seed, 2 * number + 1);
    sim_begin(sim, question->state, question->who);
    sim_apply(sim, question->who, race->entrants[i].act);
    sim_play(sim, race->horizon - 1);
    double value = sim_value(race->game, sim->state, question->who) - race->base;
    tally_add(&part->tallies[i], value);
    part->rollouts++;
    part->nodes = sim->nodes;
}

/* Returns whether a part is to play another game. With nodes or rollouts each part has an equal
 * share of the round's; else the clock ends the round. */
static bool goes_on(struct race *race, const struct part *part, bool leads) {
    double mine = effort_spent(&race->effort, part->nodes, part->rollouts) * race->part_count;
    double all = race->spent + (race->effort.counted ? mine : 0);
    if (!effort_go_on(&race->effort, leads, all < race->quota ? all : race->quota)) return false;
    if (race->effort.counted) return all < race->quota;
    if (leads && race->effort.done >= race->quota) atomic_store(&race->round_over, true);
    return !atomic_load(&race->round_over);
}

static void clear_part(struct race *race, struct part *part) {
    part->rollouts = part->nodes = part->sim.nodes = 0;
    part->next = race->game_number;
    memset(part->tallies, 0, (size_t)race->in * sizeof *part->tallies);
}

static void run_part(void *self, int number, bool leads) {
    struct race *race = self;
    struct part *part = &race->parts[number];
    clear_part(race, part);
    for (uint64_t game = race->game_number;; game++)
        for (int i = 0; i < race->in; i++) {
            if ((game + (uint64_t)i) % (uint64_t)race->part_count != (uint64_t)number) continue;
            bool first = number == 0 && game == 0 && i == 0;
            if (!goes_on(race, part, leads) && !(first && !effort_stopped(&race->effort))) return;
            play_game(race, part, i, game);
            part->next = game + 1;
        }
}

static void wait_for_parts(void *self) {
    struct race *race = self;
    effort_go_on(&race->effort, true, race->spent);
    if (!race->effort.counted && race->effort.done >= race->quota)
        atomic_store(&race->round_over, true);
}

static int by_mean(const void *a, const void *b) {
    const struct entrant *one = a, *two = b;
    double m = tally_mean(&one->tally), n = tally_mean(&two->tally);
    if (m > n || m < n) return m > n ? -1 : 1;
    return one->order - two->order;
}

static int by_guess(const void *a, const void *b) {
    const struct entrant *one = a, *two = b;
    if (one->asked != two->asked) return one->asked ? -1 : 1;
    if (one->guess > two->guess || one->guess < two->guess) return one->guess > two->guess ? -1 : 1;
    return one->order - two->order;
}

/* Adds up what the parts found, and sorts those still in. */
static void merge(struct race *race) {
    for (int p = 0; p < race->part_count; p++) {
        const struct part *part = &race->parts[p];
        for (int i = 0; i < race->in; i++) tally_merge(&race->entrants[i].tally, &part->tallies[i]);
        race->nodes += part->nodes;
        race->rollouts += part->rollouts;
        if (part->next > race->game_number) race->game_number = part->next;
    }
    qsort(race->entrants, (size_t)race->in, sizeof *race->entrants, by_mean);
}

/* Returns whether the first is better than another that is in, almost surely. */
static bool is_better(const struct entrant *one, const struct entrant *two) {
    if (one->tally.count < SURE_GAMES || two->tally.count < SURE_GAMES) return false;
    double gap = tally_mean(&one->tally) - tally_mean(&two->tally);
    return gap > sure * sqrt(tally_variance(&one->tally) / (double)one->tally.count +
                             tally_variance(&two->tally) / (double)two->tally.count);
}

static bool is_separated(const struct race *race) {
    for (int i = 1; i < race->in; i++)
        if (!is_better(&race->entrants[0], &race->entrants[i])) return false;
    return true;
}

/* Lets the better half stay in, and the question's act. Acts without a game are out. */
static void drop(struct race *race) {
    int played = 0, keep;
    while (played < race->in && race->entrants[played].tally.count) played++;
    keep = played < race->in ? played : (race->in + 1) / 2;
    for (int i = keep; i < race->in; i++)
        if (race->entrants[i].asked) {
            struct entrant asked = race->entrants[i];
            memmove(&race->entrants[keep + 1], &race->entrants[keep],
                    (size_t)(i - keep) * sizeof asked);
            race->entrants[keep++] = asked;
            break;
        }
    race->in = keep;
}

static int rounds_for(int in) {
    int rounds = 1;
    for (; in > 2; in = (in + 1) / 2) rounds++;
    return rounds;
}

/* Lists the acts, the question's first, then by guess. */
static void enter(struct race *race) {
    const struct agent_question *question = race->question;
    struct sim *sim = &race->parts[0].sim;
    race->count = race->game->choices(question->state, question->who, sim->choices);
    race->base = sim_base(race->game, question->state, question->who);
    for (int i = 0; i < race->count; i++) {
        action act = sim->choices[i].act;
        game_copy(race->game, sim->state, question->state);
        race->game->apply(sim->state, question->who, act);
        double guess = sim_value(race->game, sim->state, question->who) - race->base;
        race->entrants[i] = (struct entrant){act,
                                             (int)(rng_next(question->rng) >> 1),
                                             guess,
                                             question->act == (int64_t)act,
                                             {0, 0, 0}};
    }
    qsort(race->entrants, (size_t)race->count, sizeof *race->entrants, by_guess);
    for (int i = 0; i < race->count; i++) race->entrants[i].order = i;
}

/* Runs a round up to a share of all the work. */
static void run_round(struct race *race, double quota) {
    struct host_work work = {race->part_count, run_part, wait_for_parts, race};
    race->quota = quota;
    atomic_store(&race->round_over, false);
    host_share(race->host, &work);
    merge(race);
    race->spent = race->effort.counted ? effort_spent(&race->effort, race->nodes, race->rollouts)
                                       : race->effort.done;
}

static void run(struct race *race) {
    int left = rounds_for(race->count);
    race->in = race->count;
    while (left > 0) {
        double rest = race->spent < 1 ? 1 - race->spent : 0;
        run_round(race, race->count > 1 ? race->spent + rest / left : ALONE);
        if (atomic_load(&race->effort.over) || is_separated(race)) break;
        drop(race);
        left--;
        if (rounds_for(race->in) < left) left = rounds_for(race->in);
    }
}

/* Gives the question's act as many games as the first has. */
static void care_for_asked(struct race *race) {
    struct part *part = &race->parts[0];
    int i = 0;
    while (i < race->in && !race->entrants[i].asked) i++;
    if (i == race->in) return;
    clear_part(race, part);
    uint64_t count = race->entrants[i].tally.count;
    for (; count < race->entrants[0].tally.count && !effort_stopped(&race->effort); count++) {
        play_game(race, part, i, part->next++);
        effort_go_on(&race->effort, true, 1);
    }
    race->part_count = 1;
    merge(race);
}

static struct candidate rate(const struct entrant *entrant, const struct tally_spread *spread) {
    struct candidate candidate = {.act = entrant->act, .value = entrant->guess};
    candidate.visits = entrant->tally.count;
    if (candidate.visits)
        candidate.value = tally_estimate(&entrant->tally, spread, &candidate.error);
    return candidate;
}

static void put_candidates(const struct race *race, struct advice *advice) {
    struct tally_spread spread = {.mean = 0};
    for (int i = 0; i < race->count; i++) tally_spread_add(&spread, &race->entrants[i].tally);
    tally_spread_end(&spread);
    for (int i = 0; i < race->count; i++) advice->candidates[i] = rate(&race->entrants[i], &spread);
    advice->count = race->count;
}

static void rollout_think(void *agent, const struct agent_question *question,
                          struct advice *advice) {
    struct race *race = agent;
    *advice = (struct advice){.candidates = advice->candidates};
    effort_begin(&race->effort, race->host, question->budget, "playing on");
    race->question = question;
    race->seed = (uint64_t)rng_next(question->rng) << 32 | rng_next(question->rng);
    race->part_count = effort_parts(&race->effort);
    race->horizon = sim_horizon(race->game, question->state);
    race->spent = 0;
    race->nodes = race->rollouts = race->game_number = 0;
    for (int i = 0; i < race->part_count; i++) sim_reset(&race->parts[i].sim);
    enter(race);
    run(race);
    care_for_asked(race);
    put_candidates(race, advice);
    advice->line[advice->line_count++] = race->entrants[0].act;
    advice->nodes = race->nodes;
    advice->rollouts = race->rollouts;
    advice->stopped = effort_stopped(&race->effort);
}

const struct agent agents_rollout = {
    .name = "rollout",
    .summary = "plays random games after each move, more of them after good ones",
    .samples = true,
    .suits = rollout_suits,
    .init = rollout_init,
    .think = rollout_think,
    .release = rollout_release,
};
