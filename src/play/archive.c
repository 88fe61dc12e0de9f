/* Anybody may have put anything into the folder, so a file is read only if it is a plain one of a
 * sensible size, and played by the rules: what is listed is what the rules say came of it. */
#include "play/archive.h"
#include "play/game_file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STAMP_BYTES = 32, TRIES = 100 };
static const char suffix[] = ".jsonl";
static const char no_memory[] = "there is not enough memory";
static const char not_made[] = "the folder of games could not be made";
static const char not_read[] = "the folder of games could not be read";

/* Writes a path. False if it does not fit. */
static bool join(char path[ARCHIVE_PATH_MAX], const char *folder, const char *name) {
    struct text out = text_over(path, ARCHIVE_PATH_MAX);
    text_format(&out, "%s/%s", folder, name);
    return !out.cut;
}

bool archive_folder(char path[ARCHIVE_PATH_MAX]) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/') return join(path, data, "tilewright/games");
    return home && *home == '/' && join(path, home, ".local/share/tilewright/games");
}

/* Makes a folder and those above it. Returns 0, or -1 with errno. */
static int make_folder(const char *folder) {
    char path[ARCHIVE_PATH_MAX];
    size_t length = strlen(folder);
    if (length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(path, folder, length + 1);
    for (char *at = path + 1; *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        if (mkdir(path, 0700) < 0 && errno != EEXIST) return -1;
        *at = '/';
    }
    return mkdir(path, 0700) < 0 && errno != EEXIST ? -1 : 0;
}

static bool is_free(const char *path) {
    struct stat status;
    return lstat(path, &status) < 0 && errno == ENOENT;
}

const char *archive_new(const char *folder, const struct game *game, time_t now,
                        char path[ARCHIVE_PATH_MAX]) {
    char stamp[STAMP_BYTES], name[ARCHIVE_NAME_MAX];
    struct tm local;
    if (make_folder(folder) < 0) return not_made;
    if (!localtime_r(&now, &local) || !strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &local))
        return not_made;
    for (int number = 1; number <= TRIES; number++) {
        struct text text = text_over(name, sizeof name);
        text_format(&text, "%s-%s", stamp, game->name);
        if (number > 1) text_format(&text, "-%d", number);
        text_string(&text, suffix);
        errno = ENAMETOOLONG;
        if (!join(path, folder, name)) return not_made;
        if (is_free(path)) return NULL;
    }
    errno = EEXIST;
    return not_made;
}

/* Returns whether a name is one of a file to list. */
static bool is_name(const char *name) {
    size_t length = strlen(name), end = sizeof suffix - 1;
    return *name != '.' && !strchr(name, '/') && length > end && length < ARCHIVE_NAME_MAX &&
           strcmp(name + length - end, suffix) == 0;
}

bool archive_path(const char *folder, const char *name, char path[ARCHIVE_PATH_MAX]) {
    return is_name(name) && join(path, folder, name);
}

const char *archive_remove(const char *folder, const char *name) {
    char path[ARCHIVE_PATH_MAX];
    errno = EINVAL;
    if (!archive_path(folder, name, path)) return "this is not the name of a recorded game";
    return unlink(path) < 0 ? "the file could not be removed" : NULL;
}

/* A file that was found, before it is read. */
struct found {
    char name[ARCHIVE_NAME_MAX];
    time_t time;
};

struct search {
    DIR *folder;
    struct found *found;
    size_t count, capacity;
};

static int later_first(const void *a, const void *b) {
    const struct found *one = a, *two = b;
    if (one->time != two->time) return one->time < two->time ? 1 : -1;
    return -strcmp(one->name, two->name);
}

/* Returns -1 if out of memory. */
static int add_found(struct search *search, const char *name, time_t time) {
    if (search->count == search->capacity) {
        size_t capacity = search->capacity ? 2 * search->capacity : 64;
        struct found *found = realloc(search->found, capacity * sizeof *found);
        if (!found) return -1;
        search->found = found;
        search->capacity = capacity;
    }
    struct found *at = &search->found[search->count++];
    memcpy(at->name, name, strlen(name) + 1);
    at->time = time;
    return 0;
}

