/* azul for learners: what a seat observes, and the level "turns" made fast. */
#include "azul_draft.h"
#include "base/bits_spread.h"
#include "game/lanes.h"

/* Stores of 8 bytes of which fewer count: the next store overwrites the rest. */
LANES_INLINE void put(uint8_t *out, uint64_t bytes) {
    memcpy(out, &bytes, sizeof bytes);
}

/* The observation: planes of 5 x 5. For each player, the viewing seat first: the wall; the lines,
 * each as its count in the column of its colour on the wall; the rest. Then two of sources by
 * colours, and one of bag, lid and the game. */
enum { PLANE = AZUL_SIDE * AZUL_SIDE, PLAYER_PLANES = 3, SHARED_PLANES = 3 };

struct shape azul_shape(const void *state) {
    const struct azul *azul = state;
    return (struct shape){.seats = azul->players,
                          .actions = (int)azul_acts(azul),
                          .planes = PLAYER_PLANES * azul->players + SHARED_PLANES,
                          .rows = AZUL_SIDE,
                          .cols = AZUL_SIDE};
}

/* The rest of a player: the floor's tiles by colour; the token, the floor's cost, two bytes of
 * points, the turn; and zeros. */
LANES_INLINE void write_rest(const struct azul *azul, int seat, uint8_t *out) {
    const struct azul_player *player = &azul->player[seat];
    unsigned score = player->score, low = score < 255 ? score : 255, high = score - low;
    unsigned cost = (unsigned)azul_floor_penalty(azul, seat);
    put(out, azul_floor_pile(player));
    put(out + 5, (uint64_t)(azul->token == seat) | cost << 8 | low << 16 |
                     (high < 255 ? high : 255) << 24 | (uint64_t)(azul->active == seat) << 32);
    put(out + 10, 0);
    put(out + PLANE - 8, 0);
}

LANES_INLINE void write_player(const struct azul *azul, int seat, uint8_t *out) {
    const struct azul_player *player = &azul->player[seat];
    for (int i = 0; i < PLANE - 8; i += 8) put(out + i, bits_spread_8(player->wall >> i & 255));
    put(out + PLANE - 8, bits_spread_8(player->wall >> (PLANE - 8)));
    for (int row = 0; row < AZUL_SIDE; row++)
        put(out + PLANE + AZUL_SIDE * row,
            azul_tiles(azul_wall_col(row, player->colour[row]), player->filled[row]));
    write_rest(azul, seat, out + 2 * PLANE);
}

LANES_INLINE void write_table(const struct azul *azul, uint8_t *out) {
    for (int source = 0; source < AZUL_SOURCES_MAX; source++)
        put(out + AZUL_COLOURS * source, azul->source[source]);
    out += 2 * PLANE;
    put(out, azul->bag);
    put(out + 5, azul->lid);
    put(out + 10, (uint64_t)(azul->token == AZUL_TOKEN_IN_CENTER) | (uint64_t)azul->round << 8 |
                      (uint64_t)(uint8_t)(azul->max_rounds - azul->round) << 16 |
                      (uint64_t)azul->phase << 24 | (uint64_t)azul->dealt << 32);
    put(out + PLANE - 8, 0);
}

/* From first to last byte, as the stores overlap; none passes the end. */
LANES_INLINE void write_view(const struct azul *azul, int seat, uint8_t *out) {
    for (int i = 0; i < azul->players; i++, out += PLAYER_PLANES * PLANE) {
        write_player(azul, seat, out);
        seat = seat + 1 < azul->players ? seat + 1 : 0;
    }
    write_table(azul, out);
}

void azul_observe(const void *state, int seat, uint8_t *out) {
    write_view(state, seat, out);
}

/* The level */

static int acts(const struct game *game, const void *state) {
    (void)game;
    return (int)azul_acts(state);
}

/* Draws numbers below `left`, below one less, and so on, as rng_below does; mostly a block of the
 * generator at once. Numbers that rng_below might reject are rare. */
