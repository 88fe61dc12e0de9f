/* Matches: fair seats, shared luck, and the same results on any number of threads. ThreadSanitizer
 * watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash.h"
#include "games/games.h"
#include "host/system.h"
#include "play/match.h"
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct match_plan plan;
static struct match_result result;
static struct host_system lent;
static _Alignas(max_align_t) char scratch[1 << 14];

/* What was told of the games, in order. */
static struct {
    int64_t count, last;
    uint64_t digest;
    bool ordered;
    struct match_game games[2]; /* the first two, without their events */
    struct event first[2][64];  /* the first events of these */
} told;

static void tell(void *self, const struct match_game *game) {
    (void)self;
    struct match_game plain = *game;
    plain.events = NULL;
    plain.capacity = 0;
    told.ordered &= game->number > told.last;
    told.last = game->number;
    for (size_t i = 0; i < game->count; i++) {
        uint64_t event = (uint64_t)game->events[i].who << 32 | game->events[i].act;
        told.digest = 31 * told.digest + hash_bytes(&event, sizeof event);
    }
    if (told.count < 2) {
        told.games[told.count] = plain;
        for (size_t i = 0; i < 64 && i < game->count; i++)
            told.first[told.count][i] = game->events[i];
    }
    told.count++;
}

/* What agents of this test look for, and find. */
static struct {
    atomic_int asked, begun, wrong; /* wrong: things that should not be */
    int acts_per_tick;
    uint64_t nodes;
    bool hides;
    bool sleeps, stays; /* the first game lasts until others wait; until the match is stopped */
} probe;

static void add_agent(const char *name) {
    struct text wrong = text_over((char[512]){0}, 512);
    struct player *player = &plan.players[plan.count++];
    if (!player_read(plan.game, name, strlen(name), player, &wrong)) fail_msg("%s", wrong.at);
}

/* Makes a plan; `agents` are separated by spaces. */
static void plan_match(const char *game, const char *agents, int64_t games) {
    char names[256], *rest = names;
    snprintf(names, sizeof names, "%s", agents);
    plan = (struct match_plan){.game = games_find(game), .games = games, .seed = 7};
    plan.acts_per_tick = MATCH_ACTS_PER_TICK;
    game_standard(plan.game, plan.params);
    for (char *name; (name = strtok_r(rest, " ", &rest));) add_agent(name);
    plan.tell = tell;
    plan.self = &told;
}

static void set_param(const char *name, int value) {
    plan.params[game_param(plan.game, name)] = value;
}

static void complete(bool players_given) {
    struct text wrong = text_over((char[512]){0}, 512);
    if (!match_plan_complete(&plan, players_given, scratch, &wrong)) fail_msg("%s", wrong.at);
}

static void play(int threads) {
    memset(&told, 0, sizeof told);
    told.last = -1;
    told.ordered = true;
    host_system_init(&lent);
    lent.host.threads = threads;
    const char *wrong = match_run(&plan, &lent.host, &result);
    host_system_release(&lent);
    if (wrong) fail_msg("%s", wrong);
    assert_int_equal(atomic_load(&probe.wrong), 0);
    assert_true(told.ordered);
    assert_int_equal(told.count, result.games);
    assert_int_equal(result.games, result.groups * plan.group);
    for (int i = 0; i < plan.count; i++) {
        const struct match_agent *agent = &result.agents[i];
        assert_int_equal(agent->wins + agent->draws + agent->losses, agent->games);
        assert_int_equal(agent->games, result.groups * plan.each);
        assert_int_equal(agent->score.count, result.groups);
    }
}

/* Forgets what may differ. */
static void forget_times(struct match_result *of) {
    for (int i = 0; i < plan.count; i++)
        of->agents[i].milliseconds = of->agents[i].milliseconds99 = 0;
}

