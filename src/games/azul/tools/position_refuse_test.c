/* Positions as text: what is refused and where, and bytes of any kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/azul/tools/position_support_test.h"

enum { MUTANTS = 60000, HOSTILE = 20000 };

static void test_refused(void **state) {
    static const struct {
        const char *typed;
        int column;
        const char *wrong; /* a part of the message */
    } cases[] = {
        {"", 1, "must begin with azul2"},
        {"  ", 3, "must begin with azul2"},
        {"azu", 1, "must begin with azul2"},
        {"azul", 1, "must begin with azul2"},
        {"azul1", 1, "must begin with azul2"},
        {"azul5", 1, "must begin with azul2"},
        {"slide2", 1, "must begin with azul2"},
        {"{\"state_version\":1}", 1, "must begin with azul2"},
        {"azul22_b", 6, "here must be r and the round"},
        {"azul2--r1", 7, "here must be r and the round"},
        {"azul2-rex", 7, "here must be r and the round"},
        {"azul2-x", 7, "here must be r and the round"},
        {"azul2-r_b", 8, "r must be followed by"},
        {"azul2-r3of_b", 11, "of must be followed by"},
        {"azul2-r1-r2_b", 10, "the round must be given only once"},
        {"azul2-p1-p1_b", 10, "the player must be given only once"},
        {"azul2-refill-over", 14, "refill or over must be given only once"},
        {"azul2-p0_b", 7, "a player, 1 or 2"},
        {"azul3-p4_b", 7, "a player, 1 to 3"},
        {"azul4-p5_b", 7, "a player, 1 to 4"},
        {"azul4-p_b", 7, "a player, 1 to 4"},
        {"azul2-r0_b", 7, "round_number must be"},
        {"azul2-r51_b", 7, "round_number must be"},
        {"azul2-r3of2_b", 7, "round_number must be"},
        {"azul2-r3of256_b", 7, "max_rounds must be"},
        {"azul2-r99999999999999999999_b", 7, "round_number must be"},
        {"azul2-over_b", 7, "game_over must agree"},
        {"azul2_bbyk-bbqk", 14, "a tile must be B, Y, R, K or W"},
        {"azul2_b2", 9, "a tile must be B, Y, R, K or W"},
        {"azul2_b0", 9, "a tile must be B, Y, R, K or W"},
        {"azul2_0b", 7, "from 1 to 20"},
        {"azul2_b_21b", 9, "from 1 to 20"},
        {"azul2_b-bbbyr", 9, "a factory must hold at most 4 tiles"},
        {"azul2_b-b-b-b-b-b", 16, "2 players must have at most 5 factories"},
        {"azul3_b-b-b-b-b-b-b-b", 20, "3 players must have at most 7 factories"},
        {"azul4_b-b-b-b-b-b-b-b-b-b", 24, "4 players must have at most 9 factories"},
        {"azul2_bt", 8, "the token T must be on a floor or in the center"},
        {"azul2_b_b-b", 10, "after the tiles of the center"},
        {"azul2_b_2t", 9, "only one place may have the first-player token"},
        {"azul2_b_20b", 9, "there must be 20 Blue tiles; with these there are more"},
        {"azul2_b_10b5b5b", 14, "there must be 20 Blue tiles; with these there are more"},
        {"azul2_b_10b_0-0-0-10b", 19, "there must be 20 Blue tiles; with these there are more"},
        {"azul2_w_19w_0-0-1b3bw", 19, "there must be 20 White tiles; with these there are more"},
        {"azul2_b_0_x", 11, "must begin with the score"},
        {"azul2_b_0_12b", 13, "after the score must come -"},
        {"azul2_b_0_10000", 11, "score must be a whole number from 0 to 9999"},
        {"azul2_b_0_1-b", 13, "a row must be its number"},
        {"azul2_b_0_1-6b", 13, "a row must be its number"},
        {"azul2_b_0_1-0b", 13, "a row must be its number"},
        {"azul2_b_0_1-12b", 14, "a row must be its number"},
        {"azul2_b_0_1-1b1b", 15, "a row must be given only once"},
        {"azul2_b_0_1-1t", 14, "the token T must be on a floor"},
        {"azul2_b_0_1_2-1by", 15, "line 1 of player 2 must be of one colour, with at most 1 tile"},
        {"azul2_b_0_1_2-3wwww", 15, "line 3 of player 2 must be of one colour, with at most 3"},
        {"azul2_b_0_1_2-3wkw", 15, "line 3 of player 2 must be of one colour, with at most 3"},
        {"azul2_b_0_1-0-2ybb", 15, "row 2 of the wall of player 1 must have a colour only once"},
        {"azul2_b_0_1-1b2k-2k", 15, "the color of a line must not be in its row of the wall"},
        {"azul2_b_0_1-0-0-q", 17, "a tile must be B, Y, R, K or W"},
        {"azul2_b_0_1-0-0-tbt", 19, "only one place may have the first-player token"},
        {"azul2_b_t_1-0-0-tb", 17, "only one place may have the first-player token"},
        {"azul2_b_0_1-0-0-t_1-0-0-t", 25, "only one place may have the first-player token"},
        {"azul2_b_0_1-0-0-20b20y20r5k", 26, "a floor must hold at most 64 tiles"},
        {"azul2_b_0_1-0-0-20y_0-0-0-20r20k4w", 7, "together must hold at most 64 tiles"},
        {"azul2_b_0_1-0-0-0-0", 18, "no more than score, lines, wall and floor"},
        {"azul2_b_0_1_2_3", 15, "must come nothing, lid or bag"},
        {"azul2_b_lidb_1", 14, "must come nothing, lid or bag"},
        {"azul2_b_lidb-b", 13, "must be one list"},
        {"azul2_b_lidb_lidb", 14, "bag and lid must each be given only once"},
        {"azul2_b_bag1_bag1", 14, "bag and lid must each be given only once"},
        {"azul2_b_lid12", 14, "a tile must be B, Y, R, K or W"},
        {"azul2_b_lid20b", 7, "there must be 20 Blue tiles; with these there are more"},
        {"azul2_b_bag4_lidb", 12, "bag and lid must both be left out"},
        {"azul2_b_bag100", 12, "must be at most 99"},
        {"azul2_b_bagb_lidb", 12, "there must be 20 Blue tiles; some are missing"},
        {"azul2-refill_bbb-b", 14, "factories must be filled in order"},
        {"azul2-refill_bbbb-yyyy-rrrr-kkkk-wwww", 7, "refilling must be false"},
        {"azul2-refill_0_b", 16, "the center must be empty"},
        {"azul2-refill_0_0_0-1b", 20, "this full line must be tiled"},
        {"azul2-refill_0_0_0-0-0-b", 24, "this floor must be empty"},
        {"azul2-refill_0_0_0-0-0-t", 24, "this floor must be empty"},
        {"azul2-refill_0_0_0-0-1byrkw", 7, "there is no further round"},
        {"azul2 bbyk", 7, "here must be r and the round"},
        {"azul2_b.y", 8, "a tile must be B, Y, R, K or W"},
        {"azul2_b/y", 8, "a tile must be B, Y, R, K or W"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char column[16];
        const char *wrong = read_text(cases[i].typed);
        snprintf(column, sizeof column, "column %d,", cases[i].column);
        if (!wrong) fail_msg("%s is taken", cases[i].typed);
        if (strncmp(wrong, column, strlen(column)) != 0 || !strstr(wrong, cases[i].wrong))
            fail_msg("%s: %s", cases[i].typed, wrong);
    }
}

