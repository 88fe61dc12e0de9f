/* How a round ended: points, ranks, the result to keep, and the card in words. Who gave up comes
 * last; winners of the game come first, then points count. A race is won by who wins its game
 * first; if nobody can or did, points count there, too, unless nobody made any. */
#include "base/bits.h"
#include "hall/room_private.h"
#include "play/outcome.h"
#include <string.h>

/* A round, by places. */
struct tally {
    int count;
    int seats[SEATS_MAX]; /* of the room */
    int points[SEATS_MAX];
    uint32_t gave_up;
    uint32_t winners; /* by the game's own rules */
    uint32_t won;     /* the round */
    bool decided;     /* a race in which somebody won the game */
};

static uint32_t find_winners(const struct room *room, const struct tally *tally) {
    uint32_t winners = 0;
    const struct game *game = room->setup.game;
    if (!room->race) return game->winners(room->tables[0]->session.state);
    for (int place = 0; place < tally->count; place++)
        if (game->winners(room->tables[place]->session.state)) winners |= UINT32_C(1) << place;
    return winners;
}

static int most_points(const struct tally *tally) {
    int most = tally->points[0];
    for (int place = 1; place < tally->count; place++)
        if (tally->points[place] > most) most = tally->points[place];
    return most;
}

static bool is_better(const struct tally *tally, int one, int other) {
    int ahead = (int)(tally->gave_up >> other & 1) - (int)(tally->gave_up >> one & 1);
    if (!ahead) ahead = (int)(tally->winners >> one & 1) - (int)(tally->winners >> other & 1);
    return ahead ? ahead > 0 : tally->points[one] > tally->points[other];
}

static int rank_of(const struct tally *tally, int place) {
    int rank = 1;
    for (int other = 0; other < tally->count; other++) rank += is_better(tally, other, place);
    return rank;
}

static uint32_t first_ranked(const struct tally *tally) {
    uint32_t first = 0;
    for (int place = 0; place < tally->count; place++)
        if (rank_of(tally, place) == 1) first |= UINT32_C(1) << place;
    return first;
}

/* Who won nothing in a race has no points, however few moves that took. */
static void judge_race(struct tally *tally) {
    bool any = tally->winners || most_points(tally) > 0;
    tally->decided = tally->winners;
    for (int place = 0; place < tally->count; place++) {
        if (tally->decided) tally->points[place] = tally->winners >> place & 1;
        if (!any) tally->points[place] = 0;
    }
    uint32_t first = first_ranked(tally);
    tally->won = tally->points[bits_low(first)] > 0 ? first & ~tally->gave_up : 0;
}

/* An agent that plays on for who gave up wins nothing: the best of the others does. */
static void judge_game(struct tally *tally) {
    tally->won = tally->winners & ~tally->gave_up;
    if (tally->winners && !tally->won) tally->won = first_ranked(tally) & ~tally->gave_up;
}

static void take_tally(const struct room *room, struct tally *tally) {
    *tally = (struct tally){.count = 0};
    for (int seat = 0; seat < room->seats_count; seat++) {
        int place = room->seats[seat].place;
        if (place < 0) continue;
        tally->count++;
        tally->seats[place] = seat;
        tally->points[place] = room->seats[seat].points;
        tally->gave_up |= (uint32_t)room->private->seats[seat].gave_up << place;
    }
    tally->winners = find_winners(room, tally);
    if (room->race)
        judge_race(tally);
    else
        judge_game(tally);
}

static void mark_seats(struct room *room, const struct tally *tally) {
    for (int place = 0; place < tally->count; place++) {
        struct room_seat *seat = &room->seats[tally->seats[place]];
        seat->points = tally->points[place];
        seat->rank = rank_of(tally, place);
        seat->won += (int)(tally->won >> place & 1);
    }
    room_ledger_end_round(room);
}

