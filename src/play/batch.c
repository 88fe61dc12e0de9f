/* Memory of lanes, the work of threads on them, and lanes as bytes. */
#include "play/batch.h"
#include "base/hash.h"
#include "play/batch_minds.h"
#include "play/batch_team.h"
#include <assert.h>
#include <stdlib.h>

enum work { STEP, RESET, SAMPLE, TRY };
enum { BLOCKS_MAX = 6, PARTS_EACH = 8 };

struct batch {
    struct lanes lanes;
    struct batch_team *team;
    struct batch_minds *minds; /* of the agent that was asked last, or NULL */
    int threads, blocks;
    int parts;               /* that threads take: one, or several for each of them */
    void *taken[BLOCKS_MAX]; /* all memory */
    struct choice *scratch;  /* choices_max for each thread */
    void *fresh;             /* the state to begin with */
    uint8_t *spare;          /* a state for each thread, to try things in */
    uint64_t kind;           /* of game, params and level */
    /* What the threads are to do: */
    enum work work;
    const uint8_t *which;
    int32_t *acts;
    const struct lanes_trial *trial;
    const struct batch_question *question;
};

struct batch_options batch_standard(const struct game *game) {
    struct batch_options options = {
        .game = game, .level = lanes_find_level(game, NULL), .count = 1, .threads = 1};
    game_standard(game, options.params);
    return options;
}

/* Returns zeroed memory from the start of a cache line; batch_free frees it. */
static void *allocate(struct batch *batch, size_t count, size_t size) {
    enum { LINE = 64 };
    char *memory = count <= (SIZE_MAX - LINE) / size ? calloc(1, count * size + LINE) : NULL;
    if (!memory) return NULL;
    batch->taken[batch->blocks++] = memory;
    return memory + (LINE - (uintptr_t)memory % LINE);
}

static size_t spare_stride(const struct batch *batch) {
    return (batch->lanes.game->state_max + 63) & ~(size_t)63;
}

static bool allocate_all(struct batch *batch) {
    struct lanes *lanes = &batch->lanes;
    size_t count = (size_t)lanes->count, choices = (size_t)lanes->game->choices_max;
    lanes->states = allocate(batch, count, lanes->stride);
    lanes->one = allocate(batch, count, sizeof *lanes->one);
    batch->scratch = allocate(batch, choices * (size_t)batch->threads, sizeof *batch->scratch);
    batch->spare = allocate(batch, (size_t)batch->threads, spare_stride(batch));
    batch->team = batch_team_new(batch->threads);
    return lanes->states && lanes->one && batch->scratch && batch->spare && batch->team;
}

static uint64_t kind_of(const struct lanes *lanes) {
    return hash_bytes(lanes->fresh, lanes->size) ^
           hash_bytes(lanes->game->name, strlen(lanes->game->name)) * 5 ^
           hash_bytes(lanes->level->name, strlen(lanes->level->name)) * 3;
}

static bool begin(struct batch *batch, const struct batch_options *options) {
    struct lanes *lanes = &batch->lanes;
    batch->fresh = allocate(batch, 1, options->game->state_max);
    if (!batch->fresh) return false;
    options->game->start(batch->fresh, options->params);
    *lanes = (struct lanes){.game = options->game,
                            .level = options->level,
                            .view = options->view,
                            .autoreset = options->autoreset,
                            .reward = options->reward,
                            .bits = options->bits,
                            .rivals = options->rivals,
                            .count = options->count,
                            .limit = options->limit,
                            .fresh = batch->fresh};
    batch->threads = options->threads < options->count ? options->threads : options->count;
    batch->parts = batch->threads > 1 ? PARTS_EACH * batch->threads : 1;
    lanes_measure(lanes);
    batch->kind = kind_of(lanes);
    if (options->changes) /* without it, views are written whole */
        lanes->shown = allocate(batch, (size_t)lanes->count, sizeof *lanes->shown);
    return allocate_all(batch);
}

