/* What a position is worth for practice: the coach values its moves, and the best one is compared
 * with the most tempting other one. Searches are limited by nodes, so that a position is rated
 * alike everywhere. */
#include "game/agent.h"
#include "games/azul/coach/coach.h"
#include "games/azul/coach/reasons.h"
#include "games/azul/coach/solver.h"
#include "games/azul/tools/scenario.h"
#include <stdlib.h>
#include <string.h>

/* Nodes for a position of up to FEW_TILES, which most often solve it, and for others, which do not:
 * there, more of them would hardly reach deeper. */
enum { FEW_TILES = 16, NODES_FEW = 10000, NODES_MANY = 5000 };
enum { MOVES_LEAST = 6, CLEAN_LEAST = 2 };
/* In points: the least and the largest gap that is worth practising, and the gaps from which on a
 * position is easy and up to which it is hard. */
static const double gap_least = 0.25, gap_most = 10, gap_easy = 1.5, gap_hard = 0.5;

const char *const azul_scenario_grades[] = {"EASY", "MEDIUM", "HARD", NULL};
const char *const azul_scenario_themes[] = {"FLOOR", "TOKEN", "DENIAL", "BONUS", "TILING", NULL};
const char *const azul_scenario_parts[] = {"OPENING", "MIDDLE", "END", NULL};
const char *const azul_scenario_stages[] = {"EARLY", "MID", "LATE", NULL};

struct azul_scenario_judge {
    struct azul_solver *solver;
    struct azul_solver_answer answer;
};

struct azul_scenario_judge *azul_scenario_judge_new(const struct host *host) {
    struct azul_scenario_judge *judge = calloc(1, sizeof *judge);
    if (!judge) return NULL;
    judge->solver = azul_solver_new(host);
    if (judge->solver) return judge;
    free(judge);
    return NULL;
}

void azul_scenario_judge_free(struct azul_scenario_judge *judge) {
    if (!judge) return;
    azul_solver_free(judge->solver);
    free(judge);
}

int azul_scenario_part(const struct azul *azul) {
    int tiles = 0, players = azul->players;
    for (int seat = 0; seat < players; seat++) tiles += bits_count(azul->player[seat].wall);
    if (tiles < AZUL_SIDE * players) return AZUL_SCENARIO_OPENING;
    return tiles < 2 * AZUL_SIDE * players ? AZUL_SCENARIO_MIDDLE : AZUL_SCENARIO_END;
}

int azul_scenario_stage(const struct azul *azul) {
    const char *progress = azul_progress(azul);
    int stage = 0;
    while (strcmp(azul_scenario_stages[stage], progress) != 0) stage++;
    return stage;
}

/* Whether two acts do the same: they take the same tiles from equal factories. */
static bool is_same(const struct azul *azul, action a, action b) {
    int from = azul_act_source(a), other = azul_act_source(b);
    if (azul_act_colour(a) != azul_act_colour(b)) return false;
    if (azul_act_destination(a) != azul_act_destination(b)) return false;
    if (from == AZUL_CENTER || other == AZUL_CENTER) return from == other;
    return azul->source[from] == azul->source[other];
}

/* Searches, with as much care for an act as for the best. Returns false if stopped. */
static bool ask(struct azul_scenario_judge *judge, const struct azul *azul, action act) {
    struct azul_solver_question question = {
        .azul = azul,
        .values = &azul_values_learned,
        .nodes = azul_on_table(azul) <= FEW_TILES ? NODES_FEW : NODES_MANY,
        .act = act,
    };
    azul_solver_ask(judge->solver, &question, &judge->answer);
    return !judge->answer.stopped;
}

/* Returns the best of the moves that differ from the first, the lowest of equal ones. There is one.
 */
static const struct azul_solver_act *next_best(const struct azul *azul,
                                               const struct azul_solver_answer *answer) {
    const struct azul_solver_act *next = NULL;
    for (int i = 1; i < answer->count; i++) {
        const struct azul_solver_act *act = &answer->acts[i];
        if (is_same(azul, act->act, answer->acts[0].act)) continue;
        if (!next || act->value > next->value ||
            (act->value == next->value && act->act < next->act))
            next = act;
    }
    return next;
}

/* Takes over the best move and the gap. Returns whether they are worth practising. */
static bool take_gap(const struct azul *azul, const struct azul_solver_answer *answer,
                     struct azul_scenario_rating *rating) {
    const struct azul_solver_act *best = &answer->acts[0], *next = next_best(azul, answer);
    rating->best = best->act;
    rating->gap = best->value - next->value;
    rating->solved = answer->solved;
    return rating->gap >= gap_least && rating->gap <= gap_most;
}

static bool is_wrong(const struct azul *azul, const struct azul_scenario_rating *rating) {
    return !is_same(azul, rating->best, rating->view.obvious);
}

static int grade_of(const struct azul *azul, const struct azul_scenario_rating *rating) {
    bool wrong = is_wrong(azul, rating);
    if (rating->gap >= gap_easy && !wrong) return AZUL_SCENARIO_EASY;
    if (rating->gap < gap_hard || (rating->gap < gap_easy && wrong)) return AZUL_SCENARIO_HARD;
    return AZUL_SCENARIO_MEDIUM;
}

