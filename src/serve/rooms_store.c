/* What the store is asked: top lists, players, games, records. Answers come later, on the loop; who
 * has left meanwhile is forgotten. */
#include "games/games.h"
#include "play/journal.h"
#include "serve/rooms_private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The longest journal whose record is sent: so many events do not hold the loop up. */
enum { JOURNAL_MAX = 1 << 15 };
enum { COUNT = 20 }; /* of lines, if none is asked for */

static int count_questions(const struct rooms_client *client) {
    int count = 0;
    for (const struct rooms_private_question *question = client->questions; question;
         question = question->next)
        count++;
    return count;
}

static struct rooms_private_question *question_new(struct rooms_client *client,
                                                   struct json request) {
    struct json id = json_get(request, "id");
    size_t length;
    const char *raw = json_raw(id, &length);
    struct rooms_private_question *question = NULL;
    if (count_questions(client) >= ROOMS_PRIVATE_QUESTIONS_MAX)
        rooms_fail(client, id, "LIMIT", "wait for the answers to your earlier questions");
    else if (length >= ROOMS_PRIVATE_ID_BYTES)
        rooms_fail(client, id, "LIMIT", "id must be at most 255 bytes long here");
    else if (!(question = calloc(1, sizeof *question)))
        rooms_fail(client, id, "LIMIT", "there is not enough memory");
    if (!question) return NULL;
    memcpy(question->id, raw, length);
    question->client = client;
    return question;
}

/* Keeps a question that was asked; 0 as its tag means that it was not. */
static void question_keep(struct rooms_private_question *question, struct json request,
                          uint64_t tag) {
    struct rooms_client *client = question->client;
    if (tag == 0) {
        free(question);
        rooms_fail(client, json_get(request, "id"), "LIMIT", "the store is busy: try again later");
        return;
    }
    question->tag = tag;
    question->next = client->questions;
    client->questions = question;
}

static void question_end(struct rooms_private_question *question) {
    struct rooms_private_question **at = &question->client->questions;
    while (*at != question) at = &(*at)->next;
    *at = question->next;
    free(question);
}

void rooms_store_forget(struct rooms_client *client) {
    while (client->questions) {
        server_forget(client->rooms->server, client->questions->tag);
        question_end(client->questions);
    }
}

static struct text begin_answer(const struct rooms_private_question *question) {
    struct text out = text_over(question->client->rooms->scratch, ROOMS_TEXT_BYTES);
    json_open(&out, '{');
    json_put_key(&out, "id");
    json_put_raw(&out, question->id, strlen(question->id));
    json_field_bool(&out, "ok", true);
    return out;
}

static void fail(struct rooms_private_question *question, const char *code, const char *message) {
    struct rooms_client *client = question->client;
    struct json_token tokens[ROOMS_PRIVATE_ID_BYTES];
    struct json_doc doc;
    json_parse(&doc, question->id, strlen(question->id), tokens, ROOMS_PRIVATE_ID_BYTES);
    rooms_fail(client, json_root(&doc), code, message);
    question_end(question);
}

static void end_answer(struct rooms_private_question *question, struct text *out) {
    json_close(out, '}');
    if (out->cut) {
        fail(question, "LIMIT", "the answer is too large");
        return;
    }
    struct frames_buffer *frame = rooms_frame(out);
    rooms_send(question->client, frame);
    frames_drop(frame);
    question_end(question);
}

