/* Undo replays the events from the start, so a state needs no history and rules no inverse. */
#include "play/session.h"
#include "game/record.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 4096 };

/* Stores an event that is about to happen. */
static bool note(void *self, struct event event) {
    struct session *session = self;
    if (session->count == session->capacity) {
        size_t capacity = session->capacity ? 2 * session->capacity : 64;
        struct event *events = realloc(session->events, capacity * sizeof *events);
        if (!events) return false;
        session->events = events;
        session->capacity = capacity;
    }
    session->events[session->count++] = event;
    return true;
}

static int settle(struct session *session) {
    bool settled =
        game_settle(session->game, session->state, &session->rng, session->scratch, note, session);
    return settled ? 0 : -1;
}

int session_init(struct session *session, const struct game *game, const int *params,
                 struct rng rng) {
    *session = (struct session){.game = game, .rng = rng};
    for (int i = 0; game->params[i].name; i++) session->params[i] = params[i];
    session->state = malloc(game->state_max);
    session->spare = malloc(game->state_max);
    session->scratch = malloc(sizeof *session->scratch * (size_t)game->choices_max);
    if (!session->state || !session->spare || !session->scratch) return -1;
    game->start(session->state, params);
    return settle(session);
}

void session_release(struct session *session) {
    free(session->state);
    free(session->spare);
    free(session->scratch);
    free(session->events);
    memset(session, 0, sizeof *session);
}

int session_act(struct session *session, int who, action act) {
    if (!note(session, (struct event){who, act})) return -1;
    session->game->apply(session->state, who, act);
    return settle(session);
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
    char buffer[LINE_BYTES];
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
