/* Writes a file of tensors, for tests. */
#ifndef NET_WRITE_TEST_H
#define NET_WRITE_TEST_H

#include "base/hash.h"
#include "net/net_file.h"
#include <string.h>

static inline size_t net_write_size(const struct net_shape *shape) {
    size_t size = net_type_size(shape->type);
    for (int i = 0; i < shape->dims; i++) size *= shape->dim[i];
    return size;
}

static inline void net_write_seal(uint8_t *out, size_t size) {
    uint64_t hash = hash_bytes(out + NET_FILE_HEADER, size - NET_FILE_HEADER);
    memcpy(out + 24, &hash, sizeof hash);
}

static inline void net_write_entry(uint8_t *at, const struct net_shape *shape, uint32_t offset) {
    uint32_t dim[NET_FILE_DIMS] = {1, 1, 1, 1};
    memset(at, 0, NET_FILE_ENTRY);
    for (int i = 0; i < shape->dims; i++) dim[i] = shape->dim[i];
    memcpy(at, shape->name, strlen(shape->name));
    at[24] = (uint8_t)shape->type, at[25] = (uint8_t)shape->dims;
    memcpy(at + 28, dim, sizeof dim);
    memcpy(at + 44, &offset, sizeof offset);
}

/* Writes a file and returns its size; with `out` NULL only that. */
static inline size_t net_write(uint8_t *out, const struct net_shape *shapes,
                               const void *const *data, uint32_t count) {
    size_t at = NET_FILE_HEADER + (size_t)count * NET_FILE_ENTRY;
    uint32_t version = NET_FILE_VERSION;
    for (uint32_t i = 0; i < count; i++) {
        size_t begin = (at + NET_FILE_ALIGN - 1) / NET_FILE_ALIGN * NET_FILE_ALIGN;
        size_t end = begin + net_write_size(&shapes[i]);
        if (out) {
            memset(out + at, 0, begin - at);
            memcpy(out + begin, data[i], end - begin);
            net_write_entry(out + NET_FILE_HEADER + i * NET_FILE_ENTRY, &shapes[i],
                            (uint32_t)begin);
        }
        at = end;
    }
    if (!out) return at;
    uint64_t size = at;
    memcpy(out, "TWNET\0\0", 8);
    memcpy(out + 8, &version, sizeof version);
    memcpy(out + 12, &count, sizeof count);
    memcpy(out + 16, &size, sizeof size);
    net_write_seal(out, at);
    return at;
}

#endif
