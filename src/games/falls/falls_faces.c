/* falls: words and acts, and the observation. */
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
