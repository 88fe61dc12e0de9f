/* The tool `scenario`: makes positions to practise on, as they come up in good play.
 *
 * It plays games against itself from the start. A seed decides the round and the moment to stop at;
 * from there on each position is judged, until one is worth practising and is what was asked for.
 * Each game has its own stream of luck and every search counts nodes, so that a seed gives the same
 * position everywhere, whatever was asked before; time can only end the search. */
#include "games/azul/tools/scenario.h"
#include "game/envelope.h"
#include "games/azul/coach/values.h"
#include "games/azul/tools/tools.h"
#include <stdlib.h>
#include <string.h>

enum { ANY = -1, BUDGET = 10000, BUDGET_MAX = 86400000 }; /* milliseconds */
enum { JUDGED_MAX = 4000, GAMES_MAX = 2000, ROUNDS = 5, COUNT_MAX = 1000000 };
enum { LINE_BYTES = 1 << 13 };

static const char stopped[] = "stopped before a position was found";
static const char not_found[] = "no such position was found: ask for less, or with another seed";
static const char bad_stage[] = "stage must be EARLY, MID or LATE";
static const char bad_part[] = "game_stage must be OPENING, MIDDLE or END";
static const char bad_theme[] = "theme must be FLOOR, TOKEN, DENIAL, BONUS or TILING";
static const char bad_grade[] = "difficulty must be EASY, MEDIUM or HARD";
static const char bad_players[] = "players must be a whole number from 2 to 4";
static const char bad_seed[] = "seed must be a string of at most 64 bytes";
static const char bad_budget[] = "budget_ms must be a whole number from 0";
static const char large_budget[] = "budget_ms must be at most 86400000, a day";

/* Up to so many positions of a stage less 1 are passed over; late ones soon have too few moves. */
static const uint32_t skips[AZUL_SCENARIO_STAGES] = {3, 3, 1};

/* What the caller asks for; the filters are indices of names, or ANY. */
struct spec {
    int players, stage, part, theme, grade;
    double seconds; /* time limit */
    struct envelope envelope;
};

struct scenario {
    struct host_part part; /* for the judge: a stop ends its search, too */
    struct azul_scenario_player *player;
    struct azul_scenario_judge *judge;
    /* Of the current request: */
    struct spec spec;
    uint64_t seed;
    struct rng rng; /* of the current game */
    int stage;      /* wanted */
    double began;
    int judged; /* positions */
    bool stopped;
    struct azul azul;
    struct azul_scenario_rating rating;
};

/* Reports progress. Returns false once stopped or out of time. */
static bool report(struct scenario *scenario) {
    double done = (double)scenario->judged / JUDGED_MAX, limit = scenario->spec.seconds;
    const struct host *host = scenario->part.whole;
    double passed = host_seconds(host) - scenario->began;
    bool late = host->seconds && passed >= limit;
    if (host->seconds && limit > 0 && passed / limit > done) done = passed / limit;
    if (late || !host_go_on(host, done < 1 ? done : 1, "looking for a position"))
        scenario->stopped = true;
    return !scenario->stopped;
}

static bool judge_on(void *self, double done, const char *message) {
    (void)done, (void)message;
    return report(self);
}

static void release_scenario(void *self) {
    struct scenario *scenario = self;
    if (!scenario) return;
    azul_scenario_player_free(scenario->player);
    azul_scenario_judge_free(scenario->judge);
    free(scenario);
}

static void *init_scenario(const struct host *host) {
    if (!azul_values_ready(host)) return NULL;
    struct scenario *scenario = calloc(1, sizeof *scenario);
    if (!scenario) return NULL;
    host_part_init(&scenario->part, host, judge_on);
    scenario->player = azul_scenario_player_new();
    scenario->judge = azul_scenario_judge_new(&scenario->part.host);
    if (scenario->player && scenario->judge) return scenario;
    release_scenario(scenario);
    return NULL;
}

