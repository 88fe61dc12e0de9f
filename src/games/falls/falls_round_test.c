/* falls, the round: virus boards, the shared sequence, sending and receiving, the end. */
#include "base/bits.h"
#include "falls_support_test.h"

static int colour_of(const struct falls *falls, int row, int col) {
    if (row < 0 || row >= FALLS_ROWS || col < 0 || col >= FALLS_COLS) return -1;
    return falls_colour_at(&falls->player[0].settled, FALLS_COLS * row + col);
}

/* The longest run of viruses through a cell, told cell by cell. */
static int longest_run(const struct falls *falls, int row, int col) {
    int longest = 0, colour = colour_of(falls, row, col);
    for (int way = 0; way < 2; way++) {
        int count = 1, down = way, right = !way;
        for (int i = 1; colour_of(falls, row + i * down, col + i * right) == colour; i++) count++;
        for (int i = 1; colour_of(falls, row - i * down, col - i * right) == colour; i++) count++;
        longest = count > longest ? count : longest;
    }
    return longest;
}

static bool two_away(const struct falls *falls, int row, int col) {
    int colour = colour_of(falls, row, col);
    return colour_of(falls, row - 2, col) == colour || colour_of(falls, row + 2, col) == colour ||
           colour_of(falls, row, col - 2) == colour || colour_of(falls, row, col + 2) == colour;
}

static void set_up(struct falls *falls, struct rng *rng) {
    while (falls->phase == FALLS_SETUP)
        falls_game.apply(falls, CHANCE, falls_game.random_act(falls, CHANCE, rng));
}

static void require_board(const struct falls *falls, int viruses, int top, bool nes) {
    int count = 0;
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        int row = cell / FALLS_COLS, col = cell % FALLS_COLS;
        if (!colour_of(falls, row, col)) continue;
        assert_true(row >= top && (falls->player[0].virus >> cell & 1));
        assert_true(longest_run(falls, row, col) < 4);
        assert_true(!nes || !two_away(falls, row, col));
        count++;
    }
    assert_int_equal(count, viruses);
}

static void test_boards_have_no_run(void **state) {
    (void)state;
    struct rng rng = rng_new(1, 2);
    for (int viruses = 1; viruses <= FALLS_VIRUSES_MAX; viruses++)
        for (int game = 0; game < 100; game++) {
            struct falls falls;
            falls_game.start(&falls, (int[]){1 + game % 2, viruses, -1});
            set_up(&falls, &rng);
            require_board(&falls, viruses, 4, false);
            assert_memory_equal(&falls.player[0], &falls.player[game % 2], sizeof *falls.player);
        }
}

static void test_boards_of_the_console(void **state) {
    (void)state;
    struct rng rng = rng_new(1, 3);
    for (int level = 0; level <= FALLS_LEVEL_MAX; level++)
        for (int game = 0; game < 100; game++) {
            struct falls falls;
            int rows = level >= 19 ? 13 : level >= 17 ? 12 : level >= 15 ? 11 : 10;
            falls_game.start(&falls, (int[]){1, 28, level});
            set_up(&falls, &rng);
            require_board(&falls, 4 * (level + 1), FALLS_ROWS - rows, true);
        }
}

/* Every cell where something fits is equally likely, and so is every colour that fits it. */
static void test_odds_of_viruses(void **state) {
    (void)state;
    struct rng rng = rng_new(1, 4);
    struct choice choices[3 * FALLS_CELLS];
    for (int game = 0; game < 60; game++) {
        struct falls falls, next;
        falls_game.start(&falls, (int[]){1, 84, game % 3 ? -1 : 20});
        for (uint32_t i = rng_below(&rng, 84); i > 0; i--)
            falls_game.apply(&falls, CHANCE, falls_game.random_act(&falls, CHANCE, &rng));
        int count = falls_game.choices(&falls, CHANCE, choices), met = 0;
        for (int cell = 0; cell < FALLS_CELLS; cell++) {
            int fitting[3], fits = 0, row = cell / FALLS_COLS, col = cell % FALLS_COLS;
            for (int colour = 1; colour <= 3; colour++) {
                memcpy(&next, &falls, falls_game.size(&falls));
                if (colour_of(&falls, row, col) || row < (falls.nes ? 3 : 4)) continue;
                falls_put(&next.player[0].settled, (falls_set)1 << cell, colour);
                if (falls.nes ? !two_away(&next, row, col) : longest_run(&next, row, col) < 4)
                    fitting[fits++] = 3 * cell + colour - 1;
            }
            for (int i = 0; i < fits; i++, met++) {
                assert_true(met < count && choices[met].act == (action)fitting[i]);
                assert_int_equal(choices[met].weight * (unsigned)fits, 6);
            }
        }
        assert_int_equal(met, count);
    }
}

