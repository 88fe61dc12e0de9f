/* Reviews: what is asked and counted, with an agent that says what the test set; real agents
 * against `best`; shorthands; and what is left when it is stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "games/games.h"
#include "nim/nim.c"
#include "play/player.h"
#include "play/review.h"
#include "tests/support/listener.h"
#include <math.h>
#include <stdlib.h>

const struct tool *const nim_tools[] = {NULL};
const struct agent *const nim_agents[] = {NULL};

static void require_near(double found, double expected) {
    if (!(fabs(found - expected) <= 1e-9)) fail_msg("%.6f, not %.6f", found, expected);
}

/* An agent for any game: the n-th choice is worth `first` less n times `step`. */
static struct {
    double first, step, error;
    bool searches, exact;
    int asked, explained;
    struct rng rng; /* of the last question */
    struct budget budget;
    int objective, acts_per_tick;
} stub;

static const struct game *stub_game;

static void stub_think(void *self, const struct agent_question *question, struct advice *advice) {
    struct candidate *all = advice->candidates;
    struct choice *choices = self;
    *advice = (struct advice){.candidates = all, .nodes = 10, .rollouts = 1, .line_count = 1};
    advice->count = stub_game->choices(question->state, question->who, choices);
    for (int i = 0; i < advice->count; i++)
        all[i] = (struct candidate){
            choices[i].act, stub.first - stub.step * i, stub.error, stub.searches, stub.exact, 0.5};
    advice->line[0] = all[0].act;
    stub.asked++;
    stub.rng = *question->rng;
    stub.budget = question->budget;
    stub.objective = question->objective;
    stub.acts_per_tick = question->acts_per_tick;
}

static void *stub_init(const struct game *game, const struct host *host) {
    (void)host;
    return malloc(sizeof(struct choice) * (size_t)game->choices_max);
}

static int stub_explain(const struct agent_question *question, const struct advice *advice,
                        struct agent_reason found[AGENT_REASONS_MAX]) {
    (void)question, (void)advice;
    stub.explained++;
    for (int i = 0; i < 2; i++)
        found[i] = (struct agent_reason){.kind = "WASTE", .amount = 2 - i, .text = "So it is"};
    return 2;
}

static const struct agent_objective objectives[] = {{"game", NULL}, {"round", NULL}, {NULL, NULL}};
static const struct agent stub_agent = {.name = "stub",
                                        .init = stub_init,
                                        .think = stub_think,
                                        .release = free,
                                        .objectives = objectives,
                                        .chance = "winning",
                                        .explain = stub_explain};

static void set_stub(const struct game *game, double first, double step) {
    stub.first = first, stub.step = step, stub.error = 0;
    stub.searches = true;
    stub.exact = false;
    stub.asked = stub.explained = 0;
    stub_game = game;
}

static void begin_nim(struct session *session, int heaps, int sticks) {
    int chosen[PARAMS_MAX] = {heaps, sticks};
    assert_int_equal(session_init(session, &nim_game, chosen, rng_new(1, 0)), 0);
}

/* Plays acts of nim: sticks from a heap, both from 1. */
static void take(struct session *session, int sticks, int heap) {
    int who = game_mover(&nim_game, session->state);
    action act = (action)((heap - 1) * STICKS_MAX + sticks - 1);
    assert_null(nim_game.refuse(session->state, who, act));
    assert_int_equal(session_act(session, who, act), 0);
}

static const struct host no_host = {.threads = 1};

static void run(const struct session *session, struct review *review) {
    struct advice_query how = {.agent = &stub_agent, .rng = rng_new(5, 6)};
    assert_null(review_run(session, &how, &no_host, review));
}

static void test_accuracy(void **state) {
    (void)state;
    require_near(review_accuracy(0), 100);
    require_near(review_accuracy(-3), 100);
    require_near(review_accuracy(2.5), 50);
    require_near(review_accuracy(5), 25);
    assert_true(review_accuracy(1e9) >= 0 && review_accuracy(1e9) < 1e-9);
}

/* Two heaps of two. The choices are 1 and 2 from heap 1, 1 and 2 from heap 2; the last is forced.
 */
