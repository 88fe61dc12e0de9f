/* For tests: what two lines of play bring each seat, found again by azul's slow twin, and what a
 * reason of each kind must then be worth. Nothing here is shared with the reasons. Include cmocka
 * first. */
#ifndef AZUL_REASONS_LEDGER_TEST_H
#define AZUL_REASONS_LEDGER_TEST_H

#include "game/agent.h"
#include "games/azul/azul_twin_test.h"
#include "games/azul/coach/values.h"

struct ledger_seat {
    int colour[5], points[5]; /* of the tile that each line lays; colour -1 if none */
    int loss, penalty, bonus, score;
    int floor, dumped, spilled;
    bool token;
    int held[5], holds[5];            /* tiles on each line after the round, and their colour */
    int worth[5];                     /* the points that the next tile of that line would score */
    int row[5], col[5], by_colour[5]; /* tiles on the wall after the round */
};

struct ledger {
    struct ledger_seat seat[4];
    int players, starter; /* starter -1: not known */
    bool ended, over;
    int taken, fallen, cost; /* by the first act */
    bool token, filled;
};

static inline struct twin ledger_twin(const struct azul *azul) {
    struct twin twin = {.players = azul->players,
                        .turn = azul->active,
                        .round = azul->round,
                        .last_round = azul->max_rounds,
                        .center_token = azul->token == AZUL_TOKEN_IN_CENTER};
    for (int i = 0; i < 5; i++) {
        twin.bag[i] = (int)(azul->bag >> 8 * i & 255),
        twin.lid[i] = (int)(azul->lid >> 8 * i & 255);
        for (int source = 0; source <= twin_factories(&twin); source++)
            twin_source(&twin, source)[i] = (int)(azul->source[source] >> 8 * i & 255);
    }
    for (int seat = 0; seat < azul->players; seat++) {
        const struct azul_player *player = &azul->player[seat];
        struct twin_board *board = &twin.board[seat];
        board->score = player->score, board->token = azul->token == seat;
        while (board->floor_count < player->floor_count) {
            board->floor[board->floor_count] = azul_floor_tile(player, board->floor_count);
            board->floor_count++;
        }
        for (int row = 0; row < 5; row++) {
            while (board->held[row] < player->filled[row])
                board->line[row][board->held[row]++] = player->colour[row];
            for (int col = 0; col < 5; col++)
                board->wall[row][col] = player->wall >> (row * 5 + col) & 1;
        }
    }
    twin_require(azul, &twin);
    return twin;
}

static inline int ledger_cost(const struct twin_board *board) {
    static const int costs[] = {1, 1, 2, 2, 2, 3, 3};
    int cost = 0;
    for (int i = 0; i < 7 && i < board->floor_count + board->token; i++) cost += costs[i];
    return cost;
}

static inline int ledger_column(int row, int colour) {
    int col = 0;
    while (twin_printed[row][col] != colour) col++;
    return col;
}

static inline int ledger_raise(int score, int points) {
    return score + points > 9999 ? 9999 : score + points;
}

/* The rows of a board, one after the other, and what its floor costs. */
static inline void ledger_score(struct twin_board *board, struct ledger_seat *seat) {
    seat->floor = board->floor_count, seat->token = board->token;
    for (int row = 0; row < 5; row++) {
        seat->colour[row] = -1, seat->points[row] = 0;
        if (board->held[row] < row + 1) continue;
        int colour = board->line[row][0], col = ledger_column(row, colour), score = board->score;
        board->wall[row][col] = true;
        board->score = ledger_raise(score, twin_points(board, row, col));
        seat->colour[row] = colour, seat->points[row] = board->score - score;
        board->held[row] = 0;
    }
    seat->penalty = ledger_cost(board);
    seat->loss = seat->penalty < board->score ? seat->penalty : board->score;
    board->score -= seat->loss;
}

