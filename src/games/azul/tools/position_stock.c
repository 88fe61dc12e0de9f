/* Positions in which bag and lid are not told. All tiles that lie nowhere else are in the bag, or
 * are split by the number that is in the bag: somebody at a table knows that number, but not the
 * colours. */
#include "games/azul/tools/position.h"

static const char has_stock[] =
    "bag and lid must both be left out where a number of tiles in the bag is given";

const char *azul_position_read_json(struct azul_position *position, struct json from,
                                    struct json *at) {
    struct game table = azul_game;
    table.read = azul_read_table;
    position->has_stock = json_given(json_get(from, "bag")) || json_given(json_get(from, "lid"));
    return envelope_read(&table, &position->azul, &position->envelope, from, at);
}

/* Returns `count` tiles of a pile, of each colour the same share: rounded down, and then one more
 * of those colours whose share was rounded most, of equal ones the first. */
static uint64_t share_of(uint64_t pile, int count) {
    int all = azul_total(pile), left = count, rest[AZUL_COLOURS];
    uint64_t share = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int tiles = azul_count(pile, colour) * count;
        rest[colour] = tiles % all;
        share += azul_tiles(colour, tiles / all);
        left -= tiles / all;
    }
    for (; left > 0; left--) {
        int most = 0;
        for (int colour = 1; colour < AZUL_COLOURS; colour++)
            if (rest[colour] > rest[most]) most = colour;
        share += azul_tiles(most, 1);
        rest[most] = 0;
    }
    return share;
}

const char *azul_position_split(struct azul_position *position, int in_bag) {
    struct azul *azul = &position->azul;
    struct text message = text_over(position->too_many, sizeof position->too_many);
    int unseen = azul_total(azul->bag);
    text_format(&message, "the tiles in the bag must be at most %d: the others are on the table",
                unseen);
    if (position->has_stock) return has_stock;
    if (in_bag > unseen) return position->too_many;
    position->has_stock = true;
    if (!unseen) return NULL;
    azul->lid = azul->bag;
    azul->bag = share_of(azul->lid, in_bag);
    azul->lid -= azul->bag;
    if (azul->phase == AZUL_REFILL) azul_supply(azul);
    return NULL;
}
