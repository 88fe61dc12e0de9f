/* The reasons: in thousands of positions every sentence is read and found true by a slow twin, and
 * those told are the weightiest; then positions with known reasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/azul/azul_by_hand_test.h"
#include "games/azul/coach/reasons.h"
#include "games/azul/coach/reasons_lines_test.h"
#include "games/azul/coach/reasons_parts.h"
#include "games/azul/coach/reasons_words_test.h"
#include <math.h>
#include <stdio.h>

enum { WHOLE_GAME, ROUND };

#define ACT(source, colour, destination) (((source)*5 + (colour)) * 6 + (destination))

static struct advice advice;
static struct agent_reason told[AGENT_REASONS_MAX];
static int told_count;

/* How often each kind was told, and of them of what moves do at once. */
static int told_of[LEDGER_KINDS], at_once_of[LEDGER_KINDS], positions;

static int kind_of(const char *name) {
    for (int i = 0; i < LEDGER_KINDS; i++)
        if (strcmp(name, ledger_names[i]) == 0) return i;
    fail_msg("there is no kind %s", name);
    return -1;
}

static void ask(const struct azul *azul, int objective) {
    struct agent_question question = {
        .state = azul, .who = azul->active, .act = advice.reply[0], .objective = objective};
    memset(told, 0x55, sizeof told);
    told_count = azul_reasons(&question, &advice, told);
    assert_in_range(told_count, 0, AGENT_REASONS_MAX);
}

/* The points of the kinds add up to the change of the lead over the rival, which is at least the
 * change of the lead over the best other seat. */
static double require_identity(const struct ledger_pair *pair, const double *amounts) {
    double points = 0;
    for (int i = 0; i < LEDGER_POINT_KINDS; i++) points += amounts[i];
    const struct ledger_seat *best = pair->best.seat, *yours = pair->yours.seat;
    int own = best[pair->who].score - yours[pair->who].score;
    int rival = best[pair->rival].score - yours[pair->rival].score;
    assert_int_equal((int)points, own - rival);
    int lead = ledger_lead(&pair->best, pair->who) - ledger_lead(&pair->yours, pair->who);
    assert_true(pair->best.players == 2 ? points == lead : points >= lead);
    return points;
}

/* Returns how many other reasons there is room for: three, or two beside the outlook, which comes
 * last, or first if it is the largest. Takes it out of `reasons`. */
static int require_outlook(const struct ledger_pair *pair, struct agent_reason *reasons) {
    int at = 0;
    while (at < told_count && strcmp(reasons[at].kind, "OUTLOOK") != 0) at++;
    if (at == told_count) return 3;
    assert_true(reasons[at].amount == pair->outlook && pair->outlook >= 0.5);
    memmove(&reasons[at], &reasons[at + 1], (size_t)(told_count - 1 - at) * sizeof *reasons);
    bool largest = told_count == 1 || pair->outlook > reasons[0].amount;
    assert_int_equal(at, largest ? 0 : told_count - 1);
    return 2;
}

/* It is told if it is half a point, and either nothing makes place for it or it is more than all
 * others together. `next` is the weightiest of those not told. */
static void require_place(double outlook, bool is_told, const struct agent_reason *others,
                          int count, double next) {
    double sum = is_told ? next : 0;
    for (int i = 0; i < count; i++) sum += others[i].amount;
    if (is_told && next > 0) assert_true(outlook > sum - 1e-9);
    if (!is_told && outlook >= 0.5) assert_true(count == 3 && outlook <= sum);
}

/* What is told weighs as much as the ledger says, the weightiest first, and no other weighs more.
 */
