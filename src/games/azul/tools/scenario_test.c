/* Positions to practise on: worth it, as asked for, like real games, and always the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/coach/coach.h"
#include "games/azul/coach/reasons.h"
#include "games/azul/tools/scenario_support_test.h"
#include "tests/support/often.h"
#include <math.h>

static const char *const stages[] = {"EARLY", "MID", "LATE"};
static const char *const grades[] = {"EASY", "MEDIUM", "HARD"};
static const char *const themes[] = {"FLOOR", "TOKEN", "DENIAL", "BONUS", "TILING"};
static const char *const parts[] = {"OPENING", "MIDDLE", "END"};

/* What the tiles on the table and on the walls say. */
static void check_stages(const struct azul *azul) {
    int table = 0, walls = 0, all = 4 * (2 * azul->players + 1);
    for (int source = 0; source < AZUL_SOURCES_MAX; source++)
        for (int colour = 0; colour < AZUL_COLOURS; colour++)
            table += azul_count(azul->source[source], colour);
    for (int seat = 0; seat < azul->players; seat++)
        for (int cell = 0; cell < 25; cell++) walls += (int)(azul->player[seat].wall >> cell & 1);
    int stage = 3 * table >= 2 * all ? 0 : 3 * table >= all ? 1 : 2;
    int part = walls < 5 * azul->players ? 0 : walls < 10 * azul->players ? 1 : 2;
    assert_true(json_equals(feature("stage"), stages[stage]));
    assert_true(json_equals(feature("game_stage"), parts[part]));
    assert_int_equal(number("round"), azul->round);
}

/* It has enough moves that differ, and is not about nothing but the floor. */
static void check_worth(const struct azul *azul) {
    struct slow_moves moves;
    slow_list(azul, &moves);
    assert_int_equal(number("legal"), moves.legal);
    assert_int_equal(number("moves"), moves.count);
    assert_true(moves.count >= 6);
    assert_true(moves.clean >= 2);
    assert_true(gap_told() >= 0.25 && gap_told() <= 10);
    assert_true(number("attempts") >= 1);
}

static void check_grade(bool obvious, double gap) {
    bool easy = gap >= 1.5 && obvious, hard = gap < 0.5 || (gap < 1.5 && !obvious);
    assert_true(json_equals(feature("difficulty"), easy ? "EASY" : hard ? "HARD" : "MEDIUM"));
}

/* The themes that the coach's reasons and the two moves give. */
static void check_themes(const struct azul *azul, const struct slow_verdict *verdict) {
    static const char *const of[5][5] = {
        {"FLOOR_PENALTY", "TILES_WASTED", "OPPONENT_FLOOR"},
        {"FIRST_PLAYER"},
        {"OPPONENT_DENIED", "OPPONENT_ADJACENCY", "OPPONENT_PROGRESS"},
        {"BONUS", "BONUS_PROGRESS", "OPPONENT_BONUS", "OPPONENT_BONUS_PROGRESS"},
        {"ADJACENCY"}};
    static struct candidate candidates[AZUL_SOLVER_ACTS];
    struct agent_reason reasons[AGENT_REASONS_MAX];
    struct agent_question question = {
        .state = azul, .who = azul->active, .budget = {.nodes = 12000}, .act = verdict->tempting};
    struct advice advice = {.candidates = candidates};
    bool expected[5] = {false};
    void *coach = azul_coach.init(&azul_game, &listener.host);
    assert_non_null(coach);
    azul_coach.think(coach, &question, &advice);
    azul_coach.release(coach);
    assert_true(slow_same(azul, advice.candidates[0].act, verdict->move));
    int count = azul_reasons(&question, &advice, reasons);
    for (int i = 0; i < count; i++)
        for (int theme = 0; theme < 5; theme++)
            for (int k = 0; k < 5 && of[theme][k]; k++)
                expected[theme] |= reasons[i].amount >= (theme == 1 || theme == 4 ? 1 : 2) &&
                                   strcmp(of[theme][k], reasons[i].kind) == 0;
    action one = verdict->move, two = verdict->tempting;
    int from = azul_act_source(one), instead = azul_act_source(two);
    expected[1] |= azul->token == AZUL_TOKEN_IN_CENTER && !from != !instead;
    expected[4] |= slow_same(azul, one / 6 * 6 + AZUL_FLOOR, two / 6 * 6 + AZUL_FLOOR);
    for (int theme = 0; theme < 5; theme++)
        assert_int_equal(has_theme(themes[theme]), expected[theme]);
}

