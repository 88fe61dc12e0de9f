/* slide: names of acts, JSON, the picture, and what learners see. */
#include "base/bits.h"
#include "slide.h"
#include <string.h>

const char *const slide_move_names[] = {"Up", "Down", "Left", "Right"};

const char *const slide_fields[] = {"rows",       "cols",     "tiles", "goal",
                                    "moves_made", "scramble", NULL};

void slide_name_act(const void *state, int who, action act, struct text *out) {
    const struct slide *slide = state;
    if (who == CHANCE && slide->phase == SLIDE_DEAL_BLANK)
        text_format(out, "blank to row %d column %d", (int)act / slide->cols + 1,
                    (int)act % slide->cols + 1);
    else if (who == CHANCE && slide->phase == SLIDE_DEAL_TILES)
        text_format(out, "deal %d", (int)act);
    else if (act >= SLIDE_CLICK)
        text_format(out, "tile %d", slide->cells[act - SLIDE_CLICK]);
    else
        text_string(out, slide_move_names[act]);
}

static void put_cell(const struct slide *slide, const char *key, int cell, struct text *out) {
    json_put_key(out, key);
    json_open(out, '[');
    json_put_int(out, cell / slide->cols);
    json_put_int(out, cell % slide->cols);
    json_close(out, ']');
}

void slide_write_act(const void *state, int who, action act, struct text *out) {
    const struct slide *slide = state;
    json_open(out, '{');
    if (who == CHANCE && slide->phase == SLIDE_DEAL_BLANK) {
        put_cell(slide, "blank_to", (int)act, out);
    } else if (who == CHANCE && slide->phase == SLIDE_DEAL_TILES) {
        json_field_int(out, "tile", act);
    } else if (act >= SLIDE_CLICK) {
        put_cell(slide, "click", (int)(act - SLIDE_CLICK), out);
    } else {
        json_field_string(out, "blank", slide_move_names[act]);
    }
    json_close(out, '}');
}

static int find_move(struct json from) {
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++)
        if (json_equals(from, slide_move_names[move])) return move;
    return -1;
}

/* Reads [row, col] as a cell. Any place off the board becomes the first number past the board. */
static bool read_cell(const struct slide *slide, struct json from, action *cell) {
    int64_t row, col;
    struct json first = json_first(from);
    if (!json_is(from, JSON_ARRAY) || json_count(from) != 2) return false;
    if (!json_int(first, INT32_MIN, INT32_MAX, &row)) return false;
    if (!json_int(json_after(from, first), INT32_MIN, INT32_MAX, &col)) return false;
    bool inside = row >= 0 && row < slide->rows && col >= 0 && col < slide->cols;
    *cell = (action)(inside ? row * slide->cols + col : slide_count(slide));
    return true;
}

static const char *read_chance(const struct slide *slide, struct json from, action *act) {
    int64_t tile;
    if (slide->phase == SLIDE_DEAL_BLANK && read_cell(slide, json_get(from, "blank_to"), act))
        return NULL;
    if (slide->phase == SLIDE_DEAL_TILES &&
        json_int(json_get(from, "tile"), 0, SLIDE_CELLS_MAX, &tile)) {
        *act = (action)tile;
        return NULL;
    }
    return "an action of a deal must be {\"blank_to\": [row, col]}, then {\"tile\": number}";
}

const char *slide_read_act(const void *state, int who, struct json from, action *act) {
    const struct slide *slide = state;
    bool word = json_is(from, JSON_STRING);
    int move = find_move(word ? from : json_get(from, "blank"));
    action cell;
    if (!word && json_count(from) != 1)
        return "an action must be the name of a move or an object with one field";
    if (who == CHANCE && slide->phase != SLIDE_SCRAMBLE) return read_chance(slide, from, act);
    if (move >= 0)
        *act = (action)move;
    else if (read_cell(slide, json_get(from, "click"), &cell))
        *act = SLIDE_CLICK + cell;
    else
        return "an action must be {\"blank\": \"Up\" | \"Down\" | \"Left\" | \"Right\"} or "
               "{\"click\": [row, col]}";
    return NULL;
}

static void write_scramble(const struct slide *slide, struct text *out) {
    json_put_key(out, "scramble");
    json_open(out, '{');
    json_field_int(out, "left", slide->left);
    json_put_key(out, "last");
    if (slide->last)
        json_put_string(out, slide_move_names[slide->last - 1]);
    else
        json_put_null(out);
    json_close(out, '}');
}

