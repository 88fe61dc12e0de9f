/* What all screens have in common: a bar above, the body, a line that says what happened, and the
 * keys that work now. */
#ifndef TERM_PAGE_H
#define TERM_PAGE_H

#include "term/term.h"

enum { PAGE_ABOVE = 1, PAGE_BELOW = 2 };
enum { PAGE_TEXT_BYTES = 1024 };

/* The texts may have the colour characters of cells.h. */
struct page {
    char left[PAGE_TEXT_BYTES], right[PAGE_TEXT_BYTES]; /* of the bar */
    char news[PAGE_TEXT_BYTES];                         /* term->message goes before it */
    char keys[PAGE_TEXT_BYTES];
};

/* Returns the body's box. */
struct cells_box page_body(const struct cells *cells);
/* Draws all but the body, and returns its box. Texts that are too long end in an ellipsis; of news
 * whole clauses are left out. */
struct cells_box page_draw(const struct page *page, struct term *term, struct cells *cells);
/* Draw parts of it, each into one row with every cell of it. Return the row's box. */
struct cells_box page_draw_bar(const struct page *page, struct term *term, struct cells *cells);
struct cells_box page_draw_news(const struct page *page, struct term *term, struct cells *cells);
/* Writes text in a row, in so many columns; an ellipsis shows that something is cut off. */
void page_put_text(struct cells *cells, int row, int col, int width, struct cells_cell ink,
                   const char *text, bool plain);
/* Says that the window is too small, and what goes on meanwhile. */
void page_draw_too_small(struct cells *cells, const char *meanwhile);

/* Adds "KEY meaning" to a line of keys; nothing for key 0. */
void page_add_key(struct text *keys, const struct term *term, uint32_t key, const char *meaning);
void page_add_keys(struct text *keys, const char *names, const char *meaning);
/* Writes how a number of things is said: "1 move", "2 moves". */
void page_write_count(struct text *out, uint64_t count, const char *one, const char *many);

/* A list to choose from, with as much of it shown as there is room for. */
struct page_list {
    int count, at, top;
};
/* Takes a key: arrows, j and k, Home, End, page keys; returns whether it was one of them. */
bool page_list_key(struct page_list *list, const struct input_event *event, int rows);
/* Scrolls so that the chosen one is among the rows shown. */
void page_list_fit(struct page_list *list, int rows);

#endif
