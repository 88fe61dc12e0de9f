/* What agents learned, as whole numbers or as a file of bytes. It is part of the program; for a
 * page it would be most of the module, so there it is a file that is loaded when it is first asked
 * for (host_load). */
#ifndef GAME_WEIGHTS_H
#define GAME_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

struct weights {
    const char *name; /* of the file */
    uint32_t version;
    size_t count;                    /* of numbers; 0 if it is bytes */
    void (*write)(int16_t *numbers); /* NULL in a module */
    size_t size;                     /* of bytes; 0 if it is numbers */
    const void *bytes;               /* NULL in a module */
};

/* Returns the size of the file. */
static inline size_t weights_size(const struct weights *weights) {
    return weights->count ? 2 * weights->count : weights->size;
}

/* Writes numbers as 2 * count bytes that compress well: first the lower bytes of all, then the
 * upper ones; and reads them. */
void weights_pack(const int16_t *numbers, size_t count, uint8_t *out);
void weights_unpack(const uint8_t *from, size_t count, int16_t *numbers);

#endif
