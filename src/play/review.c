/* The moves are asked about one after the other, each with all threads of the host, since an agent
 * shares its work by itself. A shorthand, such as a chain of tiles, is asked about act by act, and
 * loses what these lose together: values of one search are compared, never those of two. */
#include "play/review.h"
#include "play/player.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_BYTES = 64 };
static const char no_memory[] = "there is not enough memory";
static const double halving = 2.5; /* points */

struct reviewer {
    struct host_part part; /* first: go_on gets it */
    struct review *review;
    struct advice_query query;
    struct review_walk walk;
    struct advice_verdict verdict;
};

const char *review_chart_chance(const struct review *review) {
    return review->seats == 1 ? player_chance(review->agent, review->objective) : NULL;
}

double review_chart_value(const struct review *review, const struct review_move *move) {
    return review_chart_chance(review) ? 100 * move->chance : move->standing;
}

void review_write_budget(struct budget budget, struct text *out) {
    const struct budget limits[] = {
        {budget.nodes, 0, 0}, {0, budget.rollouts, 0}, {0, 0, budget.milliseconds}};
    const bool set[] = {budget.nodes, budget.rollouts, budget.milliseconds};
    bool any = false;
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        if (!set[i]) continue;
        if (any) text_string(out, " or ");
        player_put_budget(limits[i], out);
        any = true;
    }
}

double review_accuracy(double lost) {
    return lost > 0 ? 100 * exp2(-lost / halving) : 100;
}

void review_walk_to(struct review_walk *walk, size_t event) {
    const struct session *session = walk->session;
    if (walk->at > event) {
        game_copy(session->game, walk->state, session->origin);
        walk->at = 0;
    }
    for (; walk->at < event; walk->at++) {
        struct event next = session->events[walk->at].event;
        session->game->apply(walk->state, next.who, next.act);
    }
}

/* Reports the share of all moves. */
static bool go_on(void *self, double done, const char *message) {
    struct reviewer *reviewer = self;
    const struct review *review = reviewer->review;
    char buffer[MESSAGE_BYTES];
    struct text text = text_over(buffer, sizeof buffer);
    (void)message;
    text_string(&text, "move ");
    text_int(&text, (int64_t)review->count + 1);
    text_string(&text, " of ");
    text_int(&text, (int64_t)review->all);
    double share = ((double)review->count + done) / (double)review->all;
    return host_go_on(reviewer->part.whole, share, buffer);
}

/* Keeps the reasons of the verdict in place of others. Returns false if out of memory. */
static bool keep_reasons(struct review_move *move, const struct advice_verdict *verdict) {
    size_t size = sizeof *move->reasons * (size_t)verdict->reasons_count;
    free(move->reasons);
    move->reasons = size ? malloc(size) : NULL;
    move->reasons_count = move->reasons ? verdict->reasons_count : 0;
    if (move->reasons) memcpy(move->reasons, verdict->reasons, size);
    return move->reasons || !size;
}

/* Adds a verdict to those of the acts before it. */
static void add_verdict(struct review_move *move, const struct advice_verdict *verdict) {
    const struct candidate *best = &verdict->advice.candidates[0], *user = verdict->user;
    if (!move->graded) {
        move->best = best->act;
        move->best_value = best->value;
        move->best_chance = best->chance;
        move->exact = move->solved = true;
    }
    move->graded = true;
    move->exact &= verdict->advice.proven && user->exact;
    move->solved &= verdict->advice.solved;
    move->chance = user->chance;
    move->error = hypot(move->error, verdict->error);
}

/* What came of a question. */
enum outcome { FINE, STOPPED, UNKNOWN, STARVED };

