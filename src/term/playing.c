/* The table on the screen. What is shown follows from the table, the choice under way and the hint;
 * nothing else is kept. */
#include "term/playing.h"
#include "base/bits.h"
#include "play/archive.h"
#include "play/outcome.h"
#include "term/choosing.h"
#include "term/names.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PANEL_ROWS = 4, PANEL_COLS = 26, SHOWN_MS = 600, SCANT_COLS = 14 };

static const struct game *game_of(const struct playing *playing) {
    return playing->table.game;
}

/* Several persons look at the board of the one who is to move; one alone keeps theirs. */
static int find_viewer(const struct playing *playing) {
    const struct table *table = &playing->table;
    uint32_t persons = table_persons(table);
    if (persons >> playing->seat & 1 || !persons) return playing->seat;
    return bits_low(persons);
}

static void begin_choice(struct playing *playing) {
    struct table *table = &playing->table;
    pick_begin(&playing->pick, table->game, table->session.state, playing->seat,
               table->session.scratch);
    if (playing->keyed) playing->pick.cursor = SCENE_NO_SPOT;
}

/* Writes the news from one on, joined to a line. */
static void join_news(const struct playing *playing, int from, struct text *out) {
    const struct table *table = &playing->table;
    text_clear(out);
    names_write_news(table->news + from, table->news_count - from, playing->names, out);
}

/* Writes the news, those of the last acts if not all fit a line. In real time the last that matter
 * stay until there are others. */
static void write_news(struct playing *playing, const struct term *term) {
    char line[PAGE_TEXT_BYTES];
    struct text text = text_over(line, sizeof line);
    const struct table *table = &playing->table;
    for (int from = 0; from == 0 || from < table->news_count; from++) {
        if (from && !table->news[from].begins) continue;
        join_news(playing, from, &text);
        if (cells_width(line) <= term->cells.cols - 2) break;
    }
    if (!text.length && table_has_clock(table) && table->news_count) return;
    struct text out = text_over(playing->news, sizeof playing->news);
    text_string(&out, line);
}

void playing_refresh(struct playing *playing, struct term *term) {
    struct table *table = &playing->table;
    if (playing->known == table->version) return;
    playing->known = table->version;
    playing->seat = find_viewer(playing);
    begin_choice(playing);
    if (playing->hint_version != table->version && !table_has_clock(table))
        playing_hint_drop(playing);
    if (table->trouble) term_say(term, "The record cannot be written: %s", table->trouble);
    table->trouble = NULL;
    write_news(playing, term);
    bool over = table_over(table);
    if (over) playing_hint_drop(playing);
    if (over && !playing->told) term_ring(term);
    playing->told = over;
    term->dirty = true;
}

/* Counts the time since it was last counted, if the clock ran. */
static void count_time(struct playing *playing, const struct term *term) {
    if (!playing->table.paused && !table_over(&playing->table))
        playing->played += term->now - playing->seen;
    playing->seen = term->now;
}

void playing_pause(struct playing *playing, struct term *term, bool paused) {
    count_time(playing, term);
    table_pause(&playing->table, paused, term->now);
    term->dirty = true;
}

static void run(void *self, struct term *term) {
    struct playing *playing = self;
    count_time(playing, term);
    table_run(&playing->table, term->now);
    playing_hint_take(playing, term);
    playing_refresh(playing, term);
}

static double due(const void *self) {
    return table_due(&((const struct playing *)self)->table);
}

/* Writes the scores of all seats, the viewer's in bold. */
static void write_scores(const struct playing *playing, struct text *out) {
    const struct table *table = &playing->table;
    for (int seat = 0; table->seats_count > 1 && seat < table->seats_count; seat++)
        text_format(out, "%s%s%s %d" CELLS_INK, seat ? "   " : "",
                    seat == playing->seat ? CELLS_STRONG : CELLS_QUIET, playing->names[seat],
                    table->game->score(table->session.state, seat));
}

