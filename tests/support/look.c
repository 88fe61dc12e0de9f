/* trial_look: all that design asks of a state, one promise a function. Games with very many choices
 * are sampled; which ones, the trial's generator says. */
#include "base/bits.h"
#include "game/envelope.h"
#include "tests/support/often.h"
#include "tests/support/trial.h"
#include <stdlib.h>
#include <string.h>

enum { MANY = 400, FEW = MANY / 6, NAME_BYTES = 160, BEYOND = 16 };

/* Finding an act by its words names all `acts` there are: where they are many it is tried seldom.
 */
static bool is_time_for_words(struct trial *trial, uint32_t acts) {
    return acts <= (uint32_t)often(FEW, MANY) || rng_below(&trial->rng, acts) < FEW;
}

void trial_require_unchanged(const struct trial *trial, const char *after) {
    trial_require(trial, memcmp(trial->twin, trial->state, trial->game->state_max) == 0,
                  "%s changes the state", after);
}

static bool is_who(const struct game *game, const void *state, int who) {
    return who == CHANCE || who == CLOCK || who < game->shape(state).seats;
}

static void look_at_movers(struct trial *trial) {
    const struct game *game = trial->game;
    uint32_t movers = game->movers(trial->state);
    trial_require(trial, !(movers >> CHANCE & 1) || movers == UINT32_C(1) << CHANCE,
                  "CHANCE does not move alone");
    for (int who = 0; who < 32; who++)
        trial_require(trial, !(movers >> who & 1) || is_who(game, trial->state, who), "who is %d",
                      who);
}

/* The choices of who into trial->choices, as promised. */
static int look_at_choices(struct trial *trial, int who) {
    const struct game *game = trial->game;
    struct shape shape = game->shape(trial->state);
    bool moves = game->movers(trial->state) >> who & 1;
    memset(trial->choices, 0xEE, sizeof(struct choice) * (size_t)(game->choices_max + 1));
    int count = game->choices(trial->state, who, trial->choices);
    trial_require(trial, count >= 0 && count <= game->choices_max, "%d choices", count);
    trial_require(trial, trial->choices[game->choices_max].act == 0xEEEEEEEE, "past choices_max");
    trial_require(trial, moves || count == 0, "%d may not move and has choices", who);
    for (int i = 0; i < count; i++) {
        struct choice choice = trial->choices[i];
        trial_require(trial, choice.weight > 0, "a weight of 0");
        trial_require(trial, i == 0 || trial->choices[i - 1].act < choice.act,
                      "choices not ascending");
        if (who == CLOCK)
            trial_require(trial,
                          choice.act < SEATS_MAX && game->movers(trial->state) >> choice.act & 1,
                          "the clock ticks for %u, who does not move", choice.act);
        if (who >= SEATS_MAX) continue;
        trial_require(trial, choice.weight == 1, "a seat's choice weighs %u", choice.weight);
        trial_require(trial, choice.act < (action)shape.actions, "act %u is past actions",
                      choice.act);
    }
    return count;
}

static bool is_listed(const struct trial *trial, int count, action act) {
    return trial_place(trial, count, act) < count;
}

static bool is_known_reason(const struct game *game, const char *code) {
    if (strcmp(code, game_not_your_turn) == 0 || strcmp(code, game_no_such_act) == 0) return true;
    for (const struct reason *reason = game->reasons; reason->code; reason++)
        if (strcmp(reason->code, code) == 0) return true;
    return false;
}

static void look_at_refusal(struct trial *trial, int who, int count, action act) {
    const char *code = trial->game->refuse(trial->state, who, act);
    trial_require(trial, (code == NULL) == is_listed(trial, count, act),
                  "refuse and choices disagree on act %u of %d", act, who);
    if (!code) return;
    trial_require(trial, is_known_reason(trial->game, code), "the reason %s is not in the list",
                  code);
    trial_require(trial, *game_sentence(trial->game, code), "no sentence for %s", code);
}

