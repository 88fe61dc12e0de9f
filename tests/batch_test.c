/* Batches: a game's own level is the level for any game made fast; that one does what a plain loop
 * over the rules does; lanes can be split and reset; options from outside are checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "tests/support/batches.h"
#include "tests/support/often.h"
#include "tilewright.h"
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A game's own level against the one for any game, in random ways to play. */
static void own_level_is_the_standard_one(void **unused) {
    (void)unused;
    struct rng rng = rng_new(18, 0);
    for (int i = 0; games_list[i]; i++)
        for (int round = 0; round < often(16, 800); round++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            uint64_t seed = rng_next(&rng);
            struct batches_one own = batches_open(&options, seed);
            options.level = lanes_standard(options.game);
            assert_string_equal(options.level->name, batch_lanes(own.batch)->level->name);
            struct batches_one any = batches_open(&options, seed);
            batches_play_both(&own, &any, 100, &rng);
            batches_close(&own);
            batches_close(&any);
        }
}

/* The plain twin of a lane: one game, stepped as Gymnasium says. */
struct plain {
    const struct lanes *lanes; /* how to play */
    void *state;
    struct choice *choices;
    struct rng luck;
    int length;
    bool ended;
    double returned[SEATS_MAX];
    /* What the step told: */
    bool terminated, truncated;
    double reward[SEATS_MAX];
};

static void settle(struct plain *plain) {
    const struct game *game = plain->lanes->game;
    while (game->movers(plain->state) == UINT32_C(1) << CHANCE) {
        action act = game_draw(game, plain->state, CHANCE, &plain->luck, plain->choices);
        game->apply(plain->state, CHANCE, act);
    }
}

/* Rivals play until it is the turn of seat 0. */
static void pass_on(struct plain *plain) {
    const struct game *game = plain->lanes->game;
    while (plain->lanes->rivals && !game_over(game, plain->state)) {
        int seat = game_mover(game, plain->state);
        if (seat <= 0) return;
        game->apply(plain->state, seat,
                    game_draw(game, plain->state, seat, &plain->luck, plain->choices));
        settle(plain);
    }
}

static void begin(struct plain *plain) {
    plain->length = 0;
    plain->ended = false;
    memset(plain->returned, 0, sizeof plain->returned);
    do {
        memcpy(plain->state, plain->lanes->fresh, plain->lanes->size);
        settle(plain);
        pass_on(plain);
    } while (game_over(plain->lanes->game, plain->state));
}

static void play(struct plain *plain, int who, action act) {
    const struct game *game = plain->lanes->game;
    if (game->refuse(plain->state, who, act)) return;
    game->apply(plain->state, who, act);
    settle(plain);
}

static void play_turn(struct plain *plain, const int32_t *acts) {
    const struct game *game = plain->lanes->game;
    int seat = game_mover(game, plain->state), actions = game->shape(plain->state).actions;
    bool legal = *acts >= 0 && *acts < actions && !game->refuse(plain->state, seat, (action)*acts);
    if (legal)
        play(plain, seat, (action)*acts);
    else
        plain->reward[seat]--;
    pass_on(plain);
}

static void play_tick(struct plain *plain, const int32_t *acts) {
    int seats = plain->lanes->seats, actions = plain->lanes->game->shape(plain->state).actions;
    for (int seat = 0; seat < seats; seat++)
        if (acts[seat] >= 0 && acts[seat] < actions) play(plain, seat, (action)acts[seat]);
    for (int seat = 0; seat < seats; seat++) play(plain, CLOCK, (action)seat);
}

static int outcome_of(uint32_t winners, int seat) {
    if (winners == UINT32_C(1) << seat) return 1;
    return winners >> seat & 1 ? 0 : -1;
}

