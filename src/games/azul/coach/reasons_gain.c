/* By how much the best line is better than yours, kind by kind.
 *
 * Lines, adjacency, floor and bonus are points at the end of the round: for each seat their sum is
 * the difference of its scores. The others are estimates of what the round leaves for later. */
#include "games/azul/coach/reasons_parts.h"
#include "games/azul/coach/values.h"

/* The points that the player who begins a round can hope for more, and the share of its points that
 * an unfinished line is worth when it lacks nearly nothing. */
static const double start_worth = 1.5, line_worth = 0.5;

static int line_gain(const struct azul_reasons_pair *pair, int seat, bool both) {
    const struct azul_reasons_seat *best = &pair->best.seats[seat];
    const struct azul_reasons_seat *yours = &pair->yours.seats[seat];
    int gain = 0;
    for (int row = 0; row < AZUL_SIDE; row++) {
        bool in_best = best->colour[row] != AZUL_REASONS_UNTILED;
        bool in_yours = yours->colour[row] != AZUL_REASONS_UNTILED;
        if ((in_best && in_yours) == both) gain += best->points[row] - yours->points[row];
    }
    return gain;
}

double azul_reasons_gain_lines(const struct azul_reasons_pair *pair, int seat) {
    return line_gain(pair, seat, false);
}

double azul_reasons_gain_adjacency(const struct azul_reasons_pair *pair, int seat) {
    return line_gain(pair, seat, true);
}

double azul_reasons_gain_floor(const struct azul_reasons_pair *pair, int seat) {
    return pair->yours.seats[seat].loss - pair->best.seats[seat].loss;
}

bool azul_reasons_is_stopped(const struct azul_reasons_side *side, int seat) {
    return side->seats[seat].loss < azul_floor_penalty(&side->drafted, seat);
}

bool azul_reasons_is_spill(const struct azul_reasons_pair *pair) {
    const struct azul_reasons_side *best = &pair->best, *yours = &pair->yours;
    int who = pair->who;
    return !azul_reasons_is_stopped(best, who) && !azul_reasons_is_stopped(yours, who) &&
           best->seats[who].dumped == yours->seats[who].dumped &&
           (best->drafted.token == who) == (yours->drafted.token == who);
}

double azul_reasons_gain_bonus(const struct azul_reasons_pair *pair, int seat) {
    return pair->best.seats[seat].bonus - pair->yours.seats[seat].bonus;
}

/* The game is over after one of them only: good if that wins, or if the other loses. */
double azul_reasons_gain_end(const struct azul_reasons_pair *pair, int seat) {
    bool best = pair->best.after.phase == AZUL_OVER, yours = pair->yours.after.phase == AZUL_OVER;
    if (pair->cut || best == yours) return 0;
    return best ? azul_reasons_lead(&pair->best.after, seat)
                : -azul_reasons_lead(&pair->yours.after, seat);
}

static bool goes_on(const struct azul_reasons_pair *pair) {
    return pair->best.after.phase != AZUL_OVER && pair->yours.after.phase != AZUL_OVER;
}

/* While the token lies in the center, nobody knows who begins. */
double azul_reasons_gain_start(const struct azul_reasons_pair *pair, int seat) {
    const struct azul *best = &pair->best.drafted, *yours = &pair->yours.drafted;
    if (!goes_on(pair)) return 0;
    if (pair->cut && (best->token == AZUL_TOKEN_IN_CENTER || yours->token == AZUL_TOKEN_IN_CENTER))
        return 0;
    int begins = (pair->best.after.active == seat) - (pair->yours.after.active == seat);
    return begins * start_worth;
}

/* The points that the tile of a line would score. */
static int line_points(const struct azul_player *player, int row) {
    if (!player->filled[row]) return 0;
    int col = azul_wall_col(row, player->colour[row]);
    return azul_tile_points(player->wall | azul_cell(row, col), row, col);
}

/* The same colour is worth as much on both sides, so that only tiles on the line count. */
double azul_reasons_gain_line(const struct azul_reasons_pair *pair, int seat, int row) {
    const struct azul_player *best = &pair->best.after.player[seat];
    const struct azul_player *yours = &pair->yours.after.player[seat];
    int best_points = line_points(best, row), your_points = line_points(yours, row);
    if (pair->best.seats[seat].colour[row] != AZUL_REASONS_UNTILED) return 0;
    if (pair->yours.seats[seat].colour[row] != AZUL_REASONS_UNTILED) return 0;
    if (best->filled[row] && yours->filled[row] && best->colour[row] == yours->colour[row])
        best_points = your_points = best_points < your_points ? best_points : your_points;
    int gain = best_points * best->filled[row] - your_points * yours->filled[row];
    return line_worth * gain / (row + 1);
}

double azul_reasons_gain_progress(const struct azul_reasons_pair *pair, int seat) {
    double gain = 0;
    if (!goes_on(pair)) return 0;
    for (int row = 0; row < AZUL_SIDE; row++) gain += azul_reasons_gain_line(pair, seat, row);
    return gain;
}

/* With 3, 4 or 5 of its tiles, a row, column or colour is worth 1, 4 or 9 ninths of its points;
 * with fewer nothing, for most that begin so are never finished. */
static double set_value(uint32_t wall, enum azul_set set, int i) {
    int past = bits_count(wall & azul_set_cells(set, i)) - 2;
    return past > 0 ? azul_set_points[set] * past * past / 9.0 : 0;
}

double azul_reasons_gain_set(const struct azul_reasons_pair *pair, int seat, enum azul_set set,
                             int i) {
    return set_value(pair->best.after.player[seat].wall, set, i) -
           set_value(pair->yours.after.player[seat].wall, set, i);
}

double azul_reasons_gain_sets(const struct azul_reasons_pair *pair, int seat) {
    double gain = 0;
    if (!goes_on(pair)) return 0;
    for (int set = 0; set < AZUL_SETS; set++)
        for (int i = 0; i < AZUL_SIDE; i++)
            gain += azul_reasons_gain_set(pair, seat, (enum azul_set)set, i);
    return gain;
}

/* By how many units a seat is expected to gain more than another one after the round. */
static int later_lead(const struct azul *after, int seat, int other) {
    const struct azul_values *values = &azul_values_learned;
    struct azul_values_half ours, theirs;
    int players = after->players, starter = after->active;
    bool first = (seat - starter + players) % players < (other - starter + players) % players;
    azul_values_half(values, &after->player[seat], first, &ours);
    azul_values_half(values, &after->player[other], !first, &theirs);
    return first ? azul_values_lead(values, &ours, &theirs)
                 : -azul_values_lead(values, &theirs, &ours);
}

double azul_reasons_gain_outlook(const struct azul_reasons_pair *pair, int seat) {
    if (pair->cut || !goes_on(pair)) return 0;
    int units = later_lead(&pair->best.after, seat, pair->rival) -
                later_lead(&pair->yours.after, seat, pair->rival);
    return (double)units / AZUL_VALUES_UNIT;
}
