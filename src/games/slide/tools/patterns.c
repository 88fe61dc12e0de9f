/* The tool `patterns`: shows the catalogue, or the patterns that fit on a board. */
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include "games/slide/tools/tools.h"
#include <stdlib.h>

enum { COST = 8, DRAWING_BYTES = 512 };
enum { MAX_COST, ALL };

static const char stopped[] = "stopped before the catalogue was complete";

struct patterns {
    struct host_part part;            /* first: the catalogue's host */
    double deadline;                  /* in the host's seconds; 0 for none */
    struct slide_catalogue catalogue; /* made when first needed */
    struct slide_parser *parser;
    struct text *out; /* of the current request */
    const struct tool_call *call;
};

static bool go_on(void *self, double done, const char *message) {
    const struct patterns *patterns = self;
    bool late = patterns->deadline > 0 && host_seconds(patterns->part.whole) >= patterns->deadline;
    return host_go_on(patterns->part.whole, done, message) && !late;
}

static void *init_patterns(const struct host *host) {
    struct patterns *patterns = calloc(1, sizeof *patterns);
    if (!patterns) return NULL;
    host_part_init(&patterns->part, host, go_on);
    patterns->parser = calloc(1, sizeof *patterns->parser);
    if (patterns->parser) return patterns;
    free(patterns);
    return NULL;
}

static void release_patterns(void *self) {
    struct patterns *patterns = self;
    if (!patterns) return;
    slide_catalogue_release(&patterns->catalogue);
    free(patterns->parser);
    free(patterns);
}

/* Makes a catalogue up to max_cost and keeps it. Returns NULL, or why there is none. */
static const char *prepare(struct patterns *patterns, int max_cost) {
    struct slide_catalogue *catalogue = &patterns->catalogue;
    if (catalogue->entries && catalogue->max_cost >= max_cost) return NULL;
    slide_catalogue_release(catalogue);
    if (slide_catalogue_init(catalogue, max_cost, &patterns->part.host) == 0) return NULL;
    return catalogue->stopped ? stopped : slide_tool_no_memory;
}

static bool put_match(void *self, const struct slide_match *match) {
    struct patterns *patterns = self;
    struct text *out = patterns->out;
    const struct slide_pattern *pattern = &match->entry->pattern;
    json_open(out, '{');
    json_put_key(out, "name");
    if (match->entry->name)
        json_put_string(out, match->entry->name);
    else
        json_put_null(out);
    json_put_key(out, "moves");
    slide_tool_put_moves(out, match->moves, pattern->cost);
    json_field_int(out, "transform", match->symmetry);
    json_put_key(out, "cells");
    json_open(out, '[');
    for (int i = 0; i < pattern->rows * pattern->cols; i++) {
        json_open(out, '[');
        json_put_int(out, match->cells[i] / patterns->parser->board.cols);
        json_put_int(out, match->cells[i] % patterns->parser->board.cols);
        json_close(out, ']');
    }
    json_close(out, ']');
    json_field_int(out, "cost", pattern->cost);
    json_close(out, '}');
    return !out->cut;
}

static bool answer_patterns(void *self, struct json request, struct text *out,
                            struct tool_fault *fault) {
    struct patterns *patterns = self;
    struct json cost = json_get(request, "max_cost"), none = {NULL, 0};
    int64_t max_cost = COST, milliseconds = SLIDE_TOOL_BUDGET;
    if (!slide_tool_state(patterns->parser, request, fault) ||
        !slide_tool_budget(request, &milliseconds, fault) ||
        !slide_tool_field(cost, 1, SLIDE_CATALOGUE_COST_MAX,
                          "max_cost must be a whole number from 1",
                          "max_cost must be at most " SLIDE_CATALOGUE_COST_TEXT, &max_cost, fault))
        return false;
    patterns->deadline = host_seconds(patterns->part.whole) + (double)milliseconds / 1000;
    const char *wrong = prepare(patterns, (int)max_cost);
    if (wrong) return slide_tool_fail(fault, "LIMIT", wrong, wrong == stopped ? none : cost);
    const struct slide_board *board = &patterns->parser->board;
    patterns->out = out;
    json_field_int(out, "catalogue",
                   (int64_t)slide_catalogue_size(&patterns->catalogue, (int)max_cost));
    json_put_key(out, "matches");
    json_open(out, '[');
    slide_catalogue_match(&patterns->catalogue, board->rows, board->cols, board->blank,
                          (int)max_cost, put_match, patterns);
    json_close(out, ']');
    return true;
}

static void print(const struct patterns *patterns, const struct text *text) {
    patterns->call->print(patterns->call->self, text->at, text->length);
}

