/* azul as JSON: the published example, what must be refused and where, and states in the middle of
 * a refill. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "azul_by_hand_test.h"
#include "tests/support/reading.h"
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1 << 14 };

static struct json_token tokens[1 << 13];

static const char *read_text(const char *text, struct azul *azul, struct envelope *envelope,
                             char *pointer, size_t capacity) {
    return reading_state(&azul_game, text, azul, envelope, pointer, capacity);
}

static void write_text(const struct azul *azul, const struct envelope *envelope, char *out) {
    struct text text = text_over(out, TEXT_MAX);
    envelope_write(&azul_game, azul, envelope, &text);
    assert_false(text.cut);
}

/* A document with its first `from` replaced; ' stands for a quote in all three. */
static const char *edited(const char *text, const char *from, const char *to) {
    static char out[TEXT_MAX];
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s", from);
    for (char *c = pattern; *c; c++) *c = *c == '\'' ? '"' : *c;
    const char *found = strstr(text, pattern);
    if (!found) fail_msg("there is no %s", from);
    int length = snprintf(out, sizeof out, "%.*s%s%s", (int)(found - text), text, to,
                          found + strlen(pattern));
    assert_in_range(length, 1, TEXT_MAX - 1);
    for (char *c = out + (found - text); c < out + (found - text) + strlen(to); c++)
        *c = *c == '\'' ? '"' : *c;
    return out;
}

#define LINE(capacity, color, count)                                                               \
    "{\"capacity\": " #capacity ", \"color\": " color ", \"count_filled\": " #count "}"
#define HEAD                                                                                       \
    "{\"state_version\": 1, \"ruleset_id\": \"azul_v1_2p\", \"scenario_seed\": "                   \
    "\"test_scenario_001\", \"active_player_id\": 0, \"round_number\": 2, "
#define TABLE                                                                                      \
    "\"factories\": [{\"Blue\": 2, \"Red\": 1, \"Yellow\": 1}, {\"Black\": 3, \"White\": 1}, {}, " \
    "{\"Blue\": 1, \"Yellow\": 3}, {\"Red\": 2, \"Black\": 2}], "                                  \
    "\"center\": {\"tiles\": {\"White\": 2, \"Red\": 1}, \"has_first_player_token\": true}, "
#define PLAYERS(first_line)                                                                        \
    "\"players\": [{\"score\": 12, \"pattern_lines\": [" first_line                                \
    ", " LINE(2, "\"Red\"", 2) ", " LINE(3, "null", 0) ", " LINE(4, "\"Yellow\"", 3) ", " LINE(    \
        5, "null",                                                                                 \
        0) "], "                                                                                   \
           "\"wall\": [[true, false, false, false, false], [false, false, true, false, false], "   \
           "[false, false, false, true, false], [false, false, false, false, false], "             \
           "[false, false, false, false, false]], "                                                \
           "\"floor_line\": {\"tiles\": [\"Black\"], \"has_first_player_token\": false}}, "        \
           "{\"score\": 15, \"pattern_lines\": [" LINE(1, "null", 0) ", " LINE(                    \
               2, "null",                                                                          \
               0) ", " LINE(3, "\"Blue\"",                                                         \
                            3) ", " LINE(4, "null",                                                \
                                         0) ", " LINE(5, "\"White\"",                              \
                                                      4) "], "                                     \
                                                         "\"wall\": [[false, true, false, false, " \
                                                         "false], [false, false, false, true, "    \
                                                         "false], "                                \
                                                         "[false, false, false, false, true], "    \
                                                         "[true, false, false, false, false], "    \
                                                         "[false, false, false, false, false]], "  \
                                                         "\"floor_line\": {\"tiles\": [], "        \
                                                         "\"has_first_player_token\": false}}]}"

/* The example as it was published: 90 tiles, a Blue line beside a Blue wall cell, and MID with 19
 * of 20 tiles to draft. */
static const char published[] =
    HEAD "\"draft_phase_progress\": \"MID\", "
         "\"bag\": {\"Blue\": 8, \"Yellow\": 10, \"Red\": 7, \"Black\": 9, \"White\": 11}, "
         "\"lid\": {\"Blue\": 2, \"Red\": 3}, " TABLE PLAYERS(LINE(1, "\"Blue\"", 1));

