/* Replays and games of agents on a screen: keys, time, the bar, playing on. */
#include "tests/support/onscreen.h"

#include "term/playing.h"
#include "term/watching.h"

enum { ROWS = 30, COLS = 100 };
#define RIGHT "\033[C"
#define LEFT "\033[D"
#define HOME "\033[H"
#define END "\033[F"
#define PAGE_UP "\033[5~"
#define PAGE_DOWN "\033[6~"

static int begin(void **unused) {
    onscreen_begin(unused);
    config.plain = 0;
    onscreen_open(ROWS, COLS);
    return 0;
}

/* Plays so many random acts; the clock's now and then, where there is one. */
static void play(struct session *session, const char *name, int acts) {
    int params[PARAMS_MAX];
    const struct game *game = games_find(name);
    struct rng rng = rng_new(9, 0);
    game_standard(game, params);
    assert_int_equal(session_init(session, game, params, rng_new(4, 0)), 0);
    for (int i = 0; i < acts && !game_over(game, session->state); i++) {
        int who = 0;
        while (!(game->movers(session->state) >> who & 1)) who++;
        if (game->movers(session->state) >> CLOCK & 1 && i % 3 == 0) who = CLOCK;
        if (!game->choices(session->state, who, session->scratch)) who = CLOCK;
        action act = game_draw(game, session->state, who, &rng, session->scratch);
        assert_int_equal(session_act(session, who, act), 0);
    }
}

static void watch(const char *name, int acts, const char *const *names) {
    struct session session;
    play(&session, name, acts);
    term_open_watch(term, &session, names);
    assert_int_equal(term->count, 1);
}

static void pass(double seconds) {
    now += seconds;
    term_run(term, now);
}

static void test_steps(void **unused) {
    (void)unused;
    watch("azul", 25, NULL);
    see("move 0 of 25");
    see("The game begins.");
    type(" ");
    type(RIGHT);
    see("move 1 of 25");
    see("Player 1 takes");
    type(RIGHT RIGHT LEFT);
    see("move 2 of 25");
    see("Player 2 takes");
    type(PAGE_DOWN);
    see("move 12 of 25");
    type(PAGE_UP PAGE_UP);
    see("move 0 of 25");
    type(END);
    see("move 25 of 25");
    type(RIGHT);
    see("move 25 of 25");
    type(HOME LEFT);
    see("move 0 of 25");
}

static void test_goes_to(void **unused) {
    (void)unused;
    watch("azul", 25, NULL);
    type(" g");
    see("Go to move (0 to 25): _");
    type("17");
    see("Go to move (0 to 25): 17_");
    type("\177");
    see("): 1_");
    type("3\r");
    see("move 13 of 25");
    type("g9\033");
    see("move 13 of 25");
    see_not("Go to");
    type("g\r");
    see("move 13 of 25");
    type("g99999999999999\r");
    see("move 25 of 25");
}

static void test_time(void **unused) {
    (void)unused;
    watch("azul", 25, NULL);
    pass(0.95);
    see("move 0 of 25");
    pass(0.1);
    see("move 1 of 25");
    type("4");
    pass(0.5);
    see("move 3 of 25");
    type(" ");
    see("Paused");
    assert_true(term_due(term) > now + 1e6);
    pass(10);
    see("move 3 of 25");
    type(" ");
    pass(0.25);
    see("move 4 of 25");
    type(END);
    pass(0.1);
    see("Paused");
    type(" ");
    see("move 0 of 25");
    pass(0.3);
    see("move 1 of 25");
}

/* Every speed is reached by keys, and none beyond. */
static void test_speeds(void **unused) {
    (void)unused;
    watch("slide", 10, NULL);
    see("1x");
    type("+");
    see("2x");
    type("+++++++");
    see("16x");
    type("--");
    see("4x");
    type("9-");
    see("8x");
    type("3+");
    see("4x");
    type("----------");
    see("0.25x");
    watching_set_speed(term, 1.5);
    see("1.5x");
}

/* A program that was stopped for an hour goes on from where it was. */
static void test_late(void **unused) {
    (void)unused;
    watch("azul", 25, NULL);
    pass(1.05);
    see("move 1 of 25");
    pass(3600);
    see("move 1 of 25");
    pass(1.05);
    see("move 2 of 25");
}

static void test_clock(void **unused) {
    (void)unused;
    watch("falls", 2000, NULL);
    see("step 0 of");
    see("0:00 of");
    pass(0.41);
    see_not("step 0 of");
    type("9g30\r");
    pass(0.41);
    see("step 30 of");
    type(LEFT);
    see("step 29 of");
}

