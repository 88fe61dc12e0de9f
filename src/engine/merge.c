/* The command `merge`: answers of `best` to one question, thought out apart, become one answer.
 *
 * An agent that samples, says so: the values of its searches with different luck are independent,
 * and are averaged, each weighed by its visits, as if one search had made them all. Other agents
 * repeat themselves: of their answers the one that searched deepest is taken as it is. So is one
 * that proves its best act. What is left of a verdict is computed anew by play/advice. */
#include "engine/engine.h"
#include "play/advice.h"
#include "play/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 64 };
#define VISITS_MAX (INT64_C(1) << 53)
static const char bad_answers[] = "answers must be an array of 1 to 64 answers";

/* What the answers say of an act, added up. */
struct pool {
    struct candidate candidate;
    double squares; /* of the errors, weighed */
    int answer;     /* the last one that had it, from 1 */
    bool favourite; /* an answer's best */
};

struct merging {
    struct engine *engine;
    struct json request, answers;
    struct advice_query *query;
    struct pool *pools; /* one for each choice, in order */
    int count;
    struct advice *advice;
    double milliseconds;
    bool whole; /* one answer is taken as it is */
};

/* An answer, in short. */
struct summary {
    struct json from;
    uint64_t visits; /* of its best */
    int64_t nodes;
    bool proven, solved;
};

static bool fail(const struct merging *merging, struct json at) {
    return engine_fail_at(merging->engine, "BAD_REQUEST",
                          "answers must be answers of best to this question", merging->request, at);
}

static struct pool *find_pool(const struct merging *merging, action act) {
    const struct choice *choices = merging->query->choices;
    int low = 0, high = merging->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (choices[middle].act < act)
            low = middle + 1;
        else
            high = middle;
    }
    return low < merging->count && choices[low].act == act ? &merging->pools[low] : NULL;
}

static bool read_act(const struct merging *merging, struct json from, struct pool **pool) {
    const struct advice_query *query = merging->query;
    action act;
    if (!json_kind(from) || query->game->read_act(query->state, query->who, from, &act))
        return false;
    *pool = find_pool(merging, act);
    return *pool != NULL;
}

/* Reads a candidate as an answer tells it. The error is null if it was not searched. */
static bool read_candidate(struct json from, struct candidate *candidate) {
    struct json error = json_get(from, "stderr"), chance = json_get(from, "chance");
    int64_t visits;
    if (!json_int(json_get(from, "visits"), 0, VISITS_MAX, &visits)) return false;
    candidate->visits = (uint64_t)visits;
    if (!number_read(json_get(from, "value"), &candidate->value)) return false;
    if (!json_bool(json_get(from, "exact"), &candidate->exact)) return false;
    if (visits && (!number_read(error, &candidate->error) || candidate->error < 0)) return false;
    return !json_given(chance) || (number_read(chance, &candidate->chance) &&
                                   candidate->chance >= 0 && candidate->chance <= 1);
}

/* Adds an estimate. While there is none, the lowest guess stands. */
static void add_estimate(struct pool *pool, const struct candidate *one) {
    struct candidate *all = &pool->candidate;
    double visits = (double)one->visits, before = (double)all->visits, sum = before + visits;
    if (!one->visits && !all->visits && one->value < all->value) {
        all->value = one->value;
        all->chance = one->chance;
    }
    if (!one->visits) return;
    all->value = (before * (before > 0 ? all->value : 0) + visits * one->value) / sum;
    all->chance = (before * (before > 0 ? all->chance : 0) + visits * one->chance) / sum;
    pool->squares += visits * visits * one->error * one->error;
    all->error = sqrt(pool->squares) / sum;
    all->visits += one->visits;
}

static void add(struct pool *pool, const struct candidate *one) {
    struct candidate *all = &pool->candidate;
    if (one->exact) {
        uint64_t visits = all->visits + one->visits;
        action act = all->act;
        *all = *one;
        all->act = act;
        all->error = 0;
        all->visits = visits;
    } else if (all->exact) {
        all->visits += one->visits;
    } else {
        add_estimate(pool, one);
    }
}

