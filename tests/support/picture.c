/* Pictures brought up to date by scene_changes alone. */
#include "tests/support/trial.h"
#include <stdlib.h>
#include <string.h>

static int find(const struct scene *scene, const struct scene_tile *place) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].row == place->row && scene->tiles[i].col == place->col) return i;
    return -1;
}

/* A change is painted over what lies on its place. */
static void paint(struct trial *trial, struct scene *picture, const struct scene_tile *change) {
    int index = find(picture, change);
    if (change->kind == SCENE_GONE) {
        trial_require(trial, index >= 0, "nothing lies where something is gone");
        picture->tiles[index] = picture->tiles[--picture->count];
    } else if (index >= 0) {
        trial_require(trial, memcmp(&picture->tiles[index], change, sizeof *change) != 0,
                      "a tile is repainted that was so before");
        picture->tiles[index] = *change;
    } else {
        picture->tiles[picture->count++] = *change;
    }
}

static int by_place(const void *a, const void *b) {
    const struct scene_tile *one = a, *two = b;
    return one->row != two->row ? one->row - two->row : one->col - two->col;
}

static void sort_tiles(struct scene *scene) {
    qsort(scene->tiles, (size_t)scene->count, sizeof *scene->tiles, by_place);
}

void trial_begin_picture(struct trial *trial, int seat) {
    trial->game->draw(trial->state, seat, trial->picture);
    sort_tiles(trial->picture);
}

void trial_follow_picture(struct trial *trial, int seat) {
    static struct scene_tile changes[SCENE_CHANGES_MAX];
    struct scene *picture = trial->picture, *now = trial->scene;
    trial->game->draw(trial->state, seat, now);
    trial_require(trial, now->rows == picture->rows && now->cols == picture->cols,
                  "the picture's size changes in the middle of a game");
    int count = scene_changes(picture, now, changes);
    for (int i = 0; i < count; i++) paint(trial, picture, &changes[i]);
    sort_tiles(picture);
    sort_tiles(now);
    trial_require(trial, picture->count == now->count, "%d tiles instead of %d", picture->count,
                  now->count);
    trial_require(trial,
                  memcmp(picture->tiles, now->tiles, sizeof *now->tiles * (size_t)now->count) == 0,
                  "what changed does not make the new picture of the old");
}