/* Takes an act, and the luck that follows. */
static void play(struct scenario *scenario, action act) {
    struct azul *azul = &scenario->azul;
    azul_take(azul, act);
    azul_scenario_follow(scenario->player, act);
    if (azul->phase != AZUL_REFILL) return;
    while (azul->phase == AZUL_REFILL) azul_deal(azul, azul_random_colour(azul, &scenario->rng));
    azul_scenario_open(scenario->player, azul);
}

static void begin_game(struct scenario *scenario, int game) {
    int params[PARAMS_MAX] = {
        [AZUL_PLAYERS] = scenario->spec.players, [AZUL_MAX_ROUNDS] = AZUL_ROUNDS};
    struct azul *azul = &scenario->azul;
    scenario->rng = rng_new(scenario->seed, (uint64_t)game);
    memset(azul, 0, sizeof *azul);
    azul_game.start(azul, params);
    while (azul->phase == AZUL_REFILL) azul_deal(azul, azul_random_colour(azul, &scenario->rng));
    azul_scenario_open(scenario->player, azul);
}

/* Draws the round to look at first. */
static int draw_round(struct scenario *scenario) {
    static const int first[] = {1, 3, 4}, count[] = {2, 2, 2}; /* by part of the game */
    int part = scenario->spec.part;
    if (part == ANY) return 1 + (int)rng_below(&scenario->rng, ROUNDS);
    return first[part] + (int)rng_below(&scenario->rng, (uint32_t)count[part]);
}

/* Whether the position is where one was asked for. */
static bool is_there(const struct scenario *scenario) {
    const struct azul *azul = &scenario->azul;
    int part = scenario->spec.part;
    return azul_scenario_stage(azul) == scenario->stage &&
           (part == ANY || azul_scenario_part(azul) == part);
}

static bool fits(const struct scenario *scenario) {
    const struct spec *spec = &scenario->spec;
    const struct azul_scenario_rating *rating = &scenario->rating;
    return (spec->theme == ANY || rating->themes >> spec->theme & 1) &&
           (spec->grade == ANY || rating->grade == spec->grade);
}

/* Judges the position that the game has come to. Returns whether it is what was asked for. */
static bool judge(struct scenario *scenario) {
    scenario->judged++;
    return azul_scenario_rate(scenario->judge, scenario->player, &scenario->azul, &scenario->rating,
                              &scenario->stopped) &&
           fits(scenario);
}

/* Draws the stage, if any will do. It is drawn once, since positions of some stages are found more
 * easily; but themes that hardly come up in a stage may need another one. */
static int draw_stage(struct scenario *scenario, int game) {
    const struct spec *spec = &scenario->spec;
    struct rng rng = rng_new(scenario->seed, GAMES_MAX + (spec->theme == ANY ? 0 : (uint64_t)game));
    return spec->stage == ANY ? (int)rng_below(&rng, AZUL_SCENARIO_STAGES) : spec->stage;
}

/* Plays a game until a position fits, or the game is over or past what was asked for. */
static bool try_game(struct scenario *scenario, int game) {
    const struct azul *azul = &scenario->azul;
    begin_game(scenario, game);
    int round = draw_round(scenario);
    scenario->stage = draw_stage(scenario, game);
    int skip = (int)rng_below(&scenario->rng, skips[scenario->stage]);
    while (azul->phase == AZUL_DRAFT && scenario->judged < JUDGED_MAX && report(scenario)) {
        bool here = azul->round >= round && is_there(scenario);
        if (here && skip-- <= 0 && judge(scenario)) return true;
        if (scenario->stopped) return false;
        if (scenario->spec.part != ANY && azul_scenario_part(azul) > scenario->spec.part)
            return false;
        play(scenario, azul_scenario_choose(scenario->player, &scenario->rng));
    }
    return false;
}

/* Sets scenario->azul and the rating. Returns NULL, or why there is no such position. */
static const char *find(struct scenario *scenario) {
    const struct envelope *envelope = &scenario->spec.envelope;
    int length = envelope->seed_length > 0 ? envelope->seed_length : 0;
    scenario->seed = rng_from_string(envelope->seed, (size_t)length).seed;
    scenario->began = host_seconds(scenario->part.whole);
    scenario->judged = 0;
    scenario->stopped = false;
    for (int game = 0; game < GAMES_MAX && scenario->judged < JUDGED_MAX; game++) {
        if (try_game(scenario, game)) return NULL;
        if (scenario->stopped) return stopped;
    }
    return not_found;
}

