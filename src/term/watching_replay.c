/* The replay of a game: it runs by itself, and goes to any move at once. Above the news lies a bar
 * that shows where it is, and that can be clicked. */
#include "play/replay.h"
#include "term/screens.h"
#include "term/watching.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_MOVES = 10, TYPED_MAX = 9, PLACE_BYTES = 96, SIGN_COLS = 3 };
#define LATE_SECONDS 1.0 /* a screen that is run so late goes on from where it was */

struct replaying {
    struct watching watching;
    struct session session;
    struct replay replay;
    bool back;                 /* it lies over a game of agents, which waits */
    bool asking;               /* for the number of a move */
    char typed[TYPED_MAX + 1]; /* of that number */
    struct cells_box bar;      /* where it is drawn; without rows if there is no room for it */
};

static double time_of(const struct replaying *replaying, size_t stop) {
    return replaying->replay.stops[stop].time;
}

static bool at_end(const struct replaying *replaying) {
    return replaying->replay.at == replaying->replay.last;
}

static double due(const void *self) {
    const struct replaying *replaying = self;
    if (at_end(replaying)) return INFINITY;
    return watching_time_due(&replaying->watching.time,
                             time_of(replaying, replaying->replay.at + 1));
}

static void go_to(struct replaying *replaying, struct term *term, size_t stop) {
    struct replay *replay = &replaying->replay;
    replay_go(replay, stop);
    watching_time_set(&replaying->watching.time, term->now, time_of(replaying, replay->at));
    term->dirty = true;
}

static void step(struct replaying *replaying, struct term *term, bool forward, size_t by) {
    size_t at = replaying->replay.at;
    go_to(replaying, term, forward ? at + by : at > by ? at - by : 0);
}

static void run(void *self, struct term *term) {
    struct replaying *replaying = self;
    struct watching_time *time = &replaying->watching.time;
    if (time->paused) return;
    if (term->now > due(replaying) + LATE_SECONDS)
        watching_time_set(time, term->now, time_of(replaying, replaying->replay.at));
    size_t stop = replay_find(&replaying->replay, watching_time_now(time, term->now));
    if (stop > replaying->replay.at) {
        replay_go(&replaying->replay, stop);
        term->dirty = true;
    }
    if (at_end(replaying)) {
        watching_time_pause(time, term->now, true);
        term->dirty = true;
    }
}

/* Keys while a number is typed. */
static void ask(struct replaying *replaying, struct term *term, uint32_t key) {
    size_t length = strlen(replaying->typed);
    if (key >= '0' && key <= '9') {
        if (length < TYPED_MAX) replaying->typed[length] = (char)key;
        return;
    }
    if (key == INPUT_BACKSPACE && length) {
        replaying->typed[length - 1] = '\0';
        return;
    }
    replaying->asking = false;
    if (key != INPUT_ENTER || !length) return;
    watching_time_pause(&replaying->watching.time, term->now, true);
    go_to(replaying, term, (size_t)atol(replaying->typed));
}

/* Keys that go somewhere. Returns whether it was one. */
static bool move(struct replaying *replaying, struct term *term, uint32_t key) {
    bool vi = term->config.vi;
    if (key == INPUT_RIGHT || key == INPUT_LEFT || (vi && (key == 'l' || key == 'h')))
        step(replaying, term, key == INPUT_RIGHT || key == 'l', 1);
    else if (key == INPUT_PAGE_DOWN || key == INPUT_PAGE_UP)
        step(replaying, term, key == INPUT_PAGE_DOWN, PAGE_MOVES);
    else if (key == INPUT_HOME || key == INPUT_END)
        go_to(replaying, term, key == INPUT_HOME ? 0 : replaying->replay.last);
    else
        return false;
    return true;
}

static void take_key(struct replaying *replaying, struct term *term, uint32_t key) {
    struct watching *watching = &replaying->watching;
    struct replay *replay = &replaying->replay;
    if (replaying->asking) {
        ask(replaying, term, key);
    } else if (move(replaying, term, key)) {
        return;
    } else if (key == 'g') {
        replaying->asking = true;
        memset(replaying->typed, 0, sizeof replaying->typed);
    } else if (key == 'p') {
        watching_play_on(watching, term, &replaying->session, replay->stops[replay->at].end);
    } else if (key == 'v' || term_command(term, key) == CONFIG_REVIEW) {
        watching_time_pause(&watching->time, term->now, true);
        term_open_review(term, &replaying->session, watching->names);
    } else {
        if (key == ' ' && watching->time.paused && at_end(replaying)) go_to(replaying, term, 0);
        watching_key(watching, term, key);
    }
}

