/* A file is looked at through SQLite and nothing else: to open and close it by hand would give up
 * the locks that this program holds on it. */
#include "store/place.h"
#include "store/schema.h"
#include "store/store.h"
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool store_path(char *path, size_t capacity) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct text out = text_over(path, capacity);
    if (data && *data == '/')
        text_format(&out, "%s/tilewright/tilewright.db", data);
    else if (home && *home == '/')
        text_format(&out, "%s/.local/share/tilewright/tilewright.db", home);
    return out.length > 0 && !out.cut;
}

static bool fail(struct text *wrong, const char *words, int error) {
    text_format(wrong, "%s: %s", words, strerror(error));
    return false;
}

/* Brings the name of something that was made in a folder to the disk. */
static void sync_folder(const char *folder) {
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return;
    fsync(opened);
    close(opened);
}

/* Makes a folder in one that is there. Returns 0, or an errno. */
static int make_one(const char *folder) {
    char above[PLACE_PATH_MAX];
    if (mkdir(folder, 0700) < 0) return errno == EEXIST ? 0 : errno;
    snprintf(above, sizeof above, "%s", folder);
    char *slash = strrchr(above, '/');
    if (slash) slash[slash == above] = '\0';
    sync_folder(slash ? above : ".");
    return 0;
}

/* Makes all folders of a path that are missing. Returns likewise. */
static int make_folders(const char *path) {
    char folder[PLACE_PATH_MAX];
    int error = 0;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *at = folder + 1; *at && !error; at++) {
        if (*at != '/') continue;
        *at = '\0';
        if (access(folder, F_OK) < 0) error = make_one(folder);
        *at = '/';
    }
    return error;
}

bool place_make(const char *path, struct text *wrong) {
    if (strlen(path) >= PLACE_PATH_MAX) return fail(wrong, "it cannot be made", ENAMETOOLONG);
    if (!*path) return fail(wrong, "it cannot be made", ENOENT);
    int error = make_folders(path);
    if (error) return fail(wrong, "its folder cannot be made", error);
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return errno == EEXIST || fail(wrong, "it cannot be made", errno);
    close(file);
    return true;
}

bool place_has(const char *path, const char *ending) {
    char name[PLACE_PATH_MAX];
    struct stat status;
    struct text out = text_over(name, sizeof name);
    text_format(&out, "%s%s", path, ending);
    return !out.cut && stat(name, &status) == 0 && status.st_size > 0;
}

void place_address(const char *path, char address[PLACE_ADDRESS_MAX]) {
    struct text out = text_over(address, PLACE_ADDRESS_MAX);
    text_string(&out, "file:");
    for (const unsigned char *at = (const unsigned char *)path; *at; at++) {
        if (*at > ' ' && *at < 0x7F && !strchr("%?#", *at)) {
            text_char(&out, (char)*at);
        } else {
            text_char(&out, '%');
            text_hex(&out, *at, 2);
        }
    }
    text_string(&out, "?immutable=1");
}

/* Returns whether a file is surely not ours. One that was being written when a program was killed
 * need not make sense before SQLite has seen to that; schema_bring then looks again. */
static bool is_foreign(const char *path) {
    char address[PLACE_ADDRESS_MAX];
    sqlite3 *database = NULL;
    int64_t application = 0, pages = 0;
    place_address(path, address);
    int code = sqlite3_open_v2(address, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    if (!code) code = schema_read(database, "PRAGMA application_id", &application);
    if (!code) code = schema_read(database, "PRAGMA page_count", &pages);
    sqlite3_close(database);
    if (place_has(path, "-journal")) return false;
    return code == SQLITE_NOTADB ||
           (code == SQLITE_OK && application != SCHEMA_APPLICATION && pages > 0);
}

bool place_check(const char *path, struct text *wrong) {
    struct stat status;
    if (strlen(path) >= PLACE_PATH_MAX) return fail(wrong, "it cannot be opened", ENAMETOOLONG);
    if (stat(path, &status) < 0) return fail(wrong, "it cannot be opened", errno);
    if (!S_ISREG(status.st_mode)) {
        text_string(wrong, "it must be a file");
        return false;
    }
    if (!is_foreign(path)) return true;
    text_string(wrong, "it is not a database of Tilewright");
    return false;
}
