/* All games that wait are kept in one transaction, since it is the commit that takes long. Each
 * has a savepoint: what is wrong with one game takes no other with it. */
#include "store/keep.h"
#include "store/rate.h"
#include <math.h>
#include <string.h>

enum { PARAMS_BYTES = PARAMS_MAX * 12 + 1 };

static bool is_text(const char *text, size_t capacity) {
    return *text && memchr(text, '\0', capacity);
}

static const char *check_seat(const struct store_game *game, const struct store_seat *seat) {
    if (!is_text(seat->name, sizeof seat->name)) return "each seat must have a name";
    if (seat->rank < 1 || seat->rank > game->seats_count)
        return "a rank must be from 1 to the number of seats";
    return NULL;
}

/* Returns NULL, or what is wrong with a game. */
static const char *check(const struct store_game *game) {
    if (!is_text(game->game, sizeof game->game)) return "the game must have a name";
    if (game->seats_count < 1 || game->seats_count > SEATS_MAX) return "there must be 1 to 8 seats";
    if (game->journals_count != (game->race ? game->seats_count : 1))
        return "there must be one journal, or one a seat in a race";
    for (int i = 0; i < game->seats_count; i++) {
        const char *wrong = check_seat(game, &game->seats[i]);
        if (wrong) return wrong;
    }
    return NULL;
}

/* Writes the params as "2,0,5", without zeros at the end. */
static void write_params(const int params[PARAMS_MAX], struct text *out) {
    int count = PARAMS_MAX;
    while (count > 0 && params[count - 1] == 0) count--;
    for (int i = 0; i < count; i++) {
        if (i > 0) text_char(out, ',');
        text_int(out, params[i]);
    }
}

/* Asks for a row that is added, and returns its number. */
static int64_t take_id(struct database *database) {
    int64_t id = 0;
    while (database_next(database)) id = database_int(database, 0);
    return id;
}

static int64_t add_game(struct database *database, const struct store_game *game) {
    char params[PARAMS_BYTES];
    struct text text = text_over(params, sizeof params);
    write_params(game->params, &text);
    double seconds = isfinite(game->seconds) && game->seconds > 0 ? game->seconds : 0;
    database_ask(database, SQL_ADD_GAME, "ttidi", game->game, params, game->ended, seconds,
                 (int64_t)game->race);
    return take_id(database);
}

static int64_t add_player(struct database *database, const struct store_seat *seat) {
    char small[STORE_NAME_BYTES];
    struct text text = text_over(small, sizeof small);
    text_small(&text, seat->name, strlen(seat->name));
    database_ask(database, SQL_ADD_PLAYER, "tti", small, seat->name, (int64_t)seat->agent);
    return take_id(database);
}

static void add_seats(struct database *database, const struct store_game *game,
                      int64_t players[SEATS_MAX]) {
    for (int i = 0; i < game->seats_count; i++) {
        const struct store_seat *seat = &game->seats[i];
        players[i] = add_player(database, seat);
        database_do(database, SQL_ADD_SEAT, "iiiii", game->id, (int64_t)i, players[i],
                    (int64_t)seat->points, (int64_t)seat->rank);
    }
}

static void add_journals(struct database *database, const struct store_game *game) {
    for (int i = 0; i < game->journals_count; i++)
        database_do(database, SQL_ADD_JOURNAL, "iib", game->id, (int64_t)i, game->journals[i].bytes,
                    game->journals[i].length);
}

static void add_all(struct database *database, struct store_game *game) {
    int64_t players[SEATS_MAX];
    game->id = add_game(database, game);
    add_seats(database, game, players);
    add_journals(database, game);
    rate_seats(database, game, players);
}

/* Marks a game as not kept. */
static void fail(struct store_answer *answer, const char *why) {
    struct text wrong = text_over(answer->wrong, sizeof answer->wrong);
    text_string(&wrong, why);
    answer->game.id = 0;
    for (int i = 0; i < SEATS_MAX; i++)
        answer->game.seats[i].before = answer->game.seats[i].after =
            answer->game.seats[i].deviation = 0;
}

/* Keeps a game within a transaction. Where that cannot go on, the failure stays. */
static void keep_one(struct database *database, struct store_answer *answer) {
    const char *wrong = check(&answer->game);
    if (wrong) {
        fail(answer, wrong);
        return;
    }
    answer->wrong[0] = '\0';
    database_do(database, SQL_MARK, "");
    if (database->code != SQLITE_OK) return; /* the mark that stands may be of another game */
    add_all(database, &answer->game);
    if (database->code != SQLITE_OK && database_within(database)) {
        fail(answer, database_describe(database->code));
        database_clear(database);
        database_do(database, SQL_TO_MARK, "");
    }
    database_do(database, SQL_UNMARK, "");
}

/* Keeps so many games in a transaction. Returns whether they are on the disk, but for those that
 * have `wrong`. */
static bool keep_some(struct database *database, struct store_answer *first, int count) {
    struct store_answer *answer = first;
    database_do(database, SQL_BEGIN, "");
    for (int i = 0; i < count; i++, answer = answer->next) keep_one(database, answer);
    database_do(database, SQL_COMMIT, "");
    if (database->code == SQLITE_OK) return true;
    int code = database->code;
    for (answer = first; count > 0; count--, answer = answer->next)
        fail(answer, database_describe(code));
    database_clear(database);
    if (database_within(database)) database_do(database, SQL_ROLLBACK, "");
    database->code = code;
    return false;
}

void keep_games(struct database *database, struct store_answer *first) {
    int count = 0;
    for (struct store_answer *at = first; at; at = at->next) count++;
    if (keep_some(database, first, count) || count == 1) return;
    if ((database->code & 0xFF) == SQLITE_BUSY) return;
    for (struct store_answer *at = first; at; at = at->next) {
        database_clear(database);
        keep_some(database, at, 1);
    }
}
