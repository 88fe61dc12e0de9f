/* The folder of recorded games: new files, what is listed of them, and whatever else may lie there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/archive.h"
#include "play/recorder.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/tilewright-archive-XXXXXX", folder[128], path[ARCHIVE_PATH_MAX];
static struct archive_list list;
static const time_t noon = 1772360722;

static int set_up(void **unused) {
    (void)unused;
    setenv("TZ", "UTC", 1);
    if (!mkdtemp(root)) return -1;
    snprintf(folder, sizeof folder, "%s/data/tilewright/games", root);
    return 0;
}

static int clear(void **unused) {
    (void)unused;
    char command[160];
    archive_release(&list);
    snprintf(command, sizeof command, "rm -rf '%s/data'", root);
    return system(command);
}

static int tear_down(void **unused) {
    (void)unused;
    return rmdir(root);
}

static void write_file(const char *name, const char *text, time_t time) {
    char full[ARCHIVE_PATH_MAX], command[2 * ARCHIVE_PATH_MAX];
    snprintf(full, sizeof full, "%s/%s", folder, name);
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "touch -d '@%ld' -- '%s'", (long)time, full);
    assert_int_equal(system(command), 0);
}

/* Records a game of azul with some moves, or all of them. */
static void record_game(int moves, const struct recorder_seats *seats) {
    const struct game *azul = games_find("azul");
    struct recorder recorder;
    struct session session;
    int params[PARAMS_MAX], who;
    game_standard(azul, params);
    assert_int_equal(session_init(&session, azul, params, rng_new(3, 0)), 0);
    for (; moves > 0 && (who = game_mover(azul, session.state)) >= 0; moves--) {
        azul->choices(session.state, who, session.scratch);
        assert_int_equal(session_act(&session, who, session.scratch[0].act), 0);
    }
    assert_null(recorder_open(&recorder, path));
    assert_null(recorder_begin(&recorder, &session, seats, false));
    assert_null(recorder_close(&recorder));
    session_release(&session);
}

static const struct archive_entry *find(const char *name) {
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.entries[i].name, name) == 0) return &list.entries[i];
    fail_msg("%s is not listed", name);
    return NULL;
}

static void relist(size_t most) {
    archive_release(&list);
    assert_null(archive_list(folder, most, &list));
}

static void test_folder(void **unused) {
    (void)unused;
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(archive_folder(path));
    assert_string_equal(path, "/data/tilewright/games");
    setenv("XDG_DATA_HOME", "relative", 1);
    setenv("HOME", "/home/me", 1);
    assert_true(archive_folder(path));
    assert_string_equal(path, "/home/me/.local/share/tilewright/games");
    unsetenv("HOME");
    assert_false(archive_folder(path));
    unsetenv("XDG_DATA_HOME");
    assert_false(archive_folder(path));
}

static void test_games(void **unused) {
    (void)unused;
    static const struct recorder_seats seats = {2, {"you", "coach:200ms"}};
    const struct game *azul = games_find("azul");
    struct stat status;
    relist(0);
    assert_int_equal(list.count, 0);
    assert_null(archive_new(folder, azul, noon, path));
    assert_string_equal(strrchr(path, '/') + 1, "2026-03-01-102522-azul.jsonl");
    assert_int_equal(stat(folder, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    record_game(5, &seats);
    assert_null(archive_new(folder, azul, noon, path));
    assert_string_equal(strrchr(path, '/') + 1, "2026-03-01-102522-azul-2.jsonl");
    record_game(1000, NULL);
    relist(0);
    assert_int_equal(list.count, 2);
    const struct archive_entry *entry = find("2026-03-01-102522-azul.jsonl");
    assert_true(entry->readable && !entry->over);
    assert_ptr_equal(entry->game, azul);
    assert_int_equal(entry->moves, 5);
    assert_int_equal(entry->seats, 2);
    assert_string_equal(entry->players[0], "you");
    assert_string_equal(entry->players[1], "coach:200ms");
    assert_string_equal(entry->shown, entry->name);
    entry = find("2026-03-01-102522-azul-2.jsonl");
    assert_true(entry->readable && entry->over && entry->winners);
    assert_string_equal(entry->players[0], "");
    assert_null(archive_remove(folder, entry->name));
    relist(0);
    assert_int_equal(list.count, 1);
}

/* The newest come first. */
static void test_order(void **unused) {
    (void)unused;
    char name[32];
    assert_null(archive_new(folder, games_find("azul"), noon, path));
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "%d.jsonl", i);
        write_file(name, "{\"game\":\"slide\"}", noon + i * 7 % 5);
    }
    relist(3);
    assert_int_equal(list.count, 3);
    assert_string_equal(list.entries[0].name, "2.jsonl");
    assert_string_equal(list.entries[1].name, "4.jsonl");
    assert_string_equal(list.entries[2].name, "1.jsonl");
    assert_int_equal(list.entries[0].time, noon + 4);
}

