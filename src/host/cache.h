/* Files in the user's cache directory, for what can be computed again but takes long. Each begins
 * with a header: kind, version, size and checksum. A file that does not match its header is not
 * used. Files are never changed, only replaced, so a mapped file stays as it is. */
#ifndef HOST_CACHE_H
#define HOST_CACHE_H

#include <stddef.h>
#include <stdint.h>

struct cache_map {
    void *map; /* the whole file, NULL if none is mapped */
    size_t length;
    const void *bytes; /* its contents, after the header */
};

/* Writes the path of a file: in XDG_CACHE_HOME/tilewright, or HOME/.cache/tilewright. Returns 0, or
 * -1 with errno: ENOENT if neither variable is an absolute path, ENAMETOOLONG. */
int cache_path(const char *name, char *path, size_t capacity);

/* Maps a file. Returns 0, or -1 with *wrong saying what is wrong; *wrong is NULL if there is no
 * file. */
int cache_open(struct cache_map *map, const char *name, uint32_t version, size_t size,
               const char **wrong);
void cache_close(struct cache_map *map);

/* Writes a file, and makes its directory if needed. Returns 0, or -1 with errno; after a failure an
 * older file is unchanged, and nothing else is left. Removes what killed programs left of the same
 * name. Several programs may write the same name at once, but not several threads of one. */
int cache_write(const char *name, uint32_t version, const void *bytes, size_t size);

#endif
