/* What the hall tells becomes frames. A frame that many get is made once: the hall's serial says
 * that a message is the same, and events of a turn of the loop are collected in batches, one for
 * all who see the same of a table. Whatever else is sent to a room comes after its events. */
#include "serve/rooms_private.h"
#include <stdlib.h>
#include <string.h>

/* Where a client looks at a table from. */
static int viewer_of(const struct rooms_client *client, const struct room *room, int table) {
    const struct member *member = client->member;
    int seat;
    if (member->seat == HALL_NO_SEAT || room->seats[member->seat].place < 0)
        return ROOMS_PRIVATE_WATCHER;
    return room_table(room, member->seat, &seat) == room->tables[table] ? seat
                                                                        : ROOMS_PRIVATE_WATCHER;
}

/* Returns a state as a viewer may see it. It lasts until the next call. */
static const void *view_of(struct rooms *rooms, const struct game *game, const void *state,
                           int viewer) {
    int seats = game->shape(state).seats;
    if (!game->hide) return state;
    game_copy(game, rooms->view, state);
    for (int seat = 0; seat < seats; seat++)
        if (viewer == seat || viewer == ROOMS_PRIVATE_WATCHER) game->hide(rooms->view, seat);
    return rooms->view;
}

/* Whether a viewer may not see what an event is. */
static bool is_hidden(const struct game *game, const void *state, struct event event, int viewer) {
    if (!game->hides_act || viewer == ROOMS_PRIVATE_ANYBODY) return false;
    int seats = game->shape(state).seats;
    for (int seat = 0; seat < seats; seat++)
        if ((viewer == seat || viewer == ROOMS_PRIVATE_WATCHER) &&
            game->hides_act(state, seat, event.who, event.act))
            return true;
    return false;
}

/* Streams */

static struct rooms_private_stream *stream_of(struct rooms *rooms, uint32_t room) {
    struct rooms_private_stream **chain = &rooms->streams[room % ROOMS_CHAINS], *stream = *chain;
    while (stream && stream->room != room) stream = stream->next;
    if (stream) return stream;
    stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->room = room;
    stream->next = *chain;
    if (stream->next) stream->next->prior = stream;
    *chain = stream;
    return stream;
}

static void release_batches(struct rooms_private_stream *stream) {
    while (stream->batches) {
        struct rooms_private_batch *batch = stream->batches;
        stream->batches = batch->next;
        free(batch->bytes);
        free(batch->state);
        free(batch);
    }
}

/* Frees a stream that nobody listens to, unless it waits to be flushed. */
static void stream_drop(struct rooms *rooms, struct rooms_private_stream *stream) {
    if (stream->clients || stream->dirty) return;
    if (stream->prior)
        stream->prior->next = stream->next;
    else
        rooms->streams[stream->room % ROOMS_CHAINS] = stream->next;
    if (stream->next) stream->next->prior = stream->prior;
    release_batches(stream);
    free(stream);
}

void rooms_push_leave(struct rooms_client *client) {
    struct rooms_private_stream *stream = client->stream;
    if (!stream) return;
    if (client->stream_prior)
        client->stream_prior->stream_next = client->stream_next;
    else
        stream->clients = client->stream_next;
    if (client->stream_next) client->stream_next->stream_prior = client->stream_prior;
    client->stream = NULL;
    client->stream_next = client->stream_prior = NULL;
    stream_drop(client->rooms, stream);
}

/* Batches */

static struct rooms_private_batch *batch_of(struct rooms_private_stream *stream,
                                            const struct game *game, int table, int viewer) {
    struct rooms_private_batch *batch = stream->batches;
    while (batch && (batch->table != table || batch->viewer != viewer)) batch = batch->next;
    if (batch) return batch;
    batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->game = game;
    batch->table = table;
    batch->viewer = viewer;
    batch->next = stream->batches;
    stream->batches = batch;
    return batch;
}

static bool batch_append(struct rooms_private_batch *batch, const char *bytes, size_t length) {
    size_t need = batch->length + length + 1;
    if (need > batch->capacity) {
        size_t capacity = need > 2 * batch->capacity ? need : 2 * batch->capacity;
        char *grown = realloc(batch->bytes, capacity);
        if (!grown) return false;
        batch->bytes = grown;
        batch->capacity = capacity;
    }
    if (batch->length > 0) batch->bytes[batch->length++] = ',';
    memcpy(batch->bytes + batch->length, bytes, length);
    batch->length += length;
    return true;
}

/* Keeps the state after an event, for those who could not see all. */
static bool batch_keep_state(struct rooms_private_batch *batch, const void *before,
                             struct event event) {
    if (!batch->state && !(batch->state = malloc(batch->game->state_max))) return false;
    game_copy(batch->game, batch->state, before);
    batch->game->apply(batch->state, event.who, event.act);
    return true;
}

