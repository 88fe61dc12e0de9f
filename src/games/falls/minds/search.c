/* The search: see search.h. After the first two capsules pairs of places are looked at in rounds,
 * each deeper or wider than the one before. A round that the budget cuts short still counts: its
 * pairs are compared with each other, and all others are moved by the mean change. */
#include "search.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 64, WIDTH_MAX = 8 };   /* WIDTH_MAX: of a round */
enum { NODES = 20000, CHECK = 2048 }; /* the budget if none is given; how often to ask the host */

/* A place of the capsule, and a place of the next one after it. */
struct falls_pair {
    struct falls_field field;
    int32_t cost, gain;
    int16_t option;
    bool exact; /* the field is clear or lost */
};

/* How deeply pairs are looked at, one round after the other: how many unknown capsules, the best
 * places followed for each but the last, and the number of pairs. */
static const struct round {
    int depth, width, pairs;
} rounds[] = {{1, 0, 48}, {2, 3, 16}, {2, 6, 48}, {3, 3, 12}, {3, 5, 48}, {4, 4, 32}};

struct falls_search *falls_search_new(const struct host *host, const struct falls_skill *skill) {
    struct falls_search *search = calloc(1, sizeof *search);
    struct falls_pair *pairs = calloc(2 * PAIRS, sizeof *pairs);
    if (!search || !pairs || !falls_worth_fill(&search->worth, host)) {
        free(search);
        free(pairs);
        return NULL;
    }
    search->host = host;
    search->skill = skill;
    search->best.pairs = pairs;
    search->cared.pairs = pairs + PAIRS;
    return search;
}

void falls_search_free(struct falls_search *search) {
    if (!search) return;
    free(search->best.pairs);
    free(search);
}

/* Returns the share of the budget that is spent. */
static double spent(const struct falls_search *search) {
    const struct falls_question *question = &search->question;
    double done = 0;
    if (question->nodes) done = (double)search->nodes / (double)question->nodes;
    if (question->milliseconds) {
        double since = host_seconds(search->host) - search->begin;
        double share = since * 1000 / (double)question->milliseconds;
        if (share > done) done = share;
    }
    return done;
}

/* Returns whether there is budget left and nobody says stop. */
static bool go_on(struct falls_search *search) {
    if (search->over) return false;
    double done = spent(search);
    search->over = done >= 1;
    if (search->over || search->nodes < search->asked) return !search->over;
    search->asked = search->nodes + CHECK;
    if (done > search->done) search->done = done;
    search->stopped = !host_go_on(search->host, search->done, "placing the capsule");
    search->over = search->stopped;
    return !search->over;
}

static int32_t gain_of(const struct falls_search *search, struct falls_fate fate) {
    int most = FALLS_UNIT_MAX * search->question.rivals;
    if (fate.runs < 2) return 0;
    return search->skill->sending * (fate.runs < most ? fate.runs : most);
}

/* Returns the cost of a field that a capsule has led to. */
static int32_t cost_of(struct falls_search *search, const struct falls_view *near,
                       const struct falls_field *field, struct falls_fate fate) {
    search->nodes++;
    if (fate.status == FALLS_CLEARED) return 0;
    if (fate.status == FALLS_DEFEATED)
        return FALLS_DEFEAT + FALLS_WORTH_UNIT * falls_count(field->virus);
    return falls_rate(&search->worth, near, field);
}

/* Finds where the next capsule can come to rest. */
static void reach_next(const struct falls_search *search, const struct falls_field *field,
                       struct falls_reach *reach) {
    falls_reach_from(falls_taken(&field->settled), FALLS_SPAWN, search->question.pace, reach);
}

/* Goes through the places of a reach; those that look the same come once. */
struct places {
    const struct falls_reach *reach;
    bool alike;
    int row;
    uint32_t poses;
};

static struct places places_of(const struct falls_reach *reach, bool alike) {
    return (struct places){reach, alike, -1, 0};
}

