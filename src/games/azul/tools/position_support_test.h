/* For tests of positions as text: reading with nothing behind the text, and the way there and
 * back. */
#ifndef AZUL_POSITION_SUPPORT_TEST_H
#define AZUL_POSITION_SUPPORT_TEST_H

#include "games/azul/azul_by_hand_test.h"
#include "games/azul/tools/position.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct azul_position *position;

static inline int open_position(void **state) {
    (void)state;
    position = malloc(sizeof *position);
    return position ? 0 : -1;
}

static inline int close_position(void **state) {
    (void)state;
    free(position);
    return 0;
}

static inline const char *text_of(const struct azul *azul) {
    static char buffer[AZUL_POSITION_TEXT];
    struct text out = text_over(buffer, sizeof buffer);
    azul_position_write(azul, &out);
    assert_false(out.cut);
    return buffer;
}

/* Reads from memory that ends with the text, so that a look past its end is found. */
static inline const char *read_bytes(const char *text, size_t length) {
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    memset(&position->azul, 0xA5, sizeof position->azul);
    const char *wrong = azul_position_read(position, copy, length);
    free(copy);
    return wrong;
}

static inline const char *read_text(const char *text) {
    return read_bytes(text, strlen(text));
}

static inline void require_read(const char *text) {
    const char *wrong = read_text(text);
    if (wrong) fail_msg("%s: %s", text, wrong);
}

/* Good for a link and for a chat: letters and digits, in which single signs separate. */
static inline void check_signs(const char *text) {
    size_t length = strlen(text);
    assert_int_equal(
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), length);
    for (size_t i = 0; i < length; i++) {
        bool sign = text[i] == '-' || text[i] == '_';
        assert_false(sign && (i == 0 || i == length - 1 || strchr("-_", text[i + 1])));
    }
}

static inline void check_round_trip(const struct azul *azul) {
    char text[AZUL_POSITION_TEXT];
    snprintf(text, sizeof text, "%s", text_of(azul));
    check_signs(text);
    require_read(text);
    if (memcmp(&position->azul, azul, azul_bytes(azul->players)) != 0)
        fail_msg("%s is read as %s", text, text_of(&position->azul));
    assert_string_equal(text_of(&position->azul), text);
}

#endif
