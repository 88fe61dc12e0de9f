/* falls: what events are told to do, in positions by hand, and the most that one act can do. */
#include "falls_support_test.h"

enum { ALL_TEXT = 1 << 13 };

static void put_effect(const struct effect *effect, struct text *out) {
    text_format(out, "%s ", falls_effect_kinds[effect->kind]);
    if (effect->seat == EFFECT_ALL)
        text_string(out, "all");
    else
        text_int(out, effect->seat);
    if (effect->points) text_format(out, " points %d", effect->points);
    if (effect->spots_count) text_format(out, " spots %d", effect->spots_count);
    text_format(out, ": %s\n", effect->text);
}

/* Requires these effects of a legal act, a line each: KIND SEAT [points N] [spots N]: TEXT. */
static void require_effects(const struct falls *falls, int who, action act, const char *expected) {
    static struct effect_list list;
    static char all[ALL_TEXT];
    struct text text = text_over(all, sizeof all);
    hand_require_sound(falls);
    assert_null(falls_game.refuse(falls, who, act));
    list.count = 0;
    falls_game.effects(falls, who, act, &list);
    for (int i = 0; i < list.count; i++) put_effect(&list.at[i], &text);
    assert_false(text.cut);
    assert_string_equal(all, expected);
}

/* The cells of one effect of an act, as a set; all must be of its seat's field. */
static falls_set cells_of(const struct falls *falls, int who, action act, int index) {
    static struct effect_list list;
    falls_set cells = 0;
    list.count = 0;
    falls_game.effects(falls, who, act, &list);
    assert_true(index < list.count);
    const struct effect *effect = &list.at[index];
    for (int i = 0; i < effect->spots_count; i++) {
        int cell = effect->spots[i] - falls_spot(effect->seat, 0);
        assert_true(cell >= 0 && cell < FALLS_CELLS);
        cells |= (falls_set)1 << cell;
    }
    return cells;
}

static void test_moves(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_moving(&falls, 0, 5, ".. .. .. R> Y< .. .. ..", true);
    require_effects(&falls, 0, FALLS_LEFT, "MOVE 0 spots 2: The capsule moves left\n");
    assert_true(cells_of(&falls, 0, FALLS_LEFT, 0) == (falls_cell(5, 2) | falls_cell(5, 3)));
    require_effects(&falls, 0, FALLS_RIGHT, "MOVE 0 spots 2: The capsule moves right\n");
    require_effects(&falls, 0, FALLS_CCW, "TURN 0 spots 2: The capsule turns counterclockwise\n");
    assert_true(cells_of(&falls, 0, FALLS_CCW, 0) == (falls_cell(4, 3) | falls_cell(5, 3)));
    require_effects(&falls, 0, FALLS_CW, "TURN 0 spots 2: The capsule turns clockwise\n");
    require_effects(&falls, 0, FALLS_DROP, "FALL 0 spots 2: The capsule falls a row\n");
    assert_true(cells_of(&falls, 0, FALLS_DROP, 0) == (falls_cell(6, 3) | falls_cell(6, 4)));
    require_effects(&falls, CLOCK, 0, "");

    hand_begin_round(&falls, 3);
    require_effects(&falls, 2, FALLS_LEFT, "MOVE 2 spots 2: Player 3 moves left\n");
    require_effects(&falls, 1, FALLS_DROP, "FALL 1 spots 2: Player 2's capsule falls a row\n");
    assert_true(cells_of(&falls, 1, FALLS_DROP, 0) == (falls_cell(1, 3) | falls_cell(1, 4)));
}

