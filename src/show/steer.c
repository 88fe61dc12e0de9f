/* The nearest place is not enough: a place may be nobody's nearest. So all ways are looked at; if
 * some place could not be reached by them, left and right follow the reading order instead, which
 * leads everywhere. */
#include "show/steer.h"
#include "game/game.h"
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 4, CELL_HEIGHT = 2 /* times its width */ };

static int in_reading_order(const void *one, const void *two) {
    const struct steer_place *a = one, *b = two;
    if (a->row != b->row) return a->row - b->row;
    if (a->col != b->col) return a->col - b->col;
    return a->spot - b->spot;
}

void steer_sort(struct steer_place *places, int count) {
    qsort(places, (size_t)count, sizeof *places, in_reading_order);
}

/* Returns how far it is to a place in a direction, INT_MAX if it is not there. Places aside count
 * as twice as far, and those outside of a cone of 45 degrees to both sides come after all others.
 */
static int distance(struct steer_place from, struct steer_place to, int direction) {
    enum { OUTSIDE = 1 << 24 };
    int right = to.col - from.col, down = CELL_HEIGHT * (to.row - from.row);
    bool upright = direction == GAME_KEY_UP || direction == GAME_KEY_DOWN;
    int along = upright ? down : right, across = abs(upright ? right : down);
    if (direction == GAME_KEY_UP || direction == GAME_KEY_LEFT) along = -along;
    if (along <= 0) return INT_MAX;
    return along + 2 * across + (across > along ? OUTSIDE : 0);
}

static int nearest(const struct steer_place *places, int count, int from, int direction) {
    int best = from, least = INT_MAX;
    for (int i = 0; i < count; i++) {
        int far = distance(places[from], places[i], direction);
        if (far < least) least = far, best = i;
    }
    return best;
}

/* Returns the next place in reading order to the right, the one before it to the left. */
static int follow(int count, int from, int direction) {
    return (from + (direction == GAME_KEY_RIGHT ? 1 : count - 1)) % count;
}

static int nearest_or_next(const struct steer_place *places, int count, int from, int direction) {
    int to = nearest(places, count, from, direction);
    bool level = direction == GAME_KEY_LEFT || direction == GAME_KEY_RIGHT;
    return to == from && level ? follow(count, from, direction) : to;
}

struct ways {
    int count;
    int16_t to[STEER_PLACES_MAX][DIRECTIONS];
};

/* Marks whatever a way leads to from a marked place; or, backwards, from where a way leads to one.
 * Returns whether all are marked in the end. */
static bool reaches_all(const struct ways *ways, bool backwards) {
    bool marked[STEER_PLACES_MAX] = {true};
    int left = ways->count - 1, before;
    do {
        before = left;
        for (int i = 0; i < ways->count * DIRECTIONS; i++) {
            int from = i / DIRECTIONS, to = ways->to[from][i % DIRECTIONS];
            if (!marked[backwards ? to : from] || marked[backwards ? from : to]) continue;
            marked[backwards ? from : to] = true;
            left--;
        }
    } while (left > 0 && left < before);
    return left == 0;
}

static bool leads_everywhere(const struct steer_place *places, int count) {
    struct ways ways = {.count = count};
    for (int i = 0; i < count * DIRECTIONS; i++)
        ways.to[i / DIRECTIONS][i % DIRECTIONS] =
            (int16_t)nearest_or_next(places, count, i / DIRECTIONS, GAME_KEY_UP + i % DIRECTIONS);
    return reaches_all(&ways, false) && reaches_all(&ways, true);
}

int steer_toward(const struct steer_place *places, int count, int from, int direction) {
    assert(count <= STEER_PLACES_MAX && from >= 0 && from < count);
    assert(direction >= GAME_KEY_UP && direction < GAME_KEY_UP + DIRECTIONS);
    if (direction == GAME_KEY_UP || direction == GAME_KEY_DOWN)
        return nearest(places, count, from, direction);
    if (!leads_everywhere(places, count)) return follow(count, from, direction);
    return nearest_or_next(places, count, from, direction);
}
