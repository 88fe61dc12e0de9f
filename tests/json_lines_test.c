/* The documents of a text, one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json_lines.h"
#include <stdio.h>
#include <string.h>

/* Each document as "line:text" or "line!byte" where it is wrong. */
static void require_documents(const char *text, const char *expected) {
    struct json_token tokens[64];
    struct json_lines lines;
    char found[256] = "";
    json_lines_begin(&lines, text, strlen(text), tokens, 64);
    while (json_lines_next(&lines)) {
        size_t used = strlen(found), length = 0;
        const char *raw = lines.wrong ? "" : json_raw(json_root(&lines.doc), &length);
        if (lines.wrong)
            snprintf(found + used, sizeof found - used, "%d!%zu ", lines.line, lines.doc.error_at);
        else
            snprintf(found + used, sizeof found - used, "%d:%.*s ", lines.line, (int)length, raw);
    }
    assert_string_equal(found, expected);
}

static void test_a_whole_text(void **state) {
    (void)state;
    require_documents("{\"a\":\n1}\n", "0:{\"a\":\n1} ");
    require_documents("7", "0:7 ");
    require_documents("", "");
    require_documents("\n \r\n\t", "");
}

static void test_lines(void **state) {
    (void)state;
    require_documents("1\n2", "1:1 2:2 ");
    require_documents("\n1\n\r\n  \n2\n", "2:1 5:2 ");
    require_documents("1\nx\n[\n2", "1:1 2!0 3!1 4:2 ");
    require_documents("x", "1!0 ");
    require_documents("1\n{\"a\":\n1}\n", "1:1 2!5 3!1 ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_text),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
