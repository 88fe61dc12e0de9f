/* Answers: a move as the acts that an agent can be asked about, and what is said of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/session.h"
#include "term/verdict.h"

static void begin(struct answer *answer, struct session *session, const char *name) {
    const struct game *game = games_find(name);
    int params[PARAMS_MAX];
    game_standard(game, params);
    assert_int_equal(session_init(session, game, params, rng_new(3, 0)), 0);
    assert_int_equal(answer_init(answer, game), 0);
    answer_begin(answer, session->state, 0);
}

static void end(struct answer *answer, struct session *session) {
    answer_release(answer);
    session_release(session);
}

static void test_one_act(void **unused) {
    (void)unused;
    struct answer answer;
    struct session session;
    begin(&answer, &session, "azul");
    session.game->choices(session.state, 0, session.scratch);
    answer_add(&answer, session.scratch[2].act);
    assert_true(answer.complete && answer.count == 1 && !answer.timed);
    assert_true(answer.acts[0] == session.scratch[2].act && answer.picked == answer.acts[0]);
    assert_true(answer_back(&answer));
    assert_true(!answer.complete && game_equal(session.game, answer.now, session.state));
    assert_false(answer_back(&answer));
    end(&answer, &session);
}

/* All shorthands that are legal: their acts in a row do the same. */
static void test_chains(void **unused) {
    (void)unused;
    struct answer answer;
    struct session session;
    int chains = 0;
    begin(&answer, &session, "slide");
    const struct game *game = session.game;
    struct shape shape = game->shape(session.state);
    for (int i = 0; i < shape.shorthands; i++) {
        action act = (action)(shape.actions + i);
        if (game->refuse(session.state, 0, act)) continue;
        answer_again(&answer);
        answer_add(&answer, act);
        answer_play(&answer, answer.count, answer.query.spare);
        assert_true(game_equal(game, answer.query.spare, answer.now));
        assert_true(answer.picked == act && answer.acts[0] < (action)shape.actions);
        chains += answer.count > 1;
    }
    assert_in_range(chains, 1, 100);
    end(&answer, &session);
}

/* Where a clock runs the answer goes on until the capsule has landed. */
static void test_timed(void **unused) {
    (void)unused;
    struct answer answer;
    struct session session;
    begin(&answer, &session, "falls");
    const struct game *game = session.game;
    int actions = game->shape(session.state).actions;
    action fall = (action)actions, drop = (action)(actions - 1);
    answer_add(&answer, drop);
    assert_true(answer.timed && !answer.complete);
    answer_add(&answer, fall);
    assert_true(answer.complete && answer.count > 2);
    for (int i = 0; i < answer.count; i++) assert_true(answer.acts[i] == drop);
    assert_true(answer_back(&answer) && !answer.complete);
    answer_again(&answer);
    assert_true(answer.count == 0 && game_equal(game, answer.now, session.state));
    end(&answer, &session);
}

/* Losses of several acts add up, and the reasons are of the worst; gains do not make up for them.
 */
static void test_sums(void **unused) {
    (void)unused;
    struct candidate candidate = {.visits = 1, .exact = true};
    struct advice_verdict said = {.advice = {.candidates = &candidate, .proven = true},
                                  .user = &candidate,
                                  .graded = true,
                                  .delta = 1.5,
                                  .error = 3,
                                  .reasons_count = 1};
    struct verdict verdict = {.graded = false};
    strcpy(said.reasons[0].text, "first");
    verdict_add(&verdict, &said, false);
    assert_true(verdict.proven && verdict.grade == ADVICE_OKAY);
    strcpy(said.reasons[0].text, "worst");
    said.delta = 2, said.error = 4, said.advice.proven = false;
    verdict_add(&verdict, &said, false);
    strcpy(said.reasons[0].text, "gain");
    said.delta = -9, said.error = 0;
    verdict_add(&verdict, &said, false);
    assert_true(verdict.graded && verdict.grade == ADVICE_MISS && !verdict.proven);
    assert_true(verdict.delta == 3.5 && verdict.error == 5);
    assert_string_equal(verdict.reasons[0].text, "worst");
    verdict = (struct verdict){.graded = false};
    verdict_add(&verdict, &said, true);
    assert_true(verdict.delta == -9 && verdict.grade == ADVICE_EXCELLENT);
}

static void test_shares(void **unused) {
    (void)unused;
    struct budget share = verdict_share((struct budget){.nodes = 10, .milliseconds = 3}, 4);
    assert_true(share.nodes == 2 && share.rollouts == 0 && share.milliseconds == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_act), cmocka_unit_test(test_chains), cmocka_unit_test(test_timed),
        cmocka_unit_test(test_sums),    cmocka_unit_test(test_shares),
    };
    return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
