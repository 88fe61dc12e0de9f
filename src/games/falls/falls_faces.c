/* falls: words and acts, the picture, and the observation. */
#include "base/bits.h"
#include "falls.h"
#include <string.h>

/* As the protocol writes them, and as people type them. */
static const char *const move_names[] = {"Left", "Right", "RotateCcw", "RotateCw", "Drop", "Fall"};
static const char *const move_words[] = {"Left",      "Right", "Counterclockwise",
                                         "Clockwise", "Drop",  "Fall"};

void falls_name_act(const void *state, int who, action act, struct text *out) {
    const struct falls *falls = state;
    if (who == CLOCK)
        text_format(out, "tick player %d", (int)act + 1);
    else if (who != CHANCE)
        text_string(out, move_words[act]);
    else if (falls->phase == FALLS_SETUP)
        text_format(out, "virus %s row %d column %d", falls_colour_names[act % 3 + 1],
                    (int)act / 3 / FALLS_COLS + 1, (int)act / 3 % FALLS_COLS + 1);
    else if (falls->phase == FALLS_DRAW)
        text_format(out, "capsule %s %s", falls_colour_names[act / 3 + 1],
                    falls_colour_names[act % 3 + 1]);
    else
        text_format(out, "column %d", (int)act + 1);
}

static void write_chance(const struct falls *falls, int act, struct text *out) {
    if (falls->phase == FALLS_SETUP) {
        json_put_key(out, "virus");
        json_open(out, '[');
        json_put_int(out, act / 3 / FALLS_COLS);
        json_put_int(out, act / 3 % FALLS_COLS);
        json_put_string(out, falls_colour_names[act % 3 + 1]);
        json_close(out, ']');
    } else if (falls->phase == FALLS_DRAW) {
        char letters[] = {falls_letters[act / 3 + 1], falls_letters[act % 3 + 1], '\0'};
        json_field_string(out, "capsule", letters);
    } else {
        json_field_int(out, "col", act);
    }
}

void falls_write_act(const void *state, int who, action act, struct text *out) {
    json_open(out, '{');
    if (who == CHANCE)
        write_chance(state, (int)act, out);
    else if (who == CLOCK)
        json_field_int(out, "tick", act);
    else
        json_field_string(out, "move", move_names[act]);
    json_close(out, '}');
}

static bool read_virus(struct json from, action *act) {
    int64_t row, col;
    struct json first = json_first(from), second = json_after(from, first);
    struct json third = json_after(from, second);
    if (!json_is(from, JSON_ARRAY) || json_count(from) != 3) return false;
    if (!json_int(first, 0, FALLS_ROWS - 1, &row)) return false;
    if (!json_int(second, 0, FALLS_COLS - 1, &col)) return false;
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++)
        if (json_equals(third, falls_colour_names[colour])) {
            *act = (action)(3 * (FALLS_COLS * row + col) + colour - 1);
            return true;
        }
    return false;
}

static bool read_capsule(struct json from, action *act) {
    for (int capsule = 0; capsule < FALLS_CAPSULES; capsule++) {
        char letters[] = {falls_letters[capsule / 3 + 1], falls_letters[capsule % 3 + 1], '\0'};
        if (!json_equals(from, letters)) continue;
        *act = (action)capsule;
        return true;
    }
    return false;
}

static const char *read_chance(const struct falls *falls, struct json from, action *act) {
    int64_t col;
    if (falls->phase == FALLS_SETUP)
        return read_virus(json_get(from, "virus"), act)
                   ? NULL
                   : "the action of chance must be {\"virus\": [row, col, \"Red\" | \"Yellow\" | "
                     "\"Blue\"]} now";
    if (falls->phase == FALLS_DRAW)
        return read_capsule(json_get(from, "capsule"), act)
                   ? NULL
                   : "the action of chance must be {\"capsule\": two of the letters R, Y, B} now";
    if (!json_int(json_get(from, "col"), 0, FALLS_COLS - 1, &col))
        return "the action of chance must be {\"col\": 0 to 7} now";
    *act = (action)col;
    return NULL;
}