/* What is wrong is shown, but nothing that a terminal obeys. */
static void test_excerpt(void **state) {
    (void)state;
    assert_string_equal(read_text("azul2_b_q"), "column 9, at 'q': a tile must be B, Y, R, K or W, "
                                                "or a number and one of these");
    assert_non_null(strstr(read_text("azul2_qwertyuiopasdf"), ", at 'qwertyuiopas...': "));
    assert_non_null(strstr(read_text("azul2_qwertyuiopas"), ", at 'qwertyuiopas': "));
    assert_non_null(strstr(read_text("azul2_\033[31m\xff\n"), ", at '\\u001b[31m\\xff\\u000a': "));
    assert_non_null(strstr(read_bytes("azul2_\0b", 8), ", at '\\u0000b': "));
}

/* Damaged texts are refused with a place in them, or give a state that is sound and has a text. */
static void check_any(const char *text, size_t length) {
    const char *wrong = read_bytes(text, length);
    if (!wrong) {
        struct azul azul = position->azul;
        assert_null(azul_check(&azul));
        check_round_trip(&azul);
        return;
    }
    char *end;
    assert_int_equal(strncmp(wrong, "column ", 7), 0);
    long column = strtol(wrong + 7, &end, 10);
    assert_true(*end == ',' && column >= 1 && column <= (long)length + 1);
    assert_true(strlen(wrong) < AZUL_POSITION_MESSAGE - 1 && !strchr(wrong, '\n'));
}