/* What is left on a board after the round. */
static inline void ledger_look(struct twin_board *board, bool over, struct ledger_seat *seat) {
    seat->bonus = over ? ledger_raise(board->score, twin_bonus(board)) - board->score : 0;
    seat->score = board->score + seat->bonus;
    for (int row = 0; row < 5; row++) {
        for (int col = 0; col < 5; col++) {
            seat->row[row] += board->wall[row][col], seat->col[col] += board->wall[row][col];
            seat->by_colour[twin_printed[row][col]] += board->wall[row][col];
        }
        seat->held[row] = board->held[row], seat->holds[row] = board->line[row][0];
        if (board->held[row] == 0) continue;
        int col = ledger_column(row, board->line[row][0]);
        board->wall[row][col] = true;
        seat->worth[row] = twin_points(board, row, col);
        board->wall[row][col] = false;
    }
}

static inline void ledger_act(struct twin *twin, action act, bool first, struct ledger *ledger) {
    int who = twin->turn, source = (int)act / 30, colour = (int)act / 6 % 5, to = (int)act % 6;
    struct twin_board *board = &twin->board[who];
    assert_true(twin_may(twin, source, colour, to));
    int floor = board->floor_count, cost = ledger_cost(board),
        taken = twin_source(twin, source)[colour];
    bool token = board->token;
    twin_draft(twin, source, colour, to);
    int fallen = board->floor_count - floor;
    *(to == 5 ? &ledger->seat[who].dumped : &ledger->seat[who].spilled) += fallen;
    if (!first) return;
    ledger->taken = taken, ledger->fallen = fallen, ledger->cost = ledger_cost(board) - cost;
    ledger->token = board->token && !token;
    ledger->filled = to < 5 && board->held[to] == to + 1;
}

static inline struct ledger ledger_of(const struct azul *azul, const action *acts, int count) {
    struct twin twin = ledger_twin(azul);
    struct ledger ledger = {.players = azul->players, .starter = -1};
    for (int i = 0; i < count; i++) ledger_act(&twin, acts[i], i == 0, &ledger);
    ledger.ended = twin_left_to_draft(&twin) == 0;
    struct twin real = twin;
    if (ledger.ended) twin_end_round(&real), ledger.starter = real.turn;
    ledger.over = real.over || twin.round == twin.last_round;
    for (int seat = 0; seat < twin.players; seat++) {
        if (twin.board[seat].token) ledger.starter = seat;
        ledger_score(&twin.board[seat], &ledger.seat[seat]);
        ledger.over |= twin_rows(&twin.board[seat]) > 0;
    }
    for (int seat = 0; seat < twin.players; seat++)
        ledger_look(&twin.board[seat], ledger.over, &ledger.seat[seat]);
    return ledger;
}

/* What azul itself tells of a whole line agrees. */
static inline void ledger_confirm(const struct azul *from, const action *acts, int count,
                                  const struct ledger *ledger) {
    static struct effect_list list;
    struct azul azul = *from;
    int wall[4] = {0}, floor[4] = {0}, bonus[4] = {0};
    for (int i = 0; i < count; i++) {
        list.count = 0;
        azul_game.effects(&azul, azul.active, acts[i], &list);
        for (int at = 0; at < list.count; at++) {
            const char *kind = azul_game.effect_kinds[list.at[at].kind];
            int seat = list.at[at].seat, points = list.at[at].points;
            if (strcmp(kind, "WALL") == 0) wall[seat] += points;
            if (strcmp(kind, "FLOOR") == 0) floor[seat] -= points;
            if (strcmp(kind, "ROW") == 0 || strcmp(kind, "COLUMN") == 0 ||
                strcmp(kind, "COLOR") == 0)
                bonus[seat] += points;
        }
        azul_game.apply(&azul, azul.active, acts[i]);
    }
    assert_int_equal(azul_game.movers(&azul) == 0, ledger->over);
    assert_int_equal(azul.active, ledger->starter);
    for (int seat = 0; seat < from->players; seat++) {
        const struct ledger_seat *one = &ledger->seat[seat];
        int points = 0;
        for (int row = 0; row < 5; row++) points += one->points[row];
        assert_int_equal(wall[seat], points);
        assert_int_equal(floor[seat], one->loss);
        assert_int_equal(bonus[seat], one->bonus);
        assert_int_equal(azul_game.score(&azul, seat), one->score);
    }
}