const char *falls_read_act(const void *state, int who, struct json from, action *act) {
    int64_t seat;
    if (json_count(from) != 1) return "an action must be an object with one field";
    if (who == CHANCE) return read_chance(state, from, act);
    if (who == CLOCK) {
        if (!json_int(json_get(from, "tick"), 0, SEATS_MAX - 1, &seat))
            return "the action of the clock must be {\"tick\": seat}";
        *act = (action)seat;
        return NULL;
    }
    for (int move = 0; move < FALLS_ACTS; move++)
        if (json_equals(json_get(from, "move"), move_names[move])) {
            *act = (action)move;
            return NULL;
        }
    return "an action must be {\"move\": \"Left\" | \"Right\" | \"RotateCcw\" | \"RotateCw\" | "
           "\"Drop\" | \"Fall\"}";
}

/* The picture. On the left the seat's own field, with the next capsule above it where it will
 * appear and buttons below; to the right the fields of the others, a character for each cell. With
 * several players, the first row shows the halves that others sent. */
enum { PLACE = 3, SMALL_COL = FALLS_COLS + 1, SMALL_COLS = 3 };

static const enum scene_colour shades[] = {SCENE_PLAIN, SCENE_RED, SCENE_YELLOW, SCENE_BLUE};

/* Return the picture's rows of the next capsule, of the field's top, and of what is below it. */
static int next_row(const struct falls *falls) {
    return falls->players > 1;
}

static int field_row(const struct falls *falls) {
    return next_row(falls) + 1;
}

static int status_row(const struct falls *falls) {
    return field_row(falls) + FALLS_ROWS;
}

static int button_row(const struct falls *falls) {
    return status_row(falls) + 1;
}

/* The brackets show what an element is bound to: (R==B) lying, / \ over \ / standing, (R) alone. A
 * virus is a small letter between stars. */
static void label_tile(struct scene_tile *tile, const struct falls_tiles *tiles, falls_set virus,
                       int cell) {
    falls_set bit = (falls_set)1 << cell;
    char label[4] = {'(', falls_letters[falls_colour_at(tiles, cell)], ')', '\0'};
    if (virus & bit) {
        label[1] = (char)(label[1] - 'A' + 'a');
        label[0] = label[2] = '*';
    }
    if (tiles->right & bit) label[2] = '=';
    if (tiles->right << 1 & bit) label[0] = '=';
    if (tiles->down & bit) label[0] = '/', label[2] = '\\';
    if (tiles->down << FALLS_COLS & bit) label[0] = '\\', label[2] = '/';
    scene_label(tile, label);
}

static struct scene_tile *draw_tile(const struct falls_tiles *tiles, falls_set virus, int cell,
                                    int row, int col, struct scene *scene) {
    int colour = falls_colour_at(tiles, cell);
    bool is_virus = virus >> cell & 1;
    struct scene_tile *tile =
        scene_add(scene, row, col, is_virus ? SCENE_MARK : SCENE_TILE, shades[colour]);
    label_tile(tile, tiles, virus, cell);
    return tile;
}

/* Returns the capsule where it would land; empty if there is none. */
static struct falls_tiles ghost_of(const struct falls_player *player) {
    struct falls_player landed = *player;
    if (!player->controlled) return (struct falls_tiles){0, 0, 0, 0};
    landed.low = (uint8_t)falls_landing(player);
    return falls_placed_tiles(&landed);
}

/* Draws a free cell, with the letter of the element that would land there. */
static struct scene_tile *draw_free(const struct falls_tiles *ghost, int cell, int row, int col,
                                    struct scene *scene) {
    int colour = falls_colour_at(ghost, cell);
    char label[] = {falls_letters[colour], '\0'};
    if (!colour) return scene_add(scene, row, col, SCENE_EMPTY, SCENE_PLAIN);
    struct scene_tile *tile = scene_add(scene, row, col, SCENE_GHOST, shades[colour]);
    scene_label(tile, label);
    return tile;
}

