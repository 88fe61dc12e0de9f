/* The players of lines by nets: one look, a ranking, a search with luck. */
#include "games/lines/minds/race.h"
#include "games/lines/minds/reasons.h"
#include <math.h>
#include <stdlib.h>

/* A budget of nodes may be passed by 41: the first ranking, of LINES_RACERS moves and one that is
 * asked about, is whole, and each of two lines of play needs one for a move, at most 80 / 5. */
enum { TIMES = 256 };

/* Errors of a look by which a move that is behind drops out of a ranking. Playing on tells far more
 * than another look, so `deep` looks once, and leaves out only who is far behind. */
#define RANK_BEHIND 1.1
#define DEEP_BEHIND 4.0

#define LIKED_MOST 0.5 /* balls by which the policy's dislike lowers a value that is told */

struct thinker {
    const struct host *host;
    struct lines_judge *judge;
    struct lines_race race;
};

static bool suits(const struct game *game) {
    return game == &lines_game;
}

static void release(void *self) {
    struct thinker *thinker = self;
    if (!thinker) return;
    lines_judge_free(thinker->judge);
    free(thinker);
}

static void *init(const struct game *game, const struct host *host) {
    struct thinker *thinker = calloc(1, sizeof *thinker);
    (void)game;
    if (!thinker) return NULL;
    thinker->host = host;
    thinker->judge = lines_judge_new(host);
    if (thinker->judge) return thinker;
    release(thinker);
    return NULL;
}

static bool knows(const void *self, const void *state) {
    return lines_judge_knows(((const struct thinker *)self)->judge, state);
}

/* Advice */

static int find(const struct lines_race *race, action act) {
    for (int i = 0; i < race->racing; i++)
        if (race->racers[i].act == act) return i;
    return -1;
}

static int by_value(const void *a, const void *b) {
    const struct candidate *one = a, *two = b;
    if (!one->visits != !two->visits) return one->visits ? -1 : 1;
    if (one->value != two->value) return one->value < two->value ? 1 : -1;
    return one->act < two->act ? -1 : 1;
}

/* Returns the racer that stands best. */
static const struct lines_racer *winner(const struct lines_race *race) {
    const struct lines_racer *best = NULL;
    double most = 0;
    for (int i = 0; i < race->racing; i++) {
        const struct lines_racer *racer = &race->racers[i];
        double standing = lines_race_standing(race, racer);
        if (!racer->ways ||
            (best && (standing < most || (standing == most && racer->act > best->act))))
            continue;
        best = racer;
        most = standing;
    }
    return best;
}

/* Returns the value to tell of a racer, in balls: what it is worth, and a little less if the policy
 * does not like it. */
static double told(const struct lines_race *race, const struct lines_racer *racer) {
    return lines_race_worth(race, racer) + fmax(lines_race_liked(race, racer), -LIKED_MOST);
}

/* Lists all moves: racers with what was found, the others with a guess by the policy. The best is
 * the first; no other is told to be worth more. */
static void list(const struct lines_race *race, bool only_best, struct advice *advice) {
    const struct lines_racer *best = winner(race);
    double ball = lines_points_of_ball(&race->state), most = best ? told(race, best) : 0;
    double least = most;
    action first = best ? best->act : race->moves[0].act;
    for (int i = 0; i < race->racing; i++)
        if (race->racers[i].ways) least = fmin(least, told(race, &race->racers[i]));
    for (int i = 0; i < race->count; i++) {
        const struct lines_move *move = &race->moves[i];
        struct candidate *candidate = &advice->candidates[i];
        int at = find(race, move->act);
        const struct lines_racer *racer =
            at >= 0 && race->racers[at].ways ? &race->racers[at] : NULL;
        *candidate = (struct candidate){.act = move->act};
        if (racer) {
            candidate->value = ball * fmin(told(race, racer), most);
            candidate->error = ball * lines_race_error(race, racer);
            candidate->visits = (uint64_t)(racer->ways + racer->played);
            candidate->chance = lines_survival(lines_race_death(race, racer));
        } else {
            candidate->value =
                ball * (least + LINES_POLICY_BALLS * (move->log - race->moves[0].log));
        }
        if (move->act != first) continue;
        struct candidate front = *candidate;
        *candidate = advice->candidates[0];
        advice->candidates[0] = front;
    }
    advice->count = race->count;
    if (!only_best && race->count > 1)
        qsort(advice->candidates + 1, (size_t)race->count - 1, sizeof *advice->candidates,
              by_value);
}

