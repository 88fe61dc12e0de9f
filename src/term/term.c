/* The terminal's state: screens on a stack, input to the top one, and its cells to the wire. */
#include "term/term.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_STEP = 256 }; /* bytes */

static int within(int value, int most) {
    return value < 1 ? 1 : value < most ? value : most;
}

/* Takes the size that the terminal has, if there are cells for it. */
static bool set_size(struct term *term) {
    int rows = within(term->setup.rows, CELLS_ROWS_MAX);
    int cols = within(term->setup.cols, CELLS_COLS_MAX);
    struct cells_cell *cells = desk_cells(term->desk, rows, cols);
    term->cells.at = term->desk->cells; /* another term may have moved them */
    if (!cells) return false;
    term->cells.rows = rows;
    term->cells.cols = cols;
    return true;
}

static bool grow_shown(struct packed *shown, size_t capacity) {
    capacity = (capacity + SHOWN_STEP - 1) / SHOWN_STEP * SHOWN_STEP;
    uint8_t *larger = realloc(shown->at, capacity);
    if (!larger) return false;
    shown->at = larger;
    shown->capacity = capacity;
    return true;
}

void term_set_looks(struct term *term) {
    const struct wire_inks *inks = desk_inks(term->desk, &term->config);
    if (inks) wire_init(&term->wire, inks, term->config.plain > 0);
    term->dirty = true;
}

static struct desk *own_desk(void) {
    struct desk *desk = malloc(sizeof *desk);
    if (desk) desk_init(desk);
    return desk;
}

struct term *term_new(const struct term_setup *setup) {
    struct term *term = calloc(1, sizeof *term);
    if (!term) return NULL;
    term->setup = *setup;
    term->config = *setup->config;
    term->desk = setup->desk ? setup->desk : own_desk();
    term->answer = -1;
    term->wire.shown.grow = grow_shown;
    if (term->desk && set_size(term)) term_set_looks(term);
    if (term->wire.inks) return term;
    term_free(term);
    return NULL;
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
    if (!term->setup.desk && term->desk) {
        desk_release(term->desk);
        free(term->desk);
    }
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

void term_turn(struct term *term, const struct term_screen *screen) {
    assert(term->count > 0);
    term->screens[0].screen = screen;
    term->dirty |= term->count == 1;
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
    if (event->modifiers & INPUT_PASTED && !term->writing && term_command(term, event->key) >= 0)
        return;
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    bool answers = event->kind == INPUT_KEY || event->kind == INPUT_PRESS;
    if (!screen->patch || (answers && term->message[0])) term->dirty = true;
    if (answers) term->message[0] = '\0';
    screen->event(term->screens[term->count - 1].self, term, event);
}

void term_input(struct term *term, const uint8_t *bytes, size_t count, double now) {
    struct input_event event;
    term->now = term->typed = now;
    for (size_t i = 0; i < count && term->count; i++)
        if (input_take(&term->input, bytes[i], &event)) give(term, &event);
}

void term_resize(struct term *term, int rows, int cols) {
    if (rows == term->setup.rows && cols == term->setup.cols) return;
    term->setup.rows = rows;
    term->setup.cols = cols;
    set_size(term);
    wire_forget(&term->wire);
    term->dirty = true;
}

bool term_is_typing(const struct term *term) {
    if (!term->count) return false;
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    return screen->typing ? screen->typing(term->screens[term->count - 1].self) : term->writing;
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

/* Draws and paints only what changed, if the screen can. What cannot be painted is drawn with all.
 */
static bool paint_parts(struct term *term, struct text *out) {
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    struct cells_box boxes[TERM_BOXES_MAX];
    int count = -1;
    if (screen->patch && term->wire.known)
        count = screen->patch(term->screens[term->count - 1].self, term, &term->cells, boxes);
    return count >= 0 && wire_paint_boxes(&term->wire, &term->cells, boxes, count, out);
}

static bool paint_all(struct term *term, struct text *out) {
    const struct term_screen *screen = term->screens[term->count - 1].screen;
    cells_clear(&term->cells);
    screen->draw(term->screens[term->count - 1].self, term, &term->cells);
    return wire_paint(&term->wire, &term->cells, out);
}

/* Other terms draw on the same cells: what was not sent is drawn again. */
bool term_output(struct term *term, struct text *out) {
    if (!term->count) return true;
    if (term->bell) text_char(out, '\a');
    term->bell = false;
    if (!term->dirty && !term->touched) return true;
    set_size(term);
    if (term->dirty || !paint_parts(term, out)) term->dirty = !paint_all(term, out);
    term->touched = false;
    return !term->dirty;
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
