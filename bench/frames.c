/* Bytes and CPU time of a frame: what a terminal gets, and what it takes to draw it and find out
 * what changed. For each game its first frame, at 24 x 80 and 50 x 160 in true colour; then games
 * in real time, tick by tick, with keys typed at random; the board alone, with as many players as
 * there can be up to four; and the wire alone. */
#include "bench/bench.h"
#include "games/games.h"
#include "term/playing.h"
#include <stdlib.h>
#include <string.h>

enum { OUT_BYTES = 1 << 20, TICKS = 2000, FRAMES = 20000 };
static const double tick = 0.4; /* seconds of the game's time */

static const struct { int rows, cols; } sizes[] = {{24, 80}, {50, 160}};
static const char *const colours[] = {"none", "16", "256", "true"};
static char out[OUT_BYTES];
static const struct host alone = {.threads = 1};

static void draw_seed(void *self, char *seed, size_t capacity) {
    struct text text = text_over(seed, capacity);
    (void)self;
    text_string(&text, "monday");
}

static struct term *open_game(const struct game *game, int rows, int cols, int depth) {
    static struct config config;
    struct term_setup setup = {
        .config = &config, .host = &alone, .draw_seed = draw_seed, .rows = rows, .cols = cols};
    config_standard(&config);
    config.colours = depth;
    config.plain = 0;
    struct term *term = term_new(&setup);
    struct table_setup table = {.game = game, .host = &alone, .rng = rng_new(15, 0)};
    game_standard(game, table.params);
    for (int seat = 0; seat < SEATS_MAX; seat++) strcpy(table.seats[seat].name, "You");
    playing_open(term, &table);
    return term;
}

static size_t send(struct term *term) {
    struct text text = text_over(out, sizeof out);
    term_output(term, &text);
    return text.length;
}

/* A term that is drawn again and again, without a change. */
static uint64_t draw_again(void *self) {
    for (int i = 0; i < FRAMES / 10; i++) {
        ((struct term *)self)->dirty = true;
        send(self);
    }
    return FRAMES / 10;
}

static void measure_game(const struct game *game) {
    printf("%-8s", game->name);
    for (int i = 0; i < 2; i++) {
        struct term *term = open_game(game, sizes[i].rows, sizes[i].cols, WIRE_TRUE);
        term_run(term, 0);
        printf(" %10zu", send(term));
        printf(" %10.1f", 1e6 / bench_rate(draw_again, term));
        term_free(term);
    }
    printf("\n");
}

/* Games in real time: keys at random, then a tick. */
struct play {
    struct term *term;
    struct rng rng;
    double now;
    size_t bytes, most, frames;
    double seconds;
    int idle; /* ticks at which nothing happened: the game is over */
};

static void step(struct play *play, bool typed) {
    static const char keys[] = "sdklf";
    double begin = bench_seconds();
    uint8_t key = (uint8_t)keys[rng_below(&play->rng, sizeof keys - 1)];
    if (typed)
        term_input(play->term, &key, 1, play->now);
    else
        play->now += tick;
    term_run(play->term, play->now);
    size_t bytes = send(play->term);
    play->seconds += bench_seconds() - begin;
    play->bytes += bytes;
    play->frames++;
    play->idle = bytes || typed ? 0 : play->idle + 1;
    if (bytes > play->most) play->most = bytes;
}

static void begin_anew(struct play *play) {
    term_input(play->term, (const uint8_t *)"n", 1, play->now);
    term_run(play->term, play->now);
    send(play->term);
    play->idle = 0;
}

static bool has_clock(const struct game *game) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->act == GAME_KEY_PAUSE) return true;
    return false;
}

static void measure_ticks(const struct game *game, int size, int depth) {
    struct play play = {.rng = rng_new(15, 1)};
    play.term = open_game(game, sizes[size].rows, sizes[size].cols, depth);
    term_run(play.term, 0);
    send(play.term);
    for (int i = 0; i < TICKS; i++) {
        if (rng_below(&play.rng, 4) == 0) step(&play, true);
        step(&play, false);
        if (play.idle > 3) begin_anew(&play);
    }
    printf("%-8s %2d x %-3d %-5s %9.0f %9zu %9.1f\n", game->name, sizes[size].rows,
           sizes[size].cols, colours[depth], (double)play.bytes / (double)play.frames, play.most,
           1e6 * play.seconds / (double)play.frames);
    term_free(play.term);
}

/* The board alone: a position after some moves. */
struct still {
    struct board board;
    struct board_layout layout;
    struct cells cells;
};

static uint64_t lay_again(void *self) {
    struct still *still = self;
    for (int i = 0; i < FRAMES / 100; i++)
        board_lay(&still->board, still->cells.rows, still->cells.cols, &still->layout);
    return FRAMES / 100;
}

static uint64_t paint_again(void *self) {
    struct still *still = self;
    for (int i = 0; i < FRAMES / 10; i++)
        board_paint(&still->board, &still->layout, &still->cells, 0, 0);
    return FRAMES / 10;
}