/* Writes a number of points with up to two decimals. */
static void put_points(struct text *out, double points) {
    char buffer[32];
    struct text digits = text_over(buffer, sizeof buffer);
    int hundredths = (int)(points * 100 + 0.5);
    text_int(&digits, hundredths / 100);
    if (hundredths % 100) text_format(&digits, ".%d", hundredths / 10 % 10);
    if (hundredths % 10) text_int(&digits, hundredths % 10);
    json_put_raw(out, buffer, digits.length);
}

static void put_features(const struct scenario *scenario, struct text *out) {
    const struct azul_scenario_rating *rating = &scenario->rating;
    const struct azul *azul = &scenario->azul;
    json_open(out, '{');
    json_field_string(out, "stage", azul_scenario_stages[azul_scenario_stage(azul)]);
    json_field_string(out, "game_stage", azul_scenario_parts[azul_scenario_part(azul)]);
    json_field_int(out, "round", azul->round);
    json_field_int(out, "legal", rating->view.legal);
    json_field_int(out, "moves", rating->view.moves);
    json_put_key(out, "gap");
    put_points(out, rating->gap);
    json_field_bool(out, "solved", rating->solved);
    json_field_string(out, "difficulty", azul_scenario_grades[rating->grade]);
    json_put_key(out, "themes");
    json_open(out, '[');
    for (int theme = 0; theme < AZUL_SCENARIO_THEMES; theme++)
        if (rating->themes >> theme & 1) json_put_string(out, azul_scenario_themes[theme]);
    json_close(out, ']');
    json_field_int(out, "attempts", scenario->judged);
    json_close(out, '}');
}

static void put_state(const struct scenario *scenario, struct text *out) {
    envelope_write(&azul_game, &scenario->azul, &scenario->spec.envelope, out);
}

static void put_position(const struct scenario *scenario, struct text *out) {
    json_put_key(out, "state");
    put_state(scenario, out);
    json_put_key(out, "features");
    put_features(scenario, out);
}

/* Requests. */

/* Reads an optional name of a list. */
static bool read_name(struct json from, const char *const *names, const char *bad, int *index,
                      struct tool_fault *fault) {
    *index = ANY;
    if (!json_given(from)) return true;
    for (int i = 0; names[i]; i++)
        if (json_equals(from, names[i])) *index = i;
    return *index != ANY || azul_tool_fail(fault, "BAD_REQUEST", bad, from);
}

static bool read_filters(struct spec *spec, struct json request, struct tool_fault *fault) {
    return read_name(json_get(request, "stage"), azul_scenario_stages, bad_stage, &spec->stage,
                     fault) &&
           read_name(json_get(request, "game_stage"), azul_scenario_parts, bad_part, &spec->part,
                     fault) &&
           read_name(json_get(request, "theme"), azul_scenario_themes, bad_theme, &spec->theme,
                     fault) &&
           read_name(json_get(request, "difficulty"), azul_scenario_grades, bad_grade, &spec->grade,
                     fault);
}

static bool set_seed(struct spec *spec, const char *seed, size_t length) {
    struct envelope *envelope = &spec->envelope;
    if (length > ENVELOPE_SEED_MAX) return false;
    memcpy(envelope->seed, seed, length);
    envelope->seed[length] = '\0';
    envelope->seed_length = (int)length;
    return true;
}

static bool read_seed(struct spec *spec, struct json from, struct tool_fault *fault) {
    char seed[ENVELOPE_SEED_MAX + 1];
    spec->envelope = envelope_plain();
    if (!json_given(from)) return true;
    int length = json_string(from, seed, sizeof seed);
    return (length >= 0 && set_seed(spec, seed, (size_t)length)) ||
           azul_tool_fail(fault, "BAD_REQUEST", bad_seed, from);
}

