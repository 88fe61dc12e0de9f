/* The players of lines by nets: they keep to their budgets, answer the same again, stop when told,
 * search what they are asked about, take five in a row, and leave to others what they do not know.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/lines/lines_twin_test.h"
#include "games/lines/minds/race.h"
#include "tests/support/listener.h"
#include "tests/support/minds.h"
#include "tests/support/often.h"

/* By how much agents may pass a budget of nodes (agents.c): the first ranking is whole, and each of
 * two lines of play has at most 80 / 5 moves. */
enum { BEYOND = 9 + 2 * 16, AGENTS = 3 };

/* The net's bytes for all that is opened here: the library's own function gives way to this. */
static const void *damaged;

const void *lines_net_ready(const struct host *host) {
    (void)host;
    return damaged ? damaged : lines_net_weights.bytes;
}

/* An agent and its last answer. */
struct asked {
    const struct agent *agent;
    struct listener listener;
    void *self;
    struct candidate *candidates;
    struct advice advice;
};

static struct asked all[AGENTS];

static int open_agents(void **unused) {
    (void)unused;
    for (int i = 0; i < AGENTS; i++) {
        struct asked *asked = &all[i];
        asked->agent = lines_agents[i];
        listener_init(&asked->listener, 1, 0.0001);
        asked->self = asked->agent->init(&lines_game, &asked->listener.host);
        asked->candidates = malloc(sizeof *asked->candidates * (size_t)lines_game.choices_max);
        if (!asked->self || !asked->candidates) return -1;
    }
    return lines_agents[AGENTS] ? -1 : 0;
}

static int release_agents(void **unused) {
    (void)unused;
    for (int i = 0; i < AGENTS; i++) {
        all[i].agent->release(all[i].self);
        free(all[i].candidates);
    }
    return 0;
}

static void ask(struct asked *asked, const struct lines *lines, struct budget budget, int64_t act,
                bool only_best) {
    struct rng rng = rng_new(7, 8);
    struct agent_question question = {
        .state = lines, .budget = budget, .rng = &rng, .act = act, .only_best = only_best};
    memset(&asked->advice, 0xA5, sizeof asked->advice);
    asked->advice.candidates = asked->candidates;
    asked->agent->think(asked->self, &question, &asked->advice);
}

static struct lines play_some(int moves, struct rng *rng) {
    struct lines before, lines;
    int params[PARAMS_MAX], who;
    game_standard(&lines_game, params);
    params[LINES_98] = (int)rng_below(rng, 2);
    memset(&lines, 0, sizeof lines);
    lines_game.start(&lines, params);
    while ((who = game_mover(&lines_game, &lines)) >= 0 && (who == CHANCE || moves-- > 0)) {
        if (who == 0) before = lines;
        lines_apply(&lines, who, lines_random_act(&lines, who, rng));
    }
    return who == 0 ? lines : before;
}

/* Each choice once; those not searched last; each part best first; legal lines. */
static void require_sound(const struct asked *asked, const struct lines *lines) {
    static struct choice choices[LINES_CELLS_MAX * LINES_CELLS_MAX];
    static bool seen[81 * 81];
    const struct candidate *at = asked->candidates;
    assert_int_equal(asked->advice.count, lines_game.choices(lines, 0, choices));
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < asked->advice.count; i++) {
        assert_null(lines_refuse(lines, 0, at[i].act));
        assert_false(seen[at[i].act]);
        seen[at[i].act] = true;
        assert_true(at[i].value > -1e6 && at[i].value < 1e6);
        assert_true(at[i].chance >= 0 && at[i].chance <= 1);
        assert_true(at[i].visits ? at[i].error > 0 : at[i].error == 0);
        if (i == 0) continue;
        assert_true(at[i - 1].visits || !at[i].visits);
        if (!at[i - 1].visits == !at[i].visits) assert_true(at[i - 1].value >= at[i].value);
    }
    struct lines after = *lines;
    for (int i = 0; i < asked->advice.line_count; i++) {
        assert_null(lines_refuse(&after, 0, asked->advice.line[i]));
        lines_apply(&after, 0, asked->advice.line[i]);
    }
    if (asked->advice.line_count) assert_int_equal(asked->advice.line[0], at[0].act);
}

