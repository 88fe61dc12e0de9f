/* An agent asked about all lanes of a batch: it says what it says when asked about each state
 * alone, and the lanes stay as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "games/games.h"
#include "host/system.h"
#include "play/advice.h"
#include "play/match.h"
#include "tests/support/batches.h"
#include "tests/support/often.h"
#include "tilewright.h"
#include <math.h>
#include <stdlib.h>

enum { LANES = 3, COUNT = 4, SEED = 77, FEW = 9 };
static const struct host host = {.threads = 1};

/* The agent asked as the command `best` asks it, with an object made for this question. */

static struct rng luck_of_lane(uint64_t seed, int lane) {
    struct rng from = rng_new(seed + (uint64_t)lane, UINT64_MAX);
    uint64_t high = rng_next(&from), low = rng_next(&from);
    return rng_new(high << 32 | low, 0);
}

struct asked {
    int count;
    int32_t acts[COUNT];
    float values[COUNT];
};

static struct asked ask(const struct lanes *lanes, int lane, const struct player *player,
                        bool only_best) {
    const struct game *game = lanes->game;
    struct advice_query query = {
        .game = game,
        .agent = player->agent,
        .mind = mind_open(player->agent, game, &host),
        .host = &host,
        .state = calloc(1, game->state_max),
        .spare = malloc(game->state_max),
        .other = malloc(game->state_max),
        .choices = malloc(sizeof *query.choices * (size_t)game->choices_max),
        .candidates = malloc(sizeof *query.candidates * (size_t)game->choices_max),
        .budget = player->budget,
        .rng = luck_of_lane(SEED, lane),
        .act = AGENT_NO_ACT,
        .only_best = only_best,
    };
    struct advice_verdict verdict;
    struct advice_fault fault;
    struct asked asked = {0};
    game_copy(game, query.state, lanes_state(lanes, lane));
    query.who = advice_find_seat(&query, -1, &fault);
    if (query.who >= 0) {
        advice_ask(&query, &verdict);
        asked.count = verdict.advice.count < COUNT ? verdict.advice.count : COUNT;
    }
    for (int i = 0; i < asked.count; i++) {
        asked.acts[i] = (int32_t)query.candidates[i].act;
        asked.values[i] =
            query.candidates[i].visits ? (float)query.candidates[i].value : (float)NAN;
    }
    mind_close(query.mind);
    free(query.state);
    free(query.spare);
    free(query.other);
    free(query.choices);
    free(query.candidates);
    return asked;
}

static bool is_same(float a, float b) {
    return a == b || (isnan(a) && isnan(b));
}

static void require_asked(const char *name, const struct asked *asked, int count,
                          const int32_t *acts, const float *values) {
    for (int i = 0; i < count; i++) {
        int32_t act = i < asked->count ? asked->acts[i] : -1;
        float value = i < asked->count ? asked->values[i] : (float)NAN;
        if (acts[i] != act) fail_msg("%s: act %d, not %d", name, (int)acts[i], (int)act);
        if (values && !is_same(values[i], value))
            fail_msg("%s: value %g, not %g", name, (double)values[i], (double)value);
    }
}

/* Everything of all lanes. */
static uint8_t *copy_lanes(const struct batch *batch) {
    size_t size = batch_state_size(batch);
    int count = batch_lanes(batch)->count;
    uint8_t *copy = malloc(size * (size_t)count);
    for (int i = 0; i < count; i++) batch_state_get(batch, i, copy + size * (size_t)i);
    return copy;
}

static void compare(struct batch *batch, const struct player *player) {
    const struct lanes *lanes = batch_lanes(batch);
    const char *name = player->agent->name;
    int32_t acts[LANES][COUNT], best[LANES];
    float values[LANES][COUNT];
    struct batch_question many = {*player, SEED, COUNT, acts[0], values[0]},
                          one = {*player, SEED, 1, best, NULL};
    size_t size = batch_state_size(batch) * LANES;
    uint8_t *before = copy_lanes(batch);
    assert_null(batch_advise(batch, &many, &host));
    assert_null(batch_advise(batch, &one, &host));
    uint8_t *after = copy_lanes(batch);
    batches_same("lanes", before, after, size, size / LANES);
    for (int lane = 0; lane < LANES; lane++) {
        struct asked all = ask(lanes, lane, player, false), first = ask(lanes, lane, player, true);
        require_asked(name, &all, COUNT, acts[lane], values[lane]);
        require_asked(name, &first, 1, &best[lane], NULL);
    }
    free(before);
    free(after);
}

