/* The acts are sorted by their spots. So the ones that go on with what was chosen lie together, the
 * spots to pick next are in order, and acts with the same spots are neighbours. */
#include "show/pick.h"
#include "show/spell.h"
#include "show/steer.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int pick_capacity(const struct game *game, const void *state) {
    return game->choices_max + game->shape(state).shorthands;
}

/* The numbers of acts rise in the order of listing. */
static int by_spots(const void *one, const void *two) {
    const struct pick_act *a = one, *b = two;
    for (int i = 0; i < SPOTS_MAX; i++)
        if (a->spots[i] != b->spots[i]) return a->spots[i] - b->spots[i];
    return (a->act > b->act) - (a->act < b->act);
}

static void add_act(struct pick *pick, const void *state, action act) {
    int spots[SPOTS_MAX], count = pick->game->picks(state, pick->who, act, spots);
    if (count == 0 || pick->count == pick->capacity) return;
    struct pick_act *added = &pick->acts[pick->count++];
    *added = (struct pick_act){.act = act, .count = (uint8_t)count};
    for (int i = 0; i < SPOTS_MAX; i++)
        added->spots[i] = (int16_t)(i < count ? spots[i] : SCENE_NO_SPOT);
}

static void list_acts(struct pick *pick, const void *state, struct choice *scratch) {
    const struct game *game = pick->game;
    int count = game->choices(state, pick->who, scratch);
    for (int i = 0; i < count; i++) add_act(pick, state, scratch[i].act);
    struct shape shape = game->shape(state);
    for (int i = 0; i < shape.shorthands; i++) {
        action shorthand = (action)(shape.actions + i);
        if (!game->refuse(state, pick->who, shorthand)) add_act(pick, state, shorthand);
    }
}

/* Of acts with the same spots the first is kept. */
static void sort_acts(struct pick *pick) {
    int kept = 0;
    qsort(pick->acts, (size_t)pick->count, sizeof *pick->acts, by_spots);
    for (int i = 0; i < pick->count; i++)
        if (kept == 0 || memcmp(pick->acts[kept - 1].spots, pick->acts[i].spots,
                                sizeof pick->acts[i].spots) != 0)
            pick->acts[kept++] = pick->acts[i];
    pick->count = kept;
}

static bool goes_on(const struct pick *pick, const struct pick_act *act, int depth) {
    return act->count > depth &&
           memcmp(act->spots, pick->chosen, sizeof *pick->chosen * (size_t)depth) == 0;
}

/* Returns the first act that goes on with a spot after so many of the chosen ones, or NULL. If the
 * spot completes an act, it is this one. */
static const struct pick_act *find(const struct pick *pick, int depth, int spot) {
    for (int i = 0; i < pick->count; i++)
        if (goes_on(pick, &pick->acts[i], depth) && pick->acts[i].spots[depth] == spot)
            return &pick->acts[i];
    return NULL;
}

int pick_next(const struct pick *pick, int16_t *out, int capacity) {
    int count = 0;
    for (int i = 0; i < pick->count && count < capacity; i++) {
        if (!goes_on(pick, &pick->acts[i], pick->depth)) continue;
        int16_t spot = pick->acts[i].spots[pick->depth];
        if (count == 0 || out[count - 1] != spot) out[count++] = spot;
    }
    return count;
}

static void forget_typing(struct pick *pick) {
    pick->typed[0] = pick->spelled[0] = '\0';
}

/* Brings the cursor to a spot that can be picked: the one whose number is nearest, since games
 * number what lies together one after the other. */
static void settle_cursor(struct pick *pick, int near) {
    int16_t spots[PICK_SPOTS_MAX];
    int count = pick_next(pick, spots, PICK_SPOTS_MAX);
    if (count == 0 || find(pick, pick->depth, pick->cursor)) return;
    pick->cursor = spots[0];
    for (int i = 1; i < count; i++)
        if (abs(spots[i] - near) < abs(pick->cursor - near)) pick->cursor = spots[i];
}

void pick_begin(struct pick *pick, const struct game *game, const void *state, int who,
                struct choice *scratch) {
    assert(who >= 0 && who < SEATS_MAX);
    pick->game = game;
    pick->who = who;
    pick->count = 0;
    pick->depth = 0;
    forget_typing(pick);
    list_acts(pick, state, scratch);
    sort_acts(pick);
    settle_cursor(pick, pick->chosen[0]);
}