LANES_INLINE void draw_four(struct rng *luck, uint32_t left, uint32_t *numbers) {
    if (luck->index % AZUL_ON_FACTORY == 0) {
        bool rejects = false;
        rng_fill(luck);
        for (uint32_t i = 0; i < AZUL_ON_FACTORY; i++) {
            uint64_t wide = (uint64_t)luck->block[i] * (left - i);
            rejects |= (uint32_t)wide < left;
            numbers[i] = (uint32_t)(wide >> 32);
        }
        luck->index += rejects ? 0 : AZUL_ON_FACTORY;
        if (!rejects) return;
    }
    for (uint32_t i = 0; i < AZUL_ON_FACTORY; i++) numbers[i] = rng_below(luck, left - i);
}

/* Draws four tiles from a bag with more. Each colour ends where its last tile lies, with the tiles
 * in order of colour: a tile that is drawn moves all ends behind it by one. As in
 * azul_random_colour, all sums stay below 128. */
LANES_INLINE void deal_factory(struct azul *azul, struct rng *luck) {
    const uint64_t top = 0x80 * AZUL_ONES, all = 0xFF * AZUL_ONES;
    uint64_t before = azul->bag * AZUL_ONES & all, ends = before;
    uint32_t numbers[AZUL_ON_FACTORY];
    draw_four(luck, (uint32_t)(ends >> 32), numbers);
    for (int i = 0; i < AZUL_ON_FACTORY; i++)
        ends -= (~((numbers[i] * AZUL_ONES | top) - ends) & top) >> 7;
    before -= ends;
    uint64_t pile = before - (before << 8 & all);
    azul->bag -= pile;
    azul->source[1 + azul->dealt / AZUL_ON_FACTORY] = pile;
    azul->dealt = (uint8_t)(azul->dealt + AZUL_ON_FACTORY);
    if (azul->dealt < AZUL_ON_FACTORY * azul_factories(azul)) return;
    azul->phase = AZUL_DRAFT;
    azul->dealt = 0;
}

static void deal(struct azul *azul, struct rng *luck) {
    while (azul->phase == AZUL_REFILL)
        if (azul->dealt % AZUL_ON_FACTORY == 0 && azul_total(azul->bag) > AZUL_ON_FACTORY)
            deal_factory(azul, luck);
        else
            azul_deal(azul, azul_random_colour(azul, luck));
}

static void begin(const struct lanes *lanes, void *state, struct rng *luck,
                  struct choice *scratch) {
    (void)scratch;
    memcpy(state, lanes->fresh, lanes->size);
    deal(state, luck);
}

/* Scores change at the end of a round only. */
static void end_round(struct azul *azul, struct rng *luck, int32_t *points) {
    for (int seat = 0; seat < azul->players; seat++) points[seat] -= azul->player[seat].score;
    azul_end_round(azul);
    for (int seat = 0; seat < azul->players; seat++) points[seat] += azul->player[seat].score;
    deal(azul, luck);
}

/* `open` and the floor, which takes all colours. */
LANES_INLINE uint32_t destinations(const struct azul_player *player) {
    return player->open | UINT32_C(31) << AZUL_SIDE * AZUL_FLOOR;
}

LANES_INLINE bool is_legal(const struct azul *azul, uint32_t act) {
    int colour = azul_act_colour(act), place = azul_act_destination(act) * AZUL_SIDE + colour;
    return azul_count(azul->source[azul_act_source(act)], colour) &&
           (destinations(&azul->player[azul->active]) >> place & 1);
}

LANES_INLINE void play(const struct lanes *lanes, void *state, const int32_t *act, struct rng *luck,
                       int32_t *points, struct choice *scratch) {
    struct azul *azul = state;
    uint32_t taken = (uint32_t)*act;
    (void)scratch;
    if (taken >= (uint32_t)lanes->acts || !is_legal(azul, taken)) {
        points[azul->active] += LANES_ILLEGAL;
        return;
    }
    azul_draft(azul, taken);
    if (azul_is_table_empty(azul)) end_round(azul, luck, points);
}

