/* printf into a text. What one call writes is short, or it is cut. */
#ifndef SERVE_PRINT_H
#define SERVE_PRINT_H

#include "base/text.h"

enum { PRINT_BYTES = 1024 };

void print_to(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