/* Asks about an act in the query's state, which it changes. */
static enum outcome ask(struct reviewer *reviewer, struct review_move *move, action act,
                        struct rng rng, double *most) {
    struct advice_query *query = &reviewer->query;
    struct advice_verdict *verdict = &reviewer->verdict;
    query->who = move->who;
    query->act = act;
    query->rng = rng;
    advice_ask(query, verdict);
    reviewer->review->nodes += verdict->advice.nodes;
    reviewer->review->rollouts += verdict->advice.rollouts;
    if (verdict->advice.stopped) return STOPPED;
    if (verdict->advice.hopeless || !verdict->graded) return UNKNOWN;
    add_verdict(move, verdict);
    if (verdict->delta <= *most) return FINE;
    *most = verdict->delta;
    return keep_reasons(move, verdict) ? FINE : STARVED;
}

/* Asks about a move that repeats an act; where there is no other choice, nothing is to be asked. */
static enum outcome ask_all(struct reviewer *reviewer, struct review_move *move, action act,
                            int repeats, struct rng rng) {
    const struct game *game = reviewer->query.game;
    void *state = reviewer->query.other;
    double most = 0;
    enum outcome outcome = go_on(reviewer, 0, "") ? FINE : STOPPED;
    game_copy(game, state, reviewer->walk.state);
    for (int i = 0; i < repeats && outcome == FINE; i++) {
        if (game->choices(state, move->who, reviewer->query.choices) > 1) {
            game_copy(game, reviewer->query.state, state);
            outcome = ask(reviewer, move, act, rng, &most);
            double delta = reviewer->verdict.delta;
            move->delta += repeats == 1 ? delta : fmax(0, delta);
        }
        game->apply(state, move->who, act);
    }
    return outcome;
}

/* The value from the side that all standings are told from. */
static double standing(const struct review *review, const struct review_move *move, int score) {
    if (review->seats == 1) return score + move->value;
    return review->seats == 2 && move->who == 1 ? -move->value : move->value;
}

static void grade(const struct review *review, struct review_move *move, int score) {
    move->value = move->best_value - move->delta;
    move->grade = advice_grade(move->delta);
    move->stability = advice_stability(move->delta, move->error);
    move->standing = standing(review, move, score);
}

static enum outcome review_one(struct reviewer *reviewer, struct review_move *move,
                               struct rng rng) {
    action act;
    review_walk_to(&reviewer->walk, move->event);
    move->best = move->act;
    int repeats = advice_unfold(&reviewer->query, reviewer->walk.state, move->who, move->act, &act);
    if (!repeats) return UNKNOWN;
    enum outcome outcome = ask_all(reviewer, move, act, repeats, rng);
    move->forced = outcome == FINE && !move->graded;
    move->graded &= outcome == FINE;
    if (move->graded)
        grade(reviewer->review, move, reviewer->query.game->score(reviewer->walk.state, move->who));
    return outcome;
}

static void count_move(struct review *review, const struct review_move *move) {
    struct review_seat *seat = &review->seat[move->who];
    seat->moves++;
    seat->forced += move->forced;
    if (!move->graded) return;
    seat->graded++;
    seat->grades[move->grade]++;
    seat->lost += fmax(0, move->delta);
    seat->accuracy += review_accuracy(move->delta);
}

static void add_turn(struct review *review, struct review_turn turn) {
    struct review_turn *turns = review->turns;
    int at = review->turns_count;
    while (at > 0 && turns[at - 1].weight < turn.weight) at--;
    if (at == REVIEW_TURNS_MAX) return;
    int kept = review->turns_count < REVIEW_TURNS_MAX ? review->turns_count : REVIEW_TURNS_MAX - 1;
    memmove(&turns[at + 1], &turns[at], sizeof *turns * (size_t)(kept - at));
    turns[at] = turn;
    review->turns_count = kept + 1;
}

static void find_turn(struct review *review, size_t i) {
    const struct review_move *move = &review->moves[i];
    bool lead = review->seats > 1 && move->best_value > 0 && move->value < 0;
    if (!move->graded || move->grade < (lead ? ADVICE_GOOD : ADVICE_OKAY)) return;
    add_turn(review, (struct review_turn){i, lead, move->delta * (lead ? 2 : 1)});
}

