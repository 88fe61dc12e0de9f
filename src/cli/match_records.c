/* Each record is written at once, as a line of its own, when its turn has come. */
#include "cli/cli.h"
#include "cli/match.h"
#include "game/record.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE_BYTES = 4096, AGENT_BYTES = 96 };

int match_records_open(struct match_records *records, const char *name,
                       const struct match_plan *plan) {
    *records = (struct match_records){.plan = plan};
    if (!name) return -1;
    records->state = malloc(plan->game->state_max);
    if (!records->state) return cli_fail("there is not enough memory");
    records->file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (records->file >= 0) {
        records->name = name;
        return -1;
    }
    free(records->state);
    if (errno == EEXIST) return cli_complain("%s exists; --records must name a new file", name);
    if (errno == ENOSPC || errno == EIO || errno == ENOMEM)
        return cli_fail("%s: %s", name, strerror(errno));
    return cli_complain("%s: %s", name, strerror(errno));
}

/* Returns 0, or -1 if out of memory. */
static int add(struct match_records *records, const struct text *piece) {
    size_t needed = records->line_length + piece->length, capacity = records->line_capacity;
    assert(!piece->cut);
    while (capacity < needed) capacity = capacity ? 2 * capacity : 1 << 16;
    if (capacity > records->line_capacity) {
        char *line = realloc(records->line, capacity);
        if (!line) return -1;
        records->line = line;
        records->line_capacity = capacity;
    }
    memcpy(records->line + records->line_length, piece->at, piece->length);
    records->line_length = needed;
    return 0;
}

/* The head's own fields, which readers ignore, tell who played. */
static int add_head(struct match_records *records, const struct match_game *game) {
    const struct match_plan *plan = records->plan;
    char buffer[PIECE_BYTES], name[AGENT_BYTES];
    struct text piece = text_over(buffer, sizeof buffer);
    json_open(&piece, '{');
    record_put_head(plan->game, plan->params, &piece);
    json_field_int(&piece, "number", game->number);
    json_put_key(&piece, "agents");
    json_open(&piece, '[');
    for (int seat = 0; seat < plan->seats; seat++) {
        struct text agent = text_over(name, sizeof name);
        match_plan_put_agent(plan, game->agents[seat], &agent);
        json_put_string(&piece, name);
    }
    json_close(&piece, ']');
    json_put_key(&piece, "events");
    json_open(&piece, '[');
    return add(records, &piece);
}

static int add_event(struct match_records *records, struct event event, bool first) {
    const struct game *game = records->plan->game;
    char buffer[PIECE_BYTES];
    struct text piece = text_over(buffer, sizeof buffer), comma = text_over((char[2]){0}, 2);
    text_char(&comma, ',');
    record_put_event(game, records->state, event, &piece);
    game->apply(records->state, event.who, event.act);
    return (first ? 0 : add(records, &comma)) < 0 ? -1 : add(records, &piece);
}

static int add_record(struct match_records *records, const struct match_game *game) {
    char buffer[8];
    struct text piece = text_over(buffer, sizeof buffer);
    records->line_length = 0;
    if (add_head(records, game) < 0) return -1;
    records->plan->game->start(records->state, records->plan->params);
    for (size_t i = 0; i < game->count; i++)
        if (add_event(records, game->events[i], i == 0) < 0) return -1;
    text_string(&piece, "]}\n");
    return add(records, &piece);
}

/* Returns 0, or an errno; then some bytes may have been written. */
static int write_line(const struct match_records *records) {
    for (size_t done = 0; done < records->line_length;) {
        ssize_t more = pwrite(records->file, records->line + done, records->line_length - done,
                              records->length + (off_t)done);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return errno;
        if (more == 0) return ENOSPC;
        done += (size_t)more;
    }
    return 0;
}

void match_records_tell(void *self, const struct match_game *game) {
    struct match_records *records = self;
    if (records->error) return;
    records->error = add_record(records, game) < 0 ? ENOMEM : write_line(records);
    if (!records->error)
        records->length += (off_t)records->line_length;
    else if (ftruncate(records->file, records->length) < 0)
        records->error = errno;
}

int match_records_close(struct match_records *records, int status) {
    if (!records->name) return status;
    if (records->length == 0) unlink(records->name);
    if (close(records->file) < 0 && !records->error) records->error = errno;
    free(records->line);
    free(records->state);
    if (!records->error) return status;
    return cli_fail("the records in %s are not complete: %s", records->name,
                    strerror(records->error));
}