static const struct candidate *find(const struct asked *asked, action act) {
    const struct candidate *at = asked->candidates;
    while (at->act != act) at++;
    return at;
}

/* With any budget of nodes, and whichever act is asked about, it is searched like the best. */
static void budgets_are_kept(void **unused) {
    struct rng rng = rng_new(1, 0);
    (void)unused;
    for (int i = 0; i < AGENTS; i++)
        for (uint64_t nodes = 1; nodes < 200; nodes += nodes < 24 ? 1 : 150) {
            struct lines lines = play_some((int)rng_below(&rng, 22), &rng);
            action any = lines_random_act(&lines, 0, &rng);
            bool by_rollouts = nodes % 2;
            struct budget budget = {.nodes = by_rollouts ? 0 : nodes,
                                    .rollouts = by_rollouts ? nodes : 0};
            listener_restart(&all[i].listener, 0);
            ask(&all[i], &lines, budget, any, false);
            require_sound(&all[i], &lines);
            assert_false(all[i].advice.stopped || all[i].listener.backwards);
            if (all[i].advice.nodes > nodes + BEYOND)
                fail_msg("%s: %d nodes, not %d", all[i].agent->name, (int)all[i].advice.nodes,
                         (int)nodes);
            const struct candidate *user = find(&all[i], any);
            if (user->visits < all[i].candidates[0].visits)
                fail_msg("%s, %d nodes: the act asked about has %d visits, the best %d",
                         all[i].agent->name, (int)nodes, (int)user->visits,
                         (int)all[i].candidates[0].visits);
            assert_int_equal(all[i].advice.reply_count > 0, user != all[i].candidates);
            assert_true(nodes == 1 || all[i].candidates[0].visits > 0);
        }
}

/* More nodes are used where there are more, if the choice is not easy. */
static void budgets_are_used(void **unused) {
    struct rng rng = rng_new(2, 0);
    (void)unused;
    for (int i = 0; i < AGENTS; i++) {
        uint64_t most = 0;
        for (int k = 0; k < 6; k++) {
            struct lines lines = play_some(8 + k, &rng);
            ask(&all[i], &lines, (struct budget){.nodes = 1}, AGENT_NO_ACT, true);
            assert_int_equal(all[i].advice.nodes, 1);
            ask(&all[i], &lines, (struct budget){.nodes = 150}, AGENT_NO_ACT, true);
            if (all[i].advice.nodes > most) most = all[i].advice.nodes;
        }
        bool deep = strcmp(all[i].agent->name, "deep") == 0,
             net = strcmp(all[i].agent->name, "net") == 0;

        assert_true(deep ? most > 50 : net ? most == 1 : most > 10);
    }
}

/* Nets err more on crowded boards, so a race takes longer there. */
static void danger_takes_more_looks(void **unused) {
    struct asked *rank = &all[1];
    uint64_t quiet = 0, crowded = 0;
    struct rng rng = rng_new(12, 0);
    (void)unused;
    assert_string_equal(rank->agent->name, "rank");
    for (int i = 0; i < often(8, 100); i++) {
        struct lines lines = play_some(4, &rng);
        ask(rank, &lines, (struct budget){.nodes = 100}, AGENT_NO_ACT, true);
        quiet += rank->advice.nodes;
        lines = play_some(20, &rng);
        ask(rank, &lines, (struct budget){.nodes = 100}, AGENT_NO_ACT, true);
        crowded += rank->advice.nodes;
    }
    if (crowded < quiet * 3 / 2) fail_msg("%d looks, and %d", (int)quiet, (int)crowded);
}