static int next_place(struct places *places) {
    while (!places->poses) {
        if (++places->row == FALLS_ROWS) return -1;
        places->poses = places->reach->rest[places->row];
        if (places->alike) places->poses = (places->poses | places->poses >> 16) & 0xFFFF;
    }
    int pose = __builtin_ctz(places->poses);
    places->poses &= places->poses - 1;
    return FALLS_POSES * places->row + pose;
}

/* The best places for a capsule, best first. */
struct best {
    int width, count;
    int32_t costs[WIDTH_MAX];
    struct falls_field fields[WIDTH_MAX];
};

static void keep_best(struct best *best, const struct falls_field *field, int32_t cost) {
    int at = best->count;
    if (at == best->width && cost >= best->costs[at - 1]) return;
    if (at < best->width) best->count++, at++;
    for (at--; at > 0 && best->costs[at - 1] > cost; at--) {
        best->costs[at] = best->costs[at - 1];
        best->fields[at] = best->fields[at - 1];
    }
    best->costs[at] = cost;
    best->fields[at] = *field;
}

static int32_t expect(struct falls_search *search, const struct falls_field *field, int depth,
                      int width);

/* Returns the cost after the best place for a capsule of these colours. */
static int32_t best_cost(struct falls_search *search, const struct falls_field *field,
                         const struct falls_view *view, const struct falls_reach *reach, int first,
                         int second, int depth, int width) {
    struct places places = places_of(reach, first == second);
    struct best best = {.width = depth > 1 ? width : 0};
    int32_t least = INT32_MAX;
    for (int place; (place = next_place(&places)) >= 0;) {
        struct falls_field after = *field;
        struct falls_fate fate = falls_settle(&after, place, first, second);
        int32_t cost = cost_of(search, view, &after, fate) - gain_of(search, fate);
        if (fate.status == FALLS_PLAYING && depth > 1)
            keep_best(&best, &after, cost);
        else if (cost < least)
            least = cost;
    }
    for (int i = 0; i < best.count && go_on(search); i++) {
        int32_t cost = expect(search, &best.fields[i], depth - 1, width);
        if (cost < least) least = cost;
    }
    return least;
}

/* Returns the mean cost of a field over the capsules that may come next. What it returns after the
 * end of the budget is of no use. */
static int32_t expect(struct falls_search *search, const struct falls_field *field, int depth,
                      int width) {
    struct falls_view view;
    struct falls_reach reach;
    int64_t sum = 0;
    falls_look(&search->worth, field, &view);
    reach_next(search, field, &reach);
    for (int first = FALLS_RED; first < FALLS_COLOURS; first++)
        for (int second = first; second < FALLS_COLOURS && go_on(search); second++)
            sum += (int64_t)(first == second ? 1 : 2) *
                   best_cost(search, field, &view, &reach, first, second, depth, width);
    return FALLS_WORTH_UNIT + (int32_t)(sum / FALLS_CAPSULES);
}

/* Keeps a pair in order of cost, if it is among the best. */
static void keep_pair(struct falls_pairs *list, const struct falls_pair *pair) {
    int at = list->count, slot = at;
    if (at == PAIRS) {
        slot = list->order[--at];
        if (pair->cost >= list->pairs[slot].cost) return;
    } else {
        list->count++;
    }
    for (; at > 0 && list->pairs[list->order[at - 1]].cost > pair->cost; at--)
        list->order[at] = list->order[at - 1];
    list->order[at] = slot;
    list->pairs[slot] = *pair;
}

static bool cared_for(const struct falls_search *search, int index) {
    int place = search->options[index].place;
    const uint32_t *poses = search->question.care.rest;
    return poses[place / FALLS_POSES] >> place % FALLS_POSES & 1;
}

