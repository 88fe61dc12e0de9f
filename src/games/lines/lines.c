/* lines: the rules, in the two rule sets lines_v1 and lines98_v1.
 *
 * CHANCE has two kinds of events: it draws a ball's colour, and it places a ball. The phase and the
 * number of balls drawn say which is due. */
#include "lines_events.h"
#include "lines_pack.h"

static const char source_empty[] = "SOURCE_EMPTY", target_occupied[] = "TARGET_OCCUPIED",
                  no_path[] = "NO_PATH";

enum { ALL = LINES_LIMBS_MAX }; /* all limbs, where speed does not matter */

/* Returns a plane, with zeros for the limbs that it does not have. */
static struct lines_set load(const struct lines *lines, int plane) {
    return lines_load(lines, plane, lines_limbs(lines));
}

static struct lines_set balls_of(const struct lines *lines) {
    return lines_balls(lines, lines_limbs(lines));
}

void lines_clear(struct lines *lines) {
    int limbs = lines_limbs(lines);
    memset(lines->bits, 0, sizeof *lines->bits * (size_t)(LINES_PLANES * limbs));
    lines_set_store(lines_plane(lines, LINES_EMPTY, limbs),
                    lines_board(lines->rows, lines->cols, ALL), limbs);
}

void lines_put(struct lines *lines, int bit, int code) {
    lines_put_sized(lines, bit, code, lines_limbs(lines));
}

void lines_refill(struct lines *lines) {
    lines_refill_sized(lines, lines_limbs(lines));
}

static void lines_start(void *state, const int *params) {
    struct lines *lines = state;
    memset(lines, 0, offsetof(struct lines, bits));
    lines->rows = (uint8_t)params[LINES_ROWS];
    lines->cols = (uint8_t)params[LINES_COLS];
    lines->colours = (uint8_t)params[LINES_COLOURS];
    lines->match = (uint8_t)params[LINES_MATCH];
    lines->per_turn = (uint8_t)params[LINES_PER_TURN];
    lines->show = (uint8_t)params[LINES_SHOW];
    lines->rules98 = (uint8_t)params[LINES_98];
    lines->initial = (uint8_t)(lines->rules98 ? LINES_INITIAL_98 : params[LINES_INITIAL]);
    lines->arriving = lines->initial;
    lines->phase = lines->initial ? LINES_ARRIVE : LINES_DRAW;
    lines_clear(lines);
}

size_t lines_size(const void *state) {
    return offsetof(struct lines, bits) +
           sizeof(uint64_t) * LINES_PLANES * (size_t)lines_limbs(state);
}

static int lines_ruleset(const void *state) {
    return ((const struct lines *)state)->rules98;
}

uint32_t lines_movers(const void *state) {
    const struct lines *lines = state;
    if (lines->phase != LINES_PLAY) return UINT32_C(1) << CHANCE;
    return lines_is_full(lines, lines_limbs(lines)) ? 0 : 1;
}

struct lines_set lines_open(const struct lines *lines) {
    struct lines_set open = load(lines, LINES_EMPTY);
    if (!lines_draws(lines)) {
        int bit = lines->cells[0] ? lines_bit(lines, lines->cells[0] - 1) : -1;
        return bit >= 0 && bits_has(open.at, bit) ? lines_set_one(bit, ALL) : open;
    }
    if (!lines_announces(lines) || lines->phase != LINES_DRAW) return lines_set_none();
    for (int i = 0; i < lines->drawn; i++)
        if (lines->cells[i]) bits_drop(open.at, lines_bit(lines, lines->cells[i] - 1));
    return open;
}

struct lines_set lines_reach(const struct lines *lines, int bit) {
    return LINES_SIZED(lines_reach_sized, lines, bit);
}

static int list_cells(const struct lines *lines, struct lines_set cells, action base,
                      struct choice *out) {
    int count = 0;
    for (int i = 0; i < ALL; i++)
        for (uint64_t rest = cells.at[i]; rest; rest = bits_rest(rest)) {
            action cell = (action)lines_cell(lines, 64 * i + bits_low(rest));
            out[count++] = (struct choice){base + cell, 1};
        }
    return count;
}