static void step(struct plain *plain, const int32_t *acts) {
    const struct lanes *lanes = plain->lanes;
    const struct game *game = lanes->game;
    memset(plain->reward, 0, sizeof plain->reward);
    if (plain->ended) {
        if (lanes->autoreset == LANES_DISABLED) return;
        begin(plain);
        plain->terminated = plain->truncated = false;
        return;
    }
    for (int seat = 0; seat < lanes->seats; seat++)
        plain->reward[seat] -= game->score(plain->state, seat);
    (game_has_clock(game) ? play_tick : play_turn)(plain, acts);
    plain->length++;
    plain->terminated = game_over(game, plain->state);
    plain->truncated = !plain->terminated && lanes->limit && plain->length >= lanes->limit;
    plain->ended = plain->terminated || plain->truncated;
    for (int seat = 0; seat < lanes->seats; seat++) {
        plain->reward[seat] += game->score(plain->state, seat);
        if (lanes->reward == LANES_OUTCOME && !plain->terminated) plain->reward[seat] = 0;
        if (lanes->reward == LANES_OUTCOME && plain->terminated)
            plain->reward[seat] = outcome_of(game->winners(plain->state), seat);
        plain->returned[seat] += plain->reward[seat];
    }
}

static void require_view(const struct plain *plain, int seat, const uint8_t *view) {
    const struct lanes *lanes = plain->lanes;
    uint8_t *seen = calloc(1, lanes->view_bytes);
    if (lanes->view)
        lanes->view->write(plain->state, seat, seen);
    else
        lanes->game->observe(plain->state, seat, seen);
    assert_memory_equal(seen, view, lanes->view_bytes);
    free(seen);
}

static void require_mask(const struct plain *plain, int seat, const uint8_t *mask) {
    const struct lanes *lanes = plain->lanes;
    const struct game *game = lanes->game;
    bool over = game_over(game, plain->state);
    for (int act = 0; act < lanes->acts; act++) {
        int allowed = lanes->bits ? mask[act / 8] >> act % 8 & 1 : mask[act];
        bool wait = game_has_clock(game) && act == lanes->acts - 1;
        assert_int_equal(allowed, wait ? !over : !game->refuse(plain->state, seat, (action)act));
    }
}

/* What a step of a batch of one lane told and wrote, against the twin. */
static void require_told(struct plain *plain, const struct batches_one *one) {
    const struct lanes *lanes = plain->lanes;
    assert_int_equal(one->io.terminated[0], plain->terminated);
    assert_int_equal(one->io.truncated[0], plain->truncated);
    for (int seat = 0; seat < lanes->seats; seat++) {
        assert_true(one->io.rewards[seat] == (float)plain->reward[seat]);
        if (plain->ended && plain->length > 0)
            assert_true(one->io.returns[seat] == (float)plain->returned[seat]);
    }
    if (plain->ended) assert_int_equal(one->io.lengths[0], plain->length);
    if (plain->ended && lanes->autoreset == LANES_SAME_STEP) {
        int seat = lanes->learners == 1 && !game_over(lanes->game, plain->state)
                       ? game_mover(lanes->game, plain->state)
                       : 0;
        if (lanes->learners > 1 || lanes->seats == 1 || !plain->terminated)
            require_view(plain, seat < 0 ? 0 : seat, one->io.final_views);
        begin(plain);
    }
    assert_memory_equal(plain->state, lanes_state(lanes, 0), lanes->size);
    for (int i = 0; i < lanes->learners; i++) {
        int seat = lanes->level->together ? i : one->io.seats[0];
        if (!lanes->level->together && !game_over(lanes->game, plain->state))
            assert_int_equal(seat, game_mover(lanes->game, plain->state));
        require_view(plain, seat, one->io.views + (size_t)i * lanes->view_bytes);
        require_mask(plain, seat, one->io.masks + (size_t)i * lanes->mask_bytes);
    }
}