/* Three and a fourth beside, above or between them; the next row's begin is not beside. */
static void test_a_fourth_does_not_fit(void **state) {
    (void)state;
    static const struct {
        int cells[3], fourth;
        bool fits;
    } cases[] = {
        {{96, 97, 98}, 99, false},    {{97, 98, 99}, 96, false},    {{96, 97, 99}, 98, false},
        {{96, 98, 99}, 97, false},    {{101, 102, 103}, 104, true}, {{105, 106, 104}, 103, true},
        {{40, 48, 56}, 64, false},    {{48, 56, 64}, 40, false},    {{40, 48, 64}, 56, false},
        {{104, 112, 120}, 96, false}, {{96, 97, 98}, 100, true},    {{40, 48, 56}, 72, true},
        {{96, 97, 104}, 105, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int colour = FALLS_RED; colour <= FALLS_BLUE; colour++) {
            struct falls falls;
            falls_game.start(&falls, (int[]){1, 20, -1});
            for (int k = 0; k < 3; k++) falls_place(&falls, cases[i].cells[k], colour);
            unsigned others = 0xE & ~(1u << colour),
                     fitting = falls_fitting(&falls, cases[i].fourth);
            assert_int_equal(fitting, others | (unsigned)cases[i].fits << colour);
        }
}

/* The worst luck: always the virus that leaves the fewest choices. Then the setup ends early. */
static action fewest_choices_left(const struct falls *falls, struct rng *rng) {
    struct choice choices[3 * FALLS_CELLS], left[3 * FALLS_CELLS];
    int count = falls_game.choices(falls, CHANCE, choices), fewest = INT32_MAX;
    action best = 0;
    for (int i = 0; i < count; i++) {
        struct falls next;
        memcpy(&next, falls, falls_game.size(falls));
        falls_place(&next, (int)choices[i].act / 3, (int)choices[i].act % 3 + 1);
        int choices_left = next.phase == FALLS_SETUP ? falls_game.choices(&next, CHANCE, left) : 0;
        choices_left = 8 * choices_left + (int)rng_below(rng, 8);
        if (choices_left < fewest) fewest = choices_left, best = choices[i].act;
    }
    return best;
}

static void test_a_full_board_ends_the_setup(void **state) {
    (void)state;
    struct rng rng = rng_new(1, 5);
    struct falls falls;
    falls_game.start(&falls, (int[]){1, 28, 20});
    while (falls.phase == FALLS_SETUP)
        falls_game.apply(&falls, CHANCE, fewest_choices_left(&falls, &rng));
    assert_true(falls_count(falls.player[0].virus) < 84);
    for (int cell = 0; cell < FALLS_CELLS; cell++) assert_int_equal(falls_fitting(&falls, cell), 0);
    hand_require_sound(&falls);
    hand_draw(&falls, 0);
    hand_draw(&falls, 4);
    assert_int_equal(falls_game.movers(&falls), 1u << CLOCK | 1);
}

static void test_a_round_begins(void **state) {
    (void)state;
    struct rng rng = rng_new(1, 6);
    struct falls falls;
    falls_game.start(&falls, (int[]){3, 5, -1});
    set_up(&falls, &rng);
    hand_draw(&falls, 1); /* Red Yellow: all spawn it */
    for (int seat = 0; seat < 3; seat++)
        hand_require_moving(&falls, seat, 0, ".. .. .. R> Y< .. .. ..");
    assert_int_equal(falls_game.movers(&falls), 1u << CHANCE);
    hand_draw(&falls, 5);
    assert_int_equal(falls_game.movers(&falls), 1u << CLOCK | 7);
    assert_int_equal(falls.first, 1);
    assert_int_equal(falls.kept, 1);
}

/* The seat's capsule settles in the first column at once; luck gives the same capsule ever after.
 */
static void next_capsule(struct falls *falls, int seat, action capsule) {
    hand_put_settled(falls, seat, "Y* .. .. .. .. .. .. ..");
    hand_put_moving(falls, seat, 15, ".. .. .. R> Y< .. .. ..", true);
    hand_tick(falls, seat);
    if (falls->phase == FALLS_DRAW) hand_draw(falls, capsule);
}

static void test_the_sequence_is_shared(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    next_capsule(&falls, 0, 1);
    hand_require_moving(&falls, 0, 0, ".. .. .. B> B< .. .. ..");
    next_capsule(&falls, 0, 2);
    hand_require_moving(&falls, 0, 0, ".. .. .. R> Y< .. .. ..");
    assert_int_equal(falls.kept, 3);
    next_capsule(&falls, 1, 99); /* no luck is needed: the other one drew it */
    hand_require_moving(&falls, 1, 0, ".. .. .. B> B< .. .. ..");
    assert_int_equal(falls.first, 2);
    next_capsule(&falls, 1, 99);
    hand_require_moving(&falls, 1, 0, ".. .. .. R> Y< .. .. ..");
    assert_true(falls.first == 3 && falls.kept == 1 && falls.capsules[0] == 2);
    next_capsule(&falls, 1, 7);
    hand_require_moving(&falls, 1, 0, ".. .. .. R> B< .. .. ..");
}

static void test_who_is_far_behind_misses_capsules(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 3);
    for (int i = 0; i < FALLS_KEPT_MAX - 1; i++) next_capsule(&falls, 1, (action)(i % 9));
    assert_true(falls.kept == FALLS_KEPT_MAX && falls.first == 1);
    assert_int_equal(falls.player[0].drawn, 1);
    next_capsule(&falls, 1, 3);
    assert_true(falls.kept == FALLS_KEPT_MAX && falls.first == 2);
    assert_true(falls.player[0].drawn == 2 && falls.player[2].drawn == 2);
    next_capsule(&falls, 0, 99);
    hand_require_moving(&falls, 0, 0, ".. .. .. R> R< .. .. .."); /* the second that was drawn */
    falls.player[2].status = FALLS_DEFEATED;
    falls.player[2].controlled = 0;
    falls.first++, falls.kept--; /* nobody waits for it any more */
    memmove(falls.capsules, falls.capsules + 1, FALLS_KEPT_MAX - 1);
    falls.capsules[FALLS_KEPT_MAX - 1] = 0;
    falls_tell(&falls);
    next_capsule(&falls, 1, 3);
    assert_int_equal(falls.player[2].drawn, 2); /* who is out stays where they were */
}

