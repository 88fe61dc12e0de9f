/* The parts of rooms.h, for the files of this folder only. */
#ifndef ROOMS_PRIVATE_H
#define ROOMS_PRIVATE_H

#include "game/record.h"
#include "hall/room.h"
#include "serve/rooms.h"

enum { ROOMS_PRIVATE_QUESTIONS_MAX = 4 };
enum { ROOMS_PRIVATE_ID_BYTES = 256, ROOMS_PRIVATE_LIST_MAX = 100 };
/* Who looks at a table: a seat, somebody else, or anybody where nothing is hidden. */
enum { ROOMS_PRIVATE_WATCHER = -1, ROOMS_PRIVATE_ANYBODY = -2 };

/* Events of a table that are sent together to all who see the same of them. */
struct rooms_private_batch {
    struct rooms_private_batch *next;
    int table, viewer;
    uint64_t serial; /* of the last event in it */
    size_t first, count;
    char *bytes;
    size_t length, capacity;
    const struct game *game;
    void *state; /* after the last event, if some were hidden; else NULL */
    bool hidden, lost /* out of memory */;
};

/* The clients in a room. */
struct rooms_private_stream {
    struct rooms_private_stream *next, *prior; /* of all */
    uint32_t room;
    struct rooms_client *clients;
    struct rooms_private_batch *batches;
    bool dirty;
    struct rooms_private_stream *dirty_next;
};

/* What was asked of the store. */
struct rooms_private_question {
    struct rooms_private_question *next;
    struct rooms_client *client;
    uint64_t tag;
    int seat; /* of a race's record */
    char id[ROOMS_PRIVATE_ID_BYTES];
};

/* rooms.c: answers. */
struct text rooms_begin_answer(struct rooms_client *client, struct json id);
void rooms_end_answer(struct rooms_client *client, struct json id, struct text *out);
/* Makes a frame of a text; NULL if it was cut, or out of memory. */
struct frames_buffer *rooms_frame(const struct text *out);
/* Hands a frame over; NULL if it could not be made. */
void rooms_send(struct rooms_client *client, struct frames_buffer *frame);
/* Answers an error. Always returns false. */
bool rooms_fail(struct rooms_client *client, struct json id, const char *code, const char *message);
/* The same for an act that the rules do not allow now. */
bool rooms_fail_reason(struct rooms_client *client, struct json id, const char *message,
                       const char *reason);
bool rooms_fail_field(struct rooms_client *client, struct json request, const char *key,
                      const char *message);
/* Read fields of a request: a string, without U+0000; a whole number; a truth; a game by its name.
 * One that is absent stays as it is, if it is not `needed`. Return false after answering an error.
 */
bool rooms_read_string(struct rooms_client *client, struct json request, const char *key,
                       bool needed, char *out, size_t capacity);
bool rooms_read_int(struct rooms_client *client, struct json request, const char *key, int min,
                    int max, int *out);
bool rooms_read_bool(struct rooms_client *client, struct json request, const char *key, bool *out);
bool rooms_read_game(struct rooms_client *client, struct json request, bool needed,
                     const struct game **out);

/* A command answers; in rooms_hall.c, rooms_play.c and rooms_store.c. */
typedef void rooms_private_command(struct rooms_client *client, struct json request, double now);
rooms_private_command rooms_hall_enter, rooms_hall_return, rooms_hall_leave, rooms_hall_list;
rooms_private_command rooms_play_create, rooms_play_join, rooms_play_watch, rooms_play_leave;
rooms_private_command rooms_play_ready, rooms_play_act, rooms_play_pause, rooms_play_chat;
rooms_private_command rooms_play_agent, rooms_play_dismiss;
rooms_private_command rooms_store_top, rooms_store_player, rooms_store_games, rooms_store_record;
/* Gives up what a client that leaves has asked the store. */
void rooms_store_forget(struct rooms_client *client);

/* rooms_json.c */
/* Write a field: a number, or null where it is not known; a word, or null for "". */
void rooms_json_number(struct text *out, const char *key, bool known, int64_t number);
void rooms_json_word(struct text *out, const char *key, const char *word);
/* Writes a room, with what was said in it or without. */
void rooms_json_room(const struct room *room, bool said, double now, struct text *out);
/* Writes where a member is: `room`, which may be NULL, and `seat`. */
void rooms_json_place(const struct member *member, double now, struct text *out);
/* Writes the rooms of a game, or of all if that is NULL, and who is there. */
void rooms_json_list(const struct server *server, const struct game *game, int from,
                     struct text *out);
/* Writes how a round ended. */
void rooms_json_end(const struct room *room, struct text *out);

/* rooms_push.c: what a member is told, as hall.h's `tell`. */
void rooms_push_tell(void *self, const struct hall_message *message);
/* Follows the member to its room, or out of it. */
void rooms_push_follow(struct rooms_client *client);
/* Gets no more of the room it was in. */
void rooms_push_leave(struct rooms_client *client);
/* Sends the tables of the round as they are now. */
void rooms_push_begin(struct rooms_client *client);

#endif