static void standard_level_is_a_plain_loop(void **unused) {
    (void)unused;
    struct rng rng = rng_new(19, 0);
    for (int i = 0; games_list[i]; i++)
        for (int round = 0; round < often(8, 300); round++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            uint64_t seed = rng_next(&rng);
            options.level = lanes_standard(options.game);
            options.count = 1;
            struct batches_one one = batches_open(&options, seed);
            struct plain plain = {.lanes = batch_lanes(one.batch), .luck = rng_new(seed, 0)};
            plain.state = malloc(options.game->state_max);
            plain.choices = malloc(sizeof *plain.choices * (size_t)options.game->choices_max);
            begin(&plain); /* a batch begins its games, and the reset does so again */
            begin(&plain);
            for (int k = 0; k < 60; k++) {
                batches_draw(&one, &rng);
                batch_step(one.batch);
                step(&plain, one.acts);
                require_told(&plain, &one);
            }
            free(plain.state);
            free(plain.choices);
            batches_close(&one);
        }
}

/* Rivals play legal acts until it is the learner's turn. */
static void rivals_leave_the_turn_to_the_learner(void **unused) {
    (void)unused;
    struct rng rng = rng_new(20, 0);
    for (int i = 0; games_list[i]; i++) {
        struct batch_options options = batches_options(games_list[i], &rng);
        if (games_list[i]->seats_max == 1 || game_has_clock(games_list[i])) continue;
        options.rivals = true;
        struct batches_one one = batches_open(&options, 7);
        const struct lanes *lanes = batch_lanes(one.batch);
        for (int k = 0; k < 2000; k++) {
            batches_draw(&one, &rng);
            batch_step(one.batch);
            for (int lane = 0; lane < lanes->count; lane++) {
                const void *state = lanes_state(lanes, lane);
                assert_null(options.game->check(state));
                assert_int_equal(one.io.seats[lane], 0);
                assert_true(game_over(options.game, state) || game_mover(options.game, state) == 0);
            }
        }
        batches_close(&one);
    }
}

/* Lane i of a batch plays as a batch of its own with the seed + i. */
static void batches_can_be_split(void **unused) {
    (void)unused;
    struct rng rng = rng_new(21, 0);
    for (int i = 0; games_list[i]; i++)
        for (int round = 0; round < often(6, 100); round++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            uint64_t seed = UINT64_MAX - rng_below(&rng, 4);
            options.count = 7;
            struct batches_one whole = batches_open(&options, seed);
            options.count = 3;
            struct batches_one part = batches_open(&options, seed + 2);
            int learners = batch_lanes(whole.batch)->learners;
            for (int k = 0; k < 40; k++) {
                batches_draw(&whole, &rng);
                batch_sample(part.batch, part.acts);
                memcpy(part.acts, whole.acts + 2 * learners,
                       sizeof *part.acts * (size_t)(3 * learners));
                batch_step(whole.batch);
                batch_step(part.batch);
                batches_compare(&whole, 2, &part);
            }
            batches_close(&whole);
            batches_close(&part);
        }
}

static void reset_begins_the_lanes_asked_for(void **unused) {
    (void)unused;
    struct rng rng = rng_new(22, 0);
    struct batch_options options = batch_standard(games_find("slide"));
    options.count = 4;
    struct batches_one one = batches_open(&options, 3);
    const struct lanes *lanes = batch_lanes(one.batch);
    for (int k = 0; k < 20; k++) {
        batches_draw(&one, &rng);
        batch_step(one.batch);
    }
    const uint8_t which[4] = {0, 1, 0, 9};
    batch_seed(one.batch, 50, which);
    batch_reset(one.batch, which);
    for (int lane = 0; lane < 4; lane++) {
        assert_int_equal(lanes->one[lane].length, which[lane] ? 0 : 20);
        assert_int_equal(lanes->one[lane].luck.seed, which[lane] ? 50 + lane : 3 + lane);
    }
    batches_close(&one);
}

/* One board of 2x2 in twelve is dealt solved: it is dealt anew. */
static void games_begin_unsolved(void **unused) {
    (void)unused;
    struct batch_options options = batch_standard(games_find("slide"));
    options.params[game_param(options.game, "rows")] = 2;
    options.params[game_param(options.game, "cols")] = 2;
    options.count = 1000;
    for (int own = 0; own < 2; own++) {
        if (!own) options.level = lanes_standard(options.game);
        struct batches_one one = batches_open(&options, 3);
        const struct lanes *lanes = batch_lanes(one.batch);
        for (int lane = 0; lane < lanes->count; lane++) {
            assert_false(game_over(options.game, lanes_state(lanes, lane)));
            assert_int_equal(lanes->one[lane].ended, LANES_GOES_ON);
        }
        batches_close(&one);
    }
}