void slide_write(const void *state, struct text *out) {
    const struct slide *slide = state;
    json_field_int(out, "rows", slide->rows);
    json_field_int(out, "cols", slide->cols);
    json_put_key(out, "tiles");
    json_open(out, '[');
    for (int cell = 0; cell < slide_count(slide); cell++) {
        if (slide_is_dealt(slide, cell))
            json_put_int(out, slide->cells[cell]);
        else
            json_put_null(out);
    }
    json_close(out, ']');
    json_field_string(out, "goal", slide->blank_first ? "blank_first" : "blank_last");
    json_field_int(out, "moves_made", slide->moves);
    if (slide->phase == SLIDE_SCRAMBLE) write_scramble(slide, out);
}

static const char *read_side(struct json from, const char *key, uint8_t *side, struct json *at) {
    int64_t value;
    *at = json_get(from, key);
    if (!json_int(*at, SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, &value))
        return "rows and cols must be whole numbers from 2 to 16";
    *side = (uint8_t)value;
    return NULL;
}

/* Fills the cells and counts the nulls, which are not dealt yet. */
static const char *read_tiles(struct slide *slide, struct json tiles, int *nulls, struct json *at) {
    uint64_t seen[SLIDE_CELLS_MAX / 64] = {0};
    int count = slide_count(slide), cell = 0;
    *at = tiles;
    if (!json_is(tiles, JSON_ARRAY))
        return "tiles must be an array, row by row, with 0 for the blank";
    if (json_count(tiles) != count) return "tiles must hold rows times cols numbers";
    *nulls = 0;
    for (*at = json_first(tiles); json_kind(*at); *at = json_after(tiles, *at), cell++) {
        int64_t tile = 0;
        if (json_is(*at, JSON_NULL)) {
            ++*nulls;
        } else {
            if (!json_int(*at, 0, count - 1, &tile))
                return "a tile must be a whole number from 0, the blank, to rows times cols - 1";
            if (bits_has(seen, (int)tile)) return "tiles must hold each number once";
            bits_add(seen, (int)tile);
            if (tile == 0) slide->blank = (uint8_t)cell;
        }
        slide->cells[cell] = (uint8_t)tile;
    }
    *at = tiles;
    if (*nulls > 0 && *nulls < count && !bits_has(seen, 0))
        return "the blank must be dealt before the tiles";
    return NULL;
}

/* The nulls tell how far the deal has come. */
static const char *read_deal(struct slide *slide, int nulls, struct json tiles, struct json *at) {
    int count = slide_count(slide), cell = 0;
    if (nulls == count) {
        slide->phase = SLIDE_DEAL_BLANK;
        return NULL;
    }
    slide->phase = SLIDE_DEAL_TILES;
    slide->left = (uint16_t)nulls;
    *at = tiles;
    if (nulls < 3) return "at least 3 tiles must be null: the last two are dealt together";
    for (*at = json_first(tiles); json_kind(*at); *at = json_after(tiles, *at), cell++)
        if (json_is(*at, JSON_NULL) == slide_is_dealt(slide, cell))
            return "tiles must be dealt row by row";
    return NULL;
}

static const char *read_scramble(struct slide *slide, struct json from, struct json *at) {
    static const char *const keys[] = {"left", "last", NULL};
    int64_t left;
    *at = from;
    if (!json_is(from, JSON_OBJECT)) return "scramble must be an object";
    if (json_kind(json_find_unknown(from, keys))) {
        *at = json_find_unknown(from, keys);
        return "scramble must have only left and last";
    }
    *at = json_get(from, "left");
    if (!json_int(*at, 1, SLIDE_SCRAMBLE_MAX, &left))
        return "left must be a whole number from 1 to 1000";
    *at = json_get(from, "last");
    if (!json_is(*at, JSON_NULL) && find_move(*at) < 0) return "last must be a move or null";
    slide->phase = SLIDE_SCRAMBLE;
    slide->left = (uint16_t)left;
    slide->last = (uint8_t)(find_move(*at) + 1);
    return NULL;
}

static const char *read_goal(struct slide *slide, struct json from, struct json *at) {
    *at = from;
    slide->blank_first = json_equals(from, "blank_first");
    if (!json_given(from) || slide->blank_first || json_equals(from, "blank_last")) return NULL;
    return "goal must be \"blank_last\" or \"blank_first\"";
}

const char *slide_read_moves(struct slide *slide, struct json from, struct json *at) {
    int64_t moves = 0;
    *at = from;
    if (json_given(from) && !json_int(from, 0, SLIDE_MOVES_MAX, &moves))
        return "moves_made must be a whole number from 0 to 1000000000";
    slide->moves = (uint32_t)moves;
    return NULL;
}

