/* Confidence is an integral over the best candidate's distribution: at each of its values, the
 * chance that all others lie below. Exact candidates bound it from below, so that what remains is
 * smooth. */
#include "play/advice.h"
#include "base/bits.h"
#include <math.h>
#include <stdlib.h>

enum { REPEATS_MAX = 256 };
enum { STEPS = 512, SEATS = (1 << SEATS_MAX) - 1, FEWEST = 2 };
static const double tail = 6; /* standard errors, past which a normal distribution ends here */
static const double nothing = 1e-12; /* a chance that is none */
static const double hair = 0.005;    /* points that are no difference: they are told as 0 */
static const double root_half = 0.70710678118654752440, root_two_pi = 2.50662827463100050242;

const char *const advice_grade_names[] = {"EXCELLENT", "GOOD", "OKAY", "MISS"};
static const double bounds[] = {-INFINITY, 0.25, 1.0, 2.5, INFINITY}; /* of the grades */

static int fail(struct advice_fault *fault, const char *code, const char *message) {
    *fault = (struct advice_fault){code, NULL, message};
    return -1;
}

/* Fails for a code of the game. */
static int fail_act(const struct game *game, struct advice_fault *fault, const char *reason) {
    *fault = (struct advice_fault){"ILLEGAL_ACTION", reason, game_sentence(game, reason)};
    return -1;
}

int advice_find_seat(const struct advice_query *query, int who, struct advice_fault *fault) {
    const struct game *game = query->game;
    uint32_t movers = game->movers(query->state), seats = movers & SEATS;
    if (movers == 0) return fail(fault, "GAME_OVER", "the game is over");
    if (who >= game->shape(query->state).seats)
        return fail(fault, "BAD_REQUEST", "who must be a seat of this game");
    if (movers >> CHANCE & 1)
        return fail(fault, "BAD_REQUEST", "chance is to move, and needs no advice");
    if (who < 0 && bits_count(seats) > 1)
        return fail(fault, "BAD_REQUEST", "several players may move: who must be given");
    if (who < 0) who = seats ? bits_low(seats) : 0;
    if (!(seats >> who & 1)) return fail_act(game, fault, game_not_your_turn);
    if (game->choices(query->state, who, query->choices) > 0) return who;
    return fail_act(game, fault, game->refuse(query->state, who, 0));
}

int64_t advice_find_act(const struct advice_query *query, action act) {
    const struct game *game = query->game;
    int count = game->choices(query->state, query->who, query->choices);
    void *one = query->spare, *two = query->other;
    if (act < (action)game->shape(query->state).actions) return act;
    game_copy(game, one, query->state);
    game->apply(one, query->who, act);
    for (int i = 0; i < count; i++) {
        game_copy(game, two, query->state);
        game->apply(two, query->who, query->choices[i].act);
        if (game_equal(game, one, two)) return query->choices[i].act;
    }
    return AGENT_NO_ACT;
}

/* Returns how often an act must be repeated to come to `aim`; 0 if that is not so. */
static int count_repeats(const struct advice_query *query, const void *from, int who, action act,
                         const void *aim) {
    const struct game *game = query->game;
    void *state = query->other;
    game_copy(game, state, from);
    for (int i = 1; i <= REPEATS_MAX && !game->refuse(state, who, act); i++) {
        game->apply(state, who, act);
        if (game_equal(game, state, aim)) return i;
    }
    return 0;
}

int advice_unfold(const struct advice_query *query, const void *state, int who, action act,
                  action *choice) {
    const struct game *game = query->game;
    int repeats = 0;
    *choice = act;
    if (act < (action)game->shape(state).actions) return 1;
    int count = game->choices(state, who, query->choices);
    game_copy(game, query->spare, state);
    game->apply(query->spare, who, act);
    for (int i = 0; i < count && !repeats; i++) {
        *choice = query->choices[i].act;
        repeats = count_repeats(query, state, who, *choice, query->spare);
    }
    return repeats;
}

/* The share of a normal distribution that lies below x standard errors. */
static double share_below(double x) {
    return 0.5 * erfc(-x * root_half);
}

static bool is_spread(const struct candidate *candidate) {
    return candidate->visits && !candidate->exact && candidate->error > 0;
}

