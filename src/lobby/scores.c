/* A table of columns. Which of them are shown depends on the phase and on the room there is. */
#include "lobby/scores.h"
#include <stdio.h>
#include <string.h>

enum { NAME_COLS_LEAST = 7, CUT_COLS = 4, DOTS_MAX = 3, WORDS_BYTES = 4 * HALL_NAME_BYTES };

static bool is_taken(const struct room *room, int seat) {
    return room->seats[seat].name[0] != '\0';
}

int scores_rows(const struct room *room) {
    int rows = room_taken(room);
    return rows > 0 ? rows : 1;
}

/* Columns */

static void write_ready(const struct room *room, int seat, struct text *out) {
    const struct room_seat *at = &room->seats[seat];
    if (at->player.agent)
        text_string(out, CELLS_QUIET "agent");
    else if (at->away)
        text_string(out, CELLS_MISS "away");
    else
        text_string(out, at->ready ? CELLS_GOOD "ready" : CELLS_QUIET "not yet");
}

static void write_points(const struct room *room, int seat, struct text *out) {
    if (room->round) text_int(out, room->seats[seat].points);
}

static void write_total(const struct room *room, int seat, struct text *out) {
    if (room->round) text_int(out, room->seats[seat].total);
}

static void write_won(const struct room *room, int seat, struct text *out) {
    if (room->round) text_int(out, room->seats[seat].won);
}

static void write_rating(const struct room *room, int seat, struct text *out) {
    if (room->seats[seat].rating > 0) text_int(out, (int64_t)(room->seats[seat].rating + 0.5));
}

static void write_gain(const struct room *room, int seat, struct text *out) {
    const struct room_seat *at = &room->seats[seat];
    char words[32];
    if (!(at->rating > 0) || !at->rank) return;
    snprintf(words, sizeof words, "%+.0f", at->gain);
    if (words[1] == '0') words[0] = ' ';
    text_string(out, words[0] == '+' ? CELLS_GOOD : words[0] == '-' ? CELLS_MISS : CELLS_QUIET);
    text_string(out, words);
}

/* Where there is too little room, those of the highest grade go first. */
static const struct column {
    const char *title;
    int cols;
    uint8_t kinds, grade;
    void (*write)(const struct room *room, int seat, struct text *out);
} columns[] = {
    {"", 9, 1 << SCORES_WAITING, 0, write_ready},
    {"now", 5, 1 << SCORES_ROUND, 0, write_points},
    {"last", 6, 1 << SCORES_WAITING, 2, write_points},
    {"points", 8, 1 << SCORES_CARD, 0, write_points},
    {"total", 6, 1 << SCORES_ROUND, 1, write_total},
    {"total", 7, 1 << SCORES_WAITING | 1 << SCORES_CARD, 1, write_total},
    {"won", 5, 1 << SCORES_WAITING | 1 << SCORES_CARD, 3, write_won},
    {"rating", 8, 1 << SCORES_WAITING | 1 << SCORES_CARD, 4, write_rating},
    {"gain", 6, 1 << SCORES_CARD, 4, write_gain},
};
enum { COLUMNS = sizeof columns / sizeof *columns, GRADES = 5 };

/* What is shown, and where the columns end: the name has what is left. */
struct table_plan {
    enum scores_kind kind;
    bool shown[COLUMNS];
    int name_cols;
};

static bool has_ratings(const struct room *room) {
    bool any = false;
    for (int seat = 0; seat < room->seats_count; seat++) any |= room->seats[seat].rating > 0;
    return any;
}

/* Before the first round there is nothing to count, in a game of one nothing to add up. */
static bool has_use(const struct column *column, const struct room *room) {
    if (column->write == write_rating || column->write == write_gain) return has_ratings(room);
    if (column->write == write_total || column->write == write_won) return room->setup.rounds > 1;
    return true;
}

/* Returns whether a seat has nothing more to do in this round. */
static bool is_done(const struct room *room, int seat) {
    int table_seat;
    if (room->seats[seat].place < 0 || !room->tables_count) return false;
    const struct table *table = room_table(room, seat, &table_seat);
    if (!table) return false;
    if (!room->clock && !room->race) return false;
    return !(table->game->movers(table->session.state) >> table_seat & 1);
}

