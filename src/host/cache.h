/* Files in the user's cache directory, for what can be computed again but takes long. Each begins
 * with a header: kind, version, size and checksum. A file that does not match its header is not
 * used, nor is one that somebody else could have written. */
#ifndef HOST_CACHE_H
#define HOST_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* A file's contents, in memory. */
struct cache_file {
    void *memory; /* NULL if none was read */
    void *bytes;  /* in that memory, at the beginning of a cache line */
};

/* Writes the path of a file: in XDG_CACHE_HOME/tilewright, or HOME/.cache/tilewright. Returns 0, or
 * -1 with errno: ENOENT if neither variable is an absolute path, ENAMETOOLONG. */
int cache_path(const char *name, char *path, size_t capacity);

/* Reads a file. Returns 0, or -1 with *wrong saying what is wrong; *wrong is NULL if there is no
 * file. What then happens to the file does not matter to the contents. */
int cache_read(struct cache_file *file, const char *name, uint32_t version, size_t size,
               const char **wrong);
void cache_release(struct cache_file *file);

/* Writes a file, and makes its directory if needed. Returns 0, or -1 with *wrong saying why; after
 * a failure an older file is unchanged, and nothing else is left. Removes what killed programs left
 * of the same name. Several programs may write the same name at once, but not several threads of
 * one.
 */
int cache_write(const char *name, uint32_t version, const void *bytes, size_t size,
                const char **wrong);

/* Tries whether a file of this size could be written, and leaves nothing but its directory. Returns
 * likewise. */
int cache_try(const char *name, size_t size, const char **wrong);

#endif
