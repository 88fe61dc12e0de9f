/* Sessions: records and undo. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/record.h"
#include "games/games.h"
#include "play/session.h"
#include <string.h>

enum { ACTS = 40, LINE = 4096, TOKENS = 2048 };

static void begin(struct session *session, const char *name, int rows, int cols, int difficulty) {
    int params[PARAMS_MAX];
    const struct game *game = games_find(name);
    assert_non_null(game);
    game_standard(game, params);
    params[0] = rows, params[1] = cols, params[3] = difficulty;
    assert_int_equal(session_init(session, game, params, rng_new(1, 0)), 0);
    assert_int_equal(game_mover(game, session->state), 0);
}

/* Plays a random act of seat 0 and returns it. */
static action act_randomly(struct session *session) {
    action act = game_draw(session->game, session->state, 0, &session->rng, session->scratch);
    assert_int_equal(session_act(session, 0, act), 0);
    return act;
}

static uint64_t hash_of(const struct session *session) {
    return game_hash(session->game, session->state);
}

/* Undo to the start and play again: each state is as before. */
static void test_undo(void **unused) {
    (void)unused;
    struct session session;
    uint64_t hashes[ACTS + 1];
    action acts[ACTS];
    begin(&session, "slide", 4, 4, 0);
    size_t setup = session.count;
    for (int i = 0; i < ACTS; i++) {
        hashes[i] = hash_of(&session);
        acts[i] = act_randomly(&session);
    }
    hashes[ACTS] = hash_of(&session);
    for (int i = ACTS - 1; i >= 0; i--) {
        assert_true(session_undo(&session));
        assert_int_equal(hash_of(&session), hashes[i]);
    }
    assert_int_equal(session.count, setup);
    assert_false(session_undo(&session));
    assert_int_equal(hash_of(&session), hashes[0]);
    for (int i = 0; i < ACTS; i++) {
        assert_int_equal(session_act(&session, 0, acts[i]), 0);
        assert_int_equal(hash_of(&session), hashes[i + 1]);
    }
    session_release(&session);
}

/* The last move of a finished game can be undone, too. */
static void test_undo_the_end(void **unused) {
    (void)unused;
    struct session session;
    begin(&session, "slide", 2, 2, 1);
    while (!game_over(session.game, session.state)) act_randomly(&session);
    assert_int_equal(session.game->winners(session.state), 1);
    assert_true(session_undo(&session));
    assert_false(game_over(session.game, session.state));
    session_release(&session);
}

static struct json parse(const char *text, struct json_doc *doc) {
    static struct json_token tokens[TOKENS];
    assert_null(json_parse(doc, text, strlen(text), tokens, TOKENS));
    return json_root(doc);
}

/* Starts the game of a record's head. */
static const struct game *read_head(const char *line, void *state) {
    struct json_doc doc;
    struct json head = parse(line, &doc);
    struct record_fault fault;
    int params[PARAMS_MAX];
    char name[32];
    assert_true(json_string(json_get(head, "game"), name, sizeof name) > 0);
    const struct game *game = games_find(name);
    assert_non_null(game);
    assert_true(record_read_params(game, json_get(head, "params"), params, &fault));
    game->start(state, params);
    return game;
}

static void read_event(const struct game *game, void *state, char *line) {
    char array[LINE + 2];
    struct json_doc doc;
    struct record_fault fault;
    line[strcspn(line, "\n")] = '\0';
    snprintf(array, sizeof array, "[%s]", line);
    if (!record_replay(game, state, parse(array, &doc), &fault))
        fail_msg("%s in %s", fault.why, line);
}

/* Reading a written record line by line gives the same state. */
static void test_record(void **unused) {
    (void)unused;
    struct session session;
    char line[LINE];
    size_t lines = 0;
    FILE *file = tmpfile();
    assert_non_null(file);
    begin(&session, "slide", 3, 5, 0);
    for (int i = 0; i < ACTS; i++) act_randomly(&session);
    assert_int_equal(session_write(&session, file), 0);
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    const struct game *game = read_head(line, session.spare);
    assert_ptr_equal(game, session.game);
    for (; fgets(line, sizeof line, file); lines++) read_event(game, session.spare, line);
    assert_int_equal(lines, session.count);
    assert_true(game_equal(game, session.state, session.spare));
    fclose(file);
    session_release(&session);
}

static void test_record_on_full_disk(void **unused) {
    (void)unused;
    struct session session;
    FILE *file = fopen("/dev/full", "w");
    begin(&session, "slide", 2, 2, 2);
    if (file) assert_int_equal(session_write(&session, file), -1);
    if (file) fclose(file);
    session_release(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_undo_the_end),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_record_on_full_disk),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
