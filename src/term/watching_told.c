/* What an act and the luck after it did, in words and as marks on the board. What goes without
 * saying is told only in real time, where a step is little more. */
#include "term/names.h"
#include "term/watching.h"

static void begin(struct watching *watching) {
    struct watching_told *told = &watching->told;
    told->news = text_over(watching->page.news, PAGE_TEXT_BYTES);
    told->panel = text_over(watching->panel, VIEW_TEXT_BYTES);
    told->own.count = told->luck.count = told->picks_count = 0;
}

void watching_told_nothing(struct watching *watching) {
    begin(watching);
    watching->told.begun = false;
}

static void note(struct watching_places *places, const struct effect *effect) {
    for (int i = 0; i < effect->spots_count; i++) {
        if (places->count < WATCHING_MARKS_MAX) places->spots[places->count] = effect->spots[i];
        places->count++;
    }
}

static void write_line(struct text *panel, const char *words) {
    text_string(panel, words);
    text_string(panel, ".\n");
}

static void write_clause(struct text *news, const char *words) {
    if (news->length) text_string(news, "; ");
    text_string(news, words);
}

/* How the game ended the panel tells in its own words. */
static void add_effect(struct watching *watching, int who, const struct effect *effect) {
    char words[PAGE_TEXT_BYTES];
    struct text out = text_over(words, sizeof words);
    struct watching_told *told = &watching->told;
    if (effect->routine && !game_has_clock(watching->game)) return;
    watching_write_effect(watching, effect, &out);
    write_clause(&told->news, words);
    if (!game_tells_end(watching->game, effect->kind)) write_line(&told->panel, words);
    note(who == CHANCE ? &told->luck : &told->own, effect);
}

/* An act that has no effects has a name. */
static void add_name(struct watching *watching, const void *before, struct event event) {
    char words[PAGE_TEXT_BYTES];
    struct text out = text_over(words, sizeof words);
    if (watching->seats > 1) text_format(&out, "%s: ", watching->names[event.who]);
    watching->game->name_act(before, event.who, event.act, &out);
    write_clause(&watching->told.news, words);
    write_line(&watching->told.panel, words);
}

void watching_told_add(struct watching *watching, const void *before, struct event event,
                       const struct effect_list *effects) {
    struct watching_told *told = &watching->told;
    if (event.who != CHANCE) {
        begin(watching);
        told->begun = true;
        told->picks_count = watching->game->picks(before, event.who, event.act, told->picks);
    }
    if (!told->begun) return;
    for (int i = 0; i < effects->count; i++) add_effect(watching, event.who, &effects->at[i]);
    if (event.who < SEATS_MAX && !told->news.length) add_name(watching, before, event);
}

/* Marks places, unless they are so many that they say nothing, as those of a new round. */
static void mark_places(struct view *view, const struct watching_places *places) {
    for (int i = 0; places->count <= WATCHING_MARKS_MAX && i < places->count; i++)
        view_mark(view, places->spots[i], BOARD_LAST);
}

/* In real time everything is in motion; nothing is marked there. */
void watching_told_mark(struct watching *watching) {
    const struct watching_told *told = &watching->told;
    if (game_has_clock(watching->game)) return;
    mark_places(&watching->view, &told->own);
    mark_places(&watching->view, &told->luck);
    for (int i = 0; i < told->picks_count; i++)
        view_mark(&watching->view, told->picks[i], BOARD_YOURS);
}
