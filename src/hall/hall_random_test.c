/* Hundreds of members do anything at any time, for all games; after every call all that must hold
 * is looked at. */
#include "hall/hall_names.h"
#include "hall/hall_test.h"
#include "hall/room_private.h"
#include "play/pool.h"
#include "tests/support/often.h"

enum { GUESTS = 150, ROOMS = 40 };

static struct test_hall test;
static struct test_guest guests[GUESTS];
static char codes[GUESTS][HALL_CODE_BYTES]; /* of those who are away */
static struct choice choices[1 << 16];
static uint64_t calls_refused, calls_fine;

static uint32_t below(uint32_t n) {
    return rng_below(&test.rng, n);
}

static void note(const char *wrong) {
    if (!wrong) {
        calls_fine++;
        return;
    }
    calls_refused++;
    assert_in_range(strlen(wrong), 10, HALL_WRONG_BYTES - 1);
}

/* What must hold */

static void check_member(const struct member *member) {
    const struct room *room = member->room;
    assert_ptr_equal(member->hall, test.hall);
    if (!room) {
        assert_int_equal(member->seat, HALL_NO_SEAT);
        assert_non_null(member->tell);
        return;
    }
    assert_ptr_equal(room_find(test.hall, room->id), room);
    if (member->seat == HALL_NO_SEAT) {
        assert_non_null(member->tell);
        return;
    }
    assert_ptr_equal(room->seats[member->seat].member, member);
    assert_int_equal(room->seats[member->seat].away, member->tell == NULL);
}

static void check_members(void) {
    int count = 0, watching = 0;
    const struct member *prior = NULL;
    for (const struct member *member = test.hall->members; member; member = member->next) {
        assert_ptr_equal(member->prior, prior);
        if (prior) assert_true(prior->id < member->id);
        check_member(member);
        count++;
        watching += member->room && member->seat < 0;
        prior = member;
    }
    assert_ptr_equal(test.hall->members_end, prior);
    assert_int_equal(test.hall->members_count, count);
    assert_int_equal(test.hall->watching_count, watching);
}

static void check_points(const struct room *room, int seat) {
    const struct room_seat *at = &room->seats[seat];
    int before = room->private->seats[seat].before, table_seat = 0;
    const struct table *table = room_table(room, seat, &table_seat);
    if (room->phase != ROOM_ROUND || at->place < 0) {
        assert_int_equal(at->total, before);
        return;
    }
    int score = table->game->score(table->session.state, table_seat);
    assert_int_equal(at->points, room->race && score < 0 ? 0 : score);
    assert_int_equal(at->total, before + at->points);
}

static void check_seat(const struct room *room, int seat) {
    const struct room_seat *at = &room->seats[seat];
    assert_true(!at->member || !at->player.agent);
    if (at->member) {
        assert_ptr_equal(at->member->room, room);
        assert_int_equal(at->member->seat, seat);
        assert_string_equal(at->member->name, at->name);
    }
    if (!at->member && !at->player.agent && at->name[0]) {
        assert_true(at->left);
        assert_true(at->place >= 0 && room->phase != ROOM_WAITING);
    }
    if (!at->name[0]) assert_true(at->place < 0 && at->total == 0 && !at->ready);
    if (at->player.agent) assert_true(at->ready);
    if (at->away) assert_true(at->member && !at->ready);
    if (room->phase == ROOM_WAITING) assert_true(at->place < 0 && !at->left && !at->stopped);
    check_points(room, seat);
}

/* Who left and came back has one seat. */
static void check_names(const struct room *room) {
    for (int seat = 0; seat < room->seats_count; seat++)
        for (int other = 0; other < seat && room->seats[seat].name[0]; other++)
            if (!room->seats[seat].player.agent && !room->seats[other].player.agent)
                assert_false(hall_names_equal(room->seats[seat].name, room->seats[other].name));
}

static void check_places(const struct room *room) {
    uint32_t places = 0;
    int count = 0;
    for (int seat = 0; seat < room->seats_count; seat++) {
        if (room->seats[seat].place < 0) continue;
        places |= UINT32_C(1) << room->seats[seat].place;
        count++;
    }
    assert_int_equal(places, (UINT32_C(1) << count) - 1);
    assert_int_equal(room->tables_count, room->phase == ROOM_WAITING ? 0 : room->race ? count : 1);
    if (count && !room->race) assert_true(count >= room->setup.game->seats_min);
}

