/* Members: their names, how they come, go and come back, and what the game master does. */
#include "hall/hall_test.h"
#include "hall/hall_private.h"

static void test_names(void **state) {
    (void)state;
    static const struct {
        const char *typed, *name; /* NULL: refused */
    } names[] = {
        {"anna", "anna"},
        {"  bob  ", "bob"},
        {"a  b", "a b"},
        {"1234567890123456", "1234567890123456"},
        {"   1234567890123456   ", "1234567890123456"},
        {"12345678901234567", NULL},
        {"", NULL},
        {"    ", NULL},
        {"\xC3\xA4\xC3\xB6\xC3\xBC", "\xC3\xA4\xC3\xB6\xC3\xBC"},
        {"\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F"
         "\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80"
         "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80",
         "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F"
         "\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80"
         "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80"},
        {"a\tb", NULL},
        {"a\033[2J", NULL},
        {"a\x7F", NULL},
        {"\xFF\xFE", NULL}, /* no UTF-8 */
        {"a\xC3", NULL},    /* cut */
        {"\xC0\x80", NULL}, /* longer than need be */
        {"a\xE2\x80\xAE"
         "b",
         NULL}, /* right to left */
        {"a\xE2\x80\x8B"
         "b",
         NULL},              /* no width */
        {"\xCC\x81", NULL},  /* a mark alone */
        {"e\xCC\x81", NULL}, /* on a letter */
        {"\xC2\xA0", NULL},  /* spaces and fillers */
        {"\xE3\x80\x80", NULL},
        {"\xE3\x85\xA4", NULL},
        {"\xEE\x80\x80", NULL},                                     /* private use */
        {"\xE0\xB8\x81\xE0\xB9\x89\xE0\xB9\x89\xE0\xB9\x89", NULL}, /* marks piled up */
        {"a\xD9\xB0", NULL},
        {"\xE2\x84\xAA", NULL}, /* the sign for Kelvin, which looks like K */
    };
    struct test_hall test;
    test_open(&test);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct test_guest guest = {.member = NULL};
        const char *wrong =
            hall_enter(test.hall, names[i].typed, test_tell, &guest, 0, &guest.member);
        if (names[i].name) {
            assert_null(wrong);
            assert_string_equal(guest.member->name, names[i].name);
            hall_leave(guest.member, 0);
        } else {
            test_refused(wrong, "The name must have 1 to 16 printable characters.");
            assert_null(guest.member);
        }
    }
    assert_int_equal(test.hall->members_count, 0);
    hall_free(test.hall);
}

/* Pairs that are the same, but for the case of letters. */
static void test_same_names(void **state) {
    (void)state;
    static const char *const same[][2] = {
        {"Anna", "aNNA"},
        {"\xC3\x84nne", "\xC3\xA4NNE"},           /* Ä */
        {"\xCE\xA9", "\xCF\x89"},                 /* Greek */
        {"\xCF\x82", "\xCE\xA3"},                 /* both sigmas */
        {"\xD0\x96\xD0\x81", "\xD0\xB6\xD1\x91"}, /* Cyrillic */
        {"\xC5\x9A\xC5\x81", "\xC5\x9B\xC5\x82"}, /* Polish */
        {"\xC5\xB8", "\xC3\xBF"},                 /* y with dots */
        {"\xE1\xBA\xA4", "\xE1\xBA\xA5"},         /* Vietnamese */
        {"\xEF\xBC\xA1", "\xEF\xBD\x81"},         /* full width */
    };
    struct test_hall test;
    struct test_guest ones[sizeof same / sizeof *same], other = {.member = NULL};
    char sentence[160];
    test_open(&test);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        test_enter(&test, &ones[i], same[i][0]);
        snprintf(sentence, sizeof sentence, "The name %s is taken; choose another one.",
                 same[i][1]);
        test_refused(hall_enter(test.hall, same[i][1], test_tell, &other, 0, &other.member),
                     sentence);
        assert_null(other.member);
    }
    test_enter(&test, &other, "Ann");
    assert_int_equal(test.hall->members_count, (int)(sizeof same / sizeof *same) + 1);
    hall_free(test.hall);
}

