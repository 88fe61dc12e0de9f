/* A game being played, and the helpers on top of the waist: records and undo, words, perft, labels
 * and pictures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/envelope.h"
#include "game/record.h"
#include "games/games.h"
#include "play/session.h"
#include "show/ansi.h"
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ACTS = 40, LINE = 4096, TOKENS = 2048 };

static void begin(struct session *session, const char *name, int rows, int cols, int difficulty) {
    int params[PARAMS_MAX];
    const struct game *game = games_find(name);
    assert_non_null(game);
    game_standard(game, params);
    params[0] = rows, params[1] = cols, params[3] = difficulty;
    assert_int_equal(session_init(session, game, params, rng_new(1, 0)), 0);
    assert_int_equal(game_mover(game, session->state), 0);
}

/* A random act of seat 0, which is returned. */
static action act_randomly(struct session *session) {
    action act = game_draw(session->game, session->state, 0, &session->rng, session->room);
    assert_int_equal(session_act(session, 0, act), 0);
    return act;
}

static uint64_t hash_of(const struct session *session) {
    return game_hash(session->game, session->state);
}

/* To the start and forward again, each state as it was. */
static void test_undo(void **unused) {
    (void)unused;
    struct session session;
    uint64_t hashes[ACTS + 1];
    action acts[ACTS];
    begin(&session, "slide", 4, 4, 0);
    size_t setup = session.count;
    for (int i = 0; i < ACTS; i++) {
        hashes[i] = hash_of(&session);
        acts[i] = act_randomly(&session);
    }
    hashes[ACTS] = hash_of(&session);
    for (int i = ACTS - 1; i >= 0; i--) {
        assert_true(session_undo(&session));
        assert_int_equal(hash_of(&session), hashes[i]);
    }
    assert_int_equal(session.count, setup);
    assert_false(session_undo(&session));
    assert_int_equal(hash_of(&session), hashes[0]);
    for (int i = 0; i < ACTS; i++) {
        assert_int_equal(session_act(&session, 0, acts[i]), 0);
        assert_int_equal(hash_of(&session), hashes[i + 1]);
    }
    session_release(&session);
}

/* A finished game can be taken back too. */
static void test_undo_the_end(void **unused) {
    (void)unused;
    struct session session;
    begin(&session, "slide", 2, 2, 1);
    while (!game_over(session.game, session.state)) act_randomly(&session);
    assert_int_equal(session.game->winners(session.state), 1);
    assert_true(session_undo(&session));
    assert_false(game_over(session.game, session.state));
    session_release(&session);
}

static struct json parse(const char *text, struct json_doc *doc) {
    static struct json_token tokens[TOKENS];
    assert_null(json_parse(doc, text, strlen(text), tokens, TOKENS));
    return json_root(doc);
}

/* The head of a record's file starts its game. */
static const struct game *read_head(const char *line, void *state) {
    struct json_doc doc;
    struct json head = parse(line, &doc), at;
    int params[PARAMS_MAX];
    char name[32];
    assert_true(json_string(json_get(head, "game"), name, sizeof name) > 0);
    const struct game *game = games_find(name);
    assert_non_null(game);
    assert_null(record_read_params(game, json_get(head, "params"), params, &at));
    game->start(state, params);
    return game;
}

static void read_event(const struct game *game, void *state, char *line) {
    char array[LINE + 2];
    struct json_doc doc;
    struct record_fault fault;
    line[strcspn(line, "\n")] = '\0';
    snprintf(array, sizeof array, "[%s]", line);
    if (!record_replay(game, state, parse(array, &doc), &fault))
        fail_msg("%s in %s", fault.why, line);
}

/* What is written is read back line by line to the same state. */
static void test_record(void **unused) {
    (void)unused;
    struct session session;
    char line[LINE];
    size_t lines = 0;
    FILE *file = tmpfile();
    assert_non_null(file);
    begin(&session, "slide", 3, 5, 0);
    for (int i = 0; i < ACTS; i++) act_randomly(&session);
    assert_int_equal(session_write(&session, file), 0);
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    const struct game *game = read_head(line, session.spare);
    assert_ptr_equal(game, session.game);
    for (; fgets(line, sizeof line, file); lines++) read_event(game, session.spare, line);
    assert_int_equal(lines, session.count);
    assert_true(game_equal(game, session.state, session.spare));
    fclose(file);
    session_release(&session);
}

