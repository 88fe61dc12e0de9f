/* falls: the picture, and the spots of an act.
 *
 * On the left is the seat's own bottle, below it the status, the viruses left, the next capsule and
 * buttons; to the right the bottles of the others, small. With several players, the first row shows
 * the halves that others sent.
 *
 * It is drawn at every tick, so a cell is made by copying: there is a tile for everything that can
 * lie in a cell, and only its place is written into it. */
#include "falls.h"
#include <string.h>

enum { PLACE = 3, SMALL_COL = FALLS_COLS + 1, SMALL_STEP = FALLS_COLS + 1 };
enum { VIRUSES_ROWS = FALLS_COLOURS - 1, NEXT_COL = 3, NEXT_WORD_COLS = 2 };

/* What can lie in a cell. The first five are halves by what they are bound to; they may fall. */
enum form { ALONE, RIGHT, LEFT, DOWN, UP, FALLING, VIRUS = 2 * FALLING, LANDS, FORMS };
enum { EMPTY, LOOKS = FORMS * FALLS_COLOURS }; /* FORMS * colour + form */

struct look {
    struct scene_tile tile;
    int length; /* of its name, which the place follows */
};

#define LOOK(sort, shade, bound, text, short_text, spoken)                                         \
    {                                                                                              \
        {.span = 1,                                                                                \
         .spot = SCENE_NO_SPOT,                                                                    \
         .kind = sort,                                                                             \
         .colour = shade,                                                                          \
         .joins = bound,                                                                           \
         .face = short_text,                                                                       \
         .label = text,                                                                            \
         .name = spoken},                                                                          \
            sizeof spoken - 1                                                                      \
    }

/* The brackets show what a half is bound to: (R==B) lying, / \ over \ / standing, (R) alone. A
 * virus is a small letter between stars. */
#define HALVES(first, shade, letter, words)                                                        \
    [first + ALONE] = LOOK(SCENE_TILE, shade, 0, "(" letter ")", letter, words " half"),           \
             [first + RIGHT] = LOOK(SCENE_TILE, shade, SCENE_JOIN_RIGHT, "(" letter "=", letter,   \
                                    words " capsule half"),                                        \
             [first + LEFT] = LOOK(SCENE_TILE, shade, SCENE_JOIN_LEFT, "=" letter ")", letter,     \
                                   words " capsule half"),                                         \
             [first + DOWN] = LOOK(SCENE_TILE, shade, SCENE_JOIN_DOWN, "/" letter "\\", letter,    \
                                   words " capsule half"),                                         \
             [first + UP] = LOOK(SCENE_TILE, shade, SCENE_JOIN_UP, "\\" letter "/", letter,        \
                                 words " capsule half")

#define LOOKS_OF(first, shade, letter, small_letter, word, eyes)                                   \
    HALVES(first, shade, letter, word), HALVES(first + FALLING, shade, letter, "falling " word),   \
        [first + VIRUS] = LOOK(SCENE_MARK, shade, 0, "*" small_letter "*", eyes, word " virus"),   \
                 [first + LANDS] = LOOK(SCENE_GHOST, shade, 0, letter, letter, word " lands here")

static const struct look looks[LOOKS] = {
    [EMPTY] = LOOK(SCENE_EMPTY, SCENE_PLAIN, 0, "", "", "empty"),
    LOOKS_OF(FORMS *FALLS_RED, SCENE_RED, "R", "r", "red", "><"),
    LOOKS_OF(FORMS *FALLS_YELLOW, SCENE_YELLOW, "Y", "y", "yellow", "oo"),
    LOOKS_OF(FORMS *FALLS_BLUE, SCENE_BLUE, "B", "b", "blue", "^^"),
};

/* In a small bottle a cell is one character. */
#define SMALL_HALVES(first, shade, letter, words)                                                  \
    [first + ALONE] = LOOK(SCENE_TILE, shade, 0, letter, letter, words),                           \
             [first + RIGHT] = LOOK(SCENE_TILE, shade, SCENE_JOIN_RIGHT, letter, letter, words),   \
             [first + LEFT] = LOOK(SCENE_TILE, shade, SCENE_JOIN_LEFT, letter, letter, words),     \
             [first + DOWN] = LOOK(SCENE_TILE, shade, SCENE_JOIN_DOWN, letter, letter, words),     \
             [first + UP] = LOOK(SCENE_TILE, shade, SCENE_JOIN_UP, letter, letter, words)

#define SMALL_LOOKS_OF(first, shade, letter, small_letter, word, eyes)                             \
    SMALL_HALVES(first, shade, letter, word " half"),                                              \
        SMALL_HALVES(first + FALLING, shade, letter, "falling " word " half"),                     \
        [first + VIRUS] = LOOK(SCENE_MARK, shade, 0, small_letter, eyes, word " virus")

