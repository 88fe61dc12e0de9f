/* A file is written under a temporary name and renamed when it is complete and on the disk. It is
 * locked while it is written: a temporary file without a lock was left by a killed program.
 *
 * It is read into memory of its own, not mapped: whoever may write to a mapped file can cut it
 * short and so kill its readers, or change it after it was checked. */
#define _DEFAULT_SOURCE /* madvise */
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
#include <sys/statvfs.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, PIECE = 1 << 24 };
enum { CACHE_LINE = 64, LARGE_PAGE = 1 << 21 };

static const char kind[8] = {'T', 'W', 'c', 'a', 'c', 'h', 'e', '1'}, fresh_end[] = ".new";

struct header {
    char kind[8];
    uint32_t version, spare;
    uint64_t size, checksum;
    uint8_t rest[32]; /* zeros */
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

/* Only its owner, this user or root, may be able to write. Returns NULL, or what is wrong. */
static const char *find_stranger(const struct stat *status) {
    bool folder = S_ISDIR(status->st_mode);
    if (status->st_uid != geteuid() && status->st_uid != 0)
        return folder ? "its directory must belong to this user or to root"
                      : "it must belong to this user or to root";
    if (status->st_mode & (S_IWGRP | S_IWOTH))
        return folder ? "its directory must be writable by its owner only"
                      : "it must be writable by its owner only";
    return NULL;
}

/* Opens the directory of a path. Returns -1 with *wrong; NULL if there is no directory. */
static int open_folder(const char *path, const char **wrong) {
    char folder[PATH_BYTES];
    struct stat status;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path + 1), path);
    int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = opened >= 0 && fstat(opened, &status) == 0;
    *wrong = fine                                  ? find_stranger(&status)
             : errno == ENOENT || errno == ENOTDIR ? NULL
                                                   : strerror(errno);
    if (fine && !*wrong) return opened;
    if (opened >= 0) close(opened);
    return -1;
}

static const char *find_fault(const struct header *header, const struct header *due) {
    if (memcmp(header->kind, kind, sizeof kind) != 0) return "it is not a cache file of Tilewright";
    if (header->version != due->version) return "it has another version";
    if (header->size != due->size) return "it has another size";
    return NULL;
}