/* The chance that is told comes from playing on, too: with one look alone it is another one. */
static void danger_is_found_by_playing_on(void **unused) {
    struct asked *deep = &all[0];
    struct rng rng = rng_new(13, 0);
    int different = 0;
    (void)unused;
    assert_string_equal(deep->agent->name, "deep");
    for (int i = 0; i < often(4, 50); i++) {
        struct lines lines = play_some(18, &rng);
        ask(deep, &lines, (struct budget){.nodes = 150}, AGENT_NO_ACT, false);
        struct candidate best = deep->candidates[0];
        ask(deep, &lines, (struct budget){.nodes = 2}, AGENT_NO_ACT, false);
        const struct candidate *seen = find(deep, best.act);
        assert_int_equal(seen->visits, 1);
        different += best.visits > 1 && seen->chance != best.chance;
    }
    assert_true(different > 0);
}

/* A bad move that is asked about is played on from, so that what it loses is not one guess. */
static void asked_moves_are_compared(void **unused) {
    struct rng rng = rng_new(5, 0);
    struct asked *deep = NULL;
    int far_behind = 0;
    (void)unused;
    for (int i = 0; i < AGENTS; i++)
        if (strcmp(all[i].agent->name, "deep") == 0) deep = &all[i];
    assert_non_null(deep);
    for (int k = 0; k < 8; k++) {
        struct lines lines = play_some(10 + 4 * k, &rng);
        action any = lines_random_act(&lines, 0, &rng);
        ask(deep, &lines, (struct budget){.nodes = 2000}, any, false);
        const struct candidate *user = find(deep, any);
        assert_true(user == deep->candidates || user->visits >= 16);
        assert_true(user->visits >= deep->candidates[0].visits);
        /* The further behind, the less is known by how much. */
        ask(deep, &lines, (struct budget){.nodes = 9}, any, false);
        const struct candidate *best = deep->candidates, *worse = find(deep, any);
        if (worse->value >= best->value - 20) continue;
        far_behind++;
        assert_true(worse->error > best->error);
    }
    assert_true(far_behind > 0);
}

/* Neither the clock nor what was thought before changes an answer that nodes limit. */
static void answers_are_the_same_again(void **unused) {
    struct rng rng = rng_new(3, 0);
    (void)unused;
    for (int i = 0; i < AGENTS; i++) {
        struct lines lines = play_some(10, &rng), other = play_some(15, &rng);
        struct budget budget = {.nodes = 80};
        static struct candidate first[LINES_MOVES_MAX];
        struct host plain = {.threads = 3};
        struct asked fresh = all[i];
        ask(&all[i], &lines, budget, AGENT_NO_ACT, false);
        memcpy(first, all[i].candidates, sizeof *first * (size_t)all[i].advice.count);
        ask(&all[i], &other, budget, AGENT_NO_ACT, false);
        all[i].listener.tick = 1000;
        ask(&all[i], &lines, budget, AGENT_NO_ACT, false);
        all[i].listener.tick = 0.0001;
        assert_memory_equal(first, all[i].candidates, sizeof *first * (size_t)all[i].advice.count);
        fresh.self = fresh.agent->init(&lines_game, &plain);
        ask(&fresh, &lines, budget, AGENT_NO_ACT, false);
        assert_memory_equal(first, fresh.candidates, sizeof *first * (size_t)fresh.advice.count);
        fresh.agent->release(fresh.self);
    }
}

/* Time that is over at once leaves an answer. */
static void time_ends(void **unused) {
    struct rng rng = rng_new(2, 0);
    struct lines lines;
    (void)unused;
    for (int i = 0; i < 9; i++) {
        lines = play_some(8 + 3 * i, &rng);
        ask(&all[0], &lines, (struct budget){.nodes = 100}, AGENT_NO_ACT, false);
        if (all[0].advice.nodes > 1 + BEYOND) break;
    }
    assert_true(all[0].advice.nodes > 1 + BEYOND); /* there would be more to do */
    for (int i = 0; i < AGENTS; i++) {
        all[i].listener.tick = 1;
        ask(&all[i], &lines, (struct budget){.milliseconds = 1}, AGENT_NO_ACT, false);
        require_sound(&all[i], &lines);
        assert_true(all[i].advice.nodes <= 1 + BEYOND);
        assert_false(all[i].advice.stopped);
        all[i].listener.tick = 0.0001;
        ask(&all[i], &lines, (struct budget){.milliseconds = 20}, AGENT_NO_ACT, false);
        require_sound(&all[i], &lines);
    }
}