/* Writes what is read aloud for a tile: "falling red capsule half", "red virus". */
static void put_tile(const struct falls_tiles *tiles, falls_set virus, bool moves, int cell,
                     struct text *out) {
    falls_set bit = (falls_set)1 << cell, right = tiles->right, down = tiles->down;
    bool bound = ((right | right << 1 | down | down << FALLS_COLS) & bit) != 0;
    const char *noun = virus & bit ? "virus" : bound ? "capsule half" : "half";
    text_format(out, "%s%s %s", moves ? "falling " : "",
                falls_colour_words[falls_colour_at(tiles, cell)], noun);
}

static void draw_cell(const struct falls_player *player, const struct falls_tiles *moving,
                      const struct falls_tiles *ghost, int cell, int spot, int top,
                      struct scene *scene) {
    int row = cell / FALLS_COLS, col = cell % FALLS_COLS;
    struct scene_tile *tile;
    char name[SCENE_NAME_MAX];
    struct text text = text_over(name, sizeof name);
    if (falls_colour_at(&player->settled, cell)) {
        tile = draw_tile(&player->settled, player->virus, cell, top + row, col, scene);
        put_tile(&player->settled, player->virus, false, cell, &text);
    } else if (falls_colour_at(moving, cell)) {
        tile = draw_tile(moving, 0, cell, top + row, col, scene);
        put_tile(moving, 0, true, cell, &text);
    } else {
        tile = draw_free(ghost, cell, top + row, col, scene);
        int colour = falls_colour_at(ghost, cell);
        text_format(&text, "%s%s", falls_colour_words[colour], colour ? " lands here" : "empty");
    }
    text_format(&text, ", row %d column %d", row + 1, col + 1);
    scene_name(tile, name);
    tile->spot = (int16_t)spot;
}

static void draw_field(const struct falls *falls, int seat, struct scene *scene) {
    const struct falls_player *player = &falls->player[seat];
    struct falls_tiles moving = falls_placed_tiles(player), ghost = ghost_of(player);
    for (int cell = 0; cell < FALLS_CELLS; cell++)
        draw_cell(player, &moving, &ghost, cell, falls_spot(seat, cell), field_row(falls), scene);
    scene_area(scene, "bottle", "Bottle", field_row(falls), 0, FALLS_ROWS, FALLS_COLS);
}

/* Draws the next capsule above the place where it will appear, if it is known. */
static void draw_next(const struct falls *falls, const struct falls_player *player,
                      struct scene *scene) {
    uint32_t index = player->drawn - falls->first;
    scene_text(scene, next_row(falls), 0, SMALL_COLS, "next");
    scene_area(scene, "next", "Next", next_row(falls), 0, 1, FALLS_COLS);
    if (player->status != FALLS_PLAYING || index >= falls->kept) return;
    struct falls_tiles tiles = {.right = 1};
    falls_put(&tiles, 1, falls->capsules[index] / 3 + 1);
    falls_put(&tiles, 2, falls->capsules[index] % 3 + 1);
    for (int half = 0; half < 2; half++) {
        char name[SCENE_NAME_MAX];
        struct text text = text_over(name, sizeof name);
        text_format(&text, "next capsule, %s half: %s", half ? "right" : "left",
                    falls_colour_words[falls_colour_at(&tiles, half)]);
        scene_name(draw_tile(&tiles, 0, half, next_row(falls), 3 + half, scene), name);
    }
}

static void put_status(const struct falls *falls, const struct falls_player *player,
                       struct text *out) {
    int viruses = falls_count(player->virus), runs = falls_runs(player->chain);
    if (falls->phase == FALLS_SETUP)
        text_string(out, "being set up");
    else if (player->status == FALLS_DEFEATED)
        text_format(out, "defeated, %d left", viruses);
    else if (player->status == FALLS_CLEARED)
        text_string(out, "cleared");
    else if (runs)
        text_format(out, "%d left, chain of %d", viruses, runs);
    else
        text_format(out, "%d %s left", viruses, viruses == 1 ? "virus" : "viruses");
}

static void draw_waiting(const struct falls_player *player, int row, int col, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    if (!player->units) return;
    text_format(&text, "%d coming", player->units);
    scene_text(scene, row, col, SMALL_COLS, label);
}