static bool read_players(struct spec *spec, struct json from, struct tool_fault *fault) {
    int64_t players = AZUL_SEATS_MIN;
    if (json_given(from) && !json_int(from, AZUL_SEATS_MIN, AZUL_SEATS_MAX, &players))
        return azul_tool_fail(fault, "BAD_REQUEST", bad_players, from);
    spec->players = (int)players;
    return true;
}

static bool read_budget(struct spec *spec, struct json from, struct tool_fault *fault) {
    int64_t milliseconds = BUDGET;
    if (json_given(from) && !json_int(from, 0, INT64_MAX, &milliseconds))
        return azul_tool_fail(fault, "BAD_REQUEST", bad_budget, from);
    if (milliseconds > BUDGET_MAX) return azul_tool_fail(fault, "LIMIT", large_budget, from);
    spec->seconds = (double)milliseconds / 1000;
    return true;
}

static bool answer_scenario(void *self, struct json request, struct text *out,
                            struct tool_fault *fault) {
    struct scenario *scenario = self;
    struct spec *spec = &scenario->spec;
    if (!read_filters(spec, request, fault) ||
        !read_players(spec, json_get(request, "players"), fault) ||
        !read_budget(spec, json_get(request, "budget_ms"), fault) ||
        !read_seed(spec, json_get(request, "seed"), fault))
        return false;
    const char *wrong = find(scenario);
    if (wrong) return azul_tool_fail(fault, "LIMIT", wrong, (struct json){NULL, 0});
    put_position(scenario, out);
    return true;
}

/* The command line. */

enum { STAGE, PART, THEME, GRADE, PLAYERS, SEED, COUNT, JSON };

/* Prints a position as a line. */
static void print_position(const struct scenario *scenario, const struct tool_call *call) {
    char buffer[LINE_BYTES];
    struct text out = text_over(buffer, sizeof buffer);
    if (call->values[JSON]) {
        json_open(&out, '{');
        put_position(scenario, &out);
        json_close(&out, '}');
    } else {
        put_state(scenario, &out);
    }
    text_char(&out, '\n');
    call->print(call->self, out.at, out.length);
}

/* Compares an option's value with a name in capitals; small letters will do. */
static bool is_name(const char *value, const char *name) {
    while (*value && (*value == *name || (*value >= 'a' && *value - 'a' + 'A' == *name)))
        value++, name++;
    return !*value && !*name;
}

/* Finds the name that an option gives. Returns false if there is no such name. */
static bool find_name(const char *value, const char *const *names, int *index) {
    *index = ANY;
    for (int i = 0; value && names[i]; i++)
        if (is_name(value, names[i])) *index = i;
    return !value || *index != ANY;
}

/* Reads a whole number; *number stays if none is given. */
static bool read_whole(const char *value, int min, int max, int *number) {
    int read = 0;
    if (!value) return true;
    for (const char *at = value; *at; at++) {
        if (*at < '0' || *at > '9' || read > max) return false;
        read = read * 10 + (*at - '0');
    }
    *number = read;
    return *value && read >= min && read <= max;
}

static const char *read_call(const struct tool_call *call, struct spec *spec, int *count) {
    const char *const *values = call->values;
    const char *seed = values[SEED] ? values[SEED] : "";
    *spec = (struct spec){
        .players = AZUL_SEATS_MIN, .seconds = BUDGET / 1000, .envelope = envelope_plain()};
    if (!find_name(values[STAGE], azul_scenario_stages, &spec->stage))
        return "--stage must be EARLY, MID or LATE";
    if (!find_name(values[PART], azul_scenario_parts, &spec->part))
        return "--game-stage must be OPENING, MIDDLE or END";
    if (!find_name(values[THEME], azul_scenario_themes, &spec->theme))
        return "--theme must be FLOOR, TOKEN, DENIAL, BONUS or TILING";
    if (!find_name(values[GRADE], azul_scenario_grades, &spec->grade))
        return "--difficulty must be EASY, MEDIUM or HARD";
    if (!read_whole(values[PLAYERS], AZUL_SEATS_MIN, AZUL_SEATS_MAX, &spec->players))
        return "--players must be a whole number from 2 to 4";
    if (!read_whole(values[COUNT], 1, COUNT_MAX, count))
        return "--count must be a whole number from 1 to 1000000";
    if (values[SEED] && !set_seed(spec, seed, strlen(seed)))
        return "--seed must be at most 64 bytes long";
    return NULL;
}

