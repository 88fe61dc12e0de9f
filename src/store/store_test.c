/* What is kept is found again: results, records, ratings and their history, top lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/glicko.h"
#include "store/store_test.h"
#include <math.h>

static void a_game_is_found_again(void **unused) {
    (void)unused;
    open_store(path);
    struct store_game game = make_game("azul", "Anna 1 40,bot:coach 2 -30");
    struct store_game kept = keep(&game);
    close_store();
    open_store(path);
    struct store_answer *answer = answer_of(store_ask_record(store, 77, kept.id));
    assert_int_equal(answer->kind, STORE_RECORD);
    assert_int_equal(answer->tag, 77);
    struct store_game *found = &answer->game;
    assert_int_equal(found->id, kept.id);
    assert_string_equal(found->game, "azul");
    assert_memory_equal(found->params, game.params, sizeof game.params);
    assert_int_equal(found->ended, 1000000);
    assert_true(found->seconds == 61.5 && !found->race);
    assert_int_equal(found->seats_count, 2);
    assert_int_equal(found->journals_count, 1);
    assert_int_equal(found->journals[0].length, game.journals[0].length);
    assert_memory_equal(found->journals[0].bytes, "events", 7);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(found->seats[i].name, game.seats[i].name);
        assert_int_equal(found->seats[i].agent, i == 1);
        assert_int_equal(found->seats[i].points, i ? -30 : 40);
        assert_int_equal(found->seats[i].rank, i + 1);
        assert_true(found->seats[i].before == 1500);
        assert_true(found->seats[i].after == kept.seats[i].after);
        assert_true(found->seats[i].deviation == kept.seats[i].deviation);
    }
    assert_true(kept.seats[0].after > 1600 && kept.seats[1].after < 1400);
    store_drop(answer);
    answer = answer_of(store_ask_record(store, 0, kept.id + 1));
    assert_int_equal(answer->game.id, 0);
    store_drop(answer);
}

static void a_race_has_a_journal_a_seat(void **unused) {
    (void)unused;
    open_store(path);
    struct store_game game = make_game("slide", "Anna 1 40,Ben 2 30,Cleo 3 0");
    const uint8_t bytes[300] = {1, 0, 2};
    game.race = true;
    game.journals_count = 3;
    for (int i = 0; i < 3; i++) {
        game.journals[i].bytes = i == 1 ? NULL : bytes;
        game.journals[i].length = i == 1 ? 0 : 100 + 200 * (size_t)(i == 2);
    }
    struct store_answer *answer = answer_of(store_ask_record(store, 0, keep(&game).id));
    assert_true(answer->game.race);
    assert_int_equal(answer->game.journals_count, 3);
    assert_int_equal(answer->game.journals[0].length, 100);
    assert_int_equal(answer->game.journals[1].length, 0);
    assert_int_equal(answer->game.journals[2].length, 300);
    assert_memory_equal(answer->game.journals[2].bytes, bytes, sizeof bytes);
    store_drop(answer);
}

/* Ratings are of a name in any case, a game, and by whether it is an agent. */
static void ratings_are_kept_apart(void **unused) {
    (void)unused;
    open_store(":memory:");
    play("azul", "\xC3\x84nna 1 1,Ben 2 0");
    struct store_game second = play("azul", "\xC3\xA4NNA 1 1,bEN 2 0");
    assert_true(second.seats[0].before > 1600 && second.seats[1].before < 1400);
    assert_true(second.seats[0].after > second.seats[0].before);
    struct store_game other = play("lines", "\xC3\x84nna 1 1,Ben 2 0");
    assert_true(other.seats[0].before == 1500);
    struct store_game agent = make_game("azul", "\xC3\x84nna 1 1,Ben 2 0");
    agent.seats[0].agent = true;
    assert_true(keep(&agent).seats[0].before == 1500);
    require_counts(4, 2);
}

static void alone_nobody_is_rated(void **unused) {
    (void)unused;
    open_store(":memory:");
    struct store_game kept = play("lines", "Anna 1 99");
    assert_true(kept.seats[0].before == 0 && kept.seats[0].after == 0);
    struct store_answer *answer = answer_of(store_ask_history(store, 0, "Anna", 10));
    assert_int_equal(answer->count, 0);
    store_drop(answer);
    answer = answer_of(store_ask_top(store, 0, "lines", 10));
    assert_int_equal(answer->count, 0);
    store_drop(answer);
    answer = answer_of(store_ask_record(store, 0, kept.id));
    assert_int_equal(answer->game.seats[0].points, 99);
    assert_true(answer->game.seats[0].after == 0);
    store_drop(answer);
}

