/* A scene on a screen: its areas become framed panels, as large as there is room for.
 *
 * An area that lies in no other is a panel; "status" and "buttons" are none. Panels are placed in
 * the order of the scene, each where it fits nearest to the upper left; side views of one kind and
 * size come together, in rows of the same height. Each has a size; the layout
 * takes the largest sizes that fit: side views (`small`) shrink first, then what belongs to other
 * seats, then what is shared, the viewer's own last. Texts of the front end are panels, too, in
 * what is left. */
#ifndef SHOW_BOARD_H
#define SHOW_BOARD_H

#include "game/game.h"
#include "show/cells.h"

/* Height and width are those of a place, with the gap to the next one. */
enum board_size {
    BOARD_SKETCH, /* half a row x 1, in a dense area without texts; elsewhere as the next */
    BOARD_TINY,   /* 1 x 1 */
    BOARD_SMALL,  /* 1 x 3; dense 1 x 2 */
    BOARD_LARGE,  /* 2 x 4; a tile that is not dense leaves half a row and a column free */
    BOARD_BIG,    /* 3 x 6 */
    BOARD_HUGE,   /* 4 x 8 */
    BOARD_SIZES
};

/* What is said of a spot, the strongest last. Each looks different without colour, too: what stands
 * beside a tile, or in it where there is no gap, with Unicode and in ASCII. In a place of one
 * column all but LEGAL are an underline. Tiles side by side with the same mark are one group: it
 * opens before the first and closes behind the last.
 *
 * Where several tiles have the spot and some of them are empty, only those are marked that the act
 * fills (as `after` shows), or else the one to be filled next. LEGAL marks all
 * that are empty; but where those have labels, only the one to be filled next. */
enum board_mark {
    BOARD_PLAIN,
    BOARD_LEGAL,  /* •   +    it can be picked now */
    BOARD_LAST,   /* ▕ ▏ : :  the last event was here */
    BOARD_YOURS,  /* ╎ ╎ { }  of the act that was played or asked about */
    BOARD_BEST,   /* ► ◄ < >  of the best act, or of a hint */
    BOARD_CHOSEN, /* ▐ ▌ ( )  picked already; underlined */
    BOARD_CURSOR  /* ▐ ▌ [ ] */
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
    int rows, cols;            /* what it needs, at least, without frame and margin */
};

struct board {
    const struct scene *scene;
    /* Optional: the scene after the act that is considered. What it lays on marked spots is drawn
     * faintly; where it promises points, they are shown. */
    const struct scene *after;
    const struct board_marks *marks; /* optional */
    const char *const *names;        /* optional: of the seats, in place of an area's title */
    int seat;                        /* the viewer's, or SCENE_NO_SEAT */
    uint32_t movers;                 /* whose frames are drawn in THEME_TURN */
    bool plain;                      /* ASCII alone */
    bool bare;                       /* too few colours for grounds: dots and letters tell all */
    struct board_text texts[BOARD_TEXTS_MAX];
    int texts_count;
    int scant_cols; /* optional: how narrow a text may be where it would be left out otherwise */
};

struct board_panel {
    int area, text;       /* an index of the scene's areas or of `texts`; the other is -1 */
    enum board_size size; /* of an area's tiles */
    struct cells_box box; /* with its frame */
};

struct board_layout {
    int rows,
        cols; /* what it takes; if it does not fit, a size at which it does, near the one tried */
    int count;
    struct board_panel panels[BOARD_PANELS_MAX];
};

/* Finds places for all panels in so many rows and columns. Texts that do not fit are left out.
 * Returns false if the scene does not fit even at its smallest. */
bool board_lay(const struct board *board, int rows, int cols, struct board_layout *layout);
/* Paints it onto cleared cells, its upper left corner at a cell. The layout must be of a board with
 * the same areas and texts; what has grown out of its panel since then is cut. */
void board_paint(const struct board *board, const struct board_layout *layout, struct cells *cells,
                 int row, int col);
/* Paints only some panels, a bit each, onto any cells: their boxes are filled. The scene may lack
 * the tiles of other panels. */
void board_paint_some(const struct board *board, const struct board_layout *layout, uint64_t panels,
                      struct cells *cells, int row, int col);
/* Returns the panels of nobody and of these seats, a bit each; no texts. */
uint64_t board_panels_of(const struct board *board, const struct board_layout *layout,
                         uint32_t seats);

/* Return the spot at a place of the layout, or SCENE_NO_SPOT; and where a spot lies (the middle
 * of its first tile), false if it is not shown. */
int board_spot_at(const struct board *board, const struct board_layout *layout, int row, int col);
bool board_find_spot(const struct board *board, const struct board_layout *layout, int spot,
                     int *row, int *col);

/* Writes the texts of the scene's "status" areas, for the first line of a screen. */
void board_write_status(const struct scene *scene, struct text *out);

#endif
