/* Records that grow with a game: begun, cut by undo, gone on with, and never torn. The prompt's
 * tests/play_record.sh is about full disks and killed programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "play/recorder.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 16 };
static char folder[] = "/tmp/tilewright-recorder-XXXXXX", path[64];
static char text[FILE_BYTES], other[FILE_BYTES];
static struct recorder recorder;
static struct session session;
static const struct recorder_seats seats = {2, {"you", "coach:200ms"}};

static int make_folder(void **unused) {
    (void)unused;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/game", folder);
    return 0;
}

static int remove_folder(void **unused) {
    (void)unused;
    return rmdir(folder);
}

static int begin(void **unused) {
    (void)unused;
    int params[PARAMS_MAX];
    const struct game *azul = games_find("azul");
    game_standard(azul, params);
    return session_init(&session, azul, params, rng_new(5, 0));
}

static int end(void **unused) {
    (void)unused;
    session_release(&session);
    unlink(path);
    return 0;
}

static const char *read_path(char *into) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    into[fread(into, 1, FILE_BYTES - 1, file)] = '\0';
    fclose(file);
    return into;
}

static int lines_of(const char *of) {
    int lines = 0;
    for (; *of; of++) lines += *of == '\n';
    return lines;
}

static void play(int acts) {
    for (; acts > 0; acts--) {
        int mover = game_mover(session.game, session.state);
        int count = session.game->choices(session.state, mover, session.scratch);
        assert_int_equal(session_act(&session, mover, session.scratch[count / 2].act), 0);
    }
}

static void open_record(void) {
    assert_null(recorder_open(&recorder, path));
    assert_null(recorder_begin(&recorder, &session, &seats, false));
}

static void keep(void) {
    assert_null(recorder_keep(&recorder, &session));
    assert_int_equal(lines_of(read_path(text)), (int)session.count + 1);
}

static void test_grows(void **unused) {
    (void)unused;
    open_record();
    assert_non_null(strstr(read_path(text), ",\"seats\":[\"you\",\"coach:200ms\"]}\n"));
    assert_int_equal(lines_of(text), (int)session.count + 1);
    play(3);
    keep();
    session_undo(&session, 2);
    keep();
    play(1);
    keep();
    assert_null(recorder_close(&recorder));
    assert_string_equal(recorder_open(&recorder, path), "the file could not be opened");
    assert_int_equal(errno, EEXIST);
    assert_null(recorder_close(&recorder));
}

/* What is written after going on is what had been written without a break. */
static void test_goes_on(void **unused) {
    (void)unused;
    open_record();
    play(6);
    keep();
    memcpy(other, text, sizeof other);
    assert_null(recorder_close(&recorder));
    session_undo(&session, 4);
    session_redo(&session, 4);
    assert_null(recorder_continue(&recorder, path, &session));
    keep();
    assert_string_equal(text, other);
    session_undo(&session, 4);
    keep();
    session_redo(&session, 4);
    keep();
    assert_string_equal(text, other);
    play(2);
    keep();
    assert_memory_equal(text, other, strlen(other));
    /* Another game in the same file, and going on with that one. */
    assert_int_equal(session_renew(&session, rng_new(6, 0)), 0);
    assert_null(recorder_begin(&recorder, &session, NULL, true));
    play(1);
    assert_null(recorder_keep(&recorder, &session));
    assert_null(recorder_close(&recorder));
    read_path(other);
    assert_null(recorder_continue(&recorder, path, &session));
    session_undo(&session, 1);
    assert_null(recorder_keep(&recorder, &session));
    session_redo(&session, 1);
    assert_null(recorder_keep(&recorder, &session));
    assert_string_equal(read_path(text), other);
    assert_null(recorder_close(&recorder));
}

static void refuses(const char *words, int error) {
    read_path(other);
    errno = 0;
    const char *wrong = recorder_continue(&recorder, path, &session);
    int found = errno;
    assert_non_null(wrong);
    assert_string_equal(wrong, words);
    assert_int_equal(found, error);
    assert_null(recorder_close(&recorder));
    assert_string_equal(read_path(text), other);
}

static void write_path(const char *bytes) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
}

/* A file that does not end with the game is not touched. */
static void test_refuses(void **unused) {
    (void)unused;
    static const char end[] = "the file must end with this game, an event a line";
    static char whole[FILE_BYTES];
    open_record();
    play(2);
    keep();
    assert_null(recorder_close(&recorder));
    memcpy(whole, text, sizeof whole);
    play(1);
    refuses(end, EINVAL); /* the file has fewer events */
    session_undo(&session, 2);
    refuses(end, EINVAL); /* it has more */
    session_redo(&session, 1);
    write_path("");
    refuses(end, EINVAL);
    write_path(strchr(whole, '\n') + 1);
    refuses(end, EINVAL); /* no head */
    whole[strlen(whole) - 1] = '\0';
    write_path(whole);
    refuses(end, EINVAL); /* a torn line */
    write_path(strcat(whole, "\n\n"));
    refuses(end, EINVAL);
    whole[strlen(whole) - 1] = '\0';
    memcpy(strstr(whole, "azul"), "azal", 4);
    write_path(whole);
    refuses(end, EINVAL);
    memcpy(strstr(whole, "azal"), "azul", 4);
    write_path(whole);
    assert_null(recorder_continue(&recorder, path, &session));
    assert_null(recorder_close(&recorder));
    unlink(path);
    assert_string_equal(recorder_continue(&recorder, path, &session),
                        "the file could not be opened");
    assert_int_equal(errno, ENOENT);
}

static void test_odd_files(void **unused) {
    (void)unused;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_non_null(recorder_continue(&recorder, path, &session));
    assert_non_null(recorder_open(&recorder, path));
    unlink(path);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_non_null(recorder_continue(&recorder, path, &session));
    assert_non_null(recorder_open(&recorder, path));
}

/* Two writers of one file would tear it. */
static void test_lock(void **unused) {
    (void)unused;
    struct recorder second;
    open_record();
    int reader = open(path, O_RDONLY);
    close(reader); /* does not end the lock */
    assert_string_equal(recorder_continue(&second, path, &session),
                        "another program is writing to this file");
    assert_int_equal(errno, EBUSY);
    play(1);
    keep();
    assert_null(recorder_close(&recorder));
    assert_null(recorder_continue(&second, path, &session));
    assert_null(recorder_close(&second));
}

static void test_empty(void **unused) {
    (void)unused;
    assert_null(recorder_open(&recorder, path));
    assert_null(recorder_close(&recorder));
    assert_int_equal(access(path, F_OK), -1);
    recorder = (struct recorder){.file = -1};
    assert_null(recorder_begin(&recorder, &session, &seats, false));
    assert_null(recorder_keep(&recorder, &session));
    assert_null(recorder_close(&recorder));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_grows, begin, end),
        cmocka_unit_test_setup_teardown(test_goes_on, begin, end),
        cmocka_unit_test_setup_teardown(test_refuses, begin, end),
        cmocka_unit_test_setup_teardown(test_odd_files, begin, end),
        cmocka_unit_test_setup_teardown(test_lock, begin, end),
        cmocka_unit_test_setup_teardown(test_empty, begin, end),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