static void test_landing(void **state) {
    (void)state;
    static const char lands[] = "LAND 0 spots 2: The capsule lands\n"
                                "SPAWN 0 spots 2: A new capsule: blue and blue\n";
    struct falls falls;
    hand_begin_round(&falls, 1);
    require_effects(&falls, 0, FALLS_FALL,
                    "FALL 0 spots 2: The capsule falls 15 rows\n"
                    "LAND 0 spots 2: The capsule lands\n"
                    "SPAWN 0 spots 2: A new capsule: blue and blue\n");
    hand_put_moving(&falls, 0, 15, ".. .. .. R> Y< .. .. ..", true);
    require_effects(&falls, 0, FALLS_FALL, lands);
    require_effects(&falls, 0, FALLS_DROP, lands);
    require_effects(&falls, CLOCK, 0, lands);
    hand_put_moving(&falls, 0, 14, ".. .. .. R> Y< .. .. ..", true);
    require_effects(&falls, 0, FALLS_DROP, "FALL 0 spots 2: The capsule falls a row\n");

    hand_begin_round(&falls, 2);
    hand_put_moving(&falls, 1, 15, "Bo .. .. .. .. .. .. ..\nYo .. Ro .. .. .. .. ..", false);
    require_effects(&falls, CLOCK, 1,
                    "LAND 1 spots 3: 3 halves of player 2 land\n"
                    "SPAWN 1 spots 2: Player 2 gets a new capsule: blue and blue\n");
    hand_put_moving(&falls, 1, 15, "Yo .. .. .. .. .. .. ..", false);
    require_effects(&falls, CLOCK, 1,
                    "LAND 1 spots 1: A half of player 2 lands\n"
                    "SPAWN 1 spots 2: Player 2 gets a new capsule: blue and blue\n");
}

/* A pair loses its hold and finds another one in the same tick: it has not moved, and so has not
 * landed. */
static void test_what_stays_does_not_land(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     ".. .. .. B> Y< .. .. ..\n"
                     ".. .. .. Bo .. .. .. ..\n"
                     ".. .. .. Yo R* .. .. ..\n"
                     ".. Ro Ro Ro .. .. .. Y*");
    hand_put_moving(&falls, 0, 15,
                    ".. .. .. .. Bo .. .. ..\n" HAND_EMPTY "\nRo .. .. .. .. .. .. ..", false);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 2: 2 halves land\n"
                    "VANISH 0 spots 4: A row of 4 red vanishes\n");
    hand_tick(&falls, 0);
    hand_require_settled(&falls, 0,
                         ".. .. .. B> Y< .. .. ..\n"
                         ".. .. .. .. Bo .. .. ..\n"
                         ".. .. .. .. R* .. .. ..\n"
                         ".. .. .. .. .. .. .. Y*");
}

static void test_vanishing(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0, "Yo .. .. .. .. .. .. ..\nR* R* Ro .. .. .. .. Y*");
    hand_put_moving(&falls, 0, 15, ".. .. .. R> R< .. .. ..", true);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 2: The capsule lands\n"
                    "VANISH 0 points 2 spots 5: A row of 5 red vanishes: 2 viruses\n");
    assert_true(cells_of(&falls, CLOCK, 0, 1) == (falls_set)0x1F << 120);

    hand_begin_round(&falls, 2);
    hand_put_settled(&falls, 1,
                     ".. .. .. Bo .. .. .. ..\n.. .. .. Bo .. .. .. ..\n"
                     ".. .. .. B* .. .. .. Y*");
    hand_put_moving(&falls, 1, 12, ".. .. .. Bo .. .. .. ..", false);
    require_effects(&falls, CLOCK, 1,
                    "LAND 1 spots 1: A half of player 2 lands\n"
                    "VANISH 1 points 1 spots 4: Player 2 clears a column of 4 blue: 1 virus\n"
                    "SPAWN 1 spots 2: Player 2 gets a new capsule: blue and blue\n");
    hand_put_settled(&falls, 1,
                     ".. .. .. Bo .. .. .. ..\n.. .. .. Bo .. .. .. ..\n"
                     ".. .. .. Bo .. .. .. Y*");
    require_effects(&falls, CLOCK, 1,
                    "LAND 1 spots 1: A half of player 2 lands\n"
                    "VANISH 1 spots 4: Player 2 clears a column of 4 blue\n"
                    "SPAWN 1 spots 2: Player 2 gets a new capsule: blue and blue\n");
}

