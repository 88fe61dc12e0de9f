/* The tool `solve`: solves a state for a program, or a file of boards for a person. */
#include "games/slide/slide.h"
#include "games/slide/tools/solver.h"
#include "games/slide/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 256, THREADS_MAX = 64 };

static const char unsolvable[] = "no moves lead from this arrangement to the goal";
static const char stopped[] = "stopped before there was a solution";

struct solve {
    struct host_part part; /* first: the solver's host */
    int board, boards;     /* the current one, from 0; in all */
    struct slide_solver *solver;
    struct slide_parser *parser;
    struct slide_question question;
    struct slide_solution solution;
    double seconds; /* that the solution took */
    char message[LINE_BYTES];
};

/* Reports the progress of the whole file. */
static bool go_on(void *self, double done, const char *message) {
    const struct solve *solve = self;
    if (solve->boards < 2) return host_go_on(solve->part.whole, done, message);
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    text_format(&line, "%d of %d%s%s", solve->board + 1, solve->boards, *message ? ", " : "",
                message);
    return host_go_on(solve->part.whole, (solve->board + done) / solve->boards, buffer);
}

static void release_solve(void *self) {
    struct solve *solve = self;
    if (!solve) return;
    slide_solver_free(solve->solver);
    free(solve->parser);
    free(solve);
}

static void *init_solve(const struct host *host) {
    struct solve *solve = calloc(1, sizeof *solve);
    if (!solve) return NULL;
    host_part_init(&solve->part, host, go_on);
    solve->solver = slide_solver_new(&solve->part.host);
    solve->parser = calloc(1, sizeof *solve->parser);
    if (solve->solver && solve->parser) return solve;
    release_solve(solve);
    return NULL;
}

/* Solves the board read last. Returns NULL, or an error code of the protocol. */
static const char *solve_board(struct solve *solve) {
    struct slide_parser *parser = solve->parser;
    double began = host_seconds(&solve->part.host);
    if (!slide_board_solvable(&parser->board, parser->blank_first)) return "UNSOLVABLE";
    if (parser->blank_first) slide_board_turn(&parser->board);
    solve->question.board = &parser->board;
    if (slide_solver_solve(solve->solver, &solve->question, &solve->solution) < 0) {
        slide_path_release(&solve->solution.path);
        return "LIMIT";
    }
    for (size_t i = 0; parser->blank_first && i < solve->solution.path.count; i++)
        solve->solution.path.moves[i] = (uint8_t)slide_opposite(solve->solution.path.moves[i]);
    solve->seconds = host_seconds(&solve->part.host) - began;
    return NULL;
}

/* Says why there is no solution. Where the other goal can be reached, `hint` says how to set it. */
static const char *explain(struct solve *solve, const char *code, const char *hint) {
    if (strcmp(code, "LIMIT") == 0) return stopped;
    if (!slide_board_solvable(&solve->parser->board, !solve->parser->blank_first))
        return unsolvable;
    struct text message = text_over(solve->message, sizeof solve->message);
    text_format(&message, "%s; the other goal can be reached: %s", unsolvable, hint);
    return solve->message;
}

/* How a request sets the other goal. */
static const char *goal_hint(const struct solve *solve) {
    return solve->parser->blank_first ? "set goal to \"blank_last\""
                                      : "set goal to \"blank_first\"";
}

static void put_facts(const struct solve *solve, struct text *out) {
    const struct slide_solution *solution = &solve->solution;
    json_field_int(out, "length", (int64_t)solution->path.count);
    json_field_bool(out, "optimal", solution->optimal);
    json_field_int(out, "least", solution->lower_bound);
    json_field_int(out, "manhattan", (int64_t)solution->distance);
    json_field_int(out, "nodes", (int64_t)solution->nodes);
    json_field_int(out, "elapsed_ms", (int64_t)(solve->seconds * 1000));
}

