/* The help screen: what the game is about, how to play with keys and mouse, and all commands. */
#include "games/games.h"
#include "term/page.h"
#include "term/screens.h"
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 16384, MARGIN = 2, KEY_BYTES = 64 };

struct help {
    char text[TEXT_BYTES];
    struct page page;
    struct page_list lines; /* `top` is the first line shown */
};

static void write_key(const struct term *term, uint32_t key, struct text *out) {
    text_string(out, CELLS_ACCENT);
    input_name(key, term->config.plain > 0, out);
    text_string(out, CELLS_INK);
}

/* Writes the keys of an act in a line, with what they do. */
static void write_game_key(const struct game *game, const struct key *key, const struct term *term,
                           struct text *out) {
    for (const struct key *other = game->keys; other < key; other++)
        if (other->act == key->act) return;
    text_string(out, "  ");
    for (const struct key *other = key; other->key; other++) {
        if (other->act != key->act) continue;
        if (other != key) text_string(out, " ");
        write_key(term,
                  other->key >= GAME_KEY_UP ? (uint32_t)(INPUT_UP + other->key - GAME_KEY_UP)
                                            : (uint32_t)other->key,
                  out);
    }
    text_format(out, "  %s\n", key->meaning);
}

static void write_game(const struct game *game, const struct term *term, struct text *out) {
    text_format(out, CELLS_STRONG "%s" CELLS_INK ": %s.\n\n%s\n\n%s\n\n", game->name, game->summary,
                game->goal, game->legend);
    if (game->keys) text_string(out, CELLS_STRONG "Keys of the game" CELLS_INK "\n");
    for (const struct key *key = game->keys; key && key->key; key++)
        write_game_key(game, key, term, out);
    if (game->keys) text_string(out, "\n");
}

static void write_choosing(struct text *out) {
    text_string(out, CELLS_STRONG
                "Choosing a move" CELLS_INK "\n"
                "The arrows move the cursor over what can be picked, Tab goes on to the "
                "next; Enter or the space bar picks it. With the mouse, click what you "
                "pick. Or type what is there: its number, or its first letter. Esc and "
                "Backspace take a step back.\n\n");
}

static void write_commands(const struct term *term, struct text *out) {
    text_string(out,
                CELLS_STRONG "Commands" CELLS_INK ", for keys that the game does not use itself\n");
    for (int command = 0; command < CONFIG_COMMANDS; command++) {
        const uint32_t *key = term->config.keys[command];
        if (!*key) continue;
        text_string(out, "  ");
        for (; *key; key++) {
            write_key(term, *key, out);
            text_string(out, " ");
        }
        text_format(out, " %s\n", config_command_names[command]);
    }
}

static void write_files(struct text *out) {
    char path[512];
    text_string(out,
                "\nEvery game is recorded, and one that is not over is the first in the menu. "
                "Undoing does not change the luck: the same move meets the same luck again.\n");
    if (!config_path(path, sizeof path)) return;
    text_string(out, "Keys and colours can be set in ");
    text_printable(out, path, strlen(path));
    text_string(out, "; 'tilewright config' prints a sample.\n");
}

static void write_all(struct help *help, const struct term *term, const struct game *game) {
    struct text out = text_over(help->text, sizeof help->text);
    if (game) write_game(game, term, &out);
    for (int i = 0; !game && games_list[i]; i++)
        text_format(&out, CELLS_STRONG "%s" CELLS_INK ": %s. %s\n\n", games_list[i]->name,
                    games_list[i]->summary, games_list[i]->goal);
    write_choosing(&out);
    write_commands(term, &out);
    write_files(&out);
}

static struct cells_box body_of(const struct cells *cells) {
    int width = cells->cols - 2 * MARGIN;
    return (struct cells_box){PAGE_ABOVE, MARGIN, cells->rows - PAGE_ABOVE - PAGE_BELOW,
                              width < 90 ? width : 90};
}

/* The text is drawn first, shifted up; the page covers what sticks out. */
static void draw(void *self, struct term *term, struct cells *cells) {
    struct help *help = self;
    struct cells_cell ink = {.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
    struct cells_box body = body_of(cells), box = body;
    int lines = cells_count_lines(body.cols, help->text), most = lines - body.rows;
    if (help->lines.top > most) help->lines.top = most;
    if (help->lines.top < 0) help->lines.top = 0;
    box.row -= help->lines.top;
    box.rows += help->lines.top;
    cells_paragraph(cells, box, ink, help->text);
    struct text keys = text_over(help->page.keys, sizeof help->page.keys);
    if (most > 0) page_add_keys(&keys, term->config.plain > 0 ? "up down" : "↑↓", "scroll");
    page_add_keys(&keys, "Esc", "back");
    page_draw(&help->page, term, cells);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct help *help = self;
    int rows = term->cells.rows - PAGE_ABOVE - PAGE_BELOW;
    if (event->kind == INPUT_WHEEL) help->lines.top += 3 * event->button;
    if (event->kind != INPUT_KEY) return;
    switch (event->key) {
    case INPUT_UP:
    case 'k':
        help->lines.top--;
        break;
    case INPUT_DOWN:
    case 'j':
    case INPUT_ENTER:
        help->lines.top++;
        break;
    case INPUT_PAGE_UP:
        help->lines.top -= rows;
        break;
    case INPUT_PAGE_DOWN:
    case ' ':
        help->lines.top += rows;
        break;
    case INPUT_HOME:
        help->lines.top = 0;
        break;
    case INPUT_END:
        help->lines.top = TEXT_BYTES;
        break;
    default:
        term_close(term);
        return;
    }
}

static const struct term_screen screen = {
    .name = "help", .draw = draw, .event = event, .release = free};

void term_open_help(struct term *term, const struct game *game) {
    struct help *help = calloc(1, sizeof *help);
    if (!help) {
        term_say(term, "There is not enough memory.");
        return;
    }
    struct text left = text_over(help->page.left, sizeof help->page.left);
    text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  help",
                game ? game->name : "Tilewright");
    write_all(help, term, game);
    term_open(term, &screen, help);
}