/* A row and a column of one colour are one effect; other colours and other rows have their own. */
static void test_several_runs(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    hand_put_settled(&falls, 0,
                     ".. Ro Ro Ro .. .. .. ..\n"
                     "R* Y* B* Y* .. .. .. ..\n"
                     "R* Y* B* Y* .. .. .. B*");
    hand_put_moving(&falls, 0, 13, "Rv .. .. .. .. .. .. ..\nR^ .. .. .. .. .. .. ..", true);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 2: The capsule lands\n"
                    "VANISH 0 points 2 spots 7: A row and a column of red vanish: 7 tiles, "
                    "2 viruses\n"
                    "CHAIN 0: Chain of 2\n"
                    "SPAWN 0 spots 2: A new capsule: blue and blue\n");
    hand_put_settled(&falls, 0,
                     ".. .. .. Ro Bo .. .. ..\n.. .. .. Ro Bo .. .. ..\n"
                     ".. .. .. R* B* .. .. Y*");
    hand_put_moving(&falls, 0, 12, ".. .. .. R> B< .. .. ..", true);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 2: The capsule lands\n"
                    "VANISH 0 points 1 spots 4: A column of 4 red vanishes: 1 virus\n"
                    "VANISH 0 points 1 spots 4: A column of 4 blue vanishes: 1 virus\n"
                    "CHAIN 0: Chain of 2\n"
                    "SPAWN 0 spots 2: A new capsule: blue and blue\n");
    hand_put_settled(&falls, 0,
                     ".. .. .. .. Ro Ro Ro ..\n.. .. .. .. Y* B* Y* R*\n"
                     "Ro Ro Ro .. B* Y* B* Y*");
    hand_put_moving(&falls, 0, 15,
                    ".. .. .. .. .. .. .. Ro\n" HAND_EMPTY "\n.. .. .. Ro .. .. .. ..", false);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 2: 2 halves land\n"
                    "VANISH 0 spots 4: A row of 4 red vanishes\n"
                    "VANISH 0 spots 4: A row of 4 red vanishes\n"
                    "CHAIN 0: Chain of 2\n"
                    "SPAWN 0 spots 2: A new capsule: blue and blue\n");
}

/* Viruses of the other players do not count, and the end is told last. */
static void test_winning(void **state) {
    (void)state;
    struct falls falls;
    for (int players = 1; players <= 2; players++) {
        hand_begin_round(&falls, players);
        hand_put_settled(&falls, 0, "Bo .. .. .. .. .. .. ..\nRo Ro R* .. .. .. .. ..");
        hand_put_moving(&falls, 0, 9, ".. .. .. R> Y< .. .. ..", true);
        require_effects(&falls, 0, FALLS_FALL,
                        players == 1 ? "FALL 0 spots 2: The capsule falls 6 rows\n"
                                       "LAND 0 spots 2: The capsule lands\n"
                                       "VANISH 0 points 1 spots 4: A row of 4 red vanishes: "
                                       "1 virus\n"
                                       "WIN 0: The field is cleared: the round is won\n"
                                     : "FALL 0 spots 2: Player 1's capsule falls 6 rows\n"
                                       "LAND 0 spots 2: Player 1's capsule lands\n"
                                       "VANISH 0 points 1 spots 4: Player 1 clears a row of 4 "
                                       "red: 1 virus\n"
                                       "WIN 0: Player 1 has cleared the field and wins\n");
    }
}

/* Columns 3 and 4 are full up to row 1. */
static void fill_up(struct falls *falls, int seat) {
    for (int row = 1; row < FALLS_ROWS; row++)
        falls_put(&falls->player[seat].settled, falls_cell(row, 3), 1 + row % 2);
}

static void test_losing(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    fill_up(&falls, 0);
    require_effects(&falls, 0, FALLS_FALL, "OUT 0 spots 2: The field is full: the round is lost\n");
    hand_begin_round(&falls, 2);
    fill_up(&falls, 0);
    fill_up(&falls, 1);
    require_effects(&falls, CLOCK, 1, "OUT 1 spots 2: Player 2 is out\n");
    hand_tick(&falls, 1);
    require_effects(&falls, CLOCK, 0,
                    "OUT 0 spots 2: Player 1 is out\n"
                    "OVER all: Nobody is left: the round ends without a winner\n");
}

/* What lands below comes before the defeat. */
static void test_landing_and_losing(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    fill_up(&falls, 0);
    hand_put_moving(&falls, 0, 15,
                    ".. .. .. Yo Yo .. .. ..\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY
                    "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY
                    "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY "\n" HAND_EMPTY
                    "\n" HAND_EMPTY "\nYo .. .. .. .. .. .. ..",
                    false);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 1: A half lands\n"
                    "OUT 0 spots 2: The field is full: the round is lost\n");
}

static void set_chain(struct falls_player *player, const char *colours) {
    player->chain = 0;
    for (int i = 0; colours[i]; i++)
        player->chain |= (uint64_t)(strchr(".RYB", colours[i]) - ".RYB") << 2 * i;
}