/* A click or a drag on the bar goes there. */
static void press(struct replaying *replaying, struct term *term, const struct input_event *event) {
    const struct cells_box *bar = &replaying->bar;
    int at = event->col - bar->col;
    if (!bar->rows || event->row != bar->row || at < 0 || at >= bar->cols || bar->cols < 2) return;
    go_to(replaying, term, replaying->replay.last * (size_t)at / (size_t)(bar->cols - 1));
}

static void take_event(void *self, struct term *term, const struct input_event *event) {
    struct replaying *replaying = self;
    if (event->kind == INPUT_KEY)
        take_key(replaying, term, event->key);
    else if (event->kind == INPUT_PRESS || event->kind == INPUT_DRAG)
        press(replaying, term, event);
    else if (event->kind == INPUT_WHEEL)
        step(replaying, term, event->button > 0, 1);
}

static void tell(void *self, const void *before, struct event event,
                 const struct effect_list *effects) {
    struct replaying *replaying = self;
    watching_told_add(&replaying->watching, before, event, effects);
}

static const char *word_of(const struct replaying *replaying) {
    return replaying->replay.has_clock ? "step" : "move";
}

/* Writes the number to go to, as far as it was typed. */
static void write_question(const struct replaying *replaying, struct text *out) {
    text_format(out, "Go to %s (0 to ", word_of(replaying));
    text_int(out, (int64_t)replaying->replay.last);
    text_format(out, "): " CELLS_ACCENT "%s_", replaying->typed);
}

/* Writes what happened, in the news and in the panel, and marks where. Returns the panel's title.
 */
static const char *write_told(struct replaying *replaying) {
    struct watching *watching = &replaying->watching;
    struct replay *replay = &replaying->replay;
    struct text *news = &watching->told.news, *panel = &watching->told.panel;
    watching_told_nothing(watching);
    replay_tell(replay, tell, replaying);
    watching_told_mark(watching);
    if (replay->at == 0) text_string(news, "The game begins");
    if (news->length) text_char(news, '.');
    if (!panel->length) text_string(panel, watching->page.news);
    if (game_over(watching->game, replay->state))
        watching_write_end(watching, replay->state, panel);
    if (replaying->asking) {
        text_clear(news);
        write_question(replaying, news);
    }
    return game_over(watching->game, replay->state) ? "The end" : "What happened";
}

static void write_time(double seconds, struct text *out) {
    int whole = (int)seconds;
    text_format(out, "%d:%s%d", whole / 60, whole % 60 < 10 ? "0" : "", whole % 60);
}

/* Writes "move 12 of 57". */
static void write_place(const struct replaying *replaying, struct text *out) {
    const struct replay *replay = &replaying->replay;
    text_format(out, "%s ", word_of(replaying));
    text_int(out, (int64_t)replay->at);
    text_string(out, " of ");
    text_int(out, (int64_t)replay->last);
    if (!replay->has_clock) return;
    text_string(out, ", ");
    write_time(time_of(replaying, replay->at), out);
    text_string(out, " of ");
    write_time(time_of(replaying, replay->last), out);
}

/* Draws the part that is over, the place, and what is to come. */
static void draw_line(const struct replaying *replaying, struct cells *cells, bool plain) {
    const struct cells_box *bar = &replaying->bar;
    const struct replay *replay = &replaying->replay;
    size_t width = bar->cols > 1 ? (size_t)(bar->cols - 1) : 0;
    int at = replay->last ? (int)(replay->at * width / replay->last) : 0;
    struct cells_cell ink = {.fore = THEME_ACCENT, .back = THEME_PAPER};
    for (int i = 0; i < bar->cols; i++) {
        if (i > at) ink.fore = THEME_FRAME;
        const char *glyph = i < at    ? plain ? "=" : "━"
                            : i == at ? plain ? "O" : "●"
                            : plain   ? "-"
                                      : "─";
        cells_text(cells, bar->row, bar->col + i, 1, ink, glyph);
    }
}

static void draw_bar(struct replaying *replaying, struct cells *cells, int row, bool plain) {
    char place[PLACE_BYTES];
    struct text text = text_over(place, sizeof place);
    struct cells_cell ink = {.fore = THEME_INK, .back = THEME_PAPER};
    const char *sign = replaying->watching.time.paused ? plain ? "|" : "‖" : plain ? ">" : "►";
    write_place(replaying, &text);
    int width = cells_width(place), line = cells->cols - SIGN_COLS - width - 3;
    replaying->bar = (struct cells_box){row, SIGN_COLS, 1, line > 0 ? line : 0};
    cells_text(cells, row, 1, 1, ink, sign);
    draw_line(replaying, cells, plain);
    cells_text(cells, row, cells->cols - 1 - width, width, ink, place);
}

