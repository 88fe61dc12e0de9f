/* The recorded games as a list: watch one, go on with it, review it, delete it. */
#include "play/archive_words.h"
#include "play/game_file.h"
#include "term/help.h"
#include "term/page.h"
#include "term/screens.h"
#include <stdlib.h>
#include <string.h>

enum { LEFT = 3, TOP = PAGE_ABOVE + 1, COLUMN_BYTES = 256, GAP = 2 };
enum { TIME_COLS = 16, GAME_COLS = 6, MOVES_COLS = 6 };

struct records {
    struct archive_list archive;
    struct page_list list;
    struct page page;
    bool deleting; /* it is asked whether to delete the chosen one */
};

static const struct archive_entry *chosen(const struct records *records) {
    return records->list.count ? &records->archive.entries[records->list.at] : NULL;
}

/* Reads the folder; the same line stays chosen. */
static void fill(struct records *records, struct term *term) {
    archive_release(&records->archive);
    const char *wrong = archive_list(term->setup.archive, 0, &records->archive);
    if (wrong) term_say(term, "The folder cannot be read: %s.", wrong);
    int count = (int)records->archive.count;
    records->list.count = count;
    if (records->list.at >= count) records->list.at = count ? count - 1 : 0;
}

/* Parts of the message may come from the file. */
static void say_wrong(struct term *term, const char *wrong) {
    char words[TERM_MESSAGE_BYTES];
    struct text text = text_over(words, sizeof words);
    text_printable(&text, wrong, strlen(wrong));
    term_say(term, "The game cannot be read: %s", words);
}

/* Reads the chosen record and opens a screen with it. */
static void open_record(struct records *records, struct term *term, bool review) {
    char path[ARCHIVE_PATH_MAX];
    const char *names[SEATS_MAX];
    struct game_file file;
    struct session session = {.game = NULL};
    if (!archive_path(term->setup.archive, chosen(records)->name, path)) return;
    bool fine = game_file_open(&file, path) && game_file_find(&file, 0, rng_new(0, 0), &session);
    for (int seat = 0; seat < SEATS_MAX; seat++) names[seat] = fine ? file.names[seat] : NULL;
    if (!fine)
        say_wrong(term, file.wrong);
    else if (review)
        term_open_review(term, &session, names);
    else
        term_open_watch(term, &session, names);
    if (!fine || review) session_release(&session);
    game_file_close(&file);
}

static void go_on(struct records *records, struct term *term) {
    if (chosen(records)->over)
        term_say(term, "This game is over; Enter watches it, and there p plays on from any move.");
    else
        term_open_saved(term, chosen(records)->name);
}

static void delete (struct records *records, struct term *term) {
    const char *wrong = archive_remove(term->setup.archive, chosen(records)->name);
    if (wrong)
        term_say(term, "It cannot be deleted: %s.", wrong);
    else
        term_say(term, "Deleted.");
    fill(records, term);
}

static void take_key(struct records *records, struct term *term, uint32_t key) {
    bool any = records->list.count > 0;
    if (records->deleting) {
        records->deleting = false;
        if (key == 'y' || key == 'Y') delete (records, term);
    } else if (any && (key == INPUT_ENTER || key == ' ' || key == INPUT_RIGHT)) {
        open_record(records, term, false);
    } else if (any && (key == 'v' || term_command(term, key) == CONFIG_REVIEW)) {
        open_record(records, term, true);
    } else if (any && key == 'p') {
        go_on(records, term);
    } else if (any && (key == 'd' || key == INPUT_DELETE)) {
        records->deleting = true;
    } else if (term_command(term, key) == CONFIG_HELP) {
        help_open(term, HELP_RECORDS, NULL, NULL);
    } else if (key == INPUT_ESCAPE || key == INPUT_CTRL('c') || key == INPUT_LEFT ||
               term_command(term, key) == CONFIG_LEAVE) {
        term_close(term);
    }
}

static int rows_of(const struct cells *cells) {
    return cells->rows - TOP - PAGE_BELOW;
}

/* A click chooses; one on what is chosen opens it. */
static void press(struct records *records, struct term *term, int row) {
    int index = row - TOP + records->list.top;
    if (row < TOP || row >= TOP + rows_of(&term->cells) || index >= records->list.count) return;
    if (records->list.at == index) open_record(records, term, false);
    records->list.at = index;
}

static void take_event(void *self, struct term *term, const struct input_event *event) {
    struct records *records = self;
    if (!records->deleting && page_list_key(&records->list, event, rows_of(&term->cells))) return;
    if (event->kind == INPUT_KEY) {
        take_key(records, term, event->key);
    } else if (event->kind == INPUT_PRESS) {
        records->deleting = false;
        press(records, term, event->row);
    }
}

/* Where a column begins and how wide it is; those of players and results share what is left. */
static void place(const struct cells *cells, int column, int *col, int *width) {
    int fixed = TIME_COLS + GAME_COLS + MOVES_COLS + 4 * GAP;
    int left = cells->cols - LEFT - 1 - fixed, players = left > 1 ? left / 2 : 0;
    int widths[] = {TIME_COLS, GAME_COLS, players, left - players, MOVES_COLS};
    *col = LEFT;
    for (int i = 0; i < column; i++) *col += widths[i] + GAP;
    *width = widths[column];
}