/* Rates an option by the best place of the next capsule. */
static void look_ahead(struct falls_search *search, int index) {
    struct falls_option *option = &search->options[index];
    const uint8_t *next = search->question.next;
    struct falls_view view;
    struct falls_reach reach;
    falls_look(&search->worth, &option->field, &view);
    reach_next(search, &option->field, &reach);
    struct places places = places_of(&reach, next[0] == next[1]);
    option->cost = INT32_MAX;
    for (int place; (place = next_place(&places)) >= 0;) {
        struct falls_pair pair = {.field = option->field, .option = (int16_t)index};
        struct falls_fate fate = falls_settle(&pair.field, place, next[0], next[1]);
        pair.gain = option->gain + gain_of(search, fate);
        pair.cost = FALLS_WORTH_UNIT + cost_of(search, &view, &pair.field, fate) - pair.gain;
        pair.exact = fate.status != FALLS_PLAYING;
        if (pair.cost < option->cost) option->cost = pair.cost;
        keep_pair(&search->best, &pair);
        if (cared_for(search, index)) keep_pair(&search->cared, &pair);
    }
}

static void sort_options(struct falls_search *search) {
    struct falls_option *options = search->options;
    for (int i = 1; i < search->count; i++) {
        struct falls_option option = options[i];
        int at = i;
        for (; at > 0 && options[at - 1].cost > option.cost; at--) options[at] = options[at - 1];
        options[at] = option;
    }
}

/* Units that wait fall before the next capsule. */
static struct falls_fate receive(const struct falls_question *question, struct falls_field *field,
                                 struct falls_fate fate) {
    for (int i = 0; i < question->units && fate.status == FALLS_PLAYING; i++)
        fate.status = falls_settle_unit(field, question->incoming[i]).status;
    return fate;
}

static void list_options(struct falls_search *search) {
    const struct falls_question *question = &search->question;
    int first = question->colours[0], second = question->colours[1];
    struct places places = places_of(&question->places, first == second);
    struct falls_view view;
    falls_look(&search->worth, &question->field, &view);
    search->count = 0;
    for (int place; (place = next_place(&places)) >= 0;) {
        struct falls_option *option = &search->options[search->count++];
        *option = (struct falls_option){.field = question->field, .place = (int16_t)place};
        struct falls_fate fate = falls_settle(&option->field, place, first, second);
        fate = receive(question, &option->field, fate);
        option->gain = gain_of(search, fate);
        option->cost = cost_of(search, &view, &option->field, fate) - option->gain;
        if (fate.status == FALLS_DEFEATED)
            option->cost += FALLS_DEFEAT; /* worse than a later one */
        option->status = fate.status;
    }
    sort_options(search);
}

/* Makes costs that come from less work comparable with better founded ones: they change as those
 * did in the mean, and none is below the best of those. */
struct change {
    int64_t sum;
    int count;
    int32_t best;
};

static void note_change(struct change *change, int32_t before, int32_t after) {
    change->sum += after - before;
    change->count++;
    if (after < change->best) change->best = after;
}

static int32_t changed(const struct change *change, int32_t cost) {
    cost += (int32_t)(change->sum / change->count);
    return cost > change->best ? cost : change->best + 1;
}

/* Two capsules deep. */
static void look_at_next(struct falls_search *search) {
    struct change change = {0, 0, INT32_MAX};
    int i = 0;
    for (; i < search->count && go_on(search); i++) {
        int32_t before = search->options[i].cost;
        if (search->options[i].status == FALLS_PLAYING) look_ahead(search, i);
        note_change(&change, before, search->options[i].cost);
    }
    for (; i < search->count && change.count; i++)
        search->options[i].cost = changed(&change, search->options[i].cost);
}

static void sort_pairs(struct falls_pairs *list) {
    for (int i = 1; i < list->count; i++) {
        int slot = list->order[i], at = i;
        int32_t cost = list->pairs[slot].cost;
        for (; at > 0 && list->pairs[list->order[at - 1]].cost > cost; at--)
            list->order[at] = list->order[at - 1];
        list->order[at] = slot;
    }
}