static const struct look small_looks[LOOKS] = {
    [EMPTY] = LOOK(SCENE_EMPTY, SCENE_PLAIN, 0, ".", "", "empty"),
    SMALL_LOOKS_OF(FORMS *FALLS_RED, SCENE_RED, "R", "r", "red", "><"),
    SMALL_LOOKS_OF(FORMS *FALLS_YELLOW, SCENE_YELLOW, "Y", "y", "yellow", "oo"),
    SMALL_LOOKS_OF(FORMS *FALLS_BLUE, SCENE_BLUE, "B", "b", "blue", "^^"),
};

/* Return the picture's rows of the field's top and of what is below it. */
static int field_row(const struct falls *falls) {
    return falls->players > 1;
}

static int status_row(const struct falls *falls) {
    return field_row(falls) + FALLS_ROWS;
}

static int counts_row(const struct falls *falls) {
    return status_row(falls) + 1;
}

static int button_row(const struct falls *falls) {
    return counts_row(falls) + VIRUSES_ROWS;
}

static void spread(falls_set set, int look, uint8_t *cells) {
    for (; set; set &= set - 1) cells[falls_first(set)] = (uint8_t)look;
}

/* Tells the looks of some halves of a field. */
static void find_halves(const struct falls_tiles *tiles, falls_set halves, int first,
                        uint8_t *cells) {
    falls_set right = tiles->right & halves, left = tiles->right << 1 & halves;
    falls_set down = tiles->down & halves, up = tiles->down << FALLS_COLS & halves;
    spread(right, first + RIGHT, cells);
    spread(left, first + LEFT, cells);
    spread(down, first + DOWN, cells);
    spread(up, first + UP, cells);
    spread(halves & ~(right | left | down | up), first + ALONE, cells);
}

/* Tells the look of each cell. */
static void find_looks(const struct falls_player *player, uint8_t *cells) {
    struct falls_tiles moving = falls_placed_tiles(player);
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++) {
        falls_set settled = falls_of_colour(&player->settled, colour);
        int first = FORMS * colour;
        spread(settled & player->virus, first + VIRUS, cells);
        find_halves(&player->settled, settled & ~player->virus, first, cells);
        find_halves(&moving, falls_of_colour(&moving, colour), first + FALLING, cells);
    }
}

/* Tells where the capsule would land. */
static void find_ghost(const struct falls_player *player, uint8_t *cells) {
    int low = player->controlled ? falls_landing(player) : 0;
    for (int colour = FALLS_RED; player->controlled && colour < FALLS_COLOURS; colour++)
        spread(falls_placed(falls_of_colour(&player->moving, colour), low), FORMS * colour + LANDS,
               cells);
}

/* Writes ", row 5 column 4" and returns its end. At most 17 bytes; zeros follow already. */
static char *put_place(char *to, int row, int col) {
    static const char words[FALLS_ROWS][17] = {
        ", row 1 column ",  ", row 2 column ",  ", row 3 column ",  ", row 4 column ",
        ", row 5 column ",  ", row 6 column ",  ", row 7 column ",  ", row 8 column ",
        ", row 9 column ",  ", row 10 column ", ", row 11 column ", ", row 12 column ",
        ", row 13 column ", ", row 14 column ", ", row 15 column ", ", row 16 column "};
    memcpy(to, words[row], 16);
    to += row < 9 ? 15 : 16;
    *to = (char)('1' + col);
    return to + 1;
}

static void draw_field(const struct falls *falls, int seat, struct scene *scene) {
    uint8_t cells[FALLS_CELLS] = {0};
    find_ghost(&falls->player[seat], cells);
    find_looks(&falls->player[seat], cells);
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        int row = cell / FALLS_COLS, col = cell % FALLS_COLS;
        const struct look *look = &looks[cells[cell]];
        struct scene_tile *tile = scene_copy(scene, &look->tile, field_row(falls) + row, col);
        tile->spot = (int16_t)falls_spot(seat, cell);
        put_place(tile->name + look->length, row, col);
    }
}

static void draw_small_field(const struct falls *falls, int seat, int left, struct scene *scene) {
    uint8_t cells[FALLS_CELLS] = {0};
    char whose[] = ", player 1";
    whose[sizeof whose - 2] = (char)('1' + seat);
    find_looks(&falls->player[seat], cells);
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        int row = cell / FALLS_COLS, col = cell % FALLS_COLS;
        const struct look *look = &small_looks[cells[cell]];
        struct scene_tile *tile =
            scene_copy(scene, &look->tile, field_row(falls) + row, left + col);
        tile->spot = (int16_t)falls_spot(seat, cell);
        memcpy(put_place(tile->name + look->length, row, col), whose, sizeof whose - 1);
    }
}

