/* A room between rounds. */
#include "lobby/meeting.h"
#include "lobby/seating.h"
#include "lobby/talking.h"
#include <math.h>
#include <string.h>

enum { LEFT = 2, TOP = 2, TALK_COLS_LEAST = 24, TALK_COLS_BEST = 44, SCORE_COLS_BEST = 50 };
enum { ROWS_LEAST = 14, COLS_LEAST = 50, ROW_GAP = 1, BODY_ROWS = 6 };
enum { CODE_GROUP = 4, NOTE_BYTES = 512 };

static const double deaf_seconds = 1.5;

void meeting_write_bar(const struct room *room, struct lobby_page *page) {
    text_format(&page->left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  ", room->setup.game->name);
    text_printable(&page->left, room->setup.title, strlen(room->setup.title));
    if (room->round && room->setup.rounds > 1)
        text_format(&page->left, "   round %d of %d", room->round, room->setup.rounds);
    text_format(&page->right, CELLS_QUIET "%d play", room_taken(room));
    if (room->watchers) text_format(&page->right, ", %d watch", room->watchers);
}

void meeting_write_time(double seconds, int minutes, struct text *out) {
    int whole = seconds > 0 ? (int)seconds : 0;
    text_format(out, "   " CELLS_STRONG "%d:%d%d" CELLS_INK, whole / 60, whole % 60 / 10,
                whole % 10);
    if (minutes) text_format(out, " of %d:00", minutes);
}

int meeting_count_down(double until, double now, double *next) {
    double left = ceil(until - now);
    if (!(left > 0)) left = 0;
    *next = left > 0 ? until - left + 1 : INFINITY;
    return (int)left;
}

void meeting_write_code(const struct lobby *lobby, struct text *out) {
    char code[HALL_CODE_BYTES];
    hall_write_code(lobby->member, code);
    for (int i = 0; code[i]; i++) {
        if (i && i % CODE_GROUP == 0) text_char(out, '-');
        text_char(out, code[i]);
    }
}

void meeting_write_foot(const struct lobby *lobby, struct text *out) {
    if (lobby->member->seat == HALL_NO_SEAT) return;
    text_string(out, "Code to come back within a minute: " CELLS_INK);
    meeting_write_code(lobby, out);
}

void meeting_open_help(const struct lobby *lobby, enum help_screen help,
                       const struct choosing *choosing) {
    char note[NOTE_BYTES];
    struct text text = text_over(note, sizeof note);
    if (lobby->member->room->race) text_string(&text, MEETING_RACE "\n");
    if (lobby->member->seat != HALL_NO_SEAT) {
        text_string(&text, "If your connection breaks, come back within a minute and type this "
                           "code in place of a name:\n" CELLS_ACCENT);
        meeting_write_code(lobby, &text);
        text_string(&text, CELLS_INK);
    }
    help_open_with(lobby->term, help, lobby->member->room->setup.game, choosing, note);
}

/* A seat that was left in the round is free for who left it. */
bool meeting_can_sit(const struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    if (lobby->member->seat != HALL_NO_SEAT) return false;
    for (int seat = 0; seat < room->seats_count; seat++) {
        const struct room_seat *at = &room->seats[seat];
        bool own = !at->member && !at->player.agent && strcmp(at->name, lobby->member->name) == 0;
        if (!at->name[0] || own) return true;
    }
    return false;
}

void meeting_deafen(struct lobby *lobby) {
    lobby->deaf = lobby->term->now + deaf_seconds;
    lobby->late = false;
}

bool meeting_hears(struct lobby *lobby) {
    if (!lobby->late && lobby->term->now >= lobby->deaf) return true;
    meeting_deafen(lobby);
    return false;
}

/* Who watches has played nothing. */
static bool is_heard(struct lobby *lobby) {
    return lobby->typing || lobby->member->seat == HALL_NO_SEAT || meeting_hears(lobby);
}

static void leave(struct lobby *lobby, uint32_t key) {
    if (lobby_is_sure(lobby, key, "the room."))
        lobby_refused(lobby, room_leave(lobby->member, lobby->term->now));
}

/* Where nobody can sit down there is nothing to choose. */
static void open_agents(struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    int taken = 0;
    for (int seat = 0; seat < room->seats_count; seat++) taken += room->seats[seat].name[0] != 0;
    if (lobby->member->seat == HALL_NO_SEAT)
        term_say(lobby->term, "You watch; sit down first.");
    else if (taken == room->seats_count)
        term_say(lobby->term, "No seat is free in this room.");
    else
        seating_open(lobby);
}

bool meeting_key(struct lobby *lobby, uint32_t key, enum help_screen help) {
    struct term *term = lobby->term;
    struct member *member = lobby->member;
    if (talking_key(lobby, key)) return true;
    if (lobby_leaves(lobby, member->room->setup.game, key)) {
        leave(lobby, key);
        return true;
    }
    lobby->sure = false;
    if (key == TALKING_KEY || key == 't')
        talking_begin(lobby);
    else if (key == 'a')
        open_agents(lobby);
    else if (key == 'A')
        lobby_refused(lobby, room_unseat_agent(member, term->now));
    else if (key == 'j' && member->seat == HALL_NO_SEAT)
        lobby_refused(lobby, room_join(member, member->room, term->now));
    else if (term_command(term, key) == CONFIG_HELP)
        meeting_open_help(lobby, help, NULL);
    else
        return false;
    return true;
}

static int less(int a, int b) {
    return a < b ? a : b;
}

void meeting_event(struct lobby *lobby, const struct input_event *event,
                   void (*take_key)(struct lobby *lobby, struct term *term, uint32_t key)) {
    if (event->kind != INPUT_KEY && event->kind != INPUT_PRESS) return;
    lobby_begin(lobby);
    if (is_heard(lobby))
        take_key(lobby, lobby->term, event->kind == INPUT_PRESS ? ' ' : event->key);
    lobby_end(lobby);
}

static void draw_body(const struct lobby *lobby, enum scores_kind kind, const char *lines,
                      const char *foot, struct cells *cells) {
    const struct room *room = lobby->member->room;
    struct cells_cell ink = {' ', THEME_INK, THEME_PAPER, 0, 0};
    if (cells->rows < ROWS_LEAST || cells->cols < COLS_LEAST) {
        page_draw_too_small(cells, "The room is still there.");
        return;
    }
    int width = cells->cols - 2 * LEFT, feet = foot[0] ? cells_count_lines(width, foot) + 1 : 0;
    struct cells_box head = {TOP, LEFT, cells->rows, width};
    int top = TOP + cells_paragraph(cells, head, ink, lines) + ROW_GAP;
    int rows = cells->rows - PAGE_BELOW - top - feet;
    if (rows < BODY_ROWS) {
        rows += feet;
        feet = 0;
    }
    int score = less(SCORE_COLS_BEST, width - TALK_COLS_LEAST - 1);
    int talk = less(TALK_COLS_BEST, width - score - 1);
    int score_rows = less(rows, room->seats_count + 3);
    if (talk < TALK_COLS_LEAST) score = width;
    scores_draw(lobby, kind, (struct cells_box){top, LEFT - 1, score_rows, score + 1}, cells);
    if (talk >= TALK_COLS_LEAST)
        talking_draw(lobby, (struct cells_box){top, LEFT + score + 1, rows, talk}, cells);
    ink.fore = THEME_QUIET;
    cells_paragraph(cells, (struct cells_box){top + rows + 1, LEFT, feet, width}, ink, foot);
}

void meeting_draw(struct lobby *lobby, enum scores_kind kind, const char *lines, const char *foot,
                  struct lobby_page *page, struct cells *cells) {
    if (lobby->late) meeting_deafen(lobby);
    meeting_write_bar(lobby->member->room, page);
    text_string(&page->news, lobby->news);
    talking_write(lobby, &page->news, &page->keys);
    lobby_page_draw(lobby, cells);
    draw_body(lobby, kind, lines, foot, cells);
}
