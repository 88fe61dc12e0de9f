/* The tool `scenario`: makes a board whose shortest solutions have exactly a given length.
 *
 * For up to nine cells it knows the lengths of all boards and draws one. On larger boards it walks
 * away from the goal, at first at random, then uphill, until a shortest solution is long enough.
 * That solution passes through a board that needs exactly the given number of moves. The search
 * counts nodes and loads no tables, so that a seed gives the same board everywhere; time can only
 * end the search. */
#include "base/rng.h"
#include "game/envelope.h"
#include "games/slide/board/small.h"
#include "games/slide/optimal/tables.h"
#include "games/slide/slide.h"
#include "games/slide/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4, LENGTH = 20, LENGTH_MAX = 80 };
enum { CLOSE = 6 }; /* moves short of the length, from where on it climbs */
enum { WALKS = 200 };
/* The nodes of a request, at most of one search, and what a search counts besides its nodes. */
enum { NODES = 1 << 28, SOLVE_NODES = 1 << 25, SOLVE_COST = 1 << 12 };
#define LENGTH_MAX_TEXT "80" /* the same, for messages */

static const char stopped[] = "stopped before a board was found";
static const char no_board[] = "no board of this length was found";
static const char too_large[] = "length must be smaller for boards of more than 26 cells";
static const char bad_side[] = "rows and cols must be whole numbers from 2 to 16";
static const char bad_length[] = "length must be a whole number from 1 to " LENGTH_MAX_TEXT;
static const char bad_seed[] = "seed must be a string of at most 64 bytes";

/* What the caller asks for. */
struct spec {
    int rows, cols, length;
    bool blank_first;
    double seconds; /* time limit */
    struct envelope envelope;
};

struct scenario {
    struct host host;
    struct slide_small *small;   /* kept for the next request of the same size */
    struct slide_tables *tables; /* likewise */
    /* Of the current request: */
    struct spec spec;
    struct rng rng;
    double deadline;
    bool stopped;   /* by the host, by time, or since memory ran out */
    bool no_memory; /* then no other board is looked for: a seed gives its board or none */
    int64_t nodes;  /* left */
    struct slide slide;
    int last;                       /* the move made last, or -1 */
    struct slide_ida_result result; /* the shortest solution of `slide` */
    char message[96];
};

static void release_scenario(void *self) {
    struct scenario *scenario = self;
    if (!scenario) return;
    slide_small_free(scenario->small);
    slide_tables_free(scenario->tables);
    free(scenario);
}

static void *init_scenario(const struct host *host) {
    struct scenario *scenario = calloc(1, sizeof *scenario);
    if (scenario) scenario->host = *host;
    return scenario;
}

/* Reports progress. Returns false once stopped or out of time. */
static bool report(struct scenario *scenario, const char *message) {
    double done = 1 - (double)scenario->nodes / NODES, limit = scenario->spec.seconds;
    double left = scenario->deadline - host_seconds(&scenario->host);
    bool late = scenario->host.seconds && left <= 0;
    if (scenario->host.seconds && limit > 0 && 1 - left / limit > done) done = 1 - left / limit;
    if (late || !host_go_on(&scenario->host, done < 1 ? done : 1, message))
        scenario->stopped = true;
    return !scenario->stopped;
}

static bool search_on(void *self, double done) {
    (void)done;
    return report(self, "looking for a board");
}

static bool prepare_on(void *self, double done, const char *message) {
    (void)done;
    return report(self, message);
}

/* Makes the tables for this size. */
static bool prepare(struct scenario *scenario) {
    int rows = scenario->spec.rows, cols = scenario->spec.cols;
    struct host timed = {.threads = 1, .go_on = prepare_on, .self = scenario};
    if (rows * cols <= SLIDE_SMALL_CELLS) {
        if (scenario->small && scenario->small->rows == rows && scenario->small->cols == cols)
            return true;
        slide_small_free(scenario->small);
        return (scenario->small = slide_small_new(rows, cols)) != NULL;
    }
    const struct slide_heuristic *made =
        scenario->tables ? slide_tables_heuristic(scenario->tables) : NULL;
    if (made && made->rows == rows && made->cols == cols) return true;
    slide_tables_free(scenario->tables);
    return (scenario->tables = slide_tables_new(rows, cols, &timed)) != NULL;
}

