/* falls: what an event does, told from the state before it. A tick is played on copies, by the
 * rules themselves. A row that a capsule falls by the clock alone is not told. */
#include "falls.h"

enum kind {
    VIRUS,
    DRAW,
    COLUMN,
    MOVE,
    TURN,
    FALL,
    LAND,
    VANISH,
    CHAIN,
    SEND,
    ARRIVE,
    SPAWN,
    MISS,
    OUT,
    WIN,
    OVER
};

const char *const falls_effect_kinds[] = {"VIRUS", "DRAW",   "COLUMN", "MOVE", "TURN",   "FALL",
                                          "LAND",  "VANISH", "CHAIN",  "SEND", "ARRIVE", "SPAWN",
                                          "MISS",  "OUT",    "WIN",    "OVER", NULL};

/* Of one act: a fall, two landings, in each row but the topmost runs of each colour, a chain that
 * is sent to all others, and what comes in then. */
enum { LANDINGS = (FALLS_CELLS + EFFECT_SPOTS_MAX - 1) / EFFECT_SPOTS_MAX };
_Static_assert(1 + LANDINGS + (FALLS_ROWS - 1) * (FALLS_COLOURS - 1) + 1 + (SEATS_MAX - 1) + 1 <=
                   EFFECT_MAX,
               "the effects of one act fit their list");
_Static_assert(8 * FALLS_COLS <= EFFECT_SPOTS_MAX, "the runs of a row fit one effect");

/* Adds an effect with the cells of the seat's field, and returns its text. */
static struct text tell(struct effect_list *out, enum kind kind, int seat, int points,
                        falls_set cells) {
    struct effect *effect = effect_add(out, (int)kind, seat, points);
    effect->routine = kind < VANISH || kind == SPAWN;
    for (; cells; cells &= cells - 1) effect_spot(effect, falls_spot(seat, falls_first(cells)));
    return effect_text(effect);
}

/* A seat is named only where there are several. */
static bool several(const struct falls *falls) {
    return falls->players > 1;
}

static void put_capsule_of(const struct falls *falls, int seat, struct text *text) {
    if (several(falls))
        text_format(text, "Player %d's capsule", seat + 1);
    else
        text_string(text, "The capsule");
}

static void put_colours(int left, int right, struct text *text) {
    text_format(text, "%s and %s", falls_colour_words[left], falls_colour_words[right]);
}

static void put_count(int count, const char *one, const char *many, struct text *text) {
    if (count == 1)
        text_string(text, one);
    else
        text_format(text, "%d %s", count, many);
}

static falls_set place_of(const struct falls_player *player) {
    return falls_placed(falls_taken(&player->moving), player->low);
}

static void tell_virus(const struct falls *falls, int cell, int colour, struct effect_list *out) {
    for (int seat = 0; seat < falls->players; seat++) {
        struct text text = tell(out, VIRUS, seat, -1, falls_at(cell));
        text_format(&text, "A %s virus", falls_colour_words[colour]);
        if (several(falls)) text_format(&text, " for player %d", seat + 1);
        text_format(&text, " in row %d, column %d", cell / FALLS_COLS + 1, cell % FALLS_COLS + 1);
    }
}

static void tell_spawn(const struct falls *falls, int seat, int capsule, struct effect_list *out) {
    struct text text = tell(out, SPAWN, seat, 0, falls_cell(0, 3) | falls_cell(0, 4));
    if (several(falls))
        text_format(&text, "Player %d gets a new capsule: ", seat + 1);
    else
        text_string(&text, "A new capsule: ");
    put_colours(capsule / 3 + 1, capsule % 3 + 1, &text);
}

/* A capsule that is drawn is the next one of those who have taken all others. */
static void tell_drawn(const struct falls *falls, int capsule, struct effect_list *out) {
    int first = EFFECT_ALL, count = 0;
    for (int seat = falls->players - 1; seat >= 0; seat--)
        if (falls->player[seat].drawn == falls->first + falls->kept) first = seat, count++;
    bool one = several(falls) && count == 1;
    struct text text = tell(out, DRAW, one ? first : EFFECT_ALL, 0, 0);
    if (one)
        text_format(&text, "Player %d's next capsule: ", first + 1);
    else
        text_string(&text, "Next capsule: ");
    put_colours(capsule / 3 + 1, capsule % 3 + 1, &text);
}

/* The first capsule is spawned at once. Later, if the sequence is full, its oldest one goes. */
static void tell_draw(const struct falls *falls, int capsule, struct effect_list *out) {
    bool begins = falls->first + falls->kept == 0, full = falls->kept == FALLS_KEPT_MAX;
    for (int seat = 0; seat < falls->players; seat++) {
        const struct falls_player *player = &falls->player[seat];
        if (begins) tell_spawn(falls, seat, capsule, out);
        if (!full || player->status != FALLS_PLAYING || player->drawn > falls->first) continue;
        struct text text = tell(out, MISS, seat, 0, 0);
        text_format(&text, "Player %d is far behind and misses a capsule", seat + 1);
    }
    if (!begins) tell_drawn(falls, capsule, out);
}