static void click(int row, int col, const char *kind) {
    char bytes[32];
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%d%s", col + 1, row + 1, kind);
    type(bytes);
}

static void test_bar(void **unused) {
    (void)unused;
    watch("azul", 25, NULL);
    type(" ");
    look();
    int row = ROWS - 3, from = 3, last = from;
    while (term->cells.at[row * COLS + last + 1].glyph == 0x2500) last++;
    assert_true(last > from + 40);
    click(row, last, "M");
    see("move 25 of 25");
    click(row, from, "M");
    see("move 0 of 25");
    click(row, (from + last) / 2, "M");
    see("move 12 of 25");
    click(row - 1, last, "M");
    see("move 12 of 25");
    click(row, last + 3, "M");
    see("move 12 of 25");
    type("\033[<65;5;5M");
    see("move 13 of 25");
    type("\033[<64;5;5M");
    see("move 12 of 25");
}

static void test_names(void **unused) {
    (void)unused;
    static const char *const names[SEATS_MAX] = {"you", "coach:200n"};
    watch("azul", 25, names);
    type(" " RIGHT);
    see("You take");
    type(RIGHT);
    see("coach takes");
    type("\t");
    see("coach");
    type("q");
    assert_true(term_is_done(term));
}

/* Players of whom nothing is known have their numbers, also in the frames. */
static void test_no_names(void **unused) {
    (void)unused;
    watch("azul", 5, NULL);
    see("─ Player 1 ─");
    see("─ Player 2 ─");
}

/* All keys have room in 80 columns. */
static void test_keys_fit(void **unused) {
    (void)unused;
    term_resize(term, 24, 80);
    term->config.plain = 1;
    watch("azul", 25, NULL);
    see("  ? help  q leave\n");
    type("?");
    see("Replay");
    see("left right          a move back or on");
}

static const struct playing *playing(void) {
    assert_string_equal(top(), "playing");
    return term->screens[term->count - 1].self;
}

static void test_plays_on(void **unused) {
    (void)unused;
    static const char *const names[SEATS_MAX] = {"coach:5n", "greedy"};
    watch("azul", 25, names);
    type("g7\rp");
    const struct table *table = &playing()->table;
    assert_int_equal(session_acts(&table->session), 7);
    assert_int_equal(table_persons(table), 2);
    assert_string_equal(table->seats[0].player.agent->name, "coach");
    assert_int_equal(table->seats[0].player.budget.nodes, 5);
    assert_null(table->seats[1].player.agent);
    assert_string_equal(table->seats[1].name, "You");
    type("q");
    if (term->count == 2) type("q");
    see("move 7 of 25");
    see("Paused");
}

/* Where nobody is known, the game's own agent plays the others. */
static void test_plays_on_unknown(void **unused) {
    (void)unused;
    static const char *const names[SEATS_MAX] = {"you", "nobody we know:\033"};
    watch("azul", 25, names);
    type(" g6\rp");
    const struct table *table = &playing()->table;
    assert_null(table->seats[0].player.agent);
    assert_non_null(table->seats[1].player.agent);
}

static void test_over(void **unused) {
    (void)unused;
    watch("azul", 1000, NULL);
    type(END "p");
    assert_string_equal(top(), "watching");
    see("The game is over here");
    type(LEFT "p");
    assert_string_equal(top(), "playing");
}

/* The panel tells the result once. */
static void test_end_once(void **unused) {
    (void)unused;
    watch("lines", 1000, NULL);
    type(END);
    see("─ The end ─");
    see("The game is over, with ");
    see(" arrives at ");
    see_not("│ The board is full");
}

/* All sizes can be drawn, and say so if they are too small. */
static void test_sizes(void **unused) {
    (void)unused;
    watch("azul", 25, NULL);
    for (int rows = 1; rows < 60; rows += rows < 30 ? 1 : 7)
        for (int cols = 1; cols < 200; cols += cols < 90 ? 3 : 23) {
            term_resize(term, rows, cols);
            look();
        }
    term_resize(term, 5, 40);
    see("too small");
    term_resize(term, 24, 80);
    see("0 of 25");
    see_not("too small");
}

