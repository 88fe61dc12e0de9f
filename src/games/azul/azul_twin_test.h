/* For tests: the slow twin of azul, written from the rules alone with plain numbers, and random
 * games that compare the two. Include cmocka first. */
#ifndef AZUL_TWIN_TEST_H
#define AZUL_TWIN_TEST_H

#include "azul.h"
#include <string.h>

enum { TWIN_ACTS_MAX = AZUL_SOURCES_MAX * AZUL_COLOURS * AZUL_DESTINATIONS };

struct twin_board {
    int score, line[5][5], held[5]; /* the tiles on each line, from its first place */
    bool wall[5][5];
    int floor[100], floor_count;
    bool token;
};

struct twin {
    int players, turn, round, last_round;
    int bag[5], lid[5], factory[9][5], center[5];
    bool center_token, over, filling;
    struct twin_board board[4];
};

/* As printed on the board: 0 Blue, 1 Yellow, 2 Red, 3 Black, 4 White. */
static const int twin_printed[5][5] = {
    {0, 1, 2, 3, 4}, {4, 0, 1, 2, 3}, {3, 4, 0, 1, 2}, {2, 3, 4, 0, 1}, {1, 2, 3, 4, 0}};

static inline int twin_sum(const int *tiles) {
    return tiles[0] + tiles[1] + tiles[2] + tiles[3] + tiles[4];
}

static inline int twin_factories(const struct twin *twin) {
    return twin->players == 2 ? 5 : twin->players == 3 ? 7 : 9;
}

static inline void twin_refill_bag(struct twin *twin) {
    if (twin_sum(twin->bag) > 0) return;
    memcpy(twin->bag, twin->lid, sizeof twin->bag);
    memset(twin->lid, 0, sizeof twin->lid);
}

static inline struct twin twin_start(int players, int last_round) {
    struct twin twin = {.players = players, .last_round = last_round, .round = 1};
    for (int i = 0; i < 5; i++) twin.bag[i] = 20;
    twin.center_token = twin.filling = true;
    return twin;
}

static inline void twin_deal(struct twin *twin, int colour) {
    int next = 0;
    while (twin_sum(twin->factory[next]) == 4) next++;
    twin->bag[colour]--;
    twin->factory[next][colour]++;
    bool full = twin_sum(twin->factory[twin_factories(twin) - 1]) == 4;
    if (!full) twin_refill_bag(twin);
    if (full || twin_sum(twin->bag) == 0) twin->filling = false;
}

static inline int *twin_source(struct twin *twin, int source) {
    return source == 0 ? twin->center : twin->factory[source - 1];
}

static inline bool twin_may(struct twin *twin, int source, int colour, int destination) {
    const struct twin_board *board = &twin->board[twin->turn];
    if (source > twin_factories(twin) || twin_source(twin, source)[colour] == 0) return false;
    if (destination == 5) return true;
    if (board->held[destination] == destination + 1) return false;
    if (board->held[destination] > 0 && board->line[destination][0] != colour) return false;
    for (int col = 0; col < 5; col++)
        if (board->wall[destination][col] && twin_printed[destination][col] == colour) return false;
    return true;
}

/* Steps along a line from a cell while tiles lie there. */
static inline int twin_reach(const struct twin_board *board, int row, int col, int down,
                             int right) {
    int count = 0;
    for (row += down, col += right; row >= 0 && row < 5 && col >= 0 && col < 5;
         row += down, col += right, count++)
        if (!board->wall[row][col]) break;
    return count;
}

static inline int twin_points(const struct twin_board *board, int row, int col) {
    int across = twin_reach(board, row, col, 0, -1) + 1 + twin_reach(board, row, col, 0, 1);
    int down = twin_reach(board, row, col, -1, 0) + 1 + twin_reach(board, row, col, 1, 0);
    if (across == 1 && down == 1) return 1;
    return (across > 1 ? across : 0) + (down > 1 ? down : 0);
}

static inline void twin_tile(struct twin *twin, struct twin_board *board) {
    for (int row = 0; row < 5; row++) {
        if (board->held[row] < row + 1) continue;
        int col = 0;
        while (twin_printed[row][col] != board->line[row][0]) col++;
        board->wall[row][col] = true;
        board->score += twin_points(board, row, col);
        for (int i = 1; i < board->held[row]; i++) twin->lid[board->line[row][i]]++;
        board->held[row] = 0;
    }
}

static inline void twin_clear_floor(struct twin *twin, struct twin_board *board) {
    static const int costs[] = {-1, -1, -2, -2, -2, -3, -3};
    int taken = board->floor_count + board->token;
    for (int i = 0; i < taken && i < 7; i++) board->score += costs[i];
    if (board->score < 0) board->score = 0;
    for (int i = 0; i < board->floor_count; i++) twin->lid[board->floor[i]]++;
    board->floor_count = 0;
}

static inline int twin_rows(const struct twin_board *board) {
    int rows = 0;
    for (int row = 0; row < 5; row++) {
        int filled = 0;
        for (int col = 0; col < 5; col++) filled += board->wall[row][col];
        rows += filled == 5;
    }
    return rows;
}