static void test_two_players(void **state) {
    struct session session;
    struct review review;
    (void)state;
    begin_nim(&session, 2, 2);
    take(&session, 1, 2); /* the third choice: loses 2 of 1, and the lead */
    take(&session, 1, 1); /* the first */
    take(&session, 1, 2); /* the second of two */
    take(&session, 1, 1); /* the only one */
    set_stub(&nim_game, 1, 1);
    run(&session, &review);
    assert_int_equal(review.all, 4);
    assert_int_equal(review.count, 4);
    assert_int_equal(stub.asked, 3);
    assert_int_equal(review.nodes, 30);
    assert_int_equal(review.rollouts, 3);
    assert_false(review.stopped);

    const struct review_move *move = review.moves;
    assert_true(move[0].graded && !move[0].forced && move[0].who == 0);
    assert_int_equal(move[0].best, 0);
    require_near(move[0].best_value, 1);
    require_near(move[0].value, -1);
    require_near(move[0].delta, 2);
    require_near(move[0].standing, -1);
    require_near(move[0].chance, 0.5);
    assert_int_equal(move[0].grade, ADVICE_OKAY);
    assert_int_equal(move[0].reasons_count, 2);
    assert_string_equal(move[0].reasons[1].text, "So it is");

    /* The lead is always that of seat 0. */
    assert_true(move[1].graded && move[1].who == 1 && move[1].reasons_count == 0);
    require_near(move[1].value, 1);
    require_near(move[1].standing, -1);
    assert_int_equal(move[2].grade, ADVICE_GOOD);
    require_near(move[2].delta, 1);
    assert_true(move[3].forced && !move[3].graded && move[3].grade == ADVICE_EXCELLENT);
    require_near(move[3].delta, 0);

    assert_int_equal(review.seats, 2);
    assert_int_equal(review.seat[0].moves, 2);
    assert_int_equal(review.seat[0].graded, 2);
    assert_int_equal(review.seat[0].grades[ADVICE_OKAY], 1);
    require_near(review.seat[0].lost, 3);
    require_near(review.seat[0].accuracy, (review_accuracy(2) + review_accuracy(1)) / 2);
    assert_int_equal(review.seat[1].forced, 1);
    assert_int_equal(review.seat[1].graded, 1);
    require_near(review.seat[1].accuracy, 100);

    assert_int_equal(review.turns_count, 1);
    assert_true(review.turns[0].move == 0 && review.turns[0].lead);
    require_near(review.turns[0].weight, 4);
    review_release(&review);
    session_release(&session);
}

/* A loss that gives nothing else away must be of more than a point; one that gives the lead away of
 * more than EXCELLENT allows. */