static void begin_live(const char *name, const char *agent) {
    const struct game *game = games_find(name);
    struct table_setup setup = {.game = game, .rng = rng_new(1, 0)};
    char words[256];
    struct text wrong = text_over(words, sizeof words);
    game_standard(game, setup.params);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        assert_true(player_read(game, agent, strlen(agent), &setup.seats[seat].player, &wrong));
        snprintf(setup.seats[seat].name, sizeof setup.seats[seat].name, "%s %d", agent, seat + 1);
    }
    term_open_live(term, &setup);
    assert_string_equal(top(), "live");
}

static struct table *live_table(void) {
    assert_string_equal(top(), "live");
    return &((struct watching_live *)term->screens[term->count - 1].self)->table;
}

/* Lets agents think and time pass until so many acts are played. */
static void wait_for_acts(size_t acts) {
    struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < 20000 && session_acts(&live_table()->session) < acts; i++) {
        nanosleep(&moment, NULL);
        pass(0.05);
    }
    assert_true(session_acts(&live_table()->session) >= acts);
}

static void test_live(void **unused) {
    (void)unused;
    begin_live("azul", "random");
    wait_for_acts(5);
    see("random 1");
    term_resize(term, 24, 80);
    see("  ? help  q leave\n");
    type(" ");
    see("Paused");
    size_t acts = session_acts(&live_table()->session);
    for (int i = 0; i < 50; i++) pass(1);
    assert_int_equal(session_acts(&live_table()->session), acts);
    type("?");
    see("Agents that play");
    type("q");
    type(LEFT);
    assert_string_equal(top(), "watching");
    see("q returns to the live game");
    see("q live");
    see("random 2");
    type(LEFT "q");
    assert_int_equal(session_acts(&live_table()->session), acts);
    type("p");
    assert_int_equal(session_acts(&playing()->table.session), acts);
    assert_string_equal(playing()->table.seats[1 - playing()->seat].player.agent->name, "random");
    type("q");
    if (term->count == 2) type("q");
    type(" 9");
    wait_for_acts(acts + 5);
    type("n");
    wait_for_acts(1);
    assert_true(session_acts(&live_table()->session) < 5);
}

static void test_live_clock(void **unused) {
    (void)unused;
    begin_live("falls", "novice");
    wait_for_acts(20);
    see("falls");
    see("The goal");
    see_not("╎");
    type("p");
    assert_int_equal(playing()->seat, 0);
}

/* The screen tells and marks each move as the replay does, without what the board shows by itself.
 */
static void test_live_tells(void **unused) {
    (void)unused;
    term_resize(term, 24, 80);
    begin_live("lines", "random");
    see("The goal");
    see_not("╎");
    wait_for_acts(2);
    type(" ");
    see("─ What happened ─");
    see(" moves from ");
    see("arrives at");
    see("╎");
    see("▕");
    see_not("The goal");
    see_not("Next: ");
    type(LEFT);
    see("─ What happened ─");
    see("╎");
    see("▕");
    see_not("Next: ");
    type("qn");
    see("The goal");
    see_not(" moves from ");
    see_not("╎");
}

/* Returns the row above the keys. */
static const char *news_row(char row[512]) {
    const char *at = look();
    for (int i = 0; i < term->cells.rows - 2; i++) at = strchr(at, '\n') + 1;
    snprintf(row, 512, "%.*s", (int)strcspn(at, "\n"), at);
    return row;
}

static bool ends_in(const char *text, const char *end) {
    size_t length = strlen(text), more = strlen(end);
    return length >= more && strcmp(text + length - more, end) == 0;
}

/* News that are too long end after a clause. */
static void test_news_fit(void **unused) {
    (void)unused;
    char row[512];
    begin_live("lines", "random");
    wait_for_acts(1);
    type(" ");
    for (int cols = 56; cols <= 120; cols++) {
        term_resize(term, 24, cols);
        assert_non_null(strstr(news_row(row), " moves from "));
        bool whole = ends_in(row, ".");
        if (!whole && !ends_in(row, "; …")) complain(row, "is cut within a clause");
        assert_true(cols > 56 || !whole);
        assert_true(cols < 120 || whole);
    }
    term->config.plain = 1;
    term_resize(term, 24, 56);
    assert_true(ends_in(news_row(row), "; ..."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_steps, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_goes_to, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_time, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_speeds, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_late, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_clock, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_bar, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_names, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_no_names, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_keys_fit, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_plays_on, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_plays_on_unknown, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_over, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_end_once, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_sizes, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_live, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_live_clock, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_live_tells, begin, onscreen_end),
        cmocka_unit_test_setup_teardown(test_news_fit, begin, onscreen_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