LANES_INLINE bool over(const struct lanes *lanes, const void *state) {
    (void)lanes;
    return ((const struct azul *)state)->phase == AZUL_OVER;
}

LANES_INLINE int mover(const struct lanes *lanes, const void *state) {
    (void)lanes;
    return ((const struct azul *)state)->active;
}

LANES_INLINE void view(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    (void)lanes;
    write_view(state, seat, out);
}

LANES_INLINE bool is_turn(const struct azul *azul, int seat) {
    return azul->phase == AZUL_DRAFT && azul->active == seat;
}

enum { EACH = AZUL_COLOURS * AZUL_DESTINATIONS };

/* The acts of a source that has all colours: a byte for each colour, with a bit for each
 * destination. */
LANES_INLINE uint64_t acts_of(const struct azul_player *player) {
    uint32_t open = destinations(player);
    uint64_t all = 0;
    for (int i = 0; i < AZUL_DESTINATIONS; i++)
        all |= bits_spread_8(open >> AZUL_SIDE * i & 31) << i;
    return all;
}

/* Of these, the acts of the colours that a source has. */
LANES_INLINE uint64_t acts_from(uint64_t pile, uint64_t all) {
    return azul_kinds(pile) * 63 & all;
}

/* The last store of a source begins with two bytes of the colour before, so that it ends in time.
 */
LANES_INLINE void write_bytes(const struct azul *azul, uint64_t all, uint8_t *out) {
    for (int source = 0; source <= azul_factories(azul); source++, out += EACH) {
        uint64_t legal = acts_from(azul->source[source], all);
        for (int colour = 0; colour < AZUL_COLOURS - 1; colour++)
            put(out + AZUL_DESTINATIONS * colour, bits_spread_8(legal >> 8 * colour & 255));
        put(out + EACH - 8,
            bits_spread_8((unsigned)(legal >> 28 & 3) | (unsigned)(legal >> 32) << 2));
    }
}

/* Six bits of each byte. */
LANES_INLINE uint64_t pack(uint64_t legal) {
    uint64_t packed = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        packed |= legal >> 2 * colour & UINT64_C(63) << AZUL_DESTINATIONS * colour;
    return packed;
}

LANES_INLINE void write_bits(const struct azul *azul, uint64_t all, uint8_t *out) {
    uint64_t bits = 0;
    int count = 0;
    for (int source = 0; source <= azul_factories(azul); source++) {
        bits |= pack(acts_from(azul->source[source], all)) << count;
        count += EACH;
        if (count < 32) continue;
        memcpy(out, &bits, 4);
        out += 4;
        bits >>= 32;
        count -= 32;
    }
    for (; count > 0; count -= 8, bits >>= 8) *out++ = (uint8_t)bits;
}

LANES_INLINE void mask(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                       struct choice *scratch) {
    const struct azul *azul = state;
    uint64_t all = is_turn(azul, seat) ? acts_of(&azul->player[seat]) : 0;
    (void)scratch;
    if (lanes->bits)
        write_bits(azul, all, out);
    else
        write_bytes(azul, all, out);
}

static int32_t sample(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                      struct choice *scratch) {
    (void)lanes, (void)scratch;
    return is_turn(state, seat) ? (int32_t)azul_random_take(state, rng) : 0;
}

static const struct lanes_ops ops = {begin, play, over, mover, view, mask, sample, NULL};

static void run(struct lanes *lanes, int first, int end, struct choice *scratch) {
    lanes_run(lanes, first, end, scratch, &ops);
}

static const struct lanes_level turns = {
    .name = "turns",
    .meaning = "an act is a move of the seat whose turn it is",
    .acts = acts,
    .ops = {begin, play, over, mover, view, mask, sample, NULL},
    .run = run,
};

const struct lanes_level *const azul_levels[] = {&turns, NULL};
