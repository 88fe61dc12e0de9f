/* Hints: the game's strongest agent thinks in the background, and what it finds is shown on the
 * board until the board changes. */
#include "play/player.h"
#include "term/names.h"
#include "term/playing.h"
#include <string.h>

enum { SHOWN_SECONDS = 4 };

void playing_hint_drop(struct playing *playing) {
    if (playing->hint == PLAYING_ASKED) thinker_drop(playing->coach);
    playing->hint = PLAYING_NO_HINT;
}

/* In real time the clock stops, so that the hint is of what is seen. */
static void ask(struct playing *playing, struct term *term) {
    const struct table *table = &playing->table;
    struct advice_query query = {
        .who = playing->seat,
        .budget = {.milliseconds = (uint32_t)term->config.hint_ms},
        .rng = rng_new(table->session.count, 0),
        .act = AGENT_NO_ACT,
        .acts_per_tick = table_has_clock(table) ? 4 : 0,
    };
    if (table_has_clock(table)) playing_pause(playing, term, true);
    thinker_ask(playing->coach, table->session.state, &query);
    playing->hint = PLAYING_ASKED;
    playing->hint_version = table->version;
    playing->hint_seat = playing->seat;
    struct text text = text_over(playing->hint_text, sizeof playing->hint_text);
    text_string(&text, CELLS_QUIET "Thinking...");
}

void playing_hint_ask(struct playing *playing, struct term *term) {
    struct table *table = &playing->table;
    if (!(table->game->movers(table->session.state) >> playing->seat & 1)) {
        term_say(term, table_over(table) ? "There is no hint: the game is over."
                                         : "There is no hint: it is not your turn.");
        return;
    }
    if (!playing->coach)
        playing->coach = thinker_new(table->game, player_standard(table->game), term->setup.host,
                                     term->setup.wake, term->setup.self);
    if (!playing->coach)
        term_say(term, "There is no hint: there is not enough memory.");
    else
        ask(playing, term);
}

/* Tells the key of an act, where the game has one: an arrow if it can. Names of acts may take
 * another view than keys do, as where a tile moves up and the blank down. */
static void write_key(const struct playing *playing, action act, struct text *out) {
    const struct key *found = NULL;
    for (const struct key *key = playing->table.game->keys; key && key->key; key++)
        if (key->act == act && (!found || key->key >= GAME_KEY_UP)) found = key;
    if (!found) return;
    text_string(out, "Key " CELLS_ACCENT);
    input_name(found->key >= GAME_KEY_UP ? (uint32_t)(INPUT_UP + found->key - GAME_KEY_UP)
                                         : (uint32_t)found->key,
               playing->view.board.plain, out);
    text_format(out, CELLS_INK ": %s\n", found->meaning);
}

static void write_hint(struct playing *playing, const struct advisor *advisor) {
    struct text text = text_over(playing->hint_text, sizeof playing->hint_text);
    const struct advice *advice = &advisor->verdict.advice;
    const struct candidate *best = &advice->candidates[0];
    char line[ADVISOR_LINE_BYTES];
    struct text play = text_over(line, sizeof line);
    text_string(&text, CELLS_GOOD);
    advisor_name(advisor, best->act, &text);
    text_string(&text, CELLS_INK "\n");
    write_key(playing, best->act, &text);
    if (best->visits) {
        advisor_write_worth(advisor, best->value, &text);
        advisor_write_chance(advisor, best, "; chance", &text);
        text_format(&text, "%s.\n", advice->proven ? "; proven" : "");
    }
    text_string(&text, CELLS_QUIET);
    if (advisor_write_line(advisor, "Expected: ", advice_line(&advisor->verdict), &play))
        names_write(line, playing->names, &text);
}

void playing_hint_take(struct playing *playing, struct term *term) {
    const struct advisor *advisor =
        playing->hint == PLAYING_ASKED ? thinker_answer(playing->coach) : NULL;
    if (playing->table.paused) playing->hint_until = term->now + SHOWN_SECONDS;
    if (playing->hint == PLAYING_HINTED && table_has_clock(&playing->table) &&
        term->now > playing->hint_until)
        playing_hint_drop(playing);
    if (!advisor) return;
    term->dirty = true;
    if (advisor->verdict.advice.hopeless) {
        term_say(term, "There is no hint: %s.", advisor->verdict.advice.hopeless);
        playing->hint = PLAYING_NO_HINT;
        return;
    }
    playing->hint = PLAYING_HINTED;
    playing->hint_until = term->now + SHOWN_SECONDS;
    playing->hint_act = advisor->verdict.advice.candidates[0].act;
    write_hint(playing, advisor);
    playing_hint_steer(playing);
}

void playing_hint_steer(struct playing *playing) {
    struct pick *pick = &playing->pick;
    const struct table *table = &playing->table;
    int spots[SPOTS_MAX], count;
    if (playing->hint != PLAYING_HINTED || playing->keyed || table_has_clock(table)) return;
    count = table->game->picks(table->session.state, playing->hint_seat, playing->hint_act, spots);
    for (int i = 0; i < pick->depth; i++)
        if (i >= count || pick->chosen[i] != spots[i]) return;
    if (pick->depth < count) pick->cursor = spots[pick->depth];
}

/* In real time an act is only a key. What the play leads to says more: where the ghost would be. */
static void show_landing(struct playing *playing) {
    const struct advisor *advisor = thinker_answer(playing->coach);
    struct view *view = &playing->view;
    if (!advisor) return;
    advice_play_line(&advisor->query, advice_line(&advisor->verdict), NULL, NULL);
    view->game->draw(advisor->query.spare, playing->seat, &view->after);
    for (int i = 0; i < view->after.count; i++) {
        const struct scene_tile *tile = &view->after.tiles[i];
        if (tile->kind == SCENE_GHOST) view_mark(view, tile->spot, BOARD_BEST);
    }
}

void playing_hint_show(struct playing *playing) {
    struct table *table = &playing->table;
    if (playing->hint != PLAYING_HINTED) return;
    if (table_has_clock(table))
        show_landing(playing);
    else
        view_mark_act(&playing->view, table->session.state, playing->hint_seat, playing->hint_act,
                      BOARD_BEST);
}
