/* azul: words, the picture, and the observation. People count from 1, JSON from 0. */
#include "azul.h"
#include <string.h>

static const char letters[] = "BYRKW", faint_letters[] = "byrkw"; /* K is Black */

static const enum scene_colour paints[] = {SCENE_BLUE, SCENE_YELLOW, SCENE_RED, SCENE_BLACK,
                                           SCENE_WHITE};

void azul_name_act(const void *state, int who, action act, struct text *out) {
    const struct azul *azul = state;
    if (who == CHANCE) {
        text_format(out, "draw %s", azul_colour_names[act]);
        return;
    }
    int source = azul_act_source(act), colour = azul_act_colour(act);
    int destination = azul_act_destination(act), count = azul_count(azul->source[source], colour);
    if (count) text_format(out, "%d ", count);
    text_format(out, "%s from ", azul_colour_names[colour]);
    if (source == AZUL_CENTER)
        text_string(out, "center to ");
    else
        text_format(out, "factory %d to ", source);
    if (destination == AZUL_FLOOR)
        text_string(out, "floor");
    else
        text_format(out, "line %d", destination + 1);
}

/* The picture: a title; the factories side by side; the center beside bag and lid; the boards in
 * two columns, the viewing seat's first and the others in the order of their turns. */
enum { PLACE = 3, BOARD_COLS = 11, BOARD_ROWS = 8, RIGHT_COL = BOARD_COLS + 1 };
enum { FACTORY_ROW = 1, CENTER_ROW = 4, LID_ROW = 5, BOARDS_ROW = 6 };
enum { FACTORY_ROWS = 3, FACTORY_COLS = 3, WALL_COL = AZUL_SIDE + 1, CENTER_COL = 4 };

static struct scene_tile *add_tile(struct scene *scene, int row, int col, int colour) {
    char label[2] = {letters[colour], '\0'};
    struct scene_tile *tile = scene_add(scene, row, col, SCENE_TILE, paints[colour]);
    scene_label(tile, label);
    return tile;
}

static const char token_name[] = "first-player token";

static struct scene_tile *add_token(struct scene *scene, int row, int col) {
    struct scene_tile *token = scene_add(scene, row, col, SCENE_MARK, SCENE_CYAN);
    scene_label(token, "1");
    return token;
}

/* Names a tile by what it is and where it lies: "Blue, factory 3". A number of 0 and a player of 0
 * are left out. */
static void name_tile(struct scene_tile *tile, const char *what, const char *place, int number,
                      int player) {
    char name[SCENE_NAME_MAX];
    struct text text = text_over(name, sizeof name);
    text_format(&text, "%s%s, %s", what, tile->kind == SCENE_GHOST ? " missing" : "", place);
    if (number) text_format(&text, " %d", number);
    if (player) text_format(&text, ", player %d", player);
    scene_name(tile, name);
}

static void put_seats(uint32_t seats, struct text *out) {
    text_string(out, bits_count(seats) > 1 ? "players " : "player ");
    for (; seats; seats &= seats - 1)
        text_format(out, seats & (seats - 1) ? "%d, " : "%d", bits_low(seats) + 1);
}

static void draw_title(const struct azul *azul, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    text_format(&text, "Round %d of at most %d", azul->round, azul->max_rounds);
    scene_text(scene, 0, 0, BOARD_COLS, label);
    text_clear(&text);
    if (azul->phase == AZUL_DRAFT) {
        text_format(&text, "Player %d to draft", azul->active + 1);
    } else if (azul->phase == AZUL_REFILL) {
        text_string(&text, "The factories are being filled");
    } else {
        text_string(&text, "Over, won by ");
        put_seats(azul_winners(azul), &text);
    }
    scene_text(scene, 0, RIGHT_COL, BOARD_COLS, label);
}