static void set_players(const struct game *game, int *params) {
    game_standard(game, params);
    int i = game_param(game, "players");
    if (i >= 0) params[i] = game->params[i].max < 4 ? game->params[i].max : 4;
}

/* Plays some moves at random and draws the position. */
static void draw_position(const struct game *game, struct scene *scene, struct board_marks *marks) {
    enum { MOVES = 60 };
    int params[PARAMS_MAX], spots[SPOTS_MAX];
    void *state = calloc(1, game->state_max);
    struct choice *list = calloc((size_t)game->choices_max, sizeof *list);
    struct rng rng = rng_new(15, 3);
    set_players(game, params);
    game->start(state, params);
    game_settle(game, state, &rng, list, NULL, NULL);
    for (int i = 0, who = 0; i < MOVES && game->movers(state); who = (who + 1) % SEATS_MAX) {
        int count = game->movers(state) >> who & 1 ? game->choices(state, who, list) : 0;
        if (count == 0) continue;
        marks->count = game->picks(state, who, list[0].act, spots);
        for (int k = 0; k < marks->count; k++) {
            marks->at[k].spot = (int16_t)spots[k];
            marks->at[k].mark = BOARD_CURSOR;
        }
        if (++i == MOVES) break;
        game->apply(state, who, game_draw(game, state, who, &rng, list));
        game_settle(game, state, &rng, list, NULL, NULL);
    }
    game->draw(state, 0, scene);
    free(list);
    free(state);
}

static void measure_board(const struct game *game) {
    static struct cells_cell memory[24 * 80];
    static struct scene scene;
    static struct board_marks marks;
    struct still still = {.board = {.scene = &scene, .marks = &marks}, .cells = {21, 80, memory}};
    draw_position(game, &scene, &marks);
    cells_clear(&still.cells);
    double lay = 1e6 / bench_rate(lay_again, &still);
    double marked = 1e6 / bench_rate(paint_again, &still);
    still.board.marks = NULL;
    double bare = 1e6 / bench_rate(paint_again, &still);
    printf("%-8s %10.1f %10.2f %10.2f\n", game->name, lay, bare, marked);
}

/* The wire alone: a piece of four cells goes down, and now and then a row is emptied. */
struct fall {
    struct wire wire;
    struct cells cells;
    struct rng rng;
    size_t bytes;
};

static uint64_t fall(void *self) {
    struct fall *fall = self;
    struct cells_cell dot = {0xB7, THEME_GLASS_DOT, THEME_GLASS, 0, 0};
    fall->bytes = 0;
    for (int i = 0; i < FRAMES; i++) {
        int row = i % 20, col = (int)(rng_below(&fall->rng, 8) * 2);
        uint8_t back = theme_tile(1 + i / 20 % 3, THEME_HALF);
        for (int k = 0; row > 0 && k < 16; k++) fall->cells.at[row * 80 - 80 + 20 + k] = dot;
        for (int k = 0; k < 4; k++)
            fall->cells.at[row * 80 + 20 + col + k] =
                (struct cells_cell){'R', THEME_INK, back, 0, 0};
        struct text text = text_over(out, sizeof out);
        wire_paint(&fall->wire, &fall->cells, &text);
        fall->bytes += text.length;
    }
    return FRAMES;
}

static void measure_wire(int depth) {
    static struct fall work;
    static struct cells_cell wanted[24 * 80];
    static uint8_t shown[24 * 80 * 8];
    static struct wire_inks inks;
    struct theme theme;
    theme_fill(&theme, THEME_DARK, false);
    wire_inks_fill(&inks, (enum wire_colours)depth, &theme);
    work.wire.shown = (struct packed){.at = shown, .capacity = sizeof shown};
    wire_init(&work.wire, &inks, false);
    work.cells = (struct cells){24, 80, wanted};
    work.rng = rng_new(15, 2);
    cells_clear(&work.cells);
    double rate = bench_rate(fall, &work);
    printf("%-24s %9.0f %19.2f\n", colours[depth], (double)work.bytes / FRAMES, 1e6 / rate);
}

int main(void) {
    printf("first frame, true colour: bytes; us to draw a frame again\n");
    printf("%-8s %10s %10s %10s %10s\n", "game", "24 x 80", "us", "50 x 160", "us");
    for (int i = 0; games_list[i]; i++) measure_game(games_list[i]);
    printf("\nticks and keys, a frame: bytes, most bytes, us\n");
    for (int i = 0; games_list[i]; i++)
        for (int k = 0; k < 8 && has_clock(games_list[i]); k++)
            measure_ticks(games_list[i], k / 4, k % 4);
    printf("\nthe board alone, 24 x 80, us\n%-8s %10s %10s %10s\n", "game", "lay", "paint",
           "marked");
    for (int i = 0; games_list[i]; i++) measure_board(games_list[i]);
    printf("\nthe wire alone, a piece that falls, 24 x 80: bytes, us\n");
    for (int depth = WIRE_NONE; depth <= WIRE_TRUE; depth++) measure_wire(depth);
    return 0;
}
