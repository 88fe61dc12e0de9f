/* What all visitors at one desk share, since one of them is drawn or told something at a time. */
#ifndef LOBBY_SCRATCH_H
#define LOBBY_SCRATCH_H

#include "show/board.h"
#include "term/page.h"

enum { SCRATCH_LAYOUTS = 128 };

struct scratch_layout {
    uint64_t key; /* of what it was made for; 0: none */
    bool fits;
    struct board_layout layout;
};

struct lobby_scratch {
    struct page page;
    struct scene *scene; /* the desk's */
    struct scratch_layout layouts[SCRATCH_LAYOUTS];
    /* The effects of the event that was told last, by its serial; and whether they matter. */
    uint64_t serial;
    bool matters;
    struct effect_list effects;
    /* The letters of the game that was asked for last, as choosing.h says. */
    const struct game *game;
    int seats;
    uint32_t letters;
    /* Of the games in games_list, those of which a room waits; and when that was found. */
    uint32_t waits;
    const struct hall *listed_hall;
    uint64_t listed;
    int listed_rooms;
};

/* Returns NULL if out of memory. */
struct lobby_scratch *scratch_of(struct desk *desk);

#endif