/* Reads up to `size` bytes. Returns how many there are, or -1. */
static ssize_t read_all(int file, void *bytes, size_t size) {
    size_t done = 0;
    while (done < size) {
        size_t piece = size - done < PIECE ? size - done : PIECE;
        ssize_t got = read(file, (char *)bytes + done, piece);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

/* Takes memory for a file. Large pages make a large file faster to read and to use. */
static bool allocate(struct cache_file *file, size_t size) {
    size_t align = size < LARGE_PAGE ? CACHE_LINE : LARGE_PAGE;
    file->memory = malloc(size + align);
    if (!file->memory) return false;
    file->bytes = (char *)file->memory + (align - (uintptr_t)file->memory % align);
#ifdef MADV_HUGEPAGE
    if (align == LARGE_PAGE) madvise(file->bytes, size / align * align, MADV_HUGEPAGE);
#endif
    return true;
}

/* Reads what stands after the header, and compares the checksum. */
static const char *read_contents(struct cache_file *file, int opened, const struct header *header) {
    char more;
    ssize_t got = read_all(opened, file->bytes, header->size), rest = read_all(opened, &more, 1);
    if (got < 0 || rest < 0) return strerror(errno);
    if ((size_t)got < header->size) return "it is incomplete";
    if (rest > 0) return "it is too long";
    struct header due = make_header(header->version, file->bytes, header->size);
    return memcmp(header, &due, sizeof due) == 0 ? NULL : "it is damaged";
}

/* Reads an open file. Returns NULL, or why that failed. */
static const char *read_file(struct cache_file *file, int opened, uint32_t version, size_t size) {
    struct header header, due = {.version = version, .size = size};
    struct stat status;
    if (fstat(opened, &status) < 0) return strerror(errno);
    if (!S_ISREG(status.st_mode)) return "it is not a regular file";
    const char *wrong = find_stranger(&status);
    if (wrong) return wrong;
    if (status.st_size == 0) return "it is empty";
    ssize_t got = read_all(opened, &header, sizeof header);
    if (got < 0) return strerror(errno);
    if ((size_t)got < sizeof header) return "it is incomplete";
    wrong = find_fault(&header, &due);
    if (wrong) return wrong;
    if (!allocate(file, size)) return "there is not enough memory";
    return read_contents(file, opened, &header);
}

/* Opens a file of the cache. Returns -1 with *wrong; NULL if there is none. */
static int open_file(const char *name, const char **wrong) {
    char path[PATH_BYTES];
    *wrong = NULL;
    if (cache_path(name, path, sizeof path) < 0) return -1;
    int folder = open_folder(path, wrong);
    if (folder < 0) return -1;
    int file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    int error = errno; /* O_NONBLOCK: a pipe is not waited for */
    close(folder);
    if (file < 0 && error != ENOENT)
        *wrong = error == ELOOP ? "it must not be a symbolic link" : strerror(error);
    return file;
}

int cache_read(struct cache_file *file, const char *name, uint32_t version, size_t size,
               const char **wrong) {
    *file = (struct cache_file){.memory = NULL};
    int opened = open_file(name, wrong);
    if (opened < 0) return -1;
    *wrong = read_file(file, opened, version, size);
    close(opened);
    if (*wrong) cache_release(file);
    return *wrong ? -1 : 0;
}

void cache_release(struct cache_file *file) {
    free(file->memory);
    *file = (struct cache_file){.memory = NULL};
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
static void remove_leftovers(int folder, const char *name) {
    int again = dup(folder);
    DIR *files = again < 0 ? NULL : fdopendir(again);
    if (!files && again >= 0) close(again);
    for (struct dirent *entry; files && (entry = readdir(files));) {
        if (!is_fresh(entry->d_name, name)) continue;
        int file = openat(folder, entry->d_name, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
        if (file < 0) continue;
        if (lock(file, F_SETLK) == 0 && is_named(file, folder, entry->d_name))
            unlinkat(folder, entry->d_name, 0);
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
static int make_file(int folder, const char *fresh) {
    for (;;) {
        struct stat status;
        int file = openat(folder, fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0) return -1;
        if (lock(file, F_SETLKW) < 0 || fstat(file, &status) < 0 || status.st_nlink) return file;
        close(file);
    }
}

/* Creates a new file of this name's. Returns it and its own name. */
static int make_fresh(int folder, const char *name, char fresh[PATH_BYTES]) {
    snprintf(fresh, PATH_BYTES, "%s.%ld%s", name, (long)getpid(), fresh_end);
    return make_file(folder, fresh);
}

/* Closes a file, and removes it unless it was renamed. Keeps errno. */
static void end_fresh(int folder, int file, const char *fresh, bool renamed) {
    int error = errno;
    if (!renamed) unlinkat(folder, fresh, 0);
    close(file); /* fsync has reported what could fail here */
    errno = error;
}

/* Writes a file and renames it. */
static int write_file(int folder, const char *name, const struct header *header,
                      const void *bytes) {
    char fresh[PATH_BYTES];
    int file = make_fresh(folder, name, fresh);
    if (file < 0) return -1;
    int failed = write_all(file, header, sizeof *header) < 0 ||
                 write_all(file, bytes, header->size) < 0 || fsync(file) < 0 ||
                 renameat(folder, fresh, folder, name) < 0;
    end_fresh(folder, file, fresh, !failed);
    return failed ? -1 : 0;
}

static int require_space(int file, size_t size) {
    struct statvfs disk;
    if (fstatvfs(file, &disk) < 0) return 0; /* the disk does not tell */
    if (disk.f_blocks == 0 || disk.f_bavail >= size / disk.f_frsize) return 0;
    errno = ENOSPC;
    return -1;
}

/* Makes a file of this size without contents, and removes it. */
static int try_file(int folder, const char *name, size_t size) {
    char fresh[PATH_BYTES];
    int file = make_fresh(folder, name, fresh);
    if (file < 0) return -1;
    int failed = ftruncate(file, (off_t)size) < 0 || require_space(file, size) < 0;
    end_fresh(folder, file, fresh, false);
    return failed ? -1 : 0;
}

/* Opens the directory for a file of this name, and makes it if needed. Returns -1 with *wrong, or
 * errno if that is NULL. */
static int prepare_folder(const char *name, const char **wrong) {
    char path[PATH_BYTES];
    *wrong = NULL;
    if (cache_path(name, path, sizeof path) < 0 || make_directories(path) < 0) return -1;
    int folder = open_folder(path, wrong);
    if (folder >= 0) remove_leftovers(folder, name);
    return folder;
}

static int end_folder(int folder, int status, const char **wrong) {
    if (status < 0 && !*wrong) *wrong = strerror(errno);
    if (folder >= 0) close(folder);
    return status;
}

int cache_write(const char *name, uint32_t version, const void *bytes, size_t size,
                const char **wrong) {
    struct header header = make_header(version, bytes, size);
    int folder = prepare_folder(name, wrong);
    return end_folder(folder, folder < 0 ? -1 : write_file(folder, name, &header, bytes), wrong);
}

int cache_try(const char *name, size_t size, const char **wrong) {
    int folder = prepare_folder(name, wrong);
    size_t all = sizeof(struct header) + size;
    return end_folder(folder, folder < 0 ? -1 : try_file(folder, name, all), wrong);
}
