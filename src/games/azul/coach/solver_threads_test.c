/* The round solver on several threads: the same values, the same answer for the same nodes, and
 * stopped whichever thread works. ThreadSanitizer watches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/solver_test.h"
#include "tests/support/listener.h"
#include "tests/support/often.h"
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { PARTS_MAX = 3, HURRY = 1, PLENTY = 1000000 /* milliseconds */ };

struct part {
    const struct host_work *work;
    int number;
    atomic_int *working;
};

static void *run_part(void *self) {
    struct part *part = self;
    part->work->run(part->work->self, part->number, false);
    atomic_fetch_sub(part->working, 1);
    return NULL;
}

/* Runs the first parts on threads of their own, each by itself, and waits for them. */
static void run_beside(const struct host_work *work, int beside, bool lead) {
    const struct timespec pause = {.tv_nsec = 200000};
    struct part parts[PARTS_MAX];
    pthread_t threads[PARTS_MAX];
    atomic_int working;
    assert_true(work->parts <= PARTS_MAX);
    atomic_init(&working, beside);
    for (int i = 0; i < beside; i++) {
        parts[i] = (struct part){work, i, &working};
        assert_int_equal(pthread_create(&threads[i], NULL, run_part, &parts[i]), 0);
    }
    if (lead) work->run(work->self, work->parts - 1, true);
    while (atomic_load(&working) > 0) {
        work->wait(work->self);
        nanosleep(&pause, NULL);
    }
    for (int i = 0; i < beside; i++) pthread_join(threads[i], NULL);
}

/* The calling thread takes the last part. */
static void share(void *self, const struct host_work *work) {
    (void)self;
    run_beside(work, work->parts - 1, true);
}

/* The calling thread takes no part, as the others were faster. */
static void share_among_others(void *self, const struct host_work *work) {
    (void)self;
    run_beside(work, work->parts, false);
}

/* Hosts with one, two and three threads, whose clocks stand still: no budget of time is ever spent,
 * but a short one makes the search go deeper step by step. */
static struct listener listener[PARTS_MAX];
static struct azul_solver *solver[PARTS_MAX];
static struct azul_solver_answer answer, other;

static void ask(int threads, const struct azul_solver_question *question,
                struct azul_solver_answer *out) {
    listener_restart(&listener[threads - 1], listener[threads - 1].stop_at);
    memset(out, 0, sizeof *out);
    azul_solver_ask(solver[threads - 1], question, out);
    assert_false(listener[threads - 1].backwards);
}

static double value_of(const struct azul_solver_answer *from, action act) {
    for (int i = 0; i < from->count; i++)
        if (from->acts[i].act == act) return from->acts[i].value;
    fail_msg("act %u is missing", (unsigned)act);
    return 0;
}

static void expect_same_values(const struct azul_solver_answer *one,
                               const struct azul_solver_answer *two) {
    assert_true(two->solved && two->proven && !two->stopped);
    assert_int_equal(one->count, two->count);
    for (int i = 0; i < one->count; i++) {
        assert_true(two->acts[i].solved && two->acts[i].depth == one->acts[i].depth);
        assert_true(one->acts[i].value == two->acts[i].value);
        assert_true(one->acts[i].value == value_of(two, one->acts[i].act));
    }
}

static void test_same_values(void **unused) {
    struct rng rng = rng_new(1, 15);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < often(12, 24); i++) {
        slow_play(solver[0], &azul, azul.players == 2 ? 10 : 8, &rng);
        struct azul_solver_question question = {
            .azul = &azul, .values = i % 2 ? &azul_values_learned : NULL, .act = AGENT_NO_ACT};
        ask(1, &question, &answer);
        assert_true(answer.solved);
        question.milliseconds = i % 4 < 2 ? HURRY : PLENTY;
        for (int threads = 1; threads <= 3; threads++) {
            ask(threads, &question, &other);
            expect_same_values(&answer, &other);
        }
        azul_take(&azul, answer.acts[0].act);
    }
}

/* The best alone, and an act asked about. */
static void test_same_best(void **unused) {
    struct rng rng = rng_new(2, 15);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < often(6, 12); i++) {
        slow_play(solver[0], &azul, azul.players == 2 ? 11 : 9, &rng);
        struct azul_solver_question question = {
            .azul = &azul, .best_only = true, .milliseconds = i % 2 ? HURRY : PLENTY};
        struct choice choices[AZUL_SOLVER_ACTS];
        int count = azul_game.choices(&azul, azul.active, choices);
        question.act = choices[rng_below(&rng, (uint32_t)count)].act;
        ask(1, &question, &answer);
        for (int threads = 2; threads <= 3; threads++) {
            ask(threads, &question, &other);
            assert_true(other.proven && other.acts[0].value == answer.acts[0].value);
            assert_true(value_of(&answer, (action)question.act) ==
                        value_of(&other, (action)question.act));
        }
        azul_take(&azul, answer.acts[0].act);
    }
}

