/* Between the parts of the tool `scenario`: the player whose games the positions come from, and the
 * judge who says what a position is worth for practice. */
#ifndef AZUL_SCENARIO_H
#define AZUL_SCENARIO_H

#include "game/host.h"
#include "games/azul/azul.h"

/* In scenario_play.c: a quick player. */
struct azul_scenario_player;

struct azul_scenario_player *azul_scenario_player_new(void); /* NULL if out of memory */
void azul_scenario_player_free(struct azul_scenario_player *player);
/* Looks at a state in the draft. The rest of its round can be played from there. */
void azul_scenario_open(struct azul_scenario_player *player, const struct azul *azul);
/* Chooses an act of the seat to move: one of the best that a small search finds. */
action azul_scenario_choose(struct azul_scenario_player *player, struct rng *rng);
/* Returns the best act that a small search for the lead alone finds. */
action azul_scenario_prefer(struct azul_scenario_player *player);
/* Takes an act over into what the player sees. */
void azul_scenario_follow(struct azul_scenario_player *player, action act);

/* What can be said of the moves without a search. */
struct azul_scenario_view {
    int legal;      /* acts */
    int moves;      /* acts that differ: taking from equal factories does not */
    int clean;      /* of these, moves that put no tile on the floor */
    action obvious; /* the lowest that looks best: if the round ended right after it */
};

void azul_scenario_look(struct azul_scenario_player *player, struct azul_scenario_view *view);

/* In scenario_judge.c. */
enum { AZUL_SCENARIO_EASY, AZUL_SCENARIO_MEDIUM, AZUL_SCENARIO_HARD, AZUL_SCENARIO_GRADES };
enum {
    AZUL_SCENARIO_FLOOR,
    AZUL_SCENARIO_TOKEN,
    AZUL_SCENARIO_DENIAL,
    AZUL_SCENARIO_BONUS,
    AZUL_SCENARIO_TILING,
    AZUL_SCENARIO_THEMES
};
enum { AZUL_SCENARIO_OPENING, AZUL_SCENARIO_MIDDLE, AZUL_SCENARIO_END, AZUL_SCENARIO_PARTS };
enum { AZUL_SCENARIO_STAGES = 3 };

extern const char *const azul_scenario_grades[],
    *const azul_scenario_themes[], *const azul_scenario_parts[],
                                       *const azul_scenario_stages[]; /* names, NULL-ended */

struct azul_scenario_rating {
    struct azul_scenario_view view;
    action best, other; /* other: the tempting move that the best one is compared with */
    double gap;         /* by which the best move is better than the next, in points */
    bool solved;        /* both were searched to the end of the round */
    int grade;
    uint32_t themes; /* bits */
};

/* Return the part of the game and of the round that a state is in. */
int azul_scenario_part(const struct azul *azul);
int azul_scenario_stage(const struct azul *azul);

struct azul_scenario_judge;

/* The host must outlive it. Returns NULL if out of memory. */
struct azul_scenario_judge *azul_scenario_judge_new(const struct host *host);
void azul_scenario_judge_free(struct azul_scenario_judge *judge);
/* Rates a state in the draft, which the player looks at, too. Returns whether it is worth
 * practising; false also if the host stops it, and only then *stopped. */
bool azul_scenario_rate(struct azul_scenario_judge *judge, struct azul_scenario_player *player,
                        const struct azul *azul, struct azul_scenario_rating *rating,
                        bool *stopped);

#endif