static void test_record_on_full_disk(void **unused) {
    (void)unused;
    struct session session;
    FILE *file = fopen("/dev/full", "w");
    begin(&session, "slide", 2, 2, 2);
    if (file) assert_int_equal(session_write(&session, file), -1);
    if (file) fclose(file);
    session_release(&session);
}

/* A state of any game, from JSON with ' for each quote. */
static const struct game *read_state(const char *text, void *state) {
    char copy[LINE];
    struct json_doc doc;
    struct envelope envelope;
    struct json at;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *quote = copy; (quote = strchr(quote, '\''));) *quote = '"';
    struct json root = parse(copy, &doc);
    const struct game *game = games_of(root);
    assert_non_null(game);
    assert_null(envelope_read(game, state, &envelope, root, &at));
    return game;
}

struct words {
    const char *said;
    int count;         /* acts that fit */
    const char *meant; /* the one's name */
};

static void check_words(const struct game *game, const void *state, int who,
                        const struct words *list, size_t count) {
    struct choice room[1024];
    char name[160];
    for (size_t i = 0; i < count; i++) {
        action act = UINT32_MAX;
        int found = game_find_act(game, state, who, list[i].said, room, &act);
        if (found != list[i].count) fail_msg("'%s' is %d acts", list[i].said, found);
        assert_int_equal(act == UINT32_MAX, found != 1);
        if (found != 1) continue;
        struct text text = text_over(name, sizeof name);
        game->name_act(state, who, act, &text);
        assert_string_equal(name, list[i].meant);
    }
}

static _Alignas(max_align_t) char any_state[1 << 16];

/* In line with the blank: 5 10 . 11 in its row, 1 . 7 15 in its column. */
static void test_words(void **unused) {
    (void)unused;
    static const struct words list[] = {
        {"Left", 1, "Left"},      {"left", 1, "Left"},
        {"RIGHT", 1, "Right"},    {"u", 1, "Up"},
        {"  dO  ", 1, "Down"},    {"tile 7", 1, "tile 7"},
        {"7", 1, "tile 7"},       {"t 7", 1, "tile 7"},
        {"TI 15", 1, "tile 15"},  {"1", 1, "tile 1"},
        {"10", 1, "tile 10"},     {"tile  11", 1, "tile 11"},
        {"t 1", 4, NULL},         {"tile", 6, NULL},
        {"t", 6, NULL},           {"tile 2", 0, NULL},
        {"2", 0, NULL},           {"7 tile", 0, NULL},
        {"tile 7 now", 0, NULL},  {"upp", 0, NULL},
        {"up down", 0, NULL},     {"", 0, NULL},
        {"  ", 0, NULL},          {"\xC3\xA9", 0, NULL},
        {"tile tile 7", 0, NULL}, {"7 7", 0, NULL},
    };
    const struct game *game =
        read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':4,'cols':4,"
                   "'tiles':[3,2,1,4,5,10,0,11,9,12,7,8,13,14,15,6]}",
                   any_state);
    check_words(game, any_state, 0, list, COUNT(list));
    check_words(game, any_state, CHANCE, &(struct words){"left", 0, NULL}, 1);
}

static void test_words_of_chance(void **unused) {
    (void)unused;
    static const struct words list[] = {
        {"blank to row 2 column 3", 1, "blank to row 2 column 3"},
        {"ROW 2 col 3", 1, "blank to row 2 column 3"},
        {"2 3", 1, "blank to row 2 column 3"},
        {"b t r 3 c 1", 1, "blank to row 3 column 1"},
        {"row 2", 5, NULL}, /* as row or as column */
        {"blank", 9, NULL},
        {"4 1", 0, NULL},
        {"1 2 3", 0, NULL},
    };
    const struct game *game =
        read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':3,'cols':3,"
                   "'tiles':[null,null,null,null,null,null,null,null,null]}",
                   any_state);
    check_words(game, any_state, CHANCE, list, COUNT(list));
    check_words(game, any_state, 0, &(struct words){"blank", 0, NULL}, 1);
}

