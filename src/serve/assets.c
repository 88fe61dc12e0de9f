/* A table is all there is: no path leads into the file system. */
#include "serve/assets.h"
#include <string.h>

const struct assets_file *assets_find(const char *path) {
    if (strcmp(path, "/") == 0) path = "/index.html";
    for (const struct assets_file *file = assets_table; file->name; file++)
        if (strcmp(file->name, path) == 0) return file;
    return NULL;
}