static void name_player(int seat, char title[SCENE_LABEL_MAX]) {
    struct text text = text_over(title, SCENE_LABEL_MAX);
    text_string(&text, "Player ");
    text_int(&text, seat + 1);
}

static void draw_bottle(const struct falls *falls, int seat, struct scene *scene) {
    int viruses = falls_count(falls->player[seat].virus);
    char title[SCENE_LABEL_MAX] = "Bottle", value[SCENE_VALUE_MAX];
    struct text text = text_over(value, sizeof value);
    if (falls->players > 1) name_player(seat, title);
    struct scene_area *area =
        scene_area(scene, "bottle", title, field_row(falls), 0, FALLS_ROWS, FALLS_COLS);
    text_int(&text, viruses);
    text_string(&text, viruses == 1 ? " virus" : " viruses");
    scene_value(area, value);
    area->seat = (int8_t)seat;
    area->dense = 1;
}

/* Draws the next capsule, if it is known. */
static void draw_next(const struct falls *falls, const struct falls_player *player,
                      struct scene *scene) {
    static const int forms[] = {RIGHT, LEFT};
    static const char *const names[] = {"next capsule, left half: ", "next capsule, right half: "};
    uint32_t index = player->drawn - falls->first;
    int row = counts_row(falls), left = NEXT_COL + NEXT_WORD_COLS;
    scene_area(scene, "next", "Next", row, NEXT_COL, 1, NEXT_WORD_COLS + 2)->dense = 1;
    scene_text(scene, row, NEXT_COL, NEXT_WORD_COLS, "next");
    scene_caption(scene);
    if (player->status != FALLS_PLAYING || index >= falls->kept) return;
    for (int half = 0; half < 2; half++) {
        int capsule = falls->capsules[index], colour = (half ? capsule % 3 : capsule / 3) + 1;
        struct scene_tile *tile =
            scene_copy(scene, &looks[FORMS * colour + forms[half]].tile, row, left + half);
        struct text text = text_over(tile->name, sizeof tile->name);
        memset(tile->name, 0, sizeof tile->name);
        text_string(&text, names[half]);
        text_string(&text, falls_colour_words[colour]);
    }
}

/* Draws how many viruses of each colour are left. */
static void draw_viruses(const struct falls *falls, const struct falls_player *player,
                         struct scene *scene) {
    static const char *const names[] = {"", " red left", " yellow left", " blue left"};
    int row = counts_row(falls);
    struct scene_area *area = scene_area(scene, "viruses", "Viruses", row, 0, VIRUSES_ROWS, 2);
    char value[SCENE_VALUE_MAX];
    struct text total = text_over(value, sizeof value);
    text_int(&total, falls_count(player->virus));
    scene_value(area, value);
    area->dense = 1;
    for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++, row++) {
        int count = falls_count(falls_of_colour(&player->settled, colour) & player->virus);
        struct scene_tile *tile = scene_copy(scene, &looks[FORMS * colour + VIRUS].tile, row, 0);
        char label[8], name[SCENE_NAME_MAX];
        struct text number = text_over(label, sizeof label), text = text_over(name, sizeof name);
        text_string(&number, count < 10 ? "  " : " ");
        text_int(&number, count);
        text_int(&text, count);
        text_string(&text, names[colour]);
        scene_name(tile, name);
        scene_text(scene, row, 1, 1, label);
    }
}

/* Draws the oldest unit that waits, each half above the column where it will appear. */
static void draw_coming(const struct falls_player *player, struct scene *scene) {
    struct scene_area *area = scene_area(scene, "coming", "Coming", 0, 0, 1, FALLS_COLS);
    char value[SCENE_VALUE_MAX];
    struct text text = text_over(value, sizeof value);
    area->dense = 1;
    if (player->units > 1) {
        text_format(&text, "first of %d", player->units);
        scene_value(area, value);
    }
    for (int i = 0; i < FALLS_UNIT_MAX && player->incoming[0][i] >= 4; i++) {
        int colour = player->incoming[0][i] & 3, col = (player->incoming[0][i] >> 2) - 1;
        char name[SCENE_NAME_MAX];
        struct text spoken = text_over(name, sizeof name);
        text_format(&spoken, "%s half comes, column %d", falls_colour_words[colour], col + 1);
        scene_name(scene_copy(scene, &looks[FORMS * colour + LANDS].tile, 0, col), name);
    }
}