/* Late positions against plain minimax. */
static void test_features_of_late_positions(void **unused) {
    (void)unused;
    for (int seed = 0; seed < often(15, 40); seed++) {
        struct azul azul = make("'stage':'LATE','seed':'late/%d'", seed);
        struct slow_verdict verdict;
        bool solved = false;
        check_stages(&azul);
        check_worth(&azul);
        slow_judge(&azul, &verdict);
        double gap = (double)(verdict.best - verdict.next) / AZUL_VALUES_UNIT;
        assert_true(json_bool(feature("solved"), &solved) && solved);
        assert_true(fabs(gap - gap_told()) <= 0.0051);
        check_grade(verdict.obvious, gap);
        check_themes(&azul, &verdict);
    }
}

static void test_filters(void **unused) {
    (void)unused;
    for (int seed = 0; seed < often(1, 4); seed++)
        for (int i = 0; i < 3; i++) {
            struct azul azul = make("'stage':'%s','seed':'%d'", stages[i], seed);
            assert_true(json_equals(feature("stage"), stages[i]));
            check_stages(&azul);
            check_worth(&azul);
            azul = make("'difficulty':'%s','stage':'MID','seed':'%d'", grades[i], seed);
            assert_true(json_equals(feature("difficulty"), grades[i]));
            check_stages(&azul);
            check_worth(&azul);
            azul = make("'game_stage':'%s','stage':'LATE','seed':'%d'", parts[i], seed);
            assert_true(json_equals(feature("game_stage"), parts[i]));
            check_stages(&azul);
            check_worth(&azul);
        }
    for (int seed = 0; seed < often(1, 4); seed++)
        for (int i = 0; i < 5; i++) {
            make("'theme':'%s','stage':'MID','seed':'%d'", themes[i], seed);
            assert_true(has_theme(themes[i]));
        }
    for (int seed = 0; seed < 3; seed++) {
        make("'theme':'TOKEN','seed':'t%d'", seed); /* late positions have no token */
        assert_true(has_theme("TOKEN"));
    }
    make("'theme':'TILING','stage':'LATE','difficulty':'HARD','game_stage':'END','seed':'all'");
    assert_true(has_theme("TILING") && json_equals(feature("difficulty"), "HARD"));
    assert_true(json_equals(feature("game_stage"), "END"));
}

static void test_players(void **unused) {
    (void)unused;
    for (int players = 2; players <= 4; players++)
        for (int seed = 0; seed < 2; seed++) {
            struct azul azul = make("'players':%d,'stage':'LATE','seed':'%d'", players, seed);
            assert_int_equal(azul.players, players);
            check_stages(&azul);
            check_worth(&azul);
        }
    assert_int_equal(make("'players':null").players, 2);
}

/* Without filters all stages and rounds come up. */
static void test_all_kinds(void **unused) {
    int stage_counts[3] = {0}, rounds[AZUL_ROUNDS_MAX + 1] = {0};
    (void)unused;
    for (int seed = 0; seed < often(25, 50); seed++) {
        struct azul azul = make("'seed':'any/%d'", seed);
        check_stages(&azul);
        check_worth(&azul);
        rounds[azul.round]++;
        for (int i = 0; i < 3; i++) stage_counts[i] += json_equals(feature("stage"), stages[i]);
    }
    for (int i = 0; i < 3; i++) assert_true(stage_counts[i] >= often(4, 8));
    for (int round = 1; round <= 5; round++) assert_true(rounds[round] >= often(2, 4));
}

/* Round by round, boards are like those of strong players. */
static void test_like_strong_play(void **unused) {
    static const double points_known[] = {0, 0, 2.4, 8.3, 16.9, 28.5},
                        tiles_known[] = {0, 0, 3.0, 6.6, 9.9, 13.2};
    double points[6] = {0}, tiles[6] = {0}, boards[6] = {0};
    (void)unused;
    for (int seed = 0; seed < often(100, 200); seed++) {
        struct azul azul = make("'stage':'MID','seed':'real/%d'", seed);
        for (int seat = 0; seat < 2 && azul.round <= 5; seat++) {
            points[azul.round] += azul.player[seat].score;
            tiles[azul.round] += bits_count(azul.player[seat].wall);
            boards[azul.round]++;
        }
    }
    for (int round = 2; round <= 5; round++) {
        double points_ratio = points[round] / boards[round] / points_known[round];
        double tiles_ratio = tiles[round] / boards[round] / tiles_known[round];
        assert_true(boards[round] >= often(20, 40));
        assert_true(points_ratio > 0.8 && points_ratio < 1.2);
        assert_true(tiles_ratio > 0.9 && tiles_ratio < 1.1);
    }
}

