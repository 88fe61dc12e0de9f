#include "race.h"
#include "games/lines/lines_events.h"
#include "games/lines/lines_luck.h"
#include <math.h>
#include <string.h>

enum { CELLS = 81, LIMBS = 2, STRIDE = 10, PLAYED_MIN = 4 };
enum { ASKED_TIMES = 16 }; /* a move that is asked about is played on from, even if it is behind */
enum { TOLD_MIN = 3 };     /* moves that are compared, if values are asked for */

#define LOG_GAP 4.0    /* moves whose logarithm is further behind do not race */
#define GAP_ERROR 0.22 /* of the balls by which a board is judged to be worse than the best */
/* Standard errors of a difference by which who is behind drops out when it is played on. Who could
 * still catch up is hardly better: more care costs more time than it brings. */
#define PLAY_BEHIND 1.3
/* Of the nets' variance, what playing on does not find out, since the same nets judge where it ends
 * and rare luck is not met. It counts in what is told: a move is not called best, nor an error
 * small, by a few games. */
#define PLAY_MISSES 0.25

/* Errors of nets grow with danger, the mean chance of a death. As measured: */
#define QUIET 0.04      /* the danger of a quiet board, */
#define QUIET_ERROR 0.2 /* the errors there, in balls, */
#define WAY_SLOPE 12.0  /* and how they grow: of a board judged in one way, beside others, */
#define WAY_ERROR_MAX 4.0
#define NET_SLOPE 18.0 /* and of the mean over many ways: what the net does not see */
#define NET_ERROR_MAX 6.0

void lines_race_begin(struct lines_race *race, struct lines_judge *judge, const struct host *host,
                      const struct agent_question *question) {
    const struct budget *budget = &question->budget;
    race->judge = judge;
    race->host = host;
    memset(&race->state, 0, sizeof race->state);
    memcpy(&race->state, question->state, lines_size(question->state));
    race->racing = 0;
    race->logs = 1;
    race->rng = question->rng;
    race->stopped = race->asked_behind = false;
    race->danger = 0;
    race->only_best = question->only_best;
    race->begun = lines_judge_nodes(judge);
    race->nodes = budget->nodes ? budget->nodes : UINT64_MAX;
    if (budget->rollouts && budget->rollouts < race->nodes) race->nodes = budget->rollouts;
    bool timed = budget->milliseconds && host->seconds;
    race->until = timed ? host_seconds(host) + budget->milliseconds / 1000.0 : 0;
    race->count = lines_judge_moves(judge, &race->state, 0, race->moves, LINES_RACERS);
}

/* Returns whether to evaluate another net. */
static bool go_on(struct lines_race *race) {
    uint64_t spent = lines_judge_nodes(race->judge) - race->begun;
    if (race->stopped || spent >= race->nodes) return false;
    if (race->until > 0 && host_seconds(race->host) >= race->until) return false;
    double done = race->nodes < UINT64_MAX ? (double)spent / (double)race->nodes : 0;
    race->stopped = !host_go_on(race->host, done, "thinking");
    return !race->stopped;
}

/* Racers */

static void enter(struct lines_race *race, const struct lines_move *move, bool asked) {
    struct lines_racer *racer = &race->racers[race->racing++];
    int from = (int)(move->act / CELLS), to = (int)(move->act % CELLS);
    memset(racer, 0, sizeof *racer);
    racer->act = move->act;
    racer->log = move->log;
    racer->asked = asked;
    racer->after = race->state;
    lines_event_move(&racer->after, lines_bit(&race->state, from), lines_bit(&race->state, to),
                     LIMBS, STRIDE);
    racer->gain = (racer->after.score - race->state.score) / lines_points_of_ball(&race->state);
}

/* Who is asked about goes first in everything, so that an end within a round leaves it no less seen
 * than others. */
void lines_race_enter(struct lines_race *race, int64_t act) {
    const struct lines_move *moves = race->moves;
    for (int i = 0; i < race->count; i++)
        if (moves[i].act == act) enter(race, &moves[i], true);
    for (int i = 0; i < race->count && i < LINES_RACERS; i++)
        if (moves[i].act != act &&
            (moves[i].log > moves[0].log - LOG_GAP || (!race->only_best && i < TOLD_MIN)))
            enter(race, &moves[i], false);
    race->left = race->racing;
}