/* Writes whose turn it is. */
static void write_turn(const struct playing *playing, struct text *out) {
    const struct table *table = &playing->table;
    uint32_t persons = table_persons(table), thinking = table_thinking(table);
    if (table_over(table)) {
        text_string(out, "Over");
    } else if (table_has_clock(table)) {
        int seconds = (int)playing->played;
        text_format(out, "%d:%d%d", seconds / 60, seconds % 60 / 10, seconds % 10);
        if (table->paused) text_string(out, "   " CELLS_ACCENT "Paused" CELLS_INK);
        if (!(table->game->movers(table->session.state) >> playing->seat & 1))
            text_format(out, "   %s out",
                        strcmp(playing->names[playing->seat], "You") == 0
                            ? "You are"
                            : playing->names[playing->seat]);
    } else if (thinking) {
        outcome_write_players(thinking, playing->names, out);
        text_string(out, " thinks");
    } else if (table->seats_count > 1 && persons) {
        const char *name = playing->names[bits_low(persons)];
        bool you = strcmp(name, "You") == 0;
        text_format(out, "%s%s", you ? "Your turn" : name, you ? "" : " to move");
    }
}

static void write_bar(struct playing *playing) {
    struct text left = text_over(playing->page.left, PAGE_TEXT_BYTES);
    struct text right = text_over(playing->page.right, PAGE_TEXT_BYTES);
    text_format(&left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  ", game_of(playing)->name);
    board_write_status(&playing->view.scene, &left);
    text_string(&left, "   " CELLS_STRONG);
    write_turn(playing, &left);
    write_scores(playing, &right);
}

static void write_result(const struct playing *playing, struct text *out) {
    const struct table *table = &playing->table;
    char words[PAGE_TEXT_BYTES];
    struct text text = text_over(words, sizeof words);
    outcome_write(table->game, table->session.state, NULL, &text);
    names_write(words, playing->names, out);
}

/* Returns what the picture says of a seat, or NULL. */
static const char *find_value(const struct scene *scene, int seat) {
    for (int i = 0; i < scene->areas_count; i++)
        if (scene->areas[i].seat == seat && scene->areas[i].value[0]) return scene->areas[i].value;
    return NULL;
}

/* Lists all players, the best first. */
static void write_standings(const struct playing *playing, struct text *out) {
    const struct table *table = &playing->table;
    int scores[SEATS_MAX];
    uint32_t listed = 0, movers = table->game->movers(table->session.state);
    for (int seat = 0; seat < table->seats_count; seat++)
        scores[seat] = table->game->score(table->session.state, seat);
    for (int place = 0; place < table->seats_count; place++) {
        int best = -1;
        for (int seat = 0; seat < table->seats_count; seat++)
            if (!(listed >> seat & 1) && (best < 0 || scores[seat] > scores[best])) best = seat;
        listed |= UINT32_C(1) << best;
        bool plays = movers >> best & 1;
        const char *value = find_value(&playing->view.scene, best);
        text_format(out, "%s%s%s: ", best == playing->seat ? CELLS_STRONG : "",
                    plays ? "" : CELLS_QUIET, playing->names[best]);
        if (value)
            text_string(out, value);
        else
            text_int(out, scores[best]);
        text_string(out, CELLS_INK "\n");
    }
}

/* Lists what an act did, a line each, but not the end, as the result tells it. Returns whether
 * there is anything to tell. */
static bool write_act(const struct playing *playing, int from, struct text *out) {
    const struct table *table = &playing->table;
    bool any = false;
    for (int i = from; i < table->news_count && (i == from || !table->news[i].begins); i++) {
        const struct table_news *news = &table->news[i];
        if (news->routine || news->ends) continue;
        text_string(out, news->points > 0 ? CELLS_GOOD : CELLS_INK);
        names_write(news->text, playing->names, out);
        text_string(out, CELLS_INK "\n");
        any = true;
    }
    return any;
}

/* Lists what happened since the person's last act, the newest act first. */
static bool write_history(const struct playing *playing, struct text *out) {
    bool any = false;
    for (int i = playing->table.news_count - 1; i >= 0; i--)
        if (i == 0 || playing->table.news[i].begins) any |= write_act(playing, i, out);
    return any;
}

static bool is_hinted(const struct playing *playing, int64_t act) {
    return playing->hint == PLAYING_ASKED ||
           (playing->hint == PLAYING_HINTED && (act == PICK_NO_ACT || act == playing->hint_act));
}

/* Fills the panel beside the board: the result, the hint, or what the move would do. */
static const char *write_panel(struct playing *playing, int64_t considered) {
    struct text out = text_over(playing->panel, sizeof playing->panel);
    const struct table *table = &playing->table;
    if (table_over(table)) {
        write_result(playing, &out);
        text_char(&out, '\n');
        write_history(playing, &out);
        return "The end";
    }
    if (is_hinted(playing, considered)) {
        text_string(&out, playing->hint_text);
        return "Hint";
    }
    if (considered != PICK_NO_ACT) {
        view_write_effects(&playing->view, table->session.state, playing->seat, (action)considered,
                           &out);
        return "This move";
    }
    if (table_has_clock(table) && table->seats_count > 1) {
        write_standings(playing, &out);
        return "Score";
    }
    if (!table_has_clock(table) && write_history(playing, &out)) return "What happened";
    text_string(&out, CELLS_QUIET);
    text_string(&out, table->game->goal);
    return "The goal";
}

static void mark(struct playing *playing, int64_t considered) {
    struct table *table = &playing->table;
    for (int i = 0; i < table->last_count; i++)
        view_mark(&playing->view, table->last[i], BOARD_LAST);
    pick_mark(&playing->pick, playing->pick.depth > 0, &playing->view.marks);
    if (considered != PICK_NO_ACT)
        view_consider(&playing->view, table->session.state, playing->seat, (action)considered,
                      playing->scratch);
    playing_hint_show(playing);
}

static bool uses_cursor(const struct playing *playing) {
    return !table_has_clock(&playing->table) && table_persons(&playing->table);
}

/* Fills the line above the last: the news or, where there is no room for the panel, what the move
 * would do. */
static void write_line(struct playing *playing, bool considers) {
    struct text out = text_over(playing->page.news, sizeof playing->page.news);
    const char *at = considers && !view_shows_text(&playing->view) ? playing->panel : playing->news;
    for (; *at; at++) text_char(&out, *at == '\n' ? ' ' : *at);
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct playing *playing = self;
    struct table *table = &playing->table;
    int64_t considered = uses_cursor(playing) ? pick_considered(&playing->pick) : PICK_NO_ACT;
    view_look(&playing->view, table->session.state, playing->seat);
    if (uses_cursor(playing))
        mark(playing, considered);
    else
        playing_hint_show(playing);
    const char *title = write_panel(playing, considered);
    view_add_text(&playing->view, title, NULL, playing->panel, PANEL_ROWS, PANEL_COLS);
    playing->view.body = page_body(cells);
    write_line(playing, considered != PICK_NO_ACT);
    write_bar(playing);
    struct text keys = text_over(playing->page.keys, PAGE_TEXT_BYTES);
    playing_keys_write(playing, term, &keys);
    view_draw(&playing->view, term, cells, page_draw(&playing->page, term, cells));
    if (!playing->view.fits && table_has_clock(table) && !table->paused)
        playing_pause(playing, term, true);
}

bool playing_is_used(const struct playing *playing) {
    const struct table *table = &playing->table;
    const struct session *session = &table->session;
    if (table_over(table) || session->count < playing->begun) return true;
    for (size_t i = playing->begun; i < session->known; i++) {
        int who = session->events[i].event.who;
        if (who < SEATS_MAX && !table->seats[who].player.agent) return true;
    }
    return false;
}

/* The open file stays usable, and goes when it is closed. */
void playing_drop_unused(struct playing *playing) {
    if (playing->archived && playing->scratch && !playing_is_used(playing)) unlink(playing->record);
}

static void release(void *self) {
    struct playing *playing = self;
    playing_drop_unused(playing);
    thinker_free(playing->coach);
    table_release(&playing->table);
    free(playing->pick.acts);
    free(playing->scratch);
    free(playing);
}

static bool is_typing(const void *self) {
    const struct playing *playing = self;
    return playing->pick.typed[0] != '\0';
}

static const struct term_screen screen = {
    .name = "playing",
    .draw = draw,
    .event = playing_keys_event,
    .due = due,
    .run = run,
    .resume = playing_keys_resume,
    .typing = is_typing,
    .release = release,
};

/* Chooses where the game is recorded. */
static const char *find_record(struct playing *playing, const struct term *term,
                               const struct table_setup *setup) {
    if (setup->record) {
        snprintf(playing->record, sizeof playing->record, "%s", setup->record);
        return NULL;
    }
    if (!term->setup.archive) return NULL;
    playing->archived = true;
    return archive_new(term->setup.archive, setup->game, time(NULL), playing->record);
}

/* Tells two persons who play at once which keys are whose. */
static void tell_persons(const struct playing *playing, struct term *term) {
    uint32_t persons = table_persons(&playing->table);
    if (table_has_clock(&playing->table) && persons & (persons - 1))
        term_say(term, "%s has the arrows and Enter, %s the letters.",
                 playing->names[bits_low(persons)],
                 playing->names[bits_low(persons & (persons - 1))]);
}

static const char *begin(struct playing *playing, struct term *term,
                         const struct table_setup *asked, struct session *session) {
    struct table_setup setup = *asked;
    const char *wrong = find_record(playing, term, asked);
    if (wrong) term_say(term, "The game is not recorded: %s", wrong);
    setup.record = playing->record[0] && !wrong ? playing->record : NULL;
    setup.slow_ms = setup.seats[2].name[0] ? SHOWN_MS : 0; /* several agents move in a row */
    setup.host = term->setup.host;
    setup.pool = term->setup.pool;
    setup.wake = term->setup.wake;
    setup.self = term->setup.self;
    wrong = session ? table_init_with(&playing->table, &setup, session, term->now)
                    : table_init(&playing->table, &setup, term->now);
    if (wrong) return wrong;
    playing->scratch = malloc(setup.game->state_max);
    playing->pick.capacity = pick_capacity(setup.game, playing->table.session.state);
    playing->pick.acts = malloc((size_t)playing->pick.capacity * sizeof *playing->pick.acts);
    if (!playing->scratch || !playing->pick.acts) return "there is not enough memory";
    for (int seat = 0; seat < playing->table.seats_count; seat++)
        playing->names[seat] = playing->table.seats[seat].name;
    view_init(&playing->view, setup.game, playing->names);
    playing->letters =
        choosing_find_letters(&playing->view.scene, setup.game, playing->table.session.state, 0);
    playing->known = playing->table.version - 1;
    playing->begun = playing->table.session.count;
    playing->seen = term->now;
    playing->asked = PLAYING_NOTHING;
    playing->pick.cursor = SCENE_NO_SPOT;
    playing->keyed = choosing_is_keyed(setup.game);
    playing->view.board.scant_cols = SCANT_COLS;
    if (session && table_has_clock(&playing->table)) playing_pause(playing, term, true);
    tell_persons(playing, term);
    playing_refresh(playing, term);
    return NULL;
}

void playing_open_with(struct term *term, const struct table_setup *setup,
                       struct session *session) {
    struct playing *playing = calloc(1, sizeof *playing);
    const char *wrong =
        playing ? begin(playing, term, setup, session) : "there is not enough memory";
    if (!wrong) {
        term_open(term, &screen, playing);
        return;
    }
    if (playing) release(playing);
    term_say(term, "The game cannot begin: %s.", wrong);
}

void playing_open(struct term *term, const struct table_setup *setup) {
    playing_open_with(term, setup, NULL);
}