/* Two lines as the reasons must compare them. */
struct ledger_pair {
    struct ledger best, yours;
    action best_act, your_act;
    int who, rival;
    bool cut;
    double outlook; /* points that the learned values add to the lead over the rival */
};

static inline int ledger_best_other(const struct ledger *ledger, int who) {
    int best = who == 0;
    for (int seat = 0; seat < ledger->players; seat++)
        if (seat != who && ledger->seat[seat].score > ledger->seat[best].score) best = seat;
    return best;
}

static inline int ledger_lead(const struct ledger *ledger, int who) {
    return ledger->seat[who].score - ledger->seat[ledger_best_other(ledger, who)].score;
}

/* What is expected after a whole line: seats are tried in the order in which they will draft. */
static inline int ledger_later(const struct azul *from, const action *acts, int count, int rival) {
    const struct azul_values *values = &azul_values_learned;
    struct azul azul = *from;
    struct azul_values_half first, second;
    for (int i = 0; i < count; i++) azul_game.apply(&azul, azul.active, acts[i]);
    assert_int_equal(azul.phase, AZUL_REFILL);
    int one = azul.active;
    while (one != from->active && one != rival) one = (one + 1) % azul.players;
    int two = one == rival ? from->active : rival;
    azul_values_half(values, &azul.player[one], true, &first);
    azul_values_half(values, &azul.player[two], false, &second);
    int lead = azul_values_lead(values, &first, &second);
    return one == rival ? -lead : lead;
}

static inline struct ledger_pair ledger_compare(const struct azul *azul, int who,
                                                const struct advice *advice) {
    struct ledger_pair pair = {
        .who = who, .best_act = advice->line[0], .your_act = advice->reply[0]};
    pair.best = ledger_of(azul, advice->line, advice->line_count);
    pair.yours = ledger_of(azul, advice->reply, advice->reply_count);
    pair.cut = !pair.best.ended || !pair.yours.ended;
    if (pair.best.ended) ledger_confirm(azul, advice->line, advice->line_count, &pair.best);
    if (pair.yours.ended) ledger_confirm(azul, advice->reply, advice->reply_count, &pair.yours);
    if (pair.cut) {
        int common =
            advice->line_count < advice->reply_count ? advice->line_count : advice->reply_count;
        pair.best = ledger_of(azul, advice->line, common);
        pair.yours = ledger_of(azul, advice->reply, common);
    }
    pair.rival = ledger_best_other(&pair.yours, who);
    if (!pair.cut && !pair.best.over && !pair.yours.over)
        pair.outlook = (ledger_later(azul, advice->line, advice->line_count, pair.rival) -
                        ledger_later(azul, advice->reply, advice->reply_count, pair.rival)) /
                       32.0;
    return pair;
}

enum ledger_kind {
    LEDGER_LINES,
    LEDGER_ADJACENCY,
    LEDGER_FLOOR,
    LEDGER_BONUS,
    LEDGER_DENIED,
    LEDGER_THEIR_ADJACENCY,
    LEDGER_THEIR_FLOOR,
    LEDGER_THEIR_BONUS,
    LEDGER_POINT_KINDS,
    LEDGER_END = LEDGER_POINT_KINDS,
    LEDGER_START,
    LEDGER_PROGRESS,
    LEDGER_SETS,
    LEDGER_THEIR_PROGRESS,
    LEDGER_THEIR_SETS,
    LEDGER_SPILL,
    LEDGER_OUTLOOK,
    LEDGER_KINDS
};

static const char *const ledger_names[] = {"LINE_COMPLETED",    "ADJACENCY",
                                           "FLOOR_PENALTY",     "BONUS",
                                           "OPPONENT_DENIED",   "OPPONENT_ADJACENCY",
                                           "OPPONENT_FLOOR",    "OPPONENT_BONUS",
                                           "GAME_END",          "FIRST_PLAYER",
                                           "LINE_PROGRESS",     "BONUS_PROGRESS",
                                           "OPPONENT_PROGRESS", "OPPONENT_BONUS_PROGRESS",
                                           "TILES_WASTED",      "OUTLOOK"};

