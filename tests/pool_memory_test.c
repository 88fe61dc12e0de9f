/* Short memory for those who work for many: tables in a pool of threads, and the clerk. Every place
 * that takes memory fails in turn; nothing crashes or leaks, and each request has an answer. */
#include "tests/support/starve.h"

#include "agents/agents.h"
#include "games/games.h"
#include "play/journal.h"
#include "play/table.h"
#include "serve/clerk.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ANSWER_BYTES = 1 << 16 };

static void rest(void) {
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

/* As on a server: a light table that tells a journal, an agent of a pool that takes over. A
 * question that lacks memory waits until there is some. */

static void tell_journal(void *self, const void *state, struct event event) {
    struct journal *journal = self;
    (void)state;
    if (journal_add(journal, event) < 0) journal->count = CALLS_MAX; /* it is no use any more */
}

/* Plays some moves of the person, and what the agent answers. */
static void sit(struct table *table) {
    const struct session *session = &table->session;
    for (int i = 0; i < 12 && !table->trouble; i++) {
        while (table_due(table) <= 0 || table_thinking(table)) table_run(table, 0), rest();
        if (!table_persons(table)) break;
        table->game->choices(session->state, 0, session->scratch);
        table_act(table, 0, session->scratch[0].act, 0);
    }
}

/* The journal tells the game, unless memory was short. */
static bool play(struct table *table, const struct table_setup *setup,
                 const struct journal *journal) {
    struct session played;
    struct player player = {.agent = agents_of(setup->game, 1)};
    if (table_init(table, setup, 0) || table_seat_agent(table, 1, player)) return false;
    sit(table);
    if (table->trouble || journal->count >= CALLS_MAX) return false;
    const char *wrong =
        journal_play(setup->game, setup->params, journal->bytes, journal->length, &played);
    if (!wrong) assert_int_equal(played.count, journal->count);
    if (!wrong) assert_true(game_equal(setup->game, played.state, table->session.state));
    session_release(&played);
    return !wrong;
}

static bool play_in_pool(const void *of) {
    const struct host host = {.threads = 1};
    struct journal journal = {.bytes = NULL};
    struct table_setup setup = {.game = of,
                                .rng = rng_new(1, 0),
                                .host = &host,
                                .pool = pool_new(&host, 1),
                                .light = true,
                                .tell = tell_journal,
                                .tell_self = &journal};
    struct table table = {.recorder = {.file = -1}};
    game_standard(of, setup.params);
    bool done = setup.pool && play(&table, &setup, &journal);
    table_release(&table);
    journal_release(&journal);
    pool_free(setup.pool);
    return done;
}

static void test_pools(void **state) {
    (void)state;
    starve(play_in_pool, games_list[0]);
}

/* Each request is answered, if only with the want of memory. */

static atomic_int ready;
static int fine_answers, all_answers;

static void note_answer(void *self) {
    atomic_fetch_add((atomic_int *)self, 1);
}

static void take_answer(void *self, const char *line, size_t length) {
    (void)self;
    char answer[ANSWER_BYTES];
    snprintf(answer, sizeof answer, "%.*s", (int)length, line);
    bool fine = strstr(answer, "\"ok\":true");
    if (!fine && !strstr(answer, "there is not enough memory")) fail_msg("%s", answer);
    fine_answers += fine;
    all_answers++;
}

static bool ask_clerk(const void *request) {
    struct clerk *clerk = clerk_new(1, note_answer, &ready);
    struct clerk_client *client = clerk ? clerk_open(clerk, take_answer, NULL) : NULL;
    fine_answers = all_answers = 0;
    for (int i = 0; i < 3 && client; i++)
        clerk_ask(client, i == 1 ? "{\"cmd\":\"cancel\",\"target\":7}" : request,
                  i == 1 ? 27 : strlen(request));
    while (client && all_answers < 3) {
        rest();
        if (atomic_exchange(&ready, 0)) clerk_deliver(clerk);
    }
    if (client) clerk_close(client);
    clerk_free(clerk);
    return fine_answers == 3;
}

static void test_clerk(void **state) {
    (void)state;
    starve(ask_clerk, "{\"cmd\":\"games\"}");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pools), cmocka_unit_test(test_clerk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
