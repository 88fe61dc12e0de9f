/* What is asked of an agent and made of its answer, with one that says what the test set: grades,
 * reasons, plays; whom and what advice may be about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "games/games.h"
#include "play/advice.h"
#include "play/advisor.h"
#include "play/player.h"
#include "play/session.h"
#include "tests/support/reading.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require_near(double found, double expected, double error) {
    if (!(fabs(found - expected) <= error)) fail_msg("%.6f, not %.6f", found, expected);
}

/* An agent for tests: it says what the test set, and notes what it was asked. */
static struct {
    struct advice advice;
    struct agent_question question;
    uint64_t hash; /* of the state that it saw */
    int explained; /* calls of `explain` */
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

static void *stub_init(const struct game *game, const struct host *host) {
    (void)game, (void)host;
    return &stub;
}

static void stub_release(void *self) {
    assert_ptr_equal(self, &stub);
}

static const struct agent stub_agent = {
    .name = "stub", .init = stub_init, .think = stub_think, .release = stub_release};
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
    asked->query.mind = mind_open(&stub_agent, game, &no_host);
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

static void choose_agent(struct asked *asked, const struct agent *agent) {
    mind_close(asked->query.mind);
    asked->query.agent = agent;
    asked->query.mind = mind_open(agent, asked->query.game, &no_host);
}

static void end(struct asked *asked) {
    mind_close(asked->query.mind);
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
    struct candidate candidates[] = {{DOWN, 3, 0.3, 100, false, 0},
                                     {RIGHT, 3.5, 0.4, 100, false, 0},
                                     {UP, 1.5, 0.4, 80, false, 0},
                                     {LEFT, 0, 0, 0, false, 0}};
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
    candidates[0] = (struct candidate){DOWN, -2, 9, 1, true, 0};
    candidates[1] = (struct candidate){RIGHT, -4, 9, 1, true, 0};
    advice_ask(&asked.query, verdict);
    assert_true(verdict->graded && verdict->delta == 2 && verdict->error == 0);
    assert_true(verdict->stability == 1 && verdict->grade == ADVICE_OKAY);
    end(&asked);
}

static uint64_t hash_seen(const char *board, const char *next) {
    struct candidate candidate = {0, 0, 0, 0, false, 0};
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
    int length = advice_play_line(&asked->query, (struct advice_line){line, count}, NULL, NULL);
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

/* What moves score at once is compared in a sentence, unless they are equally good. */
static void test_comparison(void **state) {
    enum { ROW = 0 * 25 + 24, ELSE = 7 * 25 + 8 }; /* the first completes the row */
    struct candidate candidates[] = {{ROW, 10, 1, 5, false, 0}, {ELSE, 2, 1, 5, false, 0}};
    struct asked asked;
    const struct advice_verdict *verdict = &asked.verdict;
    (void)state;
    begin_at(&asked, "lines", LINES("'board':['R....','..G..','.....','....R','RRRR.']"));
    stub.advice = (struct advice){.candidates = candidates, .count = 2, .line = {ROW}};
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(verdict->reasons_count, 0);
    asked.query.act = ROW;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(verdict->reasons_count, 0);
    asked.query.act = ELSE;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(verdict->reasons_count, 1);
    assert_string_equal(verdict->reasons[0].kind, "POINTS_AT_ONCE");
    require_near(verdict->reasons[0].amount, 10, 0);
    assert_string_equal(verdict->reasons[0].text,
                        "The best move scores 10 points at once; yours scores nothing");
    candidates[0].act = ELSE, candidates[1].act = ROW;
    asked.query.act = ROW;
    advice_ask(&asked.query, &asked.verdict);
    require_near(verdict->reasons[0].amount, -10, 0);
    assert_string_equal(verdict->reasons[0].text,
                        "The best move scores nothing at once; yours scores 10 points");
    candidates[1].value = 10;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(verdict->reasons_count, 0);
    end(&asked);
}

static int stub_explain(const struct agent_question *question, const struct advice *advice,
                        struct agent_reason reasons[AGENT_REASONS_MAX]) {
    struct text text = text_over(reasons->text, sizeof reasons->text);
    stub.explained++;
    assert_int_equal(advice->reply[0], question->act);
    *reasons = (struct agent_reason){.kind = "WASTE", .amount = 1.25};
    text_string(&text, "It wastes a move");
    return 1;
}

static int stub_why(const struct agent_question *question, const struct advice *advice,
                    struct agent_reason reasons[AGENT_REASONS_MAX]) {
    assert_true(question->act == AGENT_NO_ACT || question->act == (int64_t)advice->line[0]);
    assert_int_equal(advice->line[0], advice->candidates[0].act);
    for (int i = 0; i < 2; i++) {
        struct text text = text_over(reasons[i].text, sizeof reasons[i].text);
        reasons[i].kind = i ? "ROOM" : "HASTE";
        reasons[i].amount = 2 - i;
        text_string(&text, i ? "It makes room." : "It wastes no move");
    }
    return 2;
}

static const struct agent_objective stub_objectives[] = {
    {"game", NULL}, {"round", NULL}, {NULL, NULL}};
static const struct agent stub_full = {.name = "full",
                                       .init = stub_init,
                                       .think = stub_think,
                                       .release = stub_release,
                                       .objectives = stub_objectives,
                                       .chance = "winning",
                                       .explain = stub_explain,
                                       .why = stub_why};

static void write_json(const struct asked *asked, char *out, size_t capacity) {
    struct text text = text_over(out, capacity);
    json_open(&text, '{');
    advice_json_put(&asked->query, &asked->verdict, &text);
    json_close(&text, '}');
    assert_false(text.cut);
}

static void require_text(const char *json, const char *part) {
    if (!strstr(json, part)) fail_msg("no %s in %s", part, json);
}

/* An agent that explains gives the reasons itself, and no others are added; the play after the
 * user's move, the chances and the objective are in the answer. */
static void test_explained(void **state) {
    struct candidate candidates[] = {{DOWN, 3, 0, 1, true, 0.75}, {UP, 1, 0, 1, true, 0.5}};
    static char json[1 << 18];
    struct asked asked;
    (void)state;
    begin_at(&asked, "slide", THREE);
    choose_agent(&asked, &stub_full);
    stub.explained = 0;
    stub.advice = (struct advice){.candidates = candidates, .count = 2, .solved = true};
    stub.advice.line[0] = DOWN, stub.advice.line[1] = RIGHT, stub.advice.line_count = 2;
    stub.advice.reply[0] = UP, stub.advice.reply[1] = LEFT, stub.advice.reply[2] = LEFT;
    stub.advice.reply_count = 3;
    asked.query.act = UP;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(stub.explained, 1);
    write_json(&asked, json, sizeof json);
    require_text(json, "\"value\":3,\"chance\":0.75,\"confidence\":");
    require_text(json, "\"exact\":true,\"chance\":0.5}]");
    require_text(json, "\"stability\":1,\"chance\":0.5,\"line\":[{\"blank\":\"Up\"},"
                       "{\"blank\":\"Left\"}]}");
    require_text(json, "\"feedback\":[{\"kind\":\"WASTE\",\"text\":\"It wastes a move\","
                       "\"amount\":1.25}]");
    require_text(json, "\"objective\":\"game\",\"chance_of\":\"winning\",");
    require_text(json, "\"solved\":true,");

    /* A move as good as the best needs no reason, and the best is followed by the line. */
    candidates[1].value = 3;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(asked.verdict.reasons_count, 0);
    asked.query.act = DOWN;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(stub.explained, 1);
    write_json(&asked, json, sizeof json);
    require_text(json, "\"chance\":0.75,\"line\":[{\"blank\":\"Down\"},{\"blank\":\"Right\"}]}");

    /* Chances are of the whole game. */
    asked.query.objective = 1;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(stub.question.objective, 1);
    write_json(&asked, json, sizeof json);
    require_text(json, "\"objective\":\"round\",");
    assert_null(strstr(json, "chance"));

    /* Without these gifts, the keys are not there. */
    choose_agent(&asked, &stub_agent);
    asked.query.objective = 0;
    advice_ask(&asked.query, &asked.verdict);
    write_json(&asked, json, sizeof json);
    assert_null(strstr(json, "chance"));
    require_text(json, "\"objective\":\"game\"");
    end(&asked);
}

/* What speaks for the best act is told if no other is asked about, and more than the act matters.
 */
static void test_why(void **state) {
    struct candidate candidates[] = {{DOWN, 3, 0, 1, true, 0.75}, {UP, 1, 0, 1, true, 0.5}};
    static char json[1 << 18];
    struct asked asked;
    (void)state;
    begin_at(&asked, "slide", THREE);
    choose_agent(&asked, &stub_full);
    stub.advice = (struct advice){
        .candidates = candidates, .count = 2, .line = {DOWN}, .line_count = 1, .reply = {UP}};
    advice_ask(&asked.query, &asked.verdict);
    write_json(&asked, json, sizeof json);
    require_text(json,
                 "\"feedback\":[],\"why\":[{\"kind\":\"HASTE\",\"text\":\"It wastes no move\","
                 "\"amount\":2},{\"kind\":\"ROOM\",\"text\":\"It makes room.\",\"amount\":1}],");
    asked.query.only_best = true;
    advice_ask(&asked.query, &asked.verdict);
    assert_int_equal(asked.verdict.why_count, 0);
    asked.query.only_best = false;
    asked.query.act = UP;
    advice_ask(&asked.query, &asked.verdict);
    write_json(&asked, json, sizeof json);
    require_text(json, "\"amount\":1.25}],\"why\":[],");
    asked.query.act = DOWN;
    advice_ask(&asked.query, &asked.verdict);
    write_json(&asked, json, sizeof json);
    require_text(json, "\"feedback\":[],\"why\":[{\"kind\":\"HASTE\",");
    asked.query.act = AGENT_NO_ACT;
    choose_agent(&asked, &stub_agent);
    advice_ask(&asked.query, &asked.verdict);
    write_json(&asked, json, sizeof json);
    assert_null(strstr(json, "why"));
    end(&asked);
}

static void test_objectives(void **state) {
    char buffer[600];
    struct text wrong = text_over(buffer, sizeof buffer);
    int objective = 7;
    (void)state;
    assert_true(player_find_objective(&stub_full, "round", 5, &objective, &wrong));
    assert_int_equal(objective, 1);
    assert_true(player_find_objective(&stub_agent, "game", 4, &objective, &wrong));
    assert_int_equal(objective, 0);
    assert_string_equal(player_objective(&stub_full, 1), "round");
    assert_false(player_find_objective(&stub_agent, "round", 5, &objective, &wrong));
    assert_string_equal(buffer, "stub knows no objective 'round'; it must be one of game");
    text_clear(&wrong);
    assert_false(player_find_objective(&stub_full, "roun", 4, &objective, &wrong));
    assert_string_equal(buffer, "full knows no objective 'roun'; it must be one of game, round");
}

/* Without a name, the game's own agent is asked; else rollout for who plays alone, and mcts. */
static void test_standard_player(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) {
        const struct game *game = games_list[g];
        const struct agent *standard = player_standard(game);
        assert_true(standard->suits(game));
        if (game->agents && game->agents[0])
            assert_ptr_equal(standard, game->agents[0]);
        else
            assert_string_equal(standard->name, game->seats_max == 1 ? "rollout" : "mcts");
    }
}

/* What a move loses never looks like another grade. */
static void test_what_is_lost(void **state) {
    static const struct {
        double lost;
        const char *text;
    } cases[] = {{0, "0"},     {0.25, "0.25"}, {0.252, "0.252"}, {0.97, "0.97"},
                 {1, "1"},     {1.04, "1.04"}, {1.06, "1.1"},    {2.46, "2.5"},
                 {2.5, "2.5"}, {2.53, "2.53"}, {2.56, "2.6"},    {147.66, "147.7"}};
    char text[ADVISOR_VALUE_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        advisor_put_lost(cases[i].lost, text);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_lost),
        cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_hidden_things_stay_hidden),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_no_choice),
        cmocka_unit_test(test_shorthands),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_explained),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_objectives),
        cmocka_unit_test(test_standard_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