static void test_the_slowest_being_out_frees_the_sequence(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    for (int i = 0; i < 50; i++) next_capsule(&falls, 1, 0);
    assert_int_equal(falls.kept, 51);
    hand_put_settled(&falls, 0, "Y* .. .. .. .. .. .. ..");
    for (int row = 1; row < FALLS_ROWS; row++)
        falls_put(&falls.player[0].settled, falls_cell(row, 4), 1 + row % 2);
    hand_tick(&falls, 0);
    assert_int_equal(falls.player[0].status, FALLS_DEFEATED);
    assert_true(falls.kept == 1 && falls.first == 51);
    assert_int_equal(falls_game.movers(&falls), 1u << CLOCK | 2);
}

static void test_numbers_begin_anew(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    next_capsule(&falls, 0, 3);
    next_capsule(&falls, 0, 4);
    falls.first = FALLS_DRAWN_MAX - falls.kept;
    falls.player[0].drawn = FALLS_DRAWN_MAX - 1;
    falls.player[1].drawn = falls.first;
    next_capsule(&falls, 0, 5);
    assert_true(falls.first == 1 && falls.kept == 4);
    assert_true(falls.player[0].drawn == 4 && falls.player[1].drawn == 1);
    next_capsule(&falls, 1, 99);
    hand_require_moving(&falls, 1, 0, ".. .. .. B> B< .. .. ..");
}

/* What the chain of seat 0 sends when it is over. */
static void send_chain(struct falls *falls, const char *colours) {
    falls->player[0].chain = 0;
    for (int i = 0; colours[i]; i++)
        falls->player[0].chain |= (uint64_t)(strchr(".RYB", colours[i]) - ".RYB") << 2 * i;
    hand_put_settled(falls, 0, ".. .. .. .. .. .. .. Y*");
    hand_put_moving(falls, 0, 15, "Bo .. .. .. .. .. .. ..", false);
    hand_tick(falls, 0);
}

static void give_viruses(struct falls *falls, int seat, int count) {
    hand_put_settled(falls, seat, ".. .. .. .. .. .. .. Y*");
    for (int i = 1; i < count; i++) {
        falls_set cell = falls_cell(15 - i, i % 2);
        falls_put(&falls->player[seat].settled, cell, FALLS_RED);
        falls->player[seat].virus |= cell;
    }
}

