/* The sentences of all effects, from the beginning on. Of a very long game the oldest are left out.
 */
#include "term/history.h"
#include "term/names.h"
#include "term/sheet.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 17, ACT_BYTES = 1 << 14 };

struct history {
    char text[TEXT_BYTES];
    struct sheet sheet;
    struct page page;
};

/* Writes what an event did; an act of a seat has a number. */
static void write_event(const struct effect_list *effects, size_t number, const char *const *names,
                        struct text *out) {
    bool first = true;
    for (int i = 0; i < effects->count; i++) {
        const struct effect *effect = &effects->at[i];
        if (effect->routine || !effect->text[0]) continue;
        if (first && number) {
            text_string(out, CELLS_ACCENT);
            text_int(out, (int64_t)number);
            text_string(out, ". " CELLS_INK);
        } else {
            text_string(out, "   ");
        }
        text_string(out, effect->points > 0 ? CELLS_GOOD : CELLS_INK);
        names_write(effect->text, names, out);
        text_string(out, CELLS_INK "\n");
        first = false;
    }
}

/* Makes room by dropping the older half, up to the end of a line. */
static void make_room(struct text *out) {
    if (out->length + ACT_BYTES < out->capacity) return;
    const char *line = strchr(out->at + out->length / 2, '\n');
    size_t from = line ? (size_t)(line + 1 - out->at) : out->length;
    memmove(out->at, out->at + from, out->length - from + 1);
    out->length -= from;
}

static void write_all(const struct session *session, void *state, const char *const *names,
                      struct text *out) {
    const struct game *game = session->game;
    struct effect_list effects;
    size_t number = 0;
    bool begun = false; /* the luck of the setup is not told */
    game_copy(game, state, session->origin);
    for (size_t i = 0; i < session->count; i++) {
        struct event event = session->events[i].event;
        begun |= event.who != CHANCE;
        effects.count = 0;
        if (begun) game->effects(state, event.who, event.act, &effects);
        make_room(out);
        write_event(&effects, event.who < SEATS_MAX ? ++number : 0, names, out);
        game->apply(state, event.who, event.act);
    }
    if (!out->length) text_string(out, "Nothing was played yet.");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct history *history = self;
    struct text keys = text_over(history->page.keys, sizeof history->page.keys);
    sheet_draw(&history->sheet, cells);
    sheet_write_keys(&history->sheet, term, &keys);
    page_draw(&history->page, term, cells);
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct history *history = self;
    if (!sheet_event(&history->sheet, term, event)) term_close(term);
}

static const struct term_screen screen = {
    .name = "history", .draw = draw, .event = event, .release = free};

void history_open(struct term *term, const struct session *session, const char *const *names) {
    struct history *history = calloc(1, sizeof *history);
    void *state = malloc(session->game->state_max);
    if (history && state) {
        struct text text = text_over(history->text, sizeof history->text);
        struct text left = text_over(history->page.left, sizeof history->page.left);
        text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  what happened",
                    session->game->name);
        write_all(session, state, names, &text);
        history->sheet = (struct sheet){.text = history->text, .top = INT_MAX / 2};
        term_open(term, &screen, history);
    } else {
        free(history);
        term_say(term, "There is not enough memory.");
    }
    free(state);
}