static void write_column(const struct archive_entry *entry, int column, struct text *out) {
    switch (column) {
    case 0:
        archive_words_time(entry, out);
        break;
    case 1:
        text_string(out, entry->game ? entry->game->name : "?");
        break;
    case 2:
        archive_words_players(entry, out);
        break;
    case 3:
        archive_words_result(entry, out);
        break;
    default:
        if (entry->readable) text_int(out, (int64_t)entry->moves);
    }
}

static void draw_entry(const struct records *records, struct cells *cells, int index, int row,
                       bool plain) {
    const struct archive_entry *entry = &records->archive.entries[index];
    bool here = index == records->list.at;
    struct cells_cell ink = {.glyph = ' ',
                             .fore = entry->over || !entry->readable ? THEME_QUIET : THEME_INK,
                             .back = here ? THEME_CHOSEN : THEME_PAPER};
    if (here) ink.fore = THEME_INK;
    if (here) cells_fill(cells, (struct cells_box){row, 1, 1, cells->cols - 2}, ink);
    if (here) cells_text(cells, row, 1, 1, ink, plain ? ">" : "›");
    for (int column = 0; column < 5; column++) {
        char words[COLUMN_BYTES];
        struct text text = text_over(words, sizeof words);
        int col, width;
        write_column(entry, column, &text);
        place(cells, column, &col, &width);
        cells_text(cells, row, col, width, ink, words);
    }
}

static void draw_titles(struct cells *cells) {
    static const char *const titles[] = {"Date", "Game", "Players", "Result", "Moves"};
    struct cells_cell ink = {.fore = THEME_QUIET, .back = THEME_PAPER};
    for (int column = 0; column < 5; column++) {
        int col, width;
        place(cells, column, &col, &width);
        cells_text(cells, PAGE_ABOVE, col, width, ink, titles[column]);
    }
}

static void draw_empty(const struct term *term, struct cells *cells) {
    char words[PAGE_TEXT_BYTES];
    struct text text = text_over(words, sizeof words);
    struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
    text_string(&text, "No game is recorded yet. Every game that is played is recorded in ");
    text_printable(&text, term->setup.archive, strlen(term->setup.archive));
    text_char(&text, '.');
    cells_paragraph(cells, (struct cells_box){TOP, LEFT, rows_of(cells), cells->cols - 2 * LEFT},
                    ink, words);
}

static void write_page(struct records *records, const struct term *term) {
    const struct archive_entry *entry = chosen(records);
    struct text keys = text_over(records->page.keys, PAGE_TEXT_BYTES);
    struct text news = text_over(records->page.news, PAGE_TEXT_BYTES);
    struct text right = text_over(records->page.right, PAGE_TEXT_BYTES);
    page_write_count(&right, records->archive.count, "game", "games");
    if (entry && records->deleting) {
        text_string(&news, CELLS_MISS "Delete ");
        text_printable(&news, entry->name, strlen(entry->name));
        text_string(&news, "?" CELLS_INK);
        page_add_keys(&keys, "y", "delete it");
        page_add_keys(&keys, "n", "keep it");
        return;
    }
    if (entry) text_printable(&news, entry->name, strlen(entry->name));
    if (entry) page_add_keys(&keys, term->config.plain > 0 ? "up down" : "↑↓", "choose");
    if (entry) page_add_keys(&keys, "Enter", "watch");
    if (entry && entry->readable && !entry->over) page_add_keys(&keys, "p", "go on");
    if (entry) page_add_keys(&keys, "v", "review");
    if (entry) page_add_keys(&keys, "d", "delete");
    page_add_keys(&keys, "?", "help");
    page_add_keys(&keys, "q", "back");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct records *records = self;
    int rows = rows_of(cells);
    page_list_fit(&records->list, rows);
    write_page(records, term);
    page_draw(&records->page, term, cells);
    if (!records->list.count) {
        draw_empty(term, cells);
        return;
    }
    draw_titles(cells);
    for (int i = 0; i < rows && records->list.top + i < records->list.count; i++)
        draw_entry(records, cells, records->list.top + i, TOP + i, term->config.plain > 0);
}

static void resume(void *self, struct term *term) {
    fill(self, term);
}

static void release(void *self) {
    struct records *records = self;
    archive_release(&records->archive);
    free(records);
}

static const struct term_screen screen = {
    .name = "records",
    .draw = draw,
    .event = take_event,
    .resume = resume,
    .release = release,
};

void term_open_records(struct term *term) {
    struct records *records = term->setup.archive ? calloc(1, sizeof *records) : NULL;
    if (!records) {
        term_say(term, term->setup.archive ? "There is not enough memory."
                                           : "Games are not recorded here.");
        return;
    }
    struct text left = text_over(records->page.left, PAGE_TEXT_BYTES);
    text_string(&left, CELLS_STRONG CELLS_ACCENT "Recorded games");
    fill(records, term);
    term_open(term, &screen, records);
}