static const char corrected[] =
    HEAD "\"draft_phase_progress\": \"EARLY\", "
         "\"bag\": {\"Blue\": 11, \"Yellow\": 10, \"Red\": 8, \"Black\": 14, \"White\": 12}, "
         "\"lid\": {\"Blue\": 2, \"Red\": 3}, " TABLE PLAYERS(LINE(1, "\"White\"", 1));

static void test_the_published_example_is_refused(void **state) {
    (void)state;
    struct azul azul;
    struct envelope envelope;
    char pointer[128];
    assert_string_equal(read_text(published, &azul, &envelope, pointer, sizeof pointer),
                        "there must be 20 Blue tiles; some are missing");
    assert_string_equal(pointer, "/bag");
    const char *text =
        edited(published, "'Blue': 8, 'Yellow': 10, 'Red': 7, 'Black': 9, 'White': 11",
               "'Blue': 10, 'Yellow': 10, 'Red': 8, 'Black': 14, 'White': 13");
    assert_non_null(read_text(text, &azul, &envelope, pointer, sizeof pointer));
    assert_string_equal(pointer, "/players/0/pattern_lines/0");
    text = edited(corrected, "EARLY", "MID");
    assert_non_null(read_text(text, &azul, &envelope, pointer, sizeof pointer));
    assert_string_equal(pointer, "/draft_phase_progress");
}

/* Without the spaces, and with colours in one order, it is what is written. */
static void test_the_corrected_example_comes_back(void **state) {
    (void)state;
    struct azul azul;
    struct envelope envelope;
    char pointer[128], out[TEXT_MAX], lean[TEXT_MAX];
    size_t length = 0;
    assert_null(read_text(corrected, &azul, &envelope, pointer, sizeof pointer));
    write_text(&azul, &envelope, out);
    const char *text = edited(corrected, "'Red': 1, 'Yellow': 1", "'Yellow': 1, 'Red': 1");
    char step[TEXT_MAX];
    snprintf(step, sizeof step, "%s", text);
    text = edited(step, "'White': 2, 'Red': 1", "'Red': 1, 'White': 2");
    for (; *text; text++)
        if (*text != ' ') lean[length++] = *text;
    lean[length] = '\0';
    assert_string_equal(out, lean);
    assert_int_equal(azul.player[1].filled[4], 4);
    assert_int_equal(azul.player[0].score, 12);
    assert_int_equal(azul_game.movers(&azul), 1);
}

static void require_round_trip(const struct azul *azul) {
    struct azul back;
    struct envelope plain = envelope_plain(), envelope;
    char pointer[128], out[TEXT_MAX], again[TEXT_MAX];
    write_text(azul, &plain, out);
    const char *wrong = read_text(out, &back, &envelope, pointer, sizeof pointer);
    if (wrong) fail_msg("%s at %s: %s", wrong, pointer, out);
    assert_true(game_equal(&azul_game, azul, &back));
    write_text(&back, &plain, again);
    assert_string_equal(out, again);
}

/* Whole games, every state of every refill too; the field that tells it is there just then. */
static void test_state_roundtrip(void **state) {
    (void)state;
    struct rng rng = rng_new(6, 1);
    for (int game = 0; game < 12; game++) {
        struct azul azul;
        azul_game.start(&azul, (int[]){2 + game % 3, game < 9 ? 50 : 3});
        for (uint32_t movers; (movers = azul_game.movers(&azul));) {
            char out[TEXT_MAX];
            struct envelope plain = envelope_plain();
            write_text(&azul, &plain, out);
            assert_int_equal(strstr(out, "\"refilling\":true") != NULL, movers == UINT32_C(1)
                                                                                      << CHANCE);
            assert_int_equal(strstr(out, "\"max_rounds\":3,") != NULL, game >= 9);
            require_round_trip(&azul);
            int who = bits_low(movers);
            azul_game.apply(&azul, who, azul_game.random_act(&azul, who, &rng));
        }
        require_round_trip(&azul);
    }
}

static void test_state_without_scenario_seed(void **state) {
    (void)state;
    struct azul azul;
    struct envelope envelope;
    char pointer[128], out[TEXT_MAX];
    static const char *const forms[] = {"", "'scenario_seed': null, "};
    for (int i = 0; i < 2; i++) {
        const char *text = edited(corrected, "'scenario_seed': 'test_scenario_001', ", forms[i]);
        assert_null(read_text(text, &azul, &envelope, pointer, sizeof pointer));
        assert_int_equal(envelope.seed_length, -1);
        write_text(&azul, &envelope, out);
        assert_non_null(strstr(out, "\"scenario_seed\":null"));
    }
}