static void fill_result(struct room *room, const struct tally *tally, double now) {
    struct hall_result *result = &room->private->result->result;
    result->room_id = room->id;
    result->round = room->round;
    result->seconds = now - room->began;
    for (int place = 0; place < tally->count; place++) {
        const struct room_seat *seat = &room->seats[tally->seats[place]];
        struct text name = text_over(result->seats[place].name, sizeof result->seats[place].name);
        if (seat->player.agent)
            player_put(&seat->player, &name);
        else
            text_string(&name, seat->name);
        result->seats[place].agent = seat->player.agent;
        result->seats[place].seat = tally->seats[place];
        result->seats[place].points = seat->points;
        result->seats[place].rank = seat->rank;
        result->seats[place].won = tally->won == UINT32_C(1) << place;
    }
}

/* Whether two different players are in it: an agent may have several seats. */
static bool has_rivals(const struct hall_result *result) {
    for (int i = 1; i < result->seats_count; i++)
        if (result->seats[i].agent != result->seats[0].agent ||
            strcmp(result->seats[i].name, result->seats[0].name) != 0)
            return true;
    return false;
}

/* The card */

/* Who is meant by a bit a seat of the room. */
static void write_names(const struct room *room, uint32_t seats, struct text *out) {
    const char *names[SEATS_MAX];
    for (int seat = 0; seat < SEATS_MAX; seat++) names[seat] = room->seats[seat].name;
    outcome_write_players(seats, names, out);
}

static uint32_t seats_of(const struct tally *tally, uint32_t places) {
    uint32_t seats = 0;
    for (; places; places &= places - 1) seats |= UINT32_C(1) << tally->seats[bits_low(places)];
    return seats;
}

static void write_points(int points, struct text *out) {
    text_format(out, "%d point%s", points, points == 1 ? "" : "s");
}

static void write_time(double seconds, struct text *out) {
    int whole = (int)seconds;
    text_format(out, "%d:%s%d", whole / 60, whole % 60 < 10 ? "0" : "", whole % 60);
}

/* "anna and bob win the round with 3 points." */
static void write_won(const struct room *room, const struct tally *tally, const char *what,
                      double now, struct text *out) {
    write_names(room, seats_of(tally, tally->won), out);
    text_format(out, " win%s the %s ", bits_count(tally->won) == 1 ? "s" : "", what);
    if (tally->decided) {
        text_string(out, "in ");
        write_time(now - room->began, out);
    } else {
        text_string(out, "with ");
        write_points(tally->points[bits_low(tally->won)], out);
    }
    text_char(out, '.');
}

static void write_undecided(const struct room *room, const struct tally *tally, const char *what,
                            struct text *out) {
    uint32_t first = first_ranked(tally);
    text_format(out, "Nobody wins the %s.", what);
    bool behind = tally->points[bits_low(first)] < most_points(tally); /* those who gave up */
    if (behind || bits_count(first) == tally->count) return;
    text_char(out, ' ');
    write_names(room, seats_of(tally, first), out);
    text_format(out, " %s the most points: %d.", bits_count(first) == 1 ? "has" : "have",
                tally->points[bits_low(first)]);
}

static void write_game(const struct room *room, struct text *out) {
    uint32_t winners = room_ledger_first(room);
    text_char(out, ' ');
    write_names(room, winners, out);
    text_format(out, " win%s the game with ", bits_count(winners) == 1 ? "s" : "");
    write_points(room->seats[bits_low(winners)].total, out);
    text_char(out, '.');
}

static void write_card(struct room *room, const struct tally *tally, const char *why, double now) {
    struct text card = text_over(room->card, sizeof room->card);
    const char *what = room->setup.rounds == 1 ? "game" : "round";
    text_format(&card, "%s%s", why, *why ? " " : "");
    if (tally->won)
        write_won(room, tally, what, now, &card);
    else
        write_undecided(room, tally, what, &card);
    const struct hall_result *result = &room->private->result->result;
    if (!result->rated && has_rivals(result)) text_format(&card, " The %s is not rated.", what);
    if (room->setup.rounds > 1 && room->round == room->setup.rounds) write_game(room, &card);
}

void room_result_make(struct room *room, const char *why, bool rated, double now) {
    struct hall_result *result = &room->private->result->result;
    struct tally tally;
    take_tally(room, &tally);
    mark_seats(room, &tally);
    fill_result(room, &tally, now);
    result->rated = rated && has_rivals(result);
    write_card(room, &tally, why, now);
}