/* Whether a candidate cannot be better than the first: the distributions do not overlap. */
static bool is_far(const struct candidate *best, const struct candidate *other) {
    return best->value - other->value > tail * (best->error + other->error);
}

/* The chance that no candidate but the first is above x, among those that have an error. */
static double chance_below(const struct advice *advice, double x) {
    const struct candidate *best = &advice->candidates[0];
    double all = 1;
    for (int i = 1; i < advice->count && all > nothing; i++) {
        const struct candidate *other = &advice->candidates[i];
        if (!is_spread(other) || is_far(best, other)) continue;
        if (x - other->value < tail * other->error)
            all *= share_below((x - other->value) / other->error);
    }
    return all;
}

/* The highest value among the others that have no error. */
static double highest_certain(const struct advice *advice) {
    double highest = -INFINITY;
    for (int i = 1; i < advice->count; i++) {
        const struct candidate *other = &advice->candidates[i];
        if (other->visits && !is_spread(other) && other->value > highest) highest = other->value;
    }
    return highest;
}

static double integrate(const struct advice *advice, double from) {
    const struct candidate *best = &advice->candidates[0];
    double step = (tail - from) / STEPS, sum = 0;
    for (int i = 0; i < STEPS; i++) {
        double x = from + (i + 0.5) * step;
        sum += exp(-x * x / 2) * chance_below(advice, best->value + x * best->error);
    }
    return sum * step / root_two_pi;
}

static int count_searched(const struct advice *advice) {
    int count = 0;
    for (int i = 0; i < advice->count; i++) count += advice->candidates[i].visits > 0;
    return count;
}

/* The share of the first among those that have the same value and no error, but no proof either: as
 * if each had a tiny error. */
static double share_of_ties(const struct advice *advice) {
    const struct candidate *best = &advice->candidates[0];
    int tied = 1;
    for (int i = 1; i < advice->count && !best->exact; i++) {
        const struct candidate *other = &advice->candidates[i];
        bool certain = other->visits && !other->exact && !is_spread(other);
        tied += certain && !(other->value < best->value);
    }
    return 1.0 / tied;
}

double advice_confidence(const struct advice *advice) {
    const struct candidate *best = &advice->candidates[0];
    double highest = highest_certain(advice);
    if (advice->proven || advice->count == 1) return 1;
    if (best->visits == 0 || count_searched(advice) < FEWEST) return 0;
    if (!is_spread(best) && best->value < highest) return 0;
    if (!is_spread(best)) return chance_below(advice, best->value) * share_of_ties(advice);
    double from = fmax(-tail, (highest - best->value) / best->error);
    return from < tail ? fmin(1, integrate(advice, from)) : 0;
}

enum advice_grade advice_grade(double delta) {
    enum advice_grade grade = ADVICE_EXCELLENT;
    while (grade < ADVICE_MISS && delta > bounds[grade + 1]) grade++;
    return grade;
}

double advice_stability(double delta, double error) {
    enum advice_grade grade = advice_grade(delta);
    if (!(error > 0)) return 1;
    return share_below((bounds[grade + 1] - delta) / error) -
           share_below((bounds[grade] - delta) / error);
}

static double error_of(const struct candidate *candidate) {
    return is_spread(candidate) ? candidate->error : 0;
}

static void grade_user(struct advice_verdict *verdict) {
    const struct candidate *best = &verdict->advice.candidates[0], *user = verdict->user;
    verdict->graded = user && user->visits && best->visits;
    if (!verdict->graded) return;
    verdict->delta = best->value - user->value;
    verdict->error = user == best ? 0 : hypot(error_of(best), error_of(user));
    verdict->grade = advice_grade(verdict->delta);
    verdict->stability = advice_stability(verdict->delta, verdict->error);
}

static void find_user(const struct advice_query *query, struct advice_verdict *verdict) {
    const struct advice *advice = &verdict->advice;
    for (int i = 0; query->act != AGENT_NO_ACT && i < advice->count; i++)
        if (advice->candidates[i].act == query->act) verdict->user = &advice->candidates[i];
}

/* The points that an act brings the seat at once. */
static int points_of(const struct advice_query *query, action act) {
    struct effect_list effects = {.count = 0};
    int points = 0;
    query->game->effects(query->state, query->who, act, &effects);
    for (int i = 0; i < effects.count; i++)
        if (effects.at[i].seat == query->who) points += effects.at[i].points;
    return points;
}

