/* Undo replays the events from the origin, so a state needs no history and rules no inverse. */
#include "play/session.h"
#include <stdlib.h>
#include <string.h>

static bool make_room(struct session *session) {
    if (session->count < session->capacity) return true;
    size_t capacity = session->capacity ? 2 * session->capacity : 64;
    struct session_event *events = realloc(session->events, capacity * sizeof *events);
    if (!events) return false;
    session->events = events;
    session->capacity = capacity;
    return true;
}

static void tell(const struct session *session, struct event event) {
    if (session->tell) session->tell(session->tell_self, session->state, event);
}

/* Stores an event that is about to happen. What was undone is forgotten. */
static bool note(void *self, struct event event) {
    struct session *session = self;
    if (!session->light) {
        if (!make_room(session)) return false;
        session->events[session->count++] = (struct session_event){event, session->rng.index};
        session->known = session->count;
    }
    tell(session, event);
    return true;
}

static int allocate(struct session *session, const struct game *game, struct rng rng) {
    *session = (struct session){.game = game, .rng = rng};
    session->state = malloc(game->state_max);
    session->origin = malloc(game->state_max);
    session->scratch = malloc(sizeof *session->scratch * (size_t)game->choices_max);
    return session->state && session->origin && session->scratch ? 0 : -1;
}

int session_begin(struct session *session, const struct game *game, const int *params,
                  struct rng rng) {
    if (allocate(session, game, rng) < 0) return -1;
    session->fresh = true;
    for (int i = 0; game->params[i].name; i++) session->params[i] = params[i];
    game->start(session->origin, params);
    game_copy(game, session->state, session->origin);
    return 0;
}

int session_begin_at(struct session *session, const struct game *game, const void *state,
                     struct rng rng) {
    if (allocate(session, game, rng) < 0) return -1;
    game_standard(game, session->params);
    game_copy(game, session->origin, state);
    game_copy(game, session->state, state);
    return 0;
}

int session_settle(struct session *session) {
    bool settled =
        game_settle(session->game, session->state, &session->rng, session->scratch, note, session);
    return settled ? 0 : -1;
}

int session_init(struct session *session, const struct game *game, const int *params,
                 struct rng rng) {
    return session_begin(session, game, params, rng) < 0 ? -1 : session_settle(session);
}

int session_renew(struct session *session, struct rng rng) {
    session->count = session->known = 0;
    session->rng = rng;
    if (session->origin)
        game_copy(session->game, session->state, session->origin);
    else
        session->game->start(session->state, session->params);
    return session_settle(session);
}

void session_release(struct session *session) {
    free(session->state);
    free(session->origin);
    if (!session->borrows) free(session->scratch);
    free(session->events);
    memset(session, 0, sizeof *session);
}

/* The origin of a game that began as `params` say can be made again. */
void session_lighten(struct session *session) {
    free(session->events);
    session->events = NULL;
    session->count = session->known = session->capacity = 0;
    session->light = true;
    if (!session->fresh) return;
    free(session->origin);
    session->origin = NULL;
}

void session_borrow(struct session *session, struct choice *scratch) {
    if (!session->borrows) free(session->scratch);
    session->scratch = scratch;
    session->borrows = true;
}

int session_add(struct session *session, struct event event) {
    if (!note(session, event)) return -1;
    session->game->apply(session->state, event.who, event.act);
    return 0;
}

int session_act(struct session *session, int who, action act) {
    if (session->count < session->known) {
        struct event next = session->events[session->count].event;
        if (next.who == who && next.act == act) return session_redo(session, 1), 0;
    }
    return session_add(session, (struct event){who, act}) < 0 ? -1 : session_settle(session);
}

static bool is_act(const struct session *session, size_t i) {
    return session->events[i].event.who != CHANCE;
}

static void set_luck(struct session *session, uint64_t index) {
    session->rng = rng_at(session->rng.seed, session->rng.stream, index);
}

static void replay(struct session *session, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        session->game->apply(session->state, session->events[i].event.who,
                             session->events[i].event.act);
    session->count = to;
}

int session_copy(struct session *session, const struct session *from, size_t count) {
    const void *origin = from->light ? from->state : from->origin;
    bool whole = count >= from->count;
    if (whole) count = from->count;
    if (allocate(session, from->game, from->rng) < 0) return -1;
    session->fresh = from->fresh && !from->light;
    memcpy(session->params, from->params, sizeof session->params);
    game_copy(from->game, session->origin, origin);
    game_copy(from->game, session->state, origin);
    session->events = count ? malloc(count * sizeof *session->events) : NULL;
    if (count && !session->events) return -1;
    if (count) memcpy(session->events, from->events, count * sizeof *session->events);
    session->capacity = session->known = count;
    replay(session, 0, count);
    if (!whole) set_luck(session, from->events[count].luck);
    return 0;
}

size_t session_undo(struct session *session, size_t acts) {
    size_t undone = 0, count = session->count;
    for (size_t i = session->count; i > 0 && undone < acts; i--)
        if (is_act(session, i - 1)) undone++, count = i - 1;
    if (undone == 0) return 0;
    if (session->count == session->known) session->end = session->rng.index;
    game_copy(session->game, session->state, session->origin);
    replay(session, 0, count);
    set_luck(session, session->events[count].luck);
    return undone;
}

bool session_rewind(struct session *session, size_t move, struct event *event) {
    size_t at = 0;
    for (; at < session->count; at++)
        if (session->events[at].event.who < SEATS_MAX && --move == 0) break;
    if (at == session->count) return false;
    *event = session->events[at].event;
    game_copy(session->game, session->state, session->origin);
    if (session->count == session->known) session->end = session->rng.index;
    replay(session, 0, at);
    set_luck(session, session->events[at].luck);
    return true;
}

size_t session_redo(struct session *session, size_t acts) {
    size_t redone = 0, to = session->count;
    for (; to < session->known; to++) {
        if (is_act(session, to) && redone == acts) break;
        redone += is_act(session, to);
    }
    if (redone == 0) return 0;
    for (size_t i = session->count; i < to; i++) {
        tell(session, session->events[i].event);
        replay(session, i, i + 1);
    }
    set_luck(session, to < session->known ? session->events[to].luck : session->end);
    return redone;
}

size_t session_acts(const struct session *session) {
    size_t acts = 0;
    for (size_t i = 0; i < session->count; i++) acts += is_act(session, i);
    return acts;
}
