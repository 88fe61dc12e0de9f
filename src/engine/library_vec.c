/* Batches: the functions tw_vec_* of include/tilewright.h, but for those of JSON (library_json.c).
 * What comes from outside is checked here. */
#include "base/json.h"
#include "game/record.h"
#include "games/games.h"
#include "host/system.h"
#include "play/batch.h"
#include "tilewright.h"

enum { OPTIONS_MAX = 4096, TRIES_MAX = 65536 };

/* All that reads returns false after writing what is wrong. */
static bool refuse(struct text *wrong, const char *why) {
    text_string(wrong, why);
    return false;
}

/* Returns the index of the word in a NULL-ended list that a value is, 0 if it is absent, or -1. */
static int read_word(struct json value, const char *const *words) {
    if (!json_given(value)) return 0;
    for (int i = 0; words[i]; i++)
        if (json_equals(value, words[i])) return i;
    return -1;
}

/* Reads a name; false if it is none, or too long, or has a NUL in it. */
static bool read_name(struct json value, char *name, size_t capacity) {
    int length = json_string(value, name, capacity);
    return length >= 0 && (size_t)length == strlen(name);
}

static bool read_number(struct json value, int min, int max, int *out) {
    int64_t number;
    if (!json_given(value)) return true;
    if (!json_int(value, min, max, &number)) return false;
    *out = (int)number;
    return true;
}

static bool read_level(struct batch_options *options, struct json value, struct text *wrong) {
    const struct game *game = options->game;
    char name[32];
    if (!json_given(value)) return true;
    bool named = read_name(value, name, sizeof name);
    const struct lanes_level *level = named ? lanes_find_level(game, name) : NULL;
    if (level) {
        options->level = level;
        return true;
    }
    text_format(wrong, "level must be one of %s:", game->name);
    for (int i = 0; game->levels && game->levels[i]; i++)
        text_format(wrong, " %s", game->levels[i]->name);
    if (!game->levels) text_format(wrong, " %s", options->level->name);
    return false;
}

static bool read_view(struct batch_options *options, struct json value, struct text *wrong) {
    const struct game *game = options->game;
    char name[32];
    bool found = false;
    if (!json_given(value)) return true;
    if (read_name(value, name, sizeof name)) options->view = lanes_find_view(game, name, &found);
    if (found) return true;
    text_format(wrong, "view must be one of %s: planes", game->name);
    for (const struct game_view *each = game->views; each && each->name; each++)
        text_format(wrong, " %s", each->name);
    return false;
}

static bool read_words(struct batch_options *options, struct json from, struct text *wrong) {
    static const char *const masks[] = {"bytes", "bits", NULL},
                             *const autoresets[] = {"next_step", "same_step", "disabled", NULL},
                             *const rewards[] = {"points", "outcome", NULL},
                             *const rivals[] = {"none", "random", NULL},
                             *const writes[] = {"all", "changes", NULL};
    int mask = read_word(json_get(from, "masks"), masks);
    int autoreset = read_word(json_get(from, "autoreset"), autoresets);
    int reward = read_word(json_get(from, "reward"), rewards);
    int rival = read_word(json_get(from, "rivals"), rivals);
    int written = read_word(json_get(from, "writes"), writes);
    if (mask < 0) return refuse(wrong, "masks must be \"bytes\" or \"bits\"");
    if (autoreset < 0)
        return refuse(wrong, "autoreset must be \"next_step\", \"same_step\" or \"disabled\"");
    if (reward < 0) return refuse(wrong, "reward must be \"points\" or \"outcome\"");
    if (rival < 0) return refuse(wrong, "rivals must be \"none\" or \"random\"");
    if (written < 0) return refuse(wrong, "writes must be \"all\" or \"changes\"");
    options->bits = mask;
    options->autoreset = (enum lanes_autoreset)autoreset;
    options->reward = (enum lanes_reward)reward;
    options->rivals = rival;
    options->changes = written;
    return true;
}