static void test_turning_points(void **state) {
    static const struct {
        double first, step;
        int turns;
    } cases[] = {
        {10, 1, 0}, {10, 1.01, 1}, {0.5, 1, 1},    {0.1, 0.2, 0},
        {-1, 1, 0}, {0, 1, 0},     {0.2, 0.26, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session session;
        struct review review;
        begin_nim(&session, 1, 3);
        take(&session, 2, 1);
        set_stub(&nim_game, cases[i].first, cases[i].step);
        run(&session, &review);
        assert_int_equal(review.turns_count, cases[i].turns);
        review_release(&review);
        session_release(&session);
    }
}

/* The weightiest come first, at most ten of them; equal ones in order. */
static void test_weightiest(void **state) {
    struct session session;
    struct review review;
    (void)state;
    begin_nim(&session, 9, 9);
    for (int heap = 1; heap <= 9; heap++) take(&session, heap < 9 ? 3 : 1, heap);
    for (int heap = 1; heap <= 9; heap++) take(&session, heap % 2 ? 2 : 4, heap);
    set_stub(&nim_game, 1000, 2);
    run(&session, &review);
    assert_int_equal(review.turns_count, REVIEW_TURNS_MAX);
    for (int i = 1; i < REVIEW_TURNS_MAX; i++) {
        const struct review_turn *one = &review.turns[i - 1], *two = &review.turns[i];
        assert_true(one->weight > two->weight ||
                    (!(one->weight < two->weight) && one->move < two->move));
        require_near(two->weight, review.moves[two->move].delta);
    }
    size_t heavier = 0;
    for (size_t i = 0; i < review.count; i++)
        heavier += review.moves[i].delta > review.turns[REVIEW_TURNS_MAX - 1].weight;
    assert_true(heavier < REVIEW_TURNS_MAX);
    review_release(&review);
    session_release(&session);
}

/* Every question has the same luck, budget, objective and pace. */
static void test_questions(void **state) {
    struct advice_query how = {.agent = &stub_agent, .rng = rng_new(5, 6), .objective = 1};
    struct session session;
    struct review review;
    (void)state;
    begin_nim(&session, 3, 3);
    take(&session, 1, 1);
    take(&session, 1, 2);
    set_stub(&nim_game, 1, 0);
    how.acts_per_tick = 3;
    assert_null(review_run(&session, &how, &no_host, &review));
    assert_true(stub.rng.seed == how.rng.seed && stub.rng.index == how.rng.index);
    assert_int_equal(stub.budget.nodes, REVIEW_NODES);
    assert_int_equal(stub.objective, 1);
    assert_int_equal(stub.acts_per_tick, 3);
    assert_int_equal(review.objective, 1);
    review_release(&review);
    how.budget.rollouts = 7;
    assert_null(review_run(&session, &how, &no_host, &review));
    assert_int_equal(stub.budget.nodes, 0);
    assert_int_equal(stub.budget.rollouts, 7);
    review_release(&review);
    session_release(&session);
}

/* What was not searched has no grade, and a game without moves nothing to say. */
static void test_nothing_known(void **state) {
    struct session session;
    struct review review;
    (void)state;
    begin_nim(&session, 1, 3);
    run(&session, &review);
    assert_true(review.all == 0 && review.count == 0 && !review.stopped);
    assert_true(isnan(review.seat[0].accuracy));
    review_release(&review);
    take(&session, 2, 1);
    set_stub(&nim_game, 1, 5);
    stub.searches = false;
    run(&session, &review);
    assert_int_equal(review.count, 1);
    assert_true(!review.moves[0].graded && !review.moves[0].forced);
    assert_true(review.seat[0].moves == 1 && review.seat[0].graded == 0);
    assert_true(isnan(review.seat[0].accuracy));
    assert_int_equal(review.turns_count, 0);
    review_release(&review);
    session_release(&session);
}

static const struct agent *agent_named(const struct game *game, const char *name) {
    const struct agent *agent;
    for (int i = 0; (agent = agents_of(game, i)); i++)
        if (strcmp(agent->name, name) == 0) return agent;
    fail_msg("there is no agent %s", name);
    return NULL;
}

static void begin_random(struct session *session, const struct game *game, int acts) {
    int chosen[PARAMS_MAX];
    struct rng rng = rng_new(3, 4);
    game_standard(game, chosen);
    assert_int_equal(session_init(session, game, chosen, rng_new(2, 0)), 0);
    for (int i = 0; i < acts && !game_over(game, session->state); i++) {
        int who = rng_below(&rng, 4) ? 0 : CLOCK;
        while (game->choices(session->state, who, session->scratch) == 0) who = (who + 1) % 32;
        action act = game_draw(game, session->state, who, &rng, session->scratch);
        assert_int_equal(session_act(session, who, act), 0);
    }
}

/* The verdict on a move is that of `best` in the position before it. */
static void compare_with_best(const struct session *session, const struct review_move *move,
                              const struct advice_query *how) {
    const struct game *game = session->game;
    size_t choices = (size_t)game->choices_max;
    struct advice_query query = *how;
    struct advice_verdict verdict;
    query.game = game;
    query.host = &no_host;
    query.state = malloc(game->state_max);
    query.choices = calloc(choices, sizeof *query.choices);
    query.candidates = calloc(choices, sizeof *query.candidates);
    query.mind = mind_open(how->agent, game, &no_host);
    struct review_walk walk = {.session = session, .state = query.state, .at = SIZE_MAX};
    review_walk_to(&walk, move->event);
    query.who = move->who;
    query.act = move->act;
    advice_ask(&query, &verdict);
    assert_true(verdict.graded == move->graded || move->forced);
    if (move->graded) {
        assert_int_equal(move->best, verdict.advice.candidates[0].act);
        require_near(move->delta, verdict.delta);
        require_near(move->value, verdict.user->value);
        assert_int_equal(move->grade, verdict.grade);
        assert_int_equal(move->exact, verdict.advice.proven && verdict.user->exact);
        if (verdict.delta > 0) assert_int_equal(move->reasons_count, verdict.reasons_count);
    }
    mind_close(query.mind);
    free(query.state);
    free(query.choices);
    free(query.candidates);
}

static void test_as_best(void **state) {
    static const char *const names[] = {"greedy", "mcts"};
    (void)state;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; i < 2; i++) {
            struct session session;
            struct review review;
            begin_random(&session, games_list[g], 40);
            struct advice_query how = {.agent = agent_named(games_list[g], names[i]),
                                       .rng = rng_new(5, 6),
                                       .budget = {.nodes = 500}};
            assert_null(review_run(&session, &how, &no_host, &review));
            assert_int_equal(review.count, review.all);
            assert_true(review.count > 0);
            for (size_t k = 0; k < review.count; k += 3)
                compare_with_best(&session, &review.moves[k], &how);
            review_release(&review);
            session_release(&session);
        }
}

