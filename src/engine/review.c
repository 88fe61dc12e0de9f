/* The command `review`: every move of a record is graded. It works on the engine's host, so it
 * reports progress and is cancelled like tools. */
#include "play/review.h"
#include "engine/engine.h"

/* A record on its way into a session. */
struct loading {
    struct engine *engine;
    struct session session;
    bool starved;
};

/* Begins the session, once the record's head is known. */
static bool begin(struct loading *loading) {
    const struct record *record = &loading->engine->record;
    if (loading->session.game) return true;
    loading->starved =
        (record->started
             ? session_begin_at(&loading->session, record->game, record->state, rng_new(0, 0))
             : session_begin(&loading->session, record->game, record->params, rng_new(0, 0))) < 0;
    return !loading->starved;
}

static bool add_event(void *self, struct event event) {
    struct loading *loading = self;
    if (!begin(loading)) return false;
    loading->starved = session_add(&loading->session, event) < 0;
    return !loading->starved;
}

static bool fail_memory(struct engine *engine) {
    return engine_fail(engine, "LIMIT", "there is not enough memory");
}

static bool load(struct engine *engine, struct json request, struct loading *loading) {
    bool taken = engine_take_record(engine, request, add_event, loading);
    if (loading->starved) return fail_memory(engine);
    return taken && (begin(loading) || fail_memory(engine));
}

static bool review(struct engine *engine, struct json request, const struct session *session) {
    struct advice_query how = {.game = engine->game};
    struct review review;
    if (!engine_read_advisor(engine, request, &how) || !engine_begin_work(engine, request))
        return false;
    const char *wrong = review_run(session, &how, &engine->system.host, &review);
    bool none = review.count == 0 && review.all > 0;
    if (!wrong && !none) review_json_put(&review, engine->spare, &engine->out);
    review_release(&review);
    if (wrong) return engine_fail(engine, "LIMIT", wrong);
    return !none || engine_fail(engine, "CANCELLED", "cancelled before there was an answer");
}

bool engine_run_review(struct engine *engine, struct json request) {
    struct loading loading = {.engine = engine};
    bool fine = load(engine, request, &loading) && review(engine, request, &loading.session);
    session_release(&loading.session);
    return fine;
}
