/* For tests: reads the sentence of a reason word by word, and compares every number, colour, line
 * and player in it with the ledger. Include cmocka first. */
#ifndef AZUL_REASONS_WORDS_TEST_H
#define AZUL_REASONS_WORDS_TEST_H

#include "games/azul/coach/reasons_ledger_test.h"
#include <stdlib.h>

struct words {
    const char *at, *text;
    const struct ledger_pair *pair;
    int at_once; /* the sentence is of what the moves do at once */
};

static inline bool words_skip(struct words *words, const char *literal) {
    size_t length = strlen(literal);
    if (strncmp(words->at, literal, length) != 0) return false;
    words->at += length;
    return true;
}

static inline void words_need(struct words *words, const char *literal) {
    if (!words_skip(words, literal))
        fail_msg("\"%s\": '%s' is expected at '%s'", words->text, literal, words->at);
}

static inline void words_true(const struct words *words, bool truth, const char *what) {
    if (!truth) fail_msg("\"%s\" is false: %s", words->text, what);
}

static inline void words_is(const struct words *words, int said, int is, const char *what) {
    if (said != is) fail_msg("\"%s\" is false: %s: said %d, is %d", words->text, what, said, is);
}

static inline int words_number(struct words *words) {
    char *end;
    long number = strtol(words->at, &end, 10);
    words_true(words, end > words->at && *words->at != '-' && *words->at != '+', "no number");
    words->at = end;
    return (int)number;
}

/* Reads "1 point" or "6 points". */
static inline int words_counted(struct words *words, const char *one, const char *more) {
    int number = words_number(words);
    words_need(words, number == 1 ? one : more);
    return number;
}

static inline int words_points(struct words *words) {
    return words_counted(words, " point", " points");
}

static inline int words_colour(struct words *words) {
    static const char *const names[] = {"Blue", "Yellow", "Red", "Black", "White"};
    for (int i = 0; i < 5; i++)
        if (words_skip(words, names[i])) return i;
    fail_msg("\"%s\": no colour at '%s'", words->text, words->at);
    return -1;
}

static inline void words_expected(struct words *words) {
    words_need(words, words->pair->cut ? "So far in the expected play " : "In the expected play ");
}

/* Reads "your" or "player 2's" and so on: an own form, or one with a player in it. */
static inline void words_whose(struct words *words, int seat, const char *own, const char *other) {
    if (seat == words->pair->who) {
        words_need(words, own);
        return;
    }
    words_need(words, "player ");
    words_is(words, words_number(words), seat + 1, "the player");
    words_need(words, other);
}

/* The side of a sentence that has more, and the other. */
struct words_sides {
    const struct ledger *more_line, *less_line;
    const struct ledger_seat *more, *less;
    const char *after_more, *after_less;
};

static inline struct words_sides words_sides(const struct ledger_pair *pair, int seat, bool best) {
    const struct ledger *one = best ? &pair->best : &pair->yours;
    const struct ledger *two = best ? &pair->yours : &pair->best;
    return (struct words_sides){one,
                                two,
                                &one->seat[seat],
                                &two->seat[seat],
                                best ? " after the best move" : " after your move",
                                best ? " after yours" : " after the best one"};
}

/* Reads "line 4" or "lines 1, 2 and 4", as a set of bits. */
static inline int words_rows(struct words *words) {
    bool one = words_skip(words, "line ");
    int rows = 0, last = 0;
    if (!one) words_need(words, "lines ");
    do {
        int row = words_number(words);
        words_true(words, row > last && row <= 5, "lines out of order");
        rows |= 1 << (row - 1), last = row;
    } while (words_skip(words, ", ") || words_skip(words, " and "));
    words_true(words, one == (bits_count((uint64_t)rows) == 1), "one line or several");
    return rows;
}