/* Every act there is, or where there are too many, the listed ones and a sample. */
static void look_at_refusals(struct trial *trial, int who, int count) {
    struct shape shape = trial->game->shape(trial->state);
    uint32_t acts = who < SEATS_MAX ? (uint32_t)shape.actions : 0;
    if (who >= SEATS_MAX) acts = count ? trial->choices[count - 1].act + BEYOND : BEYOND;
    if (acts <= MANY || trial->looked % 64 == 0) {
        for (action act = 0; act < acts; act++) look_at_refusal(trial, who, count, act);
    } else {
        for (int i = 0; i < MANY / 4; i++) {
            look_at_refusal(trial, who, count, rng_below(&trial->rng, acts));
            if (count)
                look_at_refusal(trial, who, count,
                                trial->choices[rng_below(&trial->rng, (uint32_t)count)].act);
        }
    }
    acts = (uint32_t)(shape.actions + shape.shorthands);
    for (action act = acts; who < SEATS_MAX && act < acts + BEYOND; act++)
        look_at_refusal(trial, who, count, act);
    look_at_refusal(trial, who, count, UINT32_MAX);
}

static void name_of(struct trial *trial, int who, action act, char name[NAME_BYTES]) {
    struct text words = text_over(name, NAME_BYTES);
    trial->game->name_act(trial->state, who, act, &words);
    trial_require(trial, !words.cut && words.length > 0, "act %u has no fit name", act);
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

static void look_at_names(struct trial *trial, int who, int count) {
    char(*names)[NAME_BYTES] = malloc((size_t)(count + 1) * NAME_BYTES);
    if (!names) abort();
    for (int i = 0; i < count; i++) name_of(trial, who, trial->choices[i].act, names[i]);
    qsort(names, (size_t)count, NAME_BYTES, by_name);
    for (int i = 1; i < count; i++)
        trial_require(trial, strcmp(names[i - 1], names[i]) != 0, "'%s' names two acts", names[i]);
    free(names);
}

/* The act, written, comes back; its words find it. */
static void look_at_act(struct trial *trial, int who, int count, action act) {
    const struct game *game = trial->game;
    struct text text = text_over(trial->text, TRIAL_TEXT_MAX);
    struct json_doc doc;
    char name[NAME_BYTES];
    action back = ~act;
    game->write_act(trial->state, who, act, &text);
    const char *wrong =
        json_parse(&doc, text.at, text.length, trial->tokens, trial->tokens_capacity);
    trial_require(trial, !wrong, "act %u is written %s: %s", act, text.at, wrong);
    wrong = game->read_act(trial->state, who, json_root(&doc), &back);
    trial_require(trial, !wrong && back == act, "%s comes back as %u: %s", text.at, back,
                  wrong ? wrong : "");
    if (!is_time_for_words(trial, (uint32_t)count)) return;
    name_of(trial, who, act, name);
    int found = game_find_acts(game, trial->state, who, name, trial->spare, &back, 1);
    trial_require(trial, found == 1 && back == act, "'%s' finds %d acts", name, found);
}

/* Refused acts have words too, so that a player can be told why. */
static void look_at_refused_names(struct trial *trial, int who) {
    struct shape shape = trial->game->shape(trial->state);
    char name[NAME_BYTES];
    if (who >= SEATS_MAX || !(trial->game->movers(trial->state) >> who & 1)) return;
    for (int i = 0; i < 24; i++) {
        uint32_t acts = (uint32_t)(shape.actions + shape.shorthands);
        action act = rng_below(&trial->rng, acts);
        if (!is_time_for_words(trial, acts) || !trial->game->refuse(trial->state, who, act))
            continue;
        name_of(trial, who, act, name);
        trial_require(trial, game_why_not(trial->game, trial->state, who, name),
                      "'%s' is refused without a reason", name);
    }
}

static void look_at_acts(struct trial *trial, int who, int count) {
    struct shape shape = trial->game->shape(trial->state);
    int step = count / 24 + 1;
    for (int i = 0; i < count; i += step) look_at_act(trial, who, count, trial->choices[i].act);
    if (who >= SEATS_MAX) return;
    for (int i = 0; i < shape.shorthands; i += shape.shorthands / 24 + 1) {
        action act = (action)(shape.actions + i);
        const char *code = trial->game->refuse(trial->state, who, act);
        if (code)
            trial_require(trial, is_known_reason(trial->game, code), "unknown reason %s", code);
        else
            look_at_act(trial, who, count, act);
    }
}

static const struct scene_tile *drawn_at(const struct scene *scene, int spot) {
    for (int i = 0; i < scene->count; i++)
        if (scene->tiles[i].spot == spot) return &scene->tiles[i];
    return NULL;
}

struct spelling {
    int count, spots[SPOTS_MAX];
};

static int by_spelling(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct spelling));
}