static void test_sending(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 3);
    hand_put_settled(&falls, 1, "R* .. .. .. .. .. .. Y*");
    hand_put_moving(&falls, 0, 15, "Bo .. .. .. .. .. .. ..", false);
    set_chain(&falls.player[0], "RB");
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 1: A half of player 1 lands\n"
                    "CHAIN 0: Player 1 makes a chain of 2\n"
                    "SEND 2: Player 1 sends red and blue to player 3\n"
                    "SPAWN 0 spots 2: Player 1 gets a new capsule: blue and blue\n");
    set_chain(&falls.player[0], "RBYYB");
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 1: A half of player 1 lands\n"
                    "CHAIN 0: Player 1 makes a chain of 5\n"
                    "SEND 1: Player 1 sends blue to player 2\n"
                    "SEND 2: Player 1 sends red, blue, yellow and yellow to player 3\n"
                    "SPAWN 0 spots 2: Player 1 gets a new capsule: blue and blue\n");
    hand_tick(&falls, 0);
    require_effects(&falls, CHANCE, 4,
                    "COLUMN 1 spots 1: A blue half will come in column 5 of player 2\n");
    assert_true(cells_of(&falls, CHANCE, 4, 0) == falls_cell(0, 4));
    hand_draw(&falls, 4);
    hand_draw(&falls, 7);
    require_effects(&falls, CHANCE, 0,
                    "COLUMN 2 spots 1: A blue half will come in column 1 of player 3\n");
}

static void test_receiving(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    falls.player[1].units = 2;
    memcpy(falls.player[1].incoming, (uint8_t[]){1 + 4, 2 + 32, 0, 0, 3 + 12}, 5);
    hand_put_moving(&falls, 1, 15, ".. .. .. R> Y< .. .. ..", true);
    require_effects(&falls, CLOCK, 1,
                    "LAND 1 spots 2: Player 2's capsule lands\n"
                    "ARRIVE 1 spots 2: 2 halves arrive for player 2\n");
    assert_true(cells_of(&falls, CLOCK, 1, 1) == (falls_cell(0, 0) | falls_cell(0, 7)));
    hand_tick(&falls, 1);
    hand_put_moving(&falls, 1, 15, "Bo .. .. .. .. .. .. ..", false);
    require_effects(&falls, CLOCK, 1,
                    "LAND 1 spots 1: A half of player 2 lands\n"
                    "ARRIVE 1 spots 1: A half arrives for player 2\n");
}

/* One who has 16 units waiting gets no more: then nothing is said to be sent. */
static void test_a_lost_unit_is_not_told(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 2);
    falls.player[1].units = FALLS_UNITS_MAX;
    for (int i = 0; i < FALLS_UNITS_MAX; i++) falls.player[1].incoming[i][0] = 1 + 4;
    hand_put_moving(&falls, 0, 15, "Bo .. .. .. .. .. .. ..", false);
    set_chain(&falls.player[0], "RB");
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 1: A half of player 1 lands\n"
                    "CHAIN 0: Player 1 makes a chain of 2\n"
                    "SPAWN 0 spots 2: Player 1 gets a new capsule: blue and blue\n");
}

static void test_luck(void **state) {
    (void)state;
    struct falls falls;
    falls_game.start(&falls, (int[]){1, 1, -1});
    require_effects(&falls, CHANCE, 3 * 127 + 2,
                    "VIRUS 0 points -1 spots 1: A blue virus in row 16, column 8\n");
    hand_draw(&falls, 3 * 127 + 2);
    require_effects(&falls, CHANCE, 1, "SPAWN 0 spots 2: A new capsule: red and yellow\n");
    hand_draw(&falls, 1);
    require_effects(&falls, CHANCE, 8, "DRAW all: Next capsule: blue and blue\n");
    falls_game.start(&falls, (int[]){2, 1, -1});
    require_effects(&falls, CHANCE, 3 * 32,
                    "VIRUS 0 points -1 spots 1: A red virus for player 1 in row 5, column 1\n"
                    "VIRUS 1 points -1 spots 1: A red virus for player 2 in row 5, column 1\n");
    hand_draw(&falls, 3 * 32);
    require_effects(&falls, CHANCE, 5,
                    "SPAWN 0 spots 2: Player 1 gets a new capsule: yellow and blue\n"
                    "SPAWN 1 spots 2: Player 2 gets a new capsule: yellow and blue\n");
    hand_draw(&falls, 5);
    require_effects(&falls, CHANCE, 8, "DRAW all: Next capsule: blue and blue\n");
    hand_draw(&falls, 8);
    falls_game.apply(&falls, 1, FALLS_FALL);
    require_effects(&falls, CHANCE, 0, "DRAW 1: Player 2's next capsule: red and red\n");
}