/* Perft as one would first write it. */
static uint64_t count_slowly(const struct game *game, const void *state, int depth) {
    struct choice *choices = malloc(sizeof *choices * (size_t)game->choices_max);
    void *next = malloc(game->state_max);
    uint64_t leaves = depth == 0;
    assert_non_null(choices);
    assert_non_null(next);
    for (int who = 0; depth > 0 && who <= CLOCK; who++) {
        int count = game->choices(state, who, choices);
        for (int i = 0; i < count; i++) {
            game_copy(game, next, state);
            game->apply(next, who, choices[i].act);
            leaves += count_slowly(game, next, depth - 1);
        }
    }
    free(choices);
    free(next);
    return leaves;
}

static void compare_perft(const struct game *game, const int *params, int deepest) {
    void *scratch = malloc(game_perft_room(game, deepest));
    assert_non_null(scratch);
    game->start(any_state, params);
    for (int depth = 0; depth <= deepest; depth++)
        assert_int_equal(game_perft(game, any_state, depth, scratch),
                         count_slowly(game, any_state, depth));
    free(scratch);
}

/* From setups, where it is CHANCE that moves, into play and past ends of games. */
static void test_perft(void **unused) {
    (void)unused;
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){2, 2, 0, 0}, 7);
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){2, 3, 1, 2}, 8);
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){3, 3, 0, 1}, 9);
    compare_perft(games_find("slide"), (int[PARAMS_MAX]){16, 16, 0, 0}, 2);
}

static void test_game_helpers(void **unused) {
    (void)unused;
    const struct game *game = read_state("{'state_version':1,'ruleset_id':'slide_v1','rows':2,"
                                         "'cols':2,'tiles':[1,2,3,0]}",
                                         any_state);
    assert_int_equal(game_mover(game, any_state), -1);
    assert_ptr_equal(game_refuse(game, any_state, 0, 0), game_not_your_turn);
    assert_ptr_equal(game_refuse(game, any_state, -1, 0), game_not_your_turn);
    assert_ptr_equal(game_refuse(game, any_state, 32, 0), game_not_your_turn);
    assert_string_equal(game_sentence(game, "OFF_BOARD"), "that is off the board");
    assert_string_equal(game_sentence(game, "NO_SUCH_ACT"), "there is no such move here");
    assert_string_equal(game_sentence(game, "ELSE"), "ELSE");
    assert_null(games_find("Slide"));
}

/* A label is cut after the last whole character that fits 31 bytes, with zeros to its end. */
static void test_labels(void **unused) {
    (void)unused;
#define THIRTY "123456789012345678901234567890"
    static const struct {
        const char *words, *label;
    } list[] = {
        {"", ""},
        {THIRTY "1", THIRTY "1"},
        {THIRTY "12", THIRTY "1"},
        {THIRTY "\xC3\xA9", THIRTY},
        {THIRTY "\xE2\x82\xAC", THIRTY},
        {THIRTY "\xF0\x9F\x80\x84", THIRTY},
        {"x" THIRTY "\xC3\xA9", "x" THIRTY},
        {"\xC3\xA9"
         "12345678901234567890123456789"
         "\xC3\xA9",
         "\xC3\xA9"
         "12345678901234567890123456789"},
    };
    struct scene_tile tile;
    for (size_t i = 0; i < COUNT(list); i++) {
        char expected[SCENE_LABEL_MAX] = "";
        memcpy(expected, list[i].label, strlen(list[i].label));
        memset(&tile, 'x', sizeof tile);
        scene_label(&tile, list[i].words);
        assert_memory_equal(tile.label, expected, sizeof expected);
    }
}

