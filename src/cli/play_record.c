/* The record's file. It is only ever appended to and cut off at the end of a line, so that it is a
 * complete record of the game after each act, whenever the program is killed. */
#include "cli/cli.h"
#include "cli/play.h"
#include "game/record.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 4096 };

int play_record_open(struct play_record *record, const char *name) {
    signal(SIGXFSZ, SIG_IGN); /* a write past the file size limit then fails as on a full disk */
    record->file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (record->file < 0 && errno == EEXIST)
        return cli_complain("%s exists; --record must name a new file", name);
    if (record->file < 0) return cli_fail("%s: %s", name, strerror(errno));
    record->name = name;
    return -1;
}

/* Makes room for more bytes. */
static void *grow(void *old, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) return old;
    size_t more = *capacity ? *capacity : 64;
    while (more < needed) more *= 2;
    void *bytes = realloc(old, more * size);
    if (bytes) *capacity = more;
    return bytes;
}

/* Appends a line to those that are pending. Returns 0, or -1 if out of memory. */
static int add_line(struct play_record *record, struct text *line) {
    text_char(line, '\n');
    assert(!line->cut);
    char *pending =
        grow(record->pending, &record->pending_capacity, record->pending_length + line->length, 1);
    if (!pending) return -1;
    record->pending = pending;
    memcpy(pending + record->pending_length, line->at, line->length);
    record->pending_length += line->length;
    return 0;
}

static off_t end_of(const struct play_record *record) {
    return record->length + (off_t)record->pending_length;
}

static int add_head(struct play_record *record, const struct session *session) {
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    json_open(&line, '{');
    record_put_head(session->game, session->params, &line);
    json_close(&line, '}');
    return add_line(record, &line);
}

static int add_event(struct play_record *record, const struct session *session) {
    char buffer[LINE_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    struct event event = session->events[record->count].event;
    off_t *places =
        grow(record->places, &record->places_capacity, record->count + 1, sizeof *record->places);
    if (!places) return -1;
    record->places = places;
    places[record->count] = end_of(record);
    record_put_event(session->game, record->state, event, &line);
    if (add_line(record, &line) < 0) return -1;
    session->game->apply(record->state, event.who, event.act);
    record->count++;
    return 0;
}

/* Makes the record end at a byte of it. */
static void cut_at(struct play_record *record, off_t end) {
    if (end >= record->length) {
        record->pending_length = (size_t)(end - record->length);
        return;
    }
    record->length = end;
    record->pending_length = 0;
    record->longer = true;
}

static int fail_memory(void) {
    return cli_fail("there is not enough memory");
}

int play_record_begin(struct play_record *record, const struct session *session, bool keep) {
    if (!record->name) return -1;
    if (keep)
        record->begin = end_of(record);
    else
        cut_at(record, record->begin);
    if (!record->state) record->state = malloc(session->game->state_max);
    if (!record->state) return fail_memory();
    game_copy(session->game, record->state, session->origin);
    record->count = 0;
    return add_head(record, session) < 0 ? fail_memory() : play_record_keep(record, session);
}

void play_record_cut(struct play_record *record, const struct session *session) {
    if (!record->name || record->count <= session->count) return;
    cut_at(record, record->places[session->count]);
    game_copy(session->game, record->state, session->origin);
    for (record->count = 0; record->count < session->count; record->count++) {
        struct event event = session->events[record->count].event;
        session->game->apply(record->state, event.who, event.act);
    }
}

/* Returns 0, or -1 with errno; then some bytes may have been written. */
static int write_pending(const struct play_record *record) {
    for (size_t done = 0; done < record->pending_length;) {
        ssize_t more = pwrite(record->file, record->pending + done, record->pending_length - done,
                              record->length + (off_t)done);
        if (more < 0 && errno == EINTR) continue;
        if (more == 0) errno = ENOSPC;
        if (more <= 0) return -1;
        done += (size_t)more;
    }
    return 0;
}

/* Removes what is behind the bytes that stand. */
static int trim(struct play_record *record) {
    if (record->longer && ftruncate(record->file, record->length) < 0) return -1;
    record->longer = false;
    return 0;
}

/* Brings the file up to date, or leaves it without a torn line. Returns 0, or -1 with errno. */
static int bring(struct play_record *record) {
    if (trim(record) < 0) return -1;
    if (write_pending(record) < 0) {
        int error = errno;
        record->longer = true;
        trim(record);
        errno = error;
        return -1;
    }
    record->length = end_of(record);
    record->pending_length = 0;
    return 0;
}

int play_record_keep(struct play_record *record, const struct session *session) {
    if (!record->name) return -1;
    while (record->count < session->count)
        if (add_event(record, session) < 0) return fail_memory();
    bool failing = bring(record) < 0;
    if (failing && !record->failing)
        cli_fail("the record could not be written: %s; play goes on", strerror(errno));
    record->failing = failing;
    return -1;
}

int play_record_close(struct play_record *record, int status) {
    if (!record->name) return status;
    int error = bring(record) < 0 ? errno : 0;
    if (record->length == 0) unlink(record->name);
    if (close(record->file) < 0 && !error) error = errno;
    free(record->state);
    free(record->places);
    free(record->pending);
    if (!error) return status;
    return cli_fail("the record is not complete: %s", strerror(error));
}
