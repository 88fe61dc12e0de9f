/* What a seat sees of a state: as a picture of tiles, and as numbers for a program that learns.
 * What the seat may not see is hidden before anything is drawn. */
#include "engine/engine.h"

/* The longest observation whose base64 fits into an answer. */
enum { OBSERVATION_MAX = TW_LINE_MAX / 4 * 3 };

static bool read_look(struct engine *engine, struct json request, int *seat) {
    *seat = 0;
    return engine_read_state(engine, request) && engine_read_seat(engine, request, seat);
}

static void put_joins(int joins, struct text *out) {
    static const char *const names[] = {"right", "left", "up", "down"}; /* bit by bit */
    json_put_key(out, "joins");
    json_open(out, '[');
    for (int side = 0; side < 4; side++)
        if (joins >> side & 1) json_put_string(out, names[side]);
    json_close(out, ']');
}

static void put_tile(const struct scene_tile *tile, struct text *out) {
    json_open(out, '{');
    json_field_int(out, "row", tile->row);
    json_field_int(out, "col", tile->col);
    json_field_int(out, "span", tile->span);
    json_field_string(out, "kind",
                      tile->kind == SCENE_GONE ? "gone" : scene_kind_names[tile->kind]);
    json_field_string(out, "colour", scene_colour_names[tile->colour]);
    json_field_string(out, "label", tile->label);
    if (tile->name[0]) json_field_string(out, "name", tile->name);
    if (tile->spot != SCENE_NO_SPOT) json_field_int(out, "spot", tile->spot);
    if (tile->face[0]) json_field_string(out, "face", tile->face);
    if (tile->joins) put_joins(tile->joins, out);
    if (tile->caption) json_field_bool(out, "caption", true);
    json_close(out, '}');
}

static void put_tiles(struct text *out, const char *key, const struct scene_tile *tiles,
                      int count) {
    json_put_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < count; i++) put_tile(&tiles[i], out);
    json_close(out, ']');
}

static void put_area(const struct scene_area *area, struct text *out) {
    json_open(out, '{');
    json_field_string(out, "class", area->kind);
    json_field_string(out, "title", area->title);
    json_field_int(out, "row", area->row);
    json_field_int(out, "col", area->col);
    json_field_int(out, "rows", area->rows);
    json_field_int(out, "cols", area->cols);
    if (area->value[0]) json_field_string(out, "value", area->value);
    if (area->seat != SCENE_NO_SEAT) json_field_int(out, "seat", area->seat);
    if (area->dense) json_field_bool(out, "dense", true);
    if (area->small) json_field_bool(out, "small", true);
    json_close(out, '}');
}

static void put_areas(struct text *out, const struct scene *scene) {
    json_put_key(out, "areas");
    json_open(out, '[');
    for (int i = 0; i < scene->areas_count; i++) put_area(&scene->areas[i], out);
    json_close(out, ']');
}

static void put_spots(struct text *out, const char *key, const int *spots, int count) {
    json_put_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < count; i++) json_put_int(out, spots[i]);
    json_close(out, ']');
}

/* Reads the earlier state into engine->state, and draws it into engine->before. */
static bool read_before(struct engine *engine, struct json request, int seat) {
    const struct game *game = engine->game;
    struct json from = json_get(request, "from"), at = from;
    struct envelope envelope;
    if (!json_is(from, JSON_OBJECT))
        return engine_fail_at(engine, "BAD_REQUEST", "from must be a state", request, from);
    const char *wrong = envelope_read(game, engine->state, &envelope, from, &at);
    if (wrong) {
        engine_fail_at(engine, "BAD_STATE", wrong, from, at);
        return engine_fail_label(engine, "from");
    }
    if (seat >= game->shape(engine->state).seats)
        return engine_fail_at(engine, "BAD_REQUEST", "from must have the same players as state",
                              request, from);
    game->draw(engine_view(engine, seat), seat, engine->before);
    const struct scene *before = engine->before, *now = engine->scene;
    return (before->rows == now->rows && before->cols == now->cols) ||
           engine_fail_at(engine, "BAD_REQUEST", "from must be of the same size as state", request,
                          from);
}

/* Reads an action that is legal in engine->state, and writes its path if it has one. Who acts is
 * who is to move; if several are, it is the seat that looks, unless the action says so. */
static bool put_path(struct engine *engine, struct json request, int seat) {
    const struct game *game = engine->game;
    struct json from = json_get(request, "action");
    int mover = game_mover(game, engine->state), spots[GAME_PATH_MAX];
    struct record_fault fault;
    struct event event;
    if (!json_given(from)) return true;
    if (!record_read_event(game, engine->state, from, mover < 0 ? seat : mover, &event, &fault))
        return engine_fail_event(engine, &fault, request);
    if (!game->path || event.who >= SEATS_MAX) return true;
    int count = game->path(engine->state, event.who, event.act, spots);
    if (count > 0) put_spots(&engine->out, "path", spots, count);
    return true;
}

bool engine_run_draw(struct engine *engine, struct json request) {
    int seat;
    if (!read_look(engine, request, &seat)) return false;
    engine->game->draw(engine_view(engine, seat), seat, engine->scene);
    return true;
}

bool engine_run_scene(struct engine *engine, struct json request) {
    struct text *out = &engine->out;
    const struct scene *scene = engine->scene;
    bool changes = json_given(json_get(request, "from"));
    int seat;
    if (!read_look(engine, request, &seat)) return false;
    engine->game->draw(engine_view(engine, seat), seat, engine->scene);
    if (changes && !read_before(engine, request, seat)) return false;
    json_field_int(out, "rows", scene->rows);
    json_field_int(out, "cols", scene->cols);
    json_field_int(out, "place", scene->place);
    if (changes)
        put_tiles(out, "changes", engine->changes,
                  scene_changes(engine->before, scene, engine->changes));
    else
        put_tiles(out, "tiles", scene->tiles, scene->count);
    put_areas(out, scene);
    return put_path(engine, request, seat);
}

/* Writes bytes as a string in base64 (RFC 4648). */
static void put_base64(struct text *out, const char *key, const uint8_t *bytes, size_t length) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    json_put_key(out, key);
    text_char(out, '"');
    for (size_t i = 0; i < length; i += 3) {
        char four[4] = "====";
        uint32_t three = (uint32_t)bytes[i] << 16;
        if (i + 1 < length) three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < length) three |= bytes[i + 2];
        for (size_t k = 0; k < 4 && i + k <= length; k++)
            four[k] = digits[three >> (18 - 6 * k) & 63];
        text_bytes(out, four, 4);
    }
    text_char(out, '"');
}

bool engine_run_observe(struct engine *engine, struct json request) {
    struct text *out = &engine->out;
    int seat;
    if (!read_look(engine, request, &seat)) return false;
    struct shape shape = engine->game->shape(engine->state);
    size_t length = (size_t)shape.planes * (size_t)shape.rows * (size_t)shape.cols;
    if (length > OBSERVATION_MAX)
        return engine_fail(engine, "LIMIT", "the observation is too large for an answer");
    uint8_t *bytes = (uint8_t *)engine->scratch;
    engine->game->observe(engine_view(engine, seat), seat, bytes);
    json_field_int(out, "planes", shape.planes);
    json_field_int(out, "rows", shape.rows);
    json_field_int(out, "cols", shape.cols);
    put_base64(out, "bytes", bytes, length);
    json_put_key(out, "mask");
    json_open(out, '[');
    int count = engine->game->choices(engine->state, seat, engine->choices);
    for (int i = 0; i < count; i++) json_put_int(out, engine->choices[i].act);
    json_close(out, ']');
    return true;
}
