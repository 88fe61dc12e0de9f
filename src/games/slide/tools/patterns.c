/* The tool `patterns`: the catalogue, and where its patterns fit a board. */
#include "games/slide/patterns/pattern.h"
#include "games/slide/slide.h"
#include "games/slide/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { COST = 8, DRAWING_ROOM = 512 };
enum { MAX_COST, ALL };

struct patterns {
    struct slide_catalogue catalogue; /* made when it is first needed */
    struct slide_parser *text;
    struct text *out; /* of the request at hand */
    const struct tool_call *call;
};

static void *init_patterns(const struct host *host) {
    (void)host;
    struct patterns *patterns = calloc(1, sizeof *patterns);
    if (!patterns) return NULL;
    patterns->text = calloc(1, sizeof *patterns->text);
    if (patterns->text) return patterns;
    free(patterns);
    return NULL;
}

static void release_patterns(void *self) {
    struct patterns *patterns = self;
    if (!patterns) return;
    slide_catalogue_release(&patterns->catalogue);
    free(patterns->text);
    free(patterns);
}

/* A catalogue that reaches as far; it is kept for the next time. */
static bool prepare(struct patterns *patterns, int max_cost) {
    if (patterns->catalogue.entries && patterns->catalogue.max_cost >= max_cost) return true;
    slide_catalogue_release(&patterns->catalogue);
    memset(&patterns->catalogue, 0, sizeof patterns->catalogue);
    return slide_catalogue_init(&patterns->catalogue, max_cost) == 0;
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
        json_put_int(out, match->cells[i] / patterns->text->board.cols);
        json_put_int(out, match->cells[i] % patterns->text->board.cols);
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
    struct json cost = json_get(request, "max_cost");
    int64_t max_cost = COST;
    if (!slide_tool_state(patterns->text, request, fault) ||
        !slide_tool_field(cost, 1, SLIDE_CATALOGUE_COST_MAX,
                          "max_cost must be a whole number from 1",
                          "max_cost must be at most " SLIDE_CATALOGUE_COST_WORD, &max_cost, fault))
        return false;
    if (!prepare(patterns, (int)max_cost))
        return slide_tool_fail(fault, "LIMIT", "there is not enough memory", cost);
    const struct slide_board *board = &patterns->text->board;
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

/* The pattern's box before and after. */
static void print_entry(const struct patterns *patterns,
                        const struct slide_catalogue_entry *entry) {
    char buffer[DRAWING_ROOM];
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
    char buffer[DRAWING_ROOM];
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
    char buffer[DRAWING_ROOM];
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

/* The moves that fit the first board of the text. */
static int match_board(struct patterns *patterns, int max_cost) {
    struct slide_parser *text = patterns->text;
    char buffer[DRAWING_ROOM];
    struct text line = text_over(buffer, sizeof buffer);
    int found = slide_parser_next(text);
    if (found == 0)
        return slide_tool_complain(patterns->call, "there is no board in it", TOOL_USAGE);
    text_format(&line, "line %d: %s", text->begins, text->wrong);
    if (found < 0) return slide_tool_complain(patterns->call, buffer, TOOL_FAILED);
    slide_catalogue_match(&patterns->catalogue, text->board.rows, text->board.cols,
                          text->board.blank, max_cost, print_match, patterns);
    return TOOL_FINE;
}

static int run_patterns(void *self, const struct tool_call *call) {
    struct patterns *patterns = self;
    const char *cost = call->values[MAX_COST];
    int64_t max_cost = cost ? slide_tool_figure(cost) : 1000 * COST;
    patterns->call = call;
    if (max_cost % 1000 || max_cost < 1000 || max_cost > 1000 * SLIDE_CATALOGUE_COST_MAX)
        return slide_tool_complain(
            call, "--max-cost must be a number from 1 to " SLIDE_CATALOGUE_COST_WORD, TOOL_USAGE);
    max_cost /= 1000;
    if (!prepare(patterns, (int)max_cost))
        return slide_tool_complain(call, "there is not enough memory", TOOL_FAILED);
    if (!call->text) {
        print_catalogue(patterns, (int)max_cost);
        return TOOL_FINE;
    }
    int status = slide_parser_init(patterns->text, call->text, call->length) < 0
                     ? slide_tool_complain(call, "there is not enough memory", TOOL_FAILED)
                     : match_board(patterns, (int)max_cost);
    slide_parser_release(patterns->text);
    return status;
}

static const struct tool_option options[] = {
    [MAX_COST] = {"max-cost", "N",
                  "patterns of up to so many moves, at most " SLIDE_CATALOGUE_COST_WORD
                  "; 8 if not given"},
    [ALL] = {"all", NULL, "without a file: also those that have no name"},
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
    .help =
        "A pattern is a row of moves of the blank with what it does to the tiles, whatever their "
        "numbers,\n"
        "wherever it is made, however the board is turned. Without FILE the catalogue is shown, "
        "each with\n"
        "its box before and after; with FILE, or -, the moves that fit the board in it.\n\n"
        "  tilewright slide patterns --max-cost 6",
    .options = options,
    .examples = examples,
    .takes_file = true,
    .operands_max = 1,
    .init = init_patterns,
    .release = release_patterns,
    .answer = answer_patterns,
    .run = run_patterns,
};