/* Returns the bit of the theme that a reason of the coach gives if it weighs enough, or 0. */
static uint32_t theme_of(const struct agent_reason *reason) {
    static const struct {
        const char *kind;
        int theme, least; /* least: in points */
    } known[] = {
        {"FLOOR_PENALTY", AZUL_SCENARIO_FLOOR, 2},
        {"TILES_WASTED", AZUL_SCENARIO_FLOOR, 2},
        {"OPPONENT_FLOOR", AZUL_SCENARIO_FLOOR, 2},
        {"FIRST_PLAYER", AZUL_SCENARIO_TOKEN, 1},
        {"OPPONENT_DENIED", AZUL_SCENARIO_DENIAL, 2},
        {"OPPONENT_ADJACENCY", AZUL_SCENARIO_DENIAL, 2},
        {"OPPONENT_PROGRESS", AZUL_SCENARIO_DENIAL, 2},
        {"BONUS", AZUL_SCENARIO_BONUS, 2},
        {"BONUS_PROGRESS", AZUL_SCENARIO_BONUS, 2},
        {"OPPONENT_BONUS", AZUL_SCENARIO_BONUS, 2},
        {"OPPONENT_BONUS_PROGRESS", AZUL_SCENARIO_BONUS, 2},
        {"ADJACENCY", AZUL_SCENARIO_TILING, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].kind, reason->kind) == 0 && reason->amount >= known[i].least)
            return UINT32_C(1) << known[i].theme;
    return 0;
}

/* Asks the coach why the tempting move is worse. */
static uint32_t themes_of_reasons(const struct azul *azul, const struct azul_solver_answer *answer,
                                  action other) {
    struct agent_reason reasons[AGENT_REASONS_MAX];
    struct agent_question question = {
        .state = azul, .who = azul->active, .act = other, .objective = AZUL_COACH_GAME};
    struct advice advice = {.line_count = answer->line_count, .reply_count = answer->reply_count};
    uint32_t themes = 0;
    memcpy(advice.line, answer->line, sizeof *answer->line * (size_t)answer->line_count);
    memcpy(advice.reply, answer->reply, sizeof *answer->reply * (size_t)answer->reply_count);
    int count = azul_reasons(&question, &advice, reasons);
    for (int i = 0; i < count; i++) themes |= theme_of(&reasons[i]);
    return themes;
}

/* Themes that the two moves alone tell: one takes the token, or both take the same tiles. */
static uint32_t themes_of_moves(const struct azul *azul, action best, action other) {
    int from = azul_act_source(best), instead = azul_act_source(other);
    bool token =
        azul->token == AZUL_TOKEN_IN_CENTER && (from == AZUL_CENTER) != (instead == AZUL_CENTER);
    action line = best - (action)azul_act_destination(best);
    bool tiles = is_same(azul, line, other - (action)azul_act_destination(other));
    return (uint32_t)token << AZUL_SCENARIO_TOKEN | (uint32_t)tiles << AZUL_SCENARIO_TILING;
}

static uint32_t themes_of(const struct azul *azul, const struct azul_solver_answer *answer,
                          const struct azul_scenario_rating *rating) {
    return themes_of_reasons(azul, answer, rating->other) |
           themes_of_moves(azul, rating->best, rating->other);
}

/* Searches once more, with care for the next best move. Returns whether the position is still worth
 * practising, and its best move is the same. */
static bool confirm(struct azul_scenario_judge *judge, const struct azul *azul, action next,
                    struct azul_scenario_rating *rating, bool *stopped) {
    action best = rating->best;
    *stopped = !ask(judge, azul, next);
    return !*stopped && take_gap(azul, &judge->answer, rating) && is_same(azul, best, rating->best);
}

bool azul_scenario_rate(struct azul_scenario_judge *judge, struct azul_scenario_player *player,
                        const struct azul *azul, struct azul_scenario_rating *rating,
                        bool *stopped) {
    const struct azul_solver_answer *answer = &judge->answer;
    struct azul_scenario_view *view = &rating->view;
    *rating = (struct azul_scenario_rating){.grade = 0};
    *stopped = false;
    azul_scenario_look(player, view);
    rating->other = view->obvious;
    if (view->moves < MOVES_LEAST || view->clean < CLEAN_LEAST) return false;
    *stopped = !ask(judge, azul, view->obvious);
    if (*stopped || !take_gap(azul, answer, rating)) return false;
    if (!rating->solved && !is_same(azul, rating->best, azul_scenario_prefer(player))) return false;
    action next = next_best(azul, answer)->act;
    bool wrong = is_wrong(azul, rating);
    if (wrong) rating->themes = themes_of(azul, answer, rating);
    if (!wrong || (!rating->solved && !is_same(azul, next, view->obvious))) {
        if (!confirm(judge, azul, next, rating, stopped)) return false;
    }
    if (!wrong) {
        rating->other = next;
        rating->themes = themes_of(azul, answer, rating);
    }
    rating->grade = grade_of(azul, rating);
    return true;
}
