/* trial_look_at_scene: what every picture must hold, so that a front end can paint it without
 * knowing the game. */
#include "tests/support/trial.h"
#include <stdlib.h>
#include <string.h>

/* Returns the columns of a text that must be ended, with zeros up to its capacity. */
static int columns_of(struct trial *trial, const char *text, size_t capacity) {
    static const char zeros[SCENE_NAME_MAX];
    size_t end = strnlen(text, capacity);
    int columns = 0;
    trial_require(trial, end < capacity, "a text of a scene is not ended");
    for (size_t i = 0; i < end; i++) columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    trial_require(trial, memcmp(text + end, zeros, capacity - end) == 0,
                  "'%s' has more bytes after its end", text);
    return columns;
}

static int width_of(const struct scene_tile *tile, const uint8_t *widths) {
    int width = 0;
    for (int col = tile->col; col < tile->col + tile->span; col++) width += widths[col];
    return width;
}

static void look_at_tile(struct trial *trial, const struct scene_tile *tile,
                         const uint8_t *widths) {
    const struct scene *scene = trial->scene;
    trial_require(trial, tile->row >= 0 && tile->row < scene->rows, "row %d", tile->row);
    trial_require(trial, tile->span >= 1, "span %d", tile->span);
    trial_require(trial, tile->col >= 0 && tile->col + tile->span <= scene->cols, "col %d",
                  tile->col);
    trial_require(trial, tile->kind < SCENE_KINDS && tile->colour < SCENE_COLOURS,
                  "kind or colour");
    trial_require(trial, tile->spot >= SCENE_NO_SPOT, "spot %d", tile->spot);
    trial_require(trial,
                  columns_of(trial, tile->label, sizeof tile->label) <= width_of(tile, widths),
                  "'%s' is too wide", tile->label);
    trial_require(trial, columns_of(trial, tile->face, sizeof tile->face) <= 2,
                  "the face '%s' is wider than 2 columns", tile->face);
    trial_require(trial, tile->caption <= (tile->kind == SCENE_TEXT), "a caption is no text");
}

/* What can be picked, and what is more than a text, can be read aloud. */
static void look_at_spoken_name(struct trial *trial, const struct scene_tile *tile) {
    bool speaks =
        tile->spot != SCENE_NO_SPOT || (tile->kind != SCENE_TEXT && tile->kind != SCENE_EMPTY);
    columns_of(trial, tile->name, sizeof tile->name);
    trial_require(trial, !speaks || tile->name[0], "the tile '%s' at row %d, col %d has no name",
                  tile->label, tile->row, tile->col);
    trial_require(trial, strlen(tile->name) < SCENE_NAME_MAX - 1, "the name '%s' may be cut",
                  tile->name);
}

static void look_at_area(struct trial *trial, const struct scene_area *area) {
    const struct scene *scene = trial->scene;
    columns_of(trial, area->kind, sizeof area->kind);
    columns_of(trial, area->title, sizeof area->title);
    columns_of(trial, area->value, sizeof area->value);
    trial_require(trial, area->row >= 0 && area->rows > 0 && area->row + area->rows <= scene->rows,
                  "the rows of area '%s'", area->title);
    trial_require(trial, area->col >= 0 && area->cols > 0 && area->col + area->cols <= scene->cols,
                  "the columns of area '%s'", area->title);
    trial_require(trial, area->kind[0] && area->title[0], "an area without kind or title");
    trial_require(trial, strlen(area->title) < SCENE_LABEL_MAX - 1, "the title '%s' may be cut",
                  area->title);
    trial_require(trial, strlen(area->value) < SCENE_VALUE_MAX - 1, "the value '%s' may be cut",
                  area->value);
    trial_require(
        trial, area->seat >= SCENE_NO_SEAT && area->seat < trial->game->shape(trial->state).seats,
        "area '%s' is of seat %d", area->title, area->seat);
    trial_require(trial, area->dense <= 1 && area->small <= 1, "area '%s' is dense or small",
                  area->title);
}

static bool holds(const struct scene_area *outer, const struct scene_area *area) {
    return outer->row <= area->row && outer->row + outer->rows >= area->row + area->rows &&
           outer->col <= area->col && outer->col + outer->cols >= area->col + area->cols;
}

static bool overlap(const struct scene_area *one, const struct scene_area *two) {
    return one->row < two->row + two->rows && two->row < one->row + one->rows &&
           one->col < two->col + two->cols && two->col < one->col + one->cols;
}

/* Areas lie in the picture, one at least; those of a kind do not have the same title; two lie apart
 * or one in the other. */
static void look_at_areas(struct trial *trial) {
    const struct scene *scene = trial->scene;
    trial_require(trial, scene->areas_count > 0 && scene->areas_count <= SCENE_AREAS_MAX,
                  "%d areas", scene->areas_count);
    for (int i = 0; i < scene->areas_count; i++) {
        const struct scene_area *area = &scene->areas[i];
        look_at_area(trial, area);
        for (int k = 0; k < i; k++) {
            const struct scene_area *other = &scene->areas[k];
            trial_require(trial,
                          strcmp(other->title, area->title) != 0 ||
                              strcmp(other->kind, area->kind) != 0,
                          "two areas are '%s'", area->title);
            trial_require(trial, !overlap(area, other) || holds(area, other) != holds(other, area),
                          "areas '%s' and '%s' overlap", other->title, area->title);
        }
    }
}

/* Each tile lies in an area, and only texts do where the status is. Returns the seats in whose
 * areas it lies. */
