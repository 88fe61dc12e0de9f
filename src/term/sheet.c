/* The text is drawn shifted up by what is scrolled away. */
#include "term/sheet.h"
#include <limits.h>

enum { MARGIN = 2, WIDTH_MAX = 90, WHEEL_LINES = 3 };

static struct cells_box body_of(const struct cells *cells) {
    struct cells_box body = page_body(cells);
    int width = cells->cols - 2 * MARGIN;
    return (struct cells_box){body.row, MARGIN, body.rows, width < WIDTH_MAX ? width : WIDTH_MAX};
}

void sheet_draw(struct sheet *sheet, struct cells *cells) {
    struct cells_cell ink = {.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
    struct cells_box body = body_of(cells), box = body;
    int most = cells_count_lines(body.cols, sheet->text) - body.rows;
    if (sheet->top > most) sheet->top = most;
    if (sheet->top < 0) sheet->top = 0;
    box.row -= sheet->top;
    box.rows += sheet->top;
    cells_paragraph(cells, box, ink, sheet->text);
}

bool sheet_hides(const struct sheet *sheet, const struct cells *cells, const char *heading) {
    struct cells_box body = body_of(cells);
    int line = cells_count_lines(body.cols, sheet->text) - cells_count_lines(body.cols, heading);
    return line + 1 >= sheet->top + body.rows;
}

void sheet_write_keys(const struct sheet *sheet, const struct term *term, struct text *out) {
    struct cells_box body = body_of(&term->cells);
    if (cells_count_lines(body.cols, sheet->text) > body.rows)
        page_add_keys(out, term->config.plain > 0 ? "up down" : "↑↓", "scroll");
    page_add_keys(out, "Esc", "back");
}

bool sheet_event(struct sheet *sheet, const struct term *term, const struct input_event *event) {
    int rows = page_body(&term->cells).rows;
    if (event->kind == INPUT_WHEEL) sheet->top += WHEEL_LINES * event->button;
    if (event->kind != INPUT_KEY) return true;
    switch (event->key) {
    case INPUT_UP:
    case 'k':
        sheet->top--;
        return true;
    case INPUT_DOWN:
    case 'j':
    case INPUT_ENTER:
        sheet->top++;
        return true;
    case INPUT_PAGE_UP:
        sheet->top -= rows;
        return true;
    case INPUT_PAGE_DOWN:
    case ' ':
        sheet->top += rows;
        return true;
    case INPUT_HOME:
        sheet->top = 0;
        return true;
    case INPUT_END:
        sheet->top = INT_MAX / 2;
        return true;
    default:
        return false;
    }
}
