/* What the tools share: reading requests and options, saying what is wrong. */
#include "games/slide/tools/tools.h"
#include "game/envelope.h"
#include "games/slide/slide.h"

const struct agent *const slide_agents[] = {&slide_agent, NULL};

const struct tool *const slide_tools[] = {
    &slide_tool_solve, &slide_tool_scenario, &slide_tool_patterns, &slide_tool_build, NULL,
};

bool slide_tool_fail(struct tool_fault *fault, const char *code, const char *words,
                     struct json at) {
    *fault = (struct tool_fault){code, words, at};
    return false;
}

/* States of a size that is played are read as strictly as by all other commands. */
static const char *read_played(struct json state, struct json *at) {
    int64_t side;
    struct slide slide;
    struct envelope envelope;
    if (!json_int(json_get(state, "rows"), SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, &side) ||
        !json_int(json_get(state, "cols"), SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, &side))
        return NULL;
    return envelope_read(&slide_game, &slide, &envelope, state, at);
}

bool slide_tool_state(struct slide_parser *text, struct json request, struct tool_fault *fault) {
    struct json state = json_get(request, "state"), at = state;
    if (!json_is(state, JSON_OBJECT))
        return slide_tool_fail(fault, "BAD_REQUEST", "this command takes a \"state\", an object",
                               state);
    const char *wrong = read_played(state, &at);
    if (!wrong) wrong = slide_parser_state(text, state, &at);
    return !wrong || slide_tool_fail(fault, "BAD_STATE", wrong, json_kind(at) ? at : state);
}

bool slide_tool_field(struct json field, int64_t least, int64_t most, const char *words,
                      const char *limit, int64_t *value, struct tool_fault *fault) {
    if (!json_kind(field)) return true;
    if (!json_int(field, least, INT64_MAX, value))
        return slide_tool_fail(fault, "BAD_REQUEST", words, field);
    return *value <= most || slide_tool_fail(fault, "LIMIT", limit, field);
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

int64_t slide_tool_figure(const char *words) {
    int64_t value = 0, digits = 0, after = -1;
    for (; *words; words++) {
        if (*words == '.' && after < 0) {
            after = 0;
            continue;
        }
        if (*words < '0' || *words > '9' || ++digits > 9) return -1;
        if (after >= 3) continue;
        value = value * 10 + (*words - '0');
        if (after >= 0) after++;
    }
    for (after = after < 0 ? 0 : after; after < 3; after++) value *= 10;
    return digits ? value : -1;
}

int slide_tool_complain(const struct tool_call *call, const char *words, int status) {
    call->complain(call->self, words);
    return status;
}
