/* The help screen, written from a page's table, the game and the keys as they are set. */
#include "term/help.h"
#include "games/games.h"
#include "term/sheet.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 16384, KEYS_BYTES = 160 };
static const char rules_heading[] = CELLS_STRONG "The rules" CELLS_INK "\n";

struct help {
    char text[TEXT_BYTES];
    struct page page;
    struct sheet sheet;
    const char *rules; /* in the text, after the keys; NULL if there are none */
};

/* What a page is written for. */
struct subject {
    const struct help_page *page;
    const struct game *game;
    const struct choosing *choosing;
    const struct term *term;
    const char *note;
};

static bool is_plain(const struct subject *subject) {
    return subject->term->config.plain > 0;
}

/* Writes a line of two columns. */
static void write_row(const char *keys, const char *meaning, struct text *out) {
    text_format(out, "  " CELLS_ACCENT "%s" CELLS_INK, keys);
    for (int col = cells_width(keys); col < HELP_KEY_COLS; col++) text_char(out, ' ');
    text_format(out, "%s\n", meaning);
}

static void write_heading(const char *heading, struct text *out) {
    text_format(out, CELLS_STRONG "%s" CELLS_INK "\n", heading);
}

static void add_key(const struct subject *subject, uint32_t key, struct text *keys) {
    if (keys->length) text_char(keys, ' ');
    input_name(key, is_plain(subject), keys);
}

/* Returns whether a place belongs to a move. While there are no moves, it may. */
static bool is_picked(const struct pick *pick, int spot) {
    for (int i = 0; i < pick->count; i++)
        for (int k = 0; k < pick->acts[i].count; k++)
            if (pick->acts[i].spots[k] == spot) return true;
    return !pick->count && spot != SCENE_NO_SPOT;
}

static bool has_word(const char *name, uint32_t letter) {
    for (size_t at = 0; name[at]; at++)
        if ((at == 0 || name[at - 1] == ' ') &&
            (uint32_t)tolower((unsigned char)name[at]) == letter)
            return true;
    return false;
}

/* Returns whether the letter may be typed at some step of a choice, now or later. */
static bool is_spoken(const struct choosing *choosing, uint32_t key) {
    const struct scene *scene = &choosing->view->scene;
    for (int i = 0; i < scene->count; i++)
        if (has_word(scene->tiles[i].name, key) && is_picked(choosing->pick, scene->tiles[i].spot))
            return true;
    return false;
}

static bool is_free(const struct subject *subject, uint32_t key) {
    if (!subject->game) return true;
    if (choosing_takes(subject->game, subject->choosing, subject->term, key)) return false;
    return !subject->choosing || !is_spoken(subject->choosing, key);
}

static bool applies(const struct subject *subject, enum help_when when) {
    bool timed = subject->game && game_has_clock(subject->game);
    switch (when) {
    case HELP_CHOOSING:
        return subject->choosing;
    case HELP_TIMED:
        return timed;
    case HELP_UNTIMED:
        return !timed;
    default:
        return true;
    }
}

static void write_key(const struct subject *subject, const struct help_key *key, struct text *out) {
    char words[KEYS_BYTES];
    struct text keys = text_over(words, sizeof words);
    if (!applies(subject, key->when)) return;
    if (key->keys && !*key->keys) {
        write_heading(key->meaning, out);
        return;
    }
    if (key->keys) text_string(&keys, key->plain && is_plain(subject) ? key->plain : key->keys);
    for (const uint32_t *at = subject->term->config.keys[key->command]; !key->keys && *at; at++)
        if (is_free(subject, *at)) add_key(subject, *at, &keys);
    if (keys.length) write_row(words, key->meaning, out);
}

static void write_keys(const struct subject *subject, struct text *out) {
    const struct help_page *page = subject->page;
    bool headed = page->keys->keys && !*page->keys->keys;
    if (!headed) write_heading(page->title, out);
    for (const struct help_key *key = page->keys; key->meaning; key++) write_key(subject, key, out);
    if (subject->note[0]) text_format(out, "\n%s\n", subject->note);
    text_char(out, '\n');
}

static uint32_t typed_of(const struct key *key) {
    return key->key >= GAME_KEY_UP ? (uint32_t)(INPUT_UP + key->key - GAME_KEY_UP)
                                   : (uint32_t)key->key;
}

static bool plays(const struct subject *subject, uint32_t typed, action act) {
    const struct key *means = choosing_game_key(subject->game, subject->term, typed);
    return means && means->act == act;
}

/* Adds the keys of an act that are arrows, or those that are not. */
static void add_game_keys(const struct subject *subject, action act, bool arrows,
                          struct text *keys) {
    for (const struct key *key = subject->game->keys; key->key; key++)
        if (key->act == act && (key->key >= GAME_KEY_UP) == arrows &&
            plays(subject, typed_of(key), act))
            add_key(subject, typed_of(key), keys);
}

/* Writes the keys of an act in a line, the arrows first, and those that the config file adds. */
static void write_game_key(const struct subject *subject, const struct key *key, struct text *out) {
    const struct config *config = &subject->term->config;
    const char *meaning = key->meaning;
    char words[KEYS_BYTES];
    struct text keys = text_over(words, sizeof words);
    for (const struct key *other = subject->game->keys; other < key; other++)
        if (other->act == key->act) return;
    for (const struct key *other = key; other->key; other++)
        if (other->act == key->act && other->key >= GAME_KEY_UP) meaning = other->meaning;
    add_game_keys(subject, key->act, true, &keys);
    add_game_keys(subject, key->act, false, &keys);
    for (int i = 0; i < config->game_keys_count; i++)
        if (strcmp(config->game_keys[i].game, subject->game->name) == 0 &&
            plays(subject, config->game_keys[i].key, key->act))
            add_key(subject, config->game_keys[i].key, &keys);
    if (keys.length) write_row(words, meaning, out);
}