/* Small boards, on which the solver of slide needs no large tables. Of lines every second one hides
 * what comes next. */
static struct batch_options options_for(const struct game *game, int round) {
    struct batch_options options = batch_standard(game);
    options.count = LANES;
    options.autoreset = LANES_DISABLED;
    for (int i = 0; game->params[i].name; i++) {
        const char *name = game->params[i].name;
        if (strcmp(game->name, "slide") == 0 && (!strcmp(name, "rows") || !strcmp(name, "cols")))
            options.params[i] = 3;
        if (strcmp(name, "show_next_balls") == 0) options.params[i] = round % 2;
    }
    return options;
}

/* Returns an agent that can play the game, with a small budget, as only some of them need more. */
static struct player player_of(const struct game *game, int i, int round) {
    struct player player = {.agent = agents_of(game, i)};
    if (round % 2)
        player.budget.nodes = FEW;
    else
        player.budget.rollouts = FEW;
    return player;
}

static void answers_are_those_of_the_agent(void **unused) {
    struct rng rng = rng_new(41, 0);
    (void)unused;
    for (int g = 0; games_list[g]; g++)
        for (int i = 0; agents_of(games_list[g], i) && !game_has_clock(games_list[g]); i++)
            for (int round = 0; round < often(2, 20); round++) {
                struct batch_options options = options_for(games_list[g], round);
                struct player player = player_of(games_list[g], i, round);
                options.threads = 1 + round % 2;
                struct batches_one one = batches_open(&options, rng_next(&rng));
                for (int steps = 0; steps < 9; steps++) {
                    if (steps % 4 == 0) compare(one.batch, &player);
                    batch_sample(one.batch, one.acts);
                    batch_step(one.batch);
                }
                batches_close(&one);
            }
}

/* Agents take turns: an answer does not depend on who was asked before. */
static void agents_may_change(void **unused) {
    struct batch_options options = options_for(games_find("azul"), 0);
    (void)unused;
    struct batches_one one = batches_open(&options, 3);
    for (int i = 0; i < 6; i++) {
        struct player player = player_of(options.game, i % 3, 0);
        compare(one.batch, &player);
        compare(one.batch, &player);
    }
    batches_close(&one);
}

/* What is hidden from observations is hidden from the agent, too: it thinks the same if the lane
 * itself does not know. */
static void agents_see_what_seats_see(void **unused) {
    struct batch_options options = options_for(games_find("lines"), 0);
    const struct game *game = options.game;
    struct player player = {agents_general(game), {.rollouts = 50}};
    int32_t acts[LANES];
    float values[2][LANES];
    (void)unused;
    struct batches_one one = batches_open(&options, 8);
    struct batch_question question = {player, SEED, 1, acts, values[0]};
    assert_null(batch_advise(one.batch, &question, &host));
    char *kept = malloc(game->state_max);
    for (int lane = 0; lane < LANES; lane++) {
        void *state = lanes_state(batch_lanes(one.batch), lane);
        game_copy(game, kept, state);
        game->hide(state, 0);
        assert_false(game_equal(game, kept, state));
    }
    free(kept);
    question.values = values[1];
    assert_null(batch_advise(one.batch, &question, &host));
    assert_memory_equal(values[0], values[1], sizeof values[0]);
    batches_close(&one);
}

/* An agent that tells what it was asked: its act is 1000 if only the best one matters. */
static void *echo_init(const struct game *game, const struct host *lent) {
    (void)lent;
    return malloc(sizeof(struct choice) * (size_t)game->choices_max);
}

static void echo_think(void *self, const struct agent_question *question, struct advice *advice) {
    struct choice *choices = self;
    const struct game *game = games_find("azul");
    advice->count = game->choices(question->state, question->who, choices);
    assert_int_equal(question->act, AGENT_NO_ACT);
    for (int i = 0; i < advice->count; i++)
        advice->candidates[i] = (struct candidate){.act = choices[i].act, .visits = 1};
    if (question->only_best) advice->candidates[0].act = 1000;
}

