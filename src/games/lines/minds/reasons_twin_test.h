/* For tests of what is told of moves of lines: the facts, found by the slow twin of the rules. */
#ifndef LINES_REASONS_TWIN_TEST_H
#define LINES_REASONS_TWIN_TEST_H

#include "base/rng.h"
#include "games/lines/lines_twin_test.h"

enum { CELLS = 81, MATCH = 5, WAYS = 4 };

static inline int code_of(const char *name) {
    for (int i = 0; i < LINES_COLOURS_MAX; i++)
        if (strcmp(name, lines_colour_names[i]) == 0) return i + 1;
    fail_msg("there is no colour %s", name);
    return 0;
}

static inline int cell_of(const char *name) {
    return (name[1] - '1') * 9 + name[0] - 'a';
}

static inline action act_of(const char *words) {
    return (action)(cell_of(words) * CELLS + cell_of(words + 3));
}

/* After a line the same seat moves on: the expected play goes to the first act that makes none. */
static inline int play_on(const struct lines *lines, action first, struct rng *rng, action *line) {
    struct lines state = *lines;
    int count = 0;
    for (action act = first;; act = lines_random_act(&state, 0, rng)) {
        line[count++] = act;
        lines_apply(&state, 0, act);
        if (!(lines_movers(&state) & 1) || count == 8) return count;
    }
}

struct sides {
    struct twin before, lifted; /* the ball is up */
    struct twin after, end;     /* of the first act; when the next balls arrive */
    int from, to, code, acts;
};

static inline void play(const struct lines *lines, const action *line, int count,
                        struct sides *sides) {
    twin_of(&sides->before, lines);
    sides->from = (int)line[0] / CELLS;
    sides->to = (int)line[0] % CELLS;
    sides->code = *twin_at(&sides->before, sides->from);
    sides->lifted = sides->end = sides->before;
    *twin_at(&sides->lifted, sides->from) = 0;
    for (int i = 0; i < count; i++) {
        twin_apply(&sides->end, line[i]);
        if (i == 0) sides->after = sides->end;
    }
    sides->acts = count;
}

/* A cell of five in a row; -1 if they leave the board. */
static inline int cell_in(int start, int way, int i) {
    static const int downs[WAYS] = {0, 1, 1, -1}, rights[WAYS] = {1, 0, 1, 1};
    int row = start / 9 + i * downs[way], col = start % 9 + i * rights[way];
    return row < 0 || row > 8 || col < 0 || col > 8 ? -1 : row * 9 + col;
}

/* Returns how many balls of a colour lie in five cells, one of them `with`, without another
 * ball; -1 if that is not so. */
static inline int count_in(struct twin *twin, int start, int way, int with, int code) {
    int balls = 0;
    bool met = false;
    for (int i = 0; i < MATCH; i++) {
        int cell = cell_in(start, way, i);
        if (cell < 0) return -1;
        met |= cell == with;
        if (*twin_at(twin, cell) == code)
            balls++;
        else if (*twin_at(twin, cell))
            return -1;
    }
    return met ? balls : -1;
}

static inline int most_in(struct twin *twin, int with, int code) {
    int most = 0;
    for (int start = 0; start < CELLS; start++)
        for (int way = 0; way < WAYS; way++) {
            int balls = count_in(twin, start, way, with, code);
            if (balls > most) most = balls;
        }
    return most;
}

/* Whether so many balls have five cells with this one on the first board, and not all of them five
 * cells on the second. */
static inline bool loses(struct twin *open, struct twin *closed, int with, int code, int balls) {
    for (int start = 0; start < CELLS; start++)
        for (int way = 0; way < WAYS; way++) {
            bool together = false;
            if (count_in(open, start, way, with, code) != balls) continue;
            for (int from = 0; from < CELLS && !together; from++)
                for (int w = 0; w < WAYS && !together; w++) {
                    int shared = 0;
                    int inside = cell_in(from, w, 0);
                    if (count_in(closed, from, w, inside, code) < 0) continue;
                    for (int i = 0; i < MATCH; i++)
                        for (int k = 0; k < MATCH; k++) {
                            int cell = cell_in(start, way, i);
                            shared += cell == cell_in(from, w, k) && *twin_at(closed, cell) == code;
                        }
                    together = shared == balls;
                }
            if (!together) return true;
        }
    return false;
}

static inline int largest_region(struct twin *twin) {
    int largest = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        struct twin_map map = {{{false}}};
        int count = 0;
        if (*twin_at(twin, cell)) continue;
        map.at[cell / 9][cell % 9] = true;
        twin_walk(twin, cell / 9, cell % 9, &map);
        for (int i = 0; i < CELLS; i++) count += map.at[i / 9][i % 9];
        if (count > largest) largest = count;
    }
    return largest;
}

/* Returns the points of an act on a board, as if no balls were to arrive. */
static inline int points_of(const struct twin *twin, action act) {
    struct twin copy = *twin;
    copy.phase = LINES_PLAY;
    copy.arriving = 0;
    twin_apply(&copy, act);
    return copy.score - twin->score;
}

static inline int most_points(const struct twin *twin, int code) {
    static action acts[CELLS * CELLS];
    int count = twin_moves(twin, acts), most = 0;
    for (int i = 0; i < count; i++) {
        struct twin copy = *twin;
        if (*twin_at(&copy, (int)acts[i] / CELLS) != code) continue;
        int points = points_of(twin, acts[i]);
        if (points > most) most = points;
    }
    return most;
}

/* Returns what follows a beginning, NULL if the text has another one. */
static inline const char *after(const char *text, const char *beginning) {
    size_t length = strlen(beginning);
    return strncmp(text, beginning, length) == 0 ? text + length : NULL;
}

static inline action eager(const struct lines *lines, struct rng *rng) {
    action best = lines_random_act(lines, 0, rng);
    for (int i = 0; i < 40; i++) {
        struct lines then = *lines, now = *lines;
        action act = lines_random_act(lines, 0, rng);
        lines_apply(&then, 0, best);
        lines_apply(&now, 0, act);
        if (now.score > then.score) best = act;
    }
    return best;
}

#endif
