/* Positions as text: every state and its text are each other's image, what may be typed, and what
 * bag and lid hold if nobody says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "games/azul/tools/position_support_test.h"
#include "tests/support/often.h"

/* A random state by hand: tiles go from bag to lid and back, and numbers change. */
static struct azul disturb(const struct azul *azul, struct rng *rng) {
    struct azul other = *azul;
    uint64_t stock = azul->bag + azul->lid;
    other.lid = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_count(stock, colour);
        other.lid += azul_tiles(colour, (int)rng_below(rng, (uint32_t)count + 1));
    }
    other.bag = stock - other.lid;
    if (other.phase == AZUL_REFILL) azul_supply(&other);
    for (int seat = 0; seat < other.players; seat++)
        other.player[seat].score = (uint16_t)rng_below(rng, AZUL_SCORE_MAX + 1);
    other.active = (uint8_t)rng_below(rng, other.players);
    if (other.phase == AZUL_DRAFT) {
        uint32_t holder = rng_below(rng, other.players + 1u);
        other.token = (uint8_t)(holder < other.players ? holder : AZUL_TOKEN_IN_CENTER);
        other.max_rounds = (uint8_t)(1 + rng_below(rng, AZUL_ROUNDS_MAX));
        other.round = (uint8_t)(1 + rng_below(rng, other.max_rounds));
    }
    return other;
}

static void play_event(struct azul *azul, struct rng *rng) {
    if (azul->phase == AZUL_REFILL)
        azul_deal(azul, azul_random_colour(azul, rng));
    else
        azul_take(azul, azul_random_take(azul, rng));
}

static void test_every_state(void **state) {
    struct rng rng = rng_new(14, 6);
    int seen[AZUL_OVER + 1] = {0}, lids = 0, states = often(12000, 50000);
    (void)state;
    for (int i = 0; i < states;) {
        struct azul azul = {.players = 0};
        int players = AZUL_SEATS_MIN + i % 3;
        azul_game.start(&azul, (int[]){players, rng_below(&rng, 2) ? AZUL_ROUNDS : 4});
        for (;; i++) {
            check_round_trip(&azul);
            seen[azul.phase]++;
            lids += azul.lid != 0;
            struct azul other = disturb(&azul, &rng);
            assert_null(azul_check(&other));
            check_round_trip(&other);
            if (azul.phase == AZUL_OVER) break;
            play_event(&azul, &rng);
        }
    }
    assert_true(seen[AZUL_DRAFT] > states / 50 && seen[AZUL_REFILL] > states / 50);
    assert_true(seen[AZUL_OVER] > states / 500 && lids > states / 50);
}

/* The longest text fits, and so does the longest JSON that a text can become. */
static void test_largest(void **state) {
    struct azul azul = hand_start(4);
    static const char *const wall[] = {"xxx..", "xxx..", "xxx..", "xxx..", "xxx.."};
    (void)state;
    azul.round = azul.max_rounds = 255;
    azul.active = azul.token = 3;
    for (int seat = 0; seat < 4; seat++) {
        hand_walls(&azul, seat, wall);
        azul.player[seat].score = AZUL_SCORE_MAX;
        for (int colour = 0; colour < AZUL_COLOURS; colour++) hand_floor(&azul, seat, colour, 1);
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        hand_source(&azul, 9, colour, colour < 4);
        hand_source(&azul, 0, colour, 1);
        hand_lid(&azul, colour, 2);
    }
    check_round_trip(&azul);
    char text[1024] = "azul4-r255of255-p4_4b-4y-4r-4k-4w-byrk-byrk-byrk-byrk_20b20y20r20k20w";
    for (int seat = 0; seat < 4; seat++)
        strcat(text, "_9999-1b2yy3rrr4kkkk5wwwww-1yrkw2bykw3byrk4byrw5byrk-"
                     "20b20y20r4kt");
    strcat(text, "_lid20b20y20r20k20w_bag20b20y20r20k20w");
    assert_non_null(read_text(text));
}

struct pair {
    const char *typed, *text;
};