/* Adds the candidates of an answer, the n-th of those that are added. Its best is the first. */
static bool add_answer(struct merging *merging, struct json answer, int n) {
    struct json list = json_get(answer, "candidates");
    struct pool *pool, *first;
    if (!json_is(list, JSON_ARRAY)) return fail(merging, list);
    for (struct json from = json_first(list); json_kind(from); from = json_after(list, from)) {
        struct candidate one = {.visits = 0};
        if (!read_act(merging, json_get(from, "action"), &pool) || pool->answer == n ||
            !read_candidate(from, &one))
            return fail(merging, from);
        pool->answer = n;
        add(pool, &one);
    }
    if (!read_act(merging, json_get(answer, "best"), &pool) ||
        !read_act(merging, json_get(json_first(list), "action"), &first) || pool != first)
        return fail(merging, json_get(answer, "best"));
    pool->favourite = true;
    return true;
}

/* Reads what an answer is worth as a whole, and adds what it took. */
static bool read_summary(struct merging *merging, struct json answer, struct summary *summary) {
    struct json facts = json_get(answer, "diagnostics");
    struct candidate first = {.visits = 0};
    struct advice *advice = merging->advice;
    int64_t who, rollouts, milliseconds;
    bool stopped;
    summary->from = answer;
    if (!json_int(json_get(answer, "who"), 0, SEATS_MAX, &who) || who != merging->query->who ||
        !read_candidate(json_first(json_get(answer, "candidates")), &first) ||
        !json_int(json_get(facts, "nodes"), 0, VISITS_MAX, &summary->nodes) ||
        !json_int(json_get(facts, "rollouts"), 0, VISITS_MAX, &rollouts) ||
        !json_int(json_get(facts, "elapsed_ms"), 0, VISITS_MAX, &milliseconds) ||
        !json_bool(json_get(facts, "exact"), &summary->proven) ||
        !json_bool(json_get(facts, "solved"), &summary->solved) ||
        !json_bool(json_get(facts, "stopped"), &stopped))
        return fail(merging, answer);
    summary->visits = first.visits;
    advice->nodes += (uint64_t)summary->nodes;
    advice->rollouts += (uint64_t)rollouts;
    advice->stopped |= stopped;
    merging->milliseconds = fmax(merging->milliseconds, (double)milliseconds);
    return true;
}

static bool is_better(const struct summary *one, const struct summary *two) {
    if (one->proven != two->proven) return one->proven;
    if (one->solved != two->solved) return one->solved;
    if (one->visits != two->visits) return one->visits > two->visits;
    return one->nodes > two->nodes;
}

/* All must be of the agent and the objective of the first. */
static bool is_alike(const struct merging *merging, struct json answer) {
    static const char *const keys[] = {"agent", "objective", NULL};
    struct json first = json_get(json_first(merging->answers), "diagnostics");
    struct json facts = json_get(answer, "diagnostics");
    for (int i = 0; keys[i]; i++) {
        size_t one, two;
        const char *a = json_raw(json_get(first, keys[i]), &one);
        const char *b = json_raw(json_get(facts, keys[i]), &two);
        if (one != two || memcmp(a, b, one) != 0) return false;
    }
    return true;
}

/* Reads every answer in short, and finds the one that is best as a whole. */
static bool read_answers(struct merging *merging, struct summary *best) {
    struct json answers = merging->answers;
    for (struct json from = json_first(answers); json_kind(from);
         from = json_after(answers, from)) {
        struct summary one;
        if (!is_alike(merging, from)) return fail(merging, from);
        if (!read_summary(merging, from, &one)) return false;
        if (!json_kind(best->from) || is_better(&one, best)) *best = one;
    }
    return true;
}

