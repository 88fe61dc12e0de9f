/* For tests: the slow twin of lines, the rules in the simplest way on a board of numbers. It shares
 * only the numbers of acts and phases with the fast code. */
#ifndef LINES_TWIN_TEST_H
#define LINES_TWIN_TEST_H

#include "lines.h"
#include <string.h>

struct twin {
    int rows, cols, colours, match, per_turn, initial, show, rules98;
    int phase, arriving, drawn, score, turn;
    int next[LINES_NEXT_MAX], cells[LINES_NEXT_MAX]; /* codes; cells + 1 */
    int board[LINES_SIDE_MAX][LINES_SIDE_MAX];       /* codes, 0 is empty */
};

struct twin_map {
    bool at[LINES_SIDE_MAX][LINES_SIDE_MAX];
};

static inline int *twin_at(struct twin *twin, int cell) {
    return &twin->board[cell / twin->cols][cell % twin->cols];
}

static inline int twin_balls(const struct twin *twin) {
    int count = 0;
    for (int row = 0; row < twin->rows; row++)
        for (int col = 0; col < twin->cols; col++) count += twin->board[row][col] != 0;
    return count;
}

static inline bool twin_full(const struct twin *twin) {
    return twin_balls(twin) == twin->rows * twin->cols;
}

static inline void twin_start(struct twin *twin, const int *params) {
    *twin = (struct twin){.rows = params[0],
                          .cols = params[1],
                          .colours = params[2],
                          .match = params[3],
                          .per_turn = params[4],
                          .initial = params[7] ? 3 : params[5],
                          .show = params[6],
                          .rules98 = params[7]};
    twin->arriving = twin->initial;
    twin->phase = twin->arriving ? LINES_ARRIVE : LINES_DRAW;
}

/* Marks all empty cells that can be reached from (row, col). */
static inline void twin_walk(const struct twin *twin, int row, int col, struct twin_map *map) {
    static const int downs[] = {-1, 1, 0, 0}, rights[] = {0, 0, -1, 1};
    for (int i = 0; i < 4; i++) {
        int r = row + downs[i], c = col + rights[i];
        if (r < 0 || r >= twin->rows || c < 0 || c >= twin->cols) continue;
        if (twin->board[r][c] || map->at[r][c]) continue;
        map->at[r][c] = true;
        twin_walk(twin, r, c, map);
    }
}

/* Writes the moves of the seat, ascending; returns their number. */
static inline int twin_moves(const struct twin *twin, action *out) {
    int count = 0, cells = twin->rows * twin->cols;
    for (int from = 0; from < cells; from++) {
        struct twin_map map = {{{false}}};
        if (!twin->board[from / twin->cols][from % twin->cols]) continue;
        twin_walk(twin, from / twin->cols, from % twin->cols, &map);
        for (int to = 0; to < cells; to++)
            if (map.at[to / twin->cols][to % twin->cols])
                out[count++] = (action)(from * cells + to);
    }
    return count;
}

static inline bool twin_announced(const struct twin *twin, int cell) {
    for (int i = 0; i < twin->drawn; i++)
        if (twin->cells[i] == cell + 1) return true;
    return false;
}

/* Writes the acts of CHANCE, ascending; returns their number. */
static inline int twin_luck(struct twin *twin, action *out) {
    int count = 0, cells = twin->rows * twin->cols;
    if (twin->phase == LINES_ARRIVE && twin->drawn > 0) {
        int announced = twin->cells[0] - 1;
        if (announced >= 0 && *twin_at(twin, announced) == 0) {
            out[0] = (action)announced;
            return 1;
        }
        for (int cell = 0; cell < cells; cell++)
            if (*twin_at(twin, cell) == 0) out[count++] = (action)cell;
        return count;
    }
    if (twin->phase == LINES_DRAW && twin->rules98 && twin->show)
        for (int act = 0; act < twin->colours * cells; act++)
            if (*twin_at(twin, act % cells) == 0 && !twin_announced(twin, act % cells))
                out[count++] = (action)act;
    if (count == 0)
        for (; count < twin->colours; count++) out[count] = (action)count;
    return count;
}

/* Marks the run of one colour through (row, col) in a direction, if it is long enough. */
static inline void twin_mark(const struct twin *twin, int row, int col, int down, int right,
                             struct twin_map *map) {
    int colour = twin->board[row][col], count = 0, r = row, c = col;
    while (r - down >= 0 && r - down < twin->rows && c - right >= 0 && c - right < twin->cols &&
           twin->board[r - down][c - right] == colour)
        r -= down, c -= right;
    int first_row = r, first_col = c;
    for (; r >= 0 && r < twin->rows && c >= 0 && c < twin->cols && twin->board[r][c] == colour;
         r += down, c += right)
        count++;
    for (int i = 0; count >= twin->match && i < count; i++)
        map->at[first_row + i * down][first_col + i * right] = true;
}

static inline void twin_mark_all(const struct twin *twin, int row, int col, struct twin_map *map) {
    if (!twin->board[row][col]) return;
    twin_mark(twin, row, col, 0, 1, map);
    twin_mark(twin, row, col, 1, 0, map);
    twin_mark(twin, row, col, 1, 1, map);
    twin_mark(twin, row, col, 1, -1, map);
}

static inline int twin_remove(struct twin *twin, const struct twin_map *map) {
    int count = 0;
    for (int row = 0; row < twin->rows; row++)
        for (int col = 0; col < twin->cols; col++)
            if (map->at[row][col]) twin->board[row][col] = 0, count++;
    return count;
}