static void put_points(const char *whose, int points, struct text *out) {
    text_format(out, "%s %s ", whose, points < 0 ? "loses" : "scores");
    if (points)
        text_format(out, "%d point%s", abs(points), abs(points) == 1 ? "" : "s");
    else
        text_string(out, "nothing");
}

/* Compares what the best act and the user's score at once. */
static int compare(const struct advice_query *query, const struct advice_verdict *verdict,
                   struct agent_reason *reason) {
    int points = points_of(query, verdict->advice.candidates[0].act);
    int yours = points_of(query, verdict->user->act);
    struct text text = text_over(reason->text, sizeof reason->text);
    if (points == yours) return 0;
    reason->kind = "POINTS_AT_ONCE";
    reason->amount = points - yours;
    put_points("The best move", points, &text);
    put_points(" at once; yours", yours, &text);
    return 1;
}

/* Finds the reasons: the agent's if it explains, else what is scored at once. */
static void explain(const struct advice_query *query, const struct agent_question *question,
                    struct advice_verdict *verdict) {
    const struct advice *advice = &verdict->advice;
    if (!verdict->user || verdict->user == advice->candidates) return;
    if (verdict->graded && verdict->delta < hair) return;
    verdict->reasons_count = query->agent->explain
                                 ? query->agent->explain(question, advice, verdict->reasons)
                                 : compare(query, verdict, verdict->reasons);
}

static void tell_why(const struct advice_query *query, const struct agent_question *question,
                     struct advice_verdict *verdict) {
    bool other = query->act != AGENT_NO_ACT && verdict->user != verdict->advice.candidates;
    if (!query->agent->why || other || query->only_best) return;
    verdict->why_count = query->agent->why(question, &verdict->advice, verdict->why);
}

static struct agent_question question_of(struct advice_query *query) {
    const struct budget none = {.nodes = ADVICE_NODES}, *given = &query->budget;
    bool limited = given->nodes || given->rollouts || given->milliseconds;
    return (struct agent_question){
        .state = query->state,
        .who = query->who,
        .budget = limited ? *given : none,
        .rng = &query->rng,
        .act = query->act,
        .acts_per_tick = query->acts_per_tick,
        .only_best = query->only_best,
        .objective = query->objective,
    };
}

void advice_judge(struct advice_query *query, struct advice_verdict *verdict) {
    struct agent_question question = question_of(query);
    verdict->confidence = query->only_best ? 0 : advice_confidence(&verdict->advice);
    find_user(query, verdict);
    grade_user(verdict);
    explain(query, &question, verdict);
    tell_why(query, &question, verdict);
}

void advice_ask(struct advice_query *query, struct advice_verdict *verdict) {
    if (query->game->hide) query->game->hide(query->state, query->who);
    struct agent_question question = question_of(query);
    *verdict = (struct advice_verdict){.advice = {.candidates = query->candidates}};
    double began = host_seconds(query->host);
    const struct agent *agent = mind_for(query->mind, query->state);
    if (agent != query->agent) query->objective = question.objective = 0;
    query->agent = agent;
    mind_think(query->mind, &question, &verdict->advice);
    verdict->milliseconds = 1000 * (host_seconds(query->host) - began);
    advice_judge(query, verdict);
}

struct advice_line advice_line(const struct advice_verdict *verdict) {
    return (struct advice_line){verdict->advice.line, verdict->advice.line_count};
}

struct advice_line advice_user_line(const struct advice_verdict *verdict) {
    const struct advice *advice = &verdict->advice;
    if (verdict->user == advice->candidates) return advice_line(verdict);
    return (struct advice_line){advice->reply, advice->reply_count};
}

int advice_play_line(const struct advice_query *query, struct advice_line line, advice_tell *tell,
                     void *self) {
    const struct game *game = query->game;
    int count = 0;
    game_copy(game, query->spare, query->state);
    for (; count < line.count; count++) {
        int mover = game_mover(game, query->spare), who = mover < 0 ? query->who : mover;
        if (who == CHANCE || game->refuse(query->spare, who, line.acts[count])) break;
        if (tell) tell(self, query->spare, (struct event){who, line.acts[count]});
        game->apply(query->spare, who, line.acts[count]);
    }
    return count;
}