/* Gives up a chosen spot and those after it. Returns false if it was not chosen. */
static bool give_up(struct pick *pick, int spot) {
    int at = 0;
    while (at < pick->depth && pick->chosen[at] != spot) at++;
    if (at == pick->depth) return false;
    pick->depth = at;
    pick->cursor = spot;
    forget_typing(pick);
    return true;
}

/* What was typed stays known only if it was enough to name the spot. */
static void end_typing(struct pick *pick) {
    if (strcmp(pick->typed, pick->spelled) != 0) pick->spelled[0] = '\0';
    pick->typed[0] = '\0';
}

int64_t pick_spot(struct pick *pick, int spot, bool *fine) {
    const struct pick_act *act = find(pick, pick->depth, spot);
    *fine = true;
    if (!act && give_up(pick, spot)) return PICK_NO_ACT;
    if (!act && (act = find(pick, 0, spot))) pick->depth = 0;
    *fine = act != NULL;
    if (!act) return PICK_NO_ACT;
    end_typing(pick);
    pick->cursor = spot;
    pick->chosen[pick->depth++] = (int16_t)spot;
    bool complete = act->count == pick->depth;
    if (complete)
        pick->depth = 0;
    else
        settle_cursor(pick, spot);
    return complete ? (int64_t)act->act : PICK_NO_ACT;
}

bool pick_back(struct pick *pick) {
    bool typed = pick->typed[0] != '\0';
    forget_typing(pick);
    if (!typed && pick->depth == 0) return false;
    if (!typed) pick->cursor = pick->chosen[--pick->depth];
    return true;
}

int64_t pick_considered(const struct pick *pick) {
    const struct pick_act *act = find(pick, pick->depth, pick->cursor);
    return act && act->count == pick->depth + 1 ? (int64_t)act->act : PICK_NO_ACT;
}

/* Lists where the cursor is shown and the spots that can be picked, in reading order. */
static int find_places(const struct pick *pick, const struct board *board,
                       const struct board_layout *layout, struct steer_place *places) {
    int16_t spots[PICK_SPOTS_MAX + 1];
    int count = pick_next(pick, spots, PICK_SPOTS_MAX), shown = 0, row, col;
    if (!find(pick, pick->depth, pick->cursor)) spots[count++] = (int16_t)pick->cursor;
    for (int i = 0; i < count; i++)
        if (board_find_spot(board, layout, spots[i], &row, &col))
            places[shown++] = (struct steer_place){spots[i], (int16_t)row, (int16_t)col};
    steer_sort(places, shown);
    return shown;
}

/* Returns the place of the cursor, or -1 if it is not shown. */
static int find_cursor(const struct pick *pick, const struct steer_place *places, int count) {
    for (int i = 0; i < count; i++)
        if (places[i].spot == pick->cursor) return i;
    return -1;
}

void pick_move(struct pick *pick, const struct board *board, const struct board_layout *layout,
               int direction) {
    struct steer_place places[STEER_PLACES_MAX];
    int count = find_places(pick, board, layout, places), at = find_cursor(pick, places, count);
    forget_typing(pick);
    if (count > 0)
        pick->cursor = places[at < 0 ? 0 : steer_toward(places, count, at, direction)].spot;
}

void pick_step(struct pick *pick, const struct board *board, const struct board_layout *layout,
               int step) {
    struct steer_place places[STEER_PLACES_MAX];
    int count = find_places(pick, board, layout, places), at = find_cursor(pick, places, count);
    forget_typing(pick);
    if (count > 0) pick->cursor = places[at < 0 ? 0 : ((at + step) % count + count) % count].spot;
}

static int compare_spots(const void *one, const void *two) {
    return *(const int16_t *)one - *(const int16_t *)two;
}

/* Matches what was typed with the spots that can be picked. Returns how well the best matches;
 * `*best` is that spot, the cursor's if there are several. */
