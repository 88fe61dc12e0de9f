/* The talk of a room. What people say comes from outside. */
#include "lobby/talking.h"
#include "lobby/line.h"
#include <string.h>

enum { LINE_BYTES = 7 * (HALL_SAY_BYTES + HALL_NAME_BYTES) + 16, PROMPT_COLS = 6 };

static void write_said(const struct room_line *said, struct text *out) {
    if (said->name[0]) {
        text_string(out, CELLS_STRONG);
        text_printable(out, said->name, strlen(said->name));
        text_string(out, CELLS_INK ": ");
    } else {
        text_string(out, CELLS_QUIET);
    }
    text_printable(out, said->text, strlen(said->text));
}

/* The last lines that fit, the newest at the bottom; but a short talk begins at the top. */
void talking_draw(const struct lobby *lobby, struct cells_box box, struct cells *cells) {
    const struct room *room = lobby->member->room;
    struct cells_cell frame = {' ', THEME_FRAME, THEME_PAPER, 0, 0};
    struct cells_cell ink = {' ', THEME_INK, THEME_PAPER, 0, 0};
    struct cells_box inside = {box.row + 1, box.col + 2, box.rows - 2, box.cols - 4};
    bool plain = lobby->term->config.plain > 0;
    int first = room->said_count, rows = 0;
    char words[LINE_BYTES];
    cells_frame(cells, box, frame, "Table talk", NULL, plain);
    while (first > 0) {
        struct text text = text_over(words, sizeof words);
        write_said(&room->said[first - 1], &text);
        int lines = cells_count_lines(inside.cols, words);
        if (rows && rows + lines > inside.rows) break;
        rows += lines;
        first--;
    }
    for (int i = first; i < room->said_count && inside.rows > 0; i++) {
        struct text text = text_over(words, sizeof words);
        write_said(&room->said[i], &text);
        int lines = cells_passage(cells, inside, ink, words, plain);
        inside.row += lines;
        inside.rows -= lines;
    }
}

void talking_begin(struct lobby *lobby) {
    lobby->typing = lobby->term->writing = true;
    lobby->typed[0] = '\0';
}

bool talking_key(struct lobby *lobby, uint32_t key) {
    if (!lobby->typing) return false;
    if (key == INPUT_CTRL('c')) key = INPUT_ESCAPE;
    enum line_end end = line_key(lobby->typed, sizeof lobby->typed, key);
    if (end == LINE_ENTERED && lobby->typed[0])
        lobby_refused(lobby, room_say(lobby->member, lobby->typed, lobby->term->now));
    if (end == LINE_ENTERED || end == LINE_DROPPED) lobby->typing = lobby->term->writing = false;
    return true;
}

void talking_write(const struct lobby *lobby, struct text *news, struct text *keys) {
    if (!lobby->typing) return;
    text_clear(news);
    text_string(news, CELLS_STRONG "Say:" CELLS_INK " ");
    line_write(lobby->typed, lobby->term->cells.cols - 2 - PROMPT_COLS,
               lobby->term->config.plain > 0, news);
    text_clear(keys);
    page_add_keys(keys, "Enter", "say it");
    page_add_keys(keys, "Esc", "do not");
}