static bool same_stats(const struct stats *a, const struct stats *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* The same to the last bit on 1, 2 and 3 threads. */
static void play_on_threads(void) {
    static struct match_result first;
    play(1);
    first = result;
    forget_times(&first);
    uint64_t digest = told.digest;
    for (int threads = 2; threads <= 3; threads++) {
        play(threads);
        forget_times(&result);
        assert_int_equal(told.digest, digest);
        assert_int_equal(result.games, first.games);
        assert_int_equal(result.verdict, first.verdict);
        assert_memory_equal(&result.ratio, &first.ratio, sizeof result.ratio);
        for (int i = 0; i < plan.count; i++) {
            const struct match_agent *a = &result.agents[i], *b = &first.agents[i];
            assert_true(a->wins == b->wins && a->draws == b->draws && a->losses == b->losses);
            assert_true(a->unfinished == b->unfinished && same_stats(&a->score, &b->score));
            assert_true(same_stats(&a->acts, &b->acts) && same_stats(&a->share, &b->share));
            assert_true(same_stats(&a->difference, &b->difference));
        }
    }
}

static void test_threads_do_not_matter(void **unused) {
    (void)unused;
    plan_match("azul", "greedy:200n random:3n", 60);
    complete(false);
    play_on_threads();
    assert_int_equal(result.games, 60);
    plan_match("azul", "greedy random greedy", 7);
    complete(false);
    play_on_threads();
    assert_int_equal(result.games, 9); /* groups of three, rounded up */
    plan_match("lines", "greedy random", 12);
    complete(false);
    play_on_threads();
    plan_match("falls", "greedy random random", 8);
    complete(false);
    play_on_threads();
    plan_match("slide", "solver:500n random", 6);
    set_param("rows", 2);
    set_param("cols", 3);
    complete(false);
    play_on_threads();
}

/* Alone, the same agent twice does the same in each game; another seed brings other luck. */
static void test_luck_is_shared(void **unused) {
    (void)unused;
    static const char *const games[] = {"lines", "falls"};
    for (int i = 0; i < 2; i++) {
        plan_match(games[i], "random random greedy", 20);
        complete(true);
        play(2);
        assert_true(result.agents[1].difference.squares <= 0);
        assert_true(fabs(result.agents[1].difference.mean) <= 0);
        assert_memory_equal(&told.first[0], &told.first[1], sizeof told.first[0]);
        assert_true(result.agents[2].difference.squares > 0 || i == 1);
        uint64_t digest = told.digest;
        plan.seed++;
        play(2);
        assert_true(told.digest != digest);
    }
}

/* Both games of a pair deal the same factories, with the seats swapped. */
static void test_pairs(void **unused) {
    (void)unused;
    plan_match("azul", "random greedy", 2);
    complete(false);
    play(1);
    assert_int_equal(told.games[0].agents[0], 0);
    assert_int_equal(told.games[0].agents[1], 1);
    assert_int_equal(told.games[1].agents[0], 1);
    assert_int_equal(told.games[1].agents[1], 0);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(told.first[0][i].who, CHANCE);
        assert_int_equal(told.first[0][i].act, told.first[1][i].act);
    }
}

/* Agents that answer the first or the last choice, and look at what they are asked. */

static bool suits_all(const struct game *game) {
    (void)game;
    return true;
}

/* Other threads may not fail a test: they count. */
static void require(bool fine) {
    if (!fine) atomic_fetch_add(&probe.wrong, 1);
}

struct mind {
    const struct game *game;
    const struct host *host;
};

static void *make_probe(const struct game *game, const struct host *host) {
    struct mind *mind = malloc(sizeof *mind);
    require(host->threads == 1 && !host->share);
    if (mind) *mind = (struct mind){game, host};
    return mind;
}

/* Sleeps until nobody has been asked for a while. */
static void sleep_alone(void) {
    const struct timespec pause = {.tv_nsec = 20000000};
    for (int asked = -1; asked != atomic_load(&probe.asked); nanosleep(&pause, NULL))
        asked = atomic_load(&probe.asked);
}

/* The first game takes long, so that others get far ahead of it. */
static void begin(const struct host *host) {
    bool first = atomic_fetch_add(&probe.begun, 1) == 0;
    if (first && probe.sleeps) sleep_alone();
    while (first && probe.stays && host_go_on(host, 0, "")) continue;
}

static void look(const struct game *game, const struct agent_question *question) {
    static _Thread_local _Alignas(max_align_t) char seen[1 << 14];
    require(!probe.acts_per_tick || question->acts_per_tick == probe.acts_per_tick);
    require(!probe.nodes || question->budget.nodes == probe.nodes);
    require(question->act == AGENT_NO_ACT);
    if (!probe.hides) return;
    game_copy(game, seen, question->state);
    game->hide(seen, question->who);
    require(game_equal(game, seen, question->state));
}

static void think(void *self, const struct agent_question *question, struct advice *advice,
                  bool last) {
    static _Thread_local struct choice choices[1 << 16];
    const struct game *game = ((struct mind *)self)->game;
    int count = game->choices(question->state, question->who, choices);
    require(count > 0);
    look(game, question);
    atomic_fetch_add(&probe.asked, 1);
    *advice = (struct advice){.candidates = advice->candidates, .count = count, .line_count = 1};
    for (int i = 0; i < count; i++)
        advice->candidates[i] = (struct candidate){.act = choices[last ? count - 1 - i : i].act};
    advice->line[0] = advice->candidates[0].act;
}

