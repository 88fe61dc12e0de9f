/* The game, its clock, and going back. Everything that happens at a table goes through table_play,
 * and reaches the record at the end of each call. */
#include "play/table_private.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS_AT_ONCE = 3, CAPSULES = 10, SEAT_BYTES = 96 };
static const double faster = 0.8, fastest = 0.2; /* of the clock that speeds up */
static const char no_memory[] = "there is not enough memory";
static const char no_record[] = "a light table keeps no record";

/* Says what went wrong, with the system's reason if there is one. */
static void complain(struct table *table, const char *wrong, int error) {
    struct text text = text_over(table->private->trouble, sizeof table->private->trouble);
    text_string(&text, wrong);
    if (error) text_format(&text, ": %s", strerror(error));
    table->trouble = table->private->trouble;
}

static void keep_record(struct table *table) {
    const char *wrong = recorder_keep(&table->recorder, &table->session);
    if (wrong) complain(table, wrong, errno);
}

static bool is_person(const struct table *table, int who) {
    return who < table->seats_count && !table->seats[who].player.agent;
}

/* Names who sits where, as "you" and "coach:200ms". */
static void name_seats(const struct table *table, char names[SEATS_MAX][SEAT_BYTES],
                       struct recorder_seats *seats) {
    seats->count = table->seats_count;
    for (int seat = 0; seat < table->seats_count; seat++) {
        const struct player *player = &table->seats[seat].player;
        struct text name = text_over(names[seat], SEAT_BYTES);
        if (player->agent)
            player_put(player, &name);
        else
            text_string(&name, "you");
        seats->names[seat] = names[seat];
    }
}

/* Begins the record of the game; what was there before it in the file is kept or replaced. */
static void begin_record(struct table *table, bool keep) {
    char names[SEATS_MAX][SEAT_BYTES];
    struct recorder_seats seats;
    name_seats(table, names, &seats);
    const char *wrong = recorder_begin(&table->recorder, &table->session, &seats, keep);
    if (wrong) complain(table, wrong, errno);
}

static void open_record(struct table *table, const char *name, bool goes_on) {
    struct table_private *private = table->private;
    size_t bytes = strlen(name) + 1;
    private->record = malloc(bytes);
    if (!private->record) {
        complain(table, no_memory, 0);
        return;
    }
    memcpy(private->record, name, bytes);
    const char *wrong = goes_on
                            ? recorder_continue(&table->recorder, private->record, &table->session)
                            : recorder_open(&table->recorder, private->record);
    if (wrong) complain(table, wrong, errno);
    if (!goes_on) begin_record(table, false);
}

static void close_record(struct table *table) {
    const char *wrong = recorder_close(&table->recorder);
    if (wrong) complain(table, wrong, errno);
    free(table->private->record);
    table->private->record = NULL;
}

/* The clock ticks for each seat in ascending order, so a round begins where that starts anew. */
static void count_ticks(struct table *table) {
    int64_t last = INT64_MAX;
    table->private->ticks = 0;
    for (size_t i = 0; i < table->session.count; i++) {
        struct event event = table->session.events[i].event;
        if (event.who != CLOCK) continue;
        table->private->ticks += event.act <= last;
        last = event.act;
    }
}

static bool find_clock(const struct session *session) {
    bool clock = session->game->movers(session->state) >> CLOCK & 1;
    for (size_t i = 0; i < session->count && !clock; i++)
        clock = session->events[i].event.who == CLOCK;
    return clock;
}

/* Sets everything by the game as it is now: it is another one, or went back. */
static void settle_down(struct table *table, double now) {
    struct table_private *private = table->private;
    table_agents_drop(table);
    table->version++;
    private->changed = private->ticked = private->paused_at = now;
    for (int seat = 0; seat < SEATS_MAX; seat++) private->acted[seat] = now;
    count_ticks(table);
    table_news_renew(table);
}

