/* What picked spots mean: the action that they spell, or why there is none. For front ends where
 * people pick what is not legal, and acts that `legal` does not list. */
#include "engine/engine.h"
#include <stdint.h>
#include <string.h>

struct picked {
    int who, count;
    int spots[SPOTS_MAX];
};

/* How spots fit an act: not at all, as the first of more, or as all of them. */
enum fit { FITS_NOT, BEGINS, SPELLS };

/* What the acts that fit say: the first legal one that is spelled, whether a legal one goes on
 * from here, and why those that are not legal are refused. */
struct meaning {
    bool found, goes_on;
    action act;
    enum fit fit; /* of the act that `reason` is about */
    const char *reason;
};

static bool read_spots(struct engine *engine, struct json request, struct picked *picked) {
    static const char bad[] = "spots must be an array of 1 to 4 whole numbers from 0 to 32767";
    struct json from = json_get(request, "spots");
    int64_t spot;
    picked->count = 0;
    if (!json_kind(from)) return engine_fail(engine, "BAD_REQUEST", bad);
    bool fine = json_is(from, JSON_ARRAY) && json_kind(json_first(from));
    for (struct json at = json_first(from); fine && json_kind(at); at = json_after(from, at)) {
        fine = picked->count < SPOTS_MAX && json_int(at, 0, INT16_MAX, &spot);
        if (fine) picked->spots[picked->count++] = (int)spot;
    }
    return fine || engine_fail_at(engine, "BAD_REQUEST", bad, request, from);
}

static enum fit fit_act(const struct engine *engine, const struct picked *picked, action act) {
    int spots[SPOTS_MAX], count = engine->game->picks(engine->state, picked->who, act, spots);
    if (count < picked->count ||
        memcmp(spots, picked->spots, sizeof *spots * (size_t)picked->count) != 0)
        return FITS_NOT;
    return count == picked->count ? SPELLS : BEGINS;
}

static int rank_of(const struct game *game, const char *reason) {
    int rank = 0;
    while (game->reasons[rank].code && game->reasons[rank].code != reason) rank++;
    return game->reasons[rank].code ? rank : -1;
}

/* Of several reasons the one that `refuse` comes to last is told: where a ball is walled in, that
 * no path leads away, not that most cells are taken. */
static void note_reason(const struct game *game, struct meaning *meaning, enum fit fit,
                        const char *reason) {
    if (fit < meaning->fit) return;
    if (fit == meaning->fit && rank_of(game, reason) <= rank_of(game, meaning->reason)) return;
    meaning->fit = fit;
    meaning->reason = reason;
}

static struct meaning find_meaning(const struct engine *engine, const struct picked *picked) {
    const struct game *game = engine->game;
    struct shape shape = game->shape(engine->state);
    struct meaning meaning = {.found = false};
    for (action act = 0; act < (action)(shape.actions + shape.shorthands); act++) {
        enum fit fit = fit_act(engine, picked, act);
        if (fit == FITS_NOT) continue;
        const char *reason = game->refuse(engine->state, picked->who, act);
        if (reason) {
            note_reason(game, &meaning, fit, reason);
        } else if (fit == SPELLS) {
            meaning.found = true;
            meaning.act = act;
            return meaning;
        } else {
            meaning.goes_on = true;
        }
    }
    return meaning;
}

bool engine_run_pick(struct engine *engine, struct json request) {
    struct picked picked;
    struct json at = json_get(request, "spots");
    if (!engine_read_state(engine, request) || !read_spots(engine, request, &picked) ||
        !engine_read_mover(engine, request, "spots", &picked.who))
        return false;
    struct meaning meaning = {.found = false};
    if (picked.who < SEATS_MAX) meaning = find_meaning(engine, &picked);
    if (!meaning.found && !meaning.goes_on && meaning.reason)
        return engine_fail_reason(engine, meaning.reason, request, at);
    if (!meaning.found)
        return engine_fail_at(engine, "BAD_ACTION",
                              meaning.goes_on ? "more spots must be picked for an action"
                                              : "these spots do not mean an action of this game",
                              request, at);
    json_put_key(&engine->out, "who");
    record_put_who(picked.who, &engine->out);
    json_put_key(&engine->out, "action");
    engine->game->write_act(engine->state, picked.who, meaning.act, &engine->out);
    json_put_key(&engine->out, "words");
    engine_put_name(engine, picked.who, meaning.act);
    return true;
}
