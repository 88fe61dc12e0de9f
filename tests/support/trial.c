/* The buffers, starting, stepping and reading; looking is in look.c. */
#include "tests/support/trial.h"
#include "base/bits.h"
#include "game/envelope.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, DIRT = 0xA5, OTHER_DIRT = 0x3C };

void (*trial_bail)(void) = abort;

static void *grab(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

void trial_init(struct trial *trial, const struct game *game, uint64_t seed) {
    memset(trial, 0, sizeof *trial);
    trial->game = game;
    trial->state = grab(game->state_max + GUARD);
    trial->twin = grab(game->state_max + GUARD);
    trial->other = grab(game->state_max + GUARD);
    trial->before = grab(game->state_max + GUARD);
    trial->choices = grab(sizeof(struct choice) * (size_t)(game->choices_max + 1));
    trial->spare = grab(sizeof(struct choice) * (size_t)(game->choices_max + 1));
    trial->scene = grab(sizeof(struct scene));
    trial->scene_again = grab(sizeof(struct scene));
    trial->picture = grab(sizeof(struct scene));
    trial->text = grab(TRIAL_TEXT_MAX);
    trial->text_again = grab(TRIAL_TEXT_MAX);
    trial->tokens_capacity = json_tokens_max(TRIAL_TEXT_MAX);
    trial->tokens = grab(trial->tokens_capacity * sizeof *trial->tokens);
    trial->rng = rng_new(seed, 77);
    snprintf(trial->where, sizeof trial->where, "%s", game->name);
}

void trial_release(struct trial *trial) {
    void *all[] = {trial->state,   trial->twin,        trial->other, trial->before,
                   trial->choices, trial->spare,       trial->seen,  trial->seen_again,
                   trial->scene,   trial->scene_again, trial->text,  trial->text_again,
                   trial->tokens,  trial->picture};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static void dirty(const struct trial *trial, void *state, int dirt) {
    memset(state, dirt, trial->game->state_max + GUARD);
}

/* The bytes past `from` are still the dirt they were. */
static void require_dirt(const struct trial *trial, const void *state, size_t from, int dirt) {
    const unsigned char *bytes = state;
    for (size_t i = from; i < trial->game->state_max + GUARD; i++)
        trial_require(trial, bytes[i] == dirt, "byte %zu is past the size and was written", i);
}

void trial_start(struct trial *trial, const int *params) {
    const struct game *game = trial->game;
    dirty(trial, trial->state, DIRT);
    dirty(trial, trial->twin, OTHER_DIRT);
    game->start(trial->state, params);
    game->start(trial->twin, params);
    trial_require(trial, game_equal(game, trial->state, trial->twin), "start leaves a byte unset");
    require_dirt(trial, trial->state, game->size(trial->state), DIRT);
    require_dirt(trial, trial->twin, game->size(trial->twin), OTHER_DIRT);
}

void trial_step(struct trial *trial, struct event event) {
    const struct game *game = trial->game;
    size_t before = game->size(trial->state);
    /* The twin holds nothing past its size that the state does: what is read there tells. */
    dirty(trial, trial->twin, OTHER_DIRT);
    game_copy(game, trial->twin, trial->state);
    dirty(trial, trial->other, DIRT);
    game_copy(game, trial->other, trial->state);
    memcpy(trial->state, trial->other, game->state_max + GUARD);
    game->apply(trial->state, event.who, event.act);
    game->apply(trial->twin, event.who, event.act);
    size_t after = game->size(trial->state);
    trial_require(trial, after <= game->state_max, "the size is %zu", after);
    trial_require(trial, game_equal(game, trial->state, trial->twin),
                  "the same event on two copies gives two states");
    trial_require(trial, game_hash(game, trial->state) == game_hash(game, trial->twin),
                  "equal states have two hashes");
    require_dirt(trial, trial->state, before > after ? before : after, DIRT);
    require_dirt(trial, trial->twin, before > after ? before : after, OTHER_DIRT);
}

static bool draw_shorthand(struct trial *trial, int who, action *act) {
    struct shape shape = trial->game->shape(trial->state);
    if (who >= SEATS_MAX || shape.shorthands == 0 || rng_below(&trial->rng, 8) > 0) return false;
    *act = (action)shape.actions + rng_below(&trial->rng, (uint32_t)shape.shorthands);
    return trial->game->refuse(trial->state, who, *act) == NULL;
}

struct event trial_draw(struct trial *trial) {
    const struct game *game = trial->game;
    uint32_t movers = game->movers(trial->state);
    struct event event = {.who = -1};
    for (int tries = 0; event.who < 0; tries++) {
        trial_require(trial, tries < 10000, "nobody has a choice");
        int who = bits_nth(movers, (int)rng_below(&trial->rng, (uint32_t)bits_count(movers)));
        if (game->choices(trial->state, who, trial->choices) > 0) event.who = who;
    }
    if (!draw_shorthand(trial, event.who, &event.act))
        event.act = game_draw(game, trial->state, event.who, &trial->rng, trial->choices);
    return event;
}

const char *trial_read(struct trial *trial, const char *text, size_t length) {
    struct json_doc doc;
    struct envelope envelope;
    struct json at = {NULL, 0};
    char buffer[4096];
    struct text pointer = text_over(buffer, sizeof buffer);
    const char *wrong = json_parse(&doc, text, length, trial->tokens, trial->tokens_capacity);
    if (wrong) return wrong;
    dirty(trial, trial->other, OTHER_DIRT);
    wrong = envelope_read(trial->game, trial->other, &envelope, json_root(&doc), &at);
    if (wrong) {
        trial_require(trial, *wrong, "a refusal without words");
        if (json_kind(at)) json_pointer(json_root(&doc), at, &pointer);
        return wrong;
    }
    trial_require(trial, trial->game->size(trial->other) <= trial->game->state_max, "too large");
    require_dirt(trial, trial->other, trial->game->size(trial->other), OTHER_DIRT);
    return NULL;
}

void trial_fail(const struct trial *trial, const char *condition, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fprintf(stderr, "%s: ", trial->where);
    vfprintf(stderr, format, list);
    fprintf(stderr, " (%s)\n", condition);
    va_end(list);
    struct trial over = *trial;
    trial_release(&over);
    trial_bail();
    abort();
}

int trial_place(const struct trial *trial, int count, action act) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (trial->choices[middle].act < act)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && trial->choices[low].act == act ? low : count;
}
