/* A list is asked for when its game is chosen, and comes later. One of another game is dropped. */
#include "lobby/ranking.h"
#include "lobby/listing.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_MAX = 100, TOP = 4, LEFT = 3, NAME_COLS = 26, NUMBER_COLS = 9, WORDS_BYTES = 128 };

struct lobby_ranking {
    struct lobby *lobby;
    int game;  /* its place in the lobby */
    bool here; /* the list has come */
    struct lobby_rank ranks[RANKS_MAX];
    struct page_list list;
};

static void ask(struct lobby_ranking *ranking, int game) {
    const struct lobby_setup *setup = &ranking->lobby->setup;
    ranking->game = game;
    ranking->here = false;
    ranking->list = (struct page_list){0, 0, 0};
    setup->ask_top(setup->self, listing_game(game)->name);
}

void lobby_ranking_give(struct lobby_ranking *ranking, const char *game,
                        const struct lobby_rank *ranks, int count) {
    if (strcmp(listing_game(ranking->game)->name, game) != 0) return;
    ranking->here = true;
    ranking->list.count = count < RANKS_MAX ? count : RANKS_MAX;
    memcpy(ranking->ranks, ranks, sizeof *ranks * (size_t)ranking->list.count);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct lobby_ranking *ranking = self;
    int games = listing_count();
    if (page_list_key(&ranking->list, event, term->cells.rows - TOP - PAGE_BELOW)) return;
    if (event->kind != INPUT_KEY) return;
    if (event->key == INPUT_LEFT || event->key == INPUT_BACKTAB)
        ask(ranking, (ranking->game + games - 1) % games);
    else if (event->key == INPUT_RIGHT || event->key == INPUT_TAB || event->key == ' ' ||
             event->key == INPUT_ENTER)
        ask(ranking, (ranking->game + 1) % games);
    else if (event->key >= '1' && event->key < (uint32_t)('1' + games))
        ask(ranking, (int)(event->key - '1'));
    else if (event->key == INPUT_ESCAPE || event->key == INPUT_CTRL('c') ||
             term_command(term, event->key) == CONFIG_LEAVE)
        term_close(term);
}

static void draw_games(const struct lobby_ranking *ranking, struct cells *cells) {
    int col = LEFT;
    for (int i = 0; listing_game(i); i++) {
        bool chosen = i == ranking->game;
        struct cells_cell ink = {' ', chosen ? THEME_INK : THEME_QUIET,
                                 chosen ? THEME_CHOSEN : THEME_PAPER, chosen ? CELLS_BOLD : 0, 0};
        char words[WORDS_BYTES];
        snprintf(words, sizeof words, chosen ? "[%s]" : " %s ", listing_game(i)->name);
        col += cells_text(cells, 2, col, cells->cols - col, ink, words) + 1;
    }
}

static void draw_numbers(struct cells *cells, int row, struct cells_cell ink,
                         const char *const words[4]) {
    for (int i = 0; i < 4; i++) {
        int col = LEFT + NAME_COLS + (i + 1) * NUMBER_COLS - cells_width(words[i]);
        cells_text(cells, row, col, NUMBER_COLS, ink, words[i]);
    }
}

static void draw_rank(const struct lobby_ranking *ranking, int index, int row,
                      struct cells *cells) {
    const struct lobby_rank *rank = &ranking->ranks[index];
    char name[4 * sizeof rank->name + 16], numbers[4][16];
    struct text text = text_over(name, sizeof name);
    const struct member *member = ranking->lobby->member;
    bool own = member && !rank->agent && strcmp(member->name, rank->name) == 0;
    struct cells_cell ink = {' ', rank->agent ? THEME_QUIET : THEME_INK,
                             own ? THEME_CHOSEN : THEME_PAPER, own ? CELLS_BOLD : 0, 0};
    if (own) cells_fill(cells, (struct cells_box){row, 1, 1, cells->cols - 2}, ink);
    text_format(&text, "%s%d  ", index < 9 ? " " : "", index + 1);
    text_printable(&text, rank->name, strlen(rank->name));
    cells_text(cells, row, LEFT, NAME_COLS, ink, name);
    snprintf(numbers[0], sizeof numbers[0], "%.0f", rank->rating);
    snprintf(numbers[1], sizeof numbers[1], "%.0f", 2 * rank->deviation);
    snprintf(numbers[2], sizeof numbers[2], "%d", rank->games);
    snprintf(numbers[3], sizeof numbers[3], "%d", rank->wins);
    draw_numbers(cells, row, ink,
                 (const char *const[]){numbers[0], numbers[1], numbers[2], numbers[3]});
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct lobby_ranking *ranking = self;
    struct lobby_page page = lobby_page(ranking->lobby);
    bool plain = term->config.plain > 0;
    struct cells_cell ink = {' ', THEME_QUIET, THEME_PAPER, 0, 0};
    int rows = cells->rows - TOP - PAGE_BELOW;
    text_string(&page.left, CELLS_STRONG CELLS_ACCENT "Tilewright" CELLS_INK "  top lists");
    page_add_keys(&page.keys, plain ? "left right" : "←→", "another game");
    if (ranking->list.count > rows) page_add_keys(&page.keys, plain ? "up down" : "↑↓", "scroll");
    page_add_keys(&page.keys, "Esc q", "back");
    text_string(&page.news,
                CELLS_QUIET "A rating is known to about +/- so much; agents are listed in grey.");
    draw_games(ranking, cells);
    page_list_fit(&ranking->list, rows);
    if (!ranking->list.count)
        cells_text(cells, TOP, LEFT, cells->cols - LEFT, ink,
                   ranking->here ? "Nobody has a rating yet: play a round to its end."
                                 : "The list is being fetched.");
    else
        draw_numbers(cells, TOP - 1, ink, (const char *const[]){"rating", "+/-", "games", "won"});
    for (int i = 0; i < rows && ranking->list.top + i < ranking->list.count; i++)
        draw_rank(ranking, ranking->list.top + i, TOP + i, cells);
    lobby_page_draw(ranking->lobby, cells);
}

static void release(void *self) {
    struct lobby_ranking *ranking = self;
    ranking->lobby->ranking = NULL;
    free(ranking);
}

static const struct term_screen screen = {
    .name = "top lists", .draw = draw, .event = event, .release = release};

void lobby_ranking_open(struct lobby *lobby) {
    struct lobby_ranking *ranking = calloc(1, sizeof *ranking);
    if (!ranking) {
        term_say(lobby->term, "There is not enough memory.");
        return;
    }
    ranking->lobby = lobby;
    lobby->ranking = ranking;
    term_open(lobby->term, &screen, ranking);
    if (lobby->ranking) ask(ranking, 0);
}