static void only_the_best_may_matter(void **unused) {
    static const struct agent echo = {
        .name = "echo", .init = echo_init, .think = echo_think, .release = free};
    struct batch_options options = batch_standard(games_find("azul"));
    int32_t acts[2];
    float values[2];
    (void)unused;
    struct batches_one one = batches_open(&options, 8);
    for (int count = 1; count <= 2; count++)
        for (int valued = 0; valued < 2; valued++) {
            struct batch_question question = {{.agent = &echo}, 0, count, acts, NULL};
            if (valued) question.values = values;
            assert_null(batch_advise(one.batch, &question, &host));
            assert_int_equal(acts[0] == 1000, count == 1 && !valued);
        }
    batches_close(&one);
}

/* Lane i with the seed s is lane 0 with the seed s + i. */
static void luck_comes_from_seed_and_lane(void **unused) {
    enum { MANY = 8 };
    struct batch_options options = batch_standard(games_find("azul"));
    struct player random = {.agent = agents_of(options.game, 0)};
    int32_t acts[MANY], other[MANY];
    int differ = 0;
    (void)unused;
    options.count = MANY;
    struct batches_one one = batches_open(&options, 4);
    assert_string_equal(random.agent->name, "random");
    uint8_t *state = malloc(batch_state_size(one.batch));
    batch_state_get(one.batch, 0, state);
    for (int lane = 1; lane < MANY; lane++)
        assert_null(batch_state_set(one.batch, lane, state, true));
    assert_null(batch_advise(one.batch, &(struct batch_question){random, 5, 1, acts, NULL}, &host));
    assert_null(
        batch_advise(one.batch, &(struct batch_question){random, 6, 1, other, NULL}, &host));
    for (int lane = 1; lane < MANY; lane++) {
        assert_int_equal(acts[lane], other[lane - 1]);
        differ += acts[lane] != acts[0];
    }
    assert_true(differ > 0);
    free(state);
    batches_close(&one);
}

/* The exported call */

/* A game that is over has no acts; one that was cut short can be played on. */
static void lanes_that_have_ended(void **unused) {
    struct tw_vec *vec =
        tw_vec_new("azul", 2, "{\"autoreset\":\"disabled\",\"limit\":300}", 1, NULL, 0);
    int32_t actions[2], acts[2][3];
    uint8_t terminated[2] = {0};
    float values[2][3];
    (void)unused;
    assert_non_null(vec);
    tw_vec_bind(vec, &(struct tw_vec_buffers){.actions = actions, .terminated = terminated});
    for (int i = 0; i < 300 && !terminated[0]; i++) {
        tw_vec_sample(vec, actions);
        actions[1] = -1; /* not legal: this lane stays as it is, up to the limit */
        tw_vec_step(vec);
    }
    assert_true(terminated[0] && !terminated[1]);
    for (int i = 0; i < 300; i++) tw_vec_step(vec);
    assert_int_equal(tw_vec_advise(vec, "mcts:9r", 0, 3, acts[0], values[0], NULL, 0), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(acts[0][i], -1);
        assert_true(isnan(values[0][i]));
        assert_true(acts[1][i] >= 0 && !isnan(values[1][i]));
    }
    tw_vec_free(vec);
}

static void fewer_acts_than_asked(void **unused) {
    enum { MANY = 65536 };
    struct tw_vec *vec = tw_vec_new("slide", 2, "{\"params\":{\"rows\":2,\"cols\":2}}", 3, NULL, 0);
    int32_t *acts = batches_dirt(sizeof *acts * 2 * MANY);
    float *values = batches_dirt(sizeof *values * 2 * MANY);
    (void)unused;
    assert_non_null(vec);
    assert_int_equal(tw_vec_advise(vec, "solver:100n", 0, MANY, acts, values, NULL, 0), 0);
    for (int lane = 0; lane < 2; lane++)
        for (int i = 0; i < MANY; i++) {
            int at = lane * MANY + i;
            assert_true(i < 2 ? acts[at] >= 0 && values[at] < 0
                              : acts[at] == -1 && isnan(values[at]));
        }
    tw_vec_free(vec);
    free(acts);
    free(values);
}

