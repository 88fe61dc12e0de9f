/* A table of parts of names; the first that fits counts. Old terminals and those of Windows have
 * other characters past ASCII than UTF-8. */
#include "serve/telnet_looks.h"
#include <string.h>
#include <strings.h>

static const struct {
    const char *part;
    bool begins; /* the name must begin with it */
    struct telnet_looks looks;
} table[] = {
    {"dumb", true, {WIRE_NONE, true}},
    {"network", true, {WIRE_NONE, true}}, /* a printer without a name */
    {"-m", false, {WIRE_NONE, false}},    /* monochrome: xterm-mono, rxvt-m */
    {"truecolor", false, {WIRE_TRUE, false}},
    {"24bit", false, {WIRE_TRUE, false}},
    {"direct", false, {WIRE_TRUE, false}},
    {"kitty", false, {WIRE_TRUE, false}},
    {"alacritty", false, {WIRE_TRUE, false}},
    {"foot", true, {WIRE_TRUE, false}},
    {"256", false, {WIRE_256, false}},
    {"16color", false, {WIRE_16, false}},
    {"linux", true, {WIRE_16, false}},
    {"ansi", true, {WIRE_16, true}},
    {"vt", true, {WIRE_16, true}},
    {"cons", true, {WIRE_16, true}},
};

static bool fits(const char *type, const char *part, bool begins) {
    size_t length = strlen(part);
    for (; *type; type++) {
        if (strncasecmp(type, part, length) == 0) return true;
        if (begins) return false;
    }
    return false;
}

struct telnet_looks telnet_looks_of(const char *type) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (fits(type, table[i].part, table[i].begins)) return table[i].looks;
    return (struct telnet_looks){WIRE_256, false};
}