static bool read_params(struct batch_options *options, struct json from, struct text *wrong) {
    struct record_fault fault;
    if (record_read_params(options->game, from, options->params, &fault)) return true;
    char name[64] = "params";
    json_key(fault.at, name, sizeof name);
    bool named = strncmp(fault.why, name, strlen(name)) == 0;
    if (!named) text_quote(wrong, name), text_string(wrong, ": ");
    text_string(wrong, fault.why);
    return false;
}

static bool read_options(struct batch_options *options, struct json from, struct text *wrong) {
    static const char *const known[] = {"params",    "level",   "view",   "masks",
                                        "autoreset", "reward",  "rivals", "writes",
                                        "limit",     "threads", NULL};
    if (!json_is(from, JSON_OBJECT)) return refuse(wrong, "options must be a JSON object");
    struct json odd = json_find_unknown(from, known);
    if (json_kind(odd)) {
        char name[64] = "of that name";
        json_key(odd, name, sizeof name);
        text_string(wrong, "there is no option ");
        text_quote(wrong, name);
        return false;
    }
    if (!read_params(options, json_get(from, "params"), wrong) ||
        !read_level(options, json_get(from, "level"), wrong) ||
        !read_view(options, json_get(from, "view"), wrong) || !read_words(options, from, wrong))
        return false;
    if (!read_number(json_get(from, "limit"), 0, BATCH_LIMIT_MAX, &options->limit))
        return refuse(wrong, "limit must be a whole number from 0 to 1000000000");
    if (!read_number(json_get(from, "threads"), 1, BATCH_THREADS_MAX, &options->threads))
        return refuse(wrong, "threads must be a whole number from 1 to 256");
    return true;
}

static bool parse_options(struct batch_options *options, const char *text, struct text *wrong) {
    struct json_token tokens[OPTIONS_MAX / 2 + JSON_DEPTH];
    struct json_doc doc;
    if (strlen(text) > OPTIONS_MAX) return refuse(wrong, "options must have at most 4096 bytes");
    const char *fault =
        json_parse(&doc, text, strlen(text), tokens, sizeof tokens / sizeof *tokens);
    if (!fault) return read_options(options, json_root(&doc), wrong);
    text_format(wrong, "options must be JSON: %s", fault);
    return false;
}

static const struct game *find_game(const char *name, struct text *wrong) {
    const struct game *game = name ? games_find(name) : NULL;
    if (game) return game;
    text_string(wrong, "game must be one of:");
    for (int i = 0; games_list[i]; i++) text_format(wrong, " %s", games_list[i]->name);
    return NULL;
}

static struct batch *make(const char *name, int count, const char *text, uint64_t seed,
                          struct text *wrong) {
    const struct game *game = find_game(name, wrong);
    if (!game) return NULL;
    if (count < 1 || count > BATCH_LANES_MAX) {
        refuse(wrong, "count must be from 1 to 16777216");
        return NULL;
    }
    struct batch_options options = batch_standard(game);
    options.count = count;
    if (text && !parse_options(&options, text, wrong)) return NULL;
    struct batch *batch = batch_new(&options, seed);
    if (!batch) refuse(wrong, "there is not enough memory, or a thread cannot be started");
    return batch;
}

static struct text text_of(char *error, size_t capacity, char unheard[1]) {
    bool heard = error && capacity > 0;
    return text_over(heard ? error : unheard, heard ? capacity : 1);
}

struct tw_vec *tw_vec_new(const char *game, int count, const char *options, uint64_t seed,
                          char *error, size_t capacity) {
    char unheard[1];
    struct text wrong = text_of(error, capacity, unheard);
    return (struct tw_vec *)make(game, count, options, seed, &wrong);
}

void tw_vec_free(struct tw_vec *vec) {
    batch_free((struct batch *)vec);
}

