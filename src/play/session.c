/* Undo replays the events from the start: a state needs no history, and no rule can be undone
 * wrongly. */
#include "play/session.h"
#include "game/record.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 4096 };

static int happen(struct session *session, struct event event) {
    if (session->count == session->capacity) {
        size_t capacity = session->capacity ? 2 * session->capacity : 64;
        struct event *events = realloc(session->events, capacity * sizeof *events);
        if (!events) return -1;
        session->events = events;
        session->capacity = capacity;
    }
    session->events[session->count++] = event;
    session->game->apply(session->state, event.who, event.act);
    return 0;
}

static int settle(struct session *session) {
    const struct game *game = session->game;
    while (game->movers(session->state) >> CHANCE & 1) {
        action act = game_draw(game, session->state, CHANCE, &session->rng, session->room);
        if (happen(session, (struct event){CHANCE, act}) < 0) return -1;
    }
    return 0;
}

int session_init(struct session *session, const struct game *game, const int *params,
                 struct rng rng) {
    *session = (struct session){.game = game, .rng = rng};
    for (int i = 0; game->params[i].name; i++) session->params[i] = params[i];
    session->state = malloc(game->state_max);
    session->spare = malloc(game->state_max);
    session->room = malloc(sizeof *session->room * (size_t)game->choices_max);
    if (!session->state || !session->spare || !session->room) return -1;
    game->start(session->state, params);
    return settle(session);
}

void session_release(struct session *session) {
    free(session->state);
    free(session->spare);
    free(session->room);
    free(session->events);
    memset(session, 0, sizeof *session);
}

int session_act(struct session *session, int who, action act) {
    return happen(session, (struct event){who, act}) < 0 ? -1 : settle(session);
}

bool session_undo(struct session *session) {
    const struct game *game = session->game;
    size_t last = session->count;
    while (last > 0 && session->events[last - 1].who == CHANCE) last--;
    if (last == 0) return false;
    session->count = last - 1;
    game->start(session->state, session->params);
    for (size_t i = 0; i < session->count; i++)
        game->apply(session->state, session->events[i].who, session->events[i].act);
    return true;
}

static int put_line(struct text *line, FILE *file) {
    text_char(line, '\n');
    return fwrite(line->at, 1, line->length, file) == line->length ? 0 : -1;
}

int session_write(struct session *session, FILE *file) {
    const struct game *game = session->game;
    char buffer[LINE_MAX_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    json_open(&line, '{');
    record_put_head(game, session->params, &line);
    json_close(&line, '}');
    if (put_line(&line, file) < 0) return -1;
    game->start(session->spare, session->params);
    for (size_t i = 0; i < session->count; i++) {
        text_clear(&line);
        record_put_event(game, session->spare, session->events[i], &line);
        if (put_line(&line, file) < 0) return -1;
        game->apply(session->spare, session->events[i].who, session->events[i].act);
    }
    return fflush(file) == 0 ? 0 : -1;
}
