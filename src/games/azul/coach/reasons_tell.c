/* The sentences. What a move does at once is said of the move; everything else is true of the
 * expected play only, and says so. */
#include "games/azul/coach/reasons_parts.h"

/* A fact that is larger on one side than on the other, and how to call the two. */
struct view {
    const struct azul_reasons_side *more, *less;
    const struct azul_reasons_seat *more_seat, *less_seat;
    const char *after_more, *after_less;
};

static struct view view_of(const struct azul_reasons_pair *pair, int seat, bool best_has_more) {
    const struct azul_reasons_side *best = &pair->best, *yours = &pair->yours;
    if (best_has_more)
        return (struct view){
            best,          yours, &best->seats[seat], &yours->seats[seat], "after the best move",
            "after yours",
        };
    return (struct view){
        yours,
        best,
        &yours->seats[seat],
        &best->seats[seat],
        "after your move",
        "after the best one",
    };
}

static void put_expected(const struct azul_reasons_pair *pair, struct text *out) {
    text_string(out, pair->cut ? "So far in the expected play " : "In the expected play ");
}

static void put_whose(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    if (seat == pair->who)
        text_string(out, "your");
    else
        text_format(out, "player %d's", seat + 1);
}

static void put_points(int points, struct text *out) {
    text_format(out, "%d %s", points, points == 1 ? "point" : "points");
}

static void put_tiles(int tiles, struct text *out) {
    text_format(out, "%d %s", tiles, tiles == 1 ? "tile" : "tiles");
}

/* Writes "line 4" or "lines 1, 2 and 4". */
static void put_rows(uint32_t rows, struct text *out) {
    text_string(out, bits_count(rows) == 1 ? "line " : "lines ");
    for (; rows; rows &= rows - 1) {
        int left = bits_count(rows);
        text_format(out, "%d%s", bits_low(rows) + 1, left > 2 ? ", " : left == 2 ? " and " : "");
    }
}

static int sum_points(const struct azul_reasons_seat *seat, uint32_t rows) {
    int points = 0;
    for (; rows; rows &= rows - 1) points += seat->points[bits_low(rows)];
    return points;
}

/* Returns the lines that are completed by the one and not by the other. */
static uint32_t rows_only(const struct azul_reasons_seat *in,
                          const struct azul_reasons_seat * not ) {
    uint32_t rows = 0;
    for (int row = 0; row < AZUL_SIDE; row++)
        if (in->colour[row] != AZUL_REASONS_UNTILED && not ->colour[row] == AZUL_REASONS_UNTILED)
            rows |= UINT32_C(1) << row;
    return rows;
}

/* Writes "line 4 (Blue, 6 points)" or "lines 2 and 4 (8 points)". */
static void put_completed(const struct azul_reasons_seat *seat, uint32_t rows, struct text *out) {
    put_rows(rows, out);
    text_string(out, " (");
    if (bits_count(rows) == 1)
        text_format(out, "%s, ", azul_colour_names[seat->colour[bits_low(rows)]]);
    put_points(sum_points(seat, rows), out);
    text_char(out, ')');
}

static void tell_line_at_once(const struct azul_reasons_pair *pair, int row, struct text *out) {
    const struct azul_reasons_seat *seat = &pair->best.seats[pair->who];
    text_format(out, "The best move completes line %d at once (%s); ", row + 1,
                azul_colour_names[seat->colour[row]]);
    text_string(out, pair->cut ? "so far in the expected play" : "in the expected play");
    text_string(out, " it scores ");
    put_points(seat->points[row], out);
    text_string(out, ", but is not completed after yours.");
}

void azul_reasons_tell_lines(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    bool own = seat == pair->who;
    struct view view = view_of(pair, seat, own);
    uint32_t more = rows_only(view.more_seat, view.less_seat);
    uint32_t less = rows_only(view.less_seat, view.more_seat);
    int first = azul_act_destination(pair->best.first.act);
    if (own && !less && pair->best.first.filled && more == UINT32_C(1) << first) {
        tell_line_at_once(pair, first, out);
        return;
    }
    put_expected(pair, out);
    if (own)
        text_string(out, "you complete ");
    else
        text_format(out, "player %d completes ", seat + 1);
    put_completed(view.more_seat, more, out);
    text_format(out, " %s, but ", view.after_more);
    if (less)
        put_completed(view.less_seat, less, out);
    else
        text_string(out, "not");
    text_format(out, " %s.", view.after_less);
}

/* Returns the lines that are completed on both sides, for different points. */
static uint32_t rows_unequal(const struct azul_reasons_seat *a, const struct azul_reasons_seat *b) {
    uint32_t rows = 0;
    for (int row = 0; row < AZUL_SIDE; row++)
        if (a->colour[row] != AZUL_REASONS_UNTILED && b->colour[row] != AZUL_REASONS_UNTILED &&
            a->points[row] != b->points[row])
            rows |= UINT32_C(1) << row;
    return rows;
}