/* Of four seats, each is rated against every other; equal ranks are a draw. */
static void ranks_decide(void **unused) {
    (void)unused;
    open_store(":memory:");
    struct store_game game = play("azul", "A 1 9,B 2 5,C 2 5,D 4 0");
    assert_true(game.seats[0].after > game.seats[1].after);
    assert_true(game.seats[1].after == game.seats[2].after);
    assert_true(fabs(game.seats[1].after - 1500) < 1e-6);
    assert_true(fabs(game.seats[0].after + game.seats[3].after - 3000) < 1e-6);
    assert_true(game.seats[3].after < 1400);
    struct store_game draw = play("azul", "X 1 5,Y 1 5");
    assert_true(fabs(draw.seats[0].after - 1500) < 1e-6);
}

/* Wins are those that are told, whatever the ranks. */
static void wins_are_told(void **unused) {
    (void)unused;
    open_store(":memory:");
    for (int i = 0; i < 3; i++) {
        struct store_game game = make_game("falls", "Anna 1 -5,bot:coach 2 -7,bot:coach 3 -9");
        game.seats[0].won = i == 1;
        game.seats[2].won = i == 2;
        keep(&game);
    }
    struct store_answer *answer = answer_of(store_ask_top(store, 0, "falls", 9));
    assert_int_equal(answer->count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(answer->ratings[i].games, 3);
        assert_int_equal(answer->ratings[i].wins, 1);
    }
    store_drop(answer);
}

/* A game that is not rated is found, and changes nobody's rating. */
static void not_every_game_is_rated(void **unused) {
    (void)unused;
    open_store(":memory:");
    struct store_game game = make_game("azul", "Anna 1 9,Ben 2 5");
    struct store_game rated = keep(&game);
    assert_true(rated.rated);
    game.rated = false;
    struct store_game kept = keep(&game);
    assert_false(kept.rated);
    for (int i = 0; i < 2; i++) assert_true(kept.seats[i].before == 0 && kept.seats[i].after == 0);
    struct store_answer *answer = answer_of(store_ask_recent(store, 0, "azul", 9));
    assert_int_equal(answer->count, 2);
    assert_false(answer->games[0].rated);
    assert_true(answer->games[0].seats[0].after == 0);
    assert_true(answer->games[1].rated);
    store_drop(answer);
    answer = answer_of(store_ask_history(store, 0, "Anna", 9));
    assert_int_equal(answer->count, 1);
    assert_int_equal(answer->ratings[0].games, 1);
    assert_int_equal(answer->ratings[0].wins, 1);
    assert_true(answer->ratings[0].rating == rated.seats[0].after);
    store_drop(answer);
}

/* An agent may have several seats: it is one player, and does not play against itself. */
static void several_seats_are_one_player(void **unused) {
    (void)unused;
    open_store(":memory:");
    struct glicko new = GLICKO_NEW;
    struct glicko_result wins[] = {{new, 1}, {new, 1}};
    struct glicko due = glicko_after(new, wins, 2);
    struct store_game game = play("azul", "bot:coach 1 9,Anna 3 5,bot:Coach 2 6");
    assert_true(game.seats[0].after == game.seats[2].after);
    assert_true(fabs(game.seats[0].after - due.rating) < 1e-9);
    assert_true(fabs(game.seats[0].deviation - due.deviation) < 1e-9);
    struct store_answer *answer = answer_of(store_ask_history(store, 0, "bot:coach", 9));
    assert_int_equal(answer->count, 1);
    assert_int_equal(answer->ratings[0].games, 1);
    assert_int_equal(answer->ratings[0].wins, 1);
    store_drop(answer);
    game = play("azul", "bot:solo 1 9,bot:solo 2 5");
    assert_false(game.rated);
    assert_true(game.seats[0].after == 0 && game.seats[1].before == 0);
    answer = answer_of(store_ask_history(store, 0, "bot:solo", 9));
    assert_int_equal(answer->count, 0);
    store_drop(answer);
}

static void idle_time_makes_less_sure(void **unused) {
    (void)unused;
    open_store(":memory:");
    struct store_game game = make_game("azul", "Anna 1 1,Ben 1 1");
    for (int i = 0; i < 30; i++) keep(&game);
    double sure = keep(&game).seats[0].deviation;
    game.ended += INT64_C(200) * 86400;
    double later = keep(&game).seats[0].deviation;
    assert_true(later > sure + 20);
    game.ended -= INT64_C(100) * 86400; /* a clock that went back */
    assert_true(keep(&game).seats[0].deviation < later);
    game.ended = INT64_MAX;
    assert_true(isfinite(keep(&game).seats[0].after));
    game.ended = INT64_MIN;
    assert_true(isfinite(keep(&game).seats[0].after));
}

