/* The tool `solve` of Nim, the smallest example of a tool: the move that wins, by the classic rule.
 * A position is lost for who is to move when the exclusive or of all heaps is 0. */
#include "game/envelope.h"
#include "game/tool.h"
#include <stdlib.h>

enum { HEAPS_MAX = 9, STICKS_MAX = 9 };

extern const struct game nim_game;
extern const struct tool *const nim_tools[];

struct move {
    int heap, take;
};

/* False if no move wins. */
static bool find_move(const int *heaps, int count, struct move *move) {
    int all = 0;
    for (int i = 0; i < count; i++) all ^= heaps[i];
    for (int i = 0; i < count; i++) {
        int left = heaps[i] ^ all;
        if (left >= heaps[i]) continue;
        *move = (struct move){i, heaps[i] - left};
        return true;
    }
    return false;
}

static void *init_solve(const struct host *host) {
    (void)host;
    return malloc(nim_game.state_max); /* a state to read into */
}

static bool fail(struct tool_fault *fault, const char *code, const char *message, struct json at) {
    *fault = (struct tool_fault){code, message, at};
    return false;
}

static bool answer_solve(void *self, struct json request, struct text *out,
                         struct tool_fault *fault) {
    struct json state = json_get(request, "state"), list = json_get(state, "heaps"), at = state;
    struct envelope envelope;
    struct move move;
    int heaps[HEAPS_MAX], count = 0;
    if (!json_is(state, JSON_OBJECT))
        return fail(fault, "BAD_REQUEST", "state must be an object", state);
    const char *wrong = envelope_read(&nim_game, self, &envelope, state, &at);
    if (wrong) return fail(fault, "BAD_STATE", wrong, json_kind(at) ? at : state);
    for (at = json_first(list); json_kind(at); at = json_after(list, at)) {
        int64_t sticks = 0;
        json_int(at, 0, STICKS_MAX, &sticks);
        heaps[count++] = (int)sticks;
    }
    if (!find_move(heaps, count, &move))
        return fail(fault, "UNSOLVABLE", "no move wins", (struct json){NULL, 0});
    json_put_key(out, "action");
    json_open(out, '{');
    json_field_int(out, "heap", move.heap);
    json_field_int(out, "take", move.take);
    json_close(out, '}');
    return true;
}

static int run_solve(void *self, const struct tool_call *call) {
    int heaps[HEAPS_MAX];
    char buffer[64];
    struct text line = text_over(buffer, sizeof buffer);
    struct move move;
    (void)self;
    for (int i = 0; i < call->count; i++) {
        const char *sticks = call->operands[i];
        if (sticks[0] < '0' || sticks[0] > '9' || sticks[1]) {
            call->complain(call->self, "a heap must be a number from 0 to 9");
            return TOOL_USAGE;
        }
        heaps[i] = sticks[0] - '0';
    }
    if (find_move(heaps, call->count, &move))
        text_format(&line, "take %d from heap %d\n", move.take, move.heap + 1);
    else
        text_string(&line, "no move wins\n");
    call->print(call->self, line.at, line.length);
    return TOOL_FINE;
}

static const struct tool_option options[] = {{NULL, NULL, NULL}};

static const char *const examples[] = {
    "{\"cmd\":\"solve\",\"state\":{\"state_version\":1,\"ruleset_id\":\"nim_v1\",\"turn\":0,"
    "\"heaps\":[3,5,7]}}",
    NULL,
};

static const struct tool solve = {
    .name = "solve",
    .arguments = "HEAP ...",
    .summary = "find the move that wins",
    .help = "Takes the sticks of each heap, and prints the move that wins.\n\n"
            "  tilewright nim solve 3 5 7",
    .options = options,
    .examples = examples,
    .operands_max = HEAPS_MAX,
    .init = init_solve,
    .release = free,
    .answer = answer_solve,
    .run = run_solve,
};

const struct tool *const nim_tools[] = {&solve, NULL};
