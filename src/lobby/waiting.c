/* A room that waits for its next round. Any key that means nothing else says ready. */
#include "lobby/meeting.h"
#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 512 };

static void take_key(struct lobby *lobby, struct term *term, uint32_t key) {
    const struct member *member = lobby->member;
    if (meeting_key(lobby, key, HELP_WAITING)) return;
    if (member->seat == HALL_NO_SEAT) {
        term_say(term, "You watch. j sits down, if a seat is free.");
        return;
    }
    bool ready = key != 'u' && key != INPUT_BACKSPACE;
    lobby_refused(lobby, room_ready(lobby->member, ready, term->now));
}

static void event(void *self, struct term *term, const struct input_event *event) {
    (void)term;
    meeting_event(self, event, take_key);
}

static void write_head(struct lobby *lobby, struct text *out) {
    const struct member *member = lobby->member;
    const struct room *room = member->room;
    int next = room->round < room->setup.rounds ? room->round + 1 : 1;
    text_string(out, CELLS_STRONG);
    if (room->setup.rounds > 1)
        text_format(out, "Round %d of %d", next, room->setup.rounds);
    else
        text_string(out, "The game");
    if (isfinite(room->until)) {
        int left = meeting_count_down(room->until, lobby->term->now, &lobby->next);
        text_format(out, " begins in %d", left);
    } else {
        text_string(out, " begins when somebody is ready");
    }
    text_string(out, "." CELLS_INK "\n");
    if (room->hall->ending)
        text_string(out, CELLS_MISS "The server ends: there are no more rounds.");
    else if (member->seat == HALL_NO_SEAT)
        text_string(out, meeting_can_sit(lobby) ? "You watch. " CELLS_ACCENT "j" CELLS_INK
                                                  " sits down."
                                                : "You watch. No seat is free.");
    else if (room->seats[member->seat].ready)
        text_string(out, CELLS_GOOD "You are ready." CELLS_INK " Others may still come.");
    else
        text_string(out, CELLS_ACCENT "Any key: you are ready." CELLS_INK " It begins sooner when "
                                      "all are.");
    if (room->race) text_string(out, "\n" CELLS_QUIET MEETING_RACE CELLS_INK);
}

static bool has_agent(const struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->seats[seat].player.agent) return true;
    return false;
}

static void write_keys(const struct lobby *lobby, struct text *keys) {
    const struct member *member = lobby->member;
    bool sits = member->seat != HALL_NO_SEAT;
    if (sits && member->room->seats[member->seat].ready)
        page_add_keys(keys, "u", "not ready");
    else if (sits || meeting_can_sit(lobby))
        page_add_keys(keys, sits ? "any key" : "j", sits ? "ready" : "sit down");
    if (sits) page_add_keys(keys, "a", "agents");
    if (sits && has_agent(member->room)) page_add_keys(keys, "A", "unseat one");
    page_add_keys(keys, "/", "talk");
    page_add_keys(keys, "?", "help");
    page_add_keys(keys, "q", "leave");
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct lobby *lobby = self;
    (void)term;
    char heads[TEXT_BYTES], feet[TEXT_BYTES];
    struct text head = text_over(heads, sizeof heads), foot = text_over(feet, sizeof feet);
    struct lobby_page page = lobby_page(lobby);
    lobby->next = INFINITY;
    write_head(lobby, &head);
    meeting_write_foot(lobby, &foot);
    write_keys(lobby, &page.keys);
    meeting_draw(lobby, SCORES_WAITING, heads, feet, &page, cells);
}

const struct term_screen lobby_waiting_screen = {
    .name = "waiting",
    .draw = draw,
    .event = event,
    .due = lobby_due,
    .run = lobby_run,
    .resume = lobby_resume,
    .typing = lobby_is_typing,
    .release = lobby_release,
};
