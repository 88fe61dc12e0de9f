/* Files in the cache: whole or not there, whatever happened to them and to who wrote them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "host/cache.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 5000, HEADER = 64, VERSION = 3, LARGE = 1 << 20, WRITERS = 4, ROUNDS = 15 };

static char root[128], folder[160], file[192]; /* the cache's home, its folder, and "table" there */
static uint8_t content[SIZE], other[SIZE];

static int set_up(void **unused) {
    (void)unused;
    snprintf(root, sizeof root, "/tmp/tilewright-test-XXXXXX");
    if (!mkdtemp(root) || chmod(root, 0755) < 0) return -1;
    snprintf(folder, sizeof folder, "%s/tilewright", root);
    snprintf(file, sizeof file, "%s/table", folder);
    for (int i = 0; i < SIZE; i++) content[i] = (uint8_t)(i * i + i / 7);
    for (int i = 0; i < SIZE; i++) other[i] = (uint8_t)~content[i];
    return setenv("XDG_CACHE_HOME", root, 1);
}

/* How many files are in the folder; all are removed. */
static int clear_folder(void) {
    int count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *entry; files && (entry = readdir(files));) {
        if (entry->d_name[0] == '.') continue;
        if (unlinkat(dirfd(files), entry->d_name, 0) < 0)
            unlinkat(dirfd(files), entry->d_name, AT_REMOVEDIR);
        count++;
    }
    if (files) closedir(files);
    return count;
}

static int clear_up(void **unused) {
    (void)unused;
    clear_folder();
    rmdir(folder);
    return rmdir(root);
}

/* Writes "table". Returns why not, or NULL. */
static const char *write_table(const void *bytes) {
    const char *wrong;
    int status = cache_write("table", VERSION, bytes, SIZE, &wrong);
    assert_int_equal(status, wrong ? -1 : 0);
    return wrong;
}

static void keep(const void *bytes) {
    const char *wrong = write_table(bytes);
    if (wrong) fail_msg("not written: %s", wrong);
}

/* "table" is there, whole, with this content. */
static void expect(const void *bytes) {
    struct cache_file table;
    const char *wrong;
    int status = cache_read(&table, "table", VERSION, SIZE, &wrong);
    if (status < 0) fail_msg("not there: %s", wrong ? wrong : "missing");
    assert_memory_equal(table.bytes, bytes, SIZE);
    assert_int_equal((uintptr_t)table.bytes % 64, 0);
    cache_release(&table);
    assert_null(table.memory);
}

/* It is refused with this message, or as missing if NULL. */
static void expect_refusal(uint32_t version, size_t size, const char *message) {
    struct cache_file table;
    const char *wrong;
    assert_int_equal(cache_read(&table, "table", version, size, &wrong), -1);
    assert_null(table.memory);
    assert_null(table.bytes);
    if (message && (!wrong || strcmp(wrong, message) != 0))
        fail_msg("'%s' expected, not '%s'", message, wrong ? wrong : "missing");
    if (!message && wrong) fail_msg("it should be missing: %s", wrong);
}

static void test_round_trip(void **unused) {
    (void)unused;
    struct cache_file first;
    const char *wrong;
    expect_refusal(VERSION, SIZE, NULL);
    keep(content);
    expect(content);
    assert_int_equal(cache_read(&first, "table", VERSION, SIZE, &wrong), 0);
    keep(other); /* what is in use stays as it was */
    assert_memory_equal(first.bytes, content, SIZE);
    cache_release(&first);
    expect(other);
    assert_int_equal(cache_write("empty", 1, content, 0, &wrong), 0);
    assert_int_equal(cache_read(&first, "empty", 1, 0, &wrong), 0);
    cache_release(&first);
    assert_int_equal(clear_folder(), 2);
}

static void test_other_versions(void **unused) {
    (void)unused;
    keep(content);
    expect_refusal(VERSION + 1, SIZE, "it has another version");
    expect_refusal(0, SIZE, "it has another version");
    expect_refusal(VERSION, SIZE - 1, "it has another size");
    expect_refusal(VERSION, SIZE + 1, "it has another size");
    expect(content);
    clear_folder();
}

