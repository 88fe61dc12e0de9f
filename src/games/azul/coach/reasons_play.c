/* Plays a line and notes what it brings each seat. Scoring takes the rules' own steps, on a copy.
 */
#include "games/azul/azul_draft.h"
#include "games/azul/coach/reasons_parts.h"
#include <string.h>

int azul_reasons_best_other(const struct azul *azul, int seat) {
    int best = -1;
    for (int other = 0; other < azul->players; other++) {
        if (other == seat) continue;
        if (best < 0 || azul->player[other].score > azul->player[best].score) best = other;
    }
    return best;
}

int azul_reasons_lead(const struct azul *azul, int seat) {
    return azul->player[seat].score - azul->player[azul_reasons_best_other(azul, seat)].score;
}

static void tile_seat(struct azul *steps, int seat, struct azul_reasons_seat *out) {
    struct azul_player *player = &steps->player[seat];
    for (int row = 0; row < AZUL_SIDE; row++) {
        int score = player->score;
        bool full = azul_is_full(player, row);
        out->colour[row] = full ? player->colour[row] : AZUL_REASONS_UNTILED;
        if (full) azul_tile_line(steps, seat, row);
        out->points[row] = player->score - score;
    }
    int score = player->score;
    azul_empty_floor(steps, seat);
    out->loss = score - player->score;
}

/* Ends the round even if tiles are left on the table: these go to the lid, for they will not be
 * the reason why the game ends. */
static void end_round(struct azul *azul) {
    for (int source = 0; source <= azul_factories(azul); source++) {
        azul->lid += azul->source[source];
        azul->source[source] = 0;
    }
    azul_end_round(azul);
}

static void score_side(struct azul_reasons_side *side) {
    struct azul steps;
    size_t size = azul_bytes(side->drafted.players);
    memcpy(&steps, &side->drafted, size);
    memcpy(&side->after, &side->drafted, size);
    end_round(&side->after);
    for (int seat = 0; seat < steps.players; seat++) {
        tile_seat(&steps, seat, &side->seats[seat]);
        side->seats[seat].bonus = side->after.player[seat].score - steps.player[seat].score;
    }
}

/* Takes the tiles, and returns how many come to lie on the floor. */
static int draft(struct azul_reasons_side *side, action act) {
    struct azul *azul = &side->drafted;
    int who = azul->active, before = azul->player[who].floor_count;
    azul_draft(azul, act);
    int fallen = azul->player[who].floor_count - before;
    if (azul_act_destination(act) == AZUL_FLOOR)
        side->seats[who].dumped += fallen;
    else
        side->seats[who].spilled += fallen;
    return fallen;
}

static void draft_first(struct azul_reasons_side *side, action act) {
    struct azul *azul = &side->drafted;
    int who = azul->active, token = azul->token, cost = azul_floor_penalty(azul, who);
    int destination = azul_act_destination(act);
    int taken = azul_count(azul->source[azul_act_source(act)], azul_act_colour(act));
    int fallen = draft(side, act);
    side->first = (struct azul_reasons_first){
        .act = act,
        .taken = taken,
        .fallen = fallen,
        .cost = azul_floor_penalty(azul, who) - cost,
        .token = azul->token != token,
        .filled = destination != AZUL_FLOOR && azul_is_full(&azul->player[who], destination),
    };
}

int azul_reasons_play(const struct azul *from, const action *acts, int count,
                      struct azul_reasons_side *side, bool *ends) {
    memset(side, 0, sizeof *side);
    memcpy(&side->drafted, from, azul_bytes(from->players));
    struct azul *azul = &side->drafted;
    int played = 0;
    for (; played < count && azul_on_table(azul); played++) {
        if (azul_game.refuse(azul, azul->active, acts[played])) break;
        if (played == 0)
            draft_first(side, acts[0]);
        else
            draft(side, acts[played]);
    }
    *ends = azul_on_table(azul) == 0;
    score_side(side);
    return played;
}
