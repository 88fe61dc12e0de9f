/* A file of tensors: what a net learned, as bytes. Every byte may be wrong: net_file_open believes
 * nothing, and after it no call can leave the bytes.
 *
 * All numbers are little-endian. A header of 32 bytes: magic, version, number of tensors, size of
 * the file, and a hash of all that follows. Then an entry of 48 bytes for each tensor: name, type,
 * number of dims, dims, and the offset of the data. All other bytes are zero. */
#ifndef NET_FILE_H
#define NET_FILE_H

#include <stddef.h>
#include <stdint.h>

enum {
    NET_FILE_VERSION = 1,
    NET_FILE_HEADER = 32,
    NET_FILE_ENTRY = 48,
    NET_FILE_NAME = 24, /* with the closing NUL */
    NET_FILE_DIMS = 4,
    NET_FILE_ALIGN = 64,
    NET_FILE_TENSORS_MAX = 1024,
    NET_FILE_REASON_MAX = 160,
};

enum net_type { NET_INT8, NET_INT16, NET_INT32, NET_FLOAT32, NET_INT64, NET_TYPES };

struct net_file {
    const uint8_t *bytes;
    size_t size;
    int tensors;
    char reason[NET_FILE_REASON_MAX];
};

/* What a reader expects of a tensor */
struct net_shape {
    const char *name;
    enum net_type type;
    int dims;
    uint32_t dim[NET_FILE_DIMS];
};

/* Returns the size of a number in bytes. */
size_t net_type_size(enum net_type type);
/* Looks at bytes, which must stay while the file is used. Returns NULL, or why they are no such
 * file, a sentence that is kept in `file`. */
const char *net_file_open(struct net_file *file, const void *bytes, size_t size);
/* Finds a tensor that must have this shape, and sets `*data`; it need not be aligned in memory.
 * Returns NULL, or why not, a sentence that is kept in `file`. */
const char *net_file_find(struct net_file *file, const struct net_shape *shape, const void **data);
/* Finds a tensor and copies it: `to` has room for all its numbers. */
const char *net_file_copy(struct net_file *file, const struct net_shape *shape, void *to);

#endif