/* Gives each option the cost of its best pair in a list. */
static void rate_by_pairs(struct falls_search *search, const struct falls_pairs *list) {
    for (int i = 0; i < list->count; i++) {
        const struct falls_pair *pair = &list->pairs[list->order[i]];
        struct falls_option *option = &search->options[pair->option];
        if (!option->paired) option->cost = pair->cost;
        option->paired = true;
    }
}

/* Options without pairs change as pairs did. */
static void rate_options(struct falls_search *search, const struct change *change, bool care) {
    for (int i = 0; i < search->count; i++) search->options[i].paired = false;
    rate_by_pairs(search, &search->best);
    if (care) rate_by_pairs(search, &search->cared);
    for (int i = 0; i < search->count; i++)
        if (!search->options[i].paired && search->options[i].status == FALLS_PLAYING)
            search->options[i].cost = changed(change, search->options[i].cost);
}

/* Looks at a pair more deeply. Returns false if the budget does not last. */
static bool look_at_pair(struct falls_search *search, const struct round *round,
                         struct falls_pair *pair, struct change *change) {
    int32_t cost = pair->cost;
    if (!pair->exact)
        cost = FALLS_WORTH_UNIT - pair->gain +
               expect(search, &pair->field, round->depth, round->width);
    if (!go_on(search)) return false;
    note_change(change, pair->cost, cost);
    pair->cost = cost;
    return true;
}

static void change_from(struct falls_pairs *list, int from, const struct change *change) {
    for (int i = from; i < list->count; i++) {
        struct falls_pair *pair = &list->pairs[list->order[i]];
        pair->cost = changed(change, pair->cost);
    }
    sort_pairs(list);
}

/* While the best option is cared for, the others cared for need no more than the rest does. */
static bool needs_care(const struct falls_search *search) {
    const struct falls_pairs *best = &search->best;
    return search->cared.count && !cared_for(search, best->pairs[best->order[0]].option);
}

/* The lists take turns, so that both get as far. */
static void look_deeper(struct falls_search *search, const struct round *round) {
    struct falls_pairs *lists[] = {&search->best, &search->cared};
    struct change change = {0, 0, INT32_MAX};
    int at[] = {0, 0}, turns = needs_care(search) ? 2 : 1;
    bool lasts = true;
    for (int i = 0; i < turns * round->pairs && lasts; i++) {
        struct falls_pairs *list = lists[i % turns];
        int *next = &at[i % turns];
        if (*next == list->count) continue;
        lasts = look_at_pair(search, round, &list->pairs[list->order[*next]], &change);
        *next += lasts;
    }
    if (!change.count) return;
    for (int i = 0; i < turns; i++) change_from(lists[i], at[i], &change);
    rate_options(search, &change, turns > 1);
}

static void answer(struct falls_search *search) {
    list_options(search);
    if (search->count > 1 && search->skill->plies > 1 && go_on(search)) look_at_next(search);
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        if (search->skill->plies > 2 && search->best.count > 1 && go_on(search))
            look_deeper(search, &rounds[i]);
    sort_options(search);
}

static bool asked_before(const struct falls_search *search, const struct falls_question *question) {
    return search->count && !search->stopped &&
           memcmp(&search->question, question, sizeof *question) == 0;
}

void falls_search_ask(struct falls_search *search, const struct falls_question *question) {
    struct falls_question full;
    memcpy(&full, question, sizeof full);
    if (!full.nodes && !(full.milliseconds && search->host->seconds)) full.nodes = NODES;
    if (asked_before(search, &full)) return;
    memcpy(&search->question, &full, sizeof full);
    search->nodes = search->asked = 0;
    search->best.count = search->cared.count = 0;
    search->over = search->stopped = false;
    search->begin = host_seconds(search->host);
    search->done = 0;
    search->answers++;
    answer(search);
}
