/* Finds "Player N" in a sentence and puts a name there. For the reader the verb must fit, too. */
#include "term/names.h"
#include <string.h>
#include <strings.h>

static const char player[] = "player ", your[] = "'s ", also[] = " and ";

static bool is_you(const char *name) {
    return strcasecmp(name, "you") == 0;
}

/* Writes "your" or "you", with a capital where the sentence has one. */
static void put_you(char first, const char *word, struct text *out) {
    text_char(out, first == 'P' ? 'Y' : 'y');
    text_string(out, word + 1);
}

/* Writes the verb at the beginning of `rest` as it goes with "you". Returns its length. */
static size_t put_verb(const char *rest, struct text *out) {
    size_t length = strspn(rest, "abcdefghijklmnopqrstuvwxyz");
    if (length < 2 || rest[length - 1] != 's') return 0;
    if (length == 2 && strncmp(rest, "is", 2) == 0)
        text_string(out, "are");
    else if (length == 3 && strncmp(rest, "has", 3) == 0)
        text_string(out, "have");
    else if (length > 4 && strncmp(rest + length - 4, "sses", 4) == 0)
        text_bytes(out, rest, length - 2);
    else
        text_bytes(out, rest, length - 1);
    return length;
}

/* Writes the reader in place of a player. Returns what was used up of `rest`, which follows the
 * number. */
static size_t put_reader(char first, const char *rest, struct text *out) {
    if (strncmp(rest, your, sizeof your - 1) == 0) {
        put_you(first, "your ", out);
        return sizeof your - 1;
    }
    bool owner = out->length >= 3 && strncmp(out->at + out->length - 3, "of ", 3) == 0;
    put_you(first, owner ? "yours" : "you", out);
    if (owner || rest[0] != ' ') return 0;
    text_char(out, ' ');
    return 1 + put_verb(rest + 1, out);
}

/* Returns the seat that a piece of text names, or -1. */
static int seat_at(const char *text) {
    if (strncasecmp(text, player, sizeof player - 1) != 0) return -1;
    int seat = text[sizeof player - 1] - '1';
    return seat >= 0 && seat < SEATS_MAX ? seat : -1;
}

/* Writes what follows " and " as it goes with the subject. Returns what was used up. */
static size_t put_and(const char *at, bool reader, struct text *out) {
    if (!reader || strncmp(at, also, sizeof also - 1) != 0) return 0;
    text_string(out, also);
    return sizeof also - 1 + put_verb(at + sizeof also - 1, out);
}

void names_write(const char *sentence, const char *const names[SEATS_MAX], struct text *out) {
    bool reader = false; /* is the subject */
    for (const char *at = sentence; *at;) {
        int seat = seat_at(at);
        size_t used = seat < 0 ? put_and(at, reader, out) : 0;
        if (used) {
            at += used;
        } else if (seat < 0 || !names[seat]) {
            text_char(out, *at++);
        } else if (is_you(names[seat])) {
            reader = true;
            at += sizeof player + put_reader(*at, at + sizeof player, out);
        } else {
            text_string(out, names[seat]);
            at += sizeof player;
        }
    }
}

void names_write_news(const struct table_news *news, int count, const char *const names[SEATS_MAX],
                      struct text *out) {
    size_t begun = out->length;
    for (int i = 0; i < count; i++) {
        if (news[i].routine) continue;
        if (out->length > begun) text_string(out, "; ");
        names_write(news[i].text, names, out);
    }
    if (out->length > begun) text_char(out, '.');
}
