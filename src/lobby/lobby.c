/* A visitor: what the hall tells, and which screen follows from it. */
#include "lobby/board.h"
#include "lobby/lobby_private.h"
#include "lobby/ranking.h"
#include "lobby/telling.h"
#include "term/choosing.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 32 };

struct lobby_page lobby_page(struct lobby *lobby) {
    struct page *page = &lobby->scratch->page;
    return (struct lobby_page){
        text_over(page->left, sizeof page->left), text_over(page->right, sizeof page->right),
        text_over(page->news, sizeof page->news), text_over(page->keys, sizeof page->keys)};
}

struct cells_box lobby_page_draw(const struct lobby *lobby, struct cells *cells) {
    return page_draw(&lobby->scratch->page, lobby->term, cells);
}

static const struct term_screen *screen_of(const struct lobby *lobby) {
    static const struct term_screen *const screens[] = {[ROOM_WAITING] = &lobby_waiting_screen,
                                                        [ROOM_ROUND] = &lobby_round_screen,
                                                        [ROOM_ENDING] = &lobby_round_screen,
                                                        [ROOM_CARD] = &lobby_ending_screen};
    const struct member *member = lobby->member;
    if (!member) return &lobby_naming_screen;
    return member->room ? screens[member->room->phase] : &lobby_listing_screen;
}

static void close_screens(struct lobby *lobby, int left) {
    while (lobby->term->count > left) term_close(lobby->term);
}

/* Shows the screen of where the member is now. */
static void follow(struct lobby *lobby) {
    struct term *term = lobby->term;
    const struct term_screen *screen = screen_of(lobby);
    if (!term->count || term->screens[0].screen == screen) return;
    if (screen != &lobby_round_screen) {
        lobby_board_free(lobby->board);
        lobby->board = NULL;
    }
    if (screen == &lobby_listing_screen) lobby->typing = term->writing = false;
    const struct term_screen *before = term->screens[0].screen;
    lobby->late = before == &lobby_round_screen || before == &lobby_ending_screen;
    lobby->frame.laid = 0;
    lobby->sure = lobby->helped = lobby->skips = false;
    lobby->talk_shown = true;
    lobby->news[0] = '\0';
    term_turn(term, screen);
}

void lobby_begin(struct lobby *lobby) {
    lobby->busy++;
}

void lobby_end(struct lobby *lobby) {
    lobby->busy--;
    if (lobby->over)
        close_screens(lobby, 0);
    else
        follow(lobby);
}

bool lobby_refused(struct lobby *lobby, const char *why) {
    if (!why) return false;
    term_say(lobby->term, "%s", why);
    term_ring(lobby->term);
    return true;
}

bool lobby_leaves(const struct lobby *lobby, const struct game *game, uint32_t key) {
    if (key == INPUT_CTRL('c') || key == INPUT_CTRL('d')) return true;
    if (game && choosing_game_key(game, lobby->term, key)) return false;
    return term_command(lobby->term, key) == CONFIG_LEAVE;
}

bool lobby_is_sure(struct lobby *lobby, uint32_t key, const char *what) {
    char name[KEY_BYTES];
    struct text text = text_over(name, sizeof name);
    if (lobby->sure) return true;
    lobby->sure = true;
    input_name(key, lobby->term->config.plain > 0, &text);
    term_say(lobby->term, "%s again leaves %s", name, what);
    return false;
}

void lobby_quit(struct lobby *lobby) {
    if (lobby->member) hall_leave(lobby->member, lobby->term->now);
    lobby->member = NULL;
    lobby->over = true;
}

bool lobby_is_typing(const void *self) {
    const struct lobby *lobby = self;
    return lobby->typing && lobby->typed[0];
}

double lobby_due(const void *self) {
    return ((const struct lobby *)self)->next;
}

void lobby_run(void *self, struct term *term) {
    struct lobby *lobby = self;
    if (term->now < lobby->next) return;
    lobby->next = INFINITY;
    if (term->screens[0].screen->patch)
        term->touched = true;
    else
        term->dirty = true;
}

void lobby_resume(void *self, struct term *term) {
    (void)term;
    ((struct lobby *)self)->frame.laid = 0;
}

void lobby_release(void *self) {
    (void)self;
}

/* What the hall tells */

static bool is_on_top(const struct lobby *lobby) {
    return lobby->term->count == 1;
}

static void show(struct lobby *lobby) {
    lobby->term->dirty |= is_on_top(lobby);
    if (!lobby->busy) lobby->setup.changed(lobby->setup.self);
}

/* Has the screen draw what changed. */
static void touch(struct lobby *lobby) {
    lobby->term->touched |= is_on_top(lobby);
    if (!lobby->busy) lobby->setup.changed(lobby->setup.self);
}

/* Nobody must miss the beginning because of a page of help. */
static void begin_round(struct lobby *lobby) {
    lobby->viewed = -1;
    if (!lobby->busy && lobby->member && lobby->member->seat != HALL_NO_SEAT)
        close_screens(lobby, 1);
    term_ring(lobby->term);
}

static void depart(struct lobby *lobby, const char *why) {
    snprintf(lobby->farewell, sizeof lobby->farewell, "%s", why ? why : "");
    lobby->member = NULL;
    lobby->over = true;
    if (!lobby->busy) close_screens(lobby, 0);
}

void lobby_tell(void *self, const struct hall_message *message) {
    struct lobby *lobby = self;
    if (lobby->over) return;
    switch (message->kind) {
    case HALL_EVENT:
        if (telling_event(lobby, message)) touch(lobby);
        return;
    case HALL_ROOM:
        if (!telling_room(lobby)) break;
        touch(lobby);
        return;
    case HALL_SAY:
        telling_say(lobby, message);
        break;
    case HALL_BEGIN:
        begin_round(lobby);
        break;
    case HALL_GONE:
        depart(lobby, message->text);
        break;
    default:
        break;
    }
    if (!lobby->busy && !lobby->over) follow(lobby);
    show(lobby);
}

struct lobby *lobby_open(struct term *term, const struct lobby_setup *setup, double now) {
    struct lobby_scratch *scratch = scratch_of(term->desk);
    struct lobby *lobby = scratch ? calloc(1, sizeof *lobby) : NULL;
    if (!lobby) return NULL;
    lobby->scratch = scratch;
    lobby->setup = *setup;
    lobby->term = term;
    lobby->typing = term->writing = true;
    lobby->next = INFINITY;
    lobby->talk_shown = true;
    lobby->viewed = -1;
    term->now = now;
    term_open(term, &lobby_naming_screen, lobby);
    return lobby;
}

void lobby_close(struct lobby *lobby, double now) {
    lobby->busy++;
    if (lobby->member) hall_lose(lobby->member, now);
    lobby->member = NULL;
    lobby->over = true;
    close_screens(lobby, 0);
    lobby_board_free(lobby->board);
    free(lobby);
}

const struct member *lobby_member(const struct lobby *lobby) {
    return lobby->member;
}

void *lobby_visitor(const struct member *member) {
    return member->tell == lobby_tell ? ((struct lobby *)member->self)->setup.self : NULL;
}

const char *lobby_farewell(const struct lobby *lobby) {
    return lobby->farewell;
}

void lobby_give_top(struct lobby *lobby, const char *game, const struct lobby_rank *ranks,
                    int count) {
    if (!lobby->ranking) return;
    lobby_ranking_give(lobby->ranking, game, ranks, count);
    lobby->term->dirty = true;
    if (!lobby->busy) lobby->setup.changed(lobby->setup.self);
}