static void stop_is_heard(void **unused) {
    struct rng rng = rng_new(5, 0);
    (void)unused;
    for (int i = 0; i < AGENTS; i++)
        for (int stop_at = 1; stop_at < 200; stop_at *= 2) {
            struct lines lines = play_some(12, &rng);
            listener_restart(&all[i].listener, stop_at);
            ask(&all[i], &lines, (struct budget){0}, AGENT_NO_ACT, false);
            require_sound(&all[i], &lines);
            assert_int_equal(all[i].advice.stopped, all[i].listener.calls >= stop_at);
            assert_int_equal(all[i].listener.after, 0);
            if (all[i].advice.stopped)
                assert_true(all[i].advice.nodes <= 4 * (uint64_t)stop_at + BEYOND);
        }
    for (int i = 0; i < AGENTS; i++) listener_restart(&all[i].listener, 0);
}

/* Boards that are full after any move but those that make five in a row: Y are yellow balls. */
static const char *const forced[] = {
    "RGBCRGBCRBCRGBCRGBRGBCRGBCRBCRGBCRGBRGBCRGBCRBCRGBCRGBRGBCRGBCRBCRGYCRGBYYYY.GBCR",
    "RGBCRGBCRBCRGBCRGBRGBCRGBCRBCRGBCRGBRGBCRGBCYBCRGBCRGYRGBCRGBCYBCRGBCR..RGBCRGBYY",
    "YGBCRGBCRBYRGBCRGBRGYCRGBCRBCRYBCRGBRGBC..YCRBCRGBCRGBRGBCRGBCRBCRGBCRGBRGBCRGBCR",
};

static void five_in_a_row_are_taken(void **unused) {
    (void)unused;
    for (size_t k = 0; k < sizeof forced / sizeof *forced; k++)
        for (int rules98 = 0; rules98 < 2; rules98++)
            for (int i = 0; i < AGENTS; i++)
                for (int nodes = 10; nodes < 400; nodes *= 10) {
                    struct lines lines, after;
                    twin_position(&lines, 9, 9, 5, rules98, forced[k]);
                    assert_null(lines_game.check(&lines));
                    ask(&all[i], &lines, (struct budget){.nodes = (uint64_t)nodes}, AGENT_NO_ACT,
                        nodes == 10);
                    after = lines;
                    lines_apply(&after, 0, all[i].candidates[0].act);
                    if (after.score == 0)
                        fail_msg("%s misses five in a row on board %zu", all[i].agent->name, k);
                }
}

/* Four in a row and the fifth at hand, from docs/rules-lines.md: whichever other move is asked
 * about, a few games from it do not make it the best, nor what is told certain. Others are
 * compared, too, however sure the policy is. */
static void a_line_at_hand_stays_best(void **unused) {
    struct asked *deep = &all[0];
    enum { LINE = (2 * 9 + 4) * 81 + 4 * 9 + 4 };
    static const action others[] = {(4 * 9 + 3) * 81 + 5 * 9 + 3, (2 * 9 + 4) * 81 + 8 * 9 + 8,
                                    (4 * 9 + 0) * 81 + 8 * 9 + 8, (7 * 9 + 2) * 81 + 4 * 9 + 4};
    struct lines lines;
    (void)unused;
    twin_position(
        &lines, 9, 9, 5, false,
        "......................R.............RRRR.........................B...............");
    lines.next = 0x471; /* Red, Cyan, Brown */
    ask(deep, &lines, (struct budget){.nodes = 1000}, AGENT_NO_ACT, false);
    assert_int_equal(deep->candidates[0].act, LINE);
    assert_true(deep->candidates[2].visits > 0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ask(deep, &lines, (struct budget){.nodes = 1000}, others[i], false);
        const struct candidate *user = find(deep, others[i]);
        assert_int_equal(deep->candidates[0].act, LINE);
        assert_true(user->visits > 4);
        if (user->error < 0.2) fail_msg("an error of %f points is too sure", user->error);
    }
}

