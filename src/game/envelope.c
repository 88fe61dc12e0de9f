/* Reading checks everything: version, rule set, unknown fields, and at the end the game's `check`.
 */
#include "game/envelope.h"

static const char *const shared_fields[] = {"state_version", "ruleset_id", "scenario_seed",
                                            "game_over", NULL};

struct envelope envelope_plain(void) {
    return (struct envelope){.seed_length = -1};
}

void envelope_write(const struct game *game, const void *state, const struct envelope *envelope,
                    struct text *out) {
    json_open(out, '{');
    json_field_int(out, "state_version", ENVELOPE_VERSION);
    json_field_string(out, "ruleset_id", game->rulesets[game->ruleset(state)]);
    json_put_key(out, "scenario_seed");
    if (envelope->seed_length < 0)
        json_put_null(out);
    else
        json_put_bytes(out, envelope->seed, (size_t)envelope->seed_length);
    game->write(state, out);
    if (game_over(game, state)) json_field_bool(out, "game_over", true);
    json_close(out, '}');
}

static int find_ruleset(const struct game *game, struct json id) {
    for (int i = 0; game->rulesets[i]; i++)
        if (json_equals(id, game->rulesets[i])) return i;
    return -1;
}

static bool is_known(const struct game *game, struct json member) {
    for (int i = 0; shared_fields[i]; i++)
        if (json_has_key(member, shared_fields[i])) return true;
    for (int i = 0; game->fields[i]; i++)
        if (json_has_key(member, game->fields[i])) return true;
    return false;
}

static const char *read_seed(struct envelope *envelope, struct json from) {
    *envelope = envelope_plain();
    if (!json_given(from)) return NULL;
    if (!json_is(from, JSON_STRING)) return "scenario_seed must be a string or null";
    envelope->seed_length = json_string(from, envelope->seed, sizeof envelope->seed);
    return envelope->seed_length < 0 ? "scenario_seed must be at most 64 bytes long" : NULL;
}

static const char *read_shared(const struct game *game, struct envelope *envelope, struct json from,
                               struct json *at) {
    int64_t version;
    for (*at = json_first(from); json_kind(*at); *at = json_after(from, *at))
        if (!is_known(game, *at)) return "unknown field in a state of this game";
    *at = json_get(from, "state_version");
    if (!json_int(*at, ENVELOPE_VERSION, ENVELOPE_VERSION, &version))
        return "state_version must be 1";
    *at = json_get(from, "scenario_seed");
    return read_seed(envelope, *at);
}

const char *envelope_read(const struct game *game, void *state, struct envelope *envelope,
                          struct json from, struct json *at) {
    *at = from;
    if (!json_is(from, JSON_OBJECT)) return "a state must be an object";
    int ruleset = find_ruleset(game, json_get(from, "ruleset_id"));
    if (ruleset < 0) return "ruleset_id must name a rule set of this game";
    const char *wrong = read_shared(game, envelope, from, at);
    if (wrong) return wrong;

    *at = from;
    if ((wrong = game->read(state, ruleset, from, at))) return wrong;
    *at = from;
    if ((wrong = game->check(state))) return wrong;

    struct json over = json_get(from, "game_over");
    bool says = false;
    if (!json_given(over)) return NULL;
    *at = over;
    if (!json_bool(over, &says)) return "game_over must be true or false";
    return says == game_over(game, state) ? NULL
                                          : "game_over must agree with the rest of the state";
}
