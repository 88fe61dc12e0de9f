/* Lanes of a batch in the words of the protocol: states and actions as JSON. */
#include "base/json.h"
#include "game/envelope.h"
#include "play/batch.h"
#include "tilewright.h"
#include <stdlib.h>

enum { JSON_MAX = 1 << 20 };

static struct text text_of(char *error, size_t capacity, char nowhere[1]) {
    bool heard = error && capacity > 0;
    return text_over(heard ? error : nowhere, heard ? capacity : 1);
}

static bool is_lane(const struct lanes *lanes, int lane, int learner) {
    return lane >= 0 && lane < lanes->count && learner >= 0 && learner < lanes->learners;
}

/* A value parsed from outside, with the memory that it needs. */
struct parsed {
    struct json_doc doc;
    struct json_token *tokens;
};

static bool parse(struct parsed *parsed, const char *json, size_t length, struct text *wrong) {
    size_t count = json_tokens_max(length);
    parsed->tokens = length <= JSON_MAX ? malloc(sizeof *parsed->tokens * count) : NULL;
    if (!parsed->tokens) {
        text_string(wrong, length > JSON_MAX ? "JSON must have at most 1048576 bytes"
                                             : "there is not enough memory");
        return false;
    }
    const char *fault = json_parse(&parsed->doc, json, length, parsed->tokens, count);
    if (!fault) return true;
    text_format(wrong, "JSON: %s", fault);
    free(parsed->tokens);
    return false;
}

int64_t tw_vec_json(const struct tw_vec *vec, int lane, char *text, size_t capacity) {
    const struct lanes *lanes = batch_lanes((const struct batch *)vec);
    if (!is_lane(lanes, lane, 0) || capacity == 0) return -1;
    struct envelope plain = envelope_plain();
    struct text out = text_over(text, capacity);
    envelope_write(lanes->game, lanes_state(lanes, lane), &plain, &out);
    return out.cut ? -1 : (int64_t)out.length;
}

static void put_state(struct batch *batch, int lane, struct json from, void *state,
                      struct text *wrong) {
    struct envelope envelope;
    struct json at = from;
    const char *fault = envelope_read(batch_lanes(batch)->game, state, &envelope, from, &at);
    char place[100];
    struct text path = text_over(place, sizeof place);
    if (fault) json_pointer(from, at, &path);
    if (path.length && !path.cut) text_format(wrong, "%s: ", place);
    if (!fault) fault = batch_state_put(batch, lane, state);
    if (fault) text_string(wrong, fault);
}

int tw_vec_json_set(struct tw_vec *vec, int lane, const char *json, size_t length, char *error,
                    size_t capacity) {
    struct batch *batch = (struct batch *)vec;
    char nowhere[1];
    struct text wrong = text_of(error, capacity, nowhere);
    struct parsed parsed;
    if (!is_lane(batch_lanes(batch), lane, 0)) {
        text_string(&wrong, "lane must be from 0 to count - 1");
        return -1;
    }
    if (!parse(&parsed, json, length, &wrong)) return -1;
    void *state = calloc(1, batch_lanes(batch)->game->state_max);
    if (state)
        put_state(batch, lane, json_root(&parsed.doc), state, &wrong);
    else
        text_string(&wrong, "there is not enough memory");
    free(state);
    free(parsed.tokens);
    return wrong.length || wrong.cut ? -1 : 0;
}

static int actor(const struct lanes *lanes, int lane, int learner) {
    return lanes->level->together ? learner : lanes->one[lane].seat;
}

/* Returns why a learner's acts are no actions of the game, or NULL. */
static const char *find_actor_fault(const struct lanes *lanes, int lane, int learner) {
    if (!is_lane(lanes, lane, 0)) return "lane must be from 0 to count - 1";
    if (!is_lane(lanes, lane, learner)) return "learner must be from 0 to learners - 1";
    if (strcmp(lanes->level->name, lanes_standard(lanes->game)->name) != 0)
        return "the level must be one whose acts are the game's own";
    uint32_t movers = lanes->game->movers(lanes_state(lanes, lane));
    return movers >> actor(lanes, lane, learner) & 1 ? NULL : "the learner must be to move";
}

/* Acts beyond those of the game: the one that does nothing, which is null. */
static const char *read_act(const struct lanes *lanes, int lane, int who, struct json from,
                            uint32_t *act) {
    const void *state = lanes_state(lanes, lane);
    int actions = lanes->game->shape(state).actions;
    if (json_is(from, JSON_NULL) && lanes->acts > actions) {
        *act = (uint32_t)lanes->acts - 1;
        return NULL;
    }
    const char *fault = lanes->game->read_act(state, who, from, act);
    if (fault) return fault;
    return *act < (uint32_t)actions ? NULL : "the action must not stand for several acts";
}

int32_t tw_vec_act(const struct tw_vec *vec, int lane, int learner, const char *json, size_t length,
                   char *error, size_t capacity) {
    const struct lanes *lanes = batch_lanes((const struct batch *)vec);
    char nowhere[1];
    struct text wrong = text_of(error, capacity, nowhere);
    struct parsed parsed;
    uint32_t act = 0;
    const char *fault = find_actor_fault(lanes, lane, learner);
    if (fault) {
        text_string(&wrong, fault);
        return -1;
    }
    if (!parse(&parsed, json, length, &wrong)) return -1;
    fault = read_act(lanes, lane, actor(lanes, lane, learner), json_root(&parsed.doc), &act);
    if (fault) text_string(&wrong, fault);
    free(parsed.tokens);
    return fault ? -1 : (int32_t)act;
}

int64_t tw_vec_action(const struct tw_vec *vec, int lane, int learner, int32_t act, char *text,
                      size_t capacity) {
    const struct lanes *lanes = batch_lanes((const struct batch *)vec);
    if (find_actor_fault(lanes, lane, learner)) return -1;
    if (act < 0 || act >= lanes->acts || capacity == 0) return -1;
    int who = actor(lanes, lane, learner);
    struct text out = text_over(text, capacity);
    if (act < lanes->game->shape(lanes_state(lanes, lane)).actions)
        lanes->game->write_act(lanes_state(lanes, lane), who, (action)act, &out);
    else
        json_put_null(&out);
    return out.cut ? -1 : (int64_t)out.length;
}