static void set_goal(struct scenario *scenario) {
    struct slide *slide = &scenario->slide;
    int params[PARAMS_MAX] = {[SLIDE_ROWS] = scenario->spec.rows,
                              [SLIDE_COLS] = scenario->spec.cols,
                              [SLIDE_BLANK_FIRST] = scenario->spec.blank_first,
                              [SLIDE_DIFFICULTY] = 1};
    memset(slide, 0, sizeof *slide);
    slide_game.start(slide, params); /* a scramble begins at the goal */
    slide->phase = SLIDE_PLAY;
    slide->left = 0;
    scenario->last = -1;
}

/* Returns the length of the shortest solution, or -1 if finding it takes too many nodes. */
static int solve(struct scenario *scenario) {
    uint16_t tiles[SLIDE_PDB_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    struct slide_watch watch = {search_on, scenario};
    struct slide_ida_limits limits = {.threads = 1, .nodes = SOLVE_NODES, .watch = &watch};
    slide_board_set(&board, &scenario->slide);
    int failed = slide_ida_solve(slide_tables_heuristic(scenario->tables), tiles, &limits,
                                 &scenario->result);
    scenario->nodes -= (int64_t)scenario->result.nodes + SOLVE_COST;
    if (failed && scenario->result.no_memory) scenario->no_memory = scenario->stopped = true;
    return failed ? -1 : scenario->result.length;
}

/* Lists the moves except the one back, in random order. Returns their number. */
static int list_moves(struct scenario *scenario, int moves[4]) {
    int count = 0;
    for (int move = SLIDE_UP; move <= SLIDE_RIGHT; move++) {
        if (!slide_on_board(&scenario->slide, move)) continue;
        if (scenario->last >= 0 && move == slide_opposite(scenario->last)) continue;
        int at = (int)rng_below(&scenario->rng, (uint32_t)++count);
        moves[count - 1] = moves[at];
        moves[at] = move;
    }
    return count;
}

static void step(struct scenario *scenario, int move) {
    slide_move(&scenario->slide, move);
    scenario->last = move;
}

static void walk(struct scenario *scenario, int count) {
    int moves[4] = {0};
    for (; count > 0; count--)
        if (list_moves(scenario, moves)) step(scenario, moves[0]);
}

/* Makes a random walk. Returns the length of the shortest solution after it, or -1. */
static int wander(struct scenario *scenario, int count) {
    walk(scenario, count);
    return solve(scenario);
}

/* Makes a move that makes the solution longer; a short random walk if there is none. */
static int climb(struct scenario *scenario, int length) {
    int moves[4] = {0}, last = scenario->last, count = list_moves(scenario, moves);
    for (int i = 0; i < count && !scenario->stopped; i++) {
        step(scenario, moves[i]);
        int longer = solve(scenario);
        if (longer > length) return longer;
        step(scenario, slide_opposite(moves[i]));
        scenario->last = last;
    }
    if (scenario->stopped) return -1;
    return wander(scenario, 2 + (int)rng_below(&scenario->rng, CLOSE));
}

/* Finds a board that needs at least the given number of moves, and its solution. */
static bool find_long(struct scenario *scenario) {
    int wanted = scenario->spec.length, length = -1;
    set_goal(scenario);
    while (length < wanted && scenario->nodes > 0 && report(scenario, "looking for a board")) {
        if (length >= wanted - CLOSE)
            length = climb(scenario, length);
        else
            length = wander(scenario, length < 0 ? wanted : wanted - length);
    }
    return length >= wanted && !scenario->stopped;
}

/* Follows the solution until exactly the given number of moves is left. Where the goal is blank
 * first, the solved board was turned: its moves are the opposite ones. */
static void follow(struct scenario *scenario) {
    for (int i = 0; i < scenario->result.length - scenario->spec.length; i++) {
        int move = scenario->result.moves[i];
        step(scenario, scenario->spec.blank_first ? slide_opposite(move) : move);
    }
}

/* Tries random walks. If each move of a walk takes a tile away from home, the Manhattan distance
 * proves its length. Many short walks are like this, on boards of any size. */
static bool find_by_distance(struct scenario *scenario) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    for (int i = 0; i < WALKS; i++) {
        set_goal(scenario);
        walk(scenario, scenario->spec.length);
        slide_board_set(&board, &scenario->slide);
        if (slide_board_distance(&board) == (uint64_t)scenario->spec.length) return true;
    }
    return false;
}