static const char *const samples[] = {
    "azul2-r3-p1_BBYK-0-RRWW_2YK_24-1B3YY-1YR2B-T_17-2K-1BY_lid7B6Y9R9K9W",
    "azul4-r7of20-p2-refill_BBBB-YK_0_12-2W5KKKK-1B2W_3_4_5-3KK",
    "azul3-r2-p3_BYRK-0-YYWW_3K_7-1B_0_20-2YY5WWW-1Y-TKB_lid3B2W",
    "azul2-r5-p1-over_0_0_30-0-1BYRKW_lid3B2W",
    "azul2-r5_b_bag40",
};

static void test_cut_and_changed(void **state) {
    char text[256];
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t length = strlen(samples[i]);
        for (size_t cut = 0; cut <= length; cut++) check_any(samples[i], cut);
        for (size_t at = 0; at < length; at++)
            for (int byte = 0; byte < 256; byte++) {
                memcpy(text, samples[i], length);
                text[at] = (char)byte;
                check_any(text, length);
            }
    }
}

static size_t mutate(char *text, size_t length, struct rng *rng) {
    static const char signs[] = "azulrpofillbgBYRKWT0123456789-_ t\n\xff";
    char sign = signs[rng_below(rng, sizeof signs)];
    size_t at = rng_below(rng, (uint32_t)length), other = rng_below(rng, (uint32_t)length);
    switch (rng_below(rng, 4)) {
    case 0:
        text[at] = sign;
        return length;
    case 1:
        memmove(text + at + 1, text + at, length - at);
        text[at] = sign;
        return length + 1;
    case 2:
        if (length == 1) return length;
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    default:
        text[at] = text[other];
        return length;
    }
}

static void test_mutants(void **state) {
    struct rng rng = rng_new(14, 7);
    char text[256];
    (void)state;
    for (int i = 0; i < MUTANTS; i++) {
        const char *sample = samples[rng_below(&rng, sizeof samples / sizeof *samples)];
        size_t length = strlen(sample);
        memcpy(text, sample, length);
        for (uint32_t times = 1 + rng_below(&rng, 5); times > 0; times--)
            length = mutate(text, length, &rng);
        check_any(text, length);
    }
}

/* Long runs of anything that may repeat. */
static void test_hostile_lengths(void **state) {
    static const char *const repeats[] = {"b",   "-",  "_", "0",  "9",   " ",
                                          "20b", "1b", "t", "r1", "_lid"};
    static const char *const begins[] = {
        "",           "azul2",        "azul2-r",        "azul2_",           "azul2_b_",
        "azul2_b_0_", "azul2_b_0_0-", "azul2_b_0_0-0-", "azul2_b_0_0-0-0-", "azul2_b_lid",
        "azul2_b_bag"};
    static char text[HOSTILE + 64];
    (void)state;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        for (size_t k = 0; k < sizeof repeats / sizeof *repeats; k++) {
            size_t length = strlen(begins[i]), more = strlen(repeats[k]);
            memcpy(text, begins[i], length);
            for (; length < HOSTILE; length += more) memcpy(text + length, repeats[k], more);
            check_any(text, length);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),         cmocka_unit_test(test_excerpt),
        cmocka_unit_test(test_cut_and_changed), cmocka_unit_test(test_mutants),
        cmocka_unit_test(test_hostile_lengths),
    };
    return cmocka_run_group_tests_name("azul position, refused", tests, open_position,
                                       close_position);
}
