/* Members come and go, and time passes. The heap knows which room is due first; what an agent
 * thought of is told by its room's place in the list of those that are woken. */
#include "hall/hall.h"
#include "base/hash.h"
#include "games/games.h"
#include "hall/hall_names.h"
#include "hall/room_private.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double list_seconds = 0.25; /* from one HALL_LIST to the next */

static int most_choices(void) {
    int most = 1;
    for (int i = 0; games_list[i]; i++)
        if (games_list[i]->choices_max > most) most = games_list[i]->choices_max;
    return most;
}

static struct hall_private *make_private(void) {
    struct hall_private *private = calloc(1, sizeof *private);
    if (!private) return NULL;
    private->list_told = -INFINITY;
    private->scratch = malloc((size_t)most_choices() * sizeof *private->scratch);
    if (private->scratch && hall_index_init(&private->names) == 0 &&
        hall_index_init(&private->ids) == 0)
        return private;
    hall_index_release(&private->names);
    free(private->scratch);
    free(private);
    return NULL;
}

struct hall *hall_new(const struct hall_setup *setup) {
    struct hall *hall = calloc(1, sizeof *hall);
    if (!hall) return NULL;
    hall->setup = *setup;
    hall->private = make_private();
    if (hall->private) return hall;
    free(hall);
    return NULL;
}

void hall_free_result(struct hall *hall, struct hall_private_result *result) {
    for (int i = 0; i < SEATS_MAX; i++) journal_release(&result->result.journals[i]);
    if (result->prior) result->prior->next = result->next;
    if (result->next) result->next->prior = result->prior;
    if (hall->private->results == result) hall->private->results = result->next;
    free(result);
}

/* Writes what is equal for names that are the same, as the store has it; returns its hash. */
static uint64_t fold(const char *name, char small[HALL_NAME_BYTES]) {
    struct text text = text_over(small, HALL_NAME_BYTES);
    text_small(&text, name, strlen(name));
    return hash_bytes(small, text.length);
}

/* Finds a member by name, in any case of letters. */
static struct member *find_member(const struct hall *hall, const char *name) {
    char wanted[HALL_NAME_BYTES], small[HALL_NAME_BYTES];
    struct hall_index_link *link = hall_index_find(&hall->private->names, fold(name, wanted));
    for (; link; link = hall_index_next(link)) {
        struct member *member = &((struct hall_private_member *)link)->member;
        fold(member->name, small);
        if (strcmp(small, wanted) == 0) return member;
    }
    return NULL;
}

static void add_member(struct hall *hall, struct hall_private_member *entry) {
    struct member *member = &entry->member;
    char small[HALL_NAME_BYTES];
    hall_index_add(&hall->private->names, &entry->link, fold(member->name, small));
    member->prior = hall->members_end;
    if (hall->members_end)
        hall->members_end->next = member;
    else
        hall->members = member;
    hall->members_end = member;
    hall->members_count++;
    hall->private->listed = true;
}

static void free_member(struct member *member) {
    struct hall *hall = member->hall;
    struct hall_private_member *entry =
        (struct hall_private_member *)((char *)member -
                                       offsetof(struct hall_private_member, member));
    hall_index_remove(&hall->private->names, &entry->link);
    if (member->prior)
        member->prior->next = member->next;
    else
        hall->members = member->next;
    if (member->next)
        member->next->prior = member->prior;
    else
        hall->members_end = member->prior;
    hall->members_count--;
    hall->private->listed = true;
    free(entry);
}

void hall_free(struct hall *hall) {
    if (!hall) return;
    for (struct member *member = hall->members; member; member = member->next)
        hall_tell_gone(member, "The server ends.");
    hall->setup.keep = NULL;
    while (hall->rooms) room_close(hall->rooms, hall->private->now);
    while (hall->members) free_member(hall->members);
    while (hall->private->results) hall_free_result(hall, hall->private->results);
    hall_index_release(&hall->private->names);
    hall_index_release(&hall->private->ids);
    hall_heap_release(&hall->private->heap);
    free(hall->private->scratch);
    free(hall->private);
    free(hall);
}

/* Coming and going */

static const char *refuse_name(struct hall *hall, const char *from, char name[HALL_NAME_BYTES]) {
    struct text answer = hall_answer(hall);
    int chars = hall_names_read(from, HALL_NAME_CHARS, name);
    if (chars < 1) {
        text_format(&answer, "The name must have 1 to %d printable characters.", HALL_NAME_CHARS);
        return answer.at;
    }
    if (!find_member(hall, name)) return NULL;
    text_format(&answer, "The name %s is taken; choose another one.", name);
    return answer.at;
}

