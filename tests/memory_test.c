/* Short memory: every place that calls malloc, calloc or realloc fails, at its first and its last
 * call. Nothing crashes, nothing leaks, and the answer is the usual one or a clear refusal. */
#include "agents/agents.h"
#include "agents/mind.h"
#include "games/games.h"
#include "host/cache.h"
#include "host/system.h"
#include "play/archive.h"
#include "play/batch.h"
#include "play/match.h"
#include "play/practice.h"
#include "play/review.h"
#include "play/session.h"
#include "play/table.h"
#include "store/store.h"
#include "term/screens.h"
#include "tests/support/often.h"
#include "tests/support/shelf.h"
#include "tests/support/starve.h"
#include "tilewright.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_BYTES = 1 << 16 };

/* The engine */

static char usual[ANSWER_BYTES];

/* Takes a field's number out. */
static void strip(char *text, const char *field) {
    char *at = strstr(text, field);
    if (!at) return;
    at += strlen(field);
    memmove(at, at + strspn(at, "0123456789"), strlen(at + strspn(at, "0123456789")) + 1);
}

/* The answer, without what may differ. */
static void ask(struct tw_engine *engine, const char *request, char answer[ANSWER_BYTES]) {
    snprintf(answer, ANSWER_BYTES, "%s", tw_request(engine, request, strlen(request), NULL));
    strip(answer, "\"elapsed_ms\":");
    strip(answer, "\"nodes\":");
}

/* The usual answer, that memory is short, or a solution or an advice without its proof. */
static bool is_honest(const char *answer) {
    return strcmp(answer, usual) == 0 || strstr(answer, "\"code\":\"LIMIT\"") ||
           strstr(answer, "\"optimal\":false") || strstr(answer, "\"exact\":false,\"stopped\"");
}

/* Asks twice: after a failure the engine answers as ever. */
static bool ask_engine(const void *request) {
    static char first[ANSWER_BYTES], second[ANSWER_BYTES];
    struct tw_engine *engine = tw_open();
    if (!engine) return false;
    ask(engine, request, first);
    if (fail_at == 0) memcpy(usual, first, sizeof usual);
    bool failed = fail_at > 0 && calls >= fail_at;
    ask(engine, request, second);
    tw_close(engine);
    if (!is_honest(first)) fail_msg("%s\nnot %s", first, usual);
    if (failed ? strcmp(second, usual) != 0 : !is_honest(second))
        fail_msg("then %s\nnot %s", second, usual);
    return strcmp(first, usual) == 0 && strcmp(second, usual) == 0;
}

static void test_engine(void **state) {
    (void)state;
    starve(ask_engine, "{\"cmd\":\"games\"}");
    for (int g = 0; games_list[g]; g++) {
        char request[100];
        snprintf(request, sizeof request, "{\"cmd\":\"new\",\"game\":\"%s\",\"seed\":\"x\"}",
                 games_list[g]->name);
        starve(ask_engine, request);
    }
}

#define STATE                                                                                      \
    "\"state\":{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":2,\"cols\":2,"            \
    "\"tiles\":[1,2,0,3]}"

/* A board with one free cell. */
#define BOARD                                                                                      \
    "\"state\":{\"state_version\":1,\"ruleset_id\":\"lines_v1\",\"scenario_seed\":null,"           \
    "\"config\":{\"rows\":9,\"cols\":9,\"colors_count\":7,\"match_length\":5,\"balls_per_turn\":"  \
    "3,"                                                                                           \
    "\"initial_balls\":5,\"show_next_balls\":true},\"board\":[\"RGBCRGBCR\",\"BCRGBCRGB\","        \
    "\"RGBCRGBCR\",\"BCRGBCRGB\",\"RGBCRGBCR\",\"BCRGBCRGB\",\"RGBCRGBCR\",\"BCRGBCRGB\","         \
    "\"RGBCRGBC.\"],\"next_balls\":[\"Green\",\"Brown\",\"Cyan\"],\"score\":0,\"turn\":0}"

/* After engine_new, commands take no more memory: then they cannot fail for it. */
static void test_commands(void **state) {
    (void)state;
    static const char *const requests[] = {
        "{\"cmd\":\"legal\",\"words\":true," STATE "}",
        "{\"cmd\":\"apply\",\"action\":{\"blank\":\"Up\"},\"effects\":true," STATE "}",
        "{\"cmd\":\"scene\",\"from\":null," STATE "}",
        "{\"cmd\":\"observe\"," STATE "}",
        "{\"cmd\":\"render\"," STATE "}",
        "{\"cmd\":\"parse\",\"words\":\"up\"," STATE "}",
        "{\"cmd\":\"check\",\"record\":\"{\\\"game\\\":\\\"slide\\\"}\\n{\\\"blank_to\\\":[0,0]}"
        "\"}",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) starve(ask_engine, requests[i]);
    fail_at = 0;
    calls = live = 0;
    counting = true;
    struct tw_engine *engine = tw_open();
    long opened = calls;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        tw_request(engine, requests[i], strlen(requests[i]), NULL);
    counting = false;
    assert_int_equal(calls, opened);
    counting = true;
    tw_close(engine);
    counting = false;
    assert_int_equal(live, 0);
}

