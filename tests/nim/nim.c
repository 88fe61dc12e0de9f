/* Nim, the smallest example of a game, for tests/add_game.sh: in turn, players take any number of
 * sticks from one heap; who takes the last stick wins. All of it but its tool and its agent is in
 * this file. */
#include "game/game.h"
#include <string.h>

enum { HEAPS_MAX = 9, STICKS_MAX = 9 };
enum { HEAPS, STICKS };

struct nim {
    uint8_t heaps, turn;
    uint8_t sticks[HEAPS_MAX];
};

extern const struct game nim_game;
extern const struct tool *const nim_tools[];   /* in tools/solve.c */
extern const struct agent *const nim_agents[]; /* in agents/oracle.c */

static void nim_start(void *state, const int *params) {
    struct nim *nim = state;
    nim->heaps = (uint8_t)params[HEAPS];
    nim->turn = 0;
    memset(nim->sticks, params[STICKS], nim->heaps);
}

static size_t nim_size(const void *state) {
    return offsetof(struct nim, sticks) + ((const struct nim *)state)->heaps;
}

static int nim_ruleset(const void *state) {
    (void)state;
    return 0;
}

static uint32_t nim_movers(const void *state) {
    const struct nim *nim = state;
    for (int heap = 0; heap < nim->heaps; heap++)
        if (nim->sticks[heap]) return UINT32_C(1) << nim->turn;
    return 0;
}

/* An act is heap * STICKS_MAX + (sticks taken - 1). */
static const char *nim_refuse(const void *state, int who, action act) {
    const struct nim *nim = state;
    if (!(nim_movers(state) >> who & 1)) return game_not_your_turn;
    if (act >= (action)(nim->heaps * STICKS_MAX)) return game_no_such_act;
    return act % STICKS_MAX < nim->sticks[act / STICKS_MAX] ? NULL : "TOO_MANY";
}

static int nim_choices(const void *state, int who, struct choice *out) {
    int count = 0;
    for (action act = 0; act < HEAPS_MAX * STICKS_MAX; act++)
        if (!nim_refuse(state, who, act)) out[count++] = (struct choice){act, 1};
    return count;
}

static void nim_apply(void *state, int who, action act) {
    struct nim *nim = state;
    nim->sticks[act / STICKS_MAX] = (uint8_t)(nim->sticks[act / STICKS_MAX] - act % STICKS_MAX - 1);
    nim->turn = (uint8_t)(1 - who);
}

static void nim_effects(const void *before, int who, action act, struct effect_list *out) {
    struct nim after = *(const struct nim *)before;
    int take = (int)(act % STICKS_MAX) + 1, heap = (int)(act / STICKS_MAX);
    nim_apply(&after, who, act);
    bool won = nim_movers(&after) == 0;
    struct effect *effect = effect_add(out, won, who, won);
    struct text text = effect_text(effect);
    text_format(&text, "Player %d takes %d from heap %d", who + 1, take, heap + 1);
    if (won) text_string(&text, " and wins");
    for (int i = 0; i < take; i++) effect_spot(effect, heap * STICKS_MAX + after.sticks[heap] + i);
}

static uint32_t nim_winners(const void *state) {
    return nim_movers(state) ? 0 : UINT32_C(1) << (1 - ((const struct nim *)state)->turn);
}

static int nim_score(const void *state, int seat) {
    return (int)(nim_winners(state) >> seat & 1);
}

static const char *nim_check(const void *state) {
    const struct nim *nim = state;
    if (nim->heaps < 1 || nim->heaps > HEAPS_MAX || nim->turn > 1)
        return "heaps or turn out of range";
    for (int heap = 0; heap < nim->heaps; heap++)
        if (nim->sticks[heap] > STICKS_MAX) return "a heap is too large";
    return NULL;
}

static void nim_name_act(const void *state, int who, action act, struct text *out) {
    (void)state, (void)who;
    text_format(out, "%u from heap %u", act % STICKS_MAX + 1, act / STICKS_MAX + 1);
}

static void nim_write_act(const void *state, int who, action act, struct text *out) {
    (void)state, (void)who;
    json_open(out, '{');
    json_field_int(out, "heap", act / STICKS_MAX);
    json_field_int(out, "take", act % STICKS_MAX + 1);
    json_close(out, '}');
}

static const char *nim_read_act(const void *state, int who, struct json from, action *act) {
    (void)state, (void)who;
    int64_t heap, take;
    if (json_count(from) != 2 || !json_int(json_get(from, "heap"), 0, HEAPS_MAX - 1, &heap) ||
        !json_int(json_get(from, "take"), 1, STICKS_MAX, &take))
        return "an action must be {\"heap\": number, \"take\": number}";
    *act = (action)(heap * STICKS_MAX + take - 1);
    return NULL;
}

static void nim_write(const void *state, struct text *out) {
    const struct nim *nim = state;
    json_field_int(out, "turn", nim->turn);
    json_put_key(out, "heaps");
    json_open(out, '[');
    for (int heap = 0; heap < nim->heaps; heap++) json_put_int(out, nim->sticks[heap]);
    json_close(out, ']');
}