static void tell_column(const struct falls *falls, int col, struct effect_list *out) {
    int seat = falls_open_seat(falls);
    const struct falls_player *player = &falls->player[seat];
    const uint8_t *element = player->incoming[player->units - 1];
    while (*element >= 4) element++;
    struct text text = tell(out, COLUMN, seat, 0, falls_cell(0, col));
    text_format(&text, "A %s half will come in column %d", falls_colour_words[*element], col + 1);
    if (several(falls)) text_format(&text, " of player %d", seat + 1);
}

static void tell_chance(const struct falls *falls, int act, struct effect_list *out) {
    if (falls->phase == FALLS_SETUP)
        tell_virus(falls, act / 3, act % 3 + 1, out);
    else if (falls->phase == FALLS_DRAW)
        tell_draw(falls, act, out);
    else
        tell_column(falls, act, out);
}

static void tell_move(const struct falls *falls, int seat, int move, struct effect_list *out) {
    static const char *const words[] = {"moves left", "moves right", "turns counterclockwise",
                                        "turns clockwise"};
    struct falls_player after = falls->player[seat];
    falls_move(&after, move);
    struct text text = tell(out, move < FALLS_CCW ? MOVE : TURN, seat, 0, place_of(&after));
    if (several(falls))
        text_format(&text, "Player %d ", seat + 1);
    else
        text_string(&text, "The capsule ");
    text_string(&text, words[move]);
}

static void tell_fall(const struct falls *falls, int seat, int rows, struct effect_list *out) {
    struct falls_player after = falls->player[seat];
    after.low = (uint8_t)(after.low + rows);
    struct text text = tell(out, FALL, seat, 0, place_of(&after));
    put_capsule_of(falls, seat, &text);
    text_string(&text, " falls ");
    put_count(rows, "a row", "rows", &text);
}

/* Tells of as many cells as one effect can have, and returns the rest. */
static falls_set tell_landing(const struct falls *falls, int seat, falls_set cells,
                              struct effect_list *out) {
    falls_set rest = cells;
    for (int i = 0; i < EFFECT_SPOTS_MAX && rest; i++) rest &= rest - 1;
    int count = falls_count(cells & ~rest);
    struct text text = tell(out, LAND, seat, 0, cells & ~rest);
    if (falls->player[seat].controlled) {
        put_capsule_of(falls, seat, &text);
        text_string(&text, " lands");
        return rest;
    }
    put_count(count, "A half", "halves", &text);
    if (several(falls)) text_format(&text, " of player %d", seat + 1);
    text_string(&text, count == 1 ? " lands" : " land");
    return rest;
}

static void put_runs(const struct falls_vanished *vanished, int colour, struct text *text) {
    if (vanished->rows) put_count(vanished->rows, "a row", "rows", text);
    if (vanished->rows && vanished->columns) text_string(text, " and ");
    if (vanished->columns) put_count(vanished->columns, "a column", "columns", text);
    text_string(text, " of ");
    if (vanished->rows + vanished->columns == 1)
        text_format(text, "%d ", falls_count(vanished->cells));
    text_string(text, falls_colour_words[colour]);
}

/* Several runs of a colour that vanish together are told as one. */
static void tell_vanished(const struct falls *falls, int seat,
                          const struct falls_vanished *vanished, int colour,
                          struct effect_list *out) {
    int viruses = falls_count(vanished->cells & falls->player[seat].virus);
    bool one = vanished->rows + vanished->columns == 1;
    struct text text = tell(out, VANISH, seat, viruses, vanished->cells);
    if (several(falls)) text_format(&text, "Player %d clears ", seat + 1);
    put_runs(vanished, colour, &text);
    if (text.at[0] == 'a') text.at[0] = 'A';
    if (!several(falls)) text_string(&text, one ? " vanishes" : " vanish");
    if (!one) text_format(&text, ": %d tiles", falls_count(vanished->cells));
    if (!viruses) return;
    text_string(&text, one ? ": " : ", ");
    put_count(viruses, "1 virus", "viruses", &text);
}

/* What would have settled in the topmost row is shown. */
static void tell_defeat(const struct falls *falls, int seat, struct effect_list *out) {
    falls_set top = place_of(&falls->player[seat]) & falls_row(0);
    struct text text = tell(out, OUT, seat, 0, top);
    if (several(falls))
        text_format(&text, "Player %d is out", seat + 1);
    else
        text_string(&text, "The field is full: the round is lost");
    if (!several(falls) || falls->playing != 1u << seat) return;
    text = tell(out, OVER, EFFECT_ALL, 0, 0);
    text_string(&text, "Nobody is left: the round ends without a winner");
}

