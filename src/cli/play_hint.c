/* Hints at the prompt: the game's standard agent thinks for a moment. It is kept for the next. */
#include "base/bits.h"
#include "cli/cli.h"
#include "cli/play.h"
#include "host/system.h"
#include "play/advisor.h"
#include "play/player.h"
#include <stdio.h>
#include <stdlib.h>

enum { MILLISECONDS = 300, HINT_BYTES = 2 * SCREEN_NAME_BYTES };

struct play_hint {
    struct host_system system;
    struct advisor advisor;
};

void play_hint_free(struct play_hint *hint) {
    if (!hint) return;
    advisor_release(&hint->advisor);
    host_system_release(&hint->system);
    free(hint);
}

static struct play_hint *new_hint(const struct game *game) {
    struct play_hint *hint = calloc(1, sizeof *hint);
    if (!hint) return NULL;
    host_system_init(&hint->system);
    const struct agent *agent = player_standard(game);
    if (advisor_init(&hint->advisor, game, agent, &hint->system.host) == 0) {
        hint->advisor.query.budget.milliseconds = MILLISECONDS;
        return hint;
    }
    play_hint_free(hint);
    return NULL;
}

/* Returns the player that the line named before, else the first who may move; -1 if nobody may. */
static int find_player(const struct play *play) {
    const struct session *session = &play->session;
    uint32_t seats = session->game->movers(session->state) & PLAY_SEATS;
    if (seats & play->named) seats &= play->named;
    return seats ? bits_low(seats) : -1;
}

/* Prints what an answer may have. */
static void put_more(const struct advisor *advisor,
                     bool (*write)(const struct advisor *advisor, struct text *out)) {
    char line[ADVISOR_WHY_BYTES];
    struct text text = text_over(line, sizeof line);
    if (write(advisor, &text)) screen_put_text(line);
}

static void put_hint(const struct advisor *advisor) {
    char line[HINT_BYTES];
    struct text text = text_over(line, sizeof line);
    const struct advice *advice = &advisor->verdict.advice;
    const struct candidate *best = &advice->candidates[0];
    text_string(&text, "Hint: ");
    if (advisor->query.game->shape(advisor->query.state).seats > 1)
        text_format(&text, "player %d: ", advisor->query.who + 1);
    advisor_name(advisor, best->act, &text);
    if (best->visits) {
        text_string(&text, " (");
        advisor_write_worth(advisor, best->value, &text);
        advisor_write_chance(advisor, best, ", chance", &text);
        text_format(&text, "%s)",
                    advice->proven   ? ", proven"
                    : advice->solved ? "; searched up to where luck comes in next"
                                     : "");
    }
    screen_put_text(line);
    put_more(advisor, advisor_write_why);
    put_more(advisor, advisor_write_other);
}

/* Prints the expected play in words, if it is more than one act. */
static void put_line(const struct advisor *advisor) {
    char line[ADVISOR_LINE_BYTES];
    struct text text = text_over(line, sizeof line);
    if (advisor_write_line(advisor, "Expected: ", advice_line(&advisor->verdict), &text))
        screen_put_text(line);
}

static void think(struct play *play, struct advisor *advisor) {
    struct advice_query *query = &advisor->query;
    struct advice_fault fault;
    game_copy(query->game, query->state, play->session.state);
    query->who = advice_find_seat(query, find_player(play), &fault);
    if (query->who < 0) {
        play_line_refuse(play, NULL);
        printf("There is no hint: %s.\n", fault.message);
        return;
    }
    query->rng = rng_new(play->session.count, 0);
    advice_ask(query, &advisor->verdict);
    if (advisor->verdict.advice.hopeless)
        printf("There is no hint: %s.\n", advisor->verdict.advice.hopeless);
    else
        put_hint(advisor), put_line(advisor);
}

int play_hint_give(struct play *play) {
    if (!play->hint) play->hint = new_hint(play->session.game);
    if (!play->hint) return cli_fail("there is not enough memory");
    think(play, &play->hint->advisor);
    return -1;
}
