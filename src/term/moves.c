/* The names of the moves are made while they are drawn; typing narrows them down. */
#include "term/moves.h"
#include "term/page.h"
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 160, TYPED_MAX = 40, FOUND_MAX = 4096, LEFT = 3 };

struct moves {
    const struct game *game;
    void *state;
    int who;
    struct choice *choices;
    char typed[TYPED_MAX];
    action acts[FOUND_MAX]; /* those that match what was typed */
    struct page_list list;
    struct page page;
};

/* Lists what matches, all if nothing is typed. */
static void find(struct moves *moves) {
    const struct game *game = moves->game;
    moves->list = (struct page_list){.count = 0};
    if (moves->typed[0]) {
        int count = game_find_acts(game, moves->state, moves->who, moves->typed, moves->choices,
                                   moves->acts, FOUND_MAX);
        moves->list.count = count < FOUND_MAX ? count : FOUND_MAX;
        return;
    }
    int count = game->choices(moves->state, moves->who, moves->choices);
    for (int i = 0; i < count && i < FOUND_MAX; i++)
        moves->acts[moves->list.count++] = moves->choices[i].act;
}

static void type(struct moves *moves, uint32_t key) {
    size_t length = strlen(moves->typed);
    if (key == INPUT_BACKSPACE && length)
        moves->typed[length - 1] = '\0';
    else if (key >= ' ' && key < INPUT_BACKSPACE && length + 1 < TYPED_MAX)
        moves->typed[length] = (char)key, moves->typed[length + 1] = '\0';
    else
        return;
    find(moves);
}

static void close_with(struct term *term, int64_t answer) {
    term->answer = answer;
    term_close(term);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct moves *moves = self;
    int rows = term->cells.rows - PAGE_ABOVE - PAGE_BELOW, row = event->row - PAGE_ABOVE;
    bool letter = event->kind == INPUT_KEY && event->key < INPUT_KEYS;
    if (!letter && page_list_key(&moves->list, event, rows)) return;
    if (event->kind == INPUT_PRESS && row >= 0 && moves->list.top + row < moves->list.count)
        close_with(term, moves->acts[moves->list.top + row]);
    else if (event->kind != INPUT_KEY)
        return;
    else if (event->key == INPUT_ENTER && moves->list.count)
        close_with(term, moves->acts[moves->list.at]);
    else if (event->key == INPUT_ESCAPE || event->key == INPUT_CTRL('c'))
        close_with(term, MOVES_NONE);
    else
        type(moves, event->key);
}

static void draw_row(const struct moves *moves, int index, int row, struct cells *cells) {
    char name[NAME_BYTES];
    struct text text = text_over(name, sizeof name);
    bool chosen = index == moves->list.at;
    struct cells_cell ink = {
        .glyph = ' ', .fore = THEME_INK, .back = chosen ? THEME_CHOSEN : THEME_PAPER};
    moves->game->name_act(moves->state, moves->who, moves->acts[index], &text);
    if (chosen) cells_fill(cells, (struct cells_box){row, 1, 1, cells->cols - 2}, ink);
    if (chosen) cells_text(cells, row, 1, 1, ink, ">");
    cells_text(cells, row, LEFT, cells->cols - LEFT - 1, ink, name);
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct moves *moves = self;
    int rows = cells->rows - PAGE_ABOVE - PAGE_BELOW;
    struct text left = text_over(moves->page.left, sizeof moves->page.left);
    struct text news = text_over(moves->page.news, sizeof moves->page.news);
    struct text keys = text_over(moves->page.keys, sizeof moves->page.keys);
    text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  ", moves->game->name);
    page_write_count(&left, (uint64_t)moves->list.count, "move", "moves");
    text_format(&news, moves->typed[0] ? "Typed: %s" : "Type some words to see fewer.",
                moves->typed);
    if (moves->list.count) {
        page_add_keys(&keys, term->config.plain > 0 ? "up down" : "↑↓", "choose");
        page_add_keys(&keys, "Enter", "play");
    } else {
        struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
        cells_text(cells, PAGE_ABOVE, LEFT, cells->cols - LEFT, ink, "No move matches.");
        page_add_keys(&keys, "Backspace", "delete");
    }
    page_add_keys(&keys, "Esc", "back");
    page_list_fit(&moves->list, rows);
    for (int i = 0; i < rows && moves->list.top + i < moves->list.count; i++)
        draw_row(moves, moves->list.top + i, PAGE_ABOVE + i, cells);
    page_draw(&moves->page, term, cells);
}

static void release(void *self) {
    struct moves *moves = self;
    free(moves->state);
    free(moves->choices);
    free(moves);
}

static bool is_typing(const void *self) {
    const struct moves *moves = self;
    return moves->typed[0] != '\0';
}

static const struct term_screen screen = {
    .name = "moves",
    .draw = draw,
    .event = event,
    .typing = is_typing,
    .release = release,
};

void moves_open(struct term *term, const struct game *game, const void *state, int who) {
    struct moves *moves = calloc(1, sizeof *moves);
    if (moves) {
        moves->game = game;
        moves->who = who;
        moves->state = malloc(game->state_max);
        moves->choices = malloc(sizeof *moves->choices * (size_t)game->choices_max);
    }
    if (!moves || !moves->state || !moves->choices) {
        if (moves) release(moves);
        term_say(term, "There is not enough memory.");
        return;
    }
    game_copy(game, moves->state, state);
    find(moves);
    term->answer = MOVES_NONE;
    term_open(term, &screen, moves);
}
