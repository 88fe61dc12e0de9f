/* A board in turns. The choice begins anew whenever the table changed. */
#include "lobby/board.h"
#include "lobby/meeting.h"
#include "lobby/scores.h"
#include "lobby/talking.h"
#include "lobby/telling.h"
#include "term/names.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL_ROWS = 4, PANEL_COLS = 26, SCANT_COLS = 14 };
enum { TEXT_PANEL, TEXT_SCORE, TEXT_TALK };
static const char goal_title[] = "The goal";

struct lobby_board {
    struct view view;
    struct pick pick;
    void *scratch;          /* a state */
    struct choice *choices; /* for choices_max */
    const struct table *table;
    int place;        /* the seat of the table that is seen */
    uint64_t known;   /* the version of the table that the choice is of */
    uint32_t letters; /* as choosing.h says */
    bool keyed;       /* the game's own keys have the arrows */
    struct telling_names names;
    char panel[VIEW_TEXT_BYTES], history[VIEW_TEXT_BYTES];
    size_t newest; /* the bytes of the history that are of the newest act */
};

void lobby_board_free(struct lobby_board *board) {
    if (!board) return;
    free(board->pick.acts);
    free(board->scratch);
    free(board->choices);
    free(board);
}

static struct lobby_board *make(const struct table *table) {
    const struct game *game = table->game;
    struct lobby_board *board = calloc(1, sizeof *board);
    if (!board) return NULL;
    board->scratch = malloc(game->state_max);
    board->choices = malloc((size_t)game->choices_max * sizeof *board->choices);
    board->pick.capacity = pick_capacity(game, table->session.state);
    board->pick.acts = malloc((size_t)board->pick.capacity * sizeof *board->pick.acts);
    board->pick.cursor = SCENE_NO_SPOT;
    board->keyed = choosing_is_keyed(game);
    if (board->scratch && board->choices && board->pick.acts) return board;
    lobby_board_free(board);
    return NULL;
}

/* The letters of a game take a while to find, and do not depend on the seat. */
static uint32_t find_letters(struct lobby_scratch *scratch, const struct table *table) {
    if (scratch->game == table->game && scratch->seats == table->seats_count)
        return scratch->letters;
    scratch->game = table->game;
    scratch->seats = table->seats_count;
    scratch->letters = choosing_find_letters(scratch->scene, table->game, table->session.state, 0);
    return scratch->letters;
}

/* Looks at a table as one of its seats. */
static void look_at(struct lobby_board *board, struct lobby_scratch *scratch,
                    const struct table *table, int place) {
    if (board->table != table) {
        board->history[0] = '\0';
        board->newest = 0;
    }
    board->table = table;
    board->place = place;
    board->known = table->version - 1;
    view_init(&board->view, table->game, board->names.at);
    board->view.board.scant_cols = SCANT_COLS;
    board->view.meanwhile = "The round goes on.";
    board->letters = find_letters(scratch, table);
}

static bool is_to_move(const struct lobby *lobby, const struct lobby_board *board) {
    const struct room *room = lobby->member->room;
    int seat = lobby->member->seat, place;
    if (!telling_plays(lobby) || room->phase != ROOM_ROUND || room->seats[seat].left) return false;
    return room_table(room, seat, &place) == board->table && place == board->place &&
           board->table->game->movers(board->table->session.state) >> place & 1;
}

/* Returns the board as the table is now, or NULL if there is none. */
static struct lobby_board *board_of(struct lobby *lobby, int seat) {
    const struct room *room = lobby->member->room;
    int place;
    const struct table *table = seat < 0 ? NULL : room_table(room, seat, &place);
    if (!table) return NULL;
    if (!lobby->board) lobby->board = make(table);
    struct lobby_board *board = lobby->board;
    if (!board) return NULL;
    telling_name(lobby, room, seat, &board->names);
    if (board->table != table || board->place != place)
        look_at(board, lobby->scratch, table, place);
    if (board->known == table->version) return board;
    board->known = table->version;
    pick_begin(&board->pick, table->game, table->session.state, place, board->choices);
    if (board->keyed) board->pick.cursor = SCENE_NO_SPOT;
    return board;
}

static struct choosing choice_of(struct lobby_board *board) {
    return (struct choosing){&board->pick, &board->view, board->table->session.state, board->place,
                             board->letters};
}

