/* A file is written under a temporary name and renamed when it is complete and on the disk. It is
 * locked while it is written: a temporary file without a lock was left by a killed program. */
#include "host/cache.h"
#include "base/hash.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, FRESH_BYTES = PATH_BYTES + 32, PIECE = 1 << 24 };

static const char kind[8] = {'T', 'W', 'c', 'a', 'c', 'h', 'e', '1'}, fresh_end[] = ".new";

struct header {
    char kind[8];
    uint32_t version, spare;
    uint64_t size, checksum;
    uint8_t rest[32]; /* zeros: the contents begin on a cache line */
};

static struct header make_header(uint32_t version, const void *bytes, size_t size) {
    struct header header = {.version = version, .size = size};
    memcpy(header.kind, kind, sizeof kind);
    header.checksum = hash_bytes(bytes, size);
    return header;
}

int cache_path(const char *name, char *path, size_t capacity) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (xdg && *xdg == '/')
        length = snprintf(path, capacity, "%s/tilewright/%s", xdg, name);
    else if (home && *home == '/')
        length = snprintf(path, capacity, "%s/.cache/tilewright/%s", home, name);
    errno = length < 0 ? ENOENT : ENAMETOOLONG;
    return length >= 0 && (size_t)length < capacity ? 0 : -1;
}

static const char *find_fault(const struct header *header, size_t length, uint32_t version,
                              size_t size) {
    if (length < sizeof *header) return "it is incomplete";
    if (memcmp(header->kind, kind, sizeof kind) != 0) return "it is not a cache file of Tilewright";
    if (header->version != version) return "it has another version";
    if (header->size != size) return "it has another size";
    if (length != sizeof *header + size)
        return length < sizeof *header + size ? "it is incomplete" : "it is too long";
    struct header due = make_header(version, header + 1, size);
    return memcmp(header, &due, sizeof due) == 0 ? NULL : "it is damaged";
}

/* Maps an open file. Returns NULL, or why that failed. */
static const char *map_file(struct cache_map *map, int file) {
    struct stat status;
    if (fstat(file, &status) < 0) return strerror(errno);
    if (!S_ISREG(status.st_mode)) return "it is not a regular file";
    if (status.st_size == 0) return "it is empty";
    map->length = (size_t)status.st_size;
    void *at = mmap(NULL, map->length, PROT_READ, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) return strerror(errno);
    map->map = at;
    return NULL;
}

int cache_open(struct cache_map *map, const char *name, uint32_t version, size_t size,
               const char **wrong) {
    char path[PATH_BYTES];
    *map = (struct cache_map){.map = NULL};
    *wrong = NULL;
    if (cache_path(name, path, sizeof path) < 0) return -1;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* does not block on a pipe */
    if (file < 0) {
        if (errno != ENOENT && errno != ENOTDIR) *wrong = strerror(errno);
        return -1;
    }
    *wrong = map_file(map, file);
    close(file);
    if (!*wrong) *wrong = find_fault(map->map, map->length, version, size);
    if (*wrong) {
        cache_close(map);
        return -1;
    }
    map->bytes = (const struct header *)map->map + 1;
    return 0;
}

void cache_close(struct cache_map *map) {
    if (map->map) munmap(map->map, map->length);
    *map = (struct cache_map){.map = NULL};
}

static bool is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Makes the missing directories of a path. */
static int make_directories(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int error = mkdir(path, 0700) < 0 ? errno : 0;
        bool fine = error == 0 || is_directory(path);
        *slash = '/';
        if (fine) continue;
        errno = error == EEXIST ? ENOTDIR : error;
        return -1;
    }
    return 0;
}

/* `how` is F_SETLK, or F_SETLKW to wait for the lock. */
static int lock(int file, int how) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, how, &whole);
}

/* Returns whether a file's name is NAME.SOMETHING.new. */
static bool is_fresh(const char *file, const char *name) {
    size_t length = strlen(file), begins = strlen(name), ends = strlen(fresh_end);
    return length > begins + 1 + ends && strncmp(file, name, begins) == 0 && file[begins] == '.' &&
           strcmp(file + length - ends, fresh_end) == 0;
}

/* Returns whether an open file still has its name: its writer may have renamed it by now. */
static bool is_named(int file, int folder, const char *name) {
    struct stat open, named;
    return fstat(file, &open) == 0 && fstatat(folder, name, &named, 0) == 0 &&
           open.st_ino == named.st_ino;
}

/* Removes the temporary files of killed writers: nobody holds their locks. */
static void remove_leftovers(const char *path) {
    const char *name = strrchr(path, '/') + 1;
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    DIR *files = opendir(folder);
    for (struct dirent *entry; files && (entry = readdir(files));) {
        if (!is_fresh(entry->d_name, name)) continue;
        int file = openat(dirfd(files), entry->d_name, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (file < 0) continue;
        if (lock(file, F_SETLK) == 0 && is_named(file, dirfd(files), entry->d_name))
            unlinkat(dirfd(files), entry->d_name, 0);
        close(file);
    }
    if (files) closedir(files);
}

static int write_all(int file, const void *bytes, size_t size) {
    for (const char *at = bytes; size;) {
        ssize_t written = write(file, at, size < PIECE ? size : PIECE);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return -1;
        at += written, size -= (size_t)written;
    }
    return 0;
}

/* Creates a new file and locks it. Before it is locked, another program may remove it as a
 * leftover; then this tries again. Where files cannot be locked, it goes on without. */
static int make_file(const char *fresh) {
    for (;;) {
        struct stat status;
        int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        if (lock(file, F_SETLKW) < 0 || fstat(file, &status) < 0 || status.st_nlink) return file;
        close(file);
    }
}

/* Writes a file and renames it. */
static int write_file(const char *fresh, const char *path, const struct header *header,
                      const void *bytes) {
    int file = make_file(fresh);
    if (file < 0) return -1;
    int failed = write_all(file, header, sizeof *header) < 0 ||
                 write_all(file, bytes, header->size) < 0 || fsync(file) < 0 ||
                 rename(fresh, path) < 0;
    int error = errno;
    if (failed) unlink(fresh);
    close(file); /* fsync has reported what could fail here */
    errno = error;
    return failed ? -1 : 0;
}

int cache_write(const char *name, uint32_t version, const void *bytes, size_t size) {
    char path[PATH_BYTES], fresh[FRESH_BYTES];
    struct header header = make_header(version, bytes, size);
    if (cache_path(name, path, sizeof path) < 0 || make_directories(path) < 0) return -1;
    remove_leftovers(path);
    snprintf(fresh, sizeof fresh, "%s.%ld%s", path, (long)getpid(), fresh_end);
    return write_file(fresh, path, &header, bytes);
}