static void put_hidden(struct event event, struct text *out) {
    json_open(out, '{');
    json_put_key(out, "who");
    record_put_who(event.who, out);
    json_put_key(out, "action");
    json_put_null(out);
    json_close(out, '}');
}

static void batch_add(struct rooms *rooms, struct rooms_private_batch *batch, const void *state,
                      struct event event) {
    struct text out = text_over(rooms->piece, ROOMS_TEXT_BYTES);
    bool hidden = is_hidden(batch->game, state, event, batch->viewer);
    if (hidden)
        put_hidden(event, &out);
    else
        record_put_event(batch->game, state, event, &out);
    batch->hidden = batch->hidden || hidden;
    bool fine = !out.cut && batch_append(batch, out.at, out.length);
    if (fine && batch->hidden) fine = batch_keep_state(batch, state, event);
    if (!fine) batch->lost = true;
    batch->count++;
}

static struct frames_buffer *batch_frame(struct rooms *rooms, uint32_t room,
                                         const struct rooms_private_batch *batch) {
    const struct envelope plain = envelope_plain();
    struct text out = text_over(rooms->scratch, ROOMS_TEXT_BYTES);
    json_open(&out, '{');
    json_field_string(&out, "event", "events");
    json_field_int(&out, "room", room);
    json_field_int(&out, "table", batch->table);
    json_field_int(&out, "n", (int64_t)batch->first);
    json_put_key(&out, "events");
    json_open(&out, '[');
    json_put_raw(&out, batch->bytes, batch->length);
    json_close(&out, ']');
    if (batch->hidden) {
        const void *view = view_of(rooms, batch->game, batch->state, batch->viewer);
        json_put_key(&out, "state");
        envelope_write(batch->game, view, &plain, &out);
    }
    json_close(&out, '}');
    return rooms_frame(&out);
}

/* The viewers of a client's batches may change only with a message that seals them first. */
static bool waits_for(const struct rooms_client *client, const struct rooms_private_batch *batch) {
    if (batch->viewer == ROOMS_PRIVATE_ANYBODY) return true;
    const struct member *member = client->member;
    return member && member->room && member->room->id == client->stream->room &&
           batch->table < member->room->tables_count &&
           viewer_of(client, member->room, batch->table) == batch->viewer;
}

static void send_batch(struct rooms *rooms, struct rooms_private_stream *stream,
                       const struct rooms_private_batch *batch) {
    struct frames_buffer *frame = batch->lost ? NULL : batch_frame(rooms, stream->room, batch);
    double now = server_now();
    for (struct rooms_client *client = stream->clients; client; client = client->stream_next) {
        if (!waits_for(client, batch)) continue;
        rooms_send(client, frame);
        if (client->acted > 0) {
            metrics_time(&rooms->server->metrics.frames, now - client->acted);
            client->acted = 0;
        }
    }
    frames_drop(frame);
}

/* Sends the events that came together in a room. */
static void seal(struct rooms *rooms, struct rooms_private_stream *stream) {
    for (struct rooms_private_batch *batch = stream->batches; batch; batch = batch->next)
        if (batch->count > 0) send_batch(rooms, stream, batch);
    release_batches(stream);
}

void rooms_push_follow(struct rooms_client *client) {
    const struct room *room = client->member ? client->member->room : NULL;
    if (client->stream && room && client->stream->room == room->id) return;
    if (client->stream) seal(client->rooms, client->stream);
    rooms_push_leave(client);
    if (!room) return;
    struct rooms_private_stream *stream = stream_of(client->rooms, room->id);
    if (!stream) {
        rooms_send(client, NULL);
        return;
    }
    seal(client->rooms, stream);
    client->stream = stream;
    client->stream_next = stream->clients;
    if (client->stream_next) client->stream_next->stream_prior = client;
    stream->clients = client;
}

void rooms_push_flush(struct rooms *rooms) {
    while (rooms->dirty) {
        struct rooms_private_stream *stream = rooms->dirty;
        rooms->dirty = stream->dirty_next;
        stream->dirty = false;
        seal(rooms, stream);
        stream_drop(rooms, stream);
    }
}

static void tell_event(struct rooms_client *client, const struct hall_message *message) {
    const struct game *game = message->room->setup.game;
    struct rooms_private_stream *stream = client->stream;
    int table = message->table;
    int viewer = game->hides_act ? viewer_of(client, message->room, table) : ROOMS_PRIVATE_ANYBODY;
    struct rooms_private_batch *batch = stream ? batch_of(stream, game, table, viewer) : NULL;
    if (!batch) rooms_send(client, NULL);
    if (!batch || batch->serial == message->serial) return;
    if (batch->count == 0) batch->first = room_events(message->room, table);
    batch->serial = message->serial;
    batch_add(client->rooms, batch, message->state, message->event);
    if (stream->dirty) return;
    stream->dirty = true;
    stream->dirty_next = client->rooms->dirty;
    client->rooms->dirty = stream;
}