static void link_to(const char *target, const char *name) {
    char full[ARCHIVE_PATH_MAX];
    snprintf(full, sizeof full, "%s/%s", folder, name);
    assert_int_equal(symlink(target, full), 0);
}

/* Whatever lies in the folder does no harm. */
static void test_hostile(void **unused) {
    (void)unused;
    char full[ARCHIVE_PATH_MAX], long_name[160];
    assert_null(archive_new(folder, games_find("azul"), noon, path));
    write_file("torn.jsonl", "{\"game\":\"slide\"}\n{\"who\":", noon);
    write_file("nothing.jsonl", "", noon);
    write_file("state.jsonl",
               "{\"state_version\":1,\"ruleset_id\":\"slide_v1\",\"rows\":2,\"cols\":2,"
               "\"tiles\":[1,2,0,3]}",
               noon);
    write_file("names.jsonl", "{\"game\":\"slide\",\"seats\":[\"\\u001b[2J\",7]}", noon);
    write_file("many.jsonl", "{\"game\":\"slide\",\"seats\":[\"a\",\"b\",\"c\"]}", noon);
    write_file("\033[2J.jsonl", "{\"game\":\"slide\"}", noon);
    write_file("note.txt", "hello", noon);
    write_file(".hidden.jsonl", "{\"game\":\"slide\"}", noon);
    memset(long_name, 'x', sizeof long_name);
    strcpy(long_name + 120, ".jsonl");
    write_file(long_name, "{\"game\":\"slide\"}", noon);
    link_to("many.jsonl", "link.jsonl");
    link_to("/dev/zero", "zero.jsonl");
    snprintf(full, sizeof full, "%s/pipe.jsonl", folder);
    assert_int_equal(mkfifo(full, 0600), 0);
    snprintf(full, sizeof full, "%s/folder.jsonl", folder);
    assert_int_equal(mkdir(full, 0700), 0);
    write_file("large.jsonl", "{\"game\":\"slide\"}", noon);
    snprintf(full, sizeof full, "%s/large.jsonl", folder);
    assert_int_equal(truncate(full, (off_t)1 << 40), 0);
    relist(0);
    assert_int_equal(list.count, 7);
    assert_false(find("torn.jsonl")->readable || find("nothing.jsonl")->readable);
    assert_false(find("state.jsonl")->readable || find("large.jsonl")->readable);
    assert_null(find("large.jsonl")->game);
    assert_string_equal(find("names.jsonl")->players[0], "");
    assert_string_equal(find("many.jsonl")->players[0], "a");
    assert_int_equal(find("many.jsonl")->seats, 1);
    assert_string_equal(find("\033[2J.jsonl")->shown, "\\u001b[2J.jsonl");
}

static void test_names(void **unused) {
    (void)unused;
    static const char *const bad[] = {"", ".", "..", "../x.jsonl", "a/b.jsonl", ".jsonl", "game"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(archive_path(folder, bad[i], path));
        assert_string_equal(archive_remove(folder, bad[i]),
                            "this is not the name of a recorded game");
    }
    assert_true(archive_path("/games", "a.jsonl", path));
    assert_string_equal(path, "/games/a.jsonl");
    assert_string_equal(archive_remove(folder, "absent.jsonl"), "the file could not be removed");
    assert_int_equal(errno, ENOENT);
    assert_string_equal(archive_new("/dev/null/games", games_find("azul"), noon, path),
                        "the folder of games could not be made");
    assert_string_equal(archive_list("/dev/null", 0, &list),
                        "the folder of games could not be read");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_folder, clear),
        cmocka_unit_test_teardown(test_games, clear),
        cmocka_unit_test_teardown(test_order, clear),
        cmocka_unit_test_teardown(test_hostile, clear),
        cmocka_unit_test_teardown(test_names, clear),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
