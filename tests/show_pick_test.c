/* Acts are chosen by spots in random games: each legal one by its spots, by typing, by arrow keys;
 * and no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/games.h"
#include "nim/nim.c"
#include "show/pick.h"
#include "tests/support/often.h"
#include <stdlib.h>

const struct tool *const nim_tools[] = {NULL};
const struct agent *const nim_agents[] = {NULL};

enum { DIRECTIONS = 4, ROWS = 300, COLS = 400 };

/* A game that is played at random, and the choice of who is to move. */
struct play {
    const struct game *game;
    void *state;
    int who;
    struct choice *scratch;
    struct pick pick;
    struct scene scene;
    struct board board;
    struct board_layout layout;
    struct rng rng;
};

static const struct game *find_game(const char *name) {
    return strcmp(name, "nim") == 0 ? &nim_game : games_find(name);
}

/* Looks at the state as who is to move. Returns false if the game is over. */
static bool look(struct play *play) {
    game_settle(play->game, play->state, &play->rng, play->scratch, NULL, NULL);
    play->who = game_mover(play->game, play->state);
    if (play->who < 0) return false;
    play->game->draw(play->state, play->who, &play->scene);
    pick_begin(&play->pick, play->game, play->state, play->who, play->scratch);
    play->board = (struct board){.scene = &play->scene, .seat = play->who};
    bool small = rng_below(&play->rng, 2) && board_lay(&play->board, 24, 80, &play->layout);
    assert_true(small || board_lay(&play->board, ROWS, COLS, &play->layout));
    return true;
}

/* Begins a game with some of its params set, the others as usual; they end with a NULL. */
static struct play *begin(const char *name, uint64_t seed, const int *chosen) {
    struct play *play = calloc(1, sizeof *play);
    assert_non_null(play);
    play->game = find_game(name);
    assert_non_null(play->game);
    play->state = calloc(1, play->game->state_max);
    play->scratch = calloc((size_t)play->game->choices_max, sizeof *play->scratch);
    assert_true(play->state && play->scratch);
    play->game->start(play->state, chosen);
    play->rng = rng_new(seed, 0);
    play->pick.capacity = pick_capacity(play->game, play->state);
    play->pick.acts = calloc((size_t)play->pick.capacity, sizeof *play->pick.acts);
    assert_non_null(play->pick.acts);
    play->pick.cursor = SCENE_NO_SPOT;
    return play;
}

static void end(struct play *play) {
    free(play->state);
    free(play->scratch);
    free(play->pick.acts);
    free(play);
}

static bool step(struct play *play) {
    action act = game_draw(play->game, play->state, play->who, &play->rng, play->scratch);
    play->game->apply(play->state, play->who, act);
    return look(play);
}

static struct pick_act spell(const struct play *play, action act) {
    struct pick_act spelled = {.act = act};
    int spots[SPOTS_MAX], count = play->game->picks(play->state, play->who, act, spots);
    spelled.count = (uint8_t)count;
    for (int i = 0; i < count; i++) spelled.spots[i] = (int16_t)spots[i];
    return spelled;
}

static const char *name_of(const struct play *play, int spot) {
    for (int i = 0; i < play->scene.count; i++)
        if (play->scene.tiles[i].spot == spot) return play->scene.tiles[i].name;
    fail_msg("spot %d is not drawn", spot);
    return NULL;
}

static bool can_pick(const struct pick *pick, int spot) {
    int16_t spots[PICK_SPOTS_MAX];
    int count = pick_next(pick, spots, PICK_SPOTS_MAX);
    for (int i = 0; i < count; i++)
        if (spots[i] == spot) return true;
    return false;
}

