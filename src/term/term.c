/* The terminal's state: screens on a stack, input to the top one, and its cells to the wire. */
#include "term/term.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = CELLS_ROWS_MAX * CELLS_COLS_MAX };

static int within(int value, int most) {
    return value < 1 ? 1 : value < most ? value : most;
}

static void set_size(struct term *term, int rows, int cols) {
    term->cells.rows = within(rows, CELLS_ROWS_MAX);
    term->cells.cols = within(cols, CELLS_COLS_MAX);
}

/* Makes the screen look as the config says. */
static void set_looks(struct term *term) {
    struct theme theme;
    theme_fill(&theme, term->config.theme, term->config.friendly);
    wire_init(&term->wire, (enum wire_colours)term->config.colours, &theme, term->wire.shown.at);
    term->wire.plain = term->config.plain > 0;
    term->dirty = true;
}

struct term *term_new(const struct term_setup *setup) {
    struct term *term = calloc(1, sizeof *term);
    if (!term) return NULL;
    term->setup = *setup;
    term->config = *setup->config;
    term->cells.at = malloc(CELLS * sizeof *term->cells.at);
    term->wire.shown.at = malloc(CELLS * sizeof *term->wire.shown.at);
    if (!term->cells.at || !term->wire.shown.at) {
        term_free(term);
        return NULL;
    }
    term->answer = -1;
    set_size(term, setup->rows, setup->cols);
    set_looks(term);
    return term;
}

/* Releases the top screen. */
static void pop(struct term *term) {
    term->count--;
    const struct term_screen *screen = term->screens[term->count].screen;
    screen->release(term->screens[term->count].self);
}

void term_free(struct term *term) {
    if (!term) return;
    while (term->count) pop(term);
    free(term->cells.at);
    free(term->wire.shown.at);
    free(term);
}

void term_open(struct term *term, const struct term_screen *screen, void *self) {
    term->dirty = true;
    if (term->count == TERM_SCREENS_MAX) {
        screen->release(self);
        term_say(term, "Too many screens are open; leave one first.");
        return;
    }
    term->screens[term->count].screen = screen;
    term->screens[term->count].self = self;
    term->count++;
}

void term_close(struct term *term) {
    assert(term->count > 0);
    pop(term);
    term->dirty = true;
    if (!term->count) return;
    const struct term_screen *below = term->screens[term->count - 1].screen;
    if (below->resume) below->resume(term->screens[term->count - 1].self, term);
}

bool term_is_done(const struct term *term) {
    return term->count == 0;
}

/* The wheel and a release say nothing that a message could answer. */
static void give(struct term *term, const struct input_event *event) {
    if (event->kind == INPUT_SIZE) {
        term_resize(term, event->row, event->col);
        return;
    }
    if (event->modifiers & INPUT_PASTED && term_command(term, event->key) >= 0) return;
    if (event->kind == INPUT_KEY || event->kind == INPUT_PRESS) term->message[0] = '\0';
    term->dirty = true;
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    screen->event(term->screens[term->count - 1].self, term, event);
}

void term_input(struct term *term, const uint8_t *bytes, size_t count, double now) {
    struct input_event event;
    term->now = term->typed = now;
    for (size_t i = 0; i < count && term->count; i++)
        if (input_take(&term->input, bytes[i], &event)) give(term, &event);
}

void term_resize(struct term *term, int rows, int cols) {
    if (rows == term->cells.rows && cols == term->cells.cols) return;
    set_size(term, rows, cols);
    wire_forget(&term->wire);
    term->dirty = true;
}

void term_run(struct term *term, double now) {
    struct input_event event;
    term->now = now;
    if (input_waits(&term->input) && now - term->typed >= INPUT_PAUSE &&
        input_pause(&term->input, &event) && term->count)
        give(term, &event);
    if (!term->count) return;
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    if (screen->run) screen->run(term->screens[term->count - 1].self, term);
}

double term_due(const struct term *term) {
    double due = INFINITY;
    if (!term->count) return due;
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    if (screen->due) due = screen->due(term->screens[term->count - 1].self);
    if (input_waits(&term->input)) due = fmin(due, term->typed + INPUT_PAUSE);
    return due;
}

bool term_output(struct term *term, struct text *out) {
    if (!term->count) return true;
    if (term->bell) text_char(out, '\a');
    term->bell = false;
    if (term->dirty) {
        term->dirty = false;
        cells_clear(&term->cells);
        const struct term_screen *screen = term->screens[term->count - 1].screen;
        screen->draw(term->screens[term->count - 1].self, term, &term->cells);
    }
    return wire_paint(&term->wire, &term->cells, out);
}

void term_say(struct term *term, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(term->message, sizeof term->message, format, arguments);
    va_end(arguments);
    term->dirty = true;
}

struct thinker *term_new_thinker(const struct term *term, const struct game *game,
                                 const struct agent *agent) {
    const struct term_setup *setup = &term->setup;
    return setup->pool ? thinker_new_in(setup->pool, game, agent, setup->wake, setup->self)
                       : thinker_new(game, agent, setup->host, setup->wake, setup->self);
}

void term_ring(struct term *term) {
    term->bell |= term->config.bell;
}

int term_command(const struct term *term, uint32_t key) {
    for (int command = 0; command < CONFIG_COMMANDS; command++)
        for (const uint32_t *at = term->config.keys[command]; *at; at++)
            if (*at == key) return command;
    return -1;
}
