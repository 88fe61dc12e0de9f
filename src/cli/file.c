/* Reads whole files. */
#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 26 };

/* Returns 0 or an errno. */
static int read_all(FILE *file, char *text, size_t *length) {
    errno = 0;
    *length = fread(text, 1, FILE_MAX + 1, file);
    if (ferror(file)) return errno ? errno : EIO;
    if (*length > FILE_MAX) return EFBIG;
    text[*length] = '\0';
    return 0;
}

int cli_read_file(const char *name, char **text, size_t *length) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file) return cli_complain("%s: %s", name, strerror(errno));
    *text = malloc(FILE_MAX + 1);
    int error = *text ? read_all(file, *text, length) : ENOMEM;
    if (file != stdin) fclose(file);
    if (!error) return -1;
    free(*text);
    if (error == ENOMEM) return cli_fail("there is not enough memory");
    return cli_complain("%s: %s", name, strerror(error));
}