static void print_entry(const struct patterns *patterns,
                        const struct slide_catalogue_entry *entry) {
    char buffer[DRAWING_BYTES];
    struct text out = text_over(buffer, sizeof buffer);
    text_format(&out, "%d moves", entry->pattern.cost);
    if (entry->name) text_format(&out, ", %s", entry->name);
    text_string(&out, ": ");
    slide_pattern_spell(&entry->pattern, &out);
    text_char(&out, '\n');
    slide_pattern_draw(&entry->pattern, &out);
    text_char(&out, '\n');
    print(patterns, &out);
}

static bool print_match(void *self, const struct slide_match *match) {
    const struct patterns *patterns = self;
    char buffer[DRAWING_BYTES];
    struct text out = text_over(buffer, sizeof buffer);
    const struct slide_pattern *pattern = &match->entry->pattern;
    text_format(&out, "%d ", pattern->cost);
    for (int i = 0; i < pattern->cost; i++) text_char(&out, slide_move_names[match->moves[i]][0]);
    if (match->entry->name) text_format(&out, " %s", match->entry->name);
    text_char(&out, '\n');
    print(patterns, &out);
    return true;
}

static void print_catalogue(struct patterns *patterns, int max_cost) {
    size_t count = slide_catalogue_size(&patterns->catalogue, max_cost);
    char buffer[DRAWING_BYTES];
    struct text out = text_over(buffer, sizeof buffer);
    for (size_t i = 0; i < count; i++) {
        const struct slide_catalogue_entry *entry = &patterns->catalogue.entries[i];
        if (entry->name || patterns->call->values[ALL]) print_entry(patterns, entry);
    }
    text_int(&out, (int64_t)count);
    text_format(&out, " patterns of up to %d moves; ", max_cost);
    text_string(&out, patterns->call->values[ALL] ? "these were all\n"
                                                  : "these have names, --all shows the others\n");
    print(patterns, &out);
}

/* Prints the matches on the first board of the file. */
static int match_board(struct patterns *patterns, int max_cost) {
    struct slide_parser *parser = patterns->parser;
    char buffer[DRAWING_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    int found = slide_parser_next(parser);
    if (found == 0) return slide_tool_complain(patterns->call, slide_tool_no_board, TOOL_USAGE);
    text_format(&line, "line %d: %s", parser->board_line, parser->message);
    if (found < 0) return slide_tool_complain(patterns->call, buffer, TOOL_FAILED);
    slide_catalogue_match(&patterns->catalogue, parser->board.rows, parser->board.cols,
                          parser->board.blank, max_cost, print_match, patterns);
    return TOOL_FINE;
}

static int run_patterns(void *self, const struct tool_call *call) {
    struct patterns *patterns = self;
    int max_cost = slide_tool_whole(call->values[MAX_COST], COST, 1, SLIDE_CATALOGUE_COST_MAX);
    patterns->call = call;
    if (max_cost < 0)
        return slide_tool_complain(
            call, "--max-cost must be a whole number from 1 to " SLIDE_CATALOGUE_COST_TEXT,
            TOOL_USAGE);
    const char *wrong = prepare(patterns, max_cost);
    if (wrong) return slide_tool_complain(call, wrong, TOOL_FAILED);
    if (!call->text) {
        print_catalogue(patterns, max_cost);
        return TOOL_FINE;
    }
    int status = slide_parser_init(patterns->parser, call->text, call->length) < 0
                     ? slide_tool_complain(call, slide_tool_no_memory, TOOL_FAILED)
                     : match_board(patterns, max_cost);
    slide_parser_release(patterns->parser);
    return status;
}

static const struct tool_option options[] = {
    [MAX_COST] = {"max-cost", "N",
                  "show patterns of up to N moves, at most " SLIDE_CATALOGUE_COST_TEXT
                  "; 8 if not given"},
    [ALL] = {"all", NULL, "without a file: show patterns without a name too"},
    {NULL, NULL, NULL},
};

static const char *const examples[] = {
    "{\"cmd\":\"patterns\",\"state\":{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":3,"
    "\"cols\":3,\"tiles\":[1,2,3,4,0,6,7,5,8]},\"max_cost\":6}",
    NULL,
};

const struct tool slide_tool_patterns = {
    .name = "patterns",
    .arguments = "[FILE]",
    .summary = "show the tile-agnostic patterns, or those that fit a board",
    .help = TOOL_COMMAND(
        "A pattern is a sequence of moves of the blank with its effect on the tiles, whatever "
        "their "
        "numbers,\n"
        "wherever it is made, however the board is turned. Without FILE it prints the catalogue, "
        "each pattern\n"
        "before and after; with FILE, or -, the moves that fit on the board in it.\n\n"
        "  tilewright slide patterns --max-cost 6"),
    .options = TOOL_COMMAND(options),
    .examples = examples,
    .takes_file = true,
    .operands_max = 1,
    .init = init_patterns,
    .release = release_patterns,
    .answer = answer_patterns,
    .run = TOOL_COMMAND(run_patterns),
};
