/* Shortens paths by the relations. The path is read move by move onto a part already free of
 * forbidden words; where a move completes one, the least word to the same arrangement takes its
 * place and is read anew. Every exchange makes the whole path earlier (shorter, or as long and
 * earlier in the order), so this ends, and what remains has no forbidden word left that the board
 * has room to exchange. */
#include "slide.h"
#include "slide_relations.h"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = (2 * SLIDE_WORD_MAX + 1) * (2 * SLIDE_WORD_MAX + 1) };

static const int row_step[4] = {-1, 1, 0, 0}, col_step[4] = {0, 0, -1, 1};

struct place {
    int row, col;
};

static struct place moved(struct place place, int move) {
    return (struct place){place.row + row_step[move], place.col + col_step[move]};
}

struct path {
    const struct slide_relations *relations;
    int rows, cols;
    uint8_t *moves; /* done, then a gap, then those still to be read, up to count */
    size_t done, read, count;
    struct place blank; /* after those done */
    uint32_t state;
};

/* The neighbourhood of a word: as far as it can reach around where the blank begins. */
struct window {
    const struct path *path;
    struct place first, last;  /* the blank before and after the word, on the board */
    int reach, side;           /* side = 2 reach + 1 */
    uint16_t tiles[CELLS_MAX]; /* each named by the cell where it was before the word */
    uint16_t goal[CELLS_MAX];  /* the cell where each tile is to end */
    int to_go;                 /* the sum of the tiles' distances from there */
    uint8_t word[SLIDE_WORD_MAX];
};

static int cell_of(const struct window *window, struct place place) {
    int down = place.row - window->first.row, right = place.col - window->first.col;
    return (down + window->reach) * window->side + right + window->reach;
}

static int apart(const struct window *window, int one, int two) {
    int side = window->side;
    return abs(one / side - two / side) + abs(one % side - two % side);
}

static void push(uint16_t *tiles, int from, int to) {
    uint16_t tile = tiles[to];
    tiles[to] = tiles[from];
    tiles[from] = tile;
}

/* Makes the word's arrangement the goal and stands at its beginning. */
static void open_window(struct window *window, const uint8_t *word, int length) {
    struct place at = window->first;
    int cells = window->side * window->side;
    for (int cell = 0; cell < cells; cell++) window->tiles[cell] = (uint16_t)cell;
    for (int i = 0; i < length; i++) {
        struct place to = moved(at, word[i]);
        push(window->tiles, cell_of(window, at), cell_of(window, to));
        at = to;
    }
    window->last = at;
    window->to_go = 0;
    int blank = cell_of(window, window->first);
    for (int cell = 0; cell < cells; cell++) {
        int tile = window->tiles[cell];
        window->goal[tile] = (uint16_t)cell;
        if (tile != blank) window->to_go += apart(window, tile, cell);
    }
    for (int cell = 0; cell < cells; cell++) window->tiles[cell] = (uint16_t)cell;
}

static bool on_board(const struct path *path, struct place place) {
    return place.row >= 0 && place.row < path->rows && place.col >= 0 && place.col < path->cols;
}

/* Finds the least word of `length` moves, of which `made` are made, to the goal. */
static bool seek(struct window *window, struct place at, int made, int length) {
    int blank = cell_of(window, at);
    if (made == length) return window->to_go == 0;
    for (int rank = 0; rank < 4; rank++) {
        int move = slide_mine_order[rank];
        struct place next = moved(at, move);
        if (!on_board(window->path, next)) continue;
        if (made && move == slide_opposite(window->word[made - 1])) continue;
        int to = cell_of(window, next), goal = window->goal[window->tiles[to]];
        int change = apart(window, goal, blank) - apart(window, goal, to), left = length - made - 1;
        if (window->to_go + change > left) continue;
        if (apart(window, to, cell_of(window, window->last)) > left) continue;
        window->to_go += change;
        window->word[made] = (uint8_t)move;
        push(window->tiles, blank, to);
        bool found = seek(window, next, made + 1, length);
        push(window->tiles, blank, to);
        window->to_go -= change;
        if (found) return true;
    }
    return false;
}

/* The least word on the board that does the same, two shorter or as long; -1 if the word is it. */
static int find_least(struct window *window, const uint8_t *word, int length) {
    window->reach = length;
    window->side = 2 * length + 1;
    open_window(window, word, length);
    if (seek(window, window->first, 0, length - 2)) return length - 2;
    bool found = seek(window, window->first, 0, length);
    assert(found);
    return memcmp(window->word, word, (size_t)length) ? length : -1;
}

static uint32_t start_at(const struct path *path, struct place place) {
    bool plane = path->relations->rows == 0;
    return path->relations->start[plane ? 0 : place.row * path->cols + place.col];
}

/* The state after the last `length` moves done, as if nothing were before them. */
static uint32_t state_after(const struct path *path, size_t length) {
    struct place at = path->blank;
    const uint8_t *moves = path->moves + path->done - length;
    for (size_t i = length; i-- > 0;) at = moved(at, slide_opposite(moves[i]));
    uint32_t state = start_at(path, at);
    for (size_t i = 0; i < length && state; i++) state = path->relations->next[state][moves[i]];
    return state;
}

/* Finds the state again after an exchange. It depends on no more than the last moves, and on fewer
 * where a word stands among them that could not be exchanged. */
static void resume(struct path *path) {
    size_t length = (size_t)path->relations->depth;
    if (length > path->done) length = path->done;
    while (!(path->state = state_after(path, length))) length--;
}

/* The last move done completed a forbidden word: exchanges the word. */
static void exchange(struct path *path) {
    struct window window;
    size_t length = 2;
    while (state_after(path, length)) length++;
    assert(length <= (size_t)path->relations->depth && length <= path->done);
    uint8_t *word = path->moves + path->done - length;
    window.path = path;
    window.first = path->blank;
    for (size_t i = length; i-- > 0;) window.first = moved(window.first, slide_opposite(word[i]));
    int least = find_least(&window, word, (int)length);
    if (least < 0) { /* no room on the board; go on without the word's first move */
        path->state = state_after(path, length - 1);
        return;
    }
    path->done -= length;
    path->blank = window.first;
    path->read -= (size_t)least;
    memcpy(path->moves + path->read, window.word, (size_t)least);
    resume(path);
}

size_t slide_relations_shorten(const struct slide_relations *relations, int rows, int cols,
                               int blank, uint8_t *moves, size_t count) {
    struct path path = {relations, rows, cols, moves, 0, 0, count, {blank / cols, blank % cols}, 0};
    assert(relations->rows == 0 || (relations->rows == rows && relations->cols == cols));
    resume(&path);
    while (path.read < path.count) {
        int move = moves[path.done++] = moves[path.read++];
        assert(move < 4);
        path.blank = moved(path.blank, move);
        assert(on_board(&path, path.blank));
        path.state = relations->next[path.state][move];
        if (!path.state) exchange(&path);
    }
    return path.done;
}
