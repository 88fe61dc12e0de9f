/* falls: the rules of a round: virus boards, the shared sequence of capsules, sending and
 * receiving, and the end.
 *
 * A tick draws nothing: the capsule that spawns is the one shown, and the columns of sent units are
 * drawn while they wait. So the events of CHANCE come after a tick, and the state shows which are
 * due. */
#include "falls.h"
#include <string.h>

int falls_level_viruses(int level) {
    return 4 * (level + 1);
}

int falls_top(const struct falls *falls) {
    int level = falls->viruses / 4 - 1;
    if (!falls->nes) return 4;
    return level < 15 ? 6 : level < 17 ? 5 : level < 19 ? 4 : 3;
}

/* The console's rule: no virus exactly two cells away in a row or column has the colour. */
static falls_set two_away(falls_set mask) {
    return mask << 2 * FALLS_COLS | mask >> 2 * FALLS_COLS | (mask << 2 & falls_each_row(0xFC)) |
           (mask >> 2 & falls_each_row(0x3F));
}

/* The cells that would complete a run of four with three of the mask's. */
static falls_set completing(falls_set mask) {
    falls_set right = mask >> 1 & falls_each_row(0x7F), right2 = mask >> 2 & falls_each_row(0x3F),
              right3 = mask >> 3 & falls_each_row(0x1F), left = mask << 1 & falls_each_row(0xFE),
              left2 = mask << 2 & falls_each_row(0xFC), left3 = mask << 3 & falls_each_row(0xF8);
    falls_set below = mask >> FALLS_COLS, below2 = mask >> 2 * FALLS_COLS,
              below3 = mask >> 3 * FALLS_COLS, above = mask << FALLS_COLS,
              above2 = mask << 2 * FALLS_COLS, above3 = mask << 3 * FALLS_COLS;
    return (right & right2 & (right3 | left)) | (left & left2 & (left3 | right)) |
           (below & below2 & (below3 | above)) | (above & above2 & (above3 | below));
}

falls_set falls_barred(falls_set mask, bool nes) {
    return nes ? two_away(mask) : completing(mask);
}

unsigned falls_fitting(const struct falls *falls, int cell) {
    const struct falls_tiles *board = &falls->player[0].settled;
    unsigned colours = 0;
    if (cell < FALLS_COLS * falls_top(falls) || (falls_taken(board) >> cell & 1)) return 0;
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++)
        if (!(falls_barred(falls_of_colour(board, colour), falls->nes) >> cell & 1))
            colours |= 1u << colour;
    return colours;
}

/* A free cell that fits no virus has three neighbours of each colour, or one on boards of the
 * console. */
static bool has_place(const struct falls *falls) {
    const struct falls_tiles *board = &falls->player[0].settled;
    if (falls_count(falls->player[0].virus) < (falls->nes ? 3 : 9)) return true;
    falls_set barred = ~(falls_set)0;
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++)
        barred &= falls_barred(falls_of_colour(board, colour), falls->nes);
    falls_set place = ~(falls_taken(board) | barred);
    return place >> FALLS_COLS * falls_top(falls) != 0;
}

/* Returns the newest unit of a player if it lacks columns, else NULL. */
static const uint8_t *open_unit(const struct falls_player *player) {
    const uint8_t *unit = player->units ? player->incoming[player->units - 1] : NULL;
    for (int i = 0; unit && i < FALLS_UNIT_MAX && unit[i]; i++)
        if (unit[i] < 4) return unit;
    return NULL;
}

int falls_open_seat(const struct falls *falls) {
    int seat = 0;
    while (seat < falls->players && !open_unit(&falls->player[seat])) seat++;
    return seat;
}

static uint32_t most_drawn(const struct falls *falls) {
    uint32_t most = 0;
    for (int seat = 0; seat < falls->players; seat++)
        if (falls->player[seat].drawn > most) most = falls->player[seat].drawn;
    return most;
}

static enum falls_phase phase_of(const struct falls *falls, bool cleared) {
    uint32_t end = falls->first + falls->kept;
    if (cleared || !falls->playing) return FALLS_OVER;
    if (end == 0 && most_drawn(falls) == 0 &&
        falls_count(falls->player[0].virus) < falls->viruses && has_place(falls))
        return FALLS_SETUP;
    if (falls_open_seat(falls) < falls->players) return FALLS_COLUMN;
    return most_drawn(falls) == end ? FALLS_DRAW : FALLS_PLAY;
}

void falls_tell(struct falls *falls) {
    unsigned playing = 0, cleared = 0;
    for (int seat = 0; seat < falls->players; seat++) {
        playing |= (unsigned)(falls->player[seat].status == FALLS_PLAYING) << seat;
        cleared |= falls->player[seat].status == FALLS_CLEARED;
    }
    falls->playing = (uint8_t)playing;
    falls->phase = (uint8_t)phase_of(falls, cleared);
}

void falls_place(struct falls *falls, int cell, int colour) {
    for (int seat = 0; seat < falls->players; seat++) {
        struct falls_player *player = &falls->player[seat];
        falls_put(&player->settled, falls_at(cell), colour);
        player->virus |= falls_at(cell);
    }
    falls_tell(falls);
}

static void drop_first(struct falls *falls, uint32_t count) {
    falls->kept = (uint8_t)(falls->kept - count);
    falls->first += count;
    memmove(falls->capsules, falls->capsules + count, falls->kept);
    memset(falls->capsules + falls->kept, 0, count);
}

