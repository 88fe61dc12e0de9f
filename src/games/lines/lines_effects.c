/* lines: what an event does, told from the state before it. The board after it comes from `apply`;
 * the points are worked out again, so that the tests see when the two disagree. */
#include "lines.h"
#include <string.h>

enum { ALL = LINES_LIMBS_MAX }; /* all limbs, where speed does not matter */

enum kind { MOVE, VANISH, ARRIVE, NEXT, EMPTY, OVER, KINDS };

const char *const lines_effect_kinds[] = {"MOVE",  "VANISH", "ARRIVE", "NEXT",
                                          "EMPTY", "OVER",   NULL};

_Static_assert(sizeof lines_effect_kinds / sizeof *lines_effect_kinds == KINDS + 1,
               "every kind has a name");
/* Each colour that vanishes takes as many effects as hold its balls. One effect comes before them,
 * and one after. */
_Static_assert(LINES_COLOURS_MAX + LINES_CELLS_MAX / EFFECT_SPOTS_MAX + 2 <= EFFECT_MAX,
               "the effects of an event fit their list");

/* An event: the board before and after it, and the ball that comes to a cell. */
struct change {
    const struct lines *before, *after;
    int who, code, to;
    int from; /* -1 for a ball that arrives */
};

static void put_points(int points, struct text *out) {
    if (points)
        text_format(out, "%d point%s", points, points == 1 ? "" : "s");
    else
        text_string(out, "no points");
}

static void put_colour(int code, struct text *out) {
    text_string(out, lines_colour_names[code - 1]);
}

static void tell_move(const struct change *change, struct effect_list *out) {
    struct effect *effect = effect_add(out, MOVE, change->who, 0);
    struct text text = effect_text(effect);
    put_colour(change->code, &text);
    text_string(&text, " moves from ");
    lines_name_cell(change->before, change->from, &text);
    text_string(&text, " to ");
    lines_name_cell(change->before, change->to, &text);
    effect_spot(effect, change->from);
    effect_spot(effect, change->to);
}

/* A ball whose announced cell is taken goes elsewhere, and the text says why. */
static void tell_arrival(const struct change *change, struct effect_list *out) {
    struct effect *effect = effect_add(out, ARRIVE, EFFECT_ALL, 0);
    struct text text = effect_text(effect);
    int announced = change->before->cells[0] - 1;
    put_colour(change->code, &text);
    text_string(&text, " arrives at ");
    lines_name_cell(change->before, change->to, &text);
    if (announced >= 0 && announced != change->to) {
        text_string(&text, " because ");
        lines_name_cell(change->before, announced, &text);
        text_string(&text, " is taken");
    }
    effect_spot(effect, change->to);
}

/* Tells a colour drawn for the next turn, if it is not hidden, and its announced cell. The colour
 * of a ball that arrives at once is told when it does. */
static void tell_next(const struct lines *before, const struct lines *after,
                      struct effect_list *out) {
    int last = after->drawn - 1, cell = after->cells[last] - 1;
    if (!before->show || before->phase != LINES_DRAW) return;
    struct effect *effect = effect_add(out, NEXT, EFFECT_ALL, 0);
    effect->routine = true;
    struct text text = effect_text(effect);
    text_string(&text, "Next: ");
    put_colour(lines_next(after, last), &text);
    if (cell < 0) return;
    text_string(&text, " at ");
    lines_name_cell(after, cell, &text);
    effect_spot(effect, cell);
}

/* Returns the balls of a code that vanish. */
static struct lines_set find_vanished(const struct change *change, int code) {
    const struct lines *before = change->before, *after = change->after;
    struct lines_set balls = lines_of_code(before, code, lines_limbs(before));
    if (code == change->code) bits_add(balls.at, lines_bit(before, change->to));
    if (change->from >= 0) bits_drop(balls.at, lines_bit(before, change->from));
    return lines_set_minus(balls, lines_of_code(after, code, lines_limbs(after)), ALL);
}

/* Returns the points that each of n balls brings that vanish together. */
static int points_of_each(const struct change *change, int n) {
    const struct lines *before = change->before;
    if (!before->rules98) return change->who == CHANCE ? 0 : 2;
    return change->who == CHANCE && before->turn == 0 ? 0 : n - (before->match - 1);
}

/* Tells of these balls of one code in equal parts, as few as can hold them. `left` is how far the
 * score is from its limit. */
static void tell_colour(const struct change *change, int code, struct lines_set gone, int each,
                        int *left, struct effect_list *out) {
    int count = lines_set_count(gone, ALL), told = 0;
    for (int parts = (count + EFFECT_SPOTS_MAX - 1) / EFFECT_SPOTS_MAX; parts > 0; parts--) {
        int size = (count - told) / parts, points = size * each < *left ? size * each : *left;
        struct effect *effect = effect_add(out, VANISH, 0, points);
        struct text text = effect_text(effect);
        text_format(&text, "%d %s", size, told ? "more " : "");
        put_colour(code, &text);
        text_string(&text, " vanish: ");
        put_points(points, &text);
        for (int end = told + size; told < end; told++)
            effect_spot(effect, lines_cell(change->before, lines_set_nth(gone, told, ALL)));
        *left -= points;
    }
}

static void tell_vanishing(const struct change *change, struct effect_list *out) {
    struct lines_set gone[LINES_COLOURS_MAX + 1];
    int n = 0, left = LINES_COUNT_MAX - (int)change->before->score;
    for (int code = 1; code <= LINES_COLOURS_MAX; code++) {
        gone[code] = find_vanished(change, code);
        n += lines_set_count(gone[code], ALL);
    }
    for (int code = 1; code <= LINES_COLOURS_MAX; code++)
        tell_colour(change, code, gone[code], points_of_each(change, n), &left, out);
}

/* Tells whether the board is now empty, so that the next balls arrive at once, or full. */
static void tell_end(const struct lines *before, const struct lines *after,
                     struct effect_list *out) {
    bool empty = !lines_set_any(lines_balls(after, lines_limbs(after)), ALL);
    if (empty && before->phase != LINES_ARRIVE && after->phase == LINES_ARRIVE) {
        struct text text = effect_text(effect_add(out, EMPTY, EFFECT_ALL, 0));
        text_string(&text, "The board is empty: the next balls arrive");
    } else if (!lines_movers(after)) {
        struct text text = effect_text(effect_add(out, OVER, EFFECT_ALL, 0));
        text_string(&text, "The board is full: the game is over with ");
        put_points((int)after->score, &text);
    }
}

void lines_effects(const void *state, int who, action act, struct effect_list *out) {
    const struct lines *before = state;
    struct lines after;
    int cells = lines_count(before), to = (int)act % cells;
    memcpy(&after, before, lines_size(before));
    lines_apply(&after, who, act);
    struct change change = {before, &after, who, lines_next(before, 0), to, -1};
    if (who == CHANCE && lines_draws(before)) {
        tell_next(before, &after, out);
    } else if (who == CHANCE) {
        tell_arrival(&change, out);
        tell_vanishing(&change, out);
    } else {
        change.from = (int)act / cells;
        change.code = lines_code(before, lines_bit(before, change.from), lines_limbs(before));
        tell_move(&change, out);
        tell_vanishing(&change, out);
    }
    tell_end(before, &after, out);
}

bool lines_hides_act(const void *state, int seat, int who, action act) {
    (void)seat, (void)act;
    const struct lines *lines = state;
    return who == CHANCE && !lines->show && lines_draws(lines);
}