/* Reviews the moves in order, up to the end or to a stop. */
static const char *review_moves(struct reviewer *reviewer, struct rng rng) {
    struct review *review = reviewer->review;
    while (review->count < review->all) {
        struct review_move *move = &review->moves[review->count];
        enum outcome outcome = review_one(reviewer, move, rng);
        review->stopped = outcome == STOPPED;
        if (outcome == STARVED) return no_memory;
        if (outcome == STOPPED) break;
        count_move(review, move);
        find_turn(review, review->count++);
    }
    for (int seat = 0; seat < review->seats; seat++)
        review->seat[seat].accuracy /= (double)review->seat[seat].graded;
    return NULL;
}

/* Lists the moves of seats. */
static bool list_moves(struct review *review) {
    const struct session *session = review->session;
    for (size_t i = 0; i < session->count; i++)
        review->all += session->events[i].event.who < SEATS_MAX;
    review->moves = calloc(review->all + 1, sizeof *review->moves);
    struct review_move *move = review->moves;
    for (size_t i = 0; move && i < session->count; i++) {
        struct event event = session->events[i].event;
        if (event.who < SEATS_MAX)
            *move++ = (struct review_move){.event = i, .who = event.who, .act = event.act};
    }
    return review->moves != NULL;
}

static bool open_reviewer(struct reviewer *reviewer, const struct advice_query *how) {
    struct advice_query *query = &reviewer->query;
    const struct session *session = reviewer->review->session;
    const struct game *game = session->game;
    size_t choices = (size_t)game->choices_max;
    const struct budget *budget = &how->budget;
    *query = (struct advice_query){.game = game,
                                   .agent = how->agent,
                                   .host = &reviewer->part.host,
                                   .budget = *budget,
                                   .acts_per_tick = how->acts_per_tick,
                                   .objective = how->objective};
    if (!budget->nodes && !budget->rollouts && !budget->milliseconds)
        query->budget.nodes = REVIEW_NODES;
    query->state = malloc(game->state_max);
    query->spare = malloc(game->state_max);
    query->other = malloc(game->state_max);
    query->choices = malloc(choices * sizeof *query->choices);
    query->candidates = malloc(choices * sizeof *query->candidates);
    query->mind = mind_open(how->agent, game, &reviewer->part.host);
    reviewer->walk =
        (struct review_walk){.session = session, .state = malloc(game->state_max), .at = SIZE_MAX};
    return query->state && query->spare && query->other && query->choices && query->candidates &&
           query->mind && reviewer->walk.state;
}

static void close_reviewer(struct reviewer *reviewer) {
    struct advice_query *query = &reviewer->query;
    mind_close(query->mind);
    free(query->state);
    free(query->spare);
    free(query->other);
    free(query->choices);
    free(query->candidates);
    free(reviewer->walk.state);
    free(reviewer);
}

const char *review_run(const struct session *session, const struct advice_query *how,
                       const struct host *host, struct review *review) {
    *review = (struct review){.session = session,
                              .agent = how->agent,
                              .objective = how->objective,
                              .seats = session->game->shape(session->state).seats};
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer) return no_memory;
    reviewer->review = review;
    host_part_init(&reviewer->part, host, go_on);
    double began = host_seconds(host);
    bool opened = list_moves(review) && open_reviewer(reviewer, how);
    if (opened) review->agent = mind_for(reviewer->query.mind, session->state);
    review->budget = reviewer->query.budget;
    const char *wrong = opened ? review_moves(reviewer, how->rng) : no_memory;
    review->milliseconds = 1000 * (host_seconds(host) - began);
    close_reviewer(reviewer);
    return wrong;
}

void review_release(struct review *review) {
    for (size_t i = 0; review->moves && i < review->all; i++) free(review->moves[i].reasons);
    free(review->moves);
    review->moves = NULL;
}