const char *slide_read(void *state, int ruleset, struct json from, struct json *at) {
    (void)ruleset;
    struct slide *slide = state;
    struct json tiles = json_get(from, "tiles"), scramble = json_get(from, "scramble");
    const char *wrong;
    int nulls;
    memset(slide, 0, offsetof(struct slide, cells));
    if ((wrong = read_side(from, "rows", &slide->rows, at))) return wrong;
    if ((wrong = read_side(from, "cols", &slide->cols, at))) return wrong;
    if ((wrong = read_goal(slide, json_get(from, "goal"), at))) return wrong;
    if ((wrong = slide_read_moves(slide, json_get(from, "moves_made"), at))) return wrong;
    if ((wrong = read_tiles(slide, tiles, &nulls, at))) return wrong;
    if (nulls > 0) {
        if ((wrong = read_deal(slide, nulls, tiles, at))) return wrong;
        *at = scramble;
        return json_given(scramble) ? "a board that is being dealt must have no scramble" : NULL;
    }
    slide->misplaced = (uint16_t)slide_misplaced(slide);
    return json_given(scramble) ? read_scramble(slide, scramble, at) : NULL;
}

static int digits(int number) {
    return number < 10 ? 1 : number < 100 ? 2 : 3;
}

/* To read aloud: "tile 15, row 2 column 3". */
static void name_cell(const struct slide *slide, int cell, struct scene_tile *drawn) {
    char buffer[SCENE_NAME_MAX];
    struct text name = text_over(buffer, sizeof buffer);
    if (!slide_is_dealt(slide, cell))
        text_string(&name, "not dealt yet");
    else if (slide->cells[cell])
        text_format(&name, "tile %d", slide->cells[cell]);
    else
        text_string(&name, "blank");
    text_format(&name, ", row %d column %d", cell / slide->cols + 1, cell % slide->cols + 1);
    scene_name(drawn, buffer);
}

static void draw_cell(const struct slide *slide, int cell, struct scene *scene) {
    int tile = slide->cells[cell];
    bool there = tile > 0, home = there && slide_home(slide, tile) == cell;
    struct scene_tile *drawn =
        scene_add(scene, cell / slide->cols, cell % slide->cols, there ? SCENE_TILE : SCENE_EMPTY,
                  home ? SCENE_GREEN : SCENE_PLAIN);
    char label[8];
    struct text text = text_over(label, sizeof label);
    if (there) text_int(&text, tile);
    scene_label(drawn, label);
    name_cell(slide, cell, drawn);
    drawn->spot = (int16_t)cell;
}

void slide_draw(const void *state, int seat, struct scene *scene) {
    (void)seat;
    const struct slide *slide = state;
    int width = digits(slide_count(slide) - 1) + 2, status = (SCENE_LABEL_MAX + width - 1) / width;
    int cols = slide->cols > status ? slide->cols : status;
    scene_begin(scene, slide->rows + 1, cols, width);
    scene_area(scene, "board", "Board", 0, 0, slide->rows, slide->cols);
    scene_area(scene, "status", "Status", slide->rows, 0, 1, cols);
    for (int cell = 0; cell < slide_count(slide); cell++) draw_cell(slide, cell, scene);
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    const char *moves = slide->moves == 1 ? "move" : "moves";
    if (slide->phase != SLIDE_PLAY)
        text_string(&text, "being set up");
    else if (slide->misplaced)
        text_format(&text, "%u %s, %d to place", slide->moves, moves, slide->misplaced);
    else
        text_format(&text, "solved in %u %s", slide->moves, moves);
    scene_text(scene, slide->rows, 0, cols, label);
}

int slide_picks(const void *state, int who, action act, int *spots) {
    const struct slide *slide = state;
    if (who == CHANCE) return 0;
    spots[0] = act >= SLIDE_CLICK
                   ? (int)(act - SLIDE_CLICK)
                   : slide_neighbour(slide->rows, slide->cols, slide->blank, (int)act);
    return spots[0] >= 0;
}

/* Two planes: the tile on each cell, and the tile of the goal on each cell. */
struct shape slide_shape(const void *state) {
    const struct slide *slide = state;
    return (struct shape){.seats = 1,
                          .actions = 4,
                          .shorthands = slide_count(slide),
                          .planes = 2,
                          .rows = slide->rows,
                          .cols = slide->cols};
}

void slide_observe(const void *state, int seat, uint8_t *out) {
    (void)seat;
    const struct slide *slide = state;
    int count = slide_count(slide);
    memcpy(out, slide->cells, (size_t)count);
    for (int cell = 0; cell < count; cell++) out[count + cell] = (uint8_t)slide_goal(slide, cell);
}
