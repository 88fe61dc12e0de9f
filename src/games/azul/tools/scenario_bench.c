/* Scenarios: how many a second, and whether they are like the games of strong players.
 *   scenario_bench                  positions a second by stage, from a cold start and warm
 *   scenario_bench real N           N positions, round by round, beside strong self-play
 *   scenario_bench games N NODES    N games of the coach with so many nodes a move, the same
 * figures scenario_bench check N NODES    how often a search of so many nodes finds the same best
 * move */
#include "bench/bench.h"
#include "game/agent.h"
#include "game/envelope.h"
#include "games/azul/coach/solver.h"
#include "games/azul/tools/scenario.h"
#include "games/azul/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 8, MANY = 50, TOKENS = 1 << 11, BYTES = 1 << 13 };

/* Strong self-play, a player at the start of rounds 2 to 5. */
static const double points_known[] = {0, 0, 2.4, 8.3, 16.9, 28.5},
                    tiles_known[] = {0, 0, 3.0, 6.6, 9.9, 13.2};

static const struct host plain = {.threads = 1};

struct means {
    double points[ROUNDS], tiles[ROUNDS], count[ROUNDS];
};

static void add(struct means *means, const struct azul *azul) {
    if (azul->round >= ROUNDS) return;
    for (int seat = 0; seat < azul->players; seat++) {
        means->points[azul->round] += azul->player[seat].score;
        means->tiles[azul->round] += bits_count(azul->player[seat].wall);
        means->count[azul->round]++;
    }
}

static void print_means(const struct means *means) {
    for (int round = 1; round < ROUNDS; round++) {
        double count = means->count[round];
        if (count == 0) continue;
        double points = means->points[round] / count, tiles = means->tiles[round] / count;
        printf("round %d, %5.0f boards: %5.2f points, %5.2f tiles", round, count, points, tiles);
        if (round >= 2 && round <= 5)
            printf(" (%.2f and %.2f of strong self-play)", points / points_known[round],
                   tiles / tiles_known[round]);
        puts("");
    }
}

/* Makes the position of a request. Returns false if there is none. */
static bool make(void *tool, const char *request, struct azul *azul) {
    static char bytes[BYTES];
    static struct json_token tokens[TOKENS];
    struct text out = text_over(bytes, sizeof bytes);
    struct json_doc doc;
    struct tool_fault fault;
    struct envelope envelope;
    struct json at;
    if (json_parse(&doc, request, strlen(request), tokens, TOKENS)) return false;
    json_open(&out, '{');
    if (!azul_tool_scenario.answer(tool, json_root(&doc), &out, &fault)) return false;
    json_close(&out, '}');
    if (!azul) return true;
    memset(azul, 0, sizeof *azul);
    return !json_parse(&doc, bytes, out.length, tokens, TOKENS) &&
           !envelope_read(&azul_game, azul, &envelope, json_get(json_root(&doc), "state"), &at);
}

struct orders {
    const char *stage;
    int players;
    bool cold;
    int asked;
};

static uint64_t make_many(void *self) {
    struct orders *orders = self;
    void *tool = azul_tool_scenario.init(&plain);
    uint64_t made = 0;
    for (int i = 0; i < MANY && tool; i++) {
        char request[128];
        if (orders->cold && i) {
            azul_tool_scenario.release(tool);
            tool = azul_tool_scenario.init(&plain);
        }
        snprintf(request, sizeof request, "{\"stage\":\"%s\",\"players\":%d,\"seed\":\"%d\"}",
                 orders->stage, orders->players, orders->asked++);
        made += make(tool, request, NULL);
    }
    azul_tool_scenario.release(tool);
    return made;
}

static void measure_rates(void) {
    for (int players = 2; players <= 4; players++)
        for (int stage = 0; stage < AZUL_SCENARIO_STAGES; stage++) {
            struct orders cold = {azul_scenario_stages[stage], players, true, 0}, warm = cold;
            warm.cold = false;
            printf("azul, scenarios for %d, %s: ", players, cold.stage);
            printf("%.0f a second, each from a cold start; ", bench_rate(make_many, &cold));
            printf("%.0f warm\n", bench_rate(make_many, &warm));
        }
}