void tw_vec_measure(const struct tw_vec *vec, struct tw_vec_shape *shape) {
    const struct lanes *lanes = batch_lanes((const struct batch *)vec);
    *shape = (struct tw_vec_shape){
        .count = lanes->count,
        .learners = lanes->learners,
        .seats = lanes->seats,
        .actions = lanes->acts,
        .planes = lanes->planes,
        .rows = lanes->rows,
        .cols = lanes->cols,
        .mask_bytes = (int32_t)lanes->mask_bytes,
        .state_bytes = (int64_t)batch_state_size((const struct batch *)vec),
    };
}

void tw_vec_bind(struct tw_vec *vec, const struct tw_vec_buffers *buffers) {
    batch_bind((struct batch *)vec, &(struct lanes_buffers){
                                        .acts = buffers->actions,
                                        .views = buffers->observations,
                                        .masks = buffers->masks,
                                        .rewards = buffers->rewards,
                                        .terminated = buffers->terminated,
                                        .truncated = buffers->truncated,
                                        .seats = buffers->seats,
                                        .final_views = buffers->final_observations,
                                        .returns = buffers->episode_returns,
                                        .lengths = buffers->episode_lengths,
                                    });
}

void tw_vec_seed(struct tw_vec *vec, uint64_t seed, const uint8_t *which) {
    batch_seed((struct batch *)vec, seed, which);
}

void tw_vec_reset(struct tw_vec *vec, const uint8_t *which) {
    batch_reset((struct batch *)vec, which);
}

int tw_vec_step(struct tw_vec *vec) {
    if (!batch_lanes((struct batch *)vec)->io.acts) return -1;
    batch_step((struct batch *)vec);
    return 0;
}

const char *tw_vec_try(struct tw_vec *vec, const int32_t *actions, int count, uint8_t *observations,
                       float *gains) {
    if (!actions || count < 1 || count > TRIES_MAX)
        return "there must be from 1 to 65536 actions for each lane";
    return batch_try((struct batch *)vec,
                     &(struct lanes_trial){actions, count, observations, gains});
}

/* Agents of a batch have a clock, and a thread each. */
static const struct host clock_alone = {.threads = 1, .seconds = host_system_seconds};

static bool advise(struct batch *batch, const char *agent, struct batch_question *question,
                   struct text *wrong) {
    if (!agent) return refuse(wrong, "agent must be a name, as \"mcts:200r\"");
    if (!question->acts || question->count < 1 || question->count > TRIES_MAX)
        return refuse(wrong, "there must be room for 1 to 65536 acts of each lane");
    if (!player_read(batch_lanes(batch)->game, agent, strlen(agent), &question->player, wrong))
        return false;
    const char *why = batch_advise(batch, question, &clock_alone);
    return !why || refuse(wrong, why);
}

int tw_vec_advise(struct tw_vec *vec, const char *agent, uint64_t seed, int count, int32_t *acts,
                  float *values, char *error, size_t capacity) {
    char unheard[1];
    struct text wrong = text_of(error, capacity, unheard);
    struct batch_question question = {.seed = seed, .count = count, .acts = acts, .values = values};
    return advise((struct batch *)vec, agent, &question, &wrong) ? 0 : -1;
}

void tw_vec_sample(struct tw_vec *vec, int32_t *actions) {
    batch_sample((struct batch *)vec, actions);
}

static bool is_lane(const struct tw_vec *vec, int lane) {
    return lane >= 0 && lane < batch_lanes((const struct batch *)vec)->count;
}

static const char no_such_lane[] = "lane must be from 0 to count - 1";

const char *tw_vec_state_get(const struct tw_vec *vec, int lane, void *bytes) {
    if (!is_lane(vec, lane)) return no_such_lane;
    batch_state_get((const struct batch *)vec, lane, bytes);
    return NULL;
}

const char *tw_vec_state_set(struct tw_vec *vec, int lane, const void *bytes, int luck) {
    if (!is_lane(vec, lane)) return no_such_lane;
    return batch_state_set((struct batch *)vec, lane, bytes, luck);
}

int tw_vec_look(struct tw_vec *vec, int first, int count) {
    if (count < 0 || first < 0 || first > batch_lanes((struct batch *)vec)->count - count)
        return -1;
    batch_look((struct batch *)vec, first, count);
    return 0;
}