static void note_event(void *self, const void *state, struct event event) {
    struct table *table = self;
    const struct table_setup *setup = &table->private->setup;
    table->private->happened++;
    if (setup->tell) setup->tell(setup->tell_self, state, event);
    if (setup->light) table_news_tell_next(table, event);
}

static void prepare_session(struct table *table, const struct table_setup *setup) {
    struct session *session = &table->session;
    session->tell = note_event;
    session->tell_self = table;
    table->private->clock = find_clock(session);
    if (setup->light) session_lighten(session);
    if (setup->scratch) session_borrow(session, setup->scratch);
}

/* Takes a place for each seat. */
static const char *prepare(struct table *table, const struct table_setup *setup) {
    struct table_private *private = table->private = calloc(1, sizeof *private);
    if (!private) return no_memory;
    private->setup = *setup;
    table->game = table->session.game;
    table->seats_count = table->game->shape(table->session.state).seats;
    memcpy(table->seats, setup->seats, sizeof table->seats);
    table->news_max = setup->light ? TABLE_LIGHT_NEWS_MAX : TABLE_NEWS_MAX;
    table->news = calloc((size_t)table->news_max, sizeof *table->news);
    private->before = setup->light ? NULL : malloc(table->game->state_max);
    if (!table->news || (!private->before && !setup->light)) return no_memory;
    prepare_session(table, setup);
    return table_agents_make(table) ? NULL : no_memory;
}

/* A record that is gone on with may lack the luck that is due. */
const char *table_init_with(struct table *table, const struct table_setup *setup,
                            struct session *session, double now) {
    *table = (struct table){.session = *session, .recorder = {.file = -1}};
    *session = (struct session){.game = NULL};
    if (setup->light && setup->record) return no_record;
    const char *wrong = prepare(table, setup);
    if (wrong) return wrong;
    if (setup->record && setup->goes_on) open_record(table, setup->record, true);
    if (session_settle(&table->session) < 0) return no_memory;
    table->private->clock |= find_clock(&table->session);
    settle_down(table, now);
    if (setup->record && !setup->goes_on) open_record(table, setup->record, false);
    keep_record(table);
    return NULL;
}

const char *table_init(struct table *table, const struct table_setup *setup, double now) {
    struct session session;
    if (session_begin(&session, setup->game, setup->params, setup->rng) == 0)
        return table_init_with(table, setup, &session, now);
    session_release(&session);
    *table = (struct table){.recorder = {.file = -1}};
    return no_memory;
}

void table_release(struct table *table) {
    if (table->private) {
        table_agents_free(table);
        close_record(table);
        free(table->private->before);
        free(table->private);
    }
    free(table->news);
    session_release(&table->session);
    *table = (struct table){.recorder = {.file = -1}};
}

/* A game that lacks memory stands still; its last events may lack the luck that follows. */
static bool starve(struct table *table) {
    complain(table, no_memory, 0);
    table->paused = true;
    table->private->paused_at = table->private->changed;
    return false;
}

bool table_play(struct table *table, int who, action act, double now) {
    uint64_t before = table->private->happened;
    bool fine = session_act(&table->session, who, act) == 0;
    if (table->private->happened > before) {
        table->version++;
        table->private->changed = now;
        table_news_tell(table);
    }
    return fine || starve(table);
}

int64_t table_undone(const struct table *table, int seat) {
    const struct session *session = &table->session;
    if (session->count == session->known) return -1;
    struct event next = session->events[session->count].event;
    return next.who == seat ? (int64_t)next.act : -1;
}

const char *table_act(struct table *table, int seat, action act, double now) {
    const struct game *game = table->game;
    if (table_over(table)) return "the game is over";
    if (seat < 0 || seat >= table->seats_count || !is_person(table, seat))
        return "an agent plays for this player";
    if (table->paused && table->private->clock) return "the game is paused";
    if (table->stopped >> seat & 1) return "your clock is stopped; start it to play on";
    const char *code = game->refuse(table->session.state, seat, act);
    if (code) return game_sentence(game, code);
    table->private->stale = table->private->clock;
    bool fine = table_play(table, seat, act, now);
    if (!table->private->clock) table_agents_drop(table); /* they were asked about another state */
    keep_record(table);
    return fine ? NULL : no_memory;
}

