/* Numbers with a width or a fraction, which text_format does not know. */
#include "serve/print.h"
#include <stdarg.h>
#include <stdio.h>

void print_to(struct text *out, const char *format, ...) {
    char line[PRINT_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    text_string(out, line);
}
