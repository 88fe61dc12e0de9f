/* For tests of scenarios: asking the tool, and a slow, obvious twin that works out the features of
 * a position anew. */
#ifndef AZUL_SCENARIO_SUPPORT_TEST_H
#define AZUL_SCENARIO_SUPPORT_TEST_H

#include "game/envelope.h"
#include "games/azul/azul_draft.h"
#include "games/azul/coach/solver_test.h"
#include "games/azul/tools/scenario.h"
#include "games/azul/tools/tools.h"
#include "tests/support/listener.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCENARIO_BYTES = 1 << 13, SCENARIO_TOKENS = 1 << 11 };

static struct listener listener;
static void *tool;
static struct tool_fault fault;
static char answer[SCENARIO_BYTES];
static struct json_doc answered;

static inline int open_tool(void **state) {
    (void)state;
    listener_init(&listener, 1, 1e-6);
    tool = azul_tool_scenario.init(&listener.host);
    return tool ? 0 : -1;
}

static inline int close_tool(void **state) {
    (void)state;
    azul_tool_scenario.release(tool);
    return 0;
}

/* Asks with the fields of a request, in which ' stands for a quote. */
static inline bool ask(const char *fields) {
    static struct json_token tokens[SCENARIO_TOKENS], answer_tokens[SCENARIO_TOKENS];
    static char request[512];
    static struct json_doc doc;
    struct text out = text_over(answer, sizeof answer);
    snprintf(request, sizeof request, "{%s}", fields);
    for (char *at = request; *at; at++)
        if (*at == '\'') *at = '"';
    assert_null(json_parse(&doc, request, strlen(request), tokens, SCENARIO_TOKENS));
    json_open(&out, '{');
    listener_restart(&listener, listener.stop_at);
    bool fine = azul_tool_scenario.answer(tool, json_root(&doc), &out, &fault);
    assert_false(listener.backwards);
    json_close(&out, '}');
    assert_false(out.cut);
    if (fine)
        assert_null(json_parse(&answered, answer, out.length, answer_tokens, SCENARIO_TOKENS));
    return fine;
}

/* Asks for a position that there is. */
static inline struct azul make(const char *format, ...) {
    char fields[256];
    struct azul azul;
    struct envelope envelope;
    struct json at;
    va_list list;
    va_start(list, format);
    vsnprintf(fields, sizeof fields, format, list);
    va_end(list);
    if (!ask(fields)) fail_msg("%s: %s", fields, fault.message);
    memset(&azul, 0, sizeof azul);
    assert_null(
        envelope_read(&azul_game, &azul, &envelope, json_get(json_root(&answered), "state"), &at));
    assert_int_equal(azul.phase, AZUL_DRAFT);
    return azul;
}

static inline struct json feature(const char *name) {
    return json_get(json_get(json_root(&answered), "features"), name);
}

static inline int number(const char *name) {
    int64_t value = -1;
    assert_true(json_int(feature(name), 0, INT32_MAX, &value));
    return (int)value;
}

static inline double gap_told(void) {
    size_t length;
    const char *raw = json_raw(feature("gap"), &length);
    return strtod(raw, NULL);
}

static inline bool has_theme(const char *theme) {
    struct json themes = feature("themes");
    for (struct json at = json_first(themes); json_kind(at); at = json_after(themes, at))
        if (json_equals(at, theme)) return true;
    return false;
}

/* The twin. */

static inline struct azul slow_after(const struct azul *azul, action act) {
    struct azul after = *azul;
    azul_draft(&after, act);
    return after;
}

static inline int compare_piles(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return (one > two) - (one < two);
}

/* Whether two acts lead to the same position but for the order of the factories. */
static inline bool slow_same(const struct azul *azul, action a, action b) {
    struct azul one = slow_after(azul, a), two = slow_after(azul, b);
    qsort(&one.source[1], (size_t)azul_factories(azul), sizeof *one.source, compare_piles);
    qsort(&two.source[1], (size_t)azul_factories(azul), sizeof *two.source, compare_piles);
    return memcmp(&one, &two, azul_bytes(azul->players)) == 0;
}

struct slow_moves {
    struct choice all[AZUL_SOLVER_ACTS];
    int legal, count;
    action act[AZUL_SOLVER_ACTS]; /* the first of those that do the same */
    int clean;                    /* of these, moves that put no tile on the floor */
};

static inline void slow_list(const struct azul *azul, struct slow_moves *moves) {
    moves->legal = azul_game.choices(azul, azul->active, moves->all);
    moves->count = moves->clean = 0;
    for (int i = 0; i < moves->legal; i++) {
        bool again = false;
        for (int k = 0; k < moves->count && !again; k++)
            again = slow_same(azul, moves->act[k], moves->all[i].act);
        if (again) continue;
        struct azul after = slow_after(azul, moves->all[i].act);
        moves->act[moves->count++] = moves->all[i].act;
        moves->clean +=
            after.player[azul->active].floor_count == azul->player[azul->active].floor_count;
    }
}

/* The lead of who moves if the round ended right after the act, in units. */
static inline int slow_looks(const struct azul *azul, action act) {
    struct azul after = slow_after(azul, act);
    for (int source = 0; source < AZUL_SOURCES_MAX; source++) after.source[source] = 0;
    azul_end_round(&after);
    return slow_lead(&after, azul->active, &azul_values_learned);
}

/* What plain minimax says of a position with few tiles. */
struct slow_verdict {
    int best, next;  /* values, in units */
    action move;     /* the best */
    bool obvious;    /* it is the first of those that look best */
    action tempting; /* the first that looks best or, if that is the best, the first of the next */
};

static inline void slow_judge(const struct azul *azul, struct slow_verdict *verdict) {
    struct slow_moves moves;
    int value[AZUL_SOLVER_ACTS], looks[AZUL_SOLVER_ACTS], best = 0, first = 0, next = -1;
    slow_list(azul, &moves);
    for (int i = 0; i < moves.count; i++) {
        value[i] = slow_value_of(azul, moves.act[i], &azul_values_learned, true);
        looks[i] = slow_looks(azul, moves.act[i]);
        if (value[i] > value[best]) best = i;
        if (looks[i] > looks[first]) first = i;
    }
    for (int i = 0; i < moves.count; i++)
        if (i != best && (next < 0 || value[i] > value[next])) next = i;
    *verdict = (struct slow_verdict){value[best], value[next], moves.act[best], first == best,
                                     moves.act[first == best ? next : first]};
}

#endif
