/* The JSON documents of a text: the whole text is one, or else each line that is not blank. */
#ifndef BASE_JSON_LINES_H
#define BASE_JSON_LINES_H

#include "base/json.h"

struct json_lines {
    const char *at, *end;
    int line; /* of the current document, from 1; 0 if the whole text is one document */
    struct json_token *tokens;
    size_t capacity;
    struct json_doc doc; /* the current document; it lasts until the next one */
    const char *wrong;   /* why the current line is not JSON, or NULL; doc.error_at says where */
};

/* `tokens` for json_tokens_max(length) always suffices. Text and tokens are the caller's. */
void json_lines_begin(struct json_lines *lines, const char *text, size_t length,
                      struct json_token *tokens, size_t capacity);
/* Goes on to the next document, which may be `wrong`; false at the end. */
bool json_lines_next(struct json_lines *lines);

#endif