/* Sets the seed of the number-th of several positions: "SEED/1" and so on, or "1" without a seed.
 */
static bool set_numbered(struct spec *spec, const char *seed, int number) {
    char buffer[2 * ENVELOPE_SEED_MAX];
    struct text text = text_over(buffer, sizeof buffer);
    if (seed) text_format(&text, "%s/", seed);
    text_int(&text, number);
    return set_seed(spec, buffer, text.length);
}

static int run_scenario(void *self, const struct tool_call *call) {
    struct scenario *scenario = self;
    int count = 0;
    const char *wrong = read_call(call, &scenario->spec, &count);
    if (wrong) return azul_tool_complain(call, wrong, TOOL_USAGE);
    for (int number = 1; number <= (count ? count : 1); number++) {
        if (count && !set_numbered(&scenario->spec, call->values[SEED], number))
            return azul_tool_complain(call, "--seed must leave room for the number of a position",
                                      TOOL_USAGE);
        wrong = find(scenario);
        if (wrong) return azul_tool_complain(call, wrong, TOOL_FAILED);
        print_position(scenario, call);
    }
    return TOOL_FINE;
}

static const struct tool_option options[] = {
    [STAGE] = {"stage", "NAME", "stage of the round: EARLY, MID or LATE; any if not given"},
    [PART] = {"game-stage", "NAME", "stage of the game: OPENING, MIDDLE or END"},
    [THEME] = {"theme", "NAME", "what it is about: FLOOR, TOKEN, DENIAL, BONUS or TILING"},
    [GRADE] = {"difficulty", "NAME", "EASY, MEDIUM or HARD"},
    [PLAYERS] = {"players", "N", "from 2 to 4; 2 if not given"},
    [SEED] = {"seed", "TEXT", "chooses the position; the same text gives the same position"},
    [COUNT] = {"count", "N", "print N positions, those of the seeds TEXT/1, TEXT/2 and so on"},
    [JSON] = {"json", NULL, "print what is known of the position, too"},
    {NULL, NULL, NULL},
};

static const char *const examples[] = {
    "{\"cmd\":\"scenario\",\"game\":\"azul\",\"stage\":\"MID\",\"theme\":\"FLOOR\","
    "\"difficulty\":\"EASY\",\"seed\":\"monday\"}",
    "{\"cmd\":\"scenario\",\"game\":\"azul\",\"game_stage\":\"OPENING\",\"stage\":\"LATE\","
    "\"theme\":\"TOKEN\",\"difficulty\":\"EASY\",\"budget_ms\":500}",
    NULL,
};

const struct tool azul_tool_scenario = {
    .name = "scenario",
    .arguments = "",
    .summary = "make positions worth practising",
    .help = TOOL_COMMAND(
        "Prints a position from a game of good players, as a state in JSON, one a line. It has "
        "six or more different moves, and the best one is better than the next by 0.25 points or "
        "more. docs/coach-azul.md tells what stages, themes and difficulty mean; their names may "
        "be in small letters. To look at the board, keep the position in a file and `play` from "
        "it. To see the best move, ask `best`.\n\n"
        "  tilewright azul scenario --stage mid --theme denial > position.json\n"
        "  tilewright play --from position.json\n"
        "  tilewright best position.json\n"
        "  tilewright azul scenario --count 100 --difficulty hard > practice.jsonl"),
    .options = TOOL_COMMAND(options),
    .examples = examples,
    .init = init_scenario,
    .release = release_scenario,
    .answer = answer_scenario,
    .run = TOOL_COMMAND(run_scenario),
};