/* The blank goes along its row to the end, at once or move by move. */
static void begin_slide(struct session *session, uint64_t seed, bool at_once) {
    enum { LEFT = 2, RIGHT, CLICKS };
    const struct game *game = games_find("slide");
    int chosen[PARAMS_MAX];
    struct rng rng = rng_new(seed, 0);
    game_standard(game, chosen);
    chosen[0] = 2, chosen[1] = 4; /* rows and cols */
    assert_int_equal(session_init(session, game, chosen, rng), 0);
    void *aim = malloc(game->state_max), *tried = malloc(game->state_max);
    action act = game->refuse(session->state, 0, LEFT) ? RIGHT : LEFT, click = CLICKS;
    game_copy(game, aim, session->state);
    while (!game->refuse(aim, 0, act)) game->apply(aim, 0, act);
    while (at_once && !game_equal(game, session->state, aim)) {
        game_copy(game, tried, session->state);
        if (!game->refuse(tried, 0, click)) game->apply(tried, 0, click);
        if (game_equal(game, tried, aim)) assert_int_equal(session_act(session, 0, click), 0);
        click++;
    }
    while (!game->refuse(session->state, 0, act)) assert_int_equal(session_act(session, 0, act), 0);
    free(aim);
    free(tried);
}

static void review_slide(uint64_t seed, bool at_once, struct session *session,
                         struct review *review) {
    begin_slide(session, seed, at_once);
    struct advice_query how = {.agent = agent_named(session->game, "solver"), .rng = rng_new(5, 6)};
    assert_null(review_run(session, &how, &no_host, review));
}

/* Alone: the score that is expected falls by what is lost, and by nothing else. */
static void test_alone(void **state) {
    struct session session;
    struct review review;
    (void)state;
    review_slide(9, false, &session, &review);
    assert_true(review.count > 0 && review.seats == 1);
    for (size_t i = 0; i < review.count; i++) {
        assert_true(review.moves[i].graded && review.moves[i].exact);
        double before =
            i ? review.moves[i - 1].standing : review.moves[0].standing + review.moves[0].delta;
        require_near(review.moves[i].standing, before - review.moves[i].delta);
    }
    review_release(&review);
    session_release(&session);
}

/* Follows the solver to the goal: nothing is lost. */
static void test_perfect_game(void **state) {
    const struct game *game = games_find("slide");
    const struct agent *solver = agent_named(game, "solver");
    struct candidate candidates[4];
    struct advice advice = {.candidates = candidates};
    struct session session;
    struct review review;
    struct rng rng = rng_new(1, 1);
    int chosen[PARAMS_MAX];
    (void)state;
    game_standard(game, chosen);
    chosen[0] = chosen[1] = 3;
    assert_int_equal(session_init(&session, game, chosen, rng_new(9, 0)), 0);
    void *self = solver->init(game, &no_host);
    while (!game_over(game, session.state)) {
        struct agent_question question = {
            .state = session.state, .budget = {.nodes = 1000000}, .rng = &rng, .act = AGENT_NO_ACT};
        solver->think(self, &question, &advice);
        assert_int_equal(session_act(&session, 0, candidates[0].act), 0);
    }
    solver->release(self);
    struct advice_query how = {.agent = solver, .rng = rng_new(5, 6)};
    assert_null(review_run(&session, &how, &no_host, &review));
    require_near(review.seat[0].accuracy, 100);
    require_near(review.seat[0].lost, 0);
    assert_int_equal(review.turns_count, 0);
    review_release(&review);
    session_release(&session);
}