static const char *refuse_newcomer(struct hall *hall) {
    struct text answer = hall_answer(hall);
    if (hall->ending) return "The server ends; nobody is let in now.";
    if (hall->restricted) return "The game master lets nobody in now.";
    if (hall->members_count < hall->setup.members_max) return NULL;
    text_format(&answer, "The server is full: %d people are here. Try again later.",
                hall->members_count);
    return answer.at;
}

const char *hall_enter(struct hall *hall, const char *name,
                       void (*tell)(void *, const struct hall_message *), void *self, double now,
                       struct member **member) {
    char read[HALL_NAME_BYTES];
    hall->private->now = now;
    const char *wrong = refuse_newcomer(hall);
    if (!wrong) wrong = refuse_name(hall, name, read);
    if (wrong) return wrong;
    struct hall_private_member *entry = calloc(1, sizeof *entry);
    if (!entry) return hall_answer_no_memory;
    *member = &entry->member;
    entry->member = (struct member){.hall = hall, .tell = tell, .self = self, .seat = HALL_NO_SEAT};
    entry->member.id = ++hall->private->member_ids;
    memcpy(entry->member.name, read, sizeof read);
    hall->setup.draw(hall->setup.self, entry->member.token, HALL_TOKEN_BYTES);
    add_member(hall, entry);
    return NULL;
}