static bool read_request(struct solve *solve, struct json request, struct tool_fault *fault) {
    struct json mode = json_get(request, "mode");
    int64_t milliseconds = SLIDE_TOOL_BUDGET;
    bool fast = json_equals(mode, "fast");
    if (!slide_tool_state(solve->parser, request, fault)) return false;
    if (json_given(mode) && !fast && !json_equals(mode, "optimal"))
        return slide_tool_fail(fault, "BAD_REQUEST", "mode must be \"optimal\" or \"fast\"", mode);
    if (!slide_tool_budget(request, &milliseconds, fault)) return false;
    solve->part.host.threads = solve->part.whole->threads;
    solve->boards = 1;
    solve->question = (struct slide_question){
        .proven = !fast,
        .seconds = (double)milliseconds / 1000,
    };
    return true;
}

/* Whether not even a solution as short as the lower bound would fit into the answer. */
static bool is_too_long(struct slide_parser *parser, const struct text *out) {
    if (parser->blank_first) slide_board_turn(&parser->board);
    uint64_t moves = slide_board_distance(&parser->board);
    if (parser->blank_first) slide_board_turn(&parser->board);
    return moves * sizeof "\"Up\"" > out->capacity - out->length;
}

static bool answer_solve(void *self, struct json request, struct text *out,
                         struct tool_fault *fault) {
    struct solve *solve = self;
    struct json none = {NULL, 0};
    if (!read_request(solve, request, fault)) return false;
    if (is_too_long(solve->parser, out))
        return slide_tool_fail(fault, "LIMIT", "its solutions do not fit into an answer", none);
    const char *code = solve_board(solve);
    if (code) return slide_tool_fail(fault, code, explain(solve, code, goal_hint(solve)), none);
    const struct slide_path *path = &solve->solution.path;
    json_put_key(out, "moves");
    slide_tool_put_moves(out, path->moves, path->count);
    put_facts(solve, out);
    slide_path_release(&solve->solution.path);
    return true;
}

/* A file of boards, for a person. */

enum { FAST, TIME, THREADS, BLANK_FIRST, JSON };

struct batch {
    struct solve *solve;
    const struct tool_call *call;
    bool by_option; /* an option, not the board, asks for the goal with the blank first */
    int solved, optimal, bad;
    uint64_t moves, nodes;
    double seconds, ratio;
};

static void print(const struct batch *batch, const struct text *text) {
    batch->call->print(batch->call->self, text->at, text->length);
}

static void complain(struct batch *batch, const char *message) {
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    text_format(&line, "line %d: %s", batch->solve->parser->board_line, message);
    batch->bad += slide_tool_complain(batch->call, buffer, 1);
}

/* Begins the line of a board; where there are several, with the board's number. */
static void open_line(const struct batch *batch, struct text *line) {
    const struct solve *solve = batch->solve;
    bool json = batch->call->values[JSON], several = solve->boards > 1;
    if (json) json_open(line, '{');
    if (json && several) json_field_int(line, "board", solve->board + 1);
    if (json) json_field_int(line, "line", solve->parser->board_line);
    if (!json && several) text_format(line, "%d: ", solve->board + 1);
}