/* What time allows is legal; without a budget there is one all the same. */
static void other_budgets(void **unused) {
    struct tw_vec *vec = tw_vec_new("azul", 2, NULL, 3, NULL, 0);
    uint8_t masks[2][180];
    int32_t acts[2], other[2];
    (void)unused;
    assert_non_null(vec);
    tw_vec_bind(vec, &(struct tw_vec_buffers){.masks = masks[0]});
    tw_vec_look(vec, 0, 2);
    assert_int_equal(tw_vec_advise(vec, "mcts:5ms", 0, 1, acts, NULL, NULL, 0), 0);
    assert_true(masks[0][acts[0]] && masks[1][acts[1]]);
    assert_int_equal(tw_vec_advise(vec, "mcts", 0, 1, acts, NULL, NULL, 0), 0);
    assert_int_equal(tw_vec_advise(vec, "mcts:20000n", 0, 1, other, NULL, NULL, 0), 0);
    assert_int_equal(MATCH_NODES, 20000);
    assert_memory_equal(acts, other, sizeof acts);
    tw_vec_free(vec);
}

static void require_refused(const char *game, const char *options, const char *agent, int count,
                            const char *why) {
    struct tw_vec *vec = tw_vec_new(game, 1, options, 0, NULL, 0);
    int32_t acts[2] = {5, 5};
    float values[2] = {5, 5};
    char error[256] = "";
    assert_non_null(vec);
    assert_int_equal(tw_vec_advise(vec, agent, 0, count, acts, values, error, sizeof error), -1);
    if (!strstr(error, why)) fail_msg("%s, not %s", error, why);
    assert_int_equal(tw_vec_advise(vec, agent, 0, count, acts, values, NULL, 0), -1);
    assert_true(acts[0] == 5 && acts[1] == 5 && values[0] == 5 && values[1] == 5);
    tw_vec_free(vec);
}

static void bad_questions_are_refused(void **unused) {
    static const char room[] = "there must be room for 1 to 65536 acts",
                      turns[] = "a seat at a time";
    char error[256];
    (void)unused;
    require_refused("lines", NULL, "nobody", 1, "lines has no agent 'nobody'; it must be one of");
    require_refused("lines", NULL, "coach:9n", 1, "lines has no agent 'coach'; it must be one of");
    require_refused("lines", NULL, "", 1, "lines has no agent ''");
    require_refused("lines", NULL, NULL, 1, "agent must be a name");
    require_refused("lines", NULL, "rank:", 1, "the budget '' must be");
    require_refused("lines", NULL, "rank:9", 1, "the budget '9' must be");
    require_refused("lines", NULL, "rank:0n", 1, "the budget '0n' must be");
    require_refused("lines", NULL, "rank:-1n", 1, "the budget '-1n' must be");
    require_refused("lines", NULL, "rank:9n", 0, room);
    require_refused("lines", NULL, "rank:9n", -1, room);
    require_refused("lines", NULL, "rank:9n", 65537, room);
    require_refused("lines", NULL, "rank:9n", INT32_MAX, room);
    require_refused("falls", NULL, "clearer:9n", 1, turns);
    require_refused("falls", "{\"params\":{\"players\":2}}", "random", 1, turns);
    require_refused("falls", "{\"level\":\"places\"}", "clearer:9n", 1, turns);
    struct tw_vec *vec = tw_vec_new("lines", 1, NULL, 0, NULL, 0);
    assert_int_equal(tw_vec_advise(vec, "random", 0, 1, NULL, NULL, error, sizeof error), -1);
    assert_non_null(strstr(error, room));
    tw_vec_free(vec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_agent),
        cmocka_unit_test(agents_may_change),
        cmocka_unit_test(agents_see_what_seats_see),
        cmocka_unit_test(only_the_best_may_matter),
        cmocka_unit_test(luck_comes_from_seed_and_lane),
        cmocka_unit_test(lanes_that_have_ended),
        cmocka_unit_test(fewer_acts_than_asked),
        cmocka_unit_test(other_budgets),
        cmocka_unit_test(bad_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
