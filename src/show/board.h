/* A scene on a screen: its areas become framed panels, as large as there is room for.
 *
 * An area that lies in no other is a panel; "status" and "buttons" are none. Panels keep the order
 * of the scene: side by side while there is room, one below the other beside a high one, then in
 * the next band. Each has a size; the layout takes the largest sizes that fit, side views
 * (`small`) smallest, the viewer's own last to shrink. Texts of the front end are panels, too. */
#ifndef SHOW_BOARD_H
#define SHOW_BOARD_H

#include "game/game.h"
#include "show/cells.h"

enum board_size {
    BOARD_TINY,  /* a column a place; in a dense area half a row */
    BOARD_SMALL, /* tiles of 2 x 1, one every 3 columns; dense: every 2 */
    BOARD_LARGE, /* tiles of 3 x 1 1/2, one every 4 x 2; dense: 4 x 2 */
    BOARD_HUGE,  /* one every 8 x 4; dense: the same */
    BOARD_SIZES
};

/* What is said of a spot, the strongest last. Each looks different without colour, too. */
enum board_mark {
    BOARD_PLAIN,
    BOARD_LEGAL,  /* it can be picked now: a dot */
    BOARD_LAST,   /* the last event was here */
    BOARD_YOURS,  /* of the act that was played or asked about */
    BOARD_BEST,   /* of the best act, or of a hint */
    BOARD_CHOSEN, /* picked already */
    BOARD_CURSOR
};

enum { BOARD_MARKS_MAX = 1024, BOARD_TEXTS_MAX = 4, BOARD_PANELS_MAX = SCENE_AREAS_MAX };

struct board_marks {
    int count;
    struct {
        int16_t spot;
        uint8_t mark;
    } at[BOARD_MARKS_MAX];
};

/* A panel of the front end, as the coach's words. */
struct board_text {
    const char *title, *value; /* the latter may be NULL */
    const char *text;          /* as cells_paragraph takes it */
    int rows, cols;            /* what it needs inside its frame, at least */
};

struct board {
    const struct scene *scene;
    /* Optional: the scene after the act that is considered. What it lays on marked spots is drawn
     * faintly. */
    const struct scene *after;
    const struct board_marks *marks; /* optional */
    const char *const *names;        /* optional: of the seats, in place of an area's title */
    int seat;                        /* the viewer's, or SCENE_NO_SEAT */
    uint32_t movers;                 /* whose frames are drawn in THEME_TURN */
    bool plain;                      /* ASCII alone */
    struct board_text texts[BOARD_TEXTS_MAX];
    int texts_count;
};

struct board_panel {
    int area, text;       /* an index of the scene's areas or of `texts`; the other is -1 */
    enum board_size size; /* of an area's tiles */
    struct cells_box box; /* with its frame */
};

struct board_layout {
    int rows, cols; /* what it takes; if it does not fit, what the smallest takes */
    int count;
    struct board_panel panels[BOARD_PANELS_MAX];
};

/* Finds places for all panels in so many rows and columns. Texts that do not fit are left out.
 * Returns false if the scene does not fit even at its smallest. */
bool board_lay(const struct board *board, int rows, int cols, struct board_layout *layout);
/* Paints it, its upper left corner at a cell. The layout must be of a board with the same areas. */
void board_paint(const struct board *board, const struct board_layout *layout, struct cells *cells,
                 int row, int col);

/* Return the spot at a place of the layout, or SCENE_NO_SPOT; and where a spot lies (the middle
 * of its first tile), false if it is not shown. */
int board_spot_at(const struct board *board, const struct board_layout *layout, int row, int col);
bool board_find_spot(const struct board *board, const struct board_layout *layout, int spot,
                     int *row, int *col);

/* Writes the texts of the scene's "status" areas, for the first line of a screen. */
void board_write_status(const struct scene *scene, struct text *out);

#endif