static int chance_choices(const struct lines *lines, struct choice *out) {
    struct lines_set open = lines_open(lines);
    action cells = (action)lines_count(lines);
    int count = 0;
    if (!lines_draws(lines)) return list_cells(lines, open, 0, out);
    for (action colour = 0; colour < lines->colours; colour++) {
        if (lines_set_any(open, ALL))
            count += list_cells(lines, open, colour * cells, out + count);
        else
            out[count++] = (struct choice){colour, 1};
    }
    return count;
}

static int lines_choices(const void *state, int who, struct choice *out) {
    const struct lines *lines = state;
    int count = 0, cells = lines_count(lines);
    if (!(lines_movers(state) >> who & 1)) return 0;
    if (who == CHANCE) return chance_choices(lines, out);
    struct lines_set balls = balls_of(lines);
    for (int from = 0; from < cells; from++) {
        int bit = lines_bit(lines, from);
        if (bits_has(balls.at, bit))
            count +=
                list_cells(lines, lines_reach(lines, bit), (action)(from * cells), out + count);
    }
    return count;
}

static bool chance_may(const struct lines *lines, action act) {
    struct lines_set open = lines_open(lines);
    action cells = (action)lines_count(lines);
    if (lines_draws(lines)) {
        if (!lines_set_any(open, ALL)) return act < lines->colours;
        if (act >= lines->colours * cells) return false;
        act %= cells;
    }
    return act < cells && bits_has(open.at, lines_bit(lines, (int)act));
}

const char *lines_refuse(const void *state, int who, action act) {
    const struct lines *lines = state;
    action cells = (action)lines_count(lines);
    if (!(lines_movers(state) >> who & 1)) return game_not_your_turn;
    if (who == CHANCE) return chance_may(lines, act) ? NULL : game_no_such_act;
    if (act >= cells * cells) return game_no_such_act;
    int from = lines_bit(lines, (int)(act / cells)), to = lines_bit(lines, (int)(act % cells));
    struct lines_set empty = load(lines, LINES_EMPTY);
    if (bits_has(empty.at, from)) return source_empty;
    if (!bits_has(empty.at, to)) return target_occupied;
    return bits_has(lines_reach(lines, from).at, to) ? NULL : no_path;
}

static void apply_chance(struct lines *lines, action act) {
    action cells = (action)lines_count(lines);
    if (!lines_draws(lines))
        LINES_SIZED(lines_event_ball, lines, lines_bit(lines, (int)act));
    else if (lines_announces(lines) && lines_set_any(lines_open(lines), ALL))
        LINES_SIZED(lines_event_colour, lines, (int)(act / cells) + 1, (int)(act % cells) + 1);
    else
        LINES_SIZED(lines_event_colour, lines, (int)act + 1, 0);
}

void lines_apply(void *state, int who, action act) {
    struct lines *lines = state;
    action cells = (action)lines_count(lines);
    if (who == CHANCE)
        apply_chance(lines, act);
    else
        LINES_SIZED(lines_event_move, lines, lines_bit(lines, (int)(act / cells)),
                    lines_bit(lines, (int)(act % cells)));
}

static int lines_score(const void *state, int seat) {
    (void)seat;
    return (int)((const struct lines *)state)->score;
}

/* A single player collects points; nobody wins. */
static uint32_t lines_winners(const void *state) {
    (void)state;
    return 0;
}

static bool is_within(int value, int min, int max) {
    return value >= min && value <= max;
}

static const char *check_config(const struct lines *lines) {
    if (!is_within(lines->rows, LINES_SIDE_MIN, LINES_SIDE_MAX)) return "rows must be from 5 to 15";
    if (!is_within(lines->cols, LINES_SIDE_MIN, LINES_SIDE_MAX)) return "cols must be from 5 to 15";
    if (!is_within(lines->colours, LINES_COLOURS_MIN, LINES_COLOURS_MAX))
        return "colors_count must be from 2 to 7";
    if (!is_within(lines->match, LINES_MATCH_MIN, LINES_SIDE_MAX))
        return "match_length must be from 3 to 15";
    if (!is_within(lines->per_turn, 1, LINES_NEXT_MAX))
        return "balls_per_turn must be from 1 to 10";
    if (lines->initial > LINES_INITIAL_MAX) return "initial_balls must be from 0 to 24";
    if (lines->show > 1 || lines->rules98 > 1) return "show_next_balls and lines98 must be 0 or 1";
    if (lines->spare[0] || lines->spare[1] || lines->spare[2]) return "a spare byte is not 0";
    if (lines->score > LINES_COUNT_MAX) return "score must be from 0 to 1000000000";
    return lines->turn > LINES_COUNT_MAX ? "turn must be from 0 to 1000000000" : NULL;
}