static void test_lengths(void **unused) {
    (void)unused;
    static const struct {
        int length;
        const char *message;
    } list[] = {
        {HEADER + SIZE + 1, "it is too long"},
        {HEADER + SIZE - 1, "it is incomplete"},
        {HEADER + 1, "it is incomplete"},
        {HEADER, "it is incomplete"},
        {HEADER - 1, "it is incomplete"},
        {1, "it is incomplete"},
        {0, "it is empty"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        keep(content);
        assert_int_equal(truncate(file, list[i].length), 0);
        expect_refusal(VERSION, SIZE, list[i].message);
    }
    clear_folder();
}

/* Whatever happens to a file in use, who uses it does not notice: cut short, it killed them. */
static void test_cut_in_use(void **unused) {
    (void)unused;
    struct cache_file table;
    const char *wrong;
    keep(content);
    assert_int_equal(cache_read(&table, "table", VERSION, SIZE, &wrong), 0);
    assert_int_equal(truncate(file, 0), 0);
    assert_memory_equal(table.bytes, content, SIZE);
    cache_release(&table);
    expect_refusal(VERSION, SIZE, "it is empty");
    clear_folder();
}

/* Large enough for large pages. */
static void test_large(void **unused) {
    (void)unused;
    enum { HUGE = (5 << 20) + 77 };
    uint8_t *bytes = malloc(HUGE);
    struct cache_file table;
    const char *wrong;
    assert_non_null(bytes);
    for (size_t i = 0; i < HUGE; i++) bytes[i] = (uint8_t)(i * i >> 8);
    assert_int_equal(cache_write("table", 1, bytes, HUGE, &wrong), 0);
    assert_int_equal(cache_read(&table, "table", 1, HUGE, &wrong), 0);
    assert_memory_equal(table.bytes, bytes, HUGE);
    cache_release(&table);
    free(bytes);
    clear_folder();
}

/* A file that others could have written is not used. */
static void test_rights(void **unused) {
    (void)unused;
    static const mode_t open_modes[] = {0664, 0646, 0620, 0602, 0666, 0777};
    mode_t usual = umask(0);
    struct stat status;
    keep(content);
    umask(usual);
    assert_int_equal(stat(file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
    expect(content);
    for (size_t i = 0; i < sizeof open_modes / sizeof *open_modes; i++) {
        assert_int_equal(chmod(file, open_modes[i]), 0);
        expect_refusal(VERSION, SIZE, "it must be writable by its owner only");
    }
    keep(other); /* it is no obstacle */
    expect(other);
    assert_int_equal(chmod(folder, 0770), 0);
    expect_refusal(VERSION, SIZE, "its directory must be writable by its owner only");
    assert_string_equal(write_table(content), "its directory must be writable by its owner only");
    assert_int_equal(chmod(folder, 0755), 0);
    expect(other);
    assert_int_equal(chmod(folder, 0700), 0);
    clear_folder();
}

/* Only root can try this: nobody else may give a file away. */
static void test_owners(void **unused) {
    (void)unused;
    if (geteuid() != 0) return;
    keep(content);
    assert_int_equal(chown(file, 65534, 65534), 0);
    expect_refusal(VERSION, SIZE, "it must belong to this user or to root");
    keep(other);
    assert_int_equal(chown(folder, 65534, 65534), 0);
    expect_refusal(VERSION, SIZE, "its directory must belong to this user or to root");
    assert_string_equal(write_table(content), "its directory must belong to this user or to root");
    assert_int_equal(chown(folder, 0, 0), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    pid_t pid = fork(); /* root's files are good for all who may read them */
    if (pid == 0) {
        if (setgid(65534) < 0 || setuid(65534) < 0) _exit(2);
        struct cache_file table;
        const char *wrong;
        _exit(cache_read(&table, "table", VERSION, SIZE, &wrong) < 0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_int_equal(chmod(folder, 0700), 0);
    clear_folder();
}

/* A link to a good file is not followed. */
static void test_links(void **unused) {
    (void)unused;
    char elsewhere[256];
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", root);
    keep(content);
    assert_int_equal(rename(file, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, file), 0);
    expect_refusal(VERSION, SIZE, "it must not be a symbolic link");
    keep(other); /* replaces the link */
    expect(other);
    assert_int_equal(unlink(elsewhere), 0);
    clear_folder();
}

static void flip(int at, int bit) {
    uint8_t byte;
    int opened = open(file, O_RDWR);
    assert_int_equal(pread(opened, &byte, 1, at), 1);
    byte ^= (uint8_t)(1 << bit);
    assert_int_equal(pwrite(opened, &byte, 1, at), 1);
    close(opened);
}

/* Every bit of the header counts, and any of the content. */
static void test_bits(void **unused) {
    (void)unused;
    struct cache_file table;
    const char *wrong;
    keep(content);
    for (int bit = 0; bit < 8 * (HEADER + SIZE); bit += bit < 8 * HEADER ? 1 : 97) {
        flip(bit / 8, bit % 8);
        if (cache_read(&table, "table", VERSION, SIZE, &wrong) == 0)
            fail_msg("bit %d does not count", bit);
        assert_non_null(wrong);
        flip(bit / 8, bit % 8);
    }
    expect(content);
    flip(0, 0);
    expect_refusal(VERSION, SIZE, "it is not a cache file of Tilewright");
    keep(other); /* a bad one is no obstacle */
    expect(other);
    clear_folder();
}

/* What is no file is not read, nor waited for. */
static void test_other_things(void **unused) {
    (void)unused;
    assert_int_equal(mkfifo(file, 0600), 0);
    expect_refusal(VERSION, SIZE, "it is not a regular file");
    keep(content);
    expect(content);
    unlink(file);
    assert_int_equal(mkdir(file, 0700), 0);
    expect_refusal(VERSION, SIZE, "it is not a regular file");
    assert_string_equal(write_table(content), strerror(EISDIR));
    assert_int_equal(clear_folder(), 1);
    assert_int_equal(symlink(file, file), 0);
    expect_refusal(VERSION, SIZE, "it must not be a symbolic link");
    keep(content);
    expect(content);
    clear_folder();
}

static void expect_path(const char *xdg, const char *home, const char *due) {
    char path[64];
    if (xdg)
        setenv("XDG_CACHE_HOME", xdg, 1);
    else
        unsetenv("XDG_CACHE_HOME");
    if (home)
        setenv("HOME", home, 1);
    else
        unsetenv("HOME");
    int status = cache_path("table", path, sizeof path);
    assert_int_equal(status, due ? 0 : -1);
    if (due) assert_string_equal(path, due);
    if (due) return;
    assert_int_equal(errno, ENOENT);
    expect_refusal(VERSION, SIZE, NULL);
    assert_string_equal(write_table(content), strerror(ENOENT));
}

static void test_places(void **unused) {
    (void)unused;
    const char *home = getenv("HOME");
    char *kept = home ? strdup(home) : NULL, path[64], narrow[20];
    expect_path("/x", "/y", "/x/tilewright/table");
    expect_path("x", "/y", "/y/.cache/tilewright/table"); /* as the XDG specification says */
    expect_path("", "/y", "/y/.cache/tilewright/table");
    expect_path(NULL, "/y", "/y/.cache/tilewright/table");
    expect_path(NULL, NULL, NULL);
    expect_path("", "", NULL);
    expect_path("x", "y", NULL);
    setenv("XDG_CACHE_HOME", "/x", 1);
    assert_int_equal(cache_path("table", narrow, sizeof narrow), 0);
    assert_int_equal(cache_path("table", narrow, sizeof narrow - 1), -1);
    assert_int_equal(errno, ENAMETOOLONG);
    assert_int_equal(cache_path("", path, sizeof path), 0);
    setenv("XDG_CACHE_HOME", root, 1);
    if (kept) setenv("HOME", kept, 1);
    free(kept);
}

/* Directories on the way are made, for the user alone. */
static void test_way(void **unused) {
    (void)unused;
    static const char *const made[] = {"a/b/tilewright", "a/b", "a"};
    char path[256];
    struct stat status;
    snprintf(path, sizeof path, "%s/a/b", root);
    setenv("XDG_CACHE_HOME", path, 1);
    keep(content);
    expect(content);
    snprintf(path, sizeof path, "%s/a/b/tilewright/table", root);
    assert_int_equal(unlink(path), 0);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", root, made[i]);
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & 0777, 0700);
        assert_int_equal(rmdir(path), 0);
    }
    setenv("XDG_CACHE_HOME", root, 1);
}

/* A writing that fails leaves the folder as it was. */
static void expect_failure(int error) {
    const char *wrong = write_table(other);
    assert_non_null(wrong);
    assert_string_equal(wrong, strerror(error));
}

static void test_full_disk(void **unused) {
    (void)unused;
    struct rlimit usual, tight;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &usual);
    keep(content);
    for (int i = 0; i < 4; i++) {
        tight = usual;
        tight.rlim_cur = (const rlim_t[]){0, HEADER - 1, HEADER + 7, HEADER + SIZE - 1}[i];
        setrlimit(RLIMIT_FSIZE, &tight);
        const char *wrong = write_table(other);
        setrlimit(RLIMIT_FSIZE, &usual);
        assert_non_null(wrong);
        assert_string_equal(wrong, strerror(EFBIG));
        expect(content);
    }
    assert_int_equal(clear_folder(), 1);
    signal(SIGXFSZ, SIG_DFL);
}

/* In a process of its own, which may not even be the superuser's. */
static void expect_failure_of_nobody(int error) {
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && (setgid(65534) < 0 || setuid(65534) < 0)) _exit(2);
        const char *wrong = write_table(other);
        _exit(!wrong || strcmp(wrong, strerror(error)) != 0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void test_closed_doors(void **unused) {
    (void)unused;
    keep(content);
    assert_int_equal(chmod(folder, 0555), 0);
    expect_failure_of_nobody(EACCES);
    assert_int_equal(chmod(folder, 0700), 0);
    expect(content);
    assert_int_equal(clear_folder(), 1);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(chmod(root, 0555), 0);
    expect_failure_of_nobody(EACCES);
    assert_int_equal(chmod(root, 0755), 0);
    assert_int_equal(close(open(folder, O_CREAT | O_WRONLY, 0600)), 0); /* a file in its place */
    expect_failure(ENOTDIR);
    expect_refusal(VERSION, SIZE, NULL);
    unlink(folder);
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void fill(uint8_t *large, int writer) {
    memset(large, writer, LARGE);
    for (int i = 0; i < LARGE; i += 4096) large[i] = (uint8_t)(i / 4096);
}

static _Noreturn void write_often(int writer) {
    uint8_t *large = malloc(LARGE);
    const char *wrong;
    int failed = !large;
    if (large) fill(large, writer);
    for (int i = 0; i < ROUNDS; i++) failed |= cache_write("shared", 1, large, LARGE, &wrong) < 0;
    free(large);
    _exit(failed);
}

/* Whoever looks finds none, or one of them, whole. */
static void test_many_writers(void **unused) {
    (void)unused;
    pid_t pids[WRITERS];
    uint8_t *large = malloc(LARGE);
    int running = WRITERS, found = 0;
    assert_non_null(large);
    for (int i = 0; i < WRITERS; i++)
        if ((pids[i] = fork()) == 0) write_often(i + 1);
    while (running > 0 || found == 0) {
        struct cache_file table;
        const char *wrong;
        int status;
        if (cache_read(&table, "shared", 1, LARGE, &wrong) == 0) {
            fill(large, ((const uint8_t *)table.bytes)[1]);
            assert_memory_equal(table.bytes, large, LARGE);
            cache_release(&table);
            found++;
        } else if (wrong) {
            fail_msg("a writer was watched: %s", wrong);
        }
        if (running == 0 || waitpid(-1, &status, WNOHANG) <= 0) continue;
        assert_int_equal(status, 0);
        running--;
    }
    free(large);
    assert_int_equal(clear_folder(), 1);
}

static void leave(const char *name, int *locked) {
    char path[256];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int opened = open(path, O_CREAT | O_RDWR, 0600);
    assert_true(opened >= 0);
    assert_int_equal(write(opened, "half", 4), 4);
    if (locked) assert_int_equal(fcntl(opened, F_SETLK, &whole), 0);
    if (locked)
        *locked = opened;
    else
        close(opened);
}

static bool is_there(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* What a killed writer left is taken away by the next; what another still writes is not, and
 * nothing else. */
static void test_leftovers(void **unused) {
    (void)unused;
    int locked, status;
    char own[32];
    leave("table.1.new", NULL);
    snprintf(own, sizeof own, "table.%ld.new",
             (long)getpid()); /* of an earlier one of its number */
    leave(own, NULL);
    leave("tables.1.new", NULL);
    leave("tabl.1.new", NULL);
    leave("table.new", NULL);
    leave("table.1.newer", NULL);
    leave("table.2.new", &locked);
    pid_t pid = fork(); /* locks do not bind who holds them: the next writer is another */
    if (pid == 0) _exit(write_table(content) != NULL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    expect(content);
    assert_false(is_there("table.1.new"));
    assert_false(is_there(own));
    assert_true(is_there("table.2.new"));
    assert_true(is_there("tables.1.new"));
    assert_true(is_there("tabl.1.new"));
    assert_true(is_there("table.new"));
    assert_true(is_there("table.1.newer"));
    close(locked);
    keep(other);
    assert_false(is_there("table.2.new"));
    assert_int_equal(clear_folder(), 5);
}

/* Elsewhere, on a disk they share, another program of the same number writes the same name: it is
 * not disturbed. */
static void test_same_number(void **unused) {
    (void)unused;
    int locked, ready[2], status;
    char own[32], byte = 0;
    snprintf(own, sizeof own, "table.%ld.new", (long)getpid());
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(60);
        leave(own, &locked);
        _exit(write(ready[1], &byte, 1) != 1 || pause() != -1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    expect_failure(EEXIST);
    assert_true(is_there(own));
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    keep(content); /* and what it leaves is no obstacle */
    expect(content);
    close(ready[0]);
    close(ready[1]);
    assert_int_equal(clear_folder(), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_other_versions),
        cmocka_unit_test(test_lengths),      cmocka_unit_test(test_bits),
        cmocka_unit_test(test_other_things), cmocka_unit_test(test_places),
        cmocka_unit_test(test_way),          cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_closed_doors), cmocka_unit_test(test_many_writers),
        cmocka_unit_test(test_leftovers),    cmocka_unit_test(test_same_number),
        cmocka_unit_test(test_cut_in_use),   cmocka_unit_test(test_large),
        cmocka_unit_test(test_rights),       cmocka_unit_test(test_owners),
        cmocka_unit_test(test_links),
    };
    return cmocka_run_group_tests_name("cache", tests, set_up, clear_up);
}