static void test_json_field_names_and_versions(void **state) {
    (void)state;
    static const char *const heads[] = {
        "{\"state_version\":1,\"ruleset_id\":\"azul_v1_2p\",\"scenario_seed\":null,"
        "\"active_player_id\":0,\"round_number\":1,\"draft_phase_progress\":\"LATE\",",
        "{\"state_version\":1,\"ruleset_id\":\"azul_v1_3p\",",
        "{\"state_version\":1,\"ruleset_id\":\"azul_v1_4p\","};
    for (int players = 2; players <= 4; players++) {
        struct azul azul;
        struct envelope plain = envelope_plain();
        char out[TEXT_MAX];
        azul_game.start(&azul, (int[]){players, 50});
        write_text(&azul, &plain, out);
        assert_memory_equal(out, heads[players - 2], strlen(heads[players - 2]));
        for (int i = 0; azul_fields[i]; i++) {
            char key[64];
            snprintf(key, sizeof key, "\"%s\":", azul_fields[i]);
            if (strcmp(azul_fields[i], "max_rounds") != 0) assert_non_null(strstr(out, key));
        }
    }
}

static void test_bad_states_are_refused_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *pointer;
    } bad[] = {
        {"'active_player_id': 0", "'active_player_id': 2", "/active_player_id"},
        {"'active_player_id': 0, ", "", ""},
        {"'round_number': 2", "'round_number': 0", "/round_number"},
        {"'round_number': 2", "'round_number': 51", "/round_number"},
        {"'round_number': 2", "'round_number': 3, 'max_rounds': 2", "/round_number"},
        {"'round_number': 2", "'round_number': 2, 'max_rounds': 256", "/max_rounds"},
        {"'round_number': 2", "'round_number': 2, 'rounds': 2", "/rounds"},
        {"EARLY", "early", "/draft_phase_progress"},
        {"'Blue': 11", "'Blue': 21", "/bag/Blue"},
        {"'Blue': 11", "'Blue': -1", "/bag/Blue"},
        {"'Blue': 11", "'Blue': 11.0", "/bag/Blue"},
        {"'Blue': 11", "'Green': 10", "/bag/Green"},
        {"'Blue': 11", "'Blue': 9", "/bag"},
        {"'Blue': 11, ", "", "/bag"},
        {"'Blue': 11", "'Blue': 12", "/players/1/pattern_lines/2/count_filled"},
        {"'Blue': 11", "'Blue': 18", "/factories/0/Blue"},
        {"'Yellow': 10", "'Yellow': 11", "/players/1/wall/0/1"},
        {"'Black': 14", "'Black': 15", "/players/0/floor_line/tiles/0"},
        {"'White': 12", "'White': 13", "/players/1/pattern_lines/4/count_filled"},
        {"'lid': {'Blue': 2, 'Red': 3}, ", "", ""},
        {"'lid': {'Blue': 2, 'Red': 3}", "'lid': [2, 3]", "/lid"},
        {"'Yellow': 3}", "'Yellow': 4}", "/factories/3"},
        {"{}, ", "", "/factories"},
        {"{}, ", "{}, {}, ", "/factories"},
        {"{}, ", "0, ", "/factories/2"},
        {"'factories': [", "'factories': 5, 'x': [", "/x"},
        {"'center': {", "'center': {'token': 1, ", "/center/token"},
        {"'tiles': {'White': 2, 'Red': 1}, ", "", "/center"},
        {"'White': 2, 'Red': 1}", "'White': 2, 'Red': 1, 'Blue': 99}", "/center/tiles/Blue"},
        {"true}, ", "1}, ", "/center/has_first_player_token"},
        {"true}, ", "false}, ", "/center/has_first_player_token"},
        {"['Black'], 'has_first_player_token': false", "['Black'], 'has_first_player_token': true",
         "/players/0/floor_line/has_first_player_token"},
        {"'score': 12", "'score': -1", "/players/0/score"},
        {"'score': 15", "'score': 10000", "/players/1/score"},
        {"'score': 15, ", "", "/players/1"},
        {"'score': 15", "'score': 15, 'name': 'me'", "/players/1/name"},
        {"'capacity': 2", "'capacity': 3", "/players/0/pattern_lines/1/capacity"},
        {"'color': 'Red'", "'color': 'Pink'", "/players/0/pattern_lines/1/color"},
        {"'color': 'Red'", "'color': null", "/players/0/pattern_lines/1/color"},
        {"'color': 'Red', ", "", "/players/0/pattern_lines/1"},
        {"'color': null", "'color': 'Red'", "/players/0/pattern_lines/2/color"},
        {"'color': 'Yellow', 'count_filled': 3", "'color': 'Yellow', 'count_filled': 5",
         "/players/0/pattern_lines/3/count_filled"},
        {"'color': 'Yellow', 'count_filled': 3", "'color': 'Yellow', 'count_filled': 0",
         "/players/0/pattern_lines/3/color"},
        {"{'capacity': 1, 'color': null, 'count_filled': 0}, ", "", "/players/1/pattern_lines"},
        {"[[true,", "[[1,", "/players/0/wall/0/0"},
        {"[[true, false,", "[[true,", "/players/0/wall/0"},
        {"[[true, false, false, false, false], ", "[", "/players/0/wall"},
        {"['Black']", "['Black', 'Pink']", "/players/0/floor_line/tiles/1"},
        {"['Black']", "'Black'", "/players/0/floor_line/tiles"},
        {"'floor_line': {'tiles': []", "'floor_line': {'tile': []", "/players/1/floor_line/tile"},
        {"'players': [", "'players': [null, ", "/players"},
        {"'lid'", "'refilling': 1, 'lid'", "/refilling"},
        {"'lid'", "'refilling': true, 'lid'", "/players/0/pattern_lines/0"},
        {"'lid'", "'game_over': true, 'lid'", "/game_over"},
        {"azul_v1_2p", "azul_v1_3p", "/factories"},
        {"azul_v1_2p", "azul_v1_5p", ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct azul azul;
        struct envelope envelope;
        char pointer[128] = "";
        const char *text = edited(corrected, bad[i].from, bad[i].to);
        if (!read_text(text, &azul, &envelope, pointer, sizeof pointer))
            fail_msg("%s was taken", bad[i].to);
        if (strcmp(pointer, bad[i].pointer) != 0)
            fail_msg("%s: %s, not %s", bad[i].to, pointer, bad[i].pointer);
    }
}