/* Picks the spots of an act; the last one completes it. */
static void pick_by_spots(const struct play *play, const struct pick_act *act) {
    struct pick pick = play->pick;
    bool fine;
    for (int i = 0; i < act->count; i++) {
        assert_true(can_pick(&pick, act->spots[i]));
        pick.cursor = act->spots[i];
        int64_t considered = pick_considered(&pick), got = pick_spot(&pick, act->spots[i], &fine);
        assert_true(fine);
        assert_true(got == (i == act->count - 1 ? (int64_t)act->act : PICK_NO_ACT));
        assert_true(considered == got);
        assert_true(i == act->count - 1 || can_pick(&pick, pick.cursor));
    }
    assert_int_equal(pick.cursor, act->spots[act->count - 1]);
    assert_int_equal(pick.depth, 0);
}

/* Writes what a person may type for a name: an alias where there is one, else the word. */
static void write_typing(const struct game *game, const char *name, struct text *out) {
    for (const char *at = name; *at;) {
        size_t length = strcspn(at, " ,");
        const char *word = at;
        for (const struct game_alias *alias = game->aliases; alias && alias->word; alias++) {
            size_t long_word = strlen(alias->word);
            if (strncmp(at, alias->word, long_word) != 0 || !strchr(" ,", at[long_word])) continue;
            word = alias->typed;
            at += long_word - strlen(alias->typed);
            length = strlen(alias->typed);
        }
        text_bytes(out, word, length);
        at += length;
        at += strspn(at, " ,");
    }
}

/* Types characters, and picks a spot once it is the only one. Returns the act that is completed. */
static int64_t type(struct pick *pick, const struct scene *scene, const char *typed) {
    int64_t act = PICK_NO_ACT;
    bool only, fine;
    for (; *typed && act == PICK_NO_ACT; typed++) {
        bool wanted = pick_wants(pick, scene, (uint8_t)*typed);
        assert_true(pick_type(pick, scene, (uint8_t)*typed, &only) == wanted);
        if (only) act = pick_spot(pick, pick->cursor, &fine);
        assert_true(!only || fine);
    }
    return act;
}

/* Types the names of an act's spots from end to end; Enter picks those of which a longer one is
 * there. */
static void pick_by_typing(const struct play *play, const struct pick_act *act) {
    struct pick pick = play->pick;
    int64_t got = PICK_NO_ACT;
    bool fine;
    for (int i = 0; i < act->count; i++) {
        char typed[2 * SCENE_NAME_MAX];
        struct text text = text_over(typed, sizeof typed);
        const char *name = name_of(play, act->spots[i]);
        bool counted = name[0] >= '0' && name[0] <= '9';
        write_typing(play->game, counted ? strchr(name, ' ') + 1 : name, &text);
        got = type(&pick, &play->scene, typed);
        if (got == PICK_NO_ACT && pick.depth == i) got = pick_spot(&pick, pick.cursor, &fine);
        if (i < act->count - 1 && (pick.depth != i + 1 || pick.chosen[i] != act->spots[i]))
            fail_msg("'%s' does not pick '%s'", typed, name);
    }
    if (got != (int64_t)act->act)
        fail_msg("typing '%s' plays %d, not %d", name_of(play, act->spots[act->count - 1]),
                 (int)got, (int)act->act);
}

/* The cursor comes to a spot by arrow keys. */
static void move_to(const struct play *play, struct pick *pick, int spot) {
    int16_t queue[PICK_SPOTS_MAX];
    bool seen[INT16_MAX] = {false};
    int head = 0, tail = 0;
    queue[tail++] = (int16_t)pick->cursor;
    seen[pick->cursor] = true;
    while (head < tail && !seen[spot]) {
        int from = queue[head++];
        for (int i = 0; i < DIRECTIONS; i++) {
            pick->cursor = from;
            pick_move(pick, &play->board, &play->layout, GAME_KEY_UP + i);
            assert_true(can_pick(pick, pick->cursor));
            if (!seen[pick->cursor]) queue[tail++] = (int16_t)pick->cursor;
            seen[pick->cursor] = true;
        }
    }
    if (!seen[spot]) fail_msg("arrows do not reach '%s'", name_of(play, spot));
    pick->cursor = spot;
}