static void test_limits(void **state) {
    (void)state;
    struct test_hall test;
    struct test_guest anna, bob;
    test_open(&test);
    test_enter(&test, &anna, "anna");
    test.hall->setup.members_max = 1;
    bob.member = NULL;
    test_refused(hall_enter(test.hall, "bob", test_tell, &bob, 0, &bob.member),
                 "The server is full: 1 people are here. Try again later.");
    test.hall->setup.members_max = 10;
    test.hall->restricted = true;
    test_refused(hall_enter(test.hall, "bob", test_tell, &bob, 0, &bob.member),
                 "The game master lets nobody in now.");
    test.hall->restricted = false;
    test_enter(&test, &bob, "bob");
    assert_ptr_equal(test.hall->members, anna.member);
    assert_ptr_equal(test.hall->members_end, bob.member);
    assert_ptr_equal(anna.member->next, bob.member);
    assert_true(bob.member->id > anna.member->id);
    hall_free(test.hall);
    assert_int_equal(anna.told[HALL_GONE], 1);
    assert_string_equal(bob.text, "The server ends.");
}

/* A thousand names are found, and none is left when all are gone. */
static void test_many(void **state) {
    (void)state;
    enum { MANY = 1000 };
    static struct test_guest guests[MANY];
    struct test_hall test;
    struct test_guest guest;
    char name[20];
    test_open(&test);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "guest %d", i);
        test_enter(&test, &guests[i], name);
    }
    assert_true(test.hall->private->names.chains_count >= MANY);
    test.hall->setup.members_max++;
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "GUEST %d", i);
        assert_non_null(hall_enter(test.hall, name, test_tell, &guest, 0, &guest.member));
    }
    for (int i = MANY - 1; i >= 0; i -= 2) hall_leave(guests[i].member, 0);
    for (int i = MANY - 1; i >= 0; i -= 2) {
        snprintf(name, sizeof name, "GUEST %d", i);
        test_enter(&test, &guests[i], name);
    }
    assert_int_equal(test.hall->members_count, MANY);
    hall_free(test.hall);
}

/* Without a seat, a lost connection is the end; with one, the code brings the member back. */
static void test_return(void **state) {
    (void)state;
    struct test_hall test;
    struct test_guest anna, again = {.member = NULL};
    struct room_setup setup = test_setup("falls");
    char code[HALL_CODE_BYTES];
    test_open(&test);
    test_enter(&test, &anna, "anna");
    hall_lose(anna.member, 0);
    assert_int_equal(test.hall->members_count, 0);
    test_enter(&test, &anna, "anna");
    assert_null(room_open(anna.member, &setup, 0));
    hall_write_code(anna.member, code);
    assert_int_equal(strlen(code), 32);
    anna.lost = true;
    hall_lose(anna.member, 1);
    hall_lose(anna.member, 1);
    struct member *member = anna.member;
    struct room *room = member->room;
    assert_true(room->seats[0].away);
    for (int digit = 0; digit < 32; digit++) {
        char kept = code[digit];
        code[digit] = kept == '0' ? '1' : '0';
        test_refused(hall_return(test.hall, code, test_tell, &again, 30, &again.member),
                     "This code is not known, or no longer; enter with a name.");
        code[digit] = kept;
    }
    test.hall->restricted = true;
    assert_null(hall_return(test.hall, code, test_tell, &again, 30, &again.member));
    assert_ptr_equal(again.member, member);
    assert_ptr_equal(member->self, &again);
    assert_false(room->seats[0].away);
    test.now = 30;
    test_pass(&test, 100);
    assert_int_equal(test.hall->members_count, 1);
    hall_free(test.hall);
}

static void test_bad_codes(void **state) {
    (void)state;
    static const char *const codes[] = {"", "x", "0123456789abcdef0123456789abcde",
                                        "0123456789abcdef0123456789abcdef0",
                                        "0123456789abcdef0123456789abcdeg"};
    struct test_hall test;
    struct member *member = NULL;
    test_open(&test);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        test_refused(hall_return(test.hall, codes[i], test_tell, NULL, 0, &member),
                     "The code must have 32 hexadecimal digits.");
    hall_free(test.hall);
}

/* The connection seems to live: it is told. Capitals will do. */
static void test_take_over(void **state) {
    (void)state;
    struct test_hall test;
    struct test_guest anna, again = {.member = NULL};
    char code[HALL_CODE_BYTES];
    test_open(&test);
    test_enter(&test, &anna, "anna");
    hall_write_code(anna.member, code);
    for (char *at = code; *at; at++)
        if (*at >= 'a') *at = (char)(*at - 'a' + 'A');
    assert_null(hall_return(test.hall, code, test_tell, &again, 0, &again.member));
    assert_int_equal(anna.told[HALL_GONE], 1);
    assert_string_equal(anna.text, "You came back by another connection.");
    assert_int_equal(again.told[HALL_GONE], 0);
    hall_free(test.hall);
    assert_int_equal(again.told[HALL_GONE], 1);
}