static void think_first(void *self, const struct agent_question *question, struct advice *advice) {
    begin(((struct mind *)self)->host);
    think(self, question, advice, false);
}

static void think_last(void *self, const struct agent_question *question, struct advice *advice) {
    think(self, question, advice, true);
}

static const struct agent first_agent = {.name = "first",
                                         .summary = "takes the first choice",
                                         .suits = suits_all,
                                         .init = make_probe,
                                         .think = think_first,
                                         .release = free};
static const struct agent last_agent = {.name = "last",
                                        .summary = "takes the last choice",
                                        .suits = suits_all,
                                        .init = make_probe,
                                        .think = think_last,
                                        .release = free};

static void plan_probes(const char *game, int64_t games) {
    memset(&probe, 0, sizeof probe);
    plan_match(game, "", games);
    plan.players[plan.count++].agent = &first_agent;
    plan.players[plan.count++].agent = &last_agent;
}

/* What a seat may not see is hidden from its agent; without a budget there is the standard one. */
static void test_questions(void **unused) {
    (void)unused;
    plan_probes("lines", 3);
    probe.hides = true;
    probe.nodes = MATCH_NODES;
    set_param("show_next_balls", 0);
    complete(false);
    play(2);
    assert_int_equal(atomic_load(&probe.asked),
                     lround(3 * (result.agents[0].acts.mean + result.agents[1].acts.mean)));
}

/* Where the clock moves, seats act in turn, each up to k times, then all clocks tick in order. */
static bool is_orderly(const struct match_game *game, int k) {
    int seat = 0, acts = 0, tick = -1;
    uint32_t ticked = 0;
    bool fine = true;
    for (size_t i = 0; i < game->count; i++) {
        struct event event = game->events[i];
        if (event.who == CHANCE) continue;
        if (event.who == CLOCK) {
            fine &= (int)event.act > tick;
            tick = (int)event.act;
            ticked |= UINT32_C(1) << tick;
            continue;
        }
        if (tick >= 0) tick = -1, seat = 0, acts = 0;
        fine &= event.who >= seat;
        acts = event.who == seat ? acts + 1 : 1;
        seat = event.who;
        fine &= acts <= k;
    }
    return fine && ticked == 3;
}

static int acts_most; /* in a row */
static bool orderly;

static void tell_rounds(void *self, const struct match_game *game) {
    int acts = 0;
    orderly &= is_orderly(game, plan.acts_per_tick);
    for (size_t i = 0; i < game->count; i++) {
        bool same = i > 0 && game->events[i].who == game->events[i - 1].who;
        acts = game->events[i].who >= SEATS_MAX ? 0 : same ? acts + 1 : 1;
        if (acts > acts_most) acts_most = acts;
    }
    tell(self, game);
}

static void test_clock(void **unused) {
    (void)unused;
    for (int k = 1; k <= 9; k += 4) {
        plan_probes("falls", 6);
        plan.acts_per_tick = probe.acts_per_tick = k;
        plan.tell = tell_rounds;
        acts_most = 0;
        orderly = true;
        complete(false);
        play(2);
        assert_true(orderly);
        assert_int_equal(acts_most, k);
        assert_int_equal(result.agents[0].unfinished, 0);
    }
}

/* Somebody who never solves a puzzle is stopped in the end. */
static void test_endless_games(void **unused) {
    (void)unused;
    plan_match("slide", "random", 2);
    complete(false);
    play(2);
    assert_int_equal(result.agents[0].unfinished, 2);
    assert_int_equal(result.agents[0].draws, 2);
    assert_int_equal(told.games[0].scores[0], -MATCH_ACTS_MAX);
    assert_int_equal(told.games[0].acts[0], MATCH_ACTS_MAX);
    assert_false(told.games[0].finished);
}

/* Somebody whose score still rises plays on. */
static void test_long_games(void **unused) {
    (void)unused;
    plan_match("lines", "random", 1);
    set_param("rows", 6);
    set_param("cols", 6);
    set_param("colors_count", 3);
    set_param("match_length", 3);
    set_param("balls_per_turn", 1);
    complete(false);
    play(1);
    assert_true(told.games[0].finished);
    assert_true(told.games[0].acts[0] > MATCH_ACTS_MAX);
}

