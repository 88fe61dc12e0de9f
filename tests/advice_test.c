/* Grades, confidence and stability against known numbers and a slow twin; whom and what advice may
 * be about; numbers as JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "games/games.h"
#include "play/advice.h"
#include "play/number.h"
#include "play/player.h"
#include "play/session.h"
#include "tests/support/reading.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1000, DRAWS = 20000 };

/* Shares of a normal distribution within so many standard errors. */
#define BELOW_ONE 0.8413447461
#define WITHIN_ONE 0.6826894921

static void require_near(double found, double expected, double error) {
    if (!(fabs(found - expected) <= error)) fail_msg("%.6f, not %.6f", found, expected);
}

static void test_numbers(void **state) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {3.1, "3.1"},
        {-31, "-31"},
        {0.25, "0.25"},
        {0.98, "0.98"},
        {-0.5, "-0.5"},
        {1e-9, "0"},
        {-1e-9, "0"},
        {0.0001, "0.0001"},
        {0.00016, "0.0002"},
        {0.1020, "0.102"},
        {9.99999, "10"},
        {-9.99996, "-10"},
        {1234567.12345, "1234567.1235"},
        {1e13, "10000000000000"},
        {1e300, "100000000000000"},
        {-1e300, "-100000000000000"},
        {INFINITY, "null"},
        {-INFINITY, "null"},
        {NAN, "null"},
    };
    char buffer[64];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = text_over(buffer, sizeof buffer);
        number_put(&text, cases[i].value);
        assert_string_equal(buffer, cases[i].text);
    }
    struct text text = text_over(buffer, sizeof buffer);
    json_open(&text, '{');
    number_field(&text, "a", 1.5);
    number_field(&text, "b", -2);
    json_close(&text, '}');
    assert_string_equal(buffer, "{\"a\":1.5,\"b\":-2}");
}