static uint32_t look_at_belonging(struct trial *trial, const struct scene_tile *tile) {
    const struct scene *scene = trial->scene;
    uint32_t seats = 0;
    bool found = false;
    for (int i = 0; i < scene->areas_count; i++) {
        if (!scene_is_inside(tile, &scene->areas[i])) continue;
        found = true;
        if (scene->areas[i].seat >= 0) seats |= 1u << scene->areas[i].seat;
        trial_require(trial,
                      strcmp(scene->areas[i].kind, "status") != 0 || tile->kind == SCENE_TEXT,
                      "'%s' is no text, but in the status", tile->label);
    }
    trial_require(trial, found, "the tile '%s' at row %d, col %d lies in no area", tile->label,
                  tile->row, tile->col);
    return seats;
}

/* Fills the tile that lies on each place of the picture; no two may lie on the same. */
static void find_places(struct trial *trial, const struct scene_tile **places) {
    const struct scene *scene = trial->scene;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        for (int col = tile->col; col < tile->col + tile->span; col++) {
            trial_require(trial, !places[tile->row * scene->cols + col],
                          "two tiles lie at row %d, col %d", tile->row, col);
            places[tile->row * scene->cols + col] = tile;
        }
    }
}

/* Whom a tile is bound to is bound to it. */
static void look_at_join(struct trial *trial, const struct scene_tile *const *places,
                         const struct scene_tile *tile, int side, int down, int right, int back) {
    const struct scene *scene = trial->scene;
    int row = tile->row + down, col = tile->col + right;
    if (!(tile->joins & side)) return;
    bool inside = row >= 0 && row < scene->rows && col >= 0 && col < scene->cols;
    const struct scene_tile *other = inside ? places[row * scene->cols + col] : NULL;
    trial_require(trial, tile->span == 1 && other && other->joins & back,
                  "'%s' at row %d, col %d is bound to what is not bound to it", tile->label,
                  tile->row, tile->col);
}

static void look_at_places(struct trial *trial) {
    const struct scene *scene = trial->scene;
    const struct scene_tile **places = calloc((size_t)(scene->rows * scene->cols), sizeof *places);
    if (!places) abort();
    find_places(trial, places);
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        trial_require(trial, tile->joins < 16, "joins %d", tile->joins);
        look_at_join(trial, places, tile, SCENE_JOIN_RIGHT, 0, 1, SCENE_JOIN_LEFT);
        look_at_join(trial, places, tile, SCENE_JOIN_LEFT, 0, -1, SCENE_JOIN_RIGHT);
        look_at_join(trial, places, tile, SCENE_JOIN_DOWN, 1, 0, SCENE_JOIN_UP);
        look_at_join(trial, places, tile, SCENE_JOIN_UP, -1, 0, SCENE_JOIN_DOWN);
    }
    free(places);
}

/* A picture of some seats is the whole one without the tiles of the others; `of` are the seats in
 * whose areas each tile lies. */
static void look_at_seats(struct trial *trial, int seat, uint32_t seats, const uint32_t *of) {
    const struct scene *whole = trial->scene, *part = trial->scene_again;
    int at = 0;
    trial->game->draw_seats(trial->state, seat, seats, trial->scene_again);
    trial_require_unchanged(trial, "draw_seats");
    trial_require(trial,
                  whole->rows == part->rows && whole->cols == part->cols &&
                      whole->areas_count == part->areas_count &&
                      memcmp(whole->areas, part->areas,
                             sizeof *whole->areas * (size_t)whole->areas_count) == 0,
                  "draw_seats draws other areas");
    for (int i = 0; i < whole->count; i++) {
        const struct scene_tile *tile = &whole->tiles[i];
        if (of[i] & ~seats) continue;
        trial_require(trial, at < part->count && memcmp(&part->tiles[at], tile, sizeof *tile) == 0,
                      "draw_seats %d: '%s' at row %d, col %d differs", (int)seats, tile->label,
                      tile->row, tile->col);
        at++;
    }
    trial_require(trial, at == part->count, "draw_seats draws more tiles");
}

void trial_look_at_scene(struct trial *trial, int seat) {
    struct scene *scene = trial->scene, *again = trial->scene_again;
    static uint32_t of[SCENE_TILES_MAX];
    uint8_t widths[SCENE_COLS_MAX];
    memset(scene, 0xA5, sizeof *scene);
    memset(again, 0x3C, sizeof *again);
    trial->game->draw(trial->state, seat, scene);
    trial_require_unchanged(trial, "draw");
    trial->game->draw(trial->state, seat, again);
    trial_require(trial, scene->count >= 0 && scene->count <= SCENE_TILES_MAX, "%d tiles",
                  scene->count);
    trial_require(trial, scene->rows > 0 && scene->cols > 0 && scene->cols <= SCENE_COLS_MAX,
                  "size");
    trial_require(trial, scene->place > 0, "places of no width");
    look_at_areas(trial);
    scene_widths(scene, widths);
    for (int i = 0; i < scene->count; i++) {
        look_at_tile(trial, &scene->tiles[i], widths);
        look_at_spoken_name(trial, &scene->tiles[i]);
        of[i] = look_at_belonging(trial, &scene->tiles[i]);
    }
    look_at_places(trial);
    size_t areas = sizeof *scene->areas * (size_t)scene->areas_count;
    size_t tiles = sizeof *scene->tiles * (size_t)scene->count;
    trial_require(trial,
                  scene->count == again->count && scene->areas_count == again->areas_count &&
                      memcmp(scene->areas, again->areas, areas) == 0 &&
                      memcmp(scene->tiles, again->tiles, tiles) == 0,
                  "two drawings differ");
    if (!trial->game->draw_seats) return;
    look_at_seats(trial, seat, 0, of);
    look_at_seats(trial, seat, 1u << seat, of);
    look_at_seats(trial, seat, 0x5A ^ (uint32_t)trial->scene->count, of);
}
