/* slide: what an event does, told for people. A tile moves against the blank. */
#include "slide.h"
#include <string.h>

enum { DEAL, SCRAMBLE, MOVE, SOLVED };
enum { NAMED_MAX = 4, NAMED = 3 }; /* of more than NAMED_MAX tiles only NAMED are named */

const char *const slide_effect_kinds[] = {"DEAL", "SCRAMBLE", "MOVE", "SOLVED", NULL};

static const char *const tile_ways[] = {"down", "up", "right", "left"}; /* by the blank's move */

static void tell_solved(const struct slide *after, struct effect_list *out) {
    if (slide_game.movers(after)) return;
    struct effect *effect = effect_add(out, SOLVED, 0, 0);
    struct text text = effect_text(effect);
    text_format(&text, "Solved in %u %s", after->moves, after->moves == 1 ? "move" : "moves");
}

static void tell_dealt(const struct slide *after, int cell, struct effect_list *out) {
    struct effect *effect = effect_add(out, DEAL, EFFECT_ALL, 0);
    struct text text = effect_text(effect);
    if (after->cells[cell])
        text_format(&text, "Tile %d is dealt to row %d, column %d", after->cells[cell],
                    cell / after->cols + 1, cell % after->cols + 1);
    else
        text_format(&text, "The blank is put on row %d, column %d", cell / after->cols + 1,
                    cell % after->cols + 1);
    effect_spot(effect, cell);
}

static void tell_deal(const struct slide *before, const struct slide *after,
                      struct effect_list *out) {
    for (int cell = 0; cell < slide_count(before); cell++)
        if (!slide_is_dealt(before, cell) && slide_is_dealt(after, cell))
            tell_dealt(after, cell, out);
}

/* Lists `count` tiles from a cell on, in the order of the board. */
static void list_tiles(const struct slide *slide, int cell, int step, int count,
                       struct text *text) {
    int named = count > NAMED_MAX ? NAMED : count;
    for (int i = 0; i < named; i++, cell += step) {
        if (i > 0) text_string(text, i == count - 1 ? " and " : ", ");
        text_int(text, slide->cells[cell]);
    }
    if (named < count) text_format(text, " and %d others", count - named);
}

/* The tile on each spot moves to the next spot; the last is the blank's cell. */
static void tell_moved(const struct slide *before, int move, int count, struct effect *effect) {
    struct text text = effect_text(effect);
    int step = slide_step(before->cols, move), far = before->blank + count * step;
    if (effect->kind == SCRAMBLE) text_string(&text, "Scrambling: tile ");
    if (effect->kind == MOVE) text_string(&text, count == 1 ? "Tile " : "Tiles ");
    if (step < 0)
        list_tiles(before, far, -step, count, &text);
    else
        list_tiles(before, before->blank + step, step, count, &text);
    text_format(&text, " %s %s", count == 1 ? "moves" : "move", tile_ways[move]);
    for (int i = 0; i <= count; i++) effect_spot(effect, far - i * step);
}

void slide_effects(const void *state, int who, action act, struct effect_list *out) {
    const struct slide *before = state;
    struct slide after;
    int count = 1, move = (int)act;
    memcpy(&after, before, slide_game.size(before));
    slide_game.apply(&after, who, act);
    if (who == CHANCE && before->phase != SLIDE_SCRAMBLE) {
        tell_deal(before, &after, out);
    } else {
        if (act >= SLIDE_CLICK) move = slide_chain(before, (int)(act - SLIDE_CLICK), &count);
        bool luck = who == CHANCE;
        tell_moved(before, move, count,
                   effect_add(out, luck ? SCRAMBLE : MOVE, luck ? EFFECT_ALL : who,
                              slide_game.score(&after, 0) - slide_game.score(before, 0)));
    }
    tell_solved(&after, out);
}
