/* Files that are read whole. */
#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 26 };

char *cli_read_file(const char *name, size_t *length) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    char *text = file ? malloc(FILE_MAX + 1) : NULL;
    *length = text ? fread(text, 1, FILE_MAX + 1, file) : 0;
    int error = text && ferror(file) ? errno : *length > FILE_MAX ? EFBIG : 0;
    if (file && file != stdin) fclose(file);
    if (error) {
        free(text);
        errno = error;
        return NULL;
    }
    if (text) text[*length] = '\0';
    return text;
}