static struct scene scene;

static struct scene_tile *put(int row, int col, enum scene_kind kind, enum scene_colour colour,
                              const char *label) {
    struct scene_tile *tile = scene_add(&scene, row, col, kind, colour);
    scene_label(tile, label);
    return tile;
}

static void expect_picture(bool colour, const char *expected) {
    char buffer[LINE];
    struct text text = text_over(buffer, sizeof buffer);
    ansi_render(&scene, colour, &text);
    assert_string_equal(buffer, expected);
}

static void test_plain_picture(void **unused) {
    (void)unused;
    scene_begin(&scene, 4, 5, 3);
    put(0, 0, SCENE_TILE, SCENE_RED, "7");
    put(0, 1, SCENE_EMPTY, SCENE_PLAIN, "");
    put(0, 2, SCENE_TILE, SCENE_PLAIN, "12");
    put(1, 1, SCENE_MARK, SCENE_BLUE, "*");
    put(1, 4, SCENE_GHOST, SCENE_CYAN, "o");
    scene_text(&scene, 3, 1, 3, "h\xC3\xA9llo");
    scene_text(&scene, 3, 4, 1, "!");
    expect_picture(false, " 7  ·  12\n"
                          "    *        o\n"
                          "\n"
                          "   h\xC3\xA9llo    !\n");
}

static void test_coloured_picture(void **unused) {
    (void)unused;
    scene_begin(&scene, 2, 3, 3);
    put(0, 0, SCENE_TILE, SCENE_RED, "7");
    put(0, 1, SCENE_EMPTY, SCENE_PLAIN, "");
    put(0, 2, SCENE_MARK, SCENE_BLUE, "*");
    put(1, 0, SCENE_GHOST, SCENE_YELLOW, "o");
    scene_text(&scene, 1, 1, 1, "to");
    put(1, 2, SCENE_TEXT, SCENE_GREEN, "go");
    expect_picture(true, "\033[48;5;160;38;5;231m 7 \033[0m"
                         "\033[2m · \033[0m"
                         "\033[1;38;5;26m * \033[0m\n"
                         "\033[2;38;5;220m o \033[0m"
                         "to "
                         "\033[38;5;71mgo \033[0m\n");
}

/* What does not fit is cut at a character; what is drawn later lies on top. */
static void test_crowded_picture(void **unused) {
    (void)unused;
    scene_begin(&scene, 5, 4, 2);
    put(0, 0, SCENE_TILE, SCENE_RED, "12345");
    put(0, 1, SCENE_TILE, SCENE_RED, "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x80\x84");
    put(1, 0, SCENE_TILE, SCENE_RED, "a");
    put(1, 0, SCENE_TILE, SCENE_RED, "b");
    scene_text(&scene, 2, 0, 4, "abcdefgh");
    put(2, 2, SCENE_TILE, SCENE_RED, "X");
    put(3, 1, SCENE_TILE, SCENE_RED, "X");
    scene_text(&scene, 3, 0, 3, "abcdefgh");
    scene_text(&scene, 4, 3, 5, "abcdefgh");
    expect_picture(false, "12\xC3\xA9\xE2\x82\xAC\n"
                          " b\n"
                          "abcd Xab\n"
                          "abcdef\n"
                          "      ab\n");
}

/* A picture too large for its text ends early, and says so. */
static void test_cut_picture(void **unused) {
    (void)unused;
    char buffer[8];
    struct text text = text_over(buffer, sizeof buffer);
    scene_begin(&scene, 2, 4, 3);
    for (int col = 0; col < 4; col++) put(0, col, SCENE_TILE, SCENE_RED, "7");
    ansi_render(&scene, false, &text);
    assert_true(text.cut);
    assert_true(strlen(buffer) < sizeof buffer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_undo_the_end),
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_record_on_full_disk),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_words_of_chance),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_game_helpers),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_plain_picture),
        cmocka_unit_test(test_coloured_picture),
        cmocka_unit_test(test_crowded_picture),
        cmocka_unit_test(test_cut_picture),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