struct batch *batch_new(const struct batch_options *options, uint64_t seed) {
    assert(options->count >= 1 && options->count <= BATCH_LANES_MAX);
    assert(options->threads >= 1 && options->threads <= BATCH_THREADS_MAX);
    struct batch *batch = calloc(1, sizeof *batch);
    if (!batch || !begin(batch, options)) {
        batch_free(batch);
        return NULL;
    }
    batch_seed(batch, seed, NULL);
    batch_reset(batch, NULL);
    return batch;
}

void batch_free(struct batch *batch) {
    if (!batch) return;
    batch_team_free(batch->team);
    batch_minds_free(batch->minds);
    while (batch->blocks > 0) free(batch->taken[--batch->blocks]);
    free(batch);
}

const struct lanes *batch_lanes(const struct batch *batch) {
    return &batch->lanes;
}

void batch_bind(struct batch *batch, const struct lanes_buffers *buffers) {
    struct lanes *lanes = &batch->lanes;
    lanes->io = *buffers;
    if (lanes->shown) memset(lanes->shown, 0, sizeof *lanes->shown * (size_t)lanes->count);
}

void batch_seed(struct batch *batch, uint64_t seed, const uint8_t *which) {
    for (int lane = 0; lane < batch->lanes.count; lane++)
        if (!which || which[lane]) lanes_seed(&batch->lanes, lane, seed + (uint64_t)lane);
}

static void reset_some(struct batch *batch, int first, int end, struct choice *scratch) {
    for (int lane = first; lane < end; lane++)
        if (!batch->which || batch->which[lane])
            lanes_reset(&batch->lanes, lane, lane + 1, scratch);
}

static void do_part(void *self, int part, int thread) {
    struct batch *batch = self;
    struct lanes *lanes = &batch->lanes;
    struct choice *scratch = batch->scratch + lanes->game->choices_max * thread;
    int first = (int)((int64_t)lanes->count * part / batch->parts);
    int end = (int)((int64_t)lanes->count * (part + 1) / batch->parts);
    if (batch->work == STEP)
        lanes_step(lanes, first, end, scratch);
    else if (batch->work == RESET)
        reset_some(batch, first, end, scratch);
    else if (batch->work == SAMPLE)
        lanes_sample(lanes, first, end, batch->acts, scratch);
    else
        lanes_try(lanes, first, end, batch->trial,
                  batch->spare + spare_stride(batch) * (size_t)thread);
}

static void run(struct batch *batch, enum work work) {
    batch->work = work;
    batch_team_run(batch->team, batch->parts, do_part, batch);
}

void batch_reset(struct batch *batch, const uint8_t *which) {
    batch->which = which;
    run(batch, RESET);
}

void batch_step(struct batch *batch) {
    assert(batch->lanes.io.acts);
    run(batch, STEP);
}

void batch_sample(struct batch *batch, int32_t *acts) {
    batch->acts = acts;
    run(batch, SAMPLE);
}

/* Returns NULL if a seat at a time plays an act of the game, or what is wrong. */
static const char *refuse_level(const struct lanes *lanes) {
    if (!lanes->level->together && lanes->acts == lanes->game->shape(lanes->fresh).actions)
        return NULL;
    return "the level must be one where a seat at a time plays an act of the game";
}

const char *batch_try(struct batch *batch, const struct lanes_trial *trial) {
    const char *wrong = refuse_level(&batch->lanes);
    if (wrong) return wrong;
    batch->trial = trial;
    run(batch, TRY);
    return NULL;
}

static void advise_lane(void *self, int lane, int thread) {
    struct batch *batch = self;
    batch_minds_ask(batch->minds, batch->question, &batch->lanes, lane, thread);
}

/* Thinking takes longer than a step, and not equally long: each lane is a part of the work. */
const char *batch_advise(struct batch *batch, const struct batch_question *question,
                         const struct host *host) {
    const struct lanes *lanes = &batch->lanes;
    const struct agent *agent = question->player.agent;
    const char *wrong = refuse_level(lanes);
    assert(question->count >= 1);
    if (wrong) return wrong;
    if (batch_minds_agent(batch->minds) != agent) {
        batch_minds_free(batch->minds);
        batch->minds = batch_minds_new(lanes->game, agent, host, batch->threads);
    }
    if (!batch->minds) return "there is not enough memory";
    batch->question = question;
    batch_team_run(batch->team, lanes->count, advise_lane, batch);
    return NULL;
}

