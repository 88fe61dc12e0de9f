/* The record of a kept game. Its journal is played by the rules first: what is printed can be read
 * again, whatever the database holds. */
#include "cli/cli.h"
#include "cli/results.h"
#include "game/record.h"
#include "games/games.h"
#include "play/journal.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1 << 16, NAME_BYTES = 7 * STORE_NAME_BYTES };

static void put_name(const struct store_seat *seat, struct text *out) {
    char shown[NAME_BYTES];
    struct text text = text_over(shown, sizeof shown);
    text_printable(&text, seat->name, strlen(seat->name));
    json_put_string(out, shown);
}

/* The head tells who played, as that of a match does; of a race, the one whose record it is. */
static void put_head(const struct game *game, const struct store_game *kept, int seat, char *line) {
    struct text out = text_over(line, LINE_BYTES);
    json_open(&out, '{');
    record_put_head(game, kept->params, &out);
    json_put_key(&out, "seats");
    json_open(&out, '[');
    for (int i = kept->race ? seat : 0; i < (kept->race ? seat + 1 : kept->seats_count); i++)
        put_name(&kept->seats[i], &out);
    json_close(&out, ']');
    json_close(&out, '}');
    assert(!out.cut);
    puts(line);
}

static void put_events(const struct session *session, void *state, char *line) {
    game_copy(session->game, state, session->origin);
    for (size_t i = 0; i < session->count; i++) {
        struct event event = session->events[i].event;
        struct text out = text_over(line, LINE_BYTES);
        record_put_event(session->game, state, event, &out);
        assert(!out.cut);
        puts(line);
        session->game->apply(state, event.who, event.act);
    }
}

static int put_session(const struct session *session, const struct store_game *kept, int seat) {
    char *line = malloc(LINE_BYTES);
    void *state = malloc(session->game->state_max);
    bool fine = line && state;
    if (fine) {
        put_head(session->game, kept, seat, line);
        put_events(session, state, line);
    }
    free(line);
    free(state);
    return fine ? CLI_FINE : cli_fail("there is not enough memory");
}

int results_record_put(const struct store_game *kept, int seat) {
    const struct game *game = games_find(kept->game);
    struct session session;
    if (!game) return cli_fail("this Tilewright does not know the game '%s'", kept->game);
    if (seat >= kept->journals_count) return cli_fail("the game has no record");
    const char *wrong = journal_play(game, kept->params, kept->journals[seat].bytes,
                                     kept->journals[seat].length, &session);
    int status = wrong ? cli_fail("the record cannot be read: %s", wrong)
                       : put_session(&session, kept, seat);
    session_release(&session);
    return status;
}