/* Drops the capsules that all playing seats have taken; if nobody plays, all. */
static void trim_sequence(struct falls *falls) {
    uint32_t slowest = falls->first + falls->kept;
    for (int seat = 0; seat < falls->players; seat++) {
        const struct falls_player *player = &falls->player[seat];
        if (player->status == FALLS_PLAYING && player->drawn < slowest) slowest = player->drawn;
    }
    if (slowest > falls->first) drop_first(falls, slowest - falls->first);
}

static void spawn_unit(struct falls_player *player) {
    for (int i = 0; i < FALLS_UNIT_MAX && player->incoming[0][i]; i++) {
        int element = player->incoming[0][i];
        falls_put(&player->moving, falls_cell(FALLS_ROWS - 1, (element >> 2) - 1), element & 3);
    }
    memmove(player->incoming[0], player->incoming[1],
            sizeof player->incoming - sizeof *player->incoming);
    memset(player->incoming[FALLS_UNITS_MAX - 1], 0, sizeof *player->incoming);
    player->units--;
}

static void spawn_capsule(struct falls *falls, struct falls_player *player) {
    int capsule = falls->capsules[player->drawn++ - falls->first];
    falls_set left = falls_cell(FALLS_ROWS - 1, 3);
    falls_put(&player->moving, left, capsule / 3 + 1);
    falls_put(&player->moving, left << 1, capsule % 3 + 1);
    player->moving.right = left;
    player->controlled = 1;
    trim_sequence(falls);
}

/* Fills the empty moving field, whose row 15 now stands for row 0. */
static void spawn(struct falls *falls, struct falls_player *player) {
    player->chain = 0;
    player->low = 0;
    if (player->units)
        spawn_unit(player);
    else
        spawn_capsule(falls, player);
}

/* Numbers the sequence from 1 again before the numbers grow too large. */
static void renumber(struct falls *falls) {
    uint32_t less = falls->first - 1;
    for (int seat = 0; seat < falls->players; seat++) {
        uint32_t *drawn = &falls->player[seat].drawn;
        *drawn = *drawn > less ? *drawn - less : 1;
    }
    falls->first = 1;
}

/* The sequence is full: seats that are so far behind miss the oldest capsule. */
static void leave_behind(struct falls *falls) {
    drop_first(falls, 1);
    for (int seat = 0; seat < falls->players; seat++) {
        struct falls_player *player = &falls->player[seat];
        if (player->status == FALLS_PLAYING && player->drawn < falls->first)
            player->drawn = falls->first;
    }
}

void falls_draw_capsule(struct falls *falls, int capsule) {
    bool begins = falls->first + falls->kept == 0;
    if (falls->kept == FALLS_KEPT_MAX) leave_behind(falls);
    if (falls->first + falls->kept == FALLS_DRAWN_MAX) renumber(falls);
    falls->capsules[falls->kept++] = (uint8_t)capsule;
    for (int seat = 0; begins && seat < falls->players; seat++) spawn(falls, &falls->player[seat]);
    falls_tell(falls);
}

unsigned falls_columns(const struct falls *falls) {
    const uint8_t *unit = open_unit(&falls->player[falls_open_seat(falls)]);
    unsigned free = (1u << FALLS_COLS) - 1;
    for (int i = 0; i < FALLS_UNIT_MAX && unit[i] >= 4; i++) free &= ~(1u << ((unit[i] >> 2) - 1));
    return free;
}

void falls_draw_column(struct falls *falls, int col) {
    struct falls_player *player = &falls->player[falls_open_seat(falls)];
    uint8_t *element = player->incoming[player->units - 1];
    while (*element >= 4) element++;
    *element = (uint8_t)(*element | (col + 1) << 2);
    falls_tell(falls);
}

/* Returns the seat with the fewest viruses, the first of several. */
static int weakest(const struct falls *falls, unsigned seats) {
    int best = -1, fewest = 0;
    for (; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats), viruses = falls_count(falls->player[seat].virus);
        if (best < 0 || viruses < fewest) best = seat, fewest = viruses;
    }
    return best;
}

/* If the player has 16 units waiting, the unit is lost. */
static void send_unit(struct falls_player *to, uint64_t colours, int count) {
    if (to->units == FALLS_UNITS_MAX) return;
    uint8_t *unit = to->incoming[to->units++];
    for (int i = 0; i < count; i++) unit[i] = (uint8_t)(colours >> 2 * i & 3);
}

static void send(struct falls *falls, int sender) {
    uint64_t chain = falls->player[sender].chain;
    unsigned others = falls->playing & ~(1u << sender);
    for (int left = falls_runs(chain); left > 0 && others; left -= FALLS_UNIT_MAX) {
        int seat = weakest(falls, others);
        send_unit(&falls->player[seat], chain, left < FALLS_UNIT_MAX ? left : FALLS_UNIT_MAX);
        chain >>= 2 * FALLS_UNIT_MAX;
        others &= ~(1u << seat);
    }
}

/* A tick in which a tile settles. Not inlined, so that the usual fall stays short. */
__attribute__((noinline)) static void tick_and_settle(struct falls *falls, int seat) {
    struct falls_player *player = &falls->player[seat];
    falls_pass(player);
    if (player->status != FALLS_PLAYING) {
        trim_sequence(falls);
    } else if (falls_taken(&player->moving)) {
        player->low++;
        return;
    } else {
        if (falls_runs(player->chain) >= 2) send(falls, seat);
        spawn(falls, player);
    }
    falls_tell(falls);
}

void falls_tick(struct falls *falls, int seat) {
    struct falls_player *player = &falls->player[seat];
    if (falls_touches(player, player->low))
        tick_and_settle(falls, seat);
    else
        player->low++;
}
