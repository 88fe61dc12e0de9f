/* lines: the picture, the spots of a move, the path of a ball, and the observation. None of them
 * shows what is hidden. */
#include "lines.h"
#include <string.h>

static const enum scene_colour paints[] = {SCENE_RED,     SCENE_GREEN,  SCENE_BLUE, SCENE_BROWN,
                                           SCENE_MAGENTA, SCENE_YELLOW, SCENE_CYAN};

static int code_of(const struct lines *lines, int cell) {
    return lines_code(lines, lines_bit(lines, cell), lines_limbs(lines));
}

static void label_char(struct scene_tile *tile, char letter) {
    scene_label(tile, (char[]){letter, '\0'});
}

/* Names the tile of a cell, to read aloud: "Red, d2", "Green announced, c3", "empty, e5". */
static void name_tile(const struct lines *lines, int cell, int code, int ghost,
                      struct scene_tile *tile) {
    char name[SCENE_NAME_MAX];
    struct text text = text_over(name, sizeof name);
    text_string(&text, code || ghost ? lines_colour_names[(code ? code : ghost) - 1] : "empty");
    text_string(&text, ghost ? " announced, " : ", ");
    lines_name_cell(lines, cell, &text);
    scene_name(tile, name);
}

/* Adds the name of a column or row, right-aligned in two characters. */
static void add_heading(struct scene *scene, int row, int col, const char *label) {
    scene_text(scene, row, col, 1, label);
    scene_face(&scene->tiles[scene->count - 1], label + (label[0] == ' '));
}

/* Letters above the columns and numbers before the rows, which name the cells. */
static void draw_frame(const struct lines *lines, struct scene *scene) {
    for (int col = 0; col < lines->cols; col++)
        add_heading(scene, 0, col + 1, (char[]){' ', (char)('a' + col), '\0'});
    for (int row = 1; row <= lines->rows; row++) {
        char label[4];
        struct text text = text_over(label, sizeof label);
        text_format(&text, "%s%d", row < 10 ? " " : "", row);
        add_heading(scene, row, 0, label);
    }
}

/* Returns the code of the ball announced for an empty cell, or 0. */
static int announced(const struct lines *lines, int cell) {
    for (int i = 0; i < lines->drawn; i++)
        if (lines->cells[i] == cell + 1) return lines_next(lines, i);
    return 0;
}

/* A ball is a capital letter; a ball announced for the cell is a small letter. */
static void draw_cell(const struct lines *lines, int cell, struct scene *scene) {
    int code = code_of(lines, cell), ghost = code ? 0 : announced(lines, cell);
    int row = cell / lines->cols + 1, col = cell % lines->cols + 1;
    struct scene_tile *tile;
    if (code) {
        tile = scene_add(scene, row, col, SCENE_TILE, paints[code - 1]);
        label_char(tile, lines_letters[code - 1]);
    } else if (ghost) {
        tile = scene_add(scene, row, col, SCENE_GHOST, paints[ghost - 1]);
        label_char(tile, (char)(lines_letters[ghost - 1] - 'A' + 'a'));
    } else {
        tile = scene_add(scene, row, col, SCENE_EMPTY, SCENE_PLAIN);
    }
    tile->spot = (int16_t)cell;
    name_tile(lines, cell, code, ghost, tile);
}

/* The word before the next balls, and the word in place of them, take so many places. */
enum { WORD_COLS = 2 };

static void draw_next(const struct lines *lines, int row, struct scene *scene) {
    int balls = lines->per_turn > WORD_COLS ? lines->per_turn : WORD_COLS;
    scene_area(scene, "next", "Next balls", row, 0, 1, WORD_COLS + balls);
    scene_text(scene, row, 0, WORD_COLS, "next");
    scene_caption(scene);
    if (!lines->show) scene_text(scene, row, WORD_COLS, WORD_COLS, "hidden");
    for (int i = 0; lines->show && i < lines->drawn; i++) {
        int code = lines_next(lines, i);
        struct scene_tile *tile =
            scene_add(scene, row, WORD_COLS + i, SCENE_TILE, paints[code - 1]);
        char name[SCENE_NAME_MAX];
        struct text text = text_over(name, sizeof name);
        text_format(&text, "next: %s", lines_colour_names[code - 1]);
        label_char(tile, lines_letters[code - 1]);
        scene_name(tile, name);
    }
    for (int i = lines->drawn; lines->show && i < lines->per_turn; i++)
        scene_name(scene_add(scene, row, WORD_COLS + i, SCENE_EMPTY, SCENE_PLAIN), "next: none");
}

