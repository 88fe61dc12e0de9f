/* The canonical form under turns and mirror images of the board and exchanges of colours. Each
 * symmetry gives an image, with colours renumbered in the order in which they are met; the
 * canonical one is the first in the order of bytes. */
#include "base/grid.h"
#include "lines.h"
#include <string.h>

/* The new code of each old code, or 0 if it was not met yet. */
struct codes {
    int count, now[LINES_COLOURS_MAX + 1];
};

static int meet(struct codes *codes, int code) {
    if (code && !codes->now[code]) codes->now[code] = ++codes->count;
    return codes->now[code];
}

/* Meets the balls in the order of the image's cells, then the next balls. */
static void make_image(struct lines *image, const struct lines *lines, int symmetry) {
    struct codes codes = {0, {0}};
    int back = grid_undo[symmetry], limbs = lines_limbs(lines);
    memcpy(image, lines, offsetof(struct lines, bits));
    lines_clear(image);
    for (int cell = 0; cell < lines_count(lines); cell++) {
        int from = grid_turn(back, lines->rows, lines->cols, cell);
        int code = lines_code(lines, lines_bit(lines, from), limbs);
        if (code) lines_put(image, lines_bit(lines, cell), meet(&codes, code));
    }
    image->next = 0;
    for (int i = 0; i < lines->drawn; i++) {
        int cell = lines->cells[i] - 1;
        image->next |= (uint64_t)meet(&codes, lines_next(lines, i)) << 4 * i;
        if (cell >= 0)
            image->cells[i] = (uint8_t)(grid_turn(symmetry, lines->rows, lines->cols, cell) + 1);
    }
}

/* The odd symmetries swap rows and columns, so they need a square board. */
void lines_canonical(void *state) {
    struct lines *lines = state, best, image;
    size_t size = lines_size(lines);
    int step = lines->rows == lines->cols ? 1 : 2;
    make_image(&best, lines, 0);
    for (int symmetry = step; symmetry < GRID_SYMMETRIES; symmetry += step) {
        make_image(&image, lines, symmetry);
        if (memcmp(&image, &best, size) < 0) memcpy(&best, &image, size);
    }
    memcpy(lines, &best, size);
}