bool lobby_board_choosing(struct lobby *lobby, int seat, struct choosing *choosing) {
    struct lobby_board *board = board_of(lobby, seat);
    if (!board || !is_to_move(lobby, board)) return false;
    *choosing = choice_of(board);
    return true;
}

/* What happened */

/* The newest act comes first, and luck goes on with it. The oldest goes where there is no room. */
static void add(struct lobby_board *board, const char *words) {
    char *at = board->history + board->newest;
    size_t room = VIEW_TEXT_BYTES - board->newest, length = strlen(words), kept = strlen(at) + 1;
    if (length >= room) return;
    if (length + kept > room) kept = room - length;
    memmove(at + length, at, kept);
    memcpy(at, words, length);
    board->newest += length;
    board->history[VIEW_TEXT_BYTES - 1] = '\0';
}

void lobby_board_told(struct lobby_board *board, int own, int who,
                      const struct effect_list *effects, const char *const *names) {
    char words[VIEW_TEXT_BYTES / 2];
    struct text out = text_over(words, sizeof words);
    if (!board) return;
    if (who == own) board->history[0] = '\0';
    for (int i = 0; i < effects->count; i++) {
        const struct effect *effect = &effects->at[i];
        if (effect->routine || !effect->text[0]) continue;
        text_string(&out, effect->points > 0 ? CELLS_GOOD : CELLS_INK);
        names_write(effect->text, names, &out);
        text_string(&out, CELLS_INK "\n");
    }
    if (who != CHANCE) board->newest = 0;
    add(board, words);
}

/* Playing */

/* Rules say why not in a few words, the room in a sentence. */
void lobby_board_act(struct lobby *lobby, action act) {
    const char *why = room_act(lobby->member, act, lobby->term->now);
    if (lobby_refused(lobby, why) && islower((unsigned char)why[0]))
        term_say(lobby->term, "Not possible: %s.", why);
}

/* Nobody plays a board that cannot be seen. */
static bool is_hidden(const struct lobby_board *board) {
    return board->view.laid && !board->view.fits;
}

bool lobby_board_key(struct lobby *lobby, int seat, uint32_t key) {
    struct lobby_board *board = board_of(lobby, seat);
    int64_t chosen;
    if (!board || !is_to_move(lobby, board) || is_hidden(board)) return false;
    const struct key *own = choosing_game_key(board->table->game, lobby->term, key);
    if (own && own->act != GAME_KEY_PAUSE) {
        lobby_board_act(lobby, own->act);
        return true;
    }
    struct choosing choice = choice_of(board);
    if (!choosing_key(&choice, lobby->term, key, &chosen)) return choosing_owns(&choice, key);
    if (chosen != PICK_NO_ACT) lobby_board_act(lobby, (action)chosen);
    return true;
}

bool lobby_board_press(struct lobby *lobby, int seat, const struct input_event *event) {
    struct lobby_board *board = board_of(lobby, seat);
    int64_t chosen;
    if (!board || !is_to_move(lobby, board) || is_hidden(board)) return false;
    struct choosing choice = choice_of(board);
    if (!choosing_press(&choice, lobby->term, event, &chosen)) return false;
    if (chosen != PICK_NO_ACT) lobby_board_act(lobby, (action)chosen);
    return true;
}

/* Drawing */

static void mark(struct lobby_board *board, bool moves, int64_t considered) {
    const struct table *table = board->table;
    for (int i = 0; i < table->last_count; i++) view_mark(&board->view, table->last[i], BOARD_LAST);
    if (moves) pick_mark(&board->pick, board->pick.depth > 0, &board->view.marks);
    if (considered != PICK_NO_ACT)
        view_consider(&board->view, table->session.state, board->place, (action)considered,
                      board->scratch);
}

/* Fills the panel beside the board. Returns its title. */
static const char *write_panel(struct lobby_board *board, int64_t considered) {
    struct text out = text_over(board->panel, sizeof board->panel);
    if (considered != PICK_NO_ACT) {
        view_write_effects(&board->view, board->table->session.state, board->place,
                           (action)considered, &out);
        return "This move";
    }
    if (board->history[0]) {
        text_string(&out, board->history);
        return "What happened";
    }
    text_string(&out, CELLS_QUIET);
    text_string(&out, board->table->game->goal);
    return goal_title;
}