/* A seat's acts are spelled by spots that are drawn, no two alike. */
static void look_at_picks(struct trial *trial, int who, int count) {
    struct spelling *all = calloc((size_t)count + 1, sizeof *all);
    if (!all) abort();
    for (int i = 0; i < count; i++) {
        all[i].count = trial->game->picks(trial->state, who, trial->choices[i].act, all[i].spots);
        trial_require(trial, all[i].count >= 0 && all[i].count <= SPOTS_MAX, "%d spots",
                      all[i].count);
        bool look = count <= MANY || i % (count / MANY) == 0;
        for (int k = 0; look && k < all[i].count; k++)
            trial_require(trial, drawn_at(trial->scene, all[i].spots[k]), "spot %d is not drawn",
                          all[i].spots[k]);
    }
    qsort(all, (size_t)count, sizeof *all, by_spelling);
    for (int i = 1; i < count; i++)
        trial_require(trial, all[i].count == 0 || by_spelling(&all[i - 1], &all[i]) != 0,
                      "the same spots spell two acts");
    free(all);
}

/* Acts that are not legal are spelled by spots, too, so that their reason can be told where they
 * are picked. A spot with nothing to take need not be drawn. */
static void look_at_refused_picks(struct trial *trial, int who) {
    struct shape shape = trial->game->shape(trial->state);
    int acts = shape.actions + shape.shorthands, spots[SPOTS_MAX];
    if (!(trial->game->movers(trial->state) >> who & 1)) return;
    for (int act = 0; act < acts; act += 1 + acts / MANY) {
        int count = trial->game->picks(trial->state, who, (action)act, spots);
        trial_require(trial, count >= 0 && count <= SPOTS_MAX, "%d spots", count);
        for (int k = 0; k < count; k++)
            trial_require(trial, spots[k] >= 0, "spot %d of act %d", spots[k], act);
    }
}

/* A path leads from the first pick to the last, from neighbour to neighbour. */
static void look_at_path(struct trial *trial, int who, action act) {
    int spots[GAME_PATH_MAX], picks[SPOTS_MAX];
    int count = trial->game->path(trial->state, who, act, spots);
    int picked = trial->game->picks(trial->state, who, act, picks);
    trial_require(trial, count >= 2 && count <= GAME_PATH_MAX, "a path of %d spots", count);
    trial_require(trial, spots[0] == picks[0] && spots[count - 1] == picks[picked - 1],
                  "the path of act %u joins other spots than its picks", act);
    for (int i = 1; i < count; i++) {
        const struct scene_tile *one = drawn_at(trial->scene, spots[i - 1]);
        const struct scene_tile *two = drawn_at(trial->scene, spots[i]);
        trial_require(trial, one && two, "a spot of a path is not drawn");
        trial_require(trial, abs(one->row - two->row) + abs(one->col - two->col) == 1,
                      "a path jumps from %d to %d", spots[i - 1], spots[i]);
    }
}

static void look_at_paths(struct trial *trial, int who, int count) {
    if (!trial->game->path) return;
    for (int i = 0; i < count; i += count / 24 + 1) look_at_path(trial, who, trial->choices[i].act);
}