static void pick_by_arrows(const struct play *play, const struct pick_act *act) {
    struct pick pick = play->pick;
    int64_t got = PICK_NO_ACT;
    bool fine;
    for (int i = 0; i < act->count; i++) {
        move_to(play, &pick, act->spots[i]);
        got = pick_spot(&pick, pick.cursor, &fine);
    }
    assert_true(got == (int64_t)act->act);
}

/* Tab goes through all spots, once each, and comes back. */
static void step_through(const struct play *play) {
    struct pick pick = play->pick;
    int16_t spots[PICK_SPOTS_MAX];
    int count = pick_next(&pick, spots, PICK_SPOTS_MAX), first = pick.cursor;
    for (int i = 1; i <= count; i++) {
        pick_step(&pick, &play->board, &play->layout, 1);
        assert_true(can_pick(&pick, pick.cursor));
        assert_true((pick.cursor == first) == (i == count));
    }
    pick_step(&pick, &play->board, &play->layout, -2);
    pick_step(&pick, &play->board, &play->layout, 2);
    assert_int_equal(pick.cursor, first);
}

/* A spot where nothing begins is refused, and nothing changes. */
static void refuse_others(const struct play *play) {
    for (int i = 0; i < play->scene.count; i++) {
        int spot = play->scene.tiles[i].spot;
        struct pick pick = play->pick;
        bool fine = true;
        if (can_pick(&pick, spot)) continue;
        assert_true(pick_spot(&pick, spot, &fine) == PICK_NO_ACT);
        assert_false(fine);
        assert_memory_equal(&pick, &play->pick, sizeof pick);
    }
}

/* The listed acts are the legal ones, each with spots of its own. */
static void check_listing(const struct play *play) {
    int count = play->game->choices(play->state, play->who, play->scratch), at = 0;
    struct shape shape = play->game->shape(play->state);
    const struct pick_act *acts = play->pick.acts;
    for (int i = 0; i < play->pick.count; i++) {
        assert_null(play->game->refuse(play->state, play->who, acts[i].act));
        at += acts[i].act < (action)shape.actions;
        if (i > 0) assert_true(memcmp(acts[i - 1].spots, acts[i].spots, sizeof acts->spots) != 0);
    }
    assert_int_equal(at, count);
    assert_true(can_pick(&play->pick, play->pick.cursor));
}

static void check(struct play *play) {
    check_listing(play);
    refuse_others(play);
    step_through(play);
    for (int i = 0; i < often(2, 12); i++) {
        action act = play->pick.acts[rng_below(&play->rng, (uint32_t)play->pick.count)].act;
        struct pick_act spelled = spell(play, act);
        pick_by_spots(play, &spelled);
        pick_by_typing(play, &spelled);
        if (i == 0) pick_by_arrows(play, &spelled);
    }
}

static void play_and_check(const char *name, const int *chosen, int games, int plies) {
    for (int i = 0; i < games; i++) {
        struct play *play = begin(name, (uint64_t)i, chosen);
        bool on = look(play);
        for (int ply = 0; on && ply < plies; ply++, on = step(play))
            if (ply % often(3, 1) == 0) check(play);
        end(play);
    }
}

static void test_random_games(void **unused) {
    (void)unused;
    play_and_check("azul", (int[]){2, 50}, 3, 60);
    play_and_check("azul", (int[]){4, 50}, 2, 60);
    play_and_check("slide", (int[PARAMS_MAX]){4, 4}, 2, 30);
    play_and_check("slide", (int[PARAMS_MAX]){3, 12}, 2, 20);
    play_and_check("lines", (int[PARAMS_MAX]){9, 9, 7, 5, 3, 5, 1, 0}, 3, 30);
    play_and_check("lines", (int[PARAMS_MAX]){12, 11, 7, 5, 3, 5, 1, 1}, 1, 30);
    play_and_check("nim", (int[PARAMS_MAX]){9, 9}, 3, 20);
}