/* Returns what is to be said of a seat, or "". */
static const char *state_of(const struct room *room, enum scores_kind kind, int seat) {
    const struct room_seat *at = &room->seats[seat];
    if (at->left) return "left";
    if (at->away) return kind == SCORES_WAITING ? "" : "away";
    if (kind != SCORES_ROUND) return "";
    if (at->place < 0) return "waiting";
    if (is_done(room, seat)) return room->race ? "done" : "out";
    return at->stopped ? "stopped" : "";
}

/* Returns the columns that names need at least, with what is to be said of them. */
static int name_cols_least(const struct room *room, enum scores_kind kind) {
    int least = NAME_COLS_LEAST;
    for (int seat = 0; kind == SCORES_ROUND && seat < room->seats_count; seat++) {
        const char *state = is_taken(room, seat) ? state_of(room, kind, seat) : "";
        int cols = CUT_COLS + 1 + cells_width(state) + 1 + room->seats[seat].won;
        if (state[0] && cols > least) least = cols;
    }
    return least;
}

static void plan(struct table_plan *plan, enum scores_kind kind, const struct room *room,
                 int width) {
    int least = name_cols_least(room, kind);
    plan->kind = kind;
    for (int grade = room->round ? GRADES : 0; grade >= 0; grade--) {
        plan->name_cols = width;
        for (int i = 0; i < COLUMNS; i++) {
            plan->shown[i] = columns[i].kinds >> kind & 1 && columns[i].grade <= grade &&
                             has_use(&columns[i], room);
            if (plan->shown[i]) plan->name_cols -= columns[i].cols;
        }
        if (plan->name_cols >= least) return;
    }
}

/* Rows */

static bool comes_before(const struct room *room, enum scores_kind kind, int a, int b) {
    const struct room_seat *one = &room->seats[a], *two = &room->seats[b];
    if (kind == SCORES_CARD && one->rank != two->rank)
        return one->rank && (!two->rank || one->rank < two->rank);
    bool waits = kind == SCORES_ROUND && one->place < 0;
    if (kind == SCORES_ROUND && waits != (two->place < 0)) return !waits;
    return one->total > two->total;
}

