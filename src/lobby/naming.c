/* The first screen: what this is, who is here, and the name. A code in place of a name brings back
 * who lost the connection. */
#include "lobby/line.h"
#include "lobby/listing.h"
#include "lobby/lobby_private.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

enum { LEFT = 3, TOP = 3, WIDTH_MAX = 74, PROMPT_COLS = 12, TEXT_BYTES = 1024 };
enum { CODE_DIGITS = HALL_CODE_BYTES - 1, CODE_LIKELY = 20 };

/* Reads what may be a code, with spaces and dashes in it. Returns the number of its digits; 0 if it
 * looks like none, -1 if it does but has anything else in it. */
static int read_code(const char *typed, char code[HALL_CODE_BYTES]) {
    int count = 0;
    bool other = false;
    for (const char *at = typed; *at; at++) {
        if (*at == ' ' || *at == '-') continue;
        if (!isxdigit((unsigned char)*at))
            other = true;
        else if (count++ < CODE_DIGITS)
            code[count - 1] = *at;
    }
    code[count < CODE_DIGITS ? count : CODE_DIGITS] = '\0';
    return other && count < CODE_LIKELY ? 0 : other ? -1 : count;
}

/* Says that the name is kept for who lost the connection, if it is. */
static bool is_kept(struct lobby *lobby, double now) {
    int seconds;
    const struct member *lost = hall_find_lost(lobby->setup.hall, lobby->typed, now, &seconds);
    if (lost)
        term_say(lobby->term,
                 "%s's connection is lost. If that is you, type your code, or wait %d seconds.",
                 lost->name, seconds);
    return lost;
}

/* Says what is wrong with something that looks like a code, if it is. */
static bool is_no_code(struct lobby *lobby, int digits) {
    if (digits == CODE_DIGITS || (digits >= 0 && digits < CODE_LIKELY)) return false;
    if (digits < 0)
        term_say(lobby->term, "A code has %d digits, 0 to 9 and a to f, and nothing else.",
                 CODE_DIGITS);
    else
        term_say(lobby->term, "A code has %d digits, 0 to 9 and a to f: this one has %d.",
                 CODE_DIGITS, digits);
    return true;
}

static void enter(struct lobby *lobby, double now) {
    char code[HALL_CODE_BYTES];
    struct hall *hall = lobby->setup.hall;
    int digits = read_code(lobby->typed, code);
    const char *why = NULL;
    if (digits == CODE_DIGITS)
        why = hall_return(hall, code, lobby_tell, lobby, now, &lobby->member);
    else if (!is_no_code(lobby, digits) && !is_kept(lobby, now))
        why = hall_enter(hall, lobby->typed, lobby_tell, lobby, now, &lobby->member);
    lobby->typed[0] = '\0';
    if (!lobby_refused(lobby, why) && lobby->member) lobby->typing = lobby->term->writing = false;
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct lobby *lobby = self;
    if (event->kind != INPUT_KEY) return;
    lobby_begin(lobby);
    if (event->key == INPUT_CTRL('c') || event->key == INPUT_CTRL('d'))
        lobby_quit(lobby);
    else if (line_key(lobby->typed, sizeof lobby->typed, event->key) == LINE_ENTERED)
        enter(lobby, term->now);
    lobby_end(lobby);
}

static void write_games(struct text *out) {
    for (int i = 0; listing_game(i); i++)
        text_format(out, "%s%s",
                    i == 0                ? ""
                    : listing_game(i + 1) ? ", "
                                          : " and ",
                    listing_game(i)->name);
}

static void write_here(const struct hall *hall, struct text *out) {
    page_write_count(out, (uint64_t)hall->members_count, "player", "players");
    text_string(out, ", ");
    page_write_count(out, (uint64_t)hall->rooms_count, "room", "rooms");
}

static void write_welcome(const struct hall *hall, struct text *out) {
    text_string(out, CELLS_STRONG "Tilewright" CELLS_INK ", a workshop for tile games: ");
    write_games(out);
    text_string(out,
                ".\nPlay in rooms of up to eight, watch others, or play alone against agents.\n"
                "There is nothing to install and no account: a name is enough.\n\n");
    text_string(out, CELLS_QUIET "Here now: " CELLS_INK);
    write_here(hall, out);
    text_string(out, ".");
    if (hall->restricted) text_string(out, " Nobody new is let in at the moment.");
}

static void draw_prompt(const struct lobby *lobby, int row, struct cells *cells, bool plain) {
    char words[HALL_SAY_BYTES + 32];
    struct text text = text_over(words, sizeof words);
    struct cells_cell ink = {.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
    int width = cells->cols - LEFT - PROMPT_COLS - 1;
    cells_text(cells, row, LEFT, PROMPT_COLS, ink, CELLS_STRONG "Your name:");
    line_write(lobby->typed, width, plain, &text);
    cells_text(cells, row, LEFT + PROMPT_COLS, width, ink, words);
    ink.fore = THEME_QUIET;
    cells_paragraph(cells, (struct cells_box){row + 2, LEFT, 2, cells->cols - 2 * LEFT}, ink,
                    "1 to 16 characters. If your connection was lost, type the code that you were "
                    "shown.");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct lobby *lobby = self;
    char words[TEXT_BYTES];
    struct text text = text_over(words, sizeof words);
    struct cells_cell ink = {.glyph = ' ', .fore = THEME_INK, .back = THEME_PAPER};
    struct lobby_page page = lobby_page(lobby);
    struct cells_box box = {TOP, LEFT, cells->rows - TOP,
                            cells->cols - 2 * LEFT < WIDTH_MAX ? cells->cols - 2 * LEFT
                                                               : WIDTH_MAX};
    text_string(&page.left, CELLS_STRONG CELLS_ACCENT "Tilewright");
    write_here(lobby->setup.hall, &page.right);
    page_add_keys(&page.keys, "Enter", "go in");
    page_add_keys(&page.keys, "Ctrl-C", "leave");
    write_welcome(lobby->setup.hall, &text);
    int lines = cells_paragraph(cells, box, ink, words);
    draw_prompt(lobby, TOP + lines + 1, cells, term->config.plain > 0);
    lobby_page_draw(lobby, cells);
    lobby->next = INFINITY;
}

const struct term_screen lobby_naming_screen = {
    .name = "name",
    .draw = draw,
    .event = event,
    .due = lobby_due,
    .run = lobby_run,
    .resume = lobby_resume,
    .release = lobby_release,
};
