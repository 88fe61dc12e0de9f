/* The rows come from a file that anybody may have written, so none is believed to be within
 * bounds. */
#include "store/ask.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMS_BYTES = PARAMS_MAX * 12 + 1 };

static int clamp(int count, int most) {
    return count < 1 ? 1 : count > most ? most : count;
}

static int read_int(const struct database *database, int column) {
    int64_t value = database_int(database, column);
    return value < INT_MIN ? INT_MIN : value > INT_MAX ? INT_MAX : (int)value;
}

/* Takes memory for so many; a failure is the database's. */
static void *take(struct database *database, int count, size_t size) {
    void *memory = calloc((size_t)count, size);
    if (!memory) database_fail(database, SQLITE_NOMEM);
    return memory;
}

static void read_rating(const struct database *database, struct store_rating *rating) {
    database_text(database, 0, rating->name, sizeof rating->name);
    database_text(database, 1, rating->game, sizeof rating->game);
    rating->agent = database_int(database, 2) != 0;
    rating->rating = database_double(database, 3);
    rating->deviation = database_double(database, 4);
    rating->games = read_int(database, 5);
    rating->wins = read_int(database, 6);
    rating->when = database_int(database, 7);
}

static void ask_ratings(struct database *database, enum sql sql, const char *name, int count,
                        struct store_answer *answer) {
    answer->ratings = take(database, count, sizeof *answer->ratings);
    database_ask(database, sql, "ti", name, (int64_t)count);
    while (database_next(database))
        if (answer->count < count) read_rating(database, &answer->ratings[answer->count++]);
}

void ask_top(struct database *database, const char *game, int count, struct store_answer *answer) {
    ask_ratings(database, SQL_TOP, game, clamp(count, STORE_TOP_MAX), answer);
}

void ask_history(struct database *database, const char *name, int count,
                 struct store_answer *answer) {
    char small[STORE_NAME_BYTES];
    struct text text = text_over(small, sizeof small);
    text_small(&text, name, strlen(name));
    ask_ratings(database, SQL_HISTORY, small, clamp(count, STORE_HISTORY_MAX), answer);
}

static void read_params(const char *from, int params[PARAMS_MAX]) {
    for (int i = 0; i < PARAMS_MAX && *from; i++) {
        char *end;
        long value = strtol(from, &end, 10);
        params[i] = value < INT_MIN || value > INT_MAX ? 0 : (int)value;
        from = end + (*end == ',');
        if (*end && *end != ',') return;
    }
}

static void read_game(const struct database *database, struct store_game *game) {
    char params[PARAMS_BYTES];
    game->id = database_int(database, 0);
    database_text(database, 1, game->game, sizeof game->game);
    database_text(database, 2, params, sizeof params);
    read_params(params, game->params);
    game->ended = database_int(database, 3);
    game->seconds = database_double(database, 4);
    game->race = database_int(database, 5) != 0;
}

static void read_seat(const struct database *database, struct store_seat *seat) {
    database_text(database, 1, seat->name, sizeof seat->name);
    seat->agent = database_int(database, 2) != 0;
    seat->points = read_int(database, 3);
    seat->rank = read_int(database, 4);
    seat->before = database_double(database, 5);
    seat->after = database_double(database, 6);
    seat->deviation = database_double(database, 7);
}

static void add_seats(struct database *database, struct store_game *game) {
    database_ask(database, SQL_FIND_SEATS, "i", game->id);
    while (database_next(database))
        if (game->seats_count < SEATS_MAX) read_seat(database, &game->seats[game->seats_count++]);
    for (int i = 0; i < game->seats_count; i++) game->rated |= game->seats[i].after > 0;
}

void ask_recent(struct database *database, const char *game, int count,
                struct store_answer *answer) {
    count = clamp(count, STORE_RECENT_MAX);
    answer->games = take(database, count, sizeof *answer->games);
    if (*game)
        database_ask(database, SQL_RECENT_OF_GAME, "ti", game, (int64_t)count);
    else
        database_ask(database, SQL_RECENT, "i", (int64_t)count);
    while (database_next(database))
        if (answer->count < count) read_game(database, &answer->games[answer->count++]);
    for (int i = 0; i < answer->count; i++) add_seats(database, &answer->games[i]);
}

static void read_journal(struct database *database, struct store_game *game) {
    size_t length;
    const void *bytes = database_bytes(database, 1, &length);
    uint8_t *copy = take(database, 1, length + 1);
    if (!copy) return;
    if (length > 0) memcpy(copy, bytes, length);
    game->journals[game->journals_count].bytes = copy;
    game->journals[game->journals_count++].length = length;
}

void ask_record(struct database *database, int64_t id, struct store_answer *answer) {
    struct store_game *game = &answer->game;
    database_ask(database, SQL_FIND_GAME, "i", id);
    while (database_next(database)) read_game(database, game);
    if (!game->id) return;
    add_seats(database, game);
    database_ask(database, SQL_FIND_JOURNALS, "i", id);
    while (database_next(database))
        if (game->journals_count < SEATS_MAX) read_journal(database, game);
}

void ask_counts(struct database *database, struct store_answer *answer) {
    database_ask(database, SQL_COUNTS, "");
    while (database_next(database))
        for (int i = 0; i < 2; i++) answer->counts[i] = database_int(database, i);
}