static void require_weights(const struct ledger_pair *pair, double *amounts) {
    struct agent_reason others[AGENT_REASONS_MAX];
    memcpy(others, told, sizeof others);
    int room = require_outlook(pair, others), count = told_count - (room == 2);
    for (int i = 0; i < count; i++) {
        int kind = kind_of(others[i].kind), first = kind == LEDGER_SPILL ? LEDGER_FLOOR : kind;
        assert_true(fabs(others[i].amount - amounts[first]) < 1e-9 && others[i].amount > 0);
        if (first >= LEDGER_POINT_KINDS) assert_true(others[i].amount > 0.25 - 1e-9);
        if (i > 0) assert_true(others[i].amount <= others[i - 1].amount);
        amounts[first] = 0;
    }
    double next = 0;
    for (int i = 0; i < LEDGER_KINDS; i++) {
        double least = i < LEDGER_POINT_KINDS ? 1e-9 : 0.25 + 1e-9;
        if (amounts[i] < least) continue;
        bool weighs_less = count == room && amounts[i] <= others[count - 1].amount + 1e-9;
        if (!weighs_less) fail_msg("%s is missing", ledger_names[i]);
        next = fmax(next, amounts[i]);
    }
    require_place(pair->outlook, room == 2, others, count, next);
}

/* Everything that is said of the lines in `advice` is true and chosen as documented. */
static void require_truth(const struct azul *azul, int objective) {
    double amounts[LEDGER_KINDS];
    struct ledger_pair pair = ledger_compare(azul, azul->active, &advice);
    ask(azul, objective);
    ledger_amounts(&pair, amounts);
    double points = require_identity(&pair, amounts);
    if (objective == ROUND && points <= 0) {
        assert_int_equal(told_count, 0);
        return;
    }
    for (int i = LEDGER_POINT_KINDS; objective == ROUND && i < LEDGER_KINDS; i++) amounts[i] = 0;
    if (objective == ROUND) pair.outlook = 0;
    require_weights(&pair, amounts);
    for (int i = 0; i < told_count; i++) {
        int kind = kind_of(told[i].kind);
        told_of[kind]++;
        at_once_of[kind] += words_check(&pair, kind, told[i].text);
    }
    if (objective == ROUND) assert_true(told_count > 0);
}

static void swap_lines(void) {
    struct advice other = advice;
    memcpy(advice.line, other.reply, sizeof advice.line);
    memcpy(advice.reply, other.line, sizeof advice.reply);
    advice.line_count = other.reply_count, advice.reply_count = other.line_count;
}

/* Two different acts, each with a line to the end of the round, the better one first. */
static bool draw_lines(const struct azul *azul, int care, struct rng *rng) {
    action one = lines_draw(azul, care, rng), two = azul_game.random_act(azul, azul->active, rng);
    if (one == two) return false;
    advice.line_count = lines_play_out(azul, one, care, rng, advice.line);
    advice.reply_count = lines_play_out(azul, two, care, rng, advice.reply);
    if (lines_lead(azul, advice.line, advice.line_count) <
        lines_lead(azul, advice.reply, advice.reply_count))
        swap_lines();
    return true;
}

static void cut_lines(struct rng *rng) {
    advice.line_count = 1 + (int)rng_below(rng, (uint32_t)advice.line_count);
    if (rng_below(rng, 2))
        advice.reply_count = 1 + (int)rng_below(rng, (uint32_t)advice.reply_count);
}

static void require_position(const struct azul *azul, int care, struct rng *rng) {
    if (!draw_lines(azul, care, rng)) return;
    positions++;
    require_truth(azul, WHOLE_GAME);
    require_truth(azul, ROUND);
    cut_lines(rng);
    require_truth(azul, WHOLE_GAME);
    require_truth(azul, ROUND);
}

