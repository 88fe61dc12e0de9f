/* azul: the picture, and the spots of an act.
 *
 * A title; below it the factories, with the center and the supply beside them; then the boards in
 * two columns, the viewing seat's first and the others in the order of their turns. */
#include "azul.h"

static const char letters[] = "BYRKW", faint_letters[] = "byrkw"; /* K is Black */

static const enum scene_colour paints[] = {SCENE_BLUE, SCENE_YELLOW, SCENE_RED, SCENE_BLACK,
                                           SCENE_WHITE};

enum { PLACE = 3, BOARD_COLS = 11, BOARD_ROWS = 8, RIGHT_COL = BOARD_COLS + 1 };
enum { FACTORY_ROW = 1, FACTORY_ROWS = 2, FACTORY_COLS = 3, FACTORIES_IN_ROW = 5 };
enum { CENTER_ROW = 1, BAG_ROW = 2, LID_ROW = 3, SIDE_COLS = 8, CENTER_WORD_COLS = 2 };
enum { WALL_COL = AZUL_SIDE + 1, FLOOR_ROW = AZUL_SIDE + 1, FLOOR_COL = 2 };

/* Returns the factories of a row: at most two rows, so that all fits 80 characters. */
static int in_row(const struct azul *azul) {
    int count = azul_factories(azul);
    return count <= FACTORIES_IN_ROW ? count : (count + 1) / 2;
}

static int factory_rows(const struct azul *azul) {
    return azul_factories(azul) > in_row(azul) ? 2 * FACTORY_ROWS : FACTORY_ROWS;
}

static int side_col(const struct azul *azul) {
    return in_row(azul) * FACTORY_COLS + 1;
}

static int boards_row(const struct azul *azul) {
    int below = FACTORY_ROW + factory_rows(azul);
    return below > LID_ROW ? below : LID_ROW + 1;
}

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