/* Seats that are 128 capsules behind miss one; one who is out does not. */
static void test_missing_a_capsule(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 4);
    falls.kept = FALLS_KEPT_MAX;
    falls.player[1].drawn = falls.first + FALLS_KEPT_MAX;
    falls.player[2].status = FALLS_DEFEATED;
    falls.player[2].controlled = 0;
    falls_tell(&falls);
    require_effects(&falls, CHANCE, 0,
                    "MISS 0: Player 1 is far behind and misses a capsule\n"
                    "MISS 3: Player 4 is far behind and misses a capsule\n"
                    "DRAW 1: Player 2's next capsule: red and red\n");
}

/* All that a chain can send, to seven others. */
static void test_longest_chain(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, SEATS_MAX);
    set_chain(&falls.player[7], "YYYYYYYYYYYYYYYYYYYYYYYYYYYY");
    falls.player[7].units = 1;
    memcpy(falls.player[7].incoming, (uint8_t[]){1 + 4, 1 + 8, 1 + 12, 1 + 16}, 4);
    hand_put_moving(&falls, 7, 15, "Bo .. .. .. .. .. .. ..", false);
    require_effects(&falls, CLOCK, 7,
                    "LAND 7 spots 1: A half of player 8 lands\n"
                    "CHAIN 7: Player 8 makes a chain of 28 or more\n"
                    "SEND 0: Player 8 sends yellow, yellow, yellow and yellow to player 1\n"
                    "SEND 1: Player 8 sends yellow, yellow, yellow and yellow to player 2\n"
                    "SEND 2: Player 8 sends yellow, yellow, yellow and yellow to player 3\n"
                    "SEND 3: Player 8 sends yellow, yellow, yellow and yellow to player 4\n"
                    "SEND 4: Player 8 sends yellow, yellow, yellow and yellow to player 5\n"
                    "SEND 5: Player 8 sends yellow, yellow, yellow and yellow to player 6\n"
                    "SEND 6: Player 8 sends yellow, yellow, yellow and yellow to player 7\n"
                    "ARRIVE 7 spots 4: 4 halves arrive for player 8\n");
}

/* Standing pairs close six columns of eight at once. */
static void test_longest_runs(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, SEATS_MAX);
    hand_put_settled(
        &falls, 0,
        "R* R* R* .. R* R* R* ..\nR* R* R* .. R* R* R* ..\nR* R* R* .. R* R* R* ..\n" HAND_EMPTY
        "\n" HAND_EMPTY "\n"
        "R* R* R* .. R* R* R* ..\nR* R* R* .. R* R* R* ..\nR* R* R* .. R* R* R* Y*");
    hand_put_moving(&falls, 0, 12, "Rv Rv Rv .. Rv Rv Rv ..\nR^ R^ R^ .. R^ R^ R^ ..", false);
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 12: 12 halves of player 1 land\n"
                    "VANISH 0 points 36 spots 48: Player 1 clears 6 columns of red: 48 tiles, "
                    "36 viruses\n"
                    "CHAIN 0: Player 1 makes a chain of 6\n"
                    "SEND 1: Player 1 sends red, red, red and red to player 2\n"
                    "SEND 2: Player 1 sends red and red to player 3\n"
                    "SPAWN 0 spots 2: Player 1 gets a new capsule: blue and blue\n");
}

/* More halves land at once than one effect can show. */
static void test_a_field_lands(void **state) {
    (void)state;
    struct falls falls;
    hand_begin_round(&falls, 1);
    for (int cell = 0; cell < FALLS_CELLS; cell++) {
        int row = cell / FALLS_COLS, col = cell % FALLS_COLS, colour = 1 + (row + col) % 2;
        if (row == 15 && col == 7) continue;
        if (row >= 2) falls_put(&falls.player[0].moving, (falls_set)1 << cell, colour);
    }
    falls.player[0].moving.right = 0;
    falls.player[0].low = FALLS_ROWS - 1;
    falls.player[0].controlled = 0;
    falls.player[0].moving.one &= ~(falls_row(0) | falls_row(1));
    falls.player[0].moving.two &= ~(falls_row(0) | falls_row(1));
    require_effects(&falls, CLOCK, 0,
                    "LAND 0 spots 64: 64 halves land\n"
                    "LAND 0 spots 47: 47 halves land\n"
                    "SPAWN 0 spots 2: A new capsule: blue and blue\n");
}

