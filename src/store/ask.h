/* Answers questions about what is kept. Each fills in an answer, whose arrays the caller frees; a
 * failure is left in the database's `code`. */
#ifndef STORE_ASK_H
#define STORE_ASK_H

#include "store/database.h"
#include "store/store.h"

void ask_top(struct database *database, const char *game, int count, struct store_answer *answer);
void ask_history(struct database *database, const char *name, int count,
                 struct store_answer *answer);
/* Of all games if the name is empty. */
void ask_recent(struct database *database, const char *game, int count,
                struct store_answer *answer);
void ask_record(struct database *database, int64_t id, struct store_answer *answer);
void ask_counts(struct database *database, struct store_answer *answer);

#endif
