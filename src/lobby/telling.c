/* An event is told to everybody in its room, so its effects are found once and kept until the next:
 * the serial says whether they are of the same one. */
#include "lobby/telling.h"
#include "base/hash.h"
#include "lobby/board.h"
#include "term/names.h"
#include <string.h>
#include <strings.h>

bool telling_plays(const struct lobby *lobby) {
    const struct member *member = lobby->member;
    return member && member->room && member->seat != HALL_NO_SEAT &&
           member->room->seats[member->seat].place >= 0;
}

int telling_viewed(const struct lobby *lobby) {
    const struct room *room = lobby->member->room;
    if (lobby->viewed >= 0 && lobby->viewed < room->seats_count &&
        room->seats[lobby->viewed].place >= 0)
        return lobby->viewed;
    if (telling_plays(lobby)) return lobby->member->seat;
    for (int seat = 0; seat < room->seats_count; seat++)
        if (room->seats[seat].place >= 0) return seat;
    return -1;
}

/* Somebody may be called You, but is not the reader. */
static const char *name_of(const struct lobby *lobby, const struct room *room, int seat) {
    if (seat == lobby->member->seat) return "You";
    const char *name = room->seats[seat].name;
    return strcasecmp(name, "you") == 0 ? "'you'" : name;
}

void telling_name(const struct lobby *lobby, const struct room *room, int seat,
                  struct telling_names *names) {
    memset(names, 0, sizeof *names);
    if (room->race) {
        names->at[0] = name_of(lobby, room, seat);
        return;
    }
    for (int other = 0; other < room->seats_count; other++)
        if (room->seats[other].place >= 0)
            names->at[room->seats[other].place] = name_of(lobby, room, other);
}

static void find_effects(struct lobby_scratch *last, const struct hall_message *message) {
    const struct game *game = message->room->setup.game;
    if (message->serial && message->serial == last->serial) return;
    last->serial = message->serial;
    last->effects.count = 0;
    last->matters = false;
    game->effects(message->state, message->event.who, message->event.act, &last->effects);
    for (int i = 0; i < last->effects.count; i++)
        last->matters |= !last->effects.at[i].routine && last->effects.at[i].text[0];
}

/* Adds a clause to the news, if there is room for all of it. */
static void add_clause(struct lobby *lobby, const char *words) {
    size_t length = strlen(lobby->news), more = strlen(words);
    if (length) length--; /* the full stop */
    if (length + more + sizeof "; ." > sizeof lobby->news) return;
    struct text out = {.at = lobby->news, .length = length, .capacity = sizeof lobby->news};
    text_format(&out, "%s%s.", length ? "; " : "", words);
}

/* In turns, luck goes on with what the act before it did. */
static void write_effects(struct lobby *lobby, int who, const struct telling_names *names) {
    const struct lobby_scratch *last = lobby->scratch;
    char words[LOBBY_PRIVATE_NEWS_BYTES];
    if (who != CHANCE || lobby->member->room->clock) lobby->news[0] = '\0';
    for (int i = 0; i < last->effects.count; i++) {
        const struct effect *effect = &last->effects.at[i];
        struct text out = text_over(words, sizeof words);
        if (effect->routine || !effect->text[0]) continue;
        names_write(effect->text, names->at, &out);
        add_clause(lobby, words);
    }
}

uint64_t telling_sign(const struct lobby *lobby) {
    const struct member *member = lobby->member;
    const struct room *room = member->room;
    struct {
        int phase, round, watchers, own, viewed, skips;
        uint8_t seats[SEATS_MAX];
    } facts;
    memset(&facts, 0, sizeof facts);
    facts.phase = (int)room->phase;
    facts.round = room->round;
    facts.watchers = room->watchers;
    facts.own = member->seat;
    facts.viewed = telling_viewed(lobby);
    facts.skips = room_can_skip(room);
    for (int seat = 0; seat < room->seats_count; seat++) {
        const struct room_seat *at = &room->seats[seat];
        facts.seats[seat] = (uint8_t)((at->name[0] != 0) | (at->place >= 0) << 1 |
                                      at->stopped << 2 | at->left << 3 | at->ready << 4);
    }
    return hash_bytes(&facts, sizeof facts);
}

bool telling_room(struct lobby *lobby) {
    const struct member *member = lobby->member;
    if (!member || !member->room || !member->room->clock || member->room->phase != ROOM_ROUND)
        return false;
    if (!lobby->frame.laid || lobby->frame.sign != telling_sign(lobby)) return false;
    lobby->frame.scores = true;
    return true;
}

/* Returns the seat of the table whose board an event changes most. What others see of it comes with
 * their own clocks. */
static int find_whose(struct event event, int own) {
    if (event.who == CLOCK) return (int)event.act;
    return event.who < SEATS_MAX ? event.who : own;
}

/* What others do in real time is drawn with the own clock. */
bool telling_event(struct lobby *lobby, const struct hall_message *message) {
    const struct room *room = message->room;
    if (!lobby->member || lobby->member->room != room) return false;
    int seat = telling_viewed(lobby), who = message->event.who;
    if (seat < 0 || (room->race && room->seats[seat].place != message->table)) return false;
    int own = room->race ? 0 : room->seats[seat].place, whose = find_whose(message->event, own);
    const struct lobby_scratch *last = lobby->scratch;
    struct telling_names names;
    find_effects(lobby->scratch, message);
    if (last->matters || !room->clock) telling_name(lobby, room, seat, &names);
    if (last->matters) write_effects(lobby, who, &names);
    lobby->frame.news |= last->matters;
    lobby->frame.scores |= last->matters; /* somebody may be out */
    lobby->frame.stale |= UINT32_C(1) << whose;
    if (!room->clock) lobby_board_told(lobby->board, own, who, &last->effects, names.at);
    return !room->clock || whose == own;
}

/* Where the talk has no room of its own it is news. */
void telling_say(struct lobby *lobby, const struct hall_message *message) {
    char words[HALL_SAY_BYTES + LOBBY_PRIVATE_NEWS_BYTES];
    struct text text = text_over(words, sizeof words);
    const char *name = message->name ? message->name : "";
    text_printable(&text, name, strlen(name));
    text_string(&text, name[0] ? ": " : "");
    text_printable(&text, message->text, strlen(message->text));
    if (!message->room) {
        term_say(lobby->term, "%s%s", name[0] ? "" : "Game master: ", words);
        term_ring(lobby->term);
    } else if (!lobby->talk_shown) {
        struct text news = text_over(lobby->news, sizeof lobby->news);
        text_string(&news, words);
        lobby->frame.news = true;
    }
}