/* Returns a game of lines on its largest board, about half full: no other game has as many acts. */
static struct play *begin_large(void) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct play *play = begin("lines", seed, (int[PARAMS_MAX]){15, 15, 7, 15, 5, 24, 1, 0});
        for (bool on = look(play); on; on = step(play))
            if (play->pick.count > 9000) return play;
        end(play);
    }
    fail_msg("no game has many acts");
    return NULL;
}

static void test_many_acts(void **unused) {
    (void)unused;
    struct play *play = begin_large();
    struct pick_act *acts = play->pick.acts;
    assert_true(play->pick.count <= play->pick.capacity);
    check_listing(play);
    for (int i = 0; i < play->pick.count; i += 97) {
        struct pick_act spelled = spell(play, acts[i].act);
        pick_by_spots(play, &spelled);
        pick_by_typing(play, &spelled);
    }
    struct pick_act last = acts[99];
    play->pick.capacity = 100;
    assert_true(look(play));
    assert_int_equal(play->pick.count, 100);
    assert_memory_equal(&acts[99], &last, sizeof last);
    end(play);
}

/* Of slide's shorthands, those that push one tile are its plain moves. */
static void test_same_spots(void **unused) {
    (void)unused;
    struct play *play = begin("slide", 1, (int[PARAMS_MAX]){4, 4});
    assert_true(look(play));
    int moves = play->game->choices(play->state, 0, play->scratch), plain = 0;
    for (int i = 0; i < play->pick.count; i++) plain += play->pick.acts[i].act < 4;
    assert_int_equal(play->pick.count, 6);
    assert_int_equal(plain, moves);
    end(play);
}

/* Plays on to a state where words for an act mean a legal one. Returns it, or PICK_NO_ACT. */
static int64_t find_act(struct play *play, const char *words) {
    action act;
    do {
        if (game_find_acts(play->game, play->state, play->who, words, play->scratch, &act, 1) == 1)
            return act;
    } while (step(play));
    return PICK_NO_ACT;
}

static int64_t type_words(const struct play *play, const char *typed) {
    struct pick pick = play->pick;
    return type(&pick, &play->scene, typed);
}

/* Plays random games to states where words mean an act; typing spots then means the same. */
static void expect_typing(const char *words, const char *const *typed) {
    int found = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct play *play = begin("azul", seed, (int[]){2, 50});
        assert_true(look(play));
        int64_t act = find_act(play, words);
        for (const char *const *at = typed; act != PICK_NO_ACT && *at; at++, found++)
            if (type_words(play, *at) != act) fail_msg("'%s' is not %s", *at, words);
        end(play);
    }
    assert_true(found > 20);
}

/* However much of a spot's name is typed, it is this spot, and the rest of it is no line. */
static void test_typing_azul(void **unused) {
    (void)unused;
    expect_typing("black f4 l4",
                  (const char *[]){"4k4", "k44", "f4k4", "kf4l4", "4kl4", "factory4kline4", NULL});
    expect_typing("black f4 floor",
                  (const char *[]){"4kf", "kf4f", "4k-", "4kfloor", "k4floor", NULL});
    expect_typing("red center floor", (const char *[]){"crf", "rcf", "centrerf", NULL});
}

static bool has_name(const struct play *play, const char *cell) {
    int16_t spots[PICK_SPOTS_MAX];
    int count = pick_next(&play->pick, spots, PICK_SPOTS_MAX), found = 0;
    for (int i = 0; i < count; i++)
        found += strcmp(strrchr(name_of(play, spots[i]), ' ') + 1, cell) == 0;
    return found > 0;
}

/* Plays on until two balls can be picked whose names begin alike, as d1 and d10. */
static char find_alike(struct play *play) {
    for (bool on = look(play); on; on = step(play))
        for (char column = 'a'; column <= 'o'; column++)
            if (has_name(play, (char[]){column, '1', '\0'}) &&
                has_name(play, (char[]){column, '1', '0', '\0'}))
                return column;
    fail_msg("no names are alike");
    return 0;
}