/* A chain of tiles loses what its moves lose together. */
static void test_shorthand(void **state) {
    double lost = 0;
    size_t longest = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct session session, again;
        struct review one, many;
        review_slide(seed, true, &session, &one);
        review_slide(seed, false, &again, &many);
        assert_true(game_equal(session.game, session.state, again.state));
        assert_int_equal(one.count, 1);
        assert_true(one.moves[0].graded && one.moves[0].exact);
        require_near(one.moves[0].delta, many.seat[0].lost);
        require_near(one.moves[0].standing, many.moves[many.count - 1].standing);
        lost += one.moves[0].delta;
        if (many.count > longest) longest = many.count;
        review_release(&one);
        review_release(&many);
        session_release(&session);
        session_release(&again);
    }
    assert_true(lost > 0 && longest == 3);
}

/* Moves that seem better than the best do not make up for others. */
static void test_shorthand_that_gains(void **state) {
    size_t chains = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct session session, again;
        struct review review;
        begin_slide(&session, seed, true);
        begin_slide(&again, seed, false);
        set_stub(session.game, 5, -1);
        run(&session, &review);
        assert_true(review.count == 1 && review.moves[0].graded);
        if (session_acts(&again) > 1) chains++, require_near(review.moves[0].delta, 0);
        review_release(&review);
        session_release(&session);
        session_release(&again);
    }
    assert_true(chains > 0);
}

/* A move is exact only if it is proven, too, that none is better. */
static void test_exact(void **state) {
    struct session session;
    struct review review;
    (void)state;
    begin_nim(&session, 1, 3);
    take(&session, 2, 1);
    set_stub(&nim_game, 1, 1);
    stub.exact = true;
    run(&session, &review);
    assert_true(review.moves[0].graded && !review.moves[0].exact);
    review_release(&review);
    session_release(&session);
}

/* In real time: every act of a seat has a grade, a fall as well, and none of the clock. */
static void test_real_time(void **state) {
    const struct game *game = games_find("falls");
    struct session session;
    struct review review;
    size_t falls = 0;
    (void)state;
    begin_random(&session, game, 8);
    action fall = (action)game->shape(session.state).actions;
    for (int i = 0; i < 200 && !game_over(game, session.state); i++) {
        bool may = !game->refuse(session.state, 0, fall);
        assert_int_equal(session_act(&session, may ? 0 : CLOCK, may ? fall : 0), 0);
        falls += may;
    }
    struct advice_query how = {.agent = agent_named(game, "clearer"), .budget = {.nodes = 300}};
    assert_null(review_run(&session, &how, &no_host, &review));
    assert_true(falls > 2);
    for (size_t i = 0; i < review.count; i++) {
        assert_true(review.moves[i].who < SEATS_MAX);
        assert_true(review.moves[i].graded || review.moves[i].forced);
    }
    review_release(&review);
    session_release(&session);
}

/* However early it is stopped, what is there is as in a whole review, and progress runs forwards.
 */
static void test_stopped(void **state) {
    const struct game *game = games_find("azul");
    struct advice_query how = {
        .agent = agent_named(game, "mcts"), .rng = rng_new(5, 6), .budget = {.nodes = 2000}};
    struct listener listener;
    struct session session;
    struct review whole, part;
    (void)state;
    begin_random(&session, game, 25);
    listener_init(&listener, 1, 1e-4);
    assert_null(review_run(&session, &how, &listener.host, &whole));
    assert_false(listener.backwards);
    int calls = listener.calls;
    for (int stop_at = 1; stop_at < calls; stop_at += 1 + calls / 20) {
        listener_restart(&listener, stop_at);
        assert_null(review_run(&session, &how, &listener.host, &part));
        assert_true(part.stopped && part.count < whole.count && part.all == whole.all);
        assert_true(listener.after <= 8);
        for (size_t i = 0; i < part.count; i++) {
            require_near(part.moves[i].delta, whole.moves[i].delta);
            assert_int_equal(part.moves[i].best, whole.moves[i].best);
        }
        review_release(&part);
    }
    review_release(&whole);
    session_release(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_two_players),
        cmocka_unit_test(test_turning_points),
        cmocka_unit_test(test_weightiest),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_nothing_known),
        cmocka_unit_test(test_as_best),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_perfect_game),
        cmocka_unit_test(test_shorthand),
        cmocka_unit_test(test_shorthand_that_gains),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_real_time),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