/* Reads "line 4 (Blue, 6 points)", the lines that one side completes and the other does not. */
static inline void words_completed(struct words *words, const struct ledger_seat *in,
                                   const struct ledger_seat *not_in) {
    int rows = words_rows(words), is = 0, points = 0;
    words_need(words, " (");
    for (int row = 0; row < 5; row++)
        if (in->colour[row] >= 0 && not_in->colour[row] < 0)
            is |= 1 << row, points += in->points[row];
    words_is(words, rows, is, "the lines");
    if ((rows & (rows - 1)) == 0) {
        words_is(words, words_colour(words), in->colour[bits_low((uint64_t)rows)], "the colour");
        words_need(words, ", ");
    }
    words_is(words, words_points(words), points, "the points");
    words_need(words, ")");
}

static inline void words_line_at_once(struct words *words) {
    const struct ledger_pair *pair = words->pair;
    const struct ledger_seat *best = &pair->best.seat[pair->who],
                             *yours = &pair->yours.seat[pair->who];
    int row = words_number(words) - 1;
    words_need(words, " at once (");
    words_is(words, row, (int)pair->best_act % 6, "the line");
    words_true(words, pair->best.filled, "the move fills it");
    words_is(words, words_colour(words), (int)pair->best_act / 6 % 5, "the colour");
    words_need(words, pair->cut ? "); so far in the expected play it scores "
                                : "); in the expected play it scores ");
    words_is(words, words_points(words), best->points[row], "the points");
    words_need(words, ", but is not completed after yours.");
    words_true(words, yours->colour[row] < 0, "it is not completed after yours");
    for (int i = 0; i < 5; i++)
        words_true(words, i == row || (best->colour[i] < 0) == (yours->colour[i] < 0),
                   "no other line makes a difference");
    words->at_once++;
}

static inline void words_lines(struct words *words, int seat) {
    bool own = seat == words->pair->who;
    struct words_sides sides = words_sides(words->pair, seat, own);
    if (own && words_skip(words, "The best move completes line ")) {
        words_line_at_once(words);
        return;
    }
    words_expected(words);
    words_whose(words, seat, "you complete ", " completes ");
    words_completed(words, sides.more, sides.less);
    words_need(words, sides.after_more);
    words_need(words, ", but ");
    if (words_skip(words, "not")) {
        for (int row = 0; row < 5; row++)
            words_true(words, sides.less->colour[row] < 0 || sides.more->colour[row] >= 0,
                       "no other line is completed");
    } else {
        words_completed(words, sides.less, sides.more);
    }
    words_need(words, sides.after_less);
    words_need(words, ".");
}

static inline int words_sum(const struct ledger_seat *seat, int rows) {
    int points = 0;
    for (int row = 0; row < 5; row++)
        if (rows >> row & 1) points += seat->points[row];
    return points;
}

static inline void words_adjacency(struct words *words, int seat) {
    struct words_sides sides = words_sides(words->pair, seat, seat == words->pair->who);
    int more = -1, less = -1;
    words_expected(words);
    if (strncmp(words->at, "your", 4) != 0 && strncmp(words->at, "player", 6) != 0) {
        more = less = words_colour(words);
        words_need(words, " from ");
    }
    words_whose(words, seat, "your ", "'s ");
    int rows = words_rows(words), row = bits_low((uint64_t)rows);
    bool one = rows == 1 << row;
    words_need(words, one ? " scores " : " score ");
    words_is(words, words_points(words), words_sum(sides.more, rows), "the points of the more");
    if (words_skip(words, " with ")) more = words_colour(words);
    words_need(words, sides.after_more);
    words_need(words, ", ");
    words_is(words, words_number(words), words_sum(sides.less, rows), "the points of the less");
    if (words_skip(words, " with ")) less = words_colour(words);
    words_need(words, sides.after_less);
    words_need(words, ".");
    for (int i = 0; i < 5; i++) {
        bool both = sides.more->colour[i] >= 0 && sides.less->colour[i] >= 0;
        bool named = both && sides.more->points[i] != sides.less->points[i];
        words_is(words, rows >> i & 1, named, "laid in both, for other points");
    }
    words_true(words, words_sum(sides.more, rows) > words_sum(sides.less, rows), "more points");
    words_true(words, one == (more >= 0) && one == (less >= 0), "colours of one line");
    if (one) words_is(words, more, sides.more->colour[row], "the colour of the more");
    if (one) words_is(words, less, sides.less->colour[row], "the colour of the less");
}

