/* The frame of a screen. */
#include "term/page.h"
#include <string.h>

enum { GAP = 2 };
static const char clause[] = "; "; /* what goes before each but the first */

void page_put_text(struct cells *cells, int row, int col, int width, struct cells_cell ink,
                   const char *text, bool plain) {
    const char *dots = plain ? "..." : "…";
    int room = width - cells_width(dots);
    if (cells_width(text) <= width || room < 1) {
        cells_text(cells, row, col, width, ink, text);
        return;
    }
    int used = cells_text(cells, row, col, room, ink, text);
    ink.fore = THEME_QUIET;
    cells_text(cells, row, col + used, width - room, ink, dots);
}

/* Cuts the last clause off a text. Returns whether there was more than one. */
static bool cut_clause(char *text) {
    char *last = NULL;
    for (char *at = strstr(text, clause); at; at = strstr(at + 1, clause)) last = at;
    if (last) *last = '\0';
    return last;
}

/* Writes news, which are clauses: those that fit, and an ellipsis for the rest. */
static void put_news(struct cells *cells, int row, struct cells_cell ink, const char *news,
                     bool plain) {
    char line[PAGE_TEXT_BYTES];
    const char *dots = plain ? "; ..." : "; …";
    int width = cells->cols - 2, room = width - cells_width(dots);
    struct text out = text_over(line, sizeof line - sizeof "; …" - 1);
    text_string(&out, news);
    bool fits = cells_width(line) <= width, more = true;
    while (!fits && more && cells_width(line) > room) more = cut_clause(line);
    if (!fits && more) strcat(line, dots);
    page_put_text(cells, row, 1, width, ink, more ? line : news, plain);
}

static void draw_bar(struct cells *cells, int row, const char *left, const char *right,
                     bool plain) {
    struct cells_cell ink = {.glyph = ' ', .fore = THEME_INK, .back = THEME_BAR};
    cells_fill(cells, (struct cells_box){row, 0, 1, cells->cols}, ink);
    int width = cells_width(right), room = cells->cols - 2;
    bool both = width && width < room / 2;
    page_put_text(cells, row, 1, room - (both ? width + GAP : 0), ink, left, plain);
    if (both) cells_text(cells, row, cells->cols - 1 - width, width, ink, right);
}

struct cells_box page_body(const struct cells *cells) {
    return (struct cells_box){PAGE_ABOVE, 0, cells->rows - PAGE_ABOVE - PAGE_BELOW, cells->cols};
}

struct cells_box page_draw_bar(const struct page *page, struct term *term, struct cells *cells) {
    draw_bar(cells, 0, page->left, page->right, term->config.plain > 0);
    return (struct cells_box){0, 0, 1, cells->cols};
}

struct cells_box page_draw_news(const struct page *page, struct term *term, struct cells *cells) {
    struct cells_cell ink = {.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
    bool plain = term->config.plain > 0;
    struct cells_box box = {cells->rows - 2, 0, 1, cells->cols};
    cells_fill(cells, box, ink);
    if (term->message[0])
        page_put_text(cells, box.row, 1, cells->cols - 2, ink, term->message, plain);
    else
        put_news(cells, box.row, ink, page->news, plain);
    return box;
}

struct cells_box page_draw(const struct page *page, struct term *term, struct cells *cells) {
    page_draw_bar(page, term, cells);
    page_draw_news(page, term, cells);
    draw_bar(cells, cells->rows - 1, page->keys, "", term->config.plain > 0);
    return page_body(cells);
}

void page_draw_too_small(struct cells *cells, const char *meanwhile) {
    char text[PAGE_TEXT_BYTES];
    struct text out = text_over(text, sizeof text);
    struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
    text_format(&out,
                CELLS_STRONG "The window is too small." CELLS_INK
                             " It has %d columns and %d rows; 80 and 24 are enough. Make it "
                             "larger, or the font smaller. %s",
                cells->cols, cells->rows, meanwhile);
    cells_clear(cells);
    cells_paragraph(cells, (struct cells_box){0, 0, cells->rows, cells->cols}, ink, text);
}

void page_add_keys(struct text *keys, const char *names, const char *meaning) {
    if (keys->length) text_string(keys, "  ");
    text_format(keys, CELLS_ACCENT "%s" CELLS_INK " %s", names, meaning);
}

void page_add_key(struct text *keys, const struct term *term, uint32_t key, const char *meaning) {
    char name[32];
    struct text text = text_over(name, sizeof name);
    if (!key) return;
    input_name(key, term->config.plain > 0, &text);
    page_add_keys(keys, name, meaning);
}

void page_write_count(struct text *out, uint64_t count, const char *one, const char *many) {
    text_int(out, (int64_t)count);
    text_format(out, " %s", count == 1 ? one : many);
}

bool page_list_key(struct page_list *list, const struct input_event *event, int rows) {
    if (event->kind == INPUT_WHEEL) {
        list->at += event->button;
    } else if (event->kind == INPUT_KEY) {
        switch (event->key) {
        case INPUT_UP:
        case 'k':
            list->at = list->at ? list->at - 1 : list->count - 1;
            break;
        case INPUT_DOWN:
        case 'j':
            list->at = list->at + 1 < list->count ? list->at + 1 : 0;
            break;
        case INPUT_PAGE_UP:
            list->at -= rows;
            break;
        case INPUT_PAGE_DOWN:
            list->at += rows;
            break;
        case INPUT_HOME:
            list->at = 0;
            break;
        case INPUT_END:
            list->at = list->count - 1;
            break;
        default:
            return false;
        }
    } else {
        return false;
    }
    if (list->at >= list->count) list->at = list->count - 1;
    if (list->at < 0) list->at = 0;
    return true;
}

void page_list_fit(struct page_list *list, int rows) {
    if (list->at < list->top) list->top = list->at;
    if (rows > 0 && list->at >= list->top + rows) list->top = list->at - rows + 1;
    if (list->top > list->count - rows) list->top = list->count - rows;
    if (list->top < 0) list->top = 0;
}