/* One worker sleeps in the first game; the other runs ahead until it must wait. */
static void test_a_slow_game(void **unused) {
    (void)unused;
    plan_probes("azul", 2000);
    set_param("max_rounds", 1);
    complete(false);
    play(1);
    uint64_t digest = told.digest;
    for (int threads = 2; threads <= 3; threads++) {
        probe.sleeps = true;
        atomic_store(&probe.begun, 0);
        play(threads);
        assert_int_equal(told.digest, digest);
        assert_int_equal(result.games, 2000);
    }
}

/* The test decides early where it is easy, at the same game on any number of threads. */
static void test_sequential(void **unused) {
    (void)unused;
    plan_match("azul", "random random", 4000);
    plan.tests = true;
    plan.elo0 = -300, plan.elo1 = -100;
    complete(false);
    play_on_threads();
    assert_int_equal(result.verdict, STATS_H1);
    assert_true(result.games < 4000 && result.ratio > 2.94);
    assert_false(result.stopped);
    plan.elo0 = 300, plan.elo1 = 500;
    play_on_threads();
    assert_int_equal(result.verdict, STATS_H0);
    assert_true(result.games < 4000 && result.ratio < -2.94);
    plan.elo0 = 0, plan.elo1 = 1;
    plan.games = 40;
    complete(false);
    play(2);
    assert_int_equal(result.verdict, STATS_OPEN);
    assert_int_equal(result.games, 40);
    plan.elo0 = 300, plan.elo1 = 500; /* the look at the end, before any other one */
    play_on_threads();
    assert_int_equal(result.verdict, STATS_H0);
    assert_int_equal(result.games, 40);
}

static int calls_left;
static double progress;

static bool stop_soon(void *self, double done, const char *message) {
    assert_ptr_equal(self, &lent);
    assert_true(done >= progress && done <= 1);
    assert_non_null(strstr(message, " games"));
    progress = done;
    return --calls_left > 0;
}

/* Stopped at any time, whole groups count, those that were told. */
static void test_stop(void **unused) {
    (void)unused;
    plan_match("azul", "greedy random", 1000000);
    complete(false);
    for (int threads = 1; threads <= 3; threads++)
        for (int calls = 1; calls <= 16; calls *= 4) {
            memset(&told, 0, sizeof told);
            told.last = -1;
            told.ordered = true;
            host_system_init(&lent);
            lent.host.threads = threads;
            lent.host.go_on = stop_soon;
            calls_left = calls;
            progress = 0;
            assert_null(match_run(&plan, &lent.host, &result));
            host_system_release(&lent);
            assert_true(result.stopped && told.ordered);
            assert_true(result.games < 2000000 && result.games == told.count);
            assert_int_equal(result.agents[0].games, result.games);
            assert_int_equal(calls_left, 0);
        }
    assert_true(result.games > 0);
}

/* Goes on until some games were played. */
static bool play_some(void *self, double done, const char *message) {
    (void)self, (void)message;
    return done * (double)(plan.groups * plan.group) < 7;
}

/* What was played behind a game that never ends counts, too. */
static void test_stop_with_a_gap(void **unused) {
    (void)unused;
    plan_probes("azul", 1000);
    probe.stays = true;
    complete(false);
    memset(&told, 0, sizeof told);
    host_system_init(&lent);
    lent.host.threads = 2;
    lent.host.go_on = play_some;
    assert_null(match_run(&plan, &lent.host, &result));
    host_system_release(&lent);
    assert_true(result.stopped);
    assert_true(result.groups >= 3 && result.games == told.count);
    assert_true(told.games[0].number >= 2); /* the first pair is not whole */
}

static void *make_nothing(const struct game *game, const struct host *host) {
    (void)game, (void)host;
    return NULL;
}

static void test_no_memory(void **unused) {
    (void)unused;
    static const struct agent broken = {.name = "broken",
                                        .summary = "cannot begin",
                                        .suits = suits_all,
                                        .init = make_nothing,
                                        .think = think_first,
                                        .release = free};
    plan_probes("azul", 10);
    plan.players[1].agent = &broken;
    complete(false);
    host_system_init(&lent);
    assert_string_equal(match_run(&plan, &lent.host, &result), "there is not enough memory");
    host_system_release(&lent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_luck_is_shared),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_endless_games),
        cmocka_unit_test(test_long_games),
        cmocka_unit_test(test_a_slow_game),
        cmocka_unit_test(test_sequential),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_stop_with_a_gap),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
