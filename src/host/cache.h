/* Files that can be made again but take long to make, in the user's cache directory. Each begins
 * with a header that tells its kind, version, size and checksum; one that is cut short, changed or
 * of another version is not used. A file is never changed, only replaced: what is mapped stays. */
#ifndef HOST_CACHE_H
#define HOST_CACHE_H

#include <stddef.h>
#include <stdint.h>

struct cache_map {
    void *map; /* the whole file, NULL if there is none */
    size_t length;
    const void *bytes; /* its content */
};

/* Where files are kept: a directory under XDG_CACHE_HOME, or ~/.cache; both have to be absolute. 0,
 * or -1 with errno: ENOENT if neither is known, ENAMETOOLONG. */
int cache_path(const char *name, char *path, size_t capacity);

/* Maps a file. 0; -1 if there is none, or *wrong says what is wrong with it. */
int cache_open(struct cache_map *map, const char *name, uint32_t version, size_t size,
               const char **wrong);
void cache_close(struct cache_map *map);

/* Writes it, and makes its directory if need be. 0, or -1 with errno; then nothing is left behind,
 * and an older one is as it was. What a killed program left of the same name is taken away. Several
 * programs may write the same name at the same time, but not several threads of one. */
int cache_write(const char *name, uint32_t version, const void *bytes, size_t size);

#endif