/* Gives the bar a row of the body if the board has enough with the rest. Without it, the place goes
 * before the news. */
static bool make_room(struct replaying *replaying, struct cells_box *body) {
    struct watching *watching = &replaying->watching;
    char news[PAGE_TEXT_BYTES];
    body->rows--;
    watching->view.body = *body;
    replaying->bar.rows = 0;
    if (view_lay(&watching->view)) return true;
    body->rows++;
    memcpy(news, watching->page.news, sizeof news);
    struct text out = text_over(watching->page.news, PAGE_TEXT_BYTES);
    write_place(replaying, &out);
    text_string(&out, ": ");
    text_string(&out, news);
    return false;
}

static void write_keys(struct replaying *replaying, const struct term *term) {
    struct watching *watching = &replaying->watching;
    struct text keys = text_over(watching->page.keys, PAGE_TEXT_BYTES);
    if (replaying->asking) {
        page_add_keys(&keys, "Enter", "go");
        page_add_keys(&keys, "Esc", "cancel");
        return;
    }
    page_add_keys(&keys, term->config.plain > 0 ? "arrows" : "←→", "step");
    watching_write_keys(watching, term, &keys);
    page_add_keys(&keys, "g", "go");
    page_add_keys(&keys, "p", "play on");
    page_add_keys(&keys, "v", "review");
    page_add_keys(&keys, "?", "help");
    page_add_keys(&keys, "q", replaying->back ? "live" : "leave");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct replaying *replaying = self;
    struct watching *watching = &replaying->watching;
    struct cells_box body = {PAGE_ABOVE, 0, cells->rows - PAGE_ABOVE - PAGE_BELOW, cells->cols};
    view_look(&watching->view, replaying->replay.state, watching->seat);
    const char *title = write_told(replaying);
    watching_add_panel(watching, title);
    watching_write_bar(watching, replaying->replay.state);
    write_keys(replaying, term);
    bool room = make_room(replaying, &body);
    page_draw(&watching->page, term, cells);
    view_draw(&watching->view, term, cells, body);
    if (room) draw_bar(replaying, cells, body.row + body.rows, term->config.plain > 0);
}

static void release(void *self) {
    struct replaying *replaying = self;
    replay_release(&replaying->replay);
    session_release(&replaying->session);
    free(replaying);
}

static bool is_typing(const void *self) {
    const struct replaying *replaying = self;
    return replaying->asking;
}

static const struct term_screen screen = {
    .name = "watching",
    .draw = draw,
    .event = take_event,
    .due = due,
    .run = run,
    .typing = is_typing,
    .release = release,
};

/* Makes the screen; the session is released if that fails. */
static struct replaying *make(struct term *term, struct session *session) {
    struct replaying *replaying = calloc(1, sizeof *replaying);
    int tick = term->config.tick_ms ? term->config.tick_ms : TABLE_TICK_MS;
    if (!replaying) {
        session_release(session);
        return NULL;
    }
    replaying->session = *session;
    if (replay_init(&replaying->replay, &replaying->session, tick / 1000.0, WATCHING_MOVE_SECONDS) <
        0) {
        release(replaying);
        return NULL;
    }
    watching_init(&replaying->watching, HELP_REPLAY, session->game,
                  session->game->shape(replaying->replay.state).seats);
    watching_time_set(&replaying->watching.time, term->now, 0);
    return replaying;
}

void term_open_watch(struct term *term, struct session *session, const char *const *names) {
    struct replaying *replaying = make(term, session);
    if (!replaying) {
        term_say(term, "There is not enough memory.");
        return;
    }
    watching_set_names(&replaying->watching, names);
    term_open(term, &screen, replaying);
}

void watching_replay_look_back(struct term *term, struct session *session,
                               const struct watching *players) {
    struct replaying *replaying = make(term, session);
    if (!replaying) {
        term_say(term, "There is not enough memory.");
        return;
    }
    replaying->back = true;
    watching_set_players(&replaying->watching, players);
    watching_time_pause(&replaying->watching.time, term->now, true);
    go_to(replaying, term, replaying->replay.last);
    term_open(term, &screen, replaying);
    term_say(term, "You look back; q returns to the live game, which waits.");
}
