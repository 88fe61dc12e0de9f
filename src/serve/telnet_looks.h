/* What a terminal can show, by the name of its type. */
#ifndef SERVE_TELNET_LOOKS_H
#define SERVE_TELNET_LOOKS_H

#include "show/wire.h"

struct telnet_looks {
    enum wire_colours colours;
    bool plain; /* ASCII alone */
};

/* Finds them for a type as clients tell it, in any case of letters. Of a type that is not known
 * the best is thought. */
struct telnet_looks telnet_looks_of(const char *type);

#endif
