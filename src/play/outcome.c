/* The words for players and results. "You" takes another verb, and a small letter in a sentence. */
#include "play/outcome.h"
#include "base/bits.h"
#include <string.h>

static void write_name(int seat, const char *const *names, struct text *out) {
    if (names)
        text_string(out, names[seat]);
    else
        text_format(out, "%d", seat + 1);
}

void outcome_write_players(uint32_t seats, const char *const *names, struct text *out) {
    if (!names) text_format(out, "player%s ", bits_count(seats) == 1 ? "" : "s");
    for (; seats; seats &= seats - 1) {
        int left = bits_count(seats);
        write_name(bits_low(seats), names, out);
        text_string(out, left > 2 ? ", " : left == 2 ? " and " : "");
    }
}

static bool is_you(const char *const *names, int seat) {
    return names && strcmp(names[seat], "you") == 0;
}

static void write_winners(uint32_t winners, const char *const *names, struct text *out) {
    bool several = bits_count(winners) > 1 || (winners && is_you(names, bits_low(winners)));
    if (winners)
        outcome_write_players(winners, names, out);
    else
        text_string(out, "nobody");
    text_format(out, " %s.", several ? "win" : "wins");
}

static void write_scores(const struct game *game, const void *state, const char *const *names,
                         int seats, struct text *out) {
    text_string(out, " Points: ");
    for (int seat = 0; seat < seats; seat++) {
        text_string(out, seat ? ", " : "");
        outcome_write_players(UINT32_C(1) << seat, names, out);
        text_format(out, " %s %d", is_you(names, seat) ? "have" : "has", game->score(state, seat));
    }
    text_string(out, ".");
}

void outcome_write(const struct game *game, const void *state, const char *const *names,
                   struct text *out) {
    const char *within[SEATS_MAX];
    uint32_t winners = game->winners(state);
    int seats = game->shape(state).seats;
    for (int seat = 0; names && seat < seats; seat++)
        within[seat] = strcmp(names[seat], "You") == 0 ? "you" : names[seat];
    text_string(out, "The game is over");
    if (seats == 1) {
        int score = game->score(state, 0);
        if (winners)
            text_string(out, ", and won.");
        else
            text_format(out, ", with %d point%s.", score, score == 1 ? "" : "s");
        return;
    }
    text_string(out, ": ");
    write_winners(winners, names ? within : NULL, out);
    write_scores(game, state, names ? within : NULL, seats, out);
}
