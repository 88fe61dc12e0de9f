/* A program to be killed while it keeps games, and the look at what it left:
 *
 *     store_kill keep FILE SEED COUNT [CALL]    prints "ID TAG" for each game as soon as it is kept
 *     store_kill check FILE IDS                 requires these games and that nothing is half
 *
 * All of a game follows from its tag, which is kept as the time of its end. With CALL, the program
 * kills itself in the middle of that call of SQLite's to change a file, counted from 1. */
#include "base/rng.h"
#include "store/store.h"
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOURNAL_MAX = 6000, BURST_MAX = 40, LINE_BYTES = 64, PLAYERS = 12, WORDS_BYTES = 1024 };

static long calls, fatal;

static bool strikes(void) {
    return ++calls == fatal;
}

static ssize_t write_some(int file, const void *bytes, size_t length, off_t at) {
    bool last = strikes();
    ssize_t written = pwrite(file, bytes, last ? length / 2 : length, at);
    if (last) raise(SIGKILL);
    return written;
}

static int cut(int file, off_t length) {
    if (strikes()) raise(SIGKILL);
    return ftruncate(file, length);
}

static int take_away(const char *name) {
    if (strikes()) raise(SIGKILL);
    return unlink(name);
}

static void arm(long call) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    fatal = call;
    vfs->xSetSystemCall(vfs, "pwrite", (sqlite3_syscall_ptr)write_some);
    vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)write_some);
    vfs->xSetSystemCall(vfs, "ftruncate", (sqlite3_syscall_ptr)cut);
    vfs->xSetSystemCall(vfs, "unlink", (sqlite3_syscall_ptr)take_away);
}

/* Makes the game of a tag; its journals go into `bytes`. */
static void make_game(int64_t tag, struct store_game *game, uint8_t bytes[SEATS_MAX][JOURNAL_MAX]) {
    static const char *const names[] = {"azul", "lines", "slide", "falls"};
    struct rng rng = rng_new((uint64_t)tag, 0);
    *game = (struct store_game){
        .ended = tag, .seconds = 1.5, .race = rng_below(&rng, 2), .rated = true};
    snprintf(game->game, sizeof game->game, "%s", names[rng_below(&rng, 4)]);
    game->params[0] = (int)rng_below(&rng, 100);
    game->seats_count = 1 + (int)rng_below(&rng, SEATS_MAX);
    game->journals_count = game->race ? game->seats_count : 1;
    for (int i = 0; i < game->seats_count; i++) {
        struct store_seat *seat = &game->seats[i];
        snprintf(seat->name, sizeof seat->name, "Player %d", (int)rng_below(&rng, PLAYERS));
        seat->agent = rng_below(&rng, 2);
        seat->rank = 1 + (int)rng_below(&rng, (uint32_t)game->seats_count);
        seat->points = (int)rng_below(&rng, 1000);
    }
    for (int i = 0; i < game->journals_count; i++) {
        game->journals[i].bytes = bytes[i];
        game->journals[i].length = rng_below(&rng, JOURNAL_MAX);
        for (size_t k = 0; k < game->journals[i].length; k++)
            bytes[i][k] = (uint8_t)(k * k + (size_t)i);
    }
}

static int fail(const char *what, const char *words) {
    fprintf(stderr, "store_kill: %s: %s\n", what, words);
    return 1;
}

static struct store *open_store(const char *path) {
    char words[WORDS_BYTES];
    struct text wrong = text_over(words, sizeof words);
    struct store *store = store_open(path, NULL, NULL, &wrong);
    if (!store) fail("open", words);
    return store;
}

/* Prints what is kept, at once. Returns whether all is well. */
static bool tell_kept(struct store *store) {
    for (struct store_answer *answer; (answer = store_wait(store)); store_drop(answer)) {
        char line[LINE_BYTES];
        if (answer->wrong[0]) return !fail("keep", answer->wrong);
        int length = snprintf(line, sizeof line, "%lld %lld\n", (long long)answer->game.id,
                              (long long)answer->game.ended);
        if (write(STDOUT_FILENO, line, (size_t)length) != length) return false;
    }
    return true;
}

static int keep(const char *path, int64_t seed, int64_t count) {
    static uint8_t bytes[SEATS_MAX][JOURNAL_MAX];
    struct rng rng = rng_new((uint64_t)seed, 1);
    struct store *store = open_store(path);
    bool fine = store;
    for (int64_t i = 0; fine && i < count;) {
        int64_t burst = 1 + rng_below(&rng, BURST_MAX);
        for (; fine && burst > 0 && i < count; burst--, i++) {
            struct store_game game;
            make_game(seed * 1000000 + i, &game, bytes);
            fine = store_keep(store, 0, &game);
        }
        fine = fine && tell_kept(store);
    }
    store_close(store);
    return !fine;
}

/* Returns whether a game that is kept is all that its tag says. */
/* Returns whether two different players are in a game: then it is rated. */
static bool has_two(const struct store_game *game) {
    const struct store_seat *first = &game->seats[0];
    for (int i = 1; i < game->seats_count; i++)
        if (strcmp(game->seats[i].name, first->name) || game->seats[i].agent != first->agent)
            return true;
    return false;
}