void azul_reasons_tell_adjacency(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    struct view view = view_of(pair, seat, seat == pair->who);
    uint32_t rows = rows_unequal(view.more_seat, view.less_seat);
    int row = bits_low(rows);
    int more = view.more_seat->colour[row], less = view.less_seat->colour[row];
    bool one = bits_count(rows) == 1;
    put_expected(pair, out);
    if (one && more == less) text_format(out, "%s from ", azul_colour_names[more]);
    put_whose(pair, seat, out);
    text_char(out, ' ');
    put_rows(rows, out);
    text_string(out, one ? " scores " : " score ");
    put_points(sum_points(view.more_seat, rows), out);
    if (one && more != less) text_format(out, " with %s", azul_colour_names[more]);
    text_format(out, " %s, %d", view.after_more, sum_points(view.less_seat, rows));
    if (one && more != less) text_format(out, " with %s", azul_colour_names[less]);
    text_format(out, " %s.", view.after_less);
}

/* Writes "the token and 3 tiles". */
static void put_fallen(bool token, int tiles, struct text *out) {
    if (token) text_string(out, tiles ? "the token and " : "the token");
    if (tiles) put_tiles(tiles, out);
    if (!token && !tiles) text_string(out, "nothing");
}

static void put_at_once(const struct azul_reasons_first *first, struct text *out) {
    put_fallen(first->token, first->fallen, out);
    if (!first->token && !first->fallen) return;
    text_string(out, first->cost ? " (-" : " (");
    put_points(first->cost, out);
    text_char(out, ')');
}

/* Returns whether the first acts alone make the difference. */
static bool is_floor_at_once(const struct azul_reasons_pair *pair) {
    int who = pair->who;
    const struct azul_reasons_side *best = &pair->best, *yours = &pair->yours;
    return !azul_reasons_is_stopped(best, who) && !azul_reasons_is_stopped(yours, who) &&
           yours->first.cost - best->first.cost == yours->seats[who].loss - best->seats[who].loss;
}

static void put_floor(const struct azul_reasons_side *side, int seat, struct text *out) {
    bool token = side->drafted.token == seat;
    int tiles = side->drafted.player[seat].floor_count;
    text_string(out, " (");
    if (token || tiles)
        put_fallen(token, tiles, out);
    else
        text_string(out, "empty");
    text_char(out, ')');
}

void azul_reasons_tell_floor(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    bool own = seat == pair->who;
    struct view view = view_of(pair, seat, !own);
    if (own && is_floor_at_once(pair)) {
        text_string(out, "Your move puts ");
        put_at_once(&pair->yours.first, out);
        text_string(out, " on your floor, the best move ");
        put_at_once(&pair->best.first, out);
        text_char(out, '.');
        return;
    }
    bool stopped =
        azul_reasons_is_stopped(view.more, seat) || azul_reasons_is_stopped(view.less, seat);
    put_expected(pair, out);
    put_whose(pair, seat, out);
    text_string(out, " floor costs ");
    put_points(view.more_seat->loss, out);
    if (!stopped) put_floor(view.more, seat, out);
    text_format(out, " %s, %d", view.after_more, view.less_seat->loss);
    if (!stopped) put_floor(view.less, seat, out);
    text_format(out, stopped ? " %s, since a score cannot fall below 0." : " %s.", view.after_less);
}

static bool is_spill_at_once(const struct azul_reasons_pair *pair) {
    const struct azul_reasons_first *best = &pair->best.first, *yours = &pair->yours.first;
    return is_floor_at_once(pair) && !best->token && !yours->token &&
           azul_act_destination(best->act) != AZUL_FLOOR &&
           azul_act_destination(yours->act) != AZUL_FLOOR;
}

static void tell_spill_at_once(const struct azul_reasons_pair *pair, struct text *out) {
    const struct azul_reasons_first *best = &pair->best.first, *yours = &pair->yours.first;
    bool one = yours->fallen == 1;
    text_format(out, "%d of your %d %s %s not fit on line %d and %s to the floor (-", yours->fallen,
                yours->taken, azul_colour_names[azul_act_colour(yours->act)], one ? "does" : "do",
                azul_act_destination(yours->act) + 1, one ? "falls" : "fall");
    put_points(yours->cost, out);
    text_string(out, "); the best move wastes ");
    put_at_once(best, out);
    text_char(out, '.');
}

void azul_reasons_tell_spill(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    int yours = pair->yours.seats[seat].spilled, best = pair->best.seats[seat].spilled;
    if (is_spill_at_once(pair)) {
        tell_spill_at_once(pair, out);
        return;
    }
    put_expected(pair, out);
    text_format(out,
                "%d of your tiles %s to the floor after your move, %d after the best one: ", yours,
                yours == 1 ? "overflows" : "overflow", best);
    put_points(pair->yours.seats[seat].loss - pair->best.seats[seat].loss, out);
    text_string(out, " more.");
}

static void put_set(enum azul_set set, int i, struct text *out) {
    if (set == AZUL_COLOUR_SETS)
        text_string(out, azul_colour_names[i]);
    else
        text_format(out, "%s %d", set == AZUL_ROWS ? "row" : "column", i + 1);
}

