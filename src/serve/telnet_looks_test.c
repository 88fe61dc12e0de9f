/* Types of terminals and what they can show. */
#include "serve/telnet_looks.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void require(const char *type, enum wire_colours colours, bool plain) {
    struct telnet_looks looks = telnet_looks_of(type);
    if (looks.colours != colours || looks.plain != plain)
        fail_msg("%s: %d colours, plain %d", type, (int)looks.colours, looks.plain);
}

static void test_types(void **state) {
    (void)state;
    require("xterm-256color", WIRE_256, false);
    require("XTERM-256COLOR", WIRE_256, false);
    require("tmux-256color", WIRE_256, false);
    require("xterm-direct", WIRE_TRUE, false);
    require("xterm-truecolor", WIRE_TRUE, false);
    require("xterm-kitty", WIRE_TRUE, false);
    require("linux", WIRE_16, false);
    require("LINUX", WIRE_16, false);
    require("ANSI", WIRE_16, true);
    require("vt100", WIRE_16, true);
    require("VT220", WIRE_16, true);
    require("xterm-mono", WIRE_NONE, false);
    require("dumb", WIRE_NONE, true);
    require("DUMB", WIRE_NONE, true);
}

static void test_unknown(void **state) {
    (void)state;
    require("", WIRE_256, false);
    require("x", WIRE_256, false);
    require("xterm", WIRE_256, false);
    require("my-linux-like", WIRE_256, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