static void test_same_nodes_same_answer(void **unused) {
    struct rng rng = rng_new(3, 15);
    struct azul azul = {.phase = AZUL_OVER};
    (void)unused;
    for (int i = 0; i < 16; i += often(5, 1)) {
        slow_play(solver[0], &azul, 20 - i, &rng);
        struct azul_solver_question question = {.azul = &azul,
                                                .values = i % 2 ? &azul_values_learned : NULL,
                                                .nodes = UINT64_C(1000) << i % 4,
                                                .best_only = i % 3 == 0,
                                                .act = AGENT_NO_ACT};
        ask(1, &question, &answer);
        for (int threads = 2; threads <= 3; threads++) {
            ask(threads, &question, &other);
            assert_memory_equal(&answer, &other, sizeof answer);
        }
        azul_take(&azul, answer.acts[0].act);
    }
}

static void deal(struct azul *azul, struct rng *rng) {
    slow_start(azul, 2, rng);
    while (azul->phase == AZUL_REFILL) azul_deal(azul, azul_random_colour(azul, rng));
}

/* Asks something that takes hours; the host says stop soon. */
static void stop(const struct azul *azul, int threads, int stop_at) {
    struct azul_solver_question question = {.azul = azul, .act = AGENT_NO_ACT};
    struct choice choices[AZUL_SOLVER_ACTS];
    struct azul after = *azul;
    listener[threads - 1].stop_at = stop_at;
    ask(threads, &question, &answer);
    assert_true(answer.stopped && !answer.proven && !answer.solved);
    assert_int_equal(listener[threads - 1].calls, stop_at);
    assert_int_equal(answer.count, azul_game.choices(azul, azul->active, choices));
    for (int i = 0; i < answer.line_count; i++) {
        assert_null(azul_game.refuse(&after, after.active, answer.line[i]));
        azul_take(&after, answer.line[i]);
    }
    assert_true(answer.line_count > 0);
    listener[threads - 1].stop_at = 0;
}

static void test_stops(void **unused) {
    struct rng rng = rng_new(4, 15);
    struct azul azul;
    (void)unused;
    for (int threads = 2; threads <= 3; threads++) {
        deal(&azul, &rng);
        for (int stop_at = 1; stop_at <= 9; stop_at += 4) stop(&azul, threads, stop_at);
        listener[threads - 1].host.share = share_among_others;
        stop(&azul, threads, 9);
        listener[threads - 1].host.share = share;
    }
}

/* Time that is spent ends the search, also while the calling thread only waits. */
static void test_time_is_spent(void **unused) {
    struct rng rng = rng_new(5, 15);
    struct azul azul;
    struct azul_solver_question question = {.azul = &azul, .milliseconds = 20, .act = AGENT_NO_ACT};
    (void)unused;
    deal(&azul, &rng);
    for (int threads = 2; threads <= 3; threads++) {
        listener[threads - 1].tick = 1e-3;
        listener[threads - 1].host.share = threads == 2 ? share : share_among_others;
        ask(threads, &question, &answer);
        assert_true(!answer.stopped && !answer.solved);
        listener[threads - 1].tick = 0;
        listener[threads - 1].host.share = share;
    }
}

/* A machine too busy to search anything in time: all acts have a value nevertheless. */
static void hurry(const struct azul *azul) {
    struct azul_solver_question question = {.azul = azul, .milliseconds = 1, .act = AGENT_NO_ACT};
    for (int threads = 1; threads <= 3; threads++) {
        listener[threads - 1].tick = 1;
        listener[threads - 1].host.share = threads == 2 ? share : share_among_others;
        ask(threads, &question, &answer);
        for (int i = 0; i < answer.count; i++) assert_true(answer.acts[i].depth > 0);
        listener[threads - 1].tick = 0;
        listener[threads - 1].host.share = share;
    }
}

static void test_time_is_spent_at_once(void **unused) {
    struct rng rng = rng_new(6, 15);
    struct azul azul;
    (void)unused;
    deal(&azul, &rng);
    hurry(&azul);
    for (int left = 3; left > 0; left--) {
        azul.phase = AZUL_OVER;
        slow_play(solver[0], &azul, left, &rng);
        hurry(&azul);
    }
}

static int set_up(void **unused) {
    (void)unused;
    for (int i = 0; i < PARTS_MAX; i++) {
        listener_init(&listener[i], i + 1, 0);
        listener[i].host.share = share;
        solver[i] = azul_solver_new(&listener[i].host);
        if (!solver[i]) return -1;
    }
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    for (int i = 0; i < PARTS_MAX; i++) azul_solver_free(solver[i]);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_values),
        cmocka_unit_test(test_same_best),
        cmocka_unit_test(test_same_nodes_same_answer),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_time_is_spent),
        cmocka_unit_test(test_time_is_spent_at_once),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