static void draw_factory(const struct azul *azul, int source, struct scene *scene) {
    int left = (source - 1) * FACTORY_COLS, drawn = 0;
    char label[] = {' ', 'F', (char)('0' + source), '\0'}, title[SCENE_LABEL_MAX];
    struct text text = text_over(title, sizeof title);
    text_format(&text, "Factory %d", source);
    scene_area(scene, "factory", title, FACTORY_ROW, left, FACTORY_ROWS, FACTORY_COLS - 1);
    scene_text(scene, FACTORY_ROW, left, 1, label);
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        for (int i = 0; i < azul_count(azul->source[source], colour); i++, drawn++) {
            struct scene_tile *tile =
                add_tile(scene, FACTORY_ROW + 1 + drawn / 2, left + drawn % 2, colour);
            tile->spot = (int16_t)azul_source_spot(source, colour);
            name_tile(tile, azul_colour_names[colour], "factory", source, 0);
        }
    for (; drawn < AZUL_ON_FACTORY; drawn++)
        name_tile(scene_add(scene, FACTORY_ROW + 1 + drawn / 2, left + drawn % 2, SCENE_EMPTY,
                            SCENE_PLAIN),
                  "empty", "factory", source, 0);
}

/* One tile for each colour, with its count, because the center may hold very many. */
static void draw_center_colour(const struct azul *azul, int colour, struct scene *scene) {
    int count = azul_count(azul->source[AZUL_CENTER], colour), col = CENTER_COL + colour;
    char label[8], what[16];
    struct text text = text_over(label, sizeof label), name = text_over(what, sizeof what);
    struct scene_tile *tile;
    if (count) {
        text_format(&text, "%d%c", count, letters[colour]);
        text_format(&name, "%d %s", count, azul_colour_names[colour]);
        tile = add_tile(scene, CENTER_ROW, col, colour);
        scene_label(tile, label);
        tile->spot = (int16_t)azul_source_spot(AZUL_CENTER, colour);
    } else {
        text_format(&name, "no %s", azul_colour_names[colour]);
        tile = scene_add(scene, CENTER_ROW, col, SCENE_EMPTY, SCENE_PLAIN);
    }
    name_tile(tile, what, "center", 0, 0);
}

static void draw_center(const struct azul *azul, struct scene *scene) {
    scene_area(scene, "center", "Center", CENTER_ROW, 0, 1, CENTER_COL + AZUL_COLOURS);
    scene_text(scene, CENTER_ROW, 0, CENTER_COL - 1, "Center");
    if (azul->token == AZUL_TOKEN_IN_CENTER) {
        struct scene_tile *token = add_token(scene, CENTER_ROW, CENTER_COL - 1);
        token->spot = AZUL_TOKEN_SPOT;
        name_tile(token, token_name, "center", 0, 0);
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++) draw_center_colour(azul, colour, scene);
}

/* The longest spoken name, "bag 20 Blue 20 Yellow 20 Red 20 Black 20 White", just fits. */
static void draw_supply(uint64_t pile, int row, struct scene *scene) {
    const char *title = row == LID_ROW ? "Lid" : "Bag";
    char label[SCENE_LABEL_MAX], spoken[SCENE_NAME_MAX];
    struct text text = text_over(label, sizeof label), name = text_over(spoken, sizeof spoken);
    text_string(&text, title);
    text_string(&name, row == LID_ROW ? "lid" : "bag");
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_count(pile, colour);
        if (count) text_format(&text, " %d%c", count, letters[colour]);
        if (count) text_format(&name, " %d %s", count, azul_colour_names[colour]);
    }
    if (!pile) text_string(&text, " empty"), text_string(&name, " empty");
    scene_area(scene, "supply", title, row, RIGHT_COL, 1, BOARD_COLS);
    scene_text(scene, row, RIGHT_COL, BOARD_COLS, label);
    struct scene_tile *tile = &scene->tiles[scene->count - 1];
    tile->spot = row == LID_ROW ? AZUL_LID_SPOT : AZUL_BAG_SPOT;
    scene_name(tile, spoken);
}

/* A board at a place of the picture. */
struct board {
    const struct azul *azul;
    const struct azul_player *player;
    struct scene *scene;
    int seat, row, col;
    bool own; /* the viewing seat's */
};

static void set_destination(const struct board *board, struct scene_tile *tile, int destination) {
    tile->spot = (int16_t)azul_destination_spot(board->seat, destination);
}

/* Of the own board it need not be said whose it is. */
static void name_on_board(const struct board *board, struct scene_tile *tile, const char *what,
                          const char *place, int number) {
    name_tile(tile, what, place, number, board->own ? 0 : board->seat + 1);
}

/* Adds an area of a board, at a place within it. */
static void add_area(const struct board *board, const char *kind, int row, int col, int rows,
                     int cols) {
    char title[SCENE_LABEL_MAX];
    struct text text = text_over(title, sizeof title);
    text_format(&text, "Player %d", board->seat + 1);
    if (rows < BOARD_ROWS - 1) text_format(&text, "'s %s", kind);
    scene_area(board->scene, kind, title, board->row + row, board->col + col, rows, cols);
}

