/* Agents that play each other, in a time that the person sets. The arrow to the left opens a replay
 * of what was played so far; the game waits. */
#include "term/names.h"
#include "term/screens.h"
#include "term/watching.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_BYTES = 64 };

static double now_of(const struct watching_live *live, const struct term *term) {
    return watching_time_now(&live->watching.time, term->now);
}

static void tell_trouble(struct watching_live *live, struct term *term) {
    if (live->table.trouble)
        term_say(term, "The record cannot be written: %s", live->table.trouble);
    live->table.trouble = NULL;
}

static void run(void *self, struct term *term) {
    struct watching_live *live = self;
    if (live->watching.time.paused) return;
    table_run(&live->table, now_of(live, term));
    tell_trouble(live, term);
    if (live->known == live->table.version) return;
    live->known = live->table.version;
    bool over = table_over(&live->table);
    if (over && !live->told) term_ring(term);
    live->told = over;
    term->dirty = true;
}

static double due(const void *self) {
    const struct watching_live *live = self;
    return watching_time_due(&live->watching.time, table_due(&live->table));
}

/* What lies above took time that is not the game's. */
static void stop(struct watching_live *live, struct term *term) {
    watching_time_pause(&live->watching.time, term->now, true);
}

static void look_back(struct watching_live *live, struct term *term) {
    const struct session *session = &live->table.session;
    struct session copy;
    stop(live, term);
    if (session_copy(&copy, session, session->count) < 0) {
        session_release(&copy);
        term_say(term, "There is not enough memory.");
        return;
    }
    watching_replay_look_back(term, &copy, &live->watching);
}

static void renew(struct watching_live *live, struct term *term) {
    char seed[SEED_BYTES];
    term->setup.draw_seed(term->setup.self, seed, sizeof seed);
    const char *wrong =
        table_renew(&live->table, rng_from_string(seed, strlen(seed)), NULL, now_of(live, term));
    if (wrong) term_say(term, "The game cannot begin: %s.", wrong);
    watching_told_nothing(&live->watching);
    watching_time_pause(&live->watching.time, term->now, false);
}

static void take_key(struct watching_live *live, struct term *term, uint32_t key) {
    struct watching *watching = &live->watching;
    struct session *session = &live->table.session;
    if (key == INPUT_LEFT || (term->config.vi && key == 'h')) {
        look_back(live, term);
    } else if (key == 'p') {
        watching_play_on(watching, term, session, session->count);
    } else if (key == 'v' || term_command(term, key) == CONFIG_REVIEW) {
        stop(live, term);
        term_open_review(term, session, watching->names);
    } else if (term_command(term, key) == CONFIG_NEW) {
        renew(live, term);
    } else {
        if (term_command(term, key) == CONFIG_HELP) stop(live, term);
        watching_key(watching, term, key);
    }
}

static void take_event(void *self, struct term *term, const struct input_event *event) {
    if (event->kind == INPUT_KEY) take_key(self, term, event->key);
}

/* In real time the last that matter stay until there are others. */
static void write_late_news(struct watching_live *live) {
    struct watching *watching = &live->watching;
    char line[PAGE_TEXT_BYTES];
    struct text text = text_over(line, sizeof line);
    names_write_news(live->table.news, live->table.news_count, watching->names, &text);
    if (!text.length) return;
    struct text news = text_over(watching->page.news, PAGE_TEXT_BYTES);
    text_string(&news, line);
}

/* Keeps what an event does; in real time there is too much of it. */
static void note_event(void *self, const void *before, struct event event) {
    struct watching *watching = &((struct watching_live *)self)->watching;
    struct effect_list *effects = &watching->view.effects;
    if (game_has_clock(watching->game)) return;
    effects->count = 0;
    watching->game->effects(before, event.who, event.act, effects);
    watching_told_add(watching, before, event, effects);
}

/* Ends the news and fills the panel: how it ended, what happened, or what the game is about. What
 * was told stays as it is, as luck may go on with it. */
static const char *write_panel(struct watching_live *live) {
    struct watching *watching = &live->watching;
    struct text news = watching->told.news, panel = watching->told.panel;
    const struct table *table = &live->table;
    if (news.length) text_char(&news, '.');
    if (table_over(table)) {
        watching_write_end(watching, table->session.state, &panel);
        return "The end";
    }
    if (watching->told.begun) return "What happened";
    text_string(&panel, CELLS_QUIET);
    text_string(&panel, watching->game->goal);
    return "The goal";
}

static void write_keys(struct watching_live *live, const struct term *term) {
    struct watching *watching = &live->watching;
    struct text keys = text_over(watching->page.keys, PAGE_TEXT_BYTES);
    watching_write_keys(watching, term, &keys);
    page_add_keys(&keys, term->config.plain > 0 ? "left" : "←", "back");
    page_add_keys(&keys, "p", "play on");
    page_add_keys(&keys, "v", "review");
    page_add_key(&keys, term, term->config.keys[CONFIG_NEW][0], "new");
    page_add_keys(&keys, "?", "help");
    page_add_keys(&keys, "q", "leave");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct watching_live *live = self;
    struct watching *watching = &live->watching;
    const void *state = live->table.session.state;
    view_look(&watching->view, state, watching->seat);
    watching_add_panel(watching, write_panel(live));
    watching_told_mark(watching);
    watching_write_bar(watching, state);
    if (game_has_clock(watching->game)) write_late_news(live);
    write_keys(live, term);
    view_draw(&watching->view, term, cells, page_draw(&watching->page, term, cells));
}

static void release(void *self) {
    struct watching_live *live = self;
    table_release(&live->table);
    free(live);
}

static const struct term_screen screen = {
    .name = "live",
    .draw = draw,
    .event = take_event,
    .due = due,
    .run = run,
    .release = release,
};

static const char *begin(struct watching_live *live, struct term *term,
                         const struct table_setup *asked) {
    struct table_setup setup = *asked;
    setup.host = term->setup.host;
    setup.pool = term->setup.pool;
    setup.wake = term->setup.wake;
    setup.self = term->setup.self;
    setup.tell = note_event;
    setup.tell_self = live;
    if (setup.record) snprintf(live->record, sizeof live->record, "%s", setup.record);
    if (setup.record) setup.record = live->record;
    if (!setup.slow_ms) setup.slow_ms = (int)(1000 * WATCHING_MOVE_SECONDS);
    watching_time_set(&live->watching.time, term->now, term->now);
    watching_init(&live->watching, HELP_LIVE, setup.game, SEATS_MAX);
    const char *wrong = table_init(&live->table, &setup, term->now);
    if (wrong) return wrong;
    live->watching.seats = live->table.seats_count;
    live->watching.players = setup;
    for (int seat = 0; seat < live->table.seats_count; seat++)
        live->watching.names[seat] = live->table.seats[seat].name;
    return NULL;
}

void term_open_live(struct term *term, const struct table_setup *setup) {
    struct watching_live *live = calloc(1, sizeof *live);
    const char *wrong = live ? begin(live, term, setup) : "there is not enough memory";
    if (!wrong) {
        term_open(term, &screen, live);
        return;
    }
    if (live) release(live);
    term_say(term, "The game cannot begin: %s.", wrong);
}
