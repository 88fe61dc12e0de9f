/* Building scenes, and comparing them. */
#include "game/scene.h"
#include <assert.h>
#include <string.h>

_Static_assert(sizeof(struct scene_tile) == 100 && sizeof(struct scene_area) == 84, "no padding");

const char *const scene_kind_names[] = {"text", "empty", "ghost", "tile", "mark"};

const char *const scene_colour_names[] = {"plain", "blue",  "yellow", "red",     "black",
                                          "white", "green", "brown",  "magenta", "cyan"};

void scene_begin(struct scene *scene, int rows, int cols, int place) {
    scene->rows = rows;
    scene->cols = cols;
    scene->place = place;
    scene->count = scene->areas_count = 0;
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

struct scene_tile *scene_copy(struct scene *scene, const struct scene_tile *from, int row,
                              int col) {
    assert(scene->count < SCENE_TILES_MAX);
    struct scene_tile *tile = &scene->tiles[scene->count++];
    *tile = *from;
    tile->row = (int16_t)row;
    tile->col = (int16_t)col;
    return tile;
}

/* Copies the whole characters that fit; zeros follow to the end. */
static void copy(char *to, size_t capacity, const char *text) {
    size_t length = strlen(text);
    if (length > capacity - 1)
        for (length = capacity - 1; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;
             length--) {
        }
    memset(to, 0, capacity);
    memcpy(to, text, length);
}

void scene_label(struct scene_tile *tile, const char *text) {
    copy(tile->label, sizeof tile->label, text);
}

void scene_name(struct scene_tile *tile, const char *text) {
    copy(tile->name, sizeof tile->name, text);
}

void scene_face(struct scene_tile *tile, const char *text) {
    copy(tile->face, sizeof tile->face, text);
}

void scene_value(struct scene_area *area, const char *text) {
    copy(area->value, sizeof area->value, text);
}

struct scene_area *scene_area(struct scene *scene, const char *kind, const char *title, int row,
                              int col, int rows, int cols) {
    assert(scene->areas_count < SCENE_AREAS_MAX);
    struct scene_area *area = &scene->areas[scene->areas_count++];
    area->row = (int16_t)row;
    area->col = (int16_t)col;
    area->rows = (int16_t)rows;
    area->cols = (int16_t)cols;
    copy(area->kind, sizeof area->kind, kind);
    copy(area->title, sizeof area->title, title);
    scene_value(area, "");
    area->seat = SCENE_NO_SEAT;
    area->dense = area->small = area->spare = 0;
    return area;
}

void scene_text(struct scene *scene, int row, int col, int span, const char *text) {
    struct scene_tile *tile = scene_add(scene, row, col, SCENE_TEXT, SCENE_PLAIN);
    tile->span = (int16_t)span;
    scene_label(tile, text);
}

void scene_caption(struct scene *scene) {
    scene->tiles[scene->count - 1].caption = 1;
}

bool scene_is_inside(const struct scene_tile *tile, const struct scene_area *area) {
    return tile->row >= area->row && tile->row < area->row + area->rows && tile->col >= area->col &&
           tile->col + tile->span <= area->col + area->cols;
}

/* Returns whether captions lie in this part of an area, and nothing else does. */
static bool has_captions_alone(const struct scene *scene, const struct scene_area *area, int row,
                               int col, int rows, int cols) {
    bool found = false;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        if (tile->row < row || tile->row >= row + rows || tile->col + tile->span <= col ||
            tile->col >= col + cols || !scene_is_inside(tile, area))
            continue;
        if (!tile->caption) return false;
        found = true;
    }
    return found;
}

/* One row and one column stay. So an area of a caption and places that are empty now keeps these.
 */
struct scene_area scene_framed(const struct scene *scene, const struct scene_area *area) {
    struct scene_area part = *area;
    for (;;) {
        int row = part.row, col = part.col, rows = part.rows, cols = part.cols;
        if (rows > 1 && has_captions_alone(scene, area, row, col, 1, cols))
            part.row++, part.rows--;
        else if (rows > 1 && has_captions_alone(scene, area, row + rows - 1, col, 1, cols))
            part.rows--;
        else if (cols > 1 && has_captions_alone(scene, area, row, col, rows, 1))
            part.col++, part.cols--;
        else if (cols > 1 && has_captions_alone(scene, area, row, col + cols - 1, rows, 1))
            part.cols--;
        else
            return part;
    }
}

void scene_widths(const struct scene *scene, uint8_t *widths) {
    enum { NO_AREA, SMALL, WIDE };
    memset(widths, NO_AREA, (size_t)scene->cols);
    for (int i = 0; i < scene->areas_count; i++) {
        const struct scene_area *area = &scene->areas[i];
        for (int col = area->col; col < area->col + area->cols; col++)
            if (widths[col] != WIDE) widths[col] = area->small ? SMALL : WIDE;
    }
    bool narrow = false;
    for (int col = 0; col < scene->cols; col++) {
        narrow = widths[col] == SMALL || (widths[col] == NO_AREA && narrow);
        widths[col] = (uint8_t)(narrow ? 1 : scene->place);
    }
}

/* A hash table of a scene's tiles by their first place. Slots hold the tile's index + 1, 0 if
 * empty. */
enum { SLOTS = 8192 };

static unsigned slot_of(const uint16_t *slots, const struct scene *scene, int row, int col) {
    unsigned slot = ((unsigned)row * SCENE_COLS_MAX + (unsigned)col) * 2654435761u % SLOTS;
    for (; slots[slot]; slot = (slot + 1) % SLOTS) {
        const struct scene_tile *tile = &scene->tiles[slots[slot] - 1];
        if (tile->row == row && tile->col == col) break;
    }
    return slot;
}

static void index_tiles(const struct scene *scene, uint16_t *slots) {
    memset(slots, 0, sizeof *slots * SLOTS);
    for (int i = 0; i < scene->count; i++)
        slots[slot_of(slots, scene, scene->tiles[i].row, scene->tiles[i].col)] = (uint16_t)(i + 1);
}

static const struct scene_tile *tile_at(const uint16_t *slots, const struct scene *scene,
                                        const struct scene_tile *place) {
    int index = slots[slot_of(slots, scene, place->row, place->col)];
    return index ? &scene->tiles[index - 1] : NULL;
}

int scene_changes(const struct scene *from, const struct scene *to, struct scene_tile *out) {
    uint16_t slots[SLOTS];
    int count = 0;
    index_tiles(to, slots);
    for (int i = 0; i < from->count; i++) {
        const struct scene_tile *old = &from->tiles[i], *now = tile_at(slots, to, old);
        if (now && now->span == old->span) continue;
        out[count] = *old;
        out[count++].kind = SCENE_GONE;
    }
    index_tiles(from, slots);
    for (int i = 0; i < to->count; i++) {
        const struct scene_tile *now = &to->tiles[i], *old = tile_at(slots, from, now);
        if (!old || memcmp(old, now, sizeof *now) != 0) out[count++] = *now;
    }
    return count;
}
