/* azul: writes states and acts as JSON, and reads acts. Reading states is in azul_read.c. */
#include "azul.h"

const char *const azul_colour_names[] = {"Blue", "Yellow", "Red", "Black", "White"};

const char *const azul_fields[] = {
    "active_player_id", "round_number", "max_rounds", "draft_phase_progress",
    "refilling",        "bag",          "lid",        "factories",
    "center",           "players",      NULL};

int azul_find_colour(struct json name) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (json_equals(name, azul_colour_names[colour])) return colour;
    return -1;
}

const char *azul_progress(const struct azul *azul) {
    int tiles = azul_on_table(azul), all = AZUL_ON_FACTORY * azul_factories(azul);
    return 3 * tiles >= 2 * all ? "EARLY" : 3 * tiles < all ? "LATE" : "MID";
}

static void put_pile(uint64_t pile, struct text *out) {
    json_open(out, '{');
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        if (azul_count(pile, colour))
            json_field_int(out, azul_colour_names[colour], azul_count(pile, colour));
    json_close(out, '}');
}

static void put_line(const struct azul_player *player, int row, struct text *out) {
    json_open(out, '{');
    json_field_int(out, "capacity", row + 1);
    json_put_key(out, "color");
    if (player->filled[row])
        json_put_string(out, azul_colour_names[player->colour[row]]);
    else
        json_put_null(out);
    json_field_int(out, "count_filled", player->filled[row]);
    json_close(out, '}');
}

static void put_wall_row(uint32_t wall, int row, struct text *out) {
    json_open(out, '[');
    for (int col = 0; col < AZUL_SIDE; col++) json_put_bool(out, wall & azul_cell(row, col));
    json_close(out, ']');
}

static void put_floor(const struct azul_player *player, bool token, struct text *out) {
    json_open(out, '{');
    json_put_key(out, "tiles");
    json_open(out, '[');
    for (int i = 0; i < player->floor_count; i++)
        json_put_string(out, azul_colour_names[azul_floor_tile(player, i)]);
    json_close(out, ']');
    json_field_bool(out, "has_first_player_token", token);
    json_close(out, '}');
}

static void put_player(const struct azul *azul, int seat, struct text *out) {
    const struct azul_player *player = &azul->player[seat];
    json_open(out, '{');
    json_field_int(out, "score", player->score);
    json_put_key(out, "pattern_lines");
    json_open(out, '[');
    for (int row = 0; row < AZUL_SIDE; row++) put_line(player, row, out);
    json_close(out, ']');
    json_put_key(out, "wall");
    json_open(out, '[');
    for (int row = 0; row < AZUL_SIDE; row++) put_wall_row(player->wall, row, out);
    json_close(out, ']');
    json_put_key(out, "floor_line");
    put_floor(player, azul->token == seat, out);
    json_close(out, '}');
}

static void put_table(const struct azul *azul, struct text *out) {
    json_put_key(out, "bag");
    put_pile(azul->bag, out);
    json_put_key(out, "lid");
    put_pile(azul->lid, out);
    json_put_key(out, "factories");
    json_open(out, '[');
    for (int source = 1; source <= azul_factories(azul); source++)
        put_pile(azul->source[source], out);
    json_close(out, ']');
    json_put_key(out, "center");
    json_open(out, '{');
    json_put_key(out, "tiles");
    put_pile(azul->source[AZUL_CENTER], out);
    json_field_bool(out, "has_first_player_token", azul->token == AZUL_TOKEN_IN_CENTER);
    json_close(out, '}');
}

/* max_rounds is written only if it is not the standard, refilling only during the refill. */
void azul_write(const void *state, struct text *out) {
    const struct azul *azul = state;
    json_field_int(out, "active_player_id", azul->active);
    json_field_int(out, "round_number", azul->round);
    if (azul->max_rounds != AZUL_ROUNDS) json_field_int(out, "max_rounds", azul->max_rounds);
    json_field_string(out, "draft_phase_progress", azul_progress(azul));
    if (azul->phase == AZUL_REFILL) json_field_bool(out, "refilling", true);
    put_table(azul, out);
    json_put_key(out, "players");
    json_open(out, '[');
    for (int seat = 0; seat < azul->players; seat++) put_player(azul, seat, out);
    json_close(out, ']');
}

/* Writes the string `bare` if the number is negative, else an object {key: number}. */
static void put_choice(const char *bare, const char *key, int number, struct text *out) {
    if (number < 0) {
        json_put_string(out, bare);
        return;
    }
    json_open(out, '{');
    json_field_int(out, key, number);
    json_close(out, '}');
}

void azul_write_act(const void *state, int who, action act, struct text *out) {
    (void)state;
    json_open(out, '{');
    if (who == CHANCE) {
        json_field_string(out, "draw", azul_colour_names[act]);
    } else {
        int destination = azul_act_destination(act);
        json_put_key(out, "source");
        put_choice("Center", "Factory", azul_act_source(act) - 1, out);
        json_field_string(out, "color", azul_colour_names[azul_act_colour(act)]);
        json_put_key(out, "destination");
        put_choice("Floor", "PatternLine", destination == AZUL_FLOOR ? -1 : destination, out);
    }
    json_close(out, '}');
}

/* Reads what put_choice writes. Returns the number, -1 for `bare`, -2 for anything else. */
static int read_choice(struct json from, const char *bare, const char *key, int numbers) {
    int64_t number;
    if (json_equals(from, bare)) return -1;
    if (json_count(from) != 1 || !json_int(json_get(from, key), 0, numbers - 1, &number)) return -2;
    return (int)number;
}

static const char *read_take(const struct azul *azul, struct json from, action *act) {
    int source = read_choice(json_get(from, "source"), "Center", "Factory", azul_factories(azul));
    int colour = azul_find_colour(json_get(from, "color"));
    int destination = read_choice(json_get(from, "destination"), "Floor", "PatternLine", AZUL_SIDE);
    if (source < -1) return "source must be {\"Factory\": number from 0} or \"Center\"";
    if (colour < 0) return "color must be Blue, Yellow, Red, Black or White";
    if (destination < -1) return "destination must be {\"PatternLine\": 0 to 4} or \"Floor\"";
    *act = azul_act(source + 1, colour, destination < 0 ? AZUL_FLOOR : destination);
    return NULL;
}

const char *azul_read_act(const void *state, int who, struct json from, action *act) {
    if (who != CHANCE) {
        if (json_count(from) != 3) return "an action must have just source, color and destination";
        return read_take(state, from, act);
    }
    int colour = azul_find_colour(json_get(from, "draw"));
    if (colour < 0 || json_count(from) != 1)
        return "the action of chance must be {\"draw\": colour}";
    *act = (action)colour;
    return NULL;
}
