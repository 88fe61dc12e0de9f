/* trial_look_at_effects: what a game tells of an event is true. */
#include "tests/support/trial.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int count_kinds(const struct game *game) {
    int count = 0;
    while (game->effect_kinds[count]) count++;
    return count;
}

/* One short sentence: it begins with a capital letter or a digit, and ends without a full stop. */
static void look_at_text(struct trial *trial, const char *text) {
    size_t length = strnlen(text, EFFECT_TEXT_BYTES);
    trial_require(trial, length > 0 && length < EFFECT_TEXT_BYTES - 1, "the text '%s'", text);
    trial_require(trial, isupper((unsigned char)text[0]) || isdigit((unsigned char)text[0]),
                  "'%s' does not begin like a sentence", text);
    trial_require(trial, text[length - 1] != '.' && text[length - 1] != ' ', "'%s' ends badly",
                  text);
    for (size_t i = 0; i < length; i++)
        trial_require(trial, (unsigned char)text[i] >= ' ' && text[i] != 0x7F, "'%s' has a control",
                      text);
}

static bool is_drawn(const struct scene *scene, int spot) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot == spot) return true;
    return false;
}

/* Every spot is in the picture of the effect's seat, or of some seat, before or after the event. */
static void look_at_spots(struct trial *trial, const struct effect_list *list, int seats) {
    for (int i = 0; i < list->count; i++) {
        const struct effect *effect = &list->at[i];
        bool all = effect->seat == EFFECT_ALL;
        int from = all ? 0 : effect->seat, to = all ? seats : effect->seat + 1, found = 0;
        for (int seat = from; seat < to && found < effect->spots_count; seat++) {
            found = 0;
            trial->game->draw(trial->before, seat, trial->scene);
            trial->game->draw(trial->state, seat, trial->scene_again);
            for (int k = 0; k < effect->spots_count; k++)
                found += is_drawn(trial->scene, effect->spots[k]) ||
                         is_drawn(trial->scene_again, effect->spots[k]);
        }
        trial_require(trial, found == effect->spots_count, "'%s' has a spot that is not drawn",
                      effect->text);
    }
}

static void look_at_effect(struct trial *trial, const struct effect *effect, int seats, int kinds) {
    trial_require(trial, effect->kind >= 0 && effect->kind < kinds, "kind %d", effect->kind);
    trial_require(trial, effect->seat >= EFFECT_ALL && effect->seat < seats, "seat %d",
                  effect->seat);
    trial_require(trial, effect->points == 0 || effect->seat != EFFECT_ALL,
                  "'%s' gives points to nobody", effect->text);
    trial_require(trial, effect->spots_count >= 0 && effect->spots_count <= EFFECT_SPOTS_MAX,
                  "%d spots", effect->spots_count);
    look_at_text(trial, effect->text);
}

/* The two lists were filled over different dirt. */
static void require_same(struct trial *trial, const struct effect_list *a,
                         const struct effect_list *b) {
    trial_require(trial, a->count == b->count, "%d and %d effects", a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const struct effect *one = &a->at[i], *two = &b->at[i];
        trial_require(
            trial,
            one->kind == two->kind && one->seat == two->seat && one->points == two->points &&
                one->spots_count == two->spots_count && strcmp(one->text, two->text) == 0 &&
                memcmp(one->spots, two->spots, sizeof *one->spots * (size_t)one->spots_count) == 0,
            "the same event has two effects: '%s' and '%s'", one->text, two->text);
    }
}

void trial_step_with_effects(struct trial *trial, struct event event, bool spots) {
    const struct game *game = trial->game;
    static struct effect_list list, again;
    int seats = game->shape(trial->state).seats, kinds = count_kinds(game), points[SEATS_MAX];
    memset(&list, 0xA5, sizeof list);
    memset(&again, 0x3C, sizeof again);
    game_copy(game, trial->before, trial->state);
    list.count = again.count = 0;
    game->effects(trial->state, event.who, event.act, &list);
    trial_require(trial, game_equal(game, trial->before, trial->state), "effects change the state");
    game->effects(trial->before, event.who, event.act, &again);
    require_same(trial, &list, &again);
    game->apply(trial->state, event.who, event.act);

    trial_require(trial, list.count >= 0 && list.count <= EFFECT_MAX, "%d effects", list.count);
    for (int seat = 0; seat < seats; seat++)
        points[seat] = game->score(trial->state, seat) - game->score(trial->before, seat);
    for (int i = 0; i < list.count; i++) {
        look_at_effect(trial, &list.at[i], seats, kinds);
        if (list.at[i].points) points[list.at[i].seat] -= list.at[i].points;
    }
    for (int seat = 0; seat < seats; seat++)
        trial_require(trial, points[seat] == 0, "%d points of seat %d are not told", points[seat],
                      seat);
    if (spots) look_at_spots(trial, &list, seats);
}
