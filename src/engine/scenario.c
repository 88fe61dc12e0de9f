/* The command `scenario` for every game: by the game's own tool if it has one, else from games that
 * an agent plays with itself, as in practice. */
#include "engine/engine.h"
#include "play/practice.h"
#include <string.h>

static bool read_seed(struct engine *engine, struct json request, char *seed) {
    struct json from = json_get(request, "seed");
    seed[0] = '\0';
    if (!json_given(from)) return true;
    int length = json_string(from, seed, PRACTICE_SEED_BYTES);
    return (length >= 0 && (size_t)length == strlen(seed)) ||
           engine_fail_at(engine, "BAD_REQUEST",
                          "seed must be a string of at most 47 bytes, none of them 0", request,
                          from);
}

static void keep_seed(struct envelope *envelope, const char *seed) {
    envelope->seed_length = (int)strlen(seed);
    memcpy(envelope->seed, seed, (size_t)envelope->seed_length + 1);
}

static bool fail(struct engine *engine, const char *why) {
    if (atomic_load(&engine->stop))
        return engine_fail(engine, "CANCELLED", "cancelled before there was an answer");
    return engine_fail(engine, "LIMIT", why);
}

static bool put_position(struct engine *engine, struct json request,
                         const struct practice *practice) {
    const struct game *game = engine->game;
    struct text *out = &engine->out;
    game_copy(game, engine->state, practice->state);
    if (!engine_read_hide(engine, request, game->shape(engine->state).seats)) return false;
    json_put_key(out, "state");
    envelope_write(game, engine_view(engine, engine->viewer), &engine->envelope, out);
    json_put_key(out, "features");
    json_open(out, '{');
    json_field_int(out, "who", practice->who);
    json_close(out, '}');
    return true;
}

static bool play_for_position(struct engine *engine, struct json request) {
    char seed[PRACTICE_SEED_BYTES];
    struct practice_setup setup = {.game = engine->game, .seed = seed};
    struct practice practice;
    if (!engine_read_params(engine, request, setup.params) || !read_seed(engine, request, seed) ||
        !engine_begin_work(engine, request))
        return false;
    engine->envelope = envelope_plain();
    if (json_given(json_get(request, "seed"))) keep_seed(&engine->envelope, seed);
    const char *wrong = practice_init(&practice, &setup, &engine->system.host);
    if (!wrong) wrong = practice_go_to(&practice, PRACTICE_SEED_ALONE);
    bool fine = wrong ? fail(engine, wrong) : put_position(engine, request, &practice);
    practice_release(&practice);
    return fine;
}

/* A state can only say which game's tool is meant. */
bool engine_run_scenario(struct engine *engine, struct json request) {
    struct json game = json_get(request, "game"), state = json_get(request, "state");
    bool named = json_given(game);
    if (!named && !json_given(state)) return engine_run_tool(engine, request);
    if (!(named ? engine_read_game : engine_read_state)(engine, request)) return false;
    if (practice_tool(engine->game)) return engine_run_tool(engine, request);
    return named ? play_for_position(engine, request)
                 : engine_fail_at(engine, "BAD_REQUEST", "game must be given in place of state",
                                  request, state);
}
