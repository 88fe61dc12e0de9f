/* Every game of list.h keeps the promises of the waist: at smallest, standard and largest params,
 * over seeded random games, looked at in each state; then damaged JSON, records, agents, sampling
 * and the golden game. `conform [--stop] [GAME [PART ...]]` tries just one game, or parts of it,
 * and stops at the first fault; `conform golden GAME PLIES [PARAM=VALUE ...]` prints a new golden
 * game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agents/agents.h"
#include "game/envelope.h"
#include "game/record.h"
#include "games/games.h"
#include "tests/support/golden.h"
#include "tests/support/listener.h"
#include "tests/support/mutate.h"
#include "tests/support/often.h"
#include "tests/support/tools.h"
#include "tests/support/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 6, PLIES = 400, DRAWS = 20000, RECORD_MAX = 1 << 18 };
enum { EVENTS = 5000 };

enum extent { SMALLEST, STANDARD, LARGEST, MIXED };
static const char *const extent_names[] = {"smallest", "standard", "largest", "mixed"};

struct subject {
    const struct game *game;
    enum extent extent;
};

static int pick_param(const struct param *param, enum extent extent, struct rng *rng) {
    switch (extent) {
    case SMALLEST:
        return param->min;
    case STANDARD:
        return param->standard;
    case LARGEST:
        return param->max;
    default:
        break;
    }
    if (rng_below(rng, 2)) return param->standard;
    return param->min + (int)rng_below(rng, (uint32_t)(param->max - param->min + 1));
}

static void begin(struct trial *trial, const struct subject *subject, int game) {
    for (int i = 0; subject->game->params[i].name; i++)
        trial->params[i] = pick_param(&subject->game->params[i], subject->extent, &trial->rng);
    snprintf(trial->where, sizeof trial->where, "%s, %s, game %d", subject->game->name,
             extent_names[subject->extent], game);
    trial_start(trial, trial->params);
}

static bool is_lucky(const struct trial *trial) {
    return trial->game->movers(trial->state) >> CHANCE & 1;
}

/* Random games, every state of the first looked at; of later games only some, and few of CHANCE's
 * many. */
static void test_play(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    trial_init(&trial, subject->game, subject->extent);
    for (int game = 0; game < GAMES; game++) {
        begin(&trial, subject, game);
        for (int ply = 0, step = 0; ply < PLIES && !game_over(trial.game, trial.state); step++) {
            bool lucky = is_lucky(&trial);
            if (game == 0 || step % (lucky ? 16 : often(5, 1)) == 0) trial_look(&trial);
            trial_step(&trial, trial_draw(&trial));
            ply += !lucky;
        }
        trial_look(&trial);
    }
    trial_release(&trial);
}

/* The picture of every state comes about from the one before by what changed. */
static void test_pictures(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    trial_init(&trial, subject->game, 500 + subject->extent);
    for (int game = 0; game < GAMES; game++) {
        begin(&trial, subject, game);
        int seat = (int)rng_below(&trial.rng, (uint32_t)trial.game->shape(trial.state).seats);
        trial_begin_picture(&trial, seat);
        for (int step = 0; step < PLIES && !game_over(trial.game, trial.state); step++) {
            struct event event = trial_draw(&trial);
            trial.game->apply(trial.state, event.who, event.act);
            trial_follow_picture(&trial, seat);
        }
    }
    trial_release(&trial);
}

/* What the game tells of each event of random games is true. The environment variable
 * CONFORM_EVENTS says how many events; pictures are compared for some of them. */
static void test_effects(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    const char *asked = getenv("CONFORM_EVENTS");
    int events = asked ? atoi(asked) : EVENTS;
    trial_init(&trial, subject->game, 600 + subject->extent);
    for (int game = 0; events > 0; game++) {
        begin(&trial, subject, game);
        for (; events > 0 && !game_over(trial.game, trial.state); events--)
            trial_step_with_effects(&trial, trial_draw(&trial), rng_below(&trial.rng, 16) == 0);
    }
    trial_release(&trial);
}