/* By the tiles left of 20, 28 or 36: two thirds are EARLY, less than one third is LATE. */
static void test_progress(void **state) {
    (void)state;
    static const int early[] = {14, 19, 24}, mid[] = {7, 10, 12};
    for (int players = 2; players <= 4; players++)
        for (int tiles = 0; tiles <= 40; tiles++) {
            struct azul azul = hand_start(players);
            for (int i = 0; i < tiles; i++) hand_source(&azul, AZUL_CENTER, i % 5, 1);
            assert_string_equal(azul_progress(&azul), tiles >= early[players - 2] ? "EARLY"
                                                      : tiles >= mid[players - 2] ? "MID"
                                                                                  : "LATE");
        }
}

/* A colour twice is no JSON of ours. */
static void test_a_colour_twice(void **state) {
    (void)state;
    struct json_doc doc;
    const char *text = edited(corrected, "'Blue': 11", "'Blue': 5, 'Blue': 5");
    assert_non_null(json_parse(&doc, text, strlen(text), tokens, sizeof tokens / sizeof *tokens));
    assert_int_equal(doc.error_at, strstr(text, "\"Blue\": 5, ") + 11 - text);
}

static void test_short_forms_are_taken(void **state) {
    (void)state;
    static const char *const forms[][2] = {
        {"'draft_phase_progress': 'EARLY', ", ""},
        {"'round_number': 2", "'round_number': 2, 'max_rounds': 50"},
        {"{}, ", "{'Black': 0, 'White': 0}, "},
        {"'lid'", "'refilling': false, 'lid'"},
        {"'lid'", "'game_over': false, 'lid'"}};
    struct azul azul, same;
    struct envelope envelope;
    char pointer[128];
    assert_null(read_text(corrected, &azul, &envelope, pointer, sizeof pointer));
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *text = edited(corrected, forms[i][0], forms[i][1]);
        assert_null(read_text(text, &same, &envelope, pointer, sizeof pointer));
        assert_true(game_equal(&azul_game, &azul, &same));
    }
}

static const char *refusal(const struct azul *azul, const char *from, const char *to, char *pointer,
                           size_t capacity) {
    struct azul back;
    struct envelope plain = envelope_plain(), envelope;
    char out[TEXT_MAX];
    write_text(azul, &plain, out);
    return read_text(edited(out, from, to), &back, &envelope, pointer, capacity);
}

