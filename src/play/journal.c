/* An event is one number, act * SLOTS + slot, where a slot is a seat, CHANCE or CLOCK; seven bits
 * a byte, the lowest first, and the high bit says that more follow. A number has one way to be
 * written, so a journal is its events. */
#include "play/journal.h"
#include <stdlib.h>

enum { SLOTS = SEATS_MAX + 2, SLOT_CHANCE = SEATS_MAX, SLOT_CLOCK };
enum { EVENT_BYTES = 6, FIRST_BYTES = 64 };

static int slot_of(int who) {
    return who == CHANCE ? SLOT_CHANCE : who == CLOCK ? SLOT_CLOCK : who;
}

static int who_of(int slot) {
    return slot == SLOT_CHANCE ? CHANCE : slot == SLOT_CLOCK ? CLOCK : slot;
}

static bool make_room(struct journal *journal) {
    if (journal->capacity - journal->length >= EVENT_BYTES) return true;
    size_t capacity = journal->capacity ? journal->capacity + journal->capacity / 2 : FIRST_BYTES;
    uint8_t *bytes = realloc(journal->bytes, capacity);
    if (!bytes) return false;
    journal->bytes = bytes;
    journal->capacity = capacity;
    return true;
}

int journal_add(struct journal *journal, struct event event) {
    if (!make_room(journal)) return -1;
    uint64_t number = (uint64_t)event.act * SLOTS + (uint64_t)slot_of(event.who);
    for (; number > 0x7F; number >>= 7)
        journal->bytes[journal->length++] = (uint8_t)(number | 0x80);
    journal->bytes[journal->length++] = (uint8_t)number;
    journal->count++;
    return 0;
}

void journal_release(struct journal *journal) {
    free(journal->bytes);
    *journal = (struct journal){.bytes = NULL};
}

bool journal_next(const uint8_t *bytes, size_t length, size_t *at, struct event *event) {
    uint64_t number = 0;
    size_t used = 0;
    for (bool more = true; more; used++) {
        if (used == EVENT_BYTES || used == length - *at) return false;
        uint8_t byte = bytes[*at + used];
        number |= (uint64_t)(byte & 0x7F) << 7 * used;
        more = byte & 0x80;
        if (!byte && used) return false; /* there is a shorter way */
    }
    if (number / SLOTS > UINT32_MAX) return false;
    *event = (struct event){who_of((int)(number % SLOTS)), (action)(number / SLOTS)};
    *at += used;
    return true;
}

static bool are_params(const struct game *game, const int *params) {
    for (int i = 0; game->params[i].name; i++)
        if (params[i] < game->params[i].min || params[i] > game->params[i].max) return false;
    return true;
}

static bool is_legal(const struct session *session, struct event event) {
    return session->game->movers(session->state) >> event.who & 1 &&
           !session->game->refuse(session->state, event.who, event.act);
}

const char *journal_play(const struct game *game, const int *params, const uint8_t *bytes,
                         size_t length, struct session *session) {
    static const char no_memory[] = "there is not enough memory";
    struct event event;
    *session = (struct session){.game = NULL};
    if (!are_params(game, params)) return "there is no game with these settings";
    if (session_begin(session, game, params, rng_new(0, 0)) < 0) return no_memory;
    for (size_t at = 0; at < length;) {
        if (!journal_next(bytes, length, &at, &event)) return "the journal is damaged";
        if (!is_legal(session, event)) return "the journal has an event that cannot happen";
        if (session_add(session, event) < 0) return no_memory;
    }
    return NULL;
}