/* What a newcomer is told. */
static void test_guide(void **state) {
    const struct game *game = ((const struct subject *)*state)->game;
    assert_true(game->goal && *game->goal && game->legend && *game->legend);
    assert_true(game->rules && *game->rules && strlen(game->rules) <= GAME_RULES_MAX);
    assert_non_null(game->examples);
    assert_non_null(game->examples->typed);
    for (const struct game_example *example = game->examples; example->typed; example++)
        assert_true(*example->typed && example->meaning && *example->meaning);
    for (const struct game_alias *alias = game->aliases; alias && alias->word; alias++)
        for (const char *at = alias->typed; *at; at++) assert_false(*at >= 'A' && *at <= 'Z');
}

/* A state somewhere in a random game; one time in four, probably in its setup. */
static void wander(struct trial *trial, const struct subject *subject, int game) {
    begin(trial, subject, game);
    bool in_setup = rng_below(&trial->rng, 4) == 0;
    uint32_t plies = rng_below(&trial->rng, in_setup ? PLIES / 4 : PLIES);
    for (uint32_t ply = 0; ply < plies && !game_over(trial->game, trial->state);) {
        ply += in_setup || !is_lucky(trial);
        struct event event = trial_draw(trial);
        trial->game->apply(trial->state, event.who, event.act);
    }
}

/* Damaged JSON is refused, or is a state as sound as any. Large states take long. */
static void test_damage(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    struct envelope plain = envelope_plain();
    static char whole[RECORD_MAX], damaged[RECORD_MAX];
    size_t taken = 0, length = 0;
    int mutants = subject->extent == LARGEST ? often(1600, 4000) : 4000;
    trial_init(&trial, subject->game, 100 + subject->extent);
    for (int i = 0; i < mutants; i++) {
        if (i % 40 == 0) {
            struct text text = text_over(whole, sizeof whole);
            wander(&trial, subject, i);
            envelope_write(trial.game, trial.state, &plain, &text);
            length = text.length;
        }
        size_t size = mutate_json(whole, length, damaged, sizeof damaged - 1, &trial.rng);
        if (trial_read(&trial, damaged, size)) continue;
        game_copy(trial.game, trial.state, trial.other);
        trial_look(&trial);
        taken++;
        if (!game_over(trial.game, trial.state)) trial_step(&trial, trial_draw(&trial));
        trial_look(&trial);
    }
    trial_require(&trial, (int)taken > mutants / 1000, "only %zu damaged states were taken", taken);
    trial_require(&trial, (int)taken < mutants / 2, "%zu of %d damaged states were taken", taken,
                  mutants);
    trial_release(&trial);
}

/* A game's record, read back, ends in the same state. */
static void test_record(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    struct json_doc doc;
    struct record_fault fault;
    static char record[RECORD_MAX];
    trial_init(&trial, subject->game, 200 + subject->extent);
    begin(&trial, subject, 0);
    struct text text = text_over(record, sizeof record);
    json_open(&text, '{');
    record_put_head(trial.game, trial.params, &text);
    json_put_key(&text, "events");
    json_open(&text, '[');
    for (int ply = 0; ply < PLIES && !game_over(trial.game, trial.state);) {
        struct event event = trial_draw(&trial);
        ply += event.who != CHANCE;
        record_put_event(trial.game, trial.state, event, &text);
        trial.game->apply(trial.state, event.who, event.act);
    }
    json_close(&text, ']');
    json_close(&text, '}');
    assert_false(text.cut);
    assert_null(json_parse(&doc, text.at, text.length, trial.tokens, trial.tokens_capacity));
    struct record back = {.games = games_list, .state = trial.other};
    bool fine = record_take(&back, json_root(&doc), &fault);
    trial_require(&trial, fine, "its own record is refused: %s", fault.why);
    trial_require(&trial, game_equal(trial.game, trial.state, trial.other),
                  "the replay ends elsewhere");
    trial_release(&trial);
}