/* Adds a number to read beside tiles, in one place. */
static void add_number(struct scene *scene, int row, int col, const char *label, const char *face) {
    scene_text(scene, row, col, 1, label);
    scene_face(&scene->tiles[scene->count - 1], face);
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

/* Whose turn it is, and who has won, is said with the players' names by those who know them. */
static void draw_turn(const struct azul *azul, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    if (azul->phase == AZUL_DRAFT) {
        text_format(&text, "Player %d to draft", azul->active + 1);
    } else if (azul->phase == AZUL_REFILL) {
        text_string(&text, "The factories are being filled");
    } else {
        text_string(&text, "Over, won by ");
        put_seats(azul_winners(azul), &text);
    }
    scene_text(scene, 0, RIGHT_COL, BOARD_COLS, label);
    if (azul->phase != AZUL_REFILL) scene_caption(scene);
}

static void draw_title(const struct azul *azul, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    int left = azul_on_table(azul);
    text_format(&text, "Round %d", azul->round);
    if (azul->phase == AZUL_DRAFT)
        text_format(&text, ", %d %s left", left, left == 1 ? "tile" : "tiles");
    scene_area(scene, "status", "Status", 0, 0, 1, RIGHT_COL + BOARD_COLS);
    scene_text(scene, 0, 0, BOARD_COLS, label);
    draw_turn(azul, scene);
}

static void draw_factory(const struct azul *azul, int source, struct scene *scene) {
    int index = source - 1, top = FACTORY_ROW + index / in_row(azul) * FACTORY_ROWS;
    int left = index % in_row(azul) * FACTORY_COLS, drawn = 0;
    char label[] = {' ', 'F', (char)('0' + source), '\0'}, title[SCENE_LABEL_MAX];
    struct text text = text_over(title, sizeof title);
    text_format(&text, "Factory %d", source);
    scene_area(scene, "factory", title, top, left, FACTORY_ROWS, FACTORY_COLS);
    add_number(scene, top, left, label, label + 2);
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        for (int i = 0; i < azul_count(azul->source[source], colour); i++, drawn++) {
            struct scene_tile *tile =
                add_tile(scene, top + drawn / 2, left + 1 + drawn % 2, colour);
            tile->spot = (int16_t)azul_source_spot(source, colour);
            name_tile(tile, azul_colour_names[colour], "factory", source, 0);
        }
    for (; drawn < AZUL_ON_FACTORY; drawn++)
        name_tile(scene_add(scene, top + drawn / 2, left + 1 + drawn % 2, SCENE_EMPTY, SCENE_PLAIN),
                  "empty", "factory", source, 0);
}

static void draw_factories(const struct azul *azul, struct scene *scene) {
    scene_area(scene, "factories", "Factories", FACTORY_ROW, 0, factory_rows(azul),
               in_row(azul) * FACTORY_COLS);
    for (int source = 1; source <= azul_factories(azul); source++)
        draw_factory(azul, source, scene);
}

/* Labels a pile of tiles of a colour: "3B", and "11B", which is "B+" where it must be short. */
static void label_pile(struct scene_tile *tile, int count, int colour) {
    char label[8], face[] = {letters[colour], '+', '\0'};
    struct text text = text_over(label, sizeof label);
    text_format(&text, "%d%c", count, letters[colour]);
    scene_label(tile, label);
    if (count > 9) scene_face(tile, face);
}

/* One tile for each colour, with its count, because the center may hold very many. */
static void draw_center_colour(const struct azul *azul, int colour, int col, struct scene *scene) {
    int count = azul_count(azul->source[AZUL_CENTER], colour);
    char what[16];
    struct text name = text_over(what, sizeof what);
    struct scene_tile *tile;
    if (count) {
        text_format(&name, "%d %s", count, azul_colour_names[colour]);
        tile = add_tile(scene, CENTER_ROW, col, colour);
        label_pile(tile, count, colour);
        tile->spot = (int16_t)azul_source_spot(AZUL_CENTER, colour);
    } else {
        text_format(&name, "no %s", azul_colour_names[colour]);
        tile = scene_add(scene, CENTER_ROW, col, SCENE_EMPTY, SCENE_PLAIN);
    }
    name_tile(tile, what, "center", 0, 0);
}

static void draw_center(const struct azul *azul, struct scene *scene) {
    int left = side_col(azul), tiles = left + CENTER_WORD_COLS;
    scene_area(scene, "center", "Center", CENTER_ROW, left, LID_ROW + 1 - CENTER_ROW, SIDE_COLS);
    scene_text(scene, CENTER_ROW, left, CENTER_WORD_COLS, "Center");
    scene_caption(scene);
    if (azul->token == AZUL_TOKEN_IN_CENTER) {
        struct scene_tile *token = add_token(scene, CENTER_ROW, tiles);
        token->spot = AZUL_TOKEN_SPOT;
        name_tile(token, token_name, "center", 0, 0);
    } else {
        name_tile(scene_add(scene, CENTER_ROW, tiles, SCENE_EMPTY, SCENE_PLAIN), "no token",
                  "center", 0, 0);
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++)
        draw_center_colour(azul, colour, tiles + 1 + colour, scene);
}

/* The longest spoken name, "bag 20 Blue 20 Yellow 20 Red 20 Black 20 White", just fits. */
static void draw_supply(const struct azul *azul, int row, struct scene *scene) {
    uint64_t pile = row == LID_ROW ? azul->lid : azul->bag;
    char label[SCENE_LABEL_MAX], spoken[SCENE_NAME_MAX];
    struct text text = text_over(label, sizeof label), name = text_over(spoken, sizeof spoken);
    text_string(&text, row == LID_ROW ? "Lid" : "Bag");
    text_string(&name, row == LID_ROW ? "lid" : "bag");
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_count(pile, colour);
        if (count) text_format(&text, " %d%c", count, letters[colour]);
        if (count) text_format(&name, " %d %s", count, azul_colour_names[colour]);
    }
    if (!pile) text_string(&text, " empty"), text_string(&name, " empty");
    scene_text(scene, row, side_col(azul), SIDE_COLS, label);
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
static struct scene_area *add_area(const struct board *board, const char *kind, int row, int col,
                                   int rows, int cols) {
    char title[SCENE_LABEL_MAX];
    struct text text = text_over(title, sizeof title);
    text_format(&text, "Player %d", board->seat + 1);
    if (rows < BOARD_ROWS - 1) text_format(&text, "'s %s", kind);
    struct scene_area *area =
        scene_area(board->scene, kind, title, board->row + row, board->col + col, rows, cols);
    area->seat = (int8_t)board->seat;
    return area;
}

static void draw_name(const struct board *board, struct scene_area *area) {
    const struct azul *azul = board->azul;
    bool turn = azul->phase == AZUL_DRAFT && azul->active == board->seat;
    int score = board->player->score;
    char label[SCENE_LABEL_MAX], value[SCENE_VALUE_MAX];
    struct text text = text_over(label, sizeof label), points = text_over(value, sizeof value);
    text_format(&points, "%d %s", score, score == 1 ? "point" : "points");
    scene_value(area, value);
    text_format(&text, "%sPlayer %d%s: %s", turn ? "> " : "", board->seat + 1,
                board->own && azul->phase != AZUL_OVER ? ", you" : "", value);
    scene_text(board->scene, board->row, board->col, BOARD_COLS, label);
    scene_caption(board->scene);
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
    char label[] = {' ', (char)('1' + row), ' ', '\0'}, face[] = {label[1], '>', '\0'};
    add_number(board->scene, at, board->col + AZUL_SIDE, label, face);
}

/* Marks the place of a full line's tile with the points it will score. */
static void draw_promise(const struct board *board, struct scene_tile *tile, int row, int colour,
                         int points) {
    char label[8], what[SCENE_NAME_MAX];
    struct text text = text_over(label, sizeof label), name = text_over(what, sizeof what);
    text_format(&text, "+%d", points);
    if (points > 9) scene_face(tile, label + 1);
    text_format(&name, "%s will score %d", azul_colour_names[colour], points);
    tile->kind = SCENE_MARK;
    scene_label(tile, label);
    name_on_board(board, tile, what, "wall row", row + 1);
}

/* `wall` has the tiles that lie when this row is tiled, its own too; those of full lines above it
 * among them. */
static void draw_wall_row(const struct board *board, int row, uint32_t wall) {
    for (int i = 0; i < AZUL_SIDE; i++) {
        int colour = azul_wall_colour(row, i), at = board->row + 1 + row;
        int col = board->col + WALL_COL + i;
        bool laid = board->player->wall & azul_cell(row, i);
        char label[2] = {faint_letters[colour], '\0'};
        struct scene_tile *tile =
            laid ? add_tile(board->scene, at, col, colour)
                 : scene_add(board->scene, at, col, SCENE_GHOST, paints[colour]);
        tile->spot = (int16_t)azul_cell_spot(board->seat, row * AZUL_SIDE + i);
        if (!laid && wall & azul_cell(row, i)) {
            draw_promise(board, tile, row, colour, azul_tile_points(wall, row, i));
        } else {
            if (!laid) scene_label(tile, label);
            name_on_board(board, tile, azul_colour_names[colour], "wall row", row + 1);
        }
    }
}

/* Rows are tiled from the first to the last. */
static void draw_wall(const struct board *board) {
    const struct azul_player *player = board->player;
    uint32_t wall = player->wall;
    for (int row = 0; row < AZUL_SIDE; row++) {
        if (azul_is_full(player, row))
            wall |= azul_cell(row, azul_wall_col(row, player->colour[row]));
        draw_wall_row(board, row, wall);
    }
}

/* A place is named by what it costs. */
static void draw_floor_place(const struct board *board, int place, int row) {
    static const int8_t costs[AZUL_FLOOR_PLACES] = {-1, -1, -2, -2, -2, -3, -3};
    const struct azul_player *player = board->player;
    int n = place - (board->azul->token == board->seat), col = board->col + FLOOR_COL + place;
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
    enum { MORE_COL = FLOOR_COL + AZUL_FLOOR_PLACES, MORE_COLS = BOARD_COLS - MORE_COL };
    int row = board->row + FLOOR_ROW, token = board->azul->token == board->seat;
    scene_text(board->scene, row, board->col, FLOOR_COL, "floor");
    for (int place = 0; place < AZUL_FLOOR_PLACES; place++) draw_floor_place(board, place, row);
    int more = board->player->floor_count + token - AZUL_FLOOR_PLACES;
    char label[16];
    struct text text = text_over(label, sizeof label);
    text_format(&text, more < 10 ? "%d more" : "%dmore", more); /* in six characters */
    if (more <= 0) return;
    scene_text(board->scene, row, board->col + MORE_COL, MORE_COLS, label);
    text_clear(&text);
    text_format(&text, "+%d", more);
    scene_face(&board->scene->tiles[board->scene->count - 1], label);
}

static void draw_board(const struct board *board) {
    draw_name(board, add_area(board, "player", 0, 0, BOARD_ROWS - 1, BOARD_COLS));
    add_area(board, "lines", 1, 0, AZUL_SIDE, WALL_COL);
    add_area(board, "wall", 1, WALL_COL, AZUL_SIDE, AZUL_SIDE);
    add_area(board, "floor", FLOOR_ROW, 0, 1, BOARD_COLS);
    for (int row = 0; row < AZUL_SIDE; row++) draw_line(board, row);
    draw_wall(board);
    draw_floor(board);
}

static void draw_boards(const struct azul *azul, int seat, struct scene *scene) {
    for (int i = 0; i < azul->players; i++) {
        int other = (seat + i) % azul->players;
        struct board board = {.azul = azul,
                              .player = &azul->player[other],
                              .scene = scene,
                              .seat = other,
                              .row = boards_row(azul) + i / 2 * BOARD_ROWS,
                              .col = i % 2 * RIGHT_COL,
                              .own = i == 0};
        draw_board(&board);
    }
}

void azul_draw(const void *state, int seat, struct scene *scene) {
    const struct azul *azul = state;
    int cols = side_col(azul) + SIDE_COLS, boards = (azul->players + 1) / 2;
    if (cols < RIGHT_COL + BOARD_COLS) cols = RIGHT_COL + BOARD_COLS;
    scene_begin(scene, boards_row(azul) + boards * BOARD_ROWS - 1, cols, PLACE);
    draw_title(azul, scene);
    draw_factories(azul, scene);
    draw_center(azul, scene);
    scene_area(scene, "supply", "Bag and lid", BAG_ROW, side_col(azul), 2, SIDE_COLS);
    draw_supply(azul, BAG_ROW, scene);
    draw_supply(azul, LID_ROW, scene);
    draw_boards(azul, seat, scene);
}

int azul_picks(const void *state, int who, action act, int *spots) {
    (void)state;
    if (who == CHANCE) return 0;
    spots[0] = azul_source_spot(azul_act_source(act), azul_act_colour(act));
    spots[1] = azul_destination_spot(who, azul_act_destination(act));
    return 2;
}
