/* The end card: how the round ended, and the game after its last round. */
#include "lobby/meeting.h"
#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 1024 };

static void take_key(struct lobby *lobby, struct term *term, uint32_t key) {
    const struct member *member = lobby->member;
    if (meeting_key(lobby, key, HELP_ENDING) || member->seat == HALL_NO_SEAT) return;
    lobby_refused(lobby, room_ready(lobby->member, true, term->now));
}

static void event(void *self, struct term *term, const struct input_event *event) {
    (void)term;
    meeting_event(self, event, take_key);
}

static void write_next(struct lobby *lobby, struct text *out) {
    const struct room *room = lobby->member->room;
    if (isfinite(room->until)) {
        int left = meeting_count_down(room->until, lobby->term->now, &lobby->next);
        text_format(out, CELLS_QUIET "The results close in %d s." CELLS_INK, left);
    }
    if (room->trouble[0]) {
        text_string(out, "\n" CELLS_MISS "This round could not be kept: ");
        text_string(out, room->trouble);
    }
}

static void write_head(struct lobby *lobby, struct text *out) {
    const struct room *room = lobby->member->room;
    text_string(out, CELLS_STRONG);
    text_printable(out, room->card, strlen(room->card));
    text_string(out, CELLS_INK "\n");
    write_next(lobby, out);
}

static void write_keys(const struct lobby *lobby, struct text *keys) {
    const struct member *member = lobby->member;
    const struct room *room = member->room;
    bool last = room->round == room->setup.rounds;
    if (meeting_can_sit(lobby))
        page_add_keys(keys, "j", "sit down");
    else if (member->seat != HALL_NO_SEAT && !room->seats[member->seat].ready)
        page_add_keys(keys,
                      "any key:", last ? "ready for another game" : "ready for the next round");
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
    meeting_draw(lobby, SCORES_CARD, heads, feet, &page, cells);
}

const struct term_screen lobby_ending_screen = {
    .name = "card",
    .draw = draw,
    .event = event,
    .due = lobby_due,
    .run = lobby_run,
    .resume = lobby_resume,
    .typing = lobby_is_typing,
    .release = lobby_release,
};