/* The clock */

double table_period(const struct table *table) {
    const struct table_private *private = table->private;
    int tick = private->setup.tick_ms ? private->setup.tick_ms : TABLE_TICK_MS;
    if (tick < TABLE_TICK_MIN_MS) tick = TABLE_TICK_MIN_MS;
    if (tick > TABLE_TICK_MAX_MS) tick = TABLE_TICK_MAX_MS;
    if (!private->setup.speeds_up) return tick / 1000.0;
    uint64_t rows = (uint64_t)table->game->shape(table->session.state).rows;
    double steps = floor((double)(private->ticks / (CAPSULES * (rows ? rows : 1))));
    double speed = fmax(pow(faster, steps), fastest);
    return fmax(tick * speed, TABLE_TICK_MIN_MS) / 1000;
}

/* Returns the clock's first act after another one, or -1. A seat whose clock stands has none. */
static int64_t next_tick(struct table *table, int64_t last) {
    const struct session *session = &table->session;
    int count = table->game->choices(session->state, CLOCK, session->scratch);
    for (int i = 0; i < count; i++) {
        action act = session->scratch[i].act;
        if (act > last && !(table->stopped >> act & 1)) return act;
    }
    return -1;
}

/* Ticks once for each seat that plays. */
static void tick(struct table *table, double now) {
    int64_t last = -1;
    uint64_t before = table->private->happened;
    while (!table->paused && (last = next_tick(table, last)) >= 0)
        table_play(table, CLOCK, (action)last, now);
    table->private->ticks += table->private->happened > before;
}

/* A program that was suspended does not make up for the time. */
static void run_clock(struct table *table, double now) {
    struct table_private *private = table->private;
    int ticks = 0;
    for (; ticks < TICKS_AT_ONCE && !table->paused && !table_over(table); ticks++) {
        double due = private->ticked + table_period(table);
        if (now < due) break;
        private->ticked = due;
        tick(table, now);
    }
    bool behind = ticks == TICKS_AT_ONCE && now - private->ticked > table_period(table);
    if (behind) private->ticked = now;
}

/* Draws the luck that lacked memory. */
static void settle(struct table *table) {
    if (!(table->game->movers(table->session.state) >> CHANCE & 1)) return;
    bool fine = session_settle(&table->session) == 0;
    table->version++;
    table_news_tell(table);
    if (!fine) starve(table);
}

bool table_run(struct table *table, double now) {
    uint64_t version = table->version;
    if (table->paused || table_over(table)) return false;
    table->private->stale = table->private->clock;
    settle(table);
    if (table->private->clock) run_clock(table, now);
    if (!table_over(table)) table_agents_run(table, now);
    if (table_over(table)) table_agents_drop(table);
    if (table->version == version) return false;
    keep_record(table);
    return true;
}

double table_due(const struct table *table) {
    const struct table_private *private = table->private;
    if (table->paused || table_over(table)) return INFINITY;
    double due = table_agents_due(table);
    return private->clock ? fmin(due, private->ticked + table_period(table)) : due;
}

uint32_t table_thinking(const struct table *table) {
    uint32_t thinking = 0;
    for (int seat = 0; seat < table->seats_count; seat++)
        if (table->private->thinkers[seat] && thinker_busy(table->private->thinkers[seat]))
            thinking |= UINT32_C(1) << seat;
    return thinking;
}

/* All times move on, as if there had been none between. */
void table_pause(struct table *table, bool paused, double now) {
    struct table_private *private = table->private;
    if (paused == table->paused) return;
    table->paused = paused;
    if (paused) private->paused_at = now;
    double passed = now - private->paused_at;
    private->ticked += passed;
    private->changed += passed;
    for (int seat = 0; seat < SEATS_MAX; seat++) private->acted[seat] += passed;
}

