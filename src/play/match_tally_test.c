/* Made-up games, added up: wins, draws and losses, points, scores and acts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "play/match_tally.h"
#include <math.h>

static struct match_plan plan;
static struct match_result result;

static void begin(int seats, int agents, int group) {
    plan = (struct match_plan){.seats = seats, .count = agents, .group = group, .each = group};
    result = (struct match_result){.groups = 0};
}

static void expect_counts(int agent, int wins, int draws, int losses, int unfinished) {
    const struct match_agent *found = &result.agents[agent];
    assert_int_equal(found->wins, wins);
    assert_int_equal(found->draws, draws);
    assert_int_equal(found->losses, losses);
    assert_int_equal(found->unfinished, unfinished);
    assert_int_equal(found->games, wins + draws + losses);
}

static void expect_mean(const struct stats *stats, double mean) {
    if (!(fabs(stats->mean - mean) < 1e-12)) fail_msg("%f, not %f", stats->mean, mean);
}

static void test_duels(void **unused) {
    (void)unused;
    const struct match_game games[] = {
        {.agents = {0, 1}, .scores = {9, 4}, .acts = {5, 6}, .winners = 1, .finished = true},
        {.agents = {1, 0}, .scores = {7, 3}, .acts = {8, 9}, .winners = 1, .finished = true},
        {.agents = {0, 1}, .scores = {5, 5}, .acts = {1, 2}, .winners = 3, .finished = true},
        {.agents = {1, 0}, .scores = {0, 0}, .acts = {0, 0}, .winners = 0, .finished = true},
        {.agents = {0, 1}, .scores = {2, 1}, .acts = {3, 3}, .winners = 0, .finished = false},
        {.agents = {1, 0}, .scores = {2, 8}, .acts = {4, 4}, .winners = 2, .finished = true},
    };
    begin(2, 2, 6);
    assert_int_equal(match_tally_add(&plan, games, &result), 2 + 0 + 1 + 1 + 1 + 2);
    expect_counts(0, 2, 3, 1, 1);
    expect_counts(1, 1, 3, 2, 1);
    expect_mean(&result.agents[0].share, 7.0 / 12);
    expect_mean(&result.agents[1].share, 5.0 / 12);
    expect_mean(&result.agents[0].score, (9 + 3 + 5 + 0 + 2 + 8) / 6.0);
    expect_mean(&result.agents[1].acts, (6 + 8 + 2 + 0 + 3 + 4) / 6.0);
    assert_int_equal(result.agents[0].difference.count, 0);
    assert_int_equal(result.games, 6);
    assert_int_equal(result.groups, 1);
}

/* Alone there are winners, too; without one a game is lost, unless it was cut short. */
static void test_alone(void **unused) {
    (void)unused;
    const struct match_game groups[][3] = {
        {{.agents = {0}, .scores = {-5}, .winners = 1, .finished = true},
         {.agents = {1}, .scores = {-9}, .winners = 0, .finished = true},
         {.agents = {2}, .scores = {-100}, .winners = 0, .finished = false}},
        {{.agents = {0}, .scores = {-7}, .winners = 0, .finished = true},
         {.agents = {1}, .scores = {-3}, .winners = 1, .finished = true},
         {.agents = {2}, .scores = {-100}, .winners = 0, .finished = false}},
    };
    begin(1, 3, 3);
    for (int i = 0; i < 2; i++) match_tally_add(&plan, groups[i], &result);
    expect_counts(0, 1, 0, 1, 0);
    expect_counts(1, 1, 0, 1, 0);
    expect_counts(2, 0, 2, 0, 2);
    expect_mean(&result.agents[0].difference, 0);
    expect_mean(&result.agents[1].difference, (-4 + 4) / 2.0);
    expect_mean(&result.agents[2].difference, (-95 - 93) / 2.0);
    assert_int_equal(result.agents[1].difference.count, 2);
    assert_int_equal(result.agents[0].share.count, 0);
}

/* An agent with two seats plays one game, and wins it if either seat does; both seats' scores count
 * for its mean. */
