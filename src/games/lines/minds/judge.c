/* Boards as the nets see them, turned and mirrored, and what the nets say of them. */
#include "judge.h"
#include "games/lines/lines_features.h"
#include "games/lines/lines_luck.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)LINES_FEATURES == LINES_NET_FEATURES, "the nets see all features");

enum { SIDE = 9, CELLS = SIDE * SIDE, COLOURS = LINES_NET_COLOURS, LOGIT_ONE = 1 << 16 };
enum { LIMBS = 2, STRIDE = SIDE + 1, ARRIVAL_SEED = 98 };

struct lines_judge {
    struct lines_net *nets[2]; /* for the standard rules and lines98; NULL if they are bad */
    void *scratch[2];
    uint64_t nodes;
    uint8_t from[LINES_SYMMETRIES][CELLS]; /* the cell that each cell's content comes from */
    struct lines_net_view view, turned;
    struct lines_net_moves moves;
};

/* The way `way` turns the board by so many quarters, then mirrors it if it is odd. */
static void fill_symmetries(struct lines_judge *judge) {
    for (int way = 0; way < LINES_SYMMETRIES; way++)
        for (int cell = 0; cell < CELLS; cell++) {
            int row = cell / SIDE, col = way & 1 ? SIDE - 1 - cell % SIDE : cell % SIDE;
            for (int i = 0; i < way / 2; i++) {
                int old = row;
                row = col, col = SIDE - 1 - old;
            }
            judge->from[way][cell] = (uint8_t)(row * SIDE + col);
        }
}

/* Lines along the row, along the column, and both diagonals change places, too. */
static void turn(struct lines_judge *judge, int way) {
    static const uint8_t orders[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {1, 0, 2, 3}};
    const uint8_t *order = orders[way & 3];
    for (int colour = 0; colour < COLOURS; colour++)
        for (int cell = 0; cell < CELLS; cell++) {
            const uint8_t *from = judge->view.at[colour][judge->from[way][cell]];
            uint8_t *to = judge->turned.at[colour][cell];
            memcpy(to, from, LINES_FEATURE_FREE);
            for (int i = 0; i < 4; i++) {
                to[LINES_FEATURE_FREE + i] = from[LINES_FEATURE_FREE + order[i]];
                to[LINES_FEATURE_BLOCKED + i] = from[LINES_FEATURE_BLOCKED + order[i]];
            }
        }
}

/* Opens the nets of some rules. Returns whether memory sufficed. */
static bool open_nets(struct lines_judge *judge, const void *bytes, size_t size, int rules98,
                      char reason[NET_FILE_REASON_MAX]) {
    struct lines_net *net = lines_net_new(bytes, size, rules98, NULL, reason);
    if (!net) return reason[0];
    judge->nets[rules98] = net;
    judge->scratch[rules98] = malloc(lines_net_scratch(net));
    return judge->scratch[rules98];
}

struct lines_judge *lines_judge_open(const struct host *host, const void *bytes, size_t size) {
    struct lines_judge *judge = calloc(1, sizeof *judge);
    char reason[NET_FILE_REASON_MAX] = "";
    if (!judge) return NULL;
    fill_symmetries(judge);
    for (int rules98 = 0; rules98 < 2 && !reason[0]; rules98++)
        if (!open_nets(judge, bytes, size, rules98, reason)) {
            lines_judge_free(judge);
            return NULL;
        }
    if (reason[0]) host_warn(host, reason);
    return judge;
}

struct lines_judge *lines_judge_new(const struct host *host) {
    const void *bytes = lines_net_ready(host);
    return bytes ? lines_judge_open(host, bytes, lines_net_weights.size) : NULL;
}

void lines_judge_free(struct lines_judge *judge) {
    if (!judge) return;
    for (int i = 0; i < 2; i++) {
        lines_net_free(judge->nets[i]);
        free(judge->scratch[i]);
    }
    free(judge);
}

bool lines_judge_knows(const struct lines_judge *judge, const struct lines *lines) {
    return judge->nets[lines->rules98] && lines->rows == SIDE && lines->cols == SIDE &&
           lines->colours == COLOURS && lines->match == 5 && lines->per_turn == 3 && lines->show;
}

uint64_t lines_judge_nodes(const struct lines_judge *judge) {
    return judge->nodes;
}

static const struct lines_net_view *look(struct lines_judge *judge, const struct lines *lines,
                                         int way) {
    lines_features(lines, &judge->view.at[0][0][0]);
    if (way == 0) return &judge->view;
    turn(judge, way);
    return &judge->turned;
}