/* Frames for several */

static struct frames_buffer **shared_place(struct rooms *rooms, uint64_t serial, int key) {
    if (rooms->serial != serial) {
        for (int i = 0; i < rooms->shared_count; i++) frames_drop(rooms->shared[i].frame);
        rooms->shared_count = 0;
        rooms->serial = serial;
    }
    for (int i = 0; i < rooms->shared_count; i++)
        if (rooms->shared[i].key == key) return &rooms->shared[i].frame;
    struct rooms_shared *shared = &rooms->shared[rooms->shared_count++];
    *shared = (struct rooms_shared){.key = key};
    return &shared->frame;
}

static struct text open_event(struct rooms *rooms, const char *event) {
    struct text out = text_over(rooms->scratch, ROOMS_TEXT_BYTES);
    json_open(&out, '{');
    json_field_string(&out, "event", event);
    return out;
}

static struct frames_buffer *make_begin(struct rooms *rooms, const struct room *room, int table,
                                        int viewer) {
    const struct session *session = &room->tables[table]->session;
    const struct envelope plain = envelope_plain();
    struct text out = open_event(rooms, "begin");
    json_field_int(&out, "room", room->id);
    json_field_int(&out, "round", room->round);
    json_field_int(&out, "table", table);
    rooms_json_number(&out, "seat", viewer >= 0, viewer);
    record_put_head(session->game, session->params, &out);
    json_field_int(&out, "n", (int64_t)room_events(room, table));
    json_put_key(&out, "state");
    envelope_write(session->game, view_of(rooms, session->game, session->state, viewer), &plain,
                   &out);
    json_close(&out, '}');
    return rooms_frame(&out);
}

void rooms_push_begin(struct rooms_client *client) {
    const struct room *room = client->member->room;
    for (int table = 0; table < room->tables_count; table++) {
        struct frames_buffer *frame =
            make_begin(client->rooms, room, table, viewer_of(client, room, table));
        rooms_send(client, frame);
        frames_drop(frame);
    }
}

static void tell_begin(struct rooms_client *client, const struct hall_message *message) {
    struct rooms *rooms = client->rooms;
    for (int table = 0; table < message->room->tables_count; table++) {
        int viewer = viewer_of(client, message->room, table);
        struct frames_buffer **frame =
            shared_place(rooms, message->serial, table * (SEATS_MAX + 1) + viewer + 1);
        if (!*frame) *frame = make_begin(rooms, message->room, table, viewer);
        rooms_send(client, *frame);
    }
}

static struct frames_buffer *make_plain(struct rooms *rooms, const struct hall_message *message) {
    struct text out;
    if (message->kind == HALL_ROOM) {
        out = open_event(rooms, "room");
        json_put_key(&out, "room");
        rooms_json_room(message->room, false, server_now(), &out);
    } else if (message->kind == HALL_END) {
        out = open_event(rooms, "end");
        rooms_json_end(message->room, &out);
    } else {
        out = open_event(rooms, "say");
        rooms_json_word(&out, "name", message->name ? message->name : "");
        json_field_string(&out, "text", message->text);
        json_field_bool(&out, "all", message->room == NULL);
    }
    json_close(&out, '}');
    return rooms_frame(&out);
}

static void tell_plain(struct rooms_client *client, const struct hall_message *message) {
    struct frames_buffer **frame = shared_place(client->rooms, message->serial, 0);
    if (!*frame) *frame = make_plain(client->rooms, message);
    rooms_send(client, *frame);
}

static void tell_gone(struct rooms_client *client, const char *why) {
    struct text out = open_event(client->rooms, "gone");
    json_field_string(&out, "why", why ? why : "");
    json_close(&out, '}');
    struct frames_buffer *frame = rooms_frame(&out);
    client->member = NULL;
    if (client->stream) seal(client->rooms, client->stream);
    rooms_push_leave(client);
    rooms_send(client, frame);
    frames_drop(frame);
}

void rooms_push_tell(void *self, const struct hall_message *message) {
    struct rooms_client *client = self;
    if (message->kind == HALL_GONE) {
        tell_gone(client, message->text);
        return;
    }
    if (!client->member) return; /* it is just coming in, and asks for all there is */
    rooms_push_follow(client);
    if (message->kind == HALL_EVENT) {
        tell_event(client, message);
        return;
    }
    if (client->stream) seal(client->rooms, client->stream);
    if (message->kind == HALL_BEGIN)
        tell_begin(client, message);
    else if (message->kind != HALL_LIST)
        tell_plain(client, message);
}
