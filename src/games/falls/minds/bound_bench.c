/* How many boards can be cleared at all:
 *   bound_bench NES_LEVEL FIRST BOARDS WIDTH
 * First, how many cannot, whatever capsules come. Then, if WIDTH is not 0, how many a beam search
 * of that width opens if it knows all capsules in advance: it brings them down to OPEN viruses,
 * after which hardly any is lost. Without arguments some of nes_level 20. */
#include "bench/bench.h"
#include "search.h"
#include <stdlib.h>
#include <string.h>

enum { OPEN = 40, CAPSULES_MAX = 500 };

static struct falls_field deal(struct rng *rng, int level) {
    struct falls falls;
    falls_game.start(&falls, (int[]){1, FALLS_VIRUSES_MAX, level});
    while (falls.phase == FALLS_SETUP)
        falls_game.apply(&falls, CHANCE, falls_game.random_act(&falls, CHANCE, rng));
    return (struct falls_field){falls.player[0].settled, falls.player[0].virus};
}

/* Adds to a set the cells of `through` that are connected with it. */
static falls_set flood(falls_set set, falls_set through) {
    for (falls_set before = 0; before != set;) {
        falls_set left = set >> 1 & falls_each_row(0x7F), right = set << 1 & falls_each_row(0xFE);
        before = set;
        set |= (left | right | set >> FALLS_COLS | set << FALLS_COLS) & through;
    }
    return set;
}

/* Returns the cells of all runs of four within a set. */
static falls_set in_runs(falls_set set) {
    falls_set cells = 0;
    for (int step = 1; step <= FALLS_COLS; step += FALLS_COLS - 1) {
        falls_set first = set & set >> step & set >> 2 * step & set >> 3 * step;
        if (step == 1) first &= falls_each_row(0x1F);
        cells |= first | first << step | first << 2 * step | first << 3 * step;
    }
    return cells;
}

/* Returns whether no capsules can clear a board. Tiles get only to free cells that are connected
 * with the top. Suppose all that can ever vanish were there and gone at the same time, as needed: a
 * virus that is not in a run of its colour and such cells even then stays for ever. */
static bool is_stuck(const struct falls_field *field) {
    falls_set taken = falls_taken(&field->settled), gone = 0, before = ~gone;
    while (before != gone) {
        falls_set reached = flood(falls_row(0), ~taken | gone) & ~falls_row(0);
        before = gone;
        for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++) {
            falls_set own = falls_of_colour(&field->settled, colour);
            gone |= in_runs(own | reached) & own;
        }
    }
    return (field->virus & ~gone) != 0;
}

struct node {
    struct falls_field field;
    int32_t cost;
};

static int by_cost(const void *one, const void *two) {
    const struct node *a = one, *b = two;
    if (a->cost != b->cost) return a->cost < b->cost ? -1 : 1;
    return memcmp(&a->field, &b->field, sizeof a->field);
}

struct beam {
    const struct falls_worth *worth;
    struct node *now, *next;
    int count, next_count, width;
};

/* Puts a capsule everywhere it can go in time. */
static void expand(struct beam *beam, const struct node *from, const uint8_t *colours) {
    struct falls_view view;
    struct falls_reach reach;
    falls_look(beam->worth, &from->field, &view);
    falls_reach_from(falls_taken(&from->field.settled), FALLS_SPAWN, (struct falls_pace){4, 4},
                     &reach);
    for (int place = 0; place < FALLS_PLACES; place++) {
        if (!(reach.rest[place / FALLS_POSES] >> place % FALLS_POSES & 1)) continue;
        struct node *node = &beam->next[beam->next_count];
        node->field = from->field;
        int status = falls_settle(&node->field, place, colours[0], colours[1]).status;
        if (status == FALLS_DEFEATED) continue;
        node->cost = status == FALLS_CLEARED ? 0 : falls_rate(beam->worth, &view, &node->field);
        beam->next_count++;
    }
}

static void keep_best(struct beam *beam) {
    qsort(beam->next, (size_t)beam->next_count, sizeof *beam->next, by_cost);
    beam->count = 0;
    for (int i = 0; i < beam->next_count && beam->count < beam->width; i++)
        if (i == 0 || by_cost(&beam->next[i - 1], &beam->next[i]) != 0)
            beam->now[beam->count++] = beam->next[i];
}

static bool opens(struct beam *beam, const struct falls_field *field, struct rng *rng) {
    beam->count = 1;
    beam->now[0] = (struct node){.field = *field};
    for (int capsule = 0; capsule < CAPSULES_MAX && beam->count; capsule++) {
        uint8_t colours[2];
        for (int i = 0; i < 2; i++) colours[i] = (uint8_t)(FALLS_RED + rng_below(rng, 3));
        beam->next_count = 0;
        for (int i = 0; i < beam->count; i++) expand(beam, &beam->now[i], colours);
        keep_best(beam);
        if (beam->count && falls_count(beam->now[0].field.virus) < OPEN) return true;
    }
    return false;
}

static void look_at_boards(struct beam *beam, int level, int first, int boards) {
    int stuck = 0, opened = 0;
    for (int board = first; board < first + boards; board++) {
        struct rng rng = rng_new((uint64_t)board, 0);
        struct falls_field field = deal(&rng, level);
        bool lost = is_stuck(&field);
        stuck += lost;
        if (beam->width && !lost) opened += opens(beam, &field, &rng);
    }
    printf("falls, nes_level %d, boards %d to %d: %d cannot be cleared", level, first,
           first + boards - 1, stuck);
    if (beam->width) printf(", %d are opened by a beam of %d", opened, beam->width);
    printf("\n");
}

int main(int count, char **args) {
    static const struct host host = {.threads = 1};
    static const struct falls_skill skill = {.acts = 4, .plies = 1};
    struct falls_search *search = falls_search_new(&host, &skill);
    struct beam beam = {.width = count == 5 ? atoi(args[4]) : 0};
    size_t nodes = (size_t)(beam.width + 1) * FALLS_PLACES;
    beam.now = malloc(nodes * sizeof *beam.now);
    beam.next = malloc(nodes * sizeof *beam.next);
    if (!search || !beam.now || !beam.next) exit(1);
    beam.worth = &search->worth;
    if (count == 5)
        look_at_boards(&beam, atoi(args[1]), atoi(args[2]), atoi(args[3]));
    else
        look_at_boards(&beam, FALLS_LEVEL_MAX, 0, 1000);
    free(beam.now);
    free(beam.next);
    falls_search_free(search);
    return 0;
}