void table_stop(struct table *table, int seat, bool stopped) {
    if (!table->private->clock || seat < 0 || seat >= table->seats_count) return;
    uint32_t bit = UINT32_C(1) << seat;
    table->stopped = stopped ? table->stopped | bit : table->stopped & ~bit;
    if (stopped && table->private->thinkers[seat]) thinker_drop(table->private->thinkers[seat]);
}

/* Who sits where */

static void rename_seat(struct table *table, int seat, const char *name) {
    struct text text = text_over(table->seats[seat].name, TABLE_NAME_BYTES);
    text_string(&text, name);
}

const char *table_seat_agent(struct table *table, int seat, struct player player) {
    if (!table_agents_seat(table, seat, player)) return no_memory;
    rename_seat(table, seat, player.agent->name);
    return NULL;
}

void table_seat_person(struct table *table, int seat, const char *name) {
    table_agents_seat(table, seat, (struct player){.agent = NULL});
    if (name) rename_seat(table, seat, name);
}

/* Going back */

/* Returns the last act of a person before an event, or SIZE_MAX. */
static size_t last_of_person(const struct table *table, size_t event) {
    while (event > 0)
        if (is_person(table, table->session.events[--event].event.who)) return event;
    return SIZE_MAX;
}

/* Returns the first act of a person from an event on, or `known`. */
static size_t next_of_person(const struct table *table, size_t event) {
    const struct session *session = &table->session;
    while (event < session->known && !is_person(table, session->events[event].event.who)) event++;
    return event;
}

static size_t count_acts(const struct table *table, size_t from, size_t to) {
    size_t acts = 0;
    for (; from < to; from++) acts += table->session.events[from].event.who != CHANCE;
    return acts;
}

static void go_back(struct table *table, size_t acts, double now) {
    session_undo(&table->session, acts);
    settle_down(table, now);
    if (table->private->clock) table->paused = true;
    keep_record(table);
}

bool table_can_undo(const struct table *table) {
    return last_of_person(table, table->session.count) != SIZE_MAX;
}

bool table_undo(struct table *table, double now) {
    size_t count = table->session.count, from = last_of_person(table, count);
    if (from == SIZE_MAX) return false;
    go_back(table, count_acts(table, from, count), now);
    return true;
}

bool table_restart(struct table *table, double now) {
    if (session_acts(&table->session) == 0) return false;
    go_back(table, SIZE_MAX, now);
    return true;
}

bool table_can_redo(const struct table *table) {
    return table->session.count < table->session.known;
}

bool table_redo(struct table *table, double now) {
    struct session *session = &table->session;
    size_t end = next_of_person(table, session->count);
    if (end < session->known) end = next_of_person(table, end + 1);
    if (session_redo(session, count_acts(table, session->count, end)) == 0) return false;
    settle_down(table, now);
    keep_record(table);
    return true;
}

const char *table_renew(struct table *table, struct rng rng, const char *record, double now) {
    bool keep = session_acts(&table->session) > 0;
    if (record && table->session.light) return no_record;
    if (record) close_record(table);
    if (session_renew(&table->session, rng) < 0) return no_memory;
    table->paused = false;
    table->stopped = 0;
    settle_down(table, now);
    if (record)
        open_record(table, record, false);
    else
        begin_record(table, keep);
    return NULL;
}

/* What a screen asks */

uint32_t table_persons(const struct table *table) {
    uint32_t movers = table->game->movers(table->session.state), persons = 0;
    if (table->paused && table->private->clock) return 0;
    for (int seat = 0; seat < table->seats_count; seat++)
        if ((movers & ~table->stopped) >> seat & 1 && is_person(table, seat))
            persons |= UINT32_C(1) << seat;
    return persons;
}

bool table_has_clock(const struct table *table) {
    return table->private->clock;
}

bool table_over(const struct table *table) {
    return game_over(table->game, table->session.state);
}