/* A draft and a refill may hold the same tiles at the same places: only the field tells them apart.
 */
static void test_a_refill_is_told_from_a_draft(void **state) {
    (void)state;
    struct azul draft = hand_start(2), refill;
    for (int source = 1; source <= 3; source++) hand_source(&draft, source, source, 4);
    hand_line(&draft, 0, 4, B, 4); /* taken from factories 4 and 5, which held nothing else */
    hand_line(&draft, 1, 4, W, 4);
    assert_null(azul_game.check(&draft));
    refill = draft;
    refill.phase = AZUL_REFILL;
    refill.dealt = 12;
    assert_null(azul_game.check(&refill));
    require_round_trip(&draft);
    require_round_trip(&refill);
}

static void test_bad_refills_are_refused_with_the_place(void **state) {
    (void)state;
    struct azul azul;
    char pointer[128];
    azul_game.start(&azul, (int[]){2, 50});
    for (int i = 0; i < 6; i++) azul_game.apply(&azul, CHANCE, i < 4 ? B : R);
    require_round_trip(&azul);
    assert_null(refusal(&azul, "'refilling':true,", "", pointer, sizeof pointer)); /* a draft */
    assert_non_null(
        refusal(&azul, "{'Blue':4},{'Red':2},{}", "{'Blue':4},{},{'Red':2}", pointer, 128));
    assert_string_equal(pointer, "/factories/1");
    assert_non_null(
        refusal(&azul, "'Blue':4},{'Red':2}", "'Blue':3},{'Red':2,'Blue':1}", pointer, 128));
    assert_string_equal(pointer, "/factories/0");
    assert_non_null(refusal(&azul, "{'Blue':4},{'Red':2},{},{},{}],'center':{'tiles':{}",
                            "{'Blue':4},{'Red':1},{},{},{}],'center':{'tiles':{'Red':1}", pointer,
                            128));
    assert_string_equal(pointer, "/center");
    assert_non_null(refusal(&azul, "'center':{'tiles':{},'has_first_player_token':true}",
                            "'center':{'tiles':{},'has_first_player_token':false}", pointer, 128));
    assert_string_equal(pointer, "/center/has_first_player_token");
    assert_non_null(refusal(&azul, "'Red':18", "'Red':17", pointer, sizeof pointer));
    assert_string_equal(pointer, "/bag");
    assert_non_null(refusal(&azul, "'draft_phase_progress':'LATE'", "'draft_phase_progress':'MID'",
                            pointer, sizeof pointer));
    assert_string_equal(pointer, "/draft_phase_progress");
}

/* With nothing to draft, a state that does not say so is a refill's begin, or the end. */
static void test_an_empty_table(void **state) {
    (void)state;
    static const char *const row[] = {"xxxxx", ".....", ".....", ".....", "....."};
    struct azul azul, back;
    struct envelope plain = envelope_plain(), envelope;
    char pointer[128], out[TEXT_MAX];
    azul_game.start(&azul, (int[]){3, 50});
    write_text(&azul, &plain, out);
    assert_null(read_text(edited(out, "'refilling':true,", ""), &back, &envelope, pointer, 128));
    assert_true(game_equal(&azul_game, &azul, &back));
    azul.round = 50;
    require_round_trip(&azul); /* about to be filled for the last round */
    assert_non_null(refusal(&azul, "'refilling':true,", "'game_over':false,", pointer, 128));
    assert_string_equal(pointer, "/game_over");

    azul = hand_start(3);
    azul.phase = AZUL_OVER;
    hand_walls(&azul, 1, row);
    require_round_trip(&azul);
    assert_non_null(refusal(&azul, "'bag'", "'refilling':true,'bag'", pointer, 128));
    assert_string_equal(pointer, "/refilling");
    hand_floor(&azul, 2, R, 1);
    assert_non_null(refusal(&azul, "'round_number'", "'round_number'", pointer, 128));
    assert_string_equal(pointer, "/players/2/floor_line");
}

/* Read with an empty bag, a refill begins as it would in play: the lid goes into it. */
static void test_a_refill_with_an_empty_bag(void **state) {
    (void)state;
    struct azul azul, back;
    struct envelope plain = envelope_plain(), envelope;
    char pointer[128], out[TEXT_MAX];
    azul_game.start(&azul, (int[]){2, 50});
    azul.lid = azul.bag;
    azul.bag = 0;
    write_text(&azul, &plain, out);
    assert_null(read_text(out, &back, &envelope, pointer, sizeof pointer));
    assert_int_equal(back.lid, 0);
    assert_int_equal(azul_total(back.bag), 100);
}