const struct member *hall_find_lost(const struct hall *hall, const char *name, double now,
                                    int *seconds) {
    char read[HALL_NAME_BYTES];
    if (hall_names_read(name, HALL_NAME_CHARS, read) < 1) return NULL;
    const struct member *member = find_member(hall, read);
    if (!member || member->tell) return NULL;
    *seconds = (int)fmax(0, ceil(member->lost + HALL_AWAY_SECONDS - now));
    return member;
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_code(const char *code, uint8_t token[HALL_TOKEN_BYTES]) {
    for (int i = 0; i < HALL_TOKEN_BYTES; i++) {
        int high = digit(code[2 * i]), low = high < 0 ? -1 : digit(code[2 * i + 1]);
        if (low < 0) return false;
        token[i] = (uint8_t)(high << 4 | low);
    }
    return code[2 * HALL_TOKEN_BYTES] == '\0';
}

/* Takes the same time for tokens that are alike and for those that are not. */
static bool is_same(const uint8_t *one, const uint8_t *other) {
    volatile uint8_t differs = 0;
    for (int i = 0; i < HALL_TOKEN_BYTES; i++) differs = differs | (one[i] ^ other[i]);
    return differs == 0;
}

void hall_write_code(const struct member *member, char code[HALL_CODE_BYTES]) {
    struct text text = text_over(code, HALL_CODE_BYTES);
    for (int i = 0; i < HALL_TOKEN_BYTES; i++) text_hex(&text, member->token[i], 2);
}

static void come_back(struct member *member, double now) {
    struct room *room = member->room;
    if (!room || member->seat < 0 || !room->seats[member->seat].away) return;
    room->seats[member->seat].away = false;
    member->lost = 0;
    room->private->changed = room->private->listed = true;
    room_note(room, member->name, "is back.");
    room_settle(room, now);
}

const char *hall_return(struct hall *hall, const char *code,
                        void (*tell)(void *, const struct hall_message *), void *self, double now,
                        struct member **member) {
    uint8_t token[HALL_TOKEN_BYTES];
    struct member *found = NULL;
    hall->private->now = now;
    if (!read_code(code, token)) return "The code must have 32 hexadecimal digits.";
    for (struct member *other = hall->members; other; other = other->next)
        if (is_same(other->token, token)) found = other;
    if (!found) return "This code is not known, or no longer; enter with a name.";
    hall_tell_gone(found, "You came back by another connection.");
    found->tell = tell;
    found->self = self;
    *member = found;
    come_back(found, now);
    return NULL;
}

void hall_lose(struct member *member, double now) {
    struct room *room = member->room;
    member->hall->private->now = now;
    member->tell = NULL;
    if (!room || member->seat < 0) {
        hall_leave(member, now);
        return;
    }
    struct room_seat *seat = &room->seats[member->seat];
    if (seat->away) return;
    member->lost = now;
    seat->away = true;
    seat->ready = false;
    if (room->clock && room_round_has(room, member->seat))
        room_round_stop(room, member->seat, true, now);
    room->private->changed = room->private->listed = true;
    room_note(room, member->name, "lost the connection; the seat is kept for a minute.");
    room_settle(room, now);
}

void hall_leave(struct member *member, double now) {
    member->hall->private->now = now;
    member->tell = NULL;
    if (member->room) room_part(member, now);
    free_member(member);
}

const char *hall_kick(struct hall *hall, const char *name, const char *why, double now) {
    char read[HALL_NAME_BYTES];
    struct text answer = hall_answer(hall);
    hall->private->now = now;
    struct member *member =
        hall_names_read(name, HALL_NAME_CHARS, read) > 0 ? find_member(hall, read) : NULL;
    if (!member) {
        text_string(&answer, "Nobody here is called ");
        text_printable(&answer, name, strnlen(name, 32));
        text_string(&answer, ".");
        return answer.at;
    }
    hall_tell_gone(member, why);
    hall_leave(member, now);
    return NULL;
}

/* The game master */

void hall_announce(struct hall *hall, const char *text) {
    char line[HALL_SAY_BYTES], said[HALL_SAY_BYTES];
    struct text shown = text_over(line, sizeof line), kept = text_over(said, sizeof said);
    text_printable(&shown, text, strlen(text));
    text_string(&kept, "Game master: ");
    text_printable(&kept, text, strlen(text));
    for (struct room *room = hall->rooms; room; room = room->next) room_keep_line(room, "", said);
    hall_tell_all(hall, &(struct hall_message){.kind = HALL_SAY, .name = "", .text = line});
}

void hall_end(struct hall *hall, bool now_too, double now) {
    hall->private->now = now;
    hall->ending = true;
    for (struct room *room = hall->rooms; room; room = room->next) {
        if (now_too && room->phase == ROOM_ROUND)
            room_round_end(room, "The server ends.", false, now);
        room_settle(room, now);
    }
}

const char *hall_set_tick(struct hall *hall, int tick_ms) {
    const char *wrong =
        hall_answer_range(hall, "tick", tick_ms, TABLE_TICK_MIN_MS, TABLE_TICK_MAX_MS);
    if (!wrong) hall->setup.tick_ms = tick_ms;
    return wrong;
}

const char *hall_set_viruses(struct hall *hall, int viruses) {
    for (int i = 0; games_list[i]; i++) {
        int at = game_param(games_list[i], "viruses");
        if (at < 0) continue;
        const struct param *param = &games_list[i]->params[at];
        const char *wrong = hall_answer_range(hall, "virs", viruses, param->min, param->max);
        if (wrong) return wrong;
    }
    hall->setup.viruses = viruses;
    return NULL;
}

/* Time */

void hall_take_woken(struct hall *hall) {
    struct room *room = atomic_exchange(&hall->private->woken, NULL);
    for (struct room *next; room; room = next) {
        next = room->private->woken_next;
        atomic_store(&room->private->woken, false);
        hall_heap_move(&hall->private->heap, room, -INFINITY);
    }
}

static void run_room(struct room *room, double now) {
    for (int seat = 0; seat < room->seats_count; seat++) {
        struct member *member = room->seats[seat].member;
        if (!member || !room->seats[seat].away || now < member->lost + HALL_AWAY_SECONDS) continue;
        bool last = room->members == member && !member->room_next;
        hall_leave(member, now);
        if (last) return;
    }
    if (room->phase == ROOM_ROUND) room_round_run(room, now);
    room_settle(room, now);
}

/* A room may be due again at once; then it is its turn in the next call. */
bool hall_run(struct hall *hall, double now) {
    struct hall_private *private = hall->private;
    uint64_t serial = private->serial;
    private->now = now;
    hall_take_woken(hall);
    for (int left = hall->rooms_count; left > 0 && private->heap.count > 0; left--) {
        struct room *room = private->heap.rooms[0];
        if (room->private->due > now) break;
        run_room(room, now);
    }
    if (private->listed && now >= private->list_told + list_seconds) {
        private->listed = false;
        private->list_told = now;
        hall_tell_list(hall);
    }
    return private->serial != serial;
}

double hall_due(const struct hall *hall) {
    const struct hall_private *private = hall->private;
    double due = private->listed ? private->list_told + list_seconds : INFINITY;
    if (atomic_load(&private->woken)) return -INFINITY;
    return private->heap.count ? fmin(due, private->heap.rooms[0]->private->due) : due;
}

static void take_ratings(struct room *room, const struct hall_result *result) {
    room->record = result->record;
    room->rated = result->rated;
    for (int i = 0; i < result->seats_count && result->rated; i++) {
        struct room_seat *seat = &room->seats[result->seats[i].seat];
        seat->rating = result->seats[i].rating;
        seat->gain = result->seats[i].gain;
    }
}

void hall_kept(struct hall *hall, struct hall_result *result, const char *wrong, double now) {
    struct room *room = result->room;
    hall->private->now = now;
    if (!wrong) hall->games++;
    if (room) {
        struct text trouble = text_over(room->trouble, sizeof room->trouble);
        if (wrong)
            text_printable(&trouble, wrong, strlen(wrong));
        else
            take_ratings(room, result);
        room->private->result = NULL;
        room_phase_card(room, now);
        if (!room->private->closing) room_settle(room, now);
    }
    hall_free_result(hall, (struct hall_private_result *)result);
}