static void require_unit(const struct falls *falls, int seat, int unit, const char *colours) {
    const struct falls_player *player = &falls->player[seat];
    size_t count = strlen(colours);
    if (count == 0) {
        assert_true(player->units <= unit);
        return;
    }
    assert_true(player->units > unit);
    for (size_t i = 0; i < FALLS_UNIT_MAX; i++)
        assert_int_equal(player->incoming[unit][i] & 3,
                         i < count ? strchr(".RYB", colours[i]) - ".RYB" : 0);
}

static void test_sending(void **state) {
    (void)state;
    static const struct {
        const char *chain, *units[4];
    } cases[] = {
        {"R", {"", "", "", ""}},
        {"RB", {"", "", "RB", ""}},
        {"RBYR", {"", "", "RBYR", ""}},
        {"RBYRB", {"", "B", "RBYR", ""}},
        {"RBYRBBYYRRY", {"", "BBYY", "RBYR", "RRY"}},
        {"RRRRRRRRRRRRBBB", {"", "RRRR", "RRRR", "RRRR"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct falls falls;
        hand_begin_round(&falls, 5);
        give_viruses(&falls, 1, 5);
        give_viruses(&falls, 2, 3);
        give_viruses(&falls, 3, 5); /* after seat 1, which has as many */
        falls.player[4].status = FALLS_DEFEATED;
        falls.player[4].controlled = 0;
        falls_tell(&falls);
        send_chain(&falls, cases[i].chain);
        for (int seat = 0; seat < 4; seat++) require_unit(&falls, seat, 0, cases[i].units[seat]);
        require_unit(&falls, 4, 0, "");
        assert_int_equal(falls.phase, strlen(cases[i].chain) > 1 ? FALLS_COLUMN : FALLS_DRAW);
    }
}

/* Nobody else plays: what is sent is lost, and above all does not come back. */
static void test_the_sender_never_receives(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    send_chain(&falls, "RBYRBYRBY");
    require_unit(&falls, 0, 0, "");
    assert_int_equal(falls.phase, FALLS_DRAW);
    hand_begin_round(&falls, 2);
    falls.player[1].status = FALLS_DEFEATED;
    falls.player[1].controlled = 0;
    falls_tell(&falls);
    send_chain(&falls, "RB");
    require_unit(&falls, 0, 0, "");
    require_unit(&falls, 1, 0, "");
}

static void test_columns_are_distinct(void **state) {
    (void)state;
    struct falls falls;
    struct choice choices[3 * FALLS_CELLS];
    hand_begin_round(&falls, 3);
    give_viruses(&falls, 2, 2);
    send_chain(&falls, "RBYRB");
    static const action cols[] = {7, 0, 3, 4, 7}; /* seat 1 has four, then seat 2 one */
    for (int i = 0; i < 5; i++) {
        int count = falls_game.choices(&falls, CHANCE, choices);
        assert_int_equal(count, i < 4 ? 8 - i : 8);
        for (int k = 0; k < count; k++) assert_int_equal(choices[k].weight, 1);
        for (int k = 0; k < i && i < 4; k++)
            assert_string_equal(falls_game.refuse(&falls, CHANCE, cols[k]), "NO_SUCH_ACT");
        hand_draw(&falls, cols[i]);
    }
    assert_int_equal(falls.phase, FALLS_DRAW);
    hand_draw(&falls, 0);
    static const uint8_t unit[] = {1 + 32, 3 + 4, 2 + 16, 1 + 20};
    assert_memory_equal(falls.player[1].incoming[0], unit, 4);
    assert_int_equal(falls.player[2].incoming[0][0], 3 + 32);
}

static void test_units_arrive_in_order(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    send_chain(&falls, "RB");
    hand_draw(&falls, 5), hand_draw(&falls, 2), hand_draw(&falls, 0);
    send_chain(&falls, "YYB");
    hand_draw(&falls, 1), hand_draw(&falls, 0), hand_draw(&falls, 6), hand_draw(&falls, 0);
    hand_put_moving(&falls, 1, 15, ".. .. .. R> Y< .. .. ..", true);
    hand_tick(&falls, 1);
    hand_require_moving(&falls, 1, 0, ".. .. Bo .. .. Ro .. ..");
    assert_true(!falls.player[1].controlled && falls.player[1].units == 1);
    assert_int_equal(falls.phase, FALLS_PLAY); /* no capsule was taken */
    for (int i = 0; i < 16; i++) hand_tick(&falls, 1);
    hand_require_settled(&falls, 1, ".. .. Bo R> Y< Ro .. Y*");
    hand_require_moving(&falls, 1, 0, "Yo Yo .. .. .. .. Bo ..");
    for (int i = 0; i < 16; i++) hand_tick(&falls, 1);
    hand_require_settled(&falls, 1, "Yo Yo Bo R> Y< Ro Bo Y*");
    hand_require_moving(&falls, 1, 0, ".. .. .. B> B< .. .. ..");
    assert_true(falls.player[1].controlled && falls.player[1].drawn == 2);
}

static void test_units_past_the_bound_are_lost(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 3);
    give_viruses(&falls, 2, 2);
    for (int i = 0; i < FALLS_UNITS_MAX + 2; i++) {
        send_chain(&falls, "RYB");
        for (action col = 0; falls.phase == FALLS_COLUMN; col++) hand_draw(&falls, col);
        hand_draw(&falls, 0);
    }
    assert_int_equal(falls.player[1].units, FALLS_UNITS_MAX);
    assert_int_equal(falls.player[2].units, 0); /* nobody else gets them */
    hand_put_moving(&falls, 1, 15, ".. .. .. R> Y< .. .. ..", true);
    hand_tick(&falls, 1);
    hand_require_moving(&falls, 1, 0, "Ro Yo Bo .. .. .. .. ..");
    assert_int_equal(falls.player[1].units, FALLS_UNITS_MAX - 1);
}

static void test_long_chains_are_bounded(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 8);
    falls.player[0].chain = 0;
    for (int i = 0; i < FALLS_CHAIN_MAX; i++)
        falls.player[0].chain |= (uint64_t)(1 + i % 3) << 2 * i;
    uint64_t before = falls.player[0].chain;
    hand_put_settled(&falls, 0, "Bo .. .. .. .. .. .. ..\nRo Ro Ro .. .. .. .. Y*");
    hand_put_moving(&falls, 0, 15, ".. .. .. Ro .. .. .. ..", false);
    hand_tick(&falls, 0);
    assert_true(falls.player[0].chain == before);
    hand_tick(&falls, 0);
    for (int seat = 1; seat < 8; seat++) assert_int_equal(falls.player[seat].units, 1);
}

