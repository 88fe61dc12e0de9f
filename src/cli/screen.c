/* Printing for people. */
#include "cli/screen.h"
#include "play/outcome.h"
#include "show/ansi.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { RESULT_BYTES = 512, LINES_STANDARD = 20 };

void screen_init(struct screen *screen) {
    const char *kind = getenv("TERM");
    screen->colour =
        isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && kind && *kind && strcmp(kind, "dumb") != 0;
}

int screen_rows(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0) return 0;
    return size.ws_row;
}

int screen_fitting(int below, int least) {
    int rows = screen_rows(), fitting = rows ? rows - below : LINES_STANDARD;
    return fitting < least ? least : fitting;
}

/* Removes buttons, which are for a pointer, and the rows that they leave empty at the bottom. */
static void drop_buttons(struct scene *scene) {
    int kept = 0, rows = 0;
    for (int i = 0; i < scene->count; i++) {
        const struct scene_tile *tile = &scene->tiles[i];
        bool button = false;
        for (int k = 0; k < scene->areas_count; k++)
            button |= strcmp(scene->areas[k].kind, "buttons") == 0 &&
                      scene_is_inside(tile, &scene->areas[k]);
        if (button) continue;
        if (tile->row >= rows) rows = tile->row + 1;
        scene->tiles[kept++] = *tile;
    }
    scene->count = kept;
    scene->rows = rows;
}

void screen_draw(struct screen *screen, const struct game *game, const void *state, int seat) {
    struct text text = text_over(screen->text, sizeof screen->text);
    game->draw(state, seat, &screen->scene);
    drop_buttons(&screen->scene);
    ansi_render(&screen->scene, screen->colour, &text);
}

void screen_put_board(const struct screen *screen) {
    printf("%s%s", screen->text[0] == '\n' ? "" : "\n", screen->text);
}

/* A number and its % stay together. */
static bool is_gap(const char *at) {
    return at[0] == ' ' && at[1] != '%';
}

/* Returns the length of the words that fit into a line of so many columns; a newline ends it. */
static size_t fitting(const char *text, size_t columns) {
    size_t length = strcspn(text, "\n"), end = length;
    if (length > columns)
        for (end = columns; end > 0 && !is_gap(text + end);) end--;
    return end || !length ? end : strcspn(text, " \n");
}

/* Prints as many words as fit into a line of so many columns. Returns what is left. */
static const char *put_words(const char *text, size_t columns) {
    size_t end = fitting(text, columns);
    printf("%.*s\n", (int)end, text);
    text += end;
    return text + strspn(text, " \n");
}

void screen_put_text(const char *text) {
    while (*text) text = put_words(text, SCREEN_WIDTH);
}

int screen_count_lines(const char *text) {
    int count = 0;
    for (; *text; text += strspn(text, " \n")) {
        text += fitting(text, SCREEN_WIDTH);
        count++;
    }
    return count;
}

void screen_put_column(const char *text, int column) {
    text = put_words(text, (size_t)(SCREEN_WIDTH - column));
    while (*text) {
        printf("%*s", column, "");
        text = put_words(text, (size_t)(SCREEN_WIDTH - column));
    }
}

void screen_put_item(const char *name, int width, const char *text) {
    printf("  %-*s  ", width, name);
    screen_put_column(text, width + 4);
}

void screen_put_players(uint32_t seats) {
    char buffer[SCREEN_NAME_BYTES];
    struct text text = text_over(buffer, sizeof buffer);
    outcome_write_players(seats, NULL, &text);
    fputs(buffer, stdout);
}

void screen_put_result(const struct game *game, const void *state) {
    char buffer[RESULT_BYTES];
    struct text text = text_over(buffer, sizeof buffer);
    outcome_write(game, state, NULL, &text);
    screen_put_text(buffer);
}