enum { FIRST_HALF = FALLS_CELLS - FALLS_COLS };

/* Puts viruses on some cells below row 0, without a run; the last cell has one. */
static void scatter_viruses(struct falls_player *player, uint32_t density, struct rng *rng) {
    memset(&player->settled, 0, sizeof player->settled);
    player->virus = falls_cell(15, 7);
    falls_put(&player->settled, player->virus, FALLS_RED);
    for (int cell = FALLS_COLS; cell < FALLS_CELLS - 1; cell++) {
        struct falls_tiles before = player->settled;
        if (cell == FIRST_HALF || rng_below(rng, 16) >= density) continue;
        if (falls_count(player->virus) == FALLS_VIRUSES_MAX) return;
        falls_put(&player->settled, (falls_set)1 << cell, 1 + (int)rng_below(rng, 3));
        if (falls_has_run(&player->settled))
            player->settled = before;
        else
            player->virus |= (falls_set)1 << cell;
    }
}

/* Makes single halves move on some of the free cells, mostly in the colour of the tile below or on
 * the left, so that many runs are closed at once. */
static void scatter_halves(struct falls_player *player, uint32_t density, struct rng *rng) {
    struct falls_tiles all = player->settled, *moving = &player->moving;
    memset(moving, 0, sizeof *moving);
    player->controlled = 0;
    player->low = FALLS_ROWS - 1;
    falls_put(moving, (falls_set)1 << FIRST_HALF, FALLS_RED);
    falls_put(&all, (falls_set)1 << FIRST_HALF, FALLS_RED);
    for (int cell = FALLS_CELLS - 1; cell >= FALLS_COLS; cell--) {
        falls_set bit = (falls_set)1 << cell;
        int below = cell < FALLS_CELLS - FALLS_COLS ? cell + FALLS_COLS : cell - 1;
        int colour = falls_colour_at(&all, rng_below(rng, 2) ? below : cell - 1);
        if (!colour || rng_below(rng, 8) == 0) colour = 1 + (int)rng_below(rng, 3);
        if (falls_taken(&all) & bit || rng_below(rng, 16) >= density) continue;
        falls_put(moving, bit, colour);
        falls_put(&all, bit, colour);
    }
}

/* The points are the viruses that vanish. No list is ever full, and some are long. */
static void test_many_runs_at_once(void **state) {
    (void)state;
    struct rng rng = rng_new(12, 4);
    int most = 0, most_runs = 0;
    for (int i = 0; i < 20000; i++) {
        static struct effect_list list;
        struct falls falls;
        int points = 0, runs = 0, players = i % 2 ? SEATS_MAX : 1;
        hand_begin_round(&falls, players);
        scatter_viruses(&falls.player[0], rng_below(&rng, 16), &rng);
        scatter_halves(&falls.player[0], 1 + rng_below(&rng, 16), &rng);
        hand_require_sound(&falls);
        list.count = 0;
        falls_game.effects(&falls, CLOCK, 0, &list);
        int before = falls_game.score(&falls, 0);
        falls_game.apply(&falls, CLOCK, 0);
        for (int k = 0; k < list.count; k++) {
            points += list.at[k].points;
            runs += strcmp(falls_effect_kinds[list.at[k].kind], "VANISH") == 0;
        }
        assert_int_equal(points, falls_game.score(&falls, 0) - before);
        if (list.count > most) most = list.count;
        if (runs > most_runs) most_runs = runs;
    }
    printf("at most %d effects, %d of them of runs\n", most, most_runs);
    assert_true(most_runs >= 8 && most < EFFECT_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_landing),
        cmocka_unit_test(test_what_stays_does_not_land),
        cmocka_unit_test(test_vanishing),
        cmocka_unit_test(test_several_runs),
        cmocka_unit_test(test_winning),
        cmocka_unit_test(test_losing),
        cmocka_unit_test(test_landing_and_losing),
        cmocka_unit_test(test_sending),
        cmocka_unit_test(test_receiving),
        cmocka_unit_test(test_a_lost_unit_is_not_told),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_missing_a_capsule),
        cmocka_unit_test(test_longest_chain),
        cmocka_unit_test(test_longest_runs),
        cmocka_unit_test(test_a_field_lands),
        cmocka_unit_test(test_many_runs_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