/* With other buffers, or with none but the acts, games go on all the same; and a step writes all
 * that is seen, of games that are over, too. */
static void buffers_can_be_changed(void **unused) {
    (void)unused;
    struct rng rng = rng_new(26, 0);
    for (int i = 0; games_list[i]; i++)
        for (int round = 0; round < 3 * often(2, 20); round++) {
            struct batch_options options = batches_options(games_list[i], &rng);
            options.autoreset = (enum lanes_autoreset)(round % 3);
            options.limit = 1 + (int)rng_below(&rng, 20);
            uint64_t seed = rng_next(&rng);
            struct batches_one one = batches_open(&options, seed),
                               other = batches_open(&options, seed);
            batch_bind(other.batch, &(struct lanes_buffers){.acts = other.acts});
            for (int k = 0; k < 40; k++) {
                if (k == 30) batch_bind(other.batch, &other.io);
                batches_draw(&one, &rng);
                batch_sample(other.batch, other.acts);
                memcpy(other.acts, one.acts, batches_acts(&one));
                batch_step(one.batch);
                batch_step(other.batch);
                if (k >= 30) batches_compare_seen(&one, 0, &other);
            }
            batches_close(&one);
            batches_close(&other);
        }
}

/* A child process has no threads of its parent: it plays on alone, and can free. */
static void batches_survive_a_fork(void **unused) {
    (void)unused;
    struct batch_options options = batch_standard(games_find("slide"));
    options.count = 8;
    options.threads = 4;
    struct batches_one one = batches_open(&options, 1);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* the threads sleep now */
    batch_sample(one.batch, one.acts);
    enum { FINE = 77, WRONG };
    pid_t child = fork();
    if (child == 0) { /* a crash must end it, and not go on with the other tests */
        signal(SIGSEGV, SIG_DFL), signal(SIGABRT, SIG_DFL);
        alarm(10);
    }
    for (int i = 0; i < 5; i++) batch_step(one.batch);
    int result = FINE;
    for (int lane = 0; lane < 8; lane++)
        if (batch_lanes(one.batch)->one[lane].length != 5) result = WRONG;
    batches_close(&one);
    if (child == 0) _exit(result);
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), FINE);
    assert_int_equal(result, FINE);
}

/* The exported calls */

static void require_refused(const char *game, int count, const char *options, const char *why) {
    char error[256] = "";
    assert_null(tw_vec_new(game, count, options, 0, error, sizeof error));
    assert_null(tw_vec_new(game, count, options, 0, NULL, 0));
    if (!strstr(error, why)) fail_msg("%s, not %s", error, why);
}

static void bad_options_are_refused(void **unused) {
    (void)unused;
    require_refused("chess", 1, NULL, "game must be one of: azul");
    require_refused(NULL, 1, NULL, "game must be one of");
    require_refused("slide", 0, NULL, "count must be from 1");
    require_refused("slide", 1, "[]", "options must be a JSON object");
    require_refused("slide", 1, "{", "options must be JSON");
    require_refused("slide", 1, "{\"speed\":1}", "there is no option 'speed'");
    require_refused("slide", 1, "{\"params\":{\"rows\":1}}",
                    "rows must be a whole number from 2 to 16");
    require_refused("slide", 1, "{\"params\":{\"row\":5}}", "'row': this game has no param");
    require_refused("slide", 1, "{\"level\":\"ticks\"}", "level must be one of slide: turns");
    require_refused("slide", 1, "{\"a\\u001b[31m\":3}", "there is no option 'a\\u001b[31m'");
    require_refused("slide", 1, "{\"level\":\"turns\\u0000\"}", "level must be one of");
    require_refused("slide", 1, "{\"view\":\"cells\\u0000\"}", "view must be one of");
    require_refused("falls", 1, "{\"level\":3}", "level must be one of falls: ticks");
    require_refused("slide", 1, "{\"view\":\"x\"}", "view must be one of slide: planes cells");
    require_refused("slide", 1, "{\"masks\":\"bit\"}", "masks must be");
    require_refused("slide", 1, "{\"writes\":\"some\"}", "writes must be");
    require_refused("slide", 1, "{\"autoreset\":1}", "autoreset must be");
    require_refused("slide", 1, "{\"reward\":\"\"}", "reward must be");
    require_refused("slide", 1, "{\"rivals\":\"all\"}", "rivals must be");
    require_refused("slide", 1, "{\"limit\":-1}", "limit must be");
    require_refused("slide", 1, "{\"threads\":0}", "threads must be");
    char *long_one = calloc(1, 5000);
    memset(long_one, ' ', 4999);
    require_refused("slide", 1, long_one, "at most 4096 bytes");
    free(long_one);
}