/* Every tool's first example. */
static void test_tools(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; games_list[g]->tools && games_list[g]->tools[i]; i++)
            if (games_list[g]->tools[i]->answer)
                starve(ask_engine, games_list[g]->tools[i]->examples[0]);
}

/* A seed gives its board or none: a search that runs out of memory is not one that finds nothing.
 */
static void test_scenarios(void **state) {
    (void)state;
    starve(ask_engine, "{\"cmd\":\"scenario\",\"game\":\"slide\",\"rows\":2,\"cols\":5,"
                       "\"length\":40,\"seed\":\"x\"}");
}

/* Agents are made when they are first asked. */
static void test_best(void **state) {
    (void)state;
    starve(ask_engine, "{\"cmd\":\"best\",\"action\":{\"blank\":\"Up\"},\"nodes\":200," STATE "}");
    starve(ask_engine, "{\"cmd\":\"best\",\"agent\":\"greedy\"," STATE "}");
    /* A net that found no memory is opened again: the engine does not play on without it. */
    starve(ask_engine, "{\"cmd\":\"best\",\"agent\":\"net\"," BOARD "}");
}

/* Batches */

static bool run_batch(const void *of) {
    struct batch_options options = batch_standard(of);
    options.count = 5;
    options.threads = 2;
    options.changes = true;
    struct batch *batch = batch_new(&options, 1);
    if (!batch) return false;
    int32_t acts[5 * SEATS_MAX];
    batch_bind(batch, &(struct lanes_buffers){.acts = acts});
    long made = calls;
    for (int i = 0; i < 100; i++) {
        batch_sample(batch, acts);
        batch_step(batch);
    }
    assert_int_equal(calls, made); /* a step takes no memory */
    batch_free(batch);
    return true;
}

static void test_batches(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) starve(run_batch, games_list[g]);
}

/* An agent that found no memory is made when it is asked again. */
static bool advise_batch(const void *agent) {
    struct tw_vec *vec = tw_vec_new("azul", 3, "{\"threads\":2}", 1, NULL, 0);
    int32_t acts[3];
    char error[256] = "";
    if (!vec) return false;
    bool done = tw_vec_advise(vec, agent, 1, 1, acts, NULL, error, sizeof error) == 0;
    if (!done) {
        assert_string_equal(error, "there is not enough memory");
        assert_int_equal(tw_vec_advise(vec, agent, 1, 1, acts, NULL, NULL, 0), 0);
    }
    tw_vec_free(vec);
    return done;
}

static void test_advised_batches(void **state) {
    (void)state;
    starve(advise_batch, "random");
    starve(advise_batch, "mcts:9n");
    starve(advise_batch, "coach:9n");
}

/* A game being played */

static bool play(const void *of) {
    const struct game *game = of;
    struct session session;
    int params[PARAMS_MAX];
    bool done = false;
    game_standard(game, params);
    if (session_init(&session, game, params, rng_new(3, 0)) < 0) goto release;
    for (int i = 0; i < 100 && !game_over(game, session.state); i++) {
        int who = 0;
        while (!(game->movers(session.state) >> who & 1)) who++;
        action act = game_draw(game, session.state, who, &session.rng, session.scratch);
        if (session_act(&session, who, act) < 0) goto release;
    }
    while (session_undo(&session, 7)) continue;
    session_redo(&session, SIZE_MAX);
    done = true;
release:
    session_release(&session);
    return done;
}

static void test_sessions(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) starve(play, games_list[g]);
}

/* Agents: with short memory they do not begin, or their advice is legal all the same. */

struct thinking {
    const struct game *game;
    const struct agent *agent;
    const void *state;
    int who;
    struct candidate *candidates;
};