static void test_all_is_true(void **state) {
    (void)state;
    struct rng rng = rng_new(14, 4);
    for (int game = 0; game < 300; game++) {
        struct azul azul;
        int rounds = game % 4 ? 50 : 1 + (int)rng_below(&rng, 6), care = 1 + game % 7 * 3;
        azul_game.start(&azul, (int[]){2 + game % 3, rounds});
        while (azul_game.movers(&azul)) {
            int who = bits_low(azul_game.movers(&azul));
            if (who != CHANCE && rng_below(&rng, 4) == 0) require_position(&azul, care, &rng);
            action act = who == CHANCE ? azul_game.random_act(&azul, who, &rng)
                                       : lines_draw(&azul, care, &rng);
            azul_game.apply(&azul, who, act);
        }
    }
    for (int i = 0; i < LEDGER_KINDS; i++)
        if (told_of[i] < 20) fail_msg("%s was told %d times only", ledger_names[i], told_of[i]);
    assert_true(at_once_of[LEDGER_LINES] > 100 && at_once_of[LEDGER_FLOOR] > 100);
    assert_true(at_once_of[LEDGER_SPILL] > 100 && positions > 4000);
}

/* Positions by hand. */

#define SET_LINES(azul, best, yours) set_lines(azul, best, sizeof best, yours, sizeof yours)

static void set_lines(const struct azul *azul, const action *best, size_t best_size,
                      const action *yours, size_t yours_size) {
    assert_null(azul_game.check(azul));
    advice.line_count = (int)(best_size / sizeof *best);
    advice.reply_count = (int)(yours_size / sizeof *yours);
    memcpy(advice.line, best, best_size);
    memcpy(advice.reply, yours, yours_size);
}

static bool is_outlook(int i) {
    return strcmp(told[i].kind, "OUTLOOK") == 0;
}

/* The reasons are these, each "KIND amount: text"; NULL-ended. The outlook, whose number was
 * learned, is left out. */
static void require_told(const struct azul *azul, int objective, const char *const *expected) {
    char line[AGENT_REASON_BYTES + 64];
    require_truth(azul, objective);
    for (int i = 0; i < told_count; i++) {
        if (is_outlook(i)) continue;
        if (!*expected) fail_msg("'%s' is one too many", told[i].text);
        snprintf(line, sizeof line, "%s %.2f: %s", told[i].kind, told[i].amount, told[i].text);
        assert_string_equal(line, *expected++);
    }
    if (*expected) fail_msg("'%s' is missing", *expected);
}

#define REQUIRE_TOLD(azul, objective, ...)                                                         \
    require_told(azul, objective, (const char *const[]){__VA_ARGS__, NULL})

static void require_silence(const struct azul *azul, int objective) {
    require_told(azul, objective, (const char *const[]){NULL});
}

static struct azul start(int players, int score) {
    struct azul azul = hand_start(players);
    for (int seat = 0; seat < players; seat++) azul.player[seat].score = (uint16_t)score;
    return azul;
}

/* Yours takes four Red to line 1, the best one two Blue to line 2. */
static struct azul start_spill(int score) {
    struct azul azul = start(2, score);
    hand_source(&azul, 1, B, 2);
    hand_source(&azul, 2, R, 4);
    static const action best[] = {ACT(1, B, 1), ACT(2, R, 3)};
    static const action yours[] = {ACT(2, R, 0), ACT(1, B, 1)};
    SET_LINES(&azul, best, yours);
    return azul;
}

static void test_tiles_wasted(void **state) {
    (void)state;
    struct azul azul = start_spill(10);
    for (int objective = WHOLE_GAME; objective <= ROUND; objective++)
        REQUIRE_TOLD(
            &azul, objective,
            "TILES_WASTED 4.00: 3 of your 4 Red do not fit on line 1 and fall to the floor "
            "(-4 points); the best move wastes nothing.");
}

/* The best move puts a tile on the floor, but yours does so later: only what overflows counts, and
 * that is not done at once. */