/* A clock that does not run: the others go on, and the one who waits is as before. */
static void test_a_paused_player_stays(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    struct falls_player before = falls.player[1];
    for (int i = 0; i < 300; i++) next_capsule(&falls, 0, (action)(i % 9));
    before.drawn = falls.first;
    assert_memory_equal(&before, &falls.player[1], sizeof before);
}

static void test_the_round_ends_when_nobody_plays(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    for (int seat = 0; seat < 2; seat++) {
        for (int row = 1; row < FALLS_ROWS; row++)
            falls_put(&falls.player[seat].settled, falls_cell(row, 4), 1 + row % 2);
        assert_false(game_over(&falls_game, &falls));
        hand_tick(&falls, seat);
        assert_int_equal(falls.player[seat].status, FALLS_DEFEATED);
    }
    assert_true(game_over(&falls_game, &falls));
    assert_int_equal(falls_game.winners(&falls), 0);
    assert_int_equal(falls_game.score(&falls, 1), -1);
    assert_int_equal(falls.kept, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards_have_no_run),
        cmocka_unit_test(test_boards_of_the_console),
        cmocka_unit_test(test_odds_of_viruses),
        cmocka_unit_test(test_a_fourth_does_not_fit),
        cmocka_unit_test(test_a_full_board_ends_the_setup),
        cmocka_unit_test(test_a_round_begins),
        cmocka_unit_test(test_the_sequence_is_shared),
        cmocka_unit_test(test_who_is_far_behind_misses_capsules),
        cmocka_unit_test(test_the_slowest_being_out_frees_the_sequence),
        cmocka_unit_test(test_numbers_begin_anew),
        cmocka_unit_test(test_sending),
        cmocka_unit_test(test_the_sender_never_receives),
        cmocka_unit_test(test_columns_are_distinct),
        cmocka_unit_test(test_units_arrive_in_order),
        cmocka_unit_test(test_units_past_the_bound_are_lost),
        cmocka_unit_test(test_long_chains_are_bounded),
        cmocka_unit_test(test_a_paused_player_stays),
        cmocka_unit_test(test_the_round_ends_when_nobody_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