static void test_typed(void **state) {
    static const struct pair cases[] = {
        /* As it is written. */
        {"azul2-r1-p1_BBYK", "azul2-r1-p1_BBYK"},
        {"azul3-r2of9-p3_BYRK-0-YYWW_3K_7-1B_0_20-2YY5WWW-1Y-TKB_lid3B2W",
         "azul3-r2of9-p3_BYRK-0-YYWW_3K_7-1B_0_20-2YY5WWW-1Y-TKB_lid3B2W"},
        /* Order, small letters, white space, and what may be left out. */
        {"AZUL2-P1-R1_KYBB", "azul2-r1-p1_BBYK"},
        {"azul2_bbyk", "azul2-r1-p1_BBYK"},
        {"azul2r1p1_2byk", "azul2-r1-p1_BBYK"},
        {" azul2 \t r 1 \n p 1 _ b b y k \r\n", "azul2-r1-p1_BBYK"},
        {"azul2_bbyk-0-0-0-0_0_0-0-0-0_0-0-0-0", "azul2-r1-p1_BBYK"},
        {"azul2_bbyk----__0---_", "azul2-r1-p1_BBYK"},
        {"azul2_bbyk_", "azul2-r1-p1_BBYK"},
        {"azul2_b_byb", "azul2-r1-p1_B_2BY"},
        {"azul2_b_bt", "azul2-r1-p1_B_B"},
        {"azul2_b_t", "azul2-r1-p1_B"},
        {"azul2_b_0_007-5k3rr-2bw1yb-bbt3w", "azul2-r1-p1_B_0_7-3RR5K-1BY2WB-TBBWWW"},
        {"azul2-r1of50_b", "azul2-r1-p1_B"},
        {"azul2_0-0-b", "azul2-r1-p1_0-0-B"},
        /* Phases. */
        {"azul2", "azul2-r1-p1-refill"},
        {"azul2-refill", "azul2-r1-p1-refill"},
        {"azul4refillp2r7_4b-yk", "azul4-r7-p2-refill_BBBB-YK"},
        {"azul2-r5of5", "azul2-r5of5-p1-over"},
        {"azul2-r5of5-refill", "azul2-r5of5-p1-refill"},
        {"azul2-r5_0_0_30-0-1byrkw", "azul2-r5-p1-over_0_0_30-0-1BYRKW"},
        {"azul2over-r5_0_0_30-0-1byrkw", "azul2-r5-p1-over_0_0_30-0-1BYRKW"},
        /* Bag and lid. */
        {"azul2_b_lid3b2w", "azul2-r1-p1_B_lid3B2W"},
        {"azul2_b_lidwbwbb", "azul2-r1-p1_B_lid3B2W"},
        {"azul2_b_lid0", "azul2-r1-p1_B"},
        {"azul2_b_lid", "azul2-r1-p1_B"},
        {"azul2_b_bag19b20y20r20k15w", "azul2-r1-p1_B_lid5W"},
        {"azul2_b_bag19b20y20r20k15w_lid5w", "azul2-r1-p1_B_lid5W"},
        {"azul2_b_lid5w_bag19b20y20r20k15w", "azul2-r1-p1_B_lid5W"},
        {"azul2_b_0_3_4_lidw", "azul2-r1-p1_B_0_3_4_lidW"},
        {"azul2-refill_lid20b20y20r20k20w", "azul2-r1-p1-refill"},
        {"azul2_b_bag99", "azul2-r1-p1_B"},
        {"azul2_b_bag0", "azul2-r1-p1_B_lid19B20Y20R20K20W"},
        {"azul2_b_bag98", "azul2-r1-p1_B_lidW"},
        {"azul2_b_bag97", "azul2-r1-p1_B_lidKW"},
        {"azul2_b_bag50", "azul2-r1-p1_B_lid9B10Y10R10K10W"},
        {"azul2-refill_bag0", "azul2-r1-p1-refill"},
        {"azul2-refill_bag50", "azul2-r1-p1-refill_lid10B10Y10R10K10W"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        require_read(cases[i].typed);
        assert_null(azul_check(&position->azul));
        if (strcmp(text_of(&position->azul), cases[i].text) != 0)
            fail_msg("%s is %s", cases[i].typed, text_of(&position->azul));
        struct azul azul = position->azul;
        check_round_trip(&azul);
    }
}

/* All of the state that a text gives, field by field. */
static void test_meaning(void **state) {
    struct azul azul = hand_start(3);
    (void)state;
    azul.round = 4;
    azul.active = 1;
    azul.max_rounds = 9;
    azul.token = 2;
    hand_source(&azul, 1, B, 2);
    hand_source(&azul, 1, K, 2);
    hand_source(&azul, 7, W, 1);
    hand_source(&azul, 0, R, 3);
    hand_source(&azul, 0, W, 1);
    azul.player[0].score = 12;
    hand_line(&azul, 0, 1, Y, 2);
    hand_line(&azul, 0, 4, B, 3);
    hand_wall(&azul, 0, 0, 4);
    hand_wall(&azul, 0, 2, 0);
    hand_wall(&azul, 0, 2, 4);
    hand_floor(&azul, 0, W, 1);
    hand_floor(&azul, 0, B, 2);
    hand_wall(&azul, 2, 4, 0);
    hand_floor(&azul, 2, K, 1);
    hand_lid(&azul, Y, 4);
    assert_null(azul_check(&azul));
    assert_string_equal(text_of(&azul), "azul3-r4of9-p2_BBKK-0-0-0-0-0-W_3RW_12-2YY5BBB-1W3KR-WBB_"
                                        "0_0-0-5Y-TK_lid4Y");
    check_round_trip(&azul);
}

static const char *read_json(const char *json, struct json *at) {
    static struct json_token tokens[4096];
    static struct json_doc doc;
    assert_null(json_parse(&doc, json, strlen(json), tokens, 4096));
    return azul_position_read_json(position, json_root(&doc), at);
}

#define EMPTY_ROW "[false,false,false,false,false]"
#define PLAYER                                                                                     \
    "{\"score\":0,\"pattern_lines\":[{\"capacity\":1,\"color\":null,\"count_filled\":0},"          \
    "{\"capacity\":2,\"color\":null,\"count_filled\":0},"                                          \
    "{\"capacity\":3,\"color\":null,\"count_filled\":0},"                                          \
    "{\"capacity\":4,\"color\":null,\"count_filled\":0},"                                          \
    "{\"capacity\":5,\"color\":null,\"count_filled\":0}],"                                         \
    "\"wall\":[" EMPTY_ROW "," EMPTY_ROW "," EMPTY_ROW "," EMPTY_ROW "," EMPTY_ROW "],"            \
    "\"floor_line\":{\"tiles\":[],\"has_first_player_token\":false}}"
#define STATE(stock)                                                                               \
    "{\"state_version\":1,\"ruleset_id\":\"azul_v1_2p\",\"active_player_id\":0," stock             \
    "\"round_number\":1,\"factories\":[{\"Blue\":2},{},{},{},{}],"                                 \
    "\"center\":{\"tiles\":{},\"has_first_player_token\":true},"                                   \
    "\"players\":[" PLAYER "," PLAYER "]}"

static void test_json(void **state) {
    static const struct pair cases[] = {
        {STATE(""), "azul2-r1-p1_BB"},
        {STATE("\"bag\":null,\"lid\":null,"), "azul2-r1-p1_BB"},
        {STATE("\"lid\":{\"White\":3},"), "azul2-r1-p1_BB_lid3W"},
        {STATE("\"bag\":{\"Blue\":18,\"Yellow\":20,\"Red\":20},"), "azul2-r1-p1_BB_lid20K20W"},
        {STATE("\"bag\":{},"), "azul2-r1-p1_BB_lid18B20Y20R20K20W"},
        {STATE("\"lid\":{\"Blue\":18,\"White\":20},\"bag\":{\"Yellow\":20,\"Red\":20,"
               "\"Black\":20},"),
         "azul2-r1-p1_BB_lid18B20W"},
    };
    struct json at;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(read_json(cases[i].typed, &at));
        assert_string_equal(text_of(&position->azul), cases[i].text);
        assert_int_equal(position->has_stock, i > 1);
        assert_int_equal(azul_position_split(position, 49) != NULL, i > 1);
    }
    assert_string_equal(read_json(STATE("\"bag\":{\"Blue\":19},"), &at),
                        "there must be 20 Blue tiles; with these there are more");
    assert_string_equal(read_json(STATE("\"bag\":{\"Blue\":18},\"lid\":{},"), &at),
                        "there must be 20 Yellow tiles; some are missing");
    assert_non_null(read_json(STATE("\"bag\":5,"), &at));
    assert_non_null(read_json(STATE("\"box\":{},"), &at));
}