static void test_away(void **state) {
    (void)state;
    struct test_hall test;
    struct test_guest anna, bob;
    struct room_setup setup = test_setup("falls");
    test_open(&test);
    test_enter(&test, &anna, "anna");
    test_enter(&test, &bob, "bob");
    assert_null(room_open(anna.member, &setup, 0));
    struct room *room = anna.member->room;
    assert_null(room_join(bob.member, room, 0));
    anna.lost = true;
    hall_lose(anna.member, 0);
    test_pass(&test, HALL_AWAY_SECONDS - 1);
    assert_int_equal(test.hall->members_count, 2);
    test_pass(&test, 1);
    assert_int_equal(test.hall->members_count, 1);
    assert_null(room->seats[0].member);
    assert_string_equal(room->seats[0].name, "");
    bob.lost = true;
    hall_lose(bob.member, test.now);
    test_pass(&test, HALL_AWAY_SECONDS);
    assert_int_equal(test.hall->members_count, 0);
    assert_int_equal(test.hall->rooms_count, 0);
    assert_true(isinf(hall_due(test.hall)));
    hall_free(test.hall);
}

static void test_master(void **state) {
    (void)state;
    struct test_hall test;
    struct test_guest anna, bob;
    test_open(&test);
    test_enter(&test, &anna, "anna");
    test_enter(&test, &bob, "bob");
    test_refused(hall_kick(test.hall, "carl\033", "go", 0), "Nobody here is called carl\\u001b.");
    hall_announce(test.hall, "Hello\n");
    assert_string_equal(bob.text, "Hello\\u000a");
    assert_string_equal(bob.name, "");
    assert_null(hall_kick(test.hall, " ANNA ", "Too loud.", 0));
    assert_string_equal(anna.text, "Too loud.");
    assert_int_equal(anna.told[HALL_GONE], 1);
    assert_int_equal(bob.told[HALL_GONE], 0);
    assert_int_equal(test.hall->members_count, 1);
    hall_free(test.hall);
}

static void test_settings(void **state) {
    (void)state;
    struct test_hall test;
    test_open(&test);
    test_refused(hall_set_viruses(test.hall, 97), "virs must be from 1 to 84.");
    test_refused(hall_set_viruses(test.hall, 0), "virs must be from 1 to 84.");
    assert_int_equal(test.hall->setup.viruses, 0);
    assert_null(hall_set_viruses(test.hall, 84));
    assert_int_equal(test.hall->setup.viruses, 84);
    test_refused(hall_set_tick(test.hall, 19), "tick must be from 20 to 10000.");
    assert_null(hall_set_tick(test.hall, 200));
    assert_int_equal(test.hall->setup.tick_ms, 200);
    hall_free(test.hall);
}

/* The list is told to those in no room, at once and then four times a second at most. */
static void test_list(void **state) {
    (void)state;
    struct test_hall test;
    struct test_guest anna, bob, more[20];
    struct room_setup setup = test_setup("lines");
    char name[16];
    test_open(&test);
    test_enter(&test, &anna, "anna");
    test_enter(&test, &bob, "bob");
    assert_null(room_open(bob.member, &setup, 0));
    assert_true(hall_due(test.hall) <= 0);
    assert_true(hall_run(test.hall, 0));
    assert_int_equal(anna.told[HALL_LIST], 1);
    assert_int_equal(bob.told[HALL_LIST], 0);
    assert_false(hall_run(test.hall, 1));
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "n%d", i);
        test_enter(&test, &more[i], name);
        hall_run(test.hall, 1 + i * 0.05);
    }
    assert_in_range(anna.told[HALL_LIST], 3, 6);
    test.now = 2;
    test_pass(&test, 1);
    assert_true(isinf(hall_due(test.hall)));
    assert_int_equal(more[19].told[HALL_LIST], 1);
    hall_free(test.hall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_same_names),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_many),
        cmocka_unit_test(test_return),    cmocka_unit_test(test_bad_codes),
        cmocka_unit_test(test_take_over), cmocka_unit_test(test_away),
        cmocka_unit_test(test_master),    cmocka_unit_test(test_settings),
        cmocka_unit_test(test_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
