/* Names come from files, so they are written as text_printable does. */
#include "play/archive_words.h"
#include "base/bits.h"
#include <string.h>

enum { TIME_BYTES = 32 };

void archive_words_time(const struct archive_entry *entry, struct text *out) {
    char words[TIME_BYTES];
    struct tm when;
    if (localtime_r(&entry->time, &when) &&
        strftime(words, sizeof words, "%Y-%m-%d %H:%M", &when) > 0)
        text_string(out, words);
}

static void write_player(const struct archive_entry *entry, int seat, struct text *out) {
    const char *name = entry->players[seat];
    if (name[0])
        text_printable(out, name, strlen(name));
    else
        text_format(out, "player %d", seat + 1);
}

static bool is_known(const struct archive_entry *entry) {
    for (int seat = 0; seat < entry->seats; seat++)
        if (entry->players[seat][0]) return true;
    return false;
}

/* Returns how many seats from one on have the same player, by name. */
static int count_alike(const struct archive_entry *entry, int seat) {
    int alike = 1;
    while (entry->players[seat][0] && seat + alike < entry->seats &&
           strcmp(entry->players[seat], entry->players[seat + alike]) == 0)
        alike++;
    return alike;
}

void archive_words_players(const struct archive_entry *entry, struct text *out) {
    if (!is_known(entry)) return;
    for (int seat = 0, alike; seat < entry->seats; seat += alike) {
        alike = count_alike(entry, seat);
        if (seat) text_string(out, ", ");
        if (alike > 1) text_format(out, "%d ", alike);
        write_player(entry, seat, out);
    }
}

static void write_winners(const struct archive_entry *entry, struct text *out) {
    if (!entry->winners) text_string(out, "nobody");
    for (uint32_t left = entry->winners; left; left &= left - 1) {
        if (left != entry->winners) text_string(out, left & (left - 1) ? ", " : " and ");
        write_player(entry, bits_low(left), out);
    }
    text_string(out, " won");
}

/* Points that are lost, as moves or viruses, say nothing without their game. */
static bool has_points(const struct archive_entry *entry) {
    bool any = false;
    for (int seat = 0; seat < entry->seats; seat++) {
        if (entry->scores[seat] < 0) return false;
        any |= entry->scores[seat] > 0;
    }
    return any;
}

/* Who plays alone and cannot win plays for points: even none are the result. */
static void write_alone(const struct archive_entry *entry, struct text *out) {
    int score = entry->scores[0];
    if (entry->winners) text_string(out, has_points(entry) ? "won, " : "won");
    if (!entry->winners && score < 0) text_string(out, "over");
    if (entry->winners ? has_points(entry) : score >= 0)
        text_format(out, "%d point%s", score, score == 1 ? "" : "s");
}

void archive_words_result(const struct archive_entry *entry, struct text *out) {
    if (!entry->readable) {
        text_string(out, "cannot be read");
    } else if (!entry->over) {
        text_string(out, "not over");
    } else if (entry->seats == 1) {
        write_alone(entry, out);
    } else {
        write_winners(entry, out);
        for (int seat = 0; has_points(entry) && seat < entry->seats; seat++)
            text_format(out, "%s%d", seat ? ":" : ", ", entry->scores[seat]);
    }
}