static const char *nim_read(void *state, int ruleset, struct json from, struct json *at) {
    (void)ruleset;
    struct nim *nim = state;
    struct json heaps = json_get(from, "heaps");
    int64_t number;
    int heap = 0;
    *at = heaps;
    if (!json_is(heaps, JSON_ARRAY) || json_count(heaps) < 1 || json_count(heaps) > HEAPS_MAX)
        return "heaps must be an array of 1 to 9 numbers";
    nim->heaps = (uint8_t)json_count(heaps);
    for (*at = json_first(heaps); json_kind(*at); *at = json_after(heaps, *at)) {
        if (!json_int(*at, 0, STICKS_MAX, &number)) return "a heap must have 0 to 9 sticks";
        nim->sticks[heap++] = (uint8_t)number;
    }
    *at = json_get(from, "turn");
    if (!json_int(*at, 0, 1, &number)) return "turn must be 0 or 1";
    nim->turn = (uint8_t)number;
    return NULL;
}

/* To read aloud: "stick 3, heap 2". */
static void nim_name_tile(const struct nim *nim, int heap, int stick, struct scene_tile *tile) {
    char name[SCENE_NAME_MAX];
    struct text text = text_over(name, sizeof name);
    text_format(&text, "%s %d, heap %d", stick < nim->sticks[heap] ? "stick" : "empty", stick + 1,
                heap + 1);
    scene_name(tile, name);
}

static void nim_draw(const void *state, int seat, struct scene *scene) {
    (void)seat;
    const struct nim *nim = state;
    scene_begin(scene, nim->heaps, STICKS_MAX, 3);
    scene_area(scene, "heaps", "Heaps", 0, 0, nim->heaps, STICKS_MAX);
    for (int heap = 0; heap < nim->heaps; heap++)
        for (int stick = 0; stick < STICKS_MAX; stick++) {
            struct scene_tile *tile =
                scene_add(scene, heap, stick, stick < nim->sticks[heap] ? SCENE_TILE : SCENE_EMPTY,
                          SCENE_PLAIN);
            scene_label(tile, stick < nim->sticks[heap] ? "|" : "");
            nim_name_tile(nim, heap, stick, tile);
            tile->spot = (int16_t)(heap * STICKS_MAX + stick);
        }
}

static int nim_picks(const void *state, int who, action act, int *spots) {
    (void)state, (void)who;
    spots[0] = (int)act;
    return 1;
}

static struct shape nim_shape(const void *state) {
    int heaps = ((const struct nim *)state)->heaps;
    return (struct shape){
        .seats = 2, .actions = heaps * STICKS_MAX, .planes = 1, .rows = 1, .cols = heaps};
}

static void nim_observe(const void *state, int seat, uint8_t *out) {
    (void)seat;
    const struct nim *nim = state;
    memcpy(out, nim->sticks, nim->heaps);
}

static const struct param params[] = {
    {"heaps", 3, 1, HEAPS_MAX, "how many heaps"},
    {"sticks", 5, 1, STICKS_MAX, "sticks in each"},
    {NULL, 0, 0, 0, NULL},
};
static const struct reason reasons[] = {{"TOO_MANY", "the heap has fewer sticks"}, {NULL, NULL}};
static const struct game_example examples[] = {{"2 1", "take 2 sticks from heap 1"}, {NULL, NULL}};
static const char *const effect_kinds[] = {"TAKE", "WIN", NULL};
static const char *const rulesets[] = {"nim_v1", NULL}, *const fields[] = {"turn", "heaps", NULL};

const struct game nim_game = {
    .name = "nim",
    .summary = "take sticks; the last one wins",
    .goal = "Take sticks from one heap at a time. Who takes the last stick wins.",
    .rules = "In your turn take one or more sticks, all from the same heap. Who takes the last "
             "stick of all wins.",
    .legend = "Each row is a heap, and each | a stick.",
    .examples = examples,
    .rulesets = rulesets,
    .fields = fields,
    .params = params,
    .reasons = reasons,
    .effect_kinds = effect_kinds,
    .agents = nim_agents,
    .tools = nim_tools,
    .seats_min = 2,
    .seats_max = 2,
    .state_max = sizeof(struct nim),
    .choices_max = HEAPS_MAX * STICKS_MAX,
    .start = nim_start,
    .size = nim_size,
    .ruleset = nim_ruleset,
    .movers = nim_movers,
    .choices = nim_choices,
    .refuse = nim_refuse,
    .apply = nim_apply,
    .effects = nim_effects,
    .score = nim_score,
    .winners = nim_winners,
    .check = nim_check,
    .name_act = nim_name_act,
    .write_act = nim_write_act,
    .read_act = nim_read_act,
    .write = nim_write,
    .read = nim_read,
    .draw = nim_draw,
    .picks = nim_picks,
    .shape = nim_shape,
    .observe = nim_observe,
};