static bool add_answers(struct merging *merging, const struct summary *best) {
    struct json answers = merging->answers;
    int n = 0;
    merging->advice->proven = best->proven;
    merging->advice->solved = best->solved;
    if (merging->whole) return add_answer(merging, best->from, 1);
    for (struct json from = json_first(answers); json_kind(from); from = json_after(answers, from))
        if (!add_answer(merging, from, ++n)) return false;
    return true;
}

/* How much of the agent's work an act needs to be known as well as the others: half of the most.
 * The act in question is not counted, for it is searched whatever it is worth. */
static uint64_t enough_visits(const struct merging *merging) {
    uint64_t most = 0;
    for (int i = 0; i < merging->count; i++) {
        const struct candidate *one = &merging->pools[i].candidate;
        if ((int64_t)one->act != merging->query->act && one->visits > most) most = one->visits;
    }
    return most / 2 + most % 2;
}

/* Puts the acts in the order of an answer: as it has them. Acts that it lacks are the last. */
static void keep_order(struct merging *merging, struct json answer) {
    struct json list = json_get(answer, "candidates");
    struct advice *advice = merging->advice;
    struct pool *pool;
    for (struct json from = json_first(list); json_kind(from); from = json_after(list, from))
        if (read_act(merging, json_get(from, "action"), &pool))
            advice->candidates[advice->count++] = pool->candidate;
    for (int i = 0; i < merging->count; i++)
        if (!merging->pools[i].answer)
            advice->candidates[advice->count++] = merging->pools[i].candidate;
}

/* What was searched comes before what was not, what is known well before the rest, then by value.
 */
static bool comes_before(const struct candidate *a, const struct candidate *b, uint64_t enough) {
    bool known = a->visits >= enough || a->exact, other = b->visits >= enough || b->exact;
    if (!a->visits != !b->visits) return a->visits > 0;
    if (known != other) return known;
    return a->value > b->value;
}

static void insert(struct advice *advice, const struct candidate *one, uint64_t enough) {
    int at = advice->count++;
    for (; at > 0 && comes_before(one, &advice->candidates[at - 1], enough); at--)
        advice->candidates[at] = advice->candidates[at - 1];
    advice->candidates[at] = *one;
}

/* The first must be the best of one of the answers. */
static void sort(struct merging *merging) {
    struct advice *advice = merging->advice;
    uint64_t enough = enough_visits(merging);
    int first = 0;
    for (int i = 0; i < merging->count; i++) insert(advice, &merging->pools[i].candidate, enough);
    while (!find_pool(merging, advice->candidates[first].act)->favourite) first++;
    struct candidate best = advice->candidates[first];
    memmove(advice->candidates + 1, advice->candidates, sizeof best * (size_t)first);
    advice->candidates[0] = best;
}

/* Reads a line of play that begins with an act. */
static bool read_line(struct merging *merging, struct json list, action begin, action *line,
                      int *count) {
    const struct advice_query *query = merging->query;
    const struct game *game = query->game;
    void *state = query->spare;
    *count = 0;
    if (json_given(list) && !json_is(list, JSON_ARRAY)) return fail(merging, list);
    game_copy(game, state, query->state);
    for (struct json from = json_first(list); json_kind(from); from = json_after(list, from)) {
        int mover = game_mover(game, state), who = mover < 0 ? query->who : mover;
        action act;
        if (*count == ADVICE_LINE_MAX || who == CHANCE || game->read_act(state, who, from, &act) ||
            game->refuse(state, who, act) || (*count == 0 && act != begin))
            return fail(merging, from);
        line[(*count)++] = act;
        game->apply(state, who, act);
    }
    return true;
}

/* Returns the visits that an answer gave an act, -1 if it does not say. */
static int64_t visits_in(const struct merging *merging, struct json answer, action act) {
    struct json list = json_get(answer, "candidates");
    struct pool *pool;
    int64_t visits = -1;
    for (struct json from = json_first(list); json_kind(from); from = json_after(list, from))
        if (read_act(merging, json_get(from, "action"), &pool) && pool->candidate.act == act)
            json_int(json_get(from, "visits"), 0, VISITS_MAX, &visits);
    return visits;
}

