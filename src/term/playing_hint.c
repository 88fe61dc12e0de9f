/* Hints: the game's strongest agent thinks in the background, and what it finds is shown on the
 * board until the board changes. */
#include "play/player.h"
#include "term/names.h"
#include "term/playing.h"
#include <string.h>

enum { SHOWN_SECONDS = 4, KEYS_SHOWN = 60 };

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
        playing->coach = term_new_thinker(term, table->game, player_standard(table->game));
    if (!playing->coach)
        term_say(term, "There is no hint: there is not enough memory.");
    else
        ask(playing, term);
}

/* Returns the key of an act, an arrow if there is one; NULL if the game has none. */
static const struct key *find_key(const struct game *game, action act) {
    const struct key *found = NULL;
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->act == act && (!found || key->key >= GAME_KEY_UP)) found = key;
    return found;
}

static void write_key(const struct playing *playing, const struct key *key, struct text *out) {
    input_name(key->key >= GAME_KEY_UP ? (uint32_t)(INPUT_UP + key->key - GAME_KEY_UP)
                                       : (uint32_t)key->key,
               playing->view.board.plain, out);
}

/* Where keys play the moves, the expected play is told as keys: names of acts may take another view
 * than keys do, as where a tile moves up and the blank down. */
static void write_keys(const struct playing *playing, const struct advisor *advisor,
                       struct text *out) {
    const struct game *game = playing->table.game;
    struct advice_line line = advice_line(&advisor->verdict);
    const struct key *first = find_key(game, advisor->verdict.advice.candidates[0].act);
    if (!first) return;
    text_string(out, "Key " CELLS_ACCENT);
    write_key(playing, first, out);
    text_format(out, CELLS_INK ": %s\n", first->meaning);
    if (line.count < 2) return;
    text_string(out, CELLS_QUIET "Then");
    for (int i = 1; i < line.count && i < KEYS_SHOWN; i++) {
        const struct key *key = find_key(game, line.acts[i]);
        text_char(out, ' ');
        if (key) write_key(playing, key, out);
    }
    text_format(out, "%s\n" CELLS_INK, line.count > KEYS_SHOWN ? " ..." : "");
}

/* Writes the best move: its name or, where keys play it, what it does. */
static void write_move(const struct playing *playing, const struct advisor *advisor,
                       struct text *out) {
    action act = advisor->verdict.advice.candidates[0].act;
    struct effect_list effects = {.count = 0};
    if (playing->keyed)
        playing->table.game->effects(advisor->query.state, advisor->query.who, act, &effects);
    if (effects.count)
        names_write(effects.at[0].text, playing->names, out);
    else
        advisor_name(advisor, act, out);
}

static void write_hint(struct playing *playing, const struct advisor *advisor) {
    struct text text = text_over(playing->hint_text, sizeof playing->hint_text);
    const struct advice *advice = &advisor->verdict.advice;
    const struct candidate *best = &advice->candidates[0];
    char line[ADVISOR_LINE_BYTES], why[ADVISOR_WHY_BYTES];
    struct text play = text_over(line, sizeof line), reasons = text_over(why, sizeof why);
    text_string(&text, CELLS_GOOD);
    write_move(playing, advisor, &text);
    text_string(&text, CELLS_INK "\n");
    write_keys(playing, advisor, &text);
    if (advisor_write_why(advisor, &reasons)) {
        names_write(why, playing->names, &text);
        text_char(&text, '\n');
    }
    if (best->visits && !table_has_clock(&playing->table)) {
        advisor_write_worth(advisor, best->value, &text);
        advisor_write_chance(advisor, best, "; chance", &text);
        text_format(&text, "%s.\n", advice->proven ? "; proven" : "");
    }
    text_string(&text, CELLS_QUIET);
    if (advisor_write_other(advisor, &text)) text_char(&text, '\n');
    if (!playing->keyed &&
        advisor_write_line(advisor, "Expected: ", advice_line(&advisor->verdict), &play))
        names_write(line, playing->names, &text);
}

/* Returns whether a place is empty, but for the ghost of what falls. */
static bool is_free(const struct scene *scene, int spot) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot == spot)
            return scene->tiles[i].kind == SCENE_EMPTY || scene->tiles[i].kind == SCENE_GHOST;
    return false;
}

/* Keeps the places that are free now and have a tile after the play. */
static void keep_target(struct playing *playing) {
    const struct view *view = &playing->view;
    playing->target_count = 0;
    for (int i = 0; i < view->after.count && playing->target_count < PLAYING_TARGET_MAX; i++) {
        const struct scene_tile *tile = &view->after.tiles[i];
        if (tile->kind == SCENE_TILE && is_free(&view->scene, tile->spot))
            playing->target[playing->target_count++] = tile->spot;
    }
}

/* In real time an act is only a key. What the play leads to says more: where the piece is before
 * the last act, which lands it. */
static void find_target(struct playing *playing, const struct advisor *advisor) {
    struct view *view = &playing->view;
    struct advice_line line = advice_line(&advisor->verdict);
    if (line.count > 1) line.count--;
    advice_play_line(&advisor->query, line, NULL, NULL);
    view->game->draw(advisor->query.state, playing->seat, &view->scene);
    view->game->draw(advisor->query.spare, playing->seat, &view->after);
    keep_target(playing);
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
    if (table_has_clock(&playing->table)) find_target(playing, advisor);
    playing_hint_steer(playing);
}

void playing_hint_steer(struct playing *playing) {
    struct pick *pick = &playing->pick;
    const struct table *table = &playing->table;
    int spots[SPOTS_MAX], count;
    if (playing->hint != PLAYING_HINTED || table_has_clock(table)) return;
    count = table->game->picks(table->session.state, playing->hint_seat, playing->hint_act, spots);
    for (int i = 0; i < pick->depth; i++)
        if (i >= count || pick->chosen[i] != spots[i]) return;
    if (pick->depth < count) pick->cursor = spots[pick->depth];
}

/* Returns whether the target can still be reached: nothing lies there. */
static bool is_open(const struct playing *playing) {
    for (int i = 0; i < playing->target_count; i++)
        if (!is_free(&playing->view.scene, playing->target[i])) return false;
    return true;
}

static void show_target(struct playing *playing) {
    if (!is_open(playing)) {
        playing_hint_drop(playing);
        return;
    }
    for (int i = 0; i < playing->target_count; i++)
        view_mark(&playing->view, playing->target[i], BOARD_BEST);
}

void playing_hint_show(struct playing *playing) {
    struct table *table = &playing->table;
    if (playing->hint != PLAYING_HINTED) return;
    if (table_has_clock(table))
        show_target(playing);
    else
        view_mark_act(&playing->view, table->session.state, playing->hint_seat, playing->hint_act,
                      BOARD_BEST);
}