static void test_tiles_wasted_later(void **state) {
    (void)state;
    struct azul azul = start(2, 10);
    hand_floor(&azul, 0, W, 1);
    hand_source(&azul, 1, R, 1);
    hand_source(&azul, 2, B, 3);
    hand_source(&azul, 3, K, 2);
    static const action best[] = {ACT(1, R, 5), ACT(2, B, 2), ACT(3, K, 0)};
    static const action yours[] = {ACT(2, B, 0), ACT(3, K, 1), ACT(1, R, 5)};
    SET_LINES(&azul, best, yours);
    REQUIRE_TOLD(&azul, ROUND,
                 "TILES_WASTED 2.00: In the expected play 2 of your tiles overflow to the floor "
                 "after your move, 1 after the best one: 2 points more.");
}

/* Three tiles cost 4 points, but only one is there to lose. */
static void test_a_score_stops_at_0(void **state) {
    (void)state;
    struct azul azul = start_spill(0);
    REQUIRE_TOLD(&azul, ROUND,
                 "FLOOR_PENALTY 1.00: In the expected play your floor costs 1 point after your "
                 "move, 0 after the best one, since a score cannot fall below 0.");
    azul = start(2, 0);
    hand_source(&azul, 1, R, 1);
    hand_source(&azul, AZUL_CENTER, B, 2);
    static const action best[] = {ACT(1, R, 0), ACT(0, B, 1)};
    static const action yours[] = {ACT(1, R, 5), ACT(0, B, 1)};
    SET_LINES(&azul, best, yours);
    REQUIRE_TOLD(&azul, ROUND,
                 "LINE_COMPLETED 1.00: The best move completes line 1 at once (Red); in the "
                 "expected play it scores 1 point, but is not completed after yours.");
}

/* A tile is worth 5 points, but the score has room for 1. */
static void test_a_score_stops_at_9999(void **state) {
    (void)state;
    struct azul azul = start(2, 9998);
    for (int col = 0; col < 3; col++) hand_wall(&azul, 0, 0, col);
    hand_source(&azul, 1, K, 1);
    hand_source(&azul, AZUL_CENTER, B, 2);
    static const action best[] = {ACT(1, K, 0), ACT(0, B, 4)};
    static const action yours[] = {ACT(1, K, 1), ACT(0, B, 4)};
    SET_LINES(&azul, best, yours);
    REQUIRE_TOLD(&azul, ROUND,
                 "LINE_COMPLETED 1.00: The best move completes line 1 at once (Black); in the "
                 "expected play it scores 1 point, but is not completed after yours.");
}

static struct azul start_token(void) {
    struct azul azul = start(2, 10);
    hand_source(&azul, 1, R, 1);
    hand_source(&azul, AZUL_CENTER, B, 1);
    static const action best[] = {ACT(0, B, 0), ACT(1, R, 0)};
    static const action yours[] = {ACT(1, R, 0), ACT(0, B, 0)};
    SET_LINES(&azul, best, yours);
    return azul;
}

static const char you_begin[] =
    "FIRST_PLAYER 1.50: In the expected play you begin the next round after the best move, "
    "player 2 after yours.";

/* The token costs a point, and the other one has to take it if you do not. */
static void test_the_token(void **state) {
    (void)state;
    struct azul azul = start_token();
    REQUIRE_TOLD(&azul, WHOLE_GAME, you_begin);
    require_silence(&azul, ROUND);
    swap_lines();
    REQUIRE_TOLD(&azul, ROUND,
                 "FLOOR_PENALTY 1.00: Your move puts the token (-1 point) on your floor, the best "
                 "move nothing.",
                 "OPPONENT_FLOOR 1.00: In the expected play player 2's floor costs 1 point (the "
                 "token) after the best move, 0 (empty) after yours.");
}

/* Nothing is left to pay for the token where the floor is full. */
static void test_the_token_on_full_floors(void **state) {
    (void)state;
    struct azul azul = start_token();
    hand_floor(&azul, 0, W, 7);
    hand_floor(&azul, 1, Y, 9);
    azul.player[0].score = azul.player[1].score = 50;
    REQUIRE_TOLD(&azul, WHOLE_GAME, you_begin);
    require_silence(&azul, ROUND);
    swap_lines();
    require_silence(&azul, WHOLE_GAME);
}