static inline int twin_points(const struct twin *twin, int n) {
    return twin->rules98 ? n * (n - (twin->match - 1)) : 2 * n;
}

static inline void twin_move(struct twin *twin, int from, int to) {
    struct twin_map map = {{{false}}};
    *twin_at(twin, to) = *twin_at(twin, from);
    *twin_at(twin, from) = 0;
    twin->turn++;
    twin_mark_all(twin, to / twin->cols, to % twin->cols, &map);
    int n = twin_remove(twin, &map);
    if (n) twin->score += twin_points(twin, n);
    if (n == 0 || twin_balls(twin) == 0) {
        twin->phase = LINES_ARRIVE;
        twin->arriving = twin->per_turn;
    }
}

static inline void twin_ball(struct twin *twin, int cell) {
    *twin_at(twin, cell) = twin->next[0];
    for (int i = 1; i < LINES_NEXT_MAX; i++) {
        twin->next[i - 1] = twin->next[i];
        twin->cells[i - 1] = twin->cells[i];
    }
    twin->next[LINES_NEXT_MAX - 1] = twin->cells[LINES_NEXT_MAX - 1] = 0;
    twin->drawn--;
    twin->arriving--;
    if (twin->arriving > 0 && !twin_full(twin)) return;
    struct twin_map map = {{{false}}};
    for (int row = 0; row < twin->rows; row++)
        for (int col = 0; col < twin->cols; col++) twin_mark_all(twin, row, col, &map);
    int n = twin_remove(twin, &map);
    if (n && twin->rules98 && twin->turn > 0) twin->score += twin_points(twin, n);
    twin->arriving = twin->drawn = 0;
    memset(twin->next, 0, sizeof twin->next);
    memset(twin->cells, 0, sizeof twin->cells);
    twin->phase = twin_full(twin) ? LINES_PLAY : LINES_DRAW;
}

static inline void twin_next(struct twin *twin, int act) {
    int cells = twin->rows * twin->cols, open = 0;
    for (int cell = 0; cell < cells; cell++)
        open += *twin_at(twin, cell) == 0 && !twin_announced(twin, cell);
    bool announces = twin->rules98 && twin->show && twin->phase == LINES_DRAW && open > 0;
    twin->next[twin->drawn] = (announces ? act / cells : act) + 1;
    twin->cells[twin->drawn++] = announces ? act % cells + 1 : 0;
    if (twin->phase != LINES_DRAW || twin->drawn < twin->per_turn) return;
    twin->phase = LINES_PLAY;
    if (twin_balls(twin) > 0) return;
    twin->phase = LINES_ARRIVE;
    twin->arriving = twin->per_turn;
}

static inline uint32_t twin_movers(const struct twin *twin) {
    if (twin->phase != LINES_PLAY) return UINT32_C(1) << CHANCE;
    return twin_full(twin) ? 0 : 1;
}

static inline int twin_choices(struct twin *twin, action *out) {
    if (twin->phase != LINES_PLAY) return twin_luck(twin, out);
    return twin_full(twin) ? 0 : twin_moves(twin, out);
}

static inline void twin_apply(struct twin *twin, action act) {
    int cells = twin->rows * twin->cols;
    if (twin->phase == LINES_PLAY)
        twin_move(twin, (int)act / cells, (int)act % cells);
    else if (twin->phase == LINES_ARRIVE && twin->drawn > 0)
        twin_ball(twin, (int)act);
    else
        twin_next(twin, (int)act);
}

/* Converts a state to a twin. */
static inline void twin_of(struct twin *twin, const struct lines *lines) {
    *twin = (struct twin){.rows = lines->rows,
                          .cols = lines->cols,
                          .colours = lines->colours,
                          .match = lines->match,
                          .per_turn = lines->per_turn,
                          .initial = lines->initial,
                          .show = lines->show,
                          .rules98 = lines->rules98,
                          .phase = lines->phase,
                          .arriving = lines->arriving,
                          .drawn = lines->drawn,
                          .score = (int)lines->score,
                          .turn = (int)lines->turn};
    for (int i = 0; i < LINES_NEXT_MAX; i++) {
        twin->next[i] = lines_next(lines, i);
        twin->cells[i] = lines->cells[i];
    }
    for (int cell = 0; cell < lines_count(lines); cell++)
        *twin_at(twin, cell) = lines_code(lines, lines_bit(lines, cell), lines_limbs(lines));
}

/* Makes a state in which the seat moves, from the rows of its board as one string; all colours,
 * next balls Red. */
static inline void twin_position(struct lines *lines, int rows, int cols, int match, int rules98,
                                 const char *board) {
    memset(lines, 0, sizeof *lines);
    lines->rows = (uint8_t)rows, lines->cols = (uint8_t)cols, lines->colours = 7;
    lines->match = (uint8_t)match, lines->per_turn = 3, lines->initial = 5, lines->show = 1;
    lines->rules98 = (uint8_t)rules98, lines->drawn = 3, lines->next = 0x111;
    lines->phase = LINES_PLAY;
    lines_clear(lines);
    for (int cell = 0; cell < rows * cols; cell++)
        if (board[cell] != '.')
            lines_put(lines, lines_bit(lines, cell),
                      (int)(strchr(lines_letters, board[cell]) - lines_letters) + 1);
}

#endif
