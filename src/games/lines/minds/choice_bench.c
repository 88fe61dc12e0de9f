/* How good the choices of agents are. Positions of games that `rank` plays are judged by playing on
 * from the moves that the policy likes best, many times and for some turns, with the same luck for
 * all. What an agent chooses is then compared with the policy's best move, in balls. That tells two
 * agents apart with far less work than complete games. It also tells by how much the nets err:
 * race.c has such numbers.
 *   choice_bench LINES98 POSITIONS TIMES TURNS AGENT:NODES ...  */
#include "bench/bench.h"
#include "game/agent.h"
#include "games/lines/lines_luck.h"
#include "games/lines/minds/judge.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES = 8, AGENTS_MAX = 8, DANGERS = 4, BETWEEN = 20, TIMES_MAX = 1024 };

#define LOG_GAP 4.0
#define DANGER_MIN 0.03 /* quieter boards tell little */

static const double dangers[DANGERS] = {0.05, 0.08, 0.2, 1.0}; /* a column is below one */

static double seconds(void *self) {
    (void)self;
    return bench_seconds();
}

static const struct host host = {.threads = 1, .seconds = seconds};
static struct lines_judge *judge;
static struct lines_move moves[LINES_MOVES_MAX];

/* Playing on */

/* Returns what a board is worth by so many turns in which the policy plays. */
static double play_on(const struct lines *board, int turns, int way, struct rng *luck) {
    struct lines state = *board;
    double ball = lines_points_of_ball(board), sum = 0, balls = 1, death = LINES_DEATH_COST;
    for (int turn = 0; turn < turns; turn++) {
        double score = state.score;
        lines_settle(&state, luck, 2, 10);
        balls *= LINES_KEEPS;
        death *= LINES_DEATH_KEEPS;
        if (lines_is_full(&state, 2)) return sum + balls * (state.score - score) / ball - death;
        lines_judge_moves(judge, &state, (way + turn) % LINES_SYMMETRIES, moves, 1);
        lines_apply(&state, 0, moves[0].act);
        sum += balls * (state.score - score) / ball;
    }
    struct lines_worth left = lines_judge_board(judge, &state, way);
    return sum + balls * LINES_KEEPS * left.balls - death * LINES_DEATH_KEEPS * left.death;
}

/* A position and what its best moves are worth. */
struct question {
    struct lines state;
    int count;
    action acts[MOVES]; /* the policy's best first */
    struct lines after[MOVES];
    double gains[MOVES], worth[MOVES];
    double played[MOVES][TIMES_MAX]; /* what each time brought; `worth` is the mean */
    double danger;
};

static void pose(struct question *question, const struct lines *state) {
    int count = lines_judge_moves(judge, state, 0, moves, MOVES);
    double least = moves[0].log - LOG_GAP;
    question->state = *state;
    question->danger = 0;
    question->count = 0;
    for (int i = 0; i < count && i < MOVES && moves[i].log > least; i++)
        question->acts[question->count++] = moves[i].act;
    for (int i = 0; i < question->count; i++) {
        struct lines *after = &question->after[i];
        *after = *state;
        lines_apply(after, 0, question->acts[i]);
        question->gains[i] = (after->score - state->score) / lines_points_of_ball(state);
        question->danger += lines_judge_board(judge, after, 0).death / question->count;
    }
}

static void answer(struct question *question, int times, int turns, uint64_t seed) {
    for (int i = 0; i < question->count; i++) {
        question->worth[i] = 0;
        for (int time = 0; time < times; time++) {
            struct rng luck = rng_new(seed, (uint64_t)time);
            int way = time % LINES_SYMMETRIES;
            question->played[i][time] =
                question->gains[i] + play_on(&question->after[i], turns, way, &luck);
            question->worth[i] += question->played[i][time] / times;
        }
    }
}

/* Errors of the nets */

enum { ERRORS = 7 };
#define CLOSE 1.0 /* balls; errors grow with what a move is behind, so only closer ones count */

static const double error_dangers[ERRORS] = {0.035, 0.045, 0.06, 0.1, 0.2, 0.5, 1.0};

struct errors {
    int positions, boards, pairs;
    double way; /* squares of what one way of a board is off the mean of all, beside other moves */
    double net; /* of what that mean is off playing on, in a difference of two moves */
};

static struct errors errors[ERRORS];

static void add_ways(struct errors *to, int count, double found[MOVES][LINES_SYMMETRIES],
                     const double *mean) {
    for (int way = 0; way < LINES_SYMMETRIES; way++) {
        double shift = 0;
        for (int i = 0; i < count; i++) shift += (found[i][way] - mean[i]) / count;
        for (int i = 0; i < count; i++) {
            double off = found[i][way] - mean[i] - shift;
            to->way += off * off * count / (count - 1) / (LINES_SYMMETRIES - 1);
        }
    }
    to->boards += count;
}

/* The luck of playing on is no error of the nets: its variance is taken out. */
static void add_pair(struct errors *to, const struct question *question, int one, int times,
                     const double *mean) {
    double difference = question->worth[one] - question->worth[0], luck = 0;
    for (int time = 0; time < times; time++) {
        double off = question->played[one][time] - question->played[0][time] - difference;
        luck += off * off / times / (times - 1);
    }
    double off = mean[one] - mean[0] - difference;
    to->net += off * off - luck;
    to->pairs++;
}