/* Nobody takes from the center: whose turn it would be begins, after either move. */
static void test_nobody_takes_the_token(void **state) {
    (void)state;
    struct azul azul = start(3, 10);
    hand_source(&azul, 1, R, 1);
    hand_source(&azul, 2, B, 1);
    static const action best[] = {ACT(1, R, 0), ACT(2, B, 0)};
    static const action yours[] = {ACT(2, B, 0), ACT(1, R, 0)};
    SET_LINES(&azul, best, yours);
    require_silence(&azul, WHOLE_GAME);
}

/* Row 1 lacks White, which ends the game; player 2 has so many points. */
static struct azul start_end(int theirs) {
    struct azul azul = start(2, 20);
    azul.player[1].score = (uint16_t)theirs;
    for (int col = 0; col < 4; col++) hand_wall(&azul, 0, 0, col);
    hand_source(&azul, 1, W, 1);
    hand_source(&azul, 2, R, 1);
    static const action best[] = {ACT(1, W, 0), ACT(2, R, 0)};
    static const action yours[] = {ACT(2, R, 1), ACT(1, W, 0)};
    SET_LINES(&azul, best, yours);
    return azul;
}

static void test_the_end_of_the_game(void **state) {
    (void)state;
    static const char line[] =
        "LINE_COMPLETED 5.00: The best move completes line 1 at once (White); in the expected "
        "play it scores 5 points, but is not completed after yours.";
    struct azul azul = start_end(10);
    REQUIRE_TOLD(&azul, WHOLE_GAME,
                 "GAME_END 16.00: In the expected play the game ends with this round after the "
                 "best move, and you win by 16 points; after yours it goes on.",
                 line,
                 "BONUS 2.00: In the expected play you get 2 bonus points after the best move "
                 "(row 1), but the game goes on after yours.");
    azul.max_rounds = azul.round;
    REQUIRE_TOLD(&azul, WHOLE_GAME, line,
                 "BONUS 2.00: In the expected play you get 2 bonus points after the best move "
                 "(row 1), 0 after yours.");
    azul = start_end(30);
    swap_lines();
    REQUIRE_TOLD(&azul, WHOLE_GAME,
                 "GAME_END 4.00: In the expected play the game ends with this round after your "
                 "move, and you lose by 4 points; after the best one it goes on.");
    require_silence(&azul, ROUND);
    azul = start_end(26);
    swap_lines();
    require_silence(&azul, WHOLE_GAME);
}

/* Of three players, the one who leads after your move counts. */
static void test_the_rival(void **state) {
    (void)state;
    struct azul azul = start(3, 10);
    azul.player[2].score = 12;
    hand_line(&azul, 1, 2, R, 1);
    hand_line(&azul, 2, 2, R, 1);
    hand_wall(&azul, 2, 2, 3);
    hand_source(&azul, 1, R, 2);
    hand_source(&azul, 2, W, 1);
    hand_source(&azul, 3, W, 1);
    static const action best[] = {ACT(2, W, 0), ACT(1, R, 2), ACT(3, W, 0)};
    static const action yours[] = {ACT(3, W, 0), ACT(2, W, 0), ACT(1, R, 2)};
    SET_LINES(&azul, best, yours);
    REQUIRE_TOLD(&azul, WHOLE_GAME,
                 "OPPONENT_DENIED 1.00: In the expected play player 3 completes line 3 (Red, 2 "
                 "points) after your move, but line 1 (White, 1 point) after the best one.");
}

/* Black on the wall makes Red on line 5 worth more, but the line holds the same after both moves.
 */
