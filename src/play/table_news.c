/* What happened, for people. In turns, news begin with an act of a person and go on with all that
 * agents do; where only agents play, each of their acts begins them. In real time there is always
 * something, so news are only what happened last. */
#include "play/table_private.h"
#include <string.h>

static bool has_persons(const struct table *table) {
    for (int seat = 0; seat < table->seats_count; seat++)
        if (!table->seats[seat].player.agent) return true;
    return false;
}

static void begin(struct table *table, size_t event) {
    table->news_count = table->last_count = 0;
    table->news_from = event;
}

/* Begins the news anew if an event of a seat does so. */
static void note_act(struct table *table, int who, size_t event) {
    if (who < SEATS_MAX && (!table->seats[who].player.agent || !has_persons(table)))
        begin(table, event);
}

/* The oldest makes room. */
static void add(struct table *table, const struct effect *effect, size_t event, bool begins) {
    if (table->private->stale) begin(table, event);
    table->private->stale = false;
    if (table->news_count == table->news_max)
        memmove(table->news, table->news + 1, (size_t)--table->news_count * sizeof *table->news);
    struct table_news *news = &table->news[table->news_count++];
    *news = (struct table_news){.seat = effect->seat,
                                .points = effect->points,
                                .routine = effect->routine,
                                .begins = begins,
                                .ends = game_tells_end(table->game, effect->kind)};
    memcpy(news->text, effect->text, sizeof news->text);
}

/* Keeps the places that an effect concerns. */
static void keep_spots(struct table *table, const struct effect *effect) {
    for (int i = 0; i < effect->spots_count && table->last_count < TABLE_LAST_MAX; i++)
        table->last[table->last_count++] = effect->spots[i];
}

/* Tells an event, which has this number, with the state before it. */
static void tell(struct table *table, const void *before, struct event event, size_t number) {
    struct effect_list effects;
    bool clock = table->private->clock;
    if (event.who < SEATS_MAX) table->last_count = 0;
    if (!clock) note_act(table, event.who, number);
    effects.count = 0;
    table->game->effects(before, event.who, event.act, &effects);
    for (int i = 0; i < effects.count && !clock; i++)
        if (!effects.at[i].routine) keep_spots(table, &effects.at[i]);
    for (int i = 0; i < effects.count; i++)
        if (effects.at[i].text[0])
            add(table, &effects.at[i], number, i == 0 && event.who < SEATS_MAX);
}

void table_news_tell(struct table *table) {
    struct table_private *private = table->private;
    for (; private->told < table->session.count; private->told++) {
        struct event event = table->session.events[private->told].event;
        tell(table, private->before, event, private->told);
        table->game->apply(private->before, event.who, event.act);
    }
}

void table_news_tell_next(struct table *table, struct event event) {
    tell(table, table->session.state, event, 0);
}

/* Goes to the state before an event. */
static void go_to(struct table *table, size_t event) {
    struct table_private *private = table->private;
    game_copy(table->game, private->before, table->session.origin);
    for (private->told = 0; private->told < event; private->told++) {
        struct event next = table->session.events[private->told].event;
        table->game->apply(private->before, next.who, next.act);
    }
}

void table_news_renew(struct table *table) {
    const struct session *session = &table->session;
    size_t first = 0;
    table->private->stale = false;
    if (session->light) {
        begin(table, 0);
        return;
    }
    while (first < session->count && session->events[first].event.who == CHANCE) first++;
    begin(table, table->private->clock ? session->count : first);
    for (size_t i = first; i < session->count && !table->private->clock; i++)
        note_act(table, session->events[i].event.who, i);
    go_to(table, table->news_from);
    table_news_tell(table);
}