static void draw_name(const struct board *board) {
    const struct azul *azul = board->azul;
    bool turn = azul->phase == AZUL_DRAFT && azul->active == board->seat;
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    text_format(&text, "%sPlayer %d%s: %d %s", turn ? "> " : "", board->seat + 1,
                board->own && azul->phase != AZUL_OVER ? ", you" : "", board->player->score,
                board->player->score == 1 ? "point" : "points");
    scene_text(board->scene, board->row, board->col, BOARD_COLS, label);
}

/* A line fills from the right, next to the wall. */
static void draw_line(const struct board *board, int row) {
    const struct azul_player *player = board->player;
    int at = board->row + 1 + row;
    for (int i = 0; i <= row; i++) {
        int col = board->col + AZUL_SIDE - 1 - i;
        bool filled = i < player->filled[row];
        struct scene_tile *tile = filled
                                      ? add_tile(board->scene, at, col, player->colour[row])
                                      : scene_add(board->scene, at, col, SCENE_EMPTY, SCENE_PLAIN);
        set_destination(board, tile, row);
        name_on_board(board, tile, filled ? azul_colour_names[player->colour[row]] : "empty",
                      "line", row + 1);
    }
    char label[4] = {' ', (char)('1' + row), ' ', '\0'};
    scene_text(board->scene, at, board->col + AZUL_SIDE, 1, label);
}

static void draw_wall_row(const struct board *board, int row) {
    for (int i = 0; i < AZUL_SIDE; i++) {
        int colour = azul_wall_colour(row, i), at = board->row + 1 + row;
        int col = board->col + WALL_COL + i;
        bool laid = azul_on_wall(board->player, row, colour);
        char label[2] = {faint_letters[colour], '\0'};
        struct scene_tile *tile =
            laid ? add_tile(board->scene, at, col, colour)
                 : scene_add(board->scene, at, col, SCENE_GHOST, paints[colour]);
        if (!laid) scene_label(tile, label);
        tile->spot = (int16_t)azul_cell_spot(board->seat, row * AZUL_SIDE + i);
        name_on_board(board, tile, azul_colour_names[colour], "wall row", row + 1);
    }
}

/* A place is named by what it costs. */
static void draw_floor_place(const struct board *board, int place, int row) {
    static const int8_t costs[AZUL_FLOOR_PLACES] = {-1, -1, -2, -2, -2, -3, -3};
    const struct azul_player *player = board->player;
    int n = place - (board->azul->token == board->seat), col = board->col + place;
    const char *what = "empty";
    struct scene_tile *tile;
    if (n < 0) {
        tile = add_token(board->scene, row, col);
        what = token_name;
    } else if (n < player->floor_count) {
        tile = add_tile(board->scene, row, col, azul_floor_tile(player, n));
        what = azul_colour_names[azul_floor_tile(player, n)];
    } else {
        char label[] = {'-', (char)('0' - costs[place]), '\0'};
        scene_label(tile = scene_add(board->scene, row, col, SCENE_EMPTY, SCENE_PLAIN), label);
    }
    set_destination(board, tile, AZUL_FLOOR);
    name_on_board(board, tile, what, "floor", costs[place]);
}

static void draw_floor(const struct board *board) {
    int row = board->row + 1 + AZUL_SIDE, token = board->azul->token == board->seat;
    for (int place = 0; place < AZUL_FLOOR_PLACES; place++) draw_floor_place(board, place, row);
    int more = board->player->floor_count + token - AZUL_FLOOR_PLACES;
    char label[16];
    struct text text = text_over(label, sizeof label);
    text_format(&text, "and %d more", more);
    if (more > 0)
        scene_text(board->scene, row, board->col + AZUL_FLOOR_PLACES,
                   BOARD_COLS - AZUL_FLOOR_PLACES, label);
}

static void draw_board(const struct board *board) {
    add_area(board, "player", 0, 0, BOARD_ROWS - 1, BOARD_COLS);
    add_area(board, "lines", 1, 0, AZUL_SIDE, WALL_COL);
    add_area(board, "wall", 1, WALL_COL, AZUL_SIDE, AZUL_SIDE);
    add_area(board, "floor", 1 + AZUL_SIDE, 0, 1, BOARD_COLS);
    draw_name(board);
    for (int row = 0; row < AZUL_SIDE; row++) {
        draw_line(board, row);
        draw_wall_row(board, row);
    }
    draw_floor(board);
}