static void exported_calls_play(void **unused) {
    (void)unused;
    char error[256] = "";
    struct tw_vec *vec = tw_vec_new(
        "slide", 2, "{\"params\":{\"rows\":3,\"cols\":3},\"limit\":5,\"view\":\"cells\"}", 5, error,
        sizeof error);
    assert_string_equal(error, "");
    struct tw_vec_shape shape;
    tw_vec_measure(vec, &shape);
    assert_int_equal(shape.count, 2);
    assert_int_equal(shape.planes * shape.rows * shape.cols, 9);
    assert_int_equal(shape.actions, 4);
    assert_int_equal(tw_vec_step(vec), -1);
    int32_t acts[2], lengths[2] = {0};
    uint8_t seen[2][9], ends[2], cuts[2];
    tw_vec_bind(vec, &(struct tw_vec_buffers){.actions = acts,
                                              .observations = seen[0],
                                              .terminated = ends,
                                              .truncated = cuts,
                                              .episode_lengths = lengths});
    tw_vec_seed(vec, 9, NULL);
    tw_vec_reset(vec, NULL);
    for (int i = 0; i < 5; i++) {
        tw_vec_sample(vec, acts);
        assert_int_equal(tw_vec_step(vec), 0);
    }
    assert_true(ends[0] || (cuts[0] && lengths[0] == 5));
    char *bytes = malloc((size_t)shape.state_bytes), text[1000];
    assert_null(tw_vec_state_get(vec, 0, bytes));
    assert_null(tw_vec_state_set(vec, 1, bytes, 0));
    assert_non_null(tw_vec_state_get(vec, 2, bytes));
    assert_non_null(tw_vec_state_set(vec, -1, bytes, 0));
    assert_int_equal(tw_vec_look(vec, 0, 2), 0);
    assert_int_equal(tw_vec_look(vec, 1, 2), -1);
    assert_memory_equal(seen[0], seen[1], 9);
    int64_t length = tw_vec_json(vec, 1, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "slide_v1"));
    assert_int_equal(tw_vec_json(vec, 1, text, 9), -1);
    assert_int_equal(tw_vec_json(vec, 2, text, sizeof text), -1);
    free(bytes);
    tw_vec_free(vec);
    tw_vec_free(NULL);
}

/* JSON of the protocol goes in and out of lanes, and names their acts. */

static struct tw_vec *open_vec(const char *game, const char *options) {
    struct tw_vec *vec = tw_vec_new(game, 2, options, 5, NULL, 0);
    assert_non_null(vec);
    return vec;
}

