/* The record's file. Lines wait in memory until they can be written; a write that fails is cut off
 * again, so that no line is ever torn. */
#include "play/recorder.h"
#include "game/record.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVENT_BYTES = 4096, HEAD_BYTES = 1 << 18 };
static const char not_written[] = "the record could not be written";
static const char not_complete[] = "the record is not complete";
static const char not_opened[] = "the file could not be opened";
static const char in_use[] = "another program is writing to this file";
static const char not_its_end[] = "the file must end with this game, an event a line";

/* Returns the words after setting errno. */
static const char *fail(const char *words, int error) {
    errno = error;
    return words;
}

/* Opens and locks the file. A write past the file size limit then fails as on a full disk. */
static const char *open_file(struct recorder *recorder, const char *name, int flags) {
    *recorder = (struct recorder){.file = -1};
    signal(SIGXFSZ, SIG_IGN);
    int file = open(name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file < 0) return not_opened;
    if (flock(file, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) {
        close(file);
        return fail(in_use, EBUSY);
    }
    recorder->name = name;
    recorder->file = file;
    return NULL;
}

const char *recorder_open(struct recorder *recorder, const char *name) {
    return open_file(recorder, name, O_WRONLY | O_CREAT | O_EXCL);
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
static int add_line(struct recorder *recorder, struct text *line) {
    text_char(line, '\n');
    assert(!line->cut);
    char *pending = grow(recorder->pending, &recorder->pending_capacity,
                         recorder->pending_length + line->length, 1);
    if (!pending) return -1;
    recorder->pending = pending;
    memcpy(pending + recorder->pending_length, line->at, line->length);
    recorder->pending_length += line->length;
    return 0;
}

static off_t end_of(const struct recorder *recorder) {
    return recorder->length + (off_t)recorder->pending_length;
}

static void put_seats(const struct recorder_seats *seats, struct text *out) {
    json_put_key(out, "seats");
    json_open(out, '[');
    for (int seat = 0; seat < seats->count; seat++) json_put_string(out, seats->names[seat]);
    json_close(out, ']');
}

static void put_head(const struct session *session, const struct recorder_seats *seats,
                     struct text *out) {
    json_open(out, '{');
    if (session->fresh)
        record_put_head(session->game, session->params, out);
    else
        record_put_start(session->game, session->origin, out);
    if (seats && seats->count) put_seats(seats, out);
    json_close(out, '}');
}

static int add_head(struct recorder *recorder, const struct session *session,
                    const struct recorder_seats *seats) {
    char *buffer = malloc(HEAD_BYTES);
    if (!buffer) return -1;
    struct text line = text_over(buffer, HEAD_BYTES);
    put_head(session, seats, &line);
    int status = add_line(recorder, &line);
    free(buffer);
    return status;
}

static void pass_event(struct recorder *recorder, const struct session *session) {
    struct event event = session->events[recorder->count++].event;
    session->game->apply(recorder->state, event.who, event.act);
}

static int add_event(struct recorder *recorder, const struct session *session) {
    char buffer[EVENT_BYTES];
    struct text line = text_over(buffer, sizeof buffer);
    off_t *places = grow(recorder->places, &recorder->places_capacity, recorder->count + 1,
                         sizeof *recorder->places);
    if (!places) return -1;
    recorder->places = places;
    places[recorder->count] = end_of(recorder);
    record_put_event(session->game, recorder->state, session->events[recorder->count].event, &line);
    if (add_line(recorder, &line) < 0) return -1;
    pass_event(recorder, session);
    return 0;
}

/* Adds the events that are missing. Returns 0, or -1 if out of memory, with errno. */
static int add_events(struct recorder *recorder, const struct session *session) {
    recorder->starved = false;
    while (recorder->count < session->count && !recorder->starved)
        recorder->starved = add_event(recorder, session) < 0;
    if (recorder->starved) errno = ENOMEM;
    return recorder->starved ? -1 : 0;
}

/* Makes the record end at a byte of it. */
static void cut_at(struct recorder *recorder, off_t end) {
    if (end >= recorder->length) {
        recorder->pending_length = (size_t)(end - recorder->length);
        return;
    }
    recorder->length = end;
    recorder->pending_length = 0;
    recorder->longer = true;
}

/* Goes to the beginning of the session's game. Returns -1 if out of memory. */
static int rewind_state(struct recorder *recorder, const struct session *session) {
    if (!recorder->state) recorder->state = malloc(session->game->state_max);
    if (!recorder->state) return -1;
    game_copy(session->game, recorder->state, session->origin);
    recorder->count = 0;
    return 0;
}

const char *recorder_begin(struct recorder *recorder, const struct session *session,
                           const struct recorder_seats *seats, bool keep) {
    if (!recorder->name) return NULL;
    if (keep)
        recorder->begin = end_of(recorder);
    else
        cut_at(recorder, recorder->begin);
    recorder->starved =
        rewind_state(recorder, session) < 0 || add_head(recorder, session, seats) < 0;
    recorder->begun = !recorder->starved;
    return recorder->begun ? recorder_keep(recorder, session) : fail(not_written, ENOMEM);
}

/* Drops the events that the session undid. */
static void cut(struct recorder *recorder, const struct session *session) {
    if (recorder->count <= session->count) return;
    cut_at(recorder, recorder->places[session->count]);
    rewind_state(recorder, session);
    while (recorder->count < session->count) pass_event(recorder, session);
}

/* Returns 0, or -1 with errno; then some bytes may have been written. */
static int write_pending(const struct recorder *recorder) {
    for (size_t done = 0; done < recorder->pending_length;) {
        ssize_t more = pwrite(recorder->file, recorder->pending + done,
                              recorder->pending_length - done, recorder->length + (off_t)done);
        if (more < 0 && errno == EINTR) continue;
        if (more == 0) errno = ENOSPC;
        if (more <= 0) return -1;
        done += (size_t)more;
    }
    return 0;
}

/* Removes what is behind the bytes that stand. */
static int trim(struct recorder *recorder) {
    if (recorder->longer && ftruncate(recorder->file, recorder->length) < 0) return -1;
    recorder->longer = false;
    return 0;
}

/* Brings the file up to date, or leaves it without a torn line. Returns 0, or -1 with errno. */
static int bring(struct recorder *recorder) {
    if (trim(recorder) < 0) return -1;
    if (write_pending(recorder) < 0) {
        int error = errno;
        recorder->longer = true;
        trim(recorder);
        errno = error;
        return -1;
    }
    recorder->length = end_of(recorder);
    recorder->pending_length = 0;
    return 0;
}

const char *recorder_keep(struct recorder *recorder, const struct session *session) {
    if (!recorder->name || !recorder->begun) return NULL;
    cut(recorder, session);
    bool failed = add_events(recorder, session) < 0 || bring(recorder) < 0;
    bool first = failed && !recorder->failing;
    recorder->failing = failed;
    return first ? not_written : NULL;
}

/* Returns -1 if the file could not be closed. */
static int release(struct recorder *recorder) {
    int status = close(recorder->file);
    free(recorder->state);
    free(recorder->places);
    free(recorder->pending);
    *recorder = (struct recorder){.file = -1};
    return status;
}

const char *recorder_close(struct recorder *recorder) {
    if (!recorder->name) return NULL;
    int error = bring(recorder) < 0 ? errno : recorder->starved ? ENOMEM : 0;
    if (recorder->length == 0) unlink(recorder->name);
    if (release(recorder) < 0 && !error) error = errno;
    return error ? fail(not_complete, error) : NULL;
}

/* Reads bytes of the file. Returns false if it has not so many. */
static bool read_at(const struct recorder *recorder, char *bytes, size_t length, off_t at) {
    for (size_t done = 0; done < length;) {
        ssize_t more = pread(recorder->file, bytes + done, length - done, at + (off_t)done);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) return false;
        done += (size_t)more;
    }
    return true;
}

/* Returns where the line begins that ends at `end`, if it is the head of this session's record;
 * else -1. `buffer` holds HEAD_BYTES. */
static off_t find_head(const struct recorder *recorder, const struct session *session, off_t end,
                       char *buffer, char *wanted) {
    struct text head = text_over(wanted, HEAD_BYTES);
    size_t length = end < HEAD_BYTES ? (size_t)end : HEAD_BYTES, line = length;
    put_head(session, NULL, &head);
    if (length == 0 || !read_at(recorder, buffer, length, end - (off_t)length)) return -1;
    if (buffer[--line] != '\n') return -1;
    while (line > 0 && buffer[line - 1] != '\n') line--;
    size_t same = head.length - 1; /* other fields may stand before its bracket */
    bool found = length - line > same && memcmp(buffer + line, wanted, same) == 0;
    return found ? end - (off_t)(length - line) : -1;
}

/* Compares the end of the file with the lines that are pending, which are all of the session's. */
static const char *compare(struct recorder *recorder, const struct session *session, off_t size) {
    off_t events = size - (off_t)recorder->pending_length;
    size_t room = recorder->pending_length > HEAD_BYTES ? recorder->pending_length : HEAD_BYTES;
    char *buffer = malloc(room), *wanted = malloc(HEAD_BYTES);
    const char *wrong = buffer && wanted ? NULL : fail(not_opened, ENOMEM);
    if (!wrong && (events < 0 || !read_at(recorder, buffer, recorder->pending_length, events) ||
                   memcmp(buffer, recorder->pending, recorder->pending_length) != 0 ||
                   (recorder->begin = find_head(recorder, session, events, buffer, wanted)) < 0))
        wrong = fail(not_its_end, EINVAL);
    free(buffer);
    free(wanted);
    return wrong;
}

/* Takes the events as if they were to be written, and finds them in the file. */
static const char *find_events(struct recorder *recorder, const struct session *session) {
    struct stat status;
    if (fstat(recorder->file, &status) < 0) return not_opened;
    if (!S_ISREG(status.st_mode)) return fail(not_its_end, EINVAL);
    if (rewind_state(recorder, session) < 0 || add_events(recorder, session) < 0)
        return fail(not_opened, ENOMEM);
    const char *wrong = compare(recorder, session, status.st_size);
    off_t events = status.st_size - (off_t)recorder->pending_length;
    for (size_t i = 0; i < recorder->count; i++) recorder->places[i] += events;
    recorder->pending_length = 0;
    recorder->length = status.st_size;
    recorder->begun = true;
    return wrong;
}

const char *recorder_continue(struct recorder *recorder, const char *name,
                              const struct session *session) {
    const char *wrong = open_file(recorder, name, O_RDWR);
    if (wrong || !(wrong = find_events(recorder, session))) return wrong;
    int error = errno;
    release(recorder);
    return fail(wrong, error);
}