/* What nets do not know */

static char warning[NET_FILE_REASON_MAX];
static int warnings;

static void take_warning(void *self, const char *message) {
    (void)self;
    snprintf(warning, sizeof warning, "%s", message);
    warnings++;
}

/* Asks each agent through its mind; another must answer. */
static void require_other(const struct lines *lines) {
    struct host host = {.threads = 1, .warn = take_warning};
    for (int i = 0; i < AGENTS; i++) {
        struct rng rng = rng_new(1, 1);
        struct agent_question question = {
            .state = lines, .budget = {.rollouts = 20}, .rng = &rng, .act = AGENT_NO_ACT};
        struct advice advice = {.candidates = all[i].candidates};
        const char *name = minds_ask(all[i].agent, &lines_game, &host, &question, &advice);
        assert_non_null(name);
        assert_string_equal(name, "rollout");
        assert_true(advice.count > 0 && advice.rollouts > 0);
        assert_null(lines_refuse(lines, 0, advice.candidates[0].act));
    }
}

static struct lines start(const char *param, int value) {
    struct lines lines;
    struct rng rng = rng_new(6, 0);
    int params[PARAMS_MAX];
    game_standard(&lines_game, params);
    if (param) params[game_param(&lines_game, param)] = value;
    memset(&lines, 0, sizeof lines);
    lines_game.start(&lines, params);
    while (game_mover(&lines_game, &lines) == CHANCE)
        lines_apply(&lines, CHANCE, lines_random_act(&lines, CHANCE, &rng));
    return lines;
}

static void unknown_boards_are_left_to_others(void **unused) {
    struct lines unknown[] = {start("rows", 7),           start("cols", 10),
                              start("colors_count", 5),   start("match_length", 4),
                              start("balls_per_turn", 2), start("show_next_balls", 0)};
    (void)unused;
    warnings = 0;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) require_other(&unknown[i]);
    assert_int_equal(warnings, 0);
}

static void damaged_nets_are_left_to_others(void **unused) {
    size_t size = lines_net_weights.size;
    uint8_t *bytes = malloc(size);
    struct rng rng = rng_new(7, 0);
    struct lines lines = start(NULL, 0);
    (void)unused;
    memcpy(bytes, lines_net_weights.bytes, size);
    damaged = bytes;
    for (int i = 0; i < 4; i++) { /* magic, version, anywhere */
        size_t at = i < 2 ? (size_t)(8 * i) : rng_below(&rng, (uint32_t)size);
        bytes[at] ^= 4;
        warnings = 0;
        require_other(&lines);
        assert_int_equal(warnings, AGENTS);
        assert_true(strlen(warning) > 10 && !strchr(warning, '\n'));
        bytes[at] ^= 4;
    }
    damaged = NULL;
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(budgets_are_used),
        cmocka_unit_test(danger_takes_more_looks),
        cmocka_unit_test(danger_is_found_by_playing_on),
        cmocka_unit_test(asked_moves_are_compared),
        cmocka_unit_test(answers_are_the_same_again),
        cmocka_unit_test(time_ends),
        cmocka_unit_test(stop_is_heard),
        cmocka_unit_test(five_in_a_row_are_taken),
        cmocka_unit_test(a_line_at_hand_stays_best),
        cmocka_unit_test(unknown_boards_are_left_to_others),
        cmocka_unit_test(damaged_nets_are_left_to_others),
    };
    return cmocka_run_group_tests(tests, open_agents, release_agents);
}