static void states_go_in_as_json(void **unused) {
    (void)unused;
    struct rng rng = rng_new(26, 0);
    for (int i = 0; games_list[i]; i++) {
        struct tw_vec *vec = open_vec(games_list[i]->name, NULL);
        const struct lanes *lanes = batch_lanes((struct batch *)vec);
        static char text[65536], error[256];
        int32_t acts[2 * SEATS_MAX];
        uint8_t ended[2] = {9, 9};
        tw_vec_bind(vec, &(struct tw_vec_buffers){.actions = acts, .terminated = ended});
        for (int k = 0; k < 300; k++) {
            tw_vec_sample(vec, acts);
            tw_vec_step(vec);
            int64_t length = tw_vec_json(vec, 0, text, sizeof text);
            assert_true(length > 0);
            assert_int_equal(tw_vec_json_set(vec, 1, text, (size_t)length, error, 256), 0);
            assert_memory_equal(lanes_state(lanes, 0), lanes_state(lanes, 1), lanes->size);
            assert_int_equal(lanes->one[1].length, 0);
            tw_vec_look(vec, 1, 1);
            assert_int_equal(ended[1], game_over(lanes->game, lanes_state(lanes, 1)));
            size_t cut = rng_below(&rng, (uint32_t)length);
            assert_int_equal(tw_vec_json_set(vec, 1, text, cut, error, 256), -1);
            assert_true(strlen(error) > 0);
        }
        assert_int_equal(tw_vec_json_set(vec, 2, text, strlen(text), NULL, 0), -1);
        tw_vec_free(vec);
    }
}

static void other_states_stay_out(void **unused) {
    (void)unused;
    static char text[65536], error[256];
    struct tw_vec *vec = open_vec("lines", "{\"view\":\"cells\"}");
    struct tw_vec *other = open_vec("lines", "{\"params\":{\"lines98\":1}}");
    int64_t length = tw_vec_json(other, 0, text, sizeof text);
    assert_int_equal(tw_vec_json_set(vec, 0, text, (size_t)length, error, 256), -1);
    assert_non_null(strstr(error, "with the sizes and players of the batch"));
    tw_vec_free(other);
    other = open_vec("slide", NULL);
    length = tw_vec_json(other, 0, text, sizeof text);
    assert_int_equal(tw_vec_json_set(vec, 0, text, (size_t)length, error, 256), -1);
    tw_vec_free(other);
    tw_vec_free(vec);
}

static void acts_have_their_actions(void **unused) {
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        struct tw_vec *vec = open_vec(games_list[i]->name, NULL);
        struct tw_vec_shape shape;
        char text[500], error[256];
        int32_t acts[2 * SEATS_MAX];
        tw_vec_measure(vec, &shape);
        tw_vec_bind(vec, &(struct tw_vec_buffers){.actions = acts});
        for (int k = 0; k < 100; k++) {
            tw_vec_sample(vec, acts);
            int64_t length = tw_vec_action(vec, 0, 0, acts[0], text, sizeof text);
            if (length >= 0) /* else the game is over */
                assert_int_equal(tw_vec_act(vec, 0, 0, text, (size_t)length, error, 256), acts[0]);
            tw_vec_step(vec);
        }
        assert_int_equal(tw_vec_action(vec, 0, 0, shape.actions, text, sizeof text), -1);
        assert_int_equal(tw_vec_action(vec, 0, shape.learners, 0, text, sizeof text), -1);
        assert_int_equal(tw_vec_act(vec, 0, 0, "{}", 2, error, 256), -1);
        assert_int_equal(tw_vec_act(vec, 5, 0, "{}", 2, NULL, 0), -1);
        tw_vec_free(vec);
    }
    struct tw_vec *vec = open_vec("falls", "{\"level\":\"places\"}");
    char error[256];
    assert_int_equal(tw_vec_act(vec, 0, 0, "{\"move\":\"Left\"}", 15, error, 256), -1);
    assert_non_null(strstr(error, "one whose acts are the game's own"));
    tw_vec_free(vec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_level_is_the_standard_one),
        cmocka_unit_test(standard_level_is_a_plain_loop),
        cmocka_unit_test(rivals_leave_the_turn_to_the_learner),
        cmocka_unit_test(batches_can_be_split),
        cmocka_unit_test(reset_begins_the_lanes_asked_for),
        cmocka_unit_test(games_begin_unsolved),
        cmocka_unit_test(buffers_can_be_changed),
        cmocka_unit_test(batches_survive_a_fork),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(exported_calls_play),
        cmocka_unit_test(states_go_in_as_json),
        cmocka_unit_test(other_states_stay_out),
        cmocka_unit_test(acts_have_their_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