static void fail_board(struct batch *batch, const char *code, const char *message) {
    char buffer[2 * LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    bool json = batch->call->values[JSON];
    complain(batch, message);
    if (!json && batch->solve->boards < 2) return;
    open_line(batch, &line);
    if (json) {
        json_put_key(&line, "error");
        json_open(&line, '{');
        json_field_string(&line, "code", code);
        json_field_string(&line, "message", message);
        json_close(&line, '}');
        json_close(&line, '}');
    } else {
        text_format(&line, "failed: %s", message);
    }
    text_char(&line, '\n');
    print(batch, &line);
}

/* Prints the moves as letters, or as names for JSON. There may be many, so it prints in pieces. */
static void print_moves(const struct batch *batch) {
    char buffer[LINE_BYTES];
    struct text piece = text_over(buffer, sizeof buffer);
    const struct slide_path *path = &batch->solve->solution.path;
    for (size_t i = 0; i < path->count; i++) {
        const char *name = slide_move_names[path->moves[i]];
        if (batch->call->values[JSON])
            text_format(&piece, "%s\"%s\"", i ? "," : "", name);
        else
            text_char(&piece, name[0]);
        if (piece.length + 16 < sizeof buffer) continue;
        print(batch, &piece);
        text_clear(&piece);
    }
    print(batch, &piece);
}

static void print_solution(const struct batch *batch) {
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    const struct slide_solution *solution = &batch->solve->solution;
    bool json = batch->call->values[JSON];
    open_line(batch, &line);
    if (json) {
        put_facts(batch->solve, &line);
        json_put_key(&line, "moves");
        text_char(&line, '[');
    } else {
        text_int(&line, (int64_t)solution->path.count);
        text_string(&line, solution->optimal ? " optimal" : " found");
        if (solution->path.count) text_char(&line, ' ');
    }
    print(batch, &line);
    print_moves(batch);
    batch->call->print(batch->call->self, json ? "]}\n" : "\n", json ? 3 : 1);
}

/* Compares the solution with the length that the line gives, if any. */
static void check_expected(struct batch *batch) {
    char buffer[LINE_BYTES];
    struct text message = text_over(buffer, sizeof buffer);
    const struct slide_solution *solution = &batch->solve->solution;
    int64_t expected = batch->solve->parser->expected_length,
            length = (int64_t)solution->path.count;
    bool contradicts = length < expected || solution->lower_bound > expected;
    if (expected < 0 || !contradicts) return;
    text_format(&message, "the line says %d moves, but ", (int)expected);
    text_string(&message, length < expected ? "there is a solution of " : "it takes at least ");
    text_int(&message, length < expected ? length : solution->lower_bound);
    complain(batch, buffer);
}

static void count_solution(struct batch *batch) {
    const struct slide_solution *solution = &batch->solve->solution;
    batch->solved++;
    batch->optimal += solution->optimal;
    batch->moves += solution->path.count;
    batch->nodes += solution->nodes;
    batch->seconds += batch->solve->seconds;
    batch->ratio +=
        solution->distance ? (double)solution->path.count / (double)solution->distance : 1;
}

/* How a person sets the other goal. */
static const char *option_hint(const struct batch *batch) {
    if (!batch->solve->parser->blank_first) return "use --blank-first";
    return batch->by_option ? "leave out --blank-first" : goal_hint(batch->solve);
}

static void take_board(struct batch *batch) {
    struct solve *solve = batch->solve;
    batch->by_option = batch->call->values[BLANK_FIRST] && !solve->parser->blank_first;
    if (batch->by_option) solve->parser->blank_first = true;
    const char *code = solve_board(solve);
    if (code) {
        fail_board(batch, code, explain(solve, code, option_hint(batch)));
    } else {
        print_solution(batch);
        count_solution(batch);
        check_expected(batch);
        slide_path_release(&solve->solution.path);
    }
}

/* Writes a number with some digits after the point. */
static void put_decimal(struct text *out, double value, int digits) {
    int64_t scale = 1;
    for (int i = 0; i < digits; i++) scale *= 10;
    int64_t scaled = (int64_t)(value * (double)scale + 0.5);
    text_int(out, scaled / scale);
    text_char(out, '.');
    for (scale /= 10; scale; scale /= 10) text_int(out, scaled / scale % 10);
}

static void print_summary(const struct batch *batch) {
    char buffer[2 * LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    int solved = batch->solved ? batch->solved : 1;
    text_format(&line, "# %d boards, %d solved, %d proven shortest; mean ", batch->solve->board,
                batch->solved, batch->optimal);
    put_decimal(&line, (double)batch->moves / solved, 2);
    text_string(&line, " moves, ");
    put_decimal(&line, batch->ratio / solved, 3);
    text_string(&line, " x Manhattan, ");
    put_decimal(&line, (double)batch->nodes / solved, 1);
    text_string(&line, " nodes, ");
    put_decimal(&line, 1000 * batch->seconds / solved, 3);
    text_string(&line, " ms\n");
    print(batch, &line);
}

static const char *read_options(struct batch *batch) {
    struct solve *solve = batch->solve;
    const char *threads = batch->call->values[THREADS];
    int64_t milliseconds;
    const char *wrong = slide_tool_time(batch->call->values[TIME], &milliseconds);
    if (wrong) return wrong;
    solve->part.host.threads =
        slide_tool_whole(threads, solve->part.whole->threads, 1, THREADS_MAX);
    if (solve->part.host.threads < 0) return "--threads must be a whole number from 1 to 64";
    solve->question = (struct slide_question){
        .proven = !batch->call->values[FAST],
        .seconds = (double)milliseconds / 1000,
    };
    return NULL;
}

static int count_boards(struct slide_parser *parser, const struct tool_call *call) {
    int count = 0;
    if (slide_parser_init(parser, call->text, call->length) < 0) return -1;
    while (slide_parser_next(parser)) count++;
    slide_parser_release(parser);
    return count;
}

static int take_boards(struct batch *batch) {
    struct solve *solve = batch->solve;
    bool more = true;
    int found;
    for (solve->board = 0; more && (found = slide_parser_next(solve->parser)) != 0;
         solve->board++) {
        if (found > 0)
            take_board(batch);
        else
            fail_board(batch, "BAD_STATE", solve->parser->message);
        more = host_go_on(&solve->part.host, 1, "");
    }
    if (solve->boards > 1 && !batch->call->values[JSON]) print_summary(batch);
    return batch->bad ? TOOL_FAILED : TOOL_FINE;
}

static int run_solve(void *self, const struct tool_call *call) {
    struct solve *solve = self;
    struct batch batch = {.solve = solve, .call = call};
    const char *wrong = read_options(&batch);
    if (wrong) return slide_tool_complain(call, wrong, TOOL_USAGE);
    solve->boards = count_boards(solve->parser, call);
    if (solve->boards < 0 || slide_parser_init(solve->parser, call->text, call->length) < 0)
        return slide_tool_complain(call, slide_tool_no_memory, TOOL_FAILED);
    int status = solve->boards > 0 ? take_boards(&batch)
                                   : slide_tool_complain(call, slide_tool_no_board, TOOL_USAGE);
    slide_parser_release(solve->parser);
    return status;
}

static const struct tool_option options[] = {
    [FAST] = {"fast", NULL, "find a short solution without a proof; for large boards"},
    [TIME] = {"time", "SECONDS", "time limit for each board; 10 if not given"},
    [THREADS] = {"threads", "N",
                 "threads that search for a shortest solution; all cores if not given"},
    [BLANK_FIRST] = {"blank-first", NULL, "the goal has the blank top left, before tile 1"},
    [JSON] = {"json", NULL, "print a JSON object for each board"},
    {NULL, NULL, NULL},
};

static const char *const examples[] = {
    "{\"cmd\":\"solve\",\"state\":{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":3,"
    "\"cols\":3,\"tiles\":[8,6,7,2,5,4,3,0,1]}}",
    "{\"cmd\":\"solve\",\"state\":{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":5,"
    "\"cols\":5,\"tiles\":[24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0]},"
    "\"budget_ms\":2000}",
    NULL,
};

const struct tool slide_tool_solve = {
    .name = "solve",
    .arguments = "FILE",
    .summary = "solve the sliding puzzles in a file",
    .help = TOOL_COMMAND(
        "FILE, or - for the standard input, holds boards: rows of numbers with 0 or _ for the "
        "blank,\n"
        "a board a line, a string like FE169B4C0A73D852, lists, tables, or states in JSON. For "
        "each board\n"
        "it prints the number of moves; `optimal` if no solution is shorter, else `found`; and "
        "the moves\n"
        "of the blank: U, D, L, R. Of several boards, each line begins with the board's number, "
        "and a board\n"
        "without a solution has a line with the reason; the last line, which begins with #, is a "
        "summary.\n\n"
        "  echo '8 6 7 / 2 5 4 / 3 0 1' | tilewright slide solve -\n"
        "  tilewright slide solve --fast --time 5 huge.txt"),
    .options = TOOL_COMMAND(options),
    .examples = examples,
    .takes_file = true,
    .operands_max = 1,
    .init = init_solve,
    .release = release_solve,
    .answer = answer_solve,
    .run = TOOL_COMMAND(run_solve),
};