static bool shows(const struct view *view, int text) {
    for (int i = 0; i < view->layout.count; i++)
        if (view->layout.panels[i].text == text) return true;
    return false;
}

/* Ends a text that is too long for a panel after a sentence, if it has a whole one. */
static void end_sentence(const struct board_panel *panel, char *text) {
    int rows = panel->box.rows - 2, cols = panel->box.cols - 4;
    for (char *end = text; cells_count_lines(cols, text) > rows && end;) {
        end = NULL;
        for (char *at = strstr(text, ". "); at; at = strstr(at + 1, ". ")) end = at + 1;
        if (end) *end = '\0';
    }
}

static void fit_goal(struct lobby_board *board) {
    const struct board_layout *layout = &board->view.layout;
    for (int i = 0; i < layout->count; i++)
        if (layout->panels[i].text == TEXT_PANEL) end_sentence(&layout->panels[i], board->panel);
}

/* Where there is no room for the panel, the line tells what the move would do. */
static void write_line(const struct lobby_board *board, bool considers, struct text *news) {
    if (!considers || shows(&board->view, TEXT_PANEL)) return;
    text_clear(news);
    for (const char *at = board->panel; *at; at++) text_char(news, *at == '\n' ? ' ' : *at);
}

/* Where there is no room for the scores, the bar tells them. */
static void write_scores(const struct lobby *lobby, struct text *right) {
    const struct room *room = lobby->member->room;
    text_clear(right);
    for (int seat = 0; seat < room->seats_count; seat++) {
        const struct room_seat *at = &room->seats[seat];
        if (at->place < 0) continue;
        bool own = seat == lobby->member->seat;
        text_string(right, right->length ? "   " : "");
        text_string(right, own ? CELLS_STRONG : CELLS_QUIET);
        text_printable(right, at->name, strlen(at->name));
        text_format(right, " %d" CELLS_INK, at->points);
    }
}

static void draw_texts(struct lobby *lobby, const struct view *view, struct cells *cells) {
    lobby->talk_shown = false;
    for (int i = 0; i < view->layout.count; i++) {
        const struct board_panel *panel = &view->layout.panels[i];
        struct cells_box box = panel->box;
        box.row += view->body.row;
        box.col += view->body.col;
        if (panel->text == TEXT_SCORE) {
            scores_draw(lobby, SCORES_ROUND, box, cells);
        } else if (panel->text == TEXT_TALK) {
            talking_draw(lobby, box, cells);
            lobby->talk_shown = true;
        }
    }
}

static void set_texts(const struct lobby *lobby, struct lobby_board *board, const char *title) {
    struct view *view = &board->view;
    view_add_text(view, title, NULL, board->panel, PANEL_ROWS, PANEL_COLS);
    view_add_text(view, "Score", NULL, "", scores_rows(lobby->member->room), SCORES_COLS);
    view_add_text(view, "Table talk", NULL, "", TALKING_ROWS, TALKING_COLS);
}

void lobby_board_draw(struct lobby *lobby, int seat, struct cells *cells, struct lobby_page *page) {
    struct lobby_board *board = board_of(lobby, seat);
    struct term *term = lobby->term;
    if (!board) {
        text_clear(&page->news);
        text_string(&page->news, "There is not enough memory to show the board.");
        lobby_page_draw(lobby, cells);
        return;
    }
    struct view *view = &board->view;
    bool moves = is_to_move(lobby, board);
    int64_t considered = moves ? pick_considered(&board->pick) : PICK_NO_ACT;
    view_look(view, board->table->session.state, board->place);
    mark(board, moves, considered);
    const char *title = write_panel(board, considered);
    set_texts(lobby, board, title);
    view->body = page_body(cells);
    view->board.plain = term->config.plain > 0;
    view->board.bare = term->config.colours < WIRE_256;
    if (view_lay(view)) {
        if (title == goal_title) fit_goal(board);
        if (!lobby->typing) write_line(board, considered != PICK_NO_ACT, &page->news);
        if (!shows(view, TEXT_SCORE)) write_scores(lobby, &page->right);
    }
    view_draw(view, term, cells, lobby_page_draw(lobby, cells));
    if (view->fits) draw_texts(lobby, view, cells);
}

bool lobby_board_is_typing(const struct lobby_board *board) {
    return board && board->pick.typed[0];
}
