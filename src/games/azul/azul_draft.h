/* azul: drafting, to be inlined where much is played. It has no branch that luck decides: most
 * acts of learners are hard to predict, and a mispredicted branch costs more than the
 * rest. */
#ifndef AZUL_DRAFT_H
#define AZUL_DRAFT_H

#include "azul.h"

/* Adds tiles to the floor; quickly if all of it fits into the first limb, as it does mostly. */
static inline void azul_drop(struct azul_player *player, int colour, int count) {
    int at = player->floor_count;
    if (at + count >= 16) {
        azul_add_to_floor(player, colour, count);
        return;
    }
    uint64_t places = (UINT64_C(1) << 4 * count) - 1;
    player->floor[0] |= (UINT64_C(0x1111111111111111) * (unsigned)colour & places) << 4 * at;
    player->floor_count = (uint8_t)(at + count);
}

/* Puts tiles on a line, and on the floor what it does not take. The floor is a line without room.
 */
static inline void azul_put(struct azul_player *player, int destination, int colour, int count) {
    int line = -(destination != AZUL_FLOOR), row = destination & line;
    int free = (row + 1 - player->filled[row]) & line, put = count < free ? count : free;
    uint32_t takes = (uint32_t)(put < free) << colour, all = 31 & (uint32_t)line;
    player->filled[row] = (uint8_t)(player->filled[row] + put);
    player->colour[row] = (uint8_t)((player->colour[row] & ~line) | (colour & line));
    player->open = (player->open & ~(all << AZUL_SIDE * row)) | takes << AZUL_SIDE * row;
    azul_drop(player, colour, count - put);
}

/* Takes the tiles, and does not look whether the round is over. */
static inline void azul_draft(struct azul *azul, action act) {
    int source = azul_act_source(act), colour = azul_act_colour(act), seat = azul->active;
    uint64_t pile = azul->source[source], rest = azul_without(pile, colour);
    bool first = source == AZUL_CENTER && azul->token == AZUL_TOKEN_IN_CENTER;
    uint64_t center = azul->source[AZUL_CENTER] & -(uint64_t)(source != AZUL_CENTER);
    azul->source[source] = 0;
    azul->source[AZUL_CENTER] = center + rest;
    azul->token = first ? (uint8_t)seat : azul->token;
    azul->active = (uint8_t)(seat + 1 < azul->players ? seat + 1 : 0);
    azul_put(&azul->player[seat], azul_act_destination(act), colour, azul_count(pile, colour));
}

/* Returns whether sources are empty: factories that are not in the game always are. */
static inline bool azul_is_table_empty(const struct azul *azul) {
    uint64_t any = 0;
    if (azul->source[AZUL_CENTER]) return false;
    for (int source = 1; source < AZUL_SOURCES_MAX; source++) any |= azul->source[source];
    return any == 0;
}

#endif