/* Draws one of all boards of the length. */
static bool draw_small(struct scenario *scenario) {
    const struct slide_small *small = scenario->small;
    uint16_t tiles[SLIDE_SMALL_CELLS];
    struct slide_board board = {.tiles = tiles};
    uint32_t fit = 0, number = 0;
    int wanted = scenario->spec.length;
    for (uint32_t i = 0; i < small->count; i++) fit += small->length[i] == wanted;
    if (!fit) return false;
    for (uint32_t skip = rng_below(&scenario->rng, fit); skip || small->length[number] != wanted;)
        skip -= small->length[number++] == wanted;
    slide_small_board(small, number, &board);
    if (scenario->spec.blank_first) slide_board_turn(&board);
    set_goal(scenario);
    scenario->slide.blank = (uint8_t)board.blank;
    for (int cell = 0; cell < small->rows * small->cols; cell++)
        scenario->slide.cells[cell] = (uint8_t)tiles[cell];
    scenario->slide.misplaced = (uint16_t)slide_misplaced(&scenario->slide);
    return true;
}

static int longest(const struct slide_small *small) {
    int max = 0;
    for (uint32_t i = 0; i < small->count; i++)
        if (small->length[i] != SLIDE_SMALL_NEVER && small->length[i] > max) max = small->length[i];
    return max;
}

/* Finds a board of up to nine cells. Returns NULL, or why there is none. */
static const char *find_small(struct scenario *scenario) {
    if (!prepare(scenario)) return slide_tool_no_memory;
    if (draw_small(scenario)) return NULL;
    struct text why = text_over(scenario->message, sizeof scenario->message);
    text_format(&why, "length must be at most %d for boards of this size",
                longest(scenario->small));
    return scenario->message;
}

static const char *why_ended(const struct scenario *scenario, const char *otherwise) {
    if (scenario->no_memory) return slide_tool_no_memory;
    return scenario->stopped ? stopped : otherwise;
}

/* Finds a larger board. Returns NULL, or why there is none. */
static const char *find_large(struct scenario *scenario) {
    const struct spec *spec = &scenario->spec;
    if (find_by_distance(scenario)) return NULL;
    if (spec->rows * spec->cols > SLIDE_PDB_CELLS_MAX) return too_large;
    if (!prepare(scenario)) return why_ended(scenario, slide_tool_no_memory);
    if (!find_long(scenario)) return why_ended(scenario, no_board);
    follow(scenario);
    return NULL;
}

/* Sets scenario->slide. Returns NULL, or why there is no such board. */
static const char *find_board(struct scenario *scenario) {
    scenario->nodes = NODES;
    scenario->stopped = scenario->no_memory = false;
    scenario->deadline = host_seconds(&scenario->host) + scenario->spec.seconds;
    if (scenario->spec.rows * scenario->spec.cols <= SLIDE_SMALL_CELLS) return find_small(scenario);
    return find_large(scenario);
}

static uint64_t distance(const struct slide *slide) {
    uint16_t tiles[SLIDE_CELLS_MAX];
    struct slide_board board = {.tiles = tiles};
    slide_board_set(&board, slide);
    return slide_board_distance(&board);
}

static void put_board(const struct scenario *scenario, struct text *out) {
    json_put_key(out, "state");
    envelope_write(&slide_game, &scenario->slide, &scenario->spec.envelope, out);
    json_put_key(out, "features");
    json_open(out, '{');
    json_field_int(out, "length", scenario->spec.length);
    json_field_int(out, "manhattan", (int64_t)distance(&scenario->slide));
    json_close(out, '}');
}

