/* The levels for any game, and what is not in the loop of lanes.h. */
#include "game/lanes.h"
#include "base/bits.h"

/* For any game */

static void begin(const struct lanes *lanes, void *state, struct rng *luck,
                  struct choice *scratch) {
    memcpy(state, lanes->fresh, lanes->size);
    game_settle(lanes->game, state, luck, scratch, NULL, NULL);
}

static void view(const struct lanes *lanes, const void *state, int seat, uint8_t *out) {
    if (lanes->view)
        lanes->view->write(state, seat, out);
    else
        lanes->game->observe(state, seat, out);
}

static void mask(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                 struct choice *scratch) {
    int count = lanes->game->choices(state, seat, scratch);
    memset(out, 0, lanes->mask_bytes);
    for (int i = 0; i < count; i++) lanes_allow(lanes, out, (int)scratch[i].act);
}

static bool over(const struct lanes *lanes, const void *state) {
    return game_over(lanes->game, state);
}

static int mover(const struct lanes *lanes, const void *state) {
    return game_mover(lanes->game, state);
}

/* Adds the scores of all seats to points, or takes them away if sign is -1. */
static void count_points(const struct lanes *lanes, const void *state, int sign, int32_t *points) {
    for (int seat = 0; seat < lanes->seats; seat++)
        points[seat] += sign * lanes->game->score(state, seat);
}

/* Seats that take turns */

static int turn_acts(const struct game *game, const void *state) {
    return game->shape(state).actions;
}

static void play_turn(const struct lanes *lanes, void *state, const int32_t *acts, struct rng *luck,
                      int32_t *points, struct choice *scratch) {
    const struct game *game = lanes->game;
    int seat = game_mover(game, state);
    action act = (action)*acts;
    if (*acts < 0 || *acts >= lanes->acts || game->refuse(state, seat, act)) {
        points[seat] += LANES_ILLEGAL;
        return;
    }
    count_points(lanes, state, -1, points);
    game->apply(state, seat, act);
    game_settle(game, state, luck, scratch, NULL, NULL);
    count_points(lanes, state, 1, points);
}

static int32_t sample_turn(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                           struct choice *scratch) {
    if (!(lanes->game->movers(state) >> seat & 1)) return 0;
    return (int32_t)game_draw(lanes->game, state, seat, rng, scratch);
}

static const struct lanes_level turns = {
    .name = "turns",
    .meaning = "an act is a move of the seat whose turn it is",
    .acts = turn_acts,
    .ops = {begin, play_turn, over, mover, view, mask, sample_turn, NULL},
};

/* Seats that act at once, with a clock */

static int tick_acts(const struct game *game, const void *state) {
    return game->shape(state).actions + 1;
}

static void play_tick(const struct lanes *lanes, void *state, const int32_t *acts, struct rng *luck,
                      int32_t *points, struct choice *scratch) {
    const struct game *game = lanes->game;
    count_points(lanes, state, -1, points);
    for (int seat = 0; seat < lanes->seats; seat++) {
        int32_t act = acts[seat];
        if (act < 0 || act >= lanes->acts - 1 || game->refuse(state, seat, (action)act)) continue;
        game->apply(state, seat, (action)act);
        game_settle(game, state, luck, scratch, NULL, NULL);
    }
    for (int seat = 0; seat < lanes->seats; seat++) {
        if (game->refuse(state, CLOCK, (action)seat)) continue;
        game->apply(state, CLOCK, (action)seat);
        game_settle(game, state, luck, scratch, NULL, NULL);
    }
    count_points(lanes, state, 1, points);
}

static void mask_tick(const struct lanes *lanes, const void *state, int seat, uint8_t *out,
                      struct choice *scratch) {
    mask(lanes, state, seat, out, scratch);
    if (!over(lanes, state)) lanes_allow(lanes, out, lanes->acts - 1);
}

static int32_t sample_tick(const struct lanes *lanes, const void *state, int seat, struct rng *rng,
                           struct choice *scratch) {
    if (over(lanes, state)) return 0;
    int count = lanes->game->choices(state, seat, scratch);
    int nth = (int)rng_below(rng, (uint32_t)count + 1);
    return nth < count ? (int32_t)scratch[nth].act : lanes->acts - 1;
}

static const struct lanes_level ticks = {
    .name = "ticks",
    .meaning = "an act is a key of each seat, or none; then the clock ticks",
    .together = true,
    .acts = tick_acts,
    .ops = {begin, play_tick, over, mover, view, mask_tick, sample_tick, NULL},
};

/* Finding and measuring */

const struct lanes_level *lanes_standard(const struct game *game) {
    return game_has_clock(game) ? &ticks : &turns;
}

const struct lanes_level *lanes_find_level(const struct game *game, const char *name) {
    const struct lanes_level *standard = lanes_standard(game);
    for (int i = 0; game->levels && game->levels[i]; i++)
        if (!name || strcmp(game->levels[i]->name, name) == 0) return game->levels[i];
    return !name || strcmp(standard->name, name) == 0 ? standard : NULL;
}