/* Draws the oldest unit that waits, each half above the column where it will appear. */
static void draw_coming(const struct falls_player *player, struct scene *scene) {
    scene_area(scene, "coming", "Coming", 0, 0, 1, FALLS_COLS);
    for (int i = 0; i < FALLS_UNIT_MAX && player->incoming[0][i] >= 4; i++) {
        int colour = player->incoming[0][i] & 3, col = (player->incoming[0][i] >> 2) - 1;
        char name[SCENE_NAME_MAX], label[] = {falls_letters[colour], '\0'};
        struct text text = text_over(name, sizeof name);
        struct scene_tile *tile = scene_add(scene, 0, col, SCENE_GHOST, shades[colour]);
        scene_label(tile, label);
        text_format(&text, "%s half comes, column %d", falls_colour_words[colour], col + 1);
        scene_name(tile, name);
    }
}

static void draw_status(const struct falls *falls, int seat, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    if (falls->players > 1) text_format(&text, "P%d: ", seat + 1);
    put_status(falls, &falls->player[seat], &text);
    scene_text(scene, status_row(falls), 0, FALLS_COLS, label);
    scene_area(scene, "status", "Status", status_row(falls), 0, 1, FALLS_COLS);
}

static void draw_buttons(const struct falls *falls, struct scene *scene) {
    static const char *const labels[] = {"<", ">", "↺", "↻", "↓", "⇓"};
    static const char *const names[] = {"left",           "right",        "turn counterclockwise",
                                        "turn clockwise", "down one row", "fall until it lands"};
    for (int act = 0; act < FALLS_ACTS; act++) {
        struct scene_tile *tile = scene_add(scene, button_row(falls), act, SCENE_MARK, SCENE_PLAIN);
        tile->spot = (int16_t)act;
        scene_label(tile, labels[act]);
        scene_name(tile, names[act]);
    }
    scene_area(scene, "buttons", "Moves", button_row(falls), 0, 1, FALLS_ACTS);
}

static void draw_own(const struct falls *falls, int seat, struct scene *scene) {
    const struct falls_player *player = &falls->player[seat];
    draw_next(falls, player, scene);
    draw_waiting(player, next_row(falls), 5, scene);
    if (falls->players > 1) draw_coming(player, scene);
    draw_field(falls, seat, scene);
    draw_status(falls, seat, scene);
    draw_buttons(falls, scene);
}

/* Writes a row of a small field; small letters are viruses. */
static void put_small_row(const struct falls_player *player, int row, struct text *out) {
    struct falls_tiles moving = falls_placed_tiles(player);
    for (int cell = FALLS_COLS * row; cell < FALLS_COLS * (row + 1); cell++) {
        int colour = falls_colour_at(&player->settled, cell);
        if (!colour) colour = falls_colour_at(&moving, cell);
        bool is_virus = player->virus >> cell & 1;
        text_char(out, (char)(falls_letters[colour] + (is_virus ? 'a' - 'A' : 0)));
    }
}

static void draw_other(const struct falls *falls, int seat, int col, struct scene *scene) {
    static const char *const fates[] = {"", "out", "won"};
    const struct falls_player *player = &falls->player[seat];
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    text_format(&text, "Player %d", seat + 1);
    scene_area(scene, "other", label, next_row(falls), col, FALLS_ROWS + 2, SMALL_COLS);
    text_clear(&text);
    text_format(&text, "P%d: %d", seat + 1, falls_count(player->virus));
    scene_text(scene, next_row(falls), col, SMALL_COLS, label);
    for (int row = 0; row < FALLS_ROWS; row++) {
        text_clear(&text);
        put_small_row(player, row, &text);
        scene_text(scene, field_row(falls) + row, col, SMALL_COLS, label);
    }
    if (player->status == FALLS_PLAYING)
        draw_waiting(player, status_row(falls), col, scene);
    else
        scene_text(scene, status_row(falls), col, SMALL_COLS, fates[player->status]);
}