static void tell_win(const struct falls *falls, int seat, struct effect_list *out) {
    struct text text = tell(out, WIN, seat, 0, 0);
    if (several(falls))
        text_format(&text, "Player %d has cleared the field and wins", seat + 1);
    else
        text_string(&text, "The field is cleared: the round is won");
}

static void tell_unit(int sender, int receiver, const uint8_t *unit, struct effect_list *out) {
    struct text text = tell(out, SEND, receiver, 0, 0);
    text_format(&text, "Player %d sends ", sender + 1);
    for (int i = 0; i < FALLS_UNIT_MAX && unit[i]; i++) {
        bool last = i + 1 == FALLS_UNIT_MAX || !unit[i + 1];
        if (i > 0) text_string(&text, last ? " and " : ", ");
        text_string(&text, falls_colour_words[unit[i] & 3]);
    }
    text_format(&text, " to player %d", receiver + 1);
}

static void tell_chain(const struct falls *falls, const struct falls *after, int seat, int runs,
                       struct effect_list *out) {
    struct text text = tell(out, CHAIN, seat, 0, 0);
    if (several(falls))
        text_format(&text, "Player %d makes a chain of %d", seat + 1, runs);
    else
        text_format(&text, "Chain of %d", runs);
    if (runs == FALLS_CHAIN_MAX) text_string(&text, " or more");
    for (int other = 0; other < falls->players; other++) {
        int units = after->player[other].units;
        if (other != seat && units > falls->player[other].units)
            tell_unit(seat, other, after->player[other].incoming[units - 1], out);
    }
}

static void tell_arrival(const struct falls *falls, const struct falls *after, int seat,
                         struct effect_list *out) {
    falls_set cells = place_of(&after->player[seat]);
    int count = falls_count(cells);
    struct text text = tell(out, ARRIVE, seat, 0, cells);
    put_count(count, "A half", "halves", &text);
    text_string(&text, count == 1 ? " arrives" : " arrive");
    if (several(falls)) text_format(&text, " for player %d", seat + 1);
}

/* Nothing moves any more: the chain is sent, and the next thing comes in. */
static void tell_next(const struct falls *falls, int seat, uint64_t chain,
                      struct effect_list *out) {
    const struct falls_player *player = &falls->player[seat];
    struct falls after;
    game_copy(&falls_game, &after, falls);
    falls_tick(&after, seat);
    if (falls_runs(chain) >= 2) tell_chain(falls, &after, seat, falls_runs(chain), out);
    if (player->units)
        tell_arrival(falls, &after, seat, out);
    else
        tell_spawn(falls, seat, falls->capsules[player->drawn - falls->first], out);
}

static void tell_tick(const struct falls *falls, int seat, struct effect_list *out) {
    const struct falls_player *player = &falls->player[seat];
    struct falls_player after = *player;
    struct falls_story story;
    if (!falls_touches(player, player->low)) return;
    falls_pass_told(&after, &story);
    for (falls_set left = story.settled & place_of(player); left;)
        left = tell_landing(falls, seat, left, out);
    for (int row = FALLS_ROWS - 1; row > 0; row--)
        for (int colour = FALLS_RED; colour < FALLS_COLOURS; colour++)
            if (story.vanished[row][colour].cells)
                tell_vanished(falls, seat, &story.vanished[row][colour], colour, out);
    if (after.status == FALLS_DEFEATED)
        tell_defeat(falls, seat, out);
    else if (after.status == FALLS_CLEARED)
        tell_win(falls, seat, out);
    else if (!falls_taken(&after.moving))
        tell_next(falls, seat, after.chain, out);
}

/* Rows that the capsule falls because the player wants it, then the tick in which it settles. */
static void tell_drop(const struct falls *falls, int seat, bool all, struct effect_list *out) {
    struct falls landed;
    const struct falls_player *player = &falls->player[seat];
    int rows = falls_landing(player) - player->low;
    if (!all && rows > 0) rows = 1;
    if (rows > 0) tell_fall(falls, seat, rows, out);
    if (!all && rows > 0) return;
    game_copy(&falls_game, &landed, falls);
    landed.player[seat].low = (uint8_t)(player->low + rows);
    tell_tick(&landed, seat, out);
}

void falls_effects(const void *before, int who, action act, struct effect_list *out) {
    const struct falls *falls = before;
    if (who == CHANCE)
        tell_chance(falls, (int)act, out);
    else if (who == CLOCK)
        tell_tick(falls, (int)act, out);
    else if (act >= FALLS_DROP)
        tell_drop(falls, who, act == FALLS_FALL, out);
    else
        tell_move(falls, who, (int)act, out);
}