/* The same request gives the same bytes, whatever was asked before; another seed another one. */
static void test_same_again(void **unused) {
    static const char *const requests[] = {
        "'seed':'a','stage':'EARLY'",
        "'seed':'a','stage':'MID'",
        "'seed':'a','stage':'LATE'",
        "'seed':'b','stage':'MID','players':3",
        "'seed':'b','stage':'MID'",
        "'seed':'','stage':'MID','theme':'DENIAL'",
        "'stage':'LATE'",
    };
    enum { REQUESTS = sizeof requests / sizeof *requests };
    static char first[REQUESTS][SCENARIO_BYTES];
    (void)unused;
    for (int i = 0; i < REQUESTS; i++) {
        assert_true(ask(requests[i]));
        strcpy(first[i], answer);
        for (int k = 0; k < i; k++) assert_string_not_equal(first[k], answer);
    }
    for (int i = REQUESTS - 1; i >= 0; i--) {
        assert_true(ask(requests[i]));
        assert_string_equal(first[i], answer);
        close_tool(NULL);
        assert_int_equal(open_tool(NULL), 0);
        assert_true(ask(requests[i]));
        assert_string_equal(first[i], answer);
    }
    assert_non_null(strstr(first[0], "\"scenario_seed\":\"a\""));
    assert_non_null(strstr(first[REQUESTS - 1], "\"scenario_seed\":null"));
}

static void expect(const char *fields, const char *code, const char *message) {
    if (ask(fields)) fail_msg("not refused: %s", fields);
    assert_string_equal(fault.code, code);
    if (!strstr(fault.message, message)) fail_msg("%s: %s", fields, fault.message);
}

static void test_bad_requests(void **unused) {
    (void)unused;
    expect("'stage':'late'", "BAD_REQUEST", "stage must be EARLY, MID or LATE");
    expect("'stage':1", "BAD_REQUEST", "stage must be EARLY, MID or LATE");
    expect("'stage':''", "BAD_REQUEST", "stage must be");
    expect("'stage':'LATE\\u0000'", "BAD_REQUEST", "stage must be");
    expect("'game_stage':'LATE'", "BAD_REQUEST", "game_stage must be OPENING, MIDDLE or END");
    expect("'theme':'floor'", "BAD_REQUEST", "FLOOR, TOKEN, DENIAL, BONUS or TILING");
    expect("'theme':['FLOOR']", "BAD_REQUEST", "theme must be");
    expect("'difficulty':'NASTY'", "BAD_REQUEST", "EASY, MEDIUM or HARD");
    expect("'players':1", "BAD_REQUEST", "from 2 to 4");
    expect("'players':5", "BAD_REQUEST", "from 2 to 4");
    expect("'players':2.5", "BAD_REQUEST", "whole number");
    expect("'players':'2'", "BAD_REQUEST", "whole number");
    expect("'seed':7", "BAD_REQUEST", "string");
    expect("'seed':'12345678901234567890123456789012345678901234567890123456789012345'",
           "BAD_REQUEST", "64 bytes");
    expect("'budget_ms':-1", "BAD_REQUEST", "budget_ms must be");
    expect("'budget_ms':86400001", "LIMIT", "86400000");
    expect("'budget_ms':0", "LIMIT", "before");
    assert_true(ask("'stage':null,'theme':null,'difficulty':null,'game_stage':null,'seed':null,"
                    "'budget_ms':null,'unknown':[]"));
    assert_true(ask("'stage':'LATE',"
                    "'seed':'1234567890123456789012345678901234567890123456789012345678901234'"));
}

/* A stop at any moment gives the seed's position or none. */
static void test_stopping(void **unused) {
    static const char fields[] = "'stage':'LATE','difficulty':'HARD','seed':'stop'";
    static char usual[SCENARIO_BYTES];
    int found = 0;
    (void)unused;
    assert_true(ask(fields));
    strcpy(usual, answer);
    int calls = listener.calls;
    assert_true(calls > 3);
    for (int stop_at = 1; stop_at <= calls + 1; stop_at++) {
        listener.stop_at = stop_at;
        bool fine = ask(fields);
        assert_true(listener.after <= 1);
        if (fine) assert_string_equal(answer, usual);
        if (!fine) assert_string_equal(fault.code, "LIMIT");
        found += fine;
    }
    listener.stop_at = 0;
    assert_true(found >= 1 && found < calls);
}

