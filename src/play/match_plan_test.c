/* Who sits where, and how many agents a game takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/match.h"
#include <stdio.h>
#include <string.h>

static struct match_plan plan;
static _Alignas(max_align_t) char scratch[1 << 14];

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
    game_standard(plan.game, plan.params);
    for (char *name; (name = strtok_r(rest, " ", &rest));) add_agent(name);
}

static void set_param(const char *name, int value) {
    plan.params[game_param(plan.game, name)] = value;
}

static void complete(bool players_given) {
    struct text wrong = text_over((char[512]){0}, 512);
    if (!match_plan_complete(&plan, players_given, scratch, &wrong)) fail_msg("%s", wrong.at);
}

/* In every group each agent has each seat equally often, and plays `each` games. */
static void expect_fair(int agents, int seats) {
    int sat[MATCH_PLAYERS_MAX][SEATS_MAX] = {{0}}, games[MATCH_PLAYERS_MAX] = {0};
    for (int game = 0; game < plan.group; game++) {
        uint32_t played = 0;
        for (int seat = 0; seat < seats; seat++) {
            int agent = match_plan_agent(&plan, 5 * plan.group + game, seat);
            assert_in_range(agent, 0, agents - 1);
            sat[agent][seat]++;
            played |= UINT32_C(1) << agent;
        }
        for (int agent = 0; agent < agents; agent++) games[agent] += (int)(played >> agent & 1);
    }
    for (int agent = 0; agent < agents; agent++) {
        assert_int_equal(games[agent], plan.each);
        for (int seat = 0; seat < seats; seat++) assert_int_equal(sat[agent][seat], sat[0][0]);
    }
}

static void test_seats_are_fair(void **unused) {
    (void)unused;
    for (int seats = 1; seats <= SEATS_MAX; seats++) {
        int most = seats > 2 ? seats : MATCH_PLAYERS_MAX;
        for (int agents = seats > 1 ? 2 : 1; agents <= most; agents++) {
            plan_match("falls", "", 1000);
            for (int i = 0; i < agents; i++) add_agent("random");
            set_param("players", seats);
            complete(true);
            assert_int_equal(plan.seats, seats);
            assert_true(plan.groups * plan.each >= 1000 && (plan.groups - 1) * plan.each < 1000);
            expect_fair(agents, seats);
        }
    }
}

/* In a round robin every two agents meet, once in each order. */
static void test_all_meet(void **unused) {
    (void)unused;
    int met[5][5] = {{0}};
    plan_match("azul", "random random random random random", 8);
    complete(false); /* azul has no five players */
    assert_int_equal(plan.seats, 2);
    assert_int_equal(plan.group, 20);
    for (int game = 0; game < plan.group; game++)
        met[match_plan_agent(&plan, game, 0)][match_plan_agent(&plan, game, 1)]++;
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++) assert_int_equal(met[a][b], a != b);
}

static void test_how_many_players(void **unused) {
    (void)unused;
    plan_match("azul", "random random random", 1);
    complete(false);
    assert_int_equal(plan.seats, 3);
    assert_int_equal(plan.instead, 2);
    plan_match("falls", "random random", 1);
    complete(false);
    assert_int_equal(plan.seats, 2);
    assert_int_equal(plan.instead, 1);
    plan_match("falls", "random random", 1);
    complete(true);
    assert_int_equal(plan.seats, 1);
    assert_int_equal(plan.instead, 0);
    plan_match("azul", "random random", 1);
    complete(false);
    assert_int_equal(plan.seats, 2);
    assert_int_equal(plan.instead, 0);
    plan_match("falls", "random", 1);
    complete(false);
    assert_int_equal(plan.seats, 1);
    plan_match("slide", "random random", 1);
    complete(false);
    assert_int_equal(plan.seats, 1);
    plan_match("azul", "random random", 1);
    set_param("players", 4);
    complete(false);
    assert_int_equal(plan.seats, 4);
}

static void expect_wrong(bool players_given, const char *expected) {
    char buffer[512];
    struct text wrong = text_over(buffer, sizeof buffer);
    assert_false(match_plan_complete(&plan, players_given, scratch, &wrong));
    assert_string_equal(buffer, expected);
}

static void test_wrong_plans(void **unused) {
    (void)unused;
    plan_match("azul", "random", 1);
    expect_wrong(false, "azul for 2 players must have from 2 to 16 agents, not 1");
    plan_match("azul", "random random random random", 1);
    set_param("players", 3);
    expect_wrong(true, "azul for 3 players must have from 2 to 3 agents, not 4");
    plan_match("slide", "", 1);
    expect_wrong(false, "slide for 1 player must have from 1 to 16 agents, not 0");
    plan_match("azul", "random random random", 1);
    plan.tests = true;
    expect_wrong(true,
                 "a sequential test must have two agents that play against each other, not 3");
    plan_match("lines", "random random", 1);
    plan.tests = true;
    expect_wrong(false, "a sequential test must have two agents that play against each other; "
                        "in lines for 1 player each plays alone");
}

static void test_names(void **unused) {
    (void)unused;
    static const char *const names[] = {"greedy", "random:200n", "greedy:50r", "random:15ms"};
    plan_match("azul", "greedy random:200n greedy:50r random:15ms random:2s", 1);
    for (int i = 0; i < 5; i++) {
        char buffer[64];
        struct text text = text_over(buffer, sizeof buffer);
        match_plan_put_agent(&plan, i, &text);
        assert_string_equal(buffer, i < 4 ? names[i] : "random:2000ms");
    }
}

/* With a time among the budgets, the seed does not decide all. */
static void test_repeats(void **unused) {
    (void)unused;
    plan_match("azul", "greedy random:200n greedy:50r", 1);
    assert_true(match_plan_repeats(&plan));
    add_agent("random:1ms");
    assert_false(match_plan_repeats(&plan));
    plan_match("azul", "greedy:2s random", 1);
    assert_false(match_plan_repeats(&plan));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats_are_fair),
        cmocka_unit_test(test_all_meet),
        cmocka_unit_test(test_how_many_players),
        cmocka_unit_test(test_wrong_plans),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_repeats),
    };
    return cmocka_run_group_tests_name("match plan", tests, NULL, NULL);
}
