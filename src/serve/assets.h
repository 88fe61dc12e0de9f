/* The page's files, in the program: tools/embed puts them there when it is built. */
#ifndef SERVE_ASSETS_H
#define SERVE_ASSETS_H

#include <stddef.h>
#include <stdint.h>

struct assets_file {
    const char *name; /* as in "/style.css" */
    const char *type, *etag;
    const uint8_t *plain;
    size_t plain_length;
    const uint8_t *gzip;
    size_t gzip_length;
    const uint8_t *br; /* Brotli */
    size_t br_length;
};

/* Ended by a NULL name. */
extern const struct assets_file assets_table[];

/* Finds a file by the path of a request; "/" is the first page. NULL if there is none. */
const struct assets_file *assets_find(const char *path);

#endif