/* Writes the status. Returns whether other areas say so as well. */
static bool put_status(const struct falls *falls, const struct falls_player *player,
                       struct text *out) {
    int viruses = falls_count(player->virus), runs = falls_runs(player->chain);
    bool playing = player->status == FALLS_PLAYING && falls->phase != FALLS_SETUP;
    if (falls->phase == FALLS_SETUP)
        text_string(out, "being set up");
    else if (player->status == FALLS_DEFEATED)
        text_format(out, "defeated, %d left", viruses);
    else if (player->status == FALLS_CLEARED)
        text_string(out, "cleared");
    else if (runs)
        text_format(out, "%d left, chain of %d", viruses, runs);
    else if (player->units)
        text_format(out, "%d left, %d coming", viruses, player->units);
    else
        text_format(out, "%d %s left", viruses, viruses == 1 ? "virus" : "viruses");
    return playing && !runs;
}

static void draw_status(const struct falls *falls, int seat, struct scene *scene) {
    char label[SCENE_LABEL_MAX];
    struct text text = text_over(label, sizeof label);
    int row = status_row(falls), several = falls->players > 1;
    scene_area(scene, "status", "Status", row, 0, 1, FALLS_COLS);
    if (several) {
        char name[] = {'P', (char)('1' + seat), '\0'};
        scene_text(scene, row, 0, 1, name);
        scene_caption(scene);
    }
    bool said = put_status(falls, &falls->player[seat], &text);
    scene_text(scene, row, several, FALLS_COLS - several, label);
    if (said) scene_caption(scene);
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

/* Captions of a small bottle: above it who and how many viruses, below it what else there is. */
static void draw_small_words(const struct falls *falls, int seat, int col, struct scene *scene) {
    static const char *const fates[] = {"", "out", "won"};
    const struct falls_player *player = &falls->player[seat];
    char label[SCENE_LABEL_MAX] = "";
    struct text text = text_over(label, sizeof label);
    text_format(&text, "P%d: %d", seat + 1, falls_count(player->virus));
    scene_text(scene, field_row(falls) - 1, col, FALLS_COLS, label);
    scene_caption(scene);
    text_clear(&text);
    if (player->status == FALLS_PLAYING && player->units)
        text_format(&text, "%d coming", player->units);
    else
        text_string(&text, fates[player->status]);
    scene_text(scene, status_row(falls), col, FALLS_COLS, label);
    scene_caption(scene);
}

static void draw_small_bottle(const struct falls *falls, int seat, int col, struct scene *scene) {
    const struct falls_player *player = &falls->player[seat];
    char title[SCENE_LABEL_MAX], value[SCENE_VALUE_MAX];
    struct text text = text_over(value, sizeof value);
    name_player(seat, title);
    struct scene_area *area =
        scene_area(scene, "bottle", title, field_row(falls) - 1, col, FALLS_ROWS + 2, FALLS_COLS);
    if (player->status == FALLS_DEFEATED) text_string(&text, "out ");
    if (player->status == FALLS_CLEARED)
        text_string(&text, "won");
    else
        text_int(&text, falls_count(player->virus));
    scene_value(area, value);
    area->seat = (int8_t)seat;
    area->dense = area->small = 1;
}

void falls_draw_seats(const void *state, int seat, uint32_t seats, struct scene *scene) {
    const struct falls *falls = state;
    const struct falls_player *player = &falls->player[seat];
    int others = falls->players - 1;
    int cols = others ? SMALL_COL + SMALL_STEP * others - 1 : FALLS_COLS;
    scene_begin(scene, button_row(falls) + 1, cols, PLACE);
    if (others) draw_coming(player, scene);
    draw_bottle(falls, seat, scene);
    if (seats >> seat & 1) draw_field(falls, seat, scene);
    draw_next(falls, player, scene);
    draw_viruses(falls, player, scene);
    for (int i = 0; i < others; i++) {
        int other = i < seat ? i : i + 1, col = SMALL_COL + SMALL_STEP * i;
        draw_small_bottle(falls, other, col, scene);
        if (!(seats >> other & 1)) continue;
        draw_small_field(falls, other, col, scene);
        draw_small_words(falls, other, col, scene);
    }
    draw_status(falls, seat, scene);
    draw_buttons(falls, scene);
}

void falls_draw(const void *state, int seat, struct scene *scene) {
    falls_draw_seats(state, seat, UINT32_MAX, scene);
}

int falls_picks(const void *state, int who, action act, int *spots) {
    (void)state;
    if (who >= SEATS_MAX) return 0;
    spots[0] = (int)act;
    return 1;
}