static void the_top_list_has_the_sure_first(void **unused) {
    (void)unused;
    open_store(":memory:");
    for (int i = 0; i < 20; i++) play("azul", i % 3 ? "Anna 1 1,Ben 2 0" : "Anna 2 1,Ben 1 0");
    play("azul", "Lucky 1 1,Ben 2 0");
    play("lines", "Zoe 1 1,Ben 2 0");
    struct store_answer *answer = answer_of(store_ask_top(store, 9, "azul", 50));
    assert_int_equal(answer->kind, STORE_TOP);
    assert_int_equal(answer->count, 3);
    struct store_rating *best = &answer->ratings[0];
    assert_string_equal(best->name, "Anna");
    assert_string_equal(best->game, "azul");
    assert_false(best->agent);
    assert_int_equal(best->games, 20);
    assert_int_equal(best->wins, 13);
    assert_int_equal(best->when, 1000000);
    for (int i = 1; i < 3; i++)
        if (strcmp(answer->ratings[i].name, "Lucky") == 0)
            assert_true(answer->ratings[i].rating > best->rating);
    store_drop(answer);
    answer = answer_of(store_ask_top(store, 9, "azul", 1));
    assert_int_equal(answer->count, 1);
    store_drop(answer);
    answer = answer_of(store_ask_top(store, 9, "azul", -1));
    assert_int_equal(answer->count, 1);
    store_drop(answer);
    answer = answer_of(store_ask_top(store, 9, "nothing", 1));
    assert_int_equal(answer->count, 0);
    store_drop(answer);
}

static void a_history_is_the_newest_first(void **unused) {
    (void)unused;
    open_store(":memory:");
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    double after[3];
    for (int i = 0; i < 3; i++) {
        game.ended = 100 + i;
        after[i] = keep(&game).seats[0].after;
    }
    play("lines", "ANNA 2 1,Ben 1 0");
    struct store_answer *answer = answer_of(store_ask_history(store, 0, "anna", 100));
    assert_int_equal(answer->kind, STORE_HISTORY);
    assert_int_equal(answer->count, 4);
    assert_string_equal(answer->ratings[0].game, "lines");
    assert_string_equal(answer->ratings[0].name, "ANNA"); /* as last written */
    assert_int_equal(answer->ratings[0].wins, 0);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(answer->ratings[3 - i].game, "azul");
        assert_int_equal(answer->ratings[3 - i].when, 100 + i);
        assert_int_equal(answer->ratings[3 - i].games, i + 1);
        assert_int_equal(answer->ratings[3 - i].wins, i + 1);
        assert_true(answer->ratings[3 - i].rating == after[i]);
    }
    store_drop(answer);
    answer = answer_of(store_ask_history(store, 0, "anna", 2));
    assert_int_equal(answer->count, 2);
    store_drop(answer);
    const char *const nobody[] = {"", "%", "ann", "anna ", "x' OR '1'='1", NULL};
    for (int i = 0; nobody[i]; i++) {
        answer = answer_of(store_ask_history(store, 0, nobody[i], 9));
        assert_int_equal(answer->count, 0);
        store_drop(answer);
    }
}