/* Signed differences: a move better than the best is EXCELLENT, however much better. */
static void test_grades(void **state) {
    static const struct {
        double delta;
        enum advice_grade grade;
    } cases[] = {
        {-1000, ADVICE_EXCELLENT}, {-2.6, ADVICE_EXCELLENT}, {-0.3, ADVICE_EXCELLENT},
        {0, ADVICE_EXCELLENT},     {0.25, ADVICE_EXCELLENT}, {0.2501, ADVICE_GOOD},
        {1, ADVICE_GOOD},          {1.0001, ADVICE_OKAY},    {2.5, ADVICE_OKAY},
        {2.5001, ADVICE_MISS},     {1e9, ADVICE_MISS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(advice_grade(cases[i].delta), cases[i].grade);
    assert_string_equal(advice_grade_names[ADVICE_EXCELLENT], "EXCELLENT");
    assert_string_equal(advice_grade_names[ADVICE_MISS], "MISS");
}

static void test_stability(void **state) {
    static const struct {
        double delta, error, stability;
    } cases[] = {
        {0, 0, 1},
        {0.25, 0, 1},
        {7, 0, 1},
        {-7, 0, 1},
        {0.25, 0.1, 0.5},           /* on the edge */
        {-0.75, 1, BELOW_ONE},      /* EXCELLENT has no lower bound */
        {0.625, 0.375, WITHIN_ONE}, /* GOOD is 0.25 to 1 */
        {1.75, 0.75, WITHIN_ONE},   /* OKAY is 1 to 2.5 */
        {3.5, 1, BELOW_ONE},        /* MISS has no upper bound */
        {0.625, 1e6, 0.0},          /* nothing is known */
        {-1e6, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        require_near(advice_stability(cases[i].delta, cases[i].error), cases[i].stability, 1e-5);
}

static double confidence_of(struct candidate *candidates, int count, bool proven) {
    struct advice advice = {.candidates = candidates, .count = count, .proven = proven};
    return advice_confidence(&advice);
}

static void test_confidence(void **state) {
    enum { MOST = 4 };
    static const struct {
        struct candidate candidates[MOST];
        int count;
        double confidence;
    } cases[] = {
        /* One choice is the best. */
        {{{0, 5, 1, 9, false}}, 1, 1},
        {{{0, 0, 0, 0, false}}, 1, 1},
        /* Two: by the standard error of the difference, 5. */
        {{{0, 10, 3, 9, false}, {1, 5, 4, 9, false}}, 2, BELOW_ONE},
        {{{0, 5, 3, 9, false}, {1, 10, 4, 9, false}}, 2, 1 - BELOW_ONE},
        {{{0, 5, 3, 9, false}, {1, 5, 4, 9, false}}, 2, 0.5},
        /* Equals share it. */
        {{{0, 5, 2, 9, false}, {1, 5, 2, 9, false}, {2, 5, 2, 9, false}}, 3, 1.0 / 3},
        /* One of them is exact. */
        {{{0, 1, 1, 9, false}, {1, 0, 0, 9, true}}, 2, BELOW_ONE},
        {{{0, 1, 0, 9, true}, {1, 0, 1, 9, false}}, 2, BELOW_ONE},
        {{{0, 0, 1, 9, false}, {1, 20, 0, 9, true}}, 2, 0},
        {{{0, 0, 0, 9, true}, {1, 20, 1, 9, false}}, 2, 0},
        {{{0, 1, 1, 9, false}, {1, 0, 0, 9, true}, {2, -9, 0, 9, true}}, 3, BELOW_ONE},
        /* All are exact: an equal value is not better, a higher one is. */
        {{{0, 5, 0, 9, true}, {1, 4, 0, 9, true}}, 2, 1},
        {{{0, 5, 0, 9, true}, {1, 5, 0, 9, true}}, 2, 1},
        {{{0, 5, 0, 9, true}, {1, 6, 0, 9, true}}, 2, 0},
        /* An exact value's error is not looked at. */
        {{{0, 5, 9, 9, true}, {1, 4, 9, 9, true}}, 2, 1},
        /* No error and no proof: equals share it. */
        {{{0, 5, 0, 9, false}, {1, 4, 0, 9, false}}, 2, 1},
        {{{0, 5, 0, 9, false}, {1, 5, 0, 9, false}, {2, 5, 0, 9, false}, {3, 4, 0, 9, false}},
         4,
         1.0 / 3},
        {{{0, 5, 0, 9, false}, {1, 5, 0, 9, true}}, 2, 1},
        /* What was not searched does not count; but something must have been compared. */
        {{{0, 10, 3, 9, false}, {1, 5, 4, 9, false}, {2, 99, 0, 0, false}}, 3, BELOW_ONE},
        {{{0, 10, 3, 9, false}, {1, 99, 0, 0, false}}, 2, 0},
        {{{0, 10, 0, 0, false}, {1, 9, 0, 0, false}}, 2, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct candidate candidates[MOST];
        memcpy(candidates, cases[i].candidates, sizeof candidates);
        require_near(confidence_of(candidates, cases[i].count, false), cases[i].confidence, 2e-4);
        assert_true(confidence_of(candidates, cases[i].count, true) == 1);
    }
}

static void test_confidence_among_many(void **state) {
    static struct candidate candidates[MANY];
    (void)state;
    for (int i = 0; i < MANY; i++) candidates[i] = (struct candidate){(action)i, 7, 2, 50, false};
    require_near(confidence_of(candidates, MANY, false), 1.0 / MANY, 1e-5);
    for (int i = 1; i < MANY; i++) candidates[i].value = -100;
    require_near(confidence_of(candidates, MANY, false), 1, 1e-6);
}

/* Draws a normal number; the sum of twelve is close enough. */
static double draw_normal(struct rng *rng) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += (rng_next(rng) + 0.5) / 4294967296.0;
    return sum;
}

static bool is_first_best(const struct candidate *candidates, int count, struct rng *rng) {
    double first = candidates[0].value + candidates[0].error * draw_normal(rng);
    for (int i = 1; i < count; i++)
        if (candidates[i].value + candidates[i].error * draw_normal(rng) > first) return false;
    return true;
}

/* The twin draws the true values many times, and counts. */
static void test_confidence_against_its_twin(void **state) {
    struct rng rng = rng_new(7, 0);
    (void)state;
    for (int round = 0; round < 40; round++) {
        struct candidate candidates[6];
        int count = 2 + (int)rng_below(&rng, 5), best = 0;
        for (int i = 0; i < count; i++)
            candidates[i] = (struct candidate){.act = (action)i,
                                               .value = rng_below(&rng, 100) / 10.0,
                                               .error = (1 + rng_below(&rng, 30)) / 10.0,
                                               .visits = 1};
        for (int i = 0; i < DRAWS; i++) best += is_first_best(candidates, count, &rng);
        require_near(confidence_of(candidates, count, false), (double)best / DRAWS, 0.02);
    }
}

/* An agent for tests: it says what the test set, and notes what it was asked. */
static struct {
    struct advice advice;
    struct agent_question question;
    uint64_t hash; /* of the state that it saw */
} stub;
static const struct game *stub_game;

static void stub_think(void *self, const struct agent_question *question, struct advice *advice) {
    struct candidate *candidates = advice->candidates;
    (void)self;
    stub.question = *question;
    stub.hash = game_hash(stub_game, question->state);
    *advice = stub.advice;
    advice->candidates = candidates;
    memcpy(candidates, stub.advice.candidates, sizeof *candidates * (size_t)advice->count);
}

static const struct agent stub_agent = {.name = "stub", .think = stub_think};
static const struct host no_host = {.threads = 1};

struct asked {
    struct session session;
    struct advice_query query;
    struct advice_verdict verdict;
};

static void open_asked(struct asked *asked, const struct game *game) {
    size_t choices = (size_t)game->choices_max;
    stub_game = game;
    asked->query = (struct advice_query){.game = game,
                                         .agent = &stub_agent,
                                         .host = &no_host,
                                         .spare = malloc(game->state_max),
                                         .other = malloc(game->state_max),
                                         .act = AGENT_NO_ACT};
    asked->query.state = asked->session.state;
    asked->query.choices = malloc(choices * sizeof *asked->query.choices);
    asked->query.candidates = malloc(choices * sizeof *asked->query.candidates);
}

/* A new game with some params, by index, set. */
static void begin(struct asked *asked, const char *name, const char *param, int value) {
    const struct game *game = games_find(name);
    int params[PARAMS_MAX];
    game_standard(game, params);
    for (int i = 0; game->params[i].name; i++)
        if (param && strcmp(game->params[i].name, param) == 0) params[i] = value;
    assert_int_equal(session_init(&asked->session, game, params, rng_new(9, 0)), 0);
    open_asked(asked, game);
}

static void begin_at(struct asked *asked, const char *name, const char *json) {
    const struct game *game = games_find(name);
    struct envelope envelope;
    char text[4096], pointer[64];
    void *state = malloc(game->state_max);
    snprintf(text, sizeof text, "%s", json);
    for (char *at = text; *at; at++)
        if (*at == '\'') *at = '"';
    const char *wrong = reading_state(game, text, state, &envelope, pointer, sizeof pointer);
    if (wrong) fail_msg("%s: %s", pointer, wrong);
    assert_int_equal(session_begin_at(&asked->session, game, state, rng_new(9, 0)), 0);
    free(state);
    open_asked(asked, game);
}

static void end(struct asked *asked) {
    free(asked->query.spare);
    free(asked->query.other);
    free(asked->query.choices);
    free(asked->query.candidates);
    session_release(&asked->session);
}

#define SLIDE "{'state_version':1,'ruleset_id':'slide_v1',"
#define THREE SLIDE "'rows':3,'cols':3,'tiles':[1,2,3,4,0,6,7,5,8]}"
enum { UP, DOWN, LEFT, RIGHT };

static void test_verdict(void **state) {
    struct candidate candidates[] = {{DOWN, 3, 0.3, 100, false},
                                     {RIGHT, 3.5, 0.4, 100, false},
                                     {UP, 1.5, 0.4, 80, false},
                                     {LEFT, 0, 0, 0, false}};
    struct asked asked;
    struct advice_verdict *verdict = &asked.verdict;
    (void)state;
    begin_at(&asked, "slide", THREE);
    stub.advice = (struct advice){.candidates = candidates, .count = 4, .line_count = 1};
    stub.advice.line[0] = DOWN;
    asked.query.acts_per_tick = 3;
    advice_ask(&asked.query, verdict);
    assert_null(verdict->user);
    assert_false(verdict->graded);
    assert_int_equal(stub.question.act, AGENT_NO_ACT);
    assert_int_equal(stub.question.acts_per_tick, 3);
    assert_int_equal(stub.question.budget.nodes, ADVICE_NODES);

    /* The difference is signed; its error is that of both. */
    asked.query.act = UP;
    asked.query.budget = (struct budget){.rollouts = 7};
    advice_ask(&asked.query, verdict);
    assert_int_equal(stub.question.act, UP);
    assert_int_equal(stub.question.budget.nodes, 0);
    assert_int_equal(stub.question.budget.rollouts, 7);
    assert_true(verdict->graded && verdict->user->act == UP);
    require_near(verdict->delta, 1.5, 1e-9);
    require_near(verdict->error, 0.5, 1e-9);
    assert_int_equal(verdict->grade, ADVICE_OKAY);
    require_near(verdict->stability, advice_stability(1.5, 0.5), 1e-9);

    /* A move that is better than the best is not marked down, and its delta is told as it is. */
    asked.query.act = RIGHT;
    advice_ask(&asked.query, verdict);
    require_near(verdict->delta, -0.5, 1e-9);
    assert_int_equal(verdict->grade, ADVICE_EXCELLENT);

    /* The best itself differs from itself by nothing, for sure. */
    asked.query.act = DOWN;
    advice_ask(&asked.query, verdict);
    assert_true(verdict->graded && verdict->delta == 0 && verdict->error == 0);
    assert_true(verdict->stability == 1 && verdict->grade == ADVICE_EXCELLENT);

    /* What was not searched has no grade. */
    asked.query.act = LEFT;
    advice_ask(&asked.query, verdict);
    assert_true(verdict->user->act == LEFT && !verdict->graded);
    candidates[0].visits = 0;
    asked.query.act = RIGHT;
    advice_ask(&asked.query, verdict);
    assert_true(verdict->user && !verdict->graded);

    /* Exact values: the grade is certain. */
    candidates[0] = (struct candidate){DOWN, -2, 9, 1, true};
    candidates[1] = (struct candidate){RIGHT, -4, 9, 1, true};
    advice_ask(&asked.query, verdict);
    assert_true(verdict->graded && verdict->delta == 2 && verdict->error == 0);
    assert_true(verdict->stability == 1 && verdict->grade == ADVICE_OKAY);
    end(&asked);
}

static uint64_t hash_seen(const char *board, const char *next) {
    struct candidate candidate = {0, 0, 0, 0, false};
    char text[1024];
    struct asked asked;
    snprintf(text, sizeof text,
             "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5,"
             "'balls_per_turn':1,'show_next_balls':%s},'board':['R....','..G..','.....','....R',"
             "'RRRR.'],'next_balls':['%s']}",
             board, next);
    begin_at(&asked, "lines", text);
    asked.query.who = 0;
    stub.advice = (struct advice){.candidates = &candidate, .count = 1};
    advice_ask(&asked.query, &asked.verdict);
    end(&asked);
    return stub.hash;
}

/* An agent does not see what the player may not see. */
static void test_hidden_things_stay_hidden(void **state) {
    (void)state;
    assert_true(hash_seen("false", "Blue") == hash_seen("false", "Red"));
    assert_true(hash_seen("true", "Blue") != hash_seen("true", "Red"));
}

static void require_fault(struct asked *asked, int who, const char *code, const char *reason) {
    struct advice_fault fault = {NULL, NULL, NULL};
    assert_int_equal(advice_find_seat(&asked->query, who, &fault), -1);
    assert_string_equal(fault.code, code);
    assert_true(fault.message && *fault.message);
    assert_int_equal(fault.reason != NULL, reason != NULL);
    if (reason) assert_string_equal(fault.reason, reason);
    end(asked);
}

static int seat_of(struct asked *asked, int who) {
    struct advice_fault fault;
    int seat = advice_find_seat(&asked->query, who, &fault);
    end(asked);
    return seat;
}

static void test_seats(void **state) {
    struct asked asked;
    (void)state;
    begin(&asked, "azul", NULL, 0);
    assert_int_equal(seat_of(&asked, -1), 0);
    begin(&asked, "azul", NULL, 0);
    assert_int_equal(seat_of(&asked, 0), 0);
    begin(&asked, "azul", NULL, 0);
    require_fault(&asked, 1, "ILLEGAL_ACTION", "NOT_YOUR_TURN");
    begin(&asked, "azul", NULL, 0);
    require_fault(&asked, 2, "BAD_REQUEST", NULL);
    begin(&asked, "azul", NULL, 0);
    require_fault(&asked, CHANCE, "BAD_REQUEST", NULL);
    /* The clock does not count as a player. */
    begin(&asked, "falls", NULL, 0);
    assert_int_equal(seat_of(&asked, -1), 0);
    begin(&asked, "falls", "players", 3);
    require_fault(&asked, -1, "BAD_REQUEST", NULL);
    begin(&asked, "falls", "players", 3);
    assert_int_equal(seat_of(&asked, 2), 2);
    begin(&asked, "falls", NULL, 0);
    require_fault(&asked, CLOCK, "BAD_REQUEST", NULL);
    begin_at(&asked, "slide", SLIDE "'rows':2,'cols':2,'tiles':[1,2,3,0]}");
    require_fault(&asked, -1, "GAME_OVER", NULL);
    begin_at(&asked, "slide", SLIDE "'rows':2,'cols':2,'tiles':[null,null,null,null]}");
    require_fault(&asked, -1, "BAD_REQUEST", NULL);
    begin_at(&asked, "slide", SLIDE "'rows':2,'cols':2,'tiles':[null,null,null,null]}");
    require_fault(&asked, 0, "BAD_REQUEST", NULL);
}

#define FREE "'.. .. .. .. .. .. .. ..'"
#define FREE_3 FREE "," FREE "," FREE
#define FREE_15 FREE_3 "," FREE_3 "," FREE_3 "," FREE_3 "," FREE_3

/* A player who may move but has no move for the moment, as without a capsule, is told why. */
static void test_no_choice(void **state) {
    struct asked asked;
    (void)state;
    begin_at(&asked, "falls",
             "{'state_version':1,'ruleset_id':'falls_v1','config':{'players':1,'viruses':2},"
             "'players':[{'status':'playing','settled':[" FREE_15
             ",'R* .. .. .. .. .. .. B*'],'moving':[" FREE_3 ",'Ro .. .. .. .. .. .. ..'," FREE_3
             "," FREE_3 "," FREE_3 "," FREE_3 "],'capsule':null,'drawn':1}],"
             "'sequence':['YB'],'first':1}");
    require_fault(&asked, 0, "ILLEGAL_ACTION", "NO_CAPSULE");
}

/* A shorthand that does what one move does is that move; one that does more is none. */
static void test_shorthands(void **state) {
    struct asked asked;
    (void)state;
    begin_at(&asked, "slide", THREE);
    action first = (action)asked.query.game->shape(asked.query.state).actions;
    assert_int_equal(advice_find_act(&asked.query, DOWN), DOWN);
    assert_int_equal(advice_find_act(&asked.query, first + 7), DOWN);
    assert_int_equal(advice_find_act(&asked.query, first + 3), LEFT);
    end(&asked);
    begin_at(&asked, "slide", SLIDE "'rows':3,'cols':3,'tiles':[0,1,2,4,5,3,7,8,6]}");
    assert_int_equal(advice_find_act(&asked.query, first + 1), RIGHT);
    assert_int_equal(advice_find_act(&asked.query, first + 2), AGENT_NO_ACT);
    end(&asked);
}

static int line_length(struct asked *asked, const action *line, int count) {
    struct advice advice = {.line_count = count};
    memcpy(advice.line, line, sizeof *line * (size_t)count);
    int length = advice_play_line(&asked->query, &advice, NULL, NULL);
    end(asked);
    return length;
}

/* The line ends at an act that is not legal, and where CHANCE moves. */
static void test_line(void **state) {
    static const action legal[] = {DOWN, RIGHT}, illegal[] = {DOWN, DOWN, UP};
    struct asked asked;
    (void)state;
    begin_at(&asked, "slide", THREE);
    assert_int_equal(line_length(&asked, legal, 2), 2);
    begin_at(&asked, "slide", THREE);
    assert_int_equal(line_length(&asked, illegal, 3), 1);
    begin(&asked, "lines", NULL, 0);
    const struct game *game = asked.query.game;
    action moves[2];
    game->choices(asked.query.state, 0, asked.query.choices);
    moves[0] = asked.query.choices[0].act;
    game_copy(game, asked.query.other, asked.query.state);
    game->apply(asked.query.other, 0, moves[0]);
    assert_true(game->choices(asked.query.other, CHANCE, asked.query.choices) > 0);
    moves[1] = asked.query.choices[0].act;
    assert_int_equal(line_length(&asked, moves, 2), 1);
}

#define LINES(board)                                                                               \
    "{'state_version':1,'ruleset_id':'lines_v1','config':{'rows':5,'cols':5}," board               \
    ",'next_balls':['Blue','Cyan','Red']}"

/* What moves score at once is compared in a sentence. */
static void test_comparison(void **state) {
    struct asked asked;
    char buffer[200];
    struct candidate candidates[] = {{0, 10, 1, 5, false}, {0, 2, 1, 5, false}};
    struct text text = text_over(buffer, sizeof buffer);
    (void)state;
    begin_at(&asked, "lines", LINES("'board':['R....','..G..','.....','....R','RRRR.']"));
    candidates[0].act = 0 * 25 + 24; /* completes the row */
    candidates[1].act = 7 * 25 + 8;
    asked.verdict = (struct advice_verdict){.advice = {.candidates = candidates, .count = 2}};
    assert_int_equal(advice_compare(&asked.query, &asked.verdict, &text), 0);
    asked.verdict.user = &candidates[0];
    assert_int_equal(advice_compare(&asked.query, &asked.verdict, &text), 0);
    assert_string_equal(buffer, "");
    asked.verdict.user = &candidates[1];
    assert_int_equal(advice_compare(&asked.query, &asked.verdict, &text), 10);
    assert_string_equal(buffer, "The best move scores 10 points at once; yours scores nothing");
    text_clear(&text);
    candidates[0].act = 7 * 25 + 8, candidates[1].act = 24;
    assert_int_equal(advice_compare(&asked.query, &asked.verdict, &text), -10);
    assert_string_equal(buffer, "The best move scores nothing at once; yours scores 10 points");
    end(&asked);
}

/* Without a name, the game's own agent is asked; else rollout for who plays alone, and mcts. */
static void test_standard_player(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) {
        const struct game *game = games_list[g];
        const struct agent *standard = player_standard(game);
        assert_true(standard->suits(game));
        if (game->agents)
            assert_ptr_equal(standard, game->agents[0]);
        else
            assert_string_equal(standard->name, game->seats_max == 1 ? "rollout" : "mcts");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_grades),
        cmocka_unit_test(test_stability),
        cmocka_unit_test(test_confidence),
        cmocka_unit_test(test_confidence_among_many),
        cmocka_unit_test(test_confidence_against_its_twin),
        cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_hidden_things_stay_hidden),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_no_choice),
        cmocka_unit_test(test_shorthands),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_standard_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
