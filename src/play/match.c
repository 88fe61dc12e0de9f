/* Workers take games by number and leave what came of them in a window of slots. Whoever completes
 * the oldest group counts it, and those after it that are complete, so groups are counted in order
 * whatever the threads do. A worker that is a whole window ahead waits. */
#include "play/match.h"
#include "play/match_tally.h"
#include "play/match_worker.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { SLOTS_FOR_EACH = 256, MESSAGE_BYTES = 64 };
static const double report_seconds = 0.005;
static const char no_memory[] = "there is not enough memory";

struct member {
    struct match_worker worker; /* first: go_on gets it */
    struct match *match;
    bool leads; /* it works on the thread that may use the host */
};

struct match {
    const struct match_plan *plan;
    const struct host *host;
    struct member *members;
    int count;
    struct match_game *slots; /* game i is in slot i % window; a group's slots are a row */
    bool *done;
    int64_t window;
    atomic_llong next, played, counted; /* games: the next to play, played, counted in order */
    atomic_bool stop, starved;
    double reported;      /* when the host was asked last */
    pthread_mutex_t lock; /* of `done`, the result and what is told */
    struct stats_sprt sprt;
    struct match_scores scores;
    struct match_result *result;
};

/* Reports to the host, and asks it whether to go on. */
static void report(struct match *match) {
    int64_t all = match->plan->groups * match->plan->group, played = atomic_load(&match->played);
    double now = host_seconds(match->host);
    char buffer[MESSAGE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    if (atomic_load(&match->stop)) return;
    if (match->host->seconds && now < match->reported + report_seconds) return;
    match->reported = now;
    text_int(&message, played);
    text_string(&message, " of ");
    text_int(&message, all);
    text_string(&message, " games");
    if (host_go_on(match->host, (double)played / (double)all, buffer)) return;
    match->result->stopped = true;
    atomic_store(&match->stop, true);
}

static bool go_on(void *self, double done, const char *message) {
    struct member *member = self;
    (void)done, (void)message;
    if (member->leads) report(member->match);
    return !atomic_load(&member->match->stop);
}

static bool is_complete(const struct match *match, int64_t group) {
    const bool *done = match->done + group * match->plan->group % match->window;
    int i = 0;
    while (i < match->plan->group && done[i]) i++;
    return i == match->plan->group;
}

static void count_group(struct match *match, int64_t group) {
    const struct match_plan *plan = match->plan;
    int64_t first = group * plan->group % match->window;
    struct match_game *games = &match->slots[first];
    for (int i = 0; i < plan->group; i++) {
        if (plan->tell) plan->tell(plan->self, &games[i]);
        free(games[i].events);
        games[i].events = NULL;
        match->done[first + i] = false;
    }
    match_scores_add(&match->scores, plan, games);
    int half_points = match_tally_add(plan, games, match->result);
    if (!plan->tests) return;
    match->result->verdict = stats_sprt_add(&match->sprt, half_points);
    if (match->result->verdict != STATS_OPEN) atomic_store(&match->stop, true);
}

/* Counts the groups that are complete, in order, up to the verdict of the test. */
static void count_groups(struct match *match) {
    int64_t games = atomic_load(&match->counted), size = match->plan->group;
    while (games < match->plan->groups * size && match->result->verdict == STATS_OPEN &&
           is_complete(match, games / size)) {
        count_group(match, games / size);
        atomic_store(&match->counted, games += size);
    }
}

/* Of a match that was stopped, complete groups behind others that are not count, too. */
static void count_rest(struct match *match) {
    int64_t size = match->plan->group, group = atomic_load(&match->counted) / size;
    int64_t end = group + match->window / size;
    for (; group < end && match->result->verdict == STATS_OPEN; group++)
        if (is_complete(match, group)) count_group(match, group);
}

static void finish(struct match *match, int64_t number) {
    pthread_mutex_lock(&match->lock);
    match->done[number % match->window] = true;
    count_groups(match);
    pthread_mutex_unlock(&match->lock);
    atomic_fetch_add(&match->played, 1);
}

/* Takes the next game, and waits until there is a slot for it. Returns false if there is none. */
static bool take(struct member *member, int64_t *number) {
    struct match *match = member->match;
    const struct timespec pause = {.tv_nsec = 500000};
    *number = atomic_fetch_add(&match->next, 1);
    if (*number >= match->plan->groups * match->plan->group) return false;
    while (go_on(member, 0, "")) {
        if (*number < atomic_load(&match->counted) + match->window) return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

static void run_member(void *self, int part, bool leads) {
    struct match *match = self;
    struct member *member = &match->members[part];
    int64_t number;
    member->leads = leads;
    while (take(member, &number)) {
        if (match_worker_play(&member->worker, number, &match->slots[number % match->window])) {
            finish(match, number);
        } else if (member->worker.starved) {
            atomic_store(&match->starved, true);
            atomic_store(&match->stop, true);
        }
    }
}

static void wait_for_others(void *self) {
    report(self);
}

/* There are many slots, so that a worker hardly ever waits for one whose game takes longer. */
static bool make_slots(struct match *match) {
    int64_t size = match->plan->group, least = (int64_t)SLOTS_FOR_EACH * match->count;
    match->window = size * (2 + least / size);
    match->slots = calloc((size_t)match->window, sizeof *match->slots);
    match->done = calloc((size_t)match->window, sizeof *match->done);
    return match->slots && match->done;
}

static bool make_members(struct match *match) {
    int64_t games = match->plan->groups * match->plan->group;
    int most = match->host->threads < games ? match->host->threads : (int)games;
    match->members = calloc((size_t)most, sizeof *match->members);
    while (match->members && match->count < most && !match->result->stopped) {
        struct member *member = &match->members[match->count++];
        member->match = match;
        member->leads = true;
        if (match_worker_init(&member->worker, match->plan, match->host, go_on) < 0) return false;
        report(match);
    }
    return match->members != NULL;
}

/* Adds how the agent thought, and who did in its place. */
static void add_thoughts(struct match *match, int agent) {
    struct stats_times *times = &match->members[0].worker.times[agent];
    struct match_agent *result = &match->result->agents[agent];
    for (int i = 0; i < match->count; i++) {
        const struct match_worker *worker = &match->members[i].worker;
        if (i) stats_times_merge(times, &worker->times[agent]);
        if (worker->others[agent]) result->other = worker->others[agent];
    }
    result->milliseconds = 1000 * stats_times_mean(times);
    result->milliseconds99 = 1000 * stats_times_p99(times);
}

/* All groups are counted now, so a last look depends on no thread. */
static void end_test(struct match *match) {
    match->result->ratio = stats_sprt_ratio(&match->sprt);
    match->result->verdict = stats_sprt_end(&match->sprt);
}

static const char *play_games(struct match *match) {
    if (!match_scores_init(&match->scores, match->plan) || !make_members(match) ||
        !make_slots(match))
        return no_memory;
    struct host_work work = {match->count, run_member, wait_for_others, match};
    host_share(match->host, &work);
    if (atomic_load(&match->starved)) return no_memory;
    if (match->result->stopped) count_rest(match);
    for (int agent = 0; agent < match->plan->count; agent++) add_thoughts(match, agent);
    if (match->plan->tests) end_test(match);
    match_scores_tell(&match->scores, match->result);
    return NULL;
}

static void release(struct match *match) {
    for (int i = 0; i < match->count; i++) match_worker_release(&match->members[i].worker);
    for (int64_t i = 0; match->slots && i < match->window; i++) free(match->slots[i].events);
    match_scores_release(&match->scores);
    free(match->members);
    free(match->slots);
    free(match->done);
    pthread_mutex_destroy(&match->lock);
}

const char *match_run(const struct match_plan *plan, const struct host *host,
                      struct match_result *result) {
    struct match match = {.plan = plan, .host = host, .result = result};
    *result = (struct match_result){.groups = 0};
    atomic_init(&match.next, 0);
    atomic_init(&match.played, 0);
    atomic_init(&match.counted, 0);
    atomic_init(&match.stop, false);
    atomic_init(&match.starved, false);
    pthread_mutex_init(&match.lock, NULL);
    if (plan->tests) stats_sprt_begin(&match.sprt, plan->elo0, plan->elo1, 2 * plan->group + 1);
    const char *wrong = play_games(&match);
    release(&match);
    return wrong;
}