/* Lists the legal moves. */
static int list(const struct lines *lines, struct lines_move *moves) {
    struct lines_set left = lines_balls(lines, 2);
    int count = 0;
    for (int i = 0; i < 2; i++)
        for (uint64_t balls = left.at[i]; balls; balls = bits_rest(balls)) {
            int bit = 64 * i + bits_low(balls), from = lines_cell(lines, bit);
            struct lines_set reach = lines_reach(lines, bit);
            for (int k = 0; k < 2; k++)
                for (uint64_t to = reach.at[k]; to; to = bits_rest(to))
                    moves[count++] = (struct lines_move){
                        (action)(from * CELLS + lines_cell(lines, 64 * k + bits_low(to))), 0};
        }
    return count;
}

static bool is_before(const struct lines_move *one, const struct lines_move *two) {
    return one->log != two->log ? one->log > two->log : one->act < two->act;
}

/* Brings the best so many to the front, in order. They are few: sorting all would take as long as
 * half a net. */
static void bring_first(struct lines_move *moves, int count, int first) {
    for (int i = 1; i < count; i++) {
        struct lines_move move = moves[i];
        int at = i < first ? i : first;
        if (at == first && !is_before(&move, &moves[first - 1])) continue;
        if (at == first) moves[i] = moves[--at];
        for (; at > 0 && is_before(&move, &moves[at - 1]); at--) moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

void lines_judge_logs(struct lines_judge *judge, const struct lines *lines, int way,
                      struct lines_move *moves, int count) {
    uint8_t to[CELLS];
    for (int cell = 0; cell < CELLS; cell++) to[judge->from[way][cell]] = (uint8_t)cell;
    lines_net_policy(judge->nets[lines->rules98], look(judge, lines, way),
                     judge->scratch[lines->rules98], &judge->moves);
    judge->nodes++;
    for (int i = 0; i < count; i++) {
        int from = (int)(moves[i].act / CELLS), target = (int)(moves[i].act % CELLS);
        int colour = lines_code(lines, lines_bit(lines, from), 2) - 1;
        moves[i].log +=
            lines_net_logit(&judge->moves, colour, to[from], to[target]) / (double)LOGIT_ONE;
    }
}

int lines_judge_moves(struct lines_judge *judge, const struct lines *lines, int way,
                      struct lines_move *moves, int first) {
    int count = list(lines, moves);
    lines_judge_logs(judge, lines, way, moves, count);
    bring_first(moves, count, first);
    return count;
}

/* e to the power of x, by sums and products alone, so that it is the same on every machine. */
static double exponential(double x) {
    double power = 1, sum = 1;
    int halvings = 10;
    x /= 1 << 10;
    for (int i = 1; i < 6; i++) sum += power *= x / i;
    while (halvings-- > 0) sum *= sum;
    return sum;
}

static double chance(double logit) {
    if (logit > 30) logit = 30;
    if (logit < -30) logit = -30;
    return 1 / (1 + exponential(-logit));
}

static struct lines_worth evaluate(struct lines_judge *judge, const struct lines *board, int way) {
    struct lines_net_worth worth = lines_net_value(
        judge->nets[board->rules98], look(judge, board, way), judge->scratch[board->rules98]);
    judge->nodes++;
    return (struct lines_worth){worth.points, chance(worth.death)};
}

/* The net sees a board without arrivals as one where the seat moves again, as after a line. So it
 * can judge the board with the balls that were announced: that tells more than where they will be.
 * The colours after them are not known. In each way others are drawn, the same for all boards. */
static struct lines_worth evaluate_arrived(struct lines_judge *judge, const struct lines *after,
                                           int way) {
    struct lines board = *after;
    struct rng luck = rng_new(ARRIVAL_SEED, (uint64_t)way);
    lines_settle(&board, &luck, LIMBS, STRIDE);
    double scored = (board.score - after->score) / lines_points_of_ball(after);
    if (lines_is_full(&board, LIMBS)) return (struct lines_worth){scored, 1};
    struct lines_worth worth = evaluate(judge, &board, way);
    worth.balls += scored;
    return worth;
}

struct lines_worth lines_judge_board(struct lines_judge *judge, const struct lines *after,
                                     int way) {
    bool known = after->phase == LINES_ARRIVE && lines_announces(after);
    return known ? evaluate_arrived(judge, after, way) : evaluate(judge, after, way);
}

double lines_survival(double death) {
    /* With the same chance of a death in every turn, h, the discounted chance is h / (h + 1 -
     * 0.99). */
    double each = (1 - LINES_DEATH_KEEPS) * death / (1 - death);
    return exponential(-100 * (each < 1 ? each : 1));
}