static void measure_means(int count) {
    void *tool = azul_tool_scenario.init(&plain);
    struct means means = {{0}, {0}, {0}};
    for (int i = 0; i < count && tool; i++) {
        char request[64];
        struct azul azul;
        snprintf(request, sizeof request, "{\"seed\":\"real/%d\"}", i);
        if (make(tool, request, &azul)) add(&means, &azul);
    }
    azul_tool_scenario.release(tool);
    print_means(&means);
}

static action ask(struct azul_solver *solver, const struct azul *azul, uint64_t nodes) {
    static struct azul_solver_answer answer;
    struct azul_solver_question question = {.azul = azul,
                                            .values = &azul_values_learned,
                                            .nodes = nodes,
                                            .best_only = true,
                                            .act = AGENT_NO_ACT};
    azul_solver_ask(solver, &question, &answer);
    return answer.acts[0].act;
}

static void measure_games(int games, uint64_t nodes) {
    struct azul_solver *solver = azul_solver_new(&plain);
    struct means means = {{0}, {0}, {0}};
    for (int game = 0; game < games && solver; game++) {
        struct rng rng = rng_new(1, (uint64_t)game);
        struct azul azul;
        memset(&azul, 0, sizeof azul);
        azul_game.start(&azul, (int[]){AZUL_SEATS_MIN, AZUL_ROUNDS});
        while (azul.phase != AZUL_OVER) {
            if (azul.phase == AZUL_REFILL && azul.dealt == 0) add(&means, &azul);
            if (azul.phase == AZUL_REFILL)
                azul_deal(&azul, azul_random_colour(&azul, &rng));
            else
                azul_take(&azul, ask(solver, &azul, nodes));
        }
    }
    azul_solver_free(solver);
    print_means(&means);
}

/* The best move that the judge found. */
static bool judge(struct azul_scenario_player *player, struct azul_scenario_judge *judge,
                  const struct azul *azul, action *best) {
    struct azul_scenario_rating rating;
    bool stopped;
    azul_scenario_open(player, azul);
    bool worth = azul_scenario_rate(judge, player, azul, &rating, &stopped);
    *best = rating.best;
    return worth;
}

static void check_best(int count, uint64_t nodes) {
    struct azul_scenario_player *player = azul_scenario_player_new();
    struct azul_scenario_judge *referee = azul_scenario_judge_new(&plain);
    struct azul_solver *solver = azul_solver_new(&plain);
    void *tool = azul_tool_scenario.init(&plain);
    double made[AZUL_SCENARIO_STAGES] = {0}, same[AZUL_SCENARIO_STAGES] = {0};
    for (int i = 0; i < count && player && referee && solver && tool; i++) {
        char request[64];
        struct azul azul;
        action best;
        snprintf(request, sizeof request, "{\"seed\":\"check/%d\"}", i);
        if (!make(tool, request, &azul) || !judge(player, referee, &azul, &best)) continue;
        action found = ask(solver, &azul, nodes);
        bool equal = found % (AZUL_COLOURS * AZUL_DESTINATIONS) ==
                         best % (AZUL_COLOURS * AZUL_DESTINATIONS) &&
                     azul.source[azul_act_source(found)] == azul.source[azul_act_source(best)];
        made[azul_scenario_stage(&azul)]++;
        same[azul_scenario_stage(&azul)] += equal;
    }
    for (int stage = 0; stage < AZUL_SCENARIO_STAGES; stage++)
        printf("%s: %.0f positions, the same best move in %.0f %%\n", azul_scenario_stages[stage],
               made[stage], 100 * same[stage] / made[stage]);
    azul_tool_scenario.release(tool);
    azul_solver_free(solver);
    azul_scenario_judge_free(referee);
    azul_scenario_player_free(player);
}

int main(int count, char **args) {
    int number = count > 2 ? atoi(args[2]) : 1000;
    uint64_t nodes = count > 3 ? (uint64_t)atoll(args[3]) : 20000;
    if (count > 1 && strcmp(args[1], "real") == 0)
        measure_means(number);
    else if (count > 1 && strcmp(args[1], "games") == 0)
        measure_games(number, nodes);
    else if (count > 1 && strcmp(args[1], "check") == 0)
        check_best(number, nodes);
    else
        measure_rates();
    return 0;
}