static void test_time_ends_it(void **unused) {
    static const char fields[] = "'players':4,'stage':'LATE','game_stage':'OPENING',"
                                 "'theme':'TOKEN','difficulty':'EASY','budget_ms':300";
    (void)unused;
    listener.tick = 0.001;
    double began = listener.now;
    expect(fields, "LIMIT", "before");
    assert_true(listener.now >= began + 0.3 && listener.now < began + 0.4);
    listener.tick = 1e-6;
}

/* The command line. */

static char printed[1 << 16], complained[256];

static void print(void *self, const char *bytes, size_t length) {
    (void)self;
    assert_true(strlen(printed) + length < sizeof printed);
    strncat(printed, bytes, length);
}

static void complain(void *self, const char *message) {
    (void)self;
    snprintf(complained, sizeof complained, "%s", message);
}

/* Calls with pairs of option and value, ended by NULL. */
static int call(const char *name, ...) {
    struct tool_call order = {.print = print, .complain = complain};
    const struct tool_option *options = azul_tool_scenario.options;
    va_list list;
    va_start(list, name);
    for (; name; name = va_arg(list, const char *)) {
        int i = 0;
        while (options[i].name && strcmp(options[i].name, name) != 0) i++;
        assert_non_null(options[i].name);
        order.values[i] = va_arg(list, const char *);
    }
    va_end(list);
    printed[0] = complained[0] = '\0';
    listener_restart(&listener, 0);
    return azul_tool_scenario.run(tool, &order);
}

/* A line is what the request of its seed gives. */
static void test_many_at_once(void **unused) {
    (void)unused;
    assert_int_equal(call("seed", "set", "count", "3", "stage", "LATE", "json", "", NULL),
                     TOOL_FINE);
    char *line = printed;
    for (int i = 1; i <= 3; i++) {
        char fields[64];
        size_t length = strcspn(line, "\n");
        assert_int_equal(line[length], '\n');
        snprintf(fields, sizeof fields, "'stage':'LATE','seed':'set/%d'", i);
        assert_true(ask(fields));
        assert_int_equal(strlen(answer), length);
        assert_memory_equal(answer, line, length);
        line += length + 1;
    }
    assert_int_equal(*line, '\0');
    assert_int_equal(call("count", "2", "stage", "LATE", NULL), TOOL_FINE);
    assert_non_null(strstr(printed, "\"scenario_seed\":\"2\""));
    assert_int_equal(call("stage", "LATE", "seed", "set/2", NULL), TOOL_FINE);
    assert_int_equal(strncmp(printed, "{\"state_version\":1,", 19), 0);
    assert_null(strstr(printed, "features"));
}

/* On the command line small letters will do. */
static void test_small_letters(void **unused) {
    char usual[sizeof printed];
    (void)unused;
    assert_int_equal(call("stage", "LATE", "difficulty", "EASY", "seed", "x", NULL), TOOL_FINE);
    snprintf(usual, sizeof usual, "%s", printed);
    assert_int_equal(call("stage", "late", "difficulty", "Easy", "seed", "x", NULL), TOOL_FINE);
    assert_string_equal(printed, usual);
}

static void test_bad_calls(void **unused) {
    static const char *const calls[][3] = {
        {"stage", "lat", "--stage must be EARLY"},
        {"game-stage", "", "--game-stage must be OPENING"},
        {"theme", "FLOORS", "--theme must be FLOOR"},
        {"theme", "&LOOR", "--theme must be FLOOR"},
        {"difficulty", "easy1", "--difficulty must be EASY"},
        {"players", "5", "--players must be a whole number from 2 to 4"},
        {"players", "", "--players must be"},
        {"count", "0", "--count must be a whole number from 1"},
        {"count", "99999999999", "--count must be"},
        {"count", "-1", "--count must be"},
        {"seed", "12345678901234567890123456789012345678901234567890123456789012345",
         "--seed must be at most 64"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        assert_int_equal(call(calls[i][0], calls[i][1], NULL), TOOL_USAGE);
        if (!strstr(complained, calls[i][2])) fail_msg("%s: %s", calls[i][0], complained);
        assert_string_equal(printed, "");
    }
    assert_int_equal(call("count", "1", "seed",
                          "1234567890123456789012345678901234567890123456789012345678901234", NULL),
                     TOOL_USAGE);
    assert_non_null(strstr(complained, "room"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features_of_late_positions),
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_all_kinds),
        cmocka_unit_test(test_like_strong_play),
        cmocka_unit_test(test_same_again),
        cmocka_unit_test(test_bad_requests),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_time_ends_it),
        cmocka_unit_test(test_many_at_once),
        cmocka_unit_test(test_small_letters),
        cmocka_unit_test(test_bad_calls),
    };
    return cmocka_run_group_tests(tests, open_tool, close_tool);
}