static const char *find_files(struct search *search) {
    for (;;) {
        struct stat status;
        errno = 0;
        const struct dirent *entry = readdir(search->folder);
        if (!entry) return errno ? not_read : NULL;
        if (!is_name(entry->d_name) ||
            fstatat(dirfd(search->folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0)
            continue;
        if (S_ISREG(status.st_mode) && add_found(search, entry->d_name, status.st_mtime) < 0)
            return no_memory;
    }
}

static bool read_all(int file, char *text, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t more = read(file, text + done, length - done);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) return false;
        done += (size_t)more;
    }
    return true;
}

/* Returns the text of a plain file of a sensible size, else NULL; *starved tells whether for want
 * of memory. */
static char *read_text(int file, size_t *length, bool *starved) {
    struct stat status;
    if (fstat(file, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size > GAME_FILE_MAX)
        return NULL;
    *length = (size_t)status.st_size;
    char *text = malloc(*length + 1);
    *starved = !text;
    if (!text) return NULL;
    text[*length] = '\0';
    if (read_all(file, text, *length)) return text;
    free(text);
    return NULL;
}

static void put_players(const struct game_file *file, struct archive_entry *entry) {
    for (int seat = 0; seat < entry->seats && seat < file->seats; seat++) {
        struct text name = text_over(entry->players[seat], ARCHIVE_SEAT_BYTES);
        text_string(&name, file->names[seat]);
    }
}

static void put_game(const struct session *session, struct archive_entry *entry) {
    const struct game *game = session->game;
    entry->readable = true;
    entry->game = game;
    entry->over = game_over(game, session->state);
    entry->winners = game->winners(session->state);
    entry->seats = game->shape(session->state).seats;
    for (int seat = 0; seat < entry->seats; seat++)
        entry->scores[seat] = game->score(session->state, seat);
    for (size_t i = 0; i < session->count; i++)
        entry->moves += session->events[i].event.who < SEATS_MAX;
}

/* Plays the last game of a text. Returns false if there is not enough memory. */
static bool play_text(char *text, size_t length, struct archive_entry *entry) {
    struct game_file file;
    struct session session = {.game = NULL};
    bool fine = game_file_open_text(&file, entry->name, text, length) &&
                game_file_find(&file, 0, rng_new(0, 0), &session);
    if (fine && file.is_record) {
        put_game(&session, entry);
        put_players(&file, entry);
    }
    bool starved = file.starved;
    session_release(&session);
    game_file_close(&file);
    return !starved;
}

/* Returns false if there is not enough memory. */
static bool read_entry(int folder, struct archive_entry *entry) {
    bool starved = false;
    size_t length = 0;
    int file = openat(folder, entry->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return true;
    char *text = read_text(file, &length, &starved);
    close(file);
    return text ? play_text(text, length, entry) : !starved;
}

static const char *read_entries(struct search *search, size_t most, struct archive_list *list) {
    size_t count = most && most < search->count ? most : search->count;
    if (count == 0) return NULL;
    qsort(search->found, search->count, sizeof *search->found, later_first);
    list->entries = calloc(count, sizeof *list->entries);
    if (!list->entries) return no_memory;
    for (; list->count < count; list->count++) {
        const struct found *found = &search->found[list->count];
        struct archive_entry *entry = &list->entries[list->count];
        struct text shown = text_over(entry->shown, sizeof entry->shown);
        memcpy(entry->name, found->name, sizeof entry->name);
        text_printable(&shown, entry->name, strlen(entry->name));
        entry->time = found->time;
        if (!read_entry(dirfd(search->folder), entry)) return no_memory;
    }
    return NULL;
}

const char *archive_list(const char *folder, size_t most, struct archive_list *list) {
    struct search search = {.folder = opendir(folder)};
    *list = (struct archive_list){.count = 0};
    if (!search.folder) return errno == ENOENT ? NULL : not_read;
    const char *wrong = find_files(&search);
    if (!wrong) wrong = read_entries(&search, most, list);
    int error = errno;
    closedir(search.folder);
    free(search.found);
    errno = error;
    return wrong;
}

void archive_release(struct archive_list *list) {
    free(list->entries);
    *list = (struct archive_list){.count = 0};
}
