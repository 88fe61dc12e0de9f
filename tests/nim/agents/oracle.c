/* The agent `oracle` of Nim, the smallest example of an agent that tells all that one can: it knows
 * the classic rule, by which a player wins who leaves heaps whose exclusive or is 0. */
#include "game/agent.h"
#include <stdlib.h>
#include <string.h>

enum { HEAPS_MAX = 9, STICKS_MAX = 9, GAME = 0, STICKS };

extern const struct game nim_game;
extern const struct agent *const nim_agents[];

struct heaps {
    int count, sticks[HEAPS_MAX];
};

static struct heaps heaps_of(const void *state) {
    uint8_t seen[HEAPS_MAX];
    struct heaps heaps = {.count = nim_game.shape(state).cols};
    nim_game.observe(state, 0, seen);
    for (int i = 0; i < heaps.count; i++) heaps.sticks[i] = seen[i];
    return heaps;
}

static int take_of(action act) {
    return (int)(act % STICKS_MAX) + 1;
}

static void play(struct heaps *heaps, action act) {
    heaps->sticks[act / STICKS_MAX] -= take_of(act);
}

static bool is_lost(const struct heaps *heaps) {
    int all = 0;
    for (int i = 0; i < heaps->count; i++) all ^= heaps->sticks[i];
    return all == 0;
}

static bool wins(struct heaps heaps, action act) {
    play(&heaps, act);
    return is_lost(&heaps);
}

/* Finds an act that wins, or else any. Returns false if no stick is left. */
static bool find_act(const struct heaps *heaps, action *found) {
    bool any = false;
    for (action act = 0; act < (action)(heaps->count * STICKS_MAX); act++) {
        if (take_of(act) > heaps->sticks[act / STICKS_MAX]) continue;
        if (!any || wins(*heaps, act)) *found = act;
        any = true;
    }
    return any;
}

/* Writes the play from an act on, to the end of the game. Returns its length. */
static int put_line(struct heaps heaps, action act, action line[ADVICE_LINE_MAX]) {
    int count = 0;
    do {
        line[count++] = act;
        play(&heaps, act);
    } while (find_act(&heaps, &act));
    return count;
}

static struct candidate rate(const struct heaps *heaps, action act, int objective) {
    bool won = wins(*heaps, act);
    double value = objective == STICKS ? take_of(act) : won ? 1 : -1;
    return (struct candidate){act, value, 0, 1, true, won};
}

static int by_value(const void *a, const void *b) {
    const struct candidate *one = a, *two = b;
    if (one->value < two->value || one->value > two->value) return one->value > two->value ? -1 : 1;
    return (one->act > two->act) - (one->act < two->act);
}

static void oracle_think(void *self, const struct agent_question *question, struct advice *advice) {
    struct candidate *all = advice->candidates;
    struct choice *choices = self;
    struct heaps heaps = heaps_of(question->state);
    *advice = (struct advice){.candidates = all, .proven = true, .solved = true};
    advice->count = nim_game.choices(question->state, question->who, choices);
    advice->nodes = (uint64_t)advice->count;
    for (int i = 0; i < advice->count; i++)
        all[i] = rate(&heaps, choices[i].act, question->objective);
    qsort(all, (size_t)advice->count, sizeof *all, by_value);
    advice->line_count = put_line(heaps, all[0].act, advice->line);
    if (question->act != AGENT_NO_ACT && (action)question->act != all[0].act)
        advice->reply_count = put_line(heaps, (action)question->act, advice->reply);
}

static int oracle_explain(const struct agent_question *question, const struct advice *advice,
                          struct agent_reason reasons[AGENT_REASONS_MAX]) {
    int more = take_of(advice->line[0]) - take_of((action)question->act);
    struct text text = text_over(reasons->text, sizeof reasons->text);
    if (question->objective == STICKS && more > 0) {
        *reasons = (struct agent_reason){.kind = "FEWER_STICKS", .amount = more};
        text_format(&text, "The best move takes %d more", more);
        return 1;
    }
    if (question->objective == STICKS || advice->reply_count < 2) return 0;
    *reasons = (struct agent_reason){.kind = "LOSES", .amount = 2};
    text_format(&text, "It lets the other player win by %d from heap %d.",
                take_of(advice->reply[1]), (int)advice->reply[1] / STICKS_MAX + 1);
    return 1;
}

static bool oracle_suits(const struct game *game) {
    return game == &nim_game;
}

/* Its memory is room for the choices. */
static void *oracle_init(const struct game *game, const struct host *host) {
    (void)host;
    return malloc(sizeof(struct choice) * (size_t)game->choices_max);
}

static const struct agent_objective objectives[] = {
    {"game", NULL}, {"sticks", "sticks taken"}, {NULL, NULL}};

static const struct agent oracle = {
    .name = "oracle",
    .summary = "knows the classic rule",
    .objectives = objectives,
    .chance = "winning",
    .suits = oracle_suits,
    .init = oracle_init,
    .think = oracle_think,
    .release = free,
    .explain = oracle_explain,
};

const struct agent *const nim_agents[] = {&oracle, NULL};