/* Reads "the token and 3 tiles", or the word for neither. */
static inline void words_fallen(struct words *words, bool token, int tiles, const char *none) {
    if (!token && !tiles) words_need(words, none);
    if (token) words_need(words, tiles ? "the token and " : "the token");
    if (tiles) words_is(words, words_counted(words, " tile", " tiles"), tiles, "the tiles");
}

static inline void words_first(struct words *words, const struct ledger *ledger) {
    words_fallen(words, ledger->token, ledger->fallen, "nothing");
    if (!ledger->token && !ledger->fallen) return;
    words_need(words, ledger->cost ? " (-" : " (");
    words_is(words, words_points(words), ledger->cost, "the cost at once");
    words_need(words, ")");
}

/* What is said of the moves alone is the whole difference. */
static inline void words_whole_floor(struct words *words) {
    const struct ledger_pair *pair = words->pair;
    const struct ledger_seat *best = &pair->best.seat[pair->who],
                             *yours = &pair->yours.seat[pair->who];
    words_is(words, pair->yours.cost - pair->best.cost, yours->loss - best->loss, "the difference");
    words_true(words, best->loss == best->penalty && yours->loss == yours->penalty, "not below 0");
    words_true(words, pair->yours.cost > pair->best.cost, "it costs more");
    words->at_once++;
}

static inline void words_on_floor(struct words *words, const struct ledger_seat *seat) {
    words_need(words, " (");
    words_fallen(words, seat->token, seat->floor, "empty");
    words_need(words, ")");
}

static inline void words_floor(struct words *words, int seat) {
    bool own = seat == words->pair->who;
    struct words_sides sides = words_sides(words->pair, seat, !own);
    if (own && words_skip(words, "Your move puts ")) {
        words_first(words, &words->pair->yours);
        words_need(words, " on your floor, the best move ");
        words_first(words, &words->pair->best);
        words_need(words, ".");
        words_whole_floor(words);
        return;
    }
    words_expected(words);
    words_whose(words, seat, "your floor costs ", "'s floor costs ");
    words_is(words, words_points(words), sides.more->loss, "the larger cost");
    bool stops = sides.more->loss < sides.more->penalty || sides.less->loss < sides.less->penalty;
    if (!stops) words_on_floor(words, sides.more);
    words_need(words, sides.after_more);
    words_need(words, ", ");
    words_is(words, words_number(words), sides.less->loss, "the smaller cost");
    if (!stops) words_on_floor(words, sides.less);
    words_need(words, sides.after_less);
    words_true(words, sides.more->loss > sides.less->loss, "it costs more");
    words_need(words, stops ? ", since a score cannot fall below 0." : ".");
}

static inline void words_spill_at_once(struct words *words, int fallen) {
    const struct ledger_pair *pair = words->pair;
    bool one = fallen == 1;
    words_is(words, fallen, pair->yours.fallen, "the tiles that fall");
    words_is(words, words_number(words), pair->yours.taken, "the tiles taken");
    words_need(words, " ");
    words_is(words, words_colour(words), (int)pair->your_act / 6 % 5, "the colour");
    words_need(words, one ? " does not fit on line " : " do not fit on line ");
    words_is(words, words_number(words), (int)pair->your_act % 6 + 1, "the line");
    words_need(words, one ? " and falls to the floor (-" : " and fall to the floor (-");
    words_is(words, words_points(words), pair->yours.cost, "the cost");
    words_need(words, "); the best move wastes ");
    words_first(words, &pair->best);
    words_need(words, ".");
    words_true(words, !pair->yours.token && !pair->best.token && pair->best_act % 6 < 5,
               "only tiles that do not fit");
    words_whole_floor(words);
}

