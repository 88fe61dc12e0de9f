/* Reads a state, with enough tokens for any game. */
#include "tests/support/reading.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 1 << 14 };

const char *reading_state(const struct game *game, const char *text, void *state,
                          struct envelope *envelope, char *pointer, size_t capacity) {
    static struct json_token tokens[TOKENS];
    struct json_doc doc;
    struct json at = {NULL, 0};
    struct text place = text_over(pointer, capacity);
    const char *wrong = json_parse(&doc, text, strlen(text), tokens, TOKENS);
    if (wrong) {
        fprintf(stderr, "%s: %s\n", wrong, text);
        abort();
    }
    wrong = envelope_read(game, state, envelope, json_root(&doc), &at);
    if (wrong) json_pointer(json_root(&doc), json_kind(at) ? at : json_root(&doc), &place);
    return wrong;
}