/* Writes the play that is expected from an act on, up to the next luck. */
static int foresee(struct lines_race *race, action act, action *line) {
    int count = 0;
    struct lines state = race->state;
    line[count++] = act;
    for (lines_apply(&state, 0, act); state.phase == LINES_PLAY && count < ADVICE_LINE_MAX;) {
        if (lines_judge_moves(race->judge, &state, 0, race->next, 1) == 0) break;
        line[count++] = race->next[0].act;
        lines_apply(&state, 0, race->next[0].act);
    }
    return count;
}

static void tell(struct lines_race *race, const struct agent_question *question,
                 struct advice *advice) {
    action best = advice->candidates[0].act;
    bool other = question->act != AGENT_NO_ACT && (action)question->act != best;
    advice->line_count = advice->reply_count = 0;
    advice->rollouts = 0;
    advice->proven = advice->solved = false;
    advice->hopeless = NULL;
    if (!question->only_best) {
        advice->line_count = foresee(race, best, advice->line);
        if (other) advice->reply_count = foresee(race, (action)question->act, advice->reply);
    }
    advice->nodes = lines_judge_nodes(race->judge) - race->begun;
    advice->stopped = race->stopped;
}

static struct lines_race *begin(struct thinker *thinker, const struct agent_question *question) {
    lines_race_begin(&thinker->race, thinker->judge, thinker->host, question);
    return &thinker->race;
}

static void end(struct lines_race *race, const struct agent_question *question,
                struct advice *advice) {
    list(race, question->only_best, advice);
    tell(race, question, advice);
}

/* One look. Advice needs values, too. */
static void think_once(void *self, const struct agent_question *question, struct advice *advice) {
    struct lines_race *race = begin(self, question);
    if (!question->only_best) {
        lines_race_enter(race, question->act);
        lines_race_rank(race, 1, RANK_BEHIND);
    }
    end(race, question, advice);
}

static void think_rank(void *self, const struct agent_question *question, struct advice *advice) {
    struct lines_race *race = begin(self, question);
    lines_race_enter(race, question->act);
    lines_race_rank(race, LINES_SYMMETRIES, RANK_BEHIND);
    end(race, question, advice);
}

static void think_deep(void *self, const struct agent_question *question, struct advice *advice) {
    struct lines_race *race = begin(self, question);
    lines_race_enter(race, question->act);
    lines_race_rank(race, 1, DEEP_BEHIND);
    lines_race_deepen(race, TIMES);
    end(race, question, advice);
}

static const struct agent_objective objectives[] = {
    {"game", "points to come, less for delay and danger"}, {NULL, NULL}};
static const char chance[] = "surviving the next 100 turns";

#define PLAYER(NAME, SUMMARY, THINK)                                                               \
    {                                                                                              \
        .name = NAME, .summary = SUMMARY, .objectives = objectives, .chance = chance,              \
        .weights = &lines_net_weights, .suits = suits, .init = init, .knows = knows,               \
        .think = THINK, .release = release, .explain = lines_reasons, .why = lines_why             \
    }

static const struct agent
    net = PLAYER("net", "plays the move that a trained net likes best", think_once),
    rank = PLAYER("rank", "judges the boards after the best moves by a second net", think_rank),
    deep = PLAYER("deep", "ranks the best moves, then plays on from them with luck", think_deep);

const struct agent *const lines_agents[] = {&deep, &rank, &net, NULL};
