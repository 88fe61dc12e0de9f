/* Looks are a few words each of the config. */
#include "lobby/looking.h"
#include "lobby/lobby_private.h"
#include "term/rows.h"
#include <stdlib.h>

enum { THEME, PALETTE, COLOURS, GLYPHS, BELL, LOOKS, WORDS_MAX = 4 };

static const struct {
    const char *name, *meaning;
    const char *words[WORDS_MAX + 1];
} looks[LOOKS] = {
    [THEME] = {"theme", "The ground of the screen.", {"dark", "light", NULL}},
    [PALETTE] = {"palette",
                 "friendly: colours that colour-blind people tell apart.",
                 {"standard", "friendly", NULL}},
    [COLOURS] = {"colours",
                 "How many colours your terminal knows. Take fewer if some look wrong.",
                 {"none", "16", "256", "true colour", NULL}},
    [GLYPHS] = {"characters",
                "Take ASCII if frames come out as question marks.",
                {"Unicode", "ASCII", NULL}},
    [BELL] = {"bell", "Ring when a round begins or a move is refused.", {"off", "on", NULL}},
};

struct looking {
    struct lobby *lobby;
    struct page_list list;
};

static int value_of(const struct config *config, int look) {
    switch (look) {
    case THEME:
        return (int)config->theme;
    case PALETTE:
        return config->friendly;
    case COLOURS:
        return config->colours < 0 ? WIRE_TRUE : config->colours;
    case GLYPHS:
        return config->plain > 0;
    default:
        return config->bell;
    }
}

static void set(struct config *config, int look, int value) {
    switch (look) {
    case THEME:
        config->theme = (enum theme_name)value;
        config->theme_set = true;
        break;
    case PALETTE:
        config->friendly = value;
        break;
    case COLOURS:
        config->colours = value;
        break;
    case GLYPHS:
        config->plain = value;
        break;
    default:
        config->bell = value;
    }
}

static void change(struct looking *looking, int step) {
    int look = looking->list.at, count = 0;
    while (looks[look].words[count]) count++;
    struct config *config = &looking->lobby->term->config;
    set(config, look, (value_of(config, look) + step + count) % count);
    term_set_looks(looking->lobby->term);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct looking *looking = self;
    if (page_list_key(&looking->list, event, LOOKS)) return;
    if (event->kind == INPUT_PRESS && rows_at(&looking->list, event) >= 0) {
        looking->list.at = rows_at(&looking->list, event);
        change(looking, event->button ? -1 : 1);
    }
    if (event->kind != INPUT_KEY) return;
    if (event->key == INPUT_LEFT || event->key == '-')
        change(looking, -1);
    else if (event->key == INPUT_RIGHT || event->key == '+' || event->key == ' ' ||
             event->key == INPUT_ENTER)
        change(looking, 1);
    else if (event->key >= '1' && event->key < '1' + LOOKS)
        looking->list.at = (int)(event->key - '1');
    else if (event->key == INPUT_ESCAPE || event->key == INPUT_CTRL('c') ||
             term_command(term, event->key) == CONFIG_LEAVE)
        term_close(term);
}

static void describe(void *self, int index, struct rows_row *row) {
    const struct looking *looking = self;
    struct text name = text_over(row->name, sizeof row->name);
    struct text value = text_over(row->value, sizeof row->value);
    text_format(&name, "%d  %s", index + 1, looks[index].name);
    text_string(&value, looks[index].words[value_of(&looking->lobby->term->config, index)]);
    row->meaning = looks[index].meaning;
    row->steps = true;
}

/* All tile colours in a row, so that a change is seen. */
static void draw_sample(struct cells *cells, int row, bool bare) {
    static const char letters[] = "BYRKWGNMC";
    for (int colour = SCENE_BLUE; colour < SCENE_COLOURS; colour++) {
        struct cells_cell cell = {(uint32_t)letters[colour - 1], theme_tile(colour, THEME_LETTER),
                                  theme_tile(colour, THEME_FACE), CELLS_BOLD, 0};
        int col = ROWS_LEFT + 4 * (colour - 1);
        struct cells_cell ground = cell;
        ground.glyph = ' ';
        if (!bare) cells_fill(cells, (struct cells_box){row, col, 1, 3}, ground);
        cells_put(cells, row, col + 1, cell);
    }
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct looking *looking = self;
    struct lobby_page page = lobby_page(looking->lobby);
    bool plain = term->config.plain > 0;
    text_string(&page.left, CELLS_STRONG CELLS_ACCENT "Tilewright" CELLS_INK "  looks");
    page_add_keys(&page.keys, plain ? "up down 1-5" : "↑↓ 1-5", "choose");
    page_add_keys(&page.keys, plain ? "left right Enter" : "←→ Enter", "change");
    page_add_keys(&page.keys, "Esc q", "back");
    rows_draw(&looking->list, describe, looking, term, cells, &page.news);
    draw_sample(cells, ROWS_TOP + LOOKS + 2, term->config.colours < WIRE_16);
    lobby_page_draw(looking->lobby, cells);
}

static const struct term_screen screen = {
    .name = "looks", .draw = draw, .event = event, .release = free};

void looking_open(struct lobby *lobby) {
    struct looking *looking = calloc(1, sizeof *looking);
    if (!looking) {
        term_say(lobby->term, "There is not enough memory.");
        return;
    }
    looking->lobby = lobby;
    looking->list.count = LOOKS;
    term_open(lobby->term, &screen, looking);
}