static enum spell match_spots(const struct pick *pick, const struct scene *scene, const char *typed,
                              int *best, bool *only) {
    int16_t spots[PICK_SPOTS_MAX];
    uint8_t matches[PICK_SPOTS_MAX] = {SPELL_NOT};
    int count = pick_next(pick, spots, PICK_SPOTS_MAX), left = 0;
    enum spell highest = SPELL_NOT;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        int16_t *at = bsearch(&tile->spot, spots, (size_t)count, sizeof *spots, compare_spots);
        if (!at) continue;
        enum spell match = spell_match(pick->game, typed, tile->name).match;
        if (match > matches[at - spots]) matches[at - spots] = (uint8_t)match;
        if (match > highest || (match && match == highest && tile->spot == pick->cursor))
            highest = match, *best = tile->spot;
    }
    for (int i = 0; i < count; i++) left += matches[i] >= SPELL_BEGINNINGS;
    *only = left == 1;
    return highest;
}

/* Returns whether the name of the spot picked last was typed to its end, as pick_type says. */
static bool has_ended(const struct pick *pick, const struct scene *scene) {
    bool all = false, last = false, others = false;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        struct spell_fit fit = spell_match(pick->game, pick->spelled, tile->name);
        bool own = tile->spot == pick->chosen[pick->depth - 1];
        all |= own && fit.all;
        last |= own && fit.last;
        others |= !own && fit.match >= SPELL_BEGINNINGS;
    }
    return all || (last && !others);
}

/* Returns whether what is typed can still mean the spot picked last. */
static bool means_last(const struct pick *pick, const struct scene *scene, const char *typed) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot == pick->chosen[pick->depth - 1] &&
            spell_match(pick->game, typed, scene->tiles[i].name).match >= SPELL_BEGINNINGS)
            return true;
    return false;
}

/* Takes what was typed for the next spot, if it matches. */
static bool take_typed(struct pick *pick, const struct scene *scene, const char *before,
                       uint32_t character, bool *only) {
    char typed[PICK_TYPED_MAX];
    int home = before[0] ? pick->home : pick->cursor;
    memcpy(typed, before, strlen(before) + 1);
    if (!spell_add(typed, sizeof typed, character) ||
        match_spots(pick, scene, typed, &pick->cursor, only) == SPELL_NOT)
        return false;
    pick->home = home;
    memcpy(pick->typed, typed, sizeof typed);
    memcpy(pick->spelled, typed, sizeof typed);
    pick->enough = (int)strlen(typed);
    if (!*only) pick->spelled[0] = '\0';
    return true;
}

bool pick_type(struct pick *pick, const struct scene *scene, uint32_t character, bool *only) {
    char longer[PICK_TYPED_MAX];
    bool open = pick->depth > 0 && pick->spelled[0] && !pick->typed[0] && !has_ended(pick, scene);
    memcpy(longer, pick->spelled, sizeof longer);
    *only = false;
    if (open && spell_add(longer, sizeof longer, character) && means_last(pick, scene, longer)) {
        memcpy(pick->spelled, longer, sizeof longer);
        return true;
    }
    if (open && take_typed(pick, scene, pick->spelled + pick->enough, character, only)) return true;
    return take_typed(pick, scene, pick->typed, character, only);
}

void pick_hold(struct pick *pick, const char typed[PICK_TYPED_MAX]) {
    if (!pick->typed[0]) pick->home = pick->cursor;
    memcpy(pick->typed, typed, strlen(typed) + 1);
    pick->cursor = SCENE_NO_SPOT;
}

void pick_untype(struct pick *pick) {
    if (pick->typed[0]) pick->cursor = pick->home;
    forget_typing(pick);
}

bool pick_wants(const struct pick *pick, const struct scene *scene, uint32_t character) {
    struct pick copy = *pick;
    bool only;
    return pick_type(&copy, scene, character, &only);
}

static void add_mark(struct board_marks *marks, int spot, enum board_mark mark) {
    if (marks->count == BOARD_MARKS_MAX) return;
    marks->at[marks->count].spot = (int16_t)spot;
    marks->at[marks->count++].mark = (uint8_t)mark;
}

void pick_mark(const struct pick *pick, bool legal, struct board_marks *marks) {
    int16_t spots[PICK_SPOTS_MAX];
    int count = legal ? pick_next(pick, spots, PICK_SPOTS_MAX) : 0;
    if (find(pick, pick->depth, pick->cursor)) add_mark(marks, pick->cursor, BOARD_CURSOR);
    for (int i = 0; i < pick->depth; i++) add_mark(marks, pick->chosen[i], BOARD_CHOSEN);
    for (int i = 0; i < count; i++) add_mark(marks, spots[i], BOARD_LEGAL);
}