static inline int twin_bonus(const struct twin_board *board) {
    int by_col[5] = {0}, by_colour[5] = {0}, bonus = 2 * twin_rows(board);
    for (int row = 0; row < 5; row++)
        for (int col = 0; col < 5; col++) {
            by_col[col] += board->wall[row][col];
            by_colour[twin_printed[row][col]] += board->wall[row][col];
        }
    for (int i = 0; i < 5; i++) bonus += 7 * (by_col[i] == 5) + 10 * (by_colour[i] == 5);
    return bonus;
}

static inline void twin_end_round(struct twin *twin) {
    bool row = false;
    for (int seat = 0; seat < twin->players; seat++) {
        struct twin_board *board = &twin->board[seat];
        twin_tile(twin, board);
        twin_clear_floor(twin, board);
        if (board->token) twin->turn = seat;
        board->token = false;
        row |= twin_rows(board) > 0;
    }
    twin->center_token = true;
    if (row || twin->round == twin->last_round || twin_sum(twin->bag) + twin_sum(twin->lid) == 0) {
        twin->over = true;
        for (int seat = 0; seat < twin->players; seat++)
            twin->board[seat].score += twin_bonus(&twin->board[seat]);
        return;
    }
    twin->round++;
    twin->filling = true;
    twin_refill_bag(twin);
}

static inline void twin_draft(struct twin *twin, int source, int colour, int destination) {
    struct twin_board *board = &twin->board[twin->turn];
    int *from = twin_source(twin, source), count = from[colour];
    from[colour] = 0;
    if (source > 0)
        for (int i = 0; i < 5; i++) {
            twin->center[i] += from[i];
            from[i] = 0;
        }
    if (source == 0 && twin->center_token) {
        twin->center_token = false;
        board->token = true;
    }
    for (int i = 0; i < count; i++) {
        if (destination < 5 && board->held[destination] <= destination)
            board->line[destination][board->held[destination]++] = colour;
        else
            board->floor[board->floor_count++] = colour;
    }
    twin->turn = (twin->turn + 1) % twin->players;
}

static inline int twin_left_to_draft(const struct twin *twin) {
    int left = twin_sum(twin->center);
    for (int i = 0; i < twin_factories(twin); i++) left += twin_sum(twin->factory[i]);
    return left;
}

static inline void twin_take(struct twin *twin, int source, int colour, int destination) {
    twin_draft(twin, source, colour, destination);
    if (twin_left_to_draft(twin) == 0) twin_end_round(twin);
}

static inline void twin_apply(struct twin *twin, int who, action act) {
    if (who == CHANCE)
        twin_deal(twin, (int)act);
    else
        twin_take(twin, (int)act / 30, (int)act / 6 % 5, (int)act % 6);
}

static inline int twin_choices(struct twin *twin, struct choice *out) {
    int count = 0;
    if (twin->over) return 0;
    for (int i = 0; twin->filling && i < 5; i++)
        if (twin->bag[i]) out[count++] = (struct choice){(action)i, (uint32_t)twin->bag[i]};
    for (int act = 0; !twin->filling && act < TWIN_ACTS_MAX; act++)
        if (twin_may(twin, act / 30, act / 6 % 5, act % 6))
            out[count++] = (struct choice){(action)act, 1};
    return count;
}

static inline uint32_t twin_movers(const struct twin *twin) {
    if (twin->over) return 0;
    return UINT32_C(1) << (twin->filling ? CHANCE : twin->turn);
}

static inline void twin_require_pile(uint64_t pile, const int *tiles) {
    for (int i = 0; i < 5; i++) assert_int_equal(azul_count(pile, i), tiles[i]);
}

static inline void twin_require_board(const struct azul *azul, int seat,
                                      const struct twin_board *board) {
    const struct azul_player *player = &azul->player[seat];
    assert_int_equal(player->score, board->score);
    assert_int_equal(player->floor_count, board->floor_count);
    assert_int_equal(azul->token == seat, board->token);
    for (int i = 0; i < board->floor_count; i++)
        assert_int_equal(azul_floor_tile(player, i), board->floor[i]);
    for (int row = 0; row < 5; row++) {
        assert_int_equal(player->filled[row], board->held[row]);
        if (board->held[row]) assert_int_equal(player->colour[row], board->line[row][0]);
        for (int col = 0; col < 5; col++)
            assert_int_equal(player->wall >> (row * 5 + col) & 1, board->wall[row][col]);
    }
}

/* The winners as the rules say it: points, then rows, then shared. */
static inline uint32_t twin_winners(const struct twin *twin) {
    uint32_t winners = 0;
    for (int seat = 0; twin->over && seat < twin->players; seat++) {
        bool beaten = false;
        for (int other = 0; other < twin->players; other++) {
            const struct twin_board *a = &twin->board[other], *b = &twin->board[seat];
            beaten |= a->score > b->score || (a->score == b->score && twin_rows(a) > twin_rows(b));
        }
        if (!beaten) winners |= UINT32_C(1) << seat;
    }
    return winners;
}