static inline void words_spill(struct words *words, int seat) {
    const struct ledger_seat *best = &words->pair->best.seat[seat];
    const struct ledger_seat *yours = &words->pair->yours.seat[seat];
    words_true(words, best->dumped == yours->dumped && best->token == yours->token, "only spilled");
    words_true(words, yours->spilled > best->spilled, "more is spilled");
    words_true(words, best->loss == best->penalty && yours->loss == yours->penalty, "not below 0");
    bool later = *words->at == 'I' || *words->at == 'S';
    if (later) words_expected(words);
    int spilled = words_number(words);
    if (!later) {
        words_need(words, " of your ");
        words_spill_at_once(words, spilled);
        return;
    }
    words_is(words, spilled, yours->spilled, "tiles spilled after your move");
    words_need(words, " of your tiles ");
    words_need(words, spilled == 1 ? "overflows" : "overflow");
    words_need(words, " to the floor after your move, ");
    words_is(words, words_number(words), best->spilled, "tiles spilled after the best");
    words_need(words, " after the best one: ");
    words_is(words, words_points(words), yours->loss - best->loss, "the points");
    words_need(words, " more.");
}

/* Reads " (row 1, column 3, Red)", all that are complete, or nothing. */
static inline void words_sets(struct words *words, const struct ledger_seat *seat) {
    int complete = 0, said = 0;
    for (int i = 0; i < 5; i++)
        complete += (seat->row[i] == 5) + (seat->col[i] == 5) + (seat->by_colour[i] == 5);
    words_true(words, (complete > 0 && complete <= 3) == words_skip(words, " ("),
               "the list is there");
    if (words->at[-1] != '(') return;
    do {
        int tiles = words_skip(words, "row ")      ? seat->row[words_number(words) - 1]
                    : words_skip(words, "column ") ? seat->col[words_number(words) - 1]
                                                   : seat->by_colour[words_colour(words)];
        words_is(words, tiles, 5, "it is complete");
        said++;
    } while (words_skip(words, ", "));
    words_need(words, ")");
    words_is(words, said, complete, "all are named");
}

static inline void words_bonus(struct words *words, int seat) {
    struct words_sides sides = words_sides(words->pair, seat, seat == words->pair->who);
    words_expected(words);
    words_whose(words, seat, "you get ", " gets ");
    int bonus = words_counted(words, " bonus point", " bonus points");
    words_is(words, bonus, sides.more->bonus, "the larger bonus");
    words_need(words, sides.after_more);
    words_sets(words, sides.more);
    words_true(words, sides.more_line->over, "bonuses at the end only");
    if (words_skip(words, ", but the game goes on")) {
        words_true(words, !sides.less_line->over, "it goes on");
        words_need(words, sides.after_less);
    } else {
        words_true(words, sides.less_line->over, "it is over");
        words_need(words, ", ");
        words_is(words, words_number(words), sides.less->bonus, "the smaller bonus");
        words_true(words, sides.more->bonus > sides.less->bonus, "a larger bonus");
        words_need(words, sides.after_less);
        words_sets(words, sides.less);
    }
    words_need(words, ".");
}

static inline void words_end(struct words *words, int seat) {
    bool best = words->pair->best.over;
    struct words_sides sides = words_sides(words->pair, seat, best);
    words_expected(words);
    words_need(words, "the game ends with this round");
    words_need(words, sides.after_more);
    words_need(words, best ? ", and you win by " : ", and you lose by ");
    int lead = ledger_lead(sides.more_line, seat);
    words_is(words, words_points(words), best ? lead : -lead, "the lead");
    words_need(words, ";");
    words_need(words, sides.after_less);
    words_need(words, " it goes on.");
    words_true(words, sides.more_line->over && !sides.less_line->over, "one of them ends the game");
}

static inline void words_start(struct words *words, int seat) {
    words_expected(words);
    words_need(words, "you begin the next round after the best move, player ");
    words_is(words, words_number(words), words->pair->yours.starter + 1, "who begins");
    words_need(words, " after yours.");
    words_is(words, words->pair->best.starter, seat, "you begin");
}