static bool advise(const void *of) {
    const struct thinking *thinking = of;
    struct host host = {.threads = 2};
    struct advice advice = {.candidates = thinking->candidates};
    struct rng rng = rng_new(1, 2);
    struct agents_mind *mind = mind_open(thinking->agent, thinking->game, &host);
    if (!mind) return false;
    struct budget budget = {.nodes = 400};
    struct agent_question question = {.state = thinking->state,
                                      .who = thinking->who,
                                      .budget = budget,
                                      .rng = &rng,
                                      .act = AGENT_NO_ACT};
    mind_think(mind, &question, &advice);
    assert_true(advice.count > 0);
    assert_null(thinking->game->refuse(thinking->state, thinking->who, advice.candidates[0].act));
    mind_close(mind);
    return true;
}

static void advise_in(const struct game *game, int *params) {
    struct session session;
    assert_int_equal(session_init(&session, game, params, rng_new(4, 0)), 0);
    struct thinking thinking = {.game = game, .state = session.state};
    thinking.candidates = calloc((size_t)game->choices_max, sizeof *thinking.candidates);
    while (!(game->movers(session.state) >> thinking.who & 1)) thinking.who++;
    for (int i = 0; agents_of(game, i); i++) {
        thinking.agent = agents_of(game, i);
        starve(advise, &thinking);
    }
    free(thinking.candidates);
    session_release(&session);
}

/* Small params, and a little more of each; in usual tests the latter with few rows. */
static void test_agents(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) {
        int params[PARAMS_MAX];
        for (int more = often(1, 0); more < 2; more++) {
            for (int i = 0; games_list[g]->params[i].name; i++) {
                const struct param *param = &games_list[g]->params[i];
                bool few = strcmp(param->name, "rows") == 0 && often(1, 0);
                params[i] = param->min + (few ? 0 : more);
            }
            advise_in(games_list[g], params);
        }
    }
}

/* Matches, with all events told. */

static void count_events(void *self, const struct match_game *game) {
    *(size_t *)self += game->count;
}

static bool play_match(const void *of) {
    static struct match_result result;
    static _Alignas(max_align_t) char scratch[1 << 14];
    const struct host host = {.threads = 2};
    size_t events = 0;
    char buffer[100];
    struct text wrong = text_over(buffer, sizeof buffer);
    struct match_plan plan = {.game = of, .count = 2, .games = 4, .acts_per_tick = 1};
    game_standard(of, plan.params);
    for (int i = 0; i < plan.count; i++) plan.players[i].agent = agents_of(of, 0);
    plan.tell = count_events;
    plan.self = &events;
    assert_true(match_plan_complete(&plan, true, scratch, &wrong));
    if (match_run(&plan, &host, &result)) return false;
    assert_int_equal(result.agents[0].games, 4);
    assert_true(events > 0);
    return true;
}

static void test_matches(void **state) {
    (void)state;
    starve(play_match, games_list[0]);
}

/* Reviews, with reasons to keep. */

static bool review_game(const void *of) {
    const struct session *session = of;
    const struct host host = {.threads = 1};
    struct advice_query how = {.agent = agents_of(session->game, 1), .budget = {.nodes = 50}};
    struct review review;
    bool done = review_run(session, &how, &host, &review) == NULL;
    if (done) assert_int_equal(review.count, review.all);
    review_release(&review);
    return done;
}

static void test_reviews(void **state) {
    struct session session;
    struct rng rng = rng_new(5, 0);
    int params[PARAMS_MAX];
    (void)state;
    game_standard(games_list[0], params);
    assert_int_equal(session_init(&session, games_list[0], params, rng), 0);
    while (!game_over(session.game, session.state)) {
        int who = game_mover(session.game, session.state);
        action act = game_draw(session.game, session.state, who, &rng, session.scratch);
        assert_int_equal(session_act(&session, who, act), 0);
    }
    starve(review_game, &session);
    session_release(&session);
}

/* A table with a person and an agent, its record, and the folder of records. What is short is told,
 * and what was written is sound. */

static char folder[] = "/tmp/tilewright-memory-XXXXXX";

static void await_agents(struct table *table) {
    for (double now = 0; table_due(table) <= now || table_thinking(table);) {
        while (table_thinking(table)) nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        table_run(table, now);
    }
}

static bool sit(struct table *table) {
    const struct session *session = &table->session;
    for (int i = 0; i < 12 && !table->trouble; i++) {
        await_agents(table);
        if (!table_persons(table) || table->trouble) break;
        table->game->choices(session->state, 0, session->scratch);
        table_act(table, 0, session->scratch[0].act, 0);
        if (i % 5 == 3) table_undo(table, 0);
        if (i % 5 == 4) table_redo(table, 0);
    }
    return !table->trouble && !table_renew(table, rng_new(2, 0), NULL, 0) && !table->trouble;
}