const struct game_view *lanes_find_view(const struct game *game, const char *name, bool *found) {
    *found = !name || strcmp(name, "planes") == 0;
    if (*found) return NULL;
    for (const struct game_view *each = game->views; each && each->name; each++) {
        *found = strcmp(each->name, name) == 0;
        if (*found) return each;
    }
    return NULL;
}

void lanes_measure(struct lanes *lanes) {
    struct shape shape = lanes->game->shape(lanes->fresh);
    lanes->seats = shape.seats;
    lanes->learners = lanes->level->together ? shape.seats : 1;
    lanes->acts = lanes->level->acts(lanes->game, lanes->fresh);
    lanes->planes = shape.planes, lanes->rows = shape.rows, lanes->cols = shape.cols;
    if (lanes->view) lanes->view->extent(lanes->fresh, &lanes->planes, &lanes->rows, &lanes->cols);
    lanes->view_bytes = (size_t)(lanes->planes * lanes->rows * lanes->cols);
    lanes->mask_bytes = (size_t)(lanes->bits ? (lanes->acts + 7) / 8 : lanes->acts);
    lanes->size = lanes->game->size(lanes->fresh);
    lanes->stride = (lanes->size + 63) & ~(size_t)63;
}

/* All lanes */

void lanes_seed(struct lanes *lanes, int lane, uint64_t seed) {
    lanes->one[lane].luck = rng_new(seed, 0);
    lanes->one[lane].sampled = 0;
}

void lanes_judge(const struct lanes *lanes, const void *state, enum lanes_end ended,
                 int32_t *points) {
    uint32_t winners = ended == LANES_TERMINATED ? lanes->game->winners(state) : 0;
    for (int seat = 0; seat < lanes->seats; seat++) {
        int won = winners >> seat & 1 ? bits_count(winners) == 1 : -1;
        points[seat] = ended == LANES_TERMINATED ? won : 0;
    }
}

void lanes_reset(struct lanes *lanes, int first, int end, struct choice *scratch) {
    for (int lane = first; lane < end; lane++)
        lanes_begin(lanes, lane, scratch, &lanes->level->ops);
    lanes_look(lanes, first, end, scratch);
}

void lanes_go_on(struct lanes *lanes, int lane, struct choice *scratch) {
    game_settle(lanes->game, lanes_state(lanes, lane), &lanes->one[lane].luck, scratch, NULL, NULL);
    lanes_enter(lanes, lane, scratch, &lanes->level->ops);
}

/* Writes whole views and leaves what `shown` notes: either the state is as it was when that was
 * noted, or it is a new one and nothing is noted. */
void lanes_look(struct lanes *lanes, int first, int end, struct choice *scratch) {
    const struct lanes_buffers *io = &lanes->io;
    for (int lane = first; lane < end; lane++) {
        lanes_write(lanes, lane, scratch, &lanes->level->ops);
        if (io->terminated) io->terminated[lane] = lanes->one[lane].ended == LANES_TERMINATED;
        if (io->truncated) io->truncated[lane] = lanes->one[lane].ended == LANES_TRUNCATED;
    }
}

void lanes_step(struct lanes *lanes, int first, int end, struct choice *scratch) {
    if (lanes->level->run)
        lanes->level->run(lanes, first, end, scratch);
    else
        lanes_run(lanes, first, end, scratch, &lanes->level->ops);
}

/* Every act has a stream of its own, so that the luck of the games stays the same. */
void lanes_sample(struct lanes *lanes, int first, int end, int32_t *acts, struct choice *scratch) {
    const struct lanes_ops *ops = &lanes->level->ops;
    for (int lane = first; lane < end; lane++) {
        struct lanes_one *one = &lanes->one[lane];
        size_t at = (size_t)lane * (size_t)lanes->learners;
        for (int i = 0; i < lanes->learners; i++) {
            struct rng rng = {.seed = one->luck.seed, .stream = ++one->sampled};
            int seat = lanes_viewer(lanes, lane, i, ops);
            acts[at + (size_t)i] =
                ops->sample(lanes, lanes_state(lanes, lane), seat, &rng, scratch);
        }
    }
}

/* Returns what the seat gains. */
static int try_act(const struct lanes *lanes, int lane, int32_t act, void *spare, uint8_t *view) {
    const struct game *game = lanes->game;
    int seat = lanes_viewer(lanes, lane, 0, &lanes->level->ops), gained = LANES_ILLEGAL;
    memcpy(spare, lanes_state(lanes, lane), lanes->size);
    if (act >= 0 && act < lanes->acts && !game->refuse(spare, seat, (action)act)) {
        gained = -game->score(spare, seat);
        game->apply(spare, seat, (action)act);
        gained += game->score(spare, seat);
    }
    if (view) lanes->level->ops.view(lanes, spare, seat, view);
    return gained;
}

void lanes_try(const struct lanes *lanes, int first, int end, const struct lanes_trial *trial,
               void *spare) {
    size_t count = (size_t)trial->count;
    for (size_t i = (size_t)first * count; i < (size_t)end * count; i++)
        lanes_tell_gain(trial, i,
                        try_act(lanes, (int)(i / count), trial->acts[i], spare,
                                trial->views ? trial->views + i * lanes->view_bytes : NULL));
}
