/* A game's picture in the body of a page, with marks and the front end's texts: what playing,
 * practice, replay and review share. */
#ifndef TERM_VIEW_H
#define TERM_VIEW_H

#include "show/board.h"
#include "term/page.h"

enum { VIEW_TEXT_BYTES = 4096 };

struct view {
    const struct game *game;
    struct scene scene, after;
    struct board_marks marks;
    struct board board; /* its texts are the screen's to set */
    struct board_layout layout;
    bool laid, fits;
    uint64_t laid_for; /* what the layout was made for */
    struct cells_box body;
    const char *meanwhile;      /* what to say where the window is too small */
    struct effect_list effects; /* scratch */
};

void view_init(struct view *view, const struct game *game, const char *const *names);
/* Draws the scene of a state as a seat sees it; forgets marks, texts and what is considered. */
void view_look(struct view *view, const void *state, int seat);
/* Shows what an act would lay, as ghosts: draws the scene after it. `scratch` holds a state. */
void view_consider(struct view *view, const void *state, int who, action act, void *scratch);
/* Writes what a legal act would do, a line each. */
void view_write_effects(struct view *view, const void *state, int who, action act,
                        struct text *out);
/* Marks the spots of an act. */
void view_mark_act(struct view *view, const void *state, int who, action act, enum board_mark mark);
void view_mark(struct view *view, int spot, enum board_mark mark);
/* Adds a text panel; the texts must last until it is drawn. */
void view_add_text(struct view *view, const char *title, const char *value, const char *text,
                   int rows, int cols);
/* Finds the layout for a body and paints it there, or says that the window is too small. */
void view_draw(struct view *view, struct term *term, struct cells *cells, struct cells_box body);
/* Returns a hash of what a layout depends on: the body, the areas and which of them are the
 * viewer's, the sizes of the texts, ASCII and colours. */
uint64_t view_sign(const struct board *board, const struct cells_box *body);
/* Makes sure that the layout is of the present scene, before the cursor moves over it. False if it
 * does not fit. */
bool view_lay(struct view *view);
/* Returns whether there is room for the first of the texts in view->body. */
bool view_shows_text(struct view *view);
/* Returns the spot at a cell of the screen, or SCENE_NO_SPOT. */
int view_spot_at(const struct view *view, int row, int col);

#endif
