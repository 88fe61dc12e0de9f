/* The hash does not cover the header, so every byte has to have its one meaning: what neither an
 * entry nor a tensor owns must be zero. So a wrong number of tensors is found as well. */
#include "net/net_file.h"
#include "base/hash.h"
#include "base/text.h"
#include <assert.h>
#include <stdbool.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files are read as they lie in memory");

struct entry {
    char name[NET_FILE_NAME];
    uint8_t type, dims;
    uint16_t zero;
    uint32_t dim[NET_FILE_DIMS], offset;
};
_Static_assert(sizeof(struct entry) == NET_FILE_ENTRY, "an entry is read as it lies in memory");

struct header {
    char magic[8];
    uint32_t version, tensors;
    uint64_t size, hash;
};
_Static_assert(sizeof(struct header) == NET_FILE_HEADER, "a header is read as it lies in memory");

size_t net_type_size(enum net_type type) {
    static const uint8_t sizes[NET_TYPES] = {1, 2, 4, 4, 8};
    assert(type < NET_TYPES);
    return sizes[type];
}

static const char *say(struct net_file *file, const char *begin, const char *name,
                       const char *end) {
    struct text text = text_over(file->reason, sizeof file->reason);
    text_string(&text, begin);
    if (name) text_quote(&text, name);
    text_string(&text, end);
    return file->reason;
}

static const char *say_sizes(struct net_file *file, const char *begin, uint64_t has,
                             uint64_t needs) {
    struct text text = text_over(file->reason, sizeof file->reason);
    text_string(&text, begin);
    text_int(&text, (int64_t)(has & INT64_MAX));
    text_string(&text, " bytes, and must be ");
    text_int(&text, (int64_t)(needs & INT64_MAX));
    return file->reason;
}

static struct entry entry_at(const struct net_file *file, int index) {
    struct entry entry;
    memcpy(&entry, file->bytes + NET_FILE_HEADER + (size_t)index * NET_FILE_ENTRY, sizeof entry);
    return entry;
}

/* Returns the size of a tensor, or 0 if it is empty or larger than `most`. */
static size_t size_of(const struct entry *entry, size_t most) {
    size_t size = net_type_size(entry->type);
    for (int i = 0; i < NET_FILE_DIMS; i++) {
        if (entry->dim[i] == 0 || size > most / entry->dim[i]) return 0;
        size *= entry->dim[i];
    }
    return size;
}

static size_t end_of_entries(const struct net_file *file) {
    return NET_FILE_HEADER + (size_t)file->tensors * NET_FILE_ENTRY;
}

static const char *check_header(struct net_file *file) {
    struct header header;
    if (file->size < NET_FILE_HEADER)
        return say_sizes(file, "the weights are cut short: they have ", file->size,
                         NET_FILE_HEADER);
    memcpy(&header, file->bytes, sizeof header);
    if (memcmp(header.magic, "TWNET\0\0", sizeof header.magic) != 0)
        return say(file, "the weights are of another kind: they must begin with TWNET", NULL, "");
    if (header.version != NET_FILE_VERSION)
        return say(file, "the weights are of another version: it must be 1", NULL, "");
    if (file->size < header.size)
        return say_sizes(file, "the weights are cut short: they have ", file->size, header.size);
    if (file->size > header.size)
        return say_sizes(file, "the weights are too long: they have ", file->size, header.size);
    if (hash_bytes(file->bytes + NET_FILE_HEADER, file->size - NET_FILE_HEADER) != header.hash)
        return say(file, "the weights are damaged: their hash is another", NULL, "");
    if (header.tensors == 0 || header.tensors > NET_FILE_TENSORS_MAX ||
        header.tensors > (file->size - NET_FILE_HEADER) / NET_FILE_ENTRY)
        return say(file, "the weights have a wrong number of tensors", NULL, "");
    file->tensors = (int)header.tensors;
    return NULL;
}

static bool is_name(const char name[NET_FILE_NAME]) {
    const char *end = memchr(name, 0, NET_FILE_NAME);
    if (!end || end == name) return false;
    while (end < name + NET_FILE_NAME && !*end) end++;
    return end == name + NET_FILE_NAME;
}

