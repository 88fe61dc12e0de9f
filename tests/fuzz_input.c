/* Any bytes to the decoder of a terminal's input. Pieces are drawn from the data; between two of
 * them time may pass. No event is out of its bounds, no more is pending than there is room for, a
 * decoder at rest has forgotten everything, and whatever came before, a key is soon a key again. */
#include "show/input.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENTS_MAX = 4096 };

struct events {
    int count;
    struct input_event at[EVENTS_MAX];
};

static void demand(bool fine) {
    if (!fine) abort();
}

static bool is_key(uint32_t key) {
    if (key >= INPUT_KEYS) return key <= INPUT_F12;
    if (key < ' ') return key != 0 && key != '\n' && key != '\b';
    return key <= INPUT_BACKSPACE || (key > 0x9F && key >> 11 != 0x1B);
}

static void check(const struct input_event *event) {
    int modifiers = INPUT_SHIFT | INPUT_ALT | INPUT_CONTROL | INPUT_PASTED;
    demand((event->modifiers & ~modifiers) == 0);
    bool mouse = event->kind > INPUT_KEY && event->kind < INPUT_SIZE;
    bool pasted = event->modifiers & INPUT_PASTED;
    demand(!pasted || (event->kind == INPUT_KEY && event->key >= ' ' && event->key < INPUT_KEYS &&
                       event->key != INPUT_BACKSPACE));
    if (event->kind == INPUT_KEY)
        demand(is_key(event->key));
    else
        demand(event->key == 0 && event->row <= INPUT_PLACE_MAX && event->col <= INPUT_PLACE_MAX);
    if (event->kind == INPUT_SIZE) demand(event->row > 0 && event->col > 0);
    if (mouse) demand(event->row >= 0 && event->col >= 0);
    if (event->kind == INPUT_WHEEL)
        demand(abs(event->button) == 1);
    else
        demand(event->button >= 0 && event->button <= 2);
}

static void note(struct events *events, const struct input_event *event) {
    check(event);
    if (events->count < EVENTS_MAX) events->at[events->count++] = *event;
}

static void take(struct input *input, uint8_t byte, struct events *events) {
    struct input_event event;
    memset(&event, 0xEE, sizeof event);
    if (input_take(input, byte, &event)) note(events, &event);
    demand(input->count >= 0 && input->count <= INPUT_PENDING_MAX);
    demand(input->ground <= 0xFFFFFF);
}

static void pause(struct input *input, struct events *events) {
    struct input_event event;
    bool waits = input_waits(input);
    bool given = input_pause(input, &event);
    demand(waits || !given);
    demand(!input_waits(input));
    if (given) note(events, &event);
}

static bool is_at_rest(const struct input *input) {
    return !input->count && !input->pasting && !input->skipping && !input->returned;
}

static bool is_same(const struct input_event *a, const struct input_event *b) {
    return a->kind == b->kind && a->key == b->key && a->modifiers == b->modifiers &&
           a->row == b->row && a->col == b->col && a->button == b->button;
}

/* The rest of the bytes, to a new decoder, gives the rest of the events. */
static void compare_rest(const uint8_t *at, const uint8_t *end, const struct input_event *events,
                         int count) {
    static struct events own;
    struct input input = {.count = 0};
    own.count = 0;
    for (; at < end; at++) take(&input, *at, &own);
    demand(own.count == count);
    for (int i = 0; i < count; i++) demand(is_same(&own.at[i], &events[i]));
}

/* A person presses Escape, waits, and types a letter. */
static void require_recovery(struct input input) {
    static struct events events;
    for (int i = 0; i < 2; i++) {
        pause(&input, &events);
        take(&input, 0x1B, &events);
        pause(&input, &events);
    }
    events.count = 0;
    take(&input, 'x', &events);
    demand(events.count == 1 && events.at[0].key == 'x' && events.at[0].modifiers == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct events events, paused;
    struct input input = {.count = 0}, slow = {.count = 0};
    size_t rest = 0;
    int before = 0;
    if (size > EVENTS_MAX) return 0;
    events.count = paused.count = 0;
    for (size_t i = 0; i < size; i++) {
        take(&input, data[i], &events);
        if (is_at_rest(&input) && i < size / 2) rest = i + 1, before = events.count;
        take(&slow, data[i], &paused);
        if ((data[i] ^ i) % 5 == 0) pause(&slow, &paused);
    }
    compare_rest(data + rest, data + size, events.at + before, events.count - before);
    require_recovery(input);
    require_recovery(slow);
    return 0;
}