static void test_two_seats_for_one(void **unused) {
    (void)unused;
    const struct match_game games[] = {
        {.agents = {0, 1, 0}, .scores = {6, 1, 2}, .winners = 4, .finished = true},
        {.agents = {0, 1, 0}, .scores = {6, 1, 6}, .winners = 5, .finished = true},
        {.agents = {0, 1, 0}, .scores = {6, 6, 1}, .winners = 3, .finished = true},
    };
    begin(3, 2, 3);
    assert_int_equal(match_tally_add(&plan, games, &result), 2 + 2 + 1);
    expect_counts(0, 2, 1, 0, 0);
    expect_counts(1, 0, 1, 2, 0);
    expect_mean(&result.agents[0].score, (6 + 2 + 6 + 6 + 6 + 1) / 6.0);
    expect_mean(&result.agents[1].score, (1 + 1 + 6) / 3.0);
}

/* Each has a point to share with each other one: losers of a game are even. */
static void test_three(void **unused) {
    (void)unused;
    const struct match_game games[] = {
        {.agents = {0, 1, 2}, .winners = 1, .finished = true},
        {.agents = {1, 2, 0}, .winners = 3, .finished = true}, /* 1 and 2 */
        {.agents = {2, 0, 1}, .winners = 1, .finished = true},
    };
    begin(3, 3, 3);
    match_tally_add(&plan, games, &result);
    expect_counts(0, 1, 0, 2, 0);
    expect_counts(1, 0, 1, 2, 0);
    expect_counts(2, 1, 1, 1, 0);
    expect_mean(&result.agents[0].share, (1 + 1 + 0 + 0 + 0 + 0.5) / 6);
    expect_mean(&result.agents[1].share, (0 + 0.5 + 1 + 0.5 + 0 + 0.5) / 6);
    expect_mean(&result.agents[2].share, (0 + 0.5 + 1 + 0.5 + 1 + 1) / 6);
}

/* Agents that are not in a game have no part in it. */
static void test_round_robin(void **unused) {
    (void)unused;
    const struct match_game games[] = {
        {.agents = {0, 1}, .winners = 1, .finished = true},
        {.agents = {0, 2}, .winners = 1, .finished = true},
        {.agents = {1, 2}, .winners = 3, .finished = true},
    };
    begin(2, 3, 3);
    match_tally_add(&plan, games, &result);
    expect_counts(0, 2, 0, 0, 0);
    expect_counts(1, 0, 1, 1, 0);
    expect_counts(2, 0, 1, 1, 0);
    expect_mean(&result.agents[0].share, 1);
    expect_mean(&result.agents[1].share, 0.25);
}

/* The ends and the middle of scores, whatever their order. */
static void test_spread(void **unused) {
    (void)unused;
    enum { GROUPS = 101 };
    struct match_scores scores;
    begin(1, 2, 2);
    plan.groups = GROUPS;
    assert_true(match_scores_init(&scores, &plan));
    for (int i = 0; i < GROUPS; i++) {
        int score = i * 37 % GROUPS;
        const struct match_game games[] = {
            {.agents = {1}, .scores = {-score}, .finished = true},
            {.agents = {0}, .scores = {10 * score}, .finished = true},
        };
        match_scores_add(&scores, &plan, games);
    }
    match_scores_tell(&scores, &result);
    match_scores_release(&scores);
    assert_int_equal(result.agents[0].low, 50);
    assert_true(result.agents[0].median == 500);
    assert_int_equal(result.agents[0].high, 950);
    assert_int_equal(result.agents[1].low, -95);
    assert_true(result.agents[1].median == -50);
    assert_int_equal(result.agents[1].high, -5);
}

/* The median of an even number of scores lies between the two in the middle. */
static void test_even_median(void **unused) {
    (void)unused;
    static const int points[] = {19221, 624};
    struct match_scores scores;
    begin(1, 1, 1);
    plan.groups = 4;
    assert_true(match_scores_init(&scores, &plan));
    for (int i = 0; i < 2; i++)
        match_scores_add(&scores, &plan, &(struct match_game){.scores = {points[i]}});
    match_scores_tell(&scores, &result);
    assert_true(result.agents[0].median == 9922.5);
    assert_int_equal(result.agents[0].low, 624);
    assert_int_equal(result.agents[0].high, 19221);
    match_scores_release(&scores);
    assert_true(match_scores_init(&scores, &plan));
    for (int i = 0; i < 4; i++)
        match_scores_add(&scores, &plan, &(struct match_game){.scores = {INT32_MAX - i % 2}});
    match_scores_tell(&scores, &result);
    assert_true(result.agents[0].median == INT32_MAX - 0.5);
    match_scores_release(&scores);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_two_seats_for_one),
        cmocka_unit_test(test_three),
        cmocka_unit_test(test_round_robin),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_even_median),
    };
    return cmocka_run_group_tests_name("match tally", tests, NULL, NULL);
}