static void look_at_keys(struct trial *trial) {
    const struct key *keys = trial->game->keys;
    struct shape shape = trial->game->shape(trial->state);
    int actions = shape.actions + shape.shorthands;
    for (int i = 0; keys && keys[i].key; i++) {
        trial_require(trial, keys[i].act == GAME_KEY_PAUSE || keys[i].act < (action)actions,
                      "key %d spells no act", keys[i].key);
        trial_require(trial, keys[i].meaning && *keys[i].meaning, "key %d has no meaning",
                      keys[i].key);
        for (int k = 0; k < i; k++)
            trial_require(trial, keys[k].key != keys[i].key, "key %d is there twice", keys[i].key);
    }
}

/* What writes an observation of this extent: `observe`, or a view. */
static void look_at_bytes(struct trial *trial, int seat, int planes, int rows, int cols,
                          void (*write)(const void *state, int seat, uint8_t *out)) {
    trial_require(trial, planes > 0 && rows > 0 && cols > 0, "an empty observation");
    size_t size = (size_t)(planes * rows * cols);
    if (size > trial->seen_room) {
        trial->seen = realloc(trial->seen, size + BEYOND);
        trial->seen_again = realloc(trial->seen_again, size + BEYOND);
        trial->seen_room = size;
    }
    memset(trial->seen, 0xA5, size + BEYOND);
    memset(trial->seen_again, 0x3C, size + BEYOND);
    write(trial->state, seat, trial->seen);
    trial_require_unchanged(trial, "an observation");
    write(trial->state, seat, trial->seen_again);
    trial_require(trial, memcmp(trial->seen, trial->seen_again, size) == 0,
                  "an observation leaves a hole");
    for (size_t i = size; i < size + BEYOND; i++)
        trial_require(trial, trial->seen[i] == 0xA5, "an observation writes past its size");
}

static void look_at_observation(struct trial *trial, int seat) {
    struct shape shape = trial->game->shape(trial->state);
    trial_require(trial, shape.seats >= 1 && shape.seats <= SEATS_MAX, "%d seats", shape.seats);
    look_at_bytes(trial, seat, shape.planes, shape.rows, shape.cols, trial->game->observe);
    for (const struct game_view *view = trial->game->views; view && view->name; view++) {
        int planes, rows, cols;
        view->extent(trial->state, &planes, &rows, &cols);
        look_at_bytes(trial, seat, planes, rows, cols, view->write);
    }
}

static void look_at_json(struct trial *trial) {
    const struct game *game = trial->game;
    struct envelope plain = envelope_plain();
    struct text text = text_over(trial->text, TRIAL_TEXT_MAX);
    struct text again = text_over(trial->text_again, TRIAL_TEXT_MAX);
    envelope_write(game, trial->state, &plain, &text);
    trial_require(trial, !text.cut, "the state is too long as JSON");
    const char *wrong = trial_read(trial, text.at, text.length);
    trial_require(trial, !wrong, "its own JSON is refused: %s: %s", wrong, text.at);
    trial_require(trial, game_equal(game, trial->state, trial->other), "JSON loses bytes: %s",
                  text.at);
    envelope_write(game, trial->other, &plain, &again);
    trial_require(trial, strcmp(text.at, again.at) == 0, "equal states are different text");
}

static void look_at_symmetry(struct trial *trial) {
    const struct game *game = trial->game;
    if (!game->canonical) return;
    game_copy(game, trial->other, trial->state);
    game->canonical(trial->other);
    const char *wrong = game->check(trial->other);
    trial_require(trial, !wrong, "canonical breaks the state: %s", wrong);
    trial_require(trial, game->movers(trial->other) == game->movers(trial->state), "other movers");
    memcpy(trial->before, trial->other, game->size(trial->other));
    game->canonical(trial->other);
    trial_require(trial, game_equal(game, trial->before, trial->other),
                  "canonical is not idempotent");
}