static bool set_seed(struct scenario *scenario, const char *seed, size_t length) {
    struct envelope *envelope = &scenario->spec.envelope;
    if (length > ENVELOPE_SEED_MAX) return false;
    memcpy(envelope->seed, seed, length);
    envelope->seed[length] = '\0';
    envelope->seed_length = (int)length;
    scenario->rng = rng_from_string(seed, length);
    return true;
}

static bool read_seed(struct scenario *scenario, struct json from, struct tool_fault *fault) {
    char seed[ENVELOPE_SEED_MAX + 1];
    scenario->spec.envelope = envelope_plain();
    scenario->rng = rng_from_string("", 0);
    if (json_kind(from) <= JSON_NULL) return true;
    int length = json_string(from, seed, sizeof seed);
    return (length >= 0 && set_seed(scenario, seed, (size_t)length)) ||
           slide_tool_fail(fault, "BAD_REQUEST", bad_seed, from);
}

static bool read_request(struct scenario *scenario, struct json request, struct tool_fault *fault) {
    int64_t rows = SIDE, cols = SIDE, length = LENGTH, milliseconds = SLIDE_TOOL_BUDGET;
    struct json first = json_get(request, "blank_first");
    bool blank_first = false;
    if (!slide_tool_field(json_get(request, "rows"), SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, bad_side,
                          bad_side, &rows, fault) ||
        !slide_tool_field(json_get(request, "cols"), SLIDE_SIDE_MIN, SLIDE_SIDE_MAX, bad_side,
                          bad_side, &cols, fault) ||
        !slide_tool_field(json_get(request, "length"), 1, LENGTH_MAX, bad_length, bad_length,
                          &length, fault) ||
        !slide_tool_budget(request, &milliseconds, fault) ||
        !read_seed(scenario, json_get(request, "seed"), fault))
        return false;
    if (json_kind(first) > JSON_NULL && !json_bool(first, &blank_first))
        return slide_tool_fail(fault, "BAD_REQUEST", "blank_first must be true or false", first);
    scenario->spec.rows = (int)rows, scenario->spec.cols = (int)cols;
    scenario->spec.length = (int)length;
    scenario->spec.blank_first = blank_first;
    scenario->spec.seconds = (double)milliseconds / 1000;
    return true;
}

static bool answer_scenario(void *self, struct json request, struct text *out,
                            struct tool_fault *fault) {
    struct scenario *scenario = self;
    if (!read_request(scenario, request, fault)) return false;
    const char *wrong = find_board(scenario);
    if (wrong) return slide_tool_fail(fault, "LIMIT", wrong, json_get(request, "length"));
    put_board(scenario, out);
    return true;
}

/* The command line. */

enum { ROWS, COLS, LENGTH_OPTION, BLANK_FIRST, SEED, TIME, JSON };

/* Prints rows of numbers, as `solve` reads them. */
static void print_board(const struct scenario *scenario, const struct tool_call *call) {
    const struct slide *slide = &scenario->slide;
    char buffer[SLIDE_CELLS_MAX * 4 + SLIDE_SIDE_MAX + 1];
    struct text out = text_over(buffer, sizeof buffer);
    int widest = slide_count(slide) > 100 ? 3 : slide_count(slide) > 10 ? 2 : 1;
    for (int cell = 0; cell < slide_count(slide); cell++) {
        int tile = slide->cells[cell], digits = tile > 99 ? 3 : tile > 9 ? 2 : 1;
        for (int i = digits; i < widest; i++) text_char(&out, ' ');
        text_int(&out, tile);
        text_char(&out, cell % slide->cols == slide->cols - 1 ? '\n' : ' ');
    }
    call->print(call->self, out.at, out.length);
}

