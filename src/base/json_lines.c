/* A text of one document may have line ends in it, so that is tried first. */
#include "base/json_lines.h"
#include <string.h>

void json_lines_begin(struct json_lines *lines, const char *text, size_t length,
                      struct json_token *tokens, size_t capacity) {
    *lines = (struct json_lines){
        .at = text, .end = text + length, .line = -1, .tokens = tokens, .capacity = capacity};
}

/* The whole text is one document, or the lines follow. */
static bool take_all(struct json_lines *lines) {
    size_t length = (size_t)(lines->end - lines->at);
    lines->line = 0;
    if (json_parse(&lines->doc, lines->at, length, lines->tokens, lines->capacity)) return false;
    lines->at = lines->end;
    return true;
}

static bool is_blank(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
    return at == end;
}

bool json_lines_next(struct json_lines *lines) {
    lines->wrong = NULL;
    if (lines->line < 0 && take_all(lines)) return true;
    while (lines->at < lines->end) {
        const char *from = lines->at;
        const char *newline = memchr(from, '\n', (size_t)(lines->end - from));
        const char *to = newline ? newline : lines->end;
        lines->at = newline ? newline + 1 : lines->end;
        lines->line++;
        if (is_blank(from, to)) continue;
        lines->wrong =
            json_parse(&lines->doc, from, (size_t)(to - from), lines->tokens, lines->capacity);
        return true;
    }
    return false;
}