static void test_long_floors_are_kept(void **state) {
    (void)state;
    struct azul azul = hand_start(4);
    hand_source(&azul, AZUL_CENTER, W, 4);
    for (int i = 0; i < 60; i++) hand_floor(&azul, 1, i % 3, 1);
    require_round_trip(&azul);
    azul_game.apply(&azul, 0, azul_act(AZUL_CENTER, W, AZUL_FLOOR));
    assert_int_equal(azul_total(azul.lid), 64);
    azul = hand_start(4);
    hand_source(&azul, AZUL_CENTER, W, 5);
    for (int i = 0; i < 60; i++) hand_floor(&azul, i % 4, i % 3, 1);
    char pointer[128];
    assert_non_null(azul_game.check(&azul));
    assert_non_null(refusal(&azul, "'round_number'", "'round_number'", pointer, sizeof pointer));
    assert_string_equal(pointer, "/factories");
}

static const char *act_of(const struct azul *azul, int who, const char *text, action *act) {
    struct json_token some[64];
    struct json_doc doc;
    char quoted[256];
    snprintf(quoted, sizeof quoted, "%s", text);
    for (char *c = quoted; *c; c++) *c = *c == '\'' ? '"' : *c;
    assert_null(json_parse(&doc, quoted, strlen(quoted), some, 64));
    return azul_read_act(azul, who, json_root(&doc), act);
}

static void test_actions(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{}",
        "null",
        "'Blue'",
        "[1,2,3]",
        "{'draw':'Blue'}",
        "{'source':'Center','color':'Blue'}",
        "{'source':'center','color':'Blue','destination':'Floor'}",
        "{'source':'Factory','color':'Blue','destination':'Floor'}",
        "{'source':{'Factory':5},'color':'Blue','destination':'Floor'}",
        "{'source':{'Factory':-1},'color':'Blue','destination':'Floor'}",
        "{'source':{'Factory':1,'x':1},'color':'Blue','destination':'Floor'}",
        "{'source':{'Factory':'1'},'color':'Blue','destination':'Floor'}",
        "{'source':'Center','color':'blue','destination':'Floor'}",
        "{'source':'Center','color':0,'destination':'Floor'}",
        "{'source':'Center','color':'Blue','destination':{'PatternLine':5}}",
        "{'source':'Center','color':'Blue','destination':{'Floor':0}}",
        "{'source':'Center','color':'Blue','destination':'Floor','x':1}",
    };
    struct azul azul = hand_start(2);
    action act = 999;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_non_null(act_of(&azul, 0, bad[i], &act));
        assert_int_equal(act, 999);
    }
    assert_non_null(act_of(&azul, CHANCE, "{'draw':'blue'}", &act));
    assert_non_null(act_of(&azul, CHANCE, "{'draw':'Blue','x':1}", &act));
    assert_null(act_of(&azul, CHANCE, "{'draw':'White'}", &act));
    assert_int_equal(act, W);
    assert_null(act_of(
        &azul, 1, "{'destination':{'PatternLine':3},'color':'Blue','source':{'Factory':2}}", &act));
    assert_int_equal(act, azul_act(3, B, 3));
    assert_null(act_of(&azul, 1, "{'source':'Center','color':'Red','destination':'Floor'}", &act));
    assert_int_equal(act, azul_act(AZUL_CENTER, R, AZUL_FLOOR));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_published_example_is_refused),
        cmocka_unit_test(test_the_corrected_example_comes_back),
        cmocka_unit_test(test_state_roundtrip),
        cmocka_unit_test(test_state_without_scenario_seed),
        cmocka_unit_test(test_json_field_names_and_versions),
        cmocka_unit_test(test_bad_states_are_refused_with_the_place),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_a_colour_twice),
        cmocka_unit_test(test_short_forms_are_taken),
        cmocka_unit_test(test_a_refill_is_told_from_a_draft),
        cmocka_unit_test(test_bad_refills_are_refused_with_the_place),
        cmocka_unit_test(test_an_empty_table),
        cmocka_unit_test(test_a_refill_with_an_empty_bag),
        cmocka_unit_test(test_long_floors_are_kept),
        cmocka_unit_test(test_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