static bool overlap(const struct entry *a, const struct entry *b, size_t most) {
    return a->offset < b->offset + size_of(b, most) && b->offset < a->offset + size_of(a, most);
}

static const char *check_entry(struct net_file *file, int index) {
    struct entry entry = entry_at(file, index);
    if (!is_name(entry.name)) return say(file, "a tensor has no proper name", NULL, "");
    if (entry.type >= NET_TYPES) return say(file, "", entry.name, " has an unknown type");
    if (entry.dims < 1 || entry.dims > NET_FILE_DIMS || entry.zero)
        return say(file, "", entry.name, " must have 1 to 4 dims");
    for (int i = entry.dims; i < NET_FILE_DIMS; i++)
        if (entry.dim[i] != 1) return say(file, "", entry.name, " must have unused dims of 1");
    if (entry.offset % NET_FILE_ALIGN != 0)
        return say(file, "", entry.name, " must begin at a multiple of 64");
    if (entry.offset < end_of_entries(file) || entry.offset >= file->size)
        return say(file, "", entry.name, " begins outside of the data");
    if (size_of(&entry, file->size - entry.offset) == 0)
        return say(file, "", entry.name, " is empty or ends outside of the data");
    for (int i = 0; i < index; i++) {
        struct entry other = entry_at(file, i);
        if (memcmp(other.name, entry.name, sizeof entry.name) == 0)
            return say(file, "", entry.name, " is there twice");
        if (overlap(&entry, &other, file->size))
            return say(file, "", entry.name, " overlaps another tensor");
    }
    return NULL;
}

/* Returns the size of the tensor that begins first at `from` or later, and where; 0 if none does.
 */
static size_t next_tensor(const struct net_file *file, size_t from, size_t *begin) {
    size_t size = 0;
    *begin = file->size;
    for (int i = 0; i < file->tensors; i++) {
        struct entry entry = entry_at(file, i);
        if (entry.offset < from || entry.offset >= *begin) continue;
        *begin = entry.offset;
        size = size_of(&entry, file->size);
    }
    return size;
}

static const char *check_bytes_between(struct net_file *file) {
    size_t at = end_of_entries(file), begin;
    for (size_t size = 1; size > 0; at = begin + size) {
        size = next_tensor(file, at, &begin);
        for (size_t i = at; i < begin; i++)
            if (file->bytes[i]) return say(file, "bytes between tensors must be zero", NULL, "");
    }
    return NULL;
}

const char *net_file_open(struct net_file *file, const void *bytes, size_t size) {
    *file = (struct net_file){.bytes = bytes, .size = size};
    const char *reason = check_header(file);
    for (int i = 0; !reason && i < file->tensors; i++) reason = check_entry(file, i);
    if (!reason) reason = check_bytes_between(file);
    if (reason) file->tensors = 0;
    return reason;
}

static bool is_shape(const struct entry *entry, const struct net_shape *shape) {
    if (entry->type != shape->type || entry->dims != shape->dims) return false;
    for (int i = 0; i < shape->dims; i++)
        if (entry->dim[i] != shape->dim[i]) return false;
    return true;
}

static const char *find(struct net_file *file, const struct net_shape *shape, struct entry *found) {
    assert(shape->dims >= 1 && shape->dims <= NET_FILE_DIMS);
    for (int i = 0; i < file->tensors; i++) {
        *found = entry_at(file, i);
        if (strcmp(found->name, shape->name) != 0) continue;
        if (is_shape(found, shape)) return NULL;
        return say(file, "", shape->name, " has another type or shape than expected");
    }
    return say(file, "", shape->name, " is missing");
}

const char *net_file_find(struct net_file *file, const struct net_shape *shape, const void **data) {
    struct entry entry;
    const char *reason = find(file, shape, &entry);
    if (!reason) *data = file->bytes + entry.offset;
    return reason;
}

const char *net_file_copy(struct net_file *file, const struct net_shape *shape, void *to) {
    struct entry entry;
    const char *reason = find(file, shape, &entry);
    if (!reason) memcpy(to, file->bytes + entry.offset, size_of(&entry, file->size));
    return reason;
}