/* Each cell must be empty or hold a ball of a colour in the game; nothing may lie outside. */
static const char *check_board(const struct lines *lines) {
    struct lines_set board = lines_board(lines->rows, lines->cols, ALL),
                     empty = load(lines, LINES_EMPTY), balls = balls_of(lines);
    if (lines_set_any(lines_set_minus(lines_set_or(empty, balls, ALL), board, ALL), ALL))
        return "something lies off the board";
    if (lines_set_any(lines_set_xor(lines_set_minus(board, balls, ALL), empty, ALL), ALL))
        return "the set of empty cells is wrong";
    for (int code = lines->colours + 1; code <= LINES_COLOURS_MAX; code++)
        if (lines_set_any(lines_of_code(lines, code, lines_limbs(lines)), ALL))
            return "a ball must have one of the first colors_count colours";
    return NULL;
}

static const char *check_cells(const struct lines *lines) {
    struct lines_set empty = load(lines, LINES_EMPTY), seen = lines_set_none();
    for (int i = 0; i < LINES_NEXT_MAX; i++) {
        int cell = lines->cells[i] - 1;
        if (cell < 0) continue;
        if (i >= lines->drawn || !lines_announces(lines)) return "a cell is announced for no ball";
        if (cell >= lines_count(lines)) return "an announced cell must be on the board";
        int bit = lines_bit(lines, cell);
        if (bits_has(seen.at, bit)) return "a cell must be announced only once";
        bits_add(seen.at, bit);
        if (lines->phase != LINES_ARRIVE && !bits_has(empty.at, bit))
            return "an announced cell must be empty";
    }
    return NULL;
}

static const char *check_next(const struct lines *lines) {
    if (lines->drawn > lines->per_turn)
        return "next_balls must hold at most balls_per_turn colours";
    for (int i = 0; i < 16; i++)
        if (i < lines->drawn ? !is_within(lines_next(lines, i), 1, lines->colours)
                             : lines_next(lines, i) != 0)
            return "next_balls holds a colour that is not in the game";
    return check_cells(lines);
}

static const char *check_phase(const struct lines *lines) {
    bool full = !lines_set_any(load(lines, LINES_EMPTY), ALL),
         whole = lines->drawn == lines->per_turn;
    int most = lines->per_turn;
    if (lines->turn == 0 && lines->initial > most) most = lines->initial;
    switch (lines->phase) {
    case LINES_ARRIVE:
        if (!is_within(lines->arriving, 1, most))
            return "arriving must be from 1 to balls_per_turn, or initial_balls in the setup";
        if (full) return "no ball can arrive on a full board";
        if (lines->drawn > 1 && lines->drawn != lines->arriving)
            return "arriving must be the number of next_balls";
        return NULL;
    case LINES_DRAW:
        if (lines->arriving) return "balls arrive while the next colours are drawn";
        return full || whole ? "no colour is left to draw" : NULL;
    case LINES_PLAY:
        if (lines->arriving) return "balls arrive during a move";
        if (full) return NULL;
        if (!lines_set_any(balls_of(lines), ALL)) return "the seat has no ball to move";
        return whole || (lines->drawn == 0 && !lines->show)
                   ? NULL
                   : "next_balls must hold balls_per_turn colours";
    default:
        return "the phase is unknown";
    }
}

static const char *lines_check(const void *state) {
    const struct lines *lines = state;
    const char *wrong = check_config(lines);
    if (!wrong) wrong = check_board(lines);
    if (!wrong) wrong = check_next(lines);
    return wrong ? wrong : check_phase(lines);
}

/* Without the preview the next colours become undrawn. Drawing them later has the same odds. */
static void lines_hide(void *state, int seat) {
    (void)seat;
    struct lines *lines = state;
    if (lines->show) return;
    lines->drawn = 0;
    lines->next = 0;
}