/* "d1" is no answer while "d10" is there, too; its first match is d1 all the same. */
static void test_longer_names(void **unused) {
    (void)unused;
    struct play *play = begin("lines", 1, (int[PARAMS_MAX]){15, 15, 7, 15, 5, 24, 1, 0});
    struct pick *pick = &play->pick;
    bool only = true, fine;
    char column = find_alike(play);
    assert_true(pick_type(pick, &play->scene, (uint8_t)column, &only) && !only);
    assert_true(pick_type(pick, &play->scene, '1', &only) && !only);
    assert_string_equal(strrchr(name_of(play, pick->cursor), ' ') + 2, "1");
    assert_false(pick_type(pick, &play->scene, 'x', &only));
    assert_string_equal(pick->typed, ((char[]){column, '1', '\0'}));
    struct pick copy = *pick;
    assert_true(pick_type(&copy, &play->scene, '0', &only) && only);
    assert_string_equal(strrchr(name_of(play, copy.cursor), ' ') + 2, "10");
    assert_true(pick_spot(pick, pick->cursor, &fine) == PICK_NO_ACT && fine);
    assert_int_equal(pick->depth, 1);
    assert_string_equal(pick->typed, "");
    end(play);
}

static const char *cell_of(const struct play *play, const struct pick_act *act, int at) {
    return strrchr(name_of(play, act->spots[at]), ' ') + 1;
}

/* A ball's colour may be the letter of a column: "d2" is enough, so "b3" is where it goes. */
static int type_cells(const struct play *play, const struct pick_act *act) {
    char words[16];
    struct text text = text_over(words, sizeof words);
    text_format(&text, "%s%s", cell_of(play, act, 0), cell_of(play, act, 1));
    if (name_of(play, act->spots[0])[0] + 'a' - 'A' != words[2]) return 0;
    assert_int_equal(type_words(play, words), act->act);
    return 1;
}

/* If its colour is enough, the letter of its column may be its own; the number then tells that it
 * is not. */
static int type_colour(const struct play *play, const struct pick_act *act) {
    struct pick pick = play->pick;
    const char colour[] = {name_of(play, act->spots[0])[0], '\0'};
    if (cell_of(play, act, 0)[0] != cell_of(play, act, 1)[0]) return 0;
    assert_int_equal(type(&pick, &play->scene, colour), PICK_NO_ACT);
    if (pick.depth == 0) return 0;
    assert_int_equal(type(&pick, &play->scene, cell_of(play, act, 1)), act->act);
    return 1;
}

static void test_typing_lines(void **unused) {
    (void)unused;
    int by_cell = 0, by_colour = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct play *play = begin("lines", seed, (int[PARAMS_MAX]){9, 9, 7, 5, 3, 5, 1, 0});
        assert_true(look(play));
        for (int i = 0; i < play->pick.count; i++) {
            by_cell += type_cells(play, &play->pick.acts[i]);
            by_colour += type_colour(play, &play->pick.acts[i]);
        }
        end(play);
    }
    assert_true(by_cell > 20 && by_colour > 20);
}

static void test_typing_slide(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct play *play = begin("slide", seed, (int[PARAMS_MAX]){4, 4});
        assert_true(look(play));
        struct pick_act due = spell(play, (action)find_act(play, "15"));
        struct pick_act got = spell(play, (action)type_words(play, "15"));
        assert_int_equal(got.spots[0], due.spots[0]);
        end(play);
    }
}

static void type_one(struct play *play, char c) {
    bool only;
    assert_true(pick_type(&play->pick, &play->scene, (uint8_t)c, &only));
}

