#include "games/lines/minds/facts.h"
#include <string.h>

enum { WAYS = 4, CELLS_MAX = LINES_CELLS_MAX };

/* The codes of all cells, row by row. */
struct board {
    int rows, cols, match;
    uint8_t at[CELLS_MAX];
};

struct window {
    int cells[LINES_SIDE_MAX];
};

static struct board board_of(const struct lines *lines) {
    struct board board = {.rows = lines->rows, .cols = lines->cols, .match = lines->match};
    for (int cell = 0; cell < lines_count(lines); cell++)
        board.at[cell] = (uint8_t)lines_code(lines, lines_bit(lines, cell), lines_limbs(lines));
    return board;
}

/* Finds the window that begins at a cell and goes one of four ways. False if the board ends. */
static bool find_window(const struct board *board, int cell, int way, struct window *window) {
    static const int downs[WAYS] = {0, 1, 1, 1}, rights[WAYS] = {1, 0, 1, -1};
    int row = cell / board->cols, col = cell % board->cols, more = board->match - 1;
    int last_row = row + more * downs[way], last_col = col + more * rights[way];
    if (last_row >= board->rows || last_col < 0 || last_col >= board->cols) return false;
    for (int i = 0; i < board->match; i++)
        window->cells[i] = (row + i * downs[way]) * board->cols + col + i * rights[way];
    return true;
}

static bool has(const struct board *board, const struct window *window, int cell) {
    for (int i = 0; i < board->match; i++)
        if (window->cells[i] == cell) return true;
    return false;
}

/* Returns how many balls lie in a window that is open to a colour; -1 if it is not. */
static int count_balls(const struct board *board, const struct window *window, int code) {
    int balls = 0;
    for (int i = 0; i < board->match; i++) {
        int here = board->at[window->cells[i]];
        if (here && here != code) return -1;
        balls += here == code;
    }
    return balls;
}

/* Returns the only colour in a window; 0 if there is none or another one. */
static int only_code(const struct board *board, const struct window *window) {
    int code = 0;
    for (int i = 0; i < board->match && !code; i++) code = board->at[window->cells[i]];
    return code && count_balls(board, window, code) > 0 ? code : 0;
}

/* Returns the most balls of a colour in an open window with this cell. */
static int fullest(const struct board *board, int cell, int code) {
    struct window window;
    int most = 0;
    for (int start = 0; start < board->rows * board->cols; start++)
        for (int way = 0; way < WAYS; way++) {
            if (!find_window(board, start, way, &window) || !has(board, &window, cell)) continue;
            int balls = count_balls(board, &window, code);
            if (balls > most) most = balls;
        }
    return most;
}

/* Returns how many balls of a group, those of a colour in a window of another board, share an open
 * window of this one. */
static int most_together(const struct board *board, const struct window *group, int code) {
    struct window window;
    int most = 0;
    for (int start = 0; start < board->rows * board->cols; start++)
        for (int way = 0; way < WAYS; way++) {
            int together = 0;
            if (!find_window(board, start, way, &window)) continue;
            if (count_balls(board, &window, code) < 0) continue;
            for (int i = 0; i < board->match; i++) {
                int cell = group->cells[i];
                together += board->at[cell] == code && has(board, &window, cell);
            }
            if (together > most) most = together;
        }
    return most;
}

/* Finds the group of another colour that loses most: its window is open on one board, has this
 * cell, and is not open on the other. */
static struct lines_facts_group find_closed(const struct board *open, const struct board *closed,
                                            int cell, int own, int *kept) {
    struct lines_facts_group found = {0, 0};
    struct window window;
    double most = 0;
    *kept = 0;
    for (int start = 0; start < open->rows * open->cols; start++)
        for (int way = 0; way < WAYS; way++) {
            if (!find_window(open, start, way, &window) || !has(open, &window, cell)) continue;
            int code = only_code(open, &window);
            if (!code || code == own) continue;
            int balls = count_balls(open, &window, code);
            int together = most_together(closed, &window, code);
            double loss = lines_facts_worth(balls) - lines_facts_worth(together);
            if (loss <= most) continue;
            most = loss;
            *kept = together;
            found = (struct lines_facts_group){code, balls};
        }
    return found;
}