static void recent_games_come_with_their_seats(void **unused) {
    (void)unused;
    open_store(":memory:");
    for (int i = 0; i < STORE_RECENT_MAX; i++) play("azul", "Anna 1 1,Ben 2 0");
    play("lines", "Cleo 1 17");
    struct store_answer *answer = answer_of(store_ask_recent(store, 0, NULL, 1000));
    assert_int_equal(answer->kind, STORE_RECENT);
    assert_int_equal(answer->count, STORE_RECENT_MAX);
    assert_string_equal(answer->games[0].game, "lines");
    assert_int_equal(answer->games[0].seats_count, 1);
    assert_int_equal(answer->games[0].seats[0].points, 17);
    assert_int_equal(answer->games[0].journals_count, 0);
    assert_true(answer->games[1].id < answer->games[0].id);
    assert_int_equal(answer->games[1].seats_count, 2);
    assert_string_equal(answer->games[1].seats[1].name, "Ben");
    store_drop(answer);
    answer = answer_of(store_ask_recent(store, 0, "lines", 10));
    assert_int_equal(answer->count, 1);
    store_drop(answer);
    char long_name[200];
    memset(long_name, 'x', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    answer = answer_of(store_ask_recent(store, 0, long_name, 10));
    assert_int_equal(answer->count, 0);
    store_drop(answer);
}

/* A bad game is refused, and those that are kept with it are kept. */
static void a_bad_game_takes_no_other_with_it(void **unused) {
    (void)unused;
    enum { GAMES = 60 };
    int bad = 0;
    open_store(path);
    for (int i = 0; i < GAMES; i++) {
        struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
        if (i % 10 == 3) game.seats[1].rank = 3;
        if (i % 10 == 4) game.seats[0].name[0] = '\0';
        if (i % 10 == 5) memset(game.seats[0].name, 'x', sizeof game.seats[0].name);
        if (i % 10 == 6) game.journals_count = 2;
        if (i % 10 == 7) game.seats_count = 0;
        if (i % 10 == 8) game.seats_count = 9;
        if (i % 10 == 9) game.game[0] = '\0';
        game.seconds = i % 10 == 2 ? NAN : i % 10 == 1 ? -INFINITY : 5;
        assert_true(store_keep(store, (uint64_t)i, &game));
    }
    for (int i = 0; i < GAMES; i++) {
        struct store_answer *answer = store_wait(store);
        assert_int_equal(answer->tag, i);
        if ((answer->wrong[0] != '\0') != (i % 10 >= 3)) fail_msg("game %d: %s", i, answer->wrong);
        if (answer->wrong[0]) assert_int_equal(answer->game.id, 0);
        bad += answer->wrong[0] != '\0';
        store_drop(answer);
    }
    assert_null(store_wait(store));
    assert_int_equal(bad, GAMES / 10 * 7);
    require_counts(GAMES / 10 * 3, 2);
}

/* Where too much waits, a question is refused at once, and games have room of their own. */
static void queues_are_bounded(void **unused) {
    (void)unused;
    open_store(":memory:");
    int asks = 0, keeps = 0;
    while (asks < 100000 && store_ask_counts(store, 1)) asks++;
    assert_in_range(asks, 100, 1000);
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    while (keeps < 100000 && store_keep(store, 2, &game)) keeps++;
    assert_in_range(keeps, 1000, 10000);
    for (int i = 0; i < asks + keeps; i++) {
        struct store_answer *answer = store_wait(store);
        assert_non_null(answer);
        assert_string_equal(answer->wrong, "");
        store_drop(answer);
    }
    assert_null(store_wait(store));
    require_counts(keeps, 2);
}

static void bytes_are_bounded(void **unused) {
    (void)unused;
    enum { LARGE = 20 << 20 };
    open_store(path);
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    uint8_t *large = calloc(1, LARGE);
    assert_non_null(large);
    game.journals[0].bytes = large;
    game.journals[0].length = LARGE;
    int kept = 0;
    while (kept < 100 && store_keep(store, 2, &game)) kept++;
    assert_int_equal(kept, 3);
    for (int i = 0; i < kept; i++) store_drop(store_wait(store));
    struct store_answer *answer = answer_of(store_ask_record(store, 0, 3));
    assert_int_equal(answer->game.journals[0].length, LARGE);
    store_drop(answer);
    require_counts(kept, 2);
    free(large);
}

/* Closing keeps what waits. */
static void closing_loses_no_game(void **unused) {
    (void)unused;
    open_store(path);
    struct store_game game = make_game("azul", "Anna 1 1,Ben 2 0");
    for (int i = 0; i < 500; i++) assert_true(store_keep(store, 0, &game));
    for (int i = 0; i < 100; i++) store_ask_counts(store, 0);
    close_store();
    open_store(path);
    require_counts(500, 2);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, clear_up)
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_found_again),
        TEST(a_race_has_a_journal_a_seat),
        TEST(ratings_are_kept_apart),
        TEST(alone_nobody_is_rated),
        TEST(ranks_decide),
        TEST(wins_are_told),
        TEST(not_every_game_is_rated),
        TEST(several_seats_are_one_player),
        TEST(idle_time_makes_less_sure),
        TEST(the_top_list_has_the_sure_first),
        TEST(a_history_is_the_newest_first),
        TEST(recent_games_come_with_their_seats),
        TEST(a_bad_game_takes_no_other_with_it),
        TEST(queues_are_bounded),
        TEST(bytes_are_bounded),
        TEST(closing_loses_no_game),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