static inline void words_progress(struct words *words, int seat) {
    struct words_sides sides = words_sides(words->pair, seat, seat == words->pair->who);
    words_expected(words);
    words_whose(words, seat, "your line ", "'s line ");
    int row = words_number(words) - 1;
    words_need(words, " holds ");
    words_is(words, words_number(words), sides.more->held[row], "tiles of the more");
    words_need(words, " of ");
    words_is(words, words_number(words), row + 1, "the length of the line");
    words_need(words, " ");
    words_is(words, words_colour(words), sides.more->holds[row], "the colour of the more");
    words_need(words, sides.after_more);
    words_need(words, ", ");
    if (words_skip(words, "nothing")) {
        words_is(words, 0, sides.less->held[row], "nothing is there");
    } else {
        words_is(words, words_number(words), sides.less->held[row], "tiles of the less");
        words_need(words, " ");
        words_is(words, words_colour(words), sides.less->holds[row], "the colour of the less");
    }
    words_need(words, sides.after_less);
    words_need(words, ".");
    words_true(words, sides.more->colour[row] < 0 && sides.less->colour[row] < 0, "unfinished");
    words_true(words,
               ledger_worth(sides.more, sides.less, row) * sides.more->held[row] >
                   ledger_worth(sides.less, sides.more, row) * sides.less->held[row],
               "the line is better");
    words_true(words,
               sides.more->holds[row] != sides.less->holds[row] ||
                   sides.more->held[row] > sides.less->held[row],
               "more tiles or another colour");
}

static inline void words_wall(struct words *words, int seat) {
    struct words_sides sides = words_sides(words->pair, seat, seat == words->pair->who);
    words_expected(words);
    int row = words_skip(words, "row ") ? words_number(words) : 0;
    int col = !row && words_skip(words, "column ") ? words_number(words) : 0;
    if (row || col) words_need(words, " of ");
    words_whose(words, seat, "your wall has ", "'s wall has ");
    int more = words_number(words), less = 0;
    words_need(words, " of 5 ");
    int colour = row || col ? -1 : words_colour(words);
    if (row || col) words_need(words, "tiles");
    words_need(words, sides.after_more);
    words_need(words, ", ");
    less = words_number(words);
    words_need(words, sides.after_less);
    words_need(words, ".");
    const struct ledger_seat *sides_of[] = {sides.more, sides.less};
    for (int i = 0; i < 2; i++)
        words_is(words, i == 0 ? more : less,
                 row   ? sides_of[i]->row[row - 1]
                 : col ? sides_of[i]->col[col - 1]
                       : sides_of[i]->by_colour[colour],
                 "tiles on the wall");
    words_true(words, more > less, "more tiles");
}

static inline void words_outlook(struct words *words, int seat) {
    words_is(words, words->pair->who, seat, "for who asked");
    words_need(words, "By the coach's estimate, the later rounds are worth ");
    int whole = words_number(words);
    words_need(words, ".");
    words_true(words, words->at[0] >= '0' && words->at[0] <= '9' && words->at[1] == ' ',
               "one decimal");
    double off = whole + words_number(words) / 10.0 - words->pair->outlook;
    words_true(words, off < 0.05 + 1e-9 && off > -0.05 - 1e-9, "the points");
    words_need(words, " points more to you against player ");
    words_is(words, words_number(words), words->pair->rival + 1, "the rival");
    words_need(words, " after the best move than after yours.");
}

/* Checks the sentence of a kind. Returns whether it is of what the moves do at once. */
static inline bool words_check(const struct ledger_pair *pair, int kind, const char *text) {
    static void (*const checks[])(struct words *, int) = {
        words_lines,    words_adjacency, words_floor, words_bonus,  words_lines,    words_adjacency,
        words_floor,    words_bonus,     words_end,   words_start,  words_progress, words_wall,
        words_progress, words_wall,      words_spill, words_outlook};
    bool rival = (kind >= LEDGER_DENIED && kind < LEDGER_POINT_KINDS) ||
                 kind == LEDGER_THEIR_PROGRESS || kind == LEDGER_THEIR_SETS;
    struct words words = {text, text, pair, 0};
    checks[kind](&words, rival ? pair->rival : pair->who);
    words_true(&words, *words.at == '\0', "more is said");
    words_true(&words, strlen(text) < AGENT_REASON_BYTES, "it is too long");
    return words.at_once;
}

#endif