double lines_facts_worth(int balls) {
    static const double worths[] = {0, 0, 0.25, 1.25, 2.5};
    enum { WORTHS = sizeof worths / sizeof *worths };
    return worths[balls < WORTHS ? balls : WORTHS - 1];
}

static int balls_of(const struct lines *lines) {
    int limbs = lines_limbs(lines);
    return lines_set_count(lines_balls(lines, limbs), limbs);
}

static void find_move(const struct lines *before, const struct lines *after, action act,
                      struct lines_facts_move *move) {
    struct board then = board_of(before), now = board_of(after), between = then;
    int cells = lines_count(before);
    *move = (struct lines_facts_move){.from = (int)act / cells, .to = (int)act % cells};
    move->code = then.at[move->from];
    move->quiet = balls_of(after) == balls_of(before);
    if (!move->quiet) return;
    between.at[move->from] = 0;
    move->left = fullest(&then, move->from, move->code);
    move->joined = fullest(&now, move->to, move->code);
    move->blocked = find_closed(&between, &now, move->to, move->code, &move->blocked_kept);
    move->opened = find_closed(&now, &then, move->from, move->code, &move->opened_had);
}

static int largest_region(const struct lines *lines) {
    struct lines_set left = lines_load(lines, LINES_EMPTY, lines_limbs(lines));
    int largest = 0;
    while (lines_set_any(left, LINES_LIMBS_MAX)) {
        struct lines_set one = lines_set_first(left, LINES_LIMBS_MAX);
        struct lines_set region = lines_set_flood(one, left, lines_stride(lines), LINES_LIMBS_MAX);
        int cells = lines_set_count(region, LINES_LIMBS_MAX);
        if (cells > largest) largest = cells;
        left = lines_set_minus(left, region, LINES_LIMBS_MAX);
    }
    return largest;
}

static void copy(struct lines *to, const struct lines *from) {
    memcpy(to, from, lines_size(from));
}

/* Tries all moves, as if the balls that arrive were none. */
static void find_next(const struct lines *lines, struct lines_facts_board *board) {
    int cells = lines_count(lines);
    for (int from = 0; from < cells; from++) {
        int bit = lines_bit(lines, from), code = lines_code(lines, bit, lines_limbs(lines));
        if (!code) continue;
        struct lines_set reach = lines_reach(lines, bit);
        for (int to = 0; to < cells; to++) {
            struct lines after;
            if (!bits_has(reach.at, lines_bit(lines, to))) continue;
            copy(&after, lines);
            after.phase = LINES_PLAY;
            after.arriving = 0;
            lines_apply(&after, 0, (action)(from * cells + to));
            int points = (int)(after.score - lines->score);
            if (points <= board->points_next[code - 1]) continue;
            board->points_next[code - 1] = points;
            board->best_next[code - 1] = (action)(from * cells + to);
        }
    }
}

void lines_facts_find(const struct lines *lines, const action *acts, int count,
                      struct lines_facts *facts) {
    struct lines state;
    struct lines_facts_board *board = &facts->board;
    memset(facts, 0, sizeof *facts);
    copy(&state, lines);
    while (board->acts < count && state.phase == LINES_PLAY) {
        lines_apply(&state, 0, acts[board->acts++]);
        if (board->acts > 1) continue;
        find_move(lines, &state, acts[0], &facts->move);
        facts->first_points = (int)(state.score - lines->score);
        facts->first_balls = balls_of(lines) - balls_of(&state);
    }
    board->points = (int)(state.score - lines->score);
    board->balls = balls_of(&state);
    board->region = largest_region(&state);
    find_next(&state, board);
}