static void check_phase(const struct room *room) {
    bool ready = false;
    for (int seat = 0; seat < room->seats_count; seat++)
        ready |= room->seats[seat].member && room->seats[seat].ready;
    assert_in_range(room->round, room->phase == ROOM_WAITING ? 0 : 1, room->setup.rounds);
    if (room->phase == ROOM_WAITING) assert_true(ready || isinf(room->until));
    if (room->phase == ROOM_ENDING) assert_true(isinf(room->until) && room->private->result);
    if (room->phase == ROOM_CARD) assert_true(room->card[0] && !room->private->result);
    if (room->phase == ROOM_ROUND) assert_true(isinf(room->until) == !room->race);
    assert_true(room->until > test.now - 31); /* as hall_run is that late at most */
    assert_false(room->private->changed);
}

static int check_room(const struct room *room) {
    int members = 0, watchers = 0, playing = 0;
    for (const struct member *member = room->members; member; member = member->room_next) {
        assert_ptr_equal(member->room, room);
        members++;
        watchers += member->seat < 0;
    }
    assert_true(members > 0);
    assert_int_equal(room->watchers, watchers);
    for (int seat = 0; seat < room->seats_count; seat++) {
        check_seat(room, seat);
        playing += room->phase == ROOM_ROUND && room->seats[seat].member &&
                   room->seats[seat].place >= 0 && !room->seats[seat].left;
    }
    check_names(room);
    check_places(room);
    check_phase(room);
    assert_in_range(room->said_count, 0, ROOM_SAID_MAX);
    assert_true(room->private->due >= test.hall->private->heap.rooms[0]->private->due);
    return playing;
}

static void check_all(void) {
    int rooms = 0, playing = 0;
    check_members();
    for (const struct room *room = test.hall->rooms; room; room = room->next) {
        playing += check_room(room);
        rooms++;
    }
    assert_int_equal(test.hall->rooms_count, rooms);
    assert_int_equal(test.hall->private->heap.count, rooms);
    assert_int_equal(test.hall->playing_count, playing);
    assert_true(test.hall->games <= test.hall->rounds);
}

/* What may happen */

static struct room *some_room(void) {
    struct room *room = test.hall->rooms;
    for (uint32_t skip = below((uint32_t)test.hall->rooms_count + 1); room && skip > 0; skip--)
        room = room->next;
    return room;
}

static void come(struct test_guest *guest, int i) {
    char name[24];
    snprintf(name, sizeof name, below(5) ? " Guest %d" : "guest\t%d", i);
    *guest = (struct test_guest){.member = NULL};
    note(hall_enter(test.hall, name, test_tell, guest, test.now, &guest->member));
}

static void come_back(struct test_guest *guest, int i) {
    char code[HALL_CODE_BYTES];
    struct test_guest old = *guest;
    memcpy(code, codes[i], sizeof code);
    if (!below(4)) code[below(32)] ^= 1;
    *guest = (struct test_guest){.member = NULL};
    const char *wrong = hall_return(test.hall, code, test_tell, guest, test.now, &guest->member);
    note(wrong);
    if (wrong) {
        *guest = old;
        if (below(2)) *guest = (struct test_guest){.member = NULL};
        return;
    }
    codes[i][0] = '\0';
}

/* Guests who are away may have been dropped meanwhile. */
static void be_away(struct test_guest *guest, int i) {
    hall_write_code(guest->member, codes[i]);
    guest->lost = true;
    struct member *member = guest->member;
    guest->member = NULL;
    hall_lose(member, test.now);
}

static void open_room(struct member *member) {
    int count = 0;
    while (games_list[count]) count++;
    struct room_setup setup = {.game = games_list[below((uint32_t)count)]};
    game_standard(setup.game, setup.params);
    int difficulty = game_param(setup.game, "difficulty");
    if (difficulty >= 0) setup.params[difficulty] = (int)below(4);
    setup.seats = (int)below(10);
    setup.rounds = (int)below(4);
    setup.minutes = 1;
    setup.tick_ms = below(2) ? 0 : 20 + (int)below(400);
    note(room_open(member, &setup, test.now));
}

static void act(struct member *member) {
    const struct room *room = member->room;
    int at = 0, count = 0;
    action chosen = below(10);
    const struct table *table =
        room && member->seat >= 0 ? room_table(room, member->seat, &at) : NULL;
    if (table) count = table->game->choices(table->session.state, at, choices);
    if (count && below(20)) chosen = choices[below((uint32_t)count)].act;
    note(room_act(member, chosen, test.now));
}