static void draw_score(const struct lines *lines, int row, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    const char *points = lines->score == 1 ? "point" : "points";
    if (lines_movers(lines))
        text_format(&text, "%u %s, turn %u", lines->score, points, lines->turn);
    else
        text_format(&text, "%u %s, over", lines->score, points);
    scene_area(scene, "status", "Score", row, 0, 1, scene->cols);
    scene_text(scene, row, 0, scene->cols, label);
}

void lines_draw(const void *state, int seat, struct scene *scene) {
    (void)seat;
    const struct lines *lines = state;
    enum {
        PLACE = 3,
        LABEL_COLS = (SCENE_LABEL_MAX + PLACE - 1) / PLACE,
        NEXT = WORD_COLS + LINES_NEXT_MAX
    };
    int cols = lines->cols + 1;
    if (cols < LABEL_COLS) cols = LABEL_COLS;
    if (cols < NEXT) cols = NEXT;
    scene_begin(scene, lines->rows + 3, cols, PLACE);
    scene_area(scene, "board", "Board", 0, 0, lines->rows + 1, lines->cols + 1);
    draw_frame(lines, scene);
    for (int cell = 0; cell < lines_count(lines); cell++) draw_cell(lines, cell, scene);
    draw_next(lines, lines->rows + 1, scene);
    draw_score(lines, lines->rows + 2, scene);
}

int lines_picks(const void *state, int who, action act, int *spots) {
    int cells = lines_count(state);
    if (who == CHANCE) return 0;
    spots[0] = (int)act / cells;
    spots[1] = (int)act % cells;
    return 2;
}

/* Writes the neighbours of a cell; returns their number. */
static int neighbours(const struct lines *lines, int cell, int out[4]) {
    int row = cell / lines->cols, col = cell % lines->cols, count = 0;
    if (row > 0) out[count++] = cell - lines->cols;
    if (col > 0) out[count++] = cell - 1;
    if (col < lines->cols - 1) out[count++] = cell + 1;
    if (row < lines->rows - 1) out[count++] = cell + lines->cols;
    return count;
}

/* Breadth-first search from the target: `after` is the next cell on a shortest path there. */
int lines_path(const void *state, int who, action act, int *spots) {
    const struct lines *lines = state;
    uint8_t queue[LINES_CELLS_MAX], after[LINES_CELLS_MAX];
    int cells = lines_count(lines), from = (int)act / cells, to = (int)act % cells;
    int head = 0, tail = 0, count = 0, beside[4];
    uint64_t seen[LINES_LIMBS_MAX] = {0};
    if (who == CHANCE) return 0;
    queue[tail++] = (uint8_t)to;
    bits_add(seen, to);
    while (!bits_has(seen, from)) {
        int cell = queue[head++];
        for (int i = neighbours(lines, cell, beside) - 1; i >= 0; i--) {
            int next = beside[i];
            if (bits_has(seen, next) || (code_of(lines, next) && next != from)) continue;
            bits_add(seen, next);
            after[next] = (uint8_t)cell;
            queue[tail++] = (uint8_t)next;
        }
    }
    for (int cell = from; cell != to; cell = after[cell]) spots[count++] = cell;
    spots[count++] = to;
    return count;
}

/* For each colour a plane with 1 on its balls; for each colour a plane filled with the number of
 * its balls that come next; a plane with colour + 1 on the cells announced for them. */
struct shape lines_shape(const void *state) {
    const struct lines *lines = state;
    int cells = lines_count(lines);
    return (struct shape){.seats = 1,
                          .actions = cells * cells,
                          .planes = 2 * lines->colours + 1,
                          .rows = lines->rows,
                          .cols = lines->cols};
}

void lines_observe(const void *state, int seat, uint8_t *out) {
    (void)seat;
    const struct lines *lines = state;
    int cells = lines_count(lines), colours = lines->colours;
    uint8_t *coming = out + colours * cells, *where = coming + colours * cells;
    uint8_t counts[LINES_COLOURS_MAX] = {0};
    memset(out, 0, (size_t)((2 * colours + 1) * cells));
    for (int cell = 0; cell < cells; cell++) {
        int code = code_of(lines, cell);
        if (code) out[(code - 1) * cells + cell] = 1;
    }
    for (int i = 0; lines->show && i < lines->drawn; i++) {
        int code = lines_next(lines, i);
        counts[code - 1]++;
        if (lines->cells[i]) where[lines->cells[i] - 1] = (uint8_t)code;
    }
    for (int colour = 0; colour < colours; colour++)
        memset(coming + colour * cells, counts[colour], (size_t)cells);
}
