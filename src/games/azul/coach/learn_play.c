/* A game of self-play, and what is to be learned from it: of each position before a refill, by how
 * many points the first player gained more from there on. Luck makes that noisy, so it is mixed
 * with what the values expected later in the game (TD(lambda): Sutton, 1988). */
#include "games/azul/coach/learn.h"
#include <string.h>

void azul_learn_pack(const struct azul_player *player, struct azul_learn_board *board) {
    board->wall = player->wall;
    for (int row = 1; row < AZUL_SIDE; row++)
        board->line[row - 1] = (uint8_t)(player->filled[row] << 3 | player->colour[row]);
}

void azul_learn_unpack(const struct azul_learn_board *board, struct azul_player *player) {
    memset(player, 0, sizeof *player);
    player->wall = board->wall;
    for (int row = 1; row < AZUL_SIDE; row++) {
        player->filled[row] = board->line[row - 1] >> 3;
        player->colour[row] = board->line[row - 1] & 7;
    }
}

void azul_learn_deal(struct azul *azul, struct rng *rng) {
    while (azul->phase == AZUL_REFILL) azul_deal(azul, azul_random_colour(azul, rng));
}

static int lead_of(const struct azul *azul, int seat) {
    return azul->player[seat].score - azul->player[!seat].score;
}

float azul_learn_expect(const struct azul_values *values, const struct azul *azul) {
    struct azul_values_half first, second;
    if (!values) return 0;
    azul_values_half(values, &azul->player[azul->active], true, &first);
    azul_values_half(values, &azul->player[!azul->active], false, &second);
    return (float)azul_values_lead(values, &first, &second) / AZUL_VALUES_UNIT;
}

static int fullest_row(const struct azul *azul) {
    int most = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int row = 0; row < AZUL_SIDE; row++) {
            int tiles = bits_count(azul->player[seat].wall & azul_set_cells(AZUL_ROWS, row));
            if (tiles > most) most = tiles;
        }
    return most;
}

/* What is remembered of a position until the game is over. */
struct moment {
    int first, lead; /* the lead is seat 0's */
    float expected;  /* for seat 0 */
};

static void remember(const struct azul *azul, const struct azul_values *values,
                     struct moment *moment, struct azul_learn_sample *sample) {
    int first = azul->active;
    float expected = azul_learn_expect(values, azul);
    memset(sample, 0, sizeof *sample);
    azul_learn_pack(&azul->player[first], &sample->first);
    azul_learn_pack(&azul->player[!first], &sample->second);
    sample->lead = (int16_t)lead_of(azul, first);
    sample->fullest = (uint8_t)fullest_row(azul);
    *moment = (struct moment){first, lead_of(azul, 0), first == 0 ? expected : -expected};
}

/* Goes back from the end of the game. */
static void set_targets(const struct azul *over, const struct moment *moments, int count,
                        float lambda, struct azul_learn_sample *samples) {
    uint32_t winners = azul_winners(over);
    int lead = lead_of(over, 0);
    float gain = 0; /* of seat 0, from the next position on */
    for (int i = count - 1; i >= 0; i--) {
        const struct moment *moment = &moments[i];
        gain += (float)(lead - moment->lead);
        lead = moment->lead;
        samples[i].target = moment->first == 0 ? gain : -gain;
        samples[i].wins = winners == 3 ? 1 : winners == UINT32_C(1) << moment->first ? 2 : 0;
        gain = lambda * gain + (1 - lambda) * moment->expected;
    }
}

int azul_learn_play(struct azul_learn_mind *mind, const struct azul_learn_skill skills[2],
                    float lambda, struct rng *rng, struct azul *azul,
                    struct azul_learn_sample *samples) {
    struct moment moments[AZUL_LEARN_ROUNDS];
    int count = 0;
    azul_game.start(azul, (int[]){2, AZUL_LEARN_ROUNDS});
    while (azul->phase != AZUL_OVER) {
        if (azul->phase == AZUL_REFILL) {
            remember(azul, skills[0].values, &moments[count], &samples[count]);
            count++;
            azul_learn_deal(azul, rng);
        }
        azul_take(azul, azul_learn_choose(mind, &skills[azul->active], azul, rng));
    }
    set_targets(azul, moments, count, lambda, samples);
    return count;
}
