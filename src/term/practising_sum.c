/* The sum of a session: how many of each grade, and what each answer lost. */
#include "term/graph.h"
#include "term/practising.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRADES = 4, LEFT = 3, NAMES = 12, GRAPH_ROWS = 8, AGAIN_BYTES = 512 };

static const struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};

static void draw_grade(struct cells *cells, int row, int grade, int count, int most, bool plain) {
    int room = cells->cols - LEFT - NAMES - 8,
        width = most ? count * (room < 40 ? room : 40) / most : 0;
    char line[64];
    struct text text = text_over(line, sizeof line);
    text_format(&text, "%s%c %s", verdict_colours[grade], verdict_letters[grade],
                verdict_words[grade]);
    cells_text(cells, row, LEFT, NAMES, ink, line);
    if (count && width < 1) width = 1;
    static const uint8_t roles[] = {THEME_GOOD, THEME_GOOD, THEME_OKAY, THEME_MISS};
    struct cells_cell bar = {plain ? '#' : 0x2588, roles[grade], THEME_PAPER, 0, 0};
    cells_fill(cells, (struct cells_box){row, LEFT + NAMES, 1, width}, bar);
    snprintf(line, sizeof line, "%d", count);
    cells_text(cells, row, LEFT + NAMES + width + (width > 0), 6, ink, line);
}

static int draw_grades(struct cells *cells, int row, const struct practice_summary *sum,
                       bool plain) {
    int most = 0;
    for (int i = 0; i < GRADES; i++)
        if (sum->grades[i] > most) most = sum->grades[i];
    for (int i = 0; i < GRADES; i++) draw_grade(cells, row++, i, sum->grades[i], most, plain);
    return row;
}

static void write_head(const struct practice_summary *sum, struct text *out) {
    char percent[ADVISOR_VALUE_BYTES], lost[ADVISOR_VALUE_BYTES], each[ADVISOR_VALUE_BYTES];
    page_write_count(out, (uint64_t)sum->questions, "answer", "answers");
    if (sum->graded != sum->questions) text_format(out, ", %d of them graded", sum->graded);
    if (!sum->graded) return;
    snprintf(percent, sizeof percent, "%.0f", sum->accuracy);
    advisor_put_value(sum->lost, lost);
    advisor_put_value(sum->lost / sum->graded, each);
    text_format(out, ".  Accuracy " CELLS_STRONG "%s %%" CELLS_INK ".  %s points lost, %s a move.",
                percent, lost, each);
}

/* Draws what each answer lost, in the order of the questions. */
static void draw_losses(const struct practising *practising, struct cells *cells, int row,
                        bool plain) {
    const struct practice *practice = &practising->practice;
    int rows = cells->rows - PAGE_BELOW - row - 4;
    double *lost = malloc((practice->count + 1) * sizeof *lost);
    if (!lost) return;
    for (size_t i = 0; i < practice->count; i++)
        lost[i] = practice->results[i].graded ? fmax(0, practice->results[i].delta) : 0;
    struct graph graph = {
        .values = lost,
        .count = practice->count,
        .has_zero = true,
        .apart = true,
        .plain = plain,
        .above = THEME_MISS,
        .below = THEME_MISS,
        .at = GRAPH_NONE,
    };
    if (rows > GRAPH_ROWS) rows = GRAPH_ROWS;
    cells_text(cells, row, LEFT, cells->cols - LEFT, ink, "What each answer lost, in order:");
    graph_draw(&graph, cells, (struct cells_box){row + 1, LEFT, rows, cells->cols - 2 * LEFT});
    free(lost);
}

static void write_again(const struct practice *practice, struct text *out) {
    text_string(out, "The same positions again: " CELLS_ACCENT);
    practice_write_command(practice, out);
}

void practising_sum_draw(struct practising *practising, struct term *term, struct cells *cells) {
    char line[AGAIN_BYTES];
    struct practice_summary sum;
    struct text text = text_over(line, sizeof line);
    bool plain = term->config.plain > 0;
    int width = cells->cols - 2 * LEFT, row = PAGE_ABOVE + 1;
    practice_sum(&practising->practice, &sum);
    write_head(&sum, &text);
    cells_text(cells, row, LEFT, width, ink, line);
    row = draw_grades(cells, row + 2, &sum, plain);
    if (sum.graded) draw_losses(practising, cells, row + 1, plain);
    text_clear(&text);
    write_again(&practising->practice, &text);
    cells_paragraph(cells, (struct cells_box){cells->rows - PAGE_BELOW - 1, LEFT, 2, width}, ink,
                    line);
}