static void print_json(const struct scenario *scenario, const struct tool_call *call) {
    char buffer[4096];
    struct text out = text_over(buffer, sizeof buffer);
    json_open(&out, '{');
    put_board(scenario, &out);
    json_close(&out, '}');
    text_char(&out, '\n');
    call->print(call->self, out.at, out.length);
}

static const char *read_call(struct scenario *scenario, const struct tool_call *call) {
    struct spec *spec = &scenario->spec;
    const char *seed = call->values[SEED] ? call->values[SEED] : "";
    int64_t milliseconds;
    const char *wrong = slide_tool_time(call->values[TIME], &milliseconds);
    *spec = (struct spec){
        .rows = slide_tool_whole(call->values[ROWS], SIDE, SLIDE_SIDE_MIN, SLIDE_SIDE_MAX),
        .cols = slide_tool_whole(call->values[COLS], SIDE, SLIDE_SIDE_MIN, SLIDE_SIDE_MAX),
        .length = slide_tool_whole(call->values[LENGTH_OPTION], LENGTH, 1, LENGTH_MAX),
        .blank_first = call->values[BLANK_FIRST] != NULL,
        .envelope = envelope_plain(),
    };
    scenario->rng = rng_from_string("", 0);
    if (spec->rows < 0 || spec->cols < 0)
        return "--rows and --cols must be whole numbers from 2 to 16";
    if (spec->length < 0) return "--length must be a whole number from 1 to " LENGTH_MAX_TEXT;
    if (call->values[SEED] && !set_seed(scenario, seed, strlen(seed)))
        return "--seed must be at most 64 bytes long";
    spec->seconds = (double)milliseconds / 1000;
    return wrong;
}

static int run_scenario(void *self, const struct tool_call *call) {
    struct scenario *scenario = self;
    const char *wrong = read_call(scenario, call);
    if (wrong) return slide_tool_complain(call, wrong, TOOL_USAGE);
    wrong = find_board(scenario);
    if (wrong) return slide_tool_complain(call, wrong, TOOL_FAILED);
    if (call->values[JSON])
        print_json(scenario, call);
    else
        print_board(scenario, call);
    return TOOL_FINE;
}

static const struct tool_option options[] = {
    [ROWS] = {"rows", "N", "height of the board, from 2 to 16; 4 if not given"},
    [COLS] = {"cols", "N", "width of the board, likewise"},
    [LENGTH_OPTION] = {"length", "N",
                       "length of the shortest solutions, from 1 to " LENGTH_MAX_TEXT
                       "; 20 if not given"},
    [BLANK_FIRST] = {"blank-first", NULL, "the goal has the blank top left, before tile 1"},
    [SEED] = {"seed", "TEXT", "chooses the board; the same text gives the same board"},
    [TIME] = {"time", "SECONDS", "time limit; 10 if not given"},
    [JSON] = {"json", NULL, "print the state and its features as JSON"},
    {NULL, NULL, NULL},
};

static const char *const examples[] = {
    "{\"cmd\":\"scenario\",\"game\":\"slide\",\"rows\":3,\"cols\":3,\"length\":22,"
    "\"seed\":\"monday\"}",
    "{\"cmd\":\"scenario\",\"game\":\"slide\",\"rows\":5,\"cols\":5,\"length\":80,"
    "\"budget_ms\":2000}",
    NULL,
};

const struct tool slide_tool_scenario = {
    .name = "scenario",
    .arguments = "",
    .summary = "make a board of an exact solution length",
    .help = TOOL_COMMAND(
        "Prints a board whose shortest solutions have exactly the given length, as rows of numbers "
        "that\n"
        "`solve` reads. Small boards are found at once, 4x4 and 5x5 up to about 65 moves within "
        "seconds. For\n"
        "more than 26 cells only boards of few moves are found.\n\n"
        "  tilewright slide scenario --length 40 --seed monday\n"
        "  tilewright slide scenario --rows 3 --cols 3 --length 31 | tilewright solve -"),
    .options = TOOL_COMMAND(options),
    .examples = examples,
    .init = init_scenario,
    .release = release_scenario,
    .answer = answer_scenario,
    .run = TOOL_COMMAND(run_scenario),
};
