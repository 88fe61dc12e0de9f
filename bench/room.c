/* A room of eight players in real time, at 24 x 80: what a frame takes, by what it shows. Own keys
 * and ticks draw the own panels alone; once in a while a player's screen shows one other field
 * anew. Keys are typed at random, one for each tick. */
#include "bench/bench.h"
#include "games/games.h"
#include "show/board.h"
#include "term/term.h"
#include <stdlib.h>
#include <string.h>

enum { SEATS = 8, TICKS = 3000, TICKS_A_SECOND = 5, ROWS = 24, COLS = 80 };
enum kind { KEY, TICK, OTHER, ALL, KINDS };

static const char *const colours[] = {"none", "16", "256", "true"};
static const char *const kinds[KINDS] = {"a key", "a tick", "another's field", "all of it"};
static const double frames_a_second[KINDS] = {5, 5, 1, 0};
static char out[1 << 17];

struct player {
    const struct game *game;
    const void *state;
    int seat;
    uint32_t shown; /* the seats to draw anew */
    struct board_layout layout;
    struct term *term;
};

static struct tally {
    double seconds;
    size_t bytes, frames;
} tallies[KINDS];

static struct board board_of(const struct player *player) {
    return (struct board){.scene = desk_scene(player->term->desk), .seat = player->seat};
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct player *player = self;
    struct board board = board_of(player);
    player->game->draw(player->state, player->seat, desk_scene(term->desk));
    board_lay(&board, ROWS - 3, COLS, &player->layout);
    board_paint(&board, &player->layout, cells, 1, 0);
}

static int patch(void *self, struct term *term, struct cells *cells, struct cells_box *boxes) {
    struct player *player = self;
    struct board board = board_of(player);
    int count = 0;
    player->game->draw_seats(player->state, player->seat, player->shown, desk_scene(term->desk));
    uint64_t panels = board_panels_of(&board, &player->layout, player->shown);
    board_paint_some(&board, &player->layout, panels, cells, 1, 0);
    for (int i = 0; i < player->layout.count; i++)
        if (panels >> i & 1) {
            boxes[count] = player->layout.panels[i].box;
            boxes[count++].row++;
        }
    return count;
}

static void event(void *self, struct term *term, const struct input_event *event) {
    (void)self, (void)term, (void)event;
}

static void release(void *self) {
    (void)self;
}

static const struct term_screen screen = {
    .name = "player", .draw = draw, .event = event, .release = release, .patch = patch};

static void send(struct player *player, enum kind kind) {
    struct text text = text_over(out, sizeof out);
    double begin = bench_seconds();
    if (kind == ALL)
        player->term->dirty = true;
    else
        player->term->touched = true;
    term_output(player->term, &text);
    tallies[kind].seconds += bench_seconds() - begin;
    tallies[kind].bytes += text.length;
    tallies[kind].frames++;
}

/* Plays an act of somebody if there is one, by weight. */
static bool play(const struct game *game, void *state, int who, int act, struct rng *rng,
                 struct choice *list) {
    action chosen = (action)act;
    if (!(game->movers(state) >> who & 1)) return false;
    if (act < 0) {
        if (game->choices(state, who, list) == 0) return false;
        chosen = game_draw(game, state, who, rng, list);
    }
    if (game->refuse(state, who, chosen)) return false;
    game->apply(state, who, chosen);
    game_settle(game, state, rng, list, NULL, NULL);
    return true;
}

static void start(const struct game *game, void *state, struct rng *rng, struct choice *list) {
    int params[PARAMS_MAX];
    game_standard(game, params);
    int players = game_param(game, "players");
    if (players >= 0) params[players] = SEATS;
    game->start(state, params);
    game_settle(game, state, rng, list, NULL, NULL);
}

static void measure_room(const struct game *game, struct player *players) {
    struct choice *list = calloc((size_t)game->choices_max, sizeof *list);
    struct rng rng = rng_new(16, 1);
    void *state = calloc(1, game->state_max);
    start(game, state, &rng, list);
    for (int tick = 0; tick < TICKS; tick++) {
        if (!game->movers(state)) start(game, state, &rng, list);
        for (int seat = 0; seat < SEATS; seat++) {
            players[seat].state = state;
            players[seat].shown = 1u << seat;
            if (tick == 0) send(&players[seat], ALL);
            if (play(game, state, seat, -1, &rng, list)) send(&players[seat], KEY);
        }
        for (int seat = 0; seat < SEATS; seat++) play(game, state, CLOCK, seat, &rng, list);
        for (int seat = 0; seat < SEATS; seat++) send(&players[seat], TICK);
        for (int seat = 0; tick % TICKS_A_SECOND == 0 && seat < SEATS; seat++) {
            players[seat].shown = 1u << (seat + 1 + tick / TICKS_A_SECOND % (SEATS - 1)) % SEATS;
            send(&players[seat], OTHER);
            if (tick % 100 == 0) send(&players[seat], ALL);
        }
    }
    free(state);
    free(list);
}

static void measure(const struct game *game, int depth) {
    struct player players[SEATS];
    struct config config;
    struct desk desk;
    size_t shown = 0;
    desk_init(&desk);
    config_standard(&config);
    config.colours = depth;
    config.plain = 0;
    struct term_setup setup = {
        .config = &config, .desk = &desk, .remote = true, .rows = ROWS, .cols = COLS};
    memset(tallies, 0, sizeof tallies);
    for (int seat = 0; seat < SEATS; seat++) {
        players[seat] = (struct player){.game = game, .seat = seat, .term = term_new(&setup)};
        term_open(players[seat].term, &screen, &players[seat]);
    }
    measure_room(game, players);
    double bytes = 0, us = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        const struct tally *tally = &tallies[kind];
        double share = frames_a_second[kind] / (double)tally->frames;
        printf("%-8s %-5s %-16s %7.0f %8.2f\n", game->name, colours[depth], kinds[kind],
               (double)tally->bytes / (double)tally->frames,
               1e6 * tally->seconds / (double)tally->frames);
        bytes += (double)tally->bytes * share;
        us += 1e6 * tally->seconds * share;
    }
    printf("%-8s %-5s %-16s %7.0f %8.2f\n", game->name, colours[depth], "a second", bytes, us);
    for (int seat = 0; seat < SEATS; seat++) shown += players[seat].term->wire.shown.capacity;
    printf("%-8s %-5s %-16s %7zu\n", game->name, colours[depth], "memory",
           shown / SEATS + sizeof(struct term));
    for (int seat = 0; seat < SEATS; seat++) term_free(players[seat].term);
    desk_release(&desk);
}

int main(void) {
    printf("%-8s %-5s %-16s %7s %8s\n", "game", "", "a frame after", "bytes", "us");
    for (int i = 0; games_list[i]; i++)
        for (int depth = WIRE_NONE; games_list[i]->draw_seats && depth <= WIRE_TRUE; depth++)
            measure(games_list[i], depth);
    return 0;
}
