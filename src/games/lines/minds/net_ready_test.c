/* The net that is part of the program can be opened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "games/lines/minds/net.h"

static void the_net_opens(void **unused) {
    struct host host = {.threads = 1};
    char reason[NET_FILE_REASON_MAX] = "";
    const void *bytes = lines_net_ready(&host);
    (void)unused;
    assert_non_null(bytes);
    assert_ptr_equal(bytes, lines_net_weights.bytes);
    assert_int_equal((uintptr_t)bytes % NET_ALIGN, 0);
    for (int rules98 = 0; rules98 < 2; rules98++) {
        struct lines_net *net = lines_net_new(bytes, lines_net_weights.size, rules98, NULL, reason);
        assert_string_equal(reason, "");
        assert_non_null(net);
        lines_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_net_opens)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