static void put_ratings(const struct store_answer *answer, struct text *out) {
    json_put_key(out, "ratings");
    json_open(out, '[');
    for (int i = 0; i < answer->count; i++) {
        const struct store_rating *rating = &answer->ratings[i];
        json_open(out, '{');
        json_field_string(out, "name", rating->name);
        json_field_string(out, "game", rating->game);
        json_field_bool(out, "agent", rating->agent);
        json_field_int(out, "rating", lround(rating->rating));
        json_field_int(out, "deviation", lround(rating->deviation));
        json_field_int(out, "games", rating->games);
        json_field_int(out, "wins", rating->wins);
        json_field_int(out, "when", rating->when);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void take_ratings(void *self, const struct store_answer *answer) {
    struct rooms_private_question *question = self;
    if (*answer->wrong) {
        fail(question, "NOT_NOW", answer->wrong);
        return;
    }
    struct text out = begin_answer(question);
    put_ratings(answer, &out);
    end_answer(question, &out);
}

static void put_game(const struct store_game *game, struct text *out) {
    json_field_int(out, "record", game->id);
    json_field_bool(out, "race", game->race);
    json_field_bool(out, "rated", game->rated);
    json_field_int(out, "ended", game->ended);
    json_field_int(out, "seconds", lround(game->seconds));
    json_put_key(out, "seats");
    json_open(out, '[');
    for (int i = 0; i < game->seats_count; i++) {
        const struct store_seat *seat = &game->seats[i];
        json_open(out, '{');
        json_field_string(out, "name", seat->name);
        json_field_bool(out, "agent", seat->agent);
        json_field_int(out, "points", seat->points);
        json_field_int(out, "rank", seat->rank);
        json_field_int(out, "rating", lround(seat->after));
        json_field_int(out, "gain", lround(seat->after - seat->before));
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void take_games(void *self, const struct store_answer *answer) {
    struct rooms_private_question *question = self;
    if (*answer->wrong) {
        fail(question, "NOT_NOW", answer->wrong);
        return;
    }
    struct text out = begin_answer(question);
    json_put_key(&out, "games");
    json_open(&out, '[');
    for (int i = 0; i < answer->count; i++) {
        json_open(&out, '{');
        json_field_string(&out, "game", answer->games[i].game);
        put_game(&answer->games[i], &out);
        json_close(&out, '}');
    }
    json_close(&out, ']');
    end_answer(question, &out);
}

/* Writes the events of a session, which is played once more for that. */
static void put_events(struct session *session, struct text *out) {
    const struct game *game = session->game;
    game_copy(game, session->state, session->origin);
    for (size_t i = 0; i < session->count && !out->cut; i++) {
        struct event event = session->events[i].event;
        record_put_event(game, session->state, event, out);
        game->apply(session->state, event.who, event.act);
    }
}

/* Writes the fields of a record. Returns NULL, or what is wrong with it. */
static const char *put_record(const struct store_game *stored, int table, struct text *out) {
    const struct game *game = games_find(stored->game);
    if (!game) return "this server does not know the game";
    if (table >= stored->journals_count) return "seat must be one of the race";
    if (stored->journals[table].length > JOURNAL_MAX) return "the record is too large";
    struct session session;
    const char *wrong = journal_play(game, stored->params, stored->journals[table].bytes,
                                     stored->journals[table].length, &session);
    if (!wrong) {
        record_put_head(game, stored->params, out);
        json_put_key(out, "events");
        json_open(out, '[');
        put_events(&session, out);
        json_close(out, ']');
    }
    session_release(&session);
    return wrong;
}

static void take_record(void *self, const struct store_answer *answer) {
    struct rooms_private_question *question = self;
    if (*answer->wrong || answer->game.id == 0) {
        fail(question, *answer->wrong ? "NOT_NOW" : "NO_RECORD",
             *answer->wrong ? answer->wrong : "there is no such record");
        return;
    }
    struct text out = begin_answer(question);
    put_game(&answer->game, &out);
    const char *wrong = put_record(&answer->game, question->seat, &out);
    if (wrong)
        fail(question, "LIMIT", wrong);
    else
        end_answer(question, &out);
}

void rooms_store_top(struct rooms_client *client, struct json request, double now) {
    const struct game *game = NULL;
    int count = COUNT;
    (void)now;
    if (!rooms_read_game(client, request, true, &game) ||
        !rooms_read_int(client, request, "count", 1, STORE_TOP_MAX, &count))
        return;
    struct rooms_private_question *question = question_new(client, request);
    if (question)
        question_keep(
            question, request,
            server_ask_top(client->rooms->server, game->name, count, take_ratings, question));
}

void rooms_store_player(struct rooms_client *client, struct json request, double now) {
    char name[STORE_NAME_BYTES];
    int count = COUNT;
    (void)now;
    if (!rooms_read_string(client, request, "name", true, name, sizeof name) ||
        !rooms_read_int(client, request, "count", 1, STORE_HISTORY_MAX, &count))
        return;
    struct rooms_private_question *question = question_new(client, request);
    if (question)
        question_keep(
            question, request,
            server_ask_history(client->rooms->server, name, count, take_ratings, question));
}

void rooms_store_games(struct rooms_client *client, struct json request, double now) {
    const struct game *game = NULL;
    int count = COUNT;
    (void)now;
    if (!rooms_read_game(client, request, false, &game) ||
        !rooms_read_int(client, request, "count", 1, STORE_RECENT_MAX, &count))
        return;
    struct rooms_private_question *question = question_new(client, request);
    if (question)
        question_keep(question, request,
                      server_ask_recent(client->rooms->server, game ? game->name : "", count,
                                        take_games, question));
}

void rooms_store_record(struct rooms_client *client, struct json request, double now) {
    int64_t record;
    int seat = 0;
    (void)now;
    if (!json_int(json_get(request, "record"), 1, INT64_MAX, &record)) {
        rooms_fail_field(client, request, "record", "must be the number of a record");
        return;
    }
    if (!rooms_read_int(client, request, "seat", 0, SEATS_MAX - 1, &seat)) return;
    struct rooms_private_question *question = question_new(client, request);
    if (!question) return;
    question->seat = seat;
    question_keep(question, request,
                  server_ask_record(client->rooms->server, record, take_record, question));
}
