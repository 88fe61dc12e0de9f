/* Building scenes. */
#include "game/scene.h"
#include <assert.h>
#include <string.h>

void scene_begin(struct scene *scene, int rows, int cols, int place) {
    scene->rows = rows;
    scene->cols = cols;
    scene->place = place;
    scene->count = 0;
}

struct scene_tile *scene_add(struct scene *scene, int row, int col, enum scene_kind kind,
                             enum scene_colour colour) {
    assert(scene->count < SCENE_TILES_MAX);
    struct scene_tile *tile = &scene->tiles[scene->count++];
    memset(tile, 0, sizeof *tile);
    tile->row = (int16_t)row;
    tile->col = (int16_t)col;
    tile->span = 1;
    tile->spot = SCENE_NO_SPOT;
    tile->kind = (uint8_t)kind;
    tile->colour = (uint8_t)colour;
    return tile;
}

void scene_label(struct scene_tile *tile, const char *words) {
    size_t length = strlen(words);
    if (length > SCENE_LABEL_MAX - 1)
        for (length = SCENE_LABEL_MAX - 1;
             length > 0 && ((unsigned char)words[length] & 0xC0) == 0x80; length--) {
        }
    memset(tile->label, 0, sizeof tile->label);
    memcpy(tile->label, words, length);
}

void scene_text(struct scene *scene, int row, int col, int span, const char *words) {
    struct scene_tile *tile = scene_add(scene, row, col, SCENE_TEXT, SCENE_PLAIN);
    tile->span = (int16_t)span;
    scene_label(tile, words);
}