static bool play_table(const void *of) {
    const struct host host = {.threads = 1};
    struct table_setup setup = {.game = of, .rng = rng_new(1, 0), .host = &host};
    struct archive_list list = {.count = 0};
    struct table table;
    char path[64];
    bool done = false;
    snprintf(path, sizeof path, "%s/game.jsonl", folder);
    unlink(path);
    game_standard(of, setup.params);
    setup.seats[1].player.agent = agents_of(of, 1);
    setup.record = path;
    if (!table_init(&table, &setup, 0)) done = sit(&table);
    table_release(&table);
    const char *wrong = archive_list(folder, 0, &list);
    if (!wrong && list.count) assert_true(list.entries[0].readable);
    archive_release(&list);
    return done && !wrong;
}

static void test_tables(void **state) {
    (void)state;
    assert_non_null(mkdtemp(folder));
    starve(play_table, games_list[0]);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static bool practise(const void *of) {
    const struct host host = {.threads = 1};
    struct practice_setup setup = {.game = of, .seed = "x"};
    struct practice practice;
    const struct advice_verdict verdict = {.graded = true};
    game_standard(of, setup.params);
    bool done = !practice_init(&practice, &setup, &host) && !practice_go_to(&practice, 1) &&
                practice_note(&practice, &verdict) == 0;
    practice_release(&practice);
    return done;
}

static void test_practice(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) starve(practise, games_list[g]);
}

static void draw_seed(void *self, char *seed, size_t capacity) {
    (void)self;
    snprintf(seed, capacity, "x");
}

/* What a person types, one after the other: each screen opens, is drawn and closes. */
static const char *const visits[] = {
    "?",
    "q",
    "\033[B",
    "\r",
    "\033[B\033[B", /* menu, help, options */
    "\033[A",
    "\033[A",
    "\r",
    "m",
    "\r", /* a game, the list of moves */
    "\033[C\r",
    "\r",
    "h",
    "v",
    "q", /* moves, a hint, a review */
    "u",
    "U",
    "?",
    "q",
    "n", /* undo, help, another game */
    "n",
    "q",
    "\033[B",
    "\r",
    "q", /* practice */
    "\033[B",
    "\033[B\033[B",
    "\r",
    " ",
    "q", /* agents that play */
};

/* True if all screens opened: a message says so otherwise. */
static bool visit(const void *of) {
    static char out[1 << 20];
    struct config config;
    const struct host host = {.threads = 1};
    config_standard(&config);
    config.colours = config.plain = 0;
    config.hint_ms = 20;
    struct term_setup setup = {
        .config = &config, .host = &host, .draw_seed = draw_seed, .rows = 24, .cols = 80};
    struct term *term = term_new(&setup);
    bool done = term;
    if (term) term_open_options(term, of);
    for (size_t i = 0; term && i < sizeof visits / sizeof *visits && !term_is_done(term); i++) {
        struct text text = text_over(out, sizeof out);
        term_input(term, (const uint8_t *)visits[i], strlen(visits[i]), (double)i);
        term_run(term, (double)i + 0.5);
        if (i == 6) term_resize(term, 40, 120);
        done &= !strstr(term->message, "memory");
        term_output(term, &text);
    }
    term_free(term);
    return done;
}

static void test_screens(void **state) {
    (void)state;
    for (int g = 0; games_list[g]; g++) starve(visit, games_list[g]);
}

/* The store */

/* Keeps a game and asks for everything. */
static bool visit_store(const void *of) {
    struct text wrong = text_over((char[ANSWER_BYTES]){0}, ANSWER_BYTES);
    struct store *store = store_open(of, NULL, NULL, &wrong);
    if (!store) return false;
    struct store_game game = {.game = "azul", .rated = true, .seats_count = 2, .journals_count = 1};
    for (int i = 0; i < 2; i++) {
        game.seats[i].name[0] = (char)('A' + i);
        game.seats[i].rank = 1;
    }
    game.journals[0].bytes = (const uint8_t *)"events";
    game.journals[0].length = 6;
    bool done = store_keep(store, 0, &game);
    done &= store_ask_top(store, 0, "azul", 1) && store_ask_history(store, 0, "A", 1) &&
            store_ask_recent(store, 0, "", 1) && store_ask_record(store, 0, 1) &&
            store_ask_counts(store, 0);
    for (struct store_answer *answer; (answer = store_wait(store)); store_drop(answer))
        done &= !answer->wrong[0];
    store_close(store);
    return done;
}

static void test_store(void **state) {
    (void)state;
    starve(visit_store, ":memory:");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engine),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_tools),
        cmocka_unit_test(test_scenarios),
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_sessions),
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_matches),
        cmocka_unit_test(test_reviews),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_practice),
        cmocka_unit_test(test_screens),
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_advised_batches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