static void look_at_hiding(struct trial *trial, int seat) {
    const struct game *game = trial->game;
    if (!game->hide) return;
    game_copy(game, trial->other, trial->state);
    game->hide(trial->other, seat);
    const char *wrong = game->check(trial->other);
    trial_require(trial, !wrong, "hide breaks the state: %s", wrong);
    memcpy(trial->before, trial->other, game->size(trial->other));
    game->hide(trial->other, seat);
    trial_require(trial, game_equal(game, trial->before, trial->other), "hide is not idempotent");
    int count = game->choices(trial->state, seat, trial->choices);
    trial_require(trial,
                  game->choices(trial->other, seat, trial->spare) == count &&
                      memcmp(trial->choices, trial->spare, sizeof(struct choice) * (size_t)count) ==
                          0,
                  "hide changes the choices of the one who looks");
}

/* No loser has more points than a winner. */
static void look_at_winners(struct trial *trial) {
    const struct game *game = trial->game;
    int seats = game->shape(trial->state).seats;
    uint32_t winners = game->winners(trial->state);
    trial_require(trial, winners >> seats == 0, "winners %x", winners);
    trial_require(trial, winners == 0 || game_over(game, trial->state), "winners before the end");
    for (int seat = 0; seat < seats && winners; seat++) {
        int most = game->score(trial->state, bits_low(winners));
        int points = game->score(trial->state, seat);
        trial_require(trial, points <= most, "seat %d has %d points, a winner %d", seat, points,
                      most);
        trial_require(trial, points == most || !(winners >> seat & 1), "unequal winners");
    }
}

/* The score is in the bytes in use alone: a copy of them has the same. */
static void look_at_score(struct trial *trial) {
    const struct game *game = trial->game;
    int seats = game->shape(trial->state).seats;
    memcpy(trial->other, trial->state, game->size(trial->state));
    for (int seat = 0; seat < seats; seat++)
        trial_require(trial, game->score(trial->state, seat) == game->score(trial->other, seat),
                      "the score of seat %d differs in a copy", seat);
}

static void look_at_ruleset(struct trial *trial) {
    const struct game *game = trial->game;
    int count = 0, ruleset = game->ruleset(trial->state);
    while (game->rulesets[count]) count++;
    trial_require(trial, ruleset >= 0 && ruleset < count, "rule set %d of %d", ruleset, count);
}

static int look_at_who(struct trial *trial, int who) {
    int count = look_at_choices(trial, who);
    trial_require_unchanged(trial, "choices");
    look_at_refusals(trial, who, count);
    trial_require_unchanged(trial, "refuse");
    look_at_names(trial, who, count);
    look_at_acts(trial, who, count);
    look_at_refused_names(trial, who);
    trial_require_unchanged(trial, "name_act, write_act or read_act");
    if (who >= SEATS_MAX || !is_who(trial->game, trial->state, who)) return count;
    trial_look_at_scene(trial, who);
    look_at_picks(trial, who, count);
    look_at_refused_picks(trial, who);
    look_at_paths(trial, who, count);
    trial_require_unchanged(trial, "picks or path");
    look_at_observation(trial, who);
    look_at_hiding(trial, who);
    return count;
}

void trial_look(struct trial *trial) {
    const struct game *game = trial->game;
    size_t size = game->size(trial->state);
    int choices = 0;
    trial->looked++;
    trial_require(trial, size > 0 && size <= game->state_max, "the size is %zu", size);
    memcpy(trial->twin, trial->state, game->state_max);
    const char *wrong = game->check(trial->state);
    trial_require(trial, !wrong, "check: %s", wrong);
    look_at_movers(trial);
    look_at_keys(trial);
    trial_require_unchanged(trial, "check or movers");
    for (int who = 0; who < 32; who++)
        if (who < SEATS_MAX || who >= CHANCE) choices += look_at_who(trial, who);
    trial_require(trial, game_over(game, trial->state) || choices > 0, "nobody has a choice");
    look_at_json(trial);
    look_at_symmetry(trial);
    look_at_winners(trial);
    look_at_score(trial);
    look_at_ruleset(trial);
    trial_require_unchanged(trial, "write, score or winners");
}
