/* The actions of a state, and the words for them. */
#include "base/bits.h"
#include "engine/engine.h"
#include <string.h>

enum { WORDS_MAX = 1024, NAME_BYTES = 256 };

void engine_put_actor(struct engine *engine) {
    int mover = game_mover(engine->game, engine->state);
    json_put_key(&engine->out, "actor");
    if (mover >= 0 && mover < SEATS_MAX)
        json_put_int(&engine->out, mover);
    else
        json_put_null(&engine->out);
}

void engine_put_name(struct engine *engine, int who, action act) {
    char buffer[NAME_BYTES];
    struct text name = text_over(buffer, sizeof buffer);
    engine->game->name_act(engine->state, who, act, &name);
    json_put_string(&engine->out, buffer);
}

static void put_spots(struct engine *engine, int who, action act) {
    int spots[SPOTS_MAX], count = engine->game->picks(engine->state, who, act, spots);
    json_open(&engine->out, '[');
    for (int i = 0; i < count; i++) json_put_int(&engine->out, spots[i]);
    json_close(&engine->out, ']');
}

static void put_words(struct engine *engine, int who, int count) {
    struct text *out = &engine->out;
    json_put_key(out, "words");
    json_open(out, '[');
    for (int i = 0; i < count; i++) engine_put_name(engine, who, engine->choices[i].act);
    json_close(out, ']');
    json_put_key(out, "spots");
    json_open(out, '[');
    for (int i = 0; i < count; i++) put_spots(engine, who, engine->choices[i].act);
    json_close(out, ']');
}

static void put_mover(struct engine *engine, int who, bool words) {
    struct text *out = &engine->out;
    int count = engine->game->choices(engine->state, who, engine->choices);
    json_open(out, '{');
    json_put_key(out, "who");
    record_put_who(who, out);
    json_put_key(out, "actions");
    json_open(out, '[');
    for (int i = 0; i < count; i++)
        engine->game->write_act(engine->state, who, engine->choices[i].act, out);
    json_close(out, ']');
    if (who == CHANCE) {
        json_put_key(out, "weights");
        json_open(out, '[');
        for (int i = 0; i < count; i++) json_put_int(out, engine->choices[i].weight);
        json_close(out, ']');
    }
    if (words) put_words(engine, who, count);
    json_close(out, '}');
}

bool engine_run_legal(struct engine *engine, struct json request) {
    bool words = false;
    if (!engine_read_state(engine, request)) return false;
    if (!engine_read_bool(engine, request, "words", &words)) return false;
    engine_put_actor(engine);
    json_put_key(&engine->out, "movers");
    json_open(&engine->out, '[');
    for (uint32_t movers = engine->game->movers(engine->state); movers; movers &= movers - 1)
        put_mover(engine, bits_low(movers), words);
    json_close(&engine->out, ']');
    json_field_bool(&engine->out, "over", game_over(engine->game, engine->state));
    return true;
}

static bool read_words(struct engine *engine, struct json request, char words[WORDS_MAX + 1]) {
    struct json from = json_get(request, "words");
    int length = json_string(from, words, WORDS_MAX + 1);
    if (!json_is(from, JSON_STRING))
        return engine_fail(engine, "BAD_REQUEST", "words must be a string");
    if (length < 0)
        return engine_fail_at(engine, "LIMIT", "words must be at most 1024 bytes long", request,
                              from);
    return strlen(words) == (size_t)length ||
           engine_fail_at(engine, "BAD_REQUEST", "words must not contain the character U+0000",
                          request, from);
}

bool engine_read_mover(struct engine *engine, struct json request, const char *key, int *who) {
    const struct game *game = engine->game;
    struct json at = json_get(request, key);
    *who = -1;
    if (!engine_read_who(engine, request, who)) return false;
    if (game_over(game, engine->state))
        return engine_fail_at(engine, "GAME_OVER", "the game is over", request, at);
    if (*who < 0) *who = game_mover(game, engine->state);
    if (*who < 0) return engine_fail(engine, "BAD_REQUEST", "several may move: who must be given");
    if (game->movers(engine->state) >> *who & 1) return true;
    return engine_fail_reason(engine, game_not_your_turn, request, at);
}

bool engine_fail_reason(struct engine *engine, const char *reason, struct json from,
                        struct json to) {
    engine_fail_at(engine, "ILLEGAL_ACTION", game_sentence(engine->game, reason), from, to);
    engine->error.reason = reason;
    return false;
}

/* Words that do not mean just one legal act. */
static bool fail_words(struct engine *engine, struct json request, int who, const char *words,
                       const action *acts, int count) {
    struct engine_error *error = &engine->error;
    struct json at = json_get(request, "words");
    const char *code = count ? NULL : game_why_not(engine->game, engine->state, who, words);
    if (code) return engine_fail_reason(engine, code, request, at);
    engine_fail_at(engine, "BAD_ACTION",
                   count ? "these words could mean several actions"
                         : "these words do not mean an action of this game",
                   request, at);
    error->lists = true;
    error->who = who;
    error->count = count;
    memcpy(error->candidates, acts,
           sizeof *acts * (size_t)(count < ENGINE_CANDIDATES_MAX ? count : ENGINE_CANDIDATES_MAX));
    return false;
}

bool engine_run_parse(struct engine *engine, struct json request) {
    char words[WORDS_MAX + 1];
    action acts[ENGINE_CANDIDATES_MAX] = {0};
    int who;
    if (!engine_read_state(engine, request) || !read_words(engine, request, words) ||
        !engine_read_mover(engine, request, "words", &who))
        return false;
    int count = game_find_acts(engine->game, engine->state, who, words, engine->choices, acts,
                               ENGINE_CANDIDATES_MAX);
    if (count != 1) return fail_words(engine, request, who, words, acts, count);
    json_put_key(&engine->out, "who");
    record_put_who(who, &engine->out);
    json_put_key(&engine->out, "action");
    engine->game->write_act(engine->state, who, acts[0], &engine->out);
    return true;
}