static void test_equal_lines_are_no_progress(void **state) {
    (void)state;
    struct azul azul = start(2, 10);
    hand_line(&azul, 0, 4, R, 3);
    hand_line(&azul, 0, 3, K, 3);
    hand_source(&azul, 1, K, 1);
    hand_source(&azul, 2, B, 1);
    static const action best[] = {ACT(1, K, 3), ACT(2, B, 0)};
    static const action yours[] = {ACT(1, K, 0), ACT(2, B, 0)};
    SET_LINES(&azul, best, yours);
    require_truth(&azul, WHOLE_GAME);
    for (int i = 0; i < told_count; i++) assert_string_not_equal(told[i].kind, "LINE_PROGRESS");
}

/* One tile would block line 5 for later rounds: nothing else differs. */
static void test_the_outlook_alone(void **state) {
    (void)state;
    struct azul azul = start(2, 10);
    hand_source(&azul, 1, R, 1);
    hand_source(&azul, 2, B, 1);
    static const action best[] = {ACT(1, R, 1), ACT(2, B, 0)};
    static const action yours[] = {ACT(1, R, 4), ACT(2, B, 0)};
    SET_LINES(&azul, best, yours);
    require_truth(&azul, ROUND);
    assert_int_equal(told_count, 0);
    require_truth(&azul, WHOLE_GAME);
    assert_true(told_count > 0 && is_outlook(0));
    advice.line_count = 1;
    require_truth(&azul, WHOLE_GAME);
    for (int i = 0; i < told_count; i++) assert_false(is_outlook(i));
}

/* An act that is not legal ends a line like its end does. */
static void test_lines_that_stop(void **state) {
    (void)state;
    static const char wasted[] =
        "TILES_WASTED 4.00: 3 of your 4 Red do not fit on line 1 and fall to the floor (-4 "
        "points); the best move wastes nothing.";
    struct azul azul = start_spill(10);
    advice.line_count = 1;
    REQUIRE_TOLD(&azul, ROUND, wasted);
    for (action bad = 0; bad < 3; bad++) {
        advice.line_count = 2;
        advice.line[1] = (action[]){ACT(1, B, 0), ACT(2, R, 6), UINT32_MAX}[bad];
        ask(&azul, ROUND);
        assert_int_equal(told_count, 1);
        assert_string_equal(told[0].text, strchr(wasted, ':') + 2);
    }
    azul = start_spill(0);
    advice.reply_count = 1;
    REQUIRE_TOLD(&azul, ROUND,
                 "FLOOR_PENALTY 1.00: So far in the expected play your floor costs 1 point after "
                 "your move, 0 after the best one, since a score cannot fall below 0.");
}

/* All tiles are on walls and factories: the game need not end, for some may go to the lid. */
static void test_lines_that_stop_when_no_tile_is_left(void **state) {
    (void)state;
    static const char *const wall[] = {"xxxx.", "xxxx.", "xxxx.", "xxxx.", "....."};
    struct azul azul = start(4, 10);
    for (int seat = 0; seat < 4; seat++) hand_walls(&azul, seat, wall);
    for (int dealt = 0; dealt < 36; dealt++)
        hand_source(&azul, 1 + dealt / 4, bits_low(azul.bag) / 8, 1);
    assert_int_equal(azul.bag | azul.lid, 0);
    int colour = bits_low(azul.source[1]) / 8;
    advice.line_count = advice.reply_count = 1;
    advice.line[0] = azul_act(1, colour, 4);
    advice.reply[0] = azul_act(1, colour, AZUL_FLOOR);
    require_truth(&azul, WHOLE_GAME);
    assert_int_equal(told_count, 2);
    assert_string_equal(told[0].kind, "FLOOR_PENALTY");
    assert_string_equal(told[1].kind, "LINE_PROGRESS");
}