static void write_game_keys(const struct subject *subject, struct text *out) {
    const struct key *keys = subject->game->keys;
    if (!keys || !subject->page->chooses) return;
    write_heading("Keys of the game", out);
    for (const struct key *key = keys; key->key; key++) write_game_key(subject, key, out);
    text_char(out, '\n');
}

static void write_choosing(const struct subject *subject, struct text *out) {
    if (!subject->choosing) return;
    write_heading("Choosing a move", out);
    text_string(
        out,
        choosing_is_keyed(subject->game)
            ? "The keys above play at once. Or click what moves, or type what is "
              "there: its number, its first letter or its name, as d2; then Enter plays it. Tab "
              "goes through all that can be picked. "
            : "The arrows move the cursor over what can be picked, Tab goes on to "
              "the next; Enter or the space bar picks it. With the mouse, click what "
              "you pick. Or type what is there: its number, its first letter or its name, as d2. ");
    text_string(out, "Esc and Backspace take a step back.\n\n");
}

static void write_marks(const struct subject *subject, struct text *out) {
    static const struct {
        const char *mark, *plain, *meaning;
    } rows[] = {
        [BOARD_LEGAL] = {"•", "+", "can be picked now"},
        [BOARD_LAST] = {"▕ ▏", ": :", "what happened last"},
        [BOARD_YOURS] = {"╎ ╎", "{ }", "your move, or the one that was played"},
        [BOARD_BEST] = {"► ◄", "< >", "the best move, or a hint"},
        [BOARD_CHOSEN] = {"▐ ▌", "( )", "picked already; underlined"},
        [BOARD_CURSOR] = {"▐ ▌", "[ ]", "the cursor"},
    };
    uint32_t marks = subject->page->marks, chosen = 1U << BOARD_LEGAL | 1U << BOARD_LAST |
                                                    1U << BOARD_CHOSEN | 1U << BOARD_CURSOR;
    if (subject->page->chooses && !subject->choosing) marks &= ~chosen;
    if (!marks) return;
    write_heading("Marks on the board", out);
    for (int mark = BOARD_CURSOR; mark > BOARD_PLAIN; mark--)
        if (marks >> mark & 1)
            write_row(is_plain(subject) ? rows[mark].plain : rows[mark].mark, rows[mark].meaning,
                      out);
    text_char(out, '\n');
}

static void write_files(const struct subject *subject, struct text *out) {
    char path[512];
    if (subject->page->played && subject->term->setup.archive)
        text_string(out, "Every game is recorded, and one that is not over is the first in the "
                         "menu. Undoing does not change the luck: the same move meets the same "
                         "luck again.\n");
    if (subject->term->setup.remote) {
        text_string(out, "Colours and characters are set in the lobby, under Looks.\n");
        return;
    }
    if (!config_path(path, sizeof path)) return;
    text_string(out, "Keys and colours can be set in ");
    text_printable(out, path, strlen(path));
    text_string(out, "; 'tilewright config' prints a sample.\n");
}

static void write_game(const struct subject *subject, struct text *out) {
    const struct game *game = subject->game;
    text_string(out, rules_heading);
    text_format(out, "%s\n\n", game->rules);
    write_heading("The picture", out);
    text_format(out, "%s\n\n", game->legend);
}

static void write_goal(const struct game *game, struct text *out) {
    text_format(out, CELLS_STRONG "%s" CELLS_INK ": %s.\n%s\n\n", game->name, game->summary,
                game->goal);
}

/* Where a game is played, what it is about comes before the commands. */
static void write_all(const struct subject *subject, struct text *out) {
    const struct game *game = subject->game;
    bool played = subject->page->played;
    if (!played) write_keys(subject, out);
    if (game) write_goal(game, out);
    for (int i = 0; !game && games_list[i]; i++) write_goal(games_list[i], out);
    if (game) write_game_keys(subject, out);
    if (game) write_choosing(subject, out);
    if (played) write_keys(subject, out);
    if (game) write_marks(subject, out);
    if (game) write_game(subject, out);
    write_files(subject, out);
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct help *help = self;
    struct text keys = text_over(help->page.keys, sizeof help->page.keys);
    struct text news = text_over(help->page.news, sizeof help->page.news);
    sheet_draw(&help->sheet, cells);
    if (help->rules && sheet_hides(&help->sheet, cells, help->rules))
        text_string(&news, CELLS_QUIET "The rules are further down.");
    sheet_write_keys(&help->sheet, term, &keys);
    page_draw(&help->page, term, cells);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct help *help = self;
    if (!sheet_event(&help->sheet, term, event)) term_close(term);
}

static const struct term_screen screen = {
    .name = "help", .draw = draw, .event = event, .release = free};

void help_open(struct term *term, enum help_screen which, const struct game *game,
               const struct choosing *choosing) {
    help_open_with(term, which, game, choosing, "");
}

void help_open_with(struct term *term, enum help_screen which, const struct game *game,
                    const struct choosing *choosing, const char *note) {
    struct help *help = calloc(1, sizeof *help);
    if (!help) {
        term_say(term, "There is not enough memory.");
        return;
    }
    struct subject subject = {&help_pages[which], game, choosing, term, note};
    struct text left = text_over(help->page.left, sizeof help->page.left);
    struct text text = text_over(help->text, sizeof help->text);
    text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  help",
                game ? game->name : "Tilewright");
    write_all(&subject, &text);
    help->rules = game ? strstr(help->text, rules_heading) : NULL;
    help->sheet.text = help->text;
    term_open(term, &screen, help);
}
