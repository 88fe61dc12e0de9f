/* Events to JSON and back. */
#include "game/record.h"

void record_put_head(const struct game *game, const int *params, struct text *out) {
    json_field_string(out, "game", game->name);
    json_put_key(out, "params");
    json_open(out, '{');
    for (int i = 0; game->params[i].name; i++) json_field_int(out, game->params[i].name, params[i]);
    json_close(out, '}');
}

void record_put_start(const struct game *game, const void *state, struct text *out) {
    const struct envelope plain = envelope_plain();
    json_field_string(out, "game", game->name);
    json_put_key(out, "start");
    envelope_write(game, state, &plain, out);
}

static bool fail(struct record_fault *fault, const char *why, const char *code, struct json at) {
    *fault = (struct record_fault){.why = why, .code = code, .at = at};
    return false;
}

static int find_param(const struct game *game, struct json member) {
    for (int i = 0; game->params[i].name; i++)
        if (json_has_key(member, game->params[i].name)) return i;
    return -1;
}

/* Names the range of a param. */
static bool fail_param(struct record_fault *fault, const struct param *param, struct json at) {
    fail(fault, fault->message, NULL, at);
    struct text message = text_over(fault->message, sizeof fault->message);
    text_format(&message, "%s must be a whole number from %d to %d", param->name, param->min,
                param->max);
    return false;
}

bool record_read_params(const struct game *game, struct json from, int params[PARAMS_MAX],
                        struct record_fault *fault) {
    game_standard(game, params);
    if (!json_given(from)) return true;
    if (!json_is(from, JSON_OBJECT)) return fail(fault, "params must be an object", NULL, from);
    for (struct json at = json_first(from); json_kind(at); at = json_after(from, at)) {
        int64_t value;
        int i = find_param(game, at);
        if (i < 0) return fail(fault, "this game has no param of that name", NULL, at);
        if (!json_given(at)) continue;
        if (!json_int(at, game->params[i].min, game->params[i].max, &value))
            return fail_param(fault, &game->params[i], at);
        params[i] = (int)value;
    }
    return true;
}

void record_put_who(int who, struct text *out) {
    if (who == CHANCE)
        json_put_string(out, "chance");
    else if (who == CLOCK)
        json_put_string(out, "clock");
    else
        json_put_int(out, who);
}

bool record_read_who(struct json from, int *who) {
    int64_t seat;
    if (json_equals(from, "chance"))
        *who = CHANCE;
    else if (json_equals(from, "clock"))
        *who = CLOCK;
    else if (json_int(from, 0, SEATS_MAX - 1, &seat))
        *who = (int)seat;
    else
        return false;
    return true;
}

void record_put_event(const struct game *game, const void *state, struct event event,
                      struct text *out) {
    json_open(out, '{');
    json_put_key(out, "who");
    record_put_who(event.who, out);
    json_put_key(out, "action");
    game->write_act(state, event.who, event.act, out);
    json_close(out, '}');
}

static bool read_event(const struct game *game, const void *state, struct json from, int who,
                       struct event *event, struct record_fault *fault) {
    static const char *const keys[] = {"who", "action", "effects", NULL};
    struct json said = json_get(from, "who"), act = json_get(from, "action");
    struct json unknown = json_find_unknown(from, keys);
    if (!json_kind(act))
        act = from;
    else if (!json_given(act))
        return fail(fault, "action must be given; null stands for one that was hidden", NULL, act);
    else if (json_kind(unknown))
        return fail(fault, "an event must have no fields but who and action", NULL, unknown);
    if (json_given(said) && !record_read_who(said, &who))
        return fail(fault, "who must be a seat's number, \"chance\" or \"clock\"", NULL, said);
    if (who < 0) {
        bool over = game_over(game, state);
        return fail(fault, over ? "the game is over" : "several may move: who must be given", NULL,
                    from);
    }

    /* The turn is checked first: how an act is written may depend on it. */
    const char *code = game->movers(state) >> who & 1 ? NULL : game->refuse(state, who, 0);
    if (code) return fail(fault, game_sentence(game, code), code, from);
    const char *wrong = game->read_act(state, who, act, &event->act);
    if (wrong) return fail(fault, wrong, NULL, act);
    event->who = who;
    code = game->refuse(state, who, event->act);
    return !code || fail(fault, game_sentence(game, code), code, from);
}

bool record_read_event(const struct game *game, const void *state, struct json from, int who,
                       struct event *event, struct record_fault *fault) {
    if (read_event(game, state, from, who, event, fault)) return true;
    fault->in_event = true;
    return false;
}

/* Plays the next event; who may be left out where only one may move. */
static bool play(struct record *record, struct json from, struct record_fault *fault) {
    const struct game *game = record->game;
    struct event event;
    if (!record_read_event(game, record->state, from, game_mover(game, record->state), &event,
                           fault))
        return false;
    if (record->tell && !record->tell(record->self, event))
        return fail(fault, "there is not enough memory", NULL, from);
    game->apply(record->state, event.who, event.act);
    return true;
}

static bool play_all(struct record *record, struct json events, struct record_fault *fault) {
    struct json from = json_first(events);
    while (json_kind(from) && play(record, from, fault)) from = json_after(events, from);
    return !json_kind(from);
}

static const struct game *find_game(const struct game *const *games, struct json name) {
    for (; *games; games++)
        if (json_equals(name, (*games)->name)) return *games;
    return NULL;
}

/* Begins in the state that the head gives, or afresh. */
static bool begin(struct record *record, const struct game *game, struct json head,
                  struct record_fault *fault) {
    struct json start = json_get(head, "start"), params = json_get(head, "params"), at;
    record->started = json_given(start);
    record->envelope = envelope_plain();
    if (record->started && json_given(params))
        return fail(fault, "start and params must not both be given", NULL, params);
    if (!record_read_params(game, params, record->params, fault)) return false;
    if (!record->started) {
        game->start(record->state, record->params);
        return true;
    }
    const char *wrong = envelope_read(game, record->state, &record->envelope, start, &at);
    return !wrong || fail(fault, wrong, NULL, at);
}

static bool take_head(struct record *record, struct json head, struct record_fault *fault) {
    struct json name = json_get(head, "game"), events = json_get(head, "events");
    if (!json_is(name, JSON_STRING))
        return fail(fault, "a record must begin with its game, a name", NULL, name);
    const struct game *game = find_game(record->games, name);
    if (!game) return fail(fault, "game must name a game of this engine", NULL, name);
    if (!begin(record, game, head, fault)) return false;
    if (json_given(events) && !json_is(events, JSON_ARRAY))
        return fail(fault, "events must be an array", NULL, events);
    record->game = game;
    return play_all(record, events, fault);
}

bool record_take(struct record *record, struct json document, struct record_fault *fault) {
    return record->game ? play(record, document, fault) : take_head(record, document, fault);
}
