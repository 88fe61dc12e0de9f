/* A list of agents, those of the game before those for any game. The one that was seated last is
 * chosen at first, and before that one of middling strength. */
#include "lobby/seating.h"
#include "agents/agents.h"
#include "term/rows.h"
#include "term/seats.h"
#include <stdlib.h>

enum { AGENTS_MAX = 32, SHORTCUTS = 9 };

struct seating {
    struct lobby *lobby;
    const struct agent *agents[AGENTS_MAX];
    struct page_list list;
    bool numbered; /* the last key was a number */
};

static bool is_own(const struct game *game, const struct agent *agent) {
    for (int i = 0; game->agents && game->agents[i]; i++)
        if (game->agents[i] == agent) return true;
    return false;
}

static void add_agents(struct seating *seating, const struct game *game, bool own) {
    const struct agent *agent;
    for (int i = 0; (agent = agents_of(game, i)) && seating->list.count < AGENTS_MAX; i++)
        if (is_own(game, agent) == own) seating->agents[seating->list.count++] = agent;
}

static void choose(struct seating *seating, const struct agent *agent) {
    for (int i = 0; i < seating->list.count; i++)
        if (seating->agents[i] == agent) seating->list.at = i;
}

static void seat(const struct seating *seating, struct term *term) {
    struct lobby *lobby = seating->lobby;
    lobby->seated = seating->agents[seating->list.at];
    lobby_begin(lobby);
    term_close(term);
    lobby_refused(lobby, room_seat_agent(lobby->member, lobby->seated->name, term->now));
    lobby_end(lobby);
}

static bool choose_number(struct seating *seating, uint32_t key) {
    int index = (int)key - '1';
    if (key < '1' || index >= SHORTCUTS || index >= seating->list.count) return false;
    seating->list.at = index;
    return true;
}

static void event(void *self, struct term *term, const struct input_event *event) {
    struct seating *seating = self;
    seating->numbered = event->kind == INPUT_KEY && choose_number(seating, event->key);
    if (seating->numbered || page_list_key(&seating->list, event, seating->list.count)) return;
    if (event->kind == INPUT_PRESS && rows_at(&seating->list, event) >= 0) {
        seating->list.at = rows_at(&seating->list, event);
        seat(seating, term);
    } else if (event->kind == INPUT_KEY) {
        if (event->key == INPUT_ENTER || event->key == ' ' || event->key == INPUT_RIGHT)
            seat(seating, term);
        else if (event->key == INPUT_ESCAPE || event->key == INPUT_LEFT ||
                 lobby_leaves(seating->lobby, NULL, event->key))
            term_close(term);
    }
}

static void describe(void *self, int index, struct rows_row *row) {
    const struct seating *seating = self;
    const struct agent *agent = seating->agents[index];
    struct text name = text_over(row->name, sizeof row->name);
    struct text value = text_over(row->value, sizeof row->value);
    if (index < SHORTCUTS) text_int(&name, index + 1);
    text_format(&name, "%s  %s", index < SHORTCUTS ? "" : " ", agent->name);
    text_string(&value, agent->summary);
    row->meaning = agent->summary;
}

static void draw(void *self, struct term *term, struct cells *cells) {
    struct seating *seating = self;
    const struct room *room = seating->lobby->member->room;
    struct lobby_page page = lobby_page(seating->lobby);
    bool plain = term->config.plain > 0;
    text_format(&page.left, CELLS_STRONG CELLS_ACCENT "%s" CELLS_INK "  an agent for the room",
                room->setup.game->name);
    page_add_keys(&page.keys, plain ? "up down" : "↑↓", "choose");
    page_add_keys(&page.keys, "Enter", "seat it");
    page_add_keys(&page.keys, "Esc q", "back");
    rows_draw(&seating->list, describe, seating, term, cells, &page.news);
    lobby_page_draw(seating->lobby, cells);
}

/* A number that was typed chooses an agent, which Enter seats. */
static bool is_typing(const void *self) {
    return ((const struct seating *)self)->numbered;
}

static const struct term_screen screen = {
    .name = "agents", .draw = draw, .event = event, .typing = is_typing, .release = free};

void seating_open(struct lobby *lobby) {
    const struct game *game = lobby->member->room->setup.game;
    struct seating *seating = calloc(1, sizeof *seating);
    if (!seating) {
        term_say(lobby->term, "There is not enough memory.");
        return;
    }
    seating->lobby = lobby;
    add_agents(seating, game, true);
    add_agents(seating, game, false);
    choose(seating, seats_opponent(game));
    choose(seating, lobby->seated);
    term_open(lobby->term, &screen, seating);
}
