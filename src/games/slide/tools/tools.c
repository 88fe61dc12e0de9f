/* What the tools share: reading requests and options, and reporting what is wrong. */
#include "games/slide/tools/tools.h"
#include "game/envelope.h"
#include "games/slide/slide.h"

const struct agent *const slide_agents[] = {&slide_agent, NULL};

const struct tool *const slide_tools[] = {
    &slide_tool_solve, &slide_tool_scenario, &slide_tool_patterns, &slide_tool_build, NULL,
};

const char slide_tool_no_memory[] = "there is not enough memory";
const char slide_tool_no_board[] = "the file must hold a board";

bool slide_tool_fail(struct tool_fault *fault, const char *code, const char *message,
                     struct json at) {
    *fault = (struct tool_fault){code, message, at};
    return false;
}

/* Boards that are solved but not played, of any size, as a game of which there is only what the
 * envelope of a state needs. Its state is a parser. */

static const char *read_large(void *state, int ruleset, struct json from, struct json *at) {
    struct slide slide;
    struct json scramble = json_get(from, "scramble");
    (void)ruleset;
    const char *wrong = slide_parser_state(state, from, at);
    if (wrong) return wrong;
    if ((wrong = slide_read_moves(&slide, json_get(from, "moves_made"), at))) return wrong;
    *at = scramble;
    return json_given(scramble) ? "a board of this size must have no scramble" : NULL;
}

static const char *check_large(const void *state) {
    (void)state;
    return NULL;
}

static uint32_t movers_of_large(const void *state) {
    const struct slide_parser *parser = state;
    int cells = parser->board.rows * parser->board.cols;
    for (int cell = 0; cell < cells; cell++)
        if (parser->tiles[cell] != (parser->blank_first ? cell : (cell + 1) % cells)) return 1;
    return 0;
}

/* Reads a state as strictly as all other commands do. Played sizes are read by the game first. */
static const char *read_state(struct slide_parser *parser, struct json state, struct json *at) {
    const struct game large = {
        .rulesets = slide_game.rulesets,
        .fields = slide_fields,
        .read = read_large,
        .check = check_large,
        .movers = movers_of_large,
    };
    int64_t side;
    struct slide slide;
    struct envelope envelope;
    if (!json_int(json_get(state, "rows"), SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, &side) ||
        !json_int(json_get(state, "cols"), SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, &side))
        return envelope_read(&large, parser, &envelope, state, at);
    const char *wrong = envelope_read(&slide_game, &slide, &envelope, state, at);
    return wrong ? wrong : slide_parser_state(parser, state, at);
}

bool slide_tool_state(struct slide_parser *parser, struct json request, struct tool_fault *fault) {
    struct json state = json_get(request, "state"), at = state;
    if (!json_is(state, JSON_OBJECT))
        return slide_tool_fail(fault, "BAD_REQUEST", "state must be an object", state);
    const char *wrong = read_state(parser, state, &at);
    return !wrong || slide_tool_fail(fault, "BAD_STATE", wrong, json_kind(at) ? at : state);
}

bool slide_tool_field(struct json field, int64_t min, int64_t max, const char *bad,
                      const char *limit, int64_t *value, struct tool_fault *fault) {
    if (!json_given(field)) return true;
    if (!json_int(field, min, INT64_MAX, value))
        return slide_tool_fail(fault, "BAD_REQUEST", bad, field);
    return *value <= max || slide_tool_fail(fault, "LIMIT", limit, field);
}

bool slide_tool_budget(struct json request, int64_t *milliseconds, struct tool_fault *fault) {
    return slide_tool_field(json_get(request, "budget_ms"), 0, SLIDE_TOOL_BUDGET_MAX,
                            "budget_ms must be a whole number from 0",
                            "budget_ms must be at most 86400000, a day", milliseconds, fault);
}

void slide_tool_put_moves(struct text *out, const uint8_t *moves, size_t count) {
    json_open(out, '[');
    for (size_t i = 0; i < count && !out->cut; i++)
        json_put_string(out, slide_move_names[moves[i]]);
    json_close(out, ']');
}

/* Reads a decimal number of up to nine digits, in thousandths; further digits are cut off. Returns
 * -1 if it is none. */
static int64_t read_thousandths(const char *text) {
    int64_t value = 0, digits = 0, decimals = -1;
    for (; *text; text++) {
        if (*text == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (*text < '0' || *text > '9' || ++digits > 9) return -1;
        if (decimals >= 3) continue;
        value = value * 10 + (*text - '0');
        if (decimals >= 0) decimals++;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 3; decimals++) value *= 10;
    return digits ? value : -1;
}

int slide_tool_whole(const char *value, int fallback, int min, int max) {
    int64_t thousandths = value ? read_thousandths(value) : (int64_t)1000 * fallback;
    bool fits = thousandths % 1000 == 0 && thousandths >= 1000 * (int64_t)min &&
                thousandths <= 1000 * (int64_t)max;
    return fits ? (int)(thousandths / 1000) : -1;
}

const char *slide_tool_time(const char *value, int64_t *milliseconds) {
    *milliseconds = value ? read_thousandths(value) : SLIDE_TOOL_BUDGET;
    bool fits = *milliseconds >= 0 && *milliseconds <= SLIDE_TOOL_BUDGET_MAX;
    return fits ? NULL : "--time must be a number of seconds, at most 86400";
}

int slide_tool_complain(const struct tool_call *call, const char *message, int status) {
    call->complain(call->self, message);
    return status;
}