void falls_draw(const void *state, int seat, struct scene *scene) {
    const struct falls *falls = state;
    int others = falls->players - 1;
    scene_begin(scene, button_row(falls) + 1, others ? SMALL_COL + SMALL_COLS * others : FALLS_COLS,
                PLACE);
    draw_own(falls, seat, scene);
    for (int i = 0; i < others; i++)
        draw_other(falls, i < seat ? i : i + 1, SMALL_COL + SMALL_COLS * i, scene);
}

int falls_picks(const void *state, int who, action act, int *spots) {
    (void)state;
    if (who >= SEATS_MAX) return 0;
    spots[0] = (int)act;
    return 1;
}

/* The observation: planes of the seat's own field, then two for each other player in seat order. */
enum { OWN_PLANES = 15, OTHER_PLANES = 2, PLANE = FALLS_CELLS };

struct shape falls_shape(const void *state) {
    const struct falls *falls = state;
    return (struct shape){.seats = falls->players,
                          .actions = FALLS_MOVES,
                          .shorthands = FALLS_ACTS - FALLS_MOVES,
                          .planes = OWN_PLANES + OTHER_PLANES * (falls->players - 1),
                          .rows = FALLS_ROWS,
                          .cols = FALLS_COLS};
}

/* Writes the value to the byte of each member. */
static void spread(falls_set set, uint8_t value, uint8_t *plane) {
    for (; set; set &= set - 1) plane[falls_first(set)] = value;
}

static void observe_units(const struct falls_player *player, uint8_t *plane) {
    for (int unit = 0; unit < player->units; unit++)
        for (int i = 0; i < FALLS_UNIT_MAX && player->incoming[unit][i] >= 4; i++) {
            int element = player->incoming[unit][i];
            plane[FALLS_COLS * unit + (element >> 2) - 1] = (uint8_t)(element & 3);
        }
}

static void observe_own(const struct falls *falls, const struct falls_player *player,
                        uint8_t *out) {
    struct falls_tiles moving = falls_placed_tiles(player);
    falls_set right = player->settled.right | moving.right;
    falls_set down = player->settled.down | moving.down;
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++) {
        spread(falls_of_colour(&player->settled, colour), 1, out + (colour - 1) * PLANE);
        spread(falls_of_colour(&moving, colour), 1, out + (colour + 7) * PLANE);
    }
    spread(player->virus, 1, out + 3 * PLANE);
    spread(right, 1, out + 4 * PLANE);
    spread(right << 1, 1, out + 5 * PLANE);
    spread(down, 1, out + 6 * PLANE);
    spread(down << FALLS_COLS, 1, out + 7 * PLANE);
    if (player->controlled) spread(falls_taken(&moving), 1, out + 11 * PLANE);
    uint32_t next = player->drawn - falls->first;
    if (player->status == FALLS_PLAYING && next < falls->kept) {
        memset(out + 12 * PLANE, falls->capsules[next] / 3 + 1, PLANE);
        memset(out + 13 * PLANE, falls->capsules[next] % 3 + 1, PLANE);
    }
    observe_units(player, out + 14 * PLANE);
}

static void observe_other(const struct falls_player *player, uint8_t *out) {
    struct falls_tiles moving = falls_placed_tiles(player);
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++) {
        falls_set settled = falls_of_colour(&player->settled, colour);
        spread(settled & ~player->virus, (uint8_t)colour, out);
        spread(settled & player->virus, (uint8_t)(colour + 3), out);
        spread(falls_of_colour(&moving, colour), (uint8_t)colour, out + PLANE);
    }
    if (player->status != FALLS_PLAYING) memset(out + PLANE, 0xFF, PLANE);
}

void falls_observe(const void *state, int seat, uint8_t *out) {
    const struct falls *falls = state;
    struct shape shape = falls_shape(state);
    memset(out, 0, (size_t)(shape.planes * PLANE));
    observe_own(falls, &falls->player[seat], out);
    for (int i = 1; i < falls->players; i++)
        observe_other(&falls->player[(seat + i) % falls->players],
                      out + (OWN_PLANES + OTHER_PLANES * (i - 1)) * PLANE);
}
