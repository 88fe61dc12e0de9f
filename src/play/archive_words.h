/* Recorded games in words, for lists. */
#ifndef PLAY_ARCHIVE_WORDS_H
#define PLAY_ARCHIVE_WORDS_H

#include "play/archive.h"

/* Writes when a game was last played, in local time: "2026-03-01 18:05". */
void archive_words_time(const struct archive_entry *entry, struct text *out);
/* Writes who played: "you, coach:200ms"; nothing if that is not known. */
void archive_words_players(const struct archive_entry *entry, struct text *out);
/* Writes how it ended in a few words: "you won, 34:20", "624 points", "not over". */
void archive_words_result(const struct archive_entry *entry, struct text *out);

#endif
