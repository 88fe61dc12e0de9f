/* Prints a frame of a game as a terminal shows it, with true colours, to look at what the board
 * painter makes of real scenes; or as plain text.
 *
 * usage: paint GAME [PARAM=VALUE ...] [--rows N] [--cols N] [--seed N] [--moves N] [--pick N]
 *              [--legal] [--texts N] [--light] [--friendly] [--plain] [--bare] [--dump] */
#include "games/games.h"
#include "show/board.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const struct game *game;
    int params[PARAMS_MAX];
    int rows, cols, seed, moves, pick, texts;
    bool light, friendly, plain, bare, dump, legal;
} options = {.rows = 24, .cols = 80, .seed = 1, .moves = 10, .pick = -1};

static struct board_marks marks;
static struct scene scene, after;

static void fail(const char *what, const char *which) {
    fprintf(stderr, "paint: %s%s\n", what, which);
    exit(2);
}

static void read_param(char *text) {
    char *equals = strchr(text, '=');
    if (!options.game || !equals) fail("unknown argument ", text);
    *equals = '\0';
    for (int i = 0; options.game->params[i].name; i++)
        if (strcmp(options.game->params[i].name, text) == 0) {
            options.params[i] = atoi(equals + 1);
            return;
        }
    fail("there is no param ", text);
}

static void read_args(int count, char **args) {
    static const struct {
        const char *name;
        int *number;
        bool *flag;
    } list[] = {{"--rows", &options.rows, NULL},   {"--cols", &options.cols, NULL},
                {"--seed", &options.seed, NULL},   {"--moves", &options.moves, NULL},
                {"--pick", &options.pick, NULL},   {"--texts", &options.texts, NULL},
                {"--light", NULL, &options.light}, {"--friendly", NULL, &options.friendly},
                {"--plain", NULL, &options.plain}, {"--bare", NULL, &options.bare},
                {"--dump", NULL, &options.dump},   {"--legal", NULL, &options.legal}};
    options.game = games_find(count > 1 ? args[1] : "");
    if (!options.game) fail("the first argument must be a game", "");
    game_standard(options.game, options.params);
    for (int i = 2; i < count; i++) {
        size_t at = 0;
        while (at < sizeof list / sizeof *list && strcmp(list[at].name, args[i]) != 0) at++;
        if (at == sizeof list / sizeof *list)
            read_param(args[i]);
        else if (list[at].flag)
            *list[at].flag = true;
        else if (++i < count)
            *list[at].number = atoi(args[i]);
    }
}

/* Plays random moves, the clock's too, with luck settled in between. */
static void play(void *state, struct choice *scratch, struct rng *rng) {
    const struct game *game = options.game;
    game->start(state, options.params);
    game_settle(game, state, rng, scratch, NULL, NULL);
    for (int i = 0; i < options.moves && !game_over(game, state); i++) {
        uint32_t movers = game->movers(state);
        int who = (int)(rng_below(rng, 32));
        while (!(movers >> who & 1)) who = (who + 1) % 32;
        if (game->choices(state, who, scratch) == 0) continue;
        game->apply(state, who, game_draw(game, state, who, rng, scratch));
        game_settle(game, state, rng, scratch, NULL, NULL);
    }
}

static void mark(int spot, enum board_mark what) {
    if (marks.count == BOARD_MARKS_MAX) return;
    marks.at[marks.count].spot = (int16_t)spot;
    marks.at[marks.count++].mark = (uint8_t)what;
}

static int draw_act(const void *state, int who, int index, const struct choice *list, int count,
                    int *spots) {
    return options.game->picks(state, who, list[index % count].act, spots);
}

/* Marks what choosing an act looks like, the best and another one. */
static void mark_acts(void *state, struct choice *list) {
    int who = 0, spots[SPOTS_MAX];
    while (who < SEATS_MAX && !(options.game->movers(state) >> who & 1)) who++;
    int count = who < SEATS_MAX ? options.game->choices(state, who, list) : 0;
    if (count == 0 || options.pick < 0) return;
    for (int i = 0; options.legal && i < count; i++)
        mark(spots[draw_act(state, who, i, list, count, spots) - 1], BOARD_LEGAL);
    if (options.legal) return;
    int picked = draw_act(state, who, options.pick, list, count, spots);
    for (int i = 0; i < picked; i++) mark(spots[i], i + 1 < picked ? BOARD_CHOSEN : BOARD_CURSOR);
    picked = draw_act(state, who, options.pick + 7, list, count, spots);
    for (int i = 0; i < picked; i++) mark(spots[i], BOARD_BEST);
    picked = draw_act(state, who, options.pick + 12, list, count, spots);
    for (int i = 0; i < picked; i++) mark(spots[i], BOARD_YOURS);
    options.game->apply(state, who, list[options.pick % count].act);
    options.game->draw(state, 0, &after);
}