/* There is nothing to tell of the best act, of none, or of another one than the reply's. */
static void test_nothing_to_compare(void **state) {
    (void)state;
    struct azul azul = start_spill(10);
    struct advice whole = advice;
    struct agent_question question = {.state = &azul, .act = advice.reply[0]};
    assert_true(azul_reasons(&question, &advice, told) > 0);
    question.act = AGENT_NO_ACT;
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
    question.act = advice.line[0];
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
    advice.reply[0] = advice.line[0];
    advice.reply[1] = ACT(2, R, 3);
    advice.line[1] = ACT(2, R, 0);
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
    advice = whole;
    question.act = advice.reply[0];
    advice.line_count = 0;
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
    advice = whole;
    advice.reply_count = 0;
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
    advice = whole;
    advice.line[0] = UINT32_MAX;
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
    advice = whole;
    azul.phase = AZUL_REFILL;
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
}

/* Player 2 is not to move, though the lines differ for them. */
static void test_not_to_move(void **state) {
    (void)state;
    struct azul azul = start_token();
    struct agent_question question = {.state = &azul, .who = 1, .act = advice.reply[0]};
    assert_int_equal(azul_reasons(&question, &advice, told), 0);
}

static void require_fits(azul_reasons_tell *tell, const struct azul_reasons_pair *pair, int seat) {
    char sentence[AGENT_REASON_BYTES];
    struct text text = text_over(sentence, sizeof sentence);
    tell(pair, seat, &text);
    if (text.cut) fail_msg("too long: %s", sentence);
}

static void test_the_longest_sentences_fit(void **state) {
    (void)state;
    static struct azul_reasons_pair pair;
    pair.rival = 3, pair.cut = true;
    for (int i = 0; i < 2; i++) {
        struct azul_reasons_side *side = i ? &pair.best : &pair.yours;
        side->drafted.players = side->after.players = 4;
        side->after.phase = AZUL_OVER, side->drafted.token = 3;
        side->drafted.player[3].floor_count = 63;
        side->after.player[3].wall = azul_set_cells(AZUL_COLUMNS, 0) |
                                     azul_set_cells(AZUL_COLUMNS, 1) |
                                     azul_set_cells(AZUL_COLUMNS, 2);
        side->seats[3].loss = 14, side->seats[3].bonus = 21;
        for (int row = 0; row < AZUL_SIDE; row++) {
            side->seats[3].colour[row] = (row == 3) == i ? Y : AZUL_REASONS_UNTILED;
            side->seats[3].points[row] = 10;
        }
    }
    require_fits(azul_reasons_tell_lines, &pair, 3);
    require_fits(azul_reasons_tell_floor, &pair, 3);
    require_fits(azul_reasons_tell_bonus, &pair, 3);
    for (int row = 0; row < AZUL_SIDE; row++) {
        pair.best.seats[3].colour[row] = pair.yours.seats[3].colour[row] = Y;
        pair.best.seats[3].points[row] = 9;
    }
    require_fits(azul_reasons_tell_adjacency, &pair, 3);
    pair.cut = false;
    require_fits(azul_reasons_tell_outlook, &pair, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_is_true),
        cmocka_unit_test(test_tiles_wasted),
        cmocka_unit_test(test_tiles_wasted_later),
        cmocka_unit_test(test_a_score_stops_at_0),
        cmocka_unit_test(test_a_score_stops_at_9999),
        cmocka_unit_test(test_the_token),
        cmocka_unit_test(test_the_token_on_full_floors),
        cmocka_unit_test(test_nobody_takes_the_token),
        cmocka_unit_test(test_the_end_of_the_game),
        cmocka_unit_test(test_the_rival),
        cmocka_unit_test(test_equal_lines_are_no_progress),
        cmocka_unit_test(test_the_outlook_alone),
        cmocka_unit_test(test_lines_that_stop),
        cmocka_unit_test(test_lines_that_stop_when_no_tile_is_left),
        cmocka_unit_test(test_nothing_to_compare),
        cmocka_unit_test(test_not_to_move),
        cmocka_unit_test(test_the_longest_sentences_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
