/* A name is kept as it was last written, and in small letters, by which it is found. */
#include "store/sql.h"

const char *const sql_text[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_MARK] = "SAVEPOINT one_game",
    [SQL_UNMARK] = "RELEASE SAVEPOINT one_game",
    [SQL_TO_MARK] = "ROLLBACK TO SAVEPOINT one_game",

    [SQL_ADD_PLAYER] = "INSERT INTO players (small_name, name, agent) VALUES ($1, $2, $3) "
                       "ON CONFLICT (small_name, agent) DO UPDATE SET name = excluded.name "
                       "RETURNING id",
    [SQL_ADD_GAME] = "INSERT INTO games (game, params, ended, seconds, race) "
                     "VALUES ($1, $2, $3, $4, $5) RETURNING id",
    [SQL_ADD_SEAT] = "INSERT INTO seats (game_id, seat, player_id, points, place) "
                     "VALUES ($1, $2, $3, $4, $5)",
    [SQL_ADD_JOURNAL] = "INSERT INTO journals (game_id, seat, events) VALUES ($1, $2, $3)",

    [SQL_FIND_RATING] = "SELECT rating, deviation, volatility, games, wins, played FROM ratings "
                        "WHERE player_id = $1 AND game = $2",
    [SQL_SET_RATING] = "INSERT INTO ratings "
                       "(player_id, game, rating, deviation, volatility, games, wins, played) "
                       "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
                       "ON CONFLICT (player_id, game) DO UPDATE SET rating = excluded.rating, "
                       "deviation = excluded.deviation, volatility = excluded.volatility, "
                       "games = excluded.games, wins = excluded.wins, played = excluded.played",
    [SQL_ADD_HISTORY] = "INSERT INTO history "
                        "(player_id, game_id, rating_before, rating, deviation, games, wins) "
                        "VALUES ($1, $2, $3, $4, $5, $6, $7)",

    [SQL_TOP] = "SELECT players.name, ratings.game, agent, rating, deviation, games, wins, played "
                "FROM ratings JOIN players ON players.id = ratings.player_id "
                "WHERE ratings.game = $1 "
                "ORDER BY rating - 2 * deviation DESC, player_id LIMIT $2",
    [SQL_HISTORY] = "SELECT players.name, games.game, agent, rating, deviation, history.games, "
                    "history.wins, ended "
                    "FROM players JOIN history ON history.player_id = players.id "
                    "JOIN games ON games.id = history.game_id "
                    "WHERE small_name = $1 ORDER BY history.game_id DESC LIMIT $2",
    [SQL_RECENT] = "SELECT id, game, params, ended, seconds, race FROM games "
                   "ORDER BY id DESC LIMIT $1",
    [SQL_RECENT_OF_GAME] = "SELECT id, game, params, ended, seconds, race FROM games "
                           "WHERE game = $1 ORDER BY id DESC LIMIT $2",
    [SQL_FIND_GAME] = "SELECT id, game, params, ended, seconds, race FROM games WHERE id = $1",
    [SQL_FIND_SEATS] = "SELECT seat, name, agent, points, place, rating_before, rating, deviation "
                       "FROM seats JOIN players ON players.id = seats.player_id "
                       "LEFT JOIN history ON history.player_id = seats.player_id "
                       "AND history.game_id = seats.game_id "
                       "WHERE seats.game_id = $1 ORDER BY seat",
    [SQL_FIND_JOURNALS] = "SELECT seat, events FROM journals WHERE game_id = $1 ORDER BY seat",
    [SQL_COUNTS] = "SELECT (SELECT count(*) FROM games), "
                   "(SELECT count(*) FROM players WHERE agent = 0)",
};
