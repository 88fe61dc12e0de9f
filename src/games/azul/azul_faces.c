/* azul: words and the observation. People count from 1, JSON from 0. */
#include "azul.h"
#include <string.h>

void azul_name_act(const void *state, int who, action act, struct text *out) {
    const struct azul *azul = state;
    if (who == CHANCE) {
        text_format(out, "draw %s", azul_colour_names[act]);
        return;
    }
    int source = azul_act_source(act), colour = azul_act_colour(act);
    int destination = azul_act_destination(act), count = azul_count(azul->source[source], colour);
    if (count) text_format(out, "%d ", count);
    text_format(out, "%s from ", azul_colour_names[colour]);
    if (source == AZUL_CENTER)
        text_string(out, "center to ");
    else
        text_format(out, "factory %d to ", source);
    if (destination == AZUL_FLOOR)
        text_string(out, "floor");
    else
        text_format(out, "line %d", destination + 1);
}

/* Planes of 5 x 5. For each player, the viewing seat first: the wall; the lines, each as its count
 * in the column of its colour on the wall; the rest. Then two of sources by colours, and one of
 * bag, lid and the game. */
enum { PLANE = AZUL_SIDE * AZUL_SIDE, PLAYER_PLANES = 3, SHARED_PLANES = 3 };

struct shape azul_shape(const void *state) {
    const struct azul *azul = state;
    return (struct shape){.seats = azul->players,
                          .actions = (int)azul_acts(azul),
                          .planes = PLAYER_PLANES * azul->players + SHARED_PLANES,
                          .rows = AZUL_SIDE,
                          .cols = AZUL_SIDE};
}

static uint8_t capped(int number) {
    return (uint8_t)(number < 0 ? 0 : number < 255 ? number : 255);
}

static void observe_player(const struct azul *azul, int seat, uint8_t *out) {
    const struct azul_player *player = &azul->player[seat];
    uint8_t *wall = out, *lines = out + PLANE, *rest = out + 2 * PLANE;
    for (int cell = 0; cell < PLANE; cell++) wall[cell] = player->wall >> cell & 1;
    for (int row = 0; row < AZUL_SIDE; row++)
        lines[row * AZUL_SIDE + azul_wall_col(row, player->colour[row])] = player->filled[row];
    for (int i = 0; i < player->floor_count; i++) rest[azul_floor_tile(player, i)]++;
    uint8_t *scalars = rest + AZUL_SIDE;
    scalars[0] = azul->token == seat;
    scalars[1] = (uint8_t)azul_floor_penalty(azul, seat);
    scalars[2] = capped(player->score);
    scalars[3] = capped(player->score - 255);
    scalars[4] = azul->active == seat;
}

static void observe_pile(uint64_t pile, uint8_t *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        out[colour] = (uint8_t)azul_count(pile, colour);
}

void azul_observe(const void *state, int seat, uint8_t *out) {
    const struct azul *azul = state;
    memset(out, 0, (size_t)(PLANE * (PLAYER_PLANES * azul->players + SHARED_PLANES)));
    for (int i = 0; i < azul->players; i++, out += PLAYER_PLANES * PLANE)
        observe_player(azul, (seat + i) % azul->players, out);
    for (int source = 0; source < AZUL_SOURCES_MAX; source++, out += AZUL_COLOURS)
        observe_pile(azul->source[source], out);
    observe_pile(azul->bag, out);
    observe_pile(azul->lid, out + AZUL_SIDE);
    out += 2 * AZUL_SIDE;
    out[0] = azul->token == AZUL_TOKEN_IN_CENTER;
    out[1] = azul->round;
    out[2] = (uint8_t)(azul->max_rounds - azul->round);
    out[3] = azul->phase;
    out[4] = azul->dealt;
}