/* Puts the seats in order; returns their number. */
static int sort(const struct room *room, enum scores_kind kind, int order[SEATS_MAX]) {
    int count = 0;
    for (int seat = 0; seat < room->seats_count; seat++) {
        int at = count;
        if (!is_taken(room, seat)) continue;
        for (; at > 0 && comes_before(room, kind, seat, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = seat;
        count++;
    }
    return count;
}

static void write_dots(int won, bool plain, struct text *out) {
    const char *dot = plain ? "*" : "●";
    if (won > DOTS_MAX) {
        text_int(out, won);
        text_string(out, dot);
        return;
    }
    for (int i = 0; i < won; i++) text_string(out, dot);
}

/* Draws the name, what is to be said of it, and a dot for each round won. */
static void draw_name(const struct lobby *lobby, const struct table_plan *plan, int seat,
                      struct cells_box box, struct cells_cell ink, struct cells *cells) {
    const struct room *room = lobby->member->room;
    const struct room_seat *at = &room->seats[seat];
    char names[WORDS_BYTES], dots[32];
    struct text name = text_over(names, sizeof names), dot = text_over(dots, sizeof dots);
    const char *state = state_of(room, plan->kind, seat);
    bool plain = lobby->term->config.plain > 0;
    bool you = seat == lobby->member->seat && plan->kind == SCORES_ROUND;
    if (plan->kind == SCORES_CARD && at->rank) text_format(&name, "%d  ", at->rank);
    text_printable(&name, you ? "You" : at->name, you ? 3 : strlen(at->name));
    if (plan->kind == SCORES_ROUND) write_dots(at->won, plain, &dot);
    int after = cells_width(dots) + (state[0] ? cells_width(state) + 1 : 0);
    int most = box.cols - after - 1, width = cells_width(names);
    if (width > most) width = most;
    cells_name(cells, box.row, box.col, width, ink, names, plain);
    ink.style = 0;
    ink.fore = THEME_QUIET;
    cells_text(cells, box.row, box.col + width + 1, box.cols - width - 1, ink, state);
    ink.fore = THEME_ACCENT;
    cells_text(cells, box.row, box.col + box.cols - 1 - cells_width(dots), cells_width(dots), ink,
               dots);
}

static void draw_row(const struct lobby *lobby, const struct table_plan *plan, int seat,
                     struct cells_box box, struct cells *cells) {
    const struct room *room = lobby->member->room;
    bool own = seat == lobby->member->seat;
    bool quiet = state_of(room, plan->kind, seat)[0] && plan->kind == SCORES_ROUND;
    struct cells_cell ink = {' ', quiet ? THEME_QUIET : THEME_INK, own ? THEME_CHOSEN : THEME_PAPER,
                             own ? CELLS_BOLD : 0, 0};
    struct cells_box name = {box.row, box.col, 1, plan->name_cols};
    if (own) cells_fill(cells, (struct cells_box){box.row, box.col - 1, 1, box.cols + 2}, ink);
    draw_name(lobby, plan, seat, name, ink, cells);
    int col = box.col + plan->name_cols;
    for (int i = 0; i < COLUMNS; i++) {
        char words[32];
        struct text text = text_over(words, sizeof words);
        if (!plan->shown[i]) continue;
        columns[i].write(room, seat, &text);
        col += columns[i].cols;
        cells_text(cells, box.row, col - cells_width(words), columns[i].cols, ink, words);
    }
}

/* The titles of the columns stand in the upper edge of the frame. */
static void draw_titles(const struct table_plan *plan, struct cells_box box, struct cells *cells) {
    struct cells_cell ink = {' ', THEME_QUIET, THEME_PAPER, 0, 0};
    int col = box.col + plan->name_cols;
    for (int i = 0; i < COLUMNS; i++) {
        if (!plan->shown[i]) continue;
        col += columns[i].cols;
        int width = cells_width(columns[i].title);
        if (!width) continue;
        cells_fill(cells, (struct cells_box){box.row - 1, col - width - 1, 1, width + 2}, ink);
        cells_text(cells, box.row - 1, col - width, width, ink, columns[i].title);
    }
}

static void draw_free(const struct room *room, int taken, struct cells_box box,
                      struct cells *cells) {
    char words[64];
    struct text text = text_over(words, sizeof words);
    struct cells_cell ink = {' ', THEME_QUIET, THEME_PAPER, 0, 0};
    if (taken == room->seats_count) return;
    page_write_count(&text, (uint64_t)(room->seats_count - taken), "seat is free",
                     "seats are free");
    cells_text(cells, box.row, box.col, box.cols, ink, words);
}

void scores_draw(const struct lobby *lobby, enum scores_kind kind, struct cells_box box,
                 struct cells *cells) {
    const struct room *room = lobby->member->room;
    bool plain = lobby->term->config.plain > 0;
    struct cells_cell frame = {' ', THEME_FRAME, THEME_PAPER, 0, 0};
    struct cells_box inside = {box.row + 1, box.col + 2, box.rows - 2, box.cols - 4};
    struct table_plan table;
    int order[SEATS_MAX], count = sort(room, kind, order), first = 0;
    plan(&table, kind, room, inside.cols);
    cells_frame(cells, box, frame, "Score", NULL, plain);
    draw_titles(&table, inside, cells);
    for (int i = 0; i < count; i++)
        if (order[i] == lobby->member->seat && i >= inside.rows) first = i - inside.rows + 1;
    for (int i = first; i < count && i - first < inside.rows; i++)
        draw_row(lobby, &table, order[i],
                 (struct cells_box){inside.row + i - first, inside.col, 1, inside.cols}, cells);
    if (kind == SCORES_WAITING && count < inside.rows)
        draw_free(room, count, (struct cells_box){inside.row + count, inside.col, 1, inside.cols},
                  cells);
}