/* Finds the play that is expected from an act on, in the answer that knows most of it among those
 * whose best it is, or whose user's act. */
static struct json find_line(const struct merging *merging, action act, bool users) {
    struct json answers = merging->answers, line = {0};
    int64_t most = -1;
    for (struct json from = json_first(answers); json_kind(from);
         from = json_after(answers, from)) {
        struct json holder = users ? json_get(from, "user") : from;
        struct pool *pool;
        if (!read_act(merging, json_get(holder, users ? "action" : "best"), &pool)) continue;
        if (pool->candidate.act != act) continue;
        int64_t visits = visits_in(merging, from, act);
        if (visits > most) most = visits, line = json_get(holder, "line");
    }
    return line;
}

static bool read_lines(struct merging *merging) {
    struct advice *advice = merging->advice;
    int64_t asked = merging->query->act;
    action best = advice->candidates[0].act;
    if (!read_line(merging, find_line(merging, best, false), best, advice->line,
                   &advice->line_count))
        return false;
    if (asked == AGENT_NO_ACT || asked == (int64_t)best) return true;
    return read_line(merging, find_line(merging, (action)asked, true), (action)asked, advice->reply,
                     &advice->reply_count);
}

/* Acts that no answer lists are taken to be as bad as the worst. */
static void guess_rest(const struct merging *merging) {
    double lowest = INFINITY;
    for (int i = 0; i < merging->count; i++)
        lowest = fmin(lowest, merging->pools[i].candidate.value);
    for (int i = 0; i < merging->count; i++) {
        double *value = &merging->pools[i].candidate.value;
        if (!isfinite(*value)) *value = lowest;
    }
}

static bool merge(struct merging *merging) {
    struct advice_query *query = merging->query;
    struct summary best = {.visits = 0};
    merging->count = query->game->choices(query->state, query->who, query->choices);
    for (int i = 0; i < merging->count; i++)
        merging->pools[i].candidate =
            (struct candidate){.act = query->choices[i].act, .value = INFINITY};
    if (!read_answers(merging, &best)) return false;
    merging->whole = best.proven || best.solved || !query->agent->samples;
    if (!add_answers(merging, &best)) return false;
    guess_rest(merging);
    if (merging->whole)
        keep_order(merging, best.from);
    else
        sort(merging);
    return read_lines(merging);
}

static bool read_question(struct engine *engine, struct json request, struct advice_query *query,
                          struct json *answers) {
    *answers = json_get(request, "answers");
    int count = json_is(*answers, JSON_ARRAY) ? json_count(*answers) : 0;
    if (!json_given(*answers)) return engine_fail(engine, "BAD_REQUEST", bad_answers);
    if (count < 1 || count > ANSWERS_MAX)
        return engine_fail_at(engine, "BAD_REQUEST", bad_answers, request, *answers);
    struct json facts = json_get(json_first(*answers), "diagnostics");
    return engine_read_question(engine, request, query) &&
           engine_read_agent(engine, request, facts, query);
}

bool engine_run_merge(struct engine *engine, struct json request) {
    struct advice_query query;
    struct json answers;
    if (!engine_read_state(engine, request)) return false;
    engine_ready_query(engine, &query);
    if (!read_question(engine, request, &query, &answers)) return false;
    if (query.game->hide) query.game->hide(query.state, query.who);
    struct advice_verdict verdict = {.advice = {.candidates = query.candidates}};
    struct merging merging = {
        .engine = engine,
        .request = request,
        .answers = answers,
        .query = &query,
        .pools = calloc((size_t)query.game->choices_max, sizeof *merging.pools),
        .advice = &verdict.advice,
    };
    bool fine = merging.pools ? merge(&merging)
                              : engine_fail(engine, "LIMIT", "there is not enough memory");
    free(merging.pools);
    if (!fine) return false;
    verdict.milliseconds = merging.milliseconds;
    advice_judge(&query, &verdict);
    advice_json_put(&query, &verdict, &engine->out);
    return true;
}