/* Typing, spots and the cursor are given up in the order of a person's mind. */
static void test_going_back(void **unused) {
    (void)unused;
    struct play *play = begin("lines", 3, (int[PARAMS_MAX]){9, 9, 7, 5, 3, 5, 1, 0});
    struct pick *pick = &play->pick;
    bool fine;
    assert_true(look(play));
    assert_false(pick_back(pick));
    int first = pick->acts[0].spots[0], other = pick->acts[pick->count - 1].spots[0];
    assert_int_not_equal(first, other);
    assert_int_equal(pick_spot(pick, first, &fine), PICK_NO_ACT);
    type_one(play, name_of(play, pick->cursor)[7]);
    assert_true(pick_back(pick));
    assert_string_equal(pick->typed, "");
    assert_int_equal(pick->depth, 1);
    assert_true(pick_back(pick));
    assert_int_equal(pick->depth, 0);
    assert_int_equal(pick->cursor, first);
    assert_false(pick_back(pick));
    assert_int_equal(pick_spot(pick, first, &fine), PICK_NO_ACT);
    assert_int_equal(pick_spot(pick, other, &fine), PICK_NO_ACT);
    assert_true(fine);
    assert_int_equal(pick->chosen[0], other);
    assert_int_equal(pick_spot(pick, other, &fine), PICK_NO_ACT);
    assert_true(fine);
    assert_int_equal(pick->depth, 0);
    assert_int_equal(pick->cursor, other);
    end(play);
}

static int mark_of(const struct board_marks *marks, int spot) {
    int mark = BOARD_PLAIN;
    for (int i = 0; i < marks->count; i++)
        if (marks->at[i].spot == spot && marks->at[i].mark > mark) mark = marks->at[i].mark;
    return mark;
}

static void test_marks(void **unused) {
    (void)unused;
    struct play *play = begin("azul", 3, (int[]){2, 50});
    struct board_marks marks = {0};
    bool fine;
    assert_true(look(play));
    int16_t spots[PICK_SPOTS_MAX];
    int first = play->pick.acts[0].spots[0];
    assert_int_equal(pick_spot(&play->pick, first, &fine), PICK_NO_ACT);
    pick_mark(&play->pick, false, &marks);
    assert_int_equal(marks.count, 2);
    assert_int_equal(mark_of(&marks, first), BOARD_CHOSEN);
    assert_int_equal(mark_of(&marks, play->pick.cursor), BOARD_CURSOR);
    marks.count = 0;
    pick_mark(&play->pick, true, &marks);
    int count = pick_next(&play->pick, spots, PICK_SPOTS_MAX);
    for (int i = 0; i < count; i++)
        assert_int_equal(mark_of(&marks, spots[i]),
                         spots[i] == play->pick.cursor ? BOARD_CURSOR : BOARD_LEGAL);
    marks.count = BOARD_MARKS_MAX - 1;
    pick_mark(&play->pick, true, &marks);
    assert_int_equal(marks.count, BOARD_MARKS_MAX);
    end(play);
}

/* Who is not to move has nothing to pick, and the cursor waits. */
static void test_nothing_to_pick(void **unused) {
    (void)unused;
    struct play *play = begin("azul", 3, (int[]){2, 50});
    struct board_marks marks = {0};
    int16_t spots[1];
    bool fine, only;
    assert_true(look(play));
    int before = play->pick.cursor;
    pick_begin(&play->pick, play->game, play->state, 1 - play->who, play->scratch);
    assert_int_equal(pick_next(&play->pick, spots, 1), 0);
    pick_move(&play->pick, &play->board, &play->layout, GAME_KEY_RIGHT);
    pick_step(&play->pick, &play->board, &play->layout, 1);
    assert_int_equal(play->pick.cursor, before);
    assert_int_equal(pick_considered(&play->pick), PICK_NO_ACT);
    assert_int_equal(pick_spot(&play->pick, before, &fine), PICK_NO_ACT);
    assert_false(fine);
    assert_false(pick_type(&play->pick, &play->scene, 'k', &only));
    pick_mark(&play->pick, true, &marks);
    assert_int_equal(marks.count, 0);
    end(play);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_many_acts),
        cmocka_unit_test(test_same_spots),   cmocka_unit_test(test_typing_azul),
        cmocka_unit_test(test_typing_lines), cmocka_unit_test(test_longer_names),
        cmocka_unit_test(test_typing_slide), cmocka_unit_test(test_going_back),
        cmocka_unit_test(test_marks),        cmocka_unit_test(test_nothing_to_pick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