static void find_errors(const struct question *question, int times) {
    double found[MOVES][LINES_SYMMETRIES], mean[MOVES] = {0};
    int column = 0;
    while (question->danger >= error_dangers[column] && column < ERRORS - 1) column++;
    for (int i = 0; i < question->count; i++)
        for (int way = 0; way < LINES_SYMMETRIES; way++) {
            struct lines_worth worth = lines_judge_board(judge, &question->after[i], way);
            found[i][way] = question->gains[i] + lines_worth_sum(worth);
            mean[i] += found[i][way] / LINES_SYMMETRIES;
        }
    errors[column].positions++;
    add_ways(&errors[column], question->count, found, mean);
    for (int i = 1; i < question->count; i++)
        if (fabs(mean[i] - mean[0]) < CLOSE) add_pair(&errors[column], question, i, times, mean);
}

static void tell_errors(void) {
    printf("errors of the nets in balls, by danger: of one way, of the difference of two close "
           "moves\n");
    for (int i = 0; i < ERRORS; i++)
        printf("below %.3f: %6d positions %7.3f, %6d pairs %7.3f\n", error_dangers[i],
               errors[i].positions, sqrt(errors[i].way / fmax(errors[i].boards, 1)),
               errors[i].pairs, sqrt(fmax(errors[i].net, 0) / fmax(errors[i].pairs, 1)));
}

/* Agents */

struct player {
    const struct agent *agent;
    void *self;
    uint64_t nodes;
    struct rng rng;
    double seconds, better[DANGERS], squares[DANGERS];
    int asked, others; /* times that it chose none of the moves that were judged */
    int counts[DANGERS];
};

static struct player player_of(const char *words) {
    struct player player = {.rng = rng_new(1, 1)};
    const struct agent *const *agent = lines_agents;
    const char *colon = strchr(words, ':');
    size_t length = colon ? (size_t)(colon - words) : 0;
    while (*agent && (strlen((*agent)->name) != length || strncmp((*agent)->name, words, length)))
        agent++;
    if (!colon || !*agent) exit(2);
    player.agent = *agent;
    player.self = (*agent)->init(&lines_game, &host);
    player.nodes = strtoul(colon + 1, NULL, 10);
    if (!player.self) exit(1);
    return player;
}

static action ask(struct player *player, const struct lines *state) {
    static struct candidate candidates[LINES_MOVES_MAX];
    struct advice advice = {.candidates = candidates};
    struct agent_question question = {.state = state,
                                      .budget.nodes = player->nodes,
                                      .rng = &player->rng,
                                      .act = AGENT_NO_ACT,
                                      .only_best = true};
    double begin = bench_seconds();
    player->agent->think(player->self, &question, &advice);
    player->seconds += bench_seconds() - begin;
    player->asked++;
    return candidates[0].act;
}

static void examine(struct player *player, const struct question *question) {
    action act = ask(player, &question->state);
    int column = 0, at = 0;
    while (question->danger >= dangers[column] && column < DANGERS - 1) column++;
    while (at < question->count && question->acts[at] != act) at++;
    if (at == question->count) {
        player->others++;
        return;
    }
    double better = question->worth[at] - question->worth[0];
    player->better[column] += better;
    player->squares[column] += better * better;
    player->counts[column]++;
}

static void tell(const char *name, const struct player *player) {
    printf("%-12s", name);
    for (int i = 0; i < DANGERS; i++) {
        double count = player->counts[i] ? player->counts[i] : 1;
        double mean = player->better[i] / count;
        double error = sqrt(fmax(player->squares[i] / count - mean * mean, 0) / count);
        printf(" %7.3f +- %5.3f", mean, error);
    }
    printf(" %7.2f ms, %d others\n", 1000 * player->seconds / player->asked, player->others);
}

/* Games that `rank` plays one after the other. */
struct games {
    struct player player;
    int params[8];
    struct lines state;
    struct rng luck;
};

/* Plays on to the next position worth asking about. */
static void find(struct games *games, struct question *question) {
    for (int turn = 0;; turn++) {
        struct lines *state = &games->state;
        lines_settle(state, &games->luck, 2, 10);
        while (!lines_game.movers(state)) {
            lines_game.start(state, games->params);
            lines_settle(state, &games->luck, 2, 10);
        }
        if (turn >= BETWEEN) {
            pose(question, state);
            if (question->danger >= DANGER_MIN && question->count > 1) return;
        }
        lines_apply(state, 0, ask(&games->player, state));
    }
}

int main(int argc, char **argv) {
    static char *standard[] = {"", "0", "10", "16", "4", "rank:4", "rank:20", "deep:200"};
    static struct player players[AGENTS_MAX];
    static struct question question;
    if (argc < 6) {
        argv = standard;
        argc = sizeof standard / sizeof *standard;
    }
    int rules98 = atoi(argv[1]) != 0, positions = atoi(argv[2]), times = atoi(argv[3]);
    int turns = atoi(argv[4]), agents = argc - 5;
    struct games games = {.player = player_of("rank:4"),
                          .params = {9, 9, 7, 5, 3, 5, 1, rules98},
                          .luck = rng_new(1, 0)};
    if (agents > AGENTS_MAX || times < 2 || times > TIMES_MAX || !(judge = lines_judge_new(&host)))
        return 2;
    for (int i = 0; i < agents; i++) players[i] = player_of(argv[5 + i]);
    lines_game.start(&games.state, games.params);
    for (int i = 0; i < positions; i++) {
        find(&games, &question);
        answer(&question, times, turns, (uint64_t)i);
        find_errors(&question, times);
        for (int k = 0; k < agents; k++) examine(&players[k], &question);
    }
    printf("better than the policy's move, in balls, by danger below 0.05, 0.08, 0.2, 1:\n");
    for (int i = 0; i < agents; i++) {
        tell(argv[5 + i], &players[i]);
        players[i].agent->release(players[i].self);
    }
    tell_errors();
    games.player.agent->release(games.player.self);
    lines_judge_free(judge);
}