/* All other commands need a state that stands alone. */
static void test_strict_elsewhere(void **state) {
    static struct json_token tokens[4096];
    static const char *const cases[] = {STATE(""), STATE("\"lid\":{\"White\":3},"),
                                        STATE("\"bag\":{},"), STATE("\"bag\":null,\"lid\":null,")};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct json_doc doc;
        struct json at;
        struct azul azul;
        struct envelope envelope;
        assert_null(json_parse(&doc, cases[i], strlen(cases[i]), tokens, 4096));
        assert_non_null(envelope_read(&azul_game, &azul, &envelope, json_root(&doc), &at));
    }
}

/* A split has the number asked for, of each colour its share to less than a tile. */
static void test_split(void **state) {
    struct rng rng = rng_new(14, 8);
    struct azul azul = {.players = 0};
    (void)state;
    azul_game.start(&azul, (int[]){2, AZUL_ROUNDS});
    while (azul.phase != AZUL_OVER) {
        int unseen = azul_total(azul.bag + azul.lid);
        uint64_t stock = azul.bag + azul.lid;
        int in_bag = (int)rng_below(&rng, (uint32_t)unseen + 1);
        position->azul = azul;
        position->azul.bag = stock;
        position->azul.lid = 0;
        position->has_stock = false;
        assert_null(azul_position_split(position, in_bag));
        assert_true(position->has_stock);
        assert_null(azul_check(&position->azul));
        assert_true(position->azul.bag + position->azul.lid == stock);
        if (azul.phase == AZUL_DRAFT || in_bag > 0)
            assert_int_equal(azul_total(position->azul.bag), in_bag);
        for (int colour = 0; colour < AZUL_COLOURS && (azul.phase == AZUL_DRAFT || in_bag > 0);
             colour++) {
            int off = azul_count(position->azul.bag, colour) * unseen -
                      azul_count(stock, colour) * in_bag;
            assert_true(abs(off) < unseen || unseen == 0);
        }
        play_event(&azul, &rng);
    }
    position->has_stock = false;
    assert_non_null(azul_position_split(position, 101));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_state), cmocka_unit_test(test_largest),
        cmocka_unit_test(test_typed),       cmocka_unit_test(test_meaning),
        cmocka_unit_test(test_json),        cmocka_unit_test(test_strict_elsewhere),
        cmocka_unit_test(test_split),
    };
    return cmocka_run_group_tests_name("azul position", tests, open_position, close_position);
}