static const struct param params[] = {
    {"rows", 9, LINES_SIDE_MIN, LINES_SIDE_MAX, "height of the board"},
    {"cols", 9, LINES_SIDE_MIN, LINES_SIDE_MAX, "width of the board"},
    {"colors_count", 7, LINES_COLOURS_MIN, LINES_COLOURS_MAX, "colours of balls"},
    {"match_length", 5, LINES_MATCH_MIN, LINES_SIDE_MAX, "balls in a row that vanish"},
    {"balls_per_turn", 3, 1, LINES_NEXT_MAX, "balls that arrive after a move without a match"},
    {"initial_balls", 5, 0, LINES_INITIAL_MAX, "balls on a fresh board; always 3 in lines98"},
    {"show_next_balls", 1, 0, 1, "1: the colours that come next are shown"},
    {"lines98", 0, 0, 1, "1: the rule set lines98, which announces cells and scores n(n - 4)"},
    {NULL, 0, 0, 0, NULL},
};

_Static_assert(sizeof params / sizeof *params == LINES_PARAMS + 1, "an enum names every param");

static const struct reason reasons[] = {
    {source_empty, "there is no ball on the source cell"},
    {target_occupied, "the target cell holds a ball already"},
    {no_path, "no path of empty cells leads there"},
    {NULL, NULL},
};

static const struct game_example examples[] = {
    {"d2 b6", "move the ball on d2 to b6, if a path of empty cells leads there"},
    {"d2 to b6", "the same"},
    {NULL, NULL},
};

static const char *const rulesets[] = {"lines_v1", "lines98_v1", NULL};

const struct game lines_game = {
    .name = "lines",
    .summary = "move balls along clear paths into lines of one colour, which vanish",
    .goal = "Get as many points as you can before the board is full: five or more balls of a "
            "colour in a line vanish and score. After a move that makes no line, three more balls "
            "arrive.",
    .rules =
        "In your turn move one ball to an empty cell. It goes up, down, left and right over empty "
        "cells; if no such path leads there, it cannot go.\n"
        "If five or more balls of a colour then lie in a line through it, across, down or "
        "diagonally, they vanish for 2 points each. Else three more balls "
        "arrive on random empty cells; lines that these make vanish as well, but score nothing. "
        "The game is over when the board is full. Other settings change these numbers.\n"
        "With lines98=1 it is the game of that name: you also see where the next balls arrive, n "
        "balls "
        "that vanish together score n times (n - 4), and lines that arriving balls make score, "
        "too.",
    .legend = "Letters are colours: R Red, G Green, B Blue, N Brown, M Magenta, Y Yellow, C Cyan. "
              "A cell is its "
              "column and its row, as d2; \u00B7 is empty. The balls after 'next' arrive next; in "
              "lines98 a "
              "small letter is the cell where one will.",
    .examples = examples,
    .rulesets = rulesets,
    .fields = lines_fields,
    .params = params,
    .reasons = reasons,
    .effect_kinds = lines_effect_kinds,
    .agents = lines_agents,
    .seats_min = 1,
    .seats_max = 1,
    .state_max = sizeof(struct lines),
    /* The most choices: half the cells hold balls, and all empty cells are connected. */
    .choices_max = (LINES_CELLS_MAX / 2) * (LINES_CELLS_MAX / 2 + 1),
    .start = lines_start,
    .size = lines_size,
    .ruleset = lines_ruleset,
    .movers = lines_movers,
    .choices = lines_choices,
    .refuse = lines_refuse,
    .apply = lines_apply,
    .effects = lines_effects,
    .score = lines_score,
    .winners = lines_winners,
    .check = lines_check,
    .name_act = lines_name_act,
    .write_act = lines_write_act,
    .read_act = lines_read_act,
    .write = lines_write,
    .read = lines_read,
    .draw = lines_draw,
    .picks = lines_picks,
    .shape = lines_shape,
    .observe = lines_observe,
    .random_act = lines_random_act,
    .path = lines_path,
    .hide = lines_hide,
    .hides_act = lines_hides_act,
    .canonical = lines_canonical,
    .views = lines_views,
    .levels = lines_levels,
};