/* The points of one side's lines: those that both sides complete, or those that only this one does.
 */
static inline int ledger_lines(const struct ledger_seat *one, const struct ledger_seat *other,
                               bool both) {
    int points = 0;
    for (int row = 0; row < 5; row++)
        if (one->colour[row] >= 0 && (other->colour[row] >= 0) == both) points += one->points[row];
    return points;
}

/* The points of a line's next tile, the fewer if both hold the same colour. */
static inline int ledger_worth(const struct ledger_seat *seat, const struct ledger_seat *other,
                               int row) {
    bool same = seat->held[row] && other->held[row] && seat->holds[row] == other->holds[row];
    return same && other->worth[row] < seat->worth[row] ? other->worth[row] : seat->worth[row];
}

static inline double ledger_held(const struct ledger_seat *seat, const struct ledger_seat *other) {
    double value = 0;
    for (int row = 0; row < 5; row++)
        if (seat->colour[row] < 0 && other->colour[row] < 0)
            value += 0.5 * ledger_worth(seat, other, row) * seat->held[row] / (row + 1);
    return value;
}

static inline double ledger_sets(const struct ledger_seat *seat) {
    static const double share[] = {0, 0, 0, 1 / 9.0, 4 / 9.0, 1};
    double value = 0;
    for (int i = 0; i < 5; i++)
        value += 2 * share[seat->row[i]] + 7 * share[seat->col[i]] + 10 * share[seat->by_colour[i]];
    return value;
}

static inline double ledger_end(const struct ledger_pair *pair) {
    if (pair->cut || pair->best.over == pair->yours.over) return 0;
    return pair->best.over ? ledger_lead(&pair->best, pair->who)
                           : -ledger_lead(&pair->yours, pair->who);
}

static inline double ledger_start(const struct ledger_pair *pair) {
    int best = pair->best.starter, yours = pair->yours.starter;
    if (best < 0 || yours < 0) return 0;
    return 1.5 * ((best == pair->who) - (yours == pair->who));
}

/* Fills in what each kind is worth to who asked, whether it is told or not. */
static inline void ledger_amounts(const struct ledger_pair *pair, double out[LEDGER_KINDS]) {
    const struct ledger_seat *best = &pair->best.seat[pair->who],
                             *yours = &pair->yours.seat[pair->who];
    const struct ledger_seat *b = &pair->best.seat[pair->rival],
                             *y = &pair->yours.seat[pair->rival];
    memset(out, 0, sizeof *out * LEDGER_KINDS);
    out[LEDGER_LINES] = ledger_lines(best, yours, false) - ledger_lines(yours, best, false);
    out[LEDGER_ADJACENCY] = ledger_lines(best, yours, true) - ledger_lines(yours, best, true);
    out[LEDGER_FLOOR] = yours->loss - best->loss;
    out[LEDGER_BONUS] = best->bonus - yours->bonus;
    out[LEDGER_DENIED] = ledger_lines(y, b, false) - ledger_lines(b, y, false);
    out[LEDGER_THEIR_ADJACENCY] = ledger_lines(y, b, true) - ledger_lines(b, y, true);
    out[LEDGER_THEIR_FLOOR] = b->loss - y->loss;
    out[LEDGER_THEIR_BONUS] = y->bonus - b->bonus;
    out[LEDGER_END] = ledger_end(pair);
    if (pair->best.over || pair->yours.over) return;
    out[LEDGER_START] = ledger_start(pair);
    out[LEDGER_PROGRESS] = ledger_held(best, yours) - ledger_held(yours, best);
    out[LEDGER_SETS] = ledger_sets(best) - ledger_sets(yours);
    out[LEDGER_THEIR_PROGRESS] = ledger_held(y, b) - ledger_held(b, y);
    out[LEDGER_THEIR_SETS] = ledger_sets(y) - ledger_sets(b);
}

#endif