/* A play is legal, event by event, up to CHANCE's first, and begins with an act. */
static void require_play(struct trial *trial, const char *name, int who, const action *acts,
                         int count, action first) {
    const struct game *game = trial->game;
    trial_require(trial, count > 0 && count <= ADVICE_LINE_MAX, "%s: no line", name);
    trial_require(trial, acts[0] == first, "%s: the line begins with another act", name);
    game_copy(game, trial->other, trial->state);
    for (int i = 0; i < count; i++) {
        int mover = game_mover(game, trial->other), by = mover < 0 ? who : mover;
        trial_require(trial, by != CHANCE && !game->refuse(trial->other, by, acts[i]),
                      "%s: the line's act %d is not legal", name, i);
        game->apply(trial->other, by, acts[i]);
    }
}

/* A reply begins with the act asked about; without one there is none. */
static void require_reply(struct trial *trial, const char *name,
                          const struct agent_question *question, const struct advice *advice) {
    trial_require(trial, question->act != AGENT_NO_ACT || advice->reply_count == 0,
                  "%s: a reply to nothing", name);
    if (advice->reply_count)
        require_play(trial, name, question->who, advice->reply, advice->reply_count,
                     (action)question->act);
}

/* A reason has a kind in capitals, a number, and text that a terminal shows as it is. */
static void require_reason(struct trial *trial, const char *name,
                           const struct agent_reason *reason) {
    char shown[7 * AGENT_REASON_BYTES + 1];
    struct text text = text_over(shown, sizeof shown);
    trial_require(trial, reason->kind && *reason->kind, "%s: a reason without a kind", name);
    trial_require(trial,
                  strspn(reason->kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == strlen(reason->kind),
                  "%s: the kind %s", name, reason->kind);
    trial_require(trial, isfinite(reason->amount), "%s: an amount that is no number", name);
    trial_require(trial, memchr(reason->text, '\0', AGENT_REASON_BYTES) && *reason->text,
                  "%s: a reason without a text", name);
    text_printable(&text, reason->text, strlen(reason->text));
    trial_require(trial, strcmp(shown, reason->text) == 0, "%s: not printable: %s", name, shown);
}

static void require_reasons(struct trial *trial, const struct agent *agent,
                            const struct agent_question *question, const struct advice *advice) {
    struct agent_reason reasons[AGENT_REASONS_MAX];
    bool asked = question->act != AGENT_NO_ACT;
    if (!(asked ? agent->explain : agent->why)) return;
    memset(reasons, 0xA5, sizeof reasons);
    int count = (asked ? agent->explain : agent->why)(question, advice, reasons);
    trial_require(trial, count >= 0 && count <= AGENT_REASONS_MAX, "%s: %d reasons", agent->name,
                  count);
    for (int i = 0; i < count; i++) require_reason(trial, agent->name, &reasons[i]);
}

/* Each choice is there once; those not searched come last; all numbers are sound. */
static void require_candidates(struct trial *trial, const struct agent *agent, int who,
                               const struct advice *advice) {
    const struct candidate *all = advice->candidates;
    const char *name = agent->name;
    int count = trial->game->choices(trial->state, who, trial->choices);
    trial_require(trial, advice->count == count, "%s: %d candidates for %d choices", name,
                  advice->count, count);
    for (int i = 0; i < count; i++) {
        const struct candidate *one = &all[i];
        int at = 0;
        while (at < count && trial->choices[at].act != one->act) at++;
        trial_require(trial, at < count, "%s: an act that is no choice, or is there twice", name);
        trial->choices[at].act = UINT32_MAX;
        trial_require(trial, isfinite(one->value) && isfinite(one->error) && one->error >= 0,
                      "%s: a value or an error that is no number", name);
        trial_require(trial, i == 0 || !one->visits || all[i - 1].visits,
                      "%s: an act that was not searched comes before one that was", name);
        trial_require(trial, !one->exact || (one->visits && one->error <= 0),
                      "%s: an exact value with an error or without a visit", name);
        trial_require(trial, one->chance >= 0 && one->chance <= (agent->chance ? 1 : 0),
                      "%s: a chance that is none", name);
    }
    trial_require(trial, !advice->proven || all[0].exact, "%s: proven, but not exact", name);
}

static void think_about(struct trial *trial, const struct agent *agent, void *self,
                        struct agent_question question, struct advice *advice) {
    struct rng rng = rng_new(5, 6);
    struct candidate *candidates = advice->candidates;
    memset(advice, 0xA5, sizeof *advice);
    advice->candidates = candidates;
    question.state = trial->state;
    question.rng = &rng;
    agent->think(self, &question, advice);
    trial_require(trial, advice->candidates == candidates, "%s: other candidates", agent->name);
    require_candidates(trial, agent, question.who, advice);
    require_play(trial, agent->name, question.who, advice->line, advice->line_count,
                 candidates[0].act);
    require_reply(trial, agent->name, &question, advice);
    require_reasons(trial, agent, &question, advice);
}

static void think(struct trial *trial, const struct agent *agent, void *self, int who,
                  struct budget budget, struct advice *advice) {
    struct agent_question question = {.who = who, .budget = budget, .act = AGENT_NO_ACT};
    think_about(trial, agent, self, question, advice);
}

static void require_same(struct trial *trial, const struct agent *agent, const struct advice *a,
                         const struct advice *b) {
    trial_require(trial, a->count == b->count && a->line_count == b->line_count,
                  "%s: %d and %d candidates", agent->name, a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const struct candidate *one = &a->candidates[i], *two = &b->candidates[i];
        trial_require(trial, one->act == two->act && one->visits == two->visits, "%s", agent->name);
        trial_require(trial, !(one->value < two->value) && !(one->value > two->value), "%s",
                      agent->name);
        trial_require(trial, !(one->chance < two->chance) && !(one->chance > two->chance), "%s",
                      agent->name);
    }
    trial_require(trial, memcmp(a->line, b->line, sizeof *a->line * (size_t)a->line_count) == 0,
                  "%s: another line", agent->name);
}

/* An agent and what it is asked with: two objects of it, two answers, and who listens. */
struct asked {
    const struct agent *agent;
    struct listener listener;
    struct host threads; /* lends three */
    void *used, *fresh;
    struct advice advice[2];
};

/* With a budget of nodes, an agent answers the same twice, and a fresh one with three threads the
 * same as one that has thought before. */
static void ask_twice(struct trial *trial, struct asked *asked, int who) {
    struct budget budget = {.nodes = 200, .rollouts = 20};
    listener_restart(&asked->listener, 0);
    think(trial, asked->agent, asked->used, who, budget, &asked->advice[0]);
    trial_require(trial, !asked->listener.backwards, "%s: progress runs backwards",
                  asked->agent->name);
    trial_require(trial, !asked->advice[0].stopped, "%s: nobody said stop", asked->agent->name);
    think(trial, asked->agent, asked->fresh ? asked->fresh : asked->used, who, budget,
          &asked->advice[1]);
    require_same(trial, asked->agent, &asked->advice[0], &asked->advice[1]);
}

/* An act that is asked about is searched like the best. */
static void ask_about(struct trial *trial, struct asked *asked, struct agent_question question) {
    listener_restart(&asked->listener, 0);
    think_about(trial, asked->agent, asked->used, question, &asked->advice[1]);
    const struct candidate *first = asked->advice[1].candidates, *user = first;
    while (user->act != (action)question.act) user++;
    trial_require(trial, user->exact || user->visits >= first->visits,
                  "%s: the act that was asked about has %d visits, the first %d",
                  asked->agent->name, (int)user->visits, (int)first->visits);
}

/* Asks about the act that seemed worst and the one that seemed best, by every objective. */
static void ask_about_acts(struct trial *trial, struct asked *asked, int who) {
    static const struct agent_objective only_game[] = {{"game", NULL}, {NULL, NULL}};
    const struct agent_objective *objectives = asked->agent->objectives;
    const struct advice *advice = &asked->advice[0];
    struct agent_question question = {.who = who, .budget = {.nodes = 200, .rollouts = 20}};
    action worst = advice->candidates[advice->count - 1].act, best = advice->candidates[0].act;
    if (!objectives) objectives = only_game;
    trial_require(trial, strcmp(objectives[0].name, "game") == 0, "%s: the first objective",
                  asked->agent->name);
    for (; objectives[question.objective].name; question.objective++) {
        question.act = worst;
        ask_about(trial, asked, question);
        question.act = best;
        if (objectives[1].name || asked->agent->explain) ask_about(trial, asked, question);
    }
}

/* However early it is stopped, it says so, hardly asks again, and its advice is legal. */
static void ask_to_stop(struct trial *trial, struct asked *asked, int who) {
    struct budget budget = {.nodes = 1 << 30};
    for (int stop_at = 1; stop_at < 100; stop_at *= 3) {
        listener_restart(&asked->listener, stop_at);
        think(trial, asked->agent, asked->used, who, budget, &asked->advice[0]);
        bool told = asked->listener.calls >= stop_at;
        trial_require(trial, asked->advice[0].stopped == told, "%s: stopped is wrong",
                      asked->agent->name);
        trial_require(trial, asked->listener.after <= 8, "%s: asks %d times after stop",
                      asked->agent->name, asked->listener.after);
        if (!told) break;
    }
}

static void ask_here(struct trial *trial, struct asked *asked, bool fresh) {
    if (asked->agent->knows && !asked->agent->knows(asked->used, trial->state)) return;
    asked->fresh = fresh ? asked->agent->init(trial->game, &asked->threads) : NULL;
    assert_true(!fresh || asked->fresh);
    for (int who = 0; who < SEATS_MAX; who++)
        if (trial->game->choices(trial->state, who, trial->choices) > 0) {
            ask_twice(trial, asked, who);
            ask_about_acts(trial, asked, who);
            if (fresh) ask_to_stop(trial, asked, who);
        }
    if (fresh) asked->agent->release(asked->fresh);
}

/* Several states of each game, for making an agent ready may take much longer than its thinking. */
static void ask_agent(struct trial *trial, const struct subject *subject,
                      const struct agent *agent) {
    struct asked asked = {.agent = agent, .threads = {.threads = 3}};
    size_t candidates = (size_t)trial->game->choices_max;
    listener_init(&asked.listener, 1, 1e-4);
    asked.used = agent->init(trial->game, &asked.listener.host);
    assert_non_null(asked.used);
    for (int i = 0; i < 2; i++)
        asked.advice[i].candidates = calloc(candidates, sizeof(struct candidate));
    for (int round = 0; round < 4; round++) {
        wander(trial, subject, round);
        if (game_over(trial->game, trial->state)) begin(trial, subject, round); /* a short one */
        for (int step = 0; step < 20 && !game_over(trial->game, trial->state); step++) {
            if (step % 4 == 0) ask_here(trial, &asked, round == 0 && step == 0);
            trial_step(trial, trial_draw(trial));
        }
    }
    for (int i = 0; i < 2; i++) free(asked.advice[i].candidates);
    agent->release(asked.used);
}

static void test_agents(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    trial_init(&trial, subject->game, 300 + subject->extent);
    for (int i = 0; agents_of(trial.game, i); i++)
        ask_agent(&trial, subject, agents_of(trial.game, i));
    trial_release(&trial);
}

/* random_act draws each choice as often as its weight says: a chi-square far inside what luck
 * allows. */
static void compare_draws(struct trial *trial, int who) {
    int count = trial->game->choices(trial->state, who, trial->choices);
    uint32_t *drawn = calloc((size_t)count + 1, sizeof *drawn);
    double total = 0, square = 0;
    for (int i = 0; i < count; i++) total += trial->choices[i].weight;
    for (int i = 0; i < DRAWS; i++) {
        action act = trial->game->random_act(trial->state, who, &trial->rng);
        int at = trial_place(trial, count, act);
        trial_require(trial, at < count, "random_act draws %u, which is no choice", act);
        drawn[at]++;
    }
    for (int i = 0; i < count; i++) {
        double expected = DRAWS * trial->choices[i].weight / total;
        square += (drawn[i] - expected) * (drawn[i] - expected) / expected;
    }
    double freedom = count - 1;
    trial_require(trial, square <= freedom + 6 * sqrt(2 * freedom + 1) + 12,
                  "random_act strays from the weights: %.1f over %d choices", square, count);
    free(drawn);
}

static void test_sampling(void **state) {
    const struct subject *subject = *state;
    struct trial trial;
    trial_init(&trial, subject->game, 400 + subject->extent);
    for (int round = 0; round < 12; round++) {
        wander(&trial, subject, round);
        for (int who = 0; who < 32; who++) {
            int count = trial.game->choices(trial.state, who, trial.choices);
            if (count > 0 && count < DRAWS / 10) compare_draws(&trial, who);
        }
    }
    trial_release(&trial);
}

static void test_tools(void **state) {
    const struct subject *subject = *state;
    for (int i = 0; subject->game->tools && subject->game->tools[i]; i++)
        tools_try(subject->game, subject->game->tools[i]);
}

static void test_golden(void **state) {
    const struct subject *subject = *state;
    char path[128];
    snprintf(path, sizeof path, "src/games/%s/golden.txt", subject->game->name);
    golden_replay(subject->game, path);
}

static const struct {
    const char *name;
    CMUnitTestFunction run;
    bool once; /* not for each extent */
} parts[] = {
    {"golden", test_golden, true},    {"guide", test_guide, true},
    {"effects", test_effects, false}, {"sampling", test_sampling, false},
    {"play", test_play, false},       {"pictures", test_pictures, false},
    {"record", test_record, false},   {"damage", test_damage, false},
    {"agents", test_agents, false},   {"tools", test_tools, true},
};

enum { PARTS = sizeof parts / sizeof *parts, EXTENTS = 4, MOST = 32 * PARTS * EXTENTS };

static bool stops; /* at the first fault */

static void bail(void) {
    if (stops) exit(1);
    fail();
}

/* Whether it is the game named on the command line, or none is named. */
static bool is_asked(const struct game *game, int argc, char **argv) {
    return argc < 2 || strcmp(argv[1], game->name) == 0;
}

/* The same for a part of its tests. */
static bool is_part_asked(const char *name, int argc, char **argv) {
    bool asked = argc < 3;
    for (int i = 2; i < argc; i++) asked |= strcmp(argv[i], name) == 0;
    return asked;
}

int main(int argc, char **argv) {
    static struct subject subjects[MOST];
    static struct CMUnitTest tests[MOST];
    static char names[MOST][80];
    size_t count = 0;
    trial_bail = bail;
    if (argc > 1 && strcmp(argv[1], "--stop") == 0) stops = true, argc--, argv++;
    if (argc > 1 && strcmp(argv[1], "golden") == 0) return golden_print(argc - 2, argv + 2);
    for (int g = 0; games_list[g]; g++)
        for (int part = 0; part < PARTS && is_asked(games_list[g], argc, argv); part++)
            for (int extent = 0; extent < EXTENTS; extent++) {
                if (parts[part].once && extent != STANDARD) continue;
                if (!is_part_asked(parts[part].name, argc, argv)) continue;
                if (parts[part].run == test_sampling && !games_list[g]->random_act) continue;
                subjects[count] = (struct subject){games_list[g], (enum extent)extent};
                snprintf(names[count], sizeof *names, "%s %s %s", games_list[g]->name,
                         parts[part].name, parts[part].once ? "" : extent_names[extent]);
                tests[count] = (struct CMUnitTest){.name = names[count],
                                                   .test_func = parts[part].run,
                                                   .initial_state = &subjects[count]};
                count++;
            }
    if (count == 0) return fprintf(stderr, "there is no game '%s'\n", argv[1]), 2;
    return _cmocka_run_group_tests("conform", tests, count, NULL, NULL);
}