static double judged(const struct lines_racer *racer) {
    return racer->ways ? racer->gain + racer->sum / racer->ways : -HUGE_VAL;
}

static double error_in(double danger, double slope, double most) {
    return fmin(QUIET_ERROR + slope * fmax(danger - QUIET, 0), most);
}

/* Returns the variance of what a racer was judged by. */
static double net_variance(const struct lines_race *race, const struct lines_racer *racer) {
    double best = judged(racer), net = error_in(race->danger, NET_SLOPE, NET_ERROR_MAX),
           way = error_in(race->danger, WAY_SLOPE, WAY_ERROR_MAX);
    for (int i = 0; i < race->racing; i++) best = fmax(best, judged(&race->racers[i]));
    double gap = GAP_ERROR * (best - judged(racer));
    return net * net + way * way / racer->ways + gap * gap;
}

/* Returns the variance of what was found by playing on. */
static double luck_variance(const struct lines_racer *racer) {
    double more = racer->more / racer->played;
    return fmax(racer->more_squared / racer->played - more * more, 0) / racer->played;
}

/* Returns by how much to go by what playing on found, from 0 to 1; else by what the nets thought of
 * the board and of the move. */
static double trust(const struct lines_race *race, const struct lines_racer *racer) {
    if (racer->played < 2) return 0;
    double net = net_variance(race, racer);
    double missed = race->only_best ? 0 : PLAY_MISSES * net;
    return net / (net + missed + luck_variance(racer));
}

double lines_race_worth(const struct lines_race *race, const struct lines_racer *racer) {
    double board = racer->ways ? racer->sum / racer->ways : 0;
    if (racer->played) board += trust(race, racer) * racer->more / racer->played;
    return racer->gain + board;
}

double lines_race_liked(const struct lines_race *race, const struct lines_racer *racer) {
    double log = racer->log / race->logs - race->moves[0].log;
    return LINES_POLICY_BALLS * (1 - trust(race, racer)) * log;
}

double lines_race_standing(const struct lines_race *race, const struct lines_racer *racer) {
    return lines_race_worth(race, racer) + lines_race_liked(race, racer);
}

double lines_race_error(const struct lines_race *race, const struct lines_racer *racer) {
    return racer->ways ? sqrt(net_variance(race, racer) * (1 - trust(race, racer))) : 0;
}

double lines_race_death(const struct lines_race *race, const struct lines_racer *racer) {
    if (!racer->ways) return 0;
    double death = racer->death / racer->ways;
    if (racer->played) death += trust(race, racer) * racer->more_death / racer->played;
    return fmin(fmax(death, 0), 1);
}

/* Returns the racer that stands best, of those that race; NULL if there is none. */
static const struct lines_racer *leader(const struct lines_race *race) {
    const struct lines_racer *best = NULL;
    for (int i = 0; i < race->racing; i++) {
        const struct lines_racer *racer = &race->racers[i];
        if (!racer->out &&
            (!best || lines_race_standing(race, racer) > lines_race_standing(race, best)))
            best = racer;
    }
    return best;
}

/* Returns the error of the difference of two racers: while they are ranked, what comes from the way
 * in which they are looked at; when they are played on, all of it. */
static double difference_error(const struct lines_race *race, const struct lines_racer *one,
                               const struct lines_racer *two) {
    if (!one->played)
        return error_in(race->danger, WAY_SLOPE, WAY_ERROR_MAX) * sqrt(2.0 / one->ways);
    double error = lines_race_error(race, one), other = lines_race_error(race, two);
    return sqrt(error * error + other * other);
}

/* Who is behind the best by more than so many errors drops out. */
static void drop(struct lines_race *race, double behind) {
    const struct lines_racer *best = leader(race);
    double most = lines_race_standing(race, best);
    race->left = 0;
    race->asked_behind = false;
    for (int i = 0; i < race->racing; i++) {
        struct lines_racer *racer = &race->racers[i];
        if (racer->out) continue;
        bool is_behind =
            lines_race_standing(race, racer) < most - behind * difference_error(race, best, racer);
        if (is_behind && racer->asked) race->asked_behind = true;
        racer->out = is_behind && !racer->asked;
        race->left += !is_behind;
    }
}

/* Ranking */