enum { SETS_NAMED_MAX = 3 };

/* Writes " (row 1, column 3, Red)", if they are few. */
static void put_complete_sets(uint32_t wall, struct text *out) {
    int count = 0, put = 0;
    for (int set = 0; set < AZUL_SETS; set++)
        count += bits_count(azul_complete(wall, (enum azul_set)set));
    if (!count || count > SETS_NAMED_MAX) return;
    for (int set = 0; set < AZUL_SETS; set++)
        for (uint32_t is = azul_complete(wall, (enum azul_set)set); is; is &= is - 1) {
            text_string(out, put++ ? ", " : " (");
            put_set((enum azul_set)set, bits_low(is), out);
        }
    text_char(out, ')');
}

void azul_reasons_tell_bonus(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    struct view view = view_of(pair, seat, seat == pair->who);
    put_expected(pair, out);
    if (seat == pair->who)
        text_string(out, "you get ");
    else
        text_format(out, "player %d gets ", seat + 1);
    int bonus = view.more_seat->bonus;
    text_format(out, "%d bonus %s %s", bonus, bonus == 1 ? "point" : "points", view.after_more);
    put_complete_sets(view.more->after.player[seat].wall, out);
    if (view.less->after.phase != AZUL_OVER) {
        text_format(out, ", but the game goes on %s.", view.after_less);
        return;
    }
    text_format(out, ", %d %s", view.less_seat->bonus, view.after_less);
    put_complete_sets(view.less->after.player[seat].wall, out);
    text_char(out, '.');
}

void azul_reasons_tell_end(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    bool best = pair->best.after.phase == AZUL_OVER;
    struct view view = view_of(pair, seat, best);
    int lead = azul_reasons_lead(&view.more->after, seat);
    put_expected(pair, out);
    text_format(out, "the game ends with this round %s, and you %s by ", view.after_more,
                best ? "win" : "lose");
    put_points(best ? lead : -lead, out);
    text_format(out, "; %s it goes on.", view.after_less);
}

void azul_reasons_tell_start(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    (void)seat;
    put_expected(pair, out);
    text_format(out, "you begin the next round after the best move, player %d after yours.",
                pair->yours.after.active + 1);
}

/* Writes "3 Red", or "nothing" for an empty line. */
static void put_held(const struct azul_player *player, int row, struct text *out) {
    int filled = player->filled[row];
    if (filled)
        text_format(out, "%d %s", filled, azul_colour_names[player->colour[row]]);
    else
        text_string(out, "nothing");
}

/* Names the line that tells most. */
void azul_reasons_tell_progress(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    bool own = seat == pair->who;
    struct view view = view_of(pair, seat, own);
    double most = 0;
    int named = 0;
    for (int row = 0; row < AZUL_SIDE; row++) {
        double gain = azul_reasons_gain_line(pair, seat, row) * (own ? 1 : -1);
        if (gain > most) most = gain, named = row;
    }
    const struct azul_player *more = &view.more->after.player[seat];
    put_expected(pair, out);
    put_whose(pair, seat, out);
    text_format(out, " line %d holds %d of %d %s %s, ", named + 1, more->filled[named], named + 1,
                azul_colour_names[more->colour[named]], view.after_more);
    put_held(&view.less->after.player[seat], named, out);
    text_format(out, " %s.", view.after_less);
}

/* Finds the row, column or colour that tells most. */
static uint32_t find_set(const struct azul_reasons_pair *pair, int seat, enum azul_set *found,
                         int *at) {
    double most = 0;
    for (int set = 0; set < AZUL_SETS; set++)
        for (int i = 0; i < AZUL_SIDE; i++) {
            double gain = azul_reasons_gain_set(pair, seat, (enum azul_set)set, i) *
                          (seat == pair->who ? 1 : -1);
            if (gain > most) most = gain, *found = (enum azul_set)set, *at = i;
        }
    return azul_set_cells(*found, *at);
}

void azul_reasons_tell_sets(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    struct view view = view_of(pair, seat, seat == pair->who);
    enum azul_set set = AZUL_ROWS;
    int i = 0;
    uint32_t cells = find_set(pair, seat, &set, &i);
    put_expected(pair, out);
    if (set != AZUL_COLOUR_SETS) {
        put_set(set, i, out);
        text_string(out, " of ");
    }
    put_whose(pair, seat, out);
    text_format(out, " wall has %d of 5 %s %s, %d %s.",
                bits_count(view.more->after.player[seat].wall & cells),
                set == AZUL_COLOUR_SETS ? azul_colour_names[i] : "tiles", view.after_more,
                bits_count(view.less->after.player[seat].wall & cells), view.after_less);
}

void azul_reasons_tell_outlook(const struct azul_reasons_pair *pair, int seat, struct text *out) {
    int tenths = (int)(azul_reasons_gain_outlook(pair, seat) * 10 + 0.5);
    text_format(out,
                "By the coach's estimate, the later rounds are worth %d.%d points more to you "
                "against player %d after the best move than after yours.",
                tenths / 10, tenths % 10, pair->rival + 1);
}