void azul_draw(const void *state, int seat, struct scene *scene) {
    const struct azul *azul = state;
    int factories = azul_factories(azul), cols = factories * FACTORY_COLS - 1;
    int boards = (azul->players + 1) / 2;
    if (cols < RIGHT_COL + BOARD_COLS) cols = RIGHT_COL + BOARD_COLS;
    scene_begin(scene, BOARDS_ROW + boards * BOARD_ROWS - 1, cols, PLACE);
    draw_title(azul, scene);
    for (int source = 1; source <= factories; source++) draw_factory(azul, source, scene);
    draw_center(azul, scene);
    draw_supply(azul->bag, CENTER_ROW, scene);
    draw_supply(azul->lid, LID_ROW, scene);
    for (int i = 0; i < azul->players; i++) {
        int other = (seat + i) % azul->players;
        struct board board = {azul,
                              &azul->player[other],
                              scene,
                              other,
                              BOARDS_ROW + i / 2 * BOARD_ROWS,
                              i % 2 * RIGHT_COL,
                              i == 0};
        draw_board(&board);
    }
}

int azul_picks(const void *state, int who, action act, int *spots) {
    (void)state;
    if (who == CHANCE) return 0;
    spots[0] = azul_source_spot(azul_act_source(act), azul_act_colour(act));
    spots[1] = azul_destination_spot(who, azul_act_destination(act));
    return 2;
}

/* Planes of 5 x 5. For each player, the viewing seat first: the wall; the lines, each as its count
 * in the column of its colour on the wall; the rest. Then two of sources by colours, and one of
 * bag, lid and the game. */
enum { PLANE = AZUL_SIDE * AZUL_SIDE, PLAYER_PLANES = 3, SHARED_PLANES = 3 };

struct shape azul_shape(const void *state) {
    const struct azul *azul = state;
    return (struct shape){.seats = azul->players,
                          .actions = (int)azul_acts(azul),
                          .planes = PLAYER_PLANES * azul->players + SHARED_PLANES,
                          .rows = AZUL_SIDE,
                          .cols = AZUL_SIDE};
}

static uint8_t capped(int number) {
    return (uint8_t)(number < 0 ? 0 : number < 255 ? number : 255);
}

static void observe_player(const struct azul *azul, int seat, uint8_t *out) {
    const struct azul_player *player = &azul->player[seat];
    uint8_t *wall = out, *lines = out + PLANE, *rest = out + 2 * PLANE;
    for (int cell = 0; cell < PLANE; cell++) wall[cell] = player->wall >> cell & 1;
    for (int row = 0; row < AZUL_SIDE; row++)
        lines[row * AZUL_SIDE + azul_wall_col(row, player->colour[row])] = player->filled[row];
    for (int i = 0; i < player->floor_count; i++) rest[azul_floor_tile(player, i)]++;
    uint8_t *scalars = rest + AZUL_SIDE;
    scalars[0] = azul->token == seat;
    scalars[1] = (uint8_t)azul_floor_penalty(azul, seat);
    scalars[2] = capped(player->score);
    scalars[3] = capped(player->score - 255);
    scalars[4] = azul->active == seat;
}

static void observe_pile(uint64_t pile, uint8_t *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        out[colour] = (uint8_t)azul_count(pile, colour);
}

void azul_observe(const void *state, int seat, uint8_t *out) {
    const struct azul *azul = state;
    memset(out, 0, (size_t)(PLANE * (PLAYER_PLANES * azul->players + SHARED_PLANES)));
    for (int i = 0; i < azul->players; i++, out += PLAYER_PLANES * PLANE)
        observe_player(azul, (seat + i) % azul->players, out);
    for (int source = 0; source < AZUL_SOURCES_MAX; source++, out += AZUL_COLOURS)
        observe_pile(azul->source[source], out);
    observe_pile(azul->bag, out);
    observe_pile(azul->lid, out + AZUL_SIDE);
    out += 2 * AZUL_SIDE;
    out[0] = azul->token == AZUL_TOKEN_IN_CENTER;
    out[1] = azul->round;
    out[2] = (uint8_t)(azul->max_rounds - azul->round);
    out[3] = azul->phase;
    out[4] = azul->dealt;
}