static bool is_whole(const struct store_game *game) {
    static uint8_t bytes[SEATS_MAX][JOURNAL_MAX];
    struct store_game due;
    make_game(game->ended, &due, bytes);
    bool same = strcmp(game->game, due.game) == 0 && game->race == due.race &&
                game->params[0] == due.params[0] && game->seats_count == due.seats_count &&
                game->journals_count == due.journals_count;
    for (int i = 0; same && i < due.seats_count; i++) {
        const struct store_seat *seat = &game->seats[i], *expected = &due.seats[i];
        same = strcmp(seat->name, expected->name) == 0 && seat->agent == expected->agent &&
               seat->rank == expected->rank && seat->points == expected->points &&
               (seat->after > 0) == has_two(&due);
    }
    for (int i = 0; same && i < due.journals_count; i++)
        same = game->journals[i].length == due.journals[i].length &&
               memcmp(game->journals[i].bytes, due.journals[i].bytes, due.journals[i].length) == 0;
    return same;
}

/* Reads a game. Returns its tag, 0 if there is none, -1 if it is not whole. */
static int64_t find(struct store *store, int64_t id) {
    if (!store_ask_record(store, 0, id)) return -1;
    struct store_answer *answer = store_wait(store);
    int64_t tag = answer->wrong[0] || (answer->game.id && !is_whole(&answer->game)) ? -1
                  : answer->game.id ? answer->game.ended
                                    : 0;
    store_drop(answer);
    return tag;
}

static int64_t count_games(struct store *store) {
    if (!store_ask_counts(store, 0)) return -1;
    struct store_answer *answer = store_wait(store);
    int64_t count = answer->wrong[0] ? -1 : answer->counts[0];
    store_drop(answer);
    return count;
}

/* Returns whether the answer to a question is 0 or "ok". */
static bool is_nothing(sqlite3 *database, const char *question) {
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(database, question, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;
    const char *answer = fine ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    fine = answer && (strcmp(answer, "0") == 0 || strcmp(answer, "ok") == 0);
    if (!fine) fail(question, answer ? answer : sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    return fine;
}

/* Ratings must be the sum of their history, and nothing may hang in the air. */
static bool check_tables(const char *path) {
    static const char *const questions[] = {
        "PRAGMA integrity_check",
        "SELECT count(*) FROM pragma_foreign_key_check",
        "SELECT count(*) FROM ratings WHERE games <> (SELECT count(*) FROM history JOIN games ON "
        "games.id = game_id WHERE history.player_id = ratings.player_id AND "
        "games.game = ratings.game)",
        "SELECT count(*) FROM ratings WHERE rating <> (SELECT history.rating FROM history JOIN "
        "games ON games.id = game_id WHERE history.player_id = ratings.player_id AND games.game = "
        "ratings.game ORDER BY game_id DESC LIMIT 1)",
        "SELECT count(*) FROM games WHERE (SELECT count(*) FROM seats WHERE game_id = id) = 0 OR "
        "(SELECT count(*) FROM journals WHERE game_id = id) = 0",
        "SELECT count(*) FROM seats WHERE (SELECT count(DISTINCT player_id) FROM seats AS "
        "other WHERE other.game_id = seats.game_id) > 1 AND NOT EXISTS (SELECT * FROM history "
        "WHERE "
        "history.game_id = seats.game_id AND history.player_id = seats.player_id)"};
    sqlite3 *database;
    bool fine = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        fine &= is_nothing(database, questions[i]);
    sqlite3_close(database);
    return fine;
}

static bool check_told(struct store *store, const char *name) {
    long long id, tag;
    bool fine = true;
    FILE *told = fopen(name, "r");
    if (!told) return !fail(name, "cannot be read");
    while (fine && fscanf(told, "%lld %lld\n", &id, &tag) == 2)
        if (find(store, id) != tag) {
            fprintf(stderr, "store_kill: game %lld was told as kept, and is lost\n", id);
            fine = false;
        }
    fclose(told);
    return fine;
}

static int check(const char *path, const char *told) {
    struct store *store = open_store(path);
    if (!store) return 1;
    int64_t count = count_games(store);
    bool fine = count >= 0 && check_told(store, told);
    for (int64_t id = 1; fine && id <= count; id++)
        if (find(store, id) <= 0) fine = !fail("a game", "is not whole");
    store_close(store);
    return !(fine && check_tables(path));
}

int main(int argc, char **argv) {
    if (argc >= 5 && strcmp(argv[1], "keep") == 0) {
        if (argc > 5) arm(atol(argv[5]));
        return keep(argv[2], atoll(argv[3]), atoll(argv[4]));
    }
    if (argc == 4 && strcmp(argv[1], "check") == 0) return check(argv[2], argv[3]);
    return fail("usage", "keep FILE SEED COUNT [CALL] | check FILE IDS");
}
