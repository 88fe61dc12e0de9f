/* What the tests of the store share: a folder of its own for each, and games to keep. Include it
 * after cmocka. */
#ifndef STORE_STORE_TEST_H
#define STORE_STORE_TEST_H

#include "store/store.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 256, COMMAND_BYTES = 600 };

static char root[64], path[PATH_BYTES];
static char why[1024];
static struct store *store;

static inline int set_up(void **unused) {
    (void)unused;
    bool memory = access("/dev/shm", W_OK) == 0; /* no test waits for a disk if it need not */
    snprintf(root, sizeof root, "%s/tilewright-store-XXXXXX", memory ? "/dev/shm" : "/tmp");
    if (!mkdtemp(root)) return -1;
    snprintf(path, sizeof path, "%s/data/results.db", root);
    return 0;
}

static inline void close_store(void) {
    store_close(store);
    store = NULL;
}

static inline int clear_up(void **unused) {
    (void)unused;
    char command[COMMAND_BYTES];
    close_store();
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

static inline struct store *open_it(const char *name) {
    struct text wrong = text_over(why, sizeof why);
    struct store *opened = store_open(name, NULL, NULL, &wrong);
    if (opened) assert_int_equal(wrong.length, 0);
    return opened;
}

static inline void open_store(const char *name) {
    store = open_it(name);
    if (!store) fail_msg("%s", why);
}

static inline void require_refused(const char *name, const char *words) {
    struct store *opened = open_it(name);
    if (opened) fail_msg("%s is opened", name);
    if (!strstr(why, words)) fail_msg("'%s' does not say '%s'", why, words);
}

/* Makes a game of seats as "Anna 1 40,bot:coach 2 30": name, rank and points. */
static inline struct store_game make_game(const char *name, const char *seats) {
    static const uint8_t journal[] = "events";
    struct store_game game = {
        .ended = 1000000, .seconds = 61.5, .rated = true, .journals_count = 1};
    snprintf(game.game, sizeof game.game, "%s", name);
    game.params[0] = 2;
    game.params[2] = -7;
    game.journals[0].bytes = journal;
    game.journals[0].length = sizeof journal;
    for (const char *at = seats; *at; at += strcspn(at, ","), at += *at == ',') {
        struct store_seat *seat = &game.seats[game.seats_count++];
        assert_int_equal(sscanf(at, "%79s %d %d", seat->name, &seat->rank, &seat->points), 3);
        seat->agent = strncmp(seat->name, "bot:", 4) == 0;
        seat->won = seat->rank == 1;
    }
    return game;
}

static inline struct store_answer *answer_of(bool asked) {
    assert_true(asked);
    struct store_answer *answer = store_wait(store);
    assert_non_null(answer);
    assert_string_equal(answer->wrong, "");
    return answer;
}

/* Keeps a game and returns what came of it, without its journals. */
static inline struct store_game keep(const struct store_game *game) {
    struct store_answer *answer = answer_of(store_keep(store, 5, game));
    struct store_game kept = answer->game;
    assert_int_equal(answer->kind, STORE_KEPT);
    assert_int_equal(answer->tag, 5);
    assert_true(kept.id > 0);
    store_drop(answer);
    return kept;
}

static inline struct store_game play(const char *name, const char *seats) {
    struct store_game game = make_game(name, seats);
    return keep(&game);
}

static inline void require_counts(int64_t games, int64_t players) {
    struct store_answer *answer = answer_of(store_ask_counts(store, 1));
    assert_int_equal(answer->kind, STORE_COUNTS);
    assert_int_equal(answer->counts[0], games);
    assert_int_equal(answer->counts[1], players);
    store_drop(answer);
}

#endif