static inline void twin_require(const struct azul *azul, struct twin *twin) {
    struct choice one[TWIN_ACTS_MAX], two[TWIN_ACTS_MAX];
    uint32_t movers = azul_game.movers(azul);
    assert_int_equal(movers, twin_movers(twin));
    assert_int_equal(azul_game.winners(azul), twin_winners(twin));
    assert_int_equal(azul->active, twin->turn);
    assert_int_equal(azul->round, twin->round);
    assert_int_equal(azul->token == AZUL_TOKEN_IN_CENTER, twin->center_token);
    twin_require_pile(azul->bag, twin->bag);
    twin_require_pile(azul->lid, twin->lid);
    for (int source = 0; source <= twin_factories(twin); source++)
        twin_require_pile(azul->source[source], twin_source(twin, source));
    for (int seat = 0; seat < twin->players; seat++)
        twin_require_board(azul, seat, &twin->board[seat]);
    int count = twin_choices(twin, two);
    assert_int_equal(movers ? azul_game.choices(azul, bits_low(movers), one) : 0, count);
    assert_memory_equal(one, two, sizeof *one * (size_t)count);
}

/* Counted by hand, without the helpers of either side. */
static inline void twin_require_conserved(const struct azul *azul) {
    int tiles = 0, tokens = azul->token == AZUL_TOKEN_IN_CENTER;
    for (int i = 0; i < 5; i++) {
        tiles += (int)(azul->bag >> 8 * i & 255) + (int)(azul->lid >> 8 * i & 255);
        for (int source = 0; source < 10; source++)
            tiles += (int)(azul->source[source] >> 8 * i & 255);
    }
    for (int seat = 0; seat < azul->players; seat++) {
        const struct azul_player *player = &azul->player[seat];
        tiles += player->floor_count + bits_count(player->wall);
        for (int row = 0; row < 5; row++) tiles += player->filled[row];
        tokens += azul->token == seat;
    }
    assert_int_equal(tiles, 100);
    assert_int_equal(tokens, 1);
}

/* Three ways to play, so that walls fill, floors overflow, and lines stay open: any act; one to a
 * line; one that completes none. */
static inline action twin_draw_act(const struct azul *azul, int who, int style, struct rng *rng) {
    for (int tries = 0; who != CHANCE && tries < 4 * style; tries++) {
        action act = azul_game.random_act(azul, who, rng);
        int row = azul_act_destination(act), colour = azul_act_colour(act);
        if (row == AZUL_FLOOR) continue;
        int free = row + 1 - azul->player[who].filled[row];
        if (style == 1 || azul_count(azul->source[azul_act_source(act)], colour) < free) return act;
    }
    return azul_game.random_act(azul, who, rng);
}

struct twin_met {
    long plies, rows, rounds, shared, lid, short_deals;
};

static inline void twin_note(struct twin_met *met, const struct azul *before,
                             const struct azul *after) {
    met->plies += before->phase == AZUL_DRAFT;
    met->lid +=
        before->phase == AZUL_REFILL && after->phase == AZUL_REFILL && before->lid && !after->lid;
    met->short_deals += before->phase == AZUL_REFILL && after->phase == AZUL_DRAFT &&
                        azul_on_table(after) < 4 * azul_factories(after);
    if (after->phase != AZUL_OVER) return;
    met->shared += bits_count(azul_game.winners(after)) > 1;
    if (after->round == after->max_rounds)
        met->rounds++;
    else
        met->rows++;
}

static inline void twin_play_game(int players, int last_round, int style, struct rng *rng,
                                  struct twin_met *met) {
    struct azul azul, before;
    struct twin twin = twin_start(players, last_round);
    azul_game.start(&azul, (int[]){players, last_round});
    twin_require(&azul, &twin);
    while (azul_game.movers(&azul)) {
        int who = bits_low(azul_game.movers(&azul));
        action act = twin_draw_act(&azul, who, style, rng);
        assert_null(azul_game.refuse(&azul, who, act));
        game_copy(&azul_game, &before, &azul);
        azul_game.apply(&azul, who, act);
        twin_apply(&twin, who, act);
        assert_null(azul_game.check(&azul));
        twin_require_conserved(&azul);
        if (who != CHANCE || azul.dealt % 5 == 0) twin_require(&azul, &twin);
        twin_note(met, &before, &azul);
    }
    twin_require(&azul, &twin);
}

/* Plays random games with at least so many plies, and compares every state with the twin's. */
static inline void twin_games(uint64_t seed, long plies) {
    struct rng rng = rng_new(seed, 26);
    struct twin_met met = {0};
    for (int game = 0; met.plies < plies; game++) {
        int last_round = game % 5 ? 50 : 1 + (int)rng_below(&rng, 12);
        twin_play_game(2 + game % 3, last_round, game / 3 % 3, &rng, &met);
    }
    assert_true(met.rows > 100 && met.rounds > 100 && met.shared > 5);
    assert_true(met.lid > 1000 && met.short_deals > 5);
}

#endif
