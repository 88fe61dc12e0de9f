/* The chosen row has a ground of its own, and arrows beside the value if they change it. */
#include "term/rows.h"

enum { MEANING_COLS_LEAST = 16 };

static void draw_value(const struct rows_row *row, bool chosen, struct cells_cell ink, bool plain,
                       struct cells *cells, int at) {
    int col = ROWS_LEFT + ROWS_NAME_COLS;
    page_put_text(cells, at, col, cells->cols - col - 2, ink, row->value, plain);
    if (!chosen || !row->steps) return;
    ink.fore = THEME_ACCENT;
    cells_text(cells, at, col - 2, 1, ink, plain ? "<" : "‹");
    cells_text(cells, at, col + cells_width(row->value) + 1, 1, ink, plain ? ">" : "›");
}

static void draw_meaning(const struct rows_row *row, struct cells_cell ink, bool plain,
                         struct cells *cells, int at) {
    int col = ROWS_LEFT + ROWS_NAME_COLS + ROWS_VALUE_COLS;
    if (cells_width(row->value) + 2 > ROWS_VALUE_COLS)
        col += cells_width(row->value) + 3 - ROWS_VALUE_COLS;
    if (cells->cols - col < MEANING_COLS_LEAST) return;
    ink.fore = THEME_QUIET;
    page_put_text(cells, at, col, cells->cols - col - 2, ink, row->meaning, plain);
}

static void draw_row(const struct rows_row *row, bool chosen, bool plain, struct cells *cells,
                     int at) {
    struct cells_cell ink = {
        .glyph = ' ', .fore = THEME_INK, .back = chosen ? THEME_CHOSEN : THEME_PAPER};
    if (chosen) cells_fill(cells, (struct cells_box){at, 1, 1, cells->cols - 2}, ink);
    if (row->starts) ink.style = CELLS_BOLD;
    if (chosen) cells_text(cells, at, 1, 2, ink, plain ? ">" : "›");
    cells_text(cells, at, ROWS_LEFT, ROWS_NAME_COLS, ink, row->name);
    draw_value(row, chosen, ink, plain, cells, at);
    if (row->told) draw_meaning(row, ink, plain, cells, at);
}

void rows_draw(struct page_list *list,
               void (*describe)(void *self, int index, struct rows_row *row), void *self,
               struct term *term, struct cells *cells, struct text *meaning) {
    int rows = cells->rows - ROWS_TOP - PAGE_BELOW;
    page_list_fit(list, rows);
    for (int i = 0; i < rows && list->top + i < list->count; i++) {
        struct rows_row row = {.meaning = ""};
        bool chosen = list->top + i == list->at;
        describe(self, list->top + i, &row);
        draw_row(&row, chosen, term->config.plain > 0, cells, ROWS_TOP + i);
        if (chosen) text_string(meaning, row.meaning);
    }
}

void rows_write_keys(const struct term *term, const char *enter, struct text *out) {
    bool plain = term->config.plain > 0;
    page_add_keys(out, plain ? "up down" : "↑↓", "choose");
    page_add_keys(out, plain ? "left right" : "←→", "change");
    page_add_keys(out, "Enter", enter);
    page_add_keys(out, "?", "help");
    page_add_keys(out, "Esc", "back");
}

int rows_at(const struct page_list *list, const struct input_event *event) {
    int row = event->row - ROWS_TOP + list->top;
    return event->row >= ROWS_TOP && row < list->count ? row : -1;
}