static void print_cell(const struct theme *theme, const struct cells_cell *cell) {
    uint32_t fore = theme->colours[cell->fore], back = theme->colours[cell->back];
    struct cells one = {1, 1, (struct cells_cell *)cell};
    char bytes[16];
    struct text text = text_over(bytes, sizeof bytes);
    cells_write(&one, &text);
    if (cell->glyph == 0) return;
    bytes[strcspn(bytes, "\n")] = '\0';
    printf("\033[0%s%s", cell->style & CELLS_BOLD ? ";1" : "",
           cell->style & CELLS_UNDERLINE ? ";4" : "");
    if (!options.bare)
        printf(";38;2;%u;%u;%u;48;2;%u;%u;%u", fore >> 16, fore >> 8 & 255, fore & 255, back >> 16,
               back >> 8 & 255, back & 255);
    printf("m%s", *bytes ? bytes : " ");
}

static void print(const struct cells *cells) {
    static char dump[CELLS_ROWS_MAX * CELLS_COLS_MAX * 4];
    struct theme theme;
    theme_fill(&theme, options.light ? THEME_LIGHT : THEME_DARK, options.friendly);
    if (options.dump) {
        struct text text = text_over(dump, sizeof dump);
        cells_write(cells, &text);
        fputs(dump, stdout);
        return;
    }
    printf("\033[2J");
    for (int row = 0; row < cells->rows; row++) {
        printf("\033[%d;1H", row + 1);
        for (int col = 0; col < cells->cols; col++)
            print_cell(&theme, &cells->at[row * cells->cols + col]);
    }
    fflush(stdout);
    getchar();
}

static void draw_bars(struct cells *cells) {
    struct cells_cell bar = {' ', THEME_INK, THEME_BAR, 0, 0};
    char status[256];
    struct text text = text_over(status, sizeof status);
    board_write_status(&scene, &text);
    cells_fill(cells, (struct cells_box){0, 0, 1, cells->cols}, bar);
    cells_fill(cells, (struct cells_box){cells->rows - 1, 0, 1, cells->cols}, bar);
    int at =
        1 + cells_text(cells, 0, 1, 20, (struct cells_cell){' ', THEME_ACCENT, THEME_BAR, 1, 0},
                       options.game->name);
    cells_text(cells, 0, at + 2, cells->cols, bar, status);
    cells_text(cells, cells->rows - 2, 1, cells->cols - 2,
               (struct cells_cell){' ', THEME_INK, THEME_PAPER, 0, 0}, "What just happened.");
    cells_text(cells, cells->rows - 1, 1, cells->cols - 2, bar,
               CELLS_ACCENT CELLS_STRONG "enter" CELLS_INK " take  " CELLS_ACCENT CELLS_STRONG
                                         "?" CELLS_INK " help");
}

int main(int count, char **args) {
    static struct cells_cell memory[CELLS_ROWS_MAX * CELLS_COLS_MAX];
    static const char *const names[] = {"You",          "Mira",
                                        "Tom\xC3\xA1s", "Steady",
                                        "Ken",          "\xE6\x9D\x8E\xE5\xB0\x8F\xE9\xBE\x99",
                                        "Ada",          "Alexander the Great"};
    read_args(count, args);
    struct cells cells = {options.rows, options.cols, memory};
    void *state = malloc(options.game->state_max);
    struct choice *scratch = calloc((size_t)options.game->choices_max, sizeof *scratch);
    struct rng rng = rng_new((uint64_t)options.seed, 0);
    if (!state || !scratch) fail("out of memory", "");
    play(state, scratch, &rng);
    options.game->draw(state, 0, &scene);
    struct board board = {
        .scene = &scene,
        .marks = &marks,
        .names = names,
        .movers = options.game->movers(state),
        .plain = options.plain,
        .bare = options.bare,
        .texts = {{"This move", NULL,
                   CELLS_STRONG "1 black, factory 4 to line 4" CELLS_QUIET
                                "\nfills it: " CELLS_GOOD CELLS_STRONG "2 points" CELLS_QUIET
                                " at round end. Nothing falls.",
                   3, 24},
                  {"Table talk", NULL,
                   "Tom\xC3\xA1s any blue?\nYou clear 2 runs: red, yellow to Mira", 4, 18}},
        .texts_count = options.texts,
        .scant_cols = 14};
    struct board_layout layout;
    mark_acts(state, scratch);
    if (options.pick >= 0 && !options.legal) board.after = &after;
    bool fits = board_lay(&board, options.rows - 3, options.cols, &layout);
    cells_clear(&cells);
    draw_bars(&cells);
    if (fits) board_paint(&board, &layout, &cells, 1, 0);
    print(&cells);
    free(scratch);
    free(state);
    if (!fits) fprintf(stderr, "does not fit: needs %d x %d\n", layout.rows, layout.cols);
    return !fits;
}