static void visit(struct member *member, bool watch) {
    struct room *room = below(3) || !member->room ? some_room() : member->room;
    if (room) note(watch ? room_watch(member, room, test.now) : room_join(member, room, test.now));
}

static void call_room(struct member *member) {
    switch (below(24)) {
    case 0:
        open_room(member);
        break;
    case 1:
    case 2:
    case 3:
        visit(member, false);
        break;
    case 4:
        visit(member, true);
        break;
    case 5:
        if (!below(4)) note(room_leave(member, test.now));
        break;
    case 6:
    case 7:
    case 8:
        note(room_ready(member, below(8), test.now));
        break;
    case 9:
        note(room_stop(member, below(2), test.now));
        break;
    case 10:
        note(room_say(member, below(3) ? "hello" : "\033", test.now));
        break;
    case 11:
        if (!below(4)) note(room_seat_agent(member, below(4) ? "random:5n" : "x", test.now));
        break;
    case 12:
        note(room_unseat_agent(member, test.now));
        break;
    default:
        act(member);
    }
}

static void call_guest(struct test_guest *guest, int i) {
    if (guest->lost && guest->told[HALL_GONE]) *guest = (struct test_guest){.member = NULL};
    if (!guest->member && codes[i][0] && below(8)) {
        come_back(guest, i);
    } else if (!guest->member) {
        codes[i][0] = '\0';
        come(guest, i);
    } else if (!below(200)) {
        hall_leave(guest->member, test.now);
        *guest = (struct test_guest){.member = NULL};
    } else if (!below(100)) {
        be_away(guest, i);
    } else {
        call_room(guest->member);
    }
}

static void keep_some(void) {
    if (!test.held_count) return;
    int i = (int)below((uint32_t)test.held_count);
    struct hall_result *result = test.held[i];
    test.held[i] = test.held[--test.held_count];
    hall_kept(test.hall, result, below(5) ? NULL : "The disk is full.", test.now);
}

static void call_master(void) {
    char name[24];
    struct room *room = some_room();
    switch (below(8)) {
    case 0:
        snprintf(name, sizeof name, "GUEST %d", (int)below(GUESTS));
        if (!below(10)) note(hall_kick(test.hall, name, "Out.", test.now));
        break;
    case 1:
        if (room) note(room_start(room, test.now));
        break;
    case 2:
        if (room && !below(8)) note(room_stop_round(room, test.now));
        break;
    case 3:
        note(hall_set_viruses(test.hall, (int)below(100)));
        break;
    case 4:
        note(hall_set_tick(test.hall, (int)below(600)));
        break;
    case 5:
        test.hall->restricted = !below(8);
        break;
    case 6:
        hall_announce(test.hall, "Hello.");
        break;
    default:
        test.holds = !test.holds;
    }
}

static void pass(void) {
    static const double steps[] = {0, 0.001, 0.01, 0.1, 1};
    test.now += below(200) ? steps[below(5)] : 30;
    hall_run(test.hall, test.now);
}

/* A guest in a room may be told on behalf of a lost one: members are found by their guests. */
static void step(void) {
    uint32_t i = below(GUESTS);
    switch (below(12)) {
    case 0:
        call_master();
        break;
    case 1:
    case 2:
        pass();
        break;
    case 3:
        keep_some();
        break;
    default:
        call_guest(&guests[i], (int)i);
    }
}

static void test_anything(void **state) {
    (void)state;
    unsigned steps = (unsigned)often(10000, 60000);
    test_open(&test);
    struct pool *pool = pool_new(&test_host, 2);
    assert_non_null(pool);
    test.hall->setup.pool = pool;
    test.hall->setup.members_max = GUESTS - 10;
    test.hall->setup.rooms_max = ROOMS;
    for (unsigned i = 0; i < steps; i++) {
        step();
        check_all();
    }
    assert_true(calls_fine > steps / 10 && calls_refused > steps / 100);
    assert_true(test.hall->games > steps / 1300);
    hall_end(test.hall, true, test.now);
    check_all();
    assert_int_equal(test.hall->playing_count, 0);
    while (test.held_count) keep_some();
    hall_free(test.hall);
    for (int i = 0; i < GUESTS; i++)
        if (guests[i].member) assert_int_equal(guests[i].told[HALL_GONE], 1);
    pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_anything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
