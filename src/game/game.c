/* What is the same for all games, written once on top of the waist. */
#include "game/game.h"
#include "base/bits.h"
#include "base/hash.h"
#include <assert.h>
#include <string.h>

const char game_not_your_turn[] = "NOT_YOUR_TURN";
const char game_no_such_act[] = "NO_SUCH_ACT";

void game_name_who(int who, struct text *out) {
    if (who < SEATS_MAX)
        text_format(out, "Player %d", who + 1);
    else
        text_string(out, who == CHANCE ? "Chance" : "The clock");
}

const char *game_sentence(const struct game *game, const char *code) {
    if (strcmp(code, game_not_your_turn) == 0) return "it is not this player's turn";
    if (strcmp(code, game_no_such_act) == 0) return "there is no such move here";
    for (const struct reason *reason = game->reasons; reason->code; reason++)
        if (strcmp(reason->code, code) == 0) return reason->sentence;
    return code;
}

void game_standard(const struct game *game, int params[PARAMS_MAX]) {
    for (int i = 0; game->params[i].name; i++) params[i] = game->params[i].standard;
}

int game_param(const struct game *game, const char *name) {
    for (int i = 0; game->params[i].name; i++)
        if (strcmp(game->params[i].name, name) == 0) return i;
    return -1;
}

int game_pause_key(const struct game *game) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->act == GAME_KEY_PAUSE) return key->key;
    return 0;
}

bool game_has_clock(const struct game *game) {
    return game_pause_key(game) != 0;
}

bool game_tells_end(const struct game *game, int kind) {
    return strcmp(game->effect_kinds[kind], "OVER") == 0;
}

void game_copy(const struct game *game, void *to, const void *from) {
    memcpy(to, from, game->size(from));
}

bool game_equal(const struct game *game, const void *a, const void *b) {
    size_t size = game->size(a);
    return size == game->size(b) && memcmp(a, b, size) == 0;
}

uint64_t game_hash(const struct game *game, const void *state) {
    return hash_bytes(state, game->size(state));
}

int game_mover(const struct game *game, const void *state) {
    uint32_t movers = game->movers(state);
    return bits_count(movers) == 1 ? bits_low(movers) : -1;
}

static action draw_weighted(const struct choice *choices, int count, struct rng *rng) {
    uint64_t total = 0;
    for (int i = 0; i < count; i++) total += choices[i].weight;
    assert(total > 0 && total <= UINT32_MAX);
    uint32_t left = rng_below(rng, (uint32_t)total);
    int i = 0;
    while (left >= choices[i].weight) left -= choices[i++].weight;
    return choices[i].act;
}

action game_draw(const struct game *game, const void *state, int who, struct rng *rng,
                 struct choice *scratch) {
    if (game->random_act) return game->random_act(state, who, rng);
    int count = game->choices(state, who, scratch);
    if (who == CHANCE) return draw_weighted(scratch, count, rng);
    return scratch[rng_below(rng, (uint32_t)count)].act;
}

bool game_settle(const struct game *game, void *state, struct rng *rng, struct choice *scratch,
                 game_tell *tell, void *self) {
    while (game->movers(state) >> CHANCE & 1) {
        action act = game_draw(game, state, CHANCE, rng, scratch);
        assert(!game->refuse(state, CHANCE, act));
        if (tell && !tell(self, (struct event){CHANCE, act})) return false;
        game->apply(state, CHANCE, act);
    }
    return true;
}

/* One level of perft's scratch: the next state, then the choices that lead there. */
static size_t level_state_size(const struct game *game) {
    return (game->state_max + 15) & ~(size_t)15;
}

static size_t level_size(const struct game *game) {
    size_t choices = sizeof(struct choice) * (size_t)game->choices_max;
    return level_state_size(game) + ((choices + 15) & ~(size_t)15);
}

size_t game_perft_scratch_size(const struct game *game, int depth) {
    return level_size(game) * (size_t)(depth > 0 ? depth : 1);
}

uint64_t game_perft(const struct game *game, const void *state, int depth, void *scratch) {
    if (depth == 0) return 1;
    char *next = scratch;
    struct choice *choices = (struct choice *)(next + level_state_size(game));
    size_t size = game->size(state);
    uint64_t leaves = 0;
    for (uint32_t movers = game->movers(state); movers; movers &= movers - 1) {
        int who = bits_low(movers), count = game->choices(state, who, choices);
        for (int i = 0; i < count; i++) {
            memcpy(next, state, size);
            game->apply(next, who, choices[i].act);
            leaves += depth == 1 ? 1 : game_perft(game, next, depth - 1, next + level_size(game));
        }
    }
    return leaves;
}