void batch_look(struct batch *batch, int first, int count) {
    lanes_look(&batch->lanes, first, first + count, batch->scratch);
}

/* Lanes as bytes: this head, then the state. */
struct head {
    uint64_t hash; /* of all that follows */
    uint64_t kind; /* must be that of the batch */
    struct lanes_one one;
};

static uint64_t hash_after(const void *bytes, size_t size) {
    return hash_bytes((const char *)bytes + sizeof(uint64_t), size - sizeof(uint64_t));
}

size_t batch_state_size(const struct batch *batch) {
    return sizeof(struct head) + batch->lanes.size;
}

void batch_state_get(const struct batch *batch, int lane, void *bytes) {
    const struct lanes *lanes = &batch->lanes;
    struct head head = {.kind = batch->kind, .one = lanes->one[lane]};
    memcpy(bytes, &head, sizeof head);
    memcpy((char *)bytes + sizeof head, lanes_state(lanes, lane), lanes->size);
    head.hash = hash_after(bytes, batch_state_size(batch));
    memcpy(bytes, &head.hash, sizeof head.hash);
}

/* Returns whether a state is one of the game, and is seen in views and masks of the same sizes. */
static bool fits(const struct lanes *lanes, const void *state) {
    struct lanes own = *lanes;
    if (lanes->game->check(state)) return false;
    own.fresh = state;
    lanes_measure(&own);
    return own.size == lanes->size && own.seats == lanes->seats && own.acts == lanes->acts &&
           own.planes == lanes->planes && own.rows == lanes->rows && own.cols == lanes->cols;
}

/* Returns whether the seat is the one whose turn it is; of a game that is over, any one. */
static bool is_turn_of(const struct lanes *lanes, int seat, const void *state) {
    if (lanes->level->together) return seat == 0;
    return seat < lanes->seats &&
           (game_over(lanes->game, state) || seat == game_mover(lanes->game, state));
}

static bool is_possible(const struct lanes *lanes, const struct lanes_one *one, const void *state) {
    const struct game *game = lanes->game;
    return game->size(state) == lanes->size && fits(lanes, state) && one->length >= 0 &&
           one->ended <= LANES_TRUNCATED && !(game->movers(state) >> CHANCE & 1) &&
           game_over(game, state) == (one->ended == LANES_TERMINATED) &&
           is_turn_of(lanes, one->seat, state);
}

const char *batch_state_set(struct batch *batch, int lane, const void *bytes, bool with_luck) {
    struct lanes *lanes = &batch->lanes;
    struct head head;
    memcpy(&head, bytes, sizeof head);
    if (head.hash != hash_after(bytes, batch_state_size(batch)))
        return "the state is damaged: it must be bytes that were got from a batch";
    if (head.kind != batch->kind) return "the state must be of the same game, params and level";
    memcpy(batch->spare, (const char *)bytes + sizeof head, lanes->size);
    if (!is_possible(lanes, &head.one, batch->spare))
        return "the state must be one that the game can have";
    if (lanes->rivals && head.one.seat != 0)
        return "the state must be one where it is the turn of seat 0, as the others are rivals";
    memcpy(lanes_state(lanes, lane), batch->spare, lanes->size);
    if (lanes->shown) lanes->shown[lane] = 0;
    struct lanes_one *one = &lanes->one[lane], own = *one;
    *one = head.one;
    if (!with_luck) one->luck = own.luck, one->sampled = own.sampled;
    return NULL;
}

const char *batch_state_put(struct batch *batch, int lane, const void *state) {
    struct lanes *lanes = &batch->lanes;
    if (!fits(lanes, state))
        return "the state must be one of this game with the sizes and players of the batch";
    memcpy(lanes_state(lanes, lane), state, lanes->size);
    lanes_go_on(lanes, lane, batch->scratch);
    return NULL;
}
