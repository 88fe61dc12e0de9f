/* Stops, their times and the kept states are found once, by playing the whole game. */
#include "play/replay.h"
#include <stdalign.h>
#include <stdlib.h>

enum { KEPT_MAX = 256, EVERY_MIN = 32 };

static struct event event_at(const struct replay *replay, size_t i) {
    return replay->session->events[i].event;
}

static void play(const struct replay *replay, void *state, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        struct event event = event_at(replay, i);
        replay->session->game->apply(state, event.who, event.act);
    }
}

static size_t count_acts(const struct session *session) {
    size_t acts = 0;
    for (size_t i = 0; i < session->count; i++) acts += session->events[i].event.who != CHANCE;
    return acts;
}

static void find_stops(struct replay *replay) {
    size_t stop = 0;
    for (size_t i = 0; i < replay->session->count; i++) {
        if (event_at(replay, i).who != CHANCE) replay->stops[stop++].end = i;
        if (event_at(replay, i).who == CLOCK) replay->has_clock = true;
    }
    replay->stops[stop].end = replay->session->count;
}

/* The clock may be about to move, even if nothing tells of it yet. */
static bool has_clock(struct replay *replay) {
    const struct game *game = replay->session->game;
    game_copy(game, replay->state, replay->session->origin);
    play(replay, replay->state, 0, replay->stops[0].end);
    return replay->has_clock || game->movers(replay->state) >> CLOCK & 1;
}

/* The acts from one tick of a seat to its next, which take a tick's time together. */
struct beat {
    size_t from;             /* the stop of its first act */
    action ticks[SEATS_MAX]; /* the clock's acts in it */
    int ticks_count;
    size_t others;
};

/* Returns whether an act of the clock begins another beat: it comes again, or is the first ever. */
static bool begins_beat(const struct beat *beat, action act) {
    for (int i = 0; i < beat->ticks_count; i++)
        if (beat->ticks[i] == act) return true;
    return beat->ticks_count == SEATS_MAX || (beat->ticks_count == 0 && beat->others);
}

/* Sets the times of a beat's stops up to `to`: the ticks at once, then the seats' acts evenly. */
static void set_beat(struct replay *replay, const struct beat *beat, size_t to, double begin,
                     double tick) {
    size_t passed = 0;
    for (size_t stop = beat->from; stop < to; stop++) {
        passed += event_at(replay, replay->stops[stop - 1].end).who != CLOCK;
        replay->stops[stop].time = begin + tick * (double)passed / (double)(beat->others + 1);
    }
}

static void set_beats(struct replay *replay, double tick) {
    struct beat beat = {.from = 1};
    double begin = 0;
    for (size_t stop = 1; stop <= replay->last; stop++) {
        struct event event = event_at(replay, replay->stops[stop - 1].end);
        if (event.who == CLOCK && begins_beat(&beat, event.act)) {
            set_beat(replay, &beat, stop, begin, tick);
            beat = (struct beat){.from = stop};
            begin += tick;
        }
        if (event.who == CLOCK)
            beat.ticks[beat.ticks_count++] = event.act;
        else
            beat.others++;
    }
    set_beat(replay, &beat, replay->last + 1, begin, tick);
}

static void set_times(struct replay *replay, double tick, double move) {
    replay->stops[0].time = 0;
    if (replay->has_clock) {
        set_beats(replay, tick);
        return;
    }
    for (size_t stop = 1; stop <= replay->last; stop++)
        replay->stops[stop].time = (double)stop * move;
}

static void *kept(const struct replay *replay, size_t stop) {
    return replay->kept + stop / replay->every * replay->stride;
}

static void keep_states(struct replay *replay) {
    const struct game *game = replay->session->game;
    size_t played = 0;
    game_copy(game, replay->state, replay->session->origin);
    for (size_t stop = 0; stop <= replay->last; stop += replay->every) {
        play(replay, replay->state, played, replay->stops[stop].end);
        played = replay->stops[stop].end;
        game_copy(game, kept(replay, stop), replay->state);
    }
}

int replay_init(struct replay *replay, const struct session *session, double tick, double move) {
    size_t size = session->game->state_max, most = alignof(max_align_t);
    *replay = (struct replay){.session = session, .last = count_acts(session)};
    replay->stride = (size + most - 1) / most * most;
    replay->every = replay->last / KEPT_MAX + 1;
    if (replay->every < EVERY_MIN) replay->every = EVERY_MIN;
    replay->stops = malloc((replay->last + 1) * sizeof *replay->stops);
    replay->kept = malloc((replay->last / replay->every + 1) * replay->stride);
    replay->state = malloc(size);
    replay->before = malloc(size);
    replay->spare = malloc(size);
    if (!replay->stops || !replay->kept || !replay->state || !replay->before || !replay->spare)
        return -1;
    find_stops(replay);
    replay->has_clock = has_clock(replay);
    set_times(replay, tick, move);
    keep_states(replay);
    replay->at = replay->last;
    replay_go(replay, 0);
    return 0;
}

void replay_release(struct replay *replay) {
    free(replay->stops);
    free(replay->kept);
    free(replay->state);
    free(replay->before);
    free(replay->spare);
    *replay = (struct replay){.session = NULL};
}

/* Makes the state of a stop. */
static void reach(struct replay *replay, void *state, size_t stop) {
    const struct game *game = replay->session->game;
    size_t near = stop / replay->every * replay->every;
    game_copy(game, state, kept(replay, near));
    play(replay, state, replay->stops[near].end, replay->stops[stop].end);
}

void replay_go(struct replay *replay, size_t stop) {
    const struct game *game = replay->session->game;
    if (stop > replay->last) stop = replay->last;
    if (stop == 0) {
        reach(replay, replay->state, 0);
    } else {
        if (stop != replay->at + 1) reach(replay, replay->state, stop - 1);
        game_copy(game, replay->before, replay->state);
        play(replay, replay->state, replay->stops[stop - 1].end, replay->stops[stop].end);
    }
    replay->at = stop;
}

size_t replay_find(const struct replay *replay, double time) {
    size_t low = 0, high = replay->last;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        if (replay->stops[middle].time <= time)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

const void *replay_act(const struct replay *replay, struct event *event) {
    if (replay->at == 0) return NULL;
    *event = event_at(replay, replay->stops[replay->at - 1].end);
    return replay->before;
}

void replay_tell(struct replay *replay, replay_teller *tell, void *self) {
    const struct game *game = replay->session->game;
    if (replay->at == 0) return;
    game_copy(game, replay->spare, replay->before);
    for (size_t i = replay->stops[replay->at - 1].end; i < replay->stops[replay->at].end; i++) {
        struct event event = event_at(replay, i);
        replay->effects.count = 0;
        game->effects(replay->spare, event.who, event.act, &replay->effects);
        tell(self, replay->spare, event, &replay->effects);
        game->apply(replay->spare, event.who, event.act);
    }
}