/* The policy looks in another way. */
static void like_again(struct lines_race *race, int way) {
    for (int i = 0; i < race->racing; i++)
        race->next[i] = (struct lines_move){race->racers[i].act, race->racers[i].log};
    lines_judge_logs(race->judge, &race->state, way, race->next, race->racing);
    for (int i = 0; i < race->racing; i++) race->racers[i].log = race->next[i].log;
    race->logs++;
}

/* Finds how dangerous the boards of the racers are, in the mean. */
static void find_danger(struct lines_race *race) {
    double death = 0;
    int judged = 0;
    for (int i = 0; i < race->racing; i++)
        if (race->racers[i].ways && !race->racers[i].out) {
            death += lines_race_death(race, &race->racers[i]);
            judged++;
        }
    race->danger = judged ? death / judged : 0;
}

void lines_race_rank(struct lines_race *race, int ways, double behind) {
    bool all = !race->only_best; /* are told their values */
    for (int way = 0; way < ways && ((!way && all) || race->left > 1) && go_on(race); way++) {
        if (way) like_again(race, way);
        for (int i = 0; i < race->racing && (go_on(race) || (!way && all)); i++) {
            struct lines_racer *racer = &race->racers[i];
            if (racer->out) continue;
            struct lines_worth worth = lines_judge_board(race->judge, &racer->after, way);
            racer->sum += lines_worth_sum(worth);
            racer->death += worth.death;
            racer->ways++;
        }
        for (int i = 0; i < race->racing; i++)
            if (!race->racers[i].ways) race->racers[i].out = true; /* the budget was spent before */
        if (!race->racers[0].ways) return;
        find_danger(race);
        drop(race, behind);
    }
}

/* Playing on */

/* Returns what a board is worth by playing on from it: luck, then the move that the policy likes
 * best. */
static struct lines_worth play_on(struct lines_race *race, const struct lines *board, int way,
                                  struct rng *luck) {
    struct lines state = *board;
    double point = 1 / lines_points_of_ball(board); /* in balls */
    lines_settle(&state, luck, LIMBS, STRIDE);
    if (lines_is_full(&state, LIMBS))
        return (struct lines_worth){point * (state.score - board->score), 1};
    lines_judge_moves(race->judge, &state, way, race->next, 1);
    lines_apply(&state, 0, race->next[0].act);
    struct lines_worth next = lines_judge_board(race->judge, &state, way);
    return (struct lines_worth){point * (state.score - board->score) + LINES_KEEPS * next.balls,
                                LINES_DEATH_KEEPS * next.death};
}

/* One more time for all, each with the same luck. What this time has in common for all, beyond what
 * was found before, is that luck and does not count. */
static bool play_round(struct lines_race *race, int time, uint64_t seed) {
    double more[LINES_RACERS + 1], death[LINES_RACERS + 1], luck_more = 0, luck_death = 0;
    int racing = 0;
    for (int i = 0; i < race->racing; i++) {
        struct lines_racer *racer = &race->racers[i];
        struct rng luck = rng_new(seed, (uint64_t)time);
        if (racer->out) continue;
        if (!go_on(race)) return false;
        struct lines_worth found = play_on(race, &racer->after, time % LINES_SYMMETRIES, &luck);
        int before = racer->played ? racer->played : 1;
        more[i] = lines_worth_sum(found) - racer->sum / racer->ways;
        death[i] = found.death - racer->death / racer->ways;
        luck_more += more[i] - racer->more / before;
        luck_death += death[i] - racer->more_death / before;
        racing++;
    }
    for (int i = 0; i < race->racing; i++) {
        struct lines_racer *racer = &race->racers[i];
        if (racer->out) continue;
        double found = more[i] - luck_more / racing;
        racer->more += found;
        racer->more_squared += found * found;
        racer->more_death += death[i] - luck_death / racing;
        racer->played++;
    }
    return true;
}

static bool is_open(const struct lines_race *race, int time) {
    return race->left > 1 || (race->asked_behind && time < ASKED_TIMES);
}

void lines_race_deepen(struct lines_race *race, int times) {
    uint64_t high = rng_next(race->rng), seed = high << 32 | rng_next(race->rng);
    for (int time = 0; time < times && is_open(race, time); time++) {
        if (!play_round(race, time, seed)) return;
        if (time + 1 >= PLAYED_MIN) drop(race, PLAY_BEHIND);
    }
}
